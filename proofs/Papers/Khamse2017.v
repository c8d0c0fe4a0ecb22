(** Steps of khamse2017 that follow from theorems elsewhere. *)

From Coq Require Import Reals Lra Lia Arith.
From Fair.Common Require Import Sums.
From Fair.Cluster Require Import Model Drf PsDsf PsDsfTdm.
Open Scope R_scope.

(** Definition 1 on one pool is max-min fairness of weighted dominant shares: no user's share can rise without lowering
    that of a user that stands no higher, exactly when the shares are leximin. *)
Theorem definition_1 I w x : wf I -> valid w -> servers I = 1%nat -> feasible I x ->
  (fair I (feasible I) (drf_level I w) x <-> leximin I (gam I) (feasible I) (drf_level I w) x).
Proof. intros W V One F. rewrite <- drf_iff_fair by assumption. apply drf_iff_leximin; assumption. Qed.

(** (26): what a task of m holds is worth to n at most what a server runs for n, divided by what it runs for m. *)
Theorem inequality_26 I n m i : wf I -> (n < users I)%nat -> (m < users I)%nat -> (i < servers I)%nat -> 0 < gam I m i ->
  kappa I (dem I n) (dem I m) <= fit I n i / gam I m i.
Proof.
  intros W Hn Hm Hi G. apply Rmult_le_reg_r with (gam I m i); [exact G|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_1_r.
  apply minratio_glb; [apply (wf_dem I W); exact Hn|]. intros r Hr D.
  pose proof (kappa_le I W (dem I m) n r Hn Hr (fun q Hq => proj1 (wf_dem I W m Hm) q Hq)) as K.
  pose proof (gam_dem I W m i r Hm Hi Hr) as C.
  apply Rle_trans with (gam I m i * dem I m r); [|exact C].
  replace (kappa I (dem I n) (dem I m) * gam I m i * dem I n r) with (gam I m i * (kappa I (dem I n) (dem I m) * dem I n r)) by ring.
  apply Rmult_le_compat_l; lra.
Qed.

(** (37): under it two users both gain by exchanging parts of two servers, however small the parts are to be: n gives [q] of
    server j for [p] of server i. *)
Theorem exchange_37 : forall ni nj mi mj t, 0 < ni -> 0 < nj -> 0 < mi -> 0 < mj -> 0 < t -> nj / mj < ni / mi ->
  exists p q, 0 < p <= t /\ 0 < q <= t /\ 0 < ni * p - nj * q /\ 0 < mj * q - mi * p.
Proof.
  intros ni nj mi mj t Ni Nj Mi Mj T H.
  assert (X : nj * mi < ni * mj).
  { apply Rmult_lt_compat_r with (r := mi * mj) in H; [|apply Rmult_lt_0_compat; assumption].
    replace (nj / mj * (mi * mj)) with (nj * mi) in H by (field; lra).
    replace (ni / mi * (mi * mj)) with (ni * mj) in H by (field; lra). exact H. }
  set (a := 2 * nj * mj). set (b := ni * mj + nj * mi).
  assert (A : 0 < a) by (unfold a; apply Rmult_lt_0_compat; [lra|assumption]).
  assert (B : 0 < b) by (unfold b; apply Rplus_lt_0_compat; apply Rmult_lt_0_compat; assumption).
  assert (S : 0 < t / (a + b)) by (apply Rdiv_lt_0_compat; lra).
  assert (U : t / (a + b) * (a + b) = t) by (field; lra).
  exists (t / (a + b) * a), (t / (a + b) * b). set (s := t / (a + b)) in *.
  assert (Pa : 0 < s * a) by (apply Rmult_lt_0_compat; assumption).
  assert (Pb : 0 < s * b) by (apply Rmult_lt_0_compat; assumption).
  split; [|split; [|split]]; try lra.
  - replace (ni * (s * a) - nj * (s * b)) with (s * nj * (ni * mj - nj * mi)) by (unfold a, b; ring).
    apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; assumption|lra].
  - replace (mj * (s * b) - mi * (s * a)) with (s * mj * (ni * mj - nj * mi)) by (unfold a, b; ring).
    apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; assumption|lra].
Qed.

(** (39): under time division whoever has tasks on a server stands lowest there, among those that can use it. *)
Theorem lowest_39 I g x other : rates I g -> feasible_time I g x -> endless I ->
  per_server_fair other I g (feasible_time I g) x ->
  forall m n i, (m < users I)%nat -> (n < users I)%nat -> (i < servers I)%nat -> 0 < g n i -> 0 < x m i ->
    vds I g x m i <= vds I g x n i.
Proof.
  intros G F E P m n i Hm Hn Hi Gn Xm.
  apply (proj2 (proj1 (khamse2017_theorem_2 I g x G F other E) P n i Hn Hi Gn)); assumption.
Qed.

Lemma exchange_witness : 1 / 2 < 2 / 1.
Proof. lra. Qed.
