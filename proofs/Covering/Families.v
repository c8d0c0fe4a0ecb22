(** The families of instances by which mukherjee shows gaps: all resources are needed, and one of them is dear.

    After mukherjee III (the instance against the naive relaxation) and V, Theorem 7; properties/mechanisms/lp-naive.md
    and lp-pruned.md. There are [m] tasks of demand [D] and [m D] resources of size 1: one of cost [m], the others of
    cost 1.  The isolation cost is [D].  The paper has D = 1 and D = m. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition.
Open Scope R_scope.

Definition one_dear (E m : nat) (i : nat) : R := if Nat.eq_dec (S i) E then INR m else 1.

Lemma dear_total : forall E m, (0 < E)%nat -> sum E (one_dear E m) = INR E - 1 + INR m.
Proof.
  intros E m HE. destruct E as [|p]; [lia|]. cbn [sum].
  rewrite (sum_ext p _ (fun _ => 1)).
  - rewrite sum_const. unfold one_dear. destruct (Nat.eq_dec (S p) (S p)); [|lia]. rewrite S_INR. lra.
  - intros i Hi. unfold one_dear. destruct (Nat.eq_dec (S i) (S p)); [lia|reflexivity].
Qed.

Lemma dear_sorted : forall E m i j, (0 < m)%nat -> (i <= j)%nat -> (j < E)%nat -> one_dear E m i <= one_dear E m j.
Proof.
  intros E m i j Hm Hij Hj. assert (1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
  unfold one_dear. destruct (Nat.eq_dec (S i) E); destruct (Nat.eq_dec (S j) E); try lia; lra.
Qed.

Lemma dear_pos : forall E m i, (0 < m)%nat -> 1 <= one_dear E m i.
Proof.
  intros E m i Hm. assert (1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
  unfold one_dear. destruct (Nat.eq_dec (S i) E); lra.
Qed.

(** ** Every assignment has a ratio of at least (D - 1 + m) / D

    Idea: all resources are given away, since as many are needed; the task with the dear one has D - 1 others at least.
    Mechanism: optimum.  Hypothesis: unit.
    Claims: mukherjee-theorem-7-optimum (D = m), half of mukherjee-naive-gap (D = 1). *)
Theorem dear_optimum : forall m D a opt, (0 < m)%nat -> (0 < D)%nat ->
  covers (m * D) m (fun _ => 1) (fun _ => INR D) a ->
  ratio_at_most (m * D) m (one_dear (m * D) m) (fun _ => INR D) a opt -> (INR D - 1 + INR m) / INR D <= opt.
Proof.
  intros m D a opt Hm HD Hcov Hr. set (E := (m * D)%nat) in *.
  assert (HE : (0 < E)%nat) by (unfold E; nia).
  assert (Hc : forall j, (j < m)%nat -> INR D <= sum E (fun i => given a i j)).
  { intros j Hj. apply Rle_trans with (1 := Hcov j Hj). right. apply sum_ext. intros; ring. }
  assert (T : sum E (fun i => if lt_dec (a i) m then 1 else 0) = INR E).
  { apply Rle_antisym.
    - rewrite <- (Rmult_1_r (INR E)), <- sum_const. apply sum_le. intros i Hi. destruct (lt_dec (a i) m); lra.
    - apply Rle_trans with (sum m (fun j => sum E (fun i => given a i j))).
      + apply Rle_trans with (sum m (fun _ => INR D)); [|apply sum_le; exact Hc].
        rewrite sum_const. unfold E. rewrite mult_INR. lra.
      + rewrite sum_swap. right. apply sum_ext. intros i Hi. apply row_total. }
  set (r := pred E). assert (Hr' : (r < E)%nat) by (unfold r; lia).
  assert (Ar : (a r < m)%nat).
  { assert (Q : (if lt_dec (a r) m then 1 else 0) = 1).
    { apply (sum_eq_terms E (fun i => if lt_dec (a i) m then 1 else 0) (fun _ => 1)); [|rewrite sum_const, T; lra|exact Hr'].
      intros q Hq. destruct (lt_dec (a q) m); lra. }
    destruct (lt_dec (a r) m); [assumption|lra]. }
  set (j := a r). specialize (Hr j Ar). specialize (Hc j Ar).
  assert (M1 : 1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
  assert (P : INR D - 1 + INR m <= pays E (one_dear E m) a j).
  { assert (Q : sum E (fun i => given a i j) + (INR m - 1) <= pays E (one_dear E m) a j).
    { pose proof (sum_replace E (fun i => one_dear E m i * given a i j) (fun i => given a i j) r Hr') as Q.
      assert (X : sum E (fun i => one_dear E m i * given a i j) - one_dear E m r * given a r j
                  = sum E (fun i => given a i j) - given a r j).
      { apply Q. intros i Hi Hne. unfold one_dear. destruct (Nat.eq_dec (S i) E); [unfold r in Hne; lia|ring]. }
      unfold pays. assert (OD : one_dear E m r = INR m) by (unfold one_dear; destruct (Nat.eq_dec (S r) E); [reflexivity|unfold r in *; lia]).
      assert (G : given a r j = 1) by (unfold given, j; destruct (Nat.eq_dec (a r) (a r)); [reflexivity|contradiction]).
      rewrite OD, G in X. lra. }
    lra. }
  assert (Dp : 0 < INR D) by (apply lt_0_INR; exact HD).
  apply (Rmult_le_reg_r (INR D)); [exact Dp|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(** ** The value of the programmes is (m D - 1 + m) / (m D)

    Idea: all resources are needed in whole, so that all tasks together pay m D - 1 + m; cutting every resource into m equal
    parts shares this evenly.  Pruning forbids nothing when D is at least m.
    Mechanisms: lp-naive, lp-pruned.  Hypothesis: unit.
    Claims: mukherjee-naive-gap (D = 1), mukherjee-theorem-7-relaxation (D = m, sharper). *)
Theorem dear_naive_value : forall m D, (0 < m)%nat -> (0 < D)%nat ->
  value (naive (m * D) m (one_dear (m * D) m) (fun _ => 1) (fun _ => INR D) (fun _ => INR D))
        ((INR (m * D) - 1 + INR m) / INR (m * D)).
Proof.
  intros m D Hm HD. set (E := (m * D)%nat). assert (HE : (0 < E)%nat) by (unfold E; nia).
  assert (Ep : 0 < INR E) by (apply lt_0_INR; exact HE). assert (Mp : 0 < INR m) by (apply lt_0_INR; exact Hm).
  assert (Dp : 0 < INR D) by (apply lt_0_INR; exact HD).
  assert (EE : INR E = INR m * INR D) by (unfold E; apply mult_INR).
  split.
  - exists (fun _ _ => 1 / INR m). split; [|split; [|split]].
    + intros i j _ _. apply Rlt_le, Rdiv_lt_0_compat; lra.
    + intros i _. rewrite sum_const. right. field. lra.
    + intros j _. rewrite sum_const. fold E. rewrite EE. right. field. lra.
    + intros j _. rewrite sum_scal_r, dear_total by exact HE. fold E. rewrite EE. right. field. split; lra.
  - intros rho x [X0 [X1 [XD XC]]]. fold E in X0, X1, XD, XC.
    set (y := fun i => sum m (fun j => x i j)).
    assert (C : sum E (one_dear E m) <= sum E (fun i => one_dear E m i * y i)).
    { apply (cheapest E E (one_dear E m) y (le_n E)).
      - intros i Hi. pose proof (dear_pos E m i Hm). lra.
      - intros i j Hij Hj. apply dear_sorted; assumption.
      - intros i Hi. split; [apply sum_nonneg; intros j Hj; apply X0; assumption|apply X1; exact Hi].
      - unfold y. rewrite sum_swap, EE, <- sum_const. apply sum_le. intros j Hj.
        apply Rle_trans with (1 := XD j Hj). right. apply sum_ext. intros; ring. }
    rewrite dear_total in C by exact HE.
    assert (F : sum E (fun i => one_dear E m i * y i) <= INR m * (rho * INR D)).
    { rewrite (sum_ext E _ (fun i => sum m (fun j => one_dear E m i * x i j))).
      2:{ intros i Hi. unfold y. rewrite sum_scal. reflexivity. }
      rewrite sum_swap, <- sum_const. apply sum_le. exact XC. }
    apply (Rmult_le_reg_r (INR E)); [exact Ep|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. rewrite EE in *. lra.
Qed.

Theorem dear_pruned_value : forall m D, (0 < m)%nat -> (m <= D)%nat ->
  value (pruned (m * D) m (one_dear (m * D) m) (fun _ => 1) (fun _ => INR D) (fun _ => INR D))
        ((INR (m * D) - 1 + INR m) / INR (m * D)).
Proof.
  intros m D Hm HD. destruct (dear_naive_value m D Hm ltac:(lia)) as [[x Hx] Hmin].
  split.
  - exists x. split; [exact Hx|]. intros i j Hi Hj Hlt. exfalso.
    set (E := (m * D)%nat) in *. assert (Ep : 0 < INR E) by (apply lt_0_INR; unfold E; nia).
    assert (M1 : 1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
    assert (DM : INR m <= INR D) by (apply le_INR; exact HD).
    assert (R1 : 1 <= (INR E - 1 + INR m) / INR E).
    { apply (Rmult_le_reg_r (INR E)); [exact Ep|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (C : one_dear E m i <= INR m).
    { unfold one_dear. destruct (Nat.eq_dec (S i) E); lra. }
    assert (INR D <= (INR E - 1 + INR m) / INR E * INR D).
    { rewrite <- (Rmult_1_l (INR D)) at 1. apply Rmult_le_compat_r; lra. }
    lra.
  - intros rho y [Hy _]. apply (Hmin rho y Hy).
Qed.

(** With D = 1 pruning leaves nobody the dear resource below the ratio m, and the gap is gone.
    Claims: mukherjee-pruning-mends-naive. *)
Theorem pruning_mends : forall m rho x, (0 < m)%nat ->
  pruned (m * 1) m (one_dear (m * 1) m) (fun _ => 1) (fun _ => 1) (fun _ => 1) rho x -> INR m <= rho.
Proof.
  intros m rho x Hm [[X0 [X1 [XD XC]]] XP]. rewrite Nat.mul_1_r in *.
  destruct (Rle_lt_dec (INR m) rho) as [|Hlt]; [assumption|exfalso].
  set (y := fun i => sum m (fun j => x i j)).
  assert (Z : y (pred m) = 0).
  { unfold y. apply sum_zero. intros j Hj. apply XP; [lia|exact Hj|].
    unfold one_dear. destruct (Nat.eq_dec (S (pred m)) m); [lra|lia]. }
  assert (T : INR m <= sum m y).
  { unfold y. rewrite sum_swap. rewrite <- (Rmult_1_r (INR m)), <- sum_const. apply sum_le. intros j Hj.
    apply Rle_trans with (1 := XD j Hj). right. apply sum_ext. intros; ring. }
  assert (L : sum m y < INR m).
  { rewrite <- (Rmult_1_r (INR m)), <- sum_const. apply (sum_lt m _ _ (pred m)); [intros; apply X1; assumption|lia|].
    rewrite Z. lra. }
  lra.
Qed.

(** ** The gap of the naive programme is unbounded, that of the pruned one comes as near to 2 as one likes

    Idea: the quotients are m D (D - 1 + m) / (D (m D - 1 + m)): above m/2 for D = 1, and m (2 m - 1) / (m^2 + m - 1) for D = m.
    Mechanisms: lp-naive, lp-pruned.  Hypothesis: unit.
    Claims: mukherjee-naive-unbounded, mukherjee-theorem-7-gap, mukherjee-theorem-7-limit. *)
Theorem naive_gap_unbounded : forall m, (0 < m)%nat ->
  INR m / 2 * ((INR (m * 1) - 1 + INR m) / INR (m * 1)) < (INR 1 - 1 + INR m) / INR 1.
Proof.
  intros m Hm. rewrite Nat.mul_1_r. assert (Mp : 0 < INR m) by (apply lt_0_INR; exact Hm).
  replace (INR m / 2 * ((INR m - 1 + INR m) / INR m)) with (INR m - 1 / 2) by (field; lra).
  simpl (INR 1). replace ((1 - 1 + INR m) / 1) with (INR m) by field. lra.
Qed.

Theorem gap_approaches_two : forall e, 0 < e -> exists m, (0 < m)%nat /\
  (2 - e) * ((INR (m * m) - 1 + INR m) / INR (m * m)) < (INR m - 1 + INR m) / INR m.
Proof.
  intros e He. destruct (archimed (3 / e)) as [A _].
  assert (P : 0 < 3 / e) by (apply Rdiv_lt_0_compat; lra).
  set (m := Z.to_nat (up (3 / e))).
  assert (Hm : INR m = IZR (up (3 / e))).
  { unfold m. rewrite INR_IZR_INZ, Z2Nat.id; [reflexivity|]. apply le_IZR. lra. }
  assert (M3 : 3 < e * INR m).
  { rewrite Hm. apply (Rmult_lt_compat_l e) in A; [|exact He]. replace (e * (3 / e)) with 3 in A by (field; lra). lra. }
  assert (Mp : 0 < INR m) by lra.
  assert (M0 : (0 < m)%nat) by (apply INR_lt; simpl; exact Mp).
  exists m. split; [exact M0|]. rewrite mult_INR.
  assert (M1 : 1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
  apply (Rmult_lt_reg_r (INR m * INR m)); [apply Rmult_lt_0_compat; exact Mp|].
  replace ((2 - e) * ((INR m * INR m - 1 + INR m) / (INR m * INR m)) * (INR m * INR m)) with ((2 - e) * (INR m * INR m - 1 + INR m)) by (field; lra).
  replace ((INR m - 1 + INR m) / INR m * (INR m * INR m)) with ((2 * INR m - 1) * INR m) by (field; lra).
  assert (Q : 3 * INR m < e * INR m * INR m) by (apply Rmult_lt_compat_r; assumption).
  assert (0 <= e * (INR m - 1)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Theorem 7 as printed has the ratio 1 + 1/m for the programme; the value is smaller by 1/m^2. *)
Theorem theorem_7_relaxation : forall m, (0 < m)%nat ->
  (INR (m * m) - 1 + INR m) / INR (m * m) = 1 + 1 / INR m - 1 / (INR m * INR m)
  /\ (INR (m * m) - 1 + INR m) / INR (m * m) < 1 + 1 / INR m.
Proof.
  intros m Hm. assert (Mp : 0 < INR m) by (apply lt_0_INR; exact Hm). rewrite mult_INR.
  assert (E : (INR m * INR m - 1 + INR m) / (INR m * INR m) = 1 + 1 / INR m - 1 / (INR m * INR m)) by (field; lra).
  split; [exact E|]. rewrite E. assert (0 < 1 / (INR m * INR m)); [|lra].
  apply Rdiv_lt_0_compat; [lra|apply Rmult_lt_0_compat; exact Mp].
Qed.

(** A witness for the assignments of the family: resource [i] for task [i / D]. *)
Lemma dear_witness : covers (2 * 1) 2 (fun _ => 1) (fun _ => INR 1) (fun i => i)
  /\ ratio_at_most (2 * 1) 2 (one_dear (2 * 1) 2) (fun _ => INR 1) (fun i => i) 2.
Proof.
  split; intros j Hj; destruct j as [|[|j]]; try lia; unfold pays, given, one_dear; simpl; lra.
Qed.
