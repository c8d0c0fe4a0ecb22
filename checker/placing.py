"""Whole tasks on several servers: certificates of kind `placements` (properties/mechanisms/first-fit-drfh.md, best-fit-drfh.md,
slots.md).

The certificate is the order in which tasks were placed. Each entry must be the user of smallest level that can still place a task, ties
by index, on the server of its rule, and after the last entry no task fits.
"""

from fractions import Fraction
from math import ceil, floor

from document import array, index, table
from verdict import require


class Resources:
    """The stock of first fit and best fit: the resources of every server."""

    def __init__(self, instance, best):
        self.instance, self.best = instance, best
        self.left = [list(server) for server in instance.capacity]

    def level(self, n):
        """g of first-fit-drfh: the share of the whole pool that one task uses, per weight."""
        shares = (d / self.instance.total(r) for r, d in enumerate(self.instance.demand[n]) if d > 0)
        return max(shares) / self.instance.weight[n]

    def fits(self, n, i):
        """True if a task of user n fits on server i."""
        return all(d <= free for d, free in zip(self.instance.demand[n], self.left[i]))

    def choose(self, n, servers):
        """The first server, or the one whose free amounts are most similar to the demand, both as parts of the pool; ties to the lower
        index.
        """
        return min(servers, key=lambda i: (self.unlike(n, i), i)) if self.best else min(servers)

    def unlike(self, n, i):
        """H of best-fit-drfh."""
        pool = [self.instance.total(r) for r in range(self.instance.resources)]
        demand = [d / whole if whole else Fraction(0) for d, whole in zip(self.instance.demand[n], pool)]
        remains = [free / whole if whole else Fraction(0) for free, whole in zip(self.left[i], pool)]
        return sum(abs(d / demand[0] - b / remains[0]) for d, b in zip(demand, remains))

    def take(self, n, i):
        """Places a task of user n on server i."""
        self.left[i] = [free - d for free, d in zip(self.left[i], self.instance.demand[n])]


class Slots:
    """The stock of the slot scheduler: slots of a fourteenth of the maximum server."""

    def __init__(self, instance):
        self.instance = instance
        unit = [max(server[r] for server in instance.capacity) / 14 for r in range(instance.resources)]
        self.left = [min((floor(server[r] / e) for r, e in enumerate(unit) if e > 0), default=0) for server in instance.capacity]
        self.size = [None if any(d > 0 and unit[r] == 0 for r, d in enumerate(demand))
                     else max(ceil(d / unit[r]) for r, d in enumerate(demand) if d > 0) for demand in instance.demand]

    def level(self, n):
        """Slots per task, per weight."""
        return self.size[n] / self.instance.weight[n]

    def fits(self, n, i):
        """True if a task of user n fits on server i."""
        return self.size[n] is not None and self.size[n] <= self.left[i]

    def choose(self, n, servers):
        """The first server."""
        return min(servers)

    def take(self, n, i):
        """Places a task of user n on server i."""
        self.left[i] -= self.size[n]


def candidates(instance, pool, counts):
    """Every user that can place one more task, with the possible servers."""
    found = {}
    for n in range(instance.users):
        if instance.tasks[n] is None or sum(counts[n]) + 1 <= instance.tasks[n]:
            servers = [i for i in sorted(instance.eligible[n]) if pool.fits(n, i)]
            if servers:
                found[n] = servers
    return found


def check(instance, outcome, certificate, field, outcome_field, pool):
    """Checks that the order is the rule's, and ends in the outcome."""
    table(certificate, field, ["kind", "order"])
    counts = [[0] * instance.servers for _ in range(instance.users)]
    order = array(certificate["order"], f"{field}.order")
    for k, entry in enumerate(order):
        where = f"{field}.order[{k}]"
        user, server = array(entry, where, 2)
        index(user, f"{where}[0]", instance.users)
        index(server, f"{where}[1]", instance.servers)
        able = candidates(instance, pool, counts)
        require(able, where, "nothing fits any more")
        pick = min(able, key=lambda n: (sum(counts[n]) * pool.level(n), n))
        require(user == pick, f"{where}[0]", f"user {pick} is the lowest that can place a task")
        due = pool.choose(pick, able[pick])
        require(server == due, f"{where}[1]", f"the rule names server {due}")
        counts[user][server] += 1
        pool.take(user, server)
    more = candidates(instance, pool, counts)
    require(not more, f"{field}.order", f"a task of user {min(more, default=0)} can still be placed")
    for n in range(instance.users):
        for i in range(instance.servers):
            placed = counts[n][i]
            require(outcome.placement[n][i] == placed, f"{outcome_field}.placement[{n}][{i}]", f"the order places {placed}")
