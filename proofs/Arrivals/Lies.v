(** Dynamic DRF is strategy-proof on arrival, zero demands included.

    After properties/arrivals/sp.md (li2019 2, property 4). *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums Ddrf Programme.
Open Scope R_scope.

(** What one unit of dominant share at the report [e'] is worth at the true demand [e]: the least quotient
    [e' r / e r] over the resources truly demanded. *)
Definition worth (m : nat) (e e' : nat -> R) (l : R) : Prop :=
  (forall r, (r < m)%nat -> 0 < e r -> l * e r <= e' r)
  /\ exists r, (r < m)%nat /\ 0 < e r /\ l * e r = e' r.

(** Agents other than [a] report the same in [d] and [d']. *)
Definition differs_at (K : nat) (a : nat) (d d' : nat -> nat -> R) : Prop :=
  forall i r, (i < K)%nat -> i <> a -> d' i r = d i r.

(** Before the liar comes nothing differs. *)
Lemma same_before : forall n m K a d d' x x', (0 < n)%nat ->
  normalised K m d -> normalised K m d' -> differs_at K a d d' -> ddrf n m K d x -> ddrf n m K d' x' ->
  forall k i, (k <= K)%nat -> (k <= a)%nat -> (i < k)%nat -> x' k i = x k i.
Proof.
  intros n m K a d d' x x' Hn Hd Hd' Hdiff Hx Hx' k i Hk Hka Hi.
  apply (unique n m k d x' x Hn); [| | |lia|exact Hi].
  - intros j Hj. apply Hd; lia.
  - intros j Hj. destruct (Hx' j) as [A [B [C [r [Hr [D [b [Hb [E F]]]]]]]]]; [lia|].
    assert (U : forall y q, used (S j) d y q = used (S j) d' y q).
    { intros y q. unfold used. apply sum_ext. intros u Hu. rewrite (Hdiff u q) by lia. reflexivity. }
    split; [exact A|split; [exact B|split]].
    + intros q Hq. rewrite U. apply C; exact Hq.
    + exists r. split; [exact Hr|]. rewrite U. split; [exact D|].
      exists b. rewrite <- (Hdiff b r) by lia. auto.
  - intros j Hj. apply Hx. lia.
Qed.

(** ** Strategy-proofness

    Idea: take the first step at which the lie pays.  There the liar has just risen, or it had the gain before; so
    it stands at the newcomer's share M' of the lie, and everybody has M' or more, where M' is above the liar's
    true share and so above M.  An agent with more than M' in truth has had it since before the liar came
    (Lemma 3), when the two histories agreed.  So nobody has less than in truth, the liar's bundle covers its
    true one, and who demands the full resource of the true history and had M has more: it is overused.
    Mechanisms: ddrf, ddrf-lp, ddrf-linear, ddrf-water.  Property: sp.
    Hypothesis: none.  Claims: li2019-sp, li2019-zeros-sp. *)
Theorem strategy_proof : forall n m K a d d' x x' l, (0 < n)%nat ->
  normalised K m d -> normalised K m d' -> (a < K)%nat -> differs_at K a d d' ->
  ddrf n m K d x -> ddrf n m K d' x' -> worth m (d a) (d' a) l ->
  forall k, (a < k)%nat -> (k <= K)%nat -> x' k a * l <= x k a.
Proof.
  intros n m K a d d' x x' l Hn Hd Hd' Ha Hdiff Hx Hx' [Hl [r1 [Hr1 [Hr1p Hl1]]]].
  assert (Hl0 : 0 <= l).
  { assert (0 <= d' a r1) by (destruct (Hd' a Ha) as [A _]; apply A; exact Hr1).
    destruct (Rle_lt_dec 0 l) as [|H0]; [assumption|]. nra. }
  assert (Hle1 : l <= 1).
  { destruct (Hd a Ha) as [_ [r [Hr H1]]]. specialize (Hl r Hr).
    destruct (Hd' a Ha) as [A _]. specialize (A r Hr). rewrite H1 in Hl. lra. }
  induction k as [|k IH]; intros Hak Hk; [lia|].
  destruct (Rle_lt_dec (x' (S k) a * l) (x (S k) a)) as [|Hgain]; [assumption|exfalso].
  assert (P0 : 0 <= x' (S k) a) by (apply (share_nonneg n m K d' x' Hn Hd' Hx'); lia).
  assert (Hmore : x (S k) a < x' (S k) a) by nra.
  (* The liar stands at the newcomer's share. *)
  assert (Hrise : x' (S k) a = x' (S k) k).
  { destruct (Nat.eq_dec a k) as [->|Hne]; [reflexivity|].
    rewrite (lemma_1 n m K d' x' Hn Hd' Hx' k a) in * by lia.
    destruct (Rle_lt_dec (x' k a) (x' (S k) k)) as [H|H]; [apply Rmax_left; exact H|exfalso].
    rewrite Rmax_right in Hgain by lra.
    assert (x' k a * l <= x k a) by (apply IH; lia).
    assert (x k a <= x (S k) a) by (apply (irrevocable n m K d x Hn Hd Hx); lia). lra. }
  (* Nobody has less than in truth. *)
  assert (Hall : forall j, (j <= k)%nat -> x (S k) j <= x' (S k) j).
  { intros j Hj.
    assert (L : x' (S k) k <= x' (S k) j) by (apply (newcomer_least n m K d' x' Hn Hd' Hx'); lia).
    destruct (Rle_lt_dec (x (S k) j) (x' (S k) k)) as [H|H]; [lra|].
    destruct (lemma_3 n m K d x Hn Hd Hx (S k) a j) as [Hja E]; [lia|lia|lia|lra|].
    rewrite E. rewrite <- (same_before n m K a d d' x x' Hn Hd Hd' Hdiff Hx Hx' a j) by lia.
    apply (grows n m K d' x' Hn Hd' Hx'); lia. }
  destruct (Hx k) as [_ [_ [_ [r [Hr [Hfull [b [Hb [Hdb Hxb]]]]]]]]]; [lia|].
  assert (Hterm : forall i, (i < S k)%nat -> d i r * x (S k) i <= d' i r * x' (S k) i).
  { intros i Hi.
    assert (0 <= d i r) by (apply (demand_nonneg n m K d x Hn Hd Hx); lia).
    assert (0 <= d' i r) by (apply (demand_nonneg n m K d' x' Hn Hd' Hx'); lia).
    destruct (Nat.eq_dec i a) as [->|Hia].
    - destruct (Rle_lt_or_eq_dec 0 (d a r)) as [Hp|Hz]; [assumption| |].
      + specialize (Hl r Hr Hp).
        apply Rle_trans with (d a r * (x' (S k) a * l)).
        * apply Rmult_le_compat_l; lra.
        * replace (d a r * (x' (S k) a * l)) with (l * d a r * x' (S k) a) by ring.
          apply Rmult_le_compat_r; assumption.
      + rewrite <- Hz, Rmult_0_l. apply Rmult_le_pos; assumption.
    - rewrite Hdiff by lia. apply Rmult_le_compat_l; [assumption|apply Hall; lia]. }
  assert (Hstrict : d b r * x (S k) b < d' b r * x' (S k) b).
  { destruct (Nat.eq_dec b a) as [->|Hba].
    - specialize (Hl r Hr Hdb).
      apply Rlt_le_trans with (d a r * (x' (S k) a * l)).
      + apply Rmult_lt_compat_l; assumption.
      + replace (d a r * (x' (S k) a * l)) with (l * d a r * x' (S k) a) by ring.
        apply Rmult_le_compat_r; assumption.
    - rewrite Hdiff by lia. apply Rmult_lt_compat_l; [exact Hdb|].
      assert (x' (S k) k <= x' (S k) b) by (apply (newcomer_least n m K d' x' Hn Hd' Hx'); lia).
      assert (x (S k) k <= x (S k) a) by (apply (newcomer_least n m K d x Hn Hd Hx); lia).
      lra. }
  assert (used (S k) d (x (S k)) r < used (S k) d' (x' (S k)) r).
  { unfold used. apply (sum_lt (S k) _ _ b); [exact Hterm|lia|exact Hstrict]. }
  pose proof (fits n m K d' x' Hn Hd' Hx' (S k) r Hk Hr). lra.
Qed.

(** A witness: agent 0 of (1, 1/2), (1/2, 1) reports (1, 1).  What it gets is worth as much per unit, and there is
    a history for the lie as for every instance. *)
Lemma strategy_proof_witness : exists d' x' l,
  normalised 2 2 witness_demand /\ normalised 2 2 d' /\ differs_at 2 0 witness_demand d'
  /\ ddrf 2 2 2 witness_demand witness_history /\ ddrf 2 2 2 d' x' /\ worth 2 (witness_demand 0%nat) (d' 0%nat) l.
Proof.
  set (d' := fun i r => if Nat.eq_dec i 0 then 1 else witness_demand i r).
  assert (Hd' : normalised 2 2 d').
  { intros i Hi. unfold d'. destruct (Nat.eq_dec i 0).
    - split; [intros; lra|exists 0%nat; split; [lia|reflexivity]].
    - apply witness_normalised; exact Hi. }
  destruct (history_exists 2 2 2 d') as [x' Hx']; [lia|exact Hd'|].
  exists d', x', 1. split; [apply witness_normalised|split; [exact Hd'|split; [|split; [apply witness_ddrf|split; [exact Hx'|]]]]].
  - intros i r Hi Hne. unfold d'. destruct (Nat.eq_dec i 0); [lia|reflexivity].
  - split.
    + intros r Hr _. unfold d', witness_demand. simpl. destruct r as [|[|r]]; [| |lia]; simpl; lra.
    + exists 0%nat. split; [lia|]. unfold d', witness_demand; simpl. lra.
Qed.
