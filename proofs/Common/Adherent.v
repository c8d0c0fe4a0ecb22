(** A point that the members of shrinking bounded sets come as near to as one likes, in finitely many coordinates.

    It stands in for a convergent subsequence, and is found one coordinate after the other without a choice of members. *)

From Coq Require Import Reals Lra Lia Arith Classical.
Open Scope R_scope.

(** [T e] are the members of the set for [e]; sets shrink with [e], and none is empty. *)
Definition shrinking (T : R -> (nat -> R) -> Prop) : Prop :=
  (forall e f x, 0 < e -> e <= f -> T e x -> T f x) /\ forall e, 0 < e -> exists x, T e x.

(** ** One coordinate

    Idea: take the least upper bound of the coordinate on each set, and the greatest lower bound of these. *)
Lemma adherent_one T j B : shrinking T -> (forall e x, 0 < e -> T e x -> Rabs (x j) <= B) ->
  exists l, forall e, 0 < e -> exists x, T e x /\ Rabs (x j - l) < e.
Proof.
  intros [Mono Ne] Bd.
  set (tops := fun s => exists e, 0 < e /\ is_lub (fun v => exists x, T e x /\ v = x j) s).
  assert (Lub : forall e, 0 < e -> exists s, is_lub (fun v => exists x, T e x /\ v = x j) s).
  { intros e He. destruct (completeness (fun v => exists x, T e x /\ v = x j)) as [s Hs].
    - exists B. intros v [x [Hx ->]]. pose proof (Bd e x He Hx). pose proof (Rle_abs (x j)). lra.
    - destruct (Ne e He) as [x Hx]. exists (x j), x. auto.
    - exists s. exact Hs. }
  destruct (completeness (fun v => exists s, tops s /\ v = - s)) as [k [Up Least]].
  - exists B. intros v [s [[e [He [Hs _]]] ->]]. destruct (Ne e He) as [x Hx].
    assert (x j <= s) by (apply Hs; exists x; auto). pose proof (Bd e x He Hx).
    pose proof (Rle_abs (- x j)). rewrite Rabs_Ropp in H1. lra.
  - destruct (Lub 1 ltac:(lra)) as [s Hs]. exists (- s), s. split; [exists 1; split; [lra|exact Hs]|reflexivity].
  - exists (- k). intros e He.
    assert (Near : exists s, tops s /\ s < - k + e).
    { apply NNPP. intros No. assert (k <= k - e); [|lra]. apply Least. intros v [s [Hs ->]].
      destruct (Rle_lt_dec (- k + e) s) as [H|H]; [lra|]. exfalso. apply No. exists s. auto. }
    destruct Near as [s [[f [Hf Hs]] Hn]].
    assert (Hm : 0 < Rmin e f) by (apply Rmin_pos; assumption).
    destruct (Lub (Rmin e f) Hm) as [t Ht].
    assert (Hts : t <= s).
    { apply Ht. intros v [x [Hx ->]]. apply Hs. exists x. split; [|reflexivity].
      apply (Mono (Rmin e f)); [exact Hm|apply Rmin_r|exact Hx]. }
    assert (Hkt : - k <= t).
    { assert (- t <= k); [|lra]. apply Up. exists t. split; [exists (Rmin e f); auto|reflexivity]. }
    assert (Ex : exists x, T (Rmin e f) x /\ t - e < x j).
    { apply NNPP. intros No. assert (t <= t - e); [|lra]. apply Ht. intros v [x [Hx ->]].
      apply Rnot_lt_le. intros H. apply No. exists x. auto. }
    destruct Ex as [x [Hx Hj]]. exists x. split; [apply (Mono (Rmin e f)); [exact Hm|apply Rmin_l|exact Hx]|].
    assert (x j <= t) by (apply Ht; exists x; auto). apply Rabs_def1; lra.
Qed.

(** ** Finitely many coordinates

    Idea: shrink the sets to those near the coordinates found so far. *)
Theorem adherent T B : shrinking T -> forall k, (forall e x j, 0 < e -> T e x -> (j < k)%nat -> Rabs (x j) <= B) ->
  exists l, forall e, 0 < e -> exists x, T e x /\ forall j, (j < k)%nat -> Rabs (x j - l j) < e.
Proof.
  intros Sh. induction k as [|k IH]; intros Bd.
  - exists (fun _ => 0). intros e He. destruct (proj2 Sh e He) as [x Hx]. exists x. split; [exact Hx|intros; lia].
  - destruct IH as [l Hl]; [intros e x j He Hx Hj; apply (Bd e x j He Hx); lia|].
    set (U := fun e x => T e x /\ forall j, (j < k)%nat -> Rabs (x j - l j) < e).
    destruct (adherent_one U k B) as [a Ha].
    + split.
      * intros e f x He Hef [Hx Hj]. split; [apply (proj1 Sh e f x He Hef Hx)|]. intros j Hjk. specialize (Hj j Hjk). lra.
      * intros e He. destruct (Hl e He) as [x [Hx Hj]]. exists x. split; assumption.
    + intros e x He [Hx _]. apply (Bd e x k He Hx). lia.
    + exists (fun j => if Nat.eq_dec j k then a else l j). intros e He. destruct (Ha e He) as [x [[Hx Hj] Hk]].
      exists x. split; [exact Hx|]. intros j Hjk. destruct (Nat.eq_dec j k) as [->|]; [exact Hk|apply Hj; lia].
Qed.
