#!/usr/bin/env python3
"""Exhaustion over all rules of a small scope, for every subset of a list of properties: `brute.py IDS CAPACITIES [USERS] [--cores]`.

IDS as `po,si,sp`, CAPACITIES of one server as `2x3`; demands go from 1 to the capacity. Prints one JSON list with an entry for each subset:
`{"properties": [..], "possible": bool}`, and with `--cores` for each impossible one `"core"`, the demands of the smallest core, found by
trying all sets of profiles by size. Forward checking over sets of allocations as bits; no solver, and nothing of the crate. The
definitions are those of the checker in checker/impossible.py, which shares no code with the crate either.
"""

import itertools
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "checker"))

import impossible  # noqa: E402


def order(p):
    """Smallest numbers first: the sum of all numbers, then the entries."""
    return (sum(map(sum, p.capacity)) + sum(map(sum, p.demand)), p.capacity, p.demand)


class Problem:
    """Profiles with the allocations that keep the properties of one run, and the pairs that a property of two runs binds."""

    def __init__(self, ids, profiles):
        one = [impossible.ONE_RUN[i] for i in ids if i in impossible.ONE_RUN]
        two = [impossible.TWO_RUNS[i] for i in ids if i in impossible.TWO_RUNS]
        self.values = [[x for x in p.allocations() if all(f(p, x) for f in one)] for p in profiles]
        self.bound = [{} for _ in profiles]
        if not two:
            return
        for (i, p), (j, q) in itertools.permutations(enumerate(profiles), 2):
            if sum(a != b for a, b in zip(p.demand, q.demand)) != 1:
                continue
            masks = [sum(1 << k for k, y in enumerate(self.values[j])
                         if all(f(p, x, q, y) and f(q, y, p, x) for f in two)) for x in self.values[i]]
            self.bound[i][j] = masks

    def possible(self, inside):
        """Some choice of allocations at the profiles `inside` breaks nothing."""
        domains = {i: (1 << len(self.values[i])) - 1 for i in inside}
        return self.choose(domains)

    def choose(self, domains):
        if not domains:
            return True
        i = min(domains, key=lambda k: (domains[k].bit_count(), k))
        rest = {k: d for k, d in domains.items() if k != i}
        for v in range(len(self.values[i])):
            if domains[i] >> v & 1:
                left = {k: d & self.bound[i][k][v] if k in self.bound[i] else d for k, d in rest.items()}
                if all(left.values()) and self.choose(left):
                    return True
        return False


def smallest(problem, count):
    """The fewest profiles with no choice; of those the set whose largest number is smallest, then the second largest, and so on."""
    for size in range(1, count + 1):
        cores = [c for c in itertools.combinations(range(count), size) if not problem.possible(c)]
        if cores:
            return min(cores, key=lambda c: tuple(reversed(c)))
    return None


def main():
    cores = "--cores" in sys.argv
    given = [a for a in sys.argv[1:] if a != "--cores"]
    ids = given[0].split(",")
    capacity = [int(c) for c in given[1].split("x")]
    users = int(given[2]) if len(given) > 2 else 2
    rows = [list(r) for r in itertools.product(*[range(1, c + 1) for c in capacity])]
    profiles = sorted((impossible.Profile([capacity], list(d)) for d in itertools.product(rows, repeat=users)), key=order)
    sys.setrecursionlimit(10_000)
    answers = []
    for size in range(len(ids) + 1):
        for subset in itertools.combinations(ids, size):
            problem = Problem(subset, profiles)
            entry = {"properties": list(subset), "possible": problem.possible(range(len(profiles)))}
            if cores and not entry["possible"]:
                entry["core"] = [profiles[i].demand for i in smallest(problem, len(profiles))]
            answers.append(entry)
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
