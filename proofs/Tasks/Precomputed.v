(** Precomputed DRF in exact arithmetic, and what it keeps of DRF.

    After properties/mechanisms/pdrf.md, pdrf-simplified.md, pdrf-final.md (metin 3.4, 5).  One server, whole tasks. *)

From Coq Require Import Reals Lra Lia Arith Psatz Bool.
From Fair.Arrivals Require Import Sums.
From Fair.Tasks Require Import Server.
Open Scope R_scope.

(** The specification: users that cannot run get nothing; the others get L/s_n rounded down. *)
Definition pdrf N m c w elig d (x : nat -> nat) : Prop :=
  (forall n, (n < N)%nat -> live m c elig d n = false -> x n = 0%nat)
  /\ (some_live N m c elig d -> exists s L, shares N m c w elig d s /\ level N m c elig d s L
        /\ forall n, (n < N)%nat -> live m c elig d n = true -> INR (x n) <= L / s n < INR (x n) + 1).

(** ** Every instance has an outcome, the witness for the theorems below

    Idea: shares and the level are a largest and a least of finitely many numbers, and every number that is not
    negative can be rounded down.
    Mechanisms: pdrf, pdrf-simplified.  Hypothesis: none. *)
Lemma floor_exists : forall q, 0 <= q -> exists t : nat, INR t <= q < INR t + 1.
Proof.
  intros q Hq. destruct (archimed q) as [A B].
  assert (P : (0 <= up q - 1)%Z).
  { assert (0 < up q)%Z by (apply lt_IZR; simpl; lra). lia. }
  exists (Z.to_nat (up q - 1)). rewrite INR_IZR_INZ, Z2Nat.id by exact P. rewrite minus_IZR. lra.
Qed.

Theorem pdrf_exists : forall N m c w elig d, server N m c w d -> exists x, pdrf N m c w elig d x.
Proof.
  intros N m c w elig d HS. destruct (shares_exist N m c w elig d HS) as [s Hs].
  assert (D : some_live N m c elig d \/ ~ some_live N m c elig d).
  { unfold some_live. clear. induction N as [|p IH].
    - right. intros [n [Hn _]]. lia.
    - destruct IH as [[n [Hn H]]|H].
      + left. exists n. split; [lia|exact H].
      + destruct (live m c elig d p) eqn:E.
        * left. exists p. split; [lia|exact E].
        * right. intros [n [Hn H']]. destruct (Nat.eq_dec n p) as [->|]; [congruence|].
          apply H. exists n. split; [lia|exact H']. }
  destruct D as [D|D].
  - destruct (level_exists N m c w elig d s HS Hs D) as [L HL].
    assert (L0 : 0 <= L) by (apply (level_nonneg N m c w elig d s L HS HL)).
    assert (G : forall K, (K <= N)%nat -> exists x : nat -> nat, forall n, (n < K)%nat ->
        (live m c elig d n = false -> x n = 0%nat) /\ (live m c elig d n = true -> INR (x n) <= L / s n < INR (x n) + 1)).
    { induction K as [|K IH]; intros HK; [exists (fun _ => 0%nat); intros; lia|].
      destruct IH as [x Hx]; [lia|].
      assert (T : exists t : nat, (live m c elig d K = false -> t = 0%nat) /\ (live m c elig d K = true -> INR t <= L / s K < INR t + 1)).
      { destruct (live m c elig d K) eqn:E.
        - destruct (floor_exists (L / s K)) as [t Ht].
          + apply Rmult_le_pos; [exact L0|]. apply Rlt_le, Rinv_0_lt_compat.
            apply (share_positive N m c w d K); [exact HS|lia|apply Hs; [lia|exact E]].
          + exists t. split; [discriminate|intros _; exact Ht].
        - exists 0%nat. split; [reflexivity|discriminate]. }
      destruct T as [t Ht]. exists (fun n => if Nat.eq_dec n K then t else x n). intros n Hn.
      destruct (Nat.eq_dec n K) as [->|]; [exact Ht|apply Hx; lia]. }
    destruct (G N (le_n N)) as [x Hx]. exists x. split; [intros n Hn; apply Hx; exact Hn|].
    intros _. exists s, L. split; [exact Hs|split; [exact HL|]]. intros n Hn; apply Hx; exact Hn.
  - exists (fun _ => 0%nat). split; [reflexivity|intros H; contradiction].
Qed.

(** An instance that meets the hypotheses: one user, one resource. *)
Lemma server_witness : server 1 1 (fun _ => 1) (fun _ _ => 1) (fun _ _ => 1).
Proof. repeat split; intros; try lra. exists 0%nat. split; [lia|lra]. Qed.

Section Outcome.

Variables (N m : nat) (c : nat -> R) (w : nat -> nat -> R) (elig : nat -> bool) (d : nat -> nat -> R) (x : nat -> nat).
Hypothesis HS : server N m c w d.
Hypothesis Hx : pdrf N m c w elig d x.
Set Default Proof Using "All".

(** ** Feasibility

    Idea: rounding down L/s_n leaves at most L times the load of a resource, which is at most its capacity.
    Mechanisms: pdrf, pdrf-simplified.  Property: feasible.  Hypothesis: none.
    Claims: metin-within-reserves. *)
Theorem pdrf_feasible : fit N m c d x /\ forall n, (n < N)%nat -> live m c elig d n = false -> x n = 0%nat.
Proof.
  destruct Hx as [Hdead Hlive]. split; [|exact Hdead].
  intros r Hr.
  assert (D : some_live N m c elig d \/ (forall n, (n < N)%nat -> x n = 0%nat)).
  { assert (G : forall K, (K <= N)%nat -> some_live N m c elig d \/ forall n, (n < K)%nat -> x n = 0%nat).
    { induction K as [|K IH]; intros HK; [right; intros; lia|].
      destruct IH as [H|H]; [lia|left; exact H|].
      destruct (live m c elig d K) eqn:E; [left; exists K; split; [lia|exact E]|].
      right. intros n Hn. destruct (Nat.eq_dec n K) as [->|]; [apply Hdead; [lia|exact E]|apply H; lia]. }
    apply G. lia. }
  destruct D as [D|D].
  - destruct (Hlive D) as [s [L [Hs [[HL _] Hfl]]]].
    apply Rle_trans with (L * load N m c elig d s r); [|apply HL; exact Hr].
    unfold load. rewrite <- sum_scal. apply sum_le. intros n Hn.
    destruct (live m c elig d n) eqn:E.
    + destruct (Hfl n Hn E) as [A _]. destruct HS as [_ [Hd _]]. specialize (Hd n r Hn Hr).
      replace (L * (d n r / s n)) with (L / s n * d n r) by (unfold Rdiv; ring).
      apply Rmult_le_compat_r; assumption.
    + rewrite Hdead by assumption. simpl. lra.
  - rewrite sum_zero; [destruct HS as [Hc _]; apply Hc; exact Hr|].
    intros n Hn. rewrite D by exact Hn. simpl. lra.
Qed.

(** ** Envy-freeness, with weights per resource too

    Idea: one task of m holds at most (s_m/s_n) tasks of n after scaling by the weights, as the dominant resource of
    n shows; so the bundle of m is worth at most L/s_n, and whole tasks in it at most L/s_n rounded down.
    Mechanisms: pdrf, pdrf-simplified.  Properties: ef, and so ef1 and ef1-own.  Hypothesis: none.
    Claims: metin-pdrf-ef, metin-pdrf-ef1, metin-pdrf-simplified-ef, metin-pdrf-simplified-ef1.
    [t] is any number of whole tasks of [a] that fit into the bundle of [b], scaled by the weights. *)
Theorem pdrf_envy_free : forall a b t, (a < N)%nat -> (b < N)%nat -> elig a = true ->
  (forall r, (r < m)%nat -> 0 < d a r -> INR t * d a r * w b r <= w a r * (INR (x b) * d b r)) ->
  (t <= x a)%nat.
Proof.
  intros a b t Ha Hb He Ht. pose proof Hx as [Hdead Hlive].
  destruct HS as [Hc [Hd [Hne Hw]]].
  destruct (live m c elig d b) eqn:Eb.
  2:{ (* b has nothing *)
    rewrite (Hdead b Hb Eb) in Ht. destruct (Hne a Ha) as [r [Hr Hp]]. specialize (Ht r Hr Hp). simpl in Ht.
    specialize (Hw b r Hb Hr). pose proof (pos_INR t).
    destruct t as [|t]; [lia|]. exfalso. assert (0 < INR (S t)) by (apply lt_0_INR; lia).
    assert (0 < INR (S t) * d a r * w b r) by (repeat apply Rmult_lt_0_compat; assumption). lra. }
  destruct (live m c elig d a) eqn:Ea.
  - destruct (Hlive (ex_intro _ a (conj Ha Ea))) as [s [L [Hs [_ Hfl]]]].
    destruct (Hs a Ha Ea) as [_ [r [Hr [Hp E]]]]. destruct (Hs b Hb Eb) as [B _].
    specialize (Ht r Hr Hp). specialize (B r Hr).
    assert (Sa : 0 < s a) by (apply (share_positive N m c w d a); [exact HS|exact Ha|apply Hs; assumption]).
    assert (Sb : 0 < s b) by (apply (share_positive N m c w d b); [exact HS|exact Hb|apply Hs; assumption]).
    assert (Wa : 0 < w a r) by (apply Hw; assumption). assert (Wb : 0 < w b r) by (apply Hw; assumption).
    assert (Cr : 0 < c r).
    { destruct (Req_dec (c r) 0) as [Z|Z]; [rewrite Z in E; lra|]. specialize (Hc r Hr). lra. }
    destruct (Hfl a Ha Ea) as [_ Fa]. destruct (Hfl b Hb Eb) as [Fb _].
    assert (K : INR t * s a <= INR (x b) * s b).
    { apply (Rmult_le_reg_r (w a r * w b r * c r)); [repeat apply Rmult_lt_0_compat; assumption|].
      apply Rle_trans with (w a r * (INR (x b) * d b r)).
      - rewrite E in Ht. lra.
      - apply Rle_trans with (w a r * (INR (x b) * (s b * w b r * c r))); [|lra].
        apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [apply pos_INR|exact B]. }
    apply (floor_le t (x a) (L / s a)); [|exact Fa].
    apply (Rmult_le_reg_r (s a)); [exact Sa|]. apply Rle_trans with (1 := K).
    apply (Rmult_le_compat_r (s b)) in Fb; [|lra].
    unfold Rdiv in *. rewrite Rmult_assoc, Rinv_l in Fb by lra. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - (* a lacks something that is not there *)
    destruct t as [|t]; [lia|exfalso].
    assert (X : exists r, (r < m)%nat /\ 0 < d a r /\ c r <= 0).
    { assert (E : supplied m c (d a) = false) by (unfold live in Ea; rewrite He in Ea; exact Ea).
      clear -E. induction m as [|p IH]; simpl in E; [discriminate|].
      apply andb_false_iff in E. destruct E as [E|E].
      - destruct (IH E) as [r [Hr H]]. exists r. split; [lia|exact H].
      - exists p. split; [lia|]. destruct (Rlt_dec 0 (d a p)); [|discriminate].
        destruct (Rlt_dec 0 (c p)); [discriminate|]. split; lra. }
    destruct X as [r [Hr [Hp Hz]]]. specialize (Ht r Hr Hp).
    assert (Db : d b r = 0).
    { destruct (Req_dec (d b r) 0) as [Z|Z]; [exact Z|exfalso].
      apply live_spec in Eb. destruct Eb as [_ Eb]. specialize (Hd b r Hb Hr). specialize (Eb r Hr). lra. }
    rewrite Db, Rmult_0_r, Rmult_0_r in Ht. specialize (Hw b r Hb Hr).
    assert (0 < INR (S t)) by (apply lt_0_INR; lia).
    assert (0 < INR (S t) * d a r * w b r) by (repeat apply Rmult_lt_0_compat; assumption). lra.
Qed.

(** ** Sharing incentive, one weight a user

    Idea: equal slices put everybody at the level 1/(sum of weights), which divisible tasks can all reach, so L
    is at least that, and rounding down keeps the order.
    Mechanisms: pdrf, pdrf-simplified.  Property: si.  Hypothesis: none, but weights do not depend on the resource.
    With weights per resource it fails: capacities (2, 2), demands (1, 0), (0, 1), weights (1, 1), (1, 3).
    Claims: metin-pdrf-si, metin-pdrf-simplified-si (one weight a user; with weights per resource they are false).
    [t] is any number of whole tasks that fit into the slice. *)
Theorem pdrf_sharing_incentive : (forall n r, (n < N)%nat -> (r < m)%nat -> w n r = w n 0%nat) ->
  forall a t, (a < N)%nat -> elig a = true ->
  (forall r, (r < m)%nat -> INR t * d a r <= w a 0%nat / sum N (fun n => w n 0%nat) * c r) ->
  (t <= x a)%nat.
Proof.
  intros Hone a t Ha He Ht. pose proof Hx as [Hdead Hlive].
  destruct HS as [Hc [Hd [Hne Hw]]].
  set (W := sum N (fun n => w n 0%nat)) in *.
  assert (W0 : forall n, (n < N)%nat -> 0 < w n 0%nat).
  { intros n Hn. destruct (Hne n Hn) as [r [Hr _]]. rewrite <- (Hone n r) by assumption. apply Hw; assumption. }
  assert (HW : 0 < W).
  { apply (sum_pos N _ a); [intros; apply Rlt_le, W0; assumption|exact Ha|apply W0; exact Ha]. }
  destruct (live m c elig d a) eqn:Ea.
  - destruct (Hlive (ex_intro _ a (conj Ha Ea))) as [s [L [Hs [HL0 Hfl]]]].
    pose proof (level_nonneg N m c w elig d s L HS HL0) as L0. destruct HL0 as [_ [r [Hr [Hp EL]]]].
    assert (HL : 1 <= L * W).
    { assert (B : load N m c elig d s r <= W * c r).
      { unfold load, W. rewrite <- sum_scal_r. apply sum_le. intros n Hn.
        assert (0 <= w n 0%nat * c r) by (apply Rmult_le_pos; [apply Rlt_le, W0; exact Hn|apply Hc; exact Hr]).
        destruct (live m c elig d n) eqn:En; [|assumption].
        destruct (Hs n Hn En) as [A _]. specialize (A r Hr). rewrite Hone in A by assumption.
        assert (Sn : 0 < s n) by (apply (share_positive N m c w d n); [exact HS|exact Hn|apply Hs; assumption]).
        apply (Rmult_le_reg_r (s n)); [exact Sn|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      assert (Cr : 0 < c r).
      { specialize (Hc r Hr). destruct (Req_dec (c r) 0) as [Z|Z]; [|lra]. rewrite Z in B. nra. }
      apply (Rmult_le_reg_r (c r)); [exact Cr|].
      apply Rle_trans with (L * load N m c elig d s r); [lra|].
      rewrite Rmult_assoc. apply Rmult_le_compat_l; assumption. }
    destruct (Hs a Ha Ea) as [_ [q [Hq [Hqp E]]]]. specialize (Ht q Hq). rewrite Hone in E by assumption.
    assert (Sa : 0 < s a) by (apply (share_positive N m c w d a); [exact HS|exact Ha|apply Hs; assumption]).
    assert (Cq : 0 < c q).
    { specialize (Hc q Hq). destruct (Req_dec (c q) 0) as [Z|Z]; [|lra]. rewrite Z in E. lra. }
    assert (Wa : 0 < w a 0%nat) by (apply W0; exact Ha).
    apply (floor_le t (x a) (L / s a)); [|apply Hfl; assumption].
    assert (K : INR t * s a * W <= 1).
    { apply (Rmult_le_reg_r (w a 0%nat * c q)); [apply Rmult_lt_0_compat; assumption|].
      apply (Rmult_le_compat_r W) in Ht; [|lra].
      replace (w a 0%nat / W * c q * W) with (w a 0%nat * c q) in Ht by (field; lra).
      rewrite E in Ht. lra. }
    apply (Rmult_le_reg_r (s a)); [exact Sa|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    apply (Rmult_le_reg_r W); [exact HW|]. lra.
  - destruct t as [|t]; [lia|exfalso].
    assert (X : exists r, (r < m)%nat /\ 0 < d a r /\ c r <= 0).
    { assert (E : supplied m c (d a) = false) by (unfold live in Ea; rewrite He in Ea; exact Ea).
      clear -E. induction m as [|p IH]; simpl in E; [discriminate|].
      apply andb_false_iff in E. destruct E as [E|E].
      - destruct (IH E) as [r [Hr H]]. exists r. split; [lia|exact H].
      - exists p. split; [lia|]. destruct (Rlt_dec 0 (d a p)); [|discriminate].
        destruct (Rlt_dec 0 (c p)); [discriminate|]. split; lra. }
    destruct X as [r [Hr [Hp Hz]]]. specialize (Ht r Hr).
    assert (c r = 0) by (specialize (Hc r Hr); lra). rewrite H, Rmult_0_r in Ht.
    assert (0 < INR (S t)) by (apply lt_0_INR; lia).
    assert (0 < INR (S t) * d a r) by (apply Rmult_lt_0_compat; assumption). lra.
Qed.

(** ** Uniqueness: the specification determines the tasks

    Idea: shares and the level are determined, and so is a number that is rounded down.
    Mechanisms: pdrf, pdrf-simplified.  Property: agrees-with-pdrf.  Hypothesis: none.
    Claims: metin-forms-equal (the largest share cancels; both forms have this specification). *)
Theorem pdrf_unique : forall y, pdrf N m c w elig d y -> forall n, (n < N)%nat -> x n = y n.
Proof.
  intros y [Ydead Ylive] n Hn. pose proof Hx as [Hdead Hlive].
  destruct (live m c elig d n) eqn:E; [|rewrite Hdead, Ydead by assumption; reflexivity].
  assert (SL : some_live N m c elig d) by (exists n; split; assumption).
  destruct (Hlive SL) as [s [L [Hs [HL Hf]]]]. destruct (Ylive SL) as [s' [L' [Hs' [HL' Hf']]]].
  assert (ES : forall n, (n < N)%nat -> live m c elig d n = true -> s n = s' n).
  { intros i Hi Ei. apply (share_unique N m c w d i); [exact HS|exact Hi|apply Hs|apply Hs']; assumption. }
  assert (EL : L = L').
  { apply (level_unique N m c elig d s); [exact HL|]. destruct HL' as [A [r [Hr [Hp B]]]]. split.
    - intros q Hq. rewrite (load_ext N m c elig d s s' q ES). apply A; exact Hq.
    - exists r. rewrite (load_ext N m c elig d s s' r ES). auto. }
  specialize (Hf n Hn E). specialize (Hf' n Hn E). rewrite <- ES, <- EL in Hf' by assumption.
  assert (x n <= y n)%nat by (apply (floor_le _ _ (L / s n)); tauto).
  assert (y n <= x n)%nat by (apply (floor_le _ _ (L / s n)); tauto). lia.
Qed.

End Outcome.
Set Default Proof Using "Type".

(** ** No coalition of liars gains

    Idea: suppose each liar runs more true tasks than before, that is, more than L/s_n.  The dominant resource of one of
    them shows L' > L.  At the resource that stops L, honest users hold L'/s_n and so more than L/s_n; what a
    liar holds covers its true tasks, more than L/s_n of them; so more is held than L times the load, which is the capacity.
    Mechanisms: pdrf, pdrf-simplified.  Properties: sp (a coalition of one), sp-demand, sp-eligibility, group-sp.
    Hypothesis: none (weights per resource allowed).
    Claims: metin-pdrf-sp, metin-pdrf-simplified-sp.
    A liar gains when some number of whole true tasks above its honest number fits into its bundle, on a server that
    it may really use. *)
Definition gains m elig d x d' x' (n : nat) : Prop :=
  elig n = true /\ exists t : nat, (x n < t)%nat
    /\ forall r, (r < m)%nat -> 0 < d n r -> INR t * d n r <= INR (x' n) * d' n r.

Theorem pdrf_coalition_proof : forall N m c w (T : nat -> bool) elig elig' d d' x x',
  server N m c w d -> server N m c w d' ->
  (forall n, (n < N)%nat -> T n = false -> elig' n = elig n /\ forall r, (r < m)%nat -> d' n r = d n r) ->
  pdrf N m c w elig d x -> pdrf N m c w elig' d' x' ->
  (exists n, (n < N)%nat /\ T n = true) ->
  ~ (forall n, (n < N)%nat -> T n = true -> gains m elig d x d' x' n).
Proof.
  intros N m c w T elig elig' d d' x x' HS HS' Hsame [Xdead Xlive] [Ydead Ylive] [a [Ha Ta]] Hgain.
  pose proof HS as [Hc [Hd [Hne Hw]]]. pose proof HS' as [_ [Hd' [Hne' _]]].
  (* every liar is live in both instances *)
  assert (Both : forall n, (n < N)%nat -> T n = true -> live m c elig d n = true /\ live m c elig' d' n = true).
  { intros n Hn Tn. destruct (Hgain n Hn Tn) as [En [t [Ht Hb]]].
    assert (Tp : 0 < INR t) by (apply lt_0_INR; lia).
    assert (L' : live m c elig' d' n = true).
    { destruct (live m c elig' d' n) eqn:E; [reflexivity|exfalso].
      rewrite (Ydead n Hn E) in Hb. destruct (Hne n Hn) as [r [Hr Hp]]. specialize (Hb r Hr Hp). simpl in Hb.
      assert (0 < INR t * d n r) by (apply Rmult_lt_0_compat; assumption). lra. }
    split; [|exact L']. apply live_spec. split; [exact En|]. intros r Hr Hp.
    apply live_spec in L'. destruct L' as [_ L']. apply L'; [exact Hr|].
    specialize (Hb r Hr Hp). specialize (Hd' n r Hn Hr).
    assert (0 < INR t * d n r) by (apply Rmult_lt_0_compat; assumption).
    destruct (Req_dec (d' n r) 0) as [Z|Z]; [rewrite Z in Hb; lra|lra]. }
  assert (LiveOther : forall n, (n < N)%nat -> T n = false -> live m c elig' d' n = live m c elig d n).
  { intros n Hn Tn. destruct (Hsame n Hn Tn) as [A B].
    destruct (live m c elig d n) eqn:E.
    - apply live_spec in E. apply live_spec. rewrite A. split; [tauto|].
      intros r Hr. rewrite B by exact Hr. apply E; exact Hr.
    - destruct (live m c elig' d' n) eqn:E'; [|reflexivity]. rewrite <- E. symmetry.
      apply live_spec in E'. apply live_spec. rewrite <- A. split; [tauto|].
      intros r Hr. rewrite <- B by exact Hr. apply E'; exact Hr. }
  destruct (Both a Ha Ta) as [Ea Ea'].
  destruct (Xlive (ex_intro _ a (conj Ha Ea))) as [s [L [Hs [HL Hf]]]].
  destruct (Ylive (ex_intro _ a (conj Ha Ea'))) as [s' [L' [Hs' [HL' Hf']]]].
  assert (Spos : forall n, (n < N)%nat -> live m c elig d n = true -> 0 < s n).
  { intros n Hn E. apply (share_positive N m c w d n); [exact HS|exact Hn|apply Hs; assumption]. }
  assert (Spos' : forall n, (n < N)%nat -> live m c elig' d' n = true -> 0 < s' n).
  { intros n Hn E. apply (share_positive N m c w d' n); [exact HS'|exact Hn|apply Hs'; assumption]. }
  assert (Same : forall n, (n < N)%nat -> T n = false -> live m c elig d n = true -> s' n = s n).
  { intros n Hn Tn E. apply (share_unique N m c w d n); [exact HS|exact Hn| |apply Hs; assumption].
    assert (E' : live m c elig' d' n = true) by (rewrite LiveOther; assumption).
    destruct (Hs' n Hn E') as [A [r [Hr [Hp B]]]]. destruct (Hsame n Hn Tn) as [_ D].
    split; [intros q Hq; rewrite <- D by exact Hq; apply A; exact Hq|].
    exists r. rewrite <- D by exact Hr. auto. }
  (* a liar's true tasks exceed L / s *)
  assert (More : forall n, (n < N)%nat -> T n = true -> exists t : nat, L < INR t * s n
            /\ forall r, (r < m)%nat -> 0 < d n r -> INR t * d n r <= L' / s' n * d' n r).
  { intros n Hn Tn. destruct (Both n Hn Tn) as [E E']. destruct (Hgain n Hn Tn) as [_ [t [Ht Hb]]].
    exists t. split.
    - destruct (Hf n Hn E) as [_ B]. assert (INR (x n) + 1 <= INR t) by (rewrite <- S_INR; apply le_INR; lia).
      assert (Q : L / s n < INR t) by lra. specialize (Spos n Hn E).
      apply (Rmult_lt_compat_r (s n)) in Q; [|exact Spos]. unfold Rdiv in Q. rewrite Rmult_assoc, Rinv_l in Q by lra. lra.
    - intros r Hr Hp. apply Rle_trans with (1 := Hb r Hr Hp). apply Rmult_le_compat_r; [apply Hd'; assumption|].
      apply (Hf' n Hn E'). }
  assert (LL : L < L').
  { destruct (More a Ha Ta) as [t [HtL Hb]]. destruct (Hs a Ha Ea) as [_ [r [Hr [Hp E]]]].
    specialize (Hb r Hr Hp). destruct (Hs' a Ha Ea') as [A _]. specialize (A r Hr).
    assert (S1 : 0 < s a) by (apply Spos; assumption). assert (S2 : 0 < s' a) by (apply Spos'; assumption).
    assert (Wc : 0 < w a r * c r).
    { specialize (Hc r Hr). specialize (Hw a r Ha Hr). destruct (Req_dec (c r) 0) as [Z|Z]; [rewrite Z in E; lra|].
      apply Rmult_lt_0_compat; lra. }
    assert (L0 : 0 <= L') by (apply (level_nonneg N m c w elig' d' s' L' HS' HL')).
    assert (K : INR t * s a * (w a r * c r) <= L' * (w a r * c r)).
    { apply Rle_trans with (L' / s' a * d' a r); [rewrite E in Hb; lra|].
      apply Rle_trans with (L' / s' a * (s' a * w a r * c r)).
      - apply Rmult_le_compat_l; [|exact A]. apply Rmult_le_pos; [exact L0|apply Rlt_le, Rinv_0_lt_compat; exact S2].
      - right. field. lra. }
    apply Rmult_le_reg_r in K; [lra|exact Wc]. }
  assert (L0 : 0 <= L) by (apply (level_nonneg N m c w elig d s L HS HL)).
  destruct HL as [_ [r [Hr [Hp EL]]]]. destruct HL' as [HL' _]. specialize (HL' r Hr).
  assert (Pos : exists n, (n < N)%nat /\ live m c elig d n = true /\ 0 < d n r).
  { destruct (sum_average N (fun n => if live m c elig d n then d n r / s n else 0) (load N m c elig d s r / INR N))
      as [n [Hn Q]]; [lia| |].
    - right. unfold load. field. apply not_0_INR; lia.
    - exists n. split; [exact Hn|]. cbn in Q.
      assert (0 < load N m c elig d s r / INR N) by (apply Rdiv_lt_0_compat; [exact Hp|apply lt_0_INR; lia]).
      destruct (live m c elig d n) eqn:E; [|lra]. split; [reflexivity|].
      specialize (Spos n Hn E). specialize (Hd n r Hn Hr).
      destruct (Req_dec (d n r) 0) as [Z|Z]; [|lra]. rewrite Z in Q. unfold Rdiv in Q. lra. }
  destruct Pos as [b [Hb [Eb Db]]].
  assert (Term : forall n, (n < N)%nat ->
      L * (if live m c elig d n then d n r / s n else 0) <= L' * (if live m c elig' d' n then d' n r / s' n else 0)
      /\ (live m c elig d n = true -> 0 < d n r ->
      L * (if live m c elig d n then d n r / s n else 0) < L' * (if live m c elig' d' n then d' n r / s' n else 0))).
  { intros n Hn. destruct (T n) eqn:Tn.
    - destruct (Both n Hn Tn) as [E E']. rewrite E, E'. destruct (More n Hn Tn) as [t [HtL Hbn]].
      assert (S1 : 0 < s n) by (apply Spos; assumption). assert (S2 : 0 < s' n) by (apply Spos'; assumption).
      assert (D' : 0 <= L' * (d' n r / s' n)).
      { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply Hd'; assumption|apply Rlt_le, Rinv_0_lt_compat; exact S2]. }
      assert (G : 0 < d n r -> L * (d n r / s n) < L' * (d' n r / s' n)).
      { intros P. specialize (Hbn r Hr P).
        replace (L' * (d' n r / s' n)) with (L' / s' n * d' n r) by (field; lra).
        apply Rlt_le_trans with (2 := Hbn).
        apply (Rmult_lt_reg_r (s n)); [exact S1|].
        replace (L * (d n r / s n) * s n) with (L * d n r) by (field; lra).
        replace (INR t * d n r * s n) with (INR t * s n * d n r) by ring.
        apply Rmult_lt_compat_r; assumption. }
      split; [|intros _; exact G].
      destruct (Req_dec (d n r) 0) as [Z|Z].
      + rewrite Z. unfold Rdiv at 1. rewrite Rmult_0_l, Rmult_0_r. exact D'.
      + apply Rlt_le, G. specialize (Hd n r Hn Hr). lra.
    - rewrite LiveOther by assumption. destruct (live m c elig d n) eqn:E; [|split; [lra|discriminate]].
      rewrite (Same n Hn Tn E). destruct (Hsame n Hn Tn) as [_ D]. rewrite D by exact Hr.
      specialize (Spos n Hn E). specialize (Hd n r Hn Hr).
      assert (0 <= d n r / s n) by (apply Rmult_le_pos; [exact Hd|apply Rlt_le, Rinv_0_lt_compat; exact Spos]).
      split; [apply Rmult_le_compat_r; lra|]. intros _ P. apply Rmult_lt_compat_r; [|exact LL].
      apply Rdiv_lt_0_compat; assumption. }
  assert (Q : L * load N m c elig d s r < L' * load N m c elig' d' s' r).
  { unfold load. rewrite <- !sum_scal. apply (sum_lt N _ _ b); [intros n Hn; apply Term; exact Hn|exact Hb|].
    apply Term; assumption. }
  lra.
Qed.

(** ** Strategy-proofness: the coalition of one. *)
Theorem pdrf_strategy_proof : forall N m c w a elig elig' d d' x x',
  server N m c w d -> server N m c w d' -> (a < N)%nat ->
  (forall n, (n < N)%nat -> n <> a -> elig' n = elig n /\ forall r, (r < m)%nat -> d' n r = d n r) ->
  pdrf N m c w elig d x -> pdrf N m c w elig' d' x' ->
  elig a = true -> forall t : nat,
  (forall r, (r < m)%nat -> 0 < d a r -> INR t * d a r <= INR (x' a) * d' a r) -> (t <= x a)%nat.
Proof.
  intros N m c w a elig elig' d d' x x' HS HS' Ha Hsame Hx Hx' He t Ht.
  destruct (le_lt_dec t (x a)) as [|H]; [assumption|exfalso].
  apply (pdrf_coalition_proof N m c w (fun n => Nat.eqb n a) elig elig' d d' x x' HS HS'); [|exact Hx|exact Hx'| |].
  - intros n Hn E. apply Hsame; [exact Hn|]. apply Nat.eqb_neq in E. exact E.
  - exists a. split; [exact Ha|apply Nat.eqb_refl].
  - intros n Hn E. apply Nat.eqb_eq in E. subst n. split; [exact He|]. exists t. split; assumption.
Qed.

(** ** Population monotonicity

    Idea: without a user every load is smaller or the same and shares are the same, so the level does not fall.
    Mechanisms: pdrf, pdrf-simplified.  Property: population-monotone.  Hypothesis: none.
    [keep l n] is the old number of the user that has the number [n] after [l] has left. *)
Definition keep (l n : nat) : nat := if lt_dec n l then n else S n.

Lemma sum_keep : forall p l f, (l <= p)%nat -> sum (S p) f = sum p (fun n => f (keep l n)) + f l.
Proof.
  induction p as [|p IH]; intros l f Hl.
  - replace l with 0%nat by lia. simpl. lra.
  - destruct (Nat.eq_dec l (S p)) as [->|Hne].
    + cbn [sum]. f_equal. f_equal.
      * apply sum_ext. intros n Hn. unfold keep. destruct (lt_dec n (S p)); [reflexivity|lia].
      * unfold keep. destruct (lt_dec p (S p)); [reflexivity|lia].
    + change (sum (S (S p)) f) with (sum (S p) f + f (S p)). rewrite (IH l) by lia. cbn [sum].
      unfold keep at 3. destruct (lt_dec p l); [lia|]. lra.
Qed.

Theorem pdrf_population_monotone : forall p m c w elig d x y l,
  server (S p) m c w d -> (l <= p)%nat ->
  pdrf (S p) m c w elig d x ->
  pdrf p m c (fun n => w (keep l n)) (fun n => elig (keep l n)) (fun n => d (keep l n)) y ->
  forall n, (n < p)%nat -> (x (keep l n) <= y n)%nat.
Proof.
  intros p m c w elig d x y l HS Hl [Xdead Xlive] [Ydead Ylive] n Hn.
  assert (Hk : forall n, (n < p)%nat -> (keep l n < S p)%nat) by (intros i Hi; unfold keep; destruct (lt_dec i l); lia).
  assert (HS' : server p m c (fun n => w (keep l n)) (fun n => d (keep l n))).
  { destruct HS as [A [B [C D]]]. split; [exact A|split; [|split]]; intros; [apply B|apply C|apply D]; auto. }
  assert (EL : forall n, live m c (fun n => elig (keep l n)) (fun n => d (keep l n)) n = live m c elig d (keep l n)) by reflexivity.
  destruct (live m c elig d (keep l n)) eqn:E.
  2:{ rewrite (Xdead (keep l n) (Hk n Hn) E). lia. }
  destruct (Xlive (ex_intro _ (keep l n) (conj (Hk n Hn) E))) as [s [L [Hs [HL Hf]]]].
  destruct (Ylive (ex_intro _ n (conj Hn E))) as [s' [L' [Hs' [HL' Hf']]]].
  assert (Same : forall i, (i < p)%nat -> live m c elig d (keep l i) = true -> s' i = s (keep l i)).
  { intros i Hi Ei. apply (share_unique p m c (fun n => w (keep l n)) (fun n => d (keep l n)) i); [exact HS'|exact Hi|apply Hs'; assumption|].
    exact (Hs (keep l i) (Hk i Hi) Ei). }
  assert (LL : L <= L').
  { pose proof (level_nonneg (S p) m c w elig d s L HS HL) as L0.
    destruct HL as [A _]. destruct HL' as [_ [r [Hr [Hp B]]]]. specialize (A r Hr).
    set (load' := load p m c (fun n => elig (keep l n)) (fun n => d (keep l n)) s' r) in *.
    assert (Q : load' <= load (S p) m c elig d s r).
    { unfold load. rewrite (sum_keep p l) by exact Hl.
      assert (0 <= (if live m c elig d l then d l r / s l else 0)).
      { apply (load_term_nonneg (S p) m c w); try assumption; lia. }
      assert (load' = sum p (fun n => if live m c elig d (keep l n) then d (keep l n) r / s (keep l n) else 0)); [|lra].
      unfold load', load. apply sum_ext. intros i Hi. rewrite EL.
      destruct (live m c elig d (keep l i)) eqn:Ei; [|reflexivity]. rewrite (Same i Hi Ei). reflexivity. }
    apply (Rmult_le_reg_r load'); [exact Hp|]. rewrite B.
    apply Rle_trans with (2 := A). apply Rmult_le_compat_l; assumption. }
  apply (floor_le (x (keep l n)) (y n) (L' / s' n)); [|apply Hf'; assumption].
  rewrite (Same n Hn E). destruct (Hf (keep l n) (Hk n Hn) E) as [A _]. apply Rle_trans with (1 := A).
  apply Rmult_le_compat_r; [|exact LL]. apply Rlt_le, Rinv_0_lt_compat.
  apply (share_positive (S p) m c w d (keep l n)); [exact HS|apply Hk; exact Hn|apply Hs; [apply Hk; exact Hn|exact E]].
Qed.
