(** The cells of [Cells.Cluster] speak of something: for each proved one an instance with three users, two servers (one for
    mechanisms on one pool) and two resources meets every hypothesis of the cell, with a real lie where the cell is about lies.

    The statement is made of [concluded], which is the cell with another conclusion.  So no hypothesis can be added to a cell,
    and no specification be emptied, without a failure here. *)
(** Size: three users, two servers (one for DRF, asset fairness, CEEI and BMF, which divide one pool), two resources; one resource for srf, one server for single-server, and for si-contributed three servers, or on one pool one user, since one server has one owner. *)

From Coq Require Import Reals Lra Lia Arith List Bool String.
From Fair.Common Require Import Sums Leximin.
From Fair.Cluster Require Import Model Complaint Uniform Drfh TaskShare Drf PsDsf PsDsfTdm PerServer AssetFair Ceei BottleneckMax
  Contributed RoundByRound Existence Market Yardstick.
From Fair.Cells Require Import Cluster.
Import ListNotations.
Open Scope R_scope.

Local Open Scope string_scope.
Local Open Scope R_scope.

Definition pooled (m : string) : bool := existsb (String.eqb m) ["drf"; "asset-fair"; "ceei"; "bmf"]%string.
Definition pools (m : string) : nat := if pooled m then 1%nat else 2%nat.
Definition wide (K : nat) (I : inst) : Prop := users I = 3%nat /\ servers I = K /\ resources I = 2%nat.

(** What some properties of one outcome ask of an instance before they say anything: one resource, one server, a common
    bottleneck, owners that the weights make up for. *)
Definition own_servers (m p : string) : bool := String.eqb p "si-contributed".
Definition people (m p : string) : nat := if (own_servers m p && pooled m)%bool then 1%nat else 3%nat.
Definition machines (m p : string) : nat := if String.eqb p "single-server" then 1%nat else
  if (own_servers m p && negb (pooled m))%bool then 3%nat else pools m.
Definition kinds (p : string) : nat := if String.eqb p "srf" then 1%nat else 2%nat.
Definition premise (p : string) (I : inst) : Prop :=
  match p with
  | "bf" => exists r, common_bottleneck I r
  | "bf-global" => exists r, global_bottleneck I r
  | "si-contributed" => exists o, weights_follow I o
  | _ => True
  end%string.
Definition meets (m p : string) (I : inst) : Prop :=
  users I = people m p /\ servers I = machines m p /\ resources I = kinds p /\ premise p I.

(** The negation of the cell with the conclusion that no instance has this size and meets what the property asks. *)
Definition inhabited (m p h : string) : Prop := ~ concluded (fun I _ => ~ meets m p I) m p h.

(** ** The instances *)

(** Users of weights 1, 2, 3; the demand of user 0 and its access to server 0 are what it may lie about. *)
Definition mixed (K : nat) (d : nat -> R) (e : bool) : inst :=
  mk 3 K 2 (fun i r => INR (6 + i + r)) (fun n r => match n with O => d r | S k => INR (S k + r) end)
    (fun n => INR (S n)) (fun n i => match n, i with O, O => e | _, _ => true end) (fun _ => None).
Definition truth : nat -> R := fun r => INR (S r).
Definition untruth : nat -> R := fun r => / INR (S r).
Definition own I : table := fun n _ => wt I n.

Lemma truth_pos r : 0 < truth r. Proof. apply lt_0_INR; lia. Qed.
Lemma untruth_pos r : 0 < untruth r. Proof. apply Rinv_0_lt_compat, lt_0_INR; lia. Qed.

Section Mixed.
  Variables (K : nat) (d : nat -> R) (e : bool).
  Hypothesis D : forall r, 0 < d r.
  Lemma mixed_demand n r : 0 < dem (mixed K d e) n r.
  Proof. destruct n; [apply D|]. change (0 < INR (S n + r)). apply lt_0_INR. lia. Qed.
  Lemma mixed_wf : wf (mixed K d e).
  Proof.
    split.
    - intros i r _ _. apply pos_INR.
    - intros n _. split; [intros r _; apply Rlt_le, mixed_demand|exists 0%nat; split; [simpl; lia|apply mixed_demand]].
    - intros n _. apply lt_0_INR; lia.
    - intros n t _ T. discriminate T.
  Qed.
  Lemma mixed_positive : positive (mixed K d e). Proof. intros n r _ _. apply mixed_demand. Qed.
  Lemma mixed_valid : valid (own (mixed K d e)). Proof. intros n r. apply lt_0_INR; lia. Qed.
End Mixed.

(** What user 0 reports in place of [mixed K truth true]. *)
Lemma lied K d e : agree (Nat.eqb 0) (mixed K truth true) (mixed K d e).
Proof. split; try reflexivity; intros [|n] H; reflexivity || discriminate H. Qed.
Lemma lied_two K d e : agree (fun n => Nat.eqb 0 n || Nat.eqb 1 n)%bool (mixed K truth true) (mixed K d e).
Proof. split; try reflexivity; intros [|n] H; reflexivity || discriminate H. Qed.

(** ** Outcomes *)

Definition found (free one : bool) (S : table -> (nat -> nat -> R) -> inst -> placement -> Prop) : Prop :=
  forall w I, valid w -> wf I -> endless I -> (free = true -> unconstrained I) -> (one = true -> servers I = 1%nat) ->
    exists x, S w (gam I) I x.

(** [free]: the mechanism takes no placement constraints. *)
Definition free (m : string) : bool := existsb (String.eqb m) ["drfh"; "cdrf"]%string.
Definition known (m : string) : Prop := match spec m with Some H => found (free m) (pooled m) H | None => False end.

Lemma known_uniform : known "uniform". Proof. intros w I _ W _ _ _. exact (uniform_exists I W). Qed.
Lemma known_drf : known "drf". Proof. intros w I V W _ _ E. exact (drf_exists I w W V (E eq_refl)). Qed.
Lemma known_drf_per_server : known "drf-per-server". Proof. intros w I _ W E _ _. exact (drf_per_server_exists I W E). Qed.
Lemma known_drfh : known "drfh". Proof. intros w I _ W _ U _. exact (drfh_exists I W (U eq_refl)). Qed.
Lemma known_c_drfh : known "c-drfh". Proof. intros w I _ W _ _ _. exact (c_drfh_exists I W). Qed.
Lemma known_cdrf : known "cdrf". Proof. intros w I _ W _ U _. exact (cdrf_exists I W (U eq_refl)). Qed.
Lemma known_tsf : known "tsf". Proof. intros w I _ W _ _ _. exact (tsf_exists I W). Qed.
Lemma known_ps_dsf_tdm : known "ps-dsf-tdm".
Proof. intros w I _ W E _ _. exact (ps_dsf_tdm_exists I (gam I) W E (gam_rates I W)). Qed.
Lemma known_asset_fair : known "asset-fair". Proof. intros w I _ W _ _ E. exact (asset_fair_exists I W (E eq_refl)). Qed.

(** Three equal users, who get a third each: for the mechanisms whose outcomes exist by an argument on paper. *)
Definition triplets (K R : nat) : inst :=
  mk 3 K R (fun _ _ => 1) (fun _ _ => 1) (fun _ => 1) (fun _ _ => true) (fun _ => None).
Definition thirds : placement := fun _ _ => / 3.

Section Triplets.
  Variables K R : nat.
  Hypothesis R1 : (0 < R)%nat.
  Lemma ones : row R (fun _ => 1). Proof. split; [intros; lra|exists 0%nat; split; [exact R1|lra]]. Qed.
  Lemma one_in_one : minratio R (fun _ => 1) (fun _ => 1) = 1.
  Proof. destruct (minratio_eq R (fun _ => 1) (fun _ => 1) ones) as [r [_ [_ E]]]. lra. Qed.
  Lemma triplets_wf : wf (triplets K R).
  Proof. split; simpl; intros; try lra; try discriminate. exact ones. Qed.
  Lemma triplets_gam n i : gam (triplets K R) n i = 1. Proof. exact one_in_one. Qed.
  Lemma thirds_feasible : feasible (triplets K R) thirds.
  Proof.
    split; [split|]; simpl; intros; unfold thirds; try exact Logic.I; try lra. rewrite triplets_gam in *. lra.
  Qed.
  Lemma triplets_used r : used (triplets K R) thirds r = 1. Proof. unfold used, thirds; simpl; lra. Qed.
  Lemma triplets_run n : (0 < K)%nat -> runs (triplets K R) n.
  Proof. intros HK. exists 0%nat. split; [exact HK|rewrite triplets_gam; lra]. Qed.
End Triplets.

Lemma two : (0 < 2)%nat. Proof. lia. Qed.
Lemma thirds_ps_dsf K R : (0 < R)%nat -> ps_dsf (triplets K R) thirds.
Proof.
  intros HR. split; [intros n _; reflexivity|]. split; [exact (thirds_feasible K R HR)|]. intros n i Hn Hi _. exists 0%nat.
  split; [exact HR|]. split; [simpl; lra|]. split; [simpl; unfold thirds; lra|].
  intros m Hm _. unfold vds. rewrite !(triplets_gam K R HR). right. reflexivity.
Qed.

(** [N] equal users of one pool, each with the same part of it. *)
Section Pool.
  Variables N R : nat.
  Hypothesis N13 : N = 1%nat \/ N = 3%nat.
  Hypothesis R12 : R = 1%nat \/ R = 2%nat.
  Definition equal_pool : inst := mk N 1 R (fun _ _ => 1) (fun _ _ => 1) (fun _ => 1) (fun _ _ => true) (fun _ => None).
  Definition part : placement := fun _ _ => / INR N.
  Let R1 : (0 < R)%nat. Proof using R12. destruct R12 as [-> | ->]; auto. Qed.
  Lemma pool_wf : wf equal_pool.
  Proof using R12. split; simpl; intros; try lra; try discriminate. exact (ones R R1). Qed.
  Lemma pool_gam n i : gam equal_pool n i = 1. Proof using R12. exact (one_in_one R R1). Qed.
  Lemma pool_full : sum N (fun _ => / INR N * 1) = 1. Proof. destruct N13 as [-> | ->]; simpl; lra. Qed.
  Lemma part_pos : 0 < / INR N. Proof. destruct N13 as [-> | ->]; simpl; lra. Qed.
  Lemma part_feasible : feasible equal_pool part.
  Proof.
    pose proof pool_full. pose proof part_pos.
    split; [split|]; simpl; intros; unfold part; try exact Logic.I; try lra. rewrite pool_gam in *. lra.
  Qed.
  Lemma pool_runs n : runs equal_pool n.
  Proof using R12. exists 0%nat. split; [exact Nat.lt_0_1|rewrite pool_gam; lra]. Qed.
  Lemma part_bmf : bmf equal_pool part.
  Proof.
    split; [reflexivity|]. split; [exact part_feasible|]. intros _ n Hn _. right. exists 0%nat.
    split; [exact R1|]. split; [simpl; lra|]. split; [exact pool_full|]. intros m Hm. right. reflexivity.
  Qed.
  Lemma part_ceei : ceei equal_pool part.
  Proof.
    split; [reflexivity|]. split; [intros n _; reflexivity|]. split; [exact part_feasible|]. exists (fun _ => / INR R).
    assert (L : live_weight equal_pool = INR N).
    { unfold live_weight. rewrite (sum_ext _ _ (fun _ => 1)); [change (sum N (fun _ => 1) = INR N); destruct N13 as [-> | ->]; simpl; lra|]. intros n Hn.
      rewrite (proj2 (runsb_runs equal_pool pool_wf n Hn) (pool_runs n)). reflexivity. }
    assert (P : 0 < / INR R) by (destruct R12 as [-> | ->]; simpl; lra).
    split.
    - intros; lra.
    - intros _. simpl. destruct R12 as [-> | ->]; simpl; lra.
    - intros r Hr _. split; [exact pool_full|simpl; lra].
    - intros n Hn _. rewrite L. unfold cost, tot, part. simpl. destruct N13 as [-> | ->], R12 as [-> | ->]; simpl; lra.
  Qed.
End Pool.

(** ** The hypotheses of cells about one outcome *)

Definition met (m : string) (J : inst) : Prop :=
  match spec m with Some H => exists x, H (own J) (gam J) J x | None => False end.

Lemma met_known m J : known m -> valid (own J) -> wf J -> endless J -> unconstrained J ->
  (pooled m = true -> servers J = 1%nat) -> met m J.
Proof.
  unfold known, met. destruct (spec m) as [S|]; [|tauto]. intros F V W E U One. exact (F (own J) J V W E (fun _ => U) One).
Qed.

Definition usual (h : string) : bool := existsb (String.eqb h) ["none"; "positive"; "user-weights"]%string.
Lemma usual_is h : usual h = true -> h = "none" \/ h = "positive" \/ h = "user-weights".
Proof.
  unfold usual. simpl. rewrite !orb_true_iff, !String.eqb_eq. intros [U|[U|[U|U]]]; auto. discriminate U.
Qed.
Lemma usual_holds h D I : usual h = true -> assumed h = Some D -> positive I -> D (own I) I.
Proof.
  intros U E P. destruct (usual_is h U) as [-> | [-> | ->]]; injection E as <-; [exact Logic.I|exact P|intros n r _; reflexivity].
Qed.
Lemma usual_known h : usual h = true -> exists D, assumed h = Some D.
Proof. intros U. destruct (usual_is h U) as [-> | [-> | ->]]; eexists; reflexivity. Qed.

Definition one_outcome (m p : string) : bool := match of_outcome m p with Some _ => true | None => false end.
Lemma outcome_inhabited m p h J : met m J -> wf J -> positive J -> valid (own J) -> usual h = true -> one_outcome m p = true ->
  meets m p J -> inhabited m p h.
Proof.
  unfold met, one_outcome, inhabited, concluded. intros M W P V U O Me A. destruct (usual_known h U) as [D E].
  destruct (spec m) as [S|]; [|exact M]. rewrite E in A. destruct (of_outcome m p) as [Q|]; [|discriminate O].
  destruct M as [x H]. exact (A (own J) (gam J) J x V (gam_rates J W) W (usual_holds h D J U E P) H Me).
Qed.

(** Three users of different weights and demands; three equal users, where the property asks for a common bottleneck, one resource, one
    server or owners; one user that owns the pool. *)
Lemma mixed_inhabited m p h : known m -> usual h = true -> one_outcome m p = true ->
  meets m p (mixed (pools m) truth true) -> inhabited m p h.
Proof.
  intros F U O Me. apply (outcome_inhabited m p h (mixed (pools m) truth true)); auto.
  - apply met_known; [exact F|apply mixed_valid|apply mixed_wf, truth_pos|intros n _; reflexivity|intros [|n] [|i] _ _; reflexivity|].
    intros One. unfold pools. rewrite One. reflexivity.
  - apply mixed_wf, truth_pos.
  - apply mixed_positive, truth_pos.
  - apply mixed_valid.
Qed.
Lemma own_one J : wt J = (fun _ => 1) -> valid (own J).
Proof. intros E n r. unfold own. rewrite E. lra. Qed.
Lemma triplets_met m K R : (0 < R)%nat -> known m -> (pooled m = true -> K = 1%nat) -> met m (triplets K R).
Proof.
  intros HR F One. apply met_known; [exact F|apply own_one; reflexivity|exact (triplets_wf K R HR)|intros n _; reflexivity|
    intros n i _ _; reflexivity|exact One].
Qed.
Lemma triplets_inhabited m p h K R : (0 < R)%nat -> met m (triplets K R) -> usual h = true -> one_outcome m p = true ->
  meets m p (triplets K R) -> inhabited m p h.
Proof.
  intros HR M U O Me. apply (outcome_inhabited m p h (triplets K R)); auto.
  - exact (triplets_wf K R HR).
  - intros n r _ _. simpl. lra.
  - apply own_one. reflexivity.
Qed.
Definition sole : inst := equal_pool 1 2.
Lemma sole_wf : wf sole. Proof. apply pool_wf; auto. Qed.
Lemma sole_inhabited m h : met m sole -> usual h = true -> one_outcome m "si-contributed" = true -> pooled m = true ->
  inhabited m "si-contributed" h.
Proof.
  intros M U O Po. apply (outcome_inhabited m "si-contributed" h sole); auto.
  - exact sole_wf.
  - intros n r _ _. simpl. lra.
  - apply own_one. reflexivity.
  - unfold meets, people, machines, pools. rewrite Po. split; [reflexivity|]. split; [reflexivity|]. split; [reflexivity|].
    exists (fun _ => Some 0%nat). assert (G : gam sole 0 0 = 1) by (apply pool_gam; auto).
    assert (C : contributed sole (fun _ => Some 0%nat) 0 = 1) by (unfold contributed, owned; simpl; rewrite G; lra).
    split; [intros n Hn; simpl in Hn; replace n with 0%nat by lia; rewrite C; lra|]. exists 1. split; [lra|].
    intros n Hn. simpl in Hn. replace n with 0%nat by lia. rewrite C. unfold everywhere, fit. simpl. rewrite (one_in_one 2 two). lra.
Qed.
Lemma common_equal K R : (0 < R)%nat -> premise "bf" (triplets K R).
Proof. intros HR. exists 0%nat. split; [exact HR|]. intros n i _ _ _. split; [simpl; lra|]. intros q _. simpl. lra. Qed.
Lemma global_equal K R : (0 < R)%nat -> premise "bf-global" (triplets K R).
Proof. intros HR. exists 0%nat. split; [exact HR|]. intros n _ _. split; [simpl; lra|]. intros q _. unfold pool. simpl. lra. Qed.
Lemma owners_equal : premise "si-contributed" (triplets 3 2).
Proof.
  exists (fun i => Some i).
  assert (C : forall n, (n < 3)%nat -> contributed (triplets 3 2) (fun i => Some i) n = 1).
  { intros n Hn. unfold contributed, owned. simpl. rewrite !(triplets_gam 3 2 two). destruct n as [|[|[|n]]]; simpl; try lra. lia. }
  split; [intros n Hn; rewrite (C n Hn); lra|]. exists 3. split; [lra|]. intros n Hn. rewrite (C n Hn).
  unfold everywhere, fit. simpl. rewrite (one_in_one 2 two). lra.
Qed.

(** On one server no two users can own what runs their tasks: there [si-contributed] speaks of a single user alone. *)
Theorem one_owner I o : servers I = 1%nat -> weights_follow I o -> (users I <= 1)%nat.
Proof.
  intros One [Live _]. apply Nat.nlt_ge. intros Two.
  assert (Own : forall n, (n < users I)%nat -> o 0%nat = Some n).
  { intros n Hn. specialize (Live n Hn). unfold contributed, owned in Live. rewrite One in Live. simpl in Live.
    destruct (o 0%nat) as [u|]; [|lra]. destruct (Nat.eqb_spec u n) as [E|]; [rewrite E; reflexivity|lra]. }
  pose proof (Own 0%nat ltac:(lia)) as A. rewrite (Own 1%nat Two) in A. discriminate A.
Qed.

(** ** The hypotheses of cells about lies, departures and additions *)

Definition lied_about (m : string) : bool := existsb (String.eqb m) ["sp"; "sp-demand"; "group-sp"; "group-sp-weak"]%string.
Section Runs.
  Variables (m h : string) (S : table -> (nat -> nat -> R) -> inst -> placement -> Prop) (D : table -> inst -> Prop).
  Hypothesis Sm : spec m = Some S.
  Hypothesis Dh : assumed h = Some D.
  Hypothesis Uh : usual h = true.
  Hypothesis Km : known m.
  Let I := mixed (pools m) truth true.
  Variable Z : inst -> Prop.
  Hypothesis Plain : Z I.
  Let C := fun (I : inst) (_ : Prop) => ~ Z I.

  Lemma found_at J : wf J -> endless J -> (free m = true -> unconstrained J) -> servers J = pools m ->
    forall w, valid w -> exists x, S w (gam J) J x.
  Proof.
    intros W E U K w V. pose proof Km as F. unfold known in F. rewrite Sm in F. refine (F w J V W E U _). intros One. rewrite K. unfold pools. rewrite One. reflexivity.
  Qed.
  Lemma found_mixed d e : (forall r, 0 < d r) -> (free m = true -> e = true) ->
    exists x, S (own I) (gam (mixed (pools m) d e)) (mixed (pools m) d e) x.
  Proof.
    intros P Fe. apply found_at; [apply mixed_wf, P|intros n _; reflexivity| |reflexivity|apply mixed_valid].
    intros Fm. rewrite (Fe Fm). intros [|n] [|i] _ _; reflexivity.
  Qed.
  Lemma assumed_mixed d e : (forall r, 0 < d r) -> D (own I) (mixed (pools m) d e).
  Proof. intros P. exact (usual_holds h D (mixed (pools m) d e) Uh Dh (mixed_positive (pools m) d e P)). Qed.

  Lemma lie_inhabited p L d e : lie p = Some L -> L 0%nat I (mixed (pools m) d e) -> (forall r, 0 < d r) ->
    (free m = true -> e = true) -> forall Q, of_runs C p S D = Some Q -> ~ Q.
  Proof.
    intros E Lp P Fe Q H A. unfold of_runs in H. rewrite E in H. injection H as <-.
    destruct (found_mixed truth true truth_pos (fun _ => eq_refl)) as [x Hx]. destruct (found_mixed d e P Fe) as [y Hy].
    refine (A (own I) (mixed_valid _ _ _) 0%nat I (mixed (pools m) d e) x y _ _ _ _ _ (lied _ d e) Lp Hx Hy _).
    - simpl; lia.
    - apply mixed_wf, truth_pos.
    - apply mixed_wf, P.
    - apply assumed_mixed, truth_pos.
    - apply assumed_mixed, P.
    - exact Plain.
  Qed.

  Lemma coalition_inhabited p : p = "group-sp"%string \/ p = "group-sp-weak"%string ->
    forall Q, of_runs C p S D = Some Q -> ~ Q.
  Proof.
    intros G Q H A.
    destruct (found_mixed truth true truth_pos (fun _ => eq_refl)) as [x Hx].
    destruct (found_mixed untruth true untruth_pos (fun _ => eq_refl)) as [y Hy].
    destruct G as [-> | ->]; injection H as <-;
      refine (A (own I) (mixed_valid _ _ _) 0%nat 1%nat I (mixed (pools m) untruth true) x y _ _ _ _ _ _ (lied_two _ _ _) Hx Hy _);
      try (simpl; lia); try (apply mixed_wf; first [exact truth_pos | exact untruth_pos]);
      try (apply assumed_mixed; first [exact truth_pos | exact untruth_pos]); exact Plain.
  Qed.

  Lemma departure_inhabited : forall Q, of_runs C "population-monotone" S D = Some Q -> ~ Q.
  Proof.
    intros Q H A. injection H as <-.
    destruct (found_mixed truth true truth_pos (fun _ => eq_refl)) as [x Hx].
    assert (W : wf I) by (apply mixed_wf, truth_pos).
    destruct (found_at (without 1 I)) with (w := fun n => own I (skip 1 n)) as [y Hy].
    - apply Population.wf_without; [exact W|simpl; lia].
    - intros n _; reflexivity.
    - intros _ [|n] [|i] _ _; reflexivity.
    - reflexivity.
    - intros n r. apply lt_0_INR. lia.
    - refine (A (own I) (gam I) 1%nat I x y (mixed_valid _ _ _) (gam_rates I W) W _ _ Hx Hy _);
        [apply assumed_mixed, truth_pos|simpl; lia|exact Plain].
  Qed.

  Lemma addition_inhabited : forall Q, of_runs C "resource-monotone" S D = Some Q -> ~ Q.
  Proof.
    intros Q H A. injection H as <-.
    destruct (found_mixed truth true truth_pos (fun _ => eq_refl)) as [x Hx].
    assert (W : wf I) by (apply mixed_wf, truth_pos).
    set (c := fun i r : nat => INR (7 + i + r)).
    destruct (found_at (enlarge I c)) with (w := own I) as [y Hy].
    - split; [intros; apply pos_INR|apply (wf_dem I W)|apply (wf_wt I W)|apply (wf_tk I W)].
    - intros n _; reflexivity.
    - intros _ [|n] [|i] _ _; reflexivity.
    - reflexivity.
    - apply mixed_valid.
    - refine (A (own I) I c x y (mixed_valid _ _ _) W _ _ Hx Hy _); [apply assumed_mixed, truth_pos| |exact Plain].
      intros i r _ _. apply le_INR. lia.
  Qed.
End Runs.

(** Which of the lemmas settles a property. *)
Definition two_runs (m p : string) : bool := match of_outcome m p with Some _ => false | None => true end.
Definition about_runs (m p : string) : bool :=
  existsb (String.eqb p) ["sp"; "sp-demand"; "group-sp"; "group-sp-weak"; "population-monotone"; "resource-monotone"]%string
  || (String.eqb p "sp-eligibility" && negb (free m)).
Lemma runs_inhabited m p h : known m -> usual h = true -> two_runs m p && about_runs m p = true ->
  meets m p (mixed (pools m) truth true) -> inhabited m p h.
Proof.
  unfold two_runs, about_runs, inhabited, concluded. intros Km U T Me A. apply andb_true_iff in T as [T B].
  destruct (of_outcome m p) as [Q|]; [discriminate T|]. destruct (usual_known h U) as [D E]. rewrite E in A.
  destruct (spec m) as [S|] eqn:Sm; [|exact A].
  destruct (of_runs (fun I _ => ~ meets m p I) p S D) as [Q|] eqn:R; [|exact A].
  apply orb_true_iff in B as [B|B].
  - apply existsb_exists in B as [q [Hq Eq]]. apply String.eqb_eq in Eq as <-. simpl in Hq.
    destruct Hq as [<-|[<-|[<-|[<-|[<-|[<-|[]]]]]]].
    + exact (lie_inhabited m h S D Sm E U Km _ Me "sp" _ untruth true eq_refl Logic.I untruth_pos (fun _ => eq_refl) Q R A).
    + exact (lie_inhabited m h S D Sm E U Km _ Me "sp-demand" _ untruth true eq_refl eq_refl untruth_pos (fun _ => eq_refl) Q R A).
    + exact (coalition_inhabited m h S D Sm E U Km _ Me "group-sp" (or_introl eq_refl) Q R A).
    + exact (coalition_inhabited m h S D Sm E U Km _ Me "group-sp-weak" (or_intror eq_refl) Q R A).
    + exact (departure_inhabited m h S D Sm E U Km _ Me Q R A).
    + exact (addition_inhabited m h S D Sm E U Km _ Me Q R A).
  - apply andb_true_iff in B as [B N]. apply String.eqb_eq in B as ->. apply negb_true_iff in N.
    refine (lie_inhabited m h S D Sm E U Km _ Me "sp-eligibility" _ truth false eq_refl eq_refl truth_pos _ Q R A).
    intros F. rewrite N in F. discriminate F.
Qed.

(** ** Every proved cell *)

Definition cells : list (string * string * string) := [
  ("asset-fair", "ef", "none"); ("asset-fair", "feasible", "none"); ("asset-fair", "group-sp", "none");
  ("asset-fair", "group-sp-weak", "positive"); ("asset-fair", "non-wasteful", "none");
  ("asset-fair", "po", "none"); ("asset-fair", "population-monotone", "positive");
  ("asset-fair", "si-contributed", "none"); ("asset-fair", "sp", "none"); ("asset-fair", "sp-demand", "none");
  ("asset-fair", "sp-eligibility", "none"); ("asset-fair", "srf", "none"); ("bmf", "bbf", "none");
  ("bmf", "bf", "none"); ("bmf", "bf-global", "none"); ("bmf", "bmf", "none"); ("bmf", "ef", "none");
  ("bmf", "feasible", "none"); ("bmf", "non-wasteful", "none"); ("bmf", "po", "none"); ("bmf", "si", "none");
  ("bmf", "si-contributed", "none"); ("bmf", "srf", "none"); ("c-drfh", "bf-global", "none");
  ("c-drfh", "ef", "none"); ("c-drfh", "feasible", "none"); ("c-drfh", "group-sp", "none");
  ("c-drfh", "non-wasteful", "none"); ("c-drfh", "po", "none"); ("c-drfh", "population-monotone", "positive");
  ("c-drfh", "single-server", "none"); ("c-drfh", "sp", "none"); ("c-drfh", "sp-demand", "none");
  ("c-drfh", "sp-eligibility", "none"); ("c-drfh", "srf", "none"); ("cdrf", "bf", "positive");
  ("cdrf", "ef", "none"); ("cdrf", "ef-aggregate", "none"); ("cdrf", "feasible", "none");
  ("cdrf", "group-sp", "none"); ("cdrf", "group-sp-weak", "positive"); ("cdrf", "non-wasteful", "none");
  ("cdrf", "po", "none"); ("cdrf", "population-monotone", "positive"); ("cdrf", "si", "none");
  ("cdrf", "si-contributed", "none"); ("cdrf", "single-server", "none"); ("cdrf", "sp", "none");
  ("cdrf", "sp-demand", "none"); ("cdrf", "srf", "none"); ("ceei", "bbf", "none"); ("ceei", "bf", "none");
  ("ceei", "bf-global", "none"); ("ceei", "ef", "none"); ("ceei", "feasible", "none");
  ("ceei", "non-wasteful", "none"); ("ceei", "po", "none"); ("ceei", "si", "none");
  ("ceei", "si-contributed", "none"); ("ceei", "srf", "none"); ("drf", "bf", "user-weights");
  ("drf", "bf-global", "user-weights"); ("drf", "ef", "none"); ("drf", "feasible", "none");
  ("drf", "group-sp", "none"); ("drf", "group-sp-weak", "positive"); ("drf", "non-wasteful", "none");
  ("drf", "po", "none"); ("drf", "population-monotone", "positive"); ("drf", "si", "user-weights");
  ("drf", "si-contributed", "none"); ("drf", "single-server", "none"); ("drf", "sp", "none");
  ("drf", "sp-demand", "none"); ("drf", "sp-eligibility", "none"); ("drf", "srf", "none");
  ("drf-per-server", "ef", "none"); ("drf-per-server", "feasible", "none");
  ("drf-per-server", "non-wasteful", "none"); ("drf-per-server", "population-monotone", "positive");
  ("drf-per-server", "si", "none"); ("drf-per-server", "single-server", "none");
  ("drf-per-server", "sp", "none"); ("drf-per-server", "sp-demand", "none");
  ("drf-per-server", "sp-eligibility", "none"); ("drfh", "bf-global", "none"); ("drfh", "ef", "none");
  ("drfh", "ef-aggregate", "none"); ("drfh", "feasible", "none"); ("drfh", "group-sp", "none");
  ("drfh", "group-sp-weak", "positive"); ("drfh", "non-wasteful", "none"); ("drfh", "po", "none");
  ("drfh", "population-monotone", "positive"); ("drfh", "single-server", "none"); ("drfh", "sp", "none");
  ("drfh", "sp-demand", "none"); ("drfh", "srf", "none"); ("ps-dsf", "bf", "none"); ("ps-dsf", "ef", "none");
  ("ps-dsf", "feasible", "none"); ("ps-dsf", "non-wasteful", "none"); ("ps-dsf", "si", "none");
  ("ps-dsf", "single-server", "none"); ("ps-dsf", "srf", "none"); ("ps-dsf-tdm", "bf", "none");
  ("ps-dsf-tdm", "ef", "none"); ("ps-dsf-tdm", "feasible", "none"); ("ps-dsf-tdm", "group-sp", "none");
  ("ps-dsf-tdm", "non-wasteful", "none"); ("ps-dsf-tdm", "po", "none");
  ("ps-dsf-tdm", "population-monotone", "none"); ("ps-dsf-tdm", "si", "none"); ("ps-dsf-tdm", "sp", "none");
  ("ps-dsf-tdm", "sp-demand", "none"); ("ps-dsf-tdm", "sp-eligibility", "none"); ("ps-dsf-tdm", "srf", "none");
  ("tsf", "ef", "none"); ("tsf", "feasible", "none"); ("tsf", "group-sp", "none");
  ("tsf", "non-wasteful", "none"); ("tsf", "po", "none"); ("tsf", "population-monotone", "positive");
  ("tsf", "si-contributed", "none"); ("tsf", "single-server", "none"); ("tsf", "sp", "none");
  ("tsf", "sp-demand", "none"); ("tsf", "sp-eligibility", "none"); ("tsf", "srf", "none");
  ("uniform", "ef", "none"); ("uniform", "feasible", "none"); ("uniform", "group-sp", "none");
  ("uniform", "group-sp-weak", "none"); ("uniform", "non-wasteful", "none");
  ("uniform", "population-monotone", "none"); ("uniform", "resource-monotone", "none");
  ("uniform", "si", "none"); ("uniform", "sp", "none"); ("uniform", "sp-demand", "none");
  ("uniform", "sp-eligibility", "none")].

Ltac outcomes_known :=
  match goal with
  | |- known "uniform" => exact known_uniform
  | |- known "drf" => exact known_drf
  | |- known "drf-per-server" => exact known_drf_per_server
  | |- known "drfh" => exact known_drfh
  | |- known "c-drfh" => exact known_c_drfh
  | |- known "cdrf" => exact known_cdrf
  | |- known "tsf" => exact known_tsf
  | |- known "ps-dsf-tdm" => exact known_ps_dsf_tdm
  | |- known "asset-fair" => exact known_asset_fair
  end.
Ltac met_equal := match goal with
  | |- met "ps-dsf" _ => eexists; apply thirds_ps_dsf; lia
  | |- met "ceei" (triplets 1 ?R) => exists (part 3); apply (part_ceei 3 R); auto
  | |- met "bmf" (triplets 1 ?R) => exists (part 3); apply (part_bmf 3 R); auto
  | |- met _ _ => apply triplets_met; [lia|outcomes_known|let One := fresh in intros One; first [reflexivity|vm_compute in One; discriminate One]]
  end.
Ltac met_sole := match goal with
  | |- met "ceei" _ => exists (part 1); apply (part_ceei 1 2); auto
  | |- met "bmf" _ => exists (part 1); apply (part_bmf 1 2); auto
  | |- met _ _ => apply met_known; [outcomes_known|apply own_one; reflexivity|exact sole_wf|intros n _; reflexivity|
      intros n i _ _; reflexivity|intros; reflexivity]
  end.
Ltac asked := first [exact Logic.I | apply common_equal; lia | apply global_equal; lia | exact owners_equal].
Ltac meeting := split; [reflexivity|split; [reflexivity|split; [reflexivity|asked]]].
Theorem every_cell : Forall (fun c => let '(m, p, h) := c in inhabited m p h) cells.
Proof.
  repeat (apply Forall_cons;
    [first [apply mixed_inhabited; [outcomes_known|reflexivity|reflexivity|meeting] |
            apply runs_inhabited; [outcomes_known|reflexivity|reflexivity|meeting] |
            match goal with |- inhabited ?m ?p _ =>
              let K := eval vm_compute in (machines m p) in let R := eval vm_compute in (kinds p) in
              apply (triplets_inhabited m p _ K R); [lia|met_equal|reflexivity|reflexivity|meeting] end |
            apply sole_inhabited; [met_sole|reflexivity|reflexivity|reflexivity]]|]).
  apply Forall_nil.
Qed.
