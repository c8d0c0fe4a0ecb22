(** DRF with weights per resource that do not add up alike, and the closed form for positive demands. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Drf Witness.
Open Scope R_scope.

(** One unit of two resources; user 0 demands (1, 1/2), user 1 demands (0, 1) and has three times the weight in the
    second resource. User 0 runs 2/7 of a task; half of the first and a quarter of the second resource hold 1/2. *)
Definition lopsided : inst :=
  mk 2 1 2 (fun _ _ => 1)
     (fun n r => match n, r with O, O => 1 | O, _ => / 2 | _, O => 0 | _, _ => 1 end)
     (fun _ => 1) (fun _ _ => true) (fun _ => None).
Definition lopsided_weight : table := fun n r => match n, r with O, _ => 1 | _, O => 1 | _, _ => 3 end.
Definition lopsided_outcome : placement := fun n _ => match n with O => 2 / 7 | _ => 6 / 7 end.

Lemma lopsided_wf : wf lopsided.
Proof.
  split; simpl; intros; try lra; try discriminate.
  split.
  - intros r Hr. destruct n as [|n]; destruct r as [|r]; lra.
  - destruct n as [|n]; [exists O|exists 1%nat]; split; auto; lra.
Qed.

Lemma lopsided_gam n : (n < 2)%nat -> 0 < gam lopsided n 0.
Proof.
  intros Hn. apply (gam_pos lopsided lopsided_wf); simpl; auto. intros; lra.
Qed.

Lemma lopsided_level_0 : drf_level lopsided lopsided_weight 0 = 1.
Proof.
  apply Rle_antisym.
  - apply maxratio_lub; [lra|]. intros r Hr _. simpl. destruct r as [|r]; lra.
  - assert (A := maxratio_ge 2 (dem lopsided 0) (fun r => lopsided_weight 0%nat r * cap lopsided 0%nat r) 0%nat).
    simpl in A. unfold drf_level. change (resources lopsided) with 2%nat. specialize (A ltac:(lia) ltac:(lra)).
    simpl. lra.
Qed.

Lemma lopsided_level_1 : drf_level lopsided lopsided_weight 1 = / 3.
Proof.
  apply Rle_antisym.
  - apply maxratio_lub; [lra|]. intros r Hr _. simpl. destruct r as [|r]; lra.
  - assert (A := maxratio_ge 2 (dem lopsided 1) (fun r => lopsided_weight 1%nat r * cap lopsided 0%nat r) 1%nat).
    simpl in A. unfold drf_level. change (resources lopsided) with 2%nat. specialize (A ltac:(lia) ltac:(lra)).
    simpl. lra.
Qed.

Lemma lopsided_feasible : feasible lopsided lopsided_outcome.
Proof.
  split; [split|].
  - intros n i Hn Hi. unfold lopsided_outcome. destruct n; lra.
  - intros n i Hn Hi Z. simpl in Hi. replace i with O in Z by lia. pose proof (lopsided_gam n Hn). lra.
  - intros n Hn. simpl. auto.
  - intros i r Hi Hr. simpl in *. unfold lopsided_outcome. destruct r as [|[|r]]; [| |lia]; lra.
Qed.

(* Idea. The second resource is the bottleneck of both, at level 2/7. The slice of user 0 is half of the first resource
   and a quarter of the second, which hold 1/2 of a task. It demands the second resource least, but is bound by it, and
   there its weight counts for a quarter.
   Covers refutes si of drf on instances with weights per resource.
   Hypotheses met: Weights.lopsided_wf. *)
Theorem drf_weights_per_resource_no_sharing_incentive :
  wf lopsided /\ valid lopsided_weight /\ drf lopsided_weight lopsided lopsided_outcome /\
  ~ sharing_incentive_table lopsided lopsided_weight lopsided_outcome.
Proof.
  split; [apply lopsided_wf|]. split.
  { intros n r. unfold lopsided_weight. destruct n; [lra|destruct r; lra]. }
  split.
  - split; auto. split; [apply lopsided_feasible|]. intros n Hn _. right. exists 1%nat.
    split; [simpl; lia|]. split; [simpl; destruct n; lra|].
    split; [simpl; unfold lopsided_outcome; lra|].
    assert (E : forall k, (k < 2)%nat -> tot lopsided lopsided_outcome k * drf_level lopsided lopsided_weight k = 2 / 7).
    { intros k Hk. unfold tot. simpl. unfold lopsided_outcome.
      destruct k as [|[|k]]; [rewrite lopsided_level_0|rewrite lopsided_level_1|lia]; lra. }
    intros m Hm _. rewrite !E by auto. lra.
  - intros S. specialize (S O ltac:(simpl; lia)). unfold slice_table in S. simpl in S.
    assert (B : / 2 <= minratio 2
                  (fun r => lopsided_weight 0%nat r / (0 + lopsided_weight 0%nat r + lopsided_weight 1%nat r) * 1)
                  (dem lopsided 0)).
    { apply minratio_glb; [apply (wf_dem lopsided lopsided_wf 0); simpl; lia|].
      intros r Hr _. simpl. destruct r as [|[|r]]; simpl; [| |lia]; lra. }
    unfold tot in S. simpl in S, B. unfold lopsided_outcome in S. lra.
Qed.

(** Positive demands: the common dominant share is one over the largest sum of normalised demands. *)
Definition normalised_sum I w r := sum (users I) (fun n => dem I n r / (cap I 0 r * drf_level I w n)).

(* Idea. All stand at one level L (others_no_higher), so n runs L divided by its share per task. On every resource the
   load is L times the sum of normalised demands, at most all of it; on a bottleneck it is all.
   Covers the closed form, with weights.
   Hypotheses met: Drf.drf_witness. *)
Theorem drf_closed_form I w x : wf I -> valid w -> positive I -> unconstrained I -> endless I -> (0 < users I)%nat ->
  (forall r, (r < resources I)%nat -> 0 < cap I 0 r) -> drf w I x ->
  exists L, (forall n, (n < users I)%nat -> tot I x n * drf_level I w n = L) /\
    (exists r, (r < resources I)%nat /\ L * normalised_sum I w r = 1) /\
    forall q, (q < resources I)%nat -> L * normalised_sum I w q <= 1.
Proof.
  intros W V Pos Un End Us Full H. pose proof H as [One [Fx B]].
  assert (S0 : (0 < servers I)%nat) by lia.
  assert (Run : forall n, (n < users I)%nat -> runs I n).
  { intros n Hn. exists O. split; auto. apply (gam_pos I W); auto. }
  assert (Lp : forall n, (n < users I)%nat -> 0 < drf_level I w n) by (intros; apply drf_level_pos; auto).
  assert (NF : forall n v, (n < users I)%nat -> ~ full (tk I n) v).
  { intros n v Hn. unfold full. rewrite End by auto. discriminate. }
  assert (Q : forall n m, (n < users I)%nat -> (m < users I)%nat ->
            tot I x m * drf_level I w m <= tot I x n * drf_level I w n).
  { intros n m Hn Hm. apply (others_no_higher I (drf_level I w) x W Pos (alike_one_server I One)); auto.
    apply drf_fair; auto. }
  set (L := tot I x 0 * drf_level I w 0).
  assert (E : forall n, (n < users I)%nat -> tot I x n * drf_level I w n = L).
  { intros n Hn. apply Rle_antisym; apply Q; auto. }
  exists L. split; auto.
  assert (N : forall r, (r < resources I)%nat ->
            L * normalised_sum I w r = sum (users I) (fun n => x n O * dem I n r) / cap I 0 r).
  { intros r Hr. unfold normalised_sum, Rdiv. rewrite <- sum_scal, <- sum_scal_r. apply sum_ext; intros n Hn.
    rewrite <- (E n Hn), (tot_one I One). pose proof (Lp n Hn). pose proof (Full r Hr). field. split; lra. }
  split.
  - destruct (B O Us (Run O Us)) as [F|[r [Hr [_ [Sat _]]]]]; [exfalso; apply (NF O (tot I x 0)); auto|].
    exists r. split; auto. rewrite N, Sat by auto. pose proof (Full r Hr). field; lra.
  - intros q Hq. rewrite N by auto. apply div_le; auto. rewrite Rmult_1_l. apply (proj2 Fx O q); auto.
Qed.
