(** Population monotonicity where every resource is demanded by everybody and users differ in no server. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint.
Open Scope R_scope.

(** Users that run at all run on the same servers. *)
Definition alike I := forall n m i, (n < users I)%nat -> (m < users I)%nat -> (i < servers I)%nat ->
  runs I n -> 0 < gam I m i -> 0 < gam I n i.

Lemma alike_unconstrained I : wf I -> positive I -> unconstrained I -> alike I.
Proof.
  intros W Pos U n m i Hn Hm Hi _ G. apply (gam_pos I W); auto. intros r Hr _.
  apply (gam_cap I W m i r); auto.
Qed.

Lemma alike_one_server I : servers I = 1%nat -> alike I.
Proof.
  intros S n m i Hn Hm Hi [j [Hj G]] _. replace i with j by lia. auto.
Qed.

Section Level.
  Variable I : inst.
  Variable s : nat -> R.
  Variable x : placement.
  Hypothesis W : wf I.
  Hypothesis Pos : positive I.
  Hypothesis Alike : alike I.
  Hypothesis s_pos : forall n, (n < users I)%nat -> runs I n -> 0 < s n.
  Hypothesis Fx : feasible I x.
  Hypothesis Hx : fair I (feasible I) s x.

  (** Whoever has not all its tasks stands at least as high as everybody else. *)
  (* Idea. If m stood above n, move a little from m to n on a server where m runs. n can run there too, and since m
     holds some of every resource, what it gives up has room for some of n. Only m loses, and it stood higher: a
     complaint of n.
     Covers equal levels of all users that are not full.
     Hypotheses met: Drfh.c_drfh_witness. *)
  Lemma others_no_higher n m : (n < users I)%nat -> (m < users I)%nat -> runs I n ->
    ~ full (tk I n) (tot I x n) -> tot I x m * s m <= tot I x n * s n.
  Proof.
    intros Hn Hm Rn NF. apply Rnot_lt_le; intros L. pose proof Fx as [P C].
    assert (Dnm : n <> m) by (intros ->; lra).
    pose proof (s_pos n Hn Rn) as Sn. pose proof (feasible_tot I x n Fx Hn) as Tn.
    pose proof (feasible_tot I x m Fx Hm) as Tm.
    assert (0 <= tot I x n * s n) by (apply Rmult_le_pos; lra).
    assert (Tp : 0 < tot I x m).
    { destruct (Rle_lt_or_eq_dec _ _ Tm) as [|E]; auto. rewrite <- E in L. lra. }
    destruct (sum_pos_term _ _ Tp) as [i [Hi Xi]].
    assert (Gm : 0 < gam I m i).
    { apply (placed_usable I (gam I) x P); auto. apply (gam_nonneg I W); auto. }
    assert (Gn : 0 < gam I n i) by (apply (Alike n m i); auto).
    set (k := kappa I (dem I n) (dem I m)).
    assert (Kp : 0 < k).
    { apply minratio_pos; [apply (wf_dem I W); auto|]. intros; apply Pos; auto. }
    assert (Room : exists b, 0 < b <= x m i * k /\ within (tk I n) (tot I x n + b)).
    { assert (0 < x m i * k) by (apply Rmult_lt_0_compat; auto).
      pose proof (pl_tk I (gam I) x P n Hn) as T. unfold full in NF.
      destruct (tk I n) as [t|]; simpl in *; [|exists (x m i * k); split; auto; lra].
      assert (tot I x n < t). { destruct (Rle_lt_or_eq_dec _ _ T) as [|E]; auto. exfalso; apply NF; congruence. }
      exists (Rmin (x m i * k) (t - tot I x n)). split; [split|].
      - apply Rmin_glb_lt; lra.
      - apply Rmin_l.
      - pose proof (Rmin_r (x m i * k) (t - tot I x n)). lra. }
    destruct Room as [b [Hb Ht]].
    pose (at_i := fun (j : nat) (a : R) => if Nat.eq_dec j i then a else 0).
    pose (y := fun q j => x q j + (if Nat.eq_dec q n then at_i j b else 0)
                               + (if Nat.eq_dec q m then at_i j (- x m i) else 0)).
    assert (Ty : forall q, tot I y q = tot I x q + (if Nat.eq_dec q n then b else 0)
                               + (if Nat.eq_dec q m then - x m i else 0)).
    { intros q. unfold tot, y. rewrite !sum_plus. f_equal; [f_equal|].
      - destruct (Nat.eq_dec q n); [apply sum_single; auto|apply sum_zero; auto].
      - destruct (Nat.eq_dec q m); [apply sum_single; auto|apply sum_zero; auto]. }
    apply (Hx n y Hn). split; [|split].
    - split; [split|].
      + intros q j Hq Hj. unfold y, at_i. pose proof (pl_pos I (gam I) x P q j Hq Hj).
        destruct (Nat.eq_dec q n); destruct (Nat.eq_dec q m); destruct (Nat.eq_dec j i); subst; try lra.
      + intros q j Hq Hj Z. unfold y, at_i. rewrite (pl_run I (gam I) x P q j); auto.
        destruct (Nat.eq_dec q n); destruct (Nat.eq_dec q m); destruct (Nat.eq_dec j i); subst; try lra.
      + intros q Hq. rewrite Ty. pose proof (pl_tk I (gam I) x P q Hq) as T.
        destruct (Nat.eq_dec q n) as [En|En]; destruct (Nat.eq_dec q m) as [Em|Em];
          [congruence|rewrite En in *|rewrite Em in *|].
        * destruct (tk I n); simpl in *; auto; lra.
        * destruct (tk I m); simpl in *; auto; lra.
        * destruct (tk I q); simpl in *; auto; lra.
      + intros j r Hj Hr. unfold y.
        rewrite (sum_ext _ _ (fun q => x q j * dem I q r
                   + (if Nat.eq_dec q n then at_i j b * dem I n r else 0)
                   + (if Nat.eq_dec q m then at_i j (- x m i) * dem I m r else 0))).
        * rewrite !sum_plus, !sum_single by auto. unfold at_i. pose proof (C j r Hj Hr).
          destruct (Nat.eq_dec j i) as [->|]; [|lra].
          pose proof (kappa_le I W (dem I m) n r Hn Hr (proj1 (wf_dem I W m Hm))) as A. fold k in A.
          pose proof (Pos n r Hn Hr).
          assert (b * dem I n r <= x m i * k * dem I n r) by (apply Rmult_le_compat_r; lra).
          apply Rmult_le_compat_l with (r := x m i) in A; lra.
        * intros q Hq. destruct (Nat.eq_dec q n); destruct (Nat.eq_dec q m); subst; lra.
    - rewrite Ty. destruct (Nat.eq_dec n n); [|contradiction]. destruct (Nat.eq_dec n m); [contradiction|]. lra.
    - intros q Hq D. rewrite Ty in D.
      destruct (Nat.eq_dec q n); destruct (Nat.eq_dec q m); subst; try contradiction; try lra.
  Qed.
End Level.

Lemma sum_skip N l f : (l < N)%nat -> sum N f = f l + sum (pred N) (fun k => f (skip l k)).
Proof.
  revert l; induction N; intros l Hl; [lia|]. simpl. destruct (Nat.eq_dec l N) as [->|D].
  - rewrite Rplus_comm. f_equal. apply sum_ext; intros k Hk. unfold skip. destruct (lt_dec k N); auto; lia.
  - destruct N; [lia|]. rewrite (IHN l) by lia. simpl.
    replace (skip l N) with (S N); [lra|]. unfold skip. destruct (lt_dec N l); lia.
Qed.

Lemma skip_lt N l k : (l < N)%nat -> (k < pred N)%nat -> (skip l k < N)%nat.
Proof. unfold skip. destruct (lt_dec k l); lia. Qed.

Lemma wf_without l I : wf I -> (l < users I)%nat -> wf (without l I).
Proof.
  intros W Hl. split; simpl.
  - apply (wf_cap I W).
  - intros n Hn. apply (wf_dem I W), skip_lt; auto.
  - intros n Hn. apply (wf_wt I W), skip_lt; auto.
  - intros n t Hn. apply (wf_tk I W), skip_lt; auto.
Qed.

Lemma gam_without l I n i : gam (without l I) n i = gam I (skip l n) i.
Proof. reflexivity. Qed.

Lemma feasible_without l I x : wf I -> (l < users I)%nat -> feasible I x ->
  feasible (without l I) (fun k => x (skip l k)).
Proof.
  intros W Hl [P C]. split; [split|].
  - intros n i Hn Hi. simpl in *. apply (pl_pos I (gam I) x P); auto. apply skip_lt; auto.
  - intros n i Hn Hi G. simpl in *. apply (pl_run I (gam I) x P); auto. apply skip_lt; auto.
  - intros n Hn. simpl in *. apply (pl_tk I (gam I) x P). apply skip_lt; auto.
  - intros i r Hi Hr. simpl in *. specialize (C i r Hi Hr).
    rewrite (sum_skip _ l) in C by auto.
    pose proof (pl_pos I (gam I) x P l i Hl Hi). pose proof (proj1 (wf_dem I W l Hl) r Hr).
    assert (0 <= x l i * dem I l r) by (apply Rmult_le_pos; auto). lra.
Qed.

Section Departure.
  Variables (I : inst) (l : nat) (s s' : nat -> R) (x x' : placement).
  Hypothesis W : wf I.
  Hypothesis Hl : (l < users I)%nat.
  Hypothesis Pos : positive I.
  Hypothesis Alike : alike I.
  Hypothesis s_pos : forall n, (n < users I)%nat -> runs I n -> 0 < s n.
  Hypothesis s_same : forall k, (k < pred (users I))%nat -> s' k = s (skip l k).
  Hypothesis Fx : feasible I x.
  Hypothesis Hx : fair I (feasible I) s x.
  Hypothesis Fx' : feasible (without l I) x'.
  Hypothesis Hx' : fair (without l I) (feasible (without l I)) s' x'.

  Let J := without l I.

  (* Idea. If m loses, then after the departure all stand at or below the new level of m, and before it all who are not
     full stood at or above the old one. So nobody gets more after the departure than before, and m less: the old
     allocation without the leaver dominates the new one, which is Pareto optimal.
     Covers the lemma for mechanisms without constraints and for one server.
     Hypotheses met: Examples.leaving_witness. *)
  Theorem departure_hurts_nobody n : (n < pred (users I))%nat -> tot I x (skip l n) <= tot I x' n.
  Proof.
    intros Hn. apply Rnot_lt_le; intros L.
    assert (WJ : wf J) by (apply wf_without; auto).
    assert (PJ : positive J) by (intros k r Hk Hr; apply Pos; auto; apply skip_lt; auto).
    assert (AJ : alike J).
    { intros p q i Hp Hq Hi [j Rp] G. apply (Alike (skip l p) (skip l q) i); auto; try (apply skip_lt; auto). exists j; auto. }
    assert (SJ : forall k, (k < users J)%nat -> runs J k -> 0 < s' k).
    { intros k Hk [i R]. rewrite s_same by auto. apply s_pos; [apply skip_lt; auto|exists i; auto]. }
    apply (fair_pareto J (feasible J) s' x'); auto.
    exists (fun k => x (skip l k)). split; [apply feasible_without; auto|]. split; [|exists n; split; auto].
    intros k Hk. change (tot I x' k <= tot I x (skip l k)). apply Rnot_lt_le; intros D.
    pose proof (skip_lt _ l k Hl Hk) as Hk'. pose proof (skip_lt _ l n Hl Hn) as Hn'.
    pose proof (feasible_tot I x (skip l k) Fx Hk') as T0.
    pose proof (feasible_tot J x' n Fx' Hn) as T1. change (0 <= tot I x' n) in T1.
    assert (Rk : runs J k) by (apply (feasible_runs J WJ x'); auto; change (0 < tot I x' k); lra).
    assert (Rn : runs J n).
    { destruct (feasible_runs I W x (skip l n) Fx Hn') as [i R]; [lra|]. exists i; auto. }
    assert (Nk : ~ full (tk I (skip l k)) (tot I x (skip l k))).
    { intros E. pose proof (pl_tk J (gam J) x' (proj1 Fx') k Hk) as B. unfold full in E.
      change (within (tk I (skip l k)) (tot I x' k)) in B. rewrite E in B. simpl in B. lra. }
    assert (Nn : ~ full (tk J n) (tot J x' n)).
    { intros E. pose proof (pl_tk I (gam I) x (proj1 Fx) _ Hn') as B. unfold full in E.
      change (tk I (skip l n) = Some (tot I x' n)) in E. rewrite E in B. simpl in B. lra. }
    assert (A : tot I x (skip l n) * s (skip l n) <= tot I x (skip l k) * s (skip l k)).
    { apply others_no_higher; auto. }
    assert (B : tot J x' k * s' k <= tot J x' n * s' n) by (apply others_no_higher; auto).
    change (tot I x' k * s' k <= tot I x' n * s' n) in B. rewrite !s_same in B by auto.
    assert (0 < s (skip l k)) by (rewrite <- s_same by auto; apply SJ; auto).
    assert (0 < s (skip l n)) by (rewrite <- s_same by auto; apply SJ; auto).
    apply Rmult_lt_compat_r with (r := s (skip l k)) in D; auto.
    apply Rmult_lt_compat_r with (r := s (skip l n)) in L; auto. lra.
  Qed.
End Departure.
