(** The two constructions of li2019 4: specialists who come in turn, and one more agent.

    After li2019 4, the instance against CR1 (one round, then an agent that wants everything equally) and that of Theorem 2
    (m rounds, then a specialist of the first resource).  Exact shares for every m, every number q of rounds and every eps. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums Ddrf Programme Offline Ratio Adversary.
Open Scope R_scope.

(** [q] rounds of [m] specialists, then an agent of demand [e]. *)
Definition then_one (q m : nat) (eps : R) (e : nat -> R) (i r : nat) : R :=
  if lt_dec i (q * m) then (if Nat.eq_dec (i mod m) r then 1 else eps) else e r.

Definition demand_of (m : nat) (e : nat -> R) : Prop :=
  (forall r, (r < m)%nat -> 0 <= e r <= 1) /\ exists r, (r < m)%nat /\ e r = 1.

Lemma then_one_normalised : forall q m eps e, (0 < m)%nat -> 0 <= eps <= 1 -> demand_of m e ->
  normalised (S (q * m)) m (then_one q m eps e).
Proof.
  intros q m eps e Hm He [A [r0 [Hr0 B]]] i Hi. unfold then_one. destruct (lt_dec i (q * m)).
  - split; [intros r Hr; destruct (Nat.eq_dec _ r); lra|].
    exists (i mod m)%nat. split; [apply Nat.mod_upper_bound; lia|]. destruct (Nat.eq_dec _ _); [reflexivity|lia].
  - split; [exact A|exists r0; split; assumption].
Qed.

(** A part of a round: the first [t] specialists. *)
Lemma part_round : forall t eps r, (t <= r)%nat -> sum t (fun i => if Nat.eq_dec i r then 1 else eps) = INR t * eps.
Proof.
  intros t eps r H. rewrite <- sum_const. apply sum_ext. intros i Hi. destruct (Nat.eq_dec i r); [lia|reflexivity].
Qed.

(** When agent [k = a m + r] has come, its own resource is demanded to so much. *)
Lemma own_total : forall q m eps e a r, (r < m)%nat -> (a * m + r < q * m)%nat ->
  total (S (a * m + r)) (then_one q m eps e) r = INR a * (1 + (INR m - 1) * eps) + INR r * eps + 1.
Proof.
  intros q m eps e a r Hr Hk. unfold total.
  rewrite (sum_ext _ _ (fun i => if Nat.eq_dec (i mod m) r then 1 else eps)).
  2:{ intros i Hi. unfold then_one. destruct (lt_dec i (q * m)); [reflexivity|lia]. }
  rewrite (sum_split (a * m)) by lia. rewrite rounds by exact Hr.
  replace (S (a * m + r) - a * m)%nat with (S r) by lia.
  rewrite (sum_ext (S r) _ (fun i => if Nat.eq_dec i r then 1 else eps)).
  - cbn [sum]. rewrite part_round by lia. destruct (Nat.eq_dec r r); [ring|lia].
  - intros i Hi. replace ((a * m + i) mod m)%nat with i; [reflexivity|].
    rewrite Nat.add_comm, Nat.mod_add by lia. symmetry. apply Nat.mod_small. lia.
Qed.

Lemma round_total : forall q m eps e r, (r < m)%nat ->
  total (q * m) (then_one q m eps e) r = INR q * (1 + (INR m - 1) * eps).
Proof.
  intros q m eps e r Hr. unfold total. rewrite <- (rounds q m eps r Hr). apply sum_ext.
  intros i Hi. unfold then_one. destruct (lt_dec i (q * m)); [reflexivity|lia].
Qed.

Section InTurn.

Variables (q m : nat) (eps : R) (e : nat -> R) (x : nat -> nat -> R).
Hypothesis Hq : (0 < q)%nat.
Hypothesis Hm : (0 < m)%nat.
Hypothesis Heps : 0 <= eps <= 1.
Hypothesis He : demand_of m e.

(** Agents declared, agents before the last, the demands, the denominator, and the share after the rounds. *)
Let n := S (q * m).
Let K := (q * m)%nat.
Let d := then_one q m eps e.
Let w := 1 + (INR m - 1) * eps.
Let share := INR m / (INR n * w).
Hypothesis Hx : ddrf n m n d x.
Set Default Proof Using "All".

Lemma m_one : 1 <= INR m.
Proof. change 1 with (INR 1). apply le_INR. lia. Qed.

Lemma w_pos : 1 <= w.
Proof. unfold w. pose proof m_one. assert (0 <= (INR m - 1) * eps) by (apply Rmult_le_pos; lra). lra. Qed.

Lemma n_pos : 0 < INR n.
Proof. apply INR_pos. unfold n. lia. Qed.

Lemma Hd : normalised n m d.
Proof. apply then_one_normalised; assumption. Qed.

Lemma newcomer_total : forall k r, (k < n)%nat -> (r < m)%nat -> x (S k) k * total (S k) d r <= released n (S k).
Proof.
  intros k r Hk Hr. apply (at_least_total n m (S k) d (x (S k))); [intros i Hi; apply Hd; lia| |exact Hr]. split.
  - intros p Hp. apply (fits n m n d x); [unfold n; lia|exact Hd|exact Hx|lia|exact Hp].
  - intros i Hi. apply (newcomer_least n m n d x); [unfold n; lia|exact Hd|exact Hx|exact Hk|lia].
Qed.

Lemma share_bound : forall k i, (k <= K)%nat -> (i < k)%nat -> x k i <= share.
Proof.
  pose proof w_pos as W. pose proof n_pos as Np. pose proof m_one as M1.
  induction k as [|k IH]; intros i Hk Hi; [lia|].
  assert (N : x (S k) k <= share).
  { set (a := (k / m)%nat). set (r := (k mod m)%nat).
    assert (Hr : (r < m)%nat) by (apply Nat.mod_upper_bound; lia).
    assert (Ek : k = (a * m + r)%nat) by (unfold a, r; rewrite Nat.mul_comm; apply Nat.div_mod; lia).
    assert (HkK : (a * m + r < q * m)%nat) by (unfold K in Hk; lia).
    pose proof (newcomer_total k r ltac:(unfold n, K in *; lia) Hr) as T.
    rewrite Ek in T at 3. unfold d in T. rewrite (own_total q m eps e a r Hr HkK) in T.
    assert (P0 : 0 <= x (S k) k).
    { apply (share_nonneg n m n d x); [unfold n; lia|exact Hd|exact Hx|unfold n, K in *; lia|lia]. }
    assert (Ik : INR (S k) = INR a * INR m + INR r + 1) by (rewrite S_INR, Ek, plus_INR, mult_INR; lra).
    unfold released in T. rewrite Ik in T.
    assert (Rm : INR r + 1 <= INR m) by (rewrite <- S_INR; apply le_INR; lia).
    (* (k + 1) w <= m times what is demanded *)
    assert (F : (INR a * INR m + INR r + 1) * w <= INR m * (INR a * w + INR r * eps + 1)).
    { replace (INR m * (INR a * w + INR r * eps + 1)) with
        ((INR a * INR m + INR r + 1) * w + (INR m - INR r - 1) * (1 - eps)) by (unfold w; ring).
      assert (0 <= (INR m - INR r - 1) * (1 - eps)) by (apply Rmult_le_pos; lra). lra. }
    fold w in T. set (S1 := INR a * INR m + INR r + 1) in *. set (T1 := INR a * w + INR r * eps + 1) in *.
    assert (S1p : 0 < S1) by (rewrite <- Ik; apply INR_pos; lia).
    unfold share. apply (Rmult_le_reg_r (INR n * w * S1)).
    { apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|exact S1p]. }
    replace (INR m / (INR n * w) * (INR n * w * S1)) with (INR m * S1) by (field; lra).
    apply Rle_trans with (x (S k) k * INR n * (INR m * T1)).
    - replace (x (S k) k * (INR n * w * S1)) with (x (S k) k * INR n * (S1 * w)) by ring.
      apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact F].
    - replace (x (S k) k * INR n * (INR m * T1)) with (INR m * (x (S k) k * T1 * INR n)) by ring.
      apply Rmult_le_compat_l; [lra|]. apply (Rmult_le_compat_r (INR n)) in T; [|lra].
      unfold Rdiv in T. rewrite (Rmult_assoc S1), Rinv_l in T by lra. lra. }
  destruct (Nat.eq_dec i k) as [->|]; [exact N|].
  rewrite (lemma_1 n m n d x ltac:(unfold n; lia) Hd Hx k i) by (unfold n, K in *; lia).
  apply Rmax_lub; [exact N|apply IH; lia].
Qed.

Lemma even_use : forall r, (r < m)%nat -> sum K (fun i => d i r * share) = released n K.
Proof.
  intros r Hr. rewrite sum_scal_r. change (sum K (fun i => d i r)) with (total (q * m) (then_one q m eps e) r).
  rewrite round_total by exact Hr. unfold released, share, K. rewrite mult_INR. fold w.
  pose proof w_pos. pose proof n_pos. field. lra.
Qed.

(** ** After q rounds everybody has m / (n (1 + (m - 1) eps)), and every resource is used to k/n

    Idea: no newcomer can have had more, since its own resource is demanded to so much when it comes; and at the last step of
    the rounds this share is possible for all.
    Mechanisms: ddrf and all that claim its specification.  Hypothesis: none (eps = 0 included).
    Claims: li2019-theorem2-step-m2 (q = m), li2019-cr1-dynamic (q = 1, with the theorem after the next). *)
Theorem after_the_rounds : (forall i, (i < K)%nat -> x K i = share)
  /\ forall r, (r < m)%nat -> used K d (x K) r = released n K.
Proof.
  assert (HK : exists k, K = S k) by (exists (pred K); unfold K; nia). destruct HK as [k Ek].
  assert (Low : share <= x (S k) k).
  { apply (largest n m n d x ltac:(unfold n; lia) Hd Hx k share (fun _ => share)).
    - unfold n, K in *. lia.
    - intros; lra.
    - intros i Hi. apply share_bound; lia.
    - intros r Hr. right. rewrite <- Ek. apply even_use; exact Hr. }
  assert (All : forall i, (i < K)%nat -> x K i = share).
  { intros i Hi. apply Rle_antisym; [apply share_bound; lia|]. rewrite Ek.
    apply Rle_trans with (1 := Low).
    apply (newcomer_least n m n d x ltac:(unfold n; lia) Hd Hx); unfold n, K in *; lia. }
  split; [exact All|]. intros r Hr. rewrite <- (even_use r Hr). unfold used. apply sum_ext.
  intros i Hi. rewrite All by exact Hi. reflexivity.
Qed.

(** ** The last agent has exactly 1/n

    Idea: all resources are used up before, and nothing is taken back, so that the last agent has at most what its arrival
    releases of its dominant resource; by sharing incentives it has that.
    Claims: li2019-theorem2-newcomer. *)
Theorem last_share : x n K = 1 / INR n.
Proof.
  destruct after_the_rounds as [_ Full]. destruct He as [_ [r [Hr E1]]].
  assert (Hn : (0 < n)%nat) by (unfold n; lia).
  apply Rle_antisym.
  - pose proof (fits n m n d x Hn Hd Hx n r (le_n n) Hr) as F.
    specialize (Full r Hr). unfold used in F. unfold n in F at 1. cbn [sum] in F. fold K in F.
    assert (G : used K d (x K) r <= sum K (fun i => d i r * x n i)).
    { unfold used. apply sum_le. intros i Hi. apply Rmult_le_compat_l.
      - apply (demand_nonneg n m n d x Hn Hd Hx); [unfold n, K in *; lia|exact Hr].
      - change n with (S K). apply (irrevocable n m n d x Hn Hd Hx); unfold n, K in *; lia. }
    assert (D1 : d K r = 1) by (unfold d, then_one, K; destruct (lt_dec (q * m) (q * m)); [lia|exact E1]).
    rewrite D1 in F. rewrite Full in G.
    assert (R : released n n = released n K + 1 / INR n) by (change n with (S K) at 2; apply released_S; exact Hn).
    rewrite R in F. lra.
  - apply (sharing_incentives n m n d x Hn Hd Hx); [lia|unfold n, K; lia].
Qed.

(** The specialists keep what they have. *)
Theorem specialists_keep : forall i, (i < K)%nat -> x n i = share.
Proof.
  intros i Hi. assert (Hn : (0 < n)%nat) by (unfold n; lia).
  destruct after_the_rounds as [All _].
  change n with (S K) at 1. rewrite (lemma_1 n m n d x Hn Hd Hx K i) by (unfold n, K in *; lia).
  change (S K) with n. rewrite last_share, All by exact Hi. apply Rmax_right.
  pose proof w_pos as W. pose proof n_pos as Np. pose proof m_one as M1.
  unfold share. apply (Rmult_le_reg_r (INR n * w)); [apply Rmult_lt_0_compat; lra|].
  replace (1 / INR n * (INR n * w)) with w by (field; lra).
  replace (INR m / (INR n * w) * (INR n * w)) with (INR m) by (field; lra).
  unfold w. assert ((INR m - 1) * eps <= (INR m - 1) * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.

End InTurn.
Set Default Proof Using "Type".

(** ** Theorem 2's instance: the ratio of the last step is (q + 1 + q (m - 1) eps) / n

    Idea: the resource of the last specialist has the largest sum of demands, 1 over the share of DRF.
    Claims: li2019-theorem2-offline, li2019-theorem2-ratio (q = m: (m + 1 + m (m-1) eps) / (m^2 + 1), and (m + 1)/(m^2 + 1) in
    the limit). *)
Definition specialist (r0 r : nat) (eps : R) : R := if Nat.eq_dec r0 r then 1 else eps.

Theorem theorem_2_instance : forall q m eps x z, (0 < q)%nat -> (0 < m)%nat -> 0 < eps <= 1 ->
  let n := S (q * m) in let d := then_one q m eps (fun r => specialist 0 r eps) in
  ddrf n m n d x -> drf_offline n m n d z ->
  x n (q * m)%nat = 1 / INR n
  /\ z (q * m)%nat = 1 / (INR q + 1 + INR q * (INR m - 1) * eps)
  /\ x n (q * m)%nat = (INR q + 1 + INR q * (INR m - 1) * eps) / INR n * z (q * m)%nat.
Proof.
  intros q m eps x z Hq Hm Heps n d Hx Hz.
  assert (He : demand_of m (fun r => specialist 0 r eps)).
  { split; [intros r Hr; unfold specialist; destruct (Nat.eq_dec 0 r); lra|].
    exists 0%nat. split; [exact Hm|]. unfold specialist. destruct (Nat.eq_dec 0 0); [reflexivity|lia]. }
  assert (L := last_share q m eps _ x Hq Hm ltac:(lra) He Hx). fold n in L.
  assert (Hn : (0 < n)%nat) by (unfold n; lia). assert (Np : 0 < INR n) by (apply INR_pos; exact Hn).
  assert (Nd : normalised n m d) by (apply then_one_normalised; [exact Hm|lra|exact He]).
  assert (Pd : positive n m d).
  { intros i r Hi Hr. unfold d, then_one, specialist. destruct (lt_dec i (q * m)); [destruct (Nat.eq_dec _ r)|destruct (Nat.eq_dec 0 r)]; lra. }
  assert (M1 : 1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
  assert (Q1 : 1 <= INR q) by (change 1 with (INR 1); apply le_INR; lia).
  assert (Me : 0 <= (INR m - 1) * eps) by (apply Rmult_le_pos; lra).
  set (Tm := INR q + 1 + INR q * (INR m - 1) * eps).
  assert (Tot : forall r, (r < m)%nat -> sum n (fun j => d j r) = INR q * (1 + (INR m - 1) * eps) + (if Nat.eq_dec 0 r then 1 else eps)).
  { intros r Hr. unfold n. cbn [sum]. f_equal.
    - exact (round_total q m eps (fun r => specialist 0 r eps) r Hr).
    - unfold d, then_one. destruct (lt_dec (q * m) (q * m)); [lia|reflexivity]. }
  assert (Z : z (q * m)%nat = 1 / Tm).
  { destruct (offline_formula n m n d z Hn Nd Hz Pd (q * m)%nat ltac:(unfold n; lia)) as [A [r [Hr B]]].
    assert (R1 : released n n = 1) by (unfold released; field; lra).
    rewrite R1 in *. apply Rle_antisym.
    - specialize (A 0%nat Hm). rewrite Tot in A by exact Hm. destruct (Nat.eq_dec 0 0); [|lia].
      apply Rle_trans with (1 := A). right. unfold Tm. f_equal. ring.
    - rewrite B, Tot by exact Hr.
      assert (P : 0 < INR q * (1 + (INR m - 1) * eps)) by (apply Rmult_lt_0_compat; lra).
      unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_le_contravar.
      + destruct (Nat.eq_dec 0 r); lra.
      + unfold Tm. destruct (Nat.eq_dec 0 r); lra. }
  assert (Tp : 0 < Tm).
  { unfold Tm. assert (0 <= INR q * ((INR m - 1) * eps)) by (apply Rmult_le_pos; lra). lra. }
  split; [exact L|split; [exact Z|]]. rewrite Z, L. field. lra.
Qed.

(** ** The instance against CR1: the sum of shares is above that of DRF

    Idea: the specialists keep m / ((m + 1) w) each, w = 1 + (m - 1) eps, the last agent has 1/(m + 1), and DRF gives
    everybody 1/(w + 1).  The difference of the sums is (m - w)^2 / ((m + 1) w (w + 1)).
    Claims: li2019-cr1-dynamic, li2019-cr1-offline, li2019-cr1-sums. *)
Theorem cr1_instance : forall m eps x z, (0 < m)%nat -> 0 < eps <= 1 ->
  let n := S (1 * m) in let d := then_one 1 m eps (fun _ => 1) in let w := 1 + (INR m - 1) * eps in
  ddrf n m n d x -> drf_offline n m n d z ->
  (forall i, (i < m)%nat -> x n i = INR m / ((INR m + 1) * w))
  /\ x n m = 1 / (INR m + 1)
  /\ (forall i, (i <= m)%nat -> z i = 1 / (w + 1))
  /\ sum n (x n) - sum n z = (INR m - w) * (INR m - w) / ((INR m + 1) * w * (w + 1)).
Proof.
  intros m eps x z Hm Heps n d w Hx Hz.
  assert (He : demand_of m (fun _ => 1)).
  { split; [intros; lra|exists 0%nat; split; [exact Hm|reflexivity]]. }
  assert (En : n = S m) by (unfold n; lia).
  assert (In : INR n = INR m + 1) by (rewrite En, S_INR; reflexivity).
  assert (L := last_share 1 m eps _ x ltac:(lia) Hm ltac:(lra) He Hx). fold n in L.
  assert (Kp := specialists_keep 1 m eps _ x ltac:(lia) Hm ltac:(lra) He Hx). cbv zeta in Kp. fold n w in Kp.
  replace (1 * m)%nat with m in L, Kp by lia.
  assert (Hn : (0 < n)%nat) by (unfold n; lia).
  assert (M1 : 1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
  assert (W : 1 <= w) by (unfold w; assert (0 <= (INR m - 1) * eps) by (apply Rmult_le_pos; lra); lra).
  assert (Nd : normalised n m d) by (apply then_one_normalised; [exact Hm|lra|exact He]).
  assert (Pd : positive n m d).
  { intros i r Hi Hr. unfold d, then_one. destruct (lt_dec i (1 * m)); [destruct (Nat.eq_dec _ r)|]; lra. }
  assert (Tot : forall r, (r < m)%nat -> sum n (fun j => d j r) = w + 1).
  { intros r Hr. unfold n. cbn [sum]. f_equal.
    - transitivity (INR 1 * (1 + (INR m - 1) * eps)); [exact (round_total 1 m eps (fun _ => 1) r Hr)|simpl; unfold w; ring].
    - unfold d, then_one. destruct (lt_dec (1 * m) (1 * m)); [lia|reflexivity]. }
  assert (Z : forall i, (i <= m)%nat -> z i = 1 / (w + 1)).
  { intros i Hi. destruct (offline_formula n m n d z Hn Nd Hz Pd i ltac:(lia)) as [_ [r [Hr B]]].
    rewrite B, Tot by exact Hr. unfold released. f_equal. field. lra. }
  assert (X : forall i, (i < m)%nat -> x n i = INR m / ((INR m + 1) * w)).
  { intros i Hi. rewrite <- In. apply Kp; exact Hi. }
  rewrite In in L.
  split; [exact X|split; [exact L|split; [exact Z|]]].
  rewrite <- sum_minus. rewrite En at 1. cbn [sum]. rewrite L, (Z m) by lia.
  rewrite (sum_ext m _ (fun _ => INR m / ((INR m + 1) * w) - 1 / (w + 1))).
  - rewrite sum_const. field. repeat split; lra.
  - intros i Hi. rewrite X, Z by lia. reflexivity.
Qed.

(** So for m of at least 2 and eps below 1 the sum of dynamic DRF is larger: w is below m.  Claims: li2019-sum-may-exceed,
    li2019-cr1-unreasonable (the instance). *)
Theorem cr1_exceeds : forall m eps x z, (1 < m)%nat -> 0 < eps < 1 ->
  let n := S (1 * m) in let d := then_one 1 m eps (fun _ => 1) in
  ddrf n m n d x -> drf_offline n m n d z -> sum n z < sum n (x n).
Proof.
  intros m eps x z Hm Heps n d Hx Hz.
  destruct (cr1_instance m eps x z ltac:(lia) ltac:(lra) Hx Hz) as [_ [_ [_ D]]]. fold n in D.
  assert (M1 : 1 < INR m) by (change 1 with (INR 1); apply lt_INR; exact Hm).
  set (w := 1 + (INR m - 1) * eps) in *.
  assert (W : 1 <= w < INR m).
  { unfold w. assert (0 <= (INR m - 1) * eps) by (apply Rmult_le_pos; lra).
    assert ((INR m - 1) * eps < (INR m - 1) * 1) by (apply Rmult_lt_compat_l; lra). lra. }
  assert (0 < (INR m - w) * (INR m - w) / ((INR m + 1) * w * (w + 1))); [|lra].
  apply Rdiv_lt_0_compat; repeat apply Rmult_lt_0_compat; lra.
Qed.

(** The claim that each specialist ends with exactly m times the share of the last agent is false for every eps above 0 and m of
    at least 2.  Claims: li2019-cr1-equality (refuted). *)
Theorem cr1_equality_fails : forall m eps x, (1 < m)%nat -> 0 < eps <= 1 ->
  let n := S (1 * m) in let d := then_one 1 m eps (fun _ => 1) in
  ddrf n m n d x -> forall i, (i < m)%nat -> x n i < INR m * x n m.
Proof.
  intros m eps x Hm Heps n d Hx i Hi.
  assert (He : demand_of m (fun _ => 1)).
  { split; [intros; lra|exists 0%nat; split; [lia|reflexivity]]. }
  assert (En : n = S m) by (unfold n; lia).
  assert (In : INR n = INR m + 1) by (rewrite En, S_INR; reflexivity).
  assert (L := last_share 1 m eps _ x ltac:(lia) ltac:(lia) ltac:(lra) He Hx). fold n in L.
  assert (Kp := specialists_keep 1 m eps _ x ltac:(lia) ltac:(lia) ltac:(lra) He Hx). cbv zeta in Kp. fold n in Kp.
  replace (1 * m)%nat with m in L, Kp by lia.
  assert (M1 : 1 < INR m) by (change 1 with (INR 1); apply lt_INR; exact Hm).
  rewrite L, Kp, In by exact Hi. set (w := 1 + (INR m - 1) * eps).
  assert (W : 1 < w) by (unfold w; assert (0 < (INR m - 1) * eps) by (apply Rmult_lt_0_compat; lra); lra).
  apply (Rmult_lt_reg_r ((INR m + 1) * w)); [apply Rmult_lt_0_compat; lra|].
  replace (INR m / ((INR m + 1) * w) * ((INR m + 1) * w)) with (INR m) by (field; lra).
  replace (INR m * (1 / (INR m + 1)) * ((INR m + 1) * w)) with (INR m * w) by (field; lra).
  rewrite <- (Rmult_1_r (INR m)) at 1. apply Rmult_lt_compat_l; lra.
Qed.

(** A witness: the histories exist (Programme.history_exists), and so do the shares of DRF (Offline.offline_exists). *)
Lemma in_turn_witness : exists x z, ddrf 3 2 3 (then_one 1 2 (1/2) (fun _ => 1)) x
  /\ drf_offline 3 2 3 (then_one 1 2 (1/2) (fun _ => 1)) z.
Proof.
  assert (He : demand_of 2 (fun _ => 1)) by (split; [intros; lra|exists 0%nat; split; [lia|reflexivity]]).
  assert (N : normalised 3 2 (then_one 1 2 (1/2) (fun _ => 1))) by (apply (then_one_normalised 1 2); [lia|lra|exact He]).
  destruct (history_exists 3 2 3 _ ltac:(lia) N) as [x Hx].
  destruct (offline_exists 3 2 3 _ ltac:(lia) ltac:(lia) N) as [z Hz].
  { intros i r Hi Hr. unfold then_one. destruct (lt_dec i (1 * 2)); [destruct (Nat.eq_dec _ r)|]; lra. }
  exists x, (fun _ => z). split; assumption.
Qed.
