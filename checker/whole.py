"""Whole tasks on one server: progressive filling and the precomputed family.

drf-tasks and its variants are judged by the condition of their specification (properties/mechanisms/drf-tasks.md,
drf-tasks-skip.md, seq-minmax.md), which compares places in a fixed order and computes one sum. If a property compares with
`drf-tasks` or `drf-tasks-skip`, the rule is followed task by task. pdrf and its variants are formulas
(properties/mechanisms/pdrf.md, pdrf-final.md, pdrf-cycles.md).
"""

from fractions import Fraction
from math import ceil, floor, isfinite

from cluster import dominant_share
from document import array, number, row, table
from verdict import NotCovered, require

STEPS = 200_000

TIES = {
    "higher": lambda s, n: (-s, n),
    "lower": lambda s, n: (s, n),
    "index": lambda s, n: (n,),
}


def place(shares, n, done, ties, ahead):
    """The place in the order of picks of the next task of user n, which has `done` tasks; `ahead` is 1 for seq-minmax, else 0."""
    return ((done + ahead) * shares[n],) + TIES[ties](shares[n], n)


def given_before(shares, n, tasks, spot, ties, ahead):
    """The number of the first `tasks` tasks of user n that come before the place `spot`."""
    reached = spot[0] / shares[n] - ahead
    sure = max(0, floor(reached))
    count = sure
    while count < tasks and place(shares, n, count, ties, ahead) < spot:
        count += 1
    return min(count, tasks)


def still(instance, n, done):
    """True if user n has a whole task left after `done` tasks."""
    return instance.tasks[n] is None or done + 1 <= instance.tasks[n]


def room(instance, counts, extra):
    """True if the counted tasks and one more of user `extra` fit on the server."""
    return all(sum(count * instance.demand[m][r] for m, count in enumerate(counts)) + instance.demand[extra][r] <= capacity
               for r, capacity in enumerate(instance.capacity[0]))


def shares_of(instance):
    """The share of one task of every user that takes part."""
    found = {n: dominant_share(instance, n) for n in range(instance.users)}
    return {n: share for n, share in found.items() if share is not None}


def check_filling(instance, outcome, field, ties, ahead, halting):
    """The condition of drf-tasks (halting) or drf-tasks-skip and seq-minmax (not halting) on a feasible outcome of whole tasks."""
    shares = shares_of(instance)
    counts = [int(x) for x in outcome.tasks]
    waiting = {n: place(shares, n, counts[n], ties, ahead) for n in shares if still(instance, n, counts[n])}
    if halting:
        if not waiting:
            return
        pick = min(waiting, key=waiting.get)
        for n in shares:
            if counts[n] > 0:
                last = place(shares, n, counts[n] - 1, ties, ahead)
                require(last < waiting[pick], f"{field}.tasks[{n}]", f"the last task of user {n} comes after the next of user {pick}")
        require(not room(instance, counts, pick), f"{field}.tasks[{pick}]", f"the next task, of user {pick}, still fits")
        return
    for n, spot in waiting.items():
        before = [given_before(shares, m, counts[m], spot, ties, ahead) if m in shares else 0 for m in range(instance.users)]
        require(not room(instance, before, n), f"{field}.tasks[{n}]", f"the next task of user {n} fitted when its turn came")


def surely_given(instance, shares, ahead):
    """The tasks of every user picked below the level L0 of properties/mechanisms/drf-tasks.md: with one more task of every user
    they still fit."""
    levels = []
    for r, capacity in enumerate(instance.capacity[0]):
        rise = sum(instance.demand[n][r] / shares[n] for n in shares)
        if rise > 0:
            levels.append((capacity - sum(instance.demand[n][r] for n in shares)) / rise)
    level = min(levels, default=0)
    limit = [None if tasks is None else floor(tasks) for tasks in instance.tasks]
    given = [max(0, ceil(level / shares[n]) - ahead) if n in shares else 0 for n in range(instance.users)]
    return [count if most is None else min(count, most) for count, most in zip(given, limit)]


def follow_filling(instance, ties, ahead, halting):
    """The tasks under filling, found by following the rule pick by pick from a level that it passes."""
    shares = shares_of(instance)
    counts, inside = surely_given(instance, shares, ahead), set(shares)
    for _ in range(STEPS):
        waiting = [n for n in inside if still(instance, n, counts[n])]
        if not waiting:
            return counts
        pick = min(waiting, key=lambda n: place(shares, n, counts[n], ties, ahead))
        if room(instance, counts, pick):
            counts[pick] += 1
        elif halting:
            return counts
        else:
            inside.remove(pick)
    raise NotCovered("long filling", f"more than {STEPS} picks")


def common_level(instance, shares, left):
    """L of properties/mechanisms/pdrf.md for these users and the amounts left: the smallest c
    sum(d/s); None if no resource bounds it.
    """
    sums = [sum(instance.demand[n][r] / shares[n] for n in shares) for r in range(instance.resources)]
    return min((left[r] / total for r, total in enumerate(sums) if total > 0), default=None)


def precomputed(instance):
    """The tasks of `pdrf`, and the level L, which is None if no user can run a task."""
    shares = shares_of(instance)
    level = common_level(instance, shares, instance.capacity[0])
    return [floor(level / shares[n]) if n in shares else 0 for n in range(instance.users)], level


def check_level(instance, outcome, certificate, field, outcome_field):
    """Kind `level`: the named level is the one at which the closed form stops, and every user has its tasks at that level, rounded down."""
    table(certificate, field, ["kind", "level"])
    tasks, level = precomputed(instance)
    if level is None:
        require(certificate["level"] == "none", f"{field}.level", "no user can run anything, so there is no level")
    else:
        require(number(certificate["level"], f"{field}.level") == level, f"{field}.level", f"the closed form stops at {level}")
    require_tasks(outcome, tasks, outcome_field)


def require_tasks(outcome, tasks, field):
    """Refuses an outcome with other totals."""
    for n, due in enumerate(tasks):
        require(outcome.tasks[n] == due, f"{field}.tasks[{n}]", f"the rule gives {due}")


def check_final(instance, outcome, field):
    """pdrf-final: one pass over the users in ascending order of their levels after pdrf."""
    shares = shares_of(instance)
    tasks, _ = precomputed(instance)
    for n in sorted(shares, key=lambda n: (tasks[n] * shares[n], -shares[n], n)):
        if room(instance, tasks, n):
            tasks[n] += 1
    require_tasks(outcome, tasks, field)


def cycles(instance):
    """pdrf-cycles: the level and the tasks of each cycle in turn; a pass with k below 1 gives no tasks and is no cycle."""
    shares, left, found = shares_of(instance), list(instance.capacity[0]), []
    inside = dict(shares)
    while inside:
        largest = max(inside.values())
        level = common_level(instance, inside, left)
        given = [0] * instance.users
        if level / largest >= 1:
            for n in inside:
                given[n] = floor(level / inside[n])
            left = [free - sum(count * instance.demand[n][r] for n, count in enumerate(given)) for r, free in enumerate(left)]
            found.append((level, given))
        inside = {n: share for n, share in inside.items() if share != largest}
    return found


def check_cycles(instance, outcome, certificate, field, outcome_field):
    """Kind `cycles`: the named cycles are those of the rule, and their tasks sum to the outcome."""
    table(certificate, field, ["kind", "cycles"])
    due = cycles(instance)
    for k, entry in enumerate(array(certificate["cycles"], f"{field}.cycles", len(due))):
        where = f"{field}.cycles[{k}]"
        table(entry, where, ["level", "tasks"])
        level, given = due[k]
        require(number(entry["level"], f"{where}.level") == level, f"{where}.level", f"the cycle reaches {level}")
        tasks = row(entry["tasks"], f"{where}.tasks", instance.users, number)
        require(tasks == given, f"{where}.tasks", f"the cycle gives {', '.join(map(str, given))}")
    require_tasks(outcome, [sum(given[n] for _, given in due) for n in range(instance.users)], outcome_field)


def follow_doubles(instance, simplified, outcome, field):
    """pdrf-f64 and pdrf-simplified-f64: the formula in IEEE doubles, each operation rounded, in the order of their pages."""
    capacity = [float(c) for c in instance.capacity[0]]
    inside = [n for n in range(instance.users) if instance.gamma[n][0] > 0]
    demand = {n: [float(d) for d in instance.demand[n]] for n in inside}
    tasks = [0] * instance.users
    if inside:
        try:
            shares = {n: max(weighed(instance, n, r, d / capacity[r]) for r, d in enumerate(demand[n]) if instance.demand[n][r] > 0)
                      for n in inside}
            overflow = [x for row in (capacity, shares.values(), *demand.values()) for x in row if not isfinite(x)]
            largest = max(shares.values())
            ratio = {n: largest / shares[n] for n in inside}
            quotients = []
            for r, c in enumerate(capacity):
                total = 0.0
                for n in inside:
                    total += demand[n][r] / shares[n] if simplified else ratio[n] * demand[n][r]
                overflow += [total] if not isfinite(total) else []
                if total > 0:
                    quotients.append(c / total)
            k = min(quotients)
            if overflow or not isfinite(k):
                raise OverflowError("a result is not finite")
            for n in inside:
                tasks[n] = floor(k / shares[n]) if simplified else floor(k * ratio[n])
        except (OverflowError, ZeroDivisionError, ValueError) as error:
            require(False, field, f"an operation in doubles overflows, so there is no outcome ({error})")
    require_tasks(outcome, tasks, field)


def weighed(instance, n, r, share):
    """The share per weight; without weights there is no division, because dividing by 1 changes nothing."""
    return share / float(instance.weight_of(n, r))


def benchmark(instance, halting):
    """The tasks of `drf-tasks` (halting) or `drf-tasks-skip`, by whole tasks with ties to the larger share."""
    return [Fraction(count) for count in follow_filling(instance, "higher", 0, halting)]
