From Coq Require Import List Arith Bool Lia.
Import ListNotations.
Open Scope nat_scope.

(* Capacities are servers x resources, demands of one task users x resources, allocations whole tasks, users x servers. *)
Definition row := list nat.
Definition matrix := list row.
Record profile := { capacity : matrix; demand : matrix }.

Definition line (m : matrix) i : row := nth i m [].
Definition cell (m : matrix) i j := nth j (line m i) 0.
Definition users p := seq 0 (length (demand p)).
Definition servers p := seq 0 (length (capacity p)).
Definition resources p := seq 0 (length (line (capacity p) 0)).
Definition total (x : matrix) u := list_sum (line x u).

(* Feasible: the shape is right, and no resource of a server is used beyond its capacity. *)
Definition used p (x : matrix) s r := list_sum (map (fun u => cell x u s * cell (demand p) u r) (users p)).
Definition feasible_b p (x : matrix) : bool :=
  (length x =? length (demand p)) && forallb (fun y => length y =? length (capacity p)) x &&
  forallb (fun s => forallb (fun r => used p x s r <=? cell (capacity p) s r) (resources p)) (servers p).
Definition feasible p x : Prop := feasible_b p x = true.

(* Whole tasks of demand [d] that fit into [a] divided by [n]: the least quotient over the resources that are demanded. *)
Fixpoint quotients n (a d : row) : row :=
  match a, d with
  | x :: a', y :: d' => match y with 0 => quotients n a' d' | _ => x / (n * y) :: quotients n a' d' end
  | _, _ => []
  end.
Definition least (l : row) := match l with [] => 0 | x :: rest => fold_left min rest x end.
Definition fit n a d := least (quotients n a d).
(* Tasks of demand [wanted] that run, server by server, with [tasks] bundles of demand [held]. *)
Definition worth (wanted held tasks : row) :=
  list_sum (map (fun x => fit 1 (map (fun d => x * d) held) wanted) tasks).
Definition value p n m (tasks : row) := worth (line (demand p) n) (line (demand p) m) tasks.
Definition pairs p := list_prod (users p) (users p).

(* Properties of one run. *)
Definition po p x : Prop := forall y, feasible p y ->
  (forall u, In u (users p) -> total x u <= total y u) -> forall u, In u (users p) -> total y u <= total x u.
Definition entitled p u := list_sum (map (fun c => fit (length (demand p)) c (line (demand p) u)) (capacity p)).
Definition si_b p x := forallb (fun u => entitled p u <=? total x u) (users p).
Definition si p x : Prop := si_b p x = true.
Definition envies p (bundle : nat -> nat -> list row) more (x : matrix) :=
  forallb (fun '(n, m) => (n =? m) || match bundle n m with [] => true | _ => false end ||
    existsb (fun tasks => value p n m tasks <=? total x n + more) (bundle n m)) (pairs p).
Definition ef_b p x := envies p (fun _ m => [line x m]) 0 x.
Definition ef p x : Prop := ef_b p x = true.
Definition ef1_own_b p x := envies p (fun _ m => [line x m]) 1 x.
Definition ef1_own p x : Prop := ef1_own_b p x = true.
(* All ways to take one task from a row. *)
Fixpoint less (l : row) : list row :=
  match l with
  | [] => []
  | x :: rest => match x with 0 => [] | S k => [k :: rest] end ++ map (cons x) (less rest)
  end.
Definition ef1_b p x := envies p (fun _ m => less (line x m)) 0 x.
Definition ef1 p x : Prop := ef1_b p x = true.
(* Every feasible allocation of whole tasks is non-wasteful. *)
Definition non_wasteful (p : profile) (x : matrix) : Prop := True.

(* Properties of two runs: [p] gets [x], [q] gets [y]. *)
Fixpoint row_eqb (a b : row) : bool :=
  match a, b with [], [] => true | x :: a', y :: b' => (x =? y) && row_eqb a' b' | _, _ => false end.
Fixpoint matrix_eqb (a b : matrix) : bool :=
  match a, b with [], [] => true | x :: a', y :: b' => row_eqb x y && matrix_eqb a' b' | _, _ => false end.
Definition liars p q := filter (fun u => negb (row_eqb (line (demand p) u) (line (demand q) u))) (users p).
Definition reports p q := matrix_eqb (capacity p) (capacity q) && (length (demand p) =? length (demand q)).
Definition gets p q (y : matrix) u := worth (line (demand p) u) (line (demand q) u) (line y u).
Definition sp_b p x q y := negb (reports p q && (length (liars p q) =? 1)) ||
  forallb (fun u => gets p q y u <=? total x u) (liars p q).
Definition sp p x q y : Prop := sp_b p x q y = true.
Definition sp_demand_b := sp_b.
Definition sp_demand := sp.
Definition member u l := existsb (Nat.eqb u) l.
Definition group_sp_b p x q y := negb (reports p q) || match liars p q with [] => true | _ =>
  forallb (fun '(m, n) => negb (m <? n) || negb (forallb (fun u => (u =? m) || (u =? n)) (liars p q)) ||
    (gets p q y m <=? total x m) || (gets p q y n <=? total x n)) (pairs p) end.
Definition group_sp p x q y : Prop := group_sp_b p x q y = true.
Definition group_sp_weak_b p x q y := negb (reports p q) ||
  existsb (fun u => gets p q y u <? total x u) (liars p q) ||
  forallb (fun u => gets p q y u <=? total x u) (liars p q).
Definition group_sp_weak p x q y : Prop := group_sp_weak_b p x q y = true.
Definition remove {A} l (m : list A) := firstn l m ++ skipn (S l) m.
(* [p] is [q] without one user. *)
Definition population_monotone_b p x q y := forallb (fun l =>
  negb (matrix_eqb (capacity p) (capacity q) && matrix_eqb (demand p) (remove l (demand q))) ||
  match demand p with [] => true | _ =>
    forallb (fun u => total (remove l y) u <=? total x u) (users p) end) (users q).
Definition population_monotone p x q y : Prop := population_monotone_b p x q y = true.
(* [p] has at least the capacity of [q]. *)
Definition resource_monotone_b p x q y :=
  negb (matrix_eqb (demand p) (demand q) && (length (capacity p) =? length (capacity q)) &&
    forallb (fun s => forallb (fun r => cell (capacity q) s r <=? cell (capacity p) s r) (resources p)) (servers p)) ||
  matrix_eqb (capacity p) (capacity q) || forallb (fun u => total y u <=? total x u) (users p).
Definition resource_monotone p x q y : Prop := resource_monotone_b p x q y = true.
Fixpoint vectors n bound : list row :=
  match n with 0 => [[]] | S k => flat_map (fun x => map (cons x) (vectors k bound)) (seq 0 (S bound)) end.
Fixpoint distinct (l : row) : bool := match l with [] => true | x :: rest => negb (member x rest) && distinct rest end.
Definition renamings n := filter distinct (vectors n (n - 1)).
Definition renamed (m : matrix) (by_ : row) : matrix := map (line m) by_.
Definition anonymous_b p x q y := forallb (fun by_ =>
  negb (matrix_eqb (capacity p) (capacity q) && matrix_eqb (demand p) (renamed (demand q) by_)) ||
  (matrix_eqb (demand p) (demand q) && row_eqb by_ (users p)) || matrix_eqb x (renamed y by_))
  (if length (demand p) =? length (demand q) then renamings (length (demand p)) else []).
Definition anonymous p x q y : Prop := anonymous_b p x q y = true.
Definition reordered (m : matrix) (by_ : row) : matrix := map (fun l => map (fun r => nth r l 0) by_) m.
Definition neutral_b p x q y := forallb (fun by_ =>
  negb (matrix_eqb (capacity p) (reordered (capacity q) by_) && matrix_eqb (demand p) (reordered (demand q) by_)) ||
  (matrix_eqb (demand p) (demand q) && matrix_eqb (capacity p) (capacity q)) || matrix_eqb x y)
  (renamings (length (resources q))).
Definition neutral p x q y : Prop := neutral_b p x q y = true.

(* All feasible allocations. *)
Fixpoint matrices n m bound : list matrix :=
  match n with 0 => [[]] | S k => flat_map (fun l => map (cons l) (matrices k m bound)) (vectors m bound) end.
Definition bound p := list_max (concat (capacity p)).
Definition all p := filter (feasible_b p) (matrices (length (demand p)) (length (capacity p)) (bound p)).
(* Every user demands something. *)
Definition well p := forallb (fun u => existsb (fun r => 1 <=? cell (demand p) u r) (resources p)) (users p).

Lemma vectors_all n b : forall v, length v = n -> (forall x, In x v -> x <= b) -> In v (vectors n b).
Proof.
  induction n as [|n IH]; intros [|x v] len small; simpl in len; try discriminate; [now left|].
  cbn [vectors]. apply in_flat_map. exists x. split.
  - apply in_seq. specialize (small x (or_introl eq_refl)). lia.
  - apply in_map, IH; [lia|]. intros; apply small; now right.
Qed.

Lemma matrices_all n m b : forall x, length x = n -> (forall l, In l x -> length l = m) ->
  (forall l c, In l x -> In c l -> c <= b) -> In x (matrices n m b).
Proof.
  induction n as [|n IH]; intros [|l x] len shape small; simpl in len; try discriminate; [now left|].
  cbn [matrices]. apply in_flat_map. exists l. split.
  - apply vectors_all; [apply shape; now left|]. intros c inc; apply (small l c); [now left|assumption].
  - apply in_map, IH; [lia| |].
    + intros; apply shape; now right.
    + intros l' c inl inc; apply (small l' c); [now right|assumption].
Qed.

Lemma in_sum l a : In a l -> a <= list_sum l.
Proof. induction l as [|b l IH]; intros []; subst; simpl; [lia|]. specialize (IH H). lia. Qed.

Lemma in_max l a : In a l -> a <= list_max l.
Proof. intros inside. pose proof (proj1 (list_max_le l (list_max l)) (le_n _)) as every. rewrite Forall_forall in every. auto. Qed.

Lemma cell_bound p s r : cell (capacity p) s r <= bound p.
Proof.
  unfold cell, line, bound. destruct (lt_dec s (length (capacity p))) as [S|S].
  - destruct (lt_dec r (length (nth s (capacity p) []))) as [R|R].
    + apply in_max, in_concat. exists (nth s (capacity p) []). split; apply nth_In; assumption.
    + rewrite (nth_overflow (nth s (capacity p) [])) by lia. apply Nat.le_0_l.
  - rewrite (nth_overflow (capacity p)) by lia. destruct r; apply Nat.le_0_l.
Qed.

Lemma all_all p x : well p = true -> feasible p x -> In x (all p).
Proof.
  intros fine can. apply filter_In. split; [|exact can].
  unfold feasible, feasible_b in can. rewrite !andb_true_iff, !forallb_forall in can. destruct can as [[len shape] caps].
  apply Nat.eqb_eq in len.
  assert (wide : forall l, In l x -> length l = length (capacity p)) by (intros; now apply Nat.eqb_eq, shape).
  apply matrices_all; [assumption|assumption|]. intros l c inl inc.
  destruct (In_nth x l [] inl) as [u [ult unth]]. destruct (In_nth l c 0 inc) as [s [slt snth]].
  assert (isu : In u (users p)) by (apply in_seq; lia).
  assert (iss : In s (servers p)) by (apply in_seq; rewrite wide in slt by assumption; lia).
  unfold well in fine. rewrite forallb_forall in fine. specialize (fine u isu). apply existsb_exists in fine.
  destruct fine as [r [isr some]]. apply Nat.leb_le in some.
  specialize (caps s iss). rewrite forallb_forall in caps. specialize (caps r isr). apply Nat.leb_le in caps.
  assert (part : cell x u s * cell (demand p) u r <= used p x s r).
  { apply in_sum. apply in_map_iff. now exists u. }
  assert (c = cell x u s) as -> by (unfold cell, line; now rewrite unth, snth).
  pose proof (cell_bound p s r). nia.
Qed.

Definition po_b p x := forallb (fun y =>
  negb (forallb (fun u => total x u <=? total y u) (users p)) || forallb (fun u => total y u <=? total x u) (users p)) (all p).
Lemma po_sound p x : po p x -> po_b p x = true.
Proof.
  intros best. apply forallb_forall. intros y iny. apply filter_In in iny. destruct iny as [_ can].
  destruct (forallb (fun u => total x u <=? total y u) (users p)) eqn:above; [|reflexivity].
  rewrite forallb_forall in above. cbn [negb orb]. apply forallb_forall. intros u isu. apply Nat.leb_le.
  apply best; [assumption| |assumption]. intros v isv. now apply Nat.leb_le, above.
Qed.
Lemma si_sound p x : si p x -> si_b p x = true. Proof. trivial. Qed.
Lemma ef_sound p x : ef p x -> ef_b p x = true. Proof. trivial. Qed.
Lemma ef1_sound p x : ef1 p x -> ef1_b p x = true. Proof. trivial. Qed.
Lemma ef1_own_sound p x : ef1_own p x -> ef1_own_b p x = true. Proof. trivial. Qed.
Definition non_wasteful_b (p : profile) (x : matrix) := true.
Lemma non_wasteful_sound p x : non_wasteful p x -> non_wasteful_b p x = true. Proof. trivial. Qed.

(* Every way to choose allocations for [rest], beside those of [done], comes to a broken property. *)
Fixpoint dead (keeps : profile -> matrix -> bool) (agrees : profile -> matrix -> profile -> matrix -> bool)
  (done : list (profile * matrix)) (rest : list profile) : bool :=
  match rest with
  | [] => false
  | p :: more => well p && forallb (fun x =>
      negb (keeps p x) ||
      negb (forallb (fun '(q, y) => agrees p x q y && agrees q y p x) ((p, x) :: done)) ||
      dead keeps agrees ((p, x) :: done) more) (all p)
  end.

Lemma dead_on keeps agrees f core : forall rest done,
  (forall p, In p rest -> In p core) ->
  (forall p x, In (p, x) done -> In p core /\ f p = x) ->
  (forall p, In p core -> feasible p (f p)) ->
  (forall p, In p core -> keeps p (f p) = true) ->
  (forall p q, In p core -> In q core -> agrees p (f p) q (f q) = true) ->
  dead keeps agrees done rest = true -> False.
Proof.
  induction rest as [|p more IH]; intros done part old can one two no; [discriminate|].
  cbn [dead] in no. rewrite andb_true_iff, forallb_forall in no. destruct no as [fine no].
  assert (inp : In p core) by (apply part; now left).
  specialize (no (f p) (all_all p (f p) fine (can p inp))).
  assert (new : forall q y, In (q, y) ((p, f p) :: done) -> In q core /\ f q = y).
  { intros q y [same|inside]; [injection same as <- <-; auto|auto]. }
  rewrite !orb_true_iff, !negb_true_iff in no. destruct no as [[bad|bad]|bad].
  - rewrite one in bad by assumption. discriminate.
  - assert (good : forallb (fun '(q, y) => agrees p (f p) q y && agrees q y p (f p)) ((p, f p) :: done) = true).
    { apply forallb_forall. intros [q y] inside. destruct (new q y inside) as [inq <-].
      rewrite !two by assumption. reflexivity. }
    rewrite good in bad. discriminate.
  - apply (IH ((p, f p) :: done)); auto. intros; apply part; now right.
Qed.

Lemma dead_sound keeps agrees f core done : done = [] ->
  (forall p x, In (p, x) done -> In p core /\ f p = x) ->
  (forall p, In p core -> feasible p (f p)) ->
  (forall p, In p core -> keeps p (f p) = true) ->
  (forall p q, In p core -> In q core -> agrees p (f p) q (f q) = true) ->
  dead keeps agrees done core = true -> False.
Proof. intros ->. intros. eapply dead_on; eauto. Qed.
