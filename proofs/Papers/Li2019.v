(** Statements of li2019 that take several theorems together, each as the paper makes it. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Arrivals Require Import Sums Ddrf Programme Offline Ratio InTurn Adversary Search.
Open Scope R_scope.

(** The test of the search tells on which side tau is. *)
Theorem search_test_sides : forall n m K d x, (0 < n)%nat -> normalised K m d -> ddrf n m K d x ->
  forall k l tau, (k < K)%nat -> (l < k)%nat ->
  (forall i, (i < tau)%nat -> x (S k) k < x k i) -> (forall i, (tau <= i)%nat -> (i < k)%nat -> x k i <= x (S k) k) ->
  (can_rise n m d k (x k) l -> x k l <= x (S k) k /\ (tau <= l)%nat)
  /\ (~ can_rise n m d k (x k) l -> x (S k) k < x k l /\ (l < tau)%nat).
Proof.
  intros n m K d x Hn Hd H k l tau Hk Hl Above Below. pose proof (search_test n m K d x Hn Hd H k l Hk Hl) as T. split.
  - intros C. apply T in C. split; [exact C|]. destruct (le_lt_dec tau l) as [L|L]; [exact L|]. specialize (Above l L). lra.
  - intros C. assert (G : x (S k) k < x k l) by (apply Rnot_le_lt; intros G; apply C, T; exact G).
    split; [exact G|]. destruct (le_lt_dec tau l) as [L|L]; [|exact L]. specialize (Below l L Hl). lra.
Qed.

(** Lemma 1 for the least solution of LP (1), with demands of zero. *)
Theorem least_solution_lemma_1 : forall n m K d k old M y, normalised K m d -> (k < K)%nat ->
  lp_solution n m d k old M y -> (forall y', lp_solution n m d k old M y' -> forall i, (i <= k)%nat -> y i <= y' i) ->
  y k = M /\ forall i, (i < k)%nat -> y i = Rmax M (old i).
Proof.
  intros n m K d k old M y Hd Hk [[M0 [Y [O U]]] Best] Least.
  assert (Le : forall i, (i <= k)%nat -> raise k old M i <= y i).
  { intros i Hi. unfold raise. destruct (lt_dec i k); [apply Rmax_lub; [apply Y; lia|apply O; assumption]|apply Y; exact Hi]. }
  assert (Sol : lp_solution n m d k old M (raise k old M)).
  { split; [|exact Best]. split; [exact M0|]. split; [|split].
    - intros i _. unfold raise. destruct (lt_dec i k); [apply Rmax_l|lra].
    - intros i Hi. unfold raise. destruct (lt_dec i k); [apply Rmax_r|lia].
    - intros r Hr. apply Rle_trans with (2 := U r Hr). apply sum_le. intros i Hi.
      apply Rmult_le_compat_l; [apply Hd; [lia|exact Hr]|apply Le; lia]. }
  assert (E : forall i, (i <= k)%nat -> y i = raise k old M i).
  { intros i Hi. apply Rle_antisym; [apply (Least _ Sol i Hi)|apply Le; exact Hi]. }
  split.
  - rewrite E by lia. unfold raise. destruct (lt_dec k k); [lia|reflexivity].
  - intros i Hi. rewrite E by lia. unfold raise. destruct (lt_dec i k); [reflexivity|lia].
Qed.

(** Some resource is dominant for many, so the share of complete knowledge is small. *)
Theorem pigeonhole_bound : forall n m k d z, (0 < n)%nat -> (0 < k)%nat -> normalised k m d -> positive k m d ->
  drf_offline n m k d z ->
  (exists r, (r < m)%nat /\ (ceil_div k m <= dominated k d r)%nat)
  /\ forall i, (i < k)%nat -> z i <= released n k / INR (ceil_div k m).
Proof.
  intros n m k d z Hn Hk Hd Hp Hz. split; [apply pigeonhole; assumption|].
  intros i Hi.
  assert (Hm : (0 < m)%nat) by (destruct (Hd i Hi) as [_ [r [Hr _]]]; lia).
  assert (C : (0 < ceil_div k m)%nat).
  { unfold ceil_div. apply Nat.div_str_pos. lia. }
  apply lt_INR in C. change (INR 0) with 0 in C.
  apply Rmult_le_reg_r with (INR (ceil_div k m)); [exact C|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_1_r.
  apply (drf_share_bounded n m k d z (z i) Hn Hk Hd). split.
  - apply Hz.
  - intros j Hj. right. apply (offline_equal n m k d z Hn Hd Hz Hp i j Hi Hj).
Qed.

(** ** Limits: what stands behind an arrow in the paper *)

Lemma near : forall a w, 0 <= a -> 1 <= w -> 0 <= a - a / w <= a * (w - 1).
Proof.
  intros a w A W. replace (a - a / w) with (a * ((w - 1) / w)) by (field; lra).
  assert (I : 0 < / w <= 1).
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  assert (0 <= (w - 1) / w <= w - 1).
  { unfold Rdiv. split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r (w - 1)) at 2. apply Rmult_le_compat_l; lra. }
  split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra].
Qed.

(** The instance against the sum: shares and sums, eps going to 0. *)
Theorem cr1_limits : forall m e, (0 < m)%nat -> 0 < e -> exists e0, 0 < e0 /\ forall eps x z, 0 < eps <= 1 -> eps <= e0 ->
  let n := S (1 * m) in let d := then_one 1 m eps (fun _ => 1) in
  ddrf n m n d x -> drf_offline n m n d z ->
  (forall i, (i < m)%nat -> Rabs (x n i - INR m / (INR m + 1)) <= e)
  /\ (forall i, (i <= m)%nat -> Rabs (z i - 1 / 2) <= e)
  /\ Rabs (sum n (x n) - (INR m * INR m + 1) / (INR m + 1)) <= e
  /\ Rabs (sum n z - (INR m + 1) / 2) <= e
  /\ ((1 < m)%nat -> eps < 1 -> sum n z < sum n (x n)).
Proof.
  intros m e Hm He. apply lt_INR in Hm as Pm. change (INR 0) with 0 in Pm.
  assert (M1 : 1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
  assert (Sq : 0 < (INR m + 1) * (INR m + 1)) by (apply Rmult_lt_0_compat; lra).
  exists (e / ((INR m + 1) * (INR m + 1))).
  split; [apply Rdiv_lt_0_compat; assumption|]. intros eps x z Heps Small n d Hx Hz.
  pose proof (cr1_instance m eps x z Hm Heps Hx Hz) as CI. cbv zeta in CI. fold n in CI. fold d in CI.
  destruct CI as [X [Xm [Z _]]].
  set (w := 1 + (INR m - 1) * eps) in *.
  assert (W : 1 <= w) by (unfold w; assert (0 <= (INR m - 1) * eps) by (apply Rmult_le_pos; lra); lra).
  assert (B : (INR m + 1) * (w - 1) <= e).
  { apply Rmult_le_compat_r with (r := (INR m + 1) * (INR m + 1)) in Small; [|lra].
    unfold Rdiv in Small. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in Small by lra.
    apply Rle_trans with (2 := Small). unfold w.
    replace ((INR m + 1) * (1 + (INR m - 1) * eps - 1)) with (eps * ((INR m + 1) * (INR m - 1))) by ring.
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
  assert (B1 : w - 1 <= e).
  { apply Rle_trans with (2 := B). rewrite <- (Rmult_1_l (w - 1)) at 1. apply Rmult_le_compat_r; lra. }
  assert (Q : 0 <= INR m / (INR m + 1) <= 1).
  { split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with (INR m + 1); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (Nx : 0 <= INR m / (INR m + 1) - INR m / ((INR m + 1) * w) <= w - 1).
  { replace (INR m / ((INR m + 1) * w)) with (INR m / (INR m + 1) / w) by (field; lra).
    destruct (near (INR m / (INR m + 1)) w) as [A1 A2]; [lra|exact W|]. split; [exact A1|].
    apply Rle_trans with (1 := A2). rewrite <- (Rmult_1_l (w - 1)) at 2. apply Rmult_le_compat_r; lra. }
  assert (Nz : 0 <= 1 / 2 - 1 / (w + 1) <= w - 1).
  { replace (1 / (w + 1)) with (1 / 2 / ((w + 1) / 2)) by (field; lra).
    destruct (near (1 / 2) ((w + 1) / 2)) as [A1 A2]; [lra|lra|]. split; [exact A1|lra]. }
  assert (Sx : sum n (x n) = INR m * (INR m / ((INR m + 1) * w)) + 1 / (INR m + 1)).
  { unfold n. replace (1 * m)%nat with m by lia. cbn [sum]. replace (S m) with n by (unfold n; lia).
    rewrite Xm. rewrite (sum_ext m (x n) (fun _ => INR m / ((INR m + 1) * w))) by (intros i Hi; apply X; exact Hi).
    rewrite sum_const. reflexivity. }
  assert (Sz : sum n z = (INR m + 1) * (1 / (w + 1))).
  { rewrite (sum_ext n z (fun _ => 1 / (w + 1))) by (intros i Hi; apply Z; unfold n in Hi; lia).
    rewrite sum_const. unfold n. rewrite S_INR. replace (1 * m)%nat with m by lia. reflexivity. }
  split; [|split; [|split; [|split]]].
  - intros i Hi. rewrite X by exact Hi. apply Rabs_le. lra.
  - intros i Hi. rewrite Z by exact Hi. apply Rabs_le. lra.
  - rewrite Sx. replace ((INR m * INR m + 1) / (INR m + 1)) with (INR m * (INR m / (INR m + 1)) + 1 / (INR m + 1)) by (field; lra).
    apply Rabs_le.
    assert (0 <= INR m * (INR m / (INR m + 1) - INR m / ((INR m + 1) * w)) <= (INR m + 1) * (w - 1)).
    { split; [apply Rmult_le_pos; lra|]. apply Rmult_le_compat; lra. } lra.
  - rewrite Sz. replace ((INR m + 1) / 2) with ((INR m + 1) * (1 / 2)) by field. apply Rabs_le.
    assert (0 <= (INR m + 1) * (1 / 2 - 1 / (w + 1)) <= (INR m + 1) * (w - 1)).
    { split; [apply Rmult_le_pos; lra|]. apply Rmult_le_compat_l; lra. } lra.
  - intros M2 E1. exact (cr1_exceeds m eps x z M2 (conj (proj1 Heps) E1) Hx Hz).
Qed.

Lemma all_one_demand : forall m, (0 < m)%nat -> demand_of m (fun _ => 1).
Proof. intros m Hm. split; [intros; lra|exists 0%nat; split; [exact Hm|reflexivity]]. Qed.

Lemma then_one_positive : forall q m eps e, 0 < eps -> (forall r, (r < m)%nat -> 0 < e r) ->
  positive (S (q * m)) m (then_one q m eps e).
Proof.
  intros q m eps e He Pe i r _ Hr. unfold then_one. destruct (lt_dec i (q * m)); [|apply Pe; exact Hr].
  destruct (Nat.eq_dec _ r); lra.
Qed.

(** There are demands on which the sum of shares is more than that of complete knowledge. *)
Theorem sum_may_exceed : exists n m d x z, normalised n m d /\ positive n m d /\ ddrf n m n d x /\ drf_offline n m n d z
  /\ sum n z < sum n (x n).
Proof.
  set (d := then_one 1 2 (1/2) (fun _ => 1)).
  assert (Nd : normalised 3 2 d) by (apply (then_one_normalised 1 2); [lia|lra|apply all_one_demand; lia]).
  assert (Pd : positive 3 2 d) by (apply (then_one_positive 1 2); [lra|intros; lra]).
  destruct (history_exists 3 2 3 d) as [x Hx]; [lia|exact Nd|].
  destruct (offline_exists 3 2 3 d) as [s Hs]; [lia|lia|exact Nd|exact Pd|].
  exists 3%nat, 2%nat, d, x, (fun _ => s). split; [exact Nd|]. split; [exact Pd|]. split; [exact Hx|]. split; [exact Hs|].
  apply (cr1_exceeds 2 (1/2) x (fun _ => s)); [lia|lra|exact Hx|exact Hs].
Qed.

(** The instance of Theorem 2 with q = m, eps going to 0: step m^2, complete knowledge, and the ratio. *)
Theorem theorem_2_limits : forall m e, (0 < m)%nat -> 0 < e -> exists e0, 0 < e0 /\ forall eps x z, 0 < eps <= 1 -> eps <= e0 ->
  let n := S (m * m) in let d := then_one m m eps (fun r => specialist 0 r eps) in
  ddrf n m n d x -> drf_offline n m n d z ->
  (forall i, (i < m * m)%nat -> Rabs (x (m * m)%nat i - INR m / (INR m * INR m + 1)) <= e)
  /\ Rabs (z (m * m)%nat - 1 / (INR m + 1)) <= e
  /\ x n (m * m)%nat <= ((INR m + 1) / (INR m * INR m + 1) + e) * z (m * m)%nat.
Proof.
  intros m e Hm He. apply lt_INR in Hm as Pm. change (INR 0) with 0 in Pm.
  assert (M1 : 1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
  assert (Sq : 0 < INR m * INR m) by (apply Rmult_lt_0_compat; lra).
  exists (e / (INR m * INR m)). split; [apply Rdiv_lt_0_compat; assumption|].
  intros eps x z Heps Small n d Hx Hz.
  assert (Dem : demand_of m (fun r => specialist 0 r eps)).
  { split; [intros r Hr; unfold specialist; destruct (Nat.eq_dec 0 r); lra|].
    exists 0%nat. split; [exact Hm|]. unfold specialist. destruct (Nat.eq_dec 0 0); [reflexivity|lia]. }
  assert (Heps0 : 0 <= eps <= 1) by lra.
  destruct (after_the_rounds m m eps (fun r => specialist 0 r eps) x Hm Hm Heps0 Dem Hx) as [A _].
  pose proof (theorem_2_instance m m eps x z Hm Hm Heps Hx Hz) as T. cbv zeta in T. destruct T as [_ [Z R]].
  assert (N : INR (S (m * m)) = INR m * INR m + 1) by (rewrite S_INR, mult_INR; reflexivity).
  rewrite N in A, R. fold n in R.
  assert (B : INR m * INR m * eps <= e).
  { apply Rmult_le_compat_l with (r := INR m * INR m) in Small; [|lra]. apply Rle_trans with (1 := Small). right. field. lra. }
  assert (Bm : 0 <= INR m * (INR m - 1) * eps <= INR m * INR m * eps).
  { split; [apply Rmult_le_pos; [apply Rmult_le_pos|]; lra|]. apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; lra. }
  split; [|split].
  - intros i Hi. rewrite A by exact Hi. set (w := 1 + (INR m - 1) * eps).
    assert (W : 1 <= w) by (unfold w; assert (0 <= (INR m - 1) * eps) by (apply Rmult_le_pos; lra); lra).
    replace (INR m / ((INR m * INR m + 1) * w)) with (INR m / (INR m * INR m + 1) / w) by (field; lra).
    assert (Q : 0 <= INR m / (INR m * INR m + 1) <= INR m).
    { split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]|].
      apply Rmult_le_reg_r with (INR m * INR m + 1); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      assert (0 <= INR m * (INR m * INR m)) by (apply Rmult_le_pos; lra). lra. }
    destruct (near (INR m / (INR m * INR m + 1)) w) as [N1 N2]; [lra|exact W|].
    assert (INR m / (INR m * INR m + 1) * (w - 1) <= INR m * (w - 1)) by (apply Rmult_le_compat_r; lra).
    assert (INR m * (w - 1) = INR m * (INR m - 1) * eps) by (unfold w; ring).
    apply Rabs_le. lra.
  - rewrite Z. set (u := INR m * (INR m - 1) * eps) in *.
    replace (INR m + 1 + INR m * (INR m - 1) * eps) with (INR m + 1 + u) by (unfold u; ring).
    replace (1 / (INR m + 1 + u)) with (1 / (INR m + 1) / (1 + u / (INR m + 1))) by (field; lra).
    assert (I : 0 < / (INR m + 1) <= 1).
    { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
    assert (U : 0 <= u / (INR m + 1) <= u).
    { unfold Rdiv. split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r u) at 2. apply Rmult_le_compat_l; lra. }
    destruct (near (1 / (INR m + 1)) (1 + u / (INR m + 1))) as [N1 N2]; [unfold Rdiv; lra|lra|].
    assert (1 / (INR m + 1) * (1 + u / (INR m + 1) - 1) <= 1 * u).
    { apply Rmult_le_compat; try lra; unfold Rdiv; lra. }
    apply Rabs_le. lra.
  - rewrite R.
    assert (Zp : 0 <= z (m * m)%nat) by (apply Hz; unfold n; lia).
    apply Rmult_le_compat_r; [exact Zp|].
    assert (I : 0 < / (INR m * INR m + 1) <= 1).
    { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
    replace ((INR m + 1 + INR m * (INR m - 1) * eps) / (INR m * INR m + 1))
      with ((INR m + 1) / (INR m * INR m + 1) + INR m * (INR m - 1) * eps * / (INR m * INR m + 1)) by (field; lra).
    apply Rplus_le_compat_l. apply Rle_trans with (INR m * (INR m - 1) * eps * 1); [apply Rmult_le_compat_l; lra|lra].
Qed.

(** Theorem 2: no mechanism with dynamic Pareto optimality keeps more than (m + 1)/(m^2 + 1). *)
Theorem dpo_bound : forall m c f, (0 < m)%nat -> (INR m + 1) / (INR m * INR m + 1) < c ->
  online (S (m * m)) m f -> pareto_mechanism (S (m * m)) m f ->
  exists d, normalised (S (m * m)) m d /\ positive (S (m * m)) m d
    /\ forall h z, f d h -> drf_offline (S (m * m)) m (S (m * m)) d z -> h (S (m * m)) (m * m)%nat < c * z (m * m)%nat.
Proof.
  intros m c f Hm Hc On Par. apply lt_INR in Hm as Pm. change (INR 0) with 0 in Pm.
  assert (M1 : 1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
  set (N := INR m * INR m + 1) in *.
  assert (NP : 1 < N) by (unfold N; assert (0 < INR m * INR m) by (apply Rmult_lt_0_compat; lra); lra).
  assert (G : 0 < c * N - (INR m + 1)).
  { apply Rmult_lt_compat_r with (r := N) in Hc; [|lra]. unfold Rdiv in Hc. rewrite Rmult_assoc, Rinv_l in Hc by lra. lra. }
  set (g := c * N - (INR m + 1)) in *. set (eps := Rmin 1 (g / N)).
  assert (E : 0 < eps <= 1).
  { split; [apply Rmin_glb_lt; [lra|apply Rdiv_lt_0_compat; lra]|apply Rmin_l]. }
  assert (E2 : eps * N <= g).
  { assert (A : eps <= g / N) by apply Rmin_r. apply Rmult_le_compat_r with (r := N) in A; [|lra].
    unfold Rdiv in A. rewrite Rmult_assoc, Rinv_l in A by lra. lra. }
  destruct (adversary m m eps f Hm Hm E On Par) as [d [Nd [Pd B]]].
  exists d. split; [exact Nd|]. split; [exact Pd|]. intros h z Fh Hz. specialize (B h z Fh Hz).
  assert (NE : INR (S (m * m)) = N) by (rewrite S_INR, mult_INR; reflexivity). rewrite NE in B.
  assert (Zp : 0 < z (m * m)%nat).
  { apply Rlt_le_trans with (1 / INR (S (m * m))).
    - apply Rdiv_lt_0_compat; [lra|]. rewrite NE. lra.
    - apply (offline_sharing_incentives (S (m * m)) m (S (m * m)) d z); [lia|exact Nd|exact Hz|lia]. }
  apply Rle_lt_trans with (1 := B). apply Rmult_lt_compat_r; [exact Zp|].
  apply Rmult_lt_reg_r with N; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_1_r.
  assert (INR m * (INR m - 1) * eps < eps * N).
  { replace (INR m * (INR m - 1) * eps) with (eps * (INR m * (INR m - 1))) by ring. apply Rmult_lt_compat_l; [lra|]. unfold N. lra. }
  unfold g in E2. lra.
Qed.

(** The ratio of dynamic DRF for the smallest share is 1/m over all numbers of agents: never below, and as near as one likes. *)
Theorem ratio_is_one_over_m : forall m, (0 < m)%nat ->
  (forall n K d x k z, (0 < n)%nat -> normalised K m d -> positive K m d -> ddrf n m K d x -> (k < K)%nat ->
     drf_offline n m (S k) d z -> 1 / INR m * z k <= x (S k) k)
  /\ forall c, / INR m < c -> exists n d, (0 < n)%nat /\ normalised (S n) m d /\ positive (S n) m d
     /\ (exists h z, ddrf (S n) m (S n) d h /\ drf_offline (S n) m (S n) d z)
     /\ forall h z, ddrf (S n) m (S n) d h -> drf_offline (S n) m (S n) d z -> h (S n) n < c * z n.
Proof.
  intros m Hm. split.
  - intros n K d x k z Hn Hd Hp H Hk Hz.
    destruct (smallest_share_against_drf n m K d x k z Hn Hd Hp H Hk Hz) as [_ [_ [_ [_ L]]]]. unfold Rdiv in *. lra.
  - intros c Hc. destruct (ddrf_worst_ratio m c Hm Hc) as [n [d [Hn [Nd [Pd B]]]]].
    exists n, d. split; [exact Hn|]. split; [exact Nd|]. split; [exact Pd|]. split; [|exact B].
    destruct (history_exists (S n) m (S n) d) as [h Hh]; [lia|exact Nd|].
    destruct (offline_exists (S n) m (S n) d) as [s Hs]; [lia|lia|exact Nd|exact Pd|].
    exists h, (fun _ => s). split; assumption.
Qed.
