(** DRF on one server in rounds: all active users rise together until a resource is used up, then those who need it leave.

    After metin 3.2 (last paragraph) and properties/mechanisms/drf.md (progressive filling).  Zero demands, zero
    capacities, finite tasks and weights per resource are allowed; a user that has all its tasks leaves as well. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Drf Witness.
Open Scope R_scope.

Section Rounds.

Variable I : inst.
Variable w : table.

(** What the tasks [x] use of resource [r]. *)
Definition spent (x : nat -> R) (r : nat) : R := sum (users I) (fun n => x n * dem I n r).

(** A user leaves when it has all its tasks, or needs a resource that is used up. *)
Definition leaves (x : nat -> R) (n : nat) : Prop :=
  full (tk I n) (x n) \/ exists r, (r < resources I)%nat /\ 0 < dem I n r /\ spent x r = cap I 0 r.

(** The active users of [A] at the level [t], the others with what they have. *)
Definition at_level (A : nat -> bool) (t : R) (x : nat -> R) (n : nat) : R :=
  if A n then t / drf_level I w n else x n.

(** [rounds A t x z]: from the active users [A] at the level [t], the rounds lead from the tasks [x] to the tasks [z]. *)
Inductive rounds : (nat -> bool) -> R -> (nat -> R) -> (nat -> R) -> Prop :=
  | rounds_end : forall A t x, (forall n, (n < users I)%nat -> A n = false) -> rounds A t x x
  | rounds_on : forall A t x A' t' z, t <= t' ->
      (forall r, (r < resources I)%nat -> spent (at_level A t' x) r <= cap I 0 r) ->
      (forall n, (n < users I)%nat -> within (tk I n) (at_level A t' x n)) ->
      (exists n, (n < users I)%nat /\ A n = true /\ leaves (at_level A t' x) n) ->
      (forall n, (n < users I)%nat -> (A' n = true <-> A n = true /\ ~ leaves (at_level A t' x) n)) ->
      rounds A' t' (at_level A t' x) z -> rounds A t x z.

(** At first every user that can run is active, with nothing. *)
Definition can_run (n : nat) : bool := if Rlt_dec 0 (gam I n 0) then true else false.
Definition in_rounds (z : nat -> R) : Prop := rounds can_run 0 (fun _ => 0) z.

Hypothesis W : wf I.
Hypothesis V : valid w.
Hypothesis One : servers I = 1%nat.
Set Default Proof Using "All".

Let lv := drf_level I w.

Lemma can_run_iff n : can_run n = true <-> 0 < gam I n 0.
Proof. unfold can_run. destruct (Rlt_dec 0 (gam I n 0)); split; intros; auto; try discriminate; contradiction. Qed.

Lemma lv_pos n : (n < users I)%nat -> can_run n = true -> 0 < lv n.
Proof.
  intros Hn H. apply can_run_iff in H. apply (drf_level_pos I w W V One n Hn).
  exists 0%nat. split; [lia|exact H].
Qed.

Lemma dem_nonneg n r : (n < users I)%nat -> (r < resources I)%nat -> 0 <= dem I n r.
Proof. intros Hn Hr. apply (wf_dem I W n Hn). exact Hr. Qed.

(** Why a user that has left has no complaint. *)
Definition settled (A : nat -> bool) (x : nat -> R) (n : nat) : Prop :=
  full (tk I n) (x n) \/ exists r, (r < resources I)%nat /\ 0 < dem I n r /\ spent x r = cap I 0 r
    /\ (forall m, (m < users I)%nat -> A m = true -> dem I m r = 0)
    /\ forall m, (m < users I)%nat -> 0 < x m * dem I m r -> x m * lv m <= x n * lv n.

Record state (A : nat -> bool) (t : R) (x : nat -> R) : Prop := {
  st_t : 0 <= t;
  st_x : forall n, (n < users I)%nat -> 0 <= x n;
  st_active : forall n, (n < users I)%nat -> A n = true -> can_run n = true /\ x n = t / lv n;
  st_below : forall n, (n < users I)%nat -> x n * lv n <= t;
  st_still : forall n, (n < users I)%nat -> can_run n = false -> x n = 0;
  st_fits : forall r, (r < resources I)%nat -> spent x r <= cap I 0 r;
  st_tasks : forall n, (n < users I)%nat -> within (tk I n) (x n);
  st_settled : forall n, (n < users I)%nat -> can_run n = true -> A n = false -> settled A x n
}.

Lemma state_start : state can_run 0 (fun _ => 0).
Proof.
  split; try (intros; lra).
  - intros n Hn H. split; [exact H|]. unfold Rdiv. ring.
  - intros r Hr. unfold spent. rewrite sum_zero by (intros; ring). apply (wf_cap I W); [lia|exact Hr].
  - intros n Hn. destruct (tk I n) as [a|] eqn:E; simpl; [|exact Logic.I]. apply (wf_tk I W n a Hn E).
  - intros n Hn H H'. congruence.
Qed.

Lemma state_step A t x A' t' : state A t x -> t <= t' ->
  (forall r, (r < resources I)%nat -> spent (at_level A t' x) r <= cap I 0 r) ->
  (forall n, (n < users I)%nat -> within (tk I n) (at_level A t' x n)) ->
  (forall n, (n < users I)%nat -> (A' n = true <-> A n = true /\ ~ leaves (at_level A t' x) n)) ->
  state A' t' (at_level A t' x).
Proof.
  intros S Ht Hfit Htk HA. set (y := at_level A t' x) in *. destruct S as [T0 X0 Xa Xb Xs Xf Xt Xd].
  assert (Ya : forall n, (n < users I)%nat -> A n = true -> y n = t' / lv n /\ y n * lv n = t' /\ x n <= y n).
  { intros n Hn H. destruct (Xa n Hn H) as [R E]. pose proof (lv_pos n Hn R) as P. unfold y, at_level. rewrite H.
    split; [reflexivity|split; [unfold lv in *; field; lra|]]. rewrite E. unfold Rdiv.
    apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; exact P|exact Ht]. }
  assert (Yi : forall n, A n = false -> y n = x n) by (intros n H; unfold y, at_level; rewrite H; reflexivity).
  assert (Grow : forall n, (n < users I)%nat -> x n <= y n).
  { intros n Hn. destruct (A n) eqn:E; [apply Ya; assumption|rewrite Yi by exact E; lra]. }
  assert (Below : forall n, (n < users I)%nat -> y n * lv n <= t').
  { intros n Hn. destruct (A n) eqn:E; [destruct (Ya n Hn E) as [_ [-> _]]; lra|].
    rewrite Yi by exact E. specialize (Xb n Hn). lra. }
  assert (Y0 : forall n, (n < users I)%nat -> 0 <= y n) by (intros n Hn; specialize (X0 n Hn); specialize (Grow n Hn); lra).
  split.
  - lra.
  - exact Y0.
  - intros n Hn H. apply HA in H; [|exact Hn]. destruct H as [H _]. split; [apply (Xa n Hn H)|apply (Ya n Hn H)].
  - exact Below.
  - intros n Hn H. assert (A n = false).
    { destruct (A n) eqn:E; [|reflexivity]. destruct (Xa n Hn E). congruence. }
    rewrite Yi by assumption. apply Xs; assumption.
  - exact Hfit.
  - exact Htk.
  - intros n Hn R H. destruct (A n) eqn:E.
    + destruct (classic (leaves y n)) as [[Fu|[r [Hr [D Sat]]]]|NL].
      * left. exact Fu.
      * right. exists r. split; [exact Hr|split; [exact D|split; [exact Sat|split]]].
        -- intros m Hm Am. apply HA in Am; [|exact Hm]. destruct Am as [_ NL].
           destruct (dem_nonneg m r Hm Hr) as [P|P]; [|auto]. exfalso. apply NL. right. exists r. auto.
        -- intros m Hm _. destruct (Ya n Hn E) as [_ [-> _]]. apply Below. exact Hm.
      * assert (A' n = true) by (apply HA; [exact Hn|split; [exact E|exact NL]]). congruence.
    + destruct (Xd n Hn R E) as [Fu|[r [Hr [D [Sat [Z Low]]]]]].
      * left. rewrite Yi by exact E. exact Fu.
      * right. assert (Same : forall m, (m < users I)%nat -> y m * dem I m r = x m * dem I m r).
        { intros m Hm. destruct (A m) eqn:Em; [rewrite (Z m Hm Em); ring|rewrite Yi by exact Em; reflexivity]. }
        exists r. split; [exact Hr|split; [exact D|split; [|split]]].
        -- rewrite <- Sat. unfold spent. apply sum_ext. exact Same.
        -- intros m Hm Am. apply HA in Am; [|exact Hm]. apply Z; [exact Hm|apply Am].
        -- intros m Hm P. rewrite (Yi n E). rewrite (Same m Hm) in P.
           assert (A m = false).
           { destruct (A m) eqn:Em; [|reflexivity]. rewrite (Z m Hm Em) in P. lra. }
           rewrite Yi by assumption. apply Low; assumption.
Qed.

Lemma rounds_state A t x z : rounds A t x z -> state A t x -> exists B u, state B u z /\ forall n, (n < users I)%nat -> B n = false.
Proof.
  intros R. induction R as [A t x E|A t x A' t' z Ht Hf Hk _ HA _ IH]; intros S.
  - exists A, t. split; assumption.
  - apply IH. apply (state_step A t x); assumption.
Qed.

(** ** Rounds lead to the DRF allocation

    Idea: a user that leaves has all its tasks, or needs a resource that is used up, of which no user with a higher share has any then.
    From then on no user that needs this resource rises.
    Mechanism: drf.  Hypothesis: none (weights per resource, finite tasks, zero demands). *)
Theorem rounds_are_drf z : in_rounds z -> drf w I (fun n _ => z n).
Proof.
  intros R. destruct (rounds_state _ _ _ _ R state_start) as [B [u [S Off]]].
  destruct S as [T0 X0 Xa Xb Xs Xf Xt Xd].
  assert (T : forall n, tot I (fun n _ => z n) n = z n) by (intros n; apply (tot_one I One)).
  split; [exact One|split; [split; [split|]|]].
  - intros n i Hn _. apply X0. exact Hn.
  - intros n i Hn Hi G. replace i with 0%nat in G by lia. apply Xs; [exact Hn|].
    unfold can_run. rewrite G. destruct (Rlt_dec 0 0); [lra|reflexivity].
  - intros n Hn. rewrite T. apply Xt. exact Hn.
  - intros i r Hi Hr. replace i with 0%nat by lia. apply Xf. exact Hr.
  - intros n Hn Rn. assert (C : can_run n = true) by (apply can_run_iff; apply (runs_one I One); exact Rn).
    rewrite T. destruct (Xd n Hn C (Off n Hn)) as [Fu|[r [Hr [D [Sat [_ Low]]]]]]; [left; exact Fu|right].
    exists r. split; [exact Hr|split; [exact D|split; [exact Sat|]]].
    intros m Hm P. rewrite !T. apply Low; assumption.
Qed.

(** ** The allocation that the rounds lead to is Pareto optimal

    Idea: it is the DRF allocation, against which no user has a complaint.
    Mechanism: drf.  Property: po.  Hypothesis: none.  Claims: metin-edrf-rounds-po. *)
Theorem rounds_pareto z : in_rounds z -> pareto I (feasible I) (fun n _ => z n).
Proof. intros R. apply (drf_pareto I w W One), rounds_are_drf, R. Qed.

(** ** There is always a next round, and the rounds end

    Idea: rise to the least height at which a resource that an active user needs is used up or an active user has its tasks.
    Each round lets a user leave for good. *)
Fixpoint actives (k : nat) (A : nat -> bool) : nat :=
  match k with O => O | S p => (actives p A + (if A p then 1 else 0))%nat end.

Lemma actives_none k A : actives k A = 0%nat -> forall n, (n < k)%nat -> A n = false.
Proof.
  induction k as [|k IH]; intros H n Hn; [lia|]. simpl in H. destruct (Nat.eq_dec n k) as [->|].
  - destruct (A k); [lia|reflexivity].
  - apply IH; lia.
Qed.

Lemma actives_falls k A B n : (forall i, (i < k)%nat -> B i = true -> A i = true) -> (n < k)%nat -> A n = true -> B n = false ->
  (actives k B < actives k A)%nat.
Proof.
  intros H. assert (Le : forall q, (q <= k)%nat -> (actives q B <= actives q A)%nat).
  { induction q as [|q IH]; intros Hq; simpl; [lia|]. specialize (IH ltac:(lia)).
    destruct (B q) eqn:E; [rewrite (H q ltac:(lia) E)|]; lia. }
  intros Hn HA HB. revert Hn Le. revert H.
  induction k as [|k IH]; intros H Hn Le; [lia|]. simpl. destruct (Nat.eq_dec n k) as [->|].
  - rewrite HA, HB. specialize (Le k ltac:(lia)). lia.
  - assert (actives k B < actives k A)%nat.
    { apply IH; [intros i Hi; apply H; lia|lia|intros q Hq; apply Le; lia]. }
    destruct (B k) eqn:E; [rewrite (H k ltac:(lia) E)|]; lia.
Qed.

Lemma round_exists A t x : state A t x -> (exists n, (n < users I)%nat /\ A n = true) ->
  exists t', t <= t' /\ (forall r, (r < resources I)%nat -> spent (at_level A t' x) r <= cap I 0 r)
    /\ (forall n, (n < users I)%nat -> within (tk I n) (at_level A t' x n))
    /\ exists n, (n < users I)%nat /\ A n = true /\ leaves (at_level A t' x) n.
Proof.
  intros St [a [Ha Aa]]. destruct St as [T0 X0 Xa Xb Xs Xf Xt Xd].
  assert (P : forall n, (n < users I)%nat -> A n = true -> 0 < lv n) by (intros n Hn H; apply lv_pos; [exact Hn|apply (Xa n Hn H)]).
  set (need := fun r => sum (users I) (fun n => if A n then dem I n r / lv n else 0)).
  assert (N0 : forall r, (r < resources I)%nat -> 0 <= need r).
  { intros r Hr. apply sum_nonneg. intros n Hn. destruct (A n) eqn:E; [|lra].
    apply Rmult_le_pos; [apply dem_nonneg; assumption|apply Rlt_le, Rinv_0_lt_compat, P; assumption]. }
  assert (U : forall u r, spent (at_level A u x) r = spent x r + (u - t) * need r).
  { intros u r. unfold spent, need. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros n Hn. unfold at_level.
    destruct (A n) eqn:E; [|ring]. destruct (Xa n Hn E) as [_ ->]. unfold Rdiv. fold lv. ring. }
  set (R := resources I) in *.
  set (stop := fun p => if lt_dec p R then t + (cap I 0 p - spent x p) / need p
                        else match tk I (p - R) with Some b => b * lv (p - R)%nat | None => 0 end).
  set (counts := fun p => if lt_dec p R then 0 < need p else A (p - R)%nat = true /\ tk I (p - R) <> None).
  destruct (least (R + users I) counts stop) as [p [Hp [Cp Lp]]].
  { destruct (Xa a Ha Aa) as [Ra _]. destruct (wf_dem I W a Ha) as [_ [r [Hr D]]]. fold R in Hr.
    exists r. split; [lia|]. unfold counts. destruct (lt_dec r R); [|contradiction].
    unfold need. apply Rlt_le_trans with (dem I a r / lv a); [apply div_pos; [exact D|apply P; assumption]|].
    apply Rle_trans with (if A a then dem I a r / lv a else 0); [rewrite Aa; lra|].
    apply (sum_term (users I) (fun n => if A n then dem I n r / lv n else 0) a); [|exact Ha].
    intros n Hn. destruct (A n) eqn:E; [|lra].
    apply Rmult_le_pos; [apply dem_nonneg; assumption|apply Rlt_le, Rinv_0_lt_compat, P; assumption]. }
  assert (Stop : forall q, (q < R + users I)%nat -> counts q -> t <= stop q).
  { intros q Hq Cq. unfold counts, stop in *. destruct (lt_dec q R) as [Hr|Hr].
    - specialize (Xf q Hr). assert (0 <= (cap I 0 q - spent x q) / need q); [|lra]. apply div_nonneg; lra.
    - destruct Cq as [Aq Tq]. destruct (tk I (q - R)) as [b|] eqn:Eb; [|congruence].
      assert (Hn : (q - R < users I)%nat) by lia. specialize (Xt _ Hn). rewrite Eb in Xt. simpl in Xt.
      destruct (Xa _ Hn Aq) as [_ E]. specialize (P _ Hn Aq).
      apply Rle_trans with (x (q - R)%nat * lv (q - R)%nat); [rewrite E; right; field; lra|].
      apply Rmult_le_compat_r; lra. }
  exists (stop p). split; [apply Stop; assumption|split; [|split]].
  - intros r Hr. rewrite U. destruct (N0 r Hr) as [N|N].
    + assert (C : counts r) by (unfold counts; destruct (lt_dec r R); [exact N|contradiction]).
      specialize (Lp r ltac:(lia) C). unfold stop in Lp at 2. destruct (lt_dec r R); [|contradiction].
      assert (B : stop p - t <= (cap I 0 r - spent x r) / need r) by lra.
      apply (Rmult_le_compat_r (need r)) in B; [|lra]. rewrite div_cancel in B by exact N. lra.
    + rewrite <- N, Rmult_0_r. specialize (Xf r Hr). lra.
  - intros n Hn. unfold at_level. destruct (A n) eqn:E; [|apply Xt; exact Hn].
    destruct (tk I n) as [b|] eqn:Eb; simpl; [|exact Logic.I].
    assert (C : counts (R + n)%nat).
    { unfold counts. destruct (lt_dec (R + n) R); [lia|]. replace (R + n - R)%nat with n by lia.
      split; [exact E|congruence]. }
    specialize (Lp (R + n)%nat ltac:(lia) C). unfold stop in Lp at 2. destruct (lt_dec (R + n) R); [lia|].
    replace (R + n - R)%nat with n in Lp by lia. rewrite Eb in Lp. apply div_le; [apply P; assumption|exact Lp].
  - unfold counts in Cp. destruct (lt_dec p R) as [Hr|Hr].
    + destruct (sum_pos_term _ _ Cp) as [n [Hn Pn]]. destruct (A n) eqn:E; [|lra].
      exists n. split; [exact Hn|split; [exact E|right]]. exists p. split; [exact Hr|split].
      * apply Rnot_le_lt. intros Z. pose proof (P n Hn E) as Q.
        assert (dem I n p / lv n <= 0); [|lra]. apply div_le; lra.
      * rewrite U. unfold stop. destruct (lt_dec p R); [|contradiction]. field. lra.
    + destruct Cp as [Ap Tp]. destruct (tk I (p - R)) as [b|] eqn:Eb; [|congruence].
      assert (Hn : (p - R < users I)%nat) by lia.
      exists (p - R)%nat. split; [exact Hn|split; [exact Ap|left]]. unfold full, at_level. rewrite Ap, Eb. f_equal.
      unfold stop. destruct (lt_dec p R); [contradiction|]. rewrite Eb. fold lv. specialize (P _ Hn Ap). field. lra.
Qed.

Lemma rounds_go c : forall A t x, state A t x -> (actives (users I) A <= c)%nat -> exists z, rounds A t x z.
Proof.
  induction c as [|c IH]; intros A t x St Hc.
  - exists x. constructor. apply actives_none. lia.
  - destruct (classic (exists n, (n < users I)%nat /\ A n = true)) as [Ex|No].
    + destruct (round_exists A t x St Ex) as [t' [Ht [Hf [Hk Hl]]]].
      assert (G : forall k, exists A' : nat -> bool, forall n, (n < k)%nat ->
                (A' n = true <-> A n = true /\ ~ leaves (at_level A t' x) n)).
      { induction k as [|k [B HB]]; [exists A; intros; lia|].
        destruct (classic (A k = true /\ ~ leaves (at_level A t' x) k)) as [Y|N].
        - exists (fun n => if Nat.eq_dec n k then true else B n). intros n Hn.
          destruct (Nat.eq_dec n k) as [->|]; [tauto|apply HB; lia].
        - exists (fun n => if Nat.eq_dec n k then false else B n). intros n Hn.
          destruct (Nat.eq_dec n k) as [->|]; [split; [discriminate|tauto]|apply HB; lia]. }
      specialize (G (users I)).
      destruct G as [A' HA].
      destruct (IH A' t' (at_level A t' x)) as [z Hz].
      * apply (state_step A t x); auto.
      * destruct Hl as [n [Hn [An Ln]]].
        assert (actives (users I) A' < actives (users I) A)%nat; [|lia].
        apply (actives_falls (users I) A A' n); auto.
        -- intros i Hi H. apply HA in H; [apply H|exact Hi].
        -- destruct (A' n) eqn:E; [|reflexivity]. apply HA in E; [|exact Hn]. destruct E. contradiction.
      * exists z. apply (rounds_on A t x A' t' z); auto.
    + exists x. constructor. intros n Hn. destruct (A n) eqn:E; [|reflexivity]. exfalso. apply No. exists n. auto.
Qed.

Theorem rounds_exist : exists z, in_rounds z.
Proof. apply (rounds_go (actives (users I) can_run)); [apply state_start|lia]. Qed.

End Rounds.
Set Default Proof Using "Type".

(** ** Every instance on one server has a DRF allocation

    Idea: the rounds end, and lead to one.  Mechanism: drf.  Hypothesis: none. *)
Theorem drf_exists I w : wf I -> valid w -> servers I = 1%nat -> exists x, drf w I x.
Proof.
  intros W V One. destruct (rounds_exist I w W V One) as [z Hz]. exists (fun n _ => z n).
  apply rounds_are_drf; assumption.
Qed.

(** A witness: two equal users on one server. *)
Lemma rounds_witness R : (0 < R)%nat -> wf (twins 1 R) /\ valid ones /\ servers (twins 1 R) = 1%nat
  /\ exists z, in_rounds (twins 1 R) ones z.
Proof.
  intros HR. destruct (drf_witness R HR) as [W [_ [_ [V _]]]].
  split; [exact W|split; [exact V|split; [reflexivity|]]]. apply rounds_exist; [exact W|exact V|reflexivity].
Qed.
