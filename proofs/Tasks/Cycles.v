(** Precomputed DRF with higher-order cycles.

    After properties/mechanisms/pdrf-cycles.md (metin 6.1).  [inn] says who is still in, [left] what is left; shares [s]
    of one task stay those of the whole server.  One server, whole tasks. *)

From Coq Require Import Reals Lra Lia Arith Psatz Bool.
From Fair.Arrivals Require Import Sums.
From Fair.Tasks Require Import Server Precomputed Filling.
Open Scope R_scope.

Definition load_in (N : nat) (inn : nat -> bool) (d : nat -> nat -> R) (s : nat -> R) (r : nat) : R :=
  sum N (fun n => if inn n then d n r / s n else 0).

(** The level [L] is k times the largest share: the least quotient of what is left by the load of those in. *)
Definition level_in N m inn left d s (L : R) : Prop :=
  (forall r, (r < m)%nat -> L * load_in N inn d s r <= left r)
  /\ exists r, (r < m)%nat /\ 0 < load_in N inn d s r /\ L * load_in N inn d s r = left r.

Definition largest_in (N : nat) (inn : nat -> bool) (s : nat -> R) (smax : R) : Prop :=
  (exists n, (n < N)%nat /\ inn n = true /\ s n = smax) /\ forall n, (n < N)%nat -> inn n = true -> s n <= smax.

(** What a cycle gives: rounded numbers if k is at least 1, that is if the level is at least the largest share, else nothing. *)
Definition cycle N inn s L smax (g : nat -> nat) : Prop :=
  forall n, (n < N)%nat ->
    (inn n = false -> g n = 0%nat)
    /\ (inn n = true -> smax <= L -> INR (g n) <= L / s n < INR (g n) + 1)
    /\ (inn n = true -> L < smax -> g n = 0%nat).

Inductive cycles (N m : nat) (d : nat -> nat -> R) (s : nat -> R) : (nat -> bool) -> (nat -> R) -> (nat -> nat) -> Prop :=
  | nobody_in : forall inn left x, (forall n, (n < N)%nat -> inn n = false) -> (forall n, (n < N)%nat -> x n = 0%nat) ->
      cycles N m d s inn left x
  | one_cycle : forall inn left x L smax g y, largest_in N inn s smax -> level_in N m inn left d s L -> cycle N inn s L smax g ->
      cycles N m d s (fun n => if Req_EM_T (s n) smax then false else inn n)
             (fun r => left r - sum N (fun n => INR (g n) * d n r)) y ->
      (forall n, (n < N)%nat -> x n = (g n + y n)%nat) ->
      cycles N m d s inn left x.

(** The mechanism starts with everybody who is live and the whole server. *)
Definition pdrf_cycles N m c w elig d (x : nat -> nat) : Prop :=
  exists s, shares N m c w elig d s /\ (forall n, (n < N)%nat -> live m c elig d n = false -> x n = 0%nat)
    /\ cycles N m d s (live m c elig d) c x.

Lemma cycle_fits : forall N m inn left d s L smax g, (forall n r, (n < N)%nat -> (r < m)%nat -> 0 <= d n r) ->
  (forall n, (n < N)%nat -> inn n = true -> 0 < s n) ->
  (forall r, (r < m)%nat -> 0 <= left r) -> level_in N m inn left d s L -> cycle N inn s L smax g ->
  forall r, (r < m)%nat -> sum N (fun n => INR (g n) * d n r) <= left r.
Proof.
  intros N m inn left d s L smax g Hd Hs Hleft [HL _] Hg r Hr.
  destruct (Rlt_dec L smax) as [Hlt|Hge].
  - rewrite sum_zero; [apply Hleft; exact Hr|]. intros n Hn. destruct (Hg n Hn) as [A [_ B]].
    destruct (inn n) eqn:E; [rewrite (B eq_refl Hlt)|rewrite (A eq_refl)]; simpl; lra.
  - apply Rle_trans with (2 := HL r Hr). unfold load_in. rewrite <- sum_scal. apply sum_le. intros n Hn.
    destruct (Hg n Hn) as [A [B _]]. specialize (Hd n r Hn Hr). destruct (inn n) eqn:E.
    + destruct (B eq_refl ltac:(lra)) as [B1 _]. replace (L * (d n r / s n)) with (L / s n * d n r) by (unfold Rdiv; ring).
      apply Rmult_le_compat_r; assumption.
    + rewrite (A eq_refl). simpl. lra.
Qed.

(** ** Feasibility

    Idea: each cycle rounds down what exactly fits into what is left.
    Mechanism: pdrf-cycles.  Properties: feasible, non-wasteful.  Hypothesis: none.
    Claims: none settled; metin-reiteration-overassigns observes the contrary in an implementation. *)
Lemma cycles_fit : forall N m d s inn left x, cycles N m d s inn left x ->
  (forall n r, (n < N)%nat -> (r < m)%nat -> 0 <= d n r) -> (forall n, (n < N)%nat -> inn n = true -> 0 < s n) ->
  (forall r, (r < m)%nat -> 0 <= left r) ->
  forall r, (r < m)%nat -> sum N (fun n => INR (x n) * d n r) <= left r.
Proof.
  intros N m d s inn left x H. induction H as [inn left x Hout Hx|inn left x L smax g y Hmax HL Hg _ IH Hx]; intros Hd Hs Hleft r Hr.
  - rewrite sum_zero; [apply Hleft; exact Hr|]. intros n Hn. rewrite Hx by exact Hn. simpl. lra.
  - assert (F := cycle_fits N m inn left d s L smax g Hd Hs Hleft HL Hg).
    assert (I : sum N (fun n => INR (y n) * d n r) <= left r - sum N (fun n => INR (g n) * d n r)).
    { apply IH; try assumption.
      - intros n Hn E. destruct (Req_EM_T (s n) smax); [discriminate|]. apply Hs; assumption.
      - intros q Hq. specialize (F q Hq). lra. }
    rewrite (sum_ext N _ (fun n => INR (g n) * d n r + INR (y n) * d n r)).
    + rewrite sum_plus. lra.
    + intros n Hn. rewrite Hx, plus_INR by exact Hn. ring.
Qed.

Theorem cycles_feasible : forall N m c w elig d x, server N m c w d -> pdrf_cycles N m c w elig d x ->
  fit N m c d x /\ forall n, (n < N)%nat -> live m c elig d n = false -> x n = 0%nat.
Proof.
  intros N m c w elig d x HS [s [Hs [Hdead Hrun]]]. split; [|exact Hdead].
  pose proof HS as [Hc [Hd _]]. intros r Hr.
  apply (cycles_fit N m d s (live m c elig d) c x Hrun); try assumption.
  intros n Hn E. apply (share_positive N m c w d n); [exact HS|exact Hn|apply Hs; assumption].
Qed.

(** ** Cycles give everybody at least what precomputed DRF gives

    Idea: as long as no cycle could be taken, the users that were removed had a share above the level, so that precomputed
    DRF gives them nothing, and the level of the others has only risen.  The first cycle that is taken then gives them at
    least as much as precomputed DRF.
    Mechanism: pdrf-cycles.  Property: under-by-one (by the theorem after this), si for one weight a user.
    Hypothesis: none. *)
Lemma cycles_above_level : forall N m d s inn left x, cycles N m d s inn left x ->
  forall c L0 (lv : nat -> bool) (q : nat -> nat),
  (forall n r, (n < N)%nat -> (r < m)%nat -> 0 <= d n r) -> (forall n, (n < N)%nat -> lv n = true -> 0 < s n) ->
  (forall n, (n < N)%nat -> inn n = true -> lv n = true) -> (forall r, (r < m)%nat -> left r = c r) -> 0 <= L0 ->
  (forall r, (r < m)%nat -> L0 * load_in N lv d s r <= c r) ->
  (forall n, (n < N)%nat -> lv n = false -> q n = 0%nat) ->
  (forall n, (n < N)%nat -> lv n = true -> INR (q n) <= L0 / s n) ->
  (forall n, (n < N)%nat -> lv n = true -> inn n = false -> L0 < s n) ->
  forall n, (n < N)%nat -> (q n <= x n)%nat.
Proof.
  intros N m d s inn left x H.
  induction H as [inn left x Hout Hx|inn left x L smax g y Hmax HL Hg _ IH Hx];
    intros c L0 lv q Hd Hs Hsub Hleft HL0 Hlv Hqd Hql Hrem n Hn.
  - (* everybody removed: precomputed DRF gives nothing *)
    assert (Z : (q n <= 0)%nat); [|lia].
    destruct (lv n) eqn:E; [|rewrite Hqd by assumption; lia].
    apply (floor_le (q n) 0 (L0 / s n)); [apply Hql; assumption|].
    specialize (Hrem n Hn E (Hout n Hn)). specialize (Hs n Hn E). simpl.
    apply (Rmult_lt_reg_r (s n)); [exact Hs|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - assert (Sub : forall n, (n < N)%nat -> inn n = true -> 0 < s n) by (intros i Hi E; apply Hs; [exact Hi|apply Hsub; assumption]).
    assert (LL : L0 <= L).
    { destruct HL as [_ [r [Hr [Hp EL]]]]. apply (Rmult_le_reg_r (load_in N inn d s r)); [exact Hp|].
      rewrite EL, Hleft by exact Hr. apply Rle_trans with (2 := Hlv r Hr). apply Rmult_le_compat_l; [exact HL0|].
      unfold load_in. apply sum_le. intros i Hi. destruct (inn i) eqn:E1.
      - rewrite (Hsub i Hi E1). lra.
      - destruct (lv i) eqn:E2; [|lra]. apply Rmult_le_pos; [apply Hd; assumption|apply Rlt_le, Rinv_0_lt_compat, Hs; assumption]. }
    destruct (Rlt_dec L smax) as [Hlt|Hge].
    + (* nothing is given; the largest are removed *)
      assert (G0 : forall i, (i < N)%nat -> g i = 0%nat).
      { intros i Hi. destruct (Hg i Hi) as [A [_ B]]. destruct (inn i); [apply B; [reflexivity|exact Hlt]|apply A; reflexivity]. }
      rewrite Hx, G0 by exact Hn. simpl.
      apply (IH c L0 lv q); try assumption.
      * intros i Hi E. destruct (Req_EM_T (s i) smax); [discriminate|]. apply Hsub; assumption.
      * intros r Hr. rewrite Hleft by exact Hr. rewrite sum_zero; [lra|]. intros i Hi. rewrite G0 by exact Hi. simpl. lra.
      * intros i Hi E1 E2. destruct (Req_EM_T (s i) smax) as [E3|]; [lra|]. apply Hrem; assumption.
    + rewrite Hx by exact Hn. apply Nat.le_trans with (g n); [|lia].
      destruct (lv n) eqn:E1; [|rewrite Hqd by assumption; lia].
      destruct (inn n) eqn:E2.
      * destruct (Hg n Hn) as [_ [B _]]. destruct (B E2 ltac:(lra)) as [_ B2].
        apply (floor_le (q n) (g n) (L / s n)); [|exact B2].
        apply Rle_trans with (1 := Hql n Hn E1). apply Rmult_le_compat_r; [|exact LL].
        apply Rlt_le, Rinv_0_lt_compat, Hs; assumption.
      * assert (Z : (q n <= 0)%nat); [|lia].
        apply (floor_le (q n) 0 (L0 / s n)); [apply Hql; assumption|].
        specialize (Hrem n Hn E1 E2). specialize (Hs n Hn E1). simpl.
        apply (Rmult_lt_reg_r (s n)); [exact Hs|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Theorem cycles_above_pdrf : forall N m c w elig d x q, server N m c w d ->
  pdrf_cycles N m c w elig d x -> pdrf N m c w elig d q -> forall n, (n < N)%nat -> (q n <= x n)%nat.
Proof.
  intros N m c w elig d x q HS [s [Hs [Hdead Hrun]]] [Qdead Qlive] n Hn.
  destruct (live m c elig d n) eqn:E; [|rewrite Qdead by assumption; lia].
  destruct (Qlive (ex_intro _ n (conj Hn E))) as [s' [L [Hs' [HL Hf]]]].
  assert (ES : forall i, (i < N)%nat -> live m c elig d i = true -> s' i = s i).
  { intros i Hi Ei. apply (share_unique N m c w d i); [exact HS|exact Hi|apply Hs'|apply Hs]; assumption. }
  pose proof HS as [Hc [Hd _]].
  apply (cycles_above_level N m d s (live m c elig d) c x Hrun c L (live m c elig d) q); try assumption.
  - intros i Hi Ei. apply (share_positive N m c w d i); [exact HS|exact Hi|apply Hs; assumption].
  - intros i _ Ei. exact Ei.
  - intros; reflexivity.
  - apply (level_nonneg N m c w elig d s' L HS HL).
  - intros r Hr. destruct HL as [A _]. specialize (A r Hr). unfold load_in.
    rewrite (load_ext N m c elig d s' s r ES) in A. exact A.
  - intros i Hi Ei. rewrite <- ES by assumption. apply Hf; assumption.
  - intros i _ E1 E2. congruence.
Qed.

(** ** Short of filling that halts by one task at most, and the slice for one weight a user

    Idea: what holds of precomputed DRF from below holds of whatever gives at least as much.
    Mechanism: pdrf-cycles.  Property: under-by-one; si for one weight a user.  Hypothesis: none.
    Claims: metin-pdrf-cycles-si for one weight a user. *)
Theorem cycles_short_by_one : forall N m c w elig d s before x y,
  server N m c w d -> shares N m c w elig d s -> pick_order (runs N m c elig d) s before ->
  pdrf_cycles N m c w elig d x -> halted N m c elig d unlimited before y ->
  forall n, (n < N)%nat -> (y n <= x n + 1)%nat.
Proof.
  intros N m c w elig d s before x y HS Hs HO Hx Hy n Hn.
  destruct (pdrf_exists N m c w elig d HS) as [q Hq].
  pose proof (pdrf_short_by_one N m c w elig d s before q y HS Hs HO Hq Hy n Hn).
  pose proof (cycles_above_pdrf N m c w elig d x q HS Hx Hq n Hn). lia.
Qed.

Theorem cycles_sharing_incentive : forall N m c w elig d x, server N m c w d -> pdrf_cycles N m c w elig d x ->
  (forall n r, (n < N)%nat -> (r < m)%nat -> w n r = w n 0%nat) ->
  forall a t, (a < N)%nat -> elig a = true ->
  (forall r, (r < m)%nat -> INR t * d a r <= w a 0%nat / sum N (fun n => w n 0%nat) * c r) -> (t <= x a)%nat.
Proof.
  intros N m c w elig d x HS Hx Hone a t Ha He Ht.
  destruct (pdrf_exists N m c w elig d HS) as [q Hq].
  pose proof (pdrf_sharing_incentive N m c w elig d q HS Hq Hone a t Ha He Ht).
  pose proof (cycles_above_pdrf N m c w elig d x q HS Hx Hq a Ha). lia.
Qed.

(** The same for the final pass. *)
Theorem final_sharing_incentive : forall N m c w elig d x, server N m c w d -> final_pass N m c w elig d x ->
  (forall n r, (n < N)%nat -> (r < m)%nat -> w n r = w n 0%nat) ->
  forall a t, (a < N)%nat -> elig a = true ->
  (forall r, (r < m)%nat -> INR t * d a r <= w a 0%nat / sum N (fun n => w n 0%nat) * c r) -> (t <= x a)%nat.
Proof.
  intros N m c w elig d x HS [_ [q [Hq [B _]]]] Hone a t Ha He Ht.
  pose proof (pdrf_sharing_incentive N m c w elig d q HS Hq Hone a t Ha He Ht). specialize (B a Ha). lia.
Qed.

(** ** A cycle need not be taken twice

    Idea: the resource that stops k is used up by the numbers before rounding, so less than one task of everybody in is left of
    it, and a round needs at least so much.
    Mechanism: pdrf-cycles.  Hypothesis: none.  Claims: metin-cycle-more-than-once (refuted). *)
Theorem cycle_once : forall N m inn left d s L smax g L', (forall n r, (n < N)%nat -> (r < m)%nat -> 0 <= d n r) ->
  (forall n, (n < N)%nat -> inn n = true -> 0 < s n) ->
  largest_in N inn s smax -> level_in N m inn left d s L -> smax <= L -> cycle N inn s L smax g ->
  level_in N m inn (fun r => left r - sum N (fun n => INR (g n) * d n r)) d s L' -> L' < smax.
Proof.
  intros N m inn left d s L smax g L' Hd Hs [_ Hmax] [_ [r [Hr [Hp EL]]]] Hk Hg [HL' _]. specialize (HL' r Hr).
  rewrite <- EL in HL'.
  assert (Rest : L * load_in N inn d s r - sum N (fun n => INR (g n) * d n r) < smax * load_in N inn d s r).
  { unfold load_in. rewrite <- !sum_scal, <- sum_minus.
    destruct (sum_average N (fun n => if inn n then d n r / s n else 0) (load_in N inn d s r / INR N)) as [a [Ha Q]].
    - destruct N; [unfold load_in in Hp; simpl in Hp; lra|lia].
    - right. unfold load_in. field. apply not_0_INR. destruct N; [unfold load_in in Hp; simpl in Hp; lra|lia].
    - assert (Np : 0 < INR N) by (apply lt_0_INR; lia).
      assert (Qp : 0 < load_in N inn d s r / INR N) by (apply Rdiv_lt_0_compat; assumption).
      cbv beta in Q.
      assert (Term : forall n, (n < N)%nat -> inn n = true ->
                L * (d n r / s n) - INR (g n) * d n r <= smax * (d n r / s n)
                /\ (0 < d n r -> L * (d n r / s n) - INR (g n) * d n r < smax * (d n r / s n))).
      { intros n Hn E. destruct (Hg n Hn) as [_ [B _]]. destruct (B E Hk) as [_ B2].
        specialize (Hs n Hn E). specialize (Hmax n Hn E). specialize (Hd n r Hn Hr).
        assert (C : d n r <= smax * (d n r / s n)).
        { apply Rle_trans with (s n * (d n r / s n)); [right; field; lra|].
          apply Rmult_le_compat_r; [|exact Hmax]. apply Rmult_le_pos; [exact Hd|apply Rlt_le, Rinv_0_lt_compat; exact Hs]. }
        replace (L * (d n r / s n) - INR (g n) * d n r) with ((L / s n - INR (g n)) * d n r) by (field; lra).
        split.
        - apply Rle_trans with (1 * d n r); [apply Rmult_le_compat_r; lra|lra].
        - intros P. apply Rlt_le_trans with (1 * d n r); [apply Rmult_lt_compat_r; lra|lra]. }
      apply (sum_lt N _ _ a); [|exact Ha|].
      + intros n Hn. destruct (inn n) eqn:E; [apply Term; assumption|].
        destruct (Hg n Hn) as [A _]. rewrite (A E). simpl. lra.
      + destruct (inn a) eqn:E; [|lra]. apply Term; [exact Ha|exact E|].
        specialize (Hd a r Ha Hr). specialize (Hs a Ha E).
        destruct (Req_dec (d a r) 0) as [Z|Z]; [|lra]. rewrite Z in Q. unfold Rdiv in Q at 2. lra. }
  apply (Rmult_lt_reg_r (load_in N inn d s r)); [exact Hp|]. lra.
Qed.

(** A witness: one user, one resource, capacity 1, demand 1: one cycle of one task. *)
Lemma cycles_witness : pdrf_cycles 1 1 (fun _ => 1) (fun _ _ => 1) (fun _ => true) (fun _ _ => 1) (fun _ => 1%nat).
Proof.
  assert (Lv : forall n, live 1 (fun _ => 1) (fun _ => true) (fun _ _ => 1) n = true).
  { intros n. apply live_spec. split; [reflexivity|]. intros; lra. }
  exists (fun _ => 1). split; [|split].
  - intros n Hn _. split; [intros; lra|]. exists 0%nat. split; [lia|lra].
  - intros n _ E. rewrite Lv in E. discriminate.
  - apply (one_cycle 1 1 _ _ _ _ _ 1 1 (fun _ => 1%nat) (fun _ => 0%nat)).
    + split; [exists 0%nat; split; [lia|split; [apply Lv|reflexivity]]|intros; lra].
    + assert (E : load_in 1 (live 1 (fun _ => 1) (fun _ => true) (fun _ _ => 1)) (fun _ _ => 1) (fun _ => 1) 0%nat = 1).
      { unfold load_in. cbn [sum]. rewrite Lv. lra. }
      split; [intros r Hr; replace r with 0%nat by lia; rewrite E; lra|].
      exists 0%nat. rewrite E. split; [lia|lra].
    + intros n Hn. split; [intros E; rewrite Lv in E; discriminate|]. simpl. split; intros; lra.
    + apply nobody_in; [|reflexivity]. intros n Hn. destruct (Req_EM_T 1 1); [reflexivity|lra].
    + intros n Hn. reflexivity.
Qed.
