(** Population monotonicity with placement constraints and finite tasks, where everybody demands every resource. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Yardstick Drfh TaskShare Witness.
Open Scope R_scope.

Lemma decide_bounded (P : nat -> Prop) n : exists b : nat -> bool, forall i, (i < n)%nat -> (b i = true <-> P i).
Proof.
  induction n as [|n [b H]]; [exists (fun _ => true); intros; lia|].
  destruct (classic (P n)) as [Y|N].
  - exists (fun i => if Nat.eq_dec i n then true else b i). intros i Hi.
    destruct (Nat.eq_dec i n) as [->|]; [tauto|]. apply H; lia.
  - exists (fun i => if Nat.eq_dec i n then false else b i). intros i Hi.
    destruct (Nat.eq_dec i n) as [->|]; [split; [discriminate|tauto]|]. apply H; lia.
Qed.

Section Room.
  Variable I : inst.
  Variable s : nat -> R.
  Variable x : placement.
  Variable t : R.
  Hypothesis W : wf I.
  Hypothesis Pos : positive I.
  Hypothesis Fx : feasible I x.
  Hypothesis Hx : fair I (feasible I) s x.

  (** Room of every resource can be made on server i at the cost of users above the level t alone. *)
  Definition room i := exists y, feasible I y /\
    (forall k, (k < users I)%nat -> tot I x k * s k <= t -> tot I x k <= tot I y k) /\
    forall r, (r < resources I)%nat -> sum (users I) (fun k => y k i * dem I k r) < cap I i r.

  (** One task more for n on server i. *)
  Definition plus (y : placement) n i a : placement :=
    fun q j => y q j + (if Nat.eq_dec q n then (if Nat.eq_dec j i then a else 0) else 0).

  Lemma tot_plus y n i a q : (i < servers I)%nat ->
    tot I (plus y n i a) q = tot I y q + (if Nat.eq_dec q n then a else 0).
  Proof.
    intros Hi. unfold tot, plus. rewrite sum_plus. f_equal.
    destruct (Nat.eq_dec q n); [apply sum_single; auto|apply sum_zero; auto].
  Qed.

  Lemma load_plus y n i a j r : (n < users I)%nat ->
    sum (users I) (fun q => plus y n i a q j * dem I q r)
    = sum (users I) (fun q => y q j * dem I q r) + (if Nat.eq_dec j i then a * dem I n r else 0).
  Proof.
    intros Hn. unfold plus.
    rewrite (sum_ext _ _ (fun q => y q j * dem I q r
               + (if Nat.eq_dec q n then (if Nat.eq_dec j i then a * dem I n r else 0) else 0))).
    - rewrite sum_plus, sum_single by auto. reflexivity.
    - intros q Hq. destruct (Nat.eq_dec q n) as [->|]; destruct (Nat.eq_dec j i); lra.
  Qed.

  Lemma slack y n i : (n < users I)%nat -> (i < servers I)%nat ->
    (forall r, (r < resources I)%nat -> sum (users I) (fun k => y k i * dem I k r) < cap I i r) ->
    exists a, 0 < a /\ forall b r, 0 <= b <= a -> (r < resources I)%nat ->
      sum (users I) (fun k => y k i * dem I k r) + b * dem I n r <= cap I i r.
  Proof.
    intros Hn Hi Free.
    pose (f := fun r => cap I i r - sum (users I) (fun k => y k i * dem I k r)).
    exists (minratio (resources I) f (dem I n)). split.
    - apply minratio_pos; [apply (wf_dem I W); auto|]. intros r Hr _. unfold f. specialize (Free r Hr). lra.
    - intros b r Hb Hr. pose proof (Pos n r Hn Hr) as D.
      pose proof (minratio_le (resources I) f (dem I n) r Hr D) as M. unfold f at 2 in M.
      assert (b * dem I n r <= minratio (resources I) f (dem I n) * dem I n r) by (apply Rmult_le_compat_r; lra). lra.
  Qed.

  (** Nobody at or below t with tasks left can use such a server. *)
  Lemma room_unused n i : (n < users I)%nat -> (i < servers I)%nat -> tot I x n * s n <= t ->
    ~ full (tk I n) (tot I x n) -> 0 < gam I n i -> ~ room i.
  Proof.
    intros Hn Hi Low NF G [y [Fy [Keep Free]]].
    assert (Lose : forall y', (forall k, (k < users I)%nat -> tot I y k <= tot I y' k) ->
      forall k, (k < users I)%nat -> tot I y' k < tot I x k -> tot I x n * s n < tot I x k * s k).
    { intros y' Up k Hk L. apply Rnot_le_lt; intros N. specialize (Up k Hk).
      assert (tot I x k * s k <= t) by lra. specialize (Keep k Hk H). lra. }
    destruct (Rlt_le_dec (tot I x n) (tot I y n)) as [L|L].
    - apply (Hx n y Hn). split; auto. split; auto. apply Lose. intros; lra.
    - assert (E : tot I y n = tot I x n) by (specialize (Keep n Hn Low); lra).
      destruct (slack y n i Hn Hi Free) as [a [ap Ha]]. pose proof Fy as [Py Cy].
      assert (Room : exists b, 0 < b <= a /\ within (tk I n) (tot I x n + b)).
      { pose proof (pl_tk I (gam I) x (proj1 Fx) n Hn) as T. unfold full in NF.
        destruct (tk I n) as [u|]; simpl in *; [|exists a; split; auto; lra].
        assert (tot I x n < u). { destruct (Rle_lt_or_eq_dec _ _ T) as [|Z]; auto. exfalso; apply NF; congruence. }
        exists (Rmin a (u - tot I x n)). split; [split|].
        - apply Rmin_glb_lt; lra.
        - apply Rmin_l.
        - pose proof (Rmin_r a (u - tot I x n)). lra. }
      destruct Room as [b [Hb Ht]].
      apply (Hx n (plus y n i b) Hn). split; [|split].
      + split; [split|].
        * intros q j Hq Hj. unfold plus. pose proof (pl_pos I (gam I) y Py q j Hq Hj).
          destruct (Nat.eq_dec q n); destruct (Nat.eq_dec j i); lra.
        * intros q j Hq Hj Z. unfold plus. rewrite (pl_run I (gam I) y Py q j Hq Hj Z).
          destruct (Nat.eq_dec q n) as [->|]; destruct (Nat.eq_dec j i) as [->|]; lra.
        * intros q Hq. rewrite tot_plus by auto. destruct (Nat.eq_dec q n) as [->|]; [rewrite E; auto|].
          rewrite Rplus_0_r. apply (pl_tk I (gam I) y Py); auto.
        * intros j r Hj Hr. rewrite load_plus by auto. destruct (Nat.eq_dec j i) as [->|].
          -- apply Ha; auto; lra.
          -- rewrite Rplus_0_r. apply Cy; auto.
      + rewrite tot_plus by auto. destruct (Nat.eq_dec n n); [lra|contradiction].
      + apply Lose. intros k Hk. rewrite tot_plus by auto. destruct (Nat.eq_dec k n); lra.
  Qed.

  (** Where somebody above t runs there is such room. *)
  Lemma room_above k i : (k < users I)%nat -> (i < servers I)%nat -> t < tot I x k * s k -> 0 < x k i -> room i.
  Proof.
    intros Hk Hi High X. pose proof Fx as [P C]. exists (plus x k i (- x k i)). split; [|split].
    - split; [split|].
      + intros q j Hq Hj. unfold plus. pose proof (pl_pos I (gam I) x P q j Hq Hj).
        destruct (Nat.eq_dec q k) as [->|]; destruct (Nat.eq_dec j i) as [->|]; lra.
      + intros q j Hq Hj Z. unfold plus. rewrite (pl_run I (gam I) x P q j Hq Hj Z).
        destruct (Nat.eq_dec q k) as [->|]; destruct (Nat.eq_dec j i) as [->|]; try lra.
        rewrite (pl_run I (gam I) x P k i Hk Hi Z). lra.
      + intros q Hq. rewrite tot_plus by auto. pose proof (pl_tk I (gam I) x P q Hq) as T.
        destruct (Nat.eq_dec q k) as [->|]; destruct (tk I _); simpl in *; auto; lra.
      + intros j r Hj Hr. rewrite load_plus by auto. pose proof (C j r Hj Hr).
        destruct (Nat.eq_dec j i) as [->|]; [|lra].
        assert (0 < x k i * dem I k r) by (apply Rmult_lt_0_compat; auto). lra.
    - intros q Hq L. rewrite tot_plus by auto. destruct (Nat.eq_dec q k) as [->|]; lra.
    - intros r Hr. rewrite load_plus by auto. pose proof (C i r Hi Hr). destruct (Nat.eq_dec i i); [|contradiction].
      assert (0 < x k i * dem I k r) by (apply Rmult_lt_0_compat; auto). lra.
  Qed.

  (** Whoever runs on i and could run where there is room makes room on i by moving. *)
  Lemma room_spreads q i j : (q < users I)%nat -> (i < servers I)%nat -> (j < servers I)%nat ->
    0 < x q i -> 0 < gam I q j -> room j -> room i.
  Proof.
    intros Hq Hi Hj X G [y [Fy [Keep Free]]].
    destruct (Nat.eq_dec i j) as [->|Dij]; [exists y; auto|].
    pose (z := mix (/ 2) x y).
    assert (Fz : feasible I z) by (apply feasible_convex; auto; lra).
    assert (Zt : forall k, tot I z k = (1 - / 2) * tot I x k + / 2 * tot I y k) by (intros; apply tot_mix).
    assert (Zf : forall r, (r < resources I)%nat -> sum (users I) (fun k => z k j * dem I k r) < cap I j r).
    { intros r Hr. specialize (Free r Hr). pose proof (proj2 Fx j r Hj Hr). unfold z, mix.
      rewrite (sum_ext _ _ (fun k => (1 - / 2) * (x k j * dem I k r) + / 2 * (y k j * dem I k r))) by (intros; lra).
      rewrite sum_plus, !sum_scal. lra. }
    assert (Zi : x q i / 2 <= z q i).
    { unfold z, mix. pose proof (pl_pos I (gam I) y (proj1 Fy) q i Hq Hi). lra. }
    destruct (slack z q j Hq Hj Zf) as [a [ap Ha]]. pose proof Fz as [Pz Cz].
    set (b := Rmin a (x q i / 2)).
    assert (b1 : b <= a) by apply Rmin_l. assert (b2 : b <= x q i / 2) by apply Rmin_r.
    assert (b0 : 0 < b) by (apply Rmin_glb_lt; lra).
    assert (Tot : forall k, tot I (plus (plus z q i (- b)) q j b) k = tot I z k).
    { intros k. rewrite !tot_plus by auto. destruct (Nat.eq_dec k q); lra. }
    exists (plus (plus z q i (- b)) q j b). split; [|split].
    - split; [split|].
      + intros k h Hk Hh. unfold plus. pose proof (pl_pos I (gam I) z Pz k h Hk Hh).
        destruct (Nat.eq_dec k q); destruct (Nat.eq_dec h i); destruct (Nat.eq_dec h j); subst; try contradiction; lra.
      + intros k h Hk Hh Z. unfold plus. rewrite (pl_run I (gam I) z Pz k h Hk Hh Z).
        destruct (Nat.eq_dec k q) as [->|]; [|lra].
        assert (h <> j) by (intros ->; lra).
        assert (h <> i) by (intros ->; rewrite (pl_run I (gam I) x (proj1 Fx) q i Hq Hi Z) in X; lra).
        destruct (Nat.eq_dec h i); destruct (Nat.eq_dec h j); try contradiction; lra.
      + intros k Hk. rewrite Tot. apply (pl_tk I (gam I) z Pz); auto.
      + intros h r Hh Hr. rewrite !load_plus by auto. pose proof (Pos q r Hq Hr).
        assert (0 < b * dem I q r) by (apply Rmult_lt_0_compat; auto).
        destruct (Nat.eq_dec h j) as [->|].
        * destruct (Nat.eq_dec j i); [congruence|]. rewrite Rplus_0_r. apply Ha; auto; lra.
        * pose proof (Cz h r Hh Hr). destruct (Nat.eq_dec h i); lra.
    - intros k Hk L. rewrite Tot, Zt. specialize (Keep k Hk L). lra.
    - intros r Hr. rewrite !load_plus by auto. pose proof (Pos q r Hq Hr).
      assert (0 < b * dem I q r) by (apply Rmult_lt_0_compat; auto).
      pose proof (Cz i r Hi Hr). destruct (Nat.eq_dec i i); [|contradiction]. destruct (Nat.eq_dec i j); [contradiction|]. lra.
  Qed.
End Room.

Section Leave.
  Variables (I : inst) (l : nat) (s s' : nat -> R) (x x' : placement).
  Hypothesis W : wf I.
  Hypothesis Hl : (l < users I)%nat.
  Hypothesis Pos : positive I.
  Hypothesis s_pos : forall n, (n < users I)%nat -> runs I n -> 0 < s n.
  Hypothesis s_same : forall k, (k < pred (users I))%nat -> s' k = s (skip l k).
  Hypothesis Fx : feasible I x.
  Hypothesis Hx : fair I (feasible I) s x.
  Hypothesis Fx' : feasible (without l I) x'.
  Hypothesis Hx' : fair (without l I) (feasible (without l I)) s' x'.

  Let J := without l I.

  (* Idea. Let m lose, and let t be its level afterwards. Call a server open if room can be made on it at the cost of
     users above t alone. Users at or below t with tasks left cannot use an open server, and a user on a closed server
     can use closed ones only. After the departure let closed servers stay, and put back the old placement on the open
     ones: a complaint of m, since nobody at or below t loses.
     Covers the general lemma behind population-monotone of c-drfh and tsf.
     Hypotheses met: Examples.leaving_witness. *)
  Theorem leaving_hurts_nobody n : (n < pred (users I))%nat -> tot I x (skip l n) <= tot I x' n.
  Proof.
    intros Hn. apply Rnot_lt_le; intros L.
    assert (WJ : wf J) by (apply wf_without; auto).
    pose proof (skip_lt _ l n Hl Hn) as Hm. set (m := skip l n) in *.
    pose proof Fx as [P C]. pose proof Fx' as [P' C'].
    assert (T0 : forall k, (k < pred (users I))%nat -> 0 <= tot I x' k).
    { intros k Hk. apply (feasible_tot J x' k Fx' Hk). }
    assert (Rm : runs I m) by (apply (feasible_runs I W x); auto; specialize (T0 n Hn); lra).
    pose proof (s_pos m Hm Rm) as Sm.
    set (t := tot I x' n * s m).
    assert (High : t < tot I x m * s m) by (apply Rmult_lt_compat_r; auto).
    destruct (decide_bounded (fun i => ~ room I s x t i) (servers I)) as [z Hz].
    destruct (decide_bounded (fun K => forall j, (j < servers I)%nat -> 0 < gam I K j -> z j = true) (users I)) as [M HM].
    pose (y := fun k i => if M (skip l k) then x' k i else (if z i then 0 else x (skip l k) i)).
    (* users that are not tied to servers without room run on none of these *)
    assert (Free : forall K, (K < users I)%nat -> M K = false -> forall i, (i < servers I)%nat -> z i = true -> x K i = 0).
    { intros K HK MK i Hi Zi. destruct (Rle_lt_or_eq_dec _ _ (pl_pos I (gam I) x P K i HK Hi)) as [X|]; auto.
      exfalso. apply Hz in Zi; auto. assert (M K = true); [|congruence]. apply HM; auto. intros j Hj G.
      apply Hz; auto. intros Q. apply Zi. apply (room_spreads I s x t W Pos Fx K i j); auto. }
    assert (Ty1 : forall k, M (skip l k) = true -> tot I y k = tot I x' k).
    { intros k E. unfold tot, y. rewrite E. reflexivity. }
    assert (Ty2 : forall k, (k < pred (users I))%nat -> M (skip l k) = false -> tot I y k = tot I x (skip l k)).
    { intros k Hk E. unfold tot, y. rewrite E. apply sum_ext; intros i Hi. destruct (z i) eqn:Zi; auto.
      symmetry. apply Free; auto. apply skip_lt; auto. }
    assert (Mm : M m = false).
    { destruct (M m) eqn:E; auto. exfalso. pose proof (proj1 (HM m Hm) E) as A.
      assert (Tm : 0 < tot I x m) by (specialize (T0 n Hn); lra).
      destruct (sum_pos_term _ _ Tm) as [i [Hi X]].
      assert (G : 0 < gam I m i) by (apply (placed_usable I (gam I) x P); auto; apply (gam_nonneg I W); auto).
      specialize (A i Hi G). apply Hz in A; auto. apply A. apply (room_above I s x t Pos Fx m i); auto. }
    apply (Hx' n y Hn). split; [|split].
    - split; [split|].
      + intros k i Hk Hi. simpl in *. unfold y. pose proof (skip_lt _ l k Hl Hk).
        destruct (M (skip l k)); [apply (pl_pos J (gam J) x' P'); auto|].
        destruct (z i); [lra|apply (pl_pos I (gam I) x P); auto].
      + intros k i Hk Hi Z. simpl in *. unfold y. pose proof (skip_lt _ l k Hl Hk).
        rewrite (pl_run J (gam J) x' P' k i), (pl_run I (gam I) x P (skip l k) i); auto.
        destruct (M (skip l k)); destruct (z i); auto.
      + intros k Hk. change (within (tk I (skip l k)) (tot I y k)). simpl in Hk. pose proof (skip_lt _ l k Hl Hk).
        destruct (M (skip l k)) eqn:E; [rewrite Ty1 by auto|rewrite Ty2 by auto].
        * apply (pl_tk J (gam J) x' P' k Hk).
        * apply (pl_tk I (gam I) x P); auto.
      + intros i r Hi Hr. simpl in *. destruct (z i) eqn:Zi.
        * apply Rle_trans with (2 := C' i r Hi Hr). apply sum_le; intros k Hk. simpl in *.
          pose proof (skip_lt _ l k Hl Hk) as HK. apply Rmult_le_compat_r; [apply (wf_dem I W); auto|].
          unfold y. rewrite Zi. destruct (M (skip l k)); [lra|apply (pl_pos J (gam J) x' P'); auto].
        * pose proof (C i r Hi Hr) as Ci. rewrite (sum_skip _ l) in Ci by auto.
          pose proof (pl_pos I (gam I) x P l i Hl Hi). pose proof (proj1 (wf_dem I W l Hl) r Hr).
          assert (0 <= x l i * dem I l r) by (apply Rmult_le_pos; auto).
          apply Rle_trans with (sum (pred (users I)) (fun k => x (skip l k) i * dem I (skip l k) r)); [|lra].
          apply sum_le; intros k Hk. pose proof (skip_lt _ l k Hl Hk) as HK.
          apply Rmult_le_compat_r; [apply (wf_dem I W); auto|]. unfold y. rewrite Zi.
          destruct (M (skip l k)) eqn:E; [|lra].
          assert (G : gam I (skip l k) i = 0).
          { destruct (Rle_lt_or_eq_dec _ _ (gam_nonneg I W (skip l k) i HK Hi)) as [G|]; auto.
            rewrite (proj1 (HM _ HK) E i Hi G) in Zi. discriminate. }
          rewrite (pl_run J (gam J) x' P' k i); auto. apply (pl_pos I (gam I) x P); auto.
    - change (tot I x' n < tot I y n). rewrite Ty2; auto.
    - intros k Hk D. change (tot I y k < tot I x' k) in D. change (tot I x' n * s' n < tot I x' k * s' k).
      simpl in Hk. pose proof (skip_lt _ l k Hl Hk) as HK. rewrite !s_same by auto. fold m t.
      destruct (M (skip l k)) eqn:E; [rewrite Ty1 in D by auto; lra|]. rewrite Ty2 in D by auto.
      pose proof (feasible_tot I x (skip l k) Fx HK) as Tk.
      assert (Rk : runs J k) by (apply (feasible_runs J WJ x'); auto; change (0 < tot I x' k); lra).
      assert (Sk : 0 < s (skip l k)).
      { apply s_pos; auto. }
      assert (Up : tot I x (skip l k) * s (skip l k) < tot I x' k * s (skip l k)) by (apply Rmult_lt_compat_r; auto).
      destruct (Rle_lt_dec (tot I x (skip l k) * s (skip l k)) t) as [Lo|Hi]; [|lra].
      exfalso. assert (NF : ~ full (tk I (skip l k)) (tot I x (skip l k))).
      { intros F. pose proof (pl_tk J (gam J) x' P' k Hk) as B. change (within (tk I (skip l k)) (tot I x' k)) in B.
        unfold full in F. rewrite F in B. simpl in B. lra. }
      assert (M (skip l k) = true); [|congruence]. apply HM; auto. intros j Hj G. apply Hz; auto.
      apply (room_unused I s x t W Pos Fx Hx (skip l k) j); auto.
  Qed.
End Leave.

Section Yards.
  Variable yard : inst -> (nat -> R) -> R.
  Hypothesis Y : yardstick yard.

  Theorem spec_leaving I l x x' : wf I -> positive I -> (l < users I)%nat ->
    (forall d, yard (without l I) d = yard I d) -> spec yard I x -> spec yard (without l I) x' ->
    forall n, (n < pred (users I))%nat -> tot I x (skip l n) <= tot I x' n.
  Proof.
    intros W Pos Hl E HI HJ.
    apply (leaving_hurts_nobody I l (level yard I) (level yard (without l I))); auto.
    - intros; apply (level_pos yard Y); auto.
    - intros k Hk. unfold level. rewrite E. reflexivity.
    - apply HI.
    - apply (spec_fair yard Y); auto.
    - apply HJ.
    - apply (spec_fair yard Y); auto. apply wf_without; auto.
  Qed.
End Yards.

(* Idea. leaving_hurts_nobody with global dominant shares. The yardstick of the others does not change when somebody
   leaves, because it depends on the capacities and on their own demands only.
   Settles population-monotone of c-drfh (hypothesis positive).
   Hypotheses met: Examples.leaving_witness. *)
Theorem c_drfh_population_monotone : population_monotone c_drfh positive.
Proof.
  intros l I x x' W Pos Hl H H'. apply (spec_leaving pool_yard pool_yardstick I l x x'); auto.
Qed.

(* Idea. leaving_hurts_nobody with task shares. The yardstick of the others does not change when somebody leaves,
   because it depends on the capacities and on their own demands only.
   Settles population-monotone of tsf (hypothesis positive).
   Hypotheses met: Examples.leaving_witness. *)
Theorem tsf_population_monotone : population_monotone tsf positive.
Proof.
  intros l I x x' W Pos Hl H H'. apply (spec_leaving alone_yard alone_yardstick I l x x'); auto; apply tsf_spec; auto.
Qed.
