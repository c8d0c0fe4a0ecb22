(** Groups none of whom loses by lying. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Cluster Require Import Model Uniform.
Open Scope R_scope.

(* Idea. Whatever anybody reports, no user makes more of its slices than with the truth (uniform_truthful); so of no group does one
   member gain.
   Settles group-sp-weak of uniform (hypothesis none).
   Hypotheses met: Uniform.uniform_witness. *)
Theorem uniform_pair_weak k l I J x x' : (k < users I)%nat -> (l < users I)%nat -> wf I -> wf J ->
  agree (fun n => Nat.eqb k n || Nat.eqb l n)%bool I J -> uniform I x -> uniform J x' ->
  ~ (tot I x k <= gain I J x' k /\ tot I x l <= gain I J x' l /\ (tot I x k < gain I J x' k \/ tot I x l < gain I J x' l)).
Proof.
  intros Hk Hl WI WJ A H H' [_ [_ G]].
  pose proof (uniform_truthful _ I J x x' WI WJ A H H' k Hk). pose proof (uniform_truthful _ I J x x' WI WJ A H H' l Hl).
  destruct G; lra.
Qed.
