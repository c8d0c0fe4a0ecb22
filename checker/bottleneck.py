"""Certificates of kind `bottlenecks`: for each user on each server a resource that stops the user there.

The conditions are those of properties/mechanisms/drf.md, drf-per-server.md, ps-dsf.md (Theorem 1) and ps-dsf-tdm.md (Theorem 2).
They differ only in the level by which users are compared and in the division of resources or time.
"""

from document import grid, index_or_none, table
from verdict import require


def dominant_level(instance, outcome):
    """The level of drf: the largest weighted share of a resource that the tasks of a user use on the only server."""
    def level(n, i):
        return max(outcome.placement[n][i] * d / (instance.weight_of(n, r) * instance.capacity[i][r])
                   for r, d in enumerate(instance.demand[n]) if d > 0)
    return level


def asset_level(instance, outcome):
    """The level of asset-fair: the sum of the shares of all resources that the tasks of a user use on the only server, per weight."""
    def level(n, i):
        parts = sum(d / instance.capacity[i][r] for r, d in enumerate(instance.demand[n]) if d > 0)
        return outcome.placement[n][i] * parts / instance.weight[n]
    return level


def per_server_level(instance, outcome):
    """The level of drf-per-server: tasks on this server only, divided by the tasks that the server holds alone, per weight."""
    return lambda n, i: outcome.placement[n][i] / (instance.weight[n] * instance.gamma[n][i])


def virtual_level(instance, outcome):
    """The level of ps-dsf: all tasks of a user on any server, divided by the tasks that this server holds alone, per weight."""
    return lambda n, i: outcome.tasks[n] / (instance.weight[n] * instance.gamma[n][i])


def read(certificate, field, users, servers, resources):
    """The table users x servers of resource numbers, None for "none"."""
    table(certificate, field, ["kind", "resource"])
    return grid(certificate["resource"], f"{field}.resource", users, servers, lambda cell, at: index_or_none(cell, at, resources))


def check(instance, outcome, certificate, field, level_of, timed):
    """Checks that every user has the named bottleneck on every server, or has none because it can run nothing there or has all its tasks.
    """
    named = read(certificate, field, instance.users, instance.servers, 1 if timed else instance.resources)
    level = level_of(instance, outcome)
    for i in range(instance.servers):
        present = [n for n in range(instance.users) if instance.gamma[n][i] > 0]
        if timed:
            demand = {n: [1 / instance.gamma[n][i]] for n in present}
            capacity = [1]
        else:
            demand = {n: instance.demand[n] for n in present}
            capacity = instance.capacity[i]
        for n in range(instance.users):
            where, r = f"{field}.resource[{n}][{i}]", named[n][i]
            if n not in demand:
                require(r is None, where, f"user {n} can run nothing on server {i}")
                continue
            if instance.tasks[n] is not None and outcome.tasks[n] == instance.tasks[n]:
                require(r is None, where, f"user {n} has all its tasks, so no bottleneck is due")
                continue
            require(r is not None, where, f"user {n} can run on server {i} and lacks tasks, so a bottleneck is due")
            require(demand[n][r] > 0, where, f"user {n} does not demand resource {r}")
            used = sum(outcome.placement[m][i] * demand[m][r] for m in present)
            require(used == capacity[r], where, f"resource {r} of server {i} is not used up: {used} of {capacity[r]}")
            for m in present:
                if outcome.placement[m][i] * demand[m][r] > 0:
                    require(level(m, i) <= level(n, i), where, f"user {m} stands higher than user {n} and holds some of it")
