"""Cases that are accepted and cases that are refused, with numbers derived by hand or taken from the definition pages.

`python3 checker/test_check.py`
"""

import contextlib
import copy
import io
import json
import sys
import tempfile
import tomllib
import unittest
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import check
import cluster
import covering
import document
import explain
import leximin
import mechanisms
import mutate
import record
import rounding_printed
from verdict import NotCovered, Refused


def make(model, mechanism, prop, instance, outcome, witness, certificate=None, other=None, hypothesis="none"):
    """A record with its fields in order."""
    made = {"format": 2, "model": model, "mechanism": mechanism, "property": prop, "claims": [], "note": "By hand.",
            "instance": instance, "outcome": outcome, "certificate": certificate, "witness": witness, "other": other,
            "found": {"strategy": "given", "seed": 0, "hypothesis": hypothesis, "minimality": "local"}}
    return {name: value for name, value in made.items() if value is not None}


def placed(*rows):
    """An outcome on one server from the number of tasks of every user."""
    return {"placement": [[x] for x in rows], "tasks": list(rows)}


# DRF on capacity (1, 1) with demands (0, 1), (2, 1), (1, 0): at level 1/2 the first resource is full; user 1 continues to 3/4. Without
# user 3 the second resource is full at level 2/3, and user 1 has only 2/3.
THREE = {"capacity": [[1, 1]], "demand": [[0, 1], [2, 1], [1, 0]]}
TWO = {"capacity": [[1, 1]], "demand": [[0, 1], [2, 1]]}
ROUNDS = {"kind": "leximin", "rounds": [
    {"level": "1/2", "weights": [0, "1/2", "1/2"], "capacity": [["1/2", 0]], "tasks": [0, 0, 0]},
    {"level": "3/4", "weights": [1, "1/2", 0], "capacity": [[0, 1]], "tasks": [0, 0, 0]}]}
ROUNDS_WITHOUT = {"kind": "leximin", "rounds": [
    {"level": "2/3", "weights": ["2/3", "1/3"], "capacity": [[0, "2/3"]], "tasks": [0, 0]}]}


# A lender of 3, a queue with a quota of 2, and one without quota that uses all 5.
COHORT = {
    "quota": [[2], [0], [3]],
    "workload": [{"queue": 1, "request": [1], "priority": 0}, {"queue": 1, "request": [4], "priority": 0},
                 {"queue": 0, "request": [5], "priority": 0}],
    "admitted": [0, 1],
}


def departure(mechanism, first, second):
    witness = {"kind": "departure", "leaves": 2, "loses": 0, "margin": "1/12", "stands": "every"}
    other = {"instance": TWO, "outcome": placed("2/3", "1/3")}
    if second:
        other["certificate"] = second
    return make("cluster", mechanism, "population-monotone", THREE, placed("3/4", "1/4", "1/2"), witness, first, other)


# The example of counterexamples/README.md: no user can run on the first server, so it has no row and no multiplier.
EXAMPLE = make(
    "cluster", "tsf", "si", {"capacity": [[0, 1], [1, 1]], "demand": [[1, 1], [0, 1]], "eligible": [[0, 1], [1]]},
    {"placement": [[0, "1/3"], [0, "2/3"]], "tasks": ["1/3", "2/3"]},
    {"kind": "agent", "agent": 0, "margin": "1/6", "stands": "every"},
    {"kind": "leximin", "rounds": [
        {"level": "1/3", "weights": ["1/3", "2/3"], "capacity": [[0, 0], [0, "1/3"]], "tasks": [0, 0]}]})

# Every case by the name of its file. Comments give the sources of the numbers.
CASES = {
    "tsf-si-2u2s2r": EXAMPLE,
    "tsf-population-monotone-3u1s2r": departure("tsf", ROUNDS, ROUNDS_WITHOUT),
    "drf-population-monotone-3u1s2r": departure(
        "drf", {"kind": "bottlenecks", "resource": [[1], [0], [0]]}, {"kind": "bottlenecks", "resource": [[1], [1]]}),
    # On one server the printed algorithm starts from DRF and finds nothing to update.
    "ps-dsf-printed-population-monotone-3u1s2r": departure("ps-dsf-printed", None, None),
    # properties/mechanisms/drf-offline.md: agent 1 falls from 4/9 to 2/5.
    "drf-offline-irrevocable-3a2r-positive": make(
        "arrivals", "drf-offline", "irrevocable", {"demand": [[2, 1], [1, 2], [1, 1]]},
        {"shares": [["1/3"], ["4/9", "4/9"], ["2/5", "2/5", "2/5"]]},
        {"kind": "agent", "agent": 0, "margin": "2/45", "stands": "every"},
        {"kind": "bottlenecks", "resource": [[0], [0, 1], [0, 1, 0]]}, hypothesis="positive"),
    # properties/arrivals/ef.md: agent 3 would have 4/9 in place of 1/3.
    "ddrf-ef-3a2r-positive": make(
        "arrivals", "ddrf", "ef", {"demand": [[2, 1], [1, 2], [2, 1]]},
        {"shares": [["1/3"], ["4/9", "4/9"], ["4/9", "4/9", "1/3"]]},
        {"kind": "envy", "envious": 2, "envied": 0, "margin": "1/9", "stands": "every"},
        {"kind": "tight", "resource": [0, 1, 0]}, hypothesis="positive"),
    # properties/mechanisms/ddrf-printed.md: 16/15 of both resources are in use at the end, and the third agent has 2/5 in place
    # of 1/3.
    "ddrf-printed-feasible-3a2r": make(
        "arrivals", "ddrf-printed", "feasible", {"demand": [[1, 2], [2, 1], [1, 1]]},
        {"shares": [["1/3"], ["4/9", "4/9"], ["4/9", "4/9", "2/5"]]},
        {"kind": "outcome", "margin": "1/15", "stands": "every"}),
    "ddrf-printed-agrees-with-lp-3a2r": make(
        "arrivals", "ddrf-printed", "agrees-with-lp", {"demand": [[1, 2], [2, 1], [1, 1]]},
        {"shares": [["1/3"], ["4/9", "4/9"], ["4/9", "4/9", "2/5"]]},
        {"kind": "agent", "agent": 2, "margin": "1/15", "stands": "every"}),
    # properties/mechanisms/drf-tasks.md, Domain: a task larger than the server halts the filling, and no user gets a task.
    "drf-tasks-po-2u1s1r": make(
        "cluster", "drf-tasks", "po", {"capacity": [[1]], "demand": [[1], [2]]}, placed(0, 0),
        {"kind": "better", "instead": placed(1, 0), "margin": 1, "stands": "every"}, {"kind": "rule"}),
    # properties/mechanisms/asset-fair.md: demands (1, 1) and (1, 0) on (1, 1) have assets 2 and 1 a task, so 1/3 and 2/3; half
    # would run 1/2.
    "asset-fair-si-2u1s2r": make(
        "cluster", "asset-fair", "si", {"capacity": [[1, 1]], "demand": [[1, 1], [1, 0]]}, placed("1/3", "2/3"),
        {"kind": "agent", "agent": 0, "margin": "1/6", "stands": "every"}, {"kind": "bottlenecks", "resource": [[0], [0]]}),
    # properties/mechanisms/ceei.md: both resources full at (1/3, 1/3); of capacities (2, 1) the second alone has a price, and
    # user 1 has half of it.
    "ceei-resource-monotone-2u1s2r-positive": make(
        "cluster", "ceei", "resource-monotone", {"capacity": [[1, 1]], "demand": [[1, 2], [2, 1]]}, placed("1/3", "1/3"),
        {"kind": "sibling", "loses": 0, "becomes": {"capacity": [[2, 1]], "demand": [[1, 2], [2, 1]]}, "margin": "1/12",
         "stands": "every"}, {"kind": "prices", "price": ["1/2", "1/2"]},
        {"instance": {"capacity": [[2, 1]], "demand": [[1, 2], [2, 1]]}, "outcome": placed("1/4", "1/2"),
         "certificate": {"kind": "prices", "price": [0, 1]}}, hypothesis="positive"),
    # properties/mechanisms/bmf.md: on this instance each user has 2/3 of a full resource; then resource 2 alone is full.
    "bmf-resource-monotone-2u1s2r-positive": make(
        "cluster", "bmf", "resource-monotone", {"capacity": [[1, 1]], "demand": [[1, 2], [2, 1]]}, placed("1/3", "1/3"),
        {"kind": "sibling", "loses": 0, "becomes": {"capacity": [[2, 1]], "demand": [[1, 2], [2, 1]]}, "margin": "1/12",
         "stands": "chosen"}, {"kind": "bottlenecks", "resource": [[1], [0]]},
        {"instance": {"capacity": [[2, 1]], "demand": [[1, 2], [2, 1]]}, "outcome": placed("1/4", "1/2"),
         "certificate": {"kind": "bottlenecks", "resource": [[1], [1]]}}, hypothesis="positive"),
    # The example of 9 CPU and 18 GB: CPU is full, and user 1 has 3 of 9 CPU and is entitled to half. Of CPU user 2 has 1/3 more; of
    # memory 4 of 18 are idle.
    "drf-bbf-2u1s2r-positive": make(
        "cluster", "drf", "bbf", {"capacity": [[9, 18]], "demand": [[1, 4], [3, 1]]}, placed(3, 2),
        {"kind": "agent", "agent": 0, "margin": "1/6", "stands": "every"}, {"kind": "bottlenecks", "resource": [[0], [0]]},
        hypothesis="positive"),
    "drf-bmf-2u1s2r-positive": make(
        "cluster", "drf", "bmf", {"capacity": [[9, 18]], "demand": [[1, 4], [3, 1]]}, placed(3, 2),
        {"kind": "agent", "agent": 0, "margin": "2/9", "stands": "every"}, {"kind": "bottlenecks", "resource": [[0], [0]]},
        hypothesis="positive"),
    # Each user owns a server; the slice of the first server for user 2, who is ineligible there, is lost to user 1.
    "uniform-si-contributed-2u2s1r-positive": make(
        "cluster", "uniform", "si-contributed",
        {"capacity": [[1], [1]], "demand": [[1], [1]], "eligible": [[0], [0, 1]], "owner": [0, 1]},
        {"placement": [["1/2", 0], ["1/2", "1/2"]], "tasks": ["1/2", 1]},
        {"kind": "agent", "agent": 0, "margin": "1/2", "stands": "every"}, {"kind": "rule"}, hypothesis="positive"),
    # Of 6 the first task uses 3; the task of 4 does not fit, and user 1 continues. The largest task uses 2/3, and the lead of user 1 is
    # 1.
    "drf-tasks-skip-index-within-max-task-2u1s1r-positive": make(
        "cluster", "drf-tasks-skip-index", "within-max-task", {"capacity": [[6]], "demand": [[3], [4]]}, placed(2, 0),
        {"kind": "envy", "envious": 1, "envied": 0, "margin": "1/3", "stands": "every"}, {"kind": "rule"}, hypothesis="positive"),
    # Half of the server each, and the second user has nothing to run.
    "uniform-single-server-2u1s1r": make(
        "cluster", "uniform", "single-server", {"capacity": [[1]], "demand": [[1], [1]], "tasks": ["inf", 0]}, placed("1/2", 0),
        {"kind": "complaint", "by": 0, "instead": placed(1, 0), "margin": "1/2", "stands": "every"}, {"kind": "rule"}),
    # Queue a has weight 2 and user 2 weight 1, so queue a is entitled to 2/3. At first queue a grows along (4/5, 1), the root along (1,
    # 10/13); after 13/16 user 3 has its task. Then users 1 and 2 divide the rest of resource 1, 3/16, as 2 to 1. Queue a ends with 5/8 of
    # resource 1 and 5/32 + 1/2 of resource 2, which is 1/96 less than 2/3.
    "hdrf-hier-share-3u1s2r": make(
        "cluster", "hdrf", "hier-share",
        {"capacity": [[1, 2]], "demand": [[2, 1], [1, 0], [0, 1]], "tasks": ["inf", "inf", 1], "path": ["a", "", "a"],
         "node-weight": {"a": 2}}, placed("5/16", "3/8", 1),
        {"kind": "node", "agent": 0, "depth": 1, "margin": "1/96", "stands": "every"}, {"kind": "rule"}),
    # User 2 fills resource 2, so its share of 1 is that of queue b from then on, and queue a uses all of resource 1. User 3 is entitled
    # to 1/4.
    "volcano-hdrf-hier-share-3u1s2r": make(
        "cluster", "volcano-hdrf", "hier-share",
        {"capacity": [[8, 1]], "demand": [[1, 0], [0, 1], [1, 0]], "path": ["a", "b", "b"]}, placed(8, 1, 0),
        {"kind": "node", "agent": 2, "depth": 2, "margin": "1/8", "stands": "every"}, {"kind": "rule"}),
    # With 2, 1 and 0 tasks queue a counts as using 1 and user 1 as 2/3, so user 1 is next, who is entitled to 1/2.
    "hdrf-naive-no-starvation-3u1s2r": make(
        "cluster", "hdrf-naive", "no-starvation",
        {"capacity": [[3, 1]], "demand": [[1, 0], [0, 1], [1, 0]], "path": ["", "a", "a"]}, placed(3, 1, 0),
        {"kind": "state", "waits": 2, "running": placed(2, 1, 0), "margin": "1/6", "stands": "every"}, {"kind": "rule"}),
    # Three equal tasks fit: users 1, 2, 1.
    "first-fit-drfh-ef-2u1s1r": make(
        "cluster", "first-fit-drfh", "ef", {"capacity": [[3]], "demand": [[1], [1]]}, placed(2, 1),
        {"kind": "envy", "envious": 1, "envied": 0, "margin": 1, "stands": "every"},
        {"kind": "placements", "order": [[0, 0], [1, 0], [0, 0]]}),
    # Neither server has a slot, since each lacks a resource.
    "slots-po-1u2s2r": make(
        "cluster", "slots", "po", {"capacity": [[1, 0], [0, 1]], "demand": [[1, 0]]}, {"placement": [[0, 0]], "tasks": [0]},
        {"kind": "better", "instead": {"placement": [[1, 0]], "tasks": [1]}, "margin": 1, "stands": "every"},
        {"kind": "placements", "order": []}),
    # properties/mechanisms/pdrf.md, table: capacity 1, demands 1 and 1 give 0 and 0; L is 1/2.
    "pdrf-po-2u1s1r": make(
        "cluster", "pdrf", "po", {"capacity": [[1]], "demand": [[1], [1]]}, placed(0, 0),
        {"kind": "better", "instead": placed(1, 0), "margin": 1, "stands": "every"}, {"kind": "level", "level": "1/2"}),
    # properties/mechanisms/pdrf-cycles.md: 8, 2, 1, where drf-tasks gives 5, 3, 1. The levels are k times the largest share: 7/6
    # of 10/35 and 7/2 of 2/35; the second pass has k below 1 and takes no cycle.
    "pdrf-cycles-over-by-3u1s1r": make(
        "cluster", "pdrf-cycles", "over-by", {"capacity": [[35]], "demand": [[2], [4], [10]]}, placed(8, 2, 1),
        {"kind": "agent", "agent": 0, "margin": 3, "stands": "every"},
        {"kind": "cycles", "cycles": [{"level": "1/3", "tasks": [5, 2, 1]}, {"level": "1/5", "tasks": [3, 0, 0]}]}),
    # properties/mechanisms/pdrf-final.md: capacity 3, demands 1 and 3 give 2 and 0, and a third task would fit.
    "pdrf-final-po-2u1s1r": make(
        "cluster", "pdrf-final", "po", {"capacity": [[3]], "demand": [[1], [3]]}, placed(2, 0),
        {"kind": "better", "instead": placed(3, 0), "margin": 1, "stands": "every"}, {"kind": "rule"}),
    # properties/mechanisms/pdrf-f64.md: 4 and 1 in doubles, 5 and 1 exactly.
    "pdrf-f64-agrees-with-pdrf-2u1s1r": make(
        "cluster", "pdrf-f64", "agrees-with-pdrf", {"capacity": [[10]], "demand": [[1], [3]]}, placed(4, 1),
        {"kind": "agent", "agent": 0, "margin": 1, "stands": "every"}),
    # The capacity rounds to 125 * 10^15 (doubles there are 16 apart) and its third to 41666666666666664 (8 apart); 41666666666666666 fit.
    "pdrf-f64-under-by-one-1u1s1r": make(
        "cluster", "pdrf-f64", "under-by-one", {"capacity": [[124999999999999998]], "demand": [[3]]}, placed(41666666666666664),
        {"kind": "agent", "agent": 0, "margin": 2, "stands": "every"}),
    # properties/mechanisms/pdrf-simplified-f64.md: 10 each, where 11 are exact.
    "pdrf-simplified-f64-si-3u1s1r": make(
        "cluster", "pdrf-simplified-f64", "si", {"capacity": [[33]], "demand": [[1], [1], [1]]}, placed(10, 10, 10),
        {"kind": "agent", "agent": 2, "margin": 1, "stands": "every"}),
    # Three tasks of size 1: users 1, 2, 1. User 2 reports tasks of size 2, is picked first, and has room for two true tasks.
    "drf-tasks-sp-2u1s1r": make(
        "cluster", "drf-tasks", "sp", {"capacity": [[3]], "demand": [[1], [1]]}, placed(2, 1),
        {"kind": "misreport", "by": 1, "report": {"demand": [2], "eligible": [0]}, "margin": 1, "stands": "every"}, {"kind": "rule"},
        {"instance": {"capacity": [[3]], "demand": [[1], [2]]}, "outcome": placed(1, 1), "certificate": {"kind": "rule"}}),
    # Four tasks of size 1: 2, 1, 1. Users 2 and 3 report 2 and are picked first; nothing is left for user 1.
    "drf-tasks-group-sp-3u1s1r": make(
        "cluster", "drf-tasks", "group-sp", {"capacity": [[4]], "demand": [[1], [1], [1]]}, placed(2, 1, 1),
        {"kind": "collusion", "lies": [{"by": 1, "report": {"demand": [2], "eligible": [0]}},
                                       {"by": 2, "report": {"demand": [2], "eligible": [0]}}], "margin": 1, "stands": "every"},
        {"kind": "rule"},
        {"instance": {"capacity": [[4]], "demand": [[1], [2], [2]]}, "outcome": placed(0, 1, 1), "certificate": {"kind": "rule"}}),
    # If the first resource has a positive capacity, user 2 takes part, is picked first, does not fit, and halts the filling.
    "drf-tasks-resource-monotone-2u1s2r": make(
        "cluster", "drf-tasks", "resource-monotone", {"capacity": [[0, 1]], "demand": [[0, 1], [1, 2]]}, placed(1, 0),
        {"kind": "sibling", "loses": 0, "becomes": {"capacity": [[1, 1]], "demand": [[0, 1], [1, 2]]}, "margin": 1, "stands": "every"},
        {"kind": "rule"},
        {"instance": {"capacity": [[1, 1]], "demand": [[0, 1], [1, 2]]}, "outcome": placed(0, 0), "certificate": {"kind": "rule"}}),
    # properties/mechanisms/ps-dsf.md: both placements meet the specification; in the one with totals 1/2 every user could have
    # more.
    "ps-dsf-po-2u2s2r-positive": make(
        "cluster", "ps-dsf", "po", {"capacity": [[1, 1], [1, 1]], "demand": [[1, 2], [2, 1]]},
        {"placement": [["1/2", 0], [0, "1/2"]], "tasks": ["1/2", "1/2"]},
        {"kind": "better", "instead": {"placement": [["1/3", "1/3"], ["1/3", "1/3"]], "tasks": ["2/3", "2/3"]}, "margin": "1/3",
         "stands": "chosen"},
        {"kind": "bottlenecks", "resource": [[1, 0], [1, 0]]}, hypothesis="positive"),
    # Servers (1, 1) and (2, 1), demands (1, 0) and (0, 1): a server alone runs 1 and 2 tasks of the first user, 1 and 1 of the second.
    # The second user has the first server, the first user the other; both have level 1 on the second server. If the second user reports
    # (2, 1), the servers seem to run 1/2 and 1 of its tasks. It then has all of the first server and a quarter of the second, and both
    # users have level 3/4 there and 3/2 on the first. In that time it runs 1 + 1/4 true tasks.
    "ps-dsf-tdm-sp-time-slice-2u2s2r": make(
        "cluster", "ps-dsf-tdm", "sp-time-slice", {"capacity": [[1, 1], [2, 1]], "demand": [[1, 0], [0, 1]]},
        {"placement": [[0, 2], [1, 0]], "tasks": [2, 1]},
        {"kind": "misreport", "by": 1, "report": {"demand": [2, 1], "eligible": [0, 1]}, "margin": "1/4", "stands": "chosen"},
        {"kind": "bottlenecks", "resource": [[0, 0], [0, 0]]},
        {"instance": {"capacity": [[1, 1], [2, 1]], "demand": [[1, 0], [2, 1]]},
         "outcome": {"placement": [[0, "3/2"], ["1/2", "1/4"]], "tasks": ["3/2", "3/4"]},
         "certificate": {"kind": "bottlenecks", "resource": [[0, 0], [0, 0]]}}),
    # The case above with rates in place of demands.
    "ps-dsf-tdm-sp-time-slice-2u2s1r": make(
        "cluster", "ps-dsf-tdm", "sp-time-slice", {"capacity": [[1], [1]], "demand": [[1], [1]], "rate": [[1, 2], [1, 1]]},
        {"placement": [[0, 2], [1, 0]], "tasks": [2, 1]},
        {"kind": "misreport", "by": 1, "report": {"demand": [1], "eligible": [0, 1], "rate": ["1/2", 1]}, "margin": "1/4",
         "stands": "chosen"},
        {"kind": "bottlenecks", "resource": [[0, 0], [0, 0]]},
        {"instance": {"capacity": [[1], [1]], "demand": [[1], [1]], "rate": [[1, 2], ["1/2", 1]]},
         "outcome": {"placement": [[0, "3/2"], ["1/2", "1/4"]], "tasks": ["3/2", "3/4"]},
         "certificate": {"kind": "bottlenecks", "resource": [[0, 0], [0, 0]]}}),
    # properties/mechanisms/lp-sized.md: only the second resource is left, at 3, where an assignment has ratio 1.
    "lp-sized-relaxation-1t2r": make(
        "covering", "lp-sized", "relaxation", {"cost": [1, 3], "size": [2, 1], "demand": [1]}, {"fraction": [[0], [1]], "ratio": 3},
        {"kind": "better", "instead": {"assignment": [0, "none"], "cost": [1], "isolation": [1], "ratio": 1}, "margin": 2,
         "stands": "every"},
        {"kind": "multipliers", "resource": [0, 0], "cover": [1], "pay": ["1/3"]}),
    # properties/mechanisms/lp-bisection.md: the halving ends at 683/512 where 4/3 is the value.
    "lp-bisection-relaxation-2t3r": make(
        "covering", "lp-bisection", "relaxation", {"cost": [3, 4, 6], "demand": [1, 1]},
        {"fraction": [[1, 0], [0, 1], [0, 0]], "ratio": "683/512"},
        {"kind": "better", "instead": {"assignment": [0, 1, "none"], "cost": [3, 4], "isolation": [3, 3], "ratio": "4/3"},
         "margin": "1/1536", "stands": "every"},
        {"kind": "at-least", "ratio": "4/3", "multipliers": {"resource": [1, 0, 0], "cover": [1, 1], "pay": [0, 0]}}),
    # properties/covering/rounding-bound.md with K = 3: one task must get the dear resource. If one task gets the cheap resource, the
    # other pays at least 3.
    "optimum-rounding-bound-2t2r": make(
        "covering", "optimum", "rounding-bound", {"cost": [1, 3], "size": [2, 1], "demand": [1, 1]},
        {"assignment": [1, 0], "cost": [3, 1], "isolation": [1, 1], "ratio": 3},
        {"kind": "better", "instead": {"fraction": [["1/2", "1/2"], [0, 0]], "ratio": 1}, "margin": 1, "stands": "every"},
        {"kind": "tree", "root": {"split": 0, "branches": [
            {"resource": [0, 0], "cover": [0, 1], "pay": [0, 0]}, {"resource": [0, 0], "cover": [1, 0], "pay": [0, 0]},
            {"resource": [0, 0], "cover": [1, 1], "pay": [0, 0]}]}}),
    # properties/mechanisms/rounding-printed.md: three tasks that share three resources in a circle. The first two release nothing
    # for the third.
    "rounding-printed-feasible-3t3r": make(
        "covering", "rounding-printed", "feasible", {"cost": [1, 1, 1], "demand": [1, 1, 1]},
        {"assignment": [0, 1, "none"], "cost": [1, 1, 0], "isolation": [1, 1, 1], "ratio": 1},
        {"kind": "outcome", "margin": 1, "stands": "chosen"},
        {"kind": "start", "fraction": [["1/2", 0, "1/2"], [0, "1/2", "1/2"], ["1/2", "1/2", 0]], "ratio": 1,
         "multipliers": {"resource": [0, 0, 0], "cover": [1, 1, 1], "pay": [1, 1, 1]}}),
    # Book, "Borrowed quota": workload 3 preempts both others, workload 1 is admitted again, workload 2 fits beside it.
    "kueue-preempt-acyclic-3q3w1r": make(
        "cohort", "kueue-preempt", "acyclic", COHORT, {"targets": [[0, "a"], [1, "b"]]},
        {"kind": "cycle", "before": [], "cycle": [2, 0, 1], "margin": 3, "stands": "every"}),
    "kueue-preempt-acyclic-in-turn-3q3w1r": make(
        "cohort", "kueue-preempt", "acyclic-in-turn", COHORT, {"targets": [[0, "a"], [1, "b"]]},
        {"kind": "cycle", "before": [2, 0], "cycle": [1, 2, 0], "margin": 3, "stands": "every"}),
    "kueue-preempt-no-return-3q3w1r": make(
        "cohort", "kueue-preempt", "no-return", COHORT, {"targets": [[0, "a"], [1, "b"]]},
        {"kind": "agent", "agent": 0, "margin": 1, "stands": "every"}),
    # properties/cohort/legal-net.md: the neighbour with priority 0 is counted out and stays; 2/5 compared with 1/5.
    "kueue-preempt-a-legal-net-2q3w1r": make(
        "cohort", "kueue-preempt-a", "legal-net",
        {"quota": [[2], [3]], "workload": [
            {"queue": 0, "request": [3], "priority": 0}, {"queue": 1, "request": [3], "priority": 1},
            {"queue": 1, "request": [2], "priority": 0}], "admitted": [0, 2]},
        {"targets": [[0, "a"]]}, {"kind": "agent", "agent": 0, "margin": "1/5", "stands": "every"}),
    # properties/mechanisms/greedy.md: costs 1, 10, 10 and demands 2 and 1; the value of the programme is at most 20/11.
    "greedy-rounding-bound-2t3r": make(
        "covering", "greedy", "rounding-bound", {"cost": [1, 10, 10], "demand": [2, 1]},
        {"assignment": [0, 1, 0], "cost": [11, 10], "isolation": [11, 1], "ratio": 10},
        {"kind": "better", "instead": {"fraction": [["10/11", "1/11"], [1, 0], ["1/11", "10/11"]], "ratio": 10}, "margin": 1,
         "stands": "every"},
        {"kind": "rule"}),
}
# The last case is no violation: the fractions are for the ratio 10, and 10 is below twice that. It is used below.
# A lie of one user is a lie of a group.
LIE = copy.deepcopy(CASES["drf-tasks-sp-2u1s1r"])
ALONE = {"by": LIE["witness"]["by"], "report": LIE["witness"]["report"]}
CASES["drf-tasks-group-sp-weak-2u1s1r"] = LIE | {
    "property": "group-sp-weak",
    "witness": {"kind": "collusion", "lies": [ALONE], "margin": LIE["witness"]["margin"], "stands": "every"}}

# Two rounds lead from these totals back to them; the rounds are run here again.
CASES["ps-dsf-printed-ends-3u2s3r"] = make(
    "cluster", "ps-dsf-printed", "ends",
    {"capacity": [[1, 1, 2], [1, 1, 1]], "demand": [[1, 0, 2], [0, 3, 1], [3, 1, 0]]},
    {"placement": [["20/21", "1/14"], ["2/21", "29/126"], ["1/63", "13/42"]], "tasks": ["43/42", "41/126", "41/126"]},
    {"kind": "recurrence", "rounds": 2, "period": 2, "margin": 2, "stands": "every"})

NO_VIOLATION = CASES.pop("greedy-rounding-bound-2t3r")

# Changes of a case: the place, the new value, and the field at which the change must be refused.
CHANGES = [
    # leximin: wrong sign, weights that do not sum to one, rows that do not cover, a level proved too high or not proved.
    ("tsf-population-monotone-3u1s2r", "certificate.rounds.0.weights.1", "-1/2", "certificate.rounds[0].weights[1]"),
    ("tsf-population-monotone-3u1s2r", "certificate.rounds.0.capacity.0.1", -1, "certificate.rounds[0].capacity[0][1]"),
    ("tsf-population-monotone-3u1s2r", "certificate.rounds.0.weights.0", "1/2", "certificate.rounds[0].weights"),
    ("tsf-population-monotone-3u1s2r", "certificate.rounds.0.capacity.0.0", "1/3", "certificate.rounds[0]"),
    ("tsf-population-monotone-3u1s2r", "certificate.rounds.1.weights.1", "1/4", "certificate.rounds[1].level"),
    ("tsf-population-monotone-3u1s2r", "certificate.rounds.1.level", "2/3", "certificate.rounds[1].level"),
    ("tsf-population-monotone-3u1s2r", "certificate.rounds.1.level", 1, "certificate.rounds"),
    ("tsf-population-monotone-3u1s2r", "certificate.rounds.1.level", "1/3", "certificate.rounds[1].level"),
    ("tsf-population-monotone-3u1s2r", "certificate.rounds.0.tasks.0", 1, "certificate.rounds[0].tasks[0]"),
    ("tsf-population-monotone-3u1s2r", "certificate.rounds", ROUNDS["rounds"][:1], "certificate.rounds"),
    ("tsf-population-monotone-3u1s2r", "certificate.rounds", ROUNDS["rounds"][1:], "certificate.rounds[0].weights"),
    ("tsf-population-monotone-3u1s2r", "certificate", ROUNDS_WITHOUT, "certificate.rounds[0].weights"),
    ("tsf-population-monotone-3u1s2r", "other.certificate", ROUNDS, "other.certificate.rounds[0].weights"),
    ("tsf-population-monotone-3u1s2r", "certificate", {"kind": "bottlenecks", "resource": [[1], [0], [0]]}, "certificate.kind"),
    ("tsf-population-monotone-3u1s2r", "mechanism", "drf", "certificate.kind"),
    ("tsf-population-monotone-3u1s2r", "mechanism", "uniform", "certificate.kind"),
    # bottlenecks: another resource, none where one is owed, a table of another shape.
    ("drf-population-monotone-3u1s2r", "certificate.resource.0.0", 0, "certificate.resource[0][0]"),
    ("drf-population-monotone-3u1s2r", "certificate.resource.0.0", "none", "certificate.resource[0][0]"),
    ("drf-population-monotone-3u1s2r", "certificate.resource.0.0", 2, "certificate.resource[0][0]"),
    ("drf-population-monotone-3u1s2r", "certificate.resource.1.0", 1, "certificate.resource[1][0]"),
    ("drf-population-monotone-3u1s2r", "certificate.resource", [[1], [0]], "certificate.resource"),
    ("ps-dsf-po-2u2s2r-positive", "certificate.resource.0.0", 0, "certificate.resource[0][0]"),
    ("ps-dsf-po-2u2s2r-positive", "witness.stands", "every", "witness.stands"),
    ("drf-offline-irrevocable-3a2r-positive", "certificate.resource.2", [0, 1], "certificate.resource[2]"),
    ("drf-offline-irrevocable-3a2r-positive", "outcome.shares.2.2", "1/3", "certificate.resource[2][0]"),
    ("drf-offline-irrevocable-3a2r-positive", "certificate.resource.1.0", "none", "certificate.resource[1][0]"),
    # tight: a resource that is not used up, a share that moved without reason.
    ("ddrf-ef-3a2r-positive", "certificate.resource.2", 1, "certificate.resource[2]"),
    ("ddrf-ef-3a2r-positive", "outcome.shares.2.1", "5/9", "outcome"),
    ("ddrf-ef-3a2r-positive", "certificate.resource", [0, 1], "certificate.resource"),
    # fractions: a task without its demand, other fractions that solve the programme and lead to another outcome, a ratio that is too
    # small or not the smallest, multipliers that do not prove it, no multipliers.
    ("rounding-printed-feasible-3t3r", "certificate.fraction.0.0", "1/3", "certificate.fraction"),
    ("rounding-printed-feasible-3t3r", "certificate.fraction", [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "outcome.assignment[2]"),
    ("rounding-printed-feasible-3t3r", "certificate.fraction", [[1, 0, 0], [0, 1, 0]], "certificate.fraction"),
    ("rounding-printed-feasible-3t3r", "certificate.ratio", "1/2", "certificate.fraction[0][0]"),
    ("rounding-printed-feasible-3t3r", "certificate.ratio", 2, "certificate.multipliers"),
    ("rounding-printed-feasible-3t3r", "certificate.multipliers.pay.2", 2, "certificate.multipliers"),
    ("rounding-printed-feasible-3t3r", "certificate", {"kind": "rule"}, "certificate.kind"),
    # as printed: another outcome, a certificate where none is expected.
    ("ddrf-printed-feasible-3a2r", "outcome.shares.2.2", "1/3", "outcome.shares[2][2]"),
    ("ddrf-printed-feasible-3a2r", "certificate", {"kind": "tight", "resource": [0, 0, 0]}, "certificate"),
    ("ps-dsf-printed-population-monotone-3u1s2r", "outcome", placed("3/4", "1/4", "1/4"), "outcome.placement[2][0]"),
    ("pdrf-f64-agrees-with-pdrf-2u1s1r", "outcome", placed(5, 1), "outcome.tasks[0]"),
    ("pdrf-f64-under-by-one-1u1s1r", "outcome", placed(41666666666666666), "outcome.tasks[0]"),
    ("pdrf-f64-under-by-one-1u1s1r", "witness.margin", 3, "witness.margin"),
    # rules: another outcome, another tie rule, another mechanism.
    ("drf-tasks-po-2u1s1r", "outcome", placed(1, 0), "outcome.tasks[0]"),
    ("drf-tasks-po-2u1s1r", "mechanism", "drf-tasks-lower", "outcome.tasks[0]"),
    ("drf-tasks-sp-2u1s1r", "outcome", placed(1, 2), "outcome.tasks[1]"),
    ("uniform-single-server-2u1s1r", "outcome", placed(1, 0), "outcome.placement[0][0]"),
    ("uniform-single-server-2u1s1r", "outcome", placed("1/3", 0), "outcome.tasks[0]"),
    ("pdrf-final-po-2u1s1r", "outcome", placed(1, 0), "outcome.tasks[0]"),
    # placements: another order, a step too few, a step too many, another server.
    ("first-fit-drfh-ef-2u1s1r", "certificate.order", [[1, 0], [0, 0], [0, 0]], "certificate.order[0][0]"),
    ("first-fit-drfh-ef-2u1s1r", "certificate.order", [[0, 0], [1, 0]], "certificate.order"),
    ("first-fit-drfh-ef-2u1s1r", "certificate.order", [[0, 0], [1, 0], [0, 0], [1, 0]], "certificate.order[3]"),
    ("first-fit-drfh-ef-2u1s1r", "certificate.order.0.1", 1, "certificate.order[0][1]"),
    ("slots-po-1u2s2r", "certificate.order", [[0, 0]], "certificate.order[0]"),
    # The rounds of an iteration that never ends.
    ("ps-dsf-printed-ends-3u2s3r", "witness.rounds", 1, "witness"),
    ("ps-dsf-printed-ends-3u2s3r", "witness.period", 1, "witness"),
    ("ps-dsf-printed-ends-3u2s3r", "witness.period", 0, "witness.period"),
    ("ps-dsf-printed-ends-3u2s3r", "witness.margin", 1, "witness.margin"),
    ("ps-dsf-printed-ends-3u2s3r", "mechanism", "ps-dsf", "mechanism"),
    # level and cycles.
    ("pdrf-po-2u1s1r", "certificate.level", 1, "certificate.level"),
    ("pdrf-po-2u1s1r", "certificate.level", "none", "certificate.level"),
    ("pdrf-cycles-over-by-3u1s1r", "certificate.cycles.0.tasks.0", 4, "certificate.cycles[0].tasks"),
    ("pdrf-cycles-over-by-3u1s1r", "certificate.cycles.1.level", "1/9", "certificate.cycles[1].level"),
    ("pdrf-cycles-over-by-3u1s1r", "certificate.cycles", [], "certificate.cycles"),
    # multipliers, at-least, tree.
    ("lp-sized-relaxation-1t2r", "certificate.cover.0", 0, "certificate"),
    ("lp-sized-relaxation-1t2r", "certificate.pay.0", "1/2", "certificate"),
    ("lp-sized-relaxation-1t2r", "certificate.pay.0", "-1/3", "certificate.pay[0]"),
    ("lp-sized-relaxation-1t2r", "mechanism", "lp-pruned", "certificate"),
    ("lp-sized-relaxation-1t2r", "outcome.ratio", 2, "outcome.fraction[1][0]"),
    ("lp-sized-relaxation-1t2r", "outcome.fraction.1.0", "1/2", "outcome"),
    ("lp-bisection-relaxation-2t3r", "outcome.ratio", "4/3", "outcome.ratio"),
    ("lp-bisection-relaxation-2t3r", "certificate.ratio", "341/256", "certificate.ratio"),
    ("lp-bisection-relaxation-2t3r", "certificate.ratio", "7/5", "certificate.multipliers"),
    ("lp-bisection-relaxation-2t3r", "certificate.multipliers.resource.0", 2, "certificate.multipliers"),
    ("optimum-rounding-bound-2t2r", "certificate.root.split", 1, "certificate.root.branches[2]"),
    ("optimum-rounding-bound-2t2r", "certificate.root.branches.0.cover", [1, 0], "certificate.root.branches[0]"),
    ("optimum-rounding-bound-2t2r", "certificate.root.branches.2.pay", [1, 1], "certificate.root.branches[2]"),
    ("optimum-rounding-bound-2t2r", "certificate.root.branches.2.resource", [1, 0], "certificate.root.branches[2].resource[0]"),
    ("optimum-rounding-bound-2t2r", "certificate.root", {"resource": [0, 0], "cover": [1, 1], "pay": [0, 0]}, "certificate.root"),
    # prices: below zero, for a resource that is not full, too much or too little money, one price too many; assets and bottlenecks of
    # another kind.
    ("ceei-resource-monotone-2u1s2r-positive", "certificate.price.0", "-1/2", "certificate.price[0]"),
    ("ceei-resource-monotone-2u1s2r-positive", "certificate.price.0", "3/4", "certificate.price"),
    ("ceei-resource-monotone-2u1s2r-positive", "certificate.price", ["1/4", "3/4"], "certificate.price"),
    ("ceei-resource-monotone-2u1s2r-positive", "certificate.price", ["1/2", "1/2", 0], "certificate.price"),
    ("ceei-resource-monotone-2u1s2r-positive", "other.certificate.price", ["1/8", "3/4"], "other.certificate.price[0]"),
    ("ceei-resource-monotone-2u1s2r-positive", "outcome", placed("1/4", "1/4"), "certificate.price[0]"),
    ("ceei-resource-monotone-2u1s2r-positive", "certificate", {"kind": "bottlenecks", "resource": [[1], [0]]}, "certificate.kind"),
    ("asset-fair-si-2u1s2r", "outcome", placed("1/2", "1/2"), "certificate.resource[1][0]"),
    ("asset-fair-si-2u1s2r", "mechanism", "drf", "certificate.resource[0][0]"),
    ("asset-fair-si-2u1s2r", "certificate.resource.0.0", 1, "certificate.resource[0][0]"),
    ("bmf-resource-monotone-2u1s2r-positive", "certificate.resource.0.0", 0, "certificate.resource[0][0]"),
    ("bmf-resource-monotone-2u1s2r-positive", "certificate.resource.1.0", "none", "certificate.resource[1][0]"),
    ("bmf-resource-monotone-2u1s2r-positive", "witness.stands", "every", "witness.stands"),
    ("drf-bbf-2u1s2r-positive", "witness.agent", 1, "witness"),
    ("drf-bbf-2u1s2r-positive", "witness.margin", "1/5", "witness.margin"),
    ("drf-bmf-2u1s2r-positive", "witness.agent", 1, "witness"),
    ("drf-bmf-2u1s2r-positive", "witness.margin", "1/3", "witness.margin"),
    ("uniform-si-contributed-2u2s1r-positive", "instance.owner", [1, 0], "instance.owner"),
    ("uniform-si-contributed-2u2s1r-positive", "instance.owner", [0, "none"], "instance.owner"),
    ("uniform-si-contributed-2u2s1r-positive", "instance.owner", [0], "instance.owner"),
    ("uniform-si-contributed-2u2s1r-positive", "instance.owner", [0, 2], "instance.owner[1]"),
    ("uniform-si-contributed-2u2s1r-positive", "witness.agent", 1, "witness"),
    ("drf-tasks-skip-index-within-max-task-2u1s1r-positive", "witness.envied", 1, "witness.envied"),
    ("drf-tasks-skip-index-within-max-task-2u1s1r-positive", "witness.margin", "1/2", "witness.margin"),
    ("drf-tasks-skip-index-within-max-task-2u1s1r-positive", "mechanism", "drf-tasks-index", "outcome.tasks[0]"),
    # witnesses.
    ("hdrf-hier-share-3u1s2r", "witness.depth", 0, "witness.depth"),
    ("hdrf-hier-share-3u1s2r", "witness.depth", 2, "witness"),
    ("hdrf-hier-share-3u1s2r", "witness.depth", 3, "witness.depth"),
    ("hdrf-hier-share-3u1s2r", "witness", {"kind": "node", "agent": 2, "depth": 2, "margin": "1/96", "stands": "every"}, "witness"),
    ("hdrf-hier-share-3u1s2r", "instance.path", ["", "", ""], "instance.path"),
    ("hdrf-hier-share-3u1s2r", "instance.path", ["a//b", "", "a"], "instance.path[0]"),
    ("hdrf-hier-share-3u1s2r", "instance.path", ["b", "", "b"], "instance.node-weight.a"),
    ("hdrf-hier-share-3u1s2r", "instance.node-weight", {"a": 1}, "instance.node-weight.a"),
    ("hdrf-hier-share-3u1s2r", "instance.node-weight", {"a": 0}, "instance.node-weight.a"),
    ("hdrf-hier-share-3u1s2r", "instance.node-weight", {}, "instance.node-weight"),
    ("hdrf-hier-share-3u1s2r", "outcome", placed("5/16", "11/32", 1), "outcome.tasks[1]"),
    ("hdrf-hier-share-3u1s2r", "mechanism", "drf", "instance"),
    ("hdrf-hier-share-3u1s2r", "property", "single-server", "witness.agent"),
    ("volcano-hdrf-hier-share-3u1s2r", "instance.path", ["a", "a/b", "b"], "instance"),
    ("volcano-hdrf-hier-share-3u1s2r", "witness", {"kind": "node", "agent": 0, "depth": 2, "margin": "1/8", "stands": "every"}, "witness.depth"),
    ("volcano-hdrf-hier-share-3u1s2r", "mechanism", "hdrf-tasks", "outcome.tasks[0]"),
    ("hdrf-naive-no-starvation-3u1s2r", "witness.waits", 0, "witness.waits"),
    ("hdrf-naive-no-starvation-3u1s2r", "witness.running", placed(3, 1, 0), "witness.waits"),
    ("hdrf-naive-no-starvation-3u1s2r", "witness.running", placed(4, 1, 0), "witness.running"),
    ("hdrf-naive-no-starvation-3u1s2r", "witness.running", placed(0, 0, 0), "witness.running"),
    ("hdrf-naive-no-starvation-3u1s2r", "witness.stands", "chosen", "witness.stands"),
    ("drf-tasks-group-sp-weak-2u1s1r", "witness.lies", [], "witness.lies"),
    ("drf-tasks-group-sp-weak-2u1s1r", "witness.lies", [ALONE] * 2, "witness.lies[1].by"),
    ("drf-tasks-group-sp-weak-2u1s1r", "property", "group-sp", "witness.lies"),
    ("ddrf-printed-feasible-3a2r", "witness.margin", "1/14", "witness.margin"),
    ("ddrf-printed-agrees-with-lp-3a2r", "witness.agent", 1, "witness"),
    ("ddrf-printed-agrees-with-lp-3a2r", "witness.agent", 3, "witness.agent"),
    ("first-fit-drfh-ef-2u1s1r", "witness.envied", 1, "witness.envied"),
    ("first-fit-drfh-ef-2u1s1r", "witness.envious", 0, "witness.envied"),
    ("first-fit-drfh-ef-2u1s1r", "witness.margin", "1000001/1000000", "witness.margin"),
    ("first-fit-drfh-ef-2u1s1r", "witness.stands", "chosen", "witness.stands"),
    ("pdrf-po-2u1s1r", "witness.instead", placed(1, 1), "witness.instead"),
    ("pdrf-po-2u1s1r", "witness.instead", placed("1/2", "1/2"), "witness.instead"),
    ("pdrf-final-po-2u1s1r", "witness.instead", placed(0, 1), "witness.instead.tasks[0]"),
    ("uniform-single-server-2u1s1r", "witness.by", 1, "witness.instead"),
    ("uniform-single-server-2u1s1r", "witness.instead", placed(2, 0), "witness.instead"),
    ("drf-tasks-sp-2u1s1r", "witness.report.demand", [3], "other.instance"),
    ("drf-tasks-sp-2u1s1r", "witness.report.demand", [1], "witness.report"),
    ("drf-tasks-sp-2u1s1r", "witness.by", 0, "other.instance"),
    ("drf-tasks-sp-2u1s1r", "other.outcome", placed(1, 2), "other.outcome"),
    ("drf-tasks-sp-2u1s1r", "property", "sp-eligibility", "witness.report.demand"),
    ("ps-dsf-tdm-sp-time-slice-2u2s2r", "witness.stands", "every", "witness.stands"),
    ("ps-dsf-tdm-sp-time-slice-2u2s2r", "certificate.resource.0.0", "none", "certificate.resource[0][0]"),
    ("ps-dsf-tdm-sp-time-slice-2u2s2r", "certificate.resource.0.0", 1, "certificate.resource[0][0]"),
    ("ps-dsf-tdm-sp-time-slice-2u2s2r", "mechanism", "ps-dsf", "certificate.resource[0][0]"),
    ("ps-dsf-tdm-sp-time-slice-2u2s2r", "property", "sp", "witness"),
    ("ps-dsf-tdm-sp-time-slice-2u2s1r", "witness.report.rate.0", 1, "witness.report"),
    ("ps-dsf-tdm-sp-time-slice-2u2s1r", "instance.rate.1.0", 0, "outcome"),
    ("ps-dsf-tdm-sp-time-slice-2u2s1r", "property", "sp", "instance.rate"),
    ("ps-dsf-tdm-sp-time-slice-2u2s1r", "mechanism", "ps-dsf", "instance"),
    ("drf-tasks-group-sp-3u1s1r", "witness.lies.0.by", 2, "witness.lies[1].by"),
    ("drf-tasks-group-sp-3u1s1r", "witness.lies.0.by", 0, "other.instance"),
    ("drf-tasks-group-sp-3u1s1r", "witness.lies", [{"by": 1, "report": {"demand": [2], "eligible": [0]}}], "witness.lies"),
    ("drf-population-monotone-3u1s2r", "witness.leaves", 1, "other.instance"),
    ("drf-population-monotone-3u1s2r", "witness.loses", 1, "witness"),
    ("drf-population-monotone-3u1s2r", "witness.loses", 2, "witness.loses"),
    ("drf-population-monotone-3u1s2r", "other.instance.demand.1.0", 1, "other.instance"),
    ("drf-tasks-resource-monotone-2u1s2r", "witness.becomes.capacity.0.1", "1/2", "witness.becomes.capacity[0][1]"),
    ("drf-tasks-resource-monotone-2u1s2r", "witness.becomes.demand.0.1", 2, "witness.becomes"),
    ("drf-tasks-resource-monotone-2u1s2r", "witness.becomes.capacity.0.0", 2, "other.instance"),
    ("drf-tasks-resource-monotone-2u1s2r", "witness.loses", 1, "witness"),
    ("optimum-rounding-bound-2t2r", "witness.instead.fraction.0.0", "2/3", "witness.instead.fraction"),
    ("optimum-rounding-bound-2t2r", "witness.instead.ratio", "1/2", "witness.instead.fraction[0][0]"),
    ("lp-bisection-relaxation-2t3r", "witness.instead.assignment.1", "none", "witness.instead.cost[1]"),
    # cohorts: another decision, a workload that is no target, a workload that is rejected or not pending, a loop that does not close, a
    # turn out of order.
    ("kueue-preempt-acyclic-3q3w1r", "outcome.targets", [[1, "b"], [0, "a"]], "outcome.targets"),
    ("kueue-preempt-acyclic-3q3w1r", "outcome", {}, "outcome.targets"),
    ("kueue-preempt-acyclic-3q3w1r", "witness.cycle", [2, 1, 0], "witness.cycle[1]"),
    ("kueue-preempt-acyclic-3q3w1r", "witness.cycle", [0, 2, 1], "witness.cycle[0]"),
    ("kueue-preempt-acyclic-3q3w1r", "witness.cycle", [2, 0], "witness.cycle"),
    ("kueue-preempt-acyclic-3q3w1r", "witness.cycle", [], "witness.cycle"),
    ("kueue-preempt-acyclic-3q3w1r", "witness.before", [2], "witness.cycle[0]"),
    ("kueue-preempt-acyclic-3q3w1r", "witness.margin", 2, "witness.margin"),
    ("kueue-preempt-acyclic-3q3w1r", "instance.admitted", [0, 0], "instance.admitted"),
    ("kueue-preempt-acyclic-3q3w1r", "instance.admitted", [0, 2], "outcome.targets"),
    ("kueue-preempt-acyclic-3q3w1r", "instance.incoming", 1, "instance.incoming"),
    ("kueue-preempt-acyclic-3q3w1r", "instance.workload.0.priority", 2**31, "instance.workload[0].priority"),
    ("kueue-preempt-acyclic-3q3w1r", "instance.workload.0.request", [0], "instance.workload[0].request"),
    ("kueue-preempt-acyclic-3q3w1r", "mechanism", "kueue-preempt-a", "outcome.targets"),
    ("kueue-preempt-acyclic-in-turn-3q3w1r", "instance.admitted", [], "outcome.targets"),
    ("kueue-preempt-no-return-3q3w1r", "witness.agent", 1, "witness.agent"),
    ("kueue-preempt-no-return-3q3w1r", "witness.agent", 2, "witness.agent"),
    ("kueue-preempt-a-legal-net-2q3w1r", "witness.agent", 2, "witness.agent"),
    ("kueue-preempt-a-legal-net-2q3w1r", "instance.workload.1.priority", 0, "outcome.targets"),
    # the rest of the file.
    ("ddrf-ef-3a2r-positive", "instance.demand.0.1", 0, "certificate.resource[1]"),
    ("pdrf-po-2u1s1r", "found.hypothesis", "positive", "file"),
    ("tsf-population-monotone-3u1s2r", "found.hypothesis", "positive", "instance.demand"),
    ("pdrf-po-2u1s1r", "found.hypothesis", "unit", "found.hypothesis"),
    ("ddrf-ef-3a2r-positive", "found.hypothesis", "unit", "found.hypothesis"),
    ("ddrf-ef-3a2r-positive", "found.hypothesis", "user-weights", "found.hypothesis"),
    ("tsf-si-2u2s2r", "certificate.rounds.0.capacity.0.0", "1/5", "certificate.rounds[0].capacity[0][0]"),
    ("tsf-si-2u2s2r", "certificate.rounds.0.capacity.0.1", "1/5", "certificate.rounds[0].capacity[0][1]"),
    ("pdrf-po-2u1s1r", "found.minimality", "minimal", "found.minimality"),
    ("pdrf-po-2u1s1r", "format", 1, "format"),
    ("pdrf-po-2u1s1r", "note", "two\nlines", "note"),
    ("pdrf-po-2u1s1r", "model", "covering", "mechanism"),
    ("pdrf-po-2u1s1r", "property", "bf", "witness.by"),
    ("pdrf-po-2u1s1r", "outcome.tasks.0", 1, "outcome.tasks[0]"),
    ("pdrf-po-2u1s1r", "instance.capacity", [[1, 1]], "instance.demand[0]"),
    ("pdrf-po-2u1s1r", "instance.demand.0.0", 0, "instance.demand[0]"),
    ("pdrf-po-2u1s1r", "instance.weight", [1, 1], "instance.weight"),
    ("pdrf-po-2u1s1r", "instance.tasks", [5, 5], "instance"),
    ("pdrf-po-2u1s1r", "instance.color", "red", "instance.color"),
    ("pdrf-po-2u1s1r", "other", {"instance": {}, "outcome": {}}, "other"),
]


def patch(value, path, new):
    """A copy of a nested value in which the entry at a dotted path is another."""
    made = copy.deepcopy(value)
    *way, last = path.split(".")
    at = made
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at[step]
    at[int(last) if isinstance(at, list) else last] = new
    return made


def changed(made, path, value):
    """A copy of a record in which the value at a dotted path is another, with the fields in order."""
    made = patch(made, path, value)
    return {name: made[name] for name in record.FIELDS if name in made}


class Records(unittest.TestCase):
    def refused_at(self, made, name):
        with self.assertRaises(Refused) as caught:
            record.judge(made, name)
        return caught.exception.field

    def test_programs_are_not_covered(self):
        name, made = next(iter(CASES.items()))
        for field in ("program", "judge"):
            with self.assertRaises(NotCovered) as caught:
                record.judge({**made, "format": 3, field: {"command": "python3 mine.py"}}, name)
            self.assertEqual(caught.exception.kind, field)

    def test_labels_stand_once(self):
        instance = {"capacity": [[1]], "demand": [[1], [1]], "users": ["a", "b"]}
        cluster.read_instance(instance, "instance")
        with self.assertRaises(Refused) as caught:
            cluster.read_instance({**instance, "users": ["a", "a"]}, "instance")
        self.assertEqual(caught.exception.field, "instance.users")

    def test_cases_are_accepted(self):
        for name, made in CASES.items():
            with self.subTest(name):
                record.judge(made, name)

    def test_every_kind_has_a_case(self):
        witnesses = {made["witness"]["kind"] for made in CASES.values()}
        self.assertEqual(witnesses, set(record.PARTS))
        certificates = {made["certificate"]["kind"] for made in CASES.values() if "certificate" in made}
        known = {kind for mechanism in mechanisms.MECHANISMS.values() for kind in mechanism.kinds}
        # A `bound` proves an optimum that violates no property on record, so it has a separate test.
        # A `start` belongs to a mechanism that is run as printed.
        self.assertEqual(certificates, known - {"bound"} | {"start"})

    def test_changes_are_refused(self):
        for name, path, value, field in CHANGES:
            with self.subTest(name=name, path=path, value=value):
                made = changed(CASES[name], path, value)
                self.assertEqual(self.refused_at(made, name), field)

    def test_a_bottleneck_where_none_is_due(self):
        """User 3 has only half a task and runs it, so it has no bottleneck."""
        name = "drf-population-monotone-3u1s2r"
        done = changed(changed(CASES[name], "instance", THREE | {"tasks": ["inf", "inf", "1/2"]}),
                       "certificate.resource.2.0", "none")
        record.judge(done, name)
        named = changed(done, "certificate.resource.2.0", 0)
        self.assertEqual(self.refused_at(named, name), "certificate.resource[2][0]")

    def test_missing_and_disordered_fields(self):
        made = CASES["pdrf-po-2u1s1r"]
        for field in made:
            less = {name: value for name, value in made.items() if name != field}
            self.assertEqual(self.refused_at(less, "pdrf-po-2u1s1r"), field)
        backwards = dict(reversed(made.items()))
        self.assertEqual(self.refused_at(backwards, "pdrf-po-2u1s1r"), "found")

    def test_mutations_are_refused_or_explained(self):
        """Ids are tested by `mutate.py`, which asks the workbench about other cells."""
        refused = accepted = 0
        for name, made in CASES.items():
            for what, new, path in mutate.changes(made, list(CASES.items())):
                if path[0] in ("mechanism", "property", "model"):
                    continue
                verdict = mutate.judged(new, name if path[0] == "found" else None)
                refused += verdict == "refused"
                if verdict == "accepted":
                    accepted += 1
                    self.assertIsNotNone(explain.explain(made, new), f"{name}: {what}")
        self.assertGreater(refused, 5000)
        self.assertLess(accepted, refused / 20)

    def test_explanations_do_not_cover_claims(self):
        """No rule explains a change of a level, an order, a margin or an outcome that the specification settles."""
        for name, path, value in [
            ("tsf-population-monotone-3u1s2r", "certificate.rounds.0.level", "1/3"),
            ("first-fit-drfh-ef-2u1s1r", "certificate.order", [[1, 0], [0, 0], [0, 0]]),
            ("pdrf-cycles-over-by-3u1s1r", "certificate.cycles.0.tasks.0", 4),
            ("optimum-rounding-bound-2t2r", "certificate.root.split", 1),
            ("first-fit-drfh-ef-2u1s1r", "witness.margin", 2),
            ("first-fit-drfh-ef-2u1s1r", "witness.stands", "chosen"),
            ("drf-tasks-po-2u1s1r", "outcome", placed(1, 0)),
            ("drf-population-monotone-3u1s2r", "instance.capacity.0.1", 2),
        ]:
            with self.subTest(name=name, path=path):
                self.assertIsNone(explain.explain(CASES[name], changed(CASES[name], path, value)))

    def test_no_violation(self):
        self.assertEqual(self.refused_at(NO_VIOLATION, "greedy-rounding-bound-2t3r"), "witness")

    def test_the_file_is_named_after_what_it_holds(self):
        self.assertEqual(self.refused_at(CASES["pdrf-po-2u1s1r"], "pdrf-po-2u1s2r"), "file")

    def test_domains(self):
        for name, path, value in [
            ("drf-population-monotone-3u1s2r", "instance.capacity", [[1, 1], [0, 0]]),
            ("pdrf-po-2u1s1r", "instance.tasks", ["inf", 3]),
            ("optimum-rounding-bound-2t2r", "mechanism", "greedy"),
        ]:
            with self.subTest(name), self.assertRaises(Refused):
                record.judge(changed(CASES[name], path, value), name)

    def test_what_is_not_covered_is_said(self):
        name, steps = "rounding-printed-feasible-3t3r", rounding_printed.STEPS
        try:
            rounding_printed.STEPS = 0
            with self.assertRaises(NotCovered) as caught:
                record.judge(CASES[name], name)
            self.assertEqual(caught.exception.kind, "long run")
            # A gap does not hide errors elsewhere.
            self.assertTrue(self.refused_at(changed(CASES[name], "witness.margin", 17), name).startswith("witness"))
        finally:
            rounding_printed.STEPS = steps
        self.assertEqual(self.refused_at({k: v for k, v in CASES[name].items() if k != "certificate"}, name), "certificate")
        # A second run of an algorithm is no certificate.
        rerun = changed(CASES["tsf-population-monotone-3u1s2r"], "certificate", {"kind": "rerun"})
        self.assertEqual(self.refused_at(rerun, "tsf-population-monotone-3u1s2r"), "certificate.kind")

    def test_a_ratio_below_one_proves_nothing(self):
        name = "lp-bisection-relaxation-1t2r"
        made = check.records_in(check.holder(check.ARCHIVE / f"{name}.toml"))[name]
        record.judge(made, name)
        for wrong in (-1, 0, "1/2"):
            self.assertEqual(self.refused_at(changed(made, "certificate.ratio", wrong), name), "certificate.ratio")


class Parts(unittest.TestCase):
    def test_numbers(self):
        self.assertEqual(document.number("-3/7", "x"), Fraction(-3, 7))
        self.assertEqual(document.number(12, "x"), 12)
        self.assertEqual(document.number("9223372036854775808", "x"), 2**63)
        self.assertEqual(document.number("-9223372036854775809", "x"), -(2**63) - 1)
        for wrong in (2**63, -(2**63) - 1, "9223372036854775807", "09223372036854775808", "9_223_372_036_854_775_808", "٩" * 20,
                      0.5, True, "2/4", "4/2", "3", "0.5", "3/1", "1/0", "+1/2", "1/-2", "01/2", " 1/2", "0/2", None, [1]):
            with self.subTest(wrong), self.assertRaises(Refused):
                document.number(wrong, "x")

    def test_bound(self):
        # Costs 1 and 2, two tasks of demand 1: below ratio 2 only the cheap resource is allowed, and two tasks need it.
        instance = covering.read_instance({"cost": [1, 2], "demand": [1, 1]}, "instance")
        outcome = covering.Assignment(instance, [0, 1])
        optimum = mechanisms.MECHANISMS["optimum"]
        proof = {"resource": [1, 0], "cover": [1, 1], "pay": [0, 0]}

        def judge(multipliers, wanted=outcome):
            mechanisms.check_outcome(optimum, instance, wanted, {"kind": "bound", "multipliers": multipliers}, "i", "o", "c")
        judge(proof)
        for wrong in ({"resource": [0, 1], "cover": [1, 1], "pay": [0, 0]}, {"resource": [2, 0], "cover": [1, 1], "pay": [0, 0]},
                      {"resource": [1, 0], "cover": [1, 1], "pay": [1, 0]}):
            with self.assertRaises(Refused):
                judge(wrong)
        with self.assertRaises(Refused):
            judge(proof, covering.Assignment(instance, [0, None]))

    def test_rounding(self):
        # properties/mechanisms/rounding.md, Example: the value is 5/4; paying 3 and 2 is allowed.
        instance = covering.read_instance({"cost": [1, 1, 1, 2], "demand": [2, 2]}, "instance")
        proof = {"kind": "at-least", "ratio": "5/4", "multipliers": {"resource": [1, 1, 1, 0], "cover": [2, 2], "pay": [1, 1]}}
        rounding = mechanisms.MECHANISMS["rounding"]
        outcome = covering.Assignment(instance, [0, 1, 1, 0])
        mechanisms.check_outcome(rounding, instance, outcome, proof, "i", "o", "c")
        with self.assertRaises(Refused):
            mechanisms.check_outcome(rounding, instance, outcome, {**proof, "ratio": "4/3"}, "i", "o", "c")
        # With the proof of half the ratio, 3 is no longer below twice 5/8 times 2.
        half = {**proof, "ratio": "5/8", "multipliers": {"resource": [1, 1, 1, 0], "cover": [2, 2], "pay": [2, 2]}}
        with self.assertRaises(Refused):
            mechanisms.check_outcome(rounding, instance, outcome, half, "i", "o", "c")

    def test_the_printed_rounding(self):
        """properties/mechanisms/rounding-printed.md: the first task pays 38 where 75/2 is allowed, and the second lacks a
        resource."""
        costs, first = [12, 12, 12, 2, 2, 2, 1, 1, 1], ["1/4", "3/4", "1/4", 0, 0, 1, "1/4", "3/4", "3/4"]
        instance = covering.read_instance({"cost": costs, "demand": [4, 5]}, "instance")
        self.assertEqual(instance.isolation, [5, 7])
        outcome = covering.Assignment(instance, rounding_printed.run(instance, [[Fraction(x), 1 - Fraction(x)] for x in first]))
        self.assertEqual((outcome.cost[0], outcome.held[1]), (38, 4))
        # Case 1: the excess of the task, 3/2, is more than its part 1/2.
        instance = covering.read_instance({"cost": [1, 1, 1], "demand": [1]}, "instance")
        with self.assertRaises(Refused):
            rounding_printed.run(instance, [[Fraction(1)], [Fraction(1)], [Fraction(1, 2)]])
        # Case 2 and "set": 1/4 + 1/4 of task 0 becomes 1/4, because its earlier part is overwritten.
        x = [[Fraction(1, 4)], [Fraction(1, 4)]]
        rounding_printed.pair(x, 0, 1)
        self.assertEqual(x, [[Fraction(1, 4)], [0]])

    def test_isolation(self):
        # Sizes 3, 2, 2 at costs 5, 3, 3: 3 is cheapest alone, 4 by the two small ones, 5 by a large and a small one.
        for due, cost in ((3, 5), (4, 6), (5, 8), (7, 11), (8, None)):
            self.assertEqual(covering.cheapest_cover([5, 3, 3], [3, 2, 2], Fraction(due)), cost)
        self.assertEqual(covering.cheapest_cover([4, 1, 2], [1, 1, 1], Fraction(3, 2)), 3)

    def test_leximin_with_limits(self):
        # Capacity 4, two users of demand 1, the first with one task: its limit settles it at 1, and the rest settles the other at 3.
        instance = cluster.read_instance({"capacity": [[4]], "demand": [[1], [1]], "tasks": [1, "inf"]}, "instance")
        outcome = cluster.read_outcome(placed(1, 3), "outcome", instance)
        rounds = {"kind": "leximin", "rounds": [{"level": "1/4", "weights": [1, 0], "capacity": [[0]], "tasks": ["1/4", 0]},
                                                {"level": "3/4", "weights": [1, 1], "capacity": [["1/4"]], "tasks": [0, 0]}]}
        leximin.check(instance, outcome, rounds, "certificate", leximin.alone_yardstick)
        for path, value in (("rounds.0.tasks.0", "1/5"), ("rounds.0.tasks.1", "1/4"), ("rounds.1.weights.0", 0),
                            ("rounds.1.capacity.0.0", "1/5"), ("rounds.0.weights", [0, 1])):
            with self.subTest(path), self.assertRaises(Refused):
                leximin.check(instance, outcome, patch(rounds, path, value), "certificate", leximin.alone_yardstick)


RECORD = '''format = 2
model = "cluster"
mechanism = "pdrf"
property = "po"
claims = []
note = "One task of either user would fit."

[instance]
capacity = [[1]]
demand = [[1], [1]]

[outcome]
placement = [[0], [0]]
tasks = [0, 0]

[certificate]
kind = "level"
level = "1/2"

[witness]
kind = "better"
instead = { placement = [[1], [0]], tasks = [1, 0] }
margin = 1
stands = "every"

[found]
strategy = "given"
seed = 0
hypothesis = "none"
minimality = "local"
'''


class Features(unittest.TestCase):
    """The table of properties/README.md: a property is out of scope under a feature, or is not."""

    TABLE = Path(__file__).resolve().parent.parent / "properties" / "README.md"
    NAMES = ["path", "weight", "weight", "tasks", "rate", None, "count", "owner", "running"]
    VALUES = [["a", "", "a"], [1, 2, 3], [[1, 2], [2, 1], [1, 1]], [1, 2, "1/2"], [[1], [2], [3]], None, None, [0], [[0], [1], [1]]]

    def said(self, prop, at):
        """The reason of a refusal of any witness, "" where a witness is judged."""
        fields = {"capacity": [[6, 7]], "demand": [[1, 2], [1, 2], [1, 2]]}
        if prop in ("hier-share", "no-starvation"):
            fields["path"] = self.VALUES[0]
        if prop == "si-contributed":
            fields.update(owner=[0, 1, 2], capacity=[[6, 7]] * 3)
        if self.NAMES[at] and not (prop == "si-contributed" and self.NAMES[at] == "owner"):
            width = len(fields["capacity"])
            value = self.VALUES[at]
            fields[self.NAMES[at]] = [row * width for row in value] if self.NAMES[at] in ("rate", "running") else value
        if prop == "srf":
            fields.update(capacity=[[6]], demand=[[1], [1], [1]])
            if at == 2:
                fields["weight"] = [[1], [2], [1]]
        rows = [[x, *[0] * (len(fields["capacity"]) - 1)] for x in (1, 0, 1)]
        parts = {"agent": 0, "envious": 1, "envied": 0, "by": 1, "depth": 1, "waits": 1, "leaves": 2, "loses": 0,
                 "instead": {"placement": [[x, *row[1:]] for x, row in zip((1, 1, 1), rows)], "tasks": [1, 1, 1]},
                 "running": {"placement": rows, "tasks": [1, 0, 1]}}
        said = []
        for name in {4: ["ps-dsf-tdm"], 5: ["hdrf-naive"]}.get(at, ["drf", "ps-dsf-tdm", "hdrf-naive"]):
            order = [name for name in cluster.FIELDS if name in fields]
            case = mechanisms.read_instance("cluster", {name: fields[name] for name in order}, "instance")
            outcome = cluster.read_outcome({"placement": rows, "tasks": [1, 0, 1]}, "outcome", case)
            case = record.Case(mechanisms.MECHANISMS[name], case, outcome, parts, name)
            case.other = record.Run(case.instance, outcome)
            try:
                record.PROPERTIES["cluster"][prop].margin(case)
                return ""
            except Refused as refusal:
                if "scope" not in refusal.reason:
                    return ""
                said.append(refusal.reason)
        return said[0]

    def test_features(self):
        rows = [line.strip("| \n").split(" | ") for line in self.TABLE.read_text().splitlines() if line.startswith("| [")]
        self.assertEqual({row[0][1:].split("]")[0] for row in rows} | {"ends"}, set(record.PROPERTIES["cluster"]))
        for name, *words in rows:
            prop = name[1:].split("]")[0]
            if record.PROPERTIES["cluster"][prop].kind in ("misreport", "collusion") or prop == "non-wasteful":
                continue  # The first hold reports, which the records of the archive cover; the last is never violated.
            for at, said in enumerate(words):
                if self.NAMES[at] != "count":
                    self.assertEqual(bool(self.said(prop, at)), said == "out", f"{prop}, column {at}: {self.said(prop, at)}")


class CommandLine(unittest.TestCase):
    def run_on(self, text, *options, name="pdrf-po-2u1s1r.toml"):
        with tempfile.TemporaryDirectory() as folder:
            if text is not None:
                (Path(folder) / name).write_text(text)
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                status = check.main([*options, folder])
            return status, said.getvalue()

    def test_statuses(self):
        self.assertEqual(self.run_on(RECORD)[0], 0)
        self.assertEqual(self.run_on(None)[0], 1)
        status, said = self.run_on(RECORD.replace("margin = 1", "margin = 1.0"))
        self.assertEqual(status, 1)
        self.assertIn("witness.margin: a bare float", said)
        self.assertEqual(self.run_on("format = ")[0], 1)
        self.assertEqual(self.run_on(RECORD + "extra = 1\n")[0], 1)
        with self.assertRaises(SystemExit) as caught, contextlib.redirect_stderr(io.StringIO()):
            check.main(["/no/such/folder"])
        self.assertEqual(caught.exception.code, 2)
        self.assertEqual(self.run_on(RECORD, name="pdrf-po-2u1s2r.toml")[0], 1)
        self.assertEqual(self.run_on("a = " + "9" * 10000)[0], 1)
        self.assertEqual(self.run_on("a = " + "[" * 10000)[0], 1)

    def test_a_file_of_several(self):
        """One instance with two violations: each is judged, the file is named after the first, and every error names its violation."""
        head, rest = RECORD.split("\n[outcome]", 1)
        ids, instance = head.split("\n[instance]", 1)
        mechanism = ids.split("\n", 2)[2]
        one = lambda ids, margin: "\n[[violates]]\n" + ids + ("\n[outcome]" + rest.replace("margin = 1", margin)).replace("\n[", "\n[violates.")
        whole = 'format = 3\nmodel = "cluster"\n\n[instance]' + instance
        other = mechanism.replace('"pdrf"', '"pdrf-simplified"')
        both = whole + one(mechanism, "margin = 1") + one(other, "margin = 1")
        status, said = self.run_on(both)
        self.assertEqual((status, "2 accepted, 0 refused" in said), (0, True), said)
        status, said = self.run_on(both + '\n[also]\nslots = ["po"]\n')
        self.assertEqual(status, 0, said)
        for wrong, field in [
            (whole + one(mechanism, "margin = 1") + one(other, "margin = 2"), "violates[1].witness.margin"),
            (whole + one(mechanism, "margin = 1") * 2, "violates[1].violates"),
            (whole + one(other, "margin = 1"), "violates[0].file"),
            (both.replace("format = 3", "format = 2"), "format"),
            (both + '\n[also]\nslots = ["made-up"]\n', "also.slots[0]"),
        ]:
            with self.subTest(field):
                status, said = self.run_on(wrong)
                self.assertEqual((status, f"refused: {field}" in said), (1, True), said)

    def test_json(self):
        status, said = self.run_on(RECORD.replace('"1/2"', '"2/4"'), "--format", "json")
        told = json.loads(said)
        self.assertEqual(status, 1)
        self.assertEqual(told["verdicts"], {"accepted": 0, "refused": 1, "not covered": 0})
        self.assertEqual(told["records"][0]["field"], "certificate.level")


if __name__ == "__main__":
    unittest.main()
