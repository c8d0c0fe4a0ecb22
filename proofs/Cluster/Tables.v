(** Numbers printed in tables of wang2013: what adding them up gives. *)

From Coq Require Import ZArith List Lia.
Import ListNotations.
Open Scope Z_scope.

(** Table I, first column: servers of each configuration. *)
Definition table1 : list Z := [6732; 3863; 1001; 795; 126; 52; 5; 5; 3; 1].

(** Ten configurations and 12,583 servers, within a twentieth of 12,000.
    Claims: wang2013-table1-servers. *)
Theorem table1_servers : length table1 = 10%nat /\ fold_right Z.add 0 table1 = 12583 /\ 20 * (12583 - 12000) <= 12000.
Proof. split; [reflexivity|split; [reflexivity|lia]]. Qed.

(** Table II: slots per largest server, and the use of CPU and of memory in tenths of a per cent. *)
Definition table2 : list (Z * (Z * Z)) :=
  [(10, (351, 234)); (12, (422, 274)); (14, (439, 280)); (16, (454, 242)); (20, (406, 200))].

(** 14 slots have the largest sum of both, and the largest memory; 16 slots have more CPU.
    Claims: wang2013-table2-slots (with overall read as both resources together). *)
Theorem table2_slots :
  (forall k c m, In (k, (c, m)) table2 -> k <> 14 -> c + m < 439 + 280 /\ m < 280)
  /\ exists c m, In (16, (c, m)) table2 /\ 439 < c.
Proof.
  split.
  - intros k c m H Hk. simpl in H.
    repeat (destruct H as [H|H]; [injection H as <- <- <-; try contradiction; lia|]). destruct H.
  - exists 454, 242. split; [simpl; auto 10|lia].
Qed.

(** A witness: the row of 14 slots. *)
Lemma tables_witness : In (14, (439, 280)) table2 /\ In 795 table1.
Proof. split; simpl; auto 10. Qed.
