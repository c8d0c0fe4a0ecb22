"""The model `covering` (properties/models/covering.md): instances, isolation costs, assignments, fractions, and the
specifications of its mechanisms.
"""

from fractions import Fraction
from math import ceil

from document import above_zero, array, at_least_zero, grid, index_or_none, number, row, table
from verdict import NotCovered, Refused, require

PARTIAL = 200_000


class Covering:
    """An instance: cost[resource], size[resource], demand[task], and isolation[task], the least cost of a cover when alone."""

    def __init__(self, cost, size, demand):
        self.cost, self.size, self.demand = cost, size, demand
        self.resources, self.tasks = len(cost), len(demand)
        self.isolation = [cheapest_cover(cost, size, due) for due in demand]

    def __eq__(self, other):
        return isinstance(other, Covering) and (self.cost, self.size, self.demand) == (other.cost, other.size, other.demand)

    def unit(self):
        """True if sizes are 1 and demands whole."""
        return all(s == 1 for s in self.size) and all(d.denominator == 1 for d in self.demand)


def cheapest_cover(cost, size, due):
    """The least cost of resources of total size at least `due`; None if all together are too small.

    With sizes 1 the cheapest resources suffice, as many as the demand rounded up. Otherwise resources are added one by one, and among the
    pairs (size so far, cost so far) a pair is dropped if another is at least as good in both.
    """
    if sum(size) < due:
        return None
    if all(s == 1 for s in size):
        return sum(sorted(cost)[:ceil(due)], Fraction(0))
    best = {Fraction(0): Fraction(0)}
    for c, s in zip(cost, size):
        grown = dict(best)
        for have, paid in best.items():
            reached = min(due, have + s)
            if reached not in grown or paid + c < grown[reached]:
                grown[reached] = paid + c
        best, cheapest = {}, None
        for have in sorted(grown, reverse=True):
            if cheapest is None or grown[have] < cheapest:
                best[have] = cheapest = grown[have]
        if len(best) > PARTIAL:
            raise NotCovered("large knapsack", f"more than {PARTIAL} partial covers")
    return best[due]


def read_instance(value, field):
    """Reads an instance from a record; `size` only if some size is not 1."""
    table(value, field, ["cost", "size", "demand"], optional=["size"])
    cost = row(value["cost"], f"{field}.cost", None, above_zero)
    size = [Fraction(1)] * len(cost)
    if "size" in value:
        size = row(value["size"], f"{field}.size", len(cost), above_zero)
        require(any(s != 1 for s in size), f"{field}.size", "a default value that is to be left out")
    demand = row(value["demand"], f"{field}.demand", None, above_zero)
    require(demand, f"{field}.demand", "there is no task")
    for j, due in enumerate(demand):
        require(sum(size) >= due, f"{field}.demand[{j}]", "not even all resources together cover this task")
    return Covering(cost, size, demand)


class Assignment:
    """The task of each resource, or None; with the payment of every task and the largest ratio."""

    def __init__(self, instance, holder):
        self.holder = holder
        self.cost = [sum((c for c, to in zip(instance.cost, holder) if to == j), Fraction(0)) for j in range(instance.tasks)]
        self.held = [sum((s for s, to in zip(instance.size, holder) if to == j), Fraction(0)) for j in range(instance.tasks)]
        self.ratio = max(paid / alone for paid, alone in zip(self.cost, instance.isolation))


def read_assignment(value, field, instance):
    """Reads an assignment with its numbers, which must follow from it."""
    table(value, field, ["assignment", "cost", "isolation", "ratio"])
    holder = row(value["assignment"], f"{field}.assignment", instance.resources,
                 lambda cell, at: index_or_none(cell, at, instance.tasks))
    outcome = Assignment(instance, holder)
    for name, due in (("cost", outcome.cost), ("isolation", instance.isolation)):
        for j, written in enumerate(row(value[name], f"{field}.{name}", instance.tasks, number)):
            require(written == due[j], f"{field}.{name}[{j}]", f"{written} is written, {due[j]} follows")
    written = number(value["ratio"], f"{field}.ratio")
    require(written == outcome.ratio, f"{field}.ratio", f"{written} is written, {outcome.ratio} follows")
    return outcome


class Fractions:
    """Fractions of resources, fraction[resource][task], and the ratio of a programme."""

    def __init__(self, fraction, ratio):
        self.fraction, self.ratio = fraction, ratio


def read_fractions(value, field, instance):
    """Reads fractions with their ratio."""
    table(value, field, ["fraction", "ratio"])
    return Fractions(grid(value["fraction"], f"{field}.fraction", instance.resources, instance.tasks, number),
                     number(value["ratio"], f"{field}.ratio"))


def first_failure(instance, outcome):
    """The first condition of properties/covering/feasible.md that fails, as (name, margin), or None."""
    if isinstance(outcome, Fractions):
        for i, parts in enumerate(outcome.fraction):
            for j, part in enumerate(parts):
                if part < 0:
                    return f"task {j} has a negative part of resource {i}", -part
        for i, parts in enumerate(outcome.fraction):
            if sum(parts) > 1:
                return f"resource {i} is given away more than once", sum(parts) - 1
        held = [sum(s * parts[j] for s, parts in zip(instance.size, outcome.fraction)) for j in range(instance.tasks)]
    else:
        held = outcome.held
    for j, due in enumerate(instance.demand):
        if held[j] < due:
            return f"task {j} is not covered", due - held[j]
    return None


def require_feasible(instance, outcome, field):
    """Refuses an assignment or fractions that do not cover every task."""
    failure = first_failure(instance, outcome)
    if failure:
        raise Refused(field, failure[0])


def allowed(instance, programme, i, j, ratio, strictly):
    """True if the programme allows task j parts of resource i at this ratio, or (strictly) at some ratio below it."""
    if programme == "naive":
        return True
    dear = instance.cost[i] >= ratio * instance.isolation[j] if strictly else instance.cost[i] > ratio * instance.isolation[j]
    return not dear and (programme != "sized" or instance.size[i] <= instance.demand[j])


def require_solution(instance, outcome, programme, field):
    """Refuses fractions that violate a condition of the programme at their ratio (properties/mechanisms/lp-naive.md,
    lp-pruned.md, lp-sized.md)."""
    require_feasible(instance, outcome, f"{field}.fraction")
    for i, parts in enumerate(outcome.fraction):
        for j, part in enumerate(parts):
            require(part == 0 or allowed(instance, programme, i, j, outcome.ratio, False), f"{field}.fraction[{i}][{j}]",
                    "the programme does not allow this pair at this ratio")
    for j in range(instance.tasks):
        paid = sum(c * parts[j] for c, parts in zip(instance.cost, outcome.fraction))
        bound = outcome.ratio * instance.isolation[j]
        require(paid <= bound, f"{field}.fraction", f"task {j} pays {paid}, which is above {bound}")


def read_multipliers(value, field, instance, head=()):
    """Reads the three lists of multipliers, none of them negative; `head` names the fields before them."""
    table(value, field, [*head, "resource", "cover", "pay"])
    return (row(value["resource"], f"{field}.resource", instance.resources, at_least_zero),
            row(value["cover"], f"{field}.cover", instance.tasks, at_least_zero),
            row(value["pay"], f"{field}.pay", instance.tasks, at_least_zero))


def check_multipliers(instance, multipliers, programme, ratio, field):
    """The proof of properties/mechanisms/lp-pruned.md that the programme has no solution below the ratio."""
    resource, cover, pay = multipliers
    for i in range(instance.resources):
        for j in range(instance.tasks):
            if allowed(instance, programme, i, j, ratio, True):
                require(instance.size[i] * cover[j] <= instance.cost[i] * pay[j] + resource[i], field,
                        f"the row of resource {i} and task {j} is not met")
    left = sum(d * b for d, b in zip(instance.demand, cover)) - sum(resource)
    right = ratio * sum(alone * y for alone, y in zip(instance.isolation, pay))
    require(left > 0, field, f"the gain {left} is not above zero")
    require(left >= right, field, f"the gain {left} is below {right}")


def check_tree(instance, ratio, certificate, field):
    """Kind `tree`: in no assignment does every task pay less than the ratio times its isolation cost
    (properties/mechanisms/optimum.md)."""
    table(certificate, field, ["kind", "root"])
    pending = [(certificate["root"], f"{field}.root", frozenset(), list(instance.demand),
                [ratio * alone for alone in instance.isolation])]
    while pending:
        node, where, split, demand, budget = pending.pop()
        if isinstance(node, dict) and "split" in node:
            table(node, where, ["split", "branches"])
            i = index_or_none(node["split"], f"{where}.split", instance.resources)
            require(i is not None and i not in split, f"{where}.split", "not a resource that is still to be split")
            branches = array(node["branches"], f"{where}.branches", instance.tasks + 1)
            for j, branch in enumerate(branches):
                needs, money = list(demand), list(budget)
                if j < instance.tasks:
                    needs[j] = max(Fraction(0), needs[j] - instance.size[i])
                    money[j] -= instance.cost[i]
                if isinstance(branch, str):
                    check_word(instance, branch, f"{where}.branches[{j}]", i, j, demand, budget)
                    continue
                pending.append((branch, f"{where}.branches[{j}]", split | {i}, needs, money))
        else:
            check_leaf(instance, node, where, split, demand, budget)


def check_word(instance, word, where, i, j, demand, budget):
    """A branch without a node: a sibling covers its case, or its resource is too dear."""
    require(j < instance.tasks, where, "nobody is no task")
    if word == "spare":
        require(demand[j] == 0, where, "the task is not covered yet")
    elif word == "dear":
        require(instance.cost[i] >= budget[j], where, "the task could pay for the resource")
    else:
        like = [k for k in range(j) if word == f"like {k}"]
        require(like, where, f"{word!r} is no branch")
        k = like[0]
        require(demand[k] == demand[j] and budget[k] == budget[j], where, f"task {j} is not like task {k} here")


def check_leaf(instance, node, where, split, demand, budget):
    """A leaf of the tree: its rows exclude every assignment of the remaining resources within the remaining budgets."""
    resource, cover, pay = read_multipliers(node, where, instance)
    for i in range(instance.resources):
        require(i not in split or resource[i] == 0, f"{where}.resource[{i}]", "this resource is already split")
        for j in range(instance.tasks):
            if i not in split and demand[j] > 0 and instance.cost[i] < budget[j]:
                require(min(instance.size[i], demand[j]) * cover[j] <= instance.cost[i] * pay[j] + resource[i], where,
                        f"the row of resource {i} and task {j} is not met")
    left = sum(d * b for d, b in zip(demand, cover)) - sum(resource)
    right = sum(money * y for money, y in zip(budget, pay))
    if any(pay):
        require(left >= right, where, f"the gain {left} is below {right}")
    else:
        require(left > 0, where, f"the gain {left} is not above zero")


def bisection(instance, ratio, field):
    """The last interval of properties/mechanisms/lp-bisection.md if its upper end is the ratio."""
    low, high = Fraction(1), max(instance.cost) / min(instance.cost)
    while high - low > Fraction(1, 1000):
        middle = (low + high) / 2
        if ratio <= middle:
            high = middle
        else:
            low = middle
    require(ratio == high, field, f"the halving does not end at {ratio}; near it, it ends at {high}")
    return low, high


def greedy(instance, last):
    """The assignment of properties/mechanisms/greedy.md, or of greedy-last.md if ties go to the last task."""
    holder, lam = [None] * instance.resources, 1 / sum(instance.cost)
    need, paid = list(instance.demand), [Fraction(0)] * instance.tasks
    for i in sorted(range(instance.resources), key=lambda i: (instance.cost[i], i)):
        waiting = [j for j in range(instance.tasks) if need[j] > 0]
        if not waiting:
            break
        pick = max(waiting, key=lambda j: ((need[j] + lam * paid[j]) / instance.demand[j], j if last else -j))
        holder[i] = pick
        need[pick] -= 1
        paid[pick] += instance.cost[i]
    return holder
