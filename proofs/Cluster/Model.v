(** Users share servers: instances, placements, feasibility, and the properties, as the definition pages have them. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
Open Scope R_scope.

Record inst := mk {
  users : nat;
  servers : nat;
  resources : nat;
  cap : nat -> nat -> R;            (* server, resource *)
  dem : nat -> nat -> R;            (* user, resource, for one task *)
  wt : nat -> R;                    (* one weight a user *)
  el : nat -> nat -> bool;          (* user, server *)
  tk : nat -> option R              (* tasks of a user; None: no limit *)
}.

Record wf (I : inst) : Prop := {
  wf_cap : forall i r, (i < servers I)%nat -> (r < resources I)%nat -> 0 <= cap I i r;
  wf_dem : forall n, (n < users I)%nat -> row (resources I) (dem I n);
  wf_wt : forall n, (n < users I)%nat -> 0 < wt I n;
  wf_tk : forall n t, (n < users I)%nat -> tk I n = Some t -> 0 <= t
}.

(** Hypotheses of pages and papers. *)
Definition positive I := forall n r, (n < users I)%nat -> (r < resources I)%nat -> 0 < dem I n r.
Definition unconstrained I := forall n i, (n < users I)%nat -> (i < servers I)%nat -> el I n i = true.
Definition endless I := forall n, (n < users I)%nat -> tk I n = None.

(** Tasks that fit on a server that is all one's own, with and without regard to eligibility. *)
Definition fit I n i := minratio (resources I) (cap I i) (dem I n).
Definition gam I n i := if el I n i then fit I n i else 0.
Definition pool I r := sum (servers I) (fun i => cap I i r).
Definition runs I n := exists i, (i < servers I)%nat /\ 0 < gam I n i.

Definition placement := nat -> nat -> R.
Definition tot I (x : placement) n := sum (servers I) (fun i => x n i).
Definition weights I := sum (users I) (wt I).

Definition within (t : option R) (v : R) := match t with None => True | Some a => v <= a end.
Definition capped (t : option R) (v : R) := match t with None => v | Some a => Rmin a v end.
Definition full (t : option R) (v : R) := t = Some v.

(** Feasibility under resource division, and under time division with a table g of tasks per whole server. *)
Record placed (I : inst) (g : nat -> nat -> R) (x : placement) : Prop := {
  pl_pos : forall n i, (n < users I)%nat -> (i < servers I)%nat -> 0 <= x n i;
  pl_run : forall n i, (n < users I)%nat -> (i < servers I)%nat -> g n i = 0 -> x n i = 0;
  pl_tk : forall n, (n < users I)%nat -> within (tk I n) (tot I x n)
}.

Definition feasible I (x : placement) : Prop :=
  placed I (gam I) x /\
  forall i r, (i < servers I)%nat -> (r < resources I)%nat ->
    sum (users I) (fun n => x n i * dem I n r) <= cap I i r.

Definition feasible_time I g (x : placement) : Prop :=
  placed I g x /\ forall i, (i < servers I)%nat -> sum (users I) (fun n => x n i / g n i) <= 1.

(** ** Properties *)

(** si *)
Definition slice I g n := sum (servers I) (fun i => wt I n / weights I * g n i).
Definition sharing_incentive I g x :=
  forall n, (n < users I)%nat -> capped (tk I n) (slice I g n) <= tot I x n.

(** ef: server by server, only where one may run. kappa is the number of one's tasks in a task of the other. *)
Definition kappa I (d e : nat -> R) := minratio (resources I) e d.    (* tasks of demand d in a bundle e *)
Definition worth I x n m :=
  sum (servers I) (fun i => if el I n i then wt I n / wt I m * kappa I (dem I n) (dem I m) * x m i else 0).
Definition envy_free I x := forall n m, (n < users I)%nat -> (m < users I)%nat -> n <> m ->
  capped (tk I n) (worth I x n m) <= tot I x n.

(** ef-aggregate: bundles added up over the servers. *)
Definition envy_free_aggregate I x := forall n m, (n < users I)%nat -> (m < users I)%nat -> n <> m ->
  capped (tk I n) (wt I n / wt I m * kappa I (dem I n) (dem I m) * tot I x m) <= tot I x n.

(** ef where slices of time are held. *)
Definition envy_free_time I g x := forall n m, (n < users I)%nat -> (m < users I)%nat -> n <> m ->
  capped (tk I n) (sum (servers I) (fun i => wt I n / wt I m * (x m i / g m i) * g n i)) <= tot I x n.

(** po *)
Definition pareto I (F : placement -> Prop) x := ~ exists y, F y /\
  (forall n, (n < users I)%nat -> tot I x n <= tot I y n) /\
  exists n, (n < users I)%nat /\ tot I x n < tot I y n.

(** Max-min fairness of levels that are tasks times a factor: nobody has a complaint. *)
Definition complaint I (F : placement -> Prop) (s : nat -> R) x n y :=
  F y /\ tot I x n < tot I y n /\
  forall m, (m < users I)%nat -> tot I y m < tot I x m -> tot I x n * s n < tot I x m * s m.
Definition fair I F s x := forall n y, (n < users I)%nat -> ~ complaint I F s x n y.

(** Leximin over F of the levels of the users that can run somewhere. *)
Definition runsb (g : nat -> nat -> R) I n : bool :=
  if Rlt_dec 0 (sum (servers I) (fun i => g n i)) then true else false.
Definition levels I g s (x : placement) :=
  map (fun n => tot I x n * s n) (filter (runsb g I) (seq 0 (users I))).
Definition leximin I g F s x :=
  F x /\ forall y, F y -> ~ lexlt (sort (levels I g s x)) (sort (levels I g s y)).

(** Reports: the users of a coalition S may report any demands and any eligible servers. *)
Record agree (S : nat -> bool) (I J : inst) : Prop := {
  ag_u : users J = users I;
  ag_s : servers J = servers I;
  ag_r : resources J = resources I;
  ag_cap : forall i r, cap J i r = cap I i r;
  ag_wt : forall n, wt J n = wt I n;
  ag_tk : forall n, tk J n = tk I n;
  ag_dem : forall n, S n = false -> dem J n = dem I n;
  ag_el : forall n, S n = false -> el J n = el I n
}.

(** True tasks that user n of I runs with what the placement x of the report J hands it. *)
Definition gain I J x n :=
  capped (tk I n)
    (sum (servers I) (fun i => if el I n i then x n i * kappa I (dem I n) (dem J n) else 0)).

(** No coalition has a lie by which all its members gain. *)
Definition no_gain (S : nat -> bool) I J x x' :=
  (exists n, (n < users I)%nat /\ S n = true) ->
  ~ forall n, (n < users I)%nat -> S n = true -> tot I x n < gain I J x' n.

(** sp, sp-demand, sp-eligibility, group-sp of a specification; pairs and larger coalitions. *)
Section Truth.
  Variable spec : inst -> placement -> Prop.
  Variable domain : inst -> Prop.
  Definition coalition_proof := forall S I J x x', wf I -> wf J -> domain I -> domain J ->
    agree S I J -> spec I x -> spec J x' -> no_gain S I J x x'.
  Definition strategy_proof := forall k I J x x', (k < users I)%nat -> wf I -> wf J -> domain I -> domain J ->
    agree (Nat.eqb k) I J -> spec I x -> spec J x' -> gain I J x' k <= tot I x k.
  Definition pair_proof := forall k l I J x x', (k < users I)%nat -> (l < users I)%nat ->
    wf I -> wf J -> domain I -> domain J ->
    agree (fun n => Nat.eqb k n || Nat.eqb l n)%bool I J -> spec I x -> spec J x' ->
    gain I J x' k <= tot I x k \/ gain I J x' l <= tot I x l.

  Lemma strategy_of_coalition : coalition_proof -> strategy_proof.
  Proof.
    intros H k I J x x' Hk wI wJ dI dJ A sI sJ. apply Rnot_lt_le; intros G.
    apply (H _ I J x x' wI wJ dI dJ A sI sJ); [exists k; split; auto; apply Nat.eqb_refl|].
    intros n Hn E. apply Nat.eqb_eq in E as <-; auto.
  Qed.

  Lemma pair_of_coalition : coalition_proof -> pair_proof.
  Proof.
    intros H k l I J x x' Hk Hl wI wJ dI dJ A sI sJ.
    destruct (Rle_dec (gain I J x' k) (tot I x k)) as [|G]; auto.
    destruct (Rle_dec (gain I J x' l) (tot I x l)) as [|G']; auto.
    exfalso. apply (H _ I J x x' wI wJ dI dJ A sI sJ); [exists k; split; auto; rewrite Nat.eqb_refl; auto|].
    intros n Hn E. apply Bool.orb_true_iff in E as [E|E]; apply Nat.eqb_eq in E as <-; lra.
  Qed.
End Truth.

(** bf: a resource dominant for every user on every usable server. Pairs 0/0 are left out by cross-multiplying. *)
Definition dominant I (d c : nat -> R) r :=
  0 < d r /\ forall q, (q < resources I)%nat -> d q * c r <= d r * c q.
Definition common_bottleneck I r := (r < resources I)%nat /\
  forall n i, (n < users I)%nat -> (i < servers I)%nat -> 0 < gam I n i -> dominant I (dem I n) (cap I i) r.
Definition global_bottleneck I r := (r < resources I)%nat /\
  forall n, (n < users I)%nat -> runs I n -> dominant I (dem I n) (pool I) r.
Definition share_of I r n := dem I n r / (wt I n * pool I r).
Definition bottleneck_fair I (F : placement -> Prop) x := forall r, common_bottleneck I r -> fair I F (share_of I r) x.
Definition bottleneck_fair_global I F x := forall r, global_bottleneck I r -> fair I F (share_of I r) x.

(** srf *)
Definition single_resource_fair I F x := resources I = 1%nat -> fair I F (share_of I 0) x.

(** single-server: the point that is max-min fair in weighted dominant shares on the one server. *)
Definition dominant_share I n := maxratio (resources I) (dem I n) (cap I 0) / wt I n.
Definition reduces_to_drf I x := servers I = 1%nat -> fair I (feasible I) (dominant_share I) x.

(** population-monotone: user l leaves; later users move up by one. *)
Definition skip (l n : nat) : nat := if lt_dec n l then n else S n.
Definition without (l : nat) (I : inst) : inst :=
  mk (pred (users I)) (servers I) (resources I) (cap I) (fun n => dem I (skip l n)) (fun n => wt I (skip l n))
     (fun n => el I (skip l n)) (fun n => tk I (skip l n)).
Definition population_monotone (spec : inst -> placement -> Prop) (domain : inst -> Prop) :=
  forall l I x x', wf I -> domain I -> (l < users I)%nat -> spec I x -> spec (without l I) x' ->
    forall n, (n < pred (users I))%nat -> tot I x (skip l n) <= tot I x' n.

(** non-wasteful: tasks that are never run, where they cannot run or beyond those there are. *)
Definition wasted I (g : nat -> nat -> R) x n :=
  sum (servers I) (fun i => if Rlt_dec 0 (g n i) then 0 else x n i) +
  match tk I n with
  | None => 0
  | Some t => Rmax 0 (sum (servers I) (fun i => if Rlt_dec 0 (g n i) then x n i else 0) - t)
  end.
Definition non_wasteful I g x := forall n, (n < users I)%nat -> wasted I g x n = 0.

(** ** Elementary facts *)

Section Facts.
  Variable I : inst.
  Hypothesis W : wf I.

  Lemma weights_pos n : (n < users I)%nat -> 0 < weights I.
  Proof.
    intros Hn. apply Rlt_le_trans with (wt I n); [apply (wf_wt I W); auto|].
    apply sum_term; auto. intros; apply Rlt_le, (wf_wt I W); auto.
  Qed.

  Lemma fit_nonneg n i : (n < users I)%nat -> (i < servers I)%nat -> 0 <= fit I n i.
  Proof.
    intros. apply minratio_nonneg; [apply (wf_dem I W); auto|].
    intros; apply (wf_cap I W); auto.
  Qed.

  Lemma gam_nonneg n i : (n < users I)%nat -> (i < servers I)%nat -> 0 <= gam I n i.
  Proof. intros. unfold gam. destruct (el I n i); [apply fit_nonneg; auto|lra]. Qed.

  Lemma gam_le_fit n i : (n < users I)%nat -> (i < servers I)%nat -> gam I n i <= fit I n i.
  Proof. intros. unfold gam. destruct (el I n i); [lra|apply fit_nonneg; auto]. Qed.

  Lemma gam_dem n i r : (n < users I)%nat -> (i < servers I)%nat -> (r < resources I)%nat ->
    gam I n i * dem I n r <= cap I i r.
  Proof.
    intros. apply Rle_trans with (fit I n i * dem I n r).
    - apply Rmult_le_compat_r; [apply (wf_dem I W); auto|apply gam_le_fit; auto].
    - apply minratio_le_all; auto; [apply (wf_dem I W); auto|]. intros; apply (wf_cap I W); auto.
  Qed.

  Lemma gam_el n i : 0 < gam I n i -> el I n i = true.
  Proof. unfold gam. destruct (el I n i); auto; lra. Qed.

  Lemma gam_fit n i : 0 < gam I n i -> gam I n i = fit I n i.
  Proof. intros H. unfold gam. rewrite (gam_el n i H); auto. Qed.

  Lemma gam_cap n i r : (n < users I)%nat -> (i < servers I)%nat -> (r < resources I)%nat ->
    0 < gam I n i -> 0 < dem I n r -> 0 < cap I i r.
  Proof.
    intros Hn Hi Hr G D. apply Rlt_le_trans with (gam I n i * dem I n r); [apply Rmult_lt_0_compat; auto|].
    apply gam_dem; auto.
  Qed.

  Lemma gam_pos n i : (n < users I)%nat -> (i < servers I)%nat -> el I n i = true ->
    (forall r, (r < resources I)%nat -> 0 < dem I n r -> 0 < cap I i r) -> 0 < gam I n i.
  Proof. intros Hn Hi E H. unfold gam. rewrite E. apply minratio_pos; auto. apply (wf_dem I W); auto. Qed.

  Lemma pool_nonneg r : (r < resources I)%nat -> 0 <= pool I r.
  Proof. intros. apply sum_nonneg; intros; apply (wf_cap I W); auto. Qed.

  Lemma pool_ge i r : (i < servers I)%nat -> (r < resources I)%nat -> cap I i r <= pool I r.
  Proof. intros. apply (sum_term (servers I) (fun i => cap I i r)); auto. intros; apply (wf_cap I W); auto. Qed.

  Lemma within_capped t v : within t v -> capped t v = v.
  Proof. destruct t; simpl; auto. intros; apply Rmin_right; auto. Qed.

  Lemma capped_le t v : capped t v <= v.
  Proof. destruct t; simpl; [apply Rmin_r|lra]. Qed.

  Lemma capped_within t v : within t (capped t v).
  Proof. destruct t; simpl; auto. apply Rmin_l. Qed.

  Lemma capped_mono t v u : v <= u -> capped t v <= capped t u.
  Proof. destruct t; simpl; auto. intros; apply Rle_min_compat_l; auto. Qed.

  Lemma capped_nonneg t v : (forall a, t = Some a -> 0 <= a) -> 0 <= v -> 0 <= capped t v.
  Proof. destruct t; simpl; auto. intros H Hv. apply Rmin_glb; auto. Qed.

  Section Placed.
    Variable g : nat -> nat -> R.
    Variable x : placement.
    Hypothesis P : placed I g x.

    Lemma tot_nonneg n : (n < users I)%nat -> 0 <= tot I x n.
    Proof. intros. apply sum_nonneg; intros; apply (pl_pos I g x P); auto. Qed.

    Lemma tot_ge n i : (n < users I)%nat -> (i < servers I)%nat -> x n i <= tot I x n.
    Proof. intros. apply (sum_term (servers I) (fun i => x n i)); auto. intros; apply (pl_pos I g x P); auto. Qed.

    Lemma tot_pos n i : (n < users I)%nat -> (i < servers I)%nat -> 0 < x n i -> 0 < tot I x n.
    Proof. intros Hn Hi H. pose proof (tot_ge n i Hn Hi). lra. Qed.

    Lemma placed_runs n : (n < users I)%nat -> (forall i, (i < servers I)%nat -> 0 <= g n i) -> 0 < tot I x n ->
      exists i, (i < servers I)%nat /\ 0 < g n i.
    Proof.
      intros Hn Hg H. destruct (sum_pos_term _ _ H) as [i [Hi Hx]]. exists i; split; auto.
      destruct (Rle_lt_or_eq_dec 0 (g n i) (Hg i Hi)) as [|E]; auto.
      rewrite (pl_run I g x P n i) in Hx; auto; lra.
    Qed.

    Lemma placed_usable n i : (n < users I)%nat -> (i < servers I)%nat -> 0 <= g n i -> 0 < x n i -> 0 < g n i.
    Proof.
      intros Hn Hi Hg H. destruct (Rle_lt_or_eq_dec 0 (g n i) Hg) as [|E]; auto.
      rewrite (pl_run I g x P n i) in H; auto; lra.
    Qed.

    Lemma capped_tot n : (n < users I)%nat -> capped (tk I n) (tot I x n) = tot I x n.
    Proof. intros. apply within_capped, (pl_tk I g x P); auto. Qed.
  End Placed.

  Lemma feasible_runs x n : feasible I x -> (n < users I)%nat -> 0 < tot I x n -> runs I n.
  Proof.
    intros [P _] Hn H. apply (placed_runs (gam I) x P n Hn); auto. intros; apply gam_nonneg; auto.
  Qed.

  Lemma runsb_runs n : (n < users I)%nat -> runsb (gam I) I n = true <-> runs I n.
  Proof.
    intros Hn. unfold runsb. destruct (Rlt_dec 0 (sum (servers I) (fun i => gam I n i))) as [p|p]; split; intros H; auto.
    - apply sum_pos_term in p. exact p.
    - discriminate.
    - exfalso; apply p. destruct H as [i [Hi G]]. apply Rlt_le_trans with (gam I n i); auto.
      apply (sum_term (servers I) (fun i => gam I n i)); auto. intros; apply gam_nonneg; auto.
  Qed.

  Lemma kappa_le d n r : (n < users I)%nat -> (r < resources I)%nat -> (forall q, (q < resources I)%nat -> 0 <= d q) ->
    kappa I (dem I n) d * dem I n r <= d r.
  Proof. intros. apply minratio_le_all; auto. apply (wf_dem I W); auto. Qed.

  Lemma kappa_nonneg d n : (n < users I)%nat -> (forall q, (q < resources I)%nat -> 0 <= d q) ->
    0 <= kappa I (dem I n) d.
  Proof. intros. apply minratio_nonneg; auto. apply (wf_dem I W); auto. Qed.
End Facts.
