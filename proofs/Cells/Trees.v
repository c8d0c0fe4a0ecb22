(** Cells of the matrix, queues in trees: for each mechanism, property and hypothesis a proposition, and for each proved cell a
    theorem of exactly that type.  Ids are those of the program.  An id that is not here makes the proposition false, so that
    nothing can be proved of it.

    Properties that the definition pages ask of instances without queues alone are asked of trees whose root holds users only. *)

From Coq Require Import Reals Lra Lia Arith List Bool String.
From Fair.Cluster Require Model Waste Drf Bottleneck Contributed.
From Fair.Tasks Require Server Filling.
From Fair.Tasks Require OneServer.
From Fair.Cells Require Tasks.
From Fair.Trees Require Tree Filling Stages Flat Picks Alone Waits.
Open Scope R_scope.

(** ** What a cell says *)

(** Whole tasks: Volcano takes users of one weight alone. *)
Definition whole_tasks (how : Picks.rule) (J : Tasks.job) (T : Tree.tree) (x : nat -> nat) : Prop :=
  Picks.by_picks (Tasks.users J) (Tasks.resources J) (Tasks.cap J) (Tasks.may J) (Tasks.demand J) (Tasks.limit J) T how x /\
  (how = Picks.Volcano -> forall i j r, (i < Tasks.users J)%nat -> (j < Tasks.users J)%nat -> (r < Tasks.resources J)%nat ->
    Tasks.weight J i r = Tasks.weight J j r).

Definition rule_of (m : string) : option Picks.rule :=
  match m with
  | "hdrf-tasks" => Some Picks.Rescaling
  | "hdrf-naive" => Some Picks.Naive
  | "hdrf-rescaled" => Some Picks.RescalingAll
  | "hdrf-collapsed" => Some Picks.Collapsed
  | "volcano-hdrf" => Some Picks.Volcano
  | _ => None
  end%string.

(** The root holds the users [ns] only, each with its one weight. *)
Definition no_queues (J : Tasks.job) (T : Tree.tree) (v : nat -> R) (ns : list nat) : Prop := T = Alone.bare v ns /\
  forall n r, In n ns -> (r < Tasks.resources J)%nat -> Tasks.weight J n r = v n.

(** [C] is what is concluded of an instance, given by its numbers of users and resources, in place of the property: the property
    itself in a cell, and in [Inhabited] that the instance is not of a given size. *)
Definition of_tasks (C : nat -> nat -> Prop -> Prop) (p : string) : option (Tasks.job -> Tree.tree -> (nat -> nat) -> Prop) :=
  let at_end J (P : Prop) := C (Tasks.users J) (Tasks.resources J) P in
  match p with
  | "feasible" | "non-wasteful" | "po" | "si-contributed" =>
      match Tasks.of_outcome p with Some Q => Some (fun J _ x => at_end J (Q J x)) | None => None end
  | "under-by-one" => match Tasks.of_outcome p with
      | Some Q => Some (fun J T x => forall v ns, no_queues J T v ns -> at_end J (Q J x))
      | None => None
      end
  | _ => None
  end%string.

(** Divisible tasks.  In si a user is entitled to its hierarchical share, and without queues to its part of all weights, which is no
    more: users that demand nothing count there. *)
Definition of_divisible (C : nat -> nat -> Prop -> Prop) (p : string) :
    option (Model.inst -> Tree.tree -> Model.placement -> Prop) :=
  let at_end I (P : Prop) := C (Model.users I) (Model.resources I) P in
  let flat (Q : Model.inst -> Model.placement -> Prop) :=
    Some (fun I T x => forall ns, T = Flat.flat I ns -> at_end I (Q I x)) in
  match p with
  | "feasible" => Some (fun I _ x => at_end I (Model.feasible I x))
  | "non-wasteful" => Some (fun I _ x => at_end I (Model.non_wasteful I (Model.gam I) x))
  | "po" => Some (fun I _ x => at_end I (Model.pareto I (Model.feasible I) x))
  | "si" => Some (fun I T x => at_end I (forall n e, (n < Model.users I)%nat -> e <= Tree.entitled n T ->
      Model.capped (Model.tk I n) (e * Model.gam I n 0%nat) <= Model.tot I x n))
  | "si-contributed" => Some (fun I _ x => at_end I (Contributed.contributed_incentive I x))
  | "single-server" => flat Model.reduces_to_drf
  | "srf" => flat (fun I => Model.single_resource_fair I (Model.feasible I))
  | "bf" => flat (fun I => Model.bottleneck_fair I (Model.feasible I))
  | "bf-global" => flat (fun I => Model.bottleneck_fair_global I (Model.feasible I))
  | _ => None
  end%string.

(** No starvation speaks of the rule from every state, and of no outcome. *)
Definition no_starvation (C : nat -> nat -> Prop -> Prop) (how : Picks.rule) : Prop := forall J T, Tasks.valid J ->
  Picks.rooted (Tasks.users J) (Tasks.resources J) (Tasks.cap J) (Tasks.may J) (Tasks.demand J) (Tasks.limit J) T ->
  C (Tasks.users J) (Tasks.resources J)
    (Waits.starves_none (Tasks.users J) (Tasks.resources J) (Tasks.cap J) (Tasks.may J) (Tasks.demand J) (Tasks.limit J) T how).

(** The cell of mechanism [m] and property [p] under hypothesis [h]. *)
Definition concluded (C : nat -> nat -> Prop -> Prop) (m p h : string) : Prop :=
  match h with
  | "none"%string =>
    match rule_of m, of_tasks C p with
    | Some how, Some Q => forall J T x, Tasks.valid J -> whole_tasks how J T x -> Q J T x
    | Some how, None => if String.eqb p "no-starvation" then no_starvation C how else False
    | None, _ =>
      if String.eqb m "hdrf" then
        match of_divisible C p with
        | Some Q => forall I T x, Model.wf I -> Filling.hdrf I T x -> Q I T x
        | None => False
        end
      else False
    end
  | _ => False
  end.
Definition cell (m p h : string) : Prop := concluded (fun _ _ P => P) m p h.

(** ** The cells that are proved *)

Local Open Scope string_scope.

Theorem hdrf__feasible__none : cell "hdrf" "feasible" "none".
Proof. intros I T x W [One [Pl [h [y [F [End Pt]]]]]]. exact (Stages.filled_feasible I T W One Pl h y x F End Pt). Qed.
Theorem hdrf__non_wasteful__none : cell "hdrf" "non-wasteful" "none".
Proof.
  intros I T x W H. pose proof (hdrf__feasible__none I T x W H) as F. apply Waste.placed_non_wasteful; [|apply F].
  intros n i Hn Hi. apply (Model.gam_nonneg I W n i Hn Hi).
Qed.
Theorem hdrf__po__none : cell "hdrf" "po" "none".
Proof. intros I T x W [One [Pl [h [y [F [End Pt]]]]]]. exact (Stages.filled_pareto I T W One Pl h y x F End Pt). Qed.
Theorem hdrf__si__none : cell "hdrf" "si" "none".
Proof. intros I T x W [One [Pl [h [y [F [End Pt]]]]]]. exact (Stages.filled_entitled I T W One Pl h y x F End Pt). Qed.
Theorem hdrf__si_contributed__none : cell "hdrf" "si-contributed" "none".
Proof.
  intros I T x W H. apply (Contributed.lone_contributor I x W (proj1 H));
    [exact (hdrf__feasible__none I T x W H)|exact (hdrf__po__none I T x W H)].
Qed.

Lemma flat_drf : forall I T x ns, Model.wf I -> Filling.hdrf I T x -> T = Flat.flat I ns -> Drf.drf (fun n _ => Model.wt I n) I x.
Proof. intros I T x ns W H E. subst T. exact (Flat.flat_is_drf I ns W (proj1 H) (proj1 (proj2 H)) x H). Qed.
Theorem hdrf__single_server__none : cell "hdrf" "single-server" "none".
Proof.
  intros I T x W H ns E. apply (Drf.drf_reduces_to_drf I (fun n _ => Model.wt I n) W); [reflexivity|].
  exact (flat_drf I T x ns W H E).
Qed.
Theorem hdrf__bf__none : cell "hdrf" "bf" "none".
Proof.
  intros I T x W H ns E. apply (Drf.drf_bottleneck_fair I (fun n _ => Model.wt I n) W); [reflexivity|].
  exact (flat_drf I T x ns W H E).
Qed.
Theorem hdrf__bf_global__none : cell "hdrf" "bf-global" "none".
Proof.
  intros I T x W H ns E. apply (Drf.drf_bottleneck_fair_global I (fun n _ => Model.wt I n) W); [reflexivity|].
  exact (flat_drf I T x ns W H E).
Qed.
Theorem hdrf__srf__none : cell "hdrf" "srf" "none".
Proof.
  intros I T x W H ns E One.
  apply (Drf.drf_bottleneck_fair_global I (fun n _ => Model.wt I n) W (fun _ _ _ => eq_refl) x (flat_drf I T x ns W H E)).
  apply Bottleneck.single_is_global; auto.
Qed.

(** Whole tasks: five rules *)
Lemma tasks_whole : forall how J T x, Tasks.valid J -> whole_tasks how J T x ->
  Filling.whole (Tasks.users J) (Tasks.resources J) (Tasks.cap J) (Tasks.may J) (Tasks.demand J) (Tasks.limit J) x.
Proof. intros how J T x V [H _]. exact (Picks.picks_whole _ _ _ _ _ _ T how _ V (proj1 H) x H). Qed.
Lemma tasks_best : forall how J T x, Tasks.valid J -> whole_tasks how J T x -> forall y,
  Filling.whole (Tasks.users J) (Tasks.resources J) (Tasks.cap J) (Tasks.may J) (Tasks.demand J) (Tasks.limit J) y ->
  (forall n, (n < Tasks.users J)%nat -> (x n <= y n)%nat) -> forall n, (n < Tasks.users J)%nat -> y n = x n.
Proof. intros how J T x V [H _] y. exact (Picks.picks_maximal _ _ _ _ _ _ T how _ V (proj1 H) x y H). Qed.
Lemma tasks_alone : forall how J T x, Tasks.valid J -> whole_tasks how J T x -> forall o, Tasks.owns_all J o ->
  forall n t, (n < Tasks.users J)%nat -> Tasks.fits_alone J n t -> (t <= x n)%nat.
Proof. intros how J T x V H. exact (Tasks.maximal_alone J x V (tasks_whole how J T x V H) (tasks_best how J T x V H)). Qed.
Lemma tasks_short : forall how J T x, Tasks.valid J -> whole_tasks how J T x -> forall v ns,
  no_queues J T v ns -> Tasks.against "drf-tasks" J (fun x y => (y <= x + 1)%nat) x.
Proof.
  intros how J T x V [H Same] v ns [-> Wt] y [s [Hs Hy]] n Hn.
  assert (R0 : (0 < Tasks.resources J)%nat) by (destruct (proj1 (proj2 (proj2 V)) n Hn) as [r [Hr _]]; lia).
  assert (In_ : forall i, In i ns -> (i < Tasks.users J)%nat).
  { intros i Hi. destruct H as [[_ [_ L]] _]. specialize (L i). rewrite Alone.leaves_bare in L. apply L in Hi. apply Hi. }
  apply (Alone.bare_short_by_one (Tasks.users J) (Tasks.resources J) (Tasks.cap J) (Tasks.may J) (Tasks.demand J) (Tasks.limit J)
    (Tasks.weight J) v ns s how V Hs (proj1 H) Wt) with (y := y); [|exact H|exists s; auto|exact Hn].
  intros Vo i j Hi Hj. rewrite <- (Wt i 0%nat Hi R0), <- (Wt j 0%nat Hj R0). apply (Same Vo); auto.
Qed.

Theorem hdrf_tasks__feasible__none : cell "hdrf-tasks" "feasible" "none".
Proof. intros J T x V H. exact (tasks_whole _ J T x V H). Qed.
Theorem hdrf_tasks__non_wasteful__none : cell "hdrf-tasks" "non-wasteful" "none".
Proof. intros J T x V H. exact (Tasks.none_idle J x (tasks_whole _ J T x V H)). Qed.
Theorem hdrf_tasks__po__none : cell "hdrf-tasks" "po" "none".
Proof. intros J T x V H. exact (tasks_best _ J T x V H). Qed.
Theorem hdrf_tasks__si_contributed__none : cell "hdrf-tasks" "si-contributed" "none".
Proof. intros J T x V H. exact (tasks_alone _ J T x V H). Qed.
Theorem hdrf_tasks__under_by_one__none : cell "hdrf-tasks" "under-by-one" "none".
Proof. intros J T x V H. exact (tasks_short _ J T x V H). Qed.
Theorem hdrf_naive__feasible__none : cell "hdrf-naive" "feasible" "none".
Proof. intros J T x V H. exact (tasks_whole _ J T x V H). Qed.
Theorem hdrf_naive__non_wasteful__none : cell "hdrf-naive" "non-wasteful" "none".
Proof. intros J T x V H. exact (Tasks.none_idle J x (tasks_whole _ J T x V H)). Qed.
Theorem hdrf_naive__po__none : cell "hdrf-naive" "po" "none".
Proof. intros J T x V H. exact (tasks_best _ J T x V H). Qed.
Theorem hdrf_naive__si_contributed__none : cell "hdrf-naive" "si-contributed" "none".
Proof. intros J T x V H. exact (tasks_alone _ J T x V H). Qed.
Theorem hdrf_naive__under_by_one__none : cell "hdrf-naive" "under-by-one" "none".
Proof. intros J T x V H. exact (tasks_short _ J T x V H). Qed.
Theorem hdrf_rescaled__feasible__none : cell "hdrf-rescaled" "feasible" "none".
Proof. intros J T x V H. exact (tasks_whole _ J T x V H). Qed.
Theorem hdrf_rescaled__non_wasteful__none : cell "hdrf-rescaled" "non-wasteful" "none".
Proof. intros J T x V H. exact (Tasks.none_idle J x (tasks_whole _ J T x V H)). Qed.
Theorem hdrf_rescaled__po__none : cell "hdrf-rescaled" "po" "none".
Proof. intros J T x V H. exact (tasks_best _ J T x V H). Qed.
Theorem hdrf_rescaled__si_contributed__none : cell "hdrf-rescaled" "si-contributed" "none".
Proof. intros J T x V H. exact (tasks_alone _ J T x V H). Qed.
Theorem hdrf_rescaled__under_by_one__none : cell "hdrf-rescaled" "under-by-one" "none".
Proof. intros J T x V H. exact (tasks_short _ J T x V H). Qed.
Theorem hdrf_collapsed__feasible__none : cell "hdrf-collapsed" "feasible" "none".
Proof. intros J T x V H. exact (tasks_whole _ J T x V H). Qed.
Theorem hdrf_collapsed__non_wasteful__none : cell "hdrf-collapsed" "non-wasteful" "none".
Proof. intros J T x V H. exact (Tasks.none_idle J x (tasks_whole _ J T x V H)). Qed.
Theorem hdrf_collapsed__po__none : cell "hdrf-collapsed" "po" "none".
Proof. intros J T x V H. exact (tasks_best _ J T x V H). Qed.
Theorem hdrf_collapsed__si_contributed__none : cell "hdrf-collapsed" "si-contributed" "none".
Proof. intros J T x V H. exact (tasks_alone _ J T x V H). Qed.
Theorem hdrf_collapsed__under_by_one__none : cell "hdrf-collapsed" "under-by-one" "none".
Proof. intros J T x V H. exact (tasks_short _ J T x V H). Qed.
Theorem volcano_hdrf__feasible__none : cell "volcano-hdrf" "feasible" "none".
Proof. intros J T x V H. exact (tasks_whole _ J T x V H). Qed.
Theorem volcano_hdrf__non_wasteful__none : cell "volcano-hdrf" "non-wasteful" "none".
Proof. intros J T x V H. exact (Tasks.none_idle J x (tasks_whole _ J T x V H)). Qed.
Theorem volcano_hdrf__po__none : cell "volcano-hdrf" "po" "none".
Proof. intros J T x V H. exact (tasks_best _ J T x V H). Qed.
Theorem volcano_hdrf__si_contributed__none : cell "volcano-hdrf" "si-contributed" "none".
Proof. intros J T x V H. exact (tasks_alone _ J T x V H). Qed.
Theorem volcano_hdrf__under_by_one__none : cell "volcano-hdrf" "under-by-one" "none".
Proof. intros J T x V H. exact (tasks_short _ J T x V H). Qed.
Theorem hdrf_collapsed__no_starvation__none : cell "hdrf-collapsed" "no-starvation" "none".
Proof. intros J T V R. exact (Waits.collapsed_starves_none _ _ _ _ _ _ T _ V R). Qed.
