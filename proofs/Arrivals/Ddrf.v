(** Dynamic DRF: the histories that meet its specification, and what they satisfy.

    After properties/mechanisms/ddrf.md, properties/models/arrivals.md and properties/arrivals/ (li2019 2 and 3).
    Agents and resources are numbered from 0, so that step [S k] is the one at which agent [k] comes and the
    agents [0], .., [k] are present.  [x k i] is the dominant share of agent [i] after step [k]. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
Open Scope R_scope.

(** Normalised demands of [k] agents for [m] resources: entries in [0, 1], the largest of each agent 1.
    Zeros are allowed. *)
Definition normalised (k m : nat) (d : nat -> nat -> R) : Prop :=
  forall i, (i < k)%nat ->
    (forall r, (r < m)%nat -> 0 <= d i r <= 1) /\ (exists r, (r < m)%nat /\ d i r = 1).

Definition positive (k m : nat) (d : nat -> nat -> R) : Prop :=
  forall i r, (i < k)%nat -> (r < m)%nat -> 0 < d i r.

(** What the first [k] agents use of resource [r]. *)
Definition used (k : nat) (d : nat -> nat -> R) (x : nat -> R) (r : nat) : R :=
  sum k (fun i => d i r * x i).

(** What is released after step [k] of every resource, when [n] agents are declared. *)
Definition released (n k : nat) : R := INR k / INR n.

(** The specification of one step, as the check of properties/mechanisms/ddrf.md asks it: the shares fit, everybody has
    the larger of its old share and the newcomer's, and some resource used to exactly what is released is demanded by
    an agent whose share is the newcomer's. *)
Definition ddrf_step (n m : nat) (d : nat -> nat -> R) (k : nat) (old x : nat -> R) : Prop :=
  0 <= x k
  /\ (forall i, (i < k)%nat -> x i = Rmax (x k) (old i))
  /\ (forall r, (r < m)%nat -> used (S k) d x r <= released n (S k))
  /\ (exists r, (r < m)%nat /\ used (S k) d x r = released n (S k)
        /\ exists i, (i <= k)%nat /\ 0 < d i r /\ x i = x k).

(** A history of [K] arrivals. *)
Definition ddrf (n m K : nat) (d : nat -> nat -> R) (x : nat -> nat -> R) : Prop :=
  forall k, (k < K)%nat -> ddrf_step n m d k (x k) (x (S k)).

Lemma released_S : forall n k, (0 < n)%nat -> released n (S k) = released n k + 1 / INR n.
Proof.
  intros n k Hn. unfold released. rewrite S_INR. field.
  apply not_0_INR; lia.
Qed.

Lemma INR_pos : forall n, (0 < n)%nat -> 0 < INR n.
Proof. intros; apply lt_0_INR; assumption. Qed.

Lemma share_pos : forall n, (0 < n)%nat -> 0 < 1 / INR n.
Proof. intros n H. apply INR_pos in H. unfold Rdiv. rewrite Rmult_1_l. apply Rinv_0_lt_compat; exact H. Qed.

Section History.

(* Every statement of the section takes the three hypotheses, in this order. *)
Set Default Proof Using "All".

Variables (n m K : nat) (d x : nat -> nat -> R).
Hypothesis Hn : (0 < n)%nat.
Hypothesis Hd : normalised K m d.
Hypothesis Hx : ddrf n m K d x.

(** The demands are not negative. *)
Lemma demand_nonneg : forall i r, (i < K)%nat -> (r < m)%nat -> 0 <= d i r.
Proof. intros i r Hi Hr. destruct (Hd i Hi) as [A _]. apply A; exact Hr. Qed.

(** ** Lemma 1

    Idea: it is a clause of the specification; that it holds of every solution of LP (1) with positive demands,
    and of the least solution always, is proved in Programme.v.
    Mechanisms: ddrf, ddrf-lp, ddrf-linear, ddrf-water.  Property: lemma-1.
    Hypothesis: none (zero demands allowed; the newcomer's share stands for M).
    Claims: li2019-zeros-lemma-1; with Programme.v also li2019-lemma-1. *)
Theorem lemma_1 : forall k i, (k < K)%nat -> (i < k)%nat ->
  x (S k) i = Rmax (x (S k) k) (x k i).
Proof. intros k i Hk Hi. destruct (Hx k Hk) as [_ [H _]]. apply H; exact Hi. Qed.

(** ** Irrevocability

    Idea: a maximum with the old share is at least the old share.
    Mechanisms: ddrf, ddrf-lp, ddrf-linear, ddrf-water.  Property: irrevocable.
    Hypothesis: none.
    Claims: li2019-irrevocable, li2019-zeros-irrevocable. *)
Theorem irrevocable : forall k i, (k < K)%nat -> (i < k)%nat -> x k i <= x (S k) i.
Proof. intros k i Hk Hi. rewrite (lemma_1 k i Hk Hi). apply Rmax_r. Qed.

(** Over several steps. *)
Lemma grows : forall s t i, (i < s)%nat -> (s <= t)%nat -> (t <= K)%nat -> x s i <= x t i.
Proof.
  intros s t i Hi Hst. induction Hst as [|t Hst IH]; intros Ht; [lra|].
  apply Rle_trans with (x t i); [apply IH; lia|apply irrevocable; lia].
Qed.

(** The newcomer's share is the smallest. *)
Lemma newcomer_least : forall k i, (k < K)%nat -> (i <= k)%nat -> x (S k) k <= x (S k) i.
Proof.
  intros k i Hk Hi. destruct (Nat.eq_dec i k) as [->|]; [lra|].
  rewrite (lemma_1 k i) by lia. apply Rmax_l.
Qed.

Lemma share_nonneg : forall k i, (k <= K)%nat -> (i < k)%nat -> 0 <= x k i.
Proof.
  intros k i Hk Hi. destruct k as [|k]; [lia|].
  destruct (Hx k) as [H _]; [lia|].
  apply Rle_trans with (x (S k) k); [exact H|apply newcomer_least; lia].
Qed.

(** ** Lemma 2: shares fall in the order of arrival

    Idea: by induction on the step.  The newcomer's share is the smallest, and the maximum with one number keeps
    the order of the others.
    Mechanisms: ddrf, ddrf-lp, ddrf-linear, ddrf-water.  Property: lemma-2.
    Hypothesis: none.  Claims: li2019-lemma-2, li2019-zeros-lemma-2, li2019-cr2-newcomer (the smallest share is
    the newcomer's). *)
Theorem lemma_2 : forall k i j, (k <= K)%nat -> (i < j)%nat -> (j < k)%nat -> x k j <= x k i.
Proof.
  induction k as [|k IH]; intros i j Hk Hij Hj; [lia|].
  destruct (Nat.eq_dec j k) as [->|Hne]; [apply newcomer_least; lia|].
  rewrite (lemma_1 k i), (lemma_1 k j) by lia.
  apply Rle_max_compat_l. apply IH; lia.
Qed.

(** ** Lemma 3 and dynamic envy-freeness

    Idea: a larger share belongs to an earlier agent, by Lemma 2.  If it had risen at some step since the other
    came, it stood level with the newcomer of that step, hence with everybody later than itself, and the maximum
    with one number keeps them level.  So it has not risen.
    Mechanisms: ddrf, ddrf-lp, ddrf-linear, ddrf-water.  Properties: lemma-3, def (the same formula).
    Hypothesis: none.
    Claims: li2019-lemma-3, li2019-def, li2019-zeros-lemma-3, li2019-zeros-def.
    [x i j] is the share of [j] at the step before agent [i] came. *)
Theorem lemma_3 : forall k i j, (k <= K)%nat -> (i < k)%nat -> (j < k)%nat ->
  x k i < x k j -> (j < i)%nat /\ x k j = x i j.
Proof.
  intros k i j Hk Hi Hj Hlt.
  assert (Hji : (j < i)%nat).
  { destruct (lt_eq_lt_dec j i) as [[H|H]|H]; [exact H|subst; lra|].
    pose proof (lemma_2 k i j Hk H Hj). lra. }
  split; [exact Hji|].
  revert Hk Hi Hj Hlt. induction k as [|k IH]; intros Hk Hi Hj Hlt; [lia|].
  assert (Hl : x (S k) k < x (S k) j).
  { apply Rle_lt_trans with (x (S k) i); [apply newcomer_least; lia|exact Hlt]. }
  assert (Ej : x (S k) j = x k j).
  { rewrite (lemma_1 k j) in * by lia. unfold Rmax in *. destruct (Rle_dec (x (S k) k) (x k j)); [reflexivity|lra]. }
  destruct (Nat.eq_dec i k) as [->|Hne]; [exact Ej|].
  rewrite Ej. apply IH; try lia.
  rewrite <- Ej. apply Rle_lt_trans with (x (S k) i); [apply irrevocable; lia|exact Hlt].
Qed.

Theorem dynamic_envy_free : forall k i j, (k <= K)%nat -> (i < k)%nat -> (j < k)%nat ->
  x k i < x k j -> (j < i)%nat /\ x k j = x i j.
Proof. exact lemma_3. Qed.

(** ** Feasibility at every step

    Idea: the capacity rows are a clause of the specification; no share is negative, because the newcomer's is
    the smallest; nobody loses, by irrevocability, which belongs to feasibility for this mechanism.
    Mechanisms: ddrf, ddrf-lp, ddrf-linear, ddrf-water.  Property: feasible.
    Hypothesis: none.  Claims: li2019-feasible, li2019-zeros-feasible. *)
Theorem feasible : forall k, (k <= K)%nat ->
  (forall i, (i < k)%nat -> 0 <= x k i)
  /\ (forall r, (r < m)%nat -> used k d (x k) r <= released n k)
  /\ (forall i, (S i < k)%nat -> x (pred k) i <= x k i).
Proof.
  intros k Hk. split; [intros i Hi; apply share_nonneg; assumption|]. split.
  - destruct k as [|k].
    + intros r Hr. unfold used, released. simpl. unfold Rdiv. rewrite Rmult_0_l. lra.
    + intros r Hr. destruct (Hx k) as [_ [_ [H _]]]; [lia|]. apply H; exact Hr.
  - intros i Hi. destruct k as [|k]; [lia|]. simpl. apply irrevocable; lia.
Qed.

Lemma fits : forall k r, (k <= K)%nat -> (r < m)%nat -> used k d (x k) r <= released n k.
Proof. intros k r Hk Hr. destruct (feasible k Hk) as [_ [H _]]. apply H; exact Hr. Qed.

(** ** The least share is the largest that LP (1) allows

    Idea: if all old shares are kept and everybody has at least M with M above the newcomer's share, then the
    full resource of the certificate is used beyond what is released.
    Mechanisms: ddrf and all that claim its specification.  Property: none by itself; used throughout.
    Hypothesis: none.  Claims: li2019-lp-solved (the value of LP (1)). *)
Theorem largest : forall k M y, (k < K)%nat ->
  (forall i, (i <= k)%nat -> M <= y i) ->
  (forall i, (i < k)%nat -> x k i <= y i) ->
  (forall r, (r < m)%nat -> used (S k) d y r <= released n (S k)) ->
  M <= x (S k) k.
Proof.
  intros k M y Hk HM Hold Hfit.
  destruct (Hx k Hk) as [_ [_ [_ [r [Hr [Hfull [a [Ha [Hda Hxa]]]]]]]]].
  destruct (Rle_lt_dec M (x (S k) k)) as [|Hlt]; [assumption|exfalso].
  assert (used (S k) d (x (S k)) r < used (S k) d y r).
  { unfold used. apply (sum_lt (S k) _ _ a).
    - intros i Hi. apply Rmult_le_compat_l; [apply demand_nonneg; lia|].
      destruct (Nat.eq_dec i k) as [->|Hne].
      + apply Rle_trans with M; [lra|apply HM; lia].
      + rewrite (lemma_1 k i) by lia. apply Rmax_lub.
        * apply Rle_trans with M; [lra|apply HM; lia].
        * apply Hold; lia.
    - lia.
    - apply Rmult_lt_compat_l; [exact Hda|]. rewrite Hxa.
      apply Rlt_le_trans with M; [exact Hlt|apply HM; exact Ha]. }
  specialize (Hfit r Hr). lra.
Qed.

(** ** Sharing incentives at every step

    Idea: by induction the old shares are at least 1/n and fit into what was released.  With 1/n for the newcomer
    they use at most 1/n more, which is what the step releases.  So 1/n is possible, and the newcomer's share,
    the smallest of all, is the largest possible.
    Mechanisms: ddrf, ddrf-lp, ddrf-linear, ddrf-water.  Property: dynamic-si.
    Hypothesis: none.  Claims: li2019-si, li2019-zeros-dynamic-si. *)
Theorem sharing_incentives : forall k i, (k <= K)%nat -> (i < k)%nat -> 1 / INR n <= x k i.
Proof.
  induction k as [|k IH]; intros i Hk Hi; [lia|].
  apply Rle_trans with (x (S k) k); [|apply newcomer_least; lia].
  apply (largest k (1 / INR n) (fun j => if Nat.eq_dec j k then 1 / INR n else x k j)); [lia| | |].
  - intros j Hj. destruct (Nat.eq_dec j k) as [|]; [lra|apply IH; lia].
  - intros j Hj. destruct (Nat.eq_dec j k) as [|]; [lia|lra].
  - intros r Hr. unfold used. simpl. destruct (Nat.eq_dec k k) as [_|]; [|lia].
    rewrite (sum_ext k _ (fun j => d j r * x k j)).
    2:{ intros j Hj. destruct (Nat.eq_dec j k); [lia|reflexivity]. }
    rewrite released_S by exact Hn. apply Rplus_le_compat; [apply fits; lia|].
    destruct (Hd k) as [A _]; [lia|]. specialize (A r Hr).
    pose proof (share_pos n Hn). nra.
Qed.

(** ** Dynamic Pareto optimality, as li2019 defines it

    Idea: the certificate names a resource that is used to exactly k/n.
    Mechanisms: ddrf, ddrf-lp, ddrf-linear, ddrf-water.  Property: dpo.
    Hypothesis: none.
    Claims: li2019-dpo, li2019-zeros-dpo. *)
Theorem dynamic_pareto_optimal : forall k, (0 < k)%nat -> (k <= K)%nat ->
  exists r, (r < m)%nat /\ used k d (x k) r = released n k.
Proof.
  intros k H0 Hk. destruct k as [|k]; [lia|].
  destruct (Hx k) as [_ [_ [_ [r [Hr [H _]]]]]]; [lia|]. exists r; split; assumption.
Qed.

(** ** Pareto optimality at every step, with positive demands

    Idea: the full resource is demanded by everybody, so nobody can rise with nobody falling.
    Mechanisms: ddrf, ddrf-lp, ddrf-linear, ddrf-water.  Property: dynamic-po.
    Hypothesis: positive.  With zero demands it fails: (1, 0), (1, 0), (0, 1).
    Claims: li2019-dynamic-po. *)
Theorem pareto_optimal : positive K m d ->
  forall k y, (k <= K)%nat ->
  (forall i, (i < k)%nat -> x k i <= y i) ->
  (forall r, (r < m)%nat -> used k d y r <= released n k) ->
  forall i, (i < k)%nat -> y i = x k i.
Proof.
  intros Hpos k y Hk Hy Hfit i Hi.
  destruct (dynamic_pareto_optimal k) as [r [Hr Hfull]]; [lia|exact Hk|].
  destruct (Rle_lt_or_eq_dec _ _ (Hy i Hi)) as [Hlt|E]; [exfalso|symmetry; exact E].
  assert (used k d (x k) r < used k d y r).
  { unfold used. apply (sum_lt k _ _ i); [|exact Hi|].
    - intros j Hj. apply Rmult_le_compat_l; [apply demand_nonneg; lia|apply Hy; exact Hj].
    - apply Rmult_lt_compat_l; [apply Hpos; lia|exact Hlt]. }
  specialize (Hfit r Hr). lra.
Qed.

(** ** No envy towards later agents, and no envy without the excuse of order

    Idea: what [i] can make of the bundle of [j] is at most the share of [j], as the dominant resource of [i]
    shows.  So envy implies a larger share, and Lemma 3 says whose and since when.
    Mechanisms: ddrf, ddrf-lp, ddrf-linear, ddrf-water.  Property: none (ef fails for dynamic DRF).
    Hypothesis: none.
    [v] is any number of units that [i] can make of the bundle of [j]. *)
Theorem envy_only_of_the_settled : forall k i j v, (k <= K)%nat -> (i < k)%nat -> (j < k)%nat ->
  (forall r, (r < m)%nat -> 0 < d i r -> v * d i r <= x k j * d j r) ->
  x k i < v -> (j < i)%nat /\ x k j = x i j.
Proof.
  intros k i j v Hk Hi Hj Hv Hlt. apply (lemma_3 k i j Hk Hi Hj).
  destruct (Hd i) as [_ [r [Hr H1]]]; [lia|].
  specialize (Hv r Hr). rewrite H1 in Hv.
  destruct (Hd j) as [A _]; [lia|]. specialize (A r Hr).
  assert (0 <= x k j) by (apply share_nonneg; assumption). nra.
Qed.

(** ** The agents of smallest share are a tail of the arrivals, (2) of li2019 with tau up to k

    Idea: shares fall in the order of arrival, so those whose old share is at most M are the agents from some
    tau on, with the newcomer always among them.
    Mechanisms: ddrf and all that claim its specification.  Property: none.
    Hypothesis: none.  Claims: li2019-zeros-tau; li2019-tau-range needs tau = k, which is what it denies. *)
Theorem tail : forall k, (k < K)%nat ->
  exists t, (t <= k)%nat
    /\ (forall i, (i < t)%nat -> x (S k) i = x k i /\ x (S k) k < x k i)
    /\ (forall i, (t <= i)%nat -> (i < k)%nat -> x (S k) i = x (S k) k /\ x k i <= x (S k) k).
Proof.
  intros k Hk.
  destruct (first_index (S k) (fun i => i = k \/ ((i < k)%nat /\ x k i <= x (S k) k))) as [t [Ht [Pt Lt]]].
  { intros i. destruct (Nat.eq_dec i k); [left; left; assumption|].
    destruct (lt_dec i k); [|right; intros [?|[? ?]]; lia].
    destruct (Rle_lt_dec (x k i) (x (S k) k)); [left; right; split; assumption|right; intros [?|[? ?]]; [lia|lra]]. }
  { exists k. split; [lia|left; reflexivity]. }
  exists t. split; [lia|]. split.
  - intros i Hi. assert (Hlt : x (S k) k < x k i).
    { destruct (Rle_lt_dec (x k i) (x (S k) k)) as [H|H]; [|exact H].
      exfalso. apply (Lt i Hi). right. split; [lia|exact H]. }
    split; [|exact Hlt]. rewrite (lemma_1 k i) by lia. apply Rmax_right. lra.
  - intros i Hti Hik. assert (Hle : x k i <= x (S k) k).
    { destruct Pt as [->|[Htk Hle]]; [lia|].
      destruct (Nat.eq_dec i t) as [->|]; [exact Hle|].
      apply Rle_trans with (x k t); [apply lemma_2; lia|exact Hle]. }
    split; [|exact Hle]. rewrite (lemma_1 k i) by lia. apply Rmax_left. exact Hle.
Qed.

End History.

Set Default Proof Using "Type".

(** ** Uniqueness of the history

    Idea: two histories agree at first and, once they agree at a step, each newcomer's share is at least the
    other's, being the largest possible; the rest is the maximum.
    Mechanisms: ddrf, ddrf-lp, ddrf-linear, ddrf-water meet one specification and give the same shares.
    Property: agrees-with-lp, with [closed_form] of Programme.v.  Hypothesis: none.  Claims: li2019-zeros-agree. *)
Theorem unique : forall n m K d x y, (0 < n)%nat -> normalised K m d ->
  ddrf n m K d x -> ddrf n m K d y ->
  forall k i, (k <= K)%nat -> (i < k)%nat -> x k i = y k i.
Proof.
  intros n m K d x y Hn Hd Hx Hy. induction k as [|k IH]; intros i Hk Hi; [lia|].
  assert (E : x (S k) k = y (S k) k).
  { apply Rle_antisym.
    - apply (largest n m K d y Hn Hd Hy k (x (S k) k) (x (S k))); [lia| | |].
      + intros j Hj. apply (newcomer_least n m K d x Hn Hd Hx); lia.
      + intros j Hj. rewrite <- IH by lia. apply (irrevocable n m K d x Hn Hd Hx); lia.
      + intros r Hr. apply (fits n m K d x Hn Hd Hx); [lia|exact Hr].
    - apply (largest n m K d x Hn Hd Hx k (y (S k) k) (y (S k))); [lia| | |].
      + intros j Hj. apply (newcomer_least n m K d y Hn Hd Hy); lia.
      + intros j Hj. rewrite IH by lia. apply (irrevocable n m K d y Hn Hd Hy); lia.
      + intros r Hr. apply (fits n m K d y Hn Hd Hy); [lia|exact Hr]. }
  destruct (Nat.eq_dec i k) as [->|Hne]; [exact E|].
  rewrite (lemma_1 n m K d x Hn Hd Hx k i), (lemma_1 n m K d y Hn Hd Hy k i) by lia.
  rewrite E, IH by lia. reflexivity.
Qed.
