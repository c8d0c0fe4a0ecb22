(** How far greedy misses the fairest assignment of equal tasks: a factor of 2 - 1/(D-1) at most, for tasks of demand D from 2 on.

    After properties/mechanisms/greedy.md.  Sizes are 1, resources stand in ascending order of cost, and ties may be
    settled in any way.  That the factor is the least one is shown in GreedyFamily.v. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition Greedy GreedyExists.
Open Scope R_scope.

(** ** Counting resources *)

Lemma count_le : forall g j p q, (p <= q)%nat -> (count p g j <= count q g j)%nat.
Proof. intros g j p q H. induction H; simpl; [lia|destruct (Nat.eq_dec _ _); lia]. Qed.

(** A task whose number rises between two points is served between them. *)
Lemma served : forall g j p q, (count p g j < count q g j)%nat -> exists i, (p <= i < q)%nat /\ g i = j.
Proof.
  intros g j p. induction q as [|q IH]; intros H; simpl in H; [lia|].
  destruct (Nat.eq_dec (g q) j) as [E1|E1].
  - exists q. split; [|exact E1]. destruct (le_lt_dec p q) as [|L]; [lia|]. pose proof (count_le g j (S q) p L) as Q. simpl in Q.
    destruct (Nat.eq_dec (g q) j); lia.
  - destruct (IH ltac:(lia)) as [i [Hi Ei]]. exists i. split; [lia|exact Ei].
Qed.

Lemma counted : forall g i p q, (p <= i < q)%nat -> (count p g (g i) < count q g (g i))%nat.
Proof.
  intros g i p q H. pose proof (count_le g (g i) p i ltac:(lia)). pose proof (count_le g (g i) (S i) q ltac:(lia)) as Q.
  simpl in Q. destruct (Nat.eq_dec (g i) (g i)); [lia|contradiction].
Qed.

Section Optimum.

Variables (n D E : nat) (c : nat -> R) (a : nat -> nat) (opt : R).
Hypothesis Hc : forall q, (q < E)%nat -> 0 < c q.
Hypothesis Hsort : forall i j, (i <= j)%nat -> (j < E)%nat -> c i <= c j.
Hypothesis Hcov : covers E n (fun _ => 1) (fun _ => INR D) a.
Hypothesis Hopt : forall j, (j < n)%nat -> pays E c a j <= opt.

(** A task pays for each of its resources from [q] on at least what resource [q] costs. *)
Lemma pays_tail : forall q j, (q < E)%nat -> pays q c a j + c q * (INR (count E a j) - INR (count q a j)) <= pays E c a j.
Proof.
  intros q j Hq. unfold pays. rewrite (sum_split q E (fun i => c i * given a i j)) by lia.
  rewrite <- !has_count. unfold has. rewrite (sum_split q E (fun i => given a i j)) by lia.
  apply Rplus_le_compat_l. replace (sum q (fun i => given a i j) + sum (E - q) (fun i => given a (q + i) j) - sum q (fun i => given a i j))
    with (sum (E - q) (fun i => given a (q + i)%nat j)) by ring.
  rewrite <- sum_scal. apply sum_le. intros i Hi. apply Rmult_le_compat_r; [apply given_nonneg|]. apply Hsort; lia.
Qed.

Lemma pays_below : forall q j, (q <= E)%nat -> 0 <= pays q c a j.
Proof. intros q j Hq. apply sum_nonneg. intros i Hi. apply Rmult_le_pos; [apply Rlt_le, Hc; lia|apply given_nonneg]. Qed.

Lemma covered : forall j, (j < n)%nat -> (D <= count E a j)%nat.
Proof.
  intros j Hj. pose proof (Hcov j Hj) as Q. apply INR_le. rewrite <- has_count. unfold has.
  apply Rle_trans with (1 := Q). right. apply sum_ext. intros; ring.
Qed.

Lemma count_few : forall q, sum n (fun j => INR (count q a j)) <= INR q.
Proof.
  intros q. rewrite (sum_ext n _ (fun j => sum q (fun i => given a i j))) by (intros; symmetry; apply has_count).
  rewrite <- sum_swap. rewrite <- (Rmult_1_r (INR q)), <- sum_const. apply sum_le. intros. apply given_row.
Qed.

(** The resources from [q] on that are needed. *)
Lemma count_many : forall q, (q <= E)%nat -> INR (D * n) - INR q <= sum n (fun j => INR (count E a j) - INR (count q a j)).
Proof.
  intros q Hq. rewrite sum_minus. pose proof (count_few q).
  assert (INR (D * n) <= sum n (fun j => INR (count E a j))); [|lra].
  rewrite mult_INR, Rmult_comm, <- sum_const. apply sum_le. intros j Hj. apply le_INR, covered, Hj.
Qed.

(** Some task has a resource from [q] on and another from [p] on, where fewer than p + q resources would not do. *)
Lemma two_of_them : forall p q, (2 <= D)%nat -> (p <= q)%nat -> (q < E)%nat -> (p + q < D * n)%nat -> c q + c p <= opt.
Proof.
  intros p q HD Hpq Hq Few. apply Rnot_lt_le. intros L.
  assert (P : forall j, (j < n)%nat -> INR (count E a j) - INR (count q a j) <= INR (count p a j)).
  { intros j Hj. pose proof (covered j Hj) as Cv. pose proof (Hopt j Hj) as O. pose proof (pays_tail q j Hq) as T.
    pose proof (pays_below q j ltac:(lia)) as B. pose proof (count_le a j q E ltac:(lia)) as M. pose proof (count_le a j p q Hpq) as M2.
    pose proof (Hsort p q Hpq Hq) as S. pose proof (Hc p ltac:(lia)) as Cp.
    rewrite <- minus_INR in * by exact M. apply le_INR.
    assert (H1 : (count E a j - count q a j <= 1)%nat).
    { apply Nat.nlt_ge. intros H. apply Nat.le_succ_l, le_INR in H. simpl (INR 2) in H.
      apply (Rmult_le_compat_l (c q)) in H; lra. }
    destruct (Nat.eq_dec (count p a j) 0) as [Z|]; [|lia].
    destruct (Nat.eq_dec (count E a j - count q a j) 1) as [One|]; [exfalso|lia].
    rewrite One in T. simpl (INR 1) in T.
    assert (W : (count p a j < count q a j)%nat) by lia.
    destruct (served a j p q W) as [i [Hi Ei]].
    assert (c p <= pays q c a j); [|lra].
    apply Rle_trans with (c i); [apply Hsort; lia|].
    unfold pays. apply Rle_trans with (c i * given a i j).
    - unfold given. rewrite Ei. destruct (Nat.eq_dec j j); [lra|contradiction].
    - apply (sum_term_le q (fun i => c i * given a i j) i); [|lia]. intros u Hu.
      apply Rmult_le_pos; [apply Rlt_le, Hc; lia|apply given_nonneg]. }
  apply sum_le in P. pose proof (count_many q ltac:(lia)). pose proof (count_few p).
  apply lt_INR in Few. rewrite plus_INR in Few. lra.
Qed.

(** Some task has a resource from [q] on, where fewer than q resources would not do. *)
Lemma one_of_them : forall q, (q < E)%nat -> (q < D * n)%nat -> c q <= opt.
Proof.
  intros q Hq Few. apply Rnot_lt_le. intros L.
  assert (P : forall j, (j < n)%nat -> INR (count E a j) - INR (count q a j) <= 0).
  { intros j Hj. pose proof (Hopt j Hj) as O. pose proof (pays_tail q j Hq) as T. pose proof (pays_below q j ltac:(lia)) as B.
    pose proof (count_le a j q E ltac:(lia)) as M. pose proof (Hc q Hq) as Cq. rewrite <- minus_INR in * by exact M.
    change 0 with (INR 0). apply le_INR. apply Nat.nlt_ge. intros H. apply Nat.le_succ_l, le_INR in H. simpl (INR 1) in H.
    apply (Rmult_le_compat_l (c q)) in H; lra. }
  apply sum_le in P. rewrite sum_const in P. pose proof (count_many q ltac:(lia)).
  apply lt_INR in Few. lra.
Qed.

(** Some task has two resources from [q] on, where more than one for each task is needed. *)
Lemma two_alike : forall q, (q < E)%nat -> (q + n < D * n)%nat -> 2 * c q <= opt.
Proof.
  intros q Hq Few. apply Rnot_lt_le. intros L.
  assert (P : forall j, (j < n)%nat -> INR (count E a j) - INR (count q a j) <= 1).
  { intros j Hj. pose proof (Hopt j Hj) as O. pose proof (pays_tail q j Hq) as T. pose proof (pays_below q j ltac:(lia)) as B.
    pose proof (count_le a j q E ltac:(lia)) as M. pose proof (Hc q Hq) as Cq. rewrite <- minus_INR in * by exact M.
    change 1 with (INR 1). apply le_INR. apply Nat.nlt_ge. intros H. apply Nat.le_succ_l, le_INR in H. simpl (INR 2) in H.
    apply (Rmult_le_compat_l (c q)) in H; lra. }
  apply sum_le in P. rewrite sum_const in P. pose proof (count_many q ltac:(lia)).
  apply lt_INR in Few. rewrite plus_INR in Few. lra.
Qed.

End Optimum.

Section Run.

Variables (n D E : nat) (c : nat -> R) (g : nat -> nat).
Hypothesis Hn : (0 < n)%nat.
Hypothesis HE : (D * n <= E)%nat.
Hypothesis Hc : forall q, (q < E)%nat -> 0 < c q.
Hypothesis Hsort : forall i j, (i <= j)%nat -> (j < E)%nat -> c i <= c j.
Hypothesis Hg : greedy_run n D E c g.

Let paid (i j : nat) : R := pays (i * n) c g j.

Lemma turn : forall i j, (i < D)%nat -> (j < n)%nat -> exists t, (t < n)%nat /\ g (i * n + t)%nat = j.
Proof.
  intros i j Hi Hj. destruct (served g j (i * n) (S i * n)) as [q [Hq Eq]].
  - rewrite !(lemma_10 n D E c g) by (assumption || lia). lia.
  - exists (q - i * n)%nat. split; [simpl in Hq; lia|]. replace (i * n + (q - i * n))%nat with q by lia. exact Eq.
Qed.

Lemma task_of : forall i t, (i < D)%nat -> (t < n)%nat -> (g (i * n + t) < n)%nat.
Proof. intros i t Hi Ht. apply Hg. nia. Qed.

Lemma next : forall i t, (i < D)%nat -> (t < n)%nat -> paid (S i) (g (i * n + t)%nat) = paid i (g (i * n + t)%nat) + c (i * n + t)%nat.
Proof. intros i t Hi Ht. apply (observation_11 n D E c g Hn HE Hc Hg i Hi). exact Ht. Qed.

(** In a round who has paid more comes first. *)
Lemma descending : forall i t u, (i < D)%nat -> (t <= u)%nat -> (u < n)%nat -> paid i (g (i * n + u)%nat) <= paid i (g (i * n + t)%nat).
Proof.
  intros i t u Hi Htu. induction Htu as [|u Htu IH]; intros Hu; [lra|].
  apply Rle_trans with (paid i (g (i * n + u)%nat)); [|apply IH; lia].
  apply (observation_11 n D E c g Hn HE Hc Hg i Hi). exact Hu.
Qed.

(** After a round payments differ by no more than they did, or than costs rise within one round. *)
Lemma spread : forall s i, 0 <= s -> (i <= D)%nat -> (forall k, (k < i)%nat -> c (k * n + (n - 1))%nat - c (k * n)%nat <= s) ->
  forall j l, (j < n)%nat -> (l < n)%nat -> paid i j - paid i l <= s.
Proof.
  intros s i Hs. induction i as [|i IH]; intros Hi Hr j l Hj Hl.
  - unfold paid, pays. simpl. lra.
  - specialize (IH ltac:(lia) ltac:(intros; apply Hr; lia)).
    destruct (turn i j ltac:(lia) Hj) as [t [Ht <-]]. destruct (turn i l ltac:(lia) Hl) as [u [Hu <-]].
    rewrite !next by lia. destruct (le_lt_dec t u) as [H|H].
    + pose proof (IH _ _ Hj Hl). assert (c (i * n + t)%nat <= c (i * n + u)%nat) by (apply Hsort; nia). lra.
    + pose proof (descending i u t ltac:(lia) ltac:(lia) Ht). specialize (Hr i ltac:(lia)).
      assert (c (i * n + t)%nat <= c (i * n + (n - 1))%nat) by (apply Hsort; nia).
      assert (c (i * n)%nat <= c (i * n + u)%nat) by (apply Hsort; nia). lra.
Qed.

(** What a task adds to the payment of the first round until round [i] begins. *)
Lemma grows : forall i j, (j < n)%nat -> (S i < D)%nat -> paid (S i) j <= paid 1 j + INR i * c (S i * n)%nat.
Proof.
  induction i as [|i IH]; intros j Hj Hi; [simpl (INR 0); lra|].
  specialize (IH j Hj ltac:(lia)). destruct (turn (S i) j ltac:(lia) Hj) as [t [Ht <-]]. rewrite next by lia. rewrite S_INR.
  assert (A : c (S i * n + t)%nat <= c (S (S i) * n)%nat) by (apply Hsort; simpl in *; nia).
  assert (B : c (S i * n)%nat <= c (S (S i) * n)%nat) by (apply Hsort; simpl in *; nia).
  assert (INR i * c (S i * n)%nat <= INR i * c (S (S i) * n)%nat) by (apply Rmult_le_compat_l; [apply pos_INR|exact B]). lra.
Qed.

(** The task at place [t] of a round has paid no more before it than the one that took resource [n - 1 - t] first can have. *)
Lemma before : forall d t, (S d < D)%nat -> (t < n)%nat ->
  paid (S d) (g (S d * n + t)%nat) <= c (n - 1 - t)%nat + INR d * c (S d * n)%nat.
Proof.
  intros d t HD Ht.
  assert (W : exists j, (j < n)%nat /\ (count (S (S d) * n) g j - count (S d * n + S t) g j < count (n - t) g j)%nat).
  { destruct (sum_average n (fun j => INR (count (n - t) g j) - (INR (count (S (S d) * n) g j) - INR (count (S d * n + S t) g j))) (1 / INR n) Hn)
      as [j [Hj Q]].
    - rewrite !sum_minus, !(count_total n D E c g) by (assumption || nia).
      replace (INR n * (1 / INR n)) with 1 by (field; apply not_0_INR; lia).
      rewrite <- (minus_INR (S (S d) * n)) by nia. rewrite <- minus_INR by nia.
      replace (n - t - (S (S d) * n - (S d * n + S t)))%nat with 1%nat by (simpl; nia). simpl; lra.
    - exists j. split; [exact Hj|]. cbv beta in Q.
      assert (0 < 1 / INR n) by (apply Rdiv_lt_0_compat; [lra|apply lt_0_INR; exact Hn]).
      pose proof (count_le g j (S d * n + S t) (S (S d) * n) ltac:(simpl; nia)) as M. rewrite <- minus_INR in Q by exact M.
      apply INR_lt. lra. }
  destruct W as [j [Hj W]].
  pose proof (lemma_10 n D E c g Hn HE Hc Hg 1 ltac:(lia) j Hj) as One. rewrite Nat.mul_1_l in One.
  pose proof (count_le g j (n - t) n ltac:(lia)) as M.
  destruct (served g j 0 (n - t) ltac:(simpl; lia)) as [u [Hu Eu]].
  destruct (turn (S d) j ltac:(lia) Hj) as [s [Hs Es]].
  assert (St : (s <= t)%nat).
  { apply Nat.nlt_ge. intros H. pose proof (counted g (S d * n + s) (S d * n + S t) (S (S d) * n)) as Q. rewrite Es in Q.
    specialize (Q ltac:(simpl; nia)). lia. }
  apply Rle_trans with (paid (S d) j).
  - rewrite <- Es. apply descending; [lia|exact St|exact Ht].
  - apply Rle_trans with (1 := grows d j Hj ltac:(lia)). apply Rplus_le_compat_r.
    rewrite <- Eu. pose proof (next 0 u ltac:(lia) ltac:(lia)) as Q. simpl (0 * n + u)%nat in Q. rewrite Q.
    unfold paid at 1, pays. simpl (0 * n)%nat. simpl (sum 0 _). rewrite Rplus_0_l. apply Hsort; [lia|nia].
Qed.

Variables (a : nat -> nat) (opt : R).
Hypothesis Hcov : covers E n (fun _ => 1) (fun _ => INR D) a.
Hypothesis Hopt : forall j, (j < n)%nat -> pays E c a j <= opt.

(** What every task pays at least, the fairest assignment makes some task pay. *)
Lemma least_payment : forall z, (forall j, (j < n)%nat -> z <= paid D j) -> z <= opt.
Proof.
  intros z Hz. destruct (Nat.eq_dec D 0) as [Z|ND].
  { apply Rle_trans with 0.
    - specialize (Hz 0%nat Hn). unfold paid, pays in Hz. rewrite Z in Hz. exact Hz.
    - apply Rle_trans with (2 := Hopt 0%nat Hn). apply sum_nonneg. intros i Hi. apply Rmult_le_pos; [apply Rlt_le, Hc, Hi|apply given_nonneg]. }
  assert (He : 0 <= c (E - 1)%nat) by (apply Rlt_le, Hc; nia).
  assert (Hs : forall q, (S q < E)%nat -> c q <= c (S q) <= c q + c (E - 1)%nat).
  { intros q Hq. split; [apply Hsort; lia|]. pose proof (Hc q ltac:(lia)). assert (c (S q) <= c (E - 1)%nat) by (apply Hsort; lia). lra. }
  pose proof (optimum_at_least_average n D E c g Hn HE Hc Hg (c (E - 1)%nat) He Hs a opt Hcov Hopt) as A.
  rewrite <- (total_paid n D E c g Hn HE Hc Hg (c (E - 1)%nat) He Hs D (le_n D)) in A.
  apply (Rmult_le_reg_l (INR n)); [apply lt_0_INR, Hn|]. apply Rle_trans with (2 := A). rewrite <- sum_const. apply sum_le. exact Hz.
Qed.

(** Idea. A task has paid b when the last round begins, and pays y in it.  With z the cost of the resource of the first round that
    stands as far from that round's end as y from the last one's beginning, b is at most z + (D-2) A, where A is the first cost of the
    last round (before), and y + z at most the optimum (two_of_them).  Where all pay b + A at least, so does the optimum, and the
    three add up.  Otherwise all pay what the task pays less the largest cost of the round before the last, and the optimum has two of
    these (two_alike).
    Mechanisms: greedy, greedy-last.  Measure: approximation-ratio.  Hypothesis: unit, equal demands. *)
Theorem greedy_factor : (2 <= D)%nat -> forall j, (j < n)%nat -> pays (D * n) c g j <= (2 - 1 / (INR D - 1)) * opt.
Proof.
  intros HD j Hj. destruct D as [|[|d]] eqn:ED; [lia|lia|]. rewrite <- ED in *.
  assert (Ed : INR D - 1 = INR d + 1) by (rewrite ED, !S_INR; ring).
  pose proof (pos_INR d) as Pd.
  destruct (turn (S d) j ltac:(lia) Hj) as [t [Ht Ej]].
  set (b := paid (S d) j). set (y := c (S d * n + t)%nat). set (z := c (n - 1 - t)%nat). set (A := c (S d * n)%nat).
  assert (P : pays (D * n) c g j = b + y).
  { unfold b, y. rewrite <- Ej at 2. rewrite <- next by lia. rewrite Ej. unfold paid. rewrite ED. reflexivity. }
  assert (B : b <= z + INR d * A) by (unfold b; rewrite <- Ej; apply before; [lia|exact Ht]).
  assert (O : y + z <= opt).
  { apply (two_of_them n D E c a opt); try assumption; rewrite ED in *; simpl in *; nia. }
  assert (Zp : 0 < z) by (apply Hc; nia).
  assert (Op : 0 < opt) by (assert (0 < y) by (apply Hc; subst D; simpl in *; nia); lra).
  assert (Goal1 : b + A <= opt -> pays (D * n) c g j <= (2 - 1 / (INR D - 1)) * opt).
  { intros Low. rewrite P, Ed.
    apply (Rmult_le_reg_r (INR d + 1)); [lra|].
    replace ((2 - 1 / (INR d + 1)) * opt * (INR d + 1)) with ((2 * INR d + 1) * opt) by (field; lra).
    assert (INR d * (b + A) <= INR d * opt) by (apply Rmult_le_compat_l; lra).
    assert (INR d * (y + z) <= INR d * opt) by (apply Rmult_le_compat_l; lra).
    assert (0 <= INR d * z) by (apply Rmult_le_pos; lra). nra. }
  destruct (Nat.eq_dec d 0) as [Z|Nz].
  { (* two rounds: what was paid before is z at most *)
    rewrite P, Ed, Z. rewrite Z in B. simpl in *. replace ((2 - 1 / (0 + 1)) * opt) with opt by field. lra. }
  destruct (some_or_all n (paid D) (b + A)) as [Low|[l [Hl Low]]].
  - apply Goal1. apply least_payment. exact Low.
  - assert (Far : forall k, (k < n)%nat -> b + y - c (S d * n - 1)%nat <= paid D k).
    { assert (S0 : 0 <= c (S d * n - 1)%nat) by (apply Rlt_le, Hc; subst D; simpl in *; nia).
      assert (Sp : forall u v, (u < n)%nat -> (v < n)%nat -> paid (S d) u - paid (S d) v <= c (S d * n - 1)%nat).
      { apply spread; [exact S0|lia|]. intros k Hk.
        assert (c (k * n + (n - 1))%nat <= c (S d * n - 1)%nat) by (apply Hsort; subst D; simpl in *; nia).
        assert (0 < c (k * n)%nat) by (apply Hc; subst D; simpl in *; nia). lra. }
      assert (Late : forall k u, (u < n)%nat -> g (S d * n + u)%nat = k -> (k < n)%nat -> (t < u)%nat -> b + y - c (S d * n - 1)%nat <= paid D k).
      { intros k u Hu <- Hk Htu. rewrite ED. rewrite next by lia. specialize (Sp j _ Hj Hk). fold b in Sp.
        assert (y <= c (S d * n + u)%nat) by (apply Hsort; subst D; simpl in *; nia). lra. }
      assert (Early : forall k u, (u < n)%nat -> g (S d * n + u)%nat = k -> (u <= t)%nat -> b + A <= paid D k).
      { intros k u Hu <- Htu. rewrite ED. rewrite next by lia.
        pose proof (descending (S d) u t ltac:(lia) Htu Ht) as Q. rewrite Ej in Q. fold b in Q.
        assert (A <= c (S d * n + u)%nat) by (apply Hsort; subst D; simpl in *; nia). lra. }
      assert (Gap : b + y - c (S d * n - 1)%nat <= b + A).
      { destruct (turn (S d) l ltac:(lia) Hl) as [u [Hu Eu]]. destruct (le_lt_dec u t) as [H|H].
        - pose proof (Early l u Hu Eu H). lra.
        - pose proof (Late l u Hu Eu Hl H). lra. }
      intros k Hk. destruct (turn (S d) k ltac:(lia) Hk) as [u [Hu Eu]]. destruct (le_lt_dec u t) as [H|H].
      - pose proof (Early k u Hu Eu H). lra.
      - apply (Late k u); assumption. }
    apply least_payment in Far.
    assert (Two : 2 * c (S d * n - 1)%nat <= opt).
    { apply (two_alike n D E c a opt); try assumption; subst D; simpl in *; nia. }
    rewrite P, Ed. apply Rle_trans with (3 / 2 * opt); [lra|]. apply Rmult_le_compat_r; [lra|].
    assert (1 <= INR d) by (change 1 with (INR 1); apply le_INR; lia).
    assert (1 / (INR d + 1) <= 1 / 2); [|lra]. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
Qed.

(** Idea. In one round nobody is served twice; in two, the bound is a factor of 1.
    Mechanisms: greedy, greedy-last.  Measure: approximation-ratio.  Hypothesis: unit, equal demands.
    Claims: mukherjee-greedy-demand-two. *)
Theorem greedy_optimal_up_to_two : (1 <= D <= 2)%nat -> forall j, (j < n)%nat -> pays (D * n) c g j <= opt.
Proof.
  intros HD j Hj. destruct (Nat.eq_dec D 2) as [Two|].
  - pose proof (greedy_factor ltac:(lia) j Hj) as F. rewrite Two in F at 2. simpl (INR 2) in F.
    replace ((2 - 1 / (1 + 1 - 1)) * opt) with opt in F by field. exact F.
  - assert (ED : D = 1%nat) by lia. destruct (turn 0 j ltac:(lia) Hj) as [t [Ht Ej]].
    pose proof (next 0 t ltac:(lia) Ht) as N. rewrite Ej in N. rewrite ED. fold (paid 1 j). rewrite N.
    unfold paid, pays. simpl (0 * n)%nat. simpl (sum 0 _). rewrite Rplus_0_l. simpl (0 + t)%nat.
    apply (one_of_them n D E c a opt); try assumption; rewrite ED in *; lia.
Qed.

(** Idea. greedy_factor, and greedy_optimal_up_to_two where D is 1.
    Mechanisms: greedy, greedy-last.  Measure: approximation-ratio.  Hypothesis: unit, equal demands.
    Claims: mukherjee-greedy-equal-factor. *)
Theorem greedy_below_twice : (1 <= D)%nat -> forall j, (j < n)%nat -> pays (D * n) c g j < 2 * opt.
Proof.
  intros HD j Hj.
  assert (Op : 0 < opt).
  { apply Rlt_le_trans with (c 0%nat); [apply Hc; nia|]. apply (one_of_them n D E c a opt); try assumption; nia. }
  destruct (le_lt_dec D 2) as [H|H].
  - pose proof (greedy_optimal_up_to_two ltac:(lia) j Hj). lra.
  - pose proof (greedy_factor ltac:(lia) j Hj) as F. apply le_INR in H. simpl in H.
    assert (0 < 1 / (INR D - 1)) by (apply Rdiv_lt_0_compat; lra).
    apply Rle_lt_trans with (1 := F). apply Rmult_lt_compat_r; lra.
Qed.

End Run.
