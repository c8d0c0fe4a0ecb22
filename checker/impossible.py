#!/usr/bin/env python3
"""Judges records of impossibilities and tables of rules again, with nothing of the workbench: `python3 checker/impossible.py FILE..`.

A record of kind "impossible" says that no function from the profiles of its core to feasible allocations has the properties. Its case split
is walked again here: every feasible allocation is listed by trying all boxes of tasks, and every property is judged from its definition
page. A table of kind "rule" says that a rule has the properties. A record of kind "forced" says for every allocation at one instance either
why no rule with the properties takes it, or which rule does. Exit status: 0 every file is accepted, 1 a file is refused, 2 usage.
"""

import argparse
import itertools
import sys
import tomllib
from fractions import Fraction
from math import floor
from pathlib import Path

from verdict import Refused, require

LARGEST = 1000
MOST_BOXES = 2_000_000


def whole(value):
    """The value is a whole number at least 0, and no truth value."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_matrix(value, width=None):
    """The value is a list of rows of whole numbers, all rows `width` long if it is given."""
    return isinstance(value, list) and all(
        isinstance(row, list) and all(whole(x) for x in row) and (width is None or len(row) == width) for row in value)


def fields(table, where, names):
    """Refuses a table that has other fields than these."""
    require(isinstance(table, dict), where, "is no table")
    require(set(table) == set(names), where, f"must have the fields {', '.join(names)} and no others")


class Profile:
    """Capacities, servers x resources, and reported demands, users x resources."""

    def __init__(self, capacity, demand):
        self.capacity = capacity
        self.demand = demand
        self.users = range(len(demand))
        self.servers = range(len(capacity))
        self.resources = range(len(capacity[0]))
        self._allocations = None

    def __eq__(self, other):
        return (self.capacity, self.demand) == (other.capacity, other.demand)

    def feasible(self, x):
        """The placement has the right shape, and no capacity is exceeded."""
        return is_matrix(x, len(self.capacity)) and len(x) == len(self.demand) and all(
            sum(x[u][s] * self.demand[u][r] for u in self.users) <= self.capacity[s][r]
            for s in self.servers for r in self.resources)

    def most(self, u, s):
        """The most tasks that user `u` could run alone on server `s`."""
        return min(self.capacity[s][r] // self.demand[u][r] for r in self.resources if self.demand[u][r])

    def allocations(self):
        """All feasible placements, in lexicographic order."""
        if self._allocations is None:
            ranges = [range(self.most(u, s) + 1) for u in self.users for s in self.servers]
            boxes = 1
            for one in ranges:
                boxes *= len(one)
            require(boxes <= MOST_BOXES, "profile", "has too many allocations to list")
            wide = len(self.capacity)
            cut = (tuple(box[i:i + wide] for i in range(0, len(box), wide)) for box in itertools.product(*ranges))
            self._allocations = [x for x in ([list(row) for row in rows] for rows in cut) if self.feasible(x)]
        return self._allocations


def kappa(wanted, held):
    """Tasks of demand `wanted` in one task of demand `held`."""
    return min(Fraction(h, w) for w, h in zip(wanted, held) if w)


def value(wanted, held, row):
    """Whole tasks of demand `wanted` in `row` tasks of demand `held`, rounded down on each server."""
    return sum(floor(kappa(wanted, held) * x) for x in row)


# Properties of one run: true when the allocation has the property.

def po(p, x):
    have = [sum(row) for row in x]
    for y in p.allocations():
        gets = [sum(row) for row in y]
        if all(g >= h for g, h in zip(gets, have)) and gets != have:
            return False
    return True


def si(p, x):
    part = Fraction(1, len(p.demand))
    for u in p.users:
        d = p.demand[u]
        slices = sum(floor(min(part * p.capacity[s][r] / d[r] for r in p.resources if d[r])) for s in p.servers)
        if sum(x[u]) < slices:
            return False
    return True


def pairs(p):
    return itertools.permutations(p.users, 2)


def ef(p, x):
    return all(value(p.demand[n], p.demand[m], x[m]) <= sum(x[n]) for n, m in pairs(p))


def ef1_own(p, x):
    return all(value(p.demand[n], p.demand[m], x[m]) - 1 <= sum(x[n]) for n, m in pairs(p))


def ef1(p, x):
    for n, m in pairs(p):
        ways = [[t - (s == j) for s, t in enumerate(x[m])] for j in p.servers if x[m][j]]
        if ways and all(value(p.demand[n], p.demand[m], z) > sum(x[n]) for z in ways):
            return False
    return True


def non_wasteful(_p, _x):
    """Whole demands on open servers, with tasks without limit: every feasible allocation."""
    return True


# Properties of two runs: true when `x` at `p` and `y` at `q` agree with the property; `p` is where somebody may be worse off.

def liars(p, q):
    """The users whose reports differ; `None` when anything else differs."""
    if p.capacity != q.capacity or len(p.demand) != len(q.demand):
        return None
    return [u for u in p.users if p.demand[u] != q.demand[u]]


def true_tasks(p, q, y, u):
    return value(p.demand[u], q.demand[u], y[u])


def sp(p, x, q, y):
    by = liars(p, q)
    return by is None or len(by) != 1 or true_tasks(p, q, y, by[0]) <= sum(x[by[0]])


def group_sp(p, x, q, y):
    by = liars(p, q)
    if not by:
        return True
    gain = [true_tasks(p, q, y, u) > sum(x[u]) for u in p.users]
    return not any(set(by) <= {m, n} and gain[m] and gain[n] for m, n in itertools.combinations(p.users, 2))


def group_sp_weak(p, x, q, y):
    by = liars(p, q)
    if not by:
        return True
    gains = [true_tasks(p, q, y, u) - sum(x[u]) for u in by]
    return min(gains) < 0 or max(gains) <= 0


def population_monotone(p, x, q, y):
    if p.capacity != q.capacity or len(p.demand) + 1 != len(q.demand) or not p.demand:
        return True
    for leaver in q.users:
        if q.demand[:leaver] + q.demand[leaver + 1:] == p.demand:
            rest = y[:leaver] + y[leaver + 1:]
            if any(sum(mine) < sum(before) for mine, before in zip(x, rest)):
                return False
    return True


def resource_monotone(p, x, q, y):
    grows = p.demand == q.demand and p.capacity != q.capacity and all(
        more >= less for one, two in zip(p.capacity, q.capacity) for more, less in zip(one, two))
    return not grows or all(sum(mine) >= sum(before) for mine, before in zip(x, y))


def renamings(n):
    return [by for by in itertools.permutations(range(n)) if by != tuple(range(n))]


def anonymous(p, x, q, y):
    if p.capacity != q.capacity or len(p.demand) != len(q.demand):
        return True
    return all(x == [y[u] for u in by] for by in renamings(len(q.demand)) if p.demand == [q.demand[u] for u in by])


def neutral(p, x, q, y):
    if p == q or len(p.demand) != len(q.demand):
        return True

    def turned(rows, by):
        return [[row[r] for r in by] for row in rows]
    same = any(p.capacity == turned(q.capacity, by) and p.demand == turned(q.demand, by)
               for by in renamings(len(q.resources)))
    return not same or x == y


ONE_RUN = {"ef": ef, "ef1": ef1, "ef1-own": ef1_own, "non-wasteful": non_wasteful, "po": po, "si": si}
TWO_RUNS = {"anonymous": anonymous, "group-sp": group_sp, "group-sp-weak": group_sp_weak, "neutral": neutral,
            "population-monotone": population_monotone, "resource-monotone": resource_monotone, "sp": sp, "sp-demand": sp}


def read_head(table, kind, names):
    """Format, kind, properties, note and scope, which both kinds have."""
    fields(table, "file", names)
    require(table["format"] == 1 and whole(table["format"]), "format", "must be 1")
    require(table["kind"] == kind, "kind", f'must be "{kind}"')
    require(isinstance(table["note"], str), "note", "must be text")
    ids = table["properties"]
    require(isinstance(ids, list) and ids and all(isinstance(i, str) and (i in ONE_RUN or i in TWO_RUNS) for i in ids),
            "properties", "must be a list of known ids")
    require(len(set(ids)) == len(ids), "properties", "has an id twice")
    scope = table["scope"]
    fields(scope, "scope", ["users", "capacity", "max", "zeros", "smaller"])
    require(whole(scope["users"]) and 1 <= scope["users"] <= 6, "scope.users", "must be from 1 to 6")
    most = scope["max"]
    require(is_matrix([most]) and 1 <= len(most) <= 4 and all(1 <= m <= LARGEST for m in most), "scope.max", "is out of range")
    capacity = scope["capacity"]
    require(is_matrix(capacity, len(most)) and 1 <= len(capacity) <= 4 and max(map(max, capacity)) <= LARGEST,
            "scope.capacity", "is out of range")
    for name in ("zeros", "smaller"):
        require(isinstance(scope[name], bool), f"scope.{name}", "must be true or false")
    return ids, scope


def read_profile(table, where, ids, scope):
    """A profile that is one of the scope."""
    fields(table, where, ["capacity", "demand"])
    capacity, demand = table["capacity"], table["demand"]
    require(is_matrix(capacity) and is_matrix(demand, len(scope["max"])), where, "is not of the shape of the scope")
    fewer = "population-monotone" in ids
    require(len(demand) == scope["users"] or fewer and 1 <= len(demand) < scope["users"], where, "has another number of users")
    low = 0 if scope["zeros"] else 1
    require(all(any(row) and all(low <= d <= most for d, most in zip(row, scope["max"])) for row in demand),
            where, "has a demand outside the scope")
    if scope["smaller"]:
        full = scope["capacity"]
        fits = len(capacity) == len(full) and all(
            len(one) == len(two) and all(min(1, most) <= c <= most for c, most in zip(one, two))
            for one, two in zip(capacity, full))
        require(fits, where, "has a capacity outside the scope")
    else:
        require(capacity == scope["capacity"], where, "has another capacity than the scope")
    return Profile(capacity, demand)


def judge_function(ids, profiles, placements, where):
    """Refuses allocations at profiles that do not have every property."""
    require(len(profiles) == len(placements), where, "has not one placement for each profile")
    for i, (p, x) in enumerate(zip(profiles, placements)):
        require(p.feasible(x), f"{where}[{i}]", "is not feasible")
    for name in ids:
        if name in ONE_RUN:
            for i, (p, x) in enumerate(zip(profiles, placements)):
                require(ONE_RUN[name](p, x), f"{where}[{i}]", f"breaks {name}")
        else:
            for (i, (p, x)), (j, (q, y)) in itertools.product(enumerate(zip(profiles, placements)), repeat=2):
                require(TWO_RUNS[name](p, x, q, y), f"{where}[{i}]", f"breaks {name} with [{j}]")


class Walk:
    """The case split of a record; `follow` refuses at the first step that does not hold."""

    def __init__(self, ids, profiles, splits):
        self.ids, self.profiles, self.splits = ids, profiles, splits
        self.used = 0

    def follow(self, fixed):
        at = self.used
        where = f"split[{at}]"
        require(at < len(self.splits), where, "is missing")
        split = self.splits[at]
        self.used += 1
        fields(split, where, ["profile", "cases"])
        number, cases = split["profile"], split["cases"]
        require(whole(number) and number < len(self.profiles) and number not in fixed, where,
                "splits no profile, or a profile a second time")
        require(isinstance(cases, list), where, "has no list of cases")
        p = self.profiles[number]
        left = [x for x in p.allocations() if all(ONE_RUN[name](p, x) for name in self.ids if name in ONE_RUN)]
        require(all(isinstance(case, dict) for case in cases), where, "has a case that is no table")
        require([case.get("placement") for case in cases] == left, where, "does not list the allocations that are left, in order")
        for i, case in enumerate(cases):
            self.end(f"{where}.cases[{i}]", case, number, {**fixed, number: case["placement"]})

    def end(self, where, case, number, fixed):
        if "next" in case:
            fields(case, where, ["placement", "next"])
            require(case["next"] == self.used and whole(case["next"]), where, "does not go on to the next split")
            self.follow(fixed)
            return
        fields(case, where, ["placement", "breaks", "from", "to"])
        name, one, two = case["breaks"], case["from"], case["to"]
        require(isinstance(name, str) and name in self.ids and name in TWO_RUNS, where, "names no property of two runs of the record")
        require(whole(one) and whole(two) and one in fixed and two in fixed, where, "compares profiles that are not fixed")
        require(number in (one, two), where, "ends at other profiles")
        holds = TWO_RUNS[name](self.profiles[one], fixed[one], self.profiles[two], fixed[two])
        require(not holds, where, f"{name} is not broken")


def judge_impossible(table):
    """Refuses a record that does not prove its impossibility; says in words what was walked."""
    ids, scope = read_head(table, "impossible",
                           ["format", "kind", "properties", "note", "scope", "profile", "split", "without"])
    for name in ("profile", "split", "without"):
        require(isinstance(table[name], list), name, "must be a list of tables")
    profiles = [read_profile(one, f"profile[{i}]", ids, scope) for i, one in enumerate(table["profile"])]
    for i, p in enumerate(profiles):
        require(p not in profiles[:i], f"profile[{i}]", "occurs twice")
    walk = Walk(ids, profiles, table["split"])
    walk.follow({})
    require(walk.used == len(table["split"]), f"split[{walk.used}]", "is reached by no case")
    without = table["without"]
    require(len(without) in (0, len(profiles)), "without", "must have one entry for every profile, or none")
    for i, one in enumerate(without):
        fields(one, f"without[{i}]", ["profile", "placements"])
        require(one["profile"] == i and whole(one["profile"]), f"without[{i}].profile", "must run through the profiles in order")
        require(isinstance(one["placements"], list), f"without[{i}].placements", "must be a list")
        judge_function(ids, profiles[:i] + profiles[i + 1:], one["placements"], f"without[{i}].placements")
    return f"impossible, {len(profiles)} profiles, {walk.used} splits{', minimal' if without else ''}"


def all_profiles(ids, scope):
    """The number of profiles of the scope."""
    rows = 1
    for most in scope["max"]:
        rows *= most + scope["zeros"]
    rows -= scope["zeros"]
    count = sum(rows ** n for n in (range(1, scope["users"] + 1) if "population-monotone" in ids else [scope["users"]]))
    if scope["smaller"]:
        for c in itertools.chain.from_iterable(scope["capacity"]):
            count *= max(c, 1)
    return count


def judge_rule(table):
    """Refuses a table that is not a rule over all profiles of its scope with its properties."""
    ids, scope = read_head(table, "rule", ["format", "kind", "properties", "note", "scope", "row"])
    require(isinstance(table["row"], list), "row", "must be a list of tables")
    profiles, placements = [], []
    for i, one in enumerate(table["row"]):
        fields(one, f"row[{i}]", ["profile", "placement"])
        profiles.append(read_profile(one["profile"], f"row[{i}].profile", ids, scope))
        placements.append(one["placement"])
    keys = {repr((p.capacity, p.demand)) for p in profiles}
    require(len(keys) == len(profiles), "row", "has a profile twice")
    require(len(profiles) == all_profiles(ids, scope), "row", "does not have every profile of the scope")
    judge_function(ids, profiles, placements, "row")
    return f"rule, {len(profiles)} profiles"


def alone(name, p, x):
    """The allocation breaks the property at one profile, with no other profile needed."""
    return not (ONE_RUN[name](p, x) if name in ONE_RUN else TWO_RUNS[name](p, x, p, x))


def judge_denied(where, one, ids, scope, instance):
    """Refuses a reason for which an allocation at the instance is excluded."""
    x = one["placement"]
    if "breaks" in one:
        fields(one, where, ["placement", "breaks"])
        name = one["breaks"]
        require(isinstance(name, str) and name in ids, where, "names no property of the record")
        require(alone(name, instance, x), where, f"{name} is not broken at the instance")
        return
    fields(one, where, ["placement", "profile", "split"])
    require(isinstance(one["profile"], list) and isinstance(one["split"], list), where, "has no lists of profiles and splits")
    profiles = [instance]
    for j, other in enumerate(one["profile"]):
        p = read_profile(other, f"{where}.profile[{j}]", ids, scope)
        require(p not in profiles, f"{where}.profile[{j}]", "occurs twice")
        profiles.append(p)
    walk = Walk(ids, profiles, one["split"])
    walk.follow({0: x})
    require(walk.used == len(one["split"]), f"{where}.split[{walk.used}]", "is reached by no case")


def scope_profiles(ids, scope):
    """All profiles of the scope: by number of users, then sum of all numbers, then capacities, then demands."""
    low = 0 if scope["zeros"] else 1
    rows = [list(row) for row in itertools.product(*(range(low, most + 1) for most in scope["max"])) if any(row)]
    cells = [range(min(1, c), c + 1) if scope["smaller"] else [c] for c in itertools.chain.from_iterable(scope["capacity"])]
    wide = len(scope["max"])
    numbers = range(1, scope["users"] + 1) if "population-monotone" in ids else [scope["users"]]
    found = []
    for flat in itertools.product(*cells):
        capacity = [list(flat[i:i + wide]) for i in range(0, len(flat), wide)]
        found += [Profile(capacity, list(demand)) for n in numbers for demand in itertools.product(rows, repeat=n)]
    total = {id(p): sum(map(sum, p.capacity)) + sum(map(sum, p.demand)) for p in found}
    return sorted(found, key=lambda p: (len(p.demand), total[id(p)], p.capacity, p.demand))


def judge_forced(table):
    """Refuses a record that does not say of every allocation at its instance why it is excluded, or by which rule it is taken."""
    table = {"denied": [], "allowed": [], **table}
    ids, scope = read_head(table, "forced",
                           ["format", "kind", "properties", "note", "scope", "instance", "denied", "allowed"])
    instance = read_profile(table["instance"], "instance", ids, scope)
    for name in ("denied", "allowed"):
        require(isinstance(table[name], list) and all(isinstance(one, dict) and "placement" in one for one in table[name]),
                name, "must be a list of tables with a placement")
    lists = [[one["placement"] for one in table[name]] for name in ("denied", "allowed")]
    for name, placements in zip(("denied", "allowed"), lists):
        require(all(instance.feasible(x) for x in placements) and sorted(placements) == placements, name, "is not feasible, or out of order")
    require(sorted(lists[0] + lists[1]) == instance.allocations(), "instance", "has an allocation that is not in exactly one list")
    for i, one in enumerate(table["denied"]):
        judge_denied(f"denied[{i}]", one, ids, scope, instance)
    if table["allowed"]:
        first = table["allowed"][0].get("placements")
        require(isinstance(first, list) and len(first) == all_profiles(ids, scope), "allowed[0].placements",
                "does not have one entry for each profile of the scope")
        profiles = scope_profiles(ids, scope)
    for i, one in enumerate(table["allowed"]):
        where = f"allowed[{i}]"
        fields(one, where, ["placement", "placements"])
        require(isinstance(one["placements"], list), where, "must have a list of placements")
        judge_function(ids, profiles, one["placements"], f"{where}.placements")
        require(one["placements"][profiles.index(instance)] == one["placement"], where, "takes another allocation at the instance")
    return f"forced, {len(table['denied'])} allocations excluded, {len(table['allowed'])} left"


KINDS = {"forced": judge_forced, "impossible": judge_impossible, "rule": judge_rule}


def judge(table):
    """What is accepted, in words; raises `Refused`."""
    known = isinstance(table, dict) and isinstance(table.get("kind"), str) and table["kind"] in KINDS
    require(known, "kind", f"must be one of {', '.join(KINDS)}")
    return KINDS[table["kind"]](table)


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Judges records of impossibilities again, from the definition pages alone.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a record, or a table of a rule")
    options = parser.parse_args(arguments)
    for path in options.files:
        if not path.is_file():
            parser.error(f"{path}: no such file")
    status = 0
    for path in options.files:
        try:
            with open(path, "rb") as handle:
                print(f"{path}: accepted: {judge(tomllib.load(handle))}")
        except (OSError, ValueError, RecursionError) as error:
            print(f"{path}: refused: file: {(str(error) or 'nested too deeply').splitlines()[0]}")
            status = 1
        except Refused as refusal:
            print(f"{path}: refused: {refusal.field}: {refusal.reason}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
