(** DRF with complete knowledge at every step, against which dynamic DRF is measured.

    After properties/mechanisms/drf-offline.md (li2019 4).  A step is judged by itself, so the statements speak of one
    step with [k] agents; a history is one [x] for every step. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums Ddrf Lies.
Open Scope R_scope.

(** The specification: the shares fit, and every agent has a bottleneck, a resource that it demands, that is used to
    exactly what is released, and of which nobody with a larger share has any. *)
Definition bottleneck (n m k : nat) (d : nat -> nat -> R) (x : nat -> R) (i r : nat) : Prop :=
  (r < m)%nat /\ 0 < d i r /\ used k d x r = released n k
  /\ forall j, (j < k)%nat -> 0 < d j r -> x j <= x i.

Definition drf_offline (n m k : nat) (d : nat -> nat -> R) (x : nat -> R) : Prop :=
  (forall i, (i < k)%nat -> 0 <= x i)
  /\ (forall r, (r < m)%nat -> used k d x r <= released n k)
  /\ (forall i, (i < k)%nat -> exists r, bottleneck n m k d x i r).

Section Step.

Variables (n m k : nat) (d : nat -> nat -> R) (x : nat -> R).
Hypothesis Hn : (0 < n)%nat.
Hypothesis Hd : normalised k m d.
Hypothesis Hx : drf_offline n m k d x.
Set Default Proof Using "All".

Lemma offline_demand_nonneg : forall i r, (i < k)%nat -> (r < m)%nat -> 0 <= d i r.
Proof. intros i r Hi Hr. destruct (Hd i Hi) as [A _]. apply A; exact Hr. Qed.

(** ** Feasibility

    Idea: a clause of the specification; irrevocability is not promised by this mechanism.
    Mechanism: drf-offline.  Property: feasible.  Hypothesis: none. *)
Theorem offline_feasible :
  (forall i, (i < k)%nat -> 0 <= x i) /\ (forall r, (r < m)%nat -> used k d x r <= released n k).
Proof. destruct Hx as [A [B _]]. split; assumption. Qed.

(** ** Sharing incentives

    Idea: the bottleneck of an agent is used to k/n by agents whose shares are at most its own, and k agents at a
    share below 1/n would use less than k/n of it.
    Mechanism: drf-offline.  Property: dynamic-si.  Hypothesis: none. *)
Theorem offline_sharing_incentives : forall i, (i < k)%nat -> 1 / INR n <= x i.
Proof.
  intros i Hi. destruct Hx as [H0 [_ B]]. destruct (B i Hi) as [r [Hr [Hp [Hfull Hmax]]]].
  destruct (Rle_lt_dec (1 / INR n) (x i)) as [|Hlt]; [assumption|exfalso].
  assert (used k d x r < sum k (fun _ => 1 / INR n)).
  { unfold used. apply (sum_lt k _ _ i); [|exact Hi|].
    - intros j Hj. destruct (Hd j Hj) as [A _]. specialize (A r Hr). pose proof (H0 j Hj) as Hxj.
      destruct (Rle_lt_or_eq_dec 0 (d j r)) as [Hq|Hz]; [lra| |].
      + specialize (Hmax j Hj Hq). nra.
      + rewrite <- Hz. pose proof (share_pos n Hn). lra.
    - destruct (Hd i Hi) as [A _]. specialize (A r Hr). specialize (H0 i Hi). nra. }
  rewrite sum_const in H. unfold released in Hfull. unfold Rdiv in *. lra.
Qed.

(** ** Dynamic Pareto optimality, as li2019 defines it

    Idea: the bottleneck of anybody is used to exactly k/n.
    Mechanism: drf-offline.  Property: dpo.  Hypothesis: none. *)
Theorem offline_dpo : (0 < k)%nat -> exists r, (r < m)%nat /\ used k d x r = released n k.
Proof.
  intros H. destruct Hx as [_ [_ B]]. destruct (B 0%nat H) as [r [Hr [_ [Hfull _]]]]. exists r; auto.
Qed.

(** ** Pareto optimality at every step

    Idea: whoever is to rise demands its bottleneck, which is used up.
    Mechanism: drf-offline.  Property: dynamic-po.  Hypothesis: none. *)
Theorem offline_pareto_optimal : forall y,
  (forall i, (i < k)%nat -> x i <= y i) ->
  (forall r, (r < m)%nat -> used k d y r <= released n k) ->
  forall i, (i < k)%nat -> y i = x i.
Proof.
  intros y Hy Hfit i Hi. destruct Hx as [_ [_ B]]. destruct (B i Hi) as [r [Hr [Hp [Hfull _]]]].
  destruct (Rle_lt_or_eq_dec _ _ (Hy i Hi)) as [Hlt|E]; [exfalso|symmetry; exact E].
  assert (used k d x r < used k d y r).
  { unfold used. apply (sum_lt k _ _ i); [|exact Hi|].
    - intros j Hj. apply Rmult_le_compat_l; [apply offline_demand_nonneg; assumption|apply Hy; exact Hj].
    - apply Rmult_lt_compat_l; assumption. }
  specialize (Hfit r Hr). lra.
Qed.

(** ** Envy-freeness

    Idea: if i envied j, then j would hold some of the bottleneck of i and have a larger share than i, since the
    dominant resource of i bounds what i can make of a bundle by the share of its owner.
    Mechanism: drf-offline.  Property: ef.  Hypothesis: none. *)
Theorem offline_envy_free : forall i j v, (i < k)%nat -> (j < k)%nat ->
  (forall r, (r < m)%nat -> 0 < d i r -> v * d i r <= x j * d j r) -> v <= x i.
Proof.
  intros i j v Hi Hj Hv. destruct Hx as [H0 [_ B]].
  destruct (Rle_lt_dec v (x i)) as [|Hlt]; [assumption|exfalso].
  assert (Hle : v <= x j).
  { destruct (Hd i Hi) as [_ [r [Hr H1]]]. specialize (Hv r Hr). rewrite H1 in Hv.
    destruct (Hd j Hj) as [A _]. specialize (A r Hr). specialize (H0 j Hj). nra. }
  destruct (B i Hi) as [r [Hr [Hp [_ Hmax]]]]. specialize (Hv r Hr Hp).
  pose proof (H0 i Hi) as Hxi.
  destruct (Rle_lt_or_eq_dec 0 (d j r)) as [Hq|Hz].
  - apply offline_demand_nonneg; assumption.
  - specialize (Hmax j Hj Hq). lra.
  - rewrite <- Hz in Hv. nra.
Qed.

(** ** The formula of li2019, with positive demands

    Idea: every bottleneck is demanded by everybody, so no share is larger than another; the common share fills
    the bottleneck and overfills nothing.
    Mechanism: drf-offline.  Properties: lemma-2, lemma-3, def (no share is larger than another).
    Hypothesis: positive.  Claims: li2019-offline-formula. *)
Theorem offline_equal : positive k m d -> forall i j, (i < k)%nat -> (j < k)%nat -> x i = x j.
Proof.
  intros Hpos i j Hi Hj. destruct Hx as [_ [_ B]].
  destruct (B i Hi) as [r [Hr [_ [_ M]]]]. destruct (B j Hj) as [q [Hq [_ [_ N]]]].
  apply Rle_antisym; [apply N|apply M]; try assumption; apply Hpos; assumption.
Qed.

Theorem offline_formula : positive k m d -> forall i, (i < k)%nat ->
  (forall r, (r < m)%nat -> x i <= released n k / sum k (fun j => d j r))
  /\ exists r, (r < m)%nat /\ x i = released n k / sum k (fun j => d j r).
Proof.
  intros Hpos i Hi.
  assert (D : forall r, (r < m)%nat -> 0 < sum k (fun j => d j r)).
  { intros r Hr. apply (sum_pos k _ i); [|exact Hi|apply Hpos; assumption].
    intros j Hj. apply offline_demand_nonneg; assumption. }
  assert (U : forall r, used k d x r = x i * sum k (fun j => d j r)).
  { intros r. rewrite <- sum_scal. unfold used. apply sum_ext. intros j Hj.
    rewrite (offline_equal Hpos j i Hj Hi). ring. }
  split.
  - intros r Hr. destruct Hx as [_ [F _]]. specialize (F r Hr). rewrite U in F. specialize (D r Hr).
    apply (Rmult_le_reg_r (sum k (fun j => d j r))); [exact D|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - destruct Hx as [_ [_ B]]. destruct (B i Hi) as [r [Hr [_ [Hfull _]]]].
    exists r. split; [exact Hr|]. rewrite <- Hfull, U. specialize (D r Hr). field. lra.
Qed.

End Step.
Set Default Proof Using "Type".

(** With positive demands nobody has a larger share than another, which is lemma-2, lemma-3 and def at once. *)
Theorem offline_lemmas : forall n m K d x, (0 < n)%nat -> normalised K m d -> positive K m d ->
  (forall k, (k <= K)%nat -> drf_offline n m k d (x k)) ->
  forall k i j, (k <= K)%nat -> (i < k)%nat -> (j < k)%nat ->
  ((i < j)%nat -> x k j <= x k i) /\ (x k i < x k j -> (j < i)%nat /\ x k j = x i j).
Proof.
  intros n m K d x Hn Hd Hpos Hx k i j Hk Hi Hj.
  assert (E : x k i = x k j).
  { apply (offline_equal n m k d (x k)); try assumption; [|apply Hx; exact Hk|].
    - intros q Hq. apply Hd. lia.
    - intros q r Hq Hr. apply Hpos; [lia|exact Hr]. }
  split; intros; lra.
Qed.

(** ** Strategy-proofness, and uniqueness of the shares

    Idea: let the liar gain.  It then uses more of its true bottleneck, so somebody else who demands that uses less
    and has a smaller share than in truth.  Among the others whose share differs take the one for which the smaller of its
    two shares is least.  Whichever of the two it is, its bottleneck there is used more by it in the other
    outcome, so less by another, whose smaller share is smaller still, or by the liar, which has more there.
    Mechanism: drf-offline.  Property: sp.  Hypothesis: none.
    Uniqueness is the case of a lie that is none. *)
Section Lie.

Variables (n m k a : nat) (d d' : nat -> nat -> R) (x x' : nat -> R) (l : R).
Hypothesis Hn : (0 < n)%nat.
Hypothesis Hd : normalised k m d.
Hypothesis Hd' : normalised k m d'.
Hypothesis Ha : (a < k)%nat.
Hypothesis Hdiff : differs_at k a d d'.
Hypothesis Hx : drf_offline n m k d x.
Hypothesis Hx' : drf_offline n m k d' x'.
Set Default Proof Using "All".

(** If the liar has more than in truth and covers its true bundle, nobody else's share differs. *)
Lemma others_same : x a < x' a -> (forall r, (r < m)%nat -> 0 < d a r -> d a r * x a < d' a r * x' a) ->
  forall j, (j < k)%nat -> j <> a -> x' j = x j.
Proof.
  intros Hmore Hcover.
  assert (Hsame : forall j r, (j < k)%nat -> j <> a -> d' j r = d j r) by (intros; apply Hdiff; assumption).
  destruct Hx as [P0 [PF PB]]. destruct Hx' as [Q0 [QF QB]].
  set (P := fun j => (j < k)%nat /\ j <> a /\ x' j <> x j).
  assert (Dec : forall j, P j \/ ~ P j).
  { intros j. unfold P. destruct (lt_dec j k); [|right; tauto]. destruct (Nat.eq_dec j a); [right; tauto|].
    destruct (Req_dec (x' j) (x j)); [right; tauto|left; tauto]. }
  intros j Hj Hja. destruct (Req_dec (x' j) (x j)) as [|Hne]; [assumption|exfalso].
  destruct (least_index k P (fun j => Rmin (x j) (x' j)) Dec) as [b [Hb [[_ [Hba Hbne]] Hleast]]].
  { exists j. split; [exact Hj|]. unfold P; tauto. }
  clear j Hj Hja Hne.
  (* Who has less in one outcome has a smaller minimum. *)
  assert (Find : forall f g : nat -> R, sum k f = released n k -> sum k g <= released n k -> f b < g b ->
             exists c, (c < k)%nat /\ c <> b /\ g c < f c).
  { intros f g Hf Hg Hlt.
    assert (D : (exists c, (c < k)%nat /\ g c < f c) \/ forall c, (c < k)%nat -> f c <= g c).
    { clear. induction k as [|p IH].
      - right; intros; lia.
      - destruct IH as [[c [Hc H]]|H].
        + left; exists c; split; [lia|exact H].
        + destruct (Rlt_dec (g p) (f p)) as [Hp|Hp].
          * left; exists p; split; [lia|exact Hp].
          * right; intros c Hc. destruct (Nat.eq_dec c p) as [->|]; [lra|apply H; lia]. }
    destruct D as [[c [Hc H]]|H].
    - exists c. split; [exact Hc|split; [|exact H]]. intros ->. lra.
    - exfalso. pose proof (sum_lt k f g b H Hb Hlt). lra. }
  destruct (Rlt_dec (x' b) (x b)) as [Hlt|Hge].
  - (* smaller in the lie *)
    destruct (QB b Hb) as [r [Hr [Hp [Hfull Hmax]]]].
    destruct (Find (fun i => d' i r * x' i) (fun i => d i r * x i)) as [c [Hc [Hcb Hcl]]].
    + exact Hfull.
    + apply PF; exact Hr.
    + cbn. rewrite <- (Hsame b r Hb Hba). apply Rmult_lt_compat_l; assumption.
    + cbn in Hcl.
      assert (Hcp : 0 < d' c r).
      { destruct (Rle_lt_or_eq_dec 0 (d' c r)) as [H|H]; [|exact H|].
        - destruct (Hd' c Hc) as [A _]. apply A; exact Hr.
        - rewrite <- H, Rmult_0_l in Hcl. exfalso.
          assert (0 <= d c r * x c); [|lra]. apply Rmult_le_pos; [|apply P0; exact Hc].
          destruct (Hd c Hc) as [A _]. apply A; exact Hr. }
      specialize (Hmax c Hc Hcp).
      destruct (Nat.eq_dec c a) as [->|Hca].
      * (* the liar has no more than b, so b had more than the liar in truth *)
        destruct (PB a Ha) as [q [Hq [Hqp [Hqf Hqm]]]].
        destruct (Rlt_dec 0 (d b q)) as [Hbq|Hbq].
        -- specialize (Hqm b Hb Hbq). lra.
        -- (* somebody else gives way at the bottleneck of the liar *)
           assert (W : exists c, (c < k)%nat /\ c <> a /\ d' c q * x' c < d c q * x c).
           { assert (D : (exists c, (c < k)%nat /\ d' c q * x' c < d c q * x c)
                         \/ forall c, (c < k)%nat -> d c q * x c <= d' c q * x' c).
             { clear. induction k as [|p IH].
               - right; intros; lia.
               - destruct IH as [[c [Hc H]]|H].
                 + left; exists c; split; [lia|exact H].
                 + destruct (Rlt_dec (d' p q * x' p) (d p q * x p)) as [Hp|Hp].
                   * left; exists p; split; [lia|exact Hp].
                   * right; intros c Hc. destruct (Nat.eq_dec c p) as [->|]; [lra|apply H; lia]. }
             destruct D as [[c [Hc2 H]]|H].
             - exists c. split; [exact Hc2|split; [|exact H]]. intros ->.
               specialize (Hcover q Hq Hqp). lra.
             - exfalso. pose proof (sum_lt k (fun i => d i q * x i) (fun i => d' i q * x' i) a H Ha (Hcover q Hq Hqp)) as L.
               specialize (QF q Hq). unfold used in QF, Hqf. lra. }
           destruct W as [c [Hc2 [Hca Hcl2]]].
           rewrite Hsame in Hcl2 by assumption.
           assert (0 <= d c q) by (destruct (Hd c Hc2) as [A _]; apply A; exact Hq).
           assert (0 < d c q) by (destruct (Req_dec (d c q) 0) as [E|E]; [rewrite E in Hcl2; lra|lra]).
           assert (x' c < x c) by nra.
           specialize (Hqm c Hc2 H0).
           assert (Rmin (x b) (x' b) <= Rmin (x c) (x' c)) by (apply Hleast; [exact Hc2|unfold P; repeat split; [exact Hc2|exact Hca|lra]]).
           rewrite (Rmin_right (x b)), (Rmin_right (x c)) in H2 by lra. lra.
      * rewrite Hsame in Hcl, Hcp by assumption.
        assert (x c < x' c) by nra.
        assert (Rmin (x b) (x' b) <= Rmin (x c) (x' c)) by (apply Hleast; [exact Hc|unfold P; repeat split; [exact Hc|exact Hca|lra]]).
        rewrite (Rmin_right (x b)), (Rmin_left (x c)) in H0 by lra. lra.
  - (* smaller in truth *)
    assert (Hgt : x b < x' b) by lra.
    destruct (PB b Hb) as [r [Hr [Hp [Hfull Hmax]]]].
    destruct (Find (fun i => d i r * x i) (fun i => d' i r * x' i)) as [c [Hc [Hcb Hcl]]].
    + exact Hfull.
    + apply QF; exact Hr.
    + cbn. rewrite (Hsame b r Hb Hba). apply Rmult_lt_compat_l; assumption.
    + cbn in Hcl.
      assert (Hcp : 0 < d c r).
      { destruct (Rle_lt_or_eq_dec 0 (d c r)) as [H|H]; [|exact H|].
        - destruct (Hd c Hc) as [A _]. apply A; exact Hr.
        - rewrite <- H, Rmult_0_l in Hcl. exfalso.
          assert (0 <= d' c r * x' c); [|lra]. apply Rmult_le_pos; [|apply Q0; exact Hc].
          destruct (Hd' c Hc) as [A _]. apply A; exact Hr. }
      specialize (Hmax c Hc Hcp).
      destruct (Nat.eq_dec c a) as [->|Hca].
      * specialize (Hcover r Hr Hcp). lra.
      * rewrite Hsame in Hcl by assumption.
        assert (x' c < x c) by nra.
        assert (Rmin (x b) (x' b) <= Rmin (x c) (x' c)) by (apply Hleast; [exact Hc|unfold P; repeat split; [exact Hc|exact Hca|lra]]).
        rewrite (Rmin_left (x b)), (Rmin_right (x c)) in H0 by lra. lra.
Qed.

Theorem offline_strategy_proof : worth m (d a) (d' a) l -> x' a * l <= x a.
Proof.
  intros [Hl [r1 [Hr1 [Hr1p Hl1]]]].
  destruct (Rle_lt_dec (x' a * l) (x a)) as [|Hgain]; [assumption|exfalso].
  assert (P0 : 0 <= x' a) by (destruct Hx' as [H _]; apply H; exact Ha).
  assert (Hle1 : l <= 1).
  { destruct (Hd a Ha) as [_ [r [Hr H1]]]. specialize (Hl r Hr).
    destruct (Hd' a Ha) as [A _]. specialize (A r Hr). rewrite H1 in Hl. lra. }
  assert (Hmore : x a < x' a) by nra.
  assert (Hcover : forall r, (r < m)%nat -> 0 < d a r -> d a r * x a < d' a r * x' a).
  { intros r Hr Hp. specialize (Hl r Hr Hp).
    apply Rlt_le_trans with (d a r * (x' a * l)); [apply Rmult_lt_compat_l; assumption|].
    replace (d a r * (x' a * l)) with (l * d a r * x' a) by ring. apply Rmult_le_compat_r; assumption. }
  pose proof (others_same Hmore Hcover) as Same.
  destruct Hx as [_ [_ B]]. destruct (B a Ha) as [r [Hr [Hp [Hfull _]]]].
  destruct Hx' as [_ [F _]]. specialize (F r Hr).
  assert (used k d x r < used k d' x' r).
  { unfold used. apply (sum_lt k _ _ a); [|exact Ha|apply Hcover; assumption].
    intros i Hi. destruct (Nat.eq_dec i a) as [->|Hne]; [apply Rlt_le, Hcover; assumption|].
    rewrite Hdiff, Same by assumption. lra. }
  lra.
Qed.

End Lie.
Set Default Proof Using "Type".

Theorem offline_unique : forall n m k d x y, (0 < n)%nat -> normalised k m d ->
  drf_offline n m k d x -> drf_offline n m k d y -> forall i, (i < k)%nat -> x i = y i.
Proof.
  intros n m k d x y Hn Hd Hx Hy i Hi.
  assert (W : worth m (d i) (d i) 1).
  { split; [intros; lra|]. destruct (Hd i Hi) as [_ [r [Hr H1]]]. exists r. split; [exact Hr|]. lra. }
  assert (S1 : differs_at k i d d) by (intros j r _ _; reflexivity).
  pose proof (offline_strategy_proof n m k i d d x y 1 Hn Hd Hd Hi S1 Hx Hy W).
  pose proof (offline_strategy_proof n m k i d d y x 1 Hn Hd Hd Hi S1 Hy Hx W). lra.
Qed.

(** ** With positive demands the shares exist

    Idea: give everybody the least of the quotients of the formula.
    Mechanism: drf-offline.  Hypothesis: positive.  It is the witness for the theorems above. *)
Theorem offline_exists : forall n m k d, (0 < n)%nat -> (0 < k)%nat -> normalised k m d -> positive k m d ->
  exists s, drf_offline n m k d (fun _ => s).
Proof.
  intros n m k d Hn Hk Hd Hpos.
  assert (Hm : (0 < m)%nat) by (destruct (Hd 0%nat Hk) as [_ [r [Hr _]]]; lia).
  assert (D : forall r, (r < m)%nat -> 0 < sum k (fun j => d j r)).
  { intros r Hr. apply (sum_pos k _ 0%nat); [|exact Hk|apply Hpos; assumption].
    intros j Hj. apply Rlt_le, Hpos; assumption. }
  destruct (least_index m (fun _ => True) (fun r => released n k / sum k (fun j => d j r))) as [q [Hq [_ L]]].
  { intros; left; exact I. } { exists 0%nat; split; [exact Hm|exact I]. }
  set (s := released n k / sum k (fun j => d j q)).
  assert (Hrel : 0 <= released n k).
  { unfold released. apply Rmult_le_pos; [apply pos_INR|]. apply Rlt_le, Rinv_0_lt_compat, lt_0_INR; exact Hn. }
  assert (U : forall r, used k d (fun _ => s) r = s * sum k (fun j => d j r)).
  { intros r. unfold used. rewrite <- sum_scal. apply sum_ext. intros; ring. }
  exists s. split; [|split].
  - intros i Hi. apply Rmult_le_pos; [exact Hrel|]. apply Rlt_le, Rinv_0_lt_compat, D; exact Hq.
  - intros r Hr. rewrite U. specialize (L r Hr I). specialize (D r Hr).
    apply (Rmult_le_compat_r (sum k (fun j => d j r))) in L; [|lra].
    unfold Rdiv in L at 2. rewrite Rmult_assoc, Rinv_l in L by lra. fold s in L. lra.
  - intros i Hi. exists q. split; [exact Hq|split; [apply Hpos; assumption|split]].
    + rewrite U. unfold s. field. specialize (D q Hq). lra.
    + intros; lra.
Qed.
