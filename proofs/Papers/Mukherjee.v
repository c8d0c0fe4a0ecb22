(** Statements of mukherjee that take several theorems together, each as the paper makes it. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition Feasible Families Sizes.
Open Scope R_scope.

(** The ratio of an assignment: the least number that bounds it. *)
Definition has_ratio (E n : nat) (c I : nat -> R) (a : nat -> nat) (rho : R) : Prop :=
  ratio_at_most E n c I a rho /\ forall r, ratio_at_most E n c I a r -> rho <= r.

(** ** The search by halves and Theorem 3 *)

(** From the interval from [lo] to [hi] the search ends at the value [v]: it halves as long as the interval is longer than
    [eps], and goes on below where there is a solution for the midpoint. *)
Inductive search (P : R -> Prop) (eps : R) : R -> R -> R -> Prop :=
  | done : forall lo hi, hi - lo <= eps -> search P eps lo hi hi
  | below : forall lo hi v, eps < hi - lo -> P ((lo + hi) / 2) -> search P eps lo ((lo + hi) / 2) v -> search P eps lo hi v
  | above : forall lo hi v, eps < hi - lo -> ~ P ((lo + hi) / 2) -> search P eps ((lo + hi) / 2) hi v -> search P eps lo hi v.

Theorem theorem_3 : forall E n c s D I a opt hi eps v,
  (forall i, (i < E)%nat -> 0 < c i) -> (forall j, (j < n)%nat -> 0 <= I j) ->
  covers E n s D a -> ratio_at_most E n c I a opt -> 1 <= opt ->
  (exists x, pruned E n c s D I hi x) ->
  search (fun rho => exists x, pruned E n c s D I rho x) eps 1 hi v ->
  (exists x, pruned E n c s D I v x) /\ v <= opt + eps.
Proof.
  intros E n c s D I a opt hi eps v Hc HI Cov Ra One Top Run.
  assert (G : forall lo hi v, search (fun rho => exists x, pruned E n c s D I rho x) eps lo hi v ->
    (exists x, pruned E n c s D I hi x) -> (lo = 1 \/ forall x, ~ pruned E n c s D I lo x) ->
    (exists x, pruned E n c s D I v x) /\ v <= opt + eps).
  { clear hi v Top Run. intros lo hi v Run. induction Run as [lo hi L|lo hi v L Y _ IH|lo hi v L No _ IH]; intros Top Bottom.
    - split; [exact Top|]. exact (bisection_within E n c s D I a opt lo hi eps Hc HI Cov Ra One L Bottom).
    - apply IH; assumption.
    - apply IH; [exact Top|]. right. intros x Hx. apply No. exists x; exact Hx. }
  apply (G 1 hi v Run Top). left; reflexivity.
Qed.

(** ** Families *)

(** Where sizes add up to the demands, every task has exactly what it demands. *)
Lemma nothing_spare : forall E n s D a, (forall i, (i < E)%nat -> 0 <= s i) -> covers E n s D a -> sum E s = sum n D ->
  forall j, (j < n)%nat -> sum E (fun i => s i * given a i j) = D j.
Proof.
  intros E n s D a Hs Cov Tight j Hj.
  assert (Total : sum n (fun j => sum E (fun i => s i * given a i j)) <= sum n D).
  { rewrite sum_swap, <- Tight. apply sum_le. intros i Hi. rewrite sum_scal.
    rewrite <- (Rmult_1_r (s i)) at 2. apply Rmult_le_compat_l; [apply Hs; exact Hi|apply given_row]. }
  symmetry. apply (sum_eq_terms n D (fun j => sum E (fun i => s i * given a i j))); [exact Cov| |exact Hj].
  apply Rle_antisym; [apply sum_le; exact Cov|exact Total].
Qed.

Lemma value_same : forall P rho rho', value P rho -> value P rho' -> rho = rho'.
Proof.
  intros P rho rho' [[x Hx] L] [[x' Hx'] L']. apply Rle_antisym; [apply (L rho' x' Hx')|apply (L' rho x Hx)].
Qed.

Section Dear.
  Variable m : nat.
  Hypothesis Hm : (0 < m)%nat.
  Let M : 1 <= INR m.
  Proof. change 1 with (INR 1). apply le_INR. lia. Qed.
  Let E := (m * 1)%nat.

  Lemma dear_exact : forall a, covers E m (fun _ => 1) (fun _ => INR 1) a ->
    ratio_at_most E m (one_dear E m) (fun _ => INR 1) a (INR m).
  Proof.
    intros a Cov j Hj. unfold pays.
    assert (T : sum E (fun i => 1 * given a i j) = INR 1).
    { apply (nothing_spare E m (fun _ => 1) (fun _ => INR 1) a); [intros; lra|exact Cov| |exact Hj].
      rewrite !sum_const. unfold E. rewrite mult_INR. simpl INR. ring. }
    rewrite <- T, <- sum_scal. apply sum_le. intros i Hi.
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply given_nonneg|].
    unfold one_dear. destruct (Nat.eq_dec (S i) E); lra.
  Qed.

  (** The instance against the naive relaxation: every assignment has the ratio m, and the programme has 2 - 1/m. *)
  Theorem naive_gap : (forall a, covers E m (fun _ => 1) (fun _ => INR 1) a ->
      has_ratio E m (one_dear E m) (fun _ => INR 1) a (INR m))
    /\ value (naive E m (one_dear E m) (fun _ => 1) (fun _ => INR 1) (fun _ => INR 1)) (2 - 1 / INR m).
  Proof.
    split.
    - intros a Cov. split; [apply dear_exact; exact Cov|]. intros r Hr.
      pose proof (dear_optimum m 1 a r Hm ltac:(lia) Cov Hr) as L. simpl INR in L. lra.
    - replace (2 - 1 / INR m) with ((INR (m * 1) - 1 + INR m) / INR (m * 1)).
      + apply dear_naive_value; lia.
      + replace (m * 1)%nat with m by lia. field. lra.
  Qed.

  Theorem naive_unbounded : forall a opt rho, covers E m (fun _ => 1) (fun _ => INR 1) a ->
    ratio_at_most E m (one_dear E m) (fun _ => INR 1) a opt ->
    value (naive E m (one_dear E m) (fun _ => 1) (fun _ => INR 1) (fun _ => INR 1)) rho -> INR m / 2 * rho < opt.
  Proof.
    intros a opt rho Cov Ra V. rewrite (value_same _ _ _ V (proj2 naive_gap)).
    pose proof (proj2 (proj1 naive_gap a Cov) opt Ra) as L.
    replace (INR m / 2 * (2 - 1 / INR m)) with (INR m - 1 / 2) by (field; lra). lra.
  Qed.

  (** Pruning removes the gap: the pruned programme has the ratio of every assignment. *)
  Theorem pruning_removes : value (pruned E m (one_dear E m) (fun _ => 1) (fun _ => INR 1) (fun _ => INR 1)) (INR m)
    /\ (forall a, covers E m (fun _ => 1) (fun _ => INR 1) a -> has_ratio E m (one_dear E m) (fun _ => INR 1) a (INR m))
    /\ exists a, covers E m (fun _ => 1) (fun _ => INR 1) a.
  Proof.
    assert (Cov : covers E m (fun _ => 1) (fun _ => INR 1) (fun i => i)).
    { intros j Hj. simpl INR. apply Rle_trans with (1 * given (fun i => i) j j).
      - unfold given. destruct (Nat.eq_dec j j); [lra|lia].
      - apply (sum_term_le E (fun i => 1 * given (fun i => i) i j)); [|unfold E; lia].
        intros i _. pose proof (given_nonneg (fun i => i) i j). lra. }
    split; [|split; [exact (proj1 naive_gap)|exists (fun i => i); exact Cov]]. split.
    - exists (given (fun i => i)). apply assignment_pruned; [|exact Cov|apply dear_exact; exact Cov].
      intros i _. pose proof (dear_pos E m i Hm). lra.
    - intros r x Hx. apply (pruning_mends m r x Hm Hx).
  Qed.
End Dear.

(** The footnote: isolation costs 1 and the ratio L. *)
Theorem footnote_optimum : forall L, 1 <= L ->
  isolation 2 (foot_cost L) foot_size 1 1
  /\ forall a, covers 2 2 foot_size (fun _ => 1) a -> has_ratio 2 2 (foot_cost L) (fun _ => 1) a L.
Proof.
  intros L HL. split.
  - split.
    + exists (fun i => match i with O => true | _ => false end). unfold chosen, foot_size, foot_cost. simpl. lra.
    + intros u. unfold chosen, foot_size, foot_cost. simpl. destruct (u 0%nat), (u 1%nat); lra.
  - intros a Cov. split; [|intros r Hr; exact (proj1 (footnote L HL) a r Cov Hr)].
    intros j Hj. pose proof (Cov 0%nat ltac:(lia)) as C0. pose proof (Cov 1%nat ltac:(lia)) as C1.
    unfold pays, given, foot_size, foot_cost in *. simpl in *.
    destruct j as [|[|j]]; [| |lia];
      destruct (Nat.eq_dec (a 0%nat) 0); destruct (Nat.eq_dec (a 1%nat) 0); destruct (Nat.eq_dec (a 0%nat) 1);
      destruct (Nat.eq_dec (a 1%nat) 1); try lia; lra.
Qed.

(** Unlike sizes: every assignment has the ratio m, above m/2 times the value of the programme. *)
Theorem sizes_ratio : forall m, (0 < m)%nat ->
  (forall a, covers (2 * m - 1) m (large_size m) (fun _ => INR m) a ->
     has_ratio (2 * m - 1) m (fun _ => INR m) (fun _ => INR m) a (INR m))
  /\ forall a opt rho, covers (2 * m - 1) m (large_size m) (fun _ => INR m) a ->
     ratio_at_most (2 * m - 1) m (fun _ => INR m) (fun _ => INR m) a opt ->
     value (sized (2 * m - 1) m (fun _ => INR m) (large_size m) (fun _ => INR m) (fun _ => INR m)) rho ->
     INR m / 2 * rho < opt.
Proof.
  intros m Hm. assert (M : 1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia). split.
  - intros a Cov. split; [|intros r Hr; exact (sizes_optimum m a r Hm Cov Hr)].
    intros j Hj. unfold pays.
    assert (S1 : forall i, 1 <= large_size m i) by (intros i; unfold large_size; destruct (lt_dec i (m - 1)); lra).
    assert (T : sum (2 * m - 1) (fun i => large_size m i * given a i j) = INR m).
    { apply (nothing_spare (2 * m - 1) m (large_size m) (fun _ => INR m) a); [intros i _; specialize (S1 i); lra|exact Cov| |exact Hj].
      rewrite (sum_ext (2 * m - 1) (large_size m) (fun i => large_size m i * 1)) by (intros; ring).
      rewrite (large_total m (fun _ => 1) Hm), !sum_const.
      rewrite minus_INR by lia. simpl (INR 1). ring. }
    rewrite sum_scal. apply Rmult_le_compat_l; [lra|].
    rewrite <- T. apply sum_le. intros i _. rewrite <- (Rmult_1_l (given a i j)) at 1.
    apply Rmult_le_compat_r; [apply given_nonneg|apply S1].
  - intros a opt rho Cov Ra V. rewrite (value_same _ _ _ V (sizes_value m Hm)).
    pose proof (sizes_optimum m a opt Hm Cov Ra) as L.
    replace (INR m / 2 * ((2 * INR m - 1) / INR m)) with (INR m - 1 / 2) by (field; lra). lra.
Qed.

(** ** Theorem 7, with m tasks of demand m *)

Definition seven (m : nat) : R -> (nat -> nat -> R) -> Prop :=
  pruned (m * m) m (one_dear (m * m) m) (fun _ => 1) (fun _ => INR m) (fun _ => INR m).

Theorem seven_feasible : forall m, (0 < m)%nat -> exists x, seven m (1 + 1 / INR m) x.
Proof.
  intros m Hm. destruct (dear_pruned_value m m Hm (le_n m)) as [[x Hx] _]. exists x.
  apply (pruned_monotone _ _ _ _ _ _ ((INR (m * m) - 1 + INR m) / INR (m * m))); [intros; apply pos_INR| |exact Hx].
  apply Rlt_le. apply (theorem_7_relaxation m Hm).
Qed.

Theorem seven_gap : forall m a opt rho, (0 < m)%nat -> covers (m * m) m (fun _ => 1) (fun _ => INR m) a ->
  ratio_at_most (m * m) m (one_dear (m * m) m) (fun _ => INR m) a opt -> value (seven m) rho ->
  (2 - 1 / INR m) / (1 + 1 / INR m) * rho <= opt.
Proof.
  intros m a opt rho Hm Cov Ra V. assert (M : 1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
  destruct (seven_feasible m Hm) as [x Hx]. pose proof (proj2 V _ x Hx) as U.
  pose proof (dear_optimum m m a opt Hm Hm Cov Ra) as L.
  assert (I : 0 < / INR m <= 1).
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  apply Rle_trans with (2 - 1 / INR m).
  - replace ((2 - 1 / INR m) / (1 + 1 / INR m) * rho) with ((2 - 1 / INR m) * (rho / (1 + 1 / INR m))).
    2:{ unfold Rdiv. ring. }
    rewrite <- (Rmult_1_r (2 - 1 / INR m)) at 2. apply Rmult_le_compat_l; [unfold Rdiv; lra|].
    apply Rmult_le_reg_r with (1 + 1 / INR m); [unfold Rdiv; lra|].
    unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by (unfold Rdiv; lra). lra.
  - apply Rle_trans with (2 := L). right. field. lra.
Qed.

(** The gap approaches 2 as m grows. *)
Theorem seven_limit : forall e, 0 < e -> exists m0, forall m a opt rho, (m0 <= m)%nat -> (0 < m)%nat ->
  covers (m * m) m (fun _ => 1) (fun _ => INR m) a ->
  ratio_at_most (m * m) m (one_dear (m * m) m) (fun _ => INR m) a opt -> value (seven m) rho -> (2 - e) * rho < opt.
Proof.
  intros e He. destruct (archimed (3 / e)) as [A _].
  assert (P : 0 < 3 / e) by (apply Rdiv_lt_0_compat; lra).
  assert (Z : (0 <= up (3 / e))%Z) by (apply le_IZR; lra).
  exists (Z.to_nat (up (3 / e))). intros m a opt rho Big Hm Cov Ra V.
  assert (M : 1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
  assert (B : 3 / e < INR m).
  { apply Rlt_le_trans with (1 := A). rewrite <- (Z2Nat.id _ Z), <- INR_IZR_INZ. apply le_INR. exact Big. }
  assert (B3 : 3 < e * INR m).
  { apply Rmult_lt_compat_l with (r := e) in B; [|exact He]. replace (e * (3 / e)) with 3 in B by (field; lra). exact B. }
  rewrite (value_same _ _ _ V (dear_pruned_value m m Hm (le_n m))).
  pose proof (dear_optimum m m a opt Hm Hm Cov Ra) as L.
  apply Rlt_le_trans with (2 := L). rewrite mult_INR.
  apply Rmult_lt_reg_r with (INR m * INR m); [nra|].
  replace ((2 - e) * ((INR m * INR m - 1 + INR m) / (INR m * INR m)) * (INR m * INR m))
    with ((2 - e) * (INR m * INR m - 1 + INR m)) by (field; lra).
  replace ((INR m - 1 + INR m) / INR m * (INR m * INR m)) with ((2 * INR m - 1) * INR m) by (field; lra).
  nra.
Qed.
