(* drf: 7 instances, 7 outcomes, 41 that are none. Written by examples/coq_audit.rs. *)
From Coq Require Import QArith List.
From Fair.Tasks Require Import Filling.
From Fair.Audit Require Import Decide Cluster.
Import ListNotations.
Open Scope Q_scope.

Definition cases : list cluster_case := [
  Case (Pool [[9; 18]] [[1; 4]; [3; 1]] [[1]; [1]] [[true]; [true]] [None; None] [])
   (([], [[3]; [2]]))
   [([[3]; [2]], true);
    ([[(3 # 2)]; [(7 # 2)]], false);
    ([[(3 # 2)]; [2]], false);
    ([[(7 # 2)]; [2]], false);
    ([[4]; [1]], false);
    ([[3]; [1]], false);
    ([[3]; [(5 # 2)]], false);
    ([[2]; [3]], false)];
  Case (Pool [[1; 1; 2]] [[1; 2; 0]; [2; 0; 0]] [[1; 2; 3]; [3; 1; 3]] [[true]; [true]] [None; None] [])
   (([], [[(1 # 4)]; [(3 # 8)]]))
   [([[(1 # 4)]; [(3 # 8)]], true);
    ([[(1 # 8)]; [(1 # 2)]], false);
    ([[(1 # 8)]; [(3 # 8)]], false);
    ([[(3 # 4)]; [(3 # 8)]], false);
    ([[(7 # 16)]; [(3 # 16)]], false);
    ([[(1 # 4)]; [(3 # 16)]], false);
    ([[(1 # 4)]; [(7 # 8)]], false);
    ([[(3 # 8)]; [(1 # 4)]], false)];
  Case (Pool [[(1 # 2); 1]] [[2; 2]; [2; 0]] [[1]; [1]] [[true]; [true]] [None; None] [])
   (([], [[(1 # 8)]; [(1 # 8)]]))
   [([[(1 # 8)]; [(1 # 8)]], true);
    ([[(1 # 16)]; [(3 # 16)]], false);
    ([[(1 # 16)]; [(1 # 8)]], false);
    ([[(5 # 8)]; [(1 # 8)]], false);
    ([[(3 # 16)]; [(1 # 16)]], false);
    ([[(1 # 8)]; [(1 # 16)]], false);
    ([[(1 # 8)]; [(5 # 8)]], false)];
  Case (Pool [[1; 1]] [[0; 1]; [0; 1]] [[1; 2]; [3; 3]] [[false]; [false]] [None; None] [])
   (([], [[0]; [0]]))
   [([[0]; [0]], true);
    ([[(1 # 2)]; [0]], false);
    ([[0]; [(1 # 2)]], false)];
  Case (Pool [[2; 2; 1]] [[0; 1; 2]; [1; 2; 0]] [[2; 4; 2]; [1; 4; 4]] [[true]; [true]] [None; None] [])
   (([], [[(2 # 5)]; [(4 # 5)]]))
   [([[(2 # 5)]; [(4 # 5)]], true);
    ([[(1 # 5)]; [1]], false);
    ([[(1 # 5)]; [(4 # 5)]], false);
    ([[(9 # 10)]; [(4 # 5)]], false);
    ([[(4 # 5)]; [(2 # 5)]], false);
    ([[(2 # 5)]; [(2 # 5)]], false);
    ([[(2 # 5)]; [(13 # 10)]], false)];
  Case (Pool [[1]] [[1]; [2]] [[1]; [1]] [[true]; [true]] [None; None] [])
   (([], [[(1 # 2)]; [(1 # 4)]]))
   [([[(1 # 2)]; [(1 # 4)]], true);
    ([[(1 # 4)]; [(1 # 2)]], false);
    ([[(1 # 4)]; [(1 # 4)]], false);
    ([[1]; [(1 # 4)]], false);
    ([[(5 # 8)]; [(1 # 8)]], false);
    ([[(1 # 2)]; [(1 # 8)]], false);
    ([[(1 # 2)]; [(3 # 4)]], false)];
  Case (Pool [[0; 3]] [[2; 3]; [0; 2]; [2; 2]] [[2; 3]; [2; 1]; [1; 1]] [[true]; [true]; [true]] [Some (1 # 2); None; Some (1 # 4)] [])
   (([], [[0]; [(3 # 2)]; [0]]))
   [([[0]; [(3 # 2)]; [0]], true);
    ([[(1 # 2)]; [(3 # 2)]; [0]], false);
    ([[0]; [(3 # 4)]; [(3 # 4)]], false);
    ([[0]; [(3 # 4)]; [0]], false);
    ([[0]; [2]; [0]], false);
    ([[(3 # 2)]; [0]; [0]], false);
    ([[0]; [(3 # 2)]; [(1 # 2)]], false);
    ([[0]; [0]; [(3 # 2)]], false)]
].

Theorem audit : Forall (agrees well_formed (meets_drf)) cases.
Proof. apply audit_drf. vm_cast_no_check (eq_refl true). Qed.
Definition accepted := Eval vm_compute in answered true cases.
Definition refused := Eval vm_compute in answered false cases.
Definition instances := Eval vm_compute in length cases.
