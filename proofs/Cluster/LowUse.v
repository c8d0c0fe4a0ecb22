(** DRF on each server by itself may use an arbitrarily small part of the resources, where all of them could be used.

    After wang2013 III-D, with a family of our own: n users, servers and resources.  Server i holds one unit of resource i and n units
    of each other resource; user j demands 1/n of resource j and 1 of each other one.  So user j fits server j exactly. *)

From Coq Require Import Reals Lra Lia Arith List.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Drf PerServer SiRatio.
Require Fair.Tasks.Precomputed.
Open Scope R_scope.

Definition fitted (n : nat) : inst :=
  mk n n n (fun i r => if Nat.eq_dec i r then 1 else INR n) (fun j r => if Nat.eq_dec j r then / INR n else 1)
     (fun _ => 1) (fun _ _ => true) (fun _ => None).

(** What placement [x] uses of resource [r] on all servers. *)
Definition used_of I (x : placement) r := sum (servers I) (fun i => sum (users I) (fun j => x j i * dem I j r)).

Section Fitted.
  Variable n : nat.
  Hypothesis Hn : (2 <= n)%nat.
  Set Default Proof Using "All".

  Let I := fitted n.
  Let L := INR n.

  (** DRF on each server, and each user alone on its own server. *)
  Definition separate : placement := fun j i => if Nat.eq_dec j i then 1 else / INR n.
  Definition own : placement := fun j i => if Nat.eq_dec j i then INR n else 0.

  Lemma L_two : 2 <= L.
  Proof. unfold L. change 2 with (INR 2). apply le_INR. exact Hn. Qed.

  Lemma L_inv : 0 < / L <= 1.
  Proof.
    pose proof L_two. split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
  Qed.

  Lemma fitted_dem j r : 0 < dem I j r <= 1.
  Proof. pose proof L_inv. simpl. fold L. destruct (Nat.eq_dec j r); lra. Qed.

  Lemma fitted_cap i r : 1 <= cap I i r <= L.
  Proof. pose proof L_two. simpl. fold L. destruct (Nat.eq_dec i r); lra. Qed.

  Lemma fitted_wf : wf I.
  Proof.
    split; try (simpl; intros; lra || discriminate).
    - intros i r _ _. pose proof (fitted_cap i r). lra.
    - intros j _. split; [intros r _; apply Rlt_le, fitted_dem|]. exists 0%nat. split; [simpl; lia|apply fitted_dem].
  Qed.

  Lemma sum_all k a : sum k (fun _ => a) = INR k * a.
  Proof. induction k as [|k IH]; [simpl; ring|]. rewrite S_INR. cbn [sum]. rewrite IH. ring. Qed.

  (** Use of resource r on server i by [separate]. *)
  Lemma separate_use i r : (i < n)%nat -> (r < n)%nat ->
    sum n (fun j => separate j i * dem I j r) = if Nat.eq_dec i r then 1 else 1 + 1 - / L - / L + / L * / L.
  Proof.
    intros Hi Hr. pose proof L_two.
    rewrite (sum_ext n _ (fun j => / L + ((if Nat.eq_dec j i then (if Nat.eq_dec i r then 0 else 1 - / L) else 0)
        + (if Nat.eq_dec j r then (if Nat.eq_dec i r then 0 else / L * / L - / L) else 0)))).
    - rewrite !sum_plus, !sum_single, sum_all by assumption. fold L. rewrite Rinv_r by lra. destruct (Nat.eq_dec i r); lra.
    - intros j _. unfold separate. simpl. fold L.
      destruct (Nat.eq_dec j i), (Nat.eq_dec j r), (Nat.eq_dec i r); try lia; lra.
  Qed.

  Lemma own_use i r : (i < n)%nat -> (r < n)%nat -> sum n (fun j => own j i * dem I j r) = cap I i r.
  Proof.
    intros Hi Hr. pose proof L_two.
    rewrite (sum_ext n _ (fun j => if Nat.eq_dec j i then L * dem I i r else 0)).
    - rewrite sum_single by exact Hi. simpl. fold L. destruct (Nat.eq_dec i r); [field; lra|ring].
    - intros j _. unfold own. fold L. destruct (Nat.eq_dec j i) as [->|]; ring.
  Qed.

  Lemma fitted_gam j i : (j < n)%nat -> (i < n)%nat -> 0 < gam I j i.
  Proof.
    intros Hj Hi. apply (gam_pos I fitted_wf j i); [exact Hj|exact Hi|reflexivity|]. intros r _ _. pose proof (fitted_cap i r). lra.
  Qed.

  Lemma own_feasible : feasible I own.
  Proof.
    pose proof L_two. split; [split|].
    - intros j i _ _. unfold own. fold L. destruct (Nat.eq_dec j i); lra.
    - intros j i Hj Hi Z. pose proof (fitted_gam j i Hj Hi). lra.
    - intros j _. exact Logic.I.
    - intros i r Hi Hr. right. apply own_use; assumption.
  Qed.

  Lemma separate_level j i : (j < n)%nat -> (i < n)%nat ->
    drf_level (at_server i I) (own_weight I) j = if Nat.eq_dec j i then / L else 1.
  Proof.
    intros Hj Hi. pose proof L_two as L2. pose proof L_inv as Li.
    unfold drf_level. simpl resources. simpl dem. simpl cap.
    assert (Ow : forall r, own_weight I j r = 1) by (intros r; unfold own_weight; simpl; destruct (lt_dec j n); [reflexivity|contradiction]).
    apply Rle_antisym.
    - apply maxratio_lub; [destruct (Nat.eq_dec j i); lra|]. intros r Hr _. rewrite Ow. fold L.
      assert (/ L * L = 1) by (apply Rinv_l; lra).
      destruct (Nat.eq_dec j i), (Nat.eq_dec j r), (Nat.eq_dec i r); try lia; lra.
    - pose proof (maxratio_ge n (fun r => if Nat.eq_dec j r then / INR n else 1)
                    (fun r => own_weight I j r * (if Nat.eq_dec i r then 1 else INR n)) i Hi) as Q.
      cbv beta in Q. rewrite Ow in Q. fold L in Q. destruct (Nat.eq_dec i i) as [_|]; [|contradiction].
      specialize (Q ltac:(lra)). fold L. destruct (Nat.eq_dec j i); lra.
  Qed.

  Lemma separate_drf : drf_per_server I separate.
  Proof.
    pose proof L_two as L2. pose proof L_inv as Li.
    split; [intros j _; reflexivity|]. intros i Hi. simpl in Hi.
    assert (F : feasible (at_server i I) (there separate i)).
    { split; [split|].
      - intros j q _ _. unfold there, separate. fold L. destruct (Nat.eq_dec j i); lra.
      - intros j q Hj Hq Z. simpl in Hq. pose proof (fitted_gam j i Hj Hi) as P. unfold gam, fit in *. simpl in *. lra.
      - intros j _. exact Logic.I.
      - intros q r Hq Hr. change (sum n (fun j => separate j i * dem I j r) <= cap I i r). rewrite separate_use by assumption.
        simpl. fold L. destruct (Nat.eq_dec i r); [lra|].
        assert (/ L * / L <= / L * 1) by (apply Rmult_le_compat_l; lra). lra. }
    split; [reflexivity|split; [exact F|]]. intros j Hj _. right. exists i.
    split; [exact Hi|split; [apply fitted_dem|split]].
    - change (sum n (fun j => separate j i * dem I j i) = cap I i i). rewrite separate_use by assumption.
      simpl. destruct (Nat.eq_dec i i); [reflexivity|contradiction].
    - intros m Hm _. rewrite !tot_there, !separate_level by assumption. unfold separate. fold L.
      destruct (Nat.eq_dec j i), (Nat.eq_dec m i); lra.
  Qed.

  Lemma separate_little r : (r < n)%nat -> used_of I separate r <= 2 * L.
  Proof.
    intros Hr. pose proof L_two as L2. pose proof L_inv as Li. unfold used_of. simpl servers. simpl users.
    apply Rle_trans with (sum n (fun _ => 2)); [|rewrite sum_all; fold L; lra].
    apply sum_le. intros i Hi. rewrite separate_use by assumption.
    assert (/ L * / L <= / L * 1) by (apply Rmult_le_compat_l; lra). destruct (Nat.eq_dec i r); lra.
  Qed.

  Lemma fitted_pool r : (r < n)%nat -> pool I r = 1 + (L - 1) * L.
  Proof.
    intros Hr. unfold pool. simpl servers. rewrite (sum_ext n _ (fun i => L + if Nat.eq_dec i r then 1 - L else 0)).
    - rewrite sum_plus, sum_single, sum_all by exact Hr. fold L. ring.
    - intros i _. simpl. fold L. destruct (Nat.eq_dec i r); lra.
  Qed.

  Lemma own_all r : (r < n)%nat -> used_of I own r = pool I r.
  Proof. intros Hr. unfold used_of, pool. apply sum_ext. intros i Hi. apply own_use; assumption. Qed.
End Fitted.
Set Default Proof Using "Type".

(** Idea: on each server one resource is scarce and stops every user at 1/n of it, so each other resource is used to about 1/n.
    Mechanism: drf-per-server.  Hypothesis: positive.  Claims: wang2013-naive-low-utilisation. *)
Theorem low_use : forall e, 0 < e -> exists I x y, wf I /\ positive I /\ unconstrained I /\ endless I
  /\ drf_per_server I x /\ feasible I y /\ (0 < resources I)%nat
  /\ forall r, (r < resources I)%nat -> 0 < pool I r /\ used_of I x r <= e * pool I r /\ used_of I y r = pool I r.
Proof.
  intros e He. destruct (Fair.Tasks.Precomputed.floor_exists (4 / e)) as [k [_ Hk]]; [apply div_nonneg; lra|].
  set (n := (k + 2)%nat). assert (Hn : (2 <= n)%nat) by lia.
  assert (Big : 4 <= e * INR n).
  { apply Rle_trans with (e * (INR k + 1)).
    - apply Rlt_le. apply (Rmult_lt_compat_l e) in Hk; [|exact He]. replace (e * (4 / e)) with 4 in Hk by (field; lra). exact Hk.
    - apply Rmult_le_compat_l; [lra|]. unfold n. rewrite plus_INR. simpl (INR 2). lra. }
  pose proof (L_two n Hn) as L2.
  exists (fitted n), (separate n), (own n).
  split; [apply fitted_wf; exact Hn|split; [intros j r _ _; apply (fitted_dem n Hn)|split; [intros j i _ _; reflexivity|split; [intros j _; reflexivity|]]]].
  split; [apply separate_drf; exact Hn|split; [apply own_feasible; exact Hn|split; [simpl; lia|]]].
  intros r Hr. simpl in Hr. rewrite (fitted_pool n Hn r Hr).
  assert (P : INR n * INR n / 2 <= 1 + (INR n - 1) * INR n).
  { assert (0 <= (INR n - 2) * INR n) by (apply Rmult_le_pos; lra). lra. }
  assert (Q : 4 * INR n <= e * INR n * INR n) by (apply Rmult_le_compat_r; lra).
  split; [|split].
  - assert (0 <= (INR n - 1) * INR n) by (apply Rmult_le_pos; lra). lra.
  - apply Rle_trans with (1 := separate_little n Hn r Hr).
    apply Rle_trans with (e * (INR n * INR n / 2)); [lra|]. apply Rmult_le_compat_l; lra.
  - rewrite (own_all n Hn r Hr). apply (fitted_pool n Hn r Hr).
Qed.

(** A witness: two users, servers and resources. *)
Lemma low_use_witness : wf (fitted 2) /\ drf_per_server (fitted 2) (separate 2).
Proof. split; [apply fitted_wf; lia|apply separate_drf; lia]. Qed.
