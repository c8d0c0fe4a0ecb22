(** The cells of [Cells.Servers] speak of something: three users of different weights, on two servers with two resources, and on one
    server where the property is defined on one alone. *)
(** Size: three users, two servers (one for under-by-one, which is defined on one), two resources. *)

From Coq Require Import Reals Lra Lia Arith List String.
From Fair.Cluster Require Import Model.
From Fair.Tasks Require Import Server Filling FillingExists OneServer Placing PlacingExists.
From Fair.Cells Require Import Servers.
From Fair.Inhabited Require Cluster.
Import ListNotations.
Local Open Scope string_scope.
Open Scope R_scope.

Definition machines (p : string) : nat := if String.eqb p "under-by-one" then 1%nat else 2%nat.
Definition inhabited (m p h : string) : Prop := ~ concluded (fun I _ => ~ Cluster.wide (machines p) I) m p h.

Definition mixed (K : nat) : inst := Cluster.mixed K Cluster.truth true.
Lemma mixed_wf K : wf (mixed K). Proof. apply Cluster.mixed_wf, Cluster.truth_pos. Qed.

Definition known (m : string) : Prop := match spec m with Some H => forall K, exists x, H (mixed K) x | None => False end.
Lemma known_first_fit : known "first-fit-drfh". Proof. intros K. exact (first_fit_exists _ (mixed_wf K)). Qed.
Lemma known_best_fit : known "best-fit-drfh".
Proof. intros K. apply (best_fit_exists _ (mixed_wf K)). intros n _. apply Cluster.mixed_demand, Cluster.truth_pos. Qed.
Lemma known_slots : known "slots". Proof. intros K. exact (slots_exists _ (mixed_wf K)). Qed.

(** The filling with which placements on one server are compared. *)
Lemma compared : exists y, drf_tasks 3 2 (cap (mixed 1) 0%nat) (fun n _ => wt (mixed 1) n) (fun n => el (mixed 1) n 0%nat) (dem (mixed 1)) unlimited y.
Proof.
  assert (V : server 3 2 (cap (mixed 1) 0%nat) (fun n _ => wt (mixed 1) n) (dem (mixed 1))).
  { pose proof (mixed_wf 1) as W. split; [|split; [|split]].
    - intros r Hr. apply (wf_cap _ W); simpl; auto.
    - intros n r Hn Hr. apply (wf_dem _ W); simpl; auto.
    - intros n Hn. apply (wf_dem _ W n). exact Hn.
    - intros n r Hn _. apply (wf_wt _ W n). exact Hn. }
  destruct (fillings_exist 3 2 _ _ (fun n => el (mixed 1) n 0%nat) _ unlimited V) as [s [Hs F]].
  destruct (F (larger_share s) (or_introl eq_refl)) as [[y Hy] _]. exists y, s. split; assumption.
Qed.

Lemma placed_inhabited m p : known m -> p = "feasible" \/ p = "non-wasteful" -> inhabited m p "none".
Proof.
  unfold known, inhabited, concluded. intros F P A. destruct (spec m) as [H|]; [|exact F]. destruct (F 2%nat) as [x Hx].
  destruct P as [-> | ->]; exact (A (mixed 2) x (mixed_wf 2) Hx (conj eq_refl (conj eq_refl eq_refl))).
Qed.
Lemma compared_inhabited m : known m -> inhabited m "under-by-one" "none".
Proof.
  unfold known, inhabited, concluded. intros F A. destruct (spec m) as [H|]; [|exact F]. destruct (F 1%nat) as [x Hx].
  destruct compared as [y Hy].
  exact (A (mixed 1) x (mixed_wf 1) Hx eq_refl unlimited y (fun _ => eq_refl) Hy (conj eq_refl (conj eq_refl eq_refl))).
Qed.

Definition cells : list (string * string * string) := [
  ("first-fit-drfh", "feasible", "none"); ("first-fit-drfh", "non-wasteful", "none"); ("first-fit-drfh", "under-by-one", "none");
  ("best-fit-drfh", "feasible", "none"); ("best-fit-drfh", "non-wasteful", "none"); ("best-fit-drfh", "under-by-one", "none");
  ("slots", "feasible", "none"); ("slots", "non-wasteful", "none")].
Ltac outcomes_known := first [exact known_first_fit | exact known_best_fit | exact known_slots].
Theorem every_cell : Forall (fun c => let '(m, p, h) := c in inhabited m p h) cells.
Proof.
  repeat (apply Forall_cons; [first [apply compared_inhabited; outcomes_known | apply placed_inhabited; [outcomes_known|auto]]|]).
  apply Forall_nil.
Qed.
