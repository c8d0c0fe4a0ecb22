(** Cells of the matrix, borrowed quota and preemption: for each mechanism, property and hypothesis a proposition, and for each
    proved cell a theorem of exactly that type.  Ids are those of the program.  An id that is not here makes the proposition
    false, so that nothing can be proved of it. *)

From Coq Require Import String List.
From Fair.Cohort Require Import Preempt.

(** The rule of the first pass, and whether a second one follows. *)
Definition spec (m : string) : option (cohort -> option (list target) -> Prop) :=
  match m with
  | "kueue-preempt" => Some (fun C => decides C Final true)
  | "kueue-preempt-a" => Some (fun C => decides C Final false)
  | "kueue-preempt-b" => Some (fun C => decides C Initial false)
  | _ => None
  end%string.

Definition of_outcome (p : string) : option (cohort -> option (list target) -> Prop) :=
  match p with
  | "feasible" => Some carried_out
  | "minimal-victims" => Some none_to_spare
  | _ => None
  end%string.

(** The cell of mechanism [m] and property [p] under hypothesis [h]. [K] is what is concluded of a cohort in place of the
    property: the property itself in a cell, and in [Inhabited] that the cohort is not of a given size. *)
Definition concluded (K : cohort -> Prop -> Prop) (m p h : string) : Prop :=
  match spec m, of_outcome p, h with
  | Some H, Some Q, "none"%string => forall C d, valid C -> H C d -> K C (Q C d)
  | _, _, _ => False
  end.
Definition cell (m p h : string) : Prop := concluded (fun _ P => P) m p h.

Local Open Scope string_scope.

Theorem kueue_preempt__feasible__none : cell "kueue-preempt" "feasible" "none".
Proof. intros C d V H. exact (preemption_feasible C V _ _ d H). Qed.
Theorem kueue_preempt_a__feasible__none : cell "kueue-preempt-a" "feasible" "none".
Proof. intros C d V H. exact (preemption_feasible C V _ _ d H). Qed.
Theorem kueue_preempt_b__feasible__none : cell "kueue-preempt-b" "feasible" "none".
Proof. intros C d V H. exact (preemption_feasible C V _ _ d H). Qed.
Theorem kueue_preempt__minimal_victims__none : cell "kueue-preempt" "minimal-victims" "none".
Proof. intros C d V H. exact (preemption_minimal C V _ _ d H). Qed.
Theorem kueue_preempt_a__minimal_victims__none : cell "kueue-preempt-a" "minimal-victims" "none".
Proof. intros C d V H. exact (preemption_minimal C V _ _ d H). Qed.
Theorem kueue_preempt_b__minimal_victims__none : cell "kueue-preempt-b" "minimal-victims" "none".
Proof. intros C d V H. exact (preemption_minimal C V _ _ d H). Qed.
