(** The cells of [Cells.Doubles] speak of something: three equal users with two resources, with and without one of them, in exact
    arithmetic, which is a rounding. *)
(** Size: three users, two resources; the model has one server. *)

From Coq Require Import Reals Lra Lia Arith List String.
From Fair.Tasks Require Import Server Precomputed Doubles.
From Fair.Cells Require Import Tasks Doubles.
From Fair.Inhabited Require Tasks.
Import ListNotations.
Local Open Scope string_scope.
Open Scope R_scope.

Definition inhabited (m p h : string) : Prop := ~ concluded (fun J _ => ~ Tasks.wide J) m p h.

Definition exact_ (a : R) : R := a.
Lemma exact_rounding : rounding exact_. Proof. unfold exact_. repeat split; auto. Qed.

(** [N] equal users with a room of 3: each runs 3/N tasks, rounded down to [t]. *)
Section Equal.
  Variables (N t : nat) (k : R).
  Let c := fun _ : nat => 3.
  Let u := fun _ _ : nat => 1.
  Let all := fun _ : nat => true.
  Hypothesis Size : (0 < N)%nat.
  Hypothesis Room : INR N * k = 3.
  Hypothesis Down : INR t <= k < INR t + 1.

  Lemma lives n : live 2 c all u n = true.
  Proof using. apply live_spec. split; [reflexivity|]. intros. unfold c. lra. Qed.
  Lemma third : rounded_shares exact_ N 2 c u all u (fun _ => / 3).
  Proof using Type.
    intros n _ _. split; [|lra]. split; [intros r _ _|exists 0%nat; split; [exact Nat.lt_0_2|split]]; unfold part, exact_, u, c; lra.
  Qed.
  Lemma totals q f : (forall n, f n = q) -> total exact_ N (live 2 c all u) f = INR N * q.
  Proof using.
    intros E. assert (G : forall j, total exact_ j (live 2 c all u) f = INR j * q); [|apply G].
    induction j as [|j IH]; [simpl; lra|]. simpl total. rewrite lives, IH, E, S_INR. unfold exact_. lra.
  Qed.
  Lemma floored of : (forall n, of n = k) -> floors N 2 c all u of (fun _ => t).
  Proof using Down.
    intros E. split; [intros n _ L; rewrite lives in L; discriminate L|]. intros n _ _. rewrite E. exact Down.
  Qed.
  Lemma positive_k : 0 < k.
  Proof using Size Room. apply lt_0_INR in Size. apply (Rmult_lt_reg_l (INR N)); [exact Size|]. lra. Qed.
  Lemma quotient q : 0 < q -> 3 / (INR N * q) = k / q.
  Proof using Size Room. intros Q. apply lt_0_INR in Size. rewrite <- Room. field. lra. Qed.

  Lemma long : pdrf_rounded exact_ N 2 c u all u (fun _ => t).
  Proof using Size Room Down.
    split; [intros n _ L; rewrite lives in L; discriminate L|]. intros _. exists (fun _ => / 3), (/ 3), k.
    split; [exact third|]. split; [exists 0%nat; split; [exact Size|split; [apply lives|reflexivity]]|].
    split; [intros; lra|]. assert (One : forall n, exact_ (exact_ (/ 3 / / 3) * exact_ (u n 0%nat)) = 1) by (intros; unfold exact_, u; field).
    assert (P : 0 < INR N) by (apply lt_0_INR; exact Size).
    assert (T : forall r, total exact_ N (live 2 c all u) (fun n => exact_ (exact_ (/ 3 / / 3) * exact_ (u n r))) = INR N * 1).
    { intros r. apply totals. exact One. }
    split.
    - split; [intros r _ _|exists 0%nat; split; [lia|split]]; rewrite T; [| |]; try lra; unfold exact_ at 1 2, c;
        rewrite (quotient 1) by lra; lra.
    - apply floored. intros n. unfold exact_. field.
  Qed.
  Lemma short_form : simplified_rounded exact_ N 2 c u all u (fun _ => t).
  Proof using Size Room Down.
    split; [intros n _ L; rewrite lives in L; discriminate L|]. intros _. exists (fun _ => / 3), (k / 3).
    split; [exact third|].
    assert (P : 0 < INR N) by (apply lt_0_INR; exact Size).
    assert (T : forall r, total exact_ N (live 2 c all u) (fun n => exact_ (exact_ (u n r) / / 3)) = INR N * 3).
    { intros r. apply totals. intros n. unfold exact_, u. field. }
    split.
    - split; [intros r _ _|exists 0%nat; split; [lia|split]]; rewrite T; try lra; unfold exact_ at 1 2, c;
        rewrite (quotient 3) by lra; lra.
    - apply floored. intros n. unfold exact_. field.
  Qed.
End Equal.

Lemma all_three : INR 3 * 1 = 3 /\ INR 1 <= 1 < INR 1 + 1. Proof. simpl. lra. Qed.
Lemma two_stay : INR 2 * (3 / 2) = 3 /\ INR 1 <= 3 / 2 < INR 1 + 1. Proof. simpl. lra. Qed.

Lemma equal_endless : endless Tasks.equals. Proof. intros n _. reflexivity. Qed.

Lemma outcome_inhabited m : m = "pdrf-f64" \/ m = "pdrf-simplified-f64" -> inhabited m "non-wasteful" "none".
Proof.
  intros M A. destruct all_three as [R1 D1].
  destruct M as [-> | ->]; refine (A exact_ Tasks.equals (fun _ => 1%nat) Tasks.equals_valid (conj equal_endless _) (conj eq_refl eq_refl)).
  - apply (long 3 1 1); [lia|exact R1|exact D1].
  - apply (short_form 3 1 1); [lia|exact R1|exact D1].
Qed.
Lemma departure_inhabited : inhabited "pdrf-simplified-f64" "population-monotone" "none".
Proof.
  intros A. destruct all_three as [R1 D1]. destruct two_stay as [R2 D2].
  refine (A exact_ exact_rounding 1%nat Tasks.equals (fun _ => 1%nat) (fun _ => 1%nat) Tasks.equals_valid Logic.I _ (conj equal_endless _)
    (conj _ _) (conj eq_refl eq_refl)).
  - simpl. lia.
  - apply (short_form 3 1 1); [lia|exact R1|exact D1].
  - intros n _. reflexivity.
  - apply (short_form 2 1 (3 / 2)); [lia|exact R2|exact D2].
Qed.

Definition cells : list (string * string * string) := [
  ("pdrf-f64", "non-wasteful", "none"); ("pdrf-simplified-f64", "non-wasteful", "none");
  ("pdrf-simplified-f64", "population-monotone", "none")].
Theorem every_cell : Forall (fun c => let '(m, p, h) := c in inhabited m p h) cells.
Proof.
  repeat (apply Forall_cons; [first [exact departure_inhabited | apply outcome_inhabited; auto]|]). apply Forall_nil.
Qed.
