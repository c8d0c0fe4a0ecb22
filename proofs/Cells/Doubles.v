(** Cells of the matrix, precomputed DRF in rounded arithmetic: for each mechanism, property and hypothesis a proposition, and
    for each proved cell a theorem of exactly that type.  [rd] is any rounding; 64-bit numbers round as one. *)

From Coq Require Import Reals Lra Lia Arith String.
From Fair.Tasks Require Import Server Precomputed Doubles.
From Fair.Cluster Require Model.
From Fair.Cells Require Import Tasks.
Open Scope R_scope.

Definition spec (m : string) : option ((R -> R) -> job -> (nat -> nat) -> Prop) :=
  match m with
  | "pdrf-f64" => Some (fun rd => without_limits (pdrf_rounded rd))
  | "pdrf-simplified-f64" => Some (fun rd => without_limits (simplified_rounded rd))
  | _ => None
  end%string.

(** The cell of mechanism [m] and property [p] under hypothesis [h]: the properties are those of Tasks.v, and waste that of
    clusters. [C] is what is concluded of an instance in place of the
    property: the property itself in a cell, and in [Inhabited] that the instance is not of a given size. *)
Definition concluded (C : job -> Prop -> Prop) (m p h : string) : Prop :=
  match spec m, h with
  | Some H, "none"%string =>
    match p with
    | "non-wasteful"%string => forall rd J x, valid J -> H rd J x ->
        let I := endless_pool (users J) (resources J) (cap J) (may J) (demand J) in
        C J (Model.non_wasteful I (Model.gam I) (fun n _ => INR (x n)))
    | "population-monotone"%string => forall rd, rounding rd ->
        match of_runs C p (H rd) (fun _ => True) with Some Q => Q | None => False end
    | _ => False
    end
  | _, _ => False
  end.
Definition cell (m p h : string) : Prop := concluded (fun _ P => P) m p h.

Local Open Scope string_scope.

Theorem pdrf_f64__non_wasteful__none : cell "pdrf-f64" "non-wasteful" "none".
Proof. intros rd J x V [_ H]. exact (pdrf_rounded_non_wasteful rd _ _ _ (weight J) _ _ x V H). Qed.
Theorem pdrf_simplified_f64__non_wasteful__none : cell "pdrf-simplified-f64" "non-wasteful" "none".
Proof. intros rd J x V [_ H]. exact (simplified_rounded_non_wasteful rd _ _ _ (weight J) _ _ x V H). Qed.
Theorem pdrf_simplified_f64__population_monotone__none : cell "pdrf-simplified-f64" "population-monotone" "none".
Proof.
  intros rd HR l J x x' V _ Hl [_ H] [_ H'] n Hn. unfold valid in V.
  destruct J as [N m c w e d tau]; simpl in *. destruct N as [|p]; [lia|].
  apply (simplified_rounded_population_monotone rd HR p m c w e d x x' l); auto; lia.
Qed.
