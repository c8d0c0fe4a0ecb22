#!/usr/bin/env python3
"""Compares drf.py with values that another program derived: tests/oracle/derive.py, by linear programs.

python3 -m unittest -v, from this folder. With the environment variable VERIFY set to the program `verify`, random instances are also
compared with its built-in `drf` (VERIFY_INSTANCES of them, 300 by default).
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "schedulers"))

import drf
from drive import Program


def random_pool(rng):
    """One server: zero demands, zero capacities, weights per user or per resource, finite and fractional tasks, exclusion."""
    users, resources = rng.randint(1, 4), rng.randint(1, 3)
    fraction = lambda low, high: str(Fraction(rng.randint(low, high), rng.choice((1, 1, 1, 2, 3))))
    demand = []
    while len(demand) < users:
        row = [fraction(0, 4) for _ in range(resources)]
        if any(x != "0" for x in row):
            demand.append(row)
    pool = {"capacity": [[fraction(0 if rng.random() < 0.2 else 1, 12) for _ in range(resources)]], "demand": demand}
    if rng.random() < 0.4:
        pool["weight"] = [fraction(1, 4) for _ in range(users)]
    elif rng.random() < 0.4:
        pool["weight"] = [[fraction(1, 4) for _ in range(resources)] for _ in range(users)]
    if rng.random() < 0.4:
        pool["tasks"] = [rng.choice(("inf", fraction(0, 6))) for _ in range(users)]
    if rng.random() < 0.2:
        pool["eligible"] = [rng.choice(([0], [0], [])) for _ in range(users)]
    return pool


class Drf(unittest.TestCase):
    def test_derived_values(self):
        with open(HERE.parent.parent / "tests/oracle/cluster.json") as file:
            cases = [case for case in json.load(file) if "drf" in case["expected"]]
        self.assertGreater(len(cases), 20)
        with Program(f"{sys.executable} {HERE}/drf.py") as program:
            for case in cases:
                with self.subTest(case["name"]):
                    want = [[Fraction(x)] for x in case["expected"]["drf"]["tasks"]]
                    self.assertEqual(program.tasks(case["instance"]), want)

    def test_a_bottleneck_for_everybody(self):
        """The specification of properties/mechanisms/drf.md: all tasks, or a full resource of which no user of a higher level has
        any."""
        rng = random.Random(3)
        for _ in range(2_000):
            pool = random_pool(rng)
            given = [Fraction(row[0]) for row in drf.allocate(pool)["placement"]]
            capacity = [Fraction(c) for c in pool["capacity"][0]]
            demand = [[Fraction(d) for d in row] for row in pool["demand"]]
            weight = [drf.per_resource(w, len(capacity)) for w in pool.get("weight", [1] * len(demand))]
            used = [sum(x * row[r] for x, row in zip(given, demand)) for r in range(len(capacity))]
            self.assertTrue(all(u <= c for u, c in zip(used, capacity)), pool)
            share = [max((x * d / (w * c) for d, w, c in zip(row, ws, capacity) if d > 0 and c > 0), default=Fraction(0))
                     for x, row, ws in zip(given, demand, weight)]
            for n, row in enumerate(demand):
                if 0 not in pool.get("eligible", [[0]] * (n + 1))[n] or any(d > 0 and c == 0 for d, c in zip(row, capacity)):
                    self.assertEqual(given[n], 0, pool)
                    continue
                limit = pool.get("tasks", ["inf"] * (n + 1))[n]
                bottleneck = any(d > 0 and used[r] == capacity[r] and all(
                    share[m] <= share[n] for m in range(len(demand)) if given[m] * demand[m][r] > 0) for r, d in enumerate(row))
                self.assertTrue(bottleneck or (limit != "inf" and given[n] == Fraction(limit)), (pool, given))

    def test_refusals(self):
        self.assertIn("refuse", drf.allocate({"capacity": [["1"], ["1"]], "demand": [["1"]]}))
        self.assertIn("refuse", drf.allocate({"capacity": [["1"]], "demand": [["1"]], "rate": [["1"]]}))

    @unittest.skipUnless(os.environ.get("VERIFY"), "set VERIFY to the program `verify`")
    def test_the_built_in(self):
        rng = random.Random(5)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "pool.toml"
            for _ in range(int(os.environ.get("VERIFY_INSTANCES", "300"))):
                pool = random_pool(rng)
                path.write_text('model = "cluster"\n' + "".join(f"{k} = {json.dumps(v)}\n" for k, v in pool.items()))
                run = subprocess.run([os.environ["VERIFY"], "run", "--mech", "drf", "--instance", path, "--format", "json"],
                                     capture_output=True, text=True)
                self.assertEqual(run.returncode, 0, (pool, run.stderr))
                built_in = json.loads(run.stdout)["outcome"]["placement"]
                self.assertEqual([[Fraction(x) for x in row] for row in drf.allocate(pool)["placement"]],
                                 [[Fraction(x) for x in row] for row in built_in], pool)


if __name__ == "__main__":
    unittest.main()
