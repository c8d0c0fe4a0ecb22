#!/usr/bin/env python3
"""Which sets of properties a rule for divisible tasks can have, over a small scope, by another way than the crate's.

`divisible.py IDS CAPACITIES MAX [DEMAND]` prints one JSON list with an entry for each subset of IDS: `{"properties": [..], "possible": bool}`;
with two users, and with DEMAND as JSON only over the profiles with these demands.
`divisible.py --core FILE` reads a record of kind "divisible-impossible" and prints for each subset of its profiles whether the properties
can be met there: `{"profiles": [..], "possible": bool}`.

A profile is a server and the demands of its users, all from 1; every capacity from 1 occurs when `resource-monotone` is among the ids. The
amounts at all profiles are the variables. Every condition is an inequality between two of them or at one profile, and Pareto optimality is
"for each user, a resource that it demands is full". Here the cases of full resources are gone through profile by profile in order, and each
system is decided by the textbook simplex method with artificial variables in fractions. Nothing of the crate and nothing of the checker is used.
"""

import itertools
import json
import sys
import tomllib
from fractions import Fraction as Q


def feasible(rows):
    """True if amounts of at least 0 satisfy `sum of row = bound` for each (row, bound) of sparse rows; the caller adds slack variables."""
    columns = sorted({c for row, _ in rows for c in row})
    place = {c: k for k, c in enumerate(columns)}
    table, basis = [], []
    for i, (row, bound) in enumerate(rows):
        sign = -1 if bound < 0 else 1
        line = {place[c]: sign * x for c, x in row.items() if x}
        line[-1] = sign * Q(bound)
        table.append(line)
        basis.append(len(columns) + i)
    goal = {}
    for line in table:
        for c, x in line.items():
            goal[c] = goal.get(c, Q(0)) + x
    while True:
        enter = min((c for c, x in goal.items() if c >= 0 and x > 0), default=None)
        if enter is None:
            return goal.get(-1, Q(0)) == 0
        ratios = [(line.get(-1, Q(0)) / line[enter], basis[i], i) for i, line in enumerate(table) if line.get(enter, 0) > 0]
        _, _, leave = min(ratios)
        pivot = table[leave][enter]
        table[leave] = {c: x / pivot for c, x in table[leave].items()}
        for line in [*(t for i, t in enumerate(table) if i != leave), goal]:
            times = line.get(enter)
            if times:
                for c, x in table[leave].items():
                    new = line.get(c, Q(0)) - times * x
                    if new:
                        line[c] = new
                    else:
                        line.pop(c, None)
        basis[leave] = enter


class System:
    """Profiles with the conditions of some properties."""

    def __init__(self, ids, profiles):
        self.ids, self.profiles, self.at_least = ids, profiles, []
        for i, (capacity, demand) in enumerate(profiles):
            for r, c in enumerate(capacity):
                self.at_least.append(({(i, u): Q(-d[r]) for u, d in enumerate(demand)}, Q(-c)))
            self.alone(i, capacity, demand)
            for j, other in enumerate(profiles):
                self.between(i, profiles[i], j, other)

    def alone(self, i, capacity, demand):
        n = len(demand)
        for u, d in enumerate(demand):
            if "si" in self.ids:
                self.at_least.append(({(i, u): Q(1)}, min(Q(c, n * x) for c, x in zip(capacity, d))))
            for v, e in enumerate(demand):
                if "ef" in self.ids and u != v:
                    self.at_least.append(({(i, u): Q(1), (i, v): -min(Q(y, x) for x, y in zip(d, e))}, Q(0)))

    def between(self, i, p, j, q):
        (capacity, demand), (capacity2, demand2) = p, q
        if "sp" in self.ids and capacity == capacity2 and len(demand) == len(demand2):
            liars = [u for u in range(len(demand)) if demand[u] != demand2[u]]
            if len(liars) == 1:
                u = liars[0]
                worth = min(Q(y, x) for x, y in zip(demand[u], demand2[u]))
                self.at_least.append(({(i, u): Q(1), (j, u): -worth}, Q(0)))
        if "resource-monotone" in self.ids and i != j and demand == demand2 and all(a >= b for a, b in zip(capacity, capacity2)):
            self.at_least += [({(i, u): Q(1), (j, u): Q(-1)}, Q(0)) for u in range(len(demand))]
        if "anonymous" in self.ids and capacity == capacity2 and len(demand) == len(demand2):
            for names in itertools.permutations(range(len(demand))):
                if demand == [demand2[n] for n in names]:
                    moved = [(u, n) for u, n in enumerate(names) if (i, u) != (j, n)]
                    self.at_least += [({(i, u): Q(1), (j, n): Q(-1)}, Q(0)) for u, n in moved]

    def possible(self, full=(), at=0):
        """True if some amounts satisfy the conditions, with the resources of `full`, pairs of profile and resource, used up."""
        rows = []
        for k, (row, bound) in enumerate(self.at_least):
            rows.append(({**row, ("slack", k): Q(-1)}, bound))
        for i, r in full:
            capacity, demand = self.profiles[i]
            rows.append(({(i, u): Q(d[r]) for u, d in enumerate(demand)}, Q(capacity[r])))
        names = {c: k for k, c in enumerate(sorted({c for row, _ in rows for c in row}, key=str))}
        if not feasible([({names[c]: x for c, x in row.items()}, bound) for row, bound in rows]):
            return False
        if "po" not in self.ids or at == len(self.profiles):
            return True
        # With demands from 1 every user demands every resource, so that one full resource is enough.
        return any(self.possible((*full, (at, r)), at + 1) for r in range(len(self.profiles[at][0])))


def scope(ids, largest, most, users):
    rows = [list(d) for d in itertools.product(*[range(1, m + 1) for m in most])]
    pools = itertools.product(*[range(1, c + 1) if "resource-monotone" in ids else [c] for c in largest])
    return [(list(c), list(d)) for c in pools for d in itertools.product(rows, repeat=users)]


def main():
    if sys.argv[1] == "--core":
        with open(sys.argv[2], "rb") as handle:
            record = tomllib.load(handle)
        profiles = [(one["capacity"][0], one["demand"]) for one in record["profile"]]
        answers = []
        for size in range(len(profiles) + 1):
            for some in itertools.combinations(range(len(profiles)), size):
                system = System(record["properties"], [profiles[i] for i in some])
                answers.append({"profiles": list(some), "possible": system.possible()})
    else:
        ids = sys.argv[1].split(",")
        largest, most = ([int(c) for c in text.split("x")] for text in sys.argv[2:4])
        profiles = scope(ids, largest, most, 2)
        if len(sys.argv) > 4:
            profiles = [p for p in profiles if p[1] == json.loads(sys.argv[4])]
        answers = []
        for size in range(len(ids) + 1):
            for subset in itertools.combinations(ids, size):
                answers.append({"properties": list(subset), "possible": System(subset, profiles).possible()})
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
