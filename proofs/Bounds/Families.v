(** Families on record whose value is proved for each k.  The name of a theorem says mechanism and measure as the record's file does, and
    the last number of its statement is the formula of the record.  A test holds the two together. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Arrivals Require Import Ddrf Programme Offline Ratio InTurn.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Drfh TaskShare SiRatio Price PriceLimits.
From Fair.Covering Require Import Programme Families.
From Fair.Papers Require Import Mukherjee.
Open Scope R_scope.

(** Whatever the rule allocates, each user has the part v of its entitlement at least, and some user has no more. *)
Definition si_ratio_is (rule : inst -> placement -> Prop) I (v : R) : Prop :=
  (exists x, rule I x) /\ forall x, rule I x ->
    (forall n, (n < users I)%nat -> v * slice I (gam I) n <= tot I x n)
    /\ exists n, (n < users I)%nat /\ 0 < slice I (gam I) n /\ tot I x n = v * slice I (gam I) n.

(** Whatever the rule allocates, the largest welfare is v times what its allocation has. *)
Definition price_is (rule : inst -> placement -> Prop) I (v : R) : Prop :=
  (exists x, rule I x) /\ forall x, rule I x -> 0 < welfare I x
    /\ (forall y, feasible I y -> welfare I y <= v * welfare I x)
    /\ exists y, feasible I y /\ welfare I y = v * welfare I x.

(** For m tasks of demand 1 each assignment has v times the value of the naive programme. *)
Definition naive_gap_is (m : nat) (c : nat -> R) (v : R) : Prop :=
  exists rho opt, value (naive m m c (fun _ => 1) (fun _ => INR 1) (fun _ => INR 1)) rho
    /\ (forall a, covers m m (fun _ => 1) (fun _ => INR 1) a -> has_ratio m m c (fun _ => INR 1) a opt)
    /\ opt = v * rho.

(** Whatever dynamic DRF allocates to N agents, the newcomer, whose share is the smallest, has the part v at each step of what all could
    have together at least, and at some step no more. *)
Definition maxmin_ratio_is (m N : nat) (d : nat -> nat -> R) (v : R) : Prop :=
  (exists x, ddrf N m N d x) /\ forall x, ddrf N m N d x ->
    (forall i z s, (i < N)%nat -> at_least N m (S i) d z s -> s * v <= x (S i) i)
    /\ exists i z s, (i < N)%nat /\ 0 < s /\ at_least N m (S i) d z s
         /\ (forall z' s', at_least N m (S i) d z' s' -> s' <= s) /\ x (S i) i = v * s.

(** ** A user that has a server to itself, and another that fills the second server *)

Definition pair_apart (k : R) : inst :=
  mk 2 2 2 (fun i r => match i, r with O, O => 1 | O, _ => k * k | _, _ => k end)
     (fun n r => match n, r with O, _ => 1 | _, O => / (k * k) | _, _ => 1 end)
     (fun _ => 1) (fun n i => match n, i with O, _ => true | _, O => false | _, _ => true end) (fun _ => None).

Section PairApart.
  Variable k : R.
  Hypothesis K1 : 1 <= k.
  Set Default Proof Using "All".

  Let I := pair_apart k.

  Lemma apart_square : k <= k * k.
  Proof. rewrite <- (Rmult_1_l k) at 1. apply Rmult_le_compat_r; lra. Qed.

  Lemma apart_wf : wf I.
  Proof.
    pose proof apart_square. assert (0 < / (k * k)) by (apply Rinv_0_lt_compat; lra).
    split; try (simpl; intros; lra || discriminate).
    - intros [|i] [|r] _ _; simpl; lra.
    - intros n _. split; [intros r _; destruct n, r; simpl; lra|]. exists 1%nat. simpl. split; [lia|destruct n; lra].
  Qed.

  Lemma apart_fit : fit I 0 0 = 1 /\ fit I 0 1 = k /\ fit I 1 0 = k * k /\ fit I 1 1 = k.
  Proof.
    pose proof apart_square as S. pose proof apart_wf as W.
    assert (P : 0 < / (k * k)) by (apply Rinv_0_lt_compat; lra). assert (E : / (k * k) * (k * k) = 1) by (apply Rinv_l; lra).
    assert (Up : forall n i r, (r < 2)%nat -> 0 < dem I n r -> fit I n i * dem I n r <= cap I i r).
    { intros n i r Hr D. apply (minratio_le (resources I) (cap I i) (dem I n) r Hr D). }
    assert (Low : forall n i a, (n < 2)%nat -> (forall r, (r < 2)%nat -> 0 < dem I n r -> a * dem I n r <= cap I i r) -> a <= fit I n i).
    { intros n i a Hn H. apply minratio_glb; [apply (wf_dem I W n Hn)|exact H]. }
    repeat split; apply Rle_antisym.
    - pose proof (Up 0%nat 0%nat 0%nat ltac:(lia)) as U. simpl in U. specialize (U ltac:(lra)). simpl in *. lra.
    - apply Low; [lia|]. intros [|[|r]] Hr _; simpl; lra || lia.
    - pose proof (Up 0%nat 1%nat 0%nat ltac:(lia)) as U. simpl in U. specialize (U ltac:(lra)). simpl in *. lra.
    - apply Low; [lia|]. intros [|[|r]] Hr _; simpl; lra || lia.
    - pose proof (Up 1%nat 0%nat 1%nat ltac:(lia)) as U. simpl in U. specialize (U ltac:(lra)). simpl in *. lra.
    - apply Low; [lia|]. intros [|[|r]] Hr _; simpl; lra || lia.
    - pose proof (Up 1%nat 1%nat 1%nat ltac:(lia)) as U. simpl in U. specialize (U ltac:(lra)). simpl in *. lra.
    - apply Low; [lia|]. intros [|[|r]] Hr _; simpl; try lia; try lra.
      apply Rle_trans with (k * 1); [apply Rmult_le_compat_l; [lra|]|lra].
      rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
  Qed.

  Definition apart_place : placement := fun n i => match n, i with O, O => 1 | 1%nat, 1%nat => k | _, _ => 0 end.

  Lemma apart_gam n i : (n < 2)%nat -> (i < 2)%nat -> gam I n i = match n, i with O, O => 1 | O, _ => k | _, O => 0 | _, _ => k end.
  Proof.
    intros Hn Hi. destruct apart_fit as [A [B [_ D]]]. unfold gam.
    destruct n as [|[|n]], i as [|[|i]]; try lia; simpl el; cbv iota; assumption || reflexivity.
  Qed.

  Lemma apart_task n : (n < 2)%nat -> task_share I n = match n with O => / (k + 1) | _ => / (k * (k + 1)) end.
  Proof.
    intros Hn. destruct apart_fit as [A [B [C D]]]. unfold task_share. simpl servers. simpl wt. cbn [sum].
    destruct n as [|[|n]]; try lia; [rewrite A, B|rewrite C, D]; f_equal; ring.
  Qed.

  Lemma apart_feasible : feasible I apart_place.
  Proof.
    pose proof apart_square as S. assert (P : 0 < / (k * k)) by (apply Rinv_0_lt_compat; lra).
    assert (E : k * / (k * k) <= 1).
    { replace (k * / (k * k)) with (/ k) by (field; lra). rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
    split; [split|].
    - intros [|[|n]] [|[|i]] _ _; simpl; lra.
    - intros n i Hn Hi G. rewrite apart_gam in G by assumption. simpl in Hn, Hi. destruct n as [|[|n]], i as [|[|i]]; simpl in *; lra || lia.
    - intros n _. exact Logic.I.
    - intros i r Hi Hr. simpl in Hi, Hr. destruct i as [|[|i]], r as [|[|r]]; try lia; simpl; lra.
  Qed.

  Lemma apart_tsf : tsf I apart_place.
  Proof.
    pose proof apart_wf as W. pose proof apart_square as S.
    assert (Tk : 0 < / (k + 1)) by (apply Rinv_0_lt_compat; lra).
    assert (Tkk : 0 < / (k * (k + 1))) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra).
    apply feasible_fair_leximin; [exact W| |apply apart_feasible|].
    - intros n Hn _. rewrite apart_task by exact Hn. destruct n; assumption.
    - intros n y Hn [Fy [G C]]. simpl in Hn.
      assert (Lev : forall m, (m < 2)%nat -> tot I apart_place m * task_share I m = / (k + 1)).
      { intros m Hm. rewrite apart_task by exact Hm. unfold tot. simpl. destruct m as [|[|m]]; try lia; simpl; field; lra. }
      assert (Up : forall m, (m < 2)%nat -> tot I apart_place m <= tot I y m).
      { intros m Hm. apply Rnot_lt_le. intros Lm. specialize (C m Hm Lm). rewrite !Lev in C by assumption. lra. }
      assert (Z : y 1%nat 0%nat = 0).
      { apply (pl_run I (gam I) y (proj1 Fy)); simpl; try lia. rewrite apart_gam by lia. reflexivity. }
      pose proof (proj2 Fy 0%nat 0%nat ltac:(simpl; lia) ltac:(simpl; lia)) as C0.
      pose proof (proj2 Fy 1%nat 1%nat ltac:(simpl; lia) ltac:(simpl; lia)) as C1.
      pose proof (Up 0%nat ltac:(lia)) as U0. pose proof (Up 1%nat ltac:(lia)) as U1.
      unfold tot in *. simpl in *. rewrite Z in *. destruct n as [|[|n]]; try lia; simpl in *; lra.
  Qed.

  Lemma apart_slice : slice I (gam I) 0 = (k + 1) / 2 /\ slice I (gam I) 1 = k / 2.
  Proof.
    unfold slice, weights. simpl. rewrite !apart_gam by lia. split; field.
  Qed.
End PairApart.
Set Default Proof Using "Type".

(** Idea. Both users stand at 1 / (k + 1), and the second server is full. *)
Theorem tsf__si_ratio n : (1 <= n)%nat -> let k := INR n in si_ratio_is tsf (pair_apart k) (2 / (k + 1)).
Proof.
  intros Hn k. assert (K1 : 1 <= k) by (apply le_INR in Hn; exact Hn).
  pose proof (apart_tsf k K1) as T. split; [exists (apart_place k); exact T|]. intros x Hx.
  pose proof (tsf_unique _ _ _ (apart_wf k K1) Hx T) as U. destruct (apart_slice k K1) as [S0 S1].
  split.
  - intros m Hm. rewrite U by exact Hm. simpl in Hm. unfold tot. destruct m as [|[|m]]; try lia; [rewrite S0|rewrite S1]; simpl.
    + right. field. lra.
    + replace (2 / (k + 1) * (k / 2)) with (k * / (k + 1)) by (field; lra).
      assert (/ (k + 1) <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
      assert (k * / (k + 1) <= k * 1) by (apply Rmult_le_compat_l; lra). lra.
  - exists 0%nat. split; [simpl; lia|]. rewrite S0. split; [lra|]. rewrite U by (simpl; lia). unfold tot. simpl. field. lra.
Qed.

(** Idea. The family is where the floor of c-drfh is attained, with k users, k servers and capacities up to k^2 / 2. *)
Theorem c_drfh__si_ratio n : (2 <= n)%nat ->
  let k := INR n in si_ratio_is c_drfh (squeezed n n (k ^ 2 / 2) 1) (2 / (k ^ 3 - 2 * k ^ 2 + k + 2)).
Proof.
  intros Hn k. assert (K2 : 2 <= k) by (apply le_INR in Hn; simpl in Hn; exact Hn).
  assert (M1 : 1 <= k ^ 2 / 2) by (simpl; assert (2 * 2 <= k * k) by (apply Rmult_le_compat; lra); lra).
  destruct (floor_attained n n (k ^ 2 / 2) 1 ltac:(lia) ltac:(lia) M1 ltac:(lra)) as [W [_ [_ [Cp [Wt [T [_ [_ [Sp Eq]]]]]]]]].
  assert (Fl : floor_ratio n n (k ^ 2 / 2) 1 = 2 / (k ^ 3 - 2 * k ^ 2 + k + 2)).
  { unfold floor_ratio. fold k. assert (0 <= (k - 1) * (k - 1) * k) by (repeat apply Rmult_le_pos; lra).
    assert (0 <= (k - 1) * (k - 1) * (k * k)) by (repeat apply Rmult_le_pos; lra). field. split; simpl; lra. }
  rewrite Fl in Eq. split; [eexists; exact T|]. intros x Hx. split.
  - intros m Hm. rewrite <- Fl. apply (c_drfh_floor _ (k ^ 2 / 2) 1 x m W Cp Wt Hx Hm).
    apply squeezed_runs; try lra; lia.
  - exists 0%nat. split; [simpl; lia|]. split; [exact Sp|].
    rewrite (c_drfh_unique _ _ _ W Hx T) by (simpl; lia). exact Eq.
Qed.

(** ** Two users of which one stands low because of a server where it may not run *)

Lemma shut_out_price (rule : inst -> placement -> Prop) k : 1 <= k ->
  (forall I x z, wf I -> rule I x -> rule I z -> forall n, (n < users I)%nat -> tot I x n = tot I z n) ->
  rule (shut_out 2 k (/ k)) (shut_place ((1 + k) * / (1 + k + (INR 2 - 1) * / k)) (/ (1 + k + (INR 2 - 1) * / k))) ->
  price_is rule (shut_out 2 k (/ k)) ((2 * k ^ 3 + k ^ 2 + k - 1) / (k ^ 3 + 2 * k ^ 2)).
Proof.
  intros K1 Unique T.
  assert (D : 0 < / k <= 1) by (split; [apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1; apply Rinv_le_contravar; lra]).
  assert (ND : (INR 2 - 1) * / k <= 1) by (simpl; lra).
  pose proof (shut_equals 2 k (/ k) ltac:(lia) ltac:(lra) D ND) as Q.
  destruct (shut_price 2 k (/ k) ltac:(lia) ltac:(lra) D ND) as [Wx [Fy Wy]].
  assert (Dk : / k * k = 1) by (apply Rinv_l; lra).
  assert (Tp : 0 < 1 + k + (INR 2 - 1) * / k) by (simpl; lra).
  assert (V : (2 * k ^ 3 + k ^ 2 + k - 1) / (k ^ 3 + 2 * k ^ 2) * ((k + INR 2) * / (1 + k + (INR 2 - 1) * / k)) = 2 - / k).
  { simpl (INR 2). assert (0 < k * k) by (apply Rmult_lt_0_compat; lra). assert (0 < k * k * k) by (apply Rmult_lt_0_compat; lra).
    field. repeat split; simpl; lra || nra. }
  split; [eexists; exact T|]. intros x Hx.
  assert (E : welfare (shut_out 2 k (/ k)) x = (k + INR 2) * / (1 + k + (INR 2 - 1) * / k)).
  { rewrite <- Wx. unfold welfare. apply sum_ext. intros n Hn. f_equal. apply Unique; [apply Q|exact Hx|exact T|exact Hn]. }
  rewrite E, V. split; [|split].
  - apply Rmult_lt_0_compat; [simpl; lra|apply Rinv_0_lt_compat; exact Tp].
  - intros y Hy. pose proof (part_of_all _ Q y 1 Hy ltac:(simpl; lia)) as [P0 P1].
    assert (A : forall n, (n < 2)%nat -> all_tasks (shut_out 2 k (/ k)) n = 1) by (intros n Hn; apply shut_all; try assumption; lra || lia).
    unfold welfare. change (users (shut_out 2 k (/ k))) with 2%nat. cbn [sum]. rewrite !A in * by lia.
    unfold Rdiv in *. rewrite Rinv_1, !Rmult_1_r in *.
    pose proof (proj2 Hy 0%nat 0%nat ltac:(simpl; lia) ltac:(simpl; lia)) as C. simpl in C.
    assert (Z : forall n, (n < 2)%nat -> tot (shut_out 2 k (/ k)) y n = y n 0%nat).
    { intros n Hn. apply (shut_tot 2 k (/ k)); try assumption; try lia; try lra. intros [|i] Hi Ne; [lia|].
      apply (pl_run _ _ y (proj1 Hy)); [exact Hn|exact Hi|]. rewrite shut_gam; try assumption; try lia; lra. }
    rewrite !Z in * by lia. assert (y 1%nat 0%nat * (1 - / k) <= 1 * (1 - / k)) by (apply Rmult_le_compat_r; lra). lra.
  - exists (shut_place (1 - (INR 2 - 1) * / k) 1). split; [exact Fy|]. rewrite Wy. simpl. lra.
Qed.

Theorem tsf__price_of_fairness n : (1 <= n)%nat ->
  let k := INR n in price_is tsf (shut_out 2 k (/ k)) ((2 * k ^ 3 + k ^ 2 + k - 1) / (k ^ 3 + 2 * k ^ 2)).
Proof.
  intros Hn k. assert (K1 : 1 <= k) by (apply le_INR in Hn; exact Hn). apply shut_out_price; [exact K1|exact tsf_unique|].
  apply shut_rules; [lia|lra| |]; [split; [apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1; apply Rinv_le_contravar; lra]|].
  assert (/ k <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra). simpl. lra.
Qed.

Theorem c_drfh__price_of_fairness n : (1 <= n)%nat ->
  let k := INR n in price_is c_drfh (shut_out 2 k (/ k)) ((2 * k ^ 3 + k ^ 2 + k - 1) / (k ^ 3 + 2 * k ^ 2)).
Proof.
  intros Hn k. assert (K1 : 1 <= k) by (apply le_INR in Hn; exact Hn). apply shut_out_price; [exact K1|exact c_drfh_unique|].
  apply shut_rules; [lia|lra| |]; [split; [apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1; apply Rinv_le_contravar; lra]|].
  assert (/ k <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra). simpl. lra.
Qed.

(** Idea. Each assignment has the ratio k, and the programme the value 2 - 1/k. *)
Theorem lp_naive__integrality_gap n : (1 <= n)%nat -> let k := INR n in naive_gap_is n (one_dear n n) (k ^ 2 / (2 * k - 1)).
Proof.
  intros Hn k. assert (K1 : 1 <= k) by (apply le_INR in Hn; exact Hn).
  destruct (naive_gap n ltac:(lia)) as [A V]. rewrite Nat.mul_1_r in A, V.
  exists (2 - 1 / k), k. split; [exact V|split; [exact A|]]. simpl. field. lra.
Qed.

(** n rounds of n agents that demand one resource each, in turn, and one agent more that demands the first. *)
Definition in_turn (n : nat) : nat -> nat -> R := then_one n n 0 (fun r => specialist 0 r 0).

(** Idea. The bound of cr2 falls with the step, and the last agent meets it. *)
Theorem ddrf__maxmin_ratio n : (1 <= n)%nat ->
  let k := INR n in maxmin_ratio_is n (S (n * n)) (in_turn n) ((k + 1) / (k ^ 2 + 1)).
Proof.
  intros Hn k. assert (K1 : 1 <= k) by (apply le_INR in Hn; exact Hn).
  assert (De : demand_of n (fun r => specialist 0 r 0)).
  { split; [intros r _; unfold specialist; destruct (Nat.eq_dec 0 r); lra|]. exists 0%nat. split; [lia|reflexivity]. }
  assert (Nd : normalised (S (n * n)) n (in_turn n)) by (apply then_one_normalised; [lia|lra|exact De]).
  assert (Kk : 1 <= k * k) by (rewrite <- (Rmult_1_l 1); apply Rmult_le_compat; lra).
  assert (En : INR (S (n * n)) = k * k + 1) by (rewrite S_INR, mult_INR; reflexivity).
  split; [apply history_exists; [lia|exact Nd]|]. intros x Hx.
  assert (V : 0 < (k + 1) / (k ^ 2 + 1)) by (apply Rdiv_lt_0_compat; simpl; lra).
  split.
  - intros i z s Hi Hz. pose proof (cr2 (S (n * n)) n (S (n * n)) (in_turn n) x ltac:(lia) Nd Hx i z s Hi Hz) as C.
    destruct (Rle_lt_dec s 0) as [Z|P].
    + apply Rle_trans with 0.
      * rewrite <- (Rmult_0_l ((k + 1) / (k ^ 2 + 1))). apply Rmult_le_compat_r; lra.
      * pose proof (sharing_incentives (S (n * n)) n (S (n * n)) (in_turn n) x ltac:(lia) Nd Hx (S i) i ltac:(lia) ltac:(lia)) as SI.
        assert (0 < 1 / INR (S (n * n))) by (apply Rdiv_lt_0_compat; lra). lra.
    + apply Rle_trans with (2 := C). apply Rmult_le_compat_l; [lra|].
      assert (Ik : INR i <= k * k) by (unfold k; rewrite <- mult_INR; apply le_INR; lia). pose proof (pos_INR i) as Ip.
      rewrite plus_INR, S_INR. fold k.
      apply (Rmult_le_reg_r ((k ^ 2 + 1) * ((INR i + 1) * k))); [simpl; repeat apply Rmult_lt_0_compat; lra|].
      replace ((k + 1) / (k ^ 2 + 1) * ((k ^ 2 + 1) * ((INR i + 1) * k))) with ((k + 1) * ((INR i + 1) * k)) by (field; simpl; lra).
      replace ((INR i + k) / ((INR i + 1) * k) * ((k ^ 2 + 1) * ((INR i + 1) * k))) with ((INR i + k) * (k ^ 2 + 1)) by (field; lra).
      assert (0 <= (k - 1) * (k * k - INR i)) by (apply Rmult_le_pos; lra). simpl. lra.
  - assert (T : forall r, (r < n)%nat -> total (S (n * n)) (in_turn n) r = k + specialist 0 r 0).
    { intros r Hr. unfold total. cbn [Fair.Arrivals.Sums.sum].
      change (Fair.Arrivals.Sums.sum (n * n) (fun i => in_turn n i r)) with (total (n * n) (in_turn n) r).
      unfold in_turn at 1. rewrite round_total by exact Hr. unfold in_turn, then_one. destruct (lt_dec (n * n) (n * n)); [lia|].
      unfold k. ring. }
    exists (n * n)%nat, (fun _ => / (k + 1)), (/ (k + 1)).
    assert (P : 0 < / (k + 1)) by (apply Rinv_0_lt_compat; lra).
    split; [lia|]. split; [exact P|]. split; [split|split].
    + intros r Hr. unfold released. unfold Rdiv. rewrite Rinv_r by (apply not_0_INR; lia).
      unfold used. rewrite Fair.Arrivals.Sums.sum_scal_r. change (Fair.Arrivals.Sums.sum (S (n * n)) (fun i => in_turn n i r)) with (total (S (n * n)) (in_turn n) r).
      rewrite T by exact Hr. apply Rle_trans with ((k + 1) * / (k + 1)); [|right; apply Rinv_r; lra]. apply Rmult_le_compat_r; [lra|].
      unfold specialist. destruct (Nat.eq_dec 0 r); lra.
    + intros; lra.
    + intros z' s' Hz. pose proof (at_least_total _ _ _ _ _ _ Nd Hz 0%nat ltac:(lia)) as B. rewrite T in B by lia.
      unfold released, Rdiv in B. rewrite Rinv_r in B by (apply not_0_INR; lia). unfold specialist in B. simpl in B.
      apply (Rmult_le_reg_r (k + 1)); [lra|]. rewrite Rinv_l by lra. exact B.
    + pose proof (last_share n n 0 (fun r => specialist 0 r 0) x ltac:(lia) ltac:(lia) ltac:(lra) De Hx) as Ls.
      rewrite Ls, En. field. simpl. split; lra.
Qed.
