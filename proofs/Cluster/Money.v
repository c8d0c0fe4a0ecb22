(** Prices of servers: what the users of a server spend on it when each spends its weight in proportion to its tasks.
    From prices follow sharing incentive, envy-freeness, efficiency and comparisons of two allocations. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums.
From Fair.Cluster Require Import Model Complaint Population.
Open Scope R_scope.

Definition spend I x m i := wt I m * (x m i / tot I x m).
Definition price I x i := sum (users I) (fun m => spend I x m i).

Section Priced.
  Variable I : inst.
  Variable g : nat -> nat -> R.
  Variable x : placement.
  Hypothesis W : wf I.
  Hypothesis P : placed I g x.

  Lemma part_nonneg m i : (m < users I)%nat -> (i < servers I)%nat -> 0 <= x m i / tot I x m.
  Proof.
    intros Hm Hi. pose proof (pl_pos I g x P m i Hm Hi) as X. pose proof (tot_ge I g x P m i Hm Hi) as T.
    destruct (Rle_lt_or_eq_dec _ _ X) as [L|<-]; [apply div_nonneg; lra|unfold Rdiv; lra].
  Qed.

  Lemma parts m : (m < users I)%nat -> 0 < tot I x m -> sum (servers I) (fun i => x m i / tot I x m) = 1.
  Proof. intros Hm T. unfold Rdiv. rewrite sum_scal_r. change (tot I x m * / tot I x m = 1). field; lra. Qed.

  Lemma parts_le m : (m < users I)%nat -> sum (servers I) (fun i => x m i / tot I x m) <= 1.
  Proof.
    intros Hm. pose proof (tot_nonneg I g x P m Hm) as T.
    destruct (Rle_lt_or_eq_dec _ _ T) as [L|E]; [right; apply parts; auto|].
    rewrite sum_zero; [lra|]. intros i Hi. pose proof (pl_pos I g x P m i Hm Hi). pose proof (tot_ge I g x P m i Hm Hi).
    replace (x m i) with 0 by lra. unfold Rdiv; lra.
  Qed.

  Lemma spend_nonneg m i : (m < users I)%nat -> (i < servers I)%nat -> 0 <= spend I x m i.
  Proof. intros Hm Hi. apply Rmult_le_pos; [apply Rlt_le, (wf_wt I W); auto|apply part_nonneg; auto]. Qed.

  Lemma spend_pos m i : (m < users I)%nat -> (i < servers I)%nat -> 0 < x m i -> 0 < spend I x m i.
  Proof.
    intros Hm Hi X. pose proof (tot_ge I g x P m i Hm Hi). apply Rmult_lt_0_compat; [apply (wf_wt I W); auto|].
    apply div_pos; lra.
  Qed.

  Lemma spend_held m i : (m < users I)%nat -> (i < servers I)%nat -> 0 < spend I x m i -> 0 < x m i.
  Proof.
    intros Hm Hi S. destruct (Rle_lt_or_eq_dec _ _ (pl_pos I g x P m i Hm Hi)) as [|E]; auto.
    unfold spend in S. rewrite <- E in S. unfold Rdiv in S. lra.
  Qed.

  Lemma price_nonneg i : (i < servers I)%nat -> 0 <= price I x i.
  Proof. intros Hi. apply sum_nonneg; intros; apply spend_nonneg; auto. Qed.

  Lemma prices_le : sum (servers I) (price I x) <= weights I.
  Proof.
    unfold price. rewrite <- sum_swap. apply sum_le; intros m Hm. unfold spend. rewrite sum_scal.
    pose proof (wf_wt I W m Hm). pose proof (parts_le m Hm).
    apply Rmult_le_compat_l with (r := wt I m) in H0; lra.
  Qed.

  (** Nobody gets a server cheaper per unit of tasks than at its price. *)
  Hypothesis Dear : forall n i, (n < users I)%nat -> (i < servers I)%nat -> wt I n * g n i <= tot I x n * price I x i.

  Theorem priced_sharing_incentive : (forall n i, (n < users I)%nat -> (i < servers I)%nat -> 0 <= g n i) ->
    sharing_incentive I g x.
  Proof.
    intros g0 n Hn. apply Rle_trans with (1 := capped_le _ _).
    pose proof (weights_pos I W n Hn) as Wp. pose proof (tot_nonneg I g x P n Hn) as T.
    apply Rle_trans with (sum (servers I) (fun i => tot I x n / weights I * price I x i)).
    - apply sum_le; intros i Hi. specialize (Dear n i Hn Hi).
      replace (wt I n / weights I * g n i) with (wt I n * g n i / weights I) by (field; lra).
      replace (tot I x n / weights I * price I x i) with (tot I x n * price I x i / weights I) by (field; lra).
      apply Rmult_le_compat_r; auto. apply Rlt_le, Rinv_0_lt_compat; auto.
    - rewrite sum_scal. pose proof prices_le as L.
      replace (tot I x n) with (tot I x n / weights I * weights I) at 2 by (field; lra).
      apply Rmult_le_compat_l; auto. apply div_nonneg; auto.
  Qed.
End Priced.

(** Comparison of two priced allocations: users k of the second are users f k of the first, of the same weight.
    Whoever buys in the set T of servers in the second spends at least as much there in the first. *)
Lemma money_compare I J x x' (f : nat -> nat) (T : nat -> R) :
  servers J = servers I ->
  (forall i, (i < servers I)%nat -> T i = 0 \/ T i = 1) ->
  (forall h, (forall n, (n < users I)%nat -> 0 <= h n) ->
     sum (users J) (fun k => h (f k)) <= sum (users I) h) ->
  (forall n i, (n < users I)%nat -> (i < servers I)%nat -> 0 <= spend I x n i) ->
  (forall k, (k < users J)%nat ->
     sum (servers I) (fun i => T i * spend J x' k i) <= sum (servers I) (fun i => T i * spend I x (f k) i)) ->
  sum (servers I) (fun i => T i * price J x' i) <= sum (servers I) (fun i => T i * price I x i).
Proof.
  intros ES T01 Sub S0 Each. unfold price.
  rewrite (sum_ext (servers I) (fun i => T i * sum (users J) (fun m => spend J x' m i))
             (fun i => sum (users J) (fun m => T i * spend J x' m i))) by (intros; rewrite sum_scal; auto).
  rewrite (sum_ext (servers I) (fun i => T i * sum (users I) (fun m => spend I x m i))
             (fun i => sum (users I) (fun m => T i * spend I x m i))) by (intros; rewrite sum_scal; auto).
  rewrite !(sum_swap (servers I)).
  apply Rle_trans with (sum (users J) (fun k => sum (servers I) (fun i => T i * spend I x (f k) i))).
  - apply sum_le; auto.
  - apply (Sub (fun n => sum (servers I) (fun i => T i * spend I x n i))).
    intros n Hn. apply sum_nonneg; intros i Hi. specialize (S0 n i Hn Hi). destruct (T01 i Hi) as [-> | ->]; lra.
Qed.
