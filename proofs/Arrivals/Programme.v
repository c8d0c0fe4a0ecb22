(** Linear programme (1) of li2019, its least solution, the closed form of its value, and existence.

    After properties/mechanisms/ddrf.md, ddrf-lp.md, ddrf-linear.md and properties/arrivals/agrees-with-lp.md. *)

From Coq Require Import Reals Lra Lia Arith Psatz.
From Fair.Arrivals Require Import Sums Ddrf.
Open Scope R_scope.

(** The rows of LP (1) at step [S k], and its solutions. *)
Definition lp_feasible (n m : nat) (d : nat -> nat -> R) (k : nat) (old : nat -> R) (M : R) (y : nat -> R) : Prop :=
  0 <= M
  /\ (forall i, (i <= k)%nat -> M <= y i)
  /\ (forall i, (i < k)%nat -> old i <= y i)
  /\ (forall r, (r < m)%nat -> used (S k) d y r <= released n (S k)).

Definition lp_solution n m d k old M y : Prop :=
  lp_feasible n m d k old M y /\ forall M' y', lp_feasible n m d k old M' y' -> M' <= M.

(** The least that a solution of value [M] can give: [M] to the newcomer, the maximum to the others. *)
Definition raise (k : nat) (old : nat -> R) (M : R) (i : nat) : R :=
  if lt_dec i k then Rmax M (old i) else M.

(** What the agents before [t] use of [r] with their old shares, and what those from [t] on demand of it. *)
Definition before (d : nat -> nat -> R) (k : nat) (old : nat -> R) (t r : nat) : R :=
  sum (S k) (fun i => if lt_dec i t then d i r * old i else 0).
Definition onward (d : nat -> nat -> R) (k t r : nat) : R :=
  sum (S k) (fun i => if lt_dec i t then 0 else d i r).

Lemma before_onward : forall d k old t r M,
  before d k old t r + M * onward d k t r
  = sum (S k) (fun i => if lt_dec i t then d i r * old i else d i r * M).
Proof.
  intros. unfold before, onward. rewrite <- sum_scal, <- sum_plus. apply sum_ext.
  intros i Hi. destruct (lt_dec i t); lra.
Qed.

Section Step.

Variables (n m K k : nat) (d : nat -> nat -> R) (old : nat -> R).
Hypothesis Hn : (0 < n)%nat.
Hypothesis Hd : normalised K m d.
Hypothesis Hk : (k < K)%nat.
Set Default Proof Using "All".

Lemma nonneg : forall i r, (i <= k)%nat -> (r < m)%nat -> 0 <= d i r.
Proof. intros i r Hi Hr. destruct (Hd i) as [A _]; [lia|]. apply A; exact Hr. Qed.

Lemma at_most_one : forall i r, (i <= k)%nat -> (r < m)%nat -> d i r <= 1.
Proof. intros i r Hi Hr. destruct (Hd i) as [A _]; [lia|]. apply A; exact Hr. Qed.

Lemma used_mono : forall y z r, (r < m)%nat -> (forall i, (i <= k)%nat -> y i <= z i) ->
  used (S k) d y r <= used (S k) d z r.
Proof.
  intros y z r Hr H. apply sum_le. intros i Hi.
  apply Rmult_le_compat_l; [apply nonneg; lia|apply H; lia].
Qed.

Lemma lp_at_least_raise : forall M y, lp_feasible n m d k old M y ->
  forall i, (i <= k)%nat -> raise k old M i <= y i.
Proof.
  intros M y [_ [H1 [H2 _]]] i Hi. unfold raise. destruct (lt_dec i k).
  - apply Rmax_lub; [apply H1; exact Hi|apply H2; assumption].
  - apply H1; exact Hi.
Qed.

Lemma raise_feasible : forall M y, lp_feasible n m d k old M y -> lp_feasible n m d k old M (raise k old M).
Proof.
  intros M y H. pose proof (lp_at_least_raise M y H) as L. destruct H as [H0 [H1 [H2 H3]]].
  split; [exact H0|split; [|split]].
  - intros i Hi. unfold raise. destruct (lt_dec i k); [apply Rmax_l|lra].
  - intros i Hi. unfold raise. destruct (lt_dec i k); [apply Rmax_r|lia].
  - intros r Hr. apply Rle_trans with (used (S k) d y r); [apply used_mono; assumption|apply H3; exact Hr].
Qed.

(** ** The certificate of ddrf is right: it names the least solution of LP (1)

    Idea: a larger M would overuse the full resource of the certificate (Ddrf.largest, for one step), and every
    solution is at least the maximum with the old share.
    Mechanisms: ddrf, ddrf-lp, ddrf-linear, ddrf-water (all are certified by it).  Property: none by itself.
    Hypothesis: none (zero demands allowed).
    Claims: li2019-lp-solved, li2019-zeros-lemma-1 (Lemma 1 holds of the least solution). *)
Theorem certificate_is_least_solution : forall x, ddrf_step n m d k old x ->
  lp_solution n m d k old (x k) x
  /\ forall y, lp_solution n m d k old (x k) y -> forall i, (i <= k)%nat -> x i <= y i.
Proof.
  intros x [H0 [Hmax [Hfit [r [Hr [Hfull [a [Ha [Hda Hxa]]]]]]]]].
  assert (E : forall i, (i <= k)%nat -> x i = raise k old (x k) i).
  { intros i Hi. unfold raise. destruct (lt_dec i k); [apply Hmax; assumption|f_equal; lia]. }
  split; [split|].
  - split; [exact H0|split; [|split]].
    + intros i Hi. rewrite (E i Hi). unfold raise. destruct (lt_dec i k); [apply Rmax_l|lra].
    + intros i Hi. rewrite (Hmax i Hi). apply Rmax_r.
    + exact Hfit.
  - intros M y Hy. pose proof (lp_at_least_raise M y Hy) as L. destruct Hy as [_ [H1 [H2 H3]]].
    destruct (Rle_lt_dec M (x k)) as [|Hlt]; [assumption|exfalso].
    assert (used (S k) d x r < used (S k) d y r).
    { unfold used. apply (sum_lt (S k) _ _ a); [|lia|].
      - intros i Hi. apply Rmult_le_compat_l; [apply nonneg; [lia|exact Hr]|].
        rewrite (E i) by lia. unfold raise. destruct (lt_dec i k).
        + apply Rmax_lub; [|apply H2; assumption]. apply Rle_trans with M; [lra|apply H1; lia].
        + apply Rle_trans with M; [lra|apply H1; lia].
      - apply Rmult_lt_compat_l; [exact Hda|]. rewrite Hxa.
        apply Rlt_le_trans with M; [exact Hlt|apply H1; exact Ha]. }
    specialize (H3 r Hr). lra.
  - intros y [Hy _] i Hi. rewrite (E i Hi). apply lp_at_least_raise; assumption.
Qed.

(** ** Lemma 1 and uniqueness for LP (1) itself, with positive demands

    Idea: a solution is at least max(M, old share) in each entry.  If one entry is larger, every resource has
    room when all entries are lowered to that maximum, because everybody demands everything.  Then M can rise a
    little: by the least room, divided by the number of agents.
    Mechanisms: ddrf-lp, and so all that solve (1).  Property: lemma-1 for every solution.
    Hypothesis: positive.  With zeros: (1, 0), (1, 0), (0, 1) has several solutions.
    Claims: li2019-lemma-1, li2019-lemma-1-newcomer. *)
Theorem lp_lemma_1 : positive K m d ->
  forall M y, lp_solution n m d k old M y ->
  y k = M /\ forall i, (i < k)%nat -> y i = Rmax M (old i).
Proof.
  intros Hpos M y [Hy Hbest].
  assert (Hm : (0 < m)%nat) by (destruct (Hd k Hk) as [_ [r [Hr _]]]; lia).
  assert (E : forall i, (i <= k)%nat -> y i = raise k old M i).
  { intros j Hj. destruct (Rle_lt_or_eq_dec _ _ (lp_at_least_raise M y Hy j Hj)) as [Hlt|E]; [exfalso|auto].
    set (room := fun r => released n (S k) - used (S k) d (raise k old M) r).
    assert (Hroom : forall r, (r < m)%nat -> 0 < room r).
    { intros r Hr. unfold room. pose proof Hy as [_ [_ [_ H3]]]. specialize (H3 r Hr).
      assert (used (S k) d (raise k old M) r < used (S k) d y r).
      { unfold used. apply (sum_lt (S k) _ _ j); [|lia|].
        - intros i Hi. apply Rmult_le_compat_l; [apply nonneg; [lia|exact Hr]|].
          apply lp_at_least_raise; [exact Hy|lia].
        - apply Rmult_lt_compat_l; [apply Hpos; [lia|exact Hr]|exact Hlt]. }
      lra. }
    destruct (least_index m (fun _ => True) room) as [r0 [Hr0 [_ Hleast]]].
    { intros; left; exact I. } { exists 0%nat; split; [exact Hm|exact I]. }
    set (e := room r0 / INR (S k)).
    assert (Hq : 0 < INR (S k)) by (apply lt_0_INR; lia).
    assert (He : 0 < e) by (unfold e; apply Rdiv_lt_0_compat; [apply Hroom; exact Hr0|exact Hq]).
    assert (M + e <= M); [|lra].
    apply (Hbest (M + e) (fun i => raise k old M i + e)).
    destruct (raise_feasible M y Hy) as [G0 [G1 [G2 G3]]].
    split; [lra|split; [|split]].
    - intros i Hi. specialize (G1 i Hi). lra.
    - intros i Hi. specialize (G2 i Hi). lra.
    - intros r Hr. unfold used.
      apply Rle_trans with (sum (S k) (fun i => d i r * raise k old M i + e)).
      + apply sum_le. intros i Hi. assert (0 <= d i r) by (apply nonneg; [lia|exact Hr]).
        assert (d i r <= 1) by (apply at_most_one; [lia|exact Hr]). nra.
      + rewrite sum_plus, sum_const. fold (used (S k) d (raise k old M) r).
        assert (INR (S k) * e = room r0) by (unfold e; field; lra).
        specialize (Hleast r Hr I). unfold room in *. lra. }
  split.
  - rewrite (E k) by lia. unfold raise. destruct (lt_dec k k); [lia|reflexivity].
  - intros i Hi. rewrite (E i) by lia. unfold raise. destruct (lt_dec i k); [reflexivity|lia].
Qed.

Theorem lp_unique : positive K m d ->
  forall M y M' y', lp_solution n m d k old M y -> lp_solution n m d k old M' y' ->
  forall i, (i <= k)%nat -> y i = y' i.
Proof.
  intros Hpos M y M' y' H H' i Hi.
  assert (E : M = M').
  { destruct H as [F B], H' as [F' B']. apply Rle_antisym; [apply (B' M y F)|apply (B M' y' F')]. }
  subst M'. destruct (lp_lemma_1 Hpos M y H) as [A B], (lp_lemma_1 Hpos M y' H') as [A' B'].
  destruct (Nat.eq_dec i k) as [->|]; [congruence|]. rewrite B, B' by lia. reflexivity.
Qed.

(** ** The step can always be taken

    Idea: let M be the least of the quotients (released - before) / onward over t and r.  Shares fall, so those
    who rise are a tail T, .., k, and what all use is before + M onward for t = T, which fits.  At the t and r of
    the least quotient nothing is left, since each maximum is at least either of its two terms, and these are
    equal term by term: so somebody of smallest share demands r.
    Mechanisms: ddrf-linear (its algorithm is right), and so ddrf, ddrf-lp, ddrf-water have an outcome.
    Hypothesis: none. *)
Hypothesis Hold0 : forall i, (i < k)%nat -> 0 <= old i.
Hypothesis Hsorted : forall i j, (i < j)%nat -> (j < k)%nat -> old j <= old i.
Hypothesis Holdfit : forall r, (r < m)%nat -> used k d old r <= released n k.

Lemma released_grows : released n k <= released n (S k).
Proof. rewrite released_S by exact Hn. pose proof (share_pos n Hn). lra. Qed.

Lemma before_fits : forall t r, (t <= k)%nat -> (r < m)%nat -> before d k old t r <= released n (S k).
Proof.
  intros t r Ht Hr. apply Rle_trans with (released n k); [|apply released_grows].
  apply Rle_trans with (used k d old r); [|apply Holdfit; exact Hr].
  unfold before. cbn [sum]. destruct (lt_dec k t); [lia|]. rewrite Rplus_0_r.
  unfold used. apply sum_le. intros i Hi.
  assert (0 <= d i r * old i) by (apply Rmult_le_pos; [apply nonneg; [lia|exact Hr]|apply Hold0; exact Hi]).
  destruct (lt_dec i t); lra.
Qed.

Lemma raise_above : forall M t r, (t <= k)%nat -> (r < m)%nat ->
  before d k old t r + M * onward d k t r <= used (S k) d (raise k old M) r.
Proof.
  intros M t r Ht Hr. rewrite before_onward. unfold used. apply sum_le. intros i Hi.
  assert (0 <= d i r) by (apply nonneg; [lia|exact Hr]).
  unfold raise. destruct (lt_dec i t); destruct (lt_dec i k); try lia.
  - apply Rmult_le_compat_l; [assumption|apply Rmax_r].
  - apply Rmult_le_compat_l; [assumption|apply Rmax_l].
  - lra.
Qed.

Theorem step_exists : exists M, ddrf_step n m d k old (raise k old M).
Proof.
  assert (Hm : (0 < m)%nat) by (destruct (Hd k Hk) as [_ [r [Hr _]]]; lia).
  set (rel := released n (S k)).
  set (quot := fun p => (rel - before d k old (p / m) (p mod m)) / onward d k (p / m) (p mod m)).
  destruct (least_index (S k * m) (fun p => 0 < onward d k (p / m) (p mod m)) quot)
    as [p [Hp [Hpos Hleast]]].
  { intros p. destruct (Rlt_dec 0 (onward d k (p / m) (p mod m))); [left|right]; assumption. }
  { destruct (Hd k Hk) as [_ [r [Hr H1]]]. exists (k * m + r)%nat. split; [nia|].
    replace ((k * m + r) / m)%nat with k.
    2:{ apply (Nat.div_unique _ m k r); lia. }
    replace ((k * m + r) mod m)%nat with r.
    2:{ apply (Nat.mod_unique _ m k r); lia. }
    unfold onward. apply (sum_pos (S k) _ k); [|lia|].
    - intros i Hi. destruct (lt_dec i k); [lra|apply nonneg; [lia|exact Hr]].
    - destruct (lt_dec k k); [lia|lra]. }
  set (t0 := (p / m)%nat) in *. set (r0 := (p mod m)%nat) in *.
  assert (Ht0 : (t0 <= k)%nat).
  { assert (t0 < S k)%nat; [|lia]. apply Nat.div_lt_upper_bound; lia. }
  assert (Hr0 : (r0 < m)%nat) by (apply Nat.mod_upper_bound; lia).
  exists (quot p). set (M := quot p).
  assert (HM : before d k old t0 r0 + M * onward d k t0 r0 = rel).
  { unfold M, quot. fold t0 r0. field. lra. }
  assert (Hbelow : forall t r, (t <= k)%nat -> (r < m)%nat -> 0 < onward d k t r ->
            before d k old t r + M * onward d k t r <= rel).
  { intros t r Ht Hr Hq.
    assert (Q : ((t * m + r) / m)%nat = t) by (symmetry; apply (Nat.div_unique _ m t r); lia).
    assert (Q' : ((t * m + r) mod m)%nat = r) by (symmetry; apply (Nat.mod_unique _ m t r); lia).
    assert (L : M <= quot (t * m + r)%nat) by (apply Hleast; [nia|rewrite Q, Q'; exact Hq]).
    unfold quot in L. rewrite Q, Q' in L.
    apply (Rmult_le_compat_r (onward d k t r)) in L; [|lra].
    unfold Rdiv in L. rewrite Rmult_assoc, Rinv_l in L by lra. lra. }
  assert (HM0 : 0 <= M).
  { assert (before d k old t0 r0 <= rel) by (apply before_fits; assumption).
    assert (0 <= M * onward d k t0 r0) by lra.
    destruct (Rle_lt_dec 0 M) as [|Hneg]; [assumption|]. nra. }
  assert (Hfit : forall r, (r < m)%nat -> used (S k) d (raise k old M) r <= rel).
  { intros r Hr.
    destruct (first_index (S k) (fun i => i = k \/ ((i < k)%nat /\ old i <= M))) as [t [Ht [Pt Lt]]].
    { intros i. destruct (Nat.eq_dec i k); [left; left; assumption|].
      destruct (lt_dec i k); [|right; intros [?|[? ?]]; lia].
      destruct (Rle_lt_dec (old i) M); [left; right; split; assumption|right; intros [?|[? ?]]; [lia|lra]]. }
    { exists k. split; [lia|left; reflexivity]. }
    assert (E : used (S k) d (raise k old M) r = before d k old t r + M * onward d k t r).
    { rewrite before_onward. unfold used. apply sum_ext. intros i Hi.
      unfold raise. destruct (lt_dec i t) as [Hit|Hit].
      - destruct (lt_dec i k); [|lia]. rewrite Rmax_right; [reflexivity|].
        destruct (Rle_lt_dec (old i) M) as [H|H]; [|lra]. exfalso. apply (Lt i Hit). right; split; assumption.
      - destruct (lt_dec i k) as [Hik|]; [|reflexivity]. rewrite Rmax_left; [reflexivity|].
        destruct Pt as [->|[Htk Hle]]; [lia|].
        destruct (Nat.eq_dec i t) as [->|]; [exact Hle|].
        apply Rle_trans with (old t); [apply Hsorted; lia|exact Hle]. }
    rewrite E. assert (H0 : 0 <= onward d k t r).
    { unfold onward. apply sum_nonneg. intros i Hi. destruct (lt_dec i t); [lra|apply nonneg; [lia|exact Hr]]. }
    destruct (Rle_lt_or_eq_dec _ _ H0) as [Hq|Hq]; [apply Hbelow; [lia|exact Hr|exact Hq]|].
    rewrite <- Hq, Rmult_0_r, Rplus_0_r. apply before_fits; [lia|exact Hr]. }
  assert (Rk : raise k old M k = M) by (unfold raise; destruct (lt_dec k k); [lia|reflexivity]).
  split; [rewrite Rk; exact HM0|split; [|split]].
  - intros i Hi. rewrite Rk. unfold raise. destruct (lt_dec i k); [reflexivity|lia].
  - exact Hfit.
  - exists r0. split; [exact Hr0|]. pose proof (raise_above M t0 r0 Ht0 Hr0) as A. pose proof (Hfit r0 Hr0) as B.
    assert (E : used (S k) d (raise k old M) r0 = rel) by lra. split; [exact E|].
    assert (T : forall i, (i < S k)%nat ->
      (if lt_dec i t0 then d i r0 * old i else d i r0 * M) = d i r0 * raise k old M i).
    { apply sum_eq_terms.
      - intros i Hi. assert (0 <= d i r0) by (apply nonneg; [lia|exact Hr0]).
        unfold raise. destruct (lt_dec i t0); destruct (lt_dec i k); try lia.
        + apply Rmult_le_compat_l; [assumption|apply Rmax_r].
        + apply Rmult_le_compat_l; [assumption|apply Rmax_l].
        + lra.
      - rewrite <- before_onward. unfold used in E. rewrite E. exact HM. }
    assert (W : exists i, (i < S k)%nat /\ 0 < (if lt_dec i t0 then 0 else d i r0)).
    { destruct (sum_average (S k) (fun i => if lt_dec i t0 then 0 else d i r0) (onward d k t0 r0 / INR (S k)))
        as [i [Hi L]]; [lia| |].
      - unfold onward. right. field. apply not_0_INR; lia.
      - exists i. split; [exact Hi|]. apply Rlt_le_trans with (2 := L).
        apply Rdiv_lt_0_compat; [exact Hpos|apply lt_0_INR; lia]. }
    destruct W as [a [Ha Hda]]. destruct (lt_dec a t0) as [|Hat]; [lra|].
    exists a. split; [lia|split; [exact Hda|]]. rewrite Rk.
    specialize (T a Ha). destruct (lt_dec a t0); [lia|].
    apply (Rmult_eq_reg_l (d a r0)); lra.
Qed.

End Step.
Set Default Proof Using "Type".

(** ** Every instance has a history

    Idea: one step after the other; the earlier steps stay as they are.
    Mechanisms: ddrf, ddrf-lp, ddrf-linear, ddrf-water.  Hypothesis: none.
    It is the witness that the hypotheses of Ddrf.v can be met, whatever the demands are. *)
Theorem history_exists : forall n m K d, (0 < n)%nat -> normalised K m d -> exists x, ddrf n m K d x.
Proof.
  intros n m K d Hn Hd.
  assert (G : forall J, (J <= K)%nat -> exists x, ddrf n m J d x).
  { induction J as [|J IH]; intros HJ.
    - exists (fun _ _ => 0). intros k Hk. lia.
    - destruct IH as [x Hx]; [lia|].
      assert (HdJ : normalised J m d) by (intros i Hi; apply Hd; lia).
      destruct (step_exists n m K J d (x J) Hn Hd) as [M HM]; [lia| | | |].
      + intros i Hi. apply (share_nonneg n m J d x Hn HdJ Hx); lia.
      + intros i j Hij Hj. apply (lemma_2 n m J d x Hn HdJ Hx); lia.
      + intros r Hr. apply (fits n m J d x Hn HdJ Hx); [lia|exact Hr].
      + exists (fun k => if Nat.eq_dec k (S J) then raise J (x J) M else x k).
        intros k Hk. destruct (Nat.eq_dec k (S J)); [lia|].
        destruct (Nat.eq_dec (S k) (S J)) as [E|E].
        * injection E as ->. exact HM.
        * apply Hx. lia. }
  apply G. lia.
Qed.

(** ** The closed form of M, over all t and r

    Idea: for any t the expression before + M onward is at most what is used, so M is at most every quotient.
    For t the first of the tail and r the full resource of the certificate it is what is used, and the agent of
    smallest share that demands r makes the denominator positive.
    Mechanisms: ddrf-linear, and so ddrf, ddrf-lp, ddrf-water.  Property: agrees-with-lp.
    Hypothesis: none.  Claims: li2019-lp-equation-2 (with the tau of the tail). *)
Theorem closed_form : forall n m K d x, (0 < n)%nat -> normalised K m d -> ddrf n m K d x ->
  forall k, (k < K)%nat ->
  (forall t r, (t <= k)%nat -> (r < m)%nat -> 0 < onward d k t r ->
     x (S k) k <= (released n (S k) - before d k (x k) t r) / onward d k t r)
  /\ exists t r, (t <= k)%nat /\ (r < m)%nat /\ 0 < onward d k t r
     /\ x (S k) k = (released n (S k) - before d k (x k) t r) / onward d k t r
     /\ (forall i, (i < t)%nat -> x (S k) k < x k i)
     /\ (forall i, (t <= i)%nat -> (i < k)%nat -> x k i <= x (S k) k).
Proof.
  intros n m K d x Hn Hd Hx k Hk.
  set (M := x (S k) k).
  assert (E : forall i, (i <= k)%nat -> x (S k) i = raise k (x k) M i).
  { intros i Hi. unfold raise. destruct (lt_dec i k); [apply (lemma_1 n m K d x Hn Hd Hx); assumption|].
    replace i with k by lia. reflexivity. }
  assert (U : forall r, used (S k) d (x (S k)) r = used (S k) d (raise k (x k) M) r).
  { intros r. unfold used. apply sum_ext. intros i Hi. rewrite E by lia. reflexivity. }
  split.
  - intros t r Ht Hr Hq.
    assert (A : before d k (x k) t r + M * onward d k t r <= used (S k) d (raise k (x k) M) r).
    { rewrite before_onward. unfold used. apply sum_le. intros i Hi.
      assert (0 <= d i r) by (apply (demand_nonneg n m K d x Hn Hd Hx); lia).
      unfold raise. destruct (lt_dec i t); destruct (lt_dec i k); try lia.
      - apply Rmult_le_compat_l; [assumption|apply Rmax_r].
      - apply Rmult_le_compat_l; [assumption|apply Rmax_l].
      - lra. }
    pose proof (fits n m K d x Hn Hd Hx (S k) r Hk Hr) as B. rewrite U in B.
    apply (Rmult_le_reg_r (onward d k t r)); [exact Hq|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - destruct (tail n m K d x Hn Hd Hx k Hk) as [t [Ht [T1 T2]]].
    destruct (Hx k Hk) as [_ [_ [_ [r [Hr [Hfull [a [Ha [Hda Hxa]]]]]]]]].
    assert (Hat : (t <= a)%nat).
    { destruct (le_lt_dec t a) as [|H]; [assumption|]. destruct (T1 a H) as [A B]. rewrite A in Hxa. lra. }
    assert (Hq : 0 < onward d k t r).
    { unfold onward. apply (sum_pos (S k) _ a); [|lia|].
      - intros i Hi. destruct (lt_dec i t); [lra|apply (demand_nonneg n m K d x Hn Hd Hx); lia].
      - destruct (lt_dec a t); [lia|exact Hda]. }
    assert (B : before d k (x k) t r + M * onward d k t r = used (S k) d (x (S k)) r).
    { rewrite before_onward. unfold used. apply sum_ext. intros i Hi.
      destruct (lt_dec i t) as [Hit|Hit].
      - destruct (T1 i Hit) as [A _]. rewrite A. reflexivity.
      - destruct (Nat.eq_dec i k) as [->|]; [reflexivity|].
        destruct (T2 i) as [A _]; [lia|lia|]. rewrite A. reflexivity. }
    exists t, r. split; [exact Ht|split; [exact Hr|split; [exact Hq|split; [|split]]]].
    + fold M. rewrite <- Hfull, <- B. field. lra.
    + intros i Hi. apply T1; exact Hi.
    + intros i Hi Hik. apply T2; assumption.
Qed.

(** ** Agreement with LP (1)

    Idea: the history of the closed form, which runs on by itself, has the same old shares by induction, so the
    same quotients, so the same least quotient, so the same shares.
    Mechanisms: ddrf, ddrf-lp, ddrf-linear, ddrf-water.  Property: agrees-with-lp.
    Hypothesis: none.
    Claims: li2019-lp-water-filling, li2019-lp-solved, li2019-lp-equation-2, li2019-zeros-agree.
    [right_history] is the definition on the page of the property. *)
Definition right_history (n m K : nat) (d y : nat -> nat -> R) : Prop :=
  forall k, (k < K)%nat ->
  (forall i, (i < k)%nat -> y (S k) i = Rmax (y (S k) k) (y k i))
  /\ (forall t r, (t <= k)%nat -> (r < m)%nat -> 0 < onward d k t r ->
        y (S k) k <= (released n (S k) - before d k (y k) t r) / onward d k t r)
  /\ exists t r, (t <= k)%nat /\ (r < m)%nat /\ 0 < onward d k t r
        /\ y (S k) k = (released n (S k) - before d k (y k) t r) / onward d k t r.

Theorem agrees_with_lp : forall n m K d x y, (0 < n)%nat -> normalised K m d -> ddrf n m K d x ->
  right_history n m K d y ->
  forall k i, (k <= K)%nat -> (i < k)%nat -> x k i = y k i.
Proof.
  intros n m K d x y Hn Hd Hx Hy. induction k as [|k IH]; intros i Hk Hi; [lia|].
  destruct (Hy k) as [Y1 [Y2 [t' [r' [Ht' [Hr' [Hq' Y3]]]]]]]; [lia|].
  destruct (closed_form n m K d x Hn Hd Hx k) as [X2 [t [r [Ht [Hr [Hq [X3 _]]]]]]]; [lia|].
  assert (B : forall t r, (t <= k)%nat -> before d k (x k) t r = before d k (y k) t r).
  { intros s q Hs. unfold before. apply sum_ext. intros j Hj. destruct (lt_dec j s); [|reflexivity].
    rewrite IH by lia. reflexivity. }
  assert (E : x (S k) k = y (S k) k).
  { apply Rle_antisym.
    - rewrite Y3, <- B by exact Ht'. apply X2; assumption.
    - rewrite X3, B by exact Ht. apply Y2; assumption. }
  destruct (Nat.eq_dec i k) as [->|]; [exact E|].
  rewrite (lemma_1 n m K d x Hn Hd Hx k i), Y1 by lia. rewrite E, IH by lia. reflexivity.
Qed.

(** ** A witness

    Two agents, two resources, demands (1, 1/2) and (1/2, 1), n = 2: the history 1/2; 2/3, 2/3.  It shows that the
    hypotheses of the theorems above can be met together, positive demands included. *)
Definition witness_demand (i r : nat) : R := if Nat.eq_dec i r then 1 else 1/2.
Definition witness_history (k i : nat) : R := match k with O => 0 | S O => 1/2 | _ => 2/3 end.

Lemma witness_normalised : normalised 2 2 witness_demand.
Proof.
  intros i Hi. unfold witness_demand. split.
  - intros r Hr. destruct (Nat.eq_dec i r); lra.
  - exists i. split; [exact Hi|]. destruct (Nat.eq_dec i i); [reflexivity|lia].
Qed.

Lemma witness_positive : positive 2 2 witness_demand.
Proof. intros i r _ _. unfold witness_demand. destruct (Nat.eq_dec i r); lra. Qed.

Lemma witness_ddrf : ddrf 2 2 2 witness_demand witness_history.
Proof.
  intros k Hk. destruct k as [|[|k]]; [| |lia].
  - repeat split; unfold witness_history; simpl; try lra; [intros; lia| |].
    + intros r Hr. unfold used, released, witness_demand. simpl.
      destruct r as [|[|r]]; [| |lia]; simpl; lra.
    + exists 0%nat. split; [lia|]. split; [unfold used, released, witness_demand; simpl; lra|].
      exists 0%nat. split; [lia|]. unfold witness_demand; simpl. lra.
  - repeat split; unfold witness_history; simpl; try lra.
    + intros i Hi. rewrite Rmax_left; lra.
    + intros r Hr. unfold used, released, witness_demand. simpl.
      destruct r as [|[|r]]; [| |lia]; simpl; lra.
    + exists 0%nat. split; [lia|]. split; [unfold used, released, witness_demand; simpl; lra|].
      exists 0%nat. split; [lia|]. unfold witness_demand; simpl. lra.
Qed.
