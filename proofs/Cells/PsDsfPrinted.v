(** Cells of the matrix, Algorithm I of khamse2017 as it is printed: for each property and hypothesis a proposition, and for
    each proved cell a theorem of exactly that type.  The properties here are asked of placements that fit; that a run may end
    with one that does not is the cell of [feasible], which is violated. *)

From Coq Require Import Reals String.
From Fair.Cluster Require Import Model PsDsfPrinted.
Open Scope R_scope.

Definition spec (m : string) : option (inst -> placement -> Prop) :=
  match m with "ps-dsf-printed" => Some ps_dsf_printed | _ => None end%string.

Definition of_outcome (p : string) : option (inst -> placement -> Prop) :=
  match p with
  | "si" => Some (fun I x => sharing_incentive I (gam I) x)
  | "ef" => Some envy_free
  | "bf" => Some (fun I x => bottleneck_fair I (feasible I) x)
  | "srf" => Some (fun I x => single_resource_fair I (feasible I) x)
  | "single-server" => Some reduces_to_drf
  | "non-wasteful" => Some (fun I x => non_wasteful I (gam I) x)
  | _ => None
  end%string.

(** The cell of mechanism [m] and property [p] under hypothesis [h]. [C] is what is concluded of an instance in place of the
    property: the property itself in a cell, and in [Inhabited] that the instance is not of a given size. *)
Definition concluded (C : inst -> Prop -> Prop) (m p h : string) : Prop :=
  match spec m, of_outcome p, h with
  | Some H, Some Q, "none"%string => forall I x, wf I -> H I x -> feasible I x -> C I (Q I x)
  | _, _, _ => False
  end.
Definition cell (m p h : string) : Prop := concluded (fun _ P => P) m p h.

Local Open Scope string_scope.

Theorem ps_dsf_printed__si__none : cell "ps-dsf-printed" "si" "none".
Proof. intros I x W H F. exact (printed_sharing_incentive I x W H F). Qed.
Theorem ps_dsf_printed__ef__none : cell "ps-dsf-printed" "ef" "none".
Proof. intros I x W H F. exact (printed_envy_free I x W H F). Qed.
Theorem ps_dsf_printed__bf__none : cell "ps-dsf-printed" "bf" "none".
Proof. intros I x W H F. exact (printed_bottleneck_fair I x W H F). Qed.
Theorem ps_dsf_printed__srf__none : cell "ps-dsf-printed" "srf" "none".
Proof. intros I x W H F. exact (printed_single_resource_fair I x W H F). Qed.
Theorem ps_dsf_printed__single_server__none : cell "ps-dsf-printed" "single-server" "none".
Proof. intros I x W H F. exact (printed_reduces_to_drf I x W H F). Qed.
Theorem ps_dsf_printed__non_wasteful__none : cell "ps-dsf-printed" "non-wasteful" "none".
Proof. intros I x W H F. exact (printed_non_wasteful I x W H F). Qed.
