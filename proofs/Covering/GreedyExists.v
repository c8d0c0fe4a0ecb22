(** Greedy can always be run: for any numbers of tasks and resources and any costs there is a run that follows the rule.

    After properties/mechanisms/greedy.md. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition Greedy.
Open Scope R_scope.

Lemma some_or_all : forall (n : nat) (P : nat -> R) z, (forall k, (k < n)%nat -> z <= P k) \/ exists k, (k < n)%nat /\ P k < z.
Proof.
  intros n P z. induction n as [|n [IH|[k [Hk IH]]]].
  - left. intros; lia.
  - destruct (Rle_lt_dec z (P n)) as [H|H]; [left|right; exists n; split; [lia|exact H]].
    intros k Hk. destruct (Nat.eq_dec k n) as [->|]; [exact H|apply IH; lia].
  - right. exists k. split; [lia|exact IH].
Qed.

Lemma count_ext : forall q g h j, (forall i, (i < q)%nat -> g i = h i) -> count q g j = count q h j.
Proof. induction q as [|q IH]; intros g h j H; [reflexivity|]. simpl. rewrite (IH g h), H by (intros; try apply H; lia). reflexivity. Qed.

Lemma pays_ext : forall q c g h j, (forall i, (i < q)%nat -> g i = h i) -> pays q c g j = pays q c h j.
Proof. intros q c g h j H. apply sum_ext. intros i Hi. unfold given. rewrite H by exact Hi. reflexivity. Qed.

Lemma count_all : forall n q g, (forall i, (i < q)%nat -> (g i < n)%nat) -> sum n (fun j => INR (count q g j)) = INR q.
Proof.
  intros n q g Hq. rewrite (sum_ext n _ (fun j => sum q (fun i => given g i j))) by (intros; symmetry; apply has_count).
  rewrite <- sum_swap. rewrite <- (Rmult_1_r (INR q)), <- sum_const. apply sum_ext. intros i Hi.
  rewrite row_total. destruct (lt_dec (g i) n); [reflexivity|]. specialize (Hq i Hi). contradiction.
Qed.

Lemma greatest : forall n (P : nat -> Prop) (f : nat -> R), (forall j, P j \/ ~ P j) -> (exists j, (j < n)%nat /\ P j) ->
  exists j, (j < n)%nat /\ P j /\ forall k, (k < n)%nat -> P k -> f k <= f j.
Proof.
  intros n P f Dec. induction n as [|n IH]; intros [j [Hj Pj]]; [lia|].
  assert (W : (exists j, (j < n)%nat /\ P j) \/ ~ (exists j, (j < n)%nat /\ P j)).
  { clear - Dec. induction n as [|n [H|H]].
    - right. intros [j [H _]]. lia.
    - left. destruct H as [j [H Pj]]. exists j. split; [lia|exact Pj].
    - destruct (Dec n) as [Y|N]; [left; exists n; split; [lia|exact Y]|right].
      intros [j [Hj Pj]]. destruct (Nat.eq_dec j n) as [->|]; [contradiction|]. apply H. exists j. split; [lia|exact Pj]. }
  destruct W as [W|W].
  - destruct (IH W) as [k [Hk [Pk Best]]].
    destruct (Dec n) as [Y|N]; [destruct (Rle_lt_dec (f n) (f k)) as [L|L]|].
    + exists k. split; [lia|]. split; [exact Pk|]. intros u Hu Pu. destruct (Nat.eq_dec u n) as [->|]; [exact L|apply Best; [lia|exact Pu]].
    + exists n. split; [lia|]. split; [exact Y|]. intros u Hu Pu. destruct (Nat.eq_dec u n) as [->|]; [lra|].
      apply Rle_trans with (f k); [apply Best; [lia|exact Pu]|lra].
    + exists k. split; [lia|]. split; [exact Pk|]. intros u Hu Pu. destruct (Nat.eq_dec u n) as [->|]; [contradiction|apply Best; [lia|exact Pu]].
  - assert (j = n) as -> by (destruct (Nat.eq_dec j n); [assumption|exfalso; apply W; exists j; split; [lia|exact Pj]]).
    exists n. split; [lia|]. split; [exact Pj|]. intros u Hu Pu. destruct (Nat.eq_dec u n) as [->|]; [lra|].
    exfalso. apply W. exists u. split; [lia|exact Pu].
Qed.

(** Idea. Resource by resource: as long as D n are not reached some task needs one more, and among those that do one has the largest
    claim.  Mechanisms: greedy, greedy-last.  Hypothesis: unit, equal demands. *)
Theorem greedy_exists : forall n D E c, (0 < n)%nat -> exists g, greedy_run n D E c g.
Proof.
  intros n D E c Hn.
  assert (Step : forall Q, (Q <= D * n)%nat -> exists g, forall q, (q < Q)%nat -> (g q < n)%nat /\ (count q g (g q) < D)%nat
    /\ forall j, (j < n)%nat -> (count q g j < D)%nat -> claim D c (/ sum E c) g q j <= claim D c (/ sum E c) g q (g q)).
  { induction Q as [|Q IH]; intros HQ; [exists (fun _ => 0%nat); intros; lia|].
    destruct (IH ltac:(lia)) as [g G].
    destruct (greatest n (fun j => (count Q g j < D)%nat) (claim D c (/ sum E c) g Q)) as [b [Hb [Pb Best]]].
    - intros j. lia.
    - destruct (some_or_all n (fun j => INR (count Q g j)) (INR D)) as [All|[j [Hj L]]].
      + exfalso. apply sum_le in All. rewrite sum_const, count_all, <- mult_INR in All by (intros; apply G; assumption).
        apply INR_le in All. nia.
      + exists j. split; [exact Hj|]. apply INR_lt, L.
    - exists (fun q => if Nat.eq_dec q Q then b else g q). intros q Hq.
      assert (Same : forall i, (i < q)%nat -> (if Nat.eq_dec i Q then b else g i) = g i).
      { intros i Hi. destruct (Nat.eq_dec i Q); [lia|reflexivity]. }
      assert (Cl : forall j, claim D c (/ sum E c) (fun q => if Nat.eq_dec q Q then b else g q) q j = claim D c (/ sum E c) g q j).
      { intros j. unfold claim. rewrite (count_ext q _ g j Same), (pays_ext q c _ g j Same). reflexivity. }
      destruct (Nat.eq_dec q Q) as [->|Ne].
      + split; [exact Hb|]. rewrite (count_ext Q _ g b Same). split; [exact Pb|]. intros j Hj L.
        rewrite (count_ext Q _ g j Same) in L. rewrite !Cl. apply Best; assumption.
      + destruct (G q ltac:(lia)) as [G1 [G2 G3]]. split; [exact G1|]. rewrite (count_ext q _ g _ Same). split; [exact G2|].
        intros j Hj L. rewrite (count_ext q _ g j Same) in L. rewrite !Cl. apply G3; assumption. }
  destruct (Step (D * n)%nat (le_n _)) as [g G]. exists g. exact G.
Qed.
