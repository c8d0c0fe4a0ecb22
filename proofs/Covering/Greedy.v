(** Greedy for equal tasks: rounds, the spread of payments, and the bound that replaces Theorem 13.

    After properties/mechanisms/greedy.md and properties/covering/greedy-bound.md (mukherjee VI).  Sizes are 1, the [n]
    tasks have demand [D], resources are numbered in ascending order of cost.  [g q] is the task that gets resource [q];
    ties may be settled in any way. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition.
Open Scope R_scope.

(** What greedy asks of a task: what it still needs, and lambda times what it has paid, over its demand. *)
Definition claim (D : nat) (c : nat -> R) (lam : R) (g : nat -> nat) (q j : nat) : R :=
  (INR D - INR (count q g j) + lam * pays q c g j) / INR D.

(** The rule: resource [q] goes to a task with the largest claim, among those that need something. *)
Definition greedy_run (n D E : nat) (c : nat -> R) (g : nat -> nat) : Prop :=
  forall q, (q < D * n)%nat -> (g q < n)%nat /\ (count q g (g q) < D)%nat
    /\ forall j, (j < n)%nat -> (count q g j < D)%nat -> claim D c (/ sum E c) g q j <= claim D c (/ sum E c) g q (g q).

Section Run.

Variables (n D E : nat) (c : nat -> R) (g : nat -> nat).
Hypothesis Hn : (0 < n)%nat.
Hypothesis HE : (D * n <= E)%nat.
Hypothesis Hc : forall q, (q < E)%nat -> 0 < c q.
Hypothesis Hg : greedy_run n D E c g.
Set Default Proof Using "All".

Lemma count_step : forall q j, count (S q) g j = (count q g j + (if Nat.eq_dec (g q) j then 1 else 0))%nat.
Proof. reflexivity. Qed.

Lemma count_mono : forall p q j, (p <= q)%nat -> (count p g j <= count q g j)%nat.
Proof. intros p q j H. induction H; [lia|]. rewrite count_step. lia. Qed.

Lemma pays_step : forall q j, pays (S q) c g j = pays q c g j + (if Nat.eq_dec (g q) j then c q else 0).
Proof. intros q j. unfold pays. cbn [sum]. unfold given at 2. destruct (Nat.eq_dec (g q) j); lra. Qed.

(** As long as the number does not change, nor does the payment. *)
Lemma pays_same : forall p q j, (p <= q)%nat -> count p g j = count q g j -> pays q c g j = pays p c g j.
Proof.
  intros p q j H. induction H as [|q H IH]; intros Heq; [reflexivity|].
  pose proof (count_mono p q j H). rewrite count_step in Heq.
  destruct (Nat.eq_dec (g q) j) as [E1|E1] eqn:X; [lia|].
  rewrite pays_step, X, IH by lia. lra.
Qed.

(** The payments of a task, times lambda, stay below 1. *)
Lemma tie_breaker : forall q j, (q < E)%nat -> 0 <= / sum E c * pays q c g j < 1.
Proof.
  intros q j Hq.
  assert (T : 0 < sum E c).
  { apply (sum_pos E c q); [intros; apply Rlt_le, Hc; assumption|exact Hq|apply Hc; exact Hq]. }
  assert (P0 : 0 <= pays q c g j).
  { apply sum_nonneg. intros i Hi. apply Rmult_le_pos; [apply Rlt_le, Hc; lia|apply given_nonneg]. }
  assert (P1 : pays q c g j < sum E c).
  { apply Rle_lt_trans with (sum q c).
    - unfold pays. apply sum_le. intros i Hi. specialize (Hc i ltac:(lia)). unfold given. destruct (Nat.eq_dec (g i) j); lra.
    - rewrite (sum_split q E c) by lia.
      assert (0 < sum (E - q) (fun i => c (q + i)%nat)); [|lra].
      apply (sum_pos (E - q) _ 0%nat); [intros i Hi; apply Rlt_le, Hc; lia|lia|apply Hc; lia]. }
  assert (I : 0 < / sum E c) by (apply Rinv_0_lt_compat; exact T).
  split; [apply Rmult_le_pos; lra|].
  apply (Rmult_lt_compat_l (/ sum E c)) in P1; [|exact I]. rewrite Rinv_l in P1 by lra. exact P1.
Qed.

Lemma count_total : forall q, (q <= D * n)%nat -> sum n (fun j => INR (count q g j)) = INR q.
Proof.
  intros q Hq. rewrite (sum_ext n _ (fun j => has q g j)) by (intros; symmetry; apply has_count).
  unfold has. rewrite <- (Rmult_1_r (INR q)), <- sum_const, <- sum_swap. apply sum_ext. intros i Hi.
  rewrite row_total. destruct (lt_dec (g i) n); [reflexivity|]. exfalso. destruct (Hg i ltac:(lia)). contradiction.
Qed.

(** ** Lemma 10: in each block of n steps every task gets one resource

    Idea: at step i n + t everybody has i or i + 1.  Not all have i + 1, and one with i has the larger claim, since lambda
    times a payment is below 1.  So one with i is served.
    Mechanisms: greedy, greedy-last (any tie rule).  Property: none.  Hypothesis: unit, equal demands.
    Claims: mukherjee-lemma-10. *)
Lemma block : forall i, (i < D)%nat -> (forall j, (j < n)%nat -> count (i * n) g j = i) ->
  forall t, (t <= n)%nat -> (forall j, (j < n)%nat -> (i <= count (i * n + t) g j <= S i)%nat)
    /\ ((t < n)%nat -> count (i * n + t) g (g (i * n + t)%nat) = i).
Proof.
  intros i Hi H0. induction t as [|t IH]; intros Ht.
  - rewrite Nat.add_0_r. split; [intros j Hj; rewrite H0 by exact Hj; lia|].
    intros _. apply H0. destruct (Hg (i * n)%nat) as [A _]; [nia|exact A].
  - destruct (IH ltac:(lia)) as [B C]. specialize (C ltac:(lia)).
    assert (B' : forall j, (j < n)%nat -> (i <= count (i * n + S t) g j <= S i)%nat).
    { intros j Hj. rewrite Nat.add_succ_r, count_step. specialize (B j Hj).
      destruct (Nat.eq_dec (g (i * n + t)%nat) j) as [E1|]; [rewrite <- E1 in *; lia|lia]. }
    split; [exact B'|]. intros Hlt. set (q := (i * n + S t)%nat) in *.
    assert (Hq : (q < D * n)%nat) by (unfold q; nia).
    destruct (Hg q Hq) as [G1 [G2 G3]].
    destruct (Nat.eq_dec (count q g (g q)) i) as [|Hne]; [assumption|exfalso].
    assert (E1 : count q g (g q) = S i) by (specialize (B' (g q) G1); lia).
    (* somebody has i only *)
    assert (W : exists j, (j < n)%nat /\ count q g j = i).
    { destruct (sum_average n (fun j => - INR (count q g j)) (- (INR q / INR n)) Hn) as [j [Hj Q]].
      - rewrite (sum_ext n _ (fun j => -1 * INR (count q g j))) by (intros; ring). rewrite sum_scal, count_total by lia.
        right. field. apply not_0_INR; lia.
      - exists j. split; [exact Hj|]. cbv beta in Q. specialize (B' j Hj).
        assert (L : INR (count q g j) <= INR q / INR n) by lra.
        assert (Np : 0 < INR n) by (apply lt_0_INR; exact Hn).
        assert (L2 : INR (count q g j) * INR n <= INR q).
        { apply (Rmult_le_compat_r (INR n)) in L; [|lra]. unfold Rdiv in L. rewrite Rmult_assoc, Rinv_l in L by lra. lra. }
        rewrite <- mult_INR in L2. apply INR_le in L2.
        destruct (Nat.eq_dec (count q g j) (S i)) as [X|]; [|lia]. rewrite X in L2. unfold q in L2. simpl in L2. lia. }
    destruct W as [j [Hj Ej]].
    specialize (G3 j Hj ltac:(lia)). unfold claim in G3. rewrite Ej, E1, S_INR in G3.
    assert (Dp : 0 < INR D) by (apply lt_0_INR; lia).
    apply (Rmult_le_compat_r (INR D)) in G3; [|lra].
    unfold Rdiv in G3. rewrite !Rmult_assoc, Rinv_l in G3 by lra.
    destruct (tie_breaker q j ltac:(lia)) as [T1 _]. destruct (tie_breaker q (g q) ltac:(lia)) as [_ T2]. lra.
Qed.

Theorem lemma_10 : forall i, (i <= D)%nat -> forall j, (j < n)%nat -> count (i * n) g j = i.
Proof.
  induction i as [|i IH]; intros Hi j Hj; [reflexivity|].
  assert (H0 : forall j, (j < n)%nat -> count (i * n) g j = i) by (intros; apply IH; [lia|assumption]).
  destruct (block i ltac:(lia) H0 n (le_n n)) as [B _].
  replace (S i * n)%nat with (i * n + n)%nat by (simpl; lia).
  apply INR_eq.
  apply (sum_eq_terms n (fun j => INR (count (i * n + n) g j)) (fun _ => INR (S i))); [|..|exact Hj].
  - intros q Hq. apply le_INR, B; exact Hq.
  - rewrite count_total, sum_const, <- mult_INR by nia. f_equal. lia.
Qed.

(** ** Observation 11: within a block, those who have paid most come first, and pay what stands next

    Idea: at equal numbers the larger claim is the larger payment.
    Mechanisms: greedy, greedy-last.  Property: none.  Hypothesis: unit, equal demands.  Claims: mukherjee-observation-11. *)
Theorem observation_11 : forall i, (i < D)%nat ->
  (forall t u, (t < n)%nat -> (u < n)%nat -> g (i * n + t)%nat = g (i * n + u)%nat -> t = u)
  /\ (forall t, (S t < n)%nat -> pays (i * n) c g (g (i * n + S t)%nat) <= pays (i * n) c g (g (i * n + t)%nat))
  /\ (forall t, (t < n)%nat -> pays (S i * n) c g (g (i * n + t)%nat) = pays (i * n) c g (g (i * n + t)%nat) + c (i * n + t)%nat).
Proof.
  intros i Hi.
  assert (H0 : forall j, (j < n)%nat -> count (i * n) g j = i) by (intros; apply lemma_10; [lia|assumption]).
  assert (Blk := block i Hi H0).
  assert (Gn : forall t, (t < n)%nat -> (g (i * n + t)%nat < n)%nat) by (intros t Ht; apply Hg; nia).
  assert (Pick : forall t, (t < n)%nat -> count (i * n + t) g (g (i * n + t)%nat) = i) by (intros t Ht; apply Blk; lia).
  assert (After : forall t u, (t < u)%nat -> (u <= n)%nat -> count (i * n + u) g (g (i * n + t)%nat) = S i).
  { intros t u Htu Hu.
    assert (A : (S i <= count (i * n + u) g (g (i * n + t)%nat))%nat).
    { apply Nat.le_trans with (count (S (i * n + t)) g (g (i * n + t)%nat)); [|apply count_mono; lia].
      rewrite count_step, Pick by lia. destruct (Nat.eq_dec (g (i * n + t)%nat) (g (i * n + t)%nat)); [lia|contradiction]. }
    destruct (Blk u Hu) as [B _]. specialize (B (g (i * n + t)%nat) (Gn t ltac:(lia))). lia. }
  assert (Before : forall t, (t < n)%nat -> pays (i * n + t) c g (g (i * n + t)%nat) = pays (i * n) c g (g (i * n + t)%nat)).
  { intros t Ht. apply pays_same; [lia|]. rewrite Pick by exact Ht. apply H0. apply Gn; exact Ht. }
  split; [|split].
  - intros t u Ht Hu Heq. destruct (lt_eq_lt_dec t u) as [[H|H]|H]; [exfalso|exact H|exfalso].
    + specialize (After t u H ltac:(lia)). rewrite Heq, Pick in After by exact Hu. lia.
    + specialize (After u t H ltac:(lia)). rewrite <- Heq, Pick in After by exact Ht. lia.
  - intros t Ht. set (j := g (i * n + S t)%nat).
    assert (Hj : (j < n)%nat) by (apply Gn; lia).
    assert (Cj : count (i * n + t) g j = i).
    { destruct (Blk t ltac:(lia)) as [B _]. specialize (B j Hj).
      assert (count (i * n + t) g j <= count (i * n + S t) g j)%nat by (apply count_mono; lia).
      unfold j in H at 2. rewrite Pick in H by lia. lia. }
    destruct (Hg (i * n + t)%nat ltac:(nia)) as [_ [_ G3]]. specialize (G3 j Hj ltac:(lia)).
    unfold claim in G3. rewrite Cj, (Pick t) in G3 by lia.
    assert (Dp : 0 < INR D) by (apply lt_0_INR; lia).
    apply (Rmult_le_compat_r (INR D)) in G3; [|lra].
    unfold Rdiv in G3. rewrite !Rmult_assoc, Rinv_l in G3 by lra.
    assert (T : 0 < / sum E c).
    { apply Rinv_0_lt_compat. apply (sum_pos E c 0%nat); [intros; apply Rlt_le, Hc; assumption|nia|apply Hc; nia]. }
    assert (L : pays (i * n + t) c g j <= pays (i * n + t) c g (g (i * n + t)%nat)).
    { apply (Rmult_le_reg_l (/ sum E c)); [exact T|]. lra. }
    rewrite (Before t) in L by lia. rewrite (pays_same (i * n) (i * n + t) j) in L; [exact L|lia|].
    rewrite Cj. apply H0; exact Hj.
  - intros t Ht. set (j := g (i * n + t)%nat).
    replace (S i * n)%nat with (i * n + n)%nat by (simpl; lia).
    rewrite (pays_same (S (i * n + t)) (i * n + n) j); [|lia|].
    + rewrite pays_step. unfold j. rewrite (Before t Ht).
      destruct (Nat.eq_dec (g (i * n + t)%nat) (g (i * n + t)%nat)) as [_|X]; [reflexivity|exfalso; apply X; reflexivity].
    + unfold j. rewrite (After t n) by lia. rewrite count_step, Pick by exact Ht.
      destruct (Nat.eq_dec (g (i * n + t)%nat) (g (i * n + t)%nat)); [lia|contradiction].
Qed.

(** ** The spread of payments

    Idea: if there is no gap larger than eps between the payments before a block, payments of neighbours in the order of
    service differ by at most eps afterwards, in one direction or the other, so that there is no larger gap then.
    Mechanisms: greedy, greedy-last.  Hypothesis: unit, equal demands.  Claims: mukherjee-lemma-12-spread (sharper). *)
Variable eps : R.
Hypothesis Heps : 0 <= eps.
Hypothesis Hsort : forall q, (S q < E)%nat -> c q <= c (S q) <= c q + eps.

Definition no_gap (v : nat -> R) : Prop := forall th, (exists a, (a < n)%nat /\ v a <= th) -> (exists b, (b < n)%nat /\ th < v b) ->
  exists p q, (p < n)%nat /\ (q < n)%nat /\ v p <= th /\ th < v q /\ v q - v p <= eps.

(** Along a chain with small steps that reaches everybody there is no gap. *)
Lemma crossing : forall (u : nat -> R) th, (forall t, (S t < n)%nat -> Rabs (u (S t) - u t) <= eps) ->
  forall a b, (a < n)%nat -> (b < n)%nat -> u a <= th -> th < u b ->
  exists p q, (p < n)%nat /\ (q < n)%nat /\ u p <= th /\ th < u q /\ u q - u p <= eps.
Proof.
  intros u th Hstep a b Ha Hb Hua Hub.
  assert (Up : forall k a, (a + k < n)%nat -> u a <= th -> th < u (a + k)%nat ->
            exists p q, (p < n)%nat /\ (q < n)%nat /\ u p <= th /\ th < u q /\ u q - u p <= eps).
  { induction k as [|k IH]; intros a0 Hk H1 H2; [rewrite Nat.add_0_r in H2; lra|].
    destruct (Rle_lt_dec (u (a0 + k)%nat) th) as [H|H].
    - exists (a0 + k)%nat, (a0 + S k)%nat. rewrite Nat.add_succ_r in *. specialize (Hstep (a0 + k)%nat ltac:(lia)).
      pose proof (Rle_abs (u (S (a0 + k)%nat) - u (a0 + k)%nat)). repeat split; try lia; try assumption. lra.
    - apply (IH a0); [lia|exact H1|exact H]. }
  assert (Down : forall k b, (b + k < n)%nat -> th < u b -> u (b + k)%nat <= th ->
            exists p q, (p < n)%nat /\ (q < n)%nat /\ u p <= th /\ th < u q /\ u q - u p <= eps).
  { induction k as [|k IH]; intros b0 Hk H1 H2; [rewrite Nat.add_0_r in H2; lra|].
    destruct (Rle_lt_dec (u (b0 + k)%nat) th) as [H|H].
    - apply (IH b0); [lia|exact H1|exact H].
    - exists (b0 + S k)%nat, (b0 + k)%nat. rewrite Nat.add_succ_r in *. specialize (Hstep (b0 + k)%nat ltac:(lia)).
      rewrite Rabs_minus_sym in Hstep.
      pose proof (Rle_abs (u (b0 + k)%nat - u (S (b0 + k)%nat))). repeat split; try lia; try assumption. lra. }
  destruct (le_lt_dec a b) as [H|H].
  - apply (Up (b - a)%nat a); replace (a + (b - a))%nat with b by lia; assumption.
  - apply (Down (a - b)%nat b); replace (b + (a - b))%nat with a by lia; assumption.
Qed.

(** An injective map of the first n numbers into themselves reaches each, and sums may be taken along it. *)
Lemma sum_permuted : forall (s : nat -> nat) (f : nat -> R),
  (forall t, (t < n)%nat -> (s t < n)%nat) -> (forall t u, (t < n)%nat -> (u < n)%nat -> s t = s u -> t = u) ->
  sum n (fun t => f (s t)) = sum n f /\ forall j, (j < n)%nat -> exists t, (t < n)%nat /\ s t = j.
Proof.
  intros s f Hin Hinj.
  set (ind := fun t j => given s t j).
  assert (Col : forall k j, (k <= n)%nat -> sum k (fun t => ind t j) <= 1).
  { induction k as [|k IH]; intros j Hk; simpl; [lra|]. unfold ind at 2. unfold given.
    destruct (Nat.eq_dec (s k) j) as [E1|]; [|specialize (IH j ltac:(lia)); lra].
    rewrite (sum_zero k); [lra|]. intros t Ht. unfold ind, given. destruct (Nat.eq_dec (s t) j) as [E2|]; [|reflexivity].
    exfalso. assert (t = k) by (apply Hinj; [lia|lia|congruence]). lia. }
  assert (All : forall j, (j < n)%nat -> sum n (fun t => ind t j) = 1).
  { intros j Hj. apply (sum_eq_terms n (fun j => sum n (fun t => ind t j)) (fun _ => 1)); [intros; apply Col; lia| |exact Hj].
    rewrite <- sum_swap, sum_const. rewrite <- sum_const. apply sum_ext. intros t Ht. unfold ind. rewrite row_total.
    destruct (lt_dec (s t) n); [reflexivity|]. exfalso. specialize (Hin t Ht). contradiction. }
  split.
  - rewrite (sum_ext n f (fun j => sum n (fun t => f j * ind t j))).
    2:{ intros j Hj. rewrite sum_scal, All by exact Hj. ring. }
    rewrite sum_swap. apply sum_ext. intros t Ht.
    pose proof (sum_replace n (fun j => f j * ind t j) (fun _ => 0) (s t) (Hin t Ht)) as Q.
    assert (X : sum n (fun j => f j * ind t j) - f (s t) * ind t (s t) = sum n (fun _ => 0) - 0).
    { apply Q. intros i _ Hne. unfold ind, given. destruct (Nat.eq_dec (s t) i); [congruence|ring]. }
    rewrite (sum_zero n (fun _ => 0)) in X by reflexivity. unfold ind at 2 in X. unfold given in X.
    destruct (Nat.eq_dec (s t) (s t)); [lra|contradiction].
  - intros j Hj. destruct (sum_average n (fun t => ind t j) (1 / INR n) Hn) as [t [Ht Q]].
    + rewrite All by exact Hj. right. field. apply not_0_INR; lia.
    + exists t. split; [exact Ht|]. cbn in Q. unfold ind, given in Q. destruct (Nat.eq_dec (s t) j); [assumption|exfalso].
      assert (0 < 1 / INR n) by (apply Rdiv_lt_0_compat; [lra|apply lt_0_INR; exact Hn]). lra.
Qed.

(** After a block, neighbours in its order of service differ by at most eps. *)
Lemma chain : forall i, (i < D)%nat -> no_gap (pays (i * n) c g) ->
  forall t, (S t < n)%nat ->
  Rabs (pays (S i * n) c g (g (i * n + S t)%nat) - pays (S i * n) c g (g (i * n + t)%nat)) <= eps.
Proof.
  intros i Hi Hgap t Ht. destruct (observation_11 i Hi) as [Inj [Desc Next]].
  rewrite !Next by lia. set (v := pays (i * n) c g) in *.
  assert (Hq : (S (i * n + t) < E)%nat) by nia.
  destruct (Hsort (i * n + t)%nat Hq) as [C1 C2]. rewrite Nat.add_succ_r in *.
  assert (Dt := Desc t Ht). rewrite Nat.add_succ_r in Dt.
  set (hi := v (g (i * n + t)%nat)) in *. set (lo := v (g (S (i * n + t)%nat))) in *.
  assert (G : hi - lo <= eps).
  { destruct (Req_dec hi lo) as [E1|E1]; [lra|]. assert (lo < hi) by lra.
    assert (Gn : forall t, (t < n)%nat -> (g (i * n + t)%nat < n)%nat) by (intros u Hu; apply Hg; nia).
    destruct (Hgap lo) as [p [q [Hp [Hq' [P1 [P2 P3]]]]]].
    - exists (g (S (i * n + t)%nat)). split; [rewrite <- Nat.add_succ_r; apply Gn; exact Ht|unfold lo; lra].
    - exists (g (i * n + t)%nat). split; [apply Gn; lia|exact H].
    - (* p stands at lo or below, q at hi or above *)
      destruct (sum_permuted (fun t => g (i * n + t)%nat) v Gn Inj) as [_ Sur].
      destruct (Sur q Hq') as [a [Ha Ea]].
      assert (Mono : forall a b, (a <= b)%nat -> (b < n)%nat -> v (g (i * n + b)%nat) <= v (g (i * n + a)%nat)).
      { intros a0 b0 Hab. induction Hab as [|b0 Hab IH]; intros Hb0; [lra|].
        apply Rle_trans with (v (g (i * n + b0)%nat)); [apply Desc; exact Hb0|apply IH; lia]. }
      assert (A : (a <= t)%nat).
      { destruct (le_lt_dec a t) as [|Hlt]; [assumption|exfalso].
        specialize (Mono (S t) a ltac:(lia) Ha). rewrite Nat.add_succ_r in Mono. fold lo in Mono.
        cbn in Ea. rewrite Ea in Mono. lra. }
      specialize (Mono a t A ltac:(lia)). fold hi in Mono. cbn in Ea. rewrite Ea in Mono. lra. }
  unfold Rabs. destruct (Rcase_abs _); lra.
Qed.

Theorem no_gap_ever : forall i, (i <= D)%nat -> no_gap (pays (i * n) c g).
Proof.
  induction i as [|i IH]; intros Hi.
  - intros th [a [_ Ha]] [b [_ Hb]]. unfold pays in *. simpl in *. lra.
  - assert (Ch := chain i ltac:(lia) (IH ltac:(lia))).
    assert (Gn : forall t, (t < n)%nat -> (g (i * n + t)%nat < n)%nat) by (intros u Hu; apply Hg; nia).
    destruct (observation_11 i ltac:(lia)) as [Inj _].
    destruct (sum_permuted (fun t => g (i * n + t)%nat) (fun _ => 0) Gn Inj) as [_ Sur].
    intros th [a [Ha Va]] [b [Hb Vb]].
    destruct (Sur a Ha) as [a' [Ha' Ea]]. destruct (Sur b Hb) as [b' [Hb' Eb]]. cbn in Ea, Eb.
    destruct (crossing (fun t => pays (S i * n) c g (g (i * n + t)%nat)) th Ch a' b' Ha' Hb') as [p [q [Hp [Hq [P1 [P2 P3]]]]]].
    + cbn. rewrite Ea. exact Va.
    + cbn. rewrite Eb. exact Vb.
    + exists (g (i * n + p)%nat), (g (i * n + q)%nat). repeat split; try (apply Gn; assumption); assumption.
Qed.

(** ** The bound that holds for every number of tasks

    Idea: along the order of the last block payments differ by at most eps a step; so somebody at distance k of the one who pays
    most pays at most k eps less, and distances add up to at most 0 + 1 + .. + (n - 1).
    Mechanisms: greedy, greedy-last.  Property: none (greedy-bound asks for 1 + eps and fails for many tasks).
    Hypothesis: unit, equal demands. *)
Lemma chain_far : forall (u : nat -> R), (forall t, (S t < n)%nat -> Rabs (u (S t) - u t) <= eps) ->
  forall a k, (a + k < n)%nat -> u a - INR k * eps <= u (a + k)%nat /\ u (a + k)%nat - INR k * eps <= u a.
Proof.
  intros u Hstep a. induction k as [|k IH]; intros Hk.
  - rewrite Nat.add_0_r. simpl. lra.
  - destruct (IH ltac:(lia)) as [A B]. specialize (Hstep (a + k)%nat ltac:(lia)). rewrite Nat.add_succ_r, S_INR.
    pose proof (Rle_abs (u (S (a + k)%nat) - u (a + k)%nat)). pose proof (Rle_abs (- (u (S (a + k)%nat) - u (a + k)%nat))).
    rewrite Rabs_Ropp in H0. lra.
Qed.

Lemma distances : forall k a, (a < k)%nat ->
  sum k (fun t => INR (if le_lt_dec t a then a - t else t - a)) <= INR k * (INR k - 1) / 2.
Proof.
  assert (Gauss : forall k a, (k <= S a)%nat -> sum k (fun t => INR (a - t)) = INR k * INR a - INR k * (INR k - 1) / 2).
  { induction k as [|k IH]; intros a Hk; [simpl; lra|]. cbn [sum]. rewrite IH by lia. rewrite minus_INR by lia. rewrite S_INR. lra. }
  induction k as [|k IH]; intros a Ha; [lia|]. cbn [sum].
  destruct (Nat.eq_dec a k) as [->|Hne].
  - rewrite (sum_ext k _ (fun t => INR (k - t))).
    2:{ intros t Ht. destruct (le_lt_dec t k); [reflexivity|lia]. }
    rewrite Gauss by lia. destruct (le_lt_dec k k); [|lia]. rewrite Nat.sub_diag, S_INR. simpl (INR 0). lra.
  - specialize (IH a ltac:(lia)). destruct (le_lt_dec k a); [lia|].
    assert (INR (k - a) <= INR k) by (apply le_INR; lia). rewrite S_INR. lra.
Qed.

Lemma total_paid : forall i, (i <= D)%nat -> sum n (fun j => pays (i * n) c g j) = sum (i * n) c.
Proof.
  intros i Hi. unfold pays. rewrite <- sum_swap. apply sum_ext. intros q Hq. rewrite sum_scal, row_total.
  destruct (lt_dec (g q) n); [ring|]. exfalso. destruct (Hg q ltac:(nia)). contradiction.
Qed.

Theorem block_spread : forall i, (i < D)%nat -> forall j, (j < n)%nat ->
  pays (S i * n) c g j <= sum (S i * n) c / INR n + (INR n - 1) / 2 * eps
  /\ forall l, (l < n)%nat -> pays (S i * n) c g j - pays (S i * n) c g l <= (INR n - 1) * eps.
Proof.
  intros i Hi j Hj.
  assert (Np : 0 < INR n) by (apply lt_0_INR; exact Hn).
  assert (Ch := chain i Hi (no_gap_ever i ltac:(lia))).
  set (u := fun t => pays (S i * n) c g (g (i * n + t)%nat)) in *.
  assert (Gn : forall t, (t < n)%nat -> (g (i * n + t)%nat < n)%nat) by (intros t Ht; apply Hg; nia).
  destruct (observation_11 i Hi) as [Inj _].
  destruct (sum_permuted (fun t => g (i * n + t)%nat) (fun j => pays (S i * n) c g j) Gn Inj) as [Sum Sur].
  destruct (Sur j Hj) as [a [Ha Ea]]. cbv beta in Ea.
  assert (Far : forall t, (t < n)%nat -> u a - INR (if le_lt_dec t a then a - t else t - a) * eps <= u t).
  { intros t Ht. destruct (le_lt_dec t a) as [H|H].
    - destruct (chain_far u Ch t (a - t)%nat) as [_ B]; [lia|]. replace (t + (a - t))%nat with a in B by lia. exact B.
    - destruct (chain_far u Ch a (t - a)%nat) as [B _]; [lia|]. replace (a + (t - a))%nat with t in B by lia. exact B. }
  assert (Uj : u a = pays (S i * n) c g j) by (unfold u; rewrite Ea; reflexivity).
  split.
  - assert (S1 : sum n (fun t => u a - INR (if le_lt_dec t a then a - t else t - a) * eps) <= sum n u) by (apply sum_le; exact Far).
    rewrite sum_minus, sum_const, sum_scal_r in S1.
    assert (S2 : sum n u = sum (S i * n) c) by (rewrite <- total_paid by lia; exact Sum).
    assert (S3 : sum n (fun t => INR (if le_lt_dec t a then a - t else t - a)) * eps <= INR n * (INR n - 1) / 2 * eps).
    { apply Rmult_le_compat_r; [exact Heps|]. apply distances; exact Ha. }
    rewrite <- Uj. apply (Rmult_le_reg_r (INR n)); [exact Np|].
    replace ((sum (S i * n) c / INR n + (INR n - 1) / 2 * eps) * INR n)
      with (sum (S i * n) c + INR n * (INR n - 1) / 2 * eps) by (field; lra).
    lra.
  - intros l Hl. destruct (Sur l Hl) as [b [Hb Eb]]. cbv beta in Eb.
    assert (Ul : u b = pays (S i * n) c g l) by (unfold u; rewrite Eb; reflexivity).
    rewrite <- Uj, <- Ul. specialize (Far b Hb).
    assert (INR (if le_lt_dec b a then a - b else b - a) * eps <= (INR n - 1) * eps); [|lra].
    apply Rmult_le_compat_r; [exact Heps|].
    replace (INR n - 1) with (INR (n - 1)) by (rewrite minus_INR by lia; simpl; lra).
    apply le_INR. destruct (le_lt_dec b a); lia.
Qed.

Theorem greedy_spread : (0 < D)%nat -> forall j, (j < n)%nat ->
  pays (D * n) c g j <= sum (D * n) c / INR n + (INR n - 1) / 2 * eps.
Proof.
  intros HD j Hj. destruct (block_spread (pred D) ltac:(lia) j Hj) as [B _].
  replace (S (pred D)) with D in B by lia. exact B.
Qed.

(** ** Against any assignment, and the bound of Theorem 13 for at most 2 D + 1 tasks

    Idea: any assignment that covers all tasks uses D n resources at least, which cost no less than the cheapest D n, so that
    some task pays the average of these or more; and with costs of 1 or more the average is at least D.
    Mechanisms: greedy, greedy-last.  Property: greedy-bound for at most 2 D + 1 tasks.  Hypothesis: unit, equal
    demands, costs of 1 or more.
    Claims: mukherjee-theorem-13-few-tasks. *)
Lemma ascending : forall i j, (i <= j)%nat -> (j < E)%nat -> c i <= c j.
Proof.
  intros i j Hij. induction Hij as [|j Hij IH]; intros Hj; [lra|].
  apply Rle_trans with (c j); [apply IH; lia|apply Hsort; exact Hj].
Qed.

Lemma optimum_at_least_average : forall a opt, covers E n (fun _ => 1) (fun _ => INR D) a ->
  (forall j, (j < n)%nat -> pays E c a j <= opt) -> sum (D * n) c <= INR n * opt.
Proof.
  intros a opt Hcov Hopt.
  apply Rle_trans with (sum n (fun j => pays E c a j)).
  2:{ rewrite <- sum_const. apply sum_le. exact Hopt. }
  set (y := fun i => sum n (fun j => given a i j)).
  assert (Eq : sum n (fun j => pays E c a j) = sum E (fun i => c i * y i)).
  { unfold pays. rewrite <- sum_swap. apply sum_ext. intros i Hi. unfold y. rewrite sum_scal. reflexivity. }
  rewrite Eq. apply (cheapest E (D * n) c y HE).
  - intros i Hi. apply Rlt_le, Hc; exact Hi.
  - apply ascending.
  - intros i Hi. split; [apply sum_nonneg; intros; apply given_nonneg|apply given_row].
  - unfold y. rewrite sum_swap. rewrite mult_INR, Rmult_comm, <- sum_const. apply sum_le. intros j Hj.
    apply Rle_trans with (1 := Hcov j Hj). right. apply sum_ext. intros; ring.
Qed.

Theorem greedy_against_optimum : (0 < D)%nat -> forall a opt, covers E n (fun _ => 1) (fun _ => INR D) a ->
  (forall j, (j < n)%nat -> pays E c a j <= opt) ->
  forall j, (j < n)%nat -> pays (D * n) c g j <= opt + (INR n - 1) / 2 * eps.
Proof.
  intros HD a opt Hcov Hopt j Hj. pose proof (greedy_spread HD j Hj) as S.
  pose proof (optimum_at_least_average a opt Hcov Hopt) as A.
  assert (Np : 0 < INR n) by (apply lt_0_INR; exact Hn).
  assert (sum (D * n) c / INR n <= opt); [|lra].
  apply (Rmult_le_reg_r (INR n)); [exact Np|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Theorem theorem_13_few_tasks : (0 < D)%nat -> (n <= 2 * D + 1)%nat -> (forall q, (q < E)%nat -> 1 <= c q) ->
  forall a opt, covers E n (fun _ => 1) (fun _ => INR D) a -> (forall j, (j < n)%nat -> pays E c a j <= opt) ->
  forall j, (j < n)%nat -> pays (D * n) c g j <= (1 + eps) * opt.
Proof.
  intros HD Hfew H1 a opt Hcov Hopt j Hj.
  pose proof (greedy_against_optimum HD a opt Hcov Hopt j Hj) as G.
  pose proof (optimum_at_least_average a opt Hcov Hopt) as A.
  assert (Np : 0 < INR n) by (apply lt_0_INR; exact Hn).
  assert (Dl : INR D <= opt).
  { apply (Rmult_le_reg_l (INR n)); [exact Np|]. apply Rle_trans with (2 := A).
    rewrite <- mult_INR. replace (n * D)%nat with (D * n)%nat by lia.
    rewrite <- (Rmult_1_r (INR (D * n))), <- sum_const. apply sum_le. intros q Hq. apply H1. lia. }
  assert (F : (INR n - 1) / 2 <= INR D).
  { assert (INR n <= INR (2 * D + 1)) by (apply le_INR; exact Hfew). rewrite plus_INR, mult_INR in H. simpl in H. lra. }
  assert ((INR n - 1) / 2 * eps <= eps * opt); [|lra].
  rewrite (Rmult_comm eps opt). apply Rmult_le_compat_r; [exact Heps|]. lra.
Qed.

End Run.

(** A witness: two tasks of demand 1 and two resources of cost 1; the first resource goes to task 0, the other to task 1. *)
Lemma greedy_witness : let c := fun _ : nat => 1 in let g := fun q : nat => q in
  greedy_run 2 1 2 c g /\ (forall q, (S q < 2)%nat -> c q <= c (S q) <= c q + 0)
  /\ covers 2 2 (fun _ => 1) (fun _ => INR 1) g /\ (forall j, (j < 2)%nat -> pays 2 c g j <= 1).
Proof.
  intros c g. split; [|split; [|split]].
  - intros q Hq. destruct q as [|[|q]]; [| |lia]; (split; [unfold g; lia|split]).
    + simpl. lia.
    + intros j Hj H. unfold claim, pays, c, g. simpl. lra.
    + simpl. lia.
    + intros j Hj H. unfold claim, pays, c, g, given in *. destruct j as [|[|j]]; [| |lia]; simpl in *; [lia|lra].
  - intros; unfold c; lra.
  - intros j Hj. unfold g, given. destruct j as [|[|j]]; [| |lia]; simpl; lra.
  - intros j Hj. unfold pays, c, g, given. destruct j as [|[|j]]; [| |lia]; simpl; lra.
Qed.
