#!/usr/bin/env python3
"""Compares mine.py with values worked by hand and with the definition. python3 -m unittest -v, from this folder."""
import pathlib
import random
import sys
import unittest
from fractions import Fraction

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "schedulers"))

from drive import Program


class AssetFairness(unittest.TestCase):
    def setUp(self):
        self.program = Program(f"{sys.executable} {HERE}/mine.py")

    def tearDown(self):
        self.program.__exit__()

    def test_worked_by_hand(self):
        """Capacities (9, 18): a task of (1, 4) is 1/9 + 4/18 = 1/3, one of (3, 1) is 3/9 + 1/18 = 7/18.

        At sums of s they are 3 s and 18 s / 7 tasks; the CPUs, 3 s + 54 s / 7 = 9, are full at s = 21/25.
        """
        self.assertEqual(self.program.tasks({"capacity": [[9, 18]], "demand": [[1, 4], [3, 1]]}),
                         [[Fraction(63, 25)], [Fraction(54, 25)]])

    def test_sharing_incentive_is_lost(self):
        """Ghodsi et al., NSDI 2011: capacities (30, 30), tasks (1, 3) and (1, 1): 6 and 12 tasks; half of all gives the second 15."""
        self.assertEqual(self.program.tasks({"capacity": [[30, 30]], "demand": [[1, 3], [1, 1]]}), [[6], [12]])

    def test_weights_and_those_who_cannot_run(self):
        self.assertEqual(self.program.tasks({"capacity": [[6]], "demand": [[1], [1]], "weight": [1, 2]}), [[2], [4]])
        self.assertEqual(self.program.tasks({"capacity": [[6, 0]], "demand": [[1, 1], [1, 0]]}), [[0], [6]])
        self.assertEqual(self.program.tasks({"capacity": [[6]], "demand": [[1], [1]], "eligible": [[], [0]]}), [[0], [6]])
        self.assertEqual(self.program.tasks({"capacity": [[0]], "demand": [[1]]}), [[0]])

    def test_definition(self):
        rng = random.Random(1)
        for _ in range(500):
            resources = rng.randint(1, 3)
            capacity = [rng.randint(1, 20) for _ in range(resources)]
            demand = [[rng.randint(1, 5) for _ in range(resources)] for _ in range(rng.randint(1, 4))]
            tasks = [row[0] for row in self.program.tasks({"capacity": [capacity], "demand": demand})]
            sums = {sum(x * d / Fraction(c) for d, c in zip(row, capacity)) for x, row in zip(tasks, demand)}
            left = [c - sum(x * row[r] for x, row in zip(tasks, demand)) for r, c in enumerate(capacity)]
            self.assertEqual((len(sums), min(left)), (1, 0))

    def test_refusals(self):
        for more in ({"capacity": [[1], [1]]}, {"rate": [[1]]}, {"tasks": [5]}, {"weight": [[1]]}):
            self.assertIn("refuse", self.program.answer({"capacity": [[1]], "demand": [[1]]} | more))


if __name__ == "__main__":
    unittest.main()
