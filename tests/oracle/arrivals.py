#!/usr/bin/env python3
"""Independent exact oracle for the dynamic (arrivals) mechanisms: prints the cases of a test.

The script computes, straight from the definitions of Li, Liu, Zhang and Zhang, "A note on
dynamic fair division of multiple resources" (2019), and without sharing a line with the
crate, the history of dominant shares that each mechanism must give on a fixed list of
instances: the constructions of the paper and a set of random small instances.  All numbers
are `fractions.Fraction`; nothing outside the standard library is used.

    python3 arrivals.py            derive every case

A case is {"name", "instance", "expected"}.  "instance" is an instance file of the crate in
its JSON form.  "expected" maps a mechanism to {"shares": [[..], ..]}: row k holds the dominant
shares of agents 1..k after step k.  Three mechanisms are given.

ddrf          The dynamic DRF allocation: at step k the lowest shares are raised together until
              some resource is used to k/n.  Three derivations must agree: raising the lowest
              group from level to level; the closed form
                  M^k = min over t in 1..k and resources r of
                        (k/n - sum_{i<t} d_ir x_i^{k-1}) / sum_{t<=i<=k} d_ir
              (terms with an empty denominator left out), x_i^k = max(x_i^{k-1}, M^k); and, on
              small instances, the linear programme (1) solved by the simplex method below.
              With zero demands the programme can have several optima; the allocation given is
              the least of them, agent by agent, which is also what the raising procedure gives.

ddrf-printed  Algorithm 1 of the paper, lines 1-25, as printed.  Line 6 uses x_k^{k-1}, the share
              of the new agent before it arrived, which the paper does not define; here it is 0
              (in line 22 as well).  The shares can exceed the capacity; they are given all the same.
              Line 21 divides by beta_r = 0 if none of the agents to be raised wants resource r;
              the expected value is then {"error": .., "shares_if_skipped": ..}, the second being
              the history when such a resource is left out of the minimum (resources count from 0).

drf-offline   DRF with complete knowledge at every step, capacity k/n of each resource.  With
              positive demands this is x_i = min_r (k/n) / sum_i d_ir for everybody; with zero
              demands the filling goes on for the agents that want no exhausted resource.
"""

import json
import random
from fractions import Fraction

ZERO = Fraction(0)
ONE = Fraction(1)


# ---------------------------------------------------------------------------------------------
# reading an instance

def number(value):
    return Fraction(value)


def normalised(instance):
    rows = []
    for row in instance["demand"]:
        row = [number(v) for v in row]
        top = max(row)
        assert top > 0 and min(row) >= 0
        rows.append([v / top for v in row])
    return instance.get("agents", len(rows)), rows


# ---------------------------------------------------------------------------------------------
# ddrf, first way: raise the lowest group from level to level

def ddrf_by_raising(n, demand):
    resources = range(len(demand[0]))
    share, history = [], []
    for k in range(1, len(demand) + 1):
        share = share + [ZERO]
        room = [Fraction(k, n) - sum(demand[i][r] * share[i] for i in range(k)) for r in resources]
        assert min(room) >= 0
        while min(room) > 0:
            low = min(share)
            group = [i for i in range(k) if share[i] == low]
            higher = [s for s in share if s > low]
            rise = min(higher) - low if higher else None
            for r in resources:
                speed = sum(demand[i][r] for i in group)
                if speed > 0 and (rise is None or room[r] / speed < rise):
                    rise = room[r] / speed
            for i in group:
                share[i] += rise
            for r in resources:
                room[r] -= rise * sum(demand[i][r] for i in group)
        history.append(list(share))
    return history


# ddrf, second way: the closed form for M^k

def ddrf_by_formula(n, demand):
    resources = range(len(demand[0]))
    history = []
    for k in range(1, len(demand) + 1):
        before = (history[-1] if history else []) + [ZERO]
        level = None
        for t in range(k):
            for r in resources:
                slope = sum(demand[i][r] for i in range(t, k))
                if slope > 0:
                    kept = sum(demand[i][r] * before[i] for i in range(t))
                    term = (Fraction(k, n) - kept) / slope
                    level = term if level is None else min(level, term)
        history.append([max(b, level) for b in before])
    return history


# ddrf, third way: the linear programme (1)

def maximise(objective, rows, bounds):
    """Maximum of objective.x over rows.x <= bounds, x >= 0, all bounds >= 0 (Bland's rule)."""
    count, height = len(objective), len(rows)
    table = [list(map(Fraction, rows[j])) + [ONE if i == j else ZERO for i in range(height)]
             + [Fraction(bounds[j])] for j in range(height)]
    cost = [-Fraction(c) for c in objective] + [ZERO] * (height + 1)
    basis = list(range(count, count + height))
    while True:
        enter = next((j for j in range(count + height) if cost[j] < 0), None)
        if enter is None:
            break
        leave = None
        for j in range(height):
            if table[j][enter] > 0:
                key = (table[j][-1] / table[j][enter], basis[j])
                if leave is None or key < leave[0]:
                    leave = (key, j)
        assert leave is not None, "unbounded"
        j = leave[1]
        pivot = table[j][enter]
        table[j] = [v / pivot for v in table[j]]
        for other in range(height):
            if other != j and table[other][enter] != 0:
                f = table[other][enter]
                table[other] = [a - f * b for a, b in zip(table[other], table[j])]
        f = cost[enter]
        cost = [a - f * b for a, b in zip(cost, table[j])]
        basis[j] = enter
    point = [ZERO] * (count + height)
    for j in range(height):
        point[basis[j]] = table[j][-1]
    return cost[-1], point[:count]


def programme(n, demand, before):
    """Programme (1) after the step before, in M and the increases s_i = x_i - before_i >= 0."""
    k = len(before)
    rows, bounds = [], []
    for i in range(k):                                   # M - s_i <= before_i
        rows.append([ONE] + [-ONE if j == i else ZERO for j in range(k)])
        bounds.append(before[i])
    for r in range(len(demand[0])):                      # sum d_ir s_i <= k/n - sum d_ir before_i
        rows.append([ZERO] + [demand[i][r] for i in range(k)])
        bounds.append(Fraction(k, n) - sum(demand[i][r] * before[i] for i in range(k)))
    return rows, bounds


def check_with_programme(n, demand, history):
    positive = all(v > 0 for row in demand for v in row)
    for k in range(1, len(demand) + 1):
        before = (history[k - 2] if k > 1 else []) + [ZERO]
        rows, bounds = programme(n, demand, before)
        best, point = maximise([ONE] + [ZERO] * k, rows, bounds)
        shares = [b + s for b, s in zip(before, point[1:])]
        assert best == min(history[k - 1]), (n, demand, k)
        # every optimum is at least the history, agent by agent, and equal to it if demands are positive
        assert all(s >= h for s, h in zip(shares, history[k - 1]))
        if positive:
            assert shares == history[k - 1], (n, demand, k)
        # the history is feasible, and no smaller total reaches an equal M
        for row, bound in zip(rows, bounds):
            point = [best] + [h - b for h, b in zip(history[k - 1], before)]
            assert sum(a * v for a, v in zip(row, point)) <= bound


def ddrf(n, demand):
    history = ddrf_by_raising(n, demand)
    assert history == ddrf_by_formula(n, demand), (n, demand)
    if len(demand) <= 6:
        check_with_programme(n, demand, history)
    return history


# ---------------------------------------------------------------------------------------------
# ddrf-printed: Algorithm 1, line by line.  Agents are numbered from 1 as in the paper, so the
# lists below carry an unused entry 0.

class DividesByZero(Exception):
    def __init__(self, step, resource):
        Exception.__init__(self, "line 21 divides by zero at step %d, resource %d" % (step, resource))


def printed(n, demand, skip_zero=False, newcomer=lambda x, k, n: ZERO):
    """The history of Algorithm 1; `newcomer` gives the undefined x_k^{k-1} of line 6."""
    resources = range(len(demand[0]))
    d = [None] + demand
    x = [None, Fraction(1, n)]                                                          # line 3
    history = [[x[1]]]
    k = 2                                                                               # line 4
    while k <= min(n, len(demand)):                                                     # line 5
        x = x + [newcomer(x, k, n)]
        limit = Fraction(k, n)
        if all(sum(d[i][r] * x[i] for i in range(1, k + 1)) <= limit for r in resources):   # line 6
            alpha = [ZERO for r in resources]                                           # line 7
            beta = [sum(d[i][r] for i in range(1, k + 1)) for r in resources]
        else:                                                                           # line 8
            lower, upper = 1, k                                                         # line 9
            tau = -((-(lower + upper)) // 2)
            alpha = [sum((d[i][r] * x[i] for i in range(1, tau)), ZERO) for r in resources]   # line 10
            beta = [sum((d[i][r] for i in range(tau, k + 1)), ZERO) for r in resources]
            while upper - lower > 1:                                                    # line 11
                if all(alpha[r] + beta[r] * x[tau] <= limit for r in resources):        # line 12
                    upper = tau                                                         # line 13
                    tau = -((-(lower + upper)) // 2)
                    for r in resources:                                                 # line 14
                        alpha[r] -= sum(d[i][r] * x[i] for i in range(tau, upper))
                        beta[r] += sum(d[i][r] for i in range(tau, upper))
                else:                                                                   # line 15
                    lower = tau                                                         # line 16
                    tau = -((-(lower + upper)) // 2)
                    for r in resources:                                                 # line 17
                        alpha[r] += sum(d[i][r] * x[i] for i in range(lower, tau))
                        beta[r] -= sum(d[i][r] for i in range(lower, tau))
        ratios = []
        for r in resources:                                                             # line 21
            if beta[r] != 0:
                ratios.append((limit - alpha[r]) / beta[r])
            elif not skip_zero:
                raise DividesByZero(k, r)
        level = min(ratios)
        # line 22 (for the newcomer x_k^{k-1} is 0, whatever `newcomer` puts into line 6)
        x = [None] + [max(x[i], level) for i in range(1, k)] + [max(ZERO, level)]
        history.append(x[1:])                                                           # line 23
        k += 1                                                                          # line 24
    return history


# ---------------------------------------------------------------------------------------------
# drf-offline: progressive filling with capacity k/n

def drf_offline(n, demand):
    resources = range(len(demand[0]))
    history = []
    for k in range(1, len(demand) + 1):
        room = [Fraction(k, n) for r in resources]
        share = [None] * k
        level = ZERO
        while None in share:
            group = [i for i in range(k) if share[i] is None]
            speed = [sum(demand[i][r] for i in group) for r in resources]
            rise = min(room[r] / speed[r] for r in resources if speed[r] > 0)
            level += rise
            room = [room[r] - rise * speed[r] for r in resources]
            for i in group:
                if any(demand[i][r] > 0 and room[r] == 0 for r in resources):
                    share[i] = level
        if all(v > 0 for row in demand[:k] for v in row):
            equal = min(Fraction(k, n) / sum(demand[i][r] for i in range(k)) for r in resources)
            assert share == [equal] * k
        history.append(share)
    return history


# ---------------------------------------------------------------------------------------------
# one case

def text(history):
    return [[str(v) for v in row] for row in history]


def feasible(n, demand, history):
    return all(sum(demand[i][r] * row[i] for i in range(len(row))) <= Fraction(len(row), n)
               for row in history for r in range(len(demand[0])))


def expected(instance):
    n, demand = normalised(instance)
    dynamic = ddrf(n, demand)
    assert feasible(n, demand, dynamic)
    offline = drf_offline(n, demand)
    assert feasible(n, demand, offline)
    try:
        as_printed = {"shares": text(printed(n, demand))}
    except DividesByZero as problem:
        as_printed = {"error": str(problem),
                      "shares_if_skipped": text(printed(n, demand, skip_zero=True))}
    return {"ddrf": {"shares": text(dynamic)},
            "drf-offline": {"shares": text(offline)},
            "ddrf-printed": as_printed}


# ---------------------------------------------------------------------------------------------
# the list of instances

def entry(value):
    value = Fraction(value)
    return int(value) if value.denominator == 1 else str(value)


def make(demand, agents=None):
    instance = {"model": "arrivals"}
    if agents is not None:
        instance["agents"] = agents
    instance["demand"] = [[entry(v) for v in row] for row in demand]
    return instance


def specialist(r, resources, epsilon):
    return [1 if j == r else epsilon for j in range(resources)]


def sum_construction(m, epsilon):
    return [specialist(r, m, epsilon) for r in range(m)] + [[1] * m]


def cyclic(m, n, epsilon):
    return [specialist(i % m, m, epsilon) for i in range(n)]


def instances():
    cases = []

    def add(name, demand, agents=None):
        cases.append((name, make(demand, agents)))

    for m, epsilon in [(1, "1/2"), (2, 1), (2, "1/2"), (2, "1/10"), (2, "1/1000"), (3, "1/2"),
                       (3, "1/10"), (3, "1/1000"), (4, "1/3"), (4, "1/100")]:
        add("sum construction, m = %d, eps = %s" % (m, epsilon), sum_construction(m, epsilon))
    add("sum construction, m = 2, eps = 0", sum_construction(2, 0))
    add("sum construction, m = 3, eps = 0", sum_construction(3, 0))
    for m, n, epsilon in [(1, 2, "1/2"), (2, 5, 1), (2, 5, "1/2"), (2, 5, "1/10"), (2, 5, "1/1000"),
                          (3, 10, "1/10"), (3, 10, "1/1000")]:
        add("Theorem 2, m = %d, n = %d, eps = %s" % (m, n, epsilon), cyclic(m, n, epsilon))
    add("Theorem 2, m = 2, n = 5, eps = 0", cyclic(2, 5, 0))
    for m, n in [(2, 3), (2, 7), (2, 9), (3, 4), (3, 7), (4, 5), (4, 9)]:
        add("cyclic specialists, m = %d, n = %d, eps = 1/100" % (m, n), cyclic(m, n, "1/100"))
    add("Theorem 2, m = 2, last agent of the other kind", cyclic(2, 4, "1/10") + [["1/10", 1]])

    add("one agent", [[3, 1]])
    add("one agent of four", [[3, 1]], 4)
    add("one agent, one resource", [[5]])
    add("one resource", [[1], [2], [3], [4]])
    add("two equal agents", [[2, 1], [2, 1]])
    add("four equal agents", [[1, 3, 2]] * 4)
    add("nine equal agents", [[3, 2]] * 9)
    add("all resources wanted equally", [[2, 2, 2], [5, 5, 5], [1, 1, 1]])
    add("two opposite agents", [[2, 1], [1, 2]])
    add("two opposite agents of five", [[2, 1], [1, 2]], 5)
    add("newcomer alone is raised", [[2, 1], [1, 2], [1, 1]])
    add("newcomer alone is raised, more agents to come", [[2, 1], [1, 2], [1, 1]], 7)
    add("the contract's example", [[2, 1], [1, 2], [2, 1]], 5)
    add("pairs of opposite agents", [[2, 1], [1, 2], [2, 1], [1, 2], [2, 1], [1, 2]])
    add("the newcomer reaches the older share exactly", [[2, 1], [1, 2], [2, 1], [1, 2]])
    add("decimals", [["0.25", "0.5"], ["0.75", "0.125"], ["0.1", "0.3"]])
    add("large numbers", [[1000003, 999983], [17, 1000033], [999979, 5], [1000003, 1000003]])
    add("two generalists after two opposite agents", [[1, 2], [2, 1], [1, 1], [1, 1]])
    add("the test of line 6 hides a higher first share", [[1, 2], [3, 2], [1, 1], [2, 1]])
    add("as printed the sixth agent gets nothing, two resources", [[20, 1], [1, 20], [1, 1], [1, 1], [1, 1], [1, 1]])
    add("as printed the sixth agent gets nothing, three resources", [[4, 1, 1], [1, 4, 1], [1, 1, 4], [1, 1, 1],
                                                                     [1, 1, 1], [1, 1, 1]])
    add("steps down one agent at a time", [[9, 1, 1], [1, 9, 1], [1, 1, 9], [9, 9, 1], [9, 9, 9], [9, 9, 9]])
    add("a rise of three groups at once", [[9, 1, 1, 1], [1, 9, 1, 1], [9, 9, 1, 1], [9, 9, 1, 1], [1, 1, 9, 1],
                                           [1, 1, 1, 9], [1, 1, 1, 9], [1, 1, 9, 1]])

    add("zeros: two disjoint agents", [[1, 0], [0, 1]])
    add("zeros: two disjoint agents of three", [[1, 0], [0, 1]], 3)
    add("zeros: the last agent could still be raised", [[1, 0], [1, 0], [0, 1]])
    add("zeros: the first agent could still be raised", [[0, 1], [1, 0], [1, 0]])
    add("zeros: six agents, two kinds", [[0, 1], [1, 0], [1, 0], [1, 0], [0, 1], [0, 1]])
    add("zeros: six agents, two kinds, the fifth says it wants both", [[0, 1], [1, 0], [1, 0], [1, 0], [1, 1], [0, 1]])
    add("zeros: five against one", [[1, 0]] * 5 + [[0, 1]])
    add("zeros: a resource nobody wants", [[1, 2, 0], [2, 1, 0], [1, 1, 0]])
    add("zeros: a resource nobody wants yet", [[2, 1, 0], [1, 2, 0], [1, 1, 1]])
    add("zeros: disjoint triples", [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0], [0, 1, 0], [1, 1, 1]])
    add("zeros: chain", [[1, 1, 0], [0, 1, 1], [1, 0, 1], [0, 0, 1], [1, 0, 0]])
    add("zeros: nine agents, four resources", [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 1, 0, 0],
                                               [0, 0, 1, 1], [1, 0, 0, 1], [0, 1, 1, 0], [1, 1, 1, 1]])

    draw = random.Random(20190613)
    while len(cases) < 150:
        number_of_cases = len(cases)
        kind = number_of_cases % 6
        n = draw.randint(3, 9) if kind else draw.randint(2, 4)
        m = draw.randint(2, 4) if number_of_cases % 10 else 1
        if kind == 0:
            name, low, high = "small integers", 1, 3
            demand = [[draw.randint(low, high) for r in range(m)] for i in range(n)]
        elif kind == 1:
            name = "specialists and generalists"
            demand = []
            for i in range(n):
                main = i % m if draw.random() < 0.7 else draw.randrange(m)
                if draw.random() < 0.75:
                    demand.append([20 if r == main else draw.randint(1, 4) for r in range(m)])
                else:
                    demand.append([draw.randint(14, 20) for r in range(m)])
        elif kind == 2:
            name = "few distinct agents"
            types = [[draw.randint(1, 6) for r in range(m)] for t in range(3)]
            demand = [list(draw.choice(types)) for i in range(n)]
        elif kind == 3:
            name = "zeros and small integers"
            demand = []
            while len(demand) < n:
                row = [draw.choice([0, 0, 1, 2, 3]) for r in range(m)]
                if any(row):
                    demand.append(row)
        elif kind == 4:
            name = "specialists first, generalists last"
            first = draw.randint(2, n - 1)
            demand = [[30 if r == i % m else draw.randint(1, 3) for r in range(m)] for i in range(first)]
            demand += [[draw.randint(5, 30) for r in range(m)] for i in range(n - first)]
        else:
            name = "integers to 100"
            demand = [[draw.randint(1, 100) for r in range(m)] for i in range(n)]
        agents = n + draw.randint(1, 5) if draw.random() < 0.3 else None
        add("random %d: %s" % (number_of_cases, name), demand, agents)
    return cases


def document():
    lines = []
    for name, instance in instances():
        case = {"name": name, "instance": instance, "expected": expected(instance)}
        lines.append(json.dumps(case))
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    print(document(), end="")
