(** The reduction from 3-Partition, both ways, and the isolation cost with sizes 1.

    After mukherjee II, Theorem 1, and properties/mechanisms/optimum.md.  Sizes are 1; 3 m integers of sum m B, each
    strictly between B/4 and B/2, are the costs; m tasks have demand 3.  The integers enter as reals; that they are
    whole is not needed. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme.
Open Scope R_scope.

(** How many resources task [j] has. *)
Definition has (E : nat) (a : nat -> nat) (j : nat) : R := sum E (fun i => given a i j).

(** The parts into which [a] splits the integers: each has sum [B]. *)
Definition splits (m : nat) (e : nat -> R) (B : R) (a : nat -> nat) : Prop :=
  (forall i, (i < 3 * m)%nat -> (a i < m)%nat)
  /\ forall j, (j < m)%nat -> sum (3 * m) (fun i => e i * given a i j) = B.

Definition three_partition (m : nat) (e : nat -> R) (B : R) : Prop :=
  sum (3 * m) e = INR m * B /\ forall i, (i < 3 * m)%nat -> B / 4 < e i < B / 2.

(** The number of resources is whole. *)
Fixpoint count (E : nat) (a : nat -> nat) (j : nat) : nat :=
  match E with O => O | S p => (count p a j + (if Nat.eq_dec (a p) j then 1 else 0))%nat end.

Lemma has_count : forall E a j, has E a j = INR (count E a j).
Proof.
  induction E as [|E IH]; intros a j; [reflexivity|]. unfold has in *. simpl sum. simpl count.
  rewrite IH, plus_INR. unfold given. destruct (Nat.eq_dec (a E) j); simpl; lra.
Qed.

(** ** Every part of sum B has exactly three integers

    Idea: k integers above B/4 and below B/2 have a sum between k B/4 and k B/2.
    Claims: mukherjee-theorem-1-triples. *)
Theorem triples : forall m e B a, three_partition m e B -> splits m e B a ->
  forall j, (j < m)%nat -> count (3 * m) a j = 3%nat.
Proof.
  intros m e B a [_ Hb] [_ Hs] j Hj. specialize (Hs j Hj).
  set (E := (3 * m)%nat) in *.
  assert (L : B / 4 * has E a j <= B) by (rewrite <- Hs at 2; unfold has; rewrite <- sum_scal; apply sum_le;
    intros i Hi; specialize (Hb i Hi); pose proof (given_nonneg a i j); nra).
  assert (U : B <= B / 2 * has E a j) by (rewrite <- Hs at 1; unfold has; rewrite <- sum_scal; apply sum_le;
    intros i Hi; specialize (Hb i Hi); pose proof (given_nonneg a i j); nra).
  assert (Bp : 0 < B).
  { assert (0 < E)%nat by (unfold E; lia). specialize (Hb 0%nat H). lra. }
  (* somebody is in the part, and then the inequalities are strict *)
  assert (H0 : 0 < has E a j).
  { destruct (Rle_lt_dec (has E a j) 0) as [Hle|]; [exfalso|assumption]. nra. }
  assert (W : exists i, (i < E)%nat /\ 0 < given a i j).
  { destruct (sum_average E (fun i => given a i j) (has E a j / INR E)) as [i [Hi Q]].
    - unfold E; lia.
    - right. unfold has. field. apply not_0_INR. unfold E; lia.
    - exists i. split; [exact Hi|]. apply Rlt_le_trans with (2 := Q).
      apply Rdiv_lt_0_compat; [exact H0|apply lt_0_INR; unfold E; lia]. }
  destruct W as [q [Hq Gq]].
  assert (L' : B / 4 * has E a j < B).
  { rewrite <- Hs at 2. unfold has. rewrite <- sum_scal. apply (sum_lt E _ _ q); [|exact Hq|].
    - intros i Hi. specialize (Hb i Hi). pose proof (given_nonneg a i j). nra.
    - specialize (Hb q Hq). nra. }
  assert (U' : B < B / 2 * has E a j).
  { rewrite <- Hs at 1. unfold has. rewrite <- sum_scal. apply (sum_lt E _ _ q); [|exact Hq|].
    - intros i Hi. specialize (Hb i Hi). pose proof (given_nonneg a i j). nra.
    - specialize (Hb q Hq). nra. }
  rewrite has_count in L', U'.
  assert (INR (count E a j) < INR 4) by (simpl; nra). assert (INR 2 < INR (count E a j)) by (simpl; nra).
  apply INR_lt in H. apply INR_lt in H1. lia.
Qed.

(** ** From a partition to an assignment of ratio B/I

    Idea: the parts are the resources of the tasks: three each, for the price B.
    Mechanism: optimum.  Property: none.  Hypothesis: unit.  Claims: mukherjee-theorem-1-forward. *)
Theorem partition_to_assignment : forall m e B a I, 0 < I -> three_partition m e B -> splits m e B a ->
  covers (3 * m) m (fun _ => 1) (fun _ => 3) a /\ ratio_at_most (3 * m) m e (fun _ => I) a (B / I).
Proof.
  intros m e B a I HI H3 Hs. split.
  - intros j Hj. apply Rle_trans with (has (3 * m) a j).
    + rewrite has_count, (triples m e B a H3 Hs j Hj). simpl. lra.
    + right. unfold has. apply sum_ext. intros; ring.
  - intros j Hj. destruct Hs as [_ Hs]. unfold pays. rewrite (Hs j Hj). right. field. lra.
Qed.

(** ** From an assignment of ratio B/I to a partition

    Idea: every task has three resources at least, and there are three for each, so all are given away and every task has
    exactly three.  The payments add up to m B and none exceeds B, so each is B.
    Mechanism: optimum.  Property: none.  Hypothesis: unit.  Claims: mukherjee-theorem-1-backward. *)
Lemma row_total : forall n a i, sum n (fun j => given a i j) = if lt_dec (a i) n then 1 else 0.
Proof.
  intros n a i. induction n as [|n IH]; simpl.
  - destruct (lt_dec (a i) 0); [lia|reflexivity].
  - rewrite IH. unfold given. destruct (Nat.eq_dec (a i) n); destruct (lt_dec (a i) n); destruct (lt_dec (a i) (S n)); try lia; lra.
Qed.

Theorem assignment_to_partition : forall m e B a I, 0 < I -> three_partition m e B ->
  covers (3 * m) m (fun _ => 1) (fun _ => 3) a -> ratio_at_most (3 * m) m e (fun _ => I) a (B / I) -> splits m e B a.
Proof.
  intros m e B a I HI [Hsum Hb] Hcov Hr. set (E := (3 * m)%nat) in *.
  assert (Hc : forall j, (j < m)%nat -> 3 <= sum E (fun i => given a i j)).
  { intros j Hj. apply Rle_trans with (1 := Hcov j Hj). right. apply sum_ext. intros; ring. }
  assert (T : sum E (fun i => if lt_dec (a i) m then 1 else 0) = INR E).
  { apply Rle_antisym.
    - rewrite <- (Rmult_1_r (INR E)), <- sum_const. apply sum_le. intros i Hi. destruct (lt_dec (a i) m); lra.
    - apply Rle_trans with (sum m (fun j => sum E (fun i => given a i j))).
      + apply Rle_trans with (sum m (fun _ => 3)); [|apply sum_le; exact Hc].
        rewrite sum_const. unfold E. rewrite mult_INR. simpl. lra.
      + rewrite sum_swap. right. apply sum_ext. intros i Hi. apply row_total. }
  assert (All : forall i, (i < E)%nat -> (a i < m)%nat).
  { intros i Hi. assert (Q : (if lt_dec (a i) m then 1 else 0) = 1).
    { apply (sum_eq_terms E (fun i => if lt_dec (a i) m then 1 else 0) (fun _ => 1)); [|rewrite sum_const, T; lra|exact Hi].
      intros q Hq. destruct (lt_dec (a q) m); lra. }
    destruct (lt_dec (a i) m); [assumption|lra]. }
  split; [exact All|].
  apply (sum_eq_terms m (fun j => sum E (fun i => e i * given a i j)) (fun _ => B)).
  - intros j Hj. specialize (Hr j Hj). unfold pays in Hr. replace (B / I * I) with B in Hr by (field; lra). exact Hr.
  - rewrite sum_const. rewrite <- sum_swap. rewrite <- Hsum. apply sum_ext. intros i Hi.
    rewrite sum_scal, row_total. destruct (lt_dec (a i) m); [lra|]. exfalso. specialize (All i Hi). lia.
Qed.

(** A witness: m = 1, three integers 1 of sum 3. *)
Lemma partition_witness : three_partition 1 (fun _ => 1) 3 /\ splits 1 (fun _ => 1) 3 (fun _ => 0%nat).
Proof.
  split; split.
  - simpl. lra.
  - intros; lra.
  - intros; lia.
  - intros j Hj. replace j with 0%nat by lia. unfold given. simpl. lra.
Qed.

(** ** The cheapest resources

    Idea: with costs in ascending order, any fractions between 0 and 1 that add up to K or more cost at least what the
    first K resources cost: what is missing of these is made up for by resources that cost at least c_K.
    Mechanisms: optimum, lp-naive and all with sizes 1.  Hypothesis: unit.
    Claims: none by itself; see Feasible.isolation_unit. *)
Theorem cheapest : forall E K c y, (K <= E)%nat ->
  (forall i, (i < E)%nat -> 0 <= c i) -> (forall i j, (i <= j)%nat -> (j < E)%nat -> c i <= c j) ->
  (forall i, (i < E)%nat -> 0 <= y i <= 1) -> INR K <= sum E y ->
  sum K c <= sum E (fun i => c i * y i).
Proof.
  intros E K c y HK Hc Hsort Hy Hsum.
  destruct (Nat.eq_dec K E) as [->|Hne].
  - right. apply sum_ext. intros i Hi.
    assert (Q : y i = 1).
    { apply (sum_eq_terms E y (fun _ => 1)); [intros q Hq; apply Hy; exact Hq| |exact Hi].
      apply Rle_antisym; [apply sum_le; intros q Hq; apply Hy; exact Hq|rewrite sum_const; lra]. }
    rewrite Q. ring.
  - set (g := c K). assert (Hg : 0 <= g) by (apply Hc; lia).
    rewrite (sum_split K E (fun i => c i * y i)) by exact HK. rewrite (sum_split K E y) in Hsum by exact HK.
    assert (A : sum K c - g * (INR K - sum K y) <= sum K (fun i => c i * y i)).
    { replace (sum K c - g * (INR K - sum K y)) with (sum K (fun i => c i - g * (1 - y i))).
      - apply sum_le. intros i Hi. specialize (Hy i ltac:(lia)). assert (c i <= g) by (apply Hsort; lia). nra.
      - rewrite sum_minus, sum_scal, sum_minus, sum_const. ring. }
    assert (B : g * sum (E - K) (fun i => y (K + i)%nat) <= sum (E - K) (fun i => c (K + i)%nat * y (K + i)%nat)).
    { rewrite <- sum_scal. apply sum_le. intros i Hi. specialize (Hy (K + i)%nat ltac:(lia)).
      assert (g <= c (K + i)%nat) by (apply Hsort; lia). nra. }
    assert (C : 0 <= g * (sum K y + sum (E - K) (fun i => y (K + i)%nat) - INR K)) by (apply Rmult_le_pos; lra).
    lra.
Qed.
