(** The two formulas of precomputed DRF, and that they allocate the same tasks.

    After metin 3.4 and properties/mechanisms/pdrf.md, pdrf-simplified.md.  The longer formula counts rounds in which a
    user of the largest share gets one task; the shorter one has the largest share cancelled.  One server, whole tasks.
    *)

From Coq Require Import Reals Lra Lia Arith Psatz Bool.
From Fair.Arrivals Require Import Sums.
From Fair.Tasks Require Import Server Precomputed.
Open Scope R_scope.

(** [top] is the largest weighted dominant share of one task among the users that can run. *)
Definition largest_share N m c elig d (s : nat -> R) (top : R) : Prop :=
  (exists n, (n < N)%nat /\ live m c elig d n = true /\ s n = top)
  /\ forall n, (n < N)%nat -> live m c elig d n = true -> s n <= top.

(** What a round, with one task for a user of the largest share, needs of resource [r]. *)
Definition round_load N m c elig d s top (r : nat) : R :=
  sum N (fun n => if live m c elig d n then top / s n * d n r else 0).

(** What level 1 needs of resource [r]: the sum in the shorter formula. *)
Definition level_load N m c elig d s (r : nat) : R :=
  sum N (fun n => if live m c elig d n then d n r / s n else 0).

(** [q] is the least quotient of capacity by load, over resources of which something is needed. *)
Definition least_quotient (m : nat) (c load : nat -> R) (q : R) : Prop :=
  (forall r, (r < m)%nat -> 0 < load r -> q <= c r / load r)
  /\ exists r, (r < m)%nat /\ 0 < load r /\ q = c r / load r.

(** [t] is [q] rounded down. *)
Definition floor_of (q : R) (t : nat) : Prop := INR t <= q < INR t + 1.

(** The longer formula: k = min c_r / sum (s_top / s_n) d_n,r and x_n = floor (k s_top / s_n). *)
Definition longer N m c w elig d (x : nat -> nat) : Prop :=
  (forall n, (n < N)%nat -> live m c elig d n = false -> x n = 0%nat)
  /\ (some_live N m c elig d -> exists s top k, shares N m c w elig d s /\ largest_share N m c elig d s top
        /\ least_quotient m c (round_load N m c elig d s top) k
        /\ forall n, (n < N)%nat -> live m c elig d n = true -> floor_of (k * (top / s n)) (x n)).

(** The shorter formula: k' = min c_r / sum d_n,r / s_n and x_n = floor (k' / s_n). *)
Definition shorter N m c w elig d (x : nat -> nat) : Prop :=
  (forall n, (n < N)%nat -> live m c elig d n = false -> x n = 0%nat)
  /\ (some_live N m c elig d -> exists s k, shares N m c w elig d s
        /\ least_quotient m c (level_load N m c elig d s) k
        /\ forall n, (n < N)%nat -> live m c elig d n = true -> floor_of (k / s n) (x n)).

(** The load of a round is the load at level 1, times the largest share. *)
Lemma round_load_scaled : forall N m c elig d s top r,
  round_load N m c elig d s top r = top * level_load N m c elig d s r.
Proof.
  intros. unfold round_load, level_load. rewrite <- sum_scal. apply sum_ext. intros n _.
  destruct (live m c elig d n); unfold Rdiv; ring.
Qed.

Lemma quotient_scaled : forall m c l top k, 0 < top ->
  least_quotient m c (fun r => top * l r) k <-> least_quotient m c l (k * top).
Proof.
  intros m c l top k Ht.
  assert (P : forall r, 0 < top * l r <-> 0 < l r).
  { intros r. split; intros H; [|apply Rmult_lt_0_compat; assumption]. nra. }
  assert (Q : forall r, 0 < l r -> c r / l r = c r / (top * l r) * top) by (intros r H; field; lra).
  split; intros [A [r [Hr [H E]]]]; split.
  - intros q Hq H'. rewrite Q by exact H'. apply Rmult_le_compat_r; [lra|]. apply A; [exact Hq|apply P; exact H'].
  - exists r. split; [exact Hr|]. apply P in H. split; [exact H|]. rewrite Q by exact H. rewrite E. reflexivity.
  - intros q Hq H'. apply P in H'. specialize (A q Hq H'). rewrite (Q q H') in A.
    apply (Rmult_le_reg_r top); assumption.
  - exists r. split; [exact Hr|]. split; [apply P; exact H|]. rewrite (Q r H) in E.
    apply (Rmult_eq_reg_r top); [exact E|lra].
Qed.

Lemma least_quotient_ext : forall m c l l' k, (forall r, l r = l' r) -> least_quotient m c l k -> least_quotient m c l' k.
Proof.
  intros m c l l' k E [A [r [Hr [H Q]]]]. split.
  - intros q Hq. rewrite <- E. apply A. exact Hq.
  - exists r. rewrite <- E. auto.
Qed.

Lemma largest_share_exists : forall N m c elig d s, some_live N m c elig d -> exists top, largest_share N m c elig d s top.
Proof.
  intros N m c elig d s H.
  destruct (least_index N (fun n => live m c elig d n = true) (fun n => - s n)) as [n [Hn [L G]]].
  { intros n. destruct (live m c elig d n); [left; reflexivity|right; discriminate]. }
  { exact H. }
  exists (s n). split; [exists n; auto|]. intros j Hj Lj. specialize (G j Hj Lj). lra.
Qed.

(** ** Both formulas allocate the same tasks

    Idea: a round needs top times the load at level 1, so k is the level divided by top, and k top is the level.
    Mechanism: pdrf-simplified.  Property: agrees-with-pdrf.  Hypothesis: none.  Claims: metin-forms-equal. *)
Theorem forms_equal : forall N m c w elig d x, server N m c w d ->
  (longer N m c w elig d x <-> shorter N m c w elig d x).
Proof.
  intros N m c w elig d x HS. split; intros [Hd Hl]; (split; [exact Hd|intros D; specialize (Hl D)]).
  - destruct Hl as [s [top [k [Hs [[[a [Ha [La Ea]]] Hmax] [Hk Hfl]]]]]].
    assert (T : 0 < top) by (rewrite <- Ea; apply (share_positive N m c w d a); [exact HS|exact Ha|apply Hs; assumption]).
    exists s, (k * top). split; [exact Hs|split].
    + apply quotient_scaled; [exact T|].
      apply (least_quotient_ext m c (round_load N m c elig d s top)); [|exact Hk].
      intros r. apply round_load_scaled.
    + intros n Hn Ln. specialize (Hfl n Hn Ln).
      replace (k * top / s n) with (k * (top / s n)) by (unfold Rdiv; ring). exact Hfl.
  - destruct Hl as [s [k [Hs [Hk Hfl]]]].
    destruct (largest_share_exists N m c elig d s D) as [top Htop].
    assert (T : 0 < top).
    { destruct Htop as [[a [Ha [La Ea]]] _]. rewrite <- Ea.
      apply (share_positive N m c w d a); [exact HS|exact Ha|apply Hs; assumption]. }
    exists s, top, (k / top). split; [exact Hs|split; [exact Htop|split]].
    + apply (least_quotient_ext m c (fun r => top * level_load N m c elig d s r)).
      { intros r. symmetry. apply round_load_scaled. }
      apply quotient_scaled; [exact T|]. replace (k / top * top) with k by (field; lra). exact Hk.
    + intros n Hn Ln. specialize (Hfl n Hn Ln).
      replace (k / top * (top / s n)) with (k / s n); [exact Hfl|].
      assert (0 < s n) by (apply (share_positive N m c w d n); [exact HS|exact Hn|apply Hs; assumption]).
      field. lra.
Qed.

(** ** The shorter formula is the specification of the pages

    Idea: the least quotient is the largest level at which the load of no resource exceeds its capacity.
    Mechanisms: pdrf, pdrf-simplified.  Hypothesis: none. *)
Theorem shorter_is_pdrf : forall N m c w elig d x, server N m c w d ->
  (shorter N m c w elig d x <-> pdrf N m c w elig d x).
Proof.
  intros N m c w elig d x HS. 
  assert (G : forall s k, shares N m c w elig d s ->
     (least_quotient m c (level_load N m c elig d s) k <-> level N m c elig d s k)).
  { intros s k Hs. change (level_load N m c elig d s) with (load N m c elig d s). split; intros [A [r [Hr [H E]]]].
    - split.
      + intros q Hq. assert (L0 : 0 <= load N m c elig d s q).
        { unfold load. apply sum_nonneg. intros n Hn. apply (load_term_nonneg N m c w elig d s n q HS Hs Hn Hq). }
        destruct L0 as [L0|L0].
        * specialize (A q Hq L0). apply (Rmult_le_compat_r (load N m c elig d s q)) in A; [|lra].
          unfold Rdiv in A. rewrite Rmult_assoc, Rinv_l in A by lra. lra.
        * rewrite <- L0, Rmult_0_r. destruct HS as [Hc _]. apply Hc. exact Hq.
      + exists r. split; [exact Hr|split; [exact H|]]. rewrite E. field. lra.
    - split.
      + intros q Hq Hp. specialize (A q Hq). apply (Rmult_le_reg_r (load N m c elig d s q)); [exact Hp|].
        unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
      + exists r. split; [exact Hr|split; [exact H|]]. rewrite <- E. field. lra. }
  split; intros [Hd Hl]; (split; [exact Hd|intros D; specialize (Hl D)]);
    destruct Hl as [s [k [Hs [Hk Hfl]]]]; exists s, k; (split; [exact Hs|split; [apply G; assumption|exact Hfl]]).
Qed.

(** The tasks of the two formulas, user by user. *)
Theorem forms_same_tasks : forall N m c w elig d x y, server N m c w d ->
  longer N m c w elig d x -> shorter N m c w elig d y -> forall n, (n < N)%nat -> x n = y n.
Proof.
  intros N m c w elig d x y HS Hx Hy.
  apply (pdrf_unique N m c w elig d x HS).
  - apply shorter_is_pdrf; [exact HS|]. apply forms_equal; assumption.
  - apply shorter_is_pdrf; assumption.
Qed.

(** A witness: one user, one resource, capacity 1, demand 1: one task by the longer formula. *)
Lemma forms_witness : server 1 1 (fun _ => 1) (fun _ _ => 1) (fun _ _ => 1)
  /\ exists x, longer 1 1 (fun _ => 1) (fun _ _ => 1) (fun _ => true) (fun _ _ => 1) x.
Proof.
  split; [apply server_witness|].
  destruct (pdrf_exists 1 1 (fun _ => 1) (fun _ _ => 1) (fun _ => true) (fun _ _ => 1) server_witness) as [x Hx].
  exists x. apply forms_equal; [apply server_witness|]. apply shorter_is_pdrf; [apply server_witness|exact Hx].
Qed.
