"""Properties of the model `cluster` that compare two runs: departures, growth, and lies of one user or two.

For each of them there is a function for the instance of the second run, as it follows from the witness, and one for the margin
(properties/cluster/population-monotone.md, resource-monotone.md, sp.md, sp-demand.md, sp-eligibility.md, sp-time-slice.md, group-sp.md,
group-sp-weak.md).
"""

import bundles
import cluster
from cluster import read_demand, read_eligible
from document import array, at_least_zero, index, row, table
from verdict import require


def user(case, name):
    """A user named by the witness."""
    return index(case.witness[name], f"witness.{name}", case.instance.users)


def pair(case, first, second):
    """Two different users named by the witness."""
    n, m = user(case, first), user(case, second)
    require(n != m, f"witness.{second}", "the same user twice")
    return n, m


def no_rate(case):
    """Refuses instances with `rate`, for which the property is not defined."""
    require(case.instance.rate is None, "instance.rate", "the property is out of scope with rates")


def divisible(case):
    """Refuses mechanisms for whole tasks, for which the property is not defined."""
    require(not case.mechanism.whole, "mechanism", "the property is out of scope for whole tasks")


def integral(case):
    """Refuses mechanisms for divisible tasks, for which the property is not defined."""
    require(case.mechanism.whole, "mechanism", "the property is out of scope for divisible tasks")


def population_monotone(case):
    """population-monotone.md: tasks that a user loses when another leaves."""
    _, loses = pair(case, "leaves", "loses")
    after = loses - (loses > case.witness["leaves"])
    return case.outcome.tasks[loses] - case.other.outcome.tasks[after]


def departed(case):
    """The instance of the second run: the first without the user who leaves."""
    leaves, _ = pair(case, "leaves", "loses")
    return case.instance.without(leaves)


def resource_monotone(case):
    """resource-monotone.md: tasks that a user loses when capacity grows."""
    no_rate(case)
    loses = user(case, "loses")
    return case.outcome.tasks[loses] - case.other.outcome.tasks[loses]


def enlarged(case):
    """The instance of the second run: it differs in capacities only, and no cell shrank."""
    becomes = cluster.read_instance(case.witness["becomes"], "witness.becomes")
    old, new = case.instance, becomes
    same_shape = (old.servers, old.resources) == (new.servers, new.resources)
    require(same_shape and old.parts()[1:] == new.parts()[1:], "witness.becomes", "something other than capacities differs")
    for i in range(old.servers):
        for r in range(old.resources):
            require(new.capacity[i][r] >= old.capacity[i][r], f"witness.becomes.capacity[{i}][{r}]", "this cell shrank")
    require(old != new, "witness.becomes", "nothing has grown")
    return becomes


def read_report(case, value, field, by):
    """A report as (demand, eligible, rate): the user's reported demand and servers, and its rates if the instance has rates."""
    instance = case.instance
    table(value, field, ["demand", "eligible", "rate"] if instance.rate is not None else ["demand", "eligible"])
    demand = read_demand(value["demand"], f"{field}.demand", instance.resources)
    eligible = read_eligible(value["eligible"], f"{field}.eligible", instance.servers)
    rate = row(value["rate"], f"{field}.rate", instance.servers, at_least_zero) if instance.rate is not None else None
    truth = (instance.demand[by], instance.eligible[by], None if rate is None else instance.rate[by])
    require((demand, eligible, rate) != truth, field, "the report is the truth")
    return demand, eligible, rate


def lied(case):
    """The instance of the second run: the first with the report of the witness."""
    by = user(case, "by")
    return case.instance.reporting(by, read_report(case, case.witness["report"], "witness.report", by))


def sp(case):
    """sp.md: true tasks that the liar gains."""
    no_rate(case)
    return gain(case, user(case, "by"))


def gain(case, n):
    """True tasks gained by user n, from bundles."""
    got = bundles.true_tasks(case.instance, case.other.instance, n, case.other.outcome.placement, case.mechanism.whole)
    return got - bundles.true_tasks(case.instance, case.instance, n, case.outcome.placement, case.mechanism.whole)


def sp_demand(case):
    """sp-demand.md: as sp.md, with a true set of eligible servers."""
    n = user(case, "by")
    require(case.other.instance.eligible[n] == case.instance.eligible[n], "witness.report.eligible", "the set is no part of this lie")
    return sp(case)


def sp_eligibility(case):
    """sp-eligibility.md: as sp.md, with a true demand."""
    n = user(case, "by")
    require(case.other.instance.demand[n] == case.instance.demand[n], "witness.report.demand", "the demand is no part of this lie")
    return sp(case)


def sp_time_slice(case):
    """sp-time-slice.md: true tasks that the liar gains with slices of time."""
    require(case.mechanism.division == "time", "mechanism", "the property is out of scope where time is not divided")
    n = user(case, "by")
    got = bundles.true_tasks_in_time(case.instance, case.other.instance, n, case.other.outcome.placement)
    return got - bundles.true_tasks_in_time(case.instance, case.instance, n, case.outcome.placement)


def liars(case, alone=False):
    """The users of a collusion, with the fields of their lies: exactly two different users, or one if `alone` allows it."""
    lies = array(case.witness["lies"], "witness.lies")
    require(len(lies) == 2 or alone and len(lies) == 1, "witness.lies", f"{len(lies)} users lie")
    found = []
    for k, lie in enumerate(lies):
        field = f"witness.lies[{k}]"
        table(lie, field, ["by", "report"])
        found.append((index(lie["by"], f"{field}.by", case.instance.users), lie["report"], f"{field}.report"))
    require(len(found) == 1 or found[0][0] != found[1][0], "witness.lies[1].by", "the same user twice")
    return found


def colluded(case, alone=False):
    """The instance of the second run: the first with the reports of the liars."""
    instance = case.instance
    for by, report, field in liars(case, alone):
        instance = instance.reporting(by, read_report(case, report, field, by))
    return instance


def group_sp(case):
    """group-sp.md: the smaller of the gains of the two liars."""
    no_rate(case)
    return min(gain(case, by) for by, _, _ in liars(case))


def colluded_weakly(case):
    """As `colluded`, and one user may lie alone."""
    return colluded(case, True)


def group_sp_weak(case):
    """group-sp-weak.md: the larger of the gains of the liars, none of whom may lose."""
    no_rate(case)
    gains = {f"witness.lies[{k}]": gain(case, by) for k, (by, _, _) in enumerate(liars(case, True))}
    for field, gained in gains.items():
        require(gained >= 0, field, f"this liar loses {-gained} tasks")
    return max(gains.values())


# The part that the witness reads.

def lie_reads(case):
    """Whole tasks are rounded server by server; divisible tasks count equally unless the liar claims a server falsely."""
    if case.mechanism.whole:
        return "placement"
    truth, lie = case.instance, case.other.instance
    claimed = any(lie.gamma[n][i] > 0 and i not in truth.eligible[n] for n in range(truth.users) for i in range(truth.servers))
    return "placement" if claimed else "totals"


def slice_reads(case):
    """Totals decide if a reported task equals one number of true tasks on every server that can run it."""
    truth, lie, n = case.instance, case.other.instance, case.witness["by"]
    worth = {truth.gamma[n][i] / lie.gamma[n][i] for i in range(truth.servers) if lie.gamma[n][i] > 0}
    return "totals" if len(worth) <= 1 else "placement"
