(** Propositions 1 to 7 of wang2013 as printed: positive demands, users of equal weight with tasks without end, no
    constraints, and DRFH as the solution of programme (7), which equalises global dominant shares. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Bottleneck Yardstick Drfh Witness.
Open Scope R_scope.

(** What the paper assumes. The last line says that somebody can run at all. *)
Record wang2013 (I : inst) : Prop := {
  wa_wf : wf I;
  wa_pos : positive I;
  wa_open : unconstrained I;
  wa_endless : endless I;
  wa_equal : forall n, (n < users I)%nat -> wt I n = 1;
  wa_server : exists i, (i < servers I)%nat /\ forall r, (r < resources I)%nat -> 0 < cap I i r
}.

Definition equal_at I x v := feasible I x /\ forall n, (n < users I)%nat -> tot I x n * global_share I n = v.

(** Programme (7). *)
Definition solves_7 I x := exists v, equal_at I x v /\ forall y u, equal_at I y u -> u <= v.

Section Wang.
  Variable I : inst.
  Hypothesis A : wang2013 I.
  Hypothesis Somebody : (0 < users I)%nat.

  Let W : wf I := wa_wf I A.

  Lemma wang_runs n : (n < users I)%nat -> runs I n.
  Proof.
    intros Hn. destruct (wa_server I A) as [i [Hi C]]. exists i; split; auto.
    apply (gam_pos I W); auto. apply (wa_open I A); auto.
  Qed.

  Lemma wang_share n : (n < users I)%nat -> 0 < global_share I n.
  Proof. intros Hn. apply global_share_pos; auto. apply wang_runs; auto. Qed.

  Lemma wang_not_full n v : (n < users I)%nat -> ~ full (tk I n) v.
  Proof. intros Hn. unfold full. rewrite (wa_endless I A n Hn). discriminate. Qed.

  (** Tasks may be left away. *)
  Lemma scaled_feasible y (c : nat -> R) : feasible I y -> (forall n, (n < users I)%nat -> 0 <= c n <= 1) ->
    feasible I (fun n i => c n * y n i).
  Proof.
    intros [P C] Hc. split; [split|].
    - intros n i Hn Hi. apply Rmult_le_pos; [apply Hc; auto|apply (pl_pos I (gam I) y P); auto].
    - intros n i Hn Hi Z. rewrite (pl_run I (gam I) y P n i Hn Hi Z). lra.
    - intros n Hn. rewrite (wa_endless I A n Hn). simpl; auto.
    - intros i r Hi Hr. apply Rle_trans with (2 := C i r Hi Hr). apply sum_le; intros n Hn.
      destruct (Hc n Hn). pose proof (pl_pos I (gam I) y P n i Hn Hi). pose proof (wa_pos I A n r Hn Hr).
      apply Rmult_le_compat_r; [lra|]. rewrite <- (Rmult_1_l (y n i)) at 2. apply Rmult_le_compat_r; auto.
  Qed.

  (** The value of (7) is that of the max-min problem (4): no feasible point has all shares above it. *)
  (* Idea. From any feasible point take tasks away until all shares equal the smallest. That is a point of (7), so the
     smallest share was no larger than its value.
     Covers the value.
     Hypotheses met: Wang2013.wang2013_witness. *)
  Theorem wang2013_lp7_value x v : equal_at I x v -> (forall y u, equal_at I y u -> u <= v) ->
    forall y, feasible I y -> exists n, (n < users I)%nat /\ tot I y n * global_share I n <= v.
  Proof.
    intros E Best y Fy.
    destruct (least (users I) (fun _ => True) (fun n => tot I y n * global_share I n)) as [n [Hn [_ Mn]]];
      [exists O; auto|].
    exists n; split; auto. simpl in Mn. set (u := tot I y n * global_share I n) in *.
    pose proof (feasible_tot I y n Fy Hn) as Tn. pose proof (wang_share n Hn) as Sn.
    assert (U0 : 0 <= u) by (apply Rmult_le_pos; lra).
    apply (Best (fun m i => u / (tot I y m * global_share I m) * y m i)). split.
    - apply scaled_feasible; auto. intros m Hm. specialize (Mn m Hm Logic.I). pose proof (feasible_tot I y m Fy Hm).
      pose proof (wang_share m Hm). assert (L0 : 0 <= tot I y m * global_share I m) by (apply Rmult_le_pos; lra).
      destruct (Rle_lt_or_eq_dec _ _ L0) as [L|Z].
      + split; [apply div_nonneg; auto|apply div_le; auto; lra].
      + assert (u = 0) by lra. rewrite H1. unfold Rdiv. rewrite Rmult_0_l. lra.
    - intros m Hm. specialize (Mn m Hm Logic.I). pose proof (feasible_tot I y m Fy Hm). pose proof (wang_share m Hm).
      unfold tot at 1. rewrite sum_scal. fold (tot I y m). change (sum (servers I) (fun i => y m i)) with (tot I y m).
      assert (L0 : 0 <= tot I y m * global_share I m) by (apply Rmult_le_pos; lra).
      destruct (Rle_lt_or_eq_dec _ _ L0) as [L|Z].
      + rewrite Rmult_assoc. apply div_cancel; auto.
      + assert (Hu : u = 0) by lra. rewrite Hu. unfold Rdiv. rewrite !Rmult_0_l. reflexivity.
  Qed.

  (** Programme (7) and the leximin reading are the same for positive demands. *)
  (* Idea. A complaint against a solution of (7) lowers nobody, since all stand alike. Give a part of the gain of one
     user back to all on a server where it runs: all shares grow, against the value of (7). Conversely shares are equal
     in a leximin placement (others_no_higher), and a larger common share would dominate it.
     Covers the two readings of DRFH agree in the paper's domain.
     Hypotheses met: Wang2013.wang2013_witness. *)
  Theorem wang2013_lp7_iff_drfh x : solves_7 I x <-> drfh I x.
  Proof.
    split.
    - intros [v [[Fx E] Best]]. split; [apply (wa_open I A)|].
      apply (c_drfh_iff_fair I x W Fx). intros n y Hn [Fy [G C]].
      assert (Dom : forall m, (m < users I)%nat -> tot I x m <= tot I y m).
      { intros m Hm. apply Rnot_lt_le; intros L. specialize (C m Hm L). rewrite !E in C by auto. lra. }
      pose proof (feasible_tot I x n Fx Hn) as Tn. pose proof Fy as [Py Cy].
      assert (Yp : 0 < tot I y n) by lra. destruct (sum_pos_term _ _ Yp) as [i [Hi Yi]].
      assert (Gi : 0 < gam I n i) by (apply (placed_usable I (gam I) y Py); auto; apply (gam_nonneg I W); auto).
      set (D := fun r => sum (users I) (fun m => dem I m r)).
      assert (Dp : forall r, (r < resources I)%nat -> 0 < D r).
      { intros r Hr. apply Rlt_le_trans with (dem I n r); [apply (wa_pos I A); auto|].
        apply (sum_term (users I) (fun m => dem I m r)); auto. intros; apply (wf_dem I W); auto. }
      assert (Drow : row (resources I) D).
      { split; [intros; apply Rlt_le; auto|]. destruct (wf_dem I W n Hn) as [_ [r [Hr _]]]. exists r; auto. }
      set (k := minratio (resources I) (dem I n) D).
      assert (kp : 0 < k) by (apply minratio_pos; auto; intros; apply (wa_pos I A); auto).
      set (e := (tot I y n - tot I x n) / (2 * tot I y n)).
      assert (ep : 0 < e) by (apply div_pos; lra).
      assert (eT : e * tot I y n = (tot I y n - tot I x n) / 2) by (unfold e; field; lra).
      assert (e1 : e <= 1) by (apply div_le; lra).
      set (a := e * y n i).
      assert (ap : 0 < a) by (apply Rmult_lt_0_compat; auto).
      assert (aT : a <= e * tot I y n).
      { apply Rmult_le_compat_l; [lra|]. apply (tot_ge I (gam I) y Py); auto. }
      set (b := a * k).
      assert (bp : 0 < b) by (apply Rmult_lt_0_compat; auto).
      pose (z := fun m j => y m j + (if Nat.eq_dec j i then b + (if Nat.eq_dec m n then - a else 0) else 0)).
      assert (Tz : forall m, tot I z m = tot I y m + b + (if Nat.eq_dec m n then - a else 0)).
      { intros m. unfold tot at 1, z. rewrite sum_plus, sum_single by auto. unfold tot. rewrite Rplus_assoc. reflexivity. }
      assert (Fz : feasible I z).
      { split; [split|].
        - intros m j Hm Hj. unfold z. pose proof (pl_pos I (gam I) y Py m j Hm Hj).
          destruct (Nat.eq_dec j i) as [->|]; [|lra]. destruct (Nat.eq_dec m n) as [->|]; [|lra].
          assert (a <= 1 * y n i) by (apply Rmult_le_compat_r; lra). lra.
        - intros m j Hm Hj Z. unfold z. rewrite (pl_run I (gam I) y Py m j Hm Hj Z).
          destruct (Nat.eq_dec j i) as [->|]; [|lra]. exfalso.
          pose proof (alike_unconstrained I W (wa_pos I A) (wa_open I A) m n i Hm Hn Hi (wang_runs m Hm) Gi). lra.
        - intros m Hm. rewrite (wa_endless I A m Hm). simpl; auto.
        - intros j r Hj Hr. unfold z.
          rewrite (sum_ext _ _ (fun m => y m j * dem I m r + (if Nat.eq_dec j i then b else 0) * dem I m r
                     + (if Nat.eq_dec m n then (if Nat.eq_dec j i then - a * dem I n r else 0) else 0))).
          + rewrite !sum_plus, sum_single, sum_scal by auto. fold (D r). pose proof (Cy j r Hj Hr).
            destruct (Nat.eq_dec j i) as [->|]; [|lra].
            pose proof (minratio_le (resources I) (dem I n) D r Hr (Dp r Hr)) as K. fold k in K.
            apply Rmult_le_compat_l with (r := a) in K; [|lra]. unfold b. lra.
          + intros m Hm. destruct (Nat.eq_dec j i); destruct (Nat.eq_dec m n); subst; lra. }
      assert (V : equal_at I x v) by (split; auto).
      destruct (wang2013_lp7_value x v V Best z Fz) as [m [Hm L]].
      rewrite Tz, <- (E m Hm) in L. pose proof (wang_share m Hm) as Sm. specialize (Dom m Hm).
      apply Rmult_le_reg_r in L; auto. destruct (Nat.eq_dec m n) as [->|]; lra.
    - intros [_ H]. pose proof H as [Fx _]. pose proof (c_drfh_fair I x W H) as Hx.
      pose proof (alike_unconstrained I W (wa_pos I A) (wa_open I A)) as Al.
      assert (Eq : forall n, (n < users I)%nat -> tot I x n * global_share I n = tot I x 0 * global_share I 0).
      { assert (Q : forall n m, (n < users I)%nat -> (m < users I)%nat ->
                  tot I x m * global_share I m <= tot I x n * global_share I n).
        { intros n m Hn Hm. apply (others_no_higher I (global_share I) x W (wa_pos I A) Al); auto.
          - intros; apply wang_share; auto.
          - apply wang_runs; auto.
          - apply wang_not_full; auto. }
        intros n Hn. apply Rle_antisym; apply Q; auto. }
      exists (tot I x 0 * global_share I 0). split; [split; auto|].
      intros y u [Fy Ey]. apply Rnot_lt_le; intros L.
      apply (fair_pareto I (feasible I) (global_share I) x Hx). exists y. split; auto.
      assert (Up : forall n, (n < users I)%nat -> tot I x n < tot I y n).
      { intros n Hn. apply Rmult_lt_reg_r with (global_share I n); [apply wang_share; auto|].
        rewrite Eq, Ey by auto. exact L. }
      split; [intros n Hn; apply Rlt_le; auto|]. exists O. auto.
  Qed.
End Wang.

Lemma solves_7_drfh I x : wang2013 I -> solves_7 I x -> drfh I x.
Proof.
  intros A H. destruct (Nat.eq_dec (users I) 0) as [Z|].
  - split; [apply (wa_open I A)|]. destruct H as [v [[Fx _] _]].
    split; auto. intros y _ L. unfold levels in L. rewrite Z in L. simpl in L. exact L.
  - apply (wang2013_lp7_iff_drfh I A); auto. lia.
Qed.

(* Idea. A solution of (7) is leximin in global dominant shares (wang2013_lp7_iff_drfh), and then drfh_envy_free and
   drfh_envy_free_aggregate says it.
   Covers the paper's own domain; the cell is settled by the theorem of DRFH.
   Hypotheses met: Wang2013.wang2013_witness. *)
Theorem wang2013_proposition_1 I x : wang2013 I -> solves_7 I x -> envy_free I x /\ envy_free_aggregate I x.
Proof.
  intros A H. apply (solves_7_drfh I x A) in H. pose proof (wa_wf I A).
  split; [apply drfh_envy_free; auto|apply drfh_envy_free_aggregate; auto].
Qed.

(* Idea. A solution of (7) is leximin in global dominant shares (wang2013_lp7_iff_drfh), and then drfh_pareto says it.
   Covers the paper's own domain; the cell is settled by the theorem of DRFH.
   Hypotheses met: Wang2013.wang2013_witness. *)
Theorem wang2013_proposition_2 I x : wang2013 I -> solves_7 I x -> pareto I (feasible I) x.
Proof. intros A H. apply drfh_pareto; [apply (wa_wf I A)|apply solves_7_drfh; auto]. Qed.

(* Idea. A solution of (7) is leximin in global dominant shares (wang2013_lp7_iff_drfh), and then drfh_strategy_proof
   says it.
   Covers the paper's own domain; the cell is settled by the theorem of DRFH.
   Hypotheses met: Wang2013.wang2013_witness. *)
Theorem wang2013_proposition_3 : strategy_proof solves_7 wang2013.
Proof.
  intros k I J x x' Hk WI WJ AI AJ A H H'.
  apply (drfh_strategy_proof k I J x x'); auto; try apply wa_open; auto; apply solves_7_drfh; auto.
Qed.

(* Idea. A solution of (7) is leximin in global dominant shares (wang2013_lp7_iff_drfh), and then drfh_reduces_to_drf
   says it.
   Covers the paper's own domain; the cell is settled by the theorem of DRFH.
   Hypotheses met: Wang2013.wang2013_witness. *)
Theorem wang2013_proposition_4 I x : wang2013 I -> solves_7 I x -> reduces_to_drf I x.
Proof. intros A H. apply drfh_reduces_to_drf; [apply (wa_wf I A)|apply solves_7_drfh; auto]. Qed.

(* Idea. A solution of (7) is leximin in global dominant shares (wang2013_lp7_iff_drfh), and then
   drfh_single_resource_fair says it.
   Covers the paper's own domain; the cell is settled by the theorem of DRFH.
   Hypotheses met: Wang2013.wang2013_witness. *)
Theorem wang2013_proposition_5 I x : wang2013 I -> solves_7 I x -> single_resource_fair I (feasible I) x.
Proof. intros A H. apply drfh_single_resource_fair; [apply (wa_wf I A)|apply solves_7_drfh; auto]. Qed.

(* Idea. A solution of (7) is leximin in global dominant shares (wang2013_lp7_iff_drfh), and then
   drfh_bottleneck_fair_global says it.
   Covers the paper's own domain; the cell is settled by the theorem of DRFH.
   Hypotheses met: Wang2013.wang2013_witness. *)
Theorem wang2013_proposition_6 I x : wang2013 I -> solves_7 I x -> bottleneck_fair_global I (feasible I) x.
Proof. intros A H. apply drfh_bottleneck_fair_global; [apply (wa_wf I A)|apply solves_7_drfh; auto]. Qed.

Lemma wang2013_without l I : wang2013 I -> (l < users I)%nat -> wang2013 (without l I).
Proof.
  intros A Hl. split; simpl.
  - apply wf_without; auto. apply (wa_wf I A).
  - intros n r Hn Hr. apply (wa_pos I A); auto. apply skip_lt; auto.
  - intros n i Hn Hi. apply (wa_open I A); auto. apply skip_lt; auto.
  - intros n Hn. apply (wa_endless I A). apply skip_lt; auto.
  - intros n Hn. apply (wa_equal I A). apply skip_lt; auto.
  - apply (wa_server I A).
Qed.

(* Idea. A solution of (7) is leximin in global dominant shares (wang2013_lp7_iff_drfh), and then
   drfh_population_monotone says it.
   Covers the paper's own domain; the cell is settled by the theorem of DRFH.
   Hypotheses met: Examples.leaving_witness. *)
Theorem wang2013_proposition_7 : population_monotone solves_7 wang2013.
Proof.
  intros l I x x' W A Hl H H'. apply (drfh_population_monotone l I x x'); auto.
  - apply (wa_pos I A).
  - apply solves_7_drfh; auto.
  - apply solves_7_drfh; auto. apply wang2013_without; auto.
Qed.

(** Witness. *)
Lemma wang2013_witness K R : (0 < K)%nat -> (0 < R)%nat -> wang2013 (twins K R) /\ solves_7 (twins K R) halves.
Proof.
  intros HK HR.
  assert (A : wang2013 (twins K R)).
  { split; [apply twins_wf; auto|apply twins_positive|apply twins_unconstrained|apply twins_endless|reflexivity|].
    exists O. split; auto. intros; simpl; lra. }
  split; auto. apply (wang2013_lp7_iff_drfh (twins K R) A); [simpl; lia|]. apply (c_drfh_witness K R HK HR).
Qed.
