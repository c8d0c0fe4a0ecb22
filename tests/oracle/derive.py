#!/usr/bin/env python3
"""Independent exact oracle for the divisible-task cluster mechanisms: writes cluster.json.

The script computes, straight from the definitions and without sharing a line with the
crate, the totals (tasks per user) that each mechanism must give on a fixed list of
instances: the worked examples of the papers and a set of random small instances.  All
numbers are `fractions.Fraction`; the linear programmes are solved by the simplex method
written below (two phases, Bland's rule).  Nothing outside the standard library is used.

    python3 derive.py            derive every case again and write cluster.json beside this file
    python3 derive.py --check    derive every case again and compare with the file, writing nothing

A case is {"name", "instance", "expected"}.  "instance" is an instance file of the crate in
its JSON form.  "expected" maps a mechanism to {"tasks": [totals]}; for the two PS-DSF
mechanisms, whose definition need not single out one vector of totals, it may also be
{"several": [totals, other totals]} (two different vectors, both of which satisfy the
definition; there may be more) or {"none": true} (no allocation satisfies it).  A mechanism
that does not apply to an instance is left out.  Placements are not given, because they need
not be unique.

What is taken as the definition where the papers leave room:

* A user that can run nowhere (a demanded resource is missing from every server, or from the
  whole pool) gets nothing and holds nobody back.
* DRFH and C-DRFH measure a user by x_n * max_r(d_nr / C_r) / w_n, with C_r the capacity of
  the whole pool; DRFH over eligible servers counts the servers where user n can run; CDRF and TSF by x_n / (gamma_n w_n), gamma_n being the tasks the user could
  run alone on all servers, placement constraints ignored.  The vector of measures is made
  leximin-maximal, round after round; a user with a finite number of tasks stops there.
* PS-DSF is the condition of Theorem 1 of Khamse-Ashari et al. (a bottleneck resource for each
  user on each server where it can run); a user that has all its tasks needs no bottleneck.
  The time-division variant is the same condition with one resource per server, its time.
"""

import json
import os
import sys
from fractions import Fraction
from math import gcd, lcm

ZERO = Fraction(0)
ONE = Fraction(1)


# ---------------------------------------------------------------------------------------
# Linear programming
# ---------------------------------------------------------------------------------------

def shortest(row):
    """The integers of a row over their greatest common divisor."""
    row = list(row)
    common = gcd(*row) or 1
    return [v // common for v in row]


def whole(row):
    """The numbers of a row times the least positive integer that makes all of them integers."""
    factor = lcm(*(Fraction(v).denominator for v in row))
    return [int(v * factor) for v in row]


class Infeasible(Exception):
    """The constraints of a linear programme contradict one another."""


class Polytope:
    """The points x >= 0 that satisfy a list of rows (coefficients, sense, right-hand side).

    The coefficients of a row are a dictionary {variable: Fraction}, the sense is one of
    "<=", ">=", "=".  The constructor runs the first phase of the simplex method and raises
    Infeasible if there is no point; `maximise` runs the second phase from the basis reached
    last, so that several objectives can be tried one after the other.
    """

    def __init__(self, variables, rows):
        self.n = variables
        senses = []
        matrix = []
        for coefficients, sense, rhs in rows:
            line = [ZERO] * variables
            for j, value in coefficients.items():
                line[j] += value
            if rhs < 0:
                line = [-v for v in line]
                rhs = -rhs
                sense = {"<=": ">=", ">=": "<=", "=": "="}[sense]
            senses.append(sense)
            matrix.append((line, rhs))

        slacks = sum(1 for sense in senses if sense != "=")
        artificials = sum(1 for sense in senses if sense != "<=")
        real = variables + slacks
        width = real + artificials
        self.tableau = []          # each row: `width` coefficients, then the rhs, times any positive integer
        self.basis = []
        slack, artificial = variables, real
        for (line, rhs), sense in zip(matrix, senses):
            row = line + [ZERO] * (width - variables) + [rhs]
            if sense == "<=":
                row[slack] = ONE
                self.basis.append(slack)
                slack += 1
            else:
                if sense == ">=":
                    row[slack] = -ONE
                    slack += 1
                row[artificial] = ONE
                self.basis.append(artificial)
                artificial += 1
            self.tableau.append(whole(row))

        if artificials:
            objective = [ZERO] * width
            for j in range(real, width):
                objective[j] = -ONE
            if self._optimise(objective) != 0:
                raise Infeasible
            self._drop_artificials(real)

    def _pivot(self, r, j, extra):
        """Bring column j into the basis in row r; `extra` is the row of reduced costs."""
        row = self.tableau[r]
        if row[j] < 0:
            row = self.tableau[r] = [-v for v in row]
        value = row[j]
        for other in self.tableau + [extra]:
            factor = other[j]
            if factor and other is not row:
                other[:] = shortest(value * v - factor * w for v, w in zip(other, row + [0]))
        self.basis[r] = j

    def _optimise(self, objective):
        """Maximise over the columns by Bland's rule from a feasible basis; the best value.

        The row of reduced costs ends with the negative value and the number by which the row is multiplied."""
        reduced = whole(list(objective) + [ZERO, ONE])
        for r, b in enumerate(self.basis):
            factor = reduced[b]
            if factor:
                row = self.tableau[r]
                reduced = shortest(row[b] * v - factor * w for v, w in zip(reduced, row + [0]))
        width = len(objective)
        while True:
            entering = next((j for j in range(width) if reduced[j] > 0), None)
            if entering is None:
                return Fraction(-reduced[width], reduced[width + 1])
            leaving, top, down = None, 0, 1        # the best ratio is top / down
            for r, row in enumerate(self.tableau):
                if row[entering] > 0:
                    order = row[width] * down - top * row[entering]
                    if (leaving is None or order < 0
                            or (order == 0 and self.basis[r] < self.basis[leaving])):
                        leaving, top, down = r, row[width], row[entering]
            if leaving is None:
                raise ArithmeticError("unbounded linear programme")
            self._pivot(leaving, entering, reduced)

    def _drop_artificials(self, real):
        """Removes the artificial columns, and with them the redundant rows."""
        r = 0
        while r < len(self.tableau):
            if self.basis[r] >= real:
                row = self.tableau[r]
                column = next((j for j in range(real) if row[j]), None)
                if column is None:
                    del self.tableau[r]
                    del self.basis[r]
                    continue
                self._pivot(r, column, [0] * (len(row) + 1))
            r += 1
        self.tableau = [row[:real] + row[-1:] for row in self.tableau]

    def point(self):
        """The vertex that belongs to the present basis."""
        x = [ZERO] * self.n
        for r, b in enumerate(self.basis):
            if b < self.n:
                x[b] = Fraction(self.tableau[r][-1], self.tableau[r][b])
        return x

    def maximise(self, coefficients):
        """The largest value of a linear objective, and a vertex that attains it."""
        width = len(self.tableau[0]) - 1 if self.tableau else self.n
        objective = [ZERO] * width
        for j, value in coefficients.items():
            objective[j] += value
        if not self.tableau:
            if any(v > 0 for v in objective):
                raise ArithmeticError("unbounded linear programme")
            return ZERO, self.point()
        best = self._optimise(objective)
        return best, self.point()


# ---------------------------------------------------------------------------------------
# Instances
# ---------------------------------------------------------------------------------------

def number(value):
    """A rational from an instance file: an integer, "p/q" or an exact decimal."""
    return Fraction(value)


class Instance:
    """An instance of the cluster model, with its default values."""

    def __init__(self, fields):
        self.fields = fields
        self.capacity = [[number(v) for v in row] for row in fields["capacity"]]
        self.demand = [[number(v) for v in row] for row in fields["demand"]]
        self.users = range(len(self.demand))
        self.servers = range(len(self.capacity))
        self.resources = range(len(self.capacity[0]))
        self.weight = [number(v) for v in fields.get("weight", [1] * len(self.demand))]
        everywhere = [list(self.servers) for _ in self.users]
        self.eligible = [set(row) for row in fields.get("eligible", everywhere)]
        self.restricted = any(len(row) < len(self.capacity) for row in self.eligible)
        self.tasks = [None if v == "inf" else number(v)
                      for v in fields.get("tasks", ["inf"] * len(self.demand))]
        self.finite = any(v is not None for v in self.tasks)

    def alone(self, n, i):
        """Tasks of user n that server i could run, without placement constraints."""
        return min(self.capacity[i][r] / self.demand[n][r]
                   for r in self.resources if self.demand[n][r] > 0)

    def gamma(self, n, i):
        """Tasks of user n that server i could run, zero if the user is ineligible there."""
        return self.alone(n, i) if i in self.eligible[n] else ZERO


# ---------------------------------------------------------------------------------------
# Simple mechanisms
# ---------------------------------------------------------------------------------------

def uniform(inst):
    """Each user keeps its weighted slice of every server."""
    everything = sum(inst.weight)
    totals = []
    for n in inst.users:
        total = sum((inst.gamma(n, i) for i in inst.servers), ZERO) * inst.weight[n] / everything
        if inst.tasks[n] is not None:
            total = min(total, inst.tasks[n])
        totals.append(total)
    return totals


def progressive_filling(capacity, demand, weight, tasks):
    """Weighted DRF in one pool: the levels x_n * dominant_n
    w_n of the users rise together.

    When a resource is used up, the users that demand it stop, and the others continue; a user that has all its tasks stops too.
    """
    users = range(len(demand))
    resources = range(len(capacity))
    x = [ZERO] * len(demand)
    left = list(capacity)
    active = [n for n in users
              if all(left[r] > 0 for r in resources if demand[n][r] > 0)
              and (tasks[n] is None or tasks[n] > 0)]
    while active:
        # tasks per unit of level
        speed = {n: weight[n] / max(demand[n][r] / capacity[r]
                                    for r in resources if demand[n][r] > 0)
                 for n in active}
        steps = []
        for r in resources:
            use = sum((speed[n] * demand[n][r] for n in active), ZERO)
            if use > 0:
                steps.append(left[r] / use)
        for n in active:
            if tasks[n] is not None:
                steps.append((tasks[n] - x[n]) / speed[n])
        step = min(steps)
        for n in active:
            x[n] += step * speed[n]
            for r in resources:
                left[r] -= step * speed[n] * demand[n][r]
        active = [n for n in active
                  if all(left[r] > 0 for r in resources if demand[n][r] > 0)
                  and (tasks[n] is None or x[n] < tasks[n])]
    return x


def drf(inst):
    """DRF on the only server."""
    return progressive_filling(inst.capacity[0], inst.demand, inst.weight, inst.tasks)


def drf_per_server(inst):
    """DRF on each server separately, among its eligible users."""
    totals = [ZERO] * len(inst.demand)
    for i in inst.servers:
        members = [n for n in inst.users if i in inst.eligible[n]]
        shares = progressive_filling(inst.capacity[i], [inst.demand[n] for n in members],
                                     [inst.weight[n] for n in members], [None] * len(members))
        for n, x in zip(members, shares):
            totals[n] += x
    return totals


# ---------------------------------------------------------------------------------------
# Leximin mechanisms
# ---------------------------------------------------------------------------------------

def leximin(inst, measure):
    """Leximin-maximal vector of measure[n] * x_n over all placements; returns the totals.

    `measure[n]` is None for a user that can run nowhere.  Each round first maximises the
    least measure t of the active users, then asks for each active user, by a linear
    programme of its own, whether it can exceed t while the other active users stay at t or
    above; those that cannot are frozen at t.
    """
    column = {}
    for n in inst.users:
        for i in sorted(inst.eligible[n]):
            if measure[n] is not None:
                column[n, i] = len(column)
    level = len(column)                                     # the column of t

    def total(n, factor):
        return {column[n, i]: factor for i in inst.eligible[n] if (n, i) in column}

    feasible = []
    for i in inst.servers:
        for r in inst.resources:
            row = {column[n, i]: inst.demand[n][r]
                   for n in inst.users if (n, i) in column and inst.demand[n][r] > 0}
            if row:
                feasible.append((row, "<=", inst.capacity[i][r]))
    for n in inst.users:
        if inst.tasks[n] is not None and measure[n] is not None:
            feasible.append((total(n, ONE), "<=", inst.tasks[n]))

    active = [n for n in inst.users if measure[n] is not None]
    frozen = {}
    while active:
        fixed = [(total(n, measure[n]), "=", value) for n, value in frozen.items()]
        rows = feasible + fixed
        for n in active:
            row = total(n, measure[n])
            row[level] = -ONE
            rows.append((row, ">=", ZERO))
        t, _ = Polytope(level + 1, rows).maximise({level: ONE})

        stuck = []
        for n in active:
            rows = feasible + fixed + [(total(m, measure[m]), ">=", t) for m in active if m != n]
            best, _ = Polytope(level, rows).maximise(total(n, measure[n]))
            assert best >= t
            if best == t:
                stuck.append(n)
        assert stuck, "a round of the leximin procedure froze nobody"
        for n in stuck:
            frozen[n] = t
        active = [n for n in active if n not in frozen]
    return [frozen[n] / measure[n] if n in frozen else ZERO for n in inst.users]


def dominant_share(inst, counts):
    """Leximin of the weighted share of the resource that is dominant in the servers `i` with `counts(n, i)`: every server for
    DRFH and C-DRFH, those where user n can run for DRFH over eligible servers."""
    measure = []
    for n in inst.users:
        pool = [sum((inst.capacity[i][r] for i in inst.servers if counts(n, i)), ZERO) for r in inst.resources]
        demanded = [r for r in inst.resources if inst.demand[n][r] > 0]
        if any(pool[r] == 0 for r in demanded):
            measure.append(None)
        else:
            measure.append(max(inst.demand[n][r] / pool[r] for r in demanded) / inst.weight[n])
    return leximin(inst, measure)


def task_share(inst):
    """CDRF and TSF: leximin of the weighted share of the tasks the user could run alone."""
    measure = []
    for n in inst.users:
        gamma = sum((inst.alone(n, i) for i in inst.servers), ZERO)
        measure.append(None if gamma == 0 else 1 / (gamma * inst.weight[n]))
    return leximin(inst, measure)


# ---------------------------------------------------------------------------------------
# PS-DSF
# ---------------------------------------------------------------------------------------

class PerServer:
    """All placements that satisfy the PS-DSF condition, found by branching.

    For each user n and server i with gamma_ni > 0 the condition asks for a resource r with
    d_nr > 0 that is saturated on i and such that each user m has
        x_mi d_mr = 0   or   x_m / (gamma_mi w_m) <= x_n / (gamma_ni w_n).
    A node of the search is a polytope: the feasible placements together with the choices
    made so far (a resource for some pairs n, i; for some triples one side of the "or").
    If every placement in the polytope has the totals already known, the node holds nothing
    new and is closed.  Otherwise the linear programmes give a placement with other totals:
    either it satisfies the condition, and is a second solution, or it violates it somewhere,
    and the node is divided into the choices that would mend that place.  At the deepest
    level all choices are made and every placement in the polytope is a solution, so nothing
    is missed: the search is the full enumeration, with closed subtrees left out.
    """

    def __init__(self, inst, time_division):
        self.inst = inst
        self.gamma = [[inst.gamma(n, i) for i in inst.servers] for n in inst.users]
        if time_division:
            self.kinds = range(1)
            self.bound = [[ONE] for _ in inst.servers]
            self.load = [[[1 / g] if g > 0 else [ZERO] for g in row] for row in self.gamma]
        else:
            self.kinds = inst.resources
            self.bound = inst.capacity
            self.load = [[inst.demand[n] for _ in inst.servers] for n in inst.users]
        self.pairs = [(n, i) for n in inst.users for i in inst.servers if self.gamma[n][i] > 0]
        self.nodes = 0

    # --- the condition, checked on a placement -------------------------------------------

    def saturated(self, x, i, r):
        used = sum((x[m][i] * self.load[m][i][r] for m in self.inst.users), ZERO)
        return used == self.bound[i][r]

    def share(self, total, n, i):
        """The weighted virtual dominant share of user n on server i."""
        return total[n] / (self.gamma[n][i] * self.inst.weight[n])

    def obstacle(self, x, total, n, i, r):
        """None if r is a bottleneck for n on i, "slack", or a user that has too much."""
        if self.load[n][i][r] == 0 or not self.saturated(x, i, r):
            return "slack"
        for m in self.inst.users:
            if (x[m][i] * self.load[m][i][r] > 0
                    and self.share(total, m, i) > self.share(total, n, i)):
                return m
        return None

    def satisfied(self, x, total, n, i):
        if self.inst.tasks[n] is not None and total[n] == self.inst.tasks[n]:
            return True
        return any(self.obstacle(x, total, n, i, r) is None for r in self.kinds)

    def feasible(self, x):
        inst = self.inst
        return (all(v >= 0 for row in x for v in row)
                and all(x[n][i] == 0 for n in inst.users for i in inst.servers
                        if self.gamma[n][i] == 0)
                and all(inst.tasks[n] is None or sum(x[n]) <= inst.tasks[n] for n in inst.users)
                and all(sum(x[n][i] * self.load[n][i][r] for n in inst.users)
                        <= self.bound[i][r] for i in inst.servers for r in self.kinds))

    def is_solution(self, x):
        total = [sum(row, ZERO) for row in x]
        return self.feasible(x) and all(self.satisfied(x, total, n, i) for n, i in self.pairs)

    # --- the search ----------------------------------------------------------------------

    def polytope(self, node):
        """The polytope of a node; raises Infeasible if it is empty."""
        choice, zero, order, full = node
        inst = self.inst
        column = {}
        for pair in self.pairs:
            if pair not in zero:
                column[pair] = len(column)
        tight = {(i, r) for (_, i), r in choice.items()}
        rows = []
        for i in inst.servers:
            for r in self.kinds:
                row = {column[n, i]: self.load[n][i][r] for n in inst.users
                       if (n, i) in column and self.load[n][i][r] > 0}
                if (i, r) in tight:
                    rows.append((row, "=", self.bound[i][r]))
                elif row:
                    rows.append((row, "<=", self.bound[i][r]))
        for n in inst.users:
            if inst.tasks[n] is not None:
                row = self.total_row(column, n)
                if row or n in full:
                    rows.append((row, "=" if n in full else "<=", inst.tasks[n]))
        for n, m, i in order:                  # share of m on i at most that of n
            row = self.total_row(column, m, self.gamma[n][i] * inst.weight[n])
            for j, v in self.total_row(column, n, -self.gamma[m][i] * inst.weight[m]).items():
                row[j] = v
            rows.append((row, "<=", ZERO))
        return column, Polytope(len(column), rows)

    def total_row(self, column, n, factor=ONE):
        return {column[n, i]: factor for i in self.inst.servers if (n, i) in column}

    def placement(self, column, point):
        return [[point[column[n, i]] if (n, i) in column else ZERO for i in self.inst.servers]
                for n in self.inst.users]

    def differing(self, column, polytope, known):
        """A placement whose totals differ from the known ones, or None."""
        if known is None:
            return self.placement(column, polytope.point())
        for n in self.inst.users:
            for sign in (ONE, -ONE):
                best, point = polytope.maximise(self.total_row(column, n, sign))
                if best != sign * known[n]:
                    return self.placement(column, point)
        return None

    def children(self, node, x):
        """The nodes that mend the first violation of the condition by x, or None."""
        choice, zero, order, full = node
        total = [sum(row, ZERO) for row in x]
        for n, i in self.pairs:
            if self.satisfied(x, total, n, i):
                continue
            if (n, i) in choice:
                m = self.obstacle(x, total, n, i, choice[n, i])
                assert m != "slack"
                return [(choice, zero | {(m, i)}, order, full),
                        (choice, zero, order | {(n, m, i)}, full)]
            result = [({**choice, (n, i): r}, zero, order, full)
                      for r in self.kinds if self.load[n][i][r] > 0]
            if self.inst.tasks[n] is not None:
                result.append((choice, zero, order, full | {n}))
            return result
        return None

    def solutions(self):
        """No, one or two placements that satisfy the condition, with different totals."""
        found = []
        stack = [({}, frozenset(), frozenset(), frozenset())]
        while stack:
            node = stack.pop()
            self.nodes += 1
            try:
                column, polytope = self.polytope(node)
            except Infeasible:
                continue
            while True:
                known = [sum(row, ZERO) for row in found[0]] if found else None
                x = self.differing(column, polytope, known)
                if x is None:
                    break
                below = self.children(node, x)
                if below is not None:
                    stack.extend(reversed(below))
                    break
                assert self.is_solution(x)
                found.append(x)
                if len(found) == 2:
                    return found
        return found


def per_server_dominant_share(inst, time_division):
    """The expected entry for `ps-dsf` or `ps-dsf-tdm`."""
    found = PerServer(inst, time_division).solutions()
    totals = [text([sum(row, ZERO) for row in x]) for x in found]
    if not totals:
        return {"none": True}
    if len(totals) == 1:
        return {"tasks": totals[0]}
    return {"several": sorted(totals)}


# ---------------------------------------------------------------------------------------
# Expected values of a case
# ---------------------------------------------------------------------------------------

def text(vector):
    return [str(v) for v in vector]


def expected(fields):
    """All mechanisms that apply to an instance, with their totals."""
    inst = Instance(fields)
    result = {"uniform": {"tasks": text(uniform(inst))}}
    one_server = len(inst.capacity) == 1
    if one_server and not inst.restricted:
        result["drf"] = {"tasks": text(drf(inst))}
    if not inst.finite:
        result["drf-per-server"] = {"tasks": text(drf_per_server(inst))}
    shares = {"tasks": text(dominant_share(inst, lambda n, i: True))}
    eligible = {"tasks": text(dominant_share(inst, lambda n, i: inst.gamma(n, i) > 0))}
    tasks = {"tasks": text(task_share(inst))}
    if not inst.restricted:
        result["drfh"] = shares
    result["c-drfh"] = shares
    result["drfh-eligible"] = eligible
    if not inst.restricted:
        result["cdrf"] = tasks
    result["tsf"] = tasks
    result["ps-dsf"] = per_server_dominant_share(inst, False)
    result["ps-dsf-tdm"] = per_server_dominant_share(inst, True)
    if "drf" in result:
        # With one server the global measures are the dominant share itself, and so is the
        # share PS-DSF compares; progressive filling must agree with the linear programmes
        # and with the search.
        for mechanism in ("drfh", "drfh-eligible", "cdrf", "ps-dsf"):
            assert result[mechanism] == result["drf"], (mechanism, fields, result)
    return result


# ---------------------------------------------------------------------------------------
# The list of cases
# ---------------------------------------------------------------------------------------

def printed_examples():
    """The worked examples of the papers: (name, instance, printed values)."""
    return [
        ("wang2013 Fig. 1",
         {"model": "cluster", "capacity": [[2, 12], [12, 2]],
          "demand": [["1/5", 1], [1, "1/5"]]},
         {"drf-per-server": ["6", "6"], "drfh": ["10", "10"]}),
        ("khamse2017 Fig. 1",
         {"model": "cluster", "capacity": [[9, 12, 100], [12, 12, 0]],
          "demand": [[1, 2, 10], [1, 2, 1], [1, 2, 0]], "weight": [1, 1, 2],
          "eligible": [[0], [0], [0, 1]]},
         {"c-drfh": ["60/23", "72/23", "144/23"],           # printed 2.609, 3.130, 6.261
          "tsf": ["2", "2", "8"], "ps-dsf": ["3", "3", "6"]}),
        ("khamse2017 Fig. 1, the placement constraints left to the missing bandwidth",
         {"model": "cluster", "capacity": [[9, 12, 100], [12, 12, 0]],
          "demand": [[1, 2, 10], [1, 2, 1], [1, 2, 0]], "weight": [1, 1, 2]},
         {"drfh": ["60/23", "72/23", "144/23"], "cdrf": ["2", "2", "8"],
          "ps-dsf": ["3", "3", "6"]}),
        ("khamse2017 Fig. 2 and 3",
         {"model": "cluster", "capacity": [[9, 12, 100], [12, 12, 0]],
          "demand": [["3/2", 1, 10], [1, 2, 10], ["1/2", 1, 0], [1, "1/2", 0]],
          "eligible": [[0], [0], [0, 1], [0, 1]]},
         {"ps-dsf": ["18/5", "18/5", "8", "8"]}),
        # Tables III and IV print the tasks per class of servers, not the demands.  A class
        # taken as one server, the tables leave 8, 68, 33 and 11 servers in the classes A to D
        # and the demands below, but for three entries that are only bounded: the CPU of users
        # 2 and 4 (at most 2/15 and 1/5) and the memory of user 3 (at most 1/10).
        ("khamse2017 Tables III and IV, demands reconstructed",
         {"model": "cluster", "capacity": [[8, 8], [34, 34], ["33/2", "33/4"], ["11/2", "33/4"]],
          "demand": [["1/10", "1/10"], ["1/10", "1/5"], ["1/5", "1/10"], ["1/5", "3/10"]],
          "weight": [2, 2, 1, 1], "eligible": [[0, 1, 2, 3], [0, 1, 2, 3], [2, 3], [2, 3]]},
         {"ps-dsf": ["210", "105", "165/2", "55/2"]}),
    ]


def corner_cases():
    """Instances made by hand for one feature each: (name, instance)."""
    return [
        # The smallest case with two different PS-DSF vectors: each user alone on one server, or both users on both servers. The first is
        # dominated by the second.
        ("PS-DSF is not unique, two equal servers",
         {"model": "cluster", "capacity": [[1, 1], [1, 1]], "demand": [[1, 2], [2, 1]]}),
        ("PS-DSF is not unique, three users",
         {"model": "cluster", "capacity": [[8, 11], [8, 11]],
          "demand": [[1, 2], [1, 2], [2, 1]]}),
        # A user that has all its tasks needs no bottleneck on either server; the other user does.
        ("finite tasks, the user with few tasks may stand in the way, one resource",
         {"model": "cluster", "capacity": [[2], [1]], "demand": [[1], [1]],
          "eligible": [[0, 1], [0]], "tasks": [1, "inf"]}),
        ("finite tasks, the user with few tasks may stand in the way, no constraints",
         {"model": "cluster", "capacity": [[4, 4], [4, 8]], "demand": [[2, 1], [1, 2]],
          "tasks": [1, "inf"]}),
        ("finite tasks, everybody is served in full",
         {"model": "cluster", "capacity": [[9, 9], [9, 9]], "demand": [[1, 2], [2, 1]],
          "tasks": [1, 2]}),
        ("a user whose resources are never together on one server",
         {"model": "cluster", "capacity": [[5, 0], [0, 5]],
          "demand": [[1, 1], [1, 0], [0, 2]]}),
        ("a resource the whole pool lacks",
         {"model": "cluster", "capacity": [[4, 0], [6, 0]], "demand": [[1, 1], [2, 0]]}),
        ("an empty server",
         {"model": "cluster", "capacity": [[0, 0], [6, 6]], "demand": [[1, 2], [2, 1]]}),
        ("eligible only where a resource is missing",
         {"model": "cluster", "capacity": [[6, 0], [6, 6]], "demand": [[1, 1], [2, 1]],
          "eligible": [[0], [0, 1]]}),
        ("nothing at all",
         {"model": "cluster", "capacity": [[0]], "demand": [[1], [1]]}),
        ("DRF, nine CPUs and eighteen gigabytes",
         {"model": "cluster", "capacity": [[9, 18]], "demand": [[1, 4], [3, 1]]}),
        ("DRF, users stop one after the other",
         {"model": "cluster", "capacity": [[12, 6, 4]],
          "demand": [[1, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 1]], "weight": [1, 2, "1/2", 3]}),
        ("DRF, finite tasks and zero demands",
         {"model": "cluster", "capacity": [[12, 6]], "demand": [[1, 1], [0, 1], [1, 0]],
          "tasks": [1, "inf", 4]}),
        ("wang2013 Fig. 1 with weights",
         {"model": "cluster", "capacity": [[2, 12], [12, 2]],
          "demand": [["1/5", 1], [1, "1/5"]], "weight": [1, 2]}),
        ("wang2013 Fig. 1 with finite tasks and decimals",
         {"model": "cluster", "capacity": [[2, 12], [12, 2]],
          "demand": [["0.2", 1], [1, "0.2"]], "tasks": [4, "inf"]}),
    ]


class Dice:
    """A small linear congruential generator, so that the cases do not depend on a library."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        return (self.state >> 33) % n

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def chance(self, p, q):
        return self.below(q) < p

    def pick(self, values):
        return values[self.below(len(values))]


def random_instance(dice):
    """A small instance; ties, equal users, zero demands and missing resources are common."""
    users, servers, resources = dice.between(1, 4), dice.between(1, 3), dice.between(1, 3)
    if users < 3 and dice.chance(1, 2):
        users += 1
    restricted = dice.chance(1, 3)
    if restricted:
        servers = max(servers, dice.between(2, 3))
        users = max(users, 2)
    finite = dice.chance(1, 5)
    if finite and dice.chance(2, 3):
        users, servers, resources = max(users, 2), max(servers, 2), max(resources, 2)
    zeros = resources > 1 and dice.chance(3, 4)
    top = dice.pick([2, 4, 4])                       # small demands make ties

    capacity = [[dice.between(0, 12) for _ in range(resources)] for _ in range(servers)]
    if servers > 1 and dice.chance(1, 5):
        capacity[1] = list(capacity[0])
    if all(v == 0 for row in capacity for v in row):
        capacity[0][0] = 12

    demand = []
    for n in range(users):
        if n > 0 and dice.chance(1, 5):
            row = list(dice.pick(demand))            # a user equal to an earlier one
        else:
            row = [dice.between(1, top) for _ in range(resources)]
            if zeros:
                row = [0 if dice.chance(2, 5) else v for v in row]
            if all(v == 0 for v in row):
                row[dice.below(resources)] = dice.between(1, top)
        demand.append(row)

    fields = {"model": "cluster", "capacity": capacity, "demand": demand}
    if dice.chance(1, 3):
        fields["weight"] = [dice.pick([1, 1, 2, 3, "1/2", "3/2"]) for _ in range(users)]
    if restricted:
        eligible = []
        for _ in range(users):
            row = [i for i in range(servers) if dice.chance(3, 5)]
            eligible.append(row or [dice.below(servers)])
        if all(len(row) == servers for row in eligible):
            eligible[0] = [dice.below(servers)]
        fields["eligible"] = eligible
    if finite:
        fields["tasks"] = [dice.between(1, 4) if dice.chance(1, 2) else "inf"
                           for _ in range(users)]
        if all(v == "inf" for v in fields["tasks"]):
            fields["tasks"][dice.below(users)] = dice.between(1, 2)
    return fields


SEED = 20170613
RANDOM_CASES = 120


def cases():
    for name, fields, printed in printed_examples():
        result = expected(fields)
        for mechanism, tasks in printed.items():
            assert result[mechanism] == {"tasks": tasks}, (name, mechanism, result[mechanism])
        yield {"name": name, "instance": fields, "expected": result}
    for name, fields in corner_cases():
        yield {"name": name, "instance": fields, "expected": expected(fields)}
    dice = Dice(SEED)
    for k in range(RANDOM_CASES):
        fields = random_instance(dice)
        yield {"name": "random %d" % k, "instance": fields, "expected": expected(fields)}


def main(arguments):
    if arguments not in ([], ["--check"]):
        print("usage: derive.py [--check]", file=sys.stderr)
        return 2
    lines = [json.dumps(case) for case in cases()]
    document = "[\n" + ",\n".join(lines) + "\n]\n"
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cluster.json")
    if arguments:
        with open(path, encoding="utf-8") as file:
            if file.read() != document:
                print("cluster.json differs from what the definitions give", file=sys.stderr)
                return 1
        return 0
    with open(path, "w", encoding="utf-8") as file:
        file.write(document)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
