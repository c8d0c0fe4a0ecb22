(** The specifications of the model covering, decided by computation on instances in fractions. *)

From Coq Require Import Reals Qreals QArith Lra Lia Arith Bool List.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition Feasible Greedy Sizes.
From Fair.Audit Require Import Decide.
Import ListNotations.
Open Scope R_scope.

(** Costs, sizes, demands, and the isolation costs that go with them. *)
Record stock := Stock { costs : list Q; sizes : list Q; demands : list Q; alone : list Q }.
Definition resources p := length (costs p).
Definition tasks p := length (demands p).
Definition from (l : list Q) (i : nat) : R := Q2R (nth i l 0%Q).
Definition cost p := from (costs p).
Definition size p := from (sizes p).
Definition demand p := from (demands p).
Definition isolated p := from (alone p).

(** ** Choices of resources, gone through one by one *)
Definition pick_of (l : list bool) (i : nat) : bool := nth i l false.
Fixpoint choices (E : nat) : list (list bool) :=
  match E with O => [[]] | S k => flat_map (fun l => [true :: l; false :: l]) (choices k) end.

Lemma choices_all E (u : nat -> bool) : exists l, In l (choices E) /\ forall i, (i < E)%nat -> pick_of l i = u i.
Proof.
  revert u. induction E; intros u; simpl; [exists []; split; auto; intros; lia|].
  destruct (IHE (fun i => u (S i))) as [l [Hl Q]]. exists (u O :: l). split.
  - apply in_flat_map. exists l. split; auto. destruct (u O); simpl; auto.
  - intros i Hi. destruct i; simpl; auto. apply Q; lia.
Qed.

Lemma chosen_ext E f u v : (forall i, (i < E)%nat -> u i = v i) -> chosen E f u = chosen E f v.
Proof. intros H. apply sum_ext. intros i Hi. rewrite H; auto. Qed.

(** The least cost of what covers a task alone. *)
Definition alone_right p j :=
  (exists k, (k < length (choices (resources p)))%nat /\
    demand p j <= chosen (resources p) (size p) (pick_of (nth k (choices (resources p)) [])) /\
    chosen (resources p) (cost p) (pick_of (nth k (choices (resources p)) [])) = isolated p j) /\
  (forall k, (k < length (choices (resources p)))%nat ->
    demand p j <= chosen (resources p) (size p) (pick_of (nth k (choices (resources p)) [])) ->
    isolated p j <= chosen (resources p) (cost p) (pick_of (nth k (choices (resources p)) []))).

Lemma alone_right_ok p j : alone_right p j -> isolation (resources p) (cost p) (size p) (demand p j) (isolated p j).
Proof.
  intros [[k [_ H]] L]. split; [exists (pick_of (nth k (choices (resources p)) [])); exact H|].
  intros u Hu. destruct (choices_all (resources p) u) as [l [Hl Q]].
  destruct (In_nth (choices (resources p)) l [] Hl) as [i [Hi Ei]]. specialize (L i Hi). rewrite Ei in L.
  rewrite !(chosen_ext _ _ _ _ Q) in L. auto.
Qed.

Definition orderly p :=
  (forall i, (i < resources p)%nat -> 0 < cost p i) /\ (forall i, (i < resources p)%nat -> 0 < size p i) /\
  (forall j, (j < tasks p)%nat -> 0 < demand p j) /\ (forall j, (j < tasks p)%nat -> 0 < isolated p j) /\
  forall j, (j < tasks p)%nat -> isolation (resources p) (cost p) (size p) (demand p j) (isolated p j).
Definition checked p :=
  (forall i, (i < resources p)%nat -> 0 < cost p i) /\ (forall i, (i < resources p)%nat -> 0 < size p i) /\
  (forall j, (j < tasks p)%nat -> 0 < demand p j) /\ (forall j, (j < tasks p)%nat -> 0 < isolated p j) /\
  forall j, (j < tasks p)%nat -> alone_right p j.
Lemma checked_ok p : checked p -> orderly p.
Proof. intros (A & B & C & D & H). do 4 (split; auto). intros j Hj. apply alone_right_ok, H; auto. Qed.
Definition checked_dec p : dec (checked p). Proof. judge. Defined.

(** ** Programmes: a value and fractions that attain it *)
Definition fraction := (Q * list (list Q))%type.
Definition part_of (x : fraction) i j : R := Q2R (nth j (nth i (snd x) []) 0%Q).
Definition ratio (x : fraction) : R := Q2R (fst x).
Definition attains (P : R -> (nat -> nat -> R) -> Prop) x :=
  P (ratio x) (part_of x) /\ value P (ratio x).
Definition rows_naive p := naive (resources p) (tasks p) (cost p) (size p) (demand p) (isolated p).
Definition rows_pruned p := pruned (resources p) (tasks p) (cost p) (size p) (demand p) (isolated p).
Definition rows_sized p := sized (resources p) (tasks p) (cost p) (size p) (demand p) (isolated p).
Definition meets_naive p x := attains (rows_naive p) x.
Definition meets_pruned p x := attains (rows_pruned p) x.
Definition meets_sized p x := attains (rows_sized p) x.

Lemma attains_of (P : R -> (nat -> nat -> R) -> Prop) x : P (ratio x) (part_of x) -> (forall rho y, P rho y -> ratio x <= rho) -> attains P x.
Proof. intros A B. split; auto. split; auto. exists (part_of x); auto. Qed.
Lemma not_attains (P : R -> (nat -> nat -> R) -> Prop) x z : P (ratio z) (part_of z) -> ratio z < ratio x -> ~ attains P x.
Proof. intros A L [_ [_ M]]. specialize (M _ _ A). lra. Qed.

(** Multipliers of resources, demands and payments. *)
Record multipliers := Multipliers { on_resource : list Q; on_cover : list Q; on_pay : list Q }.
Definition signs p h :=
  (forall i, (i < resources p)%nat -> 0 <= from (on_resource h) i) /\
  (forall j, (j < tasks p)%nat -> 0 <= from (on_cover h) j) /\ (forall j, (j < tasks p)%nat -> 0 <= from (on_pay h) j).
Definition pays_in p h := sum (tasks p) (fun j => isolated p j * from (on_pay h) j).
Definition gains_in p h := sum (tasks p) (fun j => demand p j * from (on_cover h) j) - sum (resources p) (from (on_resource h)).
Definition bounds_naive p h rho := signs p h /\
  (forall i j, (i < resources p)%nat -> (j < tasks p)%nat ->
    size p i * from (on_cover h) j <= cost p i * from (on_pay h) j + from (on_resource h) i) /\
  0 < pays_in p h /\ rho * pays_in p h <= gains_in p h.
Definition bounds_pruned p h rho := signs p h /\
  (forall i j, (i < resources p)%nat -> (j < tasks p)%nat -> cost p i < rho * isolated p j ->
    size p i * from (on_cover h) j <= cost p i * from (on_pay h) j + from (on_resource h) i) /\
  0 < gains_in p h /\ rho * pays_in p h <= gains_in p h.
Definition bounds_sized p h rho := signs p h /\
  (forall i j, (i < resources p)%nat -> (j < tasks p)%nat -> cost p i < rho * isolated p j -> size p i <= demand p j ->
    size p i * from (on_cover h) j <= cost p i * from (on_pay h) j + from (on_resource h) i) /\
  0 < gains_in p h /\ rho * pays_in p h <= gains_in p h.

(** One sum of rows for the three; [open] says which fractions may be positive. *)
Lemma summed p h rho (open : nat -> nat -> Prop) rho' x : signs p h ->
  (forall i j, (i < resources p)%nat -> (j < tasks p)%nat -> open i j \/ x i j = 0) ->
  (forall i j, (i < resources p)%nat -> (j < tasks p)%nat -> open i j ->
    size p i * from (on_cover h) j <= cost p i * from (on_pay h) j + from (on_resource h) i) ->
  rho * pays_in p h <= gains_in p h -> rows_naive p rho' x -> rho * pays_in p h <= gains_in p h <= rho' * pays_in p h.
Proof.
  intros (Ha & Hb & Hy) Open Hab Hrho [X0 [X1 [XD XC]]]. split; auto. unfold gains_in, pays_in.
  set (E := resources p) in *. set (n := tasks p) in *.
  set (a := from (on_resource h)) in *. set (b := from (on_cover h)) in *. set (y := from (on_pay h)) in *.
  assert (W := weigh E n (size p) (demand p) x b Hb XD).
  assert (B : sum n (fun j => sum E (fun i => size p i * b j * x i j))
              <= sum n (fun j => y j * sum E (fun i => cost p i * x i j)) + sum n (fun j => sum E (fun i => a i * x i j))).
  { rewrite <- sum_plus. apply sum_le. intros j Hj. rewrite <- sum_scal, <- sum_plus. apply sum_le. intros i Hi.
    destruct (Open i j Hi Hj) as [O|Z]; [|rewrite Z; lra].
    apply Rle_trans with ((cost p i * y j + a i) * x i j); [apply Rmult_le_compat_r; auto|right; ring]. }
  assert (C : sum n (fun j => y j * sum E (fun i => cost p i * x i j)) <= rho' * sum n (fun j => isolated p j * y j)).
  { rewrite <- sum_scal. apply sum_le. intros j Hj.
    apply Rle_trans with (y j * (rho' * isolated p j)); [apply Rmult_le_compat_l; auto|right; ring]. }
  assert (A : sum n (fun j => sum E (fun i => a i * x i j)) <= sum E a).
  { rewrite sum_swap. apply sum_le. intros i Hi. rewrite sum_scal.
    apply Rle_trans with (a i * 1); [apply Rmult_le_compat_l; auto|lra]. }
  lra.
Qed.

Lemma pays_nonneg p h : orderly p -> signs p h -> 0 <= pays_in p h.
Proof. intros (_ & _ & _ & I & _) (_ & _ & Y). apply sum_nonneg. intros. apply Rmult_le_pos; auto. apply Rlt_le; auto. Qed.

Lemma naive_least p h rho : orderly p -> bounds_naive p h rho -> forall rho' x, rows_naive p rho' x -> rho <= rho'.
Proof.
  intros O (S & B & P & H) rho' x R.
  destruct (summed p h rho (fun _ _ => True) rho' x S) as [_ L]; auto.
  apply (Rmult_le_reg_r (pays_in p h)); lra.
Qed.

Lemma least_of p h rho rho' : orderly p -> signs p h -> 0 < gains_in p h ->
  (rho' < rho -> rho * pays_in p h <= gains_in p h <= rho' * pays_in p h) -> rho <= rho'.
Proof.
  intros O S G H. apply Rnot_lt_le. intros L. specialize (H L). pose proof (pays_nonneg p h O S) as P.
  destruct (Rle_lt_or_eq_dec _ _ P) as [Q|Q].
  - apply (Rmult_lt_compat_r (pays_in p h)) in L; lra.
  - rewrite <- Q in H. lra.
Qed.

Lemma pruned_least p h rho : orderly p -> bounds_pruned p h rho -> forall rho' x, rows_pruned p rho' x -> rho <= rho'.
Proof.
  intros O (S & B & P & H) rho' x [R Cut]. apply (least_of p h); auto. intros L.
  apply (summed p h rho (fun i j => cost p i < rho * isolated p j) rho' x); auto.
  intros i j Hi Hj. destruct (Rlt_le_dec (rho' * isolated p j) (cost p i)) as [D|D]; [right; apply Cut; auto|left].
  destruct O as (_ & _ & _ & I & _). pose proof (Rmult_lt_compat_r _ _ _ (I j Hj) L). lra.
Qed.

Lemma sized_least p h rho : orderly p -> bounds_sized p h rho -> forall rho' x, rows_sized p rho' x -> rho <= rho'.
Proof.
  intros O (S & B & P & H) rho' x [[R Cut] Large]. apply (least_of p h); auto. intros L.
  apply (summed p h rho (fun i j => cost p i < rho * isolated p j /\ size p i <= demand p j) rho' x); auto.
  2:{ intros i j Hi Hj [D1 D2]. apply B; auto. }
  intros i j Hi Hj. destruct (Rlt_le_dec (rho' * isolated p j) (cost p i)) as [D|D]; [right; apply Cut; auto|].
  destruct (Rlt_le_dec (demand p j) (size p i)) as [D'|D']; [right; apply Large; auto|left; split; auto].
  destruct O as (_ & _ & _ & I & _). pose proof (Rmult_lt_compat_r _ _ _ (I j Hj) L). lra.
Qed.

(** Accepted by rows and multipliers; refused by a row, or by fractions for a smaller ratio. *)
Definition hint := (multipliers * fraction)%type.
Definition naive_yes p (h : hint) x : dec (rows_naive p (ratio x) (part_of x) /\ bounds_naive p (fst h) (ratio x)).
Proof. judge. Defined.
Definition naive_no p (h : hint) x : dec (~ rows_naive p (ratio x) (part_of x) \/
  (rows_naive p (ratio (snd h)) (part_of (snd h)) /\ ratio (snd h) < ratio x)).
Proof. judge. Defined.
Definition pruned_yes p (h : hint) x : dec (rows_pruned p (ratio x) (part_of x) /\ bounds_pruned p (fst h) (ratio x)).
Proof. judge. Defined.
Definition pruned_no p (h : hint) x : dec (~ rows_pruned p (ratio x) (part_of x) \/
  (rows_pruned p (ratio (snd h)) (part_of (snd h)) /\ ratio (snd h) < ratio x)).
Proof. judge. Defined.
Definition sized_yes p (h : hint) x : dec (rows_sized p (ratio x) (part_of x) /\ bounds_sized p (fst h) (ratio x)).
Proof. judge. Defined.
Definition sized_no p (h : hint) x : dec (~ rows_sized p (ratio x) (part_of x) \/
  (rows_sized p (ratio (snd h)) (part_of (snd h)) /\ ratio (snd h) < ratio x)).
Proof. judge. Defined.

(** ** Assignments, gone through one by one; the number of tasks stands for nobody *)
Definition by_list (l : list nat) (i : nat) : nat := nth i l 0%nat.
Fixpoint assignments (E n : nat) : list (list nat) :=
  match E with O => [[]] | S k => flat_map (fun l => map (fun j => j :: l) (seq 0 (S n))) (assignments k n) end.

Lemma assignments_all E n (a : nat -> nat) :
  exists l, In l (assignments E n) /\ forall i, (i < E)%nat -> by_list l i = Nat.min (a i) n.
Proof.
  revert a. induction E; intros a; cbn [assignments]; [exists []; split; [simpl; auto|intros; lia]|].
  destruct (IHE (fun i => a (S i))) as [l [Hl Q]]. exists (Nat.min (a O) n :: l). split.
  - apply in_flat_map. exists l. split; auto. apply in_map_iff. exists (Nat.min (a O) n). split; auto. apply in_seq. lia.
  - intros i Hi. destruct i; simpl; auto. unfold by_list in Q. apply Q; lia.
Qed.

Lemma given_min a b i j n : (j < n)%nat -> b i = Nat.min (a i) n -> given b i j = given a i j.
Proof. intros Hj E. unfold given. rewrite E. destruct (Nat.eq_dec _ _); destruct (Nat.eq_dec (a i) j); auto; lia. Qed.

Definition covers_all p a := covers (resources p) (tasks p) (size p) (demand p) a.
Definition within p a rho := ratio_at_most (resources p) (tasks p) (cost p) (isolated p) a rho.
Definition meets_optimum p (x : list nat) := covers_all p (by_list x) /\
  exists opt, within p (by_list x) opt /\ forall a rho, covers_all p a -> within p a rho -> opt <= rho.

Definition listed p k := by_list (nth k (assignments (resources p) (tasks p)) []).
Definition least_by_all p opt := forall k, (k < length (assignments (resources p) (tasks p)))%nat -> covers_all p (listed p k) ->
  exists j, (j < tasks p)%nat /\ opt * isolated p j <= pays (resources p) (cost p) (listed p k) j.

Lemma least_by_all_ok p opt : orderly p -> least_by_all p opt -> forall a rho, covers_all p a -> within p a rho -> opt <= rho.
Proof.
  intros (_ & _ & _ & Pos & _) H a rho C W.
  destruct (assignments_all (resources p) (tasks p) a) as [l [Hl Q]].
  destruct (In_nth (assignments (resources p) (tasks p)) l [] Hl) as [k [Hk Ek]].
  specialize (H k Hk). unfold listed in H. rewrite Ek in H.
  assert (G : forall f j, (j < tasks p)%nat -> sum (resources p) (fun i => f i * given (by_list l) i j) = sum (resources p) (fun i => f i * given a i j)).
  { intros f j Hj. apply sum_ext. intros i Hi. rewrite (given_min a (by_list l) i j (tasks p)); auto. }
  destruct H as [j [Hj L]]. { intros j Hj. rewrite (G (size p) j Hj). apply C; auto. }
  specialize (W j Hj). unfold pays in *. rewrite (G (cost p) j Hj) in L.
  apply (Rmult_le_reg_r (isolated p j)); auto. lra.
Qed.

Definition assigned := (Q * list nat)%type.
Definition optimum_yes p (h : assigned) x : dec (covers_all p (by_list x) /\ within p (by_list x) (Q2R (fst h)) /\ least_by_all p (Q2R (fst h))).
Proof. judge. Defined.
Definition optimum_no p (h : assigned) x : dec (~ covers_all p (by_list x) \/
  (covers_all p (by_list (snd h)) /\ within p (by_list (snd h)) (Q2R (fst h)) /\
   exists j, (j < tasks p)%nat /\ Q2R (fst h) * isolated p j < pays (resources p) (cost p) (by_list x) j)).
Proof. judge. Defined.

(** ** Rounding: less than twice what the pruned programme allows *)
Definition meets_rounding p (x : list nat) := covers_all p (by_list x) /\
  exists rho, value (rows_pruned p) rho /\ forall j, (j < tasks p)%nat -> pays (resources p) (cost p) (by_list x) j < 2 * rho * isolated p j.
Definition rounding_yes p (h : hint) x : dec ((rows_pruned p (ratio (snd h)) (part_of (snd h)) /\ bounds_pruned p (fst h) (ratio (snd h))) /\
  covers_all p (by_list x) /\ forall j, (j < tasks p)%nat -> pays (resources p) (cost p) (by_list x) j < 2 * ratio (snd h) * isolated p j).
Proof. judge. Defined.
Definition rounding_no p (h : hint) x : dec ((rows_pruned p (ratio (snd h)) (part_of (snd h)) /\ bounds_pruned p (fst h) (ratio (snd h))) /\
  (~ covers_all p (by_list x) \/ exists j, (j < tasks p)%nat /\ 2 * ratio (snd h) * isolated p j <= pays (resources p) (cost p) (by_list x) j)).
Proof. judge. Defined.

(** ** Greedy for equal tasks, ties settled in any way *)
Definition each_needs p : nat := Z.to_nat (Qnum (nth 0 (demands p) 0%Q)).
Definition meets_greedy p (g : list nat) := greedy_run (tasks p) (each_needs p) (resources p) (cost p) (by_list g).
Definition greedy_dec p g : dec (meets_greedy p g). Proof. judge. Defined.

(** ** What computes, without proofs *)
Definition is_checked p : bool :=
  ltac:(let t := eval unfold checked_dec in (yes (checked_dec p)) in let t := executable t in exact t).
Definition says_yes_naive p h x : bool :=
  ltac:(let t := eval unfold naive_yes in (yes (naive_yes p h x)) in let t := executable t in exact t).
Definition says_no_naive p h x : bool :=
  ltac:(let t := eval unfold naive_no in (yes (naive_no p h x)) in let t := executable t in exact t).
Definition says_yes_pruned p h x : bool :=
  ltac:(let t := eval unfold pruned_yes in (yes (pruned_yes p h x)) in let t := executable t in exact t).
Definition says_no_pruned p h x : bool :=
  ltac:(let t := eval unfold pruned_no in (yes (pruned_no p h x)) in let t := executable t in exact t).
Definition says_yes_sized p h x : bool :=
  ltac:(let t := eval unfold sized_yes in (yes (sized_yes p h x)) in let t := executable t in exact t).
Definition says_no_sized p h x : bool :=
  ltac:(let t := eval unfold sized_no in (yes (sized_no p h x)) in let t := executable t in exact t).
Definition says_yes_optimum p h x : bool :=
  ltac:(let t := eval unfold optimum_yes in (yes (optimum_yes p h x)) in let t := executable t in exact t).
Definition says_no_optimum p h x : bool :=
  ltac:(let t := eval unfold optimum_no in (yes (optimum_no p h x)) in let t := executable t in exact t).
Definition says_yes_rounding p h x : bool :=
  ltac:(let t := eval unfold rounding_yes in (yes (rounding_yes p h x)) in let t := executable t in exact t).
Definition says_no_rounding p h x : bool :=
  ltac:(let t := eval unfold rounding_no in (yes (rounding_no p h x)) in let t := executable t in exact t).
Definition is_greedy p g : bool :=
  ltac:(let t := eval unfold greedy_dec in (yes (greedy_dec p g)) in let t := executable t in exact t).

(** ** Cases *)
Lemma is_checked_ok p : is_checked p = true -> orderly p.
Proof. intros H. apply checked_ok. exact (proj1 (yes_ok (checked_dec p)) H). Qed.
Definition programme_case := case stock fraction hint.
Theorem audit_naive (cases : list programme_case) :
  forallb (passes is_checked says_yes_naive says_no_naive) cases = true -> Forall (agrees orderly meets_naive) cases.
Proof.
  apply audited; [exact is_checked_ok| |]; intros p h x O H.
  - apply (yes_ok (naive_yes p h x)) in H. destruct H as [R B]. apply attains_of; [exact R|].
    apply (naive_least p (fst h)); auto.
  - apply (yes_ok (naive_no p h x)) in H. destruct H as [N|[R L]]; [intros [A _]; auto|].
    apply (not_attains _ _ (snd h)); auto.
Qed.
Theorem audit_pruned (cases : list programme_case) :
  forallb (passes is_checked says_yes_pruned says_no_pruned) cases = true -> Forall (agrees orderly meets_pruned) cases.
Proof.
  apply audited; [exact is_checked_ok| |]; intros p h x O H.
  - apply (yes_ok (pruned_yes p h x)) in H. destruct H as [R B]. apply attains_of; [exact R|].
    apply (pruned_least p (fst h)); auto.
  - apply (yes_ok (pruned_no p h x)) in H. destruct H as [N|[R L]]; [intros [A _]; auto|].
    apply (not_attains _ _ (snd h)); auto.
Qed.
Theorem audit_sized (cases : list programme_case) :
  forallb (passes is_checked says_yes_sized says_no_sized) cases = true -> Forall (agrees orderly meets_sized) cases.
Proof.
  apply audited; [exact is_checked_ok| |]; intros p h x O H.
  - apply (yes_ok (sized_yes p h x)) in H. destruct H as [R B]. apply attains_of; [exact R|].
    apply (sized_least p (fst h)); auto.
  - apply (yes_ok (sized_no p h x)) in H. destruct H as [N|[R L]]; [intros [A _]; auto|].
    apply (not_attains _ _ (snd h)); auto.
Qed.
Definition optimum_case := case stock (list nat) assigned.
Theorem audit_optimum (cases : list optimum_case) :
  forallb (passes is_checked says_yes_optimum says_no_optimum) cases = true -> Forall (agrees orderly meets_optimum) cases.
Proof.
  apply audited; [exact is_checked_ok| |]; intros p h x O H.
  - apply (yes_ok (optimum_yes p h x)) in H. destruct H as (C & W & L). split; auto. exists (Q2R (fst h)). split; auto.
    apply least_by_all_ok; auto.
  - apply (yes_ok (optimum_no p h x)) in H. intros [C [opt [W M]]]. destruct H as [N|(C' & W' & j & Hj & D)]; [auto|].
    specialize (M _ _ C' W'). specialize (W j Hj). destruct O as (_ & _ & _ & Pos & _).
    pose proof (Rmult_le_compat_r _ _ _ (Rlt_le _ _ (Pos j Hj)) M). lra.
Qed.

Lemma value_unique (P : R -> (nat -> nat -> R) -> Prop) a b : value P a -> value P b -> a = b.
Proof. intros [[x X] A] [[y Y] B]. apply Rle_antisym; eauto. Qed.

Definition rounding_case := case stock (list nat) hint.
Theorem audit_rounding (cases : list rounding_case) :
  forallb (passes is_checked says_yes_rounding says_no_rounding) cases = true -> Forall (agrees orderly meets_rounding) cases.
Proof.
  assert (V : forall p (h : hint), orderly p -> rows_pruned p (ratio (snd h)) (part_of (snd h)) /\ bounds_pruned p (fst h) (ratio (snd h)) ->
    value (rows_pruned p) (ratio (snd h))).
  { intros p h O [R B]. split; [eexists; exact R|]. apply (pruned_least p (fst h)); auto. }
  apply audited; [exact is_checked_ok| |]; intros p h x O H.
  - apply (yes_ok (rounding_yes p h x)) in H. destruct H as (R & C & L). split; auto. exists (ratio (snd h)). split; auto.
  - apply (yes_ok (rounding_no p h x)) in H. destruct H as [R H]. intros [C [rho [Vr L]]].
    rewrite (value_unique _ _ _ Vr (V p h O R)) in L. destruct H as [N|[j [Hj D]]]; [auto|]. specialize (L j Hj). lra.
Qed.

Definition greedy_case := case stock (list nat) unit.
Theorem audit_greedy (cases : list greedy_case) :
  forallb (decides is_checked is_greedy) cases = true -> Forall (agrees orderly meets_greedy) cases.
Proof. apply decided; [exact is_checked_ok|intros p g; exact (yes_ok (greedy_dec p g))]. Qed.
