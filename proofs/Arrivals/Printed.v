(** What follows from the maximum alone, and so holds of Algorithm 1 of li2019 as printed.

    After properties/mechanisms/ddrf-printed.md, lines 21 and 22, and properties/arrivals/lemma-1.md, lemma-2.md,
    lemma-3.md, irrevocable.md.  Whatever number M line 21 finds, line 22 takes the maximum with it. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
Open Scope R_scope.

(** Line 22, with 0 for the old share that the newcomer has not. *)
Definition line_22 (K : nat) (x : nat -> nat -> R) : Prop :=
  forall k, (k < K)%nat -> exists M,
    (forall i, (i < k)%nat -> x (S k) i = Rmax (x k i) M) /\ x (S k) k = Rmax 0 M.

(** The formula of Lemma 1, of any history. *)
Definition has_lemma_1 (K : nat) (x : nat -> nat -> R) : Prop :=
  forall k i, (k < K)%nat -> (i < k)%nat -> x (S k) i = Rmax (x (S k) k) (x k i).

(** ** Lemma 1 implies irrevocability, Lemma 2 and Lemma 3

    Idea: as in Ddrf.v, where nothing else of the specification is used.
    The implications that properties/arrivals/lemma-1.md names; properties lemma-2, lemma-3, irrevocable of every
    mechanism that has lemma-1.  Hypothesis: none. *)
Theorem lemma_1_irrevocable : forall K x, has_lemma_1 K x ->
  forall k i, (k < K)%nat -> (i < k)%nat -> x k i <= x (S k) i.
Proof. intros K x H k i Hk Hi. rewrite (H k i Hk Hi). apply Rmax_r. Qed.

Theorem lemma_1_lemma_2 : forall K x, has_lemma_1 K x ->
  forall k i j, (k <= K)%nat -> (i < j)%nat -> (j < k)%nat -> x k j <= x k i.
Proof.
  intros K x H. induction k as [|k IH]; intros i j Hk Hij Hj; [lia|].
  destruct (Nat.eq_dec j k) as [->|Hne]; [rewrite (H k i) by lia; apply Rmax_l|].
  rewrite (H k i), (H k j) by lia. apply Rle_max_compat_l. apply IH; lia.
Qed.

Theorem lemma_1_lemma_3 : forall K x, has_lemma_1 K x ->
  forall k i j, (k <= K)%nat -> (i < k)%nat -> (j < k)%nat -> x k i < x k j -> (j < i)%nat /\ x k j = x i j.
Proof.
  intros K x H k i j Hk Hi Hj Hlt.
  assert (Hji : (j < i)%nat).
  { destruct (lt_eq_lt_dec j i) as [[Q|Q]|Q]; [exact Q|subst; lra|].
    pose proof (lemma_1_lemma_2 K x H k i j Hk Q Hj). lra. }
  split; [exact Hji|].
  revert Hk Hi Hj Hlt. induction k as [|k IH]; intros Hk Hi Hj Hlt; [lia|].
  assert (Hl : x (S k) k < x (S k) j).
  { destruct (Nat.eq_dec i k) as [->|]; [exact Hlt|].
    apply Rle_lt_trans with (x (S k) i); [rewrite (H k i) by lia; apply Rmax_l|exact Hlt]. }
  assert (Ej : x (S k) j = x k j).
  { rewrite (H k j) in * by lia. unfold Rmax in *. destruct (Rle_dec (x (S k) k) (x k j)); [reflexivity|lra]. }
  destruct (Nat.eq_dec i k) as [->|Hne]; [exact Ej|].
  rewrite Ej. apply IH; try lia.
  rewrite <- Ej. apply Rle_lt_trans with (x (S k) i); [apply (lemma_1_irrevocable K x H); lia|exact Hlt].
Qed.

(** ** Algorithm 1 as printed has Lemmas 1 to 3 and irrevocability, even where it promises too much

    Idea: shares are never negative, so that the maximum with M and the maximum with max(0, M) are the same.
    Mechanism: ddrf-printed.  Properties: lemma-1, lemma-2, lemma-3, irrevocable.  Hypothesis: none (where a division by
    zero does not make it refuse the instance). *)
Theorem printed_lemma_1 : forall K x, line_22 K x -> has_lemma_1 K x.
Proof.
  intros K x H.
  assert (P : forall k i, (k <= K)%nat -> (i < k)%nat -> 0 <= x k i).
  { induction k as [|k IH]; intros i Hk Hi; [lia|].
    destruct (H k) as [M [A B]]; [lia|].
    destruct (Nat.eq_dec i k) as [->|]; [rewrite B; apply Rmax_l|].
    rewrite A by lia. apply Rle_trans with (x k i); [apply IH; lia|apply Rmax_l]. }
  intros k i Hk Hi. destruct (H k Hk) as [M [A B]]. rewrite (A i Hi), B.
  specialize (P k i ltac:(lia) Hi). unfold Rmax.
  destruct (Rle_dec 0 M); destruct (Rle_dec (x k i) M); repeat (match goal with |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b) end); lra.
Qed.

Theorem printed_lemmas : forall K x, line_22 K x ->
  (forall k i, (k < K)%nat -> (i < k)%nat -> x (S k) i = Rmax (x (S k) k) (x k i) /\ x k i <= x (S k) i)
  /\ (forall k i j, (k <= K)%nat -> (i < j)%nat -> (j < k)%nat -> x k j <= x k i)
  /\ (forall k i j, (k <= K)%nat -> (i < k)%nat -> (j < k)%nat -> x k i < x k j -> (j < i)%nat /\ x k j = x i j).
Proof.
  intros K x H. pose proof (printed_lemma_1 K x H) as L. split; [|split].
  - intros k i Hk Hi. split; [apply L; assumption|apply (lemma_1_irrevocable K x L); assumption].
  - exact (lemma_1_lemma_2 K x L).
  - exact (lemma_1_lemma_3 K x L).
Qed.

(** A witness: what is printed for (1, 2), (2, 1), (1, 1) with n = 3, where 2/5 stands in place of 1/3. *)
Lemma printed_witness : line_22 3 (fun k i => match k with
  | 1%nat => 1/3 | 2%nat => 4/9 | _ => if Nat.eq_dec i 2 then 2/5 else 4/9 end).
Proof.
  intros k Hk. destruct k as [|[|[|k]]]; [| | |lia].
  - exists (1/3). split; [intros; lia|]. rewrite Rmax_right; lra.
  - exists (4/9). split; [intros i Hi; rewrite Rmax_right; lra|]. rewrite Rmax_right; lra.
  - exists (2/5). split.
    + intros i Hi. destruct (Nat.eq_dec i 2); [lia|]. rewrite Rmax_left; lra.
    + simpl. rewrite Rmax_right; lra.
Qed.
