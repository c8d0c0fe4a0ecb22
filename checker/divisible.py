"""Records about divisible tasks on one server: sums of linear conditions that contradict each other, and tables of amounts.

A variable is a pair (profile, user): the tasks of the user at the profile. A condition is a table of coefficients and a bound: the sum is
at least the bound; all variables are at least 0.
"""

import itertools
import re
from fractions import Fraction

from rules import all_profiles, fields, read_head, read_profile, whole
from verdict import require

LINEAR = {"anonymous", "ef", "neutral", "non-wasteful", "po", "population-monotone", "resource-monotone", "si", "sp", "sp-demand"}


def number(text, where):
    """Reads a fraction from its text in lowest terms."""
    require(isinstance(text, str) and len(text) <= 4000 and re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", text), where, "is no fraction")
    return Fraction(text)


def worth(wanted, held):
    """Tasks of demand `wanted` in one task of demand `held`."""
    return min(Fraction(h, w) for w, h in zip(wanted, held) if w)


def ways_to_be_full(p):
    """The minimal sets of resources such that every user demands one of each set: Pareto optimality fills one set."""
    found = []
    for size in range(len(p.resources) + 1):
        for chosen in itertools.combinations(p.resources, size):
            hits = all(any(row[r] for r in chosen) for row in p.demand)
            if hits and not any(set(small) <= set(chosen) for small in found):
                found.append(list(chosen))
    return found


def counts_for(name, p, q, user, other):
    """The weight with which a task of `other` at `q` counts for `user` at `p` under the property; `None` if the property does not compare
    the two.
    """
    same_servers = p.capacity == q.capacity
    if name in ("sp", "sp-demand"):
        differ = len(p.demand) == len(q.demand) and [u for u in p.users if p.demand[u] != q.demand[u]]
        return worth(p.demand[user], q.demand[user]) if same_servers and differ == [user] == [other] else None
    if name == "resource-monotone":
        grows = not same_servers and p.demand == q.demand and all(a >= b for a, b in zip(p.capacity[0], q.capacity[0]))
        return 1 if grows and user == other else None
    if name == "population-monotone":
        if not same_servers:
            return None
        for leaver in q.users:
            stay = [u for u in q.users if u != leaver]
            if [q.demand[u] for u in stay] == p.demand and stay[user] == other:
                return 1
        return None
    if name == "anonymous":
        def rest(demand, u):
            return sorted(demand[:u] + demand[u + 1:])
        fits = same_servers and p.demand[user] == q.demand[other] and rest(p.demand, user) == rest(q.demand, other)
        return 1 if fits else None
    if name == "neutral":
        def turned(rows, by):
            return [[row[r] for r in by] for row in rows]
        turns = [by for by in itertools.permutations(q.resources) if by != tuple(q.resources)]
        fits = p != q and user == other and any(p.capacity == turned(q.capacity, by) and p.demand == turned(q.demand, by) for by in turns)
        return 1 if fits else None
    return None


def share(p, u):
    return min(Fraction(p.capacity[0][r], len(p.demand) * p.demand[u][r]) for r in p.resources if p.demand[u][r])


def condition(where, table, ids, profiles, full):
    """The coefficients and the bound of a condition in a sum."""
    require(isinstance(table, dict) and isinstance(table.get("by"), str), where, "names no condition")
    by = table["by"]

    def part(name, limit):
        value = table[name]
        require(whole(value) and value < limit, f"{where}.{name}", "is out of range")
        return value
    own = {"capacity": ["resource"], "full": ["resource"], "si": ["user"], "ef": ["user", "other"]}.get(by, ["user", "to", "other"])
    fields(table, where, ["times", "by", "profile", *own])
    at = part("profile", len(profiles))
    p = profiles[at]
    if by in ("capacity", "full"):
        r = part("resource", len(p.resources))
        require(by == "capacity" or (at, r) in full, where, "is about a resource that is not supposed to be full")
        sign = -1 if by == "capacity" else 1
        return {(at, u): Fraction(sign * p.demand[u][r]) for u in p.users}, Fraction(sign * p.capacity[0][r])
    require(by in ids, where, "is by no property of the record")
    user = part("user", len(p.demand))
    if by == "si":
        return {(at, user): Fraction(1)}, share(p, user)
    to = at if by == "ef" else part("to", len(profiles))
    q = profiles[to]
    other = part("other", len(q.demand))
    require((at, user) != (to, other), where, "compares a user with itself")
    times = worth(p.demand[user], p.demand[other]) if by == "ef" else counts_for(by, p, q, user, other)
    require(times is not None, where, f"is not asked by {by}")
    return {(at, user): Fraction(1), (to, other): -Fraction(times)}, Fraction(0)


def add_up(where, table, ids, profiles, full):
    """Refuses a sum of conditions that some amounts could satisfy."""
    require(isinstance(table, list), where, "is no list")
    total, least = {}, Fraction(0)
    for i, one in enumerate(table):
        row, bound = condition(f"{where}[{i}]", one, ids, profiles, full)
        times = number(one["times"], f"{where}[{i}].times")
        require(times > 0, f"{where}[{i}].times", "is not positive")
        for variable, c in row.items():
            total[variable] = total.get(variable, 0) + times * c
        least += times * bound
    require(all(c <= 0 for c in total.values()) and least > 0, where, "is no contradiction")


def follow(nodes, at, ids, profiles, full):
    """Judges the tree that begins at a node, and returns the number of the next node."""
    where = f"node[{at}]"
    require(at < len(nodes), where, "is missing")
    node = nodes[at]
    if isinstance(node, dict) and "sum" in node:
        fields(node, where, ["sum"])
        add_up(f"{where}.sum", node["sum"], ids, profiles, full)
        return at + 1
    fields(node, where, ["profile", "full"])
    number_of, sets = node["profile"], node["full"]
    require("po" in ids, where, "splits without Pareto optimality")
    require(whole(number_of) and number_of < len(profiles) and all(p != number_of for p, _ in full), where,
            "splits no profile, or a profile a second time")
    require(sets == ways_to_be_full(profiles[number_of]), where, "does not list the sets of resources that can be full, in order")
    at += 1
    for one in sets:
        at = follow(nodes, at, ids, profiles, full + [(number_of, r) for r in one])
    return at


def begin(table, kind, names):
    ids, scope = read_head(table, kind, ["format", "kind", "properties", "note", "scope", *names])
    require(len(scope["capacity"]) == 1, "scope.capacity", "must have one server")
    require(set(ids) <= LINEAR, "properties", "has one that is not linear")
    for name in names:
        require(isinstance(table[name], list), name, "must be a list of tables")
    return ids, scope


def judge_amounts(ids, profiles, tasks, where):
    """Refuses amounts that violate a property at some profiles."""
    require(isinstance(tasks, list) and len(tasks) == len(profiles), where, "has not one list of tasks for each profile")
    x = {}
    for i, (p, row) in enumerate(zip(profiles, tasks)):
        require(isinstance(row, list) and len(row) == len(p.demand), f"{where}[{i}]", "has not one amount for each user")
        for u, text in enumerate(row):
            x[i, u] = number(text, f"{where}[{i}][{u}]")
        require(all(x[i, u] >= 0 for u in p.users), f"{where}[{i}]", "is negative")
        left = [p.capacity[0][r] - sum(x[i, u] * p.demand[u][r] for u in p.users) for r in p.resources]
        require(min(left) >= 0, f"{where}[{i}]", "is not feasible")
        if "po" in ids:
            stuck = all(any(row[r] and left[r] == 0 for r in p.resources) for row in p.demand)
            require(stuck, f"{where}[{i}]", "breaks po")
        if "si" in ids:
            require(all(x[i, u] >= share(p, u) for u in p.users), f"{where}[{i}]", "breaks si")
        if "ef" in ids:
            fair = all(x[i, u] >= worth(p.demand[u], p.demand[v]) * x[i, v] for u in p.users for v in p.users)
            require(fair, f"{where}[{i}]", "breaks ef")
    for (i, p), (j, q) in itertools.product(enumerate(profiles), repeat=2):
        for name, u, v in itertools.product(ids, p.users, q.users):
            times = counts_for(name, p, q, u, v)
            require(times is None or x[i, u] >= times * x[j, v], f"{where}[{i}]", f"breaks {name} with [{j}]")


def judge_impossible(table):
    """Refuses a record that does not prove its impossibility."""
    table = {"without": [], "profile": [], "node": [], **table}
    ids, scope = begin(table, "divisible-impossible", ["profile", "node", "without"])
    profiles = [read_profile(one, f"profile[{i}]", ids, scope) for i, one in enumerate(table["profile"])]
    for i, p in enumerate(profiles):
        require(p not in profiles[:i], f"profile[{i}]", "occurs twice")
    used = follow(table["node"], 0, ids, profiles, [])
    require(used == len(table["node"]), f"node[{used}]", "is reached by no case")
    without = table["without"]
    require(len(without) in (0, len(profiles)), "without", "must have one entry for every profile, or none")
    for i, one in enumerate(without):
        fields(one, f"without[{i}]", ["profile", "tasks"])
        require(one["profile"] == i and whole(one["profile"]), f"without[{i}].profile", "must run through the profiles in order")
        judge_amounts(ids, profiles[:i] + profiles[i + 1:], one["tasks"], f"without[{i}].tasks")
    return f"impossible for divisible tasks, {len(profiles)} profiles, {used} nodes{', minimal' if without else ''}"


def judge_rule(table):
    """Refuses a table that is not a rule over all profiles of its scope with its properties."""
    ids, scope = begin(table, "divisible-rule", ["row"])
    for i, one in enumerate(table["row"]):
        fields(one, f"row[{i}]", ["profile", "tasks"])
    profiles = [read_profile(one["profile"], f"row[{i}].profile", ids, scope) for i, one in enumerate(table["row"])]
    require(len({repr((p.capacity, p.demand)) for p in profiles}) == len(profiles), "row", "has a profile twice")
    require(len(profiles) == all_profiles(ids, scope), "row", "does not have every profile of the scope")
    judge_amounts(ids, profiles, [one["tasks"] for one in table["row"]], "row")
    return f"rule for divisible tasks, {len(profiles)} profiles"
