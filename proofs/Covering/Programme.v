(** The covering problem and its linear programmes: relaxations, multipliers, bisection.

    After properties/models/covering.md, properties/mechanisms/optimum.md, lp-naive.md, lp-pruned.md, lp-sized.md,
    lp-bisection.md and properties/covering/ (mukherjee III).  [E] resources and [n] tasks are numbered from 0; [c]
    costs, [s] sizes, [D] demands, [I] isolation costs. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
Open Scope R_scope.

(** An assignment gives resource [i] to task [a i]; a number that is no task's means that nobody gets it. *)
Definition given (a : nat -> nat) (i j : nat) : R := if Nat.eq_dec (a i) j then 1 else 0.
Definition pays (E : nat) (c : nat -> R) (a : nat -> nat) (j : nat) : R := sum E (fun i => c i * given a i j).
Definition covers (E n : nat) (s D : nat -> R) (a : nat -> nat) : Prop :=
  forall j, (j < n)%nat -> D j <= sum E (fun i => s i * given a i j).

(** The rows of the naive relaxation for the ratio [rho]. *)
Definition naive (E n : nat) (c s D I : nat -> R) (rho : R) (x : nat -> nat -> R) : Prop :=
  (forall i j, (i < E)%nat -> (j < n)%nat -> 0 <= x i j)
  /\ (forall i, (i < E)%nat -> sum n (fun j => x i j) <= 1)
  /\ (forall j, (j < n)%nat -> D j <= sum E (fun i => s i * x i j))
  /\ (forall j, (j < n)%nat -> sum E (fun i => c i * x i j) <= rho * I j).

(** Pruned costs: nothing of a resource that the task could not pay for. *)
Definition pruned (E n : nat) (c s D I : nat -> R) (rho : R) (x : nat -> nat -> R) : Prop :=
  naive E n c s D I rho x
  /\ forall i j, (i < E)%nat -> (j < n)%nat -> rho * I j < c i -> x i j = 0.

(** [rho] is the value of a programme when it is the smallest for which there are fractions. *)
Definition value (P : R -> (nat -> nat -> R) -> Prop) (rho : R) : Prop :=
  (exists x, P rho x) /\ forall rho' x, P rho' x -> rho <= rho'.

(** The ratio of an assignment is at most [rho]. *)
Definition ratio_at_most (E n : nat) (c I : nat -> R) (a : nat -> nat) (rho : R) : Prop :=
  forall j, (j < n)%nat -> pays E c a j <= rho * I j.

Lemma given_nonneg : forall a i j, 0 <= given a i j.
Proof. intros. unfold given. destruct (Nat.eq_dec _ _); lra. Qed.

Lemma given_row : forall n a i, sum n (fun j => given a i j) <= 1.
Proof.
  intros n a i. assert (G : sum n (fun j => given a i j) = if lt_dec (a i) n then 1 else 0).
  { induction n as [|n IH]; simpl.
    - destruct (lt_dec (a i) 0); [lia|reflexivity].
    - rewrite IH. unfold given. destruct (Nat.eq_dec (a i) n); destruct (lt_dec (a i) n); destruct (lt_dec (a i) (S n)); try lia; lra. }
  rewrite G. destruct (lt_dec (a i) n); lra.
Qed.

(** ** An assignment meets the rows of both programmes for its ratio

    Idea: the fractions 0 and 1 of the assignment meet every row; a task that pays rho I_j in all has no resource dearer
    than that, since costs are not negative.
    Mechanisms: lp-naive, lp-pruned.  Property: relaxation.  Hypothesis: none (sizes and demands of any kind).
    Claims: mukherjee-naive-relaxation, mukherjee-pruned-relaxation, mukherjee-pruning-mends-naive (in part). *)
Theorem assignment_naive : forall E n c s D I a rho, covers E n s D a -> ratio_at_most E n c I a rho ->
  naive E n c s D I rho (given a).
Proof.
  intros E n c s D I a rho Hc Hr. split; [|split; [|split]].
  - intros; apply given_nonneg.
  - intros; apply given_row.
  - intros j Hj. apply Hc; exact Hj.
  - intros j Hj. apply Hr; exact Hj.
Qed.

Theorem assignment_pruned : forall E n c s D I a rho, (forall i, (i < E)%nat -> 0 < c i) ->
  covers E n s D a -> ratio_at_most E n c I a rho -> pruned E n c s D I rho (given a).
Proof.
  intros E n c s D I a rho Hpos Hc Hr. split; [apply assignment_naive; assumption|].
  intros i j Hi Hj Hlt. unfold given. destruct (Nat.eq_dec (a i) j) as [E1|]; [exfalso|reflexivity].
  specialize (Hr j Hj). unfold pays in Hr.
  assert (c i * given a i j <= sum E (fun q => c q * given a q j)).
  { apply (sum_term_le E (fun q => c q * given a q j) i); [|exact Hi].
    intros q Hq. apply Rmult_le_pos; [apply Rlt_le, Hpos; exact Hq|apply given_nonneg]. }
  unfold given at 1 in H. destruct (Nat.eq_dec (a i) j); [lra|contradiction].
Qed.

Theorem naive_is_relaxation : forall E n c s D I a rho opt,
  value (naive E n c s D I) rho -> covers E n s D a -> ratio_at_most E n c I a opt -> rho <= opt.
Proof.
  intros E n c s D I a rho opt [_ Hmin] Hc Hr. apply (Hmin opt (given a)). apply assignment_naive; assumption.
Qed.

Theorem pruned_is_relaxation : forall E n c s D I a rho opt, (forall i, (i < E)%nat -> 0 < c i) ->
  value (pruned E n c s D I) rho -> covers E n s D a -> ratio_at_most E n c I a opt -> rho <= opt.
Proof.
  intros E n c s D I a rho opt Hpos [_ Hmin] Hc Hr. apply (Hmin opt (given a)). apply assignment_pruned; assumption.
Qed.

(** The pruned value is at least the naive one. *)
Theorem pruning_raises : forall E n c s D I rho rho', value (naive E n c s D I) rho -> value (pruned E n c s D I) rho' -> rho <= rho'.
Proof. intros E n c s D I rho rho' [_ Hmin] [[x [Hx _]] _]. apply (Hmin rho' x Hx). Qed.

(** ** Multipliers prove the value

    Idea: weigh the rows of the demands with b, of the costs with y, of the resources with a, and add them up.
    Mechanism: lp-naive.  Property: none by itself (its certificate).  Hypothesis: none. *)
Lemma weigh : forall E n s D x b, (forall j, (j < n)%nat -> 0 <= b j) ->
  (forall j, (j < n)%nat -> D j <= sum E (fun i => s i * x i j)) ->
  sum n (fun j => D j * b j) <= sum n (fun j => sum E (fun i => s i * b j * x i j)).
Proof.
  intros E n s D x b Hb HD. apply sum_le. intros j Hj.
  apply Rle_trans with (b j * sum E (fun i => s i * x i j)).
  - rewrite (Rmult_comm (D j)). apply Rmult_le_compat_l; [apply Hb; exact Hj|apply HD; exact Hj].
  - right. rewrite <- sum_scal. apply sum_ext. intros; ring.
Qed.

Theorem naive_certificate : forall E n c s D I a b y rho,
  (forall i, (i < E)%nat -> 0 <= a i) -> (forall j, (j < n)%nat -> 0 <= b j) -> (forall j, (j < n)%nat -> 0 <= y j) ->
  (forall i j, (i < E)%nat -> (j < n)%nat -> s i * b j <= c i * y j + a i) ->
  sum n (fun j => I j * y j) = 1 ->
  sum n (fun j => D j * b j) - sum E a = rho ->
  forall rho' x, naive E n c s D I rho' x -> rho <= rho'.
Proof.
  intros E n c s D I a b y rho Ha Hb Hy Hab HI Hrho rho' x [X0 [X1 [XD XC]]].
  assert (W := weigh E n s D x b Hb XD).
  assert (B : sum n (fun j => sum E (fun i => s i * b j * x i j))
              <= sum n (fun j => y j * sum E (fun i => c i * x i j)) + sum n (fun j => sum E (fun i => a i * x i j))).
  { rewrite <- sum_plus. apply sum_le. intros j Hj. rewrite <- sum_scal, <- sum_plus. apply sum_le. intros i Hi.
    specialize (Hab i j Hi Hj). specialize (X0 i j Hi Hj).
    apply Rle_trans with ((c i * y j + a i) * x i j); [apply Rmult_le_compat_r; assumption|right; ring]. }
  assert (C : sum n (fun j => y j * sum E (fun i => c i * x i j)) <= rho').
  { apply Rle_trans with (sum n (fun j => rho' * (I j * y j))).
    - apply sum_le. intros j Hj. specialize (XC j Hj). specialize (Hy j Hj).
      apply Rle_trans with (y j * (rho' * I j)); [apply Rmult_le_compat_l; assumption|right; ring].
    - rewrite sum_scal, HI. lra. }
  assert (A : sum n (fun j => sum E (fun i => a i * x i j)) <= sum E a).
  { rewrite sum_swap. apply sum_le. intros i Hi. rewrite sum_scal. specialize (Ha i Hi). specialize (X1 i Hi).
    apply Rle_trans with (a i * 1); [apply Rmult_le_compat_l; assumption|lra]. }
  lra.
Qed.

(** For the pruned programme the first inequality is asked only where the task could pay for the resource at a ratio below
    [rho].  Mechanism: lp-pruned.  Hypothesis: none. *)
Theorem pruned_certificate : forall E n c s D I a b y rho,
  (forall i, (i < E)%nat -> 0 <= a i) -> (forall j, (j < n)%nat -> 0 <= b j) -> (forall j, (j < n)%nat -> 0 <= y j) ->
  (forall j, (j < n)%nat -> 0 < I j) ->
  (forall i j, (i < E)%nat -> (j < n)%nat -> c i < rho * I j -> s i * b j <= c i * y j + a i) ->
  0 < sum n (fun j => D j * b j) - sum E a ->
  rho * sum n (fun j => I j * y j) <= sum n (fun j => D j * b j) - sum E a ->
  forall rho' x, pruned E n c s D I rho' x -> rho <= rho'.
Proof.
  intros E n c s D I a b y rho Ha Hb Hy HI Hab Hpos Hrho rho' x [[X0 [X1 [XD XC]]] XP].
  destruct (Rle_lt_dec rho rho') as [|Hlt]; [assumption|exfalso].
  assert (W := weigh E n s D x b Hb XD).
  assert (B : sum n (fun j => sum E (fun i => s i * b j * x i j))
              <= sum n (fun j => y j * sum E (fun i => c i * x i j)) + sum n (fun j => sum E (fun i => a i * x i j))).
  { rewrite <- sum_plus. apply sum_le. intros j Hj. rewrite <- sum_scal, <- sum_plus. apply sum_le. intros i Hi.
    destruct (Rle_lt_dec (c i) (rho' * I j)) as [Hle|Hgt].
    - specialize (Hab i j Hi Hj). specialize (X0 i j Hi Hj). specialize (HI j Hj).
      assert (rho' * I j < rho * I j) by (apply Rmult_lt_compat_r; assumption).
      specialize (Hab ltac:(lra)).
      apply Rle_trans with ((c i * y j + a i) * x i j); [apply Rmult_le_compat_r; assumption|right; ring].
    - rewrite (XP i j Hi Hj Hgt). lra. }
  assert (C : sum n (fun j => y j * sum E (fun i => c i * x i j)) <= rho' * sum n (fun j => I j * y j)).
  { rewrite <- sum_scal. apply sum_le. intros j Hj. specialize (XC j Hj). specialize (Hy j Hj).
    apply Rle_trans with (y j * (rho' * I j)); [apply Rmult_le_compat_l; assumption|right; ring]. }
  assert (A : sum n (fun j => sum E (fun i => a i * x i j)) <= sum E a).
  { rewrite sum_swap. apply sum_le. intros i Hi. rewrite sum_scal. specialize (Ha i Hi). specialize (X1 i Hi).
    apply Rle_trans with (a i * 1); [apply Rmult_le_compat_l; assumption|lra]. }
  set (Y := sum n (fun j => I j * y j)) in *.
  assert (HY : 0 <= Y).
  { apply sum_nonneg. intros j Hj. apply Rmult_le_pos; [apply Rlt_le, HI; exact Hj|apply Hy; exact Hj]. }
  assert (Z : Y = 0 \/ 0 < Y) by lra. destruct Z as [Z|Z].
  - rewrite Z in C. lra.
  - assert (rho' * Y < rho * Y) by (apply Rmult_lt_compat_r; assumption). lra.
Qed.

(** ** Feasibility grows with the ratio, and bisection ends within its resolution

    Idea: fractions for one ratio are fractions for a larger one.  If there are none for the lower end, the
    optimum is above it, since an assignment gives fractions; so the upper end exceeds it by at most the resolution.
    Mechanism: lp-bisection.  Property: none (relaxation fails by up to the resolution).  Hypothesis: none.
    Claims: mukherjee-theorem-3. *)
Theorem pruned_monotone : forall E n c s D I rho rho' x, (forall j, (j < n)%nat -> 0 <= I j) -> rho <= rho' ->
  pruned E n c s D I rho x -> pruned E n c s D I rho' x.
Proof.
  intros E n c s D I rho rho' x HI Hle [[X0 [X1 [XD XC]]] XP]. split; [split; [|split; [|split]]|]; try assumption.
  - intros j Hj. apply Rle_trans with (1 := XC j Hj). apply Rmult_le_compat_r; [apply HI; exact Hj|exact Hle].
  - intros i j Hi Hj Hlt. apply XP; try assumption. apply Rle_lt_trans with (2 := Hlt).
    apply Rmult_le_compat_r; [apply HI; exact Hj|exact Hle].
Qed.

Theorem bisection_within : forall E n c s D I a opt lo hi eps,
  (forall i, (i < E)%nat -> 0 < c i) -> (forall j, (j < n)%nat -> 0 <= I j) ->
  covers E n s D a -> ratio_at_most E n c I a opt -> 1 <= opt ->
  hi - lo <= eps -> (lo = 1 \/ forall x, ~ pruned E n c s D I lo x) -> hi <= opt + eps.
Proof.
  intros E n c s D I a opt lo hi eps Hc HI Hcov Hr H1 He [->|Hno]; [lra|].
  assert (L : lo < opt); [|lra].
  destruct (Rlt_dec lo opt) as [|H]; [assumption|exfalso].
  apply (Hno (given a)). apply (pruned_monotone E n c s D I opt); [exact HI|lra|].
  apply assignment_pruned; assumption.
Qed.

(** A witness: one resource of cost and size 1, one task of demand and isolation cost 1. *)
Lemma programme_witness :
  let u := fun _ : nat => 1 in
  covers 1 1 u u (fun _ => 0%nat) /\ ratio_at_most 1 1 u u (fun _ => 0%nat) 1
  /\ value (naive 1 1 u u u u) 1 /\ value (pruned 1 1 u u u u) 1.
Proof.
  intros u.
  assert (C : covers 1 1 u u (fun _ => 0%nat)).
  { intros j Hj. replace j with 0%nat by lia. unfold u, given. simpl. lra. }
  assert (R : ratio_at_most 1 1 u u (fun _ => 0%nat) 1).
  { intros j Hj. replace j with 0%nat by lia. unfold pays, u, given. simpl. lra. }
  assert (M : forall rho x, naive 1 1 u u u u rho x -> 1 <= rho).
  { intros rho x [_ [_ [A B]]]. specialize (A 0%nat ltac:(lia)). specialize (B 0%nat ltac:(lia)). unfold u in *. simpl in *. lra. }
  split; [exact C|split; [exact R|split; split]].
  - exists (given (fun _ => 0%nat)). apply assignment_naive; assumption.
  - exact M.
  - exists (given (fun _ => 0%nat)). apply assignment_pruned; [intros; unfold u; lra|exact C|exact R].
  - intros rho x [H _]. apply (M rho x H).
Qed.
