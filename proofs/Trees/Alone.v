(** Whole tasks on a tree without queues: short of filling that halts by one task at most.

    After properties/cluster/under-by-one.md, which speaks of instances without queues. *)

From Coq Require Import Reals Lra Lia Arith List Bool Classical.
From Fair.Common Require Import Sums.
From Fair.Tasks Require Import Server Filling.
From Fair.Tasks Require OneServer.
From Fair.Trees Require Import Tree Picks.
Import ListNotations.
Open Scope R_scope.

(** No queues: the users [ns] below the root, with their weights. *)
Definition bare (v : nat -> R) (ns : list nat) : tree := queue (map (fun n => (v n, user n)) ns).

Lemma leaves_bare : forall v ns, leaves (bare v ns) = ns.
Proof. intros v ns. unfold bare. simpl. induction ns as [|n l IH]; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.

Lemma entitled_bare : forall v ns n, NoDup ns -> In n ns -> entitled n (bare v ns) = v n / siblings (map (fun n => (v n, user n)) ns).
Proof.
  intros v ns n Nd Hn. unfold bare. cbn [entitled]. set (s := siblings _). rewrite map_map. cbn [fst snd entitled].
  clearbody s. induction ns as [|k l IH]; [destruct Hn|]. inversion Nd as [|? ? Out Nd']; subst. simpl.
  destruct (Nat.eqb_spec k n) as [->|D].
  - rewrite adds_zero; [unfold Rdiv; ring|]. intros j J. destruct (Nat.eqb_spec j n) as [->|]; [contradiction|unfold Rdiv; ring].
  - destruct Hn as [|Hn]; [contradiction|]. rewrite (IH Nd' Hn). unfold Rdiv. ring.
Qed.

Section Bare.

Variables (N m : nat) (c : nat -> R) (elig : nat -> bool) (d : nat -> nat -> R) (tau : nat -> option nat).
Variables (w : nat -> nat -> R) (v : nat -> R) (ns : list nat) (s : nat -> R) (how : rule).
Let T := bare v ns.
Hypothesis HS : server N m c w d.
Hypothesis Hs : shares N m c w elig d s.
Hypothesis Rt : rooted N m c elig d tau T.
(** One weight a user; Volcano refuses users of different weights. *)
Hypothesis Hw : forall n r, In n ns -> (r < m)%nat -> w n r = v n.
Hypothesis Equal : how = Volcano -> forall i j, In i ns -> In j ns -> v i = v j.
Set Default Proof Using "All".

Local Notation own := (own_share m c d).
Local Notation fits := (fits N m c d tau).

Lemma heavy_bare : forall n, In n ns -> 0 < v n.
Proof.
  intros n Hn. destruct Rt as [_ [H _]]. apply (heavy_in _ (v n, user n) H). apply in_map_iff. exists n. auto.
Qed.

Lemma in_bare : forall n, In n ns -> runs N m c elig d n.
Proof. intros n Hn. apply (proj2 (proj2 Rt) n). unfold T. rewrite leaves_bare. exact Hn. Qed.

Lemma own_is : forall y n, In n ns -> own y n = INR (y n) * s n * v n.
Proof.
  intros y n Hn. pose proof (in_bare n Hn) as [Hu Lv]. destruct (Hs n Hu Lv) as [A [r [Hr [D E]]]].
  pose proof (heavy_bare n Hn) as Vn. pose proof (pos_INR (y n)) as Yn.
  assert (Sn : 0 < s n) by (apply (share_positive N m c w d n); [exact HS|exact Hu|split; [exact A|exists r; auto]]).
  assert (Cr : 0 < c r) by (apply live_spec in Lv; apply Lv; assumption).
  unfold own_share, part, every. apply Rle_antisym.
  - apply maxratio_lub; [repeat apply Rmult_le_pos; lra|]. intros q Hq _. specialize (A q Hq). rewrite (Hw n q Hn Hq) in A.
    replace (INR (y n) * s n * v n * c q) with (INR (y n) * (s n * v n * c q)) by ring. apply Rmult_le_compat_l; assumption.
  - pose proof (maxratio_ge m (fun r => INR (y n) * d n r) c r Hr Cr) as G. cbn beta in G. rewrite E, (Hw n r Hn Hr) in G.
    apply (Rmult_le_reg_r (c r)); [exact Cr|].
    replace (INR (y n) * s n * v n * c r) with (INR (y n) * (s n * v n * c r)) by ring. exact G.
Qed.

(** Idea: in each of the five rules the user that is picked has the least weighted dominant share among those whose task fits. *)
Lemma picks_least : forall y n j, picks N m c d tau T how y n -> In j ns -> fits y j = true ->
  INR (y n) * s n <= INR (y j) * s j.
Proof.
  intros y n j P Hj Fj. destruct (picks_fits N m c d tau T how y n P) as [L Fn]. unfold T in L. rewrite leaves_bare in L.
  pose proof (heavy_bare n L) as Vn. pose proof (heavy_bare j Hj) as Vj.
  assert (Goes : goes N m c d tau how y T n -> INR (y n) * s n <= INR (y j) * s j).
  { intros G. assert (Lv : level N m c d tau how y (v n, user n) <= level N m c d tau how y (v j, user j)).
    { unfold T, bare in G. inversion G as [|l1 k l2 n' Fk Before After Gk E]; subst.
      assert (K : k = (v n, user n)).
      { assert (I : In k (map (fun n => (v n, user n)) ns)) by (rewrite <- E; apply in_app_iff; simpl; auto).
        apply in_map_iff in I as [i [<- _]]. simpl in Gk. inversion Gk; subst. reflexivity. }
      assert (J : In (v j, user j) (l1 ++ k :: l2)) by (rewrite E; apply in_map_iff; exists j; auto).
      assert (Free : free N m c d tau how y (user j)) by (unfold free; simpl; rewrite Fj; reflexivity).
      subst k. apply in_app_iff in J as [J|[J|J]].
      - apply Rlt_le, Before; [exact J|exact Free].
      - inversion J; subst. apply Rle_refl.
      - apply After; [exact J|exact Free]. }
    unfold level in Lv. simpl in Lv. fold (own y n) in Lv. fold (own y j) in Lv. rewrite !own_is in Lv by assumption.
    replace (INR (y n) * s n * v n / v n) with (INR (y n) * s n) in Lv by (field; lra).
    replace (INR (y j) * s j * v j / v j) with (INR (y j) * s j) in Lv by (field; lra). exact Lv. }
  pose proof own_is as Own. pose proof Equal as Eq. clear Equal. unfold picks in P. destruct how eqn:Rule; try (apply Goes; exact P).
  - destruct P as [_ [_ P]]. unfold T in P. destruct Rt as [Nd [_ _]]. unfold T in Nd. rewrite leaves_bare in *.
    specialize (P j Hj Fj). rewrite !entitled_bare, !Own in P by assumption.
    assert (Sp : 0 < siblings (map (fun n => (v n, user n)) ns)).
    { apply (siblings_pos _ (v n, user n)); [exact (proj1 (proj2 Rt))|apply in_map_iff; exists n; auto]. }
    assert (F : forall i, 0 < v i -> INR (y i) * s i * v i / (v i / siblings (map (fun n => (v n, user n)) ns)) =
      INR (y i) * s i * siblings (map (fun n => (v n, user n)) ns)) by (intros i Vi; field; lra).
    rewrite !F in P by assumption.
    apply (Rmult_le_reg_r (siblings (map (fun n => (v n, user n)) ns))); [exact Sp|]. destruct P as [P|[P _]]; lra.
  - destruct P as [l [q [Pm [B [I [_ P]]]]]]. apply best_in in B. apply (Permutation.Permutation_in _ Pm) in B.
    apply filter_In in B as [B _].
    assert (Q : In j (snd q)).
    { unfold T, bare in B. simpl in B. destruct B as [<-|B].
      - simpl. unfold own_users. apply in_flat_map. exists (v j, user j). split; [apply in_map_iff; exists j; auto|simpl; auto].
      - apply in_flat_map in B as [k [K B]]. apply in_map_iff in K as [i [<- _]]. simpl in B. destruct B. }
    specialize (P j Q Fj). rewrite !Own in P by assumption. rewrite (Eq eq_refl n j L Hj) in P.
    apply (Rmult_le_reg_r (v j)); [exact Vj|]. destruct P as [P|[P _]]; lra.
Qed.

(** What does not fit does not fit later. *)
Lemma still_out : forall y p y' n, In p ns -> (forall j, y' j = if Nat.eq_dec j p then S (y p) else y j) ->
  fits y n = false -> fits y' n = false.
Proof.
  intros y p y' n Hp E F. destruct (fits y' n) eqn:F'; [exfalso|reflexivity].
  assert (fits y n = true); [|congruence]. apply (fits_spec N m c elig) in F' as [M A]. apply (proj2 (fits_spec N m c elig d tau y n)). split.
  - unfold more in *. rewrite E in M. destruct (Nat.eq_dec n p) as [->|]; [|exact M]. destruct (tau p); [lia|exact I].
  - intros r Hr D. specialize (A r Hr D). destruct (in_bare p Hp) as [Hu _].
    rewrite (one_more_held N m c elig d tau T how w HS Rt y p y' r Hu E) in A.
    pose proof (proj1 (proj2 HS) p r Hu Hr). lra.
Qed.

(** Along the picks: whose task fits has as much as any other user had before that user's last task; who is left out was left out by tasks of
    such users. *)
Lemma given_stopped : forall y, given N m c d tau T how y -> forall n, In n ns -> more tau y n ->
  (fits y n = true /\ forall j, In j ns -> (0 < y j)%nat -> (INR (y j) - 1) * s j <= INR (y n) * s n) \/
  (fits y n = false /\ exists b, OneServer.stopped_by N m c elig d s y n b).
Proof.
  assert (Sp : forall n, In n ns -> 0 < s n).
  { intros n Hn. destruct (in_bare n Hn) as [Hu Lv]. apply (share_positive N m c w d n); [exact HS|exact Hu|apply Hs; assumption]. }
  assert (Stop : forall y n, given N m c d tau T how y -> In n ns -> more tau y n -> fits y n = false ->
    (forall j, In j ns -> (0 < y j)%nat -> (INR (y j) - 1) * s j <= INR (y n) * s n) ->
    exists b, OneServer.stopped_by N m c elig d s y n b).
  { intros y n G Hn M F K. exists y. split; [auto|split; [|apply (fits_no N m c elig d tau y n F M)]]. intros j [Hj Lj] Yj.
    pose proof (given_whole N m c elig d tau T how w HS Rt y G) as [_ [_ Lim]].
    assert (Jn : In j ns).
    { rewrite <- (leaves_bare v ns). apply (proj2 (proj2 Rt) j). split; [split; assumption|]. intros E.
      specialize (Lim j Hj). unfold within in Lim. rewrite E in Lim. lia. }
    specialize (K j Jn Yj). specialize (Sp n Hn). lra. }
  intros y G. induction G as [y Z|y p y' G IH P E]; intros n Hn M.
  - destruct (fits y n) eqn:F.
    + left. split; [reflexivity|]. intros j _ Yj. rewrite Z in Yj. lia.
    + right. split; [reflexivity|]. apply Stop; auto; [apply nothing; exact Z|]. intros j _ Yj. rewrite Z in Yj. lia.
  - pose proof (one_more N m c d tau T how y p y' G P E) as G'.
    destruct (picks_fits N m c d tau T how y p P) as [Lp Fp]. unfold T in Lp. rewrite leaves_bare in Lp.
    assert (My : more tau y n).
    { unfold more in *. rewrite E in M. destruct (Nat.eq_dec n p) as [->|]; [|exact M]. destruct (tau p); [lia|exact I]. }
    destruct (fits y n) eqn:Fy.
    + destruct (IH n Hn My) as [[_ K]|[F _]]; [|congruence].
      assert (K' : forall j, In j ns -> (0 < y' j)%nat -> (INR (y' j) - 1) * s j <= INR (y' n) * s n).
      { assert (Ny : INR (y n) * s n <= INR (y' n) * s n).
        { apply Rmult_le_compat_r; [apply Rlt_le, Sp; exact Hn|]. apply le_INR. rewrite E. destruct (Nat.eq_dec n p) as [->|]; lia. }
        intros j Hj Yj. apply Rle_trans with (2 := Ny). rewrite E in *. destruct (Nat.eq_dec j p) as [->|].
        - rewrite S_INR. replace (INR (y p) + 1 - 1) with (INR (y p)) by ring. apply (picks_least y p n P Hn Fy).
        - apply K; assumption. }
      destruct (fits y' n) eqn:F'; [left; split; [reflexivity|exact K']|right; split; [reflexivity|apply Stop; auto]].
    + destruct (Nat.eq_dec n p) as [->|D]; [congruence|].
      destruct (IH n Hn My) as [[F _]|[_ [b [B1 [B2 B3]]]]]; [congruence|right]. split; [apply (still_out y p y' n Lp E Fy)|].
      exists b. split; [|split; [|exact B3]].
      * intros j Hj. specialize (B1 j Hj). rewrite E. destruct (Nat.eq_dec j p) as [->|]; lia.
      * intros j Rj Bj. rewrite E. destruct (Nat.eq_dec n p); [contradiction|]. apply B2; assumption.
Qed.

(* Mechanisms: hdrf-tasks, hdrf-naive, hdrf-rescaled, hdrf-collapsed, volcano-hdrf.  Property: under-by-one. *)
Theorem bare_short_by_one : forall y z, by_picks N m c elig d tau T how z -> OneServer.drf_tasks N m c w elig d tau y ->
  forall n, (n < N)%nat -> (y n <= z n + 1)%nat.
Proof.
  intros y z Hz Hy. pose proof (picks_whole N m c elig d tau T how w HS Rt z Hz) as Wz. destruct Hz as [_ [G End]].
  apply (OneServer.stopped_short_by_one N m c w elig d tau s (by_key s (larger_share s)) y z HS Hs).
  - apply (OneServer.drf_tasks_order N m c w elig d s HS Hs).
  - exact (OneServer.drf_tasks_with N m c w elig d tau s y HS Hs Hy).
  - exact Wz.
  - intros n Rn M. assert (L : In n (leaves T)).
    { apply Rt. split; [exact Rn|]. intros E. unfold more in M. rewrite E in M. lia. }
    pose proof L as Hn. unfold T in Hn. rewrite leaves_bare in Hn.
    destruct (given_stopped z G n Hn M) as [[F _]|[_ B]]; [|exact B]. rewrite (End n L) in F. discriminate.
Qed.

End Bare.
