(** Dominant resource fairness on one server, extended: zero demands, finite tasks, and weights per user or per
    resource. The weights are a table w of users and resources; one weight a user is the table that ignores the
    resource. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Bottleneck Witness.
Open Scope R_scope.

Definition table := nat -> nat -> R.
Definition valid (w : table) := forall n r, 0 < w n r.

(** The weighted dominant share of one task. *)
Definition drf_level I (w : table) n := maxratio (resources I) (dem I n) (fun r => w n r * cap I 0 r).

Definition drf_bottleneck I (w : table) x n r :=
  (r < resources I)%nat /\ 0 < dem I n r /\
  sum (users I) (fun m => x m 0%nat * dem I m r) = cap I 0 r /\
  forall m, (m < users I)%nat -> 0 < x m 0%nat * dem I m r ->
    tot I x m * drf_level I w m <= tot I x n * drf_level I w n.

(** The specification of the page: all one's tasks, or a bottleneck. *)
Definition drf (w : table) I x := servers I = 1%nat /\ feasible I x /\
  forall n, (n < users I)%nat -> runs I n ->
    full (tk I n) (tot I x n) \/ exists r, drf_bottleneck I w x n r.

(** si and ef with weights per resource. *)
Definition slice_table I (w : table) n := sum (servers I) (fun i => if el I n i then
  minratio (resources I) (fun r => w n r / sum (users I) (fun m => w m r) * cap I i r) (dem I n) else 0).
Definition sharing_incentive_table I w x :=
  forall n, (n < users I)%nat -> capped (tk I n) (slice_table I w n) <= tot I x n.
Definition kappa_table I (w : table) n m :=
  minratio (resources I) (fun r => w n r / w m r * dem I m r) (dem I n).
Definition envy_free_table I w x := forall n m, (n < users I)%nat -> (m < users I)%nat -> n <> m ->
  capped (tk I n) (sum (servers I) (fun i => if el I n i then kappa_table I w n m * x m i else 0)) <= tot I x n.

Section Drf.
  Variable I : inst.
  Variable w : table.
  Hypothesis W : wf I.
  Hypothesis V : valid w.
  Hypothesis One : servers I = 1%nat.

  Lemma tot_one x n : tot I x n = x n O.
  Proof. unfold tot. rewrite One. simpl. lra. Qed.

  Lemma runs_one n : runs I n <-> 0 < gam I n 0.
  Proof.
    split; [intros [i [Hi G]]; replace i with O in G by lia; auto|intros G; exists O; split; auto; lia].
  Qed.

  Lemma O_server : (0 < servers I)%nat.
  Proof. lia. Qed.

  Lemma drf_level_ge n r : (r < resources I)%nat -> 0 < cap I 0 r ->
    dem I n r <= drf_level I w n * (w n r * cap I 0 r).
  Proof.
    intros Hr C. unfold drf_level. apply (maxratio_ge (resources I) (dem I n) (fun r => w n r * cap I 0 r)); auto.
    apply Rmult_lt_0_compat; auto.
  Qed.

  Lemma drf_level_nonneg n : 0 <= drf_level I w n.
  Proof. apply maxratio_nonneg. Qed.

  Lemma drf_level_pos n : (n < users I)%nat -> runs I n -> 0 < drf_level I w n.
  Proof.
    intros Hn R. apply runs_one in R. destruct (wf_dem I W n Hn) as [_ [r [Hr D]]].
    assert (C : 0 < cap I 0 r) by (apply (gam_cap I W n 0 r); auto; lia).
    pose proof (drf_level_ge n r Hr C). destruct (Rle_lt_or_eq_dec _ _ (drf_level_nonneg n)) as [|E]; auto.
    rewrite <- E in H. lra.
  Qed.

  Lemma drf_level_at n : (n < users I)%nat -> runs I n -> exists r, (r < resources I)%nat /\ 0 < cap I 0 r /\
    0 < dem I n r /\ drf_level I w n * (w n r * cap I 0 r) = dem I n r.
  Proof.
    intros Hn R. pose proof (drf_level_pos n Hn R) as P. unfold drf_level in *.
    destruct (maxratio_eq (resources I) (dem I n) (fun r => w n r * cap I 0 r)) as [E|[r [Hr [B E]]]].
    - rewrite E in P. lra.
    - exists r. simpl in *. assert (0 < cap I 0 r). { apply Rmult_lt_reg_l with (w n r); auto. lra. }
      split; auto. split; auto. split; auto. rewrite <- E. apply Rmult_lt_0_compat; auto.
  Qed.

  (** Bottlenecks and the absence of complaints are the same. *)
  (* Idea. Let y give n more. On the bottleneck of n, which is sold out, somebody must hold less in y than in x. It
     demands that resource and held some of it, so it stands no higher than n, and so y is no complaint. A user with all
     its tasks cannot get more.
     Settles single-server of drf (hypothesis none).
     Hypotheses met: Drf.drf_witness. *)
  Theorem drf_fair x : drf w I x -> fair I (feasible I) (drf_level I w) x.
  Proof.
    intros [_ [Fx B]] n y Hn [Fy [G C]]. pose proof (feasible_tot I x n Fx Hn).
    assert (R : runs I n) by (apply (feasible_runs I W y); auto; lra).
    destruct (B n Hn R) as [Fu|[r [Hr [D [Sat Lo]]]]].
    - pose proof (pl_tk I (gam I) y (proj1 Fy) n Hn) as T. unfold full in Fu. rewrite Fu in T. simpl in T. lra.
    - pose proof (proj2 Fy O r O_server Hr) as Cy. rewrite <- Sat in Cy.
      destruct (classic (exists m, (m < users I)%nat /\ y m O * dem I m r < x m O * dem I m r)) as [[m [Hm L]]|No].
      + pose proof (proj1 (wf_dem I W m Hm) r Hr) as Dm.
        assert (Dp : 0 < dem I m r).
        { destruct (Rle_lt_or_eq_dec _ _ Dm) as [|E]; auto. rewrite <- E in L. lra. }
        assert (Lm : y m O < x m O) by (apply Rmult_lt_reg_r with (dem I m r); auto).
        assert (Yp : 0 <= y m O) by (apply (pl_pos I (gam I) y (proj1 Fy)); auto; lia).
        assert (0 < x m O * dem I m r) by (apply Rmult_lt_0_compat; lra).
        specialize (Lo m Hm H0). specialize (C m Hm). rewrite !tot_one in C. rewrite !tot_one in Lo.
        specialize (C Lm). lra.
      + assert (sum (users I) (fun m => x m O * dem I m r) < sum (users I) (fun m => y m O * dem I m r)); [|lra].
        apply sum_lt with n; auto.
        * intros m Hm. apply Rnot_lt_le; intros L. apply No; exists m; auto.
        * apply Rmult_lt_compat_r; auto. rewrite !tot_one in G. auto.
  Qed.

  Theorem drf_of_fair x : feasible I x -> fair I (feasible I) (drf_level I w) x -> drf w I x.
  Proof.
    intros Fx Hx. split; auto. split; auto. intros n Hn Rn. apply NNPP; intros No.
    assert (NF : ~ full (tk I n) (tot I x n)) by (intros E; apply No; auto).
    assert (NB : forall r, ~ drf_bottleneck I w x n r) by (intros r E; apply No; right; exists r; auto).
    clear No. pose proof Fx as [P C].
    pose (high := fun m => if Rlt_dec (tot I x n * drf_level I w n) (tot I x m * drf_level I w m) then true else false).
    pose (z := fun (m i : nat) => if high m then 0 else x m i).
    assert (zle : forall m, (m < users I)%nat -> 0 <= z m O <= x m O).
    { intros m Hm. pose proof (pl_pos I (gam I) x P m O Hm O_server). unfold z. destruct (high m); lra. }
    pose (free := fun r => cap I 0 r - sum (users I) (fun m => z m O * dem I m r)).
    assert (hn : high n = false).
    { unfold high. destruct (Rlt_dec (tot I x n * drf_level I w n) (tot I x n * drf_level I w n)); auto. lra. }
    assert (free_pos : forall r, (r < resources I)%nat -> 0 < dem I n r -> 0 < free r).
    { intros r Hr D. unfold free. pose proof (C O r O_server Hr) as Cr.
      assert (Le : forall m, (m < users I)%nat -> z m O * dem I m r <= x m O * dem I m r).
      { intros m Hm. apply Rmult_le_compat_r; [apply (wf_dem I W); auto|apply zle; auto]. }
      destruct (Rle_lt_or_eq_dec _ _ Cr) as [L|E].
      - pose proof (sum_le (users I) (fun m => z m O * dem I m r) (fun m => x m O * dem I m r) Le). simpl in *. lra.
      - assert (Ex : exists m, (m < users I)%nat /\ 0 < x m O * dem I m r /\ high m = true).
        { apply NNPP; intros No. apply (NB r). split; auto. split; auto. split; auto.
          intros m Hm Xp. apply Rnot_lt_le; intros L. apply No. exists m. split; auto. split; auto.
          unfold high. destruct (Rlt_dec (tot I x n * drf_level I w n) (tot I x m * drf_level I w m)); auto; contradiction. }
        destruct Ex as [m [Hm [Xp Hi]]]. rewrite <- E. apply Rlt_Rminus.
        apply sum_lt with m; auto. unfold z. rewrite Hi. lra. }
    set (q := minratio (resources I) free (dem I n)).
    assert (qp : 0 < q) by (apply minratio_pos; auto; apply (wf_dem I W); auto).
    assert (Room : exists b, 0 < b <= q /\ within (tk I n) (tot I x n + b)).
    { pose proof (pl_tk I (gam I) x P n Hn) as T. unfold full in NF.
      destruct (tk I n) as [t|]; simpl in *; [|exists q; split; auto; lra].
      assert (tot I x n < t). { destruct (Rle_lt_or_eq_dec _ _ T) as [|E]; auto. exfalso; apply NF; congruence. }
      exists (Rmin q (t - tot I x n)). split; [split|].
      - apply Rmin_glb_lt; lra.
      - apply Rmin_l.
      - pose proof (Rmin_r q (t - tot I x n)). lra. }
    destruct Room as [b [Hb Ht]].
    pose (y := fun m (i : nat) => z m i + (if Nat.eq_dec m n then b else 0)).
    apply (Hx n y Hn). split; [|split].
    - split; [split|].
      + intros m i Hm Hi. replace i with O by lia. unfold y. pose proof (zle m Hm).
        destruct (Nat.eq_dec m n); lra.
      + intros m i Hm Hi Z. replace i with O in * by lia. unfold y, z.
        destruct (Nat.eq_dec m n) as [->|]; [apply runs_one in Rn; lra|].
        rewrite (pl_run I (gam I) x P m O); auto. destruct (high m); lra.
      + intros m Hm. rewrite tot_one. unfold y. pose proof (zle m Hm).
        pose proof (pl_tk I (gam I) x P m Hm) as T. destruct (Nat.eq_dec m n) as [->|].
        * unfold z in *. rewrite hn in *. rewrite <- (tot_one x n). auto.
        * rewrite tot_one in T. destruct (tk I m); simpl in *; auto; lra.
      + intros i r Hi Hr. replace i with O by lia. unfold y.
        rewrite (sum_ext _ _ (fun m => z m O * dem I m r + (if Nat.eq_dec m n then b * dem I n r else 0))).
        * rewrite sum_plus, sum_single by auto.
          pose proof (proj1 (wf_dem I W n Hn) r Hr) as D.
          destruct (Rle_lt_or_eq_dec _ _ D) as [Dp|<-].
          -- pose proof (minratio_le (resources I) free (dem I n) r Hr Dp) as A. fold q in A. unfold free in A.
             assert (b * dem I n r <= q * dem I n r) by (apply Rmult_le_compat_r; lra). lra.
          -- rewrite Rmult_0_r, Rplus_0_r. apply Rle_trans with (2 := C O r O_server Hr).
             apply sum_le; intros m Hm. apply Rmult_le_compat_r; [apply (wf_dem I W); auto|apply zle; auto].
        * intros m Hm. destruct (Nat.eq_dec m n); subst; lra.
    - rewrite !tot_one. unfold y, z. rewrite hn. destruct (Nat.eq_dec n n); [lra|contradiction].
    - intros m Hm L. rewrite !tot_one in L. unfold y, z in L.
      assert (Hi : high m = true).
      { destruct (high m) eqn:E; auto. destruct (Nat.eq_dec m n); lra. }
      unfold high in Hi. destruct (Rlt_dec (tot I x n * drf_level I w n) (tot I x m * drf_level I w m)); auto; discriminate.
  Qed.

  (* Idea. One half is drf_fair. For the other let n have tasks left and no bottleneck. On every resource that n demands
     there is room, or somebody strictly higher holds some. Take everything from all who stand strictly higher: now
     there is room for n on every resource, and this is a complaint.
     Covers the specification of the page, both halves.
     Hypotheses met: Drf.drf_witness. *)
  Theorem drf_iff_fair x : feasible I x -> (drf w I x <-> fair I (feasible I) (drf_level I w) x).
  Proof. intros F; split; [apply drf_fair|apply drf_of_fair; auto]. Qed.

  (* Idea. Bottlenecks are the absence of complaints (drf_iff_fair), and over the convex set of feasible allocations
     that is leximin (fair_of_leximin, leximin_of_fair).
     Covers the rule and the specification of the page agree.
     Hypotheses met: Drf.drf_witness. *)
  Theorem drf_iff_leximin x : feasible I x -> (drf w I x <-> leximin I (gam I) (feasible I) (drf_level I w) x).
  Proof.
    intros F. rewrite drf_iff_fair by auto. split.
    - apply feasible_fair_leximin; auto. intros; apply drf_level_pos; auto.
    - apply feasible_leximin_fair; auto. intros; apply drf_level_pos; auto.
  Qed.

  (* Idea. Nobody has a complaint in either of two allocations (drf_fair), and such allocations have the same totals
     (fair_unique).
     Covers uniqueness.
     Hypotheses met: Drf.drf_witness. *)
  Theorem drf_unique x z : drf w I x -> drf w I z -> forall n, (n < users I)%nat -> tot I x n = tot I z n.
  Proof.
    intros Hx Hz. apply (feasible_fair_unique I W (drf_level I w)); try (apply drf_fair; auto).
    - intros; apply drf_level_pos; auto.
    - apply Hx.
    - apply Hz.
  Qed.

  (* Idea. Nobody has a complaint (drf_fair), and a dominating allocation would be one (fair_pareto). Zero demands do no
     harm: who does not demand an exhausted resource needs a bottleneck of its own.
     Settles po of drf (hypothesis none).
     Hypotheses met: Drf.drf_witness. *)
  Theorem drf_pareto x : drf w I x -> pareto I (feasible I) x.
  Proof. intros H. apply (fair_pareto _ _ (drf_level I w)), drf_fair; auto. Qed.

  (** Whoever has a bottleneck holds at least an even weighted part in levels. *)
  Lemma drf_level_low x n r : drf w I x -> (n < users I)%nat -> runs I n -> drf_bottleneck I w x n r ->
    1 <= tot I x n * drf_level I w n * sum (users I) (fun m => w m r).
  Proof.
    intros [_ [Fx _]] Hn Rn [Hr [D [Sat Lo]]]. set (L := tot I x n * drf_level I w n) in *.
    assert (C : 0 < cap I 0 r) by (apply (gam_cap I W n 0 r); auto; [lia|apply runs_one; auto]).
    assert (L0 : 0 <= L) by (apply Rmult_le_pos; [apply (feasible_tot I); auto|apply drf_level_nonneg]).
    assert (A : cap I 0 r <= L * cap I 0 r * sum (users I) (fun m => w m r)).
    { rewrite <- Sat at 1. rewrite <- sum_scal. apply sum_le; intros m Hm.
      pose proof (pl_pos I (gam I) x (proj1 Fx) m O Hm O_server) as Xm.
      pose proof (proj1 (wf_dem I W m Hm) r Hr) as Dm. pose proof (V m r) as Vm.
      assert (B : 0 <= x m O * dem I m r) by (apply Rmult_le_pos; auto).
      assert (0 <= L * cap I 0 r * w m r) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]).
      destruct (Rle_lt_or_eq_dec _ _ B) as [Bp|<-]; auto.
      specialize (Lo m Hm Bp). rewrite tot_one in Lo.
      pose proof (drf_level_ge m r Hr C) as Ge. apply Rmult_le_compat_l with (r := x m O) in Ge; auto.
      assert (0 <= w m r * cap I 0 r) by (apply Rmult_le_pos; lra).
      apply Rmult_le_compat_r with (r := w m r * cap I 0 r) in Lo; auto. lra. }
    apply Rmult_le_reg_l with (cap I 0 r); auto. lra.
  Qed.

  (** Sharing incentive, when the weights of all users add up to the same for every resource. *)
  Lemma drf_share x n v : drf w I x -> (n < users I)%nat -> runs I n -> ~ full (tk I n) (tot I x n) ->
    (forall q r, (q < resources I)%nat -> (r < resources I)%nat ->
       sum (users I) (fun m => w m q) = sum (users I) (fun m => w m r)) ->
    (forall q, (q < resources I)%nat -> 0 < dem I n q ->
       v * dem I n q <= w n q / sum (users I) (fun m => w m q) * cap I 0 q) ->
    v <= tot I x n.
  Proof.
    intros H Hn Rn NF Even Hv. pose proof H as [_ [Fx B]].
    destruct (B n Hn Rn) as [Fu|[r Br]]; [contradiction|].
    pose proof (drf_level_low x n r H Hn Rn Br) as Low. destruct Br as [Hr _].
    destruct (drf_level_at n Hn Rn) as [q [Hq [C [D E]]]].
    rewrite (Even r q Hr Hq) in Low. specialize (Hv q Hq D).
    set (T := sum (users I) (fun m => w m q)) in *.
    assert (Tp : 0 < T).
    { apply Rlt_le_trans with (w n q); auto. apply (sum_term (users I) (fun m => w m q)); auto. intros; apply Rlt_le, V. }
    apply Rmult_le_reg_r with (dem I n q); auto. apply Rle_trans with (1 := Hv).
    rewrite <- E. pose proof (V n q).
    replace (tot I x n * (drf_level I w n * (w n q * cap I 0 q)))
      with (tot I x n * drf_level I w n * T * (w n q / T * cap I 0 q)) by (field; lra).
    rewrite <- (Rmult_1_l (w n q / T * cap I 0 q)) at 1. apply Rmult_le_compat_r; auto.
    apply Rmult_le_pos; [apply div_nonneg; lra|lra].
  Qed.

  (* Idea. As drf_sharing_incentive. The sum of the weights at the bottleneck bounds the level from below, and the slice
     is measured with the sum at the dominant resource. The two must be the same, which is the hypothesis.
     Covers weights per resource that are normalised by resource.
     Hypotheses met: Drf.drf_witness. *)
  Theorem drf_sharing_incentive_table x : drf w I x ->
    (forall q r, (q < resources I)%nat -> (r < resources I)%nat ->
       sum (users I) (fun m => w m q) = sum (users I) (fun m => w m r)) ->
    sharing_incentive_table I w x.
  Proof.
    intros H Even n Hn. pose proof H as [_ [Fx _]]. pose proof (feasible_tot I x n Fx Hn) as T0.
    destruct (classic (full (tk I n) (tot I x n))) as [Fu|NF].
    { unfold full in Fu. rewrite Fu. simpl. apply Rmin_l. }
    apply Rle_trans with (1 := capped_le _ _). unfold slice_table. rewrite One. simpl. rewrite Rplus_0_l.
    destruct (el I n 0) eqn:E; auto.
    assert (Wp : forall r, (r < resources I)%nat -> 0 < sum (users I) (fun m => w m r)).
    { intros r Hr. apply Rlt_le_trans with (w n r); auto. apply (sum_term (users I) (fun m => w m r)); auto.
      intros; apply Rlt_le, V. }
    destruct (Rle_lt_or_eq_dec _ _ (gam_nonneg I W n 0 Hn O_server)) as [G|G].
    - apply drf_share; auto; [apply runs_one; auto|]. intros q Hq D.
      apply minratio_le with (a := fun r => w n r / sum (users I) (fun m => w m r) * cap I 0 r); auto.
    - unfold gam in G. rewrite E in G.
      destruct (minratio_eq (resources I) (cap I 0) (dem I n) (wf_dem I W n Hn)) as [r [Hr [D Er]]].
      fold (fit I n 0) in Er. rewrite <- G, Rmult_0_l in Er.
      apply Rle_trans with 0; auto. apply Rmult_le_reg_r with (dem I n r); auto.
      apply Rle_trans with (w n r / sum (users I) (fun m => w m r) * cap I 0 r).
      + apply minratio_le with (a := fun r => w n r / sum (users I) (fun m => w m r) * cap I 0 r); auto.
      + rewrite <- Er. lra.
  Qed.

  (* Idea. Let n envy m. Then m demands all that n demands, so it holds the bottleneck r of n and stands no higher than
     n. But k tasks of n fit in one of m by weight, so that the level of m is at least k times that of n per task, and k
     times the tasks of m exceed those of n. Hence m stands higher, which is absurd.
     Settles ef of drf (hypothesis none).
     Hypotheses met: Drf.drf_witness. *)
  Theorem drf_envy_free_table x : drf w I x -> envy_free_table I w x.
  Proof.
    intros [_ [Fx B]] n m Hn Hm Dnm. apply Rnot_lt_le; intros Envy.
    pose proof (feasible_tot I x n Fx Hn) as T0. pose proof (feasible_tot I x m Fx Hm) as T1.
    assert (NF : ~ full (tk I n) (tot I x n)).
    { intros Fu. unfold full in Fu. rewrite Fu in Envy. simpl in Envy.
      pose proof (Rmin_l (tot I x n) (sum (servers I)
        (fun i => if el I n i then kappa_table I w n m * x m i else 0))). lra. }
    pose proof (capped_le (tk I n) (sum (servers I) (fun i => if el I n i then kappa_table I w n m * x m i else 0))) as Cl.
    rewrite One in *. simpl in Envy, Cl. rewrite Rplus_0_l in *.
    destruct (el I n 0) eqn:E; [|lra].
    set (k := kappa_table I w n m) in *.
    assert (k0 : 0 <= k).
    { apply minratio_nonneg; [apply (wf_dem I W); auto|]. intros r Hr. apply Rmult_le_pos; [|apply (wf_dem I W); auto].
      apply div_nonneg; [apply Rlt_le, V|apply V]. }
    pose proof (pl_pos I (gam I) x (proj1 Fx) m O Hm O_server) as Xm.
    assert (kp : 0 < k) by (destruct (Rle_lt_or_eq_dec _ _ k0) as [|Z]; auto; rewrite <- Z in *; lra).
    assert (Xp : 0 < x m O) by (destruct (Rle_lt_or_eq_dec _ _ Xm) as [|Z]; auto; rewrite <- Z in *; lra).
    assert (K : forall r, (r < resources I)%nat -> 0 < dem I n r -> k * dem I n r <= w n r / w m r * dem I m r).
    { intros r Hr D. apply minratio_le with (a := fun r => w n r / w m r * dem I m r); auto. }
    assert (Dm : forall r, (r < resources I)%nat -> 0 < dem I n r -> 0 < dem I m r).
    { intros r Hr D. specialize (K r Hr D). pose proof (V n r). pose proof (V m r).
      assert (0 < k * dem I n r) by (apply Rmult_lt_0_compat; auto).
      assert (0 < w n r / w m r) by (apply div_pos; auto).
      apply Rmult_lt_reg_l with (w n r / w m r); auto. lra. }
    assert (Gm : 0 < gam I m 0).
    { apply (placed_usable I (gam I) x (proj1 Fx)); auto; [lia|apply (gam_nonneg I W); auto; lia]. }
    assert (Rn : runs I n).
    { apply runs_one. apply (gam_pos I W); auto; [lia|]. intros r Hr D. apply (gam_cap I W m 0 r); auto. lia. }
    assert (Rm : runs I m) by (apply runs_one; auto).
    destruct (B n Hn Rn) as [|[r [Hr [D [Sat Lo]]]]]; auto.
    assert (Xd : 0 < x m O * dem I m r) by (apply Rmult_lt_0_compat; auto).
    specialize (Lo m Hm Xd). rewrite (tot_one x m) in *.
    destruct (drf_level_at n Hn Rn) as [q [Hq [C [Dq Eq]]]].
    specialize (K q Hq Dq). pose proof (drf_level_ge m q Hq C) as Ge.
    pose proof (drf_level_pos n Hn Rn) as Ln. pose proof (V n q) as Vn. pose proof (V m q) as Vm.
    assert (Low : k * drf_level I w n <= drf_level I w m).
    { assert (wc : 0 < w n q * cap I 0 q) by (apply Rmult_lt_0_compat; auto).
      apply Rmult_le_reg_r with (w n q * cap I 0 q); auto.
      rewrite Rmult_assoc, Eq. apply Rle_trans with (1 := K).
      assert (0 < w n q / w m q) by (apply div_pos; auto).
      apply Rmult_le_compat_l with (r := w n q / w m q) in Ge; [|lra].
      apply Rle_trans with (1 := Ge). right. field; lra. }
    apply Rmult_le_compat_l with (r := x m O) in Low; [|lra].
    assert (Cl' : tot I x n < k * x m O) by lra.
    apply Rmult_lt_compat_r with (r := drf_level I w n) in Cl'; auto. lra.
  Qed.

End Drf.

(** One user leaves, with its weights. *)
(* Idea. departure_hurts_nobody: on one server all who run at all run on the same server. Weights per resource go with
   their user; the others keep theirs.
   Settles population-monotone of drf (hypothesis positive).
   Hypotheses met: Examples.leaving_witness_drf. *)
Theorem drf_leaver I w l x x' : wf I -> valid w -> positive I -> (l < users I)%nat ->
  drf w I x -> drf (fun n => w (skip l n)) (without l I) x' ->
  forall n, (n < pred (users I))%nat -> tot I x (skip l n) <= tot I x' n.
Proof.
  intros W V Pos Hl Hx Hx'.
  assert (V' : valid (fun n => w (skip l n))) by (intros n r; apply V).
  pose proof (wf_without l I W Hl) as W'. pose proof Hx as [One [Fx _]]. pose proof Hx' as [One' [Fx' _]].
  apply (departure_hurts_nobody I l (drf_level I w) (drf_level (without l I) (fun n => w (skip l n)))); auto.
  - apply alike_one_server; auto.
  - intros; apply drf_level_pos; auto.
  - apply drf_fair; auto.
  - apply (drf_fair (without l I)); auto.
Qed.

(** ** Lies *)

(** A user who may lie has at least its true level times what one task as reported holds of true ones. *)
Lemma drf_level_of_lie w S I J n : valid w -> wf I -> wf J -> agree S I J -> (n < users I)%nat ->
  kappa I (dem I n) (dem J n) * drf_level I w n <= drf_level J w n.
Proof.
  intros V WI WJ A Hn. unfold drf_level at 1.
  destruct (maxratio_eq (resources I) (dem I n) (fun r => w n r * cap I 0 r)) as [->|[r [Hr [P Er]]]].
  + rewrite Rmult_0_r. apply maxratio_nonneg.
  + simpl in *. apply Rmult_le_reg_r with (w n r * cap I 0 r); auto. rewrite Rmult_assoc, Er.
    assert (D : row (resources I) (dem J n)).
    { rewrite <- (ag_r S I J A). apply (wf_dem J WJ). rewrite (ag_u S I J A); auto. }
    apply Rle_trans with (dem J n r); [apply (kappa_le I WI); auto; apply D|].
    rewrite <- (ag_cap S I J A). apply (drf_level_ge J w V n r).
    * rewrite (ag_r S I J A); auto.
    * rewrite (ag_cap S I J A). apply Rmult_lt_reg_l with (w n r); [apply V|]. lra.
Qed.

(* Idea. no_coalition_gains with the weighted dominant share as yardstick. If k true tasks fit in a reported one, every
   entry of the reported row is at least k times the true one, so the dominant share of a reported task is at least k
   times that of a true one.
   Covers coalitions of any size; the ids follow below.
   Hypotheses met: Examples.lying_witness_drf. *)
Theorem drf_coalition_proof w : valid w -> coalition_proof (drf w) (fun _ => True).
Proof.
  intros V S I J x x' WI WJ _ _ A H H' Ex Gains. pose proof H as [One [Fx _]]. pose proof H' as [One' [Fx' _]].
  apply (no_coalition_gains S I J (drf_level I w) (drf_level J w) x x' WI WJ A); auto.
  - intros; apply drf_level_pos; auto.
  - intros n Hn E. unfold drf_level. rewrite (ag_r S I J A), (ag_dem S I J A n E). apply maxratio_ext; auto.
    intros r Hr. rewrite (ag_cap S I J A); auto.
  - intros. eapply drf_level_of_lie; eauto.
  - apply drf_fair; auto.
  - apply drf_fair; auto.
Qed.

(* Idea. A coalition of one: drf_coalition_proof. Nobody can run more of its true tasks on the bundle that a lie earns.
   Settles sp, sp-demand, sp-eligibility of drf (hypothesis none).
   Hypotheses met: Examples.lying_witness_drf. *)
Theorem drf_strategy_proof w : valid w -> strategy_proof (drf w) (fun _ => True).
Proof. intros V. apply strategy_of_coalition, drf_coalition_proof; auto. Qed.

(* Idea. A coalition of two: drf_coalition_proof.
   Settles group-sp of drf (hypothesis none).
   Hypotheses met: Examples.lying_witness_drf. *)
Theorem drf_pair_proof w : valid w -> pair_proof (drf w) (fun _ => True).
Proof. intros V. apply pair_of_coalition, drf_coalition_proof; auto. Qed.

(** ** One weight a user *)

Section OneWeight.
  Variable I : inst.
  Variable w : table.
  Hypothesis W : wf I.
  Hypothesis V : valid w.
  Hypothesis Same : forall n r, (n < users I)%nat -> w n r = wt I n.

  Lemma table_even q r : sum (users I) (fun m => w m q) = sum (users I) (fun m => w m r).
  Proof. apply sum_ext; intros n Hn. rewrite !Same; auto. Qed.

  Lemma table_weights r : sum (users I) (fun m => w m r) = weights I.
  Proof. apply sum_ext; intros n Hn. rewrite Same; auto. Qed.

  (* Idea. Let r be the bottleneck of n. Everybody who holds r has at most the level L of n, so holds at most L w_m c_r
     of it. All of it is held, hence L is at least one over the sum of the weights. The tasks of n follow from L on its
     dominant resource, and there the slice has room for no more.
     Covers one weight a user; with weights per resource it fails, see drf_weights_per_resource_no_sharing_incentive.
     Hypotheses met: Drf.drf_witness. *)
  Theorem drf_sharing_incentive x : drf w I x -> sharing_incentive I (gam I) x.
  Proof.
    intros H n Hn. pose proof H as [One [Fx _]]. pose proof (feasible_tot I x n Fx Hn) as T0.
    destruct (classic (full (tk I n) (tot I x n))) as [Fu|NF].
    { unfold full in Fu. rewrite Fu. simpl. apply Rmin_l. }
    apply Rle_trans with (1 := capped_le _ _). unfold slice. rewrite One. simpl. rewrite Rplus_0_l.
    assert (S0 : (0 < servers I)%nat) by lia.
    destruct (Rle_lt_or_eq_dec _ _ (gam_nonneg I W n 0 Hn S0)) as [G|G]; [|rewrite <- G; lra].
    apply (drf_share I w W V One x n); auto.
    - apply runs_one; auto.
    - intros; apply table_even.
    - intros q Hq D. rewrite table_weights, Same by auto. rewrite Rmult_assoc. apply Rmult_le_compat_l.
      + apply div_nonneg; [apply Rlt_le, (wf_wt I W); auto|apply (weights_pos I W n); auto].
      + apply (gam_dem I W); auto.
  Qed.

  Lemma kappa_table_one n m : (n < users I)%nat -> (m < users I)%nat ->
    kappa_table I w n m = wt I n / wt I m * kappa I (dem I n) (dem I m).
  Proof.
    intros Hn Hm. pose proof (wf_wt I W n Hn). pose proof (wf_wt I W m Hm).
    pose proof (wf_dem I W n Hn) as D. assert (Q : 0 < wt I n / wt I m) by (apply div_pos; auto).
    unfold kappa_table, kappa. apply Rle_antisym.
    - destruct (minratio_eq (resources I) (dem I m) (dem I n) D) as [r [Hr [Dr E]]].
      apply Rmult_le_reg_r with (dem I n r); auto. rewrite Rmult_assoc, E.
      pose proof (minratio_le (resources I) (fun r => w n r / w m r * dem I m r) (dem I n) r Hr Dr) as L.
      simpl in L. rewrite !Same in L by auto. exact L.
    - apply minratio_glb; auto. intros r Hr Dr. rewrite !Same by auto. rewrite Rmult_assoc.
      apply Rmult_le_compat_l; [lra|]. apply minratio_le; auto.
  Qed.

  Theorem drf_envy_free x : drf w I x -> envy_free I x.
  Proof.
    intros H n m Hn Hm D. apply Rle_trans with (2 := drf_envy_free_table I w W V (proj1 H) x H n m Hn Hm D).
    apply capped_mono. right. apply sum_ext; intros i Hi. rewrite kappa_table_one by auto. destruct (el I n i); lra.
  Qed.

  (* Idea. With one server that everybody may use, the bundle counted server by server is the whole bundle, so this is
     envy-freeness.
     Covers one weight a user and nobody excluded; a user with an empty list of servers envies under this id.
     Hypotheses met: Drf.drf_witness. *)
  Theorem drf_envy_free_aggregate x : unconstrained I -> drf w I x -> envy_free_aggregate I x.
  Proof. intros U H. apply aggregate_of_envy_free; auto. apply drf_envy_free; auto. Qed.

  Lemma drf_level_one n : servers I = 1%nat -> (n < users I)%nat -> drf_level I w n = dominant_share I n.
  Proof.
    intros One Hn. pose proof (wf_wt I W n Hn) as Wn. pose proof (wf_dem I W n Hn) as D.
    assert (Wc : forall r, 0 < w n r * cap I 0 r <-> 0 < cap I 0 r).
    { intros r. rewrite Same by auto. split; intros P.
      - apply Rmult_lt_reg_l with (wt I n); auto. lra.
      - apply Rmult_lt_0_compat; auto. }
    unfold drf_level, dominant_share. apply Rle_antisym.
    - apply maxratio_lub; [apply div_nonneg; auto; apply maxratio_nonneg|].
      intros r Hr P. pose proof P as Q. apply Wc in P. rewrite Same by auto.
      replace (maxratio (resources I) (dem I n) (cap I 0) / wt I n * (wt I n * cap I 0 r))
        with (maxratio (resources I) (dem I n) (cap I 0) * cap I 0 r) by (field; lra).
      apply maxratio_ge; auto.
    - apply div_le; auto. apply maxratio_lub.
      + apply Rmult_le_pos; [apply maxratio_nonneg|lra].
      + intros r Hr P. rewrite Rmult_assoc, <- (Same n r) by auto.
        apply (maxratio_ge (resources I) (dem I n) (fun r => w n r * cap I 0 r)); auto. apply Wc; auto.
  Qed.

  (* Idea. The weighted dominant share with a table that ignores the resource is the dominant share divided by the
     weight. drf_fair says the same for weights per resource.
     Covers one weight a user; drf_fair has the general form.
     Hypotheses met: Drf.drf_witness. *)
  Theorem drf_reduces_to_drf x : drf w I x -> reduces_to_drf I x.
  Proof.
    intros H One. apply (fair_rescale I W) with (s := drf_level I w) (c := 1); [lra|apply H| |apply drf_fair; auto; apply H].
    intros n Hn _. rewrite drf_level_one; auto; lra.
  Qed.

  (* Idea. On one server the pool is the server. If r is dominant for n, its dominant share is its share of r, and the
     levels of DRF are those of the property.
     Covers one weight a user.
     Hypotheses met: Drf.drf_witness. *)
  Theorem drf_bottleneck_fair_global x : drf w I x -> bottleneck_fair_global I (feasible I) x.
  Proof.
    intros H r [Hr B]. pose proof H as [One [Fx _]].
    apply (fair_rescale I W) with (s := drf_level I w) (c := 1); [lra|auto| |apply drf_fair; auto].
    intros n Hn R. rewrite drf_level_one by auto. unfold share_of, dominant_share. pose proof (B n Hn R) as D.
    pose proof (runs_pool I W n r Hn Hr R (proj1 D)) as P. pose proof (wf_wt I W n Hn).
    rewrite (maxratio_ext (resources I) (dem I n) (dem I n) (cap I 0) (pool I)); auto.
    - rewrite (dominant_share_of_pool I (dem I n) (pool I) r); auto; [field; lra|apply (wf_dem I W); auto].
    - intros q Hq. unfold pool. rewrite One. simpl. lra.
  Qed.

  (* Idea. If r is dominant for n, the dominant share of n is its share of r. So the levels of DRF and those of the
     property are the same, and nobody has a complaint in the former.
     Covers one weight a user; with weights per resource the dominant resource by weight may be another one.
     Hypotheses met: Drf.drf_witness. *)
  Theorem drf_bottleneck_fair x : drf w I x -> bottleneck_fair I (feasible I) x.
  Proof.
    intros H r [Hr B]. pose proof H as [One [Fx _]]. apply (drf_bottleneck_fair_global x H r). split; auto.
    intros n Hn R. apply (runs_one I One) in R.
    assert (S0 : (0 < servers I)%nat) by lia. destruct (B n O Hn S0 R) as [D M].
    split; auto. intros q Hq. unfold pool. rewrite One. simpl. rewrite !Rplus_0_l. auto.
  Qed.
End OneWeight.

(** With one resource a table of weights is one weight a user. *)
(* Idea. With one resource a table of weights is one weight a user, and that resource is dominant for everybody.
   Settles srf of drf (hypothesis none).
   Hypotheses met: Drf.drf_witness. *)
Theorem drf_single_resource_fair I w x : wf I -> valid w -> (forall n, (n < users I)%nat -> w n O = wt I n) ->
  drf w I x -> single_resource_fair I (feasible I) x.
Proof.
  intros W V E H R. pose proof H as [One [Fx _]].
  assert (L : forall n, drf_level I (fun n _ => w n O) n = drf_level I w n).
  { intros n. unfold drf_level. rewrite R. reflexivity. }
  apply (drf_bottleneck_fair_global I (fun n _ => w n O)); auto.
  - apply drf_of_fair; auto.
    apply (fair_rescale I W) with (s := drf_level I w) (c := 1); [lra|auto| |apply drf_fair; auto].
    intros n Hn _. rewrite L. lra.
  - apply single_is_global; auto.
Qed.

(** Witness. *)
Definition ones : table := fun _ _ => 1.

Lemma drf_witness R : (0 < R)%nat ->
  wf (twins 1 R) /\ positive (twins 1 R) /\ unconstrained (twins 1 R) /\ valid ones /\
  (forall n r, (n < users (twins 1 R))%nat -> ones n r = wt (twins 1 R) n) /\ drf ones (twins 1 R) halves.
Proof.
  intros HR. assert (W : wf (twins 1 R)) by (apply twins_wf; auto).
  assert (V : valid ones) by (intros n r; unfold ones; lra).
  split; auto. split; [apply twins_positive|]. split; [apply twins_unconstrained|]. split; auto. split; auto.
  apply drf_of_fair; auto; [apply halves_feasible; auto|]. apply halves_fair; auto.
Qed.
