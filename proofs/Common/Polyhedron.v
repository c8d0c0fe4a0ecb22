(** Finitely many linear inequalities: elimination of a variable (Fourier and Motzkin), a linear function that is bounded
    attains its maximum, and so do several in lexicographic order. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
Import ListNotations.
Open Scope R_scope.

(** An inequality (a, b) asks that a . v is at most b, over the first [k] variables. *)
Definition ineq := ((nat -> R) * R)%type.
Definition dot (k : nat) (a v : nat -> R) : R := sum k (fun i => a i * v i).
Definition sat (k : nat) (cs : list ineq) (v : nat -> R) : Prop := forall c, In c cs -> dot k (fst c) v <= snd c.

Definition put (v : nat -> R) (k : nat) (t : R) (i : nat) : R := if Nat.eq_dec i k then t else v i.

Lemma dot_put k a v t : dot (S k) a (put v k t) = dot k a v + a k * t.
Proof.
  unfold dot. cbn [sum]. unfold put at 2. destruct (Nat.eq_dec k k); [|contradiction]. f_equal.
  apply sum_ext. intros i Hi. unfold put. destruct (Nat.eq_dec i k); [lia|reflexivity].
Qed.

Lemma dot_ext k a v u : (forall i, (i < k)%nat -> v i = u i) -> dot k a v = dot k a u.
Proof. intros H. unfold dot. apply sum_ext. intros i Hi. rewrite H by exact Hi. reflexivity. Qed.

Lemma sat_ext k cs v u : (forall i, (i < k)%nat -> v i = u i) -> sat k cs v -> sat k cs u.
Proof. intros H S c Hc. rewrite <- (dot_ext k (fst c) v u H). apply S. exact Hc. Qed.

Lemma sat_app k cs ds v : sat k (cs ++ ds) v <-> sat k cs v /\ sat k ds v.
Proof.
  split; [intros H; split; intros c Hc; apply H; apply in_or_app; auto|].
  intros [A B] c Hc. apply in_app_or in Hc. destruct Hc; auto.
Qed.

(** A number between finitely many lower and finitely many upper bounds. *)
Lemma below_all (U : list R) : exists t, forall u, In u U -> t <= u.
Proof.
  induction U as [|a U [t Ht]]; [exists 0; intros u []|]. exists (Rmin a t). intros u [<-|H]; [apply Rmin_l|].
  apply Rle_trans with t; [apply Rmin_r|auto].
Qed.

Lemma between (L U : list R) : (forall l u, In l L -> In u U -> l <= u) ->
  exists t, (forall l, In l L -> l <= t) /\ forall u, In u U -> t <= u.
Proof.
  induction L as [|a L IH]; intros H.
  - destruct (below_all U) as [t Ht]. exists t. split; [intros l []|exact Ht].
  - destruct IH as [t [A B]]; [intros l u Hl Hu; apply H; [right; exact Hl|exact Hu]|].
    exists (Rmax a t). split.
    + intros l [<-|Hl]; [apply Rmax_l|]. apply Rle_trans with t; [auto|apply Rmax_r].
    + intros u Hu. apply Rmax_lub; [apply H; [left; reflexivity|exact Hu]|auto].
Qed.

(** The rows in which the last variable has a positive, a negative, and no coefficient. *)
Definition ups k (cs : list ineq) := filter (fun c => if Rlt_dec 0 (fst c k) then true else false) cs.
Definition downs k (cs : list ineq) := filter (fun c => if Rlt_dec (fst c k) 0 then true else false) cs.
Definition flats k (cs : list ineq) := filter (fun c => if Req_EM_T (fst c k) 0 then true else false) cs.

(** Two rows that bound the last variable from above and below, added up so that the variable drops out. *)
Definition joined (k : nat) (p q : ineq) : ineq :=
  (fun i => fst p i / fst p k - fst q i / fst q k, snd p / fst p k - snd q / fst q k).

Definition eliminated k cs := flats k cs ++ flat_map (fun p => map (joined k p) (downs k cs)) (ups k cs).

Lemma in_ups k cs c : In c (ups k cs) <-> In c cs /\ 0 < fst c k.
Proof. unfold ups. rewrite filter_In. destruct (Rlt_dec 0 (fst c k)); intuition discriminate. Qed.
Lemma in_downs k cs c : In c (downs k cs) <-> In c cs /\ fst c k < 0.
Proof. unfold downs. rewrite filter_In. destruct (Rlt_dec (fst c k) 0); intuition discriminate. Qed.
Lemma in_flats k cs c : In c (flats k cs) <-> In c cs /\ fst c k = 0.
Proof. unfold flats. rewrite filter_In. destruct (Req_EM_T (fst c k) 0); intuition discriminate. Qed.

Lemma dot_joined k p q v : dot k (fst (joined k p q)) v = dot k (fst p) v / fst p k - dot k (fst q) v / fst q k.
Proof.
  unfold dot, joined. simpl. unfold Rdiv. rewrite <- !sum_scal_r, <- sum_minus. apply sum_ext. intros i _. ring.
Qed.

(** ** Elimination

    Idea: the last variable can be chosen exactly when each of its lower bounds is at most each of its upper bounds. *)
Theorem eliminate k cs v : sat k (eliminated k cs) v <-> exists t, sat (S k) cs (put v k t).
Proof.
  set (bound := fun c : ineq => (snd c - dot k (fst c) v) / fst c k).
  assert (Up : forall c t, 0 < fst c k -> (dot (S k) (fst c) (put v k t) <= snd c <-> t <= bound c)).
  { intros c t P. rewrite dot_put. unfold bound. split; intros H.
    - apply le_div; [exact P|lra].
    - apply (Rmult_le_compat_r (fst c k)) in H; [|lra]. rewrite div_cancel in H by exact P. lra. }
  assert (Down : forall c t, fst c k < 0 -> (dot (S k) (fst c) (put v k t) <= snd c <-> bound c <= t)).
  { intros c t P. rewrite dot_put. unfold bound.
    assert (E : (snd c - dot k (fst c) v) / fst c k = (dot k (fst c) v - snd c) / (- fst c k)) by (field; lra).
    rewrite E. split; intros H.
    - apply div_le; lra.
    - apply (Rmult_le_compat_r (- fst c k)) in H; [|lra]. rewrite div_cancel in H by lra. lra. }
  split.
  - intros S. apply sat_app in S. destruct S as [Sf Sj].
    destruct (between (map bound (downs k cs)) (map bound (ups k cs))) as [t [Tl Tu]].
    { intros l u Hl Hu. apply in_map_iff in Hl. apply in_map_iff in Hu.
      destruct Hl as [q [<- Hq]], Hu as [p [<- Hp]].
      assert (J : In (joined k p q) (flat_map (fun p => map (joined k p) (downs k cs)) (ups k cs))).
      { apply in_flat_map. exists p. split; [exact Hp|apply in_map; exact Hq]. }
      specialize (Sj _ J). rewrite dot_joined in Sj. unfold joined in Sj. simpl in Sj.
      apply in_ups in Hp. apply in_downs in Hq. unfold bound, Rdiv in *. lra. }
    exists t. intros c Hc. destruct (Rtotal_order (fst c k) 0) as [H|[H|H]].
    + apply Down; [exact H|]. apply Tl, in_map, in_downs. auto.
    + rewrite dot_put, H, Rmult_0_l, Rplus_0_r. apply Sf, in_flats. auto.
    + apply Up; [exact H|]. apply Tu, in_map, in_ups. auto.
  - intros [t S]. apply sat_app. split.
    + intros c Hc. apply in_flats in Hc. destruct Hc as [Hc Z]. specialize (S c Hc).
      rewrite dot_put, Z, Rmult_0_l, Rplus_0_r in S. exact S.
    + intros c Hc. apply in_flat_map in Hc. destruct Hc as [p [Hp Hc]]. apply in_map_iff in Hc.
      destruct Hc as [q [<- Hq]]. apply in_ups in Hp. apply in_downs in Hq.
      destruct Hp as [Hp Pp], Hq as [Hq Pq].
      assert (A : t <= bound p) by (apply Up; auto). assert (B : bound q <= t) by (apply Down; auto).
      rewrite dot_joined. unfold joined. simpl. unfold bound, Rdiv in *. lra.
Qed.

(** What the first variable can be is described by rows in it alone. *)
Lemma project k : forall cs, exists ds, forall s, sat 1 ds (fun _ => s) <-> exists v, sat (S k) cs v /\ v 0%nat = s.
Proof.
  induction k as [|k IH]; intros cs.
  - exists cs. intros s. split.
    + intros Q. exists (fun _ => s). auto.
    + intros [v [Q <-]]. apply (sat_ext 1 cs v); [|exact Q]. intros i Hi. replace i with 0%nat by lia. reflexivity.
  - destruct (IH (eliminated (S k) cs)) as [ds H]. exists ds. intros s. rewrite H. split.
    + intros [v [Q E]]. apply eliminate in Q. destruct Q as [t Q]. exists (put v (S k) t). split; [exact Q|].
      unfold put. destruct (Nat.eq_dec 0 (S k)); [lia|exact E].
    + intros [v [Q E]]. exists v. split; [|exact E]. apply eliminate. exists (v (S k)).
      apply (sat_ext (S (S k)) cs v); [|exact Q]. intros i Hi. unfold put. destruct (Nat.eq_dec i (S k)) as [->|]; reflexivity.
Qed.

Lemma dot_one a s : dot 1 a (fun _ => s) = a 0%nat * s.
Proof. unfold dot. simpl. lra. Qed.

(** A number that is bounded attains its largest value. *)
Lemma largest_number ds s B : sat 1 ds (fun _ => s) -> (forall t, sat 1 ds (fun _ => t) -> t <= B) ->
  exists t, sat 1 ds (fun _ => t) /\ forall u, sat 1 ds (fun _ => u) -> u <= t.
Proof.
  intros S Bd. set (P := ups 0 ds).
  destruct P as [|p P'] eqn:EP.
  - exfalso. assert (S' : sat 1 ds (fun _ => Rmax s B + 1)).
    { intros c Hc. specialize (S c Hc). rewrite dot_one in *.
      destruct (Rlt_dec 0 (fst c 0%nat)) as [H|H].
      - assert (In c (ups 0 ds)) by (apply in_ups; auto). unfold P in EP. rewrite EP in H0. destruct H0.
      - apply Rle_trans with (fst c 0%nat * s); [|exact S]. pose proof (Rmax_l s B).
        assert (fst c 0%nat * (Rmax s B + 1 - s) <= 0); [|lra].
        assert (0 <= - fst c 0%nat * (Rmax s B + 1 - s)) by (apply Rmult_le_pos; lra). lra. }
    specialize (Bd _ S'). pose proof (Rmax_r s B). lra.
  - assert (M : exists t, (forall c, In c (ups 0 ds) -> t <= snd c / fst c 0%nat) /\ exists c, In c (ups 0 ds) /\ t = snd c / fst c 0%nat).
    { unfold P in EP. rewrite EP. clear EP P. revert p. induction P' as [|q Q IH]; intros p.
      - exists (snd p / fst p 0%nat). split; [intros c [<-|[]]; lra|exists p; split; [left|]; reflexivity].
      - destruct (IH q) as [t [A [c [Hc E]]]]. destruct (Rle_dec t (snd p / fst p 0%nat)) as [H|H].
        + exists t. split; [intros u [<-|Hu]; [exact H|apply A; exact Hu]|exists c; split; [right; exact Hc|exact E]].
        + exists (snd p / fst p 0%nat). split; [|exists p; split; [left|]; reflexivity].
          intros u [<-|Hu]; [lra|]. specialize (A u Hu). lra. }
    destruct M as [t [A [c0 [Hc0 E]]]].
    assert (Up : forall u, sat 1 ds (fun _ => u) -> u <= t).
    { intros u Su. apply in_ups in Hc0. destruct Hc0 as [Hc0 P0]. specialize (Su c0 Hc0). rewrite dot_one in Su.
      rewrite E. apply le_div; [exact P0|lra]. }
    exists t. split; [|exact Up]. intros c Hc. rewrite dot_one.
    destruct (Rlt_dec 0 (fst c 0%nat)) as [H|H].
    + assert (In c (ups 0 ds)) by (apply in_ups; auto). specialize (A c H0).
      apply (Rmult_le_compat_r (fst c 0%nat)) in A; [|lra]. rewrite div_cancel in A by exact H. lra.
    + specialize (S c Hc) as Sc. rewrite dot_one in Sc. specialize (Up s S).
      assert (0 <= - fst c 0%nat * (t - s)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** ** A linear function that is bounded on finitely many linear inequalities attains its maximum there

    Idea: add the value of the function as a variable, and eliminate all others. *)
Definition shifted (a : nat -> R) (z : R) (i : nat) : R := match i with O => z | S j => a j end.

Lemma dot_shifted k a z v : dot (S k) (shifted a z) v = z * v 0%nat + dot k a (fun i => v (S i)).
Proof.
  unfold dot. induction k as [|k IH]; [simpl; lra|].
  replace (sum (S (S k)) (fun i => shifted a z i * v i)) with (sum (S k) (fun i => shifted a z i * v i) + shifted a z (S k) * v (S k)) by reflexivity.
  rewrite IH. cbn [sum shifted]. lra.
Qed.

Theorem maximum k cs f B : (exists v, sat k cs v) -> (forall v, sat k cs v -> dot k f v <= B) ->
  exists v, sat k cs v /\ forall z, sat k cs z -> dot k f z <= dot k f v.
Proof.
  intros [v0 S0] Bd.
  set (ext := (shifted f (-1), 0) :: (shifted (fun i => - f i) 1, 0) :: map (fun c : ineq => (shifted (fst c) 0, snd c)) cs).
  assert (Neg : forall v, dot k (fun i => - f i) v = - dot k f v).
  { intros v. unfold dot. rewrite <- (Rmult_1_l (sum k (fun i => f i * v i))), Ropp_mult_distr_l, <- sum_scal.
    apply sum_ext. intros; ring. }
  assert (Iff : forall v, sat (S k) ext v <-> sat k cs (fun i => v (S i)) /\ v 0%nat = dot k f (fun i => v (S i))).
  { intros v. split.
    - intros Q. split.
      + intros c Hc. assert (H : In (shifted (fst c) 0, snd c) ext).
        { right. right. apply in_map_iff. exists c. auto. }
        specialize (Q _ H). simpl fst in Q. rewrite dot_shifted in Q. simpl in Q. lra.
      + pose proof (Q _ (or_introl eq_refl)) as A. pose proof (Q _ (or_intror (or_introl eq_refl))) as C.
        simpl fst in A, C. simpl snd in A, C. rewrite dot_shifted in A, C. rewrite Neg in C. lra.
    - intros [Q E] c [<-|[<-|Hc]].
      + simpl fst. simpl snd. rewrite dot_shifted. lra.
      + simpl fst. simpl snd. rewrite dot_shifted, Neg. lra.
      + apply in_map_iff in Hc. destruct Hc as [c' [<- Hc]]. simpl fst. simpl snd. rewrite dot_shifted.
        specialize (Q c' Hc). lra. }
  destruct (project k ext) as [ds Hds].
  assert (Of : forall z, sat k cs z -> sat 1 ds (fun _ => dot k f z)).
  { intros z Sz. apply Hds. exists (shifted z (dot k f z)). split; [|reflexivity]. apply Iff. simpl. split; [exact Sz|reflexivity]. }
  destruct (largest_number ds (dot k f v0) B) as [t [St Tmax]].
  - apply Of. exact S0.
  - intros t St. apply Hds in St. destruct St as [v [Sv <-]]. apply Iff in Sv. destruct Sv as [Sv ->]. apply Bd. exact Sv.
  - apply Hds in St. destruct St as [v [Sv Ev]]. apply Iff in Sv. destruct Sv as [Sv E].
    exists (fun i => v (S i)). split; [exact Sv|]. intros z Sz. rewrite <- E, Ev. apply Tmax, Of, Sz.
Qed.

(** ** The same for several functions in lexicographic order

    Idea: maximise the first, hold it at its maximum by one more inequality, and go on. *)
Theorem lexicographic_maximum k fs : forall cs, (exists v, sat k cs v) ->
  (forall f, In f fs -> exists B, forall v, sat k cs v -> dot k f v <= B) ->
  exists v, sat k cs v /\ forall z, sat k cs z -> ~ lexlt (map (fun f => dot k f v) fs) (map (fun f => dot k f z) fs).
Proof.
  induction fs as [|f fs IH]; intros cs Ex Bd.
  - destruct Ex as [v S]. exists v. split; [exact S|]. intros z _ H. exact H.
  - destruct (Bd f (or_introl eq_refl)) as [B HB]. destruct (maximum k cs f B Ex HB) as [m [Sm Mm]].
    assert (Neg : forall v, dot k (fun i => - f i) v = - dot k f v).
    { intros v. unfold dot. rewrite <- (Rmult_1_l (sum k (fun i => f i * v i))), Ropp_mult_distr_l, <- sum_scal.
      apply sum_ext. intros; ring. }
    destruct (IH ((fun i => - f i, - dot k f m) :: cs)) as [v [Sv Mv]].
    + exists m. intros c [<-|Hc]; [simpl; rewrite Neg; lra|apply Sm; exact Hc].
    + intros g Hg. destruct (Bd g (or_intror Hg)) as [C HC]. exists C. intros v S. apply HC.
      intros c Hc. apply S. right. exact Hc.
    + assert (Sv' : sat k cs v) by (intros c Hc; apply Sv; right; exact Hc).
      assert (E : dot k f v = dot k f m).
      { pose proof (Sv _ (or_introl eq_refl)) as H. simpl in H. rewrite Neg in H. specialize (Mm v Sv'). lra. }
      exists v. split; [exact Sv'|]. intros z Sz [H|[H1 H2]].
      * specialize (Mm z Sz). rewrite E in H. lra.
      * apply (Mv z); [|exact H2]. intros c [<-|Hc]; [simpl; rewrite Neg; lra|apply Sz; exact Hc].
Qed.
