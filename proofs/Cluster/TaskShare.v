(** CDRF and TSF: tasks as a fraction of those that fit with the cluster to oneself, made leximin. CDRF counts the
    servers that one may use and refuses restricted eligibility; TSF counts all servers. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Yardstick Bottleneck Uniform Witness.
Open Scope R_scope.

Definition task_share I n := / (wt I n * sum (servers I) (fun i => fit I n i)).
Definition own_task_share I n := / (wt I n * sum (servers I) (fun i => gam I n i)).
Definition tsf I x := leximin I (gam I) (feasible I) (task_share I) x.
Definition cdrf I x := unconstrained I /\ leximin I (gam I) (feasible I) (own_task_share I) x.

Definition alone I (d : nat -> R) := sum (servers I) (fun i => minratio (resources I) (cap I i) d).
Definition alone_yard I d := / alone I d.

Lemma alone_nonneg I d i : wf I -> row (resources I) d -> (i < servers I)%nat ->
  0 <= minratio (resources I) (cap I i) d.
Proof. intros. apply minratio_nonneg; auto. intros; apply (wf_cap I); auto. Qed.

Lemma alone_pos I d : wf I -> row (resources I) d -> held I d -> 0 < alone I d.
Proof.
  intros W Hd [i [Hi H]]. apply Rlt_le_trans with (minratio (resources I) (cap I i) d).
  - apply minratio_pos; auto.
  - apply (sum_term (servers I) (fun i => minratio (resources I) (cap I i) d)); auto.
    intros; apply alone_nonneg; auto.
Qed.

Lemma alone_yardstick : yardstick alone_yard.
Proof.
  split.
  - intros S I J d A. unfold alone_yard, alone. rewrite (ag_s S I J A), (ag_r S I J A). f_equal.
    apply sum_ext; intros i Hi. apply minratio_ext; auto. intros; apply (ag_cap S I J A).
  - intros. apply Rinv_0_lt_compat, alone_pos; auto.
  - intros I d e k W Hd He Held Kp H. unfold alone_yard.
    assert (Pe : 0 < alone I e) by (apply alone_pos; auto).
    assert (A : k * alone I e <= alone I d).
    { unfold alone. rewrite <- sum_scal. apply sum_le; intros i Hi. apply minratio_glb; auto. intros r Hr D.
      pose proof (alone_nonneg I e i W He Hi).
      assert (B : minratio (resources I) (cap I i) e * e r <= cap I i r).
      { apply minratio_le_all; auto. intros; apply (wf_cap I); auto. }
      specialize (H r Hr). apply Rmult_le_compat_l with (r := minratio (resources I) (cap I i) e) in H; auto. lra. }
    assert (0 < k * alone I e) by (apply Rmult_lt_0_compat; auto).
    assert (/ alone I d <= / (k * alone I e)) by (apply Rinv_le_contravar; auto).
    replace (/ alone I e) with (k * / (k * alone I e)) by (field; lra).
    apply Rmult_le_compat_l; lra.
Qed.

Lemma levels_ext I g s s' x : (forall n, (n < users I)%nat -> s n = s' n) -> levels I g s x = levels I g s' x.
Proof.
  intros H. unfold levels. apply map_ext_in. intros n Hn. apply filter_In in Hn as [Hn _]. apply in_seq in Hn.
  rewrite H; auto; lia.
Qed.

Lemma leximin_ext I g (F : placement -> Prop) s s' x : (forall n, (n < users I)%nat -> s n = s' n) ->
  leximin I g F s x -> leximin I g F s' x.
Proof.
  intros E [Fx L]. split; auto. intros y Fy. rewrite <- !(levels_ext I g s s') by auto. apply L; auto.
Qed.

Lemma task_share_level I n : (n < users I)%nat -> level alone_yard I n = task_share I n.
Proof.
  intros Hn. unfold level, task_share, alone_yard, alone, Rdiv.
  rewrite Rmult_comm. symmetry. apply Rinv_mult.
Qed.

Lemma tsf_spec I x : tsf I x -> spec alone_yard I x.
Proof. apply leximin_ext. intros n Hn. symmetry. apply task_share_level; auto. Qed.

Lemma own_task_share_full I n : unconstrained I -> (n < users I)%nat -> own_task_share I n = task_share I n.
Proof.
  intros U Hn. unfold own_task_share, task_share. do 2 f_equal. apply sum_ext; intros i Hi.
  unfold gam. rewrite U; auto.
Qed.

(** Without constraints the two are one. *)
(* Idea. The tasks that fit on the servers one may use are those that fit on all servers, so the levels are the same.
   Covers the sentence of the page of tsf.
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem cdrf_iff_tsf I x : unconstrained I -> (cdrf I x <-> tsf I x).
Proof.
  intros U. split.
  - intros [_ H]. revert H. apply leximin_ext. intros; apply own_task_share_full; auto.
  - intros H. split; auto. revert H. apply leximin_ext. intros; symmetry; apply own_task_share_full; auto.
Qed.

Lemma cdrf_tsf I x : cdrf I x -> tsf I x.
Proof. intros H. apply cdrf_iff_tsf; auto. apply H. Qed.

Lemma task_share_pos I n : wf I -> (n < users I)%nat -> runs I n -> 0 < task_share I n.
Proof.
  intros W Hn R. rewrite <- task_share_level by auto. apply (level_pos alone_yard alone_yardstick); auto.
Qed.

Theorem tsf_fair I x : wf I -> tsf I x -> fair I (feasible I) (task_share I) x.
Proof.
  intros W. apply feasible_leximin_fair; auto. intros; apply task_share_pos; auto.
Qed.

(* Idea. fair_of_leximin and leximin_of_fair with task shares as levels.
   Covers the specification of the page, both halves.
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem tsf_iff_fair I x : wf I -> feasible I x -> (tsf I x <-> fair I (feasible I) (task_share I) x).
Proof.
  intros W F. split; [apply tsf_fair; auto|].
  apply feasible_fair_leximin; auto. intros; apply task_share_pos; auto.
Qed.

(* Idea. fair_unique.
   Covers uniqueness of totals.
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem tsf_unique I x z : wf I -> tsf I x -> tsf I z -> forall n, (n < users I)%nat -> tot I x n = tot I z n.
Proof. intros W Hx Hz. apply (spec_unique alone_yard alone_yardstick I x z W); apply tsf_spec; auto. Qed.

(* Idea. Nobody has a complaint, and a dominating placement would be one (fair_pareto).
   Settles po of tsf (hypothesis none).
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem tsf_pareto I x : wf I -> tsf I x -> pareto I (feasible I) x.
Proof. intros W H. apply (spec_pareto alone_yard alone_yardstick I x W), tsf_spec, H. Qed.

(* Idea. Nobody has a complaint, and a dominating placement would be one (fair_pareto).
   Settles po of cdrf (hypothesis none).
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem cdrf_pareto I x : wf I -> cdrf I x -> pareto I (feasible I) x.
Proof. intros W H. apply tsf_pareto, cdrf_tsf; auto. Qed.

(* Idea. fair_envy_free: if k tasks of n fit in one of m, then on every server n alone runs at least k times the tasks
   of m alone, so the yardstick of m, one over that number, is at least k times that of n. Every placement is envy-free.
   Settles ef of tsf (hypothesis none).
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem tsf_envy_free I x : wf I -> tsf I x -> envy_free I x.
Proof. intros W H. apply (spec_envy_free alone_yard alone_yardstick I x W), tsf_spec, H. Qed.

(* Idea. fair_envy_free: if k tasks of n fit in one of m, then on every server n alone runs at least k times the tasks
   of m alone, so the yardstick of m, one over that number, is at least k times that of n. Every placement is envy-free.
   Settles ef of cdrf (hypothesis none).
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem cdrf_envy_free I x : wf I -> cdrf I x -> envy_free I x.
Proof. intros W H. apply tsf_envy_free, cdrf_tsf; auto. Qed.

(* Idea. Without constraints adding bundles up over servers changes nothing. fair_envy_free: if k tasks of n fit in one
   of m, then on every server n alone runs at least k times the tasks of m alone, so the yardstick of m, one over that
   number, is at least k times that of n. Every placement is envy-free.
   Settles ef-aggregate of cdrf (hypothesis none).
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem cdrf_envy_free_aggregate I x : wf I -> cdrf I x -> envy_free_aggregate I x.
Proof. intros W H. apply aggregate_of_envy_free; [apply H|]. apply cdrf_envy_free; auto. Qed.

(* Idea. no_coalition_gains: if k true tasks fit in a reported one, a server that runs g reported tasks runs at least k
   g true ones, so the yardstick of the report is at least k times the true one. TSF counts all servers, so the reported
   set does not enter the measure.
   Covers coalitions of any size; the ids follow below.
   Hypotheses met: Examples.lying_witness. *)
Theorem tsf_coalition_proof : coalition_proof tsf (fun _ => True).
Proof.
  intros S I J x x' WI WJ _ _ A H H'.
  apply (spec_coalition_proof alone_yard alone_yardstick (fun _ => True)); auto; apply tsf_spec; auto.
Qed.

(* Idea. no_coalition_gains: if k true tasks fit in a reported one, a server that runs g reported tasks runs at least k
   g true ones, so the yardstick of the report is at least k times the true one. TSF counts all servers, so the reported
   set does not enter the measure.
   Settles sp, sp-demand, sp-eligibility of tsf (hypothesis none).
   Hypotheses met: Examples.lying_witness. *)
Theorem tsf_strategy_proof : strategy_proof tsf (fun _ => True).
Proof. apply strategy_of_coalition, tsf_coalition_proof. Qed.

(* Idea. no_coalition_gains: if k true tasks fit in a reported one, a server that runs g reported tasks runs at least k
   g true ones, so the yardstick of the report is at least k times the true one. TSF counts all servers, so the reported
   set does not enter the measure.
   Settles group-sp of tsf (hypothesis none).
   Hypotheses met: Examples.lying_witness. *)
Theorem tsf_pair_proof : pair_proof tsf (fun _ => True).
Proof. apply pair_of_coalition, tsf_coalition_proof. Qed.

Theorem cdrf_coalition_proof : coalition_proof cdrf unconstrained.
Proof.
  intros S I J x x' WI WJ _ _ A H H'. apply tsf_coalition_proof; auto; apply cdrf_tsf; auto.
Qed.

(* Idea. no_coalition_gains: if k true tasks fit in a reported one, a server that runs g reported tasks runs at least k
   g true ones, so the yardstick of the report is at least k times the true one. TSF counts all servers, so the reported
   set does not enter the measure.
   Settles sp, sp-demand of cdrf (hypothesis none).
   Hypotheses met: Examples.lying_witness. *)
Theorem cdrf_strategy_proof : strategy_proof cdrf unconstrained.
Proof. apply strategy_of_coalition, cdrf_coalition_proof. Qed.

(* Idea. no_coalition_gains: if k true tasks fit in a reported one, a server that runs g reported tasks runs at least k
   g true ones, so the yardstick of the report is at least k times the true one. TSF counts all servers, so the reported
   set does not enter the measure.
   Settles group-sp of cdrf (hypothesis none).
   Hypotheses met: Examples.lying_witness. *)
Theorem cdrf_pair_proof : pair_proof cdrf unconstrained.
Proof. apply pair_of_coalition, cdrf_coalition_proof. Qed.

(* Idea. departure_hurts_nobody: without constraints and with positive demands all users run on the same servers.
   Settles population-monotone of cdrf (hypothesis positive).
   Hypotheses met: Examples.leaving_witness. *)
Theorem cdrf_population_monotone : population_monotone cdrf positive.
Proof.
  intros l I x x' W Pos Hl H H'.
  apply (spec_population alone_yard alone_yardstick I l x x'); auto.
  - apply H.
  - apply tsf_spec, cdrf_tsf, H.
  - apply tsf_spec, cdrf_tsf, H'.
Qed.

(** Sharing incentive: an even cut of every server has equal levels. *)
(* Idea. Cut every server by weight. In that placement every user that is not full has the level one over the sum of the
   weights. If n got less than its slice it would stand below that level, and the cut would be a complaint: whoever
   loses by it is not full in it, so it stood above that level.
   Covers si of tsf on instances without placement constraints; with them it fails.
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem tsf_sharing_incentive I x : wf I -> unconstrained I -> tsf I x -> sharing_incentive I (gam I) x.
Proof.
  intros W U H n Hn. apply Rnot_lt_le; intros L.
  pose proof (tsf_fair I x W H) as Fair. destruct H as [Fx _].
  pose proof (uniform_point_meets I W) as M. pose proof (uniform_feasible I W _ M) as FU. destruct M as [_ T].
  apply (Fair n (uniform_point I) Hn). split; auto. rewrite T by auto. split; auto.
  assert (Sl : forall m, (m < users I)%nat -> slice I (gam I) m = wt I m / weights I * alone I (dem I m)).
  { intros m Hm. unfold slice, alone. rewrite sum_scal. f_equal. apply sum_ext; intros i Hi.
    unfold gam. rewrite U; auto. }
  assert (Lv : forall m, (m < users I)%nat -> 0 < slice I (gam I) m ->
             0 < task_share I m /\ slice I (gam I) m * task_share I m = / weights I).
  { intros m Hm P. rewrite Sl in P by auto. pose proof (wf_wt I W m Hm). pose proof (weights_pos I W m Hm).
    assert (Q : 0 < wt I m / weights I) by (apply div_pos; auto).
    assert (A : 0 < alone I (dem I m)).
    { apply Rmult_lt_reg_l with (wt I m / weights I); auto. lra. }
    unfold task_share. fold (alone I (dem I m)).
    change (sum (servers I) (fun i => fit I m i)) with (alone I (dem I m)). split.
    - apply Rinv_0_lt_compat. apply Rmult_lt_0_compat; auto.
    - rewrite Sl by auto. field; repeat split; lra. }
  pose proof (feasible_tot I x n Fx Hn). pose proof (capped_le (tk I n) (slice I (gam I) n)).
  destruct (Lv n Hn) as [Sn En]; [lra|].
  intros m Hm D. rewrite T in D by auto.
  assert (E : capped (tk I m) (slice I (gam I) m) = slice I (gam I) m).
  { pose proof (pl_tk I (gam I) x (proj1 Fx) m Hm) as B. destruct (tk I m) as [t|]; auto.
    simpl in *. unfold Rmin in *. destruct (Rle_dec t (slice I (gam I) m)); lra. }
  rewrite E in D. pose proof (slice_nonneg I W m Hm) as S0.
  apply Rlt_le_trans with (/ weights I).
  - rewrite <- En. apply Rmult_lt_compat_r; auto. lra.
  - destruct (Rle_lt_or_eq_dec _ _ S0) as [P|Z].
    + destruct (Lv m Hm P) as [Sm Em]. rewrite <- Em. apply Rmult_le_compat_r; lra.
    + exfalso. assert (R : runs I m) by (apply (feasible_runs I W x); auto; lra).
      assert (0 < alone I (dem I m)).
      { apply alone_pos; auto; [apply (wf_dem I W); auto|apply runs_held; auto]. }
      rewrite Sl in Z by auto. pose proof (wf_wt I W m Hm). pose proof (weights_pos I W m Hm).
      assert (0 < wt I m / weights I * alone I (dem I m)); [|lra].
      apply Rmult_lt_0_compat; auto. apply div_pos; auto.
Qed.

(* Idea. Cut every server by weight. In that placement every user that is not full has the level one over the sum of the
   weights. If n got less than its slice it would stand below that level, and the cut would be a complaint: whoever
   loses by it is not full in it, so it stood above that level.
   Settles si of cdrf (hypothesis none).
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem cdrf_sharing_incentive I x : wf I -> cdrf I x -> sharing_incentive I (gam I) x.
Proof. intros W H. apply tsf_sharing_incentive; auto; [apply H|apply cdrf_tsf; auto]. Qed.

(** One resource, one server. *)
(* Idea. With one resource the tasks that fit alone are the pool divided by the demand, so the level is the share of the
   resource per unit of weight.
   Settles srf of tsf (hypothesis none).
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem tsf_single_resource_fair I x : wf I -> tsf I x -> single_resource_fair I (feasible I) x.
Proof.
  intros W H E. destruct (classic (0 < pool I 0)) as [P|P].
  - apply (fair_rescale I W) with (s := task_share I) (c := 1); [lra|apply H| |apply tsf_fair; auto].
    intros n Hn R. rewrite Rmult_1_l. unfold share_of, task_share.
    pose proof (wf_wt I W n Hn). pose proof (wf_dem I W n Hn) as D. rewrite E in D.
    destruct (single_dominant I (dem I n) (pool I) E D) as [D0 _].
    assert (A : sum (servers I) (fun i => fit I n i) = pool I 0 / dem I n 0).
    { unfold pool. unfold Rdiv. rewrite <- sum_scal_r. apply sum_ext; intros i Hi. unfold fit.
      assert (B : minratio (resources I) (cap I i) (dem I n) * dem I n 0 = cap I i 0).
      { apply dominant_fit; try lia; [rewrite E; auto| |apply single_dominant; auto].
        intros; apply (wf_cap I W); auto. }
      rewrite <- B. field; lra. }
    rewrite A. field; repeat split; lra.
  - intros n y Hn [Fy [G _]]. apply P. pose proof (feasible_tot I x n (proj1 H) Hn).
    assert (R : runs I n) by (apply (feasible_runs I W y); auto; lra).
    apply (runs_pool I W n 0); auto; [lia|].
    apply (single_dominant I (dem I n) (pool I) E). rewrite <- E. apply (wf_dem I W); auto.
Qed.

(* Idea. With one resource the tasks that fit alone are the pool divided by the demand, so the level is the share of the
   resource per unit of weight.
   Settles srf of cdrf (hypothesis none).
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem cdrf_single_resource_fair I x : wf I -> cdrf I x -> single_resource_fair I (feasible I) x.
Proof. intros W H. apply tsf_single_resource_fair, cdrf_tsf; auto. Qed.

(** On one server the dominant share is one over the tasks that fit. *)
Lemma dominant_share_fit I n : wf I -> (0 < servers I)%nat -> (n < users I)%nat -> 0 < fit I n 0 ->
  maxratio (resources I) (dem I n) (cap I 0) = / fit I n 0.
Proof.
  intros W S Hn P. pose proof (wf_dem I W n Hn) as D. apply Rle_antisym.
  - apply maxratio_lub; [apply Rlt_le, Rinv_0_lt_compat; auto|]. intros r Hr C.
    apply Rmult_le_reg_l with (fit I n 0); auto.
    replace (fit I n 0 * (/ fit I n 0 * cap I 0 r)) with (cap I 0 r) by (field; lra).
    apply minratio_le_all; auto. intros; apply (wf_cap I W); auto.
  - destruct (minratio_eq (resources I) (cap I 0) (dem I n) D) as [r [Hr [Dr E]]]. fold (fit I n 0) in E.
    assert (C : 0 < cap I 0 r) by (rewrite <- E; apply Rmult_lt_0_compat; auto).
    pose proof (maxratio_ge (resources I) (dem I n) (cap I 0) r Hr C) as M.
    apply Rmult_le_reg_r with (cap I 0 r); auto. apply Rle_trans with (dem I n r); auto.
    rewrite <- E. right. field; lra.
Qed.

(* Idea. On one server one over the tasks that fit alone is the dominant share of one task.
   Settles single-server of tsf (hypothesis none).
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem tsf_reduces_to_drf I x : wf I -> tsf I x -> reduces_to_drf I x.
Proof.
  intros W H E. apply (fair_rescale I W) with (s := task_share I) (c := 1); [lra|apply H| |apply tsf_fair; auto].
  intros n Hn [i [Hi G]]. rewrite Rmult_1_l. unfold dominant_share, task_share. rewrite E in *.
  replace i with O in G by lia. rewrite (gam_fit I n 0 G) in G. pose proof (wf_wt I W n Hn).
  rewrite dominant_share_fit; auto; [|lia]. simpl. field; split; lra.
Qed.

(* Idea. On one server one over the tasks that fit alone is the dominant share of one task.
   Settles single-server of cdrf (hypothesis none).
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem cdrf_reduces_to_drf I x : wf I -> cdrf I x -> reduces_to_drf I x.
Proof. intros W H. apply tsf_reduces_to_drf, cdrf_tsf; auto. Qed.

(** With positive demands CDRF is fair in a resource that is dominant on every usable server. *)
(* Idea. With positive demands all users run on the same servers, those with some of everything. There the tasks alone
   are the capacity of r divided by the demand, so the tasks alone on the cluster are one amount, the same for all,
   divided by the demand for r. Levels are then shares of r up to one factor.
   Settles bf of cdrf (hypothesis positive).
   Hypotheses met: TaskShare.cdrf_witness. *)
Theorem cdrf_bottleneck_fair I x : wf I -> positive I -> cdrf I x -> bottleneck_fair I (feasible I) x.
Proof.
  intros W Pos [U L] r B. pose proof B as [Hr _].
  pose proof (cdrf_tsf I x (conj U L)) as H.
  destruct (classic (exists n, (n < users I)%nat /\ runs I n)) as [[n0 [Hn0 R0]]|No].
  2:{ intros n y Hn [Fy [G _]]. apply No. exists n. split; auto. apply (feasible_runs I W y); auto.
      pose proof (feasible_tot I x n (proj1 H) Hn). lra. }
  set (b := sum (servers I) (fun i => if Rlt_dec 0 (gam I n0 i) then cap I i r else 0)).
  assert (G : forall n, (n < users I)%nat -> runs I n -> sum (servers I) (fun i => gam I n i) * dem I n r = b).
  { intros n Hn R. unfold b. rewrite <- sum_scal_r. apply sum_ext; intros i Hi.
    destruct (Rlt_dec 0 (gam I n0 i)) as [p|p].
    - assert (P : 0 < gam I n i) by (apply (alike_unconstrained I W Pos U n n0 i); auto).
      apply (common_gam I W r n i B Hn Hi P).
    - pose proof (gam_nonneg I W n i Hn Hi) as G0.
      destruct (Rle_lt_or_eq_dec _ _ G0) as [P|<-]; [|lra].
      exfalso; apply p. apply (alike_unconstrained I W Pos U n0 n i); auto. }
  assert (D0 : 0 < dem I n0 r) by (apply Pos; auto).
  assert (bp : 0 < b).
  { rewrite <- (G n0 Hn0 R0). apply Rmult_lt_0_compat; auto. destruct R0 as [i [Hi P]].
    apply Rlt_le_trans with (gam I n0 i); auto. apply (sum_term (servers I) (fun i => gam I n0 i)); auto.
    intros; apply (gam_nonneg I W); auto. }
  assert (Pr : 0 < pool I r) by (apply (runs_pool I W n0 r); auto).
  apply (fair_rescale I W) with (s := task_share I) (c := b / pool I r);
    [apply div_pos; auto|apply H| |apply tsf_fair; auto].
  intros n Hn R. rewrite <- own_task_share_full by auto. unfold own_task_share, share_of.
  pose proof (wf_wt I W n Hn). assert (0 < dem I n r) by (apply Pos; auto). specialize (G n Hn R).
  set (a := sum (servers I) (fun i => gam I n i)) in *.
  assert (0 < a). { apply Rmult_lt_reg_r with (dem I n r); auto. lra. }
  rewrite <- G. field; repeat split; lra.
Qed.

(** Witness. *)
Lemma cdrf_witness K R : (0 < K)%nat -> (0 < R)%nat ->
  wf (twins K R) /\ positive (twins K R) /\ unconstrained (twins K R) /\ cdrf (twins K R) halves /\ tsf (twins K R) halves.
Proof.
  intros HK HR. assert (W : wf (twins K R)) by (apply twins_wf; auto).
  assert (U : unconstrained (twins K R)) by apply twins_unconstrained.
  assert (T : tsf (twins K R) halves).
  { apply halves_leximin; auto. intros n Hn. apply task_share_pos; auto. exists O. split; auto.
    rewrite twins_gam; auto; lra. }
  split; [exact W|split; [apply twins_positive|split; [exact U|split; [|exact T]]]]. apply cdrf_iff_tsf; auto.
Qed.
