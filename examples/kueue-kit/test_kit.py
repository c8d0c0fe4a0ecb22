"""The kit: the loop of three workloads as cases, decimals converted to integers, and refusals of files that are no cohorts."""

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path

import kit

ROOT = Path(__file__).resolve().parents[2]


def printed(*arguments):
    """The output of the kit."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        kit.main([str(a) for a in arguments])
    return out.getvalue()


class Kit(unittest.TestCase):
    def test_a_loop_is_a_case_a_step(self):
        record = ROOT / "counterexamples" / "kueue-preempt" / "kueue-preempt-acyclic-3q3w1r-given.toml"
        every = json.loads(printed(record))["cases"]
        found = [one for one in every if ", kueue-preempt acyclic, step " in one["name"]]
        wanted = [[(t["workload"], t["reason"]) for t in one["wantPreempted"]] for one in found]
        fair = "InCohortFairSharing"
        self.assertEqual(wanted, [[("w1", fair), ("w2", fair)], [("w3", fair)], []])
        self.assertEqual([one["fits"] for one in found], [False, False, True])
        self.assertEqual(found[0]["clusterQueues"][0], {"name": "q1", "weight": "1", "nominal": {"cpu": "2"}})
        self.assertEqual([w["reservedAtSecond"] for w in found[0]["admitted"]], [0, 1])
        self.assertEqual(found[1]["incoming"]["name"], "w1")
        table = printed("--go", record)
        self.assertEqual(table.count("wantPreempted"), sum(not one["fits"] for one in every))
        self.assertIn('targetKeyReason("/w3", kueue.InCohortFairSharingReason)', table)
        self.assertEqual(table.count("{"), table.count("}"))

    def test_every_record_becomes_cases(self):
        for record in sorted((ROOT / "counterexamples").glob("*/kueue-*.toml")):
            found = json.loads(printed(record))["cases"]
            self.assertTrue(any(one["wantPreempted"] for one in found), record)

    def test_fractions_become_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "one.toml"
            path.write_text('model = "cohort"\nquota = [["1/2"], [1]]\nweight = ["1/3", 1]\n'
                            'workload = [{ queue = 0, request = ["3/2"] }, { queue = 1, request = [1] }]\nadmitted = [0]\n')
            one, = json.loads(printed(path))["cases"]
            self.assertEqual([q["weight"] for q in one["clusterQueues"]], ["1", "3"])
            self.assertEqual([q["nominal"]["cpu"] for q in one["clusterQueues"]], ["1", "2"])
            self.assertEqual(one["admitted"][0]["requests"], {"cpu": "3"})
            self.assertEqual(one["wantPreempted"], [{"workload": "w1", "reason": "InCohortReclamation"}])

    def test_what_is_no_cohort_is_refused(self):
        with contextlib.redirect_stderr(io.StringIO()) as said, self.assertRaises(SystemExit):
            kit.main([str(ROOT / "book" / "text" / "pools" / "covering.toml")])
        self.assertIn("not of the model `cohort`", said.getvalue())


if __name__ == "__main__":
    unittest.main()
