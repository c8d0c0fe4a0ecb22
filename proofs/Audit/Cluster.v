(** The specifications of the model cluster, decided by computation on instances in fractions. *)

From Coq Require Import Reals Qreals QArith Lra Lia Arith Bool List.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Bottleneck Uniform Drf PerServer TaskShare Drfh PsDsf PsDsfTdm.
From Fair.Audit Require Import Decide.
From Fair.Audit Require Import Rounds.
Import ListNotations.
Open Scope R_scope.

(** An instance in fractions; [weight] has a column a resource, or one that counts for all. *)
Record pool := Pool {
  capacity : list (list Q);
  demand : list (list Q);
  weight : list (list Q);
  eligible : list (list bool);
  limit : list (option Q);
  rate : list (list Q)
}.

Definition entry (t : list (list Q)) (u i : nat) : Q := nth i (nth u t []) 0%Q.
Definition weight_of p n r := match nth n (weight p) [] with [w] => w | ws => nth r ws 1%Q end.
Definition inst_of (p : pool) : inst :=
  mk (length (demand p)) (length (capacity p)) (length (nth 0 (capacity p) []))
     (fun i r => Q2R (entry (capacity p) i r)) (fun n r => Q2R (entry (demand p) n r)) (fun n => Q2R (weight_of p n 0))
     (fun n i => nth i (nth n (eligible p) []) true) (fun n => option_map Q2R (nth n (limit p) None)).
Definition placed_by (x : list (list Q)) : placement := fun n i => Q2R (entry x n i).
Definition weights_by (p : pool) : table := fun n r => Q2R (weight_of p n r).
Definition rates_by (p : pool) (n i : nat) : R := Q2R (entry (rate p) n i).

Lemma placed_iff I g x : placed I g x <->
  (forall n i, (n < users I)%nat -> (i < servers I)%nat -> 0 <= x n i) /\
  (forall n i, (n < users I)%nat -> (i < servers I)%nat -> g n i = 0 -> x n i = 0) /\
  (forall n, (n < users I)%nat -> within (tk I n) (tot I x n)).
Proof. split; [intros [A B C]; auto|intros [A [B C]]; split; auto]. Qed.

Lemma wf_iff I : wf I <->
  (forall i r, (i < servers I)%nat -> (r < resources I)%nat -> 0 <= cap I i r) /\
  (forall n, (n < users I)%nat -> row (resources I) (dem I n)) /\
  (forall n, (n < users I)%nat -> 0 < wt I n) /\
  (forall n, (n < users I)%nat -> match tk I n with None => True | Some t => 0 <= t end).
Proof.
  split.
  - intros [A B C D]. repeat split; auto; try apply B; auto. intros n Hn. specialize (D n). destruct (tk I n); auto.
  - intros [A [B [C D]]]. split; auto. intros n t Hn E. specialize (D n Hn). rewrite E in D. auto.
Qed.

Ltac tidy ::= cbv beta iota zeta delta [users servers resources cap dem wt el tk inst_of at_server].
Ltac shape ::= lazymatch goal with
  | |- dec (placed _ _ _) => apply (dec_of (placed_iff _ _ _))
  | |- dec (wf _) => apply (dec_of (wf_iff _))
  | |- dec (ex _) => progress unfold drf_bottleneck, bottleneck
  end.

Definition wf_dec p : dec (wf (inst_of p)).
Proof. judge. Defined.
Definition drf_dec p x : dec (drf (weights_by p) (inst_of p) (placed_by x)).
Proof. judge. Defined.
Definition drf_per_server_dec p x : dec (drf_per_server (inst_of p) (placed_by x)).
Proof. judge. Defined.
Definition ps_dsf_dec p x : dec (ps_dsf (inst_of p) (placed_by x)).
Proof. judge. Defined.
Definition ps_dsf_tdm_dec p x : dec (ps_dsf_tdm (gam (inst_of p)) (inst_of p) (placed_by x)).
Proof. judge. Defined.
Definition ps_dsf_rates_dec p x : dec (ps_dsf_tdm (rates_by p) (inst_of p) (placed_by x)).
Proof. judge. Defined.
Definition uniform_dec p x : dec (uniform (inst_of p) (placed_by x)).
Proof. judge. Defined.

(** ** Leximin: accepted by the rounds of a certificate, refused by a feasible allocation of which somebody could complain *)
Record round := Round { totals : list Q; capacities : list (list Q); ends : list Q }.
Definition certificate := (list round * list (list Q))%type.
Definition from (l : list Q) (n : nat) : R := Q2R (nth n l 0%Q).
Definition totals_of (h : certificate) k := from (totals (nth k (fst h) (Round [] [] []))).
Definition capacities_of (h : certificate) k i r := Q2R (entry (capacities (nth k (fst h) (Round [] [] []))) i r).
Definition ends_of (h : certificate) k := from (ends (nth k (fst h) (Round [] [] []))).
Definition certified_by p s h x :=
  certified (inst_of p) (placed_by x) s (length (fst h)) (totals_of h) (capacities_of h) (ends_of h).

(** Not feasible, or worse than what the certificate names. *)
Definition beaten p s (h : certificate) x := ~ feasible (inst_of p) (placed_by x) \/
  (feasible (inst_of p) (placed_by (snd h)) /\ exists n, (n < users (inst_of p))%nat /\
    tot (inst_of p) (placed_by x) n < tot (inst_of p) (placed_by (snd h)) n /\
    forall m, (m < users (inst_of p))%nat -> tot (inst_of p) (placed_by (snd h)) m < tot (inst_of p) (placed_by x) m ->
      tot (inst_of p) (placed_by x) n * s n < tot (inst_of p) (placed_by x) m * s m).

Lemma beaten_unfair p s h x : beaten p s h x -> feasible (inst_of p) (placed_by x) ->
  ~ fair (inst_of p) (feasible (inst_of p)) s (placed_by x).
Proof.
  intros [N|[F [n [Hn C]]]] Fx H; [contradiction|]. apply (H n (placed_by (snd h)) Hn). split; auto.
Qed.

Ltac rounds := unfold certified_by, certified, beaten, bounds.
Definition c_drfh_yes p h x : dec (certified_by p (global_share (inst_of p)) h x). Proof. rounds. judge. Defined.
Definition c_drfh_no p h x : dec (beaten p (global_share (inst_of p)) h x). Proof. rounds. judge. Defined.
Definition tsf_yes p h x : dec (certified_by p (task_share (inst_of p)) h x). Proof. rounds. judge. Defined.
Definition tsf_no p h x : dec (beaten p (task_share (inst_of p)) h x). Proof. rounds. judge. Defined.
Definition cdrf_yes p h x : dec (certified_by p (own_task_share (inst_of p)) h x). Proof. rounds. judge. Defined.
Definition cdrf_no p h x : dec (beaten p (own_task_share (inst_of p)) h x). Proof. rounds. judge. Defined.
Definition free_dec p : dec (unconstrained (inst_of p)). Proof. judge. Defined.

Lemma leximin_of_rounds p s h x : wf (inst_of p) -> (forall n, (n < users (inst_of p))%nat -> runs (inst_of p) n -> 0 < s n) ->
  certified_by p s h x -> leximin (inst_of p) (gam (inst_of p)) (feasible (inst_of p)) s (placed_by x).
Proof.
  intros W S C. apply feasible_fair_leximin; auto; [apply C|]. eapply certified_fair; eauto.
Qed.

Lemma not_leximin p s h x : wf (inst_of p) -> (forall n, (n < users (inst_of p))%nat -> runs (inst_of p) n -> 0 < s n) ->
  beaten p s h x -> ~ leximin (inst_of p) (gam (inst_of p)) (feasible (inst_of p)) s (placed_by x).
Proof.
  intros W S B L. apply (beaten_unfair p s h x B); [apply L|]. apply feasible_leximin_fair; auto.
Qed.

(** ** What computes, without proofs *)
Definition sound p : bool := ltac:(let t := eval unfold wf_dec in (yes (wf_dec p)) in let t := executable t in exact t).
Definition free p : bool := ltac:(let t := eval unfold free_dec in (yes (free_dec p)) in let t := executable t in exact t).
Definition is_drf p x : bool :=
  ltac:(let t := eval unfold drf_dec in (yes (drf_dec p x)) in let t := executable t in exact t).
Definition is_drf_per_server p x : bool :=
  ltac:(let t := eval unfold drf_per_server_dec in (yes (drf_per_server_dec p x)) in let t := executable t in exact t).
Definition is_ps_dsf p x : bool :=
  ltac:(let t := eval unfold ps_dsf_dec in (yes (ps_dsf_dec p x)) in let t := executable t in exact t).
Definition is_ps_dsf_tdm p x : bool :=
  ltac:(let t := eval unfold ps_dsf_tdm_dec in (yes (ps_dsf_tdm_dec p x)) in let t := executable t in exact t).
Definition is_ps_dsf_rates p x : bool :=
  ltac:(let t := eval unfold ps_dsf_rates_dec in (yes (ps_dsf_rates_dec p x)) in let t := executable t in exact t).
Definition is_uniform p x : bool :=
  ltac:(let t := eval unfold uniform_dec in (yes (uniform_dec p x)) in let t := executable t in exact t).
Definition says_yes_c_drfh p h x : bool :=
  ltac:(let t := eval unfold c_drfh_yes in (yes (c_drfh_yes p h x)) in let t := executable t in exact t).
Definition says_no_c_drfh p h x : bool :=
  ltac:(let t := eval unfold c_drfh_no in (yes (c_drfh_no p h x)) in let t := executable t in exact t).
Definition says_yes_tsf p h x : bool :=
  ltac:(let t := eval unfold tsf_yes in (yes (tsf_yes p h x)) in let t := executable t in exact t).
Definition says_no_tsf p h x : bool :=
  ltac:(let t := eval unfold tsf_no in (yes (tsf_no p h x)) in let t := executable t in exact t).
Definition says_yes_cdrf p h x : bool :=
  ltac:(let t := eval unfold cdrf_yes in (yes (cdrf_yes p h x)) in let t := executable t in exact t).
Definition says_no_cdrf p h x : bool :=
  ltac:(let t := eval unfold cdrf_no in (yes (cdrf_no p h x)) in let t := executable t in exact t).

(** ** The specifications, of an instance and an outcome in fractions *)
Definition well_formed p := wf (inst_of p).
Definition meets_drf p x := drf (weights_by p) (inst_of p) (placed_by x).
Definition meets_drf_per_server p x := drf_per_server (inst_of p) (placed_by x).
Definition meets_ps_dsf p x := ps_dsf (inst_of p) (placed_by x).
Definition meets_uniform p x := uniform (inst_of p) (placed_by x).
Definition meets_c_drfh p x := c_drfh (inst_of p) (placed_by x).
Definition meets_drfh p x := drfh (inst_of p) (placed_by x).
Definition meets_tsf p x := tsf (inst_of p) (placed_by x).
Definition meets_cdrf p x := cdrf (inst_of p) (placed_by x).
(** Rates where they are given. *)
Definition table_of p := match rate p with [] => gam (inst_of p) | _ => rates_by p end.
Definition meets_ps_dsf_tdm p x := ps_dsf_tdm (table_of p) (inst_of p) (placed_by x).
Definition is_ps_dsf_time p x := match rate p with [] => is_ps_dsf_tdm p x | _ => is_ps_dsf_rates p x end.

Definition cluster_case := case pool (list (list Q)) certificate.
Lemma sound_ok p : sound p = true -> well_formed p.
Proof. apply (yes_ok (wf_dec p)). Qed.
Lemma free_ok p : free p = true <-> unconstrained (inst_of p).
Proof. apply (yes_ok (free_dec p)). Qed.

Ltac by_decision d := apply decided; [exact sound_ok|intros p x; exact (yes_ok (d p x))].
Theorem audit_drf (cases : list cluster_case) :
  forallb (decides sound is_drf) cases = true -> Forall (agrees well_formed meets_drf) cases.
Proof. by_decision drf_dec. Qed.
Theorem audit_drf_per_server (cases : list cluster_case) :
  forallb (decides sound is_drf_per_server) cases = true -> Forall (agrees well_formed meets_drf_per_server) cases.
Proof. by_decision drf_per_server_dec. Qed.
Theorem audit_ps_dsf (cases : list cluster_case) :
  forallb (decides sound is_ps_dsf) cases = true -> Forall (agrees well_formed meets_ps_dsf) cases.
Proof. by_decision ps_dsf_dec. Qed.
Theorem audit_uniform (cases : list cluster_case) :
  forallb (decides sound is_uniform) cases = true -> Forall (agrees well_formed meets_uniform) cases.
Proof. by_decision uniform_dec. Qed.
Theorem audit_ps_dsf_tdm (cases : list cluster_case) :
  forallb (decides sound is_ps_dsf_time) cases = true -> Forall (agrees well_formed meets_ps_dsf_tdm) cases.
Proof.
  apply decided; [exact sound_ok|]. intros p x. unfold is_ps_dsf_time, meets_ps_dsf_tdm, table_of.
  destruct (rate p); [exact (yes_ok (ps_dsf_tdm_dec p x))|exact (yes_ok (ps_dsf_rates_dec p x))].
Qed.
Theorem audit_c_drfh (cases : list cluster_case) :
  forallb (passes sound says_yes_c_drfh says_no_c_drfh) cases = true -> Forall (agrees well_formed meets_c_drfh) cases.
Proof.
  apply audited; [exact sound_ok| |]; intros p h x W H.
  - apply (leximin_of_rounds p _ h); auto; [intros; apply global_share_pos; auto|]. apply (yes_ok (c_drfh_yes p h x)), H.
  - apply (not_leximin p _ h); auto; [intros; apply global_share_pos; auto|]. apply (yes_ok (c_drfh_no p h x)), H.
Qed.
Theorem audit_drfh (cases : list cluster_case) :
  forallb (passes sound (fun p h x => free p && says_yes_c_drfh p h x) (fun p h x => negb (free p) || says_no_c_drfh p h x)) cases = true ->
  Forall (agrees well_formed meets_drfh) cases.
Proof.
  apply audited; [exact sound_ok| |]; intros p h x W H.
  - apply andb_true_iff in H as [U H]. split; [apply free_ok; auto|].
    apply (leximin_of_rounds p _ h); auto; [intros; apply global_share_pos; auto|]. apply (yes_ok (c_drfh_yes p h x)), H.
  - intros [U L]. apply free_ok in U. rewrite U in H. revert L. apply (not_leximin p _ h); auto;
    [intros; apply global_share_pos; auto|]. apply (yes_ok (c_drfh_no p h x)), H.
Qed.
Theorem audit_tsf (cases : list cluster_case) :
  forallb (passes sound says_yes_tsf says_no_tsf) cases = true -> Forall (agrees well_formed meets_tsf) cases.
Proof.
  apply audited; [exact sound_ok| |]; intros p h x W H.
  - apply (leximin_of_rounds p _ h); auto; [intros; apply task_share_pos; auto|]. apply (yes_ok (tsf_yes p h x)), H.
  - apply (not_leximin p _ h); auto; [intros; apply task_share_pos; auto|]. apply (yes_ok (tsf_no p h x)), H.
Qed.
Theorem audit_cdrf (cases : list cluster_case) :
  forallb (passes sound (fun p h x => free p && says_yes_cdrf p h x) (fun p h x => negb (free p) || says_no_cdrf p h x)) cases = true ->
  Forall (agrees well_formed meets_cdrf) cases.
Proof.
  assert (Pos : forall p, well_formed p -> unconstrained (inst_of p) -> forall n, (n < users (inst_of p))%nat ->
    runs (inst_of p) n -> 0 < own_task_share (inst_of p) n).
  { intros p W U n Hn R. rewrite own_task_share_full by auto. apply task_share_pos; auto. }
  apply audited; [exact sound_ok| |]; intros p h x W H.
  - apply andb_true_iff in H as [U H]. apply free_ok in U. split; auto.
    apply (leximin_of_rounds p _ h); auto. apply (yes_ok (cdrf_yes p h x)), H.
  - intros [U L]. assert (U' := U). apply free_ok in U'. rewrite U' in H. revert L. apply (not_leximin p _ h); auto.
    apply (yes_ok (cdrf_no p h x)), H.
Qed.
