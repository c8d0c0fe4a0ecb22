(** Queues of a cohort borrow quota, and fair-sharing preemption decides which workloads go for one that asks.

    After properties/models/cohort.md and properties/mechanisms/kueue-preempt.md, kueue-preempt-a.md,
    kueue-preempt-b.md.  Queues, resources and workloads are numbered from 0. *)

From Coq Require Import Reals Lra Lia Arith List ZArith Bool Classical.
From Fair.Common Require Import Sums.
Import ListNotations.
Open Scope R_scope.

Record cohort := a_cohort {
  queues : nat;
  resources : nat;
  workloads : nat;
  quota : nat -> nat -> R;          (* queue, resource *)
  weight : nat -> R;                (* of a queue *)
  queue : nat -> nat;               (* of a workload *)
  request : nat -> nat -> R;        (* workload, resource *)
  priority : nat -> Z;
  admitted : list nat;              (* the longest admitted first *)
  asking : nat
}.

(** A sum over a list of workloads. *)
Fixpoint over (l : list nat) (f : nat -> R) : R := match l with [] => 0 | w :: t => f w + over t f end.

Section Cohort.

Variable C : cohort.

Definition lent (r : nat) : R := sum (queues C) (fun k => quota C k r).
Definition used (l : list nat) (r : nat) : R := over l (fun w => request C w r).
Definition used_by (l : list nat) (k r : nat) : R :=
  over l (fun w => if Nat.eqb (queue C w) k then request C w r else 0).

Record valid : Prop := {
  v_quota : forall k r, (k < queues C)%nat -> (r < resources C)%nat -> 0 <= quota C k r;
  v_weight : forall k, (k < queues C)%nat -> 0 < weight C k;
  v_queue : forall w, (w < workloads C)%nat -> (queue C w < queues C)%nat;
  v_request : forall w r, (w < workloads C)%nat -> (r < resources C)%nat -> 0 <= request C w r;
  v_once : NoDup (admitted C);
  v_known : forall w, In w (admitted C) -> (w < workloads C)%nat;
  v_fit : forall r, (r < resources C)%nat -> used (admitted C) r <= lent r;
  v_asks : (asking C < workloads C)%nat /\ ~ In (asking C) (admitted C)
}.

(** Who runs when some have gone and the workload that asks is in. *)
Definition mem (l : list nat) (w : nat) : bool := existsb (Nat.eqb w) l.
Definition stay (gone : list nat) : list nat := filter (fun w => negb (mem gone w)) (admitted C).
Definition running (gone : list nat) : list nat := asking C :: stay gone.

(** The share of a queue: the largest part of a resource of the cohort that it uses beyond its quota, by its weight. *)
Definition share (l : list nat) (k : nat) : R :=
  maxratio (resources C) (fun r => used_by l k r - quota C k r) lent / weight C k.
Definition borrows (l : list nat) (k r : nat) : Prop := quota C k r < used_by l k r.
Definition short (r : nat) : Prop :=
  (r < resources C)%nat /\ 0 < request C (asking C) r /\ lent r < used (admitted C) r + request C (asking C) r.

(** Room is asked of the resources that the asking workload takes. *)
Definition fitsb (gone : list nat) : bool :=
  forallb (fun r => if Rlt_dec 0 (request C (asking C) r) then
    (if Rle_dec (used (running gone) r) (lent r) then true else false) else true) (seq 0 (resources C)).

(** ** The rule *)

Let own : nat := queue C (asking C).

Definition candidate (w : nat) : Prop := In w (admitted C) /\ (exists r, short r /\ 0 < request C w r) /\
  ((queue C w = own /\ (priority C w < priority C (asking C))%Z) \/
   (queue C w <> own /\ exists r, short r /\ borrows (admitted C) (queue C w) r)).

(** The order of candidates: other queues before the own one, then lower priorities, then later admissions. *)
Definition later (a b : nat) : Prop := exists l1 l2 l3, admitted C = l1 ++ b :: l2 ++ a :: l3.
Definition before (a b : nat) : Prop :=
  (queue C a <> own /\ queue C b = own) \/
  ((queue C a = own <-> queue C b = own) /\
   ((priority C a < priority C b)%Z \/ (priority C a = priority C b /\ later a b))).
Definition ranked (l : list nat) : Prop :=
  NoDup l /\ (forall w, In w l <-> candidate w) /\
  forall l1 a l2 b l3, l = l1 ++ a :: l2 ++ b :: l3 -> before a b.

(** Rules: lower priorities of the own queue; a preemptor within its quota of what is short; S2-a and S2-b. *)
Inductive rule := Own | Nominal | Final | Initial.
Definition target : Type := nat * rule.
Definition within_quota : Prop := forall r, short r -> ~ borrows (running []) own r.
Definition applies (first : rule) (w : nat) (u : rule) : Prop :=
  (queue C w = own /\ u = Own) \/ (queue C w <> own /\ within_quota /\ u = Nominal) \/
  (queue C w <> own /\ ~ within_quota /\ u = first).
Definition lets (gone : list nat) (u : rule) (w : nat) : Prop :=
  match u with
  | Own | Nominal => True
  | Final => share (running gone) own <= share (running (gone ++ [w])) (queue C w)
  | Initial => share (running gone) own < share (running gone) (queue C w)
  end.

(** The queue to take from: of those that borrow, or are the own one, and have candidates left, the one of highest share; of
    equal ones that whose first candidate comes first. *)
Definition first_of (waiting : list nat) (k w : nat) : Prop :=
  exists l, filter (fun v => Nat.eqb (queue C v) k) waiting = w :: l.
Definition open (gone waiting : list nat) (k : nat) : Prop :=
  (exists w, first_of waiting k w) /\ (k = own \/ exists r, (r < resources C)%nat /\ borrows (running gone) k r).
Definition turn (gone waiting : list nat) (k : nat) : Prop := open gone waiting k /\
  forall j, j <> k -> open gone waiting j ->
    share (running gone) j < share (running gone) k \/
    (share (running gone) j = share (running gone) k /\
     forall v w, first_of waiting j v -> first_of waiting k w -> before w v).

Definition gone_of (ts : list target) : list nat := map fst ts.
Definition minus (l out : list nat) : list nat := filter (fun w => negb (mem out w)) l.
Definition of_queue (k : nat) (l : list nat) : list nat := filter (fun w => Nat.eqb (queue C w) k) l.

(** The first pass: candidates that wait, those that no rule let go, targets; then the last two and whether it fits. *)
Inductive first_pass (first : rule) : list nat -> list nat -> list target -> list nat -> list target -> bool -> Prop :=
| first_end : forall waiting left ts, (forall k, ~ open (gone_of ts) waiting k) ->
    first_pass first waiting left ts left ts false
| first_last : forall waiting left ts k kept w rest u, turn (gone_of ts) waiting k ->
    of_queue k waiting = kept ++ w :: rest -> applies first w u ->
    (forall v, In v kept -> ~ lets (gone_of ts) u v) -> lets (gone_of ts) u w ->
    fitsb (gone_of (ts ++ [(w, u)])) = true ->
    first_pass first waiting left ts (left ++ kept) (ts ++ [(w, u)]) true
| first_take : forall waiting left ts k kept w rest u left' ts' b, turn (gone_of ts) waiting k ->
    of_queue k waiting = kept ++ w :: rest -> applies first w u ->
    (forall v, In v kept -> ~ lets (gone_of ts) u v) -> lets (gone_of ts) u w ->
    fitsb (gone_of (ts ++ [(w, u)])) = false ->
    first_pass first (minus waiting (kept ++ [w])) (left ++ kept) (ts ++ [(w, u)]) left' ts' b ->
    first_pass first waiting left ts left' ts' b
| first_keep : forall waiting left ts k left' ts' b, turn (gone_of ts) waiting k ->
    (forall v, In v (of_queue k waiting) -> exists u, applies first v u /\ ~ lets (gone_of ts) u v) ->
    first_pass first (minus waiting (of_queue k waiting)) (left ++ of_queue k waiting) ts left' ts' b ->
    first_pass first waiting left ts left' ts' b.

(** The second pass: rule S2-b, once a queue. *)
Inductive second_pass : list nat -> list target -> list target -> bool -> Prop :=
| second_end : forall waiting ts, (forall k, ~ open (gone_of ts) waiting k) -> second_pass waiting ts ts false
| second_last : forall waiting ts k w, turn (gone_of ts) waiting k -> first_of waiting k w ->
    lets (gone_of ts) Initial w -> fitsb (gone_of (ts ++ [(w, Initial)])) = true ->
    second_pass waiting ts (ts ++ [(w, Initial)]) true
| second_take : forall waiting ts k w ts' b, turn (gone_of ts) waiting k -> first_of waiting k w ->
    lets (gone_of ts) Initial w -> fitsb (gone_of (ts ++ [(w, Initial)])) = false ->
    second_pass (minus waiting (of_queue k waiting)) (ts ++ [(w, Initial)]) ts' b -> second_pass waiting ts ts' b
| second_keep : forall waiting ts k w ts' b, turn (gone_of ts) waiting k -> first_of waiting k w ->
    ~ lets (gone_of ts) Initial w ->
    second_pass (minus waiting (of_queue k waiting)) ts ts' b -> second_pass waiting ts ts' b.

(** Fill-back, from the last target but one backwards: who need not go stays after all. *)
Fixpoint fill (tried kept : list target) : list target :=
  match tried with
  | [] => kept
  | t :: before_t => if fitsb (gone_of (rev before_t ++ kept)) then fill before_t kept else fill before_t (t :: kept)
  end.

(** The decision: None where the workload is turned down. *)
Inductive decides (first : rule) (again : bool) : option (list target) -> Prop :=
| never : forall r, (r < resources C)%nat -> lent r < request C (asking C) r -> decides first again None
| at_once : (forall r, (r < resources C)%nat -> request C (asking C) r <= lent r) -> (forall r, ~ short r) ->
    decides first again (Some [])
| once : forall l left ts t, (forall r, (r < resources C)%nat -> request C (asking C) r <= lent r) -> (exists r, short r) ->
    ranked l -> first_pass first l [] [] left (ts ++ [t]) true -> decides first again (Some (fill (rev ts) [t]))
| twice : forall l left ts' ts t, (forall r, (r < resources C)%nat -> request C (asking C) r <= lent r) ->
    (exists r, short r) -> ranked l -> first_pass first l [] [] left ts' false -> again = true ->
    second_pass left ts' (ts ++ [t]) true -> decides first again (Some (fill (rev ts) [t]))
| down : forall l left ts ts', (forall r, (r < resources C)%nat -> request C (asking C) r <= lent r) -> (exists r, short r) ->
    ranked l -> first_pass first l [] [] left ts false ->
    (again = false \/ second_pass left ts ts' false) -> decides first again None.

(** ** Properties *)

(** feasible *)
Definition carried_out (d : option (list target)) : Prop :=
  match d with
  | None => True
  | Some ts => (forall t, In t ts -> In (fst t) (admitted C)) /\ NoDup (gone_of ts) /\
      forall r, (r < resources C)%nat -> used (running (gone_of ts)) r <= lent r
  end.

(** minimal-victims: with a single target back, some resource is used beyond the quotas. *)
Definition none_to_spare (d : option (list target)) : Prop :=
  match d with
  | None => True
  | Some ts => forall t, In t ts ->
      exists r, (r < resources C)%nat /\ lent r < used (running (minus (gone_of ts) [fst t])) r
  end.

(** ** Room grows as workloads go *)

Hypothesis V : valid.
Set Default Proof Using "All".

Lemma mem_in : forall l w, mem l w = true <-> In w l.
Proof.
  intros l w. unfold mem. rewrite existsb_exists. split.
  - intros [v [Hv E]]. apply Nat.eqb_eq in E as ->. exact Hv.
  - intros H. exists w. split; [exact H|apply Nat.eqb_refl].
Qed.

Lemma minus_in : forall l out w, In w (minus l out) <-> In w l /\ ~ In w out.
Proof.
  intros l out w. unfold minus. rewrite filter_In, negb_true_iff. split; intros [A B]; split; auto.
  - intros H. apply mem_in in H. congruence.
  - destruct (mem out w) eqn:E; [|reflexivity]. apply mem_in in E. contradiction.
Qed.

Lemma over_filter : forall l (p q : nat -> bool) f, (forall w, In w l -> 0 <= f w) ->
  (forall w, In w l -> p w = true -> q w = true) -> over (filter p l) f <= over (filter q l) f.
Proof.
  induction l as [|w l IH]; intros p q f P I; simpl; [lra|].
  assert (L : over (filter p l) f <= over (filter q l) f) by (apply IH; intros; [apply P|apply I]; simpl; auto).
  pose proof (P w (or_introl eq_refl)) as Pw. pose proof (I w (or_introl eq_refl)) as Iw.
  destruct (p w), (q w); simpl; solve [lra|discriminate (Iw eq_refl)].
Qed.

Lemma used_less : forall g g' r, (r < resources C)%nat -> (forall w, In w g -> In w g') ->
  used (running g') r <= used (running g) r.
Proof.
  intros g g' r Hr I. unfold used, running. simpl. apply Rplus_le_compat_l. apply over_filter.
  - intros w Hw. apply (v_request V); [apply (v_known V); exact Hw|exact Hr].
  - intros w _ E. rewrite negb_true_iff in *. destruct (mem g w) eqn:F; [|reflexivity].
    apply mem_in, I, mem_in in F. congruence.
Qed.

Lemma filter_all : forall l : list nat, filter (fun _ => true) l = l.
Proof. induction l as [|w l IH]; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.

Lemma used_all : forall g r, (r < resources C)%nat -> used (running g) r <= request C (asking C) r + used (admitted C) r.
Proof.
  intros g r Hr. unfold used, running. simpl. apply Rplus_le_compat_l.
  unfold stay. rewrite <- (filter_all (admitted C)) at 2. apply over_filter; [|reflexivity].
  intros w Hw. apply (v_request V); [apply (v_known V); exact Hw|exact Hr].
Qed.

Definition fits (g : list nat) : Prop :=
  forall r, (r < resources C)%nat -> 0 < request C (asking C) r -> used (running g) r <= lent r.

Lemma fitsb_spec : forall g, fitsb g = true <-> fits g.
Proof.
  intros g. unfold fitsb, fits. rewrite forallb_forall. split.
  - intros H r Hr P. specialize (H r). rewrite in_seq in H. specialize (H ltac:(lia)).
    destruct (Rlt_dec 0 (request C (asking C) r)); [|contradiction].
    destruct (Rle_dec (used (running g) r) (lent r)); [assumption|discriminate].
  - intros H r Hr. apply in_seq in Hr. destruct (Rlt_dec 0 (request C (asking C) r)) as [P|]; [|reflexivity].
    destruct (Rle_dec (used (running g) r) (lent r)) as [|N]; [reflexivity|]. exfalso. apply N, H; [lia|exact P].
Qed.

Lemma fitsb_no : forall g, fitsb g = false <-> ~ fits g.
Proof. intros g. rewrite <- fitsb_spec. destruct (fitsb g); split; congruence. Qed.

Lemma fits_more : forall g g', (forall w, In w g -> In w g') -> fits g -> fits g'.
Proof.
  intros g g' I F r Hr P. apply Rle_trans with (used (running g) r); [apply used_less; assumption|apply F; assumption].
Qed.

Lemma not_yet : forall r, short r -> ~ fits [].
Proof.
  intros r [Hr [P L]] F. specialize (F r Hr P). unfold used, running, stay in F. simpl in F.
  unfold used in L. rewrite filter_all in F. lra.
Qed.

(** ** The passes *)

(** Targets, candidates that wait and candidates that were let be are three kinds of admitted workloads. *)
Record apart (waiting left : list nat) (ts : list target) : Prop := {
  a_once : NoDup (gone_of ts);
  a_gone : forall w, In w (gone_of ts) -> In w (admitted C) /\ ~ In w waiting /\ ~ In w left;
  a_waiting : forall w, In w waiting -> In w (admitted C) /\ ~ In w left;
  a_left : forall w, In w left -> In w (admitted C)
}.

Lemma gone_more : forall ts w u, gone_of (ts ++ [(w, u)]) = gone_of ts ++ [w].
Proof. intros. unfold gone_of. rewrite map_app. reflexivity. Qed.

Lemma in_queue : forall k l w, In w (of_queue k l) <-> In w l /\ queue C w = k.
Proof. intros. unfold of_queue. rewrite filter_In, Nat.eqb_eq. reflexivity. Qed.

Lemma once_more : forall (l : list nat) w, NoDup l -> ~ In w l -> NoDup (l ++ [w]).
Proof.
  intros l w N O. apply NoDup_rev in N. rewrite <- (rev_involutive (l ++ [w])). apply NoDup_rev.
  rewrite rev_app_distr. simpl. constructor; [rewrite <- in_rev; exact O|exact N].
Qed.

Lemma apart_take : forall waiting left ts k kept w rest u, apart waiting left ts ->
  of_queue k waiting = kept ++ w :: rest -> (forall v, In v kept -> ~ lets (gone_of ts) u v) -> lets (gone_of ts) u w ->
  apart (minus waiting (kept ++ [w])) (left ++ kept) (ts ++ [(w, u)]).
Proof.
  intros waiting left ts k kept w rest u [O G W L] E K T.
  assert (Q : forall v, In v (kept ++ [w]) -> In v waiting).
  { intros v Hv. assert (In v (of_queue k waiting)) as H.
    { rewrite E. apply in_app_iff in Hv as [Hv|[->|[]]]; apply in_app_iff; simpl; auto. }
    apply in_queue in H. tauto. }
  assert (Hw : In w waiting) by (apply Q, in_app_iff; simpl; auto).
  assert (Nw : ~ In w kept) by (intros H; exact (K w H T)).
  split.
  - rewrite gone_more. apply once_more; [exact O|]. intros H. destruct (G w H) as [_ [N _]]. contradiction.
  - intros v. rewrite gone_more, in_app_iff. intros [Hv|[<-|[]]].
    + destruct (G v Hv) as [A [B D]]. split; [exact A|split].
      * rewrite minus_in. tauto.
      * rewrite in_app_iff. intros [H|H]; [exact (D H)|]. apply B, Q, in_app_iff. auto.
    + split; [apply W; exact Hw|split].
      * rewrite minus_in. intros [_ H]. apply H, in_app_iff. simpl; auto.
      * rewrite in_app_iff. intros [H|H]; [apply (proj2 (W w Hw)); exact H|contradiction].
  - intros v. rewrite minus_in. intros [Hv N]. split; [apply W; exact Hv|]. rewrite in_app_iff. intros [H|H].
    + exact (proj2 (W v Hv) H).
    + apply N, in_app_iff. auto.
  - intros v. rewrite in_app_iff. intros [H|H]; [apply L; exact H|]. apply W, Q, in_app_iff. auto.
Qed.

Lemma apart_keep : forall waiting left ts k, apart waiting left ts ->
  apart (minus waiting (of_queue k waiting)) (left ++ of_queue k waiting) ts.
Proof.
  intros waiting left ts k [O G W L]. split; [exact O| | |].
  - intros v Hv. destruct (G v Hv) as [A [B D]]. split; [exact A|split].
    + rewrite minus_in. tauto.
    + rewrite in_app_iff, in_queue. tauto.
  - intros v. rewrite minus_in. intros [Hv N]. split; [apply W; exact Hv|]. rewrite in_app_iff. intros [H|H].
    + exact (proj2 (W v Hv) H).
    + exact (N H).
  - intros v. rewrite in_app_iff, in_queue. intros [H|[H _]]; [apply L; exact H|apply W; exact H].
Qed.

(** What a pass comes to, from a state in which it does not fit yet. *)
Definition ends (ts' : list target) (b : bool) : Prop :=
  if b then exists ts t, ts' = ts ++ [t] /\ ~ fits (gone_of ts) /\ fits (gone_of ts') else ~ fits (gone_of ts').

Lemma first_pass_ends : forall first waiting left ts left' ts' b,
  first_pass first waiting left ts left' ts' b -> apart waiting left ts -> ~ fits (gone_of ts) ->
  ends ts' b /\ NoDup (gone_of ts') /\ (forall w, In w (gone_of ts') -> In w (admitted C) /\ ~ In w left') /\
  (forall w, In w left' -> In w (admitted C)).
Proof.
  intros first waiting left ts left' ts' b P.
  induction P as [waiting left ts No|waiting left ts k kept w rest u T E A K Lw F|
                  waiting left ts k kept w rest u left' ts' b T E A K Lw F P IH|waiting left ts k left' ts' b T K P IH];
    intros I N.
  - split; [exact N|]. destruct I as [O G W L]. split; [exact O|split; [|exact L]]. intros w Hw. apply G in Hw. tauto.
  - pose proof (apart_take _ _ _ _ _ _ _ _ I E K Lw) as [O G W L]. split; [|split; [exact O|split; [|exact L]]].
    + exists ts, (w, u). split; [reflexivity|split; [exact N|apply fitsb_spec; exact F]].
    + intros v Hv. apply G in Hv. tauto.
  - apply IH; [apply (apart_take _ _ _ _ _ _ _ _ I E K Lw)|]. apply fitsb_no. exact F.
  - apply IH; [apply apart_keep; exact I|exact N].
Qed.

Lemma second_pass_ends : forall waiting ts ts' b, second_pass waiting ts ts' b ->
  NoDup (gone_of ts) -> (forall w, In w (gone_of ts) -> In w (admitted C) /\ ~ In w waiting) ->
  (forall w, In w waiting -> In w (admitted C)) -> ~ fits (gone_of ts) ->
  ends ts' b /\ NoDup (gone_of ts') /\ forall w, In w (gone_of ts') -> In w (admitted C).
Proof.
  intros waiting ts ts' b P.
  assert (First : forall waiting k w, first_of waiting k w -> In w waiting /\ In w (of_queue k waiting)).
  { intros wt k w [l E]. assert (In w (of_queue k wt)) as H by (unfold of_queue; rewrite E; simpl; auto).
    split; [apply in_queue in H; tauto|exact H]. }
  induction P as [waiting ts No|waiting ts k w T Fw Lw F|waiting ts k w ts' b T Fw Lw F P IH|waiting ts k w ts' b T Fw Lw P IH];
    intros O G W N.
  - split; [exact N|split; [exact O|]]. intros w Hw. apply G; exact Hw.
  - destruct (First _ _ _ Fw) as [Hw _]. rewrite !gone_more. split; [|split].
    + exists ts, (w, Initial). split; [reflexivity|split; [exact N|]]. apply fitsb_spec. exact F.
    + apply once_more; [exact O|]. intros H. apply (proj2 (G w H)). exact Hw.
    + intros v. rewrite in_app_iff. intros [H|[<-|[]]]; [apply G; exact H|apply W; exact Hw].
  - destruct (First _ _ _ Fw) as [Hw Qw]. apply IH.
    + rewrite gone_more. apply once_more; [exact O|]. intros H. apply (proj2 (G w H)). exact Hw.
    + intros v. rewrite gone_more, in_app_iff, minus_in. intros [H|[<-|[]]].
      * split; [apply G; exact H|]. intros [Hv _]. exact (proj2 (G v H) Hv).
      * split; [apply W; exact Hw|tauto].
    + intros v. rewrite minus_in. intros [Hv _]. apply W; exact Hv.
    + apply fitsb_no. exact F.
  - apply IH; auto.
    + intros v Hv. split; [apply G; exact Hv|]. rewrite minus_in. intros [H _]. exact (proj2 (G v Hv) H).
    + intros v. rewrite minus_in. intros [Hv _]. apply W; exact Hv.
Qed.

(** ** Fill-back *)

Lemma fill_incl : forall tried kept t, In t (fill tried kept) -> In t tried \/ In t kept.
Proof.
  induction tried as [|s tried IH]; intros kept t; simpl; [auto|].
  destruct (fitsb (gone_of (rev tried ++ kept))); intros H; apply IH in H; simpl in *; tauto.
Qed.

Lemma fill_once : forall tried kept, NoDup (gone_of (rev tried ++ kept)) -> NoDup (gone_of (fill tried kept)).
Proof.
  induction tried as [|s tried IH]; intros kept; simpl; [auto|]. rewrite <- app_assoc. simpl. intros N.
  destruct (fitsb (gone_of (rev tried ++ kept))); apply IH; [|exact N].
  unfold gone_of in *. rewrite map_app in *. simpl in N. apply NoDup_remove_1 in N. exact N.
Qed.

Definition needed (ts : list target) (t : target) : Prop := ~ fits (minus (gone_of ts) [fst t]).

Lemma in_gone : forall ts w, In w (gone_of ts) <-> exists t, In t ts /\ fst t = w.
Proof. intros. unfold gone_of. rewrite in_map_iff. split; intros [t [A B]]; exists t; auto. Qed.

Lemma fill_needed : forall tried kept, fits (gone_of (rev tried ++ kept)) ->
  (forall t, In t kept -> needed (rev tried ++ kept) t) ->
  fits (gone_of (fill tried kept)) /\ forall t, In t (fill tried kept) -> needed (fill tried kept) t.
Proof.
  induction tried as [|s tried IH]; intros kept F N; simpl in *; [auto|].
  rewrite <- app_assoc in F, N. simpl in F, N.
  destruct (fitsb (gone_of (rev tried ++ kept))) eqn:E; apply IH.
  - apply fitsb_spec. exact E.
  - intros t Ht G. apply (N t Ht). apply (fits_more (minus (gone_of (rev tried ++ kept)) [fst t])); [|exact G].
    intros w. rewrite !minus_in. intros [H D]. split; [|exact D].
    unfold gone_of in *. rewrite map_app, in_app_iff in *. simpl. tauto.
  - exact F.
  - intros t [<-|Ht]; [|apply N; exact Ht]. intros G. apply fitsb_no in E. apply E. apply (fits_more _ _) with (2 := G).
    intros w. rewrite minus_in. intros [H D].
    unfold gone_of in *. rewrite map_app, in_app_iff in *. simpl in *. tauto.
Qed.

(** ** Two properties of every decision *)

Lemma nothing_apart : forall l, ranked l -> apart l [] [].
Proof.
  intros l [N [I _]]. split; simpl; [constructor|tauto| |tauto].
  intros w Hw. apply I in Hw. destruct Hw as [A _]. auto.
Qed.

Lemma decided : forall first again ts, decides first again (Some ts) ->
  (ts = [] /\ forall r, ~ short r) \/
  (fits (gone_of ts) /\ NoDup (gone_of ts) /\ (forall w, In w (gone_of ts) -> In w (admitted C)) /\
   forall t, In t ts -> needed ts t).
Proof.
  intros first again ts D.
  assert (Back : forall some t, NoDup (gone_of (some ++ [t])) -> (forall w, In w (gone_of (some ++ [t])) -> In w (admitted C)) ->
    ends (some ++ [t]) true ->
    let all := fill (rev some) [t] in fits (gone_of all) /\ NoDup (gone_of all) /\
      (forall w, In w (gone_of all) -> In w (admitted C)) /\ forall u, In u all -> needed all u).
  { intros some t N A [before_last [last [E [No Yes]]]] all.
    apply app_inj_tail in E as [-> ->].
    assert (R : rev (rev before_last) = before_last) by apply rev_involutive.
    destruct (fill_needed (rev before_last) [last]) as [F G].
    - rewrite R. exact Yes.
    - intros u [<-|[]] H. rewrite R in H. apply No. apply (fits_more _ _) with (2 := H).
      intros w. rewrite minus_in. intros [Hw D']. unfold gone_of in *. rewrite map_app, in_app_iff in Hw. simpl in *. tauto.
    - split; [exact F|split; [|split; [|exact G]]].
      + apply fill_once. rewrite R. exact N.
      + intros w Hw. apply A. apply in_gone in Hw. destruct Hw as [u [Hu <-]]. apply in_gone. exists u. split; [|reflexivity].
        apply fill_incl in Hu. rewrite <- in_rev in Hu. apply in_app_iff. exact Hu. }
  inversion D as [|Room No|l left some t Room [r S] K P|l left mid some t Room [r S] K P Ag Q|]; subst.
  - left. auto.
  - right. destruct (first_pass_ends _ _ _ _ _ _ _ P (nothing_apart l K) (not_yet r S)) as [E [N [A _]]].
    apply Back; auto. intros w Hw. apply A; exact Hw.
  - right. destruct (first_pass_ends _ _ _ _ _ _ _ P (nothing_apart l K) (not_yet r S)) as [E [N [A L]]].
    destruct (second_pass_ends _ _ _ _ Q N A L E) as [E' [N' A']]. apply Back; auto.
Qed.

(** Idea: the last target makes room, and fill-back lets a target stay only where there is room beside it. A resource that is
    not asked for is used no more than before.
    Mechanisms: kueue-preempt, kueue-preempt-a, kueue-preempt-b.  Property: feasible. *)
Theorem preemption_feasible : forall first again d, decides first again d -> carried_out d.
Proof.
  intros first again [ts|] D; [|exact I]. destruct (decided first again ts D) as [[-> No]|[F [N [A _]]]].
  - split; [simpl; tauto|split; [constructor|]]. intros r Hr.
    apply Rle_trans with (1 := used_all _ r Hr).
    destruct (Rlt_dec 0 (request C (asking C) r)) as [P|P].
    + apply Rnot_lt_le. intros L. apply (No r). split; [exact Hr|split; [exact P|lra]].
    + pose proof (v_fit V r Hr). lra.
  - split; [|split; [exact N|]].
    + intros t Ht. apply A, in_gone. exists t. auto.
    + intros r Hr. destruct (Rlt_dec 0 (request C (asking C) r)) as [P|P]; [apply F; assumption|].
      apply Rle_trans with (1 := used_all _ r Hr). pose proof (v_fit V r Hr). lra.
Qed.

(** Idea: there was no room before the last target went. Each other target was tried against a list that only became shorter
    afterwards, and less room is left when fewer workloads go.
    Mechanisms: kueue-preempt, kueue-preempt-a, kueue-preempt-b.  Property: minimal-victims.
    Claims: kueue-put-back. *)
Theorem preemption_minimal : forall first again d, decides first again d -> none_to_spare d.
Proof.
  intros first again [ts|] D; [|exact I]. destruct (decided first again ts D) as [[-> No]|[_ [_ [_ Need]]]]; [intros t []|].
  intros t Ht. specialize (Need t Ht). apply NNPP. intros None. apply Need. intros r Hr _.
  apply Rnot_lt_le. intros L. apply None. exists r. auto.
Qed.

End Cohort.

(** A queue with a quota of 1 runs a workload of 1, and one of higher priority asks: the former goes. *)
Definition replacement : cohort :=
  a_cohort 1 1 2 (fun _ _ => 1) (fun _ => 1) (fun _ => 0%nat) (fun _ _ => 1) (fun w => Z.of_nat w) [0%nat] 1.

Lemma preemption_witness : valid replacement /\
  forall first again, decides replacement first again (Some [(0%nat, Own)]).
Proof.
  assert (S : short replacement 0) by (split; [simpl; lia|split; simpl; [lra|]]; unfold lent, used; simpl; lra).
  assert (Cd : forall w, candidate replacement w <-> w = 0%nat).
  { intros w. split; [intros [[<-|[]] _]; reflexivity|]. intros ->. split; [simpl; auto|split].
    - exists 0%nat. split; [exact S|simpl; lra].
    - left. split; [reflexivity|]. simpl. lia. }
  assert (Fit : fitsb replacement [0%nat] = true).
  { unfold fitsb. simpl. destruct (Rlt_dec 0 1); [|lra]. unfold used, lent, running, stay. simpl.
    destruct (Rle_dec (1 + 0) (0 + 1)); [reflexivity|lra]. }
  split.
  - split; simpl; intros; try lra; try lia.
    + constructor; [simpl; tauto|constructor].
    + unfold used, lent. simpl. lra.
  - intros first again. apply (once replacement first again [0%nat] [] [] (0%nat, Own)).
    + intros r Hr. unfold lent. simpl. lra.
    + exists 0%nat. exact S.
    + split; [constructor; [simpl; tauto|constructor]|split].
      * intros w. rewrite Cd. simpl. split; [intros [H|[]]; auto|auto].
      * intros l1 a l2 b l3 E. apply (f_equal (@length nat)) in E. rewrite !app_length in E. simpl in E.
        rewrite app_length in E. simpl in E. lia.
    + apply (first_last replacement first [0%nat] [] [] 0 [] 0 [] Own).
      * split; [split; [exists 0%nat, []; reflexivity|left; reflexivity]|].
        intros j Hj [[w [l E]] _]. simpl in E. destruct j; [lia|discriminate].
      * reflexivity.
      * left. auto.
      * simpl. tauto.
      * exact I.
      * exact Fit.
Qed.
