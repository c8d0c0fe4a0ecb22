(** One server and whole tasks: who can run, and what a task takes as a weighted dominant share.

    After properties/models/cluster.md, properties/mechanisms/drf-tasks.md and properties/README.md.  Users and
    resources are numbered from 0. Weights may be given per resource; one weight a user is the case in which they do not
    depend on the resource. *)

From Coq Require Import Reals Lra Lia Arith Psatz Bool.
From Fair.Arrivals Require Import Sums.
Open Scope R_scope.

(** Capacities and demands are not negative, nobody demands nothing, weights are positive. *)
Definition server (N m : nat) (c : nat -> R) (w d : nat -> nat -> R) : Prop :=
  (forall r, (r < m)%nat -> 0 <= c r)
  /\ (forall n r, (n < N)%nat -> (r < m)%nat -> 0 <= d n r)
  /\ (forall n, (n < N)%nat -> exists r, (r < m)%nat /\ 0 < d n r)
  /\ (forall n r, (n < N)%nat -> (r < m)%nat -> 0 < w n r).

(** Is there some of everything that is demanded? *)
Fixpoint supplied (m : nat) (c e : nat -> R) : bool :=
  match m with
  | O => true
  | S p => supplied p c e && (if Rlt_dec 0 (e p) then (if Rlt_dec 0 (c p) then true else false) else true)
  end.

Lemma supplied_spec : forall m c e,
  supplied m c e = true <-> forall r, (r < m)%nat -> 0 < e r -> 0 < c r.
Proof.
  induction m as [|m IH]; intros c e; simpl.
  - split; [intros; lia|reflexivity].
  - rewrite andb_true_iff, IH. split.
    + intros [A B] r Hr He. destruct (Nat.eq_dec r m) as [->|]; [|apply A; [lia|exact He]].
      destruct (Rlt_dec 0 (e m)); [|lra]. destruct (Rlt_dec 0 (c m)); [assumption|discriminate].
    + intros H. split; [intros r Hr; apply H; lia|].
      destruct (Rlt_dec 0 (e m)) as [He|]; [|reflexivity].
      destruct (Rlt_dec 0 (c m)) as [|Hc]; [reflexivity|]. exfalso. apply Hc, H; [lia|exact He].
Qed.

(** A user is live when it may use the server and everything it demands is there.  The others get nothing. *)
Definition live (m : nat) (c : nat -> R) (elig : nat -> bool) (d : nat -> nat -> R) (n : nat) : bool :=
  elig n && supplied m c (d n).

Lemma live_spec : forall m c elig d n, live m c elig d n = true <->
  elig n = true /\ forall r, (r < m)%nat -> 0 < d n r -> 0 < c r.
Proof. intros. unfold live. rewrite andb_true_iff, supplied_spec. tauto. Qed.

(** [s] is the weighted dominant share of one task of [n]: the largest quotient of its demand by weight times capacity. *)
Definition share (m : nat) (c : nat -> R) (w d : nat -> nat -> R) (n : nat) (s : R) : Prop :=
  (forall r, (r < m)%nat -> d n r <= s * w n r * c r)
  /\ exists r, (r < m)%nat /\ 0 < d n r /\ d n r = s * w n r * c r.

Definition shares N m c w elig d (s : nat -> R) : Prop :=
  forall n, (n < N)%nat -> live m c elig d n = true -> share m c w d n (s n).

Lemma share_positive : forall N m c w d n s, server N m c w d -> (n < N)%nat -> share m c w d n s -> 0 < s.
Proof.
  intros N m c w d n s [Hc [_ [_ Hw]]] Hn [_ [r [Hr [Hp E]]]].
  specialize (Hc r Hr). specialize (Hw n r Hn Hr).
  destruct (Rle_lt_dec s 0) as [H|H]; [exfalso|exact H].
  assert (0 <= w n r * c r) by (apply Rmult_le_pos; lra). nra.
Qed.

Lemma share_unique : forall N m c w d n s t, server N m c w d -> (n < N)%nat ->
  share m c w d n s -> share m c w d n t -> s = t.
Proof.
  intros N m c w d n s t HS Hn.
  assert (G : forall s t, share m c w d n s -> share m c w d n t -> s <= t).
  { clear s t. intros s t [A [r [Hr [Hp E]]]] [B _]. destruct HS as [Hc [_ [_ Hw]]].
    specialize (B r Hr). specialize (Hc r Hr). specialize (Hw n r Hn Hr).
    assert (P : 0 < w n r * c r).
    { destruct (Req_dec (c r) 0) as [Z|Z]; [rewrite Z in E; lra|]. apply Rmult_lt_0_compat; lra. }
    apply (Rmult_le_reg_r (w n r * c r)); [exact P|]. lra. }
  intros H1 H2. apply Rle_antisym; apply G; assumption.
Qed.

(** What everybody who is live needs of [r] at level 1. *)
Definition load N m c elig d (s : nat -> R) (r : nat) : R :=
  sum N (fun n => if live m c elig d n then d n r / s n else 0).

(** The common level that divisible tasks would reach: the least quotient of capacity by load. *)
Definition level N m c elig d s (L : R) : Prop :=
  (forall r, (r < m)%nat -> L * load N m c elig d s r <= c r)
  /\ exists r, (r < m)%nat /\ 0 < load N m c elig d s r /\ L * load N m c elig d s r = c r.

Definition some_live N m c elig d : Prop := exists n, (n < N)%nat /\ live m c elig d n = true.

Lemma load_term_nonneg : forall N m c w elig d s n r, server N m c w d -> shares N m c w elig d s ->
  (n < N)%nat -> (r < m)%nat -> 0 <= (if live m c elig d n then d n r / s n else 0).
Proof.
  intros N m c w elig d s n r HS Hs Hn Hr.
  destruct (live m c elig d n) eqn:E; [|lra].
  assert (0 < s n) by (apply (share_positive N m c w d n); [exact HS|exact Hn|apply Hs; assumption]).
  destruct HS as [_ [Hd _]]. apply Rmult_le_pos; [apply Hd; assumption|]. apply Rlt_le, Rinv_0_lt_compat; assumption.
Qed.

Lemma level_nonneg : forall N m c w elig d s L, server N m c w d -> level N m c elig d s L -> 0 <= L.
Proof.
  intros N m c w elig d s L [Hc _] [_ [r [Hr [Hp E]]]]. specialize (Hc r Hr).
  destruct (Rle_lt_dec 0 L) as [|H]; [assumption|]. nra.
Qed.

Lemma level_unique : forall N m c elig d s L M, level N m c elig d s L -> level N m c elig d s M -> L = M.
Proof.
  assert (G : forall N m c elig d s L M, level N m c elig d s L -> level N m c elig d s M -> L <= M).
  { intros N m c elig d s L M [A _] [_ [r [Hr [Hp E]]]]. specialize (A r Hr).
    apply (Rmult_le_reg_r (load N m c elig d s r)); [exact Hp|]. lra. }
  intros. apply Rle_antisym; eapply G; eassumption.
Qed.

Lemma load_ext : forall N m c elig d s t r,
  (forall n, (n < N)%nat -> live m c elig d n = true -> s n = t n) ->
  load N m c elig d s r = load N m c elig d t r.
Proof.
  intros. unfold load. apply sum_ext. intros n Hn.
  destruct (live m c elig d n) eqn:E; [|reflexivity]. rewrite H by assumption. reflexivity.
Qed.

(** Whole tasks fit when no capacity is exceeded. *)
Definition fit (N m : nat) (c : nat -> R) (d : nat -> nat -> R) (x : nat -> nat) : Prop :=
  forall r, (r < m)%nat -> sum N (fun n => INR (x n) * d n r) <= c r.

Lemma floor_le : forall t x q, INR t <= q -> q < INR x + 1 -> (t <= x)%nat.
Proof.
  intros t x q H1 H2. assert (INR t < INR (S x)) by (rewrite S_INR; lra). apply INR_lt in H. lia.
Qed.

(** Shares and a level exist whenever somebody is live. *)
Lemma share_exists : forall N m c w elig d n, server N m c w d -> (n < N)%nat -> live m c elig d n = true ->
  exists s, share m c w d n s.
Proof.
  intros N m c w elig d n [Hc [Hd [Hne Hw]]] Hn HL. apply live_spec in HL. destruct HL as [_ HL].
  (* the resource with the least w c / d among those demanded *)
  destruct (least_index m (fun r => 0 < d n r) (fun r => w n r * c r / d n r)) as [r [Hr [Hp Hl]]].
  { intros r. destruct (Rlt_dec 0 (d n r)); [left|right]; assumption. }
  { apply Hne; exact Hn. }
  assert (Q : 0 < w n r * c r) by (apply Rmult_lt_0_compat; [apply Hw; assumption|apply HL; assumption]).
  exists (d n r / (w n r * c r)). split.
  - intros q Hq. destruct (Rle_lt_or_eq_dec 0 (d n q)) as [P|Z]; [apply Hd; assumption| |].
    + assert (C : 0 < w n q * c q) by (apply Rmult_lt_0_compat; [apply Hw; assumption|apply HL; assumption]).
      specialize (Hl q Hq P).
      apply (Rmult_le_compat_r (d n q * (d n r / (w n r * c r)))) in Hl.
      2:{ apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat; exact Q. }
      specialize (Hw n r Hn Hr) as Wr. specialize (HL r Hr Hp) as Cr.
      replace (w n r * c r / d n r * (d n q * (d n r / (w n r * c r)))) with (d n q) in Hl.
      2:{ field. repeat split; lra. }
      replace (w n q * c q / d n q * (d n q * (d n r / (w n r * c r)))) with (d n r / (w n r * c r) * w n q * c q) in Hl.
      2:{ field. repeat split; lra. }
      exact Hl.
    + rewrite <- Z. rewrite Rmult_assoc. apply Rmult_le_pos.
      * apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat; exact Q.
      * apply Rmult_le_pos; [apply Rlt_le, Hw; assumption|apply Hc; exact Hq].
  - exists r. split; [exact Hr|split; [exact Hp|]]. field.
    specialize (Hw n r Hn Hr). specialize (HL r Hr Hp). split; lra.
Qed.

Lemma shares_exist : forall N m c w elig d, server N m c w d -> exists s, shares N m c w elig d s.
Proof.
  intros N m c w elig d HS.
  assert (G : forall K, (K <= N)%nat -> exists s, forall n, (n < K)%nat -> live m c elig d n = true -> share m c w d n (s n)).
  { induction K as [|K IH]; intros HK.
    - exists (fun _ => 0). intros; lia.
    - destruct IH as [s Hs]; [lia|].
      destruct (live m c elig d K) eqn:E.
      + destruct (share_exists N m c w elig d K HS ltac:(lia) E) as [t Ht].
        exists (fun n => if Nat.eq_dec n K then t else s n). intros n Hn Hl.
        destruct (Nat.eq_dec n K) as [->|]; [exact Ht|apply Hs; [lia|exact Hl]].
      + exists s. intros n Hn Hl. destruct (Nat.eq_dec n K) as [->|]; [congruence|apply Hs; [lia|exact Hl]]. }
  destruct (G N (le_n N)) as [s Hs]. exists s. exact Hs.
Qed.

Lemma level_exists : forall N m c w elig d s, server N m c w d -> shares N m c w elig d s -> some_live N m c elig d ->
  exists L, level N m c elig d s L.
Proof.
  intros N m c w elig d s HS Hs [n [Hn Hl]].
  destruct (least_index m (fun r => 0 < load N m c elig d s r) (fun r => c r / load N m c elig d s r)) as [r [Hr [Hp Hm]]].
  { intros r. destruct (Rlt_dec 0 (load N m c elig d s r)); [left|right]; assumption. }
  { destruct HS as [Hc [Hd [Hne Hw]]]. destruct (Hne n Hn) as [r [Hr Hp]]. exists r. split; [exact Hr|].
    unfold load. apply (sum_pos N _ n); [|exact Hn|].
    - intros j Hj. apply (load_term_nonneg N m c w); try assumption. repeat split; assumption.
    - rewrite Hl. apply Rdiv_lt_0_compat; [exact Hp|].
      apply (share_positive N m c w d n); [repeat split; assumption|exact Hn|apply Hs; assumption]. }
  exists (c r / load N m c elig d s r). split.
  - intros q Hq. assert (P : 0 <= load N m c elig d s q).
    { unfold load. apply sum_nonneg. intros j Hj. apply (load_term_nonneg N m c w); assumption. }
    destruct (Rle_lt_or_eq_dec _ _ P) as [P'|Z].
    + specialize (Hm q Hq P'). apply (Rmult_le_compat_r (load N m c elig d s q)) in Hm; [|lra].
      unfold Rdiv in Hm at 2. rewrite Rmult_assoc, Rinv_l in Hm by lra. lra.
    + rewrite <- Z, Rmult_0_r. destruct HS as [Hc _]. apply Hc; exact Hq.
  - exists r. split; [exact Hr|split; [exact Hp|]]. field. lra.
Qed.
