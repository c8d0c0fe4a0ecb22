(** Hierarchical DRF without queues is dominant resource fairness.

    After properties/mechanisms/hdrf.md and drf.md. *)

From Coq Require Import Reals Lra Lia Arith List Bool Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Drf.
From Fair.Trees Require Import Tree Filling Stages.
Import ListNotations.
Open Scope R_scope.

Definition flat (I : inst) (ns : list nat) : tree := queue (map (fun n => (wt I n, user n)) ns).

Lemma leaves_flat : forall I ns, leaves (flat I ns) = ns.
Proof. intros I ns. unfold flat. simpl. induction ns as [|n l IH]; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.

Section Flat.

Variable I : inst.
Variable ns : list nat.
Let T := flat I ns.
Hypothesis W : wf I.
Hypothesis One : servers I = 1%nat.
Hypothesis Pl : planted I T.
Set Default Proof Using "All".

Lemma flat_leaves : leaves T = ns.
Proof. apply leaves_flat. Qed.

Lemma flat_rate : forall y n, In n ns -> moves I y n = true ->
  rate I y n T * part I (dem I n) = wt I n / big I y T.
Proof.
  intros y n Hn M. destruct (in_runs I T W One Pl n) as [Hu Rn]; [rewrite flat_leaves; exact Hn|].
  pose proof (part_dem I T W One Pl n Hu Rn) as [P _].
  unfold T, flat. cbn [rate]. set (b := big I y _). rewrite map_map. cbn [fst snd rate].
  assert (G : forall l, NoDup l -> In n l ->
    adds (map (fun m => wt I m / b * (if Nat.eqb m n && moves I y m then 1 / part I (dem I m) else 0)) l)
    = wt I n / b * (1 / part I (dem I n))).
  { induction l as [|m l IH]; intros N J; [destruct J|]. inversion N as [|? ? Out N']; subst. simpl. destruct (Nat.eqb_spec m n) as [->|D].
    - rewrite M. simpl. rewrite adds_zero; [ring|]. intros k K. destruct (Nat.eqb_spec k n) as [->|]; [contradiction|]. simpl. ring.
    - simpl. rewrite IH; auto; [ring|]. destruct J; [contradiction|assumption]. }
  assert (B : 0 < b) by (apply (big_pos I T W One Pl y T); apply (known_all I T W One Pl)).
  rewrite (G ns); [field; lra|rewrite <- flat_leaves; apply Pl|exact Hn].
Qed.

Definition low (y : nat -> R) (n : nat) : R := y n * part I (dem I n).

(** All that move stand at one level, no user above it, and who is frozen has all its tasks or a bottleneck. *)
Record equal (l : R) (y : nat -> R) : Prop := {
  e_moving : forall n, In n ns -> moves I y n = true -> low y n = l * wt I n;
  e_below : forall n, In n ns -> low y n <= l * wt I n;
  e_frozen : forall n, In n ns -> moves I y n = false -> has_all I y n \/
    exists r, is_full I y r /\ 0 < dem I n r /\ forall m, In m ns -> 0 < dem I m r -> low y m * wt I n <= low y n * wt I m
}.

Lemma weight_pos : forall n, In n ns -> 0 < wt I n.
Proof. intros n Hn. apply (wf_wt I W). apply (in_runs I T W One Pl). rewrite flat_leaves. exact Hn. Qed.

Lemma full_stops : forall y r m, is_full I y r -> 0 < dem I m r -> moves I y m = false.
Proof.
  intros y r m [Hr [_ Fr]] D. destruct (moves I y m) eqn:M; [exfalso|reflexivity].
  apply (moves_spec I T W One Pl) in M as [M _]. specialize (M r Hr D). lra.
Qed.

Lemma stage_equal : forall h rho l y y', kept I T h y -> stage I T rho y y' -> equal l y -> exists l', equal l' y'.
Proof.
  intros h rho l y y' K S E. pose proof (rho_nonneg I T W One Pl h rho y y' K S) as Rho.
  pose proof (stage_kept I T W One Pl h rho y y' K S) as K'. pose proof S as [v [Ev [_ [_ [_ H]]]]].
  pose proof (big_pos I T W One Pl y T (known_all I T W One Pl)) as B. exists (l + rho / big I y T).
  assert (Q : 0 <= rho / big I y T) by (apply div_nonneg; assumption).
  assert (Up : forall n, In n ns -> moves I y n = true -> low y' n = (l + rho / big I y T) * wt I n).
  { intros n Hn M. unfold low. rewrite H, Rmult_plus_distr_r, Rmult_assoc, (flat_rate y n Hn M).
    pose proof (e_moving l y E n Hn M) as Eq. unfold low in Eq. rewrite Eq. unfold Rdiv. ring. }
  assert (Still : forall n, moves I y n = false -> low y' n = low y n).
  { intros n M. unfold low. rewrite H, (rate_still I T W One Pl y n T M). ring. }
  assert (Below : forall n, In n ns -> low y' n <= (l + rho / big I y T) * wt I n).
  { intros n Hn. destruct (moves I y n) eqn:M; [rewrite (Up n Hn M); lra|]. rewrite (Still n M).
    pose proof (e_below l y E n Hn) as L. pose proof (weight_pos n Hn) as Wn.
    assert (0 <= rho / big I y T * wt I n) by (apply Rmult_le_pos; lra). lra. }
  assert (Fulls : forall r, is_full I y r -> is_full I y' r).
  { intros r [Hr [Cr Fr]]. split; [exact Hr|split; [exact Cr|]]. apply Rle_antisym; [apply (k_fit I T _ y' K' r Hr)|].
    rewrite (used_stage I T W One Pl rho y y' v r Ev Hr H), Fr.
    pose proof (takes_sound I T W One Pl y T (known_all I T W One Pl) v Ev) as Sv.
    assert (0 <= v r / part I v) by (apply div_nonneg; [apply (s_pos I v Sv r Hr)|apply (s_part I v Sv)]).
    assert (0 <= rho * (v r / part I v)) by (apply Rmult_le_pos; assumption). lra. }
  assert (Frozen : forall n, In n ns -> moves I y n = false -> has_all I y' n \/
    exists r, is_full I y' r /\ 0 < dem I n r /\ forall m, In m ns -> 0 < dem I m r -> low y' m * wt I n <= low y' n * wt I m).
  { intros n Hn M. destruct (e_frozen l y E n Hn M) as [A|[r [Fr [D Lo]]]].
    - left. unfold has_all in *. rewrite A, H, (rate_still I T W One Pl y n T M). f_equal. ring.
    - right. exists r. split; [apply Fulls; exact Fr|split; [exact D|]]. intros m Hm Dm.
      rewrite (Still m (full_stops y r m Fr Dm)), (Still n M). apply Lo; assumption. }
  split; [|exact Below|].
  - intros n Hn M'. destruct (moves I y n) eqn:M; [apply Up; assumption|exfalso].
    destruct (Frozen n Hn M) as [A|[r [Fr [D _]]]].
    + apply (moves_spec I T W One Pl) in M' as [_ M']. unfold has_all in A. rewrite A in M'. lra.
    + rewrite (full_stops y' r n Fr D) in M'. discriminate.
  - intros n Hn M'. destruct (moves I y n) eqn:M; [|apply Frozen; assumption].
    assert (J : In n (leaves T)) by (rewrite flat_leaves; exact Hn).
    destruct (frozen_spec I T W One Pl _ y' n K' J M') as [A|[r [Fr D]]]; [left; exact A|right].
    exists r. split; [exact Fr|split; [exact D|]]. intros m Hm _. rewrite (Up n Hn M).
    pose proof (Below m Hm) as L. pose proof (weight_pos n Hn). pose proof (weight_pos m Hm).
    replace ((l + rho / big I y T) * wt I n * wt I m) with ((l + rho / big I y T) * wt I m * wt I n) by ring.
    apply Rmult_le_compat_r; [lra|exact L].
Qed.

Lemma filled_equal : forall h y, filled I T h y -> exists l, equal l y.
Proof.
  intros h y F. induction F as [y Z|h rho y y' F [l E] S].
  - exists 0. assert (L : forall n, low y n = 0) by (intros n; unfold low; rewrite Z; ring).
    split; try (intros n Hn; rewrite L; lra). intros n Hn M. exfalso.
    assert (J : In n (leaves T)) by (rewrite flat_leaves; exact Hn).
    pose proof (filled_kept I T W One Pl 0 y (empty I T y Z)) as K.
    destruct (frozen_spec I T W One Pl 0 y n K J M) as [A|[r [[Hr [Cr Fr]] _]]].
    + unfold has_all in A. rewrite Z in A. apply (proj2 (proj2 Pl)) in J. tauto.
    + unfold used in Fr. rewrite sum_zero in Fr; [lra|]. intros m _. rewrite Z. ring.
  - apply (stage_equal h rho l y y'); auto. apply (filled_kept I T W One Pl h y F).
Qed.

Lemma level_part : forall n, (n < users I)%nat -> runs I n ->
  drf_level I (fun m _ => wt I m) n = part I (dem I n) / wt I n.
Proof.
  intros n Hn Rn. pose proof (wf_wt I W n Hn) as Wn. destruct (part_dem I T W One Pl n Hn Rn) as [P M].
  unfold drf_level. apply Rle_antisym.
  - apply maxratio_lub; [apply Rlt_le, div_pos; assumption|]. intros r Hr _.
    replace (part I (dem I n) / wt I n * (wt I n * cap I 0 r)) with (part I (dem I n) * cap I 0 r) by (field; lra).
    apply M. exact Hr.
  - destruct (sound_at I T W One Pl (dem I n)) as [r [Hr [Cr E]]]; [split; [apply (wf_dem I W n Hn)|exact P|exact M]|].
    apply div_le; [exact Wn|]. apply (Rmult_le_reg_r (cap I 0 r)); [exact Cr|].
    replace (part I (dem I n) * cap I 0 r) with (dem I n r) by (rewrite <- E; field; lra).
    rewrite Rmult_assoc.
    apply (maxratio_ge (resources I) (dem I n) (fun q => wt I n * cap I 0 q) r Hr). apply Rmult_lt_0_compat; assumption.
Qed.

(** Idea: all users that move stand at one weighted dominant share, and none stands above it. Who is frozen by a full resource
    stands no lower than any other user that demands the resource, then and for good.
    Mechanism: hdrf.  Properties: single-server, srf, bf, bf-global, which speak of instances without queues. *)
Theorem flat_is_drf : forall x, hdrf I T x -> drf (fun n _ => wt I n) I x.
Proof.
  intros x [_ [_ [h [y [F [End Pt]]]]]]. split; [exact One|].
  split; [exact (filled_feasible I T W One Pl h y x F End Pt)|]. intros n Hn Rn.
  pose proof (filled_kept I T W One Pl h y F) as K. destruct (filled_equal h y F) as [l E].
  assert (Tot : forall m, tot I x m = y m) by (intros m; apply (total_is I T W One Pl h y x F End Pt)).
  rewrite Tot. destruct (in_tree I T W One Pl n Hn Rn) as [J|Z].
  2:{ left. unfold full. rewrite Z. f_equal. symmetry. apply (k_absent I T h y K). intros J. apply (proj2 (proj2 Pl)) in J. tauto. }
  assert (Hs : In n ns) by (rewrite <- flat_leaves; exact J).
  destruct (e_frozen l y E n Hs (nobody_moves I T W One Pl y T End n J)) as [A|[r [[Hr [Cr Fr]] [D Lo]]]]; [left; exact A|right].
  exists r. split; [exact Hr|split; [exact D|split]].
  - rewrite <- Fr. apply (use_is I T W One Pl h y x F End Pt).
  - intros m Hm P. rewrite Pt in P. rewrite !Tot.
    assert (Ym : 0 < y m).
    { destruct (k_pos I T h y K m) as [L|Z]; [exact L|]. rewrite <- Z in P. lra. }
    assert (Jm : In m (leaves T)).
    { apply NNPP. intros N. pose proof (k_absent I T h y K m N). lra. }
    destruct (in_runs I T W One Pl m Jm) as [_ Rm]. rewrite flat_leaves in Jm.
    assert (Dm : 0 < dem I m r).
    { destruct (proj1 (wf_dem I W m Hm) r Hr) as [L|Z]; [exact L|]. rewrite <- Z in P. lra. }
    specialize (Lo m Jm Dm). unfold low in Lo. rewrite !level_part by assumption.
    pose proof (wf_wt I W n Hn) as Wn. pose proof (wf_wt I W m Hm) as Wm.
    apply (Rmult_le_reg_r (wt I n * wt I m)); [apply Rmult_lt_0_compat; assumption|].
    replace (y m * (part I (dem I m) / wt I m) * (wt I n * wt I m)) with (y m * part I (dem I m) * wt I n) by (field; lra).
    replace (y n * (part I (dem I n) / wt I n) * (wt I n * wt I m)) with (y n * part I (dem I n) * wt I m) by (field; lra).
    exact Lo.
Qed.

End Flat.
