(** The main loop of DRF: whose turn it is, cycles, and the stretches between two picks of one user.

    After metin 3.3.  [s j] is the dominant share of one task of user [j]; [g q] is the user picked at turn [q].  The loop always
    picks a user of lowest dominant share.  How ties are settled is left open where nothing else is said. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
Open Scope R_scope.

(** How often user [j] has been picked before turn [q]. *)
Fixpoint picks (g : nat -> nat) (q j : nat) : nat :=
  match q with O => O | S p => (picks g p j + (if Nat.eq_dec (g p) j then 1 else 0))%nat end.

Definition stand (s : nat -> R) (g : nat -> nat) (q j : nat) : R := INR (picks g q j) * s j.

Definition main_loop (N : nat) (s : nat -> R) (g : nat -> nat) : Prop :=
  forall q, (g q < N)%nat /\ forall j, (j < N)%nat -> stand s g q (g q) <= stand s g q j.

(** [L] is a common multiple of the shares, with the quotients [p]; the least one. *)
Definition multiple (N : nat) (s : nat -> R) (p : nat -> nat) (L : R) : Prop :=
  forall j, (j < N)%nat -> (0 < p j)%nat /\ L = INR (p j) * s j.
Definition least_multiple N s p L : Prop :=
  multiple N s p L /\ forall p' L', multiple N s p' L' -> L <= L'.

Fixpoint total (N : nat) (p : nat -> nat) : nat := match N with O => O | S k => (total k p + p k)%nat end.

Lemma total_le : forall N p q, (forall j, (j < N)%nat -> (p j <= q j)%nat) -> (total N p <= total N q)%nat.
Proof.
  induction N as [|N IH]; intros p q H; simpl; [lia|].
  pose proof (IH p q ltac:(intros; apply H; lia)). pose proof (H N ltac:(lia)). lia.
Qed.

Lemma total_equal : forall N p q, (forall j, (j < N)%nat -> (p j <= q j)%nat) -> total N p = total N q ->
  forall j, (j < N)%nat -> p j = q j.
Proof.
  induction N as [|N IH]; intros p q H E j Hj; simpl in E; [lia|].
  pose proof (total_le N p q ltac:(intros; apply H; lia)). pose proof (H N ltac:(lia)).
  destruct (Nat.eq_dec j N) as [->|]; [lia|]. apply IH; [intros; apply H; lia|lia|lia].
Qed.

Lemma total_scaled : forall N c p, total N (fun j => (c * p j)%nat) = (c * total N p)%nat.
Proof. induction N as [|N IH]; intros c p; simpl; [lia|]. rewrite IH. lia. Qed.

Lemma total_one : forall N u (p q : nat -> nat), (u < N)%nat -> (forall j, j <> u -> q j = p j) ->
  (total N q + p u = total N p + q u)%nat.
Proof.
  induction N as [|N IH]; intros u p q Hu H; [lia|]. simpl. destruct (Nat.eq_dec u N) as [->|Ne].
  - assert (total N q = total N p).
    { apply Nat.le_antisymm; apply total_le; intros j Hj; rewrite H by lia; lia. }
    lia.
  - pose proof (IH u p q ltac:(lia) H). rewrite (H N) by lia. lia.
Qed.

Section Loop.

Variables (N : nat) (s : nat -> R) (g : nat -> nat).
Hypothesis Hs : forall j, (j < N)%nat -> 0 < s j.
Hypothesis Hg : main_loop N s g.
Set Default Proof Using "All".

Lemma picks_mono : forall q r j, (q <= r)%nat -> (picks g q j <= picks g r j)%nat.
Proof. intros q r j H. induction H; simpl; lia. Qed.

Lemma picks_total : forall q, total N (picks g q) = q.
Proof.
  induction q as [|q IH].
  - assert (G : forall k, total k (fun _ => 0%nat) = 0%nat) by (induction k; simpl; lia). exact (G N).
  - destruct (Hg q) as [Hu _].
    pose proof (total_one N (g q) (picks g q) (picks g (S q)) Hu) as T.
    assert (E : forall j, j <> g q -> picks g (S q) j = picks g q j).
    { intros j Hj. simpl. destruct (Nat.eq_dec (g q) j); [congruence|lia]. }
    specialize (T E).
    assert (F : picks g (S q) (g q) = (picks g q (g q) + 1)%nat).
    { simpl. destruct (Nat.eq_dec (g q) (g q)); [reflexivity|contradiction]. }
    lia.
Qed.

(** ** Until the shares meet at a common multiple, no user passes it

    Idea: a user that would pass it has the lowest share, so all others have reached it, and there are no turns left before it. *)
Lemma not_passed : forall p L, (forall j, (j < N)%nat -> L = INR (p j) * s j) ->
  forall q, (q <= total N p)%nat -> forall j, (j < N)%nat -> (picks g q j <= p j)%nat.
Proof.
  intros p L HL. induction q as [|q IH]; intros Hq j Hj; [simpl; lia|].
  specialize (IH ltac:(lia)). simpl. destruct (Nat.eq_dec (g q) j) as [E|]; [|specialize (IH j Hj); lia].
  destruct (Nat.eq_dec (picks g q j) (p j)) as [F|]; [exfalso|specialize (IH j Hj); lia].
  destruct (Hg q) as [_ Low].
  assert (All : forall i, (i < N)%nat -> (p i <= picks g q i)%nat).
  { intros i Hi. specialize (Low i Hi). unfold stand in Low. rewrite E, F in Low.
    rewrite <- (HL j Hj), (HL i Hi) in Low. specialize (Hs i Hi).
    apply INR_le. apply (Rmult_le_reg_r (s i)); assumption. }
  pose proof (total_le N p (picks g q) All). pose proof (picks_total q). lia.
Qed.

Lemma meet : forall p L, (forall j, (j < N)%nat -> L = INR (p j) * s j) ->
  forall j, (j < N)%nat -> picks g (total N p) j = p j.
Proof.
  intros p L HL. apply total_equal; [apply (not_passed p L HL); lia|apply picks_total].
Qed.

(** ** A cycle of the main loop

    Idea: after as many turns as the quotients add up to, each user has been picked as often as its quotient says, and all shares
    are equal; before that they are never all equal, since a share that all have is a common multiple.
    Mechanisms: drf-tasks and its rules for ties.  Hypothesis: none (shares with a common multiple, as rational ones have).
    Claims: metin-cycle-formula. *)
Theorem cycle_formula : forall p L, (0 < N)%nat -> least_multiple N s p L ->
  (forall c j, (j < N)%nat -> picks g (c * total N p) j = (c * p j)%nat)
  /\ (forall j, (j < N)%nat -> INR (p j) = L / s j)
  /\ forall q, (0 < q)%nat -> (q < total N p)%nat ->
       ~ forall i j, (i < N)%nat -> (j < N)%nat -> stand s g q i = stand s g q j.
Proof.
  intros p L HN [HL Least]. split; [|split].
  - intros c j Hj. rewrite <- (total_scaled N c p).
    apply (meet (fun j => (c * p j)%nat) (INR c * L)); [|exact Hj].
    intros i Hi. destruct (HL i Hi) as [_ E]. rewrite mult_INR, E. ring.
  - intros j Hj. destruct (HL j Hj) as [_ E]. specialize (Hs j Hj). rewrite E. field. lra.
  - intros q H0 Hq Eq. 
    assert (Pos : forall j, (j < N)%nat -> (0 < picks g q j)%nat).
    { intros j Hj. destruct (picks g q j) eqn:Z; [exfalso|lia].
      assert (All : forall i, (i < N)%nat -> (picks g q i <= 0)%nat).
      { intros i Hi. specialize (Eq i j Hi Hj). unfold stand in Eq. rewrite Z in Eq. simpl in Eq.
        specialize (Hs i Hi). destruct (picks g q i) as [|m]; [lia|exfalso].
        assert (0 < INR (S m)) by (apply lt_0_INR; lia).
        assert (0 < INR (S m) * s i) by (apply Rmult_lt_0_compat; assumption). lra. }
      pose proof (total_le N (picks g q) (fun _ => 0%nat) All) as T.
      assert (G : forall k, total k (fun _ => 0%nat) = 0%nat) by (induction k; simpl; lia).
      rewrite G, picks_total in T. lia. }
    assert (M : L <= stand s g q 0).
    { apply (Least (picks g q)). intros j Hj. split; [apply Pos; exact Hj|]. apply (Eq 0%nat j); [lia|exact Hj]. }
    assert (All : forall j, (j < N)%nat -> (p j <= picks g q j)%nat).
    { intros j Hj. destruct (HL j Hj) as [_ E]. rewrite (Eq 0%nat j) in M by lia. unfold stand in M. rewrite E in M.
      apply INR_le. apply (Rmult_le_reg_r (s j)); [apply Hs; exact Hj|exact M]. }
    pose proof (total_le N p (picks g q) All). pose proof (picks_total q). lia.
Qed.

(** ** Picks are inversely proportional to shares, exactly after a cycle and to less than one pick at any time

    Idea: the last time that user i was picked it stood no higher than user j did, who has not fallen since.
    Mechanisms: drf-tasks and its rules for ties.  Hypothesis: none.  Claims: metin-cycle-inverse. *)
Theorem picks_inverse :
  (forall q i j, (i < N)%nat -> (j < N)%nat -> stand s g q i - s i <= stand s g q j)
  /\ forall p L, least_multiple N s p L -> forall c i j, (i < N)%nat -> (j < N)%nat ->
       INR (picks g (c * total N p) i) * s i = INR (picks g (c * total N p) j) * s j.
Proof.
  split.
  - intros q i j Hi Hj. induction q as [|q IH].
    + unfold stand. simpl. specialize (Hs i Hi). lra.
    + assert (Grow : stand s g q j <= stand s g (S q) j).
      { unfold stand. apply Rmult_le_compat_r; [apply Rlt_le, Hs; exact Hj|]. apply le_INR, picks_mono. lia. }
      unfold stand in *. simpl picks at 1. destruct (Nat.eq_dec (g q) i) as [E|E].
      * rewrite plus_INR. simpl (INR 1). destruct (Hg q) as [_ Low]. specialize (Low j Hj). unfold stand in Low.
        rewrite E in Low. lra.
      * rewrite Nat.add_0_r. lra.
  - intros p L HL c i j Hi Hj. destruct (cycle_formula p L ltac:(lia) HL) as [A _].
    rewrite (A c i Hi), (A c j Hj). destruct HL as [HL _]. destruct (HL i Hi) as [_ E], (HL j Hj) as [_ F].
    rewrite !mult_INR, !Rmult_assoc, <- E, <- F. reflexivity.
Qed.

(** ** Whole ratios

    Idea: the largest share is then the least common multiple.
    Mechanisms: drf-tasks and its rules for ties.  Hypothesis: none.  Claims: metin-cycle-integer-ratios. *)
Theorem cycle_of_whole_ratios : forall a p, (a < N)%nat -> (forall j, (j < N)%nat -> (0 < p j)%nat /\ s a = INR (p j) * s j) ->
  p a = 1%nat /\ least_multiple N s p (s a)
  /\ total N p = (total N (fun j => if Nat.eq_dec j a then 0 else p j) + 1)%nat.
Proof.
  intros a p Ha Hp.
  assert (One : p a = 1%nat).
  { destruct (Hp a Ha) as [_ E]. specialize (Hs a Ha). apply INR_eq. simpl.
    apply (Rmult_eq_reg_r (s a)); [|lra]. lra. }
  split; [exact One|split].
  - split; [exact Hp|]. intros p' L' H'. destruct (H' a Ha) as [P E]. rewrite E.
    assert (1 <= INR (p' a)) by (change 1 with (INR 1); apply le_INR; lia).
    specialize (Hs a Ha). rewrite <- (Rmult_1_l (s a)) at 1. apply Rmult_le_compat_r; lra.
  - pose proof (total_one N a p (fun j => if Nat.eq_dec j a then 0%nat else p j) Ha) as T.
    assert (E : forall j, j <> a -> (if Nat.eq_dec j a then 0%nat else p j) = p j).
    { intros j Hj. destruct (Nat.eq_dec j a); [contradiction|reflexivity]. }
    specialize (T E). cbv beta in T. destruct (Nat.eq_dec a a); [|contradiction]. lia.
Qed.

(** ** Stretches between two picks of one user, with one rule for ties

    Among users of equal share the loop picks the one that [first] puts first, always the same of two users. *)
Variable first : nat -> nat -> Prop.
Hypothesis Hfirst : forall i j, first i j -> ~ first j i.
Hypothesis Hties : forall q j, (j < N)%nat -> j <> g q -> stand s g q (g q) = stand s g q j -> first (g q) j.

(** User [a] is picked for the [k]-th time, counted from 0, at turn [q]. *)
Definition turn (a k q : nat) : Prop := g q = a /\ picks g q a = k.

(** Where user [i] stands when it is user [a]'s turn. *)
Lemma before_turn : forall a i k q, (a < N)%nat -> (i < N)%nat -> i <> a -> turn a k q ->
  (stand s g q i - s i <= INR k * s a <= stand s g q i)
  /\ (first a i -> stand s g q i - s i < INR k * s a)
  /\ (~ first a i -> INR k * s a < stand s g q i).
Proof.
  intros a i k q Ha Hi Hne [Eg Ek].
  assert (La : stand s g q a = INR k * s a) by (unfold stand; rewrite Ek; reflexivity).
  destruct (Hg q) as [_ Low]. specialize (Low i Hi). rewrite Eg, La in Low.
  pose proof (proj1 picks_inverse q i a Hi Ha) as Up. rewrite La in Up.
  split; [split; assumption|split].
  - intros F. destruct Up as [Up|Up]; [exact Up|exfalso].
    (* the last pick of i was at a tie with a, against the rule *)
    assert (G : forall r, (r <= q)%nat -> stand s g r i - s i = INR k * s a -> (0 < picks g r i)%nat -> False).
    { induction r as [|r IH]; intros Hr E Hp; [simpl in Hp; lia|].
      destruct (Nat.eq_dec (g r) i) as [Ei|Ei].
      - assert (Si : stand s g r i = INR k * s a).
        { rewrite <- E. unfold stand. simpl. destruct (Nat.eq_dec (g r) i); [|contradiction].
          rewrite plus_INR. simpl. ring. }
        destruct (Hg r) as [_ Lr]. specialize (Lr a Ha). rewrite Ei, Si in Lr.
        assert (Sa : stand s g r a <= INR k * s a).
        { rewrite <- La. unfold stand. apply Rmult_le_compat_r; [apply Rlt_le, Hs; exact Ha|]. apply le_INR, picks_mono. lia. }
        assert (T : first (g r) a).
        { apply Hties; [exact Ha|congruence|]. rewrite Ei. lra. }
        rewrite Ei in T. apply (Hfirst a i F T).
      - apply IH; [lia| |].
        + rewrite <- E. unfold stand. simpl. destruct (Nat.eq_dec (g r) i); [contradiction|]. rewrite Nat.add_0_r. reflexivity.
        + simpl in Hp. destruct (Nat.eq_dec (g r) i); [contradiction|lia]. }
    apply (G q (le_n q) Up). destruct (picks g q i) eqn:Z; [exfalso|lia].
    unfold stand in Up. rewrite Z in Up. simpl in Up. pose proof (Hs i Hi). pose proof (Hs a Ha).
    pose proof (pos_INR k). assert (0 <= INR k * s a) by (apply Rmult_le_pos; lra). lra.
  - intros NF. destruct Low as [Low|Low]; [exact Low|exfalso]. apply NF.
    rewrite <- Eg. apply Hties; [exact Hi|congruence|]. rewrite Eg, La. exact Low.
Qed.

(** Idea: at a turn of user a the count of user i is the ratio times the turns of a, rounded up, or rounded down plus one, always
    in the same way.  So a stretch has more than the ratio less one and fewer than the ratio plus one picks of i.
    Mechanisms: drf-tasks, drf-tasks-lower, drf-tasks-index.  Hypothesis: none.  Claims: metin-subcycles. *)
Theorem stretches : forall a i k q r, (a < N)%nat -> (i < N)%nat -> i <> a -> turn a k q -> turn a (S k) r ->
  s a / s i - 1 < INR (picks g r i) - INR (picks g q i) < s a / s i + 1.
Proof.
  intros a i k q r Ha Hi Hne Tq Tr.
  destruct (before_turn a i k q Ha Hi Hne Tq) as [[A1 A2] [A3 A4]].
  destruct (before_turn a i (S k) r Ha Hi Hne Tr) as [[B1 B2] [B3 B4]].
  rewrite S_INR in B1, B2, B3, B4. unfold stand in *. pose proof (Hs i Hi) as P.
  assert (D : first a i \/ ~ first a i) by (apply Classical_Prop.classic).
  assert (Q : s a / s i * s i = s a) by (field; lra).
  split; apply (Rmult_lt_reg_r (s i)); try exact P;
    rewrite ?Rmult_plus_distr_r, ?Rmult_minus_distr_r; rewrite ?Q;
    destruct D as [D|D]; [specialize (A3 D); specialize (B3 D)|specialize (A4 D); specialize (B4 D)
                         |specialize (A3 D); specialize (B3 D)|specialize (A4 D); specialize (B4 D)]; lra.
Qed.

Theorem stretches_differ_by_one : forall a i k l q r u v, (a < N)%nat -> (i < N)%nat -> i <> a ->
  turn a k q -> turn a (S k) r -> turn a l u -> turn a (S l) v ->
  (picks g r i - picks g q i <= picks g v i - picks g u i + 1)%nat.
Proof.
  intros a i k l q r u v Ha Hi Hne T1 T2 T3 T4.
  destruct (stretches a i k q r Ha Hi Hne T1 T2) as [_ A]. destruct (stretches a i l u v Ha Hi Hne T3 T4) as [B _].
  assert (L : INR (picks g r i) < INR (picks g q i + (picks g v i - picks g u i) + 2)).
  { rewrite !plus_INR. simpl (INR 2).
    assert (INR (picks g v i) <= INR (picks g u i) + INR (picks g v i - picks g u i)).
    { rewrite <- plus_INR. apply le_INR. lia. }
    lra. }
  apply INR_lt in L. lia.
Qed.

(** ** The first stretch, with ties to the larger share

    Idea: at its first turn user a has the others at 0; at its second, each of them has reached one task of a, and no more.
    Mechanism: drf-tasks (ties to the higher share).  Hypothesis: none.  Claims: metin-first-has-extra. *)
Theorem first_stretch_has_extra : forall a i e q r, (a < N)%nat -> (i < N)%nat -> i <> a -> first a i ->
  turn a 0 q -> turn a 1 r -> INR e < s a / s i < INR e + 1 -> (picks g r i - picks g q i = e + 1)%nat.
Proof.
  intros a i e q r Ha Hi Hne F Tq Tr [E1 E2].
  destruct (before_turn a i 0 q Ha Hi Hne Tq) as [_ [A _]]. destruct (before_turn a i 1 r Ha Hi Hne Tr) as [[_ B1] [B2 _]].
  specialize (A F). specialize (B2 F). unfold stand in *. simpl in A, B1, B2. pose proof (Hs i Hi) as P.
  assert (Q : s a / s i * s i = s a) by (field; lra).
  assert (Z : picks g q i = 0%nat).
  { destruct (picks g q i) as [|m]; [reflexivity|exfalso]. rewrite S_INR in A. pose proof (pos_INR m).
    assert (0 <= INR m * s i) by (apply Rmult_le_pos; lra). lra. }
  assert (L1 : INR e < INR (picks g r i)).
  { apply (Rmult_lt_reg_r (s i)); [exact P|]. apply Rlt_le_trans with (s a / s i * s i); [apply Rmult_lt_compat_r; assumption|lra]. }
  assert (L2 : INR (picks g r i) < INR (e + 2)).
  { rewrite plus_INR. simpl (INR 2). apply (Rmult_lt_reg_r (s i)); [exact P|].
    assert (s a / s i * s i < (INR e + 1) * s i) by (apply Rmult_lt_compat_r; assumption). lra. }
  apply INR_lt in L1. apply INR_lt in L2. lia.
Qed.

End Loop.
Set Default Proof Using "Type".

(** A witness: two users of shares 3 and 2 in the order 0, 1, 1, 0, 1, again and again, ties to user 0. *)
Definition five (q : nat) : nat := match (q mod 5)%nat with 0%nat => 0 | 1%nat => 1 | 2%nat => 1 | 3%nat => 0 | _ => 1 end%nat.
Definition three_two (j : nat) : R := match j with O => 3 | _ => 2 end.

Lemma five_picks : forall c t, (t < 5)%nat ->
  picks five (c * 5 + t) 0 = (2 * c + match t with 0%nat => 0 | 1%nat => 1 | 2%nat => 1 | 3%nat => 1 | _ => 2 end)%nat
  /\ picks five (c * 5 + t) 1 = (3 * c + match t with 0%nat => 0 | 1%nat => 0 | 2%nat => 1 | 3%nat => 2 | _ => 2 end)%nat.
Proof.
  assert (M : forall c t, (t < 5)%nat -> five (c * 5 + t) = match t with 0%nat => 0 | 1%nat => 1 | 2%nat => 1 | 3%nat => 0 | _ => 1 end%nat).
  { intros c t Ht. unfold five. replace ((c * 5 + t) mod 5)%nat with t; [reflexivity|]. apply (Nat.mod_unique _ 5 c t); lia. }
  assert (Step : forall c, picks five (c * 5) 0 = (2 * c)%nat /\ picks five (c * 5) 1 = (3 * c)%nat ->
     forall t, (t < 5)%nat ->
     picks five (c * 5 + t) 0 = (2 * c + match t with 0%nat => 0 | 1%nat => 1 | 2%nat => 1 | 3%nat => 1 | _ => 2 end)%nat
     /\ picks five (c * 5 + t) 1 = (3 * c + match t with 0%nat => 0 | 1%nat => 0 | 2%nat => 1 | 3%nat => 2 | _ => 2 end)%nat).
  { intros c [E0 E1] t Ht.
    assert (A : forall t, (t < 5)%nat -> forall j, picks five (c * 5 + S t) j = (picks five (c * 5 + t) j + (if Nat.eq_dec (five (c * 5 + t)) j then 1 else 0))%nat).
    { intros u _ j. rewrite Nat.add_succ_r. reflexivity. }
    destruct t as [|[|[|[|[|t]]]]]; try lia; repeat (rewrite A by lia); rewrite ?M by lia; rewrite ?Nat.add_0_r, ?E0, ?E1; simpl; lia. }
  assert (G : forall c, picks five (c * 5) 0 = (2 * c)%nat /\ picks five (c * 5) 1 = (3 * c)%nat).
  { induction c as [|c IH]; [split; reflexivity|]. replace (S c * 5)%nat with (S (c * 5 + 4)) by lia.
    destruct (Step c IH 4%nat ltac:(lia)) as [E0 E1]. cbn [picks]. rewrite E0, E1, M by lia. simpl. lia. }
  intros c t Ht. apply Step; [apply G|exact Ht].
Qed.

Lemma picks_witness : main_loop 2 three_two five /\ least_multiple 2 three_two (fun j => match j with O => 2 | _ => 3 end%nat) 6
  /\ (forall q j, (j < 2)%nat -> j <> five q -> stand three_two five q (five q) = stand three_two five q j -> lt (five q) j)
  /\ turn five 0 0 0 /\ turn five 0 1 3.
Proof.
  assert (D : forall q, exists c t, (t < 5)%nat /\ q = (c * 5 + t)%nat).
  { intros q. exists (q / 5)%nat, (q mod 5)%nat. split; [apply Nat.mod_upper_bound; lia|].
    pose proof (Nat.div_mod q 5 ltac:(lia)). lia. }
  assert (F : forall c t, (t < 5)%nat -> five (c * 5 + t) = match t with 0%nat => 0 | 1%nat => 1 | 2%nat => 1 | 3%nat => 0 | _ => 1 end%nat).
  { intros c t Ht. unfold five. replace ((c * 5 + t) mod 5)%nat with t; [reflexivity|]. apply (Nat.mod_unique _ 5 c t); lia. }
  split; [|split; [|split; [|split]]].
  - intros q. destruct (D q) as [c [t [Ht ->]]]. destruct (five_picks c t Ht) as [E0 E1]. rewrite (F c t Ht).
    split; [destruct t as [|[|[|[|t]]]]; lia|]. intros j Hj. unfold stand.
    destruct t as [|[|[|[|[|t]]]]]; try lia; destruct j as [|[|j]]; try lia; rewrite ?E0, ?E1, ?plus_INR, ?mult_INR; simpl; lra.
  - split.
    + intros [|[|j]] Hj; try lia; simpl; split; try lia; lra.
    + intros p' L' H. destruct (H 0%nat ltac:(lia)) as [P0 Q0], (H 1%nat ltac:(lia)) as [P1 Q1]. simpl in Q0, Q1.
      assert (E : (p' 0 * 3 = p' 1 * 2)%nat).
      { apply INR_eq. rewrite !mult_INR. simpl. lra. }
      assert (2 <= p' 0)%nat by lia. rewrite Q0. assert (2 <= INR (p' 0%nat)) by (change 2 with (INR 2); apply le_INR; lia). lra.
  - intros q j Hj Hne. destruct (D q) as [c [t [Ht ->]]]. destruct (five_picks c t Ht) as [E0 E1].
    rewrite (F c t Ht) in *. unfold stand. intros Eq.
    destruct t as [|[|[|[|[|t]]]]]; try lia; destruct j as [|[|j]]; try lia; exfalso;
      rewrite ?E0, ?E1, ?plus_INR, ?mult_INR in Eq; simpl in Eq; lra.
  - split; reflexivity.
  - split; reflexivity.
Qed.
