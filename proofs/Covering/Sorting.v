(** The order of the resources does not matter: rounding and its consequences for costs in any order.

    After properties/mechanisms/rounding.md, which sorts the fractions of each task by cost.  Sizes are 1 and demands
    whole. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition Rounding.
Open Scope R_scope.

(** A renumbering of the first [E] numbers. *)
Definition renumbering (E : nat) (s : nat -> nat) : Prop :=
  (forall i, (i < E)%nat -> (s i < E)%nat) /\ forall i q, (i < E)%nat -> (q < E)%nat -> s i = s q -> i = q.

(** ** Every list of costs can be put in descending order

    Idea: insertion, one cost after the other. *)
Theorem sorted_order : forall E (c : nat -> R), exists s, renumbering E s
  /\ forall i q, (i <= q)%nat -> (q < E)%nat -> c (s q) <= c (s i).
Proof.
  induction E as [|E IH]; intros c.
  - exists (fun i => i). split; [split; intros; lia|intros; lia].
  - destruct (IH c) as [s [[S1 S2] S3]].
    destruct (first_index (S E) (fun i => i = E \/ ((i < E)%nat /\ c (s i) < c E))) as [p [Hp [Pp Lp]]].
    { intros i. destruct (Nat.eq_dec i E); [left; left; assumption|].
      destruct (lt_dec i E); [|right; intros [?|[? ?]]; lia].
      destruct (Rlt_dec (c (s i)) (c E)); [left; right; split; assumption|right; intros [?|[? ?]]; [lia|lra]]. }
    { exists E. split; [lia|left; reflexivity]. }
    assert (Above : forall i, (i < p)%nat -> c E <= c (s i)).
    { intros i Hi. destruct (Rle_lt_dec (c E) (c (s i))) as [|H]; [assumption|exfalso].
      apply (Lp i Hi). right. split; [lia|exact H]. }
    assert (Below : forall i, (p <= i)%nat -> (i < E)%nat -> c (s i) <= c E).
    { intros i Hpi Hi. destruct Pp as [->|[HpE Hlt]]; [lia|].
      apply Rle_trans with (c (s p)); [apply S3; assumption|lra]. }
    exists (fun i => if lt_dec i p then s i else if Nat.eq_dec i p then E else s (pred i)). split; [split|].
    + intros i Hi. destruct (lt_dec i p); [specialize (S1 i ltac:(lia)); lia|].
      destruct (Nat.eq_dec i p); [lia|]. specialize (S1 (pred i) ltac:(lia)). lia.
    + intros i q Hi Hq.
      destruct (lt_dec i p); destruct (lt_dec q p);
        try destruct (Nat.eq_dec i p); try destruct (Nat.eq_dec q p); intros Heq; try lia.
      * apply S2 in Heq; lia.
      * specialize (S1 i ltac:(lia)). lia.
      * apply S2 in Heq; lia.
      * specialize (S1 q ltac:(lia)). lia.
      * apply S2 in Heq; lia.
      * specialize (S1 (pred q) ltac:(lia)). lia.
      * specialize (S1 (pred i) ltac:(lia)). lia.
      * apply S2 in Heq; lia.
    + intros i q Hiq Hq.
      destruct (lt_dec i p); destruct (lt_dec q p);
        try destruct (Nat.eq_dec i p); try destruct (Nat.eq_dec q p); try lia; try lra.
      * apply S3; lia.
      * apply Above; lia.
      * apply S3; lia.
      * apply Below; lia.
      * apply S3; lia.
Qed.

(** Sums do not depend on the numbering, and every number is reached. *)
Lemma sum_renumbered : forall E s (f : nat -> R), renumbering E s ->
  sum E (fun i => f (s i)) = sum E f /\ forall j, (j < E)%nat -> exists i, (i < E)%nat /\ s i = j.
Proof.
  intros E s f [Hin Hinj].
  assert (Col : forall k j, (k <= E)%nat -> sum k (fun t => given s t j) <= 1).
  { induction k as [|k IH]; intros j Hk; simpl; [lra|]. unfold given at 2.
    destruct (Nat.eq_dec (s k) j) as [E1|]; [|specialize (IH j ltac:(lia)); lra].
    rewrite (sum_zero k); [lra|]. intros t Ht. unfold given. destruct (Nat.eq_dec (s t) j) as [E2|]; [|reflexivity].
    exfalso. assert (t = k) by (apply Hinj; [lia|lia|congruence]). lia. }
  assert (All : forall j, (j < E)%nat -> sum E (fun t => given s t j) = 1).
  { intros j Hj. apply (sum_eq_terms E (fun j => sum E (fun t => given s t j)) (fun _ => 1)); [intros; apply Col; lia| |exact Hj].
    rewrite <- sum_swap. apply sum_ext. intros t Ht. rewrite row_total.
    destruct (lt_dec (s t) E); [reflexivity|]. exfalso. specialize (Hin t Ht). contradiction. }
  split.
  - rewrite (sum_ext E f (fun j => sum E (fun t => f j * given s t j))).
    2:{ intros j Hj. rewrite sum_scal, All by exact Hj. ring. }
    rewrite sum_swap. apply sum_ext. intros t Ht.
    pose proof (sum_replace E (fun j => f j * given s t j) (fun _ => 0) (s t) (Hin t Ht)) as Q.
    assert (X : sum E (fun j => f j * given s t j) - f (s t) * given s t (s t) = sum E (fun _ => 0) - 0).
    { apply Q. intros i _ Hne. unfold given. destruct (Nat.eq_dec (s t) i); [congruence|ring]. }
    rewrite (sum_zero E (fun _ => 0)) in X by reflexivity. unfold given at 2 in X.
    destruct (Nat.eq_dec (s t) (s t)); [lra|contradiction].
  - intros j Hj. destruct E as [|p]; [lia|].
    destruct (sum_average (S p) (fun t => given s t j) (1 / INR (S p))) as [t [Ht Q]]; [lia| |].
    + rewrite All by exact Hj. right. field. apply not_0_INR; lia.
    + exists t. split; [exact Ht|]. cbv beta in Q. unfold given in Q. destruct (Nat.eq_dec (s t) j); [assumption|exfalso].
      assert (0 < 1 / INR (S p)) by (apply Rdiv_lt_0_compat; [lra|apply lt_0_INR; lia]). lra.
Qed.

(** Which number is sent to [i]. *)
Fixpoint back (s : nat -> nat) (k i : nat) : nat :=
  match k with O => O | S p => if Nat.eq_dec (s p) i then p else back s p i end.

Lemma back_spec : forall E s i, renumbering E s -> (i < E)%nat -> back s E (s i) = i.
Proof.
  intros E s i [Hin Hinj] Hi.
  assert (G : forall k, (k <= E)%nat -> (i < k)%nat -> back s k (s i) = i).
  { induction k as [|k IH]; intros Hk Hik; [lia|]. simpl. destruct (Nat.eq_dec (s k) (s i)) as [E1|E1].
    - apply Hinj; [lia|exact Hi|exact E1].
    - destruct (Nat.eq_dec i k) as [->|]; [contradiction|]. apply IH; lia. }
  apply G; [lia|exact Hi].
Qed.

(** ** Rounding, for costs in any order

    Idea: number the resources by descending cost, round, and number them back.
    Mechanisms: rounding; optimum by the theorem after the next.  Property: rounding-bound.  Hypothesis: unit.
    Claims: mukherjee-theorem-5-strict. *)
Theorem rounding_any_order : forall E n c (Dn : nat -> nat) I rho x,
  (forall i, (i < E)%nat -> 0 < c i) -> (forall j, (j < n)%nat -> (0 < Dn j)%nat) ->
  pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I rho x ->
  exists a, covers E n (fun _ => 1) (fun j => INR (Dn j)) a
    /\ forall j, (j < n)%nat -> pays E c a j < 2 * (rho * I j).
Proof.
  intros E n c Dn I rho x Hc HD [[X0 [X1 [XD XC]]] XP].
  destruct (sorted_order E c) as [s [Hs Hsort]]. pose proof Hs as [Hin _].
  destruct (rounding E n (fun i => c (s i)) Dn I rho (fun i j => x (s i) j)) as [b [Bcov Bpay]].
  - intros i Hi. apply Hc, Hin; exact Hi.
  - exact Hsort.
  - exact HD.
  - split; [split; [|split; [|split]]|].
    + intros i j Hi Hj. apply X0; [apply Hin; exact Hi|exact Hj].
    + intros i Hi. apply X1, Hin; exact Hi.
    + intros j Hj. apply Rle_trans with (1 := XD j Hj). right. symmetry.
      apply (sum_renumbered E s (fun i => 1 * x i j) Hs).
    + intros j Hj. apply Rle_trans with (2 := XC j Hj). right.
      apply (sum_renumbered E s (fun i => c i * x i j) Hs).
    + intros i j Hi Hj Hlt. apply XP; [apply Hin; exact Hi|exact Hj|exact Hlt].
  - set (a := fun i => b (back s E i)). exists a.
    assert (G : forall h j, sum E (fun i => h i * given a i j) = sum E (fun i => h (s i) * given b i j)).
    { intros h j. destruct (sum_renumbered E s (fun i => h i * given a i j) Hs) as [<- _].
      apply sum_ext. intros i Hi. unfold given, a. rewrite (back_spec E s i Hs Hi). reflexivity. }
    split.
    + intros j Hj. rewrite (G (fun _ => 1) j). apply Bcov; exact Hj.
    + intros j Hj. unfold pays. rewrite (G c j). apply Bpay; exact Hj.
Qed.

(** ** The gap of the pruned programme is below 2, for costs in any order

    Claims: with Families.gap_approaches_two, the supremum of the gap is 2 and is not attained. *)
Theorem gap_below_two_any_order : forall E n c (Dn : nat -> nat) I rho, (0 < n)%nat ->
  (forall i, (i < E)%nat -> 0 < c i) -> (forall j, (j < n)%nat -> (0 < Dn j)%nat) -> (forall j, (j < n)%nat -> 0 < I j) ->
  value (pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I) rho ->
  exists a ratio, covers E n (fun _ => 1) (fun j => INR (Dn j)) a /\ ratio_at_most E n c I a ratio /\ ratio < 2 * rho.
Proof.
  intros E n c Dn I rho Hn Hc HD HI [[x Hx] _].
  destruct (rounding_any_order E n c Dn I rho x Hc HD Hx) as [a [Hcov Hpay]].
  destruct (least_index n (fun _ => True) (fun j => - (pays E c a j / I j))) as [q [Hq [_ Hmax]]].
  { intros; left; trivial. } { exists 0%nat; split; [exact Hn|trivial]. }
  exists a, (pays E c a q / I q). split; [exact Hcov|split].
  - intros j Hj. specialize (Hmax j Hj Logic.I). specialize (HI j Hj) as Hp.
    assert (H : pays E c a j / I j <= pays E c a q / I q) by lra.
    apply (Rmult_le_compat_r (I j)) in H; [|lra]. unfold Rdiv in H at 1. rewrite Rmult_assoc, Rinv_l in H by lra. lra.
  - specialize (Hpay q Hq). specialize (HI q Hq). apply (Rmult_lt_reg_r (I q)); [exact HI|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(** ** No task of a fairest assignment pays more than twice what the programme allows it

    Idea: the rounded assignment is one of those over which the optimum is taken.
    Mechanism: optimum.  Property: rounding-bound.  Hypothesis: unit. *)
Theorem optimum_bound_any_order : forall E n c (Dn : nat -> nat) I rho a,
  (forall i, (i < E)%nat -> 0 < c i) -> (forall j, (j < n)%nat -> (0 < Dn j)%nat) ->
  value (pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I) rho ->
  (forall b r, covers E n (fun _ => 1) (fun j => INR (Dn j)) b -> ratio_at_most E n c I b r -> ratio_at_most E n c I a r) ->
  forall j, (j < n)%nat -> pays E c a j <= 2 * rho * I j.
Proof.
  intros E n c Dn I rho a Hc HD [[x Hx] _] Hopt j Hj.
  destruct (rounding_any_order E n c Dn I rho x Hc HD Hx) as [b [Hcov Hpay]].
  apply (Hopt b (2 * rho) Hcov); [|exact Hj]. intros q Hq. specialize (Hpay q Hq). lra.
Qed.

(** A witness: two resources of costs 1 and 2 in ascending order, one task of demand 1. *)
Lemma sorting_witness : renumbering 2 (fun i => 1 - i)%nat /\ pruned 2 1 (fun i => INR (S i)) (fun _ => 1) (fun _ => INR 1) (fun _ => 1) 1
  (fun i _ => if Nat.eq_dec i 0 then 1 else 0).
Proof.
  split; [split; intros; lia|]. split; [split; [|split; [|split]]|].
  - intros i j _ _. destruct (Nat.eq_dec i 0); lra.
  - intros i _. simpl. destruct (Nat.eq_dec i 0); lra.
  - intros j _. simpl. lra.
  - intros j _. simpl. lra.
  - intros i j Hi _ H. destruct (Nat.eq_dec i 0) as [->|]; [simpl in H; lra|reflexivity].
Qed.
