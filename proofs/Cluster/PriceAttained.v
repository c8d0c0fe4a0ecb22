(** Prices of fairness that instances reach: (N + 1)^2 / (4 N) under CDRF, and N / (2 sqrt N - 1) under time-division PS-DSF where N is
    a square. *)

From Coq Require Import Reals Lra Lia Arith List.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Drf TaskShare SiRatio PsDsf PsDsfTdm Price PriceTime.
From Fair.Tasks Require Precomputed.
Open Scope R_scope.

Lemma sum_all_ones k : sum k (fun _ => 1) = INR k.
Proof. induction k as [|k IH]; [reflexivity|]. rewrite S_INR. cbn [sum]. lra. Qed.

Lemma sum_parts_of k m a b : (k <= m)%nat -> sum m (fun n => if lt_dec n k then a else b) = INR k * a + (INR m - INR k) * b.
Proof.
  intros H. induction H as [|m H IH].
  - rewrite (sum_ext k _ (fun _ => a * 1)) by (intros i Hi; destruct (lt_dec i k); [ring|lia]).
    rewrite sum_scal, sum_all_ones. ring.
  - cbn [sum]. rewrite IH, S_INR. destruct (lt_dec m k); [lia|]. ring.
Qed.

(** Idea: on one server CDRF is DRF, and [crowd] with the welfare (N + 1) / 2 is where the bound of [cdrf_price] is reached.
    Mechanism: cdrf.  Measure: price-of-fairness. *)
Theorem cdrf_price_attained N : (2 <= N)%nat -> exists I, equals I /\ servers I = 1%nat /\ users I = N
  /\ exists x y, cdrf I x /\ feasible I y /\ 0 < welfare I x
     /\ welfare I y = (INR N + 1) * (INR N + 1) / (4 * INR N) * welfare I x.
Proof.
  intros HN. apply le_INR in HN. simpl (INR 2) in HN. set (v := (INR N + 1) / 2).
  assert (V1 : 1 <= v) by (unfold v; lra). assert (VN : v < INR N) by (unfold v; lra).
  destruct (Precomputed.floor_exists v ltac:(lra)) as [k [Hk1 Hk2]].
  assert (Kp : 0 < INR k) by lra.
  assert (KN : (k < N)%nat) by (apply INR_lt; lra).
  set (d := (INR k + 1 - v) / INR k).
  assert (E : INR k * d = INR k + 1 - v) by (unfold d; field; lra).
  assert (K1 : 1 <= INR k) by (change 1 with (INR 1); apply le_INR; destruct k; [simpl in Kp; lra|lia]).
  assert (D0 : 0 < d) by (apply div_pos; lra).
  assert (D1 : d <= 1) by (apply div_le; lra).
  destruct (crowd_price N k d KN (conj D0 D1)) as [Q [x [y [Hx [Hy [Wx Wy]]]]]]; [rewrite E; lra|].
  exists (crowd N k d). split; [exact Q|split; [reflexivity|split; [reflexivity|]]].
  exists x, y. rewrite E in Wx, Wy.
  split; [|split; [exact Hy|split]].
  - split; [intros n i _ _; reflexivity|].
    apply feasible_fair_leximin; [apply Q| |apply Hx|apply drf_fair_own; [exact Q|exact Hx]].
    intros n Hn _. unfold own_task_share. rewrite (eq_weight _ Q n Hn), Rmult_1_l. apply Rinv_0_lt_compat.
    apply (full_pos _ Q). exact Hn.
  - rewrite Wx. apply div_pos; lra.
  - rewrite Wx, Wy. unfold v. field. lra.
Qed.

(** ** Time division: r users with a server of their own, and all others on every server *)

Definition tenants (r : nat) : inst :=
  mk (r * r) r 1 (fun _ _ => 1) (fun _ _ => 1) (fun _ => 1)
     (fun n i => if lt_dec n r then (if Nat.eq_dec n i then true else false) else true) (fun _ => None).

Section Tenants.
  Variable r : nat.
  Hypothesis Hr : (0 < r)%nat.
  Set Default Proof Using "All".

  Let I := tenants r.
  Let p := / INR r.

  Lemma tenants_r : 1 <= INR r.
  Proof. change 1 with (INR 1). apply le_INR. lia. Qed.

  Lemma tenants_wf : wf I.
  Proof.
    split; try (simpl; intros; lra || discriminate).
    intros n _. split; [intros; simpl; lra|]. exists 0%nat. simpl. split; [lia|lra].
  Qed.

  Lemma tenants_gam n i : gam I n i = if lt_dec n r then (if Nat.eq_dec n i then 1 else 0) else 1.
  Proof.
    assert (F : fit I n i = 1) by (unfold fit, minratio; simpl; destruct (Rlt_dec 0 1); lra).
    unfold gam. simpl el. rewrite F. destruct (lt_dec n r); [destruct (Nat.eq_dec n i)|]; reflexivity.
  Qed.

  (** What a user of its own server gets there is [a], and what the others get on each server is [b]. *)
  Definition tenants_place (a b : R) : placement := fun n i => if lt_dec n r then (if Nat.eq_dec n i then a else 0) else b.

  Lemma tenants_sum i a b : (i < r)%nat ->
    sum (r * r) (fun n => if lt_dec n r then (if Nat.eq_dec n i then a else 0) else b) = a + (INR r * INR r - INR r) * b.
  Proof.
    intros Hi. rewrite <- mult_INR.
    rewrite (sum_ext (r * r) _ (fun n => (if Nat.eq_dec n i then a else 0) + (if lt_dec n r then 0 else b))).
    - rewrite sum_plus, sum_single by nia. f_equal.
      rewrite (sum_parts_of r (r * r) 0 b) by nia. ring.
    - intros n _. destruct (lt_dec n r), (Nat.eq_dec n i); try lia; ring.
  Qed.

  Lemma tenants_own n a b : (n < r)%nat -> tot I (tenants_place a b) n = a.
  Proof.
    intros Hn. unfold tot. simpl servers. rewrite (sum_ext r _ (fun i => if Nat.eq_dec i n then a else 0)); [apply sum_single, Hn|].
    intros i _. unfold tenants_place. destruct (lt_dec n r); [|lia]. destruct (Nat.eq_dec n i), (Nat.eq_dec i n); try lia; reflexivity.
  Qed.

  Lemma tenants_other n a b : ~ (n < r)%nat -> tot I (tenants_place a b) n = INR r * b.
  Proof.
    intros Hn. unfold tot. simpl servers. rewrite (sum_ext r _ (fun _ => b * 1)).
    - rewrite sum_scal, sum_all_ones. ring.
    - intros i _. unfold tenants_place. destruct (lt_dec n r); [contradiction|ring].
  Qed.

  Lemma tenants_alone n : sum (servers I) (gam I n) = if lt_dec n r then 1 else INR r.
  Proof.
    destruct (lt_dec n r) as [H|H].
    - pose proof (tenants_own n 1 1 H) as T. rewrite <- T. apply sum_ext. intros i _. apply tenants_gam.
    - pose proof (tenants_other n 1 1 H) as T. rewrite Rmult_1_r in T. rewrite <- T. apply sum_ext. intros i _. apply tenants_gam.
  Qed.

  Lemma tenants_feasible a b : 0 <= a -> 0 <= b -> a + (INR r * INR r - INR r) * b <= 1 -> feasible_time I (gam I) (tenants_place a b).
  Proof.
    intros Ha Hb H. split; [split|].
    - intros n i _ _. unfold tenants_place. destruct (lt_dec n r); [destruct (Nat.eq_dec n i)|]; lra.
    - intros n i _ _ G. rewrite tenants_gam in G. unfold tenants_place. destruct (lt_dec n r); [destruct (Nat.eq_dec n i)|]; lra.
    - intros n _. exact Logic.I.
    - intros i Hi. simpl in Hi. simpl users. apply Rle_trans with (2 := H). right. rewrite <- (tenants_sum i a b Hi).
      apply sum_ext. intros n _. rewrite tenants_gam. unfold tenants_place.
      destruct (lt_dec n r); [destruct (Nat.eq_dec n i)|]; unfold Rdiv; rewrite ?Rinv_1; ring.
  Qed.

  Lemma tenants_welfare a b : welfare_time I (gam I) (tenants_place a b) = INR r * a + (INR r * INR r - INR r) * b.
  Proof.
    pose proof tenants_r as R1. unfold welfare_time. simpl users.
    rewrite (sum_ext (r * r) _ (fun n => if lt_dec n r then a else b)).
    - rewrite (sum_parts_of r (r * r) a b) by nia. rewrite mult_INR. ring.
    - intros n _. rewrite tenants_alone. destruct (lt_dec n r) as [H|H]; [rewrite tenants_own by exact H|rewrite tenants_other by exact H]; field. lra.
  Qed.

  Lemma tenants_tdm : ps_dsf_tdm (gam I) I (tenants_place p (p * p)).
  Proof.
    pose proof tenants_r as R1. assert (P : 0 < p) by (unfold p; apply Rinv_0_lt_compat; lra).
    assert (E : p + (INR r * INR r - INR r) * (p * p) = 1) by (unfold p; field; lra).
    split; [intros n _; reflexivity|split].
    - apply tenants_feasible; [lra|apply Rmult_le_pos; lra|lra].
    - intros n i Hn Hi G. simpl in Hi. split.
      + simpl users. rewrite <- E, <- (tenants_sum i p (p * p) Hi). apply sum_ext. intros m _. rewrite tenants_gam. unfold tenants_place.
        destruct (lt_dec m r); [destruct (Nat.eq_dec m i)|]; unfold Rdiv; rewrite ?Rinv_1; ring.
      + assert (Lev : forall m, 0 < gam I m i -> vds I (gam I) (tenants_place p (p * p)) m i = p).
        { intros m Gm. unfold vds. rewrite tenants_gam in Gm |- *. simpl wt.
          destruct (lt_dec m r) as [H|H]; [rewrite tenants_own by exact H; destruct (Nat.eq_dec m i); [field|lra]|].
          rewrite tenants_other by exact H. unfold p. field. lra. }
        intros m Hm X. rewrite (Lev n G), Lev; [lra|]. rewrite tenants_gam. unfold tenants_place in X.
        destruct (lt_dec m r); [destruct (Nat.eq_dec m i)|]; lra.
  Qed.
End Tenants.
Set Default Proof Using "Type".

(** Idea: r users run on a server of their own each, and the r^2 - r others on every server.  Under PS-DSF all have the level 1/r; the
    welfare is 2 - 1/r, where each server given to the user that has no other comes to r.
    Mechanism: ps-dsf-tdm.  Measure: price-of-fairness. *)
Theorem tdm_price_attained r : (0 < r)%nat -> exists I x y, wf I /\ users I = (r * r)%nat
  /\ (forall n, (n < users I)%nat -> wt I n = 1) /\ (forall n, (n < users I)%nat -> 0 < sum (servers I) (gam I n))
  /\ ps_dsf_tdm (gam I) I x /\ feasible_time I (gam I) y /\ 0 < welfare_time I (gam I) x
  /\ welfare_time I (gam I) y = INR (r * r) / (2 * sqrt (INR (r * r)) - 1) * welfare_time I (gam I) x.
Proof.
  intros Hr. pose proof (tenants_r r Hr) as R1.
  exists (tenants r), (tenants_place r (/ INR r) (/ INR r * / INR r)), (tenants_place r 1 0).
  split; [apply tenants_wf; exact Hr|split; [reflexivity|split; [reflexivity|split; [|split; [apply tenants_tdm; exact Hr|split; [|split]]]]]].
  - intros n _. rewrite (tenants_alone r Hr). destruct (lt_dec n r); lra.
  - apply tenants_feasible; [exact Hr|lra|lra|lra].
  - rewrite tenants_welfare by exact Hr.
    replace (INR r * / INR r + (INR r * INR r - INR r) * (/ INR r * / INR r)) with (2 - / INR r) by (field; lra).
    assert (/ INR r <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra). lra.
  - rewrite !tenants_welfare by exact Hr. rewrite mult_INR, sqrt_square by lra. field. lra.
Qed.
