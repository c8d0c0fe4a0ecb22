(** Two instances each for the theorems that compare two: one of the twins leaves, or tells a lie. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Uniform Bottleneck Drfh TaskShare Drf PerServer PsDsf
  PsDsfTdm Wang2013 Witness.
Open Scope R_scope.

Definition lonely (K R : nat) := without 0 (twins K R).
Definition whole : placement := fun _ _ => 1.

Section Lonely.
  Variables K R : nat.
  Hypothesis K1 : (0 < K)%nat.
  Hypothesis R1 : (0 < R)%nat.

  Lemma lonely_wf : wf (lonely K R).
  Proof. apply wf_without; [apply twins_wf; auto|simpl; lia]. Qed.

  Lemma lonely_gam i : (i < K)%nat -> gam (lonely K R) 0 i = 1.
  Proof. intros Hi. apply (twins_gam K R R1 1 i); auto. Qed.

  Lemma lonely_feasible : feasible (lonely K R) whole.
  Proof.
    split; [split|]; simpl; intros; unfold whole; try exact Logic.I; try lra.
    replace n with O in * by lia. rewrite lonely_gam in *; auto; lra.
  Qed.

  Lemma lonely_fair s : fair (lonely K R) (feasible (lonely K R)) s whole.
  Proof.
    intros n y Hn [[P C] [G _]]. simpl in Hn. replace n with O in G by lia.
    apply (Rlt_not_le _ _ G). apply sum_le; intros i Hi. simpl in Hi.
    specialize (C i O Hi R1). simpl in C. unfold whole. lra.
  Qed.

  Lemma lonely_runs : runs (lonely K R) 0.
  Proof. exists O. split; auto. rewrite lonely_gam; auto; lra. Qed.

  Lemma leximin_leaves s : (forall n, (n < 1)%nat -> runs (lonely K R) n -> 0 < s n) ->
    leximin (lonely K R) (gam (lonely K R)) (feasible (lonely K R)) s whole.
  Proof. intros P. apply feasible_fair_leximin; [apply lonely_wf|auto|apply lonely_feasible|apply lonely_fair]. Qed.

  Theorem leaving_witness :
    wf (twins K R) /\ positive (twins K R) /\
    (c_drfh (twins K R) halves /\ c_drfh (lonely K R) whole) /\
    (cdrf (twins K R) halves /\ cdrf (lonely K R) whole) /\
    (tsf (twins K R) halves /\ tsf (lonely K R) whole) /\
    (solves_7 (twins K R) halves /\ solves_7 (lonely K R) whole).
  Proof.
    assert (W := twins_wf K R R1). assert (W' := lonely_wf).
    destruct (cdrf_witness K R K1 R1) as [_ [Pos [U [C T]]]].
    destruct (c_drfh_witness K R K1 R1) as [_ [_ [_ [_ D]]]].
    destruct (wang2013_witness K R K1 R1) as [A S7].
    assert (D' : c_drfh (lonely K R) whole) by (apply leximin_leaves; intros; apply global_share_pos; auto).
    assert (T' : tsf (lonely K R) whole) by (apply leximin_leaves; intros; apply task_share_pos; auto).
    assert (U' : unconstrained (lonely K R)) by (intros n i Hn Hi; reflexivity).
    split; [exact W|]. split; [exact Pos|]. split; [split; auto|].
    split; [split; [exact C|apply cdrf_iff_tsf; auto]|]. split; [split; auto|].
    split; [exact S7|]. apply (wang2013_lp7_iff_drfh (lonely K R)).
    - apply wang2013_without; auto; simpl; lia.
    - simpl; lia.
    - split; auto.
  Qed.

  Theorem leaving_witness_time :
    ps_dsf_tdm (gam (twins K R)) (twins K R) halves /\
    ps_dsf_tdm (fun k => gam (twins K R) (skip 0 k)) (lonely K R) whole.
  Proof.
    split; [apply ps_dsf_tdm_witness; auto|]. split; [intros n Hn; reflexivity|]. split.
    - split; [apply lonely_feasible|]. intros i Hi.
      change (0 + whole 0%nat i / gam (lonely K R) 0 i <= 1). rewrite lonely_gam by auto. unfold whole. lra.
    - intros n i Hn Hi G. split.
      + change (0 + whole 0%nat i / gam (lonely K R) 0 i = 1). rewrite lonely_gam by auto. unfold whole. lra.
      + intros m Hm _. simpl in Hn, Hm. replace m with n by lia. lra.
  Qed.
End Lonely.

Theorem leaving_witness_drf R : (0 < R)%nat ->
  drf ones (twins 1 R) halves /\ drf (fun n => ones (skip 0 n)) (without 0 (twins 1 R)) whole.
Proof.
  intros HR. split; [apply (drf_witness R HR)|]. apply drf_of_fair.
  - apply lonely_wf; auto.
  - reflexivity.
  - apply lonely_feasible; auto.
  - apply lonely_fair; auto.
Qed.

(** A report that hides nothing and adds nothing is a report; so is any other row that is valid. *)
Lemma agree_refl S I : agree S I I.
Proof. split; auto. Qed.

(** The first twin asks for twice of everything. *)
Definition greedy (K R : nat) : inst :=
  mk 2 K R (fun _ _ => 1) (fun n _ => match n with O => 2 | _ => 1 end) (fun _ => 1) (fun _ _ => true) (fun _ => None).

Lemma greedy_lie K R : (0 < R)%nat -> wf (greedy K R) /\ agree (Nat.eqb 0) (twins K R) (greedy K R).
Proof.
  intros HR. split.
  - split; simpl; intros; try lra; try discriminate.
    split; [intros; destruct n; lra|exists O; split; auto; destruct n; lra].
  - split; auto. intros n Hn. destruct n; [discriminate|reflexivity].
Qed.

Definition quarter : placement := fun n _ => match n with O => / 4 | _ => / 2 end.

Lemma maxratio_const m a c d : (0 < m)%nat -> 0 < d -> 0 <= c -> (forall r, (r < m)%nat -> a r = d) ->
  maxratio m (fun _ => c) a = c / d.
Proof.
  intros Hm D C E. apply Rle_antisym.
  - apply maxratio_lub; [apply div_nonneg; auto|]. intros r Hr _. rewrite E by auto. right. field; lra.
  - apply div_le; auto. rewrite <- (E O Hm). apply (maxratio_ge m (fun _ => c) a O); auto. rewrite E; auto.
Qed.

Section Greedy.
  Variables K R : nat.
  Hypothesis K1 : (0 < K)%nat.
  Hypothesis R1 : (0 < R)%nat.

  Let W := proj1 (greedy_lie K R R1).

  Lemma greedy_fit n i : (n < 2)%nat -> (i < K)%nat -> fit (greedy K R) n i = match n with O => / 2 | _ => 1 end.
  Proof.
    intros Hn Hi. destruct (minratio_eq R (cap (greedy K R) i) (dem (greedy K R) n) (wf_dem _ W n Hn)) as [r [Hr [_ E]]].
    unfold fit. simpl in *. destruct n; lra.
  Qed.

  Lemma greedy_gam n i : (n < 2)%nat -> (i < K)%nat -> gam (greedy K R) n i = match n with O => / 2 | _ => 1 end.
  Proof. intros Hn Hi. rewrite <- (greedy_fit n i Hn Hi). reflexivity. Qed.

  Lemma quarter_feasible : feasible (greedy K R) quarter.
  Proof.
    split; [split|]; simpl; intros; unfold quarter; try exact Logic.I; try (destruct n; lra); try lra.
    rewrite greedy_gam in *; auto. destruct n; lra.
  Qed.

  Lemma quarter_tot : tot (greedy K R) quarter 1 = 2 * tot (greedy K R) quarter 0.
  Proof. unfold tot. rewrite <- sum_scal. apply sum_ext. intros i _. unfold quarter. lra. Qed.

  Lemma quarter_fair s : s 0%nat = 2 * s 1%nat -> fair (greedy K R) (feasible (greedy K R)) s quarter.
  Proof.
    intros E n y Hn [[P C] [G Cm]].
    assert (Load : 2 * tot (greedy K R) y 0 + tot (greedy K R) y 1
                <= 2 * tot (greedy K R) quarter 0 + tot (greedy K R) quarter 1).
    { unfold tot. rewrite <- !sum_scal, <- !sum_plus. apply sum_le. intros i Hi. simpl in Hi.
      specialize (C i O Hi R1). simpl in C. unfold quarter. lra. }
    assert (L : tot (greedy K R) quarter 0 * s 0%nat = tot (greedy K R) quarter 1 * s 1%nat).
    { rewrite E, quarter_tot. lra. }
    simpl in Hn. destruct n as [|[|n]]; [| |lia].
    - assert (B := Cm 1%nat). simpl in B. specialize (B ltac:(lia) ltac:(lra)). lra.
    - assert (B := Cm 0%nat). simpl in B. specialize (B ltac:(lia) ltac:(lra)). lra.
  Qed.

  Lemma greedy_leximin s : s 0%nat = 2 * s 1%nat -> (forall n, (n < 2)%nat -> runs (greedy K R) n -> 0 < s n) ->
    leximin (greedy K R) (gam (greedy K R)) (feasible (greedy K R)) s quarter.
  Proof.
    intros E P. apply feasible_fair_leximin; [exact W|intros; apply P; auto|apply quarter_feasible|apply quarter_fair; auto].
  Qed.

  Lemma pool_greedy r : pool (greedy K R) r = sum K (fun _ => 1).
  Proof. reflexivity. Qed.

  Lemma ones_pos : 0 < sum K (fun _ => 1).
  Proof. apply Rlt_le_trans with 1; [lra|]. apply (sum_term K (fun _ => 1) 0); auto. intros; lra. Qed.

  Theorem lying_witness :
    wf (twins K R) /\ wf (greedy K R) /\ agree (Nat.eqb 0) (twins K R) (greedy K R) /\
    (drfh (twins K R) halves /\ drfh (greedy K R) quarter) /\
    (cdrf (twins K R) halves /\ cdrf (greedy K R) quarter) /\
    (tsf (twins K R) halves /\ tsf (greedy K R) quarter).
  Proof.
    pose proof (proj2 (greedy_lie K R R1)) as A.
    destruct (cdrf_witness K R K1 R1) as [Wt [_ [_ [C T]]]].
    destruct (c_drfh_witness K R K1 R1) as [_ [_ [_ D]]].
    assert (U : unconstrained (greedy K R)) by (intros n i Hn Hi; reflexivity).
    pose proof ones_pos as P.
    assert (D' : c_drfh (greedy K R) quarter).
    { apply greedy_leximin; [|intros; apply global_share_pos; auto].
      unfold global_share. simpl. rewrite !(maxratio_const R _ _ (sum K (fun _ => 1))) by (auto; lra). field; lra. }
    assert (T' : tsf (greedy K R) quarter).
    { apply greedy_leximin; [|intros; apply task_share_pos; auto].
      unfold task_share.
      rewrite (sum_ext (servers (greedy K R)) (fun i => fit (greedy K R) 0 i) (fun _ => / 2 * 1))
        by (intros; rewrite greedy_fit by (auto; lia); lra).
      rewrite (sum_ext (servers (greedy K R)) (fun i => fit (greedy K R) 1 i) (fun _ => 1))
        by (intros; rewrite greedy_fit by (auto; lia); lra).
      rewrite sum_scal. simpl. field; lra. }
    split; [exact Wt|]. split; [exact W|]. split; [exact A|].
    split; [split; [exact D|split; auto]|]. split; [split; [exact C|apply cdrf_iff_tsf; auto]|]. split; auto.
  Qed.

  Theorem lying_witness_time :
    ps_dsf_tdm (gam (twins K R)) (twins K R) halves /\ ps_dsf_tdm (gam (greedy K R)) (greedy K R) quarter.
  Proof.
    split; [apply ps_dsf_tdm_witness; auto|]. split; [intros n Hn; reflexivity|].
    assert (S : forall i, (i < K)%nat -> 0 + quarter 0%nat i / gam (greedy K R) 0 i + quarter 1%nat i / gam (greedy K R) 1 i = 1).
    { intros i Hi. rewrite !greedy_gam by (auto; lia). unfold quarter. lra. }
    assert (V : forall n i, (n < 2)%nat -> (i < K)%nat ->
              vds (greedy K R) (gam (greedy K R)) quarter n i = 2 * tot (greedy K R) quarter 0).
    { intros n i Hn Hi. unfold vds. rewrite greedy_gam by auto. destruct n as [|[|n]]; [| |lia]; simpl.
      - field.
      - rewrite quarter_tot. field. }
    split.
    - split; [apply quarter_feasible|]. intros i Hi. right. apply S; auto.
    - intros n i Hn Hi G. split; [apply S; auto|]. intros m Hm _. rewrite !V by auto. lra.
  Qed.
End Greedy.

Theorem lying_witness_drf R : (0 < R)%nat ->
  drf ones (twins 1 R) halves /\ drf ones (greedy 1 R) quarter.
Proof.
  intros HR. split; [apply (drf_witness R HR)|]. apply drf_of_fair.
  - apply (greedy_lie 1 R HR).
  - reflexivity.
  - apply quarter_feasible; auto.
  - apply quarter_fair; auto. unfold drf_level. simpl.
    rewrite !(maxratio_const R _ _ 1) by (auto; try lra; intros; unfold ones; lra). lra.
Qed.
