(** Cells of the matrix, Algorithm 1 of li2019 as it is printed: for each property and hypothesis a proposition, and for each
    proved cell a theorem of exactly that type.  [ef] and [sp] are asked of histories that can be handed out, as their
    definition pages have it. *)

From Coq Require Import Reals Arith String.
From Fair.Arrivals Require Import Sums Ddrf Lies PrintedOutcome.
From Fair.Cells Require Arrivals.
Open Scope R_scope.

Definition spec (m : string) : option (nat -> nat -> nat -> (nat -> nat -> R) -> (nat -> nat -> R) -> Prop) :=
  match m with "ddrf-printed" => Some ddrf_printed | _ => None end%string.

(** Properties that ask for a history that can be handed out. *)
Definition sound (p : string) (n m K : nat) (d x : nat -> nat -> R) : Prop :=
  match p with "ef" => handed_out n m K d x | "def" => handed_out n m K d x | _ => True end%string.

(** The cell of a mechanism and property [p] under hypothesis [h]: the properties are those of Arrivals.v. [C] is what is
    concluded of m resources and K agents in place of the property: the property itself in a cell, and in [Inhabited] that the
    history is not of a given size. *)
Definition concluded (C : nat -> nat -> Prop -> Prop) (mechanism p h : string) : Prop :=
  match spec mechanism, Arrivals.assumed h with
  | Some H, Some D =>
    match Arrivals.of_history mechanism p with
    | Some Q => forall n m K d x, (0 < n)%nat -> normalised K m d -> D K m d -> H n m K d x -> sound p n m K d x ->
        C m K (Q n m K d x)
    | None =>
      match Arrivals.of_lies C p (fun n m K d x => H n m K d x /\ handed_out n m K d x) D with
      | Some Q => Q | None => False end
    end
  | _, _ => False
  end.
Definition cell (m p h : string) : Prop := concluded (fun _ _ P => P) m p h.

Local Open Scope string_scope.

Theorem ddrf_printed__lemma_1__none : cell "ddrf-printed" "lemma-1" "none".
Proof. intros n m K d x Hn Hd D H _. exact (printed_has_lemma_1 n m K d x Hn H). Qed.
Theorem ddrf_printed__irrevocable__none : cell "ddrf-printed" "irrevocable" "none".
Proof. intros n m K d x Hn Hd D H _. exact (printed_irrevocable n m K d x Hn H). Qed.
Theorem ddrf_printed__lemma_2__none : cell "ddrf-printed" "lemma-2" "none".
Proof. intros n m K d x Hn Hd D H _. exact (printed_has_lemma_2 n m K d x Hn H). Qed.
Theorem ddrf_printed__lemma_3__none : cell "ddrf-printed" "lemma-3" "none".
Proof. intros n m K d x Hn Hd D H _. exact (printed_has_lemma_3 n m K d x Hn H). Qed.
Theorem ddrf_printed__def__none : cell "ddrf-printed" "def" "none".
Proof. intros n m K d x Hn Hd D H _. exact (printed_dynamic_envy_free n m K d x Hn H). Qed.
Theorem ddrf_printed__ef__none : cell "ddrf-printed" "ef" "none".
Proof. intros n m K d x Hn Hd D H S. exact (printed_envy_free n m K d x Hn Hd H S). Qed.
Theorem ddrf_printed__sp__none : cell "ddrf-printed" "sp" "none".
Proof.
  intros n m K a d d' x x' l Hn Hd Hd' _ _ Ha Df [H S] [H' S'] W.
  exact (printed_strategy_proof n m K a d d' x x' l Hn Hd Hd' Ha Df H H' S S' W).
Qed.
