(** The competitive ratio counted the other way round, DRF over dynamic DRF: nearly the number of resources.

    After the abstract of li2019. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Arrivals Require Import Sums Ddrf Programme Offline Ratio Adversary.
Open Scope R_scope.

(** Idea: the reciprocals of the bounds of Ratio.v and Adversary.v.
    Mechanism: ddrf.  Hypothesis: positive.  Claims: li2019-abstract-ratio. *)
Theorem reciprocal_ratio : forall m, (0 < m)%nat ->
  (forall n d h z k, (0 < n)%nat -> normalised n m d -> positive n m d -> ddrf n m n d h -> (k < n)%nat ->
     drf_offline n m (S k) d z -> 0 < h (S k) k /\ z k / h (S k) k <= INR m)
  /\ forall c, 0 < c -> c < INR m -> exists n d, (0 < n)%nat /\ normalised n m d /\ positive n m d
     /\ (exists h z, ddrf n m n d h /\ drf_offline n m n d z)
     /\ forall h z, ddrf n m n d h -> drf_offline n m n d z -> c < z (pred n) / h n (pred n).
Proof.
  intros m Hm. assert (M : 0 < INR m) by (apply INR_pos; exact Hm). split.
  - intros n d h z k Hn Hd Hp Hh Hk Hz.
    destruct (smallest_share_against_drf n m n d h k z Hn Hd Hp Hh Hk Hz) as [_ [_ [_ [_ C]]]].
    assert (P : 0 < h (S k) k).
    { apply Rlt_le_trans with (1 / INR n); [apply share_pos; exact Hn|]. apply (sharing_incentives n m n d h Hn Hd Hh); lia. }
    split; [exact P|]. apply (Rmult_le_reg_r (h (S k) k)); [exact P|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra.
    apply (Rmult_le_compat_r (INR m)) in C; [|lra]. unfold Rdiv in C. rewrite Rmult_assoc, Rinv_l in C by lra. lra.
  - intros c Hc Hcm. destruct (ddrf_worst_ratio m (/ c) Hm) as [n [d [Hn [N1 [P1 G]]]]].
    { apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; assumption|exact Hcm]. }
    exists (S n), d. split; [lia|split; [exact N1|split; [exact P1|split]]].
    + destruct (Fair.Arrivals.Programme.history_exists (S n) m (S n) d ltac:(lia) N1) as [h Hh].
      destruct (offline_exists (S n) m (S n) d ltac:(lia) ltac:(lia) N1 P1) as [s Hs]. exists h, (fun _ => s). split; assumption.
    + intros h z Hh Hz. simpl pred. specialize (G h z Hh Hz).
      assert (P : 0 < h (S n) n).
      { apply Rlt_le_trans with (1 / INR (S n)); [apply share_pos; lia|]. apply (sharing_incentives (S n) m (S n) d h); auto; lia. }
      apply (Rmult_lt_reg_r (h (S n) n)); [exact P|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      apply (Rmult_lt_compat_l c) in G; [|exact Hc]. rewrite <- Rmult_assoc, Rinv_r in G by lra. lra.
Qed.
