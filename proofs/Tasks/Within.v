(** Filling by whole tasks that halts stays within one largest task of divisible DRF.

    After properties/cluster/within-max-task.md, where demands and capacities are positive and tasks have no end. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
From Fair.Tasks Require Import Server Precomputed Filling.
From Fair.Tasks Require OneServer.
From Fair.Common Require Sums.
From Fair.Cluster Require Model Drf Weights.
Open Scope R_scope.

(** The last task of a user came before the next task of any other one. *)
Lemma halted_close : forall N m c w elig d s before x a b, server N m c w d -> shares N m c w elig d s ->
  pick_order (runs N m c elig d) s before -> halted N m c elig d unlimited before x ->
  runs N m c elig d a -> runs N m c elig d b -> s a * INR (x a) - s b * INR (x b) <= s a.
Proof.
  intros N m c w elig d s before x a b HS Hs [_ [_ [_ [_ Key]]]] [_ [All|[p [Rp [_ [Next [Given _]]]]]]] Ra Rb.
  - exfalso. apply (All a Ra). exact I.
  - assert (Pos : forall n, runs N m c elig d n -> 0 < s n).
    { intros n [Hn Ln]. apply (share_positive N m c w d n); [exact HS|exact Hn|apply Hs; assumption]. }
    assert (K2 : (INR (S (x p)) - 1) * s p <= INR (x b) * s b).
    { destruct (Nat.eq_dec b p) as [->|Ne]; [rewrite S_INR; lra|].
      pose proof (Key p (S (x p)) b (S (x b)) Rp Rb (Next b Rb I Ne)) as Q. rewrite (S_INR (x b)) in Q. lra. }
    destruct (Nat.eq_dec (x a) 0) as [Z|Nz].
    + rewrite Z. simpl. pose proof (Pos a Ra). pose proof (Pos b Rb). pose proof (pos_INR (x b)). nra.
    + assert (K1 : (INR (x a) - 1) * s a <= (INR (S (x p)) - 1) * s p) by (apply Key; [exact Ra|exact Rp|apply Given; [exact Ra|lia|lia]]).
      lra.
Qed.

Lemma level_is_share : forall N m c w elig d T n s, server N m c w d -> (n < N)%nat -> share m c w d n s ->
  Drf.drf_level (OneServer.pool_of N m c elig d T) w n = s.
Proof.
  intros N m c w elig d T n s HS Hn Sh. pose proof (share_positive N m c w d n s HS Hn Sh) as Sp.
  destruct Sh as [A [r [Hr [D E]]]]. destruct HS as [Hc [_ [_ Hw]]]. unfold Drf.drf_level. cbn.
  assert (P : 0 < w n r * c r).
  { assert (0 <= w n r * c r) by (apply Rmult_le_pos; [apply Rlt_le, Hw; assumption|apply Hc; exact Hr]). nra. }
  apply Rle_antisym.
  - apply Common.Sums.maxratio_lub; [lra|]. intros q Hq _. specialize (A q Hq). lra.
  - pose proof (Common.Sums.maxratio_ge m (d n) (fun q => w n q * c q) r Hr P) as G. cbn beta in G.
    apply (Rmult_le_reg_r (w n r * c r)); [exact P|]. lra.
Qed.

(** Idea: in the divisible case all dominant shares are equal. In whole tasks the user that is picked has the smallest one, so no
    user is ahead of another one by more than its own last task.
    Mechanisms: drf-tasks, drf-tasks-lower, drf-tasks-index.  Property: within-max-task. *)
Theorem halted_within_max_task : forall N m c w elig d s before x y top, server N m c w d -> shares N m c w elig d s ->
  pick_order (runs N m c elig d) s before -> halted N m c elig d unlimited before x ->
  (forall n r, (n < N)%nat -> (r < m)%nat -> 0 < d n r) -> (forall r, (r < m)%nat -> 0 < c r) ->
  (forall n, (n < N)%nat -> elig n = true) -> Drf.valid w -> Drf.drf w (OneServer.pool_of N m c elig d (fun _ => None)) y ->
  (forall n, (n < N)%nat -> s n <= top) ->
  forall a b, (a < N)%nat -> (b < N)%nat ->
    (s a * INR (x a) - s b * INR (x b)) - (s a * y a 0%nat - s b * y b 0%nat) <= top.
Proof.
  intros N m c w elig d s before x y top HS Hs HO Hx Dp Cp El Vw Hy Top a b Ha Hb.
  assert (R : forall n, (n < N)%nat -> runs N m c elig d n).
  { intros n Hn. split; [exact Hn|]. apply live_spec. split; [apply El; exact Hn|intros r Hr _; apply Cp; exact Hr]. }
  pose proof (halted_close N m c w elig d s before x a b HS Hs HO Hx (R a Ha) (R b Hb)) as Close.
  pose proof (OneServer.pool_wf N m c w elig d (fun _ => None) HS ltac:(intros; discriminate)) as W.
  destruct (Weights.drf_closed_form (OneServer.pool_of N m c elig d (fun _ => None)) w y W Vw) as [L [Eq _]]; try exact Hy.
  - intros n r Hn Hr. apply Dp; assumption.
  - intros n i Hn _. apply El; exact Hn.
  - intros n _. reflexivity.
  - cbn. lia.
  - intros r Hr. apply Cp; exact Hr.
  - assert (T : forall n, (n < N)%nat -> s n * y n 0%nat = L).
    { intros n Hn. specialize (Eq n Hn).
      rewrite (level_is_share N m c w elig d (fun _ => None) n (s n) HS Hn) in Eq by (apply Hs; [exact Hn|apply R; exact Hn]).
      unfold Model.tot in Eq. cbn in Eq. lra. }
    rewrite (T a Ha), (T b Hb). specialize (Top a Ha). lra.
Qed.

(** One user, one resource, capacity 1, demand 1: one task in both cases. *)
Lemma within_witness : Drf.valid (fun _ _ => 1) /\
  Drf.drf (fun _ _ => 1) (OneServer.pool_of 1 1 (fun _ => 1) (fun _ => true) (fun _ _ => 1) (fun _ => None)) (fun _ _ => 1).
Proof.
  split; [intros n r; lra|]. split; [reflexivity|].
  assert (G : Model.gam (OneServer.pool_of 1 1 (fun _ => 1) (fun _ => true) (fun _ _ => 1) (fun _ => None)) 0 0 = 1).
  { unfold Model.gam, Model.fit, Common.Sums.minratio. cbn. destruct (Rlt_dec 0 1); [field|exfalso; lra]. }
  split; [split; [split|]|].
  - intros; lra.
  - intros n i Hn Hi Z. cbn in Hn, Hi. replace n with 0%nat in Z by lia. replace i with 0%nat in Z by lia. rewrite G in Z. lra.
  - intros n _. exact I.
  - intros i r _ _. cbn. lra.
  - intros n Hn _. cbn in Hn. right. exists 0%nat. split; [cbn; lia|split; [cbn; lra|split; [cbn; lra|]]].
    intros m Hm _. cbn in Hm. replace m with n by lia. lra.
Qed.
