"""Rules as functions from profiles to allocations: profiles, properties from their definition pages, and the common parts of stored
files.
"""

import itertools
from fractions import Fraction
from math import floor

from verdict import require

LARGEST = 1000
MOST_BOXES = 2_000_000


def whole(value):
    """True if the value is a whole number of at least 0, and no truth value."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_matrix(value, width=None):
    """True if the value is a list of rows of whole numbers, all rows `width` long if it is given."""
    return isinstance(value, list) and all(
        isinstance(row, list) and all(whole(x) for x in row) and (width is None or len(row) == width) for row in value)


def fields(table, where, names):
    """Refuses a table with other fields than `names`."""
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
        """True if the placement has the right shape, and no capacity is exceeded."""
        return is_matrix(x, len(self.capacity)) and len(x) == len(self.demand) and all(
            sum(x[u][s] * self.demand[u][r] for u in self.users) <= self.capacity[s][r]
            for s in self.servers for r in self.resources)

    def most(self, u, s):
        """The largest number of tasks that user `u` could run alone on server `s`."""
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
    """Non-wastefulness: whole demands on eligible servers and unlimited tasks make every feasible allocation non-wasteful."""
    return True


# Properties of two runs: true if `x` at `p` and `y` at `q` agree with the property; `p` is where a user may be worse off.

def liars(p, q):
    """The users whose reports differ; `None` if any other data differ."""
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
    """Reads a profile, which must belong to the scope."""
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
    """Refuses allocations that violate a property at some profiles."""
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
