(** Dominant shares measured over the servers that a user names: why C-DRFH measures as if there were no constraints.

    After khamse2017 II-B.  Two users demand 4 and 1 of two resources.  Server 1 holds 4 of each; server 2 holds 12 of the
    first and none of the second, so neither user can run there.  In truth both may use server 1 alone. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Drfh Witness.
Open Scope R_scope.

(** The dominant share of one task, over the servers that the user names. *)
Definition named_share I n :=
  maxratio (resources I) (dem I n) (fun r => sum (servers I) (fun i => if el I n i then cap I i r else 0)) / wt I n.
Definition named I x := leximin I (gam I) (feasible I) (named_share I) x.

Definition two_caps (i r : nat) : R := match i, r with O, _ => 4 | _, O => 12 | _, _ => 0 end.
Definition two_dem (_ r : nat) : R := match r with O => 4 | _ => 1 end.
Definition naming (both : bool) : inst :=
  mk 2 2 2 two_caps two_dem (fun _ => 1) (fun n i => match i with O => true | _ => match n with O => both | _ => false end end)
     (fun _ => None).

(** [a] tasks of the first user and [b] of the second, on server 1. *)
Definition on_first (a b : R) : placement := fun n i => match i with O => (match n with O => a | _ => b end) | _ => 0 end.

Lemma naming_wf both : wf (naming both).
Proof.
  split; simpl; intros; try lra; try discriminate.
  - destruct i as [|i], r as [|r]; simpl; lra.
  - split; [intros [|r] _; simpl; lra|exists 0%nat; simpl; split; [lia|lra]].
Qed.

Lemma naming_gam both n i : (n < 2)%nat -> (i < 2)%nat -> gam (naming both) n i = match i with O => 1 | _ => 0 end.
Proof.
  intros Hn Hi. unfold gam, fit, minratio. simpl. destruct i as [|[|i]]; try lia; unfold two_caps, two_dem; simpl.
  - destruct (Rlt_dec 0 4); [|lra]. destruct (Rlt_dec 0 1); [|lra]. unfold Rmin. destruct (Rle_dec (4 / 4) (4 / 1)); lra.
  - destruct n as [|[|n]]; try lia; [destruct both|]; auto.
    destruct (Rlt_dec 0 4); [|lra]. destruct (Rlt_dec 0 1); [|lra]. unfold Rmin. destruct (Rle_dec (12 / 4) (0 / 1)); lra.
Qed.

Lemma naming_feasible both a b : 0 <= a -> 0 <= b -> a + b <= 1 -> feasible (naming both) (on_first a b).
Proof.
  intros Ha Hb H. split; [split|]; simpl.
  - intros [|n] [|i] _ _; simpl; lra.
  - intros n i Hn Hi G. rewrite naming_gam in G by assumption. destruct i as [|i]; [lra|reflexivity].
  - intros; exact Logic.I.
  - intros [|[|i]] [|[|r]] Hi Hr; try lia; simpl; unfold two_dem; lra.
Qed.

Lemma naming_tot both y n : feasible (naming both) y -> (n < 2)%nat -> tot (naming both) y n = y n 0%nat.
Proof.
  intros [P _] Hn. unfold tot. simpl.
  rewrite (pl_run _ _ _ P n 1%nat Hn); [lra|simpl; lia|]. rewrite naming_gam; auto.
Qed.

Lemma naming_share (both : bool) n : (n < 2)%nat -> named_share (naming both) n = match n with O => if both then 1 / 4 else 1 | _ => 1 end.
Proof.
  intros Hn. unfold named_share, maxratio. simpl. unfold two_dem, two_caps.
  destruct n as [|[|n]]; try lia; [destruct both|]; simpl.
  all: replace (0 + 4 + 0) with 4 by ring; try replace (0 + 4 + 12) with 16 by ring.
  all: destruct (Rlt_dec 0 4) as [_|]; [|lra]; try (destruct (Rlt_dec 0 16) as [_|]; [|lra]).
  - rewrite (Rmax_right 0 (4 / 16)) by lra. rewrite Rmax_left by lra. lra.
  - rewrite (Rmax_right 0 (4 / 4)) by lra. rewrite Rmax_left by lra. lra.
  - rewrite (Rmax_right 0 (4 / 4)) by lra. rewrite Rmax_left by lra. lra.
Qed.

(** Equal levels that fill server 1 are leximin. *)
Lemma naming_named (both : bool) a b : 0 < a -> 0 < b -> a + b = 1 -> a * (if both then 1 / 4 else 1) = b ->
  named (naming both) (on_first a b).
Proof.
  intros Ha Hb H E. apply feasible_fair_leximin.
  - apply naming_wf.
  - intros n Hn _. simpl in Hn. rewrite naming_share by exact Hn. destruct n; [destruct both|]; lra.
  - apply naming_feasible; lra.
  - intros n y Hn [Fy [G C]]. simpl in Hn.
    assert (Fx : feasible (naming both) (on_first a b)) by (apply naming_feasible; lra).
    rewrite !naming_tot in G by assumption.
    assert (Cap : y 0%nat 0%nat + y 1%nat 0%nat <= 1).
    { pose proof (proj2 Fy 0%nat 0%nat ltac:(simpl; lia) ltac:(simpl; lia)) as Q. simpl in Q. unfold two_dem in Q. lra. }
    destruct n as [|[|n]]; try lia.
    + specialize (C 1%nat ltac:(simpl; lia)). rewrite !naming_tot, !naming_share in C by (assumption || lia). simpl in *.
      destruct both; lra.
    + specialize (C 0%nat ltac:(simpl; lia)). rewrite !naming_tot, !naming_share in C by (assumption || lia). simpl in *.
      destruct both; lra.
Qed.

(** ** Naming other servers may pay, unless shares are measured as if there were no constraints

    Idea: measured over the servers that it names, user 1 looks poorer when it names server 2 as well, whose 12 units of the
    first resource it cannot use: a task is a quarter of all and no longer all.  It gets 4/5 of a task in place of 1/2.
    C-DRFH measures every user over all servers, and is proof against false claims of every kind.
    Mechanism: c-drfh.  Property: sp-eligibility.  Hypothesis: none.  Claims: khamse2017-c-drfh-strategy. *)
Theorem naming_servers :
  (exists I J x x', wf I /\ wf J /\ agree (Nat.eqb 0) I J /\ (forall n r, dem J n r = dem I n r)
     /\ named I x /\ named J x' /\ tot I x 0 < gain I J x' 0)
  /\ strategy_proof c_drfh (fun _ => True).
Proof.
  split; [|exact c_drfh_strategy_proof].
  exists (naming false), (naming true), (on_first (1 / 2) (1 / 2)), (on_first (4 / 5) (1 / 5)).
  split; [apply naming_wf|split; [apply naming_wf|split; [|split; [reflexivity|split; [|split]]]]].
  - split; try reflexivity.
    intros [|n] H; [discriminate|]. reflexivity.
  - apply naming_named; lra.
  - apply naming_named; lra.
  - rewrite naming_tot by (try apply naming_feasible; lra || lia).
    unfold gain. simpl. unfold kappa, minratio. simpl. unfold two_dem.
    destruct (Rlt_dec 0 4); [|lra]. destruct (Rlt_dec 0 1); [|lra]. unfold Rmin. destruct (Rle_dec (4 / 4) (1 / 1)); lra.
Qed.

(** A witness: the instance is valid, and the mechanism has an outcome on it. *)
Lemma naming_witness : wf (naming false) /\ named (naming false) (on_first (1 / 2) (1 / 2)).
Proof. split; [apply naming_wf|apply naming_named; lra]. Qed.
