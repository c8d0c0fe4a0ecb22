(** Two users of weight 1 who demand one unit of each of R resources, on K servers that hold one unit of each.
    Every hypothesis of the theorems is met by it and by its fair placement, half of every server each. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint.
Open Scope R_scope.

Definition twins (K R : nat) : inst :=
  mk 2 K R (fun _ _ => 1) (fun _ _ => 1) (fun _ => 1) (fun _ _ => true) (fun _ => None).
Definition halves : placement := fun _ _ => / 2.

Section Twins.
  Variables K R : nat.
  Hypothesis R1 : (0 < R)%nat.

  Lemma twins_wf : wf (twins K R).
  Proof.
    split; simpl; intros; try lra; try discriminate.
    split; [intros; lra|exists O; split; auto; lra].
  Qed.

  Lemma twins_positive : positive (twins K R).
  Proof. intros n r Hn Hr; simpl; lra. Qed.

  Lemma twins_unconstrained : unconstrained (twins K R).
  Proof. intros n i Hn Hi; reflexivity. Qed.

  Lemma twins_endless : endless (twins K R).
  Proof. intros n Hn; reflexivity. Qed.

  Lemma twins_gam n i : (n < 2)%nat -> (i < K)%nat -> gam (twins K R) n i = 1.
  Proof.
    intros Hn Hi. unfold gam, fit; simpl.
    destruct (minratio_eq R (fun _ => 1) (fun _ => 1)) as [r [Hr [_ E]]]; [|lra].
    apply (wf_dem (twins K R) twins_wf n Hn).
  Qed.

  Lemma halves_feasible : feasible (twins K R) halves.
  Proof.
    split; [split|]; simpl; intros; unfold halves; try exact Logic.I; try lra.
    rewrite twins_gam in *; auto; lra.
  Qed.

  Lemma halves_time : feasible_time (twins K R) (gam (twins K R)) halves.
  Proof.
    split; [split|]; simpl; intros; unfold halves; try exact Logic.I; try lra.
    - rewrite twins_gam in *; auto; lra.
    - rewrite !twins_gam by (auto; lia). lra.
  Qed.

  Lemma twins_sum y : feasible (twins K R) y ->
    tot (twins K R) y 0 + tot (twins K R) y 1 <= tot (twins K R) halves 0 + tot (twins K R) halves 1.
  Proof.
    intros [_ C]. unfold tot. rewrite <- !sum_plus. apply sum_le. intros i Hi. simpl in Hi.
    specialize (C i O Hi R1). simpl in C. unfold halves. lra.
  Qed.

  Lemma halves_fair s : s 0%nat = s 1%nat -> fair (twins K R) (feasible (twins K R)) s halves.
  Proof.
    intros E n y Hn [Fy [G C]]. pose proof (twins_sum y Fy) as S. simpl in Hn.
    assert (T : tot (twins K R) halves 0 = tot (twins K R) halves 1) by reflexivity.
    destruct n as [|[|n]]; [| |lia].
    - specialize (C 1%nat). simpl in C. rewrite <- E, <- T in C.
      assert (tot (twins K R) halves 0 * s 0%nat < tot (twins K R) halves 0 * s 0%nat); [|lra].
      apply C; [lia|lra].
    - specialize (C 0%nat). simpl in C. rewrite E, T in C.
      assert (tot (twins K R) halves 1 * s 1%nat < tot (twins K R) halves 1 * s 1%nat); [|lra].
      apply C; [lia|lra].
  Qed.

  Lemma halves_leximin s : s 0%nat = s 1%nat -> (forall n, (n < 2)%nat -> 0 < s n) ->
    leximin (twins K R) (gam (twins K R)) (feasible (twins K R)) s halves.
  Proof.
    intros E P. apply feasible_fair_leximin;
      [apply twins_wf|intros; apply P; auto|apply halves_feasible|apply halves_fair; auto].
  Qed.
End Twins.
