(** Groups none of whom loses by lying, where all users demand every resource and users that run at all run on the same servers: one
    of the group gains only if the outcome was not Pareto optimal. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Yardstick Drfh TaskShare Drf AssetFair Witness.
Open Scope R_scope.

Section Lies.
  Variables (S : nat -> bool) (I J : inst) (s s' : nat -> R) (x x' : placement).
  Hypothesis WI : wf I.
  Hypothesis WJ : wf J.
  Hypothesis PI : positive I.
  Hypothesis PJ : positive J.
  Hypothesis A : agree S I J.
  Hypothesis AI : alike I.
  Hypothesis AJ : alike J.
  Hypothesis s_pos : forall n, (n < users I)%nat -> runs I n -> 0 < s n.
  Hypothesis s_pos' : forall n, (n < users J)%nat -> runs J n -> 0 < s' n.
  Hypothesis s_same : forall n, (n < users I)%nat -> S n = false -> s' n = s n.
  Hypothesis s_lie : forall n, (n < users I)%nat -> S n = true -> runs J n ->
    0 < kappa I (dem I n) (dem J n) -> kappa I (dem I n) (dem J n) * s n <= s' n.
  Hypothesis Fx : feasible I x.
  Hypothesis Fx' : feasible J x'.
  Hypothesis Hx : fair I (feasible I) s x.
  Hypothesis Hx' : fair J (feasible J) s' x'.
  Hypothesis Keeps : forall n, (n < users I)%nat -> S n = true -> tot I x n <= gain I J x' n.

  Let k n := kappa I (dem I n) (dem J n).
  Let used n i := if el I n i then x' n i * k n else 0.
  Let G n := sum (servers I) (used n).
  Let y n i := if S n then gain I J x' n / G n * used n i else x' n i.

  Let uJ n : (n < users I)%nat -> (n < users J)%nat. Proof. rewrite (ag_u S I J A). auto. Qed.
  Let sJ i : (i < servers I)%nat -> (i < servers J)%nat. Proof. rewrite (ag_s S I J A). auto. Qed.
  Let rJ r : (r < resources I)%nat -> (r < resources J)%nat. Proof. rewrite (ag_r S I J A). auto. Qed.
  Let held_nonneg n i : (n < users I)%nat -> (i < servers I)%nat -> 0 <= x' n i.
  Proof. intros Hn Hi. apply (pl_pos J (gam J) x' (proj1 Fx')); auto. Qed.
  Let row_J n : (n < users I)%nat -> row (resources I) (dem J n).
  Proof. intros Hn. rewrite <- (ag_r S I J A). apply (wf_dem J WJ). auto. Qed.
  Let k_nonneg n : (n < users I)%nat -> 0 <= k n.
  Proof. intros Hn. apply (kappa_nonneg I WI); auto. apply row_J; auto. Qed.

  Lemma used_nonneg n i : (n < users I)%nat -> (i < servers I)%nat -> 0 <= used n i.
  Proof. intros Hn Hi. unfold used. destruct (el I n i); [|lra]. apply Rmult_le_pos; [apply held_nonneg|apply k_nonneg]; auto. Qed.
  Lemma G_nonneg n : (n < users I)%nat -> 0 <= G n.
  Proof. intros Hn. apply sum_nonneg. intros. apply used_nonneg; auto. Qed.
  Lemma gain_bounds n : (n < users I)%nat -> 0 <= gain I J x' n <= G n.
  Proof.
    intros Hn. change (gain I J x' n) with (capped (tk I n) (G n)). split; [|apply capped_le].
    apply capped_nonneg; [intros a E; apply (wf_tk I WI n a Hn E)|apply G_nonneg; exact Hn].
  Qed.
  Lemma G_le n : (n < users I)%nat -> G n <= k n * tot I x' n.
  Proof.
    intros Hn. unfold G, tot. rewrite <- sum_scal. apply sum_le; intros i Hi. unfold used.
    pose proof (held_nonneg n i Hn Hi). pose proof (k_nonneg n Hn).
    destruct (el I n i); [lra|]. apply Rmult_le_pos; assumption.
  Qed.

  (** The part of what a liar could run that it has tasks for. *)
  Lemma part_bounds n : (n < users I)%nat -> 0 <= gain I J x' n / G n <= 1.
  Proof.
    intros Hn. pose proof (gain_bounds n Hn). destruct (Rle_lt_or_eq_dec _ _ (G_nonneg n Hn)) as [P|Z].
    - split; [apply div_nonneg; lra|apply div_le; lra].
    - replace (gain I J x' n) with 0 by lra. unfold Rdiv. rewrite Rmult_0_l. lra.
  Qed.
  Lemma tot_y n : (n < users I)%nat -> tot I y n = if S n then gain I J x' n else tot I x' n.
  Proof.
    intros Hn. unfold tot, y. destruct (S n) eqn:E; auto. rewrite sum_scal. fold (G n).
    pose proof (gain_bounds n Hn). destruct (Rle_lt_or_eq_dec _ _ (G_nonneg n Hn)) as [P|Z]; [apply div_cancel; exact P|].
    rewrite <- Z. lra.
  Qed.

  Let gam_same n i : S n = false -> gam J n i = gam I n i.
  Proof.
    intros E. unfold gam, fit. rewrite (ag_el S I J A n E), (ag_r S I J A).
    destruct (el I n i); auto. apply minratio_ext; intros; [apply (ag_cap S I J A)|]. rewrite (ag_dem S I J A n E); auto.
  Qed.

  (** Each user on its true tasks instead of the reported ones. *)
  Lemma y_feasible : feasible I y.
  Proof.
    pose proof Fx' as [P C]. split; [split|].
    - intros n i Hn Hi. unfold y. destruct (S n); [|auto]. apply Rmult_le_pos; [apply part_bounds|apply used_nonneg]; auto.
    - intros n i Hn Hi Z. unfold y. destruct (S n) eqn:E.
      + replace (used n i) with 0; [lra|]. unfold used. destruct (el I n i) eqn:L; auto.
        destruct (Rle_lt_or_eq_dec _ _ (held_nonneg n i Hn Hi)) as [Xp|<-]; [exfalso|lra].
        assert (Gp : 0 < gam J n i).
        { apply (placed_usable J (gam J) x' P); auto. apply (gam_nonneg J WJ); auto. }
        assert (0 < gam I n i); [|lra]. apply (gam_pos I WI); auto. intros r Hr _. rewrite <- (ag_cap S I J A).
        apply (gam_cap J WJ n i r); auto.
      + apply (pl_run J (gam J) x' P); auto. rewrite gam_same; auto.
    - intros n Hn. rewrite tot_y by auto. destruct (S n) eqn:E.
      + change (gain I J x' n) with (capped (tk I n) (G n)). apply capped_within.
      + rewrite <- (tot_agree S I J A), <- (ag_tk S I J A). apply (pl_tk J (gam J) x' P); auto.
    - intros i r Hi Hr. specialize (C i r (sJ i Hi) (rJ r Hr)). rewrite (ag_u S I J A), (ag_cap S I J A) in C.
      apply Rle_trans with (2 := C). apply sum_le. intros n Hn. unfold y.
      pose proof (proj1 (wf_dem I WI n Hn) r Hr) as D0. pose proof (proj1 (row_J n Hn) r Hr) as D1.
      pose proof (held_nonneg n i Hn Hi) as X0. pose proof (used_nonneg n i Hn Hi) as U0.
      destruct (S n) eqn:E; [|rewrite (ag_dem S I J A n E); lra].
      apply Rle_trans with (1 * used n i * dem I n r).
      { apply Rmult_le_compat_r; auto. apply Rmult_le_compat_r; auto. apply part_bounds; auto. }
      unfold used. destruct (el I n i).
      * pose proof (kappa_le I WI (dem J n) n r Hn Hr (proj1 (row_J n Hn))) as B. fold (k n) in B.
        apply Rmult_le_compat_l with (r := x' n i) in B; auto. lra.
      * assert (0 <= x' n i * dem J n r) by (apply Rmult_le_pos; auto). lra.
  Qed.

  (* Idea. Suppose user q of the group gains. It was not full, so it stood highest with the truth; and it stands higher with the lie. So
     does each other user that is not full, with the lie, and nobody outside the group loses. So the outcome of the lie, with the group on
     true tasks, dominates the outcome of the truth, which has no complaint. *)
  Theorem no_member_gains q : (q < users I)%nat -> S q = true -> gain I J x' q <= tot I x q.
  Proof.
    intros Hq Sq. apply Rnot_lt_le; intros Up.
    pose proof (feasible_tot I x q Fx Hq) as T0. pose proof (gain_bounds q Hq) as B. pose proof (G_le q Hq) as Gl.
    assert (Tp : 0 <= tot I x' q) by (apply sum_nonneg; auto).
    assert (Kp : 0 < k q).
    { destruct (Rle_lt_or_eq_dec _ _ (k_nonneg q Hq)) as [|Z]; auto. rewrite <- Z in Gl. lra. }
    assert (T' : 0 < tot I x' q).
    { destruct (Rle_lt_or_eq_dec _ _ Tp) as [|Z]; auto. rewrite <- Z in Gl. lra. }
    assert (RJ : runs J q).
    { apply (feasible_runs J WJ x' q Fx'); auto. rewrite (tot_agree S I J A). exact T'. }
    assert (RI : runs I q).
    { apply (feasible_runs I WI y q y_feasible Hq). rewrite tot_y, Sq by auto. lra. }
    assert (NF : ~ full (tk I q) (tot I x q)).
    { intros F. unfold full in F. change (gain I J x' q) with (capped (tk I q) (G q)) in Up. rewrite F in Up. simpl in Up.
      pose proof (Rmin_l (tot I x q) (G q)). lra. }
    pose proof (s_pos q Hq RI) as Sp. pose proof (s_lie q Hq Sq RJ Kp) as Sl. fold (k q) in Sl.
    assert (High : tot I x q * s q < tot I x' q * s' q).
    { assert (tot I x q * s q < k q * tot I x' q * s q) by (apply Rmult_lt_compat_r; lra).
      assert (k q * s q * tot I x' q <= s' q * tot I x' q) by (apply Rmult_le_compat_r; lra). lra. }
    apply (Hx q y Hq). split; [exact y_feasible|]. split; [rewrite tot_y, Sq by auto; exact Up|].
    intros m Hm L. exfalso. rewrite tot_y in L by auto. destruct (S m) eqn:Sm.
    { specialize (Keeps m Hm Sm). lra. }
    pose proof (feasible_tot I x m Fx Hm) as M0.
    assert (M' : 0 <= tot I x' m) by (apply sum_nonneg; auto).
    assert (Rm : runs I m) by (apply (feasible_runs I WI x m Fx Hm); lra).
    assert (RmJ : runs J m).
    { destruct Rm as [i [Hi Gi]]. exists i. split; [auto|rewrite gam_same; auto]. }
    assert (NFm : ~ full (tk J m) (tot J x' m)).
    { intros F. unfold full in F. rewrite (ag_tk S I J A), (tot_agree S I J A) in F.
      pose proof (pl_tk I (gam I) x (proj1 Fx) m Hm) as W. rewrite F in W. simpl in W. lra. }
    pose proof (others_no_higher I s x WI PI AI s_pos Fx Hx q m Hq Hm RI NF) as O1.
    pose proof (others_no_higher J s' x' WJ PJ AJ s_pos' Fx' Hx' m q (uJ m Hm) (uJ q Hq) RmJ NFm) as O2.
    rewrite !(tot_agree S I J A), (s_same m Hm Sm) in O2. pose proof (s_pos m Hm Rm).
    apply Rmult_lt_compat_r with (r := s m) in L; lra.
  Qed.
End Lies.

(** No group gains at no loss to its members. *)
Definition no_free_gain (spec : inst -> placement -> Prop) : Prop := forall S I J x x', wf I -> wf J -> positive I -> positive J ->
  agree S I J -> spec I x -> spec J x' ->
  (forall n, (n < users I)%nat -> S n = true -> tot I x n <= gain I J x' n) ->
  forall n, (n < users I)%nat -> S n = true -> gain I J x' n <= tot I x n.

Lemma pair_of_free spec k l I J x x' : no_free_gain spec -> (k < users I)%nat -> (l < users I)%nat -> wf I -> wf J ->
  positive I -> positive J -> agree (fun n => Nat.eqb k n || Nat.eqb l n)%bool I J -> spec I x -> spec J x' ->
  ~ (tot I x k <= gain I J x' k /\ tot I x l <= gain I J x' l /\ (tot I x k < gain I J x' k \/ tot I x l < gain I J x' l)).
Proof.
  intros F Hk Hl WI WJ PI PJ A H H' [Gk [Gl G]].
  assert (K : forall n, (n < users I)%nat -> (Nat.eqb k n || Nat.eqb l n)%bool = true -> tot I x n <= gain I J x' n).
  { intros n _ E. apply Bool.orb_true_iff in E as [E|E]; apply Nat.eqb_eq in E as <-; assumption. }
  pose proof (F _ I J x x' WI WJ PI PJ A H H' K) as N.
  assert (Nk : gain I J x' k <= tot I x k) by (apply N; [exact Hk|cbv beta; rewrite Nat.eqb_refl; reflexivity]).
  assert (Nl : gain I J x' l <= tot I x l)
    by (apply N; [exact Hl|cbv beta; rewrite Nat.eqb_refl, Bool.orb_true_r; reflexivity]).
  lra.
Qed.

(** Mechanisms whose levels come from a yardstick. *)
Section Yards.
  Variable yard : inst -> (nat -> R) -> R.
  Hypothesis Y : yardstick yard.

  Theorem spec_free S I J x x' : wf I -> wf J -> positive I -> positive J -> agree S I J -> alike I -> alike J ->
    spec yard I x -> spec yard J x' ->
    (forall n, (n < users I)%nat -> S n = true -> tot I x n <= gain I J x' n) ->
    forall n, (n < users I)%nat -> S n = true -> gain I J x' n <= tot I x n.
  Proof.
    intros WI WJ PI PJ A AI AJ HI HJ K n Hn Sn.
    apply (no_member_gains S I J (level yard I) (level yard J) x x' WI WJ PI PJ A AI AJ); auto.
    - intros; apply (level_pos yard Y); auto.
    - intros; apply (level_pos yard Y); auto.
    - intros m Hm E. unfold level. rewrite (y_caps _ Y S I J _ A), (ag_wt S I J A), (ag_dem S I J A m E); auto.
    - intros. eapply (level_of_lie yard Y); eauto.
    - apply HI.
    - apply HJ.
    - apply (spec_fair yard Y); auto.
    - apply (spec_fair yard Y); auto.
  Qed.
End Yards.

(* Idea. no_member_gains with the global dominant share as level.
   Settles group-sp-weak of drfh (hypothesis positive).
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem drfh_free : no_free_gain drfh.
Proof.
  intros S I J x x' WI WJ PI PJ A [UI HI] [UJ HJ].
  apply (spec_free pool_yard pool_yardstick); auto; apply alike_unconstrained; auto.
Qed.

(* Idea. no_member_gains with the task share as level.
   Settles group-sp-weak of cdrf (hypothesis positive).
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem cdrf_free : no_free_gain cdrf.
Proof.
  intros S I J x x' WI WJ PI PJ A HI HJ. pose proof (proj1 HI) as UI. pose proof (proj1 HJ) as UJ.
  apply (spec_free alone_yard alone_yardstick); auto;
    try (apply alike_unconstrained; assumption); apply tsf_spec, cdrf_tsf; assumption.
Qed.

(* Idea. no_member_gains with the sum of shares as level.
   Settles group-sp-weak of asset-fair (hypothesis positive).
   Hypotheses met: AssetFair.asset_fair_witness. *)
Theorem asset_fair_free : no_free_gain asset_fair.
Proof.
  intros S I J x x' WI WJ PI PJ A HI HJ. pose proof (proj1 HI) as OI. pose proof (proj1 HJ) as OJ.
  apply (spec_free assets assets_yardstick); auto;
    try (apply alike_one_server; assumption); apply asset_fair_spec; assumption.
Qed.

(* Idea. no_member_gains with the weighted dominant share as level.
   Settles group-sp-weak of drf (hypothesis positive).
   Hypotheses met: Drf.drf_witness. *)
Theorem drf_free w : valid w -> no_free_gain (drf w).
Proof.
  intros V S I J x x' WI WJ PI PJ A H H' K q Hq Sq. pose proof H as [One [Fx _]]. pose proof H' as [One' [Fx' _]].
  apply (no_member_gains S I J (drf_level I w) (drf_level J w) x x' WI WJ PI PJ A); auto.
  - apply alike_one_server; exact One.
  - apply alike_one_server; exact One'.
  - intros; apply drf_level_pos; auto.
  - intros; apply drf_level_pos; auto.
  - intros n Hn E. unfold drf_level. rewrite (ag_r S I J A), (ag_dem S I J A n E). apply maxratio_ext; auto.
    intros r Hr. rewrite (ag_cap S I J A); auto.
  - intros. eapply drf_level_of_lie; eauto.
  - apply drf_fair; auto.
  - apply drf_fair; auto.
Qed.
