(** The price of fairness of the other rules with N users of equal weight: at most N wherever there is sharing incentive or Pareto
    optimality; N under the uniform rule; as near to N as one likes under TSF and under DRFH with constraints. *)

From Coq Require Import Reals Lra Lia Arith List.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Drfh TaskShare PsDsf PerServer Uniform SiRatio Price PriceAttained.
Open Scope R_scope.

Section Bound.
  Variable I : inst.
  Hypothesis Q : equals I.
  Set Default Proof Using "All".

  Let W := eq_wf I Q.
  Let N := INR (users I).

  Lemma weights_count : weights I = N.
  Proof. unfold weights, N. rewrite <- sum_all_ones. apply sum_ext. apply (eq_weight I Q). Qed.

  Lemma at_most_users x y : feasible I y -> 1 <= welfare I x -> welfare I y <= N * welfare I x.
  Proof.
    intros Fy H. pose proof (welfare_range I Q y Fy) as [_ V]. pose proof (N_pos I Q) as N1. fold N in V, N1.
    apply Rle_trans with (N * 1); [lra|]. apply Rmult_le_compat_l; lra.
  Qed.

  (** Idea: each user has the part 1/N of what it could run alone, so that welfare is 1 or more.
      Mechanisms: drf-per-server, ps-dsf, uniform, and every rule with sharing incentive.  Measure: price-of-fairness. *)
  Theorem price_of_incentive x y : sharing_incentive I (gam I) x -> feasible I y -> welfare I y <= N * welfare I x.
  Proof.
    intros S Fy. apply at_most_users; [exact Fy|]. pose proof (N_pos I Q) as N1. fold N in N1.
    apply Rle_trans with (sum (users I) (fun _ => / N * 1)).
    - rewrite sum_scal, sum_all_ones. fold N. right. field. lra.
    - apply sum_le. intros n Hn. pose proof (full_pos I Q n Hn) as P. specialize (S n Hn).
      rewrite (eq_endless I Q n Hn) in S. simpl in S. unfold slice in S. rewrite (eq_weight I Q n Hn), weights_count in S.
      rewrite sum_scal in S. change (sum (servers I) (fun i => gam I n i)) with (all_tasks I n) in S.
      apply (Rmult_le_reg_r (all_tasks I n)); [exact P|]. rewrite div_cancel by lra. unfold Rdiv in S. fold (all_tasks I n) in S. lra.
  Qed.

  (** Idea: if the parts of what each could run alone added up to less than 1, each user could have a larger part.
      Mechanisms: c-drfh, tsf, and every rule with Pareto optimality.  Measure: price-of-fairness. *)
  Theorem price_of_optimality x y : feasible I x -> pareto I (feasible I) x -> feasible I y -> welfare I y <= N * welfare I x.
  Proof.
    intros Fx Px Fy. apply at_most_users; [exact Fy|]. apply Rnot_lt_le. intros L. apply Px.
    pose proof (N_pos I Q) as N1. fold N in N1.
    set (b := fun n => tot I x n / all_tasks I n + (1 - welfare I x) / N).
    assert (D : 0 < (1 - welfare I x) / N) by (apply div_pos; lra).
    assert (B0 : forall n, (n < users I)%nat -> 0 <= b n).
    { intros n Hn. pose proof (part_of_all I Q x n Fx Hn). unfold b. lra. }
    assert (Bs : sum (users I) b = 1).
    { unfold b. rewrite sum_plus. fold (welfare I x).
      rewrite (sum_ext (users I) (fun _ => (1 - welfare I x) / N) (fun _ => (1 - welfare I x) / N * 1)) by (intros; ring).
      rewrite sum_scal, sum_all_ones. fold N. field. lra. }
    assert (T : forall n, (n < users I)%nat -> tot I (fun n i => b n * gam I n i) n = tot I x n + (1 - welfare I x) / N * all_tasks I n).
    { intros n Hn. pose proof (full_pos I Q n Hn). unfold tot at 1. rewrite sum_scal.
      fold (all_tasks I n). unfold b. field. split; lra. }
    assert (More : forall n, (n < users I)%nat -> tot I x n < tot I (fun n i => b n * gam I n i) n).
    { intros n Hn. rewrite T by exact Hn. pose proof (full_pos I Q n Hn).
      assert (0 < (1 - welfare I x) / N * all_tasks I n) by (apply Rmult_lt_0_compat; assumption). lra. }
    exists (fun n i => b n * gam I n i). split; [split; [split|]|split].
    - intros n i Hn Hi. apply Rmult_le_pos; [apply B0; exact Hn|apply (gam_nonneg I W); assumption].
    - intros n i Hn Hi G. rewrite G. ring.
    - intros n Hn. rewrite (eq_endless I Q n Hn). exact Logic.I.
    - intros i r Hi Hr. apply Rle_trans with (sum (users I) (fun n => b n * cap I i r)).
      + apply sum_le. intros n Hn. rewrite Rmult_assoc. apply Rmult_le_compat_l; [apply B0; exact Hn|]. apply (gam_dem I W); assumption.
      + rewrite sum_scal_r, Bs. lra.
    - intros n Hn. apply Rlt_le, More, Hn.
    - exists 0%nat. pose proof (eq_some I Q). split; [lia|apply More; lia].
  Qed.
End Bound.
Set Default Proof Using "Type".

(** ** The uniform rule: users that need a resource of their own each *)

Definition strangers (N : nat) : inst :=
  mk N 1 N (fun _ _ => 1) (fun n r => if Nat.eq_dec r n then 1 else 0) (fun _ => 1) (fun _ _ => true) (fun _ => None).

Section Strangers.
  Variable N : nat.
  Hypothesis HN : (0 < N)%nat.
  Set Default Proof Using "All".

  Let I := strangers N.

  Lemma strangers_wf : wf I.
  Proof.
    split; try (simpl; intros; lra || discriminate).
    intros n Hn. split; [intros r _; simpl; destruct (Nat.eq_dec r n); lra|].
    exists n. split; [exact Hn|]. simpl. destruct (Nat.eq_dec n n); [lra|contradiction].
  Qed.

  Lemma strangers_gam n : (n < N)%nat -> gam I n 0 = 1.
  Proof.
    intros Hn. unfold gam. simpl el. unfold fit. apply Rle_antisym.
    - pose proof (minratio_le N (fun _ => 1) (dem I n) n Hn) as M. simpl in M. destruct (Nat.eq_dec n n); [|contradiction].
      specialize (M ltac:(lra)). simpl in *. lra.
    - apply minratio_glb; [apply (wf_dem I strangers_wf n Hn)|]. intros r _ _. simpl. destruct (Nat.eq_dec r n); lra.
  Qed.

  Lemma strangers_equals : equals I.
  Proof.
    split; [apply strangers_wf|exact HN|intros n _; reflexivity|intros; reflexivity|].
    intros n Hn. exists 0%nat. split; [simpl; lia|]. rewrite strangers_gam by exact Hn. lra.
  Qed.

  Lemma strangers_all n : (n < N)%nat -> all_tasks I n = 1.
  Proof. intros Hn. unfold all_tasks. simpl. rewrite strangers_gam by exact Hn. lra. Qed.

  Definition level_place (a : R) : placement := fun _ i => match i with O => a | _ => 0 end.

  Lemma strangers_welfare a : welfare I (level_place a) = INR N * a.
  Proof.
    unfold welfare. simpl users. rewrite (sum_ext N _ (fun _ => a * 1)).
    - rewrite sum_scal, sum_all_ones. ring.
    - intros n Hn. rewrite strangers_all by exact Hn. unfold tot. simpl. lra.
  Qed.

  (** Mechanism: uniform.  Measure: price-of-fairness. *)
  Theorem uniform_price_attained : exists x y, uniform I x /\ feasible I y /\ 0 < welfare I x /\ welfare I y = INR N * welfare I x.
  Proof.
    assert (N1 : 1 <= INR N) by (change 1 with (INR 1); apply le_INR; lia).
    assert (Wt : weights I = INR N) by (apply (weights_count I strangers_equals)).
    exists (level_place (/ INR N)), (level_place 1). split; [|split; [|split]].
    - split.
      + intros n i Hn Hi. simpl in Hi. replace i with 0%nat by lia. unfold slice_at. rewrite strangers_gam by exact Hn. rewrite Wt.
        simpl. unfold Rdiv. rewrite Rmult_1_l, Rmult_1_r. split; [apply Rlt_le, Rinv_0_lt_compat|]; lra.
      + intros n Hn. simpl tk. unfold slice, tot. simpl. rewrite strangers_gam by exact Hn. rewrite Wt. unfold Rdiv. lra.
    - split; [split|].
      + intros n [|i] _ _; simpl; lra.
      + intros n i Hn Hi G. simpl in Hi. replace i with 0%nat in G by lia. rewrite strangers_gam in G by exact Hn. lra.
      + intros n _. exact Logic.I.
      + intros i r Hi Hr. simpl in Hi, Hr. replace i with 0%nat by lia. simpl.
        rewrite (sum_ext N _ (fun n => if Nat.eq_dec n r then 1 else 0)); [rewrite sum_single by exact Hr; lra|].
        intros n _. destruct (Nat.eq_dec r n), (Nat.eq_dec n r); try lia; ring.
    - rewrite strangers_welfare. rewrite Rinv_r by lra. lra.
    - rewrite !strangers_welfare. field. lra.
  Qed.
End Strangers.
Set Default Proof Using "Type".

(** ** TSF and DRFH with constraints: a user that stands low because of a server where it may not run

    Server 0 holds one unit of each resource, server 1 holds M units of resource 0.  All users may run on server 0 alone.  User 0 needs
    resource 0; each other user needs the part d of it and a resource of its own. *)
Definition shut_out (N : nat) (M d : R) : inst :=
  mk N 2 N (fun i r => match i, r with O, _ => 1 | _, O => M | _, _ => 0 end)
     (fun n r => match r with O => (match n with O => 1 | _ => d end) | _ => if Nat.eq_dec r n then 1 else 0 end)
     (fun _ => 1) (fun n i => match i with O => true | _ => false end) (fun _ => None).

Section ShutOut.
  Variables (N : nat) (M d : R).
  Hypothesis HN : (0 < N)%nat.
  Hypothesis HM : 0 <= M.
  Hypothesis Hd : 0 < d <= 1.
  Hypothesis HNd : (INR N - 1) * d <= 1.
  Set Default Proof Using "All".

  Let I := shut_out N M d.
  Let T := 1 + M + (INR N - 1) * d.

  Lemma shut_N : 1 <= INR N.
  Proof. change 1 with (INR 1). apply le_INR. lia. Qed.

  Lemma shut_T : 1 <= T.
  Proof. pose proof shut_N. assert (0 <= (INR N - 1) * d) by (apply Rmult_le_pos; lra). unfold T. lra. Qed.

  Lemma shut_dem n r : 0 <= dem I n r <= 1.
  Proof. simpl. destruct r; [destruct n|destruct (Nat.eq_dec _ _)]; lra. Qed.

  Lemma shut_first n : 0 < dem I n 0.
  Proof. simpl. destruct n; lra. Qed.

  Lemma shut_own n : dem I n n = 1.
  Proof. simpl. destruct n; [reflexivity|]. destruct (Nat.eq_dec (S n) (S n)); [reflexivity|contradiction]. Qed.

  Lemma shut_wf : wf I.
  Proof.
    split; try (simpl; intros; lra || discriminate).
    - intros i r _ _. simpl. destruct i, r; lra.
    - intros n Hn. split; [intros r _; apply shut_dem|]. exists n. split; [exact Hn|rewrite shut_own; lra].
  Qed.

  Lemma shut_fit n : (n < N)%nat -> fit I n 0 = 1 /\ fit I n 1 = match n with O => M | _ => 0 end.
  Proof.
    intros Hn. pose proof (wf_dem I shut_wf n Hn) as Dm. split; apply Rle_antisym; unfold fit.
    - pose proof (minratio_le N (cap I 0) (dem I n) n Hn) as L. rewrite shut_own in L. specialize (L ltac:(lra)). simpl in *. lra.
    - apply minratio_glb; [exact Dm|]. intros r _ _. pose proof (shut_dem n r). simpl in *. lra.
    - pose proof (minratio_le N (cap I 1) (dem I n) n Hn) as L. rewrite shut_own in L. specialize (L ltac:(lra)).
      destruct n; simpl in *; lra.
    - apply minratio_glb; [exact Dm|]. intros r _ P. destruct n, r; simpl in *; try (destruct (Nat.eq_dec _ _) in P; [lia|lra]); try lra.
  Qed.

  Lemma shut_gam n i : (n < N)%nat -> gam I n i = match i with O => 1 | _ => 0 end.
  Proof. intros Hn. unfold gam. destruct i; simpl el; [apply shut_fit; exact Hn|reflexivity]. Qed.

  Lemma shut_equals : equals I.
  Proof.
    split; [apply shut_wf|exact HN|intros n _; reflexivity|intros; reflexivity|].
    intros n Hn. exists 0%nat. split; [simpl; lia|]. rewrite shut_gam by exact Hn. lra.
  Qed.

  Lemma shut_all n : (n < N)%nat -> all_tasks I n = 1.
  Proof. intros Hn. unfold all_tasks. simpl. rewrite !shut_gam by exact Hn. lra. Qed.

  (** User 0 runs [a] tasks, and each other user [b]. *)
  Definition shut_place (a b : R) : placement := fun n i => match i with O => (match n with O => a | _ => b end) | _ => 0 end.

  Lemma sum_first_other a b : sum N (fun n => match n with O => a | _ => b end) = a + (INR N - 1) * b.
  Proof.
    destruct N as [|k]; [lia|]. clear. induction k as [|k IH]; [simpl; ring|].
    replace (sum (S (S k)) (fun n => match n with O => a | _ => b end)) with (sum (S k) (fun n => match n with O => a | _ => b end) + b) by reflexivity.
    rewrite IH, !S_INR. ring.
  Qed.

  Lemma shut_tot y n : (forall i, (i < 2)%nat -> i <> 0%nat -> y n i = 0) -> tot I y n = y n 0%nat.
  Proof. intros H. unfold tot. simpl. rewrite (H 1%nat) by lia. lra. Qed.

  Lemma shut_x a b n : tot I (shut_place a b) n = match n with O => a | _ => b end.
  Proof. rewrite shut_tot; [reflexivity|]. intros [|i] _ H; [lia|reflexivity]. Qed.

  Lemma shut_welfare a b : welfare I (shut_place a b) = a + (INR N - 1) * b.
  Proof.
    unfold welfare. simpl users. rewrite (sum_ext N _ (fun n => match n with O => a | _ => b end)); [apply sum_first_other|].
    intros n Hn. rewrite shut_x, shut_all by exact Hn. destruct n; lra.
  Qed.

  Lemma shut_feasible a b : 0 <= a -> 0 <= b <= 1 -> a + (INR N - 1) * (b * d) <= 1 -> feasible I (shut_place a b).
  Proof.
    intros Ha Hb H. split; [split|].
    - intros n [|i] _ _; simpl; [destruct n|]; lra.
    - intros n i Hn Hi G. rewrite shut_gam in G by exact Hn. destruct i; [lra|reflexivity].
    - intros n _. exact Logic.I.
    - intros i r Hi Hr. simpl in Hi, Hr. destruct i as [|i].
      + simpl cap. simpl users. destruct r as [|r].
        * apply Rle_trans with (2 := H). right. rewrite <- (sum_first_other a (b * d)). apply sum_ext. intros n _. simpl. destruct n; ring.
        * apply Rle_trans with (sum N (fun n => if Nat.eq_dec n (S r) then b else 0)).
          -- apply sum_le. intros n _. change (dem I n (S r)) with (if Nat.eq_dec (S r) n then 1 else 0). unfold shut_place.
             destruct (Nat.eq_dec (S r) n), (Nat.eq_dec n (S r)); try lia; destruct n; try lia; lra.
          -- rewrite sum_single by exact Hr. lra.
      + rewrite sum_zero; [simpl; destruct r; lra|]. intros n _. unfold shut_place. simpl. ring.
  Qed.

  Let x := shut_place ((1 + M) * / T) (/ T).

  Lemma shut_feasible_x : feasible I x.
  Proof.
    pose proof shut_T as HT. assert (P : 0 < / T) by (apply Rinv_0_lt_compat; lra).
    assert (P1 : / T <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    apply shut_feasible; [apply Rmult_le_pos; lra|lra|].
    replace ((1 + M) * / T + (INR N - 1) * (/ T * d)) with (T * / T) by (unfold T; ring). rewrite Rinv_r; lra.
  Qed.

  Lemma shut_fair s : (forall n, (n < N)%nat -> s n = match n with O => / (1 + M) | _ => 1 end) -> fair I (feasible I) s x.
  Proof.
    intros Es n y Hn [Fy [G C]]. pose proof shut_T as HT. simpl in Hn.
    assert (Lev : forall m, (m < N)%nat -> tot I x m * s m = / T).
    { intros m Hm. unfold x. rewrite shut_x, Es by exact Hm. destruct m; [field; lra|ring]. }
    assert (Up : forall m, (m < N)%nat -> tot I x m <= tot I y m).
    { intros m Hm. apply Rnot_lt_le. intros Lm. specialize (C m Hm Lm). rewrite !Lev in C by assumption. lra. }
    assert (Ty : forall m, (m < N)%nat -> tot I y m = y m 0%nat).
    { intros m Hm. apply shut_tot. intros [|i] Hi Ne; [lia|]. apply (pl_run I (gam I) y (proj1 Fy)); [exact Hm|exact Hi|].
      rewrite shut_gam by exact Hm. reflexivity. }
    pose proof (proj2 Fy 0%nat 0%nat ltac:(simpl; lia) ltac:(simpl; lia)) as Cap. simpl cap in Cap. simpl users in Cap.
    assert (Less : sum N (fun m => tot I x m * dem I m 0) < sum N (fun m => y m 0%nat * dem I m 0)).
    { apply sum_lt with n; [|exact Hn|].
      - intros m Hm. rewrite <- Ty by exact Hm. apply Rmult_le_compat_r; [apply Rlt_le, shut_first|apply Up; exact Hm].
      - rewrite <- Ty by exact Hn. apply Rmult_lt_compat_r; [apply shut_first|exact G]. }
    rewrite (sum_ext N (fun m => tot I x m * dem I m 0) (fun m => match m with O => (1 + M) * / T | _ => / T * d end)) in Less.
    2:{ intros m _. unfold x. rewrite shut_x. simpl. destruct m; ring. }
    rewrite sum_first_other in Less.
    replace ((1 + M) * / T + (INR N - 1) * (/ T * d)) with (T * / T) in Less by (unfold T; ring). rewrite Rinv_r in Less by lra. lra.
  Qed.

  Lemma shut_task n : (n < N)%nat -> task_share I n = match n with O => / (1 + M) | _ => 1 end.
  Proof.
    intros Hn. destruct (shut_fit n Hn) as [A B]. unfold task_share. simpl servers. simpl wt. cbn [sum]. rewrite A, B.
    destruct n; [f_equal; lra|]. rewrite <- Rinv_1. f_equal. lra.
  Qed.

  Lemma shut_global n : (n < N)%nat -> global_share I n = match n with O => / (1 + M) | _ => 1 end.
  Proof.
    intros Hn. unfold global_share. simpl wt. unfold Rdiv. rewrite Rinv_1, Rmult_1_r.
    assert (Pl : forall r, pool I r = match r with O => 1 + M | _ => 1 end) by (intros r; unfold pool; simpl; destruct r; lra).
    assert (Mp : 0 < / (1 + M)) by (apply Rinv_0_lt_compat; lra). assert (Mi : / (1 + M) * (1 + M) = 1) by (apply Rinv_l; lra).
    apply Rle_antisym.
    - apply maxratio_lub; [destruct n; lra|]. intros r Hr _. rewrite Pl. pose proof (shut_dem n r) as D.
      destruct n, r; [rewrite Mi; lra| |lra|lra]. change (dem I 0 (S r)) with 0. lra.
    - pose proof (maxratio_ge N (dem I n) (pool I) n Hn) as L. rewrite shut_own, Pl in L. simpl resources.
      destruct n; [|lra]. specialize (L ltac:(lra)).
      apply (Rmult_le_reg_r (1 + M)); [lra|]. rewrite Mi. exact L.
  Qed.

  Lemma shut_rules : tsf I x /\ c_drfh I x.
  Proof.
    split; apply feasible_fair_leximin; try apply shut_wf; try apply shut_feasible_x.
    - intros n Hn _. rewrite shut_task by exact Hn. destruct n; [apply Rinv_0_lt_compat|]; lra.
    - apply shut_fair, shut_task.
    - intros n Hn _. rewrite shut_global by exact Hn. destruct n; [apply Rinv_0_lt_compat|]; lra.
    - apply shut_fair, shut_global.
  Qed.

  Lemma shut_price : welfare I x = (M + INR N) * / T /\ feasible I (shut_place (1 - (INR N - 1) * d) 1)
    /\ welfare I (shut_place (1 - (INR N - 1) * d) 1) = INR N - (INR N - 1) * d.
  Proof.
    split; [|split].
    - unfold x. rewrite shut_welfare. ring.
    - apply shut_feasible; [lra|lra|lra].
    - rewrite shut_welfare. ring.
  Qed.
End ShutOut.
Set Default Proof Using "Type".

(** Idea: for large M user 0 takes nearly all of resource 0, and each other user, which needs little of it, runs nearly nothing.
    Mechanisms: c-drfh, tsf.  Measure: price-of-fairness. *)
Theorem constrained_price_approached N e : (0 < N)%nat -> 0 < e -> exists I x y, equals I /\ users I = N
  /\ tsf I x /\ c_drfh I x /\ feasible I y /\ 0 < welfare I x /\ (INR N - e) * welfare I x < welfare I y.
Proof.
  intros HN He. assert (N1 : 1 <= INR N) by (change 1 with (INR 1); apply le_INR; lia).
  set (M := INR N * INR N / e + INR N). set (d := / (1 + M)).
  assert (Me : INR N * INR N < M * e).
  { unfold M. replace ((INR N * INR N / e + INR N) * e) with (INR N * INR N + INR N * e) by (field; lra).
    assert (0 < INR N * e) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (MN : INR N <= M).
  { unfold M. assert (0 < INR N * INR N / e) by (apply div_pos; [apply Rmult_lt_0_compat|]; lra). lra. }
  assert (D0 : 0 < d) by (apply Rinv_0_lt_compat; lra).
  assert (D1 : d <= 1) by (unfold d; rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (Dm : (1 + M) * d = 1) by (apply Rinv_r; lra).
  assert (ND : (INR N - 1) * d <= 1) by (rewrite <- Dm; apply Rmult_le_compat_r; lra).
  assert (ND0 : 0 <= (INR N - 1) * d) by (apply Rmult_le_pos; lra).
  set (T := 1 + M + (INR N - 1) * d). assert (T1 : 1 <= T) by (unfold T; lra).
  destruct (shut_rules N M d HN ltac:(lra) (conj D0 D1) ND) as [Ht Hc].
  destruct (shut_price N M d HN ltac:(lra) (conj D0 D1) ND) as [Wx [Fy Wy]].
  exists (shut_out N M d), (shut_place ((1 + M) * / T) (/ T)), (shut_place (1 - (INR N - 1) * d) 1).
  split; [apply shut_equals; try assumption; try lra; split; assumption|]. split; [reflexivity|]. split; [exact Ht|]. split; [exact Hc|].
  split; [exact Fy|]. fold T in Wx. rewrite Wx, Wy.
  assert (Ti : 0 < / T) by (apply Rinv_0_lt_compat; lra).
  split; [apply Rmult_lt_0_compat; lra|].
  apply (Rmult_lt_reg_r T); [lra|].
  replace ((INR N - e) * ((M + INR N) * / T) * T) with ((INR N - e) * (M + INR N)) by (field; lra).
  apply Rlt_le_trans with (INR N * (1 + M) - (INR N - 1)).
  - assert (0 < e * INR N) by (apply Rmult_lt_0_compat; lra). lra.
  - assert (A : (INR N - (INR N - 1) * d) * (1 + M) <= (INR N - (INR N - 1) * d) * T).
    { apply Rmult_le_compat_l; [lra|]. unfold T. lra. }
    replace ((INR N - (INR N - 1) * d) * (1 + M)) with (INR N * (1 + M) - (INR N - 1) * ((1 + M) * d)) in A by ring.
    rewrite Dm in A. lra.
Qed.

(** ** The bound, rule by rule *)

(** Mechanism: tsf.  Measure: price-of-fairness. *)
Theorem tsf_price I x y : equals I -> tsf I x -> feasible I y -> welfare I y <= INR (users I) * welfare I x.
Proof. intros Q H Fy. apply price_of_optimality; [exact Q|apply H|apply tsf_pareto; [apply Q|exact H]|exact Fy]. Qed.

(** Mechanisms: c-drfh, drfh.  Measure: price-of-fairness. *)
Theorem c_drfh_price I x y : equals I -> c_drfh I x -> feasible I y -> welfare I y <= INR (users I) * welfare I x.
Proof. intros Q H Fy. apply price_of_optimality; [exact Q|apply H|apply c_drfh_pareto; [apply Q|exact H]|exact Fy]. Qed.

(** Mechanism: ps-dsf.  Measure: price-of-fairness. *)
Theorem ps_dsf_price I x y : equals I -> ps_dsf I x -> feasible I y -> welfare I y <= INR (users I) * welfare I x.
Proof. intros Q H Fy. apply price_of_incentive; [exact Q|apply ps_dsf_sharing_incentive; [apply Q|exact H]|exact Fy]. Qed.

(** Mechanism: drf-per-server.  Measure: price-of-fairness. *)
Theorem per_server_price I x y : equals I -> drf_per_server I x -> feasible I y -> welfare I y <= INR (users I) * welfare I x.
Proof. intros Q H Fy. apply price_of_incentive; [exact Q|apply drf_per_server_sharing_incentive; [apply Q|exact H]|exact Fy]. Qed.

(** Mechanism: uniform.  Measure: price-of-fairness. *)
Theorem uniform_price I x y : equals I -> uniform I x -> feasible I y -> welfare I y <= INR (users I) * welfare I x.
Proof. intros Q H Fy. apply price_of_incentive; [exact Q|apply uniform_sharing_incentive; exact H|exact Fy]. Qed.
