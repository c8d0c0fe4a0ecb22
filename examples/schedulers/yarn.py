#!/usr/bin/env python3
"""YARN: the user with the lower usage by the comparator gets the next container.

Source: apache/hadoop. `--rule calculator` (default): `DominantResourceCalculator.compare` of hadoop-yarn-common
(org.apache.hadoop.yarn.util.resource; read at commit 0f01206, run at 3.3.4 by yarn/YarnDrf.java). `--rule fair`: the
comparators of `DominantResourceFairnessPolicy` of the Fair Scheduler (commit ee91492): weights, two resources in
doubles, three and more in single precision. `queue_order` is the end of `PriorityQueueComparator` in the Capacity
Scheduler's PriorityUtilizationQueueOrderingPolicy (commit ee91492). In our own words.

The calculator compares shares of the cluster in doubles: the largest, and among equals the next largest, and so on.
It has no weights. The fair comparator finds the dominant resource before it divides by the weight, and with three
resources it compares weighted shares in the order of the unweighted ones.

Where it differs: no minimum shares, no hierarchy, no preemption; the equal are served by index (start time, then name,
there); nodes come by index (whoever reports, there). Memory is in MB and vcores are whole: other amounts are refused.
"""
import argparse
import functools
import struct

from filling import Refusal, fill, lowest, serve

INF = float("inf")


def sign(x):
    """-1, 0 or 1; 0 for not a number, as a cast to int makes it there."""
    return (x > 0) - (x < 0)


def ratio(part, whole):
    """A quotient of doubles as Java has it: 0/0 is not a number, x/0 infinite."""
    if whole == 0:
        return float("nan") if part == 0 else INF
    return part / whole


def single(x):
    """Rounded to single precision."""
    return x if x != x or abs(x) == INF else struct.unpack("f", struct.pack("f", x))[0]


def compare(cluster, left, right):
    """`DominantResourceCalculator.compare`: the sign of `left` compared with `right`, both amounts per resource."""
    if left == right:
        return 0
    if not any(cluster):
        signs = {sign(a - b) for a, b in zip(left, right)}
        return 0 if {1, -1} <= signs else 1 if 1 in signs else -1
    shares = [sorted((float(x) / c if c else INF for x, c in zip(amounts, cluster)), reverse=True)
              for amounts in (left, right)]
    for a, b in zip(*shares):
        if a != b and INF not in (a, b):
            return sign(a - b)
    return 0


def compare_fair_two(cluster, left, right):
    """The Fair Scheduler with memory and vcores; `left` and `right` are (usage, weight, minimum)."""
    shares, dominant = [], []
    for usage, weight, _ in (left, right):
        plain = [ratio(float(x), c) for x, c in zip(usage, cluster)]
        dominant.append(1 if plain[1] > plain[0] else 0)
        shares.append([ratio(s, weight) for s in plain])
    # This version reads the usage of the left on both sides; pull request 5607 (YARN-11482) corrected it.
    needy = [left[0][d] < who[2][d] for who, d in zip((left, right), dominant)]
    return decide(needy, lambda: [[row[d], row[1 - d]] for row, d in zip(shares, dominant)],
                  lambda: [[ratio(float(who[0][k]), who[2][k]) for k in (d, 1 - d)]
                           for who, d in zip((left, right), dominant)])


def compare_fair_many(cluster, left, right):
    """The Fair Scheduler with any number of resources, in single precision."""
    rows, needy = [], []
    for usage, weight, minimum in (left, right):
        plain = [single(ratio(single(float(x)), single(float(c)))) for x, c in zip(usage, cluster)]
        top = 0
        for r, value in enumerate(plain):
            if value > plain[top]:
                top = r
        needy.append(usage[top] < minimum[top])
        rows.append(sort_ratios([(p, single(ratio(p, weight)), single(ratio(single(float(x)), single(float(m)))))
                                 for p, x, m in zip(plain, usage, minimum)]))
    return decide(needy, lambda: [[row[1] for row in rows_of] for rows_of in rows],
                  lambda: [[row[2] for row in rows_of] for rows_of in rows])


def sort_ratios(rows):
    """Rows of (share of the cluster, weighted share, share of the minimum) by the first, largest first."""
    return sorted(rows, key=functools.cmp_to_key(lambda a, b: sign(b[0] - a[0])))


def decide(needy, weighted, minimum):
    """Below the minimum goes first; then by the given lists of shares, entry by entry."""
    if needy[0] != needy[1]:
        return -1 if needy[0] else 1
    for a, b in zip(*(minimum() if needy[0] else weighted())):
        if sign(a - b):
            return sign(a - b)
    return 0


def queue_order(left, right, mended=False):
    """Queues that are equal so far, as (minimum by resource, absolute capacity): the larger first.

    The minimum is compared only if both have one (`mended`: if one has one), memory first, else the absolute capacity.
    """
    asks = any if mended else all
    if asks(any(queue[0]) for queue in (left, right)):
        return (right[0] > left[0]) - (right[0] < left[0])
    return sign(right[1] - left[1])


def allocate(pool, rule):
    """Whole tasks, users x servers."""
    pool.whole("MB and vcores")
    if pool.resources < 2:
        raise Refusal("needs memory and vcores: two resources or more")
    if rule == "calculator":
        pool.unweighted("the calculator")
        return fill(pool, lowest(lambda a, b, usage, _: compare(pool.total, usage[a], usage[b])))
    by = compare_fair_two if pool.resources == 2 else compare_fair_many
    weight = [single(float(w)) for w in pool.weight]
    none = [0] * pool.resources
    return fill(pool, lowest(lambda a, b, usage, _: by(
        pool.total, (usage[a], weight[a], none), (usage[b], weight[b], none))))


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rule", choices=["calculator", "fair"], default="calculator")
    chosen = options.parse_args()
    serve("yarn-" + chosen.rule, lambda pool: allocate(pool, chosen.rule))
