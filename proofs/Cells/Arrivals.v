(** Cells of the matrix, agents that arrive: for each mechanism, property and hypothesis a proposition, and for each
    proved cell a theorem of exactly that type.  Ids are those of the program.  An id that is not here makes the
    proposition false, so that nothing can be proved of it.

    [Theorem] says that an argument is needed.  [Fact] says that the property restates a clause of the specification. *)

From Coq Require Import Reals Lra Lia Arith String.
From Fair.Arrivals Require Import Sums Ddrf Programme Lies Offline.
Open Scope R_scope.

(** ** What a cell says *)

(** [K] agents of [n] declared ones arrive, [m] resources, [d] has their demands, and [x k i] is the share of agent [i]
    after [k] arrivals. The forms of dynamic DRF share one specification: the certificate of each names the least
    solution of LP (1), see [Programme.certificate_is_least_solution]. *)
Definition spec (mechanism : string) : option (nat -> nat -> nat -> (nat -> nat -> R) -> (nat -> nat -> R) -> Prop) :=
  match mechanism with
  | "ddrf" => Some ddrf
  | "ddrf-lp" => Some ddrf
  | "ddrf-linear" => Some ddrf
  | "ddrf-water" => Some ddrf
  | "drf-offline" => Some (fun n m K d x => forall k, (k <= K)%nat -> drf_offline n m k d (x k))
  | _ => None
  end%string.

(** Whether the mechanism promises that shares never fall. *)
Definition keeps (mechanism : string) : bool := negb (String.eqb mechanism "drf-offline").

Definition assumed (h : string) : option (nat -> nat -> (nat -> nat -> R) -> Prop) :=
  match h with
  | "none" => Some (fun _ _ _ => True)
  | "positive" => Some positive
  | _ => None
  end%string.

Definition settled_order (K : nat) (x : nat -> nat -> R) : Prop :=
  forall k i j, (k <= K)%nat -> (i < k)%nat -> (j < k)%nat -> x k i < x k j -> (j < i)%nat /\ x k j = x i j.

Definition of_history (mechanism p : string) : option (nat -> nat -> nat -> (nat -> nat -> R) -> (nat -> nat -> R) -> Prop) :=
  match p with
  | "feasible" => Some (fun n m K d x => forall k, (k <= K)%nat ->
      (forall i, (i < k)%nat -> 0 <= x k i)
      /\ (forall r, (r < m)%nat -> used k d (x k) r <= released n k)
      /\ (keeps mechanism = true -> forall i, (S i < k)%nat -> x (pred k) i <= x k i))
  | "irrevocable" => Some (fun _ _ K _ x => forall k i, (k < K)%nat -> (i < k)%nat -> x k i <= x (S k) i)
  | "dynamic-si" => Some (fun n _ K _ x => forall k i, (k <= K)%nat -> (i < k)%nat -> 1 / INR n <= x k i)
  | "ef" => Some (fun _ m K d x => forall k i j v, (k <= K)%nat -> (i < k)%nat -> (j < k)%nat ->
      (forall r, (r < m)%nat -> 0 < d i r -> v * d i r <= x k j * d j r) -> v <= x k i)
  | "def" => Some (fun _ _ K _ x => settled_order K x)
  | "dpo" => Some (fun n m K d x => forall k, (0 < k)%nat -> (k <= K)%nat ->
      exists r, (r < m)%nat /\ used k d (x k) r = released n k)
  | "dynamic-po" => Some (fun n m K d x => forall k y, (k <= K)%nat -> (forall i, (i < k)%nat -> x k i <= y i) ->
      (forall r, (r < m)%nat -> used k d y r <= released n k) -> forall i, (i < k)%nat -> y i = x k i)
  | "lemma-1" => Some (fun _ _ K _ x => forall k i, (k < K)%nat -> (i < k)%nat -> x (S k) i = Rmax (x (S k) k) (x k i))
  | "lemma-2" => Some (fun _ _ K _ x => forall k i j, (k <= K)%nat -> (i < j)%nat -> (j < k)%nat -> x k j <= x k i)
  | "lemma-3" => Some (fun _ _ K _ x => settled_order K x)
  | "agrees-with-lp" => Some (fun n m K d x => forall y, right_history n m K d y ->
      forall k i, (k <= K)%nat -> (i < k)%nat -> x k i = y k i)
  | _ => None
  end%string.

(** Agent [a] reports [d'] in place of [d]; [l] of its true tasks fit into one that it reports. [C] is what is concluded of the
    numbers of resources and agents in place of the property: the property itself in a cell, and in [Inhabited] that they are not
    given ones. *)
Definition of_lies (C : nat -> nat -> Prop -> Prop) (p : string) (H : nat -> nat -> nat -> (nat -> nat -> R) -> (nat -> nat -> R) -> Prop)
  (D : nat -> nat -> (nat -> nat -> R) -> Prop) : option Prop :=
  match p with
  | "sp" => Some (forall n m K a d d' x x' l, (0 < n)%nat -> normalised K m d -> normalised K m d' ->
      D K m d -> D K m d' -> (a < K)%nat -> differs_at K a d d' -> H n m K d x -> H n m K d' x' ->
      worth m (d a) (d' a) l -> C m K (forall k, (a < k)%nat -> (k <= K)%nat -> x' k a * l <= x k a))
  | _ => None
  end%string.

(** The cell of a mechanism and property [p] under hypothesis [h]. *)
Definition concluded (C : nat -> nat -> Prop -> Prop) (mechanism p h : string) : Prop :=
  match spec mechanism, assumed h with
  | Some H, Some D =>
    match of_history mechanism p with
    | Some Q => forall n m K d x, (0 < n)%nat -> normalised K m d -> D K m d -> H n m K d x -> C m K (Q n m K d x)
    | None => match of_lies C p H D with Some Q => Q | None => False end
    end
  | _, _ => False
  end.
Definition cell (mechanism p h : string) : Prop := concluded (fun _ _ P => P) mechanism p h.

(** ** The cells that are proved *)

Local Open Scope string_scope.

Lemma fewer : forall k K m d, (k <= K)%nat -> normalised K m d -> normalised k m d.
Proof. intros k K m d L H i Hi. apply H. lia. Qed.

(** ddrf *)
Fact ddrf__lemma_1__none : cell "ddrf" "lemma-1" "none".
Proof. intros n m K d x Hn Hd D H. exact (lemma_1 n m K d x Hn Hd H). Qed.
Fact ddrf__irrevocable__none : cell "ddrf" "irrevocable" "none".
Proof. intros n m K d x Hn Hd D H. exact (irrevocable n m K d x Hn Hd H). Qed.
Theorem ddrf__lemma_2__none : cell "ddrf" "lemma-2" "none".
Proof. intros n m K d x Hn Hd D H. exact (lemma_2 n m K d x Hn Hd H). Qed.
Theorem ddrf__lemma_3__none : cell "ddrf" "lemma-3" "none".
Proof. intros n m K d x Hn Hd D H. exact (lemma_3 n m K d x Hn Hd H). Qed.
Theorem ddrf__def__none : cell "ddrf" "def" "none".
Proof. intros n m K d x Hn Hd D H. exact (dynamic_envy_free n m K d x Hn Hd H). Qed.
Fact ddrf__feasible__none : cell "ddrf" "feasible" "none".
Proof. intros n m K d x Hn Hd D H. intros k Hk. destruct (feasible n m K d x Hn Hd H k Hk) as [A [B C]]. split; [exact A|]. split; [exact B|]. intros _; exact C. Qed.
Theorem ddrf__dynamic_si__none : cell "ddrf" "dynamic-si" "none".
Proof. intros n m K d x Hn Hd D H. exact (sharing_incentives n m K d x Hn Hd H). Qed.
Fact ddrf__dpo__none : cell "ddrf" "dpo" "none".
Proof. intros n m K d x Hn Hd D H. exact (dynamic_pareto_optimal n m K d x Hn Hd H). Qed.
Theorem ddrf__dynamic_po__positive : cell "ddrf" "dynamic-po" "positive".
Proof. intros n m K d x Hn Hd D H. exact (pareto_optimal n m K d x Hn Hd H D). Qed.
Theorem ddrf__agrees_with_lp__none : cell "ddrf" "agrees-with-lp" "none".
Proof. intros n m K d x Hn Hd D H. intros y. exact (agrees_with_lp n m K d x y Hn Hd H). Qed.
Theorem ddrf__sp__none : cell "ddrf" "sp" "none".
Proof.
  intros n m K a d d' x x' l Hn Hd Hd' _ _ Ha Df H H' W.
  exact (strategy_proof n m K a d d' x x' l Hn Hd Hd' Ha Df H H' W).
Qed.

(** ddrf-lp *)
Fact ddrf_lp__lemma_1__none : cell "ddrf-lp" "lemma-1" "none".
Proof. intros n m K d x Hn Hd D H. exact (lemma_1 n m K d x Hn Hd H). Qed.
Fact ddrf_lp__irrevocable__none : cell "ddrf-lp" "irrevocable" "none".
Proof. intros n m K d x Hn Hd D H. exact (irrevocable n m K d x Hn Hd H). Qed.
Theorem ddrf_lp__lemma_2__none : cell "ddrf-lp" "lemma-2" "none".
Proof. intros n m K d x Hn Hd D H. exact (lemma_2 n m K d x Hn Hd H). Qed.
Theorem ddrf_lp__lemma_3__none : cell "ddrf-lp" "lemma-3" "none".
Proof. intros n m K d x Hn Hd D H. exact (lemma_3 n m K d x Hn Hd H). Qed.
Theorem ddrf_lp__def__none : cell "ddrf-lp" "def" "none".
Proof. intros n m K d x Hn Hd D H. exact (dynamic_envy_free n m K d x Hn Hd H). Qed.
Fact ddrf_lp__feasible__none : cell "ddrf-lp" "feasible" "none".
Proof. intros n m K d x Hn Hd D H. intros k Hk. destruct (feasible n m K d x Hn Hd H k Hk) as [A [B C]]. split; [exact A|]. split; [exact B|]. intros _; exact C. Qed.
Theorem ddrf_lp__dynamic_si__none : cell "ddrf-lp" "dynamic-si" "none".
Proof. intros n m K d x Hn Hd D H. exact (sharing_incentives n m K d x Hn Hd H). Qed.
Fact ddrf_lp__dpo__none : cell "ddrf-lp" "dpo" "none".
Proof. intros n m K d x Hn Hd D H. exact (dynamic_pareto_optimal n m K d x Hn Hd H). Qed.
Theorem ddrf_lp__dynamic_po__positive : cell "ddrf-lp" "dynamic-po" "positive".
Proof. intros n m K d x Hn Hd D H. exact (pareto_optimal n m K d x Hn Hd H D). Qed.
Theorem ddrf_lp__agrees_with_lp__none : cell "ddrf-lp" "agrees-with-lp" "none".
Proof. intros n m K d x Hn Hd D H. intros y. exact (agrees_with_lp n m K d x y Hn Hd H). Qed.
Theorem ddrf_lp__sp__none : cell "ddrf-lp" "sp" "none".
Proof.
  intros n m K a d d' x x' l Hn Hd Hd' _ _ Ha Df H H' W.
  exact (strategy_proof n m K a d d' x x' l Hn Hd Hd' Ha Df H H' W).
Qed.

(** ddrf-linear *)
Fact ddrf_linear__lemma_1__none : cell "ddrf-linear" "lemma-1" "none".
Proof. intros n m K d x Hn Hd D H. exact (lemma_1 n m K d x Hn Hd H). Qed.
Fact ddrf_linear__irrevocable__none : cell "ddrf-linear" "irrevocable" "none".
Proof. intros n m K d x Hn Hd D H. exact (irrevocable n m K d x Hn Hd H). Qed.
Theorem ddrf_linear__lemma_2__none : cell "ddrf-linear" "lemma-2" "none".
Proof. intros n m K d x Hn Hd D H. exact (lemma_2 n m K d x Hn Hd H). Qed.
Theorem ddrf_linear__lemma_3__none : cell "ddrf-linear" "lemma-3" "none".
Proof. intros n m K d x Hn Hd D H. exact (lemma_3 n m K d x Hn Hd H). Qed.
Theorem ddrf_linear__def__none : cell "ddrf-linear" "def" "none".
Proof. intros n m K d x Hn Hd D H. exact (dynamic_envy_free n m K d x Hn Hd H). Qed.
Fact ddrf_linear__feasible__none : cell "ddrf-linear" "feasible" "none".
Proof. intros n m K d x Hn Hd D H. intros k Hk. destruct (feasible n m K d x Hn Hd H k Hk) as [A [B C]]. split; [exact A|]. split; [exact B|]. intros _; exact C. Qed.
Theorem ddrf_linear__dynamic_si__none : cell "ddrf-linear" "dynamic-si" "none".
Proof. intros n m K d x Hn Hd D H. exact (sharing_incentives n m K d x Hn Hd H). Qed.
Fact ddrf_linear__dpo__none : cell "ddrf-linear" "dpo" "none".
Proof. intros n m K d x Hn Hd D H. exact (dynamic_pareto_optimal n m K d x Hn Hd H). Qed.
Theorem ddrf_linear__dynamic_po__positive : cell "ddrf-linear" "dynamic-po" "positive".
Proof. intros n m K d x Hn Hd D H. exact (pareto_optimal n m K d x Hn Hd H D). Qed.
Theorem ddrf_linear__agrees_with_lp__none : cell "ddrf-linear" "agrees-with-lp" "none".
Proof. intros n m K d x Hn Hd D H. intros y. exact (agrees_with_lp n m K d x y Hn Hd H). Qed.
Theorem ddrf_linear__sp__none : cell "ddrf-linear" "sp" "none".
Proof.
  intros n m K a d d' x x' l Hn Hd Hd' _ _ Ha Df H H' W.
  exact (strategy_proof n m K a d d' x x' l Hn Hd Hd' Ha Df H H' W).
Qed.

(** ddrf-water *)
Fact ddrf_water__lemma_1__none : cell "ddrf-water" "lemma-1" "none".
Proof. intros n m K d x Hn Hd D H. exact (lemma_1 n m K d x Hn Hd H). Qed.
Fact ddrf_water__irrevocable__none : cell "ddrf-water" "irrevocable" "none".
Proof. intros n m K d x Hn Hd D H. exact (irrevocable n m K d x Hn Hd H). Qed.
Theorem ddrf_water__lemma_2__none : cell "ddrf-water" "lemma-2" "none".
Proof. intros n m K d x Hn Hd D H. exact (lemma_2 n m K d x Hn Hd H). Qed.
Theorem ddrf_water__lemma_3__none : cell "ddrf-water" "lemma-3" "none".
Proof. intros n m K d x Hn Hd D H. exact (lemma_3 n m K d x Hn Hd H). Qed.
Theorem ddrf_water__def__none : cell "ddrf-water" "def" "none".
Proof. intros n m K d x Hn Hd D H. exact (dynamic_envy_free n m K d x Hn Hd H). Qed.
Fact ddrf_water__feasible__none : cell "ddrf-water" "feasible" "none".
Proof. intros n m K d x Hn Hd D H. intros k Hk. destruct (feasible n m K d x Hn Hd H k Hk) as [A [B C]]. split; [exact A|]. split; [exact B|]. intros _; exact C. Qed.
Theorem ddrf_water__dynamic_si__none : cell "ddrf-water" "dynamic-si" "none".
Proof. intros n m K d x Hn Hd D H. exact (sharing_incentives n m K d x Hn Hd H). Qed.
Fact ddrf_water__dpo__none : cell "ddrf-water" "dpo" "none".
Proof. intros n m K d x Hn Hd D H. exact (dynamic_pareto_optimal n m K d x Hn Hd H). Qed.
Theorem ddrf_water__dynamic_po__positive : cell "ddrf-water" "dynamic-po" "positive".
Proof. intros n m K d x Hn Hd D H. exact (pareto_optimal n m K d x Hn Hd H D). Qed.
Theorem ddrf_water__agrees_with_lp__none : cell "ddrf-water" "agrees-with-lp" "none".
Proof. intros n m K d x Hn Hd D H. intros y. exact (agrees_with_lp n m K d x y Hn Hd H). Qed.
Theorem ddrf_water__sp__none : cell "ddrf-water" "sp" "none".
Proof.
  intros n m K a d d' x x' l Hn Hd Hd' _ _ Ha Df H H' W.
  exact (strategy_proof n m K a d d' x x' l Hn Hd Hd' Ha Df H H' W).
Qed.

(** drf-offline: each step by itself *)
Fact drf_offline__feasible__none : cell "drf-offline" "feasible" "none".
Proof.
  intros n m K d x Hn Hd D H k Hk.
  destruct (offline_feasible n m k d (x k) Hn (fewer k K m d Hk Hd) (H k Hk)) as [A B].
  split; [exact A|]. split; [exact B|]. intros F; discriminate F.
Qed.
Theorem drf_offline__dynamic_si__none : cell "drf-offline" "dynamic-si" "none".
Proof.
  intros n m K d x Hn Hd D H k i Hk.
  exact (offline_sharing_incentives n m k d (x k) Hn (fewer k K m d Hk Hd) (H k Hk) i).
Qed.
Fact drf_offline__dpo__none : cell "drf-offline" "dpo" "none".
Proof.
  intros n m K d x Hn Hd D H k Pk Hk. exact (offline_dpo n m k d (x k) Hn (fewer k K m d Hk Hd) (H k Hk) Pk).
Qed.
Theorem drf_offline__dynamic_po__none : cell "drf-offline" "dynamic-po" "none".
Proof.
  intros n m K d x Hn Hd D H k y Hk. exact (offline_pareto_optimal n m k d (x k) Hn (fewer k K m d Hk Hd) (H k Hk) y).
Qed.
Theorem drf_offline__ef__none : cell "drf-offline" "ef" "none".
Proof.
  intros n m K d x Hn Hd D H k i j v Hk. exact (offline_envy_free n m k d (x k) Hn (fewer k K m d Hk Hd) (H k Hk) i j v).
Qed.
Theorem drf_offline__lemma_2__positive : cell "drf-offline" "lemma-2" "positive".
Proof.
  intros n m K d x Hn Hd D H k i j Hk Hij Hj. apply (offline_lemmas n m K d x Hn Hd D H k i j Hk); auto. lia.
Qed.
Theorem drf_offline__lemma_3__positive : cell "drf-offline" "lemma-3" "positive".
Proof. intros n m K d x Hn Hd D H k i j Hk Hi Hj. apply (offline_lemmas n m K d x Hn Hd D H k i j Hk Hi Hj). Qed.
Theorem drf_offline__def__positive : cell "drf-offline" "def" "positive".
Proof. intros n m K d x Hn Hd D H k i j Hk Hi Hj. apply (offline_lemmas n m K d x Hn Hd D H k i j Hk Hi Hj). Qed.
Theorem drf_offline__sp__none : cell "drf-offline" "sp" "none".
Proof.
  intros n m K a d d' x x' l Hn Hd Hd' _ _ Ha Df H H' W k Hak Hk.
  apply (offline_strategy_proof n m k a d d' (x k) (x' k) l Hn (fewer k K m d Hk Hd) (fewer k K m d' Hk Hd') Hak); auto.
  intros i r Hi. apply Df. lia.
Qed.
