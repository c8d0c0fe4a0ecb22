(** Common bottlenecks: what dominance says about tasks alone on a server, and about levels. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint.
Open Scope R_scope.

Lemma single_dominant I d c : resources I = 1%nat -> row 1 d -> dominant I d c 0.
Proof.
  intros E [_ [r [Hr D]]]. replace r with O in D by lia. split; auto.
  intros q Hq. rewrite E in Hq. replace q with O by lia. lra.
Qed.

Lemma single_is_global I : wf I -> resources I = 1%nat -> global_bottleneck I 0.
Proof.
  intros W E. split; [lia|]. intros n Hn _. apply single_dominant; auto. rewrite <- E. apply (wf_dem I W); auto.
Qed.

Lemma single_is_common I : wf I -> resources I = 1%nat -> common_bottleneck I 0.
Proof.
  intros W E. split; [lia|]. intros n i Hn Hi _. apply single_dominant; auto. rewrite <- E. apply (wf_dem I W); auto.
Qed.

(** A dominant resource is the one that limits. *)
Lemma dominant_fit I d c r : row (resources I) d -> (forall q, (q < resources I)%nat -> 0 <= c q) ->
  (r < resources I)%nat -> dominant I d c r -> minratio (resources I) c d * d r = c r.
Proof.
  intros Hd Hc Hr [D M]. apply Rle_antisym; [apply minratio_le; auto|].
  assert (c r / d r <= minratio (resources I) c d).
  { apply minratio_glb; auto. intros q Hq Dq. unfold Rdiv.
    replace (c r * / d r * d q) with (d q * c r / d r) by (unfold Rdiv; ring).
    apply div_le; auto. specialize (M q Hq). lra. }
  apply Rmult_le_compat_r with (r := d r) in H; [|lra]. rewrite div_cancel in H; auto.
Qed.

Lemma dominant_share_of_pool I d c r : row (resources I) d -> (r < resources I)%nat -> 0 < c r ->
  dominant I d c r -> maxratio (resources I) d c = d r / c r.
Proof.
  intros Hd Hr Cr [D M]. apply Rle_antisym.
  - apply maxratio_lub; [apply div_nonneg; lra|]. intros q Hq Cq.
    replace (d r / c r * c q) with (d r * c q / c r) by (unfold Rdiv; ring). apply le_div; auto.
  - apply div_le; auto. apply maxratio_ge; auto.
Qed.

Section Bottleneck.
  Variable I : inst.
  Hypothesis W : wf I.

  Lemma runs_pool n r : (n < users I)%nat -> (r < resources I)%nat -> runs I n -> 0 < dem I n r -> 0 < pool I r.
  Proof.
    intros Hn Hr [i [Hi G]] D. apply Rlt_le_trans with (cap I i r); [apply (gam_cap I W n i r); auto|].
    apply (pool_ge I W); auto.
  Qed.

  Lemma common_gam r n i : common_bottleneck I r -> (n < users I)%nat -> (i < servers I)%nat -> 0 < gam I n i ->
    gam I n i * dem I n r = cap I i r /\ 0 < dem I n r /\ 0 < cap I i r.
  Proof.
    intros [Hr B] Hn Hi G. pose proof (B n i Hn Hi G) as D.
    assert (E : gam I n i * dem I n r = cap I i r).
    { rewrite (gam_fit I n i G). apply dominant_fit; auto; [apply (wf_dem I W); auto|].
      intros; apply (wf_cap I W); auto. }
    split; auto. split; [apply D|]. apply (gam_cap I W n i r); auto. apply D.
  Qed.

  (** Fair in one scale is fair in another that is proportional to it for everybody who runs. *)
  Lemma fair_rescale s s' c x : 0 < c -> feasible I x ->
    (forall n, (n < users I)%nat -> runs I n -> s' n = c * s n) ->
    fair I (feasible I) s x -> fair I (feasible I) s' x.
  Proof.
    intros Hc Fx E. apply fair_scale with c; auto.
    - intros y n Fy Hn T. apply E; auto. apply (feasible_runs I W y); auto.
    - intros; apply (feasible_tot I); auto.
  Qed.
End Bottleneck.
