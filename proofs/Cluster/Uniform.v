(** Every server cut by weight: the mechanism uniform, which is the benchmark of sharing incentive. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population.
Open Scope R_scope.

Definition slice_at I n i := wt I n / weights I * gam I n i.

(** The specification: totals by formula, and on no server more than the slice has room for. *)
Definition uniform I x :=
  (forall n i, (n < users I)%nat -> (i < servers I)%nat -> 0 <= x n i <= slice_at I n i) /\
  forall n, (n < users I)%nat -> tot I x n = capped (tk I n) (slice I (gam I) n).

(** One such placement: every server trimmed by the same factor. *)
Definition uniform_point I : placement := fun n i =>
  capped (tk I n) (slice I (gam I) n) / slice I (gam I) n * slice_at I n i.

Section Uniform.
  Variable I : inst.
  Hypothesis W : wf I.

  Lemma slice_at_nonneg n i : (n < users I)%nat -> (i < servers I)%nat -> 0 <= slice_at I n i.
  Proof.
    intros Hn Hi. apply Rmult_le_pos; [|apply (gam_nonneg I W); auto].
    apply div_nonneg; [apply Rlt_le, (wf_wt I W); auto|apply (weights_pos I W n); auto].
  Qed.

  Lemma slice_nonneg n : (n < users I)%nat -> 0 <= slice I (gam I) n.
  Proof. intros Hn. apply sum_nonneg; intros; apply slice_at_nonneg; auto. Qed.

  Lemma capped_slice_nonneg n : (n < users I)%nat -> 0 <= capped (tk I n) (slice I (gam I) n).
  Proof. intros Hn. apply capped_nonneg; [intros a; apply (wf_tk I W); auto|apply slice_nonneg; auto]. Qed.

  Lemma uniform_point_meets : uniform I (uniform_point I).
  Proof.
    assert (Q : forall n, (n < users I)%nat -> 0 < slice I (gam I) n ->
              0 <= capped (tk I n) (slice I (gam I) n) / slice I (gam I) n <= 1).
    { intros n Hn L. split; [apply div_nonneg; auto; apply capped_slice_nonneg; auto|].
      apply div_le; auto. pose proof (capped_le (tk I n) (slice I (gam I) n)). lra. }
    split.
    - intros n i Hn Hi. pose proof (slice_at_nonneg n i Hn Hi) as S0. unfold uniform_point.
      destruct (Rle_lt_or_eq_dec _ _ (slice_nonneg n Hn)) as [L|E].
      + destruct (Q n Hn L). split; [apply Rmult_le_pos; auto|].
        rewrite <- (Rmult_1_l (slice_at I n i)) at 2. apply Rmult_le_compat_r; auto.
      + assert (Z : slice_at I n i = 0).
        { apply (sum_nonneg_zero (servers I) (slice_at I n)); auto.
          - intros; apply slice_at_nonneg; auto.
          - unfold slice in E. fold (slice_at I n) in E. unfold slice_at in *. lra. }
        rewrite Z. lra.
    - intros n Hn. unfold tot, uniform_point. rewrite sum_scal.
      change (sum (servers I) (slice_at I n)) with (slice I (gam I) n).
      destruct (Rle_lt_or_eq_dec _ _ (slice_nonneg n Hn)) as [L|E].
      + apply div_cancel; auto.
      + rewrite <- E. rewrite Rmult_0_r. pose proof (capped_slice_nonneg n Hn) as B. rewrite <- E in B.
        pose proof (capped_le (tk I n) 0). lra.
  Qed.

  (* Idea. On each server the parts of the users add up to one, and a user that runs alone takes at most all of every
     resource.
     Covers feasible of uniform; settled by outcomes_feasible.
     Hypotheses met: Uniform.uniform_witness. *)
  Theorem uniform_feasible x : uniform I x -> feasible I x.
  Proof.
    intros [B T]. split; [split|].
    - intros n i Hn Hi. apply B; auto.
    - intros n i Hn Hi Z. destruct (B n i Hn Hi) as [B0 B1]. unfold slice_at in B1. rewrite Z in B1. lra.
    - intros n Hn. rewrite T by auto. apply capped_within.
    - intros i r Hi Hr.
      apply Rle_trans with (sum (users I) (fun n => cap I i r / weights I * wt I n)).
      + apply sum_le; intros n Hn. destruct (B n i Hn Hi) as [B0 B1].
        pose proof (gam_dem I W n i r Hn Hi Hr) as G.
        pose proof (proj1 (wf_dem I W n Hn) r Hr) as D.
        pose proof (weights_pos I W n Hn) as P. pose proof (wf_wt I W n Hn) as Wn.
        assert (Q : 0 <= wt I n / weights I) by (apply div_nonneg; lra).
        apply Rle_trans with (slice_at I n i * dem I n r); [apply Rmult_le_compat_r; auto|].
        unfold slice_at. rewrite Rmult_assoc.
        replace (cap I i r / weights I * wt I n) with (wt I n / weights I * cap I i r) by (field; lra).
        apply Rmult_le_compat_l; auto.
      + rewrite sum_scal. fold (weights I).
        destruct (Req_dec (weights I) 0) as [E|E]; [rewrite E, Rmult_0_r; apply (wf_cap I W); auto|].
        right. field; auto.
  Qed.

  (* Idea. Its totals are the benchmark of the property, capped at the tasks of the user.
     Settles si of uniform (hypothesis none).
     Hypotheses met: Uniform.uniform_witness. *)
  Theorem uniform_sharing_incentive x : uniform I x -> sharing_incentive I (gam I) x.
  Proof. intros [_ T] n Hn. rewrite T by auto. lra. Qed.

  (* Idea. Scaled by weight, what m holds on a server fits into the slice of n there, and n runs as many tasks as fit
     into that slice.
     Settles ef of uniform (hypothesis none).
     Hypotheses met: Uniform.uniform_witness. *)
  Theorem uniform_envy_free x : uniform I x -> envy_free I x.
  Proof.
    intros [B T] n m Hn Hm D. rewrite T by auto. apply capped_mono. apply sum_le; intros i Hi.
    pose proof (wf_wt I W n Hn) as Wn. pose proof (wf_wt I W m Hm) as Wm. pose proof (weights_pos I W n Hn) as P.
    destruct (el I n i) eqn:E; [|apply slice_at_nonneg; auto].
    set (k := kappa I (dem I n) (dem I m)).
    assert (k0 : 0 <= k) by (apply (kappa_nonneg I W); auto; apply (wf_dem I W); auto).
    destruct (B m i Hm Hi) as [_ B1].
    assert (Q : 0 < wt I n / wt I m) by (apply div_pos; auto).
    apply Rle_trans with (wt I n / wt I m * k * slice_at I m i).
    { apply Rmult_le_compat_l; auto. apply Rmult_le_pos; lra. }
    unfold slice_at.
    replace (wt I n / wt I m * k * (wt I m / weights I * gam I m i))
      with (wt I n / weights I * (gam I m i * k)) by (field; lra).
    apply Rmult_le_compat_l; [apply div_nonneg; lra|].
    unfold gam at 2. rewrite E. apply minratio_glb; [apply (wf_dem I W); auto|]. intros r Hr Dr.
    pose proof (gam_dem I W m i r Hm Hi Hr). pose proof (gam_nonneg I W m i Hm Hi).
    pose proof (kappa_le I W (dem I m) n r Hn Hr (proj1 (wf_dem I W m Hm))) as A. fold k in A.
    apply Rmult_le_compat_l with (r := gam I m i) in A; auto. lra.
  Qed.
End Uniform.

(** Whatever anybody reports, nobody makes more of its slices than with the truth. *)
Theorem uniform_truthful S I J x x' : wf I -> wf J -> agree S I J -> uniform I x -> uniform J x' ->
  forall n, (n < users I)%nat -> gain I J x' n <= tot I x n.
Proof.
  intros WI WJ A [B T] [B' T'] n Hn. rewrite T by auto. unfold gain. apply capped_mono. apply sum_le; intros i Hi.
  assert (Hn' : (n < users J)%nat) by (rewrite (ag_u S I J A); auto).
  assert (Hi' : (i < servers J)%nat) by (rewrite (ag_s S I J A); auto).
  destruct (el I n i) eqn:E; [|apply slice_at_nonneg; auto].
  pose proof (wf_wt I WI n Hn) as Wn. pose proof (weights_pos I WI n Hn) as P.
  assert (D : row (resources I) (dem J n)) by (rewrite <- (ag_r S I J A); apply (wf_dem J WJ); auto).
  set (k := kappa I (dem I n) (dem J n)).
  assert (k0 : 0 <= k) by (apply (kappa_nonneg I WI); auto; apply D).
  destruct (B' n i Hn' Hi') as [_ B1].
  assert (EW : weights J = weights I).
  { unfold weights. rewrite (ag_u S I J A). apply sum_ext; intros; apply (ag_wt S I J A). }
  apply Rle_trans with (slice_at J n i * k); [apply Rmult_le_compat_r; auto|].
  unfold slice_at. rewrite (ag_wt S I J A), EW, Rmult_assoc. apply Rmult_le_compat_l; [apply div_nonneg; lra|].
  unfold gam at 2. rewrite E. apply minratio_glb; [apply (wf_dem I WI); auto|]. intros r Hr Dr.
  assert (Hr' : (r < resources J)%nat) by (rewrite (ag_r S I J A); auto).
  pose proof (gam_dem J WJ n i r Hn' Hi' Hr') as G. rewrite (ag_cap S I J A) in G.
  pose proof (gam_nonneg J WJ n i Hn' Hi').
  pose proof (kappa_le I WI (dem J n) n r Hn Hr (proj1 D)) as K. fold k in K.
  apply Rmult_le_compat_l with (r := gam J n i) in K; auto. lra.
Qed.

Theorem uniform_coalition_proof : coalition_proof uniform (fun _ => True).
Proof.
  intros S I J x x' WI WJ _ _ A H H' [n [Hn E]] G. specialize (G n Hn E).
  pose proof (uniform_truthful S I J x x' WI WJ A H H' n Hn). lra.
Qed.

(* Idea. A lie changes nothing about the slices, and with the truth a user runs as many true tasks as fit into its
   slices where it may run.
   Settles sp, sp-demand, sp-eligibility of uniform (hypothesis none).
   Hypotheses met: Uniform.uniform_witness. *)
Theorem uniform_strategy_proof : strategy_proof uniform (fun _ => True).
Proof. apply strategy_of_coalition, uniform_coalition_proof. Qed.

(* Idea. No report changes the slice of anybody, so not even one of them gains.
   Settles group-sp of uniform (hypothesis none).
   Hypotheses met: Uniform.uniform_witness. *)
Theorem uniform_pair_proof : pair_proof uniform (fun _ => True).
Proof. apply pair_of_coalition, uniform_coalition_proof. Qed.

(* Idea. The sum of the weights falls, so every slice grows.
   Settles population-monotone of uniform (hypothesis none).
   Hypotheses met: Uniform.uniform_witness. *)
Theorem uniform_population_monotone : population_monotone uniform (fun _ => True).
Proof.
  intros l I x x' W _ Hl [B T] [B' T'] n Hn. pose proof (skip_lt _ l n Hl Hn) as Hs.
  rewrite T by auto. change (tot I x' n) with (tot (without l I) x' n). rewrite T' by auto.
  change (tk (without l I) n) with (tk I (skip l n)). apply capped_mono.
  apply sum_le; intros i Hi. change (gam (without l I) n i) with (gam I (skip l n) i).
  apply Rmult_le_compat_r; [apply (gam_nonneg I W); auto|].
  change (wt (without l I) n) with (wt I (skip l n)).
  assert (E : weights I = wt I l + weights (without l I)) by (apply sum_skip; auto).
  pose proof (wf_wt I W l Hl). pose proof (wf_wt I W _ Hs).
  pose proof (weights_pos (without l I) (wf_without l I W Hl) n Hn).
  unfold Rdiv. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
Qed.

(** More capacity, all else as it was. *)
Definition enlarge I (c : nat -> nat -> R) :=
  mk (users I) (servers I) (resources I) c (dem I) (wt I) (el I) (tk I).

(* Idea. Every slice grows in every resource, so no fewer tasks fit.
   Settles resource-monotone of uniform (hypothesis none).
   Hypotheses met: Uniform.uniform_witness. *)
Theorem uniform_resource_monotone I c x x' : wf I ->
  (forall i r, (i < servers I)%nat -> (r < resources I)%nat -> cap I i r <= c i r) ->
  uniform I x -> uniform (enlarge I c) x' -> forall n, (n < users I)%nat -> tot I x n <= tot I x' n.
Proof.
  intros W More [_ T] [_ T'] n Hn. rewrite T by auto.
  change (tot I x' n) with (tot (enlarge I c) x' n). rewrite T' by auto. simpl. apply capped_mono.
  apply sum_le; intros i Hi. simpl.
  apply Rmult_le_compat_l; [apply div_nonneg; [apply Rlt_le, (wf_wt I W)|apply (weights_pos I W n)]; auto|].
  unfold gam, fit. simpl. destruct (el I n i); [|lra].
  apply minratio_glb; [apply (wf_dem I W); auto|]. intros r Hr D.
  apply Rle_trans with (cap I i r); auto. apply minratio_le; auto.
Qed.

(** Witness: the uniform placement meets the specification on every instance. *)
Lemma uniform_witness I : wf I -> exists x, uniform I x.
Proof. intros W. exists (uniform_point I). apply uniform_point_meets; auto. Qed.
