(** The search of li2019 for the first agent that rises, with its test and its halving.

    After li2019 3, the proof of Theorem 1, and lines 9 to 19 of Algorithm 1; line 6 is put right
    (properties/mechanisms/ddrf-printed.md). Agents are numbered from 0; agent [k] is the newcomer of step [S k]. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums Ddrf Programme.
Open Scope R_scope.

(** Can all from agent [l] on rise to the old share of [l], while those before it keep theirs? *)
Definition can_rise (n m : nat) (d : nat -> nat -> R) (k : nat) (old : nat -> R) (l : nat) : Prop :=
  forall r, (r < m)%nat -> before d k old l r + old l * onward d k l r <= released n (S k).

(** The search: while more than one agent separates the bounds, ask the middle one. *)
Fixpoint search (fuel : nat) (test : nat -> bool) (lb ub : nat) : nat :=
  match fuel with
  | O => ub
  | S p => if le_lt_dec ub (S lb) then ub
           else let t := ((lb + ub + 1) / 2)%nat in
                if test t then search p test lb t else search p test t ub
  end.

Section Search.

Variables (n m K : nat) (d x : nat -> nat -> R).
Hypothesis Hn : (0 < n)%nat.
Hypothesis Hd : normalised K m d.
Hypothesis Hx : ddrf n m K d x.
Set Default Proof Using "All".

(** ** The test tells the sides

    Idea: if all from l on can rise to the old share of l, that share is possible as the smallest, and M is the largest
    possible.  If M is at least that share, the closed form says that all from l on can rise so far.
    Mechanisms: ddrf-linear and Algorithm 1.  Property: none.  Hypothesis: none.  Claims: li2019-search-test. *)
Theorem search_test : forall k l, (k < K)%nat -> (l < k)%nat ->
  can_rise n m d k (x k) l <-> x k l <= x (S k) k.
Proof.
  intros k l Hk Hl. split.
  - intros H. apply (largest n m K d x Hn Hd Hx k (x k l) (fun i => if lt_dec i l then x k i else x k l)); [exact Hk| | |].
    + intros i Hi. destruct (lt_dec i l); [apply (lemma_2 n m K d x Hn Hd Hx); lia|lra].
    + intros i Hi. destruct (lt_dec i l); [lra|]. destruct (Nat.eq_dec i l) as [->|]; [lra|].
      apply (lemma_2 n m K d x Hn Hd Hx); lia.
    + intros r Hr. specialize (H r Hr). rewrite before_onward in H. apply Rle_trans with (2 := H).
      right. unfold used. apply sum_ext. intros i Hi. destruct (lt_dec i l); ring.
  - intros H r Hr. destruct (closed_form n m K d x Hn Hd Hx k Hk) as [C _].
    assert (P : 0 <= onward d k l r).
    { unfold onward. apply sum_nonneg. intros i Hi. destruct (lt_dec i l); [lra|].
      apply (demand_nonneg n m K d x Hn Hd Hx); lia. }
    destruct (Rle_lt_or_eq_dec _ _ P) as [Q|Q].
    + specialize (C l r ltac:(lia) Hr Q).
      assert (B : before d k (x k) l r + x (S k) k * onward d k l r <= released n (S k)).
      { apply (Rmult_le_compat_r (onward d k l r)) in C; [|lra].
        unfold Rdiv in C. rewrite Rmult_assoc, Rinv_l in C by lra. lra. }
      apply Rle_trans with (2 := B). apply Rplus_le_compat_l. apply Rmult_le_compat_r; assumption.
    + rewrite <- Q, Rmult_0_r, Rplus_0_r.
      apply (before_fits n m K k d (x k) Hn Hd Hk); [| | |lia|exact Hr].
      * intros i Hi. apply (share_nonneg n m K d x Hn Hd Hx); lia.
      * intros i j Hij Hj. apply (lemma_2 n m K d x Hn Hd Hx); lia.
      * intros q Hq. apply (fits n m K d x Hn Hd Hx); [lia|exact Hq].
Qed.

(** ** The halving ends at the first agent whose old share is at most M

    Idea: the loop keeps the old share of the lower bound above M and that of the upper bound at most M, where the newcomer
    counts as an agent of share 0; shares fall in the order of arrival.
    Mechanism: Algorithm 1 with line 6 asking whether all can rise to the largest old share.  Property: none.
    Hypothesis: none.  Claims: li2019-algorithm-1-search. *)
Theorem halving : forall k test, (k < K)%nat ->
  (forall l, (l < k)%nat -> test l = true <-> can_rise n m d k (x k) l) ->
  forall fuel lb ub, (lb < ub)%nat -> (ub <= k)%nat -> (ub - lb <= fuel)%nat ->
  x (S k) k < x k lb -> ((ub < k)%nat -> x k ub <= x (S k) k) ->
  let t := search fuel test lb ub in
  (lb < t <= ub)%nat /\ (forall i, (i < t)%nat -> x (S k) k < x k i) /\ (forall i, (t <= i)%nat -> (i < k)%nat -> x k i <= x (S k) k).
Proof.
  intros k test Hk Htest. induction fuel as [|fuel IH]; intros lb ub Hlt Hub Hfuel Hlo Hhi; [lia|].
  cbn [search]. destruct (le_lt_dec ub (S lb)) as [Hend|Hgo].
  - assert (E : ub = S lb) by lia. cbv zeta. split; [lia|split].
    + intros i Hi. destruct (Nat.eq_dec i lb) as [->|]; [exact Hlo|].
      apply Rlt_le_trans with (1 := Hlo). apply (lemma_2 n m K d x Hn Hd Hx); lia.
    + intros i Hi Hik. destruct (Nat.eq_dec i ub) as [->|]; [apply Hhi; exact Hik|].
      apply Rle_trans with (x k ub); [apply (lemma_2 n m K d x Hn Hd Hx); lia|apply Hhi; lia].
  - set (t := ((lb + ub + 1) / 2)%nat).
    assert (Ht : (lb < t < ub)%nat).
    { unfold t. pose proof (Nat.div_mod (lb + ub + 1) 2 ltac:(lia)) as E.
      pose proof (Nat.mod_upper_bound (lb + ub + 1) 2 ltac:(lia)) as M. lia. }
    specialize (Htest t ltac:(lia)) as T. rewrite (search_test k t Hk ltac:(lia)) in T.
    destruct (test t) eqn:Et.
    + destruct (IH lb t ltac:(lia) ltac:(lia) ltac:(lia) Hlo) as [A B]; [intros _; apply T; reflexivity|].
      cbv zeta. split; [lia|exact B].
    + assert (Lo : x (S k) k < x k t).
      { destruct (Rle_lt_dec (x k t) (x (S k) k)) as [H|H]; [|exact H]. apply T in H. discriminate. }
      destruct (IH t ub ltac:(lia) ltac:(lia) ltac:(lia) Lo Hhi) as [A B]. cbv zeta. split; [lia|exact B].
Qed.

(** ** With the tau of the search, line 21 finds M

    Idea: before tau everybody keeps its share, from tau on everybody rises to M; the full resource of the certificate attains
    the least quotient.
    Claims: li2019-lp-equation-2. *)
Theorem line_21 : forall k t, (k < K)%nat -> (t <= k)%nat ->
  (forall i, (i < t)%nat -> x (S k) k < x k i) -> (forall i, (t <= i)%nat -> (i < k)%nat -> x k i <= x (S k) k) ->
  (forall r, (r < m)%nat -> 0 < onward d k t r -> x (S k) k <= (released n (S k) - before d k (x k) t r) / onward d k t r)
  /\ exists r, (r < m)%nat /\ 0 < onward d k t r /\ x (S k) k = (released n (S k) - before d k (x k) t r) / onward d k t r.
Proof.
  intros k t Hk Ht Hlo Hhi. destruct (closed_form n m K d x Hn Hd Hx k Hk) as [C [u [r [Hu [Hr [Hq [E [L1 L2]]]]]]]].
  split; [intros q Hq' P; apply C; assumption|].
  assert (u = t).
  { destruct (lt_eq_lt_dec u t) as [[H|H]|H]; [exfalso|exact H|exfalso].
    - specialize (Hlo u H). specialize (L2 u (le_n u) ltac:(lia)). lra.
    - specialize (L1 t H). specialize (Hhi t (le_n t) ltac:(lia)). lra. }
  subst u. exists r. auto.
Qed.

End Search.
Set Default Proof Using "Type".

(** ** Witnesses

    The test can be made, since the comparisons are finitely many; and for (1, 1/2), (1/2, 1), (1, 1) with n = 3 the last step
    has M = 1/3 below the old shares 4/9, so that the search begins. *)
Lemma test_exists : forall n m d k old, exists test : nat -> bool, forall l, test l = true <-> can_rise n m d k old l.
Proof.
  intros n m d k old.
  set (one := fun l r => if Rle_dec (before d k old l r + old l * onward d k l r) (released n (S k)) then true else false).
  exists (fun l => (fix all p := match p with O => true | S q => (all q && one l q)%bool end) m).
  intros l. unfold can_rise. induction m as [|p IH].
  - split; [intros; lia|reflexivity].
  - rewrite Bool.andb_true_iff, IH. unfold one. split.
    + intros [A B] r Hr. destruct (Nat.eq_dec r p) as [->|]; [|apply A; lia].
      destruct (Rle_dec (before d k old l p + old l * onward d k l p) (released n (S k))); [assumption|discriminate].
    + intros H. split; [intros r Hr; apply H; lia|].
      destruct (Rle_dec (before d k old l p + old l * onward d k l p) (released n (S k))) as [|N]; [reflexivity|].
      exfalso. apply N, H. lia.
Qed.

Definition three (i r : nat) : R := match i with O => witness_demand 0 r | 1%nat => witness_demand 1 r | _ => 1 end.
Definition three_history (k i : nat) : R :=
  match k with O => 0 | 1%nat => 1/3 | 2%nat => 4/9 | _ => if Nat.eq_dec i 2 then 1/3 else 4/9 end.

Lemma search_witness : normalised 3 2 three /\ ddrf 3 2 3 three three_history
  /\ three_history 3 2 < three_history 2 0.
Proof.
  split; [|split].
  - intros i Hi. unfold three. destruct i as [|[|[|i]]]; [| | |lia].
    + apply (witness_normalised 0%nat). lia.
    + apply (witness_normalised 1%nat). lia.
    + split; [intros; lra|exists 0%nat; split; [lia|reflexivity]].
  - intros k Hk. destruct k as [|[|[|k]]]; [| | |lia].
    + repeat split; unfold three_history; simpl; try lra; [intros; lia| |].
      * intros r Hr. unfold used, released, three, witness_demand. destruct r as [|[|r]]; [| |lia]; simpl; lra.
      * exists 0%nat. split; [lia|]. split; [unfold used, released, three, witness_demand; simpl; lra|].
        exists 0%nat. split; [lia|]. unfold three, witness_demand; simpl. lra.
    + repeat split; unfold three_history; simpl; try lra.
      * intros i Hi. rewrite Rmax_left; lra.
      * intros r Hr. unfold used, released, three, witness_demand. destruct r as [|[|r]]; [| |lia]; simpl; lra.
      * exists 0%nat. split; [lia|]. split; [unfold used, released, three, witness_demand; simpl; lra|].
        exists 0%nat. split; [lia|]. unfold three, witness_demand; simpl. lra.
    + repeat split; unfold three_history; simpl; try lra.
      * intros i Hi. destruct (Nat.eq_dec i 2); [lia|]. rewrite Rmax_right; lra.
      * intros r Hr. unfold used, released, three, witness_demand. destruct r as [|[|r]]; [| |lia]; simpl; lra.
      * exists 0%nat. split; [lia|]. split; [unfold used, released, three, witness_demand; simpl; lra|].
        exists 2%nat. split; [lia|]. unfold three. simpl. lra.
  - unfold three_history. simpl. lra.
Qed.
