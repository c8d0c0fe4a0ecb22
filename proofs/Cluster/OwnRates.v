(** Rates of one's own on each server, as with radio channels or co-processors: Definition 5 carries over under time division.

    After khamse2017 IV.  [g n i] is what user n runs on the whole of server i, whatever the reason. *)

From Coq Require Import Reals Lra Lia Arith List.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint PsDsf PsDsfTdm Market Witness.
Open Scope R_scope.

(** Idea: Definition 5 and Theorem 2 see a server through the number of tasks that fit on the whole of it, and the market has an
    equilibrium for any table of such numbers.
    Mechanism: ps-dsf-tdm with rates.  Hypothesis: none.  Claims: khamse2017-effective-rates, khamse2017-co-processors. *)
Theorem rates_carry_over I g : wf I -> endless I -> rates I g ->
  (exists x, feasible_time I g x /\ per_server_fair true I g (feasible_time I g) x)
  /\ (forall x, feasible_time I g x -> (per_server_fair true I g (feasible_time I g) x <-> sold_to_lowest I g x))
  /\ forall x z, feasible_time I g x -> feasible_time I g z -> per_server_fair true I g (feasible_time I g) x ->
       per_server_fair true I g (feasible_time I g) z -> forall n, (n < users I)%nat -> tot I x n = tot I z n.
Proof.
  intros W En G.
  assert (T : forall x, feasible_time I g x -> (per_server_fair true I g (feasible_time I g) x <-> sold_to_lowest I g x)).
  { intros x Fx. apply khamse2017_theorem_2; assumption. }
  split; [|split; [exact T|]].
  - destruct (ps_dsf_tdm_exists I g W En G) as [x [_ [Fx S]]]. exists x. split; [exact Fx|]. apply T; assumption.
  - intros x z Fx Fz Hx Hz. apply (ps_dsf_tdm_unique I g x z W G).
    + split; [exact En|split; [exact Fx|apply T; assumption]].
    + split; [exact En|split; [exact Fz|apply T; assumption]].
Qed.
