(* pdrf: 7 instances, 7 outcomes, 20 that are none. Written by examples/coq_audit.rs. *)
From Coq Require Import QArith List.
From Fair.Tasks Require Import Filling.
From Fair.Audit Require Import Decide Tasks.
Import ListNotations.
Open Scope Q_scope.

Definition cases : list pdrf_case := [
  Case (Machine [9; 18] [[1; 4]; [3; 1]] [[1]; [1]] [true; true] [None; None])
   (([3%nat; 2%nat], (2 # 3)))
   [([3%nat; 2%nat], true);
    ([4%nat; 2%nat], false);
    ([2%nat; 2%nat], false);
    ([2%nat; 3%nat], false);
    ([3%nat; 3%nat], false);
    ([3%nat; 1%nat], false);
    ([4%nat; 1%nat], false)];
  Case (Machine [2] [[3]; [3]; [3]] [[1]; [3]; [3]] [true; true; true] [None; None; None])
   (([0%nat; 0%nat; 0%nat], (1 # 7)))
   [([0%nat; 0%nat; 0%nat], true);
    ([1%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 0%nat], false);
    ([0%nat; 0%nat; 1%nat], false)];
  Case (Machine [2; 2; (1 # 6)] [[(1 # 6); 2; (1 # 6)]; [2; 1; (1 # 3)]; [1; (1 # 6); 2]] [[1]; [1]; [1]] [false; false; false] [None; None; None])
   (([0%nat; 0%nat; 0%nat], 0))
   [([0%nat; 0%nat; 0%nat], true);
    ([1%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 0%nat], false);
    ([0%nat; 0%nat; 1%nat], false)];
  Case (Machine [2; 1; 3] [[1; 4; 0]; [4; 0; 0]] [[1; 2; 3]; [3; 1; 3]] [true; true] [None; None])
   (([0%nat; 0%nat], (4 # 13)))
   [([0%nat; 0%nat], true);
    ([1%nat; 0%nat], false);
    ([0%nat; 1%nat], false)];
  Case (Machine [(3 # 4); 1] [[3; 2]; [3; 0]] [[1]; [1]] [true; true] [None; None])
   (([0%nat; 0%nat], (1 # 2)))
   [([0%nat; 0%nat], true);
    ([1%nat; 0%nat], false);
    ([0%nat; 1%nat], false)];
  Case (Machine [1; 1] [[0; 1]; [0; 1]] [[1; 2]; [3; 3]] [false; false] [None; None])
   (([0%nat; 0%nat], 0))
   [([0%nat; 0%nat], true);
    ([1%nat; 0%nat], false);
    ([0%nat; 1%nat], false)];
  Case (Machine [3; 3; 2] [[0; 1; 4]; [1; 4; 0]] [[2; 4; 2]; [1; 4; 4]] [true; true] [None; None])
   (([0%nat; 0%nat], (3 # 13)))
   [([0%nat; 0%nat], true);
    ([1%nat; 0%nat], false);
    ([0%nat; 1%nat], false)]
].

Theorem audit : Forall (agrees orderly (meets_pdrf)) cases.
Proof. apply audit_pdrf. vm_cast_no_check (eq_refl true). Qed.
Definition accepted := Eval vm_compute in answered true cases.
Definition refused := Eval vm_compute in answered false cases.
Definition instances := Eval vm_compute in length cases.
