(** The fairest assignment keeps the bound that is claimed of greedy.

    After properties/mechanisms/optimum.md and properties/covering/greedy-bound.md, greedy-bound-literal.md (mukherjee
    VI). *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme.
Open Scope R_scope.

(** An assignment that covers every task, such that no other one that does has a smaller ratio. *)
Definition fairest E n c s D I (a : nat -> nat) : Prop :=
  covers E n s D a /\ forall b rho, covers E n s D b -> ratio_at_most E n c I b rho -> ratio_at_most E n c I a rho.

(** The bound: the ratio is at most 1 + eps times that of any assignment that covers every task.  The property asks it
    for sizes 1, one whole demand and costs of 1 or more, with eps the largest step between neighbours of the sorted
    costs, and literally with eps = 0. *)
Definition greedy_bound E n c s D I eps (a : nat -> nat) : Prop :=
  forall b rho, covers E n s D b -> ratio_at_most E n c I b rho -> ratio_at_most E n c I a ((1 + eps) * rho).

(** Idea: the optimum has no larger ratio than any other, and 1 + eps is at least 1.
    Mechanism: optimum.  Property: greedy-bound.  Hypothesis: none. *)
Theorem fairest_greedy_bound : forall E n c s D I eps a, (forall i, (i < E)%nat -> 0 <= c i) -> 0 <= eps ->
  fairest E n c s D I a -> greedy_bound E n c s D I eps a.
Proof.
  intros E n c s D I eps a Hc He [_ Best] b rho Hb Hr j Hj.
  pose proof (Best b rho Hb Hr j Hj) as Q. pose proof (Hr j Hj) as P.
  assert (0 <= pays E c b j).
  { apply sum_nonneg. intros i Hi. apply Rmult_le_pos; [apply Hc; exact Hi|apply given_nonneg]. }
  assert (0 <= eps * (rho * I j)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Mechanism: optimum.  Property: greedy-bound-literal.  Hypothesis: none. *)
Theorem fairest_greedy_bound_literal : forall E n c s D I a, (forall i, (i < E)%nat -> 0 <= c i) ->
  fairest E n c s D I a -> greedy_bound E n c s D I 0 a.
Proof. intros E n c s D I a Hc H. apply fairest_greedy_bound; auto. lra. Qed.

(** A witness: one resource of cost 1, one task of demand 1. *)
Lemma fairest_witness : (forall i, (i < 1)%nat -> 0 <= (fun _ : nat => 1) i)
  /\ fairest 1 1 (fun _ => 1) (fun _ => 1) (fun _ => 1) (fun _ => 1) (fun _ => 0%nat).
Proof.
  split; [intros; lra|]. split.
  - intros j Hj. replace j with 0%nat by lia. unfold given. simpl. lra.
  - intros b rho Hb Hr j Hj. replace j with 0%nat by lia. specialize (Hr 0%nat ltac:(lia)). specialize (Hb 0%nat ltac:(lia)).
    unfold pays, given in *. simpl in *. destruct (Nat.eq_dec (b 0%nat) 0); lra.
Qed.
