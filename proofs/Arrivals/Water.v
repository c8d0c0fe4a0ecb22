(** Water-filling as a procedure: from event to event, until a resource is used up to what is released.

    After li2019 2 (before (1)), properties/mechanisms/ddrf-water.md.  A step begins with the old shares and 0 for the
    newcomer.  An event raises the agents of smallest share together, until they meet the next higher share or some
    resource is used to exactly k/n.  The step ends as soon as some resource is. *)

From Coq Require Import Reals Lra Lia Arith Psatz Classical.
From Fair.Arrivals Require Import Sums Ddrf Programme Solutions.
Open Scope R_scope.

Section Filling.

Variables (n m : nat) (d : nat -> nat -> R) (k : nat).

Definition lowest (y : nat -> R) (v : R) : Prop :=
  (exists i, (i <= k)%nat /\ y i = v) /\ forall i, (i <= k)%nat -> v <= y i.

Definition stays_within (y : nat -> R) : Prop := forall r, (r < m)%nat -> used (S k) d y r <= released n (S k).
Definition filled (y : nat -> R) : Prop := exists r, (r < m)%nat /\ used (S k) d y r = released n (S k).

(** The agents of smallest share [v] rise to [t]; no other share changes. *)
Definition lifted (y : nat -> R) (v t : R) (i : nat) : R := if Req_EM_T (y i) v then t else y i.

Definition event (y z : nat -> R) : Prop := exists v t,
  lowest y v /\ v < t
  /\ (forall i, (i <= k)%nat -> v < y i -> t <= y i)
  /\ (forall i, (i <= k)%nat -> z i = lifted y v t i)
  /\ stays_within z
  /\ ((exists i, (i <= k)%nat /\ v < y i /\ t = y i) \/ filled z).

(** [fills e y x]: after [e] events the filling that begins with [y] ends with [x]. *)
Inductive fills : nat -> (nat -> R) -> (nat -> R) -> Prop :=
  | fills_ends : forall y, filled y -> fills 0 y y
  | fills_on : forall e y z x, ~ filled y -> event y z -> fills e z x -> fills (S e) y x.

Definition water_step (old x : nat -> R) : Prop :=
  exists e u, fills e (share_before k old) u /\ forall i, (i <= k)%nat -> x i = u i.

Variables (K : nat) (old : nat -> R).
Hypothesis Hn : (0 < n)%nat.
Hypothesis Hd : normalised K m d.
Hypothesis Hk : (k < K)%nat.
Hypothesis Hold0 : forall i, (i < k)%nat -> 0 <= old i.
Hypothesis Holdfit : forall r, (r < m)%nat -> used k d old r <= released n k.
Set Default Proof Using "All".

Let start := share_before k old.

(** At water level [w] each share is the larger of [w] and of the share at the start. *)
Definition at_level (w : R) (y : nat -> R) : Prop :=
  0 <= w /\ (forall i, (i <= k)%nat -> y i = Rmax w (start i)) /\ stays_within y
  /\ forall r, (r < m)%nat -> used (S k) d y r = released n (S k) -> exists i, (i <= k)%nat /\ 0 < d i r /\ y i = w.

Lemma start_newcomer : start k = 0.
Proof. unfold start, share_before. destruct (lt_dec k k); [lia|reflexivity]. Qed.

Lemma start_nonneg : forall i, (i <= k)%nat -> 0 <= start i.
Proof. intros i Hi. unfold start, share_before. destruct (lt_dec i k); [apply Hold0; assumption|lra]. Qed.

Lemma demand_nonneg : forall i r, (i <= k)%nat -> (r < m)%nat -> 0 <= d i r.
Proof. intros i r Hi Hr. apply (Hd i ltac:(lia)). exact Hr. Qed.

Lemma start_below : forall r, (r < m)%nat -> used (S k) d start r < released n (S k).
Proof.
  intros r Hr. apply Rle_lt_trans with (released n k); [apply (start_fits n m); assumption|].
  rewrite released_S by exact Hn. pose proof (share_pos n Hn). lra.
Qed.

Lemma start_level : at_level 0 start.
Proof.
  split; [lra|split; [|split]].
  - intros i Hi. rewrite Rmax_right; [reflexivity|apply start_nonneg; exact Hi].
  - intros r Hr. apply Rlt_le, start_below. exact Hr.
  - intros r Hr E. pose proof (start_below r Hr). lra.
Qed.

Lemma newcomer_at_level : forall w y, at_level w y -> y k = w.
Proof. intros w y [H0 [H _]]. rewrite H by lia. rewrite start_newcomer. apply Rmax_left. exact H0. Qed.

Lemma lowest_is_level : forall w y v, at_level w y -> lowest y v -> v = w.
Proof.
  intros w y v L [[i [Hi E]] H]. pose proof (newcomer_at_level w y L) as N. destruct L as [_ [L _]].
  apply Rle_antisym; [rewrite <- N; apply H; lia|]. rewrite <- E, L by exact Hi. apply Rmax_l.
Qed.

Lemma event_keeps_level : forall w y z, at_level w y -> ~ filled y -> event y z ->
  exists t, w < t /\ at_level t z.
Proof.
  intros w y z L NF [v [t [Low [Hvt [Hpass [Hz [Hfit Hend]]]]]]].
  pose proof (lowest_is_level w y v L Low) as ->. destruct L as [H0 [HL [HF _]]].
  assert (Zt : forall i, (i <= k)%nat -> y i < z i -> z i = t).
  { intros i Hi H. rewrite Hz in * by exact Hi. unfold lifted in *. destruct (Req_EM_T (y i) w); [reflexivity|lra]. }
  exists t. split; [exact Hvt|split; [lra|split; [|split]]].
  - intros i Hi. rewrite Hz by exact Hi. unfold lifted. specialize (HL i Hi). destruct (Req_EM_T (y i) w) as [E|E].
    + rewrite Rmax_left; [reflexivity|]. rewrite HL in E. pose proof (Rmax_r w (start i)). lra.
    + assert (w < y i) by (pose proof (Rmax_l w (start i)); lra). specialize (Hpass i Hi H).
      assert (y i = start i).
      { rewrite HL in *. unfold Rmax in *. destruct (Rle_dec w (start i)); lra. }
      rewrite Rmax_right; lra.
  - exact Hfit.
  - intros r Hr E.
    assert (U : used (S k) d y r < used (S k) d z r).
    { rewrite E. destruct (Rle_lt_or_eq_dec _ _ (HF r Hr)) as [H|H]; [exact H|].
      exfalso. apply NF. exists r. split; assumption. }
    destruct (classic (exists i, (i <= k)%nat /\ d i r * y i < d i r * z i)) as [[i [Hi H]]|H].
    + pose proof (demand_nonneg i r Hi Hr) as D. exists i. split; [exact Hi|].
      assert (0 < d i r) by (destruct D as [D|D]; [exact D|rewrite <- D in H; lra]).
      split; [assumption|apply Zt; [exact Hi|]]. apply (Rmult_lt_reg_l (d i r)); assumption.
    + exfalso. apply (Rlt_not_le _ _ U). unfold used. apply sum_le. intros i Hi.
      apply Rnot_lt_le. intros G. apply H. exists i. split; [lia|exact G].
Qed.

Lemma fills_level : forall e y x, fills e y x -> forall w, at_level w y -> exists t, at_level t x /\ filled x.
Proof.
  intros e y x F. induction F as [y Hf|e y z x NF Ev F IH]; intros w L.
  - exists w. split; assumption.
  - destruct (event_keeps_level w y z L NF Ev) as [t [_ Lt]]. apply (IH t Lt).
Qed.

(** Wherever the filling ends, the specification of the step is met. *)
Lemma fills_is_step : forall e x, fills e start x -> ddrf_step n m d k old x.
Proof.
  intros e x F. destruct (fills_level e start x F 0 start_level) as [w [L [r [Hr Full]]]].
  pose proof (newcomer_at_level w x L) as N. destruct L as [H0 [HL [HF HC]]].
  split; [lra|split; [|split]].
  - intros i Hi. rewrite N, HL by lia. unfold start, share_before. destruct (lt_dec i k); [reflexivity|lia].
  - exact HF.
  - exists r. split; [exact Hr|split; [exact Full|]]. destruct (HC r Hr Full) as [i [Hi [Hp E]]].
    exists i. split; [exact Hi|split; [exact Hp|lra]].
Qed.

(** ** The number of events

    How many agents stand above the level; each event but the last lets one of them join. *)
Fixpoint above (j : nat) (w : R) : nat :=
  match j with O => O | S p => (above p w + (if Rlt_dec w (start p) then 1 else 0))%nat end.

Lemma above_mono : forall j w t, w <= t -> (above j t <= above j w)%nat.
Proof.
  induction j as [|j IH]; intros w t H; simpl; [lia|]. specialize (IH w t H).
  destruct (Rlt_dec t (start j)), (Rlt_dec w (start j)); try lia; lra.
Qed.

Lemma above_falls : forall j w t i, w <= t -> (i < j)%nat -> w < start i -> start i <= t -> (above j t < above j w)%nat.
Proof.
  induction j as [|j IH]; intros w t i H Hi H1 H2; [lia|]. simpl.
  destruct (Nat.eq_dec i j) as [->|].
  - pose proof (above_mono j w t H). destruct (Rlt_dec t (start j)), (Rlt_dec w (start j)); try lia; lra.
  - pose proof (IH w t i H ltac:(lia) H1 H2). destruct (Rlt_dec t (start j)), (Rlt_dec w (start j)); try lia; lra.
Qed.

Lemma above_bound : forall j w, (above j w <= j)%nat.
Proof. induction j as [|j IH]; intros w; simpl; [lia|]. specialize (IH w). destruct (Rlt_dec w (start j)); lia. Qed.

Lemma above_start : (above (S k) 0 <= k)%nat.
Proof.
  simpl. rewrite start_newcomer. destruct (Rlt_dec 0 0); [lra|]. pose proof (above_bound k 0). lia.
Qed.

Lemma events_bounded : forall e y x, fills e y x -> forall w, at_level w y -> (e <= S (above (S k) w))%nat.
Proof.
  intros e y x F. induction F as [y Hf|e y z x NF Ev F IH]; intros w L; [lia|].
  destruct (event_keeps_level w y z L NF Ev) as [t [Hwt Lt]]. pose proof (IH t Lt) as B.
  destruct Ev as [v [t' [Low [Hvt [Hpass [Hz [Hfit Hend]]]]]]].
  pose proof (lowest_is_level w y v L Low) as ->.
  assert (Et : t' = t).
  { pose proof (newcomer_at_level t z Lt) as N. pose proof (newcomer_at_level w y L) as M.
    rewrite Hz in N by lia. unfold lifted in N. destruct (Req_EM_T (y k) w); [exact N|lra]. }
  subst t'. destruct Hend as [[i [Hi [H1 H2]]]|Hfull].
  - assert (E : y i = start i).
    { destruct L as [_ [L _]]. rewrite L in * by exact Hi. unfold Rmax in *. destruct (Rle_dec w (start i)); lra. }
    pose proof (above_falls (S k) w t i ltac:(lra) ltac:(lia) ltac:(lra) ltac:(lra)). lia.
  - inversion F; subst; [lia|contradiction].
Qed.

(** ** There is always a next event

    Idea: the least height at which a resource that a rising agent demands is used up, or the next higher share if that is
    lower. *)
Lemma event_exists : forall w y, at_level w y -> ~ filled y -> exists z, event y z.
Proof.
  intros w y L NF. pose proof (newcomer_at_level w y L) as N. pose proof L as [H0 [HL [HF _]]].
  assert (Low : lowest y w).
  { split; [exists k; split; [lia|exact N]|]. intros i Hi. rewrite HL by exact Hi. apply Rmax_l. }
  set (dens := fun r => sum (S k) (fun i => if Req_EM_T (y i) w then d i r else 0)).
  assert (Hdens0 : forall r, (r < m)%nat -> 0 <= dens r).
  { intros r Hr. apply sum_nonneg. intros i Hi. destruct (Req_EM_T (y i) w); [apply demand_nonneg; [lia|exact Hr]|lra]. }
  assert (U : forall t r, used (S k) d (lifted y w t) r = used (S k) d y r + (t - w) * dens r).
  { intros t r. unfold used, dens. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros i _. unfold lifted.
    destruct (Req_EM_T (y i) w) as [E|]; [rewrite E; ring|ring]. }
  set (height := fun r => w + (released n (S k) - used (S k) d y r) / dens r).
  destruct (least_index m (fun r => 0 < dens r) height) as [r0 [Hr0 [P0 Least]]].
  { intros r. destruct (Rlt_dec 0 (dens r)); [left|right]; assumption. }
  { destruct (Hd k Hk) as [_ [r [Hr E]]]. exists r. split; [exact Hr|]. unfold dens.
    apply (sum_pos (S k) _ k); [|lia|].
    - intros i Hi. destruct (Req_EM_T (y i) w); [apply demand_nonneg; [lia|exact Hr]|lra].
    - destruct (Req_EM_T (y k) w); [lra|contradiction]. }
  assert (Room : forall r, (r < m)%nat -> used (S k) d y r < released n (S k)).
  { intros r Hr. destruct (Rle_lt_or_eq_dec _ _ (HF r Hr)) as [H|H]; [exact H|].
    exfalso. apply NF. exists r. split; assumption. }
  assert (Hh : w < height r0).
  { unfold height. specialize (Room r0 Hr0). assert (0 < (released n (S k) - used (S k) d y r0) / dens r0); [|lra].
    apply Rdiv_lt_0_compat; lra. }
  assert (Fit : forall t, w <= t -> t <= height r0 -> stays_within (lifted y w t)).
  { intros t H1 H2 r Hr. rewrite U. destruct (Hdens0 r Hr) as [P|P].
    - specialize (Least r Hr P). assert (B : t - w <= (released n (S k) - used (S k) d y r) / dens r).
      { unfold height in *. lra. }
      apply (Rmult_le_compat_r (dens r)) in B; [|lra]. unfold Rdiv in B. rewrite Rmult_assoc, Rinv_l in B by lra. lra.
    - rewrite <- P, Rmult_0_r. specialize (Room r Hr). lra. }
  assert (Top : filled (lifted y w (height r0))).
  { exists r0. split; [exact Hr0|]. rewrite U. unfold height. field. lra. }
  destruct (classic (exists i, (i < S k)%nat /\ w < y i)) as [Hex|Hno].
  - destruct (least_index (S k) (fun i => w < y i) y) as [i [Hi [Pi Li]]].
    { intros i. destruct (Rlt_dec w (y i)); [left|right]; assumption. } { exact Hex. }
    destruct (Rle_lt_dec (y i) (height r0)) as [C|C].
    + exists (lifted y w (y i)), w, (y i). split; [exact Low|split; [exact Pi|split; [|split; [|split]]]].
      * intros j Hj Pj. apply Li; [lia|exact Pj].
      * reflexivity.
      * apply Fit; lra.
      * left. exists i. split; [lia|split; [exact Pi|reflexivity]].
    + exists (lifted y w (height r0)), w, (height r0). split; [exact Low|split; [exact Hh|split; [|split; [|split]]]].
      * intros j Hj Pj. specialize (Li j ltac:(lia) Pj). lra.
      * reflexivity.
      * apply Fit; lra.
      * right. exact Top.
  - exists (lifted y w (height r0)), w, (height r0). split; [exact Low|split; [exact Hh|split; [|split; [|split]]]].
    + intros j Hj Pj. exfalso. apply Hno. exists j. split; [lia|exact Pj].
    + reflexivity.
    + apply Fit; lra.
    + right. exact Top.
Qed.

Lemma runs_on : forall c w y, at_level w y -> (above (S k) w <= c)%nat -> exists e x, fills e y x.
Proof.
  induction c as [|c IH]; intros w y L Hc.
  - destruct (classic (filled y)) as [Hf|NF]; [exists 0%nat, y; constructor; exact Hf|].
    destruct (event_exists w y L NF) as [z Ev]. destruct (event_keeps_level w y z L NF Ev) as [t [Hwt Lt]].
    exists 1%nat, z. apply (fills_on 0 y z z NF Ev). constructor.
    destruct Ev as [v [t' [Low [Hvt [_ [_ [_ [[i [Hi [H1 H2]]]|Hfull]]]]]]]]; [exfalso|exact Hfull].
    pose proof (lowest_is_level w y v L Low) as ->.
    assert (E : y i = start i).
    { destruct L as [_ [L _]]. rewrite L in * by exact Hi. unfold Rmax in *. destruct (Rle_dec w (start i)); lra. }
    pose proof (above_falls (S k) w (y i) i ltac:(lra) ltac:(lia) ltac:(lra) ltac:(lra)). lia.
  - destruct (classic (filled y)) as [Hf|NF]; [exists 0%nat, y; constructor; exact Hf|].
    destruct (event_exists w y L NF) as [z Ev]. destruct (event_keeps_level w y z L NF Ev) as [t [Hwt Lt]].
    assert (D : filled z \/ (above (S k) t <= c)%nat).
    { pose proof Ev as [v [t' [Low [Hvt [_ [Hz [_ [[i [Hi [H1 H2]]]|Hfull]]]]]]]]; [right|left; exact Hfull].
      pose proof (lowest_is_level w y v L Low) as ->.
      assert (E : y i = start i).
      { destruct L as [_ [L _]]. rewrite L in * by exact Hi. unfold Rmax in *. destruct (Rle_dec w (start i)); lra. }
      assert (Et : t' = t).
      { pose proof (newcomer_at_level t z Lt) as N. pose proof (newcomer_at_level w y L) as M.
        rewrite Hz in N by lia. unfold lifted in N. destruct (Req_EM_T (y k) w); [exact N|lra]. }
      subst t'. pose proof (above_falls (S k) w t i ltac:(lra) ltac:(lia) ltac:(lra) ltac:(lra)). lia. }
    destruct D as [Hf|B].
    + exists 1%nat, z. apply (fills_on 0 y z z NF Ev). constructor. exact Hf.
    + destruct (IH t z Lt B) as [e [x F]]. exists (S e), x. apply (fills_on e y z x NF Ev F).
Qed.

(** ** Water-filling ends, and the number of its events does not depend on the numbers

    Idea: at each event but the last, an agent that stood above the water joins those who rise, and never stands above it again.
    The step with k agents so has at most k events.  Each is a least quotient over the resources.
    Mechanism: ddrf-water.  Hypothesis: none.  Claims: li2019-water-pseudo-polynomial (refuted). *)
Theorem water_ends : (exists e x, fills e start x) /\ forall e x, fills e start x -> (e <= S k)%nat.
Proof.
  split.
  - apply (runs_on (above (S k) 0) 0 start start_level). lia.
  - intros e x F. pose proof (events_bounded e start x F 0 start_level). pose proof above_start. lia.
Qed.

Lemma water_is_step : forall x, water_step old x -> ddrf_step n m d k old x.
Proof.
  intros x [e [u [F E]]]. apply (step_ext n m d k old u); [intros i Hi; symmetry; apply E; exact Hi|].
  apply (fills_is_step e). exact F.
Qed.

End Filling.
Set Default Proof Using "Type".

(** A history in which each step is filled, from what the step before has left. *)
Definition water_history n m K d (x : nat -> nat -> R) : Prop :=
  forall k, (k < K)%nat -> water_step n m d k (x k) (x (S k)).

(** ** Water-filling is dynamic DRF, with zero demands too

    Idea: each event keeps the shares at the larger of water level and old share.  A resource that is used up was not used up
    before the last event, so an agent that rose in it demands that resource.
    Mechanisms: ddrf-water, ddrf, ddrf-lp, ddrf-linear.  Property: agrees-with-lp.  Hypothesis: none. *)
Theorem water_is_ddrf : forall n m K d x, (0 < n)%nat -> normalised K m d ->
  (water_history n m K d x <-> ddrf n m K d x).
Proof.
  intros n m K d x Hn Hd. split; intros H.
  - apply (by_steps n m K d Hn Hd). intros k Hk Hp.
    destruct (prefix n m K d Hn Hd k x (Nat.lt_le_incl _ _ Hk) Hp) as [A [_ C]].
    apply (water_is_step n m d k K (x k)); try assumption. apply H. exact Hk.
  - intros k Hk.
    pose proof (ddrf_prefix n m K d Hn Hd x k (Nat.lt_le_incl _ _ Hk) H) as Hp.
    destruct (prefix n m K d Hn Hd k x (Nat.lt_le_incl _ _ Hk) Hp) as [A [_ C]].
    destruct (water_ends n m d k K (x k) Hn Hd Hk A C) as [[e [u F]] _].
    exists e, u. split; [exact F|]. intros i Hi.
    assert (Hu : ddrf_step n m d k (x k) u) by (apply (fills_is_step n m d k K (x k) Hn Hd Hk A C e); exact F).
    destruct (step_solves_least n m K d Hn Hd k x u Hk Hp Hu) as [Lu Gu].
    destruct (step_solves_least n m K d Hn Hd k x (x (S k)) Hk Hp (H k Hk)) as [Lx Gx].
    assert (E : u k = x (S k) k) by (apply (level_unique n m K d Hn Hd k (x k) _ _ u (x (S k))); assumption).
    apply Rle_antisym; [apply Gx; [rewrite <- E; exact Lu|exact Hi]|apply Gu; [rewrite E; exact Lx|exact Hi]].
Qed.

(** ** Water-filling solves (1)

    Idea: what is filled meets the specification of the step, and that is a solution of (1), whose level is the newcomer's share.
    Mechanism: ddrf-water.  Property: agrees-with-lp.  Hypothesis: none.  Claims: li2019-lp-water-filling. *)
Theorem water_solves_lp : forall n m K d x, (0 < n)%nat -> normalised K m d -> water_history n m K d x ->
  forall k, (k < K)%nat -> solves n m d k (x k) (x (S k) k) (x (S k)).
Proof.
  intros n m K d x Hn Hd H k Hk. apply (water_is_ddrf n m K d x Hn Hd) in H.
  apply (step_solves_least n m K d Hn Hd); [exact Hk| |apply H; exact Hk].
  apply (ddrf_prefix n m K d Hn Hd); [lia|exact H].
Qed.

(** ** Three descriptions of one allocation, with zero demands

    Idea: each is the specification of dynamic DRF; for the closed form, because the history of the specification has it and
    it runs on by itself.
    Mechanisms: ddrf-water, ddrf-lp, ddrf-linear.  Property: agrees-with-lp.  Hypothesis: none.
    Claims: li2019-zeros-agree. *)
Theorem descriptions_agree : forall n m K d x, (0 < n)%nat -> normalised K m d ->
  (water_history n m K d x <-> least_solutions n m K d x) /\ (least_solutions n m K d x <-> right_history n m K d x).
Proof.
  intros n m K d x Hn Hd.
  assert (W := water_is_ddrf n m K d x Hn Hd). assert (L := least_solutions_are_ddrf n m K d Hn Hd x).
  assert (R : right_history n m K d x <-> ddrf n m K d x).
  { split; intros H.
    - destruct (history_exists n m K d Hn Hd) as [z Hz].
      apply (history_ext n m K d z x); [|exact Hz].
      intros k i Hk Hi. apply (agrees_with_lp n m K d z x Hn Hd Hz H); assumption.
    - intros k Hk. destruct (closed_form n m K d x Hn Hd H k Hk) as [A [t [r [Ht [Hr [Ho [E _]]]]]]].
      split; [|split; [exact A|exists t, r; auto]].
      intros i Hi. apply (lemma_1 n m K d x Hn Hd H); assumption. }
  tauto.
Qed.

(** A witness: the history 1/2; 2/3, 2/3 of Programme.v is one of water-filling. *)
Lemma water_witness : normalised 2 2 witness_demand /\ water_history 2 2 2 witness_demand witness_history
  /\ (forall i, (i < 0)%nat -> 0 <= witness_history 0 i)
  /\ (forall r, (r < 2)%nat -> used 0 witness_demand (witness_history 0) r <= released 2 0).
Proof.
  split; [apply witness_normalised|split; [|split]].
  - apply water_is_ddrf; [lia|apply witness_normalised|apply witness_ddrf].
  - intros i Hi. lia.
  - intros r _. unfold used, released. simpl. lra.
Qed.
