(** Who holds nothing and waits: hierarchical shares as weights serve such a user first.

    After properties/cluster/no-starvation.md. *)

From Coq Require Import Reals Lra Lia Arith List Bool.
From Fair.Common Require Import Sums.
From Fair.Tasks Require Import Server.
From Fair.Tasks Require Filling.
From Fair.Trees Require Import Tree Picks.
Import ListNotations.
Open Scope R_scope.

(** Nodes of a tree, each with its hierarchical share. *)
Inductive node_at : tree -> R -> tree -> R -> Prop :=
| at_root : forall t h, node_at t h t h
| at_child : forall l h w k s g, In (w, k) l -> node_at k (h * (w / siblings l)) s g -> node_at (queue l) h s g.

Section Waits.

Variables (N m : nat) (c : nat -> R) (elig : nat -> bool) (d : nat -> nat -> R) (tau : nat -> option nat).
Variable T : tree.
Variable w : nat -> nat -> R.
Hypothesis HS : server N m c w d.
Hypothesis Rt : rooted N m c elig d tau T.

(** The dominant share of all users in a node. *)
Definition node_share (y : nat -> nat) (k : tree) : R :=
  maxratio m (fun r => adds (map (fun n => INR (y n) * d n r) (leaves k))) c.

(** no-starvation: from no state does user [v], who holds something, come before user [u], who holds nothing and whose task
    fits, where [v] is in a node above its hierarchical share that [u] is not in. *)
Definition starves_none (how : rule) : Prop := forall y u v,
  Filling.whole N m c elig d tau y -> picks N m c d tau T how y v -> u <> v -> y u = 0%nat -> fits N m c d tau y u = true ->
  In u (leaves T) -> (0 < y v)%nat ->
  forall k h, node_at T 1 k h -> In v (leaves k) -> ~ In u (leaves k) -> node_share y k <= h.

Lemma entitled_pos : forall t n, heavy t -> In n (leaves t) -> 0 < entitled n t.
Proof.
  intros t n. induction t as [i|l IH] using tree_nodes; intros H I; simpl.
  - destruct I as [->|[]]. rewrite Nat.eqb_refl. lra.
  - rewrite Forall_forall in IH. apply leaves_in in I as [k [K I]]. destruct (heavy_in l k H K) as [A B].
    pose proof (siblings_pos l k H K) as S.
    assert (P : 0 < fst k / siblings l * entitled n (snd k)).
    { apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [exact A|apply Rinv_0_lt_compat; exact S]|apply (IH k K B I)]. }
    apply Rlt_le_trans with (1 := P). apply (adds_term (fun k => fst k / siblings l * entitled n (snd k))); [|exact K].
    intros j J. destruct (heavy_in l j H J) as [Aj Bj]. pose proof (entitled_nonneg n (snd j) Bj).
    apply Rmult_le_pos; [|assumption]. apply Rlt_le, Rmult_lt_0_compat; [exact Aj|apply Rinv_0_lt_compat; exact S].
Qed.

(** Idea: a user that holds nothing has the level 0, and a user that holds something a level above it.
    Mechanism: hdrf-collapsed.  Property: no-starvation. *)
Theorem collapsed_starves_none : starves_none Collapsed.
Proof.
  intros y u v _ [Lv [_ Least]] D Yu Fu Lu Yv k h _ _ _. exfalso.
  assert (Zero : own_share m c d y u <= 0).
  { unfold own_share, part, every. apply maxratio_lub; [lra|]. intros r _ _. rewrite Yu, Rmult_0_l. simpl (INR 0). rewrite Rmult_0_l. apply Rle_refl. }
  destruct (proj1 (proj2 (proj2 Rt) v) Lv) as [[Hv Alive] _].
  assert (Pos : 0 < own_share m c d y v).
  { destruct HS as [_ [_ [Some _]]]. destruct (Some v Hv) as [r [Hr Dr]]. apply live_spec in Alive as [_ Alive].
    specialize (Alive r Hr Dr). pose proof (maxratio_ge m (fun r => INR (y v) * d v r) c r Hr Alive) as G. cbn beta in G.
    assert (0 < INR (y v) * d v r) by (apply Rmult_lt_0_compat; [apply lt_0_INR; exact Yv|exact Dr]).
    change (own_share m c d y v) with (maxratio m (fun r => INR (y v) * d v r) c).
    apply (Rmult_lt_reg_r (c r)); [exact Alive|]. lra. }
  pose proof (entitled_pos T v (proj1 (proj2 Rt)) Lv) as Ev. pose proof (entitled_pos T u (proj1 (proj2 Rt)) Lu) as Eu.
  assert (A : own_share m c d y u / entitled u T <= 0).
  { unfold Rdiv. apply Rle_trans with (0 * / entitled u T); [|lra]. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; exact Eu|exact Zero]. }
  assert (B : 0 < own_share m c d y v / entitled v T) by (apply Rmult_lt_0_compat; [exact Pos|apply Rinv_0_lt_compat; exact Ev]).
  destruct (Least u Lu Fu) as [L|[L _]]; lra.
Qed.

End Waits.
