(** Time-division PS-DSF exists: it is the equilibrium of a linear Fisher market.

    Users are buyers whose budgets are their weights, the time of each server is the good, and rates are utilities.  The placement
    that maximises the weighted sum of the logarithms of the users' tasks (Eisenberg and Gale) sells every server out to users
    that stand lowest on it. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin Polyhedron Adherent.
From Fair.Cluster Require Import Model Complaint PsDsf PsDsfTdm Existence Witness.
Open Scope R_scope.

(** ** Logarithms *)
Lemma ln_below t : 0 < t -> ln t <= t - 1.
Proof. intros H. pose proof (exp_ineq1_le (ln t)). rewrite exp_ln in H0 by exact H. lra. Qed.

Lemma ln_gain a b : 0 < a -> 0 < b -> (a - b) / a <= ln a - ln b.
Proof.
  intros Ha Hb. pose proof (ln_below (b / a) (div_pos b a Hb Ha)) as H.
  unfold Rdiv in H at 1. rewrite ln_mult, ln_Rinv in H by (try apply Rinv_0_lt_compat; assumption).
  replace ((a - b) / a) with (1 - b / a) by (field; lra). lra.
Qed.

Lemma ln_near a b : 0 < a -> 0 < b -> ln a <= ln b + (a - b) / b.
Proof.
  intros Ha Hb. pose proof (ln_gain b a Hb Ha) as H. replace ((b - a) / b) with (- ((a - b) / b)) in H by (field; lra). lra.
Qed.

(** A number that is at most another up to any multiple of any small number is at most that. *)
Lemma no_slack a b c : 0 <= c -> (forall e, 0 < e -> e <= 1 -> a <= b + e * c) -> a <= b.
Proof.
  intros Hc H. apply Rnot_lt_le. intros L.
  set (e := Rmin 1 ((a - b) / (2 * (c + 1)))).
  assert (P : 0 < (a - b) / (2 * (c + 1))) by (apply div_pos; lra).
  assert (He : 0 < e) by (apply Rmin_pos; lra).
  assert (E1 : e <= 1) by apply Rmin_l. assert (E2 : e <= (a - b) / (2 * (c + 1))) by apply Rmin_r.
  specialize (H e He E1).
  assert (e * (c + 1) <= (a - b) / (2 * (c + 1)) * (c + 1)) by (apply Rmult_le_compat_r; lra).
  replace ((a - b) / (2 * (c + 1)) * (c + 1)) with ((a - b) / 2) in H0 by (field; lra). lra.
Qed.

Section Market.

Variable I : inst.
Variable g : nat -> nat -> R.
Hypothesis W : wf I.
Hypothesis En : endless I.
Hypothesis G : rates I g.
Set Default Proof Using "All".

Let N := users I.
Let K := servers I.

(** The users that some server can run. *)
Definition buys (n : nat) : Prop := exists i, (i < K)%nat /\ 0 < g n i.
Definition buysb (n : nat) : bool := if Rlt_dec 0 (sum K (g n)) then true else false.

Lemma buysb_iff n : (n < N)%nat -> (buysb n = true <-> buys n).
Proof.
  intros Hn. unfold buysb. destruct (Rlt_dec 0 (sum K (g n))) as [H|H]; split; intros Q; try discriminate; auto.
  - apply sum_pos_term. exact H.
  - exfalso. apply H. destruct Q as [i [Hi P]]. apply Rlt_le_trans with (g n i); [exact P|].
    apply (sum_term K (g n) i); [|exact Hi]. intros j Hj. apply G; assumption.
Qed.

Definition good (x : placement) : Prop := feasible_time I g x /\ forall n, (n < N)%nat -> buysb n = true -> 0 < tot I x n.
Definition welfare (x : placement) : R := sum N (fun n => if buysb n then wt I n * ln (tot I x n) else 0).

Lemma tot_near x y n e : (n < N)%nat -> (forall i, (i < K)%nat -> Rabs (x n i - y n i) < e) -> Rabs (tot I x n - tot I y n) <= INR K * e.
Proof.
  intros Hn H. unfold tot. rewrite <- sum_minus.
  assert (S : forall k, (k <= K)%nat -> Rabs (sum k (fun i => x n i - y n i)) <= INR k * e).
  { induction k as [|k IH]; intros Hk; [simpl; rewrite Rabs_R0; lra|]. cbn [sum]. rewrite S_INR.
    pose proof (Rabs_triang (sum k (fun i => x n i - y n i)) (x n k - y n k)).
    specialize (IH ltac:(lia)). specialize (H k ltac:(lia)). lra. }
  apply (S K). lia.
Qed.

Lemma time_entry x n i : feasible_time I g x -> (n < N)%nat -> (i < K)%nat -> 0 <= x n i <= g n i.
Proof.
  intros [P T] Hn Hi. pose proof (pl_pos I g x P n i Hn Hi) as X. split; [exact X|].
  destruct (G n i Hn Hi) as [Q|Q]; [|rewrite (pl_run I g x P n i Hn Hi (eq_sym Q)); lra].
  assert (x n i / g n i <= 1).
  { apply Rle_trans with (2 := T i Hi). apply (sum_term (users I) (fun n => x n i / g n i) n); [|exact Hn].
    intros m Hm. destruct (G m i Hm Hi) as [Pm|Pm].
    - apply div_nonneg; [apply (pl_pos I g x P m i Hm Hi)|exact Pm].
    - rewrite (pl_run I g x P m i Hm Hi (eq_sym Pm)). unfold Rdiv. lra. }
  apply (Rmult_le_compat_r (g n i)) in H; [|lra]. rewrite div_cancel in H by exact Q. lra.
Qed.

Lemma tot_top x n : feasible_time I g x -> (n < N)%nat -> tot I x n <= sum K (g n).
Proof. intros F Hn. unfold tot. apply sum_le. intros i Hi. apply (time_entry x n i F Hn Hi). Qed.

(** An even part of every server. *)
Lemma even_good : good (fun n i => g n i / INR (S N)).
Proof.
  assert (P : 0 < INR (S N)) by (apply lt_0_INR; lia). split; [split; [split|]|].
  - intros n i Hn Hi. apply div_nonneg; [apply G; assumption|exact P].
  - intros n i _ _ ->. unfold Rdiv. ring.
  - intros n Hn. rewrite (En n Hn). exact Logic.I.
  - intros i Hi. apply Rle_trans with (sum (users I) (fun _ => / INR (S N))).
    + apply sum_le. intros n Hn. destruct (G n i Hn Hi) as [Q|Q].
      * right. field. split; lra.
      * rewrite <- Q. unfold Rdiv. rewrite !Rmult_0_l. apply Rlt_le, Rinv_0_lt_compat. exact P.
    + assert (C : forall k, sum k (fun _ => / INR (S N)) = INR k * / INR (S N)).
      { induction k as [|k IH]; [cbn [sum]; change (INR 0) with 0; ring|]. cbn [sum]. rewrite IH, (S_INR k). ring. }
      rewrite C. apply (Rmult_le_reg_r (INR (S N))); [exact P|]. rewrite Rmult_assoc, Rinv_l by lra.
      fold N. rewrite (S_INR N). lra.
  - intros n Hn H. unfold tot. unfold Rdiv. rewrite sum_scal_r. apply Rmult_lt_0_compat; [|apply Rinv_0_lt_compat; exact P].
    unfold buysb in H. destruct (Rlt_dec 0 (sum K (g n))) as [Q|]; [exact Q|discriminate].
Qed.

Let ceiling := sum N (fun n => wt I n * sum K (g n)).

Lemma top_nonneg n : (n < N)%nat -> 0 <= sum K (g n).
Proof. intros Hn. apply sum_nonneg. intros i Hi. apply G; assumption. Qed.

Lemma term_below x n : good x -> (n < N)%nat -> (if buysb n then wt I n * ln (tot I x n) else 0) <= wt I n * sum K (g n).
Proof.
  intros [F P] Hn. pose proof (wf_wt I W n Hn). pose proof (top_nonneg n Hn).
  destruct (buysb n) eqn:E; [|apply Rmult_le_pos; lra].
  apply Rmult_le_compat_l; [lra|]. pose proof (ln_below _ (P n Hn E)). pose proof (tot_top x n F Hn). lra.
Qed.

Lemma welfare_below x : good x -> welfare x <= ceiling.
Proof. intros Hx. apply sum_le. intros n Hn. apply term_below; assumption. Qed.

Lemma same_good x y : (forall n i, (n < N)%nat -> (i < K)%nat -> x n i = y n i) -> good x -> good y /\ welfare y = welfare x.
Proof.
  intros E [[P T] Pos].
  assert (Tt : forall n, (n < N)%nat -> tot I y n = tot I x n).
  { intros n Hn. unfold tot. apply sum_ext. intros i Hi. symmetry. apply E; assumption. }
  split; [split; [split; [split|]|]|].
  - intros n i Hn Hi. rewrite <- E by assumption. apply (pl_pos I g x P n i Hn Hi).
  - intros n i Hn Hi Z. rewrite <- E by assumption. apply (pl_run I g x P n i Hn Hi Z).
  - intros n Hn. rewrite (En n Hn). exact Logic.I.
  - intros i Hi. apply Rle_trans with (2 := T i Hi). right. apply sum_ext. intros n Hn. rewrite E by assumption. reflexivity.
  - intros n Hn H. rewrite Tt by exact Hn. apply Pos; assumption.
  - apply sum_ext. intros n Hn. rewrite Tt by exact Hn. reflexivity.
Qed.

(** ** A placement of largest welfare exists

    Idea: placements whose welfare comes near to the least upper bound have an adherent point (Adherent.v).  Its totals are above 0,
    because welfare is low where one of them is, and its welfare is the upper bound, because the logarithm is continuous. *)
Theorem best_exists : exists x, good x /\ forall y, good y -> welfare y <= welfare x.
Proof.
  destruct (completeness (fun v => exists x, good x /\ v = welfare x)) as [S [Up Least]].
  { exists ceiling. intros v [x [Hx ->]]. apply welfare_below. exact Hx. }
  { exists (welfare (fun n i => g n i / INR (Datatypes.S N))), (fun n i => g n i / INR (Datatypes.S N)).
    split; [apply even_good|reflexivity]. }
  set (T := fun e v => good (unflat I v) /\ S - e <= welfare (unflat I v)).
  assert (Grid : forall x n i, (n < N)%nat -> (i < K)%nat -> unflat I (flat I x) n i = x n i).
  { intros x n i Hn Hi. unfold unflat, flat. unfold K in Hi.
    replace ((n * servers I + i) / servers I)%nat with n by (apply (Nat.div_unique _ (servers I) n i); lia).
    replace ((n * servers I + i) mod servers I)%nat with i by (apply (Nat.mod_unique _ (servers I) n i); lia). reflexivity. }
  assert (Sh : shrinking T).
  { split.
    - intros e f v He Hef [A B]. split; [exact A|lra].
    - intros e He. assert (Ex : exists x, good x /\ S - e < welfare x).
      { apply NNPP. intros No. assert (S <= S - e); [|lra]. apply Least. intros v [x [Hx ->]].
        apply Rnot_lt_le. intros H. apply No. exists x. auto. }
      destruct Ex as [x [Hx Hw]]. exists (flat I x).
      destruct (same_good x (unflat I (flat I x))) as [A B]; [intros n i Hn Hi; symmetry; apply Grid; assumption|exact Hx|].
      split; [exact A|rewrite B; lra]. }
  set (Big := sum N (fun n => sum K (g n))).
  destruct (adherent T Big Sh (N * K)) as [lv Hl].
  { intros e v p He [[F _] _] Hp. assert (HK : (0 < K)%nat) by (destruct K; lia).
    set (n := (p / K)%nat). set (i := (p mod K)%nat).
    assert (Hn : (n < N)%nat) by (apply Nat.div_lt_upper_bound; lia).
    assert (Hi : (i < K)%nat) by (apply Nat.mod_upper_bound; lia).
    assert (Ep : v p = unflat I v n i).
    { unfold unflat. f_equal. unfold n, i, K. pose proof (Nat.div_mod p (servers I)). unfold K in HK. lia. }
    rewrite Ep. destruct (time_entry _ n i F Hn Hi) as [A B]. rewrite Rabs_right by lra.
    apply Rle_trans with (1 := B). apply Rle_trans with (sum K (g n)).
    - apply (sum_term K (g n) i); [|exact Hi]. intros j Hj. apply G; assumption.
    - apply (sum_term N (fun n => sum K (g n)) n); [|exact Hn]. intros m Hm. apply top_nonneg. exact Hm. }
  set (l := unflat I lv).
  assert (Near : forall e, 0 < e -> exists x, good x /\ S - e <= welfare x
            /\ forall n i, (n < N)%nat -> (i < K)%nat -> Rabs (x n i - l n i) < e).
  { intros e He. destruct (Hl e He) as [v [[A B] C]]. exists (unflat I v). split; [exact A|split; [exact B|]].
    intros n i Hn Hi. unfold l, unflat. apply C. unfold K in *. nia. }
  assert (Fl : feasible_time I g l).
  { split; [split|].
    - intros n i Hn Hi. apply Ropp_le_cancel. rewrite Ropp_0. apply (no_slack _ 0 1); [lra|]. intros e He _.
      destruct (Near e He) as [x [[F _] [_ C]]]. specialize (C n i Hn Hi). pose proof (time_entry x n i F Hn Hi).
      apply Rabs_def2 in C. lra.
    - intros n i Hn Hi Z. assert (Rabs (l n i) <= 0).
      { apply (no_slack _ 0 1); [lra|]. intros e He _. destruct (Near e He) as [x [[F _] [_ C]]]. specialize (C n i Hn Hi).
        destruct F as [P _]. rewrite (pl_run I g x P n i Hn Hi Z) in C. rewrite Rminus_0_l, Rabs_Ropp in C. lra. }
      pose proof (Rabs_pos (l n i)). apply NNPP. intros Ne. apply Rabs_no_R0 in Ne. lra.
    - intros n Hn. rewrite (En n Hn). exact Logic.I.
    - intros i Hi. set (c := sum (users I) (fun n => if Rlt_dec 0 (g n i) then / g n i else 0)).
      apply (no_slack _ 1 c).
      + apply sum_nonneg. intros n _. destruct (Rlt_dec 0 (g n i)); [apply Rlt_le, Rinv_0_lt_compat; assumption|lra].
      + intros e He _. destruct (Near e He) as [x [[[P Tx] _] [_ C]]].
        apply Rle_trans with (sum (users I) (fun n => x n i / g n i) + e * c); [|specialize (Tx i Hi); lra].
        unfold c. rewrite <- sum_scal, <- sum_plus. apply sum_le. intros n Hn.
        specialize (C n i Hn Hi). apply Rabs_def2 in C.
        destruct (Rlt_dec 0 (g n i)) as [Q|Q].
        * unfold Rdiv. rewrite <- Rmult_plus_distr_r. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; exact Q|lra].
        * assert (Z : g n i = 0) by (pose proof (G n i Hn Hi); lra).
          rewrite (pl_run I g x P n i Hn Hi Z).
          assert (Zl : l n i = 0).
          { assert (Rabs (l n i) <= 0).
            { apply (no_slack _ 0 1); [lra|]. intros f Hf _. destruct (Near f Hf) as [y [[[Py _] _] [_ D]]]. specialize (D n i Hn Hi).
              rewrite (pl_run I g y Py n i Hn Hi Z) in D. rewrite Rminus_0_l, Rabs_Ropp in D. lra. }
            pose proof (Rabs_pos (l n i)). apply NNPP. intros Ne. apply Rabs_no_R0 in Ne. lra. }
          rewrite Zl. lra. }
  assert (Pl : forall n, (n < N)%nat -> buysb n = true -> 0 < tot I l n).
  { intros n Hn Bn. pose proof (wf_wt I W n Hn) as Wn. set (lo := exp ((S - 1 - ceiling) / wt I n)).
    apply Rlt_le_trans with lo; [apply exp_pos|]. apply (no_slack _ _ (INR K)); [apply pos_INR|]. intros e He He1.
    destruct (Near e He) as [x [Gx [Wx C]]].
    assert (Q : lo <= tot I x n).
    { assert (Px : 0 < tot I x n) by (apply Gx; assumption). unfold lo. rewrite <- (exp_ln (tot I x n)) by exact Px.
      assert (L : (S - 1 - ceiling) / wt I n <= ln (tot I x n)).
      { apply div_le; [exact Wn|].
        assert (V : welfare x <= ceiling + wt I n * ln (tot I x n)).
        { unfold welfare, ceiling. pose proof (sum_replace N n (fun m => if buysb m then wt I m * ln (tot I x m) else 0)
             (fun m => if Nat.eq_dec m n then wt I n * ln (tot I x n) else wt I m * sum K (g m)) Hn) as _.
          apply Rle_trans with (sum N (fun m => wt I m * sum K (g m) + if Nat.eq_dec m n then wt I n * ln (tot I x n) else 0)).
          - apply sum_le. intros m Hm. destruct (Nat.eq_dec m n) as [->|].
            + rewrite Bn. pose proof (top_nonneg n Hn). assert (0 <= wt I n * sum K (g n)) by (apply Rmult_le_pos; lra). lra.
            + pose proof (term_below x m Gx Hm). lra.
          - rewrite sum_plus, sum_single by exact Hn. lra. }
        lra. }
      destruct L as [L|L]; [left; apply exp_increasing; exact L|right; rewrite L; reflexivity]. }
    pose proof (tot_near x l n e Hn (fun i Hi => C n i Hn Hi)) as D.
    pose proof (Rle_abs (tot I x n - tot I l n)). lra. }
  exists l. split; [split; [exact Fl|exact Pl]|]. intros y Gy.
  apply Rle_trans with S; [apply Up; exists y; auto|].
  set (c := sum N (fun n => if buysb n then wt I n * (INR K / tot I l n) else 0)).
  apply (no_slack _ _ (1 + c)).
  - assert (0 <= c); [|lra]. apply sum_nonneg. intros n Hn. destruct (buysb n) eqn:E; [|lra].
    apply Rmult_le_pos; [apply Rlt_le, (wf_wt I W n Hn)|]. apply div_nonneg; [apply pos_INR|apply Pl; assumption].
  - intros e He _. destruct (Near e He) as [x [Gx [Wx C]]].
    assert (V : welfare x <= welfare l + e * c).
    { unfold welfare, c. rewrite <- sum_scal, <- sum_plus. apply sum_le. intros n Hn. destruct (buysb n) eqn:E; [|lra].
      pose proof (wf_wt I W n Hn) as Wn. pose proof (Pl n Hn E) as P. pose proof (ln_near (tot I x n) (tot I l n)) as L.
      specialize (L (proj2 Gx n Hn E) P).
      pose proof (tot_near x l n e Hn (fun i Hi => C n i Hn Hi)) as D. pose proof (Rle_abs (tot I x n - tot I l n)).
      assert (M : (tot I x n - tot I l n) / tot I l n <= INR K * e / tot I l n).
      { apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; exact P|lra]. }
      replace (wt I n * ln (tot I l n) + e * (wt I n * (INR K / tot I l n))) with (wt I n * (ln (tot I l n) + INR K * e / tot I l n))
        by (field; lra).
      apply Rmult_le_compat_l; lra. }
    lra.
Qed.

(** ** No small move of time raises the sum *)
Definition moved (x : placement) (n m i : nat) (dn dm : R) : placement := fun u j =>
  if Nat.eq_dec j i then (if Nat.eq_dec u n then x u j + dn else if Nat.eq_dec u m then x u j - dm else x u j) else x u j.

Lemma tot_moved x n m i dn dm u : (i < K)%nat -> n <> m ->
  tot I (moved x n m i dn dm) u = tot I x u + if Nat.eq_dec u n then dn else if Nat.eq_dec u m then - dm else 0.
Proof.
  intros Hi Hnm. unfold tot.
  rewrite (sum_ext (servers I) (fun j => moved x n m i dn dm u j)
            (fun j => x u j + if Nat.eq_dec j i then (if Nat.eq_dec u n then dn else if Nat.eq_dec u m then - dm else 0) else 0)).
  - rewrite sum_plus, sum_single by exact Hi. reflexivity.
  - intros j _. unfold moved. destruct (Nat.eq_dec j i); [|ring]. destruct (Nat.eq_dec u n); [reflexivity|].
    destruct (Nat.eq_dec u m); ring.
Qed.

Lemma time_moved x n m i dn dm : (i < K)%nat -> (n < N)%nat -> (m < N)%nat -> n <> m ->
  sum (users I) (fun u => moved x n m i dn dm u i / g u i) = sum (users I) (fun u => x u i / g u i) + dn / g n i - dm / g m i.
Proof.
  intros Hi Hn Hm Hnm.
  rewrite (sum_ext (users I) (fun u => moved x n m i dn dm u i / g u i)
     (fun u => x u i / g u i + ((if Nat.eq_dec u n then dn / g n i else 0) + (if Nat.eq_dec u m then - (dm / g m i) else 0)))).
  - rewrite !sum_plus, !sum_single by assumption. lra.
  - intros u _. unfold moved. destruct (Nat.eq_dec i i); [|contradiction]. destruct (Nat.eq_dec u n) as [->|].
    + destruct (Nat.eq_dec n m); [contradiction|]. unfold Rdiv. ring.
    + destruct (Nat.eq_dec u m) as [->|]; unfold Rdiv; ring.
Qed.

Lemma welfare_moved x n m i dn dm : (i < K)%nat -> (n < N)%nat -> (m < N)%nat -> n <> m -> buysb n = true -> buysb m = true ->
  welfare (moved x n m i dn dm) = welfare x
    + wt I n * (ln (tot I x n + dn) - ln (tot I x n)) + wt I m * (ln (tot I x m - dm) - ln (tot I x m)).
Proof.
  intros Hi Hn Hm Hnm Bn Bm. unfold welfare.
  rewrite (sum_ext N _ (fun u => (if buysb u then wt I u * ln (tot I x u) else 0)
     + ((if Nat.eq_dec u n then wt I n * (ln (tot I x n + dn) - ln (tot I x n)) else 0)
        + (if Nat.eq_dec u m then wt I m * (ln (tot I x m - dm) - ln (tot I x m)) else 0)))).
  - rewrite !sum_plus, !sum_single by assumption. ring.
  - intros u Hu. rewrite (tot_moved x n m i dn dm u Hi Hnm). destruct (Nat.eq_dec u n) as [->|].
    + destruct (Nat.eq_dec n m); [contradiction|]. rewrite Bn. ring.
    + destruct (Nat.eq_dec u m) as [->|]; [rewrite Bm; unfold Rminus; ring|]. rewrite Rplus_0_r. ring.
Qed.

Lemma moved_good x n m i dn dm : good x -> (i < K)%nat -> (n < N)%nat -> (m < N)%nat -> n <> m -> 0 < g n i ->
  0 <= dn -> 0 <= dm -> dm <= x m i -> dm < tot I x m ->
  sum (users I) (fun u => x u i / g u i) + dn / g n i - dm / g m i <= 1 -> good (moved x n m i dn dm).
Proof.
  intros [[P T] Pos] Hi Hn Hm Hnm Gn H0 H1 H2 H3 H4. split; [split; [split|]|].
  - intros u j Hu Hj. pose proof (pl_pos I g x P u j Hu Hj). unfold moved. destruct (Nat.eq_dec j i) as [->|]; [|exact H].
    destruct (Nat.eq_dec u n); [lra|]. destruct (Nat.eq_dec u m) as [->|]; lra.
  - intros u j Hu Hj Z. pose proof (pl_run I g x P u j Hu Hj Z) as X. unfold moved. destruct (Nat.eq_dec j i) as [->|]; [|exact X].
    destruct (Nat.eq_dec u n) as [->|]; [lra|]. destruct (Nat.eq_dec u m) as [->|]; lra.
  - intros u Hu. rewrite (En u Hu). exact Logic.I.
  - intros j Hj. destruct (Nat.eq_dec j i) as [->|Ne]; [rewrite time_moved by assumption; exact H4|].
    apply Rle_trans with (2 := T j Hj). right. apply sum_ext. intros u _. unfold moved. destruct (Nat.eq_dec j i); [contradiction|reflexivity].
  - intros u Hu Bu. rewrite tot_moved by assumption. specialize (Pos u Hu Bu). destruct (Nat.eq_dec u n); [lra|].
    destruct (Nat.eq_dec u m) as [->|]; lra.
Qed.

Lemma buys_here n i : (n < N)%nat -> (i < K)%nat -> 0 < g n i -> buysb n = true.
Proof. intros Hn Hi P. apply buysb_iff; [exact Hn|]. exists i. auto. Qed.

(** Idea: a server that is not sold out has time to give away.  If a user with time on a server stands above another that could use
    it, a little of that time moves to the other, and welfare rises. *)
Theorem best_is_sold_to_lowest x : good x -> (forall y, good y -> welfare y <= welfare x) -> sold_to_lowest I g x.
Proof.
  intros Gx Best n i Hn Hi Gn. pose proof Gx as [[P T] Pos]. pose proof (buys_here n i Hn Hi Gn) as Bn.
  pose proof (Pos n Hn Bn) as Un. pose proof (wf_wt I W n Hn) as Wn. split.
  - apply Rle_antisym; [apply T; exact Hi|]. apply Rnot_lt_le. intros L.
    set (dn := (1 - sum (users I) (fun u => x u i / g u i)) * g n i).
    assert (Dp : 0 < dn) by (apply Rmult_lt_0_compat; lra).
    (* the second user of the move is a dummy: nothing is taken *)
    set (y := fun u j => if Nat.eq_dec j i then (if Nat.eq_dec u n then x u j + dn else x u j) else x u j).
    assert (Ty : forall u, tot I y u = tot I x u + if Nat.eq_dec u n then dn else 0).
    { intros u. unfold tot. rewrite (sum_ext (servers I) (fun j => y u j)
            (fun j => x u j + if Nat.eq_dec j i then (if Nat.eq_dec u n then dn else 0) else 0)).
      - rewrite sum_plus, sum_single by exact Hi. reflexivity.
      - intros j _. unfold y. destruct (Nat.eq_dec j i); [|ring]. destruct (Nat.eq_dec u n); ring. }
    assert (Gy : good y).
    { split; [split; [split|]|].
      - intros u j Hu Hj. pose proof (pl_pos I g x P u j Hu Hj). unfold y. destruct (Nat.eq_dec j i); [|exact H].
        destruct (Nat.eq_dec u n); lra.
      - intros u j Hu Hj Z. pose proof (pl_run I g x P u j Hu Hj Z) as X. unfold y. destruct (Nat.eq_dec j i) as [->|]; [|exact X].
        destruct (Nat.eq_dec u n) as [->|]; lra.
      - intros u Hu. rewrite (En u Hu). exact Logic.I.
      - intros j Hj. destruct (Nat.eq_dec j i) as [->|Ne].
        + rewrite (sum_ext (users I) _ (fun u => x u i / g u i + if Nat.eq_dec u n then dn / g n i else 0)).
          * rewrite sum_plus, sum_single by exact Hn. unfold dn, Rdiv. rewrite Rmult_assoc, Rinv_r by lra. lra.
          * intros u _. unfold y. destruct (Nat.eq_dec i i); [|contradiction]. destruct (Nat.eq_dec u n) as [->|]; unfold Rdiv; ring.
        + apply Rle_trans with (2 := T j Hj). right. apply sum_ext. intros u _. unfold y. destruct (Nat.eq_dec j i); [contradiction|reflexivity].
      - intros u Hu Bu. rewrite Ty. specialize (Pos u Hu Bu). destruct (Nat.eq_dec u n); lra. }
    specialize (Best y Gy). apply (Rle_not_lt _ _ Best). unfold welfare. apply sum_lt with n; [|exact Hn|].
    + intros u Hu. rewrite Ty. destruct (buysb u) eqn:Bu; [|lra]. destruct (Nat.eq_dec u n) as [->|]; [|rewrite Rplus_0_r; lra].
      apply Rmult_le_compat_l; [lra|]. apply Rlt_le, ln_increasing; lra.
    + rewrite Ty, Bn. destruct (Nat.eq_dec n n); [|contradiction]. apply Rmult_lt_compat_l; [exact Wn|]. apply ln_increasing; lra.
  - intros m Hm Xm. destruct (Nat.eq_dec n m) as [->|Hnm]; [lra|].
    apply Rnot_lt_le. intros L.
    assert (Gm : 0 < g m i).
    { destruct (G m i Hm Hi) as [Q|Q]; [exact Q|]. rewrite (pl_run I g x P m i Hm Hi (eq_sym Q)) in Xm. lra. }
    pose proof (buys_here m i Hm Hi Gm) as Bm. pose proof (Pos m Hm Bm) as Um. pose proof (wf_wt I W m Hm) as Wm.
    unfold vds in L.
    assert (D : 0 < wt I n * g n i * tot I x m - wt I m * g m i * tot I x n).
    { assert (Pn : 0 < wt I n * g n i) by (apply Rmult_lt_0_compat; assumption).
      assert (Pm : 0 < wt I m * g m i) by (apply Rmult_lt_0_compat; assumption).
      apply (Rmult_lt_compat_r (wt I n * g n i * (wt I m * g m i))) in L; [|apply Rmult_lt_0_compat; assumption].
      replace (tot I x n / (wt I n * g n i) * (wt I n * g n i * (wt I m * g m i))) with (wt I m * g m i * tot I x n) in L
        by (field; split; apply Rgt_not_eq; assumption).
      replace (tot I x m / (wt I m * g m i) * (wt I n * g n i * (wt I m * g m i))) with (wt I n * g n i * tot I x m) in L
        by (field; split; apply Rgt_not_eq; assumption).
      lra. }
    set (D0 := wt I n * g n i * tot I x m - wt I m * g m i * tot I x n) in *.
    set (big := g n i * g m i * (wt I n + wt I m)).
    assert (Bp : 0 < big) by (repeat apply Rmult_lt_0_compat; lra).
    set (d := Rmin (x m i / (2 * g m i)) (D0 / (2 * big))).
    assert (Dp : 0 < d) by (apply Rmin_pos; apply div_pos; lra).
    assert (D1 : d * g m i <= x m i / 2).
    { apply Rle_trans with (x m i / (2 * g m i) * g m i); [apply Rmult_le_compat_r; [lra|apply Rmin_l]|right; field; lra]. }
    assert (D2 : d * big <= D0 / 2).
    { apply Rle_trans with (D0 / (2 * big) * big); [apply Rmult_le_compat_r; [lra|apply Rmin_r]|right; field; lra]. }
    assert (Xt : x m i <= tot I x m) by (apply (tot_ge I g x P m i); assumption).
    assert (Gy : good (moved x n m i (d * g n i) (d * g m i))).
    { apply moved_good; try assumption; try (apply Rmult_le_pos; lra); try lra.
      specialize (T i Hi). unfold Rdiv in *. rewrite !(Rmult_assoc d), !Rinv_r by lra. lra. }
    specialize (Best _ Gy). rewrite welfare_moved in Best by assumption.
    assert (Pn : 0 < d * g n i) by (apply Rmult_lt_0_compat; assumption).
    assert (Pm : 0 < d * g m i) by (apply Rmult_lt_0_compat; assumption).
    assert (A : 0 < tot I x n + d * g n i) by lra.
    assert (C : 0 < tot I x m - d * g m i) by lra.
    pose proof (ln_gain _ _ A Un) as A1. pose proof (ln_gain _ _ C Um) as C1.
    replace (tot I x n + d * g n i - tot I x n) with (d * g n i) in A1 by ring.
    replace (tot I x m - d * g m i - tot I x m) with (- (d * g m i)) in C1 by ring.
    assert (A2 := Rmult_le_compat_l (wt I n) _ _ (Rlt_le _ _ Wn) A1).
    assert (C2 := Rmult_le_compat_l (wt I m) _ _ (Rlt_le _ _ Wm) C1).
    assert (F : 0 < wt I n * (d * g n i / (tot I x n + d * g n i)) + wt I m * (- (d * g m i) / (tot I x m - d * g m i))); [|lra].
    replace (wt I n * (d * g n i / (tot I x n + d * g n i)) + wt I m * (- (d * g m i) / (tot I x m - d * g m i)))
      with (d * (D0 - d * big) / ((tot I x n + d * g n i) * (tot I x m - d * g m i)))
      by (unfold D0, big; field; split; lra).
    apply div_pos; [|apply Rmult_lt_0_compat; assumption]. apply Rmult_lt_0_compat; lra.
Qed.

(** ** Time-division PS-DSF exists, for any rates *)
Theorem ps_dsf_tdm_exists : exists x, ps_dsf_tdm g I x.
Proof.
  destruct best_exists as [x [Gx Best]]. exists x. split; [exact En|split; [apply Gx|]].
  apply best_is_sold_to_lowest; assumption.
Qed.

End Market.

(** A witness: two equal users. *)
Lemma market_witness K R : (0 < R)%nat -> wf (twins K R) /\ endless (twins K R) /\ rates (twins K R) (gam (twins K R)).
Proof.
  intros HR. split; [apply twins_wf; exact HR|split; [apply twins_endless|apply gam_rates, twins_wf; exact HR]].
Qed.
