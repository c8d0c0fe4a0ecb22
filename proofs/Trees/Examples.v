(** Instances that meet the hypotheses of the theorems on trees: a user alone below the root. *)

From Coq Require Import Reals Lra Lia Arith List Bool Permutation.
From Fair.Common Require Import Sums.
From Fair.Cluster Require Import Model.
From Fair.Tasks Require Import Server.
From Fair.Tasks Require Filling.
From Fair.Trees Require Import Tree Flat.
From Fair.Trees Require Filling Picks.
Import ListNotations.
Open Scope R_scope.

Definition single : inst := mk 1 1 1 (fun _ _ => 1) (fun _ _ => 1) (fun _ => 1) (fun _ _ => true) (fun _ => None).
Definition below_root : tree := queue [(1, user 0)].

Lemma ratio_one : maxratio 1 (fun _ => 1) (fun _ => 1) = 1.
Proof. simpl. destruct (Rlt_dec 0 1) as [_|F]; [|exfalso; lra]. replace (1 / 1) with 1 by field. apply Rmax_right. lra. Qed.

Lemma gam_single : gam single 0 0 = 1.
Proof.
  unfold gam, Model.fit. cbn [el single resources cap dem]. unfold minratio. simpl. destruct (Rlt_dec 0 1) as [_|F]; [field|exfalso; lra].
Qed.

Lemma filling_witness : wf single /\ servers single = 1%nat /\ Filling.planted single below_root /\
  below_root = flat single [0%nat] /\ exists x, Filling.hdrf single below_root x.
Proof.
  assert (W : wf single).
  { split; simpl; intros; try lra; try discriminate. split; [intros; lra|]. exists 0%nat. split; [lia|lra]. }
  assert (Pl : Filling.planted single below_root).
  { split; [constructor; [simpl; tauto|constructor]|split; [simpl; lra|]]. intros n. simpl. split.
    - intros [<-|[]]. split; [lia|split; [|discriminate]]. exists 0%nat. split; [simpl; lia|]. rewrite gam_single. lra.
    - intros [Hn _]. left. lia. }
  split; [exact W|split; [reflexivity|split; [exact Pl|split; [reflexivity|]]]].
  assert (Dp : Filling.part single (dem single 0) = 1) by exact ratio_one.
  assert (Open : Filling.moves single (fun _ => 0) 0 = true).
  { unfold Filling.moves. simpl. destruct (Rlt_dec 0 1) as [_|]; [|lra]. unfold Filling.used. simpl.
    destruct (Rlt_dec (0 + 0 * 1) 1); [reflexivity|lra]. }
  assert (Shut : forall y, y 0%nat = 1 -> Filling.moves single y 0 = false).
  { intros y Y. unfold Filling.moves. simpl. destruct (Rlt_dec 0 1) as [_|]; [|lra]. unfold Filling.used. simpl. rewrite Y.
    destruct (Rlt_dec (0 + 1 * 1) 1); [lra|reflexivity]. }
  set (v := fun r : nat => 1 * (dem single 0 r / Filling.part single (dem single 0)) + 0).
  assert (Tk : Filling.takes single (fun _ => 0) below_root = Some v).
  { unfold below_root. cbn [Filling.takes map fst snd]. rewrite Open. reflexivity. }
  assert (V1 : forall r, v r = 1) by (intros r; unfold v; rewrite Dp; simpl; field).
  assert (Pv : Filling.part single v = 1).
  { unfold Filling.part. rewrite (maxratio_ext (resources single) v (fun _ => 1) (cap single 0) (fun _ => 1)); [exact ratio_one| |reflexivity].
    intros r _. apply V1. }
  assert (Rate : Filling.rate single (fun _ => 0) 0 below_root = 1).
  { unfold below_root. cbn [Filling.rate map fst snd adds Nat.eqb]. rewrite Open, Dp. unfold Filling.big.
    fold below_root. rewrite Tk, Pv. simpl. field. }
  set (y := fun n => 0 + 1 * Filling.rate single (fun _ => 0) n below_root).
  exists (fun n _ => y n). split; [reflexivity|split; [exact Pl|]].
  exists (0 + 1), y. split; [|split; [|reflexivity]].
  - apply (Filling.further single below_root 0 1 (fun _ => 0)); [apply Filling.empty; reflexivity|].
    exists v. split; [exact Tk|]. rewrite Pv.
    assert (U : forall r, Filling.used single (fun _ => 0) r = 0) by (intros r; unfold Filling.used; simpl; ring).
    split; [|split; [|split]].
    + intros r Hr _. rewrite V1, U. simpl. lra.
    + intros n t _ _ E. discriminate.
    + left. exists 0%nat. rewrite V1, U. simpl. split; [lia|split; lra].
    + reflexivity.
  - unfold below_root. cbn [Filling.takes map fst snd]. fold below_root. rewrite Shut; [reflexivity|]. unfold y. rewrite Rate. ring.
Qed.

(** Whole tasks: one task, after which no other fits, whatever the rule. *)
Lemma picks_witness : forall how : Picks.rule, Server.server 1 1 (fun _ => 1) (fun _ _ => 1) (fun _ _ => 1) /\
  Picks.by_picks 1 1 (fun _ => 1) (fun _ => true) (fun _ _ => 1) (fun _ => None) below_root how
    (fun n => if Nat.eq_dec n 0 then 1%nat else 0%nat).
Proof.
  intros how. split.
  { split; [intros; lra|split; [intros; lra|split; [intros n Hn; exists 0%nat; split; [lia|lra]|intros; lra]]]. }
  assert (Room : forall y, Filling.held 1 (fun _ _ => 1) y 0 = INR (y 0%nat)) by (intros y; unfold Filling.held; simpl; ring).
  assert (Fit : forall y, y 0%nat = 0%nat -> Picks.fits 1 1 (fun _ => 1) (fun _ _ => 1) (fun _ => None) y 0 = true).
  { intros y Y. unfold Picks.fits, Picks.room. simpl. destruct (Rlt_dec 0 1) as [_|]; [|lra]. rewrite Room, Y. simpl.
    destruct (Rle_dec 1 (1 - 0)); [reflexivity|lra]. }
  split; [|split].
  - split; [constructor; [simpl; tauto|constructor]|split; [simpl; lra|]]. intros n. simpl. split.
    + intros [<-|[]]. split; [|discriminate]. split; [lia|]. apply live_spec. split; [reflexivity|intros; lra].
    + intros [[Hn _] _]. left. lia.
  - apply (Picks.one_more _ _ _ _ _ _ _ (fun _ => 0%nat) 0 _); [apply Picks.nothing; reflexivity| |].
    + pose proof (Fit (fun _ => 0%nat) eq_refl) as F0.
      assert (Goes : forall h, Picks.goes 1 1 (fun _ => 1) (fun _ _ => 1) (fun _ => None) h (fun _ => 0%nat) below_root 0).
      { intros h. unfold below_root. apply (Picks.goes_queue _ _ _ _ _ _ _ [] (1, user 0) [] 0); simpl; try tauto.
        - unfold Picks.free. simpl. rewrite F0. reflexivity.
        - apply Picks.goes_user. unfold Picks.free. simpl. rewrite F0. reflexivity. }
      unfold Picks.picks. destruct how; try apply Goes.
      * split; [simpl; auto|split; [exact F0|]]. intros j [<-|[]] _. right. split; [reflexivity|lia].
      * exists [([], [0%nat])], ([], [0%nat]). split; [|split; [apply Picks.best_one|split; [simpl; auto|split; [exact F0|]]]].
        -- unfold below_root, Picks.lines. simpl. unfold Picks.waits at 1. simpl. rewrite F0. simpl. apply Permutation_refl.
        -- intros j [<-|[]] _. right. split; [reflexivity|lia].
    + intros j. destruct (Nat.eq_dec j 0); reflexivity.
  - intros n [<-|[]]. unfold Picks.fits, Picks.room. simpl. destruct (Rlt_dec 0 1) as [_|]; [|lra]. rewrite Room. simpl.
    destruct (Rle_dec 1 (1 - 1)); [lra|reflexivity].
Qed.
