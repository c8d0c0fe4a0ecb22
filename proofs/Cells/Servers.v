(** Cells of the matrix, schedulers that place whole tasks on servers one by one: for each mechanism, property and
    hypothesis a proposition, and for each proved cell a theorem of exactly that type.  An id that is not here makes the
    proposition false, so that nothing can be proved of it. *)

From Coq Require Import Reals String.
From Fair.Cluster Require Import Model.
From Fair.Tasks Require Import OneServer Placing.
Open Scope R_scope.

Definition spec (m : string) : option (inst -> placement -> Prop) :=
  match m with
  | "first-fit-drfh" => Some first_fit
  | "best-fit-drfh" => Some best_fit
  | "slots" => Some slots
  | _ => None
  end%string.

(** Filling task by task is defined on one server; it is compared with in whole tasks. [C] is what is concluded of an instance in place of the
    property: the property itself in a cell, and in [Inhabited] that the instance is not of a given size. *)
Definition of_outcome (C : inst -> Prop -> Prop) (p : string) : option (inst -> placement -> Prop) :=
  match p with
  | "feasible" => Some (fun I x => C I (feasible I x))
  | "non-wasteful" => Some (fun I x => C I (non_wasteful I (gam I) x))
  | "under-by-one" => Some (fun I x => servers I = 1%nat -> forall tau y, whole_part (tk I) tau ->
      drf_tasks (users I) (resources I) (cap I 0%nat) (fun n _ => wt I n) (fun n => el I n 0%nat) (dem I) tau y ->
      C I (forall n, (n < users I)%nat -> INR (y n) <= tot I x n + 1))
  | _ => None
  end%string.

(** The cell of mechanism [m] and property [p] under hypothesis [h]. *)
Definition concluded (C : inst -> Prop -> Prop) (m p h : string) : Prop :=
  match spec m, of_outcome C p, h with
  | Some H, Some Q, "none"%string => forall I x, wf I -> H I x -> Q I x
  | _, _, _ => False
  end.
Definition cell (m p h : string) : Prop := concluded (fun _ P => P) m p h.

Local Open Scope string_scope.

Theorem first_fit_drfh__feasible__none : cell "first-fit-drfh" "feasible" "none".
Proof. intros I x W H. exact (first_fit_feasible I x W H). Qed.
Theorem first_fit_drfh__non_wasteful__none : cell "first-fit-drfh" "non-wasteful" "none".
Proof. intros I x W H. exact (first_fit_non_wasteful I x W H). Qed.
Theorem first_fit_drfh__under_by_one__none : cell "first-fit-drfh" "under-by-one" "none".
Proof. intros I x W H One tau y. exact (first_fit_short_by_one I x tau y W One H). Qed.
Theorem best_fit_drfh__feasible__none : cell "best-fit-drfh" "feasible" "none".
Proof. intros I x W H. exact (best_fit_feasible I x W H). Qed.
Theorem best_fit_drfh__non_wasteful__none : cell "best-fit-drfh" "non-wasteful" "none".
Proof. intros I x W H. exact (best_fit_non_wasteful I x W H). Qed.
Theorem best_fit_drfh__under_by_one__none : cell "best-fit-drfh" "under-by-one" "none".
Proof. intros I x W H One tau y. exact (best_fit_short_by_one I x tau y W One H). Qed.
Theorem slots__feasible__none : cell "slots" "feasible" "none".
Proof. intros I x W H. exact (slots_feasible I x W H). Qed.
Theorem slots__non_wasteful__none : cell "slots" "non-wasteful" "none".
Proof. intros I x W H. exact (slots_non_wasteful I x W H). Qed.
