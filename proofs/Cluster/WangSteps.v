(** Steps in the proofs of Propositions 3 and 7 of wang2013.

    Programme (7) asks for a feasible placement with equal global dominant shares, as high as possible. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Population Drfh Wang2013 Witness.
Open Scope R_scope.

(** ** Proposition 7: without the user that left, the old placements of the others satisfy (8) at the old common share

    Idea: they fit, and a dominant share depends on the user and on the servers alone.
    Mechanism: drfh.  Hypothesis: none.  Claims: wang2013-prop-7-proof. *)
Theorem others_stay_equal l I x v : wf I -> (l < users I)%nat -> equal_at I x v ->
  equal_at (without l I) (fun k => x (skip l k)) v
  /\ forall x' v', equal_at (without l I) x' v' -> (forall y u, equal_at (without l I) y u -> u <= v') -> v <= v'.
Proof.
  intros W Hl [F E].
  assert (H : equal_at (without l I) (fun k => x (skip l k)) v).
  { split; [apply feasible_without; assumption|]. intros n Hn. simpl in Hn. apply (E (skip l n)).
    unfold skip. destruct (lt_dec n l); lia. }
  split; [exact H|]. intros x' v' _ Best. apply (Best _ _ H).
Qed.

(** A witness: the twins, one of whom leaves. *)
Lemma steps_witness K R : (0 < K)%nat -> (0 < R)%nat -> wf (twins K R) /\ exists v, equal_at (twins K R) halves v.
Proof.
  intros HK HR. destruct (wang2013_witness K R HK HR) as [A [v [E _]]]. split; [apply (wa_wf _ A)|exists v; exact E].
Qed.
