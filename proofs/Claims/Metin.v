(** Claims of metin and about it that are no cell: what each of them says in Coq.  The words are those of the ledger.  A definition
    has the name of the claim and of the theorem that is listed with it; cells.sh has Coq check that the theorem is of this type. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Arrivals Require Import Sums.
From Fair.Cluster Require Import Model Drf Weights.
From Fair.Tasks Require Import Server Precomputed Filling Cycles.
Open Scope R_scope.

(** metin-edrf-closed-form: With divisible tasks the common dominant share is 1 over the largest, over resources,
    sum of normalised demands. *)
Definition metin_edrf_closed_form__drf_closed_form : Prop :=
  forall (I : inst) (w : table) (x : placement),
  wf I ->
  valid w ->
  positive I ->
  unconstrained I ->
  endless I ->
  (0 < users I)%nat ->
  (forall r : nat, (r < resources I)%nat -> 0 < cap I 0 r) ->
  drf w I x ->
  exists L : R,
    (forall n : nat, (n < users I)%nat -> tot I x n * drf_level I w n = L) /\
    (exists r : nat, (r < resources I)%nat /\ L * normalised_sum I w r = 1) /\
    (forall q : nat, (q < resources I)%nat -> L * normalised_sum I w q <= 1).

(** metin-cycle-more-than-once: A cycle may have to be taken more than once until k falls below 1. *)
(* The theorem says the contrary. *)
Definition metin_cycle_more_than_once__cycle_once : Prop :=
  forall (N m : nat) (inn : nat -> bool) (left : nat -> R) (d : nat -> nat -> R) (s : nat -> R)
    (L smax : R) (g : nat -> nat) (L' : R),
  (forall n r : nat, (n < N)%nat -> (r < m)%nat -> 0 <= d n r) ->
  (forall n : nat, (n < N)%nat -> inn n = true -> 0 < s n) ->
  largest_in N inn s smax ->
  level_in N m inn left d s L ->
  smax <= L ->
  cycle N inn s L smax g ->
  level_in N m inn (fun r : nat => left r - sum N (fun n : nat => INR (g n) * d n r)) d s L' -> L' < smax.

(** metin-drf-si: DRF gives everybody at least its slice. *)
Definition metin_drf_si__drf_sharing_incentive : Prop :=
  forall (I : inst) (w : table),
  wf I ->
  valid w ->
  (forall n r : nat, (n < users I)%nat -> w n r = wt I n) ->
  forall x : placement, drf w I x -> sharing_incentive I (gam I) x.
