(** Histories of solutions of linear programme (1) of li2019, held against the specification of dynamic DRF.

    After li2019 2 and 3.  The programme is taken as printed: the level may be any number, and the step is solved from
    the shares that the solution of the step before has left. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums Ddrf Programme.
Open Scope R_scope.

(** The rows of (1) at the step at which agent [k] comes. *)
Definition rows (n m : nat) (d : nat -> nat -> R) (k : nat) (old : nat -> R) (M : R) (y : nat -> R) : Prop :=
  (forall i, (i <= k)%nat -> M <= y i)
  /\ (forall i, (i < k)%nat -> old i <= y i)
  /\ (forall r, (r < m)%nat -> used (S k) d y r <= released n (S k)).

Definition solves n m d k old M y : Prop :=
  rows n m d k old M y /\ forall M' y', rows n m d k old M' y' -> M' <= M.

(** A solution that is least in each share. *)
Definition solves_least n m d k old M y : Prop :=
  solves n m d k old M y /\ forall y', solves n m d k old M y' -> forall i, (i <= k)%nat -> y i <= y' i.

(** Every step solves (1), from what the step before has left. *)
Definition solutions n m K d (x : nat -> nat -> R) : Prop :=
  forall k, (k < K)%nat -> exists M, solves n m d k (x k) M (x (S k)).
Definition least_solutions n m K d (x : nat -> nat -> R) : Prop :=
  forall k, (k < K)%nat -> exists M, solves_least n m d k (x k) M (x (S k)).

(** The share before the step, which the newcomer does not have yet: it is read as 0. *)
Definition share_before (k : nat) (old : nat -> R) (i : nat) : R := if lt_dec i k then old i else 0.

(** ** With old shares that fit, the level of a solution is not negative *)
Lemma start_fits : forall n m d k old, (0 < n)%nat ->
  (forall r, (r < m)%nat -> used k d old r <= released n k) ->
  forall r, (r < m)%nat -> used (S k) d (share_before k old) r <= released n k.
Proof.
  intros n m d k old Hn H r Hr. apply Rle_trans with (2 := H r Hr). right. unfold used. simpl.
  unfold share_before at 2. destruct (lt_dec k k); [lia|]. rewrite Rmult_0_r, Rplus_0_r.
  apply sum_ext. intros i Hi. unfold share_before. destruct (lt_dec i k); [reflexivity|lia].
Qed.

Lemma start_rows : forall n m d k old, (0 < n)%nat -> (forall i, (i < k)%nat -> 0 <= old i) ->
  (forall r, (r < m)%nat -> used k d old r <= released n k) -> rows n m d k old 0 (share_before k old).
Proof.
  intros n m d k old Hn H0 H. split; [|split].
  - intros i Hi. unfold share_before. destruct (lt_dec i k); [apply H0; assumption|lra].
  - intros i Hi. unfold share_before. destruct (lt_dec i k); [lra|lia].
  - intros r Hr. apply Rle_trans with (released n k); [apply (start_fits n m); assumption|].
    rewrite released_S by exact Hn. pose proof (share_pos n Hn). lra.
Qed.

Lemma solves_iff : forall n m d k old M y, (0 < n)%nat -> (forall i, (i < k)%nat -> 0 <= old i) ->
  (forall r, (r < m)%nat -> used k d old r <= released n k) ->
  (solves n m d k old M y <-> lp_solution n m d k old M y).
Proof.
  intros n m d k old M y Hn H0 H. pose proof (start_rows n m d k old Hn H0 H) as S. split; intros [A B].
  - assert (P : 0 <= M) by (apply (B 0 _ S)). split; [split; [exact P|exact A]|].
    intros M' y' [_ G]. apply (B M' y' G).
  - destruct A as [P A]. split; [exact A|]. intros M' y' G.
    destruct (Rle_lt_dec 0 M') as [Q|Q]; [|lra]. apply (B M' y'). split; assumption.
Qed.

Lemma step_ext : forall n m d k old x y, (forall i, (i <= k)%nat -> x i = y i) ->
  ddrf_step n m d k old x -> ddrf_step n m d k old y.
Proof.
  intros n m d k old x y E [H0 [Hm [Hf [r [Hr [Hfull [i [Hi [Hd Hx]]]]]]]]].
  assert (U : forall q, used (S k) d y q = used (S k) d x q).
  { intros q. unfold used. apply sum_ext. intros j Hj. rewrite E by lia. reflexivity. }
  split; [rewrite <- E by lia; exact H0|split; [|split]].
  - intros j Hj. rewrite <- !E by lia. apply Hm. exact Hj.
  - intros q Hq. rewrite U. apply Hf. exact Hq.
  - exists r. split; [exact Hr|split; [rewrite U; exact Hfull|]]. exists i. rewrite <- !E by lia. auto.
Qed.

Lemma old_ext : forall n m d k old old' x, (forall i, (i < k)%nat -> old i = old' i) ->
  ddrf_step n m d k old x -> ddrf_step n m d k old' x.
Proof.
  intros n m d k old old' x E [H0 [Hm R]]. split; [exact H0|split; [|exact R]].
  intros i Hi. rewrite <- E by exact Hi. apply Hm. exact Hi.
Qed.

(** A history that agrees with one that meets the specification meets it too. *)
Lemma history_ext : forall n m K d x y, (forall k i, (k <= K)%nat -> (i < k)%nat -> x k i = y k i) ->
  ddrf n m K d x -> ddrf n m K d y.
Proof.
  intros n m K d x y E H k Hk. apply (old_ext n m d k (x k)); [intros; apply E; lia|].
  apply (step_ext n m d k (x k) (x (S k))); [intros; apply E; lia|]. apply H. exact Hk.
Qed.

Section Steps.

Variables (n m K : nat) (d : nat -> nat -> R).
Hypothesis Hn : (0 < n)%nat.
Hypothesis Hd : normalised K m d.
Set Default Proof Using "All".

(** What the steps so far leave is fit for the next one. *)
Lemma prefix : forall k x, (k <= K)%nat -> ddrf n m k d x ->
  (forall i, (i < k)%nat -> 0 <= x k i) /\ (forall i j, (i < j)%nat -> (j < k)%nat -> x k j <= x k i)
  /\ (forall r, (r < m)%nat -> used k d (x k) r <= released n k).
Proof.
  intros k x Hk Hx. assert (N : normalised k m d) by (intros i Hi; apply Hd; lia).
  split; [|split].
  - intros i Hi. apply (share_nonneg n m k d x Hn N Hx k i); lia.
  - intros i j Hij Hj. apply (lemma_2 n m k d x Hn N Hx); lia.
  - intros r Hr. apply (fits n m k d x Hn N Hx k r); [lia|exact Hr].
Qed.

Lemma step_taken : forall k x, (k < K)%nat -> ddrf n m k d x -> exists z, ddrf_step n m d k (x k) z.
Proof.
  intros k x Hk Hx. destruct (prefix k x (Nat.lt_le_incl _ _ Hk) Hx) as [A [B C]].
  destruct (step_exists n m K k d (x k) Hn Hd Hk A B C) as [M H]. exists (raise k (x k) M). exact H.
Qed.

Lemma step_solves_least : forall k x z, (k < K)%nat -> ddrf n m k d x -> ddrf_step n m d k (x k) z ->
  solves_least n m d k (x k) (z k) z.
Proof.
  intros k x z Hk Hx Hz. destruct (prefix k x (Nat.lt_le_incl _ _ Hk) Hx) as [A [_ C]].
  destruct (certificate_is_least_solution n m K k d (x k) Hn Hd Hk z Hz) as [L G]. split.
  - apply solves_iff; assumption.
  - intros y Hy. apply G. apply solves_iff; assumption.
Qed.

Lemma level_unique : forall k old M M' y y', solves n m d k old M y -> solves n m d k old M' y' -> M = M'.
Proof.
  intros k old M M' y y' [A B] [A' B']. apply Rle_antisym; [apply (B' M y A)|apply (B M' y' A')].
Qed.

Lemma least_is_step : forall k x M y, (k < K)%nat -> ddrf n m k d x -> solves_least n m d k (x k) M y ->
  ddrf_step n m d k (x k) y.
Proof.
  intros k x M y Hk Hx [Hy Gy]. destruct (step_taken k x Hk Hx) as [z Hz].
  destruct (step_solves_least k x z Hk Hx Hz) as [Lz Gz].
  assert (E : M = z k) by (apply (level_unique k (x k) M (z k) y z); assumption). subst M.
  apply (step_ext n m d k (x k) z); [|exact Hz].
  intros i Hi. apply Rle_antisym; [apply Gz|apply Gy]; assumption.
Qed.

Lemma solution_is_step : positive K m d -> forall k x M y, (k < K)%nat -> ddrf n m k d x -> solves n m d k (x k) M y ->
  ddrf_step n m d k (x k) y.
Proof.
  intros Hp k x M y Hk Hx Hy. destruct (step_taken k x Hk Hx) as [z Hz].
  destruct (step_solves_least k x z Hk Hx Hz) as [Lz _].
  destruct (prefix k x (Nat.lt_le_incl _ _ Hk) Hx) as [A [_ C]].
  apply (step_ext n m d k (x k) z); [|exact Hz]. intros i Hi.
  apply (lp_unique n m K k d (x k) Hn Hd Hk Hp (z k) z M y); [| |exact Hi]; apply solves_iff; assumption.
Qed.

(** Step by step: if each step that follows the specification so far follows it, the whole history does. *)
Lemma by_steps : forall x : nat -> nat -> R,
  (forall k, (k < K)%nat -> ddrf n m k d x -> ddrf_step n m d k (x k) (x (S k))) -> ddrf n m K d x.
Proof.
  intros x H. assert (G : forall k, (k <= K)%nat -> ddrf n m k d x).
  { induction k as [|k IH]; intros Hk; [intros j Hj; lia|]. intros j Hj.
    destruct (Nat.eq_dec j k) as [->|]; [apply H; [lia|apply IH; lia]|apply IH; lia]. }
  apply G. lia.
Qed.

Lemma ddrf_prefix : forall x k, (k <= K)%nat -> ddrf n m K d x -> ddrf n m k d x.
Proof. intros x k Hk H j Hj. apply H. lia. Qed.

(** ** Least solutions of (1), step after step, are dynamic DRF, with zero demands too

    Idea: the step that the specification asks for can be taken and is the least solution, and there is one least solution.
    Mechanisms: ddrf, ddrf-lp, ddrf-linear, ddrf-water.  Property: agrees-with-lp.  Hypothesis: none. *)
Theorem least_solutions_are_ddrf : forall x, least_solutions n m K d x <-> ddrf n m K d x.
Proof.
  intros x. split; intros H.
  - apply by_steps. intros k Hk Hp. destruct (H k Hk) as [M HM]. apply (least_is_step k x M); assumption.
  - intros k Hk. exists (x (S k) k). apply step_solves_least; [exact Hk|apply ddrf_prefix; [lia|exact H]|apply H; exact Hk].
Qed.

(** ** Solutions of (1), step after step, are dynamic DRF, with positive demands

    Idea: with positive demands the solution is unique, and the step that the specification asks for is one.
    Mechanisms: ddrf-lp, ddrf, ddrf-linear, ddrf-water.  Property: agrees-with-lp.  Hypothesis: positive.
    Claims: li2019-lp-solved. *)
Theorem solutions_are_ddrf : positive K m d -> forall x, solutions n m K d x <-> ddrf n m K d x.
Proof.
  intros Hp x. split; intros H.
  - apply by_steps. intros k Hk Hpre. destruct (H k Hk) as [M HM]. apply (solution_is_step Hp k x M); assumption.
  - intros k Hk. exists (x (S k) k). apply step_solves_least; [exact Hk|apply ddrf_prefix; [lia|exact H]|apply H; exact Hk].
Qed.

(** ** Lemma 1, the newcomer among the agents

    Idea: in a solution each share is the larger of the level and of the old share, or the level could rise.
    Mechanisms: ddrf-lp, ddrf, ddrf-linear, ddrf-water.  Hypothesis: positive.
    Claims: li2019-lemma-1, li2019-lemma-1-newcomer (the case i = k). *)
Theorem lemma_1_of_solutions : positive K m d -> forall x, solutions n m K d x ->
  forall k M i, (k < K)%nat -> (i <= k)%nat -> solves n m d k (x k) M (x (S k)) ->
  x (S k) i = Rmax M (share_before k (x k) i).
Proof.
  intros Hp x Hx k M i Hk Hi HM. apply (solutions_are_ddrf Hp) in Hx.
  destruct (prefix k x (Nat.lt_le_incl _ _ Hk) (ddrf_prefix x k (Nat.lt_le_incl _ _ Hk) Hx)) as [A [_ C]].
  apply solves_iff in HM; [|exact Hn|exact A|exact C].
  destruct (lp_lemma_1 n m K k d (x k) Hn Hd Hk Hp M _ HM) as [E1 E2].
  unfold share_before. destruct (lt_dec i k); [apply E2; assumption|].
  replace i with k by lia. rewrite E1. destruct HM as [[M0 _] _]. rewrite Rmax_left; [reflexivity|lra].
Qed.

(** ** Equation (2) of li2019, with tau up to k

    Idea: shares fall in the order of arrival, so those that rise are a tail of the arrivals; what the agents before the tail
    leave, divided by the demands of the tail, bounds the level for each resource, and equals it for the one that is used up.
    Mechanisms: ddrf-linear, ddrf-lp, ddrf, ddrf-water.  Hypothesis: positive.  Claims: li2019-lp-equation-2. *)
Theorem equation_2 : positive K m d -> forall x, solutions n m K d x ->
  forall k M, (k < K)%nat -> solves n m d k (x k) M (x (S k)) ->
  exists t, (t <= k)%nat
    /\ (forall i, (i < t)%nat -> x (S k) i = x k i /\ M < x k i)
    /\ (forall i, (t <= i)%nat -> (i <= k)%nat -> x (S k) i = M)
    /\ (forall i, (t <= i)%nat -> (i < k)%nat -> x k i <= M)
    /\ (forall r, (r < m)%nat -> 0 < onward d k t r
          /\ M <= (released n (S k) - before d k (x k) t r) / onward d k t r)
    /\ exists r, (r < m)%nat /\ M = (released n (S k) - before d k (x k) t r) / onward d k t r.
Proof.
  intros Hp x Hx k M Hk HM.
  pose proof (lemma_1_of_solutions Hp x Hx k M) as L1.
  apply (solutions_are_ddrf Hp) in Hx.
  destruct (prefix k x (Nat.lt_le_incl _ _ Hk) (ddrf_prefix x k (Nat.lt_le_incl _ _ Hk) Hx)) as [A [_ C]].
  assert (EM : x (S k) k = M).
  { pose proof HM as HM'. apply solves_iff in HM'; [|exact Hn|exact A|exact C].
    apply (lp_lemma_1 n m K k d (x k) Hn Hd Hk Hp M _ HM'). }
  destruct (closed_form n m K d x Hn Hd Hx k Hk) as [Below [t [r [Ht [Hr [Ho [Er [Hb Ha]]]]]]]].
  rewrite EM in Below, Er, Hb, Ha.
  exists t. split; [exact Ht|split; [|split; [|split; [|split]]]].
  - intros i Hi. specialize (Hb i Hi). split; [|exact Hb]. rewrite (L1 i Hk ltac:(lia) HM).
    unfold share_before. destruct (lt_dec i k); [|lia]. apply Rmax_right. lra.
  - intros i H1 H2. destruct (Nat.eq_dec i k) as [->|]; [exact EM|].
    specialize (Ha i H1 ltac:(lia)). rewrite (L1 i Hk ltac:(lia) HM).
    unfold share_before. destruct (lt_dec i k); [|lia]. apply Rmax_left. lra.
  - exact Ha.
  - intros q Hq.
    assert (P : 0 < onward d k t q).
    { unfold onward. apply (sum_pos (S k) _ k); [|lia|].
      - intros i Hi. destruct (lt_dec i t); [lra|]. apply Rlt_le, Hp; [lia|exact Hq].
      - destruct (lt_dec k t); [lia|]. apply Hp; [lia|exact Hq]. }
    split; [exact P|apply Below; assumption].
  - exists r. split; assumption.
Qed.

End Steps.
Set Default Proof Using "Type".

(** A witness: the history 1/2; 2/3, 2/3 of Programme.v solves (1) at each step. *)
Lemma solutions_witness : normalised 2 2 witness_demand /\ positive 2 2 witness_demand
  /\ solutions 2 2 2 witness_demand witness_history /\ least_solutions 2 2 2 witness_demand witness_history
  /\ exists M, solves 2 2 witness_demand 1 (witness_history 1) M (witness_history 2).
Proof.
  assert (S : solutions 2 2 2 witness_demand witness_history).
  { apply solutions_are_ddrf; [lia|apply witness_normalised|apply witness_positive|apply witness_ddrf]. }
  split; [apply witness_normalised|split; [apply witness_positive|split; [exact S|split]]].
  - apply least_solutions_are_ddrf; [lia|apply witness_normalised|apply witness_ddrf].
  - apply (S 1%nat). lia.
Qed.
