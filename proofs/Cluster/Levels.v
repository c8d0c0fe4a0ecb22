(** Time-division PS-DSF: the least level of a server, who raises it, and what may not be had more of.

    After khamse2017, the appendix: the statement after (39), and the steps (49) to (51) of strategy proofness. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint PsDsf PsDsfTdm Flow Money Witness.
Open Scope R_scope.

(** The least virtual dominant share per unit of weight on a server, over the users that it could run (50). *)
Definition least_level I (g : nat -> nat -> R) x i v :=
  (exists n, (n < users I)%nat /\ 0 < g n i /\ vds I g x n i = v)
  /\ forall n, (n < users I)%nat -> 0 < g n i -> v <= vds I g x n i.

(** ** Who gains by a lie raises the level wherever it has tasks

    Idea: who has tasks on a server has the least level there.  A gainer's level rises on every server that it may really use:
    what its reported tasks are worth is at most the ratio of its true rate to the reported one.
    Mechanism: ps-dsf-tdm.  Hypothesis: none.  Claims: khamse2017-proof-sp-gainers. *)
Theorem gainers_raise_levels k I J x x' m i v v' : wf I -> wf J -> agree (Nat.eqb k) I J ->
  ps_dsf_tdm (gam I) I x -> ps_dsf_tdm (gam J) J x' ->
  (m < users I)%nat -> (i < servers I)%nat -> tot I x m < gain I J x' m ->
  0 < x' m i -> el I m i = true -> least_level I (gam I) x i v -> least_level J (gam J) x' i v' -> v < v'.
Proof.
  intros WI WJ A HI HJ Hm Hi Gain X El [_ Lv] [[n' [Hn' [Gn' <-]]] Lv'].
  assert (EU := ag_u _ _ _ A). assert (ES := ag_s _ _ _ A). assert (ER := ag_r _ _ _ A).
  destruct HI as [_ [[PI _] _]]. destruct HJ as [_ [[PJ _] BJ]].
  assert (Hm' : (m < users J)%nat) by (rewrite EU; exact Hm). assert (Hi' : (i < servers J)%nat) by (rewrite ES; exact Hi).
  set (k0 := kappa I (dem I m) (dem J m)).
  assert (DJ : forall q, (q < resources I)%nat -> 0 <= dem J m q).
  { intros q Hq. apply (proj1 (wf_dem J WJ m Hm')). rewrite ER. exact Hq. }
  assert (K0 : 0 <= k0) by (apply kappa_nonneg; assumption).
  assert (X0 : forall j, (j < servers I)%nat -> 0 <= x' m j).
  { intros j Hj. apply (pl_pos J (gam J) x' PJ m j Hm'). rewrite ES. exact Hj. }
  assert (TJ : tot J x' m = sum (servers I) (x' m)) by (unfold tot; rewrite ES; reflexivity).
  assert (Worth : gain I J x' m <= k0 * tot J x' m).
  { unfold gain. apply Rle_trans with (1 := capped_le _ _). rewrite TJ, <- sum_scal. apply sum_le. intros j Hj.
    fold k0. specialize (X0 j Hj). destruct (el I m j); [lra|]. apply Rmult_le_pos; assumption. }
  pose proof (tot_nonneg I (gam I) x PI m Hm) as T0.
  assert (Kp : 0 < k0).
  { destruct K0 as [K0|K0]; [exact K0|]. rewrite <- K0 in Worth. lra. }
  assert (Gm' : 0 < gam J m i).
  { apply (placed_usable J (gam J) x' PJ m i); auto. apply gam_nonneg; auto. }
  assert (Rate : k0 * gam J m i <= gam I m i).
  { unfold gam at 2. rewrite El. apply minratio_glb; [apply (wf_dem I WI m Hm)|]. intros r Hr _.
    pose proof (kappa_le I WI (dem J m) m r Hm Hr DJ) as Q. fold k0 in Q.
    pose proof (gam_dem J WJ m i r Hm' Hi' ltac:(rewrite ER; exact Hr)) as Q'. rewrite (ag_cap _ _ _ A) in Q'.
    apply Rle_trans with (2 := Q').
    replace (k0 * gam J m i * dem I m r) with (gam J m i * (k0 * dem I m r)) by ring.
    apply Rmult_le_compat_l; lra. }
  assert (Gm : 0 < gam I m i) by (apply Rlt_le_trans with (2 := Rate), Rmult_lt_0_compat; assumption).
  pose proof (wf_wt I WI m Hm) as Wm.
  specialize (Lv m Hm Gm). destruct (BJ n' i Hn' Hi' Gn') as [_ Low]. specialize (Low m Hm' X).
  assert (Up : vds I (gam I) x m i < vds J (gam J) x' m i).
  { unfold vds. rewrite (ag_wt _ _ _ A).
    assert (Pw : 0 < wt I m * gam I m i) by (apply Rmult_lt_0_compat; assumption).
    assert (Pw' : 0 < wt I m * gam J m i) by (apply Rmult_lt_0_compat; assumption).
    apply Rlt_le_trans with (k0 * tot J x' m / (wt I m * gam I m i)).
    - unfold Rdiv. apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat; exact Pw|lra].
    - apply div_le; [exact Pw|]. replace (tot J x' m / (wt I m * gam J m i) * (wt I m * gam I m i))
        with (tot J x' m / gam J m i * gam I m i) by (field; lra).
      replace (k0 * tot J x' m) with (tot J x' m / gam J m i * (k0 * gam J m i)) by (field; lra).
      apply Rmult_le_compat_l; [|exact Rate]. apply div_nonneg; [apply (tot_nonneg J (gam J) x' PJ m Hm')|exact Gm']. }
  lra.
Qed.

(** ** Subject to (39) no user can have more than PS-DSF gives it

    A placement meets (39) when each user with tasks on a server has the least level there; servers need not be sold out. *)
Definition meets_39 I g y := forall n m i, (n < users I)%nat -> (m < users I)%nat -> (i < servers I)%nat ->
  0 < y m i -> 0 < g n i -> vds I g y m i <= vds I g y n i.

Section Most.
  Variable I : inst.
  Variable g : nat -> nat -> R.
  Variables x y : placement.
  Hypothesis W : wf I.
  Hypothesis G0 : rates I g.
  Hypothesis H : ps_dsf_tdm g I x.
  Hypothesis Fy : feasible_time I g y.
  Hypothesis Hy : meets_39 I g y.
  Set Default Proof Using "All".

  Let Px : placed I g x := proj1 (proj1 (proj2 H)).
  Let Py : placed I g y := proj1 Fy.

  (** The users that have more in [y], and the servers on which one of them has tasks in [y]. *)
  Let more n := if Rlt_dec (tot I x n) (tot I y n) then 1 else 0.
  Let held i := if Rlt_dec 0 (sum (users I) (fun n => more n * y n i)) then 1 else 0.

  Lemma more_at n : more n = 1 /\ tot I x n < tot I y n \/ more n = 0 /\ tot I y n <= tot I x n.
  Proof. unfold more. destruct (Rlt_dec (tot I x n) (tot I y n)); [left|right]; split; auto; lra. Qed.

  Lemma held_by i : (i < servers I)%nat -> held i = 1 /\ (exists n, (n < users I)%nat /\ more n = 1 /\ 0 < y n i)
    \/ held i = 0 /\ forall n, (n < users I)%nat -> more n = 1 -> y n i = 0.
  Proof.
    intros Hi.
    assert (Nn : forall n, (n < users I)%nat -> 0 <= more n * y n i).
    { intros n Hn. pose proof (pl_pos I g y Py n i Hn Hi). destruct (more_at n) as [[-> _]|[-> _]]; lra. }
    unfold held. destruct (Rlt_dec 0 (sum (users I) (fun n => more n * y n i))) as [P|P]; [left|right]; split; auto.
    - destruct (sum_pos_term _ _ P) as [n [Hn Q]]. exists n. destruct (more_at n) as [[E _]|[E _]]; rewrite E in Q; [|lra].
      split; [exact Hn|split; [exact E|lra]].
    - intros n Hn E. assert (Z : sum (users I) (fun n => more n * y n i) <= 0) by lra.
      pose proof (sum_nonneg_zero (users I) (fun n => more n * y n i) Nn Z n Hn) as Q. simpl in Q. rewrite E in Q. lra.
  Qed.

  (** On such a server the price in [x] is more than what a gainer pays per unit of time in [y]. *)
  Lemma dearer n i : (n < users I)%nat -> (i < servers I)%nat -> more n = 1 -> 0 < y n i ->
    0 < g n i /\ wt I n * g n i / tot I y n < price I x i.
  Proof.
    intros Hn Hi M Y. assert (Gn : 0 < g n i) by (apply (placed_usable I g y Py); auto).
    split; [exact Gn|]. destruct (more_at n) as [[_ L]|[E _]]; [|lra].
    pose proof (tdm_dear I g x W G0 H n i Hn Hi) as D.
    pose proof (price_pos I g x W G0 H n i Hn Hi Gn) as Pp.
    pose proof (tot_nonneg I g x Px n Hn) as T. assert (Ty : 0 < tot I y n) by lra.
    apply div_lt; [exact Ty|]. apply Rle_lt_trans with (1 := D). rewrite (Rmult_comm (price I x i)).
    apply Rmult_lt_compat_r; assumption.
  Qed.

  (** In [x] such a server is used by gainers alone. *)
  Lemma gainers_alone m i : (m < users I)%nat -> (i < servers I)%nat -> held i = 1 -> 0 < x m i -> more m = 1.
  Proof.
    intros Hm Hi Hh X. destruct (held_by i Hi) as [[_ [n [Hn [M Y]]]]|[E _]]; [|lra].
    destruct (dearer n i Hn Hi M Y) as [Gn D].
    assert (Gm : 0 < g m i) by (apply (placed_usable I g x Px); auto).
    pose proof (tdm_exact I g x W G0 H m i Hm Hi X) as E.
    pose proof (Hy m n i Hm Hn Hi Y Gm) as V.
    destruct (more_at m) as [[E' _]|[_ L]]; [exact E'|exfalso].
    assert (Ty : 0 < tot I y n) by (apply (tot_pos I g y Py n i); auto).
    pose proof (wf_wt I W n Hn) as Wn. pose proof (wf_wt I W m Hm) as Wm.
    unfold vds in V.
    assert (Pn : 0 < wt I n * g n i) by (apply Rmult_lt_0_compat; assumption).
    assert (Pm : 0 < wt I m * g m i) by (apply Rmult_lt_0_compat; assumption).
    apply (Rmult_le_compat_r (wt I n * g n i * (wt I m * g m i))) in V; [|apply Rlt_le, Rmult_lt_0_compat; assumption].
    replace (tot I y n / (wt I n * g n i) * (wt I n * g n i * (wt I m * g m i))) with (tot I y n * (wt I m * g m i)) in V
      by (field; split; apply Rgt_not_eq; assumption).
    replace (tot I y m / (wt I m * g m i) * (wt I n * g n i * (wt I m * g m i))) with (tot I y m * (wt I n * g n i)) in V
      by (field; split; apply Rgt_not_eq; assumption).
    rewrite E in V.
    assert (Q : wt I n * g n i < price I x i * tot I y n).
    { apply (Rmult_lt_compat_r (tot I y n)) in D; [|exact Ty]. rewrite div_cancel in D by exact Ty. exact D. }
    pose proof (tot_nonneg I g y Py m Hm) as Tm.
    assert (Tx : 0 < tot I x m) by (apply (tot_pos I g x Px m i); auto).
    assert (tot I y m * (wt I n * g n i) <= tot I x m * (wt I n * g n i)) by (apply Rmult_le_compat_r; lra).
    assert (tot I x m * (wt I n * g n i) < tot I x m * (price I x i * tot I y n)) by (apply Rmult_lt_compat_l; assumption).
    lra.
  Qed.

  (** What gainers pay for a server in [y] is no more than its price in [x], and less where they have tasks. *)
  Lemma paid_less i : (i < servers I)%nat -> held i = 1 ->
    sum (users I) (fun n => more n * spend I y n i) < price I x i.
  Proof.
    intros Hi Hh. destruct (held_by i Hi) as [[_ [a [Ha [M Y]]]]|[E _]]; [|lra].
    destruct (dearer a i Ha Hi M Y) as [Ga D].
    set (q := wt I a * g a i / tot I y a) in *.
    apply Rle_lt_trans with q; [|exact D].
    assert (Ta : 0 < tot I y a) by (apply (tot_pos I g y Py a i); auto).
    pose proof (wf_wt I W a Ha) as Wa.
    assert (Q0 : 0 <= q) by (apply div_nonneg; [apply Rlt_le, Rmult_lt_0_compat; assumption|exact Ta]).
    apply Rle_trans with (sum (users I) (fun n => q * (y n i / g n i))).
    - apply sum_le. intros n Hn. pose proof (pl_pos I g y Py n i Hn Hi) as Yn.
      destruct (Rle_lt_or_eq_dec _ _ Yn) as [P|Z].
      + assert (Gn : 0 < g n i) by (apply (placed_usable I g y Py); auto).
        assert (Tn : 0 < tot I y n) by (apply (tot_pos I g y Py n i); auto).
        pose proof (wf_wt I W n Hn) as Wn.
        pose proof (Hy a n i Ha Hn Hi P Ga) as V1. pose proof (Hy n a i Hn Ha Hi Y Gn) as V2.
        assert (E : wt I n * g n i / tot I y n = q).
        { unfold vds in *. assert (V : tot I y n / (wt I n * g n i) = tot I y a / (wt I a * g a i)) by lra.
          unfold q. assert (Pn : 0 < wt I n * g n i) by (apply Rmult_lt_0_compat; assumption).
          assert (Pa : 0 < wt I a * g a i) by (apply Rmult_lt_0_compat; assumption).
          replace (wt I n * g n i / tot I y n) with (/ (tot I y n / (wt I n * g n i))) by (field; repeat split; apply Rgt_not_eq; assumption).
          replace (wt I a * g a i / tot I y a) with (/ (tot I y a / (wt I a * g a i))) by (field; repeat split; apply Rgt_not_eq; assumption).
          rewrite V. reflexivity. }
        assert (S : spend I y n i = q * (y n i / g n i)).
        { unfold spend. rewrite <- E. field. lra. }
        rewrite S. assert (0 <= q * (y n i / g n i)) by (apply Rmult_le_pos; [exact Q0|apply div_nonneg; lra]).
        destruct (more_at n) as [[-> _]|[-> _]]; lra.
      + unfold spend. rewrite <- Z. unfold Rdiv. rewrite !Rmult_0_l, !Rmult_0_r. lra.
    - rewrite sum_scal. rewrite <- (Rmult_1_r q) at 2. apply Rmult_le_compat_l; [exact Q0|]. apply (proj2 Fy). exact Hi.
  Qed.

  (** Idea: suppose some users have more in y.  Where they have tasks in y the level is higher than in x, so in x these servers are
      used by them alone, and for more money than they pay in y.  In y all their money goes there.
      Mechanism: ps-dsf-tdm.  Hypothesis: none. *)
  Theorem most_under_39 n : (n < users I)%nat -> tot I y n <= tot I x n.
  Proof.
    intros Hn. apply Rnot_lt_le. intros L.
    assert (M : more n = 1) by (destruct (more_at n) as [[E _]|[_ E]]; [exact E|lra]).
    pose proof (tot_nonneg I g x Px n Hn) as T0.
    assert (Ty : 0 < tot I y n) by lra. destruct (sum_pos_term _ _ Ty) as [j [Hj Yj]].
    assert (Hh : held j = 1).
    { destruct (held_by j Hj) as [[E _]|[_ E]]; [exact E|]. rewrite (E n Hn M) in Yj. lra. }
    set (budget := sum (users I) (fun m => more m * wt I m)).
    (* in y the gainers spend all they have on these servers, for less than their price in x *)
    assert (A : budget < sum (servers I) (fun i => held i * price I x i)).
    { apply Rle_lt_trans with (sum (servers I) (fun i => held i * sum (users I) (fun m => more m * spend I y m i))).
      - unfold budget.
        apply Rle_trans with (sum (users I) (fun m => sum (servers I) (fun i => held i * (more m * spend I y m i)))).
        + apply sum_le. intros m Hm. destruct (more_at m) as [[E Lm]|[E _]].
          * rewrite E, Rmult_1_l. assert (Tm : 0 < tot I y m) by (pose proof (tot_nonneg I g x Px m Hm); lra).
            rewrite (sum_ext (servers I) _ (fun i => wt I m * (y m i / tot I y m))).
            -- rewrite sum_scal, (parts I y m Hm Tm). lra.
            -- intros i Hi. destruct (held_by i Hi) as [[-> _]|[-> Z]]; [unfold spend; ring|].
               rewrite (Z m Hm E). unfold Rdiv. ring.
          * rewrite E, Rmult_0_l. right. symmetry. apply sum_zero. intros; ring.
        + right. rewrite sum_swap. apply sum_ext. intros i _. rewrite sum_scal. reflexivity.
      - apply sum_lt with j; [|exact Hj|].
        + intros i Hi. destruct (held_by i Hi) as [[E _]|[E _]]; rewrite E; [|lra].
          pose proof (paid_less i Hi E). lra.
        + rewrite Hh, !Rmult_1_l. apply paid_less; assumption. }
    (* in x these servers are bought by the gainers alone *)
    assert (B : sum (servers I) (fun i => held i * price I x i) <= budget).
    { unfold price. rewrite (sum_ext (servers I) _ (fun i => sum (users I) (fun m => held i * spend I x m i)))
        by (intros; rewrite sum_scal; reflexivity).
      rewrite sum_swap. unfold budget. apply sum_le. intros m Hm.
      apply Rle_trans with (sum (servers I) (fun i => more m * spend I x m i)).
      - apply sum_le. intros i Hi. pose proof (spend_nonneg I g x W Px m i Hm Hi) as S0.
        destruct (Rle_lt_or_eq_dec _ _ (pl_pos I g x Px m i Hm Hi)) as [P|Z].
        + destruct (held_by i Hi) as [[E _]|[E _]].
          * rewrite E, (gainers_alone m i Hm Hi E P). lra.
          * rewrite E. destruct (more_at m) as [[-> _]|[-> _]]; lra.
        + unfold spend. rewrite <- Z. unfold Rdiv. lra.
      - rewrite sum_scal. destruct (more_at m) as [[-> _]|[-> _]]; [|lra].
        rewrite !Rmult_1_l. unfold spend. rewrite sum_scal.
        pose proof (parts_le I g x Px m Hm). pose proof (wf_wt I W m Hm). 
        rewrite <- (Rmult_1_r (wt I m)) at 2. apply Rmult_le_compat_l; lra. }
    lra.
  Qed.
End Most.
Set Default Proof Using "Type".

(** ** A level may fall on a server on which no gainer has tasks, when the lie does not pay

    Servers with 4 and 1 units of one resource, tasks of one unit.  User 0 may use both, user 1 the first, user 2 the second.  If
    user 0 hides that it may use the first server, user 1 gains there, and the level of the second falls from 1 to 1/2. *)
Definition hiding (hides : bool) : inst :=
  mk 3 2 1 (fun i _ => match i with O => 4 | _ => 1 end) (fun _ _ => 1) (fun _ => 1)
     (fun n i => match n, i with O, O => negb hides | O, _ => true | S O, O => true | S O, _ => false | _, O => false | _, _ => true end)
     (fun _ => None).
Definition hiding_place (hides : bool) : placement := fun n i =>
  match n, i with
  | O, O => if hides then 0 else 2 | O, S O => if hides then / 2 else 0
  | S O, O => if hides then 4 else 2
  | S (S O), S O => if hides then / 2 else 1
  | _, _ => 0 end.

Lemma hiding_wf hides : wf (hiding hides).
Proof.
  split; simpl; intros; try lra; try discriminate.
  - destruct i; lra.
  - split; [intros; lra|exists 0%nat; split; [lia|lra]].
Qed.

Lemma hiding_gam hides n i : (n < 3)%nat -> (i < 2)%nat ->
  gam (hiding hides) n i = if el (hiding hides) n i then (match i with O => 4 | _ => 1 end) else 0.
Proof.
  intros Hn Hi. unfold gam, fit, minratio. simpl. destruct (Rlt_dec 0 1); [|lra].
  destruct i; match goal with |- (if ?b then _ else _) = _ => destruct b end; lra.
Qed.

Lemma hiding_ps_dsf hides : ps_dsf_tdm (gam (hiding hides)) (hiding hides) (hiding_place hides).
Proof.
  assert (T : forall i, (i < 2)%nat -> sum 3 (fun n => hiding_place hides n i / gam (hiding hides) n i) = 1).
  { intros i Hi. simpl. rewrite !hiding_gam by (auto; lia).
    destruct i as [|[|i]]; try lia; destruct hides; simpl; unfold Rdiv; rewrite ?Rmult_0_l; lra. }
  split; [intros n _; reflexivity|split; [split; [split|]|]].
  - intros [|[|[|n]]] [|[|i]] Hn Hi; simpl in *; try lia; destruct hides; lra.
  - intros n i Hn Hi G. simpl in Hn, Hi. rewrite hiding_gam in G by assumption.
    destruct n as [|[|[|n]]], i as [|[|i]]; try lia; destruct hides; simpl in *; lra.
  - intros; exact Logic.I.
  - intros i Hi. right. apply T. exact Hi.
  - intros n i Hn Hi G. split; [apply T; exact Hi|]. intros m Hm X. simpl in Hn, Hi, Hm. unfold vds, tot.
    rewrite hiding_gam in G by assumption. rewrite !hiding_gam by assumption.
    destruct n as [|[|[|n]]], i as [|[|i]], m as [|[|[|m]]]; try lia; destruct hides; simpl in *; lra.
Qed.

Lemma hiding_agree : agree (Nat.eqb 0) (hiding false) (hiding true).
Proof. split; try reflexivity. intros [|n] E; [discriminate|]. reflexivity. Qed.

(** Idea: the instance above.  So that no gainer has tasks on a server is no reason by itself that its level has not fallen; that
    the lie pays would have to be used.  Mechanism: ps-dsf-tdm.  Claims: none; see khamse2017-proof-sp-other-servers. *)
Theorem level_may_fall_elsewhere :
  exists k I J x x' i v v', wf I /\ wf J /\ agree (Nat.eqb k) I J /\ ps_dsf_tdm (gam I) I x /\ ps_dsf_tdm (gam J) J x'
    /\ (i < servers I)%nat /\ (exists m, (m < users I)%nat /\ tot I x m < gain I J x' m)
    /\ (forall m, (m < users I)%nat -> tot I x m < gain I J x' m -> x' m i = 0)
    /\ least_level I (gam I) x i v /\ least_level J (gam J) x' i v' /\ v' < v.
Proof.
  assert (Ga : forall m, (m < 3)%nat -> gain (hiding false) (hiding true) (hiding_place true) m = match m with O => / 2 | S O => 4 | _ => / 2 end).
  { intros m Hm. unfold gain, kappa, minratio. simpl. destruct (Rlt_dec 0 1); [|lra].
    destruct m as [|[|[|m]]]; try lia; simpl; lra. }
  exists 0%nat, (hiding false), (hiding true), (hiding_place false), (hiding_place true), 1%nat, 1, (/ 2).
  split; [apply hiding_wf|split; [apply hiding_wf|split; [apply hiding_agree|split; [apply hiding_ps_dsf|split; [apply hiding_ps_dsf|]]]]].
  split; [simpl; lia|split; [|split; [|split; [|split; [|lra]]]]].
  - exists 1%nat. split; [simpl; lia|]. rewrite Ga by lia. unfold tot. simpl. lra.
  - intros m Hm L. simpl in Hm. rewrite Ga in L by exact Hm. unfold tot in L.
    destruct m as [|[|[|m]]]; try lia; simpl in *; lra.
  - split.
    + exists 2%nat. split; [simpl; lia|]. rewrite hiding_gam by lia. simpl. split; [lra|].
      unfold vds, tot. rewrite hiding_gam by lia. simpl. lra.
    + intros n Hn G. simpl in Hn. rewrite hiding_gam in G by (assumption || lia). unfold vds, tot. rewrite hiding_gam by (assumption || lia).
      destruct n as [|[|[|n]]]; try lia; simpl in *; lra.
  - split.
    + exists 2%nat. split; [simpl; lia|]. rewrite hiding_gam by lia. simpl. split; [lra|].
      unfold vds, tot. rewrite hiding_gam by lia. simpl. lra.
    + intros n Hn G. simpl in Hn. rewrite hiding_gam in G by (assumption || lia). unfold vds, tot. rewrite hiding_gam by (assumption || lia).
      destruct n as [|[|[|n]]]; try lia; simpl in *; lra.
Qed.

(** A witness for the gainers: user 1 of this instance, on the first server. *)
Lemma gainers_witness : wf (hiding false) /\ wf (hiding true) /\ agree (Nat.eqb 0) (hiding false) (hiding true)
  /\ ps_dsf_tdm (gam (hiding false)) (hiding false) (hiding_place false)
  /\ ps_dsf_tdm (gam (hiding true)) (hiding true) (hiding_place true)
  /\ tot (hiding false) (hiding_place false) 1 < gain (hiding false) (hiding true) (hiding_place true) 1
  /\ 0 < hiding_place true 1%nat 0%nat /\ el (hiding false) 1 0 = true.
Proof.
  split; [apply hiding_wf|split; [apply hiding_wf|split; [apply hiding_agree|split; [apply hiding_ps_dsf|split; [apply hiding_ps_dsf|]]]]].
  split; [|split; [simpl; lra|reflexivity]].
  unfold gain, kappa, minratio, tot. simpl. destruct (Rlt_dec 0 1); [|lra]. lra.
Qed.

(** A witness: the twins, whose halves meet (39). *)
Lemma levels_witness K R : (0 < R)%nat -> wf (twins K R) /\ rates (twins K R) (gam (twins K R))
  /\ ps_dsf_tdm (gam (twins K R)) (twins K R) halves /\ feasible_time (twins K R) (gam (twins K R)) halves
  /\ meets_39 (twins K R) (gam (twins K R)) halves.
Proof.
  intros HR. destruct (ps_dsf_tdm_witness K R HR) as [W Q]. assert (Q' := proj2 Q).
  split; [exact W|]. split; [apply gam_rates; exact W|].
  assert (S : ps_dsf_tdm (gam (twins K R)) (twins K R) halves) by tauto.
  split; [exact S|split; [apply S|]].
  intros n m i Hn Hm Hi Y Gn. destruct S as [_ [_ B]]. apply (B n i Hn Hi Gn); assumption.
Qed.
