(** The cells of [Cells.Trees] speak of something: three users with two resources, below a root with a queue of two users, and
    directly below the root where the property is asked of instances without queues. A tree divides one server. *)
(** Size: three users, two resources; a tree divides one server; one resource for srf, and one user for si-contributed, since one server has one owner. *)

From Coq Require Import Reals Lra Lia Arith List Bool String.
From Fair.Common Require Import Sums.
From Fair.Cluster Require Import Model.
From Fair.Tasks Require Import Server.
From Fair.Trees Require Import Tree PicksExist.
From Fair.Trees Require Filling Flat Picks Alone.
From Fair.Cells Require Tasks.
From Fair.Cells Require Import Trees.
From Fair.Inhabited Require Cluster Tasks.
Import ListNotations.
Local Open Scope string_scope.
Open Scope R_scope.

Definition people (p : string) : nat := if String.eqb p "si-contributed" then 1%nat else 3%nat.
Definition kinds (p : string) : nat := if String.eqb p "srf" then 1%nat else 2%nat.
Definition meets (p : string) (N m : nat) : Prop := N = people p /\ m = kinds p.
Definition inhabited (m p h : string) : Prop := ~ concluded (fun N m _ => ~ meets p N m) m p h.

(** User 0 beside a queue of users 1 and 2. *)
Definition nested : tree := queue [(1, user 0); (2, queue [(3, user 1); (1, user 2)])].
Lemma nested_heavy : heavy nested. Proof. simpl. lra. Qed.
Definition alone : tree := queue [(1, user 0)].
Lemma alone_heavy : heavy alone. Proof. simpl. lra. Qed.
Lemma once N : NoDup (seq 0 N). Proof. apply seq_NoDup. Qed.
Lemma each_in N n : In n (seq 0 N) <-> (n < N)%nat. Proof. rewrite in_seq. lia. Qed.

(** ** Whole tasks *)

(** Volcano takes users of one weight alone. Beyond the users and resources there are, weights differ for Volcano, too. *)
Definition pull (how : Picks.rule) (n r : nat) : R :=
  match how with Picks.Volcano => if (Nat.ltb n 3 && Nat.ltb r 2)%bool then 1 else INR (S (n + r)) | _ => INR (S n) end.
Lemma pull_pos how n r : 0 < pull how n r.
Proof. unfold pull. destruct how; try (apply lt_0_INR; lia). destruct (_ && _)%bool; [lra|apply lt_0_INR; lia]. Qed.
Definition job (N : nat) (how : Picks.rule) : Tasks.job :=
  Tasks.a_job N 2 (fun r => INR (9 * S r)) (pull how) (fun _ => true) Tasks.truth (fun _ => None).
Lemma job_valid N how : Tasks.valid (job N how).
Proof.
  split; [intros; apply pos_INR|]. split; [intros; apply Rlt_le, Tasks.truth_pos|]. split; [|intros; apply pull_pos].
  intros n _. exists 0%nat. split; [simpl; lia|apply Tasks.truth_pos].
Qed.
Lemma job_rooted N how T : leaves T = seq 0 N -> heavy T ->
  Picks.rooted N 2 (Tasks.cap (job N how)) (Tasks.may (job N how)) (Tasks.demand (job N how)) (Tasks.limit (job N how)) T.
Proof.
  intros L H. split; [rewrite L; exact (once N)|]. split; [exact H|]. intros n. rewrite L, each_in. split; [|intros [[Hn _] _]; exact Hn].
  intros Hn. split; [|discriminate]. split; [exact Hn|]. apply live_spec. split; [reflexivity|]. intros r _ _. apply lt_0_INR. lia.
Qed.
Lemma job_picks N how l : (N <= 3)%nat -> leaves (queue l) = seq 0 N -> heavy (queue l) ->
  exists x, whole_tasks how (job N how) (queue l) x.
Proof.
  intros Small L H. destruct (picks_exist N 2 _ _ _ _ _ _ (job_valid N how) (job_rooted N how _ L H) how) as [x Hx]; [discriminate|].
  exists x. split; [exact Hx|]. intros -> i j r Hi Hj Hr. simpl in *. unfold pull.
  rewrite !(proj2 (Nat.ltb_lt _ _)) by lia. reflexivity.
Qed.

Lemma tasks_inhabited m p how : rule_of m = Some how -> existsb (String.eqb p) ["feasible"; "non-wasteful"; "po"]%string = true ->
  inhabited m p "none".
Proof.
  unfold inhabited, concluded. intros R P A. rewrite R in A.
  destruct (job_picks 3 how [(1, user 0%nat); (2, queue [(3, user 1%nat); (1, user 2%nat)])] (le_n 3) eq_refl nested_heavy) as [x Hx].
  apply existsb_exists in P as [q [Hq Eq]]. apply String.eqb_eq in Eq as <-. simpl in Hq.
  destruct Hq as [<-|[<-|[<-|[]]]]; exact (A (job 3 how) nested x (job_valid 3 how) Hx (conj eq_refl eq_refl)).
Qed.
Lemma owner_inhabited m how : rule_of m = Some how -> inhabited m "si-contributed" "none".
Proof.
  unfold inhabited, concluded. intros R A. rewrite R in A.
  destruct (job_picks 1 how [(1, user 0%nat)]) as [x Hx]; [lia|reflexivity|exact alone_heavy|].
  exact (A (job 1 how) alone x (job_valid 1 how) Hx (conj eq_refl eq_refl)).
Qed.
Lemma flat_inhabited m how : rule_of m = Some how -> inhabited m "under-by-one" "none".
Proof.
  unfold inhabited, concluded. intros R A. rewrite R in A. set (v := fun n => pull how n 0).
  destruct (job_picks 3 how (map (fun n => (v n, user n)) [0%nat; 1%nat; 2%nat]) (le_n 3) eq_refl) as [x Hx].
  { pose proof (pull_pos how 0 0). pose proof (pull_pos how 1 0). pose proof (pull_pos how 2 0). simpl heavy. unfold v. tauto. }
  refine (A (job 3 how) (Alone.bare v [0%nat; 1%nat; 2%nat]) x (job_valid 3 how) Hx v [0%nat; 1%nat; 2%nat] _ (conj eq_refl eq_refl)).
  split; [reflexivity|]. intros n r Hn Hr. simpl in Hr. apply (each_in 3) in Hn. unfold v, job. cbn [Tasks.weight]. unfold pull.
  destruct how; try reflexivity. rewrite !(proj2 (Nat.ltb_lt _ _)) by (assumption || lia). reflexivity.
Qed.
Lemma starvation_inhabited : inhabited "hdrf-collapsed" "no-starvation" "none".
Proof.
  intros A. exact (A (job 3 Picks.Collapsed) nested (job_valid 3 _) (job_rooted 3 _ nested eq_refl nested_heavy) (conj eq_refl eq_refl)).
Qed.

(** ** Divisible tasks *)

Section Pool.
Variables N M : nat.
Hypothesis R12 : M = 1%nat \/ M = 2%nat.
Let pool : inst := Cluster.equal_pool N M.
Let R1 : (0 < M)%nat. Proof using R12. destruct R12 as [-> | ->]; auto. Qed.
Lemma pool_wf : wf pool. Proof using R12. apply Cluster.pool_wf. exact R12. Qed.
Lemma pool_planted T : leaves T = seq 0 N -> heavy T -> Filling.planted pool T.
Proof.
  intros L H. split; [rewrite L; exact (once N)|]. split; [exact H|]. intros n. rewrite L, each_in. split; [|intros [Hn _]; exact Hn].
  intros Hn. split; [exact Hn|]. split; [apply Cluster.pool_runs; exact R12|discriminate].
Qed.
Lemma part_same v q : 0 < q -> (forall r, v r = q) -> Filling.part pool v = q.
Proof.
  intros Q E. unfold Filling.part. rewrite (maxratio_ext (resources pool) v (fun _ => q) (Model.cap pool 0) (fun _ => 1)); [| |reflexivity].
  - simpl. destruct R12 as [-> | ->]; simpl; (destruct (Rlt_dec 0 1) as [_|F]; [|exfalso; lra]); replace (q / 1) with q by field;
      rewrite (Rmax_right 0 q) by lra; [reflexivity|apply Rmax_left; lra].
  - intros r _. apply E.
Qed.
Lemma unit_part n : Filling.part pool (dem pool n) = 1. Proof. apply part_same; [lra|reflexivity]. Qed.
Definition zero (_ : nat) : R := 0.
Lemma zero_used r : Filling.used pool zero r = 0. Proof. unfold Filling.used, zero. apply sum_zero. intros; ring. Qed.
Lemma zero_moves n : Filling.moves pool zero n = true.
Proof.
  unfold Filling.moves. apply andb_true_iff. split; [|reflexivity]. apply forallb_forall. intros r _.
  rewrite zero_used. simpl. destruct (Rlt_dec 0 1); [reflexivity|lra].
Qed.
Lemma full_moves y n : Filling.used pool y 0 = 1 -> Filling.moves pool y n = false.
Proof.
  intros U. unfold Filling.moves. apply andb_false_iff. left. simpl resources. destruct R12 as [E|E]; rewrite E; simpl;
    (destruct (Rlt_dec 0 1); [|lra]); rewrite U; destruct (Rlt_dec 1 1); try lra; reflexivity.
Qed.
Lemma full_takes y t : Filling.used pool y 0 = 1 -> Filling.takes pool y t = None.
Proof.
  intros U. induction t as [n|l IH] using tree_nodes; simpl; [rewrite (full_moves y n U); reflexivity|].
  rewrite Forall_forall in IH. induction l as [|k l IHl]; [reflexivity|]. simpl. rewrite (IH k) by (left; reflexivity).
  apply IHl. intros j J. apply IH. right. exact J.
Qed.

(** All rise until both resources are full. *)
Lemma one_stage T v q : leaves T = seq 0 N -> heavy T -> Filling.takes pool zero T = Some v -> 0 < q ->
  (forall r, v r = q) -> exists x, Filling.hdrf pool T x.
Proof.
  intros L H E Q V. pose proof (pool_planted T L H) as Pl. pose proof (part_same v q Q V) as Pv.
  assert (One : forall r, v r / Filling.part pool v = 1) by (intros r; rewrite Pv, V; field; lra).
  set (y := fun n => zero n + 1 * Filling.rate pool zero n T).
  assert (U : Filling.used pool y 0 = 1).
  { pose proof (Filling.rate_takes pool T pool_wf eq_refl Pl zero T 0 (Filling.known_all pool T pool_wf eq_refl Pl) R1) as S.
    rewrite E, One in S. unfold Filling.used. rewrite <- S. apply sum_ext. intros n _. unfold y, zero. ring. }
  exists (fun n _ => y n). split; [reflexivity|]. split; [exact Pl|]. exists (0 + 1), y.
  split; [|split; [exact (full_takes y T U)|reflexivity]].
  apply (Filling.further pool T 0 1 zero); [apply Filling.empty; reflexivity|]. exists v. split; [exact E|].
  split; [intros r _ _; rewrite One, zero_used; simpl; lra|]. split; [intros n t _ _ F; discriminate F|]. split; [|reflexivity].
  left. exists 0%nat. rewrite One, zero_used, V. simpl. split; [exact R1|split; [exact Q|lra]].
Qed.
End Pool.

Definition three (M : nat) : inst := Cluster.equal_pool 3 M.
Lemma nested_outcome : exists x, Filling.hdrf (three 2) nested x.
Proof.
  assert (U : forall n, Filling.part (three 2) (dem (three 2) n) = 1) by (intros n; apply (unit_part 3 2); auto).
  set (v1 := fun r : nat => 3 * (dem (three 2) 1 r / Filling.part (three 2) (dem (three 2) 1))
    + (1 * (dem (three 2) 2 r / Filling.part (three 2) (dem (three 2) 2)) + 0)).
  assert (V1 : forall r, v1 r = 4) by (intros r; unfold v1; rewrite !U; simpl; lra).
  apply (one_stage 3 2 (or_intror eq_refl) nested (fun r => 1 * (dem (three 2) 0 r / Filling.part (three 2) (dem (three 2) 0))
    + (2 * (v1 r / Filling.part (three 2) v1) + 0)) 3); [reflexivity|exact nested_heavy| |lra|].
  - unfold nested. cbn [Filling.takes map fst snd]. rewrite !zero_moves by auto. reflexivity.
  - intros r. assert (P1 : Filling.part (three 2) v1 = 4) by (apply (part_same 3 2 (or_intror eq_refl)); [lra|exact V1]).
    rewrite U, P1, V1. simpl. lra.
Qed.
Definition bare (M : nat) : tree := Flat.flat (three M) [0%nat; 1%nat; 2%nat].
Lemma bare_outcome M : M = 1%nat \/ M = 2%nat -> exists x, Filling.hdrf (three M) (bare M) x.
Proof.
  intros R12. assert (U : forall n, Filling.part (three M) (dem (three M) n) = 1) by (intros n; apply (unit_part 3 M R12)).
  apply (one_stage 3 M R12 (bare M) (fun r => 1 * (dem (three M) 0 r / Filling.part (three M) (dem (three M) 0))
    + (1 * (dem (three M) 1 r / Filling.part (three M) (dem (three M) 1))
    + (1 * (dem (three M) 2 r / Filling.part (three M) (dem (three M) 2)) + 0))) 3); [reflexivity|simpl; lra| |lra|].
  - unfold bare, Flat.flat. cbn [Filling.takes map fst snd]. rewrite !(zero_moves 3 M). reflexivity.
  - intros r. rewrite !U. simpl. lra.
Qed.
Lemma alone_outcome : exists x, Filling.hdrf Cluster.sole alone x.
Proof.
  assert (U : Filling.part Cluster.sole (dem Cluster.sole 0) = 1) by (apply (unit_part 1 2); auto).
  apply (one_stage 1 2 (or_intror eq_refl) alone (fun r => 1 * (dem Cluster.sole 0 r / Filling.part Cluster.sole (dem Cluster.sole 0)) + 0) 1);
    [reflexivity|exact alone_heavy| |lra|].
  - unfold alone. cbn [Filling.takes map fst snd]. rewrite !(zero_moves 1 2). reflexivity.
  - intros r. rewrite U. simpl. lra.
Qed.

Lemma three_wf M : M = 1%nat \/ M = 2%nat -> wf (three M). Proof. exact (pool_wf 3 M). Qed.
Lemma divisible_inhabited p : existsb (String.eqb p) ["feasible"; "non-wasteful"; "po"; "si"]%string = true -> inhabited "hdrf" p "none".
Proof.
  intros P A. destruct nested_outcome as [x Hx]. apply existsb_exists in P as [q [Hq Eq]]. apply String.eqb_eq in Eq as <-. simpl in Hq.
  destruct Hq as [<-|[<-|[<-|[<-|[]]]]]; exact (A (three 2) nested x (three_wf 2 (or_intror eq_refl)) Hx (conj eq_refl eq_refl)).
Qed.
Lemma lone_inhabited : inhabited "hdrf" "si-contributed" "none".
Proof. intros A. destruct alone_outcome as [x Hx]. exact (A Cluster.sole alone x Cluster.sole_wf Hx (conj eq_refl eq_refl)). Qed.
Lemma bare_inhabited p M : M = 1%nat \/ M = 2%nat -> existsb (String.eqb p) ["single-server"; "srf"; "bf"; "bf-global"]%string = true ->
  kinds p = M -> inhabited "hdrf" p "none".
Proof.
  intros R12 P K A. destruct (bare_outcome M R12) as [x Hx]. pose proof (three_wf M R12) as W.
  apply existsb_exists in P as [q [Hq Eq]]. apply String.eqb_eq in Eq as <-. simpl in Hq.
  destruct Hq as [<-|[<-|[<-|[<-|[]]]]]; exact (A (three M) (bare M) x W Hx [0%nat; 1%nat; 2%nat] eq_refl (conj eq_refl (eq_sym K))).
Qed.

Definition cells : list (string * string * string) := [
  ("hdrf", "bf", "none"); ("hdrf", "bf-global", "none"); ("hdrf", "feasible", "none"); ("hdrf", "non-wasteful", "none");
  ("hdrf", "po", "none"); ("hdrf", "si", "none"); ("hdrf", "si-contributed", "none"); ("hdrf", "single-server", "none");
  ("hdrf", "srf", "none");
  ("hdrf-collapsed", "feasible", "none"); ("hdrf-collapsed", "no-starvation", "none"); ("hdrf-collapsed", "non-wasteful", "none");
  ("hdrf-collapsed", "po", "none"); ("hdrf-collapsed", "si-contributed", "none"); ("hdrf-collapsed", "under-by-one", "none");
  ("hdrf-naive", "feasible", "none"); ("hdrf-naive", "non-wasteful", "none"); ("hdrf-naive", "po", "none");
  ("hdrf-naive", "si-contributed", "none"); ("hdrf-naive", "under-by-one", "none");
  ("hdrf-rescaled", "feasible", "none"); ("hdrf-rescaled", "non-wasteful", "none"); ("hdrf-rescaled", "po", "none");
  ("hdrf-rescaled", "si-contributed", "none"); ("hdrf-rescaled", "under-by-one", "none");
  ("hdrf-tasks", "feasible", "none"); ("hdrf-tasks", "non-wasteful", "none"); ("hdrf-tasks", "po", "none");
  ("hdrf-tasks", "si-contributed", "none"); ("hdrf-tasks", "under-by-one", "none");
  ("volcano-hdrf", "feasible", "none"); ("volcano-hdrf", "non-wasteful", "none"); ("volcano-hdrf", "po", "none");
  ("volcano-hdrf", "si-contributed", "none"); ("volcano-hdrf", "under-by-one", "none")].
Theorem every_cell : Forall (fun c => let '(m, p, h) := c in inhabited m p h) cells.
Proof.
  repeat (apply Forall_cons; [first
    [ exact starvation_inhabited | apply divisible_inhabited; reflexivity | exact lone_inhabited
    | apply (bare_inhabited _ 1); [auto|reflexivity|reflexivity] | apply (bare_inhabited _ 2); [auto|reflexivity|reflexivity]
    | eapply flat_inhabited; reflexivity | eapply owner_inhabited; reflexivity | eapply tasks_inhabited; reflexivity ]|]).
  apply Forall_nil.
Qed.
