(** The properties of one outcome in [Cells.Cluster] refuse something: for each an instance with three users and positive demands, and
    an outcome without the property.  No property can be emptied without a failure here. *)

From Coq Require Import Reals Lra Lia Arith List String.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Drf PsDsf PsDsfTdm Ceei BottleneckMax Contributed.
From Fair.Cells Require Import Cluster.
From Fair.Inhabited Require Import Cluster.
Import ListNotations.
Local Open Scope string_scope.
Open Scope R_scope.

(** The mechanism is read for the division of servers and the weights alone. *)
Definition refused (p : string) : Prop := exists m w g I x, valid w /\ rates I g /\ wf I /\ positive I /\ users I = 3%nat /\
  match of_outcome m p with Some Q => ~ Q w g I x | None => False end.

Definition nothing : placement := fun _ _ => 0.
Definition even : table := fun _ _ => 1.
Lemma even_valid : valid even. Proof. intros n r. unfold even. lra. Qed.

Lemma refused_at m p K R x : (0 < R)%nat ->
  match of_outcome m p with Some Q => ~ Q even (gam (triplets K R)) (triplets K R) x | None => False end -> refused p.
Proof.
  intros HR H. exists m, even, (gam (triplets K R)), (triplets K R), x. pose proof (triplets_wf K R HR) as W.
  split; [exact even_valid|]. split; [exact (gam_rates _ W)|]. split; [exact W|]. split; [intros n r _ _; simpl; lra|].
  split; [reflexivity|exact H].
Qed.

(** Thirds leave each user better off than nothing. *)
Lemma complains K R s : (0 < K)%nat -> (0 < R)%nat -> ~ fair (triplets K R) (feasible (triplets K R)) s nothing.
Proof.
  intros HK HR F. apply (F 0%nat thirds); [simpl; lia|]. split; [exact (thirds_feasible K R HR)|].
  assert (T : forall n, tot (triplets K R) nothing n = 0) by (intros n; apply sum_zero; reflexivity).
  assert (P : forall n, 0 < tot (triplets K R) thirds n).
  { intros n. apply Rlt_le_trans with (thirds n 0%nat); [unfold thirds; lra|].
    apply (sum_term K (fun i => thirds n i)); [intros; unfold thirds; lra|exact HK]. }
  split; [rewrite T; apply P|]. intros m _ L. rewrite T in L. pose proof (P m). lra.
Qed.

Definition all_to_one : placement := fun n _ => match n with O => 1 | _ => 0 end.
Definition own_server : owners := fun i => Some i.
Definition closed : inst := mk 3 2 2 (fun _ _ => 1) (fun _ _ => 1) (fun _ => 1) (fun _ _ => false) (fun _ => None).
Lemma users_3 : (0 < 3)%nat /\ (1 < 3)%nat. Proof. lia. Qed.

Lemma refuses_feasible : refused "feasible".
Proof.
  apply (refused_at "tsf" "feasible" 2 2 (fun _ _ => 1) two). intros [_ C]. specialize (C 0%nat 0%nat two two). simpl in C. lra.
Qed.
Lemma refuses_waste : refused "non-wasteful".
Proof.
  assert (W : wf closed) by (split; simpl; intros; try lra; try discriminate; exact (ones 2 two)).
  exists "tsf", even, (gam closed), closed, (fun _ _ => 1). split; [exact even_valid|]. split; [exact (gam_rates closed W)|].
  split; [exact W|]. split; [intros n r _ _; simpl; lra|]. split; [reflexivity|].
  intros N. specialize (N 0%nat (proj1 users_3)). unfold wasted in N. change (rate "tsf" (gam closed) closed) with (gam closed) in N.
  change (gam closed) with (fun (_ _ : nat) => 0) in N. simpl in N. destruct (Rlt_dec 0 0); lra.
Qed.
Lemma refuses_si : refused "si".
Proof.
  apply (refused_at "tsf" "si" 2 2 nothing two). intros F. specialize (F 0%nat (proj1 users_3)).
  change (rate "tsf" (gam (triplets 2 2)) (triplets 2 2)) with (gam (triplets 2 2)) in F.
  unfold slice, weights, tot, nothing in F. simpl in F. rewrite !(triplets_gam 2 2 two) in F. lra.
Qed.
Lemma refuses_ef : refused "ef".
Proof.
  apply (refused_at "tsf" "ef" 2 2 all_to_one two). intros E.
  assert (F := E 1%nat 0%nat (proj2 users_3) (proj1 users_3) (Nat.neq_succ_0 0)).
  unfold worth, kappa in F. simpl resources in F. simpl dem in F. rewrite (one_in_one 2 two) in F.
  unfold tot, all_to_one in F. simpl in F. lra.
Qed.
Lemma refuses_ef_aggregate : refused "ef-aggregate".
Proof.
  apply (refused_at "tsf" "ef-aggregate" 2 2 all_to_one two). intros E.
  assert (F := E 1%nat 0%nat (proj2 users_3) (proj1 users_3) (Nat.neq_succ_0 0)).
  unfold kappa in F. simpl resources in F. simpl dem in F. rewrite (one_in_one 2 two) in F.
  unfold tot, all_to_one in F. simpl in F. lra.
Qed.
Lemma refuses_po : refused "po".
Proof.
  apply (refused_at "tsf" "po" 2 2 nothing two). intros P. apply P. exists thirds.
  split; [exact (thirds_feasible 2 2 two)|]. split.
  - intros n _. unfold tot, nothing, thirds. simpl. lra.
  - exists 0%nat. split; [simpl; lia|]. unfold tot, nothing, thirds. simpl. lra.
Qed.
Lemma refuses_bf : refused "bf".
Proof.
  apply (refused_at "tsf" "bf" 2 2 nothing two). intros B. apply (complains 2 2 (share_of (triplets 2 2) 0) two two).
  apply (B eq_refl). split; [exact two|]. intros n i _ _ _. split; [simpl; lra|]. intros q _. simpl. lra.
Qed.
Lemma refuses_bf_global : refused "bf-global".
Proof.
  apply (refused_at "tsf" "bf-global" 2 2 nothing two). intros B. apply (complains 2 2 (share_of (triplets 2 2) 0) two two).
  apply (B eq_refl). split; [exact two|]. intros n _ _. split; [simpl; lra|]. intros q _. unfold pool. simpl. lra.
Qed.
Lemma refuses_srf : refused "srf".
Proof.
  apply (refused_at "tsf" "srf" 2 1 nothing Nat.lt_0_1). intros B.
  apply (complains 2 1 (share_of (triplets 2 1) 0) two Nat.lt_0_1). exact (B eq_refl eq_refl).
Qed.
Lemma refuses_bbf : refused "bbf".
Proof.
  apply (refused_at "bmf" "bbf" 1 2 nothing two). intros B.
  destruct (B eq_refl 0%nat (proj1 users_3) (triplets_run 1 2 two 0 Nat.lt_0_1)) as [F|[r [_ [_ [U _]]]]]; [discriminate F|].
  unfold used, nothing in U. simpl in U. lra.
Qed.
Lemma refuses_bmf : refused "bmf".
Proof.
  apply (refused_at "bmf" "bmf" 1 2 nothing two). intros B.
  destruct (B eq_refl 0%nat (proj1 users_3) (triplets_run 1 2 two 0 Nat.lt_0_1)) as [F|[r [_ [_ [U _]]]]]; [discriminate F|].
  unfold used, nothing in U. simpl in U. lra.
Qed.
Lemma refuses_contributed : refused "si-contributed".
Proof.
  apply (refused_at "tsf" "si-contributed" 3 2 nothing two). intros B.
  assert (C : forall n, (n < 3)%nat -> contributed (triplets 3 2) own_server n = 1).
  { intros n Hn. unfold contributed, owned, own_server. simpl. rewrite !(triplets_gam 3 2 two).
    destruct n as [|[|[|n]]]; simpl; try lra. lia. }
  assert (F : weights_follow (triplets 3 2) own_server).
  { split; [intros n Hn; rewrite (C n Hn); lra|]. exists 3. split; [lra|]. intros n Hn. rewrite (C n Hn).
    unfold everywhere, fit. simpl. rewrite (one_in_one 2 two). lra. }
  specialize (B eq_refl own_server F 0%nat (proj1 users_3)). rewrite (C 0%nat (proj1 users_3)) in B.
  unfold tot, nothing in B. simpl in B. lra.
Qed.
Lemma refuses_single_server : refused "single-server".
Proof.
  apply (refused_at "tsf" "single-server" 1 2 nothing two). intros B.
  apply (complains 1 2 (dominant_share (triplets 1 2)) Nat.lt_0_1 two). exact (B eq_refl).
Qed.
