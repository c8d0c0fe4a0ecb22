(** The specifications of whole tasks on one server, decided by computation on instances in fractions. *)

From Coq Require Import Reals Qreals QArith Lra Lia Arith Bool List FunctionalExtensionality.
From Fair.Arrivals Require Import Sums.
From Fair.Tasks Require Import Server Precomputed Filling Cycles.
From Fair.Audit Require Import Decide.
Import ListNotations.
Open Scope R_scope.

(** Numbers of tasks are whole; [weights] has a column a resource, or one that counts for all. *)
Record machine := Machine {
  has : list Q;
  wants : list (list Q);
  weights : list (list Q);
  admitted : list bool;
  ends : list (option nat)
}.

Definition users p := length (wants p).
Definition kinds p := length (has p).
Definition column (l : list Q) (r : nat) : Q := match l with [w] => w | ws => nth r ws 1%Q end.
Definition capacity p (r : nat) : R := Q2R (nth r (has p) 0%Q).
Definition demand p (n r : nat) : R := Q2R (nth r (nth n (wants p) []) 0%Q).
Definition weight p (n r : nat) : R := Q2R (column (nth n (weights p) []) r).
Definition eligible p (n : nat) : bool := nth n (admitted p) true.
Definition limits p (n : nat) : option nat := nth n (ends p) None.
Definition given_by (x : list nat) (n : nat) : nat := nth n x 0%nat.

(** The weighted dominant share of a task, computed: the largest quotient. *)
Definition task_share p n := Common.Sums.maxratio (kinds p) (demand p n) (fun r => weight p n r * capacity p r).

Definition orderly p := server (users p) (kinds p) (capacity p) (weight p) (demand p) /\
  shares (users p) (kinds p) (capacity p) (weight p) (eligible p) (demand p) (task_share p).

Lemma dead_spec : forall m c elig d n, live m c elig d n = false <->
  ~ (elig n = true /\ forall r, (r < m)%nat -> 0 < d n r -> 0 < c r).
Proof. intros. rewrite <- live_spec. destruct (live m c elig d n); intuition congruence. Qed.

Lemma live_ok m c elig d n r s (l : dec (live m c elig d n = true)) (a : num r) (b : num s) :
  (if live m c elig d n then r else s) = Q2R (if yes l then val a else val b).
Proof.
  pose proof (yes_ok l). rewrite <- (if_ok (yes l) r s a b).
  destruct (live m c elig d n); destruct (yes l); intuition congruence.
Qed.
Definition num_live m c elig d n r s (l : dec (live m c elig d n = true)) (a : num r) (b : num s) :
  num (if live m c elig d n then r else s) := Num _ (live_ok m c elig d n r s l a b).

Lemma option_iff (t : option nat) (P : nat -> Prop) (a : forall k, dec (P k)) :
  (match t with None => true | Some k => yes (a k) end) = true <-> match t with None => True | Some k => P k end.
Proof. destruct t; [apply (yes_ok (a n))|tauto]. Qed.
Definition dec_option (t : option nat) (P : nat -> Prop) (a : forall k, dec (P k)) :
  dec (match t with None => True | Some k => P k end) := Dec _ (option_iff t P a).

(** Filling that halts, with its quantifiers bounded. *)
Lemma halted_iff N m c elig d tau before y : halted N m c elig d tau before y <->
  whole N m c elig d tau y /\
  ((forall n, (n < N)%nat -> live m c elig d n = true -> ~ more tau y n) \/
   exists p, (p < N)%nat /\ live m c elig d p = true /\ more tau y p /\
     (forall n, (n < N)%nat -> live m c elig d n = true -> more tau y n -> ~ n = p -> before p (S (y p)) n (S (y n))) /\
     (forall n, (n < N)%nat -> live m c elig d n = true -> forall t, (t < y n)%nat -> before n (S t) p (S (y p))) /\
     exists r, (r < m)%nat /\ c r < held N d y r + d p r).
Proof.
  unfold halted, runs. split; intros [A B]; split; auto; (destruct B as [B|[p B]]; [left|right; exists p]).
  - intros n Hn L. apply B; auto.
  - destruct B as ([H1 H2] & H3 & H4 & H5 & H6). repeat split; auto. intros n Hn L t Ht. apply H5; auto; lia.
  - intros n [Hn L]. apply B; auto.
  - destruct B as (H1 & H2 & H3 & H4 & H5 & H6). repeat split; auto.
    + intros n [Hn L] M E. apply H4; auto.
    + intros n t [Hn L] T1 T2. destruct t as [|t]; [lia|]. apply H5; auto.
Qed.

(** Filling that leaves out: what was given before the place of a task, as a table. *)
Definition left_out N m c elig d tau (before : nat -> nat -> nat -> nat -> Prop) z (b : nat -> nat -> nat) : Prop :=
  whole N m c elig d tau z /\
  forall n, (n < N)%nat -> live m c elig d n = true -> more tau z n ->
    (forall j, (j < N)%nat -> (b n j <= z j)%nat) /\
    (forall j, (j < N)%nat -> live m c elig d j = true -> forall t, (t < z j)%nat ->
      ((t < b n j)%nat -> before j (S t) n (S (z n))) /\ (~ (t < b n j)%nat -> ~ before j (S t) n (S (z n)))) /\
    exists r, (r < m)%nat /\ c r < held N d (b n) r + d n r.

Lemma left_out_skipped N m c elig d tau before z b : left_out N m c elig d tau before z b -> skipped N m c elig d tau before z.
Proof.
  intros [A B]. split; auto. intros n [Hn L] M. destruct (B n Hn L M) as (B1 & B2 & B3). exists (b n).
  split; [auto|split; [|split; [|auto]]].
  - intros j t [Hj Lj] T1 T2. destruct t as [|t]; [lia|]. specialize (B1 j Hj). apply (B2 j Hj Lj t); lia.
  - intros j t [Hj Lj] T1 T2. destruct t as [|t]; [lia|]. apply (B2 j Hj Lj t); lia.
Qed.

Lemma pdrf_iff_hint N m c w elig d x s L :
  shares N m c w elig d s -> ((exists n, (n < N)%nat /\ live m c elig d n = true) -> level N m c elig d s L) ->
  (forall n, (n < N)%nat -> live m c elig d n = false -> x n = 0%nat) ->
  (forall n, (n < N)%nat -> live m c elig d n = true -> INR (x n) <= L / s n /\ L / s n < INR (x n) + 1) ->
  pdrf N m c w elig d x.
Proof. intros A B C D. split; auto. intros E. exists s, L. auto. Qed.

Ltac tidy ::= cbv beta iota zeta.
Ltac shape ::= lazymatch goal with
  | |- dec (live _ _ _ _ _ = true) => apply (dec_of (live_spec _ _ _ _ _))
  | |- dec (live _ _ _ _ _ = false) => apply (dec_of (dead_spec _ _ _ _ _))
  | |- dec (halted _ _ _ _ _ _ _ _) => apply (dec_of (halted_iff _ _ _ _ _ _ _ _))
  | |- dec (match ?t with None => True | Some _ => _ end) => apply dec_option; intros ?
  end.
Ltac branch ::= lazymatch goal with |- num (if live _ _ _ _ _ then _ else _) => apply num_live; [judge|number|number] end.

Definition orderly_dec p : dec (orderly p). Proof. judge. Defined.

(** ** Filling, with its three rules for ties *)
Definition order (tie : (nat -> R) -> nat -> nat -> Prop) p := by_key (task_share p) (tie (task_share p)).
Definition any_index (s : nat -> R) := lower_index.
Definition meets_halted tie p x :=
  halted (users p) (kinds p) (capacity p) (eligible p) (demand p) (limits p) (order tie p) (given_by x).
Definition meets_skipped tie p x :=
  skipped (users p) (kinds p) (capacity p) (eligible p) (demand p) (limits p) (order tie p) (given_by x).
Definition table_by (b : list (list nat)) n j := nth j (nth n b []) 0%nat.
Definition left_out_by tie p b x :=
  left_out (users p) (kinds p) (capacity p) (eligible p) (demand p) (limits p) (order tie p) (given_by x) (table_by b).

Definition halted_larger_dec p x : dec (meets_halted larger_share p x). Proof. judge. Defined.
Definition halted_smaller_dec p x : dec (meets_halted smaller_share p x). Proof. judge. Defined.
Definition halted_index_dec p x : dec (meets_halted any_index p x). Proof. judge. Defined.
Definition skipped_larger_dec p b x : dec (left_out_by larger_share p b x). Proof. judge. Defined.
Definition skipped_smaller_dec p b x : dec (left_out_by smaller_share p b x). Proof. judge. Defined.
Definition skipped_index_dec p b x : dec (left_out_by any_index p b x). Proof. judge. Defined.

(** ** Precomputed DRF *)
Definition meets_pdrf p x := pdrf (users p) (kinds p) (capacity p) (weight p) (eligible p) (demand p) (given_by x).
Definition somebody p := exists n, (n < users p)%nat /\ live (kinds p) (capacity p) (eligible p) (demand p) n = true.

(** The level is named, the shares are computed. *)
Definition rounded_down p (L : Q) x :=
  (somebody p -> level (users p) (kinds p) (capacity p) (eligible p) (demand p) (task_share p) (Q2R L)) /\
  (forall n, (n < users p)%nat -> live (kinds p) (capacity p) (eligible p) (demand p) n = false -> given_by x n = 0%nat) /\
  (forall n, (n < users p)%nat -> live (kinds p) (capacity p) (eligible p) (demand p) n = true ->
     INR (given_by x n) <= Q2R L / task_share p n /\ Q2R L / task_share p n < INR (given_by x n) + 1).
Definition rounded_down_dec p L x : dec (rounded_down p L x). Proof. judge. Defined.

Lemma rounded_down_pdrf p L x : orderly p -> rounded_down p L x -> meets_pdrf p x.
Proof. intros [S Sh] (A & B & C). apply (pdrf_iff_hint _ _ _ _ _ _ _ (task_share p) (Q2R L)); auto. Qed.

(** Another than the one there is. *)
Definition differs p (z x : list nat) := exists n, (n < users p)%nat /\ ~ given_by z n = given_by x n.
Definition differs_dec p z x : dec (differs p z x). Proof. judge. Defined.

(** The last pass: only the bounds of the specification that the theorems use. *)
Definition meets_final p x := final_pass (users p) (kinds p) (capacity p) (weight p) (eligible p) (demand p) (given_by x).
Definition about p q x :=
  fit (users p) (kinds p) (capacity p) (demand p) (given_by x) /\
  (forall n, (n < users p)%nat -> (given_by q n <= given_by x n)%nat /\ (given_by x n <= S (given_by q n))%nat) /\
  (forall n, (n < users p)%nat -> live (kinds p) (capacity p) (eligible p) (demand p) n = false -> given_by x n = 0%nat).
Definition about_dec p q x : dec (about p q x). Proof. judge. Defined.

(** ** Cycles *)
Definition meets_cycles p x := pdrf_cycles (users p) (kinds p) (capacity p) (weight p) (eligible p) (demand p) (given_by x).

Lemma cycles_unique N m d s : forall inn left x, cycles N m d s inn left x ->
  forall t inn' left' y, (forall n, (n < N)%nat -> inn' n = inn n) -> (forall n, (n < N)%nat -> inn n = true -> t n = s n) ->
  (forall r, (r < m)%nat -> left' r = left r) -> cycles N m d t inn' left' y -> forall n, (n < N)%nat -> x n = y n.
Proof.
  intros inn left x H. induction H as [inn left x No Z|inn left x L smax g y Lg Lv Cy Rest IH E];
    intros t inn' left' z EI ET EL Hz n Hn.
  - inversion Hz as [? ? ? _ Z'|? ? ? L smax g y [[a [Ha [Ia _]]] _]]; subst.
    + rewrite Z, Z'; auto.
    + rewrite EI, No in Ia by auto. discriminate.
  - inversion Hz as [? ? ? No|? ? ? L' smax' g' y' Lg' Lv' Cy' Rest' E']; subst.
    + destruct Lg as [[a [Ha [Ia _]]] _]. rewrite <- EI, No in Ia by auto. discriminate.
    + assert (ELoad : forall r, load_in N inn' d t r = load_in N inn d s r).
      { intros r. apply sum_ext. intros k Hk. rewrite EI by auto. destruct (inn k) eqn:Ik; auto. rewrite ET; auto. }
      assert (SameL : L = L').
      { apply Rle_antisym.
        - destruct Lv as [A _], Lv' as [_ [r [Hr [Hp Q]]]]. rewrite ELoad in Hp, Q. rewrite EL in Q by auto.
          specialize (A r Hr). apply (Rmult_le_reg_r (load_in N inn d s r)); [exact Hp|]. lra.
        - destruct Lv' as [A _], Lv as [_ [r [Hr [Hp Q]]]]. specialize (A r Hr). rewrite ELoad, EL in A by auto.
          apply (Rmult_le_reg_r (load_in N inn d s r)); [exact Hp|]. lra. }
      assert (SameS : smax = smax').
      { destruct Lg as [[a [Ha [Ia Ea]]] A], Lg' as [[b [Hb [Ib Eb]]] B]. rewrite EI in Ib by auto. apply Rle_antisym.
        - rewrite <- Ea, <- (ET a Ha Ia). apply B; auto. rewrite EI; auto.
        - rewrite <- Eb, (ET b Hb Ib). apply A; auto. }
      subst L' smax'.
      assert (EG : forall k, (k < N)%nat -> g k = g' k).
      { intros k Hk. destruct (Cy k Hk) as [A [B C]], (Cy' k Hk) as [A' [B' C']]. rewrite EI in A', B', C' by auto.
        destruct (inn k) eqn:Ik.
        - destruct (Rlt_le_dec L smax) as [D|D]; [rewrite C, C'; auto|].
          specialize (B eq_refl D). specialize (B' eq_refl D). rewrite ET in B' by auto.
          assert (g k <= g' k)%nat by (apply (floor_le _ _ (L / s k)); tauto).
          assert (g' k <= g k)%nat by (apply (floor_le _ _ (L / s k)); tauto). lia.
        - rewrite A, A'; auto. }
      rewrite E, E', EG by auto. f_equal.
      apply (IH t (fun n => if Req_EM_T (t n) smax then false else inn' n) (fun r => left' r - sum N (fun n => INR (g' n) * d n r)));
        auto.
      * intros k Hk. rewrite EI by auto. destruct (inn k) eqn:Ik.
        -- rewrite ET; auto.
        -- destruct (Req_EM_T (t k) smax); destruct (Req_EM_T (s k) smax); auto.
      * intros k Hk Ik. apply ET; auto. destruct (Req_EM_T (s k) smax); [discriminate|auto].
      * intros r Hr. rewrite EL by auto. f_equal. apply sum_ext. intros k Hk. rewrite EG; auto.
Qed.

(* Idea. Shares are determined where they matter, so both runs begin alike. In a cycle the level, the largest share and
   the rounded numbers are determined, so the next one begins alike too.
   Mechanism: pdrf-cycles. Hypothesis: none. *)
Theorem pdrf_cycles_unique : forall N m c w elig d x y, server N m c w d ->
  pdrf_cycles N m c w elig d x -> pdrf_cycles N m c w elig d y -> forall n, (n < N)%nat -> x n = y n.
Proof.
  intros N m c w elig d x y S [s [Hs [Dx Cx]]] [t [Ht [Dy Cy]]] n Hn.
  apply (cycles_unique N m d s _ _ _ Cx t (live m c elig d) c); auto.
  intros k Hk Lk. apply (share_unique N m c w d k); auto.
Qed.

(** A run of cycles as a list, each with the largest share, the level and what is given. *)
Definition run := list (Q * Q * list nat).
Definition step_ok p (inn : nat -> bool) (left : nat -> Q) (smax L : Q) (g : list nat) (x : nat -> nat) : Prop :=
  largest_in (users p) inn (task_share p) (Q2R smax) /\
  level_in (users p) (kinds p) inn (fun r => Q2R (left r)) (demand p) (task_share p) (Q2R L) /\
  (forall n, (n < users p)%nat -> (inn n = false -> given_by g n = 0%nat) /\
    (inn n = true -> Q2R smax <= Q2R L ->
       INR (given_by g n) <= Q2R L / task_share p n /\ Q2R L / task_share p n < INR (given_by g n) + 1) /\
    (inn n = true -> Q2R L < Q2R smax -> given_by g n = 0%nat)) /\
  (forall n, (n < users p)%nat -> (given_by g n <= x n)%nat).
Definition step_dec p inn left smax L g x : dec (step_ok p inn left smax L g x).
Proof. unfold step_ok, largest_in, level_in. judge. Defined.
Definition step_yes p inn left smax L g x : bool :=
  ltac:(let t := eval unfold step_dec in (yes (step_dec p inn left smax L g x)) in let t := executable t in exact t).
Definition last_ok p (inn : nat -> bool) (x : nat -> nat) :=
  (forall n, (n < users p)%nat -> inn n = false) /\ (forall n, (n < users p)%nat -> x n = 0%nat).
Definition last_dec p inn x : dec (last_ok p inn x). Proof. judge. Defined.
Definition last_yes p inn x : bool :=
  ltac:(let t := eval unfold last_dec in (yes (last_dec p inn x)) in let t := executable t in exact t).
Definition share_num p n : num (task_share p n). Proof. number. Defined.
Definition share_of p n : Q := ltac:(let t := eval unfold share_num in (val (share_num p n)) in let t := executable t in exact t).
Definition use_of p (g : list nat) r : Q := qsum (users p) (fun n => qmul (qnat (given_by g n)) (nth r (nth n (wants p) []) 0%Q)).

Fixpoint followed p inn left x (run : run) : bool :=
  match run with
  | [] => last_yes p inn x
  | (smax, L, g) :: rest => step_yes p inn left smax L g x &&
      followed p (fun n => if Qeq_bool (share_of p n) smax then false else inn n) (fun r => qsub (left r) (use_of p g r))
        (fun n => (x n - given_by g n)%nat) rest
  end.

Lemma followed_cycles p run : forall inn left x, followed p inn left x run = true ->
  cycles (users p) (kinds p) (demand p) (task_share p) inn (fun r => Q2R (left r)) x.
Proof.
  induction run as [|[[smax L] g] rest IH]; intros inn left x H; cbn [followed] in H.
  - destruct (proj1 (yes_ok (last_dec p inn x)) H). apply nobody_in; auto.
  - apply andb_true_iff in H as [S H]. apply IH in H. apply (proj1 (yes_ok (step_dec p inn left smax L g x))) in S.
    destruct S as (A & B & C & D).
    apply (one_cycle _ _ _ _ inn _ x (Q2R L) (Q2R smax) (given_by g) (fun n => (x n - given_by g n)%nat)); auto.
    + replace (fun n => if Req_EM_T (task_share p n) (Q2R smax) then false else inn n)
        with (fun n => if Qeq_bool (share_of p n) smax then false else inn n).
      2:{ apply functional_extensionality. intros n. symmetry. rewrite (val_ok (share_num p n)). apply pick_eq. }
      replace (fun r => Q2R (left r) - sum (users p) (fun n => INR (given_by g n) * demand p n r))
        with (fun r => Q2R (qsub (left r) (use_of p g r))); auto.
      apply functional_extensionality. intros r. rewrite <- qsub_ok. f_equal. unfold use_of.
      symmetry. apply qsum_ok'. intros n. rewrite <- qmul_ok, <- qnat_ok. reflexivity.
    + intros n Hn. specialize (D n Hn). lia.
Qed.

(** Who is live, computed. *)
Definition live_dec p n : dec (live (kinds p) (capacity p) (eligible p) (demand p) n = true). Proof. judge. Defined.
Definition live_yes p n : bool := ltac:(let t := eval unfold live_dec in (yes (live_dec p n)) in let t := executable t in exact t).
Definition quiet p x := forall n, (n < users p)%nat -> live (kinds p) (capacity p) (eligible p) (demand p) n = false -> given_by x n = 0%nat.
Definition quiet_dec p x : dec (quiet p x). Proof. judge. Defined.
Definition quiet_yes p x : bool := ltac:(let t := eval unfold quiet_dec in (yes (quiet_dec p x)) in let t := executable t in exact t).
Definition cycles_yes p (h : run) x : bool :=
  quiet_yes p x && followed p (live_yes p) (fun r => nth r (has p) 0%Q) (given_by x) h.

Lemma cycles_yes_ok p h x : orderly p -> cycles_yes p h x = true -> meets_cycles p x.
Proof.
  intros [S Sh] H. apply andb_true_iff in H as [A B]. exists (task_share p). split; auto. split.
  - apply (yes_ok (quiet_dec p x)), A.
  - apply followed_cycles in B.
    replace (live (kinds p) (capacity p) (eligible p) (demand p)) with (live_yes p); auto.
    apply functional_extensionality. intros n. apply eq_true_iff_eq. apply (yes_ok (live_dec p n)).
Qed.

(** ** What computes, without proofs *)
Definition in_order p : bool :=
  ltac:(let t := eval unfold orderly_dec in (yes (orderly_dec p)) in let t := executable t in exact t).
Definition is_halted_larger p x : bool :=
  ltac:(let t := eval unfold halted_larger_dec in (yes (halted_larger_dec p x)) in let t := executable t in exact t).
Definition is_halted_smaller p x : bool :=
  ltac:(let t := eval unfold halted_smaller_dec in (yes (halted_smaller_dec p x)) in let t := executable t in exact t).
Definition is_halted_index p x : bool :=
  ltac:(let t := eval unfold halted_index_dec in (yes (halted_index_dec p x)) in let t := executable t in exact t).
Definition is_left_out_larger p b x : bool :=
  ltac:(let t := eval unfold skipped_larger_dec in (yes (skipped_larger_dec p b x)) in let t := executable t in exact t).
Definition is_left_out_smaller p b x : bool :=
  ltac:(let t := eval unfold skipped_smaller_dec in (yes (skipped_smaller_dec p b x)) in let t := executable t in exact t).
Definition is_left_out_index p b x : bool :=
  ltac:(let t := eval unfold skipped_index_dec in (yes (skipped_index_dec p b x)) in let t := executable t in exact t).
Definition is_rounded p L x : bool :=
  ltac:(let t := eval unfold rounded_down_dec in (yes (rounded_down_dec p L x)) in let t := executable t in exact t).
Definition is_other p z x : bool :=
  ltac:(let t := eval unfold differs_dec in (yes (differs_dec p z x)) in let t := executable t in exact t).
Definition is_about p q x : bool :=
  ltac:(let t := eval unfold about_dec in (yes (about_dec p q x)) in let t := executable t in exact t).

(** ** Cases; the hint of an outcome that is unique begins with the outcome itself *)
Lemma in_order_ok p : in_order p = true -> orderly p.
Proof. apply (yes_ok (orderly_dec p)). Qed.
Definition halted_case := case machine (list nat) unit.
Theorem audit_halted_larger (cases : list halted_case) :
  forallb (decides in_order is_halted_larger) cases = true -> Forall (agrees orderly (meets_halted larger_share)) cases.
Proof. apply decided; [exact in_order_ok|intros p x; exact (yes_ok (halted_larger_dec p x))]. Qed.
Theorem audit_halted_smaller (cases : list halted_case) :
  forallb (decides in_order is_halted_smaller) cases = true -> Forall (agrees orderly (meets_halted smaller_share)) cases.
Proof. apply decided; [exact in_order_ok|intros p x; exact (yes_ok (halted_smaller_dec p x))]. Qed.
Theorem audit_halted_index (cases : list halted_case) :
  forallb (decides in_order is_halted_index) cases = true -> Forall (agrees orderly (meets_halted any_index)) cases.
Proof. apply decided; [exact in_order_ok|intros p x; exact (yes_ok (halted_index_dec p x))]. Qed.

Lemma order_ok tie p : In tie [larger_share; smaller_share; any_index] -> orderly p ->
  pick_order (runs (users p) (kinds p) (capacity p) (eligible p) (demand p)) (task_share p) (order tie p).
Proof.
  intros T [S Sh].
  destruct (tie_rules (runs (users p) (kinds p) (capacity p) (eligible p) (demand p)) (task_share p)) as (A & B & C).
  { intros i [Hi Li]. apply (share_positive (users p) (kinds p) (capacity p) (weight p) (demand p) i); auto. }
  destruct T as [<-|[<-|[<-|[]]]]; auto.
Qed.

Lemma other_skipped tie p z x : In tie [larger_share; smaller_share; any_index] -> orderly p ->
  meets_skipped tie p z -> differs p z x -> ~ meets_skipped tie p x.
Proof.
  intros T O M [n [Hn D]] M'. apply D. pose proof (order_ok tie p T O). destruct O.
  apply (skipped_unique (users p) (kinds p) (capacity p) (weight p) (eligible p) (demand p) (limits p) (task_share p) (order tie p)); auto.
Qed.

Definition skipped_case := case machine (list nat) (list nat * list (list nat)).
Theorem audit_skipped_larger (cases : list skipped_case) :
  forallb (passes in_order (fun p h x => is_left_out_larger p (snd h) x)
    (fun p h x => is_left_out_larger p (snd h) (fst h) && is_other p (fst h) x)) cases = true ->
  Forall (agrees orderly (meets_skipped larger_share)) cases.
Proof.
  apply audited; [exact in_order_ok| |]; intros p h x O H.
  - apply (left_out_skipped _ _ _ _ _ _ _ _ (table_by (snd h))). apply (yes_ok (skipped_larger_dec p (snd h) x)), H.
  - apply andb_true_iff in H as [A B]. apply (other_skipped larger_share p (fst h)); [simpl; auto|auto| |].
    + apply (left_out_skipped _ _ _ _ _ _ _ _ (table_by (snd h))). apply (yes_ok (skipped_larger_dec p (snd h) (fst h))), A.
    + apply (yes_ok (differs_dec p (fst h) x)), B.
Qed.
Theorem audit_skipped_smaller (cases : list skipped_case) :
  forallb (passes in_order (fun p h x => is_left_out_smaller p (snd h) x)
    (fun p h x => is_left_out_smaller p (snd h) (fst h) && is_other p (fst h) x)) cases = true ->
  Forall (agrees orderly (meets_skipped smaller_share)) cases.
Proof.
  apply audited; [exact in_order_ok| |]; intros p h x O H.
  - apply (left_out_skipped _ _ _ _ _ _ _ _ (table_by (snd h))). apply (yes_ok (skipped_smaller_dec p (snd h) x)), H.
  - apply andb_true_iff in H as [A B]. apply (other_skipped smaller_share p (fst h)); [simpl; auto|auto| |].
    + apply (left_out_skipped _ _ _ _ _ _ _ _ (table_by (snd h))). apply (yes_ok (skipped_smaller_dec p (snd h) (fst h))), A.
    + apply (yes_ok (differs_dec p (fst h) x)), B.
Qed.
Theorem audit_skipped_index (cases : list skipped_case) :
  forallb (passes in_order (fun p h x => is_left_out_index p (snd h) x)
    (fun p h x => is_left_out_index p (snd h) (fst h) && is_other p (fst h) x)) cases = true ->
  Forall (agrees orderly (meets_skipped any_index)) cases.
Proof.
  apply audited; [exact in_order_ok| |]; intros p h x O H.
  - apply (left_out_skipped _ _ _ _ _ _ _ _ (table_by (snd h))). apply (yes_ok (skipped_index_dec p (snd h) x)), H.
  - apply andb_true_iff in H as [A B]. apply (other_skipped any_index p (fst h)); [simpl; auto|auto| |].
    + apply (left_out_skipped _ _ _ _ _ _ _ _ (table_by (snd h))). apply (yes_ok (skipped_index_dec p (snd h) (fst h))), A.
    + apply (yes_ok (differs_dec p (fst h) x)), B.
Qed.

Definition pdrf_case := case machine (list nat) (list nat * Q).
Theorem audit_pdrf (cases : list pdrf_case) :
  forallb (passes in_order (fun p h x => is_rounded p (snd h) x)
    (fun p h x => is_rounded p (snd h) (fst h) && is_other p (fst h) x)) cases = true -> Forall (agrees orderly meets_pdrf) cases.
Proof.
  apply audited; [exact in_order_ok| |]; intros p h x O H.
  - apply (rounded_down_pdrf p (snd h)); auto. apply (yes_ok (rounded_down_dec p (snd h) x)), H.
  - apply andb_true_iff in H as [A B]. apply (yes_ok (differs_dec p (fst h) x)) in B. destruct B as [n [Hn D]].
    intros M. apply D. apply (pdrf_unique (users p) (kinds p) (capacity p) (weight p) (eligible p) (demand p)); auto; [apply O|].
    apply (rounded_down_pdrf p (snd h)); auto. apply (yes_ok (rounded_down_dec p (snd h) (fst h))), A.
Qed.

Theorem audit_final (cases : list pdrf_case) :
  forallb (passes in_order (fun p h x => is_rounded p (snd h) (fst h) && is_about p (fst h) x)
    (fun p h x => is_rounded p (snd h) (fst h) && negb (is_about p (fst h) x))) cases = true ->
  Forall (agrees orderly meets_final) cases.
Proof.
  apply audited; [exact in_order_ok| |]; intros p h x O H; apply andb_true_iff in H as [A B];
    assert (M : meets_pdrf p (fst h))
      by (apply (rounded_down_pdrf p (snd h)); auto; apply (yes_ok (rounded_down_dec p (snd h) (fst h))), A).
  - apply (yes_ok (about_dec p (fst h) x)) in B. destruct B as (F & B & D).
    split; auto. exists (given_by (fst h)). split; [exact M|split; auto].
  - intros (F & q & Hq & B' & D). apply negb_true_iff in B. assert (about p (fst h) x); [|apply (yes_ok (about_dec p (fst h) x)) in H].
    + split; auto. split; auto. intros n Hn.
      rewrite (pdrf_unique (users p) (kinds p) (capacity p) (weight p) (eligible p) (demand p) (given_by (fst h)) (proj1 O) M q Hq n Hn).
      apply B'; auto.
    + change (is_about p (fst h) x = true) in H. congruence.
Qed.

Definition cycles_case := case machine (list nat) (list nat * run).
Theorem audit_cycles (cases : list cycles_case) :
  forallb (passes in_order (fun p h x => cycles_yes p (snd h) x)
    (fun p h x => cycles_yes p (snd h) (fst h) && is_other p (fst h) x)) cases = true -> Forall (agrees orderly meets_cycles) cases.
Proof.
  apply audited; [exact in_order_ok| |]; intros p h x O H.
  - apply (cycles_yes_ok p (snd h)); auto.
  - apply andb_true_iff in H as [A B]. apply (yes_ok (differs_dec p (fst h) x)) in B. destruct B as [n [Hn D]].
    intros M. apply D. apply (cycles_yes_ok p) in A; auto.
    apply (pdrf_cycles_unique (users p) (kinds p) (capacity p) (weight p) (eligible p) (demand p)); auto. apply O.
Qed.
