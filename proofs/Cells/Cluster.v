(** Cells of the matrix, divisible tasks on servers: for each mechanism, property and hypothesis a proposition, and for
    each proved cell a theorem of exactly that type.  Ids are those of the program.  An id that is not here makes the
    proposition false, so that nothing can be proved of it.

    [Theorem] says that an argument is needed.  [Fact] says that the property restates a clause of the specification. *)

From Coq Require Import Reals Lra Lia Arith List String.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Yardstick Uniform Bottleneck Drfh TaskShare Drf PsDsf PsDsfTdm
  PerServer Waste Departure AssetFair Ceei BottleneckMax Contributed Weak WeakPositive.
Open Scope R_scope.

(** ** What a cell says *)

(** The specification of a mechanism.  [w] has weights per resource, which [drf] alone reads; [g] has rates, tasks per
    whole server, which [ps-dsf-tdm] alone reads. *)
Definition spec (m : string) : option (table -> (nat -> nat -> R) -> inst -> placement -> Prop) :=
  match m with
  | "uniform" => Some (fun _ _ => uniform)
  | "drf" => Some (fun w _ => drf w)
  | "drf-per-server" => Some (fun _ _ => drf_per_server)
  | "drfh" => Some (fun _ _ => drfh)
  | "c-drfh" => Some (fun _ _ => c_drfh)
  | "cdrf" => Some (fun _ _ => cdrf)
  | "tsf" => Some (fun _ _ => tsf)
  | "ps-dsf" => Some (fun _ _ => ps_dsf)
  | "ps-dsf-tdm" => Some (fun _ => ps_dsf_tdm)
  | "asset-fair" => Some (fun _ _ => asset_fair)
  | "ceei" => Some (fun _ _ => ceei)
  | "bmf" => Some (fun _ _ => bmf)
  | _ => None
  end%string.

Definition in_time (m : string) : bool := String.eqb m "ps-dsf-tdm".
Definition by_resource (m : string) : bool := String.eqb m "drf".

(** The placements that the mechanism's division of servers allows, and the tasks that a whole server runs. *)
Definition division (m : string) (g : nat -> nat -> R) (I : inst) : placement -> Prop :=
  if in_time m then feasible_time I g else feasible I.
Definition rate (m : string) (g : nat -> nat -> R) (I : inst) : nat -> nat -> R := if in_time m then g else gam I.

(** What is assumed of instances. *)
Definition assumed (h : string) : option (table -> inst -> Prop) :=
  match h with
  | "none" => Some (fun _ _ => True)
  | "positive" => Some (fun _ => positive)
  | "user-weights" => Some (fun w I => forall n r, (n < users I)%nat -> w n r = wt I n)
  | _ => None
  end%string.

(** Max-min fairness of levels on one server or one resource, with weights per resource. *)
Definition single_resource_fair_table I w x :=
  resources I = 1%nat -> fair I (feasible I) (fun n => dem I n 0%nat / (w n 0%nat * pool I 0%nat)) x.
Definition reduces_to_drf_table I w x := servers I = 1%nat -> fair I (feasible I) (drf_level I w) x.

(** Properties of one outcome.  A common bottleneck and lies are asked of instances without rates alone, which is how the
    definition pages have it: there [g] is what demand, capacity and eligible servers imply. *)
Definition of_outcome (m p : string) : option (table -> (nat -> nat -> R) -> inst -> placement -> Prop) :=
  match p with
  | "feasible" => Some (fun _ g I x => division m g I x)
  | "non-wasteful" => Some (fun _ g I x => non_wasteful I (rate m g I) x)
  | "si" => Some (fun w g I x => if by_resource m then sharing_incentive_table I w x
      else sharing_incentive I (rate m g I) x)
  | "ef" => Some (fun w g I x => if by_resource m then envy_free_table I w x
      else if in_time m then envy_free_time I g x /\ (g = gam I -> envy_free I x) else envy_free I x)
  | "ef-aggregate" => Some (fun _ _ I x => envy_free_aggregate I x)
  | "po" => Some (fun _ g I x => pareto I (division m g I) x)
  | "bf" => Some (fun _ g I x => g = gam I -> bottleneck_fair I (division m g I) x)
  | "bf-global" => Some (fun _ g I x => g = gam I -> bottleneck_fair_global I (division m g I) x)
  | "srf" => Some (fun w g I x => if by_resource m then single_resource_fair_table I w x
      else g = gam I -> single_resource_fair I (division m g I) x)
  | "bbf" => Some (fun _ _ => bottleneck_based_fair)
  | "bmf" => Some (fun _ _ => bottleneck_max_fair)
  | "si-contributed" => Some (fun _ g I x => g = gam I -> contributed_incentive I x)
  | "single-server" => Some (fun w _ I x => if by_resource m then reduces_to_drf_table I w x else reduces_to_drf I x)
  | _ => None
  end%string.

(** Which lies of user [k] a property is about: [I] is the truth and [J] the report. *)
Definition lie (p : string) : option (nat -> inst -> inst -> Prop) :=
  match p with
  | "sp" => Some (fun _ _ _ => True)
  | "sp-demand" => Some (fun k I J => el J k = el I k)
  | "sp-eligibility" => Some (fun k I J => dem J k = dem I k)
  | _ => None
  end%string.

Definition truthful (C : inst -> Prop -> Prop) (L : nat -> inst -> inst -> Prop) (S : inst -> placement -> Prop)
    (D : inst -> Prop) :=
  forall k I J x x', (k < users I)%nat -> wf I -> wf J -> D I -> D J ->
    agree (Nat.eqb k) I J -> L k I J -> S I x -> S J x' -> C I (gain I J x' k <= tot I x k).

(** Properties of two runs. [C] is what is concluded of an instance in place of the property: the property itself in a cell,
    and in [Inhabited] that the instance is not of a given size, so that its negation says that the hypotheses can be met. *)
Definition of_runs (C : inst -> Prop -> Prop) (p : string) (S : table -> (nat -> nat -> R) -> inst -> placement -> Prop)
    (D : table -> inst -> Prop) : option Prop :=
  match lie p with
  | Some L => Some (forall w, valid w -> truthful C L (fun I => S w (gam I) I) (D w))
  | None =>
    match p with
    | "group-sp" => Some (forall w, valid w -> forall k l I J x x', (k < users I)%nat -> (l < users I)%nat ->
        wf I -> wf J -> D w I -> D w J -> agree (fun n => Nat.eqb k n || Nat.eqb l n)%bool I J ->
        S w (gam I) I x -> S w (gam J) J x' ->
        C I (gain I J x' k <= tot I x k \/ gain I J x' l <= tot I x l))
    | "group-sp-weak" => Some (forall w, valid w -> forall k l I J x x', (k < users I)%nat -> (l < users I)%nat ->
        wf I -> wf J -> D w I -> D w J -> agree (fun n => Nat.eqb k n || Nat.eqb l n)%bool I J ->
        S w (gam I) I x -> S w (gam J) J x' ->
        C I (~ (tot I x k <= gain I J x' k /\ tot I x l <= gain I J x' l /\
                (tot I x k < gain I J x' k \/ tot I x l < gain I J x' l))))
    | "population-monotone" => Some (forall w g l I x x', valid w -> rates I g -> wf I -> D w I -> (l < users I)%nat ->
        S w g I x -> S (fun n => w (skip l n)) (fun n => g (skip l n)) (without l I) x' ->
        C I (forall n, (n < pred (users I))%nat -> tot I x (skip l n) <= tot I x' n))
    | "resource-monotone" => Some (forall w I c x x', valid w -> wf I -> D w I ->
        (forall i r, (i < servers I)%nat -> (r < resources I)%nat -> cap I i r <= c i r) ->
        S w (gam I) I x -> S w (gam (enlarge I c)) (enlarge I c) x' ->
        C I (forall n, (n < users I)%nat -> tot I x n <= tot I x' n))
    | _ => None
    end%string
  end.

(** The cell of mechanism [m] and property [p] under hypothesis [h]. *)
Definition concluded (C : inst -> Prop -> Prop) (m p h : string) : Prop :=
  match spec m, assumed h with
  | Some H, Some D =>
    match of_outcome m p with
    | Some Q => forall w g I x, valid w -> rates I g -> wf I -> D w I -> H w g I x -> C I (Q w g I x)
    | None => match of_runs C p H D with Some Q => Q | None => False end
    end
  | _, _ => False
  end.
Definition cell (m p h : string) : Prop := concluded (fun _ P => P) m p h.

(** ** The cells that are proved *)

Local Open Scope string_scope.

Lemma truthful_of L (S : inst -> placement -> Prop) D : strategy_proof S D -> truthful (fun _ P => P) L S D.
Proof. intros H k I J x x' Hk WI WJ DI DJ A _ HI HJ. apply (H k I J x x'); auto. Qed.

Lemma under_domain (S S' : inst -> placement -> Prop) (D : inst -> Prop) :
  (forall I x, S' I x -> D I /\ S I x) -> strategy_proof S D -> strategy_proof S' (fun _ => True).
Proof. intros E H k I J x x' Hk WI WJ _ _ A HI HJ. apply (H k I J x x'); auto; apply E with (1 := HI) || apply E with (1 := HJ). Qed.

Lemma pairs_under_domain (S S' : inst -> placement -> Prop) (D : inst -> Prop) :
  (forall I x, S' I x -> D I /\ S I x) -> pair_proof S D -> pair_proof S' (fun _ => True).
Proof. intros E H k l I J x x' Hk Hl WI WJ _ _ A HI HJ. apply (H k l I J x x'); auto; apply E with (1 := HI) || apply E with (1 := HJ). Qed.

(** uniform *)
Theorem uniform__feasible__none : cell "uniform" "feasible" "none".
Proof. intros w g I x V G W D H. apply outcomes_feasible; auto. right; left; exact H. Qed.
Theorem uniform__non_wasteful__none : cell "uniform" "non-wasteful" "none".
Proof. intros w g I x V G W D H. apply outcomes_non_wasteful; auto. right; left; exact H. Qed.
Fact uniform__si__none : cell "uniform" "si" "none".
Proof. intros w g I x V G W D H. apply uniform_sharing_incentive; exact H. Qed.
Theorem uniform__ef__none : cell "uniform" "ef" "none".
Proof. intros w g I x V G W D H. apply uniform_envy_free; auto. Qed.
Theorem uniform__sp__none : cell "uniform" "sp" "none".
Proof. intros w V. apply truthful_of, uniform_strategy_proof. Qed.
Theorem uniform__sp_demand__none : cell "uniform" "sp-demand" "none".
Proof. intros w V. apply truthful_of, uniform_strategy_proof. Qed.
Theorem uniform__sp_eligibility__none : cell "uniform" "sp-eligibility" "none".
Proof. intros w V. apply truthful_of, uniform_strategy_proof. Qed.
Theorem uniform__group_sp__none : cell "uniform" "group-sp" "none".
Proof. intros w V. exact uniform_pair_proof. Qed.
Theorem uniform__group_sp_weak__none : cell "uniform" "group-sp-weak" "none".
Proof. intros w V k l I J x x' Hk Hl WI WJ _ _ A H H'. exact (uniform_pair_weak k l I J x x' Hk Hl WI WJ A H H'). Qed.
Theorem uniform__population_monotone__none : cell "uniform" "population-monotone" "none".
Proof. intros w g l I x x' V G W D Hl H H'. exact (uniform_population_monotone l I x x' W D Hl H H'). Qed.
Theorem uniform__resource_monotone__none : cell "uniform" "resource-monotone" "none".
Proof. intros w I c x x' V W D More H H'. exact (uniform_resource_monotone I c x x' W More H H'). Qed.

(** drf *)
Fact drf__feasible__none : cell "drf" "feasible" "none".
Proof. intros w g I x V G W D H. apply outcomes_feasible; auto. do 7 right. exists w; exact H. Qed.
Fact drf__non_wasteful__none : cell "drf" "non-wasteful" "none".
Proof. intros w g I x V G W D H. apply outcomes_non_wasteful; auto. do 7 right. exists w; exact H. Qed.
Theorem drf__single_server__none : cell "drf" "single-server" "none".
Proof. intros w g I x V G W D H One. apply drf_fair; auto. Qed.
Theorem drf__po__none : cell "drf" "po" "none".
Proof. intros w g I x V G W D H. apply (drf_pareto I w W (proj1 H)); exact H. Qed.
Theorem drf__ef__none : cell "drf" "ef" "none".
Proof. intros w g I x V G W D H. apply (drf_envy_free_table I w W V (proj1 H)); exact H. Qed.
Theorem drf__si__user_weights : cell "drf" "si" "user-weights".
Proof.
  intros w g I x V G W D H. apply (drf_sharing_incentive_table I w W V (proj1 H)); [exact H|].
  intros q r _ _. apply (table_even I w D).
Qed.
Theorem drf__sp__none : cell "drf" "sp" "none".
Proof. intros w V. apply truthful_of, drf_strategy_proof; exact V. Qed.
Theorem drf__sp_demand__none : cell "drf" "sp-demand" "none".
Proof. intros w V. apply truthful_of, drf_strategy_proof; exact V. Qed.
Theorem drf__sp_eligibility__none : cell "drf" "sp-eligibility" "none".
Proof. intros w V. apply truthful_of, drf_strategy_proof; exact V. Qed.
Theorem drf__group_sp__none : cell "drf" "group-sp" "none".
Proof. intros w V. exact (drf_pair_proof w V). Qed.
Theorem drf__population_monotone__positive : cell "drf" "population-monotone" "positive".
Proof. intros w g l I x x' V G W D Hl H H'. exact (drf_leaver I w l x x' W V D Hl H H'). Qed.
Theorem drf__bf__user_weights : cell "drf" "bf" "user-weights".
Proof. intros w g I x V G W D H E. exact (drf_bottleneck_fair I w W D x H). Qed.
Theorem drf__bf_global__user_weights : cell "drf" "bf-global" "user-weights".
Proof. intros w g I x V G W D H E. exact (drf_bottleneck_fair_global I w W D x H). Qed.

(** One weight a user, taken from the only resource. *)
Definition reweigh (I : inst) (v : nat -> R) : inst :=
  mk (users I) (servers I) (resources I) (cap I) (dem I) v (el I) (tk I).
Lemma wf_reweigh I v : wf I -> (forall n, 0 < v n) -> wf (reweigh I v).
Proof. intros [A B _ C] V. split; [exact A|exact B|intros; apply V|exact C]. Qed.
Lemma feasible_reweigh I v x : feasible (reweigh I v) x <-> feasible I x.
Proof. split; intros [[A B T] C]; (split; [split; [exact A|exact B|exact T]|exact C]). Qed.
Lemma fair_reweigh I v s x : fair (reweigh I v) (feasible (reweigh I v)) s x -> fair I (feasible I) s x.
Proof. intros H n y Hn [F C]. apply (H n y Hn). split; [apply feasible_reweigh; exact F|exact C]. Qed.
Lemma drf_reweigh I v w x : drf w I x -> drf w (reweigh I v) x.
Proof. intros [O [F B]]. split; [exact O|]. split; [apply feasible_reweigh; exact F|exact B]. Qed.
Theorem drf__srf__none : cell "drf" "srf" "none".
Proof.
  intros w g I x V G W D H One. apply (fair_reweigh I (fun n => w n 0%nat)).
  exact (drf_single_resource_fair (reweigh I (fun n => w n 0%nat)) w x
    (wf_reweigh I _ W (fun n => V n 0%nat)) V (fun n _ => eq_refl) (drf_reweigh I _ w x H) One).
Qed.

(** drf-per-server *)
Theorem drf_per_server__feasible__none : cell "drf-per-server" "feasible" "none".
Proof. intros w g I x V G W D H. apply outcomes_feasible; auto. left; exact H. Qed.
Theorem drf_per_server__non_wasteful__none : cell "drf-per-server" "non-wasteful" "none".
Proof. intros w g I x V G W D H. apply outcomes_non_wasteful; auto. left; exact H. Qed.
Theorem drf_per_server__si__none : cell "drf-per-server" "si" "none".
Proof. intros w g I x V G W D H. apply drf_per_server_sharing_incentive; auto. Qed.
Theorem drf_per_server__ef__none : cell "drf-per-server" "ef" "none".
Proof. intros w g I x V G W D H. apply drf_per_server_envy_free; auto. Qed.
Theorem drf_per_server__sp__none : cell "drf-per-server" "sp" "none".
Proof. intros w V. apply truthful_of, drf_per_server_strategy_proof. Qed.
Theorem drf_per_server__sp_demand__none : cell "drf-per-server" "sp-demand" "none".
Proof. intros w V. apply truthful_of, drf_per_server_strategy_proof. Qed.
Theorem drf_per_server__sp_eligibility__none : cell "drf-per-server" "sp-eligibility" "none".
Proof. intros w V. apply truthful_of, drf_per_server_strategy_proof. Qed.
Theorem drf_per_server__single_server__none : cell "drf-per-server" "single-server" "none".
Proof. intros w g I x V G W D H. apply drf_per_server_reduces_to_drf; auto. Qed.
Theorem drf_per_server__population_monotone__positive : cell "drf-per-server" "population-monotone" "positive".
Proof. intros w g l I x x' V G W D Hl H H'. exact (drf_per_server_population_monotone l I x x' W D Hl H H'). Qed.

(** c-drfh *)
Fact c_drfh__feasible__none : cell "c-drfh" "feasible" "none".
Proof. intros w g I x V G W D H. apply outcomes_feasible; auto. do 2 right; left; exact H. Qed.
Fact c_drfh__non_wasteful__none : cell "c-drfh" "non-wasteful" "none".
Proof. intros w g I x V G W D H. apply outcomes_non_wasteful; auto. do 2 right; left; exact H. Qed.
Theorem c_drfh__po__none : cell "c-drfh" "po" "none".
Proof. intros w g I x V G W D H. apply c_drfh_pareto; auto. Qed.
Theorem c_drfh__ef__none : cell "c-drfh" "ef" "none".
Proof. intros w g I x V G W D H. apply c_drfh_envy_free; auto. Qed.
Theorem c_drfh__sp__none : cell "c-drfh" "sp" "none".
Proof. intros w V. apply truthful_of, c_drfh_strategy_proof. Qed.
Theorem c_drfh__sp_demand__none : cell "c-drfh" "sp-demand" "none".
Proof. intros w V. apply truthful_of, c_drfh_strategy_proof. Qed.
Theorem c_drfh__sp_eligibility__none : cell "c-drfh" "sp-eligibility" "none".
Proof. intros w V. apply truthful_of, c_drfh_strategy_proof. Qed.
Theorem c_drfh__group_sp__none : cell "c-drfh" "group-sp" "none".
Proof. intros w V. exact c_drfh_pair_proof. Qed.
Theorem c_drfh__bf_global__none : cell "c-drfh" "bf-global" "none".
Proof. intros w g I x V G W D H E. apply c_drfh_bottleneck_fair_global; auto. Qed.
Theorem c_drfh__srf__none : cell "c-drfh" "srf" "none".
Proof. intros w g I x V G W D H E. apply c_drfh_single_resource_fair; auto. Qed.
Theorem c_drfh__single_server__none : cell "c-drfh" "single-server" "none".
Proof. intros w g I x V G W D H. apply c_drfh_reduces_to_drf; auto. Qed.
Theorem c_drfh__population_monotone__positive : cell "c-drfh" "population-monotone" "positive".
Proof. intros w g l I x x' V G W D Hl H H'. exact (c_drfh_population_monotone l I x x' W D Hl H H'). Qed.

(** drfh *)
Fact drfh__feasible__none : cell "drfh" "feasible" "none".
Proof. intros w g I x V G W D H. apply outcomes_feasible; auto. do 3 right; left; exact H. Qed.
Fact drfh__non_wasteful__none : cell "drfh" "non-wasteful" "none".
Proof. intros w g I x V G W D H. apply outcomes_non_wasteful; auto. do 3 right; left; exact H. Qed.
Theorem drfh__po__none : cell "drfh" "po" "none".
Proof. intros w g I x V G W D H. apply drfh_pareto; auto. Qed.
Theorem drfh__ef__none : cell "drfh" "ef" "none".
Proof. intros w g I x V G W D H. apply drfh_envy_free; auto. Qed.
Theorem drfh__ef_aggregate__none : cell "drfh" "ef-aggregate" "none".
Proof. intros w g I x V G W D H. apply drfh_envy_free_aggregate; auto. Qed.
Theorem drfh__sp__none : cell "drfh" "sp" "none".
Proof. intros w V. apply truthful_of. exact (under_domain _ _ _ (fun I x H => H) drfh_strategy_proof). Qed.
Theorem drfh__sp_demand__none : cell "drfh" "sp-demand" "none".
Proof. intros w V. apply truthful_of. exact (under_domain _ _ _ (fun I x H => H) drfh_strategy_proof). Qed.
Theorem drfh__group_sp__none : cell "drfh" "group-sp" "none".
Proof. intros w V. exact (pairs_under_domain _ _ _ (fun I x H => H) drfh_pair_proof). Qed.
Theorem drfh__bf_global__none : cell "drfh" "bf-global" "none".
Proof. intros w g I x V G W D H E. apply drfh_bottleneck_fair_global; auto. Qed.
Theorem drfh__srf__none : cell "drfh" "srf" "none".
Proof. intros w g I x V G W D H E. apply drfh_single_resource_fair; auto. Qed.
Theorem drfh__single_server__none : cell "drfh" "single-server" "none".
Proof. intros w g I x V G W D H. apply drfh_reduces_to_drf; auto. Qed.
Theorem drfh__population_monotone__positive : cell "drfh" "population-monotone" "positive".
Proof. intros w g l I x x' V G W D Hl H H'. exact (drfh_population_monotone l I x x' W D Hl H H'). Qed.

(** tsf *)
Fact tsf__feasible__none : cell "tsf" "feasible" "none".
Proof. intros w g I x V G W D H. apply outcomes_feasible; auto. do 4 right; left; exact H. Qed.
Fact tsf__non_wasteful__none : cell "tsf" "non-wasteful" "none".
Proof. intros w g I x V G W D H. apply outcomes_non_wasteful; auto. do 4 right; left; exact H. Qed.
Theorem tsf__po__none : cell "tsf" "po" "none".
Proof. intros w g I x V G W D H. apply tsf_pareto; auto. Qed.
Theorem tsf__ef__none : cell "tsf" "ef" "none".
Proof. intros w g I x V G W D H. apply tsf_envy_free; auto. Qed.
Theorem tsf__sp__none : cell "tsf" "sp" "none".
Proof. intros w V. apply truthful_of, tsf_strategy_proof. Qed.
Theorem tsf__sp_demand__none : cell "tsf" "sp-demand" "none".
Proof. intros w V. apply truthful_of, tsf_strategy_proof. Qed.
Theorem tsf__sp_eligibility__none : cell "tsf" "sp-eligibility" "none".
Proof. intros w V. apply truthful_of, tsf_strategy_proof. Qed.
Theorem tsf__group_sp__none : cell "tsf" "group-sp" "none".
Proof. intros w V. exact tsf_pair_proof. Qed.
Theorem tsf__srf__none : cell "tsf" "srf" "none".
Proof. intros w g I x V G W D H E. apply tsf_single_resource_fair; auto. Qed.
Theorem tsf__single_server__none : cell "tsf" "single-server" "none".
Proof. intros w g I x V G W D H. apply tsf_reduces_to_drf; auto. Qed.
Theorem tsf__population_monotone__positive : cell "tsf" "population-monotone" "positive".
Proof. intros w g l I x x' V G W D Hl H H'. exact (tsf_population_monotone l I x x' W D Hl H H'). Qed.

(** cdrf *)
Fact cdrf__feasible__none : cell "cdrf" "feasible" "none".
Proof. intros w g I x V G W D H. apply outcomes_feasible; auto. do 5 right; left; exact H. Qed.
Fact cdrf__non_wasteful__none : cell "cdrf" "non-wasteful" "none".
Proof. intros w g I x V G W D H. apply outcomes_non_wasteful; auto. do 5 right; left; exact H. Qed.
Theorem cdrf__po__none : cell "cdrf" "po" "none".
Proof. intros w g I x V G W D H. apply cdrf_pareto; auto. Qed.
Theorem cdrf__ef__none : cell "cdrf" "ef" "none".
Proof. intros w g I x V G W D H. apply cdrf_envy_free; auto. Qed.
Theorem cdrf__ef_aggregate__none : cell "cdrf" "ef-aggregate" "none".
Proof. intros w g I x V G W D H. apply cdrf_envy_free_aggregate; auto. Qed.
Theorem cdrf__sp__none : cell "cdrf" "sp" "none".
Proof. intros w V. apply truthful_of. exact (under_domain _ _ _ (fun I x H => conj (proj1 H) H) cdrf_strategy_proof). Qed.
Theorem cdrf__sp_demand__none : cell "cdrf" "sp-demand" "none".
Proof. intros w V. apply truthful_of. exact (under_domain _ _ _ (fun I x H => conj (proj1 H) H) cdrf_strategy_proof). Qed.
Theorem cdrf__group_sp__none : cell "cdrf" "group-sp" "none".
Proof. intros w V. exact (pairs_under_domain _ _ _ (fun I x H => conj (proj1 H) H) cdrf_pair_proof). Qed.
Theorem cdrf__si__none : cell "cdrf" "si" "none".
Proof. intros w g I x V G W D H. apply cdrf_sharing_incentive; auto. Qed.
Theorem cdrf__srf__none : cell "cdrf" "srf" "none".
Proof. intros w g I x V G W D H E. apply cdrf_single_resource_fair; auto. Qed.
Theorem cdrf__single_server__none : cell "cdrf" "single-server" "none".
Proof. intros w g I x V G W D H. apply cdrf_reduces_to_drf; auto. Qed.
Theorem cdrf__population_monotone__positive : cell "cdrf" "population-monotone" "positive".
Proof. intros w g l I x x' V G W D Hl H H'. exact (cdrf_population_monotone l I x x' W D Hl H H'). Qed.
Theorem cdrf__bf__positive : cell "cdrf" "bf" "positive".
Proof. intros w g I x V G W D H E. apply cdrf_bottleneck_fair; auto. Qed.

(** ps-dsf *)
Fact ps_dsf__feasible__none : cell "ps-dsf" "feasible" "none".
Proof. intros w g I x V G W D H. apply outcomes_feasible; auto. do 6 right; left; exact H. Qed.
Fact ps_dsf__non_wasteful__none : cell "ps-dsf" "non-wasteful" "none".
Proof. intros w g I x V G W D H. apply outcomes_non_wasteful; auto. do 6 right; left; exact H. Qed.
Theorem ps_dsf__si__none : cell "ps-dsf" "si" "none".
Proof. intros w g I x V G W D H. apply ps_dsf_sharing_incentive; auto. Qed.
Theorem ps_dsf__ef__none : cell "ps-dsf" "ef" "none".
Proof. intros w g I x V G W D H. apply ps_dsf_envy_free; auto. Qed.
Theorem ps_dsf__bf__none : cell "ps-dsf" "bf" "none".
Proof. intros w g I x V G W D H E. apply ps_dsf_bottleneck_fair; auto. Qed.
Theorem ps_dsf__srf__none : cell "ps-dsf" "srf" "none".
Proof. intros w g I x V G W D H E. apply ps_dsf_single_resource_fair; auto. Qed.
Theorem ps_dsf__single_server__none : cell "ps-dsf" "single-server" "none".
Proof. intros w g I x V G W D H. apply ps_dsf_reduces_to_drf; auto. Qed.

(** ps-dsf-tdm *)
Fact ps_dsf_tdm__feasible__none : cell "ps-dsf-tdm" "feasible" "none".
Proof. intros w g I x V G W D H. apply outcomes_feasible_time; exact H. Qed.
Fact ps_dsf_tdm__non_wasteful__none : cell "ps-dsf-tdm" "non-wasteful" "none".
Proof. intros w g I x V G W D H. apply outcomes_non_wasteful_time; auto. Qed.
Theorem ps_dsf_tdm__si__none : cell "ps-dsf-tdm" "si" "none".
Proof. intros w g I x V G W D H. apply ps_dsf_tdm_sharing_incentive; auto. Qed.
Theorem ps_dsf_tdm__ef__none : cell "ps-dsf-tdm" "ef" "none".
Proof.
  intros w g I x V G W D H. split.
  - apply (proj1 ps_dsf_tdm_no_envy); auto.
  - intros E. apply (proj2 ps_dsf_tdm_no_envy); auto. rewrite <- E. exact H.
Qed.
Theorem ps_dsf_tdm__po__none : cell "ps-dsf-tdm" "po" "none".
Proof. intros w g I x V G W D H. apply ps_dsf_tdm_pareto; auto. Qed.
Theorem ps_dsf_tdm__bf__none : cell "ps-dsf-tdm" "bf" "none".
Proof. intros w g I x V G W D H E. rewrite E in *. apply ps_dsf_tdm_bottleneck_fair; auto. Qed.
Theorem ps_dsf_tdm__srf__none : cell "ps-dsf-tdm" "srf" "none".
Proof. intros w g I x V G W D H E. rewrite E in *. apply ps_dsf_tdm_single_resource_fair; auto. Qed.
Theorem ps_dsf_tdm__population_monotone__none : cell "ps-dsf-tdm" "population-monotone" "none".
Proof. intros w g l I x x' V G W D Hl H H'. exact (ps_dsf_tdm_population_monotone I g l x x' W G Hl H H'). Qed.
Theorem ps_dsf_tdm__sp__none : cell "ps-dsf-tdm" "sp" "none".
Proof. intros w V. apply truthful_of, ps_dsf_tdm_strategy_proof. Qed.
Theorem ps_dsf_tdm__sp_demand__none : cell "ps-dsf-tdm" "sp-demand" "none".
Proof. intros w V. apply truthful_of, ps_dsf_tdm_strategy_proof. Qed.
Theorem ps_dsf_tdm__sp_eligibility__none : cell "ps-dsf-tdm" "sp-eligibility" "none".
Proof. intros w V. apply truthful_of, ps_dsf_tdm_strategy_proof. Qed.
Theorem ps_dsf_tdm__group_sp__none : cell "ps-dsf-tdm" "group-sp" "none".
Proof. intros w V. exact ps_dsf_tdm_pair_proof. Qed.

(** asset-fair *)
Fact asset_fair__feasible__none : cell "asset-fair" "feasible" "none".
Proof. intros w g I x V G W D H. apply asset_fair_feasible; exact H. Qed.
Theorem asset_fair__non_wasteful__none : cell "asset-fair" "non-wasteful" "none".
Proof. intros w g I x V G W D H. apply feasible_non_wasteful; [exact W|apply H]. Qed.
Theorem asset_fair__po__none : cell "asset-fair" "po" "none".
Proof. intros w g I x V G W D H. apply asset_fair_pareto; auto. Qed.
Theorem asset_fair__ef__none : cell "asset-fair" "ef" "none".
Proof. intros w g I x V G W D H. apply asset_fair_envy_free; auto. Qed.
Theorem asset_fair__srf__none : cell "asset-fair" "srf" "none".
Proof. intros w g I x V G W D H E. apply asset_fair_single_resource; auto. Qed.
Theorem asset_fair__sp__none : cell "asset-fair" "sp" "none".
Proof. intros w V. apply truthful_of, asset_fair_strategy_proof. Qed.
Theorem asset_fair__sp_demand__none : cell "asset-fair" "sp-demand" "none".
Proof. intros w V. apply truthful_of, asset_fair_strategy_proof. Qed.
Theorem asset_fair__sp_eligibility__none : cell "asset-fair" "sp-eligibility" "none".
Proof. intros w V. apply truthful_of, asset_fair_strategy_proof. Qed.
Theorem asset_fair__group_sp__none : cell "asset-fair" "group-sp" "none".
Proof. intros w V. exact asset_fair_pair_proof. Qed.
Theorem asset_fair__population_monotone__positive : cell "asset-fair" "population-monotone" "positive".
Proof. intros w g l I x x' V G W D Hl H H'. exact (asset_fair_population_monotone l I x x' W D Hl H H'). Qed.

(** ceei *)
Fact ceei__feasible__none : cell "ceei" "feasible" "none".
Proof. intros w g I x V G W D H. apply ceei_feasible; exact H. Qed.
Theorem ceei__non_wasteful__none : cell "ceei" "non-wasteful" "none".
Proof. intros w g I x V G W D H. apply feasible_non_wasteful; [exact W|apply H]. Qed.
Theorem ceei__si__none : cell "ceei" "si" "none".
Proof. intros w g I x V G W D H. apply ceei_sharing_incentive; auto. Qed.
Theorem ceei__po__none : cell "ceei" "po" "none".
Proof. intros w g I x V G W D H. apply ceei_pareto; auto. Qed.
Theorem ceei__ef__none : cell "ceei" "ef" "none".
Proof. intros w g I x V G W D H. apply ceei_envy_free; auto. Qed.
Theorem ceei__bf__none : cell "ceei" "bf" "none".
Proof. intros w g I x V G W D H E. apply ceei_bottleneck_fair; auto. Qed.
Theorem ceei__bf_global__none : cell "ceei" "bf-global" "none".
Proof. intros w g I x V G W D H E. apply ceei_bottleneck_fair_global; auto. Qed.
Theorem ceei__srf__none : cell "ceei" "srf" "none".
Proof. intros w g I x V G W D H E. apply ceei_single_resource; auto. Qed.
Theorem ceei__bbf__none : cell "ceei" "bbf" "none".
Proof. intros w g I x V G W D H. apply ceei_bottleneck_based_fair; auto. Qed.

(** bmf *)
Fact bmf__feasible__none : cell "bmf" "feasible" "none".
Proof. intros w g I x V G W D H. apply bmf_feasible; exact H. Qed.
Theorem bmf__non_wasteful__none : cell "bmf" "non-wasteful" "none".
Proof. intros w g I x V G W D H. apply feasible_non_wasteful; [exact W|apply H]. Qed.
Fact bmf__bmf__none : cell "bmf" "bmf" "none".
Proof. intros w g I x V G W D H. apply bmf_bottlenecks; exact H. Qed.
Theorem bmf__bbf__none : cell "bmf" "bbf" "none".
Proof. intros w g I x V G W D H. apply bmf_bottleneck_based_fair; auto. Qed.
Theorem bmf__si__none : cell "bmf" "si" "none".
Proof. intros w g I x V G W D H. apply bmf_sharing_incentive; auto. Qed.
Theorem bmf__po__none : cell "bmf" "po" "none".
Proof. intros w g I x V G W D H. apply bmf_pareto; auto. Qed.
Theorem bmf__ef__none : cell "bmf" "ef" "none".
Proof. intros w g I x V G W D H. apply bmf_envy_free; auto. Qed.
Theorem bmf__bf__none : cell "bmf" "bf" "none".
Proof. intros w g I x V G W D H E. apply bmf_bottleneck_fair; auto. Qed.
Theorem bmf__bf_global__none : cell "bmf" "bf-global" "none".
Proof. intros w g I x V G W D H E. apply bmf_bottleneck_fair_global; auto. Qed.
Theorem bmf__srf__none : cell "bmf" "srf" "none".
Proof. intros w g I x V G W D H E. apply bmf_single_resource; auto. Qed.

(** Contributed servers. *)
Theorem tsf__si_contributed__none : cell "tsf" "si-contributed" "none".
Proof. intros w g I x V G W D H E. apply tsf_contributed_incentive; auto. Qed.
Theorem cdrf__si_contributed__none : cell "cdrf" "si-contributed" "none".
Proof. intros w g I x V G W D H E. apply cdrf_contributed_incentive; auto. Qed.
Theorem drf__si_contributed__none : cell "drf" "si-contributed" "none".
Proof.
  intros w g I x V G W D H E. apply (lone_contributor I x W (proj1 H) (proj1 (proj2 H))).
  apply (drf_pareto I w W (proj1 H)); exact H.
Qed.
Theorem asset_fair__si_contributed__none : cell "asset-fair" "si-contributed" "none".
Proof.
  intros w g I x V G W D H E. apply (lone_contributor I x W (proj1 H) (proj1 (proj2 H))). apply asset_fair_pareto; auto.
Qed.
Theorem ceei__si_contributed__none : cell "ceei" "si-contributed" "none".
Proof.
  intros w g I x V G W D H E. apply (lone_contributor I x W (proj1 H)); [apply ceei_feasible; exact H|apply ceei_pareto; auto].
Qed.
Theorem bmf__si_contributed__none : cell "bmf" "si-contributed" "none".
Proof.
  intros w g I x V G W D H E. apply (lone_contributor I x W (proj1 H)); [apply bmf_feasible; exact H|apply bmf_pareto; auto].
Qed.

(** Groups none of whom loses. *)
Theorem drf__group_sp_weak__positive : cell "drf" "group-sp-weak" "positive".
Proof.
  intros w V k l I J x x' Hk Hl WI WJ PI PJ A H H'.
  exact (pair_of_free _ k l I J x x' (drf_free w V) Hk Hl WI WJ PI PJ A H H').
Qed.
Theorem drfh__group_sp_weak__positive : cell "drfh" "group-sp-weak" "positive".
Proof.
  intros w V k l I J x x' Hk Hl WI WJ PI PJ A H H'.
  exact (pair_of_free _ k l I J x x' drfh_free Hk Hl WI WJ PI PJ A H H').
Qed.
Theorem cdrf__group_sp_weak__positive : cell "cdrf" "group-sp-weak" "positive".
Proof.
  intros w V k l I J x x' Hk Hl WI WJ PI PJ A H H'.
  exact (pair_of_free _ k l I J x x' cdrf_free Hk Hl WI WJ PI PJ A H H').
Qed.
Theorem asset_fair__group_sp_weak__positive : cell "asset-fair" "group-sp-weak" "positive".
Proof.
  intros w V k l I J x x' Hk Hl WI WJ PI PJ A H H'.
  exact (pair_of_free _ k l I J x x' asset_fair_free Hk Hl WI WJ PI PJ A H H').
Qed.
