(** How far dynamic DRF can fall behind DRF with complete knowledge.

    After the section Bounds of properties/mechanisms/ddrf.md and li2019 4.  The comparison is with any feasible shares
    [z] of which nobody's is below [s]; with positive demands DRF gives everybody the same share
    (Offline.offline_equal), and [s] is that share.  So zero demands are allowed where the comparison is with the
    smallest share of DRF. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums Ddrf Programme Offline.
Open Scope R_scope.

Definition total (k : nat) (d : nat -> nat -> R) (r : nat) : R := sum k (fun i => d i r).

(** Feasible shares of step [k], with nobody below [s]. *)
Definition at_least (n m k : nat) (d : nat -> nat -> R) (z : nat -> R) (s : R) : Prop :=
  (forall r, (r < m)%nat -> used k d z r <= released n k) /\ (forall i, (i < k)%nat -> s <= z i).

(** What everybody has can be taken of every resource: s times the sum of demands is released. *)
Lemma at_least_total : forall n m k d z s, normalised k m d -> at_least n m k d z s ->
  forall r, (r < m)%nat -> s * total k d r <= released n k.
Proof.
  intros n m k d z s Hd [F L] r Hr. apply Rle_trans with (used k d z r); [|apply F; exact Hr].
  unfold total, used. rewrite <- sum_scal. apply sum_le. intros i Hi.
  destruct (Hd i Hi) as [A _]. specialize (A r Hr). specialize (L i Hi). nra.
Qed.

(** ** The pigeonhole principle of li2019

    Idea: every agent has a dominant resource, so the numbers of agents for which a resource is dominant add up
    to k at least, and one of the m numbers is at least k/m, being whole ceil(k/m).
    Mechanism: drf-offline.  Hypothesis: none.  Claims: li2019-pigeonhole. *)
Fixpoint dominated (k : nat) (d : nat -> nat -> R) (r : nat) : nat :=
  match k with
  | O => O
  | S p => (dominated p d r + (if Req_EM_T (d p r) 1 then 1 else 0))%nat
  end.

Fixpoint sumn (m : nat) (f : nat -> nat) : nat :=
  match m with O => O | S p => (sumn p f + f p)%nat end.

Lemma sumn_plus : forall m f g, sumn m (fun r => f r + g r)%nat = (sumn m f + sumn m g)%nat.
Proof. induction m; intros; simpl; [reflexivity|]. rewrite IHm. lia. Qed.

Lemma sumn_term : forall m f r, (r < m)%nat -> (f r <= sumn m f)%nat.
Proof.
  induction m; intros f r H; simpl; [lia|].
  destruct (Nat.eq_dec r m) as [->|]; [lia|]. specialize (IHm f r). lia.
Qed.

Lemma sumn_average : forall m f c, (0 < m)%nat -> (m * c < sumn m f + m)%nat -> exists r, (r < m)%nat /\ (c <= f r)%nat.
Proof.
  intros m f c Hm H.
  assert (D : (exists r, (r < m)%nat /\ (c <= f r)%nat) \/ forall r, (r < m)%nat -> (f r < c)%nat).
  { clear H Hm. induction m.
    - right; intros; lia.
    - destruct IHm as [[r [Hr H]]|H].
      + left; exists r; split; [lia|exact H].
      + destruct (le_lt_dec c (f m)) as [Hk|Hk].
        * left; exists m; split; [lia|exact Hk].
        * right; intros r Hr. destruct (Nat.eq_dec r m) as [->|]; [exact Hk|apply H; lia]. }
  destruct D as [D|D]; [exact D|exfalso].
  assert (sumn m f + m <= m * c)%nat; [|lia].
  clear H Hm. induction m; simpl; [lia|]. assert (f m < c)%nat by (apply D; lia).
  assert (sumn m f + m <= m * c)%nat by (apply IHm; intros; apply D; lia). nia.
Qed.

Definition ceil_div (k m : nat) : nat := ((k + m - 1) / m)%nat.

Theorem pigeonhole : forall k m d, (0 < k)%nat -> normalised k m d ->
  exists r, (r < m)%nat /\ (ceil_div k m <= dominated k d r)%nat.
Proof.
  intros k m d Hk Hd.
  assert (Hm : (0 < m)%nat) by (destruct (Hd 0%nat Hk) as [_ [r [Hr _]]]; lia).
  assert (G : (k <= sumn m (dominated k d))%nat).
  { clear Hk. induction k as [|k IH]; [lia|].
    assert (IH' : (k <= sumn m (dominated k d))%nat) by (apply IH; intros i Hi; apply Hd; lia).
    cbn [dominated]. rewrite sumn_plus.
    destruct (Hd k) as [_ [r [Hr H1]]]; [lia|].
    pose proof (sumn_term m (fun q => if Req_EM_T (d k q) 1 then 1 else 0)%nat r Hr) as T. cbn in T.
    destruct (Req_EM_T (d k r) 1); [lia|contradiction]. }
  apply sumn_average; [exact Hm|]. unfold ceil_div.
  pose proof (Nat.mul_div_le (k + m - 1) m). lia.
Qed.

Lemma dominated_total : forall k m d r, normalised k m d -> (r < m)%nat -> INR (dominated k d r) <= total k d r.
Proof.
  induction k as [|k IH]; intros m d r Hd Hr; [unfold total; simpl; lra|].
  unfold total. cbn [dominated sum]. rewrite plus_INR.
  assert (A : INR (dominated k d r) <= total k d r) by (apply (IH m); [intros i Hi; apply Hd; lia|exact Hr]).
  unfold total in A.
  destruct (Hd k) as [B _]; [lia|]. specialize (B r Hr).
  destruct (Req_EM_T (d k r) 1) as [E|E]; simpl; lra.
Qed.

(** Some resource is demanded to at least k/m in all. *)
Lemma demanded : forall k m d, (0 < k)%nat -> normalised k m d ->
  exists r, (r < m)%nat /\ INR k <= INR m * total k d r /\ INR (ceil_div k m) <= total k d r.
Proof.
  intros k m d Hk Hd. destruct (pigeonhole k m d Hk Hd) as [r [Hr H]].
  assert (Hm : (0 < m)%nat) by lia.
  pose proof (dominated_total k m d r Hd Hr) as D.
  assert (C : (k <= m * ceil_div k m)%nat).
  { unfold ceil_div. pose proof (Nat.mod_upper_bound (k + m - 1) m) as U.
    pose proof (Nat.div_mod (k + m - 1) m) as E. lia. }
  exists r. split; [exact Hr|split].
  - apply Rle_trans with (INR (m * ceil_div k m)); [apply le_INR; exact C|].
    rewrite mult_INR. apply Rmult_le_compat_l; [apply pos_INR|].
    apply Rle_trans with (2 := D). apply le_INR; exact H.
  - apply Rle_trans with (2 := D). apply le_INR; exact H.
Qed.

(** DRF gives at most (k/n) / ceil(k/m) to the one that has least. *)
Theorem drf_share_bounded : forall n m k d z s, (0 < n)%nat -> (0 < k)%nat -> normalised k m d -> at_least n m k d z s ->
  s * INR (ceil_div k m) <= released n k.
Proof.
  intros n m k d z s Hn Hk Hd Hz. destruct (demanded k m d Hk Hd) as [r [Hr [_ H]]].
  pose proof (at_least_total n m k d z s Hd Hz r Hr) as T.
  assert (0 <= released n k).
  { unfold released. apply Rmult_le_pos; [apply pos_INR|apply Rlt_le, Rinv_0_lt_compat, INR_pos; exact Hn]. }
  assert (0 <= INR (ceil_div k m)) by apply pos_INR.
  destruct (Rle_lt_dec 0 s); nra.
Qed.

Section Against.

Variables (n m K : nat) (d x : nat -> nat -> R).
Hypothesis Hn : (0 < n)%nat.
Hypothesis Hd : normalised K m d.
Hypothesis Hx : ddrf n m K d x.
Set Default Proof Using "All".

Lemma present : forall k, (k <= K)%nat -> normalised k m d.
Proof. intros k Hk i Hi. apply Hd; lia. Qed.

(** ** The newcomer is never above DRF

    Idea: everybody has at least the newcomer's share, so that this share times the sum of demands is used at
    most; and the bottleneck of any agent under DRF is filled by agents whose shares are at most its own.
    Mechanisms: ddrf and all that claim its specification, drf-offline.
    Hypothesis: none.  Claims: li2019-below-drf; the ratio is at most 1, which is half of li2019-cr-range. *)
Theorem newcomer_below_drf : forall k z, (k < K)%nat -> drf_offline n m (S k) d z ->
  forall i, (i <= k)%nat -> x (S k) k <= z i.
Proof.
  intros k z Hk [H0 [_ B]] i Hi.
  destruct (B i) as [r [Hr [Hp [Hfull Hmax]]]]; [lia|].
  set (M := x (S k) k).
  assert (Hd' : normalised (S k) m d) by (apply present; lia).
  assert (T : M * total (S k) d r <= released n (S k)).
  { apply (at_least_total n m (S k) d (x (S k)) M Hd'); [|exact Hr]. split.
    - intros q Hq. apply (fits n m K d x Hn Hd Hx); [lia|exact Hq].
    - intros j Hj. apply (newcomer_least n m K d x Hn Hd Hx); lia. }
  assert (U : released n (S k) <= z i * total (S k) d r).
  { rewrite <- Hfull. unfold used, total. rewrite <- sum_scal. apply sum_le. intros j Hj.
    destruct (Hd' j Hj) as [A _]. specialize (A r Hr).
    destruct (Req_dec (d j r) 0) as [E|E]; [rewrite E; lra|].
    assert (0 < d j r) by lra. specialize (Hmax j Hj H). nra. }
  assert (P : 0 < total (S k) d r).
  { unfold total. apply (sum_pos (S k) _ i); [|lia|exact Hp].
    intros j Hj. destruct (Hd' j Hj) as [A _]. apply A; exact Hr. }
  destruct (Rle_lt_dec M (z i)) as [|Hlt]; [assumption|]. nra.
Qed.

(** ** CR2 is at least ceil(k/m)/k

    Idea: sharing incentives give the newcomer 1/n, and DRF gives at most (k/n)/ceil(k/m) to the one that has least.
    Mechanisms: ddrf and all that claim its specification.  Hypothesis: none, against the smallest share of any
    feasible allocation; positive demands make it that of DRF.
    Claims: li2019-cr2-lower-bound. *)
Theorem cr2_ceiling : forall k z s, (k < K)%nat -> at_least n m (S k) d z s ->
  s * (INR (ceil_div (S k) m) / INR (S k)) <= x (S k) k.
Proof.
  intros k z s Hk Hz.
  pose proof (drf_share_bounded n m (S k) d z s Hn (Nat.lt_0_succ k) (present (S k) Hk) Hz) as D.
  pose proof (sharing_incentives n m K d x Hn Hd Hx (S k) k Hk (Nat.lt_succ_diag_r k)) as SI.
  apply Rle_trans with (2 := SI). unfold released in D.
  assert (P : 0 < INR (S k)) by (apply INR_pos; lia).
  assert (Q : 0 < INR n) by (apply INR_pos; exact Hn).
  apply (Rmult_le_reg_r (INR (S k))); [exact P|].
  replace (s * (INR (ceil_div (S k) m) / INR (S k)) * INR (S k)) with (s * INR (ceil_div (S k) m)) by (field; lra).
  replace (1 / INR n * INR (S k)) with (INR (S k) / INR n) by (field; lra). exact D.
Qed.

(** ** Nobody ever has more than m/n

    Idea: at its last rise an agent has the smallest share of that step j, and some resource is demanded to at
    least j/m in all, so that the share is at most (j/n)/(j/m).
    Mechanisms: ddrf and all that claim its specification.  Hypothesis: none. *)
Theorem share_at_most : forall k i, (k <= K)%nat -> (i < k)%nat -> x k i <= INR m / INR n.
Proof.
  induction k as [|k IH]; intros i Hk Hi; [lia|].
  assert (Q : 0 < INR n) by (apply INR_pos; exact Hn).
  assert (N : x (S k) k <= INR m / INR n).
  { destruct (demanded (S k) m d) as [r [Hr [H _]]]; [lia|apply present; lia|].
    assert (T : x (S k) k * total (S k) d r <= released n (S k)).
    { apply (at_least_total n m (S k) d (x (S k))); [apply present; lia| |exact Hr]. split.
      - intros q Hq. apply (fits n m K d x Hn Hd Hx); [lia|exact Hq].
      - intros j Hj. apply (newcomer_least n m K d x Hn Hd Hx); lia. }
    assert (P : 0 < INR (S k)) by (apply INR_pos; lia).
    assert (Pm : 0 < INR m) by (apply INR_pos; lia).
    assert (0 <= x (S k) k) by (apply (share_nonneg n m K d x Hn Hd Hx); lia).
    apply (Rmult_le_reg_r (INR (S k))); [exact P|].
    apply Rle_trans with (x (S k) k * (INR m * total (S k) d r)); [apply Rmult_le_compat_l; assumption|].
    replace (x (S k) k * (INR m * total (S k) d r)) with (INR m * (x (S k) k * total (S k) d r)) by ring.
    replace (INR m / INR n * INR (S k)) with (INR m * released n (S k)) by (unfold released; field; lra).
    apply Rmult_le_compat_l; lra. }
  destruct (Nat.eq_dec i k) as [->|]; [exact N|].
  rewrite (lemma_1 n m K d x Hn Hd Hx k i) by lia. apply Rmax_lub; [exact N|apply IH; lia].
Qed.

(** ** The sum of demands of a full resource

    Idea: where shares drop after the j-th agent, the first j agents have had theirs since step j (Lemma 3) and so
    use at most j/n of any resource.  Summation by parts with 1/x, which does not fall, then bounds the sum of
    demands by the sum of 1/x over n.
    Mechanisms: ddrf and all that claim its specification.  Hypothesis: none. *)
Theorem full_resource_demand : forall k r, (k < K)%nat -> (r < m)%nat ->
  used (S k) d (x (S k)) r = released n (S k) ->
  sum (S k) (fun i => / x (S k) i) / INR n <= total (S k) d r.
Proof.
  intros k r Hk Hr Hfull.
  set (y := x (S k)) in *.
  assert (Q : 0 < INR n) by (apply INR_pos; exact Hn).
  assert (Hy : forall i, (i <= k)%nat -> 0 < y i).
  { intros i Hi. apply Rlt_le_trans with (1 / INR n); [apply share_pos; exact Hn|].
    apply (sharing_incentives n m K d x Hn Hd Hx); lia. }
  set (e := fun i => d i r * y i - 1 / INR n).
  assert (G : forall j, (j <= k)%nat -> sum (S j) e * / y j <= sum (S j) (fun i => e i * / y i)).
  { induction j as [|j IH]; intros Hj; [simpl; lra|].
    specialize (IH ltac:(lia)).
    change (sum (S (S j)) e) with (sum (S j) e + e (S j)).
    change (sum (S (S j)) (fun i => e i * / y i)) with (sum (S j) (fun i => e i * / y i) + e (S j) * / y (S j)).
    assert (Hle : y (S j) <= y j) by (apply (lemma_2 n m K d x Hn Hd Hx); lia).
    assert (D : sum (S j) e * / y (S j) <= sum (S j) e * / y j); [|lra].
    destruct (Rle_lt_or_eq_dec _ _ Hle) as [Hlt|E]; [|rewrite E; lra].
    assert (V : sum (S j) e <= 0).
    { assert (W : used (S j) d (x (S j)) r <= released n (S j)).
      { apply (fits n m K d x Hn Hd Hx); [lia|exact Hr]. }
      assert (E : used (S j) d (x (S j)) r = sum (S j) (fun i => d i r * y i)).
      { unfold used. apply sum_ext. intros i Hi. f_equal.
        destruct (lemma_3 n m K d x Hn Hd Hx (S k) (S j) i) as [_ E]; [lia|lia|lia| |symmetry; exact E].
        apply Rlt_le_trans with (y j); [exact Hlt|].
        destruct (Nat.eq_dec i j) as [->|]; [unfold y; lra|].
        apply (lemma_2 n m K d x Hn Hd Hx); lia. }
      unfold e. rewrite sum_minus, sum_const. rewrite E in W. unfold released in W.
      replace (INR (S j) * (1 / INR n)) with (INR (S j) / INR n) by (field; lra). lra. }
    assert (I : / y j <= / y (S j)) by (apply Rinv_le_contravar; [apply Hy; lia|exact Hle]).
    nra. }
  specialize (G k ltac:(lia)).
  assert (Z : sum (S k) e = 0).
  { unfold e. rewrite sum_minus, sum_const. unfold used in Hfull. rewrite Hfull. unfold released. field. lra. }
  rewrite Z, Rmult_0_l in G.
  assert (E : sum (S k) (fun i => e i * / y i) = total (S k) d r - sum (S k) (fun i => / y i) / INR n).
  { unfold total. unfold Rdiv at 1. rewrite <- sum_scal_r, <- sum_minus. apply sum_ext.
    intros i Hi. unfold e. specialize (Hy i ltac:(lia)). field. lra. }
  lra.
Qed.

(** ** CR1: the sum of shares is never below that of DRF

    Idea: by the bound on the full resource and the inequality of Cauchy and Schwarz, the sum of shares times the sum of
    demands of that resource is at least k^2/n, while the common share of DRF times it is at most k/n.
    Mechanisms: ddrf and all that claim its specification.  Hypothesis: none, against k times the smallest share
    of any feasible allocation; positive demands make that the sum of DRF.  With zeros the sum itself may be less.
    Claims: li2019-cr1-value (at least 1; equal at step 1), and more than li2019-sum-may-exceed says. *)
Theorem cr1 : forall k z s, (k < K)%nat -> at_least n m (S k) d z s ->
  INR (S k) * s <= sum (S k) (x (S k)).
Proof.
  intros k z s Hk Hz.
  destruct (dynamic_pareto_optimal n m K d x Hn Hd Hx (S k)) as [r [Hr Hfull]]; [lia|lia|].
  pose proof (full_resource_demand k r Hk Hr Hfull) as B.
  pose proof (at_least_total n m (S k) d z s (present (S k) Hk) Hz r Hr) as T.
  assert (Hy : forall i, (i < S k)%nat -> 0 < x (S k) i).
  { intros i Hi. apply Rlt_le_trans with (1 / INR n); [apply share_pos; exact Hn|].
    apply (sharing_incentives n m K d x Hn Hd Hx); lia. }
  pose proof (cauchy_inverse (S k) (x (S k)) Hy) as C.
  set (X := sum (S k) (x (S k))) in *. set (Z := sum (S k) (fun i => / x (S k) i)) in *.
  set (D := total (S k) d r) in *. unfold released in T. set (q := INR (S k)) in *.
  assert (Q : 0 < INR n) by (apply INR_pos; exact Hn).
  assert (P : 0 < q) by (apply INR_pos; lia).
  assert (HX : 0 < X).
  { apply (sum_pos (S k) _ 0%nat); [intros; apply Rlt_le, Hy; assumption|lia|apply Hy; lia]. }
  assert (HZ : 0 < Z).
  { apply (sum_pos (S k) _ 0%nat); [intros; apply Rlt_le, Rinv_0_lt_compat, Hy; assumption|lia|].
    apply Rinv_0_lt_compat, Hy; lia. }
  destruct (Rle_lt_dec s 0) as [Hs|Hs]; [nra|].
  assert (B' : Z <= D * INR n).
  { apply (Rmult_le_compat_r (INR n)) in B; [|lra]. unfold Rdiv in B. rewrite Rmult_assoc, Rinv_l in B by lra. lra. }
  assert (T' : s * D * INR n <= q).
  { apply (Rmult_le_compat_r (INR n)) in T; [|lra]. unfold Rdiv in T. rewrite (Rmult_assoc q), Rinv_l in T by lra. lra. }
  assert (A : s * Z <= q).
  { apply Rle_trans with (s * (D * INR n)); [apply Rmult_le_compat_l; lra|lra]. }
  (* q s <= X from q q <= X Z and s Z <= q *)
  apply (Rmult_le_reg_r q); [exact P|].
  apply Rle_trans with (s * (X * Z)).
  - replace (q * s * q) with (s * (q * q)) by ring. apply Rmult_le_compat_l; lra.
  - replace (s * (X * Z)) with (X * (s * Z)) by ring. apply Rmult_le_compat_l; lra.
Qed.

(** ** The smallest share is at least (k+m-1)/(km) of that of DRF

    Idea: as nobody has more than m/n, the sum of 1/x is at least 1/M + (k-1) n/m; with the bound on the full
    resource this bounds the DRF share, and M is at least 1/n.
    Mechanisms: ddrf and all that claim its specification.  Hypothesis: none, against the smallest share of any
    feasible allocation; positive demands make it that of DRF.
    Claims: li2019-cr2-lower-bound (sharper), li2019-cr2-one-over-m.  Step [S k]: k + m over (k + 1) m. *)
Theorem cr2 : forall k z s, (k < K)%nat -> at_least n m (S k) d z s ->
  s * (INR (k + m) / (INR (S k) * INR m)) <= x (S k) k.
Proof.
  intros k z s Hk Hz.
  destruct (dynamic_pareto_optimal n m K d x Hn Hd Hx (S k)) as [r [Hr Hfull]]; [lia|lia|].
  pose proof (full_resource_demand k r Hk Hr Hfull) as B.
  pose proof (at_least_total n m (S k) d z s (present (S k) Hk) Hz r Hr) as T.
  pose proof (sharing_incentives n m K d x Hn Hd Hx (S k) k Hk (Nat.lt_succ_diag_r k)) as SI.
  assert (Q : 0 < INR n) by (apply INR_pos; exact Hn).
  assert (Pm : 0 < INR m) by (apply INR_pos; lia).
  assert (P : 0 < INR (S k)) by (apply INR_pos; lia).
  assert (Pk : 0 <= INR k) by apply pos_INR.
  set (M := x (S k) k) in *.
  assert (HM : 0 < M) by (apply Rlt_le_trans with (1 / INR n); [apply share_pos; exact Hn|exact SI]).
  set (Z := sum (S k) (fun i => / x (S k) i)) in *.
  assert (HZ : INR k * (INR n / INR m) + / M <= Z).
  { unfold Z. cbn [sum]. fold M. apply Rplus_le_compat_r. rewrite <- sum_const. apply sum_le. intros i Hi.
    assert (Hp : 0 < x (S k) i).
    { apply Rlt_le_trans with (1 / INR n); [apply share_pos; exact Hn|].
      apply (sharing_incentives n m K d x Hn Hd Hx); lia. }
    assert (Hs : x (S k) i <= INR m / INR n) by (apply share_at_most; lia).
    replace (INR n / INR m) with (/ (INR m / INR n)) by (field; lra).
    apply Rinv_le_contravar; assumption. }
  set (D := total (S k) d r) in *. unfold released in T.
  destruct (Rle_lt_dec s 0) as [Hs|Hs].
  { apply Rle_trans with 0; [|lra].
    assert (0 <= INR (k + m) / (INR (S k) * INR m)).
    { apply Rmult_le_pos; [apply pos_INR|]. apply Rlt_le, Rinv_0_lt_compat, Rmult_lt_0_compat; assumption. }
    nra. }
  assert (B' : Z <= D * INR n).
  { apply (Rmult_le_compat_r (INR n)) in B; [|lra]. unfold Rdiv in B. rewrite Rmult_assoc, Rinv_l in B by lra. lra. }
  assert (T' : s * D * INR n <= INR (S k)).
  { apply (Rmult_le_compat_r (INR n)) in T; [|lra]. unfold Rdiv in T. rewrite (Rmult_assoc (INR (S k))), Rinv_l in T by lra. lra. }
  assert (A : s * (INR k * (INR n / INR m) + / M) <= INR (S k)).
  { apply Rle_trans with (s * (D * INR n)); [apply Rmult_le_compat_l; lra|lra]. }
  assert (A' : s * (INR k * (INR n * M) + INR m) <= INR (S k) * INR m * M).
  { apply (Rmult_le_compat_r (INR m * M)) in A; [|apply Rlt_le, Rmult_lt_0_compat; assumption].
    replace (s * (INR k * (INR n / INR m) + / M) * (INR m * M)) with (s * (INR k * (INR n * M) + INR m)) in A
      by (field; lra).
    lra. }
  assert (N : 1 <= INR n * M).
  { apply (Rmult_le_compat_l (INR n)) in SI; [|lra].
    replace (INR n * (1 / INR n)) with 1 in SI by (field; lra). exact SI. }
  assert (E : s * INR (k + m) <= INR (S k) * INR m * M).
  { apply Rle_trans with (2 := A'). rewrite plus_INR. apply Rmult_le_compat_l; [lra|].
    apply Rplus_le_compat_r. nra. }
  apply (Rmult_le_reg_r (INR (S k) * INR m)); [apply Rmult_lt_0_compat; assumption|].
  replace (s * (INR (k + m) / (INR (S k) * INR m)) * (INR (S k) * INR m)) with (s * INR (k + m)) by (field; lra).
  lra.
Qed.

(** The ratio is at least 1/m, and more than 1/m when there are two resources or more. *)
Theorem cr2_one_over_m : forall k z s, (k < K)%nat -> at_least n m (S k) d z s ->
  s / INR m <= x (S k) k /\ ((1 < m)%nat -> 0 < s -> s / INR m < x (S k) k).
Proof.
  intros k z s Hk Hz. pose proof (cr2 k z s Hk Hz) as C.
  assert (Pm : 0 < INR m).
  { apply INR_pos. destruct (Hd 0%nat) as [_ [r [Hr _]]]; lia. }
  assert (P : 0 < INR (S k)) by (apply INR_pos; lia).
  assert (E : s * (INR (k + m) / (INR (S k) * INR m)) = s / INR m + s * (INR m - 1) / (INR (S k) * INR m)).
  { rewrite plus_INR. rewrite S_INR in *. field. split; lra. }
  assert (HX0 : 0 <= x (S k) k) by (apply (share_nonneg n m K d x Hn Hd Hx); lia).
  assert (Hm1 : 1 <= INR m).
  { change 1 with (INR 1). apply le_INR. assert (INR 0 < INR m) by (simpl; lra). apply INR_lt in H. lia. }
  destruct (Rle_lt_dec s 0) as [Hs|Hs].
  - split; [|lra]. apply Rle_trans with 0; [|exact HX0].
    unfold Rdiv. assert (0 < / INR m) by (apply Rinv_0_lt_compat; exact Pm). nra.
  - assert (Ip : 0 < / (INR (S k) * INR m)) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption).
    split.
    + assert (0 <= s * (INR m - 1) / (INR (S k) * INR m)); [|lra].
      apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra].
    + intros Hm2 _. assert (1 < INR m) by (change 1 with (INR 1); apply lt_INR; exact Hm2).
      assert (0 < s * (INR m - 1) / (INR (S k) * INR m)); [|lra].
      apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|exact Ip].
Qed.

End Against.
Set Default Proof Using "Type".

(** ** The same, against DRF with positive demands

    Idea: with positive demands DRF gives everybody one share, and the comparisons above are with it.
    Mechanisms: ddrf and all that claim its specification, against drf-offline.  Hypothesis: positive.
    Claims: li2019-cr1-value, li2019-cr2-newcomer, li2019-cr2-lower-bound, li2019-cr2-one-over-m, li2019-below-drf,
    li2019-cr-range. *)
Lemma offline_at_least : forall n m k d z, (0 < n)%nat -> normalised (S k) m d -> positive (S k) m d ->
  drf_offline n m (S k) d z -> at_least n m (S k) d z (z k).
Proof.
  intros n m k d z Hn Hd Hpos Hz. split; [apply Hz|]. intros i Hi. right.
  apply (offline_equal n m (S k) d z Hn Hd Hz Hpos); lia.
Qed.

Theorem sum_never_below_drf : forall n m K d x k z, (0 < n)%nat -> normalised K m d -> positive K m d ->
  ddrf n m K d x -> (k < K)%nat -> drf_offline n m (S k) d z ->
  sum (S k) z <= sum (S k) (x (S k)) /\ (k = 0%nat -> sum (S k) z = sum (S k) (x (S k))).
Proof.
  intros n m K d x k z Hn Hd Hpos Hx Hk Hz.
  assert (Hd' : normalised (S k) m d) by (intros i Hi; apply Hd; lia).
  assert (Hp' : positive (S k) m d) by (intros i r Hi Hr; apply Hpos; [lia|exact Hr]).
  assert (E : sum (S k) z = INR (S k) * z k).
  { rewrite <- sum_const. apply sum_ext. intros i Hi. apply (offline_equal n m (S k) d z Hn Hd' Hz Hp'); lia. }
  assert (L : sum (S k) z <= sum (S k) (x (S k))).
  { rewrite E. apply (cr1 n m K d x Hn Hd Hx k z (z k) Hk). apply offline_at_least; assumption. }
  split; [exact L|]. intros ->. apply Rle_antisym; [exact L|]. simpl. apply Rplus_le_compat_l.
  apply (newcomer_below_drf n m K d x Hn Hd Hx 0 z Hk Hz). lia.
Qed.

Theorem smallest_share_against_drf : forall n m K d x k z, (0 < n)%nat -> normalised K m d -> positive K m d ->
  ddrf n m K d x -> (k < K)%nat -> drf_offline n m (S k) d z ->
  0 <= x (S k) k <= z k
  /\ (forall i, (i <= k)%nat -> x (S k) k <= x (S k) i /\ z i = z k)
  /\ z k * (INR (ceil_div (S k) m) / INR (S k)) <= x (S k) k
  /\ z k * (INR (k + m) / (INR (S k) * INR m)) <= x (S k) k
  /\ z k / INR m <= x (S k) k.
Proof.
  intros n m K d x k z Hn Hd Hpos Hx Hk Hz.
  assert (Hd' : normalised (S k) m d) by (intros i Hi; apply Hd; lia).
  assert (Hp' : positive (S k) m d) by (intros i r Hi Hr; apply Hpos; [lia|exact Hr]).
  assert (A : at_least n m (S k) d z (z k)) by (apply offline_at_least; assumption).
  split; [split|split; [|split; [|split]]].
  - apply (share_nonneg n m K d x Hn Hd Hx); lia.
  - apply (newcomer_below_drf n m K d x Hn Hd Hx k z Hk Hz). lia.
  - intros i Hi. split; [apply (newcomer_least n m K d x Hn Hd Hx); lia|].
    apply (offline_equal n m (S k) d z Hn Hd' Hz Hp'); lia.
  - apply (cr2_ceiling n m K d x Hn Hd Hx k z); assumption.
  - apply (cr2 n m K d x Hn Hd Hx k z); assumption.
  - apply (cr2_one_over_m n m K d x Hn Hd Hx k z); assumption.
Qed.

(** A witness: for the two agents of Programme.v, DRF gives both 2/3 at step 2. *)
Lemma ratio_witness : drf_offline 2 2 2 witness_demand (fun _ => 2/3) /\ at_least 2 2 2 witness_demand (fun _ => 2/3) (2/3).
Proof.
  split; [split; [|split]|split].
  - intros; lra.
  - intros r Hr. unfold used, released, witness_demand. destruct r as [|[|r]]; [| |lia]; simpl; lra.
  - intros i Hi. exists 0%nat. split; [lia|split; [|split]].
    + unfold witness_demand. destruct (Nat.eq_dec i 0); lra.
    + unfold used, released, witness_demand. simpl. lra.
    + intros; lra.
  - intros r Hr. unfold used, released, witness_demand. destruct r as [|[|r]]; [| |lia]; simpl; lra.
  - intros; lra.
Qed.
