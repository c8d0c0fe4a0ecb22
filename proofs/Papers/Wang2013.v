(** Lemma 1 of wang2013 with the factor that it names. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Common Require Import Sums.
From Fair.Cluster Require Import Model Waste.
Open Scope R_scope.

Lemma maxratio_scale m c d C : 0 <= c -> (forall r, (r < m)%nat -> 0 < C r) -> (exists r, (r < m)%nat /\ 0 < d r) ->
  maxratio m (fun r => c * d r) C = c * maxratio m d C.
Proof.
  intros Hc HC [q [Hq Dq]]. apply Rle_antisym.
  - apply maxratio_lub; [apply Rmult_le_pos; [exact Hc|apply maxratio_nonneg]|].
    intros r Hr Pr. rewrite Rmult_assoc. apply Rmult_le_compat_l; [exact Hc|apply maxratio_ge; assumption].
  - destruct (maxratio_eq m d C) as [Z|[r [Hr [Pr E]]]].
    + pose proof (maxratio_ge m d C q Hq (HC q Hq)) as G. rewrite Z in G. lra.
    + apply Rmult_le_reg_r with (C r); [exact Pr|]. rewrite Rmult_assoc, E.
      apply (maxratio_ge m (fun r => c * d r) C r Hr Pr).
Qed.

(** What a user holds on a server is free of waste exactly when it is its global dominant share there times its normalised
    demand: shares are measured in the whole pool [C], and a normalised demand is 1 in the dominant resource. *)
Theorem wang2013_lemma_1_factor m d a C : row m d -> bundle m a -> (forall r, (r < m)%nat -> 0 < C r) ->
  (free_of_waste m d a <->
   forall r, (r < m)%nat -> a r / C r = maxratio m a C * (d r / C r / maxratio m d C)).
Proof.
  intros Hd Ha HC. assert (P : 0 < maxratio m d C).
  { destruct Hd as [_ [q [Hq Dq]]]. pose proof (maxratio_ge m d C q Hq (HC q Hq)) as G.
    apply Rmult_lt_reg_r with (C q); [apply HC; exact Hq|]. lra. }
  rewrite (wang2013_lemma_1 m d a Hd Ha). split.
  - intros [c [Hc E]] r Hr. rewrite (E r Hr).
    rewrite (maxratio_ext m a (fun r => c * d r) C C) by (auto). rewrite maxratio_scale by (auto; apply Hd).
    pose proof (HC r Hr). field. lra.
  - intros E. exists (maxratio m a C / maxratio m d C). split.
    + apply Rmult_le_pos; [apply maxratio_nonneg|apply Rlt_le, Rinv_0_lt_compat; exact P].
    + intros r Hr. specialize (E r Hr). pose proof (HC r Hr) as Pr.
      apply Rmult_eq_reg_r with (/ C r); [|apply Rinv_neq_0_compat; lra].
      unfold Rdiv in *. rewrite E. field. lra.
Qed.
