(** Greedy for equal tasks of demand 3 may pay more than 2 - 2/D times the optimum.

    Six tasks of demand 3 and eighteen resources: costs rise from 1 to 6 in the first round and from 6 to 11 in the second, then
    there are five of cost 12 and one of cost 23. *)

From Coq Require Import Reals Lra Lia Arith List.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition Greedy.
Import ListNotations.
Open Scope R_scope.

Definition eighteen : list Z := [1; 2; 3; 4; 5; 6; 6; 7; 8; 9; 10; 11; 12; 12; 12; 12; 12; 23]%Z.
Definition cost18 (q : nat) : R := IZR (nth q eighteen 1%Z).
(** Greedy: each task one resource a round, in the opposite order in the second. *)
Definition greedy18 (q : nat) : nat := nth q [0; 1; 2; 3; 4; 5; 5; 4; 3; 2; 1; 0; 0; 1; 2; 3; 4; 5]%nat 0%nat.
(** A better assignment: the dearest with the two cheapest. *)
Definition better18 (q : nat) : nat := nth q [0; 0; 1; 2; 3; 4; 5; 5; 4; 3; 2; 1; 5; 4; 3; 2; 1; 0]%nat 0%nat.

Lemma total18 : sum 18 cost18 = 155.
Proof. unfold cost18. simpl. lra. Qed.

Lemma greedy18_run : greedy_run 6 3 18 cost18 greedy18.
Proof.
  intros q Hq. rewrite total18.
  do 18 (destruct q as [|q]; [
    split; [apply Nat.ltb_lt; vm_compute; reflexivity|split; [apply Nat.ltb_lt; vm_compute; reflexivity|]]; intros j Hj _;
    do 6 (destruct j as [|j]; [unfold claim, pays, given, cost18, greedy18; simpl; lra|]); lia|]).
  lia.
Qed.

Theorem greedy_beyond_two_less : exists n D E c g a opt,
  (forall q, (q < E)%nat -> 0 < c q) /\ (forall i j, (i <= j)%nat -> (j < E)%nat -> c i <= c j)
  /\ greedy_run n D E c g /\ covers E n (fun _ => 1) (fun _ => INR D) a
  /\ (forall j, (j < n)%nat -> pays E c a j <= opt)
  /\ exists j, (j < n)%nat /\ (2 - 2 / INR D) * opt < pays (D * n) c g j.
Proof.
  exists 6%nat, 3%nat, 18%nat, cost18, greedy18, better18, 26.
  split; [|split; [|split; [exact greedy18_run|split; [|split]]]].
  - intros q Hq. do 18 (destruct q as [|q]; [unfold cost18; simpl; lra|]). lia.
  - assert (Step : forall i, (S i < 18)%nat -> cost18 i <= cost18 (S i)).
    { intros i Hi. do 17 (destruct i as [|i]; [unfold cost18; simpl; lra|]). lia. }
    intros i j H. induction H as [|j H IH]; intros Hj; [lra|]. apply Rle_trans with (cost18 j); [apply IH; lia|apply Step; exact Hj].
  - intros j Hj. do 6 (destruct j as [|j]; [unfold given, better18; simpl; lra|]). lia.
  - intros j Hj. do 6 (destruct j as [|j]; [unfold pays, given, cost18, better18; simpl; lra|]). lia.
  - exists 5%nat. split; [lia|]. unfold pays, given, cost18, greedy18. simpl. lra.
Qed.
