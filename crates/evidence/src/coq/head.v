From Coq Require Import Reals Lra List.
Import ListNotations.
Open Scope R_scope.

(* Leximin: levels in increasing order, compared at the first place where they differ. *)
Fixpoint insert (a : R) (l : list R) : list R :=
  match l with [] => [a] | b :: t => if Rle_dec a b then a :: l else b :: insert a t end.
Fixpoint sort (l : list R) : list R := match l with [] => [] | a :: t => insert a (sort t) end.
Fixpoint below (l k : list R) : Prop :=
  match l, k with a :: l', b :: k' => a < b \/ (a = b /\ below l' k') | _, _ => False end.

(* Tactics; nothing rests on them. *)
Ltac smallest := unfold Rmin, Rmax; repeat destruct Rle_dec; lra.
Ltac orders H := repeat (cbn [sort insert below] in H;
  match type of H with context [Rle_dec ?a ?b] => destruct (Rle_dec a b) end); cbn [sort insert below] in H.
Ltac ordered := repeat (cbn [sort insert];
  match goal with |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b) end);
  cbn [sort insert]; first [exfalso; lra | repeat (f_equal; try lra)].
Ltac above := first [left; lra | right; split; [lra | above]].
Ltac choose := first [solve [repeat split; intros; lra] | left; choose | right; choose].
Ltac apart := repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : ?A -> _, K : ?A |- _ => specialize (H K)
  | H : _ \/ _ |- _ => destruct H end.
