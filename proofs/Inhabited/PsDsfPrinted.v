(** The cells of [Cells.PsDsfPrinted] speak of something: three equal users share two servers with two resources, and Algorithm I
    as printed ends with a third of each server for each. *)
(** Size: three users, two servers, two resources; one resource for srf, one server for single-server. *)

From Coq Require Import Reals Lra Lia Arith List String.
From Fair.Common Require Import Sums.
From Fair.Cluster Require Import Model Drf PerServer PsDsf PsDsfPrinted.
From Fair.Cells Require Import PsDsfPrinted.
From Fair.Inhabited Require Cluster.
Import ListNotations.
Local Open Scope string_scope.
Open Scope R_scope.

Definition inhabited (m p h : string) : Prop := ~ concluded (fun I _ => ~ Cluster.meets m p I) m p h.

Section Sizes.
Variables K R : nat.
Hypothesis HR : (0 < R)%nat.

Definition three : inst := Cluster.triplets K R.
Definition x : placement := Cluster.thirds.
Lemma gam_one n i : gam three n i = 1. Proof. exact (Cluster.triplets_gam K R HR n i). Qed.
Lemma used_one i : sum 3 (fun m => x m i * 1) = 1. Proof. unfold x, Cluster.thirds. simpl. lra. Qed.

Lemma starts : drf_per_server three x.
Proof.
  split; [intros n _; reflexivity|]. intros i Hi.
  split; [reflexivity|]. split.
  - split; [split|]; simpl; intros; unfold there, x, Cluster.thirds; try exact Logic.I; try lra.
    assert (G : forall n j, gam (at_server i three) n j = 1) by (intros k j; exact (Cluster.triplets_gam K R HR k j)).
    rewrite G in *. lra.
  - intros n Hn _. right. exists 0%nat. split; [exact HR|]. split; [simpl; lra|].
    split; [cbn; unfold there, x, Cluster.thirds; lra|]. intros m Hm _. right.
    assert (E : forall k, (k < 3)%nat -> drf_level (at_server i three) (own_weight three) k = maxratio R (fun _ => 1) (fun _ => 1 * 1)).
    { intros k Hk. unfold drf_level. apply maxratio_ext; intros r _; [reflexivity|]. rewrite own_weight_same by exact Hk. reflexivity. }
    rewrite !E by assumption. reflexivity.
Qed.

Lemma printed : ps_dsf_printed three x.
Proof.
  split; [intros n _; reflexivity|]. split; [apply beginning, starts|]. intros i Hi.
  assert (V : forall n, level three x n i = level three x 0 i).
  { intros n. unfold level, vds. rewrite !gam_one. reflexivity. }
  exists (fun n => on_server three i n /\ ~ 0 < dem three n 0). split.
  - apply removed with (S := level three x 0 i).
    + apply all_in.
    + split; [exists 0%nat; split; [split; [simpl; lia|rewrite gam_one; lra]|reflexivity]|]. intros n _. right. symmetry. apply V.
    + split; [exact HR|]. split.
      * unfold unallocated. change (1 - sum 3 (fun m => x m i * 1) = 0). rewrite used_one. lra.
      * exists 0%nat. split; [split; [split; [simpl; lia|rewrite gam_one; lra]|reflexivity]|simpl; lra].
    + intros n _. apply V.
  - intros n [_ No]. apply No. simpl. lra.
Qed.

End Sizes.

Lemma each_inhabited p K R : (0 < R)%nat -> (exists Q, of_outcome p = Some Q) -> Cluster.meets "ps-dsf-printed" p (Cluster.triplets K R) ->
  inhabited "ps-dsf-printed" p "none".
Proof.
  intros HR [Q E] Me A. unfold concluded in A. simpl in A. rewrite E in A.
  exact (A (three K R) x (Cluster.triplets_wf K R HR) (printed K R HR) (Cluster.thirds_feasible K R HR) Me).
Qed.

Definition cells : list (string * string * string) := [
  ("ps-dsf-printed", "bf", "none"); ("ps-dsf-printed", "ef", "none"); ("ps-dsf-printed", "non-wasteful", "none");
  ("ps-dsf-printed", "si", "none"); ("ps-dsf-printed", "single-server", "none"); ("ps-dsf-printed", "srf", "none")].
Theorem every_cell : Forall (fun c => let '(m, p, h) := c in inhabited m p h) cells.
Proof.
  repeat (apply Forall_cons; [match goal with |- inhabited ?m ?p _ =>
    let K := eval vm_compute in (Cluster.machines m p) in let R := eval vm_compute in (Cluster.kinds p) in
    apply (each_inhabited p K R); [lia|eexists; reflexivity|Cluster.meeting] end|]).
  apply Forall_nil.
Qed.
