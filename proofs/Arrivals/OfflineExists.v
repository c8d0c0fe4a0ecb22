(** DRF with complete knowledge exists at every step, with zero demands too.

    After properties/mechanisms/drf-offline.md.  A step is an instance of the model cluster: one server that holds k/n
    of each resource, and the k agents as users. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Common Require Sums.
From Fair.Cluster Require Model Drf RoundByRound.
From Fair.Arrivals Require Import Sums Ddrf Offline.
Open Scope R_scope.

Lemma sum_alike : forall k f, Fair.Common.Sums.sum k f = sum k f.
Proof. induction k as [|k IH]; intros f; [reflexivity|]. simpl. rewrite IH. reflexivity. Qed.

(** Idea: rounds on one server end with a DRF allocation (RoundByRound.drf_exists); all resources being held in one amount and the
    largest demand of each agent being 1, its levels are shares.
    Mechanism: drf-offline.  Hypothesis: none. *)
Theorem offline_always_exists : forall n m k d, (0 < n)%nat -> normalised k m d -> exists x, drf_offline n m k d x.
Proof.
  intros n m k d Hn Hd.
  destruct k as [|k].
  { exists (fun _ => 0). split; [intros; lia|split; [|intros; lia]]. intros r _. unfold used, released. simpl. lra. }
  set (C := released n (S k)).
  assert (Cp : 0 < C).
  { unfold C, released. apply Rdiv_lt_0_compat; apply INR_pos; lia. }
  set (I := Model.mk (S k) 1 m (fun _ _ => C) d (fun _ => 1) (fun _ _ => true) (fun _ => None)).
  assert (W : Model.wf I).
  { split; simpl.
    - intros; lra.
    - intros i Hi. destruct (Hd i Hi) as [A [r [Hr E]]]. split; [intros q Hq; apply A; exact Hq|]. exists r. split; [exact Hr|lra].
    - intros; lra.
    - discriminate. }
  assert (Lv : forall i, (i < S k)%nat -> Drf.drf_level I Drf.ones i = / C).
  { intros i Hi. unfold Drf.drf_level. destruct (Hd i Hi) as [A [r [Hr E]]]. apply Rle_antisym.
    - apply Fair.Common.Sums.maxratio_lub; [apply Rlt_le, Rinv_0_lt_compat; exact Cp|].
      intros q Hq _. simpl. unfold Drf.ones. rewrite Rmult_1_l, Rinv_l by lra. apply A. exact Hq.
    - pose proof (Fair.Common.Sums.maxratio_ge m (d i) (fun r => Drf.ones i r * C) r Hr) as Q.
      cbv beta in Q. rewrite E in Q. unfold Drf.ones in Q at 1 3. specialize (Q ltac:(lra)).
      change (Model.resources I) with m. change (Model.dem I i) with (d i).
      change (fun r0 => Drf.ones i r0 * Model.cap I 0 r0) with (fun r0 => Drf.ones i r0 * C).
      apply (Rmult_le_reg_r C); [exact Cp|]. rewrite Rinv_l by lra. lra. }
  destruct (RoundByRound.drf_exists I Drf.ones W) as [x Hx]; [intros i r; unfold Drf.ones; lra|reflexivity|].
  assert (T : forall i, Model.tot I x i = x i 0%nat) by (intros i; unfold Model.tot; simpl; lra).
  destruct Hx as [_ [[P Cap] B]].
  assert (X0 : forall i, (i < S k)%nat -> 0 <= x i 0%nat) by (intros i Hi; apply (Model.pl_pos I (Model.gam I) x P i 0%nat Hi); simpl; lia).
  assert (U : forall r, Fair.Common.Sums.sum (S k) (fun j => x j 0%nat * d j r) = used (S k) d (fun i => x i 0%nat) r).
  { intros r. rewrite sum_alike. unfold used. apply sum_ext. intros; ring. }
  exists (fun i => x i 0%nat). split; [exact X0|split].
  - intros r Hr. fold C. rewrite <- U. apply (Cap 0%nat r); [simpl; lia|exact Hr].
  - intros i Hi. destruct (B i Hi) as [F|[r [Hr [D [Sat Low]]]]].
    + exists 0%nat. split; [simpl; lia|]. unfold Model.gam. simpl Model.el.
      assert (G : 0 < Model.fit I i 0); [|exact G]. apply Fair.Common.Sums.minratio_pos; [apply (Model.wf_dem I W i Hi)|]. intros; exact Cp.
    + discriminate.
    + exists r. split; [exact Hr|split; [exact D|split; [rewrite <- U; exact Sat|]]].
      intros j Hj Dj. destruct (X0 j Hj) as [Xj|Xj]; [|rewrite <- Xj; apply X0; exact Hi].
      assert (L : Model.tot I x j * Drf.drf_level I Drf.ones j <= Model.tot I x i * Drf.drf_level I Drf.ones i).
      { apply (Low j Hj). apply Rmult_lt_0_compat; assumption. }
      rewrite !T, !Lv in L by assumption.
      apply (Rmult_le_reg_r (/ C)); [apply Rinv_0_lt_compat; exact Cp|exact L].
Qed.
