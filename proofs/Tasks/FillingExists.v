(** Filling by whole tasks ends: both kinds have an outcome on every instance, with every rule for ties.

    After properties/mechanisms/drf-tasks.md and drf-tasks-skip.md.  The run goes from pick to pick; each pick gives one
    task or leaves a user out, and there is room for finitely many tasks. *)

From Coq Require Import Reals Lra Lia Arith Psatz Bool Classical.
From Fair.Arrivals Require Import Sums.
From Fair.Tasks Require Import Server Precomputed Filling.
Open Scope R_scope.

Section Runs.

Variables (N m : nat) (c : nat -> R) (w : nat -> nat -> R) (elig : nat -> bool) (d : nat -> nat -> R).
Variables (tau : nat -> option nat) (s : nat -> R) (before : nat -> nat -> nat -> nat -> Prop).
Hypothesis HS : server N m c w d.
Hypothesis Hs : shares N m c w elig d s.
Hypothesis HO : pick_order (runs N m c elig d) s before.
Set Default Proof Using "All".

Let running := runs N m c elig d.

Definition one_more (y : nat -> nat) (p n : nat) : nat := if Nat.eq_dec n p then S (y p) else y n.

Fixpoint tally (k : nat) (y : nat -> nat) : nat := match k with O => O | S q => (tally q y + y q)%nat end.

Lemma tally_le : forall k y z, (forall n, (n < k)%nat -> (y n <= z n)%nat) -> (tally k y <= tally k z)%nat.
Proof.
  induction k as [|k IH]; intros y z H; simpl; [lia|].
  pose proof (IH y z ltac:(intros; apply H; lia)). pose proof (H k ltac:(lia)). lia.
Qed.

Lemma tally_more : forall k y p, (p < k)%nat -> tally k (one_more y p) = S (tally k y).
Proof.
  induction k as [|k IH]; intros y p Hp; [lia|]. simpl. destruct (Nat.eq_dec p k) as [->|Ne].
  - assert (E : tally k (one_more y k) = tally k y).
    { apply Nat.le_antisymm; apply tally_le; intros n Hn; unfold one_more; destruct (Nat.eq_dec n k); lia. }
    unfold one_more at 2. destruct (Nat.eq_dec k k); [lia|contradiction].
  - rewrite (IH y p) by lia. unfold one_more. destruct (Nat.eq_dec k p); [lia|]. lia.
Qed.

(** No outcome gives a user more tasks than some number. *)
Lemma bounded : exists B : nat -> nat, forall y, whole N m c elig d tau y -> forall n, (n < N)%nat -> (y n <= B n)%nat.
Proof.
  assert (G : forall k, (k <= N)%nat -> exists B : nat -> nat, forall y, whole N m c elig d tau y -> forall n, (n < k)%nat -> (y n <= B n)%nat).
  { induction k as [|k IH]; intros Hk; [exists (fun _ => 0%nat); intros; lia|].
    destruct IH as [B HB]; [lia|]. pose proof HS as [Hc [Hd [Hne _]]].
    destruct (Hne k ltac:(lia)) as [r [Hr P]].
    destruct (floor_exists (c r / d k r)) as [t [_ Ht]].
    { apply Rmult_le_pos; [apply Hc; exact Hr|apply Rlt_le, Rinv_0_lt_compat; exact P]. }
    exists (fun n => if Nat.eq_dec n k then t else B n). intros y Hy n Hn.
    destruct (Nat.eq_dec n k) as [->|]; [|apply HB; [exact Hy|lia]].
    destruct Hy as [Hy _]. specialize (Hy r Hr).
    assert (T : INR (y k) * d k r <= held N d y r).
    { unfold held. apply (sum_term_le N (fun n => INR (y n) * d n r) k); [|lia].
      intros i Hi. apply Rmult_le_pos; [apply pos_INR|apply Hd; assumption]. }
    assert (L : INR (y k) < INR (t + 1)).
    { rewrite plus_INR. simpl (INR 1). apply Rle_lt_trans with (2 := Ht).
      apply (Rmult_le_reg_r (d k r)); [exact P|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    apply INR_lt in L. lia. }
  apply (G N). lia.
Qed.

Lemma nothing_whole : whole N m c elig d tau (fun _ => 0%nat).
Proof.
  split; [|split].
  - intros r Hr. unfold held. rewrite sum_zero; [apply HS; exact Hr|]. intros; simpl; ring.
  - reflexivity.
  - intros n _. unfold within. destruct (tau n); [lia|exact I].
Qed.

Lemma more_whole : forall y p, whole N m c elig d tau y -> running p -> more tau y p ->
  (forall r, (r < m)%nat -> held N d y r + d p r <= c r) -> whole N m c elig d tau (one_more y p).
Proof.
  intros y p [H1 [H2 H3]] [Hp Lp] Mp Fit. split; [|split].
  - intros r Hr. unfold one_more. rewrite held_succ by exact Hp. apply Fit. exact Hr.
  - intros n Hn Ln. unfold one_more. destruct (Nat.eq_dec n p) as [->|]; [congruence|apply H2; assumption].
  - intros n Hn. specialize (H3 n Hn). unfold within, more, one_more in *. destruct (Nat.eq_dec n p) as [->|]; [|exact H3].
    destruct (tau p); [lia|exact I].
Qed.

(** Among users of a kind that run, the one whose next task comes first. *)
Lemma next_pick : forall (P : nat -> Prop) y, (forall n, P n -> running n) -> (exists n, P n) ->
  exists p, P p /\ forall n, P n -> n <> p -> before p (S (y p)) n (S (y n)).
Proof.
  intros P y HP [a Ha].
  destruct (first_place N m c w elig d tau s before HS Hs HO N P (fun n => S (y n))) as [p [Hp [Pp G]]].
  - intros i. apply classic.
  - exact HP.
  - exists a. split; [apply (HP a Ha)|exact Ha].
  - exists p. split; [exact Pp|]. intros n Hn Ne. apply G; [apply (HP n Hn)|exact Hn|exact Ne].
Qed.

Lemma fits_or_not : forall y p, (forall r, (r < m)%nat -> held N d y r + d p r <= c r)
  \/ exists r, (r < m)%nat /\ c r < held N d y r + d p r.
Proof.
  intros y p. destruct (classic (exists r, (r < m)%nat /\ c r < held N d y r + d p r)) as [E|E]; [right; exact E|left].
  intros r Hr. apply Rnot_lt_le. intros L. apply E. exists r. auto.
Qed.

(** What has been given comes before what is next. *)
Definition in_order (P : nat -> Prop) (y : nat -> nat) : Prop :=
  forall n t p, running n -> (1 <= t)%nat -> (t <= y n)%nat -> P p -> before n t p (S (y p)).

Lemma in_order_more : forall (P : nat -> Prop) y p, (forall n, P n -> running n) -> P p ->
  (forall n, P n -> n <> p -> before p (S (y p)) n (S (y n))) -> in_order P y -> in_order P (one_more y p).
Proof.
  intros P y p HP Pp Low O n t q Rn H1 Ht Pq. destruct HO as [_ [Tr [Up _]]].
  assert (Next : forall u, P u -> before p (S (y p)) u (S (one_more y p u))).
  { intros u Pu. unfold one_more. destruct (Nat.eq_dec u p) as [->|Ne]; [apply Up; [apply HP; exact Pp|lia]|apply Low; assumption]. }
  unfold one_more in Ht. destruct (Nat.eq_dec n p) as [->|Ne].
  - destruct (Nat.eq_dec t (S (y p))) as [->|]; [apply Next; exact Pq|].
    apply (Tr p t p (S (y p)) q (S (one_more y p q))); [exact Rn|exact Rn|apply HP; exact Pq| |apply Next; exact Pq].
      apply O; [exact Rn|exact H1|lia|exact Pp].
  - apply (Tr n t p (S (y p)) q (S (one_more y p q))); [exact Rn|apply HP; exact Pp|apply HP; exact Pq| |apply Next; exact Pq].
    apply O; assumption.
Qed.

Lemma in_order_less : forall (P Q : nat -> Prop) y, (forall n, Q n -> P n) -> in_order P y -> in_order Q y.
Proof. intros P Q y H O n t p Rn H1 Ht Qp. apply O; auto. Qed.

Lemma more_less : forall y p n, more tau (one_more y p) n -> more tau y n.
Proof. intros y p n. unfold more, one_more. destruct (tau n); [|auto]. destruct (Nat.eq_dec n p) as [->|]; lia. Qed.

(** ** Filling that halts

    Idea: the task that comes first among the next ones is given if it fits; after finitely many tasks it does not, or
    no user has any left.
    Mechanisms: drf-tasks, drf-tasks-lower, drf-tasks-index.  Hypothesis: none. *)
Theorem halted_exists : exists y, halted N m c elig d tau before y.
Proof.
  destruct bounded as [B HB].
  assert (G : forall k, (exists y, halted N m c elig d tau before y)
     \/ exists y, whole N m c elig d tau y /\ in_order (fun n => running n /\ more tau y n) y /\ tally N y = k).
  { induction k as [|k [H|[y [Wy [O T]]]]]; [right|left; exact H|].
    - exists (fun _ => 0%nat). split; [apply nothing_whole|split].
      + intros n t p _ H1 Ht _. lia.
      + assert (Z : forall q, tally q (fun _ => 0%nat) = 0%nat) by (induction q; simpl; lia). apply Z.
    - destruct (classic (exists n, running n /\ more tau y n)) as [Ex|No].
      2:{ left. exists y. split; [exact Wy|left]. intros n Rn Mn. apply No. exists n. auto. }
      destruct (next_pick (fun n => running n /\ more tau y n) y) as [p [[Rp Mp] Low]]; [intros n [H _]; exact H|exact Ex|].
      destruct (fits_or_not y p) as [Fit|Not].
      + right. exists (one_more y p). split; [apply more_whole; assumption|split].
        * apply (in_order_less (fun n => running n /\ more tau y n)).
          -- intros n [Rn Mn]. split; [exact Rn|apply (more_less y p n Mn)].
          -- apply in_order_more; auto. intros n [H _]. exact H.
        * rewrite tally_more by apply Rp. lia.
      + left. exists y. split; [exact Wy|right]. exists p. split; [exact Rp|split; [exact Mp|split; [|split; [|exact Not]]]].
        * intros n Rn Mn Ne. apply Low; auto.
        * intros n t Rn H1 Ht. apply O; auto. }
  destruct (G (S (tally N B))) as [H|[y [Wy [_ T]]]]; [exact H|].
  pose proof (tally_le N y B (HB y Wy)). lia.
Qed.

(** ** Filling that leaves out

    Idea: the same, but a user whose task does not fit is left out, with what has been given before its place; what is given later
    comes after that place.
    Mechanisms: drf-tasks-skip, drf-tasks-skip-lower, drf-tasks-skip-index.  Hypothesis: none. *)
Definition left_out (z : nat -> nat) (n : nat) : Prop := exists b : nat -> nat,
  (forall j, (j < N)%nat -> (b j <= z j)%nat)
  /\ (forall j t, running j -> (1 <= t)%nat -> (t <= b j)%nat -> before j t n (S (z n)))
  /\ (forall j t, running j -> (b j < t)%nat -> (t <= z j)%nat -> ~ before j t n (S (z n)))
  /\ exists r, (r < m)%nat /\ c r < held N d b r + d n r.

Definition active (z : nat -> nat) (out : nat -> bool) (n : nat) : Prop := running n /\ more tau z n /\ out n = false.

Record going (z : nat -> nat) (out : nat -> bool) : Prop := {
  go_whole : whole N m c elig d tau z;
  go_order : in_order (active z out) z;
  go_out : forall n, running n -> out n = true -> left_out z n;
  go_after : forall n j, running n -> out n = true -> active z out j -> before n (S (z n)) j (S (z j))
}.

Theorem skipped_exists : exists z, skipped N m c elig d tau before z.
Proof.
  destruct bounded as [B HB].
  set (outs := fun (out : nat -> bool) n => if out n then 1%nat else 0%nat).
  assert (G : forall k, (exists z, skipped N m c elig d tau before z)
     \/ exists z out, going z out /\ (tally N z + tally N (outs out))%nat = k).
  { induction k as [|k [H|[z [out [[Wz O Lo Af] T]]]]]; [right|left; exact H|].
    - exists (fun _ => 0%nat), (fun _ => false). split.
      + split; [apply nothing_whole| |discriminate|discriminate]. intros n t p _ H1 Ht _. lia.
      + assert (Z : forall q, tally q (fun _ => 0%nat) = 0%nat) by (induction q; simpl; lia).
        change (outs (fun _ => false)) with (fun _ : nat => 0%nat). rewrite Z. reflexivity.
    - destruct (classic (exists n, active z out n)) as [Ex|No].
      2:{ left. exists z. split; [exact Wz|]. intros n Rn Mn. apply Lo; [exact Rn|].
          destruct (out n) eqn:E; [reflexivity|]. exfalso. apply No. exists n. split; auto. }
      destruct (next_pick (active z out) z) as [p [[Rp [Mp Op]] Low]]; [intros n [H _]; exact H|exact Ex|].
      pose proof HO as [Ir [Tr [Up _]]]. right.
      destruct (fits_or_not z p) as [Fit|Not].
      + exists (one_more z p), out.
        assert (Old : forall n, out n = true -> one_more z p n = z n).
        { intros n H. unfold one_more. destruct (Nat.eq_dec n p) as [->|]; [congruence|reflexivity]. }
        assert (Act : forall n, active (one_more z p) out n -> active z out n).
        { intros n [Rn [Mn On]]. split; [exact Rn|split; [apply (more_less z p n Mn)|exact On]]. }
        split; [split|].
        * apply more_whole; assumption.
        * apply (in_order_less (active z out)); [exact Act|].
          apply in_order_more; auto; [intros n [H _]; exact H|split; auto].
        * intros n Rn On. destruct (Lo n Rn On) as [b [B1 [B2 [B3 B4]]]]. exists b. rewrite (Old n On).
          split; [|split; [exact B2|split; [|exact B4]]].
          -- intros j Hj. specialize (B1 j Hj). unfold one_more. destruct (Nat.eq_dec j p) as [->|]; lia.
          -- intros j t Rj H1 H2 Bf. unfold one_more in H2. destruct (Nat.eq_dec j p) as [->|]; [|apply (B3 j t Rj H1 H2 Bf)].
             destruct (Nat.eq_dec t (S (z p))) as [->|]; [|apply (B3 p t Rj H1 ltac:(lia) Bf)].
             assert (Q : before n (S (z n)) p (S (z p))) by (apply Af; [exact Rn|exact On|split; auto]).
             apply (Ir n (S (z n))). apply (Tr n (S (z n)) p (S (z p)) n (S (z n))); auto.
        * intros n j Rn On Aj. rewrite (Old n On). pose proof (Af n j Rn On (Act j Aj)) as Q.
          unfold one_more. destruct (Nat.eq_dec j p) as [->|]; [|exact Q].
          apply (Tr n (S (z n)) p (S (z p)) p (S (S (z p)))); auto.
        * rewrite tally_more by apply Rp. lia.
      + set (out' := fun n => if Nat.eq_dec n p then true else out n). exists z, out'.
        assert (Act : forall n, active z out' n -> active z out n /\ n <> p).
        { intros n [Rn [Mn On]]. unfold out' in On. destruct (Nat.eq_dec n p); [discriminate|]. split; [split; auto|exact n0]. }
        split; [split|].
        * exact Wz.
        * apply (in_order_less (active z out)); [intros n A; apply (Act n A)|exact O].
        * intros n Rn On. unfold out' in On. destruct (Nat.eq_dec n p) as [->|Ne]; [|apply Lo; assumption].
          exists z. split; [intros; lia|split; [|split; [|exact Not]]].
          -- intros j t Rj H1 H2. apply O; auto. split; auto.
          -- intros j t _ H1 H2. lia.
        * intros n j Rn On Aj. destruct (Act j Aj) as [Aj' Nj]. unfold out' in On.
          destruct (Nat.eq_dec n p) as [->|Ne]; [apply Low; assumption|apply Af; assumption].
        * assert (E : tally N (outs out') = S (tally N (outs out))).
          { rewrite <- (tally_more N (outs out) p (proj1 Rp)).
            assert (Same : forall n, outs out' n = one_more (outs out) p n).
            { intros n. unfold one_more, outs, out'. destruct (Nat.eq_dec n p) as [->|]; [rewrite Op|]; reflexivity. }
            assert (A1 : (tally N (outs out') <= tally N (one_more (outs out) p))%nat) by (apply tally_le; intros n _; rewrite Same; lia).
            assert (A2 : (tally N (one_more (outs out) p) <= tally N (outs out'))%nat) by (apply tally_le; intros n _; rewrite Same; lia).
            lia. }
          lia. }
  destruct (G (S (tally N B + tally N (fun _ => 1%nat)))) as [H|[z [out [Go T]]]]; [exact H|].
  pose proof (tally_le N z B (HB z (go_whole z out Go))).
  pose proof (tally_le N (outs out) (fun _ => 1%nat) ltac:(intros n _; unfold outs; destruct (out n); lia)). lia.
Qed.

End Runs.
Set Default Proof Using "Type".

(** ** Every instance has an outcome under each of the three rules for ties

    Mechanisms: drf-tasks, -lower, -index, drf-tasks-skip, -lower, -index.  Hypothesis: none. *)
Theorem fillings_exist : forall N m c w elig d tau, server N m c w d -> exists s, shares N m c w elig d s
  /\ forall tie, (tie = larger_share s \/ tie = smaller_share s \/ tie = lower_index) ->
     (exists y, halted N m c elig d tau (by_key s tie) y) /\ exists z, skipped N m c elig d tau (by_key s tie) z.
Proof.
  intros N m c w elig d tau HS. destruct (shares_exist N m c w elig d HS) as [s Hs]. exists s. split; [exact Hs|].
  intros tie Ht.
  assert (HO : pick_order (runs N m c elig d) s (by_key s tie)).
  { destruct (tie_rules (runs N m c elig d) s) as [A [B C]].
    - intros i [Hi Li]. apply (share_positive N m c w d i); [exact HS|exact Hi|apply Hs; assumption].
    - destruct Ht as [-> | [-> | ->]]; assumption. }
  split; [apply (halted_exists N m c w elig d tau s)|apply (skipped_exists N m c w elig d tau s)]; assumption.
Qed.
