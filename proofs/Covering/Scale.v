(** Costs may be scaled, the length of bisection, and how tight the rounding is.

    After mukherjee III (before and after Observation 2) and V, Theorem 7. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums.
From Fair.Covering Require Import Programme Partition Feasible Rounding Families Slots Factor.
Open Scope R_scope.

(** ** Scaling all costs changes no ratio

    Idea: payments and isolation costs are scaled alike.  Claims: mukherjee-observation-2-scale. *)
Lemma chosen_scaled : forall E t c u, chosen E (fun i => t * c i) u = t * chosen E c u.
Proof. intros. unfold chosen. rewrite <- sum_scal. apply sum_ext. intros i _. destruct (u i); ring. Qed.

Lemma pays_scaled : forall E t c a j, pays E (fun i => t * c i) a j = t * pays E c a j.
Proof. intros. unfold pays. rewrite <- sum_scal. apply sum_ext. intros; ring. Qed.

Theorem costs_scaled : forall E c s, (0 < E)%nat -> (forall i, (i < E)%nat -> 0 < c i) ->
  exists t, 0 < t
    /\ (exists i, (i < E)%nat /\ t * c i = 1) /\ (forall i, (i < E)%nat -> 1 <= t * c i)
    /\ (forall D I, isolation E c s D I <-> isolation E (fun i => t * c i) s D (t * I))
    /\ forall n I a rho, ratio_at_most E n c I a rho <-> ratio_at_most E n (fun i => t * c i) (fun j => t * I j) a rho.
Proof.
  intros E c s HE Hc.
  destruct (least_index E (fun _ => True) c) as [q [Hq [_ Least]]].
  { intros; left; trivial. } { exists 0%nat. split; [exact HE|trivial]. }
  pose proof (Hc q Hq) as P. exists (/ c q). assert (T : 0 < / c q) by (apply Rinv_0_lt_compat; exact P).
  split; [exact T|split; [|split; [|split]]].
  - exists q. split; [exact Hq|]. apply Rinv_l. lra.
  - intros i Hi. specialize (Least i Hi Logic.I). rewrite <- (Rinv_l (c q)) by lra. apply Rmult_le_compat_l; lra.
  - intros D I. split; intros [[u [Hu Eu]] H]; split.
    + exists u. split; [exact Hu|]. rewrite chosen_scaled, Eu. reflexivity.
    + intros v Hv. rewrite chosen_scaled. apply Rmult_le_compat_l; [lra|apply H; exact Hv].
    + exists u. split; [exact Hu|]. rewrite chosen_scaled in Eu. apply (Rmult_eq_reg_l (/ c q)); [exact Eu|lra].
    + intros v Hv. specialize (H v Hv). rewrite chosen_scaled in H. apply (Rmult_le_reg_l (/ c q)); assumption.
  - intros n I a rho. split; intros H j Hj; specialize (H j Hj).
    + rewrite pays_scaled. replace (rho * (/ c q * I j)) with (/ c q * (rho * I j)) by ring. apply Rmult_le_compat_l; lra.
    + rewrite pays_scaled in H. apply (Rmult_le_reg_l (/ c q)); [exact T|]. lra.
Qed.

(** ** Bisection takes log2 (top / eps) halvings

    Idea: the width is (top - 1) / 2^k.  Claims: mukherjee-bisection-steps. *)
Theorem bisection_steps : forall P k top eps lo hi, 0 < eps -> top <= eps * 2 ^ k -> bisects P k 1 top lo hi -> hi - lo < eps.
Proof.
  intros P k top eps lo hi He Ht B. rewrite (bisects_width _ _ _ _ _ _ B).
  assert (Pk : 0 < 2 ^ k) by (apply pow_lt; lra).
  apply (Rmult_lt_reg_r (2 ^ k)); [exact Pk|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(** ** The rounding is tight for the pruned programme

    Idea: no outcome pays twice what the programme allows, and on the family of Theorem 7 every assignment comes near to it.
    Claims: mukherjee-theorem-7-tight. *)
Theorem rounding_tight :
  (forall E n c (Dn : nat -> nat) I rho x a, (forall i, (i < E)%nat -> 0 < c i) -> (forall j, (j < n)%nat -> (0 < Dn j)%nat) ->
     pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I rho x -> slots E n c Dn x a ->
     forall j, (j < n)%nat -> pays E c a j < 2 * (rho * I j))
  /\ forall g, g < 2 -> exists E n c (Dn : nat -> nat) I rho,
     (forall i, (i < E)%nat -> 0 < c i) /\ (forall j, (j < n)%nat -> (0 < Dn j)%nat)
     /\ (forall j, (j < n)%nat -> isolation E c (fun _ => 1) (INR (Dn j)) (I j) /\ 0 < I j)
     /\ value (pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I) rho
     /\ forall x a, pruned E n c (fun _ => 1) (fun j => INR (Dn j)) I rho x -> slots E n c Dn x a ->
          exists j, (j < n)%nat /\ g * (rho * I j) < pays E c a j.
Proof.
  split.
  - intros E n c Dn I rho x a Hc HD Hx Ha. apply (every_rounding_below_twice E n c Dn I rho x a Hc HD Hx Ha).
  - intros g Hg. destruct (gap_at_least_two g Hg) as [E [n [c [Dn [I [rho [Hn [Hc [HD [HI [V [_ G]]]]]]]]]]]].
    exists E, n, c, Dn, I, rho. split; [exact Hc|split; [exact HD|split; [exact HI|split; [exact V|]]]].
    intros x a Hx Ha. destruct (every_rounding_below_twice E n c Dn I rho x a Hc HD Hx Ha) as [Cov _].
    apply Classical_Prop.NNPP. intros No.
    assert (R : ratio_at_most E n c I a (g * rho)).
    { intros j Hj. apply Rnot_lt_le. intros L. apply No. exists j. split; [exact Hj|]. lra. }
    specialize (G a (g * rho) Cov R). lra.
Qed.
