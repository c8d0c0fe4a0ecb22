(** A fractional matching that covers all slots can be made whole: Hall's theorem for finite sets.

    What properties/mechanisms/rounding.md uses of matchings.  Slots are numbered below [L], resources below [E]; sets
    are boolean functions, of which only the values below these bounds count. *)

From Coq Require Import Reals Lra Lia Arith Psatz Bool.
From Fair.Arrivals Require Import Sums.
Open Scope R_scope.

Definition set := nat -> bool.

Fixpoint size (k : nat) (S : set) : nat :=
  match k with O => O | S p => (size p S + (if S p then 1 else 0))%nat end.

Lemma size_ext : forall k (S T : set), (forall i, (i < k)%nat -> S i = T i) -> size k S = size k T.
Proof. induction k as [|k IH]; intros S T H; simpl; [reflexivity|]. rewrite (IH S T) by (intros; apply H; lia). rewrite H by lia. reflexivity. Qed.

Lemma size_le : forall k (S T : set), (forall i, (i < k)%nat -> S i = true -> T i = true) -> (size k S <= size k T)%nat.
Proof.
  induction k as [|k IH]; intros S T H; simpl; [lia|].
  assert (size k S <= size k T)%nat by (apply IH; intros; apply H; [lia|assumption]).
  specialize (H k ltac:(lia)). destruct (S k); destruct (T k); try lia; try (specialize (H eq_refl); discriminate).
Qed.

Lemma size_lt : forall k (S T : set) j, (forall i, (i < k)%nat -> S i = true -> T i = true) ->
  (j < k)%nat -> S j = false -> T j = true -> (size k S < size k T)%nat.
Proof.
  induction k as [|k IH]; intros S T j H Hj HS HT; [lia|]. simpl.
  destruct (Nat.eq_dec j k) as [->|Hne].
  - rewrite HS, HT. assert (size k S <= size k T)%nat by (apply size_le; intros; apply H; [lia|assumption]). lia.
  - assert (size k S < size k T)%nat by (apply (IH S T j); [intros; apply H; [lia|assumption]|lia|assumption|assumption]).
    specialize (H k ltac:(lia)). destruct (S k); destruct (T k); try lia; try (specialize (H eq_refl); discriminate).
Qed.

(** Disjoint sets. *)
Lemma size_or : forall k (S T U : set), (forall i, (i < k)%nat -> U i = (S i || T i)%bool) ->
  (forall i, (i < k)%nat -> S i = true -> T i = true -> False) -> size k U = (size k S + size k T)%nat.
Proof.
  induction k as [|k IH]; intros S T U HU Hd; simpl; [reflexivity|].
  rewrite (IH S T U); [|intros; apply HU; lia|intros i Hi H1 H2; apply (Hd i); [lia|assumption|assumption]].
  rewrite (HU k) by lia. specialize (Hd k ltac:(lia)).
  destruct (S k); destruct (T k); simpl; try lia; exfalso; apply Hd; reflexivity.
Qed.

Lemma size_empty : forall k (S : set), (forall i, (i < k)%nat -> S i = false) -> size k S = 0%nat.
Proof. induction k as [|k IH]; intros S H; simpl; [reflexivity|]. rewrite IH by (intros; apply H; lia). rewrite H by lia. reflexivity. Qed.

Lemma size_pos : forall k (S : set), (0 < size k S)%nat -> exists i, (i < k)%nat /\ S i = true.
Proof.
  induction k as [|k IH]; intros S H; simpl in H; [lia|].
  destruct (S k) eqn:E; [exists k; split; [lia|exact E]|].
  destruct (IH S) as [i [Hi Q]]; [lia|]. exists i. split; [lia|exact Q].
Qed.

Lemma size_sum : forall k (S : set), INR (size k S) = sum k (fun i => if S i then 1 else 0).
Proof. induction k as [|k IH]; intros S; simpl; [reflexivity|]. rewrite plus_INR, IH. destruct (S k); simpl; lra. Qed.

(** Is there a set with a property that can be tested? *)
Definition upd (S : set) (k : nat) (b : bool) : set := fun i => if Nat.eqb i k then b else S i.

Lemma find_set : forall k (Q : set -> bool), (forall S T, (forall i, (i < k)%nat -> S i = T i) -> Q S = Q T) ->
  (exists S, Q S = true) \/ (forall S, Q S = false).
Proof.
  induction k as [|k IH]; intros Q Hext.
  - destruct (Q (fun _ => false)) eqn:E; [left; exists (fun _ => false); exact E|right].
    intros S. rewrite <- E. apply Hext. intros; lia.
  - assert (X : forall b S T, (forall i, (i < k)%nat -> S i = T i) -> Q (upd S k b) = Q (upd T k b)).
    { intros b S T H. apply Hext. intros i Hi. unfold upd. destruct (Nat.eqb_spec i k); [reflexivity|apply H; lia]. }
    destruct (IH (fun S => Q (upd S k true)) (X true)) as [[S HS]|H1]; [left; exists (upd S k true); exact HS|].
    destruct (IH (fun S => Q (upd S k false)) (X false)) as [[S HS]|H0]; [left; exists (upd S k false); exact HS|].
    right. intros S. rewrite (Hext S (upd S k (S k))).
    + destruct (S k); [apply H1|apply H0].
    + intros i Hi. unfold upd. destruct (Nat.eqb_spec i k) as [->|]; reflexivity.
Qed.

Fixpoint any (k : nat) (S : set) : bool := match k with O => false | S p => any p S || S p end.

Lemma any_spec : forall k S, any k S = true <-> exists i, (i < k)%nat /\ S i = true.
Proof.
  induction k as [|k IH]; intros S; simpl.
  - split; [discriminate|intros [i [H _]]; lia].
  - rewrite orb_true_iff, IH. split.
    + intros [[i [Hi H]]|H]; [exists i; split; [lia|exact H]|exists k; split; [lia|exact H]].
    + intros [i [Hi H]]. destruct (Nat.eq_dec i k) as [->|]; [right; exact H|left; exists i; split; [lia|exact H]].
Qed.

Lemma any_false : forall k S i, any k S = false -> (i < k)%nat -> S i = false.
Proof.
  intros k S i H Hi. destruct (S i) eqn:E; [|reflexivity]. rewrite <- H. symmetry. apply any_spec. exists i; auto.
Qed.

Lemma any_ext : forall k S T, (forall i, (i < k)%nat -> S i = T i) -> any k S = any k T.
Proof. induction k as [|k IH]; intros S T H; simpl; [reflexivity|]. rewrite (IH S T) by (intros; apply H; lia). rewrite H by lia. reflexivity. Qed.

Section Hall.

Variables (L E : nat) (adj : nat -> nat -> bool).

(** The resources of [B] joined to some slot of [S]. *)
Definition joined (S B : set) : set := fun i => any L (fun l => S l && adj l i) && B i.

Definition hall (A B : set) : Prop :=
  forall S : set, (forall l, (l < L)%nat -> S l = true -> A l = true) -> (size L S <= size E (joined S B))%nat.

Lemma joined_ext : forall S T B i, (forall l, (l < L)%nat -> S l = T l) -> joined S B i = joined T B i.
Proof. intros S T B i H. unfold joined. f_equal. apply any_ext. intros l Hl. rewrite H by exact Hl. reflexivity. Qed.

Lemma joined_spec : forall S B i, joined S B i = true <-> (exists l, (l < L)%nat /\ S l = true /\ adj l i = true) /\ B i = true.
Proof.
  intros S B i. unfold joined. rewrite andb_true_iff, any_spec. split.
  - intros [[l [Hl H]] HB]. apply andb_true_iff in H. split; [exists l; tauto|exact HB].
  - intros [[l [Hl [H1 H2]]] HB]. split; [exists l; rewrite H1, H2; auto|exact HB].
Qed.

(** ** Hall's theorem

    Idea: by induction on the number of slots.  If some proper part of the slots is joined to just as many resources,
    match this part, and the rest with the rest; otherwise match any slot with any of its resources, after which
    every part still has enough. *)
Theorem hall_matching : forall A B : set, hall A B ->
  exists f : nat -> nat,
    (forall l, (l < L)%nat -> A l = true -> (f l < E)%nat /\ B (f l) = true /\ adj l (f l) = true)
    /\ (forall l k, (l < L)%nat -> (k < L)%nat -> A l = true -> A k = true -> f l = f k -> l = k).
Proof.
  intros A B. remember (size L A) as z eqn:Hz. revert A B Hz.
  induction z as [z IH] using lt_wf_ind. intros A B Hz HA.
  destruct (Nat.eq_dec z 0) as [Z|Z].
  { exists (fun _ => 0%nat). assert (N : forall l, (l < L)%nat -> A l = true -> False).
    { intros l Hl H. assert (size L (fun _ => false) < size L A)%nat.
      { apply (size_lt L (fun _ => false) A l); [intros; discriminate|exact Hl|reflexivity|exact H]. }
      lia. }
    split; intros; exfalso; eapply N; eassumption. }
  set (Q := fun S : set => (negb (any L (fun l => S l && negb (A l))) && any L S && any L (fun l => A l && negb (S l))
                            && Nat.eqb (size L S) (size E (joined S B)))%bool).
  destruct (find_set L Q) as [[S HS]|HQ].
  { intros S T H. unfold Q. f_equal; [f_equal; [f_equal; [f_equal|]|]|].
    - apply any_ext. intros l Hl. rewrite H by exact Hl. reflexivity.
    - apply any_ext. exact H.
    - apply any_ext. intros l Hl. rewrite H by exact Hl. reflexivity.
    - rewrite (size_ext L S T H). f_equal. apply size_ext. intros i _. apply joined_ext. exact H. }
  - (* a tight part *)
    unfold Q in HS. apply andb_true_iff in HS. destruct HS as [HS Ht]. apply andb_true_iff in HS. destruct HS as [HS Hprop].
    apply andb_true_iff in HS. destruct HS as [Hsub Hne]. apply negb_true_iff in Hsub. apply Nat.eqb_eq in Ht.
    apply any_spec in Hprop. destruct Hprop as [a [Ha Hprop]]. apply andb_true_iff in Hprop. destruct Hprop as [Aa Sa].
    apply negb_true_iff in Sa. apply any_spec in Hne. destruct Hne as [b [Hb Sb]].
    assert (Sub : forall l, (l < L)%nat -> S l = true -> A l = true).
    { intros l Hl H. pose proof (any_false L (fun l => S l && negb (A l)) l Hsub Hl) as G. cbn in G. rewrite H in G.
      destruct (A l); [reflexivity|discriminate]. }
    set (A2 := fun l => A l && negb (S l)). set (B2 := fun i => B i && negb (joined S B i)).
    assert (Z1 : (size L S < z)%nat) by (rewrite Hz; apply (size_lt L S A a); assumption).
    assert (Z2 : (size L A2 < z)%nat).
    { rewrite Hz. apply (size_lt L A2 A b); [|exact Hb| |apply Sub; assumption].
      - intros l _ H. unfold A2 in H. apply andb_true_iff in H. tauto.
      - unfold A2. rewrite Sb. apply andb_false_r. }
    destruct (IH (size L S) Z1 S B eq_refl) as [f1 [F1 I1]].
    { intros T HT. apply HA. intros l Hl H. apply Sub; [exact Hl|apply HT; assumption]. }
    destruct (IH (size L A2) Z2 A2 B2 eq_refl) as [f2 [F2 I2]].
    { intros T HT. set (U := fun l => S l || T l).
      assert (HTA : forall l, (l < L)%nat -> T l = true -> A l = true /\ S l = false).
      { intros l Hl H. specialize (HT l Hl H). unfold A2 in HT. apply andb_true_iff in HT. rewrite negb_true_iff in HT. exact HT. }
      assert (C1 : size L U = (size L S + size L T)%nat).
      { apply size_or; [reflexivity|]. intros l Hl H1 H2. destruct (HTA l Hl H2). congruence. }
      assert (C2 : size E (joined U B) = (size E (joined S B) + size E (joined T B2))%nat).
      { apply size_or.
        - intros i _. apply eq_true_iff_eq. rewrite orb_true_iff, !joined_spec. unfold B2, U. rewrite andb_true_iff, negb_true_iff. split.
          + intros [[l [Hl [H1 H2]]] HB].
            destruct (joined S B i) eqn:J; [left; apply joined_spec in J; exact J|].
            right. apply orb_true_iff in H1. destruct H1 as [H1|H1].
            * exfalso. assert (joined S B i = true) by (apply joined_spec; split; [exists l; auto|exact HB]). congruence.
            * split; [exists l; auto|split; [exact HB|reflexivity]].
          + intros [[[l [Hl [H1 H2]]] HB]|[[l [Hl [H1 H2]]] [HB _]]]; (split; [exists l; split; [exact Hl|split; [rewrite H1; auto with bool|exact H2]]|exact HB]).
        - intros i _ H1 H2. apply joined_spec in H2. destruct H2 as [_ H2]. unfold B2 in H2. rewrite H1 in H2. rewrite andb_false_r in H2. discriminate. }
      assert (C3 : (size L U <= size E (joined U B))%nat).
      { apply HA. intros l Hl H. unfold U in H. apply orb_true_iff in H. destruct H; [apply Sub; assumption|apply HTA; assumption]. }
      lia. }
    exists (fun l => if S l then f1 l else f2 l). split.
    + intros l Hl H. destruct (S l) eqn:E1; [apply F1; assumption|].
      assert (A2l : A2 l = true) by (unfold A2; rewrite H, E1; reflexivity).
      destruct (F2 l Hl A2l) as [G1 [G2 G3]]. unfold B2 in G2. apply andb_true_iff in G2. tauto.
    + intros l k Hl Hk Hal Hak Heq.
      assert (X : forall l k, (l < L)%nat -> (k < L)%nat -> S l = true -> S k = false -> A k = true -> f1 l = f2 k -> False).
      { clear l k Hl Hk Hal Hak Heq. intros l k Hl Hk H1 H2 H3 H4.
        destruct (F1 l Hl H1) as [_ [G2 G3]].
        destruct (F2 k Hk ltac:(unfold A2; rewrite H2, H3; reflexivity)) as [_ [G5 _]].
        unfold B2 in G5. apply andb_true_iff in G5. destruct G5 as [_ G5]. rewrite <- H4 in G5.
        assert (joined S B (f1 l) = true) by (apply joined_spec; split; [exists l; auto|exact G2]).
        rewrite H in G5. discriminate. }
      destruct (S l) eqn:E1; destruct (S k) eqn:E2.
      * apply I1; assumption.
      * exfalso. apply (X l k); assumption.
      * exfalso. apply (X k l); auto.
      * apply I2; [exact Hl|exact Hk| | |exact Heq]; unfold A2; [rewrite Hal, E1|rewrite Hak, E2]; reflexivity.
  - (* every proper part has one resource to spare *)
    destruct (size_pos L A) as [l0 [Hl0 Al0]]; [lia|].
    set (one := fun l => Nat.eqb l l0).
    assert (One : (1 <= size E (joined one B))%nat).
    { apply Nat.le_trans with (size L one).
      - assert (size L (fun _ => false) < size L one)%nat; [|lia].
        apply (size_lt L (fun _ => false) one l0); [intros; discriminate|exact Hl0|reflexivity|apply Nat.eqb_refl].
      - apply HA. intros l Hl H. unfold one in H. apply Nat.eqb_eq in H. subst; exact Al0. }
    destruct (size_pos E (joined one B)) as [i0 [Hi0 J]]; [lia|].
    apply joined_spec in J. destruct J as [[l1 [Hl1 [E1 Adj]]] Bi0]. unfold one in E1. apply Nat.eqb_eq in E1. subst l1.
    set (A2 := fun l => A l && negb (Nat.eqb l l0)). set (B2 := fun i => B i && negb (Nat.eqb i i0)).
    assert (Z2 : (size L A2 < z)%nat).
    { rewrite Hz. apply (size_lt L A2 A l0); [|exact Hl0| |exact Al0].
      - intros l _ H. unfold A2 in H. apply andb_true_iff in H. tauto.
      - unfold A2. rewrite Nat.eqb_refl. apply andb_false_r. }
    destruct (IH (size L A2) Z2 A2 B2 eq_refl) as [f [F I1]].
    { intros T HT.
      assert (HTA : forall l, (l < L)%nat -> T l = true -> A l = true /\ l <> l0).
      { intros l Hl H. specialize (HT l Hl H). unfold A2 in HT. apply andb_true_iff in HT. rewrite negb_true_iff, Nat.eqb_neq in HT. exact HT. }
      destruct (any L T) eqn:HT0.
      2:{ rewrite (size_empty L T); [lia|]. intros l Hl. apply (any_false L T l HT0 Hl). }
      assert (G : (size L T < size E (joined T B))%nat).
      { assert (Le : (size L T <= size E (joined T B))%nat) by (apply HA; intros l Hl H; apply HTA; assumption).
        specialize (HQ T). unfold Q in HQ.
        assert (Q1 : any L (fun l => T l && negb (A l)) = false).
        { destruct (any L (fun l => T l && negb (A l))) eqn:X; [|reflexivity]. apply any_spec in X. destruct X as [l [Hl X]].
          apply andb_true_iff in X. destruct X as [X1 X2]. destruct (HTA l Hl X1) as [Y _]. rewrite Y in X2. discriminate. }
        assert (Q2 : any L (fun l => A l && negb (T l)) = true).
        { apply any_spec. exists l0. split; [exact Hl0|]. rewrite Al0. destruct (T l0) eqn:X; [|reflexivity].
          destruct (HTA l0 Hl0 X) as [_ Y]. contradiction. }
        rewrite Q1, HT0, Q2 in HQ. simpl in HQ. apply Nat.eqb_neq in HQ. lia. }
      assert (G2 : (size E (joined T B) <= size E (joined T B2) + 1)%nat).
      { assert (size E (fun i => Nat.eqb i i0) <= 1)%nat.
        { clear. induction E as [|e IHe]; simpl; [lia|]. destruct (Nat.eqb_spec e i0) as [->|]; [|lia].
          rewrite (size_empty i0); [lia|]. intros i Hi. apply Nat.eqb_neq. lia. }
        assert (size E (fun i => joined T B2 i || (Nat.eqb i i0)) = size E (joined T B2) + size E (fun i => Nat.eqb i i0))%nat.
        { apply size_or; [reflexivity|]. intros i _ H1 H2. apply joined_spec in H1. destruct H1 as [_ H1].
          unfold B2 in H1. rewrite H2 in H1. rewrite andb_false_r in H1. discriminate. }
        assert (size E (joined T B) <= size E (fun i => joined T B2 i || (Nat.eqb i i0)))%nat; [|lia].
        apply size_le. intros i _ H1. destruct (Nat.eqb i i0) eqn:X; [apply orb_true_r|]. rewrite orb_false_r.
        apply joined_spec in H1. apply joined_spec. split; [apply H1|]. unfold B2. rewrite X. destruct H1 as [_ H1]. rewrite H1. reflexivity. }
      lia. }
    exists (fun l => if Nat.eqb l l0 then i0 else f l). split.
    + intros l Hl H. destruct (Nat.eqb_spec l l0) as [->|Hne]; [auto|].
      destruct (F l Hl) as [G1 [G2 G3]]; [unfold A2; rewrite H; destruct (Nat.eqb_spec l l0); [contradiction|reflexivity]|].
      unfold B2 in G2. apply andb_true_iff in G2. tauto.
    + intros l k Hl Hk Hal Hak Heq.
      assert (X : forall k, (k < L)%nat -> A k = true -> k <> l0 -> f k = i0 -> False).
      { intros q Hq Aq Hne H. destruct (F q Hq) as [_ [G2 _]]; [unfold A2; rewrite Aq; destruct (Nat.eqb_spec q l0); [contradiction|reflexivity]|].
        unfold B2 in G2. rewrite H, Nat.eqb_refl in G2. rewrite andb_false_r in G2. discriminate. }
      destruct (Nat.eqb_spec l l0) as [->|H1]; destruct (Nat.eqb_spec k l0) as [->|H2].
      * reflexivity.
      * exfalso. apply (X k); auto.
      * exfalso. apply (X l); auto.
      * apply I1; try assumption; unfold A2; [rewrite Hal|rewrite Hak]; [destruct (Nat.eqb_spec l l0)|destruct (Nat.eqb_spec k l0)]; try contradiction; reflexivity.
Qed.

End Hall.

(** ** A fractional matching gives a whole one

    Idea: the parts poured into a set of slots come from the resources joined to it, of each of which at most 1 is
    there; so there are at least as many resources as slots, which is the condition of Hall's theorem. *)
Theorem fractional_matching : forall L E (A : set) (W : nat -> nat -> R),
  (forall l i, (l < L)%nat -> (i < E)%nat -> 0 <= W l i) ->
  (forall l, (l < L)%nat -> A l = true -> sum E (fun i => W l i) = 1) ->
  (forall i, (i < E)%nat -> sum L (fun l => if A l then W l i else 0) <= 1) ->
  exists f : nat -> nat,
    (forall l, (l < L)%nat -> A l = true -> (f l < E)%nat /\ 0 < W l (f l))
    /\ (forall l k, (l < L)%nat -> (k < L)%nat -> A l = true -> A k = true -> f l = f k -> l = k).
Proof.
  intros L E A W HW Hrow Hcol.
  set (adj := fun l i => if Rlt_dec 0 (W l i) then true else false).
  destruct (hall_matching L E adj A (fun _ => true)) as [f [F Inj]].
  - intros S HS. apply INR_le. rewrite !size_sum.
    apply Rle_trans with (sum L (fun l => sum E (fun i => if S l then W l i else 0))).
    + apply sum_le. intros l Hl. destruct (S l) eqn:Es.
      * rewrite Hrow; [lra|exact Hl|apply HS; assumption].
      * rewrite sum_zero; [lra|reflexivity].
    + rewrite sum_swap. apply sum_le. intros i Hi.
      destruct (joined L adj S (fun _ => true) i) eqn:J.
      * apply Rle_trans with (2 := Hcol i Hi). apply sum_le. intros l Hl. specialize (HW l i Hl Hi).
        destruct (S l) eqn:Es; [rewrite (HS l Hl Es); lra|]. destruct (A l); lra.
      * right. apply sum_zero. intros l Hl. destruct (S l) eqn:Es; [|reflexivity].
        specialize (HW l i Hl Hi). destruct (Rlt_dec 0 (W l i)) as [P|P]; [exfalso|lra].
        assert (joined L adj S (fun _ => true) i = true); [|congruence].
        apply joined_spec. split; [|reflexivity]. exists l. split; [exact Hl|split; [exact Es|]].
        unfold adj. destruct (Rlt_dec 0 (W l i)); [reflexivity|contradiction].
  - exists f. split; [|exact Inj]. intros l Hl Al. destruct (F l Hl Al) as [G1 [_ G3]]. split; [exact G1|].
    unfold adj in G3. destruct (Rlt_dec 0 (W l (f l))); [assumption|discriminate].
Qed.
