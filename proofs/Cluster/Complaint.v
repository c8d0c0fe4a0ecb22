(** Allocations of which nobody has a complaint, over a convex set of placements. The levels that are compared are
    tasks times a factor per user. The mechanisms that make such levels leximin are instances. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model.
Open Scope R_scope.

Definition mix (e : R) (x y : placement) : placement := fun n i => (1 - e) * x n i + e * y n i.
Definition convex (F : placement -> Prop) := forall e x y, 0 <= e <= 1 -> F x -> F y -> F (mix e x y).

Lemma tot_mix I e x y n : tot I (mix e x y) n = (1 - e) * tot I x n + e * tot I y n.
Proof. unfold tot, mix. rewrite sum_plus, !sum_scal; auto. Qed.

Lemma combine_le e a b c : 0 <= e <= 1 -> a <= c -> b <= c -> (1 - e) * a + e * b <= c.
Proof.
  intros H A B. assert ((1 - e) * a <= (1 - e) * c) by (apply Rmult_le_compat_l; lra).
  assert (e * b <= e * c) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma placed_convex I g e x y : 0 <= e <= 1 -> placed I g x -> placed I g y -> placed I g (mix e x y).
Proof.
  intros H X Y. split.
  - intros n i Hn Hi. unfold mix.
    pose proof (pl_pos I g x X n i Hn Hi). pose proof (pl_pos I g y Y n i Hn Hi).
    assert (0 <= (1 - e) * x n i) by (apply Rmult_le_pos; lra).
    assert (0 <= e * y n i) by (apply Rmult_le_pos; lra). lra.
  - intros n i Hn Hi G. unfold mix.
    rewrite (pl_run I g x X n i), (pl_run I g y Y n i); auto; lra.
  - intros n Hn. rewrite tot_mix.
    pose proof (pl_tk I g x X n Hn) as A. pose proof (pl_tk I g y Y n Hn) as B.
    destruct (tk I n); simpl in *; auto. apply combine_le; auto.
Qed.

Lemma feasible_convex I : convex (feasible I).
Proof.
  intros e x y H [X CX] [Y CY]. split; [apply placed_convex; auto|].
  intros i r Hi Hr. unfold mix.
  rewrite (sum_ext _ _ (fun n => (1 - e) * (x n i * dem I n r) + e * (y n i * dem I n r))) by (intros; lra).
  rewrite sum_plus, !sum_scal. apply combine_le; auto.
Qed.

Lemma feasible_time_convex I g : convex (feasible_time I g).
Proof.
  intros e x y H [X CX] [Y CY]. split; [apply placed_convex; auto|].
  intros i Hi. unfold mix.
  rewrite (sum_ext _ _ (fun n => (1 - e) * (x n i / g n i) + e * (y n i / g n i))) by (intros; unfold Rdiv; lra).
  rewrite sum_plus, !sum_scal. apply combine_le; auto.
Qed.

(** ** Leximin and complaints *)

Section Over.
  Variable I : inst.
  Variable g : nat -> nat -> R.
  Variable F : placement -> Prop.
  Variable s : nat -> R.
  Hypothesis F_convex : convex F.
  Hypothesis F_tot : forall y n, F y -> (n < users I)%nat -> 0 <= tot I y n.
  Hypothesis F_dead : forall y n, F y -> (n < users I)%nat -> runsb g I n = false -> tot I y n = 0.
  Hypothesis s_pos : forall n, (n < users I)%nat -> runsb g I n = true -> 0 < s n.

  Lemma in_live n : In n (filter (runsb g I) (seq 0 (users I))) <-> (n < users I)%nat /\ runsb g I n = true.
  Proof.
    rewrite filter_In, in_seq. split; intros [A B]; split; auto; lia.
  Qed.

  Lemma gainer_live x y n : F x -> F y -> (n < users I)%nat -> tot I x n < tot I y n -> runsb g I n = true.
  Proof.
    intros Fx Fy Hn H. destruct (runsb g I n) eqn:E; auto.
    pose proof (F_tot x n Fx Hn). rewrite (F_dead y n Fy Hn E) in H. lra.
  Qed.

  (* Idea. Let y be a complaint of n against x, and mix a little of y into x. Users lowered by y stood strictly above n
     and, if the step is small, still do. n itself rises, everybody else does not fall. So at every threshold up to the
     old level of n no more users are at or below it, and at that level one fewer: the sorted levels grow in
     lexicographic order.
     Covers the general lemma behind the leximin mechanisms.
     Hypotheses met: Drfh.c_drfh_witness. *)
  Theorem fair_of_leximin x : leximin I g F s x -> fair I F s x.
  Proof.
    intros [Fx L] n y Hn [Fy [G C]].
    pose proof (gainer_live x y n Fx Fy Hn G) as Rn.
    pose proof (s_pos n Hn Rn) as Sn.
    pose proof (F_tot x n Fx Hn) as Tn.
    set (t := tot I x n * s n) in *.
    assert (0 <= t) by (apply Rmult_le_pos; lra).
    destruct (small (users I) (fun m => tot I y m < tot I x m)
                (fun m => (tot I x m * s m - t) / (2 * (tot I x m * s m)))) as [e [He Hs]].
    { intros m Hm D. specialize (C m Hm D). apply div_pos; lra. }
    apply (L (mix e x y)); [apply F_convex; auto; lra|].
    unfold levels. apply leximin_improves with n t.
    - apply in_live; auto.
    - unfold t; lra.
    - rewrite tot_mix. unfold t.
      assert (tot I x n * s n < tot I y n * s n) by (apply Rmult_lt_compat_r; auto).
      assert (e * (tot I x n * s n) < e * (tot I y n * s n)) by (apply Rmult_lt_compat_l; lra). lra.
    - intros m u Hm Hu. apply in_live in Hm as [Hm Rm]. pose proof (s_pos m Hm Rm) as Sm. rewrite tot_mix.
      destruct (Rlt_le_dec (tot I y m) (tot I x m)) as [D|D].
      + intros A. exfalso. specialize (C m Hm D). specialize (Hs m Hm D). simpl in Hs.
        apply Rmult_le_compat_r with (r := 2 * (tot I x m * s m)) in Hs; [|lra].
        rewrite div_cancel in Hs by lra.
        assert (0 <= e * (tot I y m * s m)).
        { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply F_tot; auto|lra]. }
        lra.
      + intros A. assert (e * (tot I x m * s m) <= e * (tot I y m * s m)); [|lra].
        apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_r; lra.
  Qed.

  (* Idea. Let z beat x in the order. Among the users whose totals differ take one with the least of its two levels, v.
     If it has v in x and more in z, z is its complaint, since who loses in z keeps at least v there and had more in x.
     Otherwise all who attain v do so in z only, and then x beats z, which is absurd.
     Covers the converse, so that leximin and no complaint are the same.
     Hypotheses met: Drfh.c_drfh_witness. *)
  Theorem leximin_of_fair x : F x -> fair I F s x -> leximin I g F s x.
  Proof.
    intros Fx H. split; auto. intros z Fz L.
    destruct (classic (exists m, (m < users I)%nat /\ (tot I x m <> tot I z m))) as [Ex|No].
    2:{ apply (lexlt_irrefl (sort (levels I g s x))).
        replace (levels I g s z) with (levels I g s x) in L; auto.
        unfold levels. apply map_ext_in. intros m Hm. apply in_live in Hm as [Hm _].
        destruct (Req_dec (tot I x m) (tot I z m)) as [->|D]; auto. exfalso; apply No; exists m; auto. }
    destruct (least _ _ (fun m => Rmin (tot I x m * s m) (tot I z m * s m)) Ex) as [k [Hk [Dk Mk]]].
    assert (Live : forall m, (m < users I)%nat -> tot I x m <> tot I z m -> 0 < s m).
    { intros m Hm D. apply s_pos; auto. destruct (Rtotal_order (tot I x m) (tot I z m)) as [A|[A|A]].
      - apply (gainer_live x z m); auto.
      - contradiction.
      - apply (gainer_live z x m); auto. }
    set (v := Rmin (tot I x k * s k) (tot I z k * s k)) in *. simpl in Mk.
    assert (Low : forall m, (m < users I)%nat -> tot I x m <> tot I z m ->
              v <= tot I x m * s m /\ v <= tot I z m * s m).
    { intros m Hm D. specialize (Mk m Hm D).
      pose proof (Rmin_l (tot I x m * s m) (tot I z m * s m)).
      pose proof (Rmin_r (tot I x m * s m) (tot I z m * s m)). lra. }
    destruct (classic (exists n, (n < users I)%nat /\ tot I x n <> tot I z n /\ tot I x n * s n = v)) as [[n [Hn [Dn En]]]|No].
    - apply (H n z Hn). pose proof (Low n Hn Dn) as [_ Ln]. pose proof (Live n Hn Dn) as Sn.
      split; auto. split.
      + destruct (Rtotal_order (tot I x n) (tot I z n)) as [A|[A|A]]; auto; [contradiction|].
        exfalso. apply Rmult_lt_compat_r with (r := s n) in A; lra.
      + intros m Hm D. assert (Dm : tot I x m <> tot I z m) by lra.
        pose proof (Live m Hm Dm). destruct (Low m Hm Dm).
        apply Rmult_lt_compat_r with (r := s m) in D; lra.
    - apply (lexlt_asym _ _ L). unfold levels.
      assert (E : tot I z k * s k = v).
      { unfold v, Rmin. destruct (Rle_dec (tot I x k * s k) (tot I z k * s k)) as [A|A]; auto.
        exfalso; apply No; exists k; split; auto; split; auto.
        unfold v, Rmin. destruct (Rle_dec (tot I x k * s k) (tot I z k * s k)); auto; contradiction. }
      apply leximin_improves with k v.
      + apply in_live; split; auto. destruct (runsb g I k) eqn:R; auto. exfalso; apply Dk.
        rewrite (F_dead x k), (F_dead z k); auto.
      + lra.
      + destruct (Low k Hk Dk) as [A _]. destruct (Rle_lt_or_eq_dec _ _ A) as [|B]; auto.
        exfalso; apply No; exists k; auto.
      + intros m u Hm Hu A. apply in_live in Hm as [Hm _].
        destruct (Req_dec (tot I x m) (tot I z m)) as [<-|D]; auto.
        exfalso. destruct (Low m Hm D) as [B _]. apply No; exists m; split; auto; split; auto. lra.
  Qed.

  Theorem leximin_iff_fair x : F x -> (leximin I g F s x <-> fair I F s x).
  Proof. intros Fx; split; [apply fair_of_leximin|apply leximin_of_fair; auto]. Qed.

  (** The totals of a complaint-free allocation are unique. *)
  (* Idea. Take the user, among those whose totals differ, with the least of its levels in the two. In the allocation
     where it stands at that level the other allocation is its complaint: it gets more there, and everybody who loses by
     the change keeps at least that level and so stood above it before.
     Covers uniqueness of totals for every leximin mechanism.
     Hypotheses met: Drfh.c_drfh_witness. *)
  Theorem fair_unique x z : F x -> F z -> fair I F s x -> fair I F s z ->
    forall n, (n < users I)%nat -> tot I x n = tot I z n.
  Proof.
    intros Fx Fz Hx Hz n Hn. apply NNPP; intros Dn.
    destruct (least (users I) (fun m => tot I x m <> tot I z m)
                (fun m => Rmin (tot I x m * s m) (tot I z m * s m))) as [k [Hk [Dk Mk]]]; [exists n; auto|].
    assert (Live : forall m, (m < users I)%nat -> tot I x m <> tot I z m -> 0 < s m).
    { intros m Hm D. apply s_pos; auto. destruct (Rtotal_order (tot I x m) (tot I z m)) as [A|[A|A]].
      - apply (gainer_live x z m); auto.
      - contradiction.
      - apply (gainer_live z x m); auto. }
    simpl in Mk.
    assert (Main : forall p q, F q -> fair I F s p ->
      (forall m, (m < users I)%nat -> tot I p m <> tot I q m ->
         tot I p k * s k <= tot I p m * s m /\ tot I p k * s k <= tot I q m * s m) ->
      tot I p k < tot I q k ->
      (forall m, (m < users I)%nat -> tot I p m <> tot I q m -> 0 < s m) -> False).
    { intros p q Fq Hp Low G Lv. apply (Hp k q Hk). split; auto. split; auto.
      intros m Hm D. assert (Dm : tot I p m <> tot I q m) by lra.
      destruct (Low m Hm Dm). pose proof (Lv m Hm Dm).
      apply Rmult_lt_compat_r with (r := s m) in D; lra. }
    assert (B : forall m, (m < users I)%nat -> tot I x m <> tot I z m ->
      Rmin (tot I x k * s k) (tot I z k * s k) <= tot I x m * s m /\
      Rmin (tot I x k * s k) (tot I z k * s k) <= tot I z m * s m).
    { intros m Hm D. specialize (Mk m Hm D).
      pose proof (Rmin_l (tot I x m * s m) (tot I z m * s m)).
      pose proof (Rmin_r (tot I x m * s m) (tot I z m * s m)). lra. }
    pose proof (Live k Hk Dk) as Sk.
    destruct (Rtotal_order (tot I x k) (tot I z k)) as [A|[A|A]].
    - apply (Main x z); auto. intros m Hm D. rewrite <- (Rmin_left (tot I x k * s k) (tot I z k * s k)).
      + apply B; auto.
      + apply Rmult_le_compat_r; lra.
    - contradiction.
    - apply (Main z x); auto. intros m Hm D. apply not_eq_sym in D.
      rewrite <- (Rmin_right (tot I x k * s k) (tot I z k * s k)).
      + destruct (B m Hm D); auto.
      + apply Rmult_le_compat_r; lra.
  Qed.
End Over.

(** ** Consequences for any set *)

(* Idea. A dominating allocation lowers nobody. So it is a complaint of whoever gains by it: the condition that all
   losers stood strictly higher is empty. Nothing is needed of the set of placements or of the levels.
   Covers the general lemma behind po of every fair mechanism.
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem fair_pareto I (F : placement -> Prop) s x : fair I F s x -> pareto I F x.
Proof.
  intros H [y [Fy [D [n [Hn G]]]]]. apply (H n y Hn). split; auto. split; auto.
  intros m Hm L. specialize (D m Hm). lra.
Qed.

(** No feasible allocation has every level above one of the levels of a fair one: the smallest level is maximal. *)
(* Idea. If every user stood higher in y than n does in x, then y would be a complaint of n: n gets more, and whoever
   gets less in y than in x stands above the level of n in y already, hence in x.
   Covers max-min, the first round of leximin.
   Hypotheses met: Drfh.c_drfh_witness. *)
Theorem fair_max_min I (F : placement -> Prop) s x y n : fair I F s x -> F y -> (n < users I)%nat -> 0 < s n ->
  (forall m, (m < users I)%nat -> tot I y m < tot I x m -> 0 < s m) ->
  exists m, (m < users I)%nat /\ 0 < s m /\ tot I y m * s m <= tot I x n * s n.
Proof.
  intros H Fy Hn Sn Live. apply NNPP; intros No.
  assert (Up : forall m, (m < users I)%nat -> 0 < s m -> tot I x n * s n < tot I y m * s m).
  { intros m Hm Sm. apply Rnot_le_lt; intros L. apply No; exists m; auto. }
  apply (H n y Hn). split; auto. split.
  - apply Rmult_lt_reg_r with (s n); auto.
  - intros m Hm D. pose proof (Live m Hm D) as Sm. specialize (Up m Hm Sm).
    apply Rmult_lt_compat_r with (r := s m) in D; auto. lra.
Qed.

(** Only the proportions of the factors matter. *)
Lemma fair_scale I (F : placement -> Prop) s s' c x : 0 < c -> F x ->
  (forall y n, F y -> (n < users I)%nat -> 0 < tot I y n -> s' n = c * s n) ->
  (forall y n, F y -> (n < users I)%nat -> 0 <= tot I y n) ->
  fair I F s x -> fair I F s' x.
Proof.
  intros Hc Fx E T H n y Hn [Fy [G C]]. apply (H n y Hn). split; auto. split; auto.
  intros m Hm D. specialize (C m Hm D).
  rewrite (E y n) in C by (auto; pose proof (T x n Fx Hn); lra).
  rewrite (E x m) in C by (auto; pose proof (T y m Fy Hm); lra).
  apply Rmult_lt_reg_l with c; auto. lra.
Qed.

(** ** Resource division *)

Section Division.
  Variable I : inst.
  Hypothesis W : wf I.

  Lemma feasible_tot y n : feasible I y -> (n < users I)%nat -> 0 <= tot I y n.
  Proof. intros [P _] Hn. apply (tot_nonneg I (gam I) y P); auto. Qed.

  Lemma feasible_dead y n : feasible I y -> (n < users I)%nat -> runsb (gam I) I n = false -> tot I y n = 0.
  Proof.
    intros Fy Hn R. pose proof (feasible_tot y n Fy Hn). apply Rle_antisym; auto.
    apply Rnot_lt_le; intros L. apply (feasible_runs I W) in L; auto.
    apply (runsb_runs I W) in L; auto. congruence.
  Qed.

  Section Factor.
    Variable s : nat -> R.
    Hypothesis s_pos : forall n, (n < users I)%nat -> runs I n -> 0 < s n.

    Theorem feasible_leximin_fair x : leximin I (gam I) (feasible I) s x -> fair I (feasible I) s x.
    Proof.
      apply fair_of_leximin; auto using feasible_convex, feasible_tot, feasible_dead.
      intros n Hn R; apply s_pos; auto. apply (runsb_runs I W); auto.
    Qed.

    Theorem feasible_fair_leximin x : feasible I x -> fair I (feasible I) s x ->
      leximin I (gam I) (feasible I) s x.
    Proof.
      apply leximin_of_fair; auto using feasible_tot, feasible_dead.
      intros n Hn R; apply s_pos; auto. apply (runsb_runs I W); auto.
    Qed.

    Theorem feasible_fair_unique x z : feasible I x -> feasible I z ->
      fair I (feasible I) s x -> fair I (feasible I) s z ->
      forall n, (n < users I)%nat -> tot I x n = tot I z n.
    Proof.
      apply (fair_unique I (gam I)); auto using feasible_tot, feasible_dead.
      intros n Hn R; apply s_pos; auto. apply (runsb_runs I W); auto.
    Qed.
  End Factor.

  (** Envy: whoever envies another could be given part of what that one holds on its own servers. *)
  (* Idea. If n envies m, then n stands strictly below m: compare the tasks that n would run on the bundles of m with
     the yardsticks. Take a small part of what m holds on servers where n may run and let n use it there. It fits,
     because k tasks of n need no more than one of m, and only m loses. That is a complaint.
     Covers the general lemma behind ef of drfh, c-drfh, cdrf, tsf.
     Hypotheses met: Drfh.c_drfh_witness. *)
  Theorem fair_envy_free s x : feasible I x -> fair I (feasible I) s x ->
    (forall n, (n < users I)%nat -> runs I n -> 0 < s n) ->
    (forall n m, (n < users I)%nat -> (m < users I)%nat -> runs I m ->
       0 < kappa I (dem I n) (dem I m) ->
       wt I n / wt I m * kappa I (dem I n) (dem I m) * s n <= s m) ->
    envy_free I x.
  Proof.
    intros Fx H s_pos Yard n m Hn Hm Dnm. pose proof Fx as [P C].
    apply Rnot_lt_le; intros Envy.
    set (k := kappa I (dem I n) (dem I m)) in *.
    pose (h := fun i => if el I n i then x m i else 0).
    assert (h_pos : forall i, (i < servers I)%nat -> 0 <= h i).
    { intros i Hi. unfold h. destruct (el I n i); [apply (pl_pos I (gam I) x P); auto|lra]. }
    assert (h_le : forall i, (i < servers I)%nat -> h i <= x m i).
    { intros i Hi. unfold h. destruct (el I n i); [lra|apply (pl_pos I (gam I) x P); auto]. }
    set (G := sum (servers I) h).
    pose proof (wf_wt I W n Hn) as Wn. pose proof (wf_wt I W m Hm) as Wm.
    assert (Worth : worth I x n m = wt I n / wt I m * k * G).
    { unfold worth, G. rewrite <- sum_scal. apply sum_ext; intros i Hi. unfold h, k. destruct (el I n i); lra. }
    assert (k0 : 0 <= k) by (apply (kappa_nonneg I W); auto; apply (wf_dem I W); auto).
    assert (G0 : 0 <= G) by (apply sum_nonneg; auto).
    pose proof (feasible_tot x n Fx Hn) as Tn.
    assert (Wk : tot I x n < wt I n / wt I m * k * G).
    { rewrite <- Worth. pose proof (capped_le (tk I n) (worth I x n m)). lra. }
    assert (Wq : 0 < wt I n / wt I m) by (apply div_pos; auto).
    assert (kp : 0 < k).
    { destruct (Rle_lt_or_eq_dec 0 k k0) as [|E]; auto. rewrite <- E in Wk. lra. }
    assert (Gp : 0 < G).
    { destruct (Rle_lt_or_eq_dec 0 G G0) as [|E]; auto. rewrite <- E in Wk. lra. }
    assert (use : forall i, (i < servers I)%nat -> 0 < h i -> 0 < gam I n i).
    { intros i Hi Hp. unfold h in Hp. destruct (el I n i) eqn:E; [|lra].
      apply (gam_pos I W); auto. intros r Hr D.
      assert (Gm : 0 < gam I m i).
      { apply (placed_usable I (gam I) x P); auto. apply (gam_nonneg I W); auto. }
      apply (gam_cap I W m i r); auto.
      pose proof (kappa_le I W (dem I m) n r Hn Hr (proj1 (wf_dem I W m Hm))) as A. fold k in A.
      apply Rlt_le_trans with (k * dem I n r); auto. apply Rmult_lt_0_compat; auto. }
    destruct (sum_pos_term _ _ Gp) as [j [Hj Jp]].
    assert (Rn : runs I n) by (exists j; auto).
    pose proof (s_pos n Hn Rn) as Sn.
    assert (Rm : runs I m).
    { apply (feasible_runs I W x); auto. pose proof (h_le j Hj).
      apply (tot_pos I (gam I) x P m j); auto. lra. }
    assert (Gm : G <= tot I x m) by (apply sum_le; auto).
    assert (Higher : tot I x n * s n < tot I x m * s m).
    { specialize (Yard n m Hn Hm Rm kp). fold k in Yard.
      assert (tot I x n * s n < wt I n / wt I m * k * G * s n) by (apply Rmult_lt_compat_r; auto).
      assert (wt I n / wt I m * k * s n * G <= s m * G) by (apply Rmult_le_compat_r; lra).
      pose proof (s_pos m Hm Rm).
      assert (s m * G <= s m * tot I x m) by (apply Rmult_le_compat_l; lra). lra. }
    assert (Room : exists e, 0 < e <= 1 /\ within (tk I n) (tot I x n + e * k * G)).
    { destruct (tk I n) as [t|]; simpl; [|exists 1; split; auto; lra].
      simpl in Envy. assert (tot I x n < t).
      { pose proof (Rmin_l t (worth I x n m)). lra. }
      assert (kG : 0 < k * G) by (apply Rmult_lt_0_compat; auto).
      exists (Rmin 1 ((t - tot I x n) / (k * G))). split.
      - split; [|apply Rmin_l]. apply Rmin_glb_lt; [lra|]. apply div_pos; lra.
      - pose proof (Rmin_r 1 ((t - tot I x n) / (k * G))) as A.
        apply Rmult_le_compat_r with (r := k * G) in A; [|lra].
        rewrite div_cancel in A by lra. lra. }
    destruct Room as [e [He Ht]].
    pose (y := fun q i => x q i + (if Nat.eq_dec q n then e * k * h i else 0)
                               + (if Nat.eq_dec q m then - (e * h i) else 0)).
    assert (Ty : forall q, tot I y q = tot I x q + (if Nat.eq_dec q n then e * k * G else 0)
                               + (if Nat.eq_dec q m then - (e * G) else 0)).
    { intros q. unfold tot, y. rewrite !sum_plus. f_equal; [f_equal|].
      - destruct (Nat.eq_dec q n); [rewrite sum_scal; auto|apply sum_zero; auto].
      - destruct (Nat.eq_dec q m); [|apply sum_zero; auto].
        rewrite (sum_ext _ _ (fun i => (- e) * h i)) by (intros; lra). rewrite sum_scal. fold G; lra. }
    assert (ek : 0 < e * k) by (apply Rmult_lt_0_compat; lra).
    assert (eG : 0 < e * G) by (apply Rmult_lt_0_compat; lra).
    assert (ekG : 0 < e * k * G) by (apply Rmult_lt_0_compat; auto).
    apply (H n y Hn). split; [|split].
    - split; [split|].
      + intros q i Hq Hi. unfold y. pose proof (pl_pos I (gam I) x P q i Hq Hi).
        pose proof (h_pos i Hi). pose proof (h_le i Hi).
        assert (0 <= e * k * h i) by (apply Rmult_le_pos; lra).
        assert (e * h i <= 1 * h i) by (apply Rmult_le_compat_r; lra).
        destruct (Nat.eq_dec q n); destruct (Nat.eq_dec q m); subst; try lra.
      + intros q i Hq Hi Z. unfold y. rewrite (pl_run I (gam I) x P q i); auto.
        assert (Hz : q = n -> h i = 0).
        { intros ->. destruct (Rle_lt_or_eq_dec 0 (h i) (h_pos i Hi)) as [L|]; auto.
          specialize (use i Hi L). lra. }
        assert (Hz' : q = m -> h i = 0).
        { intros ->. pose proof (h_pos i Hi). pose proof (h_le i Hi).
          rewrite (pl_run I (gam I) x P m i) in *; auto; lra. }
        destruct (Nat.eq_dec q n) as [E|E]; [rewrite (Hz E)|]; destruct (Nat.eq_dec q m) as [E'|E'];
          try rewrite (Hz' E'); lra.
      + intros q Hq. rewrite Ty. pose proof (pl_tk I (gam I) x P q Hq) as T.
        destruct (Nat.eq_dec q n) as [En|En]; destruct (Nat.eq_dec q m) as [Em|Em]; [congruence|rewrite En in *|rewrite Em in *|].
        * destruct (tk I n); simpl in *; auto; lra.
        * destruct (tk I m); simpl in *; auto; lra.
        * destruct (tk I q); simpl in *; auto; lra.
      + intros i r Hi Hr. unfold y.
      rewrite (sum_ext _ _ (fun q => x q i * dem I q r
                   + (if Nat.eq_dec q n then e * k * h i * dem I n r else 0)
                   + (if Nat.eq_dec q m then - (e * h i * dem I m r) else 0))).
        * rewrite !sum_plus, !sum_single by auto.
        pose proof (C i r Hi Hr).
        pose proof (kappa_le I W (dem I m) n r Hn Hr (proj1 (wf_dem I W m Hm))) as A. fold k in A.
        assert (e * h i * (k * dem I n r) <= e * h i * dem I m r); [|lra].
        apply Rmult_le_compat_l; auto. apply Rmult_le_pos; [lra|auto].
        * intros q Hq. destruct (Nat.eq_dec q n); destruct (Nat.eq_dec q m); subst; lra.
    - rewrite Ty. destruct (Nat.eq_dec n n); [|contradiction].
      destruct (Nat.eq_dec n m); [contradiction|]. lra.
    - intros q Hq L. rewrite Ty in L.
      destruct (Nat.eq_dec q n); destruct (Nat.eq_dec q m); subst; try contradiction; try lra.
  Qed.

  (** Without placement constraints envy over the added bundles is the same. *)
  Lemma aggregate_of_envy_free x : unconstrained I -> envy_free I x -> envy_free_aggregate I x.
  Proof.
    intros U H n m Hn Hm D. specialize (H n m Hn Hm D).
    replace (wt I n / wt I m * kappa I (dem I n) (dem I m) * tot I x m) with (worth I x n m); auto.
    unfold worth, tot. rewrite <- sum_scal. apply sum_ext; intros i Hi. rewrite U; auto.
  Qed.
End Division.

(** ** Lies of a coalition, demands and servers, under resource division *)

Section Lies.
  Variables (S : nat -> bool) (I J : inst) (s s' : nat -> R) (x x' : placement).
  Hypothesis WI : wf I.
  Hypothesis WJ : wf J.
  Hypothesis A : agree S I J.
  Hypothesis s_pos : forall n, (n < users I)%nat -> runs I n -> 0 < s n.
  Hypothesis s_same : forall n, (n < users I)%nat -> S n = false -> s' n = s n.
  Hypothesis s_lie : forall n, (n < users I)%nat -> S n = true -> runs J n ->
    0 < kappa I (dem I n) (dem J n) -> kappa I (dem I n) (dem J n) * s n <= s' n.
  Hypothesis Fx : feasible I x.
  Hypothesis Fx' : feasible J x'.
  Hypothesis Hx : fair I (feasible I) s x.
  Hypothesis Hx' : fair J (feasible J) s' x'.

  Let k n := kappa I (dem I n) (dem J n).
  Let used n i := if el I n i then x' n i * k n else 0.
  Let G n := sum (servers I) (used n).
  Let c n := gain I J x' n / G n.
  Let y n i := if S n then c n * used n i else x' n i.
  Let z (n i : nat) : R := if S n then 0 else x n i.

  Lemma tot_agree p n : tot J p n = tot I p n.
  Proof. unfold tot. rewrite (ag_s S I J A); auto. Qed.

  Lemma gam_agree n i : S n = false -> gam J n i = gam I n i.
  Proof.
    intros E. unfold gam, fit. rewrite (ag_el S I J A n E), (ag_r S I J A).
    destruct (el I n i); auto. apply minratio_ext; intros; [apply (ag_cap S I J A)|].
    rewrite (ag_dem S I J A n E); auto.
  Qed.

  Lemma dem_J n : (n < users I)%nat -> row (resources I) (dem J n).
  Proof. intros Hn. rewrite <- (ag_r S I J A). apply (wf_dem J WJ). rewrite (ag_u S I J A); auto. Qed.

  Lemma k_nonneg n : (n < users I)%nat -> 0 <= k n.
  Proof. intros Hn. apply (kappa_nonneg I WI); auto. apply dem_J; auto. Qed.

  Lemma x'_pos n i : (n < users I)%nat -> (i < servers I)%nat -> 0 <= x' n i.
  Proof.
    intros Hn Hi. destruct Fx' as [P _]. apply (pl_pos J (gam J) x' P).
    - rewrite (ag_u S I J A); auto.
    - rewrite (ag_s S I J A); auto.
  Qed.

  Lemma used_pos n i : (n < users I)%nat -> (i < servers I)%nat -> 0 <= used n i.
  Proof.
    intros Hn Hi. unfold used. destruct (el I n i); [|lra].
    apply Rmult_le_pos; [apply x'_pos; auto|apply k_nonneg; auto].
  Qed.

  Lemma G_le n : (n < users I)%nat -> G n <= k n * tot I x' n.
  Proof.
    intros Hn. unfold G, tot. rewrite <- sum_scal. apply sum_le; intros i Hi. unfold used.
    pose proof (x'_pos n i Hn Hi). pose proof (k_nonneg n Hn).
    destruct (el I n i); [lra|]. apply Rmult_le_pos; auto.
  Qed.

  Hypothesis Gains : forall n, (n < users I)%nat -> S n = true -> tot I x n < gain I J x' n.

  Lemma gain_G n : gain I J x' n = capped (tk I n) (G n).
  Proof. reflexivity. Qed.

  Lemma G_pos n : (n < users I)%nat -> S n = true -> 0 < G n.
  Proof.
    intros Hn E. specialize (Gains n Hn E). pose proof (feasible_tot I x n Fx Hn).
    rewrite gain_G in Gains. pose proof (capped_le (tk I n) (G n)). lra.
  Qed.

  Lemma c_bounds n : (n < users I)%nat -> S n = true -> 0 <= c n <= 1.
  Proof.
    intros Hn E. pose proof (G_pos n Hn E) as Gp. pose proof (Gains n Hn E) as Gn.
    pose proof (feasible_tot I x n Fx Hn). unfold c. split.
    - apply div_nonneg; lra.
    - apply div_le; auto. rewrite gain_G. pose proof (capped_le (tk I n) (G n)). lra.
  Qed.

  Lemma tot_y n : (n < users I)%nat -> tot I y n = if S n then gain I J x' n else tot I x' n.
  Proof.
    intros Hn. unfold tot, y. destruct (S n) eqn:E; auto. rewrite sum_scal. fold (G n). unfold c. apply div_cancel.
    apply G_pos; auto.
  Qed.

  Lemma liar_runs n i : (n < users I)%nat -> (i < servers I)%nat -> el I n i = true ->
    0 < k n -> 0 < x' n i -> 0 < gam I n i.
  Proof.
    intros Hn Hi E Kp Xp. apply (gam_pos I WI); auto. intros r Hr D.
    destruct Fx' as [P _].
    assert (Hn' : (n < users J)%nat) by (rewrite (ag_u S I J A); auto).
    assert (Hi' : (i < servers J)%nat) by (rewrite (ag_s S I J A); auto).
    assert (Hr' : (r < resources J)%nat) by (rewrite (ag_r S I J A); auto).
    assert (Gp : 0 < gam J n i).
    { apply (placed_usable J (gam J) x' P); auto. apply (gam_nonneg J WJ); auto. }
    rewrite <- (ag_cap S I J A). apply (gam_cap J WJ n i r); auto.
    pose proof (kappa_le I WI (dem J n) n r Hn Hr (proj1 (dem_J n Hn))) as B. fold (k n) in B.
    apply Rlt_le_trans with (k n * dem I n r); auto. apply Rmult_lt_0_compat; auto.
  Qed.

  Lemma y_feasible : feasible I y.
  Proof.
    pose proof Fx' as [P C]. split; [split|].
    - intros n i Hn Hi. unfold y. destruct (S n) eqn:E; [|apply x'_pos; auto].
      apply Rmult_le_pos; [apply c_bounds; auto|apply used_pos; auto].
    - intros n i Hn Hi Z. unfold y. destruct (S n) eqn:E.
      + replace (used n i) with 0; [lra|]. unfold used. destruct (el I n i) eqn:L; auto.
        destruct (Rle_lt_or_eq_dec _ _ (k_nonneg n Hn)) as [Kp|<-]; [|lra].
        destruct (Rle_lt_or_eq_dec _ _ (x'_pos n i Hn Hi)) as [Xp|<-]; [|lra].
        pose proof (liar_runs n i Hn Hi L Kp Xp). lra.
      + apply (pl_run J (gam J) x' P).
        * rewrite (ag_u S I J A); auto.
        * rewrite (ag_s S I J A); auto.
        * rewrite gam_agree; auto.
    - intros n Hn. rewrite tot_y by auto. destruct (S n) eqn:E.
      + rewrite gain_G. apply capped_within.
      + rewrite <- tot_agree, <- (ag_tk S I J A). apply (pl_tk J (gam J) x' P). rewrite (ag_u S I J A); auto.
    - intros i r Hi Hr.
      assert (Hi' : (i < servers J)%nat) by (rewrite (ag_s S I J A); auto).
      assert (Hr' : (r < resources J)%nat) by (rewrite (ag_r S I J A); auto).
      specialize (C i r Hi' Hr'). rewrite (ag_u S I J A), (ag_cap S I J A) in C.
      apply Rle_trans with (2 := C). apply sum_le. intros n Hn. unfold y. destruct (S n) eqn:E.
      + destruct (c_bounds n Hn E) as [c0 c1]. pose proof (used_pos n i Hn Hi) as U0.
        pose proof (proj1 (wf_dem I WI n Hn) r Hr) as D0.
        pose proof (proj1 (dem_J n Hn) r Hr) as D1.
        pose proof (x'_pos n i Hn Hi) as X0.
        apply Rle_trans with (1 * used n i * dem I n r).
        { apply Rmult_le_compat_r; auto. apply Rmult_le_compat_r; auto. }
        unfold used. destruct (el I n i).
        * pose proof (kappa_le I WI (dem J n) n r Hn Hr (proj1 (dem_J n Hn))) as B. fold (k n) in B.
          apply Rmult_le_compat_l with (r := x' n i) in B; auto. lra.
        * assert (0 <= x' n i * dem J n r) by (apply Rmult_le_pos; auto). lra.
      + rewrite (ag_dem S I J A n E). lra.
  Qed.

  Lemma z_feasible : feasible J z.
  Proof.
    pose proof Fx as [P C]. split; [split|].
    - intros n i Hn Hi. rewrite (ag_u S I J A) in Hn. rewrite (ag_s S I J A) in Hi.
      unfold z. destruct (S n); [lra|apply (pl_pos I (gam I) x P); auto].
    - intros n i Hn Hi. rewrite (ag_u S I J A) in Hn. rewrite (ag_s S I J A) in Hi.
      unfold z. destruct (S n) eqn:E; auto. rewrite gam_agree by auto. apply (pl_run I (gam I) x P); auto.
    - intros n Hn. rewrite (ag_u S I J A) in Hn. rewrite (ag_tk S I J A), tot_agree.
      unfold tot, z. destruct (S n) eqn:E.
      + rewrite sum_zero by auto. destruct (tk I n) eqn:T; simpl; auto. apply (wf_tk I WI n); auto.
      + apply (pl_tk I (gam I) x P); auto.
    - intros i r Hi Hr. rewrite (ag_s S I J A) in Hi. rewrite (ag_r S I J A) in Hr.
      rewrite (ag_u S I J A), (ag_cap S I J A).
      apply Rle_trans with (2 := C i r Hi Hr). apply sum_le. intros n Hn. unfold z. destruct (S n) eqn:E.
      + pose proof (pl_pos I (gam I) x P n i Hn Hi). pose proof (proj1 (wf_dem I WI n Hn) r Hr).
        assert (0 <= x n i * dem I n r) by (apply Rmult_le_pos; auto). lra.
      + rewrite (ag_dem S I J A n E). lra.
  Qed.

  Lemma tot_z n : tot J z n = if S n then 0 else tot I x n.
  Proof. rewrite tot_agree. unfold tot, z. destruct (S n); auto. apply sum_zero; auto. Qed.

  (** A liar that gains stands higher in the reported instance than it did in the true one. *)
  Lemma liar_higher n : (n < users I)%nat -> S n = true -> tot I x n * s n < tot I x' n * s' n.
  Proof.
    intros Hn E. pose proof (G_pos n Hn E) as Gp. pose proof (G_le n Hn) as Gl.
    pose proof (Gains n Hn E) as Gn. rewrite gain_G in Gn. pose proof (capped_le (tk I n) (G n)).
    pose proof (feasible_tot I x n Fx Hn) as T0.
    assert (T' : 0 <= tot I x' n).
    { rewrite <- tot_agree. apply (feasible_tot J); auto. rewrite (ag_u S I J A); auto. }
    pose proof (k_nonneg n Hn) as K0.
    assert (Kp : 0 < k n).
    { destruct (Rle_lt_or_eq_dec _ _ K0) as [|Z]; auto. rewrite <- Z in Gl. lra. }
    assert (Tp : 0 < tot I x' n).
    { destruct (Rle_lt_or_eq_dec _ _ T') as [|Z]; auto. rewrite <- Z in Gl. lra. }
    assert (RJ : runs J n).
    { apply (feasible_runs J WJ x'); auto; [rewrite (ag_u S I J A); auto|rewrite tot_agree; auto]. }
    specialize (s_lie n Hn E RJ Kp). fold (k n) in s_lie.
    assert (RI : runs I n).
    { destruct (sum_pos_term _ _ Gp) as [i [Hi U]]. exists i; split; auto.
      unfold used in U. destruct (el I n i) eqn:L; [|lra].
      apply liar_runs; auto. destruct (Rle_lt_or_eq_dec _ _ (x'_pos n i Hn Hi)) as [|Z]; auto.
      rewrite <- Z in U. lra. }
    pose proof (s_pos n Hn RI).
    assert (tot I x n * s n < k n * tot I x' n * s n) by (apply Rmult_lt_compat_r; lra).
    assert (k n * s n * tot I x' n <= s' n * tot I x' n) by (apply Rmult_le_compat_r; lra).
    lra.
  Qed.

  (* Idea. Suppose all gain. Let y be the outcome of the lie with the liars on true tasks: feasible for the truth, so no
     complaint of the lowest liar, and an honest m at or below it loses. Among the honest whose totals changed take the
     least level v. If it is attained in the truth, y is a complaint there. If in the lie, the truth without the liars
     is a complaint there, because each liar stands above v in the lie.
     Covers the general lemma behind sp and group-sp of drf, drfh, c-drfh, cdrf, tsf; coalitions of any size.
     Hypotheses met: Examples.lying_witness. *)
  Theorem no_coalition_gains : (exists n, (n < users I)%nat /\ S n = true) -> False.
  Proof.
    intros Ex.
    destruct (least (users I) (fun n => S n = true) (fun n => tot I x n * s n) Ex) as [n [Hn [Sn Mn]]].
    simpl in Mn.
    destruct (classic (exists m, (m < users I)%nat /\ tot I y m < tot I x m /\
                         tot I x m * s m <= tot I x n * s n)) as [[m [Hm [Lm Bm]]]|No].
    2:{ apply (Hx n y Hn). split; [apply y_feasible|]. split.
        - rewrite tot_y, Sn by auto. auto.
        - intros m Hm L. apply Rnot_le_lt; intros B. apply No; exists m; auto. }
    assert (Sm : S m = false).
    { destruct (S m) eqn:E; auto. rewrite tot_y, E in Lm by auto. specialize (Gains m Hm E). lra. }
    rewrite tot_y, Sm in Lm by auto.
    assert (Live : forall q, (q < users I)%nat -> S q = false -> tot I x q <> tot I x' q -> 0 < s q).
    { intros q Hq Sq D. destruct (Rtotal_order (tot I x q) (tot I x' q)) as [L|[L|L]]; [|contradiction|].
      - apply s_pos; auto. apply (feasible_runs I WI y); auto; [apply y_feasible|].
        rewrite tot_y, Sq by auto. pose proof (feasible_tot I x q Fx Hq). lra.
      - apply s_pos; auto. apply (feasible_runs I WI x); auto.
        assert (0 <= tot J x' q); [|rewrite tot_agree in *; lra].
        apply (feasible_tot J); auto. rewrite (ag_u S I J A); auto. }
    destruct (least (users I) (fun q => S q = false /\ tot I x q <> tot I x' q)
                (fun q => Rmin (tot I x q * s q) (tot I x' q * s q))) as [q [Hq [[Sq Dq] Mq]]].
    { exists m; repeat split; auto; lra. }
    simpl in Mq.
    assert (Low : forall p, (p < users I)%nat -> S p = false -> tot I x p <> tot I x' p ->
      Rmin (tot I x q * s q) (tot I x' q * s q) <= tot I x p * s p /\
      Rmin (tot I x q * s q) (tot I x' q * s q) <= tot I x' p * s p).
    { intros p Hp Sp Dp. specialize (Mq p Hp (conj Sp Dp)).
      pose proof (Rmin_l (tot I x p * s p) (tot I x' p * s p)).
      pose proof (Rmin_r (tot I x p * s p) (tot I x' p * s p)). lra. }
    pose proof (Live q Hq Sq Dq) as Lq.
    destruct (Rtotal_order (tot I x q) (tot I x' q)) as [L|[L|L]]; [|contradiction|].
    - rewrite (Rmin_left (tot I x q * s q)) in Low by (apply Rmult_le_compat_r; lra).
      apply (Hx q y Hq). split; [apply y_feasible|]. split.
      + rewrite tot_y, Sq by auto; auto.
      + intros p Hp D. rewrite tot_y in D by auto. destruct (S p) eqn:Sp.
        * specialize (Gains p Hp Sp). lra.
        * assert (Dp : tot I x p <> tot I x' p) by lra. destruct (Low p Hp Sp Dp).
          pose proof (Live p Hp Sp Dp). apply Rmult_lt_compat_r with (r := s p) in D; lra.
    - rewrite (Rmin_right (tot I x q * s q)) in Low by (apply Rmult_le_compat_r; lra).
      assert (Hq' : (q < users J)%nat) by (rewrite (ag_u S I J A); auto).
      apply (Hx' q z Hq'). split; [apply z_feasible|]. split.
      + rewrite tot_z, Sq, tot_agree. auto.
      + intros p Hp D. rewrite (ag_u S I J A) in Hp. rewrite tot_z, tot_agree in D. rewrite !tot_agree.
        rewrite (s_same q) by auto. destruct (S p) eqn:Sp.
        * pose proof (liar_higher p Hp Sp). specialize (Mn p Hp Sp).
          assert (Dm : tot I x m <> tot I x' m) by lra. destruct (Low m Hm Sm Dm).
          pose proof (Live m Hm Sm Dm). apply Rmult_lt_compat_r with (r := s m) in Lm; lra.
        * assert (Dp : tot I x p <> tot I x' p) by lra. destruct (Low p Hp Sp Dp).
          rewrite (s_same p) by auto.
          pose proof (Live p Hp Sp Dp). apply Rmult_lt_compat_r with (r := s p) in D; lra.
  Qed.
End Lies.
