(** Properties of the model cluster, decided by computation on instances and placements in fractions. *)

From Coq Require Import Reals Qreals QArith Lra Lia Arith Bool List.
From Fair.Common Require Import Sums.
From Fair.Cluster Require Import Model.
From Fair.Audit Require Import Decide Cluster.
Import ListNotations.
Open Scope R_scope.

(** What is asked of an instance and a placement.  Weights are one a user, as in [inst]. *)
Definition has_feasible p x := feasible (inst_of p) (placed_by x).
Definition has_si p x := sharing_incentive (inst_of p) (gam (inst_of p)) (placed_by x).
Definition has_ef p x := envy_free (inst_of p) (placed_by x).
Definition has_ef_aggregate p x := envy_free_aggregate (inst_of p) (placed_by x).

Definition feasible_dec p x : dec (has_feasible p x). Proof. judge. Defined.
Definition si_dec p x : dec (has_si p x). Proof. judge. Defined.
Definition ef_dec p x : dec (has_ef p x). Proof. judge. Defined.
Definition ef_aggregate_dec p x : dec (has_ef_aggregate p x). Proof. judge. Defined.

Definition is_feasible p x : bool :=
  ltac:(let t := eval unfold feasible_dec in (yes (feasible_dec p x)) in let t := executable t in exact t).
Definition is_si p x : bool := ltac:(let t := eval unfold si_dec in (yes (si_dec p x)) in let t := executable t in exact t).
Definition is_ef p x : bool := ltac:(let t := eval unfold ef_dec in (yes (ef_dec p x)) in let t := executable t in exact t).
Definition is_ef_aggregate p x : bool :=
  ltac:(let t := eval unfold ef_aggregate_dec in (yes (ef_aggregate_dec p x)) in let t := executable t in exact t).

(** The engine's answers: whether the property holds of the placement. *)
Definition property_case := case pool (list (list Q)) unit.
Ltac by_judgement d := apply decided; [exact sound_ok|intros p x; exact (yes_ok (d p x))].
Theorem audit_feasible (cases : list property_case) :
  forallb (decides sound is_feasible) cases = true -> Forall (agrees well_formed has_feasible) cases.
Proof. by_judgement feasible_dec. Qed.
Theorem audit_si (cases : list property_case) :
  forallb (decides sound is_si) cases = true -> Forall (agrees well_formed has_si) cases.
Proof. by_judgement si_dec. Qed.
Theorem audit_ef (cases : list property_case) :
  forallb (decides sound is_ef) cases = true -> Forall (agrees well_formed has_ef) cases.
Proof. by_judgement ef_dec. Qed.
Theorem audit_ef_aggregate (cases : list property_case) :
  forallb (decides sound is_ef_aggregate) cases = true -> Forall (agrees well_formed has_ef_aggregate) cases.
Proof. by_judgement ef_aggregate_dec. Qed.
