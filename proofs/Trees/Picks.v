(** Whole tasks on a tree of queues, given one by one: hierarchical DRF, three simpler rules, and Volcano's.

    After properties/mechanisms/hdrf-tasks.md, hdrf-naive.md, hdrf-rescaled.md, hdrf-collapsed.md and volcano-hdrf.md.
    Amounts of resources stand in place of parts of the pool. *)

From Coq Require Import Reals Lra Lia Arith List Bool Permutation.
From Fair.Common Require Import Sums.
From Fair.Tasks Require Import Server Filling.
From Fair.Trees Require Import Tree.
Import ListNotations.
Open Scope R_scope.

Inductive rule := Rescaling | Naive | RescalingAll | Collapsed | Volcano.

(** How a node stands before a pick: whether no task of it can be given, whether Volcano counts it as saturated, what it counts
    as using, and its share. *)
Record node := a_node { blocked : bool; saturated : bool; uses : nat -> R; share_of : R }.

Section Picks.

Variables (N m : nat) (c : nat -> R) (elig : nat -> bool) (d : nat -> nat -> R) (tau : nat -> option nat).
Variable T : tree.

(** The tree holds the users that can run and have a task, each once. *)
Definition rooted : Prop := NoDup (leaves T) /\ heavy T /\
  forall n, In n (leaves T) <-> runs N m c elig d n /\ tau n <> Some 0%nat.

Definition room (y : nat -> nat) (r : nat) : R := c r - held N d y r.
(** The largest part of a resource, over those that count. *)
Definition part (counts : nat -> bool) (v : nat -> R) : R := maxratio m v (fun r => if counts r then c r else 0).
Definition every (r : nat) : bool := true.
Definition not_full (y : nat -> nat) (r : nat) : bool := if Rlt_dec 0 (room y r) then true else false.

Definition has_more (y : nat -> nat) (n : nat) : bool := match tau n with None => true | Some t => Nat.ltb (y n) t end.
Definition fits (y : nat -> nat) (n : nat) : bool := has_more y n &&
  forallb (fun r => if Rlt_dec 0 (d n r) then (if Rle_dec (d n r) (room y r) then true else false) else true) (seq 0 m).
Definition demands_full (y : nat -> nat) (n : nat) : bool :=
  existsb (fun r => if Rlt_dec 0 (d n r) then (if Req_EM_T (room y r) 0 then true else false) else false) (seq 0 m).

Definition leaf (y : nat -> nat) (n : nat) : node :=
  a_node (negb (fits y n)) (negb (has_more y n) || demands_full y n) (fun r => INR (y n) * d n r)
    (part every (fun r => INR (y n) * d n r)).

(** What a queue counts as using: the sum of what its children count as using, of which some are rescaled. *)
Variable how : rule.

Definition rescaled (k : node) : bool :=
  match how with
  | Rescaling => negb (blocked k)
  | RescalingAll => true
  | Volcano => negb (saturated k) && (if Rlt_dec 0 (share_of k) then true else false)
  | Naive | Collapsed => false
  end.
Fixpoint smallest (l : list R) : R := match l with [] => 0 | [a] => a | a :: t => Rmin a (smallest t) end.
Definition least (l : list (R * node)) : R :=
  let some := filter (fun k => rescaled (snd k)) l in
  match how with
  | Volcano => fold_right Rmin 1 (map (fun k => share_of (snd k)) some)
  | _ => smallest (map (fun k => share_of (snd k) / fst k) some)
  end.
Definition factor (low : R) (k : R * node) : R :=
  if rescaled (snd k) then
    if Req_EM_T (share_of (snd k)) 0 then 0
    else match how with Volcano => low / share_of (snd k) | _ => low * fst k / share_of (snd k) end
  else 1.
Definition counted (y : nat -> nat) : nat -> bool := match how with Naive | Volcano => every | _ => not_full y end.
Definition join (y : nat -> nat) (l : list (R * node)) : node :=
  let u := fun r => adds (map (fun k => factor (least l) k * uses (snd k) r) l) in
  a_node (forallb (fun k => blocked (snd k)) l) (forallb (fun k => saturated (snd k)) l) u (part (counted y) u).
Fixpoint stand (y : nat -> nat) (t : tree) : node :=
  match t with user n => leaf y n | queue l => join y (map (fun k => (fst k, stand y (snd k))) l) end.

(** Whose turn it is. From the root down: to the child that is not blocked and has the least share for its weight; ties to the
    first. *)
Definition level (y : nat -> nat) (k : R * tree) : R := share_of (stand y (snd k)) / fst k.
Definition free (y : nat -> nat) (t : tree) : Prop := blocked (stand y t) = false.
Inductive goes (y : nat -> nat) : tree -> nat -> Prop :=
| goes_user : forall n, free y (user n) -> goes y (user n) n
| goes_queue : forall l1 k l2 n, free y (snd k) ->
    (forall j, In j l1 -> free y (snd j) -> level y k < level y j) ->
    (forall j, In j l2 -> free y (snd j) -> level y k <= level y j) ->
    goes y (snd k) n -> goes y (queue (l1 ++ k :: l2)) n.

(** Without inner nodes: the least dominant share for its hierarchical share. *)
Definition own_share (y : nat -> nat) (n : nat) : R := part every (fun r => INR (y n) * d n r).
Definition goes_collapsed (y : nat -> nat) (n : nat) : Prop := In n (leaves T) /\ fits y n = true /\
  forall j, In j (leaves T) -> fits y j = true ->
    own_share y n / entitled n T < own_share y j / entitled j T \/
    (own_share y n / entitled n T = own_share y j / entitled j T /\ (n <= j)%nat).

(** Volcano: queues that hold users are compared along their paths; in a queue the user with the smallest share comes first. The
    queues are gone through in some order. *)
Definition line : Type := (list (R * node) * list nat)%type.
Definition own_users (l : list (R * tree)) : list nat :=
  flat_map (fun k => match snd k with user n => [n] | queue _ => [] end) l.
Fixpoint lines (y : nat -> nat) (above : list (R * node)) (t : tree) : list line :=
  match t with
  | user _ => []
  | queue l => (above, own_users l) :: flat_map (fun k => lines y (above ++ [(fst k, stand y (snd k))]) (snd k)) l
  end.
Definition heavier (k : R * node) : R := share_of (snd k) / Rmax (fst k) 1.
Inductive earlier : list (R * node) -> list (R * node) -> Prop :=
| earlier_open : forall a p b q, saturated (snd a) = false -> saturated (snd b) = true -> earlier (a :: p) (b :: q)
| earlier_low : forall a p b q, saturated (snd a) = saturated (snd b) -> heavier a < heavier b -> earlier (a :: p) (b :: q)
| earlier_below : forall a p b q, saturated (snd a) = saturated (snd b) -> heavier a = heavier b -> earlier p q ->
    earlier (a :: p) (b :: q).
Inductive best : list line -> line -> Prop :=
| best_one : forall q, best [q] q
| best_new : forall l b q, best l b -> earlier (fst q) (fst b) -> best (l ++ [q]) q
| best_old : forall l b q, best l b -> ~ earlier (fst q) (fst b) -> best (l ++ [q]) b.
Definition waits (y : nat -> nat) (q : line) : bool := existsb (fits y) (snd q).
Definition goes_volcano (y : nat -> nat) (n : nat) : Prop := exists l q,
  Permutation l (filter (waits y) (lines y [] T)) /\ best l q /\ In n (snd q) /\ fits y n = true /\
  forall j, In j (snd q) -> fits y j = true ->
    own_share y n < own_share y j \/ (own_share y n = own_share y j /\ (n <= j)%nat).

Definition picks (y : nat -> nat) (n : nat) : Prop :=
  match how with Collapsed => goes_collapsed y n | Volcano => goes_volcano y n | _ => goes y T n end.

(** Picks go on until no task of any user fits. *)
Inductive given : (nat -> nat) -> Prop :=
| nothing : forall y, (forall n, y n = 0%nat) -> given y
| one_more : forall y n y', given y -> picks y n -> (forall j, y' j = if Nat.eq_dec j n then S (y n) else y j) -> given y'.
Definition by_picks (y : nat -> nat) : Prop := rooted /\ given y /\ forall n, In n (leaves T) -> fits y n = false.

(** ** Who is picked is a user whose task fits *)

Lemma goes_fits : forall y t n, goes y t n -> In n (leaves t) /\ fits y n = true.
Proof.
  intros y t n G. induction G as [n F|l1 k l2 n F _ _ G [I E]].
  - split; [simpl; auto|]. unfold free in F. simpl in F. apply negb_false_iff in F. exact F.
  - split; [|exact E]. apply leaves_in. exists k. split; [apply in_app_iff; simpl; auto|exact I].
Qed.

Lemma lines_leaves : forall y t above q n, In q (lines y above t) -> In n (snd q) -> In n (leaves t).
Proof.
  intros y t. induction t as [m'|l IH] using tree_nodes; intros above q n Hq Hn; [destruct Hq|].
  rewrite Forall_forall in IH. simpl in Hq. apply leaves_in. destruct Hq as [<-|Hq].
  - simpl in Hn. unfold own_users in Hn. apply in_flat_map in Hn as [k [K Hn]]. exists k. split; [exact K|].
    destruct (snd k); simpl in *; [exact Hn|destruct Hn].
  - apply in_flat_map in Hq as [k [K Hq]]. exists k. split; [exact K|]. apply (IH k K _ q n Hq Hn).
Qed.

Lemma best_in : forall l q, best l q -> In q l.
Proof. intros l q B. induction B; [simpl; auto|apply in_app_iff; simpl; auto|apply in_app_iff; auto]. Qed.

Lemma picks_fits : forall y n, picks y n -> In n (leaves T) /\ fits y n = true.
Proof.
  intros y n P. unfold picks in P.
  assert (V : goes_volcano y n -> In n (leaves T) /\ fits y n = true).
  { intros [l [q [Pm [B [I [F _]]]]]]. split; [|exact F]. apply best_in in B. apply (Permutation_in _ Pm) in B.
    apply filter_In in B as [B _]. apply (lines_leaves y T [] q n B I). }
  destruct how; try (apply (goes_fits y T n P)); [split; apply P|apply V; exact P].
Qed.

Lemma fits_spec : forall y n, fits y n = true <->
  more tau y n /\ forall r, (r < m)%nat -> 0 < d n r -> held N d y r + d n r <= c r.
Proof.
  intros y n. unfold fits. rewrite andb_true_iff, forallb_forall.
  assert (B : has_more y n = true <-> more tau y n).
  { unfold has_more, more. destruct (tau n); [apply Nat.ltb_lt|tauto]. }
  rewrite B. unfold room. split; intros [M A]; (split; [exact M|]).
  - intros r Hr D. specialize (A r ltac:(apply in_seq; lia)). destruct (Rlt_dec 0 (d n r)); [|contradiction].
    destruct (Rle_dec (d n r) (c r - held N d y r)); [lra|discriminate].
  - intros r Hr. apply in_seq in Hr. destruct (Rlt_dec 0 (d n r)) as [D|]; [|reflexivity].
    destruct (Rle_dec (d n r) (c r - held N d y r)) as [|L]; [reflexivity|]. exfalso. apply L.
    specialize (A r ltac:(lia) D). lra.
Qed.

Lemma fits_no : forall y n, fits y n = false -> more tau y n -> exists r, (r < m)%nat /\ c r < held N d y r + d n r.
Proof.
  intros y n F M. destruct (Classical_Prop.classic (exists r, (r < m)%nat /\ c r < held N d y r + d n r)) as [E|No]; [exact E|exfalso].
  assert (fits y n = true); [|congruence]. apply fits_spec. split; [exact M|]. intros r Hr _. apply Rnot_lt_le. intros L.
  apply No. exists r. auto.
Qed.

(** ** What picks come to *)

Variable w : nat -> nat -> R.
Hypothesis HS : server N m c w d.
Hypothesis Rt : rooted.
Set Default Proof Using "All".

Lemma one_more_held : forall y n y' r, (n < N)%nat -> (forall j, y' j = if Nat.eq_dec j n then S (y n) else y j) ->
  held N d y' r = held N d y r + d n r.
Proof.
  intros y n y' r Hn E. rewrite <- (held_succ N d y n r Hn). unfold held. apply Arrivals.Sums.sum_ext. intros j _.
  rewrite E. reflexivity.
Qed.

Lemma given_whole : forall y, given y -> whole N m c elig d tau y.
Proof.
  intros y G. induction G as [y Z|y n y' G [Fit [Dead In_]] P E].
  - split; [|split].
    + intros r Hr. unfold held. rewrite Arrivals.Sums.sum_zero; [apply HS; exact Hr|]. intros; rewrite Z; simpl; ring.
    + intros n _ _. apply Z.
    + intros n _. unfold within. rewrite Z. destruct (tau n); [lia|exact I].
  - destruct (picks_fits y n P) as [L F]. apply fits_spec in F as [M F]. apply Rt in L as [[Hn Ln] _]. split; [|split].
    + intros r Hr. rewrite (one_more_held y n y' r Hn E).
      destruct (proj1 (proj2 HS) n r Hn Hr) as [D|Z]; [apply F; auto|]. rewrite <- Z, Rplus_0_r. apply Fit. exact Hr.
    + intros j Hj Dj. rewrite E. destruct (Nat.eq_dec j n) as [->|]; [congruence|apply Dead; auto].
    + intros j Hj. specialize (In_ j Hj). unfold within, more in *. rewrite E. destruct (Nat.eq_dec j n) as [->|]; [|exact In_].
      destruct (tau n); [lia|exact I].
Qed.

Theorem picks_whole : forall y, by_picks y -> whole N m c elig d tau y.
Proof. intros y [_ [G _]]. apply given_whole. exact G. Qed.

(** Idea: no user's next task fits at the end, and who had more would need it. *)
Theorem picks_maximal : forall y z, by_picks y -> whole N m c elig d tau z ->
  (forall n, (n < N)%nat -> (y n <= z n)%nat) -> forall n, (n < N)%nat -> z n = y n.
Proof.
  intros y z H [Zfit [Zdead Zin]] Le n Hn. pose proof (picks_whole y H) as [_ [Dead _]]. destruct H as [_ [_ End]].
  destruct (Nat.eq_dec (z n) (y n)) as [|Ne]; [assumption|exfalso].
  assert (Lt : (y n < z n)%nat) by (specialize (Le n Hn); lia).
  assert (Rn : runs N m c elig d n).
  { split; [exact Hn|]. destruct (live m c elig d n) eqn:E; [reflexivity|]. rewrite (Zdead n Hn E) in Lt. lia. }
  assert (M : more tau y n). { unfold more. specialize (Zin n Hn). unfold within in Zin. destruct (tau n); [lia|exact I]. }
  assert (L : In n (leaves T)).
  { apply Rt. split; [exact Rn|]. intros E. unfold more in M. rewrite E in M. lia. }
  destruct (fits_no y n (End n L) M) as [r [Hr No]].
  pose proof (held_more N m c w d y z n r HS Hr Hn Le Lt). specialize (Zfit r Hr). lra.
Qed.

End Picks.
