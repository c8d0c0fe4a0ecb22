(* optimum: 24 instances, 43 outcomes, 138 that are none. Written by examples/coq_audit.rs. *)
From Coq Require Import QArith List.
From Fair.Tasks Require Import Filling.
From Fair.Audit Require Import Decide Covering.
Import ListNotations.
Open Scope Q_scope.

Definition cases : list optimum_case := [
  Case (Stock [2] [1] [1] [2])
   ((1, [0%nat]))
   [([0%nat], true);
    ([1%nat], false)];
  Case (Stock [1; 1; 1; 3] [1; 1; 1; 1] [2; 2] [2; 2])
   ((2, [0%nat; 1%nat; 0%nat; 1%nat]))
   [([0%nat; 1%nat; 0%nat; 1%nat], true);
    ([2%nat; 1%nat; 0%nat; 1%nat], false);
    ([1%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 2%nat; 0%nat; 1%nat], false);
    ([0%nat; 0%nat; 0%nat; 1%nat], false);
    ([1%nat; 0%nat; 0%nat; 1%nat], true);
    ([0%nat; 1%nat; 2%nat; 1%nat], false);
    ([0%nat; 1%nat; 1%nat; 1%nat], false);
    ([0%nat; 0%nat; 1%nat; 1%nat], true);
    ([0%nat; 1%nat; 0%nat; 2%nat], false);
    ([0%nat; 1%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 1%nat; 0%nat], true)];
  Case (Stock [1; 1] [2; 1] [1; 1] [1; 1])
   ((1, [1%nat; 0%nat]))
   [([1%nat; 0%nat], true);
    ([2%nat; 0%nat], false);
    ([0%nat; 0%nat], false);
    ([1%nat; 2%nat], false);
    ([1%nat; 1%nat], false);
    ([0%nat; 1%nat], true)];
  Case (Stock [1; 2] [2; 1] [1; 1] [1; 1])
   ((2, [1%nat; 0%nat]))
   [([1%nat; 0%nat], true);
    ([2%nat; 0%nat], false);
    ([0%nat; 0%nat], false);
    ([1%nat; 2%nat], false);
    ([1%nat; 1%nat], false);
    ([0%nat; 1%nat], true)];
  Case (Stock [1; 3] [2; 1] [1; 1] [1; 1])
   ((3, [1%nat; 0%nat]))
   [([1%nat; 0%nat], true);
    ([2%nat; 0%nat], false);
    ([0%nat; 0%nat], false);
    ([1%nat; 2%nat], false);
    ([1%nat; 1%nat], false);
    ([0%nat; 1%nat], true)];
  Case (Stock [1; (101 # 100); (51 # 50)] [1; 1; 1] [3] [(303 # 100)])
   ((1, [0%nat; 0%nat; 0%nat]))
   [([0%nat; 0%nat; 0%nat], true);
    ([1%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 0%nat], false);
    ([0%nat; 0%nat; 1%nat], false)];
  Case (Stock [1; (101 # 100); (51 # 50); (103 # 100); (26 # 25); (21 # 20)] [1; 1; 1; 1; 1; 1] [3; 3] [(303 # 100); (303 # 100)])
   (((308 # 303), [0%nat; 1%nat; 1%nat; 0%nat; 0%nat; 1%nat]))
   [([0%nat; 1%nat; 1%nat; 0%nat; 0%nat; 1%nat], true);
    ([2%nat; 1%nat; 1%nat; 0%nat; 0%nat; 1%nat], false);
    ([0%nat; 2%nat; 1%nat; 0%nat; 0%nat; 1%nat], false);
    ([1%nat; 0%nat; 1%nat; 0%nat; 0%nat; 1%nat], true);
    ([0%nat; 1%nat; 0%nat; 0%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 1%nat; 2%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 1%nat; 0%nat; 1%nat; 1%nat], false);
    ([0%nat; 1%nat; 1%nat; 0%nat; 0%nat; 2%nat], false);
    ([0%nat; 1%nat; 1%nat; 0%nat; 1%nat; 0%nat], true)];
  Case (Stock [1] [1] [1] [1])
   ((1, [0%nat]))
   [([0%nat], true);
    ([1%nat], false)];
  Case (Stock [1; 2] [1; 1] [1; 1] [1; 1])
   ((2, [0%nat; 1%nat]))
   [([0%nat; 1%nat], true);
    ([2%nat; 1%nat], false);
    ([1%nat; 1%nat], false);
    ([0%nat; 2%nat], false);
    ([0%nat; 0%nat], false);
    ([1%nat; 0%nat], true)];
  Case (Stock [1; 1; 3] [1; 1; 1] [1; 1; 1] [1; 1; 1])
   ((3, [1%nat; 0%nat; 2%nat]))
   [([1%nat; 0%nat; 2%nat], true);
    ([3%nat; 0%nat; 2%nat], false);
    ([2%nat; 0%nat; 2%nat], false);
    ([1%nat; 3%nat; 2%nat], false);
    ([1%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat], true);
    ([1%nat; 0%nat; 3%nat], false);
    ([1%nat; 0%nat; 0%nat], false);
    ([1%nat; 2%nat; 0%nat], true)];
  Case (Stock [1] [1] [1] [1])
   ((1, [0%nat]))
   [([0%nat], true);
    ([1%nat], false)];
  Case (Stock [2; 2; 2] [2; 1; 1] [2; 2] [2; 2])
   ((2, [1%nat; 0%nat; 0%nat]))
   [([1%nat; 0%nat; 0%nat], true);
    ([2%nat; 0%nat; 0%nat], false);
    ([0%nat; 0%nat; 0%nat], false);
    ([1%nat; 2%nat; 0%nat], false);
    ([1%nat; 1%nat; 0%nat], false);
    ([0%nat; 1%nat; 0%nat], false);
    ([1%nat; 0%nat; 2%nat], false);
    ([1%nat; 0%nat; 1%nat], false)];
  Case (Stock [3; 3; 3; 3; 3] [3; 3; 1; 1; 1] [3; 3; 3] [3; 3; 3])
   ((3, [2%nat; 1%nat; 0%nat; 0%nat; 0%nat]))
   [([2%nat; 1%nat; 0%nat; 0%nat; 0%nat], true);
    ([3%nat; 1%nat; 0%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 0%nat; 0%nat; 0%nat], false);
    ([2%nat; 3%nat; 0%nat; 0%nat; 0%nat], false);
    ([2%nat; 2%nat; 0%nat; 0%nat; 0%nat], false);
    ([1%nat; 2%nat; 0%nat; 0%nat; 0%nat], true);
    ([2%nat; 1%nat; 3%nat; 0%nat; 0%nat], false);
    ([2%nat; 1%nat; 1%nat; 0%nat; 0%nat], false);
    ([2%nat; 0%nat; 1%nat; 0%nat; 0%nat], false);
    ([2%nat; 1%nat; 0%nat; 3%nat; 0%nat], false);
    ([2%nat; 1%nat; 0%nat; 1%nat; 0%nat], false);
    ([2%nat; 1%nat; 0%nat; 0%nat; 3%nat], false);
    ([2%nat; 1%nat; 0%nat; 0%nat; 1%nat], false)];
  Case (Stock [1] [1] [1] [1])
   ((1, [0%nat]))
   [([0%nat], true);
    ([1%nat], false)];
  Case (Stock [1; 1; 1; 2] [1; 1; 1; 1] [2; 2] [2; 2])
   (((3 # 2), [0%nat; 1%nat; 0%nat; 1%nat]))
   [([0%nat; 1%nat; 0%nat; 1%nat], true);
    ([2%nat; 1%nat; 0%nat; 1%nat], false);
    ([1%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 2%nat; 0%nat; 1%nat], false);
    ([0%nat; 0%nat; 0%nat; 1%nat], false);
    ([1%nat; 0%nat; 0%nat; 1%nat], true);
    ([0%nat; 1%nat; 2%nat; 1%nat], false);
    ([0%nat; 1%nat; 1%nat; 1%nat], false);
    ([0%nat; 0%nat; 1%nat; 1%nat], true);
    ([0%nat; 1%nat; 0%nat; 2%nat], false);
    ([0%nat; 1%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 1%nat; 0%nat], true)];
  Case (Stock [1; 1; 1; 1; 1] [1; 1; 1; 1; 1] [2; 3] [2; 3])
   ((1, [1%nat; 1%nat; 1%nat; 0%nat; 0%nat]))
   [([1%nat; 1%nat; 1%nat; 0%nat; 0%nat], true);
    ([2%nat; 1%nat; 1%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 1%nat; 0%nat; 0%nat], false);
    ([1%nat; 2%nat; 1%nat; 0%nat; 0%nat], false);
    ([1%nat; 0%nat; 1%nat; 0%nat; 0%nat], false);
    ([1%nat; 1%nat; 2%nat; 0%nat; 0%nat], false);
    ([1%nat; 1%nat; 0%nat; 0%nat; 0%nat], false);
    ([1%nat; 1%nat; 1%nat; 2%nat; 0%nat], false);
    ([1%nat; 1%nat; 1%nat; 1%nat; 0%nat], false);
    ([1%nat; 1%nat; 0%nat; 1%nat; 0%nat], true);
    ([1%nat; 1%nat; 1%nat; 0%nat; 2%nat], false);
    ([1%nat; 1%nat; 1%nat; 0%nat; 1%nat], false)];
  Case (Stock [1; 1; 2; 2; 2] [1; 1; 1; 1; 1] [2; 3] [2; 4])
   (((3 # 2), [0%nat; 0%nat; 1%nat; 1%nat; 1%nat]))
   [([0%nat; 0%nat; 1%nat; 1%nat; 1%nat], true);
    ([2%nat; 0%nat; 1%nat; 1%nat; 1%nat], false);
    ([1%nat; 0%nat; 1%nat; 1%nat; 1%nat], false);
    ([0%nat; 2%nat; 1%nat; 1%nat; 1%nat], false);
    ([0%nat; 1%nat; 1%nat; 1%nat; 1%nat], false);
    ([0%nat; 0%nat; 2%nat; 1%nat; 1%nat], false);
    ([0%nat; 0%nat; 0%nat; 1%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 1%nat; 1%nat], true);
    ([0%nat; 0%nat; 1%nat; 2%nat; 1%nat], false);
    ([0%nat; 0%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 0%nat; 1%nat; 1%nat; 2%nat], false);
    ([0%nat; 0%nat; 1%nat; 1%nat; 0%nat], false)];
  Case (Stock [1; 1; 3; 3; 3] [1; 1; 1; 1; 1] [2; 3] [2; 5])
   (((9 # 5), [0%nat; 0%nat; 1%nat; 1%nat; 1%nat]))
   [([0%nat; 0%nat; 1%nat; 1%nat; 1%nat], true);
    ([2%nat; 0%nat; 1%nat; 1%nat; 1%nat], false);
    ([1%nat; 0%nat; 1%nat; 1%nat; 1%nat], false);
    ([0%nat; 2%nat; 1%nat; 1%nat; 1%nat], false);
    ([0%nat; 1%nat; 1%nat; 1%nat; 1%nat], false);
    ([0%nat; 0%nat; 2%nat; 1%nat; 1%nat], false);
    ([0%nat; 0%nat; 0%nat; 1%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 1%nat; 1%nat], false);
    ([0%nat; 0%nat; 1%nat; 2%nat; 1%nat], false);
    ([0%nat; 0%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 0%nat; 1%nat; 1%nat; 2%nat], false);
    ([0%nat; 0%nat; 1%nat; 1%nat; 0%nat], false)];
  Case (Stock [4; 4] [1; 1] [1; 1] [4; 4])
   ((1, [1%nat; 0%nat]))
   [([1%nat; 0%nat], true);
    ([2%nat; 0%nat], false);
    ([0%nat; 0%nat], false);
    ([1%nat; 2%nat], false);
    ([1%nat; 1%nat], false);
    ([0%nat; 1%nat], true)];
  Case (Stock [1; 4; 2; 3; 1] [3; 4; 1; 4; 2] [1; 1; 1] [1; 1; 1])
   ((2, [2%nat; 3%nat; 0%nat; 3%nat; 1%nat]))
   [([2%nat; 3%nat; 0%nat; 3%nat; 1%nat], true);
    ([3%nat; 3%nat; 0%nat; 3%nat; 1%nat], false);
    ([0%nat; 3%nat; 0%nat; 3%nat; 1%nat], false);
    ([2%nat; 0%nat; 0%nat; 3%nat; 1%nat], false);
    ([3%nat; 2%nat; 0%nat; 3%nat; 1%nat], false);
    ([2%nat; 3%nat; 3%nat; 3%nat; 1%nat], false);
    ([2%nat; 3%nat; 1%nat; 3%nat; 1%nat], false);
    ([2%nat; 0%nat; 3%nat; 3%nat; 1%nat], false);
    ([2%nat; 3%nat; 0%nat; 0%nat; 1%nat], false);
    ([2%nat; 3%nat; 3%nat; 0%nat; 1%nat], false);
    ([2%nat; 3%nat; 0%nat; 3%nat; 3%nat], false);
    ([2%nat; 3%nat; 0%nat; 3%nat; 2%nat], false);
    ([2%nat; 3%nat; 0%nat; 1%nat; 3%nat], false)];
  Case (Stock [4; 2; 4] [1; 1; 1] [2; 1] [6; 2])
   (((4 # 3), [0%nat; 1%nat; 0%nat]))
   [([0%nat; 1%nat; 0%nat], true);
    ([2%nat; 1%nat; 0%nat], false);
    ([1%nat; 1%nat; 0%nat], false);
    ([0%nat; 2%nat; 0%nat], false);
    ([0%nat; 0%nat; 0%nat], false);
    ([1%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 1%nat], false);
    ([0%nat; 0%nat; 1%nat], false)];
  Case (Stock [3; 1; 1; 4] [1; 1; 1; 1] [4] [9])
   ((1, [0%nat; 0%nat; 0%nat; 0%nat]))
   [([0%nat; 0%nat; 0%nat; 0%nat], true);
    ([1%nat; 0%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 0%nat; 0%nat], false);
    ([0%nat; 0%nat; 1%nat; 0%nat], false);
    ([0%nat; 0%nat; 0%nat; 1%nat], false)];
  Case (Stock [1; 1] [1; 1] [1; 1] [1; 1])
   ((1, [1%nat; 0%nat]))
   [([1%nat; 0%nat], true);
    ([2%nat; 0%nat], false);
    ([0%nat; 0%nat], false);
    ([1%nat; 2%nat], false);
    ([1%nat; 1%nat], false);
    ([0%nat; 1%nat], true)];
  Case (Stock [1; 1; 9; 9; 9] [1; 1; 1; 1; 1] [5] [29])
   ((1, [0%nat; 0%nat; 0%nat; 0%nat; 0%nat]))
   [([0%nat; 0%nat; 0%nat; 0%nat; 0%nat], true);
    ([1%nat; 0%nat; 0%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 0%nat; 0%nat; 0%nat], false);
    ([0%nat; 0%nat; 1%nat; 0%nat; 0%nat], false);
    ([0%nat; 0%nat; 0%nat; 1%nat; 0%nat], false);
    ([0%nat; 0%nat; 0%nat; 0%nat; 1%nat], false)]
].

Theorem audit : Forall (agrees orderly (meets_optimum)) cases.
Proof. apply audit_optimum. vm_cast_no_check (eq_refl true). Qed.
Definition accepted := Eval vm_compute in answered true cases.
Definition refused := Eval vm_compute in answered false cases.
Definition instances := Eval vm_compute in length cases.
