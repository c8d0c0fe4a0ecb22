From Coq Require Import QArith Qcanon List NArith Arith Bool Lia Ring.
Open Scope nat_scope.
Import ListNotations.

(* Amounts are elements of any ordered field, such as the rational or the real numbers. *)
Record ordered_field := {
  number :> Type;
  zero : number; one : number;
  plus : number -> number -> number; times : number -> number -> number;
  minus : number -> number -> number; opp : number -> number;
  inverse : number -> number;
  le : number -> number -> Prop;
  ring_laws : ring_theory zero one plus times minus opp eq;
  times_inverse : forall x, x <> zero -> times x (inverse x) = one;
  zero_one : zero <> one;
  le_refl : forall x, le x x;
  le_trans : forall x y z, le x y -> le y z -> le x z;
  le_antisym : forall x y, le x y -> le y x -> x = y;
  le_or : forall x y, le x y \/ (le y x /\ x <> y);
  le_plus : forall x y z, le x y -> le (plus x z) (plus y z);
  le_times : forall x y, le zero x -> le zero y -> le zero (times x y) }.

(* One server: its capacities, and for each user the demand of one task. *)
Definition row := list N.
Definition matrix := list row.
Record profile := { capacity : row; demand : matrix }.
Definition line (m : matrix) i : row := nth i m [].
Definition entry (l : row) r : N := nth r l 0%N.
Definition users p := length (demand p).
Definition resources p := length (capacity p).
Definition needs p u r : N := entry (line (demand p) u) r.

Fixpoint row_eqb (a b : row) : bool :=
  match a, b with [], [] => true | x :: a', y :: b' => N.eqb x y && row_eqb a' b' | _, _ => false end.
Fixpoint matrix_eqb (a b : matrix) : bool :=
  match a, b with [], [] => true | x :: a', y :: b' => row_eqb x y && matrix_eqb a' b' | _, _ => false end.

Section Amounts.
Variable F : ordered_field.
Add Ring the_ring : (ring_laws F).
Notation "0" := (zero F). Notation "1" := (one F).
Infix "+" := (plus F). Infix "*" := (times F). Infix "<=" := (le F).

(* A natural number as a number of the field. *)
Fixpoint count (n : nat) : F := match n with O => 0 | S m => 1 + count m end.
Definition num (n : N) : F := count (N.to_nat n).
Definition amount (x : list F) u : F := nth u x 0.
(* What the users from number [u] on use of a resource. *)
Fixpoint used_from p (x : list F) r u (n : nat) : F :=
  match n with O => 0 | S m => num (needs p u r) * amount x u + used_from p x r (S u) m end.
Definition used p x r := used_from p x r 0 (users p).

(* Feasible: one amount for each user, none negative, and no resource used beyond its capacity. *)
Definition feasible p x : Prop :=
  length x = users p /\ (forall u, 0 <= amount x u) /\
  (forall r, (r < resources p)%nat -> used p x r <= num (entry (capacity p) r)).
(* [y] tasks of demand [d] take no more than [z] times [b]. *)
Definition fit p (d b : row) (z y : F) : Prop :=
  forall r, (r < resources p)%nat -> num (entry d r) * y <= num (entry b r) * z.

(* Properties of one run. *)
Definition po p x : Prop := forall y, feasible p y ->
  (forall u, amount x u <= amount y u) -> forall u, amount y u <= amount x u.
(* Sharing incentive: what fits, with every task taken [users p] times, into the capacity is no more than the user runs. *)
Definition si p x : Prop := forall u, (u < users p)%nat -> forall y,
  fit p (map (N.mul (N.of_nat (users p))) (line (demand p) u)) (capacity p) 1 y -> y <= amount x u.
(* Envy-freeness: what fits into what another user holds is no more than the user runs. *)
Definition ef p x : Prop := forall u v, (u < users p)%nat -> (v < users p)%nat -> u <> v -> forall y,
  fit p (line (demand p) u) (line (demand p) v) (amount x v) y -> y <= amount x u.
(* Amounts of whole and parted tasks leave nothing to waste: what a user holds is a multiple of its demand. *)
Definition non_wasteful (p : profile) (x : list F) : Prop := True.

(* Properties of two runs: [p] gets [x], [q] gets [y]. *)
Definition differs p q u := negb (row_eqb (line (demand p) u) (line (demand q) u)).
Definition only_liar p q u := row_eqb (capacity p) (capacity q) && (users p =? users q)%nat && differs p q u &&
  forallb (fun v => (v =? u)%nat || negb (differs p q v)) (seq 0 (users p)).
(* Strategy-proofness: what the true tasks of the only liar can do with what it holds at [q] is no more than it runs at [p]. *)
Definition sp p x q y : Prop := forall u, (u < users p)%nat -> only_liar p q u = true -> forall z,
  fit p (line (demand p) u) (line (demand q) u) (amount y u) z -> z <= amount x u.
Definition sp_demand := sp.
(* The other properties of two runs say of a user [u] of [p] and a user [v] of [q] that [u] runs at least as much as [v]. *)
Definition at_least (related : profile -> profile -> nat -> nat -> bool) p (x : list F) q (y : list F) : Prop :=
  forall u v, (u < users p)%nat -> (v < users q)%nat -> related p q u v = true -> amount y v <= amount x u.
Definition more_capacity p q u v := (u =? v)%nat && matrix_eqb (demand p) (demand q) &&
  (resources p =? resources q)%nat && negb (row_eqb (capacity p) (capacity q)) &&
  forallb (fun r => (entry (capacity q) r <=? entry (capacity p) r)%N) (seq 0 (resources p)).
Definition resource_monotone := at_least more_capacity.
Definition remove {A} l (m : list A) := firstn l m ++ skipn (S l) m.
Definition one_left p q u v := row_eqb (capacity p) (capacity q) && existsb (fun l =>
  negb (l =? v)%nat && (u =? if l <? v then v - 1 else v)%nat && matrix_eqb (demand p) (remove l (demand q))) (seq 0 (users q)).
Definition population_monotone := at_least one_left.
Fixpoint vectors n bound : list (list nat) :=
  match n with O => [[]] | S k => flat_map (fun x => map (cons x) (vectors k bound)) (seq 0 bound) end.
Fixpoint distinct (l : list nat) : bool :=
  match l with [] => true | x :: rest => negb (existsb (Nat.eqb x) rest) && distinct rest end.
Definition renamings n := filter distinct (vectors n n).
Definition renamed p q u v := row_eqb (capacity p) (capacity q) && (users p =? users q)%nat &&
  existsb (fun names => (nth u names 0 =? v)%nat && matrix_eqb (demand p) (map (line (demand q)) names)) (renamings (users p)).
Definition anonymous := at_least renamed.
Definition reordered p q u v := (u =? v)%nat && (resources p =? resources q)%nat && existsb (fun names =>
  row_eqb (capacity p) (map (entry (capacity q)) names) &&
  matrix_eqb (demand p) (map (fun l => map (entry l) names) (demand q))) (renamings (resources p)).
Definition neutral := at_least reordered.

(* Arithmetic. *)
Lemma count_add a b : count (a + b) = count a + count b.
Proof. induction a as [|a IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma count_mul a b : count (a * b) = count a * count b.
Proof. induction a as [|a IH]; simpl; [ring|rewrite count_add, IH; ring]. Qed.
Lemma num_add a b : num (N.add a b) = num a + num b.
Proof. unfold num. rewrite N2Nat.inj_add. apply count_add. Qed.
Lemma num_mul a b : num (N.mul a b) = num a * num b.
Proof. unfold num. rewrite N2Nat.inj_mul. apply count_mul. Qed.
Lemma num_0 : num 0%N = 0. Proof. reflexivity. Qed.
Lemma le_add x y z w : x <= y -> z <= w -> x + z <= y + w.
Proof.
  intros A B. apply le_trans with (y + z); [now apply le_plus|].
  replace (y + z) with (z + y) by ring. replace (y + w) with (w + y) by ring. now apply le_plus.
Qed.
Lemma le_sub x y : x <= y -> 0 <= y + opp F x.
Proof. intros H. replace 0 with (x + opp F x) by ring. now apply le_plus. Qed.
Lemma sub_le x y : 0 <= y + opp F x -> x <= y.
Proof. intros H. replace x with (0 + x) by ring. replace y with (y + opp F x + x) by ring. now apply le_plus. Qed.
Lemma le_scale a x y : 0 <= a -> x <= y -> a * x <= a * y.
Proof.
  intros A H. apply sub_le. replace (a * y + opp F (a * x)) with (a * (y + opp F x)) by ring.
  apply le_times; [assumption|now apply le_sub].
Qed.
Lemma zero_le_one : 0 <= 1.
Proof.
  destruct (le_or F 0 1) as [H|[H _]]; [assumption|]. replace 1 with (opp F 1 * opp F 1) by ring.
  assert (0 <= opp F 1) by (replace (opp F 1) with (0 + opp F 1) by ring; now apply le_sub). now apply le_times.
Qed.
Lemma count_pos n : 0 <= count n.
Proof.
  induction n as [|n IH]; simpl; [apply le_refl|]. replace 0 with (0 + 0) by ring. apply le_add; [apply zero_le_one|assumption].
Qed.
Lemma num_pos n : 0 <= num n. Proof. apply count_pos. Qed.
Lemma num_le a b : (a <= b)%N -> num a <= num b.
Proof.
  intros H. replace b with (N.add a (N.sub b a)) by lia. rewrite num_add. replace (num a) with (num a + 0) at 1 by ring.
  apply le_add; [apply le_refl|apply num_pos].
Qed.
Lemma count_succ n : 1 <= count (S n).
Proof. simpl. replace 1 with (1 + 0) at 1 by ring. apply le_add; [apply le_refl|apply count_pos]. Qed.
Lemma not_one_zero : ~ 1 <= 0.
Proof. intros H. apply (zero_one F). apply le_antisym; [apply zero_le_one|assumption]. Qed.
Lemma num_lt a b : (a < b)%N -> ~ num b <= num a.
Proof.
  intros H bad. replace b with (N.add a (N.sub b a)) in bad by lia. rewrite num_add in bad. apply not_one_zero.
  apply le_trans with (num (N.sub b a)).
  - unfold num. destruct (N.to_nat (b - a)) as [|k] eqn:E; [lia|apply count_succ].
  - apply sub_le. replace (0 + opp F (num (N.sub b a))) with (num a + opp F (num a + num (N.sub b a))) by ring. now apply le_sub.
Qed.
Lemma num_nonzero a : (0 < a)%N -> num a <> 0.
Proof. intros H E. apply (num_lt 0 a H). rewrite E. apply le_refl. Qed.
Lemma cancel a x y : 0 <= a -> a <> 0 -> a * x <= a * y -> x <= y.
Proof.
  intros A nz H. destruct (le_or F x y) as [ok|[no ne]]; [assumption|]. exfalso. apply ne.
  assert (E : a * x = a * y) by (apply le_antisym; [assumption|now apply le_scale]).
  replace x with (inverse F a * a * x); [replace y with (inverse F a * a * y)|];
    try (replace (inverse F a * a) with (a * inverse F a) by ring; rewrite (times_inverse F a nz); ring).
  replace (inverse F a * a * x) with (inverse F a * (a * x)) by ring. rewrite E. ring.
Qed.
Lemma inverse_pos a : 0 <= a -> a <> 0 -> 0 <= inverse F a.
Proof.
  intros A nz. apply (cancel a); [assumption|assumption|]. rewrite (times_inverse F a nz).
  replace (a * 0) with 0 by ring. apply zero_le_one.
Qed.

(* What fits: the resource with the least quotient bounds the tasks, and as many tasks fit. *)
Lemma fit_row p d b z x r : 0 <= z -> (0 < entry d r)%N ->
  forallb (fun s => (entry d s * entry b r <=? entry b s * entry d r)%N) (seq 0 (resources p)) = true ->
  (forall y, fit p d b z y -> y <= x) -> num (entry b r) * z <= num (entry d r) * x.
Proof.
  intros zpos dpos best H. pose proof (num_nonzero _ dpos) as nz. pose proof (num_pos (entry d r)) as np.
  set (i := inverse F (num (entry d r))). assert (I : num (entry d r) * i = 1) by now apply times_inverse.
  specialize (H (num (entry b r) * z * i)).
  assert (K : num (entry b r) * z * i <= x).
  { apply H. intros s ins. rewrite forallb_forall in best. specialize (best s). rewrite N.leb_le in best.
    specialize (best (proj2 (in_seq _ _ _) (conj (Nat.le_0_l s) ins))).
    apply (cancel (num (entry d r))); [assumption|assumption|].
    replace (num (entry d r) * (num (entry d s) * (num (entry b r) * z * i)))
      with (num (entry d s) * num (entry b r) * z * (num (entry d r) * i)) by ring.
    rewrite I. replace (num (entry d s) * num (entry b r) * z * 1) with (z * num (N.mul (entry d s) (entry b r)))
      by (rewrite num_mul; ring).
    replace (num (entry d r) * (num (entry b s) * z)) with (z * num (N.mul (entry b s) (entry d r))) by (rewrite num_mul; ring).
    apply le_scale; [assumption|now apply num_le]. }
  replace (num (entry b r) * z) with (num (entry d r) * (num (entry b r) * z * i)).
  - now apply le_scale.
  - replace (num (entry d r) * (num (entry b r) * z * i)) with (num (entry b r) * z * (num (entry d r) * i)) by ring.
    rewrite I. ring.
Qed.

(* Pareto optimality: every user demands a resource that is full. *)
Fixpoint raised (x : list F) u (e : F) : list F :=
  match x with [] => [] | a :: rest => match u with O => (a + e) :: rest | S v => a :: raised rest v e end end.
Lemma raised_length x : forall u e, length (raised x u e) = length x.
Proof. induction x as [|a x IH]; intros [|u] e; simpl; auto. Qed.
Lemma raised_at x : forall u e v, (u < length x)%nat -> amount (raised x u e) v = if (v =? u)%nat then amount x v + e else amount x v.
Proof.
  unfold amount. induction x as [|a x IH]; intros u e v H; [simpl in H; lia|].
  destruct u as [|u], v as [|v]; simpl; try reflexivity. simpl in H. apply IH. lia.
Qed.
Lemma raised_used p x u e r : (u < length x)%nat -> forall n w,
  used_from p (raised x u e) r w n =
  used_from p x r w n + (if (w <=? u)%nat && (u <? w + n)%nat then num (needs p u r) * e else 0).
Proof.
  intros H. induction n as [|n IH]; intros w; simpl.
  - replace ((w <=? u)%nat && (u <? w + 0)%nat) with false by (symmetry; apply andb_false_iff; rewrite Nat.leb_gt, Nat.ltb_ge; lia). ring.
  - rewrite IH, (raised_at x u e w H). destruct (Nat.eqb_spec w u) as [->|ne].
    + replace ((S u <=? u)%nat) with false by (symmetry; apply Nat.leb_gt; lia).
      replace ((u <=? u)%nat && (u <? u + S n)%nat) with true
        by (symmetry; rewrite andb_true_iff, Nat.leb_le, Nat.ltb_lt; lia). simpl. ring.
    + replace ((S w <=? u)%nat && (u <? S w + n)%nat) with ((w <=? u)%nat && (u <? w + S n)%nat); [ring|].
      destruct (Nat.leb_spec w u), (Nat.leb_spec (S w) u), (Nat.ltb_spec u (w + S n)), (Nat.ltb_spec u (S w + n)); simpl; try reflexivity; lia.
Qed.

Definition full p x r : Prop := num (entry (capacity p) r) <= used p x r.

(* A small amount that every one of the first [n] resources that the user demands still has room for. *)
Lemma room p x u : forall n, (n <= resources p)%nat -> feasible p x ->
  (exists r, (r < n)%nat /\ (0 < needs p u r)%N /\ full p x r) \/
  (exists e, 0 <= e /\ e <> 0 /\ forall r, (r < n)%nat -> used p x r + num (needs p u r) * e <= num (entry (capacity p) r)).
Proof.
  induction n as [|n IH]; intros small can.
  - right. exists 1. split; [apply zero_le_one|]. split; [intros E; now apply (zero_one F)|]. intros; lia.
  - destruct (IH (Nat.lt_le_incl _ _ small) can) as [[r [A [B C]]]|[e [epos [enz E]]]].
    { left. exists r. auto with arith. }
    destruct can as [_ [_ caps]]. specialize (caps n small).
    destruct (N.eq_dec (needs p u n) 0) as [none|some].
    { right. exists e. repeat split; try assumption. intros r ltr. destruct (Nat.eq_dec r n) as [->|ne]; [|apply E; lia].
      rewrite none, num_0. replace (used p x n + 0 * e) with (used p x n) by ring. assumption. }
    assert (dpos : (0 < needs p u n)%N) by lia.
    destruct (le_or F (num (entry (capacity p) n)) (used p x n)) as [isfull|[below ne]].
    { left. exists n. auto. }
    right. set (slack := num (entry (capacity p) n) + opp F (used p x n)).
    assert (spos : 0 <= slack) by now apply le_sub.
    assert (snz : slack <> 0).
    { intros Z. apply ne. replace (num (entry (capacity p) n)) with (slack + used p x n) by (unfold slack; ring). rewrite Z. ring. }
    pose proof (num_nonzero _ dpos) as dnz. pose proof (num_pos (needs p u n)) as dnn.
    set (i := inverse F (num (needs p u n))).
    assert (I : num (needs p u n) * i = 1) by now apply times_inverse.
    set (e2 := slack * i).
    assert (e2pos : 0 <= e2) by (apply le_times; [assumption|now apply inverse_pos]).
    assert (e2d : num (needs p u n) * e2 = slack).
    { unfold e2. replace (num (needs p u n) * (slack * i)) with (slack * (num (needs p u n) * i)) by ring. rewrite I. ring. }
    assert (e2nz : e2 <> 0).
    { intros Z. apply snz. rewrite <- e2d, Z. ring. }
    assert (both : exists m, 0 <= m /\ m <> 0 /\ m <= e /\ m <= e2).
    { destruct (le_or F e e2) as [L|[L _]]; [exists e|exists e2]; repeat split; auto; apply le_refl. }
    destruct both as [m [mpos [mnz [me me2]]]]. exists m. repeat split; try assumption.
    assert (grow : forall r t, m <= t -> used p x r + num (needs p u r) * t <= num (entry (capacity p) r) ->
      used p x r + num (needs p u r) * m <= num (entry (capacity p) r)).
    { intros r t mt H. apply le_trans with (used p x r + num (needs p u r) * t); [|assumption].
      apply le_add; [apply le_refl|]. apply le_scale; [apply num_pos|assumption]. }
    intros r ltr. destruct (Nat.eq_dec r n) as [->|ner].
    + apply (grow n e2); [assumption|]. rewrite e2d. unfold slack.
      replace (used p x n + (num (entry (capacity p) n) + opp F (used p x n))) with (num (entry (capacity p) n)) by ring. apply le_refl.
    + apply (grow r e); [assumption|]. apply E. lia.
Qed.

Lemma po_full p x u : (u < users p)%nat -> feasible p x -> po p x ->
  exists r, (r < resources p)%nat /\ (0 < needs p u r)%N /\ full p x r.
Proof.
  intros isu can best. destruct (room p x u (resources p) (Nat.le_refl _) can) as [found|[e [epos [enz E]]]]; [assumption|].
  exfalso. pose proof can as [len [pos caps]]. assert (ulen : (u < length x)%nat) by lia.
  assert (can2 : feasible p (raised x u e)).
  { split; [now rewrite raised_length|]. split.
    - intros v. rewrite raised_at by assumption. destruct (v =? u)%nat; [|apply pos].
      replace 0 with (0 + 0) by ring. apply le_add; [apply pos|assumption].
    - intros r ltr. unfold used. rewrite raised_used by assumption. simpl.
      replace (u <? users p)%nat with true by (symmetry; now apply Nat.ltb_lt). now apply E. }
  specialize (best (raised x u e) can2).
  assert (above : forall v, amount x v <= amount (raised x u e) v).
  { intros v. rewrite raised_at by assumption. destruct (v =? u)%nat; [|apply le_refl].
    replace (amount x v) with (amount x v + 0) at 1 by ring. apply le_add; [apply le_refl|assumption]. }
  specialize (best above u). rewrite raised_at, Nat.eqb_refl in best by assumption.
  apply enz. apply le_antisym; [|assumption]. apply sub_le.
  replace (0 + opp F e) with (amount x u + opp F (amount x u + e)) by ring. now apply le_sub.
Qed.
