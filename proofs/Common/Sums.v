(** Finite sums, smallest and largest quotients over a finite index set, and least elements.
    Index sets are initial segments of the natural numbers. *)

Require Import Reals Lra Lia Arith Classical.
Open Scope R_scope.

Fixpoint sum (n : nat) (f : nat -> R) : R :=
  match n with O => 0 | S k => sum k f + f k end.

Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof. induction n; simpl; intros H; [reflexivity|]. rewrite IHn, (H n); auto with arith. Qed.

Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof.
  induction n; simpl; intros H; [lra|].
  assert (f n <= g n) by auto with arith.
  assert (sum n f <= sum n g) by auto with arith. lra.
Qed.

Lemma sum_lt n f g k : (forall i, (i < n)%nat -> f i <= g i) -> (k < n)%nat -> f k < g k ->
  sum n f < sum n g.
Proof.
  induction n; simpl; intros H Hk Hlt; [lia|].
  assert (f n <= g n) by auto with arith.
  destruct (Nat.eq_dec k n) as [->|].
  - assert (sum n f <= sum n g) by (apply sum_le; auto with arith). lra.
  - assert (sum n f < sum n g) by (apply IHn; auto with arith; lia). lra.
Qed.

Lemma sum_zero n f : (forall i, (i < n)%nat -> f i = 0) -> sum n f = 0.
Proof. induction n; simpl; intros H; [reflexivity|]. rewrite IHn, (H n); auto with arith; lra. Qed.

Lemma sum_nonneg n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof.
  intros H. replace 0 with (sum n (fun _ => 0)) by (apply sum_zero; auto).
  apply sum_le; auto.
Qed.

Lemma sum_scal n c f : sum n (fun i => c * f i) = c * sum n f.
Proof. induction n; simpl; [lra|]. rewrite IHn; lra. Qed.

Lemma sum_scal_r n c f : sum n (fun i => f i * c) = sum n f * c.
Proof. induction n; simpl; [lra|]. rewrite IHn; lra. Qed.

Lemma sum_plus n f g : sum n (fun i => f i + g i) = sum n f + sum n g.
Proof. induction n; simpl; [lra|]. rewrite IHn; lra. Qed.

Lemma sum_minus n f g : sum n (fun i => f i - g i) = sum n f - sum n g.
Proof. induction n; simpl; [lra|]. rewrite IHn; lra. Qed.

Lemma sum_swap n m f : sum n (fun i => sum m (fun j => f i j)) = sum m (fun j => sum n (fun i => f i j)).
Proof.
  induction n; simpl.
  - symmetry; apply sum_zero; auto.
  - rewrite IHn, <- sum_plus. reflexivity.
Qed.

Lemma sum_term n f k : (forall i, (i < n)%nat -> 0 <= f i) -> (k < n)%nat -> f k <= sum n f.
Proof.
  induction n; simpl; intros H Hk; [lia|].
  assert (0 <= sum n f) by (apply sum_nonneg; auto with arith).
  assert (0 <= f n) by auto with arith.
  destruct (Nat.eq_dec k n) as [->|]; [lra|].
  assert (f k <= sum n f) by (apply IHn; auto with arith; lia). lra.
Qed.

(** A smaller sum has a smaller term. *)
Lemma sum_lt_term n f g : sum n f < sum n g -> exists i, (i < n)%nat /\ f i < g i.
Proof.
  intros H. apply NNPP; intros C.
  assert (sum n g <= sum n f); [|lra].
  apply sum_le; intros i Hi. apply Rnot_lt_le; intros D. apply C; exists i; auto.
Qed.

Lemma sum_pos_term n f : 0 < sum n f -> exists i, (i < n)%nat /\ 0 < f i.
Proof.
  intros H. apply sum_lt_term. rewrite (sum_zero n (fun _ => 0)); auto.
Qed.

Lemma sum_eq_terms n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f = sum n g ->
  forall i, (i < n)%nat -> f i = g i.
Proof.
  intros H E i Hi. destruct (Rle_lt_or_eq_dec _ _ (H i Hi)) as [L|]; auto.
  pose proof (sum_lt n f g i H Hi L). lra.
Qed.

Lemma sum_nonneg_zero n f : (forall i, (i < n)%nat -> 0 <= f i) -> sum n f <= 0 ->
  forall i, (i < n)%nat -> f i = 0.
Proof. intros H E i Hi. pose proof (sum_term n f i H Hi). pose proof (H i Hi). lra. Qed.

(** One term taken out. *)
Lemma sum_single n k a : (k < n)%nat -> sum n (fun i => if Nat.eq_dec i k then a else 0) = a.
Proof.
  induction n; intros H; [lia|]. simpl. destruct (Nat.eq_dec n k) as [->|].
  - rewrite sum_zero; [lra|]. intros i Hi. destruct (Nat.eq_dec i k); [lia|reflexivity].
  - rewrite IHn by lia. lra.
Qed.

(** Two families that differ in one term. *)
Lemma sum_replace n k f g : (k < n)%nat -> (forall i, (i < n)%nat -> i <> k -> f i = g i) ->
  sum n f = sum n g - g k + f k.
Proof.
  intros Hk H.
  rewrite (sum_ext n f (fun i => g i + (if Nat.eq_dec i k then f k - g k else 0))).
  - rewrite sum_plus, sum_single by auto. lra.
  - intros i Hi. destruct (Nat.eq_dec i k) as [->|Hn]; [lra|]. rewrite H by auto. lra.
Qed.

(** Least and greatest elements of a property of indices, and of its values. *)
Lemma least n (P : nat -> Prop) (f : nat -> R) : (exists i, (i < n)%nat /\ P i) ->
  exists i, (i < n)%nat /\ P i /\ forall j, (j < n)%nat -> P j -> f i <= f j.
Proof.
  induction n; intros [i [Hi Pi]]; [lia|].
  destruct (classic (exists k, (k < n)%nat /\ P k)) as [Ex|No].
  - destruct (IHn Ex) as [k [Hk [Pk Mk]]].
    destruct (classic (P n /\ f n < f k)) as [[Pn L]|Nn].
    + exists n; split; [lia|split; auto]. intros j Hj Pj.
      destruct (Nat.eq_dec j n) as [->|]; [lra|].
      assert (f k <= f j) by (apply Mk; auto; lia). lra.
    + exists k; split; [lia|split; auto]. intros j Hj Pj.
      destruct (Nat.eq_dec j n) as [->|]; [|apply Mk; auto; lia].
      apply Rnot_lt_le; intros L; apply Nn; auto.
  - assert (i = n) as ->. { destruct (Nat.eq_dec i n); auto. exfalso; apply No; exists i; split; auto; lia. }
    exists n; split; [lia|split; auto]. intros j Hj Pj.
    destruct (Nat.eq_dec j n) as [->|]; [lra|]. exfalso; apply No; exists j; split; auto; lia.
Qed.

Lemma greatest n (P : nat -> Prop) (f : nat -> R) : (exists i, (i < n)%nat /\ P i) ->
  exists i, (i < n)%nat /\ P i /\ forall j, (j < n)%nat -> P j -> f j <= f i.
Proof.
  intros H. destruct (least n P (fun i => - f i) H) as [i [Hi [Pi M]]].
  exists i; split; [auto|split; auto]. intros j Hj Pj. specialize (M j Hj Pj). lra.
Qed.

(** A positive number below finitely many positive numbers. *)
Lemma small n (P : nat -> Prop) (f : nat -> R) : (forall i, (i < n)%nat -> P i -> 0 < f i) ->
  exists e, 0 < e <= 1 /\ forall i, (i < n)%nat -> P i -> e <= f i.
Proof.
  intros H. destruct (classic (exists i, (i < n)%nat /\ P i)) as [Ex|No].
  - destruct (least n P f Ex) as [i [Hi [Pi M]]].
    pose proof (H i Hi Pi) as Hp.
    exists (Rmin 1 (f i)); split.
    + split; [apply Rmin_glb_lt; lra | apply Rmin_l].
    + intros j Hj Pj. apply Rle_trans with (f i); [apply Rmin_r|auto].
  - exists 1; split; [lra|]. intros i Hi Pi; exfalso; apply No; exists i; auto.
Qed.

(** The smallest quotient a_r / b_r over the r < m with b_r > 0; 0 when there is none. *)
Fixpoint minq (m : nat) (a b : nat -> R) : option R :=
  match m with
  | O => None
  | S k =>
      if Rlt_dec 0 (b k) then
        match minq k a b with
        | None => Some (a k / b k)
        | Some v => Some (Rmin v (a k / b k))
        end
      else minq k a b
  end.

Definition minratio m a b : R := match minq m a b with Some v => v | None => 0 end.

Lemma minq_none m a b : minq m a b = None -> forall r, (r < m)%nat -> ~ 0 < b r.
Proof.
  induction m; simpl; intros H r Hr; [lia|].
  destruct (Rlt_dec 0 (b m)) as [p|p].
  - destruct (minq m a b); discriminate.
  - destruct (Nat.eq_dec r m) as [->|]; auto. apply IHm; auto; lia.
Qed.

Lemma minq_some m a b v : minq m a b = Some v ->
  (forall r, (r < m)%nat -> 0 < b r -> v <= a r / b r) /\
  exists r, (r < m)%nat /\ 0 < b r /\ v = a r / b r.
Proof.
  revert v; induction m; simpl; intros v H; [discriminate|].
  destruct (Rlt_dec 0 (b m)) as [p|p].
  - destruct (minq m a b) as [u|] eqn:E; injection H as <-.
    + destruct (IHm u eq_refl) as [L [r [Hr [Br Er]]]]. split.
      * intros q Hq Bq. destruct (Nat.eq_dec q m) as [->|]; [apply Rmin_r|].
        apply Rle_trans with u; [apply Rmin_l|apply L; auto; lia].
      * unfold Rmin; destruct (Rle_dec u (a m / b m)); [exists r|exists m]; split; auto; lia.
    + split.
      * intros q Hq Bq. destruct (Nat.eq_dec q m) as [->|]; [lra|].
        exfalso; apply (minq_none m a b E q); auto; lia.
      * exists m; auto.
  - destruct (IHm v H) as [L [r [Hr Br]]]. split.
    + intros q Hq Bq. destruct (Nat.eq_dec q m) as [->|]; [contradiction|apply L; auto; lia].
    + exists r; split; auto.
Qed.

Definition row m (b : nat -> R) : Prop :=
  (forall r, (r < m)%nat -> 0 <= b r) /\ exists r, (r < m)%nat /\ 0 < b r.

Lemma minratio_le m a b r : (r < m)%nat -> 0 < b r -> minratio m a b * b r <= a r.
Proof.
  intros Hr Hb. unfold minratio. destruct (minq m a b) as [v|] eqn:E.
  - destruct (minq_some m a b v E) as [L _]. specialize (L r Hr Hb).
    apply Rmult_le_compat_r with (r := b r) in L; [|lra].
    replace (a r / b r * b r) with (a r) in L by (field; lra). exact L.
  - exfalso; apply (minq_none m a b E r Hr Hb).
Qed.

Lemma minratio_eq m a b : row m b -> exists r, (r < m)%nat /\ 0 < b r /\ minratio m a b * b r = a r.
Proof.
  intros [_ [r [Hr Hb]]]. unfold minratio. destruct (minq m a b) as [v|] eqn:E.
  - destruct (minq_some m a b v E) as [_ [q [Hq [Bq ->]]]]. exists q; split; [auto|split; auto]. field; lra.
  - exfalso; apply (minq_none m a b E r Hr Hb).
Qed.

Lemma minratio_nonneg m a b : row m b -> (forall r, (r < m)%nat -> 0 <= a r) -> 0 <= minratio m a b.
Proof.
  intros Hb Ha. destruct (minratio_eq m a b Hb) as [r [Hr [Br E]]].
  pose proof (Ha r Hr). apply Rmult_le_reg_r with (b r); [auto|]. lra.
Qed.

Lemma minratio_glb m a b k : row m b -> (forall r, (r < m)%nat -> 0 < b r -> k * b r <= a r) ->
  k <= minratio m a b.
Proof.
  intros Hb H. destruct (minratio_eq m a b Hb) as [r [Hr [Br E]]].
  apply Rmult_le_reg_r with (b r); [auto|]. rewrite E. auto.
Qed.

Lemma minratio_le_all m a b r : row m b -> (forall q, (q < m)%nat -> 0 <= a q) ->
  (r < m)%nat -> minratio m a b * b r <= a r.
Proof.
  intros Hb Ha Hr. destruct Hb as [Hn Hp].
  destruct (Rle_lt_or_eq_dec 0 (b r) (Hn r Hr)) as [L|<-].
  - apply minratio_le; auto.
  - rewrite Rmult_0_r; auto.
Qed.

Lemma minratio_pos m a b : row m b -> (forall r, (r < m)%nat -> 0 < b r -> 0 < a r) -> 0 < minratio m a b.
Proof.
  intros Hb H. destruct (minratio_eq m a b Hb) as [r [Hr [Br E]]].
  pose proof (H r Hr Br). apply Rmult_lt_reg_r with (b r); [auto|]. lra.
Qed.

Lemma minratio_ext m a a' b b' : (forall r, (r < m)%nat -> a r = a' r) ->
  (forall r, (r < m)%nat -> b r = b' r) -> minratio m a b = minratio m a' b'.
Proof.
  intros Ha Hb. unfold minratio. replace (minq m a' b') with (minq m a b); auto.
  induction m; simpl; auto. rewrite (Ha m), (Hb m), IHm; auto with arith.
Qed.

(** The largest quotient a_r / b_r over the r < m with b_r > 0; 0 when there is none. *)
Fixpoint maxratio (m : nat) (a b : nat -> R) : R :=
  match m with
  | O => 0
  | S k => if Rlt_dec 0 (b k) then Rmax (maxratio k a b) (a k / b k) else maxratio k a b
  end.

Lemma maxratio_nonneg m a b : 0 <= maxratio m a b.
Proof.
  induction m; simpl; [lra|]. destruct (Rlt_dec 0 (b m)); auto.
  apply Rle_trans with (maxratio m a b); auto. apply Rmax_l.
Qed.

Lemma maxratio_ge m a b r : (r < m)%nat -> 0 < b r -> a r <= maxratio m a b * b r.
Proof.
  intros Hr Hb.
  assert (a r / b r <= maxratio m a b) as H.
  - induction m; simpl; [lia|]. destruct (Nat.eq_dec r m) as [->|].
    + destruct (Rlt_dec 0 (b m)); [apply Rmax_r|contradiction].
    + assert (a r / b r <= maxratio m a b) by (apply IHm; lia).
      destruct (Rlt_dec 0 (b m)); auto. eapply Rle_trans; [eassumption|apply Rmax_l].
  - apply Rmult_le_compat_r with (r := b r) in H; [|lra].
    replace (a r / b r * b r) with (a r) in H by (field; lra). exact H.
Qed.

Lemma maxratio_eq m a b : maxratio m a b = 0 \/
  exists r, (r < m)%nat /\ 0 < b r /\ maxratio m a b * b r = a r.
Proof.
  induction m; simpl; auto. destruct (Rlt_dec 0 (b m)) as [p|p].
  - unfold Rmax; destruct (Rle_dec (maxratio m a b) (a m / b m)).
    + right; exists m; split; [lia|split; auto]. field; lra.
    + destruct IHm as [H|[r [Hr [Br E]]]]; [left; auto|right; exists r; split; auto].
  - destruct IHm as [H|[r [Hr [Br E]]]]; [left; auto|right; exists r; split; auto].
Qed.

Lemma maxratio_lub m a b k : 0 <= k -> (forall r, (r < m)%nat -> 0 < b r -> a r <= k * b r) ->
  maxratio m a b <= k.
Proof.
  intros Hk H. destruct (maxratio_eq m a b) as [->|[r [Hr [Br E]]]]; auto.
  apply Rmult_le_reg_r with (b r); auto. rewrite E; auto.
Qed.

Lemma maxratio_ext m a a' b b' : (forall r, (r < m)%nat -> a r = a' r) ->
  (forall r, (r < m)%nat -> b r = b' r) -> maxratio m a b = maxratio m a' b'.
Proof.
  intros Ha Hb. induction m; simpl; auto. rewrite (Ha m), (Hb m), IHm; auto with arith.
Qed.

(** Quotients. *)
Lemma div_nonneg a b : 0 <= a -> 0 < b -> 0 <= a / b.
Proof.
  intros Ha Hb. unfold Rdiv. apply Rmult_le_pos; auto. apply Rlt_le, Rinv_0_lt_compat; auto.
Qed.

Lemma div_pos a b : 0 < a -> 0 < b -> 0 < a / b.
Proof. intros. apply Rdiv_lt_0_compat; auto. Qed.

Lemma div_le a b c : 0 < b -> a <= c * b -> a / b <= c.
Proof.
  intros Hb H. apply Rmult_le_reg_r with b; auto.
  replace (a / b * b) with a by (field; lra). auto.
Qed.

Lemma le_div a b c : 0 < b -> c * b <= a -> c <= a / b.
Proof.
  intros Hb H. apply Rmult_le_reg_r with b; auto.
  replace (a / b * b) with a by (field; lra). auto.
Qed.

Lemma lt_div a b c : 0 < b -> c * b < a -> c < a / b.
Proof.
  intros Hb H. apply Rmult_lt_reg_r with b; auto.
  replace (a / b * b) with a by (field; lra). auto.
Qed.

Lemma div_lt a b c : 0 < b -> a < c * b -> a / b < c.
Proof.
  intros Hb H. apply Rmult_lt_reg_r with b; auto.
  replace (a / b * b) with a by (field; lra). auto.
Qed.

Lemma div_cancel a b : 0 < b -> a / b * b = a.
Proof. intros; field; lra. Qed.
