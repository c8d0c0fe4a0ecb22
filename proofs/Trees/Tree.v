(** Queues in trees: nodes with weights, users as leaves, and hierarchical shares.

    After properties/cluster/hier-share.md.  A tree holds the users that demand something, and queues that hold such users; the
    others count nowhere.  Children may stand in any order. *)

From Coq Require Import Reals Lra Lia List.
Import ListNotations.
Open Scope R_scope.

(** A queue has children, each with its weight. *)
Inductive tree := user (n : nat) | queue (below : list (R * tree)).

Section Induction.
  Variable P : tree -> Prop.
  Hypothesis Leaf : forall n, P (user n).
  Hypothesis Node : forall l, Forall (fun k => P (snd k)) l -> P (queue l).
  Fixpoint tree_nodes (t : tree) : P t :=
    match t with
    | user n => Leaf n
    | queue l => Node l ((fix go (l : list (R * tree)) : Forall (fun k => P (snd k)) l :=
        match l with [] => Forall_nil _ | k :: rest => Forall_cons k (tree_nodes (snd k)) (go rest) end) l)
    end.
End Induction.

Fixpoint leaves (t : tree) : list nat :=
  match t with user n => [n] | queue l => flat_map (fun k => leaves (snd k)) l end.

Fixpoint heavy (t : tree) : Prop :=
  match t with user _ => True | queue l => fold_right (fun k rest => 0 < fst k /\ heavy (snd k) /\ rest) True l end.

Fixpoint adds (l : list R) : R := match l with [] => 0 | a :: t => a + adds t end.
Definition siblings (l : list (R * tree)) : R := adds (map fst l).

(** The hierarchical share of user [n]: along its path, the weight of each node among its siblings. *)
Fixpoint entitled (n : nat) (t : tree) : R :=
  match t with
  | user m => if Nat.eqb m n then 1 else 0
  | queue l => adds (map (fun k => fst k / siblings l * entitled n (snd k)) l)
  end.

(** ** Sums over children *)

Lemma adds_le {A} (f g : A -> R) l : (forall k, In k l -> f k <= g k) -> adds (map f l) <= adds (map g l).
Proof.
  induction l as [|k l IH]; intros H; simpl; [lra|]. pose proof (H k (or_introl eq_refl)).
  assert (adds (map f l) <= adds (map g l)) by (apply IH; intros; apply H; simpl; auto). lra.
Qed.

Lemma adds_zero {A} (f : A -> R) l : (forall k, In k l -> f k = 0) -> adds (map f l) = 0.
Proof.
  induction l as [|k l IH]; intros H; simpl; [reflexivity|]. rewrite (H k (or_introl eq_refl)), IH; [lra|].
  intros; apply H; simpl; auto.
Qed.

Lemma adds_nonneg {A} (f : A -> R) l : (forall k, In k l -> 0 <= f k) -> 0 <= adds (map f l).
Proof. intros H. rewrite <- (adds_zero (fun _ : A => 0) l) by reflexivity. apply adds_le. exact H. Qed.

Lemma adds_term {A} (f : A -> R) l k : (forall j, In j l -> 0 <= f j) -> In k l -> f k <= adds (map f l).
Proof.
  induction l as [|j l IH]; intros H I; [destruct I|]. simpl.
  assert (Z : 0 <= adds (map f l)) by (apply adds_nonneg; intros; apply H; simpl; auto).
  pose proof (H j (or_introl eq_refl)). destruct I as [->|I]; [lra|].
  assert (f k <= adds (map f l)) by (apply IH; [intros; apply H; simpl; auto|exact I]). lra.
Qed.

Lemma heavy_in l k : heavy (queue l) -> In k l -> 0 < fst k /\ heavy (snd k).
Proof. induction l as [|j l IH]; simpl; [tauto|]. intros [A [B H]] [<-|I]; auto. Qed.

Lemma siblings_pos l k : heavy (queue l) -> In k l -> 0 < siblings l.
Proof.
  intros H I. apply Rlt_le_trans with (fst k); [apply (heavy_in l k); auto|].
  apply (adds_term fst); [|exact I]. intros j J. apply Rlt_le, (heavy_in l j); auto.
Qed.

Lemma leaves_in l n : In n (leaves (queue l)) <-> exists k, In k l /\ In n (leaves (snd k)).
Proof. simpl. rewrite in_flat_map. reflexivity. Qed.

Lemma entitled_nonneg n t : heavy t -> 0 <= entitled n t.
Proof.
  induction t as [m|l IH] using tree_nodes; intros H; simpl; [destruct (Nat.eqb m n); lra|].
  apply adds_nonneg. intros k I. rewrite Forall_forall in IH. pose proof (heavy_in l k H I) as [A B].
  apply Rmult_le_pos; [|apply IH; auto]. apply Rlt_le, Rmult_lt_0_compat; [exact A|].
  apply Rinv_0_lt_compat, (siblings_pos l k); auto.
Qed.
