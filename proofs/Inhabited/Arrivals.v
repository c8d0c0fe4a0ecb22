(** The cells of [Cells.Arrivals] speak of something: for each proved one a history of three agents with two resources meets every
    hypothesis of the cell, with a real lie where the cell is about lies.

    The statement is made of [concluded], which is the cell with another conclusion.  The properties refuse something: for each a
    history of this size without it. *)
(** Size: three agents, two resources; the model has no servers. *)

From Coq Require Import Reals Lra Lia Arith List Bool String.
From Fair.Arrivals Require Import Sums Ddrf Programme Lies Offline OfflineExists Water.
From Fair.Cells Require Import Arrivals.
Import ListNotations.
Local Open Scope string_scope.
Open Scope R_scope.

Definition wide (m K : nat) : Prop := m = 2%nat /\ K = 3%nat.
Definition inhabited (mechanism p h : string) : Prop := ~ concluded (fun m K _ => ~ wide m K) mechanism p h.

(** Agent 0 needs [v] of the second resource, and the others need 1/2 of the first. *)
Definition needs (v : R) (i r : nat) : R :=
  match i, r with O, O => 1 | O, _ => v | _, O => / 2 | _, _ => 1 end.
Lemma needs_normalised v : 0 < v <= 1 -> normalised 3 2 (needs v).
Proof.
  intros V i _. split.
  - intros r _. destruct i as [|i], r as [|r]; simpl; lra.
  - destruct i as [|i]; [exists 0%nat|exists 1%nat]; split; lia || reflexivity.
Qed.
Lemma needs_positive v : 0 < v <= 1 -> positive 3 2 (needs v).
Proof. intros V i r _ _. destruct i as [|i], r as [|r]; simpl; lra. Qed.

Definition known (mechanism : string) : Prop := match spec mechanism with
  | Some H => forall v, 0 < v <= 1 -> exists x, H 4%nat 2%nat 3%nat (needs v) x
  | None => False
  end.
Lemma dynamic_known : forall v, 0 < v <= 1 -> exists x, ddrf 4 2 3 (needs v) x.
Proof. intros v V. apply history_exists; [lia|exact (needs_normalised v V)]. Qed.
Lemma offline_known : known "drf-offline".
Proof.
  intros v V.
  assert (G : forall k, (k <= 3)%nat -> exists y, drf_offline 4 2 k (needs v) y).
  { intros k Hk. apply offline_always_exists; [lia|]. apply (fewer k 3); [exact Hk|exact (needs_normalised v V)]. }
  destruct (G 0%nat) as [y0 H0]; [lia|]. destruct (G 1%nat) as [y1 H1]; [lia|].
  destruct (G 2%nat) as [y2 H2]; [lia|]. destruct (G 3%nat) as [y3 H3]; [lia|].
  exists (fun k => match k with O => y0 | 1%nat => y1 | 2%nat => y2 | _ => y3 end).
  intros [|[|[|[|k]]]] Hk; try assumption. lia.
Qed.

Lemma usual_holds h D v : assumed h = Some D -> 0 < v <= 1 -> D 3%nat 2%nat (needs v).
Proof.
  intros E V. unfold assumed in E. destruct (String.eqb_spec h "none") as [->|N].
  - injection E as <-. exact Logic.I.
  - destruct (String.eqb_spec h "positive") as [->|P]; [injection E as <-; exact (needs_positive v V)|].
    exfalso. revert N P E. repeat (destruct h as [|[[] [] [] [] [] [] [] []] h]; try discriminate; try congruence).
Qed.

Lemma each_inhabited mechanism p h : known mechanism -> (exists D, assumed h = Some D) -> inhabited mechanism p h.
Proof.
  unfold known, inhabited, concluded. intros F [D E] A. destruct (spec mechanism) as [H|]; [|exact F]. rewrite E in A.
  assert (U : 0 < 1 <= 1) by lra. assert (V : 0 < / 2 <= 1) by lra. assert (N : (0 < 4)%nat) by lia.
  assert (W : wide 2 3) by (split; reflexivity).
  destruct (F 1 U) as [x Hx]. destruct (F (/ 2) V) as [y Hy].
  destruct (of_history mechanism p) as [Q|].
  - exact (A 4%nat 2%nat 3%nat (needs 1) x N (needs_normalised 1 U) (usual_holds h D 1 E U) Hx W).
  - destruct (of_lies (fun m K _ => ~ wide m K) p H D) as [Q|] eqn:L; [|exact A].
    unfold of_lies in L. destruct (String.eqb_spec p "sp") as [->|P].
    + injection L as <-.
      refine (A 4%nat 2%nat 3%nat 0%nat (needs 1) (needs (/ 2)) x y (/ 2) N (needs_normalised 1 U) (needs_normalised _ V)
        (usual_holds h D 1 E U) (usual_holds h D _ E V) _ _ Hx Hy _ W); [lia| |].
      * intros [|i] r _ B; [congruence|reflexivity].
      * split; [intros [|r] _ _; simpl; lra|exists 1%nat; simpl; split; [lia|split; lra]].
    + exfalso. revert P L. repeat (destruct p as [|[[] [] [] [] [] [] [] []] p]; try discriminate; try congruence).
Qed.

(** ** Every proved cell *)

Definition cells : list (string * string * string) := [
  ("ddrf", "agrees-with-lp", "none"); ("ddrf", "def", "none"); ("ddrf", "dpo", "none");
  ("ddrf", "dynamic-po", "positive"); ("ddrf", "dynamic-si", "none"); ("ddrf", "feasible", "none");
  ("ddrf", "irrevocable", "none"); ("ddrf", "lemma-1", "none"); ("ddrf", "lemma-2", "none");
  ("ddrf", "lemma-3", "none"); ("ddrf", "sp", "none"); ("ddrf-linear", "agrees-with-lp", "none");
  ("ddrf-linear", "def", "none"); ("ddrf-linear", "dpo", "none"); ("ddrf-linear", "dynamic-po", "positive");
  ("ddrf-linear", "dynamic-si", "none"); ("ddrf-linear", "feasible", "none");
  ("ddrf-linear", "irrevocable", "none"); ("ddrf-linear", "lemma-1", "none"); ("ddrf-linear", "lemma-2", "none");
  ("ddrf-linear", "lemma-3", "none"); ("ddrf-linear", "sp", "none"); ("ddrf-lp", "agrees-with-lp", "none");
  ("ddrf-lp", "def", "none"); ("ddrf-lp", "dpo", "none"); ("ddrf-lp", "dynamic-po", "positive");
  ("ddrf-lp", "dynamic-si", "none"); ("ddrf-lp", "feasible", "none"); ("ddrf-lp", "irrevocable", "none");
  ("ddrf-lp", "lemma-1", "none"); ("ddrf-lp", "lemma-2", "none"); ("ddrf-lp", "lemma-3", "none");
  ("ddrf-lp", "sp", "none"); ("ddrf-water", "agrees-with-lp", "none"); ("ddrf-water", "def", "none");
  ("ddrf-water", "dpo", "none"); ("ddrf-water", "dynamic-po", "positive"); ("ddrf-water", "dynamic-si", "none");
  ("ddrf-water", "feasible", "none"); ("ddrf-water", "irrevocable", "none"); ("ddrf-water", "lemma-1", "none");
  ("ddrf-water", "lemma-2", "none"); ("ddrf-water", "lemma-3", "none"); ("ddrf-water", "sp", "none");
  ("drf-offline", "def", "positive"); ("drf-offline", "dpo", "none"); ("drf-offline", "dynamic-po", "none");
  ("drf-offline", "dynamic-si", "none"); ("drf-offline", "ef", "none"); ("drf-offline", "feasible", "none");
  ("drf-offline", "lemma-2", "positive"); ("drf-offline", "lemma-3", "positive"); ("drf-offline", "sp", "none")].
Theorem every_cell : Forall (fun c => let '(m, p, h) := c in inhabited m p h) cells.
Proof.
  repeat (apply Forall_cons;
    [apply each_inhabited; [first [exact offline_known | exact dynamic_known]|eexists; reflexivity]|]).
  apply Forall_nil.
Qed.

(** ** Every property refuses something *)

Definition refused (p : string) : Prop := exists x,
  match of_history "ddrf" p with Some Q => ~ Q 4%nat 2%nat 3%nat (needs 1) x | None => False end.

(** Shares that fall, of agents of which the later ones have more. *)
Definition upside_down (k i : nat) : R := INR i - INR k.
Lemma falls k i : upside_down (S k) i < upside_down k i.
Proof. unfold upside_down. rewrite S_INR. lra. Qed.

Theorem refuses : Forall refused
  ["feasible"; "irrevocable"; "dynamic-si"; "ef"; "def"; "dpo"; "dynamic-po"; "lemma-1"; "lemma-2"; "lemma-3"; "agrees-with-lp"].
Proof.
  assert (L : forall k, (k <= 3)%nat -> (k <= 3)%nat) by auto.
  repeat (apply Forall_cons); try apply Forall_nil.
  - exists upside_down. intros F. destruct (F 1%nat) as [P _]; [lia|]. specialize (P 0%nat Nat.lt_0_1).
    unfold upside_down in P. simpl in P. lra.
  - exists upside_down. intros F. specialize (F 1%nat 0%nat). pose proof (falls 1 0). assert (A := F ltac:(lia) ltac:(lia)). lra.
  - exists upside_down. intros F. assert (A := F 1%nat 0%nat ltac:(lia) ltac:(lia)). unfold upside_down in A. simpl in A. lra.
  - exists upside_down. intros F. assert (A := F 3%nat 1%nat 2%nat (-1) ltac:(lia) ltac:(lia) ltac:(lia)).
    assert (B : -1 <= upside_down 3 1); [|unfold upside_down in B; simpl in B; lra].
    apply A. intros [|r] _ _; unfold upside_down; simpl; lra.
  - exists upside_down. intros F. destruct (F 3%nat 0%nat 1%nat) as [B _]; try lia. unfold upside_down. simpl. lra.
  - exists (fun _ _ => 0). intros F. destruct (F 1%nat) as [r [_ E]]; try lia. unfold used, released in E. simpl in E. lra.
  - exists (fun _ _ => 0). intros F. assert (A := F 1%nat (fun _ => / 8) ltac:(lia)).
    assert (B : / 8 = 0); [|lra]. apply (A ltac:(intros; lra)) with (i := 0%nat); [|lia].
    intros [|r] _; unfold used, released; simpl; lra.
  - exists upside_down. intros F. assert (A := F 1%nat 0%nat ltac:(lia) ltac:(lia)). unfold upside_down in A. simpl in A.
    rewrite Rmax_right in A; lra.
  - exists upside_down. intros F. assert (A := F 3%nat 0%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia)).
    unfold upside_down in A. simpl in A. lra.
  - exists upside_down. intros F. destruct (F 3%nat 0%nat 1%nat) as [B _]; try lia. unfold upside_down. simpl. lra.
  - exists (fun _ _ => -1). intros F.
    destruct (dynamic_known 1 ltac:(lra)) as [y Hy].
    assert (V : 0 < 1 <= 1) by lra.
    destruct (descriptions_agree 4 2 3 (needs 1) y ltac:(lia) (needs_normalised 1 V)) as [WL LR].
    pose proof (proj1 LR (proj1 WL (proj2 (water_is_ddrf 4 2 3 (needs 1) y ltac:(lia) (needs_normalised 1 V)) Hy))) as R. assert (A := F y R 1%nat 0%nat ltac:(lia) ltac:(lia)).
    pose proof (sharing_incentives 4 2 3 (needs 1) y ltac:(lia) (needs_normalised 1 V) Hy 1%nat 0%nat ltac:(lia) ltac:(lia)) as B.
    assert (0 < 1 / INR 4) by (apply Rdiv_lt_0_compat; [lra|apply lt_0_INR; lia]). lra.
Qed.
