(** Claims of khamse2017 and about it that are no cell: what each of them says in Coq.  The words are those of the ledger.  A definition
    has the name of the claim and of the theorem that is listed with it; cells.sh has Coq check that the theorem is of this type. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Cluster Require Import Model Complaint Drf Drfh PsDsf PsDsfTdm.
From Fair.Papers Require Khamse2017.
From Fair.Cluster Require Named Levels.
Open Scope R_scope.

(** khamse2017-tdm-implies-rdm: Every placement that is feasible under time division is feasible under resource
    division. *)
Definition khamse2017_tdm_implies_rdm__time_feasible : Prop :=
  forall I : inst, wf I -> forall y : placement, feasible_time I (gam I) y -> feasible I y.

(** khamse2017-theorem-1: A placement feasible under resource division is PS-DSF exactly when every user has a
    bottleneck resource on every server that it may use. *)
Definition khamse2017_theorem_1__khamse2017_theorem_1 : Prop :=
  forall (I : inst) (x : placement) (other : bool),
  wf I -> endless I -> feasible I x -> per_server_fair other I (gam I) (feasible I) x <-> bottlenecks I x.

(** khamse2017-theorem-2: A placement feasible under time division is PS-DSF exactly when servers are sold out and
    each is used only by users that stand lowest on it. *)
Definition khamse2017_theorem_2__khamse2017_theorem_2 : Prop :=
  forall (I : inst) (g : nat -> nat -> R) (x : placement),
  rates I g ->
  feasible_time I g x ->
  forall other : bool, endless I -> per_server_fair other I g (feasible_time I g) x <-> sold_to_lowest I g x.

(** khamse2017-proof-si-exchange: Under (37) two users can exchange parts of two servers so that both run more
    tasks. *)
Definition khamse2017_proof_si_exchange__exchange_37 : Prop :=
  forall ni nj mi mj t : R,
  0 < ni ->
  0 < nj ->
  0 < mi ->
  0 < mj ->
  0 < t ->
  nj / mj < ni / mi -> exists p q : R, 0 < p <= t /\ 0 < q <= t /\ 0 < ni * p - nj * q /\ 0 < mj * q - mi * p.

(** khamse2017-lemma-1-same-bottleneck: If all demands are positive, the same resource is a bottleneck for all users
    of a server. *)
Definition khamse2017_lemma_1_same_bottleneck__khamse2017_same_bottleneck : Prop :=
  forall (I : inst) (x : placement) (i n r : nat),
  wf I ->
  positive I ->
  ps_dsf I x ->
  (n < users I)%nat ->
  (i < servers I)%nat ->
  0 < gam I n i ->
  bottleneck I x n i r -> forall m : nat, (m < users I)%nat -> 0 < gam I m i -> bottleneck I x m i r.

(** khamse2017-lemma-2: Under PS-DSF with time division, no exchange of time between two users on two servers leaves
    one with more tasks and the other with no fewer. *)
Definition khamse2017_lemma_2__khamse2017_lemma_2 : Prop :=
  forall (I : inst) (g : nat -> nat -> R) (x y : placement) (n m : nat),
  wf I ->
  rates I g ->
  ps_dsf_tdm g I x ->
  feasible_time I g y ->
  (n < users I)%nat ->
  (m < users I)%nat ->
  (forall k : nat, (k < users I)%nat -> k <> n -> k <> m -> tot I y k = tot I x k) ->
  tot I x n < tot I y n -> tot I y m < tot I x m.

(** khamse2017-equation-39: Under PS-DSF with time division, whoever has tasks on a server has the smallest level
    there, among those that the server can run. *)
Definition khamse2017_equation_39__lowest_39 : Prop :=
  forall (I : inst) (g : nat -> nat -> R) (x : placement) (other : bool),
  rates I g ->
  feasible_time I g x ->
  endless I ->
  per_server_fair other I g (feasible_time I g) x ->
  forall m n i : nat,
  (m < users I)%nat ->
  (n < users I)%nat -> (i < servers I)%nat -> 0 < g n i -> 0 < x m i -> vds I g x m i <= vds I g x n i.

(** khamse2017-corollary-1: A saturated resource is a bottleneck of a user that stands lowest among those demanding
    it, once all that stand higher and demand it have no tasks there. *)
Definition khamse2017_corollary_1__khamse2017_corollary_1 : Prop :=
  forall (I : inst) (x : placement) (i n r : nat),
  wf I ->
  feasible I x ->
  (n < users I)%nat ->
  (i < servers I)%nat ->
  0 < gam I n i ->
  (r < resources I)%nat ->
  0 < dem I n r ->
  Sums.sum (users I) (fun m : nat => x m i * dem I m r) = cap I i r ->
  (forall m : nat,
   (m < users I)%nat -> 0 < dem I m r -> vds I (gam I) x n i < vds I (gam I) x m i -> x m i = 0) ->
  bottleneck I x n i r.

(** khamse2017-drf-si: DRF on one pool provides sharing incentive. *)
Definition khamse2017_drf_si__drf_sharing_incentive : Prop :=
  forall (I : inst) (w : table),
  wf I ->
  valid w ->
  (forall n r : nat, (n < users I)%nat -> w n r = wt I n) ->
  forall x : placement, drf w I x -> sharing_incentive I (gam I) x.

(** khamse2017-definition-1: DRF as Definition 1 has it, where no share per weight can rise without lowering one
    that is no larger, is max-min fairness of the dominant shares. *)
Definition khamse2017_definition_1__definition_1 : Prop :=
  forall (I : inst) (w : table) (x : placement),
  wf I ->
  valid w ->
  servers I = 1%nat ->
  feasible I x -> fair I (feasible I) (drf_level I w) x <-> leximin I (gam I) (feasible I) (drf_level I w) x.

(** khamse2017-table1-c-drfh-bf-global: C-DRFH is not bottleneck fair, a bottleneck being dominant for every user in
    the whole pool. *)
(* The theorem says the contrary. *)
Definition khamse2017_table1_c_drfh_bf_global__c_drfh_bottleneck_fair_global : Prop :=
  forall (I : inst) (x : placement), wf I -> c_drfh I x -> bottleneck_fair_global I (feasible I) x.

(** khamse2017-uniqueness-tdm: Under time division the totals of the PS-DSF allocation are unique. *)
Definition khamse2017_uniqueness_tdm__ps_dsf_tdm_unique : Prop :=
  forall (I : inst) (g : nat -> nat -> R) (x z : placement),
  wf I ->
  rates I g ->
  ps_dsf_tdm g I x -> ps_dsf_tdm g I z -> forall n : nat, (n < users I)%nat -> tot I x n = tot I z n.

(** khamse2017-c-drfh-strategy: If the dominant resource were sought among the servers that a user names as
    eligible, users could gain by naming other servers; measuring as if there were no constraints avoids this. *)
Definition khamse2017_c_drfh_strategy__naming_servers : Prop :=
  (exists (I J : inst) (x x' : placement),
     wf I /\
     wf J /\
     agree (Nat.eqb 0) I J /\
     (forall n r : nat, dem J n r = dem I n r) /\
     Named.named I x /\ Named.named J x' /\ tot I x 0 < gain I J x' 0) /\
  strategy_proof c_drfh (fun _ : inst => True).

(** khamse2017-proof-sp-gainers: If a lie pays, then on every server where somebody that gains by it has tasks
    afterwards, the smallest level has risen. *)
Definition khamse2017_proof_sp_gainers__gainers_raise_levels : Prop :=
  forall (k : nat) (I J : inst) (x x' : placement) (m i : nat) (v v' : R),
  wf I ->
  wf J ->
  agree (Nat.eqb k) I J ->
  ps_dsf_tdm (gam I) I x ->
  ps_dsf_tdm (gam J) J x' ->
  (m < users I)%nat ->
  (i < servers I)%nat ->
  tot I x m < gain I J x' m ->
  0 < x' m i ->
  el I m i = true -> Levels.least_level I (gam I) x i v -> Levels.least_level J (gam J) x' i v' -> v < v'.

(** khamse2017-drfh-no-si: DRFH does not provide sharing incentive. *)
Definition khamse2017_drfh_no_si__drfh_no_sharing_incentive : Prop :=
  exists (I : inst) (x : placement), wf I /\ positive I /\ drfh I x /\ ~ sharing_incentive I (gam I) x.
