(** Certificates of leximin: one sum of rows for each user shows that it has no complaint. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint.
Open Scope R_scope.

Definition given (t : option R) : R := match t with None => 0 | Some a => a end.

(** Multipliers for user n: [v] of totals, [lam] of capacities, [tau] of numbers of tasks.  Only totals of users that stand
    no higher than n are in the sum, and that of n is. *)
Definition bounds I x s n (v : nat -> R) (lam : nat -> nat -> R) (tau : nat -> R) : Prop :=
  0 < v n /\
  (forall m, (m < users I)%nat -> 0 <= v m) /\
  (forall m, (m < users I)%nat -> 0 < v m -> tot I x m * s m <= tot I x n * s n) /\
  (forall m, (m < users I)%nat -> 0 <= tau m) /\
  (forall m, (m < users I)%nat -> tk I m = None -> tau m = 0) /\
  (forall i r, (i < servers I)%nat -> (r < resources I)%nat -> 0 <= lam i r) /\
  (forall m i, (m < users I)%nat -> (i < servers I)%nat -> 0 < gam I m i ->
     v m <= sum (resources I) (fun r => lam i r * dem I m r) + tau m) /\
  sum (servers I) (fun i => sum (resources I) (fun r => lam i r * cap I i r)) + sum (users I) (fun m => tau m * given (tk I m))
    <= sum (users I) (fun m => v m * tot I x m).

(** Some round has multipliers for everybody who can run. *)
Definition certified I x s (K : nat) (v : nat -> nat -> R) (lam : nat -> nat -> nat -> R) (tau : nat -> nat -> R) : Prop :=
  feasible I x /\
  forall n, (n < users I)%nat -> (exists i, (i < servers I)%nat /\ 0 < gam I n i) ->
    exists k, (k < K)%nat /\ bounds I x s n (v k) (lam k) (tau k).

Section Bounded.
  Variable I : inst.
  Hypothesis W : wf I.
  Variables (x : placement) (s : nat -> R).

  Lemma bounded n v lam tau y : bounds I x s n v lam tau -> feasible I y ->
    sum (users I) (fun m => v m * tot I y m) <= sum (users I) (fun m => v m * tot I x m).
  Proof.
    intros (_ & _ & _ & T & T0 & L & D & B) [P C]. apply Rle_trans with (2 := B).
    apply Rle_trans with (sum (users I) (fun m =>
      sum (servers I) (fun i => (sum (resources I) (fun r => lam i r * dem I m r) + tau m) * y m i))).
    { apply sum_le. intros m Hm. unfold tot. rewrite <- sum_scal. apply sum_le. intros i Hi.
      pose proof (pl_pos I (gam I) y P m i Hm Hi) as Y. pose proof (gam_nonneg I W m i Hm Hi) as G.
      destruct (Rle_lt_or_eq_dec _ _ G) as [G'|G'].
      - apply Rmult_le_compat_r; auto.
      - rewrite (pl_run I (gam I) y P m i Hm Hi) by auto. lra. }
    rewrite (sum_ext (users I) _ (fun m => sum (servers I) (fun i => sum (resources I) (fun r => lam i r * (y m i * dem I m r)))
                                   + tau m * tot I y m)).
    2:{ intros m Hm. unfold tot. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros i Hi.
        rewrite Rmult_plus_distr_r, <- sum_scal_r. f_equal. apply sum_ext. intros; ring. }
    rewrite sum_plus. apply Rplus_le_compat.
    - rewrite sum_swap. apply sum_le. intros i Hi. rewrite sum_swap. apply sum_le. intros r Hr.
      rewrite sum_scal. apply Rmult_le_compat_l; auto.
    - apply sum_le. intros m Hm. pose proof (pl_tk I (gam I) y P m Hm) as E. destruct (tk I m) eqn:K.
      + simpl in *. apply Rmult_le_compat_l; auto.
      + rewrite (T0 m Hm K). lra.
  Qed.

  Theorem certified_fair K v lam tau : certified I x s K v lam tau -> fair I (feasible I) s x.
  Proof.
    intros [Fx H] n y Hn [Fy [G C]].
    assert (R : runs I n).
    { apply (feasible_runs I W y); auto. pose proof (feasible_tot I x n Fx Hn). lra. }
    destruct (H n Hn R) as [k [_ Bk]]. pose proof (bounded n (v k) (lam k) (tau k) y Bk Fy) as Le.
    destruct Bk as (Vn & V0 & Low & _).
    apply (Rlt_not_le _ _) with (2 := Le). apply sum_lt with n; auto.
    - intros m Hm. destruct (Rle_lt_or_eq_dec _ _ (V0 m Hm)) as [Vm|E]; [|rewrite <- E; lra].
      apply Rmult_le_compat_l; [lra|]. apply Rnot_lt_le. intros D. specialize (C m Hm D). specialize (Low m Hm Vm). lra.
    - apply Rmult_lt_compat_l; auto.
  Qed.
End Bounded.
