#!/usr/bin/env python3
"""Compares judge.py with values worked by hand. python3 -m unittest -v, from this folder."""
import json
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent


def asked(part, pool, outcome):
    """The greeting of the program, and its answer about one outcome."""
    lines = [{"fairwitness": 1}, {"instance": pool, "outcome": outcome}]
    said = subprocess.run([sys.executable, HERE / "judge.py", part], input="".join(json.dumps(line) + "\n" for line in lines),
                          capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in said.splitlines()]


class HalfShare(unittest.TestCase):
    # Alone, user 1 runs 4 tasks and user 2 runs 2; the fair shares of two users are 2 tasks and 1 task.
    POOL = {"capacity": [["4", "6"]], "demand": [["1", "1"], ["2", "3"]]}

    def test_the_gap_is_that_of_the_user_with_least(self):
        greeting, answer = asked("property", self.POOL, {"tasks": ["3", "1/4"]})
        self.assertEqual(greeting["kind"], "property")
        self.assertEqual((answer["gap"], answer["witness"]["user"]), ("1/4", 1))

    def test_half_of_the_fair_share_is_enough(self):
        self.assertEqual(asked("property", self.POOL, {"tasks": ["1", "1/2"]})[1]["gap"], "0")

    def test_the_value_is_the_smallest_part(self):
        greeting, answer = asked("measure", self.POOL, {"tasks": ["1", "3/4"]})
        self.assertEqual((greeting["kind"], greeting["worse"]), ("measure", "smaller"))
        self.assertEqual(answer, {"value": "1/2"})

    def test_two_servers_are_refused(self):
        self.assertIn("refuse", asked("property", {**self.POOL, "capacity": [["4", "6"], ["1", "1"]]}, {"tasks": ["0", "0"]})[1])


if __name__ == "__main__":
    unittest.main()
