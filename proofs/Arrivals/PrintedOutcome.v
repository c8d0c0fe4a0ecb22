(** Algorithm 1 of li2019 as printed: what every history has, and what those have that can be handed out.

    After properties/mechanisms/ddrf-printed.md and properties/arrivals/lemma-1.md, lemma-2.md, lemma-3.md,
    irrevocable.md, def.md, ef.md, sp.md.  The last three call a history out of scope that overuses a resource at some
    step. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums Ddrf Printed Lies.
Open Scope R_scope.

(** ** The algorithm

    Line 3: the first agent gets 1/n.  Lines 6 and 7: if the old shares fit, with 0 for the newcomer, alpha is 0 and beta
    adds up all demands.  Lines 9 to 19: otherwise alpha is what the agents before some [tau] use, and beta adds up the
    demands of the others; which [tau] the halving ends with plays no part here.  Line 21 divides by beta; where an entry
    is 0 the instance is refused.  Line 22 takes the maximum. *)
Definition old_fit (n m : nat) (d : nat -> nat -> R) (k : nat) (old : nat -> R) : Prop :=
  forall r, (r < m)%nat -> used k d old r <= released n (S k).

Definition printed_step (n m : nat) (d : nat -> nat -> R) (k : nat) (old x : nat -> R) : Prop :=
  exists (alpha beta : nat -> R) M,
    ((old_fit n m d k old /\ forall r, (r < m)%nat -> alpha r = 0 /\ beta r = sum (S k) (fun i => d i r))
     \/ (~ old_fit n m d k old /\ exists tau, (tau <= k)%nat /\ forall r, (r < m)%nat ->
           alpha r = used tau d old r /\ beta r = sum (S k - tau) (fun i => d (tau + i)%nat r)))
    /\ (forall r, (r < m)%nat -> 0 < beta r)
    /\ (forall r, (r < m)%nat -> M * beta r <= released n (S k) - alpha r)
    /\ (exists r, (r < m)%nat /\ M * beta r = released n (S k) - alpha r)
    /\ (forall i, (i < k)%nat -> x i = Rmax (old i) M) /\ x k = Rmax 0 M.

Definition ddrf_printed (n m K : nat) (d : nat -> nat -> R) (x : nat -> nat -> R) : Prop :=
  ((0 < K)%nat -> x 1%nat 0%nat = released n 1)
  /\ forall k, (0 < k)%nat -> (k < K)%nat -> printed_step n m d k (x k) (x (S k)).

(** What can be handed out: no resource is overused at any step. *)
Definition handed_out (n m K : nat) (d : nat -> nat -> R) (x : nat -> nat -> R) : Prop :=
  forall k r, (k <= K)%nat -> (r < m)%nat -> used k d (x k) r <= released n k.

(** ** Every history: Lemmas 1 to 3 and irrevocability

    Idea: Printed.v, for the whole algorithm. *)
Lemma printed_line_22 : forall n m K d x, (0 < n)%nat -> ddrf_printed n m K d x -> line_22 K x.
Proof.
  intros n m K d x Hn [H1 H] k Hk. destruct (Nat.eq_dec k 0) as [->|Hne].
  - exists (released n 1). split; [intros; lia|]. rewrite (H1 Hk). symmetry. apply Rmax_right.
    unfold released. simpl. apply Rlt_le, share_pos; exact Hn.
  - destruct (H k ltac:(lia) Hk) as [_ [_ [M [_ [_ [_ [_ [A B]]]]]]]]. exists M. split; assumption.
Qed.

(* Mechanism: ddrf-printed.  Property: lemma-1.  Hypothesis: none. *)
Theorem printed_has_lemma_1 : forall n m K d x, (0 < n)%nat -> ddrf_printed n m K d x ->
  forall k i, (k < K)%nat -> (i < k)%nat -> x (S k) i = Rmax (x (S k) k) (x k i).
Proof. intros n m K d x Hn H. exact (printed_lemma_1 K x (printed_line_22 n m K d x Hn H)). Qed.

(* Mechanism: ddrf-printed.  Property: irrevocable.  Hypothesis: none. *)
Theorem printed_irrevocable : forall n m K d x, (0 < n)%nat -> ddrf_printed n m K d x ->
  forall k i, (k < K)%nat -> (i < k)%nat -> x k i <= x (S k) i.
Proof.
  intros n m K d x Hn H. exact (lemma_1_irrevocable K x (printed_lemma_1 K x (printed_line_22 n m K d x Hn H))).
Qed.

(* Mechanism: ddrf-printed.  Property: lemma-2.  Hypothesis: none. *)
Theorem printed_has_lemma_2 : forall n m K d x, (0 < n)%nat -> ddrf_printed n m K d x ->
  forall k i j, (k <= K)%nat -> (i < j)%nat -> (j < k)%nat -> x k j <= x k i.
Proof.
  intros n m K d x Hn H. exact (lemma_1_lemma_2 K x (printed_lemma_1 K x (printed_line_22 n m K d x Hn H))).
Qed.

(* Mechanism: ddrf-printed.  Property: lemma-3.  Hypothesis: none. *)
Theorem printed_has_lemma_3 : forall n m K d x, (0 < n)%nat -> ddrf_printed n m K d x ->
  forall k i j, (k <= K)%nat -> (i < k)%nat -> (j < k)%nat -> x k i < x k j -> (j < i)%nat /\ x k j = x i j.
Proof.
  intros n m K d x Hn H. exact (lemma_1_lemma_3 K x (printed_lemma_1 K x (printed_line_22 n m K d x Hn H))).
Qed.

(* Mechanism: ddrf-printed.  Property: def.  Hypothesis: none. *)
Theorem printed_dynamic_envy_free : forall n m K d x, (0 < n)%nat -> ddrf_printed n m K d x ->
  forall k i j, (k <= K)%nat -> (i < k)%nat -> (j < k)%nat -> x k i < x k j -> (j < i)%nat /\ x k j = x i j.
Proof. exact printed_has_lemma_3. Qed.

(** ** A history that can be handed out has equal shares at every step

    Idea: as long as nothing is overused the old shares fit, so line 7 lets everybody rise to the same M, which uses some
    resource r to the full.  Were the common old share above M, r would be overused, unless nobody demanded it before.
    But then line 21 divided by zero at the step before; and after the first step M is at least 2/n. *)
Section HandedOut.
  Variables (n m K : nat) (d x : nat -> nat -> R).
  Hypothesis Hn : (0 < n)%nat.
  Hypothesis Hd : normalised K m d.
  Hypothesis Hx : ddrf_printed n m K d x.
  Hypothesis Hf : handed_out n m K d x.
  Set Default Proof Using "All".

  Lemma released_pos k : (0 < k)%nat -> 0 < released n k.
  Proof. intros Hk. unfold released. apply Rdiv_lt_0_compat; apply lt_0_INR; assumption. Qed.

  Lemma equal_shares k : (k < K)%nat ->
    (forall i, (i <= k)%nat -> x (S k) i = x (S k) 0%nat) /\ 0 <= x (S k) 0%nat
    /\ ((0 < k)%nat -> (forall r, (r < m)%nat -> 0 < sum (S k) (fun i => d i r))
         /\ exists r, (r < m)%nat /\ x (S k) 0%nat * sum (S k) (fun i => d i r) = released n (S k)).
  Proof.
    induction k as [|k IH]; intros Hk.
    - split; [intros i Hi; replace i with 0%nat by lia; reflexivity|]. split; [|lia].
      destruct Hx as [H1 _]. rewrite (H1 Hk). apply Rlt_le, released_pos. lia.
    - destruct (IH ltac:(lia)) as [E [V0 Later]]. set (V := x (S k) 0%nat) in *.
      destruct Hx as [H1 H]. destruct (H (S k) ltac:(lia) Hk) as [alpha [beta [M [Case [Bp [_ [[r [Hr Full]] [Old New]]]]]]]].
      assert (Fits : old_fit n m d (S k) (x (S k))).
      { intros q Hq. apply Rle_trans with (1 := Hf (S k) q ltac:(lia) Hq). rewrite (released_S n (S k)) by exact Hn.
        pose proof (share_pos n Hn). lra. }
      destruct Case as [[_ AB]|[No _]]; [|contradiction].
      assert (Bs : forall q, (q < m)%nat -> 0 < sum (S (S k)) (fun i => d i q)).
      { intros q Hq. destruct (AB q Hq) as [_ B]. rewrite <- B. apply Bp. exact Hq. }
      destruct (AB r Hr) as [A B]. rewrite A, B, Rminus_0_r in Full. pose proof (Bs r Hr) as Br.
      pose proof (released_pos (S (S k)) ltac:(lia)) as Rp.
      assert (Mp : 0 < M) by (apply (Rmult_lt_reg_r (sum (S (S k)) (fun i => d i r))); [exact Br|lra]).
      assert (VM : V <= M).
      { destruct (Rle_lt_dec V M) as [|L]; [assumption|exfalso].
        pose proof (Hf (S (S k)) r ltac:(lia) Hr) as Over. unfold used in Over.
        change (sum (S (S k)) (fun i => d i r * x (S (S k)) i))
          with (sum (S k) (fun i => d i r * x (S (S k)) i) + d (S k) r * x (S (S k)) (S k)) in Over.
        rewrite New, (Rmax_right 0 M) in Over by lra.
        rewrite (sum_ext (S k) (fun i => d i r * x (S (S k)) i) (fun i => d i r * V)) in Over.
        2:{ intros i Hi. rewrite Old by exact Hi. rewrite (E i ltac:(lia)), Rmax_left by lra. reflexivity. }
        rewrite sum_scal_r in Over.
        change (sum (S (S k)) (fun i => d i r)) with (sum (S k) (fun i => d i r) + d (S k) r) in Full.
        assert (S0 : 0 <= sum (S k) (fun i => d i r)).
        { apply sum_nonneg. intros i Hi. apply (Hd i ltac:(lia)). exact Hr. }
        assert (Z : sum (S k) (fun i => d i r) = 0) by nra.
        destruct (Nat.eq_dec k 0) as [->|Hne].
        - (* the first step *)
          destruct (Hd 1%nat ltac:(lia)) as [D1 _]. specialize (D1 r Hr). rewrite Z in Full.
          assert (V1 : V = 1 / INR n). { unfold V. rewrite H1 by lia. unfold released. simpl. reflexivity. }
          assert (R2 : released n 2 = 2 / INR n) by (unfold released; simpl; lra).
          pose proof (share_pos n Hn) as P. assert (Q : 2 / INR n = 2 * (1 / INR n)) by (unfold Rdiv; ring).
          rewrite R2, Q in Full. rewrite V1 in L. nra.
        - destruct (Later ltac:(lia)) as [Pos _]. specialize (Pos r Hr). lra. }
      assert (All : forall i, (i <= S k)%nat -> x (S (S k)) i = M).
      { intros i Hi. destruct (Nat.eq_dec i (S k)) as [->|Hne]; [rewrite New; apply Rmax_right; lra|].
        rewrite Old by lia. rewrite (E i ltac:(lia)). apply Rmax_right. exact VM. }
      split; [intros i Hi; rewrite (All i Hi), (All 0%nat ltac:(lia)); reflexivity|].
      rewrite (All 0%nat ltac:(lia)). split; [lra|]. intros _. split; [exact Bs|]. exists r. split; [exact Hr|exact Full].
  Qed.

  Theorem printed_shares_equal : forall k i j, (k <= K)%nat -> (i < k)%nat -> (j < k)%nat -> x k i = x k j.
  Proof.
    intros k i j Hk Hi Hj. destruct k as [|k]; [lia|]. destruct (equal_shares k Hk) as [E _].
    rewrite (E i ltac:(lia)), (E j ltac:(lia)). reflexivity.
  Qed.

  (* Idea: the bundle of another is worth at most its share, and all shares are equal.
     Mechanism: ddrf-printed.  Property: ef.  Hypothesis: none. *)
  Theorem printed_envy_free : forall k i j v, (k <= K)%nat -> (i < k)%nat -> (j < k)%nat ->
    (forall r, (r < m)%nat -> 0 < d i r -> v * d i r <= x k j * d j r) -> v <= x k i.
  Proof.
    intros k i j v Hk Hi Hj Hv. rewrite (printed_shares_equal k i j Hk Hi Hj).
    destruct (Hd i ltac:(lia)) as [_ [r [Hr H1]]]. specialize (Hv r Hr). rewrite H1 in Hv.
    destruct (Hd j ltac:(lia)) as [D _]. specialize (D r Hr).
    assert (0 <= x k j).
    { destruct k as [|k]; [lia|]. destruct (equal_shares k Hk) as [E [P _]]. rewrite (E j ltac:(lia)). exact P. }
    nra.
  Qed.
End HandedOut.

(** ** No lie pays, truth and lie being handed out

    Idea: all shares are equal with and without the lie.  Had the liar more, the common share of the lie would be the
    larger one, and the liar would hold at least its true bundle: the resource that is full in truth would be overused.
    Mechanism: ddrf-printed.  Property: sp.  Hypothesis: none. *)
Theorem printed_strategy_proof : forall n m K a d d' x x' l, (0 < n)%nat ->
  normalised K m d -> normalised K m d' -> (a < K)%nat -> differs_at K a d d' ->
  ddrf_printed n m K d x -> ddrf_printed n m K d' x' -> handed_out n m K d x -> handed_out n m K d' x' ->
  worth m (d a) (d' a) l ->
  forall k, (a < k)%nat -> (k <= K)%nat -> x' k a * l <= x k a.
Proof.
  intros n m K a d d' x x' l Hn Hd Hd' Ha Hdiff Hx Hx' Hf Hf' [Hl [r1 [Hr1 [Hr1p Hl1]]]] k Hak Hk.
  assert (Hl0 : 0 <= l).
  { assert (0 <= d' a r1) by (destruct (Hd' a Ha) as [A _]; apply A; exact Hr1).
    destruct (Rle_lt_dec 0 l) as [|H0]; [assumption|]. nra. }
  assert (Hle1 : l <= 1).
  { destruct (Hd a Ha) as [_ [r [Hr H1]]]. specialize (Hl r Hr).
    destruct (Hd' a Ha) as [A _]. specialize (A r Hr). rewrite H1 in Hl. lra. }
  destruct k as [|k]; [lia|].
  destruct (equal_shares n m K d x Hn Hd Hx Hf k Hk) as [E [V0 Later]].
  destruct (equal_shares n m K d' x' Hn Hd' Hx' Hf' k Hk) as [E' [V0' _]].
  rewrite (E a) by lia. rewrite (E' a) by lia.
  set (V := x (S k) 0%nat) in *. set (V' := x' (S k) 0%nat) in *.
  destruct (Rle_lt_dec (V' * l) V) as [|G]; [assumption|exfalso].
  assert (VV : V < V') by nra.
  destruct (Nat.eq_dec k 0) as [->|Hne].
  - destruct Hx as [H1 _]. destruct Hx' as [H1' _]. unfold V, V' in VV. rewrite H1, H1' in VV by lia. lra.
  - destruct (Later ltac:(lia)) as [Pos [r [Hr Full]]]. specialize (Pos r Hr).
    pose proof (Hf' (S k) r Hk Hr) as Over. unfold used in Over.
    rewrite (sum_ext (S k) (fun i => d' i r * x' (S k) i) (fun i => V' * d' i r)) in Over.
    2:{ intros i Hi. rewrite (E' i) by lia. fold V'. ring. }
    rewrite <- Full in Over. rewrite <- sum_scal in Over.
    assert (Some : exists i, (i < S k)%nat /\ 0 < d i r).
    { apply Classical_Prop.NNPP. intros No. assert (sum (S k) (fun i => d i r) = 0); [|lra].
      apply sum_zero. intros i Hi. destruct (Hd i ltac:(lia)) as [A _]. specialize (A r Hr).
      destruct (Rle_lt_or_eq_dec 0 (d i r)) as [P|P]; [lra| |lra]. exfalso. apply No. exists i. split; assumption. }
    destruct Some as [b [Hb Pb]].
    apply (Rlt_not_le _ _) with (2 := Over). apply (sum_lt (S k) (fun i => V * d i r) (fun i => V' * d' i r) b); [|exact Hb|].
    + intros i Hi. destruct (Nat.eq_dec i a) as [->|Hia].
      * destruct (Hd a Ha) as [A _]. specialize (A r Hr). destruct (Hd' a Ha) as [A' _]. specialize (A' r Hr).
        destruct (Rle_lt_or_eq_dec 0 (d a r)) as [P|P]; [lra| |].
        -- specialize (Hl r Hr P). nra.
        -- rewrite <- P. nra.
      * rewrite (Hdiff i r) by (try lia; exact Hia). destruct (Hd i ltac:(lia)) as [A _]. specialize (A r Hr). nra.
    + destruct (Nat.eq_dec b a) as [->|Hba].
      * specialize (Hl r Hr Pb). nra.
      * rewrite (Hdiff b r) by (try lia; exact Hba). nra.
Qed.

(** ** A witness: two agents that demand the same, n = 2 *)
Lemma printed_outcome_witness :
  let d := fun _ _ : nat => 1 in let x := fun _ _ : nat => 1 / 2 in
  normalised 2 1 d /\ ddrf_printed 2 1 2 d x /\ handed_out 2 1 2 d x /\ differs_at 2 0 d d /\ worth 1 (d 0%nat) (d 0%nat) 1.
Proof.
  intros d x. split; [|split; [|split; [|split]]].
  - intros i _. unfold d. split; [intros; lra|]. exists 0%nat. split; [lia|reflexivity].
  - split; [intros _; unfold x, released; simpl; lra|]. intros k H0 H1. replace k with 1%nat by lia.
    exists (fun _ => 0), (fun _ => 2), (1/2). split; [|split; [|split; [|split; [|split]]]].
    + left. split.
      * intros r Hr. unfold used, released, d, x. simpl. lra.
      * intros r Hr. split; [reflexivity|]. unfold d. simpl. lra.
    + intros; lra.
    + intros r Hr. unfold released. simpl. lra.
    + exists 0%nat. split; [lia|]. unfold released. simpl. lra.
    + intros i Hi. unfold x. rewrite Rmax_left; lra.
    + unfold x. rewrite Rmax_right; lra.
  - intros k r Hk Hr. unfold used, released, d, x. destruct k as [|[|[|k]]]; simpl; try lra. lia.
  - intros i r _ _. reflexivity.
  - split; [intros r Hr _; unfold d; lra|]. exists 0%nat. split; [lia|]. unfold d. lra.
Qed.
