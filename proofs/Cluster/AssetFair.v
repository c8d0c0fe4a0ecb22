(** Asset fairness on one pool: users are compared by their shares of all resources, added up. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Yardstick Bottleneck Drfh Witness Examples.
Open Scope R_scope.

(** The sum of the shares of one task. *)
Definition part (c d : R) := if Rlt_dec 0 c then d / c else 0.
Definition assets I (d : nat -> R) := sum (resources I) (fun r => part (pool I r) (d r)).

Definition asset_bottleneck I x n r :=
  (r < resources I)%nat /\ 0 < dem I n r /\
  sum (users I) (fun m => x m 0%nat * dem I m r) = cap I 0 r /\
  forall m, (m < users I)%nat -> 0 < x m 0%nat * dem I m r ->
    tot I x m * level assets I m <= tot I x n * level assets I n.

(** The specification of the page: all one's tasks, or a bottleneck. *)
Definition asset_fair I x := servers I = 1%nat /\ feasible I x /\
  forall n, (n < users I)%nat -> runs I n ->
    full (tk I n) (tot I x n) \/ exists r, asset_bottleneck I x n r.

Lemma part_mono c d e k : 0 < k -> k * d <= e -> 0 <= c -> k * part c d <= part c e.
Proof.
  intros Hk H Hc. unfold part. destruct (Rlt_dec 0 c) as [P|]; [|lra].
  apply le_div; auto. unfold Rdiv. rewrite Rmult_assoc, Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma part_nonneg c d : 0 <= d -> 0 <= part c d.
Proof. intros H. unfold part. destruct (Rlt_dec 0 c); [apply div_nonneg; auto|lra]. Qed.

Lemma assets_yardstick : yardstick assets.
Proof.
  split.
  - intros S I J d A. unfold assets. rewrite (ag_r S I J A). apply sum_ext; intros r Hr.
    replace (pool J r) with (pool I r); auto. unfold pool. rewrite (ag_s S I J A).
    apply sum_ext; intros; symmetry; apply (ag_cap S I J A).
  - intros I d W [D [r [Hr P]]] [i [Hi Q]]. unfold assets.
    apply Rlt_le_trans with (part (pool I r) (d r)).
    + unfold part. destruct (Rlt_dec 0 (pool I r)) as [C|C]; [apply div_pos; auto|].
      exfalso. apply C. apply Rlt_le_trans with (cap I i r); [apply Q; auto|apply pool_ge; auto].
    + apply (sum_term (resources I) (fun r => part (pool I r) (d r))); auto.
      intros; apply part_nonneg; auto.
  - intros I d e k W D E _ Hk H. unfold assets. rewrite <- sum_scal. apply sum_le; intros r Hr.
    apply part_mono; auto. apply pool_nonneg; auto.
Qed.

(** A bottleneck in any levels on one server leaves nobody with a complaint. *)
Lemma bottlenecks_fair I s x : wf I -> servers I = 1%nat -> feasible I x ->
  (forall n, (n < users I)%nat -> runs I n -> full (tk I n) (tot I x n) \/
    exists r, (r < resources I)%nat /\ 0 < dem I n r /\
      sum (users I) (fun m => x m 0%nat * dem I m r) = cap I 0 r /\
      forall m, (m < users I)%nat -> 0 < x m 0%nat * dem I m r -> tot I x m * s m <= tot I x n * s n) ->
  fair I (feasible I) s x.
Proof.
  intros W One Fx B n y Hn [Fy [G C]]. pose proof (feasible_tot I x n Fx Hn).
  assert (To : forall z k, tot I z k = z k O) by (intros; unfold tot; rewrite One; simpl; lra).
  assert (S0 : (0 < servers I)%nat) by lia.
  assert (R : runs I n) by (apply (feasible_runs I W y); auto; lra).
  destruct (B n Hn R) as [Fu|[r [Hr [D [Sat Lo]]]]].
  - pose proof (pl_tk I (gam I) y (proj1 Fy) n Hn) as T. unfold full in Fu. rewrite Fu in T. simpl in T. lra.
  - pose proof (proj2 Fy O r S0 Hr) as Cy. rewrite <- Sat in Cy.
    destruct (classic (exists m, (m < users I)%nat /\ y m O * dem I m r < x m O * dem I m r)) as [[m [Hm L]]|No].
    + pose proof (proj1 (wf_dem I W m Hm) r Hr) as Dm.
      assert (Dp : 0 < dem I m r).
      { destruct (Rle_lt_or_eq_dec _ _ Dm) as [|E]; auto. rewrite <- E in L. lra. }
      assert (Lm : y m O < x m O) by (apply Rmult_lt_reg_r with (dem I m r); auto).
      assert (Yp : 0 <= y m O) by (apply (pl_pos I (gam I) y (proj1 Fy)); auto; lia).
      assert (Xp : 0 < x m O * dem I m r) by (apply Rmult_lt_0_compat; lra).
      specialize (Lo m Hm Xp). specialize (C m Hm). rewrite !To in C. rewrite !To in Lo.
      specialize (C Lm). lra.
    + assert (sum (users I) (fun m => x m O * dem I m r) < sum (users I) (fun m => y m O * dem I m r)); [|lra].
      apply sum_lt with n; auto.
      * intros m Hm. apply Rnot_lt_le; intros L. apply No; exists m; auto.
      * apply Rmult_lt_compat_r; auto. rewrite !To in G. auto.
Qed.

Lemma asset_fair_spec I x : wf I -> asset_fair I x -> spec assets I x.
Proof.
  intros W [One [Fx B]]. apply feasible_fair_leximin; auto.
  - intros; apply (level_pos assets assets_yardstick); auto.
  - apply bottlenecks_fair; auto.
Qed.

(* Idea. Bottlenecks are the absence of complaints (bottlenecks_fair), and a dominating allocation would be a complaint.
   Settles po of asset-fair (hypothesis none).
   Hypotheses met: AssetFair.asset_fair_witness. *)
Theorem asset_fair_pareto I x : wf I -> asset_fair I x -> pareto I (feasible I) x.
Proof. intros W H. apply (spec_pareto assets assets_yardstick); auto. apply asset_fair_spec; auto. Qed.

(* Idea. If k tasks of n fit in a task of m, the shares of the latter add up to at least k times those of the former, so
   that who envies stands lower, and could be given part of what the other holds (fair_envy_free).
   Settles ef of asset-fair (hypothesis none).
   Hypotheses met: AssetFair.asset_fair_witness. *)
Theorem asset_fair_envy_free I x : wf I -> asset_fair I x -> envy_free I x.
Proof. intros W H. apply (spec_envy_free assets assets_yardstick); auto. apply asset_fair_spec; auto. Qed.

Theorem asset_fair_envy_free_aggregate I x : wf I -> unconstrained I -> asset_fair I x -> envy_free_aggregate I x.
Proof. intros W U H. apply aggregate_of_envy_free; auto. apply asset_fair_envy_free; auto. Qed.

(* Idea. no_coalition_gains with the sum of shares as yardstick: if k true tasks fit in a reported one, its shares add up
   to at least k times those of a true task.
   Covers coalitions of any size; the ids follow below.
   Hypotheses met: AssetFair.asset_fair_witness. *)
Theorem asset_fair_coalition_proof : coalition_proof asset_fair (fun _ => True).
Proof.
  intros S I J x x' WI WJ _ _ A HI HJ.
  apply (spec_coalition_proof assets assets_yardstick (fun _ => True) S I J x x' WI WJ Logic.I Logic.I A);
    apply asset_fair_spec; auto.
Qed.

(* Idea. A coalition of one: asset_fair_coalition_proof.
   Settles sp, sp-demand, sp-eligibility of asset-fair (hypothesis none).
   Hypotheses met: AssetFair.asset_fair_witness. *)
Theorem asset_fair_strategy_proof : strategy_proof asset_fair (fun _ => True).
Proof. apply strategy_of_coalition, asset_fair_coalition_proof. Qed.

(* Idea. A coalition of two: asset_fair_coalition_proof.
   Settles group-sp of asset-fair (hypothesis none).
   Hypotheses met: AssetFair.asset_fair_witness. *)
Theorem asset_fair_pair_proof : pair_proof asset_fair (fun _ => True).
Proof. apply pair_of_coalition, asset_fair_coalition_proof. Qed.

(* Idea. departure_hurts_nobody: on one server all who run at all run on the same server, and with positive demands all
   stop at the same level. Capacities stay, so the others are measured as before.
   Settles population-monotone of asset-fair (hypothesis positive).
   Hypotheses met: AssetFair.asset_fair_witness. *)
Theorem asset_fair_population_monotone : population_monotone asset_fair positive.
Proof.
  intros l I x x' W Pos Hl Hx Hx'. pose proof (wf_without l I W Hl) as W'.
  pose proof (asset_fair_spec _ _ W Hx) as Sx. pose proof (asset_fair_spec _ _ W' Hx') as Sx'.
  apply (departure_hurts_nobody I l (level assets I) (level assets (without l I))); auto.
  - apply alike_one_server, Hx.
  - intros; apply (level_pos assets assets_yardstick); auto.
  - apply Hx.
  - apply (spec_fair assets assets_yardstick); auto.
  - apply Hx'.
  - apply (spec_fair assets assets_yardstick); auto.
Qed.

(* Idea. Of one resource the sum of shares is the share.
   Settles srf of asset-fair (hypothesis none).
   Hypotheses met: AssetFair.asset_fair_witness. *)
Theorem asset_fair_single_resource I x : wf I -> asset_fair I x -> single_resource_fair I (feasible I) x.
Proof.
  intros W H One. pose proof (asset_fair_spec I x W H) as Sx.
  apply (fair_rescale I W) with (s := level assets I) (c := 1); [lra|apply H| |apply (spec_fair assets assets_yardstick); auto].
  intros n Hn R. unfold level, assets, share_of. rewrite One. simpl. rewrite Rplus_0_l.
  assert (Z : (0 < resources I)%nat) by lia.
  destruct (wf_dem I W n Hn) as [_ [q [Hq D]]]. assert (q = 0)%nat as -> by lia.
  pose proof (runs_pool I W n 0 Hn Z R D) as P. pose proof (wf_wt I W n Hn).
  unfold part. destruct (Rlt_dec 0 (pool I 0)); [|lra]. field. lra.
Qed.

(* Idea. A clause of the specification.
   Settles feasible of asset-fair (hypothesis none).
   Hypotheses met: AssetFair.asset_fair_witness. *)
Theorem asset_fair_feasible I x : asset_fair I x -> feasible I x.
Proof. intros H. apply H. Qed.

Lemma asset_fair_witness R : (0 < R)%nat ->
  wf (twins 1 R) /\ positive (twins 1 R) /\ unconstrained (twins 1 R) /\ asset_fair (twins 1 R) halves.
Proof.
  intros HR. split; [apply twins_wf; auto|]. split; [apply twins_positive|]. split; [apply twins_unconstrained|].
  split; [reflexivity|]. split; [apply halves_feasible; auto|]. intros n Hn _. right. exists O.
  split; [simpl; lia|]. split; [simpl; lra|]. split; [unfold halves; simpl; lra|].
  intros m Hm _. right. reflexivity.
Qed.
