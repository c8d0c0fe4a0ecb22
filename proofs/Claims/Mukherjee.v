(** Claims of mukherjee and about it that are no cell: what each of them says in Coq.  The words are those of the ledger.  A definition
    has the name of the claim and of the theorem that is listed with it; cells.sh has Coq check that the theorem is of this type. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition Feasible Families Sizes Rounding Greedy Sorting.
From Fair.Papers Require Import Mukherjee.
From Fair.Covering Require Packed Slots Factor GreedyFactor GreedyFamily.
Open Scope R_scope.

(** mukherjee-theorem-1-forward: If the integers split into m triples of sum B, the allocation problem with m tasks
    of demand 3 and the integers as costs has a solution of ratio B/I, I being the sum of the three smallest. *)
Definition mukherjee_theorem_1_forward__partition_to_assignment : Prop :=
  forall (m : nat) (e : nat -> R) (B : R) (a : nat -> nat) (I : R),
  0 < I ->
  three_partition m e B ->
  splits m e B a ->
  covers (3 * m) m (fun _ : nat => 1) (fun _ : nat => 3) a /\
  ratio_at_most (3 * m) m e (fun _ : nat => I) a (B / I).

(** mukherjee-theorem-1-backward: If there is an allocation of ratio B/I, the integers split into m triples of sum
    B. *)
Definition mukherjee_theorem_1_backward__assignment_to_partition : Prop :=
  forall (m : nat) (e : nat -> R) (B : R) (a : nat -> nat) (I : R),
  0 < I ->
  three_partition m e B ->
  covers (3 * m) m (fun _ : nat => 1) (fun _ : nat => 3) a ->
  ratio_at_most (3 * m) m e (fun _ : nat => I) a (B / I) -> splits m e B a.

(** mukherjee-theorem-1-triples: As each integer lies strictly between B/4 and B/2, every part of sum B has exactly
    three of them. *)
Definition mukherjee_theorem_1_triples__triples : Prop :=
  forall (m : nat) (e : nat -> R) (B : R) (a : nat -> nat),
  three_partition m e B -> splits m e B a -> forall j : nat, (j < m)%nat -> count (3 * m) a j = 3%nat.

(** mukherjee-isolation-unit: With sizes 1 the isolation cost is the sum of the D_j lowest costs. *)
Definition mukherjee_isolation_unit__isolation_unit : Prop :=
  forall (E K : nat) (c : nat -> R),
  (K <= E)%nat ->
  (forall i : nat, (i < E)%nat -> 0 <= c i) ->
  (forall i j : nat, (i <= j)%nat -> (j < E)%nat -> c i <= c j) ->
  isolation E c (fun _ : nat => 1) (INR K) (sum K c).

(** mukherjee-naive-gap: With m tasks of demand 1, m - 1 resources of cost 1 and one of cost m, every assignment has
    the ratio m, and the naive relaxation 2 - 1/m. *)
Definition mukherjee_naive_gap__naive_gap : Prop :=
  forall m : nat,
  (0 < m)%nat ->
  (forall a : nat -> nat,
   covers (m * 1) m (fun _ : nat => 1) (fun _ : nat => INR 1) a ->
   has_ratio (m * 1) m (one_dear (m * 1) m) (fun _ : nat => INR 1) a (INR m)) /\
  value
    (naive (m * 1) m (one_dear (m * 1) m) (fun _ : nat => 1) (fun _ : nat => INR 1) (fun _ : nat => INR 1))
    (2 - 1 / INR m).

(** mukherjee-naive-unbounded: The naive relaxation has an unbounded integrality gap, above m/2 on that family. *)
Definition mukherjee_naive_unbounded__naive_unbounded : Prop :=
  forall m : nat,
  (0 < m)%nat ->
  forall (a : nat -> nat) (opt rho : R),
  covers (m * 1) m (fun _ : nat => 1) (fun _ : nat => INR 1) a ->
  ratio_at_most (m * 1) m (one_dear (m * 1) m) (fun _ : nat => INR 1) a opt ->
  value
    (naive (m * 1) m (one_dear (m * 1) m) (fun _ : nat => 1) (fun _ : nat => INR 1) (fun _ : nat => INR 1))
    rho -> INR m / 2 * rho < opt.

(** mukherjee-pruning-mends-naive: Allowing a resource to a task only if the task could pay for it removes this gap. *)
Definition mukherjee_pruning_mends_naive__pruning_removes : Prop :=
  forall m : nat,
  (0 < m)%nat ->
  value
    (pruned (m * 1) m (one_dear (m * 1) m) (fun _ : nat => 1) (fun _ : nat => INR 1) (fun _ : nat => INR 1))
    (INR m) /\
  (forall a : nat -> nat,
   covers (m * 1) m (fun _ : nat => 1) (fun _ : nat => INR 1) a ->
   has_ratio (m * 1) m (one_dear (m * 1) m) (fun _ : nat => INR 1) a (INR m)) /\
  (exists a : nat -> nat, covers (m * 1) m (fun _ : nat => 1) (fun _ : nat => INR 1) a).

(** mukherjee-footnote-optimum: Two tasks of demand 1, a resource of size 2 and cost 1 and one of size 1 and cost L:
    both isolation costs are 1, and every assignment has the ratio L. *)
Definition mukherjee_footnote_optimum__footnote_optimum : Prop :=
  forall L : R,
  1 <= L ->
  isolation 2 (foot_cost L) foot_size 1 1 /\
  (forall a : nat -> nat,
   covers 2 2 foot_size (fun _ : nat => 1) a -> has_ratio 2 2 (foot_cost L) (fun _ : nat => 1) a L).

(** mukherjee-footnote-pruned: The programme of Figure 2 is feasible there for rho = 1, with half of the first
    resource for each task. *)
Definition mukherjee_footnote_pruned__footnote : Prop :=
  forall L : R,
  1 <= L ->
  (forall (a : nat -> nat) (opt : R),
   covers 2 2 foot_size (fun _ : nat => 1) a ->
   ratio_at_most 2 2 (foot_cost L) (fun _ : nat => 1) a opt -> L <= opt) /\
  pruned 2 2 (foot_cost L) foot_size (fun _ : nat => 1) (fun _ : nat => 1) 1
    (fun i _ : nat => match i with
                      | 0%nat => 1 / 2
                      | S _ => 0
                      end).

(** mukherjee-footnote-gap: Pruning costs leaves an unbounded gap when sizes differ. *)
Definition mukherjee_footnote_gap__footnote : Prop :=
  forall L : R,
  1 <= L ->
  (forall (a : nat -> nat) (opt : R),
   covers 2 2 foot_size (fun _ : nat => 1) a ->
   ratio_at_most 2 2 (foot_cost L) (fun _ : nat => 1) a opt -> L <= opt) /\
  pruned 2 2 (foot_cost L) foot_size (fun _ : nat => 1) (fun _ : nat => 1) 1
    (fun i _ : nat => match i with
                      | 0%nat => 1 / 2
                      | S _ => 0
                      end).

(** mukherjee-sizes-optimum: With m tasks of demand m, m - 1 resources of size m and m of size 1, all of cost m,
    every assignment has the ratio m. *)
Definition mukherjee_sizes_optimum__sizes_ratio : Prop :=
  forall m : nat,
  (0 < m)%nat ->
  (forall a : nat -> nat,
   covers (2 * m - 1) m (large_size m) (fun _ : nat => INR m) a ->
   has_ratio (2 * m - 1) m (fun _ : nat => INR m) (fun _ : nat => INR m) a (INR m)) /\
  (forall (a : nat -> nat) (opt rho : R),
   covers (2 * m - 1) m (large_size m) (fun _ : nat => INR m) a ->
   ratio_at_most (2 * m - 1) m (fun _ : nat => INR m) (fun _ : nat => INR m) a opt ->
   value
     (sized (2 * m - 1) m (fun _ : nat => INR m) (large_size m) (fun _ : nat => INR m) (fun _ : nat => INR m))
     rho -> INR m / 2 * rho < opt).

(** mukherjee-sizes-relaxation: The programme of Figure 3 has the value (2m - 1)/m there, below 2. *)
Definition mukherjee_sizes_relaxation__sizes_value : Prop :=
  forall m : nat,
  (0 < m)%nat ->
  value
    (sized (2 * m - 1) m (fun _ : nat => INR m) (large_size m) (fun _ : nat => INR m) (fun _ : nat => INR m))
    ((2 * INR m - 1) / INR m).

(** mukherjee-sizes-gap: Pruning by size as well leaves an unbounded gap, above m/2 on that family. *)
Definition mukherjee_sizes_gap__sizes_ratio : Prop :=
  forall m : nat,
  (0 < m)%nat ->
  (forall a : nat -> nat,
   covers (2 * m - 1) m (large_size m) (fun _ : nat => INR m) a ->
   has_ratio (2 * m - 1) m (fun _ : nat => INR m) (fun _ : nat => INR m) a (INR m)) /\
  (forall (a : nat -> nat) (opt rho : R),
   covers (2 * m - 1) m (large_size m) (fun _ : nat => INR m) a ->
   ratio_at_most (2 * m - 1) m (fun _ : nat => INR m) (fun _ : nat => INR m) a opt ->
   value
     (sized (2 * m - 1) m (fun _ : nat => INR m) (large_size m) (fun _ : nat => INR m) (fun _ : nat => INR m))
     rho -> INR m / 2 * rho < opt).

(** mukherjee-smallest-ratio: The smallest value of the ratio is 1. *)
Definition mukherjee_smallest_ratio__ratio_at_least_one : Prop :=
  forall (E n : nat) (c s D I : nat -> R) (a : nat -> nat) (opt : R),
  (forall j : nat, (j < n)%nat -> isolation E c s (D j) (I j) /\ 0 < I j) ->
  covers E n s D a -> ratio_at_most E n c I a opt -> (0 < n)%nat -> 1 <= opt.

(** mukherjee-theorem-3: The smallest rho that the binary search finds exceeds the optimum by at most its
    resolution. *)
Definition mukherjee_theorem_3__theorem_3 : Prop :=
  forall (E n : nat) (c s D I : nat -> R) (a : nat -> nat) (opt hi eps v : R),
  (forall i : nat, (i < E)%nat -> 0 < c i) ->
  (forall j : nat, (j < n)%nat -> 0 <= I j) ->
  covers E n s D a ->
  ratio_at_most E n c I a opt ->
  1 <= opt ->
  (exists x : nat -> nat -> R, pruned E n c s D I hi x) ->
  search (fun rho : R => exists x : nat -> nat -> R, pruned E n c s D I rho x) eps 1 hi v ->
  (exists x : nat -> nat -> R, pruned E n c s D I v x) /\ v <= opt + eps.

(** mukherjee-theorem-7-optimum: With m tasks of demand m, m^2 - 1 resources of cost 1 and one of cost m, every
    assignment has a ratio of at least 2 - 1/m. *)
Definition mukherjee_theorem_7_optimum__dear_optimum : Prop :=
  forall (m D : nat) (a : nat -> nat) (opt : R),
  (0 < m)%nat ->
  (0 < D)%nat ->
  covers (m * D) m (fun _ : nat => 1) (fun _ : nat => INR D) a ->
  ratio_at_most (m * D) m (one_dear (m * D) m) (fun _ : nat => INR D) a opt ->
  (INR D - 1 + INR m) / INR D <= opt.

(** mukherjee-theorem-7-relaxation: The programme is feasible there for rho = 1 + 1/m. *)
Definition mukherjee_theorem_7_relaxation__seven_feasible : Prop :=
  forall m : nat, (0 < m)%nat -> exists x : nat -> nat -> R, seven m (1 + 1 / INR m) x.

(** mukherjee-theorem-7-gap: The gap there is at least (2 - 1/m)/(1 + 1/m). *)
Definition mukherjee_theorem_7_gap__seven_gap : Prop :=
  forall (m : nat) (a : nat -> nat) (opt rho : R),
  (0 < m)%nat ->
  covers (m * m) m (fun _ : nat => 1) (fun _ : nat => INR m) a ->
  ratio_at_most (m * m) m (one_dear (m * m) m) (fun _ : nat => INR m) a opt ->
  value (seven m) rho -> (2 - 1 / INR m) / (1 + 1 / INR m) * rho <= opt.

(** mukherjee-theorem-7-limit: The gap approaches 2. *)
Definition mukherjee_theorem_7_limit__seven_limit : Prop :=
  forall e : R,
  0 < e ->
  exists m0 : nat,
    forall (m : nat) (a : nat -> nat) (opt rho : R),
    (m0 <= m)%nat ->
    (0 < m)%nat ->
    covers (m * m) m (fun _ : nat => 1) (fun _ : nat => INR m) a ->
    ratio_at_most (m * m) m (one_dear (m * m) m) (fun _ : nat => INR m) a opt ->
    value (seven m) rho -> (2 - e) * rho < opt.

(** mukherjee-lemma-10: With equal demands, in each block of n steps of greedy every task gets one resource. *)
Definition mukherjee_lemma_10__lemma_10 : Prop :=
  forall (n D E : nat) (c : nat -> R) (g : nat -> nat),
  (0 < n)%nat ->
  (D * n <= E)%nat ->
  (forall q : nat, (q < E)%nat -> 0 < c q) ->
  greedy_run n D E c g -> forall i : nat, (i <= D)%nat -> forall j : nat, (j < n)%nat -> count (i * n) g j = i.

(** mukherjee-observation-11: Among tasks with equally many resources the one that has paid most comes next. *)
Definition mukherjee_observation_11__observation_11 : Prop :=
  forall (n D E : nat) (c : nat -> R) (g : nat -> nat),
  (0 < n)%nat ->
  (D * n <= E)%nat ->
  (forall q : nat, (q < E)%nat -> 0 < c q) ->
  greedy_run n D E c g ->
  forall i : nat,
  (i < D)%nat ->
  (forall t u : nat, (t < n)%nat -> (u < n)%nat -> g (i * n + t)%nat = g (i * n + u)%nat -> t = u) /\
  (forall t : nat,
   (S t < n)%nat -> pays (i * n) c g (g (i * n + S t)%nat) <= pays (i * n) c g (g (i * n + t)%nat)) /\
  (forall t : nat,
   (t < n)%nat ->
   pays (S i * n) c g (g (i * n + t)%nat) = pays (i * n) c g (g (i * n + t)%nat) + c (i * n + t)%nat).

(** mukherjee-lemma-12-spread: After each block any two tasks differ by at most n epsilon in what they have paid. *)
Definition mukherjee_lemma_12_spread__block_spread : Prop :=
  forall (n D E : nat) (c : nat -> R) (g : nat -> nat),
  (0 < n)%nat ->
  (D * n <= E)%nat ->
  (forall q : nat, (q < E)%nat -> 0 < c q) ->
  greedy_run n D E c g ->
  forall eps : R,
  0 <= eps ->
  (forall q : nat, (S q < E)%nat -> c q <= c (S q) <= c q + eps) ->
  forall i : nat,
  (i < D)%nat ->
  forall j : nat,
  (j < n)%nat ->
  pays (S i * n) c g j <= sum (S i * n) c / INR n + (INR n - 1) / 2 * eps /\
  (forall l : nat, (l < n)%nat -> pays (S i * n) c g j - pays (S i * n) c g l <= (INR n - 1) * eps).

(** mukherjee-lemma-12: After i blocks no task has paid more than that average plus n epsilon. *)
Definition mukherjee_lemma_12__block_spread : Prop :=
  forall (n D E : nat) (c : nat -> R) (g : nat -> nat),
  (0 < n)%nat ->
  (D * n <= E)%nat ->
  (forall q : nat, (q < E)%nat -> 0 < c q) ->
  greedy_run n D E c g ->
  forall eps : R,
  0 <= eps ->
  (forall q : nat, (S q < E)%nat -> c q <= c (S q) <= c q + eps) ->
  forall i : nat,
  (i < D)%nat ->
  forall j : nat,
  (j < n)%nat ->
  pays (S i * n) c g j <= sum (S i * n) c / INR n + (INR n - 1) / 2 * eps /\
  (forall l : nat, (l < n)%nat -> pays (S i * n) c g j - pays (S i * n) c g l <= (INR n - 1) * eps).

(** mukherjee-theorem-13-few-tasks: The bound holds for at most 2D + 1 tasks of demand D. *)
Definition mukherjee_theorem_13_few_tasks__theorem_13_few_tasks : Prop :=
  forall (n D E : nat) (c : nat -> R) (g : nat -> nat),
  (0 < n)%nat ->
  (D * n <= E)%nat ->
  (forall q : nat, (q < E)%nat -> 0 < c q) ->
  greedy_run n D E c g ->
  forall eps : R,
  0 <= eps ->
  (forall q : nat, (S q < E)%nat -> c q <= c (S q) <= c q + eps) ->
  (0 < D)%nat ->
  (n <= 2 * D + 1)%nat ->
  (forall q : nat, (q < E)%nat -> 1 <= c q) ->
  forall (a : nat -> nat) (opt : R),
  covers E n (fun _ : nat => 1) (fun _ : nat => INR D) a ->
  (forall j : nat, (j < n)%nat -> pays E c a j <= opt) ->
  forall j : nat, (j < n)%nat -> pays (D * n) c g j <= (1 + eps) * opt.

(** mukherjee-lemma-4: For the smallest rho there are fractions in which every resource that is used at all is used
    up. *)
Definition mukherjee_lemma_4__lemma_4_smallest : Prop :=
  forall (E n : nat) (c : nat -> R) (Dn : nat -> nat) (I : nat -> R) (rho : R),
  (forall i : nat, (i < E)%nat -> 0 <= c i) ->
  (forall j : nat, (j < n)%nat -> (0 < Dn j)%nat) ->
  value (pruned E n c (fun _ : nat => 1) (fun j : nat => INR (Dn j)) I) rho ->
  exists z : nat -> nat -> R,
    pruned E n c (fun _ : nat => 1) (fun j : nat => INR (Dn j)) I rho z /\
    (forall i j : nat, (i < E)%nat -> (j < n)%nat -> 0 < z i j -> sum n (fun j0 : nat => z i j0) = 1).

(** mukherjee-theorem-5-strict: The bound is never attained. *)
Definition mukherjee_theorem_5_strict__every_rounding_below_twice : Prop :=
  forall (E n : nat) (c : nat -> R) (Dn : nat -> nat) (I : nat -> R) (rho : R) (x : nat -> nat -> R)
    (a : nat -> nat),
  (forall i : nat, (i < E)%nat -> 0 < c i) ->
  (forall j : nat, (j < n)%nat -> (0 < Dn j)%nat) ->
  pruned E n c (fun _ : nat => 1) (fun j : nat => INR (Dn j)) I rho x ->
  Slots.slots E n c Dn x a ->
  covers E n (fun _ : nat => 1) (fun j : nat => INR (Dn j)) a /\
  (forall j : nat, (j < n)%nat -> pays E c a j < 2 * (rho * I j)).

(** mukherjee-theorem-7-at-least-two: The programme has an integrality gap of at least 2. *)
Definition mukherjee_theorem_7_at_least_two__gap_at_least_two : Prop :=
  forall g : R,
  g < 2 ->
  exists (E n : nat) (c : nat -> R) (Dn : nat -> nat) (I : nat -> R) (rho : R),
    (0 < n)%nat /\
    (forall i : nat, (i < E)%nat -> 0 < c i) /\
    (forall j : nat, (j < n)%nat -> (0 < Dn j)%nat) /\
    (forall j : nat, (j < n)%nat -> isolation E c (fun _ : nat => 1) (INR (Dn j)) (I j) /\ 0 < I j) /\
    value (pruned E n c (fun _ : nat => 1) (fun j : nat => INR (Dn j)) I) rho /\
    (exists (a : nat -> nat) (opt : R),
       covers E n (fun _ : nat => 1) (fun j : nat => INR (Dn j)) a /\ ratio_at_most E n c I a opt) /\
    (forall (a : nat -> nat) (opt : R),
     covers E n (fun _ : nat => 1) (fun j : nat => INR (Dn j)) a ->
     ratio_at_most E n c I a opt -> g * rho < opt).

(** mukherjee-bisection-steps: The binary search takes log2(c_max/epsilon) iterations. *)
Definition mukherjee_bisection_steps__bisection_steps : Prop :=
  forall (P : R -> Prop) (k : nat) (top eps lo hi : R),
  0 < eps -> top <= eps * 2 ^ k -> Factor.bisects P k 1 top lo hi -> hi - lo < eps.

(** mukherjee-observation-2-scale: It is no restriction to take the smallest cost as 1, since costs are rational and can
    be scaled to integers. *)
Definition mukherjee_observation_2_scale__costs_scaled : Prop :=
  forall (E : nat) (c s : nat -> R),
  (0 < E)%nat ->
  (forall i : nat, (i < E)%nat -> 0 < c i) ->
  exists t : R,
    0 < t /\
    (exists i : nat, (i < E)%nat /\ t * c i = 1) /\
    (forall i : nat, (i < E)%nat -> 1 <= t * c i) /\
    (forall D I : R,
     Feasible.isolation E c s D I <-> Feasible.isolation E (fun i : nat => t * c i) s D (t * I)) /\
    (forall (n : nat) (I : nat -> R) (a : nat -> nat) (rho : R),
     Programme.ratio_at_most E n c I a rho <->
     Programme.ratio_at_most E n (fun i : nat => t * c i) (fun j : nat => t * I j) a rho).

(** mukherjee-theorem-7-tight: The rounding of section IV is tight for this programme. *)
Definition mukherjee_theorem_7_tight__rounding_tight : Prop :=
  (forall (E n : nat) (c : nat -> R) (Dn : nat -> nat) (I : nat -> R) (rho : R) (x : nat -> nat -> R)
     (a : nat -> nat),
   (forall i : nat, (i < E)%nat -> 0 < c i) ->
   (forall j : nat, (j < n)%nat -> (0 < Dn j)%nat) ->
   Programme.pruned E n c (fun _ : nat => 1) (fun j : nat => INR (Dn j)) I rho x ->
   Slots.slots E n c Dn x a -> forall j : nat, (j < n)%nat -> Programme.pays E c a j < 2 * (rho * I j)) /\
  (forall g : R,
   g < 2 ->
   exists (E n : nat) (c : nat -> R) (Dn : nat -> nat) (I : nat -> R) (rho : R),
     (forall i : nat, (i < E)%nat -> 0 < c i) /\
     (forall j : nat, (j < n)%nat -> (0 < Dn j)%nat) /\
     (forall j : nat, (j < n)%nat -> Feasible.isolation E c (fun _ : nat => 1) (INR (Dn j)) (I j) /\ 0 < I j) /\
     Programme.value (Programme.pruned E n c (fun _ : nat => 1) (fun j : nat => INR (Dn j)) I) rho /\
     (forall (x : nat -> nat -> R) (a : nat -> nat),
      Programme.pruned E n c (fun _ : nat => 1) (fun j : nat => INR (Dn j)) I rho x ->
      Slots.slots E n c Dn x a -> exists j : nat, (j < n)%nat /\ g * (rho * I j) < Programme.pays E c a j)).

(** mukherjee-greedy-equal-factor: For tasks of equal demand greedy pays less than twice the optimum, whatever the
    costs. *)
Definition mukherjee_greedy_equal_factor__greedy_below_twice : Prop :=
  forall (n D E : nat) (c : nat -> R) (g : nat -> nat),
  (0 < n)%nat ->
  (D * n <= E)%nat ->
  (forall q : nat, (q < E)%nat -> 0 < c q) ->
  (forall i j : nat, (i <= j)%nat -> (j < E)%nat -> c i <= c j) ->
  greedy_run n D E c g ->
  forall (a : nat -> nat) (opt : R),
  covers E n (fun _ : nat => 1) (fun _ : nat => INR D) a ->
  (forall j : nat, (j < n)%nat -> pays E c a j <= opt) ->
  (1 <= D)%nat -> forall j : nat, (j < n)%nat -> pays (D * n) c g j < 2 * opt.

(** mukherjee-greedy-demand-two: For tasks of demand 1 or 2 greedy is optimal. *)
Definition mukherjee_greedy_demand_two__greedy_optimal_up_to_two : Prop :=
  forall (n D E : nat) (c : nat -> R) (g : nat -> nat),
  (0 < n)%nat ->
  (D * n <= E)%nat ->
  (forall q : nat, (q < E)%nat -> 0 < c q) ->
  (forall i j : nat, (i <= j)%nat -> (j < E)%nat -> c i <= c j) ->
  greedy_run n D E c g ->
  forall (a : nat -> nat) (opt : R),
  covers E n (fun _ : nat => 1) (fun _ : nat => INR D) a ->
  (forall j : nat, (j < n)%nat -> pays E c a j <= opt) ->
  (1 <= D <= 2)%nat -> forall j : nat, (j < n)%nat -> pays (D * n) c g j <= opt.

(** mukherjee-greedy-equal-bound: For tasks of demand D, at least 2, greedy pays at most 2 - 1/(D-1) times the
    optimum. *)
Definition mukherjee_greedy_equal_bound__greedy_factor : Prop :=
  forall (n D E : nat) (c : nat -> R) (g : nat -> nat),
  (0 < n)%nat ->
  (D * n <= E)%nat ->
  (forall q : nat, (q < E)%nat -> 0 < c q) ->
  (forall i j : nat, (i <= j)%nat -> (j < E)%nat -> c i <= c j) ->
  greedy_run n D E c g ->
  forall (a : nat -> nat) (opt : R),
  covers E n (fun _ : nat => 1) (fun _ : nat => INR D) a ->
  (forall j : nat, (j < n)%nat -> pays E c a j <= opt) ->
  (2 <= D)%nat -> forall j : nat, (j < n)%nat -> pays (D * n) c g j <= (2 - 1 / (INR D - 1)) * opt.

(** mukherjee-greedy-equal-limit: For tasks of demand D, at least 3, no factor below 2 - 1/(D-1) is enough. *)
Definition mukherjee_greedy_equal_limit__greedy_factor_approached : Prop :=
  forall (D : nat) (e : R),
  (3 <= D)%nat ->
  0 < e ->
  exists (n E : nat) (c : nat -> R) (a : nat -> nat) (opt : R),
    (0 < n)%nat /\
    (D * n <= E)%nat /\
    (forall q : nat, (q < E)%nat -> 0 < c q) /\
    (forall i j : nat, (i <= j)%nat -> (j < E)%nat -> c i <= c j) /\
    covers E n (fun _ : nat => 1) (fun _ : nat => INR D) a /\
    (forall j : nat, (j < n)%nat -> pays E c a j <= opt) /\
    0 < opt /\
    (exists g : nat -> nat, greedy_run n D E c g) /\
    (forall g : nat -> nat,
     greedy_run n D E c g -> exists j : nat, (j < n)%nat /\ (2 - 1 / (INR D - 1) - e) * opt < pays (D * n) c g j).
