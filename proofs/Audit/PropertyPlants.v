(** Wrong definitions of properties, planted: the sample of the audit refuses each of them, as in [Plants]. *)

From Coq Require Import Reals Qreals QArith Bool List Arith.
From Fair.Common Require Import Sums.
From Fair.Cluster Require Import Model.
From Fair.Audit Require Import Decide Cluster Properties Plants.
From Fair.Audit.Sample Require Si Ef EfAggregate Feasible.
Open Scope R_scope.

Ltac tidy ::= cbv beta iota zeta delta [users servers resources cap dem wt el tk inst_of].

(** Sharing incentive in which all weights count alike. *)
Definition level_si p x := forall n, (n < users (inst_of p))%nat ->
  capped (tk (inst_of p) n) (sum (servers (inst_of p)) (fun i => gam (inst_of p) n i / INR (users (inst_of p))))
  <= tot (inst_of p) (placed_by x) n.
Definition level_si_dec p x : dec (level_si p x). Proof. judge. Defined.
Definition is_level_si p x : bool :=
  ltac:(let t := eval unfold level_si_dec in (yes (level_si_dec p x)) in let t := executable t in exact t).
Example slices_alike : caught (mistakes is_level_si Sample.Si.cases).
Proof. apply Nat.ltb_lt. vm_compute. reflexivity. Qed.

(** Sharing incentive that forgets that a user may have few tasks. *)
Definition endless_si p x := forall n, (n < users (inst_of p))%nat ->
  slice (inst_of p) (gam (inst_of p)) n <= tot (inst_of p) (placed_by x) n.
Definition endless_si_dec p x : dec (endless_si p x). Proof. judge. Defined.
Definition is_endless_si p x : bool :=
  ltac:(let t := eval unfold endless_si_dec in (yes (endless_si_dec p x)) in let t := executable t in exact t).
Example few_tasks_forgotten : caught (mistakes is_endless_si Sample.Si.cases).
Proof. apply Nat.ltb_lt. vm_compute. reflexivity. Qed.

(** Envy that counts bundles on servers where the envious user may not run: that is the aggregate formula. *)
Example eligibility_forgotten : caught (mistakes is_ef_aggregate Sample.Ef.cases).
Proof. apply Nat.ltb_lt. vm_compute. reflexivity. Qed.

(** Envy with weights the wrong way round. *)
Definition inverted_ef p x := forall n m, (n < users (inst_of p))%nat -> (m < users (inst_of p))%nat -> n <> m ->
  capped (tk (inst_of p) n)
    (wt (inst_of p) m / wt (inst_of p) n * kappa (inst_of p) (dem (inst_of p) n) (dem (inst_of p) m) * tot (inst_of p) (placed_by x) m)
  <= tot (inst_of p) (placed_by x) n.
Definition inverted_ef_dec p x : dec (inverted_ef p x). Proof. judge. Defined.
Definition is_inverted_ef p x : bool :=
  ltac:(let t := eval unfold inverted_ef_dec in (yes (inverted_ef_dec p x)) in let t := executable t in exact t).
Example weights_inverted : caught (mistakes is_inverted_ef Sample.EfAggregate.cases).
Proof. apply Nat.ltb_lt. vm_compute. reflexivity. Qed.

(** Feasibility that forgets capacities. *)
Definition roomy p x := placed (inst_of p) (gam (inst_of p)) (placed_by x).
Ltac shape ::= lazymatch goal with |- dec (placed _ _ _) => apply (dec_of (placed_iff _ _ _)) end.
Definition roomy_dec p x : dec (roomy p x). Proof. judge. Defined.
Definition is_roomy p x : bool :=
  ltac:(let t := eval unfold roomy_dec in (yes (roomy_dec p x)) in let t := executable t in exact t).
Example capacities_forgotten : caught (mistakes is_roomy Sample.Feasible.cases).
Proof. apply Nat.ltb_lt. vm_compute. reflexivity. Qed.
