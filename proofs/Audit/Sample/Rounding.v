(* rounding: 22 instances, 57 outcomes, 132 that are none. Written by examples/coq_audit.rs. *)
From Coq Require Import QArith List.
From Fair.Tasks Require Import Filling.
From Fair.Audit Require Import Decide Covering.
Import ListNotations.
Open Scope Q_scope.

Definition cases : list rounding_case := [
  Case (Stock [2] [1] [1] [2])
   ((Multipliers [0] [1] [0], (1, [[1]])))
   [([0%nat], true);
    ([1%nat], false)];
  Case (Stock [1; 1; 1; 3] [1; 1; 1; 1] [2; 2] [2; 2])
   ((Multipliers [1; 1; 1; 0] [1; 1] [0; 0], ((3 # 2), [[(1 # 2); (1 # 2)]; [(1 # 2); (1 # 2)]; [(1 # 2); (1 # 2)]; [(1 # 2); (1 # 2)]])))
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
  Case (Stock [1; 1; 1; 1; 1; 1; 1; 1; 4] [1; 1; 1; 1; 1; 1; 1; 1; 1] [3; 3; 3] [3; 3; 3])
   ((Multipliers [1; 1; 1; 1; 1; 1; 1; 1; 0] [1; 1; 1] [0; 0; 0], ((4 # 3), [[(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]])))
   [([1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat], true);
    ([3%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat], false);
    ([1%nat; 3%nat; 2%nat; 1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat], true);
    ([1%nat; 0%nat; 0%nat; 1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat; 3%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat], false);
    ([1%nat; 0%nat; 1%nat; 2%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat], true);
    ([1%nat; 0%nat; 2%nat; 1%nat; 1%nat; 2%nat; 1%nat; 0%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 3%nat; 1%nat; 0%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat; 1%nat; 2%nat; 0%nat; 1%nat; 0%nat; 2%nat], true);
    ([1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat; 2%nat; 0%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat; 1%nat; 3%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat; 0%nat; 1%nat; 2%nat], true);
    ([1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 0%nat], false)];
  Case (Stock [1; (101 # 100); (51 # 50)] [1; 1; 1] [3] [(303 # 100)])
   ((Multipliers [2; 1; 0] [102] [100], (1, [[1]; [1]; [1]])))
   [([0%nat; 0%nat; 0%nat], true);
    ([1%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 0%nat], false);
    ([0%nat; 0%nat; 1%nat], false)];
  Case (Stock [1; (101 # 100); (51 # 50); (103 # 100); (26 # 25); (21 # 20)] [1; 1; 1; 1; 1; 1] [3; 3] [(303 # 100); (303 # 100)])
   ((Multipliers [1; (4 # 5); (3 # 5); (2 # 5); (1 # 5); 0] [21; 21] [20; 20], ((205 # 202), [[(1 # 2); (1 # 2)]; [(1 # 2); (1 # 2)]; [(1 # 2); (1 # 2)]; [(1 # 2); (1 # 2)]; [(1 # 2); (1 # 2)]; [(1 # 2); (1 # 2)]])))
   [([0%nat; 1%nat; 0%nat; 1%nat; 0%nat; 1%nat], true);
    ([2%nat; 1%nat; 0%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 2%nat; 0%nat; 1%nat; 0%nat; 1%nat], false);
    ([1%nat; 0%nat; 0%nat; 1%nat; 0%nat; 1%nat], true);
    ([0%nat; 1%nat; 1%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 2%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 1%nat; 0%nat; 0%nat; 1%nat], true);
    ([0%nat; 1%nat; 0%nat; 1%nat; 1%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 1%nat; 0%nat; 2%nat], false);
    ([0%nat; 1%nat; 0%nat; 1%nat; 1%nat; 0%nat], true)];
  Case (Stock [1; (101 # 100); (51 # 50); (103 # 100); (26 # 25); (21 # 20); (53 # 50); (107 # 100); (27 # 25)] [1; 1; 1; 1; 1; 1; 1; 1; 1] [3; 3; 3] [(303 # 100); (303 # 100); (303 # 100)])
   ((Multipliers [2; (7 # 4); (3 # 2); (5 # 4); 1; (3 # 4); (1 # 2); (1 # 4); 0] [27; 27; 27] [25; 25; 25], ((104 # 101), [[(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]])))
   [([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], true);
    ([3%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 3%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], true);
    ([0%nat; 1%nat; 0%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 3%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 0%nat; 2%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat], true);
    ([0%nat; 1%nat; 2%nat; 0%nat; 2%nat; 2%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 3%nat; 0%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 2%nat; 1%nat; 0%nat; 1%nat; 2%nat], true);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 1%nat; 1%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 3%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 1%nat; 0%nat; 2%nat], true);
    ([0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 2%nat; 0%nat; 1%nat; 0%nat], false)];
  Case (Stock [1] [1] [1] [1])
   ((Multipliers [0] [1] [0], (1, [[1]])))
   [([0%nat], true);
    ([1%nat], false)];
  Case (Stock [1; 2] [1; 1] [1; 1] [1; 1])
   ((Multipliers [1; 0] [1; 1] [0; 0], (2, [[(1 # 2); (1 # 2)]; [(1 # 2); (1 # 2)]])))
   [([0%nat; 1%nat], true);
    ([2%nat; 1%nat], false);
    ([1%nat; 1%nat], false);
    ([0%nat; 2%nat], false);
    ([0%nat; 0%nat], false);
    ([1%nat; 0%nat], true)];
  Case (Stock [1; 1; 3] [1; 1; 1] [1; 1; 1] [1; 1; 1])
   ((Multipliers [1; 1; 0] [1; 1; 1] [0; 0; 0], (3, [[(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]])))
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
   ((Multipliers [0] [1] [0], (1, [[1]])))
   [([0%nat], true);
    ([1%nat], false)];
  Case (Stock [1] [1] [1] [1])
   ((Multipliers [0] [1] [0], (1, [[1]])))
   [([0%nat], true);
    ([1%nat], false)];
  Case (Stock [1; 1; 1; 2] [1; 1; 1; 1] [2; 2] [2; 2])
   ((Multipliers [1; 1; 1; 0] [2; 2] [1; 1], ((5 # 4), [[(1 # 2); (1 # 2)]; [(1 # 2); (1 # 2)]; [(1 # 2); (1 # 2)]; [(1 # 2); (1 # 2)]])))
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
  Case (Stock [1; 1; 1; 1; 1; 1; 1; 1; 3] [1; 1; 1; 1; 1; 1; 1; 1; 1] [3; 3; 3] [3; 3; 3])
   ((Multipliers [2; 2; 2; 2; 2; 2; 2; 2; 0] [3; 3; 3] [1; 1; 1], ((11 # 9), [[(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]; [(1 # 3); (1 # 3); (1 # 3)]])))
   [([1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat], true);
    ([3%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat], false);
    ([1%nat; 3%nat; 2%nat; 1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat], false);
    ([0%nat; 1%nat; 2%nat; 1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat], true);
    ([1%nat; 0%nat; 0%nat; 1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat; 3%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat], false);
    ([1%nat; 0%nat; 1%nat; 2%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat], true);
    ([1%nat; 0%nat; 2%nat; 1%nat; 1%nat; 2%nat; 1%nat; 0%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 3%nat; 1%nat; 0%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat; 1%nat; 2%nat; 0%nat; 1%nat; 0%nat; 2%nat], true);
    ([1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat; 2%nat; 0%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat; 1%nat; 3%nat; 2%nat], false);
    ([1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat; 0%nat; 1%nat; 2%nat], true);
    ([1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 2%nat; 1%nat; 0%nat; 0%nat], false)];
  Case (Stock [1; 1; 1; 1; 1] [1; 1; 1; 1; 1] [2; 3] [2; 3])
   ((Multipliers [0; 0; 0; 0; 0] [1; 0] [1; 0], (1, [[0; 1]; [0; 1]; [0; 1]; [1; 0]; [1; 0]])))
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
   ((Multipliers [1; 1; 0; 0; 0] [2; 2] [1; 1], ((4 # 3), [[(2 # 3); (1 # 3)]; [(2 # 3); (1 # 3)]; [0; 1]; [(1 # 3); (2 # 3)]; [(1 # 3); (2 # 3)]])))
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
   ((Multipliers [2; 2; 0; 0; 0] [3; 3] [1; 1], ((11 # 7), [[(5 # 7); (2 # 7)]; [(5 # 7); (2 # 7)]; [0; 1]; [(2 # 7); (5 # 7)]; [(2 # 7); (5 # 7)]])))
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
  Case (Stock [4; 4] [1; 1] [1; 1] [4; 4])
   ((Multipliers [1; 0] [1; 1] [0; 0], (1, [[0; 1]; [1; 0]])))
   [([1%nat; 0%nat], true);
    ([2%nat; 0%nat], false);
    ([0%nat; 0%nat], false);
    ([1%nat; 2%nat], false);
    ([1%nat; 1%nat], false);
    ([0%nat; 1%nat], true)];
  Case (Stock [1; 4; 2; 3; 1; 1] [1; 1; 1; 1; 1; 1] [1; 2; 1] [1; 2; 1])
   ((Multipliers [1; 0; 0; 0; 1; 1] [1; 2; 1] [0; 1; 0], ((3 # 2), [[0; 0; 1]; [0; 0; 0]; [0; 1; 0]; [0; 0; 0]; [0; 1; 0]; [1; 0; 0]])))
   [([2%nat; 3%nat; 1%nat; 3%nat; 1%nat; 0%nat], true);
    ([3%nat; 3%nat; 1%nat; 3%nat; 1%nat; 0%nat], false);
    ([3%nat; 2%nat; 1%nat; 3%nat; 1%nat; 0%nat], false);
    ([2%nat; 3%nat; 2%nat; 3%nat; 1%nat; 0%nat], false);
    ([2%nat; 3%nat; 3%nat; 1%nat; 1%nat; 0%nat], true);
    ([2%nat; 3%nat; 1%nat; 3%nat; 2%nat; 0%nat], false);
    ([2%nat; 3%nat; 1%nat; 3%nat; 1%nat; 3%nat], false);
    ([2%nat; 3%nat; 1%nat; 3%nat; 0%nat; 1%nat], true)];
  Case (Stock [(5 # 2); (1 # 2); (5 # 2); (15 # 2); (5 # 2)] [1; 1; 1; 1; 1] [3; 2] [(11 # 2); 3])
   ((Multipliers [10; 14; 10; 0; 10] [15; 10] [2; 0], ((21 # 11), [[1; 0]; [1; 0]; [0; 1]; [1; 0]; [0; 1]])))
   [([0%nat; 0%nat; 1%nat; 0%nat; 1%nat], true);
    ([2%nat; 0%nat; 1%nat; 0%nat; 1%nat], false);
    ([1%nat; 0%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 2%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 0%nat; 2%nat; 0%nat; 1%nat], false);
    ([0%nat; 0%nat; 0%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 0%nat; 1%nat], true);
    ([0%nat; 0%nat; 1%nat; 2%nat; 1%nat], false);
    ([0%nat; 0%nat; 1%nat; 1%nat; 1%nat], false);
    ([0%nat; 0%nat; 0%nat; 1%nat; 1%nat], true);
    ([0%nat; 0%nat; 1%nat; 0%nat; 2%nat], false);
    ([0%nat; 0%nat; 1%nat; 0%nat; 0%nat], false);
    ([0%nat; 0%nat; 1%nat; 1%nat; 0%nat], true)];
  Case (Stock [(2001 # 1000); (1 # 1000); (1 # 1000); (3001 # 1000); (3001 # 1000)] [1; 1; 1; 1; 1] [5] [(1601 # 200)])
   ((Multipliers [200; 600; 600; 0; 0] [(3001 # 5)] [200], (1, [[1]; [1]; [1]; [1]; [1]])))
   [([0%nat; 0%nat; 0%nat; 0%nat; 0%nat], true);
    ([1%nat; 0%nat; 0%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 0%nat; 0%nat; 0%nat], false);
    ([0%nat; 0%nat; 1%nat; 0%nat; 0%nat], false);
    ([0%nat; 0%nat; 0%nat; 1%nat; 0%nat], false);
    ([0%nat; 0%nat; 0%nat; 0%nat; 1%nat], false)];
  Case (Stock [1; 1; 3; 5] [1; 1; 1; 1] [2; 2] [2; 2])
   ((Multipliers [1; 1; 1; 0] [1; 1] [0; 0], ((5 # 2), [[(1 # 2); (1 # 2)]; [(1 # 2); (1 # 2)]; [(1 # 2); (1 # 2)]; [(1 # 2); (1 # 2)]])))
   [([1%nat; 0%nat; 0%nat; 1%nat], true);
    ([2%nat; 0%nat; 0%nat; 1%nat], false);
    ([0%nat; 0%nat; 0%nat; 1%nat], false);
    ([1%nat; 2%nat; 0%nat; 1%nat], false);
    ([1%nat; 1%nat; 0%nat; 1%nat], false);
    ([0%nat; 1%nat; 0%nat; 1%nat], true);
    ([1%nat; 0%nat; 2%nat; 1%nat], false);
    ([1%nat; 0%nat; 1%nat; 1%nat], false);
    ([1%nat; 0%nat; 0%nat; 2%nat], false);
    ([1%nat; 0%nat; 0%nat; 0%nat], false);
    ([1%nat; 0%nat; 1%nat; 0%nat], true)];
  Case (Stock [1; 1; 1; 9; 9; 9] [1; 1; 1; 1; 1; 1] [6] [30])
   ((Multipliers [8; 8; 8; 0; 0; 0] [9] [1], (1, [[1]; [1]; [1]; [1]; [1]; [1]])))
   [([0%nat; 0%nat; 0%nat; 0%nat; 0%nat; 0%nat], true);
    ([1%nat; 0%nat; 0%nat; 0%nat; 0%nat; 0%nat], false);
    ([0%nat; 1%nat; 0%nat; 0%nat; 0%nat; 0%nat], false);
    ([0%nat; 0%nat; 0%nat; 1%nat; 0%nat; 0%nat], false);
    ([0%nat; 0%nat; 0%nat; 0%nat; 0%nat; 1%nat], false)]
].

Theorem audit : Forall (agrees orderly (meets_rounding)) cases.
Proof. apply audit_rounding. vm_cast_no_check (eq_refl true). Qed.
Definition accepted := Eval vm_compute in answered true cases.
Definition refused := Eval vm_compute in answered false cases.
Definition instances := Eval vm_compute in length cases.
