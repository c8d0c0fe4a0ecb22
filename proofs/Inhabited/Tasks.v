(** The cells of [Cells.Tasks] speak of something: for each proved one a server with three users and two resources meets every
    hypothesis of the cell, with a real lie where the cell is about lies.

    The statement is made of [concluded], which is the cell with another conclusion.  The properties refuse something: for each a
    server of this size and tasks without it. *)
(** Size: three users, two resources; the model has one server, which has one owner, so one user for si-contributed. *)

From Coq Require Import Reals Lra Lia Arith List Bool String.
From Fair.Arrivals Require Import Sums.
From Fair.Tasks Require Import Server Precomputed Filling FillingExists Cycles OneServer.
From Fair.Cells Require Import Tasks.
Import ListNotations.
Local Open Scope string_scope.
Open Scope R_scope.

Definition wide (J : job) : Prop := users J = 3%nat /\ resources J = 2%nat.

(** What [si-contributed] asks of an instance before it says anything: each user owns the one server. *)
Definition people (p : string) : nat := if String.eqb p "si-contributed" then 1%nat else 3%nat.
Definition premise (p : string) (J : job) : Prop :=
  match p with "si-contributed" => exists o, owns_all J o | _ => True end%string.
Definition meets (p : string) (J : job) : Prop := users J = people p /\ resources J = 2%nat /\ premise p J.
Definition inhabited (m p h : string) : Prop := ~ concluded (fun J _ => ~ meets p J) m p h.

(** ** The instances *)

(** Users of weights 1, 2, 3 in this order on a server of 9 and 18; user 0 may lie about its demand and its access. *)
Definition truth (n r : nat) : R := match n with O => INR (S r) | _ => INR (n + r) end.
Definition untruth (n r : nat) : R := match n with O => / INR (S r) | _ => INR (n + r) end.
Definition mixed : job :=
  a_job 3 2 (fun r => INR (9 * S r)) (fun n _ => INR (S n)) (fun _ => true) truth (fun _ => None).
Definition barred (n : nat) : bool := match n with O => false | _ => true end.

Lemma truth_pos n r : 0 < truth n r. Proof. destruct n; apply lt_0_INR; lia. Qed.
Lemma untruth_pos n r : 0 < untruth n r.
Proof. destruct n; [apply Rinv_0_lt_compat, lt_0_INR; lia|apply lt_0_INR; lia]. Qed.
Lemma mixed_valid e d : (forall n r, 0 < d n r) -> valid (reporting mixed e d).
Proof.
  intros P. split; [intros; apply pos_INR|]. split; [intros; apply Rlt_le, P|]. split; [|intros; apply lt_0_INR; lia].
  intros n _. exists 0%nat. split; [simpl; lia|apply P].
Qed.
Lemma departed_valid : valid (leaving 1 mixed).
Proof.
  split; [intros; apply pos_INR|]. split; [intros; apply Rlt_le, truth_pos|]. split; [|intros; apply lt_0_INR; lia].
  intros n _. exists 0%nat. split; [simpl; lia|apply truth_pos].
Qed.

Definition known (m : string) : Prop :=
  match spec m with Some H => forall J, valid J -> endless J -> exists x, H J x | None => False end.

Lemma known_simplified : known "pdrf-simplified".
Proof.
  intros J V E. destruct (pdrf_exists _ _ (cap J) (weight J) (may J) (demand J) V) as [x Hx]. exists x. split; assumption.
Qed.
Lemma known_pdrf : known "pdrf".
Proof.
  intros J V E. destruct (known_simplified J V E) as [x [_ Hx]]. exists x. split; [exact E|].
  exact (pdrf_by_some_rounds _ _ _ _ _ _ x V Hx).
Qed.
Lemma filled J tie : valid J -> (forall s, tie s = larger_share s \/ tie s = smaller_share s \/ tie s = lower_index) ->
  (exists x, one_by_one halted tie J x) /\ exists x, one_by_one skipped tie J x.
Proof.
  intros V T. destruct (fillings_exist _ _ (cap J) (weight J) (may J) (demand J) (limit J) V) as [s [Hs F]].
  destruct (F (tie s) (T s)) as [[y Hy] [z Hz]]. split; [exists y|exists z]; exists s; split; assumption.
Qed.
Lemma known_halted : known "drf-tasks" /\ known "drf-tasks-lower" /\ known "drf-tasks-index".
Proof. split; [|split]; intros J V E; apply filled; auto. Qed.
Lemma known_skipped : known "drf-tasks-skip" /\ known "drf-tasks-skip-lower" /\ known "drf-tasks-skip-index".
Proof. split; [|split]; intros J V E; apply filled; auto. Qed.

(** Equal users, whose tasks fill the server exactly. *)
Definition equals : job := a_job 3 2 (fun _ => 3) (fun _ _ => 1) (fun _ => true) (fun _ _ => 1) (fun _ => None).
Lemma equals_valid : valid equals.
Proof. repeat split; simpl; intros; try lra. exists 0%nat. split; [lia|lra]. Qed.
Definition one (_ : nat) : nat := 1%nat.
Lemma equals_live n : live 2 (fun _ => 3) (fun _ => true) (fun _ _ => 1) n = true.
Proof. apply live_spec. split; [reflexivity|intros; lra]. Qed.
Lemma equals_shares : shares 3 2 (fun _ => 3) (fun _ _ => 1) (fun _ => true) (fun _ _ => 1) (fun _ => / 3).
Proof. intros n _ _. split; [intros; lra|exists 0%nat; split; [lia|split; lra]]. Qed.
Lemma equals_load r : load 3 2 (fun _ => 3) (fun _ => true) (fun _ _ => 1) (fun _ => / 3) r = 9.
Proof. unfold load. simpl. rewrite !equals_live. field. Qed.
Lemma equals_level : level 3 2 (fun _ => 3) (fun _ => true) (fun _ _ => 1) (fun _ => / 3) (/ 3).
Proof. split; [intros|exists 0%nat; split; [lia|split]]; rewrite equals_load; lra. Qed.
Lemma equals_pdrf : pdrf 3 2 (fun _ => 3) (fun _ _ => 1) (fun _ => true) (fun _ _ => 1) one.
Proof.
  split; [intros n _ L; rewrite equals_live in L; discriminate L|]. intros _. exists (fun _ => / 3), (/ 3).
  split; [exact equals_shares|split; [exact equals_level|]]. intros n _ _. simpl. lra.
Qed.

Definition met (m : string) (J : job) : Prop := match spec m with Some H => exists x, H J x | None => False end.

Section Equal.
Variable N : nat.
Hypothesis N13 : N = 1%nat \/ N = 3%nat.
Definition equal : job := a_job N 2 (fun _ => INR N) (fun _ _ => 1) (fun _ => true) (fun _ _ => 1) (fun _ => None).
Let c := fun _ : nat => INR N.
Let u := fun _ _ : nat => 1.
Let all := fun _ : nat => true.
Let s := fun _ : nat => / INR N.
Lemma size_pos : 0 < INR N. Proof. destruct N13 as [-> | ->]; simpl; lra. Qed.
Lemma equal_valid : valid equal.
Proof.
  pose proof size_pos. split; [simpl; intros; lra|]. split; [simpl; intros; lra|]. split; [|simpl; intros; lra].
  intros n _. exists 0%nat. simpl. split; [lia|lra].
Qed.
Lemma equal_live n : live 2 c all u n = true.
Proof. apply live_spec. split; [reflexivity|]. intros. exact size_pos. Qed.
Lemma equal_dead n : live 2 c all u n = false -> False. Proof. rewrite equal_live. discriminate. Qed.
Lemma equal_shares : shares N 2 c u all u s.
Proof.
  pose proof size_pos as P. assert (E : / INR N * 1 * INR N = 1) by (field; lra).
  intros n _ _. unfold u, s, c. split; [intros; lra|exists 0%nat; split; [lia|split; lra]].
Qed.
Lemma equal_load r : load N 2 c all u s r = INR N * INR N.
Proof. unfold load. rewrite (sum_ext N _ (fun _ => INR N)); [apply sum_const|]. intros n _. rewrite equal_live. unfold u, s. field. pose proof size_pos. lra. Qed.
Lemma equal_level : level N 2 c all u s (/ INR N).
Proof.
  pose proof size_pos as P. assert (E : / INR N * (INR N * INR N) = INR N) by (field; lra).
  assert (Q : 0 < INR N * INR N) by (apply Rmult_lt_0_compat; exact P).
  split; [intros|exists 0%nat; split; [lia|split]]; rewrite equal_load; unfold c; lra.
Qed.
Lemma equal_pdrf : pdrf N 2 c u all u one.
Proof.
  split; [intros n _ L; destruct (equal_dead n L)|]. intros _. exists s, (/ INR N).
  split; [exact equal_shares|split; [exact equal_level|]]. intros n _ _. unfold s. pose proof size_pos.
  replace (/ INR N / / INR N) with 1 by (field; lra). simpl. lra.
Qed.
Lemma equal_held r : held N u one r = INR N.
Proof. unfold held, one, u. rewrite (sum_ext N _ (fun _ => 1)) by (intros; simpl; ring). rewrite sum_const. ring. Qed.
Lemma met_final : met "pdrf-final" equal.
Proof.
  exists one. split; [intros n _; reflexivity|]. split; [intros r _; change (held N u one r <= INR N); rewrite equal_held; lra|].
  exists one. split; [exact equal_pdrf|]. split; [intros; unfold one; lia|].
  intros n _ L. destruct (equal_dead n L).
Qed.
Lemma met_cycles : met "pdrf-cycles" equal.
Proof.
  exists one. split; [intros n _; reflexivity|]. exists s.
  split; [exact equal_shares|]. split; [intros n _ L; destruct (equal_dead n L)|].
  apply (one_cycle _ _ _ _ _ _ _ (/ INR N) (/ INR N) one (fun _ => 0%nat)).
  - split; [exists 0%nat; split; [destruct N13 as [-> | ->]; simpl; lia|split; [exact (equal_live 0)|reflexivity]]|intros; unfold s; apply Rle_refl].
  - exact equal_level.
  - intros n _. split; [intros L; destruct (equal_dead n L)|]. pose proof size_pos.
    split; [intros _ _; unfold s; replace (/ INR N / / INR N) with 1 by (field; lra); simpl; lra|intros; unfold s in *; lra].
  - apply nobody_in; [intros n _; unfold s; destruct (Req_EM_T (/ INR N) (/ INR N)); congruence|reflexivity].
  - intros n _. reflexivity.
Qed.
Lemma met_minmax : met "seq-minmax" equal.
Proof.
  exists one. exists s. split; [exact equal_shares|]. split; [split; [|split]|].
  - intros r _. change (held N u one r <= INR N). rewrite equal_held. lra.
  - intros n _ L. destruct (equal_dead n L).
  - intros n _. exact I.
  - intros n _ _. exists one. split; [intros; unfold one; lia|]. split; [|split].
    + intros j t _ T0 T1. unfold one in T1. assert (t = 1)%nat as -> by lia. left. pose proof (Rinv_0_lt_compat _ size_pos). unfold s, one. simpl. lra.
    + intros j t _ T0 T1. unfold one in *. lia.
    + exists 0%nat. split; [simpl; lia|]. change (INR N < held N u one 0 + 1). rewrite equal_held. lra.
Qed.
End Equal.

Lemma met_known m J : known m -> valid J -> endless J -> met m J.
Proof. unfold known, met. destruct (spec m) as [H|]; [|tauto]. intros F V E. exact (F J V E). Qed.

(** ** Every hypothesis *)

Definition usual (h : string) : bool := existsb (String.eqb h) ["none"; "positive"; "user-weights"]%string.
Lemma usual_is h : usual h = true -> h = "none" \/ h = "positive" \/ h = "user-weights".
Proof.
  unfold usual. simpl. rewrite !orb_true_iff, !String.eqb_eq. intros [U|[U|[U|U]]]; auto. discriminate U.
Qed.
Lemma usual_holds h : usual h = true -> exists D, assumed h = Some D /\ forall J,
  (forall n r, 0 < demand J n r) -> (forall n r, weight J n r = weight J n 0%nat) -> D J.
Proof.
  intros U. destruct (usual_is h U) as [E|[E|E]]; subst h; (eexists; split; [reflexivity|]); intros J P W.
  - exact I.
  - intros n r _ _. apply P.
  - intros n r _ _. apply W.
Qed.

Definition one_outcome (p : string) : bool := match of_outcome p with Some _ => true | None => false end.
Lemma outcome_inhabited m p h J : met m J -> valid J -> (forall n r, 0 < demand J n r) ->
  (forall n r, weight J n r = weight J n 0%nat) -> usual h = true -> one_outcome p = true -> meets p J -> inhabited m p h.
Proof.
  unfold met, one_outcome, inhabited, concluded. intros M V P W U O Me A. destruct (usual_holds h U) as [D [E Dh]].
  destruct (spec m) as [H|]; [|exact M]. rewrite E in A. destruct (of_outcome p) as [Q|]; [|discriminate O].
  destruct M as [x Hx]. exact (A J x V (Dh J P W) Hx Me).
Qed.
Lemma mixed_inhabited m p h : known m -> usual h = true -> one_outcome p = true -> meets p mixed -> inhabited m p h.
Proof.
  intros F U O Me. pose proof (mixed_valid (fun _ => true) truth truth_pos) as V.
  apply (outcome_inhabited m p h mixed); auto; [|exact truth_pos]. apply met_known; auto. intros n _. reflexivity.
Qed.
Lemma equal_inhabited m p h N : N = 1%nat \/ N = 3%nat -> met m (equal N) -> usual h = true -> one_outcome p = true ->
  meets p (equal N) -> inhabited m p h.
Proof.
  intros N13 M U O Me. apply (outcome_inhabited m p h (equal N)); auto; [exact (equal_valid N N13)|intros; simpl; lra].
Qed.
Lemma owned : premise "si-contributed" (equal 1).
Proof.
  exists (Some 0%nat). intros n Hn. simpl in Hn. replace n with 0%nat by lia. split; [reflexivity|]. apply (equal_live 1); auto.
Qed.

(** Two users cannot both own the one server: there [si-contributed] speaks of a single user alone. *)
Theorem one_owner J o : owns_all J o -> (users J <= 1)%nat.
Proof.
  intros O. apply Nat.nlt_ge. intros Two. pose proof (proj1 (O 0%nat ltac:(lia))) as A. rewrite (proj1 (O 1%nat Two)) in A. discriminate A.
Qed.

Definition about_runs (p : string) : bool :=
  existsb (String.eqb p) ["sp"; "sp-demand"; "sp-eligibility"; "group-sp"; "population-monotone"]%string.
Lemma runs_inhabited m p h : known m -> usual h = true -> about_runs p = true -> inhabited m p h.
Proof.
  unfold known, about_runs, inhabited, concluded. intros F U B A. destruct (usual_holds h U) as [D [E Dh]].
  destruct (spec m) as [H|]; [|exact F]. rewrite E in A.
  assert (G : forall e d, (forall n r, 0 < d n r) -> valid (reporting mixed e d) /\ D (reporting mixed e d) /\
    exists x, H (reporting mixed e d) x).
  { intros e d P. pose proof (mixed_valid e d P) as V. split; [exact V|]. split; [apply Dh; [exact P|reflexivity]|].
    apply F; [exact V|intros n _; reflexivity]. }
  destruct (G (fun _ => true) truth truth_pos) as [V [DJ [x Hx]]].
  destruct (G (fun _ => true) untruth untruth_pos) as [V1 [D1 [y Hy]]].
  destruct (G barred truth truth_pos) as [V2 [D2 [z Hz]]].
  assert (N : (0 < 3)%nat) by lia. assert (N1 : (1 < 3)%nat) by lia.
  assert (Others : forall T, T 0%nat = true -> liars T mixed (fun _ => true) untruth).
  { intros T T0 [|n] _ Tn; [congruence|]. split; reflexivity. }
  apply existsb_exists in B as [q [Hq Eq]]. apply String.eqb_eq in Eq as <-. simpl in Hq.
  destruct Hq as [<-|[<-|[<-|[<-|[<-|[]]]]]].
  - exact (A 0%nat mixed (fun _ => true) untruth x y V V1 DJ D1 N (Others _ eq_refl) I Hx Hy (conj eq_refl (conj eq_refl Logic.I))).
  - exact (A 0%nat mixed (fun _ => true) untruth x y V V1 DJ D1 N (Others _ eq_refl) eq_refl Hx Hy (conj eq_refl (conj eq_refl Logic.I))).
  - refine (A 0%nat mixed barred truth x z V V2 DJ D2 N _ (fun _ _ => eq_refl) Hx Hz (conj eq_refl (conj eq_refl Logic.I))).
    intros [|n] _ Tn; [discriminate Tn|]. split; reflexivity.
  - exact (A 0%nat 1%nat mixed (fun _ => true) untruth x y V V1 DJ D1 N N1 (Others _ eq_refl) Hx Hy (conj eq_refl (conj eq_refl Logic.I))).
  - destruct (F (leaving 1 mixed) departed_valid) as [v Hv]; [intros n _; reflexivity|].
    exact (A 1%nat mixed x v V DJ N1 Hx Hv (conj eq_refl (conj eq_refl Logic.I))).
Qed.

(** ** Every proved cell *)

Definition cells : list (string * string * string) := [
  ("drf-tasks", "ef1", "none"); ("drf-tasks", "feasible", "none"); ("drf-tasks", "non-wasteful", "none");
  ("drf-tasks", "over-by", "none"); ("drf-tasks", "over-by-skip", "none");
  ("drf-tasks", "population-monotone", "none"); ("drf-tasks", "si-contributed", "none");
  ("drf-tasks", "under-by", "none"); ("drf-tasks", "under-by-one", "none"); ("drf-tasks-index", "ef1", "none");
  ("drf-tasks-index", "feasible", "none"); ("drf-tasks-index", "non-wasteful", "none");
  ("drf-tasks-index", "population-monotone", "none"); ("drf-tasks-index", "si-contributed", "none");
  ("drf-tasks-index", "under-by-one", "none"); ("drf-tasks-lower", "ef1", "none");
  ("drf-tasks-lower", "feasible", "none"); ("drf-tasks-lower", "non-wasteful", "none");
  ("drf-tasks-lower", "population-monotone", "none"); ("drf-tasks-lower", "si-contributed", "none");
  ("drf-tasks-lower", "under-by-one", "none"); ("drf-tasks-skip", "feasible", "none");
  ("drf-tasks-skip", "non-wasteful", "none"); ("drf-tasks-skip", "over-by-skip", "none");
  ("drf-tasks-skip", "po", "none"); ("drf-tasks-skip", "si-contributed", "none");
  ("drf-tasks-skip", "under-by", "none"); ("drf-tasks-skip", "under-by-one", "none");
  ("drf-tasks-skip", "under-by-one-skip", "none"); ("drf-tasks-skip", "under-by-skip", "none");
  ("drf-tasks-skip-index", "feasible", "none"); ("drf-tasks-skip-index", "non-wasteful", "none");
  ("drf-tasks-skip-index", "po", "none"); ("drf-tasks-skip-index", "si-contributed", "none");
  ("drf-tasks-skip-index", "under-by-one", "none"); ("drf-tasks-skip-lower", "feasible", "none");
  ("drf-tasks-skip-lower", "non-wasteful", "none"); ("drf-tasks-skip-lower", "po", "none");
  ("drf-tasks-skip-lower", "si-contributed", "none"); ("drf-tasks-skip-lower", "under-by-one", "none");
  ("pdrf", "agrees-with-pdrf", "none"); ("pdrf", "ef", "none"); ("pdrf", "ef1", "none");
  ("pdrf", "ef1-own", "none"); ("pdrf", "feasible", "none"); ("pdrf", "group-sp", "none");
  ("pdrf", "non-wasteful", "none"); ("pdrf", "population-monotone", "none"); ("pdrf", "si", "user-weights");
  ("pdrf", "si-contributed", "none"); ("pdrf", "sp", "none"); ("pdrf", "sp-demand", "none");
  ("pdrf", "sp-eligibility", "none"); ("pdrf", "under-by-one", "none"); ("pdrf-cycles", "feasible", "none");
  ("pdrf-cycles", "non-wasteful", "none"); ("pdrf-cycles", "si", "user-weights");
  ("pdrf-cycles", "si-contributed", "none"); ("pdrf-cycles", "under-by-one", "none");
  ("pdrf-final", "ef1", "none"); ("pdrf-final", "feasible", "none"); ("pdrf-final", "non-wasteful", "none");
  ("pdrf-final", "si", "user-weights"); ("pdrf-final", "si-contributed", "none");
  ("pdrf-final", "under-by-one", "none"); ("pdrf-simplified", "agrees-with-pdrf", "none");
  ("pdrf-simplified", "ef", "none"); ("pdrf-simplified", "ef1", "none"); ("pdrf-simplified", "ef1-own", "none");
  ("pdrf-simplified", "feasible", "none"); ("pdrf-simplified", "group-sp", "none");
  ("pdrf-simplified", "non-wasteful", "none"); ("pdrf-simplified", "population-monotone", "none");
  ("pdrf-simplified", "si", "user-weights"); ("pdrf-simplified", "si-contributed", "none");
  ("pdrf-simplified", "sp", "none"); ("pdrf-simplified", "sp-demand", "none");
  ("pdrf-simplified", "sp-eligibility", "none"); ("pdrf-simplified", "under-by-one", "none");
  ("seq-minmax", "feasible", "none"); ("seq-minmax", "non-wasteful", "none"); ("seq-minmax", "po", "none");
  ("seq-minmax", "si-contributed", "none"); ("seq-minmax", "under-by-one", "none")].
Ltac outcomes_known :=
  match goal with
  | |- known "pdrf" => exact known_pdrf
  | |- known "pdrf-simplified" => exact known_simplified
  | |- known "drf-tasks" => apply known_halted
  | |- known "drf-tasks-lower" => apply known_halted
  | |- known "drf-tasks-index" => apply known_halted
  | |- known "drf-tasks-skip" => apply known_skipped
  | |- known "drf-tasks-skip-lower" => apply known_skipped
  | |- known "drf-tasks-skip-index" => apply known_skipped
  end.
Ltac met_equal := match goal with
  | |- met "pdrf-final" _ => apply met_final; auto
  | |- met "pdrf-cycles" _ => apply met_cycles; auto
  | |- met "seq-minmax" _ => apply met_minmax; auto
  | |- met _ _ => apply met_known; [outcomes_known|apply equal_valid; auto|intros n _; reflexivity]
  end.
Ltac meeting := split; [reflexivity|split; [reflexivity|first [exact Logic.I|exact owned]]].
Theorem every_cell : Forall (fun c => let '(m, p, h) := c in inhabited m p h) cells.
Proof.
  repeat (apply Forall_cons;
    [first [apply mixed_inhabited; [outcomes_known|reflexivity|reflexivity|meeting] |
            apply runs_inhabited; [outcomes_known|reflexivity|reflexivity] |
            apply (equal_inhabited _ _ _ 3); [auto|met_equal|reflexivity|reflexivity|meeting] |
            apply (equal_inhabited _ _ _ 1); [auto|met_equal|reflexivity|reflexivity|meeting]]|]).
  apply Forall_nil.
Qed.

(** ** Every property refuses something *)

Definition refused (p : string) : Prop := exists J x, valid J /\ (forall n r, 0 < demand J n r) /\
  match of_outcome p with Some Q => ~ Q J x | None => False end.
Lemma refused_by p (x : nat -> nat) : match of_outcome p with Some Q => ~ Q equals x | None => False end -> refused p.
Proof.
  intros H. exists equals, x. split; [exact equals_valid|]. split; [intros; simpl; lra|exact H].
Qed.

(** All three tasks for user 0, none, two for each. *)
Definition first_only (n : nat) : nat := match n with O => 3%nat | _ => 0%nat end.
Definition none (_ : nat) : nat := 0%nat.
Definition double (_ : nat) : nat := 2%nat.
(** A server has one owner, so that a user who owns the one server is alone. *)
Definition lonely : job := a_job 1 2 (fun _ => 3) (fun _ _ => 1) (fun _ => true) (fun _ _ => 1) (fun _ => None).
Lemma lonely_valid : valid lonely.
Proof. repeat split; simpl; intros; try lra. exists 0%nat. split; [lia|lra]. Qed.
(** Nobody may use the server. *)
Definition closed : job := a_job 3 2 (fun _ => 3) (fun _ _ => 1) (fun _ => false) (fun _ _ => 1) (fun _ => None).

Lemma alone_fits t : (t <= 1)%nat -> forall r : nat, (r < 2)%nat -> INR t * 1 <= 1 / sum 3 (fun _ => 1) * 3.
Proof. intros Ht r _. apply le_INR in Ht. simpl in *. lra. Qed.

Theorem refuses : Forall refused
  ["feasible"; "non-wasteful"; "ef"; "ef1"; "ef1-own"; "si"; "si-contributed"; "po"; "agrees-with-pdrf"].
Proof.
  repeat (apply Forall_cons); try apply Forall_nil.
  - apply (refused_by _ double). intros [F _]. specialize (F 0%nat Nat.lt_0_2). unfold held in F. simpl in F. lra.
  - exists closed, one. split; [exact equals_valid|]. split; [intros; simpl; lra|].
    intros F. specialize (F 0%nat (Nat.lt_0_succ 2)). discriminate F.
  - apply (refused_by _ first_only). intros F. assert (3 <= 0)%nat; [|lia]. apply (F 1%nat 0%nat 3%nat); simpl; try lia.
    split; [reflexivity|split; [exact I|intros; simpl; lra]].
  - apply (refused_by _ first_only). intros F. assert (2 <= 0)%nat; [|lia]. apply (F 1%nat 0%nat 2%nat); simpl; try lia.
    split; [reflexivity|split; [exact I|intros; simpl; lra]].
  - apply (refused_by _ first_only). intros F. assert (3 - 1 <= 0)%nat; [|lia]. apply (F 1%nat 0%nat 3%nat); simpl; try lia.
    split; [reflexivity|split; [exact I|intros; simpl; lra]].
  - apply (refused_by _ none). intros F. assert (1 <= 0)%nat; [|lia]. apply (F 0%nat 1%nat); [simpl; lia|].
    split; [reflexivity|split; [exact I|exact (alone_fits 1 (le_n 1))]].
  - exists lonely, none. split; [exact lonely_valid|]. split; [intros; simpl; lra|]. intros F.
    assert (1 <= 0)%nat; [|lia]. apply (F (Some 0%nat)) with (n := 0%nat); [|simpl; lia|].
    + intros n Hn. simpl in Hn. assert (n = 0)%nat as -> by lia. split; [reflexivity|exact (equals_live 0)].
    + split; [exact I|intros r _; simpl; lra].
  - apply (refused_by _ none). intros F. assert (1 = 0)%nat; [|lia].
    apply (F one) with (n := 0%nat); [|intros; unfold none; lia|simpl; lia].
    split; [intros r _; unfold held; simpl; lra|]. split; [|intros n _; exact I].
    intros n _ L. change (live 2 (fun _ => 3) (fun _ => true) (fun _ _ => 1) n = false) in L. rewrite equals_live in L. discriminate L.
  - apply (refused_by _ none). intros F. assert (0 = 1)%nat; [|lia].
    apply (F one) with (n := 0%nat); [|simpl; lia]. split; [intros n _; reflexivity|exact equals_pdrf].
Qed.
