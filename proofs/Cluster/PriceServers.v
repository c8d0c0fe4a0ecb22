(** The price of fairness on many servers: DRF on each server comes as near to the number N of users as one likes, and so do DRFH
    without constraints and PS-DSF.  Equal weights, tasks without end. *)

From Coq Require Import Reals Lra Lia Arith List.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Bottleneck Drf Drfh PerServer PsDsf SiRatio Price PriceAttained.
Open Scope R_scope.

(** ** DRF on each server: servers that each suit one user

    Server i has one unit of resource i and L^2 units of each other resource.  A task of user n needs one unit of resource n and L
    units of each other resource.  So user n runs one task on server n alone, and 1/L of a task on each other server. *)
Definition guests (N : nat) (L : R) : inst :=
  mk N N N (fun i r => if Nat.eq_dec i r then 1 else L * L) (fun n r => if Nat.eq_dec n r then 1 else L)
     (fun _ => 1) (fun _ _ => true) (fun _ => None).

Section Guests.
  Variables (N : nat) (L : R).
  Hypothesis HN : (0 < N)%nat.
  Hypothesis HL : 1 <= L.
  Set Default Proof Using "All".

  Let I := guests N L.

  (** The tasks of user n on server i. *)
  Definition guest (n i : nat) : R := if Nat.eq_dec n i then 1 else / L.

  Lemma guest_pos n i : 0 < guest n i <= 1.
  Proof.
    unfold guest. destruct (Nat.eq_dec n i); [lra|].
    split; [apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1; apply Rinv_le_contravar; lra].
  Qed.

  Lemma guest_dem n r : 1 <= dem I n r <= L.
  Proof. simpl. destruct (Nat.eq_dec n r); lra. Qed.

  (** A user that has a server to itself fills the resource of the server. *)
  Lemma guest_fills n i : guest n i * dem I n i = 1.
  Proof. unfold guest. simpl. destruct (Nat.eq_dec n i); [lra|apply Rinv_l; lra]. Qed.

  Lemma guest_fits n i r : guest n i * dem I n r <= cap I i r.
  Proof.
    pose proof (guest_pos n i). pose proof (guest_dem n r). simpl cap. destruct (Nat.eq_dec i r) as [<-|].
    - right. apply guest_fills.
    - apply Rle_trans with (1 * L); [apply Rmult_le_compat; lra|apply Rmult_le_compat_r; lra].
  Qed.

  Lemma guests_wf : wf I.
  Proof.
    split; try (simpl; intros; lra || discriminate).
    - intros i r _ _. simpl. destruct (Nat.eq_dec i r); [lra|apply Rmult_le_pos; lra].
    - intros n Hn. split; [intros r _; pose proof (guest_dem n r); lra|]. exists n. split; [exact Hn|pose proof (guest_dem n n); lra].
  Qed.

  Lemma guests_gam n i : (n < N)%nat -> (i < N)%nat -> gam I n i = guest n i.
  Proof.
    intros Hn Hi. unfold gam. simpl el. unfold fit. apply Rle_antisym.
    - pose proof (guest_dem n i) as D. pose proof (minratio_le N (cap I i) (dem I n) i Hi ltac:(lra)) as M.
      pose proof (guest_fills n i) as F. simpl resources. apply (Rmult_le_reg_r (dem I n i)); [lra|].
      rewrite F. apply Rle_trans with (1 := M). simpl. destruct (Nat.eq_dec i i); [lra|contradiction].
    - apply minratio_glb; [apply (wf_dem I guests_wf n Hn)|]. intros r _ _. apply guest_fits.
  Qed.

  Lemma guests_equals : equals I.
  Proof.
    split; [apply guests_wf|exact HN|intros n _; reflexivity|intros; reflexivity|].
    intros n Hn. exists n. split; [exact Hn|]. rewrite guests_gam by assumption. apply guest_pos.
  Qed.

  Lemma guests_all n : (n < N)%nat -> all_tasks I n = 1 + (INR N - 1) * / L.
  Proof.
    intros Hn. unfold all_tasks. simpl servers.
    rewrite (sum_ext N _ (fun i => (if Nat.eq_dec i n then 1 - / L else 0) + / L * 1)).
    - rewrite sum_plus, sum_single by exact Hn. rewrite sum_scal, sum_all_ones. ring.
    - intros i Hi. simpl tk. rewrite guests_gam by assumption. unfold guest. destruct (Nat.eq_dec n i), (Nat.eq_dec i n); try lia; lra.
  Qed.

  (** All users share each server, and each user keeps to its own. *)
  Definition shared_out : placement := fun n i => / INR N * guest n i.
  Definition at_home : placement := fun n i => if Nat.eq_dec n i then 1 else 0.

  Lemma N_one : 1 <= INR N.
  Proof. change 1 with (INR 1). apply le_INR. lia. Qed.

  Lemma part_pos : 0 < / INR N <= 1.
  Proof. pose proof N_one. split; [apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1; apply Rinv_le_contravar; lra]. Qed.

  Lemma sum_of_parts a : sum N (fun _ => / INR N * a) = a.
  Proof.
    rewrite (sum_ext N _ (fun _ => (/ INR N * a) * 1)) by (intros; ring). rewrite sum_scal, sum_all_ones.
    pose proof N_one. field. lra.
  Qed.

  Lemma guests_level i n : (i < N)%nat -> (n < N)%nat -> guest n i * drf_level (at_server i I) (own_weight I) n = 1.
  Proof.
    intros Hi Hn. pose proof (guest_pos n i) as [P _]. pose proof (guest_fills n i) as F.
    assert (Ow : forall r, own_weight I n r = 1) by (intros r; rewrite own_weight_same by exact Hn; reflexivity).
    assert (E : drf_level (at_server i I) (own_weight I) n = dem I n i).
    { unfold drf_level. simpl resources. change (dem (at_server i I) n) with (dem I n). pose proof (guest_dem n i) as D. apply Rle_antisym.
      - apply maxratio_lub; [lra|]. intros r _ _. rewrite Ow, Rmult_1_l. change (cap (at_server i I) 0 r) with (cap I i r).
        apply (Rmult_le_reg_l (guest n i)); [exact P|]. rewrite <- Rmult_assoc, F, Rmult_1_l. apply guest_fits.
      - pose proof (maxratio_ge N (dem I n) (fun r => own_weight I n r * cap (at_server i I) 0 r) i Hi) as M. cbv beta in M.
        rewrite Ow, Rmult_1_l in M. change (cap (at_server i I) 0 i) with (cap I i i) in M.
        assert (C : cap I i i = 1) by (simpl; destruct (Nat.eq_dec i i); [reflexivity|contradiction]).
        rewrite C, Rmult_1_r in M. apply M. lra. }
    rewrite E. exact F.
  Qed.

  Lemma shared_use i r : (i < N)%nat -> sum N (fun n => there shared_out i n 0%nat * dem I n r) <= cap I i r.
  Proof.
    intros Hi. rewrite <- (sum_of_parts (cap I i r)). apply sum_le. intros n _. unfold there, shared_out.
    rewrite Rmult_assoc. apply Rmult_le_compat_l; [apply Rlt_le, part_pos|apply guest_fits].
  Qed.

  Lemma shared_full i : (i < N)%nat -> sum N (fun n => there shared_out i n 0%nat * dem I n i) = cap I i i.
  Proof.
    intros Hi. rewrite <- (sum_of_parts (cap I i i)). apply sum_ext. intros n _. unfold there, shared_out.
    rewrite Rmult_assoc, guest_fills. simpl. destruct (Nat.eq_dec i i); [reflexivity|contradiction].
  Qed.

  Lemma guests_rule : drf_per_server I shared_out.
  Proof.
    split; [intros n _; reflexivity|]. intros i Hi. simpl in Hi. split; [reflexivity|]. split.
    - split; [split|].
      + intros n j _ _. unfold there, shared_out. pose proof (guest_pos n i). pose proof part_pos. apply Rmult_le_pos; lra.
      + intros n j Hn _ G. exfalso. simpl in Hn. assert (Q : gam (at_server i I) n j = gam I n i) by reflexivity. rewrite Q in G.
        rewrite guests_gam in G by assumption. pose proof (guest_pos n i). lra.
      + intros n _. exact Logic.I.
      + intros j r Hj Hr. simpl in Hj. replace j with 0%nat by lia. apply shared_use. exact Hi.
    - intros n Hn _. simpl in Hn. right. exists i. split; [exact Hi|]. split; [pose proof (guest_dem n i) as D; simpl in *; lra|].
      split; [apply shared_full; exact Hi|]. intros m Hm _. simpl in Hm. right. rewrite !tot_there. unfold shared_out.
      rewrite !Rmult_assoc, !guests_level by assumption. reflexivity.
  Qed.

  Lemma shared_welfare : welfare I shared_out = 1.
  Proof.
    pose proof N_one as N1. assert (A : 0 < 1 + (INR N - 1) * / L).
    { assert (0 <= (INR N - 1) * / L) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]). lra. }
    unfold welfare. simpl users. rewrite <- (sum_of_parts 1). apply sum_ext. intros n Hn.
    assert (T : tot I shared_out n = / INR N * (1 + (INR N - 1) * / L)).
    { rewrite <- (guests_all n Hn). unfold tot, all_tasks, shared_out. simpl servers. rewrite <- sum_scal.
      apply sum_ext. intros i Hi. rewrite guests_gam by assumption. reflexivity. }
    rewrite T, guests_all by exact Hn. field. repeat split; lra.
  Qed.

  Lemma home_feasible : feasible I at_home.
  Proof.
    split; [split|].
    - intros n i _ _. unfold at_home. destruct (Nat.eq_dec n i); lra.
    - intros n i Hn Hi G. exfalso. rewrite guests_gam in G by assumption. pose proof (guest_pos n i). lra.
    - intros n _. exact Logic.I.
    - intros i r Hi Hr. apply Rle_trans with (sum N (fun n => if Nat.eq_dec n i then dem I i r else 0)).
      + right. apply sum_ext. intros n _. unfold at_home. destruct (Nat.eq_dec n i) as [->|]; ring.
      + rewrite sum_single by exact Hi. pose proof (guest_fits i i r) as F. unfold guest in F.
        destruct (Nat.eq_dec i i); [lra|contradiction].
  Qed.

  Lemma home_welfare : welfare I at_home = INR N / (1 + (INR N - 1) * / L).
  Proof.
    unfold welfare. simpl users. rewrite (sum_ext N _ (fun _ => / (1 + (INR N - 1) * / L) * 1)).
    - rewrite sum_scal, sum_all_ones. unfold Rdiv. ring.
    - intros n Hn. rewrite guests_all by exact Hn. unfold tot, at_home. simpl servers.
      rewrite (sum_ext N _ (fun i => if Nat.eq_dec i n then 1 else 0)).
      + rewrite sum_single by exact Hn. unfold Rdiv. ring.
      + intros i _. destruct (Nat.eq_dec n i), (Nat.eq_dec i n); try lia; reflexivity.
  Qed.
End Guests.
Set Default Proof Using "Type".

(** Idea: on each server all users have the part 1/N of what they could run there, whereas each user could have the server that suits
    it, and lose only the 1/L of a task elsewhere.
    Mechanism: drf-per-server.  Measure: price-of-fairness. *)
Theorem per_server_price_approached N e : (0 < N)%nat -> 0 < e -> exists I x y, equals I /\ users I = N
  /\ drf_per_server I x /\ feasible I y /\ 0 < welfare I x /\ (INR N - e) * welfare I x < welfare I y.
Proof.
  intros HN He. pose proof (N_one N 1 HN ltac:(lra)) as N1.
  set (L := INR N * INR N / e + 1).
  assert (L1 : 1 <= L).
  { unfold L. assert (0 <= INR N * INR N / e) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply Rlt_le, Rinv_0_lt_compat; lra]). lra. }
  exists (guests N L), (shared_out N L), at_home.
  split; [apply guests_equals; assumption|]. split; [reflexivity|]. split; [apply guests_rule; assumption|].
  split; [apply home_feasible; assumption|]. rewrite shared_welfare, home_welfare by assumption. split; [lra|].
  assert (Le : (L - 1) * e = INR N * INR N) by (unfold L; field; lra).
  assert (Li : L * / L = 1) by (apply Rinv_r; lra). assert (Lp : 0 < / L) by (apply Rinv_0_lt_compat; lra).
  set (a := (INR N - 1) * / L). assert (A0 : 0 <= a) by (apply Rmult_le_pos; lra).
  assert (Ae : INR N * a < e).
  { apply (Rmult_lt_reg_l L); [lra|]. replace (L * (INR N * a)) with (INR N * (INR N - 1)) by (unfold a; rewrite <- (Rmult_1_r (INR N * (INR N - 1))), <- Li; ring). lra. }
  apply (Rmult_lt_reg_r (1 + a)); [lra|]. rewrite Rmult_1_r.
  replace (INR N / (1 + a) * (1 + a)) with (INR N) by (field; lra).
  replace ((INR N - e) * (1 + a)) with (INR N + INR N * a - e - e * a) by ring.
  assert (0 <= e * a) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma guests_witness : exists I x y, equals I /\ users I = 2%nat /\ drf_per_server I x /\ feasible I y.
Proof.
  destruct (per_server_price_approached 2 1 ltac:(lia) ltac:(lra)) as [I [x [y [E [U [D [F _]]]]]]].
  exists I, x, y. split; [exact E|]. split; [exact U|]. split; [exact D|exact F].
Qed.

(** ** DRFH without constraints: a user that stands low because of a server where it cannot run

    Server 0 has one unit of each resource, server 1 has M units of resource 0 and nothing else.  User 0 needs resource 0 and the part d
    of the last resource; each other user needs the part d of resource 0 and a resource of its own.  So nobody can run on server 1,
    although all may. *)
Definition barred (N : nat) (M d : R) : inst :=
  mk N 2 (S N) (fun i r => match i, r with O, _ => 1 | _, O => M | _, _ => 0 end)
     (fun n r => if Nat.eq_dec r N then (match n with O => d | _ => 0 end)
                 else match r with O => (match n with O => 1 | _ => d end) | _ => if Nat.eq_dec r n then 1 else 0 end)
     (fun _ => 1) (fun _ _ => true) (fun _ => None).

(** User 0 runs [a] tasks, and each other user [b], all on server 0. *)
Definition on_first (a b : R) : placement := fun n i => match i with O => (match n with O => a | _ => b end) | _ => 0 end.

Lemma sum_one_other N a b : (0 < N)%nat -> sum N (fun n => match n with O => a | _ => b end) = a + (INR N - 1) * b.
Proof.
  intros HN. destruct N as [|k]; [lia|]. clear HN. induction k as [|k IH]; [simpl; ring|].
  replace (sum (S (S k)) (fun n => match n with O => a | _ => b end)) with (sum (S k) (fun n => match n with O => a | _ => b end) + b) by reflexivity.
  rewrite IH, !S_INR. ring.
Qed.

Section Barred.
  Variables (N : nat) (M d : R).
  Hypothesis HN : (0 < N)%nat.
  Hypothesis HM : 0 <= M.
  Hypothesis Hd : 0 < d.
  Hypothesis HdM : d * (1 + M) <= 1.
  Hypothesis HNd : (INR N - 1) * d <= 1.
  Set Default Proof Using "All".

  Let I := barred N M d.
  Let T := 1 + M + (INR N - 1) * d.

  Lemma barred_part : d <= 1.
  Proof. assert (0 <= d * M) by (apply Rmult_le_pos; lra). lra. Qed.

  Lemma barred_T : 1 <= T.
  Proof.
    assert (1 <= INR N) by (change 1 with (INR 1); apply le_INR; lia).
    assert (0 <= (INR N - 1) * d) by (apply Rmult_le_pos; lra). unfold T. lra.
  Qed.

  Lemma barred_demands n r : dem I n r = if Nat.eq_dec r N then (match n with O => d | _ => 0 end)
    else match r with O => (match n with O => 1 | _ => d end) | _ => if Nat.eq_dec r n then 1 else 0 end.
  Proof. reflexivity. Qed.

  Lemma barred_dem n r : 0 <= dem I n r <= 1.
  Proof.
    pose proof barred_part. rewrite barred_demands. destruct (Nat.eq_dec r N); [destruct n; lra|].
    destruct r; [destruct n; lra|]. destruct (Nat.eq_dec (S r) n); lra.
  Qed.

  Lemma barred_first n : dem I n 0 = match n with O => 1 | _ => d end.
  Proof. rewrite barred_demands. destruct (Nat.eq_dec 0 N); [lia|reflexivity]. Qed.

  Lemma barred_own n : (n < N)%nat -> dem I n n = 1.
  Proof.
    intros Hn. rewrite barred_demands. destruct (Nat.eq_dec n N); [lia|]. destruct n; [reflexivity|].
    destruct (Nat.eq_dec (S n) (S n)); [reflexivity|contradiction].
  Qed.

  Lemma barred_lacks n : (n < N)%nat -> exists r, (r < S N)%nat /\ 0 < dem I n r /\ cap I 1 r = 0.
  Proof.
    intros Hn. destruct n as [|n].
    - exists N. split; [lia|]. split; [rewrite barred_demands; destruct (Nat.eq_dec N N); [exact Hd|contradiction]|]. clear - HN. simpl. destruct N; [lia|reflexivity].
    - exists (S n). split; [lia|]. split; [rewrite barred_own by exact Hn; lra|reflexivity].
  Qed.

  Lemma barred_wf : wf I.
  Proof.
    split; try (simpl; intros; lra || discriminate).
    - intros i r _ _. simpl. destruct i, r; lra.
    - intros n Hn. split; [intros r _; apply barred_dem|]. exists n. simpl resources. simpl in Hn. split; [lia|]. rewrite barred_own by exact Hn. lra.
  Qed.

  Lemma barred_gam n i : (n < N)%nat -> (i < 2)%nat -> gam I n i = match i with O => 1 | _ => 0 end.
  Proof.
    intros Hn Hi. pose proof (wf_dem I barred_wf n Hn) as Dm. unfold gam. simpl el. unfold fit. simpl resources.
    destruct i as [|[|i]]; [| |lia]; apply Rle_antisym.
    - pose proof (minratio_le (S N) (cap I 0) (dem I n) n ltac:(lia)) as L. rewrite barred_own in L by exact Hn. specialize (L ltac:(lra)).
      simpl cap in L. rewrite Rmult_1_r in L. exact L.
    - apply minratio_glb; [exact Dm|]. intros r _ _. pose proof (barred_dem n r). simpl cap. lra.
    - destruct (barred_lacks n Hn) as [r [Hr [P C]]]. pose proof (minratio_le (S N) (cap I 1) (dem I n) r Hr P) as L. rewrite C in L.
      apply (Rmult_le_reg_r (dem I n r)); [exact P|]. rewrite Rmult_0_l. exact L.
    - apply minratio_glb; [exact Dm|]. intros r _ _. rewrite Rmult_0_l. simpl. destruct r; lra.
  Qed.

  Lemma barred_equals : equals I.
  Proof.
    split; [apply barred_wf|exact HN|intros n _; reflexivity|intros; reflexivity|].
    intros n Hn. exists 0%nat. split; [simpl; lia|]. rewrite barred_gam by (exact Hn || lia). lra.
  Qed.

  Lemma barred_all n : (n < N)%nat -> all_tasks I n = 1.
  Proof. intros Hn. unfold all_tasks. simpl servers. cbn [sum]. rewrite !barred_gam by (exact Hn || lia). lra. Qed.

  Lemma barred_tot y n : (forall i, (i < 2)%nat -> i <> 0%nat -> y n i = 0) -> tot I y n = y n 0%nat.
  Proof. intros H. unfold tot. simpl. rewrite (H 1%nat) by lia. lra. Qed.

  Lemma barred_x a b n : tot I (on_first a b) n = match n with O => a | _ => b end.
  Proof. rewrite barred_tot; [reflexivity|]. intros [|i] _ H; [lia|reflexivity]. Qed.

  Lemma barred_welfare a b : welfare I (on_first a b) = a + (INR N - 1) * b.
  Proof.
    unfold welfare. simpl users. rewrite <- (sum_one_other N a b HN). apply sum_ext. intros n Hn.
    rewrite barred_x, barred_all by exact Hn. destruct n; lra.
  Qed.

  Lemma barred_feasible a b : 0 <= a <= 1 -> 0 <= b <= 1 -> a + (INR N - 1) * (b * d) <= 1 -> feasible I (on_first a b).
  Proof.
    intros Ha Hb H. pose proof barred_part as D1. split; [split|].
    - intros n [|i] _ _; simpl; [destruct n|]; lra.
    - intros n i Hn Hi G. rewrite barred_gam in G by assumption. destruct i; [lra|reflexivity].
    - intros n _. exact Logic.I.
    - intros i r Hi Hr. simpl in Hi, Hr. destruct i as [|i].
      2:{ rewrite sum_zero; [simpl; destruct r; lra|]. intros n _. unfold on_first. ring. }
      change (cap I 0 r) with 1. simpl users. destruct (Nat.eq_dec r 0) as [->|R0].
      + apply Rle_trans with (2 := H). right. rewrite <- (sum_one_other N a (b * d) HN). apply sum_ext. intros n _.
        rewrite barred_first. unfold on_first. destruct n; ring.
      + destruct (Nat.eq_dec r N) as [->|RN].
        * apply Rle_trans with (sum N (fun n => if Nat.eq_dec n 0 then a * d else 0)).
          -- right. apply sum_ext. intros n _. rewrite barred_demands. destruct (Nat.eq_dec N N); [|contradiction]. unfold on_first.
             destruct n; destruct (Nat.eq_dec _ 0); try lia; ring.
          -- rewrite sum_single by exact HN. rewrite <- (Rmult_1_l 1). apply Rmult_le_compat; lra.
        * apply Rle_trans with (sum N (fun n => if Nat.eq_dec n r then b else 0)).
          -- apply sum_le. intros n _. rewrite barred_demands. destruct (Nat.eq_dec r N); [contradiction|]. destruct r as [|r]; [lia|].
             unfold on_first. destruct (Nat.eq_dec (S r) n), (Nat.eq_dec n (S r)); try lia; destruct n; try lia; lra.
          -- rewrite sum_single by lia. lra.
  Qed.

  Let x := on_first ((1 + M) * / T) (/ T).

  Lemma barred_feasible_x : feasible I x.
  Proof.
    pose proof barred_T as HT. assert (P : 0 < / T) by (apply Rinv_0_lt_compat; lra).
    assert (P1 : / T <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    assert (TT : T * / T = 1) by (apply Rinv_r; lra).
    assert (N1 : 0 <= (INR N - 1) * d).
    { apply Rmult_le_pos; [|lra]. assert (1 <= INR N) by (change 1 with (INR 1); apply le_INR; lia). lra. }
    apply barred_feasible; [split; [apply Rmult_le_pos; lra|]|lra|].
    - apply Rle_trans with (T * / T); [|lra]. apply Rmult_le_compat_r; [lra|]. unfold T. lra.
    - apply Rle_trans with (T * / T); [|lra]. right. unfold T. ring.
  Qed.

  Lemma barred_global n : (n < N)%nat -> global_share I n = match n with O => / (1 + M) | _ => 1 end.
  Proof.
    intros Hn. unfold global_share. simpl wt. unfold Rdiv. rewrite Rinv_1, Rmult_1_r. simpl resources.
    assert (Pl : forall r, pool I r = match r with O => 1 + M | _ => 1 end) by (intros r; unfold pool; simpl; destruct r; lra).
    assert (Mp : 0 < / (1 + M)) by (apply Rinv_0_lt_compat; lra). assert (Mi : / (1 + M) * (1 + M) = 1) by (apply Rinv_l; lra).
    assert (Dm : d <= / (1 + M)) by (apply (Rmult_le_reg_r (1 + M)); [lra|]; rewrite Mi; exact HdM).
    apply Rle_antisym.
    - apply maxratio_lub; [destruct n; lra|]. intros r Hr _. rewrite Pl. pose proof (barred_dem n r) as D. destruct n as [|n].
      + destruct r as [|r]; [rewrite Mi; lra|]. rewrite barred_demands. destruct (Nat.eq_dec (S r) N); [lra|]. destruct (Nat.eq_dec (S r) 0); [lia|lra].
      + destruct r; lra.
    - pose proof (maxratio_ge (S N) (dem I n) (pool I) n ltac:(lia)) as L. rewrite barred_own, Pl in L by exact Hn.
      destruct n; [|lra]. specialize (L ltac:(lra)). apply (Rmult_le_reg_r (1 + M)); [lra|]. rewrite Mi. exact L.
  Qed.

  Lemma barred_fair : fair I (feasible I) (global_share I) x.
  Proof.
    intros n y Hn [Fy [G C]]. pose proof barred_T as HT. simpl in Hn.
    assert (Lev : forall m, (m < N)%nat -> tot I x m * global_share I m = / T).
    { intros m Hm. unfold x. rewrite barred_x, barred_global by exact Hm. destruct m; [field; lra|ring]. }
    assert (Up : forall m, (m < N)%nat -> tot I x m <= tot I y m).
    { intros m Hm. apply Rnot_lt_le. intros Lm. specialize (C m Hm Lm). rewrite !Lev in C by assumption. lra. }
    assert (Ty : forall m, (m < N)%nat -> tot I y m = y m 0%nat).
    { intros m Hm. apply barred_tot. intros [|i] Hi Ne; [lia|]. apply (pl_run I (gam I) y (proj1 Fy)); [exact Hm|exact Hi|].
      rewrite barred_gam by assumption. reflexivity. }
    pose proof (proj2 Fy 0%nat 0%nat ltac:(simpl; lia) ltac:(simpl; lia)) as Cap. change (cap I 0 0) with 1 in Cap. simpl users in Cap.
    assert (Less : sum N (fun m => tot I x m * dem I m 0) < sum N (fun m => y m 0%nat * dem I m 0)).
    { assert (Fp : forall m, 0 < dem I m 0) by (intros m; rewrite barred_first; destruct m; lra). apply sum_lt with n; [|exact Hn|].
      - intros m Hm. rewrite <- Ty by exact Hm. apply Rmult_le_compat_r; [apply Rlt_le, Fp|apply Up; exact Hm].
      - rewrite <- Ty by exact Hn. apply Rmult_lt_compat_r; [apply Fp|exact G]. }
    rewrite (sum_ext N (fun m => tot I x m * dem I m 0) (fun m => match m with O => (1 + M) * / T | _ => / T * d end)) in Less.
    2:{ intros m _. unfold x. rewrite barred_x, barred_first. destruct m; ring. }
    rewrite sum_one_other in Less by exact HN.
    replace ((1 + M) * / T + (INR N - 1) * (/ T * d)) with (T * / T) in Less by (unfold T; ring). rewrite Rinv_r in Less by lra. lra.
  Qed.

  Lemma barred_rule : drfh I x.
  Proof.
    split; [intros n i _ _; reflexivity|]. apply feasible_fair_leximin; [apply barred_wf| |apply barred_feasible_x|apply barred_fair].
    intros n Hn _. rewrite barred_global by exact Hn. destruct n; [apply Rinv_0_lt_compat|]; lra.
  Qed.
End Barred.
Set Default Proof Using "Type".

(** Idea: for large M user 0 takes nearly all of resource 0 of the one server of use, and each other user, which needs little of it,
    runs nearly nothing.
    Mechanism: drfh.  Measure: price-of-fairness. *)
Theorem drfh_price_approached N e : (0 < N)%nat -> 0 < e -> exists I x y, equals I /\ users I = N
  /\ drfh I x /\ feasible I y /\ 0 < welfare I x /\ (INR N - e) * welfare I x < welfare I y.
Proof.
  intros HN He. assert (N1 : 1 <= INR N) by (change 1 with (INR 1); apply le_INR; lia).
  set (M := INR N * INR N / e + INR N). set (d := / (1 + M)).
  assert (Me : INR N * INR N < M * e).
  { unfold M. replace ((INR N * INR N / e + INR N) * e) with (INR N * INR N + INR N * e) by (field; lra).
    assert (0 < INR N * e) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (MN : INR N <= M).
  { unfold M. assert (0 <= INR N * INR N / e) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply Rlt_le, Rinv_0_lt_compat; lra]). lra. }
  assert (D0 : 0 < d) by (apply Rinv_0_lt_compat; lra).
  assert (Dm : (1 + M) * d = 1) by (apply Rinv_r; lra).
  assert (ND : (INR N - 1) * d <= 1) by (rewrite <- Dm; apply Rmult_le_compat_r; lra).
  assert (ND0 : 0 <= (INR N - 1) * d) by (apply Rmult_le_pos; lra).
  assert (DM : d * (1 + M) <= 1) by lra.
  set (T := 1 + M + (INR N - 1) * d). assert (T1 : 1 <= T) by (unfold T; lra).
  assert (Ti : 0 < / T) by (apply Rinv_0_lt_compat; lra).
  exists (barred N M d), (on_first ((1 + M) * / T) (/ T)), (on_first (1 - (INR N - 1) * d) 1).
  split; [apply barred_equals; assumption || lra|]. split; [reflexivity|]. split; [apply barred_rule; assumption || lra|].
  split; [apply barred_feasible; assumption || lra|]. rewrite !barred_welfare by (assumption || lra).
  replace ((1 + M) * / T + (INR N - 1) * / T) with ((M + INR N) * / T) by ring.
  split; [apply Rmult_lt_0_compat; lra|]. apply (Rmult_lt_reg_r T); [lra|].
  replace ((INR N - e) * ((M + INR N) * / T) * T) with ((INR N - e) * (M + INR N)) by (field; lra).
  apply Rlt_le_trans with (INR N * (1 + M) - (INR N - 1)).
  - assert (0 < e * INR N) by (apply Rmult_lt_0_compat; lra). lra.
  - assert (A : (1 - (INR N - 1) * d + (INR N - 1) * 1) * (1 + M) <= (1 - (INR N - 1) * d + (INR N - 1) * 1) * T).
    { apply Rmult_le_compat_l; [lra|]. unfold T. lra. }
    replace ((1 - (INR N - 1) * d + (INR N - 1) * 1) * (1 + M)) with (INR N * (1 + M) - (INR N - 1) * ((1 + M) * d)) in A by ring.
    rewrite Dm in A. lra.
Qed.

(** ** PS-DSF: equal servers, of which each user fills one

    Each of N servers has one unit of each of N resources.  A task of user n needs one unit of resource n and the part d of each other
    resource. *)
Definition alike (N : nat) (d : R) : inst :=
  mk N N N (fun _ _ => 1) (fun n r => if Nat.eq_dec n r then 1 else d) (fun _ => 1) (fun _ _ => true) (fun _ => None).

(** Each user runs [a] tasks on each server. *)
Definition spread (a : R) : placement := fun _ _ => a.

Section Alike.
  Variables (N : nat) (d : R).
  Hypothesis HN : (0 < N)%nat.
  Hypothesis Hd : 0 < d <= 1.
  Set Default Proof Using "All".

  Let I := alike N d.

  Lemma alike_dem n r : 0 < dem I n r <= 1.
  Proof. simpl. destruct (Nat.eq_dec n r); lra. Qed.

  Lemma alike_own n : dem I n n = 1.
  Proof. simpl. destruct (Nat.eq_dec n n); [reflexivity|contradiction]. Qed.

  Lemma alike_wf : wf I.
  Proof.
    split; try (simpl; intros; lra || discriminate).
    intros n Hn. split; [intros r _; pose proof (alike_dem n r); lra|]. exists n. split; [exact Hn|rewrite alike_own; lra].
  Qed.

  Lemma alike_gam n i : (n < N)%nat -> gam I n i = 1.
  Proof.
    intros Hn. unfold gam. simpl el. unfold fit. apply Rle_antisym.
    - pose proof (minratio_le N (cap I i) (dem I n) n Hn) as M. rewrite alike_own in M. specialize (M ltac:(lra)).
      rewrite Rmult_1_r in M. exact M.
    - apply minratio_glb; [apply (wf_dem I alike_wf n Hn)|]. intros r _ _. pose proof (alike_dem n r). simpl cap. lra.
  Qed.

  Lemma alike_equals : equals I.
  Proof.
    split; [apply alike_wf|exact HN|intros n _; reflexivity|intros; reflexivity|].
    intros n Hn. exists n. split; [exact Hn|]. rewrite alike_gam by exact Hn. lra.
  Qed.

  Lemma alike_all n : (n < N)%nat -> all_tasks I n = INR N.
  Proof.
    intros Hn. unfold all_tasks. simpl servers. rewrite <- sum_all_ones. apply sum_ext. intros i _. apply alike_gam. exact Hn.
  Qed.

  Lemma alike_home n : (n < N)%nat -> tot I at_home n = 1.
  Proof.
    intros Hn. unfold tot, at_home. simpl servers. rewrite (sum_ext N _ (fun i => if Nat.eq_dec i n then 1 else 0)).
    - apply sum_single. exact Hn.
    - intros i _. destruct (Nat.eq_dec n i), (Nat.eq_dec i n); try lia; reflexivity.
  Qed.

  Lemma alike_use i r : (i < N)%nat -> sum N (fun n => at_home n i * dem I n r) = dem I i r.
  Proof.
    intros Hi. rewrite (sum_ext N _ (fun n => if Nat.eq_dec n i then dem I i r else 0)); [apply sum_single; exact Hi|].
    intros n _. unfold at_home. destruct (Nat.eq_dec n i) as [->|]; ring.
  Qed.

  Lemma alike_rule : ps_dsf I at_home.
  Proof.
    split; [intros n _; reflexivity|]. split; [split; [split|]|].
    - intros n i _ _. unfold at_home. destruct (Nat.eq_dec n i); lra.
    - intros n i Hn _ G. rewrite alike_gam in G by exact Hn. lra.
    - intros n _. exact Logic.I.
    - intros i r Hi _. simpl users. rewrite alike_use by exact Hi. apply alike_dem.
    - intros n i Hn Hi _. exists i. split; [exact Hi|]. split; [apply alike_dem|]. split.
      + simpl users. rewrite alike_use by exact Hi. apply alike_own.
      + intros m Hm _. unfold vds. rewrite !alike_home, !alike_gam by assumption. right. reflexivity.
  Qed.

  Lemma alike_home_welfare : welfare I at_home = 1.
  Proof.
    assert (N1 : 1 <= INR N) by (change 1 with (INR 1); apply le_INR; lia).
    unfold welfare. simpl users. rewrite (sum_ext N _ (fun _ => / INR N * 1)).
    - rewrite sum_scal, sum_all_ones. apply Rinv_l. lra.
    - intros n Hn. rewrite alike_home, alike_all by exact Hn. unfold Rdiv. ring.
  Qed.

  Let a := / (1 + (INR N - 1) * d).

  Lemma alike_total r : (r < N)%nat -> sum N (fun n => dem I n r) = 1 + (INR N - 1) * d.
  Proof.
    intros Hr. rewrite (sum_ext N _ (fun n => (if Nat.eq_dec n r then 1 - d else 0) + d * 1)).
    - rewrite sum_plus, sum_single by exact Hr. rewrite sum_scal, sum_all_ones. ring.
    - intros n _. simpl. destruct (Nat.eq_dec n r); ring.
  Qed.

  Lemma alike_a : 0 < a.
  Proof.
    assert (1 <= INR N) by (change 1 with (INR 1); apply le_INR; lia).
    assert (0 <= (INR N - 1) * d) by (apply Rmult_le_pos; lra). apply Rinv_0_lt_compat. lra.
  Qed.

  Lemma alike_spread : feasible I (spread a).
  Proof.
    pose proof alike_a as A. split; [split|].
    - intros n i _ _. unfold spread. lra.
    - intros n i Hn _ G. rewrite alike_gam in G by exact Hn. lra.
    - intros n _. exact Logic.I.
    - intros i r _ Hr. simpl in Hr. simpl users. unfold spread. rewrite sum_scal, alike_total by exact Hr.
      right. simpl cap. unfold a. apply Rinv_l. intros Z. unfold a in A. rewrite Z, Rinv_0 in A. lra.
  Qed.

  Lemma alike_spread_welfare : welfare I (spread a) = INR N * a.
  Proof.
    assert (N1 : 1 <= INR N) by (change 1 with (INR 1); apply le_INR; lia).
    unfold welfare. simpl users. rewrite (sum_ext N _ (fun _ => a * 1)); [rewrite sum_scal, sum_all_ones; ring|].
    intros n Hn. rewrite alike_all by exact Hn. unfold tot, spread. simpl servers.
    rewrite (sum_ext N _ (fun _ => a * 1)) by (intros; ring). rewrite sum_scal, sum_all_ones. field. lra.
  Qed.
End Alike.
Set Default Proof Using "Type".

(** Idea: an allocation of PS-DSF may give each user one of N equal servers.  The resource that fills the server stops all others, who need
    little of it and stand at the same level.  But all could run nearly all their tasks together.
    Mechanism: ps-dsf.  Measure: price-of-fairness. *)
Theorem ps_dsf_price_approached N e : (0 < N)%nat -> 0 < e -> exists I x y, equals I /\ users I = N
  /\ ps_dsf I x /\ feasible I y /\ 0 < welfare I x /\ (INR N - e) * welfare I x < welfare I y.
Proof.
  intros HN He. assert (N1 : 1 <= INR N) by (change 1 with (INR 1); apply le_INR; lia).
  assert (S0 : 0 < INR N * INR N + e) by (assert (0 < INR N * INR N) by (apply Rmult_lt_0_compat; lra); lra).
  set (d := e / (INR N * INR N + e)).
  assert (E : d * (INR N * INR N + e) = e) by (unfold d; field; lra).
  assert (D0 : 0 < d) by (apply Rdiv_lt_0_compat; lra).
  assert (D1 : d <= 1).
  { apply (Rmult_le_reg_r (INR N * INR N + e)); [lra|]. rewrite E. assert (0 <= INR N * INR N) by (apply Rmult_le_pos; lra). lra. }
  exists (alike N d), at_home, (spread (/ (1 + (INR N - 1) * d))).
  split; [apply alike_equals; assumption || split; assumption|]. split; [reflexivity|].
  split; [apply alike_rule; assumption || split; assumption|]. split; [apply alike_spread; assumption || split; assumption|].
  rewrite alike_home_welfare, alike_spread_welfare by (assumption || split; assumption). split; [lra|].
  set (b := (INR N - 1) * d). assert (B0 : 0 <= b) by (apply Rmult_le_pos; lra).
  assert (Be : INR N * b < e).
  { replace (INR N * b) with (d * (INR N * INR N + e) - d * (INR N + e)) by (unfold b; ring). rewrite E.
    assert (0 < d * (INR N + e)) by (apply Rmult_lt_0_compat; lra). lra. }
  apply (Rmult_lt_reg_r (1 + b)); [lra|]. rewrite Rmult_1_r.
  replace (INR N * / (1 + b) * (1 + b)) with (INR N) by (field; lra).
  replace ((INR N - e) * (1 + b)) with (INR N + INR N * b - e - e * b) by ring.
  assert (0 <= e * b) by (apply Rmult_le_pos; lra). lra.
Qed.
