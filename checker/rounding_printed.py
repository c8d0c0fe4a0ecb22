"""The rounding as printed (properties/mechanisms/rounding-printed.md): Lemma 4 and section IV-A, run again from the fractions on
record.

Fractions are x[resource][task]. Where the text leaves a choice, resources and tasks of lower number come first.
"""

from fractions import Fraction

import covering
from document import grid, number, table
from verdict import NotCovered, Refused, require

STEPS = 2_000


def used(x, i):
    """The used part of resource i."""
    return sum(x[i])


def excess(instance, x, j):
    """The excess of task j over its demand."""
    return sum(row[j] for row in x) - instance.demand[j]


def holders(x, i):
    """The tasks that have a part of resource i."""
    return [j for j, part in enumerate(x[i]) if part > 0]


def dearest(instance, wanted):
    """The resource of highest cost among those wanted, the first among equals; None without one."""
    return min(wanted, key=lambda i: (-instance.cost[i], i), default=None)


def even_out(instance, x):
    """Lemma 4: every resource is used up, or not at all."""
    for _ in range(STEPS):
        partly = [i for i in range(instance.resources) if 0 < used(x, i) < 1]
        if not partly:
            return
        if len(partly) == 1:
            single(instance, x, partly[0])
            return
        cheap, dear = sorted(partly[:2], key=lambda i: (instance.cost[i], i))
        pair(x, cheap, dear)
    raise NotCovered("long run", f"Lemma 4 takes more than {STEPS} steps")


def pair(x, cheap, dear):
    """Case 2, with the word "set" taken literally."""
    everything = used(x, cheap) + used(x, dear) <= 1
    for j in holders(x, dear):
        free = 1 - used(x, cheap)
        if not everything and x[dear][j] > free:
            x[dear][j] -= free
            x[cheap][j] = free
            return
        x[cheap][j], x[dear][j] = x[dear][j], Fraction(0)


def single(instance, x, i):
    """Case 1: one resource is partly used."""
    for j in holders(x, i):
        x[i][j] -= max(Fraction(0), excess(instance, x, j))
        if x[i][j] < 0:
            raise Refused("outcome", "Lemma 4, case 1, makes a part negative: the printed algorithm hands out nothing")
    full = dearest(instance, [k for k in range(instance.resources) if k != i and used(x, k) == 1])
    if full is not None and instance.cost[full] > instance.cost[i]:
        for j in holders(x, full):
            part = min(x[full][j], 1 - used(x, i))
            x[full][j] -= part
            x[i][j] += part
        i = full
    for _ in range(STEPS):
        rich = [k for k in range(instance.tasks) if excess(instance, x, k) > 0]
        poor = holders(x, i)
        givers = [k for k in rich if poor and k != poor[0]]
        source = dearest(instance, [k for k in range(instance.resources) if givers and k != i and x[k][givers[0]] > 0])
        if source is None:
            return
        part = min(x[source][givers[0]], x[i][poor[0]], excess(instance, x, givers[0]))
        x[i][poor[0]] -= part
        x[source][poor[0]] += part
        x[source][givers[0]] -= part
    raise NotCovered("long run", f"case 1 of Lemma 4 takes more than {STEPS} steps")


def assign(instance, x):
    """Section IV-A: the task of each resource, or None."""
    holder = [next((j for j, part in enumerate(row) if part == 1), None) for row in x]
    lacks = list(instance.demand)
    for i, j in enumerate(holder):
        if j is not None:
            lacks[j] -= 1
            x[i] = [Fraction(0)] * instance.tasks
    while True:
        waiting = [i for i in range(instance.resources) if holder[i] is None and any(lacks[j] > 0 for j in holders(x, i))]
        first = dearest(instance, waiting)
        if first is None:
            return holder
        task = next(j for j in holders(x, first) if lacks[j] > 0)
        while first is not None and lacks[task] > 0:
            release(instance, x, first, task)
            holder[first] = task
            lacks[task] -= 1
            first = dearest(instance, [i for i in range(instance.resources) if holder[i] is None and x[i][task] > 0])


def release(instance, x, first, task):
    """Gives the resource to the task; parts of the task's other resources go to the tasks that had parts of it, in exchange."""
    offers, total = [], x[first][task]
    others = [i for i in range(instance.resources) if i != first and x[i][task] > 0]
    for i in sorted(others, key=lambda i: (-instance.cost[i], i)):
        if total >= 1:
            break
        total += x[i][task]
        offers.append([i, x[i][task] if total < 1 else total - 1])
    for other in holders(x, first):
        owed = x[first][other] if other != task else Fraction(0)
        for offer in offers:
            part = min(owed, offer[1])
            owed -= part
            offer[1] -= part
            x[offer[0]][task] -= part
            x[offer[0]][other] += part
    x[first] = [Fraction(0)] * instance.tasks


def run(instance, fractions):
    """The assignment that the printed text derives from these fractions."""
    x = [list(row) for row in fractions]
    even_out(instance, x)
    return assign(instance, x)


def check(instance, outcome, outcome_field, start, field):
    """Kind `start`: the fractions solve the pruned programme at its smallest ratio, and lead to the outcome."""
    require(isinstance(start, dict) and start.get("kind") == "start", f"{field}.kind", "not 'start'")
    table(start, field, ["kind", "fraction", "ratio", "multipliers"])
    fractions = grid(start["fraction"], f"{field}.fraction", instance.resources, instance.tasks, number)
    ratio = number(start["ratio"], f"{field}.ratio")
    covering.require_solution(instance, covering.Fractions(fractions, ratio), "pruned", field)
    multipliers = covering.read_multipliers(start["multipliers"], f"{field}.multipliers", instance)
    covering.check_multipliers(instance, multipliers, "pruned", ratio, f"{field}.multipliers")
    for i, to in enumerate(run(instance, fractions)):
        require(outcome.holder[i] == to, f"{outcome_field}.assignment[{i}]",
                f"from the fractions on record the text gives it to {'nobody' if to is None else to}")
