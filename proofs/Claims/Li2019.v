(** Claims of li2019 and about it that are no cell: what each of them says in Coq.  The words are those of the ledger.  A definition
    has the name of the claim and of the theorem that is listed with it; cells.sh has Coq check that the theorem is of this type. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Arrivals Require Import Sums Ddrf Programme Offline Lies Ratio InTurn Adversary Search.
From Fair.Papers Require Li2019.
From Fair.Arrivals Require Solutions Water NearlyBest.
Open Scope R_scope.

(** li2019-lemma-1: At each step everybody has the larger of its old share and M. *)
Definition li2019_lemma_1__lp_lemma_1 : Prop :=
  forall (n m K k : nat) (d : nat -> nat -> R) (old : nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  (k < K)%nat ->
  positive K m d ->
  forall (M : R) (y : nat -> R),
  lp_solution n m d k old M y -> y k = M /\ (forall i : nat, (i < k)%nat -> y i = Rmax M (old i)).

(** li2019-search-test: If all from l on can rise to the old share of l, then M is at least that share and tau at
    most l; otherwise M is smaller and tau larger. *)
Definition li2019_search_test__search_test_sides : Prop :=
  forall (n m K : nat) (d x : nat -> nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  ddrf n m K d x ->
  forall k l tau : nat,
  (k < K)%nat ->
  (l < k)%nat ->
  (forall i : nat, (i < tau)%nat -> x (S k) k < x k i) ->
  (forall i : nat, (tau <= i)%nat -> (i < k)%nat -> x k i <= x (S k) k) ->
  (can_rise n m d k (x k) l -> x k l <= x (S k) k /\ (tau <= l)%nat) /\
  (~ can_rise n m d k (x k) l -> x (S k) k < x k l /\ (l < tau)%nat).

(** li2019-algorithm-1-search: The halving finds the first agent whose old share is at most M. *)
Definition li2019_algorithm_1_search__halving : Prop :=
  forall (n m K : nat) (d x : nat -> nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  ddrf n m K d x ->
  forall (k : nat) (test : nat -> bool),
  (k < K)%nat ->
  (forall l : nat, (l < k)%nat -> test l = true <-> can_rise n m d k (x k) l) ->
  forall fuel lb ub : nat,
  (lb < ub)%nat ->
  (ub <= k)%nat ->
  (ub - lb <= fuel)%nat ->
  x (S k) k < x k lb ->
  ((ub < k)%nat -> x k ub <= x (S k) k) ->
  let t := search fuel test lb ub in
  (lb < t <= ub)%nat /\
  (forall i : nat, (i < t)%nat -> x (S k) k < x k i) /\
  (forall i : nat, (t <= i)%nat -> (i < k)%nat -> x k i <= x (S k) k).

(** li2019-cr1-dynamic: With m specialists and one agent that wants everything equally, the specialists end at
    shares that tend to m/(m+1). *)
Definition li2019_cr1_dynamic__cr1_limits : Prop :=
  forall (m : nat) (e : R),
  (0 < m)%nat ->
  0 < e ->
  exists e0 : R,
    0 < e0 /\
    (forall (eps : R) (x : nat -> nat -> R) (z : nat -> R),
     0 < eps <= 1 ->
     eps <= e0 ->
     let n := S (1 * m) in
     let d := then_one 1 m eps (fun _ : nat => 1) in
     ddrf n m n d x ->
     drf_offline n m n d z ->
     (forall i : nat, (i < m)%nat -> Rabs (x n i - INR m / (INR m + 1)) <= e) /\
     (forall i : nat, (i <= m)%nat -> Rabs (z i - 1 / 2) <= e) /\
     Rabs (sum n (x n) - (INR m * INR m + 1) / (INR m + 1)) <= e /\
     Rabs (sum n z - (INR m + 1) / 2) <= e /\ ((1 < m)%nat -> eps < 1 -> sum n z < sum n (x n))).

(** li2019-cr1-offline: DRF gives everybody a share that tends to 1/2. *)
Definition li2019_cr1_offline__cr1_limits : Prop :=
  forall (m : nat) (e : R),
  (0 < m)%nat ->
  0 < e ->
  exists e0 : R,
    0 < e0 /\
    (forall (eps : R) (x : nat -> nat -> R) (z : nat -> R),
     0 < eps <= 1 ->
     eps <= e0 ->
     let n := S (1 * m) in
     let d := then_one 1 m eps (fun _ : nat => 1) in
     ddrf n m n d x ->
     drf_offline n m n d z ->
     (forall i : nat, (i < m)%nat -> Rabs (x n i - INR m / (INR m + 1)) <= e) /\
     (forall i : nat, (i <= m)%nat -> Rabs (z i - 1 / 2) <= e) /\
     Rabs (sum n (x n) - (INR m * INR m + 1) / (INR m + 1)) <= e /\
     Rabs (sum n z - (INR m + 1) / 2) <= e /\ ((1 < m)%nat -> eps < 1 -> sum n z < sum n (x n))).

(** li2019-cr1-sums: The sums of shares tend to (m^2+1)/(m+1) and (m+1)/2, so that for m >= 2 and small eps the
    dynamic sum is the larger one. *)
Definition li2019_cr1_sums__cr1_limits : Prop :=
  forall (m : nat) (e : R),
  (0 < m)%nat ->
  0 < e ->
  exists e0 : R,
    0 < e0 /\
    (forall (eps : R) (x : nat -> nat -> R) (z : nat -> R),
     0 < eps <= 1 ->
     eps <= e0 ->
     let n := S (1 * m) in
     let d := then_one 1 m eps (fun _ : nat => 1) in
     ddrf n m n d x ->
     drf_offline n m n d z ->
     (forall i : nat, (i < m)%nat -> Rabs (x n i - INR m / (INR m + 1)) <= e) /\
     (forall i : nat, (i <= m)%nat -> Rabs (z i - 1 / 2) <= e) /\
     Rabs (sum n (x n) - (INR m * INR m + 1) / (INR m + 1)) <= e /\
     Rabs (sum n z - (INR m + 1) / 2) <= e /\ ((1 < m)%nat -> eps < 1 -> sum n z < sum n (x n))).

(** li2019-sum-may-exceed: The sum of shares may be more than that of DRF. *)
Definition li2019_sum_may_exceed__sum_may_exceed : Prop :=
  exists (n m : nat) (d x : nat -> nat -> R) (z : nat -> R),
    normalised n m d /\ positive n m d /\ ddrf n m n d x /\ drf_offline n m n d z /\ sum n z < sum n (x n).

(** li2019-offline-formula: DRF with knowledge of the k demands gives everybody the smallest, over resources, of k/n
    divided by the sum of demands. *)
Definition li2019_offline_formula__offline_formula : Prop :=
  forall (n m k : nat) (d : nat -> nat -> R) (x : nat -> R),
  (0 < n)%nat ->
  normalised k m d ->
  drf_offline n m k d x ->
  positive k m d ->
  forall i : nat,
  (i < k)%nat ->
  (forall r : nat, (r < m)%nat -> x i <= released n k / sum k (fun j : nat => d j r)) /\
  (exists r : nat, (r < m)%nat /\ x i = released n k / sum k (fun j : nat => d j r)).

(** li2019-below-drf: The newcomer's share is at most the DRF share of that step. *)
Definition li2019_below_drf__newcomer_below_drf : Prop :=
  forall (n m K : nat) (d x : nat -> nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  ddrf n m K d x ->
  forall (k : nat) (z : nat -> R),
  (k < K)%nat -> drf_offline n m (S k) d z -> forall i : nat, (i <= k)%nat -> x (S k) k <= z i.
Definition li2019_below_drf__smallest_share_against_drf : Prop :=
  forall (n m K : nat) (d x : nat -> nat -> R) (k : nat) (z : nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  positive K m d ->
  ddrf n m K d x ->
  (k < K)%nat ->
  drf_offline n m (S k) d z ->
  0 <= x (S k) k <= z k /\
  (forall i : nat, (i <= k)%nat -> x (S k) k <= x (S k) i /\ z i = z k) /\
  z k * (INR (ceil_div (S k) m) / INR (S k)) <= x (S k) k /\
  z k * (INR (k + m) / (INR (S k) * INR m)) <= x (S k) k /\ z k / INR m <= x (S k) k.

(** li2019-cr2-newcomer: The ratio of the smallest shares is that of the newcomer's shares. *)
Definition li2019_cr2_newcomer__smallest_share_against_drf : Prop :=
  forall (n m K : nat) (d x : nat -> nat -> R) (k : nat) (z : nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  positive K m d ->
  ddrf n m K d x ->
  (k < K)%nat ->
  drf_offline n m (S k) d z ->
  0 <= x (S k) k <= z k /\
  (forall i : nat, (i <= k)%nat -> x (S k) k <= x (S k) i /\ z i = z k) /\
  z k * (INR (ceil_div (S k) m) / INR (S k)) <= x (S k) k /\
  z k * (INR (k + m) / (INR (S k) * INR m)) <= x (S k) k /\ z k / INR m <= x (S k) k.

(** li2019-cr2-lower-bound: The ratio of smallest shares is at least ceil(k/m)/k at step k. *)
Definition li2019_cr2_lower_bound__smallest_share_against_drf : Prop :=
  forall (n m K : nat) (d x : nat -> nat -> R) (k : nat) (z : nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  positive K m d ->
  ddrf n m K d x ->
  (k < K)%nat ->
  drf_offline n m (S k) d z ->
  0 <= x (S k) k <= z k /\
  (forall i : nat, (i <= k)%nat -> x (S k) k <= x (S k) i /\ z i = z k) /\
  z k * (INR (ceil_div (S k) m) / INR (S k)) <= x (S k) k /\
  z k * (INR (k + m) / (INR (S k) * INR m)) <= x (S k) k /\ z k / INR m <= x (S k) k.

(** li2019-cr2-one-over-m: The ratio of smallest shares is at least 1/m. *)
Definition li2019_cr2_one_over_m__smallest_share_against_drf : Prop :=
  forall (n m K : nat) (d x : nat -> nat -> R) (k : nat) (z : nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  positive K m d ->
  ddrf n m K d x ->
  (k < K)%nat ->
  drf_offline n m (S k) d z ->
  0 <= x (S k) k <= z k /\
  (forall i : nat, (i <= k)%nat -> x (S k) k <= x (S k) i /\ z i = z k) /\
  z k * (INR (ceil_div (S k) m) / INR (S k)) <= x (S k) k /\
  z k * (INR (k + m) / (INR (S k) * INR m)) <= x (S k) k /\ z k / INR m <= x (S k) k.

(** li2019-pigeonhole: Some resource is dominant for at least ceil(k/m) agents, so the DRF share is at most k/n
    divided by that number. *)
Definition li2019_pigeonhole__pigeonhole_bound : Prop :=
  forall (n m k : nat) (d : nat -> nat -> R) (z : nat -> R),
  (0 < n)%nat ->
  (0 < k)%nat ->
  normalised k m d ->
  positive k m d ->
  drf_offline n m k d z ->
  (exists r : nat, (r < m)%nat /\ (ceil_div k m <= dominated k d r)%nat) /\
  (forall i : nat, (i < k)%nat -> z i <= released n k / INR (ceil_div k m)).

(** li2019-theorem2-step-m2: With m^2 + 1 specialists in turn, at step m^2 all shares tend to m/(m^2+1). *)
Definition li2019_theorem2_step_m2__theorem_2_limits : Prop :=
  forall (m : nat) (e : R),
  (0 < m)%nat ->
  0 < e ->
  exists e0 : R,
    0 < e0 /\
    (forall (eps : R) (x : nat -> nat -> R) (z : nat -> R),
     0 < eps <= 1 ->
     eps <= e0 ->
     let n := S (m * m) in
     let d := then_one m m eps (fun r : nat => specialist 0 r eps) in
     ddrf n m n d x ->
     drf_offline n m n d z ->
     (forall i : nat, (i < m * m)%nat -> Rabs (x (m * m)%nat i - INR m / (INR m * INR m + 1)) <= e) /\
     Rabs (z (m * m)%nat - 1 / (INR m + 1)) <= e /\
     x n (m * m)%nat <= ((INR m + 1) / (INR m * INR m + 1) + e) * z (m * m)%nat).

(** li2019-theorem2-newcomer: At the last step the newcomer has at most 1/(m^2+1) under dynamic DRF. *)
Definition li2019_theorem2_newcomer__last_share : Prop :=
  forall (q m : nat) (eps : R) (e : nat -> R) (x : nat -> nat -> R),
  (0 < q)%nat ->
  (0 < m)%nat ->
  0 <= eps <= 1 ->
  demand_of m e ->
  ddrf (S (q * m)) m (S (q * m)) (then_one q m eps e) x -> x (S (q * m)) (q * m)%nat = 1 / INR (S (q * m)).

(** li2019-theorem2-offline: DRF gives everybody a share that tends to 1/(m+1) at the last step. *)
Definition li2019_theorem2_offline__theorem_2_limits : Prop :=
  forall (m : nat) (e : R),
  (0 < m)%nat ->
  0 < e ->
  exists e0 : R,
    0 < e0 /\
    (forall (eps : R) (x : nat -> nat -> R) (z : nat -> R),
     0 < eps <= 1 ->
     eps <= e0 ->
     let n := S (m * m) in
     let d := then_one m m eps (fun r : nat => specialist 0 r eps) in
     ddrf n m n d x ->
     drf_offline n m n d z ->
     (forall i : nat, (i < m * m)%nat -> Rabs (x (m * m)%nat i - INR m / (INR m * INR m + 1)) <= e) /\
     Rabs (z (m * m)%nat - 1 / (INR m + 1)) <= e /\
     x n (m * m)%nat <= ((INR m + 1) / (INR m * INR m + 1) + e) * z (m * m)%nat).

(** li2019-theorem2-ratio: As epsilon tends to 0, the ratio on this instance tends to at most (m+1)/(m^2+1). *)
Definition li2019_theorem2_ratio__theorem_2_limits : Prop :=
  forall (m : nat) (e : R),
  (0 < m)%nat ->
  0 < e ->
  exists e0 : R,
    0 < e0 /\
    (forall (eps : R) (x : nat -> nat -> R) (z : nat -> R),
     0 < eps <= 1 ->
     eps <= e0 ->
     let n := S (m * m) in
     let d := then_one m m eps (fun r : nat => specialist 0 r eps) in
     ddrf n m n d x ->
     drf_offline n m n d z ->
     (forall i : nat, (i < m * m)%nat -> Rabs (x (m * m)%nat i - INR m / (INR m * INR m + 1)) <= e) /\
     Rabs (z (m * m)%nat - 1 / (INR m + 1)) <= e /\
     x n (m * m)%nat <= ((INR m + 1) / (INR m * INR m + 1) + e) * z (m * m)%nat).

(** li2019-dpo-bound: No mechanism with dynamic Pareto optimality has a better ratio than (m+1)/(m^2+1). *)
Definition li2019_dpo_bound__dpo_bound : Prop :=
  forall (m : nat) (c : R) (f : mechanism),
  (0 < m)%nat ->
  (INR m + 1) / (INR m * INR m + 1) < c ->
  online (S (m * m)) m f ->
  pareto_mechanism (S (m * m)) m f ->
  exists d : nat -> nat -> R,
    normalised (S (m * m)) m d /\
    positive (S (m * m)) m d /\
    (forall (h : nat -> nat -> R) (z : nat -> R),
     f d h -> drf_offline (S (m * m)) m (S (m * m)) d z -> h (S (m * m)) (m * m)%nat < c * z (m * m)%nat).

(** li2019-nearly-one-over-m: The competitive ratio of dynamic DRF for the smallest share is nearly 1/m. *)
Definition li2019_nearly_one_over_m__ratio_is_one_over_m : Prop :=
  forall m : nat,
  (0 < m)%nat ->
  (forall (n K : nat) (d x : nat -> nat -> R) (k : nat) (z : nat -> R),
   (0 < n)%nat ->
   normalised K m d ->
   positive K m d ->
   ddrf n m K d x -> (k < K)%nat -> drf_offline n m (S k) d z -> 1 / INR m * z k <= x (S k) k) /\
  (forall c : R,
   / INR m < c ->
   exists (n : nat) (d : nat -> nat -> R),
     (0 < n)%nat /\
     normalised (S n) m d /\
     positive (S n) m d /\
     (exists (h : nat -> nat -> R) (z : nat -> R), ddrf (S n) m (S n) d h /\ drf_offline (S n) m (S n) d z) /\
     (forall (h : nat -> nat -> R) (z : nat -> R),
      ddrf (S n) m (S n) d h -> drf_offline (S n) m (S n) d z -> h (S n) n < c * z n)).

(** li2019-cr-range: The competitive ratio lies between 0 and 1. *)
Definition li2019_cr_range__smallest_share_against_drf : Prop :=
  forall (n m K : nat) (d x : nat -> nat -> R) (k : nat) (z : nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  positive K m d ->
  ddrf n m K d x ->
  (k < K)%nat ->
  drf_offline n m (S k) d z ->
  0 <= x (S k) k <= z k /\
  (forall i : nat, (i <= k)%nat -> x (S k) k <= x (S k) i /\ z i = z k) /\
  z k * (INR (ceil_div (S k) m) / INR (S k)) <= x (S k) k /\
  z k * (INR (k + m) / (INR (S k) * INR m)) <= x (S k) k /\ z k / INR m <= x (S k) k.

(** li2019-cr1-equality: Before the limit, for a positive epsilon, each specialist ends with exactly m times the
    share of the last agent. *)
(* The theorem says the contrary. *)
Definition li2019_cr1_equality__cr1_equality_fails : Prop :=
  forall (m : nat) (eps : R) (x : nat -> nat -> R),
  (1 < m)%nat ->
  0 < eps <= 1 ->
  let n := S (1 * m) in
  let d := then_one 1 m eps (fun _ : nat => 1) in
  ddrf n m n d x -> forall i : nat, (i < m)%nat -> x n i < INR m * x n m.

(** li2019-cr1-value: The worst ratio of the sums, dynamic to DRF, is 1 for positive demands. *)
Definition li2019_cr1_value__sum_never_below_drf : Prop :=
  forall (n m K : nat) (d x : nat -> nat -> R) (k : nat) (z : nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  positive K m d ->
  ddrf n m K d x ->
  (k < K)%nat ->
  drf_offline n m (S k) d z ->
  sum (S k) z <= sum (S k) (x (S k)) /\ (k = 0%nat -> sum (S k) z = sum (S k) (x (S k))).

(** li2019-zeros-lemma-1: With demands of zero, which the paper excludes: Lemma 1 holds for the least solution. *)
Definition li2019_zeros_lemma_1__least_solution_lemma_1 : Prop :=
  forall (n m K : nat) (d : nat -> nat -> R) (k : nat) (old : nat -> R) (M : R) (y : nat -> R),
  normalised K m d ->
  (k < K)%nat ->
  lp_solution n m d k old M y ->
  (forall y' : nat -> R, lp_solution n m d k old M y' -> forall i : nat, (i <= k)%nat -> y i <= y' i) ->
  y k = M /\ (forall i : nat, (i < k)%nat -> y i = Rmax M (old i)).

(** li2019-zeros-tau: With demands of zero, which the paper excludes: there is a tau as in (2). *)
Definition li2019_zeros_tau__tail : Prop :=
  forall (n m K : nat) (d x : nat -> nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  ddrf n m K d x ->
  forall k : nat,
  (k < K)%nat ->
  exists t : nat,
    (t <= k)%nat /\
    (forall i : nat, (i < t)%nat -> x (S k) i = x k i /\ x (S k) k < x k i) /\
    (forall i : nat, (t <= i)%nat -> (i < k)%nat -> x (S k) i = x (S k) k /\ x k i <= x (S k) k).

(** li2019-lemma-1: At each step everybody has the larger of its old share and M. *)
Definition li2019_lemma_1__lemma_1_of_solutions : Prop :=
  forall (n m K : nat) (d : nat -> nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  positive K m d ->
  forall x : nat -> nat -> R,
  Solutions.solutions n m K d x ->
  forall (k : nat) (M : R) (i : nat),
  (k < K)%nat ->
  (i <= k)%nat ->
  Solutions.solves n m d k (x k) M (x (S k)) -> x (S k) i = Rmax M (Solutions.share_before k (x k) i).

(** li2019-lemma-1-newcomer: The newcomer, i = k, has the larger of its old share and M as well. *)
Definition li2019_lemma_1_newcomer__lemma_1_of_solutions : Prop :=
  forall (n m K : nat) (d : nat -> nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  positive K m d ->
  forall x : nat -> nat -> R,
  Solutions.solutions n m K d x ->
  forall (k : nat) (M : R) (i : nat),
  (k < K)%nat ->
  (i <= k)%nat ->
  Solutions.solves n m d k (x k) M (x (S k)) -> x (S k) i = Rmax M (Solutions.share_before k (x k) i).

(** li2019-lp-equation-2: With the right tau, M is the smallest, over resources, of what those before tau leave,
    divided by the demands from tau on. *)
Definition li2019_lp_equation_2__equation_2 : Prop :=
  forall (n m K : nat) (d : nat -> nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  positive K m d ->
  forall x : nat -> nat -> R,
  Solutions.solutions n m K d x ->
  forall (k : nat) (M : R),
  (k < K)%nat ->
  Solutions.solves n m d k (x k) M (x (S k)) ->
  exists t : nat,
    (t <= k)%nat /\
    (forall i : nat, (i < t)%nat -> x (S k) i = x k i /\ M < x k i) /\
    (forall i : nat, (t <= i)%nat -> (i <= k)%nat -> x (S k) i = M) /\
    (forall i : nat, (t <= i)%nat -> (i < k)%nat -> x k i <= M) /\
    (forall r : nat,
     (r < m)%nat -> 0 < onward d k t r /\ M <= (released n (S k) - before d k (x k) t r) / onward d k t r) /\
    (exists r : nat, (r < m)%nat /\ M = (released n (S k) - before d k (x k) t r) / onward d k t r).

(** li2019-lp-solved: The shares of dynamic DRF are found by solving (1). *)
Definition li2019_lp_solved__solutions_are_ddrf : Prop :=
  forall (n m K : nat) (d : nat -> nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  positive K m d -> forall x : nat -> nat -> R, Solutions.solutions n m K d x <-> ddrf n m K d x.

(** li2019-lp-water-filling: Raising the agents of smallest share together until some resource is used to k/n gives
    a solution of linear programme (1). *)
Definition li2019_lp_water_filling__water_solves_lp : Prop :=
  forall (n m K : nat) (d x : nat -> nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  Water.water_history n m K d x ->
  forall k : nat, (k < K)%nat -> Solutions.solves n m d k (x k) (x (S k) k) (x (S k)).

(** li2019-nearly-optimal: Among mechanisms with dynamic Pareto optimality, dynamic DRF is nearly the best for the
    smallest share. *)
Definition li2019_nearly_optimal__nearly_best : Prop :=
  forall m : nat,
  (0 < m)%nat ->
  (forall n : nat,
   (0 < n)%nat ->
   online n m (fun d h : nat -> nat -> R => ddrf n m n d h) /\
   pareto_mechanism n m (fun d h : nat -> nat -> R => ddrf n m n d h) /\
   NearlyBest.guarantees n m (fun d h : nat -> nat -> R => ddrf n m n d h) (/ INR m)) /\
  (forall c : R,
   / INR m < c ->
   exists n : nat,
     (0 < n)%nat /\
     (forall f : mechanism, online n m f -> pareto_mechanism n m f -> ~ NearlyBest.guarantees n m f c)).

(** li2019-water-pseudo-polynomial: Water-filling takes pseudo-polynomial time. *)
(* The theorem says the contrary. *)
Definition li2019_water_pseudo_polynomial__water_ends : Prop :=
  forall (n m : nat) (d : nat -> nat -> R) (k K : nat) (old : nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  (k < K)%nat ->
  (forall i : nat, (i < k)%nat -> 0 <= old i) ->
  (forall r : nat, (r < m)%nat -> used k d old r <= released n k) ->
  (exists (e : nat) (x : nat -> R), Water.fills n m d k e (Solutions.share_before k old) x) /\
  (forall (e : nat) (x : nat -> R), Water.fills n m d k e (Solutions.share_before k old) x -> (e <= S k)%nat).

(** li2019-zeros-agree: With demands of zero, which the paper excludes: water-filling, (1) with its least solution,
    and the closed form describe the same allocation. *)
Definition li2019_zeros_agree__descriptions_agree : Prop :=
  forall (n m K : nat) (d x : nat -> nat -> R),
  (0 < n)%nat ->
  normalised K m d ->
  (Water.water_history n m K d x <-> Solutions.least_solutions n m K d x) /\
  (Solutions.least_solutions n m K d x <-> right_history n m K d x).

(** li2019-abstract-ratio: The competitive ratio, counted as DRF over dynamic DRF, is nearly the number of resources. *)
Definition li2019_abstract_ratio__reciprocal_ratio : Prop :=
  forall m : nat,
  (0 < m)%nat ->
  (forall (n : nat) (d h : nat -> nat -> R) (z : nat -> R) (k : nat),
   (0 < n)%nat ->
   Ddrf.normalised n m d ->
   Ddrf.positive n m d ->
   Ddrf.ddrf n m n d h ->
   (k < n)%nat -> Offline.drf_offline n m (S k) d z -> 0 < h (S k) k /\ z k / h (S k) k <= INR m) /\
  (forall c : R,
   0 < c ->
   c < INR m ->
   exists (n : nat) (d : nat -> nat -> R),
     (0 < n)%nat /\
     Ddrf.normalised n m d /\
     Ddrf.positive n m d /\
     (exists (h : nat -> nat -> R) (z : nat -> R), Ddrf.ddrf n m n d h /\ Offline.drf_offline n m n d z) /\
     (forall (h : nat -> nat -> R) (z : nat -> R),
      Ddrf.ddrf n m n d h -> Offline.drf_offline n m n d z -> c < z (pred n) / h n (pred n))).
