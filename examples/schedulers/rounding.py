#!/usr/bin/env python3
"""The effect of rounding alone: each model compared with its counterpart in exact fractions. python3 rounding.py [INSTANCES]

Prints how often the two allocate different tasks on random instances, and the smallest instance with one resource on which they do. The
exact counterpart has equal tie rules; only its shares are fractions. So each difference is a tie that rounding created or broke.
"""
import itertools
import random
import sys
from fractions import Fraction

import kueue
import mesos
import slurm
import volcano
import yarn
from filling import Pool, fill, lowest


def shares(pool, amounts):
    """Shares of all servers, largest first; 0 for a resource of capacity zero."""
    return sorted((Fraction(a) / t if t else Fraction(0) for a, t in zip(amounts, pool.total)), reverse=True)


def exact_mesos(pool):
    """Largest share by weight, number of allocations, index."""
    return fill(pool, lambda waiting, usage, count: min(
        waiting, key=lambda n: (shares(pool, usage[n])[0] / pool.weight[n], count[n], n)))


def exact_kueue(pool):
    """Largest share with the task by weight, number of workloads, index."""
    return fill(pool, lambda waiting, usage, count: min(waiting, key=lambda n: (
        shares(pool, [a + d for a, d in zip(usage[n], pool.demand[n])])[0] / pool.weight[n], count[n], n)))


def exact_dominant(pool):
    """Largest share by weight, index."""
    return fill(pool, lambda waiting, usage, count: min(
        waiting, key=lambda n: (shares(pool, usage[n])[0] / pool.weight[n], n)))


def exact_all_shares(pool):
    """All shares by weight, the largest first, index."""
    return fill(pool, lambda waiting, usage, count: min(
        waiting, key=lambda n: ([s / pool.weight[n] for s in shares(pool, usage[n])], n)))


def exact_sum(pool):
    """Sum of shares by weight, index."""
    return fill(pool, lambda waiting, usage, count: min(
        waiting, key=lambda n: (sum(shares(pool, usage[n])) / pool.weight[n], n)))


# name: (model, exact counterpart, numbers of resources, True if it has weights)
PAIRS = {
    "kueue": (lambda p: kueue.allocate(p, "precise", "none", False), exact_kueue, (1, 2, 3), True),
    "kueue-milli": (lambda p: kueue.allocate(p, "milli", "none", False), exact_kueue, (1, 2, 3), True),
    "yarn-calculator": (lambda p: yarn.allocate(p, "calculator"), exact_all_shares, (2, 3), False),
    "yarn-fair, two resources": (lambda p: yarn.allocate(p, "fair"), exact_all_shares, (2,), True),
    "yarn-fair, three resources": (lambda p: yarn.allocate(p, "fair"), exact_all_shares, (3,), True),
    "mesos-drf-sorter": (mesos.allocate, exact_mesos, (1, 2, 3), True),
    "volcano-drf": (volcano.allocate, exact_dominant, (1, 2, 3), False),
    "volcano-hdrf": (lambda p: volcano.allocate(p, True), exact_dominant, (1, 2, 3), True),
    "slurm-fair-tree-sum": (lambda p: slurm.allocate(p, "sum"), exact_sum, (1, 2, 3), True),
}


def differ(name, instance):
    """(tasks of the model, tasks of its exact counterpart) if they differ, else None."""
    restated, twin, _, _ = PAIRS[name]
    left, right = restated(Pool(instance)), twin(Pool(instance))
    return (left, right) if left != right else None


def often(name, instances, top, equal):
    """The number of `instances` random instances that differ: 2 or 3 users, one server with up to `top` of each resource."""
    _, _, resources, weights = PAIRS[name]
    rng = random.Random(f"{name} {top}")
    found = 0
    for _ in range(instances):
        users, width = rng.randint(2, 3), rng.choice(resources)
        instance = {"capacity": [[rng.randint(top // 2, top) for _ in range(width)]],
                    "demand": [[rng.randint(max(1, top // 50), top // 5) for _ in range(width)] for _ in range(users)],
                    "weight": [1 if equal or not weights else rng.randint(1, 4) for _ in range(users)]}
        found += differ(name, instance) is not None
    return found


def smallest(name, most=12, heaviest=5):
    """The first instance that differs: 2 users, one server, by capacity, then weights, then demands; None up to `most`.

    YARN gets a second and third resource that no task demands.
    """
    width, weights = min(PAIRS[name][2]), range(1, heaviest + 1 if PAIRS[name][3] else 2)
    for capacity in range(1, most + 1):
        for pair in sorted(itertools.product(weights, repeat=2), key=lambda w: (sum(w), w)):
            for demands in sorted(itertools.product(range(1, capacity + 1), repeat=2), key=lambda d: (sum(d), d)):
                instance = {"capacity": [[capacity] + [1] * (width - 1)],
                            "demand": [[d] + [0] * (width - 1) for d in demands], "weight": list(pair)}
                if differ(name, instance):
                    return instance
    return None


def main():
    """One line per model."""
    instances = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    print(f"of {instances}: equal weights up to 100 units, weights 1 to 4 up to 100 units, weights 1 to 4 up to 100,000 units; smallest")
    for name, (_, _, _, weights) in PAIRS.items():
        counts = [often(name, instances, 100, True)]
        counts += [often(name, instances, top, False) for top in (100, 100_000)] if weights else ["-", "-"]
        found = smallest(name)
        print(name, *counts, found and (found["capacity"][0][0], [d[0] for d in found["demand"]], found["weight"],
                                        [[row[0] for row in tasks] for tasks in differ(name, found)]), sep="; ", flush=True)


if __name__ == "__main__":
    main()
