(** Whole tasks on one server, in the terms of Cluster/Model.v; sequential min-max; and what every rule that fills by
    whole tasks keeps of filling that halts.

    After properties/mechanisms/seq-minmax.md, drf-tasks.md, drf-tasks-skip.md with all tie rules, and
    properties/cluster/feasible.md, non-wasteful.md, po.md, under-by-one.md, population-monotone.md.  Weights may be
    given per resource; tasks may be finite, and a number of tasks that is not whole counts rounded down; demands and
    capacities may be zero. *)

From Coq Require Import Reals Lra Lia Arith Psatz Bool.
From Fair.Arrivals Require Import Sums.
From Fair.Tasks Require Import Server Precomputed Filling.
From Fair.Common Require Sums.
From Fair.Cluster Require Model Waste.
Open Scope R_scope.

(** ** The instance and the placement

    [T n] is how many tasks user [n] has, a real number or no limit, and [tau n] how many whole ones. *)
Definition whole_part (T : nat -> option R) (tau : nat -> option nat) : Prop :=
  forall n, match T n with
            | None => tau n = None
            | Some t => exists k, tau n = Some k /\ INR k <= t < INR k + 1
            end.

(** Weights play no part in feasibility and in waste, and stand as 1. *)
Definition pool_of N m c elig d (T : nat -> option R) : Model.inst :=
  Model.mk N 1 m (fun _ r => c r) d (fun _ => 1) (fun n _ => elig n) T.

Definition on_it (y : nat -> nat) : Model.placement := fun n _ => INR (y n).

Lemma pool_wf : forall N m c w elig d T, server N m c w d ->
  (forall n t, (n < N)%nat -> T n = Some t -> 0 <= t) -> Model.wf (pool_of N m c elig d T).
Proof.
  intros N m c w elig d T [Hc [Hd [Hne Hw]]] HT. split; cbn.
  - intros i r _ Hr. apply Hc; exact Hr.
  - intros n Hn. split; [intros r Hr; apply Hd; assumption|apply Hne; exact Hn].
  - intros; lra.
  - exact HT.
Qed.

Lemma live_gam : forall N m c w elig d T n, server N m c w d ->
  (forall n t, (n < N)%nat -> T n = Some t -> 0 <= t) -> (n < N)%nat ->
  live m c elig d n = true <-> 0 < Model.gam (pool_of N m c elig d T) n 0.
Proof.
  intros N m c w elig d T n HS HT Hn. pose proof (pool_wf N m c w elig d T HS HT) as W. rewrite live_spec. split.
  - intros [E H]. apply (Model.gam_pos _ W); cbn; auto.
  - intros G. split; [exact (Model.gam_el _ n 0 G)|].
    intros r Hr D. apply (Model.gam_cap _ W n 0 r); cbn; auto.
Qed.

(** ** Feasibility and waste

    Idea: whole tasks that fit, of users that can run, no more than there are, are a feasible placement; and a feasible
    placement wastes nothing.
    Mechanisms: seq-minmax here; drf-tasks and drf-tasks-skip with all tie rules have the same clause. *)
Theorem whole_is_feasible : forall N m c w elig d T tau y, server N m c w d ->
  (forall n t, (n < N)%nat -> T n = Some t -> 0 <= t) -> whole_part T tau ->
  whole N m c elig d tau y -> Model.feasible (pool_of N m c elig d T) (on_it y).
Proof.
  intros N m c w elig d T tau y HS HT HP [Hfit [Hdead Hin]].
  pose proof (live_gam N m c w elig d T) as LG.
  split; [split|]; cbn.
  - intros n i _ _. apply pos_INR.
  - intros n i Hn Hi G. unfold on_it.
    destruct (live m c elig d n) eqn:E.
    + apply (LG n HS HT Hn) in E. replace i with 0%nat in G by lia. lra.
    + rewrite (Hdead n Hn E). reflexivity.
  - intros n Hn. specialize (HP n). specialize (Hin n Hn). unfold within in Hin. unfold Model.tot, on_it. cbn.
    destruct (T n) as [t|]; cbn; [|exact I]. destruct HP as [k [E [A B]]]. rewrite E in Hin.
    apply le_INR in Hin. lra.
  - intros i r Hi Hr. exact (Hfit r Hr).
Qed.

Theorem whole_is_non_wasteful : forall N m c w elig d T tau y, server N m c w d ->
  (forall n t, (n < N)%nat -> T n = Some t -> 0 <= t) -> whole_part T tau ->
  whole N m c elig d tau y ->
  Model.non_wasteful (pool_of N m c elig d T) (Model.gam (pool_of N m c elig d T)) (on_it y).
Proof.
  intros N m c w elig d T tau y HS HT HP HW.
  pose proof (pool_wf N m c w elig d T HS HT) as W.
  apply Waste.placed_non_wasteful.
  - intros n i Hn Hi. apply (Model.gam_nonneg _ W); assumption.
  - apply (whole_is_feasible N m c w elig d T tau y HS HT HP HW).
Qed.

(** ** Sequential min-max

    Task [t] of a user has the key [t] times its share: where the user stands once it has the task.  Ties go to the
    lower index.  The condition is that of filling that leaves out, with this order. *)
Definition by_share_after (s : nat -> R) (i t j u : nat) : Prop :=
  INR t * s i < INR u * s j \/ (INR t * s i = INR u * s j /\ (i < j)%nat).

Definition seq_minmax N m c w elig d tau (z : nat -> nat) : Prop :=
  exists s, shares N m c w elig d s /\ skipped N m c elig d tau (by_share_after s) z.

(* Idea: a clause of the specification.
   Mechanism: seq-minmax.  Property: feasible.  Hypothesis: none. *)
Theorem seq_minmax_feasible : forall N m c w elig d T tau z, server N m c w d ->
  (forall n t, (n < N)%nat -> T n = Some t -> 0 <= t) -> whole_part T tau ->
  seq_minmax N m c w elig d tau z -> Model.feasible (pool_of N m c elig d T) (on_it z).
Proof.
  intros N m c w elig d T tau z HS HT HP [s [_ [HW _]]].
  exact (whole_is_feasible N m c w elig d T tau z HS HT HP HW).
Qed.

(* Mechanism: seq-minmax.  Property: non-wasteful.  Hypothesis: none. *)
Theorem seq_minmax_non_wasteful : forall N m c w elig d T tau z, server N m c w d ->
  (forall n t, (n < N)%nat -> T n = Some t -> 0 <= t) -> whole_part T tau ->
  seq_minmax N m c w elig d tau z ->
  Model.non_wasteful (pool_of N m c elig d T) (Model.gam (pool_of N m c elig d T)) (on_it z).
Proof.
  intros N m c w elig d T tau z HS HT HP [s [_ [HW _]]].
  exact (whole_is_non_wasteful N m c w elig d T tau z HS HT HP HW).
Qed.

(** Any order of picks will do: a task that did not fit when its turn came does not fit at the end. *)
Lemma skipped_full : forall N m c w elig d tau before z, server N m c w d ->
  skipped N m c elig d tau before z -> forall n, runs N m c elig d n -> more tau z n ->
  exists r, (r < m)%nat /\ c r < held N d z r + d n r.
Proof.
  intros N m c w elig d tau before z HS [_ Hs] n Rn Mn.
  destruct (Hs n Rn Mn) as [b [Hb [_ [_ [r [Hr Hno]]]]]]. exists r. split; [exact Hr|].
  pose proof (held_mono N m c w d b z r HS Hr Hb). lra.
Qed.

(** ** Sequential min-max is Pareto optimal among whole tasks

    Idea: nobody's next task fits into what is left at the end, and whoever had more would need it. *)
Lemma seq_minmax_maximal : forall N m c w elig d tau z y, server N m c w d ->
  seq_minmax N m c w elig d tau z -> whole N m c elig d tau y ->
  (forall n, (n < N)%nat -> (z n <= y n)%nat) -> forall n, (n < N)%nat -> y n = z n.
Proof.
  intros N m c w elig d tau z y HS [s [_ Hz]] [Yfit [Ydead Yin]] Hle n Hn.
  destruct (Nat.eq_dec (y n) (z n)) as [|Hne]; [assumption|exfalso].
  assert (Hlt : (z n < y n)%nat) by (specialize (Hle n Hn); lia).
  assert (Rn : runs N m c elig d n).
  { split; [exact Hn|]. destruct (live m c elig d n) eqn:E; [reflexivity|]. rewrite (Ydead n Hn E) in Hlt. lia. }
  assert (Mn : more tau z n).
  { unfold more. specialize (Yin n Hn). unfold within in Yin. destruct (tau n); [lia|exact I]. }
  destruct (skipped_full N m c w elig d tau _ z HS Hz n Rn Mn) as [r [Hr Hno]].
  pose proof (held_more N m c w d z y n r HS Hr Hn Hle Hlt). specialize (Yfit r Hr). lra.
Qed.

Definition whole_numbers (N : nat) (x : Model.placement) : Prop := forall n, (n < N)%nat -> exists k : nat, x n 0%nat = INR k.

(* Competitors are placements of whole tasks.
   Mechanism: seq-minmax.  Property: po.  Hypothesis: none. *)
Theorem seq_minmax_pareto_optimal : forall N m c w elig d T tau z, server N m c w d ->
  (forall n t, (n < N)%nat -> T n = Some t -> 0 <= t) -> whole_part T tau ->
  seq_minmax N m c w elig d tau z ->
  Model.pareto (pool_of N m c elig d T) (fun y => Model.feasible (pool_of N m c elig d T) y /\ whole_numbers N y) (on_it z).
Proof.
  intros N m c w elig d T tau z HS HT HP [s [_ Hz]] [y [[[P C] Y] [Ge [n [Hn Gt]]]]]. cbn in Hn.
  assert (Ty : forall j, (j < N)%nat -> Model.tot (pool_of N m c elig d T) y j = y j 0%nat).
  { intros j _. unfold Model.tot. cbn. lra. }
  assert (Tz : forall j, Model.tot (pool_of N m c elig d T) (on_it z) j = INR (z j)).
  { intros j. unfold Model.tot, on_it. cbn. lra. }
  rewrite Tz, Ty in Gt by exact Hn.
  assert (Up : INR (z n) + 1 <= y n 0%nat).
  { destruct (Y n Hn) as [k E]. rewrite E in *. apply INR_lt in Gt. rewrite <- S_INR. apply le_INR. lia. }
  assert (Rn : runs N m c elig d n).
  { split; [exact Hn|]. apply (live_gam N m c w elig d T n HS HT Hn).
    pose proof (pos_INR (z n)) as Z0.
    assert (W : Model.wf (pool_of N m c elig d T)) by (apply (pool_wf N m c w); assumption).
    destruct (Rle_lt_or_eq_dec 0 (Model.gam (pool_of N m c elig d T) n 0)) as [|E]; [|assumption|].
    - apply (Model.gam_nonneg _ W); cbn; [exact Hn|lia].
    - pose proof (Model.pl_run _ _ _ P n 0%nat Hn ltac:(cbn; lia) (eq_sym E)). lra. }
  assert (Mn : more tau z n).
  { pose proof (Model.pl_tk _ _ _ P n Hn) as Q. rewrite Ty in Q by exact Hn. cbn in Q. specialize (HP n). unfold more.
    destruct (T n) as [t|]; [|rewrite HP; exact I]. destruct HP as [k [E [_ B]]]. rewrite E. cbn in Q.
    apply INR_lt. lra. }
  destruct (skipped_full N m c w elig d tau _ z HS Hz n Rn Mn) as [r [Hr Hno]].
  specialize (C 0%nat r ltac:(cbn; lia) Hr). cbn in C.
  rewrite <- (held_succ N d z n r Hn) in Hno.
  assert (L : held N d (fun j => if Nat.eq_dec j n then S (z n) else z j) r <= sum N (fun j => y j 0%nat * d j r)).
  { unfold held. apply sum_le. intros j Hj. destruct HS as [_ [Hd _]].
    apply Rmult_le_compat_r; [apply Hd; assumption|].
    destruct (Nat.eq_dec j n) as [->|Hne]; [rewrite S_INR; exact Up|].
    specialize (Ge j Hj). rewrite Tz, Ty in Ge by exact Hj. exact Ge. }
  change (sum N (fun j => y j 0%nat * d j r)) with (Common.Sums.sum N (fun j => y j 0%nat * d j r)) in L.
  lra.
Qed.

(** ** Nobody is short of filling that halts by more than one task

    Idea: let filling that halts give y, with its next pick at the key K, and let z_n be at most y_n - 2.  What stood in
    the way of task z_n + 1 of n are tasks whose keys are below (z_n + 1) s_n, and so below K: all of them are in y, and
    this task of n is in y as well.  But they did not fit together.

    [stopped_by] says what stood in the way: [b] of the tasks given, each with a key below where n would stand with
    its next task, leave no room for it. *)
Definition stopped_by N m c elig d (s : nat -> R) (z : nat -> nat) (n : nat) (b : nat -> nat) : Prop :=
  (forall j, (j < N)%nat -> (b j <= z j)%nat)
  /\ (forall j, runs N m c elig d j -> (0 < b j)%nat -> (INR (b j) - 1) * s j < (INR (z n) + 1) * s n)
  /\ exists r, (r < m)%nat /\ c r < held N d b r + d n r.

Lemma INR_two : forall k : nat, INR (S k) = INR k + 1.
Proof. intros. apply S_INR. Qed.

Theorem stopped_short_by_one : forall N m c w elig d tau s before y z,
  server N m c w d -> shares N m c w elig d s -> pick_order (runs N m c elig d) s before ->
  halted N m c elig d tau before y -> whole N m c elig d tau z ->
  (forall n, runs N m c elig d n -> more tau z n -> exists b, stopped_by N m c elig d s z n b) ->
  forall n, (n < N)%nat -> (y n <= z n + 1)%nat.
Proof.
  intros N m c w elig d tau s before y z HS Hs HO [[Yfit [Ydead Yin]] Yh] [_ [Zdead Zin]] Hstop n Hn.
  destruct (le_lt_dec (y n) (z n + 1)) as [|Hlt]; [assumption|exfalso].
  assert (En : live m c elig d n = true).
  { destruct (live m c elig d n) eqn:E; [reflexivity|]. rewrite (Ydead n Hn E) in Hlt. lia. }
  assert (Rn : runs N m c elig d n) by (split; assumption).
  assert (Mn : more tau z n).
  { unfold more. specialize (Yin n Hn). unfold within in Yin. destruct (tau n); [lia|exact I]. }
  assert (Sn : 0 < s n) by (apply (share_positive N m c w d n); [exact HS|exact Hn|apply Hs; assumption]).
  destruct HO as [_ [_ [_ [_ Key]]]].
  destruct (Hstop n Rn Mn) as [b [Hbz [Hbk [r [Hr Hno]]]]].
  assert (By : forall j, (j < N)%nat -> (b j <= y j)%nat).
  { intros j Hj. destruct (live m c elig d j) eqn:E.
    2:{ specialize (Hbz j Hj). rewrite (Zdead j Hj E) in Hbz. lia. }
    assert (Rj : runs N m c elig d j) by (split; assumption).
    destruct (le_lt_dec (b j) (y j)) as [|Hlt']; [assumption|exfalso].
    assert (Mj : more tau y j).
    { unfold more. specialize (Zin j Hj). specialize (Hbz j Hj). unfold within in Zin. destruct (tau j); [lia|exact I]. }
    destruct Yh as [Yall|[p [Rp [Mp [Ynext [Ygiven _]]]]]]; [exact (Yall j Rj Mj)|].
    assert (Sj : 0 < s j) by (apply (share_positive N m c w d j); [exact HS|exact Hj|apply Hs; assumption]).
    assert (B : (INR (b j) - 1) * s j < (INR (z n) + 1) * s n) by (apply Hbk; [exact Rj|lia]).
    assert (C : (INR (y n) - 1) * s n <= (INR (S (y p)) - 1) * s p).
    { apply Key; [exact Rn|exact Rp|]. apply Ygiven; [exact Rn|lia|lia]. }
    assert (D : (INR (S (y p)) - 1) * s p <= (INR (S (y j)) - 1) * s j).
    { destruct (Nat.eq_dec j p) as [->|Hne]; [lra|]. apply Key; [exact Rp|exact Rj|apply Ynext; assumption]. }
    assert (F : INR (z n) + 1 <= INR (y n) - 1).
    { assert (INR (S (S (z n))) <= INR (y n)) by (apply le_INR; lia). rewrite !S_INR in H. lra. }
    assert (G : INR (y j) <= INR (b j) - 1).
    { assert (INR (S (y j)) <= INR (b j)) by (apply le_INR; lia). rewrite S_INR in H. lra. }
    rewrite (S_INR (y j)) in D.
    assert ((INR (z n) + 1) * s n <= (INR (y n) - 1) * s n) by (apply Rmult_le_compat_r; lra).
    assert (INR (y j) * s j <= (INR (b j) - 1) * s j) by (apply Rmult_le_compat_r; lra). lra. }
  assert (held N d b r + d n r <= held N d y r).
  { apply (held_more N m c w); try assumption. specialize (Hbz n Hn). lia. }
  specialize (Yfit r Hr). lra.
Qed.

(** The order of sequential min-max, and every order of picks by keys, stops in this way. *)
Lemma skipped_stops : forall N m c w elig d tau s before z,
  server N m c w d -> shares N m c w elig d s -> pick_order (runs N m c elig d) s before ->
  skipped N m c elig d tau before z ->
  forall n, runs N m c elig d n -> more tau z n -> exists b, stopped_by N m c elig d s z n b.
Proof.
  intros N m c w elig d tau s before z HS Hs [_ [_ [_ [_ Key]]]] [_ Hz] n Rn Mn.
  destruct (Hz n Rn Mn) as [b [Hb [Hk [_ Hno]]]]. exists b. split; [exact Hb|split; [|exact Hno]].
  intros j Rj Hj. assert (Q : before j (b j) n (S (z n))) by (apply Hk; [exact Rj|lia|lia]).
  apply Key in Q; [|exact Rj|exact Rn]. rewrite S_INR in Q.
  assert (0 < s n) by (destruct Rn; apply (share_positive N m c w d n); [exact HS|assumption|apply Hs; assumption]). nra.
Qed.

Lemma seq_minmax_stops : forall N m c w elig d tau s z,
  server N m c w d -> shares N m c w elig d s -> skipped N m c elig d tau (by_share_after s) z ->
  forall n, runs N m c elig d n -> more tau z n -> exists b, stopped_by N m c elig d s z n b.
Proof.
  intros N m c w elig d tau s z HS Hs [_ Hz] n Rn Mn.
  destruct (Hz n Rn Mn) as [b [Hb [Hk [_ Hno]]]]. exists b. split; [exact Hb|split; [|exact Hno]].
  intros j Rj Hj. assert (Q : by_share_after s j (b j) n (S (z n))) by (apply Hk; [exact Rj|lia|lia]).
  assert (0 < s j) by (destruct Rj; apply (share_positive N m c w d j); [exact HS|assumption|apply Hs; assumption]).
  unfold by_share_after in Q. rewrite S_INR in Q. destruct Q as [Q|[Q _]]; nra.
Qed.

(** What drf-tasks gives: filling that halts, ties by larger share and then lower index. *)
Definition drf_tasks N m c w elig d tau (y : nat -> nat) : Prop :=
  exists s, shares N m c w elig d s /\ halted N m c elig d tau (by_key s (larger_share s)) y.

Lemma drf_tasks_order : forall N m c w elig d s, server N m c w d -> shares N m c w elig d s ->
  pick_order (runs N m c elig d) s (by_key s (larger_share s))
  /\ pick_order (runs N m c elig d) s (by_key s (smaller_share s))
  /\ pick_order (runs N m c elig d) s (by_key s lower_index).
Proof.
  intros N m c w elig d s HS Hs. apply tie_rules. intros i [Hi Li].
  apply (share_positive N m c w d i); [exact HS|exact Hi|apply Hs; assumption].
Qed.

Lemma by_key_same : forall s t (tie : (nat -> R) -> nat -> nat -> Prop) N m c w elig d,
  server N m c w d -> shares N m c w elig d s -> shares N m c w elig d t ->
  forall i, runs N m c elig d i -> s i = t i.
Proof.
  intros s t tie N m c w elig d HS Hs Ht i [Hi Li].
  apply (share_unique N m c w d i); [exact HS|exact Hi|apply Hs|apply Ht]; assumption.
Qed.

(** The shares may be taken to be any others that meet the definition. *)
Lemma drf_tasks_with : forall N m c w elig d tau s y, server N m c w d -> shares N m c w elig d s ->
  drf_tasks N m c w elig d tau y -> halted N m c elig d tau (by_key s (larger_share s)) y.
Proof.
  intros N m c w elig d tau s y HS Hs [t [Ht [HW Hh]]]. split; [exact HW|].
  assert (E : forall i, runs N m c elig d i -> s i = t i) by exact (by_key_same s t larger_share N m c w elig d HS Hs Ht).
  assert (B : forall i k j u, runs N m c elig d i -> runs N m c elig d j ->
    by_key t (larger_share t) i k j u -> by_key s (larger_share s) i k j u).
  { intros i k j u Ri Rj. unfold by_key, larger_share. rewrite (E i Ri), (E j Rj). auto. }
  destruct Hh as [Hall|[p [Rp [Mp [Hnext [Hgiven Hno]]]]]]; [left; exact Hall|right].
  exists p. split; [exact Rp|split; [exact Mp|split; [|split; [|exact Hno]]]].
  - intros n Rn Mn Hne. apply B; [exact Rp|exact Rn|apply Hnext; assumption].
  - intros n k Rn H1 H2. apply B; [exact Rn|exact Rp|apply Hgiven; assumption].
Qed.

(* Mechanism: seq-minmax.  Property: under-by-one.  Hypothesis: none. *)
Theorem seq_minmax_short_by_one : forall N m c w elig d tau y z, server N m c w d ->
  seq_minmax N m c w elig d tau z -> drf_tasks N m c w elig d tau y ->
  forall n, (n < N)%nat -> (y n <= z n + 1)%nat.
Proof.
  intros N m c w elig d tau y z HS [s [Hs Hz]] Hy.
  apply (stopped_short_by_one N m c w elig d tau s (by_key s (larger_share s)) y z HS Hs).
  - apply (drf_tasks_order N m c w elig d s HS Hs).
  - exact (drf_tasks_with N m c w elig d tau s y HS Hs Hy).
  - apply Hz.
  - exact (seq_minmax_stops N m c w elig d tau s z HS Hs Hz).
Qed.

(** Filling that leaves out, with any rule for ties.
    Mechanisms: drf-tasks-skip-lower, drf-tasks-skip-index (and drf-tasks-skip).  Property: under-by-one.
    Hypothesis: none. *)
Theorem skipped_short_by_one : forall N m c w elig d tau s before y z, server N m c w d ->
  shares N m c w elig d s -> pick_order (runs N m c elig d) s before ->
  skipped N m c elig d tau before z -> drf_tasks N m c w elig d tau y ->
  forall n, (n < N)%nat -> (y n <= z n + 1)%nat.
Proof.
  intros N m c w elig d tau s before y z HS Hs HO Hz Hy.
  apply (stopped_short_by_one N m c w elig d tau s (by_key s (larger_share s)) y z HS Hs).
  - apply (drf_tasks_order N m c w elig d s HS Hs).
  - exact (drf_tasks_with N m c w elig d tau s y HS Hs Hy).
  - apply Hz.
  - exact (skipped_stops N m c w elig d tau s before z HS Hs HO Hz).
Qed.

(** ** Two rules for ties are one task apart at most, also when filling halts

    Idea: both halt at picks of the same key K.  If the other halted at a smaller key, all that it gave and its next
    pick as well would be among what drf-tasks gave, and that fits.  At the key K everybody with a task left has between
    K/s_n and K/s_n + 1 tasks.
    Mechanisms: drf-tasks-lower, drf-tasks-index.  Property: under-by-one.  Hypothesis: none. *)
Theorem halted_short_by_one : forall N m c w elig d tau s before y z, server N m c w d ->
  shares N m c w elig d s -> pick_order (runs N m c elig d) s before ->
  halted N m c elig d tau before z -> drf_tasks N m c w elig d tau y ->
  forall n, (n < N)%nat -> (y n <= z n + 1)%nat.
Proof.
  intros N m c w elig d tau s before y z HS Hs HO [[Zfit [Zdead Zin]] Zh] Hy n Hn.
  pose proof (drf_tasks_with N m c w elig d tau s y HS Hs Hy) as [[Yfit [Ydead Yin]] Yh].
  pose proof (drf_tasks_order N m c w elig d s HS Hs) as [HL _].
  destruct HO as [_ [_ [_ [_ Key]]]]. destruct HL as [_ [_ [_ [_ KeyL]]]].
  destruct (le_lt_dec (y n) (z n + 1)) as [|Hlt]; [assumption|exfalso].
  assert (Pos : forall i, runs N m c elig d i -> 0 < s i).
  { intros i [Hi Li]. apply (share_positive N m c w d i); [exact HS|exact Hi|apply Hs; assumption]. }
  assert (Rn : runs N m c elig d n).
  { split; [exact Hn|]. destruct (live m c elig d n) eqn:E; [reflexivity|]. rewrite (Ydead n Hn E) in Hlt. lia. }
  assert (Mn : more tau z n).
  { unfold more. specialize (Yin n Hn). unfold within in Yin. destruct (tau n); [lia|exact I]. }
  destruct Zh as [Zall|[q [Rq [Mq [Znext [Zgiven [r [Hr Zno]]]]]]]]; [exact (Zall n Rn Mn)|].
  (* The key of the next pick of z is at most where n stands in z, so below the key of a task of n in y. *)
  assert (Zn : INR (z q) * s q <= INR (z n) * s n).
  { destruct (Nat.eq_dec n q) as [->|Hne]; [lra|].
    pose proof (Key q (S (z q)) n (S (z n)) Rq Rn (Znext n Rn Mn Hne)) as Q. rewrite !S_INR in Q. lra. }
  assert (Pn : 0 < s n) by (apply Pos; exact Rn).
  assert (Below : INR (z q) * s q < (INR (y n) - 1) * s n).
  { assert (INR (S (S (z n))) <= INR (y n)) by (apply le_INR; lia). rewrite !S_INR in H. nra. }
  (* Every task with a smaller key than that is in y. *)
  assert (In : forall j k, runs N m c elig d j -> (k <= match tau j with None => k | Some t => t end)%nat ->
    (INR k - 1) * s j <= INR (z q) * s q -> (k <= y j)%nat).
  { intros j k Rj Hk K. destruct (le_lt_dec k (y j)) as [|Hlt']; [assumption|exfalso].
    assert (Mj : more tau y j) by (unfold more; destruct (tau j); [lia|exact I]).
    destruct Yh as [Yall|[p [Rp [Mp [Ynext [Ygiven _]]]]]]; [exact (Yall j Rj Mj)|].
    assert (A : (INR (y n) - 1) * s n <= (INR (S (y p)) - 1) * s p).
    { apply KeyL; [exact Rn|exact Rp|]. apply Ygiven; [exact Rn|lia|lia]. }
    assert (B : (INR (S (y p)) - 1) * s p <= (INR (S (y j)) - 1) * s j).
    { destruct (Nat.eq_dec j p) as [->|Hne]; [lra|]. apply KeyL; [exact Rp|exact Rj|apply Ynext; assumption]. }
    specialize (Pos j Rj).
    assert (INR (S (y j)) <= INR k) by (apply le_INR; lia). rewrite (S_INR (y j)) in *.
    assert (INR (y j) * s j <= (INR k - 1) * s j) by (apply Rmult_le_compat_r; lra). lra. }
  assert (All : forall j, (j < N)%nat -> (z j <= y j)%nat).
  { intros j Hj. destruct (live m c elig d j) eqn:E; [|rewrite (Zdead j Hj E); lia].
    assert (Rj : runs N m c elig d j) by (split; assumption).
    destruct (Nat.eq_dec (z j) 0) as [Z|Z]; [lia|].
    apply (In j (z j) Rj).
    - specialize (Zin j Hj). unfold within in Zin. destruct (tau j); lia.
    - pose proof (Key j (z j) q (S (z q)) Rj Rq (Zgiven j (z j) Rj ltac:(lia) ltac:(lia))) as Q.
      rewrite S_INR in Q. lra. }
  assert (More : (z q < y q)%nat).
  { apply (In q (S (z q)) Rq).
    - unfold more in Mq. destruct (tau q); lia.
    - rewrite S_INR. lra. }
  destruct Rq as [Hq _].
  pose proof (held_more N m c w d z y q r HS Hr Hq All More). specialize (Yfit r Hr). lra.
Qed.

(** ** When a user leaves, filling that halts takes nothing from the others

    Idea: the order of picks of those who stay is as before.  If somebody had less afterwards, filling would now halt
    earlier in this order; but all that it then has given, and the task it halts at, were given before as well.
    Mechanisms: drf-tasks, drf-tasks-lower, drf-tasks-index.  Property: population-monotone.  Hypothesis: none.
    [keep l n] is the old number of the user that has the number [n] after [l] has left. *)
Lemma keep_spec : forall p l n, (l <= p)%nat -> (n < p)%nat -> (keep l n < S p)%nat /\ keep l n <> l.
Proof. intros p l n Hl Hn. unfold keep. destruct (lt_dec n l); lia. Qed.

Lemma keep_onto : forall p l j, (l <= p)%nat -> (j < S p)%nat -> j <> l -> exists n, (n < p)%nat /\ keep l n = j.
Proof.
  intros p l j Hl Hj Hne. destruct (lt_dec j l) as [H|H].
  - exists j. split; [lia|]. unfold keep. destruct (lt_dec j l); [reflexivity|lia].
  - exists (pred j). split; [lia|]. unfold keep. destruct (lt_dec (pred j) l); lia.
Qed.

Lemma keep_order : forall l i j, (keep l i < keep l j)%nat <-> (i < j)%nat.
Proof. intros l i j. unfold keep. destruct (lt_dec i l), (lt_dec j l); lia. Qed.

(** A rule for ties among the users of any instance, by their shares and numbers. *)
Definition tie_rule (tie : (nat -> R) -> nat -> nat -> Prop) : Prop :=
  tie = larger_share \/ tie = smaller_share \/ tie = fun _ => lower_index.

Lemma tie_rule_order : forall tie N m c w elig d s, tie_rule tie -> server N m c w d -> shares N m c w elig d s ->
  pick_order (runs N m c elig d) s (by_key s (tie s)).
Proof.
  intros tie N m c w elig d s [->|[->| ->]] HS Hs; apply (drf_tasks_order N m c w elig d s HS Hs).
Qed.

Lemma tie_rule_keep : forall tie l s s' i j, tie_rule tie -> s' i = s (keep l i) -> s' j = s (keep l j) ->
  tie s (keep l i) (keep l j) -> tie s' i j.
Proof.
  intros tie l s s' i j [->|[->| ->]] Ei Ej; unfold larger_share, smaller_share, lower_index;
    rewrite ?Ei, ?Ej, ?keep_order; auto.
Qed.

(** Filling that halts with this rule for ties: drf-tasks, drf-tasks-lower, drf-tasks-index. *)
Definition halting tie N m c w elig d tau (y : nat -> nat) : Prop :=
  exists s, shares N m c w elig d s /\ halted N m c elig d tau (by_key s (tie s)) y.

Theorem halting_population_monotone : forall tie p m c w elig d tau y y' l, tie_rule tie ->
  server (S p) m c w d -> (l <= p)%nat ->
  halting tie (S p) m c w elig d tau y ->
  halting tie p m c (fun n => w (keep l n)) (fun n => elig (keep l n)) (fun n => d (keep l n)) (fun n => tau (keep l n)) y' ->
  forall n, (n < p)%nat -> (y (keep l n) <= y' n)%nat.
Proof.
  intros tie p m c w elig d tau y y' l HT HS Hl [s [Hs [[Yfit [Ydead Yin]] Yh]]] [s' [Hs' [[Zfit [Zdead Zin]] Zh]]] n Hn.
  assert (Hk : forall i, (i < p)%nat -> (keep l i < S p)%nat) by (intros i Hi; apply (keep_spec p l i Hl Hi)).
  assert (HS' : server p m c (fun n => w (keep l n)) (fun n => d (keep l n))).
  { destruct HS as [A [B [C D]]]. split; [exact A|split; [|split]]; intros; [apply B|apply C|apply D]; auto. }
  set (R := runs (S p) m c elig d) in *.
  set (R' := runs p m c (fun n => elig (keep l n)) (fun n => d (keep l n))) in *.
  assert (RR : forall i, (i < p)%nat -> R' i <-> R (keep l i)).
  { intros i Hi. unfold R, R', runs. specialize (Hk i Hi).
    change (live m c (fun a => elig (keep l a)) (fun b => d (keep l b)) i) with (live m c elig d (keep l i)). tauto. }
  assert (Same : forall i, R' i -> s' i = s (keep l i)).
  { intros i [Hi Ei]. apply (share_unique p m c (fun n => w (keep l n)) (fun n => d (keep l n)) i); [exact HS'|exact Hi|apply Hs'; assumption|].
    exact (Hs (keep l i) (Hk i Hi) Ei). }
  destruct (tie_rule_order tie (S p) m c w elig d s HT HS Hs) as [Irr [Tr [Own [Tot _]]]].
  pose proof (tie_rule_order tie p m c (fun i => w (keep l i)) (fun i => elig (keep l i)) (fun i => d (keep l i)) s' HT HS' Hs') as [Irr' [Tr' [Own' [Tot' _]]]].
  assert (Bef : forall i t j u, R' i -> R' j -> by_key s (tie s) (keep l i) t (keep l j) u -> by_key s' (tie s') i t j u).
  { intros i t j u Ri Rj. unfold by_key. rewrite (Same i Ri), (Same j Rj). intros [A|[A B]]; [left; exact A|right].
    split; [exact A|]. exact (tie_rule_keep tie l s s' i j HT (Same i Ri) (Same j Rj) B). }
  assert (Bef' : forall i t j u, R' i -> R' j -> by_key s' (tie s') i t j u -> by_key s (tie s) (keep l i) t (keep l j) u).
  { intros i t j u Ri Rj Q. destruct (Nat.eq_dec i j) as [->|Hne].
    - destruct (lt_eq_lt_dec t u) as [[H|H]|H].
      + apply Own; [apply RR; [apply Rj|exact Rj]|exact H].
      + subst u. exfalso. exact (Irr' _ _ Q).
      + exfalso. apply (Irr' j t). apply (Tr' j t j u j t Rj Rj Rj Q). apply Own'; [exact Rj|exact H].
    - assert (Hne' : keep l i <> keep l j).
      { intros E. apply Hne. destruct (lt_eq_lt_dec i j) as [[H|H]|H]; [|exact H|];
          apply (keep_order l) in H; lia. }
      destruct (Tot (keep l i) t (keep l j) u) as [A|A]; try assumption.
      { apply RR; [apply Ri|exact Ri]. } { apply RR; [apply Rj|exact Rj]. }
      exfalso. apply (Irr' i t). apply (Tr' i t j u i t Ri Rj Ri Q). apply Bef; assumption. }
  destruct (le_lt_dec (y (keep l n)) (y' n)) as [|Hlt]; [assumption|exfalso].
  assert (Rn : R (keep l n)).
  { split; [apply Hk; exact Hn|]. destruct (live m c elig d (keep l n)) eqn:E; [reflexivity|].
    rewrite (Ydead _ (Hk n Hn) E) in Hlt. lia. }
  assert (Rn' : R' n) by (apply RR; assumption).
  assert (Mn' : more (fun n => tau (keep l n)) y' n).
  { unfold more. specialize (Yin _ (Hk n Hn)). unfold within in Yin. destruct (tau (keep l n)); [lia|exact I]. }
  destruct Zh as [Zall|[q [Rq [Mq [Znext [Zgiven [r [Hr Zno]]]]]]]]; [exact (Zall n Rn' Mn')|].
  (* The pick at which filling halts now was made before. *)
  assert (Qn : q = n \/ by_key s (tie s) (keep l q) (S (y' q)) (keep l n) (S (y' n))).
  { destruct (Nat.eq_dec n q) as [->|Hne]; [left; reflexivity|right]. apply Bef'; [exact Rq|exact Rn'|].
    apply Znext; assumption. }
  assert (RRq : R (keep l q)) by (apply RR; [apply Rq|exact Rq]).
  assert (In : forall j t, R (keep l j) -> (t <= match tau (keep l j) with None => t | Some k => k end)%nat ->
    (t <= y' q)%nat /\ j = q \/ by_key s (tie s) (keep l j) t (keep l q) (S (y' q)) \/ (j = q /\ t = S (y' q)) ->
    (t <= y (keep l j))%nat).
  { intros j t Rj Ht Hb. destruct (le_lt_dec t (y (keep l j))) as [|Hlt']; [assumption|exfalso].
    assert (Mj : more tau y (keep l j)) by (unfold more; destruct (tau (keep l j)); [lia|exact I]).
    destruct Yh as [Yall|[a [Ra [Ma [Ynext [Ygiven _]]]]]]; [exact (Yall _ Rj Mj)|].
    (* the next pick of y comes after the halt of y' *)
    assert (After : by_key s (tie s) (keep l q) (S (y' q)) a (S (y a))).
    { assert (P : by_key s (tie s) (keep l n) (S (y' n)) a (S (y a))) by (apply Ygiven; [exact Rn|lia|lia]).
      destruct Qn as [->|Qn]; [exact P|]. exact (Tr _ _ _ _ _ _ RRq Rn Ra Qn P). }
    assert (J : by_key s (tie s) (keep l j) t a (S (y a))).
    { destruct Hb as [[Hb ->]|[Hb|[-> ->]]].
      - apply (Tr _ _ (keep l q) (S (y' q)) _ _ RRq RRq Ra); [|exact After]. apply Own; [exact RRq|lia].
      - exact (Tr _ _ _ _ _ _ Rj RRq Ra Hb After).
      - exact After. }
    assert (K : keep l j = a \/ by_key s (tie s) a (S (y a)) (keep l j) (S (y (keep l j)))).
    { destruct (Nat.eq_dec (keep l j) a) as [|Hne]; [left; assumption|right]. apply Ynext; assumption. }
    assert (L : S (y (keep l j)) = t \/ by_key s (tie s) (keep l j) (S (y (keep l j))) (keep l j) t).
    { destruct (Nat.eq_dec (S (y (keep l j))) t); [left; assumption|right]. apply Own; [exact Rj|lia]. }
    assert (M : by_key s (tie s) (keep l j) (S (y (keep l j))) a (S (y a))).
    { destruct L as [->|L]; [exact J|]. exact (Tr _ _ _ _ _ _ Rj Rj Ra L J). }
    destruct K as [E|K].
    - rewrite E in M. exact (Irr _ _ M).
    - exact (Irr _ _ (Tr _ _ _ _ _ _ Ra Rj Ra K M)). }
  assert (All : forall j, (j < p)%nat -> (y' j <= y (keep l j))%nat).
  { intros j Hj. destruct (live m c elig d (keep l j)) eqn:E.
    2:{ rewrite (Zdead j Hj E). lia. }
    assert (Rj' : R' j) by (split; assumption). assert (Rj : R (keep l j)) by (apply RR; assumption).
    destruct (Nat.eq_dec (y' j) 0) as [Z|Z]; [lia|]. apply (In j (y' j) Rj).
    - specialize (Zin j Hj). unfold within in Zin. destruct (tau (keep l j)); lia.
    - right. left. apply Bef'; [exact Rj'|exact Rq|]. apply Zgiven; [exact Rj'|lia|lia]. }
  assert (More : (y' q < y (keep l q))%nat).
  { apply (In q (S (y' q)) RRq).
    - unfold more in Mq. destruct (tau (keep l q)); lia.
    - right. right. split; reflexivity. }
  (* What it halts at fitted. *)
  set (f := fun j => if Nat.eq_dec j l then 0%nat else y j).
  assert (F : held p (fun n => d (keep l n)) y' r + d (keep l q) r <= held p (fun n => d (keep l n)) (fun j => y (keep l j)) r).
  { apply (held_more p m c (fun n => w (keep l n)) (fun n => d (keep l n)) y' (fun j => y (keep l j)) q r HS' Hr);
      [apply Rq|exact All|exact More]. }
  assert (G : held p (fun n => d (keep l n)) (fun j => y (keep l j)) r <= held (S p) d y r).
  { unfold held. rewrite (sum_keep p l) by exact Hl. destruct HS as [_ [Hd _]].
    assert (0 <= INR (y l) * d l r) by (apply Rmult_le_pos; [apply pos_INR|apply Hd; [lia|exact Hr]]). lra. }
  specialize (Yfit r Hr). lra.
Qed.

(** ** A witness

    One user, one resource, capacity 1, demand 1: one task is given, and a second one does not fit. *)
Definition no_end (n : nat) : option R := None.

Lemma one_server_witness :
  let c := fun _ : nat => 1 in let w := fun _ _ : nat => 1 in let d := fun _ _ : nat => 1 in
  let elig := fun _ : nat => true in let one := fun _ : nat => 1%nat in
  server 1 1 c w d /\ whole_part no_end unlimited
  /\ seq_minmax 1 1 c w elig d unlimited one /\ drf_tasks 1 1 c w elig d unlimited one
  /\ (exists s, shares 1 1 c w elig d s /\ skipped 1 1 c elig d unlimited (by_key s lower_index) one)
  /\ (forall tie, tie_rule tie -> halting tie 1 1 c w elig d unlimited one).
Proof.
  intros c w d elig one.
  assert (Lv : forall n, live 1 c elig d n = true).
  { intros n. apply live_spec. split; [reflexivity|]. intros; unfold c; lra. }
  assert (Wh : whole 1 1 c elig d unlimited one).
  { split; [|split].
    - intros r Hr. unfold held, one, d, c. simpl. lra.
    - intros n Hn E. rewrite Lv in E. discriminate.
    - intros n Hn. exact I. }
  assert (Sh : shares 1 1 c w elig d (fun _ => 1)).
  { intros n Hn E. split; [intros r Hr; unfold d, w, c; lra|]. exists 0%nat. split; [lia|]. unfold d, w, c. lra. }
  assert (Full : exists r, (r < 1)%nat /\ c r < held 1 d one r + d 0%nat r).
  { exists 0%nat. split; [lia|]. unfold held, one, d, c. simpl. lra. }
  assert (Ha : forall tie, halted 1 1 c elig d unlimited (by_key (fun _ => 1) (tie : nat -> nat -> Prop)) one).
  { intros tie. split; [exact Wh|]. right. exists 0%nat. split; [split; [lia|apply Lv]|split; [exact I|split; [|split; [|exact Full]]]].
    - intros n [Hn _] _ Hne. lia.
    - intros n t [Hn _] H1 H2. replace n with 0%nat by lia. left. unfold one in H2. replace t with 1%nat by lia. unfold one. simpl. lra. }
  assert (Sk : forall before : nat -> nat -> nat -> nat -> Prop, before 0%nat 1%nat 0%nat 2%nat ->
    skipped 1 1 c elig d unlimited before one).
  { intros before B. split; [exact Wh|]. intros n [Hn _] _. replace n with 0%nat by lia. exists one.
    split; [intros; lia|split; [|split; [|exact Full]]].
    - intros j t [Hj _] H1 H2. replace j with 0%nat by lia. unfold one in H2. replace t with 1%nat by lia. exact B.
    - intros j t _ H1 H2. lia. }
  split; [exact server_witness|split; [intros n; reflexivity|split; [|split; [|split]]]].
  - exists (fun _ => 1). split; [exact Sh|]. apply Sk. left. simpl. lra.
  - exists (fun _ => 1). split; [exact Sh|apply Ha].
  - exists (fun _ => 1). split; [exact Sh|]. apply Sk. left. simpl. lra.
  - intros tie _. exists (fun _ => 1). split; [exact Sh|apply Ha].
Qed.

(** Two such users, of which one leaves: each run gives one task. *)
Lemma departure_witness : forall tie, tie_rule tie ->
  let c := fun _ : nat => 1 in let w := fun _ _ : nat => 1 in let d := fun _ _ : nat => 1 in let elig := fun _ : nat => true in
  server 2 1 c w d
  /\ halting tie 2 1 c w elig d unlimited (fun n => if Nat.eq_dec n 0 then 1%nat else 0%nat)
  /\ halting tie 1 1 c (fun n => w (keep 1 n)) (fun n => elig (keep 1 n)) (fun n => d (keep 1 n)) (fun n => unlimited (keep 1 n))
       (fun _ => 1%nat).
Proof.
  intros tie HT c w d elig.
  assert (Lv : forall n, live 1 c elig d n = true).
  { intros n. apply live_spec. split; [reflexivity|]. intros; unfold c; lra. }
  split; [|split].
  - unfold c, w, d. split; [|split; [|split]]; intros; try lra. exists 0%nat. split; [lia|lra].
  - exists (fun _ => 1). split.
    { intros n Hn E. split; [intros r Hr; unfold d, w, c; lra|]. exists 0%nat. split; [lia|]. unfold d, w, c. lra. }
    split; [split; [|split]|].
    + intros r Hr. unfold held, d, c. simpl. lra.
    + intros n Hn E. rewrite Lv in E. discriminate.
    + intros n Hn. exact I.
    + right. exists 1%nat. split; [split; [lia|apply Lv]|split; [exact I|split; [|split]]].
      * intros n [Hn _] _ Hne. replace n with 0%nat by lia. left. simpl. lra.
      * intros n t [Hn _] H1 H2. destruct (Nat.eq_dec n 0) as [->|]; [|lia]. replace t with 1%nat by lia. right.
        split; [simpl; lra|]. destruct HT as [->|[->| ->]]; unfold larger_share, smaller_share, lower_index; [right; split; [lra|lia]..|lia].
      * exists 0%nat. split; [lia|]. unfold held, d, c. simpl. lra.
  - destruct one_server_witness as [_ [_ [_ [_ [_ H]]]]]. exact (H tie HT).
Qed.
