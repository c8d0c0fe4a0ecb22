(** PS-DSF under resource division. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Bottleneck Uniform TaskShare Drf Flow Money Witness.
Open Scope R_scope.

(** The virtual dominant share per unit of weight. *)
Definition vds I (g : nat -> nat -> R) x n i := tot I x n / (wt I n * g n i).

(** Definition 5 of khamse2017, over a feasible set F: no user can get more tasks without the tasks of a user m on a
    server i being lowered where m stands no higher. [other] asks in addition that m is another user. *)
Definition per_server_fair (other : bool) I g (F : placement -> Prop) x :=
  forall n y, (n < users I)%nat -> F y -> tot I x n < tot I y n ->
    exists m i, (m < users I)%nat /\ (i < servers I)%nat /\ (other = true -> m <> n) /\
      0 < g n i /\ y m i < x m i /\ vds I g x m i <= vds I g x n i.

(** Definition 6. *)
Definition bottleneck I x n i r :=
  (r < resources I)%nat /\ 0 < dem I n r /\
  sum (users I) (fun m => x m i * dem I m r) = cap I i r /\
  forall m, (m < users I)%nat -> 0 < x m i * dem I m r -> vds I (gam I) x m i <= vds I (gam I) x n i.

Definition bottlenecks I x := forall n i, (n < users I)%nat -> (i < servers I)%nat -> 0 < gam I n i ->
  exists r, bottleneck I x n i r.

(** The specification; finite tasks are refused. *)
Definition ps_dsf I x := endless I /\ feasible I x /\ bottlenecks I x.

Lemma endless_within I n v : endless I -> (n < users I)%nat -> within (tk I n) v.
Proof. intros E Hn. rewrite E; simpl; auto. Qed.

(** Theorem 1, both readings of Definition 5. *)
Theorem bottlenecks_per_server_fair I x : wf I -> feasible I x -> bottlenecks I x ->
  per_server_fair true I (gam I) (feasible I) x.
Proof.
  intros W [P _] B n y Hn [Py Cy] G.
  destruct (sum_lt_term _ _ _ G) as [i [Hi L]].
  assert (Gn : 0 < gam I n i).
  { apply (placed_usable I (gam I) y Py); auto; [apply (gam_nonneg I W); auto|].
    pose proof (pl_pos I (gam I) x P n i Hn Hi). lra. }
  destruct (B n i Hn Hi Gn) as [r [Hr [D [Sat Lo]]]].
  specialize (Cy i r Hi Hr). rewrite <- Sat in Cy.
  assert (Ex : exists m, (m < users I)%nat /\ y m i * dem I m r < x m i * dem I m r).
  { apply NNPP; intros No. apply (Rlt_not_le _ _) with (2 := Cy). apply sum_lt with n; auto.
    intros m Hm. apply Rnot_lt_le; intros K. apply No; exists m; auto. }
  destruct Ex as [m [Hm K]].
  pose proof (proj1 (wf_dem I W m Hm) r Hr) as D0.
  assert (Dm : 0 < dem I m r) by (destruct (Rle_lt_or_eq_dec _ _ D0) as [|E]; auto; rewrite <- E in K; lra).
  assert (Less : y m i < x m i) by (apply Rmult_lt_reg_r with (dem I m r); auto).
  exists m, i. split; auto. split; auto. split; [intros _ ->; lra|]. split; auto. split; auto.
  apply Lo; auto. apply Rmult_lt_0_compat; auto. pose proof (pl_pos I (gam I) y Py m i Hm Hi). lra.
Qed.

Theorem per_server_fair_bottlenecks I x : wf I -> endless I -> feasible I x ->
  per_server_fair false I (gam I) (feasible I) x -> bottlenecks I x.
Proof.
  intros W End Fx Def n i Hn Hi Gn. apply NNPP; intros No.
  assert (NB : forall r, ~ bottleneck I x n i r) by (intros r E; apply No; exists r; auto). clear No.
  pose proof Fx as [P C].
  pose (v := vds I (gam I) x).
  pose (high := fun m => if Rlt_dec (v n i) (v m i) then true else false).
  assert (hn : high n = false) by (unfold high; destruct (Rlt_dec (v n i) (v n i)); auto; lra).
  pose (z := fun m (j : nat) => if Nat.eq_dec j i then (if high m then 0 else x m j) else x m j).
  assert (zle : forall m j, (m < users I)%nat -> (j < servers I)%nat -> 0 <= z m j <= x m j).
  { intros m j Hm Hj. pose proof (pl_pos I (gam I) x P m j Hm Hj). unfold z.
    destruct (Nat.eq_dec j i); destruct (high m); lra. }
  pose (free := fun r => cap I i r - sum (users I) (fun m => z m i * dem I m r)).
  assert (free_pos : forall r, (r < resources I)%nat -> 0 < dem I n r -> 0 < free r).
  { intros r Hr D. unfold free. pose proof (C i r Hi Hr) as Cr.
    assert (Le : forall m, (m < users I)%nat -> z m i * dem I m r <= x m i * dem I m r).
    { intros m Hm. apply Rmult_le_compat_r; [apply (wf_dem I W); auto|apply zle; auto]. }
    destruct (Rle_lt_or_eq_dec _ _ Cr) as [L|E].
    - pose proof (sum_le (users I) (fun m => z m i * dem I m r) (fun m => x m i * dem I m r) Le). simpl in *. lra.
    - assert (Ex : exists m, (m < users I)%nat /\ 0 < x m i * dem I m r /\ high m = true).
      { apply NNPP; intros No. apply (NB r). split; auto. split; auto. split; auto.
        intros m Hm Xp. apply Rnot_lt_le; intros L. apply No. exists m. split; auto. split; auto.
        unfold high, v. destruct (Rlt_dec (vds I (gam I) x n i) (vds I (gam I) x m i)); auto; contradiction. }
      destruct Ex as [m [Hm [Xp Hh]]]. rewrite <- E. apply Rlt_Rminus.
      apply sum_lt with m; auto. unfold z. destruct (Nat.eq_dec i i); [|contradiction]. rewrite Hh. lra. }
  set (q := minratio (resources I) free (dem I n)).
  assert (qp : 0 < q) by (apply minratio_pos; auto; apply (wf_dem I W); auto).
  pose (y := fun m (j : nat) => z m j + (if Nat.eq_dec m n then (if Nat.eq_dec j i then q else 0) else 0)).
  assert (Fy : feasible I y).
  { split; [split|].
    - intros m j Hm Hj. unfold y. pose proof (zle m j Hm Hj). destruct (Nat.eq_dec m n); destruct (Nat.eq_dec j i); lra.
    - intros m j Hm Hj Z. unfold y. pose proof (zle m j Hm Hj) as B. rewrite (pl_run I (gam I) x P m j Hm Hj Z) in B.
      destruct (Nat.eq_dec m n) as [->|]; destruct (Nat.eq_dec j i) as [->|]; lra.
    - intros m Hm. apply endless_within; auto.
    - intros j r Hj Hr. unfold y.
      rewrite (sum_ext _ _ (fun m => z m j * dem I m r
                 + (if Nat.eq_dec m n then (if Nat.eq_dec j i then q * dem I n r else 0) else 0))).
      + rewrite sum_plus, sum_single by auto.
        assert (Le : sum (users I) (fun m => z m j * dem I m r) <= cap I j r).
        { apply Rle_trans with (2 := C j r Hj Hr). apply sum_le; intros m Hm.
          apply Rmult_le_compat_r; [apply (wf_dem I W); auto|apply zle; auto]. }
        destruct (Nat.eq_dec j i) as [->|]; [|lra].
        destruct (Rle_lt_or_eq_dec _ _ (proj1 (wf_dem I W n Hn) r Hr)) as [Dp|<-]; [|lra].
        pose proof (minratio_le (resources I) free (dem I n) r Hr Dp) as A. fold q in A. unfold free in A. lra.
      + intros m Hm. destruct (Nat.eq_dec m n); destruct (Nat.eq_dec j i); subst; lra. }
  destruct (Def n y Hn Fy) as [m [j [Hm [Hj [_ [_ [L V]]]]]]].
  - apply sum_lt with i; auto.
    + intros j Hj. unfold y, z. rewrite hn. destruct (Nat.eq_dec n n); destruct (Nat.eq_dec j i); lra.
    + unfold y, z. rewrite hn. destruct (Nat.eq_dec n n); destruct (Nat.eq_dec i i); try contradiction; lra.
  - unfold y, z in L.
    assert (A : 0 <= (if Nat.eq_dec m n then (if Nat.eq_dec j i then q else 0) else 0)).
    { destruct (Nat.eq_dec m n); destruct (Nat.eq_dec j i); lra. }
    destruct (Nat.eq_dec j i) as [->|]; [|lra].
    destruct (high m) eqn:Hh; [|lra]. unfold high, v in Hh.
    destruct (Rlt_dec (vds I (gam I) x n i) (vds I (gam I) x m i)); [lra|discriminate].
Qed.

(* Idea. If x_n grows, it grows on some server. There the bottleneck of n is sold out, so somebody who holds it is
   lowered, and stands no higher. Conversely, without a bottleneck of n on i, take all tasks on i from those who stand
   strictly higher there: room for n on every resource, and nobody else is lowered. Whether Definition 5 lets n itself
   be lowered somewhere makes no difference.
   Covers the characterisation, for both readings of Definition 5.
   Hypotheses met: PsDsf.ps_dsf_witness. *)
Theorem khamse2017_theorem_1 I x other : wf I -> endless I -> feasible I x ->
  (per_server_fair other I (gam I) (feasible I) x <-> bottlenecks I x).
Proof.
  intros W E F. split.
  - intros H. apply per_server_fair_bottlenecks; auto. intros n y Hn Fy G.
    destruct (H n y Hn Fy G) as [m [i [Hm [Hi [_ Q]]]]]. exists m, i. repeat (split; auto); try apply Q. discriminate.
  - intros B n y Hn Fy G. destruct (bottlenecks_per_server_fair I x W F B n y Hn Fy G) as [m [i [Hm [Hi [D Q]]]]].
    exists m, i. repeat (split; auto); apply Q.
Qed.

(** Multiplied out. *)
Lemma vds_le I (g : nat -> nat -> R) x n m i : 0 < wt I n * g n i -> 0 < wt I m * g m i -> vds I g x m i <= vds I g x n i ->
  tot I x m * (wt I n * g n i) <= tot I x n * (wt I m * g m i).
Proof.
  intros A B H. unfold vds in H.
  apply Rmult_le_compat_r with (r := (wt I m * g m i) * (wt I n * g n i)) in H.
  - replace (tot I x m / (wt I m * g m i) * (wt I m * g m i * (wt I n * g n i)))
      with (tot I x m / (wt I m * g m i) * (wt I m * g m i) * (wt I n * g n i)) in H by ring.
    replace (tot I x n / (wt I n * g n i) * (wt I m * g m i * (wt I n * g n i)))
      with (tot I x n / (wt I n * g n i) * (wt I n * g n i) * (wt I m * g m i)) in H by ring.
    rewrite !div_cancel in H by auto. exact H.
  - apply Rmult_le_pos; lra.
Qed.

Lemma gam_kappa I n m i : wf I -> (n < users I)%nat -> (m < users I)%nat -> (i < servers I)%nat -> el I n i = true ->
  kappa I (dem I n) (dem I m) * gam I m i <= gam I n i.
Proof.
  intros W Hn Hm Hi E. unfold gam at 2. rewrite E. apply minratio_glb; [apply (wf_dem I W); auto|]. intros r Hr D.
  pose proof (gam_dem I W m i r Hm Hi Hr). pose proof (gam_nonneg I W m i Hm Hi).
  pose proof (kappa_le I W (dem I m) n r Hn Hr (proj1 (wf_dem I W m Hm))) as A.
  apply Rmult_le_compat_l with (r := gam I m i) in A; auto. lra.
Qed.

Section PsDsf.
  Variable I : inst.
  Variable x : placement.
  Hypothesis W : wf I.
  Hypothesis H : ps_dsf I x.

  Let Fx : feasible I x := proj1 (proj2 H).
  Let P : placed I (gam I) x := proj1 Fx.
  Let B : bottlenecks I x := proj2 (proj2 H).

  Lemma wg_pos n i : (n < users I)%nat -> 0 < gam I n i -> 0 < wt I n * gam I n i.
  Proof. intros Hn G. apply Rmult_lt_0_compat; auto. apply (wf_wt I W); auto. Qed.

  Lemma held_usable m i : (m < users I)%nat -> (i < servers I)%nat -> 0 < x m i -> 0 < gam I m i.
  Proof. intros Hm Hi X. apply (placed_usable I (gam I) x P); auto. apply (gam_nonneg I W); auto. Qed.

  Lemma ps_dsf_dear n i : (n < users I)%nat -> (i < servers I)%nat ->
    wt I n * gam I n i <= tot I x n * price I x i.
  Proof.
    intros Hn Hi. pose proof (tot_nonneg I (gam I) x P n Hn) as Tn.
    destruct (Rle_lt_or_eq_dec _ _ (gam_nonneg I W n i Hn Hi)) as [G|<-].
    2:{ rewrite Rmult_0_r. apply Rmult_le_pos; auto. apply (price_nonneg I (gam I) x W P); auto. }
    destruct (B n i Hn Hi G) as [r [Hr [D [Sat Lo]]]].
    assert (C : 0 < cap I i r) by (apply (gam_cap I W n i r); auto).
    pose proof (wg_pos n i Hn G) as A.
    apply Rmult_le_reg_r with (cap I i r); auto. rewrite <- Sat at 1. unfold price.
    rewrite <- !sum_scal, <- sum_scal_r. apply sum_le; intros m Hm.
    pose proof (pl_pos I (gam I) x P m i Hm Hi) as X0. pose proof (proj1 (wf_dem I W m Hm) r Hr) as D0.
    assert (R0 : 0 <= tot I x n * spend I x m i * cap I i r).
    { apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; auto. apply (spend_nonneg I (gam I) x W P); auto. }
    assert (XD : 0 <= x m i * dem I m r) by (apply Rmult_le_pos; auto).
    destruct (Rle_lt_or_eq_dec _ _ XD) as [Xd|E]; [|rewrite <- E; lra].
    assert (X : 0 < x m i). { destruct (Rle_lt_or_eq_dec _ _ X0) as [|E]; auto. rewrite <- E in Xd. lra. }
    pose proof (held_usable m i Hm Hi X) as Gm.
    pose proof (vds_le I (gam I) x n m i A (wg_pos m i Hm Gm) (Lo m Hm Xd)) as V.
    pose proof (gam_dem I W m i r Hm Hi Hr) as Gd. pose proof (wf_wt I W m Hm) as Wm.
    assert (Tm : 0 < tot I x m) by (apply (tot_pos I (gam I) x P m i); auto).
    unfold spend.
    replace (tot I x n * (wt I m * (x m i / tot I x m)) * cap I i r)
      with (x m i / tot I x m * (tot I x n * wt I m * cap I i r)) by (field; lra).
    replace (wt I n * gam I n i * (x m i * dem I m r))
      with (x m i / tot I x m * (tot I x m * (wt I n * gam I n i) * dem I m r)) by (field; lra).
    apply Rmult_le_compat_l; [apply div_nonneg; lra|].
    apply Rle_trans with (tot I x n * (wt I m * gam I m i) * dem I m r).
    - apply Rmult_le_compat_r; auto.
    - replace (tot I x n * (wt I m * gam I m i) * dem I m r) with (tot I x n * wt I m * (gam I m i * dem I m r)) by ring.
      apply Rmult_le_compat_l; auto. apply Rmult_le_pos; lra.
  Qed.

  (* Idea. Let every user spend its weight on servers in proportion to its tasks. On a server i the bottleneck r of n is
     sold out to holders that stand no higher, and a holder takes of r at most the part of the server that its tasks are
     of its tasks alone. So n has at least w_n gamma over the money spent on i. Add up: money is the sum of the weights.
     No induction on users is needed.
     Settles si of ps-dsf (hypothesis none).
     Hypotheses met: PsDsf.ps_dsf_witness. *)
  Theorem ps_dsf_sharing_incentive : sharing_incentive I (gam I) x.
  Proof.
    apply priced_sharing_incentive; auto.
    - exact ps_dsf_dear.
    - intros; apply (gam_nonneg I W); auto.
  Qed.

  (* Idea. Where n may run and m holds something of use to n, m holds the bottleneck of n, so it stands no higher there.
     Since k tasks of n fit in one of m, k times the tasks of m by weight are no more than those of n. Add up over the
     servers by the parts of m that stand there.
     Settles ef of ps-dsf (hypothesis none).
     Hypotheses met: PsDsf.ps_dsf_witness. *)
  Theorem ps_dsf_envy_free : envy_free I x.
  Proof.
    intros n m Hn Hm Dnm. apply Rle_trans with (1 := capped_le _ _).
    pose proof (tot_nonneg I (gam I) x P n Hn) as Tn.
    set (k := kappa I (dem I n) (dem I m)).
    assert (k0 : 0 <= k) by (apply (kappa_nonneg I W); auto; apply (wf_dem I W); auto).
    pose proof (wf_wt I W n Hn) as Wn. pose proof (wf_wt I W m Hm) as Wm.
    apply Rle_trans with (sum (servers I) (fun i => tot I x n * (x m i / tot I x m))).
    - apply sum_le; intros i Hi.
      assert (R0 : 0 <= tot I x n * (x m i / tot I x m)).
      { apply Rmult_le_pos; auto. apply (part_nonneg I (gam I) x P); auto. }
      destruct (el I n i) eqn:E; auto. fold k.
      destruct (Rle_lt_or_eq_dec _ _ k0) as [kp|<-]; [|lra].
      destruct (Rle_lt_or_eq_dec _ _ (pl_pos I (gam I) x P m i Hm Hi)) as [X|Z]; [|rewrite <- Z in *; lra].
      pose proof (held_usable m i Hm Hi X) as Gm.
      pose proof (gam_kappa I n m i W Hn Hm Hi E) as K. fold k in K.
      assert (G : 0 < gam I n i).
      { apply Rlt_le_trans with (k * gam I m i); auto. apply Rmult_lt_0_compat; auto. }
      destruct (B n i Hn Hi G) as [r [Hr [D [Sat Lo]]]].
      pose proof (kappa_le I W (dem I m) n r Hn Hr (proj1 (wf_dem I W m Hm))) as A. fold k in A.
      assert (Dm : 0 < dem I m r). { apply Rlt_le_trans with (k * dem I n r); auto. apply Rmult_lt_0_compat; auto. }
      assert (Xd : 0 < x m i * dem I m r) by (apply Rmult_lt_0_compat; auto).
      pose proof (vds_le I (gam I) x n m i (wg_pos n i Hn G) (wg_pos m i Hm Gm) (Lo m Hm Xd)) as V.
      assert (Tm : 0 < tot I x m) by (apply (tot_pos I (gam I) x P m i); auto).
      assert (Key : k * wt I n * tot I x m <= tot I x n * wt I m).
      { apply Rmult_le_reg_r with (gam I m i); auto.
        apply Rle_trans with (tot I x m * (wt I n * gam I n i)); [|lra].
        replace (k * wt I n * tot I x m * gam I m i) with (tot I x m * wt I n * (k * gam I m i)) by ring.
        replace (tot I x m * (wt I n * gam I n i)) with (tot I x m * wt I n * gam I n i) by ring.
        apply Rmult_le_compat_l; auto. apply Rmult_le_pos; lra. }
      replace (wt I n / wt I m * k * x m i) with (x m i / (tot I x m * wt I m) * (k * wt I n * tot I x m)) by (field; lra).
      replace (tot I x n * (x m i / tot I x m)) with (x m i / (tot I x m * wt I m) * (tot I x n * wt I m)) by (field; lra).
      apply Rmult_le_compat_l; auto. apply div_nonneg; [lra|]. apply Rmult_lt_0_compat; auto.
    - rewrite sum_scal. pose proof (parts_le I (gam I) x P m Hm) as L.
      apply Rmult_le_compat_l with (r := tot I x n) in L; auto. lra.
  Qed.

  (* Idea. flow_fair: let n have a complaint y. Consider all users who stand no higher than n in the common bottleneck.
     The servers that they can use are sold out in it, to themselves alone. In y they have only these servers, none of
     them has less, and n has more: too much for what the servers hold. If the bottleneck of a user is another resource,
     the common one is sold out with it.
     Settles bf of ps-dsf (hypothesis none).
     Hypotheses met: PsDsf.ps_dsf_witness. *)
  Theorem ps_dsf_bottleneck_fair : bottleneck_fair I (feasible I) x.
  Proof.
    intros r Br. pose proof Br as [Hr _].
    apply (flow_fair I (gam I)); auto.
    - intros; apply (gam_nonneg I W); auto.
    - intros y [Py _]; auto.
    - intros y i [_ C] Hi. apply C; auto.
    - intros n i Hn Hi G. apply (common_gam I W r n i Br Hn Hi G).
    - intros n i Hn Hi G. destruct (common_gam I W r n i Br Hn Hi G) as [En [Dn Cr]].
      destruct (B n i Hn Hi G) as [q [Hq [D [Sat Lo]]]].
      assert (Cq : 0 < cap I i q) by (apply (gam_cap I W n i q); auto).
      assert (Term : forall m, (m < users I)%nat ->
                x m i * dem I m q * cap I i r <= x m i * dem I m r * cap I i q).
      { intros m Hm. destruct (Rle_lt_or_eq_dec _ _ (pl_pos I (gam I) x P m i Hm Hi)) as [X|<-]; [|lra].
        pose proof (held_usable m i Hm Hi X) as Gm.
        destruct Br as [_ Dom]. destruct (Dom m i Hm Hi Gm) as [_ M]. specialize (M q Hq).
        rewrite !Rmult_assoc. apply Rmult_le_compat_l; lra. }
      assert (Eq : sum (users I) (fun m => x m i * dem I m q * cap I i r)
                 = sum (users I) (fun m => x m i * dem I m r * cap I i q)).
      { apply Rle_antisym; [apply sum_le; auto|]. rewrite !sum_scal_r, Sat.
        pose proof (proj2 Fx i r Hi Hr). rewrite (Rmult_comm (cap I i q)). apply Rmult_le_compat_r; lra. }
      pose proof (sum_eq_terms _ _ _ Term Eq) as Each.
      split.
      + rewrite !sum_scal_r, Sat in Eq. apply Rmult_eq_reg_r with (cap I i q); lra.
      + intros m Hm X. pose proof (held_usable m i Hm Hi X) as Gm.
        destruct (common_gam I W r m i Br Hm Hi Gm) as [Em [Dm _]]. specialize (Each m Hm). simpl in Each.
        assert (Xr : 0 < x m i * dem I m r * cap I i q).
        { apply Rmult_lt_0_compat; auto. apply Rmult_lt_0_compat; auto. }
        assert (Xq : 0 < x m i * dem I m q).
        { rewrite <- Each in Xr. apply Rmult_lt_reg_r with (cap I i r); auto. lra. }
        pose proof (vds_le I (gam I) x n m i (wg_pos n i Hn G) (wg_pos m i Hm Gm) (Lo m Hm Xq)) as V.
        pose proof (wf_wt I W n Hn) as Wn. pose proof (wf_wt I W m Hm) as Wm.
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
     Settles srf of ps-dsf (hypothesis none).
     Hypotheses met: PsDsf.ps_dsf_witness. *)
  Theorem ps_dsf_single_resource_fair : single_resource_fair I (feasible I) x.
  Proof. intros E. apply ps_dsf_bottleneck_fair. apply single_is_common; auto. Qed.

  Theorem ps_dsf_single_server_fair : servers I = 1%nat -> fair I (feasible I) (dominant_share I) x.
  Proof.
    intros One n y Hn [Fy [G C]]. pose proof (feasible_tot I x n Fx Hn) as T0.
    assert (R : runs I n) by (apply (feasible_runs I W y); auto; lra).
    pose proof R as [i [Hi Gn]]. replace i with O in * by lia. clear i.
    destruct (bottlenecks_per_server_fair I x W Fx B n y Hn Fy G) as [m [i [Hm [Hi' [_ [_ [L V]]]]]]].
    replace i with O in * by lia. clear i Hi'.
    assert (X : 0 < x m O). { pose proof (pl_pos I (gam I) y (proj1 Fy) m O Hm Hi). lra. }
    pose proof (held_usable m O Hm Hi X) as Gm.
    assert (D : tot I y m < tot I x m) by (unfold tot; rewrite One; simpl; lra).
    specialize (C m Hm D).
    assert (E : forall k, (k < users I)%nat -> 0 < gam I k 0 -> tot I x k * dominant_share I k = vds I (gam I) x k 0).
    { intros k Hk Gk. unfold dominant_share, vds. pose proof Gk as Gk'. rewrite (gam_fit I k 0 Gk) in Gk' |- *.
      rewrite dominant_share_fit; auto. pose proof (wf_wt I W k Hk). field; lra. }
    rewrite !E in C by auto. lra.
  Qed.

  (* Idea. On one server the virtual dominant share is the dominant share, and Definition 5 is the absence of
     complaints.
     Settles single-server of ps-dsf (hypothesis none).
     Hypotheses met: PsDsf.ps_dsf_witness. *)
  Theorem ps_dsf_reduces_to_drf : reduces_to_drf I x.
  Proof. exact ps_dsf_single_server_fair. Qed.
End PsDsf.

(** With positive demands every saturated bottleneck of one user of a server is a bottleneck of all of them. *)
(* Idea. With positive demands all who run on a server hold every resource there, so the condition on levels does not
   depend on the resource.
   Covers a step in the proof of Lemma 1 of khamse2017.
   Hypotheses met: PsDsf.ps_dsf_witness. *)
Theorem khamse2017_same_bottleneck I x i n r : wf I -> positive I -> ps_dsf I x ->
  (n < users I)%nat -> (i < servers I)%nat -> 0 < gam I n i -> bottleneck I x n i r ->
  forall m, (m < users I)%nat -> 0 < gam I m i -> bottleneck I x m i r.
Proof.
  intros W Pos [_ [Fx B]] Hn Hi Gn [Hr [_ [Sat _]]] m Hm Gm.
  split; auto. split; [apply Pos; auto|]. split; auto. intros k Hk X.
  destruct (B m i Hm Hi Gm) as [q [Hq [_ [_ Lo]]]]. apply Lo; auto.
  pose proof (Pos k q Hk Hq). apply Rmult_lt_0_compat; auto.
  pose proof (Pos k r Hk Hr). apply Rmult_lt_reg_r with (dem I k r); auto. lra.
Qed.

(** Corollary 1: a saturated resource is a bottleneck of a user that stands lowest among those who demand it, once
    all who stand higher and demand it hold none of the server. *)
(* Idea. A restatement of Definition 6: whoever holds the resource demands it and does not stand higher.
   Covers the corollary.
   Hypotheses met: PsDsf.ps_dsf_witness. *)
Theorem khamse2017_corollary_1 I x i n r : wf I -> feasible I x ->
  (n < users I)%nat -> (i < servers I)%nat -> 0 < gam I n i -> (r < resources I)%nat -> 0 < dem I n r ->
  sum (users I) (fun m => x m i * dem I m r) = cap I i r ->
  (forall m, (m < users I)%nat -> 0 < dem I m r -> vds I (gam I) x n i < vds I (gam I) x m i -> x m i = 0) ->
  bottleneck I x n i r.
Proof.
  intros W [P C] Hn Hi G Hr D Sat None. split; auto. split; auto. split; auto. intros m Hm X.
  apply Rnot_lt_le; intros L. pose proof (proj1 (wf_dem I W m Hm) r Hr) as D0.
  destruct (Rle_lt_or_eq_dec _ _ D0) as [Dm|E]; [|rewrite <- E in X; lra].
  rewrite (None m Hm Dm L) in X. lra.
Qed.

(** Witness. *)
Lemma ps_dsf_witness K R : (0 < R)%nat -> wf (twins K R) /\ ps_dsf (twins K R) halves.
Proof.
  intros HR. assert (W : wf (twins K R)) by (apply twins_wf; auto). split; auto.
  split; [apply twins_endless|]. split; [apply halves_feasible; auto|].
  intros n i Hn Hi G. exists O. split; auto. split; [simpl; lra|]. split; [simpl; unfold halves; lra|].
  intros m Hm _. unfold vds. rewrite !twins_gam by auto. right. reflexivity.
Qed.
