(** The specifications of the model arrivals, decided by computation on sequences in fractions. *)

From Coq Require Import Reals Qreals QArith Lra Lia Arith Bool List.
From Fair.Arrivals Require Import Sums Ddrf Offline.
From Fair.Audit Require Import Decide.
Import ListNotations.
Open Scope R_scope.

(** Agents declared, resources, and normalised demands in the order of arrival. *)
Record sequence := Sequence { declared : nat; kinds : nat; rows : list (list Q) }.

Definition at_row (t : list (list Q)) (u i : nat) : Q := nth i (nth u t []) 0%Q.
Definition demand_of (p : sequence) (i r : nat) : R := Q2R (at_row (rows p) i r).
(** Shares after each step; before the first nobody has anything. *)
Definition shares_of (x : list (list Q)) (k i : nat) : R := Q2R (at_row ([] :: x) k i).

Definition orderly p := (0 < declared p)%nat /\ (length (rows p) <= declared p)%nat /\
  normalised (length (rows p)) (kinds p) (demand_of p).
Definition meets_ddrf p x := ddrf (declared p) (kinds p) (length (rows p)) (demand_of p) (shares_of x).
Definition meets_drf_offline p x := forall k, (k < length (rows p))%nat ->
  drf_offline (declared p) (kinds p) (S k) (demand_of p) (shares_of x (S k)).

Ltac shape ::= progress unfold bottleneck.
Definition orderly_dec p : dec (orderly p). Proof. judge. Defined.
Definition ddrf_dec p x : dec (meets_ddrf p x). Proof. judge. Defined.
Definition drf_offline_dec p x : dec (meets_drf_offline p x). Proof. judge. Defined.

Definition in_order p : bool := ltac:(let t := eval unfold orderly_dec in (yes (orderly_dec p)) in let t := executable t in exact t).
Definition is_ddrf p x : bool := ltac:(let t := eval unfold ddrf_dec in (yes (ddrf_dec p x)) in let t := executable t in exact t).
Definition is_drf_offline p x : bool :=
  ltac:(let t := eval unfold drf_offline_dec in (yes (drf_offline_dec p x)) in let t := executable t in exact t).

Definition arrivals_case := case sequence (list (list Q)) unit.
Theorem audit_ddrf (cases : list arrivals_case) : forallb (decides in_order is_ddrf) cases = true -> Forall (agrees orderly meets_ddrf) cases.
Proof. apply decided; [intros p; exact (proj1 (yes_ok (orderly_dec p)))|intros p x; exact (yes_ok (ddrf_dec p x))]. Qed.
Theorem audit_drf_offline (cases : list arrivals_case) :
  forallb (decides in_order is_drf_offline) cases = true -> Forall (agrees orderly meets_drf_offline) cases.
Proof. apply decided; [intros p; exact (proj1 (yes_ok (orderly_dec p)))|intros p x; exact (yes_ok (drf_offline_dec p x))]. Qed.
