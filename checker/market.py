"""One pool: prices of properties/mechanisms/ceei.md, and bottlenecks of properties/mechanisms/bmf.md with the distances of
properties/cluster/bmf.md and bbf.md.
"""

from document import grid, index_or_none, number, row, table
from verdict import require


def check_prices(instance, outcome, certificate, field):
    """Kind `prices`: at least 0, with sum 1 over the pool, above 0 only for full resources, and every user spends its part of the money."""
    table(certificate, field, ["kind", "price"])
    prices = row(certificate["price"], f"{field}.price", instance.resources, number)
    running = [n for n in range(instance.users) if instance.runs(n)]
    for r, price in enumerate(prices):
        require(price >= 0, f"{field}.price[{r}]", "below zero")
        if price > 0:
            left = instance.capacity[0][r] - used(instance, outcome, r)
            require(instance.capacity[0][r] > 0, f"{field}.price[{r}]", "there is none of the resource")
            require(left == 0, f"{field}.price[{r}]", f"{left} of the resource is left, so it costs nothing")
    if running:
        everything = sum(p * c for p, c in zip(prices, instance.capacity[0]))
        require(everything == 1, f"{field}.price", f"all resources together cost {everything}")
    together = sum(instance.weight[n] for n in running)
    for n in running:
        spent = outcome.tasks[n] * sum(p * d for p, d in zip(prices, instance.demand[n]))
        due = instance.weight[n] / together
        require(spent == due, f"{field}.price", f"user {n} spends {spent} and has {due}")


def used(instance, outcome, r):
    """The usage of resource r of the only server."""
    return sum(outcome.tasks[n] * instance.demand[n][r] for n in range(instance.users))


def owed(instance, outcome, n):
    """True if user n can run and does not have all its tasks."""
    limit = instance.tasks[n]
    return instance.runs(n) and (limit is None or outcome.tasks[n] < limit)


def distance(instance, outcome, n, r):
    """The distance of resource r from being a bottleneck of user n: its idle amount, or the amount that n lacks to the largest amount per
    weight of another user.
    """
    capacity = instance.capacity[0][r]
    held = [outcome.tasks[m] * instance.demand[m][r] / (capacity * instance.weight[m]) for m in range(instance.users)]
    return max((capacity - used(instance, outcome, r)) / capacity, (max(held) - held[n]) * instance.weight[n])


def check_bottlenecks(instance, outcome, certificate, field):
    """Kind `bottlenecks` of bmf: full, demanded, and no other user has more of it per weight."""
    table(certificate, field, ["kind", "resource"])
    named = grid(certificate["resource"], f"{field}.resource", instance.users, 1,
                 lambda cell, at: index_or_none(cell, at, instance.resources))
    for n in range(instance.users):
        where, r = f"{field}.resource[{n}][0]", named[n][0]
        if not owed(instance, outcome, n):
            require(r is None, where, f"no bottleneck is due to user {n}")
            continue
        require(r is not None, where, f"a bottleneck is due to user {n}")
        require(instance.demand[n][r] > 0, where, f"user {n} does not demand resource {r}")
        far = distance(instance, outcome, n, r)
        require(far == 0, where, f"resource {r} is no bottleneck of user {n}, by {far}")


def short_of_bottleneck(instance, outcome, n):
    """bmf.md: the smallest distance over the resources that user n demands."""
    if not owed(instance, outcome, n):
        return 0
    return min(distance(instance, outcome, n, r) for r, d in enumerate(instance.demand[n]) if d > 0)


def short_of_entitlement(instance, outcome, n):
    """bbf.md: the smallest part that user n lacks of its entitlement to a full resource; all of it if no resource is full."""
    if not owed(instance, outcome, n):
        return 0
    entitled = instance.weight[n] / sum(instance.weight)
    full = [r for r, c in enumerate(instance.capacity[0]) if c > 0 and used(instance, outcome, r) == c]
    return min([entitled] + [entitled - outcome.tasks[n] * instance.demand[n][r] / instance.capacity[0][r] for r in full])
