#!/usr/bin/env python3
"""Exhaustion over all rules of a small scope, for every subset of a list of properties: `brute.py IDS CAPACITIES [USERS] [--cores]`.

IDS as `po,si,sp`, CAPACITIES of one server as `2x3`, of two as `2/3`; demands go from 1 to the largest capacity. Every capacity from 1 occurs
when `resource-monotone` is among the ids, and every number of users from 1 with `population-monotone`. Prints one JSON list with an entry
for each subset: `{"properties": [..], "possible": bool}`, and with `--cores` for each impossible one `"core"`, the demands of the smallest
core, found by trying all sets of profiles by size. Forward checking over sets of allocations as bits; no solver, and nothing of the crate.
The definitions are those of the checker in checker/rules.py, which shares no code with the crate either.
"""

import itertools
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "checker"))

import rules  # noqa: E402


def order(p):
    """Smallest numbers first: the number of users, the sum of all numbers, then the entries."""
    return (len(p.demand), sum(map(sum, p.capacity)) + sum(map(sum, p.demand)), p.capacity, p.demand)


def scope(ids, capacity, users):
    """All profiles, in order."""
    largest = [max(column) for column in zip(*capacity)]
    rows = [list(r) for r in itertools.product(*[range(1, c + 1) for c in largest])]
    cells = [range(1, c + 1) if "resource-monotone" in ids else [c] for c in itertools.chain.from_iterable(capacity)]
    wide = len(largest)
    pools = [[list(box[i:i + wide]) for i in range(0, len(box), wide)] for box in itertools.product(*cells)]
    counts = range(1, users + 1) if "population-monotone" in ids else [users]
    return sorted((rules.Profile(pool, list(d)) for pool in pools for n in counts
                   for d in itertools.product(rows, repeat=n)), key=order)


class Question:
    """For each property, the allocations that it admits at each profile, and those at one profile for each allocation at another."""

    def __init__(self, ids, profiles):
        self.values = [p.allocations() for p in profiles]
        self.full = [(1 << len(v)) - 1 for v in self.values]
        self.one, self.two = {}, {}
        for name in ids:
            if name in rules.ONE_RUN:
                f = rules.ONE_RUN[name]
                self.one[name] = [self.bits(f(p, x) for x in v) for p, v in zip(profiles, self.values)]
            else:
                f = rules.TWO_RUNS[name]
                self.one[name] = [self.bits(f(p, x, p, x) for x in v) for p, v in zip(profiles, self.values)]
                self.two[name] = self.masks(f, profiles)

    @staticmethod
    def bits(truths):
        return sum(1 << k for k, true in enumerate(truths) if true)

    def masks(self, f, profiles):
        found = {}
        for (i, p), (j, q) in itertools.permutations(enumerate(profiles), 2):
            rows = [self.bits(f(p, x, q, y) and f(q, y, p, x) for y in self.values[j]) for x in self.values[i]]
            if any(row != self.full[j] for row in rows):
                found[i, j] = rows
        return found

    def of(self, subset):
        return Problem(self, subset)


class Problem:
    """One set of properties."""

    def __init__(self, question, subset):
        self.left = list(question.full)
        self.bound = [{} for _ in self.left]
        for name in subset:
            self.left = [a & b for a, b in zip(self.left, question.one[name])]
            for (i, j), rows in question.two.get(name, {}).items():
                old = self.bound[i].get(j)
                self.bound[i][j] = rows if old is None else [a & b for a, b in zip(old, rows)]

    def possible(self, inside):
        """True if some choice of allocations at the profiles `inside` violates nothing."""
        domains = {i: self.left[i] for i in inside}
        return all(domains.values()) and self.choose(domains)

    def choose(self, domains):
        if not domains:
            return True
        i = min(domains, key=lambda k: (domains[k].bit_count(), k))
        rest = {k: d for k, d in domains.items() if k != i}
        for v in range(domains[i].bit_length()):
            if domains[i] >> v & 1:
                left = {k: d & self.bound[i][k][v] if k in self.bound[i] else d for k, d in rest.items()}
                if all(left.values()) and self.choose(left):
                    return True
        return False


def smallest(problem, count):
    """The smallest set of profiles without a choice; among those the set whose largest number is smallest, then the second largest, and
    so on.
    """
    for size in range(1, count + 1):
        cores = [c for c in itertools.combinations(range(count), size) if not problem.possible(c)]
        if cores:
            return min(cores, key=lambda c: tuple(reversed(c)))
    return None


def main():
    cores = "--cores" in sys.argv
    given = [a for a in sys.argv[1:] if a != "--cores"]
    ids = given[0].split(",")
    capacity = [[int(c) for c in row.split("x")] for row in given[1].split("/")]
    users = int(given[2]) if len(given) > 2 else 2
    profiles = scope(ids, capacity, users)
    sys.setrecursionlimit(10_000)
    question = Question(ids, profiles)
    answers = []
    for size in range(len(ids) + 1):
        for subset in itertools.combinations(ids, size):
            problem = question.of(subset)
            entry = {"properties": list(subset), "possible": problem.possible(range(len(profiles)))}
            if cores and not entry["possible"]:
                entry["core"] = [profiles[i].demand for i in smallest(problem, len(profiles))]
            answers.append(entry)
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
