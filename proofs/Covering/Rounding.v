(** Rounding by slots and a matching: no task pays twice what the pruned programme allows it.

    After properties/mechanisms/rounding.md (mukherjee IV, Theorem 5, in the sharper form of the page).  Sizes are 1 and
    demands whole. Resources are numbered in the order of descending cost. *)

From Coq Require Import Reals Lra Lia Arith Psatz Bool.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Matching.
Open Scope R_scope.

(** ** The counting inequality

    Idea: a resource of a later slot costs at most what the slot before it costs on average, since costs fall from slot to
    slot; a resource of the first slot costs at most B by pruning.  The averages add up to at most B, and that of the
    last slot is not used.
    Mechanism: rounding.  Property: rounding-bound.  Hypothesis: none (rounding refuses what is not unit).
    Claims: mukherjee-rounding-iv-b. *)
Theorem counting : forall E D c p e B,
  (0 < D)%nat -> (forall i, (i < E)%nat -> 0 < c i) ->
  (forall t i, (t < D)%nat -> (i < E)%nat -> 0 <= p t i) ->
  (forall t, (t < D)%nat -> sum E (fun i => p t i) = 1) ->
  (forall t i q, (S t < D)%nat -> (i < E)%nat -> (q < E)%nat -> 0 < p t i -> 0 < p (S t) q -> c q <= c i) ->
  sum D (fun t => sum E (fun i => c i * p t i)) <= B ->
  (forall i, (i < E)%nat -> 0 < p 0%nat i -> c i <= B) ->
  (forall t, (t < D)%nat -> (e t < E)%nat /\ 0 < p t (e t)) ->
  sum D (fun t => c (e t)) < 2 * B.
Proof.
  intros E D c p e B HD Hc Hp Hone Hfall Hcost Hpruned He.
  set (mean := fun t => sum E (fun i => c i * p t i)).
  assert (Step : forall t, (S t < D)%nat -> c (e (S t)) <= mean t).
  { intros t Ht. destruct (He (S t) Ht) as [He1 He2].
    rewrite <- (Rmult_1_r (c (e (S t)))), <- (Hone t) by lia. unfold mean. rewrite <- sum_scal. apply sum_le. intros i Hi.
    specialize (Hp t i ltac:(lia) Hi). destruct (Rle_lt_or_eq_dec _ _ Hp) as [P|Z]; [|rewrite <- Z; lra].
    apply Rmult_le_compat_r; [lra|]. apply (Hfall t i (e (S t))); assumption. }
  destruct D as [|D]; [lia|].
  assert (Last : 0 < mean D).
  { destruct (He D ltac:(lia)) as [He1 He2]. unfold mean. apply (sum_pos E _ (e D)); [|exact He1|].
    - intros i Hi. apply Rmult_le_pos; [apply Rlt_le, Hc; exact Hi|apply Hp; [lia|exact Hi]].
    - apply Rmult_lt_0_compat; [apply Hc; exact He1|exact He2]. }
  assert (G : forall k, (k <= D)%nat -> sum (S k) (fun t => c (e t)) <= B + sum k mean).
  { induction k as [|k IH]; intros Hk.
    - simpl. destruct (He 0%nat ltac:(lia)) as [He1 He2]. specialize (Hpruned (e 0%nat) He1 He2). lra.
    - change (sum (S (S k)) (fun t => c (e t))) with (sum (S k) (fun t => c (e t)) + c (e (S k))).
      change (sum (S k) mean) with (sum k mean + mean k).
      specialize (IH ltac:(lia)). specialize (Step k ltac:(lia)). lra. }
  specialize (G D (le_n D)). fold mean in Hcost. change (sum (S D) mean) with (sum D mean + mean D) in Hcost. lra.
Qed.

(** A witness for the counting: one slot, one resource of cost 1. *)
Lemma counting_witness :
  sum 1 (fun _ => 1) <= 1 /\ sum 1 (fun _ : nat => 1) < 2 * 1.
Proof. simpl. lra. Qed.

(** ** Pouring fractions into slots

    [fill t X] is how much of slot [t] is full when [X] has been poured in all. *)
Definition fill (t : nat) (X : R) : R := Rmax 0 (Rmin 1 (X - INR t)).

Lemma fill_mono : forall t X Y, X <= Y -> fill t X <= fill t Y.
Proof. intros t X Y H. unfold fill. apply Rle_max_compat_l. apply Rle_min_compat_l. lra. Qed.

Lemma fill_all : forall k X, 0 <= X -> X <= INR k -> sum k (fun t => fill t X) = X.
Proof.
  intros k X H0 Hk.
  assert (G : forall q, sum q (fun t => fill t X) = Rmin X (INR q)).
  { induction q as [|q IH].
    - simpl. unfold Rmin. destruct (Rle_dec X 0); lra.
    - cbn [sum]. rewrite IH, S_INR. unfold fill, Rmax, Rmin.
      destruct (Rle_dec X (INR q)); destruct (Rle_dec X (INR q + 1)); destruct (Rle_dec 1 (X - INR q));
        repeat (match goal with |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b) end); lra. }
  rewrite G. apply Rmin_left. exact Hk.
Qed.

Lemma fill_full : forall t X, INR t + 1 <= X -> fill t X = 1.
Proof. intros t X H. unfold fill. rewrite Rmin_left by lra. apply Rmax_right. lra. Qed.

Lemma fill_none : forall t X, X <= INR t -> fill t X = 0.
Proof. intros t X H. unfold fill. apply Rmax_left. apply Rle_trans with (X - INR t); [apply Rmin_r|lra]. Qed.

Lemma telescope : forall k g, sum k (fun i => g (S i) - g i) = g k - g 0%nat.
Proof. induction k as [|k IH]; intros g; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma sum_grid : forall n M f, sum (n * M) f = sum n (fun j => sum M (fun t => f (j * M + t)%nat)).
Proof.
  induction n as [|n IH]; intros M f; [reflexivity|].
  rewrite (sum_split (n * M)) by (simpl; lia). rewrite IH. cbn [sum]. f_equal.
  replace (S n * M - n * M)%nat with M by (simpl; lia). reflexivity.
Qed.

Lemma sum_first : forall M k g, (k <= M)%nat -> sum M (fun t => if Nat.ltb t k then g t else 0) = sum k g.
Proof.
  intros M k g H. rewrite (sum_split k M) by exact H.
  rewrite (sum_ext k _ g) by (intros i Hi; destruct (Nat.ltb_spec i k); [reflexivity|lia]).
  rewrite (sum_zero (M - k)); [lra|]. intros i Hi. destruct (Nat.ltb_spec (k + i) k); [lia|reflexivity].
Qed.

Lemma sum_single : forall E (h : nat -> R) q, (q < E)%nat -> sum E (fun i => h i * (if Nat.eqb q i then 1 else 0)) = h q.
Proof.
  intros E h q Hq.
  pose proof (sum_replace E (fun i => h i * (if Nat.eqb q i then 1 else 0)) (fun _ => 0) q Hq) as Q.
  assert (X : sum E (fun i => h i * (if Nat.eqb q i then 1 else 0)) - h q * (if Nat.eqb q q then 1 else 0)
              = sum E (fun _ => 0) - 0).
  { apply Q. intros i _ Hne. destruct (Nat.eqb_spec q i); [congruence|lra]. }
  rewrite Nat.eqb_refl in X. rewrite (sum_zero E (fun _ => 0)) in X by reflexivity. lra.
Qed.

(** The assignment that a matching of slots gives: slot [l] is slot [l mod M] of task [l / M]. *)
Fixpoint taker (n M : nat) (A : nat -> bool) (f : nat -> nat) (k i : nat) : nat :=
  match k with
  | O => n
  | S p => if (A p && Nat.eqb (f p) i)%bool then (p / M)%nat else taker n M A f p i
  end.

Lemma taker_sum : forall n M A f L, (forall l k, (l < L)%nat -> (k < L)%nat -> A l = true -> A k = true -> f l = f k -> l = k) ->
  forall k i j, (k <= L)%nat -> (j < n)%nat ->
  (if Nat.eq_dec (taker n M A f k i) j then 1 else 0)
  = sum k (fun l => if (A l && Nat.eqb (l / M) j)%bool then (if Nat.eqb (f l) i then 1 else 0) else 0).
Proof.
  intros n M A f L Inj. induction k as [|k IH]; intros i j Hk Hj; simpl.
  - destruct (Nat.eq_dec n j); [lia|reflexivity].
  - destruct (A k && Nat.eqb (f k) i)%bool eqn:E1.
    + apply andb_true_iff in E1. destruct E1 as [Ak Fk]. rewrite Ak, Fk. apply Nat.eqb_eq in Fk.
      rewrite (sum_zero k).
      * simpl. destruct (Nat.eqb_spec (k / M) j); destruct (Nat.eq_dec (k / M) j); try contradiction; lra.
      * intros l Hl. destruct (A l) eqn:Al; [|reflexivity]. simpl. destruct (Nat.eqb (l / M) j); [|reflexivity].
        destruct (Nat.eqb_spec (f l) i); [|reflexivity]. exfalso.
        assert (l = k) by (apply Inj; try assumption; lia). lia.
    + rewrite <- (IH i j ltac:(lia) Hj).
      destruct (A k); simpl in *; [|lra]. rewrite E1. destruct (Nat.eqb (k / M) j); lra.
Qed.

(** ** From fractions to an assignment in which nobody pays twice its allowance

    Idea: lower the fractions of a task in proportion until they add up to its demand, pour them into slots in the order
    of descending cost, and take a whole matching of slots (Matching.fractional_matching).  A later slot holds only
    resources that come later, so the counting inequality applies to every task.
    Mechanisms: rounding (its specification can be met), optimum (by the theorem after it).  Property: rounding-bound.
    Hypothesis: unit.  Claims: mukherjee-theorem-5, mukherjee-theorem-5-strict. *)
Theorem rounding : forall E n c (Dn : nat -> nat) I rho x,
  (forall i, (i < E)%nat -> 0 < c i) -> (forall i q, (i <= q)%nat -> (q < E)%nat -> c q <= c i) ->
  (forall j, (j < n)%nat -> (0 < Dn j)%nat) ->
  pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I rho x ->
  exists a, covers E n (fun _ => 1) (fun j => INR (Dn j)) a
    /\ forall j, (j < n)%nat -> pays E c a j < 2 * (rho * I j).
Proof.
  intros E n c Dn I rho x Hc Hsort HD [[X0 [X1 [XD XC]]] XP].
  (* a common bound on demands *)
  assert (HM : exists M, (0 < M)%nat /\ forall j, (j < n)%nat -> (Dn j <= M)%nat).
  { clear. induction n as [|p IH]; [exists 1%nat; split; [lia|intros; lia]|].
    destruct IH as [M [M0 HM]]. exists (Nat.max M (Dn p)). split; [lia|].
    intros j Hj. destruct (Nat.eq_dec j p) as [->|]; [lia|]. specialize (HM j ltac:(lia)). lia. }
  destruct HM as [M [M0 HM]].
  set (T := fun j => sum E (fun i => x i j)).
  assert (HT : forall j, (j < n)%nat -> INR (Dn j) <= T j).
  { intros j Hj. apply Rle_trans with (1 := XD j Hj). right. apply sum_ext. intros; ring. }
  assert (Dpos : forall j, (j < n)%nat -> 0 < INR (Dn j)) by (intros j Hj; apply lt_0_INR, HD; exact Hj).
  set (y := fun j i => x i j * (INR (Dn j) / T j)).
  assert (Y : forall j i, (j < n)%nat -> (i < E)%nat -> 0 <= y j i <= x i j).
  { intros j i Hj Hi. specialize (HT j Hj). specialize (Dpos j Hj). specialize (X0 i j Hi Hj). unfold y.
    assert (Tp : 0 < T j) by lra.
    assert (Q0 : 0 <= INR (Dn j) / T j) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; exact Tp]).
    assert (Q1 : INR (Dn j) / T j <= 1).
    { apply (Rmult_le_reg_r (T j)); [exact Tp|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    split; [apply Rmult_le_pos; assumption|].
    rewrite <- (Rmult_1_r (x i j)) at 2. apply Rmult_le_compat_l; assumption. }
  set (X := fun j i => sum i (fun q => y j q)).
  assert (XE : forall j, (j < n)%nat -> X j E = INR (Dn j)).
  { intros j Hj. unfold X, y. rewrite sum_scal_r. fold (T j). specialize (HT j Hj). specialize (Dpos j Hj). field. lra. }
  assert (Xmono : forall j i q, (j < n)%nat -> (i <= q)%nat -> (q <= E)%nat -> X j i <= X j q).
  { intros j i q Hj Hiq. induction Hiq as [|q Hiq IH]; intros Hq; [lra|].
    apply Rle_trans with (X j q); [apply IH; lia|]. unfold X. simpl. specialize (Y j q Hj ltac:(lia)). lra. }
  set (p := fun j t i => fill t (X j (S i)) - fill t (X j i)).
  assert (P0 : forall j t i, (j < n)%nat -> (i < E)%nat -> 0 <= p j t i).
  { intros j t i Hj Hi. unfold p. assert (fill t (X j i) <= fill t (X j (S i))); [|lra].
    apply fill_mono. apply Xmono; [exact Hj|lia|lia]. }
  assert (Prow : forall j t, (j < n)%nat -> (t < Dn j)%nat -> sum E (fun i => p j t i) = 1).
  { intros j t Hj Ht. unfold p. rewrite (telescope E (fun i => fill t (X j i))), XE by exact Hj.
    rewrite fill_full, fill_none; [lra| |].
    - unfold X. simpl. apply pos_INR.
    - rewrite <- S_INR. apply le_INR. lia. }
  assert (Pcol : forall j i, (j < n)%nat -> (i < E)%nat -> sum (Dn j) (fun t => p j t i) = y j i).
  { intros j i Hj Hi. unfold p. rewrite sum_minus, !fill_all.
    - unfold X. simpl. lra.
    - change 0 with (X j 0%nat). apply Xmono; [exact Hj|lia|lia].
    - rewrite <- XE by exact Hj. apply Xmono; [exact Hj|lia|lia].
    - change 0 with (X j 0%nat). apply Xmono; [exact Hj|lia|lia].
    - rewrite <- XE by exact Hj. apply Xmono; [exact Hj|lia|lia]. }
  set (A := fun l : nat => Nat.ltb (l mod M)%nat (Dn (l / M)%nat)).
  set (W := fun l i : nat => p (l / M)%nat (l mod M)%nat i).
  assert (Slot : forall l, (l < n * M)%nat -> (l / M < n)%nat) by (intros l Hl; apply Nat.div_lt_upper_bound; lia).
  assert (Grid : forall j t, (t < M)%nat -> ((j * M + t) / M = j /\ (j * M + t) mod M = t)%nat).
  { intros j t Ht. split; symmetry; [apply (Nat.div_unique _ M j t)|apply (Nat.mod_unique _ M j t)]; lia. }
  destruct (fractional_matching (n * M) E A W) as [f [F Inj]].
  - intros l i Hl Hi. apply P0; [apply Slot; exact Hl|exact Hi].
  - intros l Hl Al. unfold A in Al. apply Nat.ltb_lt in Al. apply Prow; [apply Slot; exact Hl|exact Al].
  - intros i Hi. rewrite sum_grid. apply Rle_trans with (2 := X1 i Hi). apply sum_le. intros j Hj.
    apply Rle_trans with (y j i); [|apply Y; assumption]. right. rewrite <- (Pcol j i Hj Hi).
    rewrite <- (sum_first M (Dn j) (fun t => p j t i)) by (apply HM; exact Hj).
    apply sum_ext. intros t Ht. unfold A, W. destruct (Grid j t Ht) as [-> ->]. reflexivity.
  - set (a := fun i => taker n M A f (n * M) i). exists a.
    assert (Count : forall h j, (j < n)%nat ->
        sum E (fun i => h i * given a i j) = sum (Dn j) (fun t => h (f (j * M + t)%nat))).
    { intros h j Hj.
      rewrite (sum_ext E _ (fun i => sum (n * M) (fun l => h i * (if (A l && Nat.eqb (l / M) j)%bool then (if Nat.eqb (f l) i then 1 else 0) else 0)))).
      2:{ intros i Hi. rewrite sum_scal. f_equal. unfold given, a. apply (taker_sum n M A f (n * M) Inj); [lia|exact Hj]. }
      rewrite sum_swap.
      rewrite (sum_ext (n * M) _ (fun l => if (A l && Nat.eqb (l / M) j)%bool then h (f l) else 0)).
      2:{ intros l Hl. destruct (A l && Nat.eqb (l / M) j)%bool eqn:E1; [|apply sum_zero; intros; ring].
          apply andb_true_iff in E1. destruct E1 as [Al _]. apply sum_single. apply F; assumption. }
      rewrite sum_grid.
      pose proof (sum_replace n (fun q => sum M (fun t => if (A (q * M + t)%nat && Nat.eqb ((q * M + t) / M) j)%bool then h (f (q * M + t)%nat) else 0))
                    (fun _ => 0) j Hj) as Q.
      assert (Q' : sum n (fun q => sum M (fun t => if (A (q * M + t)%nat && Nat.eqb ((q * M + t) / M) j)%bool then h (f (q * M + t)%nat) else 0))
                   - sum M (fun t => if (A (j * M + t)%nat && Nat.eqb ((j * M + t) / M) j)%bool then h (f (j * M + t)%nat) else 0)
                   = sum n (fun _ => 0) - 0).
      { apply Q. intros q Hq Hne. apply sum_zero. intros t Ht. destruct (Grid q t Ht) as [-> _].
        destruct (Nat.eqb_spec q j); [contradiction|]. rewrite andb_false_r. reflexivity. }
      rewrite (sum_zero n (fun _ => 0)) in Q' by reflexivity.
      assert (Q2 : sum M (fun t => if (A (j * M + t)%nat && Nat.eqb ((j * M + t) / M) j)%bool then h (f (j * M + t)%nat) else 0)
                   = sum (Dn j) (fun t => h (f (j * M + t)%nat))).
      { rewrite <- (sum_first M (Dn j) (fun t => h (f (j * M + t)%nat))) by (apply HM; exact Hj).
        apply sum_ext. intros t Ht. unfold A. destruct (Grid j t Ht) as [-> ->]. rewrite Nat.eqb_refl, andb_true_r. reflexivity. }
      lra. }
    split.
    + intros j Hj. rewrite (Count (fun _ => 1) j Hj), sum_const. lra.
    + intros j Hj. unfold pays. rewrite (Count c j Hj).
      apply (counting E (Dn j) c (p j) (fun t => f (j * M + t)%nat) (rho * I j)).
      * apply HD; exact Hj.
      * exact Hc.
      * intros t i _ Hi. apply P0; assumption.
      * intros t Ht. apply Prow; assumption.
      * intros t i q Ht Hi Hq H1 H2. apply Hsort; [|exact Hq].
        destruct (le_lt_dec i q) as [|Hlt]; [assumption|exfalso].
        (* i after q would have nothing in slot t *)
        assert (B1 : INR (S t) < X j (S q)).
        { destruct (Rlt_dec (INR (S t)) (X j (S q))) as [|H]; [assumption|exfalso].
          unfold p in H2. rewrite (fill_none (S t) (X j (S q))) in H2 by lra.
          rewrite (fill_none (S t) (X j q)) in H2; [lra|].
          apply Rle_trans with (X j (S q)); [apply Xmono; [exact Hj|lia|lia]|lra]. }
        assert (B2 : X j (S q) <= X j i) by (apply Xmono; [exact Hj|lia|lia]).
        assert (B3 : X j i <= X j (S i)) by (apply Xmono; [exact Hj|lia|lia]).
        rewrite S_INR in B1. unfold p in H1. rewrite !fill_full in H1 by lra. lra.
      * apply Rle_trans with (2 := XC j Hj). rewrite sum_swap. apply sum_le. intros i Hi.
        rewrite sum_scal, Pcol by assumption. apply Rmult_le_compat_l; [apply Rlt_le, Hc; exact Hi|apply Y; assumption].
      * intros i Hi H. destruct (Rle_lt_dec (c i) (rho * I j)) as [|Hlt]; [assumption|exfalso].
        assert (Z : y j i = 0) by (unfold y; rewrite (XP i j Hi Hj Hlt); ring).
        assert (Z2 : X j (S i) = X j i) by (unfold X; cbn [sum]; rewrite Z; ring).
        unfold p in H. rewrite Z2 in H. lra.
      * intros t Ht. assert (Tm : (t < M)%nat) by (specialize (HM j Hj); lia).
        destruct (Grid j t Tm) as [G1 G2].
        assert (Al : A (j * M + t)%nat = true) by (unfold A; rewrite G1, G2; apply Nat.ltb_lt; exact Ht).
        destruct (F (j * M + t)%nat ltac:(nia) Al) as [F1 F2]. split; [exact F1|].
        unfold W in F2. rewrite G1, G2 in F2. exact F2.
Qed.

(** ** The gap of the pruned programme is below 2 for unit sizes and whole demands

    Idea: the rounded assignment is one of those over which the optimum is taken.
    Mechanisms: lp-pruned against optimum; optimum.  Property: rounding-bound of optimum.  Hypothesis: unit.
    Claims: mukherjee-theorem-5, mukherjee-theorem-5-strict; mukherjee-theorem-7-at-least-two holds in the limit only. *)
Theorem gap_below_two : forall E n c (Dn : nat -> nat) I rho, (0 < n)%nat ->
  (forall i, (i < E)%nat -> 0 < c i) -> (forall i q, (i <= q)%nat -> (q < E)%nat -> c q <= c i) ->
  (forall j, (j < n)%nat -> (0 < Dn j)%nat) -> (forall j, (j < n)%nat -> 0 < I j) ->
  value (pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I) rho ->
  exists a ratio, covers E n (fun _ => 1) (fun j => INR (Dn j)) a /\ ratio_at_most E n c I a ratio /\ ratio < 2 * rho.
Proof.
  intros E n c Dn I rho Hn Hc Hsort HD HI [[x Hx] _].
  destruct (rounding E n c Dn I rho x Hc Hsort HD Hx) as [a [Hcov Hpay]].
  destruct (least_index n (fun _ => True) (fun j => - (pays E c a j / I j))) as [q [Hq [_ Hmax]]].
  { intros; left; trivial. } { exists 0%nat; split; [exact Hn|trivial]. }
  exists a, (pays E c a q / I q). split; [exact Hcov|split].
  - intros j Hj. specialize (Hmax j Hj Logic.I). specialize (HI j Hj) as Hp.
    assert (H : pays E c a j / I j <= pays E c a q / I q) by lra.
    apply (Rmult_le_compat_r (I j)) in H; [|lra]. unfold Rdiv in H at 1. rewrite Rmult_assoc, Rinv_l in H by lra. lra.
  - specialize (Hpay q Hq). specialize (HI q Hq). apply (Rmult_lt_reg_r (I q)); [exact HI|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Theorem optimum_rounding_bound : forall E n c (Dn : nat -> nat) I rho a,
  (forall i, (i < E)%nat -> 0 < c i) -> (forall i q, (i <= q)%nat -> (q < E)%nat -> c q <= c i) ->
  (forall j, (j < n)%nat -> (0 < Dn j)%nat) ->
  value (pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I) rho ->
  (forall b r, covers E n (fun _ => 1) (fun j => INR (Dn j)) b -> ratio_at_most E n c I b r -> ratio_at_most E n c I a r) ->
  forall j, (j < n)%nat -> pays E c a j <= 2 * rho * I j.
Proof.
  intros E n c Dn I rho a Hc Hsort HD [[x Hx] _] Hopt j Hj.
  destruct (rounding E n c Dn I rho x Hc Hsort HD Hx) as [b [Hcov Hpay]].
  apply (Hopt b (2 * rho) Hcov); [|exact Hj]. intros q Hq. specialize (Hpay q Hq). lra.
Qed.

(** A witness: one resource, one task. *)
Lemma rounding_witness : value (pruned 1 1 (fun _ => 1) (fun _ => 1) (fun _ => INR 1) (fun _ => 1)) 1.
Proof. destruct programme_witness as [_ [_ [_ H]]]. exact H. Qed.
