(** DRFH and C-DRFH: global dominant shares, made leximin. The two differ in their domain only: DRFH refuses
    restricted eligibility. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Yardstick Bottleneck Witness.
Open Scope R_scope.

Definition global_share I n := maxratio (resources I) (dem I n) (pool I) / wt I n.
Definition c_drfh I x := leximin I (gam I) (feasible I) (global_share I) x.
Definition drfh_domain := unconstrained.
Definition drfh I x := drfh_domain I /\ c_drfh I x.

Definition pool_yard I d := maxratio (resources I) d (pool I).

Lemma pool_yardstick : yardstick pool_yard.
Proof.
  split.
  - intros S I J d A. unfold pool_yard. rewrite (ag_r S I J A). apply maxratio_ext; auto.
    intros r Hr. unfold pool. rewrite (ag_s S I J A). apply sum_ext; intros; apply (ag_cap S I J A).
  - intros I d W Hd [i [Hi H]]. destruct Hd as [_ [r [Hr D]]].
    assert (0 < pool I r).
    { apply Rlt_le_trans with (cap I i r); auto. apply (pool_ge I W); auto. }
    pose proof (maxratio_ge (resources I) d (pool I) r Hr H0). fold (pool_yard I d) in H1.
    apply Rmult_lt_reg_r with (pool I r); auto. lra.
  - intros I d e k W Hd He _ Kp H. unfold pool_yard.
    destruct (maxratio_eq (resources I) d (pool I)) as [->|[r [Hr [P E]]]].
    + rewrite Rmult_0_r. apply maxratio_nonneg.
    + apply Rmult_le_reg_r with (pool I r); auto. rewrite Rmult_assoc, E.
      apply Rle_trans with (e r); auto. apply maxratio_ge; auto.
Qed.

Lemma c_drfh_spec I x : c_drfh I x -> spec pool_yard I x.
Proof. exact (fun H => H). Qed.

Lemma global_share_pos I n : wf I -> (n < users I)%nat -> runs I n -> 0 < global_share I n.
Proof. exact (level_pos pool_yard pool_yardstick I n). Qed.

(* Idea. fair_of_leximin over the convex set of feasible placements: levels are tasks times the largest share of the
   pool that a task takes, per unit of weight, and positive for whoever can run.
   Covers the specification read as the absence of complaints.
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem c_drfh_fair I x : wf I -> c_drfh I x -> fair I (feasible I) (global_share I) x.
Proof. exact (spec_fair pool_yard pool_yardstick I x). Qed.

(* Idea. fair_of_leximin and leximin_of_fair. So a certificate of the absence of complaints is one of leximin.
   Covers the specification of both pages, both halves.
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem c_drfh_iff_fair I x : wf I -> feasible I x ->
  (c_drfh I x <-> fair I (feasible I) (global_share I) x).
Proof.
  intros W F. split; [apply c_drfh_fair; auto|].
  apply feasible_fair_leximin; auto. intros; apply global_share_pos; auto.
Qed.

(* Idea. fair_unique: two allocations of which nobody has a complaint have the same totals.
   Covers uniqueness of totals.
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem c_drfh_unique I x z : wf I -> c_drfh I x -> c_drfh I z ->
  forall n, (n < users I)%nat -> tot I x n = tot I z n.
Proof. exact (spec_unique pool_yard pool_yardstick I x z). Qed.

(* Idea. Nobody has a complaint, and a dominating placement would be one (fair_pareto).
   Settles po of c-drfh (hypothesis none).
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem c_drfh_pareto I x : wf I -> c_drfh I x -> pareto I (feasible I) x.
Proof. exact (spec_pareto pool_yard pool_yardstick I x). Qed.

(* Idea. Nobody has a complaint, and a dominating placement would be one (fair_pareto).
   Settles po of drfh (hypothesis none).
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem drfh_pareto I x : wf I -> drfh I x -> pareto I (feasible I) x.
Proof. intros W [_ H]. apply c_drfh_pareto; auto. Qed.

(* Idea. fair_envy_free: if k tasks of n fit in one of m, a task of m takes at least k times the share of the dominant
   resource of n that a task of n takes, so the yardstick of m is at least k times that of n. Every placement is envy-
   free, not only the selected one.
   Settles ef of c-drfh (hypothesis none).
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem c_drfh_envy_free I x : wf I -> c_drfh I x -> envy_free I x.
Proof. exact (spec_envy_free pool_yard pool_yardstick I x). Qed.

(* Idea. fair_envy_free: if k tasks of n fit in one of m, a task of m takes at least k times the share of the dominant
   resource of n that a task of n takes, so the yardstick of m is at least k times that of n. Every placement is envy-
   free, not only the selected one.
   Settles ef of drfh (hypothesis none).
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem drfh_envy_free I x : wf I -> drfh I x -> envy_free I x.
Proof. intros W [_ H]. apply c_drfh_envy_free; auto. Qed.

(* Idea. Without constraints the bundles that count are all bundles, so adding them up over servers changes nothing.
   fair_envy_free: if k tasks of n fit in one of m, a task of m takes at least k times the share of the dominant
   resource of n that a task of n takes, so the yardstick of m is at least k times that of n. Every placement is envy-
   free, not only the selected one.
   Settles ef-aggregate of drfh (hypothesis none).
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem drfh_envy_free_aggregate I x : wf I -> drfh I x -> envy_free_aggregate I x.
Proof. intros W [U H]. exact (spec_envy_free_aggregate pool_yard pool_yardstick I x W U H). Qed.

(* Idea. no_coalition_gains: if k true tasks fit in a reported one, the reported row is at least k times the true one in
   every entry, so the largest share of the pool that a reported task takes is at least k times the true one. Eligible
   sets do not enter the measure.
   Covers coalitions of any size; the ids follow below.
   Hypotheses met: Examples.lying_witness. *)
Theorem c_drfh_coalition_proof : coalition_proof c_drfh (fun _ => True).
Proof. exact (spec_coalition_proof pool_yard pool_yardstick (fun _ => True)). Qed.

(* Idea. no_coalition_gains: if k true tasks fit in a reported one, the reported row is at least k times the true one in
   every entry, so the largest share of the pool that a reported task takes is at least k times the true one. Eligible
   sets do not enter the measure.
   Settles sp, sp-demand, sp-eligibility of c-drfh (hypothesis none).
   Hypotheses met: Examples.lying_witness. *)
Theorem c_drfh_strategy_proof : strategy_proof c_drfh (fun _ => True).
Proof. apply strategy_of_coalition, c_drfh_coalition_proof. Qed.

(* Idea. no_coalition_gains: if k true tasks fit in a reported one, the reported row is at least k times the true one in
   every entry, so the largest share of the pool that a reported task takes is at least k times the true one. Eligible
   sets do not enter the measure.
   Settles group-sp of c-drfh (hypothesis none).
   Hypotheses met: Examples.lying_witness. *)
Theorem c_drfh_pair_proof : pair_proof c_drfh (fun _ => True).
Proof. apply pair_of_coalition, c_drfh_coalition_proof. Qed.

Theorem drfh_coalition_proof : coalition_proof c_drfh drfh_domain.
Proof. exact (spec_coalition_proof pool_yard pool_yardstick drfh_domain). Qed.

(* Idea. no_coalition_gains: if k true tasks fit in a reported one, the reported row is at least k times the true one in
   every entry, so the largest share of the pool that a reported task takes is at least k times the true one. Eligible
   sets do not enter the measure.
   Settles sp, sp-demand of drfh (hypothesis none).
   Hypotheses met: Examples.lying_witness. *)
Theorem drfh_strategy_proof : strategy_proof c_drfh drfh_domain.
Proof. apply strategy_of_coalition, drfh_coalition_proof. Qed.

(* Idea. no_coalition_gains: if k true tasks fit in a reported one, the reported row is at least k times the true one in
   every entry, so the largest share of the pool that a reported task takes is at least k times the true one. Eligible
   sets do not enter the measure.
   Settles group-sp of drfh (hypothesis none).
   Hypotheses met: Examples.lying_witness. *)
Theorem drfh_pair_proof : pair_proof c_drfh drfh_domain.
Proof. apply pair_of_coalition, drfh_coalition_proof. Qed.

(* Idea. If r is dominant in the pool for n, the global dominant share of n is its share of r. So the levels of the
   mechanism and of the property are the same for whoever can run, and nobody has a complaint.
   Settles bf-global of c-drfh (hypothesis none).
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem c_drfh_bottleneck_fair_global I x : wf I -> c_drfh I x -> bottleneck_fair_global I (feasible I) x.
Proof.
  intros W H r [Hr B]. apply (fair_rescale I W) with (s := global_share I) (c := 1); [lra|apply H| |apply c_drfh_fair; auto].
  intros n Hn R. unfold share_of, global_share. pose proof (B n Hn R) as D.
  pose proof (runs_pool I W n r Hn Hr R (proj1 D)) as P. pose proof (wf_wt I W n Hn).
  rewrite (dominant_share_of_pool I (dem I n) (pool I) r); auto; [field; lra|apply (wf_dem I W); auto].
Qed.

(* Idea. If r is dominant in the pool for n, the global dominant share of n is its share of r. So the levels of the
   mechanism and of the property are the same for whoever can run, and nobody has a complaint.
   Settles bf-global of drfh (hypothesis none).
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem drfh_bottleneck_fair_global I x : wf I -> drfh I x -> bottleneck_fair_global I (feasible I) x.
Proof. intros W [_ H]. apply c_drfh_bottleneck_fair_global; auto. Qed.

(* Idea. A single resource is dominant in the pool for everybody.
   Settles srf of c-drfh (hypothesis none).
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem c_drfh_single_resource_fair I x : wf I -> c_drfh I x -> single_resource_fair I (feasible I) x.
Proof. intros W H E. apply c_drfh_bottleneck_fair_global; auto. apply single_is_global; auto. Qed.

(* Idea. A single resource is dominant in the pool for everybody.
   Settles srf of drfh (hypothesis none).
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem drfh_single_resource_fair I x : wf I -> drfh I x -> single_resource_fair I (feasible I) x.
Proof. intros W [_ H]. apply c_drfh_single_resource_fair; auto. Qed.

(* Idea. On one server the pool is the server, so the levels are the weighted dominant shares.
   Settles single-server of c-drfh (hypothesis none).
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem c_drfh_reduces_to_drf I x : wf I -> c_drfh I x -> reduces_to_drf I x.
Proof.
  intros W H E. apply (fair_rescale I W) with (s := global_share I) (c := 1); [lra|apply H| |apply c_drfh_fair; auto].
  intros n Hn R. rewrite Rmult_1_l. unfold dominant_share, global_share. f_equal. apply maxratio_ext; auto.
  intros r Hr. unfold pool. rewrite E. simpl. lra.
Qed.

(* Idea. On one server the pool is the server, so the levels are the weighted dominant shares.
   Settles single-server of drfh (hypothesis none).
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem drfh_reduces_to_drf I x : wf I -> drfh I x -> reduces_to_drf I x.
Proof. intros W [_ H]. apply c_drfh_reduces_to_drf; auto. Qed.

(* Idea. departure_hurts_nobody: without constraints and with positive demands all users run on the same servers, those
   that have some of everything.
   Settles population-monotone of drfh (hypothesis positive).
   Hypotheses met: Examples.leaving_witness. *)
Theorem drfh_population_monotone : population_monotone drfh positive.
Proof.
  intros l I x x' W Pos Hl [U H] [_ H'].
  apply (spec_population pool_yard pool_yardstick I l x x'); auto.
Qed.

(** Where every server has some of every resource, a resource that is dominant on every server is dominant in the
    pool, and DRFH is fair in it. *)
(* Idea. Add up over the servers that the share of r is the largest: r is dominant in the pool too, and
   drfh_bottleneck_fair_global applies. A server that lacks something counts in the pool and not in the hypothesis,
   which is where this breaks.
   Covers bf of drfh where every server has some of every resource.
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem drfh_bottleneck_fair I x : wf I -> drfh I x ->
  (forall i r, (i < servers I)%nat -> (r < resources I)%nat -> 0 < cap I i r) ->
  bottleneck_fair I (feasible I) x.
Proof.
  intros W [U H] Full r [Hr B]. apply c_drfh_bottleneck_fair_global; auto. split; auto.
  intros n Hn [j [Hj G]]. pose proof (B n j Hn Hj G) as [Dr _]. split; auto. intros q Hq.
  unfold pool. rewrite <- !sum_scal. apply sum_le; intros i Hi. apply (B n i); auto.
  apply (gam_pos I W); auto.
Qed.

(** The smallest level is as large as it can be: programme (4) of wang2013 with weights, constraints and finite tasks. *)
(* Idea. fair_max_min with global dominant shares per unit of weight.
   Covers the first round.
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem c_drfh_max_min I x y n : wf I -> c_drfh I x -> feasible I y -> (n < users I)%nat -> runs I n ->
  exists m, (m < users I)%nat /\ tot I y m * global_share I m <= tot I x n * global_share I n.
Proof.
  intros W H Fy Hn R.
  destruct (fair_max_min I (feasible I) (global_share I) x y n) as [m [Hm [_ L]]]; auto.
  - apply c_drfh_fair; auto.
  - apply global_share_pos; auto.
  - intros m Hm D. apply global_share_pos; auto. apply (feasible_runs I W x); auto; [apply H|].
    pose proof (feasible_tot I y m Fy Hm). lra.
  - exists m; auto.
Qed.

(** Witnesses. *)
Lemma c_drfh_witness K R : (0 < K)%nat -> (0 < R)%nat ->
  wf (twins K R) /\ positive (twins K R) /\ unconstrained (twins K R) /\ drfh (twins K R) halves.
Proof.
  intros HK HR. assert (W : wf (twins K R)) by (apply twins_wf; auto).
  split; auto. split; [apply twins_positive|]. split; [apply twins_unconstrained|].
  split; [apply twins_unconstrained|]. apply halves_leximin; auto.
  intros n Hn. apply global_share_pos; auto. exists O. split; auto.
  rewrite twins_gam; auto; lra.
Qed.
