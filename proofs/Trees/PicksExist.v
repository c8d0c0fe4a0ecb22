(** Whole tasks given one by one on a tree end: the five rules have an outcome on every instance.

    After properties/mechanisms/hdrf-tasks.md, hdrf-naive.md, hdrf-rescaled.md, hdrf-collapsed.md and volcano-hdrf.md.  While a task
    of some user fits, the next pick is determined; there is room for finitely many tasks. *)

From Coq Require Import Reals Lra Lia Arith List Bool Permutation Classical.
From Fair.Arrivals Require Import Sums.
From Fair.Tasks Require Import Server Filling PlacingExists.
From Fair.Trees Require Import Tree Picks.
Import ListNotations.
Open Scope R_scope.

Section Exist.

Variables (N m : nat) (c : nat -> R) (elig : nat -> bool) (d : nat -> nat -> R) (tau : nat -> option nat).
Variable T : tree.
Variable w : nat -> nat -> R.
Hypothesis HS : server N m c w d.
Hypothesis Rt : rooted N m c elig d tau T.

Section Rule.
Variable how : rule.
Let free := free N m c d tau how.
Let level := level N m c d tau how.

(** ** From the root down *)

Lemma free_leaf : forall y t n, In n (leaves t) -> fits N m c d tau y n = true -> free y t.
Proof.
  intros y t n. induction t as [k|l IH] using tree_nodes; intros Hn F.
  - destruct Hn as [->|[]]. unfold free, Picks.free. simpl. rewrite F. reflexivity.
  - rewrite Forall_forall in IH. apply leaves_in in Hn as [k [K Hn]]. specialize (IH k K Hn F).
    unfold free, Picks.free in *. simpl. destruct (forallb _ _) eqn:E; [exfalso|reflexivity].
    rewrite forallb_forall in E. specialize (E (fst k, stand N m c d tau how y (snd k))).
    rewrite (in_map_iff) in E. simpl in E. rewrite IH in E. discriminate E. exists k. auto.
Qed.

Lemma free_child : forall y l, free y (queue l) -> exists k, In k l /\ free y (snd k).
Proof.
  intros y l F. unfold free, Picks.free in *. simpl in F. induction l as [|k l IH]; [discriminate F|]. simpl in F.
  destruct (blocked (stand N m c d tau how y (snd k))) eqn:E.
  - destruct IH as [j [J Fj]]; [exact F|]. exists j. split; [right; exact J|exact Fj].
  - exists k. split; [left; reflexivity|exact E].
Qed.

Lemma first_least : forall y l, (exists k, In k l /\ free y (snd k)) ->
  exists l1 k l2, l = l1 ++ k :: l2 /\ free y (snd k) /\
    (forall j, In j l1 -> free y (snd j) -> level y k < level y j) /\
    (forall j, In j l2 -> free y (snd j) -> level y k <= level y j).
Proof.
  intros y l. induction l as [|a l IH]; intros [k [K F]]; [destruct K|].
  destruct (classic (exists k, In k l /\ free y (snd k))) as [E|No].
  - destruct (IH E) as [l1 [b [l2 [-> [Fb [L1 L2]]]]]].
    destruct (classic (free y (snd a) /\ level y a <= level y b)) as [[Fa Le]|Not].
    + exists [], a, (l1 ++ b :: l2). split; [reflexivity|]. split; [exact Fa|]. split; [intros j []|].
      intros j J Fj. apply Rle_trans with (1 := Le). apply in_app_iff in J as [J|[<-|J]]; [apply Rlt_le, L1; auto|lra|apply L2; auto].
    + exists (a :: l1), b, l2. split; [reflexivity|]. split; [exact Fb|]. split; [|exact L2].
      intros j [<-|J] Fj; [|apply L1; auto]. apply Rnot_le_lt. intros Le. apply Not. auto.
  - destruct K as [->|K]; [|exfalso; apply No; exists k; auto].
    exists [], k, l. split; [reflexivity|]. split; [exact F|]. split; [intros j []|].
    intros j J Fj. exfalso. apply No. exists j. auto.
Qed.

Lemma goes_some : forall y t, free y t -> exists n, goes N m c d tau how y t n.
Proof.
  intros y t. induction t as [k|l IH] using tree_nodes; intros F; [exists k; constructor; exact F|].
  rewrite Forall_forall in IH. destruct (first_least y l (free_child y l F)) as [l1 [k [l2 [E [Fk [L1 L2]]]]]].
  destruct (IH k) as [n G]; [rewrite E; apply in_app_iff; simpl; auto|exact Fk|].
  exists n. rewrite E. apply goes_queue; assumption.
Qed.

(** ** The collapsed tree and Volcano's queues *)

Lemma leaf_user : forall n, In n (leaves T) -> (n < N)%nat.
Proof using Rt. intros n Hn. apply Rt in Hn as [[Hn _] _]. exact Hn. Qed.

Lemma collapsed_some : forall y n, In n (leaves T) -> fits N m c d tau y n = true -> exists p, goes_collapsed N m c d tau T y p.
Proof using Rt.
  intros y n Hn F.
  destruct (least_of N (fun j => In j (leaves T) /\ fits N m c d tau y j = true) (fun j => own_share m c d y j / entitled j T))
    as [p [_ [[Lp Fp] Low]]]; [exists n; split; [apply leaf_user; exact Hn|auto]|].
  exists p. split; [exact Lp|split; [exact Fp|]]. intros j Lj Fj.
  destruct (Nat.eq_dec j p) as [->|D]; [right; split; [reflexivity|lia]|].
  destruct (Low j (leaf_user j Lj) (conj Lj Fj) D) as [A|[A B]]; [left; exact A|right; split; [exact A|lia]].
Qed.

Lemma best_some : forall l : list line, l <> [] -> exists q, best l q.
Proof using.
  intros l. induction l as [|q l IH] using rev_ind; intros Ne; [contradiction|].
  destruct l as [|a l]; [exists q; apply best_one|]. destruct IH as [b B]; [discriminate|].
  destruct (classic (earlier (fst q) (fst b))) as [E|E]; [exists q; apply (best_new _ b)|exists b; apply best_old]; assumption.
Qed.

Lemma line_of : forall y t above n, In n (leaves t) -> t = user n \/ exists q, In q (lines N m c d tau how y above t) /\ In n (snd q).
Proof using.
  intros y t. induction t as [k|l IH] using tree_nodes; intros above n Hn; [destruct Hn as [->|[]]; left; reflexivity|right].
  rewrite Forall_forall in IH. apply leaves_in in Hn as [k [K Hn]].
  destruct (IH k K (above ++ [(fst k, stand N m c d tau how y (snd k))]) n Hn) as [E|[q [Q In_]]].
  - exists (above, own_users l). split; [left; reflexivity|]. unfold own_users. apply in_flat_map. exists k. split; [exact K|].
    rewrite E. left. reflexivity.
  - exists q. split; [right; apply in_flat_map; exists k; auto|exact In_].
Qed.

Lemma volcano_some : forall y n, (forall u, T <> user u) -> In n (leaves T) -> fits N m c d tau y n = true ->
  exists p, goes_volcano N m c d tau T how y p.
Proof using Rt.
  intros y n Qu Hn F. destruct (line_of y T [] n Hn) as [E|[q [Hq In_]]]; [elim (Qu n E)|].
  set (l := filter (waits N m c d tau y) (lines N m c d tau how y [] T)).
  assert (Hl : In q l).
  { apply filter_In. split; [exact Hq|]. unfold waits. apply existsb_exists. exists n. auto. }
  destruct (best_some l) as [b B]; [intros E; rewrite E in Hl; destruct Hl|].
  assert (Hb : In b l) by (apply (best_in l b B)).
  apply filter_In in Hb as [Lb Wb]. unfold waits in Wb. apply existsb_exists in Wb as [k [K Fk]].
  assert (U : forall j, In j (snd b) -> (j < N)%nat).
  { intros j J. apply leaf_user, (lines_leaves N m c d tau how y T [] b j Lb J). }
  destruct (least_of N (fun j => In j (snd b) /\ fits N m c d tau y j = true) (own_share m c d y)) as [p [_ [[Lp Fp] Low]]];
    [exists k; split; [apply U; exact K|auto]|].
  exists p, l, b. split; [apply Permutation_refl|split; [exact B|split; [exact Lp|split; [exact Fp|]]]]. intros j Lj Fj.
  destruct (Nat.eq_dec j p) as [->|D]; [right; split; [reflexivity|lia]|].
  destruct (Low j (U j Lj) (conj Lj Fj) D) as [A|[A C]]; [left; exact A|right; split; [exact A|lia]].
Qed.
End Rule.

(** ** Room for finitely many tasks *)

Lemma whole_bounded : exists b, forall y, whole N m c elig d tau y -> sum N (fun n => INR (y n)) <= b.
Proof using HS.
  destruct HS as [Hc [Hd [Hne _]]].
  assert (G : forall k, (k <= N)%nat -> exists b, forall y, whole N m c elig d tau y -> sum k (fun n => INR (y n)) <= b).
  { induction k as [|k IH]; intros Hk; [exists 0; intros; simpl; lra|].
    destruct IH as [b Hb]; [lia|]. destruct (Hne k ltac:(lia)) as [r [Hr P]].
    exists (b + c r / d k r). intros y Hy. simpl. specialize (Hb y Hy). destruct Hy as [Fit _]. specialize (Fit r Hr).
    assert (A : INR (y k) * d k r <= held N d y r).
    { apply (sum_term_le N (fun n => INR (y n) * d n r) k); [|lia].
      intros n Hn. apply Rmult_le_pos; [apply pos_INR|apply Hd; assumption]. }
    assert (INR (y k) <= c r / d k r); [|lra].
    apply (Rmult_le_reg_r (d k r)); [exact P|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  apply (G N). lia.
Qed.

(** Idea: as long as a task fits, somebody is picked.
    Mechanisms: hdrf-tasks, hdrf-naive, hdrf-rescaled, hdrf-collapsed, volcano-hdrf.  Hypothesis: none; the root is a queue. *)
Theorem picks_exist : forall how, (forall u, T <> user u) -> exists y, by_picks N m c elig d tau T how y.
Proof.
  intros how Qu. destruct whole_bounded as [b B].
  assert (P : forall y n, In n (leaves T) -> fits N m c d tau y n = true -> exists p, picks N m c d tau T how y p).
  { intros y n Hn F. unfold picks. pose proof (goes_some how y T (free_leaf how y T n Hn F)) as G.
    destruct how; try exact G; [exact (collapsed_some y n Hn F)|exact (volcano_some Volcano y n Qu Hn F)]. }
  assert (G : forall k, (exists y, by_picks N m c elig d tau T how y)
    \/ exists y, given N m c d tau T how y /\ sum N (fun n => INR (y n)) = INR k).
  { induction k as [|k [H|[y [Gy E]]]]; [right|left; exact H|].
    - exists (fun _ => 0%nat). split; [constructor; reflexivity|]. apply sum_zero. reflexivity.
    - destruct (classic (exists n, In n (leaves T) /\ fits N m c d tau y n = true)) as [[n [Hn F]]|No].
      + right. destruct (P y n Hn F) as [p Hp]. destruct (picks_fits N m c d tau T how y p Hp) as [Lp _].
        exists (fun j => if Nat.eq_dec j p then S (y p) else y j). split; [apply (Picks.one_more _ _ _ _ _ _ _ y p); auto|].
        assert (Hp' : (p < N)%nat) by (apply leaf_user; exact Lp).
        pose proof (sum_replace N (fun n => INR (if Nat.eq_dec n p then S (y p) else y n)) (fun n => INR (y n)) p Hp') as Q.
        cbn beta in Q. destruct (Nat.eq_dec p p) as [_|F']; [|contradiction]. rewrite S_INR in Q |- *.
        rewrite E in Q. enough (sum N (fun n => INR (if Nat.eq_dec n p then S (y p) else y n)) - (INR (y p) + 1) = INR k - INR (y p)) by lra.
        apply Q. intros i _ D. destruct (Nat.eq_dec i p); [contradiction|reflexivity].
      + left. exists y. split; [exact Rt|split; [exact Gy|]]. intros n Hn. destruct (fits N m c d tau y n) eqn:F; [|reflexivity].
        exfalso. apply No. exists n. auto. }
  destruct (natural_above b) as [k Hk]. destruct (G k) as [H|[y [Gy E]]]; [exact H|].
  specialize (B y (given_whole N m c elig d tau T how w HS Rt y Gy)). lra.
Qed.

End Exist.
