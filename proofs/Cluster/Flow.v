(** When everybody's servers are sold out in one resource to users that stand no higher, nobody has a complaint about
    that resource. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums.
From Fair.Cluster Require Import Model Complaint Bottleneck.
Open Scope R_scope.

Section Flow.
  Variable I : inst.
  Variable g : nat -> nat -> R.
  Variable F : placement -> Prop.
  Variable x : placement.
  Variable r : nat.
  Hypothesis W : wf I.
  Hypothesis Hr : (r < resources I)%nat.
  Hypothesis g_nonneg : forall n i, (n < users I)%nat -> (i < servers I)%nat -> 0 <= g n i.
  Hypothesis F_placed : forall y, F y -> placed I g y.
  Hypothesis F_room : forall y i, F y -> (i < servers I)%nat ->
    sum (users I) (fun m => y m i * dem I m r) <= cap I i r.
  Hypothesis Fx : F x.
  Hypothesis d_pos : forall n i, (n < users I)%nat -> (i < servers I)%nat -> 0 < g n i -> 0 < dem I n r.
  Let lev m := tot I x m * share_of I r m.
  Hypothesis sold : forall n i, (n < users I)%nat -> (i < servers I)%nat -> 0 < g n i ->
    sum (users I) (fun m => x m i * dem I m r) = cap I i r /\
    forall m, (m < users I)%nat -> 0 < x m i -> lev m <= lev n.

  Theorem flow_fair : fair I F (share_of I r) x.
  Proof.
    intros n y Hn [Fy [G C]]. fold (lev n) in C.
    pose (low := fun m => if Rle_dec (lev m) (lev n) then 1 else 0).
    assert (Px := F_placed x Fx). assert (Py := F_placed y Fy).
    assert (Per : forall i, (i < servers I)%nat ->
      sum (users I) (fun m => low m * (y m i * dem I m r)) <= sum (users I) (fun m => low m * (x m i * dem I m r))).
    { intros i Hi.
      destruct (classic (exists m, (m < users I)%nat /\ lev m <= lev n /\ 0 < g m i)) as [[m [Hm [Lm Gm]]]|No].
      - destruct (sold m i Hm Hi Gm) as [Sat Lo].
        replace (sum (users I) (fun m => low m * (x m i * dem I m r))) with (cap I i r).
        + apply Rle_trans with (2 := F_room y i Fy Hi). apply sum_le; intros k Hk.
          pose proof (pl_pos I g y Py k i Hk Hi). pose proof (proj1 (wf_dem I W k Hk) r Hr).
          assert (0 <= y k i * dem I k r) by (apply Rmult_le_pos; auto).
          unfold low. destruct (Rle_dec (lev k) (lev n)); lra.
        + rewrite <- Sat. apply sum_ext; intros k Hk.
          destruct (Rle_lt_or_eq_dec _ _ (pl_pos I g x Px k i Hk Hi)) as [P|<-]; [|lra].
          specialize (Lo k Hk P). unfold low. destruct (Rle_dec (lev k) (lev n)); lra.
      - right. apply sum_ext; intros k Hk. unfold low. destruct (Rle_dec (lev k) (lev n)) as [L|L]; [|lra].
        assert (Z : g k i = 0).
        { destruct (Rle_lt_or_eq_dec _ _ (g_nonneg k i Hk Hi)) as [P|]; auto. exfalso; apply No; exists k; auto. }
        rewrite (pl_run I g x Px k i Hk Hi Z), (pl_run I g y Py k i Hk Hi Z). auto. }
    assert (All : sum (users I) (fun m => low m * (tot I y m * dem I m r))
               <= sum (users I) (fun m => low m * (tot I x m * dem I m r))).
    { rewrite (sum_ext _ (fun m => low m * (tot I y m * dem I m r))
               (fun m => sum (servers I) (fun i => low m * (y m i * dem I m r))))
        by (intros; unfold tot; rewrite sum_scal, sum_scal_r; auto).
      rewrite (sum_ext _ (fun m => low m * (tot I x m * dem I m r))
               (fun m => sum (servers I) (fun i => low m * (x m i * dem I m r))))
        by (intros; unfold tot; rewrite sum_scal, sum_scal_r; auto).
      rewrite !(sum_swap (users I) (servers I)). apply sum_le; auto. }
    assert (Dn : 0 < dem I n r).
    { destruct (placed_runs I g y Py n Hn) as [i [Hi P]]; [auto| |apply (d_pos n i); auto].
      pose proof (tot_nonneg I g x Px n Hn). lra. }
    apply (Rlt_not_le _ _) with (2 := All). apply sum_lt with n; auto.
    - intros m Hm. unfold low. destruct (Rle_dec (lev m) (lev n)) as [L|L]; [|lra].
      rewrite !Rmult_1_l. apply Rmult_le_compat_r; [apply (wf_dem I W); auto|].
      apply Rnot_lt_le; intros D. specialize (C m Hm D). fold (lev m) in C. lra.
    - unfold low. destruct (Rle_dec (lev n) (lev n)) as [L|L]; [|exfalso; apply L; lra].
      rewrite !Rmult_1_l. apply Rmult_lt_compat_r; auto.
  Qed.
End Flow.
