(** Algorithm I of khamse2017 as printed: what it keeps where it ends.

    After properties/mechanisms/ps-dsf-printed.md.  The algorithm may not end, and where it ends a server may be
    overloaded; the properties here speak of outcomes that can be carried out. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums.
From Fair.Cluster Require Import Model PerServer PsDsf Waste Witness.
Open Scope R_scope.

(** ** The algorithm

    [L] is the set N_i of users that are left in the procedure of server [i].  [S] is the smallest level in it. *)
Definition group := nat -> Prop.
Definition on_server I i : group := fun n => (n < users I)%nat /\ 0 < gam I n i.
Definition level I (x : placement) n i := vds I (gam I) x n i.
Definition smallest I (x : placement) i (L : group) S : Prop :=
  (exists n, L n /\ level I x n i = S) /\ forall n, L n -> S <= level I x n i.
Definition minimal I (x : placement) i (L : group) S n : Prop := L n /\ level I x n i = S.
Definition unallocated I (x : placement) i r := cap I i r - sum (users I) (fun m => x m i * dem I m r).
(** The saturated resources that some user of smallest level demands. *)
Definition saturated I (x : placement) i (L : group) S r : Prop :=
  (r < resources I)%nat /\ unallocated I x i r = 0 /\ exists n, minimal I x i L S n /\ 0 < dem I n r.
Definition uses I (x : placement) i (L : group) r n : Prop := L n /\ 0 < x n i * dem I n r.
(** Step 2: the largest level among those who use [r] is the smallest of all; a maximum over nobody counts as attained. *)
Definition attained I (x : placement) i (L : group) S r : Prop := forall n, uses I x i L r n -> level I x n i = S.

(** [walks I x i L]: steps 1 and 2, repeated without an update, leave the users [L]. *)
Inductive walks I (x : placement) (i : nat) : group -> Prop :=
| all_in : walks I x i (on_server I i)
| removed : forall L S r, walks I x i L -> smallest I x i L S -> saturated I x i L S r -> attained I x i L S r ->
    walks I x i (fun n => L n /\ ~ 0 < dem I n r).

(** Step 3, the update.  [nr r] is the user released for [r]: of the largest level among those who use it, of equals the
    lowest index. *)
Definition released_for I (x : placement) i (L : group) r n : Prop := uses I x i L r n
  /\ (forall m, uses I x i L r m -> level I x m i < level I x n i \/ (level I x m i = level I x n i /\ (n <= m)%nat)).
(** [sat] and [low] tell which resources are saturated and which users stand at the smallest level. *)
Definition one_if (b : bool) : R := if b then 1 else 0.
(** Free amounts, with the tasks of [nr q] added once for every saturated resource [q], as printed. *)
Definition freed I (x : placement) i (sat : nat -> bool) (nr : nat -> nat) r := unallocated I x i r
  + sum (resources I) (fun q => one_if (sat q) * (x (nr q) i * dem I (nr q) r)).
Definition rising I i (low : nat -> bool) r :=
  sum (users I) (fun n => one_if (low n) * (wt I n * gam I n i * dem I n r)).
Definition admits I (x : placement) i S (sat : nat -> bool) nr (z beta : R) : Prop := forall q, (q < resources I)%nat -> sat q = true ->
  S + beta * z <= (tot I x (nr q) - beta * x (nr q) i) / (wt I (nr q) * gam I (nr q) i).
Definition let_go I (sat : nat -> bool) (nr : nat -> nat) n : Prop := exists q, (q < resources I)%nat /\ sat q = true /\ nr q = n.
Definition updated I (x : placement) i (L : group) (x' : placement) : Prop := exists S sat low nr z beta,
  smallest I x i L S
  /\ (forall r, (r < resources I)%nat -> (sat r = true <-> saturated I x i L S r))
  /\ (forall n, (n < users I)%nat -> (low n = true <-> minimal I x i L S n))
  /\ (forall r, saturated I x i L S r -> ~ attained I x i L S r)
  /\ (forall r, saturated I x i L S r -> released_for I x i L r (nr r))
  /\ (forall r, (r < resources I)%nat -> 0 < rising I i low r -> z * rising I i low r <= freed I x i sat nr r)
  /\ (exists r, (r < resources I)%nat /\ 0 < rising I i low r /\ z * rising I i low r = freed I x i sat nr r)
  /\ 0 < beta <= 1 /\ admits I x i S sat nr z beta /\ (forall b, beta < b <= 1 -> ~ admits I x i S sat nr z b)
  /\ (forall n j, j <> i -> x' n j = x n j)
  /\ (forall n, let_go I sat nr n -> x' n i = (1 - beta) * x n i)
  /\ (forall n, (n < users I)%nat -> ~ let_go I sat nr n ->
        x' n i = x n i + one_if (low n) * (beta * (wt I n * gam I n i) * z)).

(** The procedure of server [i], from the placement [x0]: the placements and the users left that it goes through. *)
Inductive visits I (i : nat) (x0 : placement) : placement -> group -> Prop :=
| enters : visits I i x0 x0 (on_server I i)
| leaves_out : forall x L S r, visits I i x0 x L -> smallest I x i L S -> saturated I x i L S r -> attained I x i L S r ->
    visits I i x0 x (fun n => L n /\ ~ 0 < dem I n r)
| updates : forall x L x', visits I i x0 x L -> updated I x i L x' -> visits I i x0 x' L.

(** The placements between the visits of a run, from DRF on each server.  The order of servers plays no part in what follows. *)
Inductive run I : placement -> Prop :=
| beginning : forall x, drf_per_server I x -> run I x
| visited : forall x i x' L, run I x -> (i < servers I)%nat -> visits I i x x' L -> (forall n, ~ L n) -> run I x'.

(** A round without an update: on every server steps 1 and 2 remove everybody. *)
Definition at_rest I (x : placement) : Prop := forall i, (i < servers I)%nat ->
  exists L, walks I x i L /\ forall n, ~ L n.

(** What the algorithm ends with.  Finite tasks are refused. *)
Definition ps_dsf_printed I x : Prop := endless I /\ run I x /\ at_rest I x.

(** ** Where it ends, everybody has a bottleneck on every server that it can use

    Idea: a user is removed with a saturated resource r that it demands, at the smallest level S.  Who holds some of r is
    still in, and then at S, or was removed before.  Who was removed before and holds anything on the server stood at the
    smallest level of that time, which was no higher. *)
Lemma walks_bottleneck I x i : wf I -> feasible I x -> (i < servers I)%nat -> forall L, walks I x i L ->
  (forall n, on_server I i n -> ~ L n -> exists r, bottleneck I x n i r)
  /\ forall m n, on_server I i m -> ~ L m -> 0 < x m i -> L n -> level I x m i <= level I x n i.
Proof.
  intros W [P C] Hi L HL. induction HL as [|L S r _ [IH1 IH2] [_ Min] [Hr [Sat _]] At].
  - split; [intros n H No; contradiction|intros m n H No; contradiction].
  - assert (Lo : forall m n, (m < users I)%nat -> L n -> 0 < x m i * dem I m r -> level I x m i <= level I x n i).
    { intros m n Hm Ln U. pose proof (pl_pos I (gam I) x P m i Hm Hi) as X0.
      assert (X : 0 < x m i). { destruct (Rle_lt_or_eq_dec _ _ X0) as [|E]; auto. rewrite <- E in U. lra. }
      assert (G : 0 < gam I m i) by (apply (placed_usable I (gam I) x P); auto; apply (gam_nonneg I W); auto).
      destruct (classic (L m)) as [Lm|No].
      - rewrite (At m (conj Lm U)). apply Min; auto.
      - apply IH2; auto. split; auto. }
    split.
    + intros n [Hn G] No. destruct (classic (L n)) as [Ln|Out]; [|apply IH1; auto; split; auto].
      assert (D : 0 < dem I n r) by (apply NNPP; intros D; apply No; auto).
      exists r. split; auto. split; auto. split; [unfold unallocated in Sat; lra|].
      intros m Hm U. apply Lo; auto.
    + intros m n [Hm G] No X [Ln _]. destruct (classic (L m)) as [Lm|Out]; [|apply IH2; auto; split; auto].
      assert (D : 0 < dem I m r) by (apply NNPP; intros D; apply No; auto).
      apply Lo; auto. apply Rmult_lt_0_compat; auto.
Qed.

Theorem at_rest_bottlenecks I x : wf I -> feasible I x -> at_rest I x -> bottlenecks I x.
Proof.
  intros W F R n i Hn Hi G. destruct (R i Hi) as [L [HL Empty]].
  apply (walks_bottleneck I x i W F Hi L HL); auto. split; auto.
Qed.

(** So an end that can be carried out is an outcome of ps-dsf. *)
Theorem printed_is_ps_dsf I x : wf I -> ps_dsf_printed I x -> feasible I x -> ps_dsf I x.
Proof. intros W [E [_ R]] F. split; auto. split; auto. apply at_rest_bottlenecks; auto. Qed.

(** ** What follows *)

(* Mechanism: ps-dsf-printed.  Property: si.  Hypothesis: none. *)
Theorem printed_sharing_incentive I x : wf I -> ps_dsf_printed I x -> feasible I x -> sharing_incentive I (gam I) x.
Proof. intros W H F. apply ps_dsf_sharing_incentive; auto. apply printed_is_ps_dsf; auto. Qed.

(* Mechanism: ps-dsf-printed.  Property: ef.  Hypothesis: none. *)
Theorem printed_envy_free I x : wf I -> ps_dsf_printed I x -> feasible I x -> envy_free I x.
Proof. intros W H F. apply ps_dsf_envy_free; auto. apply printed_is_ps_dsf; auto. Qed.

(* Mechanism: ps-dsf-printed.  Property: bf.  Hypothesis: none. *)
Theorem printed_bottleneck_fair I x : wf I -> ps_dsf_printed I x -> feasible I x -> bottleneck_fair I (feasible I) x.
Proof. intros W H F. apply ps_dsf_bottleneck_fair; auto. apply printed_is_ps_dsf; auto. Qed.

(* Mechanism: ps-dsf-printed.  Property: srf.  Hypothesis: none. *)
Theorem printed_single_resource_fair I x : wf I -> ps_dsf_printed I x -> feasible I x ->
  single_resource_fair I (feasible I) x.
Proof. intros W H F. apply ps_dsf_single_resource_fair; auto. apply printed_is_ps_dsf; auto. Qed.

(* Mechanism: ps-dsf-printed.  Property: single-server.  Hypothesis: none. *)
Theorem printed_reduces_to_drf I x : wf I -> ps_dsf_printed I x -> feasible I x -> reduces_to_drf I x.
Proof. intros W H F. apply ps_dsf_reduces_to_drf; auto. apply printed_is_ps_dsf; auto. Qed.

(* Mechanism: ps-dsf-printed.  Property: non-wasteful.  Hypothesis: none. *)
Theorem printed_non_wasteful I x : wf I -> ps_dsf_printed I x -> feasible I x -> non_wasteful I (gam I) x.
Proof.
  intros W _ [P _]. apply placed_non_wasteful; auto. intros n i Hn Hi. apply (gam_nonneg I W); auto.
Qed.

(** ** A witness

    Two users with one demand share each server half and half, and steps 1 and 2 remove both at once. *)
Lemma ps_dsf_printed_witness K R : (0 < R)%nat ->
  wf (twins K R) /\ ps_dsf_printed (twins K R) halves /\ feasible (twins K R) halves.
Proof.
  intros HR. split; [apply twins_wf; auto|]. split; [|apply halves_feasible; auto]. split; [apply twins_endless|]. split.
  - apply beginning. apply (drf_per_server_witness K R HR).
  - intros i Hi. simpl in Hi.
    assert (G : forall n, (n < 2)%nat -> gam (twins K R) n i = 1) by (intros; apply twins_gam; auto).
    assert (V : forall n, (n < 2)%nat -> level (twins K R) halves n i = level (twins K R) halves 0 i).
    { intros n Hn. unfold level, vds. rewrite !G by (auto; lia). reflexivity. }
    exists (fun n => on_server (twins K R) i n /\ ~ 0 < dem (twins K R) n 0). split.
    + apply removed with (S := level (twins K R) halves 0 i).
      * apply all_in.
      * split.
        -- exists 0%nat. split; auto. split; [simpl; lia|]. rewrite G by lia. lra.
        -- intros n [Hn _]. right. symmetry. apply V. exact Hn.
      * split; [simpl; lia|]. split; [unfold unallocated; simpl; unfold halves; lra|].
        exists 0%nat. split; [|simpl; lra]. split; auto. split; [simpl; lia|]. rewrite G by lia. lra.
      * intros n [[Hn _] _]. apply V. exact Hn.
    + intros n [_ No]. apply No. simpl. lra.
Qed.
