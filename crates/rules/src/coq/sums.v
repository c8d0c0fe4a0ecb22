(* Inequalities between sums of amounts: [low] and [low_one] against [high] and [high_one]. The amount number [i] is [v i]. *)
Record inequality := { low : row; low_one : N; high : row; high_one : N }.
Fixpoint value (v : nat -> F) i (l : row) : F := match l with [] => 0 | c :: rest => num c * v i + value v (S i) rest end.
Definition holds v (k : inequality) : Prop :=
  value v 0 (low k) + num (low_one k) <= value v 0 (high k) + num (high_one k).
Fixpoint add (a b : row) : row :=
  match a, b with [], _ => b | _, [] => a | x :: a', y :: b' => N.add x y :: add a' b' end.
Fixpoint single i (c : N) : row := match i with O => [c] | S j => 0%N :: single j c end.
Fixpoint below (a b : row) : bool :=
  match a, b with [], _ => true | x :: a', [] => N.eqb x 0 && below a' [] | x :: a', y :: b' => N.leb x y && below a' b' end.
Definition sum_of (a b : inequality) := {| low := add (low a) (low b); low_one := N.add (low_one a) (low_one b);
  high := add (high a) (high b); high_one := N.add (high_one a) (high_one b) |}.
Definition scaled m (k : inequality) := {| low := map (N.mul m) (low k); low_one := N.mul m (low_one k);
  high := map (N.mul m) (high k); high_one := N.mul m (high_one k) |}.
Definition nothing := {| low := []; low_one := 0; high := []; high_one := 0 |}.
(* No amounts above zero meet the inequality. *)
Definition absurd (k : inequality) := below (high k) (low k) && N.ltb (high_one k) (low_one k).

Lemma value_add v a : forall b i, value v i (add a b) = value v i a + value v i b.
Proof. induction a as [|x a IH]; intros [|y b] i; simpl; try ring. rewrite num_add, IH. ring. Qed.
Lemma value_scale v m a : forall i, value v i (map (N.mul m) a) = num m * value v i a.
Proof. induction a as [|x a IH]; intros i; simpl; [ring|]. rewrite num_mul, IH. ring. Qed.
Lemma value_single v c k : forall i, value v i (single k c) = num c * v (i + k)%nat.
Proof.
  induction k as [|k IH]; intros i; simpl; [rewrite Nat.add_0_r; ring|].
  rewrite IH, num_0. replace (S i + k)%nat with (i + S k)%nat by lia. ring.
Qed.
Lemma value_below v a : (forall i, 0 <= v i) -> forall b i, below a b = true -> value v i a <= value v i b.
Proof.
  intros pos. induction a as [|x a IH]; intros b i H; simpl in *.
  - clear H. revert i. induction b as [|y b IHb]; intros i; simpl; [apply le_refl|].
    replace 0 with (0 + 0) by ring. apply le_add; [apply le_times; [apply num_pos|apply pos]|apply IHb].
  - destruct b as [|y b]; apply andb_true_iff in H; destruct H as [A B].
    + apply N.eqb_eq in A. subst x. rewrite num_0. specialize (IH [] (S i) B). simpl in IH. simpl.
      replace (0 * v i + value v (S i) a) with (value v (S i) a) by ring. assumption.
    + apply N.leb_le in A. apply le_add; [|now apply IH].
      replace (num x * v i) with (v i * num x) by ring. replace (num y * v i) with (v i * num y) by ring.
      apply le_scale; [apply pos|now apply num_le].
Qed.
Lemma holds_sum v a b : holds v a -> holds v b -> holds v (sum_of a b).
Proof.
  unfold holds; simpl. intros A B. rewrite !value_add, !num_add. pose proof (le_add _ _ _ _ A B) as C.
  replace (value v 0 (low a) + value v 0 (low b) + (num (low_one a) + num (low_one b)))
    with (value v 0 (low a) + num (low_one a) + (value v 0 (low b) + num (low_one b))) by ring.
  replace (value v 0 (high a) + value v 0 (high b) + (num (high_one a) + num (high_one b)))
    with (value v 0 (high a) + num (high_one a) + (value v 0 (high b) + num (high_one b))) by ring.
  assumption.
Qed.
Lemma holds_scaled v m a : holds v a -> holds v (scaled m a).
Proof.
  unfold holds; simpl. intros A. rewrite !value_scale, !num_mul. pose proof (le_scale (num m) _ _ (num_pos m) A) as C.
  replace (num m * value v 0 (low a) + num m * num (low_one a)) with (num m * (value v 0 (low a) + num (low_one a))) by ring.
  replace (num m * value v 0 (high a) + num m * num (high_one a)) with (num m * (value v 0 (high a) + num (high_one a))) by ring.
  assumption.
Qed.
Lemma absurd_false v k : (forall i, 0 <= v i) -> absurd k = true -> holds v k -> False.
Proof.
  intros pos H K. apply andb_true_iff in H. destruct H as [A B]. apply N.ltb_lt in B. apply (num_lt _ _ B).
  pose proof (value_below v _ pos _ 0%nat A) as C. apply sub_le.
  replace (num (high_one k) + opp F (num (low_one k)))
    with (value v 0 (high k) + num (high_one k) + opp F (value v 0 (high k) + num (low_one k))) by ring.
  apply le_sub. apply le_trans with (value v 0 (low k) + num (low_one k)); [|exact K].
  apply le_add; [assumption|apply le_refl].
Qed.

(* A refutation: a tree of cases of full resources, with a sum of inequalities at the end of each case. *)
Inductive reason :=
  | Capacity (p r : nat) | Full (p r : nat) | Share (p u r : nat) | Envy (p u v r : nat) | Lie (p q u r : nat)
  | Related (k p q u v : nat).
(* [Cases p u] splits by the resource that user [u] of profile [p] demands and that is full. *)
Inductive tree := Sum (all : list (N * reason)) | Cases (p u : nat) (full : list (nat * tree)).

Variable core : list profile.
Variable f : profile -> list F.
Variables has_po has_si has_ef has_sp : bool.
Variable relations : list (profile -> profile -> nat -> nat -> bool).
Variable width : nat.
Definition at_ i := nth i core {| capacity := []; demand := [] |}.
Definition inside i := (i <? length core)%nat.
Definition user i u := (u <? users (at_ i))%nat.
Definition index i u := (i * width + u)%nat.
Definition v i : F := if inside (i / width) then amount (f (at_ (i / width))) (i mod width) else 0.
Fixpoint use_row i r u n : row :=
  match n with O => [] | S m => add (single (index i u) (needs (at_ i) u r)) (use_row i r (S u) m) end.
Definition use i r := use_row i r 0 (users (at_ i)).
Definition least p (d b : row) r := (0 <? entry d r)%N &&
  forallb (fun s => (entry d s * entry b r <=? entry b s * entry d r)%N) (seq 0 (resources p)).
Definition part p u := map (N.mul (N.of_nat (users p))) (line (demand p) u).
Definition between l h := {| low := l; low_one := 0; high := h; high_one := 0 |}.

(* The inequality that a reason gives, where [full] are the resources supposed to be full. *)
Definition says (full : list (nat * nat)) (k : reason) : option inequality :=
  match k with
  | Capacity i r => if inside i && (r <? resources (at_ i))%nat
      then Some {| low := use i r; low_one := 0; high := []; high_one := entry (capacity (at_ i)) r |} else None
  | Full i r => if existsb (fun '(j, s) => (j =? i)%nat && (s =? r)%nat) full
      then Some {| low := []; low_one := entry (capacity (at_ i)) r; high := use i r; high_one := 0 |} else None
  | Share i u r => let d := part (at_ i) u in
      if has_si && inside i && user i u && least (at_ i) d (capacity (at_ i)) r
      then Some {| low := []; low_one := entry (capacity (at_ i)) r; high := single (index i u) (entry d r); high_one := 0 |} else None
  | Envy i u w r => let d := line (demand (at_ i)) u in let b := line (demand (at_ i)) w in
      if has_ef && inside i && user i u && user i w && negb (u =? w)%nat && least (at_ i) d b r
      then Some (between (single (index i w) (entry b r)) (single (index i u) (entry d r))) else None
  | Lie i j u r => let d := line (demand (at_ i)) u in let b := line (demand (at_ j)) u in
      if has_sp && inside i && inside j && user i u && user j u && only_liar (at_ i) (at_ j) u && least (at_ i) d b r
      then Some (between (single (index j u) (entry b r)) (single (index i u) (entry d r))) else None
  | Related k i j u w => match nth_error relations k with
      | Some related => if inside i && inside j && user i u && user j w && related (at_ i) (at_ j) u w
          then Some (between (single (index j w) 1) (single (index i u) 1)) else None
      | None => None end
  end.
Fixpoint total full (all : list (N * reason)) : option inequality :=
  match all with
  | [] => Some nothing
  | (m, k) :: rest => match says full k, total full rest with
      | Some a, Some b => Some (sum_of (scaled m a) b) | _, _ => None end
  end.
Fixpoint check (fuel : nat) (full : list (nat * nat)) (t : tree) : bool :=
  match fuel with
  | O => false
  | S less => match t with
      | Sum all => match total full all with Some k => absurd k | None => false end
      | Cases i u branches => has_po && inside i && user i u && forallb (fun r =>
          N.eqb (needs (at_ i) u r) 0 ||
          existsb (fun '(s, next) => (s =? r)%nat && check less ((i, r) :: full) next) branches) (seq 0 (resources (at_ i)))
      end
  end.

Hypothesis wide : forallb (fun p => (users p <=? width)%nat) core = true.
Hypothesis can : forall p, In p core -> feasible p (f p).
Hypothesis with_po : has_po = true -> forall p, In p core -> po p (f p).
Hypothesis with_si : has_si = true -> forall p, In p core -> si p (f p).
Hypothesis with_ef : has_ef = true -> forall p, In p core -> ef p (f p).
Hypothesis with_sp : has_sp = true -> forall p q, In p core -> In q core -> sp p (f p) q (f q).
Hypothesis with_related : forall k related, nth_error relations k = Some related ->
  forall p q, In p core -> In q core -> at_least related p (f p) q (f q).

Lemma at_in i : inside i = true -> In (at_ i) core.
Proof. intros H. apply nth_In. now apply Nat.ltb_lt. Qed.
Lemma v_index i u : inside i = true -> (u < users (at_ i))%nat -> v (index i u) = amount (f (at_ i)) u.
Proof.
  intros H L. assert (W : (users (at_ i) <= width)%nat).
  { rewrite forallb_forall in wide. specialize (wide _ (at_in i H)). now apply Nat.leb_le. }
  unfold v, index. rewrite Nat.div_add_l by lia. rewrite Nat.div_small by lia. rewrite Nat.add_0_r, H.
  rewrite Nat.add_comm, Nat.mod_add by lia. rewrite Nat.mod_small by lia. reflexivity.
Qed.
Lemma v_pos i : 0 <= v i.
Proof.
  unfold v. destruct (inside (i / width)) eqn:H; [|apply le_refl]. apply can. now apply at_in.
Qed.
Lemma user_lt i u : user i u = true -> (u < users (at_ i))%nat. Proof. apply Nat.ltb_lt. Qed.
Lemma use_value i r : inside i = true -> value v 0 (use i r) = used (at_ i) (f (at_ i)) r.
Proof.
  intros H. unfold use, used. assert (G : forall n u, (u + n <= users (at_ i))%nat ->
    value v 0 (use_row i r u n) = used_from (at_ i) (f (at_ i)) r u n).
  { induction n as [|n IH]; intros u small; simpl; [reflexivity|].
    rewrite value_add, value_single, IH by lia. simpl. rewrite v_index by (assumption || lia). reflexivity. }
  apply G. lia.
Qed.
Lemma least_spec p d b r : least p d b r = true -> (0 < entry d r)%N /\
  forallb (fun s => (entry d s * entry b r <=? entry b s * entry d r)%N) (seq 0 (resources p)) = true.
Proof. unfold least. rewrite andb_true_iff, N.ltb_lt. trivial. Qed.

Lemma says_holds supposed : (forall i r, In (i, r) supposed -> inside i = true /\ full (at_ i) (f (at_ i)) r) ->
  forall k a, says supposed k = Some a -> holds v a.
Proof.
  intros sup k a E. destruct k as [i r|i r|i u r|i u w r|i j u r|k i j u w]; simpl in E.
  - destruct (inside i && (r <? resources (at_ i))%nat) eqn:C; [injection E as <-|discriminate].
    apply andb_true_iff in C. destruct C as [I R]. apply Nat.ltb_lt in R. unfold holds; simpl. rewrite use_value by assumption.
    destruct (can _ (at_in i I)) as [_ [_ caps]]. specialize (caps r R). rewrite num_0.
    replace (used (at_ i) (f (at_ i)) r + 0) with (used (at_ i) (f (at_ i)) r) by ring.
    replace (0 + num (entry (capacity (at_ i)) r)) with (num (entry (capacity (at_ i)) r)) by ring. assumption.
  - destruct (existsb (fun '(j, s) => (j =? i)%nat && (s =? r)%nat) supposed) eqn:C; [injection E as <-|discriminate].
    apply existsb_exists in C. destruct C as [[j s] [inn same]]. apply andb_true_iff in same. destruct same as [A B].
    apply Nat.eqb_eq in A, B. subst j s. destruct (sup i r inn) as [I H]. unfold holds; simpl. rewrite use_value by assumption.
    rewrite num_0. unfold full in H.
    replace (used (at_ i) (f (at_ i)) r + 0) with (used (at_ i) (f (at_ i)) r) by ring.
    replace (0 + num (entry (capacity (at_ i)) r)) with (num (entry (capacity (at_ i)) r)) by ring. assumption.
  - destruct (has_si && inside i && user i u && least (at_ i) (part (at_ i) u) (capacity (at_ i)) r) eqn:C;
      [injection E as <-|discriminate].
    rewrite !andb_true_iff in C. destruct C as [[[S I] U] L]. apply user_lt in U. destruct (least_spec _ _ _ _ L) as [P B].
    pose proof (fit_row (at_ i) _ _ 1 _ r zero_le_one P B (with_si S _ (at_in i I) u U)) as G.
    unfold holds; simpl. rewrite value_single. simpl. rewrite v_index by assumption. rewrite num_0.
    replace (0 + num (entry (capacity (at_ i)) r)) with (num (entry (capacity (at_ i)) r) * 1) by ring.
    match goal with |- _ <= ?x + 0 => replace (x + 0) with x by ring end. exact G.
  - destruct (has_ef && inside i && user i u && user i w && negb (u =? w)%nat &&
      least (at_ i) (line (demand (at_ i)) u) (line (demand (at_ i)) w) r) eqn:C; [injection E as <-|discriminate].
    rewrite !andb_true_iff in C. destruct C as [[[[[S I] U] W] ne] L]. apply user_lt in U, W.
    apply negb_true_iff, Nat.eqb_neq in ne. destruct (least_spec _ _ _ _ L) as [P B].
    destruct (can _ (at_in i I)) as [_ [pos _]].
    pose proof (fit_row (at_ i) _ _ _ _ r (pos w) P B (with_ef S _ (at_in i I) u w U W ne)) as G.
    unfold holds; simpl. rewrite !value_single. simpl. rewrite !v_index by assumption. rewrite num_0.
    apply le_add; [exact G|apply le_refl].
  - destruct (has_sp && inside i && inside j && user i u && user j u && only_liar (at_ i) (at_ j) u &&
      least (at_ i) (line (demand (at_ i)) u) (line (demand (at_ j)) u) r) eqn:C; [injection E as <-|discriminate].
    rewrite !andb_true_iff in C. destruct C as [[[[[[S I] J] U] W] only] L]. apply user_lt in U, W.
    destruct (least_spec _ _ _ _ L) as [P B]. destruct (can _ (at_in j J)) as [_ [pos _]].
    pose proof (fit_row (at_ i) _ _ _ _ r (pos u) P B (with_sp S _ _ (at_in i I) (at_in j J) u U only)) as G.
    unfold holds; simpl. rewrite !value_single. simpl. rewrite !v_index by assumption. rewrite num_0.
    apply le_add; [exact G|apply le_refl].
  - destruct (nth_error relations k) as [related|] eqn:N; [|discriminate].
    destruct (inside i && inside j && user i u && user j w && related (at_ i) (at_ j) u w) eqn:C; [injection E as <-|discriminate].
    rewrite !andb_true_iff in C. destruct C as [[[[I J] U] W] R]. apply user_lt in U, W.
    pose proof (with_related k related N _ _ (at_in i I) (at_in j J) u w U W R) as G.
    unfold holds; simpl. rewrite !value_single. simpl. rewrite !v_index by assumption. rewrite num_0.
    apply le_add; [|apply le_refl]. replace (num 1) with 1 by (unfold num; simpl; ring).
    apply le_scale; [apply zero_le_one|exact G].
Qed.
Lemma total_holds supposed : (forall i r, In (i, r) supposed -> inside i = true /\ full (at_ i) (f (at_ i)) r) ->
  forall all k, total supposed all = Some k -> holds v k.
Proof.
  intros sup. induction all as [|[m r] rest IH]; intros k E; simpl in E.
  - injection E as <-. unfold holds; simpl. apply le_refl.
  - destruct (says supposed r) as [a|] eqn:A; [|discriminate]. destruct (total supposed rest) as [b|]; [|discriminate].
    injection E as <-. apply holds_sum; [|now apply IH]. apply holds_scaled. now apply (says_holds supposed sup r).
Qed.
Lemma check_sound fuel : forall supposed t,
  (forall i r, In (i, r) supposed -> inside i = true /\ full (at_ i) (f (at_ i)) r) ->
  check fuel supposed t = true -> False.
Proof.
  induction fuel as [|fuel IH]; intros supposed t sup C; [discriminate|]. destruct t as [all|i u branches]; simpl in C.
  - destruct (total supposed all) as [k|] eqn:T; [|discriminate]. apply (absurd_false v k v_pos C). now apply (total_holds supposed sup all).
  - rewrite !andb_true_iff in C. destruct C as [[[P I] U] every]. apply user_lt in U.
    destruct (po_full (at_ i) (f (at_ i)) u U (can _ (at_in i I)) (with_po P _ (at_in i I))) as [r [R [needed isfull]]].
    rewrite forallb_forall in every. specialize (every r (proj2 (in_seq _ _ _) (conj (Nat.le_0_l r) R))).
    apply orb_true_iff in every. destruct every as [none|some].
    + apply N.eqb_eq in none. lia.
    + apply existsb_exists in some. destruct some as [[s next] [_ both]]. apply andb_true_iff in both. destruct both as [A B].
      apply Nat.eqb_eq in A. subst s. apply (IH ((i, r) :: supposed) next); [|assumption].
      intros j w [same|old]; [injection same as <- <-; auto|now apply sup].
Qed.
End Amounts.

(* The rational numbers are such a field, so the theorem speaks of something. *)
Open Scope Qc_scope.
Lemma rational_le_or (x y : Qc) : x <= y \/ (y <= x /\ x <> y).
Proof.
  destruct (Qc_dec x y) as [[H|H]|H].
  - left. now apply Qclt_le_weak.
  - right. split; [now apply Qclt_le_weak|]. intros ->. now apply (Qclt_not_eq y y).
  - left. subst. apply Qcle_refl.
Qed.
Lemma rational_le_plus (x y z : Qc) : x <= y -> x + z <= y + z.
Proof. intros H. apply Qcplus_le_compat; [assumption|apply Qcle_refl]. Qed.
Lemma rational_le_times (x y : Qc) : 0 <= x -> 0 <= y -> 0 <= x * y.
Proof. intros A B. replace 0 with (0 * y) by ring. now apply Qcmult_le_compat_r. Qed.
Lemma rational_zero_one : 0 <> 1. Proof. discriminate. Qed.
Definition rationals : ordered_field := {|
  number := Qc; zero := 0; one := 1; plus := Qcplus; times := Qcmult; minus := Qcminus; opp := Qcopp; inverse := Qcinv;
  le := Qcle; ring_laws := Qcrt; times_inverse := Qcmult_inv_r; zero_one := rational_zero_one; le_refl := Qcle_refl;
  le_trans := Qcle_trans; le_antisym := Qcle_antisym; le_or := rational_le_or; le_plus := rational_le_plus;
  le_times := rational_le_times |}.
Close Scope Qc_scope.
