(** DRF on each server by itself: the naive extension that wang2013 III-D argues against. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Bottleneck Drf Witness.
Open Scope R_scope.

(** Server i alone, and one weight a user as a table. *)
Definition at_server i I : inst :=
  mk (users I) 1 (resources I) (fun _ => cap I i) (dem I) (wt I) (fun n _ => el I n i) (fun _ => None).
Definition own_weight I : table := fun n _ => if lt_dec n (users I) then wt I n else 1.
Definition there (x : placement) i : placement := fun n _ => x n i.

Definition drf_per_server I x := endless I /\
  forall i, (i < servers I)%nat -> drf (own_weight I) (at_server i I) (there x i).

Lemma wf_at i I : wf I -> (i < servers I)%nat -> wf (at_server i I).
Proof.
  intros W Hi. split; simpl.
  - intros j r _ Hr. apply (wf_cap I W); auto.
  - apply (wf_dem I W).
  - apply (wf_wt I W).
  - discriminate.
Qed.

Lemma own_weight_valid I : wf I -> valid (own_weight I).
Proof. intros W n r. unfold own_weight. destruct (lt_dec n (users I)); [apply (wf_wt I W); auto|lra]. Qed.

Lemma own_weight_same I n r : (n < users I)%nat -> own_weight I n r = wt I n.
Proof. intros H. unfold own_weight. destruct (lt_dec n (users I)); auto; contradiction. Qed.

Lemma tot_there x i I n : tot (at_server i I) (there x i) n = x n i.
Proof. unfold tot; simpl. apply Rplus_0_l. Qed.

Section PerServer.
  Variable I : inst.
  Variable x : placement.
  Hypothesis W : wf I.
  Hypothesis H : drf_per_server I x.

  (* Idea. Each server is.
     Covers feasible of drf-per-server; settled by outcomes_feasible.
     Hypotheses met: PerServer.drf_per_server_witness. *)
  Theorem drf_per_server_feasible : feasible I x.
  Proof.
    destruct H as [E D]. split; [split|].
    - intros n i Hn Hi. destruct (D i Hi) as [_ [[P _] _]]. apply (pl_pos _ _ _ P n 0%nat); simpl; auto.
    - intros n i Hn Hi G. destruct (D i Hi) as [_ [[P _] _]]. apply (pl_run _ _ _ P n 0%nat); simpl; auto.
    - intros n Hn. rewrite E; simpl; auto.
    - intros i r Hi Hr. destruct (D i Hi) as [_ [[_ C] _]]. apply (C 0%nat r); simpl; auto.
  Qed.

  (* Idea. drf_sharing_incentive on each server, added up.
     Settles si of drf-per-server (hypothesis none).
     Hypotheses met: PerServer.drf_per_server_witness. *)
  Theorem drf_per_server_sharing_incentive : sharing_incentive I (gam I) x.
  Proof.
    intros n Hn. destruct H as [E D]. rewrite E by auto. simpl. apply sum_le; intros i Hi.
    pose proof (drf_sharing_incentive (at_server i I) (own_weight I) (wf_at i I W Hi) (own_weight_valid I W)
      (fun n r => own_weight_same I n r) (there x i) (D i Hi) n Hn) as S.
    rewrite tot_there in S. simpl in S. unfold slice in S. simpl in S. rewrite Rplus_0_l in S. exact S.
  Qed.

  (* Idea. drf_envy_free on each server, added up over the servers where the envious user may run.
     Settles ef of drf-per-server (hypothesis none).
     Hypotheses met: PerServer.drf_per_server_witness. *)
  Theorem drf_per_server_envy_free : envy_free I x.
  Proof.
    intros n m Hn Hm Dnm. destruct H as [E D]. rewrite E by auto. simpl. apply sum_le; intros i Hi.
    pose proof (drf_envy_free (at_server i I) (own_weight I) (wf_at i I W Hi) (own_weight_valid I W)
      (fun n r => own_weight_same I n r) (there x i) (D i Hi) n m Hn Hm Dnm) as S.
    rewrite tot_there in S. simpl in S. unfold worth in S. simpl in S. rewrite Rplus_0_l in S. exact S.
  Qed.

  (* Idea. There is one server.
     Settles single-server of drf-per-server (hypothesis none).
     Hypotheses met: PerServer.drf_per_server_witness. *)
  Theorem drf_per_server_reduces_to_drf : reduces_to_drf I x.
  Proof.
    intros One n y Hn [Fy [G C]]. destruct H as [E D].
    assert (S0 : (0 < servers I)%nat) by lia.
    pose proof (drf_reduces_to_drf (at_server 0 I) (own_weight I) (wf_at 0 I W S0)
      (fun n r => own_weight_same I n r) (there x 0) (D 0%nat S0) eq_refl n (there y 0) Hn) as F.
    assert (T : forall z k, tot I z k = tot (at_server 0 I) (there z 0) k).
    { intros z k. rewrite tot_there. unfold tot. rewrite One. simpl. apply Rplus_0_l. }
    apply F. split; [|split].
    - destruct Fy as [P Cy]. split; [split|]; simpl.
      + intros k i Hk Hi. apply (pl_pos _ _ _ P); auto.
      + intros k i Hk Hi Z. apply (pl_run _ _ _ P); auto.
      + auto.
      + intros i r Hi Hr. apply Cy; auto.
    - rewrite <- !T; auto.
    - intros m Hm L. rewrite <- !T in *. specialize (C m Hm L). exact C.
  Qed.
End PerServer.

Lemma drf_table_ext I w w' x : (forall n r, (n < users I)%nat -> w n r = w' n r) -> drf w I x -> drf w' I x.
Proof.
  intros E [One [F B]]. assert (L : forall n, (n < users I)%nat -> drf_level I w n = drf_level I w' n).
  { intros n Hn. unfold drf_level. apply maxratio_ext; auto. intros r Hr. rewrite E; auto. }
  split; auto. split; auto. intros n Hn R. destruct (B n Hn R) as [|[r [Hr [D [S Lo]]]]]; auto.
  right. exists r. split; auto. split; auto. split; auto. intros m Hm X. rewrite <- !L by auto. auto.
Qed.

(* Idea. A lie is a lie on every server, and on none of them does it give more true tasks (drf_strategy_proof). Two
   users together can gain, since they may lie on different servers.
   Settles sp, sp-demand, sp-eligibility of drf-per-server (hypothesis none).
   Hypotheses met: PerServer.drf_per_server_witness. *)
Theorem drf_per_server_strategy_proof : strategy_proof drf_per_server (fun _ => True).
Proof.
  intros k I J x x' Hk WI WJ _ _ A [E D] [E' D'].
  unfold gain. apply Rle_trans with (1 := capped_le _ _). apply sum_le; intros i Hi.
  assert (Hi' : (i < servers J)%nat) by (rewrite (ag_s _ I J A); auto).
  assert (A' : agree (Nat.eqb k) (at_server i I) (at_server i J)).
  { destruct A as [a b c d e f g h]. split; simpl; auto.
    intros n Hn. rewrite (h n Hn). reflexivity. }
  assert (Dw : drf (own_weight I) (at_server i J) (there x' i)).
  { apply drf_table_ext with (w := own_weight J); [|apply D'; auto]. intros n r Hn.
    change (n < users J)%nat in Hn. rewrite own_weight_same by auto. rewrite (ag_u _ I J A) in Hn.
    rewrite own_weight_same by auto. apply (ag_wt _ I J A). }
  pose proof (drf_strategy_proof (own_weight I) (own_weight_valid I WI) k (at_server i I) (at_server i J)
    (there x i) (there x' i) Hk (wf_at i I WI Hi) (wf_at i J WJ Hi') Logic.I Logic.I A' (D i Hi) Dw) as S.
  rewrite tot_there in S. unfold gain in S. simpl in S. rewrite Rplus_0_l in S. exact S.
Qed.

(** With positive demands nobody is hurt when a user leaves. *)
(* Idea. drf_leaver on each server, added up.
   Settles population-monotone of drf-per-server (hypothesis positive).
   Hypotheses met: Examples.leaving_witness_drf. *)
Theorem drf_per_server_population_monotone : population_monotone drf_per_server positive.
Proof.
  intros l I x x' W Pos Hl [E D] [E' D'] n Hn. apply sum_le; intros i Hi.
  pose proof (wf_at i I W Hi) as Wi.
  assert (Dw : drf (fun k => own_weight I (skip l k)) (without l (at_server i I)) (there x' i)).
  { apply drf_table_ext with (w := own_weight (without l I)); [|apply (D' i Hi)]. intros k r Hk. simpl in Hk.
    change (own_weight (without l I) k r = own_weight I (skip l k) r).
    rewrite own_weight_same by auto. rewrite own_weight_same by (apply skip_lt; auto). reflexivity. }
  pose proof (drf_leaver (at_server i I) (own_weight I) l (there x i) (there x' i) Wi (own_weight_valid I W)
    Pos Hl (D i Hi) Dw n Hn) as S.
  rewrite !tot_there in S. exact S.
Qed.

(** Witness. *)
Lemma drf_per_server_witness K R : (0 < R)%nat -> wf (twins K R) /\ drf_per_server (twins K R) halves.
Proof.
  intros HR. split; [apply twins_wf; auto|]. split; [apply twins_endless|]. intros i Hi.
  apply drf_table_ext with (w := ones).
  - intros n r Hn. change (n < 2)%nat in Hn. rewrite own_weight_same; auto.
  - apply (drf_witness R HR).
Qed.
