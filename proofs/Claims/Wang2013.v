(** Claims of wang2013 and about it that are no cell: what each of them says in Coq.  The words are those of the ledger.  A definition
    has the name of the claim and of the theorem that is listed with it; cells.sh has Coq check that the theorem is of this type. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Common Require Import Sums.
From Fair.Cluster Require Import Model Drfh Waste Wang2013.
From Fair.Papers Require Wang2013.
From Fair.Cluster Require Tables PerServer LowUse.
Open Scope R_scope.

(** wang2013-lemma-1: What a user holds on a server is free of waste exactly when it is proportional to its demand;
    the factor, in normalised demands, is the global dominant share it has there. *)
Definition wang2013_lemma_1__wang2013_lemma_1_factor : Prop :=
  forall (m : nat) (d a C : nat -> R),
  row m d ->
  bundle m a ->
  (forall r : nat, (r < m)%nat -> 0 < C r) ->
  free_of_waste m d a <->
  (forall r : nat, (r < m)%nat -> a r / C r = maxratio m a C * (d r / C r / maxratio m d C)).

(** wang2013-lp7-value: The linear programme (7), which asks for equal shares, has the same value as the max-min
    problem (4). *)
Definition wang2013_lp7_value__wang2013_lp7_value : Prop :=
  forall I : inst,
  wang2013 I ->
  (0 < users I)%nat ->
  forall (x : placement) (v : R),
  equal_at I x v ->
  (forall (y : placement) (u : R), equal_at I y u -> u <= v) ->
  forall y : placement, feasible I y -> exists n : nat, (n < users I)%nat /\ tot I y n * global_share I n <= v.

(** wang2013-prop-1: DRFH: no user could run more tasks with what another holds, all demands being positive. *)
Definition wang2013_prop_1__wang2013_proposition_1 : Prop :=
  forall (I : inst) (x : placement), wang2013 I -> solves_7 I x -> envy_free I x /\ envy_free_aggregate I x.

(** wang2013-prop-2: DRFH: nobody can get more without somebody getting less, all demands being positive. *)
Definition wang2013_prop_2__wang2013_proposition_2 : Prop :=
  forall (I : inst) (x : placement), wang2013 I -> solves_7 I x -> pareto I (feasible I) x.

(** wang2013-prop-3: DRFH: no user can run more of its tasks by misreporting its demand, all demands being positive. *)
Definition wang2013_prop_3__wang2013_proposition_3 : Prop :=
  strategy_proof solves_7 wang2013.

(** wang2013-prop-4: DRFH: on one server DRFH is DRF, all demands being positive. *)
Definition wang2013_prop_4__wang2013_proposition_4 : Prop :=
  forall (I : inst) (x : placement), wang2013 I -> solves_7 I x -> reduces_to_drf I x.

(** wang2013-prop-5: DRFH: with a single resource the allocation is max-min fair, all demands being positive. *)
Definition wang2013_prop_5__wang2013_proposition_5 : Prop :=
  forall (I : inst) (x : placement), wang2013 I -> solves_7 I x -> single_resource_fair I (feasible I) x.

(** wang2013-prop-6: DRFH: if all users have the same global dominant resource, the allocation is max-min fair in
    it, all demands being positive. *)
Definition wang2013_prop_6__wang2013_proposition_6 : Prop :=
  forall (I : inst) (x : placement), wang2013 I -> solves_7 I x -> bottleneck_fair_global I (feasible I) x.

(** wang2013-prop-7: DRFH: when a user leaves, no other user loses tasks, all demands being positive. *)
Definition wang2013_prop_7__wang2013_proposition_7 : Prop :=
  population_monotone solves_7 wang2013.

(** wang2013-weighted-max-min: With weights the smallest share divided by the weight is maximised. *)
Definition wang2013_weighted_max_min__c_drfh_max_min : Prop :=
  forall (I : inst) (x y : placement) (n : nat),
  wf I ->
  c_drfh I x ->
  feasible I y ->
  (n < users I)%nat ->
  runs I n ->
  exists m : nat, (m < users I)%nat /\ tot I y m * global_share I m <= tot I x n * global_share I n.

(** wang2013-prop-1-aggregate: DRFH: no user could run more tasks with the sum of what another holds on all servers,
    all demands being positive. *)
Definition wang2013_prop_1_aggregate__wang2013_proposition_1 : Prop :=
  forall (I : inst) (x : placement), wang2013 I -> solves_7 I x -> envy_free I x /\ envy_free_aggregate I x.

(** wang2013-naive-low-utilisation: DRF applied to each server separately may use an arbitrarily small part of the
    resources. *)
Definition wang2013_naive_low_utilisation__low_use : Prop :=
  forall e : R,
  0 < e ->
  exists (I : Model.inst) (x y : Model.placement),
    Model.wf I /\
    Model.positive I /\
    Model.unconstrained I /\
    Model.endless I /\
    PerServer.drf_per_server I x /\
    Model.feasible I y /\
    (0 < Model.resources I)%nat /\
    (forall r : nat,
     (r < Model.resources I)%nat ->
     0 < Model.pool I r /\ LowUse.used_of I x r <= e * Model.pool I r /\ LowUse.used_of I y r = Model.pool I r).

(** wang2013-prop-3-proof: If a lie lifts the common share, the liar has less than before in its own terms, since
    otherwise the truthful allocation would not be Pareto optimal. *)
Definition wang2013_prop_3_proof__lifting_lie_loses : Prop :=
  forall (k : nat) (I J : Model.inst) (x x' : Model.placement) (v v' : R),
  Fair.Cluster.Wang2013.wang2013 I ->
  Fair.Cluster.Wang2013.wang2013 J ->
  Model.agree (Nat.eqb k) I J ->
  (k < Model.users I)%nat ->
  (2 <= Model.users I)%nat ->
  Fair.Cluster.Wang2013.solves_7 I x ->
  Fair.Cluster.Wang2013.equal_at I x v -> Fair.Cluster.Wang2013.equal_at J x' v' -> v < v' -> Model.gain I J x' k < Model.tot I x k.

(** wang2013-prop-7-proof: Without the user that left, the old placements of the others satisfy programme (8) at the old
    common share. *)
Definition wang2013_prop_7_proof__others_stay_equal : Prop :=
  forall (l : nat) (I : Model.inst) (x : Model.placement) (v : R),
  Model.wf I ->
  (l < Model.users I)%nat ->
  Fair.Cluster.Wang2013.equal_at I x v ->
  Fair.Cluster.Wang2013.equal_at (Model.without l I) (fun k : nat => x (Model.skip l k)) v /\
  (forall (x' : Model.placement) (v' : R),
   Fair.Cluster.Wang2013.equal_at (Model.without l I) x' v' ->
   (forall (y : Model.placement) (u : R), Fair.Cluster.Wang2013.equal_at (Model.without l I) y u -> u <= v') -> v <= v').
