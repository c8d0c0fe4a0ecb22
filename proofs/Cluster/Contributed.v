(** Servers that users contributed: with the weights that make up for them, task share fairness gives each user what its own
    servers would run. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint TaskShare Witness.
Open Scope R_scope.

(** Whose each server is; None: nobody's. *)
Definition owners := nat -> option nat.
Definition owned (o : owners) n i := match o i with Some u => Nat.eqb u n | None => false end.
Definition contributed I o n := sum (servers I) (fun i => if owned o n i then gam I n i else 0).
Definition everywhere I n := sum (servers I) (fun i => fit I n i).

(** Every user's own servers run its tasks, and weights are in the proportion of what they run to what all servers would. *)
Definition weights_follow I o := (forall n, (n < users I)%nat -> 0 < contributed I o n) /\
  exists c, 0 < c /\ forall n, (n < users I)%nat -> wt I n * everywhere I n = c * contributed I o n.

(** si-contributed *)
Definition contributed_incentive I x := forall o, weights_follow I o ->
  forall n, (n < users I)%nat -> capped (tk I n) (contributed I o n) <= tot I x n.

Section Owned.
  Variable I : inst.
  Variable o : owners.
  Hypothesis W : wf I.
  Hypothesis Live : forall n, (n < users I)%nat -> 0 < contributed I o n.

  (** All run on their own servers, no more tasks than they have. *)
  Definition at_home : placement := fun n i =>
    capped (tk I n) (contributed I o n) / contributed I o n * (if owned o n i then gam I n i else 0).

  Lemma scale n : (n < users I)%nat -> 0 <= capped (tk I n) (contributed I o n) / contributed I o n <= 1.
  Proof.
    intros Hn. pose proof (Live n Hn) as L. split.
    - apply div_nonneg; auto. apply capped_nonneg; [|lra]. intros a E. apply (wf_tk I W n); auto.
    - apply div_le; auto. pose proof (capped_le (tk I n) (contributed I o n)). lra.
  Qed.

  Lemma tot_home n : (n < users I)%nat -> tot I at_home n = capped (tk I n) (contributed I o n).
  Proof.
    intros Hn. unfold tot, at_home. rewrite sum_scal. fold (contributed I o n). apply div_cancel. auto.
  Qed.

  Lemma home_nonneg n i : (n < users I)%nat -> (i < servers I)%nat -> 0 <= at_home n i.
  Proof.
    intros Hn Hi. unfold at_home. apply Rmult_le_pos; [apply scale; auto|].
    destruct (owned o n i); [apply (gam_nonneg I W); auto|lra].
  Qed.

  Lemma home_feasible : feasible I at_home.
  Proof.
    split; [split|].
    - intros; apply home_nonneg; auto.
    - intros n i Hn Hi Z. unfold at_home. destruct (owned o n i); [rewrite Z|]; lra.
    - intros n Hn. rewrite tot_home by auto. apply capped_within.
    - intros i r Hi Hr. destruct (o i) as [u|] eqn:E.
      + assert (Others : forall n, (n < users I)%nat -> n <> u -> at_home n i * dem I n r = 0).
        { intros n Hn D. unfold at_home, owned. rewrite E. destruct (Nat.eqb_spec u n); [congruence|lra]. }
        destruct (lt_dec u (users I)) as [Hu|No].
        * rewrite (sum_ext _ _ (fun n => if Nat.eq_dec n u then at_home u i * dem I u r else 0)).
          -- rewrite sum_single by auto. apply Rle_trans with (gam I u i * dem I u r); [|apply (gam_dem I W); auto].
             apply Rmult_le_compat_r; [apply (wf_dem I W); auto|]. unfold at_home, owned. rewrite E, Nat.eqb_refl.
             pose proof (scale u Hu). pose proof (gam_nonneg I W u i Hu Hi).
             apply Rle_trans with (1 * gam I u i); [apply Rmult_le_compat_r; lra|lra].
          -- intros n Hn. destruct (Nat.eq_dec n u) as [->|D]; auto.
        * rewrite sum_zero; [apply (wf_cap I W); auto|]. intros n Hn. apply Others; auto. lia.
      + rewrite sum_zero; [apply (wf_cap I W); auto|]. intros n Hn. unfold at_home, owned. rewrite E. lra.
  Qed.
End Owned.

(* Idea. Let all users run on their own servers: that is feasible, and by the weights all stand at one task share. If TSF
   gave n less than its own servers run, n would stand lower than that, and running at home would be its complaint: who
   loses by it runs more than its own servers do, and stands higher than that.
   Settles si-contributed of tsf (hypothesis none).
   Hypotheses met: Contributed.contributed_witness. *)
Theorem tsf_contributed_incentive I x : wf I -> tsf I x -> contributed_incentive I x.
Proof.
  intros W H o [Live [c [Hc Follow]]] n Hn. apply Rnot_lt_le; intros Less.
  assert (Share : forall m, (m < users I)%nat -> task_share I m = / (c * contributed I o m)).
  { intros m Hm. unfold task_share. fold (everywhere I m). rewrite Follow; auto. }
  apply (tsf_fair I x W H n (at_home I o) Hn). split; [apply home_feasible; auto|].
  split; [rewrite tot_home; auto|]. intros m Hm Lose. rewrite (tot_home I o Live m Hm) in Lose.
  rewrite !Share by auto. pose proof (Live n Hn) as Ln. pose proof (Live m Hm) as Lm.
  pose proof (capped_le (tk I n) (contributed I o n)) as Cn.
  assert (More : contributed I o m < tot I x m).
  { pose proof (pl_tk I (gam I) x (proj1 (proj1 H)) m Hm) as T. destruct (tk I m) as [t|]; simpl in *; [|lra].
    destruct (Rle_dec t (contributed I o m)) as [L|L]; [rewrite Rmin_left in Lose by auto; lra|].
    rewrite Rmin_right in Lose by lra. lra. }
  apply Rlt_trans with (/ c).
  - replace (/ c) with (contributed I o n * / (c * contributed I o n)) by (field; lra).
    apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, Rmult_lt_0_compat; auto|lra].
  - replace (/ c) with (contributed I o m * / (c * contributed I o m)) by (field; lra).
    apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, Rmult_lt_0_compat; auto|lra].
Qed.

(* Idea. Where every user may run everywhere, CDRF is TSF.
   Settles si-contributed of cdrf (hypothesis none).
   Hypotheses met: Contributed.contributed_witness. *)
Theorem cdrf_contributed_incentive I x : wf I -> cdrf I x -> contributed_incentive I x.
Proof. intros W H. apply tsf_contributed_incentive; auto. apply cdrf_tsf; exact H. Qed.

(** Two equal users with a server each. *)
Lemma contributed_witness : wf (twins 2 1) /\ tsf (twins 2 1) halves /\ weights_follow (twins 2 1) (fun i => Some i).
Proof.
  assert (W : wf (twins 2 1)) by (apply twins_wf; lia). split; auto.
  assert (E : forall n, (n < 2)%nat -> everywhere (twins 2 1) n = 2).
  { intros n Hn. unfold everywhere, fit. simpl. unfold minratio. simpl.
    destruct (Rlt_dec 0 1); simpl; lra. }
  assert (C : forall n, (n < 2)%nat -> contributed (twins 2 1) (fun i => Some i) n = 1).
  { intros n Hn. unfold contributed, owned. destruct n as [|[|]]; [| |lia]; simpl; rewrite twins_gam by lia; lra. }
  split.
  - apply halves_leximin; [lia|reflexivity|]. intros n Hn. unfold task_share. fold (everywhere (twins 2 1) n).
    rewrite E by auto. simpl. apply Rinv_0_lt_compat. lra.
  - split; [intros n Hn; rewrite C by auto; lra|]. exists 2. split; [lra|]. intros n Hn. rewrite E, C by auto. simpl. lra.
Qed.

(** On one server a single user can own all that there is, so every user but that one owns nothing that runs its tasks. *)
(* Idea. Every user owns the one server, so there is one user at most. Running at home is feasible, and a Pareto optimal
   placement gives it no less.
   Settles si-contributed of drf, asset-fair, ceei and bmf (hypothesis none).
   Hypotheses met: Contributed.lone_witness. *)
Theorem lone_contributor I x : wf I -> servers I = 1%nat -> feasible I x -> pareto I (feasible I) x ->
  contributed_incentive I x.
Proof.
  intros W One F P o [Live _] n Hn. apply Rnot_lt_le; intros Less.
  assert (Own : forall m, (m < users I)%nat -> o 0%nat = Some m).
  { intros m Hm. specialize (Live m Hm). unfold contributed in Live. rewrite One in Live. simpl in Live. unfold owned in Live.
    destruct (o 0%nat) as [u|]; [|lra]. destruct (Nat.eqb_spec u m) as [E|]; [rewrite E; reflexivity|lra]. }
  assert (Alone : forall m, (m < users I)%nat -> m = n).
  { intros m Hm. pose proof (Own m Hm) as A. rewrite (Own n Hn) in A. inversion A. reflexivity. }
  apply P. exists (at_home I o). split; [apply home_feasible; auto|split].
  - intros m Hm. rewrite (Alone m Hm), tot_home by auto. lra.
  - exists n. split; [exact Hn|]. rewrite tot_home by auto. exact Less.
Qed.

(** One user on a server of its own. *)
Definition lone : inst := mk 1 1 1 (fun _ _ => 1) (fun _ _ => 1) (fun _ => 1) (fun _ _ => true) (fun _ => None).
Lemma lone_witness : wf lone /\ servers lone = 1%nat /\ feasible lone (fun _ _ => 1) /\
  pareto lone (feasible lone) (fun _ _ => 1) /\ weights_follow lone (fun _ => Some 0%nat).
Proof.
  assert (G : minratio 1 (fun _ => 1) (fun _ => 1) = 1) by (unfold minratio; simpl; destruct (Rlt_dec 0 1); simpl; lra).
  split; [|split; [reflexivity|split; [|split]]].
  - split; simpl; intros; try lra; try discriminate. split; [intros; lra|]. exists 0%nat. split; [lia|lra].
  - split; [split|]; simpl; intros; try lra; try exact Logic.I.
    unfold gam, fit in *. simpl in *. rewrite G in *. lra.
  - intros [y [[_ C] [_ [n [Hn L]]]]]. simpl in Hn. replace n with 0%nat in L by lia. unfold tot in L. simpl in L.
    specialize (C 0%nat 0%nat ltac:(simpl; lia) ltac:(simpl; lia)). simpl in C. lra.
  - assert (One : contributed lone (fun _ => Some 0%nat) 0 = 1 /\ everywhere lone 0 = 1).
    { unfold contributed, everywhere, owned, gam, fit. simpl. rewrite G. lra. }
    split; [intros n Hn|exists 1; split; [lra|intros n Hn]]; simpl in Hn; replace n with 0%nat by lia.
    + rewrite (proj1 One). lra.
    + rewrite (proj1 One), (proj2 One). simpl. lra.
Qed.
