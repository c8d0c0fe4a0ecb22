(** Competitive equilibrium from equal incomes on one pool: prices, and each user spends its part of the money. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Bottleneck Witness Waste.
Open Scope R_scope.

(** The weights of the users that can run. *)
Definition live_weight I := sum (users I) (fun n => if runsb (gam I) I n then wt I n else 0).
Definition cost I (p : nat -> R) n := sum (resources I) (fun r => p r * dem I n r).
Definition used I (x : placement) r := sum (users I) (fun m => x m 0%nat * dem I m r).

Record prices I (x : placement) (p : nat -> R) : Prop := {
  pr_pos : forall r, (r < resources I)%nat -> 0 <= p r;
  pr_one : (exists n, (n < users I)%nat /\ runs I n) -> sum (resources I) (fun r => p r * cap I 0 r) = 1;
  pr_full : forall r, (r < resources I)%nat -> 0 < p r -> used I x r = cap I 0 r /\ 0 < cap I 0 r;
  pr_spent : forall n, (n < users I)%nat -> runs I n -> tot I x n * cost I p n * live_weight I = wt I n
}.

(** The specification of the page. *)
Definition ceei I x := servers I = 1%nat /\ endless I /\ feasible I x /\ exists p, prices I x p.

(** Bottleneck-based fairness, as its page has it. *)
Definition bottleneck_based_fair I x := servers I = 1%nat -> forall n, (n < users I)%nat -> runs I n ->
  full (tk I n) (tot I x n) \/ exists r, (r < resources I)%nat /\ 0 < cap I 0 r /\ used I x r = cap I 0 r /\
    wt I n / weights I * cap I 0 r <= tot I x n * dem I n r.

Section Market.
  Variable I : inst.
  Variable x : placement.
  Hypothesis W : wf I.
  Hypothesis H : ceei I x.

  Let One : servers I = 1%nat. Proof. apply H. Qed.
  Let Fx : feasible I x. Proof. apply H. Qed.

  Lemma tot_at z n : tot I z n = z n O.
  Proof. unfold tot. rewrite One. simpl. lra. Qed.

  Lemma S0 : (0 < servers I)%nat.
  Proof. rewrite One. lia. Qed.

  Lemma runs_at n : runs I n <-> 0 < gam I n 0.
  Proof.
    split; [intros [i [Hi G]]; rewrite One in Hi; replace i with O in G by lia; auto|].
    intros G; exists O; split; auto. apply S0.
  Qed.

  Lemma live_le : live_weight I <= weights I.
  Proof.
    unfold live_weight, weights. apply sum_le; intros n Hn. pose proof (wf_wt I W n Hn).
    destruct (runsb (gam I) I n); lra.
  Qed.

  Lemma live_pos n : (n < users I)%nat -> runs I n -> 0 < live_weight I.
  Proof.
    intros Hn R. apply Rlt_le_trans with (wt I n); [apply (wf_wt I W); auto|].
    replace (wt I n) with (if runsb (gam I) I n then wt I n else 0).
    - apply (sum_term (users I) (fun m => if runsb (gam I) I m then wt I m else 0)); auto.
      intros m Hm. pose proof (wf_wt I W m Hm). destruct (runsb (gam I) I m); lra.
    - apply (runsb_runs I W) in R; auto. rewrite R; auto.
  Qed.

  Section Priced.
    Variable p : nat -> R.
    Hypothesis P : prices I x p.

    Lemma cost_nonneg n : (n < users I)%nat -> 0 <= cost I p n.
    Proof.
      intros Hn. apply sum_nonneg; intros r Hr. apply Rmult_le_pos; [apply (pr_pos I x p P); auto|].
      apply (wf_dem I W); auto.
    Qed.

    Lemma live_cost n : (n < users I)%nat -> runs I n -> 0 < cost I p n.
    Proof.
      intros Hn R. destruct (Rle_lt_or_eq_dec _ _ (cost_nonneg n Hn)) as [|E]; auto.
      pose proof (pr_spent I x p P n Hn R) as S. pose proof (wf_wt I W n Hn). rewrite <- E in S. lra.
    Qed.

    (** What a placement costs, summed over users and over resources. *)
    Lemma cost_used z : sum (users I) (fun n => tot I z n * cost I p n) = sum (resources I) (fun r => p r * used I z r).
    Proof.
      unfold cost, used.
      rewrite (sum_ext (users I) _ (fun n => sum (resources I) (fun r => p r * (z n O * dem I n r)))).
      - rewrite sum_swap. apply sum_ext; intros r Hr. rewrite <- sum_scal. reflexivity.
      - intros n Hn. rewrite <- sum_scal. apply sum_ext; intros r Hr. rewrite tot_at. lra.
    Qed.

    Lemma used_le z r : feasible I z -> (r < resources I)%nat -> used I z r <= cap I 0 r.
    Proof. intros [_ C] Hr. apply (C O r S0 Hr). Qed.

    Lemma cost_within z : feasible I z -> sum (users I) (fun n => tot I z n * cost I p n) <=
      sum (resources I) (fun r => p r * cap I 0 r).
    Proof.
      intros Fz. rewrite cost_used. apply sum_le; intros r Hr. apply Rmult_le_compat_l; [apply (pr_pos I x p P); auto|].
      apply used_le; auto.
    Qed.

    Lemma cost_all : sum (users I) (fun n => tot I x n * cost I p n) = sum (resources I) (fun r => p r * cap I 0 r).
    Proof.
      rewrite cost_used. apply sum_ext; intros r Hr.
      destruct (Rle_lt_or_eq_dec _ _ (pr_pos I x p P r Hr)) as [L|<-]; [|lra].
      rewrite (proj1 (pr_full I x p P r Hr L)). auto.
    Qed.

    (** Whoever can run has at least the tasks of its part of the pool, among those that can run. *)
    Lemma live_slice n : (n < users I)%nat -> runs I n -> wt I n / live_weight I * gam I n 0 <= tot I x n.
    Proof.
      intros Hn R. pose proof (live_cost n Hn R) as C. pose proof (live_pos n Hn R) as L.
      pose proof (pr_spent I x p P n Hn R) as S.
      assert (G : gam I n 0 * cost I p n <= 1).
      { rewrite <- (pr_one I x p P) by (exists n; auto). unfold cost. rewrite <- sum_scal. apply sum_le; intros r Hr.
        replace (gam I n 0 * (p r * dem I n r)) with (p r * (gam I n 0 * dem I n r)) by lra.
        apply Rmult_le_compat_l; [apply (pr_pos I x p P); auto|apply (gam_dem I W); auto; apply S0]. }
      apply Rmult_le_reg_r with (cost I p n * live_weight I); [apply Rmult_lt_0_compat; auto|].
      replace (tot I x n * (cost I p n * live_weight I)) with (wt I n) by lra.
      replace (wt I n / live_weight I * gam I n 0 * (cost I p n * live_weight I))
        with (wt I n * (gam I n 0 * cost I p n)) by (field; lra).
      pose proof (wf_wt I W n Hn). apply Rle_trans with (wt I n * 1); [apply Rmult_le_compat_l; lra|lra].
    Qed.
  End Priced.

  (* Idea. What a user pays buys the whole of no resource: the whole pool costs the money there is. A task of n costs at
     most the whole pool over the tasks that the pool would run for n, so its part of the money buys that part of them.
     Settles si of ceei (hypothesis none).
     Hypotheses met: Ceei.ceei_witness. *)
  Theorem ceei_sharing_incentive : sharing_incentive I (gam I) x.
  Proof.
    intros n Hn. destruct H as [_ [_ [_ [p P]]]]. pose proof (feasible_tot I x n Fx Hn) as T0.
    apply Rle_trans with (1 := capped_le _ _). unfold slice. rewrite One. simpl. rewrite Rplus_0_l.
    destruct (Rle_lt_or_eq_dec _ _ (gam_nonneg I W n 0 Hn S0)) as [G|G]; [|rewrite <- G; lra].
    assert (R : runs I n) by (apply runs_at; auto).
    apply Rle_trans with (2 := live_slice p P n Hn R). apply Rmult_le_compat_r; [lra|].
    pose proof (live_pos n Hn R). pose proof live_le. pose proof (wf_wt I W n Hn).
    unfold Rdiv. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
  Qed.

  (* Idea. A dominating allocation would cost more, since all who can run pay for tasks, but nothing feasible costs more
     than the whole pool, and the allocation costs as much.
     Settles po of ceei (hypothesis none).
     Hypotheses met: Ceei.ceei_witness. *)
  Theorem ceei_pareto : pareto I (feasible I) x.
  Proof.
    intros [y [Fy [D [n [Hn G]]]]]. destruct H as [_ [_ [_ [p P]]]].
    pose proof (feasible_tot I x n Fx Hn).
    assert (R : runs I n) by (apply (feasible_runs I W y); auto; lra).
    pose proof (cost_within p P y Fy) as A. rewrite <- (cost_all p P) in A.
    assert (sum (users I) (fun m => tot I x m * cost I p m) < sum (users I) (fun m => tot I y m * cost I p m)); [|lra].
    apply sum_lt with n; auto.
    - intros m Hm. apply Rmult_le_compat_r; [apply (cost_nonneg p P); auto|auto].
    - apply Rmult_lt_compat_r; auto. apply (live_cost p P); auto.
  Qed.

  (* Idea. Let n envy m, and let k tasks of n fit in one of m. Then a task of m costs at least k times one of n. By weight
     both have the same money, so n already runs k times the tasks of m, by weight.
     Settles ef of ceei (hypothesis none).
     Hypotheses met: Ceei.ceei_witness. *)
  Theorem ceei_envy_free : envy_free I x.
  Proof.
    intros n m Hn Hm Dnm. destruct H as [_ [_ [_ [p P]]]].
    pose proof (feasible_tot I x n Fx Hn) as T0. pose proof (feasible_tot I x m Fx Hm) as T1.
    apply Rle_trans with (1 := capped_le _ _). unfold worth. rewrite One. simpl. rewrite Rplus_0_l.
    destruct (el I n 0) eqn:E; [|lra]. apply Rnot_lt_le; intros Envy.
    set (k := kappa I (dem I n) (dem I m)) in *.
    assert (K : forall r, (r < resources I)%nat -> k * dem I n r <= dem I m r).
    { intros r Hr. apply (kappa_le I W); auto. apply (wf_dem I W); auto. }
    assert (k0 : 0 <= k) by (apply (kappa_nonneg I W); auto; apply (wf_dem I W); auto).
    pose proof (wf_wt I W n Hn) as Wn. pose proof (wf_wt I W m Hm) as Wm.
    assert (Q : 0 < wt I n / wt I m) by (apply div_pos; auto). rewrite <- (tot_at x m) in Envy.
    assert (kp : 0 < k) by (destruct (Rle_lt_or_eq_dec _ _ k0) as [|Z]; auto; rewrite <- Z in *; lra).
    assert (Xp : 0 < tot I x m) by (destruct (Rle_lt_or_eq_dec _ _ T1) as [|Z]; auto; rewrite <- Z in *; lra).
    assert (Rm : runs I m) by (apply (feasible_runs I W x); auto).
    assert (Rn : runs I n).
    { apply runs_at. apply (gam_pos I W); auto; [apply S0|]. intros r Hr D. apply (gam_cap I W m 0 r); auto.
      - apply S0.
      - apply runs_at; auto.
      - apply Rlt_le_trans with (k * dem I n r); [apply Rmult_lt_0_compat; auto|auto]. }
    pose proof (live_cost p P n Hn Rn) as Cn. pose proof (live_pos n Hn Rn) as L.
    pose proof (pr_spent I x p P n Hn Rn) as Sn. pose proof (pr_spent I x p P m Hm Rm) as Sm.
    assert (Ck : k * cost I p n <= cost I p m).
    { unfold cost. rewrite <- sum_scal. apply sum_le; intros r Hr.
      replace (k * (p r * dem I n r)) with (p r * (k * dem I n r)) by lra.
      apply Rmult_le_compat_l; [apply (pr_pos I x p P); auto|auto]. }
    apply Rmult_lt_compat_r with (r := cost I p n * live_weight I) in Envy; [|apply Rmult_lt_0_compat; auto].
    rewrite <- Rmult_assoc, Sn in Envy.
    apply Rmult_le_compat_l with (r := wt I n / wt I m * tot I x m * live_weight I) in Ck.
    - replace (wt I n / wt I m * tot I x m * live_weight I * cost I p m) with (wt I n) in Ck.
      + lra.
      + replace (wt I n / wt I m * tot I x m * live_weight I * cost I p m)
          with (wt I n / wt I m * (tot I x m * cost I p m * live_weight I)) by lra.
        rewrite Sm. field. lra.
    - apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra].
  Qed.

  Theorem ceei_envy_free_aggregate : unconstrained I -> envy_free_aggregate I x.
  Proof. intros U. apply aggregate_of_envy_free; auto. apply ceei_envy_free. Qed.

  (** A resource that is dominant for all who can run is held in proportion to their weights. *)
  Lemma ceei_dominant r : (r < resources I)%nat ->
    (forall n, (n < users I)%nat -> runs I n -> dominant I (dem I n) (cap I 0) r) ->
    fair I (feasible I) (share_of I r) x.
  Proof.
    intros Hr D. destruct H as [_ [_ [_ [p P]]]].
    assert (Full : forall n, (n < users I)%nat -> runs I n -> gam I n 0 * dem I n r = cap I 0 r).
    { intros n Hn R. destruct (D n Hn R) as [Dp Dom]. pose proof R as Gp. apply runs_at in Gp.
      rewrite (gam_fit I n 0 Gp). unfold fit.
      destruct (minratio_eq (resources I) (cap I 0) (dem I n) (wf_dem I W n Hn)) as [q [Hq [Dq E]]].
      assert (Cr : 0 < cap I 0 r) by (apply (gam_cap I W n 0 r); auto; apply S0).
      assert (U : minratio (resources I) (cap I 0) (dem I n) * dem I n r <= cap I 0 r)
        by (apply minratio_le; auto).
      apply Rle_antisym; auto. apply Rmult_le_reg_r with (dem I n q); auto.
      specialize (Dom q Hq). rewrite <- E in Dom.
      replace (minratio (resources I) (cap I 0) (dem I n) * dem I n r * dem I n q)
        with (dem I n r * (minratio (resources I) (cap I 0) (dem I n) * dem I n q)) by lra. lra. }
    assert (Held : forall n, (n < users I)%nat -> runs I n -> wt I n / live_weight I * cap I 0 r <= tot I x n * dem I n r).
    { intros n Hn R. rewrite <- (Full n Hn R). rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply Rlt_le, (D n Hn R)|].
      apply (live_slice p P); auto. }
    assert (Dead : forall n, (n < users I)%nat -> ~ runs I n -> tot I x n = 0).
    { intros n Hn R. apply (feasible_dead I W); auto. destruct (runsb (gam I) I n) eqn:E; auto.
      exfalso; apply R. apply (runsb_runs I W); auto. }
    intros n y Hn [Fy [G C]]. pose proof (feasible_tot I x n Fx Hn) as T0.
    assert (Rn : runs I n) by (apply (feasible_runs I W y); auto; lra).
    pose proof (live_pos n Hn Rn) as L.
    assert (Cr : 0 < cap I 0 r) by (apply (gam_cap I W n 0 r); auto; [apply S0|apply runs_at; auto|apply (D n Hn Rn)]).
    pose (even := fun m => if runsb (gam I) I m then wt I m / live_weight I * cap I 0 r else 0).
    assert (Even : sum (users I) even = cap I 0 r).
    { unfold even. rewrite (sum_ext _ _ (fun m => (if runsb (gam I) I m then wt I m else 0) * (cap I 0 r / live_weight I))).
      - rewrite sum_scal_r. fold (live_weight I). field. lra.
      - intros m Hm. destruct (runsb (gam I) I m); field; lra. }
    assert (Above : forall m, (m < users I)%nat -> even m <= x m O * dem I m r).
    { intros m Hm. unfold even. destruct (runsb (gam I) I m) eqn:E.
      - apply (runsb_runs I W) in E; auto. rewrite <- (tot_at x m). apply Held; auto.
      - apply Rmult_le_pos; [apply (pl_pos I (gam I) x (proj1 Fx)); auto; apply S0|apply (wf_dem I W); auto]. }
    assert (Eq : forall m, (m < users I)%nat -> even m = x m O * dem I m r).
    { apply sum_eq_terms; auto. apply Rle_antisym; [apply sum_le; auto|]. rewrite Even. apply (used_le x r Fx Hr). }
    assert (Level : forall m, (m < users I)%nat -> runs I m -> tot I x m * share_of I r m = / live_weight I).
    { intros m Hm Rm. specialize (Eq m Hm). unfold even in Eq. pose proof Rm as E. apply (runsb_runs I W) in E; auto.
      rewrite E in Eq. unfold share_of. pose proof (wf_wt I W m Hm).
      assert (Pool : pool I r = cap I 0 r) by (unfold pool; rewrite One; simpl; lra). rewrite Pool, tot_at.
      replace (x m O * (dem I m r / (wt I m * cap I 0 r))) with (x m O * dem I m r / (wt I m * cap I 0 r)) by (field; lra).
      rewrite <- Eq. field. lra. }
    assert (Keep : forall m, (m < users I)%nat -> tot I x m <= tot I y m).
    { intros m Hm. apply Rnot_lt_le; intros Lo. specialize (C m Hm Lo).
      pose proof (feasible_tot I y m Fy Hm).
      assert (Rm : runs I m) by (apply (feasible_runs I W x); auto; lra).
      rewrite (Level n Hn Rn), (Level m Hm Rm) in C. lra. }
    pose proof (used_le y r Fy Hr) as Cy.
    assert (used I x r < used I y r).
    { unfold used. apply sum_lt with n; auto.
      - intros m Hm. apply Rmult_le_compat_r; [apply (wf_dem I W); auto|]. rewrite <- !tot_at. auto.
      - apply Rmult_lt_compat_r; [apply (D n Hn Rn)|]. rewrite <- !tot_at. auto. }
    assert (used I x r = cap I 0 r); [|lra].
    rewrite <- Even. unfold used. symmetry. apply sum_ext; auto.
  Qed.

  (* Idea. Where one resource is dominant for all, the part of the pool that each user is owed needs all of that resource,
     so that each user has exactly its part (ceei_dominant), and all stand at one level.
     Settles bf of ceei (hypothesis none).
     Hypotheses met: Ceei.ceei_witness. *)
  Theorem ceei_bottleneck_fair : bottleneck_fair I (feasible I) x.
  Proof.
    intros r [Hr B]. apply ceei_dominant; auto. intros n Hn R. apply B; auto; [apply S0|apply runs_at; auto].
  Qed.

  (* Idea. As ceei_bottleneck_fair: on one server the pool is the server.
     Settles bf-global of ceei (hypothesis none).
     Hypotheses met: Ceei.ceei_witness. *)
  Theorem ceei_bottleneck_fair_global : bottleneck_fair_global I (feasible I) x.
  Proof.
    intros r [Hr B]. apply ceei_dominant; auto. intros n Hn R. destruct (B n Hn R) as [D M].
    assert (Pool : forall q, pool I q = cap I 0 q) by (intros; unfold pool; rewrite One; simpl; lra).
    split; auto. intros q Hq. rewrite <- !Pool. auto.
  Qed.

  (* Idea. The only resource is dominant for all.
     Settles srf of ceei (hypothesis none).
     Hypotheses met: Ceei.ceei_witness. *)
  Theorem ceei_single_resource : single_resource_fair I (feasible I) x.
  Proof.
    intros R1. apply ceei_dominant; [lia|]. intros n Hn R. destruct (wf_dem I W n Hn) as [_ [q [Hq D]]].
    assert (q = 0)%nat as -> by lia. split; auto. intros q Hq'. assert (q = 0)%nat as -> by lia. lra.
  Qed.

  (* Idea. The user's parts of the resources, weighted by what each costs, add up to its money; so its part of some
     resource with a price is at least that, and what has a price is full.
     Settles bbf of ceei (hypothesis none).
     Hypotheses met: Ceei.ceei_witness. *)
  Theorem ceei_bottleneck_based_fair : bottleneck_based_fair I x.
  Proof.
    intros _ n Hn R. right. destruct H as [_ [_ [_ [p P]]]].
    pose proof (pr_one I x p P (ex_intro _ n (conj Hn R))) as S1.
    pose proof (pr_spent I x p P n Hn R) as Sn. pose proof (live_pos n Hn R) as L. pose proof live_le as Le.
    pose proof (wf_wt I W n Hn) as Wn.
    set (e := wt I n / live_weight I) in *.
    assert (E : tot I x n * cost I p n = e).
    { unfold e. apply Rmult_eq_reg_r with (live_weight I); [|lra]. rewrite Sn. field. lra. }
    assert (None_ : forall r, (r < resources I)%nat -> cap I 0 r <= 0 -> dem I n r = 0).
    { intros r Hr Z. pose proof (proj1 (wf_dem I W n Hn) r Hr) as D.
      destruct (Rle_lt_or_eq_dec _ _ D) as [Dp|]; auto. exfalso.
      assert (0 < cap I 0 r); [|lra]. apply (gam_cap I W n 0 r); auto; [apply S0|apply runs_at; auto]. }
    assert (Ex : exists r, (r < resources I)%nat /\ 0 < p r /\ 0 < cap I 0 r /\ e * cap I 0 r <= tot I x n * dem I n r).
    { apply NNPP; intros No.
      assert (Low : forall r, (r < resources I)%nat -> 0 < p r -> 0 < cap I 0 r ->
        tot I x n * (p r * dem I n r) < e * (p r * cap I 0 r)).
      { intros r Hr Pp Cp. apply Rnot_le_lt; intros Q. apply No. exists r. repeat split; auto.
        apply Rmult_le_reg_l with (p r); auto. lra. }
      destruct (sum_pos_term (resources I) (fun r => p r * cap I 0 r)) as [r [Hr Pr]]; [rewrite S1; lra|].
      simpl in Pr. pose proof (pr_pos I x p P r Hr) as P0. pose proof (wf_cap I W O r S0 Hr) as C0.
      assert (Pp : 0 < p r) by (destruct (Rle_lt_or_eq_dec _ _ P0) as [|Z]; auto; rewrite <- Z in Pr; lra).
      assert (Cp : 0 < cap I 0 r) by (destruct (Rle_lt_or_eq_dec _ _ C0) as [|Z]; auto; rewrite <- Z in Pr; lra).
      assert (tot I x n * cost I p n < e * 1); [|lra].
      rewrite <- S1. unfold cost. rewrite <- !sum_scal. apply sum_lt with r; auto.
      intros q Hq. pose proof (pr_pos I x p P q Hq) as Q0. pose proof (wf_cap I W O q S0 Hq) as D0.
      destruct (Rle_lt_or_eq_dec _ _ D0) as [Dp|Z].
      - destruct (Rle_lt_or_eq_dec _ _ Q0) as [Qp|<-]; [apply Rlt_le, Low; auto|lra].
      - rewrite <- Z, (None_ q Hq) by lra. lra. }
    destruct Ex as [r [Hr [Pp [Cp B]]]]. exists r. split; auto. split; auto. split; [apply (pr_full I x p P r Hr Pp)|].
    apply Rle_trans with (2 := B). apply Rmult_le_compat_r; [lra|]. unfold e, Rdiv.
    apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
  Qed.
End Market.

(* Idea. A feasible placement has no tasks where they cannot run and none beyond those there are.
   Settles non-wasteful of asset-fair, ceei, bmf (hypothesis none).
   Hypotheses met: Ceei.ceei_witness. *)
Theorem feasible_non_wasteful I x : wf I -> feasible I x -> non_wasteful I (gam I) x.
Proof. intros W [P _]. apply placed_non_wasteful; auto. intros; apply (gam_nonneg I W); auto. Qed.

(* Idea. A clause of the specification.
   Settles feasible of ceei (hypothesis none).
   Hypotheses met: Ceei.ceei_witness. *)
Theorem ceei_feasible I x : ceei I x -> feasible I x.
Proof. intros H. apply H. Qed.

Lemma twins_runsb R n : (0 < R)%nat -> (n < 2)%nat -> runsb (gam (twins 1 R)) (twins 1 R) n = true.
Proof.
  intros HR Hn. apply (runsb_runs (twins 1 R) (twins_wf 1 R HR)); auto. exists O. split; [simpl; lia|].
  rewrite twins_gam; auto; lra.
Qed.

(** Two equal users and R equal resources: the first costs all the money, and each user half of it. *)
Lemma ceei_witness R : (0 < R)%nat -> wf (twins 1 R) /\ positive (twins 1 R) /\ unconstrained (twins 1 R) /\ ceei (twins 1 R) halves.
Proof.
  intros HR. split; [apply twins_wf; auto|]. split; [apply twins_positive|]. split; [apply twins_unconstrained|].
  split; [reflexivity|]. split; [apply twins_endless|]. split; [apply halves_feasible; auto|].
  exists (fun r => if Nat.eq_dec r 0 then 1 else 0).
  assert (One : forall f, (forall r, f r = 1) -> sum R (fun r => (if Nat.eq_dec r 0 then 1 else 0) * f r) = 1).
  { intros f E. rewrite (sum_ext _ _ (fun r => if Nat.eq_dec r 0 then 1 else 0)).
    - apply sum_single; auto.
    - intros r Hr. rewrite E. destruct (Nat.eq_dec r 0); lra. }
  split.
  - intros r Hr. destruct (Nat.eq_dec r 0); lra.
  - intros _. simpl. apply One. reflexivity.
  - intros r Hr _. unfold used, halves. simpl. lra.
  - intros n Hn _. unfold cost, tot, live_weight. simpl resources. simpl dem. rewrite One by reflexivity.
    simpl. rewrite !twins_runsb by auto. unfold halves. simpl. lra.
Qed.
