(** Leximin allocations exist.

    A set of placements that finitely many linear inequalities describe, that is not empty and on which levels are bounded, has a
    leximin placement: for each order of the users take the placements whose levels rise in that order, and among them a
    lexicographic maximum; the best of these finitely many placements is leximin. *)

From Coq Require Import Reals Lra Lia Arith List Classical Permutation.
From Fair.Common Require Import Sums Leximin Polyhedron.
From Fair.Cluster Require Import Model Complaint Yardstick Uniform Drfh TaskShare Drf PerServer AssetFair RoundByRound Witness.
Import ListNotations.
Open Scope R_scope.

(** ** Orders of the users, and sorted levels *)

Lemma insert_swap a b l : insert a (insert b l) = insert b (insert a l).
Proof.
  induction l as [|c l IH]; simpl.
  - destruct (Rle_dec a b), (Rle_dec b a); try lra; auto. replace a with b by lra. reflexivity.
  - destruct (Rle_dec b c) as [Hb|Hb], (Rle_dec a c) as [Ha|Ha]; simpl.
    + destruct (Rle_dec a b), (Rle_dec b a); try lra.
      * replace a with b by lra. reflexivity.
      * destruct (Rle_dec b c); [reflexivity|lra].
      * destruct (Rle_dec a c); [reflexivity|lra].
    + destruct (Rle_dec a b); [lra|]. destruct (Rle_dec a c); [lra|]. destruct (Rle_dec b c); [reflexivity|lra].
    + destruct (Rle_dec b a); [lra|]. destruct (Rle_dec b c); [lra|]. destruct (Rle_dec a c); [reflexivity|lra].
    + destruct (Rle_dec a c); [lra|]. destruct (Rle_dec b c); [lra|]. rewrite IH. reflexivity.
Qed.

Lemma sort_permuted l k : Permutation l k -> sort l = sort k.
Proof.
  induction 1; simpl; auto.
  - rewrite IHPermutation. reflexivity.
  - apply insert_swap.
  - congruence.
Qed.

Lemma sort_sorted l : sorted l -> sort l = l.
Proof.
  induction 1 as [|a l Hb _ IH]; [reflexivity|]. simpl. rewrite IH. destruct l as [|b l]; [reflexivity|].
  simpl. destruct (Rle_dec a b) as [|N]; [reflexivity|]. exfalso. apply N, Hb. left. reflexivity.
Qed.

Lemma insert_permuted (f : nat -> R) n l : exists k, Permutation (n :: l) k /\ map f k = insert (f n) (map f l).
Proof.
  induction l as [|m l [k [P E]]].
  - exists [n]. split; [apply Permutation_refl|reflexivity].
  - simpl. destruct (Rle_dec (f n) (f m)).
    + exists (n :: m :: l). split; [apply Permutation_refl|reflexivity].
    + exists (m :: k). split; [|simpl; congruence].
      apply perm_trans with (m :: n :: l); [apply perm_swap|apply perm_skip; exact P].
Qed.

Lemma sorting_order (f : nat -> R) l : exists k, Permutation l k /\ map f k = sort (map f l).
Proof.
  induction l as [|n l [k [P E]]]; [exists []; split; [apply perm_nil|reflexivity]|].
  simpl. rewrite <- E. destruct (insert_permuted f n k) as [j [Q F]]. exists j. split; [|exact F].
  apply perm_trans with (n :: k); [apply perm_skip; exact P|exact Q].
Qed.

(** A finite list that has every order of [l] among its members. *)
Fixpoint words (n : nat) (l : list nat) : list (list nat) :=
  match n with O => [[]] | S p => flat_map (fun a => map (cons a) (words p l)) l end.

Lemma in_words (l k : list nat) : (forall a, In a k -> In a l) -> In k (words (length k) l).
Proof.
  induction k as [|a k IH]; intros H; simpl; [left; reflexivity|].
  apply in_flat_map. exists a. split; [apply H; left; reflexivity|]. apply in_map, IH. intros b Hb. apply H. right. exact Hb.
Qed.

Lemma orders (l : list nat) : exists L, forall k, Permutation l k -> In k L.
Proof.
  exists (words (length l) l). intros k P. rewrite (Permutation_length P). apply in_words.
  intros a Ha. apply (Permutation_in a (Permutation_sym P) Ha).
Qed.

(** The order of lists is a weak order. *)
Lemma lexlt_trans l : forall k j, lexlt l k -> lexlt k j -> lexlt l j.
Proof.
  induction l as [|a l IH]; intros [|b k] [|c j]; simpl; try tauto.
  intros [H|[-> H]] [G|[-> G]]; [left; lra|left; lra|left; lra|right]. split; [reflexivity|apply (IH k j H G)].
Qed.

Lemma lexlt_between l : forall k j, length l = length k -> length k = length j -> lexlt l j -> lexlt l k \/ lexlt k j.
Proof.
  induction l as [|a l IH]; intros [|b k] [|c j]; simpl; try tauto; try discriminate.
  intros E1 E2 [H|[-> H]].
  - destruct (Rlt_dec a b); [left; left; lra|right; left; lra].
  - destruct (Rtotal_order c b) as [G|[->|G]]; [left; left; exact G| |right; left; exact G].
    destruct (IH k j ltac:(lia) ltac:(lia) H) as [F|F]; [left; right|right; right]; auto.
Qed.

(** ** Placements as vectors *)
Section Place.

Variable I : inst.
Let N := users I.
Let K := servers I.

Definition lin (A x : nat -> nat -> R) : R := sum (users I) (fun n => sum (servers I) (fun i => A n i * x n i)).
Definition system := list ((nat -> nat -> R) * R).
Definition meets (cs : system) (x : placement) : Prop := forall c, In c cs -> lin (fst c) x <= snd c.

(** A set of placements that finitely many linear inequalities describe. *)
Definition polyhedral (F : placement -> Prop) : Prop := exists cs, forall x, F x <-> meets cs x.

Definition flat (A : nat -> nat -> R) (p : nat) : R := A (p / servers I)%nat (p mod servers I)%nat.
Definition unflat (v : nat -> R) : placement := fun n i => v (n * servers I + i)%nat.

Lemma sum_split t k (f : nat -> R) : sum (t + k) f = sum t f + sum k (fun i => f (t + i)%nat).
Proof.
  induction k as [|k IH]; [rewrite Nat.add_0_r; simpl; lra|]. rewrite Nat.add_succ_r. simpl. rewrite IH. lra.
Qed.

Lemma sum_grid n k (f : nat -> R) : sum (n * k) f = sum n (fun j => sum k (fun t => f (j * k + t)%nat)).
Proof.
  induction n as [|n IH]; [reflexivity|]. replace (S n * k)%nat with (n * k + k)%nat by lia.
  rewrite sum_split, IH. reflexivity.
Qed.

Lemma dot_flat A v : dot (N * K) (flat A) v = lin A (unflat v).
Proof.
  unfold dot, lin, N, K. rewrite sum_grid. apply sum_ext. intros n Hn. apply sum_ext. intros i Hi.
  unfold flat, unflat. replace ((n * servers I + i) / servers I)%nat with n.
  2:{ apply (Nat.div_unique _ (servers I) n i); lia. }
  replace ((n * servers I + i) mod servers I)%nat with i; [reflexivity|].
  apply (Nat.mod_unique _ (servers I) n i); lia.
Qed.

Lemma lin_unflat_flat A x : lin A (unflat (flat x)) = lin A x.
Proof.
  unfold lin. apply sum_ext. intros n Hn. apply sum_ext. intros i Hi. unfold unflat, flat.
  replace ((n * servers I + i) / servers I)%nat with n.
  2:{ apply (Nat.div_unique _ (servers I) n i); lia. }
  replace ((n * servers I + i) mod servers I)%nat with i; [reflexivity|].
  apply (Nat.mod_unique _ (servers I) n i); lia.
Qed.

Definition flat_system (cs : system) : list ineq := map (fun c => (flat (fst c), snd c)) cs.

Lemma sat_flat cs v : sat (N * K) (flat_system cs) v <-> meets cs (unflat v).
Proof.
  split; intros H c Hc.
  - specialize (H (flat (fst c), snd c)). simpl in H. rewrite dot_flat in H. apply H.
    unfold flat_system. apply in_map_iff. exists c. auto.
  - unfold flat_system in Hc. apply in_map_iff in Hc. destruct Hc as [d [<- Hd]]. simpl. rewrite dot_flat. apply H. exact Hd.
Qed.

Lemma meets_flat cs x : meets cs (unflat (flat x)) <-> meets cs x.
Proof. split; intros H c Hc; specialize (H c Hc); rewrite lin_unflat_flat in *; exact H. Qed.

(** A lexicographic maximum of several linear functions over a polyhedron. *)
Lemma best_in_order cs (fs : list (nat -> nat -> R)) : (exists x, meets cs x) ->
  (forall A, In A fs -> exists B, forall x, meets cs x -> lin A x <= B) ->
  exists x, meets cs x /\ forall z, meets cs z -> ~ lexlt (map (fun A => lin A x) fs) (map (fun A => lin A z) fs).
Proof.
  intros [x0 H0] Bd.
  destruct (lexicographic_maximum (N * K) (map flat fs) (flat_system cs)) as [v [Sv Mv]].
  - exists (flat x0). apply sat_flat, meets_flat. exact H0.
  - intros f Hf. apply in_map_iff in Hf. destruct Hf as [A [<- HA]]. destruct (Bd A HA) as [B HB].
    exists B. intros v Sv. rewrite dot_flat. apply HB, sat_flat. exact Sv.
  - exists (unflat v). split; [apply sat_flat; exact Sv|]. intros z Hz L.
    apply (Mv (flat z)); [apply sat_flat, meets_flat; exact Hz|].
    rewrite !map_map. rewrite (map_ext _ (fun A => lin A (unflat v))) by (intros A; apply dot_flat).
    rewrite (map_ext (fun A => dot (N * K) (flat A) (flat z)) (fun A => lin A z)); [exact L|].
    intros A. rewrite dot_flat. apply lin_unflat_flat.
Qed.

(** The level of a user is a linear function. *)
Definition level_of (s : nat -> R) (n m i : nat) : R := if Nat.eq_dec m n then s n else 0.

Lemma lin_level s n x : (n < users I)%nat -> lin (level_of s n) x = tot I x n * s n.
Proof.
  intros Hn. unfold lin, level_of.
  rewrite (sum_ext _ _ (fun m => if Nat.eq_dec m n then tot I x n * s n else 0)).
  - apply sum_single. exact Hn.
  - intros m _. destruct (Nat.eq_dec m n) as [->|].
    + rewrite sum_scal. unfold tot. apply Rmult_comm.
    + apply sum_zero. intros; ring.
Qed.

(** Inequalities that say that levels rise in the order [k]. *)
Fixpoint rising (s : nat -> R) (k : list nat) : system :=
  match k with
  | [] => []
  | a :: l => map (fun b => (fun m i => level_of s a m i - level_of s b m i, 0)) l ++ rising s l
  end.

Lemma lin_minus A B x : lin (fun m i => A m i - B m i) x = lin A x - lin B x.
Proof.
  unfold lin. rewrite <- sum_minus. apply sum_ext. intros n _. rewrite <- sum_minus. apply sum_ext. intros; ring.
Qed.

Lemma rising_sorted s k x : (forall n, In n k -> (n < users I)%nat) ->
  (meets (rising s k) x <-> sorted (map (fun n => tot I x n * s n) k)).
Proof.
  induction k as [|a l IH]; intros Hk; [split; [constructor|intros _ c []]|]. simpl.
  assert (Hl : forall n, In n l -> (n < users I)%nat) by (intros n Hn; apply Hk; right; exact Hn).
  assert (Ha : (a < users I)%nat) by (apply Hk; left; reflexivity). specialize (IH Hl). split.
  - intros M. constructor.
    + intros b Hb. apply in_map_iff in Hb. destruct Hb as [n [<- Hn]].
      assert (In (fun m i => level_of s a m i - level_of s n m i, 0) (map (fun b => (fun m i => level_of s a m i - level_of s b m i, 0)) l)).
      { apply in_map_iff. exists n. auto. }
      specialize (M _ (in_or_app _ _ _ (or_introl H))). simpl in M. rewrite lin_minus, !lin_level in M by auto. lra.
    + apply IH. intros c Hc. apply M, in_or_app. right. exact Hc.
  - intros S c Hc. inversion S; subst. apply in_app_or in Hc. destruct Hc as [Hc|Hc].
    + apply in_map_iff in Hc. destruct Hc as [n [<- Hn]]. simpl. rewrite lin_minus, !lin_level by auto.
      assert (tot I x a * s a <= tot I x n * s n); [|lra]. apply H1. apply in_map_iff. exists n. auto.
    + apply IH; assumption.
Qed.

(** ** A leximin placement exists

    Idea: see the head of the file.
    Settles nothing by itself: it says that the mechanisms of leximin have an outcome. *)
Theorem leximin_exists g (F : placement -> Prop) s : polyhedral F -> (exists x, F x) ->
  (forall n, (n < users I)%nat -> exists B, forall x, F x -> tot I x n * s n <= B) ->
  exists x, leximin I g F s x.
Proof.
  intros [cs HF] [x0 F0] Bd.
  set (base := filter (runsb g I) (seq 0 (users I))).
  assert (Base : forall n, In n base -> (n < users I)%nat).
  { intros n Hn. apply filter_In in Hn. destruct Hn as [Hn _]. apply in_seq in Hn. lia. }
  set (lv := fun x => sort (levels I g s x)).
  assert (Len : forall x y, length (lv x) = length (lv y)).
  { intros x y. unfold lv, levels. rewrite !length_sort, !map_length. reflexivity. }
  assert (G : forall L, exists x, F x /\ forall k, In k L -> Permutation base k ->
            forall y, F y -> sorted (map (fun n => tot I y n * s n) k) -> ~ lexlt (lv x) (lv y)).
  { induction L as [|k L [x [Fx Mx]]]; [exists x0; split; [exact F0|intros k []]|].
    destruct (classic (Permutation base k /\ exists y, F y /\ sorted (map (fun n => tot I y n * s n) k))) as [[P [y [Fy Sy]]]|No].
    - assert (Hk : forall n, In n k -> (n < users I)%nat).
      { intros n Hn. apply Base. apply (Permutation_in n (Permutation_sym P) Hn). }
      assert (Q : forall z, meets (cs ++ rising s k) z <-> F z /\ sorted (map (fun n => tot I z n * s n) k)).
      { intros z. rewrite HF, <- (rising_sorted s k z Hk). split.
        - intros M. split; intros c Hc; apply M, in_or_app; auto.
        - intros [A B] c Hc. apply in_app_or in Hc. destruct Hc; auto. }
      destruct (best_in_order (cs ++ rising s k) (map (level_of s) k)) as [u [Mu Best]].
      + exists y. apply Q. auto.
      + intros A HA. apply in_map_iff in HA. destruct HA as [n [<- Hn]]. destruct (Bd n (Hk n Hn)) as [B HB].
        exists B. intros z Mz. apply Q in Mz. rewrite lin_level by (apply Hk; exact Hn). apply HB. apply Mz.
      + apply Q in Mu. destruct Mu as [Fu Su].
        assert (Lv : forall z, sorted (map (fun n => tot I z n * s n) k) -> lv z = map (fun A => lin A z) (map (level_of s) k)).
        { intros z Sz. unfold lv, levels. fold base. rewrite map_map.
          rewrite (sort_permuted _ (map (fun n => tot I z n * s n) k)) by (apply Permutation_map; exact P).
          rewrite sort_sorted by exact Sz. apply map_ext_in. intros n Hn. symmetry. apply lin_level, Hk, Hn. }
        assert (Mk : forall z, F z -> sorted (map (fun n => tot I z n * s n) k) -> ~ lexlt (lv u) (lv z)).
        { intros z Fz Sz. rewrite (Lv z Sz), (Lv u Su). apply Best, Q. auto. }
        destruct (classic (lexlt (lv x) (lv u))) as [Lt|Nlt].
        * exists u. split; [exact Fu|]. intros j [<-|Hj] Pj z Fz Sz; [apply Mk; assumption|].
          intros H. apply (Mx j Hj Pj z Fz Sz). apply (lexlt_trans _ _ _ Lt H).
        * exists x. split; [exact Fx|]. intros j [<-|Hj] Pj z Fz Sz; [|apply (Mx j Hj Pj z Fz Sz)].
          intros H. destruct (lexlt_between _ (lv u) _ (Len x u) (Len u z) H) as [H'|H']; [contradiction|].
          apply (Mk z Fz Sz H').
    - exists x. split; [exact Fx|]. intros j [<-|Hj] Pj z Fz Sz; [|apply (Mx j Hj Pj z Fz Sz)].
      exfalso. apply No. split; [exact Pj|]. exists z. auto. }
  destruct (orders base) as [L HL]. destruct (G L) as [x [Fx Mx]]. exists x. split; [exact Fx|].
  intros y Fy. destruct (sorting_order (fun n => tot I y n * s n) base) as [k [P E]].
  apply (Mx k (HL k P) P y Fy). rewrite E. apply sorted_sort.
Qed.

(** ** Feasible placements are described by finitely many linear inequalities *)
Definition entry (m j n i : nat) : R := if Nat.eq_dec n m then (if Nat.eq_dec i j then 1 else 0) else 0.

Lemma lin_entry m j x : (m < users I)%nat -> (j < servers I)%nat -> lin (entry m j) x = x m j.
Proof.
  intros Hm Hj. unfold lin, entry.
  rewrite (sum_ext _ _ (fun n => if Nat.eq_dec n m then x m j else 0)); [apply sum_single; exact Hm|].
  intros n _. destruct (Nat.eq_dec n m) as [->|]; [|apply sum_zero; intros; ring].
  rewrite (sum_ext _ _ (fun i => if Nat.eq_dec i j then x m j else 0)); [apply sum_single; exact Hj|].
  intros i _. destruct (Nat.eq_dec i j) as [->|]; ring.
Qed.

Lemma lin_neg A x : lin (fun n i => - A n i) x = - lin A x.
Proof.
  unfold lin. replace (- sum (users I) (fun n => sum (servers I) (fun i => A n i * x n i)))
    with ((-1) * sum (users I) (fun n => sum (servers I) (fun i => A n i * x n i))) by ring.
  rewrite <- sum_scal. apply sum_ext. intros n _. rewrite <- sum_scal. apply sum_ext. intros; ring.
Qed.

(** Inequalities for each number below [k]. *)
Definition each (k : nat) (f : nat -> system) : system := flat_map f (seq 0 k).
Lemma meets_each k f x : meets (each k f) x <-> forall p, (p < k)%nat -> meets (f p) x.
Proof.
  split.
  - intros M p Hp c Hc. apply M, in_flat_map. exists p. split; [apply in_seq; lia|exact Hc].
  - intros H c Hc. apply in_flat_map in Hc. destruct Hc as [p [Hp Hc]]. apply in_seq in Hp. apply (H p ltac:(lia) c Hc).
Qed.
Lemma meets_app cs ds x : meets (cs ++ ds) x <-> meets cs x /\ meets ds x.
Proof.
  split; [intros M; split; intros c Hc; apply M, in_or_app; auto|].
  intros [A B] c Hc. apply in_app_or in Hc. destruct Hc; auto.
Qed.
Lemma meets_one A b x : meets [(A, b)] x <-> lin A x <= b.
Proof. split; [intros M; apply (M (A, b)); left; reflexivity|intros H c [<-|[]]; exact H]. Qed.
Lemma meets_none x : meets [] x <-> True.
Proof. split; [auto|intros _ c []]. Qed.

Definition placed_rows (g : nat -> nat -> R) : system :=
  each (users I) (fun n =>
    each (servers I) (fun i => [(fun m j => - entry n i m j, 0)] ++ (if Req_EM_T (g n i) 0 then [(entry n i, 0)] else []))
    ++ match tk I n with Some b => [(level_of (fun _ => 1) n, b)] | None => [] end).

Lemma placed_polyhedral g x : placed I g x <-> meets (placed_rows g) x.
Proof.
  unfold placed_rows. rewrite meets_each. split.
  - intros P n Hn. rewrite meets_app, meets_each. split.
    + intros i Hi. rewrite meets_app, meets_one, lin_neg, lin_entry by assumption. split.
      * pose proof (pl_pos I g x P n i Hn Hi). lra.
      * destruct (Req_EM_T (g n i) 0) as [E|]; [|apply meets_none; exact Logic.I].
        apply meets_one. rewrite lin_entry by assumption. rewrite (pl_run I g x P n i Hn Hi E). lra.
    + pose proof (pl_tk I g x P n Hn) as T. destruct (tk I n); [|apply meets_none; exact Logic.I].
      apply meets_one. rewrite lin_level by exact Hn. simpl in T. lra.
  - intros M. split.
    + intros n i Hn Hi. specialize (M n Hn). rewrite meets_app, meets_each in M. destruct M as [M _].
      specialize (M i Hi). rewrite meets_app, meets_one, lin_neg, lin_entry in M by assumption. lra.
    + intros n i Hn Hi G. specialize (M n Hn). rewrite meets_app, meets_each in M. destruct M as [M _].
      specialize (M i Hi). rewrite meets_app, meets_one, lin_neg, lin_entry in M by assumption. destruct M as [M1 M2].
      destruct (Req_EM_T (g n i) 0); [|contradiction]. apply meets_one in M2. rewrite lin_entry in M2 by assumption. lra.
    + intros n Hn. specialize (M n Hn). rewrite meets_app in M. destruct M as [_ M].
      destruct (tk I n) as [b|]; simpl; [|exact Logic.I]. apply meets_one in M. rewrite lin_level in M by exact Hn. lra.
Qed.

Definition capacity_rows : system :=
  each (servers I) (fun i => each (resources I) (fun r =>
    [(fun n j => if Nat.eq_dec j i then dem I n r else 0, cap I i r)])).

Lemma lin_server i d x : (i < servers I)%nat ->
  lin (fun n j => if Nat.eq_dec j i then d n else 0) x = sum (users I) (fun n => x n i * d n).
Proof.
  intros Hi. unfold lin. apply sum_ext. intros n _.
  rewrite (sum_ext _ _ (fun j => if Nat.eq_dec j i then x n i * d n else 0)); [apply sum_single; exact Hi|].
  intros j _. destruct (Nat.eq_dec j i) as [->|]; ring.
Qed.

Theorem feasible_polyhedral : polyhedral (feasible I).
Proof.
  exists (placed_rows (gam I) ++ capacity_rows). intros x. rewrite meets_app, <- placed_polyhedral.
  unfold feasible, capacity_rows. rewrite meets_each. split.
  - intros [P C]. split; [exact P|]. intros i Hi. rewrite meets_each. intros r Hr. apply meets_one.
    rewrite lin_server by exact Hi. apply C; assumption.
  - intros [P C]. split; [exact P|]. intros i r Hi Hr. specialize (C i Hi). rewrite meets_each in C. specialize (C r Hr).
    apply meets_one in C. rewrite lin_server in C by exact Hi. exact C.
Qed.

Lemma nothing_feasible : wf I -> feasible I (fun _ _ => 0).
Proof.
  intros W. split; [split|].
  - intros; lra.
  - intros; reflexivity.
  - intros n Hn. unfold tot. rewrite sum_zero by reflexivity. destruct (tk I n) as [b|] eqn:E; simpl; [|exact Logic.I].
    apply (wf_tk I W n b Hn E).
  - intros i r Hi Hr. rewrite sum_zero by (intros; ring). apply (wf_cap I W); assumption.
Qed.

Lemma feasible_tot_bounded n x : wf I -> (n < users I)%nat -> feasible I x -> 0 <= tot I x n <= sum (servers I) (fit I n).
Proof.
  intros W Hn [P C]. split; [apply (tot_nonneg I (gam I) x P n Hn)|]. unfold tot. apply sum_le. intros i Hi.
  apply minratio_glb; [apply (wf_dem I W n Hn)|]. intros r Hr _. apply Rle_trans with (2 := C i r Hi Hr).
  apply (sum_term (users I) (fun n => x n i * dem I n r) n); [|exact Hn].
  intros m Hm. apply Rmult_le_pos; [apply (pl_pos I (gam I) x P m i Hm Hi)|apply (wf_dem I W m Hm); exact Hr].
Qed.

Theorem feasible_leximin_exists s : wf I -> exists x, leximin I (gam I) (feasible I) s x.
Proof.
  intros W. apply leximin_exists; [apply feasible_polyhedral|exists (fun _ _ => 0); apply nothing_feasible; exact W|].
  intros n Hn. exists (sum (servers I) (fit I n) * Rabs (s n)). intros x Fx.
  pose proof (feasible_tot_bounded n x W Hn Fx) as [T0 T1]. pose proof (Rle_abs (s n)). pose proof (Rabs_pos (s n)).
  apply Rle_trans with (tot I x n * Rabs (s n)); [apply Rmult_le_compat_l; assumption|apply Rmult_le_compat_r; assumption].
Qed.

End Place.

(** ** Each leximin mechanism has an outcome, on every valid instance of its domain *)
Theorem c_drfh_exists I : wf I -> exists x, c_drfh I x.
Proof. intros W. apply feasible_leximin_exists. exact W. Qed.

Theorem drfh_exists I : wf I -> unconstrained I -> exists x, drfh I x.
Proof. intros W U. destruct (c_drfh_exists I W) as [x H]. exists x. split; assumption. Qed.

Theorem tsf_exists I : wf I -> exists x, tsf I x.
Proof. intros W. apply feasible_leximin_exists. exact W. Qed.

Theorem cdrf_exists I : wf I -> unconstrained I -> exists x, cdrf I x.
Proof. intros W U. destruct (feasible_leximin_exists I (own_task_share I) W) as [x H]. exists x. split; assumption. Qed.

(** The specification of DRF depends on what is placed on the servers of the instance alone. *)
Lemma drf_same w J x y : (forall n i, (i < servers J)%nat -> x n i = y n i) -> drf w J x -> drf w J y.
Proof.
  intros E [One [[P C] B]].
  assert (T : forall n, tot J y n = tot J x n).
  { intros n. unfold tot. apply sum_ext. intros i Hi. symmetry. apply E. exact Hi. }
  split; [exact One|split; [split; [split|]|]].
  - intros n i Hn Hi. rewrite <- E by exact Hi. apply (pl_pos J (gam J) x P); assumption.
  - intros n i Hn Hi G. rewrite <- E by exact Hi. apply (pl_run J (gam J) x P); assumption.
  - intros n Hn. rewrite T. apply (pl_tk J (gam J) x P). exact Hn.
  - intros i r Hi Hr. apply Rle_trans with (2 := C i r Hi Hr). right. apply sum_ext. intros n _. rewrite E by exact Hi. reflexivity.
  - intros n Hn Rn. destruct (B n Hn Rn) as [Fu|[r [Hr [D [Sat Lo]]]]].
    + left. rewrite T. exact Fu.
    + right. exists r. split; [exact Hr|split; [exact D|split]].
      * rewrite <- Sat. apply sum_ext. intros m _. rewrite E by lia. reflexivity.
      * intros m Hm. rewrite !T, <- E by lia. apply Lo. exact Hm.
Qed.

(** DRF on each server by itself: one allocation after the other, by RoundByRound.drf_exists. *)
Theorem drf_per_server_exists I : wf I -> endless I -> exists x, drf_per_server I x.
Proof.
  intros W En.
  assert (G : forall k, (k <= servers I)%nat -> exists x, forall i, (i < k)%nat -> drf (own_weight I) (at_server i I) (there x i)).
  { induction k as [|k IH]; intros Hk; [exists (fun _ _ => 0); intros; lia|].
    destruct IH as [x Hx]; [lia|].
    destruct (drf_exists (at_server k I) (own_weight I)) as [y Hy].
    - apply wf_at; [exact W|lia].
    - apply own_weight_valid. exact W.
    - reflexivity.
    - exists (fun n i => if Nat.eq_dec i k then y n 0%nat else x n i). intros i Hi.
      destruct (Nat.eq_dec i k) as [->|Ne].
      + apply (drf_same _ _ y); [|exact Hy]. intros n j Hj. simpl in Hj. replace j with 0%nat by lia. unfold there.
        destruct (Nat.eq_dec k k); [reflexivity|contradiction].
      + apply (drf_same _ _ (there x i)); [|apply Hx; lia]. intros n j Hj. unfold there.
        destruct (Nat.eq_dec i k); [contradiction|reflexivity]. }
  destruct (G (servers I) (le_n _)) as [x Hx]. exists x. split; assumption.
Qed.

(** ** Every instance on one server has an asset-fair allocation

    Idea: with weights that turn dominant shares into assets, DRF compares users as asset fairness does.
    Mechanism: asset-fair.  Hypothesis: none. *)
Definition asset_weight I : table := fun n _ =>
  if Rlt_dec 0 (maxratio (resources I) (dem I n) (cap I 0) / level assets I n)
  then maxratio (resources I) (dem I n) (cap I 0) / level assets I n else 1.

Lemma asset_level I n : wf I -> servers I = 1%nat -> (n < users I)%nat -> runs I n ->
  drf_level I (asset_weight I) n = level assets I n.
Proof.
  intros W One Hn Rn. pose proof (level_pos assets assets_yardstick I n W Hn Rn) as L.
  pose proof Rn as [i [Hi G]]. replace i with O in * by lia.
  destruct (wf_dem I W n Hn) as [_ [q [Hq Dq]]]. pose proof (gam_cap I W n 0 q Hn Hi Hq G Dq) as Cq.
  unfold drf_level, asset_weight. set (D := maxratio (resources I) (dem I n) (cap I 0)).
  assert (D0 : 0 < D).
  { pose proof (maxratio_ge (resources I) (dem I n) (cap I 0) q Hq Cq) as M. fold D in M.
    apply Rnot_le_lt; intros N. assert (D * cap I 0 q <= 0 * cap I 0 q) by (apply Rmult_le_compat_r; lra). lra. }
  set (l := level assets I n) in *. assert (U : 0 < D / l) by (apply div_pos; assumption).
  destruct (Rlt_dec 0 (D / l)) as [_|N]; [|contradiction].
  assert (E : D / l * l = D) by (field; lra).
  apply Rle_antisym.
  - apply maxratio_lub; [lra|]. intros r Hr B.
    assert (C : 0 < cap I 0 r). { apply Rmult_lt_reg_l with (D / l); [exact U|]. rewrite Rmult_0_r. exact B. }
    apply Rle_trans with (D * cap I 0 r); [apply maxratio_ge; assumption|right; rewrite <- E at 1; ring].
  - set (M := maxratio _ _ _). destruct (maxratio_eq (resources I) (dem I n) (cap I 0)) as [Z|[r [Hr [C T]]]].
    { fold D in Z. lra. }
    fold D in T. assert (B : 0 < D / l * cap I 0 r) by (apply Rmult_lt_0_compat; assumption).
    pose proof (maxratio_ge (resources I) (dem I n) (fun r => D / l * cap I 0 r) r Hr B) as K. fold M in K.
    rewrite <- T in K. apply Rmult_le_reg_r with (D / l * cap I 0 r); [exact B|].
    replace (l * (D / l * cap I 0 r)) with (D * cap I 0 r) by (rewrite <- E at 1; ring). exact K.
Qed.

Theorem asset_fair_exists I : wf I -> servers I = 1%nat -> exists x, asset_fair I x.
Proof.
  intros W One.
  assert (V : valid (asset_weight I)).
  { intros n r. unfold asset_weight. destruct (Rlt_dec 0 _) as [P|_]; [exact P|lra]. }
  destruct (drf_exists I (asset_weight I) W V One) as [x [_ [Fx B]]]. exists x. split; [exact One|]. split; [exact Fx|].
  intros n Hn Rn. destruct (B n Hn Rn) as [F|[r [Hr [D [Sat Lo]]]]]; [left; exact F|right; exists r].
  split; [exact Hr|]. split; [exact D|]. split; [exact Sat|]. intros m Hm X. specialize (Lo m Hm X).
  assert (S0 : (0 < servers I)%nat) by lia.
  assert (X0 : 0 < x m 0%nat).
  { destruct (Rle_lt_or_eq_dec 0 (x m 0%nat) (pl_pos I (gam I) x (proj1 Fx) m 0 Hm S0)) as [P|Z]; [exact P|].
    rewrite <- Z in X. lra. }
  assert (Rm : runs I m).
  { apply (feasible_runs I W x m Fx Hm). apply (tot_pos I (gam I) x (proj1 Fx) m 0 Hm S0 X0). }
  rewrite (asset_level I m W One Hm Rm), (asset_level I n W One Hn Rn) in Lo. exact Lo.
Qed.

(** ** Every instance has a uniform allocation: the trimmed one.  Mechanism: uniform.  Hypothesis: none. *)
Theorem uniform_exists I : wf I -> exists x, uniform I x.
Proof. exact (uniform_witness I). Qed.

(** A witness: two equal users. *)
Lemma existence_witness K R : (0 < R)%nat -> wf (twins K R) /\ unconstrained (twins K R) /\ endless (twins K R).
Proof. intros HR. split; [apply twins_wf; exact HR|split; [apply twins_unconstrained|intros n _; reflexivity]]. Qed.
