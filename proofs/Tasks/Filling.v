(** DRF by whole tasks: filling that halts at the first misfit, and filling that leaves out who does not fit.

    After properties/mechanisms/drf-tasks.md and drf-tasks-skip.md with all their tie rules (metin 3.1, 6.2), and the
    comparison with precomputed DRF of properties/mechanisms/pdrf.md.  One server; tasks of a user are numbered from 1.
    *)

From Coq Require Import Reals Lra Lia Arith Psatz Bool.
From Fair.Arrivals Require Import Sums.
From Fair.Tasks Require Import Server Precomputed.
Open Scope R_scope.

(** The order of picks among users that satisfy [P]: [before i t j u] says that task [t] of [i] comes before task [u] of
    [j].  The key of a task is where its user stands when its turn comes; ties are left to the rule. *)
Definition pick_order (P : nat -> Prop) (s : nat -> R) (before : nat -> nat -> nat -> nat -> Prop) : Prop :=
  (forall i t, ~ before i t i t)
  /\ (forall i t j u k v, P i -> P j -> P k -> before i t j u -> before j u k v -> before i t k v)
  /\ (forall i t u, P i -> (t < u)%nat -> before i t i u)
  /\ (forall i t j u, P i -> P j -> i <> j -> before i t j u \/ before j u i t)
  /\ (forall i t j u, P i -> P j -> before i t j u -> (INR t - 1) * s i <= (INR u - 1) * s j).

(** Keys, with ties settled by a strict total order on users, are such an order.  The three tie rules are: larger share and
    then lower index, smaller share and then lower index, lower index. *)
Definition by_key (s : nat -> R) (tie : nat -> nat -> Prop) (i t j u : nat) : Prop :=
  (INR t - 1) * s i < (INR u - 1) * s j \/ ((INR t - 1) * s i = (INR u - 1) * s j /\ tie i j).

Lemma by_key_order : forall (P : nat -> Prop) s (tie : nat -> nat -> Prop), (forall i, P i -> 0 < s i) ->
  (forall i, ~ tie i i) -> (forall i j k, tie i j -> tie j k -> tie i k) -> (forall i j, i <> j -> tie i j \/ tie j i) ->
  pick_order P s (by_key s tie).
Proof.
  intros P s tie Hs Irr Tr Tot. unfold by_key. split; [|split; [|split; [|split]]].
  - intros i t [H|[_ H]]; [lra|exact (Irr i H)].
  - intros i t j u k v _ _ _ [A|[A A']] [B|[B B']]; try (left; lra).
    right. split; [lra|exact (Tr i j k A' B')].
  - intros i t u Pi Htu. left. specialize (Hs i Pi). assert (INR t < INR u) by (apply lt_INR; exact Htu).
    apply Rmult_lt_compat_r; lra.
  - intros i t j u _ _ Hne. destruct (Rtotal_order ((INR t - 1) * s i) ((INR u - 1) * s j)) as [A|[A|A]].
    + left; left; exact A.
    + destruct (Tot i j Hne); [left; right; split; assumption|right; right; split; [lra|assumption]].
    + right; left; lra.
  - intros i t j u _ _ [A|[A _]]; lra.
Qed.

Definition larger_share (s : nat -> R) (i j : nat) : Prop := s j < s i \/ (s i = s j /\ (i < j)%nat).
Definition smaller_share (s : nat -> R) (i j : nat) : Prop := s i < s j \/ (s i = s j /\ (i < j)%nat).
Definition lower_index (i j : nat) : Prop := (i < j)%nat.

(** The three tie rules of the mechanisms give orders of picks: a witness for the hypotheses below. *)
Lemma tie_rules : forall (P : nat -> Prop) s, (forall i, P i -> 0 < s i) ->
  pick_order P s (by_key s (larger_share s)) /\ pick_order P s (by_key s (smaller_share s))
  /\ pick_order P s (by_key s lower_index).
Proof.
  intros P s Hs. split; [|split]; apply by_key_order; try exact Hs; unfold larger_share, smaller_share, lower_index.
  - intros i [H|[_ H]]; [lra|lia].
  - intros i j k [A|[A A']] [B|[B B']]; try (left; lra). right. split; [lra|lia].
  - intros i j Hne. destruct (Rtotal_order (s i) (s j)) as [A|[A|A]].
    + right; left; lra.
    + destruct (lt_dec i j); [left; right; split; assumption|right; right; split; [lra|lia]].
    + left; left; lra.
  - intros i [H|[_ H]]; [lra|lia].
  - intros i j k [A|[A A']] [B|[B B']]; try (left; lra). right. split; [lra|lia].
  - intros i j Hne. destruct (Rtotal_order (s i) (s j)) as [A|[A|A]].
    + left; left; lra.
    + destruct (lt_dec i j); [left; right; split; assumption|right; right; split; [lra|lia]].
    + right; left; lra.
  - intros; lia.
  - intros; lia.
  - intros i j Hne. lia.
Qed.

(** [tau n] is how many tasks [n] has, [None] for no limit. *)
Definition within (tau : nat -> option nat) (y : nat -> nat) (n : nat) : Prop :=
  match tau n with None => True | Some T => (y n <= T)%nat end.
Definition more (tau : nat -> option nat) (y : nat -> nat) (n : nat) : Prop :=
  match tau n with None => True | Some T => (y n < T)%nat end.

Definition runs N m c elig d (n : nat) : Prop := (n < N)%nat /\ live m c elig d n = true.

Definition held N d (y : nat -> nat) (r : nat) : R := sum N (fun n => INR (y n) * d n r).

(** What both fillings have in common. *)
Definition whole N m c elig d tau y : Prop :=
  (forall r, (r < m)%nat -> held N d y r <= c r)
  /\ (forall n, (n < N)%nat -> live m c elig d n = false -> y n = 0%nat)
  /\ (forall n, (n < N)%nat -> within tau y n).

(** Filling that halts, as properties/mechanisms/drf-tasks.md specifies it: nobody has a task left, or the next pick [p]
    does not fit, and exactly what comes before it has been given. *)
Definition halted N m c elig d tau (before : nat -> nat -> nat -> nat -> Prop) (y : nat -> nat) : Prop :=
  whole N m c elig d tau y
  /\ ((forall n, runs N m c elig d n -> ~ more tau y n)
      \/ exists p, runs N m c elig d p /\ more tau y p
         /\ (forall n, runs N m c elig d n -> more tau y n -> n <> p -> before p (S (y p)) n (S (y n)))
         /\ (forall n t, runs N m c elig d n -> (1 <= t)%nat -> (t <= y n)%nat -> before n t p (S (y p)))
         /\ exists r, (r < m)%nat /\ c r < held N d y r + d p r).

(** Filling that leaves out, as properties/mechanisms/drf-tasks-skip.md specifies it: for everybody with a task left,
    what was given before the place of its next task, [b], leaves no room for it. *)
Definition skipped N m c elig d tau (before : nat -> nat -> nat -> nat -> Prop) (z : nat -> nat) : Prop :=
  whole N m c elig d tau z
  /\ forall n, runs N m c elig d n -> more tau z n ->
     exists b : nat -> nat,
       (forall j, (j < N)%nat -> (b j <= z j)%nat)
       /\ (forall j t, runs N m c elig d j -> (1 <= t)%nat -> (t <= b j)%nat -> before j t n (S (z n)))
       /\ (forall j t, runs N m c elig d j -> (b j < t)%nat -> (t <= z j)%nat -> ~ before j t n (S (z n)))
       /\ exists r, (r < m)%nat /\ c r < held N d b r + d n r.

Lemma held_mono : forall N m c w d y z r, server N m c w d -> (r < m)%nat ->
  (forall n, (n < N)%nat -> (y n <= z n)%nat) -> held N d y r <= held N d z r.
Proof.
  intros N m c w d y z r [_ [Hd _]] Hr H. apply sum_le. intros n Hn.
  apply Rmult_le_compat_r; [apply Hd; assumption|apply le_INR, H; exact Hn].
Qed.

(** One more task of [p]. *)
Lemma held_succ : forall N d y p r, (p < N)%nat ->
  held N d (fun n => if Nat.eq_dec n p then S (y p) else y n) r = held N d y r + d p r.
Proof.
  intros N d y p r Hp. unfold held.
  assert (Q : sum N (fun n => INR (if Nat.eq_dec n p then S (y p) else y n) * d n r)
              - INR (if Nat.eq_dec p p then S (y p) else y p) * d p r
              = sum N (fun n => INR (y n) * d n r) - INR (y p) * d p r).
  { apply (sum_replace N (fun n => INR (if Nat.eq_dec n p then S (y p) else y n) * d n r) (fun n => INR (y n) * d n r) p Hp).
    intros i _ Hne. destruct (Nat.eq_dec i p); [contradiction|reflexivity]. }
  destruct (Nat.eq_dec p p) as [_|]; [|lia]. rewrite S_INR in Q. lra.
Qed.

Lemma held_more : forall N m c w d y z p r, server N m c w d -> (r < m)%nat -> (p < N)%nat ->
  (forall n, (n < N)%nat -> (y n <= z n)%nat) -> (y p < z p)%nat -> held N d y r + d p r <= held N d z r.
Proof.
  intros N m c w d y z p r HS Hr Hp H Hlt.
  rewrite <- (held_succ N d y p r Hp). apply (held_mono N m c w); [exact HS|exact Hr|].
  intros n Hn. destruct (Nat.eq_dec n p) as [->|]; [lia|apply H; exact Hn].
Qed.

Section Filling.

Variables (N m : nat) (c : nat -> R) (w : nat -> nat -> R) (elig : nat -> bool) (d : nat -> nat -> R).
Variables (tau : nat -> option nat) (s : nat -> R) (before : nat -> nat -> nat -> nat -> Prop).
Hypothesis HS : server N m c w d.
Hypothesis Hs : shares N m c w elig d s.
Hypothesis HO : pick_order (runs N m c elig d) s before.
Set Default Proof Using "All".

Lemma pos_share : forall n, runs N m c elig d n -> 0 < s n.
Proof. intros n [Hn E]. apply (share_positive N m c w d n); [exact HS|exact Hn|apply Hs; assumption]. Qed.

(** ** Feasibility, and no task that cannot be run

    Idea: clauses of the specification.
    Mechanisms: drf-tasks, drf-tasks-lower, drf-tasks-index, drf-tasks-skip, drf-tasks-skip-lower,
    drf-tasks-skip-index.  Properties: feasible, non-wasteful.  Hypothesis: none. *)
Theorem halted_feasible : forall y, halted N m c elig d tau before y -> whole N m c elig d tau y.
Proof. intros y [H _]. exact H. Qed.

Theorem skipped_feasible : forall z, skipped N m c elig d tau before z -> whole N m c elig d tau z.
Proof. intros z [H _]. exact H. Qed.

(** ** Envy-freeness up to one task

    Idea: if a has a task left, the last task of b came before the next pick, whose key is at most where a stands: (y_b -
    1) s_b is at most y_a s_a.  The dominant resource of a shows that tasks of b are worth at most s_b/s_a each.  If
    a has no task left, nothing more is of use to it.
    Mechanisms: drf-tasks, drf-tasks-lower, drf-tasks-index.  Property: ef1.  Hypothesis: none (weights per
    resource, finite tasks, zero demands and zero capacities allowed).
    Claims: metin-drf-tasks-ef1, metin-drf-tasks-lower-ef1, metin-drf-tasks-index-ef1. *)
Theorem halted_ef1 : forall y a b t, halted N m c elig d tau before y ->
  (a < N)%nat -> (b < N)%nat -> elig a = true -> (0 < y b)%nat ->
  match tau a with None => True | Some T => (t <= T)%nat end ->
  (forall r, (r < m)%nat -> 0 < d a r -> INR t * d a r * w b r <= w a r * ((INR (y b) - 1) * d b r)) ->
  (t <= y a)%nat.
Proof.
  intros y a b t [[Hfit [Hdead Hin]] Hhalt] Ha Hb He Hyb Hcap Ht.
  pose proof HS as [Hc [Hd [Hne Hw]]].
  assert (Eb : live m c elig d b = true).
  { destruct (live m c elig d b) eqn:E; [reflexivity|]. rewrite (Hdead b Hb E) in Hyb. lia. }
  assert (Yb : 0 <= INR (y b) - 1).
  { assert (INR 1 <= INR (y b)) by (apply le_INR; lia). simpl in H. lra. }
  destruct (live m c elig d a) eqn:Ea.
  - assert (Ra : runs N m c elig d a) by (split; assumption). assert (Rb : runs N m c elig d b) by (split; assumption).
    assert (D : more tau y a \/ (t <= y a)%nat).
    { unfold more. specialize (Hin a Ha). unfold within in Hin. destruct (tau a) as [T|]; [|left; exact I].
      destruct (lt_dec (y a) T); [left; assumption|right; lia]. }
    destruct D as [Hmore|D]; [|exact D].
    destruct Hhalt as [Hall|[p [Rp [_ [Hnext [Hgiven _]]]]]]; [exfalso; exact (Hall a Ra Hmore)|].
    destruct HO as [_ [_ [_ [_ Hkey]]]].
    assert (K1 : (INR (y b) - 1) * s b <= (INR (S (y p)) - 1) * s p).
    { apply Hkey; [exact Rb|exact Rp|]. apply Hgiven; [exact Rb|lia|lia]. }
    assert (K2 : (INR (S (y p)) - 1) * s p <= INR (y a) * s a).
    { destruct (Nat.eq_dec a p) as [->|Hne'].
      - rewrite S_INR. lra.
      - pose proof (Hkey p (S (y p)) a (S (y a)) Rp Ra (Hnext a Ra Hmore Hne')) as Q. rewrite (S_INR (y a)) in Q. lra. }
    destruct (Hs a Ha Ea) as [_ [r [Hr [Hp E]]]]. destruct (Hs b Hb Eb) as [B _].
    specialize (Ht r Hr Hp). specialize (B r Hr).
    assert (Sa : 0 < s a) by (apply pos_share; exact Ra).
    assert (Wa : 0 < w a r) by (apply Hw; assumption). assert (Wb : 0 < w b r) by (apply Hw; assumption).
    assert (Cr : 0 < c r).
    { destruct (Req_dec (c r) 0) as [Z|Z]; [rewrite Z in E; lra|]. specialize (Hc r Hr). lra. }
    assert (K : INR t * s a <= (INR (y b) - 1) * s b).
    { apply (Rmult_le_reg_r (w a r * w b r * c r)); [repeat apply Rmult_lt_0_compat; assumption|].
      apply Rle_trans with (w a r * ((INR (y b) - 1) * d b r)).
      - rewrite E in Ht. lra.
      - apply Rle_trans with (w a r * ((INR (y b) - 1) * (s b * w b r * c r))); [|lra].
        apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [exact Yb|exact B]. }
    apply INR_le. apply (Rmult_le_reg_r (s a)); [exact Sa|]. lra.
  - destruct t as [|t]; [lia|exfalso].
    assert (X : exists r, (r < m)%nat /\ 0 < d a r /\ c r <= 0).
    { assert (E : supplied m c (d a) = false) by (unfold live in Ea; rewrite He in Ea; exact Ea).
      clear -E. induction m as [|q IH]; simpl in E; [discriminate|].
      apply andb_false_iff in E. destruct E as [E|E].
      - destruct (IH E) as [r [Hr H]]. exists r. split; [lia|exact H].
      - exists q. split; [lia|]. destruct (Rlt_dec 0 (d a q)); [|discriminate].
        destruct (Rlt_dec 0 (c q)); [discriminate|]. split; lra. }
    destruct X as [r [Hr [Hp Hz]]]. specialize (Ht r Hr Hp).
    assert (Db : d b r = 0).
    { destruct (Req_dec (d b r) 0) as [Z|Z]; [exact Z|exfalso].
      apply live_spec in Eb. destruct Eb as [_ Eb]. specialize (Hd b r Hb Hr). specialize (Eb r Hr). lra. }
    rewrite Db, Rmult_0_r, Rmult_0_r in Ht. specialize (Hw b r Hb Hr).
    assert (0 < INR (S t)) by (apply lt_0_INR; lia).
    assert (0 < INR (S t) * d a r * w b r) by (repeat apply Rmult_lt_0_compat; assumption). lra.
Qed.

(** ** Filling that halts has one outcome

    Idea: if z has a task more than y of somebody, the next pick of y comes before the next pick of z, so z has
    everything that y has and the next pick of y as well; but these do not fit together.
    Mechanisms: drf-tasks, drf-tasks-lower, drf-tasks-index.  Properties: under-by, over-by, under-by-one of drf-tasks
    itself.  Hypothesis: none. *)
Lemma halted_below : forall y z, halted N m c elig d tau before y -> halted N m c elig d tau before z ->
  forall n, (n < N)%nat -> (z n <= y n)%nat.
Proof.
  intros y z [[Yfit [Ydead Yin]] Yh] [[Zfit [Zdead Zin]] Zh] n Hn.
  destruct (le_lt_dec (z n) (y n)) as [|Hlt]; [assumption|exfalso].
  destruct HO as [Irr [Tr [Own [Tot _]]]].
  assert (En : live m c elig d n = true).
  { destruct (live m c elig d n) eqn:E; [reflexivity|]. rewrite (Zdead n Hn E) in Hlt. lia. }
  assert (Rn : runs N m c elig d n) by (split; assumption).
  assert (Mn : more tau y n).
  { unfold more. specialize (Zin n Hn). unfold within in Zin. destruct (tau n); [lia|exact I]. }
  destruct Yh as [Yall|[p [Rp [Mp [Ynext [Ygiven [r [Hr Yno]]]]]]]]; [exact (Yall n Rn Mn)|].
  (* the next pick of y comes no later than task y n + 1 of n *)
  assert (P1 : p = n \/ before p (S (y p)) n (S (y n))).
  { destruct (Nat.eq_dec n p) as [->|Hne]; [left; reflexivity|right; apply Ynext; assumption]. }
  assert (All : forall j, (j < N)%nat -> (y j <= z j)%nat /\ (j = p -> (y j < z j)%nat)).
  { destruct Zh as [Zall|[q [Rq [Mq [Znext [Zgiven _]]]]]].
    - intros j Hj. destruct (live m c elig d j) eqn:E.
      + assert (Rj : runs N m c elig d j) by (split; assumption).
        specialize (Zall j Rj). specialize (Yin j Hj). unfold more, within in *. split.
        * destruct (tau j); [lia|exfalso; apply Zall; exact I].
        * intros ->. unfold more in Mp. destruct (tau p); [lia|exfalso; apply Zall; exact I].
      + rewrite (Ydead j Hj E), (Zdead j Hj E). split; [lia|]. intros ->. destruct Rp as [_ Rp]. congruence.
    - (* the next pick of y before the next pick of z *)
      assert (P2 : before p (S (y p)) q (S (z q))).
      { assert (Q : before n (S (y n)) q (S (z q))) by (apply Zgiven; [exact Rn|lia|lia]).
        destruct P1 as [->|P1]; [exact Q|apply (Tr p (S (y p)) n (S (y n)) q (S (z q))); assumption]. }
      assert (Q : forall j, runs N m c elig d j -> more tau z j -> before j (S (z j)) q (S (z q)) -> False).
      { intros j Rj Mj B. destruct (Nat.eq_dec j q) as [->|Hne]; [exact (Irr _ _ B)|].
        apply (Irr j (S (z j))). apply (Tr j (S (z j)) q (S (z q)) j (S (z j)) Rj Rq Rj B). apply Znext; assumption. }
      intros j Hj. destruct (live m c elig d j) eqn:E.
      + assert (Rj : runs N m c elig d j) by (split; assumption). split.
        * destruct (le_lt_dec (y j) (z j)) as [|Hlt']; [assumption|exfalso].
          apply (Q j Rj).
          -- unfold more. specialize (Yin j Hj). unfold within in Yin. destruct (tau j); [lia|exact I].
          -- apply (Tr j (S (z j)) p (S (y p)) q (S (z q))); try assumption. apply Ygiven; [exact Rj|lia|lia].
        * intros ->. destruct (le_lt_dec (z p) (y p)) as [Hle|]; [exfalso|assumption].
          apply (Q p Rp).
          -- unfold more in *. destruct (tau p); [lia|exact I].
          -- destruct (Nat.eq_dec (z p) (y p)) as [->|]; [exact P2|].
             apply (Tr p (S (z p)) p (S (y p)) q (S (z q))); try assumption. apply Own; [exact Rp|lia].
      + rewrite (Ydead j Hj E), (Zdead j Hj E). split; [lia|]. intros ->. destruct Rp as [_ Rp]. congruence. }
  destruct Rp as [Hp _].
  assert (held N d y r + d p r <= held N d z r).
  { apply (held_more N m c w); try assumption; [intros j Hj; apply All; exact Hj|apply All; [exact Hp|reflexivity]]. }
  specialize (Zfit r Hr). lra.
Qed.

Theorem halted_unique : forall y z, halted N m c elig d tau before y -> halted N m c elig d tau before z ->
  forall n, (n < N)%nat -> y n = z n.
Proof.
  intros y z Hy Hz n Hn.
  pose proof (halted_below y z Hy Hz n Hn). pose proof (halted_below z y Hz Hy n Hn). lia.
Qed.

(** ** Leaving out gives nobody less

    Idea: suppose y, which halts, has a task of n that z, which leaves out, has not.  The place of that task is
    before the next pick of y.  What z has before that place is part of y, and so is the task; so it fitted.
    Mechanisms: drf-tasks-skip (and -lower, -index, each against halting with its own tie rule).
    Properties: under-by and under-by-one of drf-tasks-skip.  Hypothesis: none. *)
Theorem skipped_above_halted : forall y z, halted N m c elig d tau before y -> skipped N m c elig d tau before z ->
  forall n, (n < N)%nat -> (y n <= z n)%nat.
Proof.
  intros y z [[Yfit [Ydead Yin]] Yh] [[Zfit [Zdead Zin]] Zs] n Hn.
  destruct (le_lt_dec (y n) (z n)) as [|Hlt]; [assumption|exfalso].
  destruct HO as [Irr [Tr [Own [Tot _]]]].
  assert (En : live m c elig d n = true).
  { destruct (live m c elig d n) eqn:E; [reflexivity|]. rewrite (Ydead n Hn E) in Hlt. lia. }
  assert (Rn : runs N m c elig d n) by (split; assumption).
  assert (Mn : more tau z n).
  { unfold more. specialize (Yin n Hn). unfold within in Yin. destruct (tau n); [lia|exact I]. }
  destruct (Zs n Rn Mn) as [b [Hbz [Hb1 [Hb2 [r [Hr Hno]]]]]].
  assert (By : forall j, (j < N)%nat -> (b j <= y j)%nat).
  { intros j Hj. destruct (live m c elig d j) eqn:E.
    2:{ specialize (Hbz j Hj). rewrite (Zdead j Hj E) in Hbz. lia. }
    assert (Rj : runs N m c elig d j) by (split; assumption).
    destruct (le_lt_dec (b j) (y j)) as [|Hlt']; [assumption|exfalso].
    assert (Mj : more tau y j).
    { unfold more. specialize (Zin j Hj). specialize (Hbz j Hj). unfold within in Zin. destruct (tau j); [lia|exact I]. }
    destruct Yh as [Yall|[p [Rp [Mp [Ynext [Ygiven _]]]]]]; [exact (Yall j Rj Mj)|].
    assert (A : before j (S (y j)) n (S (z n))) by (apply Hb1; [exact Rj|lia|lia]).
    assert (B : before n (S (z n)) p (S (y p))) by (apply Ygiven; [exact Rn|lia|lia]).
    assert (C : before j (S (y j)) p (S (y p))) by (apply (Tr j (S (y j)) n (S (z n)) p (S (y p))); assumption).
    destruct (Nat.eq_dec j p) as [->|Hne]; [exact (Irr _ _ C)|].
    apply (Irr j (S (y j))). apply (Tr j (S (y j)) p (S (y p)) j (S (y j)) Rj Rp Rj C). apply Ynext; assumption. }
  assert (held N d b r + d n r <= held N d y r).
  { apply (held_more N m c w); try assumption. specialize (Hbz n Hn). lia. }
  specialize (Yfit r Hr). lra.
Qed.

(** ** Leaving out is Pareto optimal

    Idea: no user's next task fits, since already what was given before its place leaves no room for it.
    Mechanisms: drf-tasks-skip, drf-tasks-skip-lower, drf-tasks-skip-index.  Property: po.  Hypothesis: none.
    Claims: metin-leaving-out-is-po, -lower, -index, metin-drf-tasks-skip-po, metin-drf-tasks-skip-lower-po,
    metin-drf-tasks-skip-index-po. *)
Theorem skipped_pareto_optimal : forall z y, skipped N m c elig d tau before z -> whole N m c elig d tau y ->
  (forall n, (n < N)%nat -> (z n <= y n)%nat) -> forall n, (n < N)%nat -> y n = z n.
Proof.
  intros z y [[Zfit [Zdead Zin]] Zs] [Yfit [Ydead Yin]] Hle n Hn.
  destruct (Nat.eq_dec (y n) (z n)) as [|Hne]; [assumption|exfalso].
  assert (Hlt : (z n < y n)%nat) by (specialize (Hle n Hn); lia).
  assert (En : live m c elig d n = true).
  { destruct (live m c elig d n) eqn:E; [reflexivity|]. rewrite (Ydead n Hn E) in Hlt. lia. }
  assert (Mn : more tau z n).
  { unfold more. specialize (Yin n Hn). unfold within in Yin. destruct (tau n); [lia|exact I]. }
  destruct (Zs n (conj Hn En) Mn) as [b [Hbz [_ [_ [r [Hr Hno]]]]]].
  assert (held N d z r + d n r <= held N d y r) by (apply (held_more N m c w); assumption).
  assert (held N d b r <= held N d z r) by (apply (held_mono N m c w); assumption).
  specialize (Yfit r Hr). lra.
Qed.

(** ** Filling that leaves out has one outcome

    Idea: among the users with different numbers take the one whose first differing task comes first.  Before that
    place both outcomes are the same, and one of them has the task, so it fitted, and the other says that it did not.
    Mechanisms: drf-tasks-skip, -lower, -index.  Properties: under-by-skip, over-by-skip, under-by-one-skip of
    drf-tasks-skip itself.  Hypothesis: none. *)
Lemma first_place : forall k (P : nat -> Prop) (f : nat -> nat), (forall i, P i \/ ~ P i) -> (forall i, P i -> runs N m c elig d i) ->
  (exists i, (i < k)%nat /\ P i) ->
  exists i, (i < k)%nat /\ P i /\ forall j, (j < k)%nat -> P j -> j <> i -> before i (f i) j (f j).
Proof.
  destruct HO as [Irr [Tr [_ [Tot _]]]].
  intros k P f dec HP. induction k; intros [i [Hi Pi]]; [lia|].
  assert (D : (exists i, (i < k)%nat /\ P i) \/ ~ (exists i, (i < k)%nat /\ P i)).
  { clear -dec. induction k.
    - right; intros [i [Hi _]]; lia.
    - destruct IHk as [[i [Hi Pi]]|Q].
      + left; exists i; split; [lia|exact Pi].
      + destruct (dec k) as [Pk|Nk].
        * left; exists k; split; [lia|exact Pk].
        * right; intros [i [Hi Pi]]. destruct (Nat.eq_dec i k) as [->|]; [tauto|].
          apply Q; exists i; split; [lia|exact Pi]. }
  destruct D as [D|Q].
  - destruct (IHk D) as [a [Ha [Pa La]]].
    destruct (dec k) as [Pk|Nk].
    + destruct (Tot a (f a) k (f k) (HP a Pa) (HP k Pk) ltac:(lia)) as [B|B].
      * exists a; repeat split; [lia|exact Pa|]. intros j Hj Pj Hne.
        destruct (Nat.eq_dec j k) as [->|]; [exact B|apply La; [lia|exact Pj|exact Hne]].
      * exists k; repeat split; [lia|exact Pk|]. intros j Hj Pj Hne.
        destruct (Nat.eq_dec j a) as [->|]; [exact B|].
        apply (Tr k (f k) a (f a) j (f j)); auto. apply La; [lia|exact Pj|assumption].
    + exists a; repeat split; [lia|exact Pa|]. intros j Hj Pj Hne.
      destruct (Nat.eq_dec j k) as [->|]; [tauto|apply La; [lia|exact Pj|exact Hne]].
  - exists k. assert (i = k).
    { destruct (Nat.eq_dec i k) as [|]; [assumption|]. exfalso; apply Q; exists i; split; [lia|exact Pi]. }
    subst i. repeat split; [lia|exact Pi|]. intros j Hj Pj Hne. exfalso; apply Q; exists j; split; [lia|exact Pj].
Qed.

Theorem skipped_unique : forall y z, skipped N m c elig d tau before y -> skipped N m c elig d tau before z ->
  forall n, (n < N)%nat -> y n = z n.
Proof.
  intros y z Hy Hz n Hn. destruct (Nat.eq_dec (y n) (z n)) as [|Hne]; [assumption|exfalso].
  set (P := fun i => runs N m c elig d i /\ y i <> z i).
  destruct (first_place N P (fun i => S (Nat.min (y i) (z i)))) as [i [Hi [[Ri Di] Hfirst]]].
  { intros i. unfold P, runs. destruct (lt_dec i N); [|right; tauto].
    destruct (live m c elig d i); [|right; intros [[_ H] _]; discriminate].
    destruct (Nat.eq_dec (y i) (z i)); [right; tauto|left; tauto]. }
  { intros i [H _]. exact H. }
  { exists n. split; [exact Hn|]. split; [|exact Hne]. split; [exact Hn|].
    destruct Hy as [[_ [A _]] _]. destruct Hz as [[_ [B _]] _].
    destruct (live m c elig d n) eqn:E; [reflexivity|]. rewrite A, B in Hne by assumption. lia. }
  (* the case that u has fewer of i than v; the other is the same *)
  assert (G : forall u v : nat -> nat, skipped N m c elig d tau before u -> skipped N m c elig d tau before v ->
            (u i < v i)%nat ->
            (forall j, (j < N)%nat -> P j -> j <> i -> before i (S (u i)) j (S (Nat.min (u j) (v j)))) ->
            (forall j, runs N m c elig d j -> u j <> v j -> P j) -> False).
  { intros u v [[Ufit [Udead Uin]] Us] [[Vfit [Vdead Vin]] _] Hlt Hf HPuv.
    destruct HO as [Irr [Tr [Own [Tot _]]]].
    assert (Mi : more tau u i).
    { unfold more. specialize (Vin i Hi). unfold within in Vin. destruct (tau i); [lia|exact I]. }
    destruct (Us i Ri Mi) as [b [Hbu [Hb1 [_ [r [Hr Hno]]]]]].
    assert (Bv : forall j, (j < N)%nat -> (b j <= v j)%nat).
    { intros j Hj. destruct (live m c elig d j) eqn:E.
      2:{ specialize (Hbu j Hj). rewrite (Udead j Hj E) in Hbu. lia. }
      assert (Rj : runs N m c elig d j) by (split; assumption).
      destruct (le_lt_dec (b j) (v j)) as [|Hlt']; [assumption|exfalso].
      specialize (Hbu j Hj).
      destruct (Nat.eq_dec j i) as [->|Hji]; [lia|].
      assert (Pj : P j) by (apply HPuv; [exact Rj|lia]).
      specialize (Hf j Hj Pj Hji). replace (Nat.min (u j) (v j)) with (v j) in Hf by lia.
      assert (A : before j (S (v j)) i (S (u i))) by (apply Hb1; [exact Rj|lia|lia]).
      apply (Irr i (S (u i))). apply (Tr i (S (u i)) j (S (v j)) i (S (u i))); assumption. }
    assert (held N d b r + d i r <= held N d v r).
    { apply (held_more N m c w); try assumption. specialize (Hbu i Hi). lia. }
    specialize (Vfit r Hr). lra. }
  destruct (lt_dec (y i) (z i)) as [Hlt|Hge].
  - apply (G y z Hy Hz Hlt); [|intros j Rj D; split; assumption].
    intros j Hj Pj Hji. specialize (Hfirst j Hj Pj Hji). replace (Nat.min (y i) (z i)) with (y i) in Hfirst by lia. exact Hfirst.
  - apply (G z y Hz Hy ltac:(lia)); [|intros j Rj D; split; [assumption|lia]].
    intros j Hj Pj Hji. specialize (Hfirst j Hj Pj Hji). replace (Nat.min (y i) (z i)) with (z i) in Hfirst by lia.
    rewrite (Nat.min_comm (z j)). exact Hfirst.
Qed.

End Filling.
Set Default Proof Using "Type".

(** ** Precomputed DRF is short of filling that halts by one task at most, whatever the tie rule

    Idea: if filling halts at a pick of key K, everybody has at least K/s_n tasks, and since these fit, K is at most
    L.  Nobody has more than K/s_n + 1.
    Mechanisms: pdrf, pdrf-simplified (and pdrf-final, below).  Property: under-by-one.  Hypothesis: none.
    Claims: metin-short-by-one. *)
Definition unlimited (n : nat) : option nat := None.

Lemma key_bounds : forall N m c w elig d s before y p,
  server N m c w d -> shares N m c w elig d s -> pick_order (runs N m c elig d) s before ->
  whole N m c elig d unlimited y -> runs N m c elig d p ->
  (forall n, runs N m c elig d n -> more unlimited y n -> n <> p -> before p (S (y p)) n (S (y n))) ->
  (forall n t, runs N m c elig d n -> (1 <= t)%nat -> (t <= y n)%nat -> before n t p (S (y p))) ->
  forall n, runs N m c elig d n -> INR (y p) * s p <= INR (y n) * s n /\ (INR (y n) - 1) * s n <= INR (y p) * s p.
Proof.
  intros N m c w elig d s before y p HS Hs HO [_ [_ _]] Rp Hnext Hgiven n Rn.
  destruct HO as [_ [_ [_ [_ Hkey]]]].
  assert (Pos : forall i, runs N m c elig d i -> 0 < s i).
  { intros i [Hi E]. apply (share_positive N m c w d i); [exact HS|exact Hi|apply Hs; assumption]. }
  split.
  - destruct (Nat.eq_dec n p) as [->|Hne]; [lra|].
    pose proof (Hkey p (S (y p)) n (S (y n)) Rp Rn (Hnext n Rn I Hne)) as Q. rewrite !S_INR in Q.
    replace (INR (y p) + 1 - 1) with (INR (y p)) in Q by ring. replace (INR (y n) + 1 - 1) with (INR (y n)) in Q by ring. exact Q.
  - destruct (Nat.eq_dec (y n) 0) as [Z|Z].
    + rewrite Z. simpl. specialize (Pos n Rn) as P1. specialize (Pos p Rp) as P2.
      pose proof (pos_INR (y p)). assert (0 <= INR (y p) * s p) by (apply Rmult_le_pos; lra). lra.
    + pose proof (Hkey n (y n) p (S (y p)) Rn Rp (Hgiven n (y n) Rn ltac:(lia) ltac:(lia))) as Q. rewrite S_INR in Q.
      replace (INR (y p) + 1 - 1) with (INR (y p)) in Q by ring. exact Q.
Qed.

Theorem pdrf_short_by_one : forall N m c w elig d s before x y,
  server N m c w d -> shares N m c w elig d s -> pick_order (runs N m c elig d) s before ->
  pdrf N m c w elig d x -> halted N m c elig d unlimited before y ->
  forall n, (n < N)%nat -> (y n <= x n + 1)%nat.
Proof.
  intros N m c w elig d s before x y HS Hs HO [Xdead Xlive] [Hwhole Hhalt] n Hn.
  pose proof Hwhole as [Yfit [Ydead _]].
  destruct (live m c elig d n) eqn:E; [|rewrite (Ydead n Hn E); lia].
  assert (Rn : runs N m c elig d n) by (split; assumption).
  destruct Hhalt as [Hall|[p [Rp [_ [Hnext [Hgiven _]]]]]]; [exfalso; exact (Hall n Rn I)|].
  pose proof (key_bounds N m c w elig d s before y p HS Hs HO Hwhole Rp Hnext Hgiven) as KB.
  destruct (Xlive (ex_intro _ n (conj Hn E))) as [s' [L [Hs' [HL Hf]]]].
  assert (ES : forall i, (i < N)%nat -> live m c elig d i = true -> s' i = s i).
  { intros i Hi Ei. apply (share_unique N m c w d i); [exact HS|exact Hi|apply Hs'|apply Hs]; assumption. }
  set (K := INR (y p) * s p) in *.
  assert (KL : K <= L).
  { destruct HL as [_ [r [Hr [Hp EL]]]].
    apply (Rmult_le_reg_r (load N m c elig d s' r)); [exact Hp|]. rewrite EL.
    apply Rle_trans with (2 := Yfit r Hr). unfold load, held. rewrite <- sum_scal. apply sum_le. intros i Hi.
    pose proof HS as [_ [Hd _]]. specialize (Hd i r Hi Hr).
    destruct (live m c elig d i) eqn:Ei.
    - assert (Ri : runs N m c elig d i) by (split; assumption). destruct (KB i Ri) as [A _]. fold K in A.
      assert (0 < s' i) by (apply (share_positive N m c w d i); [exact HS|exact Hi|apply Hs'; assumption]).
      rewrite ES in * by assumption.
      apply (Rmult_le_reg_r (s i)); [assumption|].
      replace (K * (d i r / s i) * s i) with (K * d i r) by (field; lra).
      replace (INR (y i) * d i r * s i) with (INR (y i) * s i * d i r) by ring.
      apply Rmult_le_compat_r; assumption.
    - rewrite Rmult_0_r. apply Rmult_le_pos; [apply pos_INR|exact Hd]. }
  destruct (KB n Rn) as [_ B]. fold K in B.
  destruct (Hf n Hn E) as [_ F]. rewrite ES in F by assumption.
  assert (Sn : 0 < s n) by (apply (share_positive N m c w d n); [exact HS|exact Hn|apply Hs; assumption]).
  assert (Q : INR (y n) < INR (x n + 1) + 1).
  { rewrite plus_INR. simpl (INR 1).
    assert (INR (y n) - 1 <= L / s n); [|lra].
    apply (Rmult_le_reg_r (s n)); [exact Sn|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  rewrite <- S_INR in Q. apply INR_lt in Q. lia.
Qed.

(** ** Precomputed DRF is ahead of filling that halts by less than s* / s_n tasks

    Idea: filling halts because one more task does not fit into some resource; nobody has more than K/s_n + 1 of the
    others, and so (L - K) times the load of the resource is less than the sum of demands, which is at most s* times the load.
    Mechanisms: pdrf, pdrf-simplified.  Property: none (over-by fails).  Hypothesis: none.
    Claims: none settled; it bounds what metin-over-low-shares and metin-over-proportional observe. *)
Theorem pdrf_ahead_by : forall N m c w elig d s before x y smax,
  server N m c w d -> shares N m c w elig d s -> pick_order (runs N m c elig d) s before ->
  pdrf N m c w elig d x -> halted N m c elig d unlimited before y ->
  (forall n, runs N m c elig d n -> s n <= smax) ->
  forall n, runs N m c elig d n -> INR (x n) < INR (y n) + smax / s n.
Proof.
  intros N m c w elig d s before x y smax HS Hs HO [Xdead Xlive] [Hwhole Hhalt] Hmax n Rn.
  pose proof Rn as [Hn E].
  destruct Hhalt as [Hall|[p [Rp [_ [Hnext [Hgiven [q [Hq Hno]]]]]]]]; [exfalso; exact (Hall n Rn I)|].
  pose proof (key_bounds N m c w elig d s before y p HS Hs HO Hwhole Rp Hnext Hgiven) as KB.
  destruct (Xlive (ex_intro _ n (conj Hn E))) as [s' [L [Hs' [HL Hf]]]].
  assert (ES : forall i, (i < N)%nat -> live m c elig d i = true -> s' i = s i).
  { intros i Hi Ei. apply (share_unique N m c w d i); [exact HS|exact Hi|apply Hs'|apply Hs]; assumption. }
  assert (Pos : forall i, runs N m c elig d i -> 0 < s i).
  { intros i [Hi Ei]. apply (share_positive N m c w d i); [exact HS|exact Hi|apply Hs; assumption]. }
  set (K := INR (y p) * s p) in *.
  assert (Sm : 0 < smax) by (apply Rlt_le_trans with (s n); [apply Pos; exact Rn|apply Hmax; exact Rn]).
  assert (KL : L < K + smax).
  { destruct HL as [A _]. specialize (A q Hq). rewrite (load_ext N m c elig d s' s q ES) in A.
    destruct Hwhole as [_ [Ydead _]].
    (* one more of p is at most K/s + 1 of everybody *)
    assert (B : held N d y q + d p q <= sum N (fun i => if live m c elig d i then (K + smax) * (d i q / s i) else 0)).
    { assert (Ep : held N d (fun i => if Nat.eq_dec i p then S (y p) else y i) q = held N d y q + d p q).
      { apply held_succ. apply Rp. }
      rewrite <- Ep. unfold held. apply sum_le. intros i Hi.
      destruct HS as [_ [Hd _]]. specialize (Hd i q Hi Hq).
      destruct (live m c elig d i) eqn:Ei.
      - assert (Ri : runs N m c elig d i) by (split; assumption).
        specialize (Pos i Ri) as Si. specialize (Hmax i Ri) as Mi.
        assert (T : INR (if Nat.eq_dec i p then S (y p) else y i) * s i <= K + smax).
        { destruct (Nat.eq_dec i p) as [->|Hne].
          - rewrite S_INR. unfold K. lra.
          - destruct (KB i Ri) as [_ Q]. fold K in Q. lra. }
        apply (Rmult_le_reg_r (s i)); [exact Si|].
        replace ((K + smax) * (d i q / s i) * s i) with ((K + smax) * d i q) by (field; lra).
        replace (INR (if Nat.eq_dec i p then S (y p) else y i) * d i q * s i)
          with (INR (if Nat.eq_dec i p then S (y p) else y i) * s i * d i q) by ring.
        apply Rmult_le_compat_r; assumption.
      - destruct (Nat.eq_dec i p) as [->|]; [destruct Rp; congruence|]. rewrite (Ydead i Hi Ei). simpl. lra. }
    assert (C : sum N (fun i => if live m c elig d i then (K + smax) * (d i q / s i) else 0) = (K + smax) * load N m c elig d s q).
    { unfold load. rewrite <- sum_scal. apply sum_ext. intros i Hi. destruct (live m c elig d i); lra. }
    rewrite C in B.
    assert (D : 0 <= load N m c elig d s q).
    { unfold load. apply sum_nonneg. intros i Hi. apply (load_term_nonneg N m c w); assumption. }
    destruct (Rlt_dec L (K + smax)) as [|H]; [assumption|exfalso].
    assert ((K + smax) * load N m c elig d s q <= L * load N m c elig d s q) by (apply Rmult_le_compat_r; lra). lra. }
  destruct (Hf n Hn E) as [F _]. rewrite ES in F by assumption.
  destruct (KB n Rn) as [B _]. fold K in B. specialize (Pos n Rn) as Sn.
  apply Rle_lt_trans with (1 := F).
  apply (Rmult_lt_reg_r (s n)); [exact Sn|].
  replace (L / s n * s n) with L by (field; lra).
  replace ((INR (y n) + smax / s n) * s n) with (INR (y n) * s n + smax) by (field; lra). lra.
Qed.

(** ** Precomputed DRF with one final pass

    The pass gives some users one task more, as long as it fits (properties/mechanisms/pdrf-final.md).  Which of them is
    not needed for what follows.
    Idea of the three: the numbers of the pass are those of precomputed DRF or one more; without one task of the envied
    user its bundle is one of precomputed DRF.
    Mechanism: pdrf-final.  Properties: feasible, ef1, under-by-one; si for one weight a user.  Hypothesis: none.
    Claims: metin-pdrf-final-ef1; metin-pdrf-final-si for one weight a user. *)
Definition final_pass N m c w elig d (x : nat -> nat) : Prop :=
  fit N m c d x
  /\ exists q, pdrf N m c w elig d q
     /\ (forall n, (n < N)%nat -> (q n <= x n <= S (q n))%nat)
     /\ (forall n, (n < N)%nat -> live m c elig d n = false -> x n = 0%nat).

Theorem final_feasible : forall N m c w elig d x, final_pass N m c w elig d x ->
  fit N m c d x /\ forall n, (n < N)%nat -> live m c elig d n = false -> x n = 0%nat.
Proof. intros N m c w elig d x [F [q [_ [_ D]]]]. split; assumption. Qed.

Theorem final_short_by_one : forall N m c w elig d s before x y,
  server N m c w d -> shares N m c w elig d s -> pick_order (runs N m c elig d) s before ->
  final_pass N m c w elig d x -> halted N m c elig d unlimited before y ->
  forall n, (n < N)%nat -> (y n <= x n + 1)%nat.
Proof.
  intros N m c w elig d s before x y HS Hs HO [_ [q [Hq [B _]]]] Hy n Hn.
  pose proof (pdrf_short_by_one N m c w elig d s before q y HS Hs HO Hq Hy n Hn). specialize (B n Hn). lia.
Qed.

Theorem final_ef1 : forall N m c w elig d x a b t, server N m c w d -> final_pass N m c w elig d x ->
  (a < N)%nat -> (b < N)%nat -> elig a = true -> (0 < x b)%nat ->
  (forall r, (r < m)%nat -> 0 < d a r -> INR t * d a r * w b r <= w a r * ((INR (x b) - 1) * d b r)) ->
  (t <= x a)%nat.
Proof.
  intros N m c w elig d x a b t HS [_ [q [Hq [B _]]]] Ha Hb He Hx Ht.
  apply Nat.le_trans with (q a); [|apply B; exact Ha].
  apply (pdrf_envy_free N m c w elig d q HS Hq a b t Ha Hb He).
  intros r Hr Hp. apply Rle_trans with (1 := Ht r Hr Hp).
  destruct HS as [_ [Hd [_ Hw]]]. specialize (Hd b r Hb Hr). specialize (Hw a r Ha Hr).
  apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_r; [exact Hd|].
  assert (INR (x b) <= INR (S (q b))) by (apply le_INR, B; exact Hb). rewrite S_INR in H. lra.
Qed.

(** ** A witness

    One user, one resource, capacity 1, demand 1: both fillings and precomputed DRF give one task, and the second does not
    fit. *)
Lemma filling_witness :
  let c := fun _ : nat => 1 in let w := fun _ _ : nat => 1 in let d := fun _ _ : nat => 1 in
  let elig := fun _ : nat => true in let s := fun _ : nat => 1 in let before := by_key s lower_index in
  let y := fun _ : nat => 1%nat in
  server 1 1 c w d /\ shares 1 1 c w elig d s /\ pick_order (runs 1 1 c elig d) s before
  /\ halted 1 1 c elig d unlimited before y /\ skipped 1 1 c elig d unlimited before y /\ pdrf 1 1 c w elig d y
  /\ final_pass 1 1 c w elig d y.
Proof.
  intros c w d elig s before y.
  assert (Lv : forall n, live 1 c elig d n = true).
  { intros n. apply live_spec. split; [reflexivity|]. intros; unfold c; lra. }
  assert (Wh : whole 1 1 c elig d unlimited y).
  { split; [|split].
    - intros r Hr. unfold held, y, d, c. simpl. lra.
    - intros n Hn E. rewrite Lv in E. discriminate.
    - intros n Hn. exact I. }
  assert (Ord : pick_order (runs 1 1 c elig d) s before) by (apply tie_rules; intros; unfold s; lra).
  assert (Sh : shares 1 1 c w elig d s).
  { intros n Hn E. split; [intros r Hr; unfold d, s, w, c; lra|]. exists 0%nat. split; [lia|]. unfold d, s, w, c. lra. }
  assert (Pd : pdrf 1 1 c w elig d y).
  { split; [intros n Hn E; rewrite Lv in E; discriminate|]. intros _. exists s, 1.
    assert (Ld : load 1 1 c elig d s 0%nat = 1) by (unfold load; cbn [sum]; rewrite Lv; unfold d, s; lra).
    split; [exact Sh|split; [split|]].
    - intros r Hr. replace r with 0%nat by lia. rewrite Ld. unfold c. lra.
    - exists 0%nat. rewrite Ld. unfold c. split; [lia|lra].
    - intros n Hn E. unfold y, s. simpl. lra. }
  split; [exact server_witness|split; [exact Sh|split; [exact Ord|split; [|split; [|split; [exact Pd|]]]]]].
  - split; [exact Wh|]. right. exists 0%nat. split; [split; [lia|apply Lv]|split; [exact I|split; [|split]]].
    + intros n [Hn _] _ Hne. lia.
    + intros n t [Hn _] H1 H2. replace n with 0%nat by lia. unfold before, by_key, y, s in *. left.
      replace t with 1%nat by lia. simpl. lra.
    + exists 0%nat. split; [lia|]. unfold held, y, d, c. simpl. lra.
  - split; [exact Wh|]. intros n [Hn E] _. exists (fun _ => 1%nat). split; [intros; unfold y; lia|split; [|split]].
    + intros j t [Hj _] H1 H2. unfold before, by_key, y, s in *. left. replace t with 1%nat by lia. simpl. lra.
    + intros j t _ H1 H2. unfold y in H2. lia.
    + exists 0%nat. split; [lia|]. unfold held, d, c. simpl. lra.
  - split.
    + intros r Hr. unfold y, d, c. simpl. lra.
    + exists y. split; [exact Pd|split; [intros; unfold y; lia|]]. intros n Hn E. rewrite Lv in E. discriminate.
Qed.
