(** The price of fairness of time-division PS-DSF with equal weights: at most N / (2 sqrt N - 1).

    Time-division PS-DSF is proportional fairness, for which the bound is known (Bertsimas, Farias, Trichakis 2011). *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint PsDsf PsDsfTdm Flow Money Witness.
Open Scope R_scope.

Definition welfare_time I (g : nat -> nat -> R) x := sum (users I) (fun n => tot I x n / sum (servers I) (g n)).

Section Time.
  Variable I : inst.
  Variable g : nat -> nat -> R.
  Variables x y : placement.
  Hypothesis W : wf I.
  Hypothesis G0 : rates I g.
  Hypothesis Some : (0 < users I)%nat.
  Hypothesis Equal : forall n, (n < users I)%nat -> wt I n = 1.
  Hypothesis Runs : forall n, (n < users I)%nat -> 0 < sum (servers I) (g n).
  Hypothesis H : ps_dsf_tdm g I x.
  Hypothesis Fy : feasible_time I g y.
  Set Default Proof Using "All".

  Let N := INR (users I).
  Let Px : placed I g x := proj1 (proj1 (proj2 H)).

  Lemma sum_ones k : sum k (fun _ => 1) = INR k.
  Proof. induction k as [|k IH]; [reflexivity|]. rewrite S_INR. cbn [sum]. lra. Qed.

  Lemma weights_N : weights I = N.
  Proof. unfold weights, N. rewrite <- sum_ones. apply sum_ext. exact Equal. Qed.

  Lemma N_one : 1 <= N.
  Proof. unfold N. change 1 with (INR 1). apply le_INR. lia. Qed.

  (** Each user has at least the part 1/N of what it could run alone. *)
  Lemma part_low n : (n < users I)%nat -> / N <= tot I x n / sum (servers I) (g n).
  Proof.
    intros Hn. pose proof N_one as N1. pose proof (Runs n Hn) as P.
    pose proof (ps_dsf_tdm_sharing_incentive I g x W G0 H n Hn) as S.
    rewrite (proj1 H n Hn) in S. simpl in S. unfold slice in S. rewrite (Equal n Hn), weights_N in S.
    rewrite sum_scal in S. change (sum (servers I) (fun i => g n i)) with (sum (servers I) (g n)) in S.
    apply le_div; [exact P|]. unfold Rdiv in S. rewrite Rmult_1_l in S. exact S.
  Qed.

  Lemma runs_somewhere n : (n < users I)%nat -> 0 < tot I x n.
  Proof.
    intros Hn. pose proof (part_low n Hn). pose proof N_one. pose proof (Runs n Hn) as P.
    assert (0 < / N) by (apply Rinv_0_lt_compat; lra).
    apply Rnot_le_lt. intros Z. assert (tot I x n / sum (servers I) (g n) <= 0) by (apply div_le; lra). lra.
  Qed.

  (** At the prices of [x] no placement is worth more than all budgets. *)
  Lemma worth_at_prices : sum (users I) (fun n => tot I y n / tot I x n) <= N.
  Proof.
    apply Rle_trans with (sum (servers I) (price I x)).
    - apply Rle_trans with (sum (users I) (fun n => sum (servers I) (fun i => y n i / g n i * price I x i))).
      + apply sum_le. intros n Hn. pose proof (runs_somewhere n Hn) as T.
        unfold tot at 1. unfold Rdiv at 1. rewrite <- sum_scal_r. apply sum_le. intros i Hi.
        pose proof (pl_pos I g y (proj1 Fy) n i Hn Hi) as Y.
        destruct (G0 n i Hn Hi) as [G|Z].
        * pose proof (tdm_dear I g x W G0 H n i Hn Hi) as D. rewrite (Equal n Hn), Rmult_1_l in D.
          unfold Rdiv. rewrite Rmult_assoc. apply Rmult_le_compat_l; [exact Y|].
          apply (Rmult_le_reg_r (tot I x n * g n i)); [apply Rmult_lt_0_compat; assumption|].
          replace (/ tot I x n * (tot I x n * g n i)) with (g n i) by (field; lra).
          replace (/ g n i * price I x i * (tot I x n * g n i)) with (tot I x n * price I x i) by (field; lra). exact D.
        * rewrite (pl_run I g y (proj1 Fy) n i Hn Hi (eq_sym Z)). unfold Rdiv. lra.
      + rewrite sum_swap. apply sum_le. intros i Hi. rewrite sum_scal_r.
        pose proof (price_nonneg I g x W Px i Hi) as P. rewrite <- (Rmult_1_l (price I x i)) at 2.
        apply Rmult_le_compat_r; [exact P|]. apply (proj2 Fy). exact Hi.
    - rewrite <- weights_N. apply (prices_le I g x W Px).
  Qed.

  (** Idea: with u and v the parts that a user has of what it could run alone, in x and in y, N u^2 + v - (2 sqrt N - 1) u v - u is
      (1 - v) u (N u - 1) + v (sqrt N u - 1)^2, so not negative.  Divide by N u and add up.
      Mechanism: ps-dsf-tdm.  Measure: price-of-fairness. *)
  Theorem tdm_price : welfare_time I g y <= N / (2 * sqrt N - 1) * welfare_time I g x.
  Proof.
    pose proof N_one as N1. set (s := sqrt N). assert (Ss : s * s = N) by (apply sqrt_sqrt; lra).
    assert (S1 : 1 <= s) by (unfold s; rewrite <- sqrt_1; apply sqrt_le_1; lra).
    set (X := welfare_time I g x). set (V := welfare_time I g y).
    assert (Each : forall n, (n < users I)%nat ->
      / N + (2 * s - 1) / N * (tot I y n / sum (servers I) (g n))
      <= tot I x n / sum (servers I) (g n) + / N * (tot I y n / tot I x n)).
    { intros n Hn. pose proof (Runs n Hn) as P. pose proof (runs_somewhere n Hn) as T. pose proof (part_low n Hn) as L.
      set (u := tot I x n / sum (servers I) (g n)) in *. set (v := tot I y n / sum (servers I) (g n)).
      assert (V01 : 0 <= v <= 1).
      { split; [apply div_nonneg; [apply (tot_nonneg I g y (proj1 Fy) n Hn)|exact P]|]. apply div_le; [exact P|]. rewrite Rmult_1_l.
        apply sum_le. intros i Hi. destruct (G0 n i Hn Hi) as [G|Z].
        - assert (Q : y n i / g n i <= 1).
          { apply Rle_trans with (2 := proj2 Fy i Hi). apply (sum_term (users I) (fun n => y n i / g n i) n); [|exact Hn].
            intros m Hm. destruct (G0 m i Hm Hi) as [Gm|Zm].
            - apply div_nonneg; [apply (pl_pos I g y (proj1 Fy) m i Hm Hi)|exact Gm].
            - rewrite (pl_run I g y (proj1 Fy) m i Hm Hi (eq_sym Zm)). unfold Rdiv. lra. }
          apply (Rmult_le_compat_r (g n i)) in Q; [|lra]. rewrite div_cancel in Q by exact G. lra.
        - rewrite (pl_run I g y (proj1 Fy) n i Hn Hi (eq_sym Z)). lra. }
      assert (U : 0 < u) by (apply div_pos; assumption).
      assert (R : tot I y n / tot I x n = v / u) by (unfold u, v; field; lra).
      rewrite R. apply (Rmult_le_reg_r (N * u)); [apply Rmult_lt_0_compat; lra|].
      replace ((/ N + (2 * s - 1) / N * v) * (N * u)) with (u + (2 * s - 1) * v * u) by (field; lra).
      replace ((u + / N * (v / u)) * (N * u)) with (N * u * u + v) by (field; lra).
      assert (Nu : 1 <= N * u).
      { apply (Rmult_le_compat_l N) in L; [|lra]. rewrite Rinv_r in L by lra. exact L. }
      clearbody u v.
      assert (A : 0 <= (1 - v) * (u * (N * u - 1))) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
      assert (B : 0 <= v * ((s * u - 1) * (s * u - 1))) by (apply Rmult_le_pos; [lra|apply Rle_0_sqr]).
      apply Rminus_le. replace (u + (2 * s - 1) * v * u - (N * u * u + v))
        with (- ((1 - v) * (u * (N * u - 1)) + v * ((s * u - 1) * (s * u - 1)))) by (rewrite <- Ss; ring). lra. }
    pose proof (sum_le (users I) _ _ Each) as All. rewrite !sum_plus, !sum_scal in All.
    fold (welfare_time I g y) in All. fold (welfare_time I g x) in All. fold V X in All.
    pose proof worth_at_prices as Wp.
    assert (E : sum (users I) (fun _ => / N) = 1).
    { rewrite (sum_ext (users I) _ (fun _ => / N * 1)) by (intros; ring). rewrite sum_scal, sum_ones. fold N. apply Rinv_l. lra. }
    rewrite E in All.
    assert (Wq : / N * sum (users I) (fun n => tot I y n / tot I x n) <= 1).
    { apply (Rmult_le_compat_l (/ N)) in Wp; [|apply Rlt_le, Rinv_0_lt_compat; lra]. rewrite Rinv_l in Wp by lra. exact Wp. }
    assert (F : (2 * s - 1) / N * V <= X) by lra.
    apply (Rmult_le_reg_l ((2 * s - 1) / N)); [apply div_pos; lra|].
    replace ((2 * s - 1) / N * (N / (2 * s - 1) * X)) with X by (field; lra). exact F.
  Qed.
End Time.
Set Default Proof Using "Type".

(** A witness: the twins. *)
Lemma price_time_witness R : (0 < R)%nat -> let I := twins 1 R in
  wf I /\ rates I (gam I) /\ (0 < users I)%nat /\ (forall n, (n < users I)%nat -> wt I n = 1)
  /\ (forall n, (n < users I)%nat -> 0 < sum (servers I) (gam I n))
  /\ ps_dsf_tdm (gam I) I halves /\ feasible_time I (gam I) halves.
Proof.
  intros HR I. destruct (ps_dsf_tdm_witness 1 R HR) as [A [B C]].
  split; [exact A|split; [exact B|split; [simpl; lia|split; [reflexivity|split; [|split; [exact C|apply C]]]]]].
  intros n Hn. unfold I. simpl. rewrite twins_gam by (auto; lia). lra.
Qed.
