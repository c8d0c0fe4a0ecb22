"""Certificates of kind `leximin` (properties/mechanisms/drfh.md, c-drfh.md, drfh-eligible.md, cdrf.md, tsf.md): rounds of
multipliers, checked by summing rows.

The level of user u is x_u
(yardstick_u w_u). A round with level t combines, with non-negative multipliers, the rows "usage of a resource on a server is at most its
capacity" (capacity), "a user runs at most its tasks" (tasks), and "a user settled earlier keeps its level" (weights of settled users) to:
the weighted mean of the levels of unsettled users is at most t.

A server and a resource have a row if a user that can run there demands the resource, so there is none if the capacity is 0; a user has a
row of tasks if it has a limit and can run somewhere. Without a row the multiplier is 0.
"""

from document import array, at_least_zero, grid, number, row, table
from verdict import require


def global_yardstick(instance, n):
    """drfh, c-drfh: the number of tasks with global dominant share 1: one over the largest d/C over the pool."""
    return 1 / max(d / instance.total(r) for r, d in enumerate(instance.demand[n]) if d > 0)


def eligible_yardstick(instance, n):
    """drfh-eligible: one over the largest d/C, where C counts the servers on which the user can run."""
    servers = [c for i, c in enumerate(instance.capacity) if instance.gamma[n][i] > 0]
    return 1 / max(d / sum(c[r] for c in servers) for r, d in enumerate(instance.demand[n]) if d > 0)


def alone_yardstick(instance, n):
    """cdrf, tsf: the tasks that the user could run alone in the cluster, without placement constraints."""
    return sum(instance.fits(n, i) for i in range(instance.servers))


def check(instance, outcome, certificate, field, yardstick_of):
    """Checks that each round proves its statement, and that every user that can run has the level of the round that settled it."""
    table(certificate, field, ["kind", "rounds"])
    runs = [n for n in range(instance.users) if instance.runs(n)]
    scale = {n: yardstick_of(instance, n) * instance.weight[n] for n in runs}
    settled, last = {}, None
    for k, given in enumerate(array(certificate["rounds"], f"{field}.rounds")):
        where = f"{field}.rounds[{k}]"
        level, weights = check_round(instance, given, where, scale, settled)
        require(last is None or level >= last, f"{where}.level", "the level falls from one round to the next")
        last = level
        for n in runs:
            if n not in settled and weights[n] > 0:
                settled[n] = level
    for n in runs:
        require(n in settled, f"{field}.rounds", f"user {n} is never settled")
        stands = outcome.tasks[n] / scale[n]
        require(stands == settled[n], f"{field}.rounds", f"user {n} stands at {stands} and is settled at {settled[n]}")


def check_round(instance, given, where, scale, settled):
    """Checks one round; `scale` has yardstick times weight of each user that can run. Returns the level and the weights."""
    table(given, where, ["level", "weights", "capacity", "tasks"])
    level = number(given["level"], f"{where}.level")
    weights = row(given["weights"], f"{where}.weights", instance.users, at_least_zero)
    price = grid(given["capacity"], f"{where}.capacity", instance.servers, instance.resources, at_least_zero)
    limit = row(given["tasks"], f"{where}.tasks", instance.users, at_least_zero)
    for n in range(instance.users):
        require(n in scale or weights[n] == 0, f"{where}.weights[{n}]", f"user {n} can run nowhere and has no level")
        require(limit[n] == 0 or instance.tasks[n] is not None, f"{where}.tasks[{n}]", f"user {n} has no limit of tasks")
        require(limit[n] == 0 or n in scale, f"{where}.tasks[{n}]", f"user {n} can run nowhere: there is no such row")
    for i in range(instance.servers):
        for r in range(instance.resources):
            due = any(instance.gamma[n][i] > 0 and instance.demand[n][r] > 0 for n in range(instance.users))
            require(due or price[i][r] == 0, f"{where}.capacity[{i}][{r}]", "nobody that can run there demands it: there is no such row")
    active = sum(weight for n, weight in enumerate(weights) if n not in settled)
    require(active == 1, f"{where}.weights", f"the weights of users not settled before sum to {active} and not to 1")
    for n in scale:
        for i in range(instance.servers):
            if instance.gamma[n][i] > 0:
                left = sum(p * d for p, d in zip(price[i], instance.demand[n])) + limit[n]
                require(left >= weights[n] / scale[n], where, f"the rows do not cover the level of user {n} on server {i}")
    right = sum(price[i][r] * instance.capacity[i][r] for i in range(instance.servers) for r in range(instance.resources))
    right += sum(limit[n] * instance.tasks[n] for n in range(instance.users) if limit[n] > 0)
    right -= sum(weights[n] * at for n, at in settled.items())
    require(right <= level, f"{where}.level", f"the rows bound the levels by {right} only")
    return level, weights
