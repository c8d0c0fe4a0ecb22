(** Bottleneck max fairness on one pool: each user has a full resource of which no user holds more per weight. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Bottleneck Witness AssetFair Ceei.
Open Scope R_scope.

Definition max_bottleneck I x n r := (r < resources I)%nat /\ 0 < dem I n r /\ used I x r = cap I 0 r /\
  forall m, (m < users I)%nat -> tot I x m * dem I m r / wt I m <= tot I x n * dem I n r / wt I n.

(** The property, and with feasibility and one server the specification of the mechanism. *)
Definition bottleneck_max_fair I x := servers I = 1%nat -> forall n, (n < users I)%nat -> runs I n ->
  full (tk I n) (tot I x n) \/ exists r, max_bottleneck I x n r.
Definition bmf I x := servers I = 1%nat /\ feasible I x /\ bottleneck_max_fair I x.

Section Bmf.
  Variable I : inst.
  Variable x : placement.
  Hypothesis W : wf I.
  Hypothesis H : bmf I x.

  Let One : servers I = 1%nat. Proof. apply H. Qed.
  Let Fx : feasible I x. Proof. apply H. Qed.

  Lemma bmf_tot z n : tot I z n = z n O.
  Proof. unfold tot. rewrite One. simpl. lra. Qed.

  Lemma bmf_server : (0 < servers I)%nat.
  Proof. rewrite One. lia. Qed.

  Lemma bmf_runs n : runs I n <-> 0 < gam I n 0.
  Proof.
    split; [intros [i [Hi G]]; rewrite One in Hi; replace i with O in G by lia; auto|].
    intros G; exists O; split; auto. apply bmf_server.
  Qed.

  Lemma bmf_used z r : feasible I z -> (r < resources I)%nat -> used I z r <= cap I 0 r.
  Proof. intros [_ C] Hr. apply (C O r bmf_server Hr). Qed.

  (** Whoever has a bottleneck holds its entitlement of it. *)
  Lemma bmf_entitled n r : (n < users I)%nat -> runs I n -> max_bottleneck I x n r ->
    0 < cap I 0 r /\ wt I n / weights I * cap I 0 r <= tot I x n * dem I n r.
  Proof.
    intros Hn R [Hr [D [Fu Lo]]].
    assert (C : 0 < cap I 0 r) by (apply (gam_cap I W n 0 r); auto; [apply bmf_server|apply bmf_runs; auto]).
    split; auto. pose proof (weights_pos I W n Hn) as Wp. pose proof (wf_wt I W n Hn) as Wn.
    set (L := tot I x n * dem I n r / wt I n) in *.
    assert (A : cap I 0 r <= L * weights I).
    { rewrite <- Fu. unfold used, weights. rewrite <- sum_scal. apply sum_le; intros m Hm. specialize (Lo m Hm).
      pose proof (wf_wt I W m Hm) as Wm. rewrite bmf_tot in Lo.
      apply Rmult_le_compat_r with (r := wt I m) in Lo; [|lra]. unfold Rdiv in Lo.
      rewrite Rmult_assoc, Rinv_l in Lo by lra. lra. }
    replace (tot I x n * dem I n r) with (L * wt I n) by (unfold L; field; lra).
    replace (wt I n / weights I * cap I 0 r) with (wt I n * (cap I 0 r / weights I)) by (field; lra).
    rewrite Rmult_comm. apply Rmult_le_compat_r; [lra|]. apply div_le; auto.
  Qed.

  (* Idea. All that is held of the bottleneck of n is the whole of it, and no user holds more of it per weight than n, so
     that n holds at least its part by weight.
     Settles bbf of bmf (hypothesis none).
     Hypotheses met: BottleneckMax.bmf_witness. *)
  Theorem bmf_bottleneck_based_fair : bottleneck_based_fair I x.
  Proof.
    intros _ n Hn R. destruct (proj2 (proj2 H) One n Hn R) as [|[r B]]; [left; auto|right].
    destruct (bmf_entitled n r Hn R B) as [C E]. destruct B as [Hr [D [Fu Lo]]]. exists r. auto.
  Qed.

  (* Idea. Its part of the bottleneck holds as many tasks as its part of all resources does, or more.
     Settles si of bmf (hypothesis none).
     Hypotheses met: BottleneckMax.bmf_witness. *)
  Theorem bmf_sharing_incentive : sharing_incentive I (gam I) x.
  Proof.
    intros n Hn. pose proof (feasible_tot I x n Fx Hn) as T0.
    destruct (classic (full (tk I n) (tot I x n))) as [Fu|NF].
    { unfold full in Fu. rewrite Fu. simpl. apply Rmin_l. }
    apply Rle_trans with (1 := capped_le _ _). unfold slice. rewrite One. simpl. rewrite Rplus_0_l.
    destruct (Rle_lt_or_eq_dec _ _ (gam_nonneg I W n 0 Hn bmf_server)) as [G|G]; [|rewrite <- G; lra].
    assert (R : runs I n) by (apply bmf_runs; auto).
    destruct (proj2 (proj2 H) One n Hn R) as [|[r B]]; [contradiction|].
    destruct (bmf_entitled n r Hn R B) as [C E]. destruct B as [Hr [D _]].
    apply Rmult_le_reg_r with (dem I n r); auto. apply Rle_trans with (2 := E). rewrite Rmult_assoc.
    apply Rmult_le_compat_l.
    - apply div_nonneg; [apply Rlt_le, (wf_wt I W); auto|apply (weights_pos I W n); auto].
    - apply (gam_dem I W); auto. apply bmf_server.
  Qed.

  (* Idea. A user that gains demands its bottleneck, which is full, so that somebody else holds less of it and loses.
     Settles po of bmf (hypothesis none).
     Hypotheses met: BottleneckMax.bmf_witness. *)
  Theorem bmf_pareto : pareto I (feasible I) x.
  Proof.
    intros [y [Fy [D [n [Hn G]]]]]. pose proof (feasible_tot I x n Fx Hn).
    assert (R : runs I n) by (apply (feasible_runs I W y); auto; lra).
    destruct (proj2 (proj2 H) One n Hn R) as [Fu|[r [Hr [Dp [Fu _]]]]].
    - pose proof (pl_tk I (gam I) y (proj1 Fy) n Hn) as T. unfold full in Fu. rewrite Fu in T. simpl in T. lra.
    - pose proof (bmf_used y r Fy Hr).
      assert (used I x r < used I y r); [|lra]. unfold used. apply sum_lt with n; auto.
      + intros m Hm. apply Rmult_le_compat_r; [apply (wf_dem I W); auto|]. rewrite <- !bmf_tot. auto.
      + apply Rmult_lt_compat_r; auto. rewrite <- !bmf_tot. auto.
  Qed.

  (* Idea. Let n envy m. Then, by weight, the tasks of m hold more of each resource that n demands than n does, and so
     more of the bottleneck of n, of which no user holds more.
     Settles ef of bmf (hypothesis none).
     Hypotheses met: BottleneckMax.bmf_witness. *)
  Theorem bmf_envy_free : envy_free I x.
  Proof.
    intros n m Hn Hm Dnm. apply Rnot_lt_le; intros Envy.
    pose proof (feasible_tot I x n Fx Hn) as T0. pose proof (feasible_tot I x m Fx Hm) as T1.
    assert (NF : ~ full (tk I n) (tot I x n)).
    { intros Fu. unfold full in Fu. rewrite Fu in Envy. simpl in Envy.
      pose proof (Rmin_l (tot I x n) (worth I x n m)). lra. }
    pose proof (capped_le (tk I n) (worth I x n m)) as Cl.
    assert (E0 : tot I x n < worth I x n m) by lra. clear Envy Cl.
    unfold worth in E0. rewrite One in E0. simpl in E0. rewrite Rplus_0_l in E0. rewrite <- (bmf_tot x m) in E0.
    destruct (el I n 0) eqn:E; [|lra]. set (k := kappa I (dem I n) (dem I m)) in *.
    assert (K : forall r, (r < resources I)%nat -> k * dem I n r <= dem I m r).
    { intros r Hr. apply (kappa_le I W); auto. apply (wf_dem I W); auto. }
    assert (k0 : 0 <= k) by (apply (kappa_nonneg I W); auto; apply (wf_dem I W); auto).
    pose proof (wf_wt I W n Hn) as Wn. pose proof (wf_wt I W m Hm) as Wm.
    assert (Q : 0 < wt I n / wt I m) by (apply div_pos; auto).
    assert (kp : 0 < k) by (destruct (Rle_lt_or_eq_dec _ _ k0) as [|Z]; auto; rewrite <- Z in *; lra).
    assert (Xp : 0 < tot I x m) by (destruct (Rle_lt_or_eq_dec _ _ T1) as [|Z]; auto; rewrite <- Z in *; lra).
    assert (Rm : runs I m) by (apply (feasible_runs I W x); auto).
    assert (Rn : runs I n).
    { apply bmf_runs. apply (gam_pos I W); auto; [apply bmf_server|]. intros r Hr D. apply (gam_cap I W m 0 r); auto.
      - apply bmf_server.
      - apply bmf_runs; auto.
      - apply Rlt_le_trans with (k * dem I n r); [apply Rmult_lt_0_compat; auto|auto]. }
    destruct (proj2 (proj2 H) One n Hn Rn) as [|[r [Hr [D [Fu Lo]]]]]; [contradiction|].
    specialize (Lo m Hm). specialize (K r Hr).
    assert (A : tot I x n * dem I n r / wt I n < tot I x m * dem I m r / wt I m); [|lra].
    apply Rlt_le_trans with (tot I x m * (k * dem I n r) / wt I m).
    - replace (tot I x m * (k * dem I n r) / wt I m)
        with (wt I n / wt I m * k * tot I x m * (dem I n r / wt I n)) by (field; lra).
      unfold Rdiv at 1. rewrite Rmult_assoc. apply Rmult_lt_compat_r; auto. apply div_pos; auto.
    - unfold Rdiv. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; auto|]. apply Rmult_le_compat_l; lra.
  Qed.

  Theorem bmf_envy_free_aggregate : unconstrained I -> envy_free_aggregate I x.
  Proof. intros U. apply aggregate_of_envy_free; auto. apply bmf_envy_free. Qed.

  (** A resource that is dominant for all who can run is a bottleneck of whoever has one. *)
  Lemma bmf_dominant r : (r < resources I)%nat ->
    (forall n, (n < users I)%nat -> runs I n -> dominant I (dem I n) (cap I 0) r) ->
    fair I (feasible I) (share_of I r) x.
  Proof.
    intros Hr D. apply bottlenecks_fair; auto. intros n Hn R.
    destruct (proj2 (proj2 H) One n Hn R) as [|[q [Hq [Dq [Fu Lo]]]]]; [left; auto|right].
    assert (Caps : forall s, (s < resources I)%nat -> 0 < dem I n s -> 0 < cap I 0 s).
    { intros s Hs Ds. apply (gam_cap I W n 0 s); auto; [apply bmf_server|apply bmf_runs; auto]. }
    destruct (D n Hn R) as [Dr _]. pose proof (Caps r Hr Dr) as Cr. pose proof (Caps q Hq Dq) as Cq.
    assert (Term : forall m, (m < users I)%nat -> x m O * dem I m q * cap I 0 r <= x m O * dem I m r * cap I 0 q).
    { intros m Hm. pose proof (feasible_tot I x m Fx Hm) as T. rewrite bmf_tot in T.
      destruct (Rle_lt_or_eq_dec _ _ T) as [P|<-]; [|lra].
      assert (Rm : runs I m) by (apply (feasible_runs I W x); auto; rewrite bmf_tot; auto).
      destruct (D m Hm Rm) as [_ M]. specialize (M q Hq). rewrite !Rmult_assoc. apply Rmult_le_compat_l; auto. }
    assert (Sums : sum (users I) (fun m => x m O * dem I m q * cap I 0 r) =
                   sum (users I) (fun m => x m O * dem I m r * cap I 0 q)).
    { apply Rle_antisym; [apply sum_le; auto|]. rewrite !sum_scal_r.
      pose proof (bmf_used x r Fx Hr) as Ur. unfold used in Fu, Ur. rewrite Fu.
      rewrite (Rmult_comm (cap I 0 q) (cap I 0 r)). apply Rmult_le_compat_r; lra. }
    assert (Each : forall m, (m < users I)%nat -> x m O * dem I m q * cap I 0 r = x m O * dem I m r * cap I 0 q)
      by (apply sum_eq_terms; auto).
    assert (Part : forall m, (m < users I)%nat -> tot I x m * share_of I r m = tot I x m * dem I m q / wt I m * / cap I 0 q).
    { intros m Hm. specialize (Each m Hm). pose proof (wf_wt I W m Hm). unfold share_of.
      assert (Pool : pool I r = cap I 0 r) by (unfold pool; rewrite One; simpl; lra). rewrite Pool, bmf_tot.
      replace (x m O * (dem I m r / (wt I m * cap I 0 r)))
        with (x m O * dem I m r * cap I 0 q / (wt I m * cap I 0 r * cap I 0 q)) by (field; lra).
      rewrite <- Each. field. lra. }
    exists r. split; auto. split; auto. split.
    - rewrite !sum_scal_r in Sums. unfold used in Fu. rewrite Fu in Sums.
      apply Rmult_eq_reg_r with (cap I 0 q); [|lra]. rewrite <- Sums. lra.
    - intros m Hm _. rewrite !Part by auto. apply Rmult_le_compat_r; auto. apply Rlt_le, Rinv_0_lt_compat; auto.
  Qed.

  (* Idea. Where r is dominant for all, a bottleneck q of n is full, each user holds of r at least the part that it holds of
     q, and no more of r is held than there is; so the parts are the same, and r is a bottleneck of n as well.
     Settles bf of bmf (hypothesis none).
     Hypotheses met: BottleneckMax.bmf_witness. *)
  Theorem bmf_bottleneck_fair : bottleneck_fair I (feasible I) x.
  Proof.
    intros r [Hr B]. apply bmf_dominant; auto. intros n Hn R. apply B; auto; [apply bmf_server|apply bmf_runs; auto].
  Qed.

  (* Idea. As bmf_bottleneck_fair: on one server the pool is the server.
     Settles bf-global of bmf (hypothesis none).
     Hypotheses met: BottleneckMax.bmf_witness. *)
  Theorem bmf_bottleneck_fair_global : bottleneck_fair_global I (feasible I) x.
  Proof.
    intros r [Hr B]. apply bmf_dominant; auto. intros n Hn R. destruct (B n Hn R) as [D M].
    assert (Pool : forall q, pool I q = cap I 0 q) by (intros; unfold pool; rewrite One; simpl; lra).
    split; auto. intros q Hq. rewrite <- !Pool. auto.
  Qed.

  (* Idea. The only resource is dominant for all.
     Settles srf of bmf (hypothesis none).
     Hypotheses met: BottleneckMax.bmf_witness. *)
  Theorem bmf_single_resource : single_resource_fair I (feasible I) x.
  Proof.
    intros R1. apply bmf_dominant; [lia|]. intros n Hn R. destruct (wf_dem I W n Hn) as [_ [q [Hq D]]].
    assert (q = 0)%nat as -> by lia. split; auto. intros q Hq'. assert (q = 0)%nat as -> by lia. lra.
  Qed.
End Bmf.

(* Idea. A clause of the specification.
   Settles feasible of bmf (hypothesis none).
   Hypotheses met: BottleneckMax.bmf_witness. *)
Theorem bmf_feasible I x : bmf I x -> feasible I x.
Proof. intros H. apply H. Qed.

(* Idea. A clause of the specification.
   Settles bmf of bmf (hypothesis none).
   Hypotheses met: BottleneckMax.bmf_witness. *)
Theorem bmf_bottlenecks I x : bmf I x -> bottleneck_max_fair I x.
Proof. intros H. apply H. Qed.

Lemma bmf_witness R : (0 < R)%nat -> wf (twins 1 R) /\ positive (twins 1 R) /\ unconstrained (twins 1 R) /\ bmf (twins 1 R) halves.
Proof.
  intros HR. split; [apply twins_wf; auto|]. split; [apply twins_positive|]. split; [apply twins_unconstrained|].
  split; [reflexivity|]. split; [apply halves_feasible; auto|]. intros _ n Hn _. right. exists O.
  split; [simpl; lia|]. split; [simpl; lra|]. split; [unfold used, halves; simpl; lra|].
  intros m Hm. unfold tot, halves. simpl. lra.
Qed.
