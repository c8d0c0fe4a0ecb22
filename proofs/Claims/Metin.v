(** Claims of metin and about it that are no cell: what each of them says in Coq.  The words are those of the ledger.  A definition
    has the name of the claim and of the theorem that is listed with it; cells.sh has Coq check that the theorem is of this type. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Arrivals Require Import Sums.
From Fair.Cluster Require Import Model Drf Weights.
From Fair.Tasks Require Import Server Precomputed Filling Cycles.
From Fair.Tasks Require Forms Picks.
From Fair.Cluster Require RoundByRound.
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

(** metin-cycle-formula: In a cycle of the main loop user i is picked lcm(DS)/ds_i times, and the length of the
    cycle is the sum of these numbers. *)
Definition metin_cycle_formula__cycle_formula : Prop :=
  forall (N : nat) (s : nat -> R) (g : nat -> nat),
  (forall j : nat, (j < N)%nat -> 0 < s j) ->
  Picks.main_loop N s g ->
  forall (p : nat -> nat) (L : R),
  (0 < N)%nat ->
  Picks.least_multiple N s p L ->
  (forall c j : nat, (j < N)%nat -> Picks.picks g (c * Picks.total N p) j = (c * p j)%nat) /\
  (forall j : nat, (j < N)%nat -> INR (p j) = L / s j) /\
  (forall q : nat,
   (0 < q)%nat ->
   (q < Picks.total N p)%nat ->
   ~ (forall i j : nat, (i < N)%nat -> (j < N)%nat -> Picks.stand s g q i = Picks.stand s g q j)).

(** metin-cycle-integer-ratios: If all shares are integer fractions of the largest, the length is the sum of the
    ratios of the others, plus 1. *)
Definition metin_cycle_integer_ratios__cycle_of_whole_ratios : Prop :=
  forall (N : nat) (s : nat -> R) (g : nat -> nat),
  (forall j : nat, (j < N)%nat -> 0 < s j) ->
  Picks.main_loop N s g ->
  forall (a : nat) (p : nat -> nat),
  (a < N)%nat ->
  (forall j : nat, (j < N)%nat -> (0 < p j)%nat /\ s a = INR (p j) * s j) ->
  p a = 1%nat /\
  Picks.least_multiple N s p (s a) /\
  Picks.total N p = (Picks.total N (fun j : nat => if Nat.eq_dec j a then 0 else p j) + 1)%nat.

(** metin-cycle-inverse: How often a user is picked is inversely proportional to its dominant share. *)
Definition metin_cycle_inverse__picks_inverse : Prop :=
  forall (N : nat) (s : nat -> R) (g : nat -> nat),
  (forall j : nat, (j < N)%nat -> 0 < s j) ->
  Picks.main_loop N s g ->
  (forall q i j : nat, (i < N)%nat -> (j < N)%nat -> Picks.stand s g q i - s i <= Picks.stand s g q j) /\
  (forall (p : nat -> nat) (L : R),
   Picks.least_multiple N s p L ->
   forall c i j : nat,
   (i < N)%nat ->
   (j < N)%nat ->
   INR (Picks.picks g (c * Picks.total N p) i) * s i = INR (Picks.picks g (c * Picks.total N p) j) * s j).

(** metin-edrf-rounds-po: With a new round after each resource that is used up, without those who need it, the
    allocation is Pareto optimal. *)
Definition metin_edrf_rounds_po__rounds_pareto : Prop :=
  forall (I : inst) (w : table),
  wf I ->
  valid w ->
  servers I = 1%nat ->
  forall z : nat -> R, RoundByRound.in_rounds I w z -> pareto I (feasible I) (fun n _ : nat => z n).

(** metin-first-has-extra: The first subcycle has an extra pick whenever a ratio has a decimal part. *)
Definition metin_first_has_extra__first_stretch_has_extra : Prop :=
  forall (N : nat) (s : nat -> R) (g : nat -> nat),
  (forall j : nat, (j < N)%nat -> 0 < s j) ->
  Picks.main_loop N s g ->
  forall first : nat -> nat -> Prop,
  (forall i j : nat, first i j -> ~ first j i) ->
  (forall q j : nat, (j < N)%nat -> j <> g q -> Picks.stand s g q (g q) = Picks.stand s g q j -> first (g q) j) ->
  forall a i e q r : nat,
  (a < N)%nat ->
  (i < N)%nat ->
  i <> a ->
  first a i ->
  Picks.turn g a 0 q ->
  Picks.turn g a 1 r ->
  INR e < s a / s i < INR e + 1 -> (Picks.picks g r i - Picks.picks g q i)%nat = (e + 1)%nat.

(** metin-forms-equal: The shorter formula, without the largest share, gives the same tasks. *)
Definition metin_forms_equal__forms_equal : Prop :=
  forall (N m : nat) (c : nat -> R) (w : nat -> nat -> R) (elig : nat -> bool) (d : nat -> nat -> R)
    (x : nat -> nat), server N m c w d -> Forms.longer N m c w elig d x <-> Forms.shorter N m c w elig d x.

(** metin-forms-equal: The shorter formula, without the largest share, gives the same tasks. *)
Definition metin_forms_equal__forms_same_tasks : Prop :=
  forall (N m : nat) (c : nat -> R) (w : nat -> nat -> R) (elig : nat -> bool) (d : nat -> nat -> R)
    (x y : nat -> nat),
  server N m c w d ->
  Forms.longer N m c w elig d x -> Forms.shorter N m c w elig d y -> forall n : nat, (n < N)%nat -> x n = y n.

(** metin-subcycles: If ratios are not integers, stretches with one pick of the largest share differ in how often
    the others are picked, by at most one extra pick each. *)
Definition metin_subcycles__stretches_differ_by_one : Prop :=
  forall (N : nat) (s : nat -> R) (g : nat -> nat),
  (forall j : nat, (j < N)%nat -> 0 < s j) ->
  Picks.main_loop N s g ->
  forall first : nat -> nat -> Prop,
  (forall i j : nat, first i j -> ~ first j i) ->
  (forall q j : nat, (j < N)%nat -> j <> g q -> Picks.stand s g q (g q) = Picks.stand s g q j -> first (g q) j) ->
  forall a i k l q r u v : nat,
  (a < N)%nat ->
  (i < N)%nat ->
  i <> a ->
  Picks.turn g a k q ->
  Picks.turn g a (S k) r ->
  Picks.turn g a l u ->
  Picks.turn g a (S l) v ->
  (Picks.picks g r i - Picks.picks g q i <= Picks.picks g v i - Picks.picks g u i + 1)%nat.

(** metin-inequality-6-1: The tasks of rounded cycles use at most what the unrounded use, and what is left is the
    difference. *)
Definition metin_inequality_6_1__rounded_use : Prop :=
  forall (N m : nat) (inn : nat -> bool) (left : nat -> R) (d : nat -> nat -> R) (s : nat -> R)
    (L smax : R) (g : nat -> nat),
  (forall n r : nat, (n < N)%nat -> (r < m)%nat -> 0 <= d n r) ->
  Cycles.level_in N m inn left d s L ->
  smax <= L ->
  Cycles.cycle N inn s L smax g ->
  (forall r : nat,
   (r < m)%nat ->
   sum N (fun n : nat => INR (g n) * d n r) <=
   sum N (fun n : nat => if inn n then L / s n * d n r else 0) /\
   sum N (fun n : nat => if inn n then L / s n * d n r else 0) -
   sum N (fun n : nat => INR (g n) * d n r) =
   sum N (fun n : nat => if inn n then (L / s n - INR (g n)) * d n r else 0) /\
   sum N (fun n : nat => if inn n then L / s n * d n r else 0) <= left r) /\
  (exists r : nat,
     (r < m)%nat /\
     left r - sum N (fun n : nat => INR (g n) * d n r) =
     sum N (fun n : nat => if inn n then (L / s n - INR (g n)) * d n r else 0)).
