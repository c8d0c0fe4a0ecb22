(** The leximin order on finite lists of levels: the smallest level first, then the next smallest, and so on. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
Import ListNotations.
Open Scope R_scope.

Fixpoint insert (a : R) (l : list R) : list R :=
  match l with
  | [] => [a]
  | b :: t => if Rle_dec a b then a :: l else b :: insert a t
  end.

Fixpoint sort (l : list R) : list R :=
  match l with [] => [] | a :: t => insert a (sort t) end.

(** Lexicographic order of lists of one length. *)
Fixpoint lexlt (l k : list R) : Prop :=
  match l, k with
  | a :: l', b :: k' => a < b \/ (a = b /\ lexlt l' k')
  | _, _ => False
  end.

(** How many entries are at most t. *)
Fixpoint count (t : R) (l : list R) : nat :=
  match l with
  | [] => O
  | a :: k => (if Rle_dec a t then 1 else 0) + count t k
  end.

Lemma count_insert t a l : count t (insert a l) = count t (a :: l).
Proof.
  induction l as [|b l IH]; simpl; auto.
  destruct (Rle_dec a b); simpl; auto. simpl in IH. rewrite IH.
  destruct (Rle_dec a t); destruct (Rle_dec b t); lia.
Qed.

Lemma count_sort t l : count t (sort l) = count t l.
Proof. induction l; simpl; auto. rewrite count_insert. simpl. rewrite IHl; auto. Qed.

Lemma length_insert a l : length (insert a l) = S (length l).
Proof. induction l; simpl; auto. destruct (Rle_dec a a0); simpl; auto. Qed.

Lemma length_sort l : length (sort l) = length l.
Proof. induction l; simpl; auto. rewrite length_insert; auto. Qed.

Inductive sorted : list R -> Prop :=
  | sorted_nil : sorted []
  | sorted_cons a l : (forall b, In b l -> a <= b) -> sorted l -> sorted (a :: l).

Lemma in_insert a b l : In b (insert a l) -> b = a \/ In b l.
Proof.
  induction l; simpl; [intuition|]. destruct (Rle_dec a a0); simpl; intuition.
Qed.

Lemma sorted_insert a l : sorted l -> sorted (insert a l).
Proof.
  induction 1 as [|b l H Hs IH]; simpl.
  - constructor; [intros ? []|constructor].
  - destruct (Rle_dec a b) as [L|L].
    + constructor; [|constructor; auto]. intros c [->|Hc]; auto. specialize (H c Hc); lra.
    + constructor; auto. intros c Hc. destruct (in_insert a c l Hc) as [->|Hc']; auto. lra.
Qed.

Lemma sorted_sort l : sorted (sort l).
Proof. induction l; simpl; [constructor|apply sorted_insert; auto]. Qed.

Lemma count_above t l : (forall b, In b l -> t < b) -> count t l = O.
Proof.
  induction l; simpl; auto. intros H. destruct (Rle_dec a t).
  - specialize (H a (or_introl eq_refl)); lra.
  - rewrite IHl; auto.
Qed.

(** Fewer entries up to a threshold, and no more below it, is better. *)
Lemma lexlt_of_counts l k t : sorted l -> sorted k -> length l = length k ->
  (forall s, s <= t -> (count s k <= count s l)%nat) -> (count t k < count t l)%nat ->
  lexlt l k.
Proof.
  intros Sl; revert k; induction Sl as [|a l Ha Sl IH]; intros k Sk Len H Ht; simpl in *; [lia|].
  destruct Sk as [|b k Hb Sk]; simpl in *; [discriminate|].
  destruct (Rle_dec a t) as [At|At].
  2:{ rewrite (count_above t l) in Ht; [lia|]. intros c Hc; specialize (Ha c Hc); lra. }
  destruct (Rlt_le_dec a b) as [L|L]; auto. right.
  destruct (Rle_lt_or_eq_dec b a L) as [G|E].
  - exfalso. assert (Hbt : b <= t) by lra; specialize (H b Hbt).
    destruct (Rle_dec b b) as [?|n]; [|exfalso; apply n; lra]. destruct (Rle_dec a b); [lra|].
    rewrite (count_above b l) in H; [lia|]. intros c Hc; specialize (Ha c Hc); lra.
  - subst b. split; auto. apply IH; auto.
    + intros s Hs. specialize (H s Hs). destruct (Rle_dec a s); lia.
    + destruct (Rle_dec a t); [lia|lra].
Qed.

Lemma lexlt_asym l k : lexlt l k -> lexlt k l -> False.
Proof.
  revert k; induction l; destruct k; simpl; auto.
  intros [H|[-> H]] [G|[E G]]; try lra. eauto.
Qed.

Lemma lexlt_irrefl l : ~ lexlt l l.
Proof. intros H; exact (lexlt_asym l l H H). Qed.

(** The same over two families of levels of the same users. *)
Lemma count_map_le s (f g : nat -> R) l : (forall m, In m l -> f m <= s -> g m <= s) ->
  (count s (map f l) <= count s (map g l))%nat.
Proof.
  induction l; simpl; intros H; auto.
  assert (count s (map f l) <= count s (map g l))%nat by (apply IHl; auto).
  destruct (Rle_dec (f a) s) as [F|F]; destruct (Rle_dec (g a) s) as [G|G]; try lia.
  exfalso; apply G, H; auto.
Qed.

Lemma count_map_lt s (f g : nat -> R) l n : (forall m, In m l -> f m <= s -> g m <= s) ->
  In n l -> g n <= s -> s < f n -> (count s (map f l) < count s (map g l))%nat.
Proof.
  induction l; simpl; intros H I G F; [tauto|].
  destruct I as [->|I].
  - assert (count s (map f l) <= count s (map g l))%nat by (apply count_map_le; auto).
    destruct (Rle_dec (f n) s); destruct (Rle_dec (g n) s); try lra; lia.
  - assert (count s (map f l) < count s (map g l))%nat by (apply IHl; auto).
    destruct (Rle_dec (f a) s) as [Fa|Fa]; destruct (Rle_dec (g a) s) as [Ga|Ga]; try lia.
    exfalso; apply Ga, H; auto.
Qed.

Lemma leximin_improves (f g : nat -> R) l n t : In n l -> f n <= t -> t < g n ->
  (forall m s, In m l -> s <= t -> g m <= s -> f m <= s) ->
  lexlt (sort (map f l)) (sort (map g l)).
Proof.
  intros I F G H. apply lexlt_of_counts with t; try apply sorted_sort.
  - rewrite !length_sort, !map_length; auto.
  - intros s Hs. rewrite !count_sort. apply count_map_le; intros; eapply H; eauto.
  - rewrite !count_sort. apply count_map_lt with n; auto. intros; eapply H; eauto; lra.
Qed.
