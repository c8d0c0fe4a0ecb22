"""Fairest assignments of small covering stocks with very large numbers, by an enumeration of every assignment.

Shares no code with the workbench: Python integers, subsets as bit masks, no pruning except of dominated subsets. Writes one JSON
document: a list of {"cost", "size", "demand", "ratio"}, numbers as text; `ratio` is null if all tasks together cannot be covered.
`python3 tests/oracle/brute_covering.py 300` prints the cases of a test (2000 cases were compared when this was written).
"""
import json
import random
import sys
from fractions import Fraction


def number(rng):
    """A number of up to thirty digits, small ones and near equal ones among them."""
    digits = rng.choice([1, 2, 8, 19, 24, 30])
    return rng.randint(1, 10**digits)


def ratio(cost, size, demand):
    """The smallest largest ratio of a task's payment to its payment alone, or None."""
    n = len(cost)
    subsets = range(1 << n)
    pays = [sum(cost[i] for i in range(n) if s >> i & 1) for s in subsets]
    holds = [sum(size[i] for i in range(n) if s >> i & 1) for s in subsets]
    alone = []
    for d in demand:
        covers = [pays[s] for s in subsets if holds[s] >= d]
        if not covers:
            raise ValueError
        alone.append(min(covers))
    # Among the sets that cover a task only the minimal ones matter.
    least = [
        [s for s in subsets if holds[s] >= d and all(not s >> i & 1 or holds[s] - size[i] < d for i in range(n))]
        for d in demand
    ]
    best = None

    def go(task, used, worst):
        nonlocal best
        if best is not None and worst >= best:
            return
        if task == len(demand):
            best = worst
            return
        for s in least[task]:
            if not s & used:
                go(task + 1, used | s, max(worst, Fraction(pays[s], alone[task])))

    go(0, 0, Fraction(0))
    return best


def main():
    count = int(sys.argv[1])
    rng = random.Random(20260)
    found = []
    while len(found) < count:
        n = rng.randint(2, 8)
        cost = [number(rng) for _ in range(n)]
        size = [1] * n if rng.random() < 0.3 else [number(rng) for _ in range(n)]
        tasks = rng.randint(1, 3)
        total = sum(size)
        demand = [rng.randint(1, max(1, total // rng.randint(1, 2 * tasks))) for _ in range(tasks)]
        if rng.random() < 0.4:  # A common factor, so that the same stock stands in larger units.
            factor = rng.choice([2**61, 3**40, 10**30 + 57])
            size = [s * factor for s in size]
            demand = [d * factor for d in demand]
        try:
            least = ratio(cost, size, demand)
        except ValueError:
            continue
        text = lambda row: [str(x) for x in row]
        found.append({
            "cost": text(cost),
            "size": text(size),
            "demand": text(demand),
            "ratio": None if least is None else str(least),
        })
    json.dump(found, sys.stdout, indent=0)
    print()


if __name__ == "__main__":
    main()
