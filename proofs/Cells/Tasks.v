(** Cells of the matrix, whole tasks on one server: for each mechanism, property and hypothesis a proposition, and for
    each proved cell a theorem of exactly that type.  Ids are those of the program.  An id that is not here makes the
    proposition false, so that nothing can be proved of it.

    [Theorem] says that an argument is needed.  [Fact] says that the property restates a clause of the specification. *)

From Coq Require Import Reals Lra Lia Arith List Bool String Classical.
From Fair.Arrivals Require Import Sums.
From Fair.Tasks Require Import Server Precomputed Filling Cycles.
From Fair.Cluster Require Model.
From Fair.Tasks Require OneServer.
Open Scope R_scope.

(** ** What a cell says *)

(** One server: users, resources, capacity, weights per user and resource, who may use it, demands, and the whole tasks
    that a user has. *)
Record job := a_job {
  users : nat;
  resources : nat;
  cap : nat -> R;
  weight : nat -> nat -> R;
  may : nat -> bool;
  demand : nat -> nat -> R;
  limit : nat -> option nat
}.

Definition valid (J : job) : Prop := server (users J) (resources J) (cap J) (weight J) (demand J).
Definition endless (J : job) : Prop := forall n, (n < users J)%nat -> limit J n = None.
Definition alive (J : job) (n : nat) : bool := live (resources J) (cap J) (may J) (demand J) n.
Definition allowed (J : job) (n t : nat) : Prop := match limit J n with None => True | Some T => (t <= T)%nat end.

(** Precomputed DRF by the longer formula: [top] is the largest share of one task, a round gives [top / s n] tasks to each
    user, [k] is how often a round fits, and [k] times a round is rounded down. *)
Definition a_round N m c elig d (s : nat -> R) (top : R) (r : nat) : R :=
  sum N (fun n => if live m c elig d n then top / s n * d n r else 0).
Definition pdrf_by_rounds N m c w elig d (x : nat -> nat) : Prop :=
  (forall n, (n < N)%nat -> live m c elig d n = false -> x n = 0%nat)
  /\ (some_live N m c elig d -> exists s top k, shares N m c w elig d s /\ largest_in N (live m c elig d) s top
        /\ (forall r, (r < m)%nat -> k * a_round N m c elig d s top r <= c r)
        /\ (exists r, (r < m)%nat /\ 0 < a_round N m c elig d s top r /\ k * a_round N m c elig d s top r = c r)
        /\ forall n, (n < N)%nat -> live m c elig d n = true -> INR (x n) <= k * (top / s n) < INR (x n) + 1).

(** Filling task by task, with a rule for ties that may look at shares. *)
Definition one_by_one (rule : nat -> nat -> (nat -> R) -> (nat -> bool) -> (nat -> nat -> R) -> (nat -> option nat) ->
    (nat -> nat -> nat -> nat -> Prop) -> (nat -> nat) -> Prop)
  (tie : (nat -> R) -> nat -> nat -> Prop) (J : job) (x : nat -> nat) : Prop :=
  exists s, shares (users J) (resources J) (cap J) (weight J) (may J) (demand J) s
    /\ rule (users J) (resources J) (cap J) (may J) (demand J) (limit J) (by_key s (tie s)) x.

Definition without_limits (rule : nat -> nat -> (nat -> R) -> (nat -> nat -> R) -> (nat -> bool) -> (nat -> nat -> R) ->
    (nat -> nat) -> Prop) (J : job) (x : nat -> nat) : Prop :=
  endless J /\ rule (users J) (resources J) (cap J) (weight J) (may J) (demand J) x.

Definition spec (m : string) : option (job -> (nat -> nat) -> Prop) :=
  match m with
  | "pdrf" => Some (without_limits pdrf_by_rounds)
  | "pdrf-simplified" => Some (without_limits pdrf)
  | "pdrf-final" => Some (without_limits final_pass)
  | "pdrf-cycles" => Some (without_limits pdrf_cycles)
  | "drf-tasks" => Some (one_by_one halted larger_share)
  | "drf-tasks-lower" => Some (one_by_one halted smaller_share)
  | "drf-tasks-index" => Some (one_by_one halted (fun _ => lower_index))
  | "drf-tasks-skip" => Some (one_by_one skipped larger_share)
  | "drf-tasks-skip-lower" => Some (one_by_one skipped smaller_share)
  | "drf-tasks-skip-index" => Some (one_by_one skipped (fun _ => lower_index))
  | "seq-minmax" => Some (fun J =>
      OneServer.seq_minmax (users J) (resources J) (cap J) (weight J) (may J) (demand J) (limit J))
  | _ => None
  end%string.

Definition assumed (h : string) : option (job -> Prop) :=
  match h with
  | "none" => Some (fun _ => True)
  | "positive" => Some (fun J => forall n r, (n < users J)%nat -> (r < resources J)%nat -> 0 < demand J n r)
  | "user-weights" => Some (fun J =>
      forall n r, (n < users J)%nat -> (r < resources J)%nat -> weight J n r = weight J n 0%nat)
  | _ => None
  end%string.

(** Tasks where they cannot run, or beyond those there are. *)
Definition idle (J : job) (x : nat -> nat) (n : nat) : nat :=
  if alive J n then match limit J n with None => 0%nat | Some T => (x n - T)%nat end else x n.

(** User [a] could run [t] tasks with [held] tasks of user [b], scaled by weights. *)
Definition could_run (J : job) (a b : nat) (held : R) (t : nat) : Prop :=
  may J a = true /\ allowed J a t /\ forall r, (r < resources J)%nat -> 0 < demand J a r ->
    INR t * demand J a r * weight J b r <= weight J a r * (held * demand J b r).

(** [t] tasks of user [a] fit into its part of the server. *)
Definition fits_in_slice (J : job) (a t : nat) : Prop :=
  may J a = true /\ allowed J a t /\ forall r, (r < resources J)%nat ->
    INR t * demand J a r <= weight J a r / sum (users J) (fun n => weight J n r) * cap J r.

(** The owner of the server; each user's own servers run its tasks, so each user owns the one server. What the page asks of weights is
    left out, and so the property says more here. *)
Definition owns_all (J : job) (o : option nat) : Prop := forall n, (n < users J)%nat -> o = Some n /\ alive J n = true.
(** [t] tasks of user [n] fit on the server when it is alone there. *)
Definition fits_alone (J : job) (n t : nat) : Prop :=
  allowed J n t /\ forall r, (r < resources J)%nat -> INR t * demand J n r <= cap J r.

Definition against (m : string) (J : job) (Q : nat -> nat -> Prop) (x : nat -> nat) : Prop :=
  match spec m with
  | Some H => forall y, H J y -> forall n, (n < users J)%nat -> Q (x n) (y n)
  | None => False
  end.

Definition of_outcome (p : string) : option (job -> (nat -> nat) -> Prop) :=
  match p with
  | "feasible" => Some (fun J x => whole (users J) (resources J) (cap J) (may J) (demand J) (limit J) x)
  | "non-wasteful" => Some (fun J x => forall n, (n < users J)%nat -> idle J x n = 0%nat)
  | "ef" => Some (fun J x => forall a b t, (a < users J)%nat -> (b < users J)%nat ->
      could_run J a b (INR (x b)) t -> (t <= x a)%nat)
  | "ef1" => Some (fun J x => forall a b t, (a < users J)%nat -> (b < users J)%nat -> (0 < x b)%nat ->
      could_run J a b (INR (x b) - 1) t -> (t <= x a)%nat)
  | "ef1-own" => Some (fun J x => forall a b t, (a < users J)%nat -> (b < users J)%nat ->
      could_run J a b (INR (x b)) t -> (t - 1 <= x a)%nat)
  | "si" => Some (fun J x => forall a t, (a < users J)%nat -> fits_in_slice J a t -> (t <= x a)%nat)
  | "si-contributed" => Some (fun J x => forall o : option nat, owns_all J o ->
      forall n t, (n < users J)%nat -> fits_alone J n t -> (t <= x n)%nat)
  | "po" => Some (fun J x => forall y, whole (users J) (resources J) (cap J) (may J) (demand J) (limit J) y ->
      (forall n, (n < users J)%nat -> (x n <= y n)%nat) -> forall n, (n < users J)%nat -> y n = x n)
  | "agrees-with-pdrf" => Some (fun J x =>
      forall y, without_limits pdrf J y -> forall n, (n < users J)%nat -> x n = y n)
  | "under-by" => Some (fun J => against "drf-tasks" J (fun x y => (y <= x)%nat))
  | "over-by" => Some (fun J => against "drf-tasks" J (fun x y => (x <= y)%nat))
  | "under-by-one" => Some (fun J => against "drf-tasks" J (fun x y => (y <= x + 1)%nat))
  | "under-by-skip" => Some (fun J => against "drf-tasks-skip" J (fun x y => (y <= x)%nat))
  | "over-by-skip" => Some (fun J => against "drf-tasks-skip" J (fun x y => (x <= y)%nat))
  | "under-by-one-skip" => Some (fun J => against "drf-tasks-skip" J (fun x y => (y <= x + 1)%nat))
  | _ => None
  end%string.

(** Others than those in [T] report the truth. *)
Definition reporting (J : job) (e : nat -> bool) (d : nat -> nat -> R) : job :=
  a_job (users J) (resources J) (cap J) (weight J) e d (limit J).
Definition liars (T : nat -> bool) (J : job) (e : nat -> bool) (d : nat -> nat -> R) : Prop :=
  forall n, (n < users J)%nat -> T n = false ->
    e n = may J n /\ forall r, (r < resources J)%nat -> d n r = demand J n r.

Definition lie (p : string) : option (nat -> job -> (nat -> bool) -> (nat -> nat -> R) -> Prop) :=
  match p with
  | "sp" => Some (fun _ _ _ _ => True)
  | "sp-demand" => Some (fun a J e _ => e a = may J a)
  | "sp-eligibility" => Some (fun a J _ d => forall r, (r < resources J)%nat -> d a r = demand J a r)
  | _ => None
  end%string.

(** With the [got] tasks of the demand [d'] that a lie brings, user [a] can run [t] true tasks. *)
Definition brings (J : job) (a : nat) (d' : nat -> R) (got t : nat) : Prop :=
  may J a = true /\ allowed J a t /\
  forall r, (r < resources J)%nat -> 0 < demand J a r -> INR t * demand J a r <= INR got * d' r.

Definition leaving (l : nat) (J : job) : job :=
  a_job (pred (users J)) (resources J) (cap J) (fun n => weight J (keep l n)) (fun n => may J (keep l n))
    (fun n => demand J (keep l n)) (fun n => limit J (keep l n)).

(** [C] is what is concluded of a job in place of the property: the property itself in a cell, and in [Inhabited] that the job is not of
    a given size. *)
Definition of_runs (C : job -> Prop -> Prop) (p : string) (H : job -> (nat -> nat) -> Prop) (D : job -> Prop) : option Prop :=
  match lie p with
  | Some L => Some (forall a J e d x x', valid J -> valid (reporting J e d) -> D J -> D (reporting J e d) ->
      (a < users J)%nat -> liars (Nat.eqb a) J e d -> L a J e d -> H J x -> H (reporting J e d) x' ->
      C J (forall t, brings J a (d a) (x' a) t -> (t <= x a)%nat))
  | None =>
    match p with
    | "group-sp" => Some (forall a b J e d x x', valid J -> valid (reporting J e d) -> D J -> D (reporting J e d) ->
        (a < users J)%nat -> (b < users J)%nat -> liars (fun n => Nat.eqb a n || Nat.eqb b n) J e d ->
        H J x -> H (reporting J e d) x' ->
        C J (~ ((exists t, (x a < t)%nat /\ brings J a (d a) (x' a) t) /\ (exists t, (x b < t)%nat /\ brings J b (d b) (x' b) t))))
    | "population-monotone" => Some (forall l J x x', valid J -> D J -> (l < users J)%nat ->
        H J x -> H (leaving l J) x' -> C J (forall n, (n < pred (users J))%nat -> (x (keep l n) <= x' n)%nat))
    | _ => None
    end%string
  end.

(** The cell of mechanism [m] and property [p] under hypothesis [h]. *)
Definition concluded (C : job -> Prop -> Prop) (m p h : string) : Prop :=
  match spec m, assumed h with
  | Some H, Some D =>
    match of_outcome p with
    | Some Q => forall J x, valid J -> D J -> H J x -> C J (Q J x)
    | None => match of_runs C p H D with Some Q => Q | None => False end
    end
  | _, _ => False
  end.
Definition cell (m p h : string) : Prop := concluded (fun _ P => P) m p h.

(** ** From the longer formula to the shorter one *)

Lemma round_is_load : forall N m c elig d s top r, a_round N m c elig d s top r = top * load N m c elig d s r.
Proof.
  intros. unfold a_round, load. rewrite <- sum_scal. apply sum_ext. intros n _.
  destruct (live m c elig d n); [unfold Rdiv; ring|ring].
Qed.

(** Idea: [k] times the largest share is the level, and the largest share drops out. *)
Theorem rounds_are_pdrf : forall N m c w elig d x, server N m c w d ->
  pdrf_by_rounds N m c w elig d x -> pdrf N m c w elig d x.
Proof.
  intros N m c w elig d x HS [Dead Alive]. split; [exact Dead|].
  intros Some. destruct (Alive Some) as [s [top [k [Hs [[[q [Hq [Lq Eq]]] _] [Fit [[r [Hr [Pos Full]]] Cut]]]]]]].
  assert (T : 0 < top).
  { rewrite <- Eq. apply (share_positive N m c w d q); [exact HS|exact Hq|apply Hs; assumption]. }
  exists s, (k * top). split; [exact Hs|]. split; [split|].
  - intros r' Hr'. specialize (Fit r' Hr'). rewrite round_is_load in Fit. lra.
  - exists r. rewrite round_is_load in Pos, Full. split; [exact Hr|]. split; [|lra].
    apply Rmult_lt_reg_l with top; [exact T|]. lra.
  - intros n Hn Ln. specialize (Cut n Hn Ln). unfold Rdiv in *. rewrite <- Rmult_assoc in Cut. exact Cut.
Qed.

Lemma largest_exists : forall N inn (s : nat -> R), (exists n, (n < N)%nat /\ inn n = true) -> exists top, largest_in N inn s top.
Proof.
  induction N as [|N IH]; intros inn s [n [Hn En]]; [lia|].
  destruct (classic (exists q, (q < N)%nat /\ inn q = true)) as [Some|None].
  - destruct (IH inn s Some) as [top [[q [Hq [Eq Sq]]] Up]].
    destruct (inn N) eqn:EN.
    + destruct (Rle_lt_dec (s N) top) as [L|L].
      * exists top. split; [exists q; split; [lia|split; assumption]|].
        intros k Hk Ek. destruct (Nat.eq_dec k N) as [->|Ne]; [exact L|apply Up; [lia|exact Ek]].
      * exists (s N). split; [exists N; split; [lia|split; [exact EN|reflexivity]]|].
        intros k Hk Ek. destruct (Nat.eq_dec k N) as [->|Ne]; [lra|].
        apply Rle_trans with top; [apply Up; [lia|exact Ek]|lra].
    + exists top. split; [exists q; split; [lia|split; assumption]|].
      intros k Hk Ek. destruct (Nat.eq_dec k N) as [->|Ne]; [congruence|apply Up; [lia|exact Ek]].
  - assert (n = N) by (destruct (Nat.eq_dec n N); [assumption|exfalso; apply None; exists n; split; [lia|exact En]]). subst n.
    exists (s N). split; [exists N; split; [lia|split; [exact En|reflexivity]]|].
    intros k Hk Ek. destruct (Nat.eq_dec k N) as [->|Ne]; [lra|]. exfalso. apply None. exists k. split; [lia|exact Ek].
Qed.

(** Idea: [k] is the level divided by the largest share. So both formulas have the same outcomes. *)
Theorem pdrf_by_some_rounds : forall N m c w elig d x, server N m c w d ->
  pdrf N m c w elig d x -> pdrf_by_rounds N m c w elig d x.
Proof.
  intros N m c w elig d x HS [Dead Alive]. split; [exact Dead|].
  intros Some. destruct (Alive Some) as [s [L [Hs [[Fit [r [Hr [Pos Full]]]] Cut]]]].
  destruct (largest_exists N (live m c elig d) s Some) as [top Top].
  assert (T : 0 < top).
  { destruct Top as [[q [Hq [Lq Eq]]] _]. rewrite <- Eq.
    apply (share_positive N m c w d q); [exact HS|exact Hq|apply Hs; assumption]. }
  assert (Load : forall r, L / top * a_round N m c elig d s top r = L * load N m c elig d s r).
  { intros r'. rewrite round_is_load. field. lra. }
  exists s, top, (L / top). split; [exact Hs|]. split; [exact Top|]. split; [|split].
  - intros r' Hr'. rewrite Load. apply Fit; exact Hr'.
  - exists r. rewrite Load, round_is_load. split; [exact Hr|]. split; [apply Rmult_lt_0_compat; assumption|exact Full].
  - intros n Hn Ln. specialize (Cut n Hn Ln).
    assert (P : 0 < s n) by (apply (share_positive N m c w d n); [exact HS|exact Hn|apply Hs; assumption]).
    replace (L / top * (top / s n)) with (L / s n) by (field; lra). exact Cut.
Qed.

(** ** Shares do not depend on how they are written down *)

Lemma same_key : forall s s' i t j u, s i = s' i -> s j = s' j ->
  (by_key s (larger_share s) i t j u <-> by_key s' (larger_share s') i t j u)
  /\ (by_key s (smaller_share s) i t j u <-> by_key s' (smaller_share s') i t j u)
  /\ (by_key s lower_index i t j u <-> by_key s' lower_index i t j u).
Proof.
  intros s s' i t j u A B. unfold by_key, larger_share, smaller_share. rewrite A, B. tauto.
Qed.

Lemma halted_same : forall N m c elig d tau tau' before before' y,
  (forall n, (n < N)%nat -> tau n = tau' n) ->
  (forall i t j u, Filling.runs N m c elig d i -> Filling.runs N m c elig d j -> before i t j u <-> before' i t j u) ->
  halted N m c elig d tau before y -> halted N m c elig d tau' before' y.
Proof.
  intros N m c elig d tau tau' before before' y T B [[F [Z W]] H].
  assert (M : forall n, Filling.runs N m c elig d n -> more tau y n <-> more tau' y n).
  { intros n [Hn _]. unfold more. rewrite (T n Hn). tauto. }
  split.
  - split; [exact F|]. split; [exact Z|]. intros n Hn. specialize (W n Hn). unfold within in *. rewrite <- (T n Hn). exact W.
  - destruct H as [H|[p [Rp [Mp [Next [Given Out]]]]]].
    + left. intros n Rn Mn. apply (H n Rn). apply M; assumption.
    + right. exists p. split; [exact Rp|]. split; [apply M; assumption|]. split; [|split; [|exact Out]].
      * intros n Rn Mn Ne. apply B; [exact Rp|exact Rn|]. apply Next; [exact Rn|apply M; assumption|exact Ne].
      * intros n t Rn T1 T2. apply B; [exact Rn|exact Rp|]. apply Given; assumption.
Qed.

Lemma skipped_same : forall N m c elig d tau tau' before before' y,
  (forall n, (n < N)%nat -> tau n = tau' n) ->
  (forall i t j u, Filling.runs N m c elig d i -> Filling.runs N m c elig d j -> before i t j u <-> before' i t j u) ->
  skipped N m c elig d tau before y -> skipped N m c elig d tau' before' y.
Proof.
  intros N m c elig d tau tau' before before' y T B [[F [Z W]] H].
  assert (M : forall n, Filling.runs N m c elig d n -> more tau y n <-> more tau' y n).
  { intros n [Hn _]. unfold more. rewrite (T n Hn). tauto. }
  split.
  - split; [exact F|]. split; [exact Z|]. intros n Hn. specialize (W n Hn). unfold within in *. rewrite <- (T n Hn). exact W.
  - intros n Rn Mn. destruct (H n Rn) as [b [Le [Bef [Aft Out]]]]; [apply M; assumption|].
    exists b. split; [exact Le|]. split; [|split; [|exact Out]].
    + intros j t Rj T1 T2. apply B; [exact Rj|exact Rn|]. apply Bef; assumption.
    + intros j t Rj T1 T2 K. apply (Aft j t Rj T1 T2). apply B; assumption.
Qed.

Section Orders.
  Variable J : job.
  Hypothesis V : valid J.
  Variables s s' : nat -> R.
  Hypothesis Hs : shares (users J) (resources J) (cap J) (weight J) (may J) (demand J) s.
  Hypothesis Hs' : shares (users J) (resources J) (cap J) (weight J) (may J) (demand J) s'.

  Lemma shares_same : forall n, Filling.runs (users J) (resources J) (cap J) (may J) (demand J) n -> s n = s' n.
  Proof.
    intros n [Hn L].
    apply (share_unique (users J) (resources J) (cap J) (weight J) (demand J) n); [exact V|exact Hn|apply Hs|apply Hs']; assumption.
  Qed.

  Lemma orders : forall tie, tie = larger_share \/ tie = smaller_share \/ tie = (fun _ => lower_index) ->
    pick_order (Filling.runs (users J) (resources J) (cap J) (may J) (demand J)) s (by_key s (tie s))
    /\ forall i t j u, Filling.runs (users J) (resources J) (cap J) (may J) (demand J) i ->
         Filling.runs (users J) (resources J) (cap J) (may J) (demand J) j ->
         (by_key s' (tie s') i t j u <-> by_key s (tie s) i t j u).
  Proof.
    intros tie Which.
    assert (P : forall i, Filling.runs (users J) (resources J) (cap J) (may J) (demand J) i -> 0 < s i).
    { intros i [Hi L]. apply (share_positive (users J) (resources J) (cap J) (weight J) (demand J) i); [exact V|exact Hi|apply Hs; assumption]. }
    destruct (tie_rules _ s P) as [A [B C]]. split.
    - destruct Which as [->|[->| ->]]; assumption.
    - intros i t j u Ri Rj.
      destruct (same_key s s' i t j u (shares_same i Ri) (shares_same j Rj)) as [K1 [K2 K3]].
      destruct Which as [->|[->| ->]]; symmetry; assumption.
  Qed.
End Orders.

(** What theorems on filling ask for, from an outcome. *)
Lemma halting : forall tie J y, tie = larger_share \/ tie = smaller_share \/ tie = (fun _ => lower_index) -> valid J ->
  one_by_one halted tie J y ->
  exists s before, shares (users J) (resources J) (cap J) (weight J) (may J) (demand J) s
    /\ pick_order (Filling.runs (users J) (resources J) (cap J) (may J) (demand J)) s before
    /\ halted (users J) (resources J) (cap J) (may J) (demand J) (limit J) before y
    /\ (forall z, one_by_one halted tie J z -> halted (users J) (resources J) (cap J) (may J) (demand J) (limit J) before z)
    /\ forall z, one_by_one skipped tie J z -> skipped (users J) (resources J) (cap J) (may J) (demand J) (limit J) before z.
Proof.
  intros tie J y Which V [s [Hs H]]. exists s, (by_key s (tie s)).
  split; [exact Hs|]. split; [apply (orders J V s s Hs Hs tie Which)|]. split; [exact H|]. split.
  - intros z [s' [Hs' Hz]]. apply (halted_same _ _ _ _ _ (limit J) (limit J) (by_key s' (tie s'))); [reflexivity| |exact Hz].
    apply (orders J V s s' Hs Hs' tie Which).
  - intros z [s' [Hs' Hz]]. apply (skipped_same _ _ _ _ _ (limit J) (limit J) (by_key s' (tie s'))); [reflexivity| |exact Hz].
    apply (orders J V s s' Hs Hs' tie Which).
Qed.

Lemma skipping : forall tie J y, tie = larger_share \/ tie = smaller_share \/ tie = (fun _ => lower_index) -> valid J ->
  one_by_one skipped tie J y ->
  exists s before, shares (users J) (resources J) (cap J) (weight J) (may J) (demand J) s
    /\ pick_order (Filling.runs (users J) (resources J) (cap J) (may J) (demand J)) s before
    /\ skipped (users J) (resources J) (cap J) (may J) (demand J) (limit J) before y
    /\ (forall z, one_by_one skipped tie J z -> skipped (users J) (resources J) (cap J) (may J) (demand J) (limit J) before z)
    /\ forall z, one_by_one halted tie J z -> halted (users J) (resources J) (cap J) (may J) (demand J) (limit J) before z.
Proof.
  intros tie J y Which V [s [Hs H]]. exists s, (by_key s (tie s)).
  split; [exact Hs|]. split; [apply (orders J V s s Hs Hs tie Which)|]. split; [exact H|]. split.
  - intros z [s' [Hs' Hz]]. apply (skipped_same _ _ _ _ _ (limit J) (limit J) (by_key s' (tie s'))); [reflexivity| |exact Hz].
    apply (orders J V s s' Hs Hs' tie Which).
  - intros z [s' [Hs' Hz]]. apply (halted_same _ _ _ _ _ (limit J) (limit J) (by_key s' (tie s'))); [reflexivity| |exact Hz].
    apply (orders J V s s' Hs Hs' tie Which).
Qed.

Lemma against_halted : forall J z, valid J -> endless J -> one_by_one halted larger_share J z ->
  exists s before, shares (users J) (resources J) (cap J) (weight J) (may J) (demand J) s
    /\ pick_order (Filling.runs (users J) (resources J) (cap J) (may J) (demand J)) s before
    /\ halted (users J) (resources J) (cap J) (may J) (demand J) unlimited before z.
Proof.
  intros J z V E H. destruct (halting larger_share J z (or_introl eq_refl) V H) as [s [before [Hs [HO [Hz _]]]]].
  exists s, before. split; [exact Hs|]. split; [exact HO|].
  apply (halted_same _ _ _ _ _ (limit J) unlimited before); [exact E|tauto|exact Hz].
Qed.

Lemma none_idle : forall J x, whole (users J) (resources J) (cap J) (may J) (demand J) (limit J) x ->
  forall n, (n < users J)%nat -> idle J x n = 0%nat.
Proof.
  intros J x [_ [Dead W]] n Hn. specialize (W n Hn). unfold idle, alive. unfold Filling.within in W.
  destruct (live (resources J) (cap J) (may J) (demand J) n) eqn:L; [|apply Dead; assumption].
  destruct (limit J n); [lia|reflexivity].
Qed.

Lemma whole_of : forall J x, endless J -> fit (users J) (resources J) (cap J) (demand J) x ->
  (forall n, (n < users J)%nat -> live (resources J) (cap J) (may J) (demand J) n = false -> x n = 0%nat) ->
  whole (users J) (resources J) (cap J) (may J) (demand J) (limit J) x.
Proof. intros J x E F Z. split; [exact F|]. split; [exact Z|]. intros n Hn. unfold within. rewrite (E n Hn). exact I. Qed.

(** ** The cells that are proved *)

Local Open Scope string_scope.

(** pdrf-simplified: the shorter formula *)
Theorem pdrf_simplified__feasible__none : cell "pdrf-simplified" "feasible" "none".
Proof. intros J x V _ [E H]. apply whole_of; [exact E| |]; apply (pdrf_feasible _ _ _ _ _ _ x V H). Qed.
Theorem pdrf_simplified__non_wasteful__none : cell "pdrf-simplified" "non-wasteful" "none".
Proof. intros J x V _ [E H]. apply none_idle, whole_of; [exact E| |]; apply (pdrf_feasible _ _ _ _ _ _ x V H). Qed.
Theorem pdrf_simplified__ef__none : cell "pdrf-simplified" "ef" "none".
Proof. intros J x V _ [E H] a b t Ha Hb [M [_ C]]. exact (pdrf_envy_free _ _ _ _ _ _ x V H a b t Ha Hb M C). Qed.
Theorem pdrf_simplified__ef1_own__none : cell "pdrf-simplified" "ef1-own" "none".
Proof.
  intros J x V _ [E H] a b t Ha Hb [M [_ C]].
  pose proof (pdrf_envy_free _ _ _ _ _ _ x V H a b t Ha Hb M C). lia.
Qed.

(** With one task less there is less to run. *)
Lemma less_to_run : forall J a b h t, valid J -> (a < users J)%nat -> (b < users J)%nat ->
  could_run J a b (h - 1) t -> could_run J a b h t.
Proof.
  intros J a b h t [_ [Dm [_ W]]] Ha Hb [M [A C]]. split; [exact M|]. split; [exact A|].
  intros r Hr P. apply Rle_trans with (1 := C r Hr P). apply Rmult_le_compat_l; [apply Rlt_le, W; assumption|].
  apply Rmult_le_compat_r; [apply Dm; assumption|lra].
Qed.
Theorem pdrf_simplified__ef1__none : cell "pdrf-simplified" "ef1" "none".
Proof.
  intros J x V _ [E H] a b t Ha Hb _ C. destruct (less_to_run J a b _ t V Ha Hb C) as [M [_ C']].
  exact (pdrf_envy_free _ _ _ _ _ _ x V H a b t Ha Hb M C').
Qed.

(** One weight a user, so that a slice is the same part of every resource. *)
Lemma same_slice : forall J a t, (forall n r, (n < users J)%nat -> (r < resources J)%nat -> weight J n r = weight J n 0%nat) ->
  (a < users J)%nat -> fits_in_slice J a t ->
  forall r, (r < resources J)%nat ->
    INR t * demand J a r <= weight J a 0%nat / sum (users J) (fun n => weight J n 0%nat) * cap J r.
Proof.
  intros J a t D Ha [_ [_ C]] r Hr. specialize (C r Hr). rewrite (D a r Ha Hr) in C.
  rewrite (sum_ext (users J) (fun n => weight J n r) (fun n => weight J n 0%nat)) in C; [exact C|].
  intros n Hn. apply D; assumption.
Qed.
Theorem pdrf_simplified__si__user_weights : cell "pdrf-simplified" "si" "user-weights".
Proof.
  intros J x V D [E H] a t Ha C.
  exact (pdrf_sharing_incentive _ _ _ _ _ _ x V H D a t Ha (proj1 C) (same_slice J a t D Ha C)).
Qed.
Fact pdrf_simplified__agrees_with_pdrf__none : cell "pdrf-simplified" "agrees-with-pdrf" "none".
Proof. intros J x V _ [E H] y [_ H']. exact (pdrf_unique _ _ _ _ _ _ x V H y H'). Qed.
Theorem pdrf_simplified__group_sp__none : cell "pdrf-simplified" "group-sp" "none".
Proof.
  intros a b J e d x x' V V' _ _ Ha Hb Honest [_ H] [_ H'] [[t [Ta [Ma [_ Ba]]]] [u [Ub [Mb [_ Bb]]]]].
  apply (pdrf_coalition_proof _ _ _ _ (fun n => Nat.eqb a n || Nat.eqb b n)%bool _ _ _ _ x x' V V' Honest H H').
  - exists a. split; [exact Ha|]. rewrite Nat.eqb_refl. reflexivity.
  - intros n Hn E. apply orb_true_iff in E as [E|E]; apply Nat.eqb_eq in E as <-.
    + split; [exact Ma|]. exists t. split; [exact Ta|exact Ba].
    + split; [exact Mb|]. exists u. split; [exact Ub|exact Bb].
Qed.

Lemma one_liar : forall a J e d, liars (Nat.eqb a) J e d -> forall n, (n < users J)%nat -> n <> a ->
  e n = may J n /\ forall r, (r < resources J)%nat -> d n r = demand J n r.
Proof. intros a J e d L n Hn Ne. apply L; [exact Hn|]. apply Nat.eqb_neq. congruence. Qed.
Theorem pdrf_simplified__sp__none : cell "pdrf-simplified" "sp" "none".
Proof.
  intros a J e d x x' V V' _ _ Ha Honest _ [_ H] [_ H'] t [M [_ B]].
  exact (pdrf_strategy_proof _ _ _ _ a _ _ _ _ x x' V V' Ha (one_liar a J e d Honest) H H' M t B).
Qed.
Theorem pdrf_simplified__sp_demand__none : cell "pdrf-simplified" "sp-demand" "none".
Proof.
  intros a J e d x x' V V' _ _ Ha Honest _ [_ H] [_ H'] t [M [_ B]].
  exact (pdrf_strategy_proof _ _ _ _ a _ _ _ _ x x' V V' Ha (one_liar a J e d Honest) H H' M t B).
Qed.
Theorem pdrf_simplified__sp_eligibility__none : cell "pdrf-simplified" "sp-eligibility" "none".
Proof.
  intros a J e d x x' V V' _ _ Ha Honest _ [_ H] [_ H'] t [M [_ B]].
  exact (pdrf_strategy_proof _ _ _ _ a _ _ _ _ x x' V V' Ha (one_liar a J e d Honest) H H' M t B).
Qed.
Theorem pdrf_simplified__population_monotone__none : cell "pdrf-simplified" "population-monotone" "none".
Proof.
  intros l J x x' V _ Hl [_ H] [_ H'] n Hn. unfold valid in V.
  destruct J as [N m c w e d tau]; simpl in *. destruct N as [|p]; [lia|].
  apply (pdrf_population_monotone p m c w e d x x' l); auto; lia.
Qed.
Theorem pdrf_simplified__under_by_one__none : cell "pdrf-simplified" "under-by-one" "none".
Proof.
  intros J x V _ [E H] z Hz n Hn. destruct (against_halted J z V E Hz) as [s [before [Hs [HO Hh]]]].
  exact (pdrf_short_by_one _ _ _ _ _ _ s before x z V Hs HO H Hh n Hn).
Qed.

(** pdrf: the longer formula, by way of the shorter one *)
Theorem pdrf__feasible__none : cell "pdrf" "feasible" "none".
Proof. intros J x V D [E H]. apply whole_of; [exact E| |]; apply (pdrf_feasible _ _ _ _ _ _ x V (rounds_are_pdrf _ _ _ _ _ _ x V H)). Qed.
Theorem pdrf__non_wasteful__none : cell "pdrf" "non-wasteful" "none".
Proof. intros J x V D [E H]. apply none_idle, whole_of; [exact E| |]; apply (pdrf_feasible _ _ _ _ _ _ x V (rounds_are_pdrf _ _ _ _ _ _ x V H)). Qed.
Theorem pdrf__ef__none : cell "pdrf" "ef" "none".
Proof.
  intros J x V _ [E H] a b t Ha Hb [M [_ C]].
  exact (pdrf_envy_free _ _ _ _ _ _ x V (rounds_are_pdrf _ _ _ _ _ _ x V H) a b t Ha Hb M C).
Qed.
Theorem pdrf__ef1__none : cell "pdrf" "ef1" "none".
Proof.
  intros J x V _ [E H] a b t Ha Hb _ C. destruct (less_to_run J a b _ t V Ha Hb C) as [M [_ C']].
  exact (pdrf_envy_free _ _ _ _ _ _ x V (rounds_are_pdrf _ _ _ _ _ _ x V H) a b t Ha Hb M C').
Qed.
Theorem pdrf__ef1_own__none : cell "pdrf" "ef1-own" "none".
Proof.
  intros J x V _ [E H] a b t Ha Hb [M [_ C]].
  pose proof (pdrf_envy_free _ _ _ _ _ _ x V (rounds_are_pdrf _ _ _ _ _ _ x V H) a b t Ha Hb M C). lia.
Qed.
Theorem pdrf__si__user_weights : cell "pdrf" "si" "user-weights".
Proof.
  intros J x V D [E H] a t Ha C. exact (pdrf_sharing_incentive _ _ _ _ _ _ x V (rounds_are_pdrf _ _ _ _ _ _ x V H) D a t Ha
    (proj1 C) (same_slice J a t D Ha C)).
Qed.
Theorem pdrf__agrees_with_pdrf__none : cell "pdrf" "agrees-with-pdrf" "none".
Proof.
  intros J x V _ [E H] y [_ H']. exact (pdrf_unique _ _ _ _ _ _ x V (rounds_are_pdrf _ _ _ _ _ _ x V H) y H').
Qed.
Theorem pdrf__group_sp__none : cell "pdrf" "group-sp" "none".
Proof.
  intros a b J e d x x' V V' _ _ Ha Hb Honest [_ H] [_ H'] [[t [Ta [Ma [_ Ba]]]] [u [Ub [Mb [_ Bb]]]]].
  apply (pdrf_coalition_proof _ _ _ _ (fun n => Nat.eqb a n || Nat.eqb b n)%bool _ _ _ _ x x' V V' Honest
    (rounds_are_pdrf _ _ _ _ _ _ x V H) (rounds_are_pdrf _ _ _ _ _ _ x' V' H')).
  - exists a. split; [exact Ha|]. rewrite Nat.eqb_refl. reflexivity.
  - intros n Hn E. apply orb_true_iff in E as [E|E]; apply Nat.eqb_eq in E as <-.
    + split; [exact Ma|]. exists t. split; [exact Ta|exact Ba].
    + split; [exact Mb|]. exists u. split; [exact Ub|exact Bb].
Qed.
Theorem pdrf__sp__none : cell "pdrf" "sp" "none".
Proof.
  intros a J e d x x' V V' _ _ Ha Honest _ [_ H] [_ H'] t [M [_ B]].
  exact (pdrf_strategy_proof _ _ _ _ a _ _ _ _ x x' V V' Ha (one_liar a J e d Honest)
    (rounds_are_pdrf _ _ _ _ _ _ x V H) (rounds_are_pdrf _ _ _ _ _ _ x' V' H') M t B).
Qed.
Theorem pdrf__sp_demand__none : cell "pdrf" "sp-demand" "none".
Proof.
  intros a J e d x x' V V' _ _ Ha Honest _ [_ H] [_ H'] t [M [_ B]].
  exact (pdrf_strategy_proof _ _ _ _ a _ _ _ _ x x' V V' Ha (one_liar a J e d Honest)
    (rounds_are_pdrf _ _ _ _ _ _ x V H) (rounds_are_pdrf _ _ _ _ _ _ x' V' H') M t B).
Qed.
Theorem pdrf__sp_eligibility__none : cell "pdrf" "sp-eligibility" "none".
Proof.
  intros a J e d x x' V V' _ _ Ha Honest _ [_ H] [_ H'] t [M [_ B]].
  exact (pdrf_strategy_proof _ _ _ _ a _ _ _ _ x x' V V' Ha (one_liar a J e d Honest)
    (rounds_are_pdrf _ _ _ _ _ _ x V H) (rounds_are_pdrf _ _ _ _ _ _ x' V' H') M t B).
Qed.

Lemma valid_leaving : forall l J, (l < users J)%nat -> valid J -> valid (leaving l J).
Proof.
  intros l J Hl [C [Dm [Some W]]].
  assert (K : forall n, (n < pred (users J))%nat -> (keep l n < users J)%nat).
  { intros n Hn. unfold keep. destruct (lt_dec n l); lia. }
  split; [exact C|]. split; [|split]; simpl.
  - intros n r Hn Hr. apply Dm; auto.
  - intros n Hn. apply Some; auto.
  - intros n r Hn Hr. apply W; auto.
Qed.
Theorem pdrf__population_monotone__none : cell "pdrf" "population-monotone" "none".
Proof.
  intros l J x x' V _ Hl [_ H] [_ H'] n Hn.
  pose proof (rounds_are_pdrf _ _ _ _ _ _ x' (valid_leaving l J Hl V) H') as P'.
  pose proof (rounds_are_pdrf _ _ _ _ _ _ x V H) as P. unfold valid in V.
  destruct J as [N m c w e d tau]; simpl in *. destruct N as [|p]; [lia|].
  apply (pdrf_population_monotone p m c w e d x x' l); auto; lia.
Qed.
Theorem pdrf__under_by_one__none : cell "pdrf" "under-by-one" "none".
Proof.
  intros J x V _ [E H] z Hz n Hn. destruct (against_halted J z V E Hz) as [s [before [Hs [HO Hh]]]].
  exact (pdrf_short_by_one _ _ _ _ _ _ s before x z V Hs HO (rounds_are_pdrf _ _ _ _ _ _ x V H) Hh n Hn).
Qed.

(** pdrf-final *)
Fact pdrf_final__feasible__none : cell "pdrf-final" "feasible" "none".
Proof. intros J x V _ [E H]. apply whole_of; [exact E| |]; apply (final_feasible _ _ _ _ _ _ x H). Qed.
Fact pdrf_final__non_wasteful__none : cell "pdrf-final" "non-wasteful" "none".
Proof. intros J x V _ [E H]. apply none_idle, whole_of; [exact E| |]; apply (final_feasible _ _ _ _ _ _ x H). Qed.
Theorem pdrf_final__ef1__none : cell "pdrf-final" "ef1" "none".
Proof. intros J x V _ [E H] a b t Ha Hb P [M [_ C]]. exact (final_ef1 _ _ _ _ _ _ x a b t V H Ha Hb M P C). Qed.
Theorem pdrf_final__under_by_one__none : cell "pdrf-final" "under-by-one" "none".
Proof.
  intros J x V _ [E H] z Hz n Hn. destruct (against_halted J z V E Hz) as [s [before [Hs [HO Hh]]]].
  exact (final_short_by_one _ _ _ _ _ _ s before x z V Hs HO H Hh n Hn).
Qed.
Theorem pdrf_final__si__user_weights : cell "pdrf-final" "si" "user-weights".
Proof.
  intros J x V D [E H] a t Ha C.
  exact (final_sharing_incentive _ _ _ _ _ _ x V H D a t Ha (proj1 C) (same_slice J a t D Ha C)).
Qed.

(** pdrf-cycles *)
Theorem pdrf_cycles__feasible__none : cell "pdrf-cycles" "feasible" "none".
Proof. intros J x V _ [E H]. apply whole_of; [exact E| |]; apply (cycles_feasible _ _ _ _ _ _ x V H). Qed.
Theorem pdrf_cycles__non_wasteful__none : cell "pdrf-cycles" "non-wasteful" "none".
Proof. intros J x V _ [E H]. apply none_idle, whole_of; [exact E| |]; apply (cycles_feasible _ _ _ _ _ _ x V H). Qed.
Theorem pdrf_cycles__under_by_one__none : cell "pdrf-cycles" "under-by-one" "none".
Proof.
  intros J x V _ [E H] z Hz n Hn. destruct (against_halted J z V E Hz) as [s [before [Hs [HO Hh]]]].
  exact (cycles_short_by_one _ _ _ _ _ _ s before x z V Hs HO H Hh n Hn).
Qed.
Theorem pdrf_cycles__si__user_weights : cell "pdrf-cycles" "si" "user-weights".
Proof.
  intros J x V D [E H] a t Ha C.
  exact (cycles_sharing_incentive _ _ _ _ _ _ x V H D a t Ha (proj1 C) (same_slice J a t D Ha C)).
Qed.

(** Filling that halts *)
Local Notation larger := (or_introl eq_refl).
Local Notation smaller := (or_intror (or_introl eq_refl)).
Local Notation index := (or_intror (or_intror eq_refl)).

Lemma halted_whole : forall tie J y, tie = larger_share \/ tie = smaller_share \/ tie = (fun _ => lower_index) -> valid J ->
  one_by_one halted tie J y -> whole (users J) (resources J) (cap J) (may J) (demand J) (limit J) y.
Proof.
  intros tie J y Which V H. destruct (halting tie J y Which V H) as [s [before [Hs [HO [Hy _]]]]].
  exact (halted_feasible _ _ _ _ _ _ _ s before V Hs HO y Hy).
Qed.
Lemma halted_one : forall tie J y a b t, tie = larger_share \/ tie = smaller_share \/ tie = (fun _ => lower_index) -> valid J ->
  one_by_one halted tie J y -> (a < users J)%nat -> (b < users J)%nat -> (0 < y b)%nat ->
  could_run J a b (INR (y b) - 1) t -> (t <= y a)%nat.
Proof.
  intros tie J y a b t Which V H Ha Hb P [M [A C]]. destruct (halting tie J y Which V H) as [s [before [Hs [HO [Hy _]]]]].
  exact (halted_ef1 _ _ _ _ _ _ _ s before V Hs HO y a b t Hy Ha Hb M P A C).
Qed.
Fact drf_tasks__feasible__none : cell "drf-tasks" "feasible" "none".
Proof. intros J x V _ H. exact (halted_whole _ J x larger V H). Qed.
Fact drf_tasks__non_wasteful__none : cell "drf-tasks" "non-wasteful" "none".
Proof. intros J x V _ H. exact (none_idle J x (halted_whole _ J x larger V H)). Qed.
Fact drf_tasks_lower__feasible__none : cell "drf-tasks-lower" "feasible" "none".
Proof. intros J x V _ H. exact (halted_whole _ J x smaller V H). Qed.
Fact drf_tasks_lower__non_wasteful__none : cell "drf-tasks-lower" "non-wasteful" "none".
Proof. intros J x V _ H. exact (none_idle J x (halted_whole _ J x smaller V H)). Qed.
Fact drf_tasks_index__feasible__none : cell "drf-tasks-index" "feasible" "none".
Proof. intros J x V _ H. exact (halted_whole _ J x index V H). Qed.
Fact drf_tasks_index__non_wasteful__none : cell "drf-tasks-index" "non-wasteful" "none".
Proof. intros J x V _ H. exact (none_idle J x (halted_whole _ J x index V H)). Qed.
Theorem drf_tasks__ef1__none : cell "drf-tasks" "ef1" "none".
Proof. intros J x V _ H a b t. exact (halted_one _ J x a b t larger V H). Qed.
Theorem drf_tasks_lower__ef1__none : cell "drf-tasks-lower" "ef1" "none".
Proof. intros J x V _ H a b t. exact (halted_one _ J x a b t smaller V H). Qed.
Theorem drf_tasks_index__ef1__none : cell "drf-tasks-index" "ef1" "none".
Proof. intros J x V _ H a b t. exact (halted_one _ J x a b t index V H). Qed.

Lemma halted_alike : forall J x y, valid J -> one_by_one halted larger_share J x -> one_by_one halted larger_share J y ->
  forall n, (n < users J)%nat -> x n = y n.
Proof.
  intros J x y V H H'. destruct (halting _ J x larger V H) as [s [before [Hs [HO [Hx [Other _]]]]]].
  exact (halted_unique _ _ _ _ _ _ _ s before V Hs HO x y Hx (Other y H')).
Qed.
Theorem drf_tasks__under_by__none : cell "drf-tasks" "under-by" "none".
Proof. intros J x V _ H y Hy n Hn. rewrite (halted_alike J x y V H Hy n Hn). apply Nat.le_refl. Qed.
Theorem drf_tasks__over_by__none : cell "drf-tasks" "over-by" "none".
Proof. intros J x V _ H y Hy n Hn. rewrite (halted_alike J x y V H Hy n Hn). apply Nat.le_refl. Qed.
Theorem drf_tasks__under_by_one__none : cell "drf-tasks" "under-by-one" "none".
Proof. intros J x V _ H y Hy n Hn. rewrite (halted_alike J x y V H Hy n Hn). lia. Qed.

Lemma below_skipped : forall J x z, valid J -> one_by_one halted larger_share J x -> one_by_one skipped larger_share J z ->
  forall n, (n < users J)%nat -> (x n <= z n)%nat.
Proof.
  intros J x z V H H'. destruct (halting _ J x larger V H) as [s [before [Hs [HO [Hx [_ Other]]]]]].
  exact (skipped_above_halted _ _ _ _ _ _ _ s before V Hs HO x z Hx (Other z H')).
Qed.
Theorem drf_tasks__over_by_skip__none : cell "drf-tasks" "over-by-skip" "none".
Proof. intros J x V _ H z Hz n Hn. exact (below_skipped J x z V H Hz n Hn). Qed.

(** Filling that leaves out *)
Lemma skipped_whole : forall tie J y, tie = larger_share \/ tie = smaller_share \/ tie = (fun _ => lower_index) -> valid J ->
  one_by_one skipped tie J y -> whole (users J) (resources J) (cap J) (may J) (demand J) (limit J) y.
Proof.
  intros tie J y Which V H. destruct (skipping tie J y Which V H) as [s [before [Hs [HO [Hy _]]]]].
  exact (skipped_feasible _ _ _ _ _ _ _ s before V Hs HO y Hy).
Qed.
Lemma skipped_best : forall tie J y z, tie = larger_share \/ tie = smaller_share \/ tie = (fun _ => lower_index) -> valid J ->
  one_by_one skipped tie J y -> whole (users J) (resources J) (cap J) (may J) (demand J) (limit J) z ->
  (forall n, (n < users J)%nat -> (y n <= z n)%nat) -> forall n, (n < users J)%nat -> z n = y n.
Proof.
  intros tie J y z Which V H. destruct (skipping tie J y Which V H) as [s [before [Hs [HO [Hy _]]]]].
  exact (skipped_pareto_optimal _ _ _ _ _ _ _ s before V Hs HO y z Hy).
Qed.
Fact drf_tasks_skip__feasible__none : cell "drf-tasks-skip" "feasible" "none".
Proof. intros J x V _ H. exact (skipped_whole _ J x larger V H). Qed.
Fact drf_tasks_skip__non_wasteful__none : cell "drf-tasks-skip" "non-wasteful" "none".
Proof. intros J x V _ H. exact (none_idle J x (skipped_whole _ J x larger V H)). Qed.
Fact drf_tasks_skip_lower__feasible__none : cell "drf-tasks-skip-lower" "feasible" "none".
Proof. intros J x V _ H. exact (skipped_whole _ J x smaller V H). Qed.
Fact drf_tasks_skip_lower__non_wasteful__none : cell "drf-tasks-skip-lower" "non-wasteful" "none".
Proof. intros J x V _ H. exact (none_idle J x (skipped_whole _ J x smaller V H)). Qed.
Fact drf_tasks_skip_index__feasible__none : cell "drf-tasks-skip-index" "feasible" "none".
Proof. intros J x V _ H. exact (skipped_whole _ J x index V H). Qed.
Fact drf_tasks_skip_index__non_wasteful__none : cell "drf-tasks-skip-index" "non-wasteful" "none".
Proof. intros J x V _ H. exact (none_idle J x (skipped_whole _ J x index V H)). Qed.
Theorem drf_tasks_skip__po__none : cell "drf-tasks-skip" "po" "none".
Proof. intros J x V _ H z. exact (skipped_best _ J x z larger V H). Qed.
Theorem drf_tasks_skip_lower__po__none : cell "drf-tasks-skip-lower" "po" "none".
Proof. intros J x V _ H z. exact (skipped_best _ J x z smaller V H). Qed.
Theorem drf_tasks_skip_index__po__none : cell "drf-tasks-skip-index" "po" "none".
Proof. intros J x V _ H z. exact (skipped_best _ J x z index V H). Qed.
Theorem drf_tasks_skip__under_by__none : cell "drf-tasks-skip" "under-by" "none".
Proof. intros J z V _ H x Hx n Hn. exact (below_skipped J x z V Hx H n Hn). Qed.
Theorem drf_tasks_skip__under_by_one__none : cell "drf-tasks-skip" "under-by-one" "none".
Proof. intros J z V _ H x Hx n Hn. pose proof (below_skipped J x z V Hx H n Hn). lia. Qed.

Lemma skipped_alike : forall J x y, valid J -> one_by_one skipped larger_share J x -> one_by_one skipped larger_share J y ->
  forall n, (n < users J)%nat -> x n = y n.
Proof.
  intros J x y V H H'. destruct (skipping _ J x larger V H) as [s [before [Hs [HO [Hx [Other _]]]]]].
  exact (skipped_unique _ _ _ _ _ _ _ s before V Hs HO x y Hx (Other y H')).
Qed.
Theorem drf_tasks_skip__under_by_skip__none : cell "drf-tasks-skip" "under-by-skip" "none".
Proof. intros J x V _ H y Hy n Hn. rewrite (skipped_alike J x y V H Hy n Hn). apply Nat.le_refl. Qed.
Theorem drf_tasks_skip__over_by_skip__none : cell "drf-tasks-skip" "over-by-skip" "none".
Proof. intros J x V _ H y Hy n Hn. rewrite (skipped_alike J x y V H Hy n Hn). apply Nat.le_refl. Qed.
Theorem drf_tasks_skip__under_by_one_skip__none : cell "drf-tasks-skip" "under-by-one-skip" "none".
Proof. intros J x V _ H y Hy n Hn. rewrite (skipped_alike J x y V H Hy n Hn). lia. Qed.

(** Against filling that halts, whatever the rule for ties *)
Theorem drf_tasks_lower__under_by_one__none : cell "drf-tasks-lower" "under-by-one" "none".
Proof.
  intros J x V _ H y Hy n Hn. destruct (halting _ J x smaller V H) as [s [before [Hs [HO [Hx _]]]]].
  exact (OneServer.halted_short_by_one _ _ _ _ _ _ _ s before y x V Hs HO Hx Hy n Hn).
Qed.
Theorem drf_tasks_index__under_by_one__none : cell "drf-tasks-index" "under-by-one" "none".
Proof.
  intros J x V _ H y Hy n Hn. destruct (halting _ J x index V H) as [s [before [Hs [HO [Hx _]]]]].
  exact (OneServer.halted_short_by_one _ _ _ _ _ _ _ s before y x V Hs HO Hx Hy n Hn).
Qed.
Theorem drf_tasks_skip_lower__under_by_one__none : cell "drf-tasks-skip-lower" "under-by-one" "none".
Proof.
  intros J x V _ H y Hy n Hn. destruct (skipping _ J x smaller V H) as [s [before [Hs [HO [Hx _]]]]].
  exact (OneServer.skipped_short_by_one _ _ _ _ _ _ _ s before y x V Hs HO Hx Hy n Hn).
Qed.
Theorem drf_tasks_skip_index__under_by_one__none : cell "drf-tasks-skip-index" "under-by-one" "none".
Proof.
  intros J x V _ H y Hy n Hn. destruct (skipping _ J x index V H) as [s [before [Hs [HO [Hx _]]]]].
  exact (OneServer.skipped_short_by_one _ _ _ _ _ _ _ s before y x V Hs HO Hx Hy n Hn).
Qed.

(** A user leaves filling that halts *)
Lemma leaves_halted : forall tie l J x x', OneServer.tie_rule tie -> valid J -> (l < users J)%nat ->
  one_by_one halted tie J x -> one_by_one halted tie (leaving l J) x' ->
  forall n, (n < pred (users J))%nat -> (x (keep l n) <= x' n)%nat.
Proof.
  intros tie l J x x' T V Hl H H' n Hn. unfold valid in V.
  destruct J as [N m c w e d tau]; simpl in *. destruct N as [|p]; [lia|].
  apply (OneServer.halting_population_monotone tie p m c w e d tau x x' l T V); [lia|exact H|exact H'|exact Hn].
Qed.
Theorem drf_tasks__population_monotone__none : cell "drf-tasks" "population-monotone" "none".
Proof. intros l J x x' V _ Hl H H'. exact (leaves_halted _ l J x x' larger V Hl H H'). Qed.
Theorem drf_tasks_lower__population_monotone__none : cell "drf-tasks-lower" "population-monotone" "none".
Proof. intros l J x x' V _ Hl H H'. exact (leaves_halted _ l J x x' smaller V Hl H H'). Qed.
Theorem drf_tasks_index__population_monotone__none : cell "drf-tasks-index" "population-monotone" "none".
Proof. intros l J x x' V _ Hl H H'. exact (leaves_halted _ l J x x' index V Hl H H'). Qed.

(** seq-minmax: its theorems are on clusters of one server, with limits in real numbers *)
Definition limits (J : job) (n : nat) : option R := option_map INR (limit J n).

Lemma limits_pos : forall J n t, (n < users J)%nat -> limits J n = Some t -> 0 <= t.
Proof. intros J n t _ E. unfold limits in E. destruct (limit J n); inversion E. apply pos_INR. Qed.
Lemma limits_whole : forall J, OneServer.whole_part (limits J) (limit J).
Proof. intros J n. unfold limits. destruct (limit J n) as [k|]; simpl; [exists k; split; [reflexivity|lra]|reflexivity]. Qed.

Definition on_one (J : job) : Model.inst :=
  OneServer.pool_of (users J) (resources J) (cap J) (may J) (demand J) (limits J).

Lemma one_server_whole : forall J z, valid J -> Model.feasible (on_one J) (OneServer.on_it z) ->
  whole (users J) (resources J) (cap J) (may J) (demand J) (limit J) z.
Proof.
  intros J z V [[Pos Run Lim] Fit]. split; [|split].
  - intros r Hr. exact (Fit 0%nat r (Nat.lt_0_succ 0) Hr).
  - intros n Hn Dead. apply INR_eq. apply (Run n 0%nat Hn (Nat.lt_0_succ 0)).
    pose proof (OneServer.live_gam _ _ _ (weight J) (may J) _ (limits J) n V (limits_pos J) Hn) as LG.
    pose proof (OneServer.pool_wf _ _ _ (weight J) (may J) _ (limits J) V (limits_pos J)) as W.
    apply Rle_antisym.
    + apply Rnot_lt_le. intros G. apply LG in G. congruence.
    + apply (Model.gam_nonneg _ W); [exact Hn|apply Nat.lt_0_succ].
  - intros n Hn. specialize (Lim n Hn). unfold Filling.within. cbn in Lim. unfold limits in Lim.
    destruct (limit J n) as [k|]; [|exact I]. cbn in Lim. unfold Model.tot, OneServer.on_it in Lim. cbn in Lim.
    apply INR_le. lra.
Qed.

Fact seq_minmax__feasible__none : cell "seq-minmax" "feasible" "none".
Proof.
  intros J x V _ H. apply (one_server_whole J x V).
  exact (OneServer.seq_minmax_feasible _ _ _ (weight J) _ _ (limits J) (limit J) x V (limits_pos J) (limits_whole J) H).
Qed.

Lemma none_wasted : forall J z, valid J -> Model.non_wasteful (on_one J) (Model.gam (on_one J)) (OneServer.on_it z) ->
  forall n, (n < users J)%nat -> idle J z n = 0%nat.
Proof.
  intros J z V NW n Hn. specialize (NW n Hn). unfold Model.wasted in NW. cbn in NW.
  pose proof (OneServer.live_gam _ _ _ (weight J) (may J) _ (limits J) n V (limits_pos J) Hn) as LG.
  fold (on_one J) in LG. unfold OneServer.on_it in NW. unfold idle, alive.
  destruct (Rlt_dec 0 (Model.gam (on_one J) n 0)) as [G|G].
  - apply LG in G. rewrite G. unfold limits in NW. destruct (limit J n) as [k|]; [|reflexivity]. cbn in NW.
    pose proof (Rmax_l 0 (0 + INR (z n) - INR k)) as A. pose proof (Rmax_r 0 (0 + INR (z n) - INR k)) as B.
    assert (INR (z n) <= INR k) by lra. apply INR_le in H. lia.
  - destruct (live (resources J) (cap J) (may J) (demand J) n) eqn:E; [exfalso; apply G, LG; reflexivity|].
    apply INR_eq. simpl INR. unfold limits in NW. destruct (limit J n) as [k|]; cbn in NW; [|lra].
    pose proof (Rmax_l 0 (0 + 0 - INR k)). pose proof (pos_INR (z n)). lra.
Qed.
Fact seq_minmax__non_wasteful__none : cell "seq-minmax" "non-wasteful" "none".
Proof.
  intros J x V _ H. apply (none_wasted J x V).
  exact (OneServer.seq_minmax_non_wasteful _ _ _ (weight J) _ _ (limits J) (limit J) x V (limits_pos J) (limits_whole J) H).
Qed.

Theorem seq_minmax__po__none : cell "seq-minmax" "po" "none".
Proof.
  intros J x V _ H y Hy Le n Hn.
  pose proof (OneServer.seq_minmax_pareto_optimal _ _ _ (weight J) _ _ (limits J) (limit J) x V (limits_pos J) (limits_whole J) H) as P.
  destruct (Nat.eq_dec (y n) (x n)) as [E|Ne]; [exact E|exfalso]. apply P. exists (OneServer.on_it y).
  assert (T : forall z k, Model.tot (on_one J) (OneServer.on_it z) k = INR (z k)).
  { intros z k. unfold Model.tot, OneServer.on_it. cbn. lra. }
  fold (on_one J). split; [split|split].
  - exact (OneServer.whole_is_feasible _ _ _ (weight J) _ _ (limits J) (limit J) y V (limits_pos J) (limits_whole J) Hy).
  - intros k _. exists (y k). reflexivity.
  - intros k Hk. rewrite !T. apply le_INR, Le, Hk.
  - exists n. split; [exact Hn|]. rewrite !T. apply lt_INR. specialize (Le n Hn). lia.
Qed.
Theorem seq_minmax__under_by_one__none : cell "seq-minmax" "under-by-one" "none".
Proof. intros J x V _ H y Hy. exact (OneServer.seq_minmax_short_by_one _ _ _ _ _ _ _ y x V H Hy). Qed.

(** Contributed servers: the one server has one owner, so there is one user. *)
Lemma one_owner : forall J o n k, owns_all J o -> (n < users J)%nat -> (k < users J)%nat -> k = n.
Proof. intros J o n k H Hn Hk. destruct (H n Hn) as [A _]. destruct (H k Hk) as [B _]. rewrite A in B. inversion B. reflexivity. Qed.

Lemma alone_held : forall J o n y r, owns_all J o -> (n < users J)%nat ->
  held (users J) (demand J) y r = INR (y n) * demand J n r.
Proof.
  intros J o n y r H Hn. unfold held.
  pose proof (sum_replace (users J) (fun k => INR (y k) * demand J k r) (fun _ => 0) n Hn) as E.
  rewrite (sum_zero (users J) (fun _ => 0)) in E by reflexivity.
  assert (sum (users J) (fun k => INR (y k) * demand J k r) - INR (y n) * demand J n r = 0 - 0); [|lra].
  apply E. intros k Hk Ne. exfalso. apply Ne. exact (one_owner J o n k H Hn Hk).
Qed.

(** Who has a task left, and one more of whose tasks does not fit, has all that fit. *)
Lemma alone_misfit : forall J o n y r, valid J -> owns_all J o -> (n < users J)%nat -> (r < resources J)%nat ->
  cap J r < held (users J) (demand J) y r + demand J n r -> forall t, fits_alone J n t -> (t <= y n)%nat.
Proof.
  intros J o n y r V H Hn Hr No t [_ Fit]. rewrite (alone_held J o n y r H Hn) in No. specialize (Fit r Hr).
  destruct V as [_ [Dm _]]. specialize (Dm n r Hn Hr).
  destruct (le_lt_dec t (y n)) as [|L]; [assumption|exfalso]. assert (INR (y n) + 1 <= INR t) by (rewrite <- S_INR; apply le_INR; lia).
  assert ((INR (y n) + 1) * demand J n r <= INR t * demand J n r) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Theorem maximal_alone : forall J x, valid J -> whole (users J) (resources J) (cap J) (may J) (demand J) (limit J) x ->
  (forall y, whole (users J) (resources J) (cap J) (may J) (demand J) (limit J) y ->
    (forall n, (n < users J)%nat -> (x n <= y n)%nat) -> forall n, (n < users J)%nat -> y n = x n) ->
  forall o, owns_all J o -> forall n t, (n < users J)%nat -> fits_alone J n t -> (t <= x n)%nat.
Proof.
  intros J x V _ Max o H n t Hn [Al Fit]. destruct (le_lt_dec t (x n)) as [|L]; [assumption|exfalso].
  assert (t = x n); [|lia]. apply (Max (fun _ => t)); [|intros k Hk; rewrite (one_owner J o n k H Hn Hk); lia|exact Hn].
  split; [|split].
  - intros r Hr. rewrite (alone_held J o n _ r H Hn). apply Fit. exact Hr.
  - intros k Hk D. destruct (H k Hk) as [_ A]. unfold alive in A. congruence.
  - intros k Hk. rewrite (one_owner J o n k H Hn Hk). unfold within, allowed in *. exact Al.
Qed.

Theorem halted_alone : forall tie J x, tie = larger_share \/ tie = smaller_share \/ tie = (fun _ => lower_index) -> valid J ->
  one_by_one halted tie J x -> forall o, owns_all J o -> forall n t, (n < users J)%nat -> fits_alone J n t -> (t <= x n)%nat.
Proof.
  intros tie J x Which V H o O n t Hn F. destruct (halting tie J x Which V H) as [s [before [_ [_ [[_ Hx] _]]]]].
  assert (Rn : Filling.runs (users J) (resources J) (cap J) (may J) (demand J) n) by (split; [exact Hn|apply (O n Hn)]).
  destruct Hx as [All|[p [[Hp _] [_ [_ [_ [r [Hr No]]]]]]]].
  - destruct F as [Al _]. specialize (All n Rn). unfold more, allowed in *. destruct (limit J n); [lia|exfalso; apply All; exact I].
  - rewrite (one_owner J o n p O Hn Hp) in No. exact (alone_misfit J o n x r V O Hn Hr No t F).
Qed.

(** Idea: the level of a single user is what fits, and its tasks are the level rounded down. *)
Theorem pdrf_alone : forall J x, valid J -> pdrf (users J) (resources J) (cap J) (weight J) (may J) (demand J) x ->
  forall o, owns_all J o -> forall n t, (n < users J)%nat -> fits_alone J n t -> (t <= x n)%nat.
Proof.
  intros J x V [_ Alive] o O n t Hn [_ Fit].
  assert (Ln : live (resources J) (cap J) (may J) (demand J) n = true) by apply (O n Hn).
  destruct (Alive (ex_intro _ n (conj Hn Ln))) as [s [L [Hs [[_ [r [Hr [Ld Full]]]] Cut]]]].
  assert (Sn : 0 < s n) by (apply (share_positive _ _ _ _ _ n _ V Hn), Hs; assumption).
  assert (Load : load (users J) (resources J) (cap J) (may J) (demand J) s r = demand J n r / s n).
  { unfold load.
    pose proof (sum_replace (users J) (fun k => if live (resources J) (cap J) (may J) (demand J) k then demand J k r / s k else 0)
      (fun _ => 0) n Hn) as E.
    rewrite (sum_zero (users J) (fun _ => 0)) in E by reflexivity. rewrite Ln in E.
    assert (X : sum (users J) (fun k => if live (resources J) (cap J) (may J) (demand J) k then demand J k r / s k else 0)
      - demand J n r / s n = 0 - 0); [|lra].
    apply E. intros k Hk Ne. exfalso. apply Ne. exact (one_owner J o n k O Hn Hk). }
  rewrite Load in *. destruct (Cut n Hn Ln) as [_ Up]. specialize (Fit r Hr).
  pose proof V as [_ [Dm _]]. specialize (Dm n r Hn Hr).
  destruct (le_lt_dec t (x n)) as [|Lt]; [assumption|exfalso].
  assert (INR (x n) + 1 <= INR t) by (rewrite <- S_INR; apply le_INR; lia).
  assert (Pos : 0 < demand J n r).
  { apply (Rmult_lt_compat_r (s n)) in Ld; [|exact Sn]. unfold Rdiv in Ld. rewrite Rmult_assoc, Rinv_l in Ld by lra. lra. }
  assert (INR t * demand J n r <= L / s n * demand J n r) by (replace (L / s n * demand J n r) with (cap J r) by (rewrite <- Full; field; lra); exact Fit).
  apply Rmult_le_reg_r in H0; [lra|exact Pos].
Qed.

Theorem drf_tasks__si_contributed__none : cell "drf-tasks" "si-contributed" "none".
Proof. intros J x V _ H. exact (halted_alone _ J x larger V H). Qed.
Theorem drf_tasks_lower__si_contributed__none : cell "drf-tasks-lower" "si-contributed" "none".
Proof. intros J x V _ H. exact (halted_alone _ J x smaller V H). Qed.
Theorem drf_tasks_index__si_contributed__none : cell "drf-tasks-index" "si-contributed" "none".
Proof. intros J x V _ H. exact (halted_alone _ J x index V H). Qed.
Theorem drf_tasks_skip__si_contributed__none : cell "drf-tasks-skip" "si-contributed" "none".
Proof.
  intros J x V _ H. apply (maximal_alone J x V (skipped_whole _ J x larger V H)). intros y. exact (skipped_best _ J x y larger V H).
Qed.
Theorem drf_tasks_skip_lower__si_contributed__none : cell "drf-tasks-skip-lower" "si-contributed" "none".
Proof.
  intros J x V _ H. apply (maximal_alone J x V (skipped_whole _ J x smaller V H)). intros y. exact (skipped_best _ J x y smaller V H).
Qed.
Theorem drf_tasks_skip_index__si_contributed__none : cell "drf-tasks-skip-index" "si-contributed" "none".
Proof.
  intros J x V _ H. apply (maximal_alone J x V (skipped_whole _ J x index V H)). intros y. exact (skipped_best _ J x y index V H).
Qed.
Theorem pdrf_simplified__si_contributed__none : cell "pdrf-simplified" "si-contributed" "none".
Proof. intros J x V _ [E H]. exact (pdrf_alone J x V H). Qed.
Theorem pdrf__si_contributed__none : cell "pdrf" "si-contributed" "none".
Proof. intros J x V _ [E H]. exact (pdrf_alone J x V (rounds_are_pdrf _ _ _ _ _ _ x V H)). Qed.
Theorem pdrf_final__si_contributed__none : cell "pdrf-final" "si-contributed" "none".
Proof.
  intros J x V _ [E [_ [q [Hq [B _]]]]] o O n t Hn F.
  pose proof (pdrf_alone J q V Hq o O n t Hn F). specialize (B n Hn). lia.
Qed.
Theorem pdrf_cycles__si_contributed__none : cell "pdrf-cycles" "si-contributed" "none".
Proof.
  intros J x V _ [E H] o O n t Hn F.
  destruct (pdrf_exists (users J) (resources J) (cap J) (weight J) (may J) (demand J) V) as [q Hq].
  pose proof (pdrf_alone J q V Hq o O n t Hn F). pose proof (cycles_above_pdrf _ _ _ _ _ _ x q V H Hq n Hn). lia.
Qed.
Theorem seq_minmax__si_contributed__none : cell "seq-minmax" "si-contributed" "none".
Proof.
  intros J x V D H. apply (maximal_alone J x V); [exact (seq_minmax__feasible__none J x V D H)|].
  intros y Hy Le. exact (seq_minmax__po__none J x V D H y Hy Le).
Qed.
