(** No mechanism with dynamic Pareto optimality keeps more than about 1/m of the smallest share of DRF.

    After li2019 4, Theorem 2, with an adversary that waits: q m specialists come in turn; some resource is then
    used to q m / n, and the last agent is a specialist of that one. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums Ddrf Programme Offline Ratio.
Open Scope R_scope.

(** Agent [i] is a specialist of resource [i mod m]; the last one, of [last]. *)
Definition in_turn (q m : nat) (eps : R) (last : nat) (i r : nat) : R :=
  if Nat.eq_dec (if lt_dec i (q * m) then i mod m else last) r then 1 else eps.

Lemma in_turn_normalised : forall q m eps last, (0 < m)%nat -> 0 < eps <= 1 -> (last < m)%nat ->
  normalised (S (q * m)) m (in_turn q m eps last) /\ positive (S (q * m)) m (in_turn q m eps last).
Proof.
  intros q m eps last Hm He Hl. split.
  - intros i Hi. split.
    + intros r Hr. unfold in_turn. destruct (Nat.eq_dec _ r); lra.
    + exists (if lt_dec i (q * m) then i mod m else last)%nat. split.
      * destruct (lt_dec i (q * m)); [apply Nat.mod_upper_bound; lia|exact Hl].
      * unfold in_turn. destruct (Nat.eq_dec _ _); [reflexivity|lia].
  - intros i r Hi Hr. unfold in_turn. destruct (Nat.eq_dec _ r); lra.
Qed.

Lemma one_round : forall m eps r, (r < m)%nat ->
  sum m (fun i => if Nat.eq_dec i r then 1 else eps) = 1 + (INR m - 1) * eps.
Proof.
  intros m eps r Hr.
  pose proof (sum_replace m (fun i => if Nat.eq_dec i r then 1 else eps) (fun _ => eps) r Hr) as E.
  rewrite sum_const in E. destruct (Nat.eq_dec r r) as [_|]; [|lia].
  assert (H : sum m (fun i => if Nat.eq_dec i r then 1 else eps) - 1 = INR m * eps - eps).
  { apply E. intros i Hi Hne. destruct (Nat.eq_dec i r); [lia|reflexivity]. }
  lra.
Qed.

Lemma rounds : forall q m eps r, (r < m)%nat ->
  sum (q * m) (fun i => if Nat.eq_dec (i mod m) r then 1 else eps) = INR q * (1 + (INR m - 1) * eps).
Proof.
  induction q as [|q IH]; intros m eps r Hr; [simpl; lra|].
  rewrite (sum_split (q * m)) by (simpl; lia). rewrite IH by exact Hr.
  replace (S q * m - q * m)%nat with m by (simpl; lia).
  rewrite (sum_ext m _ (fun i => if Nat.eq_dec i r then 1 else eps)).
  - rewrite one_round by exact Hr. rewrite S_INR. ring.
  - intros i Hi. replace ((q * m + i) mod m)%nat with i; [reflexivity|].
    rewrite Nat.add_comm, Nat.mod_add by lia. symmetry. apply Nat.mod_small; exact Hi.
Qed.

Lemma total_in_turn : forall q m eps last r, (r < m)%nat ->
  total (S (q * m)) (in_turn q m eps last) r
  = INR q * (1 + (INR m - 1) * eps) + (if Nat.eq_dec last r then 1 else eps).
Proof.
  intros q m eps last r Hr. unfold total. cbn [sum]. f_equal.
  - rewrite <- (rounds q m eps r Hr). apply sum_ext. intros i Hi. unfold in_turn.
    destruct (lt_dec i (q * m)); [reflexivity|lia].
  - unfold in_turn. destruct (lt_dec (q * m) (q * m)); [lia|reflexivity].
Qed.

(** A mechanism relates demands to the histories that it may hand out. *)
Definition mechanism := (nat -> nat -> R) -> (nat -> nat -> R) -> Prop.

(** What it gives at step [k] depends on the first [k] demands alone. *)
Definition online (n m : nat) (f : mechanism) : Prop :=
  forall d d' h h' k, normalised n m d -> positive n m d -> normalised n m d' -> positive n m d' ->
    f d h -> f d' h' -> (k <= n)%nat -> (forall i r, (i < k)%nat -> d i r = d' i r) ->
    forall i, (i < k)%nat -> h k i = h' k i.

(** On positive demands of as many agents as declared it has an outcome, hands out feasible shares, takes nothing back at
    the last step, and uses some resource to k/n at every step. *)
Definition pareto_mechanism (n m : nat) (f : mechanism) : Prop :=
  forall d, normalised n m d -> positive n m d ->
    (exists h, f d h)
    /\ forall h, f d h ->
       (forall k, (k <= n)%nat -> (forall i, (i < k)%nat -> 0 <= h k i)
          /\ forall r, (r < m)%nat -> used k d (h k) r <= released n k)
       /\ (forall i, (S i < n)%nat -> h (pred n) i <= h n i)
       /\ (forall k, (0 < k)%nat -> (k <= n)%nat -> exists r, (r < m)%nat /\ used k d (h k) r = released n k).

(** ** The adaptive lower bound

    Idea: after q m specialists in turn some resource is used to q m / n.  If the last agent is a specialist of
    that resource, it gets at most 1/n, n = q m + 1.  The largest sum of demands is q + 1 + q (m - 1) eps, which
    is 1 over the share of DRF.
    Mechanisms: every one with dpo; no cell.  Hypothesis: positive.
    Claims: li2019-dpo-bound (q = m). *)
Theorem adversary : forall m q eps f, (0 < m)%nat -> (0 < q)%nat -> 0 < eps <= 1 ->
  online (S (q * m)) m f -> pareto_mechanism (S (q * m)) m f ->
  exists d, normalised (S (q * m)) m d /\ positive (S (q * m)) m d
    /\ forall h z, f d h -> drf_offline (S (q * m)) m (S (q * m)) d z ->
       h (S (q * m)) (q * m)%nat
         <= (INR q + 1 + INR q * (INR m - 1) * eps) / INR (S (q * m)) * z (q * m)%nat.
Proof.
  intros m q eps f Hm Hq He Hon Hf.
  set (n := S (q * m)). set (K := (q * m)%nat).
  assert (HK : (0 < K)%nat) by (unfold K; nia).
  assert (Hn : 0 < INR n) by (apply INR_pos; unfold n; lia).
  destruct (in_turn_normalised q m eps 0 Hm He Hm) as [N0 P0].
  destruct (Hf _ N0 P0) as [[h0 F0] G0]. destruct (G0 h0 F0) as [_ [_ DPO]].
  destruct (DPO K HK ltac:(unfold K; lia)) as [r [Hr Hfull]].
  set (d := in_turn q m eps r). destruct (in_turn_normalised q m eps r Hm He Hr) as [N1 P1]. fold n d in N1, P1.
  exists d. split; [exact N1|split; [exact P1|]]. intros h z Hh Hz.
  destruct (Hf d N1 P1) as [_ G1]. destruct (G1 h Hh) as [F [Irr _]].
  assert (Agree : forall i s, (i < K)%nat -> in_turn q m eps 0 i s = d i s).
  { intros i s Hi. unfold d, in_turn. unfold K in Hi. destruct (lt_dec i (q * m)); [reflexivity|lia]. }
  assert (Full : used K d (h K) r = released n K).
  { fold n in Hfull. rewrite <- Hfull. unfold used. apply sum_ext. intros i Hi.
    rewrite <- (Agree i r Hi). f_equal.
    apply (Hon d (in_turn q m eps 0) h h0 K N1 P1 N0 P0 Hh F0); [unfold K; lia| |exact Hi].
    intros j s Hj. symmetry. apply Agree; exact Hj. }
  (* the last agent gets at most 1/n *)
  assert (L : h n K <= 1 / INR n).
  { destruct (F n (le_n n)) as [_ Fit]. specialize (Fit r Hr).
    unfold n in Fit at 1. unfold used in Fit. cbn [sum] in Fit. fold K in Fit.
    assert (D1 : d K r = 1).
    { unfold d, in_turn. fold K. destruct (lt_dec K K); [lia|]. destruct (Nat.eq_dec r r); [reflexivity|lia]. }
    rewrite D1 in Fit.
    assert (G : used K d (h K) r <= sum K (fun i => d i r * h n i)).
    { unfold used. apply sum_le. intros i Hi. apply Rmult_le_compat_l.
      - apply Rlt_le, P1; [unfold n; fold K; lia|exact Hr].
      - change K with (pred n). apply Irr. unfold n; fold K; lia. }
    rewrite Full in G. unfold n in Fit at 3. fold K in Fit.
    rewrite released_S in Fit by (unfold n; lia). fold n in G.
    change (S K) with n in *. lra. }
  (* DRF gives 1 over the largest sum of demands *)
  set (T := INR q + 1 + INR q * (INR m - 1) * eps).
  assert (HT : 1 <= T * z K).
  { destruct (offline_formula n m n d z ltac:(unfold n; lia) N1 Hz P1 K) as [_ [s [Hs E]]]; [unfold n; fold K; lia|].
    assert (R1 : released n n = 1) by (unfold released; field; lra).
    assert (Q : 1 <= INR q) by (change 1 with (INR 1); apply le_INR; lia).
    assert (M1 : 1 <= INR m) by (change 1 with (INR 1); apply le_INR; lia).
    assert (B : total n d s <= T).
    { unfold n, d. rewrite total_in_turn by exact Hs. unfold T. destruct (Nat.eq_dec r s); nra. }
    assert (Pos : 0 < total n d s).
    { unfold n, d. rewrite total_in_turn by exact Hs. assert (0 <= (INR m - 1) * eps) by nra.
      destruct (Nat.eq_dec r s); nra. }
    rewrite E, R1. fold (total n d s).
    replace (T * (1 / total n d s)) with (T / total n d s) by (field; lra).
    apply (Rmult_le_reg_r (total n d s)); [exact Pos|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  apply Rle_trans with (1 := L).
  replace (T / INR n * z K) with ((T * z K) * / INR n) by (field; lra).
  unfold Rdiv. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; exact Hn|exact HT].
Qed.

(** The bound tends to 1/m: for every c above 1/m there are q and eps for which it is below c. *)
Theorem adversary_limit : forall m c, (0 < m)%nat -> / INR m < c ->
  exists q eps, (0 < q)%nat /\ 0 < eps <= 1
    /\ (INR q + 1 + INR q * (INR m - 1) * eps) / INR (S (q * m)) < c.
Proof.
  intros m c Hm Hc.
  assert (M : 0 < INR m) by (apply INR_pos; exact Hm).
  set (g := c * INR m - 1).
  assert (Hg : 0 < g).
  { unfold g. assert (/ INR m * INR m < c * INR m) by (apply Rmult_lt_compat_r; assumption).
    rewrite Rinv_l in H by lra. lra. }
  (* c (q m + 1) - q - 1 - q (m-1) eps >= q g + c - 1 - q m eps; eps = min(1, g/(2m)), q > 2/g *)
  destruct (archimed (2 / g)) as [A _].
  assert (P : 0 < 2 / g) by (apply Rdiv_lt_0_compat; lra).
  set (q := Z.to_nat (up (2 / g))).
  assert (Hq : INR q = IZR (up (2 / g))).
  { unfold q. rewrite INR_IZR_INZ, Z2Nat.id; [reflexivity|]. apply le_IZR. lra. }
  assert (Hq2 : 2 / g < INR q) by lra.
  assert (Hq0 : (0 < q)%nat) by (apply INR_lt; simpl; lra).
  set (eps := Rmin 1 (g / (2 * INR m))).
  assert (He : 0 < eps <= 1).
  { unfold eps. split; [|apply Rmin_l]. apply Rmin_glb_lt; [lra|apply Rdiv_lt_0_compat; lra]. }
  assert (He2 : INR m * eps <= g / 2).
  { apply Rle_trans with (INR m * (g / (2 * INR m))).
    - apply Rmult_le_compat_l; [lra|apply Rmin_r].
    - right. field. lra. }
  exists q, eps. split; [exact Hq0|split; [exact He|]].
  assert (Hn : 0 < INR (S (q * m))) by (apply INR_pos; lia).
  apply (Rmult_lt_reg_r (INR (S (q * m)))); [exact Hn|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. rewrite S_INR, mult_INR.
  assert (Q : 2 < INR q * g).
  { apply (Rmult_lt_compat_r g) in Hq2; [|exact Hg]. unfold Rdiv in Hq2. rewrite Rmult_assoc, Rinv_l in Hq2 by lra. lra. }
  assert (Q0 : 0 < INR q) by lra.
  assert (C0 : 0 < c) by (apply Rlt_trans with (/ INR m); [apply Rinv_0_lt_compat; exact M|exact Hc]).
  assert (E : INR q * (INR m - 1) * eps <= INR q * (g / 2)).
  { rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. lra. }
  replace (c * (INR q * INR m + 1)) with (INR q * g + INR q + c) by (unfold g; ring).
  lra.
Qed.

(** ** A witness: a mechanism as the theorem speaks of

    Whoever comes gets the most that fits into what is released, and nothing afterwards.  It is online, feasible,
    irrevocable, and uses some resource to k/n at every step. *)
Fixpoint least (m : nat) (f : nat -> R) : R :=
  match m with
  | O => 0
  | S O => f 0%nat
  | S p => Rmin (least p f) (f p)
  end.

Lemma least_spec : forall m f, (0 < m)%nat ->
  (forall r, (r < m)%nat -> least m f <= f r) /\ exists r, (r < m)%nat /\ least m f = f r.
Proof.
  induction m as [|[|m] IH]; intros f Hm; [lia| |].
  - split; [intros r Hr; replace r with 0%nat by lia; simpl; lra|exists 0%nat; split; [lia|reflexivity]].
  - destruct (IH f ltac:(lia)) as [A [r [Hr B]]].
    change (least (S (S m)) f) with (Rmin (least (S m) f) (f (S m))). split.
    + intros s Hs. destruct (Nat.eq_dec s (S m)) as [->|]; [apply Rmin_r|].
      apply Rle_trans with (least (S m) f); [apply Rmin_l|apply A; lia].
    + destruct (Rle_lt_dec (least (S m) f) (f (S m))).
      * exists r. split; [lia|]. rewrite Rmin_left by assumption. exact B.
      * exists (S m). split; [lia|]. apply Rmin_right. lra.
Qed.

Fixpoint all_to_newcomer (n m : nat) (d : nat -> nat -> R) (k : nat) : nat -> R :=
  match k with
  | O => fun _ => 0
  | S p => fun i => if Nat.eq_dec i p
      then least m (fun r => (released n (S p) - used p d (all_to_newcomer n m d p) r) / d p r)
      else all_to_newcomer n m d p i
  end.

Lemma least_ext : forall m f g, (forall r, f r = g r) -> least m f = least m g.
Proof. induction m as [|[|m] IH]; intros f g H; [reflexivity|apply H|].
  change (Rmin (least (S m) f) (f (S m)) = Rmin (least (S m) g) (g (S m))). rewrite H, (IH f g H). reflexivity.
Qed.

Theorem adversary_witness : forall n m, (0 < n)%nat -> (0 < m)%nat ->
  let f := fun d h => h = all_to_newcomer n m d in online n m f /\ pareto_mechanism n m f.
Proof.
  intros n m Hn Hm f. split.
  - intros d d' h h' k _ _ _ _ -> -> _. induction k as [|k IH]; intros H i Hi; [lia|].
    assert (IH' : forall i, (i < k)%nat -> all_to_newcomer n m d k i = all_to_newcomer n m d' k i).
    { apply IH. intros j r Hj. apply H; lia. }
    simpl. destruct (Nat.eq_dec i k) as [->|]; [|apply IH'; lia].
    apply least_ext. intros r. rewrite (H k r) by lia. f_equal. f_equal. unfold used. apply sum_ext.
    intros j Hj. rewrite IH', H by lia. reflexivity.
  - intros d Hd Hp. split; [exists (all_to_newcomer n m d); reflexivity|]. intros h ->.
    assert (Q : 0 < INR n) by (apply INR_pos; exact Hn).
    assert (G : forall k, (k <= n)%nat ->
      (forall i, (i < k)%nat -> 0 <= all_to_newcomer n m d k i)
      /\ (forall r, (r < m)%nat -> used k d (all_to_newcomer n m d k) r <= released n k)
      /\ ((0 < k)%nat -> exists r, (r < m)%nat /\ used k d (all_to_newcomer n m d k) r = released n k)).
    { induction k as [|k IH]; intros Hk.
      - split; [intros; lia|split; [|intros; lia]]. intros r Hr. unfold used, released. simpl. unfold Rdiv. lra.
      - destruct (IH ltac:(lia)) as [P [F _]].
        set (x := all_to_newcomer n m d k) in *.
        set (room := fun r => (released n (S k) - used k d x r) / d k r).
        assert (E : forall r, used (S k) d (all_to_newcomer n m d (S k)) r = used k d x r + d k r * least m room).
        { intros r. unfold used. cbn [sum]. f_equal.
          - apply sum_ext. intros i Hi. simpl. destruct (Nat.eq_dec i k); [lia|reflexivity].
          - simpl. destruct (Nat.eq_dec k k); [reflexivity|lia]. }
        destruct (least_spec m room Hm) as [L1 [r0 [Hr0 L2]]].
        assert (D : forall r, (r < m)%nat -> 0 < d k r) by (intros r Hr; apply Hp; [lia|exact Hr]).
        assert (Room : forall r, (r < m)%nat -> d k r * room r = released n (S k) - used k d x r).
        { intros r Hr. unfold room. specialize (D r Hr). field. lra. }
        split; [|split].
        + intros i Hi. simpl. destruct (Nat.eq_dec i k) as [->|]; [|apply P; lia].
          fold x. fold room. rewrite L2. specialize (F r0 Hr0). rewrite released_S in Room by exact Hn.
          specialize (Room r0 Hr0). specialize (D r0 Hr0). pose proof (share_pos n Hn).
          destruct (Rle_lt_dec 0 (room r0)) as [|Hneg]; [assumption|]. nra.
        + intros r Hr. rewrite E. specialize (L1 r Hr). specialize (D r Hr). specialize (Room r Hr).
          assert (d k r * least m room <= d k r * room r) by (apply Rmult_le_compat_l; lra). lra.
        + intros _. exists r0. split; [exact Hr0|]. rewrite E, L2, Room by exact Hr0. lra. }
    split; [|split].
    + intros k Hk. destruct (G k Hk) as [A [B _]]. split; assumption.
    + intros i Hi. destruct n as [|n']; [lia|]. cbn [pred]. simpl.
      destruct (Nat.eq_dec i n'); [lia|lra].
    + intros k H0 Hk. destruct (G k Hk) as [_ [_ C]]. apply C; exact H0.
Qed.

(** ** No mechanism with dynamic Pareto optimality does better than 1/m over all numbers of agents

    Idea: the adversary, with q and eps for which its bound is below c.
    Mechanisms: every one with dpo; no cell.  Hypothesis: positive.
    Claims: li2019-nearly-optimal, with Ratio.cr2_one_over_m. *)
Theorem no_mechanism_better : forall m c, (0 < m)%nat -> / INR m < c ->
  exists n, (0 < n)%nat /\ forall f, online (S n) m f -> pareto_mechanism (S n) m f ->
    exists d, normalised (S n) m d /\ positive (S n) m d
      /\ forall h z, f d h -> drf_offline (S n) m (S n) d z -> h (S n) n < c * z n.
Proof.
  intros m c Hm Hc. destruct (adversary_limit m c Hm Hc) as [q [eps [Hq [He Hlt]]]].
  exists (q * m)%nat. split; [nia|]. intros f Hon Hpm.
  destruct (adversary m q eps f Hm Hq He Hon Hpm) as [d [N1 [P1 G]]].
  exists d. split; [exact N1|split; [exact P1|]]. intros h z Hh Hz.
  apply Rle_lt_trans with (1 := G h z Hh Hz).
  assert (0 < z (q * m)%nat).
  { apply Rlt_le_trans with (1 / INR (S (q * m))); [apply share_pos; lia|].
    apply (offline_sharing_incentives (S (q * m)) m (S (q * m)) d z); [lia|exact N1|exact Hz|lia]. }
  apply Rmult_lt_compat_r; assumption.
Qed.

(** ** Dynamic DRF is one of these mechanisms, so its ratio comes as near to 1/m as one likes

    Idea: it has an outcome, is online by uniqueness, and has dpo.  With Ratio.cr2_one_over_m its worst ratio over all
    numbers of agents is exactly 1/m: never below, and below every c above 1/m.
    Mechanisms: ddrf and all that claim its specification.  Hypothesis: positive.
    Claims: li2019-nearly-one-over-m. *)
Theorem ddrf_is_pareto_mechanism : forall n m, (0 < n)%nat ->
  online n m (fun d h => ddrf n m n d h) /\ pareto_mechanism n m (fun d h => ddrf n m n d h).
Proof.
  intros n m Hn. split.
  - intros d d' h h' k Hd _ Hd' _ Hh Hh' Hk Heq i Hi.
    apply (unique n m k d h h' Hn); [| | |lia|exact Hi].
    + intros j Hj. apply Hd; lia.
    + intros j Hj. apply Hh; lia.
    + intros j Hj. destruct (Hh' j ltac:(lia)) as [A [B [C [r [Hr [D [b [Hb [E F]]]]]]]]].
      assert (U : forall y q, used (S j) d y q = used (S j) d' y q).
      { intros y q. unfold used. apply sum_ext. intros u Hu. rewrite Heq by lia. reflexivity. }
      split; [exact A|split; [exact B|split]].
      * intros q Hq. rewrite U. apply C; exact Hq.
      * exists r. split; [exact Hr|]. rewrite U. split; [exact D|]. exists b. rewrite Heq by lia. auto.
  - intros d Hd Hp. split; [apply (history_exists n m n d Hn Hd)|]. intros h Hh. split; [|split].
    + intros k Hk. destruct (feasible n m n d h Hn Hd Hh k Hk) as [A [B _]]. split; assumption.
    + intros i Hi. destruct (feasible n m n d h Hn Hd Hh n (le_n n)) as [_ [_ C]]. apply C; exact Hi.
    + intros k H0 Hk. apply (dynamic_pareto_optimal n m n d h Hn Hd Hh k H0 Hk).
Qed.

Theorem ddrf_worst_ratio : forall m c, (0 < m)%nat -> / INR m < c ->
  exists n d, (0 < n)%nat /\ normalised (S n) m d /\ positive (S n) m d
    /\ forall h z, ddrf (S n) m (S n) d h -> drf_offline (S n) m (S n) d z -> h (S n) n < c * z n.
Proof.
  intros m c Hm Hc. destruct (no_mechanism_better m c Hm Hc) as [n [Hn G]].
  destruct (ddrf_is_pareto_mechanism (S n) m ltac:(lia)) as [Hon Hpm].
  destruct (G _ Hon Hpm) as [d [N1 [P1 L]]]. exists n, d. split; [exact Hn|split; [exact N1|split; [exact P1|exact L]]].
Qed.
