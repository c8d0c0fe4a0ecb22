(* drf-tasks-skip: 7 instances, 7 outcomes, 29 that are none. Written by examples/coq_audit.rs. *)
From Coq Require Import QArith List.
From Fair.Tasks Require Import Filling.
From Fair.Audit Require Import Decide Tasks.
Import ListNotations.
Open Scope Q_scope.

Definition cases : list skipped_case := [
  Case (Machine [9; 18] [[1; 4]; [3; 1]] [[1]; [1]] [true; true] [None; None])
   (([3%nat; 2%nat], [[3%nat; 2%nat]; [3%nat; 2%nat]]))
   [([3%nat; 2%nat], true);
    ([4%nat; 2%nat], false);
    ([2%nat; 2%nat], false);
    ([2%nat; 3%nat], false);
    ([3%nat; 3%nat], false);
    ([3%nat; 1%nat], false);
    ([4%nat; 1%nat], false)];
  Case (Machine [2] [[3]; [3]; [3]] [[1]; [3]; [3]] [true; true; true] [None; None; None])
   (([0%nat; 0%nat; 0%nat], [[0%nat; 0%nat; 0%nat]; [0%nat; 0%nat; 0%nat]; [0%nat; 0%nat; 0%nat]]))
   [([0%nat; 0%nat; 0%nat], true);
    ([1%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 0%nat], false);
    ([0%nat; 0%nat; 1%nat], false)];
  Case (Machine [6] [[1]; [1]; [1]] [[1]; [1]; [1]] [true; true; true] [Some 1%nat; None; Some 1%nat])
   (([1%nat; 4%nat; 1%nat], [[1%nat; 1%nat; 1%nat]; [1%nat; 4%nat; 1%nat]; [1%nat; 2%nat; 1%nat]]))
   [([1%nat; 4%nat; 1%nat], true);
    ([2%nat; 4%nat; 1%nat], false);
    ([0%nat; 4%nat; 1%nat], false);
    ([0%nat; 5%nat; 1%nat], false);
    ([1%nat; 5%nat; 1%nat], false);
    ([1%nat; 3%nat; 1%nat], false);
    ([1%nat; 3%nat; 2%nat], false);
    ([4%nat; 1%nat; 1%nat], false);
    ([1%nat; 4%nat; 2%nat], false);
    ([1%nat; 4%nat; 0%nat], false);
    ([2%nat; 4%nat; 0%nat], false);
    ([1%nat; 1%nat; 4%nat], false)];
  Case (Machine [2; 2; (1 # 6)] [[(1 # 6); 2; (1 # 6)]; [2; 1; (1 # 3)]; [1; (1 # 6); 2]] [[1]; [1]; [1]] [false; false; false] [None; None; None])
   (([0%nat; 0%nat; 0%nat], [[0%nat; 0%nat; 0%nat]; [0%nat; 0%nat; 0%nat]; [0%nat; 0%nat; 0%nat]]))
   [([0%nat; 0%nat; 0%nat], true);
    ([1%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 0%nat], false);
    ([0%nat; 0%nat; 1%nat], false)];
  Case (Machine [2; 1; 3] [[1; 4; 0]; [4; 0; 0]] [[1; 2; 3]; [3; 1; 3]] [true; true] [None; None])
   (([0%nat; 0%nat], [[0%nat; 0%nat]; [0%nat; 0%nat]]))
   [([0%nat; 0%nat], true);
    ([1%nat; 0%nat], false);
    ([0%nat; 1%nat], false)];
  Case (Machine [(3 # 4); 1] [[3; 2]; [3; 0]] [[1]; [1]] [true; true] [None; None])
   (([0%nat; 0%nat], [[0%nat; 0%nat]; [0%nat; 0%nat]]))
   [([0%nat; 0%nat], true);
    ([1%nat; 0%nat], false);
    ([0%nat; 1%nat], false)];
  Case (Machine [1; 4; 3] [[2; 1; 5]; [6; 9; 5]] [[1]; [1]] [true; true] [Some 0%nat; None])
   (([0%nat; 0%nat], [[0%nat; 0%nat]; [0%nat; 0%nat]]))
   [([0%nat; 0%nat], true);
    ([1%nat; 0%nat], false);
    ([0%nat; 1%nat], false)]
].

Theorem audit : Forall (agrees orderly (meets_skipped larger_share)) cases.
Proof. apply audit_skipped_larger. vm_cast_no_check (eq_refl true). Qed.
Definition accepted := Eval vm_compute in answered true cases.
Definition refused := Eval vm_compute in answered false cases.
Definition instances := Eval vm_compute in length cases.
