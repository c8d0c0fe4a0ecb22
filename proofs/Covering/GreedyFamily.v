(** Greedy on equal tasks comes as near as one likes to 2 - 1/(D-1) times the fairest assignment: a family for each demand D from 3 on.

    With r = D - 2 and a number L there are n = r (L + 1) tasks.  Of each cost 1, 2, .., L + 1 there are 2 r resources, then all others
    cost L + 1 but the last, which costs 1 + (D-1) L.  Greedy evens out the first two rounds, so that the last resource comes on top of
    what everybody pays.  The other assignment puts the last resource with D - 1 of those of cost 1. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition Greedy GreedyExists GreedyFactor.
Open Scope R_scope.

(** ** The family *)

(** Blocks of m numbers, read from both ends. *)
Lemma mirror : forall m K u, (0 < m)%nat -> (u < m * S K)%nat -> (u / m + (m * S K - 1 - u) / m = K)%nat.
Proof.
  intros m K u Hm Hu.
  pose proof (Nat.div_mod u m ltac:(lia)) as E1. pose proof (Nat.mod_upper_bound u m ltac:(lia)) as B.
  assert (M : (u / m < S K)%nat) by (apply Nat.div_lt_upper_bound; lia).
  set (k := (u / m)%nat) in *. set (v := (u mod m)%nat) in *.
  assert (E2 : ((m * S K - 1 - u) / m = K - k)%nat); [|lia].
  symmetry. apply (Nat.div_unique _ _ _ (m - 1 - v)); [lia|]. rewrite E1.
  assert (m * S K = m * k + m * (K - k) + m)%nat by (rewrite <- Nat.mul_add_distr_l; replace (k + (K - k))%nat with K by lia; lia). lia.
Qed.

Section Family.

Variables (r L : nat).
Hypothesis Hr : (0 < r)%nat.
Let D := (r + 2)%nat.
Let n := (r * (L + 1))%nat.
Let E := (D * n)%nat.

Definition dear_last (r L q : nat) : R :=
  if Nat.eq_dec (S q) ((r + 2) * (r * (L + 1))) then 1 + (INR r + 1) * INR L
  else if lt_dec q (2 * r * (L + 1)) then 1 + INR (q / (2 * r)) else 1 + INR L.

Let c := dear_last r L.

Lemma tasks_there : (0 < n)%nat.
Proof. unfold n. nia. Qed.

Lemma low_cost : forall q, (q < 2 * n)%nat -> (S q < E)%nat -> c q = 1 + INR (q / (2 * r)).
Proof.
  intros q Hq HE. unfold c, dear_last. destruct (Nat.eq_dec _ _) as [X|_]; [unfold E, D, n in HE; lia|].
  destruct (lt_dec _ _) as [_|X]; [reflexivity|]. unfold n in Hq. lia.
Qed.

Lemma level_most : forall q, (q < 2 * n)%nat -> (q / (2 * r) <= L)%nat.
Proof.
  intros q Hq. apply Nat.lt_succ_r. apply Nat.div_lt_upper_bound; [lia|]. unfold n in Hq. lia.
Qed.

Lemma high_cost : forall q, (2 * n <= q)%nat -> (S q < E)%nat -> c q = 1 + INR L.
Proof.
  intros q Hq HE. unfold c, dear_last. destruct (Nat.eq_dec _ _) as [X|_]; [unfold E, D, n in HE; lia|].
  destruct (lt_dec _ _) as [X|_]; [unfold n in Hq; lia|reflexivity].
Qed.

Lemma last_cost : c (E - 1)%nat = 1 + (INR r + 1) * INR L.
Proof.
  unfold c, dear_last. destruct (Nat.eq_dec _ _) as [_|X]; [reflexivity|exfalso; apply X].
  unfold E, D, n. assert (0 < (r + 2) * (r * (L + 1)))%nat by nia. lia.
Qed.

Lemma costs_between : forall q, (S q < E)%nat -> 1 <= c q <= 1 + INR L.
Proof.
  intros q Hq. destruct (lt_dec q (2 * n)) as [H|H].
  - rewrite low_cost by assumption. pose proof (pos_INR (q / (2 * r))). pose proof (level_most q H) as Q. apply le_INR in Q. lra.
  - rewrite high_cost by (assumption || lia). pose proof (pos_INR L). lra.
Qed.

Lemma room : (2 * n < E)%nat.
Proof. unfold E, D. pose proof tasks_there. nia. Qed.

Lemma last_dear : 1 + INR L <= 1 + (INR r + 1) * INR L.
Proof. pose proof (pos_INR L). pose proof (pos_INR r). nra. Qed.

Lemma costs_positive : forall q, (q < E)%nat -> 0 < c q.
Proof.
  intros q Hq. destruct (Nat.eq_dec (S q) E) as [X|X].
  - replace q with (E - 1)%nat by lia. rewrite last_cost. pose proof last_dear. pose proof (pos_INR L). lra.
  - pose proof (costs_between q ltac:(lia)). lra.
Qed.

Lemma costs_ascend : forall i j, (i <= j)%nat -> (j < E)%nat -> c i <= c j.
Proof.
  intros i j Hij Hj. destruct (Nat.eq_dec i j) as [->|Ne]; [lra|].
  destruct (Nat.eq_dec (S j) E) as [X|X].
  - replace j with (E - 1)%nat by lia. rewrite last_cost. pose proof (costs_between i ltac:(lia)). pose proof last_dear. lra.
  - destruct (lt_dec j (2 * n)) as [H|H].
    + rewrite !low_cost by lia. apply Rplus_le_compat_l, le_INR, Nat.div_le_mono; lia.
    + rewrite (high_cost j) by lia. apply costs_between. lia.
Qed.

(** *** What greedy pays *)

Lemma mirrored : forall u, (u < 2 * n)%nat -> (u / (2 * r) + (2 * n - 1 - u) / (2 * r) = L)%nat.
Proof.
  intros u Hu. replace (2 * n)%nat with (2 * r * S L)%nat in * by (unfold n; lia). apply mirror; lia.
Qed.

Section Greedily.

Variable g : nat -> nat.
Hypothesis Hg : greedy_run n D E c g.

Let paid (i j : nat) : R := pays (i * n) c g j.

Let HE : (D * n <= E)%nat := le_n _.


(** After two rounds nobody has paid more than 2 + L, which is what tasks have paid on average. *)
Lemma two_rounds_most : forall j, (j < n)%nat -> paid 2 j <= 2 + INR L.
Proof.
  intros j Hj. pose proof room as Rm.
  destruct (turn n D E c g tasks_there HE costs_positive Hg 1 j ltac:(unfold D; lia) Hj) as [t [Ht <-]].
  pose proof (next n D E c g tasks_there HE costs_positive Hg 1 t ltac:(unfold D; lia) Ht) as N.
  pose proof (before n D E c g tasks_there HE costs_positive costs_ascend Hg 0 t ltac:(unfold D; lia) Ht) as B.
  unfold paid. cbv zeta in N, B. rewrite N. simpl (INR 0) in B. rewrite Rmult_0_l, Rplus_0_r in B.
  rewrite (low_cost (n - 1 - t)) in B by lia. rewrite (low_cost (1 * n + t)) by lia.
  pose proof (mirrored (n - 1 - t) ltac:(lia)) as M. apply (f_equal INR) in M. rewrite plus_INR in M.
  replace (2 * n - 1 - (n - 1 - t))%nat with (1 * n + t)%nat in M by lia. lra.
Qed.

Lemma sum_levels : forall f m K, (0 < m)%nat -> sum (m * K) (fun q => f (q / m)%nat) = INR m * sum K f.
Proof.
  intros f m K Hm. induction K as [|K IH]; [rewrite Nat.mul_0_r; simpl; ring|].
  rewrite (sum_split (m * K) (m * S K)) by lia. replace (m * S K - m * K)%nat with m by lia. rewrite IH. cbn [sum].
  rewrite Rmult_plus_distr_l. f_equal. rewrite <- (sum_const m (f K)). apply sum_ext. intros i Hi. f_equal.
  rewrite Nat.mul_comm. symmetry. apply (Nat.div_unique _ _ _ i); lia.
Qed.

Lemma sum_first : forall K, sum K (fun l => 1 + INR l) = INR K * (INR K + 1) / 2.
Proof. induction K as [|K IH]; [simpl; field|]. cbn [sum]. rewrite IH, S_INR. field. Qed.

Lemma two_rounds : forall j, (j < n)%nat -> paid 2 j = 2 + INR L.
Proof.
  pose proof room as Rm.
  apply (sum_eq_terms n (fun j => paid 2 j) (fun _ => 2 + INR L)); [exact two_rounds_most|].
  rewrite sum_const. unfold paid.
  assert (T : sum n (fun j => pays (2 * n) c g j) = sum (2 * n) c).
  { assert (He : 0 <= c (E - 1)%nat) by (apply Rlt_le, costs_positive; lia).
    assert (Hs : forall q, (S q < E)%nat -> c q <= c (S q) <= c q + c (E - 1)%nat).
    { intros q Hq. split; [apply costs_ascend; lia|]. pose proof (costs_positive q ltac:(lia)).
      assert (c (S q) <= c (E - 1)%nat) by (apply costs_ascend; lia). lra. }
    apply (total_paid n D E c g tasks_there HE costs_positive Hg _ He Hs). unfold D. lia. }
  rewrite T. rewrite (sum_ext (2 * n) c (fun q => 1 + INR (q / (2 * r)))) by (intros; apply low_cost; lia).
  replace (2 * n)%nat with (2 * r * (L + 1))%nat by (unfold n; lia).
  rewrite (sum_levels (fun l => 1 + INR l)) by lia. rewrite sum_first. unfold n.
  rewrite !mult_INR, !plus_INR. simpl (INR 1). simpl (INR 2). field.
Qed.

(** From then on each round costs each task 1 + L, but for the last resource. *)
Lemma rounds_between : forall i, (i < r)%nat -> forall j, (j < n)%nat -> paid (i + 2) j = 2 + INR L + INR i * (1 + INR L).
Proof.
  induction i as [|i IH]; intros Hi j Hj; [simpl (0 + 2)%nat; rewrite two_rounds by exact Hj; simpl; ring|].
  destruct (turn n D E c g tasks_there HE costs_positive Hg (i + 2) j ltac:(unfold D; lia) Hj) as [t [Ht Et]].
  pose proof (next n D E c g tasks_there HE costs_positive Hg (i + 2) t ltac:(unfold D; lia) Ht) as N. cbv zeta in N.
  rewrite Et in N. unfold paid in *. simpl (S i + 2)%nat. rewrite N, IH by (assumption || lia).
  rewrite high_cost; [rewrite S_INR; ring|nia|]. unfold E, D. nia.
Qed.

Lemma greedy_pays : exists j, (j < n)%nat /\ pays (D * n) c g j = INR D + (2 * INR r + 1) * INR L.
Proof.
  pose proof tasks_there as Np.
  destruct (Nat.eq_dec r 0) as [|_]; [lia|].
  set (i := (r - 1)%nat).
  assert (Q : (i + 2 < D)%nat) by (unfold i, D; lia).
  exists (g ((i + 2) * n + (n - 1))%nat). split; [apply Hg; unfold i, D; nia|].
  pose proof (next n D E c g tasks_there HE costs_positive Hg (i + 2) (n - 1) Q ltac:(lia)) as N. cbv zeta in N.
  replace (D * n)%nat with (S (i + 2) * n)%nat by (unfold i, D; f_equal; lia). rewrite N.
  pose proof (rounds_between i ltac:(unfold i; lia) (g ((i + 2) * n + (n - 1))%nat) ltac:(apply Hg; unfold i, D; nia)) as B.
  unfold paid in B. rewrite B.
  replace ((i + 2) * n + (n - 1))%nat with (E - 1)%nat by (unfold E, i, D; nia).
  rewrite last_cost. unfold D, i. rewrite minus_INR, plus_INR by lia. simpl (INR 1). simpl (INR 2). ring.
Qed.

End Greedily.

(** *** A fairer assignment: the last resource with r + 1 of the cheapest; the others in pairs from both ends, and r dear ones each. *)

Definition fairer (q : nat) : nat :=
  if Nat.eq_dec (S q) E then (n - 1)%nat
  else if lt_dec q (r + 1) then (n - 1)%nat
  else if lt_dec q (2 * n + r - 1) then (let p := (q - (r + 1))%nat in if lt_dec p (n - 1) then p else (2 * n - 3 - p)%nat)
  else ((q - (2 * n + r - 1)) / r)%nat.

Let a := fairer.

Lemma fairer_task : forall q, (q < E)%nat -> (a q < n)%nat.
Proof.
  intros q Hq. pose proof tasks_there. unfold a, fairer.
  destruct (Nat.eq_dec _ _); [lia|]. destruct (lt_dec _ _); [lia|]. destruct (lt_dec _ _).
  - destruct (lt_dec _ _); lia.
  - apply Nat.lt_le_trans with (n - 1)%nat; [|lia]. apply Nat.div_lt_upper_bound; [lia|]. unfold E, D in *. nia.
Qed.

(** Which resources a task has: at most these. *)
Lemma fairer_last : forall q, (q < E)%nat -> a q = (n - 1)%nat -> S q = E \/ (q < r + 1)%nat.
Proof.
  intros q Hq Ea. pose proof tasks_there. unfold a, fairer in Ea.
  destruct (Nat.eq_dec _ _); [left; assumption|]. destruct (lt_dec _ _); [right; assumption|]. exfalso. destruct (lt_dec _ _).
  - destruct (lt_dec _ _); lia.
  - assert ((q - (2 * n + r - 1)) / r < n - 1)%nat; [|lia]. apply Nat.div_lt_upper_bound; [lia|]. unfold E, D in *. nia.
Qed.

Lemma fairer_other : forall q j, (q < E)%nat -> (j < n - 1)%nat -> a q = j ->
  q = (j + (r + 1))%nat \/ q = (2 * n - 3 - j + (r + 1))%nat \/ (2 * n + r - 1 + r * j <= q < 2 * n + r - 1 + r * j + r)%nat.
Proof.
  intros q j Hq Hj Ea. pose proof tasks_there. unfold a, fairer in Ea.
  destruct (Nat.eq_dec _ _); [lia|]. destruct (lt_dec _ _); [lia|]. destruct (lt_dec _ _).
  - destruct (lt_dec _ _); lia.
  - right. right. pose proof (Nat.div_mod (q - (2 * n + r - 1)) r ltac:(lia)) as Q. rewrite Ea in Q.
    pose proof (Nat.mod_upper_bound (q - (2 * n + r - 1)) r ltac:(lia)). lia.
Qed.

Definition mark (P : bool) : R := if P then 1 else 0.

Lemma sum_mark_one : forall k f i, (i < k)%nat -> sum k (fun q => f q * mark (Nat.eqb q i)) = f i.
Proof.
  intros k f i Hi. pose proof (sum_replace k (fun q => f q * mark (Nat.eqb q i)) (fun _ => 0) i Hi) as Q.
  rewrite (sum_zero k (fun _ => 0)) in Q by reflexivity. rewrite Nat.eqb_refl in Q. simpl in Q.
  assert (X : sum k (fun q => f q * mark (q =? i)) - f i * 1 = 0 - 0).
  { apply Q. intros u _ Ne. apply Nat.eqb_neq in Ne. rewrite Ne. simpl. ring. }
  lra.
Qed.

Lemma sum_mark_range : forall k f lo m, (lo + m <= k)%nat ->
  sum k (fun q => f q * mark (Nat.leb lo q && Nat.ltb q (lo + m))) = sum m (fun i => f (lo + i)%nat).
Proof.
  intros k f lo m H. rewrite (sum_split lo k) by lia. rewrite (sum_zero lo).
  2:{ intros i Hi. replace (lo <=? i) with false by (symmetry; apply Nat.leb_gt; lia). simpl. ring. }
  rewrite (sum_split m (k - lo)) by lia. rewrite (sum_zero (k - lo - m)).
  2:{ intros i Hi. replace (lo + (m + i) <? lo + m) with false by (symmetry; apply Nat.ltb_ge; lia). rewrite Bool.andb_false_r. simpl. ring. }
  rewrite Rplus_0_l, Rplus_0_r. apply sum_ext. intros i Hi.
  replace (lo <=? lo + i) with true by (symmetry; apply Nat.leb_le; lia).
  replace (lo + i <? lo + m) with true by (symmetry; apply Nat.ltb_lt; lia). simpl. ring.
Qed.

Lemma other_sum : forall f j, (forall q, (q < E)%nat -> 0 <= f q) -> (j < n - 1)%nat ->
  sum E (fun q => f q * given a q j)
  <= f (j + (r + 1))%nat + f (2 * n - 3 - j + (r + 1))%nat + sum r (fun i => f (2 * n + r - 1 + r * j + i)%nat).
Proof.
  intros f j Hf Hj.
  assert (B1 : (2 * n + r * n = E)%nat) by (unfold E, D; lia).
  assert (B2 : (r * j + r + r <= r * n)%nat).
  { replace n with (j + (n - j))%nat by lia. rewrite Nat.mul_add_distr_l. assert (r * 2 <= r * (n - j))%nat by (apply Nat.mul_le_mono_l; lia). lia. }
  rewrite <- (sum_mark_one E f (j + (r + 1))) by lia.
  rewrite <- (sum_mark_one E f (2 * n - 3 - j + (r + 1))) by lia.
  rewrite <- (sum_mark_range E f (2 * n + r - 1 + r * j) r) by lia.
  rewrite <- !sum_plus. apply sum_le. intros q Hq. rewrite <- !Rmult_plus_distr_l. apply Rmult_le_compat_l; [apply Hf; exact Hq|].
  assert (M : forall b, 0 <= mark b) by (intros []; simpl; lra).
  pose proof (M (q =? j + (r + 1))%nat). pose proof (M (q =? 2 * n - 3 - j + (r + 1))%nat).
  pose proof (M ((2 * n + r - 1 + r * j <=? q) && (q <? 2 * n + r - 1 + r * j + r))%nat%bool).
  unfold given. destruct (Nat.eq_dec (a q) j) as [Ea|_]; [|lra].
  destruct (fairer_other q j Hq Hj Ea) as [X|[X|[X Y]]].
  - apply Nat.eqb_eq in X. rewrite X in *. simpl in *. lra.
  - apply Nat.eqb_eq in X. rewrite X in *. simpl in *. lra.
  - apply Nat.leb_le in X. apply Nat.ltb_lt in Y. rewrite X, Y in *. simpl in *. lra.
Qed.

Lemma last_sum : forall f, (forall q, (q < E)%nat -> 0 <= f q) ->
  sum E (fun q => f q * given a q (n - 1)%nat) <= f (E - 1)%nat + sum (r + 1) f.
Proof.
  intros f Hf. pose proof room. pose proof tasks_there.
  assert (B1 : (r + 1 <= E)%nat) by (unfold E, D; nia).
  rewrite <- (sum_mark_one E f (E - 1)) by lia.
  replace (sum (r + 1) f) with (sum E (fun q => f q * mark (Nat.leb 0 q && Nat.ltb q (0 + (r + 1))))).
  2:{ rewrite sum_mark_range by lia. apply sum_ext. reflexivity. }
  rewrite <- sum_plus. apply sum_le. intros q Hq. rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_l; [apply Hf; exact Hq|].
  assert (M : forall b, 0 <= mark b) by (intros []; simpl; lra).
  pose proof (M (q =? E - 1)%nat). pose proof (M ((0 <=? q) && (q <? 0 + (r + 1)))%nat%bool).
  unfold given. destruct (Nat.eq_dec (a q) (n - 1)) as [Ea|_]; [|lra].
  destruct (fairer_last q Hq Ea) as [X|X].
  - assert (Y : q = (E - 1)%nat) by lia. apply Nat.eqb_eq in Y. rewrite Y in *. simpl in *. lra.
  - assert (Y : (q < 0 + (r + 1))%nat) by lia. apply Nat.ltb_lt in Y. simpl (0 <=? q)%nat in *. rewrite Y in *. simpl in *. lra.
Qed.

Lemma fairer_covers : covers E n (fun _ => 1) (fun _ => INR D) a.
Proof.
  assert (One : forall q, (q < E)%nat -> 0 <= 1) by (intros; lra).
  assert (Most : forall j, (j < n)%nat -> INR (count E a j) <= INR D).
  { intros j Hj. rewrite <- has_count. unfold has.
    rewrite (sum_ext E _ (fun q => 1 * given a q j)) by (intros; ring).
    destruct (Nat.eq_dec j (n - 1)) as [->|Ne].
    - apply Rle_trans with (1 := last_sum (fun _ => 1) One). rewrite sum_const. unfold D. rewrite !plus_INR. simpl. lra.
    - apply Rle_trans with (1 := other_sum (fun _ => 1) j One ltac:(lia)). rewrite sum_const. unfold D. rewrite !plus_INR. simpl. lra. }
  intros j Hj. rewrite (sum_ext E _ (fun q => given a q j)) by (intros; ring). fold (has E a j). rewrite has_count. right. symmetry.
  apply (sum_eq_terms n (fun j => INR (count E a j)) (fun _ => INR D)); [exact Most| |exact Hj].
  rewrite count_all by exact fairer_task. rewrite sum_const. unfold E. rewrite mult_INR. ring.
Qed.

Lemma cost_most : forall q, (S q < E)%nat -> c q <= 1 + INR (q / (2 * r)).
Proof.
  intros q Hq. destruct (lt_dec q (2 * n)) as [H|H]; [rewrite low_cost by assumption; lra|].
  rewrite high_cost by (assumption || lia). apply Rplus_le_compat_l, le_INR.
  apply Nat.div_le_lower_bound; [lia|]. unfold n in H. nia.
Qed.

Lemma fairer_pays : forall j, (j < n)%nat -> pays E c a j <= INR D + 1 + (INR r + 1) * INR L.
Proof.
  intros j Hj. unfold pays.
  assert (Cp : forall q, (q < E)%nat -> 0 <= c q) by (intros; apply Rlt_le, costs_positive; assumption).
  pose proof (pos_INR L) as Lp. pose proof (pos_INR r) as Rp. pose proof room as Rm.
  assert (B1 : (2 * n + r * n = E)%nat) by (unfold E, D; lia).
  assert (Di : INR D = INR r + 2) by (unfold D; rewrite plus_INR; simpl; lra).
  destruct (Nat.eq_dec j (n - 1)) as [->|Ne].
  - apply Rle_trans with (1 := last_sum c Cp). rewrite last_cost.
    assert (sum (r + 1) c <= INR (r + 1) * 1).
    { rewrite <- sum_const. apply sum_le. intros q Hq.
      assert (r <= n)%nat by (unfold n; nia).
      rewrite low_cost by lia. rewrite Nat.div_small by lia. simpl. lra. }
    rewrite plus_INR in H. simpl in H. lra.
  - apply Rle_trans with (1 := other_sum c j Cp ltac:(lia)).
    assert (B2 : (r * j + r + r <= r * n)%nat).
    { replace n with (j + (n - j))%nat by lia. rewrite Nat.mul_add_distr_l. assert (r * 2 <= r * (n - j))%nat by (apply Nat.mul_le_mono_l; lia). lia. }
    pose proof (cost_most (j + (r + 1)) ltac:(lia)) as P1. pose proof (cost_most (2 * n - 3 - j + (r + 1)) ltac:(lia)) as P2.
    pose proof (mirror (2 * r) (S L) (j + (r + 1)) ltac:(lia)) as M.
    replace (2 * r * S (S L) - 1 - (j + (r + 1)))%nat with (2 * n - 3 - j + (r + 1))%nat in M by (unfold n in *; lia).
    specialize (M ltac:(unfold n in *; lia)). apply (f_equal INR) in M. rewrite plus_INR, S_INR in M.
    assert (Rest : sum r (fun i => c (2 * n + r - 1 + r * j + i)%nat) <= INR r * (1 + INR L)).
    { rewrite <- sum_const. apply sum_le. intros i Hi. apply costs_between. lia. }
    lra.
Qed.

End Family.

(** Idea. The family: greedy pays D + (2D-3) L, the other assignment at most D + 1 + (D-1) L, and the quotient tends to 2 - 1/(D-1).
    Mechanisms: greedy, greedy-last (any tie rule).  Measure: approximation-ratio.  Hypothesis: unit, equal demands. *)
Theorem greedy_factor_approached : forall D e, (3 <= D)%nat -> 0 < e -> exists n E c a opt,
  (0 < n)%nat /\ (D * n <= E)%nat /\ (forall q, (q < E)%nat -> 0 < c q)
  /\ (forall i j, (i <= j)%nat -> (j < E)%nat -> c i <= c j)
  /\ covers E n (fun _ => 1) (fun _ => INR D) a /\ (forall j, (j < n)%nat -> pays E c a j <= opt) /\ 0 < opt
  /\ (exists g, greedy_run n D E c g)
  /\ forall g, greedy_run n D E c g -> exists j, (j < n)%nat /\ (2 - 1 / (INR D - 1) - e) * opt < pays (D * n) c g j.
Proof.
  intros D e HD He. destruct (archimed (2 * (INR D + 1) / e)) as [A _].
  assert (Dp : 3 <= INR D) by (apply le_INR in HD; simpl in HD; lra).
  assert (Qp : 0 < 2 * (INR D + 1) / e) by (apply Rdiv_lt_0_compat; lra).
  set (L := Z.to_nat (up (2 * (INR D + 1) / e))).
  assert (EL : 2 * (INR D + 1) < INR L * e).
  { unfold L. rewrite (INR_IZR_INZ (Z.to_nat _)), Z2Nat.id by (apply le_IZR; lra).
    apply (Rmult_lt_compat_r e) in A; [|exact He]. unfold Rdiv in A. rewrite Rmult_assoc, Rinv_l in A by lra. lra. }
  set (r := (D - 2)%nat). assert (Hr : (0 < r)%nat) by (unfold r; lia).
  assert (ED : D = (r + 2)%nat) by (unfold r; lia).
  assert (Er : INR r = INR D - 2) by (rewrite ED, plus_INR; simpl; lra).
  pose proof (pos_INR L) as Lp. clear HD. clearbody r L. subst D.
  exists (r * (L + 1))%nat, ((r + 2) * (r * (L + 1)))%nat, (dear_last r L), (fairer r L), (INR (r + 2) + 1 + (INR r + 1) * INR L).
  split; [apply tasks_there; exact Hr|]. split; [apply le_n|]. split; [apply costs_positive; exact Hr|].
  split; [apply costs_ascend; exact Hr|]. split; [apply fairer_covers; exact Hr|]. split; [apply fairer_pays; exact Hr|].
  split; [assert (0 <= (INR r + 1) * INR L) by (apply Rmult_le_pos; lra); lra|].
  split; [apply greedy_exists, tasks_there; exact Hr|].
  intros g Hg. destruct (greedy_pays r L Hr g Hg) as [j [Hj P]]. exists j. split; [exact Hj|]. rewrite P. rewrite Er.
  set (d := INR (r + 2)) in *.
  replace ((2 - 1 / (d - 1) - e) * (d + 1 + (d - 2 + 1) * INR L))
    with ((2 * (d - 2) + 1) * INR L + (2 - 1 / (d - 1)) * (d + 1) - e * (d + 1) - (d - 1) * (INR L * e)) by (field; lra).
  assert (0 < 1 / (d - 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (0 < e * (d + 1)) by (apply Rmult_lt_0_compat; lra).
  assert (2 * (2 * (d + 1)) <= (d - 1) * (INR L * e)) by (apply Rmult_le_compat; lra).
  assert (0 <= 1 / (d - 1) * (d + 1)) by (apply Rmult_le_pos; lra). lra.
Qed.
