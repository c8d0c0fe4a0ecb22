#!/usr/bin/env python3
"""Runs of Algorithm I of Khamse-Ashari et al. (2017) that never end.

Written from Table II of the paper and properties/mechanisms/ps-dsf-printed.md; it shares no line with the workbench or
`checker/`. All numbers are `fractions.Fraction`.

    python3 tests/oracle/endless.py                 the instances of KNOWN, state by state; exit status 1 if one does not come out
    python3 tests/oracle/endless.py --count 2000    a table: how often runs end, swing or settle, by start, order and beta

What never to end means here.  The algorithm visits the servers in rounds and stops after a round without an update.
- *recurs*: the allocation before a round is, entry by entry, that before an earlier round.  The algorithm is deterministic
  once the order of servers and the choice of beta are fixed, so the rounds between the two repeat for ever.
- *swings*: no allocation has come back so far, and the last rounds still change it by more than 1/1000.  Some of these
  approach a cycle of two to eight allocations (the table counts them by length, with None for those where no cycle was seen in
  40 rounds); this is observed and not proved.
- *settles*: the changes of a round have fallen below 1/1000.  In 40 rounds the run has not reached what it
  seems to approach.  In five of five such runs that were looked at (three users), each change is the one before it times one fixed
  fraction, exactly, as in the instance of SETTLING: `shrinks` finds the fraction.  With the decisions of the rounds fixed as well, that is
  a contraction that never arrives.
- *inner*: the loop at one server does not end.  A beta below the largest admissible one brings two levels closer and never
  together, so that the loop repeats the update for ever.

What was found.  Capacities are positive in all instances.
- Zero demands are needed as far as we saw: in doubles, with a tolerance of 1e-9, 45 million random instances with positive
  demands (two to four users, two servers, up to three resources, entries to 5, any eligible servers) ended or settled, and
  of 36 million with zero demands 1,925 swung or recurred, one in 19,000.
- Two users, three resources, entries to 3, weights to 2, any eligible servers: none of 17.7 million instances (all of the scope, up
  to the order of resources).  Three users, two resources: none of 28.7 million (the same).  Three users, three resources,
  entries to 2: none of 9.5 million with equal weights, and 12 of 2.5 million with weights to 2, all of them the second
  instance of KNOWN with users and resources in another order.
- Three users, three resources, entries to 3, equal weights, everybody everywhere: 6,164 of 41.3 million swing or recur.  The
  least sum of entries is 18; the first instance of KNOWN has it.
- Four users, two resources: runs that settle, but slowly: the distance falls like 1/k in round k.
- In the family of `--count` each of three users leaves out one of three resources.  Of 1,000 instances with entries to 3 (seed 1),
  run as printed, 815 end, 178 settle, 3 recur and 4 swing; with entries to 5 it is 854, 131, 1 and 14.
- The start hardly matters: from nothing, from half of DRF, from slices by weight and from all for user 1, 6 or 7 of the 1,000
  recur or swing.  So it is with the servers in the other order (6), and when a user that two resources pick is
  released once (7).  One order of servers may end where the other does not.
- Beta: half of the largest at the first update of a visit and the largest from then on makes no difference (815, 178, 3, 4).
  Half of the largest at every update ends in 448 cases, those in which DRF on each server needs no update at all, and in the
  other 552 the loop at one server does not end.
The counts before the family's were made by a screening program in doubles, which is not kept; the family is counted here, exactly.
"""

import random
import sys
from collections import Counter
from fractions import Fraction as F

ROUNDS = 40      # rounds before a run counts as long
VISITS = 400     # passes of the loop at one server before it counts as endless
DIGITS = 2500    # binary digits of a denominator before a run is cut off


class Cluster:
    """Capacities (server by resource), demands (user by resource), weights; every user is eligible everywhere."""

    def __init__(self, capacity, demand, weight=None):
        self.capacity = [[F(c) for c in row] for row in capacity]
        self.demand = [[F(d) for d in row] for row in demand]
        self.weight = [F(w) for w in weight or [1] * len(demand)]
        self.users, self.servers, self.resources = range(len(demand)), range(len(capacity)), range(len(capacity[0]))
        # tasks of user n on server i alone
        self.alone = [[min(c[r] / d[r] for r in self.resources if d[r] > 0) for c in self.capacity] for d in self.demand]

    def free(self, x, i):
        return [self.capacity[i][r] - sum(x[n][i] * self.demand[n][r] for n in self.users) for r in self.resources]


def drf(cluster, i, take=F(1)):
    """DRF on server i alone, for the fraction `take` of it."""
    tasks = [F(0) for _ in cluster.users]
    free = [take * c for c in cluster.capacity[i]]
    rising = [n for n in cluster.users if cluster.alone[n][i] > 0]
    while rising:
        pace = {n: cluster.weight[n] * cluster.alone[n][i] for n in rising}
        need = [sum(pace[n] * cluster.demand[n][r] for n in rising) for r in cluster.resources]
        step = min(free[r] / need[r] for r in cluster.resources if need[r] > 0)
        for n in rising:
            tasks[n] += step * pace[n]
        free = [f - step * v for f, v in zip(free, need)]
        gone = [r for r in cluster.resources if need[r] > 0 and free[r] == 0]
        rising = [n for n in rising if all(cluster.demand[n][r] == 0 for r in gone)]
    return tasks


def columns(cluster, of):
    by_server = [of(i) for i in cluster.servers]
    return [[by_server[i][n] for i in cluster.servers] for n in cluster.users]


STARTS = {
    "DRF on each server, as printed": lambda c: columns(c, lambda i: drf(c, i)),
    "nothing": lambda c: columns(c, lambda i: [F(0) for _ in c.users]),
    "half of DRF": lambda c: columns(c, lambda i: drf(c, i, F(1, 2))),
    "slices by weight": lambda c: columns(c, lambda i: [c.weight[n] / sum(c.weight) * c.alone[n][i] for n in c.users]),
    "user 1 has all": lambda c: columns(c, lambda i: [c.alone[n][i] if n == 0 else F(0) for n in c.users]),
}

# From the largest admissible beta and the number of the update in the loop at this server, the chosen beta.
BETAS = {
    "largest": lambda most, _: most,
    "half of it at the first update, then the largest": lambda most, update: most / 2 if update == 0 else most,
    "half of it": lambda most, _: most / 2,
}


class InnerLoop(Exception):
    """The loop at one server does not end."""


def serve(cluster, x, i, beta_of, once):
    """The server procedure at server i; changes x and returns its decision."""
    inside = [n for n in cluster.users if cluster.alone[n][i] > 0]
    decided, update = [], 0
    for _ in range(VISITS):
        if not inside:
            return decided
        unit = {n: cluster.weight[n] * cluster.alone[n][i] for n in inside}
        level = {n: sum(x[n]) / unit[n] for n in inside}
        least = min(level.values())
        lowest = [n for n in inside if level[n] == least]
        free = cluster.free(x, i)
        full = [r for r in cluster.resources if free[r] == 0 and any(cluster.demand[n][r] > 0 for n in lowest)]
        holders = {r: [n for n in inside if x[n][i] * cluster.demand[n][r] > 0] for r in full}
        bottleneck = [r for r in full if all(level[n] == least for n in holders[r])]
        if bottleneck:
            inside = [n for n in inside if cluster.demand[n][bottleneck[0]] == 0]
            decided.append(("bottleneck", i, bottleneck[0]))
            continue
        released = {r: min(holders[r], key=lambda n: (-level[n], n)) for r in full}
        counted = sorted(set(released.values())) if once else list(released.values())
        for n in counted:
            free = [f + x[n][i] * d for f, d in zip(free, cluster.demand[n])]
        need = [sum(unit[n] * cluster.demand[n][r] for n in lowest) for r in cluster.resources]
        z = min(free[r] / need[r] for r in cluster.resources if need[r] > 0)
        most = F(1)
        for n in set(released.values()):
            slope = z + x[n][i] / unit[n]
            if slope > 0:
                most = min(most, (level[n] - least) / slope)
        beta = beta_of(most, update)
        for n in lowest:
            x[n][i] += beta * unit[n] * z
        for n in set(released.values()):
            x[n][i] *= 1 - beta
        update += 1
        decided.append(("update", i, tuple(lowest), tuple(sorted(released.items()))))
    raise InnerLoop


def run(cluster, start="DRF on each server, as printed", order=None, beta="largest", once=False):
    """The course of a run: its kind, the allocations before each round, and the length of the cycle if one was seen."""
    x = [list(row) for row in STARTS[start](cluster)]
    before, states, decisions = {}, [], []
    for round_ in range(ROUNDS):
        state = tuple(map(tuple, x))
        if state in before:
            return "recurs", states, round_ - before[state]
        before[state] = round_
        states.append(state)
        decided = []
        try:
            for i in order or cluster.servers:
                decided += serve(cluster, x, i, BETAS[beta], once)
        except InnerLoop:
            return "inner", states, None
        decisions.append(decided)
        if all(what[0] == "bottleneck" for what in decided):
            return "ends", states, None
        if max(v.denominator.bit_length() for row in x for v in row) > DIGITS:
            break
    states.append(tuple(map(tuple, x)))
    if change(states[-2], states[-1]) < F(1, 1000):
        return "settles", states, None
    cycle = next((p for p in range(2, 9) if change(states[-1 - p], states[-1]) < F(1, 10**6)), None)
    return "swings", states, cycle


def change(one, other):
    return max(abs(a - b) for p, q in zip(one, other) for a, b in zip(p, q))


# Each: capacities, demands, weights; the allocations before rounds 1, 2, ..; the number of rounds of the cycle. In each the last
# allocation leads back to the one that precedes the end by the length of the cycle.
KNOWN = [
    # Sum of entries 18, the smallest that was found with equal weights.
    ([[1, 1, 2], [1, 1, 1]], [[1, 0, 2], [0, 3, 1], [3, 1, 0]], [1, 1, 1],
     [[["1/2", "1/3"], ["5/18", "7/27"], ["1/6", "2/9"]],
      [["2/3", "0"], ["8/27", "2/9"], ["1/9", "1/3"]],
      [["20/21", "1/14"], ["2/21", "29/126"], ["1/63", "13/42"]],
      [["13/14", "0"], ["1/7", "2/9"], ["1/42", "1/3"]]], 2),
    # Entries to 2, one user of weight 2.
    ([[1, 1, 1], [1, 2, 2]], [[1, 0, 2], [0, 2, 1], [2, 1, 0]], [1, 2, 1],
     [[["3/10", "5/9"], ["2/5", "8/9"], ["1/5", "2/9"]],
      [["11/45", "1/2"], ["14/45", "1"], ["17/45", "0"]],
      [["0", "9/16"], ["1/4", "7/8"], ["1/2", "7/32"]],
      [["1/4", "1/2"], ["5/16", "1"], ["3/8", "0"]]], 2),
    # The instance above with the user of weight 2 as two users of weight 1: four users, entries to 2, equal weights.
    ([[1, 1, 1], [1, 2, 2]], [[1, 0, 2], [0, 2, 1], [0, 2, 1], [2, 1, 0]], [1, 1, 1, 1],
     [[["3/10", "5/9"], ["1/5", "4/9"], ["1/5", "4/9"], ["1/5", "2/9"]],
      [["11/45", "1/2"], ["7/45", "1/2"], ["7/45", "1/2"], ["17/45", "0"]],
      [["0", "9/16"], ["1/8", "7/16"], ["1/8", "7/16"], ["1/2", "7/32"]],
      [["1/4", "1/2"], ["5/32", "1/2"], ["5/32", "1/2"], ["3/8", "0"]]], 2),
]

# Capacities, demands, and the fraction by which the change of a round shrinks.
SETTLING = ([[3, 2, 3], [1, 1, 3]], [[0, 1, 1], [1, 0, 3], [3, 1, 0]], F(7, 27))


def shrinks(states):
    """The fraction by which each of the last changes is that of the round before, in every entry; None if there is none."""
    steps = [[b - a for p, q in zip(one, other) for a, b in zip(p, q)] for one, other in zip(states[-6:], states[-5:])]
    found = {b / a for one, other in zip(steps, steps[1:]) for a, b in zip(one, other) if a != 0}
    still = all(b == 0 for one, other in zip(steps, steps[1:]) for a, b in zip(one, other) if a == 0)
    return found.pop() if still and len(found) == 1 else None


def known():
    """Runs the instances of KNOWN and compares every allocation; none of them overloads a server."""
    good = True
    for capacity, demand, weight, due, length in KNOWN:
        cluster = Cluster(capacity, demand, weight)
        kind, states, cycle = run(cluster)
        same = states == [tuple(tuple(F(v) for v in row) for row in state) for state in due]
        whole = all(f >= 0 for x in states for i in cluster.servers for f in cluster.free(x, i))
        fine = kind == "recurs" and cycle == length and same and whole
        good = good and fine
        print(f"capacity {capacity}, demand {demand}, weight {weight}: {kind}, cycle of {cycle}; {'as listed' if fine else 'NOT as listed'}")
        for k, x in enumerate(states, 1):
            print(f"  before round {k}: " + "; ".join(", ".join(map(str, row)) for row in x))
        print(f"  before round {len(states) + 1}: as before round {len(states) + 1 - cycle}" if kind == "recurs" else "  ..")
    # Releasing a user once instead of once for each resource does not affect the existence of such runs.
    for capacity, demand, weight, _, _ in KNOWN:
        kind, _, cycle = run(Cluster(capacity, demand, weight), once=True)
        print(f"released once, demand {demand}: {kind}, cycle {cycle}")
    capacity, demand, due = SETTLING
    kind, states, _ = run(Cluster(capacity, demand))
    fine = kind == "settles" and shrinks(states) == due
    print(f"capacity {capacity}, demand {demand}: {kind}, changes shrink by {shrinks(states)}; {'as listed' if fine else 'NOT as listed'}")
    return good and fine


def count(instances, largest, seed):
    """The table of the family: three users, user n without resource n; two servers; entries from 1 to `largest`."""
    rng = random.Random(seed)
    draw = lambda: rng.randint(1, largest)
    family = [Cluster([[draw() for _ in range(3)] for _ in range(2)],
                      [[0 if r == n else draw() for r in range(3)] for n in range(3)]) for _ in range(instances)]
    ways = [{"start": start} for start in STARTS] + [{"order": [1, 0]}, {"once": True}]
    ways += [{"beta": beta} for beta in BETAS if beta != "largest"]
    print(f"{instances} instances, entries to {largest}, seed {seed}; what is not named is as printed, with the largest beta")
    for way in ways:
        kinds, cycles = Counter(), Counter()
        for cluster in family:
            kind, _, cycle = run(cluster, **way)
            kinds[kind] += 1
            if kind in ("recurs", "swings"):
                cycles[cycle] += 1
        said = ", ".join(f"{key} {value}" for key, value in way.items())
        print(f"{said}: " + ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items()))
              + (f"; cycle {dict(cycles)}" if cycles else ""), flush=True)


def main(words):
    if "--count" in words:
        number = lambda word, default: int(words[words.index(word) + 1]) if word in words else default
        count(number("--count", 0), number("--largest", 3), number("--seed", 1))
        return 0
    return 0 if known() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
