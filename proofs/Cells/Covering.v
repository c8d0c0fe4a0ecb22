(** Cells of the matrix, tasks that are covered: for each mechanism, property and hypothesis a proposition, and for each
    proved cell a theorem of exactly that type.  Ids are those of the program.  An id that is not here makes the
    proposition false, so that nothing can be proved of it.

    [Theorem] says that an argument is needed.  [Fact] says that the property restates a clause of the specification. *)

From Coq Require Import Reals Lra Lia Arith String.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition Feasible Sizes Rounding Sorting.
From Fair.Covering Require Fairest.
Open Scope R_scope.

(** ** What a cell says *)

(** Resources with costs and sizes, tasks with demands and isolation costs. *)
Record stock := a_stock {
  resources : nat;
  tasks : nat;
  cost : nat -> R;
  size : nat -> R;
  demand : nat -> R;
  alone : nat -> R
}.

Definition valid (S : stock) : Prop :=
  (forall i, (i < resources S)%nat -> 0 < cost S i) /\ (forall i, (i < resources S)%nat -> 0 < size S i)
  /\ (forall j, (j < tasks S)%nat -> 0 < demand S j)
  /\ forall j, (j < tasks S)%nat -> 0 < alone S j
       /\ isolation (resources S) (cost S) (size S) (demand S j) (alone S j).

(** Sizes 1 and whole demands. *)
Definition unit_sizes (S : stock) (D : nat -> nat) : Prop :=
  (forall i, (i < resources S)%nat -> size S i = 1) /\ forall j, (j < tasks S)%nat -> demand S j = INR (D j) /\ (0 < D j)%nat.

(** Fractions with the ratio that is reported, or each resource's task, a number of no task standing for none. *)
Inductive outcome := Fractions (rho : R) (x : nat -> nat -> R) | Assignment (a : nat -> nat).

Definition rows (P : nat -> nat -> (nat -> R) -> (nat -> R) -> (nat -> R) -> (nat -> R) -> R -> (nat -> nat -> R) -> Prop)
  (S : stock) : R -> (nat -> nat -> R) -> Prop := P (resources S) (tasks S) (cost S) (size S) (demand S) (alone S).
Definition covered (S : stock) (a : nat -> nat) : Prop := covers (resources S) (tasks S) (size S) (demand S) a.
Definition within (S : stock) (a : nat -> nat) (rho : R) : Prop :=
  ratio_at_most (resources S) (tasks S) (cost S) (alone S) a rho.

(** Fractions for the smallest ratio. *)
Definition solved P (S : stock) (o : outcome) : Prop :=
  match o with Fractions rho x => value (rows P S) rho /\ rows P S rho x | Assignment _ => False end.

(** The search by halves: fractions of the pruned programme for the upper end of the last interval, which is at most
    1/1000 long, and none for its lower end, unless that is 1. *)
Definition halved (S : stock) (o : outcome) : Prop :=
  match o with
  | Fractions rho x => (exists D, unit_sizes S D) /\ rows pruned S rho x
      /\ exists lo, lo <= rho <= lo + / 1000 /\ (lo = 1 \/ forall y, ~ rows pruned S lo y)
  | Assignment _ => False
  end.

Definition fairest (S : stock) (o : outcome) : Prop :=
  match o with
  | Assignment a => covered S a /\ forall b r, covered S b -> within S b r -> within S a r
  | Fractions _ _ => False
  end.

(** Rounding by slots and a matching: task [j] has [D j] slots, [p j t i] is the part of resource [i] that slot [t]
    holds, poured in the order of descending cost from fractions of the pruned programme for its value, and [e j t] is
    the resource with which the slot is matched. A task has no other resources. *)
Definition slots (S : stock) (D : nat -> nat) (rho : R) (x : nat -> nat -> R) (p : nat -> nat -> nat -> R) : Prop :=
  forall j, (j < tasks S)%nat ->
    (forall t i, (t < D j)%nat -> (i < resources S)%nat -> 0 <= p j t i)
    /\ (forall t, (t < D j)%nat -> sum (resources S) (fun i => p j t i) = 1)
    /\ (forall i, (i < resources S)%nat -> sum (D j) (fun t => p j t i) <= x i j)
    /\ forall t i q, (Datatypes.S t < D j)%nat -> (i < resources S)%nat -> (q < resources S)%nat ->
         0 < p j t i -> 0 < p j (Datatypes.S t) q -> cost S q <= cost S i.
Definition matched (S : stock) (D : nat -> nat) (p : nat -> nat -> nat -> R) (e : nat -> nat -> nat) (a : nat -> nat) : Prop :=
  forall j, (j < tasks S)%nat ->
    (forall t, (t < D j)%nat -> (e j t < resources S)%nat /\ 0 < p j t (e j t))
    /\ forall i, (i < resources S)%nat -> a i = j -> exists t, (t < D j)%nat /\ e j t = i.
Definition rounded (S : stock) (o : outcome) : Prop :=
  match o with
  | Assignment a => covered S a /\ exists D rho x p e, unit_sizes S D /\ value (rows pruned S) rho /\ rows pruned S rho x
      /\ slots S D rho x p /\ matched S D p e a
  | Fractions _ _ => False
  end.

(** Greedy: of the rule only this is needed, that a resource goes to a task that needs something. *)
Definition served (S : stock) (o : outcome) : Prop :=
  match o with
  | Assignment a => exists D g, unit_sizes S D /\ (all_demands (tasks S) D <= resources S)%nat
      /\ serves_the_needy (tasks S) D g /\ forall i, (i < resources S)%nat -> a i = handed_out (tasks S) D g i
  | Fractions _ _ => False
  end.

Definition spec (m : string) : option (stock -> outcome -> Prop) :=
  match m with
  | "lp-naive" => Some (solved naive)
  | "lp-pruned" => Some (solved pruned)
  | "lp-sized" => Some (solved sized)
  | "lp-bisection" => Some halved
  | "optimum" => Some fairest
  | "rounding" => Some rounded
  | "greedy" => Some served
  | "greedy-last" => Some served
  | _ => None
  end%string.

Definition assumed (h : string) : option (stock -> Prop) :=
  match h with
  | "none" => Some (fun _ => True)
  | "unit" => Some (fun S => exists D, unit_sizes S D)
  | _ => None
  end%string.

(** [C] is what is concluded of resources and tasks in place of the property: the property itself in a cell, and in [Inhabited]
    that there are not so many. *)
Definition holds (C : stock -> Prop -> Prop) (p : string) : option (stock -> outcome -> Prop) :=
  match p with
  | "feasible" => Some (fun S o => C S
      match o with
      | Fractions _ x => (forall i j, (i < resources S)%nat -> (j < tasks S)%nat -> 0 <= x i j)
          /\ (forall i, (i < resources S)%nat -> sum (tasks S) (fun j => x i j) <= 1)
          /\ forall j, (j < tasks S)%nat -> demand S j <= sum (resources S) (fun i => size S i * x i j)
      | Assignment a => (forall i, (i < resources S)%nat -> sum (tasks S) (fun j => given a i j) <= 1)
          /\ forall j, (j < tasks S)%nat -> demand S j <= sum (resources S) (fun i => size S i * given a i j)
      end)
  | "relaxation" => Some (fun S o =>
      match o with
      | Fractions rho _ => forall a opt, covered S a -> within S a opt -> C S (rho <= opt)
      | Assignment _ => True
      end)
  | "rounding-bound" => Some (fun S o =>
      match o with
      | Assignment a => forall rho, value (rows pruned S) rho ->
          C S (forall j, (j < tasks S)%nat -> pays (resources S) (cost S) a j <= 2 * rho * alone S j)
      | Fractions _ _ => True
      end)
  | "greedy-bound" => Some (fun S o =>
      match o with
      | Assignment a => forall eps, 0 <= eps -> (forall i, (i < resources S)%nat -> 1 <= cost S i) ->
          (forall p q, (p < resources S)%nat -> (q < resources S)%nat -> cost S p < cost S q ->
             exists u, (u < resources S)%nat /\ cost S p < cost S u <= cost S p + eps) ->
          C S (Fairest.greedy_bound (resources S) (tasks S) (cost S) (size S) (demand S) (alone S) eps a)
      | Fractions _ _ => True
      end)
  | "greedy-bound-literal" => Some (fun S o =>
      match o with
      | Assignment a => C S (Fairest.greedy_bound (resources S) (tasks S) (cost S) (size S) (demand S) (alone S) 0 a)
      | Fractions _ _ => True
      end)
  | _ => None
  end%string.

(** The cell of mechanism [m] and property [p] under hypothesis [h]. *)
Definition concluded (C : stock -> Prop -> Prop) (m p h : string) : Prop :=
  match spec m, assumed h, holds C p with
  | Some H, Some D, Some Q => forall S o, valid S -> D S -> H S o -> Q S o
  | _, _, _ => False
  end.
Definition cell (m p h : string) : Prop := concluded (fun _ P => P) m p h.

(** ** Helpers *)

Lemma sizes_ext : forall E n c s s' D D' I, (forall i, (i < E)%nat -> s i = s' i) -> (forall j, (j < n)%nat -> D j = D' j) ->
  forall rho x, pruned E n c s D I rho x -> pruned E n c s' D' I rho x.
Proof.
  intros E n c s s' D D' I Hs HD rho x [[A [B [C P]]] Q]. split; [|exact Q].
  split; [exact A|]. split; [exact B|]. split; [|exact P].
  intros j Hj. rewrite <- HD by exact Hj. rewrite <- (sum_ext E (fun i => s i * x i j)); [apply C; exact Hj|].
  intros i Hi. rewrite Hs by exact Hi. reflexivity.
Qed.

Lemma covers_ext : forall E n s s' D D' a, (forall i, (i < E)%nat -> s i = s' i) -> (forall j, (j < n)%nat -> D j = D' j) ->
  covers E n s D a -> covers E n s' D' a.
Proof.
  intros E n s s' D D' a Hs HD C j Hj. rewrite <- HD by exact Hj.
  rewrite <- (sum_ext E (fun i => s i * given a i j)); [apply C; exact Hj|].
  intros i Hi. rewrite Hs by exact Hi. reflexivity.
Qed.

(** What a task pays is at most what the resources of its slots cost. *)
Lemma pays_slots : forall E c a j K (e : nat -> nat), (forall i, (i < E)%nat -> 0 <= c i) ->
  (forall t, (t < K)%nat -> (e t < E)%nat) ->
  (forall i, (i < E)%nat -> a i = j -> exists t, (t < K)%nat /\ e t = i) ->
  pays E c a j <= sum K (fun t => c (e t)).
Proof.
  intros E c a j K e C In Own. unfold pays.
  apply Rle_trans with (sum E (fun i => sum K (fun t => c i * (if Nat.eqb (e t) i then 1 else 0)))).
  - apply sum_le. intros i Hi. pose proof (C i Hi) as Ci.
    assert (P : forall t, 0 <= c i * (if Nat.eqb (e t) i then 1 else 0)).
    { intros t. destruct (Nat.eqb (e t) i); lra. }
    unfold given. destruct (Nat.eq_dec (a i) j) as [Y|_].
    + destruct (Own i Hi Y) as [t [Ht E1]].
      apply Rle_trans with (c i * (if Nat.eqb (e t) i then 1 else 0)).
      * rewrite E1, Nat.eqb_refl. lra.
      * apply (sum_term_le K (fun t => c i * (if Nat.eqb (e t) i then 1 else 0))); auto.
    + rewrite Rmult_0_r. apply sum_nonneg. intros t _. apply P.
  - rewrite sum_swap. apply sum_le. intros t Ht. right. apply sum_single. apply In; exact Ht.
Qed.

(** The specifications can be met: one task of demand 1 and one resource of cost 1. *)
Definition single : stock := a_stock 1 1 (fun _ => 1) (fun _ => 1) (fun _ => 1) (fun _ => 1).

Lemma single_valid : valid single /\ unit_sizes single (fun _ => 1%nat).
Proof.
  split.
  - split; [intros; simpl; lra|]. split; [intros; simpl; lra|]. split; [intros; simpl; lra|].
    intros j Hj. split; [simpl; lra|]. exact isolation_witness.
  - split; [intros; reflexivity|]. intros j Hj. split; [reflexivity|lia].
Qed.

Lemma single_fractions : rows pruned single 1 (fun _ _ => 1) /\ forall r x, rows pruned single r x -> 1 <= r.
Proof.
  split.
  - split; [split; [|split; [|split]]|]; simpl; intros; lra.
  - intros r x [[_ [_ [C P]]] _]. specialize (C 0%nat ltac:(simpl; lia)). specialize (P 0%nat ltac:(simpl; lia)).
    simpl in C, P. lra.
Qed.

Lemma rounded_witness : valid single /\ rounded single (Assignment (fun _ => 0%nat)).
Proof.
  destruct single_valid as [V U]. destruct single_fractions as [F L]. split; [exact V|]. split.
  - intros j Hj. simpl in *. replace j with 0%nat by lia. unfold given. simpl. lra.
  - exists (fun _ => 1%nat), 1, (fun _ _ => 1), (fun _ _ _ => 1), (fun _ _ => 0%nat).
    split; [exact U|]. split; [split; [exists (fun _ _ => 1); exact F|exact L]|]. split; [exact F|]. split.
    + intros j Hj. split; [intros; lra|]. split; [intros; simpl; lra|]. split; [intros; simpl; lra|]. intros t i q Ht. lia.
    + intros j Hj. split; [intros t Ht; simpl; split; [lia|lra]|].
      intros i Hi _. exists 0%nat. simpl in Hi. split; lia.
Qed.

Lemma halved_witness : valid single /\ halved single (Fractions 1 (fun _ _ => 1)).
Proof.
  destruct single_valid as [V U]. destruct single_fractions as [F _]. split; [exact V|]. split; [exists (fun _ => 1%nat); exact U|].
  split; [exact F|]. exists 1. split; [lra|left; reflexivity].
Qed.

(** ** The cells that are proved *)

Local Open Scope string_scope.

Fact lp_naive__feasible__none : cell "lp-naive" "feasible" "none".
Proof. intros S [rho x|a] V D H; [|destruct H]. exact (fractions_feasible _ _ _ _ _ _ rho x (proj2 H)). Qed.
Fact lp_pruned__feasible__none : cell "lp-pruned" "feasible" "none".
Proof. intros S [rho x|a] V D H; [|destruct H]. exact (fractions_feasible _ _ _ _ _ _ rho x (proj1 (proj2 H))). Qed.
Fact lp_sized__feasible__none : cell "lp-sized" "feasible" "none".
Proof. intros S [rho x|a] V D H; [|destruct H]. exact (fractions_feasible _ _ _ _ _ _ rho x (proj1 (proj1 (proj2 H)))). Qed.
Fact lp_bisection__feasible__none : cell "lp-bisection" "feasible" "none".
Proof. intros S [rho x|a] V D H; [|destruct H]. exact (fractions_feasible _ _ _ _ _ _ rho x (proj1 (proj1 (proj2 H)))). Qed.
Fact optimum__feasible__none : cell "optimum" "feasible" "none".
Proof. intros S [rho x|a] V D H; [destruct H|]. exact (assignment_feasible _ _ _ _ a (proj1 H)). Qed.
Fact rounding__feasible__none : cell "rounding" "feasible" "none".
Proof. intros S [rho x|a] V D H; [destruct H|]. exact (assignment_feasible _ _ _ _ a (proj1 H)). Qed.

Lemma served_covered : forall S a, served S (Assignment a) -> covered S a.
Proof.
  intros S a [D [g [[U W] [Room [Needy Same]]]]].
  pose proof (proj1 (greedy_covers (resources S) (tasks S) D g Room Needy)) as C.
  intros j Hj. destruct (W j Hj) as [-> _].
  apply Rle_trans with (1 := C j Hj). right. apply sum_ext. intros i Hi.
  unfold given. rewrite (Same i Hi), (U i Hi). reflexivity.
Qed.
Theorem greedy__feasible__none : cell "greedy" "feasible" "none".
Proof. intros S [rho x|a] V D H; [destruct H|]. exact (assignment_feasible _ _ _ _ a (served_covered S a H)). Qed.
Theorem greedy_last__feasible__none : cell "greedy-last" "feasible" "none".
Proof. intros S [rho x|a] V D H; [destruct H|]. exact (assignment_feasible _ _ _ _ a (served_covered S a H)). Qed.

Theorem lp_naive__relaxation__none : cell "lp-naive" "relaxation" "none".
Proof.
  intros S [rho x|a] V D H; [|destruct H]. intros a opt C R.
  exact (naive_is_relaxation _ _ _ _ _ _ a rho opt (proj1 H) C R).
Qed.
Theorem lp_pruned__relaxation__none : cell "lp-pruned" "relaxation" "none".
Proof.
  intros S [rho x|a] V D H; [|destruct H]. intros a opt C R.
  exact (pruned_is_relaxation _ _ _ _ _ _ a rho opt (proj1 V) (proj1 H) C R).
Qed.

(** Every outcome of the rule, and not some assignment: the matching may be any one. *)
Theorem rounding__rounding_bound__none : cell "rounding" "rounding-bound" "none".
Proof.
  intros S [rho x|a] V _ H; [destruct H|]. destruct H as [Cov [D [rho [x [p [e [U [Val [Fx [Sl Ma]]]]]]]]]].
  intros rho' Val' j Hj.
  assert (Same : rho' = rho).
  { destruct Val as [_ L], Val' as [[x' Fx'] L']. apply Rle_antisym; [apply (L' rho x Fx)|apply (L rho' x' Fx')]. }
  rewrite Same. destruct (Sl j Hj) as [Pos [Full [From Down]]]. destruct (Ma j Hj) as [In Own].
  destruct Fx as [[X0 [_ [_ Pay]]] Cut]. destruct V as [C _]. destruct (proj2 U j Hj) as [_ Dj].
  assert (Parts : forall i t, (i < resources S)%nat -> (t < D j)%nat -> p j t i <= x i j).
  { intros i t Hi Ht. apply Rle_trans with (2 := From i Hi).
    apply (sum_term_le (D j) (fun t => p j t i)); [intros u Hu; apply Pos; assumption|exact Ht]. }
  apply Rle_trans with (sum (D j) (fun t => cost S (e j t))).
  - apply pays_slots; [intros i Hi; apply Rlt_le, C; exact Hi|intros t Ht; apply In; exact Ht|exact Own].
  - apply Rlt_le. replace (2 * rho * alone S j) with (2 * (rho * alone S j)) by ring.
    apply (counting (resources S) (D j) (cost S) (p j) (e j) (rho * alone S j)); auto.
    + apply Rle_trans with (2 := Pay j Hj). rewrite sum_swap. apply sum_le. intros i Hi. rewrite sum_scal.
      apply Rmult_le_compat_l; [apply Rlt_le, C; exact Hi|apply From; exact Hi].
    + intros i Hi P. apply Rnot_lt_le. intros L. specialize (Cut i j Hi Hj L). specialize (Parts i 0%nat Hi Dj). lra.
Qed.

Theorem optimum__rounding_bound__unit : cell "optimum" "rounding-bound" "unit".
Proof.
  intros S [rho x|a] V [D [U W]] H; [destruct H|]. intros rho Val j Hj. destruct H as [Cov Best].
  assert (Ext : forall s, value (rows pruned S) s ->
    value (pruned (resources S) (tasks S) (cost S) (fun _ => 1) (fun j => INR (D j)) (alone S)) s).
  { intros s [[x Fx] L]. split.
    - exists x. apply (sizes_ext _ _ _ (size S) _ (demand S)); [exact U|intros k Hk; apply W; exact Hk|exact Fx].
    - intros r y Fy. apply (L r y). apply (sizes_ext _ _ _ (fun _ => 1) _ (fun j => INR (D j))); [| |exact Fy].
      + intros i Hi. symmetry. apply U; exact Hi.
      + intros k Hk. symmetry. apply W; exact Hk. }
  apply (optimum_bound_any_order (resources S) (tasks S) (cost S) D (alone S) rho a); auto.
  - apply (proj1 V).
  - intros k Hk. apply W; exact Hk.
  - intros b r Cb Rb. apply (Best b r); [|exact Rb].
    apply (covers_ext _ _ (fun _ => 1) _ (fun j => INR (D j))); [| |exact Cb].
    + intros i Hi. symmetry. apply U; exact Hi.
    + intros k Hk. symmetry. apply W; exact Hk.
Qed.

Theorem optimum__greedy_bound__none : cell "optimum" "greedy-bound" "none".
Proof.
  intros S [rho x|a] V D H; [destruct H|]. intros eps He _ _.
  apply Fairest.fairest_greedy_bound; [intros i Hi; apply Rlt_le, (proj1 V); exact Hi|exact He|exact H].
Qed.
Theorem optimum__greedy_bound_literal__none : cell "optimum" "greedy-bound-literal" "none".
Proof.
  intros S [rho x|a] V D H; [destruct H|].
  apply Fairest.fairest_greedy_bound_literal; [intros i Hi; apply Rlt_le, (proj1 V); exact Hi|exact H].
Qed.
