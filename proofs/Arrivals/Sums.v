(** Finite sums of reals and the least of finitely many numbers.

    [sum k f] adds [f 0], .., [f (k-1)].  Agents, users, tasks and resources are numbered from 0. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
Open Scope R_scope.

Fixpoint sum (k : nat) (f : nat -> R) : R :=
  match k with
  | O => 0
  | S p => sum p f + f p
  end.

Lemma sum_ext : forall k f g,
  (forall i, (i < k)%nat -> f i = g i) -> sum k f = sum k g.
Proof.
  induction k; intros f g H; simpl; [reflexivity|].
  rewrite (IHk f g) by (intros; apply H; lia). rewrite H by lia. reflexivity.
Qed.

Lemma sum_le : forall k f g,
  (forall i, (i < k)%nat -> f i <= g i) -> sum k f <= sum k g.
Proof.
  induction k; intros f g H; simpl; [lra|].
  assert (sum k f <= sum k g) by (apply IHk; intros; apply H; lia).
  assert (f k <= g k) by (apply H; lia). lra.
Qed.

Lemma sum_lt : forall k f g j,
  (forall i, (i < k)%nat -> f i <= g i) -> (j < k)%nat -> f j < g j -> sum k f < sum k g.
Proof.
  induction k; intros f g j H Hj Hlt; [lia|]. simpl.
  destruct (Nat.eq_dec j k) as [->|Hne].
  - assert (sum k f <= sum k g) by (apply sum_le; intros; apply H; lia). lra.
  - assert (sum k f < sum k g) by (apply (IHk f g j); [intros; apply H; lia|lia|exact Hlt]).
    assert (f k <= g k) by (apply H; lia). lra.
Qed.

(** Two sums of which neither is larger term by term are equal only term by term. *)
Lemma sum_eq_terms : forall k f g,
  (forall i, (i < k)%nat -> f i <= g i) -> sum k f = sum k g ->
  forall i, (i < k)%nat -> f i = g i.
Proof.
  intros k f g H Heq i Hi.
  destruct (Rle_lt_or_eq_dec _ _ (H i Hi)) as [Hlt|E]; [|exact E].
  pose proof (sum_lt k f g i H Hi Hlt). lra.
Qed.

Lemma sum_nonneg : forall k f,
  (forall i, (i < k)%nat -> 0 <= f i) -> 0 <= sum k f.
Proof.
  induction k; intros f H; simpl; [lra|].
  assert (0 <= sum k f) by (apply IHk; intros; apply H; lia).
  assert (0 <= f k) by (apply H; lia). lra.
Qed.

Lemma sum_pos : forall k f j,
  (forall i, (i < k)%nat -> 0 <= f i) -> (j < k)%nat -> 0 < f j -> 0 < sum k f.
Proof.
  intros k f j H Hj Hlt.
  assert (E : forall p, sum p (fun _ => 0) = 0) by (induction p; simpl; lra).
  rewrite <- (E k). apply (sum_lt k (fun _ => 0) f j); assumption.
Qed.

Lemma sum_zero : forall k f, (forall i, (i < k)%nat -> f i = 0) -> sum k f = 0.
Proof.
  induction k; intros f H; simpl; [reflexivity|].
  rewrite IHk by (intros; apply H; lia). rewrite H by lia. lra.
Qed.

Lemma sum_term_le : forall k f j,
  (forall i, (i < k)%nat -> 0 <= f i) -> (j < k)%nat -> f j <= sum k f.
Proof.
  induction k; intros f j H Hj; [lia|]. simpl.
  assert (0 <= sum k f) by (apply sum_nonneg; intros; apply H; lia).
  assert (0 <= f k) by (apply H; lia).
  destruct (Nat.eq_dec j k) as [->|Hne]; [lra|].
  assert (f j <= sum k f) by (apply IHk; [intros; apply H; lia|lia]). lra.
Qed.

Lemma sum_plus : forall k f g, sum k (fun i => f i + g i) = sum k f + sum k g.
Proof. induction k; intros; simpl; [lra|]. rewrite IHk. lra. Qed.

Lemma sum_minus : forall k f g, sum k (fun i => f i - g i) = sum k f - sum k g.
Proof. induction k; intros; simpl; [lra|]. rewrite IHk. lra. Qed.

Lemma sum_scal : forall k c f, sum k (fun i => c * f i) = c * sum k f.
Proof. induction k; intros; simpl; [lra|]. rewrite IHk. lra. Qed.

Lemma sum_scal_r : forall k c f, sum k (fun i => f i * c) = sum k f * c.
Proof. induction k; intros; simpl; [lra|]. rewrite IHk. lra. Qed.

Lemma sum_const : forall k c, sum k (fun _ => c) = INR k * c.
Proof. induction k; intros; [simpl; lra|]. rewrite S_INR. simpl sum. rewrite IHk. lra. Qed.

(** The order of summation may be exchanged. *)
Lemma sum_swap : forall k m f,
  sum k (fun i => sum m (fun r => f i r)) = sum m (fun r => sum k (fun i => f i r)).
Proof.
  induction k; intros m f; simpl.
  - symmetry. apply sum_zero. reflexivity.
  - rewrite IHk. rewrite <- sum_plus. reflexivity.
Qed.

(** Some term is at least the average. *)
Lemma sum_average : forall k f c,
  (0 < k)%nat -> INR k * c <= sum k f -> exists i, (i < k)%nat /\ c <= f i.
Proof.
  intros k f c Hk H.
  destruct (Nat.eq_dec k 0) as [|_]; [lia|].
  assert (D : (exists i, (i < k)%nat /\ c <= f i) \/ (forall i, (i < k)%nat -> f i < c)).
  { clear. induction k.
    - right; intros; lia.
    - destruct IHk as [[i [Hi H]]|H].
      + left; exists i; split; [lia|exact H].
      + destruct (Rle_lt_dec c (f k)) as [Hk|Hk].
        * left; exists k; split; [lia|exact Hk].
        * right; intros i Hi. destruct (Nat.eq_dec i k) as [->|]; [exact Hk|apply H; lia]. }
  destruct D as [D|D]; [exact D|].
  exfalso. assert (sum k f < sum k (fun _ => c)).
  { apply (sum_lt k f (fun _ => c) 0%nat); [intros; apply Rlt_le, D; assumption|lia|apply D; lia]. }
  rewrite sum_const in H0. lra.
Qed.

(** Splitting off the first [t] terms. *)
Lemma sum_split : forall t k f,
  (t <= k)%nat -> sum k f = sum t f + sum (k - t) (fun i => f (t + i)%nat).
Proof.
  intros t k f H. replace k with (t + (k - t))%nat at 1 by lia.
  generalize (k - t)%nat as q. clear H.
  induction q; simpl; [rewrite Nat.add_0_r; lra|].
  rewrite Nat.add_succ_r. simpl. rewrite IHq. lra.
Qed.

(** The sum of the terms that [keep] selects. *)
Lemma sum_replace : forall k f g j,
  (j < k)%nat -> (forall i, (i < k)%nat -> i <> j -> f i = g i) ->
  sum k f - f j = sum k g - g j.
Proof.
  induction k; intros f g j Hj H; [lia|]. simpl.
  destruct (Nat.eq_dec j k) as [->|Hne].
  - rewrite (sum_ext k f g) by (intros; apply H; lia). lra.
  - assert (sum k f - f j = sum k g - g j) by (apply IHk; [lia|intros; apply H; lia]).
    rewrite (H k) by lia. lra.
Qed.

(** Of finitely many numbers one is least: among the indices below [k] that satisfy [P],
    if there is any. *)
Lemma least_index : forall k (P : nat -> Prop) (f : nat -> R),
  (forall i, P i \/ ~ P i) ->
  (exists i, (i < k)%nat /\ P i) ->
  exists i, (i < k)%nat /\ P i /\ forall j, (j < k)%nat -> P j -> f i <= f j.
Proof.
  intros k P f dec. induction k; intros [i [Hi Pi]]; [lia|].
  assert (D : (exists i, (i < k)%nat /\ P i) \/ ~ (exists i, (i < k)%nat /\ P i)).
  { clear -dec. induction k.
    - right; intros [i [Hi _]]; lia.
    - destruct IHk as [[i [Hi Pi]]|N].
      + left; exists i; split; [lia|exact Pi].
      + destruct (dec k) as [Pk|Nk].
        * left; exists k; split; [lia|exact Pk].
        * right; intros [i [Hi Pi]]. destruct (Nat.eq_dec i k) as [->|]; [tauto|].
          apply N; exists i; split; [lia|exact Pi]. }
  destruct D as [D|N].
  - destruct (IHk D) as [a [Ha [Pa La]]].
    destruct (dec k) as [Pk|Nk].
    + destruct (Rle_lt_dec (f a) (f k)) as [Hle|Hlt].
      * exists a; repeat split; [lia|exact Pa|]. intros j Hj Pj.
        destruct (Nat.eq_dec j k) as [->|]; [exact Hle|apply La; [lia|exact Pj]].
      * exists k; repeat split; [lia|exact Pk|]. intros j Hj Pj.
        destruct (Nat.eq_dec j k) as [->|]; [lra|].
        assert (f a <= f j) by (apply La; [lia|exact Pj]). lra.
    + exists a; repeat split; [lia|exact Pa|]. intros j Hj Pj.
      destruct (Nat.eq_dec j k) as [->|]; [tauto|apply La; [lia|exact Pj]].
  - exists k. assert (i = k).
    { destruct (Nat.eq_dec i k) as [|]; [assumption|]. exfalso; apply N; exists i; split; [lia|exact Pi]. }
    subst i. repeat split; [lia|exact Pi|]. intros j Hj Pj.
    destruct (Nat.eq_dec j k) as [->|]; [lra|]. exfalso; apply N; exists j; split; [lia|exact Pj].
Qed.

(** The first index with a property. *)
Lemma first_index : forall k (P : nat -> Prop),
  (forall i, P i \/ ~ P i) -> (exists i, (i < k)%nat /\ P i) ->
  exists i, (i < k)%nat /\ P i /\ forall j, (j < i)%nat -> ~ P j.
Proof.
  intros k P dec [i [Hi Pi]]. revert Hi Pi.
  induction i as [i IH] using lt_wf_ind. intros Hi Pi.
  assert (D : (exists j, (j < i)%nat /\ P j) \/ (forall j, (j < i)%nat -> ~ P j)).
  { clear -dec. induction i.
    - right; intros; lia.
    - destruct IHi as [[j [Hj Pj]]|N].
      + left; exists j; split; [lia|exact Pj].
      + destruct (dec i) as [Q|Q]; [left; exists i; split; [lia|exact Q]|].
        right; intros j Hj. destruct (Nat.eq_dec j i) as [->|]; [exact Q|apply N; lia]. }
  destruct D as [[j [Hj Pj]]|N].
  - apply (IH j Hj); [lia|exact Pj].
  - exists i; auto.
Qed.

(** (sum of x) (sum of 1/x) is at least k^2. *)
Lemma cauchy_inverse : forall k x,
  (forall i, (i < k)%nat -> 0 < x i) ->
  INR k * INR k <= sum k x * sum k (fun i => / x i).
Proof.
  induction k; intros x H; [simpl; lra|].
  rewrite S_INR. cbn [sum].
  assert (IH : INR k * INR k <= sum k x * sum k (fun i => / x i)) by (apply IHk; intros; apply H; lia).
  assert (Hk : 0 < x k) by (apply H; lia).
  assert (Hi : x k * / x k = 1) by (field; lra).
  assert (Hp : 0 < / x k) by (apply Rinv_0_lt_compat; exact Hk).
  set (A := sum k x) in *. set (B := sum k (fun i => / x i)) in *.
  assert (HA : 0 <= A) by (apply sum_nonneg; intros; apply Rlt_le, H; lia).
  assert (HB : 0 <= B).
  { apply sum_nonneg; intros i Hi'. apply Rlt_le, Rinv_0_lt_compat, H; lia. }
  set (p := INR k) in *. assert (Hpn : 0 <= p) by apply pos_INR.
  assert (Hc : 2 * p <= A * / x k + x k * B).
  { set (u := A * / x k). set (v := x k * B).
    assert (Hu : 0 <= u) by (unfold u; apply Rmult_le_pos; lra). assert (Hv : 0 <= v) by (unfold v; apply Rmult_le_pos; lra).
    assert (Huv : u * v = A * B).
    { unfold u, v. replace (A * / x k * (x k * B)) with (A * B * (x k * / x k)) by ring. rewrite Hi; ring. }
    assert (p * p <= u * v) by lra.
    destruct (Rle_lt_dec (2 * p) (u + v)) as [|Hlt]; [assumption|].
    exfalso. assert (0 <= (u - v) * (u - v)) by (pose proof (Rle_0_sqr (u - v)) as Q; unfold Rsqr in Q; exact Q).
    assert ((u + v) * (u + v) < 2 * p * (2 * p)) by (apply Rmult_le_0_lt_compat; lra). lra. }
  replace ((A + x k) * (B + / x k)) with (A * B + (A * / x k + x k * B) + x k * / x k) by ring.
  rewrite Hi. lra.
Qed.
