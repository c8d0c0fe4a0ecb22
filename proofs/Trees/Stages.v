(** What the stages of hierarchical DRF keep, and what they come to: a feasible, Pareto optimal placement in which every user has
    its hierarchical share; without queues, dominant resource fairness.

    After properties/mechanisms/hdrf.md, properties/cluster/feasible.md, non-wasteful.md, po.md, si.md,
    single-server.md, srf.md, bf.md and bf-global.md. *)

From Coq Require Import Reals Lra Lia Arith List Bool Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Waste Drf.
From Fair.Trees Require Import Tree.
From Fair.Trees Require Filling.
Import ListNotations.
Open Scope R_scope.

Section Stages.

Variable I : inst.
Variable T : tree.
Hypothesis W : wf I.
Hypothesis One : servers I = 1%nat.
Hypothesis Pl : Filling.planted I T.
Set Default Proof Using "All".

Local Notation part := (Filling.part I).
Local Notation used := (Filling.used I).
Local Notation moves := (Filling.moves I).
Local Notation takes := (Filling.takes I).
Local Notation rate := (Filling.rate I).
Local Notation stage := (Filling.stage I T).
Local Notation filled := (Filling.filled I T).
Let in_runs := Filling.in_runs I T W One Pl.
Let runs_cap := Filling.runs_cap I T W One Pl.
Let moves_spec := Filling.moves_spec I T W One Pl.
Let known_all := Filling.known_all I T W One Pl.
Let takes_sound := Filling.takes_sound I T W One Pl.
Let rate_takes := Filling.rate_takes I T W One Pl.
Let rate_still := Filling.rate_still I T W One Pl.
Let rate_absent := Filling.rate_absent I T W One Pl.
Let rate_nonneg := Filling.rate_nonneg I T W One Pl.
Let rate_entitled := Filling.rate_entitled I T W One Pl.
Let gather_none := Filling.gather_none I T W One Pl.
Let part_dem := Filling.part_dem I T W One Pl.
Let s_part v := Filling.s_part I v.
Let s_pos v := Filling.s_pos I v.
Let s_most v := Filling.s_most I v.

(** ** What stages keep *)

(** The resource is full. *)
Definition is_full (y : nat -> R) (r : nat) : Prop := (r < resources I)%nat /\ 0 < cap I 0 r /\ used y r = cap I 0 r.
Definition has_all (y : nat -> R) (n : nat) : Prop := tk I n = Some (y n).

Record kept (h : R) (y : nat -> R) : Prop := {
  k_high : 0 <= h;
  k_pos : forall n, 0 <= y n;
  k_absent : forall n, ~ In n (leaves T) -> y n = 0;
  k_fit : forall r, (r < resources I)%nat -> used y r <= cap I 0 r /\ used y r <= h * cap I 0 r;
  k_tasks : forall n, In n (leaves T) -> match tk I n with None => True | Some t => y n <= t end;
  k_moving : forall n, In n (leaves T) -> moves y n = true -> entitled n T * h <= y n * part (dem I n);
  k_frozen : forall n, In n (leaves T) -> moves y n = false -> has_all y n \/ entitled n T <= y n * part (dem I n)
}.

Lemma frozen_spec : forall h y n, kept h y -> In n (leaves T) -> moves y n = false ->
  has_all y n \/ exists r, is_full y r /\ 0 < dem I n r.
Proof.
  intros h y n K Hn M. destruct (classic (exists r, is_full y r /\ 0 < dem I n r)) as [Ex|No]; [right; exact Ex|left].
  assert (H : ~ ((forall r, (r < resources I)%nat -> 0 < dem I n r -> used y r < cap I 0 r) /\
    match tk I n with None => True | Some t => y n < t end)) by (rewrite <- moves_spec, M; discriminate).
  assert (A : forall r, (r < resources I)%nat -> 0 < dem I n r -> used y r < cap I 0 r).
  { intros r Hr D. destruct (k_fit h y K r Hr) as [[L|L] _]; [exact L|]. exfalso. apply No. exists r. split; [|exact D].
    split; [exact Hr|split; [|exact L]]. destruct (in_runs n Hn). apply (runs_cap n r); auto. }
  pose proof (k_tasks h y K n Hn) as L. unfold has_all. destruct (tk I n) as [t|]; [|exfalso; tauto].
  f_equal. destruct (Rlt_dec (y n) t); [tauto|lra].
Qed.

Lemma used_stage : forall rho y y' v r, takes y T = Some v -> (r < resources I)%nat ->
  (forall n, y' n = y n + rho * rate y n T) -> used y' r = used y r + rho * (v r / part v).
Proof.
  intros rho y y' v r E Hr H. pose proof (rate_takes y T r known_all Hr) as S. rewrite E in S. rewrite <- S.
  unfold used. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros n _. rewrite H. ring.
Qed.

Lemma rho_nonneg : forall h rho y y', kept h y -> stage rho y y' -> 0 <= rho.
Proof.
  intros h rho y y' K [v [E [_ [_ [End _]]]]].
  pose proof (takes_sound y T known_all v E) as Sv. pose proof (s_part v Sv) as Pv.
  destruct End as [[r [Hr [Vr Eq]]]|[n [t [Hn [Rn [Tn Eq]]]]]].
  - pose proof (proj1 (k_fit h y K r Hr)) as F. assert (0 < v r / part v) by (apply div_pos; assumption).
    apply Rnot_lt_le. intros L. assert (rho * (v r / part v) < 0) by nra. lra.
  - pose proof (k_tasks h y K n Hn) as F. rewrite Tn in F. apply Rnot_lt_le. intros L.
    assert (rho * rate y n T < 0) by nra. lra.
Qed.

Lemma stage_kept : forall h rho y y', kept h y -> stage rho y y' -> kept (h + rho) y'.
Proof.
  intros h rho y y' K S. pose proof (rho_nonneg h rho y y' K S) as Rho. destruct S as [v [E [Room [Left [_ H]]]]].
  pose proof (takes_sound y T known_all v E) as Sv. pose proof (s_part v Sv) as Pv.
  assert (Fit : forall r, (r < resources I)%nat -> used y' r <= cap I 0 r /\ used y' r <= (h + rho) * cap I 0 r).
  { intros r Hr. rewrite (used_stage rho y y' v r E Hr H). destruct (k_fit h y K r Hr) as [F1 F2]. split.
    - destruct (s_pos v Sv r Hr) as [P|Z]; [pose proof (Room r Hr P); lra|].
      rewrite <- Z. unfold Rdiv. rewrite Rmult_0_l, Rmult_0_r. lra.
    - assert (v r / part v <= cap I 0 r) by (apply div_le; [exact Pv|]; pose proof (s_most v Sv r Hr); lra).
      assert (rho * (v r / part v) <= rho * cap I 0 r) by (apply Rmult_le_compat_l; assumption). lra. }
  assert (Tasks : forall n, In n (leaves T) -> match tk I n with None => True | Some t => y' n <= t end).
  { intros n Hn. pose proof (k_tasks h y K n Hn) as L. destruct (tk I n) as [t|] eqn:Tn; [|exact Logic.I]. rewrite H.
    destruct (rate_nonneg y n T known_all) as [P|Z]; [pose proof (Left n t Hn P Tn); lra|]. rewrite <- Z. lra. }
  assert (Up : forall n, In n (leaves T) -> moves y n = true -> entitled n T * (h + rho) <= y' n * part (dem I n)).
  { intros n Hn M. destruct (in_runs n Hn) as [Hu Rn]. pose proof (k_moving h y K n Hn M) as L. rewrite H.
    pose proof (rate_entitled y n T known_all Hu Rn M) as G.
    assert (rho * entitled n T <= rho * (rate y n T * part (dem I n))) by (apply Rmult_le_compat_l; assumption). lra. }
  assert (Still : forall n, moves y n = false -> y' n = y n) by (intros n M; rewrite H, rate_still by exact M; lra).
  assert (NewFrozen : forall n, In n (leaves T) -> moves y' n = false ->
    has_all y' n \/ exists r, is_full y' r /\ 0 < dem I n r).
  { intros n Hn M. destruct (classic (exists r, is_full y' r /\ 0 < dem I n r)) as [Ex|No]; [right; exact Ex|left].
    assert (G : ~ ((forall r, (r < resources I)%nat -> 0 < dem I n r -> used y' r < cap I 0 r) /\
      match tk I n with None => True | Some t => y' n < t end)) by (rewrite <- moves_spec, M; discriminate).
    assert (A : forall r, (r < resources I)%nat -> 0 < dem I n r -> used y' r < cap I 0 r).
    { intros r Hr D. destruct (Fit r Hr) as [[L|L] _]; [exact L|]. exfalso. apply No. exists r. split; [|exact D].
      split; [exact Hr|split; [|exact L]]. destruct (in_runs n Hn). apply (runs_cap n r); auto. }
    pose proof (Tasks n Hn) as L. unfold has_all. destruct (tk I n) as [t|]; [|exfalso; tauto].
    f_equal. destruct (Rlt_dec (y' n) t); [tauto|lra]. }
  split; auto.
  - pose proof (k_high h y K). lra.
  - intros n. rewrite H. pose proof (k_pos h y K n). pose proof (rate_nonneg y n T known_all).
    assert (0 <= rho * rate y n T) by (apply Rmult_le_pos; assumption). lra.
  - intros n Hn. rewrite H, (k_absent h y K n Hn), rate_absent by exact Hn. lra.
  - intros n Hn M. destruct (moves y n) eqn:My; [apply Up; assumption|]. exfalso.
    (* who is frozen stays so *)
    destruct (frozen_spec h y n K Hn My) as [A|[r [[Hr [Cr Fr]] D]]].
    + apply moves_spec in M as [_ M]. unfold has_all in A. rewrite A in M. rewrite (Still n My) in M. lra.
    + apply moves_spec in M as [M _]. specialize (M r Hr D). rewrite (used_stage rho y y' v r E Hr H) in M.
      assert (0 <= v r / part v) by (apply div_nonneg; [apply (s_pos v Sv r Hr)|exact Pv]).
      assert (0 <= rho * (v r / part v)) by (apply Rmult_le_pos; assumption). lra.
  - intros n Hn M. destruct (moves y n) eqn:My.
    + destruct (NewFrozen n Hn M) as [A|[r [[Hr [Cr Fr]] D]]]; [left; exact A|right].
      assert (1 <= h + rho).
      { destruct (Fit r Hr) as [_ F]. rewrite Fr in F. apply (Rmult_le_reg_r (cap I 0 r)); [exact Cr|]. lra. }
      pose proof (Up n Hn My) as U. pose proof (entitled_nonneg n T (proj1 known_all)) as En.
      apply Rle_trans with (2 := U). rewrite <- (Rmult_1_r (entitled n T)) at 1. apply Rmult_le_compat_l; assumption.
    + unfold has_all. rewrite (Still n My). apply (k_frozen h y K n Hn My).
Qed.

Lemma filled_kept : forall h y, filled h y -> kept h y.
Proof.
  intros h y F. induction F as [y Z|h rho y y' F IH S]; [|apply (stage_kept h rho y y' IH S)].
  assert (U : forall r, used y r = 0) by (intros r; apply sum_zero; intros n _; rewrite Z; lra).
  split; try (intros n; rewrite Z; lra).
  - lra.
  - intros r Hr. rewrite U. pose proof (wf_cap I W 0 r ltac:(lia) Hr). lra.
  - intros n Hn. destruct (in_runs n Hn) as [Hu _]. destruct (tk I n) as [t|] eqn:E; [|exact Logic.I].
    rewrite Z. apply (wf_tk I W n t Hu E).
  - intros n Hn M. exfalso. assert (moves y n = true); [|congruence]. apply moves_spec. split.
    + intros r Hr D. rewrite U. destruct (in_runs n Hn). apply (runs_cap n r); auto.
    + pose proof (proj2 (proj2 Pl) n) as P. destruct P as [P _]. destruct (P Hn) as [Hu [_ Nz]].
      destruct (tk I n) as [t|] eqn:E; [|exact Logic.I]. rewrite Z.
      destruct (wf_tk I W n t Hu E) as [L|L]; [exact L|]. exfalso. apply Nz. rewrite <- L. reflexivity.
Qed.

(** At the end no user moves. *)
Lemma nobody_moves : forall y t, takes y t = None -> forall n, In n (leaves t) -> moves y n = false.
Proof.
  intros y t. induction t as [m|l IH] using tree_nodes; intros E n Hn; simpl in *.
  - destruct Hn as [<-|[]]. destruct (moves y m); [discriminate|reflexivity].
  - rewrite Forall_forall in IH. apply in_flat_map in Hn as [k [J Hn]]. apply (IH k J); [|exact Hn]. apply (gather_none y l E k J).
Qed.

(** ** What filling comes to *)

Lemma in_tree : forall n, (n < users I)%nat -> runs I n -> In n (leaves T) \/ tk I n = Some 0.
Proof.
  intros n Hn Rn. destruct (classic (tk I n = Some 0)) as [Z|N]; [right; exact Z|left]. apply (proj2 (proj2 Pl) n). auto.
Qed.

Section Ended.

Variables (h : R) (y : nat -> R) (x : placement).
Hypothesis F : filled h y.
Hypothesis End : takes y T = None.
Hypothesis Pt : forall n, x n 0%nat = y n.

Lemma total_is : forall n, tot I x n = y n.
Proof. intros n. unfold tot. rewrite One. simpl. rewrite Pt. lra. Qed.

Lemma use_is : forall r, sum (users I) (fun n => x n 0%nat * dem I n r) = used y r.
Proof. intros r. unfold Filling.used. apply sum_ext. intros n _. rewrite Pt. reflexivity. Qed.

Theorem filled_feasible : feasible I x.
Proof.
  pose proof (filled_kept h y F) as K. split; [split|].
  - intros n i Hn Hi. replace i with 0%nat by lia. rewrite Pt. apply (k_pos h y K).
  - intros n i Hn Hi G. replace i with 0%nat in * by lia. rewrite Pt.
    apply (k_absent h y K). intros In_. destruct (in_runs n In_) as [_ [j [Hj Gj]]]. replace j with 0%nat in Gj by lia. lra.
  - intros n Hn. rewrite total_is. unfold within. destruct (classic (In n (leaves T))) as [J|J].
    + pose proof (k_tasks h y K n J) as L. destruct (tk I n); auto.
    + rewrite (k_absent h y K n J). destruct (tk I n) as [t|] eqn:E; [|exact Logic.I]. apply (wf_tk I W n t Hn E).
  - intros i r Hi Hr. replace i with 0%nat by lia. rewrite use_is. apply (k_fit h y K r Hr).
Qed.

(** Each user that runs has all its tasks, or demands a full resource. *)
Lemma satisfied : forall n, (n < users I)%nat -> runs I n ->
  full (tk I n) (y n) \/ exists r, is_full y r /\ 0 < dem I n r.
Proof.
  intros n Hn Rn. pose proof (filled_kept h y F) as K. destruct (in_tree n Hn Rn) as [J|Z].
  - destruct (frozen_spec h y n K J (nobody_moves y T End n J)) as [A|A]; [left; exact A|right; exact A].
  - left. unfold full. rewrite Z. f_equal. symmetry. apply (k_absent h y K). intros J. apply (proj2 (proj2 Pl)) in J. tauto.
Qed.

Theorem filled_pareto : pareto I (feasible I) x.
Proof.
  intros [z [Fz [Ge [n [Hn G]]]]]. rewrite total_is in G.
  assert (Zt : forall m, tot I z m = z m 0%nat) by (intros m; unfold tot; rewrite One; simpl; lra).
  pose proof (k_pos h y (filled_kept h y F) n) as Yn.
  assert (Rn : runs I n) by (apply (feasible_runs I W z); auto; lra).
  destruct (satisfied n Hn Rn) as [A|[r [[Hr [_ Fr]] D]]].
  - pose proof (pl_tk I (gam I) z (proj1 Fz) n Hn) as L. unfold full in A. rewrite A in L. simpl in L. lra.
  - pose proof (proj2 Fz 0%nat r ltac:(lia) Hr) as C. rewrite <- Fr in C. unfold Filling.used in C.
    assert (sum (users I) (fun m => y m * dem I m r) < sum (users I) (fun m => z m 0%nat * dem I m r)); [|lra].
    apply sum_lt with n; auto.
    + intros m Hm. specialize (Ge m Hm). rewrite total_is, Zt in Ge. apply Rmult_le_compat_r; [apply (wf_dem I W); auto|exact Ge].
    + rewrite Zt in G. apply Rmult_lt_compat_r; auto.
Qed.

Lemma gam_part : forall n, (n < users I)%nat -> runs I n -> gam I n 0 * part (dem I n) <= 1.
Proof.
  intros n Hn Rn. assert (G : 0 < gam I n 0) by (destruct Rn as [i [Hi G]]; replace i with 0%nat in G by lia; exact G).
  destruct (part_dem n Hn Rn) as [P M].
  destruct (Filling.sound_at I T W One Pl (dem I n)) as [r [Hr [Cr E]]].
  { split; [apply (wf_dem I W n Hn)|exact P|exact M]. }
  pose proof (gam_dem I W n 0 r Hn ltac:(lia) Hr) as L.
  assert (D : dem I n r = part (dem I n) * cap I 0 r) by (rewrite <- E; field; lra).
  rewrite D in L. apply (Rmult_le_reg_r (cap I 0 r)); [exact Cr|]. lra.
Qed.

(** Idea: while a user moves, its dominant share grows at least with its hierarchical share of the root's speed. When it is
    frozen, a resource is full, so the root has gone through a whole resource; or the user has all its tasks. *)
Theorem filled_entitled : forall n e, (n < users I)%nat -> e <= entitled n T -> capped (tk I n) (e * gam I n 0) <= tot I x n.
Proof.
  intros n e Hn He. rewrite total_is. pose proof (filled_kept h y F) as K. pose proof (k_pos h y K n) as Yn.
  destruct (classic (runs I n)) as [Rn|No].
  - assert (G : 0 < gam I n 0) by (destruct Rn as [i [Hi G]]; replace i with 0%nat in G by lia; exact G).
    destruct (in_tree n Hn Rn) as [J|Z].
    + destruct (k_frozen h y K n J (nobody_moves y T End n J)) as [A|A].
      * unfold has_all in A. rewrite A. simpl. apply Rmin_l.
      * apply Rle_trans with (1 := capped_le _ _). destruct (part_dem n Hn Rn) as [P _].
        apply (Rmult_le_reg_r (part (dem I n))); [exact P|]. apply Rle_trans with (2 := A).
        pose proof (gam_part n Hn Rn) as Gp. pose proof (entitled_nonneg n T (proj1 known_all)) as En.
        apply Rle_trans with (entitled n T * (gam I n 0 * part (dem I n))).
        -- rewrite Rmult_assoc. apply Rmult_le_compat_r; [|exact He]. apply Rmult_le_pos; lra.
        -- rewrite <- (Rmult_1_r (entitled n T)) at 2. apply Rmult_le_compat_l; assumption.
    + rewrite Z. simpl. apply Rle_trans with 0; [apply Rmin_l|exact Yn].
  - assert (G : gam I n 0 = 0).
    { destruct (Rle_lt_or_eq_dec _ _ (gam_nonneg I W n 0 Hn ltac:(lia))) as [L|E]; [|auto].
      exfalso. apply No. exists 0%nat. split; [lia|exact L]. }
    rewrite G, Rmult_0_r. apply Rle_trans with (1 := capped_le _ _). exact Yn.
Qed.

End Ended.

End Stages.
