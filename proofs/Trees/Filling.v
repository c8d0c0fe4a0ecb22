(** Hierarchical DRF for divisible tasks, filled stage by stage.

    After properties/mechanisms/hdrf.md.  Amounts of resources stand in place of parts of the pool, so that the largest
    part of a vector is the largest quotient by capacity. *)

From Coq Require Import Reals Lra Lia Arith List Bool Classical.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Waste Drf.
From Fair.Trees Require Import Tree.
Import ListNotations.
Open Scope R_scope.

(** The tree holds the users that run and have a task, each once; weights are positive. *)
Definition planted (I : inst) (T : tree) : Prop := NoDup (leaves T) /\ heavy T /\
  forall n, In n (leaves T) <-> (n < users I)%nat /\ runs I n /\ tk I n <> Some 0.

Section Filling.

Variable I : inst.
Variable T : tree.

(** The largest part of a resource of the pool. *)
Definition part (v : nat -> R) : R := maxratio (resources I) v (cap I 0).
Definition used (y : nat -> R) (r : nat) : R := sum (users I) (fun n => y n * dem I n r).

(** A user moves until a resource that it demands is full, or it has all its tasks. *)
Definition moves (y : nat -> R) (n : nat) : bool :=
  forallb (fun r => if Rlt_dec 0 (dem I n r) then (if Rlt_dec (used y r) (cap I 0 r) then true else false) else true)
    (seq 0 (resources I)) &&
  match tk I n with None => true | Some t => if Rlt_dec (y n) t then true else false end.

(** What a node takes: a user its demand, a queue the sum of its children's directions, each with largest part 1, times their
    weights.  None: frozen. *)
Definition gather (l : list (R * option (nat -> R))) : option (nat -> R) :=
  fold_right (fun k rest => match snd k with
    | None => rest
    | Some v => Some (fun r => fst k * (v r / part v) + match rest with None => 0 | Some u => u r end)
    end) None l.
Fixpoint takes (y : nat -> R) (t : tree) : option (nat -> R) :=
  match t with
  | user n => if moves y n then Some (dem I n) else None
  | queue l => gather (map (fun k => (fst k, takes y (snd k))) l)
  end.
Definition big (y : nat -> R) (t : tree) : R := match takes y t with None => 1 | Some v => part v end.

(** Tasks of user [n] for each unit of the node's largest part. *)
Fixpoint rate (y : nat -> R) (n : nat) (t : tree) : R :=
  match t with
  | user m => if Nat.eqb m n && moves y m then 1 / part (dem I m) else 0
  | queue l => adds (map (fun k => fst k / big y (queue l) * rate y n (snd k)) l)
  end.

(** A stage ends as soon as a resource is full or a user has all its tasks. *)
Definition stage (rho : R) (y y' : nat -> R) : Prop := exists v, takes y T = Some v /\
  (forall r, (r < resources I)%nat -> 0 < v r -> rho * (v r / part v) <= cap I 0 r - used y r) /\
  (forall n t, In n (leaves T) -> 0 < rate y n T -> tk I n = Some t -> rho * rate y n T <= t - y n) /\
  ((exists r, (r < resources I)%nat /\ 0 < v r /\ rho * (v r / part v) = cap I 0 r - used y r) \/
   exists n t, In n (leaves T) /\ 0 < rate y n T /\ tk I n = Some t /\ rho * rate y n T = t - y n) /\
  forall n, y' n = y n + rho * rate y n T.

(** What stages come to, and the sum of their lengths. *)
Inductive filled : R -> (nat -> R) -> Prop :=
| empty : forall y, (forall n, y n = 0) -> filled 0 y
| further : forall h rho y y', filled h y -> stage rho y y' -> filled (h + rho) y'.

Definition hdrf (x : placement) : Prop := servers I = 1%nat /\ planted I T /\
  exists h y, filled h y /\ takes y T = None /\ forall n, x n 0%nat = y n.

(** ** What a node takes *)

Hypothesis W : wf I.
Hypothesis One : servers I = 1%nat.
Hypothesis Pl : planted I T.
Set Default Proof Using "All".

Lemma in_runs : forall n, In n (leaves T) -> (n < users I)%nat /\ runs I n.
Proof. intros n H. apply Pl in H. tauto. Qed.

Lemma runs_cap : forall n r, (n < users I)%nat -> runs I n -> (r < resources I)%nat -> 0 < dem I n r -> 0 < cap I 0 r.
Proof.
  intros n r Hn [i [Hi G]] Hr D. replace i with 0%nat in G by lia. apply (gam_cap I W n 0 r); auto; lia.
Qed.

Lemma part_dem : forall n, (n < users I)%nat -> runs I n -> 0 < part (dem I n) /\
  (forall r, (r < resources I)%nat -> dem I n r <= part (dem I n) * cap I 0 r).
Proof.
  intros n Hn Rn. destruct (wf_dem I W n Hn) as [Dp [r [Hr D]]].
  assert (Ge : forall q, (q < resources I)%nat -> 0 < cap I 0 q -> dem I n q <= part (dem I n) * cap I 0 q).
  { intros q Hq Cq. apply (maxratio_ge (resources I) (dem I n) (cap I 0)); auto. }
  split.
  - pose proof (maxratio_nonneg (resources I) (dem I n) (cap I 0)) as P. fold (part (dem I n)) in P.
    destruct P as [P|P]; [exact P|]. pose proof (Ge r Hr (runs_cap n r Hn Rn Hr D)) as G. rewrite <- P in G. lra.
  - intros q Hq. destruct (Rle_lt_or_eq_dec _ _ (wf_cap I W 0 q ltac:(lia) Hq)) as [Cq|Cq]; [auto|].
    destruct (Rle_lt_or_eq_dec _ _ (Dp q Hq)) as [Dq|Dq].
    + pose proof (runs_cap n q Hn Rn Hq Dq). lra.
    + rewrite <- Dq, <- Cq. lra.
Qed.

Lemma moves_spec : forall y n, moves y n = true <->
  (forall r, (r < resources I)%nat -> 0 < dem I n r -> used y r < cap I 0 r) /\
  match tk I n with None => True | Some t => y n < t end.
Proof.
  intros y n. unfold moves. rewrite andb_true_iff, forallb_forall.
  assert (B : (match tk I n with None => true | Some t => if Rlt_dec (y n) t then true else false end) = true <->
              match tk I n with None => True | Some t => y n < t end).
  { destruct (tk I n) as [t|]; [|tauto]. destruct (Rlt_dec (y n) t); split; auto; try discriminate; contradiction. }
  rewrite B. split; intros [A K]; (split; [|exact K]).
  - intros r Hr D. specialize (A r ltac:(apply in_seq; lia)). destruct (Rlt_dec 0 (dem I n r)); [|contradiction].
    destruct (Rlt_dec (used y r) (cap I 0 r)); [assumption|discriminate].
  - intros r Hr. apply in_seq in Hr. destruct (Rlt_dec 0 (dem I n r)) as [D|]; [|reflexivity].
    destruct (Rlt_dec (used y r) (cap I 0 r)) as [|N]; [reflexivity|]. exfalso. apply N, A; [lia|exact D].
Qed.

(** Users below, all of which run. *)
Definition known (t : tree) : Prop := heavy t /\ forall n, In n (leaves t) -> (n < users I)%nat /\ runs I n.

Lemma known_in : forall l k, known (queue l) -> In k l -> 0 < fst k /\ known (snd k).
Proof.
  intros l k [H K] J. destruct (heavy_in l k H J) as [A B]. split; [exact A|]. split; [exact B|].
  intros n Hn. apply K. apply leaves_in. exists k. auto.
Qed.

Lemma known_all : known T.
Proof. destruct Pl as [_ [H _]]. split; [exact H|]. intros n Hn. apply in_runs. exact Hn. Qed.

(** Directions: not negative, at most the weights added up, along some resource the largest part. *)
Record sound (v : nat -> R) : Prop := {
  s_pos : forall r, (r < resources I)%nat -> 0 <= v r;
  s_part : 0 < part v;
  s_most : forall r, (r < resources I)%nat -> v r <= part v * cap I 0 r
}.

Lemma sound_at : forall v, sound v -> exists r, (r < resources I)%nat /\ 0 < cap I 0 r /\ v r / part v = cap I 0 r.
Proof.
  intros v [A P M]. destruct (maxratio_eq (resources I) v (cap I 0)) as [E|[r [Hr [B E]]]].
  - fold (part v) in E. lra.
  - exists r. split; [exact Hr|split; [exact B|]]. fold (part v) in E. rewrite <- E. field. lra.
Qed.

Lemma sound_of : forall v k, (forall r, (r < resources I)%nat -> 0 <= v r) -> 0 <= k ->
  (forall r, (r < resources I)%nat -> v r <= k * cap I 0 r) -> (exists r, (r < resources I)%nat /\ 0 < v r) ->
  sound v /\ part v <= k.
Proof.
  intros v k A K M [r [Hr P]].
  assert (L : part v <= k) by (apply maxratio_lub; [exact K|]; intros q Hq _; apply M; exact Hq).
  assert (Zero : forall q, (q < resources I)%nat -> cap I 0 q = 0 -> v q = 0).
  { intros q Hq E. specialize (M q Hq). specialize (A q Hq). rewrite E in M. lra. }
  assert (Cap : forall q, (q < resources I)%nat -> 0 < cap I 0 q \/ cap I 0 q = 0).
  { intros q Hq. destruct (wf_cap I W 0 q ltac:(lia) Hq); [left; assumption|right; lra]. }
  assert (Ge : forall q, (q < resources I)%nat -> v q <= part v * cap I 0 q).
  { intros q Hq. destruct (Cap q Hq) as [C|C].
    - apply (maxratio_ge (resources I) v (cap I 0)); auto.
    - rewrite (Zero q Hq C), C. lra. }
  split; [split; auto|exact L].
  pose proof (maxratio_nonneg (resources I) v (cap I 0)) as N. fold (part v) in N. destruct N as [N|N]; [exact N|].
  specialize (Ge r Hr). rewrite <- N in Ge. lra.
Qed.

(** What a queue gathers. *)
Lemma gather_sound : forall y l, (forall k, In k l -> 0 < fst k) ->
  (forall k v, In k l -> takes y (snd k) = Some v -> sound v) ->
  forall v, gather (map (fun k => (fst k, takes y (snd k))) l) = Some v ->
    sound v /\ part v <= siblings l /\
    forall r, v r = adds (map (fun k => fst k * match takes y (snd k) with None => 0 | Some u => u r / part u end) l).
Proof.
  intros y l. induction l as [|k l IH]; intros Wt S v E; [discriminate|]. simpl in E.
  assert (Wt' : forall j, In j l -> 0 < fst j) by (intros; apply Wt; simpl; auto).
  assert (S' : forall j u, In j l -> takes y (snd j) = Some u -> sound u) by (intros j u J; apply S; simpl; auto).
  assert (Sib : 0 <= siblings l) by (apply (adds_nonneg fst); intros j J; apply Rlt_le, Wt'; exact J).
  pose proof (Wt k (or_introl eq_refl)) as Wk.
  assert (Cap : forall q, (q < resources I)%nat -> 0 <= cap I 0 q) by (intros; apply (wf_cap I W); [lia|assumption]).
  destruct (takes y (snd k)) as [u|] eqn:Tk.
  - pose proof (S k u (or_introl eq_refl) Tk) as Su. pose proof (s_part u Su) as Pu.
    assert (U : forall r, (r < resources I)%nat -> 0 <= u r / part u <= cap I 0 r).
    { intros r Hr. split; [apply div_nonneg; [apply (s_pos u Su r Hr)|exact Pu]|].
      apply div_le; [exact Pu|]. pose proof (s_most u Su r Hr). lra. }
    destruct (sound_at u Su) as [q [Hq [Cq Eq]]].
    set (rest := gather (map (fun k => (fst k, takes y (snd k))) l)) in *.
    assert (R : forall r, (r < resources I)%nat ->
      0 <= match rest with None => 0 | Some a => a r end <= siblings l * cap I 0 r).
    { intros r Hr. destruct rest as [a|].
      - destruct (IH Wt' S' a eq_refl) as [Sa [La _]]. split; [apply (s_pos a Sa r Hr)|].
        apply Rle_trans with (1 := s_most a Sa r Hr). apply Rmult_le_compat_r; auto.
      - split; [lra|]. apply Rmult_le_pos; auto. }
    injection E as <-. assert (Bound : siblings (k :: l) = fst k + siblings l) by reflexivity.
    assert (Snd : sound (fun r => fst k * (u r / part u) + match rest with None => 0 | Some a => a r end) /\
                  part (fun r => fst k * (u r / part u) + match rest with None => 0 | Some a => a r end) <= siblings (k :: l)).
    { apply sound_of.
      - intros r Hr. destruct (U r Hr). destruct (R r Hr). assert (0 <= fst k * (u r / part u)) by (apply Rmult_le_pos; lra). lra.
      - rewrite Bound. lra.
      - intros r Hr. destruct (U r Hr) as [_ U1]. destruct (R r Hr) as [_ R1]. rewrite Bound.
        assert (fst k * (u r / part u) <= fst k * cap I 0 r) by (apply Rmult_le_compat_l; lra). lra.
      - exists q. split; [exact Hq|]. rewrite Eq. destruct (R q Hq) as [R0 _].
        assert (0 < fst k * cap I 0 q) by (apply Rmult_lt_0_compat; assumption). lra. }
    destruct Snd as [Snd Le]. split; [exact Snd|split; [exact Le|]].
    intros r. simpl. rewrite Tk. f_equal. unfold rest. clear - IH Wt' S'.
    destruct (gather (map (fun k => (fst k, takes y (snd k))) l)) as [a|] eqn:G.
    + destruct (IH Wt' S' a eq_refl) as [_ [_ A]]. apply A.
    + symmetry. apply adds_zero. intros j J. replace (takes y (snd j)) with (@None (nat -> R)); [lra|].
      clear - G J. induction l as [|i l IH]; [destruct J|]. simpl in G. destruct (takes y (snd i)) eqn:Ti; [discriminate|].
      destruct J as [<-|J]; [auto|apply IH; auto].
  - destruct (IH Wt' S' v E) as [Sv [Lv A]]. split; [exact Sv|split].
    + change (siblings (k :: l)) with (fst k + siblings l). lra.
    + intros r. simpl. rewrite Tk, (A r). lra.
Qed.

Lemma gather_none : forall y l, gather (map (fun k => (fst k, takes y (snd k))) l) = None ->
  forall k, In k l -> takes y (snd k) = None.
Proof.
  intros y l. induction l as [|i l IH]; intros G k J; [destruct J|]. simpl in G.
  destruct (takes y (snd i)) eqn:Ti; [discriminate|]. destruct J as [<-|J]; [exact Ti|apply IH; assumption].
Qed.

Lemma takes_sound : forall y t, known t -> forall v, takes y t = Some v -> sound v.
Proof.
  intros y t. induction t as [n|l IH] using tree_nodes; intros K v E.
  - simpl in E. destruct (moves y n); [|discriminate]. injection E as <-.
    destruct (proj2 K n (or_introl eq_refl)) as [Hn Rn]. destruct (part_dem n Hn Rn) as [P M].
    split; [apply (wf_dem I W n Hn)|exact P|exact M].
  - rewrite Forall_forall in IH. apply (gather_sound y l); [| |exact E].
    + intros k J. apply (known_in l k K J).
    + intros k u J. apply IH; [exact J|apply (known_in l k K J)].
Qed.

(** Who does not move has the rate 0. *)
Lemma rate_frozen : forall y n t, takes y t = None -> rate y n t = 0.
Proof.
  intros y n t. induction t as [m|l IH] using tree_nodes; intros E; simpl in *.
  - destruct (moves y m); [discriminate|]. rewrite andb_false_r. reflexivity.
  - rewrite Forall_forall in IH. apply adds_zero. intros k J. rewrite (IH k J); [lra|]. apply (gather_none y l E k J).
Qed.

Lemma rate_still : forall y n t, moves y n = false -> rate y n t = 0.
Proof.
  intros y n t M. induction t as [m|l IH] using tree_nodes; simpl.
  - destruct (Nat.eqb_spec m n) as [->|]; [rewrite M|]; reflexivity.
  - rewrite Forall_forall in IH. apply adds_zero. intros k J. rewrite (IH k J). lra.
Qed.

Lemma rate_absent : forall y n t, ~ In n (leaves t) -> rate y n t = 0.
Proof.
  intros y n t. induction t as [m|l IH] using tree_nodes; intros N; simpl.
  - destruct (Nat.eqb_spec m n) as [->|]; [|reflexivity]. exfalso. apply N. simpl. auto.
  - rewrite Forall_forall in IH. apply adds_zero. intros k J. rewrite (IH k J); [lra|]. intros H. apply N, leaves_in.
    exists k. auto.
Qed.

Lemma big_pos : forall y t, known t -> 0 < big y t.
Proof. intros y t K. unfold big. destruct (takes y t) as [v|] eqn:E; [apply s_part, (takes_sound y t K v E)|lra]. Qed.

Lemma rate_nonneg : forall y n t, known t -> 0 <= rate y n t.
Proof.
  intros y n t. induction t as [m|l IH] using tree_nodes; intros K; simpl.
  - destruct (Nat.eqb m n && moves y m); [|lra]. destruct (proj2 K m (or_introl eq_refl)) as [Hm Rm].
    apply Rlt_le, div_pos; [lra|apply (part_dem m Hm Rm)].
  - rewrite Forall_forall in IH. apply adds_nonneg. intros k J. destruct (known_in l k K J) as [A B].
    apply Rmult_le_pos; [|apply IH; auto]. apply Rlt_le, div_pos; [exact A|]. exact (big_pos y (queue l) K).
Qed.

Lemma adds_sum {A} : forall N (f : A -> nat -> R) (l : list A),
  sum N (fun n => adds (map (fun k => f k n) l)) = adds (map (fun k => sum N (f k)) l).
Proof.
  intros N f l. induction l as [|k l IH]; simpl; [apply sum_zero; reflexivity|]. rewrite sum_plus, IH. reflexivity.
Qed.

Lemma adds_scal {A} : forall c (f : A -> R) (l : list A), adds (map (fun k => c * f k) l) = c * adds (map f l).
Proof. intros c f l. induction l as [|k l IH]; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma adds_scal_r {A} : forall c (f : A -> R) (l : list A), adds (map (fun k => f k * c) l) = adds (map f l) * c.
Proof. intros c f l. induction l as [|k l IH]; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma adds_ext {A} : forall (f g : A -> R) l, (forall k, In k l -> f k = g k) -> adds (map f l) = adds (map g l).
Proof.
  intros f g l. induction l as [|k l IH]; intros H; simpl; [reflexivity|]. rewrite (H k (or_introl eq_refl)), IH; [reflexivity|].
  intros; apply H; simpl; auto.
Qed.

(** All users together take the direction of the node. *)
Lemma rate_takes : forall y t r, known t -> (r < resources I)%nat ->
  sum (users I) (fun n => rate y n t * dem I n r) =
  match takes y t with None => 0 | Some v => v r / part v end.
Proof.
  intros y t r. induction t as [m|l IH] using tree_nodes; intros K Hr.
  - simpl. destruct (proj2 K m (or_introl eq_refl)) as [Hm Rm]. destruct (moves y m) eqn:M.
    + rewrite (sum_ext _ _ (fun n => if Nat.eq_dec n m then dem I m r / part (dem I m) else 0)).
      * apply sum_single. exact Hm.
      * intros n _. rewrite andb_true_r. destruct (Nat.eqb_spec m n) as [->|D].
        -- destruct (Nat.eq_dec n n); [|contradiction]. field. apply Rgt_not_eq, (part_dem n Hm Rm).
        -- destruct (Nat.eq_dec n m); [congruence|lra].
    + apply sum_zero. intros n _. rewrite andb_false_r. lra.
  - rewrite Forall_forall in IH. destruct (takes y (queue l)) as [v|] eqn:E.
    + assert (B : big y (queue l) = part v) by (unfold big; rewrite E; reflexivity).
      assert (Bp : 0 < part v) by (apply s_part, (takes_sound y (queue l) K v E)).
      simpl in E. destruct (gather_sound y l) with (v := v) as [_ [_ G]]; [| |exact E|].
      { intros k J. apply (known_in l k K J). }
      { intros k u J. apply takes_sound. apply (known_in l k K J). }
      rewrite (sum_ext _ _ (fun n => adds (map (fun k => fst k / part v * (rate y n (snd k) * dem I n r)) l))).
      * rewrite adds_sum. rewrite (G r). unfold Rdiv at 2. rewrite <- adds_scal_r. apply adds_ext. intros k J.
        rewrite sum_scal, (IH k J); [|apply (known_in l k K J)|exact Hr].
        destruct (takes y (snd k)); unfold Rdiv; ring.
      * intros n _. cbn [rate]. rewrite B, <- adds_scal_r. apply adds_ext. intros k J. ring.
    + apply sum_zero. intros n _. rewrite rate_frozen by exact E. lra.
Qed.

(** A user that moves goes at least as fast as its hierarchical share says. *)
Lemma rate_entitled : forall y n t, known t -> (n < users I)%nat -> runs I n -> moves y n = true ->
  entitled n t <= rate y n t * part (dem I n).
Proof.
  intros y n t. induction t as [m|l IH] using tree_nodes; intros K Hn Rn M.
  - simpl. destruct (Nat.eqb_spec m n) as [->|]; [rewrite M|]; simpl; [|lra].
    apply Req_le. field. apply Rgt_not_eq, (part_dem n Hn Rn).
  - rewrite Forall_forall in IH. cbn [entitled rate]. rewrite <- adds_scal_r. apply adds_le. intros k J.
    destruct (known_in l k K J) as [A B]. specialize (IH k J B Hn Rn M).
    pose proof (rate_nonneg y n (snd k) B) as Rk.
    pose proof (entitled_nonneg n (snd k) (proj1 B)) as Ek.
    pose proof (siblings_pos l k (proj1 K) J) as Sp.
    destruct (takes y (queue l)) as [v|] eqn:E.
    + assert (Bg : 0 < big y (queue l) <= siblings l).
      { split; [apply big_pos; exact K|]. unfold big. rewrite E. simpl in E.
        apply (gather_sound y l); [intros j Ij; apply (known_in l j K Ij)|
          intros j u Ij; apply takes_sound, (known_in l j K Ij)|exact E]. }
      rewrite Rmult_assoc. apply Rmult_le_compat; auto.
      * apply Rlt_le, div_pos; assumption.
      * unfold Rdiv. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
    + simpl in E. pose proof (rate_frozen y n (snd k) (gather_none y l E k J)) as Z. rewrite Z, Rmult_0_l in IH. rewrite Z.
      replace (entitled n (snd k)) with 0 by lra. lra.
Qed.

End Filling.
