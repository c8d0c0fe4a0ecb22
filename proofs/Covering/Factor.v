(** The factor of bisection with rounding, and the gap of the pruned programme as a supremum.

    After mukherjee III and IV-C, Theorem 6, and V, Theorem 7.  Sizes are 1 and demands whole. *)

From Coq Require Import Reals Lra Lia Arith Psatz Classical.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition Feasible Rounding Sorting Families Slots.
Open Scope R_scope.

(** Bisection: each step halves the interval and keeps the half above whose lower end nothing is known to be possible. *)
Inductive bisects (P : R -> Prop) : nat -> R -> R -> R -> R -> Prop :=
  | bisects_ends : forall lo hi, bisects P 0 lo hi lo hi
  | bisects_down : forall k lo hi l h, P ((lo + hi) / 2) -> bisects P k lo ((lo + hi) / 2) l h -> bisects P (S k) lo hi l h
  | bisects_up : forall k lo hi l h, ~ P ((lo + hi) / 2) -> bisects P k ((lo + hi) / 2) hi l h -> bisects P (S k) lo hi l h.

Lemma bisects_width : forall P k lo hi l h, bisects P k lo hi l h -> h - l = (hi - lo) / 2 ^ k.
Proof.
  intros P k lo hi l h B. induction B as [lo hi|k lo hi l h _ _ IH|k lo hi l h _ _ IH].
  - simpl. field.
  - rewrite IH. simpl. field. apply pow_nonzero. lra.
  - rewrite IH. simpl. field. apply pow_nonzero. lra.
Qed.

Lemma bisects_ends_right : forall P k lo hi l h, bisects P k lo hi l h -> P hi -> (lo = 1 \/ ~ P lo) ->
  P h /\ (l = 1 \/ ~ P l).
Proof.
  intros P k lo hi l h B. induction B as [lo hi|k lo hi l h Q _ IH|k lo hi l h Q _ IH]; intros Hh Hl.
  - split; assumption.
  - apply IH; assumption.
  - apply IH; [assumption|right; exact Q].
Qed.

Lemma bisects_exists : forall P k lo hi, exists l h, bisects P k lo hi l h.
Proof.
  intros P k. induction k as [|k IH]; intros lo hi; [exists lo, hi; constructor|].
  destruct (classic (P ((lo + hi) / 2))) as [Q|Q].
  - destruct (IH lo ((lo + hi) / 2)) as [l [h H]]. exists l, h. apply bisects_down; assumption.
  - destruct (IH ((lo + hi) / 2) hi) as [l [h H]]. exists l, h. apply bisects_up; assumption.
Qed.

(** ** The factor 2 + O(eps) of Theorem 6

    Idea: after k halvings the upper end exceeds the optimum by at most (top - 1) / 2^k, and the rounding pays less than twice the
    upper end.
    Mechanisms: lp-bisection with rounding.  Hypothesis: unit. *)
Theorem bisection_and_rounding : forall E n c (Dn : nat -> nat) I b opt top k lo hi x a,
  (forall i, (i < E)%nat -> 0 < c i) -> (forall j, (j < n)%nat -> (0 < Dn j)%nat) ->
  (forall j, (j < n)%nat -> isolation E c (fun _ => 1) (INR (Dn j)) (I j) /\ 0 < I j) -> (0 < n)%nat ->
  covers E n (fun _ => 1) (fun j => INR (Dn j)) b -> ratio_at_most E n c I b opt ->
  (exists z, pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I top z) ->
  bisects (fun rho => exists z, pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I rho z) k 1 top lo hi ->
  pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I hi x -> slots E n c Dn x a ->
  covers E n (fun _ => 1) (fun j => INR (Dn j)) a
  /\ forall j, (j < n)%nat -> pays E c a j < 2 * (opt + (top - 1) / 2 ^ k) * I j.
Proof.
  intros E n c Dn I b opt top k lo hi x a Hc HD HI Hn Hcov Hopt Htop B Hx Ha.
  destruct (every_rounding_below_twice E n c Dn I hi x a Hc HD Hx Ha) as [Cov Pay].
  split; [exact Cov|]. intros j Hj. specialize (Pay j Hj).
  pose proof (bisects_width _ _ _ _ _ _ B) as W.
  destruct (bisects_ends_right _ _ _ _ _ _ B Htop (or_introl eq_refl)) as [_ L].
  assert (H : hi <= opt + (top - 1) / 2 ^ k).
  { apply (bisection_within E n c (fun _ => 1) (fun j => INR (Dn j)) I b opt lo hi ((top - 1) / 2 ^ k)); try assumption.
    - intros q Hq. apply Rlt_le, HI. exact Hq.
    - apply (ratio_at_least_one E n c (fun _ => 1) (fun j => INR (Dn j)) I b opt); assumption.
    - lra.
    - destruct L as [L|L]; [left; exact L|right]. intros z Hz. apply L. exists z. exact Hz. }
  destruct (HI j Hj) as [_ Ip]. nra.
Qed.

(** ** The gap is 2 as a supremum

    Idea: the family of Theorem 7, with m tasks of demand m, for m above 3/e.
    Mechanism: lp-pruned against optimum.  Hypothesis: unit.  Claims: mukherjee-theorem-7-at-least-two. *)
Theorem gap_at_least_two : forall g, g < 2 -> exists E n c (Dn : nat -> nat) I rho,
  (0 < n)%nat /\ (forall i, (i < E)%nat -> 0 < c i) /\ (forall j, (j < n)%nat -> (0 < Dn j)%nat)
  /\ (forall j, (j < n)%nat -> isolation E c (fun _ => 1) (INR (Dn j)) (I j) /\ 0 < I j)
  /\ value (pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I) rho
  /\ (exists a opt, covers E n (fun _ => 1) (fun j => INR (Dn j)) a /\ ratio_at_most E n c I a opt)
  /\ forall a opt, covers E n (fun _ => 1) (fun j => INR (Dn j)) a -> ratio_at_most E n c I a opt -> g * rho < opt.
Proof.
  intros g Hg. destruct (gap_approaches_two (2 - g) ltac:(lra)) as [m [Hm Hgap]].
  destruct (Nat.eq_dec m 1) as [->|H1].
  { exists (1 * 2)%nat, 1%nat, (one_dear (1 * 2) 1), (fun _ => 2%nat), (fun _ => INR 2), ((INR (1 * 2) - 1 + INR 1) / INR (1 * 2)).
    assert (V : value (pruned (1 * 2) 1 (one_dear (1 * 2) 1) (fun _ => 1) (fun _ => INR 2) (fun _ => INR 2))
        ((INR (1 * 2) - 1 + INR 1) / INR (1 * 2))) by (apply dear_pruned_value; lia).
    split; [lia|split; [|split; [intros; lia|split; [|split; [exact V|split]]]]].
    - intros i Hi. pose proof (dear_pos (1 * 2) 1 i ltac:(lia)). lra.
    - intros j Hj. split; [|simpl; lra].
      replace (INR 2) with (sum 2 (one_dear (1 * 2) 1)) at 2 by (unfold one_dear; simpl; lra).
      apply isolation_unit; [lia| |].
      + intros i Hi. pose proof (dear_pos (1 * 2) 1 i ltac:(lia)). lra.
      + intros i q Hi Hq. apply dear_sorted; lia.
    - exists (fun _ => 0%nat), 1. split; intros j Hj; replace j with 0%nat by lia; unfold pays, given, one_dear; simpl; lra.
    - intros a opt Ha Ho. replace ((INR (1 * 2) - 1 + INR 1) / INR (1 * 2)) with 1 by (simpl; field).
      pose proof (dear_optimum 1 2 a opt ltac:(lia) ltac:(lia) Ha Ho) as H.
      replace ((2 - (2 - g)) * ((INR (1 * 1) - 1 + INR 1) / INR (1 * 1))) with g in Hgap by (simpl; field).
      replace ((INR 1 - 1 + INR 1) / INR 1) with 1 in Hgap by (simpl; field).
      replace ((INR 2 - 1 + INR 1) / INR 2) with 1 in H by (simpl; field). lra. }
  assert (Mp : 0 < INR m) by (apply lt_0_INR; lia).
  assert (V : value (pruned (m * m) m (one_dear (m * m) m) (fun _ => 1) (fun _ => INR m) (fun _ => INR m))
        ((INR (m * m) - 1 + INR m) / INR (m * m))) by (apply dear_pruned_value; lia).
  exists (m * m)%nat, m, (one_dear (m * m) m), (fun _ => m), (fun _ => INR m), ((INR (m * m) - 1 + INR m) / INR (m * m)).
  split; [lia|split; [|split; [intros; lia|split; [|split; [exact V|split]]]]].
  - intros i Hi. pose proof (dear_pos (m * m) m i ltac:(lia)). lra.
  - intros j Hj. split; [|exact Mp].
    assert (Q : sum m (one_dear (m * m) m) = INR m).
    { rewrite (sum_ext m _ (fun _ => 1)); [rewrite sum_const; ring|]. intros i Hi. unfold one_dear.
      destruct (Nat.eq_dec (S i) (m * m)); [nia|reflexivity]. }
    rewrite <- Q at 2. apply isolation_unit; [nia| |].
    + intros i Hi. pose proof (dear_pos (m * m) m i ltac:(lia)). lra.
    + intros i q Hi Hq. apply dear_sorted; assumption.
  - destruct V as [[x Hx] _].
    destruct (rounding_any_order (m * m) m (one_dear (m * m) m) (fun _ => m) (fun _ => INR m) ((INR (m * m) - 1 + INR m) / INR (m * m)) x) as [a [Cov Pay]].
    + intros i Hi. pose proof (dear_pos (m * m) m i ltac:(lia)). lra.
    + intros; lia.
    + exact Hx.
    + exists a, (2 * ((INR (m * m) - 1 + INR m) / INR (m * m))). split; [exact Cov|].
      intros j Hj. specialize (Pay j Hj). cbv beta in *. lra.
  - intros a opt Ha Ho. pose proof (dear_optimum m m a opt Hm Hm Ha Ho) as H.
    replace (2 - (2 - g)) with g in Hgap by ring. lra.
Qed.

(** A witness for bisection: one resource, one task, one halving of [1, 2]. *)
Lemma factor_witness :
  let P := fun rho => exists z, pruned 1 1 (fun _ => 1) (fun _ => 1) (fun _ => INR 1) (fun _ => 1) rho z in
  P 2 /\ exists lo hi, bisects P 1 1 2 lo hi /\ P hi.
Proof.
  intros P.
  assert (Q : forall rho, 1 <= rho -> P rho).
  { intros rho H. exists (fun _ _ => 1). destruct slots_witness as [S _].
    apply (pruned_monotone 1 1 (fun _ => 1) (fun _ => 1) (fun _ => INR 1) (fun _ => 1) 1 rho); [intros; lra|exact H|exact S]. }
  split; [apply Q; lra|]. exists 1, ((1 + 2) / 2). split; [|apply Q; lra].
  apply bisects_down; [apply Q; lra|constructor].
Qed.
