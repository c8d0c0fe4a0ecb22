#!/usr/bin/env python3
"""Independent oracle for the whole-task cluster mechanisms: prints the cases of a test.

The script gives every mechanism's allocation on a fixed list of instances.  It is an
independent derivation: it follows the definitions below by direct simulation, one task at
a time, and shares no line with the crate.  It is slow on purpose; every choice is a linear
scan over the users.  Numbers are `fractions.Fraction`, except in the two float64 mechanisms,
which are Python floats (IEEE double) in exactly the order of operations written there.
Nothing outside the standard library is used.

    python3 tasks.py            derive every case

A case is {"name", "instance", "expected"}.  "instance" is an instance file of the crate in
its JSON form.  "expected" maps each of the sixteen mechanisms either to null (refused) or to
{"tasks": [whole tasks of each user]}; the mechanisms that take several servers also have
{"placement": [[whole tasks of user n on server l]]}.  A mechanism that is missing from
"expected" is not judged on that case (four instances are too large for a simulation).

The definitions.  c_r is the capacity of the one server, d_ir the demand of one task of user
i, w_ir its weight, x_i its tasks.  ds_i = max over the demanded r of d_ir / (c_r w_ir) is the
weighted dominant share of one task.  A user that demands a resource of which there is none
runs nothing and is left out of everything.

* drf-tasks (-lower, -index): the user with the least x_i ds_i among those that have tasks to
  run is picked; ties go to the higher ds_i (-lower: the lower ds_i; -index: no second rule),
  then to the lower index.  If its task fits it gets it, if not the filling stops.
* drf-tasks-skip (-skip-lower, -skip-index): the same, but a picked user whose task does not
  fit is left out from then on and the filling goes on.
* pdrf: ds* = max ds_i, k = min_r c_r / sum_i (ds*/ds_i) d_ir, x_i = floor(k ds*/ds_i).
* pdrf-simplified: k' = min_r c_r / sum_i d_ir/ds_i, x_i = floor(k'/ds_i).
* pdrf-f64, pdrf-simplified-f64: the same in IEEE double (see the functions).
* pdrf-final: pdrf, then the users one after the other in ascending order of x_i ds_i (ties:
  higher ds_i, then index); each gets one more task if it fits in what is left at its turn.
* pdrf-cycles: k is computed for the users that remain and the resources that remain; if it is
  at least 1 the users get floor(k ds*/ds_i) tasks; then all users with the highest ds leave.
  This is repeated until no user remains.  The ds_i are those of the full server throughout.
* seq-minmax: among the users with tasks to run whose next task fits, the one with the least
  (x_i + 1) ds_i gets a task (ties: lower index), until there is none.
* first-fit-drfh, best-fit-drfh: the user with the least x_i g_i, g_i = max_r d_ir / (capacity
  of all servers together) / w_i, is picked (ties: lower index).  Its task is placed on the
  first eligible server where it fits, or on the one with the least
  sum_r |d_ir/d_i0 - left_lr/left_l0| (ties: lower index).  A user whose task fits nowhere is
  left out from then on.  A user that does not demand resource 0 makes best fit refuse.
* slots: a slot is the componentwise maximum of the servers, divided by 14; a server has
  min_r floor(c_lr / slot_r) slots.  A task takes the least whole number of slots of one server
  that covers it.  The user that holds the fewest slots per weight is picked (ties: lower
  index), its task is placed on the first eligible server with enough free slots; a user whose
  task fits nowhere is left out from then on.

The mechanisms for one server refuse several servers.  The pdrf family refuses finite tasks.
The mechanisms for several servers refuse weights that differ by resource (any users x resources
matrix of weights).  All sixteen refuse effective rates.
"""

import json
import math
from fractions import Fraction

ZERO = Fraction(0)


class Refused(Exception):
    """The mechanism does not apply to the instance."""


# ---------------------------------------------------------------------------------------
# Instances
# ---------------------------------------------------------------------------------------

class Instance:
    """An instance of the cluster model, its defaults filled in."""

    def __init__(self, fields):
        self.capacity = [[Fraction(v) for v in row] for row in fields["capacity"]]
        self.demand = [[Fraction(v) for v in row] for row in fields["demand"]]
        self.users = range(len(self.demand))
        self.servers = range(len(self.capacity))
        self.resources = range(len(self.capacity[0]))
        weight = fields.get("weight", [1] * len(self.demand))
        self.matrix = isinstance(weight[0], list)      # weights per user and resource
        if self.matrix:
            self.weight = [[Fraction(v) for v in row] for row in weight]
        else:
            self.weight = [[Fraction(v)] * len(self.resources) for v in weight]
        self.eligible = fields.get("eligible", [list(self.servers) for _ in self.users])
        self.tasks = [None if v == "inf" else Fraction(v)
                      for v in fields.get("tasks", ["inf"] * len(self.demand))]
        self.finite = any(v is not None for v in self.tasks)
        self.rates = "rate" in fields

    def wants(self, n, x):
        """True if user n, with x tasks running, has one more whole task to run."""
        return self.tasks[n] is None or x + 1 <= self.tasks[n]


class Pool:
    """An instance with one server, in the form for the mechanisms for one server."""

    def __init__(self, inst, finite_allowed):
        if inst.rates or len(inst.capacity) != 1 or (inst.finite and not finite_allowed):
            raise Refused
        self.inst = inst
        self.capacity = inst.capacity[0]
        self.demand = inst.demand
        self.resources = inst.resources
        # The users that can run a task, or could if the server were large enough.
        self.able = [n for n in inst.users
                     if 0 in inst.eligible[n]
                     and all(self.capacity[r] > 0 for r in self.resources if self.demand[n][r] > 0)]
        self.share = {n: max(self.demand[n][r] / (self.capacity[r] * inst.weight[n][r])
                             for r in self.resources if self.demand[n][r] > 0)
                      for n in self.able}
        self.left = list(self.capacity)
        self.x = [0] * len(self.demand)

    def fits(self, n):
        return all(self.demand[n][r] <= self.left[r] for r in self.resources)

    def give(self, n, count=1):
        self.x[n] += count
        for r in self.resources:
            self.left[r] -= count * self.demand[n][r]


# ---------------------------------------------------------------------------------------
# Progressive filling in one pool
# ---------------------------------------------------------------------------------------

def drf_tasks(inst, ties, skip):
    pool = Pool(inst, finite_allowed=True)
    inside = list(pool.able)
    while True:
        candidates = [n for n in inside if inst.wants(n, pool.x[n])]
        if not candidates:
            return pool.x
        second = {"higher": lambda n: -pool.share[n],
                  "lower": lambda n: pool.share[n],
                  "index": lambda n: ZERO}[ties]
        picked = min(candidates, key=lambda n: (pool.x[n] * pool.share[n], second(n), n))
        if pool.fits(picked):
            pool.give(picked)
        elif skip:
            inside.remove(picked)
        else:
            return pool.x


def seq_minmax(inst):
    pool = Pool(inst, finite_allowed=True)
    while True:
        candidates = [n for n in pool.able if inst.wants(n, pool.x[n]) and pool.fits(n)]
        if not candidates:
            return pool.x
        pool.give(min(candidates, key=lambda n: ((pool.x[n] + 1) * pool.share[n], n)))


# ---------------------------------------------------------------------------------------
# Precomputed DRF
# ---------------------------------------------------------------------------------------

def iterations(pool, users, available):
    """k = min over the demanded resources of available_r / sum_i (ds*/ds_i) d_ir."""
    highest = max(pool.share[n] for n in users)
    totals = [sum((highest / pool.share[n] * pool.demand[n][r] for n in users), ZERO)
              for r in pool.resources]
    return highest, min(available[r] / totals[r] for r in pool.resources if totals[r] > 0)


def pdrf_pool(inst):
    """The pool after plain pdrf."""
    pool = Pool(inst, finite_allowed=False)
    if pool.able:
        highest, k = iterations(pool, pool.able, pool.capacity)
        for n in pool.able:
            pool.give(n, math.floor(k * highest / pool.share[n]))
    assert all(v >= 0 for v in pool.left)
    return pool


def pdrf(inst):
    return pdrf_pool(inst).x


def pdrf_simplified(inst):
    pool = Pool(inst, finite_allowed=False)
    if not pool.able:
        return pool.x
    totals = [sum((pool.demand[n][r] / pool.share[n] for n in pool.able), ZERO)
              for r in pool.resources]
    k = min(pool.capacity[r] / totals[r] for r in pool.resources if totals[r] > 0)
    for n in pool.able:
        pool.give(n, math.floor(k / pool.share[n]))
    return pool.x


def doubles(inst):
    """Capacities, demands and dominant shares of the able users in IEEE double."""
    pool = Pool(inst, finite_allowed=False)
    c = [float(v) for v in pool.capacity]
    d = {n: [float(v) for v in pool.demand[n]] for n in pool.able}
    ds = {n: max((d[n][r] / c[r]) / float(inst.weight[n][r])
                 for r in pool.resources if pool.demand[n][r] > 0)
          for n in pool.able}
    return pool, c, d, ds


def pdrf_f64(inst):
    pool, c, d, ds = doubles(inst)
    if not pool.able:
        return pool.x
    highest = max(ds.values())
    ratio = {n: highest / ds[n] for n in pool.able}
    total = [0.0] * len(c)
    for n in pool.able:
        for r in pool.resources:
            total[r] += ratio[n] * d[n][r]
    k = min(c[r] / total[r] for r in pool.resources if total[r] > 0)
    for n in pool.able:
        pool.x[n] = math.floor(k * ratio[n])
    return pool.x


def pdrf_simplified_f64(inst):
    pool, c, d, ds = doubles(inst)
    if not pool.able:
        return pool.x
    total = [0.0] * len(c)
    for n in pool.able:
        for r in pool.resources:
            total[r] += d[n][r] / ds[n]
    k = min(c[r] / total[r] for r in pool.resources if total[r] > 0)
    for n in pool.able:
        pool.x[n] = math.floor(k / ds[n])
    return pool.x


def pdrf_final(inst):
    pool = pdrf_pool(inst)
    order = sorted(pool.able, key=lambda n: (pool.x[n] * pool.share[n], -pool.share[n], n))
    for n in order:
        if pool.fits(n):
            pool.give(n)
    return pool.x


def pdrf_cycles(inst):
    pool = Pool(inst, finite_allowed=False)
    users = list(pool.able)
    while users:
        highest, k = iterations(pool, users, pool.left)
        if k >= 1:
            for n in users:
                pool.give(n, math.floor(k * highest / pool.share[n]))
            # Each floor loses less than one task, and a cycle has at least one task of every user: the rest of the scarcest resource is
            # less than one more cycle.
            assert iterations(pool, users, pool.left)[1] < 1
        users = [n for n in users if pool.share[n] < highest]
    return pool.x


# ---------------------------------------------------------------------------------------
# Several servers
# ---------------------------------------------------------------------------------------

def several(inst):
    if inst.rates or inst.matrix:
        raise Refused
    return [[0] * len(inst.servers) for _ in inst.users]


def drfh(inst, best):
    """Progressive filling of global dominant shares; first fit, or best fit if `best`."""
    placement = several(inst)
    if best and any(inst.demand[n][0] == 0 for n in inst.users):
        raise Refused
    total = [sum(row[r] for row in inst.capacity) for r in inst.resources]
    inside = [n for n in inst.users
              if all(total[r] > 0 for r in inst.resources if inst.demand[n][r] > 0)]
    share = {n: max(inst.demand[n][r] / total[r] for r in inst.resources if inst.demand[n][r] > 0)
             / inst.weight[n][0] for n in inside}
    left = [list(row) for row in inst.capacity]
    while True:
        candidates = [n for n in inside if inst.wants(n, sum(placement[n]))]
        if not candidates:
            return placement
        n = min(candidates, key=lambda n: (sum(placement[n]) * share[n], n))
        demand = inst.demand[n]
        fitting = [l for l in inst.servers if l in inst.eligible[n]
                   and all(demand[r] <= left[l][r] for r in inst.resources)]
        if not fitting:
            inside.remove(n)
            continue
        server = fitting[0]
        if best:
            def distance(l):
                # demands and remains as parts of the whole pool (wang2013 III-A)
                parts = [r for r in inst.resources if total[r] > 0]
                return sum(abs(demand[r] / total[r] / (demand[0] / total[0])
                               - left[l][r] / total[r] / (left[l][0] / total[0])) for r in parts)
            server = min(fitting, key=lambda l: (distance(l), l))
        placement[n][server] += 1
        for r in inst.resources:
            left[server][r] -= demand[r]


def slots(inst):
    placement = several(inst)
    slot = [max(row[r] for row in inst.capacity) / 14 for r in inst.resources]
    free = []
    for row in inst.capacity:
        counts = [math.floor(row[r] / slot[r]) for r in inst.resources if slot[r] > 0]
        free.append(min(counts) if counts else 0)
    need = {}                                          # slots of one task, for the able users
    for n in inst.users:
        demanded = [r for r in inst.resources if inst.demand[n][r] > 0]
        if all(slot[r] > 0 for r in demanded):
            need[n] = max(math.ceil(inst.demand[n][r] / slot[r]) for r in demanded)
    inside = sorted(need)
    while True:
        candidates = [n for n in inside if inst.wants(n, sum(placement[n]))]
        if not candidates:
            return placement
        n = min(candidates, key=lambda n: (sum(placement[n]) * need[n] / inst.weight[n][0], n))
        fitting = [l for l in inst.servers if l in inst.eligible[n] and free[l] >= need[n]]
        if not fitting:
            inside.remove(n)
            continue
        placement[n][fitting[0]] += 1
        free[fitting[0]] -= need[n]


# ---------------------------------------------------------------------------------------
# The table of mechanisms
# ---------------------------------------------------------------------------------------

ONE_SERVER = [
    ("drf-tasks", lambda inst: drf_tasks(inst, "higher", False)),
    ("drf-tasks-lower", lambda inst: drf_tasks(inst, "lower", False)),
    ("drf-tasks-index", lambda inst: drf_tasks(inst, "index", False)),
    ("drf-tasks-skip", lambda inst: drf_tasks(inst, "higher", True)),
    ("drf-tasks-skip-lower", lambda inst: drf_tasks(inst, "lower", True)),
    ("drf-tasks-skip-index", lambda inst: drf_tasks(inst, "index", True)),
    ("pdrf", pdrf),
    ("pdrf-simplified", pdrf_simplified),
    ("pdrf-f64", pdrf_f64),
    ("pdrf-simplified-f64", pdrf_simplified_f64),
    ("pdrf-final", pdrf_final),
    ("pdrf-cycles", pdrf_cycles),
    ("seq-minmax", seq_minmax),
]

CLOSED_FORMS = ("pdrf", "pdrf-simplified", "pdrf-f64", "pdrf-simplified-f64")

MANY_SERVERS = [
    ("first-fit-drfh", lambda inst: drfh(inst, False)),
    ("best-fit-drfh", lambda inst: drfh(inst, True)),
    ("slots", slots),
]


def expected(fields):
    """The allocation that every mechanism must give on one instance."""
    inst = Instance(fields)
    result = {}
    for mechanism, allocate in ONE_SERVER:
        try:
            result[mechanism] = {"tasks": allocate(inst)}
        except Refused:
            result[mechanism] = None
    for mechanism, allocate in MANY_SERVERS:
        try:
            placement = allocate(inst)
            result[mechanism] = {"tasks": [sum(row) for row in placement], "placement": placement}
        except Refused:
            result[mechanism] = None
    assert result["pdrf"] == result["pdrf-simplified"], fields
    check(inst, result)
    return result


def check(inst, result):
    """Every exact allocation must be within the capacities and within the users' tasks."""
    for mechanism, outcome in result.items():
        if outcome is None or mechanism.endswith("f64"):
            continue
        placement = outcome.get("placement") or [[x] for x in outcome["tasks"]]
        for n in inst.users:
            assert inst.tasks[n] is None or sum(placement[n]) <= inst.tasks[n]
        for l in inst.servers:
            for r in inst.resources:
                used = sum(placement[n][l] * inst.demand[n][r] for n in inst.users)
                assert used <= inst.capacity[l][r], (mechanism, inst.capacity, inst.demand)


# ---------------------------------------------------------------------------------------
# The list of cases
# ---------------------------------------------------------------------------------------

def printed_examples():
    """The worked examples of the papers: (name, instance, printed values)."""
    return [
        ("metin 3.1, nine CPUs and eighteen gigabytes",
         {"model": "cluster", "capacity": [[9, 18]], "demand": [[1, 4], [3, 1]]},
         {"drf-tasks": [3, 2], "pdrf": [3, 2]}),
        ("metin 6.2, capacities 59 and 19",
         {"model": "cluster", "capacity": [[59, 19]], "demand": [[1, 4], [3, 1]]},
         {"drf-tasks": [2, 8]}),
        ("metin 6.1, demands 2, 4 and 10, reserve 35",
         {"model": "cluster", "capacity": [[35]], "demand": [[2], [4], [10]]},
         {}),
        ("wang2013 Fig. 1",
         {"model": "cluster", "capacity": [[2, 12], [12, 2]],
          "demand": [["1/5", 1], [1, "1/5"]]},
         {"best-fit-drfh": [10, 10]}),
    ]


def corner_cases():
    """Instances made by hand for one feature each: (name, instance)."""
    metin = {"model": "cluster", "capacity": [[9, 18]], "demand": [[1, 4], [3, 1]]}

    def pool(capacity, demand, **more):
        return dict({"model": "cluster", "capacity": [capacity], "demand": demand}, **more)

    def servers(capacity, demand, **more):
        return dict({"model": "cluster", "capacity": capacity, "demand": demand}, **more)

    return [
        ("users in the other order", pool([9, 18], [[3, 1], [1, 4]])),
        ("capacities 59 and 19, users in the other order", pool([59, 19], [[3, 1], [1, 4]])),
        ("demands 10, 4 and 2, reserve 35", pool([35], [[10], [4], [2]])),
        ("demands 2, 4 and 10, reserve 26: one cycle", pool([26], [[2], [4], [10]])),
        ("demands 2, 4 and 10, reserve 30: one cycle with real ratios", pool([30], [[2], [4], [10]])),
        ("demands 2, 4 and 10, reserve 61", pool([61], [[2], [4], [10]])),
        ("dominant shares 1.25 to 1", pool([100], [[5], [4]])),
        ("dominant shares 1.4 to 1", pool([100], [[7], [5]])),
        ("dominant shares 1.4 to 1, index order", pool([101], [[5], [7]])),
        ("one user alone", pool([7, 5], [[2, 1]])),
        ("one user alone whose task does not fit", pool([7, 5], [[2, 6]])),
        ("equal users", pool([7], [[1], [1], [1]])),
        ("equal users, nothing fits all", pool([5], [[2], [2], [2]])),
        ("a large user first in line blocks the others", pool([4], [[5], [1]])),
        ("a large user blocks, two resources", pool([10, 4], [[1, 5], [3, 0]])),
        ("all the shares tie at every cycle", pool([12, 12], [[2, 1], [1, 2], [3, 3]])),
        # zero demands, zero capacities
        ("zero demands, apart", pool([5, 7], [[1, 0], [0, 2]])),
        ("zero demands, one resource runs out early", pool([3, 20], [[1, 0], [1, 1], [0, 1]])),
        ("zero demands, the skipped users leave", pool([12, 6, 4], [[1, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 1]])),
        ("a resource that is missing", pool([6, 0], [[1, 1], [2, 0]])),
        ("a resource that is missing and nobody demands", pool([6, 0], [[1, 0], [2, 0]])),
        ("nothing at all", pool([0], [[1], [1]])),
        ("nobody can run", pool([6, 0], [[1, 1], [0, 2]])),
        # weights
        ("the example with weights", dict(metin, weight=[1, 2])),
        ("the example with the weights doubled", dict(metin, weight=[2, 4])),
        ("the example with normalised weights", dict(metin, weight=["1/3", "2/3"])),
        ("the example with weights per resource", dict(metin, weight=[[1, 2], [2, 1]])),
        ("weights per resource, normalised by resource",
         dict(metin, weight=[["1/3", "2/3"], ["2/3", "1/3"]])),
        ("weights per resource, all equal", dict(metin, weight=[[1, 1], [1, 1]])),
        ("weights per resource change the dominant resource",
         pool([20, 20], [[2, 1], [1, 2], [1, 1]], weight=[[3, 1], [1, 3], [1, "1/2"]])),
        ("weights per resource, zero demands",
         pool([20, 30], [[2, 0], [1, 2]], weight=[[1, "1/100"], [2, 1]])),
        ("a weight of one half", pool([10], [[1], [1]], weight=["1/2", 1])),
        ("weights and a missing resource", pool([10, 0], [[1, 1], [1, 0], [2, 0]], weight=[5, 1, 3])),
        # finite tasks
        ("the example with finite tasks", dict(metin, tasks=[1, "inf"])),
        ("the example, everybody served in full", dict(metin, tasks=[1, 2])),
        ("finite tasks, none at all", dict(metin, tasks=[0, "inf"])),
        ("capacities 59 and 19, the first user has two tasks",
         pool([59, 19], [[1, 4], [3, 1]], tasks=[2, "inf"])),
        ("finite tasks with weights", pool([20, 20], [[2, 1], [1, 2], [1, 1]],
                                            tasks=[3, "inf", 2], weight=[1, 1, 3])),
        ("tasks all infinite, said aloud", dict(metin, tasks=["inf", "inf"])),
        # rational data
        ("rational capacities", pool(["17/3", "9/2"], [["1/2", 1], [1, "1/3"]])),
        ("decimals", pool(["2.5", "3.75"], [["0.1", "0.2"], ["0.3", "0.05"]])),
        ("tenths, where doubles are not exact", pool([1], [["0.1"], ["0.2"], ["0.3"]])),
        ("thirds", pool([1, 1], [["1/3", "1/7"], ["1/9", "1/3"], ["1/5", "1/5"]])),
        ("rational demands and weights", pool([10, 7], [["3/7", "2/5"], ["5/9", 1]], weight=["3/2", "2/7"])),
        # refusals
        ("effective rates are refused",
         pool([9, 18], [[1, 4], [3, 1]], rate=[[2], [3]])),
        ("two servers and effective rates",
         servers([[9, 18], [9, 18]], [[1, 4], [3, 1]], rate=[[2, 1], [3, 3]])),
        ("two servers, weights per resource",
         servers([[9, 18], [9, 18]], [[1, 4], [3, 1]], weight=[[1, 2], [2, 1]])),
        ("best fit refuses a first demand of zero",
         servers([[4, 4], [4, 8]], [[0, 1], [1, 2]])),
        # several servers
        ("two unlike servers", servers([[2, 12], [12, 2]], [[1, 3], [3, 1]])),
        ("two unlike servers in the other order", servers([[12, 2], [2, 12]], [[1, 3], [3, 1]])),
        ("best fit ties go to the first server", servers([[4, 4], [4, 4]], [[1, 1], [2, 2]])),
        ("best fit looks at what is left", servers([[6, 3], [3, 6]], [[1, 1], [2, 1]])),
        ("three servers, three resources",
         servers([[4, 4, 8], [8, 2, 4], [2, 8, 2]], [[1, 1, 1], [2, 1, 0], [1, 2, 1]])),
        ("placement constraints",
         servers([[9, 12, 100], [12, 12, 0]], [[1, 2, 10], [1, 2, 1], [1, 2, 0]],
                 eligible=[[0], [0], [0, 1]], weight=[1, 1, 2])),
        ("placement constraints, the constrained user comes late",
         servers([[4, 4], [4, 4]], [[1, 1], [2, 1]], eligible=[[0, 1], [0]])),
        ("several servers, finite tasks",
         servers([[4, 4], [4, 8]], [[2, 1], [1, 2]], tasks=[1, "inf"])),
        ("several servers, everybody served in full",
         servers([[9, 9], [9, 9]], [[1, 2], [2, 1]], tasks=[1, 2])),
        ("several servers, a user whose resources are never together",
         servers([[5, 0], [0, 5]], [[1, 1], [1, 0]])),
        ("several servers, a resource the pool lacks",
         servers([[4, 0], [6, 0]], [[1, 1], [2, 0]])),
        ("several servers, an empty server first",
         servers([[0, 0], [6, 6]], [[1, 2], [2, 1]])),
        ("tasks larger than a slot", servers([[14, 14], [7, 7]], [[3, 1], [1, 2]])),
        ("a task of more slots than any server has free", servers([[14, 28], [7, 7]], [[10, 1], [1, 1]])),
        ("a slot that no server divides evenly", servers([[10, 9], [5, 6]], [[1, 1], [2, 3]], weight=[1, 3])),
        ("slots, tiny tasks take a whole slot", servers([[28, 28]], [["1/2", "1/2"], [2, 1]])),
        ("Table I's classes", servers([["0.5", "0.5"], ["0.5", "0.25"], ["0.5", "0.75"], [1, 1], ["0.25", "0.25"]],
                                      [["0.1", "0.05"], ["0.06", "0.1"], ["0.2", "0.3"]])),
        ("the uniform cluster with weights", servers([[6, 6]] * 3, [[1, 2], [2, 1], [3, 3]], weight=[1, 2, 3])),
    ]


def float_cases():
    """Instances on which the doubles matter: (name, instance).

    The doubles fall below the exact result.  Those called the smallest are so by an exhaustive
    search over integers (fewest users, then fewest resources, then the least sum).
    """
    def pool(capacity, demand, **more):
        return dict({"model": "cluster", "capacity": [capacity], "demand": demand}, **more)

    return [
        ("doubles, the smallest instance where pdrf-f64 loses a task", pool([10], [[1], [3]])),
        ("doubles, three users, pdrf-f64 loses a task", pool([9], [[1], [3], [15]])),
        ("doubles, the smallest instance where pdrf-simplified-f64 loses tasks",
         pool([33], [[1], [1], [1]])),
        ("doubles, two resources, both forms lose a task", pool([5, 10], [[1, 1], [1, 3]])),
        ("doubles, the same with the users exchanged", pool([5, 10], [[1, 3], [1, 1]])),
        ("doubles, decimals", pool(["0.3"], [["0.1"]])),
        ("doubles, decimals and weights", pool(["0.7", "2.1"], [["0.1", "0.1"], ["0.2", "0.7"]],
                                               weight=["0.1", "0.3"])),
        ("doubles, weights per resource", pool([10, 30], [[1, 3], [3, 1]],
                                               weight=[["1/3", "1/7"], ["2/3", "6/7"]])),
        ("doubles, a weight of one third each", pool([30], [[1], [3], [5]],
                                                     weight=["1/3", "1/3", "1/3"])),
    ]


def overfull_cases():
    """Instances on which a double rounds up and the reserve is exceeded.

    They need about 2^51 units of the reserve, so that only the closed forms can be run: the other mechanisms are missing from "expected".
    """
    def pool(capacity, demand):
        return {"model": "cluster", "capacity": [capacity], "demand": demand}

    return [
        ("doubles exceed the reserve, the simplified form, one user",
         pool([3930534994721909], [[194]])),
        ("doubles exceed the reserve, the simplified form, two users",
         pool([3951857655879863], [[6], [6]])),
        ("doubles exceed the reserve, three users", pool([8499642666992549], [[2], [5], [6]])),
        ("doubles exceed the reserve, a capacity that is no double",
         pool([9007199254740995], [[1]])),
    ]


class Dice:
    """A small linear congruential generator, so that the cases do not depend on a library."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        return (self.state >> 33) % n

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def chance(self, p, q):
        return self.below(q) < p

    def pick(self, values):
        return values[self.below(len(values))]


def random_pool(dice):
    """One server; ties, equal users, zero demands, missing resources and weights are common."""
    users, resources = dice.between(1, 5), dice.between(1, 3)
    top = dice.pick([3, 6, 12])
    capacity = [dice.pick([0] + [dice.between(5, 60)] * 14) for _ in range(resources)]
    if dice.chance(1, 6):
        capacity = [v if dice.chance(1, 2) else "%d/%d" % (2 * v + 1, dice.between(2, 5))
                    for v in capacity]
    demand = []
    for n in range(users):
        row = [0 if dice.chance(1, 5) else dice.between(1, top) for _ in range(resources)]
        if all(v == 0 for v in row):
            row[dice.below(resources)] = dice.between(1, top)
        if n > 0 and dice.chance(1, 6):
            row = list(dice.pick(demand))
        demand.append(row)
    fields = {"model": "cluster", "capacity": [capacity], "demand": demand}
    weights = [1, 1, 2, 3, "1/2", "2/3"]
    kind = dice.below(6)
    if kind == 0:
        fields["weight"] = [dice.pick(weights) for _ in range(users)]
    elif kind == 1:
        fields["weight"] = [[dice.pick(weights) for _ in range(resources)] for _ in range(users)]
    if dice.chance(1, 5):
        fields["tasks"] = [dice.between(0, 6) if dice.chance(1, 2) else "inf" for _ in range(users)]
    return fields


def random_cluster(dice):
    """Two to four servers; some cases have placement constraints, weights or finite tasks."""
    users, servers, resources = dice.between(1, 4), dice.between(2, 4), dice.between(1, 3)
    top = dice.pick([2, 4, 6])
    capacity = [[dice.pick([0] + [dice.between(2, 20)] * 9) for _ in range(resources)]
                for _ in range(servers)]
    demand = []
    for _ in range(users):
        row = [dice.between(1, top)] + [0 if dice.chance(1, 5) else dice.between(1, top)
                                        for _ in range(resources - 1)]
        if dice.chance(1, 8):
            row[0] = 0
        if all(v == 0 for v in row):
            row[0] = 1
        demand.append(row)
    fields = {"model": "cluster", "capacity": capacity, "demand": demand}
    if dice.chance(1, 3):
        fields["weight"] = [dice.pick([1, 1, 2, 3, "1/2", "2/3"]) for _ in range(users)]
    if dice.chance(1, 3):
        fields["eligible"] = [[l for l in range(servers) if dice.chance(2, 3)]
                              or [dice.below(servers)] for _ in range(users)]
    if dice.chance(1, 4):
        fields["tasks"] = [dice.between(0, 6) if dice.chance(1, 2) else "inf" for _ in range(users)]
    return fields


SEED = 20240611
RANDOM_POOLS = 50
RANDOM_CLUSTERS = 26


def cases():
    for name, fields, printed in printed_examples():
        result = expected(fields)
        for mechanism, tasks in printed.items():
            assert result[mechanism]["tasks"] == tasks, (name, mechanism, result[mechanism])
        yield {"name": name, "instance": fields, "expected": result}
    for name, fields in corner_cases() + float_cases():
        yield {"name": name, "instance": fields, "expected": expected(fields)}
    for name, fields in overfull_cases():
        inst = Instance(fields)
        result = {mechanism: {"tasks": allocate(inst)} for mechanism, allocate in ONE_SERVER
                  if mechanism in CLOSED_FORMS}
        assert result["pdrf"] == result["pdrf-simplified"]
        assert any(sum(x * row[0] for x, row in zip(result[mechanism]["tasks"], inst.demand))
                   > inst.capacity[0][0] for mechanism in result)
        yield {"name": name, "instance": fields, "expected": result}
    dice = Dice(SEED)
    for k in range(RANDOM_POOLS):
        fields = random_pool(dice)
        yield {"name": "random pool %d" % k, "instance": fields, "expected": expected(fields)}
    for k in range(RANDOM_CLUSTERS):
        fields = random_cluster(dice)
        yield {"name": "random cluster %d" % k, "instance": fields, "expected": expected(fields)}


if __name__ == "__main__":
    print("[\n" + ",\n".join(json.dumps(case) for case in cases()) + "\n]")
