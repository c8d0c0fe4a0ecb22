"""The bundles of users, counted in tasks of a user: envy, slices and lies on a cluster.

The formulas are those of properties/cluster/ef.md, ef-aggregate.md, ef1.md, si.md, sp.md, sp-eligibility.md and sp-time-slice.md.
"""

from fractions import Fraction
from math import floor

import queues


def ratio(instance, n, m, r, whole):
    """The weight of n divided by that of m on a resource; with queues the quotient of their hierarchical shares, 0 if m has none."""
    if instance.tree is None:
        return instance.weight_of(n, r) / instance.weight_of(m, r)
    other = queues.entitlement(instance, m, r, whole)
    return queues.entitlement(instance, n, r, whole) / other if other else Fraction(0)


def kappa(instance, n, m, whole):
    """Tasks of n that the bundle of one task of m holds, scaled by their weights."""
    return min(ratio(instance, n, m, r, whole) * instance.demand[m][r] / d
               for r, d in enumerate(instance.demand[n]) if d > 0)


def capped(instance, n, tasks, whole=False):
    """At most the tasks of user n; rounded down to whole tasks if tasks are whole."""
    limit = instance.tasks[n]
    if limit is None:
        return tasks
    return min(floor(limit) if whole else limit, tasks)


def worth(instance, n, m, held, whole):
    """Tasks that n could run with the bundles of m, `held` tasks per server, on the eligible servers of n; rounded down on each server if
    whole.
    """
    if instance.rate is not None:
        scale = instance.weight[n] / instance.weight[m]
        parts = [scale * held[i] / instance.gamma[m][i] * instance.gamma[n][i]
                 for i in range(instance.servers) if instance.gamma[m][i] > 0]
    else:
        parts = [kappa(instance, n, m, whole) * held[i] for i in sorted(instance.eligible[n])]
    return capped(instance, n, sum((floor(part) for part in parts) if whole else parts), whole)


def worth_aggregate(instance, n, m, total, whole):
    """The formula of ef-aggregate: bundles of m added up over all servers, rounded down if tasks are whole."""
    could = kappa(instance, n, m, whole) * total
    return capped(instance, n, floor(could) if whole else could, whole)


def part_of(instance, n, r, whole):
    """The part of a resource that user n is entitled to: by weight, with queues its hierarchical share."""
    if instance.tree is not None:
        return queues.entitlement(instance, n, r, whole)
    return instance.weight_of(n, r) / sum(instance.weight_of(m, r) for m in range(instance.users))


def slice_of(instance, n, whole):
    """Tasks of n in its weighted slices of all servers."""
    parts = []
    for i in sorted(instance.eligible[n]):
        if instance.rate is not None:
            part = instance.gamma[n][i] * instance.weight[n] / sum(instance.weight)
        else:
            part = min(part_of(instance, n, r, whole)
                       * instance.capacity[i][r] / d for r, d in enumerate(instance.demand[n]) if d > 0)
        parts.append(floor(part) if whole else part)
    return capped(instance, n, sum(parts, Fraction(0)), whole)


def true_tasks(truth, lie, n, placement, whole):
    """u of sp.md: the true tasks of n in the bundles that it receives under the reported instance, on its truly eligible servers."""
    each = min(lie.demand[n][r] / d for r, d in enumerate(truth.demand[n]) if d > 0)
    parts = [placement[n][i] * each for i in sorted(truth.eligible[n])]
    return capped(truth, n, sum((floor(part) for part in parts) if whole else parts), whole)


def true_tasks_in_time(truth, lie, n, placement):
    """v of sp-time-slice.md: the true tasks of n in the slices of time that it receives under the reported instance."""
    return capped(truth, n, sum((placement[n][i] / lie.gamma[n][i] * truth.gamma[n][i]
                                 for i in range(truth.servers) if lie.gamma[n][i] > 0), Fraction(0)))
