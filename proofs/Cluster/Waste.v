(** What is handed out is used: outcomes of all mechanisms here, and Lemma 1 of wang2013 on bundles. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Uniform Drfh TaskShare Drf PerServer PsDsf PsDsfTdm Witness.
Open Scope R_scope.

Theorem placed_non_wasteful I g x : (forall n i, (n < users I)%nat -> (i < servers I)%nat -> 0 <= g n i) ->
  placed I g x -> non_wasteful I g x.
Proof.
  intros G0 P n Hn.
  assert (Z : forall i, (i < servers I)%nat -> ~ 0 < g n i -> x n i = 0).
  { intros i Hi N. apply (pl_run I g x P); auto. specialize (G0 n i Hn Hi). lra. }
  assert (A : sum (servers I) (fun i => if Rlt_dec 0 (g n i) then 0 else x n i) = 0).
  { apply sum_zero; intros i Hi. destruct (Rlt_dec 0 (g n i)); auto. }
  unfold wasted. rewrite A, Rplus_0_l. pose proof (pl_tk I g x P n Hn) as T.
  destruct (tk I n) as [t|]; auto. simpl in T.
  rewrite (sum_ext _ _ (fun i => x n i)).
  - change (Rmax 0 (tot I x n - t) = 0). apply Rmax_left. lra.
  - intros i Hi. destruct (Rlt_dec 0 (g n i)); auto. symmetry. auto.
Qed.

(** What the mechanisms that divide resources may hand out. *)
Definition outcome I x :=
  drf_per_server I x \/ uniform I x \/ c_drfh I x \/ drfh I x \/ tsf I x \/ cdrf I x \/ ps_dsf I x
  \/ (exists w, drf w I x).

(* Idea. The specifications say so, except for uniform and DRF on each server by itself, where it follows server by
   server.
   Settles feasible of drf, drf-per-server, drfh, c-drfh, cdrf, tsf, ps-dsf, uniform (hypothesis none).
   Hypotheses met: Waste.outcome_witness. *)
Theorem outcomes_feasible I x : wf I -> outcome I x -> feasible I x.
Proof.
  intros W [H|[H|[H|[H|[H|[H|[H|[w H]]]]]]]].
  - apply drf_per_server_feasible; auto.
  - apply uniform_feasible; auto.
  - apply H.
  - apply H.
  - apply H.
  - apply H.
  - apply H.
  - apply H.
Qed.

(* Idea. The specification says so.
   Settles feasible of ps-dsf-tdm (hypothesis none).
   Hypotheses met: PsDsfTdm.ps_dsf_tdm_witness. *)
Theorem outcomes_feasible_time I g x : ps_dsf_tdm g I x -> feasible_time I g x.
Proof. intros H. apply H. Qed.

(* Idea. A feasible placement has no tasks where they cannot run and none beyond those there are.
   Settles non-wasteful of drf, drf-per-server, drfh, c-drfh, cdrf, tsf, ps-dsf, uniform (hypothesis none).
   Hypotheses met: Waste.outcome_witness. *)
Theorem outcomes_non_wasteful I x : wf I -> outcome I x -> non_wasteful I (gam I) x.
Proof.
  intros W H. destruct (outcomes_feasible I x W H) as [P _].
  apply placed_non_wasteful; auto. intros; apply (gam_nonneg I W); auto.
Qed.

(* Idea. A feasible placement has no tasks where they cannot run and none beyond those there are.
   Settles non-wasteful of ps-dsf-tdm (hypothesis none).
   Hypotheses met: PsDsfTdm.ps_dsf_tdm_witness. *)
Theorem outcomes_non_wasteful_time I g x : rates I g -> ps_dsf_tdm g I x -> non_wasteful I g x.
Proof. intros G H. destruct (outcomes_feasible_time I g x H) as [P _]. apply placed_non_wasteful; auto. Qed.

Lemma outcome_witness K R : (0 < R)%nat -> wf (twins K R) /\ outcome (twins K R) halves.
Proof. intros HR. destruct (ps_dsf_witness K R HR) as [W H]. split; auto. unfold outcome. tauto. Qed.

(** ** Lemma 1 of wang2013: a bundle is free of waste exactly when it is proportional to the demand. *)

Definition tasks_of m (d a : nat -> R) := minratio m a d.
Definition bundle m (a : nat -> R) := forall r, (r < m)%nat -> 0 <= a r.
Definition free_of_waste m (d a : nat -> R) := forall a', bundle m a' ->
  (forall r, (r < m)%nat -> a' r <= a r) -> (exists r, (r < m)%nat /\ a' r < a r) -> tasks_of m d a' < tasks_of m d a.

(* Idea. The bundle that is just enough for its tasks is proportional to the demand and no larger; free of waste means
   equal to it. Conversely less of a resource in a proportional bundle, which is then demanded, means fewer tasks.
   Covers the equivalence, zeros included.
   Hypotheses met: Waste.wang2013_lemma_1_witness. *)
Theorem wang2013_lemma_1 m d a : row m d -> bundle m a ->
  (free_of_waste m d a <-> exists c, 0 <= c /\ forall r, (r < m)%nat -> a r = c * d r).
Proof.
  intros D A. split.
  - intros H. exists (tasks_of m d a). assert (c0 : 0 <= tasks_of m d a) by (apply minratio_nonneg; auto).
    split; auto. intros r Hr. apply NNPP; intros N.
    set (c := tasks_of m d a) in *.
    assert (Le : forall q, (q < m)%nat -> c * d q <= a q) by (intros q Hq; apply minratio_le_all; auto).
    assert (S : tasks_of m d (fun q => c * d q) < c).
    { apply H.
      - intros q Hq. apply Rmult_le_pos; auto. apply D; auto.
      - auto.
      - exists r. split; auto. specialize (Le r Hr). destruct (Rle_lt_or_eq_dec _ _ Le); auto. congruence. }
    apply (Rlt_not_le _ _ S). apply minratio_glb; auto. intros; lra.
  - intros [c [c0 E]] a' A' Le [r [Hr L]].
    pose proof (proj1 D r Hr) as D0.
    assert (Dp : 0 < d r).
    { destruct (Rle_lt_or_eq_dec _ _ D0) as [|Z]; auto. rewrite (E r Hr), <- Z in L. specialize (A' r Hr). lra. }
    apply Rlt_le_trans with c.
    + apply Rmult_lt_reg_r with (d r); auto. rewrite <- (E r Hr). apply Rle_lt_trans with (2 := L). apply minratio_le; auto.
    + apply minratio_glb; auto. intros q Hq Dq. rewrite (E q Hq). lra.
Qed.

Lemma wang2013_lemma_1_witness : row 2 (fun _ => 1) /\ bundle 2 (fun _ => 3) /\ free_of_waste 2 (fun _ => 1) (fun _ => 3).
Proof.
  assert (D : row 2 (fun _ => 1)) by (split; [intros; lra|exists O; split; [lia|lra]]).
  assert (B : bundle 2 (fun _ => 3)) by (intros r Hr; lra).
  split; auto. split; auto. apply wang2013_lemma_1; auto. exists 3. split; [lra|]. intros; lra.
Qed.
