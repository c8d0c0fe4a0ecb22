(** Steps in the proofs of Propositions 3 and 7 of wang2013.

    Programme (7) asks for a feasible placement with equal global dominant shares, as high as possible. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Drfh Wang2013 Witness.
Open Scope R_scope.

(** ** Proposition 7: without the user that left, the old placements of the others satisfy (8) at the old common share

    Idea: they fit, and a dominant share depends on the user and on the servers alone.
    Mechanism: drfh.  Hypothesis: none.  Claims: wang2013-prop-7-proof. *)
Theorem others_stay_equal l I x v : wf I -> (l < users I)%nat -> equal_at I x v ->
  equal_at (without l I) (fun k => x (skip l k)) v
  /\ forall x' v', equal_at (without l I) x' v' -> (forall y u, equal_at (without l I) y u -> u <= v') -> v <= v'.
Proof.
  intros W Hl [F E].
  assert (H : equal_at (without l I) (fun k => x (skip l k)) v).
  { split; [apply feasible_without; assumption|]. intros n Hn. simpl in Hn. apply (E (skip l n)).
    unfold skip. destruct (lt_dec n l); lia. }
  split; [exact H|]. intros x' v' _ Best. apply (Best _ _ H).
Qed.

(** ** Proposition 3: a lie that lifts the common share leaves the liar less than before, in its own terms

    Idea: give the liar its true tasks out of what the lie gets it, and leave the others what they then have.  This is feasible for
    the truth, and every other user has more than before; so if the liar had no less, the truthful allocation would not be Pareto
    optimal.
    Mechanism: drfh.  Hypothesis: positive, as the paper has it, and at least two users.  Claims: wang2013-prop-3-proof. *)
Theorem lifting_lie_loses k I J x x' v v' : wang2013 I -> wang2013 J -> agree (Nat.eqb k) I J -> (k < users I)%nat -> (2 <= users I)%nat ->
  solves_7 I x -> equal_at I x v -> equal_at J x' v' -> v < v' -> gain I J x' k < tot I x k.
Proof.
  intros AI AJ A Hk H2 Sx [Fx Ex] [Fx' Ex'] Lv. pose proof (wa_wf I AI) as W. pose proof (wa_wf J AJ) as WJ.
  assert (EU := ag_u _ _ _ A). assert (ES := ag_s _ _ _ A). assert (ER := ag_r _ _ _ A).
  apply Rnot_le_lt. intros Ge.
  set (q := kappa I (dem I k) (dem J k)).
  set (y := fun n i => if Nat.eq_dec n k then x' n i * q else x' n i).
  destruct Fx' as [P' C'].
  assert (X0 : forall n i, (n < users I)%nat -> (i < servers I)%nat -> 0 <= x' n i).
  { intros n i Hn Hi. apply (pl_pos J (gam J) x' P'); [rewrite EU; exact Hn|rewrite ES; exact Hi]. }
  assert (DJ : forall r, (r < resources I)%nat -> 0 <= dem J k r).
  { intros r Hr. apply (proj1 (wf_dem J WJ k ltac:(rewrite EU; exact Hk))). rewrite ER. exact Hr. }
  assert (Q0 : 0 <= q) by (apply kappa_nonneg; assumption).
  assert (Honest : forall n, n <> k -> dem J n = dem I n) by (intros n Hn; apply (ag_dem _ _ _ A); apply Nat.eqb_neq; congruence).
  assert (Run : forall n i, (n < users I)%nat -> (i < servers I)%nat -> gam I n i = 0 -> x' n i = 0).
  { intros n i Hn Hi Z. apply (pl_run J (gam J) x' P' n i); [rewrite EU; exact Hn|rewrite ES; exact Hi|].
    assert (HnJ : (n < users J)%nat) by (rewrite EU; exact Hn). assert (HiJ : (i < servers J)%nat) by (rewrite ES; exact Hi).
    destruct (Rle_lt_or_eq_dec _ _ (gam_nonneg J WJ n i HnJ HiJ)) as [G|G]; [exfalso|auto].
    assert (0 < gam I n i); [|lra]. apply (gam_pos I W n i Hn Hi); [apply (wa_open I AI); assumption|].
    intros r Hr _. rewrite <- (ag_cap _ _ _ A). apply (gam_cap J WJ n i r HnJ HiJ); [rewrite ER; exact Hr|exact G|].
    apply (wa_pos J AJ); [exact HnJ|rewrite ER; exact Hr]. }
  assert (Fy : feasible I y).
  { split; [split|].
    - intros n i Hn Hi. unfold y. specialize (X0 n i Hn Hi). destruct (Nat.eq_dec n k); [apply Rmult_le_pos; assumption|exact X0].
    - intros n i Hn Hi Z. unfold y. rewrite (Run n i Hn Hi Z). destruct (Nat.eq_dec n k); ring.
    - intros n Hn. rewrite (wa_endless I AI n Hn). exact Logic.I.
    - intros i r Hi Hr. rewrite <- (ag_cap _ _ _ A). apply Rle_trans with (2 := C' i r ltac:(rewrite ES; exact Hi) ltac:(rewrite ER; exact Hr)).
      rewrite EU. apply sum_le. intros n Hn. unfold y. destruct (Nat.eq_dec n k) as [->|Ne].
      + rewrite Rmult_assoc. apply Rmult_le_compat_l; [apply X0; assumption|]. apply kappa_le; assumption.
      + rewrite (Honest n Ne). lra. }
  assert (Ty : forall n, n <> k -> tot I y n = tot J x' n).
  { intros n Ne. unfold tot. rewrite ES. apply sum_ext. intros i _. unfold y. destruct (Nat.eq_dec n k); [contradiction|reflexivity]. }
  assert (Tk : tot I y k = gain I J x' k).
  { unfold gain. rewrite (wa_endless I AI k Hk). simpl. unfold tot. apply sum_ext. intros i Hi. unfold y.
    rewrite (wa_open I AI k i Hk Hi). destruct (Nat.eq_dec k k); [reflexivity|contradiction]. }
  assert (More : forall n, (n < users I)%nat -> n <> k -> tot I x n < tot I y n).
  { intros n Hn Ne. rewrite (Ty n Ne). pose proof (Ex n Hn) as E. pose proof (Ex' n ltac:(rewrite EU; exact Hn)) as E'.
    assert (G : global_share J n = global_share I n).
    { unfold global_share. rewrite (ag_wt _ _ _ A), ER, (Honest n Ne). f_equal. apply maxratio_ext; [reflexivity|].
      intros r _. unfold pool. rewrite ES. apply sum_ext. intros i _. apply (ag_cap _ _ _ A). }
    rewrite G in E'. pose proof (wang_share I AI n Hn) as S. apply (Rmult_lt_reg_r (global_share I n)); [exact S|lra]. }
  apply (wang2013_proposition_2 I x AI Sx). exists y. split; [exact Fy|split].
  - intros n Hn. destruct (Nat.eq_dec n k) as [->|Ne]; [rewrite Tk; exact Ge|]. apply Rlt_le, More; assumption.
  - exists (if Nat.eq_dec k 0 then 1%nat else 0%nat). destruct (Nat.eq_dec k 0) as [->|Ne]; (split; [lia|apply More; lia]).
Qed.

(** A witness: the twins, one of whom leaves. *)
Lemma steps_witness K R : (0 < K)%nat -> (0 < R)%nat -> wf (twins K R) /\ exists v, equal_at (twins K R) halves v.
Proof.
  intros HK HR. destruct (wang2013_witness K R HK HR) as [A [v [E _]]]. split; [apply (wa_wf _ A)|exists v; exact E].
Qed.

(** A witness for the lie: two users demand (1, 1) and (1, 1/2) of one unit each; if the first reports (1/2, 1), the common share rises
    from 1/2 to 2/3, and the first user can run 1/3 of a task where it ran 1/2. *)
Definition lifting (lie : bool) : inst :=
  mk 2 1 2 (fun _ _ => 1)
     (fun n r => match n, r with O, O => if lie then / 2 else 1 | O, _ => 1 | _, O => 1 | _, _ => / 2 end)
     (fun _ => 1) (fun _ _ => true) (fun _ => None).

Lemma lifting_dem lie n r : 0 < dem (lifting lie) n r <= 1.
Proof. simpl. destruct n, r, lie; lra. Qed.

Lemma lifting_wang lie : wang2013 (lifting lie).
Proof.
  split.
  - split; try (simpl; intros; lra || discriminate).
    intros n _. split; [intros r _; apply Rlt_le, lifting_dem|]. exists 0%nat. split; [simpl; lia|apply lifting_dem].
  - intros n r _ _. apply lifting_dem.
  - intros n i _ _. reflexivity.
  - intros n _. reflexivity.
  - reflexivity.
  - exists 0%nat. split; [simpl; lia|]. intros; simpl; lra.
Qed.

Lemma lifting_share lie n : (n < 2)%nat -> global_share (lifting lie) n = 1.
Proof.
  intros Hn. unfold global_share.
  assert (P : forall r, pool (lifting lie) r = 1) by (intros r; unfold pool; simpl; lra).
  replace (maxratio (resources (lifting lie)) (dem (lifting lie) n) (pool (lifting lie))) with 1; [simpl; field|].
  apply Rle_antisym.
  - assert (E : exists r, (r < 2)%nat /\ dem (lifting lie) n r = 1).
    { destruct n as [|n]; [destruct lie; [exists 1%nat|exists 0%nat]|exists 0%nat]; split; try lia; reflexivity. }
    destruct E as [r [Hr E]]. pose proof (maxratio_ge 2 (dem (lifting lie) n) (pool (lifting lie)) r Hr) as Q.
    rewrite P, E in Q. change (resources (lifting lie)) with 2%nat. specialize (Q ltac:(lra)). lra.
  - apply maxratio_lub; [lra|]. intros r _ _. rewrite P. pose proof (lifting_dem lie n r). lra.
Qed.

Lemma lifting_equal lie v : 0 <= v -> (lie = false -> v <= / 2) -> (lie = true -> v <= 2 / 3) -> equal_at (lifting lie) (fun _ _ => v) v.
Proof.
  intros Hv H1 H2. split.
  - split; [split|].
    + intros; exact Hv.
    + intros n i Hn Hi Z. exfalso.
      assert (0 < gam (lifting lie) n i); [|lra].
      apply (gam_pos (lifting lie) (wa_wf _ (lifting_wang lie)) n i Hn Hi); [reflexivity|]. intros; simpl; lra.
    + intros; exact Logic.I.
    + intros i r Hi Hr. simpl in *. destruct r as [|[|r]]; try lia; destruct lie; simpl;
        try specialize (H1 eq_refl); try specialize (H2 eq_refl); lra.
  - intros n Hn. rewrite lifting_share by exact Hn. unfold tot. simpl. lra.
Qed.

Lemma lifting_witness : wang2013 (lifting false) /\ wang2013 (lifting true) /\ agree (Nat.eqb 0) (lifting false) (lifting true)
  /\ solves_7 (lifting false) (fun _ _ => / 2) /\ equal_at (lifting false) (fun _ _ => / 2) (/ 2)
  /\ equal_at (lifting true) (fun _ _ => 2 / 3) (2 / 3) /\ / 2 < 2 / 3.
Proof.
  assert (E : equal_at (lifting false) (fun _ _ => / 2) (/ 2)) by (apply lifting_equal; intros; discriminate || lra).
  split; [apply lifting_wang|split; [apply lifting_wang|split; [|split; [|split; [exact E|split; [|lra]]]]]].
  - split; try reflexivity. intros [|n] H; [discriminate|]. reflexivity.
  - exists (/ 2). split; [exact E|]. intros y u [[_ C] L].
    pose proof (L 0%nat ltac:(simpl; lia)) as L0. pose proof (L 1%nat ltac:(simpl; lia)) as L1.
    rewrite lifting_share in L0, L1 by lia. unfold tot in L0, L1. simpl in L0, L1.
    specialize (C 0%nat 0%nat ltac:(simpl; lia) ltac:(simpl; lia)). simpl in C. lra.
  - apply lifting_equal; intros; discriminate || lra.
Qed.
