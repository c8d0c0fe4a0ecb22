#!/usr/bin/env python3
"""Independent derivation for mechanisms of one pool, asset-fair, ceei and bmf: prints the cases of a test.

No code of the crate is used, and the algorithms differ from the crate's:

* asset-fair: leximin of the sums of shares, by the linear programmes of derive.py, round after round;
* ceei: the payments for resources that maximise the sum of money times the logarithm of a task's cost, by Newton's method over every set
of resources that may have a price, in decimals of 60 digits; the conditions are then checked to 40 digits;
* bmf: for every choice of a bottleneck for each user one linear programme (derive.py), in which the bottlenecks are full and no user has
more of one; all vertices that its objectives reach are collected. The allocation of the crate must satisfy the conditions, and must be
the only one if all choices together leave one allocation.

python3 pools.py            derive every case

A case is {"capacity", "demand", "weight", "asset-fair": [tasks], "ceei": {"tasks": [decimals], "priced": k}, "bmf": [[tasks], ..]}.
"""

import json
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import combinations, product

from derive import ONE, ZERO, Dice, Infeasible, Instance, Polytope, leximin, text

getcontext().prec = 60
CASES = 1000
TINY = Decimal(10) ** -45


def draw(dice):
    """A pool of one to four users and one to three resources; some have zeros, ties and weights."""
    users, resources = dice.between(1, 4), dice.between(1, 3)
    zeros, top = dice.pick([0, 0, 1, 2]), dice.pick([3, 6, 12])
    capacity = [dice.between(1, top) for _ in range(resources)]
    if dice.chance(1, 12):
        capacity[dice.below(resources)] = 0
    demand = []
    for n in range(users):
        if n and dice.chance(1, 8):
            demand.append(list(demand[dice.below(n)]))
            continue
        row = [0 if dice.chance(zeros, 6) else dice.between(1, top) for _ in range(resources)]
        if not any(row):
            row[dice.below(resources)] = 1
        demand.append(row)
    weight = [dice.between(1, 3) for _ in range(users)] if dice.chance(1, 5) else [1] * users
    return {"capacity": [capacity], "demand": demand, "weight": weight}


def asset_fair(inst):
    """Totals: leximin of x times the sum of shares per weight."""
    def parts(n):
        if any(d > 0 and c == 0 for d, c in zip(inst.demand[n], inst.capacity[0])):
            return None
        return sum(d / c for d, c in zip(inst.demand[n], inst.capacity[0]) if d > 0) / inst.weight[n]
    return leximin(inst, [parts(n) for n in inst.users])


def solve(matrix, right):
    """The solution of a small linear system of decimals, or None."""
    rows = [list(row) + [b] for row, b in zip(matrix, right)]
    size = len(rows)
    for k in range(size):
        pivot = max(range(k, size), key=lambda i: abs(rows[i][k]))
        if abs(rows[pivot][k]) < Decimal(10) ** -50:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(size):
            if i != k:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    return [rows[k][size] / rows[k][k] for k in range(size)]


def ceei(inst):
    """Totals in decimals, and the smallest number of resources with a price."""
    caps = inst.capacity[0]
    running = [n for n in inst.users if all(c > 0 or d == 0 for d, c in zip(inst.demand[n], caps))]
    if not running:
        return [Decimal(0) for _ in inst.users], 0
    there = [r for r, c in enumerate(caps) if c > 0]
    def decimal(x):
        return Decimal(x.numerator) / Decimal(x.denominator)
    part = {(n, r): decimal(inst.demand[n][r] / caps[r]) for n in running for r in there}
    together = sum(inst.weight[n] for n in running)
    money = {n: decimal(inst.weight[n] / together) for n in running}
    for count in range(1, len(there) + 1):
        for chosen in combinations(there, count):
            if any(all(part[n, r] == 0 for r in chosen) for n in running):
                continue
            paid = newton(part, money, running, chosen)
            if paid is None:
                continue
            tasks = {n: money[n] / sum(paid[r] * part[n, r] for r in chosen) for n in running}
            used = {r: sum(tasks[n] * part[n, r] for n in running) for r in there}
            fits = all(used[r] <= 1 + TINY for r in there)
            full = all(abs(used[r] - 1) < TINY for r in chosen)
            if fits and full and all(paid[r] > TINY for r in chosen):
                return [tasks.get(n, Decimal(0)) for n in inst.users], count
    raise AssertionError("no prices")


def newton(part, money, running, chosen):
    """Payments on the chosen resources at which all of them are full: damped Newton steps on a convex function."""
    def value(paid):
        costs = [sum(paid[r] * part[n, r] for r in chosen) for n in running]
        return sum(paid.values()) - sum(money[n] * cost.ln() for n, cost in zip(running, costs))
    paid = {r: Decimal(1) / len(chosen) for r in chosen}
    for _ in range(200):
        cost = {n: sum(paid[r] * part[n, r] for r in chosen) for n in running}
        slope = [1 - sum(money[n] * part[n, r] / cost[n] for n in running) for r in chosen]
        if max(abs(s) for s in slope) < Decimal(10) ** -52:
            return paid
        curve = [[sum(money[n] * part[n, r] * part[n, q] / cost[n] ** 2 for n in running) for q in chosen] for r in chosen]
        step = solve(curve, slope)
        if step is None:
            return None
        rate, here = Decimal(1), value(paid)
        while True:
            after = {r: paid[r] - rate * s for r, s in zip(chosen, step)}
            if all(x > 0 for x in after.values()) and (rate < Decimal("1e-3") or value(after) <= here):
                break
            rate /= 2
            if rate < Decimal(10) ** -12:
                return None                                  # A price goes to zero: fewer resources have one.
        paid = after
    return None


def bmf(inst):
    """All allocations that the choices of bottlenecks reach."""
    caps = inst.capacity[0]
    running = [n for n in inst.users if all(c > 0 or d == 0 for d, c in zip(inst.demand[n], caps))]
    if not running:
        return [[ZERO for _ in inst.users]]
    column = {n: k for k, n in enumerate(running)}
    options = [[r for r, d in enumerate(inst.demand[n]) if d > 0] for n in running]
    fits = [({column[n]: inst.demand[n][r] for n in running if inst.demand[n][r] > 0}, "<=", c) for r, c in enumerate(caps)]
    found = []
    for choice in product(*options):
        rows = list(fits)
        for r in set(choice):
            rows.append((fits[r][0], "=", caps[r]))
        for n, r in zip(running, choice):
            for m in running:
                if m != n:
                    row = {column[n]: inst.demand[n][r] / inst.weight[n]}
                    if inst.demand[m][r] > 0:
                        row[column[m]] = -inst.demand[m][r] / inst.weight[m]
                    rows.append((row, ">=", ZERO))
        try:
            polytope = Polytope(len(running), rows)
        except Infeasible:
            continue
        for sign in (ONE, -ONE):
            for k in range(len(running)):
                point = polytope.maximise({k: sign})[1]
                tasks = [point[column[n]] if n in column else ZERO for n in inst.users]
                if tasks not in found:
                    found.append(tasks)
    return found


def cases():
    """The cases, one after another."""
    dice = Dice(20110330)
    for _ in range(CASES):
        fields = draw(dice)
        inst = Instance(fields)
        tasks, priced = ceei(inst)
        yield {
            "instance": fields,
            "asset-fair": text(asset_fair(inst)),
            "ceei": {"tasks": [format(x.quantize(Decimal(10) ** -30), "f") for x in tasks], "priced": priced},
            "bmf": [text(tasks) for tasks in bmf(inst)],
        }


if __name__ == "__main__":
    print("[\n" + ",\n".join(json.dumps(case) for case in cases()) + "\n]")
