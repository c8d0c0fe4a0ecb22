(** Every outcome of the rounding by slots and a matching pays strictly less than twice what the programme allows.

    After properties/mechanisms/rounding.md, its rule step by step: the fractions are lowered to the demand, poured into
    slots of size 1 in the order of descending cost, and each slot is matched with a resource of which it holds a
    positive part.  Ties between costs may be settled in any way, by each task in its own, and any matching may be
    taken. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition Matching Rounding Sorting.
Open Scope R_scope.

(** Fractions [y] of the tasks, lowered from [x] until they add up to the demands. *)
Definition lowered (E n : nat) (D : nat -> R) (x y : nat -> nat -> R) : Prop :=
  (forall i j, (i < E)%nat -> (j < n)%nat -> 0 <= y i j <= x i j)
  /\ forall j, (j < n)%nat -> sum E (fun i => y i j) = D j.

(** Task [j] pours resource [s j 0] first, then [s j 1], and so on, in descending cost. *)
Definition descending (E n : nat) (c : nat -> R) (s : nat -> nat -> nat) : Prop :=
  forall j, (j < n)%nat -> renumbering E (s j) /\ forall i q, (i <= q)%nat -> (q < E)%nat -> c (s j q) <= c (s j i).

(** How much task [j] has poured before its [i]-th resource, and what its slot [t] holds of that resource. *)
Definition poured (y : nat -> nat -> R) (s : nat -> nat -> nat) (j i : nat) : R := sum i (fun q => y (s j q) j).
Definition part y s j t i : R := fill t (poured y s j (S i)) - fill t (poured y s j i).

(** Slot [t] of task [j] is matched with its [e j t]-th resource; no resource is matched twice. *)
Definition matched (E n : nat) (Dn : nat -> nat) y s (e : nat -> nat -> nat) : Prop :=
  (forall j t, (j < n)%nat -> (t < Dn j)%nat -> (e j t < E)%nat /\ 0 < part y s j t (e j t))
  /\ forall j t k u, (j < n)%nat -> (t < Dn j)%nat -> (k < n)%nat -> (u < Dn k)%nat ->
       s j (e j t) = s k (e k u) -> j = k /\ t = u.

(** The outcome: a task gets the resources that its slots are matched with. *)
Definition slots (E n : nat) (c : nat -> R) (Dn : nat -> nat) (x : nat -> nat -> R) (a : nat -> nat) : Prop :=
  exists y s e, lowered E n (fun j => INR (Dn j)) x y /\ descending E n c s /\ matched E n Dn y s e
    /\ forall i j, (i < E)%nat -> (j < n)%nat -> (a i = j <-> exists t, (t < Dn j)%nat /\ s j (e j t) = i).

(** A sum over the values of an injective map. *)
Lemma sum_image : forall E k (f : nat -> nat) (h : nat -> R) (chi : nat -> R),
  (forall t, (t < k)%nat -> (f t < E)%nat) -> (forall t u, (t < k)%nat -> (u < k)%nat -> f t = f u -> t = u) ->
  (forall i, (i < E)%nat -> (exists t, (t < k)%nat /\ f t = i) -> chi i = 1) ->
  (forall i, (i < E)%nat -> ~ (exists t, (t < k)%nat /\ f t = i) -> chi i = 0) ->
  sum E (fun i => h i * chi i) = sum k (fun t => h (f t)).
Proof.
  intros E k f h chi Hin Hinj H1 H0.
  assert (C : forall i, (i < E)%nat -> forall q, (q <= k)%nat ->
     ((exists t, (t < q)%nat /\ f t = i) -> sum q (fun t => if Nat.eqb (f t) i then 1 else 0) = 1)
     /\ (~ (exists t, (t < q)%nat /\ f t = i) -> sum q (fun t => if Nat.eqb (f t) i then 1 else 0) = 0)).
  { intros i Hi. induction q as [|q IH]; intros Hq.
    - split; [intros [t [Ht _]]; lia|reflexivity].
    - destruct (IH ltac:(lia)) as [I1 I0]. cbn [sum]. destruct (Nat.eqb_spec (f q) i) as [E1|E1].
      + split; [|intros N; exfalso; apply N; exists q; split; [lia|exact E1]].
        intros _. rewrite I0; [lra|]. intros [t [Ht Et]]. assert (t = q) by (apply Hinj; [lia|lia|congruence]). lia.
      + split.
        * intros [t [Ht Et]]. rewrite I1; [lra|]. exists t. split; [|exact Et].
          destruct (Nat.eq_dec t q) as [->|]; [contradiction|lia].
        * intros N. rewrite I0; [lra|]. intros [t [Ht Et]]. apply N. exists t. split; [lia|exact Et]. }
  rewrite (sum_ext E _ (fun i => sum k (fun t => h i * (if Nat.eqb (f t) i then 1 else 0)))).
  2:{ intros i Hi. rewrite sum_scal. f_equal. destruct (C i Hi k (le_n k)) as [C1 C0].
      assert (Dec : (exists t, (t < k)%nat /\ f t = i) \/ ~ (exists t, (t < k)%nat /\ f t = i)).
      { clear -k. induction k as [|q IH]; [right; intros [t [Ht _]]; lia|].
        destruct (Nat.eq_dec (f q) i) as [E1|E1]; [left; exists q; split; [lia|exact E1]|].
        destruct IH as [[t [Ht Et]]|N]; [left; exists t; split; [lia|exact Et]|right].
        intros [t [Ht Et]]. apply N. exists t. split; [|exact Et]. destruct (Nat.eq_dec t q) as [->|]; [contradiction|lia]. }
      destruct Dec as [D|D]; [rewrite C1, H1|rewrite C0, H0]; auto. }
  rewrite sum_swap. apply sum_ext. intros t Ht. apply sum_single. apply Hin. exact Ht.
Qed.

(** ** The bound, for every outcome

    Idea: the counting inequality of Rounding.v for each task, in its own order of descending cost.
    Mechanism: rounding.  Property: rounding-bound.  Hypothesis: none (rounding refuses what is not unit).
    Claims: mukherjee-theorem-5-strict. *)
Theorem every_rounding_below_twice : forall E n c (Dn : nat -> nat) I rho x a,
  (forall i, (i < E)%nat -> 0 < c i) -> (forall j, (j < n)%nat -> (0 < Dn j)%nat) ->
  pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I rho x -> slots E n c Dn x a ->
  covers E n (fun _ => 1) (fun j => INR (Dn j)) a
  /\ forall j, (j < n)%nat -> pays E c a j < 2 * (rho * I j).
Proof.
  intros E n c Dn I rho x a Hc HD [[X0 [X1 [XD XC]]] XP] [y [s [e [[Y YD] [Hs [[M1 M2] Ha]]]]]].
  assert (Count : forall h j, (j < n)%nat -> sum E (fun i => h i * given a i j) = sum (Dn j) (fun t => h (s j (e j t)))).
  { intros h j Hj. apply (sum_image E (Dn j) (fun t => s j (e j t)) h (fun i => given a i j)).
    - intros t Ht. apply (Hs j Hj). apply M1; assumption.
    - intros t u Ht Hu Eq. apply (M2 j t j u); assumption.
    - intros i Hi Hex. unfold given. destruct (Nat.eq_dec (a i) j) as [|N]; [reflexivity|].
      exfalso. apply N. apply Ha; assumption.
    - intros i Hi Hno. unfold given. destruct (Nat.eq_dec (a i) j) as [Eq|]; [|reflexivity].
      exfalso. apply Hno. apply Ha; assumption. }
  split.
  - intros j Hj. rewrite (Count (fun _ => 1) j Hj), sum_const. lra.
  - intros j Hj. unfold pays. rewrite (Count c j Hj).
    destruct (Hs j Hj) as [Hren Hsort]. pose proof Hren as [Hin _].
    assert (Step : forall i, (i < E)%nat -> poured y s j i <= poured y s j (S i)).
    { intros i Hi. unfold poured. simpl. specialize (Y (s j i) j (Hin i Hi) Hj). lra. }
    assert (Mono : forall i q, (i <= q)%nat -> (q <= E)%nat -> poured y s j i <= poured y s j q).
    { intros i q Hiq. induction Hiq as [|q Hiq IH]; intros Hq; [lra|].
      apply Rle_trans with (poured y s j q); [apply IH; lia|apply Step; lia]. }
    assert (Full : poured y s j E = INR (Dn j)).
    { unfold poured. rewrite <- (YD j Hj). apply (sum_renumbered E (s j) (fun i => y i j) Hren). }
    assert (P0 : forall t i, (i < E)%nat -> 0 <= part y s j t i).
    { intros t i Hi. unfold part. assert (fill t (poured y s j i) <= fill t (poured y s j (S i))); [|lra].
      apply fill_mono. apply Step. exact Hi. }
    assert (Prow : forall t, (t < Dn j)%nat -> sum E (fun i => part y s j t i) = 1).
    { intros t Ht. unfold part. rewrite (telescope E (fun i => fill t (poured y s j i))), Full.
      rewrite fill_full, fill_none; [lra| |].
      - unfold poured. simpl. apply pos_INR.
      - rewrite <- S_INR. apply le_INR. lia. }
    assert (Pcol : forall i, (i < E)%nat -> sum (Dn j) (fun t => part y s j t i) = y (s j i) j).
    { intros i Hi. unfold part. rewrite sum_minus, !fill_all.
      - unfold poured. simpl. lra.
      - change 0 with (poured y s j 0). apply Mono; lia.
      - rewrite <- Full. apply Mono; lia.
      - change 0 with (poured y s j 0). apply Mono; lia.
      - rewrite <- Full. apply Mono; lia. }
    apply (counting E (Dn j) (fun i => c (s j i)) (part y s j) (e j) (rho * I j)).
    + apply HD; exact Hj.
    + intros i Hi. apply Hc, Hin; exact Hi.
    + intros t i _ Hi. apply P0; exact Hi.
    + exact Prow.
    + intros t i q Ht Hi Hq H1 H2. apply Hsort; [|exact Hq].
      destruct (le_lt_dec i q) as [|Hlt]; [assumption|exfalso].
      assert (B1 : INR (S t) < poured y s j (S q)).
      { destruct (Rlt_dec (INR (S t)) (poured y s j (S q))) as [|H]; [assumption|exfalso].
        unfold part in H2. rewrite (fill_none (S t) (poured y s j (S q))) in H2 by lra.
        rewrite (fill_none (S t) (poured y s j q)) in H2; [lra|].
        apply Rle_trans with (poured y s j (S q)); [apply Step; exact Hq|lra]. }
      assert (B2 : poured y s j (S q) <= poured y s j i) by (apply Mono; lia).
      assert (B3 : poured y s j i <= poured y s j (S i)) by (apply Step; exact Hi).
      rewrite S_INR in B1. unfold part in H1. rewrite !fill_full in H1 by lra. lra.
    + apply Rle_trans with (2 := XC j Hj). rewrite sum_swap.
      apply Rle_trans with (sum E (fun i => c (s j i) * x (s j i) j)).
      * apply sum_le. intros i Hi. rewrite sum_scal, Pcol by exact Hi.
        apply Rmult_le_compat_l; [apply Rlt_le, Hc, Hin; exact Hi|apply Y; [apply Hin; exact Hi|exact Hj]].
      * right. apply (sum_renumbered E (s j) (fun i => c i * x i j) Hren).
    + intros i Hi H. destruct (Rle_lt_dec (c (s j i)) (rho * I j)) as [|Hlt]; [assumption|exfalso].
      pose proof (XP (s j i) j (Hin i Hi) Hj Hlt) as Z. pose proof (Y (s j i) j (Hin i Hi) Hj) as Yi.
      assert (Z2 : poured y s j (S i) = poured y s j i) by (unfold poured; cbn [sum]; lra).
      unfold part in H. rewrite Z2 in H. lra.
    + intros t Ht. apply M1; assumption.
Qed.

(** A witness: one resource, one task; the slot holds all of the resource. *)
Lemma slots_witness : pruned 1 1 (fun _ => 1) (fun _ => 1) (fun _ => INR 1) (fun _ => 1) 1 (fun _ _ => 1)
  /\ slots 1 1 (fun _ => 1) (fun _ => 1%nat) (fun _ _ => 1) (fun i => i).
Proof.
  split; [split; [split; [|split; [|split]]|]|].
  - intros; lra.
  - intros; simpl; lra.
  - intros; simpl; lra.
  - intros; simpl; lra.
  - intros i j _ _ H. exfalso. lra.
  - exists (fun _ _ => 1), (fun _ i => i), (fun _ _ => 0%nat). split; [|split; [|split]].
    + split; intros; simpl; lra.
    + intros j _. split; [split; intros; lia|intros; lra].
    + split.
      * intros j t Hj Ht. split; [lia|]. replace t with 0%nat by lia. unfold part, poured. cbn [sum].
        rewrite fill_full by (simpl; lra). rewrite fill_none by (simpl; lra). lra.
      * intros; lia.
    + intros i j Hi Hj. split; [|intros; lia]. intros _. exists 0%nat. lia.
Qed.
