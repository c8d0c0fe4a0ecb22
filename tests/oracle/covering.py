#!/usr/bin/env python3
"""Independent exact oracle for the covering model (whole resources given to tasks at a cost): writes covering.json.

The script computes, straight from the definitions and without sharing a line with the
crate, the values below on a fixed list of instances: the worked examples of Mukherjee et
al. ("Fair Resource Allocation for Heterogeneous Tasks"), instances on which a statement of
that paper is decided, and a set of random small ones.  All numbers are
`fractions.Fraction`; nothing outside the standard library is used.

    python3 covering.py            derive every case again and write covering.json beside this file
    python3 covering.py --check    derive every case again and compare with the file, writing nothing

A case is {"name", "instance", "expected"}.  "instance" is an instance file of the crate in
its JSON form: resource i costs cost[i] and has size[i] (1 when sizes are left out), task j
needs resources of total size demand[j].  "expected" holds

  isolation   for each task the cost of its cheapest cover when it is alone
  optimum     the least, over all ways of giving each resource whole to at most one task and
              covering every task, of the largest cost_j / isolation_j
  lp-naive    the least rho for which the relaxation of the programme of Figure 1 is feasible
  lp-pruned   the same for Figure 2: resource i may serve task j only if cost_i <= rho I_j
  lp-sized    the same for Figure 3: only if, moreover, size_i <= demand_j
  greedy      {"ratio"}: the largest cost_j / isolation_j of Algorithm 1 as printed

A value that does not exist (no assignment covers every task, no rho is feasible) is null.
No programme is given the lower bound rho >= 1, so a value below 1 can occur when sizes are
not all 1 or demands are not integers.  Greedy is left out unless all sizes are 1 and all
demands are integers, the only case its printed form covers ("if the deficit is 0, remove the
task" never comes true otherwise), and unless the resources suffice for all tasks.

Greedy as printed: resources are sorted by non-decreasing cost (equal costs: lower index
first); until no task is left, the task with the largest (deficit_j + lambda cost_j) / demand_j
takes the next resource, with lambda = 1 / (sum of the costs of all resources).  The paper has
no rule for ties: here the lowest task index is taken.

How the values are found.  Isolation and optimum come from one dynamic programme over the
multisets of resources already used (resources alike in cost and size are counted, not told
apart); it looks at every minimal cover, so nothing is left out.  Where the resources are too
many for that, all sizes are 1 and all tasks alike, a branch and bound over the cheapest
resources takes its place (an exchange argument shows that no other resource is needed).  The
pruning thresholds cost_i / I_j are the only values of rho at which the set of allowed pairs
changes.  On each stretch between two of them the least rho is a linear programme; the
answer is the least value over the stretches.  The simplex method below (two phases, Bland's
rule) checks each answer against its dual solution, and each "infeasible" against a Farkas
vector.  In the programmes, like resources and like tasks are added up (averaging over
permutations of like tasks shows that this loses nothing); on small cases the programme is
solved again without adding up, and the two answers are compared.
"""
import json
import os
import random
import sys
from fractions import Fraction as F
from itertools import product

HERE = os.path.dirname(os.path.abspath(__file__))
FILE = os.path.join(HERE, "covering.json")
PLAIN_LIMIT = 40          # resources x tasks up to which the programme is also solved in full


# ---------------------------------------------------------------- linear programmes

def simplex(cost, rows):
    """min cost.x, x >= 0, rows (coefficients, "<=" or ">=", right side >= 0).

    Returns (value, x), or None if infeasible.  Unbounded programmes do not occur here.
    The answer is checked against its dual solution (or Farkas vector) before it is returned.
    """
    n, m = len(cost), len(rows)
    surplus = [i for i, (_, s, _) in enumerate(rows) if s == ">="]
    width = n + len(surplus) + m
    table, basis, unit = [], [], []
    for i, (a, s, b) in enumerate(rows):
        assert b >= 0
        line = [F(v) for v in a] + [F(0)] * (width - n) + [F(b)]
        if s == ">=":
            line[n + surplus.index(i)] = F(-1)
        col = n + len(surplus) + i        # a slack for "<=", an artificial for ">="
        line[col] = F(1)
        table.append(line)
        basis.append(col)
        unit.append(col)
    artificial = {unit[i] for i in surplus}

    def run(obj, barred):
        z = [F(v) for v in obj] + [F(0)]
        for r, b in enumerate(basis):
            if z[b]:
                f = z[b]
                z = [p - f * q for p, q in zip(z, table[r])]
        while True:
            enter = next((k for k in range(width) if z[k] < 0 and k not in barred), None)
            if enter is None:
                return z
            best = None
            for r in range(m):
                if table[r][enter] > 0:
                    key = (table[r][-1] / table[r][enter], basis[r])
                    if best is None or key < best[0]:
                        best = (key, r)
            assert best is not None, "unbounded"
            r = best[1]
            p = table[r][enter]
            table[r] = [v / p for v in table[r]]
            for o in range(m):
                if o != r and table[o][enter]:
                    f = table[o][enter]
                    table[o] = [v - f * w for v, w in zip(table[o], table[r])]
            f = z[enter]
            z = [v - f * w for v, w in zip(z, table[r])]
            basis[r] = enter

    def check_dual(y, c, value):
        for (a, s, b), v in zip(rows, y):
            assert v <= 0 if s == "<=" else v >= 0
        for k in range(n):
            assert sum(v * a[k] for (a, _, _), v in zip(rows, y)) <= c[k]
        assert sum(v * b for (_, _, b), v in zip(rows, y)) == value

    phase1 = [F(int(k in artificial)) for k in range(width)]
    z = run(phase1, set())
    if z[-1] != 0:
        y = [phase1[unit[i]] - z[unit[i]] for i in range(m)]
        check_dual(y, [0] * n, -z[-1])           # Farkas: y.A <= 0 and y.b > 0
        return None
    for r in range(m):                            # artificials still basic (at 0) leave if they can
        if basis[r] in artificial:
            k = next((k for k in range(width) if k not in artificial and table[r][k]), None)
            if k is not None:
                p = table[r][k]
                table[r] = [v / p for v in table[r]]
                for o in range(m):
                    if o != r and table[o][k]:
                        f = table[o][k]
                        table[o] = [v - f * w for v, w in zip(table[o], table[r])]
                basis[r] = k
    z = run(list(cost) + [F(0)] * (width - n), artificial)
    value = -z[-1]
    check_dual([-z[unit[i]] for i in range(m)], cost, value)
    x = [F(0)] * n
    for r, b in enumerate(basis):
        if b < n:
            x[b] = table[r][-1]
    for a, s, b in rows:
        left = sum(v * w for v, w in zip(a, x))
        assert left <= b if s == "<=" else left >= b
    assert all(v >= 0 for v in x) and sum(v * w for v, w in zip(cost, x)) == value
    return value, x


# ---------------------------------------------------------------- the instance

def number(v):
    return F(v)


def parse(inst):
    cost = [number(v) for v in inst["cost"]]
    size = [number(v) for v in inst.get("size", [1] * len(cost))]
    demand = [number(v) for v in inst["demand"]]
    return cost, size, demand


def kinds(cost, size):
    """Sorted [((cost, size), how many)]."""
    count = {}
    for key in zip(cost, size):
        count[key] = count.get(key, 0) + 1
    return sorted(count.items())


def minimal_covers(types, demand):
    """Every minimal vector of counts that covers the demand."""
    for v in product(*(range(n + 1) for _, n in types)):
        total = sum(k * s for k, ((_, s), _) in zip(v, types))
        if total >= demand and all(k == 0 or total - s < demand for k, ((_, s), _) in zip(v, types)):
            yield v


def price(v, types):
    return sum((k * c for k, ((c, _), _) in zip(v, types)), F(0))


def isolation(cost, size, demand):
    out = []
    if all(s == 1 for s in size):
        order = sorted(cost)
        for d in demand:
            need = -(-d.numerator // d.denominator)
            if need > len(order):
                return None
            out.append(sum(order[:need], F(0)))
        return out
    types = kinds(cost, size)
    for d in demand:
        best = min((price(v, types) for v in minimal_covers(types, d)), default=None)
        if best is None:
            return None
        out.append(best)
    return out


def optimum(cost, size, demand, iso):
    types = kinds(cost, size)
    states = 1
    for _, n in types:
        states *= n + 1
    if states > 4096:
        assert all(s == 1 for s in size) and len(set(demand)) == 1 and demand[0].denominator == 1
        return alike(cost, len(demand), int(demand[0])) / iso[0]
    full = tuple(n for _, n in types)
    reach = {tuple(0 for _ in types): F(0)}
    for d, i in zip(demand, iso):
        covers = [(v, price(v, types) / i) for v in minimal_covers(types, d)]
        step = {}
        for used, worst in reach.items():
            for v, ratio in covers:
                new = tuple(a + b for a, b in zip(used, v))
                if all(a <= b for a, b in zip(new, full)):
                    w = max(worst, ratio)
                    if new not in step or w < step[new]:
                        step[new] = w
        reach = step
    return min(reach.values(), default=None)


def alike(cost, n, d):
    """Least possible largest cost when each of n tasks takes d of the n d cheapest resources."""
    if n * d > len(cost):
        return None
    use = sorted(cost)[: n * d][::-1]
    scale = 1
    for c in use:
        scale = scale * c.denominator // gcd(scale, c.denominator)
    use = [int(c * scale) for c in use]
    tail = [0] * (len(use) + 1)                       # tail[k]: the k cheapest together
    for k in range(1, len(use) + 1):
        tail[k] = tail[k - 1] + use[len(use) - k]

    def fits(limit):
        load, left = [0] * n, [d] * n

        def place(k):
            if k == len(use):
                return True
            seen = set()
            for t in sorted(range(n), key=lambda t: -load[t]):
                if left[t] and (load[t], left[t]) not in seen:
                    seen.add((load[t], left[t]))
                    if load[t] + use[k] + tail[left[t] - 1] <= limit:
                        load[t] += use[k]
                        left[t] -= 1
                        if place(k + 1):
                            return True
                        load[t] -= use[k]
                        left[t] += 1
            return False
        return place(0)

    low = -(-sum(use) // n)
    while not fits(low):
        low += 1
    return F(low, scale)


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


# ---------------------------------------------------------------- the relaxations

def least_rho(resources, tasks, allowed):
    """resources: (cost, size, how many); tasks: (demand, isolation, how many); the least rho for these pairs."""
    pairs = [(i, j) for i in range(len(resources)) for j in range(len(tasks)) if allowed(i, j)]
    n = len(pairs) + 1
    rows = []
    for j, (d, iso, times) in enumerate(tasks):
        rows.append(([F(resources[i][0] if k == j else 0) for i, k in pairs] + [-iso * times], "<=", F(0)))
        rows.append(([F(resources[i][1] if k == j else 0) for i, k in pairs] + [F(0)], ">=", d * times))
    for i, (_, _, times) in enumerate(resources):
        rows.append(([F(int(h == i)) for h, _ in pairs] + [F(0)], "<=", F(times)))
    answer = simplex([F(0)] * (n - 1) + [F(1)], rows)
    return None if answer is None else answer[0]


def relaxed(cost, size, demand, iso, prune, sized, merge):
    if merge:
        resources = [(c, s, n) for (c, s), n in kinds(cost, size)]
        count = {}
        for key in zip(demand, iso):
            count[key] = count.get(key, 0) + 1
        tasks = [(d, i, n) for (d, i), n in sorted(count.items())]
    else:
        resources = [(c, s, 1) for c, s in zip(cost, size)]
        tasks = [(d, i, 1) for d, i in zip(demand, iso)]

    def permitted(i, j):
        return not sized or resources[i][1] <= tasks[j][0]

    if not prune:
        return least_rho(resources, tasks, permitted)
    steps = sorted({resources[i][0] / tasks[j][1] for i in range(len(resources)) for j in range(len(tasks)) if permitted(i, j)})

    def at(k):
        """The least rho >= steps[k] for the pairs allowed at steps[k]: never below the true answer,
        and equal to it on the stretch where the answer lies."""
        v = least_rho(resources, tasks, lambda i, j: permitted(i, j) and resources[i][0] / tasks[j][1] <= steps[k])
        return None if v is None else max(v, steps[k])

    # The first stretch on which the programme becomes feasible; feasibility only grows with rho.
    low, high = 0, len(steps)
    while low < high:
        mid = (low + high) // 2
        v = at(mid)
        if v is not None and (mid + 1 == len(steps) or v < steps[mid + 1]):
            high = mid
        else:
            low = mid + 1
    return at(low) if low < len(steps) else None


def programme(cost, size, demand, iso, prune, sized):
    v = relaxed(cost, size, demand, iso, prune, sized, True)
    if len(cost) * len(demand) <= PLAIN_LIMIT:
        assert v == relaxed(cost, size, demand, iso, prune, sized, False)
    return v


# ---------------------------------------------------------------- greedy

def greedy(cost, demand):
    """Algorithm 1 as printed; returns (cost of each task, task of each resource or None)."""
    lam = F(1) / sum(cost)
    order = sorted(range(len(cost)), key=lambda i: (cost[i], i))
    deficit, spent = list(demand), [F(0)] * len(demand)
    left, given, i = set(range(len(demand))), [None] * len(cost), 0
    while left:
        j = max(sorted(left), key=lambda k: (deficit[k] + lam * spent[k]) / demand[k])
        given[order[i]] = j
        deficit[j] -= 1
        spent[j] += cost[order[i]]
        i += 1
        if deficit[j] == 0:
            left.remove(j)
    return spent, given


# ---------------------------------------------------------------- a case

def text(v):
    return None if v is None else str(v)


def expected(inst):
    cost, size, demand = parse(inst)
    iso = isolation(cost, size, demand)
    assert iso is not None, "a task cannot be covered"
    out = {"isolation": [str(v) for v in iso]}
    opt = optimum(cost, size, demand, iso)
    naive = programme(cost, size, demand, iso, False, False)
    pruned = programme(cost, size, demand, iso, True, False)
    sized = programme(cost, size, demand, iso, True, True)
    out["optimum"], out["lp-naive"], out["lp-pruned"], out["lp-sized"] = map(text, (opt, naive, pruned, sized))
    if opt is not None:
        assert naive <= pruned <= opt
    if pruned is not None:
        assert naive is not None and naive <= pruned
    if sized is not None:
        assert pruned is not None and pruned <= sized
    unit = all(s == 1 for s in size)
    whole = all(d.denominator == 1 for d in demand)
    if unit and whole:
        assert pruned is None or (1 <= pruned == sized and opt < 2 * pruned)
        if opt is not None:
            spent, _ = greedy(cost, demand)
            ratio = max(c / i for c, i in zip(spent, iso))
            assert ratio >= opt
            out["greedy"] = {"ratio": str(ratio)}
    return out


def instance(cost, demand, size=None):
    def plain(v):
        v = F(v)
        return int(v) if v.denominator == 1 else str(v)
    out = {"model": "covering", "cost": [plain(v) for v in cost]}
    if size is not None:
        out["size"] = [plain(v) for v in size]
    out["demand"] = [plain(v) for v in demand]
    return out


def cases():
    out = []

    def add(name, cost, demand, size=None):
        out.append((name, instance(cost, demand, size)))

    for m in range(2, 6):
        add(f"Section III, naive relaxation, m = {m}", [1] * (m - 1) + [m], [1] * m)
    for big in (2, 10):
        add(f"footnote 1, L = {big}", [1, big], [1, 1], [2, 1])
    for m in range(2, 6):
        add(f"Section III, example with sizes, m = {m}", [m] * (2 * m - 1), [m] * m, [m] * (m - 1) + [1] * m)
    for m in range(2, 6):
        add(f"Section V, m = {m}", [1] * (m * m - 1) + [m], [m] * m)
    for m in range(2, 5):
        add(f"Section V with the dear resource at m + 1, m = {m}", [1] * (m * m - 1) + [m + 1], [m] * m)
    add("Section V with 4 tasks of demand 2", [1] * 7 + [2], [2] * 4)
    add("Section V with 2 tasks of demand 4", [1] * 7 + [4], [4] * 2)

    add("Theorem 1, a 3-partition exists", [4, 4, 5, 5, 6, 6], [3, 3])
    add("Theorem 1, no 3-partition, even sum", [6, 6, 6, 6, 7, 9], [3, 3])
    add("Theorem 1, three tasks, a 3-partition exists", [26, 33, 41, 27, 35, 38, 30, 31, 39], [3, 3, 3])
    add("Observation 2 without the normalisation", ["1/10", "1/5"], [1, 1])
    add("Observation 2 with sizes other than 1", [1, 2, 2], [2, 2], [2, 1, 1])
    add("Figure 3 has no solution, one task", [1], [1], [2])
    add("Figure 3 is above the optimum, one task", [1, 3], [1], [2, 1])
    add("a relaxed value below 1", [1, 1], ["3/2"])
    add("a demand that is not an integer: unbounded gap with size 1, L = 5", [1, 5], ["1/2", "1/2"])
    add("no assignment covers both tasks, the relaxation does", [1], ["1/2", "1/2"])
    add("no assignment covers both tasks, sizes 3", [1, 1, 1], [4, 4], [3, 3, 3])
    add("too few resources in all", [1, 2], [2, 1])

    add("greedy on unlike tasks, larger first", [1, 10, 10], [2, 1])
    add("greedy on unlike tasks, smaller first", [1, 10, 10], [1, 2])
    add("greedy on unlike tasks, whatever the tie rule", [1, 1, 20, 20, 20], [2, 3])
    add("greedy on like tasks, the last step too large", [1, 1, 2, 2, 2, 4], [3, 3])
    for name, cost, n, d in THEOREM_13:
        add(name, cost, [d] * n)
    add("Section V, m = 3, each resource in 2 halves", ["1/2"] * 16 + ["3/2"] * 2, [3] * 3, ["1/2"] * 18)
    add("the rounding as printed can charge 38 where the bound is 75/2", [12, 12, 12, 2, 2, 2, 1, 1, 1], [4, 5])
    add("two resources whole", [2, 4], [2, 1], [2, 1])
    add("the same two resources in halves: a larger ratio", [1, 1, 2, 2], [2, 1], [1, 1, "1/2", "1/2"])
    add("a resource of size 2 in 2 halves: a cheaper isolation", [1, 1], [1], [1, 1])
    add("the same resource whole", [2], [1], [2])

    rng = random.Random(20240611)
    while len(out) < 120:
        sized = len(out) % 2 == 0 or rng.random() < 0.25
        n = rng.randint(1, 4)
        r = rng.randint(max(2, n), 9)
        style = rng.randrange(4)
        if style == 0:
            cost = [rng.randint(1, 4) for _ in range(r)]
        elif style == 1:
            cost = [rng.randint(1, 30) for _ in range(r)]
        elif style == 2:
            cost = [F(rng.randint(1, 12), rng.choice([1, 2, 3, 4])) for _ in range(r)]
        else:
            cost = [rng.choice([1, 1, 2, 7]) for _ in range(r)]
        if sized:
            size = [F(rng.randint(1, 5)) if rng.random() < 0.8 else F(rng.randint(1, 7), 2) for _ in range(r)]
            budget = sum(size)
            demand = [F(rng.randint(1, max(1, int(1.6 * budget / n)))) for _ in range(n)]
            if rng.random() < 0.2:
                demand[0] = F(rng.randint(1, 9), 2)
        else:
            size = None
            demand = [F(rng.randint(1, max(1, (2 * r) // n - 1))) for _ in range(n)]
            if rng.random() < 0.1:
                demand[-1] = demand[-1] - F(1, 2)
        iso = isolation([F(c) for c in cost], size or [F(1)] * r, demand)
        if iso is None:
            continue
        if sum(demand) > sum(size or [1] * r) and rng.random() < 0.97:
            continue
        add(f"random {len(out)}", cost, demand, size)
    return out


RAMP = [0] * 5 + [1, 2, 3, 4, 5, 6] + [7] * 6 + [9, 11, 13, 15, 17, 19, 21]
THEOREM_13 = [
    ("Theorem 13, 8 tasks, steps of at most 1/25", [1 + F(y, 50) for y in RAMP], 8, 3),
    ("Theorem 13, 9 tasks, steps of 1/100", [1 + F(i, 100) for i in range(27)], 9, 3),
    ("Theorem 13, 7 tasks, steps of 1/100", [1 + F(i, 100) for i in range(21)], 7, 3),
]


def main():
    rows = [{"name": n, "instance": i, "expected": expected(i)} for n, i in cases()]
    body = "[\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]\n"
    if "--check" in sys.argv[1:]:
        with open(FILE, encoding="utf-8") as f:
            same = f.read() == body
        print(f"{len(rows)} cases: " + ("as in the file" if same else "DIFFERENT from the file"))
        sys.exit(0 if same else 1)
    with open(FILE, "w", encoding="utf-8") as f:
        f.write(body)
    print(f"{len(rows)} cases written")


if __name__ == "__main__":
    main()
