(** Bounds at sizes: what the closed forms of measures come to for the rows of the book's table of both sides, so that the kernel has
    done each sum.  The name of a theorem says mechanism, measure and size: N users, K servers, capacities 0 or from 1 to M and weights
    from 1 to w for the sharing-incentive ratio; N users and R resources for the price of fairness; agents and resources for the
    smallest share under dynamic DRF.  A test holds the program's formulas against these lines. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Cluster Require Import Model Drfh TaskShare Drf SiRatio Price.
From Fair.Arrivals Require Ddrf Ratio.
Open Scope R_scope.

(** Each user that can run has the part b of its entitlement at least, or all its tasks. *)
Definition si_ratio_at_least (rule : inst -> placement -> Prop) (N K : nat) (M w b : R) : Prop :=
  forall I x n, wf I -> users I = N -> servers I = K -> capacities_up_to I M ->
    (forall m, (m < users I)%nat -> 1 <= wt I m <= w) -> rule I x -> (n < users I)%nat -> runs I n ->
    capped (tk I n) (b * slice I (gam I) n) <= tot I x n.

(** No placement has more than b times the welfare. *)
Definition price_at_most (rule : inst -> placement -> Prop) (N R0 : nat) (b : R) : Prop :=
  forall I x y, equals I -> users I = N -> resources I = R0 -> rule I x -> feasible I y -> welfare I y <= b * welfare I x.

(** The newcomer, whose share is the smallest, has the part b of the smallest share of any feasible shares at least. *)
Definition maxmin_at_least (k m : nat) (b : R) : Prop :=
  forall n d x z s, (0 < n)%nat -> Ddrf.normalised (S k) m d -> Ddrf.ddrf n m (S k) d x ->
    Ratio.at_least n m (S k) d z s -> s * b <= x (S k) k.

Lemma c_drfh_at N K M w b : floor_ratio N K M w = b -> si_ratio_at_least c_drfh N K M w b.
Proof. intros <- I x n W <- <- C Wt H Hn R. apply c_drfh_floor; assumption. Qed.

Lemma tsf_at N K M w b : floor_ratio N K M w = b -> si_ratio_at_least tsf N K M w b.
Proof. intros <- I x n W <- <- C Wt H Hn R. apply tsf_floor; assumption. Qed.

Lemma cdrf_at N R0 b : (INR N + 1) * (INR N + 1) / (4 * INR N) = b -> price_at_most cdrf N R0 b.
Proof. intros <- I x y E <- <- H F. apply cdrf_price; assumption. Qed.

Lemma drf_at N R0 r b : Rmin (INR R0) ((INR N + 1) / 2) = r -> r * (INR N + 1 - r) / INR N = b -> price_at_most (drf ones) N R0 b.
Proof. intros Er Eb I x y E EN ER H F. pose proof (drf_price I E x y H F) as Q. cbv zeta in Q. rewrite EN, ER, Er, Eb in Q. exact Q. Qed.

Lemma ddrf_at k m b : INR (k + m) / (INR (S k) * INR m) = b -> maxmin_at_least k m b.
Proof. intros <- n d x z s Hn Hd Hx Hz. apply (Ratio.cr2 n m (S k) d x Hn Hd Hx k z s); [lia|exact Hz]. Qed.

Ltac sum_up := unfold floor_ratio; simpl; field_simplify_eq; lra.

Theorem c_drfh__si_ratio__2_1_3_2 : si_ratio_at_least c_drfh 2 1 3 2 1.
Proof. apply c_drfh_at. sum_up. Qed.
Theorem c_drfh__si_ratio__2_2_2_1 : si_ratio_at_least c_drfh 2 2 2 1 (1 / 2).
Proof. apply c_drfh_at. sum_up. Qed.
Theorem c_drfh__si_ratio__2_2_2_2 : si_ratio_at_least c_drfh 2 2 2 2 (3 / 7).
Proof. apply c_drfh_at. sum_up. Qed.
Theorem c_drfh__si_ratio__2_2_3_2 : si_ratio_at_least c_drfh 2 2 3 2 (1 / 3).
Proof. apply c_drfh_at. sum_up. Qed.
Theorem c_drfh__si_ratio__3_2_3_2 : si_ratio_at_least c_drfh 3 2 3 2 (5 / 17).
Proof. apply c_drfh_at. sum_up. Qed.
Theorem c_drfh__si_ratio__3_3_3_2 : si_ratio_at_least c_drfh 3 3 3 2 (5 / 29).
Proof. apply c_drfh_at. sum_up. Qed.
Theorem tsf__si_ratio__2_1_3_2 : si_ratio_at_least tsf 2 1 3 2 1.
Proof. apply tsf_at. sum_up. Qed.
Theorem tsf__si_ratio__2_2_2_1 : si_ratio_at_least tsf 2 2 2 1 (1 / 2).
Proof. apply tsf_at. sum_up. Qed.
Theorem tsf__si_ratio__2_2_2_2 : si_ratio_at_least tsf 2 2 2 2 (3 / 7).
Proof. apply tsf_at. sum_up. Qed.
Theorem tsf__si_ratio__2_2_3_2 : si_ratio_at_least tsf 2 2 3 2 (1 / 3).
Proof. apply tsf_at. sum_up. Qed.
Theorem tsf__si_ratio__3_2_3_2 : si_ratio_at_least tsf 3 2 3 2 (5 / 17).
Proof. apply tsf_at. sum_up. Qed.
Theorem tsf__si_ratio__3_3_3_2 : si_ratio_at_least tsf 3 3 3 2 (5 / 29).
Proof. apply tsf_at. sum_up. Qed.
Theorem drf__price_of_fairness__2_2 : price_at_most (drf ones) 2 2 (9 / 8).
Proof. apply (drf_at 2 2 (3 / 2)); [simpl; rewrite Rmin_right; lra|sum_up]. Qed.
Theorem drf__price_of_fairness__3_2 : price_at_most (drf ones) 3 2 (4 / 3).
Proof. apply (drf_at 3 2 2); [simpl; rewrite Rmin_left; lra|sum_up]. Qed.
Theorem drf__price_of_fairness__3_3 : price_at_most (drf ones) 3 3 (4 / 3).
Proof. apply (drf_at 3 3 2); [simpl; rewrite Rmin_right; lra|sum_up]. Qed.
Theorem cdrf__price_of_fairness__2_2 : price_at_most cdrf 2 2 (9 / 8).
Proof. apply cdrf_at. sum_up. Qed.
Theorem cdrf__price_of_fairness__3_3 : price_at_most cdrf 3 3 (4 / 3).
Proof. apply cdrf_at. sum_up. Qed.
Theorem ddrf__maxmin_ratio__2_2 : maxmin_at_least 1 2 (3 / 4).
Proof. apply ddrf_at. sum_up. Qed.
Theorem ddrf__maxmin_ratio__3_2 : maxmin_at_least 2 2 (2 / 3).
Proof. apply ddrf_at. sum_up. Qed.
Theorem ddrf__maxmin_ratio__4_2 : maxmin_at_least 3 2 (5 / 8).
Proof. apply ddrf_at. sum_up. Qed.
Theorem ddrf__maxmin_ratio__5_2 : maxmin_at_least 4 2 (3 / 5).
Proof. apply ddrf_at. sum_up. Qed.
Theorem ddrf__maxmin_ratio__3_3 : maxmin_at_least 2 3 (5 / 9).
Proof. apply ddrf_at. sum_up. Qed.
Theorem ddrf__maxmin_ratio__4_3 : maxmin_at_least 3 3 (1 / 2).
Proof. apply ddrf_at. sum_up. Qed.
Theorem ddrf__maxmin_ratio__5_3 : maxmin_at_least 4 3 (7 / 15).
Proof. apply ddrf_at. sum_up. Qed.
Theorem ddrf__maxmin_ratio__6_3 : maxmin_at_least 5 3 (4 / 9).
Proof. apply ddrf_at. sum_up. Qed.
