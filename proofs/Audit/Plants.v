(** Wrong definitions, planted: the sample of the audit refuses each of them.

    Every definition below is one of `Cluster/`, `Arrivals/`, `Tasks/` or `Covering/` with a mistake in it.  It goes through the
    same tactics and is asked the same questions as the right one; that not all answers are as expected is computed. *)

From Coq Require Import Reals Qreals QArith Bool List Arith.
From Fair.Common Require Import Sums.
From Fair.Cluster Require Import Model Uniform Drf PsDsf TaskShare.
From Fair.Arrivals Require Ddrf.
From Fair.Covering Require Programme Greedy.
From Fair.Audit Require Import Decide.
From Fair.Audit Require Cluster Rounds Arrivals Covering.
From Fair.Audit.Sample Require Drf PsDsf PsDsfTdm Uniform Tsf Ddrf Greedy.
Open Scope R_scope.

(** How many outcomes of the engine a definition refuses, and how many others it accepts. *)
Definition mistakes {A B C} (is : A -> B -> bool) (cases : list (case A B C)) : nat * nat :=
  (length (filter (fun o => snd o) (flat_map (fun c => filter (fun o => negb (Bool.eqb (is (on c) (fst o)) (snd o))) (outcomes c)) cases)),
   length (filter (fun o => negb (snd o)) (flat_map (fun c => filter (fun o => negb (Bool.eqb (is (on c) (fst o)) (snd o))) (outcomes c)) cases))).
Definition caught (m : nat * nat) : Prop := (0 < fst m + snd m)%nat.

Section Cluster.
  Import Cluster.
  Ltac tidy ::= cbv beta iota zeta delta [users servers resources cap dem wt el tk inst_of].

  (** DRF with weights inverted: shares are multiplied by the weight. *)
  Definition inverted_level I (w : table) n := maxratio (resources I) (fun r => w n r * dem I n r) (cap I 0).
  Definition inverted_drf p x := feasible (inst_of p) (placed_by x) /\
    forall n, (n < users (inst_of p))%nat -> (exists i, (i < servers (inst_of p))%nat /\ 0 < gam (inst_of p) n i) ->
      full (tk (inst_of p) n) (tot (inst_of p) (placed_by x) n) \/
      exists r, (r < resources (inst_of p))%nat /\ 0 < dem (inst_of p) n r /\
        sum (users (inst_of p)) (fun m => placed_by x m 0%nat * dem (inst_of p) m r) = cap (inst_of p) 0 r /\
        forall m, (m < users (inst_of p))%nat -> 0 < placed_by x m 0%nat * dem (inst_of p) m r ->
          tot (inst_of p) (placed_by x) m * inverted_level (inst_of p) (weights_by p) m
          <= tot (inst_of p) (placed_by x) n * inverted_level (inst_of p) (weights_by p) n.
  Definition inverted_drf_dec p x : dec (inverted_drf p x). Proof. judge. Defined.
  Definition is_inverted_drf p x : bool :=
    ltac:(let t := eval unfold inverted_drf_dec in (yes (inverted_drf_dec p x)) in let t := executable t in exact t).
  Example inverted_weights : caught (mistakes is_inverted_drf Sample.Drf.cases).
  Proof. apply Nat.ltb_lt. vm_compute. reflexivity. Qed.

  (** PS-DSF in which those who hold a bottleneck need not stand lower. *)
  Definition careless_ps_dsf p x := endless (inst_of p) /\ feasible (inst_of p) (placed_by x) /\
    forall n i, (n < users (inst_of p))%nat -> (i < servers (inst_of p))%nat -> 0 < gam (inst_of p) n i ->
      exists r, (r < resources (inst_of p))%nat /\ 0 < dem (inst_of p) n r /\
        sum (users (inst_of p)) (fun m => placed_by x m i * dem (inst_of p) m r) = cap (inst_of p) i r.
  Definition careless_ps_dsf_dec p x : dec (careless_ps_dsf p x). Proof. judge. Defined.
  Definition is_careless_ps_dsf p x : bool :=
    ltac:(let t := eval unfold careless_ps_dsf_dec in (yes (careless_ps_dsf_dec p x)) in let t := executable t in exact t).
  Example careless_bottlenecks : caught (mistakes is_careless_ps_dsf Sample.PsDsf.cases).
  Proof. apply Nat.ltb_lt. vm_compute. reflexivity. Qed.

  (** PS-DSF in which shares are counted in tasks on that server alone, and not in all. *)
  Definition local_ps_dsf p x := endless (inst_of p) /\ feasible (inst_of p) (placed_by x) /\
    forall n i, (n < users (inst_of p))%nat -> (i < servers (inst_of p))%nat -> 0 < gam (inst_of p) n i ->
      exists r, (r < resources (inst_of p))%nat /\ 0 < dem (inst_of p) n r /\
        sum (users (inst_of p)) (fun m => placed_by x m i * dem (inst_of p) m r) = cap (inst_of p) i r /\
        forall m, (m < users (inst_of p))%nat -> 0 < placed_by x m i * dem (inst_of p) m r ->
          placed_by x m i / (wt (inst_of p) m * gam (inst_of p) m i) <= placed_by x n i / (wt (inst_of p) n * gam (inst_of p) n i).
  Definition local_ps_dsf_dec p x : dec (local_ps_dsf p x). Proof. judge. Defined.
  Definition is_local_ps_dsf p x : bool :=
    ltac:(let t := eval unfold local_ps_dsf_dec in (yes (local_ps_dsf_dec p x)) in let t := executable t in exact t).
  Example local_shares : caught (mistakes is_local_ps_dsf Sample.PsDsf.cases).
  Proof. apply Nat.ltb_lt. vm_compute. reflexivity. Qed.

  (** Slices in which eligibility is forgotten. *)
  Definition wide_uniform p x :=
    (forall n i, (n < users (inst_of p))%nat -> (i < servers (inst_of p))%nat ->
       0 <= placed_by x n i /\ placed_by x n i <= wt (inst_of p) n / weights (inst_of p) * fit (inst_of p) n i) /\
    forall n, (n < users (inst_of p))%nat ->
      tot (inst_of p) (placed_by x) n = capped (tk (inst_of p) n) (slice (inst_of p) (fit (inst_of p)) n).
  Definition wide_uniform_dec p x : dec (wide_uniform p x). Proof. judge. Defined.
  Definition is_wide_uniform p x : bool :=
    ltac:(let t := eval unfold wide_uniform_dec in (yes (wide_uniform_dec p x)) in let t := executable t in exact t).
  Example forgotten_eligibility : caught (mistakes is_wide_uniform Sample.Uniform.cases).
  Proof. apply Nat.ltb_lt. vm_compute. reflexivity. Qed.
End Cluster.

(** TSF that counts only the servers where a user may run: the rounds of the engine do not prove that. *)
Example own_servers_only :
  existsb (fun c => existsb (fun o => snd o && negb (Cluster.says_yes_cdrf (on c) (hint c) (fst o))) (outcomes c)) Sample.Tsf.cases = true.
Proof. vm_compute. reflexivity. Qed.

Section Arrivals.
  Import Fair.Arrivals.Ddrf Arrivals.
  Ltac tidy ::= cbv beta iota zeta.
  Ltac shape ::= fail.

  (** Dynamic DRF in which the old shares are not kept. *)
  Definition forgetful p x := forall k, (k < length (rows p))%nat ->
    0 <= shares_of x (S k) k /\ (forall i, (i < k)%nat -> shares_of x (S k) i = shares_of x (S k) k) /\
    (forall r, (r < kinds p)%nat -> used (S k) (demand_of p) (shares_of x (S k)) r <= released (declared p) (S k)) /\
    (exists r, (r < kinds p)%nat /\ used (S k) (demand_of p) (shares_of x (S k)) r = released (declared p) (S k)).
  Definition forgetful_dec p x : dec (forgetful p x). Proof. judge. Defined.
  Definition is_forgetful p x : bool :=
    ltac:(let t := eval unfold forgetful_dec in (yes (forgetful_dec p x)) in let t := executable t in exact t).
  Example forgotten_shares : caught (mistakes is_forgetful Sample.Ddrf.cases).
  Proof. apply Nat.ltb_lt. vm_compute. reflexivity. Qed.
End Arrivals.

Section Covering.
  Import Fair.Covering.Programme Fair.Covering.Greedy Covering.

  (** Greedy in which what has been paid speaks against a task, and not for it. *)
  Definition backwards p (g : list nat) := forall q, (q < each_needs p * tasks p)%nat ->
    (by_list g q < tasks p)%nat /\ (Partition.count q (by_list g) (by_list g q) < each_needs p)%nat /\
    forall j, (j < tasks p)%nat -> (Partition.count q (by_list g) j < each_needs p)%nat ->
      claim (each_needs p) (cost p) (- / Arrivals.Sums.sum (resources p) (cost p)) (by_list g) q j
      <= claim (each_needs p) (cost p) (- / Arrivals.Sums.sum (resources p) (cost p)) (by_list g) q (by_list g q).
  Definition backwards_dec p g : dec (backwards p g). Proof. judge. Defined.
  Definition is_backwards p g : bool :=
    ltac:(let t := eval unfold backwards_dec in (yes (backwards_dec p g)) in let t := executable t in exact t).
  Example paid_for_nothing : caught (mistakes is_backwards Sample.Greedy.cases).
  Proof. apply Nat.ltb_lt. vm_compute. reflexivity. Qed.
End Covering.
