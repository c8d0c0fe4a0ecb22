(** How far below its entitlement a user can be under a leximin mechanism.

    A user's entitlement is what its part of the weights of every server runs.  The level that user m reaches with the whole cluster
    to itself is [alone m] (levels without weights).  Then user n has at least its entitlement divided by the mean, over the
    users' parts of the weights, of [alone n / alone m]. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Drfh TaskShare Witness.
Open Scope R_scope.

Definition all_tasks I n := sum (servers I) (gam I n).
Definition alone I (s : nat -> R) n := wt I n * s n * all_tasks I n.

(** The mean of [alone n / alone m] over the users m that can run, with their parts of all weights. *)
Definition handicap I s n :=
  sum (users I) (fun m => if runsb (gam I) I m then wt I m / weights I * (alone I s n / alone I s m) else 0).

Section Ratio.
  Variable I : inst.
  Variable s : nat -> R.
  Hypothesis W : wf I.
  Hypothesis S0 : forall n, (n < users I)%nat -> runs I n -> 0 < s n.
  Set Default Proof Using "All".

  Lemma all_tasks_pos n : (n < users I)%nat -> runs I n -> 0 < all_tasks I n.
  Proof. intros Hn R. apply (runsb_runs I W n Hn) in R. unfold runsb in R. unfold all_tasks.
    change (gam I n) with (fun i => gam I n i). destruct (Rlt_dec 0 (sum (servers I) (fun i => gam I n i))); [assumption|discriminate]. Qed.

  Lemma all_tasks_nonneg n : (n < users I)%nat -> 0 <= all_tasks I n.
  Proof. intros Hn. apply sum_nonneg. intros i Hi. apply (gam_nonneg I W); assumption. Qed.

  Lemma alone_pos n : (n < users I)%nat -> runs I n -> 0 < alone I s n.
  Proof.
    intros Hn R. unfold alone. repeat apply Rmult_lt_0_compat; [apply (wf_wt I W n Hn)|apply S0; assumption|apply all_tasks_pos; assumption].
  Qed.

  (** The level of all users when each runs the same multiple of what brings it there, on every server. *)
  Let total := sum (users I) (fun m => if runsb (gam I) I m then wt I m / alone I s m else 0).
  Let part m := if runsb (gam I) I m then wt I m / alone I s m / total else 0.

  Lemma term_nonneg m : (m < users I)%nat -> 0 <= (if runsb (gam I) I m then wt I m / alone I s m else 0).
  Proof.
    intros Hm. destruct (runsb (gam I) I m) eqn:E; [|lra]. apply (runsb_runs I W m Hm) in E.
    apply div_nonneg; [apply Rlt_le, (wf_wt I W m Hm)|apply alone_pos; assumption].
  Qed.

  Lemma total_pos n : (n < users I)%nat -> runs I n -> 0 < total.
  Proof.
    intros Hn R. apply Rlt_le_trans with (if runsb (gam I) I n then wt I n / alone I s n else 0).
    - apply (runsb_runs I W n Hn) in R as R'. rewrite R'. apply div_pos; [apply (wf_wt I W n Hn)|apply alone_pos; assumption].
    - apply (sum_term (users I) (fun m => if runsb (gam I) I m then wt I m / alone I s m else 0) n); [|exact Hn].
      intros m Hm. apply term_nonneg. exact Hm.
  Qed.

  (** What user m has then, cut to the tasks that it has. *)
  Let cut m := match tk I m with None => 1 | Some t => if Rlt_dec t (part m * all_tasks I m) then t / (part m * all_tasks I m) else 1 end.
  Let even : placement := fun m i => cut m * part m * gam I m i.

  Lemma even_facts n : (n < users I)%nat -> runs I n ->
    feasible I even /\ forall m, (m < users I)%nat -> tot I even m = capped (tk I m) (part m * all_tasks I m).
  Proof.
    intros Hn R. pose proof (total_pos n Hn R) as Tp.
    assert (P0 : forall m, (m < users I)%nat -> 0 <= part m).
    { intros m Hm. unfold part. pose proof (term_nonneg m Hm) as Q. destruct (runsb (gam I) I m); [|lra].
      apply div_nonneg; assumption. }
    assert (C01 : forall m, (m < users I)%nat -> 0 <= cut m <= 1).
    { intros m Hm. unfold cut. destruct (tk I m) as [t|] eqn:E; [|lra].
      pose proof (wf_tk I W m t Hm E). destruct (Rlt_dec t (part m * all_tasks I m)) as [L|]; [|lra].
      split; [apply div_nonneg; lra|]. apply div_le; lra. }
    assert (One : sum (users I) part <= 1).
    { unfold part. rewrite (sum_ext (users I) _ (fun m => (if runsb (gam I) I m then wt I m / alone I s m else 0) * / total)).
      - rewrite sum_scal_r. fold total. rewrite Rinv_r; lra.
      - intros m _. destruct (runsb (gam I) I m); unfold Rdiv; ring. }
    assert (T : forall m, (m < users I)%nat -> tot I even m = capped (tk I m) (part m * all_tasks I m)).
    { intros m Hm. unfold tot, even. rewrite sum_scal.
      change (sum (servers I) (gam I m)) with (all_tasks I m). rewrite Rmult_assoc.
      unfold cut, capped. set (P := part m * all_tasks I m) in *. destruct (tk I m) as [t|] eqn:E; [|ring].
      pose proof (wf_tk I W m t Hm E). unfold Rmin.
      destruct (Rlt_dec t P), (Rle_dec t P); try lra. field. lra. }
    split; [|exact T]. split; [split|].
    - intros m i Hm Hi. unfold even. pose proof (C01 m Hm). pose proof (P0 m Hm). pose proof (gam_nonneg I W m i Hm Hi).
      apply Rmult_le_pos; [apply Rmult_le_pos; lra|assumption].
    - intros m i _ _ Z. unfold even. rewrite Z. ring.
    - intros m Hm. rewrite T by exact Hm. apply capped_within.
    - intros i r Hi Hr. apply Rle_trans with (sum (users I) (fun m => part m * cap I i r)).
      + apply sum_le. intros m Hm. unfold even. pose proof (gam_dem I W m i r Hm Hi Hr) as Q.
        pose proof (C01 m Hm). pose proof (P0 m Hm).
        assert (0 <= gam I m i * dem I m r).
        { apply Rmult_le_pos; [apply (gam_nonneg I W); assumption|apply (wf_dem I W m Hm); exact Hr]. }
        replace (cut m * part m * gam I m i * dem I m r) with (part m * (cut m * (gam I m i * dem I m r))) by ring.
        apply Rmult_le_compat_l; [assumption|]. apply Rle_trans with (1 * (gam I m i * dem I m r)); [|lra].
        apply Rmult_le_compat_r; lra.
      + rewrite sum_scal_r. rewrite <- (Rmult_1_l (cap I i r)) at 2. apply Rmult_le_compat_r; [apply (wf_cap I W); assumption|exact One].
  Qed.

  Lemma part_level m : (m < users I)%nat -> runs I m -> part m * all_tasks I m * s m = / total.
  Proof.
    intros Hm R. pose proof (total_pos m Hm R). pose proof (alone_pos m Hm R) as A. pose proof (wf_wt I W m Hm).
    pose proof (all_tasks_pos m Hm R). pose proof (S0 m Hm R).
    unfold part. apply (runsb_runs I W m Hm) in R. rewrite R. unfold alone in *. field. repeat split; lra.
  Qed.

  Lemma entitlement n : (n < users I)%nat -> runs I n -> part n * all_tasks I n = slice I (gam I) n / handicap I s n.
  Proof.
    intros Hn R. pose proof (total_pos n Hn R) as Tp. pose proof (alone_pos n Hn R) as A. pose proof (weights_pos I W n Hn) as Wp.
    assert (H : handicap I s n = alone I s n / weights I * total).
    { unfold handicap, total. rewrite <- sum_scal. apply sum_ext. intros m Hm.
      destruct (runsb (gam I) I m) eqn:E; [|ring]. apply (runsb_runs I W m Hm) in E. pose proof (alone_pos m Hm E). field. lra. }
    assert (Sl : slice I (gam I) n = wt I n / weights I * all_tasks I n) by (unfold slice, all_tasks; apply sum_scal).
    rewrite H, Sl. unfold part. apply (runsb_runs I W n Hn) in R. rewrite R. field. repeat split; lra.
  Qed.

  (** ** The bound

      Idea: on every server give user m the part of it that brings all users to one level.  This fits, and if user n had less
      under leximin, it would be a complaint of n: who loses stands above that level.
      Mechanisms: drfh, c-drfh, cdrf, tsf.  Measure: si-ratio.  Hypothesis: none (finite tasks and weights allowed). *)
  Theorem si_ratio x : feasible I x -> fair I (feasible I) s x -> forall n, (n < users I)%nat -> runs I n ->
    capped (tk I n) (slice I (gam I) n / handicap I s n) <= tot I x n.
  Proof.
    intros Fx Fair n Hn R. rewrite <- (entitlement n Hn R).
    destruct (even_facts n Hn R) as [Fe Te]. rewrite <- (Te n Hn).
    apply Rnot_lt_le. intros L. apply (Fair n even Hn). split; [exact Fe|split; [exact L|]].
    intros m Hm Lm.
    assert (Rm : runs I m).
    { apply (feasible_runs I W x m Fx Hm). apply Rle_lt_trans with (2 := Lm). apply (feasible_tot I even m Fe Hm). }
    pose proof (S0 n Hn R) as Sn. pose proof (S0 m Hm Rm) as Sm.
    assert (Um : part m * all_tasks I m < tot I x m).
    { pose proof (pl_tk I (gam I) x (proj1 Fx) m Hm) as Q. rewrite (Te m Hm) in Lm. unfold capped in Lm.
      destruct (tk I m) as [t|]; [|exact Lm]. simpl in Q. unfold Rmin in Lm. destruct (Rle_dec t (part m * all_tasks I m)); lra. }
    assert (Un : tot I x n < part n * all_tasks I n).
    { apply Rlt_le_trans with (1 := L). rewrite (Te n Hn). apply capped_le. }
    apply Rlt_trans with (/ total).
    - rewrite <- (part_level n Hn R). apply Rmult_lt_compat_r; assumption.
    - rewrite <- (part_level m Hm Rm). apply Rmult_lt_compat_r; assumption.
  Qed.

  (** If the levels that users reach alone are at most [l] times one another, the ratio is at least 1 / (p + (1 - p) l), with
      [p] the user's own part of all weights. *)
  Lemma handicap_bound n l : (n < users I)%nat -> runs I n -> 1 <= l ->
    (forall m, (m < users I)%nat -> runs I m -> alone I s n <= l * alone I s m) ->
    0 < handicap I s n <= wt I n / weights I + (1 - wt I n / weights I) * l.
  Proof.
    intros Hn R Hl H. pose proof (weights_pos I W n Hn) as Wp. pose proof (alone_pos n Hn R) as A. split.
    - apply Rlt_le_trans with (wt I n / weights I * (alone I s n / alone I s n)).
      + apply Rmult_lt_0_compat; apply div_pos; try assumption. apply (wf_wt I W n Hn).
      + pose proof (sum_term (users I) (fun m => if runsb (gam I) I m then wt I m / weights I * (alone I s n / alone I s m) else 0) n) as Q.
        apply (runsb_runs I W n Hn) in R. cbv beta in Q. rewrite R in Q. apply Q; [|exact Hn]. intros m Hm. destruct (runsb (gam I) I m) eqn:E; [|lra].
        apply (runsb_runs I W m Hm) in E. apply Rmult_le_pos; apply div_nonneg; try assumption; try (apply Rlt_le; assumption).
        * apply Rlt_le, (wf_wt I W m Hm).
        * apply alone_pos; assumption.
    - assert (Each : forall m, (m < users I)%nat ->
        (if runsb (gam I) I m then wt I m / weights I * (alone I s n / alone I s m) else 0)
        <= wt I m / weights I * l + if Nat.eq_dec m n then wt I n / weights I * (1 - l) else 0).
      { intros m Hm. pose proof (wf_wt I W m Hm) as Wm. assert (0 < wt I m / weights I) by (apply div_pos; assumption).
        destruct (Nat.eq_dec m n) as [->|Ne].
        - apply (runsb_runs I W n Hn) in R. rewrite R. replace (alone I s n / alone I s n) with 1 by (field; lra). lra.
        - destruct (runsb (gam I) I m) eqn:E; [|assert (0 <= wt I m / weights I * l) by (apply Rmult_le_pos; lra); lra].
          apply (runsb_runs I W m Hm) in E. rewrite Rplus_0_r. apply Rmult_le_compat_l; [lra|].
          apply div_le; [apply alone_pos; assumption|apply H; assumption]. }
      unfold handicap. apply Rle_trans with (1 := sum_le (users I) _ _ Each).
      rewrite sum_plus, sum_single by exact Hn.
      rewrite (sum_ext (users I) (fun m => wt I m / weights I * l) (fun m => wt I m * (l / weights I))) by (intros; unfold Rdiv; ring).
      rewrite sum_scal_r. fold (weights I). unfold Rdiv. right. field. lra.
  Qed.
End Ratio.
Set Default Proof Using "Type".

(** ** C-DRFH, DRFH, TSF and CDRF *)
Theorem c_drfh_si_ratio I x n : wf I -> c_drfh I x -> (n < users I)%nat -> runs I n ->
  capped (tk I n) (slice I (gam I) n / handicap I (global_share I) n) <= tot I x n.
Proof.
  intros W H Hn R. apply si_ratio; auto.
  - intros m Hm Rm. apply global_share_pos; auto.
  - apply H.
  - apply c_drfh_fair; auto.
Qed.

Theorem tsf_si_ratio I x n : wf I -> tsf I x -> (n < users I)%nat -> runs I n ->
  capped (tk I n) (slice I (gam I) n / handicap I (task_share I) n) <= tot I x n.
Proof.
  intros W H Hn R. apply si_ratio; auto.
  - intros m Hm Rm. apply task_share_pos; auto.
  - apply H.
  - apply tsf_fair; auto.
Qed.

(** ** Whole capacities up to M on K servers

    Idea: alone, a user has at most all of the pool; and at least one unit of the resource that stops it on a server where it runs,
    of which the pool has at most 1 + (K - 1) M. *)
Definition capacities_up_to I (M : R) := 1 <= M /\ forall i r, (i < servers I)%nat -> (r < resources I)%nat ->
  cap I i r = 0 \/ 1 <= cap I i r <= M.

Lemma stopped I n i : wf I -> (n < users I)%nat -> (i < servers I)%nat -> 0 < gam I n i ->
  exists r, (r < resources I)%nat /\ 0 < dem I n r /\ 0 < cap I i r /\ gam I n i * dem I n r = cap I i r.
Proof.
  intros W Hn Hi G. destruct (minratio_eq (resources I) (cap I i) (dem I n) (wf_dem I W n Hn)) as [r [Hr [D E]]].
  exists r. rewrite (gam_fit I n i G). split; [exact Hr|split; [exact D|split; [apply (gam_cap I W n i r); auto|exact E]]].
Qed.

Lemma pool_bound I M i r : wf I -> capacities_up_to I M -> (i < servers I)%nat -> (r < resources I)%nat ->
  pool I r <= cap I i r + (INR (servers I) - 1) * M.
Proof.
  intros W [M1 C] Hi Hr. unfold pool.
  apply Rle_trans with (sum (servers I) (fun j => M + if Nat.eq_dec j i then cap I i r - M else 0)).
  - apply sum_le. intros j Hj. destruct (Nat.eq_dec j i) as [->|]; [lra|]. destruct (C j r Hj Hr) as [->|]; lra.
  - rewrite sum_plus, sum_single by exact Hi.
    assert (E : forall k, sum k (fun _ => M) = INR k * M).
    { induction k as [|k IH]; [simpl; ring|]. rewrite S_INR. cbn [sum]. rewrite IH. ring. }
    rewrite E. lra.
Qed.

Lemma stopped_part I M n i : wf I -> capacities_up_to I M -> (n < users I)%nat -> (i < servers I)%nat -> 0 < gam I n i ->
  exists r, (r < resources I)%nat /\ 0 < dem I n r /\ 0 < pool I r /\
    pool I r <= (1 + (INR (servers I) - 1) * M) * (gam I n i * dem I n r).
Proof.
  intros W C Hn Hi G. destruct (stopped I n i W Hn Hi G) as [r [Hr [D [Cp E]]]].
  exists r. split; [exact Hr|split; [exact D|]]. pose proof (pool_ge I W i r Hi Hr) as Pg.
  pose proof (pool_bound I M i r W C Hi Hr) as Pb. destruct C as [M1 C]. rewrite E.
  assert (1 <= cap I i r) by (destruct (C i r Hi Hr); lra).
  assert (K1 : 1 <= INR (servers I)) by (change 1 with (INR 1); apply le_INR; lia).
  assert (0 <= (INR (servers I) - 1) * M) by (apply Rmult_le_pos; lra).
  split; [lra|]. apply Rle_trans with (1 := Pb).
  assert ((INR (servers I) - 1) * M * 1 <= (INR (servers I) - 1) * M * cap I i r) by (apply Rmult_le_compat_l; assumption). lra.
Qed.

Lemma gam_below_all I n i : wf I -> (n < users I)%nat -> (i < servers I)%nat -> gam I n i <= all_tasks I n.
Proof. intros W Hn Hi. apply (sum_term (servers I) (gam I n) i); [|exact Hi]. intros j Hj. apply (gam_nonneg I W); assumption. Qed.

Lemma alone_drfh I M n : wf I -> capacities_up_to I M -> (n < users I)%nat -> runs I n ->
  / (1 + (INR (servers I) - 1) * M) <= alone I (global_share I) n <= 1.
Proof.
  intros W C Hn R. pose proof (wf_wt I W n Hn) as Wn.
  assert (A : alone I (global_share I) n = maxratio (resources I) (dem I n) (pool I) * all_tasks I n).
  { unfold alone, global_share. field. lra. }
  rewrite A. split.
  - destruct R as [i [Hi G]]. destruct (stopped_part I M n i W C Hn Hi G) as [r [Hr [D [Pp Q]]]].
    set (L := 1 + (INR (servers I) - 1) * M) in *.
    pose proof (maxratio_ge (resources I) (dem I n) (pool I) r Hr Pp) as Mx.
    assert (Lp : 0 < L).
    { apply Rnot_le_lt. intros Z. assert (0 < gam I n i * dem I n r) by (apply Rmult_lt_0_compat; assumption).
      assert (0 <= - L * (gam I n i * dem I n r)) by (apply Rmult_le_pos; lra). lra. }
    apply Rle_trans with (maxratio (resources I) (dem I n) (pool I) * gam I n i).
    + apply (Rmult_le_reg_r (L * pool I r)); [apply Rmult_lt_0_compat; assumption|].
      replace (/ L * (L * pool I r)) with (pool I r) by (field; lra).
      apply Rle_trans with (1 := Q).
      replace (maxratio (resources I) (dem I n) (pool I) * gam I n i * (L * pool I r))
        with (L * (gam I n i * (maxratio (resources I) (dem I n) (pool I) * pool I r))) by ring.
      apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [lra|exact Mx].
    + apply Rmult_le_compat_l; [apply maxratio_nonneg|apply gam_below_all; assumption].
  - destruct (maxratio_eq (resources I) (dem I n) (pool I)) as [E|[r [Hr [Pp E]]]]; [rewrite E; lra|].
    apply (Rmult_le_reg_r (pool I r)); [exact Pp|]. rewrite Rmult_1_l.
    replace (maxratio (resources I) (dem I n) (pool I) * all_tasks I n * pool I r)
      with (all_tasks I n * (maxratio (resources I) (dem I n) (pool I) * pool I r)) by ring.
    rewrite E. unfold all_tasks, pool. rewrite <- sum_scal_r. apply sum_le. intros i Hi. apply (gam_dem I W); assumption.
Qed.

Lemma alone_tsf I M n : wf I -> capacities_up_to I M -> (n < users I)%nat -> runs I n ->
  / (1 + (INR (servers I) - 1) * M) <= alone I (task_share I) n <= 1.
Proof.
  intros W C Hn R. pose proof (wf_wt I W n Hn) as Wn.
  assert (Le : all_tasks I n <= sum (servers I) (fun i => fit I n i)) by (apply sum_le; intros i Hi; apply (gam_le_fit I W); assumption).
  pose proof (all_tasks_pos I (fun _ => 1) W ltac:(intros; lra) n Hn R) as Ap.
  set (F := sum (servers I) (fun i => fit I n i)) in *. assert (Fp : 0 < F) by lra.
  assert (A : alone I (task_share I) n = all_tasks I n / F).
  { unfold alone, task_share. fold F. field. lra. }
  rewrite A. split; [|apply div_le; lra].
  destruct R as [i [Hi G]]. destruct (stopped_part I M n i W C Hn Hi G) as [r [Hr [D [Pp Q]]]].
  set (L := 1 + (INR (servers I) - 1) * M) in *.
  assert (Lp : 0 < L).
  { apply Rnot_le_lt. intros Z. assert (0 < gam I n i * dem I n r) by (apply Rmult_lt_0_compat; assumption).
    assert (0 <= - L * (gam I n i * dem I n r)) by (apply Rmult_le_pos; lra). lra. }
  assert (Fd : F * dem I n r <= pool I r).
  { unfold F, pool. rewrite <- sum_scal_r. apply sum_le. intros j Hj. apply minratio_le; assumption. }
  assert (F <= L * gam I n i).
  { apply (Rmult_le_reg_r (dem I n r)); [exact D|]. lra. }
  pose proof (gam_below_all I n i W Hn Hi) as Ga.
  apply le_div; [exact Fp|]. apply (Rmult_le_reg_l L); [exact Lp|].
  replace (L * (/ L * F)) with F by (field; lra).
  apply Rle_trans with (1 := H). apply Rmult_le_compat_l; lra.
Qed.

(** The closed form: with weights between 1 and [w], N users and K servers,
    a user has at least (1 + (N-1) w) / (1 + (N-1) w (1 + (K-1) M)) of its entitlement. *)
Definition floor_ratio (N K : nat) (M w : R) : R :=
  (1 + (INR N - 1) * w) / (1 + (INR N - 1) * w * (1 + (INR K - 1) * M)).

Lemma whole_ratio I s M w x n : wf I -> (forall m, (m < users I)%nat -> runs I m -> 0 < s m) ->
  (forall m, (m < users I)%nat -> runs I m -> / (1 + (INR (servers I) - 1) * M) <= alone I s m <= 1) -> 1 <= M ->
  (forall m, (m < users I)%nat -> 1 <= wt I m <= w) ->
  feasible I x -> fair I (feasible I) s x -> (n < users I)%nat -> runs I n ->
  capped (tk I n) (floor_ratio (users I) (servers I) M w * slice I (gam I) n) <= tot I x n.
Proof.
  intros W S0 Al M1 Wt Fx Fair Hn R.
  apply Rle_trans with (2 := si_ratio I s W S0 x Fx Fair n Hn R). apply capped_mono.
  pose proof (weights_pos I W n Hn) as Wp. pose proof (Wt n Hn) as Wn.
  assert (K1 : 1 <= INR (servers I)).
  { destruct R as [i [Hi _]]. change 1 with (INR 1). apply le_INR. lia. }
  assert (N1 : 1 <= INR (users I)) by (change 1 with (INR 1); apply le_INR; lia).
  set (l := 1 + (INR (servers I) - 1) * M) in *.
  assert (Hl : 1 <= l) by (unfold l; assert (0 <= (INR (servers I) - 1) * M) by (apply Rmult_le_pos; lra); lra).
  destruct (handicap_bound I s W S0 n l Hn R Hl) as [H0 H1].
  { intros m Hm Rm. destruct (Al n Hn R) as [_ A1]. destruct (Al m Hm Rm) as [A2 _].
    apply Rle_trans with (1 := A1). apply (Rmult_le_compat_l l) in A2; [|lra]. rewrite Rinv_r in A2 by lra. exact A2. }
  set (p := wt I n / weights I) in *.
  (* the user's part of the weights is at least 1 / (1 + (N-1) w) *)
  set (q := (INR (users I) - 1) * w).
  assert (Q0 : 0 <= q) by (apply Rmult_le_pos; lra).
  assert (Wq : weights I <= wt I n + q).
  { unfold weights, q. apply Rle_trans with (sum (users I) (fun m => w + if Nat.eq_dec m n then wt I n - w else 0)).
    - apply sum_le. intros m Hm. pose proof (Wt m Hm). destruct (Nat.eq_dec m n) as [->|]; lra.
    - rewrite sum_plus, sum_single by exact Hn.
      assert (E : forall k, sum k (fun _ => w) = INR k * w).
      { induction k as [|k IH]; [simpl; ring|]. rewrite S_INR. cbn [sum]. rewrite IH. ring. }
      rewrite E. lra. }
  assert (Pq : 1 <= p * (1 + q)).
  { unfold p. apply (Rmult_le_reg_r (weights I)); [exact Wp|].
    replace (wt I n / weights I * (1 + q) * weights I) with (wt I n * (1 + q)) by (field; lra).
    assert (0 <= (wt I n - 1) * q) by (apply Rmult_le_pos; lra). lra. }
  assert (Sl : 0 <= slice I (gam I) n).
  { unfold slice. apply sum_nonneg. intros i Hi. apply Rmult_le_pos; [apply div_nonneg; lra|apply (gam_nonneg I W); assumption]. }
  apply Rle_trans with (slice I (gam I) n * floor_ratio (users I) (servers I) M w); [lra|].
  unfold Rdiv. apply Rmult_le_compat_l; [exact Sl|].
  unfold floor_ratio. fold q. fold l.
  assert (Dn : 0 < 1 + q * l) by (assert (0 <= q * l) by (apply Rmult_le_pos; lra); lra).
  apply (Rmult_le_reg_r (handicap I s n)); [exact H0|]. rewrite Rinv_l by lra.
  unfold Rdiv. apply Rle_trans with ((1 + q) * / (1 + q * l) * (p + (1 - p) * l)).
  - apply Rmult_le_compat_l; [|exact H1]. apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; exact Dn].
  - apply (Rmult_le_reg_r (1 + q * l)); [exact Dn|].
    replace ((1 + q) * / (1 + q * l) * (p + (1 - p) * l) * (1 + q * l)) with ((1 + q) * (p + (1 - p) * l)) by (field; lra).
    (* (1+q)(l - p(l-1)) <= 1 + q l, since p (1+q) >= 1 *)
    assert (0 <= (p * (1 + q) - 1) * (l - 1)) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem c_drfh_floor I M w x n : wf I -> capacities_up_to I M -> (forall m, (m < users I)%nat -> 1 <= wt I m <= w) ->
  c_drfh I x -> (n < users I)%nat -> runs I n ->
  capped (tk I n) (floor_ratio (users I) (servers I) M w * slice I (gam I) n) <= tot I x n.
Proof.
  intros W C Wt H Hn R. apply (whole_ratio I (global_share I) M w x n); auto.
  - intros m Hm Rm. apply global_share_pos; auto.
  - intros m Hm Rm. apply alone_drfh; auto.
  - apply C.
  - apply H.
  - apply c_drfh_fair; auto.
Qed.

Theorem tsf_floor I M w x n : wf I -> capacities_up_to I M -> (forall m, (m < users I)%nat -> 1 <= wt I m <= w) ->
  tsf I x -> (n < users I)%nat -> runs I n ->
  capped (tk I n) (floor_ratio (users I) (servers I) M w * slice I (gam I) n) <= tot I x n.
Proof.
  intros W C Wt H Hn R. apply (whole_ratio I (task_share I) M w x n); auto.
  - intros m Hm Rm. apply task_share_pos; auto.
  - intros m Hm Rm. apply alone_tsf; auto.
  - apply C.
  - apply H.
  - apply tsf_fair; auto.
Qed.

(** ** The floor is attained

    Server 0 holds one unit of both resources, the others hold M units of the first.  User 0, of weight 1, needs both resources
    and so runs on server 0 alone; the others, of weight w, need the first and may use server 0 alone. *)
Definition squeezed (N K : nat) (M w : R) : inst :=
  mk N K 2 (fun i r => match i, r with O, _ => 1 | _, O => M | _, _ => 0 end)
     (fun n r => match n, r with O, _ => 1 | _, O => 1 | _, _ => 0 end)
     (fun n => match n with O => 1 | _ => w end)
     (fun n i => match n, i with O, _ => true | _, O => true | _, _ => false end) (fun _ => None).

Section Squeezed.
  Variables (N K : nat) (M w : R).
  Hypothesis N0 : (0 < N)%nat.
  Hypothesis K0 : (0 < K)%nat.
  Hypothesis M1 : 1 <= M.
  Hypothesis w1 : 1 <= w.
  Set Default Proof Using "All".

  Let I := squeezed N K M w.
  Let L := 1 + (INR K - 1) * M.
  Let t := / (1 + (INR N - 1) * w * L).

  Definition squeezed_place : placement := fun n i =>
    match i with O => (match n with O => / (1 + (INR N - 1) * w * (1 + (INR K - 1) * M)) | _ => (1 + (INR K - 1) * M) * w * / (1 + (INR N - 1) * w * (1 + (INR K - 1) * M)) end) | _ => 0 end.
  Let x := squeezed_place.

  Lemma squeezed_L : 1 <= L.
  Proof.
    assert (1 <= INR K) by (change 1 with (INR 1); apply le_INR; lia).
    assert (0 <= (INR K - 1) * M) by (apply Rmult_le_pos; lra). unfold L. lra.
  Qed.

  Lemma squeezed_t : 0 < t /\ t * (1 + (INR N - 1) * w * L) = 1.
  Proof.
    pose proof squeezed_L. assert (1 <= INR N) by (change 1 with (INR 1); apply le_INR; lia).
    assert (0 <= (INR N - 1) * w * L) by (repeat apply Rmult_le_pos; lra).
    unfold t. split; [apply Rinv_0_lt_compat; lra|apply Rinv_l; lra].
  Qed.

  Lemma squeezed_wf : wf I.
  Proof.
    split; simpl; intros; try discriminate.
    - destruct i, r; lra.
    - split; [intros r _; destruct n, r; lra|exists 0%nat; split; [lia|destruct n; lra]].
    - destruct n; lra.
  Qed.

  Lemma squeezed_caps : capacities_up_to I M.
  Proof. split; [exact M1|]. intros [|i] [|r] _ _; simpl; lra. Qed.

  Lemma squeezed_fit n i : fit I n i = match i with O => 1 | _ => match n with O => 0 | _ => M end end.
  Proof.
    unfold fit, minratio. simpl. destruct n as [|n], i as [|i]; simpl;
      destruct (Rlt_dec 0 1); try lra; try (destruct (Rlt_dec 0 0); [lra|]); try lra;
      unfold Rmin; match goal with |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b) end; lra.
  Qed.

  Lemma squeezed_gam n i : gam I n i = match i with O => 1 | _ => 0 end.
  Proof. unfold gam. rewrite squeezed_fit. simpl. destruct n, i; reflexivity. Qed.

  (** Sums over users and servers of which all but one are alike. *)
  Lemma sum_head k a b : (0 < k)%nat -> sum k (fun j => match j with O => a | _ => b end) = a + (INR k - 1) * b.
  Proof.
    intros Hk. destruct k as [|k]; [lia|]. clear Hk. induction k as [|k IH]; [simpl; ring|].
    replace (sum (S (S k)) (fun j => match j with O => a | _ => b end)) with (sum (S k) (fun j => match j with O => a | _ => b end) + b) by reflexivity.
    rewrite IH, !S_INR. ring.
  Qed.

  Lemma squeezed_tot y n : (forall i, (i < K)%nat -> i <> 0%nat -> y n i = 0) -> tot I y n = y n 0%nat.
  Proof.
    intros H. unfold tot. simpl. rewrite (sum_ext K _ (fun i => match i with O => y n 0%nat | _ => 0 end)).
    - rewrite sum_head by exact K0. ring.
    - intros [|i] Hi; [reflexivity|apply H; [exact Hi|lia]].
  Qed.

  Lemma squeezed_x n : tot I x n = match n with O => t | _ => L * w * t end.
  Proof. rewrite squeezed_tot; [unfold x, squeezed_place, L, t; destruct n; reflexivity|]. intros [|i] _ H; [lia|reflexivity]. Qed.

  Lemma squeezed_feasible : feasible I x.
  Proof.
    pose proof squeezed_L as HL. destruct squeezed_t as [Tp E]. split; [split|].
    - intros n i _ _. unfold x, squeezed_place. fold L. fold t. destruct i; [|lra]. destruct n; [lra|]. repeat apply Rmult_le_pos; lra.
    - intros n i _ _ G. rewrite squeezed_gam in G. destruct i; [lra|reflexivity].
    - intros n _. exact Logic.I.
    - intros i r Hi Hr. destruct i as [|i].
      + simpl. apply Rle_trans with (sum N (fun n => match n with O => t | _ => L * w * t end)).
        * apply sum_le. intros n _. unfold squeezed_place. fold L. fold t.
          assert (0 <= L * w * t) by (repeat apply Rmult_le_pos; lra). destruct n, r; lra.
        * rewrite sum_head by exact N0. right. replace (t + (INR N - 1) * (L * w * t)) with (t * (1 + (INR N - 1) * w * L)) by ring. exact E.
      + simpl. rewrite sum_zero; [destruct r; lra|]. intros n _. unfold x, squeezed_place. simpl. ring.
  Qed.

  Lemma squeezed_fair s : (forall n, (n < N)%nat -> s n = match n with O => 1 | _ => / (L * w) end) -> fair I (feasible I) s x.
  Proof.
    intros Es n y Hn [Fy [G C]]. pose proof squeezed_L as HL. destruct squeezed_t as [Tp E]. simpl in Hn.
    assert (Lw : 0 < L * w) by (apply Rmult_lt_0_compat; lra).
    assert (Lev : forall m, (m < N)%nat -> tot I x m * s m = t).
    { intros m Hm. rewrite squeezed_x, Es by exact Hm. destruct m; [ring|field; lra]. }
    assert (Up : forall m, (m < N)%nat -> tot I x m <= tot I y m).
    { intros m Hm. apply Rnot_lt_le. intros Lm. specialize (C m Hm Lm). rewrite !Lev in C by assumption. lra. }
    assert (Ty : forall m, (m < N)%nat -> tot I y m = y m 0%nat).
    { intros m Hm. apply squeezed_tot. intros [|i] Hi Ne; [lia|]. apply (pl_run I (gam I) y (proj1 Fy)); [exact Hm|exact Hi|apply squeezed_gam]. }
    pose proof (proj2 Fy 0%nat 0%nat ltac:(simpl; lia) ltac:(simpl; lia)) as Cap. simpl in Cap.
    assert (Less : sum N (fun m => tot I x m) < sum N (fun m => tot I y m)) by (apply sum_lt with n; assumption).
    rewrite (sum_ext N (fun m => tot I x m) (fun m => match m with O => t | _ => L * w * t end)) in Less by (intros; apply squeezed_x).
    rewrite sum_head in Less by exact N0.
    replace (t + (INR N - 1) * (L * w * t)) with (t * (1 + (INR N - 1) * w * L)) in Less by ring. rewrite E in Less.
    rewrite (sum_ext N (fun m => tot I y m) (fun m => y m 0%nat * match m with O => 1 | _ => 1 end)) in Less.
    - lra.
    - intros m Hm. rewrite Ty by exact Hm. destruct m; ring.
  Qed.

  Lemma squeezed_runs n : runs I n.
  Proof. exists 0%nat. split; [exact K0|]. rewrite squeezed_gam. lra. Qed.

  Lemma squeezed_pool : pool I 0 = L /\ pool I 1 = 1.
  Proof. unfold pool. simpl. split; rewrite sum_head by exact K0; unfold L; ring. Qed.

  Lemma squeezed_global n : (n < N)%nat -> global_share I n = match n with O => 1 | _ => / (L * w) end.
  Proof.
    intros Hn. pose proof squeezed_L as HL. destruct squeezed_pool as [P0 P1]. unfold global_share, maxratio. simpl.
    fold I. change (fun i : nat => cap I i 0) with (fun i => cap I i 0%nat). rewrite P0, P1.
    destruct (Rlt_dec 0 1) as [_|]; [|lra]. destruct (Rlt_dec 0 L) as [_|]; [|lra].
    assert (Li : 0 < 1 / L <= 1).
    { split; [apply div_pos; lra|]. apply div_le; lra. }
    destruct n as [|n]; simpl.
    - rewrite (Rmax_right 0 (1 / L)) by lra. rewrite Rmax_right by lra. field.
    - rewrite (Rmax_right 0 (1 / L)) by lra. rewrite Rmax_left by lra. field. lra.
  Qed.

  Lemma squeezed_task n : (n < N)%nat -> task_share I n = match n with O => 1 | _ => / (L * w) end.
  Proof.
    intros Hn. pose proof squeezed_L as HL. unfold task_share.
    rewrite (sum_ext (servers I) _ (fun i => match i with O => 1 | _ => match n with O => 0 | _ => M end end)) by (intros; apply squeezed_fit).
    simpl. rewrite sum_head by exact K0. unfold L in *. destruct n; [field|]. f_equal. ring.
  Qed.

  Theorem floor_attained : wf I /\ users I = N /\ servers I = K /\ capacities_up_to I M
    /\ (forall m, (m < N)%nat -> 1 <= wt I m <= w) /\ c_drfh I x /\ tsf I x /\ runs I 0
    /\ 0 < slice I (gam I) 0 /\ tot I x 0 = floor_ratio N K M w * slice I (gam I) 0.
  Proof.
    pose proof squeezed_wf as W. pose proof squeezed_L as HL. destruct squeezed_t as [Tp E].
    assert (N1 : 1 <= INR N) by (change 1 with (INR 1); apply le_INR; lia).
    assert (Sl : slice I (gam I) 0 = / (1 + (INR N - 1) * w)).
    { unfold slice. rewrite (sum_ext (servers I) _ (fun i => match i with O => / (1 + (INR N - 1) * w) | _ => 0 end)).
      - simpl. rewrite sum_head by exact K0. ring.
      - intros i _. rewrite squeezed_gam. unfold weights. simpl. rewrite sum_head by exact N0. destruct i; unfold Rdiv; ring. }
    assert (Q : 0 <= (INR N - 1) * w) by (apply Rmult_le_pos; lra).
    split; [exact W|split; [reflexivity|split; [reflexivity|split; [apply squeezed_caps|split; [|split; [|split; [|split; [apply squeezed_runs|split]]]]]]]].
    - intros m _. simpl. destruct m; lra.
    - apply feasible_fair_leximin; [exact W| |apply squeezed_feasible|apply squeezed_fair, squeezed_global].
      intros m Hm R. apply global_share_pos; auto.
    - apply feasible_fair_leximin; [exact W| |apply squeezed_feasible|apply squeezed_fair, squeezed_task].
      intros m Hm R. apply task_share_pos; auto.
    - rewrite Sl. apply Rinv_0_lt_compat. lra.
    - rewrite squeezed_x, Sl. unfold floor_ratio, t. fold L.
      assert (0 <= (INR N - 1) * w * L) by (apply Rmult_le_pos; lra). field. split; lra.
  Qed.
End Squeezed.
Set Default Proof Using "Type".

(** A witness for the bounds: two users, two servers, M = 2, w = 1. *)
Lemma si_ratio_witness : let I := squeezed 2 2 2 1 in wf I /\ capacities_up_to I 2 /\ (forall m, (m < 2)%nat -> 1 <= wt I m <= 1)
  /\ c_drfh I (squeezed_place 2 2 2 1) /\ tsf I (squeezed_place 2 2 2 1) /\ runs I 0.
Proof. destruct (floor_attained 2 2 2 1 ltac:(lia) ltac:(lia) ltac:(lra) ltac:(lra)) as [A [_ [_ [B [C [D [E [F _]]]]]]]]. tauto. Qed.
