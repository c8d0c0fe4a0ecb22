(** The cells of [Cells.Covering] speak of something: three tasks of demand 1 and four resources of two costs. This model has neither
    users nor servers; the resources are what tasks are covered with. *)
(** Size: three tasks, four resources of two costs; the model has neither users nor servers. *)

From Coq Require Import Reals Lra Lia Arith List String.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition Feasible Sizes Rounding Sorting.
From Fair.Cells Require Import Covering.
Import ListNotations.
Local Open Scope string_scope.
Open Scope R_scope.

Definition wide (S : stock) : Prop := tasks S = 3%nat /\ resources S = 4%nat.
Definition inhabited (m p h : string) : Prop := ~ concluded (fun S _ => ~ wide S) m p h.

(** The last resource costs 2. *)
Definition price (i : nat) : R := match i with 3%nat => 2 | _ => 1 end.
Definition three : stock := a_stock 4 3 price (fun _ => 1) (fun _ => 1) (fun _ => 1).
Lemma price_one i : 1 <= price i. Proof. unfold price. destruct i as [|[|[|[|i]]]]; lra. Qed.
Lemma three_valid : valid three.
Proof.
  split; [intros i _; pose proof (price_one i); simpl; lra|]. split; [intros; simpl; lra|]. split; [intros; simpl; lra|].
  intros j _. split; [simpl; lra|]. split.
  - exists (fun i => Nat.eqb i 0). unfold chosen. simpl. lra.
  - intros u H. apply Rle_trans with (1 := H). unfold chosen. apply sum_le. intros i _.
    pose proof (price_one i). simpl. destruct (u i); lra.
Qed.
Lemma three_unit : unit_sizes three (fun _ => 1%nat).
Proof. split; [reflexivity|]. intros j _. split; [reflexivity|lia]. Qed.

(** Each task has the resource of its number. *)
Definition own (i : nat) : nat := i.
Lemma own_covers : covered three own.
Proof. intros j Hj. simpl in Hj. destruct j as [|[|[|j]]]; [| | |lia]; unfold own, given; simpl; lra. Qed.
Lemma own_ratio : within three own 1.
Proof. intros j Hj. simpl in Hj. unfold pays, own, given. destruct j as [|[|[|j]]]; [| | |lia]; simpl; lra. Qed.
Lemma least_ratio rho x : rows naive three rho x -> 1 <= rho.
Proof.
  intros [X [_ [A B]]]. specialize (A 0%nat ltac:(simpl; lia)). specialize (B 0%nat ltac:(simpl; lia)).
  apply Rle_trans with (1 := A). replace rho with (rho * 1) by ring. apply Rle_trans with (2 := B). apply sum_le. intros i Hi.
  pose proof (price_one i). specialize (X i 0%nat Hi ltac:(simpl; lia)). simpl. apply Rmult_le_compat_r; lra.
Qed.
Lemma naive_value : value (rows naive three) 1 /\ rows naive three 1 (given own).
Proof.
  assert (F : rows naive three 1 (given own)) by (apply assignment_naive; [exact own_covers|exact own_ratio]).
  split; [split; [exists (given own); exact F|exact least_ratio]|exact F].
Qed.
Lemma pruned_value : value (rows pruned three) 1 /\ rows pruned three 1 (given own).
Proof.
  assert (F : rows pruned three 1 (given own)).
  { apply assignment_pruned; [intros i _; pose proof (price_one i); simpl; lra|exact own_covers|exact own_ratio]. }
  split; [split; [exists (given own); exact F|intros r x [H _]; exact (least_ratio r x H)]|exact F].
Qed.
Lemma sized_value : value (rows sized three) 1 /\ rows sized three 1 (given own).
Proof.
  assert (F : rows sized three 1 (given own)) by (split; [apply pruned_value|intros i j _ _ L; simpl in L; lra]).
  split; [split; [exists (given own); exact F|intros r x [[H _] _]; exact (least_ratio r x H)]|exact F].
Qed.

Definition met (m : string) : Prop := match spec m with Some H => exists o, H three o | None => False end.
Lemma met_naive : met "lp-naive". Proof. exists (Fractions 1 (given own)). exact naive_value. Qed.
Lemma met_pruned : met "lp-pruned". Proof. exists (Fractions 1 (given own)). exact pruned_value. Qed.
Lemma met_sized : met "lp-sized". Proof. exists (Fractions 1 (given own)). exact sized_value. Qed.
Lemma met_bisection : met "lp-bisection".
Proof.
  exists (Fractions 1 (given own)). split; [exists (fun _ => 1%nat); exact three_unit|]. split; [apply pruned_value|].
  exists 1. split; [lra|left; reflexivity].
Qed.
Lemma own_fairest : fairest three (Assignment own).
Proof.
  split; [exact own_covers|]. intros b r Cb Rb j Hj.
  assert (1 <= r) by (apply (least_ratio r (given b)), assignment_naive; assumption).
  pose proof (own_ratio j Hj). simpl in *. lra.
Qed.
Lemma met_optimum : met "optimum". Proof. exists (Assignment own). exact own_fairest. Qed.
Lemma own_rounded : rounded three (Assignment own).
Proof.
  split; [exact own_covers|].
  exists (fun _ => 1%nat), 1, (given own), (fun j _ i => given own i j), (fun j _ => j).
  split; [exact three_unit|]. split; [apply pruned_value|]. split; [apply pruned_value|]. split.
  - intros j Hj. simpl in Hj. split; [intros; apply given_nonneg|]. split; [|split].
    + intros t _. unfold given, own. destruct j as [|[|[|j]]]; [| | |lia]; simpl; lra.
    + intros i _. simpl. lra.
    + intros t i q Ht. lia.
  - intros j Hj. simpl in Hj. split.
    + intros t _. split; [simpl; lia|]. unfold given, own. destruct (Nat.eq_dec j j); [lra|contradiction].
    + intros i _ E. exists 0%nat. split; [lia|]. unfold own in E. auto.
Qed.
Lemma met_rounding : met "rounding". Proof. exists (Assignment own). exact own_rounded. Qed.
Lemma own_served : served three (Assignment (handed_out 3 (fun _ => 1%nat) own)).
Proof.
  exists (fun _ => 1%nat), own. split; [exact three_unit|]. split; [simpl; lia|]. split; [|reflexivity].
  intros q Hq. simpl in Hq. unfold own. split; [exact Hq|]. destruct q as [|[|[|q]]]; [| | |lia]; simpl; lia.
Qed.
Lemma met_greedy : met "greedy" /\ met "greedy-last". Proof. split; eexists; exact own_served. Qed.

(** ** Every hypothesis *)

Lemma usual_holds h D : assumed h = Some D -> h = "none" \/ h = "unit" -> D three.
Proof. intros E [-> | ->]; injection E as <-; [exact Logic.I|exists (fun _ => 1%nat); exact three_unit]. Qed.

Lemma feasible_inhabited m : met m -> inhabited m "feasible" "none".
Proof.
  unfold met, inhabited, concluded. intros M A. destruct (spec m) as [H|]; [|exact M]. destruct M as [o Ho].
  exact (A three o three_valid Logic.I Ho (conj eq_refl eq_refl)).
Qed.
Lemma relaxation_inhabited m P : spec m = Some (solved P) -> value (rows P three) 1 /\ rows P three 1 (given own) ->
  inhabited m "relaxation" "none".
Proof.
  unfold inhabited, concluded. intros S F A. rewrite S in A.
  exact (A three (Fractions 1 (given own)) three_valid Logic.I F own 1 own_covers own_ratio (conj eq_refl eq_refl)).
Qed.
Lemma bound_inhabited m h o : (exists D, assumed h = Some D) -> h = "none" \/ h = "unit" ->
  (exists H, spec m = Some H /\ H three (Assignment o)) -> inhabited m "rounding-bound" h.
Proof.
  unfold inhabited, concluded. intros [D E] U [H [S Ho]] A. rewrite S, E in A.
  exact (A three (Assignment o) three_valid (usual_holds h D E U) Ho 1 (proj1 pruned_value) (conj eq_refl eq_refl)).
Qed.
(** Each cost is at most 1 below the next. *)
Lemma greedy_inhabited : inhabited "optimum" "greedy-bound" "none" /\ inhabited "optimum" "greedy-bound-literal" "none".
Proof.
  split; intros A.
  - refine (A three (Assignment own) three_valid Logic.I own_fairest 1 _ _ _ (conj eq_refl eq_refl)); [lra|intros i _; apply price_one|].
    intros p q Hp Hq L. exists q. split; [exact Hq|split; [exact L|]]. simpl in *. pose proof (price_one p).
    unfold price in *. destruct q as [|[|[|[|q]]]]; lra.
  - exact (A three (Assignment own) three_valid Logic.I own_fairest (conj eq_refl eq_refl)).
Qed.

Definition cells : list (string * string * string) := [
  ("greedy", "feasible", "none"); ("greedy-last", "feasible", "none"); ("lp-bisection", "feasible", "none");
  ("lp-naive", "feasible", "none"); ("lp-naive", "relaxation", "none"); ("lp-pruned", "feasible", "none");
  ("lp-pruned", "relaxation", "none"); ("lp-sized", "feasible", "none"); ("optimum", "feasible", "none");
  ("optimum", "greedy-bound", "none"); ("optimum", "greedy-bound-literal", "none"); ("optimum", "rounding-bound", "unit");
  ("rounding", "feasible", "none"); ("rounding", "rounding-bound", "none")].
Ltac outcomes_known := first [exact met_naive | exact met_pruned | exact met_sized | exact met_bisection | exact met_optimum
  | exact met_rounding | exact (proj1 met_greedy) | exact (proj2 met_greedy)].
Theorem every_cell : Forall (fun c => let '(m, p, h) := c in inhabited m p h) cells.
Proof.
  repeat (apply Forall_cons; [first
    [ apply feasible_inhabited; outcomes_known
    | apply (relaxation_inhabited "lp-naive" naive eq_refl naive_value) | apply (relaxation_inhabited "lp-pruned" pruned eq_refl pruned_value)
    | exact (proj1 greedy_inhabited) | exact (proj2 greedy_inhabited)
    | apply (bound_inhabited _ _ own); [eexists; reflexivity|auto|eexists; split; [reflexivity|first [exact own_fairest|exact own_rounded]]] ]|]).
  apply Forall_nil.
Qed.
