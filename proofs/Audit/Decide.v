(** Predicates over the reals decided by computation, where all numbers are rational.

    [num r] is a fraction that equals r, and [dec P] a boolean that is true exactly when P holds.  The tactics [number] and
    [judge] build both from the term or the predicate itself, so that there is no second definition that could differ
    from the first: the definitions of the theorems are taken apart, and each part is replaced by one that computes. *)

From Coq Require Import Reals Qreals QArith Qreduction Lra Lia Arith Bool List ZArith.
From Fair.Common Require Sums.
From Fair.Arrivals Require Sums.
Open Scope R_scope.

Record num (r : R) := Num { val : Q; val_ok : r = Q2R val }.
Record dec (P : Prop) := Dec { yes : bool; yes_ok : yes = true <-> P }.
Arguments Num {r}. Arguments val {r}. Arguments val_ok {r}.
Arguments Dec {P}. Arguments yes {P}. Arguments yes_ok {P}.

(** ** Numbers; every result in lowest terms *)

Lemma Q2R_red q : Q2R (Qred q) = Q2R q.
Proof. apply Qeq_eqR, Qred_correct. Qed.

Definition qadd a b := Qred (a + b).
Definition qsub a b := Qred (a - b).
Definition qmul a b := Qred (a * b).
Definition qdiv a b := Qred (a / b).
Definition qinv a := Qred (/ a).
Definition qlt a b := negb (Qle_bool b a).
Definition qmin a b := if Qle_bool a b then a else b.
Definition qmax a b := if Qle_bool a b then b else a.
Definition qnat n := inject_Z (Z.of_nat n).

Fixpoint qsum n (f : nat -> Q) := match n with O => 0%Q | S k => qadd (qsum k f) (f k) end.
Fixpoint qminq m (a b : nat -> Q) : option Q :=
  match m with
  | O => None
  | S k => if qlt 0 (b k)
           then match qminq k a b with None => Some (qdiv (a k) (b k)) | Some v => Some (qmin v (qdiv (a k) (b k))) end
           else qminq k a b
  end.
Definition qminratio m a b := match qminq m a b with Some v => v | None => 0%Q end.
Fixpoint qmaxratio m (a b : nat -> Q) : Q :=
  match m with
  | O => 0%Q
  | S k => if qlt 0 (b k) then qmax (qmaxratio k a b) (qdiv (a k) (b k)) else qmaxratio k a b
  end.

Lemma qle_iff a b : Qle_bool a b = true <-> Q2R a <= Q2R b.
Proof. rewrite Qle_bool_iff. split; [apply Qle_Rle|apply Rle_Qle]. Qed.

Lemma qlt_iff a b : qlt a b = true <-> Q2R a < Q2R b.
Proof.
  unfold qlt. rewrite negb_true_iff. split; intros H.
  - apply Rnot_le_lt. intros L. apply qle_iff in L. congruence.
  - destruct (Qle_bool b a) eqn:E; auto. apply qle_iff in E. lra.
Qed.

Lemma qeq_iff a b : Qeq_bool a b = true <-> Q2R a = Q2R b.
Proof. rewrite Qeq_bool_iff. split; [apply Qeq_eqR|apply eqR_Qeq]. Qed.

Lemma Q2R_zero : Q2R 0 = 0. Proof. unfold Q2R; simpl; lra. Qed.
Lemma Q2R_one : Q2R 1 = 1. Proof. unfold Q2R; simpl; lra. Qed.

Lemma qadd_ok a b : Q2R a + Q2R b = Q2R (qadd a b).
Proof. unfold qadd. rewrite Q2R_red, Q2R_plus; auto. Qed.
Lemma qsub_ok a b : Q2R a - Q2R b = Q2R (qsub a b).
Proof. unfold qsub. rewrite Q2R_red, Q2R_minus; auto. Qed.
Lemma qmul_ok a b : Q2R a * Q2R b = Q2R (qmul a b).
Proof. unfold qmul. rewrite Q2R_red, Q2R_mult; auto. Qed.
Lemma qinv_ok a : / Q2R a = Q2R (qinv a).
Proof.
  unfold qinv. rewrite Q2R_red. destruct (Qeq_dec a 0) as [E|N].
  - rewrite (Qeq_eqR _ _ E), Q2R_zero, Rinv_0. symmetry. rewrite <- Q2R_zero. apply Qeq_eqR. rewrite E. reflexivity.
  - symmetry. apply Q2R_inv; auto.
Qed.
Lemma qdiv_ok a b : Q2R a / Q2R b = Q2R (qdiv a b).
Proof.
  unfold qdiv, Qdiv, Rdiv. rewrite Q2R_red, Q2R_mult, qinv_ok. unfold qinv. rewrite Q2R_red; auto.
Qed.
Lemma qopp_ok a : - Q2R a = Q2R (Qopp a).
Proof. rewrite Q2R_opp; auto. Qed.
Lemma qmin_ok a b : Rmin (Q2R a) (Q2R b) = Q2R (qmin a b).
Proof.
  unfold qmin. destruct (Qle_bool a b) eqn:E.
  - apply Rmin_left, qle_iff; auto.
  - apply Rmin_right. apply Rlt_le, qlt_iff. unfold qlt. rewrite E; auto.
Qed.
Lemma qmax_ok a b : Rmax (Q2R a) (Q2R b) = Q2R (qmax a b).
Proof.
  unfold qmax. destruct (Qle_bool a b) eqn:E.
  - apply Rmax_right, qle_iff; auto.
  - apply Rmax_left. apply Rlt_le, qlt_iff. unfold qlt. rewrite E; auto.
Qed.
Lemma qnat_ok n : INR n = Q2R (qnat n).
Proof. rewrite INR_IZR_INZ. unfold qnat, Q2R, inject_Z; simpl. rewrite Rinv_1, Rmult_1_r; auto. Qed.
Lemma qint_ok z : IZR z = Q2R (inject_Z z).
Proof. unfold Q2R, inject_Z; simpl. rewrite Rinv_1, Rmult_1_r; auto. Qed.

Lemma qsum_ok n f g : (forall i, f i = Q2R (g i)) -> Common.Sums.sum n f = Q2R (qsum n g).
Proof. intros H. induction n; simpl; [symmetry; apply Q2R_zero|]. rewrite IHn, H. apply qadd_ok. Qed.
Lemma qsum_ok' n f g : (forall i, f i = Q2R (g i)) -> Arrivals.Sums.sum n f = Q2R (qsum n g).
Proof. intros H. induction n; simpl; [symmetry; apply Q2R_zero|]. rewrite IHn, H. apply qadd_ok. Qed.

Lemma pick {A} a b (x y : A) : (if Rlt_dec (Q2R a) (Q2R b) then x else y) = if qlt a b then x else y.
Proof.
  destruct (Rlt_dec _ _) as [L|L]; destruct (qlt a b) eqn:E; auto.
  - apply qlt_iff in L. congruence.
  - apply qlt_iff in E. contradiction.
Qed.
Lemma pick_pos {A} b (x y : A) : (if Rlt_dec 0 (Q2R b) then x else y) = if qlt 0 b then x else y.
Proof.
  destruct (Rlt_dec _ _) as [L|L]; destruct (qlt 0 b) eqn:E; auto.
  - rewrite <- Q2R_zero in L. apply qlt_iff in L. congruence.
  - apply qlt_iff in E. rewrite Q2R_zero in E. contradiction.
Qed.
Lemma pick_le {A} a b (x y : A) : (if Rle_dec (Q2R a) (Q2R b) then x else y) = if Qle_bool a b then x else y.
Proof.
  destruct (Rle_dec _ _) as [L|L]; destruct (Qle_bool a b) eqn:E; auto.
  - apply qle_iff in L. congruence.
  - apply qle_iff in E. contradiction.
Qed.
Lemma pick_eq {A} a b (x y : A) : (if Req_EM_T (Q2R a) (Q2R b) then x else y) = if Qeq_bool a b then x else y.
Proof.
  destruct (Req_EM_T _ _) as [L|L]; destruct (Qeq_bool a b) eqn:E; auto.
  - apply qeq_iff in L. congruence.
  - apply qeq_iff in E. contradiction.
Qed.

Lemma qminq_ok m f g a b : (forall i, f i = Q2R (a i)) -> (forall i, g i = Q2R (b i)) ->
  Common.Sums.minq m f g = option_map Q2R (qminq m a b).
Proof.
  intros A B. induction m; simpl; auto. rewrite A, B, IHm.
  rewrite pick_pos. destruct (qlt 0 (b m)); auto.
  destruct (qminq m a b); simpl; rewrite qdiv_ok; auto. rewrite qmin_ok; auto.
Qed.
Lemma qminratio_ok m f g a b : (forall i, f i = Q2R (a i)) -> (forall i, g i = Q2R (b i)) ->
  Common.Sums.minratio m f g = Q2R (qminratio m a b).
Proof.
  intros A B. unfold Common.Sums.minratio, qminratio. rewrite (qminq_ok m f g a b A B).
  destruct (qminq m a b); simpl; auto. symmetry; apply Q2R_zero.
Qed.
Lemma qmaxratio_ok m f g a b : (forall i, f i = Q2R (a i)) -> (forall i, g i = Q2R (b i)) ->
  Common.Sums.maxratio m f g = Q2R (qmaxratio m a b).
Proof.
  intros A B. induction m; simpl; [symmetry; apply Q2R_zero|]. rewrite A, B, IHm.
  rewrite pick_pos. destruct (qlt 0 (b m)); auto. rewrite qdiv_ok, qmax_ok; auto.
Qed.

Definition num_Q q : num (Q2R q) := Num q eq_refl.
Definition num_nat n : num (INR n) := Num (qnat n) (qnat_ok n).
Definition num_int z : num (IZR z) := Num (inject_Z z) (qint_ok z).

Local Ltac built H a b := rewrite <- H, <- (val_ok a), <- (val_ok b); reflexivity.
Lemma add_ok r s (a : num r) (b : num s) : r + s = Q2R (qadd (val a) (val b)).
Proof. built qadd_ok a b. Qed.
Lemma sub_ok r s (a : num r) (b : num s) : r - s = Q2R (qsub (val a) (val b)).
Proof. built qsub_ok a b. Qed.
Lemma mul_ok r s (a : num r) (b : num s) : r * s = Q2R (qmul (val a) (val b)).
Proof. built qmul_ok a b. Qed.
Lemma div_ok r s (a : num r) (b : num s) : r / s = Q2R (qdiv (val a) (val b)).
Proof. built qdiv_ok a b. Qed.
Lemma min_ok r s (a : num r) (b : num s) : Rmin r s = Q2R (qmin (val a) (val b)).
Proof. built qmin_ok a b. Qed.
Lemma max_ok r s (a : num r) (b : num s) : Rmax r s = Q2R (qmax (val a) (val b)).
Proof. built qmax_ok a b. Qed.
Lemma inv_ok r (a : num r) : / r = Q2R (qinv (val a)).
Proof. rewrite <- qinv_ok, <- (val_ok a); reflexivity. Qed.
Lemma opp_ok r (a : num r) : - r = Q2R (Qopp (val a)).
Proof. rewrite <- qopp_ok, <- (val_ok a); reflexivity. Qed.

Definition num_add r s (a : num r) (b : num s) : num (r + s) := Num _ (add_ok r s a b).
Definition num_sub r s (a : num r) (b : num s) : num (r - s) := Num _ (sub_ok r s a b).
Definition num_mul r s (a : num r) (b : num s) : num (r * s) := Num _ (mul_ok r s a b).
Definition num_div r s (a : num r) (b : num s) : num (r / s) := Num _ (div_ok r s a b).
Definition num_min r s (a : num r) (b : num s) : num (Rmin r s) := Num _ (min_ok r s a b).
Definition num_max r s (a : num r) (b : num s) : num (Rmax r s) := Num _ (max_ok r s a b).
Definition num_inv r (a : num r) : num (/ r) := Num _ (inv_ok r a).
Definition num_opp r (a : num r) : num (- r) := Num _ (opp_ok r a).

Definition num_sum n f (g : forall i, num (f i)) : num (Common.Sums.sum n f) :=
  Num (qsum n (fun i => val (g i))) (qsum_ok n f (fun i => val (g i)) (fun i => val_ok (g i))).
Definition num_sum' n f (g : forall i, num (f i)) : num (Arrivals.Sums.sum n f) :=
  Num (qsum n (fun i => val (g i))) (qsum_ok' n f (fun i => val (g i)) (fun i => val_ok (g i))).
Definition num_minratio m f g (a : forall i, num (f i)) (b : forall i, num (g i)) : num (Common.Sums.minratio m f g) :=
  Num (qminratio m (fun i => val (a i)) (fun i => val (b i)))
      (qminratio_ok m f g _ _ (fun i => val_ok (a i)) (fun i => val_ok (b i))).
Definition num_maxratio m f g (a : forall i, num (f i)) (b : forall i, num (g i)) : num (Common.Sums.maxratio m f g) :=
  Num (qmaxratio m (fun i => val (a i)) (fun i => val (b i)))
      (qmaxratio_ok m f g _ _ (fun i => val_ok (a i)) (fun i => val_ok (b i))).

(** Branches. *)
Lemma if_ok (c : bool) r s (a : num r) (b : num s) : (if c then r else s) = Q2R (if c then val a else val b).
Proof. destruct c; [rewrite <- (val_ok a)|rewrite <- (val_ok b)]; auto. Qed.
Definition num_if (c : bool) r s (a : num r) (b : num s) : num (if c then r else s) := Num _ (if_ok c r s a b).
Lemma branch_ok (P P' : Prop) (c : {P} + {P'}) r s (a : num r) (b : num s) :
  (if c then r else s) = Q2R (if c then val a else val b).
Proof. destruct c; [rewrite <- (val_ok a)|rewrite <- (val_ok b)]; auto. Qed.
Definition num_branch P P' (c : {P} + {P'}) r s (a : num r) (b : num s) : num (if c then r else s) :=
  Num _ (branch_ok P P' c r s a b).
Lemma lt_ok p q r s (u : num p) (v : num q) (a : num r) (b : num s) :
  (if Rlt_dec p q then r else s) = Q2R (if qlt (val u) (val v) then val a else val b).
Proof.
  rewrite <- (if_ok _ _ _ a b). destruct (Rlt_dec p q) as [L|L]; destruct (qlt _ _) eqn:E; auto.
  - rewrite (val_ok u), (val_ok v) in L. apply qlt_iff in L. congruence.
  - apply qlt_iff in E. rewrite <- (val_ok u), <- (val_ok v) in E. contradiction.
Qed.
Definition num_lt p q r s (u : num p) (v : num q) (a : num r) (b : num s) : num (if Rlt_dec p q then r else s) :=
  Num _ (lt_ok p q r s u v a b).

(** ** Predicates *)

Lemma le_iff r s (a : num r) (b : num s) : Qle_bool (val a) (val b) = true <-> r <= s.
Proof. rewrite qle_iff, <- (val_ok a), <- (val_ok b). tauto. Qed.
Lemma lt_iff r s (a : num r) (b : num s) : qlt (val a) (val b) = true <-> r < s.
Proof. rewrite qlt_iff, <- (val_ok a), <- (val_ok b). tauto. Qed.
Lemma eq_iff r s (a : num r) (b : num s) : Qeq_bool (val a) (val b) = true <-> r = s.
Proof. rewrite qeq_iff, <- (val_ok a), <- (val_ok b). tauto. Qed.
Definition dec_le r s (a : num r) (b : num s) : dec (r <= s) := Dec _ (le_iff r s a b).
Definition dec_lt r s (a : num r) (b : num s) : dec (r < s) := Dec _ (lt_iff r s a b).
Definition dec_eq r s (a : num r) (b : num s) : dec (r = s) := Dec _ (eq_iff r s a b).

Lemma and_iff P Q (a : dec P) (b : dec Q) : (if yes a then yes b else false) = true <-> P /\ Q.
Proof. pose proof (yes_ok a); pose proof (yes_ok b). destruct (yes a); destruct (yes b); intuition congruence. Qed.
Lemma or_iff P Q (a : dec P) (b : dec Q) : (if yes a then true else yes b) = true <-> P \/ Q.
Proof. pose proof (yes_ok a); pose proof (yes_ok b). destruct (yes a); destruct (yes b); intuition congruence. Qed.
Lemma imp_iff P Q (a : dec P) (b : dec Q) : (if yes a then yes b else true) = true <-> (P -> Q).
Proof. pose proof (yes_ok a); pose proof (yes_ok b). destruct (yes a); destruct (yes b); intuition congruence. Qed.
Lemma not_iff P (a : dec P) : negb (yes a) = true <-> ~ P.
Proof. pose proof (yes_ok a). destruct (yes a); simpl; intuition congruence. Qed.
Definition dec_and P Q (a : dec P) (b : dec Q) : dec (P /\ Q) := Dec _ (and_iff P Q a b).
Definition dec_or P Q (a : dec P) (b : dec Q) : dec (P \/ Q) := Dec _ (or_iff P Q a b).
Definition dec_imp P Q (a : dec P) (b : dec Q) : dec (P -> Q) := Dec _ (imp_iff P Q a b).
Definition dec_not P (a : dec P) : dec (~ P) := Dec _ (not_iff P a).
Lemma false_iff P : ~ P -> false = true <-> P.
Proof. intuition discriminate. Qed.
Definition dec_false P (H : ~ P) : dec P := Dec false (false_iff P H).
Definition dec_True : dec True := Dec true (conj (fun _ => I) (fun _ => eq_refl)).

Fixpoint all n (f : nat -> bool) : bool := match n with O => true | S k => if all k f then f k else false end.
Fixpoint some n (f : nat -> bool) : bool := match n with O => false | S k => if some k f then true else f k end.
Lemma all_ok n f : all n f = true <-> forall i, (i < n)%nat -> f i = true.
Proof.
  induction n; simpl; [split; [intros _ i; lia|auto]|]. destruct (all n f) eqn:E.
  - split; [|auto]. intros H i Hi. destruct (Nat.eq_dec i n) as [->|]; auto. apply IHn; auto; lia.
  - split; [discriminate|]. intros H. apply IHn. auto.
Qed.
Lemma some_ok n f : some n f = true <-> exists i, (i < n)%nat /\ f i = true.
Proof.
  induction n; simpl; [split; [discriminate|intros [i [Hi _]]; lia]|]. destruct (some n f) eqn:E.
  - split; auto. intros _. destruct (proj1 IHn eq_refl) as [i [Hi H]]. exists i; auto.
  - split; [intros H; exists n; auto|]. intros [i [Hi H]]. destruct (Nat.eq_dec i n) as [->|]; auto.
    assert (false = true) by (apply IHn; exists i; split; auto; lia). discriminate.
Qed.
Lemma all_iff n P (a : forall i, dec (P i)) : all n (fun i => yes (a i)) = true <-> forall i, (i < n)%nat -> P i.
Proof. rewrite all_ok. split; intros H i Hi; apply (yes_ok (a i)); auto. Qed.
Lemma all2_iff n m P (a : forall i j, dec (P i j)) :
  all n (fun i => all m (fun j => yes (a i j))) = true <-> forall i j, (i < n)%nat -> (j < m)%nat -> P i j.
Proof.
  rewrite all_ok. split.
  - intros H i j Hi Hj. specialize (H i Hi). rewrite all_ok in H. apply (yes_ok (a i j)); auto.
  - intros H i Hi. apply all_ok. intros j Hj. apply (yes_ok (a i j)); auto.
Qed.
Lemma all_upto_iff n P (a : forall i, dec (P i)) : all (S n) (fun i => yes (a i)) = true <-> forall i, (i <= n)%nat -> P i.
Proof. rewrite all_iff. split; intros H i Hi; apply H; lia. Qed.
Lemma some_iff n P (a : forall i, dec (P i)) : some n (fun i => yes (a i)) = true <-> exists i, (i < n)%nat /\ P i.
Proof. rewrite some_ok. split; intros [i [Hi H]]; exists i; split; auto; apply (yes_ok (a i)); auto. Qed.
Lemma some_upto_iff n P (a : forall i, dec (P i)) :
  some (S n) (fun i => yes (a i)) = true <-> exists i, (i <= n)%nat /\ P i.
Proof. rewrite some_iff. split; intros [i [Hi H]]; exists i; split; auto; lia. Qed.
Definition dec_all n P (a : forall i, dec (P i)) : dec (forall i, (i < n)%nat -> P i) := Dec _ (all_iff n P a).
Definition dec_all2 n m P (a : forall i j, dec (P i j)) : dec (forall i j, (i < n)%nat -> (j < m)%nat -> P i j) :=
  Dec _ (all2_iff n m P a).
Definition dec_all_upto n P (a : forall i, dec (P i)) : dec (forall i, (i <= n)%nat -> P i) := Dec _ (all_upto_iff n P a).
Definition dec_some n P (a : forall i, dec (P i)) : dec (exists i, (i < n)%nat /\ P i) := Dec _ (some_iff n P a).
Definition dec_some_upto n P (a : forall i, dec (P i)) : dec (exists i, (i <= n)%nat /\ P i) := Dec _ (some_upto_iff n P a).

(** Numbers of users and tasks, booleans. *)
Lemma nat_lt_iff a b : (a <? b)%nat = true <-> (a < b)%nat. Proof. apply Nat.ltb_lt. Qed.
Lemma nat_le_iff a b : (a <=? b)%nat = true <-> (a <= b)%nat. Proof. apply Nat.leb_le. Qed.
Lemma nat_eq_iff a b : (a =? b)%nat = true <-> a = b. Proof. apply Nat.eqb_eq. Qed.
Lemma bool_iff (a b : bool) : Bool.eqb a b = true <-> a = b. Proof. apply eqb_true_iff. Qed.
Definition dec_nat_lt a b : dec (a < b)%nat := Dec _ (nat_lt_iff a b).
Definition dec_nat_le a b : dec (a <= b)%nat := Dec _ (nat_le_iff a b).
Definition dec_nat_eq (a b : nat) : dec (a = b) := Dec _ (nat_eq_iff a b).
Definition dec_bool (a b : bool) : dec (a = b) := Dec _ (bool_iff a b).

(** ** Tasks that a user has: a fraction, or no limit *)
Definition tasks := option Q.
Lemma none_iff (t : tasks) : (match t with None => true | _ => false end) = true <-> option_map Q2R t = None.
Proof. destruct t; simpl; intuition discriminate. Qed.
Definition dec_none (t : tasks) : dec (option_map Q2R t = None) := Dec _ (none_iff t).
Lemma full_iff (t : tasks) r (a : num r) :
  (match t with None => false | Some q => Qeq_bool q (val a) end) = true <-> option_map Q2R t = Some r.
Proof.
  destruct t; simpl; [|intuition discriminate]. rewrite qeq_iff, <- (val_ok a).
  split; [intros ->; auto|intros E; injection E; auto].
Qed.
Definition dec_full (t : tasks) r (a : num r) : dec (option_map Q2R t = Some r) := Dec _ (full_iff t r a).
Lemma within_iff (t : tasks) r (a : num r) : (match t with None => true | Some q => Qle_bool (val a) q end) = true <->
  match option_map Q2R t with None => True | Some q => r <= q end.
Proof. destruct t; simpl; [|tauto]. rewrite qle_iff, <- (val_ok a). tauto. Qed.
Definition dec_within (t : tasks) r (a : num r) :
  dec (match option_map Q2R t with None => True | Some q => r <= q end) := Dec _ (within_iff t r a).
Lemma cap_ok (t : tasks) r (a : num r) :
  (match option_map Q2R t with None => r | Some q => Rmin q r end)
  = Q2R (match t with None => val a | Some q => qmin q (val a) end).
Proof. destruct t; simpl; [rewrite <- qmin_ok, <- (val_ok a); auto|apply (val_ok a)]. Qed.
Definition num_capped (t : tasks) r (a : num r) : num (match option_map Q2R t with None => r | Some q => Rmin q r end) :=
  Num _ (cap_ok t r a).
Lemma given_ok (t : tasks) : (match option_map Q2R t with None => 0 | Some q => q end)
  = Q2R (match t with None => 0%Q | Some q => q end).
Proof. destruct t; simpl; auto. symmetry; apply Q2R_zero. Qed.
Definition num_given (t : tasks) : num (match option_map Q2R t with None => 0 | Some q => q end) := Num _ (given_ok t).
Lemma limits_iff (t : tasks) (P : R -> Prop) (a : forall q, dec (P (Q2R q))) :
  (match t with None => true | Some q => yes (a q) end) = true <->
  match option_map Q2R t with None => True | Some q => P q end.
Proof. destruct t; simpl; [apply (yes_ok (a q))|tauto]. Qed.
Definition dec_limits (t : tasks) (P : R -> Prop) (a : forall q, dec (P (Q2R q))) :
  dec (match option_map Q2R t with None => True | Some q => P q end) := Dec _ (limits_iff t P a).

Lemma of_iff {P Q : Prop} (H : P <-> Q) (a : dec Q) : yes a = true <-> P.
Proof. rewrite (yes_ok a). symmetry; exact H. Qed.
Definition dec_of {P Q : Prop} (H : P <-> Q) (a : dec Q) : dec P := Dec _ (of_iff H a).

(** ** The two tactics *)

Ltac head t := lazymatch t with ?f _ => head f | _ => t end.

(* What a model adds: its records taken apart, and predicates that are records. *)
Ltac tidy := cbv beta iota zeta.
Ltac shape := fail.
Ltac branch := fail.

Ltac number :=
  tidy;
  lazymatch goal with
  | |- num (Q2R _) => apply num_Q
  | |- num (IZR _) => apply num_int
  | |- num (INR _) => apply num_nat
  | |- num (_ + _) => apply num_add; number
  | |- num (_ - _) => apply num_sub; number
  | |- num (_ * _) => apply num_mul; number
  | |- num (_ / _) => apply num_div; number
  | |- num (/ _) => apply num_inv; number
  | |- num (- _) => apply num_opp; number
  | |- num (Rmin _ _) => apply num_min; number
  | |- num (Rmax _ _) => apply num_max; number
  | |- num (Common.Sums.sum _ _) => apply num_sum; intros ?; number
  | |- num (Arrivals.Sums.sum _ _) => apply num_sum'; intros ?; number
  | |- num (Common.Sums.minratio _ _ _) => apply num_minratio; intros ?; number
  | |- num (Common.Sums.maxratio _ _ _) => apply num_maxratio; intros ?; number
  | |- num (if Rlt_dec _ _ then _ else _) => apply num_lt; number
  | |- num (match option_map Q2R _ with None => _ | Some _ => _ end) =>
      first [apply num_capped; number | apply num_given]
  | |- num (if ?c then _ else _) => first [branch | apply num_if; number | apply num_branch; number]
  | |- num ?t => let h := head t in progress (unfold h); number
  end.

Ltac judge :=
  tidy;
  lazymatch goal with
  | |- dec True => exact dec_True
  | |- dec (@eq R _ _) => apply dec_eq; number
  | |- dec (@eq nat _ _) => apply dec_nat_eq
  | |- dec (@eq bool _ _) => first [shape; judge | apply dec_bool]
  | |- dec (_ <= _) => apply dec_le; number
  | |- dec (_ < _) => apply dec_lt; number
  | |- dec (_ < _)%nat => apply dec_nat_lt
  | |- dec (_ <= _)%nat => apply dec_nat_le
  | |- dec (_ /\ _) => apply dec_and; judge
  | |- dec (_ \/ _) => apply dec_or; judge
  | |- dec (~ _) => apply dec_not; judge
  | |- dec (@None R = Some _) => apply dec_false; discriminate
  | |- dec (@eq (option R) (option_map Q2R _) None) => apply dec_none
  | |- dec (@eq (option R) (option_map Q2R _) (Some _)) => apply dec_full; number
  | |- dec (match option_map Q2R _ with None => True | Some _ => _ end) =>
      first [apply dec_within; number | apply dec_limits; intros ?; judge]
  | |- dec (forall i j, (i < _)%nat -> (j < _)%nat -> _) => apply dec_all2; intros ? ?; judge
  | |- dec (forall i, (i < _)%nat -> _) => apply dec_all; intros ?; judge
  | |- dec (forall i, (i <= _)%nat -> _) => apply dec_all_upto; intros ?; judge
  | |- dec (exists i, (i < _)%nat /\ _) => apply dec_some; intros ?; judge
  | |- dec (exists i, (i <= _)%nat /\ _) => apply dec_some_upto; intros ?; judge
  | |- dec (?P -> ?Q) => apply dec_imp; judge
  | |- dec ?t => first [shape; judge | let h := head t in progress (unfold h); judge]
  end.

(** The executable part of what the tactics build, without proofs. *)
Ltac executable t := eval cbv beta iota zeta delta [
  val yes num_Q num_nat num_int num_add num_sub num_mul num_div num_min num_max num_inv num_opp num_sum num_sum' num_minratio
  num_maxratio num_if num_branch num_lt num_capped num_given
  dec_le dec_lt dec_eq dec_and dec_or dec_imp dec_not dec_True dec_false dec_all dec_all2 dec_all_upto dec_some dec_some_upto
  dec_nat_lt dec_nat_le dec_nat_eq dec_bool dec_none dec_full dec_within dec_limits dec_of] in t.

(** ** Cases: an instance, what is needed to prove an outcome, and outcomes with the answer that is expected *)

Import ListNotations.

Record case (A B C : Type) := Case { on : A; hint : C; outcomes : list (B * bool) }.
Arguments Case {A B C}. Arguments on {A B C}. Arguments hint {A B C}. Arguments outcomes {A B C}.

(** The specification holds where it should, and fails where it should. *)
Definition agrees {A B C} (fine : A -> Prop) (spec : A -> B -> Prop) (c : case A B C) : Prop :=
  fine (on c) /\ forall y b, In (y, b) (outcomes c) -> if b then spec (on c) y else ~ spec (on c) y.

Section Cases.
  Variables A B C : Type.
  Variable fine : A -> Prop.
  Variable spec : A -> B -> Prop.
  Variable sound : A -> bool.
  Variables accepts refuses : A -> C -> B -> bool.
  Hypothesis sound_ok : forall a, sound a = true -> fine a.
  Hypothesis accepts_ok : forall a h y, fine a -> accepts a h y = true -> spec a y.
  Hypothesis refuses_ok : forall a h y, fine a -> refuses a h y = true -> ~ spec a y.

  Definition passes (c : case A B C) : bool :=
    sound (on c) &&
    forallb (fun o : B * bool => if snd o then accepts (on c) (hint c) (fst o) else refuses (on c) (hint c) (fst o)) (outcomes c).

  Theorem audited cases : forallb passes cases = true -> Forall (agrees fine spec) cases.
  Proof.
    intros H. apply Forall_forall. intros c Hc. rewrite forallb_forall in H. specialize (H c Hc).
    apply andb_true_iff in H as [S H]. apply sound_ok in S. split; auto. intros y b Hy.
    rewrite forallb_forall in H. specialize (H _ Hy). simpl in H. destruct b; eauto.
  Qed.
End Cases.

(** The same where the specification is decided outright. *)
Section Decided.
  Variables A B C : Type.
  Variable fine : A -> Prop.
  Variable spec : A -> B -> Prop.
  Variable sound : A -> bool.
  Variable is : A -> B -> bool.
  Hypothesis sound_ok : forall a, sound a = true -> fine a.
  Hypothesis is_ok : forall a y, is a y = true <-> spec a y.

  Definition decides : case A B C -> bool := passes A B C sound (fun a _ y => is a y) (fun a _ y => negb (is a y)).

  Theorem decided cases : forallb decides cases = true -> Forall (agrees fine spec) cases.
  Proof.
    apply audited; auto; intros a _ y _ H; [apply is_ok; auto|]. intros S. apply is_ok in S.
    apply negb_true_iff in H. congruence.
  Qed.
End Decided.
Arguments passes {A B C}. Arguments decides {A B C}.

Definition answered {A B C} (b : bool) (cases : list (case A B C)) : nat :=
  length (filter (fun o : B * bool => Bool.eqb (snd o) b) (flat_map outcomes cases)).
