(** Schedulers that place whole tasks on servers one by one end: first fit, best fit and slots have an outcome on every instance.

    After properties/mechanisms/first-fit-drfh.md, best-fit-drfh.md and slots.md (wang2013 V-B, (9), VI).  While a user has a task
    that fits somewhere, the next user and the server for its task are determined; there is room for finitely many tasks. *)

From Coq Require Import Reals Lra Lia Arith ZArith Classical.
From Fair.Common Require Import Sums.
From Fair.Cluster Require Import Model.
From Fair.Tasks Require Import Placing.
Open Scope R_scope.

(** Of finitely many the one of the smallest key, of equals the lowest index. *)
Lemma least_of : forall K (P : nat -> Prop) (f : nat -> R), (exists n, (n < K)%nat /\ P n) ->
  exists n, (n < K)%nat /\ P n /\ forall m, (m < K)%nat -> P m -> m <> n -> f n < f m \/ (f n = f m /\ (n < m)%nat).
Proof.
  induction K as [|K IH]; intros P f [a [Ha Pa]]; [lia|].
  destruct (classic (exists n, (n < K)%nat /\ P n)) as [E|No].
  - destruct (IH P f E) as [n [Hn [Pn L]]]. destruct (classic (P K /\ f K < f n)) as [[PK Lt]|Not].
    + exists K. split; [lia|]. split; [exact PK|]. intros m Hm Pm Ne. left.
      destruct (Nat.eq_dec m n) as [->|D]; [exact Lt|]. destruct (L m ltac:(lia) Pm D) as [A|[A _]]; lra.
    + exists n. split; [lia|]. split; [exact Pn|]. intros m Hm Pm Ne.
      destruct (Nat.eq_dec m K) as [->|D]; [|apply L; auto; lia].
      assert (A : f n <= f K) by (apply Rnot_lt_le; intros Lt; apply Not; auto).
      destruct A as [A|A]; [left; exact A|right; split; [exact A|lia]].
  - assert (a = K) as -> by (destruct (Nat.eq_dec a K); [auto|exfalso; apply No; exists a; split; [lia|auto]]).
    exists K. split; [lia|]. split; [exact Pa|]. intros m Hm Pm Ne. exfalso. apply No. exists m. split; [lia|auto].
Qed.

(** A choice for each of finitely many. *)
Lemma each_chosen : forall K (P : nat -> nat -> Prop), (forall i, (i < K)%nat -> exists k, P i k) ->
  exists f, forall i, (i < K)%nat -> P i (f i).
Proof.
  induction K as [|K IH]; intros P H; [exists (fun _ => 0%nat); intros; lia|].
  destruct (IH P) as [f Hf]; [intros; apply H; lia|]. destruct (H K) as [k Hk]; [lia|].
  exists (fun i => if Nat.eq_dec i K then k else f i). intros i Hi. destruct (Nat.eq_dec i K) as [->|]; [exact Hk|apply Hf; lia].
Qed.

(** The last number of which something holds, if it does not hold of all. *)
Lemma last_of : forall (P : nat -> Prop) k, P 0%nat -> ~ P k -> exists j, P j /\ ~ P (S j).
Proof.
  intros P k P0. induction k as [|k IH]; intros Not; [contradiction|].
  destruct (classic (P k)) as [H|H]; [exists k; auto|apply IH; exact H].
Qed.

Lemma natural_above b : exists n, b < INR n.
Proof.
  pose proof (Rmax_l b 0). pose proof (Rmax_r b 0). destruct (archimed (Rmax b 0)) as [A _].
  exists (Z.to_nat (up (Rmax b 0))). rewrite INR_IZR_INZ, Z2Nat.id; [lra|]. apply le_IZR. lra.
Qed.

Section Runs.
  Variables (I : inst) (Q : scheduler).
  Hypothesis W : wf I.
  Hypothesis Within : forall x, reached I Q x -> forall i r, (i < servers I)%nat -> (r < resources I)%nat ->
    sum (users I) (fun n => tasks_of x n i * dem I n r) <= cap I i r.

  Lemma placed_bounded : exists b, forall x, reached I Q x -> sum (users I) (tot I (tasks_of x)) <= b.
  Proof.
    assert (G : forall k, (k <= users I)%nat -> exists b, forall x, reached I Q x -> sum k (tot I (tasks_of x)) <= b).
    { induction k as [|k IH]; intros Hk; [exists 0; intros; simpl; lra|].
      destruct IH as [b Hb]; [lia|]. destruct (proj2 (wf_dem I W k ltac:(lia))) as [r [Hr D]].
      exists (b + pool I r / dem I k r). intros x Hx. simpl. specialize (Hb x Hx).
      assert (T : tot I (tasks_of x) k * dem I k r <= pool I r).
      { unfold tot, pool. rewrite <- sum_scal_r. apply sum_le. intros i Hi.
        apply Rle_trans with (2 := Within x Hx i r Hi Hr).
        apply (sum_term (users I) (fun n => tasks_of x n i * dem I n r)); [|lia].
        intros n Hn. apply Rmult_le_pos; [apply pos_INR|apply (wf_dem I W); auto]. }
      assert (tot I (tasks_of x) k <= pool I r / dem I k r); [|lra].
      apply (Rmult_le_reg_r (dem I k r)); [exact D|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    apply (G (users I)). lia.
  Qed.

  Lemma scheduled_exists : exists p, scheduled I Q p.
  Proof.
    destruct placed_bounded as [b B].
    assert (G : forall k, (exists p, scheduled I Q p) \/ exists x, reached I Q x /\ sum (users I) (tot I (tasks_of x)) = INR k).
    { induction k as [|k [H|[x [Hx E]]]]; [right|left; exact H|].
      - exists none. split; [constructor|]. apply sum_zero. intros n _. apply sum_zero. reflexivity.
      - destruct (classic (exists n, open I Q x n)) as [[a Oa]|No].
        2:{ left. exists (tasks_of x), x. split; [exact Hx|]. split; [intros n On; apply No; exists n; exact On|reflexivity]. }
        right. destruct (least_of (users I) (open I Q x) (fun n => tot I (tasks_of x) n * rise Q n)) as [n [Hn [On L]]].
        { exists a. split; [apply Oa|exact Oa]. }
        destruct (least_of (servers I) (candidate I Q x n) (misfit Q x n)) as [i [Hi [Ci M]]].
        { destruct On as [_ [_ [_ [i Ci]]]]. exists i. split; [apply Ci|exact Ci]. }
        exists (put x n i). split.
        + apply one_more; [exact Hx| |].
          * split; [exact On|]. intros m Om Ne. apply L; [apply Om|exact Om|exact Ne].
          * split; [exact Ci|]. intros j Cj Ne. apply M; [apply Cj|exact Cj|exact Ne].
        + rewrite (sum_replace (users I) n (tot I (tasks_of (put x n i))) (tot I (tasks_of x)) Hn).
          * rewrite tot_put_self by exact Hi. rewrite E, S_INR. lra.
          * intros m _ Ne. apply tot_put_other. exact Ne. }
    destruct (natural_above b) as [k Hk]. destruct (G k) as [H|[x [Hx E]]]; [exact H|]. specialize (B x Hx). lra.
  Qed.
End Runs.

(** Mechanism: first-fit-drfh.  Hypothesis: none. *)
Theorem first_fit_exists I : wf I -> exists p, first_fit I p.
Proof. intros W. apply scheduled_exists; [exact W|]. intros x Hx. apply (drfh_within I _ x W Hx). Qed.

(** Mechanism: best-fit-drfh, which refuses a user that does not demand the first resource.  Hypothesis: none. *)
Theorem best_fit_exists I : wf I -> (forall n, (n < users I)%nat -> 0 < dem I n 0) -> exists p, best_fit I p.
Proof.
  intros W D. destruct (scheduled_exists I (drfh_scheduler I (unlike I)) W) as [p H].
  - intros x Hx. apply (drfh_within I _ x W Hx).
  - exists p. split; [exact D|exact H].
Qed.

(** Idea: a server has finitely many slots of each resource, and a task takes finitely many.
    Mechanism: slots.  Hypothesis: none. *)
Theorem slots_exists I : wf I -> exists p, slots I p.
Proof.
  intros W.
  assert (K : exists k, cut I k).
  { unfold cut. apply (each_chosen (servers I) (fun i k => (forall r, (r < resources I)%nat -> 0 < slot I r -> INR k * slot I r <= cap I i r)
      /\ ((exists r, (r < resources I)%nat /\ 0 < slot I r /\ cap I i r < INR (S k) * slot I r)
          \/ ((forall r, (r < resources I)%nat -> ~ 0 < slot I r) /\ k = 0%nat)))).
    intros i Hi. destruct (classic (exists r, (r < resources I)%nat /\ 0 < slot I r)) as [[q [Hq Pq]]|No].
    - destruct (natural_above (cap I i q / slot I q)) as [b Hb].
      destruct (last_of (fun k => forall r, (r < resources I)%nat -> 0 < slot I r -> INR k * slot I r <= cap I i r) b)
        as [k [Hk Not]].
      + intros r Hr _. simpl. rewrite Rmult_0_l. apply (wf_cap I W); auto.
      + intros H. specialize (H q Hq Pq). apply (Rmult_gt_compat_r (slot I q)) in Hb; [|exact Pq].
        unfold Rdiv in Hb. rewrite Rmult_assoc, Rinv_l in Hb by lra. lra.
      + exists k. split; [exact Hk|left]. apply NNPP. intros C. apply Not. intros r Hr P. apply Rnot_lt_le. intros L.
        apply C. exists r. auto.
    - exists 0%nat. split; [intros r Hr P; exfalso; apply No; exists r; auto|right]. split; [|reflexivity].
      intros r Hr P. apply No. exists r. auto. }
  assert (Z : exists z, takes I z).
  { unfold takes. apply (each_chosen (users I) (fun n z => covered I n ->
      (forall r, (r < resources I)%nat -> 0 < dem I n r -> dem I n r <= INR z * slot I r)
      /\ exists r, (r < resources I)%nat /\ 0 < dem I n r /\ (INR z - 1) * slot I r < dem I n r)).
    intros n Hn. destruct (classic (covered I n)) as [C|C]; [|exists 0%nat; intros; contradiction].
    set (few := fun z => exists r, (r < resources I)%nat /\ 0 < dem I n r /\ INR z * slot I r < dem I n r).
    assert (Most : exists b, ~ few b).
    { assert (G : forall m, (m <= resources I)%nat -> exists b, forall z, (b <= z)%nat -> forall r, (r < m)%nat -> 0 < dem I n r ->
        dem I n r <= INR z * slot I r).
      { induction m as [|m IH]; intros Hm; [exists 0%nat; intros; lia|]. destruct IH as [b Hb]; [lia|].
        destruct (Rlt_dec 0 (dem I n m)) as [D|D].
        - specialize (C m ltac:(lia) D). destruct (natural_above (dem I n m / slot I m)) as [q Hq].
          exists (b + q)%nat. intros z Hz r Hr P. destruct (Nat.eq_dec r m) as [->|Ne]; [|apply Hb; auto; lia].
          apply (Rmult_gt_compat_r (slot I m)) in Hq; [|exact C]. unfold Rdiv in Hq. rewrite Rmult_assoc, Rinv_l in Hq by lra.
          assert (INR q <= INR z) by (apply le_INR; lia).
          assert (INR q * slot I m <= INR z * slot I m) by (apply Rmult_le_compat_r; lra). lra.
        - exists b. intros z Hz r Hr P. destruct (Nat.eq_dec r m) as [->|Ne]; [contradiction|apply Hb; auto; lia]. }
      destruct (G (resources I) (le_n _)) as [b Hb]. exists b. intros [r [Hr [D L]]]. specialize (Hb b (le_n b) r Hr D). lra. }
    destruct Most as [b Hb]. destruct (last_of few b) as [z [[q [Hq [Dq Lq]]] Not]].
    - destruct (proj2 (wf_dem I W n Hn)) as [r [Hr D]]. exists r. simpl. rewrite Rmult_0_l. auto.
    - exact Hb.
    - exists (S z). intros _. split.
      + intros r Hr D. apply Rnot_lt_le. intros L. apply Not. exists r. auto.
      + exists q. rewrite S_INR. split; [exact Hq|split; [exact Dq|]]. replace (INR z + 1 - 1) with (INR z) by ring. exact Lq. }
  destruct K as [k K]. destruct Z as [z Z]. destruct (scheduled_exists I (slot_scheduler I k z) W) as [p H].
  - intros x Hx. apply (slots_capacity I k z W K Z x Hx).
  - exists p, k, z. auto.
Qed.
