(** Fractions of the pruned programme in which every resource is used up or not used at all.

    After mukherjee IV, Lemma 4.  Sizes are 1 and demands whole.  The proof moves everything at once, where the paper moves the
    parts of two resources at a time. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition Feasible Rounding Sorting.
Open Scope R_scope.

(** Every resource is used up or not at all, and every task has exactly what it demands. *)
Definition packed (E n : nat) (D : nat -> R) (x : nat -> nat -> R) : Prop :=
  (forall i, (i < E)%nat -> sum n (fun j => x i j) = 1 \/ forall j, (j < n)%nat -> x i j = 0)
  /\ forall j, (j < n)%nat -> sum E (fun i => x i j) = D j.

(** ** For costs in ascending order

    Idea: lower the fractions of each task to its demand, and lay the uses of the resources end to end on a line, in ascending
    order of cost.  No resource is used more than once over, so the use of resource i ends at i + 1 or before.  Cut the line at
    the whole numbers: the part between q and q + 1 goes to resource q, which costs at most as much as the resource that
    it comes from.  The length of the line is whole, so every part but those beyond the end is full. *)
Lemma packed_ascending : forall E n c (Dn : nat -> nat) I rho x,
  (forall i, (i < E)%nat -> 0 <= c i) -> (forall i q, (i <= q)%nat -> (q < E)%nat -> c i <= c q) ->
  (forall j, (j < n)%nat -> (0 < Dn j)%nat) ->
  pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I rho x ->
  exists z, pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I rho z /\ packed E n (fun j => INR (Dn j)) z.
Proof.
  intros E n c Dn I rho x Hc Hsort HD [[X0 [X1 [XD XC]]] XP].
  set (T := fun j => sum E (fun i => x i j)).
  assert (HT : forall j, (j < n)%nat -> INR (Dn j) <= T j).
  { intros j Hj. apply Rle_trans with (1 := XD j Hj). right. apply sum_ext. intros; ring. }
  assert (Dpos : forall j, (j < n)%nat -> 0 < INR (Dn j)) by (intros j Hj; apply lt_0_INR, HD; exact Hj).
  set (y := fun i j => x i j * (INR (Dn j) / T j)).
  assert (Y : forall i j, (i < E)%nat -> (j < n)%nat -> 0 <= y i j <= x i j).
  { intros i j Hi Hj. specialize (HT j Hj). specialize (Dpos j Hj). specialize (X0 i j Hi Hj). unfold y.
    assert (Tp : 0 < T j) by lra.
    assert (Q0 : 0 <= INR (Dn j) / T j) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; exact Tp]).
    assert (Q1 : INR (Dn j) / T j <= 1).
    { apply (Rmult_le_reg_r (T j)); [exact Tp|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    split; [apply Rmult_le_pos; assumption|].
    rewrite <- (Rmult_1_r (x i j)) at 2. apply Rmult_le_compat_l; assumption. }
  assert (YD : forall j, (j < n)%nat -> sum E (fun i => y i j) = INR (Dn j)).
  { intros j Hj. unfold y. rewrite sum_scal_r. fold (T j). specialize (HT j Hj). specialize (Dpos j Hj). field. lra. }
  set (v := fun i => sum n (fun j => y i j)).
  assert (V : forall i, (i < E)%nat -> 0 <= v i <= 1).
  { intros i Hi. split; [apply sum_nonneg; intros j Hj; apply Y; assumption|].
    apply Rle_trans with (2 := X1 i Hi). apply sum_le. intros j Hj. apply Y; assumption. }
  set (L := fun i => sum i v).
  assert (L0 : forall i, (i <= E)%nat -> 0 <= L i <= INR i).
  { intros i Hi. unfold L. split; [apply sum_nonneg; intros q Hq; apply V; lia|].
    rewrite <- (Rmult_1_r (INR i)), <- sum_const. apply sum_le. intros q Hq. apply V. lia. }
  assert (LE : L E = INR (all_demands n Dn)).
  { unfold L, v. rewrite sum_swap, all_demands_sum. apply sum_ext. exact YD. }
  set (w := fun i q => fill q (L (S i)) - fill q (L i)).
  assert (W0 : forall i q, (i < E)%nat -> 0 <= w i q).
  { intros i q Hi. unfold w. assert (fill q (L i) <= fill q (L (S i))); [|lra].
    apply fill_mono. unfold L. simpl. specialize (V i Hi). lra. }
  assert (Wfar : forall i q, (i < E)%nat -> (i < q)%nat -> w i q = 0).
  { intros i q Hi Hq. unfold w. assert (B : L (S i) <= INR q).
    { apply Rle_trans with (INR (S i)); [apply L0; lia|apply le_INR; lia]. }
    assert (B' : L i <= L (S i)) by (unfold L; simpl; specialize (V i Hi); lra).
    rewrite !fill_none by lra. lra. }
  assert (Wrow : forall i, (i < E)%nat -> sum E (fun q => w i q) = v i).
  { intros i Hi. unfold w. rewrite sum_minus, !fill_all.
    - unfold L. simpl. lra.
    - apply L0; lia.
    - apply Rle_trans with (INR i); [apply L0; lia|apply le_INR; lia].
    - apply L0; lia.
    - apply Rle_trans with (INR (S i)); [apply L0; lia|apply le_INR; lia]. }
  assert (Wcol : forall q, sum E (fun i => w i q) = if lt_dec q (all_demands n Dn) then 1 else 0).
  { intros q. unfold w. rewrite (telescope E (fun i => fill q (L i))), LE.
    assert (Z : fill q (L 0%nat) = 0) by (apply fill_none; unfold L; simpl; apply pos_INR). rewrite Z.
    destruct (lt_dec q (all_demands n Dn)).
    - rewrite fill_full; [lra|]. rewrite <- S_INR. apply le_INR. lia.
    - rewrite fill_none; [lra|]. apply le_INR. lia. }
  assert (Yv : forall i j, (i < E)%nat -> (j < n)%nat -> v i = 0 -> y i j = 0).
  { intros i j Hi Hj Hv. assert (y i j <= v i).
    { apply (sum_term_le n (fun j => y i j)); [intros q Hq; apply Y; assumption|exact Hj]. }
    specialize (Y i j Hi Hj). lra. }
  assert (Share : forall i j, (i < E)%nat -> (j < n)%nat -> y i j / v i * v i = y i j).
  { intros i j Hi Hj. destruct (Req_dec (v i) 0) as [Z|Z]; [rewrite (Yv i j Hi Hj Z), Z; ring|field; exact Z]. }
  assert (Q0 : forall i j, (i < E)%nat -> (j < n)%nat -> 0 <= y i j / v i).
  { intros i j Hi Hj. destruct (Req_dec (v i) 0) as [Z|Z]; [rewrite (Yv i j Hi Hj Z); unfold Rdiv; lra|].
    apply Rmult_le_pos; [apply Y; assumption|]. apply Rlt_le, Rinv_0_lt_compat. specialize (V i Hi). lra. }
  set (z := fun q j => sum E (fun i => y i j / v i * w i q)).
  assert (Z0 : forall q j, (j < n)%nat -> 0 <= z q j).
  { intros q j Hj. apply sum_nonneg. intros i Hi. apply Rmult_le_pos; [apply Q0; assumption|apply W0; exact Hi]. }
  assert (Zrow : forall q, sum n (fun j => z q j) = if lt_dec q (all_demands n Dn) then 1 else 0).
  { intros q. rewrite <- (Wcol q). unfold z. rewrite sum_swap. apply sum_ext. intros i Hi.
    rewrite sum_scal_r. destruct (Req_dec (v i) 0) as [Hz|Hz].
    - assert (w i q = 0); [|rewrite H; ring]. unfold w.
      replace (L (S i)) with (L i) by (unfold L; simpl; rewrite Hz; ring). lra.
    - rewrite (sum_ext n _ (fun j => / v i * y i j)) by (intros; unfold Rdiv; ring).
      rewrite sum_scal. change (sum n (y i)) with (v i). rewrite Rinv_l by exact Hz. ring. }
  assert (Zcol : forall h j, (j < n)%nat ->
            sum E (fun q => h q * z q j) = sum E (fun i => y i j / v i * sum E (fun q => h q * w i q))).
  { intros h j Hj. unfold z. rewrite (sum_ext E _ (fun q => sum E (fun i => h q * (y i j / v i * w i q)))).
    2:{ intros q _. symmetry. apply sum_scal. }
    rewrite sum_swap. apply sum_ext. intros i _. rewrite <- sum_scal. apply sum_ext. intros q _. ring. }
  assert (ZD : forall j, (j < n)%nat -> sum E (fun q => z q j) = INR (Dn j)).
  { intros j Hj. rewrite (sum_ext E _ (fun q => 1 * z q j)) by (intros; ring).
    rewrite (Zcol (fun _ => 1) j Hj), <- (YD j Hj). apply sum_ext. intros i Hi.
    rewrite (sum_ext E _ (fun q => w i q)) by (intros; ring). rewrite Wrow by exact Hi. apply Share; assumption. }
  exists z. split; [split; [split; [|split; [|split]]|]|split].
  - intros q j _ Hj. apply Z0. exact Hj.
  - intros q _. rewrite Zrow. destruct (lt_dec q (all_demands n Dn)); lra.
  - intros j Hj. rewrite (sum_ext E _ (fun q => z q j)) by (intros; ring). rewrite ZD by exact Hj. lra.
  - intros j Hj. apply Rle_trans with (2 := XC j Hj). rewrite (Zcol c j Hj).
    apply sum_le. intros i Hi. apply Rle_trans with (y i j / v i * (c i * v i)).
    + apply Rmult_le_compat_l; [apply Q0; assumption|]. rewrite <- (Wrow i Hi), <- sum_scal. apply sum_le. intros q Hq.
      destruct (lt_dec i q) as [H|H]; [rewrite (Wfar i q Hi H); lra|].
      apply Rmult_le_compat_r; [apply W0; exact Hi|apply Hsort; [lia|exact Hi]].
    + replace (y i j / v i * (c i * v i)) with (c i * (y i j / v i * v i)) by ring. rewrite (Share i j Hi Hj).
      apply Rmult_le_compat_l; [apply Hc; exact Hi|apply Y; assumption].
  - intros q j Hq Hj Hlt. unfold z. apply sum_zero. intros i Hi.
    destruct (lt_dec i q) as [H|H]; [rewrite (Wfar i q Hi H); ring|].
    assert (Hx : x i j = 0) by (apply XP; [exact Hi|exact Hj|apply Rlt_le_trans with (1 := Hlt), Hsort; [lia|exact Hi]]).
    unfold y. rewrite Hx. unfold Rdiv. ring.
  - intros q Hq. specialize (Zrow q). destruct (lt_dec q (all_demands n Dn)); [left; exact Zrow|right].
    intros j Hj. apply Rle_antisym; [|apply Z0; exact Hj]. rewrite <- Zrow.
    apply (sum_term_le n (fun j => z q j)); [intros u Hu; apply Z0; exact Hu|exact Hj].
  - exact ZD.
Qed.

(** ** Lemma 4, for costs in any order

    Idea: number the resources by ascending cost, and number them back.
    Mechanism: lp-pruned.  Hypothesis: unit.  Claims: mukherjee-lemma-4, mukherjee-exactly-satisfied. *)
Theorem lemma_4 : forall E n c (Dn : nat -> nat) I rho x,
  (forall i, (i < E)%nat -> 0 <= c i) -> (forall j, (j < n)%nat -> (0 < Dn j)%nat) ->
  pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I rho x ->
  exists z, pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I rho z /\ packed E n (fun j => INR (Dn j)) z.
Proof.
  intros E n c Dn I rho x Hc HD [[X0 [X1 [XD XC]]] XP].
  destruct (sorted_order E (fun i => - c i)) as [s [Hs Hsort]]. pose proof Hs as [Hin _].
  destruct (packed_ascending E n (fun i => c (s i)) Dn I rho (fun i j => x (s i) j)) as [z [[[Z0 [Z1 [ZD ZC]]] ZP] [P1 P2]]].
  - intros i Hi. apply Hc, Hin; exact Hi.
  - intros i q Hi Hq. specialize (Hsort i q Hi Hq). lra.
  - exact HD.
  - split; [split; [|split; [|split]]|].
    + intros i j Hi Hj. apply X0; [apply Hin; exact Hi|exact Hj].
    + intros i Hi. apply X1, Hin; exact Hi.
    + intros j Hj. apply Rle_trans with (1 := XD j Hj). right. symmetry.
      apply (sum_renumbered E s (fun i => 1 * x i j) Hs).
    + intros j Hj. apply Rle_trans with (2 := XC j Hj). right.
      apply (sum_renumbered E s (fun i => c i * x i j) Hs).
    + intros i j Hi Hj Hlt. apply XP; [apply Hin; exact Hi|exact Hj|exact Hlt].
  - set (u := fun i j => z (back s E i) j). exists u.
    assert (G : forall h j, sum E (fun i => h i * u i j) = sum E (fun i => h (s i) * z i j)).
    { intros h j. destruct (sum_renumbered E s (fun i => h i * u i j) Hs) as [<- _].
      apply sum_ext. intros i Hi. unfold u. rewrite (back_spec E s i Hs Hi). reflexivity. }
    assert (B : forall i, (i < E)%nat -> exists q, (q < E)%nat /\ s q = i /\ back s E i = q).
    { intros i Hi. destruct (sum_renumbered E s (fun _ => 0) Hs) as [_ R]. destruct (R i Hi) as [q [Hq Eq]].
      exists q. split; [exact Hq|split; [exact Eq|]]. rewrite <- Eq. apply back_spec; assumption. }
    split; [split; [split; [|split; [|split]]|]|split].
    + intros i j Hi Hj. destruct (B i Hi) as [q [Hq [Eq Eb]]]. unfold u. rewrite Eb. apply Z0; assumption.
    + intros i Hi. destruct (B i Hi) as [q [Hq [Eq Eb]]]. unfold u. rewrite Eb. apply Z1; assumption.
    + intros j Hj. rewrite (G (fun _ => 1) j). apply ZD; exact Hj.
    + intros j Hj. rewrite (G c j). apply ZC; exact Hj.
    + intros i j Hi Hj Hlt. destruct (B i Hi) as [q [Hq [Eq Eb]]]. unfold u. rewrite Eb. apply ZP; [exact Hq|exact Hj|].
      rewrite Eq. exact Hlt.
    + intros i Hi. destruct (B i Hi) as [q [Hq [Eq Eb]]]. unfold u. rewrite Eb. apply P1. exact Hq.
    + intros j Hj. rewrite <- (P2 j Hj). rewrite (sum_ext E _ (fun i => 1 * u i j)) by (intros; ring).
      rewrite (G (fun _ => 1) j). apply sum_ext. intros; ring.
Qed.

(** The same for the smallest rho, as Lemma 4 has it. *)
Theorem lemma_4_smallest : forall E n c (Dn : nat -> nat) I rho,
  (forall i, (i < E)%nat -> 0 <= c i) -> (forall j, (j < n)%nat -> (0 < Dn j)%nat) ->
  value (pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I) rho ->
  exists z, pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I rho z
    /\ forall i j, (i < E)%nat -> (j < n)%nat -> 0 < z i j -> sum n (fun j => z i j) = 1.
Proof.
  intros E n c Dn I rho Hc HD [[x Hx] _]. destruct (lemma_4 E n c Dn I rho x Hc HD Hx) as [z [Hz [P _]]].
  exists z. split; [exact Hz|]. intros i j Hi Hj Hp. destruct (P i Hi) as [H|H]; [exact H|].
  rewrite (H j Hj) in Hp. lra.
Qed.

(** A witness: one resource of cost 1, one task of demand 1. *)
Lemma packed_witness : value (pruned 1 1 (fun _ => 1) (fun _ => 1) (fun _ => INR 1) (fun _ => 1)) 1
  /\ pruned 2 1 (fun i => INR (S i)) (fun _ => 1) (fun _ => INR 1) (fun _ => 1) 1 (fun i _ => if Nat.eq_dec i 0 then 1 else 0).
Proof. split; [apply rounding_witness|apply sorting_witness]. Qed.
