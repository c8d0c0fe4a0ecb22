(** The cells of [Cells.Cohort] speak of something: three queues with two resources, of which one borrows what another asks back, so
    that a workload has to go. A cohort has no servers. *)
(** Size: three queues, two resources; a cohort has no servers. *)

From Coq Require Import Reals Lra Lia Arith List ZArith Bool String.
From Fair.Common Require Import Sums.
From Fair.Cohort Require Import Preempt.
From Fair.Cells Require Import Cohort.
Import ListNotations.
Local Open Scope string_scope.
Open Scope R_scope.

Definition wide (C : cohort) : Prop := queues C = 3%nat /\ resources C = 2%nat.
Definition inhabited (m p h : string) : Prop := ~ concluded (fun C _ => ~ wide C) m p h.

(** Queue 1 runs two workloads with a quota for one, queue 2 one, and queue 0 asks for its quota. *)
Definition home (w : nat) : nat := match w with O | 1%nat => 1%nat | 2%nat => 2%nat | _ => 0%nat end.
Definition borrowed : cohort :=
  a_cohort 3 2 4 (fun _ _ => 1) (fun _ => 1) home (fun _ _ => 1) (fun w => - Z.of_nat w)%Z [0%nat; 1%nat; 2%nat] 3.

Lemma borrowed_valid : valid borrowed.
Proof.
  split; simpl; intros; try lra.
  - destruct w as [|[|[|w]]]; simpl; lia.
  - repeat constructor; simpl; lia.
  - lia.
  - unfold used, lent. simpl. lra.
  - split; lia.
Qed.
Lemma short_all r : (r < 2)%nat -> short borrowed r.
Proof. intros Hr. split; [exact Hr|split; simpl; [lra|]]. unfold lent, used. simpl. lra. Qed.
Lemma borrower r l : l = [0%nat; 1%nat; 2%nat] \/ l = [3%nat; 0%nat; 1%nat; 2%nat] -> borrows borrowed l 1 r.
Proof. intros [-> | ->]; unfold borrows, used_by; simpl; lra. Qed.
Lemma candidates w : candidate borrowed w <-> w = 1%nat \/ w = 0%nat.
Proof.
  split.
  - intros [[<-|[<-|[<-|[]]]] [_ [[O _]|[_ [r [_ B]]]]]]; auto; try discriminate O.
    unfold borrows, used_by in B. simpl in B. lra.
  - intros Hw. assert (E : home w = 1%nat) by (destruct Hw as [-> | ->]; reflexivity).
    split; [simpl; destruct Hw as [-> | ->]; auto|]. split; [exists 0%nat; split; [apply short_all; lia|simpl; lra]|].
    right. simpl. rewrite E. split; [lia|]. exists 0%nat. split; [apply short_all; lia|]. apply borrower. left. reflexivity.
Qed.
Lemma makes_room : fitsb borrowed [1%nat] = true.
Proof.
  assert (F : forall r, (if Rle_dec (used borrowed (running borrowed [1%nat]) r) (lent borrowed r) then true else false) = true).
  { intros r. destruct (Rle_dec _ _) as [|N]; [reflexivity|]. exfalso. apply N. unfold used, lent, running, stay. simpl. lra. }
  unfold fitsb. apply forallb_forall. intros r _. destruct (Rlt_dec 0 _); [apply F|reflexivity].
Qed.

Lemma gives_back first again : decides borrowed first again (Some [(1%nat, Nominal)]).
Proof.
  apply (once borrowed first again [1%nat; 0%nat] [] [] (1%nat, Nominal)).
  - intros r _. unfold lent. simpl. lra.
  - exists 0%nat. apply short_all. lia.
  - split; [repeat constructor; simpl; lia|]. split.
    + intros w. rewrite candidates. simpl. intuition.
    + intros l1 a l2 b l3 E. destruct l1 as [|? [|? l1]]; [|destruct l2; discriminate E|destruct l1; discriminate E].
      destruct l2 as [|? l2]; [|destruct l2; discriminate E]. injection E as <- <- <-. right. split; [split; discriminate|left; reflexivity].
  - apply (first_last borrowed first [1%nat; 0%nat] [] [] 1 [] 1 [0%nat] Nominal).
    + split; [split; [exists 1%nat, [0%nat]; reflexivity|right; exists 0%nat; split; [simpl; lia|apply borrower; right; reflexivity]]|].
      intros j Hj [[w [l E]] _]. simpl in E. destruct j as [|[|j]]; [discriminate E|congruence|discriminate E].
    + reflexivity.
    + right. left. split; [discriminate|]. split; [|reflexivity]. intros r _ B. unfold borrows, used_by in B. simpl in B. lra.
    + simpl. tauto.
    + exact I.
    + exact makes_room.
Qed.

Lemma each_inhabited m p : (exists first again, spec m = Some (fun C => decides C first again)) -> (exists Q, of_outcome p = Some Q) ->
  inhabited m p "none".
Proof.
  intros [first [again S]] [Q O] A. unfold concluded in A. rewrite S, O in A.
  exact (A borrowed _ borrowed_valid (gives_back first again) (conj eq_refl eq_refl)).
Qed.

Definition cells : list (string * string * string) := [
  ("kueue-preempt", "feasible", "none"); ("kueue-preempt", "minimal-victims", "none");
  ("kueue-preempt-a", "feasible", "none"); ("kueue-preempt-a", "minimal-victims", "none");
  ("kueue-preempt-b", "feasible", "none"); ("kueue-preempt-b", "minimal-victims", "none")].
Theorem every_cell : Forall (fun c => let '(m, p, h) := c in inhabited m p h) cells.
Proof.
  repeat (apply Forall_cons; [apply each_inhabited; [do 2 eexists; reflexivity|eexists; reflexivity]|]). apply Forall_nil.
Qed.

(** ** The rules differ

    Queue 1 borrows half of the cohort and queue 0 asks for a quarter beyond its quota: rule S2-a would leave queue 1 with less than
    queue 0 has then, and rule S2-b compares with what queue 1 has before. *)
Definition leaning : cohort :=
  a_cohort 2 1 2 (fun _ _ => 2) (fun _ => 1) (fun w => match w with O => 1%nat | _ => 0%nat end)
    (fun w _ => match w with O => 4 | _ => 3 end) (fun _ => 0%Z) [0%nat] 1.

Lemma leaning_lent r : lent leaning r = 4. Proof. unfold lent. simpl. lra. Qed.
Lemma leaning_share l k : share leaning l k = Rmax 0 ((used_by leaning l k 0 - 2) / 4).
Proof.
  unfold share. cbn -[lent used_by Rmax]. rewrite leaning_lent. destruct (Rlt_dec 0 4); [|lra]. field.
Qed.
Lemma leaning_short r : (r < 1)%nat -> short leaning r.
Proof. intros Hr. split; [exact Hr|split; simpl; [lra|]]. rewrite leaning_lent. unfold used. simpl. lra. Qed.
Lemma leaning_room r : (r < 1)%nat -> request leaning (asking leaning) r <= lent leaning r.
Proof. intros _. rewrite leaning_lent. simpl. lra. Qed.
Lemma leaning_ranked : ranked leaning [0%nat].
Proof.
  split; [repeat constructor; simpl; tauto|]. split.
  - intros w. split.
    + intros [<-|[]]. split; [simpl; auto|]. split; [exists 0%nat; split; [apply leaning_short; lia|simpl; lra]|].
      right. split; [discriminate|]. exists 0%nat. split; [apply leaning_short; lia|]. unfold borrows, used_by. simpl. lra.
    + intros [H _]. exact H.
  - intros l1 a l2 b l3 E. apply (f_equal (@List.length nat)) in E. rewrite !app_length in E. simpl in E. rewrite app_length in E. simpl in E. lia.
Qed.
Lemma leaning_turn : turn leaning [] [0%nat] 1.
Proof.
  split; [split; [exists 0%nat, []; reflexivity|right; exists 0%nat; split; [simpl; lia|unfold borrows, used_by; simpl; lra]]|].
  intros j Hj [[w [l E]] _]. simpl in E. destruct j as [|[|j]]; [discriminate E|congruence|discriminate E].
Qed.
Lemma leaning_beyond : ~ within_quota leaning.
Proof. intros Q. apply (Q 0%nat); [apply leaning_short; lia|]. unfold borrows, used_by. simpl. lra. Qed.
Lemma leaning_final : ~ lets leaning [] Final 0.
Proof. simpl. rewrite !leaning_share. unfold used_by. simpl. unfold Rmax. repeat destruct (Rle_dec _ _); lra. Qed.
Lemma leaning_initial : lets leaning [] Initial 0.
Proof. simpl. rewrite !leaning_share. unfold used_by. simpl. unfold Rmax. repeat destruct (Rle_dec _ _); lra. Qed.
Lemma leaning_fits : fitsb leaning [0%nat] = true.
Proof.
  unfold fitsb. apply forallb_forall. intros r _. destruct (Rlt_dec 0 _); [|reflexivity].
  destruct (Rle_dec _ _) as [|N]; [reflexivity|]. exfalso. apply N. rewrite leaning_lent. unfold used, running, stay. simpl. lra.
Qed.
Lemma leaning_closed : forall k, ~ open leaning [] [] k.
Proof. intros k [[w [l E]] _]. discriminate E. Qed.
Lemma leaning_kept : first_pass leaning Final [0%nat] [] [] [0%nat] [] false.
Proof.
  apply (first_keep leaning Final [0%nat] [] [] 1); [exact leaning_turn| |apply first_end; exact leaning_closed].
  intros v [<-|[]]. exists Final. split; [|exact leaning_final]. right. right. split; [discriminate|]. split; [exact leaning_beyond|reflexivity].
Qed.

(** S2-a alone turns the workload down, S2-b alone lets workload 0 go, and so does S2-b after S2-a. *)
Definition decided (m : string) (d : option (list target)) : Prop :=
  match spec m with Some H => H leaning d | None => False end.
Theorem rules_apart : decided "kueue-preempt-a" None /\ decided "kueue-preempt-b" (Some [(0%nat, Initial)]) /\
  decided "kueue-preempt" (Some [(0%nat, Initial)]).
Proof.
  assert (Short : exists r, short leaning r) by (exists 0%nat; apply leaning_short; lia).
  split; [|split].
  - apply (down leaning Final false [0%nat] [0%nat] [] []); [exact leaning_room|exact Short|exact leaning_ranked|exact leaning_kept|left; reflexivity].
  - apply (once leaning Initial false [0%nat] [] [] (0%nat, Initial)); [exact leaning_room|exact Short|exact leaning_ranked|].
    apply (first_last leaning Initial [0%nat] [] [] 1 [] 0 [] Initial); [exact leaning_turn|reflexivity| |simpl; tauto|
      exact leaning_initial|exact leaning_fits].
    right. right. split; [discriminate|]. split; [exact leaning_beyond|reflexivity].
  - apply (twice leaning Final true [0%nat] [0%nat] [] [] (0%nat, Initial));
      [exact leaning_room|exact Short|exact leaning_ranked|exact leaning_kept|reflexivity|].
    apply (second_last leaning [0%nat] [] 1 0); [exact leaning_turn|exists []; reflexivity|exact leaning_initial|exact leaning_fits].
Qed.
