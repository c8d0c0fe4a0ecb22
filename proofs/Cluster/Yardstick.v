(** Mechanisms that make the levels (tasks times a yardstick, per unit of weight) leximin, where the yardstick is a
    function of the capacities and of the user's own demand that grows with the demand in proportion.
    DRFH, C-DRFH, CDRF and TSF are of this kind, each with its yardstick. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population.
Open Scope R_scope.

Definition held I (d : nat -> R) := exists i, (i < servers I)%nat /\
  forall r, (r < resources I)%nat -> 0 < d r -> 0 < cap I i r.

Record yardstick (yard : inst -> (nat -> R) -> R) : Prop := {
  y_caps : forall S I J d, agree S I J -> yard J d = yard I d;
  y_pos : forall I d, wf I -> row (resources I) d -> held I d -> 0 < yard I d;
  y_grow : forall I d e k, wf I -> row (resources I) d -> row (resources I) e -> held I e -> 0 < k ->
    (forall r, (r < resources I)%nat -> k * d r <= e r) -> k * yard I d <= yard I e
}.

Lemma runs_held I n : wf I -> (n < users I)%nat -> runs I n -> held I (dem I n).
Proof. intros W Hn [i [Hi G]]. exists i; split; auto. intros; apply (gam_cap I W n i r); auto. Qed.

Section Yard.
  Variable yard : inst -> (nat -> R) -> R.
  Hypothesis Y : yardstick yard.

  Definition level I n := yard I (dem I n) / wt I n.
  Definition spec I x := leximin I (gam I) (feasible I) (level I) x.

  Lemma level_pos I n : wf I -> (n < users I)%nat -> runs I n -> 0 < level I n.
  Proof.
    intros W Hn R. apply div_pos; [|apply (wf_wt I W); auto].
    apply (y_pos _ Y); auto; [apply (wf_dem I W); auto|apply runs_held; auto].
  Qed.

  Theorem spec_fair I x : wf I -> spec I x -> fair I (feasible I) (level I) x.
  Proof. intros W. apply feasible_leximin_fair; auto. intros; apply level_pos; auto. Qed.

  Theorem spec_pareto I x : wf I -> spec I x -> pareto I (feasible I) x.
  Proof. intros W H. apply (fair_pareto _ _ (level I)). apply spec_fair; auto. Qed.

  Theorem spec_unique I x z : wf I -> spec I x -> spec I z ->
    forall n, (n < users I)%nat -> tot I x n = tot I z n.
  Proof.
    intros W Hx Hz. apply (feasible_fair_unique I W (level I)).
    - intros; apply level_pos; auto.
    - apply Hx.
    - apply Hz.
    - apply spec_fair; auto.
    - apply spec_fair; auto.
  Qed.

  Theorem spec_envy_free I x : wf I -> spec I x -> envy_free I x.
  Proof.
    intros W H. apply (fair_envy_free I W (level I)).
    - apply H.
    - apply spec_fair; auto.
    - intros; apply level_pos; auto.
    - intros n m Hn Hm Rm Kp. unfold level.
      pose proof (wf_wt I W n Hn). pose proof (wf_wt I W m Hm).
      assert (A : kappa I (dem I n) (dem I m) * yard I (dem I n) <= yard I (dem I m)).
      { apply (y_grow _ Y); auto; try (apply (wf_dem I W); auto).
        - apply runs_held; auto.
        - intros r Hr. apply (kappa_le I W); auto. apply (wf_dem I W); auto. }
      replace (wt I n / wt I m * kappa I (dem I n) (dem I m) * (yard I (dem I n) / wt I n))
        with (kappa I (dem I n) (dem I m) * yard I (dem I n) / wt I m) by (field; lra).
      apply Rmult_le_compat_r; auto. apply Rlt_le, Rinv_0_lt_compat; auto.
  Qed.

  Theorem spec_envy_free_aggregate I x : wf I -> unconstrained I -> spec I x -> envy_free_aggregate I x.
  Proof. intros W U H. apply aggregate_of_envy_free; auto. apply spec_envy_free; auto. Qed.

  (** A user who may lie has at least its true level times what one task as reported holds of true ones. *)
  Lemma level_of_lie S I J n : wf I -> wf J -> agree S I J -> (n < users I)%nat -> S n = true -> runs J n ->
    0 < kappa I (dem I n) (dem J n) -> kappa I (dem I n) (dem J n) * level I n <= level J n.
  Proof.
    intros WI WJ A Hn E R Kp. unfold level. rewrite (y_caps _ Y S I J _ A), (ag_wt S I J A).
    pose proof (wf_wt I WI n Hn).
    assert (Hn' : (n < users J)%nat) by (rewrite (ag_u S I J A); auto).
    assert (D : row (resources I) (dem J n)).
    { rewrite <- (ag_r S I J A). apply (wf_dem J WJ); auto. }
    assert (B : kappa I (dem I n) (dem J n) * yard I (dem I n) <= yard I (dem J n)).
    { apply (y_grow _ Y); auto.
      - apply (wf_dem I WI); auto.
      - destruct (runs_held J n WJ Hn' R) as [i [Hi Q]]. exists i. rewrite <- (ag_s S I J A). split; auto.
        intros r Hr. rewrite <- (ag_cap S I J A). apply Q. rewrite (ag_r S I J A); auto.
      - intros r Hr. apply (kappa_le I WI); auto. apply D. }
    unfold Rdiv. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; auto. apply Rlt_le, Rinv_0_lt_compat; auto.
  Qed.

  Theorem spec_coalition_proof domain : coalition_proof spec domain.
  Proof.
    intros S I J x x' WI WJ _ _ A HI HJ Ex Gains.
    apply (no_coalition_gains S I J (level I) (level J) x x' WI WJ A); auto.
    - intros; apply level_pos; auto.
    - intros n Hn E. unfold level. rewrite (y_caps _ Y S I J _ A), (ag_wt S I J A), (ag_dem S I J A n E); auto.
    - intros. eapply level_of_lie; eauto.
    - apply HI.
    - apply HJ.
    - apply spec_fair; auto.
    - apply spec_fair; auto.
  Qed.

  Theorem spec_population I l x x' : wf I -> positive I -> unconstrained I -> (l < users I)%nat ->
    (forall d, yard (without l I) d = yard I d) -> spec I x -> spec (without l I) x' ->
    forall n, (n < pred (users I))%nat -> tot I x (skip l n) <= tot I x' n.
  Proof.
    intros W Pos U Hl E HI HJ.
    apply (departure_hurts_nobody I l (level I) (level (without l I))); auto.
    - apply alike_unconstrained; auto.
    - intros; apply level_pos; auto.
    - intros k Hk. unfold level. rewrite E. reflexivity.
    - apply HI.
    - apply spec_fair; auto.
    - apply HJ.
    - apply spec_fair; auto. apply wf_without; auto.
  Qed.
End Yard.
