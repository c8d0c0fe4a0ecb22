"""Records of impossibilities that are accepted and that are refused, with numbers derived by hand.

`python3 checker/test_impossible.py`
"""

import contextlib
import copy
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import divisible
import impossible
import rules
from rules import Profile
from verdict import Refused


def profile(capacity, *demand):
    """One server; a demand that is a number means one resource."""
    as_row = [d if isinstance(d, list) else [d] for d in demand]
    return Profile([capacity if isinstance(capacity, list) else [capacity]], as_row)


def placed(*tasks):
    return [[t] for t in tasks]


# By hand: two users share 2 units. If the other reports 2, a user that reports 1 must have a task (its half holds one); with (1, 0) one
# more task fits, so it has (2, 0). Of two users that report 2 one has nothing; by reporting 1 it gets 2 units, which hold its true task.
SMALLEST = {
    "format": 1, "kind": "impossible", "properties": ["po", "si", "sp"], "note": "By hand.",
    "scope": {"users": 2, "capacity": [[2]], "max": [2], "zeros": False, "smaller": False},
    "profile": [{"capacity": [[2]], "demand": [[1], [2]]}, {"capacity": [[2]], "demand": [[2], [1]]},
                {"capacity": [[2]], "demand": [[2], [2]]}],
    "split": [
        {"profile": 0, "cases": [{"placement": [[2], [0]], "next": 1}]},
        {"profile": 1, "cases": [{"placement": [[0], [2]], "next": 2}]},
        {"profile": 2, "cases": [{"placement": [[0], [1]], "breaks": "sp", "from": 2, "to": 0},
                                 {"placement": [[1], [0]], "breaks": "sp", "from": 2, "to": 1}]},
    ],
    "without": [{"profile": 0, "placements": [[[0], [2]], [[0], [1]]]},
                {"profile": 1, "placements": [[[2], [0]], [[1], [0]]]},
                {"profile": 2, "placements": [[[2], [0]], [[0], [2]]]}],
}


class Definitions(unittest.TestCase):
    def test_allocations_of_two_units(self):
        self.assertEqual(profile(2, 1, 2).allocations(), [placed(0, 0), placed(0, 1), placed(1, 0), placed(2, 0)])

    def test_pareto_optimality_on_one_server_is_that_no_task_fits(self):
        p = profile(4, 1, 3)
        self.assertEqual([x for x in p.allocations() if rules.po(p, x)], [placed(1, 1), placed(4, 0)])

    def test_pareto_optimality_on_two_servers_moves_tasks(self):
        # Server 1 has room for one task of either user, server 2 for user 1 alone: user 2 on server 1 leaves both with a task.
        p = Profile([[2], [1]], [[1], [2]])
        self.assertFalse(rules.po(p, [[1, 1], [0, 0]]))
        self.assertTrue(rules.po(p, [[0, 1], [1, 0]]))

    def test_sharing_incentive_rounds_down_on_every_server(self):
        p = Profile([[3], [3]], [[1], [2]])
        self.assertTrue(rules.si(p, [[1, 1], [0, 0]]))
        self.assertFalse(rules.si(p, [[1, 0], [0, 1]]))

    def test_envy_up_to_one_task_of_whom(self):
        # Of 3 tasks of size 1 one task of size 2 can run; without one of the 3 still one; without two units none.
        p = profile(3, 1, 2)
        self.assertFalse(rules.ef(p, placed(3, 0)))
        self.assertFalse(rules.ef1(p, placed(3, 0)))
        self.assertTrue(rules.ef1_own(p, placed(3, 0)))
        self.assertTrue(rules.ef1(p, placed(1, 1)))
        self.assertFalse(rules.ef1_own(profile(4, 1, 2), placed(0, 2)))

    def test_zero_demands_leave_the_minimum(self):
        p = profile([2, 2], [1, 0], [0, 1])
        self.assertTrue(rules.ef(p, placed(0, 2)))
        self.assertEqual(rules.value([1, 0], [0, 1], [2]), 0)

    def test_strategy_proofness_counts_true_tasks(self):
        p, q = profile(2, 2, 2), profile(2, 1, 2)
        self.assertFalse(rules.sp(p, placed(0, 1), q, placed(2, 0)))
        self.assertTrue(rules.sp(p, placed(0, 1), q, placed(1, 0)))
        self.assertTrue(rules.sp(p, placed(1, 0), q, placed(2, 0)))

    def test_groups(self):
        p, q = profile(4, 2, 2), profile(4, 1, 1)
        both = placed(0, 0), placed(2, 2)
        self.assertFalse(rules.group_sp(p, both[0], q, both[1]))
        self.assertTrue(rules.group_sp(p, placed(1, 0), q, placed(2, 2)))
        self.assertFalse(rules.group_sp_weak(p, placed(1, 0), q, placed(2, 2)))
        self.assertTrue(rules.group_sp_weak(p, placed(1, 0), q, placed(0, 4)))

    def test_fewer_users_and_more_capacity(self):
        two, one = profile(2, 1, 1), profile(2, 1)
        self.assertTrue(rules.population_monotone(one, placed(1), two, placed(1, 1)))
        self.assertFalse(rules.population_monotone(one, placed(0), two, placed(1, 1)))
        more = profile(3, 1, 1)
        self.assertFalse(rules.resource_monotone(more, placed(0, 3), two, placed(1, 1)))
        self.assertTrue(rules.resource_monotone(two, placed(0, 2), more, placed(1, 1)))

    def test_names_do_not_matter(self):
        p, q = profile(2, 1, 2), profile(2, 2, 1)
        self.assertTrue(rules.anonymous(p, placed(2, 0), q, placed(0, 2)))
        self.assertFalse(rules.anonymous(p, placed(2, 0), q, placed(1, 0)))
        same = profile(1, 1, 1)
        self.assertFalse(rules.anonymous(same, placed(1, 0), same, placed(1, 0)))
        p, q = profile([2, 2], [1, 2], [1, 1]), profile([2, 2], [2, 1], [1, 1])
        self.assertTrue(rules.neutral(p, placed(1, 0), q, placed(1, 0)))
        self.assertFalse(rules.neutral(p, placed(1, 0), q, placed(0, 1)))


class Records(unittest.TestCase):
    def refused(self, change):
        table = copy.deepcopy(SMALLEST)
        change(table)
        with self.assertRaises(Refused) as caught:
            impossible.judge(table)
        return caught.exception.field

    def test_the_smallest_theorem_is_accepted(self):
        self.assertEqual(impossible.judge(SMALLEST), "impossible, 3 profiles, 3 splits, minimal")

    def test_without_rules_nothing_is_called_minimal(self):
        table = copy.deepcopy(SMALLEST)
        table["without"] = []
        self.assertEqual(impossible.judge(table), "impossible, 3 profiles, 3 splits")

    def test_a_core_that_lacks_a_profile(self):
        def change(table):
            table["without"] = []
            del table["profile"][1]
        self.assertTrue(self.refused(change).startswith("split["))

    def test_a_property_less(self):
        self.assertEqual(self.refused(lambda t: t["properties"].remove("po")), "split[0]")
        self.assertEqual(self.refused(lambda t: t["properties"].remove("sp")), "split[2].cases[0]")

    def test_a_case_less_and_a_case_more(self):
        self.assertEqual(self.refused(lambda t: t["split"][2]["cases"].pop()), "split[2]")
        self.assertEqual(self.refused(lambda t: t["split"][2]["cases"].append(t["split"][2]["cases"][0])), "split[2]")

    def test_a_lie_that_does_not_pay(self):
        def change(table):
            table["split"][2]["cases"][0]["to"] = 1
        self.assertEqual(self.refused(change), "split[2].cases[0]")

    def test_a_profile_that_is_not_fixed_yet(self):
        def change(table):
            table["split"][0]["cases"][0] = {"placement": [[2], [0]], "breaks": "sp", "from": 2, "to": 0}
        self.assertEqual(self.refused(change), "split[0].cases[0]")

    def test_a_split_twice_or_unreached(self):
        def twice(table):
            table["split"][1]["profile"] = 0
        self.assertEqual(self.refused(twice), "split[1]")
        self.assertEqual(self.refused(lambda t: t["split"].append(t["split"][2])), "split[3]")

    def test_a_rule_without_a_profile_that_has_not_the_properties(self):
        def change(table):
            table["without"][0]["placements"] = [[[0], [2]], [[1], [0]]]
        self.assertEqual(self.refused(change), "without[0].placements[1]")

    def test_fields(self):
        for name in SMALLEST:
            self.assertIn(self.refused(lambda t, name=name: t.pop(name)), ("file", "kind"))
        self.assertEqual(self.refused(lambda t: t.update(more=1)), "file")
        self.assertEqual(self.refused(lambda t: t["scope"].update(users=True)), "scope.users")
        self.assertEqual(self.refused(lambda t: t["scope"].update(max=[1])), "profile[0]")
        self.assertEqual(self.refused(lambda t: t["profile"][1].update(demand=[[1], [2]])), "profile[1]")
        self.assertEqual(self.refused(lambda t: t["profile"][1].update(capacity=[[3]])), "profile[1]")

    def test_tables_of_rules(self):
        rows = [{"profile": {"capacity": [[2]], "demand": [[a], [b]]}, "placement": [[1 // a], [1 // b]]}
                for a in (1, 2) for b in (1, 2)]
        table = {key: SMALLEST[key] for key in ("format", "note", "scope")} | {
            "kind": "rule", "properties": ["si", "ef", "sp"], "row": rows}
        self.assertEqual(impossible.judge(table), "rule, 4 profiles")
        for change in (lambda t: t["row"].pop(), lambda t: t["properties"].append("po"),
                       lambda t: t["row"][0].update(placement=[[2], [0]]), lambda t: t["row"].append(t["row"][0])):
            wrong = copy.deepcopy(table)
            change(wrong)
            with self.assertRaises(Refused):
                impossible.judge(wrong)


# By hand: user 1 reports (1, 2), user 2 reports (2, 1). On (1, 2) user 1 has half a task, so user 2 at most 1/4, and no more on (1, 1).
# By symmetry user 1 has at most 1/4 on (1, 1), through (2, 1). Then no resource of (1, 1) is full.
def half(full, other, big, user):
    return {"sum": [{"times": "2", "by": "full", "profile": 0, "resource": full},
                    {"times": "1", "by": "capacity", "profile": 0, "resource": other},
                    {"times": "3", "by": "resource-monotone", "profile": big, "user": 1 - user, "to": 0, "other": 1 - user},
                    {"times": "3/2", "by": "capacity", "profile": big, "resource": full},
                    {"times": "3/2", "by": "si", "profile": big, "user": user}]}


DIVISIBLE = {
    "format": 1, "kind": "divisible-impossible", "properties": ["po", "resource-monotone", "si"], "note": "By hand.",
    "scope": {"users": 2, "capacity": [[2, 2]], "max": [2, 2], "zeros": False, "smaller": True},
    "profile": [{"capacity": [c], "demand": [[1, 2], [2, 1]]} for c in ([1, 1], [1, 2], [2, 1])],
    "node": [{"profile": 0, "full": [[0], [1]]}, half(0, 1, 1, 0), half(1, 0, 2, 1)],
}


class Divisible(unittest.TestCase):
    def test_sums_by_hand(self):
        self.assertEqual(impossible.judge(DIVISIBLE), "impossible for divisible tasks, 3 profiles, 3 nodes")

    def test_what_is_wrong_in_one_place(self):
        def condition(node, i, **fields):
            return lambda t: t["node"][node]["sum"][i].update(fields)
        for field, change in [
                ("node[1].sum", condition(1, 0, times="1")),
                ("node[1].sum[0].times", condition(1, 0, times="-2")),
                ("node[1].sum[0].times", condition(1, 0, times="2.0")),
                ("node[1].sum[0]", condition(1, 0, resource=1)),
                ("node[1].sum[4].profile", condition(1, 4, profile=3)),
                ("node[1].sum[2]", condition(1, 2, profile=0, to=1)),
                ("node[1].sum", condition(1, 4, user=1)),
                ("node[0]", lambda t: t["properties"].remove("po")),
                ("node[1].sum[4]", lambda t: t["properties"].remove("si")),
                ("node[0]", lambda t: t["node"][0].update(full=[[0]])),
                ("node[2]", lambda t: t["node"].pop()),
                ("node[3]", lambda t: t["node"].append({"sum": []})),
                ("without", lambda t: t.update(without=[{"profile": 0, "tasks": []}])),
                ("properties", lambda t: t["properties"].append("ef1"))]:
            table = copy.deepcopy(DIVISIBLE)
            change(table)
            with self.assertRaises(Refused) as caught:
                impossible.judge(table)
            self.assertEqual(caught.exception.field, field)

    def test_amounts_by_hand(self):
        # Dominant resource fairness on (2, 2): both run 2/3, and both resources are full; half of the server holds 1/2 of each.
        p = Profile([[2, 2]], [[1, 2], [2, 1]])
        divisible.judge_amounts(["po", "si", "ef"], [p], [["2/3", "2/3"]], "row")
        for ids, tasks in ((["po"], ["1/2", "1/2"]), (["si"], ["4/5", "2/5"]), (["ef"], ["1", "0"]), (["si"], ["1", "1"])):
            with self.assertRaises(Refused):
                divisible.judge_amounts(ids, [p], [tasks], "row")

    def test_zero_demands_need_several_full_resources(self):
        self.assertEqual(divisible.ways_to_be_full(Profile([[1, 1]], [[1, 0], [0, 1]])), [[0, 1]])
        self.assertEqual(divisible.ways_to_be_full(Profile([[1, 1]], [[1, 0], [1, 1]])), [[0]])


class Program(unittest.TestCase):
    def run_on(self, *texts):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
            paths = []
            for i, text in enumerate(texts):
                paths.append(Path(folder) / f"{i}.toml")
                paths[-1].write_bytes(text)
            return impossible.main([str(p) for p in paths]), out.getvalue()

    def test_exit_statuses(self):
        rule = b'format = 1\nkind = "rule"\nproperties = ["si"]\nnote = ""\n[scope]\nusers = 1\ncapacity = [[1]]\nmax = [1]\n' \
               b'zeros = false\nsmaller = false\n[[row]]\nprofile = { capacity = [[1]], demand = [[1]] }\nplacement = [[1]]\n'
        self.assertEqual(self.run_on(rule)[0], 0)
        for wrong in (b"", b"\xff", b"kind = 1", b"[" * 5000, rule.replace(b"[[1]]\n", b"[[0]]\n")):
            status, said = self.run_on(rule, wrong)
            self.assertEqual(status, 1, wrong[:20])
            self.assertIn("refused", said)
        with self.assertRaises(SystemExit) as caught, contextlib.redirect_stderr(io.StringIO()):
            impossible.main(["/no/such/file"])
        self.assertEqual(caught.exception.code, 2)


if __name__ == "__main__":
    unittest.main()
