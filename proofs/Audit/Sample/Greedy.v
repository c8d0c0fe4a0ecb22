(* greedy: 19 instances, 50 outcomes, 79 that are none. Written by examples/coq_audit.rs. *)
From Coq Require Import QArith List.
From Fair.Tasks Require Import Filling.
From Fair.Audit Require Import Decide Covering.
Import ListNotations.
Open Scope Q_scope.

Definition cases : list greedy_case := [
  Case (Stock [2] [1] [1] [2])
   (tt)
   [([0%nat], true)];
  Case (Stock [1; 1; 1; 3] [1; 1; 1; 1] [2; 2] [2; 2])
   (tt)
   [([0%nat; 1%nat; 0%nat; 1%nat], true);
    ([1%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 0%nat; 0%nat; 1%nat], false);
    ([1%nat; 0%nat; 0%nat; 1%nat], true);
    ([0%nat; 1%nat; 1%nat; 1%nat], false);
    ([0%nat; 0%nat; 1%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 1%nat; 0%nat], true)];
  Case (Stock [1; 1; 1; 1; 1; 1; 1; 1; 4] [1; 1; 1; 1; 1; 1; 1; 1; 1] [3; 3; 3] [3; 3; 3])
   (tt)
   [([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], true);
    ([1%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 2%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], true);
    ([0%nat; 1%nat; 0%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 2%nat; 1%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], true);
    ([0%nat; 1%nat; 2%nat; 1%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 0%nat; 2%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 2%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 1%nat; 0%nat; 2%nat; 0%nat; 1%nat; 2%nat], true);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 0%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 2%nat; 1%nat; 0%nat; 1%nat; 2%nat], true);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 1%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 0%nat; 2%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 2%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 1%nat; 0%nat; 2%nat], true);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 0%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 2%nat; 1%nat], true)];
  Case (Stock [1; (101 # 100); (51 # 50)] [1; 1; 1] [3] [(303 # 100)])
   (tt)
   [([0%nat; 0%nat; 0%nat], true)];
  Case (Stock [1; (101 # 100); (51 # 50); (103 # 100); (26 # 25); (21 # 20)] [1; 1; 1; 1; 1; 1] [3; 3] [(303 # 100); (303 # 100)])
   (tt)
   [([0%nat; 1%nat; 1%nat; 0%nat; 0%nat; 1%nat], true);
    ([1%nat; 1%nat; 1%nat; 0%nat; 0%nat; 1%nat], false);
    ([0%nat; 0%nat; 1%nat; 0%nat; 0%nat; 1%nat], false);
    ([1%nat; 0%nat; 1%nat; 0%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 0%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 1%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 1%nat; 0%nat; 1%nat; 1%nat], false);
    ([0%nat; 1%nat; 1%nat; 0%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 1%nat; 0%nat; 1%nat; 0%nat], true)];
  Case (Stock [1; (101 # 100); (51 # 50); (103 # 100); (26 # 25); (21 # 20); (53 # 50); (107 # 100); (27 # 25)] [1; 1; 1; 1; 1; 1; 1; 1; 1] [3; 3; 3] [(303 # 100); (303 # 100); (303 # 100)])
   (tt)
   [([0%nat; 1%nat; 2%nat; 2%nat; 1%nat; 0%nat; 0%nat; 1%nat; 2%nat], true);
    ([1%nat; 1%nat; 2%nat; 2%nat; 1%nat; 0%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 2%nat; 2%nat; 2%nat; 1%nat; 0%nat; 0%nat; 1%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat; 2%nat; 1%nat; 0%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 2%nat; 1%nat; 2%nat; 1%nat; 0%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 0%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 2%nat; 2%nat; 0%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 1%nat; 2%nat; 0%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 2%nat; 1%nat; 1%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 2%nat; 0%nat; 1%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 2%nat; 1%nat; 0%nat; 1%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 2%nat; 1%nat; 0%nat; 0%nat; 2%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 2%nat; 1%nat; 0%nat; 1%nat; 0%nat; 2%nat], true);
    ([0%nat; 1%nat; 2%nat; 2%nat; 1%nat; 0%nat; 0%nat; 1%nat; 0%nat], false);
    ([0%nat; 1%nat; 2%nat; 2%nat; 1%nat; 0%nat; 0%nat; 2%nat; 1%nat], true)];
  Case (Stock [1] [1] [1] [1])
   (tt)
   [([0%nat], true)];
  Case (Stock [1; 2] [1; 1] [1; 1] [1; 1])
   (tt)
   [([0%nat; 1%nat], true);
    ([1%nat; 1%nat], false);
    ([0%nat; 0%nat], false);
    ([1%nat; 0%nat], true)];
  Case (Stock [1; 1; 3] [1; 1; 1] [1; 1; 1] [1; 1; 1])
   (tt)
   [([0%nat; 1%nat; 2%nat], true);
    ([1%nat; 1%nat; 2%nat], false);
    ([0%nat; 2%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat], true);
    ([0%nat; 1%nat; 0%nat], false);
    ([0%nat; 2%nat; 1%nat], true)];
  Case (Stock [1] [1] [1] [1])
   (tt)
   [([0%nat], true)];
  Case (Stock [1] [1] [1] [1])
   (tt)
   [([0%nat], true)];
  Case (Stock [1; 1; 1; 2] [1; 1; 1; 1] [2; 2] [2; 2])
   (tt)
   [([0%nat; 1%nat; 0%nat; 1%nat], true);
    ([1%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 0%nat; 0%nat; 1%nat], false);
    ([1%nat; 0%nat; 0%nat; 1%nat], true);
    ([0%nat; 1%nat; 1%nat; 1%nat], false);
    ([0%nat; 0%nat; 1%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 1%nat; 0%nat], true)];
  Case (Stock [1; 1; 1; 1; 1; 1; 1; 1; 3] [1; 1; 1; 1; 1; 1; 1; 1; 1] [3; 3; 3] [3; 3; 3])
   (tt)
   [([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], true);
    ([1%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 2%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], true);
    ([0%nat; 1%nat; 0%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 2%nat; 1%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], true);
    ([0%nat; 1%nat; 2%nat; 1%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 0%nat; 2%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 2%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 1%nat; 0%nat; 2%nat; 0%nat; 1%nat; 2%nat], true);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 0%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 2%nat; 1%nat; 0%nat; 1%nat; 2%nat], true);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 1%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 0%nat; 2%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 2%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 1%nat; 0%nat; 2%nat], true);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 0%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 2%nat; 1%nat], true)];
  Case (Stock [4; 4] [1; 1] [1; 1] [4; 4])
   (tt)
   [([0%nat; 1%nat], true);
    ([1%nat; 1%nat], false);
    ([0%nat; 0%nat], false);
    ([1%nat; 0%nat], true)];
  Case (Stock [1; 1; 3; 5] [1; 1; 1; 1] [2; 2] [2; 2])
   (tt)
   [([0%nat; 1%nat; 0%nat; 1%nat], true);
    ([1%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 0%nat; 0%nat; 1%nat], false);
    ([1%nat; 0%nat; 0%nat; 1%nat], true);
    ([0%nat; 1%nat; 1%nat; 1%nat], false);
    ([0%nat; 0%nat; 1%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 1%nat; 0%nat], true)];
  Case (Stock [1; 1; 1; 1; 1; 9; 9; 9] [1; 1; 1; 1; 1; 1; 1; 1] [8] [32])
   (tt)
   [([0%nat; 0%nat; 0%nat; 0%nat; 0%nat; 0%nat; 0%nat; 0%nat], true)];
  Case (Stock [1; 1; 1; 1; 1; 1; 3; 3] [1; 1; 1; 1; 1; 1; 1; 1] [7] [9])
   (tt)
   [([0%nat; 0%nat; 0%nat; 0%nat; 0%nat; 0%nat; 0%nat], true)];
  Case (Stock [1; 1; 1] [1; 1; 1] [1; 1; 1] [1; 1; 1])
   (tt)
   [([0%nat; 1%nat; 2%nat], true);
    ([1%nat; 1%nat; 2%nat], false);
    ([0%nat; 2%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat], true);
    ([0%nat; 1%nat; 0%nat], false);
    ([0%nat; 2%nat; 1%nat], true)];
  Case (Stock [1; 1; 1; 1; 1; 1; 1; 1] [1; 1; 1; 1; 1; 1; 1; 1] [4; 4] [4; 4])
   (tt)
   [([0%nat; 1%nat; 0%nat; 1%nat; 0%nat; 1%nat; 0%nat; 1%nat], true);
    ([1%nat; 1%nat; 0%nat; 1%nat; 0%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 0%nat; 0%nat; 1%nat; 0%nat; 1%nat; 0%nat; 1%nat], false);
    ([1%nat; 0%nat; 0%nat; 1%nat; 0%nat; 1%nat; 0%nat; 1%nat], true);
    ([0%nat; 1%nat; 1%nat; 1%nat; 0%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 0%nat; 1%nat; 1%nat; 0%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 0%nat; 0%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 1%nat; 0%nat; 0%nat; 1%nat; 0%nat; 1%nat], true);
    ([0%nat; 1%nat; 0%nat; 1%nat; 1%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 0%nat; 1%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 1%nat; 0%nat; 0%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 1%nat; 1%nat; 0%nat; 0%nat; 1%nat], true);
    ([0%nat; 1%nat; 0%nat; 1%nat; 0%nat; 1%nat; 1%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 1%nat; 0%nat; 0%nat; 1%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 1%nat; 0%nat; 1%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 0%nat; 1%nat; 0%nat; 1%nat; 1%nat; 0%nat], true)]
].

Theorem audit : Forall (agrees orderly (meets_greedy)) cases.
Proof. apply audit_greedy. vm_cast_no_check (eq_refl true). Qed.
Definition accepted := Eval vm_compute in answered true cases.
Definition refused := Eval vm_compute in answered false cases.
Definition instances := Eval vm_compute in length cases.
