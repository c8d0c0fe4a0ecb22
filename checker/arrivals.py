"""The model `arrivals` (properties/models/arrivals.md): instances, histories, feasibility, and the specifications of its
mechanisms.

Agents and steps are counted from 0 in the code: at step k the agents 0 to k are present and (k + 1)/n of every resource is released.
"""

from fractions import Fraction

from cluster import read_demand
from document import array, index, index_or_none, number, row, table
from verdict import Refused, require


class Arrivals:
    """An instance: demand[agent], each row divided by its largest entry, and the declared number of agents n."""

    def __init__(self, raw, declared):
        self.raw, self.declared = raw, declared
        self.demand = [[d / max(demand) for d in demand] for demand in raw]
        self.agents, self.resources = len(raw), len(raw[0])

    def __eq__(self, other):
        return isinstance(other, Arrivals) and (self.raw, self.declared) == (other.raw, other.declared)

    def released(self, k):
        """The part of every resource that may be in use at step k."""
        return Fraction(k + 1, self.declared)

    def used(self, shares, r):
        """The usage of resource r by the agents present with these shares."""
        return sum(x * self.demand[i][r] for i, x in enumerate(shares))

    def reporting(self, by, demand):
        """The instance in which agent `by` reports another demand."""
        return Arrivals([demand if i == by else old for i, old in enumerate(self.raw)], self.declared)


def read_instance(value, field):
    """Reads an instance from a record; `agents` only if more agents are declared than arrive."""
    table(value, field, ["agents", "demand"], optional=["agents"])
    rows = array(value["demand"], f"{field}.demand")
    require(rows, f"{field}.demand", "nobody arrives")
    resources = len(array(rows[0], f"{field}.demand[0]"))
    require(resources, f"{field}.demand[0]", "there is no resource")
    demand = row(rows, f"{field}.demand", None, lambda cells, where: read_demand(cells, where, resources))
    declared = len(demand)
    if "agents" in value:
        declared = index(value["agents"], f"{field}.agents", 10**9)
        require(declared >= len(demand), f"{field}.agents", "more agents arrive than are declared")
        require(declared > len(demand), f"{field}.agents", "a default value that is to be left out")
    return Arrivals(demand, declared)


def read_outcome(value, field, instance):
    """Reads a history: the shares of the agents present after every step."""
    table(value, field, ["shares"])
    rows = array(value["shares"], f"{field}.shares", instance.agents)
    return [row(cells, f"{field}.shares[{k}]", k + 1, number) for k, cells in enumerate(rows)]


def first_failure(instance, shares, keeps):
    """The first condition of properties/arrivals/feasible.md that fails, as (name, margin), or None; `keeps`: shares must not shrink."""
    for k, now in enumerate(shares):
        for i, x in enumerate(now):
            if x < 0:
                return f"agent {i} has a negative share at step {k}", -x
            if keeps and i < k and x < shares[k - 1][i]:
                return f"agent {i} loses at step {k}", shares[k - 1][i] - x
        for r in range(instance.resources):
            over = instance.used(now, r) - instance.released(k)
            if over > 0:
                return f"resource {r} is used beyond what is released at step {k}", over
    return None


def require_feasible(instance, shares, keeps, field):
    """Refuses an infeasible history."""
    failure = first_failure(instance, shares, keeps)
    if failure:
        raise Refused(field, failure[0])


def closed_form(instance):
    """The history of dynamic DRF by the closed form of properties/mechanisms/ddrf-linear.md, from the demands alone."""
    history, old = [], []
    for k in range(instance.agents):
        terms = []
        for r in range(instance.resources):
            for t in range(k + 1):
                below = sum(instance.demand[i][r] for i in range(t, k + 1))
                if below > 0:
                    terms.append((instance.released(k) - sum(instance.demand[i][r] * old[i] for i in range(t))) / below)
        level = min(terms)
        old = [max(level, x) for x in old] + [level]
        history.append(old)
    return history


def check_tight(instance, shares, certificate, field, outcome_field):
    """Kind `tight` (properties/mechanisms/ddrf.md): at every step a used-up resource stops the agents of smallest share, and an
    agent with more than the newcomer keeps its share.
    """
    table(certificate, field, ["kind", "resource"])
    named = row(certificate["resource"], f"{field}.resource", instance.agents, lambda cell, at: index(cell, at, instance.resources))
    for k, now in enumerate(shares):
        for i in range(k):
            due = max(now[k], shares[k - 1][i])
            require(now[i] == due, f"{outcome_field}.shares[{k}][{i}]", f"the larger of the old share and the newcomer's is {due}")
        r, where = named[k], f"{field}.resource[{k}]"
        require(instance.used(now, r) == instance.released(k), where, f"resource {r} is not used to what is released")
        stopped = any(now[i] == now[k] and instance.demand[i][r] > 0 for i in range(k + 1))
        require(stopped, where, f"nobody of smallest share demands resource {r}")


def check_bottlenecks(instance, shares, certificate, field):
    """Kind `bottlenecks` (properties/mechanisms/drf-offline.md): for every agent at every step a used-up resource that no agent
    with a larger share uses.
    """
    table(certificate, field, ["kind", "resource"])
    steps = array(certificate["resource"], f"{field}.resource", instance.agents)
    for k, now in enumerate(shares):
        named = row(steps[k], f"{field}.resource[{k}]", k + 1, lambda cell, at: index_or_none(cell, at, instance.resources))
        for i, r in enumerate(named):
            where = f"{field}.resource[{k}][{i}]"
            require(r is not None, where, "every agent demands something, so a bottleneck is due")
            require(instance.demand[i][r] > 0, where, f"agent {i} does not demand resource {r}")
            require(instance.used(now, r) == instance.released(k), where, f"resource {r} is not used to what is released")
            for j, x in enumerate(now):
                require(x * instance.demand[j][r] == 0 or x <= now[i], where, f"agent {j} has a larger share and holds some of it")


def run_printed(instance):
    """Algorithm 1 of li2019 as printed (properties/mechanisms/ddrf-printed.md), the newcomer's old share being 0."""
    n, demand, resources = instance.declared, instance.demand, range(instance.resources)
    history = [[Fraction(1, n)]]
    for k in range(2, instance.agents + 1):
        old = history[-1] + [Fraction(0)]
        cap = Fraction(k, n)

        def held(first, last):
            """The usage of every resource before the step by agents `first` to `last`, counted from 1."""
            return [sum(demand[i - 1][r] * old[i - 1] for i in range(first, last + 1)) for r in resources]

        def asked(first, last):
            """The sum of the demands of agents `first` to `last`."""
            return [sum(demand[i - 1][r] for i in range(first, last + 1)) for r in resources]

        if all(use <= cap for use in held(1, k)):
            alpha, beta = [Fraction(0)] * instance.resources, asked(1, k)
        else:
            low, high = 1, k
            while high - low > 1:
                tau = (low + high + 1) // 2
                alpha, beta = held(1, tau - 1), asked(tau, k)
                if all(a + b * old[tau - 1] <= cap for a, b in zip(alpha, beta)):
                    high = tau
                else:
                    low = tau
            tau = (low + high + 1) // 2
            alpha, beta = held(1, tau - 1), asked(tau, k)
        if not all(beta):
            raise Refused("instance", "line 21 of the printed algorithm divides by zero, so the instance is outside its domain")
        level = min((cap - a) / b for a, b in zip(alpha, beta))
        history.append([max(x, level) for x in old])
    return history


def check_printed(instance, shares, outcome_field):
    """Checks that the recorded history is the printed algorithm's."""
    for k, due in enumerate(run_printed(instance)):
        for i, share in enumerate(due):
            require(shares[k][i] == share, f"{outcome_field}.shares[{k}][{i}]", f"the printed algorithm gives {share}")
