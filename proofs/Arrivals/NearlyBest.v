(** Dynamic DRF is nearly the best, for the smallest share, among mechanisms with dynamic Pareto optimality.

    After li2019, abstract and 4, Theorem 2. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Arrivals Require Import Sums Ddrf Offline Ratio Adversary.
Open Scope R_scope.

(** [guarantees n m f c]: with [n] agents and positive demands the newcomer's share, the smallest, is never below [c] times the
    share that DRF with complete knowledge gives. *)
Definition guarantees (n m : nat) (f : mechanism) (c : R) : Prop :=
  forall d h k z, normalised n m d -> positive n m d -> f d h -> (k < n)%nat -> drf_offline n m (S k) d z ->
    c * z k <= h (S k) k.

(** ** Both bounds together

    Idea: Ratio.smallest_share_against_drf from one side, the adversary from the other.
    Mechanism: ddrf.  Hypothesis: positive.  Claims: li2019-nearly-optimal. *)
Theorem nearly_best : forall m, (0 < m)%nat ->
  (forall n, (0 < n)%nat -> online n m (fun d h => ddrf n m n d h) /\ pareto_mechanism n m (fun d h => ddrf n m n d h)
     /\ guarantees n m (fun d h => ddrf n m n d h) (/ INR m))
  /\ forall c, / INR m < c -> exists n, (0 < n)%nat
     /\ forall f, online n m f -> pareto_mechanism n m f -> ~ guarantees n m f c.
Proof.
  intros m Hm. split.
  - intros n Hn. destruct (ddrf_is_pareto_mechanism n m Hn) as [A B]. split; [exact A|split; [exact B|]].
    intros d h k z Hd Hp Hh Hk Hz.
    destruct (smallest_share_against_drf n m n d h k z Hn Hd Hp Hh Hk Hz) as [_ [_ [_ [_ C]]]].
    unfold Rdiv in C. rewrite Rmult_comm. exact C.
  - intros c Hc. destruct (no_mechanism_better m c Hm Hc) as [n [Hn G]]. exists (S n). split; [lia|].
    intros f Ho Hf Gu. destruct (G f Ho Hf) as [d [N1 [P1 L]]].
    destruct (Hf d N1 P1) as [[h Hh] _].
    destruct (offline_exists (S n) m (S n) d ltac:(lia) ltac:(lia) N1 P1) as [s Hs].
    specialize (L h (fun _ => s) Hh Hs). specialize (Gu d h n (fun _ => s) N1 P1 Hh ltac:(lia) Hs). simpl in *. lra.
Qed.
