(** PS-DSF under time division, with a table g of tasks per whole server: what demand and capacity imply, or given
    rates. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Bottleneck PsDsf Flow Money Witness.
Open Scope R_scope.

Definition rates I (g : nat -> nat -> R) := forall n i, (n < users I)%nat -> (i < servers I)%nat -> 0 <= g n i.

(** Every server that anybody can use is sold out, to users that stand lowest on it. *)
Definition sold_to_lowest I g x := forall n i, (n < users I)%nat -> (i < servers I)%nat -> 0 < g n i ->
  sum (users I) (fun m => x m i / g m i) = 1 /\
  forall m, (m < users I)%nat -> 0 < x m i -> vds I g x m i <= vds I g x n i.

Definition ps_dsf_tdm g I x := endless I /\ feasible_time I g x /\ sold_to_lowest I g x.

Lemma gam_rates I : wf I -> rates I (gam I).
Proof. intros W n i Hn Hi. apply (gam_nonneg I W); auto. Qed.

(** Theorem 2, both readings of Definition 5. *)
Section Theorem2.
  Variable I : inst.
  Variable g : nat -> nat -> R.
  Variable x : placement.
  Hypothesis G0 : rates I g.
  Hypothesis Fx : feasible_time I g x.

  Theorem sold_per_server_fair : sold_to_lowest I g x -> per_server_fair true I g (feasible_time I g) x.
  Proof.
    intros B n y Hn [Py Cy] G. destruct Fx as [P C].
    destruct (sum_lt_term _ _ _ G) as [i [Hi L]].
    assert (Gn : 0 < g n i).
    { apply (placed_usable I g y Py); auto. pose proof (pl_pos I g x P n i Hn Hi). lra. }
    destruct (B n i Hn Hi Gn) as [Sat Lo]. specialize (Cy i Hi). rewrite <- Sat in Cy.
    assert (Ex : exists m, (m < users I)%nat /\ y m i / g m i < x m i / g m i).
    { apply NNPP; intros No. apply (Rlt_not_le _ _) with (2 := Cy). apply sum_lt with n; auto.
      - intros m Hm. apply Rnot_lt_le; intros K. apply No; exists m; auto.
      - apply Rmult_lt_compat_r; auto. apply Rinv_0_lt_compat; auto. }
    destruct Ex as [m [Hm K]].
    assert (Gm : 0 < g m i).
    { destruct (Rle_lt_or_eq_dec _ _ (G0 m i Hm Hi)) as [|E]; auto. symmetry in E.
      rewrite (pl_run I g x P m i Hm Hi E), (pl_run I g y Py m i Hm Hi E) in K. lra. }
    assert (Less : y m i < x m i).
    { apply Rmult_lt_reg_r with (/ g m i); auto. apply Rinv_0_lt_compat; auto. }
    exists m, i. split; auto. split; auto. split; [intros _ ->; lra|]. split; auto. split; auto.
    apply Lo; auto. pose proof (pl_pos I g y Py m i Hm Hi). lra.
  Qed.

  Theorem per_server_fair_sold : endless I -> per_server_fair false I g (feasible_time I g) x -> sold_to_lowest I g x.
  Proof.
    intros End Def n i Hn Hi Gn. apply NNPP; intros No. pose proof Fx as [P C].
    pose (v := vds I g x).
    pose (high := fun m => if Rlt_dec (v n i) (v m i) then true else false).
    assert (hn : high n = false) by (unfold high; destruct (Rlt_dec (v n i) (v n i)); auto; lra).
    pose (z := fun m (j : nat) => if Nat.eq_dec j i then (if high m then 0 else x m j) else x m j).
    assert (zle : forall m j, (m < users I)%nat -> (j < servers I)%nat -> 0 <= z m j <= x m j).
    { intros m j Hm Hj. pose proof (pl_pos I g x P m j Hm Hj). unfold z.
      destruct (Nat.eq_dec j i); destruct (high m); lra. }
    assert (zg : forall m j, (m < users I)%nat -> (j < servers I)%nat -> z m j / g m j <= x m j / g m j).
    { intros m j Hm Hj. destruct (Rle_lt_or_eq_dec _ _ (G0 m j Hm Hj)) as [L|E].
      - apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; auto|apply zle; auto].
      - symmetry in E. pose proof (zle m j Hm Hj) as Z. rewrite (pl_run I g x P m j Hm Hj E) in *.
        replace (z m j) with 0 by lra. lra. }
    set (q := 1 - sum (users I) (fun m => z m i / g m i)).
    assert (qp : 0 < q).
    { unfold q. apply Rlt_Rminus. pose proof (C i Hi) as Ci.
      destruct (Rle_lt_or_eq_dec _ _ Ci) as [L|E].
      - apply Rle_lt_trans with (2 := L). apply sum_le; auto.
      - assert (Ex : exists m, (m < users I)%nat /\ 0 < x m i /\ high m = true).
        { apply NNPP; intros Ne. apply No. split; auto. intros m Hm X. apply Rnot_lt_le; intros L.
          apply Ne. exists m. split; auto. split; auto. unfold high, v.
          destruct (Rlt_dec (vds I g x n i) (vds I g x m i)); auto; contradiction. }
        destruct Ex as [m [Hm [X Hh]]]. rewrite <- E. apply sum_lt with m; auto.
        unfold z. destruct (Nat.eq_dec i i); [|contradiction]. rewrite Hh.
        assert (Gm : 0 < g m i) by (apply (placed_usable I g x P); auto).
        pose proof (div_pos _ _ X Gm). unfold Rdiv at 1. lra. }
    pose (y := fun m (j : nat) => z m j + (if Nat.eq_dec m n then (if Nat.eq_dec j i then q * g n i else 0) else 0)).
    assert (qg : 0 < q * g n i) by (apply Rmult_lt_0_compat; auto).
    assert (Fy : feasible_time I g y).
    { split; [split|].
      - intros m j Hm Hj. unfold y. pose proof (zle m j Hm Hj). destruct (Nat.eq_dec m n); destruct (Nat.eq_dec j i); lra.
      - intros m j Hm Hj Z. unfold y. pose proof (zle m j Hm Hj) as B. rewrite (pl_run I g x P m j Hm Hj Z) in B.
        destruct (Nat.eq_dec m n) as [->|]; destruct (Nat.eq_dec j i) as [->|]; lra.
      - intros m Hm. apply endless_within; auto.
      - intros j Hj. unfold y.
        rewrite (sum_ext _ _ (fun m => z m j / g m j
                   + (if Nat.eq_dec m n then (if Nat.eq_dec j i then q else 0) else 0))).
        + rewrite sum_plus, sum_single by auto.
          destruct (Nat.eq_dec j i) as [->|]; [unfold q; lra|].
          rewrite Rplus_0_r. apply Rle_trans with (2 := C j Hj). apply sum_le; auto.
        + intros m Hm. destruct (Nat.eq_dec m n) as [->|]; destruct (Nat.eq_dec j i) as [->|]; unfold Rdiv; try lra.
          rewrite Rmult_plus_distr_r. f_equal. field; lra. }
    destruct (Def n y Hn Fy) as [m [j [Hm [Hj [_ [_ [L V]]]]]]].
    - apply sum_lt with i; auto.
      + intros j Hj. unfold y, z. rewrite hn. destruct (Nat.eq_dec n n); destruct (Nat.eq_dec j i); lra.
      + unfold y, z. rewrite hn. destruct (Nat.eq_dec n n); destruct (Nat.eq_dec i i); try contradiction; lra.
    - unfold y, z in L.
      assert (A : 0 <= (if Nat.eq_dec m n then (if Nat.eq_dec j i then q * g n i else 0) else 0)).
      { destruct (Nat.eq_dec m n); destruct (Nat.eq_dec j i); lra. }
      destruct (Nat.eq_dec j i) as [->|]; [|lra].
      destruct (high m) eqn:Hh; [|lra]. unfold high, v in Hh.
      destruct (Rlt_dec (vds I g x n i) (vds I g x m i)); [lra|discriminate].
  Qed.

  (* Idea. As Theorem 1, with time as the only resource. If x_n grows on a server, somebody has less of its time, and
     stands no higher. Conversely take the time of all who stand strictly higher on i, or the time unsold, and give it
     to n. A server that nobody can use is left out; there the words of the theorem fail.
     Covers the characterisation, for both readings of Definition 5.
     Hypotheses met: PsDsfTdm.ps_dsf_tdm_witness. *)
  Theorem khamse2017_theorem_2 other : endless I ->
    (per_server_fair other I g (feasible_time I g) x <-> sold_to_lowest I g x).
  Proof.
    intros E. split.
    - intros H. apply per_server_fair_sold; auto. intros n y Hn Fy G.
      destruct (H n y Hn Fy G) as [m [i [Hm [Hi [_ Q]]]]]. exists m, i. repeat (split; auto); try apply Q. discriminate.
    - intros B n y Hn Fy G. destruct (sold_per_server_fair B n y Hn Fy G) as [m [i [Hm [Hi [D Q]]]]].
      exists m, i. repeat (split; auto); apply Q.
  Qed.
End Theorem2.

Section Time.
  Variable I : inst.
  Variable g : nat -> nat -> R.
  Variable x : placement.
  Hypothesis W : wf I.
  Hypothesis G0 : rates I g.
  Hypothesis H : ps_dsf_tdm g I x.

  Let Fx : feasible_time I g x := proj1 (proj2 H).
  Let P : placed I g x := proj1 Fx.
  Let B : sold_to_lowest I g x := proj2 (proj2 H).

  Lemma usable m i : (m < users I)%nat -> (i < servers I)%nat -> 0 < x m i -> 0 < g m i.
  Proof. intros Hm Hi X. apply (placed_usable I g x P); auto. Qed.

  Lemma rate_pos n i : (n < users I)%nat -> 0 < g n i -> 0 < wt I n * g n i.
  Proof. intros Hn G. apply Rmult_lt_0_compat; auto. apply (wf_wt I W); auto. Qed.

  (** What n gets for the price of a server is at most its tasks, and exactly that where n runs. *)
  Lemma tdm_cost n i m : (n < users I)%nat -> (i < servers I)%nat -> (m < users I)%nat -> 0 < g n i ->
    wt I n * g n i * (x m i / g m i) <= tot I x n * spend I x m i.
  Proof.
    intros Hn Hi Hm G. destruct (B n i Hn Hi G) as [_ Lo].
    destruct (Rle_lt_or_eq_dec _ _ (pl_pos I g x P m i Hm Hi)) as [X|E].
    2:{ unfold spend. rewrite <- E. unfold Rdiv. lra. }
    pose proof (usable m i Hm Hi X) as Gm. pose proof (wf_wt I W m Hm) as Wm.
    assert (Tm : 0 < tot I x m) by (apply (tot_pos I g x P m i); auto).
    pose proof (vds_le I g x n m i (rate_pos n i Hn G) (rate_pos m i Hm Gm) (Lo m Hm X)) as V.
    unfold spend.
    replace (wt I n * g n i * (x m i / g m i)) with (x m i / (g m i * tot I x m) * (tot I x m * (wt I n * g n i)))
      by (field; lra).
    replace (tot I x n * (wt I m * (x m i / tot I x m)))
      with (x m i / (g m i * tot I x m) * (tot I x n * (wt I m * g m i))) by (field; lra).
    apply Rmult_le_compat_l; auto. apply div_nonneg; [lra|]. apply Rmult_lt_0_compat; auto.
  Qed.

  Lemma tdm_dear n i : (n < users I)%nat -> (i < servers I)%nat -> wt I n * g n i <= tot I x n * price I x i.
  Proof.
    intros Hn Hi. pose proof (tot_nonneg I g x P n Hn) as Tn.
    destruct (Rle_lt_or_eq_dec _ _ (G0 n i Hn Hi)) as [G|<-].
    2:{ rewrite Rmult_0_r. apply Rmult_le_pos; auto. apply (price_nonneg I g x W P); auto. }
    destruct (B n i Hn Hi G) as [Sat _].
    rewrite <- (Rmult_1_r (wt I n * g n i)), <- Sat. unfold price. rewrite <- !sum_scal.
    apply sum_le; intros m Hm. apply tdm_cost; auto.
  Qed.

  Lemma tdm_runs n i : (n < users I)%nat -> (i < servers I)%nat -> 0 < g n i -> 0 < tot I x n.
  Proof.
    intros Hn Hi G. pose proof (tdm_dear n i Hn Hi). pose proof (rate_pos n i Hn G).
    destruct (Rle_lt_or_eq_dec _ _ (tot_nonneg I g x P n Hn)) as [|E]; auto. rewrite <- E in H0. lra.
  Qed.

  Lemma tdm_exact n i : (n < users I)%nat -> (i < servers I)%nat -> 0 < x n i ->
    wt I n * g n i = tot I x n * price I x i.
  Proof.
    intros Hn Hi X. apply Rle_antisym; [apply tdm_dear; auto|].
    pose proof (usable n i Hn Hi X) as G. destruct (B n i Hn Hi G) as [Sat _].
    rewrite <- (Rmult_1_r (wt I n * g n i)), <- Sat. unfold price. rewrite <- !sum_scal.
    apply sum_le; intros m Hm.
    destruct (Rle_lt_or_eq_dec _ _ (pl_pos I g x P m i Hm Hi)) as [Xm|E].
    2:{ unfold spend. rewrite <- E. unfold Rdiv. lra. }
    pose proof (usable m i Hm Hi Xm) as Gm. pose proof (wf_wt I W m Hm) as Wm.
    assert (Tm : 0 < tot I x m) by (apply (tot_pos I g x P m i); auto).
    destruct (B m i Hm Hi Gm) as [_ Lo].
    pose proof (vds_le I g x m n i (rate_pos m i Hm Gm) (rate_pos n i Hn G) (Lo n Hn X)) as V.
    unfold spend.
    replace (wt I n * g n i * (x m i / g m i)) with (x m i / (g m i * tot I x m) * (tot I x m * (wt I n * g n i)))
      by (field; lra).
    replace (tot I x n * (wt I m * (x m i / tot I x m)))
      with (x m i / (g m i * tot I x m) * (tot I x n * (wt I m * g m i))) by (field; lra).
    apply Rmult_le_compat_l; auto. apply div_nonneg; [lra|]. apply Rmult_lt_0_compat; auto.
  Qed.

  Lemma price_pos n i : (n < users I)%nat -> (i < servers I)%nat -> 0 < g n i -> 0 < price I x i.
  Proof.
    intros Hn Hi G. pose proof (tdm_dear n i Hn Hi). pose proof (rate_pos n i Hn G).
    destruct (Rle_lt_or_eq_dec _ _ (price_nonneg I g x W P i Hi)) as [|E]; auto. rewrite <- E in H0. lra.
  Qed.

  (* Idea. Let every user spend its weight on servers in proportion to its tasks, and let the price of a server be what
     is spent on it. Users stand lowest where they run, so nobody gets a server cheaper per task than at this price. The
     slice costs at most the weight, since the prices add up to the weights.
     Settles si of ps-dsf-tdm (hypothesis none).
     Hypotheses met: PsDsfTdm.ps_dsf_tdm_witness. *)
  Theorem ps_dsf_tdm_sharing_incentive : sharing_incentive I g x.
  Proof. apply priced_sharing_incentive; auto. exact tdm_dear. Qed.

  Theorem ps_dsf_tdm_envy_free_time : envy_free_time I g x.
  Proof.
    intros n m Hn Hm _. apply Rle_trans with (1 := capped_le _ _).
    pose proof (tot_nonneg I g x P n Hn) as Tn. pose proof (wf_wt I W m Hm) as Wm.
    apply Rle_trans with (sum (servers I) (fun i => tot I x n * (x m i / tot I x m))).
    - apply sum_le; intros i Hi.
      assert (R0 : 0 <= tot I x n * (x m i / tot I x m)).
      { apply Rmult_le_pos; auto. apply (part_nonneg I g x P); auto. }
      destruct (Rle_lt_or_eq_dec _ _ (G0 n i Hn Hi)) as [G|<-]; [|lra].
      pose proof (tdm_cost n i m Hn Hi Hm G) as C. unfold spend in C.
      replace (wt I n / wt I m * (x m i / g m i) * g n i) with (wt I n * g n i * (x m i / g m i) / wt I m)
        by (unfold Rdiv; ring).
      apply div_le; auto. lra.
    - rewrite sum_scal. pose proof (parts_le I g x P m Hm) as L.
      apply Rmult_le_compat_l with (r := tot I x n) in L; auto. lra.
  Qed.

  (* Idea. Prices as in the sharing incentive. What y gives costs at most the price of all servers, that is the weights
     of all who run. A dominating y would cost more: everybody pays its weight in proportion to its tasks, and one gets
     more of them. Cycles of any length are covered, not only pairs of users.
     Settles po of ps-dsf-tdm (hypothesis none).
     Hypotheses met: PsDsfTdm.ps_dsf_tdm_witness. *)
  Theorem ps_dsf_tdm_pareto : pareto I (feasible_time I g) x.
  Proof.
    intros [y [[Py Cy] [D [n [Hn Gn]]]]].
    pose proof (tot_nonneg I g x P n Hn) as Tn.
    assert (Rn : 0 < tot I x n).
    { destruct (placed_runs I g y Py n Hn) as [i [Hi G]]; [auto|lra|]. apply (tdm_runs n i); auto. }
    assert (A : sum (users I) (fun m => wt I m * (tot I x m / tot I x m))
              < sum (users I) (fun m => wt I m * (tot I y m / tot I x m))).
    { apply sum_lt with n; auto.
      - intros m Hm. apply Rmult_le_compat_l; [apply Rlt_le, (wf_wt I W); auto|].
        destruct (Rle_lt_or_eq_dec _ _ (tot_nonneg I g x P m Hm)) as [L|E].
        + apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; auto|]. apply D; auto.
        + assert (Z : tot I y m = 0).
          { apply Rle_antisym; [|apply (tot_nonneg I g y Py); auto]. apply Rnot_lt_le; intros L.
            destruct (placed_runs I g y Py m Hm) as [i [Hi G]]; [auto|lra|]. pose proof (tdm_runs m i Hm Hi G). lra. }
          rewrite Z, <- E. lra.
      - apply Rmult_lt_compat_l; [apply (wf_wt I W); auto|]. apply Rmult_lt_compat_r; auto. apply Rinv_0_lt_compat; auto. }
    apply (Rlt_not_le _ _ A).
    apply Rle_trans with (sum (servers I) (price I x)).
    - rewrite (sum_ext _ (fun m => wt I m * (tot I y m / tot I x m))
                 (fun m => sum (servers I) (fun i => wt I m * (y m i / tot I x m)))).
      2:{ intros m Hm. rewrite sum_scal. unfold Rdiv. rewrite sum_scal_r. reflexivity. }
      rewrite sum_swap. apply sum_le; intros i Hi.
      apply Rle_trans with (price I x i * sum (users I) (fun m => y m i / g m i)).
      + rewrite <- sum_scal. apply sum_le; intros m Hm.
        destruct (Rle_lt_or_eq_dec _ _ (G0 m i Hm Hi)) as [G|E].
        * pose proof (tdm_runs m i Hm Hi G) as Tm. pose proof (tdm_dear m i Hm Hi) as De.
          replace (wt I m * (y m i / tot I x m)) with (y m i / (tot I x m * g m i) * (wt I m * g m i)) by (field; lra).
          replace (price I x i * (y m i / g m i)) with (y m i / (tot I x m * g m i) * (tot I x m * price I x i))
            by (field; lra).
          apply Rmult_le_compat_l; auto. apply div_nonneg; [apply (pl_pos I g y Py); auto|]. apply Rmult_lt_0_compat; auto.
        * symmetry in E. rewrite (pl_run I g y Py m i Hm Hi E). unfold Rdiv. lra.
      + pose proof (price_nonneg I g x W P i Hi). specialize (Cy i Hi).
        apply Rmult_le_compat_l with (r := price I x i) in Cy; auto. lra.
    - unfold price. rewrite <- sum_swap. right. apply sum_ext; intros m Hm. unfold spend. rewrite sum_scal.
      unfold Rdiv. rewrite sum_scal_r. reflexivity.
  Qed.
End Time.

(** Lemma 2: no rearrangement between two users, whatever the servers, gives one more and the other no less. *)
(* Idea. A case of Pareto optimality, on any servers and not only on two.
   Covers the lemma.
   Hypotheses met: PsDsfTdm.ps_dsf_tdm_witness. *)
Theorem khamse2017_lemma_2 I g x y n m : wf I -> rates I g -> ps_dsf_tdm g I x -> feasible_time I g y ->
  (n < users I)%nat -> (m < users I)%nat ->
  (forall k, (k < users I)%nat -> k <> n -> k <> m -> tot I y k = tot I x k) ->
  tot I x n < tot I y n -> tot I y m < tot I x m.
Proof.
  intros W G H Fy Hn Hm Rest L. apply Rnot_le_lt; intros M.
  apply (ps_dsf_tdm_pareto I g x W G H). exists y. split; auto. split; [|exists n; auto].
  intros k Hk. destruct (Nat.eq_dec k n) as [->|]; [lra|]. destruct (Nat.eq_dec k m) as [->|]; [lra|].
  rewrite Rest; auto; lra.
Qed.

(** ** Without rates: bundles of resources *)

Section Bundles.
  Variable I : inst.
  Variable x : placement.
  Hypothesis W : wf I.
  Hypothesis H : ps_dsf_tdm (gam I) I x.

  (** Time division is the narrower of the two. *)
  (* Idea. The part of the time that a user has bounds the part of every resource that it takes.
     Covers the sentence after Definition 4.
     Hypotheses met: PsDsfTdm.ps_dsf_tdm_witness. *)
  Theorem time_feasible y : feasible_time I (gam I) y -> feasible I y.
  Proof.
    intros [P C]. split; auto. intros i r Hi Hr.
    apply Rle_trans with (cap I i r * sum (users I) (fun n => y n i / gam I n i)).
    - rewrite <- sum_scal. apply sum_le; intros n Hn.
      destruct (Rle_lt_or_eq_dec _ _ (gam_nonneg I W n i Hn Hi)) as [G|E].
      + pose proof (gam_dem I W n i r Hn Hi Hr) as D.
        replace (y n i * dem I n r) with (y n i / gam I n i * (gam I n i * dem I n r)) by (field; lra).
        rewrite (Rmult_comm (cap I i r)). apply Rmult_le_compat_l; auto.
        apply div_nonneg; auto. apply (pl_pos I (gam I) y P); auto.
      + symmetry in E. rewrite (pl_run I (gam I) y P n i Hn Hi E). unfold Rdiv. lra.
    - pose proof (wf_cap I W i r Hi Hr). specialize (C i Hi).
      apply Rmult_le_compat_l with (r := cap I i r) in C; auto. lra.
  Qed.

  Theorem ps_dsf_tdm_envy_free : envy_free I x.
  Proof.
    intros n m Hn Hm D. pose proof (proj1 (proj1 (proj2 H))) as P.
    apply Rle_trans with (2 := ps_dsf_tdm_envy_free_time I (gam I) x W (gam_rates I W) H n m Hn Hm D).
    apply capped_mono. apply sum_le; intros i Hi.
    pose proof (wf_wt I W n Hn) as Wn. pose proof (wf_wt I W m Hm) as Wm.
    pose proof (pl_pos I (gam I) x P m i Hm Hi) as X0. pose proof (gam_nonneg I W n i Hn Hi) as Gn.
    assert (Q : 0 < wt I n / wt I m) by (apply div_pos; auto).
    destruct (Rle_lt_or_eq_dec _ _ X0) as [X|<-].
    2:{ unfold Rdiv. destruct (el I n i); lra. }
    assert (Gm : 0 < gam I m i) by (apply (placed_usable I (gam I) x P); auto; apply (gam_nonneg I W); auto).
    pose proof (div_pos _ _ X Gm) as Xg.
    assert (0 <= wt I n / wt I m * (x m i / gam I m i) * gam I n i).
    { apply Rmult_le_pos; auto. apply Rmult_le_pos; lra. }
    destruct (el I n i) eqn:E; auto.
    pose proof (gam_kappa I n m i W Hn Hm Hi E) as K.
    replace (wt I n / wt I m * kappa I (dem I n) (dem I m) * x m i)
      with (wt I n / wt I m * (x m i / gam I m i) * (kappa I (dem I n) (dem I m) * gam I m i)) by (field; lra).
    apply Rmult_le_compat_l; auto. apply Rmult_le_pos; lra.
  Qed.

  (* Idea. flow_fair: let n have a complaint y. Consider all users who stand no higher than n in the common bottleneck.
     The servers that they can use are sold out in it, to themselves alone. In y they have only these servers, none of
     them has less, and n has more: too much for what the servers hold. Under a common bottleneck time sold is resource
     sold.
     Settles bf of ps-dsf-tdm (hypothesis none).
     Hypotheses met: PsDsfTdm.ps_dsf_tdm_witness. *)
  Theorem ps_dsf_tdm_bottleneck_fair : bottleneck_fair I (feasible_time I (gam I)) x.
  Proof.
    pose proof (proj1 (proj2 H)) as Fx. pose proof (proj1 Fx) as P. pose proof (proj2 (proj2 H)) as B.
    intros r Br. pose proof Br as [Hr _].
    assert (Part : forall y n i, placed I (gam I) y -> (n < users I)%nat -> (i < servers I)%nat ->
              y n i * dem I n r = cap I i r * (y n i / gam I n i)).
    { intros y n i Py Hn Hi. destruct (Rle_lt_or_eq_dec _ _ (gam_nonneg I W n i Hn Hi)) as [G|E].
      - destruct (common_gam I W r n i Br Hn Hi G) as [<- _]. field; lra.
      - symmetry in E. rewrite (pl_run I (gam I) y Py n i Hn Hi E). unfold Rdiv. lra. }
    apply (flow_fair I (gam I)); auto.
    - intros; apply (gam_nonneg I W); auto.
    - intros y [Py _]; auto.
    - intros y i Fy Hi. apply (time_feasible y Fy); auto.
    - intros n i Hn Hi G. apply (common_gam I W r n i Br Hn Hi G).
    - intros n i Hn Hi G. destruct (B n i Hn Hi G) as [Sat Lo]. split.
      + rewrite (sum_ext _ _ (fun m => cap I i r * (x m i / gam I m i))) by (intros; apply Part; auto).
        rewrite sum_scal, Sat. lra.
      + intros m Hm X. assert (Gm : 0 < gam I m i).
        { apply (placed_usable I (gam I) x P); auto. apply (gam_nonneg I W); auto. }
        destruct (common_gam I W r n i Br Hn Hi G) as [En [Dn Cr]].
        destruct (common_gam I W r m i Br Hm Hi Gm) as [Em [Dm _]].
        pose proof (wf_wt I W n Hn) as Wn. pose proof (wf_wt I W m Hm) as Wm.
        assert (A1 : 0 < wt I n * gam I n i) by (apply Rmult_lt_0_compat; auto).
        assert (A2 : 0 < wt I m * gam I m i) by (apply Rmult_lt_0_compat; auto).
        pose proof (vds_le I (gam I) x n m i A1 A2 (Lo m Hm X)) as V.
        assert (Pr : 0 < pool I r).
        { apply Rlt_le_trans with (cap I i r); auto. apply (pool_ge I W); auto. }
        unfold share_of.
        apply Rmult_le_compat_r with (r := dem I n r * dem I m r) in V; [|apply Rmult_le_pos; lra].
        replace (tot I x m * (wt I n * gam I n i) * (dem I n r * dem I m r))
          with (tot I x m * dem I m r * wt I n * (gam I n i * dem I n r)) in V by ring.
        replace (tot I x n * (wt I m * gam I m i) * (dem I n r * dem I m r))
          with (tot I x n * dem I n r * wt I m * (gam I m i * dem I m r)) in V by ring.
        rewrite En, Em in V. apply Rmult_le_reg_r in V; auto.
        apply Rmult_le_reg_r with (wt I n * wt I m * pool I r).
        { apply Rmult_lt_0_compat; auto. apply Rmult_lt_0_compat; auto. }
        replace (tot I x m * (dem I m r / (wt I m * pool I r)) * (wt I n * wt I m * pool I r))
          with (tot I x m * dem I m r * wt I n) by (field; lra).
        replace (tot I x n * (dem I n r / (wt I n * pool I r)) * (wt I n * wt I m * pool I r))
          with (tot I x n * dem I n r * wt I m) by (field; lra).
        exact V.
  Qed.

  (* Idea. A single resource is a common bottleneck. flow_fair: let n have a complaint y. Consider all users who stand
     no higher than n in the common bottleneck. The servers that they can use are sold out in it, to themselves alone.
     In y they have only these servers, none of them has less, and n has more: too much for what the servers hold.
     Settles srf of ps-dsf-tdm (hypothesis none).
     Hypotheses met: PsDsfTdm.ps_dsf_tdm_witness. *)
  Theorem ps_dsf_tdm_single_resource_fair : single_resource_fair I (feasible_time I (gam I)) x.
  Proof. intros E. apply ps_dsf_tdm_bottleneck_fair. apply single_is_common; auto. Qed.
End Bundles.

(** Envy over slices of time, whatever the rates, and over bundles where there are none. *)
(* Idea. On each server the holder stands no higher than whoever else can use it. So by weight the time of m on i is
   worth to n at most its own tasks times the part of m that stands on i. Add up. A bundle fits into its slice of time,
   so without rates envy over bundles is less still.
   Settles ef of ps-dsf-tdm (hypothesis none).
   Hypotheses met: PsDsfTdm.ps_dsf_tdm_witness. *)
Theorem ps_dsf_tdm_no_envy :
  (forall I g x, wf I -> rates I g -> ps_dsf_tdm g I x -> envy_free_time I g x) /\
  (forall I x, wf I -> ps_dsf_tdm (gam I) I x -> envy_free I x).
Proof. split; [exact ps_dsf_tdm_envy_free_time|exact ps_dsf_tdm_envy_free]. Qed.

(** ** Comparisons: uniqueness, departures, lies *)

Section Compare.
  Variables (I J : inst) (g h : nat -> nat -> R) (x x' : placement) (f : nat -> nat).
  Hypothesis WI : wf I.
  Hypothesis WJ : wf J.
  Hypothesis GI : rates I g.
  Hypothesis GJ : rates J h.
  Hypothesis HI : ps_dsf_tdm g I x.
  Hypothesis HJ : ps_dsf_tdm h J x'.
  Hypothesis ES : servers J = servers I.
  Hypothesis f_lt : forall k, (k < users J)%nat -> (f k < users I)%nat.
  Hypothesis f_sub : forall q, (forall n, (n < users I)%nat -> 0 <= q n) ->
    sum (users J) (fun k => q (f k)) <= sum (users I) q.
  Hypothesis f_wt : forall k, (k < users J)%nat -> wt J k = wt I (f k).
  Hypothesis f_g : forall k i, (k < users J)%nat -> (i < servers I)%nat -> h k i = g (f k) i.

  Let p := price I x.
  Let p' := price J x'.
  Let PI : placed I g x := proj1 (proj1 (proj2 HI)).
  Let PJ : placed J h x' := proj1 (proj1 (proj2 HJ)).

  (** Prices do not rise when users leave. *)
  Lemma prices_fall i : (i < servers I)%nat -> p' i <= p i.
  Proof.
    intros Hi0. apply Rnot_lt_le; intros Up.
    pose (T := fun j => if Rlt_dec (p j) (p' j) then 1 else 0).
    assert (L : sum (servers I) (fun j => T j * p j) < sum (servers I) (fun j => T j * p' j)).
    { apply sum_lt with i; auto.
      - intros j Hj. unfold T. destruct (Rlt_dec (p j) (p' j)); lra.
      - unfold T. destruct (Rlt_dec (p i) (p' i)); lra. }
    apply (Rlt_not_le _ _ L). apply money_compare with (f := f); auto.
    - intros j Hj. unfold T. destruct (Rlt_dec (p j) (p' j)); auto.
    - intros n j Hn Hj. apply (spend_nonneg I g x WI PI); auto.
    - intros k Hk. pose proof (f_lt k Hk) as Hfk.
      destruct (classic (exists j, (j < servers I)%nat /\ p j < p' j /\ 0 < x' k j)) as [[j [Hj [Uj Xj]]]|No].
      2:{ apply Rle_trans with 0.
          - right. apply sum_zero; intros j Hj. unfold T. destruct (Rlt_dec (p j) (p' j)) as [U|]; [|lra].
            unfold spend. replace (x' k j) with 0; [unfold Rdiv; lra|].
            assert (Hj' : (j < servers J)%nat) by (rewrite ES; auto).
            pose proof (pl_pos J h x' PJ k j Hk Hj') as X. destruct (Rle_lt_or_eq_dec _ _ X) as [X'|]; auto.
            exfalso; apply No; exists j; auto.
          - apply sum_nonneg; intros j Hj. pose proof (spend_nonneg I g x WI PI (f k) j Hfk Hj).
            unfold T. destruct (Rlt_dec (p j) (p' j)); lra. }
      assert (Hj' : (j < servers J)%nat) by (rewrite ES; auto).
      assert (Hg : 0 < h k j) by (apply (usable J h x' GJ HJ); auto).
      assert (TJ : 0 < tot J x' k) by (apply (tot_pos J h x' PJ k j); auto).
      assert (TI : 0 < tot I x (f k)) by (apply (tdm_runs I g x WI GI HI (f k) j); auto; rewrite <- f_g; auto).
      assert (Only : forall q, (q < servers I)%nat -> 0 < x (f k) q -> p q < p' q).
      { intros q Hq Xq. apply Rnot_le_lt; intros Dq. assert (Hq' : (q < servers J)%nat) by (rewrite ES; auto).
        pose proof (tdm_exact J h x' WJ GJ HJ k j Hk Hj' Xj) as E1. fold (p' j) in E1.
        pose proof (tdm_dear J h x' WJ GJ HJ k q Hk Hq') as E2. fold (p' q) in E2.
        pose proof (tdm_exact I g x WI GI HI (f k) q Hfk Hq Xq) as E3. fold (p q) in E3.
        pose proof (tdm_dear I g x WI GI HI (f k) j Hfk Hj) as E4. fold (p j) in E4.
        rewrite f_wt, f_g in E1, E2 by auto.
        assert (pq : 0 < p q).
        { apply (price_pos I g x WI GI HI (f k) q); auto. apply (usable I g x GI HI); auto. }
        assert (A1 : tot J x' k < tot I x (f k)).
        { apply Rnot_le_lt; intros A. apply Rmult_lt_compat_l with (r := tot J x' k) in Uj; auto.
          pose proof (price_nonneg I g x WI PI j Hj) as Pj. fold (p j) in Pj.
          apply Rmult_le_compat_r with (r := p j) in A; auto. lra. }
        apply Rmult_le_compat_l with (r := tot J x' k) in Dq; [|lra].
        apply Rmult_lt_compat_r with (r := p q) in A1; auto. lra. }
      apply Rle_trans with (wt J k).
      + apply Rle_trans with (sum (servers I) (fun q => spend J x' k q)).
        * apply sum_le; intros q Hq. assert (Hq' : (q < servers J)%nat) by (rewrite ES; auto).
          pose proof (spend_nonneg J h x' WJ PJ k q Hk Hq').
          unfold T. destruct (Rlt_dec (p q) (p' q)); lra.
        * unfold spend. rewrite sum_scal, <- ES, (parts J x' k Hk TJ). lra.
      + rewrite f_wt by auto. apply Rle_trans with (sum (servers I) (fun q => spend I x (f k) q)).
        * unfold spend. rewrite sum_scal, (parts I x (f k) Hfk TI). lra.
        * apply sum_le; intros q Hq.
          destruct (Rle_lt_or_eq_dec _ _ (pl_pos I g x PI (f k) q Hfk Hq)) as [X|E].
          -- specialize (Only q Hq X). unfold T. destruct (Rlt_dec (p q) (p' q)); [lra|contradiction].
          -- unfold spend. rewrite <- E. unfold Rdiv. lra.
  Qed.

  Lemma totals_rise k : (k < users J)%nat -> tot I x (f k) <= tot J x' k.
  Proof.
    intros Hk. pose proof (f_lt k Hk) as Hfk.
    destruct (Rle_lt_or_eq_dec _ _ (tot_nonneg I g x PI (f k) Hfk)) as [Tp|<-]; [|apply (tot_nonneg J h x' PJ); auto].
    destruct (sum_pos_term _ _ Tp) as [j [Hj Xj]]. assert (Hj' : (j < servers J)%nat) by (rewrite ES; auto).
    pose proof (tdm_exact I g x WI GI HI (f k) j Hfk Hj Xj) as E3. fold (p j) in E3.
    pose proof (tdm_dear J h x' WJ GJ HJ k j Hk Hj') as E2. fold (p' j) in E2. rewrite f_wt, f_g in E2 by auto.
    pose proof (prices_fall j Hj) as Fall.
    assert (pj : 0 < p j).
    { apply (price_pos I g x WI GI HI (f k) j); auto. apply (usable I g x GI HI); auto. }
    apply Rmult_le_reg_r with (p j); auto.
    apply Rmult_le_compat_l with (r := tot J x' k) in Fall; [lra|apply (tot_nonneg J h x' PJ); auto].
  Qed.
End Compare.

(* Idea. Compare two allocations. Let T be the servers that are dearer in the second. Whoever buys in T in the second
   found only servers of T best in the first, so spends all its weight there: no less money in T in the first, against
   the prices. So prices are equal, and tasks are weight over the best price.
   Covers uniqueness of totals.
   Hypotheses met: PsDsfTdm.ps_dsf_tdm_witness. *)
Theorem ps_dsf_tdm_unique I g x z : wf I -> rates I g -> ps_dsf_tdm g I x -> ps_dsf_tdm g I z ->
  forall n, (n < users I)%nat -> tot I x n = tot I z n.
Proof.
  intros W G Hx Hz n Hn. apply Rle_antisym.
  - apply (totals_rise I I g g x z (fun k => k)); auto. intros; apply Rle_refl.
  - apply (totals_rise I I g g z x (fun k => k)); auto. intros; apply Rle_refl.
Qed.

(* Idea. The comparison of prices of the uniqueness proof, one way: with fewer users no server gets dearer, since money
   can only leave. At prices that do not rise the best server gives everybody at least as many tasks for its weight.
   Settles population-monotone of ps-dsf-tdm (hypothesis none).
   Hypotheses met: Examples.leaving_witness_time. *)
Theorem ps_dsf_tdm_population_monotone I g l x x' : wf I -> rates I g -> (l < users I)%nat ->
  ps_dsf_tdm g I x -> ps_dsf_tdm (fun k => g (skip l k)) (without l I) x' ->
  forall n, (n < pred (users I))%nat -> tot I x (skip l n) <= tot I x' n.
Proof.
  intros W G Hl Hx Hx' n Hn.
  apply (totals_rise I (without l I) g (fun k => g (skip l k)) x x' (skip l)); auto.
  - apply wf_without; auto.
  - intros k i Hk Hi. apply G; auto. apply skip_lt; auto.
  - intros k Hk. apply skip_lt; auto.
  - intros q Hq. rewrite (sum_skip (users I) l q Hl). specialize (Hq l Hl). simpl. lra.
Qed.

(** No coalition has lies, about demands, servers or both, by which all its members gain. *)
(* Idea. If liar n gains, every server where it holds something of use gets cheaper by more than the part b_n of its
   tasks that is of use. Weigh each server by the largest 1/b over the liars for whom it got that cheap: weighted money
   after is less than money before there. But honest buyers there stay there, and each liar puts b_n of its weight on
   servers of weight at least 1/b_n.
   Covers coalitions of any size; the ids follow below.
   Hypotheses met: Examples.lying_witness_time. *)
Theorem ps_dsf_tdm_coalition_proof : coalition_proof (fun I => ps_dsf_tdm (gam I) I) (fun _ => True).
Proof.
  intros S I J x x' WI WJ _ _ A HI HJ [n0 [Hn0 Sn0]] Gains.
  pose proof (gam_rates I WI) as GI. pose proof (gam_rates J WJ) as GJ.
  pose proof (proj1 (proj1 (proj2 HI))) as PI. pose proof (proj1 (proj1 (proj2 HJ))) as PJ.
  assert (EU := ag_u _ I J A). assert (ES := ag_s _ I J A). assert (ER := ag_r _ I J A).
  pose (k := fun n => kappa I (dem I n) (dem J n)).
  pose (on := fun n i => if el I n i then x' n i else 0).
  pose (U := fun n => sum (servers I) (on n)).
  pose (b := fun n => U n / tot J x' n).
  set (p := price I x) in *. set (p' := price J x') in *.
  assert (p0 : forall i, (i < servers I)%nat -> 0 <= p i) by (intros; apply (price_nonneg I (gam I) x WI PI); auto).
  assert (on_b : forall n i, (n < users I)%nat -> (i < servers I)%nat -> 0 <= on n i <= x' n i).
  { intros n i Hn Hi. unfold on. assert (Hn' : (n < users J)%nat) by (rewrite EU; auto).
    assert (Hi' : (i < servers J)%nat) by (rewrite ES; auto).
    pose proof (pl_pos J (gam J) x' PJ n i Hn' Hi'). destruct (el I n i); lra. }
  assert (Liar : forall n, (n < users I)%nat -> S n = true ->
            0 < k n /\ 0 < U n /\ 0 < tot J x' n /\ tot I x n < k n * U n /\ 0 < b n <= 1 /\ b n * tot J x' n = U n).
  { intros n Hn Sn. specialize (Gains n Hn Sn).
    assert (Dr : row (resources I) (dem J n)) by (rewrite <- ER; apply (wf_dem J WJ); rewrite EU; auto).
    assert (k0 : 0 <= k n) by (apply (kappa_nonneg I WI); auto; apply Dr).
    assert (Gv : tot I x n < k n * U n).
    { apply Rlt_le_trans with (1 := Gains). unfold gain. apply Rle_trans with (1 := capped_le _ _).
      right. unfold U. rewrite <- sum_scal. apply sum_ext; intros i Hi. unfold on, k. destruct (el I n i); lra. }
    pose proof (tot_nonneg I (gam I) x PI n Hn) as T0.
    assert (U0 : 0 <= U n) by (apply sum_nonneg; intros; apply on_b; auto).
    assert (kp : 0 < k n) by (destruct (Rle_lt_or_eq_dec _ _ k0) as [|E]; auto; rewrite <- E in Gv; lra).
    assert (Up : 0 < U n) by (destruct (Rle_lt_or_eq_dec _ _ U0) as [|E]; auto; rewrite <- E in Gv; lra).
    assert (UT : U n <= tot J x' n).
    { unfold tot. rewrite ES. apply sum_le; intros; apply on_b; auto. }
    repeat split; auto; try lra.
    - apply div_pos; lra.
    - apply div_le; lra.
    - apply div_cancel; lra. }
  (* where a liar holds something of use, the price falls by more than the factor that is of use *)
  assert (Cheap : forall n i, (n < users I)%nat -> S n = true -> (i < servers I)%nat -> 0 < on n i -> p' i < b n * p i).
  { intros n i Hn Sn Hi Oi. destruct (Liar n Hn Sn) as [kp [Up [Tp [Gv [[bp b1] bT]]]]].
    assert (Hi' : (i < servers J)%nat) by (rewrite ES; auto).
    assert (Hn' : (n < users J)%nat) by (rewrite EU; auto).
    assert (X : 0 < x' n i) by (pose proof (on_b n i Hn Hi); lra).
    assert (E : el I n i = true) by (unfold on in Oi; destruct (el I n i); auto; lra).
    pose proof (tdm_exact J (gam J) x' WJ GJ HJ n i Hn' Hi' X) as E1. fold p' in E1. rewrite (ag_wt _ I J A) in E1.
    pose proof (tdm_dear I (gam I) x WI GI HI n i Hn Hi) as E2. fold p in E2.
    assert (Dr : row (resources I) (dem J n)) by (rewrite <- ER; apply (wf_dem J WJ); auto).
    assert (Kg : k n * gam J n i <= gam I n i).
    { unfold gam at 2. rewrite E. apply minratio_glb; [apply (wf_dem I WI); auto|]. intros r Hr D.
      assert (Hr' : (r < resources J)%nat) by (rewrite ER; auto).
      pose proof (gam_dem J WJ n i r Hn' Hi' Hr') as Gd. rewrite (ag_cap _ I J A) in Gd.
      pose proof (gam_nonneg J WJ n i Hn' Hi').
      pose proof (kappa_le I WI (dem J n) n r Hn Hr (proj1 Dr)) as K. fold (k n) in K.
      apply Rmult_le_compat_l with (r := gam J n i) in K; auto. lra. }
    pose proof (wf_wt I WI n Hn) as Wn.
    assert (Gp : 0 < gam J n i) by (apply (usable J (gam J) x' GJ HJ); auto).
    apply Rmult_le_compat_l with (r := wt I n) in Kg; [|lra].
    assert (kT : 0 < k n * tot J x' n) by (apply Rmult_lt_0_compat; lra).
    assert (A1 : k n * tot J x' n * p' i <= tot I x n * p i).
    { replace (k n * tot J x' n * p' i) with (k n * (wt I n * gam J n i)); [lra|rewrite E1; ring]. }
    assert (pi : 0 < p i).
    { destruct (Rle_lt_or_eq_dec _ _ (p0 i Hi)) as [|Z]; auto. rewrite <- Z, Rmult_0_r in A1.
      assert (0 < k n * (wt I n * gam J n i)).
      { apply Rmult_lt_0_compat; auto. apply Rmult_lt_0_compat; auto. }
      rewrite E1 in H. replace (k n * tot J x' n * p' i) with (k n * (tot J x' n * p' i)) in A1 by ring. lra. }
    apply Rmult_lt_reg_l with (k n * tot J x' n); auto. apply Rle_lt_trans with (1 := A1).
    replace (k n * tot J x' n * (b n * p i)) with (k n * U n * p i) by (rewrite <- bT; ring).
    apply Rmult_lt_compat_r; auto. }
  (* a server counts by the liar to whom its fall in price matters most *)
  pose (c := fun i n => if S n then (if Rlt_dec (p' i) (b n * p i) then b n else 0) else 0).
  pose (F := fun i => maxratio (users I) (fun _ => 1) (c i)).
  pose (T := fun i => if Rlt_dec 0 (F i) then 1 else 0).
  assert (c_pos : forall i n, (n < users I)%nat -> S n = true -> p' i < b n * p i -> 0 < c i n /\ 1 <= F i * b n).
  { intros i n Hn Sn L. destruct (Liar n Hn Sn) as [_ [_ [_ [_ [[bp _] _]]]]].
    assert (E : c i n = b n) by (unfold c; rewrite Sn; destruct (Rlt_dec (p' i) (b n * p i)); auto; contradiction).
    split; [rewrite E; auto|]. rewrite <- E. apply (maxratio_ge (users I) (fun _ => 1) (c i) n); auto. rewrite E; auto. }
  assert (F_some : forall i, 0 < F i -> exists n, (n < users I)%nat /\ S n = true /\ p' i < b n * p i /\ F i * b n = 1).
  { intros i Fp. destruct (maxratio_eq (users I) (fun _ => 1) (c i)) as [Z|[n [Hn [Cp E]]]].
    - unfold F in Fp. rewrite Z in Fp. lra.
    - exists n. split; auto. fold (F i) in E. unfold c in Cp, E. destruct (S n); [|lra].
      destruct (Rlt_dec (p' i) (b n * p i)); [|lra]. auto. }
  assert (F0 : forall i, 0 <= F i) by (intros; apply maxratio_nonneg).
  assert (Fall : forall i, F i * p' i <= T i * p i).
  { intros i. unfold T. destruct (Rlt_dec 0 (F i)) as [Fp|Fn].
    - destruct (F_some i Fp) as [n [_ [_ [L E]]]]. apply Rmult_lt_compat_l with (r := F i) in L; auto.
      rewrite <- Rmult_assoc, E in L. lra.
    - replace (F i) with 0; [lra|]. specialize (F0 i). lra. }
  destruct (Liar n0 Hn0 Sn0) as [_ [Up0 _]]. destruct (sum_pos_term _ _ Up0) as [i0 [Hi0 Oi0]].
  assert (L : sum (servers I) (fun i => F i * p' i) < sum (servers I) (fun i => T i * p i)).
  { apply sum_lt with i0; auto. pose proof (Cheap n0 i0 Hn0 Sn0 Hi0 Oi0) as C0.
    destruct (c_pos i0 n0 Hn0 Sn0 C0) as [_ One]. destruct (Liar n0 Hn0 Sn0) as [_ [_ [_ [_ [[bp _] _]]]]].
    assert (Fp : 0 < F i0).
    { destruct (Rle_lt_or_eq_dec _ _ (F0 i0)) as [|Z]; auto. rewrite <- Z in One. lra. }
    unfold T. destruct (Rlt_dec 0 (F i0)); [|contradiction].
    destruct (F_some i0 Fp) as [n [_ [_ [L E]]]]. apply Rmult_lt_compat_l with (r := F i0) in L; auto.
    rewrite <- Rmult_assoc, E in L. lra. }
  apply (Rlt_not_le _ _ L). unfold p, p', price.
  rewrite (sum_ext (servers I) (fun i => T i * sum (users I) (fun m => spend I x m i))
             (fun i => sum (users I) (fun m => T i * spend I x m i))) by (intros; rewrite !sum_scal; auto).
  rewrite (sum_ext (servers I) (fun i => F i * sum (users J) (fun m => spend J x' m i))
             (fun i => sum (users I) (fun m => F i * spend J x' m i))) by (intros; rewrite EU, sum_scal; auto).
  rewrite !(sum_swap (servers I)). apply sum_le; intros m Hm.
  assert (Hm' : (m < users J)%nat) by (rewrite EU; auto).
  assert (FS : forall i, (i < servers I)%nat -> 0 <= F i * spend J x' m i).
  { intros i Hi. assert (Hi' : (i < servers J)%nat) by (rewrite ES; auto).
    apply Rmult_le_pos; auto. apply (spend_nonneg J (gam J) x' WJ PJ); auto. }
  assert (Mine : sum (servers I) (fun i => T i * spend I x m i) <= wt I m).
  { apply Rle_trans with (sum (servers I) (fun i => spend I x m i)).
    - apply sum_le; intros i Hi. pose proof (spend_nonneg I (gam I) x WI PI m i Hm Hi).
      unfold T. destruct (Rlt_dec 0 (F i)); lra.
    - unfold spend. rewrite sum_scal. pose proof (parts_le I (gam I) x PI m Hm) as Pl. pose proof (wf_wt I WI m Hm).
      apply Rmult_le_compat_l with (r := wt I m) in Pl; lra. }
  destruct (S m) eqn:Sm.
  - apply Rle_trans with (1 := Mine). destruct (Liar m Hm Sm) as [_ [Um [Tm [_ [[bp _] bT]]]]].
    apply Rle_trans with (sum (servers I) (fun i => wt I m / U m * on m i)).
    + rewrite sum_scal. fold (U m). right. symmetry. apply div_cancel; auto.
    + apply sum_le; intros i Hi. destruct (Rle_lt_or_eq_dec _ _ (proj1 (on_b m i Hm Hi))) as [O|<-].
      * destruct (c_pos i m Hm Sm (Cheap m i Hm Sm Hi O)) as [_ One].
        unfold spend. rewrite (ag_wt _ I J A). pose proof (wf_wt I WI m Hm) as Wm.
        destruct (on_b m i Hm Hi) as [_ Ox].
        replace (F i * (wt I m * (x' m i / tot J x' m))) with (F i * b m * (wt I m / U m * x' m i)).
        2:{ rewrite <- bT. field. split; lra. }
        assert (Q : 0 <= wt I m / U m) by (apply div_nonneg; lra).
        apply Rle_trans with (1 * (wt I m / U m * x' m i)).
        -- rewrite Rmult_1_l. apply Rmult_le_compat_l; auto.
        -- apply Rmult_le_compat_r; auto. apply Rmult_le_pos; lra.
      * rewrite Rmult_0_r. apply FS; auto.
  - destruct (classic (exists i, (i < servers I)%nat /\ 0 < F i /\ 0 < x m i)) as [[i [Hi [Fi Xi]]]|No].
    2:{ apply Rle_trans with 0; [|apply sum_nonneg; intros; apply FS; auto].
        right. apply sum_zero; intros i Hi. unfold T. destruct (Rlt_dec 0 (F i)) as [C|]; [|lra].
        unfold spend. replace (x m i) with 0; [unfold Rdiv; lra|].
        destruct (Rle_lt_or_eq_dec _ _ (pl_pos I (gam I) x PI m i Hm Hi)) as [X|]; auto.
        exfalso; apply No; exists i; auto. }
    destruct (F_some i Fi) as [n [Hn [Sn [Ci _]]]].
    destruct (Liar n Hn Sn) as [_ [_ [_ [_ [[bp b1] _]]]]].
    assert (EG : forall j, gam J m j = gam I m j).
    { intros j. unfold gam, fit. rewrite (ag_el _ I J A m Sm), ER. destruct (el I m j); auto.
      apply minratio_ext; intros; [apply (ag_cap _ I J A)|]. rewrite (ag_dem _ I J A m Sm); auto. }
    assert (Hi' : (i < servers J)%nat) by (rewrite ES; auto).
    assert (Gi : 0 < gam I m i) by (apply (usable I (gam I) x GI HI); auto).
    assert (TI : 0 < tot I x m) by (apply (tot_pos I (gam I) x PI m i); auto).
    assert (TJ : 0 < tot J x' m) by (apply (tdm_runs J (gam J) x' WJ GJ HJ m i); auto; rewrite EG; auto).
    assert (Only : forall j, (j < servers I)%nat -> 0 < x' m j -> p' j < b n * p j).
    { intros j Hj Xj. apply Rnot_le_lt; intros Dj. assert (Hj' : (j < servers J)%nat) by (rewrite ES; auto).
      pose proof (tdm_exact I (gam I) x WI GI HI m i Hm Hi Xi) as E1. fold (p i) in E1.
      pose proof (tdm_dear J (gam J) x' WJ GJ HJ m i Hm' Hi') as E2. fold (p' i) in E2.
      pose proof (tdm_exact J (gam J) x' WJ GJ HJ m j Hm' Hj' Xj) as E3. fold (p' j) in E3.
      pose proof (tdm_dear I (gam I) x WI GI HI m j Hm Hj) as E4. fold (p j) in E4.
      rewrite EG, (ag_wt _ I J A) in E2, E3.
      assert (P'j : 0 < p' j).
      { apply (price_pos J (gam J) x' WJ GJ HJ m j); auto. apply (usable J (gam J) x' GJ HJ); auto. }
      assert (Pj : 0 < p j).
      { destruct (Rle_lt_or_eq_dec _ _ (p0 j Hj)) as [|Z]; auto. rewrite <- Z in E4.
        assert (0 < tot J x' m * p' j) by (apply Rmult_lt_0_compat; auto). lra. }
      assert (Pi : 0 < p i).
      { apply (price_pos I (gam I) x WI GI HI m i); auto. }
      assert (A1 : tot I x m < b n * tot J x' m).
      { apply Rmult_lt_reg_r with (p i); auto. apply Rmult_lt_compat_l with (r := tot J x' m) in Ci; auto. lra. }
      apply Rmult_le_compat_l with (r := tot J x' m) in Dj; [|lra].
      apply Rmult_lt_compat_r with (r := p j) in A1; auto. lra. }
    apply Rle_trans with (1 := Mine).
    apply Rle_trans with (sum (servers I) (fun j => spend J x' m j)).
    + unfold spend. rewrite sum_scal, <- ES, (parts J x' m Hm' TJ), (ag_wt _ I J A). lra.
    + apply sum_le; intros j Hj. assert (Hj' : (j < servers J)%nat) by (rewrite ES; auto).
      destruct (Rle_lt_or_eq_dec _ _ (pl_pos J (gam J) x' PJ m j Hm' Hj')) as [X|Z].
      * destruct (c_pos j n Hn Sn (Only j Hj X)) as [_ One].
        pose proof (spend_nonneg J (gam J) x' WJ PJ m j Hm' Hj') as Sp.
        assert (F1 : 1 <= F j).
        { apply Rle_trans with (1 := One). rewrite <- (Rmult_1_r (F j)) at 2. apply Rmult_le_compat_l; auto. }
        apply Rmult_le_compat_r with (r := spend J x' m j) in F1; auto. lra.
      * unfold spend. rewrite <- Z. unfold Rdiv. lra.
Qed.

(* Idea. A coalition of one: ps_dsf_tdm_coalition_proof.
   Settles sp, sp-demand, sp-eligibility of ps-dsf-tdm (hypothesis none).
   Hypotheses met: Examples.lying_witness_time. *)
Theorem ps_dsf_tdm_strategy_proof : strategy_proof (fun I => ps_dsf_tdm (gam I) I) (fun _ => True).
Proof. apply strategy_of_coalition, ps_dsf_tdm_coalition_proof. Qed.

(* Idea. A coalition of two: ps_dsf_tdm_coalition_proof.
   Settles group-sp of ps-dsf-tdm (hypothesis none).
   Hypotheses met: Examples.lying_witness_time. *)
Theorem ps_dsf_tdm_pair_proof : pair_proof (fun I => ps_dsf_tdm (gam I) I) (fun _ => True).
Proof. apply pair_of_coalition, ps_dsf_tdm_coalition_proof. Qed.

(** Witness. *)
Lemma ps_dsf_tdm_witness K R : (0 < R)%nat ->
  wf (twins K R) /\ rates (twins K R) (gam (twins K R)) /\ ps_dsf_tdm (gam (twins K R)) (twins K R) halves.
Proof.
  intros HR. assert (W : wf (twins K R)) by (apply twins_wf; auto). split; auto. split; [apply gam_rates; auto|].
  split; [apply twins_endless|]. split; [apply halves_time; auto|].
  intros n i Hn Hi G. split.
  - simpl. rewrite !twins_gam by (auto; lia). unfold halves. lra.
  - intros m Hm _. unfold vds. rewrite !twins_gam by auto. right. reflexivity.
Qed.
