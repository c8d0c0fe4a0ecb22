(** The price of fairness with equal weights: DRF on one server, and CDRF on any number.

    Welfare adds up what each user runs over what it could run alone (properties/measures/price-of-fairness.md).  Users
    have weight 1 and tasks without end, and each of them can run. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint TaskShare Drf SiRatio Witness.
Require Fair.Tasks.Precomputed.
Open Scope R_scope.

Definition welfare I x := sum (users I) (fun n => tot I x n / all_tasks I n).

(** Equal weights, endless tasks, and each user runs somewhere. *)
Record equals (I : inst) : Prop := {
  eq_wf : wf I;
  eq_some : (0 < users I)%nat;
  eq_endless : endless I;
  eq_weight : forall n, (n < users I)%nat -> wt I n = 1;
  eq_runs : forall n, (n < users I)%nat -> runs I n
}.

Section Price.
  Variable I : inst.
  Hypothesis Q : equals I.
  Set Default Proof Using "All".

  Let W := eq_wf I Q.
  Let N := INR (users I).

  Lemma N_pos : 1 <= N.
  Proof. unfold N. change 1 with (INR 1). apply le_INR. pose proof (eq_some I Q). lia. Qed.

  Lemma full_pos n : (n < users I)%nat -> 0 < all_tasks I n.
  Proof. intros Hn. apply (all_tasks_pos I (fun _ => 1) W); [intros; lra|exact Hn|apply (eq_runs I Q n Hn)]. Qed.

  Lemma entry_below y n i : feasible I y -> (n < users I)%nat -> (i < servers I)%nat -> 0 <= y n i <= gam I n i.
  Proof.
    intros [P C] Hn Hi. pose proof (pl_pos I (gam I) y P n i Hn Hi) as Y. split; [exact Y|].
    destruct (Req_dec (gam I n i) 0) as [Z|Z]; [rewrite (pl_run I (gam I) y P n i Hn Hi Z); lra|].
    pose proof (gam_nonneg I W n i Hn Hi). assert (G : 0 < gam I n i) by lra. rewrite (gam_fit I n i G).
    apply minratio_glb; [apply (wf_dem I W n Hn)|]. intros r Hr _. apply Rle_trans with (2 := C i r Hi Hr).
    apply (sum_term (users I) (fun m => y m i * dem I m r) n); [|exact Hn].
    intros m Hm. apply Rmult_le_pos; [apply (pl_pos I (gam I) y P m i Hm Hi)|apply (wf_dem I W m Hm); exact Hr].
  Qed.

  Lemma part_of_all y n : feasible I y -> (n < users I)%nat -> 0 <= tot I y n / all_tasks I n <= 1.
  Proof.
    intros Fy Hn. pose proof (full_pos n Hn). split.
    - apply div_nonneg; [apply (feasible_tot I y n Fy Hn)|assumption].
    - apply div_le; [assumption|]. rewrite Rmult_1_l. apply sum_le. intros i Hi. apply entry_below; assumption.
  Qed.

  Lemma welfare_range y : feasible I y -> 0 <= welfare I y <= N.
  Proof.
    intros Fy. unfold welfare. split; [apply sum_nonneg; intros n Hn; apply part_of_all; assumption|].
    assert (E : forall k, sum k (fun _ => 1) = INR k) by (induction k as [|k IH]; [reflexivity|rewrite S_INR; cbn [sum]; lra]).
    unfold N. rewrite <- (E (users I)). apply sum_le. intros n Hn. apply part_of_all; assumption.
  Qed.

  (** ** Where welfare can be large, every user can have much

      Idea: take the part t = 1 / (N + 1 - V) of an allocation of welfare V, and give each user what lacks to the level t from
      what it could run alone.  The parts add up to 1. *)
  Lemma level_from_welfare x y : feasible I x -> fair I (feasible I) (own_task_share I) x -> feasible I y ->
    N <= welfare I x * (N + 1 - welfare I y).
  Proof.
    intros Fx Fair Fy. pose proof (welfare_range y Fy) as [V0 V1]. set (V := welfare I y) in *.
    set (t := / (N + 1 - V)). assert (Tp : 0 < t) by (apply Rinv_0_lt_compat; lra).
    assert (Te : t * (N + 1 - V) = 1) by (apply Rinv_l; lra).
    set (b := fun n => t * (1 - tot I y n / all_tasks I n)).
    assert (B0 : forall n, (n < users I)%nat -> 0 <= b n).
    { intros n Hn. apply Rmult_le_pos; [lra|]. pose proof (part_of_all y n Fy Hn). lra. }
    assert (Bs : sum (users I) b = t * (N - V)).
    { unfold b. rewrite sum_scal, sum_minus. fold (welfare I y). fold V. f_equal. f_equal.
      unfold N. generalize (users I). induction n as [|k IH]; [reflexivity|]. rewrite S_INR. cbn [sum]. lra. }
    set (z := fun n i => t * y n i + b n * gam I n i).
    assert (Tz : forall n, (n < users I)%nat -> tot I z n = t * all_tasks I n).
    { intros n Hn. unfold tot, z. rewrite sum_plus, !sum_scal. unfold b.
      change (sum (servers I) (y n)) with (tot I y n). change (sum (servers I) (gam I n)) with (all_tasks I n).
      pose proof (full_pos n Hn). field. lra. }
    assert (Fz : feasible I z).
    { split; [split|].
      - intros n i Hn Hi. unfold z. pose proof (entry_below y n i Fy Hn Hi). pose proof (gam_nonneg I W n i Hn Hi).
        pose proof (B0 n Hn). apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra.
      - intros n i Hn Hi G. unfold z. rewrite (pl_run I (gam I) y (proj1 Fy) n i Hn Hi G), G. ring.
      - intros n Hn. rewrite (eq_endless I Q n Hn). exact Logic.I.
      - intros i r Hi Hr.
        apply Rle_trans with (t * cap I i r + t * (N - V) * cap I i r).
        + unfold z. rewrite <- Bs, <- sum_scal_r.
          apply Rle_trans with (t * sum (users I) (fun n => y n i * dem I n r) + sum (users I) (fun n => b n * cap I i r)).
          * rewrite <- sum_scal, <- sum_plus. apply sum_le. intros n Hn.
            pose proof (gam_dem I W n i r Hn Hi Hr). pose proof (B0 n Hn).
            replace ((t * y n i + b n * gam I n i) * dem I n r) with (t * (y n i * dem I n r) + b n * (gam I n i * dem I n r)) by ring.
            apply Rplus_le_compat_l. apply Rmult_le_compat_l; assumption.
          * apply Rplus_le_compat_r. apply Rmult_le_compat_l; [lra|]. apply (proj2 Fy); assumption.
        + right. replace (t * cap I i r + t * (N - V) * cap I i r) with (t * (N + 1 - V) * cap I i r) by ring. rewrite Te. ring. }
    assert (S : forall n, (n < users I)%nat -> own_task_share I n = / all_tasks I n).
    { intros n Hn. unfold own_task_share. rewrite (eq_weight I Q n Hn), Rmult_1_l. reflexivity. }
    assert (Low : forall n, (n < users I)%nat -> t <= tot I x n / all_tasks I n).
    { intros n Hn. apply Rnot_lt_le. intros L. pose proof (full_pos n Hn) as Pn.
      apply (Fair n z Hn). split; [exact Fz|split].
      - rewrite Tz by exact Hn. apply (Rmult_lt_compat_r (all_tasks I n)) in L; [|exact Pn]. rewrite div_cancel in L by exact Pn. exact L.
      - intros m Hm Lm. rewrite Tz in Lm by exact Hm. rewrite !S by assumption. pose proof (full_pos m Hm) as Pm.
        apply Rlt_trans with t; [exact L|]. fold (tot I x m / all_tasks I m). apply lt_div; assumption. }
    assert (Wx : N * t <= welfare I x).
    { unfold welfare. assert (E : forall k, sum k (fun _ => t) = INR k * t).
      { induction k as [|k IH]; [simpl; ring|]. rewrite S_INR. cbn [sum]. rewrite IH. ring. }
      unfold N. rewrite <- E. apply sum_le. exact Low. }
    apply (Rmult_le_compat_r (N + 1 - V)) in Wx; [|lra]. rewrite Rmult_assoc, Te, Rmult_1_r in Wx. exact Wx.
  Qed.

  Lemma price_from_bound x y r : feasible I x -> fair I (feasible I) (own_task_share I) x -> feasible I y ->
    welfare I y <= r -> r <= (N + 1) / 2 \/ r = (N + 1) / 2 -> welfare I y <= r * (N + 1 - r) / N * welfare I x.
  Proof.
    intros Fx Fair Fy Vr Hr. pose proof (level_from_welfare x y Fx Fair Fy) as L. pose proof (welfare_range y Fy) as [V0 V1].
    pose proof (welfare_range x Fx) as [X0 _]. pose proof N_pos as N1.
    set (V := welfare I y) in *. set (X := welfare I x) in *.
    assert (M : V * (N + 1 - V) <= r * (N + 1 - r)).
    { assert (0 <= (r - V) * (N + 1 - r - V)) by (apply Rmult_le_pos; lra). lra. }
    assert (A : V * N <= V * (X * (N + 1 - V))) by (apply Rmult_le_compat_l; assumption).
    assert (B : X * (V * (N + 1 - V)) <= X * (r * (N + 1 - r))) by (apply Rmult_le_compat_l; assumption).
    apply (Rmult_le_reg_r N); [lra|]. replace (r * (N + 1 - r) / N * X * N) with (X * (r * (N + 1 - r))) by (field; lra). lra.
  Qed.

  (** ** CDRF and every leximin allocation in these levels: at most (N + 1)^2 / (4 N)

      Mechanism: cdrf.  Measure: price-of-fairness.  Hypothesis: equal weights, endless tasks. *)
  Theorem cdrf_price x y : cdrf I x -> feasible I y -> welfare I y <= (N + 1) * (N + 1) / (4 * N) * welfare I x.
  Proof.
    intros [_ H] Fy. assert (Fx : feasible I x) by apply H. pose proof N_pos as N1.
    assert (Fair : fair I (feasible I) (own_task_share I) x).
    { apply feasible_leximin_fair; [exact W| |exact H]. intros n Hn R. unfold own_task_share.
      rewrite (eq_weight I Q n Hn), Rmult_1_l. apply Rinv_0_lt_compat. apply full_pos. exact Hn. }
    pose proof (level_from_welfare x y Fx Fair Fy) as L. pose proof (welfare_range y Fy) as [V0 V1]. pose proof (welfare_range x Fx) as [X0 _].
    set (V := welfare I y) in *. set (X := welfare I x) in *.
    assert (A : V * N <= V * (X * (N + 1 - V))) by (apply Rmult_le_compat_l; assumption).
    assert (M : V * (N + 1 - V) <= (N + 1) * (N + 1) / 4).
    { assert (0 <= ((N + 1) / 2 - V) * ((N + 1) / 2 - V)) by apply Rle_0_sqr. lra. }
    assert (B : X * (V * (N + 1 - V)) <= X * ((N + 1) * (N + 1) / 4)) by (apply Rmult_le_compat_l; assumption).
    apply (Rmult_le_reg_r N); [lra|]. replace ((N + 1) * (N + 1) / (4 * N) * X * N) with (X * ((N + 1) * (N + 1) / 4)) by (field; lra). lra.
  Qed.

  (** ** DRF on one server: at most r (N + 1 - r) / N, with r the least of the number of resources and of (N + 1) / 2

      Idea: each user uses up its dominant resource when alone, so welfare is at most the number of resources.
      Mechanism: drf.  Measure: price-of-fairness.  Hypothesis: equal weights, endless tasks. *)
  Lemma welfare_below_resources y : servers I = 1%nat -> feasible I y -> welfare I y <= INR (resources I).
  Proof.
    intros One Fy.
    assert (All : forall n, all_tasks I n = gam I n 0) by (intros n; unfold all_tasks; rewrite One; simpl; lra).
    assert (T : forall n, tot I y n = y n 0%nat) by (intros n; unfold tot; rewrite One; simpl; lra).
    assert (H0 : (0 < servers I)%nat) by lia.
    set (d := fun n r => if Rlt_dec 0 (cap I 0 r) then y n 0%nat * dem I n r / cap I 0 r else 0).
    assert (D0 : forall n r, (n < users I)%nat -> (r < resources I)%nat -> 0 <= d n r).
    { intros n r Hn Hr. unfold d. destruct (Rlt_dec 0 (cap I 0 r)); [|lra]. apply div_nonneg; [|assumption].
      apply Rmult_le_pos; [apply (pl_pos I (gam I) y (proj1 Fy) n 0%nat Hn H0)|apply (wf_dem I W n Hn); exact Hr]. }
    apply Rle_trans with (sum (users I) (fun n => sum (resources I) (d n))).
    - unfold welfare. apply sum_le. intros n Hn. pose proof (full_pos n Hn) as P. rewrite All in P |- *. rewrite T.
      destruct (stopped I n 0 W Hn H0 P) as [r [Hr [D [Cp E]]]].
      apply Rle_trans with (d n r); [|apply (sum_term (resources I) (d n) r); [intros q Hq; apply D0; assumption|exact Hr]].
      unfold d. destruct (Rlt_dec 0 (cap I 0 r)); [|contradiction]. rewrite <- E. right. field. split; lra.
    - rewrite sum_swap. assert (E : forall k, sum k (fun _ => 1) = INR k) by (induction k as [|k IH]; [reflexivity|rewrite S_INR; cbn [sum]; lra]).
      rewrite <- E. apply sum_le. intros r Hr. unfold d. destruct (Rlt_dec 0 (cap I 0 r)) as [P|P].
      + unfold Rdiv. rewrite sum_scal_r. fold (sum (users I) (fun n => y n 0%nat * dem I n r) / cap I 0 r).
        apply div_le; [exact P|]. rewrite Rmult_1_l. apply (proj2 Fy); assumption.
      + rewrite sum_zero by reflexivity. lra.
  Qed.

  (** A DRF allocation on one server leaves no complaint in the levels of CDRF. *)
  Lemma drf_fair_own x : drf ones I x -> fair I (feasible I) (own_task_share I) x.
  Proof.
    intros Dr. assert (One := proj1 Dr). assert (H0 : (0 < servers I)%nat) by lia.
    pose proof (drf_fair I ones W One x Dr) as F0. intros n z Hn [Fz [G C]]. apply (F0 n z Hn). split; [exact Fz|split; [exact G|]].
    intros m Hm Lm. specialize (C m Hm Lm).
    assert (E : forall u, (u < users I)%nat -> drf_level I ones u = own_task_share I u).
    { intros u Hu. pose proof (full_pos u Hu) as P.
      assert (All : all_tasks I u = gam I u 0) by (unfold all_tasks; rewrite One; simpl; lra).
      rewrite All in P. unfold own_task_share. rewrite (eq_weight I Q u Hu), Rmult_1_l.
      change (sum (servers I) (fun i => gam I u i)) with (all_tasks I u). rewrite All, (gam_fit I u 0 P).
      rewrite <- (dominant_share_fit I u W H0 Hu) by (rewrite <- (gam_fit I u 0 P); exact P).
      unfold drf_level. apply maxratio_ext; [reflexivity|]. intros q _. unfold ones. ring. }
    rewrite !E by assumption. exact C.
  Qed.

  Theorem drf_price x y : drf ones I x -> feasible I y ->
    let r := Rmin (INR (resources I)) ((N + 1) / 2) in welfare I y <= r * (N + 1 - r) / N * welfare I x.
  Proof.
    intros H Fy r. destruct H as [One [Fx B]]. assert (Dr : drf ones I x) by (split; [exact One|split; assumption]).
    assert (H0 : (0 < servers I)%nat) by lia.
    assert (V : valid ones) by (intros n q; unfold ones; lra).
    assert (Fair : fair I (feasible I) (own_task_share I) x) by (apply drf_fair_own, Dr).
    pose proof (welfare_below_resources y One Fy) as VR.
    destruct (Rle_lt_dec (INR (resources I)) ((N + 1) / 2)) as [L|L].
    - unfold r. rewrite Rmin_left by exact L. apply price_from_bound; auto.
    - unfold r. rewrite Rmin_right by lra.
      destruct (Rle_lt_dec (welfare I y) ((N + 1) / 2)) as [M|M]; [apply price_from_bound; auto|].
      pose proof (level_from_welfare x y Fx Fair Fy) as Lv. pose proof (welfare_range y Fy) as [V0 V1]. pose proof (welfare_range x Fx) as [X0 _].
      pose proof N_pos as N1. set (Vy := welfare I y) in *. set (X := welfare I x) in *.
      assert (A : Vy * N <= Vy * (X * (N + 1 - Vy))) by (apply Rmult_le_compat_l; assumption).
      assert (M4 : Vy * (N + 1 - Vy) <= (N + 1) / 2 * (N + 1 - (N + 1) / 2)).
      { assert (0 <= ((N + 1) / 2 - Vy) * ((N + 1) / 2 - Vy)) by apply Rle_0_sqr. lra. }
      assert (B4 : X * (Vy * (N + 1 - Vy)) <= X * ((N + 1) / 2 * (N + 1 - (N + 1) / 2))) by (apply Rmult_le_compat_l; assumption).
      apply (Rmult_le_reg_r N); [lra|].
      replace ((N + 1) / 2 * (N + 1 - (N + 1) / 2) / N * X * N) with (X * ((N + 1) / 2 * (N + 1 - (N + 1) / 2))) by (field; lra). lra.
  Qed.
End Price.
Set Default Proof Using "Type".

(** A witness: the twins. *)
Lemma price_witness R : (0 < R)%nat -> equals (twins 1 R) /\ drf ones (twins 1 R) halves /\ cdrf (twins 1 R) halves
  /\ feasible (twins 1 R) halves.
Proof.
  intros HR. destruct (drf_witness R HR) as [W [_ [_ [_ [_ D]]]]].
  destruct (cdrf_witness 1 R ltac:(lia) HR) as [_ [_ [_ [C _]]]].
  split; [|split; [exact D|split; [exact C|apply halves_feasible; exact HR]]].
  split; [exact W|simpl; lia|intros n Hn; reflexivity|intros; reflexivity|].
  intros n Hn. exists 0%nat. split; [simpl; lia|]. rewrite twins_gam by (auto; simpl; lia). lra.
Qed.

(** ** Each price up to the bound

    One server with one unit of each of k + 1 resources.  Each of the first k users needs a whole unit of a resource of its own and
    the part d of the first resource; the others need a whole unit of the first. *)
Definition crowd (N k : nat) (d : R) : inst :=
  mk N 1 (S k) (fun _ _ => 1)
     (fun n r => if lt_dec n k then (match r with O => d | S q => if Nat.eq_dec q n then 1 else 0 end) else (match r with O => 1 | _ => 0 end))
     (fun _ => 1) (fun _ _ => true) (fun _ => None).

Section Crowd.
  Variables (N k : nat) (d : R).
  Hypothesis Hk : (k < N)%nat.
  Hypothesis Hd : 0 < d <= 1.
  Hypothesis Hkd : INR k * d <= 1.
  Set Default Proof Using "All".

  Let I := crowd N k d.
  Let T := INR N - INR k + INR k * d.

  Lemma crowd_T : 1 <= T.
  Proof.
    unfold T. assert (INR k + 1 <= INR N) by (rewrite <- S_INR; apply le_INR; lia).
    assert (0 <= INR k * d) by (apply Rmult_le_pos; [apply pos_INR|lra]). lra.
  Qed.

  Lemma crowd_dem n r : 0 <= dem I n r <= 1.
  Proof. simpl. destruct (lt_dec n k), r as [|q]; try lra. destruct (Nat.eq_dec q n); lra. Qed.

  Lemma crowd_whole n : exists r, (r < S k)%nat /\ dem I n r = 1.
  Proof.
    simpl. destruct (lt_dec n k).
    - exists (S n). split; [lia|]. destruct (Nat.eq_dec n n); [reflexivity|contradiction].
    - exists 0%nat. split; [lia|reflexivity].
  Qed.

  Lemma crowd_wf : wf I.
  Proof.
    split; try (simpl; intros; lra || discriminate).
    intros n _. split; [intros r _; apply crowd_dem|]. destruct (crowd_whole n) as [r [Hr E]]. exists r. split; [exact Hr|lra].
  Qed.

  Lemma crowd_gam n : (n < N)%nat -> gam I n 0 = 1.
  Proof.
    intros Hn. unfold gam. simpl el. unfold fit. apply Rle_antisym.
    - destruct (crowd_whole n) as [r [Hr E]]. pose proof (minratio_le (S k) (fun _ => 1) (dem I n) r Hr ltac:(lra)) as Q.
      rewrite E in Q. simpl in *. lra.
    - apply minratio_glb; [apply (wf_dem I crowd_wf n Hn)|]. intros r _ _. pose proof (crowd_dem n r). simpl in *. lra.
  Qed.

  Lemma crowd_all n : (n < N)%nat -> all_tasks I n = 1.
  Proof. intros Hn. unfold all_tasks. simpl. rewrite crowd_gam by exact Hn. lra. Qed.

  Lemma sum_parts m a b : (k <= m)%nat -> sum m (fun n => if lt_dec n k then a else b) = INR k * a + (INR m - INR k) * b.
  Proof.
    intros Hm. induction Hm as [|m Hm IH].
    - rewrite (sum_ext k _ (fun _ => a)) by (intros i Hi; destruct (lt_dec i k); [reflexivity|lia]).
      assert (E : forall q, sum q (fun _ => a) = INR q * a).
      { induction q as [|q IH]; [simpl; ring|]. rewrite S_INR. cbn [sum]. rewrite IH. ring. }
      rewrite E. ring.
    - cbn [sum]. rewrite IH, S_INR. destruct (lt_dec m k); [lia|]. ring.
  Qed.

  (** Use of a resource when the first k users run [a] each and the others [b]. *)
  Lemma crowd_use a b r : (r < S k)%nat ->
    sum N (fun n => (if lt_dec n k then a else b) * dem I n r) = match r with O => INR k * (a * d) + (INR N - INR k) * b | _ => a end.
  Proof.
    intros Hr. destruct r as [|q].
    - rewrite (sum_ext N _ (fun n => if lt_dec n k then a * d else b)); [apply sum_parts; lia|].
      intros n _. simpl. destruct (lt_dec n k); ring.
    - rewrite (sum_ext N _ (fun n => if Nat.eq_dec n q then a else 0)); [apply sum_single; lia|].
      intros n _. simpl. destruct (lt_dec n k), (Nat.eq_dec q n), (Nat.eq_dec n q); try lia; ring.
  Qed.

  Definition crowd_place (a b : R) : placement := fun n i => match i with O => if lt_dec n k then a else b | _ => 0 end.

  Lemma crowd_tot a b n : tot I (crowd_place a b) n = if lt_dec n k then a else b.
  Proof. unfold tot. simpl. lra. Qed.

  Lemma crowd_feasible a b : 0 <= a -> 0 <= b -> a <= 1 -> INR k * (a * d) + (INR N - INR k) * b <= 1 -> feasible I (crowd_place a b).
  Proof.
    intros Ha Hb H1 H. split; [split|].
    - intros n [|i] _ _; simpl; [destruct (lt_dec n k)|]; lra.
    - intros n i Hn Hi G. simpl in Hi. replace i with 0%nat in G by lia. rewrite crowd_gam in G by exact Hn. lra.
    - intros n _. exact Logic.I.
    - intros i r Hi Hr. simpl in Hi. replace i with 0%nat by lia. apply Rle_trans with (sum N (fun n => (if lt_dec n k then a else b) * dem I n r)).
      + right. reflexivity.
      + rewrite crowd_use by exact Hr. simpl. destruct r; lra.
  Qed.

  Lemma crowd_level n : (n < N)%nat -> drf_level I ones n = 1.
  Proof.
    intros Hn. unfold drf_level. apply Rle_antisym.
    - apply maxratio_lub; [lra|]. intros r _ _. pose proof (crowd_dem n r). unfold ones. simpl in *. lra.
    - destruct (crowd_whole n) as [r [Hr E]].
      pose proof (maxratio_ge (resources I) (dem I n) (fun r => ones n r * cap I 0 r) r Hr) as Q. cbv beta in Q.
      rewrite E in Q. unfold ones in *. simpl in *. lra.
  Qed.

  Lemma crowd_drf : drf ones I (crowd_place (/ T) (/ T)).
  Proof.
    pose proof crowd_T as HT. assert (P : 0 < / T) by (apply Rinv_0_lt_compat; lra).
    assert (Le : / T <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    assert (E : INR k * (/ T * d) + (INR N - INR k) * / T = 1).
    { replace (INR k * (/ T * d) + (INR N - INR k) * / T) with (T * / T) by (unfold T; ring). apply Rinv_r. lra. }
    split; [reflexivity|split; [apply crowd_feasible; lra|]]. intros n Hn _. right. exists 0%nat. split; [simpl; lia|split; [|split]].
    - simpl. destruct (lt_dec n k); lra.
    - apply eq_trans with (sum N (fun n => (if lt_dec n k then / T else / T) * dem I n 0)); [reflexivity|].
      rewrite crowd_use by lia. simpl. exact E.
    - intros m Hm _. rewrite !crowd_level by assumption. rewrite !crowd_tot. destruct (lt_dec n k), (lt_dec m k); lra.
  Qed.

  Lemma crowd_welfare a b : welfare I (crowd_place a b) = INR k * a + (INR N - INR k) * b.
  Proof.
    unfold welfare. simpl users. rewrite (sum_ext N _ (fun n => if lt_dec n k then a else b)).
    - apply sum_parts. lia.
    - intros n Hn. rewrite crowd_tot, crowd_all by exact Hn. destruct (lt_dec n k); lra.
  Qed.

  Lemma crowd_price : equals I /\ exists x y, drf ones I x /\ feasible I y
    /\ welfare I x = INR N / T /\ welfare I y = INR k + 1 - INR k * d.
  Proof.
    pose proof crowd_T as HT. assert (KN : INR k + 1 <= INR N) by (rewrite <- S_INR; apply le_INR; lia). pose proof (pos_INR k) as K0.
    split.
    - split; [apply crowd_wf|simpl; lia|intros n _; reflexivity|intros; reflexivity|].
      intros n Hn. exists 0%nat. split; [simpl; lia|]. rewrite crowd_gam by exact Hn. lra.
    - exists (crowd_place (/ T) (/ T)), (crowd_place 1 ((1 - INR k * d) / (INR N - INR k))).
      split; [apply crowd_drf|split; [|split]].
      + apply crowd_feasible; try lra; [apply div_nonneg; lra|]. right. field. lra.
      + rewrite crowd_welfare. field. lra.
      + rewrite crowd_welfare. field. lra.
  Qed.
End Crowd.
Set Default Proof Using "Type".

(** Idea: for a welfare v choose k as its whole part, and d so that k d is what v lacks to k + 1.
    So the price of fairness of DRF comes as near to the bound of [drf_price] as one likes: v may be any number below the number
    of resources and below that of users, and v (N + 1 - v) rises up to v = (N + 1) / 2.
    Mechanism: drf.  Measure: price-of-fairness. *)
Theorem drf_price_attained N R v : 1 <= v -> v < INR R -> v < INR N ->
  exists I, equals I /\ servers I = 1%nat /\ users I = N /\ (resources I <= R)%nat
    /\ exists x y, drf ones I x /\ feasible I y /\ 0 < welfare I x
       /\ welfare I y = v * (INR N + 1 - v) / INR N * welfare I x.
Proof.
  intros H1 HR HN. destruct (Fair.Tasks.Precomputed.floor_exists v ltac:(lra)) as [k [Hk1 Hk2]].
  assert (Kp : 0 < INR k) by (apply Rnot_le_lt; intros Z; lra).
  assert (KN : (k < N)%nat) by (apply INR_lt; lra). assert (KR : (k < R)%nat) by (apply INR_lt; lra).
  set (d := (INR k + 1 - v) / INR k).
  assert (E : INR k * d = INR k + 1 - v) by (unfold d; field; lra).
  assert (K1 : 1 <= INR k) by (change 1 with (INR 1); apply le_INR; apply INR_lt in Kp || idtac; destruct k; [simpl in Kp; lra|lia]).
  assert (D0 : 0 < d) by (apply div_pos; lra).
  assert (D1 : d <= 1) by (apply div_le; lra).
  destruct (crowd_price N k d KN (conj D0 D1)) as [Q [x [y [Hx [Hy [Wx Wy]]]]]]; [rewrite E; lra|].
  exists (crowd N k d). split; [exact Q|split; [reflexivity|split; [reflexivity|split; [simpl; lia|]]]].
  exists x, y. rewrite E in Wx, Wy.
  assert (Np : 1 <= INR N) by lra.
  assert (Tp : 0 < INR N - INR k + (INR k + 1 - v)) by lra.
  split; [exact Hx|split; [exact Hy|split]].
  - rewrite Wx. apply div_pos; lra.
  - rewrite Wx, Wy. field. split; lra.
Qed.
