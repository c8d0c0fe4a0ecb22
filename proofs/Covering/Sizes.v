(** With sizes other than 1 pruning leaves an unbounded gap.

    After mukherjee III, the footnote on Figure 2 and the instance against Figure 3; properties/mechanisms/lp-pruned.md,
    lp-sized.md. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition.
Open Scope R_scope.

(** The programme of Figure 3 prunes resources larger than the task as well. *)
Definition sized (E n : nat) (c s D I : nat -> R) (rho : R) (x : nat -> nat -> R) : Prop :=
  pruned E n c s D I rho x /\ forall i j, (i < E)%nat -> (j < n)%nat -> D j < s i -> x i j = 0.

(** ** The footnote: two tasks of demand 1, a resource of size 2 and cost 1 and one of size 1 and cost [L]

    Idea: each task needs a resource of its own, so one has the dear one; half of the other resource covers each task in the
    programme, for half its cost.
    Mechanisms: lp-pruned against optimum.  Hypothesis: none.
    Claims: mukherjee-footnote-optimum, mukherjee-footnote-pruned, mukherjee-footnote-gap. *)
Definition foot_cost (L : R) (i : nat) : R := match i with O => 1 | _ => L end.
Definition foot_size (i : nat) : R := match i with O => 2 | _ => 1 end.

Theorem footnote : forall L, 1 <= L ->
  (forall a opt, covers 2 2 foot_size (fun _ => 1) a -> ratio_at_most 2 2 (foot_cost L) (fun _ => 1) a opt -> L <= opt)
  /\ pruned 2 2 (foot_cost L) foot_size (fun _ => 1) (fun _ => 1) 1 (fun i _ => match i with O => 1/2 | _ => 0 end).
Proof.
  intros L HL. split.
  - intros a opt Hcov Hr. unfold covers in Hcov. unfold ratio_at_most, pays in Hr.
    pose proof (Hcov 0%nat ltac:(lia)) as C0. pose proof (Hcov 1%nat ltac:(lia)) as C1.
    pose proof (Hr 0%nat ltac:(lia)) as R0. pose proof (Hr 1%nat ltac:(lia)) as R1.
    unfold given, foot_size, foot_cost in *. simpl in *.
    destruct (Nat.eq_dec (a 0%nat) 0); destruct (Nat.eq_dec (a 1%nat) 0); destruct (Nat.eq_dec (a 0%nat) 1); destruct (Nat.eq_dec (a 1%nat) 1); try lia; lra.
  - split; [split; [|split; [|split]]|].
    + intros i j _ _. destruct i; lra.
    + intros i Hi. destruct i; simpl; lra.
    + intros j Hj. unfold foot_size. simpl. lra.
    + intros j Hj. unfold foot_cost. simpl. lra.
    + intros i j Hi Hj H. destruct i as [|i]; [unfold foot_cost in H; lra|reflexivity].
Qed.

(** ** m tasks of demand m; m - 1 resources of size m and m of size 1, all of cost m

    Idea: there are fewer large resources than tasks, so some task has none and needs all m small ones, for m^2.  The sizes add
    up to exactly what is demanded, so the programme uses everything, and m equal parts of everything are possible.
    Mechanisms: lp-sized against optimum.  Hypothesis: none.
    Claims: mukherjee-sizes-optimum, mukherjee-sizes-relaxation, mukherjee-sizes-gap. *)
Definition large_size (m : nat) (i : nat) : R := if lt_dec i (m - 1) then INR m else 1.

Lemma large_total : forall m (y : nat -> R), (0 < m)%nat ->
  sum (2 * m - 1) (fun i => large_size m i * y i)
  = INR m * sum (m - 1) y + sum m (fun i => y (m - 1 + i)%nat).
Proof.
  intros m y Hm. rewrite (sum_split (m - 1) (2 * m - 1)) by lia. replace (2 * m - 1 - (m - 1))%nat with m by lia. f_equal.
  - rewrite <- sum_scal. apply sum_ext. intros i Hi. unfold large_size. destruct (lt_dec i (m - 1)); [ring|lia].
  - apply sum_ext. intros i Hi. unfold large_size. destruct (lt_dec (m - 1 + i) (m - 1)); [lia|ring].
Qed.

Theorem sizes_optimum : forall m a opt, (0 < m)%nat ->
  covers (2 * m - 1) m (large_size m) (fun _ => INR m) a ->
  ratio_at_most (2 * m - 1) m (fun _ => INR m) (fun _ => INR m) a opt -> INR m <= opt.
Proof.
  intros m a opt Hm Hcov Hr. assert (Mp : 0 < INR m) by (apply lt_0_INR; exact Hm).
  (* a task without a large resource *)
  assert (W : exists j, (j < m)%nat /\ count (m - 1) a j = 0%nat).
  { destruct (sum_average m (fun j => - INR (count (m - 1) a j)) (- ((INR m - 1) / INR m)) Hm) as [j [Hj Q]].
    - rewrite (sum_ext m (fun j => - INR (count (m - 1) a j)) (fun j => -1 * has (m - 1) a j)).
      2:{ intros j Hj. rewrite has_count. ring. }
      rewrite sum_scal. assert (T : sum m (fun j => has (m - 1) a j) <= INR m - 1).
      { unfold has. rewrite <- sum_swap. apply Rle_trans with (sum (m - 1) (fun _ => 1)).
        - apply sum_le. intros i Hi. apply given_row.
        - rewrite sum_const, minus_INR by lia. simpl. lra. }
      apply Rle_trans with (- (INR m - 1)); [right; field; lra|].
      change (sum m (fun j => has (m - 1) a j)) with (sum m (has (m - 1) a)) in T. lra.
    - exists j. split; [exact Hj|]. cbv beta in Q.
      assert (L : INR (count (m - 1) a j) < INR 1).
      { simpl. apply Rle_lt_trans with ((INR m - 1) / INR m); [lra|].
        apply (Rmult_lt_reg_r (INR m)); [exact Mp|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      apply INR_lt in L. lia. }
  destruct W as [j [Hj Z]]. specialize (Hcov j Hj). specialize (Hr j Hj).
  rewrite large_total in Hcov by exact Hm.
  assert (Z' : sum (m - 1) (fun i => given a i j) = 0).
  { change (sum (m - 1) (fun i => given a i j)) with (has (m - 1) a j). rewrite has_count, Z. reflexivity. }
  rewrite Z' in Hcov. unfold pays in Hr. rewrite sum_scal in Hr.
  rewrite (sum_split (m - 1) (2 * m - 1)) in Hr by lia. replace (2 * m - 1 - (m - 1))%nat with m in Hr by lia.
  rewrite Z' in Hr.
  apply (Rmult_le_reg_r (INR m)); [exact Mp|]. apply Rle_trans with (2 := Hr). apply Rmult_le_compat_l; lra.
Qed.

Theorem sizes_value : forall m, (0 < m)%nat ->
  value (sized (2 * m - 1) m (fun _ => INR m) (large_size m) (fun _ => INR m) (fun _ => INR m)) ((2 * INR m - 1) / INR m).
Proof.
  intros m Hm. assert (Mp : 0 < INR m) by (apply lt_0_INR; exact Hm).
  assert (M1 : 1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
  assert (EN : INR (2 * m - 1) = 2 * INR m - 1) by (rewrite minus_INR, mult_INR by lia; simpl; lra).
  assert (EM : INR (m - 1) = INR m - 1) by (rewrite minus_INR by lia; simpl; lra).
  split.
  - exists (fun _ _ => 1 / INR m). split; [split; [split; [|split; [|split]]|]|].
    + intros i j _ _. apply Rlt_le, Rdiv_lt_0_compat; lra.
    + intros i _. rewrite sum_const. right. field. lra.
    + intros j _. rewrite (large_total m (fun _ => 1 / INR m) Hm), !sum_const, EM. right. field. lra.
    + intros j _. rewrite sum_const, EN. right. field. lra.
    + intros i j _ _ H. exfalso. replace ((2 * INR m - 1) / INR m * INR m) with (2 * INR m - 1) in H by (field; lra). lra.
    + intros i j _ _ H. exfalso. unfold large_size in H. destruct (lt_dec i (m - 1)); lra.
  - intros rho x [[[X0 [X1 [XD XC]]] _] _].
    set (y := fun i => sum m (fun j => x i j)).
    assert (Y : forall i, (i < 2 * m - 1)%nat -> y i <= 1) by (intros i Hi; apply X1; exact Hi).
    assert (T : INR m * INR m <= sum (2 * m - 1) (fun i => large_size m i * y i)).
    { rewrite <- sum_const. apply Rle_trans with (sum m (fun j => sum (2 * m - 1) (fun i => large_size m i * x i j))).
      - apply sum_le. exact XD.
      - right. rewrite <- sum_swap. apply sum_ext. intros i Hi. unfold y. rewrite sum_scal. reflexivity. }
    assert (One : forall i, (i < 2 * m - 1)%nat -> large_size m i * y i = large_size m i).
    { apply sum_eq_terms.
      - intros i Hi. specialize (Y i Hi). unfold large_size. destruct (lt_dec i (m - 1)); nra.
      - apply Rle_antisym.
        + apply sum_le. intros i Hi. specialize (Y i Hi). unfold large_size. destruct (lt_dec i (m - 1)); nra.
        + apply Rle_trans with (2 := T). right.
          rewrite (sum_ext _ (large_size m) (fun i => large_size m i * 1)) by (intros; ring).
          rewrite (large_total m (fun _ => 1) Hm), !sum_const, EM. ring. }
    assert (Y1 : forall i, (i < 2 * m - 1)%nat -> y i = 1).
    { intros i Hi. specialize (One i Hi). unfold large_size in One. destruct (lt_dec i (m - 1)); [|lra].
      apply (Rmult_eq_reg_l (INR m)); lra. }
    assert (C : INR m * (2 * INR m - 1) <= INR m * (rho * INR m)).
    { rewrite <- (sum_const m (rho * INR m)).
      apply Rle_trans with (sum m (fun j => sum (2 * m - 1) (fun i => INR m * x i j))); [|apply sum_le; exact XC].
      right. rewrite <- sum_swap. rewrite (sum_ext (2 * m - 1) _ (fun _ => INR m)).
      - rewrite sum_const, EN. ring.
      - intros i Hi. transitivity (INR m * y i); [unfold y; rewrite sum_scal; reflexivity|rewrite Y1 by exact Hi; ring]. }
    apply Rmult_le_reg_l in C; [|exact Mp].
    apply (Rmult_le_reg_r (INR m)); [exact Mp|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(** A witness for the assignments: for m = 2 resource 0 of size 2 for task 0, the two of size 1 for task 1. *)
Lemma sizes_witness : covers 3 2 (large_size 2) (fun _ => INR 2) (fun i => match i with O => 0%nat | _ => 1%nat end).
Proof. intros j Hj. destruct j as [|[|j]]; try lia; unfold given, large_size; simpl; lra. Qed.
