(** Precomputed DRF in rounded arithmetic: what holds whatever the rounding is, as long as it keeps order.

    After properties/mechanisms/pdrf-f64.md and pdrf-simplified-f64.md, and properties/cluster/non-wasteful.md and
    population-monotone.md.  [rd] rounds a real number; that of IEEE doubles keeps order, leaves 0 and what it gives as
    they are.  Numbers are finite: an instance on which an operation overflows has no outcome here. *)

From Coq Require Import Reals Lra Lia Arith Psatz Bool.
From Fair.Arrivals Require Import Sums.
From Fair.Tasks Require Import Server Precomputed.
From Fair.Cluster Require Model Waste.
Open Scope R_scope.

Definition rounding (rd : R -> R) : Prop :=
  (forall a b, a <= b -> rd a <= rd b) /\ (forall a, rd (rd a) = rd a) /\ rd 0 = 0.

Section Doubles.
  Variable rd : R -> R.

  (** Rounded input; [s n] is the rounded share: the largest over the resources that are demanded, and 0 where there is none. *)
  Definition part (c : nat -> R) (w d : nat -> nat -> R) n r := rd (rd (rd (d n r) / rd (c r)) / rd (w n r)).
  Definition rounded_share m c w d n (s : R) : Prop :=
    (forall r, (r < m)%nat -> 0 < rd (d n r) -> part c w d n r <= s)
    /\ exists r, (r < m)%nat /\ 0 < rd (d n r) /\ s = part c w d n r.

  (** A total starts at 0 and grows by the terms of the users that can run, in the order of their index. *)
  Fixpoint total (k : nat) (on : nat -> bool) (f : nat -> R) : R :=
    match k with
    | O => 0
    | S j => if on j then rd (total j on f + f j) else total j on f
    end.

  (** The smallest quotient of capacity and total, over positive totals. *)
  Definition rounded_level m (c : nat -> R) (t : nat -> R) (L : R) : Prop :=
    (forall r, (r < m)%nat -> 0 < t r -> L <= rd (rd (c r) / t r))
    /\ exists r, (r < m)%nat /\ 0 < t r /\ L = rd (rd (c r) / t r).

  Definition rounded_shares N m c w elig d (s : nat -> R) : Prop :=
    forall n, (n < N)%nat -> live m c elig d n = true -> rounded_share m c w d n (s n) /\ 0 < s n.

  (** The outcome, given what a user's number of tasks is the floor of. *)
  Definition floors N m c elig d (of : nat -> R) (x : nat -> nat) : Prop :=
    (forall n, (n < N)%nat -> live m c elig d n = false -> x n = 0%nat)
    /\ forall n, (n < N)%nat -> live m c elig d n = true -> INR (x n) <= of n < INR (x n) + 1.

  (** The long form: ratios s*/s. *)
  Definition pdrf_rounded N m c w elig d (x : nat -> nat) : Prop :=
    (forall n, (n < N)%nat -> live m c elig d n = false -> x n = 0%nat)
    /\ (some_live N m c elig d -> exists s top k,
          rounded_shares N m c w elig d s
          /\ (exists n, (n < N)%nat /\ live m c elig d n = true /\ top = s n)
          /\ (forall n, (n < N)%nat -> live m c elig d n = true -> s n <= top)
          /\ rounded_level m c (fun r => total N (live m c elig d) (fun n => rd (rd (top / s n) * rd (d n r)))) k
          /\ floors N m c elig d (fun n => rd (k * rd (top / s n))) x).

  (** The short form. *)
  Definition simplified_rounded N m c w elig d (x : nat -> nat) : Prop :=
    (forall n, (n < N)%nat -> live m c elig d n = false -> x n = 0%nat)
    /\ (some_live N m c elig d -> exists s k,
          rounded_shares N m c w elig d s
          /\ rounded_level m c (fun r => total N (live m c elig d) (fun n => rd (rd (d n r) / s n))) k
          /\ floors N m c elig d (fun n => rd (k / s n)) x).

  (** ** No waste

      Idea: tasks are unlimited, and who cannot run has none.  The property leaves an overload to feasible.
      Mechanisms: pdrf-f64, pdrf-simplified-f64.  Property: non-wasteful.  Hypothesis: none. *)
  Definition endless_pool N m c elig d : Model.inst :=
    Model.mk N 1 m (fun _ r => c r) d (fun _ => 1) (fun n _ => elig n) (fun _ => None).

  Lemma idle_non_wasteful N m c w elig d x : server N m c w d ->
    (forall n, (n < N)%nat -> live m c elig d n = false -> x n = 0%nat) ->
    Model.non_wasteful (endless_pool N m c elig d) (Model.gam (endless_pool N m c elig d)) (fun n _ => INR (x n)).
  Proof.
    intros [Hc [Hd [Hne Hw]]] H n Hn. cbn in Hn.
    assert (W : Model.wf (endless_pool N m c elig d)).
    { split; cbn; intros; try lra; try discriminate; [apply Hc; assumption|].
      split; [intros r Hr; apply Hd; assumption|apply Hne; assumption]. }
    unfold Model.wasted. cbn.
    destruct (Rlt_dec 0 (Model.gam (endless_pool N m c elig d) n 0)) as [G|G]; [lra|].
    rewrite (H n Hn); [simpl; lra|]. destruct (live m c elig d n) eqn:E; [exfalso|reflexivity].
    apply live_spec in E. destruct E as [E L]. apply G. apply (Model.gam_pos _ W); cbn; auto.
  Qed.

  Theorem pdrf_rounded_non_wasteful N m c w elig d x : server N m c w d -> pdrf_rounded N m c w elig d x ->
    Model.non_wasteful (endless_pool N m c elig d) (Model.gam (endless_pool N m c elig d)) (fun n _ => INR (x n)).
  Proof. intros HS [H _]. exact (idle_non_wasteful N m c w elig d x HS H). Qed.

  Theorem simplified_rounded_non_wasteful N m c w elig d x : server N m c w d -> simplified_rounded N m c w elig d x ->
    Model.non_wasteful (endless_pool N m c elig d) (Model.gam (endless_pool N m c elig d)) (fun n _ => INR (x n)).
  Proof. intros HS [H _]. exact (idle_non_wasteful N m c w elig d x HS H). Qed.

  (** ** The short form takes nothing from those who stay when a user leaves

      Idea: without a user every rounded total is smaller or the same, because rounding keeps order; so are the
      quotients' denominators, and the level does not fall.  (The long form divides by shares relative to the largest one,
      which may leave; it violates the property.)
      Mechanism: pdrf-simplified-f64.  Property: population-monotone.  Hypothesis: none. *)
  Hypothesis HR : rounding rd.

  Lemma total_nonneg k on f : (forall i, (i < k)%nat -> on i = true -> 0 <= f i) -> 0 <= total k on f.
  Proof using HR.
    destruct HR as [Mono [_ Zero]]. induction k as [|k IH]; intros H; simpl; [lra|].
    assert (0 <= total k on f) by (apply IH; intros; apply H; [lia|assumption]).
    destruct (on k) eqn:E; [|assumption]. rewrite <- Zero. apply Mono. specialize (H k ltac:(lia) E). lra.
  Qed.

  Lemma total_is_rounded k on f : rd (total k on f) = total k on f.
  Proof using HR.
    destruct HR as [_ [Same Zero]]. induction k as [|k IH]; simpl; [exact Zero|]. destruct (on k); [apply Same|exact IH].
  Qed.

  Lemma total_ext k on on' f f' : (forall i, (i < k)%nat -> on i = on' i) ->
    (forall i, (i < k)%nat -> on i = true -> f i = f' i) -> total k on f = total k on' f'.
  Proof using.
    induction k as [|k IH]; intros A B; simpl; [reflexivity|].
    rewrite <- (A k) by lia. rewrite IH; [|intros; apply A; lia|intros; apply B; [lia|assumption]].
    destruct (on k) eqn:E; [rewrite (B k) by (try lia; assumption)|]; reflexivity.
  Qed.

  Lemma total_keep p l on f : (l <= p)%nat -> (forall i, (i < S p)%nat -> on i = true -> 0 <= f i) ->
    total p (fun n => on (keep l n)) (fun n => f (keep l n)) <= total (S p) on f.
  Proof using HR.
    destruct HR as [Mono [Same Zero]].
    (* a further term never lowers a total *)
    assert (Grow : forall k, (0 <= f k \/ on k = false) -> total k on f <= total (S k) on f).
    { intros k H. simpl. destruct (on k) eqn:E; [|lra]. destruct H as [H|H]; [|discriminate].
      rewrite <- (total_is_rounded k on f) at 1. apply Mono. lra. }
    assert (Term : forall k, (forall i, (i < S k)%nat -> on i = true -> 0 <= f i) -> 0 <= f k \/ on k = false).
    { intros k H. destruct (on k) eqn:E; [left; apply H; [lia|exact E]|right; reflexivity]. }
    induction p as [|p IH]; intros Hl H.
    - replace l with 0%nat by lia. change (0 <= total 1 on f). apply total_nonneg. exact H.
    - destruct (Nat.eq_dec l (S p)) as [->|Hne].
      + rewrite (total_ext (S p) (fun n => on (keep (S p) n)) on (fun n => f (keep (S p) n)) f).
        * apply Grow, Term. exact H.
        * intros i Hi. unfold keep. destruct (lt_dec i (S p)); [reflexivity|lia].
        * intros i Hi _. unfold keep. destruct (lt_dec i (S p)); [reflexivity|lia].
      + assert (Q : total p (fun n => on (keep l n)) (fun n => f (keep l n)) <= total (S p) on f).
        { apply IH; [lia|]. intros i Hi. apply H. lia. }
        assert (Ek : keep l p = S p) by (unfold keep; destruct (lt_dec p l); lia).
        change (total (S p) (fun a => on (keep l a)) (fun b => f (keep l b)))
          with (if on (keep l p) then rd (total p (fun a => on (keep l a)) (fun b => f (keep l b)) + f (keep l p))
                else total p (fun a => on (keep l a)) (fun b => f (keep l b))).
        rewrite Ek. change (total (S (S p)) on f) with (if on (S p) then rd (total (S p) on f + f (S p)) else total (S p) on f).
        destruct (on (S p)); [apply Mono; lra|exact Q].
  Qed.

  Lemma rounded_share_unique m c w d n s t : rounded_share m c w d n s -> rounded_share m c w d n t -> s = t.
  Proof using.
    intros [A [r [Hr [P ->]]]] [B [q [Hq [P' ->]]]]. apply Rle_antisym; [apply B|apply A]; assumption.
  Qed.

  Theorem simplified_rounded_population_monotone p m c w elig d x y l :
    server (S p) m c w d -> (l <= p)%nat ->
    simplified_rounded (S p) m c w elig d x ->
    simplified_rounded p m c (fun n => w (keep l n)) (fun n => elig (keep l n)) (fun n => d (keep l n)) y ->
    forall n, (n < p)%nat -> (x (keep l n) <= y n)%nat.
  Proof using HR.
    intros HS Hl [Xdead Xlive] [Ydead Ylive] n Hn. pose proof HR as [Mono [_ Zero]].
    assert (Hk : forall i, (i < p)%nat -> (keep l i < S p)%nat) by (intros i Hi; unfold keep; destruct (lt_dec i l); lia).
    destruct (live m c elig d (keep l n)) eqn:E; [|rewrite (Xdead (keep l n) (Hk n Hn) E); lia].
    destruct (Xlive (ex_intro _ (keep l n) (conj (Hk n Hn) E))) as [s [L [Hs [[LB [r0 [Hr0 [T0 EL]]]] [_ Xf]]]]].
    destruct (Ylive (ex_intro _ n (conj Hn E))) as [s' [L' [Hs' [[LB' [r1 [Hr1 [T1 EL']]]] [_ Yf]]]]].
    pose proof HS as [Hc [Hd _]].
    assert (Same : forall i, (i < p)%nat -> live m c elig d (keep l i) = true -> s' i = s (keep l i)).
    { intros i Hi Li. apply (rounded_share_unique m c (fun a => w (keep l a)) (fun a => d (keep l a)) i).
      - apply Hs'; assumption.
      - exact (proj1 (Hs (keep l i) (Hk i Hi) Li)). }
    assert (Nd : forall i r, (i < S p)%nat -> (r < m)%nat -> live m c elig d i = true -> 0 <= rd (rd (d i r) / s i)).
    { intros i r Hi Hr Li. destruct (Hs i Hi Li) as [_ P]. rewrite <- Zero. apply Mono.
      apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat; exact P]. rewrite <- Zero. apply Mono. apply Hd; assumption. }
    set (t := fun r => total (S p) (live m c elig d) (fun n => rd (rd (d n r) / s n))) in *.
    assert (Tot : forall r, (r < m)%nat ->
      total p (live m c (fun a => elig (keep l a)) (fun a => d (keep l a))) (fun a => rd (rd (d (keep l a) r) / s' a)) <= t r).
    { intros r Hr. unfold t.
      rewrite (total_ext p (live m c (fun a => elig (keep l a)) (fun a => d (keep l a))) (fun b => live m c elig d (keep l b))
                 (fun a => rd (rd (d (keep l a) r) / s' a)) (fun i => rd (rd (d (keep l i) r) / s (keep l i)))).
      - apply (total_keep p l (live m c elig d) (fun i => rd (rd (d i r) / s i)) Hl). intros i Hi Li. apply Nd; assumption.
      - reflexivity.
      - intros i Hi Li. rewrite (Same i Hi Li). reflexivity. }
    assert (LL : L <= L').
    { rewrite EL'. cbv beta in T1. cbv beta. specialize (Tot r1 Hr1).
      set (t1 := total p (live m c (fun a => elig (keep l a)) (fun a => d (keep l a))) (fun n => rd (rd (d (keep l n) r1) / s' n))) in *.
      assert (P1 : 0 < t r1) by lra. apply Rle_trans with (1 := LB r1 Hr1 P1). apply Mono.
      apply Rmult_le_compat_l; [rewrite <- Zero; apply Mono, Hc; exact Hr1|]. apply Rinv_le_contravar. { exact T1. } exact Tot. }
    destruct (Xf (keep l n) (Hk n Hn) E) as [A _]. destruct (Yf n Hn E) as [_ B]. rewrite (Same n Hn E) in B.
    destruct (Hs (keep l n) (Hk n Hn) E) as [_ Sp].
    apply (floor_le (x (keep l n)) (y n) (rd (L' / s (keep l n)))); [|exact B].
    apply Rle_trans with (1 := A). apply Mono. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; exact Sp|exact LL].
  Qed.
End Doubles.

(** ** A witness: exact arithmetic is a rounding; two users with demand 1 on capacity 1, of which one leaves *)
Lemma doubles_witness :
  let rd := fun a : R => a in let c := fun _ : nat => 1 in let w := fun _ _ : nat => 1 in let d := fun _ _ : nat => 1 in
  let elig := fun _ : nat => true in
  rounding rd /\ server 2 1 c w d
  /\ pdrf_rounded rd 2 1 c w elig d (fun _ => 0%nat) /\ simplified_rounded rd 2 1 c w elig d (fun _ => 0%nat)
  /\ simplified_rounded rd 1 1 c (fun n => w (keep 1 n)) (fun n => elig (keep 1 n)) (fun n => d (keep 1 n)) (fun _ => 1%nat).
Proof.
  intros rd c w d elig.
  assert (Lv : forall n, live 1 c elig d n = true).
  { intros n. apply live_spec. split; [reflexivity|]. intros; unfold c; lra. }
  assert (Sh : forall N, rounded_shares rd N 1 c w elig d (fun _ => 1)).
  { intros N n Hn _. split; [|lra]. split.
    - intros r Hr _. unfold part, rd, d, c, w. lra.
    - exists 0%nat. split; [lia|]. unfold part, rd, d, c, w. lra. }
  split; [|split; [|split; [|split]]].
  - unfold rd. split; [auto|split; [reflexivity|reflexivity]].
  - unfold c, w, d. split; [|split; [|split]]; intros; try lra. exists 0%nat. split; [lia|lra].
  - split; [intros n Hn E; rewrite Lv in E; discriminate|]. intros _. exists (fun _ => 1), 1, (1 / 2).
    split; [apply Sh|split; [|split; [|split]]].
    + exists 0%nat. split; [lia|split; [apply Lv|reflexivity]].
    + intros; lra.
    + split; [|exists 0%nat]; unfold rd, c, d; simpl; rewrite !Lv; [intros; lra|]. split; [lia|lra].
    + split; [intros n Hn E; rewrite Lv in E; discriminate|]. intros n Hn E. unfold rd. simpl. lra.
  - split; [intros n Hn E; rewrite Lv in E; discriminate|]. intros _. exists (fun _ => 1), (1 / 2).
    split; [apply Sh|split].
    + split; [|exists 0%nat]; unfold rd, c, d; simpl; rewrite !Lv; [intros; lra|]. split; [lia|lra].
    + split; [intros n Hn E; rewrite Lv in E; discriminate|]. intros n Hn E. unfold rd. simpl. lra.
  - split; [intros n Hn E; change (live 1 c elig d n = false) in E; rewrite Lv in E; discriminate|].
    intros _. exists (fun _ => 1), 1. split; [exact (Sh 1%nat)|split].
    + split; [|exists 0%nat]; unfold rd, c, d; cbn -[live]; change (live 1 (fun _ => 1) (fun n => elig (keep 1 n)) (fun _ _ => 1) 0) with (live 1 c elig d 0); rewrite !Lv; [intros; lra|]. split; [lia|lra].
    + split; [intros n Hn E; change (live 1 c elig d n = false) in E; rewrite Lv in E; discriminate|].
      intros n Hn E. unfold rd. simpl. lra.
Qed.
