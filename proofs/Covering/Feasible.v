(** Who covers all tasks, and the least and the largest value of the ratio.

    After properties/covering/feasible.md, properties/mechanisms/greedy.md, optimum.md and mukherjee III, Observation 2.
    *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition.
Open Scope R_scope.

(** ** Fractions of the programmes are feasible

    Idea: the conditions of the property are rows of the programmes.
    Mechanisms: lp-naive, lp-pruned, lp-bisection, lp-sized (its rows are those and more).  Property: feasible.
    Hypothesis: none. *)
Theorem fractions_feasible : forall E n c s D I rho x, naive E n c s D I rho x ->
  (forall i j, (i < E)%nat -> (j < n)%nat -> 0 <= x i j)
  /\ (forall i, (i < E)%nat -> sum n (fun j => x i j) <= 1)
  /\ (forall j, (j < n)%nat -> D j <= sum E (fun i => s i * x i j)).
Proof. intros E n c s D I rho x [A [B [C _]]]. repeat split; assumption. Qed.

(** ** An assignment that covers every task is feasible

    Idea: by its form an assignment gives every resource to one task at most.
    Mechanisms: optimum, rounding (to cover every task is part of their specifications).  Property: feasible.
    Hypothesis: none. *)
Theorem assignment_feasible : forall E n s D a, covers E n s D a ->
  (forall i, (i < E)%nat -> sum n (fun j => given a i j) <= 1)
  /\ (forall j, (j < n)%nat -> D j <= sum E (fun i => s i * given a i j)).
Proof. intros E n s D a H. split; [intros; apply given_row|exact H]. Qed.

(** ** Greedy covers every task, whatever the demands are

    Idea: every resource goes to a task that needs one more.  After as many steps as all demands together nobody can have more
    than its demand, so everybody has exactly that.
    Mechanisms: greedy, greedy-last.  Property: feasible.  Hypothesis: none (sizes other than 1 and demands that are
    not whole are refused).
    Claims: mukherjee-greedy-feasible. *)
Fixpoint all_demands (n : nat) (Dn : nat -> nat) : nat :=
  match n with O => O | S p => (all_demands p Dn + Dn p)%nat end.

(** Of greedy's rule only this is needed: the task served is one that needs something. *)
Definition serves_the_needy (n : nat) (Dn : nat -> nat) (g : nat -> nat) : Prop :=
  forall q, (q < all_demands n Dn)%nat -> (g q < n)%nat /\ (count q g (g q) < Dn (g q))%nat.

(** The assignment: resources that greedy does not hand out go to nobody. *)
Definition handed_out (n : nat) (Dn : nat -> nat) (g : nat -> nat) (i : nat) : nat :=
  if lt_dec i (all_demands n Dn) then g i else n.

Lemma all_demands_sum : forall n Dn, INR (all_demands n Dn) = sum n (fun j => INR (Dn j)).
Proof. induction n as [|n IH]; intros Dn; simpl; [reflexivity|]. rewrite plus_INR, IH. reflexivity. Qed.

Theorem greedy_covers : forall E n Dn g, (all_demands n Dn <= E)%nat -> serves_the_needy n Dn g ->
  covers E n (fun _ => 1) (fun j => INR (Dn j)) (handed_out n Dn g)
  /\ forall j, (j < n)%nat -> count (all_demands n Dn) g j = Dn j.
Proof.
  intros E n Dn g HE Hg. set (T := all_demands n Dn) in *.
  assert (Le : forall q, (q <= T)%nat -> forall j, (j < n)%nat -> (count q g j <= Dn j)%nat).
  { induction q as [|q IH]; intros Hq j Hj; [simpl; lia|].
    specialize (IH ltac:(lia) j Hj). simpl. destruct (Hg q ltac:(unfold T in *; lia)) as [_ H].
    destruct (Nat.eq_dec (g q) j) as [E1|]; [rewrite E1 in H; lia|lia]. }
  assert (Eq : forall j, (j < n)%nat -> count T g j = Dn j).
  { intros j Hj. apply INR_eq.
    apply (sum_eq_terms n (fun j => INR (count T g j)) (fun j => INR (Dn j))); [| |exact Hj].
    - intros i Hi. apply le_INR, Le; [lia|exact Hi].
    - rewrite <- (all_demands_sum n Dn). fold T.
      rewrite (sum_ext n (fun j => INR (count T g j)) (fun j => has T g j)) by (intros; symmetry; apply has_count).
      unfold has. rewrite <- sum_swap. rewrite <- (Rmult_1_r (INR T)), <- sum_const. apply sum_ext. intros i Hi.
      rewrite row_total. destruct (lt_dec (g i) n); [reflexivity|]. exfalso. destruct (Hg i Hi). contradiction. }
  split; [|exact Eq]. intros j Hj. rewrite <- (Eq j Hj), <- has_count. unfold has.
  rewrite (sum_split T E) by exact HE.
  assert (A : sum T (fun i => given g i j) = sum T (fun i => 1 * given (handed_out n Dn g) i j)).
  { apply sum_ext. intros i Hi. unfold given, handed_out. fold T. destruct (lt_dec i T); [ring|lia]. }
  assert (B : 0 <= sum (E - T) (fun i => 1 * given (handed_out n Dn g) (T + i) j)).
  { apply sum_nonneg. intros i Hi. pose proof (given_nonneg (handed_out n Dn g) (T + i) j). lra. }
  lra.
Qed.

(** A witness: one resource, one task of demand 1. *)
Lemma needy_witness : serves_the_needy 1 (fun _ => 1%nat) (fun _ => 0%nat).
Proof. intros q Hq. simpl in Hq. replace q with 0%nat by lia. simpl. lia. Qed.

(** ** The ratio lies between 1 and the largest quotient of two costs

    [chosen u] adds up the numbers [f i] of the resources that [u] chooses; the isolation cost of a demand is the least cost of
    a choice that covers it. *)
Definition chosen (E : nat) (f : nat -> R) (u : nat -> bool) : R := sum E (fun i => if u i then f i else 0).

Definition isolation (E : nat) (c s : nat -> R) (D I : R) : Prop :=
  (exists u, D <= chosen E s u /\ chosen E c u = I) /\ forall u, D <= chosen E s u -> I <= chosen E c u.

(** Idea: what a task has covers it when it is alone.
    Mechanism: optimum.  Hypothesis: none.  Claims: mukherjee-smallest-ratio. *)
Theorem ratio_at_least_one : forall E n c s D I a opt,
  (forall j, (j < n)%nat -> isolation E c s (D j) (I j) /\ 0 < I j) ->
  covers E n s D a -> ratio_at_most E n c I a opt -> (0 < n)%nat -> 1 <= opt.
Proof.
  intros E n c s D I a opt Hiso Hcov Hr Hn. specialize (Hiso 0%nat Hn). specialize (Hcov 0%nat Hn). specialize (Hr 0%nat Hn).
  destruct Hiso as [[_ Hmin] Hp].
  set (u := fun i => if Nat.eq_dec (a i) 0 then true else false).
  assert (G : forall f, sum E (fun i => f i * given a i 0) = chosen E f u).
  { intros f. unfold chosen. apply sum_ext. intros i Hi. unfold given, u. destruct (Nat.eq_dec (a i) 0); ring. }
  unfold pays in Hr. rewrite G in Hcov, Hr. specialize (Hmin u Hcov).
  apply (Rmult_le_reg_r (I 0%nat)); [exact Hp|]. lra.
Qed.

(** Idea: D_j resources cost at most D_j times the largest cost, and the isolation cost is at least D_j times the least.
    Mechanism: optimum (an assignment that gives nobody more than it needs).  Hypothesis: unit.
    Claims: mukherjee-observation-2 (least cost 1), mukherjee-observation-2-scale. *)
Theorem ratio_at_most_quotient : forall E n c (Dn : nat -> nat) I a cmin cmax,
  0 < cmin -> (forall i, (i < E)%nat -> cmin <= c i <= cmax) ->
  (forall j, (j < n)%nat -> isolation E c (fun _ => 1) (INR (Dn j)) (I j)) ->
  (forall j, (j < n)%nat -> has E a j = INR (Dn j)) ->
  ratio_at_most E n c I a (cmax / cmin).
Proof.
  intros E n c Dn I a cmin cmax Hmin Hc Hiso Hhas j Hj.
  assert (P : pays E c a j <= cmax * INR (Dn j)).
  { rewrite <- Hhas by exact Hj. unfold pays, has. rewrite <- sum_scal. apply sum_le. intros i Hi.
    apply Rmult_le_compat_r; [apply given_nonneg|apply Hc; exact Hi]. }
  assert (Q : cmin * INR (Dn j) <= I j).
  { destruct (Hiso j Hj) as [[u [H1 <-]] _]. apply Rle_trans with (cmin * chosen E (fun _ => 1) u).
    - apply Rmult_le_compat_l; lra.
    - unfold chosen. rewrite <- sum_scal. apply sum_le. intros i Hi. specialize (Hc i Hi). destruct (u i); lra. }
  assert (Cm : 0 <= cmax \/ E = 0%nat).
  { destruct (Nat.eq_dec E 0) as [|Hne]; [right; assumption|left]. specialize (Hc 0%nat ltac:(lia)). lra. }
  destruct Cm as [Cm|Z].
  - apply Rle_trans with (1 := P).
    apply Rle_trans with (cmax / cmin * (cmin * INR (Dn j))).
    + right. field. lra.
    + apply Rmult_le_compat_l; [|exact Q]. apply Rmult_le_pos; [exact Cm|apply Rlt_le, Rinv_0_lt_compat; exact Hmin].
  - subst E. destruct (Hiso j Hj) as [[u [_ H2]] _]. unfold pays, chosen in *. simpl in *. rewrite <- H2. lra.
Qed.

(** Idea: the D cheapest resources cover the demand, and no choice of D resources or more costs less (Partition.cheapest).
    Hypothesis: unit.  Claims: mukherjee-isolation-unit. *)
Theorem isolation_unit : forall E K c, (K <= E)%nat -> (forall i, (i < E)%nat -> 0 <= c i) ->
  (forall i j, (i <= j)%nat -> (j < E)%nat -> c i <= c j) -> isolation E c (fun _ => 1) (INR K) (sum K c).
Proof.
  intros E K c HK Hc Hsort.
  assert (First : forall f, chosen E f (fun i => Nat.ltb i K) = sum K f).
  { intros f. unfold chosen. rewrite (sum_split K E) by exact HK.
    rewrite (sum_ext K _ f) by (intros i Hi; destruct (Nat.ltb_spec i K); [reflexivity|lia]).
    rewrite (sum_zero (E - K)); [ring|]. intros i Hi. destruct (Nat.ltb_spec (K + i) K); [lia|reflexivity]. }
  split.
  - exists (fun i => Nat.ltb i K). rewrite !First. split; [rewrite sum_const; lra|reflexivity].
  - intros u Hu. apply Rle_trans with (sum E (fun i => c i * (if u i then 1 else 0))).
    + apply cheapest; [exact HK|exact Hc|exact Hsort|intros i _; destruct (u i); lra|exact Hu].
    + right. unfold chosen. apply sum_ext. intros i _. destruct (u i); ring.
Qed.

(** A witness: one resource of cost 1. *)
Lemma isolation_witness : isolation 1 (fun _ => 1) (fun _ => 1) 1 1.
Proof.
  split.
  - exists (fun _ => true). unfold chosen. simpl. lra.
  - intros u H. unfold chosen in *. simpl in *. destruct (u 0%nat); lra.
Qed.
