(** Whole tasks on many servers: first fit, best fit, slots.

    After properties/mechanisms/first-fit-drfh.md, best-fit-drfh.md and slots.md (wang2013 V-B, (9), VI), and
    properties/cluster/feasible.md, non-wasteful.md, under-by-one.md.  One weight a user; tasks may be finite; demands,
    capacities and sets of eligible servers are any. *)

From Coq Require Import Reals Lra Lia Arith Psatz List Classical.
From Fair.Common Require Import Sums.
From Fair.Cluster Require Import Model Waste Witness.
From Fair.Tasks Require Server Precomputed Filling OneServer.
Open Scope R_scope.

(** ** The rule: a run of placements

    [x n i] is how many tasks of user [n] stand on server [i]. *)
Definition counts := nat -> nat -> nat.
Definition tasks_of (x : counts) : placement := fun n i => INR (x n i).
Definition none : counts := fun _ _ => 0%nat.
Definition put (x : counts) (n i : nat) : counts :=
  fun m j => if Nat.eq_dec m n then (if Nat.eq_dec j i then S (x m j) else x m j) else x m j.

(** What schedulers differ in: who takes part, how far a task raises its user, where there is room for a task, and how
    unwelcome a server is to it. *)
Record scheduler := {
  joins : nat -> Prop;
  rise : nat -> R;
  room : counts -> nat -> nat -> Prop;
  misfit : counts -> nat -> nat -> R
}.

Definition another I (x : counts) n : Prop :=
  match tk I n with None => True | Some t => tot I (tasks_of x) n + 1 <= t end.
Definition candidate I S x n i : Prop := (i < servers I)%nat /\ el I n i = true /\ room S x n i.
Definition open I S x n : Prop := (n < users I)%nat /\ joins S n /\ another I x n /\ exists i, candidate I S x n i.

(** The user that is picked: the lowest of those that could place a task, of equals the lowest index. *)
Definition lowest I S x n : Prop := open I S x n /\ forall m, open I S x m -> m <> n ->
  tot I (tasks_of x) n * rise S n < tot I (tasks_of x) m * rise S m
  \/ (tot I (tasks_of x) n * rise S n = tot I (tasks_of x) m * rise S m /\ (n < m)%nat).
(** Its server: the least misfit, of equals the lowest index. *)
Definition goes_to I S x n i : Prop := candidate I S x n i /\ forall j, candidate I S x n j -> j <> i ->
  misfit S x n i < misfit S x n j \/ (misfit S x n i = misfit S x n j /\ (i < j)%nat).

Inductive reached I S : counts -> Prop :=
| nothing_yet : reached I S none
| one_more : forall x n i, reached I S x -> lowest I S x n -> goes_to I S x n i -> reached I S (put x n i).

(** An outcome: nobody can place another task. *)
Definition scheduled I S (p : placement) : Prop := exists x, reached I S x /\ (forall n, ~ open I S x n) /\
  forall n i, (n < users I)%nat -> (i < servers I)%nat -> p n i = tasks_of x n i.

(** First fit and best fit.  Amounts count in parts of the pool, so the misfit is that of (9) in these parts. *)
Definition left_over I (x : counts) i r := cap I i r - sum (users I) (fun m => tasks_of x m i * dem I m r).
Definition room_left I (x : counts) n i := forall r, (r < resources I)%nat -> dem I n r <= left_over I x i r.
Definition global_share I n := maxratio (resources I) (dem I n) (pool I) / wt I n.
Definition unlike I (x : counts) n i := sum (resources I) (fun r =>
  Rabs (dem I n r / pool I r / (dem I n 0 / pool I 0) - left_over I x i r / pool I r / (left_over I x i 0 / pool I 0))).

Definition drfh_scheduler I (H : counts -> nat -> nat -> R) : scheduler :=
  {| joins := runs I; rise := global_share I; room := room_left I; misfit := H |}.
Definition first_fit I := scheduled I (drfh_scheduler I (fun _ _ _ => 0)).
(** Best fit refuses an instance with a user that does not demand the first resource. *)
Definition best_fit I p := (forall n, (n < users I)%nat -> 0 < dem I n 0) /\ scheduled I (drfh_scheduler I (unlike I)) p.

(** Slots: the fourteenth part of the largest server is a slot, [k i] the slots of server [i], [z n] those of a task. *)
Fixpoint top (k : nat) (f : nat -> R) : R := match k with O => 0 | S j => Rmax (top j f) (f j) end.
Definition slot I r := top (servers I) (fun i => cap I i r) / 14.
Definition cut I (k : nat -> nat) : Prop := forall i, (i < servers I)%nat ->
  (forall r, (r < resources I)%nat -> 0 < slot I r -> INR (k i) * slot I r <= cap I i r)
  /\ ((exists r, (r < resources I)%nat /\ 0 < slot I r /\ cap I i r < INR (S (k i)) * slot I r)
      \/ ((forall r, (r < resources I)%nat -> ~ 0 < slot I r) /\ k i = 0%nat)).
Definition covered I n : Prop := forall r, (r < resources I)%nat -> 0 < dem I n r -> 0 < slot I r.
Definition takes I (z : nat -> nat) : Prop := forall n, (n < users I)%nat -> covered I n ->
  (forall r, (r < resources I)%nat -> 0 < dem I n r -> dem I n r <= INR (z n) * slot I r)
  /\ exists r, (r < resources I)%nat /\ 0 < dem I n r /\ (INR (z n) - 1) * slot I r < dem I n r.

Definition slot_scheduler I (k z : nat -> nat) : scheduler :=
  {| joins := fun n => covered I n /\ runs I n;
     rise := fun n => INR (z n) / wt I n;
     room := fun x n i => sum (users I) (fun m => tasks_of x m i * INR (z m)) + INR (z n) <= INR (k i);
     misfit := fun _ _ _ => 0 |}.
Definition slots I p := exists k z, cut I k /\ takes I z /\ scheduled I (slot_scheduler I k z) p.

(** ** What holds all along a run *)
Lemma put_self x n i : put x n i n i = S (x n i).
Proof. unfold put. destruct (Nat.eq_dec n n); [|congruence]. destruct (Nat.eq_dec i i); congruence. Qed.

Lemma put_other x n i m j : (m <> n \/ j <> i) -> put x n i m j = x m j.
Proof. intros H. unfold put. destruct (Nat.eq_dec m n); auto. destruct (Nat.eq_dec j i); auto. destruct H; congruence. Qed.

Lemma put_ge x n i m j : (x m j <= put x n i m j)%nat.
Proof. unfold put. destruct (Nat.eq_dec m n); auto. destruct (Nat.eq_dec j i); auto. Qed.

Lemma tasks_put_ge x n i m j : tasks_of x m j <= tasks_of (put x n i) m j.
Proof. apply le_INR, put_ge. Qed.

Lemma tot_put_self I x n i : (i < servers I)%nat -> tot I (tasks_of (put x n i)) n = tot I (tasks_of x) n + 1.
Proof.
  intros Hi. unfold tot.
  rewrite (sum_replace (servers I) i (fun j => tasks_of (put x n i) n j) (fun j => tasks_of x n j) Hi).
  - unfold tasks_of. rewrite put_self, S_INR. lra.
  - intros j _ Hne. unfold tasks_of. rewrite put_other; auto.
Qed.

Lemma tot_put_other I x n i m : m <> n -> tot I (tasks_of (put x n i)) m = tot I (tasks_of x) m.
Proof. intros Hne. apply sum_ext. intros j _. unfold tasks_of. rewrite put_other; auto. Qed.

Lemma tot_put_ge I x n i m : tot I (tasks_of x) m <= tot I (tasks_of (put x n i)) m.
Proof. apply sum_le. intros j _. apply tasks_put_ge. Qed.

Lemma used_put N x n i f : (n < N)%nat ->
  sum N (fun m => tasks_of (put x n i) m i * f m) = sum N (fun m => tasks_of x m i * f m) + f n.
Proof.
  intros Hn. rewrite (sum_replace N n (fun m => tasks_of (put x n i) m i * f m) (fun m => tasks_of x m i * f m) Hn).
  - unfold tasks_of. rewrite put_self, S_INR. lra.
  - intros m _ Hne. unfold tasks_of. rewrite put_other; auto.
Qed.

Lemma used_put_other N x n i j f : j <> i ->
  sum N (fun m => tasks_of (put x n i) m j * f m) = sum N (fun m => tasks_of x m j * f m).
Proof. intros Hne. apply sum_ext. intros m _. unfold tasks_of. rewrite put_other; auto. Qed.

(** Nobody has tasks where it may not run, no more than there are, and none if it takes no part. *)
Lemma reached_allowed I S x : wf I -> reached I S x ->
  (forall n i, (n < users I)%nat -> (i < servers I)%nat -> (0 < x n i)%nat -> el I n i = true /\ joins S n)
  /\ forall n, (n < users I)%nat -> within (tk I n) (tot I (tasks_of x) n).
Proof.
  intros W H. induction H as [|x k j _ [IH1 IH2] [[Hk [Jk [Ak _]]] _] [[Hj [Ej _]] _]].
  - split; [intros; unfold none in *; lia|]. intros n Hn.
    assert (Z : tot I (tasks_of none) n = 0) by (apply sum_zero; intros; reflexivity).
    rewrite Z. destruct (tk I n) as [t|] eqn:E; simpl; auto. apply (wf_tk I W n); auto.
  - split.
    + intros n i Hn Hi Hp. destruct (Nat.eq_dec n k) as [->|]; [|rewrite put_other in Hp by auto; auto].
      destruct (Nat.eq_dec i j) as [->|]; [auto|]. rewrite put_other in Hp by auto; auto.
    + intros n Hn. destruct (Nat.eq_dec n k) as [->|]; [|rewrite tot_put_other by auto; auto].
      rewrite tot_put_self by auto. unfold another in Ak. destruct (tk I k); simpl; auto.
Qed.

(** ** Feasibility

    Idea: a task is placed only where it fits into what is left.  Slots: the slots of a server add up to no more than
    the server, and a task uses no more than its slots. *)
Lemma scheduled_feasible I S p : wf I -> scheduled I S p ->
  (forall x, reached I S x -> forall n i, (n < users I)%nat -> (i < servers I)%nat -> (0 < x n i)%nat -> 0 < gam I n i) ->
  (forall x, reached I S x -> forall i r, (i < servers I)%nat -> (r < resources I)%nat ->
     sum (users I) (fun n => tasks_of x n i * dem I n r) <= cap I i r) ->
  feasible I p.
Proof.
  intros W [x [Hx [_ E]]] G C. destruct (reached_allowed I S x W Hx) as [_ T]. split; [split|].
  - intros n i Hn Hi. rewrite E by auto. apply pos_INR.
  - intros n i Hn Hi Z. rewrite E by auto. unfold tasks_of. destruct (Nat.eq_dec (x n i) 0) as [->|P]; [reflexivity|].
    specialize (G x Hx n i Hn Hi ltac:(lia)). lra.
  - intros n Hn. replace (tot I p n) with (tot I (tasks_of x) n); [apply T; auto|].
    apply sum_ext. intros i Hi. symmetry. apply E; auto.
  - intros i r Hi Hr. rewrite (sum_ext _ _ (fun n => tasks_of x n i * dem I n r)); [apply C; auto|].
    intros n Hn. rewrite E by auto. reflexivity.
Qed.

Lemma drfh_within I H x : wf I -> reached I (drfh_scheduler I H) x ->
  forall i r, (i < servers I)%nat -> (r < resources I)%nat -> sum (users I) (fun n => tasks_of x n i * dem I n r) <= cap I i r.
Proof.
  intros W Hx. induction Hx as [|x k j _ IH [[Hk _] _] [[Hj [_ Rm]] _]]; intros i r Hi Hr.
  - rewrite sum_zero; [apply (wf_cap I W); auto|]. intros n _. unfold tasks_of, none. simpl. lra.
  - destruct (Nat.eq_dec i j) as [->|Hne]; [|rewrite used_put_other by auto; auto].
    rewrite (used_put (users I) x k j (fun m => dem I m r) Hk). specialize (Rm r Hr). unfold left_over in Rm. lra.
Qed.

Lemma drfh_gam I H x : wf I -> reached I (drfh_scheduler I H) x ->
  forall n i, (n < users I)%nat -> (i < servers I)%nat -> (0 < x n i)%nat -> 0 < gam I n i.
Proof.
  intros W Hx n i Hn Hi P. apply (gam_pos I W); auto; [apply (reached_allowed I _ x W Hx); auto|].
  intros r Hr D. apply Rlt_le_trans with (2 := drfh_within I H x W Hx i r Hi Hr).
  apply Rlt_le_trans with (tasks_of x n i * dem I n r).
  - apply Rmult_lt_0_compat; auto. apply lt_0_INR; auto.
  - apply (sum_term (users I) (fun n => tasks_of x n i * dem I n r)); auto.
    intros m Hm. apply Rmult_le_pos; [apply pos_INR|apply (wf_dem I W); auto].
Qed.

Lemma drfh_feasible I H p : wf I -> scheduled I (drfh_scheduler I H) p -> feasible I p.
Proof.
  intros W Hp. apply (scheduled_feasible I _ p W Hp).
  - intros x Hx. apply (drfh_gam I H x W Hx).
  - intros x Hx. apply (drfh_within I H x W Hx).
Qed.

(* Mechanism: first-fit-drfh.  Property: feasible.  Hypothesis: none. *)
Theorem first_fit_feasible I p : wf I -> first_fit I p -> feasible I p.
Proof. apply drfh_feasible. Qed.

(* Mechanism: best-fit-drfh.  Property: feasible.  Hypothesis: none. *)
Theorem best_fit_feasible I p : wf I -> best_fit I p -> feasible I p.
Proof. intros W [_ H]. exact (drfh_feasible I _ p W H). Qed.

Section Slots.
  Variable I : inst.
  Variables k z : nat -> nat.
  Hypothesis W : wf I.
  Hypothesis K : cut I k.
  Hypothesis Z : takes I z.

  Lemma slots_within x : reached I (slot_scheduler I k z) x -> forall i, (i < servers I)%nat ->
    sum (users I) (fun n => tasks_of x n i * INR (z n)) <= INR (k i).
  Proof.
    intros Hx. induction Hx as [|x n j _ IH [[Hn _] _] [[Hj [_ Rm]] _]]; intros i Hi.
    - rewrite sum_zero; [apply pos_INR|]. intros m _. unfold tasks_of, none. simpl. lra.
    - destruct (Nat.eq_dec i j) as [->|Hne]; [|rewrite used_put_other by auto; auto].
      rewrite (used_put (users I) x n j (fun m => INR (z m)) Hn). exact Rm.
  Qed.

  Lemma slot_needed n : (n < users I)%nat -> covered I n -> (1 <= z n)%nat.
  Proof.
    intros Hn C. destruct (Z n Hn C) as [A _]. destruct (proj2 (wf_dem I W n Hn)) as [r [Hr D]].
    specialize (A r Hr D). destruct (z n); [simpl in A; lra|lia].
  Qed.

  Lemma slots_capacity x : reached I (slot_scheduler I k z) x -> forall i r, (i < servers I)%nat -> (r < resources I)%nat ->
    sum (users I) (fun n => tasks_of x n i * dem I n r) <= cap I i r.
  Proof.
    intros Hx i r Hi Hr. destruct (reached_allowed I _ x W Hx) as [Al _].
    destruct (Rlt_dec 0 (slot I r)) as [S|S].
    - apply Rle_trans with (sum (users I) (fun n => tasks_of x n i * INR (z n) * slot I r)).
      + apply sum_le. intros n Hn. rewrite Rmult_assoc. destruct (Nat.eq_dec (x n i) 0) as [E|P].
        * unfold tasks_of. rewrite E. simpl. lra.
        * destruct (Al n i Hn Hi ltac:(lia)) as [_ [C _]]. apply Rmult_le_compat_l; [apply pos_INR|].
          destruct (Rle_lt_or_eq_dec _ _ (proj1 (wf_dem I W n Hn) r Hr)) as [D|D].
          -- apply (Z n Hn C); auto.
          -- rewrite <- D. apply Rmult_le_pos; [apply pos_INR|lra].
      + rewrite sum_scal_r. apply Rle_trans with (INR (k i) * slot I r).
        * apply Rmult_le_compat_r; [lra|apply slots_within; auto].
        * apply (K i Hi); auto.
    - rewrite sum_zero; [apply (wf_cap I W); auto|]. intros n Hn. destruct (Nat.eq_dec (x n i) 0) as [E|P].
      + unfold tasks_of. rewrite E. simpl. lra.
      + destruct (Al n i Hn Hi ltac:(lia)) as [_ [C _]].
        destruct (Rle_lt_or_eq_dec _ _ (proj1 (wf_dem I W n Hn) r Hr)) as [D|D]; [elim S; apply C; auto|].
        rewrite <- D. lra.
  Qed.

  Lemma slots_gam x : reached I (slot_scheduler I k z) x ->
    forall n i, (n < users I)%nat -> (i < servers I)%nat -> (0 < x n i)%nat -> 0 < gam I n i.
  Proof.
    intros Hx n i Hn Hi P. apply (gam_pos I W); auto; [apply (reached_allowed I _ x W Hx); auto|].
    intros r Hr D. apply Rlt_le_trans with (2 := slots_capacity x Hx i r Hi Hr).
    apply Rlt_le_trans with (tasks_of x n i * dem I n r).
    - apply Rmult_lt_0_compat; auto. apply lt_0_INR; auto.
    - apply (sum_term (users I) (fun n => tasks_of x n i * dem I n r)); auto.
      intros m Hm. apply Rmult_le_pos; [apply pos_INR|apply (wf_dem I W); auto].
  Qed.

  Lemma slots_all p : scheduled I (slot_scheduler I k z) p -> feasible I p.
  Proof.
    intros Hp. apply (scheduled_feasible I _ p W Hp).
    - exact slots_gam.
    - exact slots_capacity.
  Qed.
End Slots.

(* Mechanism: slots.  Property: feasible.  Hypothesis: none. *)
Theorem slots_feasible I p : wf I -> slots I p -> feasible I p.
Proof. intros W [k [z [K [Z H]]]]. exact (slots_all I k z W K Z p H). Qed.

(** What is given is whole. *)
Theorem scheduled_whole I S p : scheduled I S p ->
  forall n i, (n < users I)%nat -> (i < servers I)%nat -> exists t : nat, p n i = INR t.
Proof. intros [x [_ [_ E]]] n i Hn Hi. exists (x n i). apply E; auto. Qed.

(** ** No waste

    Idea: a feasible placement wastes nothing. *)
Lemma feasible_non_wasteful I p : wf I -> feasible I p -> non_wasteful I (gam I) p.
Proof.
  intros W [P _]. apply placed_non_wasteful; auto. intros n i Hn Hi. apply (gam_nonneg I W); auto.
Qed.

(* Mechanism: first-fit-drfh.  Property: non-wasteful.  Hypothesis: none. *)
Theorem first_fit_non_wasteful I p : wf I -> first_fit I p -> non_wasteful I (gam I) p.
Proof. intros W H. apply feasible_non_wasteful; auto. apply first_fit_feasible; auto. Qed.

(* Mechanism: best-fit-drfh.  Property: non-wasteful.  Hypothesis: none. *)
Theorem best_fit_non_wasteful I p : wf I -> best_fit I p -> non_wasteful I (gam I) p.
Proof. intros W H. apply feasible_non_wasteful; auto. apply best_fit_feasible; auto. Qed.

(* Mechanism: slots.  Property: non-wasteful.  Hypothesis: none. *)
Theorem slots_non_wasteful I p : wf I -> slots I p -> non_wasteful I (gam I) p.
Proof. intros W H. apply feasible_non_wasteful; auto. apply slots_feasible; auto. Qed.

(** ** On one server nobody is short of filling that halts by more than one task

    Idea: that of OneServer.stopped_short_by_one.  When a user's task no longer fits, nobody has been given a task at a
    level above its own. *)
Section One.
  Variable I : inst.
  Variable H : counts -> nat -> nat -> R.
  Hypothesis W : wf I.
  Hypothesis Single : servers I = 1%nat.
  Let S := drfh_scheduler I H.

  Let N := users I.
  Let m := resources I.
  Let c := cap I 0.
  Let w := fun (n : nat) (_ : nat) => wt I n.
  Let elig := fun n => el I n 0.
  Let d := dem I.

  Lemma one_server : Server.server N m c w d.
  Proof.
    split; [|split; [|split]].
    - intros r Hr. apply (wf_cap I W); auto. lia.
    - intros n r Hn Hr. apply (wf_dem I W); auto.
    - intros n Hn. apply (wf_dem I W); auto.
    - intros n r Hn Hr. apply (wf_wt I W); auto.
  Qed.

  Lemma one_pool r : pool I r = cap I 0 r.
  Proof. unfold pool. rewrite Single. simpl. lra. Qed.

  Lemma one_tot x n : tot I (tasks_of x) n = INR (x n 0%nat).
  Proof. unfold tot. rewrite Single. simpl. unfold tasks_of. lra. Qed.

  Lemma one_live n : (n < N)%nat -> (Server.live m c elig d n = true <-> runs I n).
  Proof.
    intros Hn. rewrite Server.live_spec. split.
    - intros [E L]. exists 0%nat. split; [lia|]. apply (gam_pos I W); auto. lia.
    - intros [i [Hi G]]. replace i with 0%nat in * by lia. split; [exact (gam_el I n 0 G)|].
      intros r Hr D. apply (gam_cap I W n 0); auto; lia.
  Qed.

  Lemma one_share n : (n < N)%nat -> Server.live m c elig d n = true -> Server.share m c w d n (global_share I n).
  Proof.
    intros Hn L. pose proof (wf_wt I W n Hn) as Wn. apply Server.live_spec in L. destruct L as [_ L].
    set (M := maxratio m (dem I n) (pool I)).
    assert (G : forall r, (r < m)%nat -> d n r <= M * c r).
    { intros r Hr. destruct (Rle_lt_or_eq_dec _ _ (proj1 (wf_dem I W n Hn) r Hr)) as [D|D].
      - unfold c, M. rewrite <- one_pool. apply maxratio_ge; auto. rewrite one_pool. apply L; auto.
      - unfold d. rewrite <- D. apply Rmult_le_pos; [apply maxratio_nonneg|apply (wf_cap I W); auto; lia]. }
    assert (E : forall r, global_share I n * w n r * c r = M * c r).
    { intros r. unfold global_share, w. fold m. fold M. field. lra. }
    split.
    - intros r Hr. rewrite E. auto.
    - destruct (proj2 (wf_dem I W n Hn)) as [q [Hq D]].
      destruct (maxratio_eq m (dem I n) (pool I)) as [Z|[r [Hr [C Q]]]].
      + fold M in Z. specialize (G q Hq). rewrite Z in G. unfold d in G. lra.
      + exists r. fold M in Q. rewrite one_pool in Q, C. split; auto. rewrite E. split; [|unfold d, c; lra].
        assert (0 < M). { specialize (G q Hq). unfold d in G. specialize (L q Hq D). nra. }
        unfold d. rewrite <- Q. apply Rmult_lt_0_compat; auto.
  Qed.

  Lemma one_shares : Server.shares N m c w elig d (global_share I).
  Proof. intros n Hn L. apply one_share; auto. Qed.

  Lemma rise_pos n : (n < N)%nat -> runs I n -> 0 < global_share I n.
  Proof.
    intros Hn R. apply one_live in R; auto.
    apply (Server.share_positive N m c w d n _ one_server Hn). apply one_share; auto.
  Qed.

  Lemma room_shrinks x k j n i : (k < N)%nat -> room_left I (put x k j) n i -> room_left I x n i.
  Proof.
    intros Hk R r Hr. specialize (R r Hr). unfold left_over in *.
    assert (sum (users I) (fun u => tasks_of x u i * dem I u r) <= sum (users I) (fun u => tasks_of (put x k j) u i * dem I u r)).
    { apply sum_le. intros u Hu. apply Rmult_le_compat_r; [apply (wf_dem I W); auto|apply tasks_put_ge]. }
    lra.
  Qed.

  Lemma another_shrinks x k j n : another I (put x k j) n -> another I x n.
  Proof. unfold another. destruct (tk I n); auto. pose proof (tot_put_ge I x k j n). lra. Qed.

  Lemma open_shrinks x k j n : (k < N)%nat -> open I S (put x k j) n -> open I S x n.
  Proof.
    intros Hk [Hn [J [A [i [Hi [E R]]]]]]. split; auto. split; auto. split; [apply (another_shrinks x k j); auto|].
    exists i. split; auto. split; auto. apply (room_shrinks x k j); auto.
  Qed.

  (** Whoever could place a task stands no lower than anybody stood at its last pick. *)
  Definition below (b : counts) (v : R) : Prop := forall j, (j < N)%nat -> (0 < b j 0)%nat -> (INR (b j 0%nat) - 1) * rise S j <= v.

  Lemma below_open x : reached I S x -> forall n, open I S x n -> below x (INR (x n 0%nat) * rise S n).
  Proof.
    intros Hx. induction Hx as [|x k i Hx IH [Ok Lo] [[Hi _] _]]; intros n On j Hj P; [unfold none in P; lia|].
    replace i with 0%nat in * by lia.
    pose proof Ok as [Hk _]. pose proof (open_shrinks x k 0 n Hk On) as On'. pose proof On' as [Hn [Jn _]].
    assert (Up : INR (x n 0%nat) * rise S n <= INR (put x k 0 n 0%nat) * rise S n).
    { apply Rmult_le_compat_r; [apply Rlt_le, rise_pos; auto|apply le_INR, put_ge]. }
    apply Rle_trans with (2 := Up). destruct (Nat.eq_dec j k) as [->|Hne].
    - rewrite put_self, S_INR. replace (INR (x k 0%nat) + 1 - 1) with (INR (x k 0%nat)) by ring.
      destruct (Nat.eq_dec n k) as [->|Hn']; [lra|]. destruct (Lo n On' Hn') as [Q|[Q _]]; rewrite !one_tot in Q; lra.
    - rewrite put_other in * by auto. apply (IH n On' j Hj P).
  Qed.

  Lemma stopped x : reached I S x -> forall n, (n < N)%nat -> runs I n -> another I x n -> ~ room_left I x n 0 ->
    exists b : counts, (forall j, (b j 0 <= x j 0)%nat) /\ below b (INR (x n 0%nat) * rise S n)
      /\ exists r, (r < m)%nat /\ left_over I b 0 r < dem I n r.
  Proof.
    assert (No : forall y n, ~ room_left I y n 0 -> exists r, (r < m)%nat /\ left_over I y 0 r < dem I n r).
    { intros y n R. apply NNPP. intros C. apply R. intros r Hr. apply Rnot_lt_le. intros L. apply C. exists r; auto. }
    intros Hx. induction Hx as [|x k i Hx IH [Ok Lo] [[Hi [Ei Ri]] Gi]]; intros n Hn Rn An Full.
    - exists none. split; [auto|]. split; [intros j _ P; unfold none in P; lia|]. apply No; auto.
    - replace i with 0%nat in * by lia. pose proof Ok as [Hk _].
      pose proof (another_shrinks x k 0 n An) as An'.
      destruct (classic (room_left I x n 0)) as [Fit|Full'].
      + exists (put x k 0). split; [auto|]. split; [|apply No; auto].
        assert (On : open I S x n).
        { split; auto. split; auto. split; auto. exists 0%nat. split; [lia|]. split; auto.
          destruct Rn as [a [Ha G]]. replace a with 0%nat in * by lia. exact (gam_el I n 0 G). }
        intros j Hj P.
        assert (Up : INR (x n 0%nat) * rise S n <= INR (put x k 0 n 0%nat) * rise S n).
        { apply Rmult_le_compat_r; [apply Rlt_le, rise_pos; auto|apply le_INR, put_ge]. }
        apply Rle_trans with (2 := Up). destruct (Nat.eq_dec j k) as [->|Hne].
        * rewrite put_self, S_INR. replace (INR (x k 0%nat) + 1 - 1) with (INR (x k 0%nat)) by ring.
          destruct (Nat.eq_dec n k) as [->|Hn']; [lra|]. destruct (Lo n On Hn') as [Q|[Q _]]; rewrite !one_tot in Q; lra.
        * rewrite put_other in * by auto. apply (below_open x Hx n On j Hj P).
      + assert (Hne : n <> k) by (intros ->; apply Full'; exact Ri).
        destruct (IH n Hn Rn An' Full') as [b [B1 [B2 B3]]]. exists b. split; [|split; [|exact B3]].
        * intros j. apply Nat.le_trans with (1 := B1 j). apply put_ge.
        * rewrite put_other by auto. exact B2.
  Qed.

  Theorem drfh_short_by_one p tau y : scheduled I S p -> OneServer.whole_part (tk I) tau ->
    OneServer.drf_tasks N m c w elig d tau y ->
    forall n, (n < N)%nat -> INR (y n) <= tot I p n + 1.
  Proof.
    intros Hp WP Hy n Hn. pose proof Hp as [x [Hx [Done E]]].
    assert (Tp : tot I p n = INR (x n 0%nat)).
    { unfold tot. rewrite Single. simpl. rewrite E; auto; [unfold tasks_of; lra|lia]. }
    rewrite Tp. rewrite <- S_INR. apply le_INR.
    assert (Whole : Filling.whole N m c elig d tau (fun j => x j 0%nat)).
    { destruct (reached_allowed I S x W Hx) as [Al Wi]. split; [|split].
      - intros r Hr. apply (drfh_within I H x W Hx 0%nat r); auto. lia.
      - intros j Hj L. destruct (Nat.eq_dec (x j 0%nat) 0) as [|P]; auto. exfalso.
        destruct (Al j 0%nat Hj ltac:(lia) ltac:(lia)) as [_ R]. apply one_live in R; auto. congruence.
      - intros j Hj. specialize (Wi j Hj). specialize (WP j). rewrite one_tot in Wi. unfold Filling.within.
        destruct (tk I j) as [t|]; [|rewrite WP; exact Logic.I]. destruct WP as [k [-> [_ B]]]. simpl in Wi.
        assert (INR (x j 0%nat) < INR (Datatypes.S k)) by (rewrite S_INR; lra). apply INR_lt in H0. lia. }
    replace (Datatypes.S (x n 0%nat)) with (x n 0 + 1)%nat by lia.
    apply (OneServer.stopped_short_by_one N m c w elig d tau (global_share I)
             (Filling.by_key (global_share I) (Filling.larger_share (global_share I))) y (fun j => x j 0%nat)); auto.
    - exact one_server.
    - exact one_shares.
    - apply (OneServer.drf_tasks_order N m c w elig d _ one_server one_shares).
    - apply (OneServer.drf_tasks_with N m c w); auto; [exact one_server|exact one_shares].
    - intros k [Hk Lk] Mk. pose proof (proj1 (one_live k Hk) Lk) as Rk.
      assert (Ak : another I x k).
      { unfold another. rewrite one_tot. specialize (WP k). unfold Filling.more in Mk.
        destruct (tk I k) as [t|]; auto. destruct WP as [q [Eq [A _]]]. rewrite Eq in Mk.
        assert (INR (Datatypes.S (x k 0%nat)) <= INR q) by (apply le_INR; lia). rewrite S_INR in H0. lra. }
      assert (Full : ~ room_left I x k 0).
      { intros R. apply (Done k). split; auto. split; auto. split; auto. exists 0%nat. split; [lia|]. split; auto.
        apply Server.live_spec in Lk. apply Lk. }
      destruct (stopped x Hx k Hk Rk Ak Full) as [b [B1 [B2 [r [Hr Hl]]]]].
      exists (fun j => b j 0%nat). split; [intros j _; apply B1|]. split.
      + intros j [Hj _] P. specialize (B2 j Hj P). cbn in B2. pose proof (rise_pos k Hk Rk). lra.
      + exists r. split; auto. unfold left_over in Hl.
        change (Filling.held N d (fun j => b j 0%nat) r) with (sum (users I) (fun j => tasks_of b j 0%nat * dem I j r)).
        unfold c, d. lra.
  Qed.
End One.

(* Mechanism: first-fit-drfh.  Property: under-by-one.  Hypothesis: none. *)
Theorem first_fit_short_by_one I p tau y : wf I -> servers I = 1%nat -> first_fit I p ->
  OneServer.whole_part (tk I) tau ->
  OneServer.drf_tasks (users I) (resources I) (cap I 0) (fun n _ => wt I n) (fun n => el I n 0) (dem I) tau y ->
  forall n, (n < users I)%nat -> INR (y n) <= tot I p n + 1.
Proof. intros W O Hp. exact (drfh_short_by_one I _ W O p tau y Hp). Qed.

(* Mechanism: best-fit-drfh.  Property: under-by-one.  Hypothesis: none. *)
Theorem best_fit_short_by_one I p tau y : wf I -> servers I = 1%nat -> best_fit I p ->
  OneServer.whole_part (tk I) tau ->
  OneServer.drf_tasks (users I) (resources I) (cap I 0) (fun n _ => wt I n) (fun n => el I n 0) (dem I) tau y ->
  forall n, (n < users I)%nat -> INR (y n) <= tot I p n + 1.
Proof. intros W O [_ Hp]. exact (drfh_short_by_one I _ W O p tau y Hp). Qed.

(** ** A witness

    One user, one server, one resource; the task needs all of it. *)
Definition unit_pool : inst := mk 1 1 1 (fun _ _ => 1) (fun _ _ => 1) (fun _ => 1) (fun _ _ => true) (fun _ => None).

Lemma unit_wf : wf unit_pool.
Proof.
  split; simpl; intros; try lra; [|discriminate].
  split; [intros; lra|]. exists 0%nat. split; [lia|lra].
Qed.

Lemma unit_runs : runs unit_pool 0.
Proof.
  exists 0%nat. split; [simpl; lia|]. apply (gam_pos unit_pool unit_wf); simpl; auto.
Qed.

Lemma unit_scheduled S : joins S 0 -> room S none 0 0 -> ~ room S (put none 0 0) 0 0 -> scheduled unit_pool S (fun _ _ => 1).
Proof.
  intros J R F.
  assert (C : candidate unit_pool S none 0 0) by (split; [simpl; lia|split; auto]).
  assert (O : open unit_pool S none 0).
  { split; [simpl; lia|]. split; auto. split; [exact Logic.I|]. exists 0%nat. exact C. }
  exists (put none 0 0). split; [|split].
  - apply one_more; [apply nothing_yet| |].
    + split; auto. intros m [Hm _] D. simpl in Hm. lia.
    + split; auto. intros j [Hj _] D. simpl in Hj. lia.
  - intros n [Hn [_ [_ [i [Hi [_ Rm]]]]]]. simpl in Hn, Hi. replace n with 0%nat in * by lia. replace i with 0%nat in * by lia.
    exact (F Rm).
  - intros n i Hn Hi. simpl in Hn, Hi. replace n with 0%nat by lia. replace i with 0%nat by lia. reflexivity.
Qed.

Lemma placing_witness : wf unit_pool /\ servers unit_pool = 1%nat
  /\ first_fit unit_pool (fun _ _ => 1) /\ best_fit unit_pool (fun _ _ => 1) /\ slots unit_pool (fun _ _ => 1)
  /\ OneServer.whole_part (tk unit_pool) Filling.unlimited
  /\ OneServer.drf_tasks (users unit_pool) (resources unit_pool) (cap unit_pool 0) (fun n _ => wt unit_pool n)
       (fun n => el unit_pool n 0) (dem unit_pool) Filling.unlimited (fun _ => 1%nat).
Proof.
  assert (R0 : room_left unit_pool none 0 0).
  { intros r Hr. unfold left_over, tasks_of, none. simpl. lra. }
  assert (R1 : ~ room_left unit_pool (put none 0 0) 0 0).
  { intros R. specialize (R 0%nat ltac:(simpl; lia)). unfold left_over, tasks_of, put in R. simpl in R. lra. }
  assert (S0 : slot unit_pool 0 = 1 / 14).
  { unfold slot. simpl. rewrite Rmax_right; lra. }
  split; [exact unit_wf|]. split; [reflexivity|]. split; [|split; [|split; [|split]]].
  - apply unit_scheduled; [exact unit_runs|exact R0|exact R1].
  - split; [intros; simpl; lra|]. apply unit_scheduled; [exact unit_runs|exact R0|exact R1].
  - exists (fun _ => 14%nat), (fun _ => 14%nat). split; [|split].
    + intros i _. split.
      * intros r Hr _. simpl in Hr. replace r with 0%nat by lia. rewrite S0. simpl. lra.
      * left. exists 0%nat. split; [simpl; lia|]. rewrite S0. simpl. lra.
    + intros n _ _. split.
      * intros r Hr _. simpl in Hr. replace r with 0%nat by lia. rewrite S0. simpl. lra.
      * exists 0%nat. split; [simpl; lia|]. rewrite S0. simpl. lra.
    + apply unit_scheduled.
      * split; [|exact unit_runs]. intros r Hr _. simpl in Hr. replace r with 0%nat by lia. rewrite S0. lra.
      * cbn -[INR]. unfold tasks_of, none. change (INR 0) with 0. lra.
      * intros Q. cbn -[INR] in Q. unfold tasks_of, put, none in Q. cbn -[INR] in Q. change (INR 1) with 1 in Q. change (INR 0) with 0 in Q. pose proof (lt_0_INR 14 ltac:(lia)). lra.
  - intros n. reflexivity.
  - destruct OneServer.one_server_witness as [_ [_ [_ [D _]]]]. exact D.
Qed.
