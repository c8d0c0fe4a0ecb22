(** DRFH without sharing incentive, by an instance with positive demands. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Common Require Import Sums.
From Fair.Cluster Require Import Model Complaint Drfh.
Open Scope R_scope.

(** Server 0 has one unit of resource 0 and none of resource 1, server 1 one unit of each. *)
Definition split_pool : inst :=
  mk 2 2 2 (fun i r => match i, r with O, S _ => 0 | _, _ => 1 end) (fun n r => match n, r with O, O => 2 | _, _ => 1 end)
     (fun _ => 1) (fun _ _ => true) (fun _ => None).
Definition thirds : placement := fun _ i => match i with O => 0 | S _ => / 3 end.

Lemma split_wf : wf split_pool.
Proof.
  split; cbn; intros; try lra; try discriminate.
  - destruct i, r; lra.
  - split; [intros r _; destruct n, r; lra|]. exists 1%nat. split; [lia|]. destruct n; lra.
Qed.

Lemma split_positive : positive split_pool.
Proof. intros n r _ _. cbn. destruct n, r; lra. Qed.

Lemma split_fit n i : (n < 2)%nat -> (i < 2)%nat ->
  gam split_pool n i = match i, n with O, _ => 0 | _, O => / 2 | _, _ => 1 end.
Proof.
  intros Hn Hi. unfold gam, fit, minratio. cbn.
  destruct n as [|[|]]; [| |lia]; destruct i as [|[|]]; [| |lia| | |lia]; cbn;
    repeat (destruct Rlt_dec; [|exfalso; lra]); cbn; unfold Rmin; destruct Rle_dec; lra.
Qed.

Lemma split_share n : (n < 2)%nat -> global_share split_pool n = 1.
Proof.
  intros Hn. unfold global_share, pool. cbn.
  destruct n as [|[|]]; [| |lia]; repeat (destruct Rlt_dec; [|exfalso; lra]); unfold Rmax; repeat destruct Rle_dec; lra.
Qed.

Lemma thirds_tot n : tot split_pool thirds n = / 3.
Proof. unfold tot. cbn. lra. Qed.

Lemma thirds_feasible : feasible split_pool thirds.
Proof.
  split; [split|].
  - intros n i _ _. unfold thirds. destruct i; lra.
  - intros n i Hn Hi G. cbn in Hn, Hi. rewrite split_fit in G by assumption. destruct i as [|i]; [reflexivity|]. destruct n; lra.
  - intros n _. exact I.
  - intros i r Hi Hr. cbn in Hi, Hr. destruct i as [|[|]]; [| |lia]; destruct r as [|[|]]; [| |lia| | |lia]; cbn; lra.
Qed.

(* Idea. Both users stand at the level 1/3, and server 1 has none of resource 0 left. So one user can have more only if
   the other one, which stands no higher, has less. Half of server 1 holds half a task of user 1.
   Covers refutes si of drfh, with positive demands.
   Hypotheses met: NoIncentive.split_wf. *)
Theorem drfh_no_sharing_incentive : exists I x, wf I /\ positive I /\ drfh I x /\ ~ sharing_incentive I (gam I) x.
Proof.
  exists split_pool, thirds. split; [apply split_wf|split; [apply split_positive|split]].
  - split; [intros n i _ _; reflexivity|]. apply (c_drfh_iff_fair split_pool thirds split_wf thirds_feasible).
    intros n y Hn [[[Pos Run _] Fit] [More Loses]]. cbn in Hn. rewrite thirds_tot in More.
    pose proof (Fit 1%nat 0%nat ltac:(cbn; lia) ltac:(cbn; lia)) as C. cbn in C.
    assert (Z : forall m, (m < 2)%nat -> y m 0%nat = 0).
    { intros m Hm. apply Run; [exact Hm|cbn; lia|]. rewrite split_fit by lia. reflexivity. }
    assert (T : forall m, (m < 2)%nat -> tot split_pool y m = y m 1%nat).
    { intros m Hm. unfold tot. cbn. rewrite (Z m Hm). lra. }
    assert (Who : exists m, (m < 2)%nat /\ tot split_pool y m < / 3).
    { destruct (Rlt_dec (y 0%nat 1%nat) (/ 3)) as [L|L]; [exists 0%nat; rewrite T by lia; split; [lia|exact L]|].
      destruct (Rlt_dec (y 1%nat 1%nat) (/ 3)) as [L'|L']; [exists 1%nat; rewrite T by lia; split; [lia|exact L']|].
      exfalso. rewrite T in More by exact Hn. destruct n as [|[|]]; [| |lia]; lra. }
    destruct Who as [m [Hm L]]. specialize (Loses m Hm). rewrite !thirds_tot in Loses. specialize (Loses L).
    rewrite !split_share in Loses by assumption. lra.
  - intros H. specialize (H 1%nat ltac:(cbn; lia)). rewrite thirds_tot in H.
    assert (S : slice split_pool (gam split_pool) 1 = / 2).
    { unfold slice, weights. cbn [servers users wt split_pool sum]. rewrite !split_fit by lia. lra. }
    cbn [tk split_pool capped] in H. rewrite S in H. lra.
Qed.
