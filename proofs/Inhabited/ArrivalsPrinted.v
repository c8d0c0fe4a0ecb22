(** The cells of [Cells.ArrivalsPrinted] speak of something: three agents that demand the same of two resources, of four that are
    expected, and a lie of the first agent about the second resource. *)
(** Size: three agents, two resources; the model has no servers. *)

From Coq Require Import Reals Lra Lia Arith List String.
From Fair.Arrivals Require Import Sums Ddrf Lies PrintedOutcome.
From Fair.Cells Require Arrivals.
From Fair.Cells Require Import ArrivalsPrinted.
Import ListNotations.
Local Open Scope string_scope.
Open Scope R_scope.

Definition wide (m K : nat) : Prop := m = 2%nat /\ K = 3%nat.
Definition inhabited (m p h : string) : Prop := ~ concluded (fun m K _ => ~ wide m K) m p h.

(** Agent 0 says that it needs [v] of the second resource. *)
Definition needs (v : R) (i r : nat) : R := match i, r with O, O => 1 | O, _ => v | _, _ => 1 end.
Definition quarters (_ _ : nat) : R := / 4.

Lemma four : INR 4 = 4. Proof. simpl. lra. Qed.

Section Said.
  Variable v : R.
  Hypothesis V : 0 < v <= 1.
  Lemma needs_normalised : normalised 3 2 (needs v).
  Proof using V.
    intros i _. split; [intros r _; destruct i, r; simpl; lra|]. exists 0%nat. split; [lia|destruct i; reflexivity].
  Qed.
  Lemma needed k : (k <= 3)%nat -> sum k (fun i => needs v i 0%nat) = INR k /\
    forall r, sum k (fun i => needs v i r) <= INR k /\ ((0 < k)%nat -> 0 < sum k (fun i => needs v i r)).
  Proof using V.
    intros Hk. destruct k as [|[|[|[|k]]]]; [| | | |lia]; (split; [simpl; lra|]); intros [|r]; (split; [simpl; lra|]); intros; try lia; simpl; lra.
  Qed.
  Lemma fits k r : (k <= 3)%nat -> used k (needs v) (quarters k) r <= released 4 k.
  Proof using V.
    intros Hk. unfold used, released, quarters. rewrite sum_scal_r. destruct (needed k Hk) as [_ N]. destruct (N r) as [N1 _].
    rewrite four. lra.
  Qed.
  Lemma printed : ddrf_printed 4 2 3 (needs v) quarters /\ handed_out 4 2 3 (needs v) quarters.
  Proof using V.
    split; [|intros k r Hk _; apply fits; exact Hk]. split; [intros _; unfold quarters, released; rewrite ?four; simpl; lra|].
    intros k H0 H1. exists (fun _ => 0), (fun r => sum (S k) (fun i => needs v i r)), (/ 4).
    destruct (needed (S k) ltac:(lia)) as [N0 N].
    split; [|split; [|split; [|split; [|split]]]].
    - left. split; [|intros; split; reflexivity]. intros r Hr. apply Rle_trans with (1 := fits k r ltac:(lia)).
      unfold released. rewrite four, S_INR. lra.
    - intros r _. apply (N r). lia.
    - intros r _. destruct (N r) as [N1 _]. unfold released. rewrite ?four. lra.
    - exists 0%nat. split; [lia|]. rewrite N0. unfold released. rewrite ?four. lra.
    - intros i _. unfold quarters. rewrite Rmax_left; lra.
    - unfold quarters. rewrite Rmax_right; lra.
  Qed.
End Said.

Lemma each_inhabited p : p <> "sp" -> (exists Q, Arrivals.of_history "ddrf-printed" p = Some Q) -> inhabited "ddrf-printed" p "none".
Proof.
  intros _ [Q E] A. unfold concluded in A. simpl in A. rewrite E in A. assert (U : 0 < 1 <= 1) by lra.
  refine (A 4%nat 2%nat 3%nat (needs 1) quarters _ (needs_normalised 1 U) Logic.I (proj1 (printed 1 U)) _ (conj eq_refl eq_refl)); [lia|].
  unfold sound. pose proof (proj2 (printed 1 U)) as S.
  repeat match goal with |- match ?s with _ => _ end => destruct s; try exact Logic.I; try exact S end.
Qed.
Lemma lie_inhabited : inhabited "ddrf-printed" "sp" "none".
Proof.
  intros A. assert (U : 0 < 1 <= 1) by lra. assert (V : 0 < / 2 <= 1) by lra.
  refine (A 4%nat 2%nat 3%nat 0%nat (needs 1) (needs (/ 2)) quarters quarters (/ 2) _ (needs_normalised 1 U) (needs_normalised _ V)
    Logic.I Logic.I _ _ (printed 1 U) (printed _ V) _ (conj eq_refl eq_refl)); [lia|lia| |].
  - intros [|i] r _ B; [congruence|reflexivity].
  - split; [intros [|r] _ _; simpl; lra|exists 1%nat; simpl; split; [lia|split; lra]].
Qed.

Definition cells : list (string * string * string) := [
  ("ddrf-printed", "def", "none"); ("ddrf-printed", "ef", "none"); ("ddrf-printed", "irrevocable", "none");
  ("ddrf-printed", "lemma-1", "none"); ("ddrf-printed", "lemma-2", "none"); ("ddrf-printed", "lemma-3", "none");
  ("ddrf-printed", "sp", "none")].
Theorem every_cell : Forall (fun c => let '(m, p, h) := c in inhabited m p h) cells.
Proof.
  repeat (apply Forall_cons; [first [exact lie_inhabited | apply each_inhabited; [discriminate|eexists; reflexivity]]|]). apply Forall_nil.
Qed.
