(** What rounded cycles leave of the reserves.

    After metin 6.1. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
From Fair.Tasks Require Import Server Precomputed Filling Cycles.
Open Scope R_scope.

(** ** Rounded tasks use at most what the unrounded ones use, and the difference is left of the resource that stops them

    Idea: rounding down takes from each user a part of a task.  The resource that stops the cycles is used up by the unrounded numbers.
    Mechanisms: pdrf, pdrf-cycles.  Hypothesis: none.  Claims: metin-inequality-6-1. *)
Theorem rounded_use : forall N m inn left d s L smax g, (forall n r, (n < N)%nat -> (r < m)%nat -> 0 <= d n r) ->
  level_in N m inn left d s L -> smax <= L -> cycle N inn s L smax g ->
  (forall r, (r < m)%nat ->
     sum N (fun n => INR (g n) * d n r) <= sum N (fun n => if inn n then L / s n * d n r else 0)
     /\ sum N (fun n => if inn n then L / s n * d n r else 0) - sum N (fun n => INR (g n) * d n r)
        = sum N (fun n => if inn n then (L / s n - INR (g n)) * d n r else 0)
     /\ sum N (fun n => if inn n then L / s n * d n r else 0) <= left r)
  /\ exists r, (r < m)%nat
     /\ left r - sum N (fun n => INR (g n) * d n r) = sum N (fun n => if inn n then (L / s n - INR (g n)) * d n r else 0).
Proof.
  intros N m inn left d s L smax g Hd [Fit [q [Hq [Pq Eq]]]] HL Hg.
  assert (Load : forall r, sum N (fun n => if inn n then L / s n * d n r else 0) = L * load_in N inn d s r).
  { intros r. unfold load_in. rewrite <- sum_scal. apply sum_ext. intros n _. destruct (inn n); unfold Rdiv; ring. }
  assert (Diff : forall r, sum N (fun n => if inn n then L / s n * d n r else 0) - sum N (fun n => INR (g n) * d n r)
        = sum N (fun n => if inn n then (L / s n - INR (g n)) * d n r else 0)).
  { intros r. rewrite <- sum_minus. apply sum_ext. intros n Hn. destruct (Hg n Hn) as [G0 _].
    destruct (inn n) eqn:E; [ring|]. rewrite (G0 eq_refl). simpl. ring. }
  split.
  - intros r Hr. split; [|split; [apply Diff|rewrite Load; apply Fit; exact Hr]].
    apply sum_le. intros n Hn. destruct (Hg n Hn) as [G0 [G1 _]]. destruct (inn n) eqn:E.
    + apply Rmult_le_compat_r; [apply Hd; assumption|]. apply G1; auto.
    + rewrite (G0 eq_refl). simpl. lra.
  - exists q. split; [exact Hq|]. rewrite <- Diff, Load, Eq. reflexivity.
Qed.

(** A witness: one user, one resource, capacity 1, demand 1. *)
Lemma leftover_witness : level_in 1 1 (fun _ => true) (fun _ => 1) (fun _ _ => 1) (fun _ => 1) 1
  /\ cycle 1 (fun _ => true) (fun _ => 1) 1 1 (fun _ => 1%nat).
Proof.
  assert (E : load_in 1 (fun _ => true) (fun _ _ => 1) (fun _ => 1) 0 = 1) by (unfold load_in; simpl; lra).
  split.
  - split.
    + intros r Hr. replace r with 0%nat by lia. rewrite E. lra.
    + exists 0%nat. rewrite E. split; [lia|lra].
  - intros n Hn. split; [discriminate|split; intros; simpl; lra].
Qed.
