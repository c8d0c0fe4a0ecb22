#!/usr/bin/env python3
"""Compares the models with the numbers of the products' own tests, and YARN's with YARN itself.

python3 -m unittest -v, from this folder; Python 3.11 or newer. The tests of YARN itself need the jars that yarn/build.sh fetches: without
them they report that and pass, unless CI is set; then they fetch them. With VERIFY set to the program `verify`, Volcano's rule is also
compared with a built-in one.
"""
import functools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import tomllib
import unittest
from fractions import Fraction

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import kueue
import mesos
import reports
import rounding
import slurm
import volcano
import yarn
from drive import Program
from filling import Pool, Refusal


def numbers(name):
    """A data file; an empty one fails."""
    with open(HERE / f"{name}-numbers.toml", "rb") as file:
        content = tomllib.load(file)
    assert content, name
    return content


@functools.cache
def yarn_itself():
    """The command of YarnDrf, or None without its jars."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "fairwitness/yarn-3.3.4"
    if not (cache / "hadoop-client-api-3.3.4.jar").exists() and not os.environ.get("CI"):
        return None
    return subprocess.run([HERE / "yarn/build.sh"], check=True, capture_output=True, text=True).stdout.strip()


class Kueue(unittest.TestCase):
    def test_dominant_resource_share(self):
        seen = 0
        for case in numbers("kueue")["case"]:
            for rounding in case["roundings"]:
                nodes = {}
                for name, spec in case["nodes"].items():
                    keyed = {k: {tuple(key.split()): v for key, v in spec.get(k, {}).items()}
                             for k in ("nominal", "lending", "borrowing")}
                    nodes[name] = kueue.Node(nodes.get(spec.get("parent")), weight=Fraction(spec.get("weight", "1")), **keyed)
                nodes["cq"].own_usage = {tuple(k.split()): v for k, v in case["usage"].items()}
                request = {tuple(k.split()): v for k, v in case.get("request", {}).items()}
                for name, want in case["value"].items():
                    with self.subTest(case["test"], rounding=rounding, node=name):
                        value, resource = kueue.share(nodes[name], request, rounding)
                        self.assertEqual(kueue.displayed(value) if rounding == "precise" else value, want)
                        if name == "cq" and "resource" in case:
                            self.assertEqual(resource, case["resource"])
                        seen += 1
        self.assertEqual(seen, 110)

    def test_whole_thousandths_fail_the_tests_with_large_quotas(self):
        """Pull request 6617 says so about its own tests, before the change."""
        for case in numbers("kueue")["case"]:
            if "large quotas" in case["test"]:
                spec = case["nodes"]
                root = kueue.Node()
                queue, _ = (kueue.Node(root, {("default", "gpu"): spec[n]["nominal"]["default gpu"]},
                                       Fraction(spec[n].get("weight", "1"))) for n in ("cq", "lending-cq"))
                queue.own_usage = {("default", "gpu"): case["usage"]["default gpu"]}
                self.assertEqual(kueue.share(queue, rounding="milli")[0], 0)

    def test_precise_weighted_share(self):
        """TestPreciseWeightedShareSerialized: 400 by weight 2 is 200; 10 by weight 4 is 2.5."""
        for nominal, weight, want in ((400, 2, 200.0), (10, 4, 2.5)):
            root = kueue.Node(nominal={("f", "r"): 1000})
            queue = kueue.Node(root, {("f", "r"): 0}, weight)
            queue.own_usage = {("f", "r"): nominal}
            self.assertEqual(kueue.share(queue)[0], (False, want))


class Yarn(unittest.TestCase):
    def test_resource_calculator(self):
        seen = 0
        for case in numbers("yarn")["calculator"]:
            for left, right, want in case["signs"]:
                with self.subTest(case["test"], left=left, right=right):
                    self.assertEqual(yarn.compare(case["cluster"], left, right), want)
                    self.assertEqual(yarn.compare(case["cluster"], right, left), -want)
                    seen += 1
        self.assertEqual(seen, 50)

    def test_dominant_resource_fairness_policy(self):
        cases = numbers("yarn")["fair"]
        self.assertEqual(len(cases), 11)
        for case in cases:
            with self.subTest(case["test"]):
                first, second = case["first"], case["second"]
                self.assertLess(yarn.compare_fair_two(case["cluster"], first, second), 0)
                third = [[row[0] + [0], row[1], row[2] + [0]] for row in (first, second)]
                self.assertLess(yarn.compare_fair_many(case["cluster"] + [0], *third), 0)

    def test_sort_shares(self):
        for case in numbers("yarn")["sorted"]:
            self.assertEqual(yarn.sort_ratios(case["before"]), case["after"])

    def test_single_precision(self):
        """2^24 and 2^24 + 1 MB of 2^25 are one share in single precision and two in doubles."""
        left, right = [2**24, 0, 0], [2**24 + 1, 0, 0]
        whole = [2**25, 8, 8]
        none = [0, 0, 0]
        self.assertEqual(yarn.compare(whole, left, right), -1)
        self.assertEqual(yarn.compare_fair_many(whole, (left, 1, none), (right, 1, none)), 0)


class YarnItself(unittest.TestCase):
    def setUp(self):
        if yarn_itself() is None:
            self.skipTest("run yarn/build.sh first: the jars of Hadoop 3.3.4 are not there")

    def test_its_own_numbers(self):
        with Program(yarn_itself()) as program:
            for case in numbers("yarn")["calculator"]:
                for left, right, want in case["signs"]:
                    with self.subTest(case["test"], left=left, right=right):
                        self.assertEqual(program.ask({"compare": [case["cluster"], left, right]}), {"sign": want})
                        self.assertEqual(program.ask({"compare": [case["cluster"], right, left]}), {"sign": -want})

    def test_an_empty_cluster_is_not_ordered(self):
        """In an empty cluster (1, 0) equals (0, 1) equals (2, 0), and (1, 0) is below (2, 0)."""
        with Program(yarn_itself()) as program:
            for left, right, want in (((1, 0), (0, 1), 0), ((0, 1), (2, 0), 0), ((1, 0), (2, 0), -1)):
                self.assertEqual(program.ask({"compare": [[0, 0], left, right]}), {"sign": want})
                self.assertEqual(yarn.compare([0, 0], left, right), want)

    def test_random_comparisons(self):
        """The sign of 20,000 pairs; every second cluster has a resource of capacity zero, or large amounts."""
        rng = random.Random(11)
        with Program(yarn_itself()) as program:
            for turn in range(20_000):
                resources = rng.choice((2, 2, 3, 4)) if turn % 100 == 0 else resources
                top = rng.choice((3, 3, 10, 10, 1000, 2**31 - 1))
                cluster = [rng.randint(0 if turn % 2 else 1, top) for _ in range(resources)]
                left, right = ([rng.randint(0, top) for _ in range(resources)] for _ in range(2))
                self.assertEqual(program.ask({"compare": [cluster, left, right]}),
                                 {"sign": yarn.compare(cluster, left, right)}, (cluster, left, right))

    def test_random_instances(self):
        rng = random.Random(7)
        placed = 0
        with Program(yarn_itself()) as program:
            for turn in range(2_500):
                pool = random_pool(rng, resources=2 + (turn >= 1500) + (turn >= 2000))
                with self.subTest(pool=pool):
                    ours = yarn.allocate(Pool(pool), "calculator")
                    self.assertEqual(program.tasks(pool), ours)
                    placed += sum(map(sum, ours))
        self.assertGreater(placed, 10_000)

    def test_refusals(self):
        with Program(yarn_itself()) as program:
            for change in ({"demand": [["1/2", 1], [1, 1]]}, {"weight": [1, 2]}, {"rate": [[1], [1]]},
                           {"capacity": [[9]], "demand": [[1], [1]]}, {"capacity": [[9, 2**31]]}):
                pool = {"capacity": [[9, 9]], "demand": [[1, 2], [2, 1]]} | change
                self.assertIn("refuse", program.answer(pool), change)
            self.assertEqual(program.tasks({"capacity": [[9, 18]], "demand": [[1, 4], [3, 1]]}), [[3], [2]])


def random_pool(rng, resources=2):
    """A small instance in integers: zero demands, zero capacities, placement constraints, finite tasks."""
    top = rng.choice((6, 20, 20, 100))
    users, servers = rng.randint(1, 4), rng.randint(1, 3)
    demand = []
    while len(demand) < users:
        row = [rng.randint(0, rng.choice((3, 8))) for _ in range(resources)]
        if any(row):
            demand.append(row)
    pool = {"capacity": [[rng.randint(0 if rng.random() < 0.2 else 1, top) for _ in range(resources)] for _ in range(servers)],
            "demand": demand}
    if rng.random() < 0.3:
        pool["eligible"] = [sorted(rng.sample(range(servers), rng.randint(1, servers))) for _ in range(users)]
    if rng.random() < 0.3:
        pool["tasks"] = [rng.choice(("inf", rng.randint(0, 5))) for _ in range(users)]
    return pool


class Mesos(unittest.TestCase):
    def test_sorter(self):
        cases = numbers("mesos")["sort"]
        self.assertEqual(len(cases), 27)
        for case in cases:
            with self.subTest(case["test"]):
                clients = [(name, *row) for name, row in reversed(sorted(case["clients"].items()))]
                self.assertEqual(mesos.order(case["total"], clients), case["order"])
                for name, want in case["shares"].items():
                    allocated, weight, _ = case["clients"][name]
                    self.assertAlmostEqual(mesos.share(case["total"], allocated, weight), want, places=12)


class Volcano(unittest.TestCase):
    def test_hdrf(self):
        cases = numbers("volcano")["tree"]
        self.assertEqual(len(cases), 2)
        for case in cases:
            with self.subTest(case["test"]):
                jobs = case["jobs"]
                pool = Pool({"capacity": [case["node"]], "demand": [row[3] for row in jobs.values()],
                             "tasks": [row[2] for row in jobs.values()]})
                root, known, queues, leaves = volcano.Node("root"), {}, [], []
                for name, (path, weights, tasks, task, _) in jobs.items():
                    node, at = root, "root"
                    for step, weight in zip(path.split("/")[1:], weights.split("/")[1:]):
                        at += "/" + step
                        node = known[at] = known.get(at) or volcano.Node(step, node, weight)
                    queues.append(node)
                    leaves.append(volcano.Node(name, node, request=[tasks * x for x in task]))
                got = [sum(row) for row in volcano.allocate_tree(pool, root, queues, leaves)]
                self.assertEqual([[x * d for d in row[3]] for x, row in zip(got, jobs.values())],
                                 [row[4] for row in jobs.values()])

    def test_unsaturated_children_are_scaled_down(self):
        """Of 10 and 10: children that have 4 CPUs and 2 G have shares 0.4 and 0.2. Rescaled to 0.2 they make (2, 2): 0.2.

        If the first is saturated it counts without rescaling: (4, 2), 0.4.
        """
        root = volcano.Node("root")
        first, second = (volcano.Node(name, root, request=request) for name, request in (("a", [9, 0]), ("b", [0, 9])))
        first.allocated, second.allocated = [4, 0], [0, 2]
        root.update([10, 10], [True, True])
        self.assertEqual((root.allocated, root.share, root.saturated), ([2.0, 2.0], 0.2, False))
        first.request = [4, 0]
        root.update([10, 10], [True, True])
        self.assertEqual((root.allocated, root.share, first.saturated), ([4.0, 2.0], 0.4, True))

    def test_saturated_queues_come_last(self):
        root = volcano.Node("root")
        left, right = (volcano.Node(name, root) for name in "ab")
        left.share, right.share = 0.1, 0.2
        self.assertEqual(volcano.compare_queues(left, right), -1)
        left.saturated = True
        self.assertEqual(volcano.compare_queues(left, right), 1)

    def test_share_of_nothing(self):
        self.assertEqual(volcano.share([0, 10], [0, 1]), 0.1)
        self.assertEqual(volcano.share([0, 10], [2, 1]), 1.0)


class Slurm(unittest.TestCase):
    def test_billing(self):
        for case in numbers("slurm")["billing"]:
            everywhere = [1.5 * case["licences"]]
            self.assertEqual(slurm.billing(case["weights"], case["amounts"], "sum", everywhere), case["sum"])
            if "max" in case:
                self.assertEqual(slurm.billing(case["weights"], case["amounts"], "max", everywhere), case["max"])

    def test_level_fs(self):
        for case in numbers("slurm")["level"]:
            got = {name: slurm.level_fs(case["shares"], case["all_shares"], used, case["all_usage"])
                   for name, used in case["usage"].items()}
            for name, want in case["level_fs"].items():
                self.assertAlmostEqual(got[name], want, delta=1.1e-6)
            self.assertEqual(sorted(got, key=got.get), sorted(got, key=case["fair_share"].get))
            self.assertEqual(slurm.level_fs(1, 23, 0, 1376), float("inf"))


class Reports(unittest.TestCase):
    def test_kueue_6774(self):
        self.assertEqual(reports.smallest_cycle(0, "milli"), (3, 2))
        self.assertEqual(reports.smallest_cycle(10_000_000, "milli"), (1, 1))
        self.assertEqual(reports.smallest_cycle(10_000_000, "milli-1"), (3, 2))
        for weight in (0, 1, 10_000_000):
            self.assertIsNone(reports.smallest_cycle(weight, "precise"))

    def test_yarn_11482(self):
        cluster, first, second = reports.smallest_asymmetric()
        self.assertEqual(yarn.compare_fair_two(cluster, first, second), yarn.compare_fair_two(cluster, second, first))
        self.assertNotEqual(yarn.compare_fair_two(cluster, first, second), 0)
        self.assertEqual(yarn.compare_fair_many(cluster, first, second), -yarn.compare_fair_many(cluster, second, first))

    def test_yarn_11745(self):
        first, second, third = reports.smallest_intransitive(mended=False)
        self.assertEqual(sorted(q[0] for q in (first, second, third)), [[0, 0], [1, 1], [2, 2]])
        self.assertEqual(yarn.queue_order(first, second), 0)
        self.assertEqual(yarn.queue_order(second, third), 0)
        self.assertNotEqual(yarn.queue_order(first, third), 0)
        self.assertIsNone(reports.smallest_intransitive(mended=True))


class Rounding(unittest.TestCase):
    def test_a_tie_lost_in_doubles(self):
        """5 units, tasks of 1, weights 1 and 3. After one task and three tasks both shares are 1/5.

        In doubles 3/5 divided by 3 is below 1/5, so the second user is next; in fractions the user with fewer tasks is next.
        """
        self.assertLess(0.6 / 3, 0.2)
        pool = {"capacity": [[5]], "demand": [[1], [1]], "weight": [1, 3]}
        self.assertEqual(rounding.differ("mesos-drf-sorter", pool), ([[1], [4]], [[2], [3]]))

    def test_a_difference_lost_in_thousandths(self):
        """1002 units, tasks of 502 and 501: 500 thousandths each, so the first comes first, and the rest is too small.

        In Kueue's floats the second has less after its task, twice.
        """
        pool = {"capacity": [[1002]], "demand": [[502], [501]]}
        self.assertEqual(rounding.differ("kueue-milli", pool), ([[1], [0]], [[0], [2]]))
        self.assertIsNone(rounding.differ("kueue", pool))

    def test_scale_of_weights(self):
        """2 units, tasks of 2 and 1, equal weights: 1 and 1 or ten million and ten million, in whole thousandths."""
        pool = {"capacity": [[2]], "demand": [[2], [1]]}
        heavy = Pool(pool | {"weight": [10_000_000, 10_000_000]})
        self.assertEqual(kueue.allocate(Pool(pool), "milli", "none", False), [[0], [2]])
        self.assertEqual(kueue.allocate(heavy, "milli", "none", False), [[1], [0]])
        self.assertEqual(kueue.allocate(heavy, "precise", "none", False), [[0], [2]])


class Programs(unittest.TestCase):
    """Every program answers over the protocol, with whole tasks that fit, and refuses unknown features."""

    COMMANDS = {
        "kueue": "kueue.py", "kueue-milli": "kueue.py --rounding milli", "kueue-slices-rounds": "kueue.py --quota slices --rounds",
        "yarn-calculator": "yarn.py", "yarn-fair": "yarn.py --rule fair", "mesos-drf-sorter": "mesos.py",
        "volcano-drf": "volcano.py", "volcano-hdrf": "volcano.py --hierarchy",
        "slurm-fair-tree-sum": "slurm.py", "slurm-fair-tree-max": "slurm.py --billing max",
    }

    def test_answers_are_feasible_and_waste_nothing(self):
        for name, command in self.COMMANDS.items():
            rng = random.Random(name)
            with self.subTest(name), Program(f"{sys.executable} {HERE}/{command}") as program:
                self.assertEqual(program.greeting["id"], name)
                for _ in range(60):
                    pool = random_pool(rng)
                    placement = program.tasks(pool)
                    self.assertTrue(all(x.denominator == 1 and x >= 0 for row in placement for x in row))
                    left = [[c - sum(row[s] * d[r] for row, d in zip(placement, pool["demand"]))
                             for r, c in enumerate(server)] for s, server in enumerate(pool["capacity"])]
                    self.assertTrue(all(x >= 0 for row in left for x in row), pool)
                    for n, (row, demand) in enumerate(zip(placement, pool["demand"])):
                        limit = pool.get("tasks", ["inf"] * (n + 1))[n]
                        where = pool.get("eligible", [range(len(left))] * (n + 1))[n]
                        self.assertTrue(all(x == 0 for s, x in enumerate(row) if s not in where))
                        fits = any(all(d <= f for d, f in zip(demand, left[s])) for s in where)
                        self.assertTrue(sum(row) == limit or not fits, (pool, placement))

    def test_rounds_and_slices(self):
        """8 units, tasks of 1 and 2. In rounds: 1 and 2, 1 and 2, 1 and no room, 1. With quotas of 4 both fill their own.

        9 units, tasks of 1 and 3. In rounds: 1 and 3, 1 and 3, 1. One by one: the first to 2, at the tie of 3 and 3 the second, which has
        none; then the first to 6, since 6 and 6 would be the next tie and 3 do not fit any more.
        """
        pool = Pool({"capacity": [[8]], "demand": [[1], [2]]})
        self.assertEqual(kueue.allocate(pool, "precise", "none", True), [[4], [2]])
        self.assertEqual(kueue.allocate(pool, "precise", "slices", False), [[4], [2]])
        uneven = Pool({"capacity": [[9]], "demand": [[1], [3]]})
        self.assertEqual(kueue.allocate(uneven, "precise", "none", True), [[3], [2]])
        self.assertEqual(kueue.allocate(uneven, "precise", "none", False), [[6], [1]])

    def test_refusals(self):
        for name, command in self.COMMANDS.items():
            with self.subTest(name), Program(f"{sys.executable} {HERE}/{command}") as program:
                pool = {"capacity": [[9, 9]], "demand": [[1, 2], [2, 1]]}
                self.assertIn("refuse", program.answer(pool | {"rate": [[1], [1]]}))
                self.assertIn("refuse", program.answer(pool | {"weight": [[1, 2], [1, 1]]}))
                self.assertIn("refuse", program.answer(pool | {"capacity": [[10**9, 10**9]]}))

    @unittest.skipUnless(os.environ.get("VERIFY"), "set VERIFY to the program `verify`")
    def test_volcano_is_first_fit_drfh(self):
        """Without weights the flat rule of Volcano is the built-in `first-fit-drfh`."""
        rng = random.Random(9)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "pool.toml"
            for _ in range(300):
                pool = random_pool(rng)
                path.write_text('model = "cluster"\n' + "".join(f"{k} = {json.dumps(v)}\n" for k, v in pool.items()))
                run = subprocess.run([os.environ["VERIFY"], "run", "--mech", "first-fit-drfh", "--instance", path,
                                      "--format", "json"], capture_output=True, text=True)
                self.assertEqual(run.returncode, 0, (pool, run.stderr))
                built_in = [[int(x) for x in row] for row in json.loads(run.stdout)["outcome"]["placement"]]
                self.assertEqual(volcano.allocate(Pool(pool)), built_in, pool)

    def test_ties(self):
        """At equal shares fewer allocations go first: with 1 task of 2 and 2 tasks of 1 the larger task is next."""
        pool = Pool({"capacity": [[6]], "demand": [[1], [2]]})
        self.assertEqual(mesos.allocate(pool), [[2], [2]])
        self.assertEqual(volcano.allocate(pool), [[4], [1]])
        pool = Pool({"capacity": [[3]], "demand": [[1], [2]]})
        self.assertEqual(kueue.allocate(pool, "precise", "none", False), [[1], [1]])
        with self.assertRaises(Refusal):
            mesos.allocate(Pool({"capacity": [[5]], "demand": [["1/3"], [2]]}))


if __name__ == "__main__":
    unittest.main()
