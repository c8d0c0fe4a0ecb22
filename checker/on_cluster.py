"""The properties of the model `cluster` (properties/cluster/*.md): one function each that reads the witness and returns the margin.

A function gets a `Case`, reads the parts of the witness, checks that the witness is valid, and evaluates the one inequality of its page.
The caller compares the margin with the record, and refuses a margin that is not above zero.
"""

from fractions import Fraction
from math import floor

import bundles
import cluster
import market
import queues
import two_runs
import whole
from document import index
from two_runs import divisible, integral, no_rate, pair, user
from verdict import NotCovered, Refused, require


def instead(case, division, whole_tasks):
    """The other placement of the witness, which must be feasible in the given division."""
    other = cluster.read_outcome(case.witness["instead"], "witness.instead", case.instance)
    cluster.require_feasible(case.instance, other.placement, division, whole_tasks, "witness.instead")
    return other


# Envy, shares and entitlements.

def ef(case):
    """ef.md: tasks that n could run with the bundles of m, server by server, beyond its own."""
    n, m = pair(case, "envious", "envied")
    return bundles.worth(case.instance, n, m, case.outcome.placement[m], case.mechanism.whole) - case.outcome.tasks[n]


def ef_aggregate(case):
    """ef-aggregate.md: as ef.md, with bundles summed over servers."""
    no_rate(case)
    n, m = pair(case, "envious", "envied")
    return bundles.worth_aggregate(case.instance, n, m, case.outcome.tasks[m], case.mechanism.whole) - case.outcome.tasks[n]


def ef1(case):
    """ef1.md: the envy that remains after the removal of any task of the envied user."""
    integral(case)
    no_rate(case)
    n, m = pair(case, "envious", "envied")
    held = case.outcome.placement[m]
    values = [bundles.worth(case.instance, n, m, [x - (i == j) for i, x in enumerate(held)], True)
              for j in range(case.instance.servers) if held[j] >= 1]
    require(values, "witness.envied", "nobody envies a user without tasks")
    return min(values) - case.outcome.tasks[n]


def ef1_own(case):
    """ef1-own.md: the envy beyond one task of one's own."""
    integral(case)
    n, m = pair(case, "envious", "envied")
    return bundles.worth(case.instance, n, m, case.outcome.placement[m], True) - 1 - case.outcome.tasks[n]


def si(case):
    """si.md: the shortfall compared with the weighted slices of all servers."""
    n = user(case, "agent")
    return bundles.slice_of(case.instance, n, case.mechanism.whole) - case.outcome.tasks[n]


def non_wasteful(case):
    """non-wasteful.md: never violated by an outcome for which the property is defined."""
    raise Refused("property", "a feasible outcome is non-wasteful, and others are out of scope")


def feasible(case):
    """feasible.md: the amount by which the first condition fails."""
    failure = cluster.first_failure(case.instance, case.outcome.placement, case.mechanism.division, case.mechanism.whole)
    require(failure, "outcome", "the outcome is feasible")
    if failure[1] is None:
        raise NotCovered("fraction of a task", "the page gives no unit for this margin")
    return failure[1]


# Better outcomes and complaints.

def po(case):
    """po.md: the total gain in an allocation in which no user loses."""
    other = instead(case, case.mechanism.division, case.mechanism.whole)
    for n, tasks in enumerate(other.tasks):
        require(tasks >= case.outcome.tasks[n], f"witness.instead.tasks[{n}]", f"user {n} has less than in the outcome")
    return sum(other.tasks) - sum(case.outcome.tasks)


def complaint(case, other, level):
    """The rise in level of the complaining user, if the other placement is its complaint under these levels; else None."""
    n, now, then = case.witness["by"], case.outcome.tasks, other.tasks
    if then[n] <= now[n]:
        return None
    for m in range(case.instance.users):
        if then[m] < now[m] and not level(m, now[m]) > level(n, now[n]):
            return None
    return level(n, then[n]) - level(n, now[n])


def side_by_side(case):
    """Refuses instances with queues, for which the property is not defined."""
    require(case.instance.tree is None, "instance.path", "the property is out of scope with queues")


def one_weight(case):
    """Refuses instances with weights per resource, for which the property is not defined."""
    require(not case.instance.weight_per_resource, "instance.weight", "the property is out of scope with weights per resource")


def largest_complaint(case, resources, division):
    """The largest rise over the admitted resources; refuses if there is none."""
    side_by_side(case)
    user(case, "by")
    other = instead(case, division, False)
    instance = case.instance
    require(resources, "instance", "the property does not speak of this instance: no bottleneck is common to all")
    rises = []
    for r in resources:
        pool = instance.total(r)
        rises.append(complaint(case, other, lambda n, x: x * instance.demand[n][r] / (instance.weight_of(n, r) * pool)))
    rises = [rise for rise in rises if rise is not None]
    require(rises, "witness.instead", "no complaint: the user does not gain, or somebody who stands no higher loses")
    return max(rises)


def dominant(demand, capacity, r):
    """True if r is dominant for this demand and capacity; pairs 0/0 are skipped, and a demanded resource of capacity 0 counts as
    infinite.
    """
    if demand[r] == 0:
        return False
    return capacity[r] > 0 and all(d * capacity[r] <= demand[r] * c for d, c in zip(demand, capacity) if d > 0)


def bf(case):
    """bf.md: a complaint in the levels of a resource that is dominant for every user on every usable server."""
    divisible(case)
    no_rate(case)
    instance = case.instance
    common = [r for r in range(instance.resources) if instance.total(r) > 0 and all(
        dominant(instance.demand[n], instance.capacity[i], r)
        for n in range(instance.users) for i in range(instance.servers) if instance.gamma[n][i] > 0)]
    return largest_complaint(case, common, case.mechanism.division)


def bf_global(case):
    """bf-global.md: a complaint in the levels of a resource that is dominant for every user in the pool."""
    divisible(case)
    no_rate(case)
    instance = case.instance
    pool = [instance.total(r) for r in range(instance.resources)]
    common = [r for r in range(instance.resources) if pool[r] > 0 and all(
        dominant(instance.demand[n], pool, r) for n in range(instance.users) if instance.runs(n))]
    return largest_complaint(case, common, case.mechanism.division)


def srf(case):
    """srf.md: a complaint in the levels of the only resource."""
    divisible(case)
    no_rate(case)
    require(case.instance.resources == 1, "instance.capacity", "the property is out of scope with more than one resource")
    return largest_complaint(case, [0] if case.instance.total(0) > 0 else [], case.mechanism.division)


def single_server(case):
    """single-server.md: a complaint in weighted dominant shares, with resource division for every mechanism."""
    divisible(case)
    no_rate(case)
    instance = case.instance
    side_by_side(case)
    require(instance.servers == 1, "instance.capacity", "the property is out of scope with more than one server")
    user(case, "by")
    other = instead(case, "resource", False)

    def level(n, x):
        return max((x * d / (instance.weight_of(n, r) * instance.capacity[0][r])
                    for r, d in enumerate(instance.demand[n]) if d > 0 and instance.capacity[0][r] > 0), default=0)
    rise = complaint(case, other, level)
    require(rise is not None, "witness.instead", "no complaint: the user does not gain, or somebody who stands no higher loses")
    return rise


# Queues in trees.

def hier_share(case):
    """hier-share.md: the shortfall of a node compared with its hierarchical share."""
    no_rate(case)
    require(case.instance.tree is not None, "instance", "the property is out of scope without queues")
    one_weight(case)
    n = user(case, "agent")
    there = queues.Tree(case.instance, case.mechanism.whole)
    depth = index(case.witness["depth"], "witness.depth", len(there.leaf[n]) + 1)
    require(depth > 0, "witness.depth", "the root is entitled to nothing")
    require(not queues.repeats(there, there.leaf[n][:depth]), "witness.depth", "the queue right above says the same")
    short = queues.short(there, case.outcome, there.leaf[n][:depth])
    require(short is not None, "witness", "nobody in the node wants more")
    return short


def queue(case):
    """The tree of the instance, and the queue that the witness names by a user and a depth."""
    require(case.instance.tree is not None and case.instance.tree[2], "instance", "the property is out of scope without floors and caps")
    no_rate(case)
    n = user(case, "agent")
    there = queues.Tree(case.instance, case.mechanism.whole)
    depth = index(case.witness["depth"], "witness.depth", len(there.leaf[n]))
    require(depth > 0, "witness.depth", "the root has neither floor nor cap")
    return there, there.leaf[n][:depth]


def floors_kept(case):
    """floors-kept.md: the part of every resource that a queue misses of its floor."""
    there, node = queue(case)
    require(queues.floors_fit(there), "instance.queue", "the property is out of scope: the floors do not fit")
    require(queues.wants(there, case.outcome, node), "witness", "nobody in the queue wants more")
    return queues.below(there, case.outcome, node, lambda r: there.floor(node, r))


def caps_kept(case):
    """caps-kept.md: the part of a resource by which a queue exceeds its cap."""
    there, node = queue(case)
    over = queues.over_cap(there, case.outcome, node)
    require(over is not None, "witness", "the queue has no cap")
    return over


def no_starvation(case):
    """no-starvation.md: the excess of a queue of the user who is served over its share while another user waits."""
    require(case.name in queues.NEXT, "mechanism", "the property is out of scope: the mechanism does not go on from a state")
    one_weight(case)
    waits = user(case, "waits")
    state = cluster.read_outcome(case.witness["running"], "witness.running", case.instance)
    cluster.require_feasible(case.instance, state.placement, case.mechanism.division, True, "witness.running")
    return queues.passed_over(queues.Tree(case.instance, True), queues.NEXT[case.name], waits, state.tasks, "witness")


# Full resources of one pool, and servers that users contributed.

def one_divided_pool(case):
    """bbf.md and bmf.md: one server whose resources are divided, no queues, and one weight per user."""
    divisible(case)
    no_rate(case)
    side_by_side(case)
    require(case.mechanism.division == "resource", "mechanism", "the property is out of scope where time is divided")
    require(case.instance.servers == 1, "instance.capacity", "the property is out of scope with more than one server")
    one_weight(case)


def bbf(case):
    """bbf.md: the part that a user lacks of its entitlement to a full resource."""
    one_divided_pool(case)
    return market.short_of_entitlement(case.instance, case.outcome, user(case, "agent"))


def bmf(case):
    """bmf.md: the distance of a user from a bottleneck."""
    one_divided_pool(case)
    return market.short_of_bottleneck(case.instance, case.outcome, user(case, "agent"))


def si_contributed(case):
    """si-contributed.md: tasks missing from those that a user's own servers would run."""
    instance = case.instance
    require(instance.owner is not None, "instance", "the property is out of scope where no server has an owner")
    side_by_side(case)
    one_weight(case)
    users, servers = range(instance.users), range(instance.servers)
    own = [[instance.gamma[n][i] for i in servers if instance.owner[i] == n] for n in users]
    require(all(sum(parts) > 0 for parts in own), "instance.owner", "some user owns nothing that runs its tasks")
    everywhere = [sum(instance.fits(n, i) if instance.rate is None else instance.rate[n][i] for i in servers) for n in users]
    due = [sum(own[n]) / everywhere[n] for n in users]
    proportional = all(due[n] * instance.weight[0] == instance.weight[n] * due[0] for n in users)
    require(proportional, "instance.weight", "the weights do not make up for what users contributed")
    n = user(case, "agent")
    whole_tasks = case.mechanism.whole
    entitled = sum(floor(part) if whole_tasks else part for part in own[n])
    return bundles.capped(instance, n, entitled, whole_tasks) - case.outcome.tasks[n]


def within_max_task(case):
    """within-max-task.md: the lead of a user over another beyond the lead in divisible DRF, less the largest task."""
    integral(case)
    reason = whole_domain(case.instance)
    require(reason is None, "instance", f"out of scope: {reason}")
    n, m = pair(case, "envious", "envied")
    share = [cluster.dominant_share(case.instance, k) for k in range(case.instance.users)]
    require(share[n] is not None and share[m] is not None, "witness", "a user that can run nothing has no dominant share")
    filled = divisible_drf(case.instance, share)
    def gap(tasks):
        return share[m] * tasks[m] - share[n] * tasks[n]
    return gap(case.outcome.tasks) - gap(filled) - max(s for s in share if s is not None)


def divisible_drf(instance, share):
    """drf.md: dominant shares rise together, and a user stops at a full resource that it demands, or with all its tasks."""
    tasks = [Fraction(0)] * instance.users
    rising = {n for n, s in enumerate(share) if s is not None and instance.tasks[n] != 0}
    while rising:
        speed = [sum(instance.demand[n][r] / share[n] for n in rising) for r in range(instance.resources)]
        left = [c - sum(tasks[n] * instance.demand[n][r] for n in range(instance.users)) for r, c in enumerate(instance.capacity[0])]
        rises = [l / v for l, v in zip(left, speed) if v > 0]
        rises += [(instance.tasks[n] - tasks[n]) * share[n] for n in rising if instance.tasks[n] is not None]
        rise = min(rises)
        for n in rising:
            tasks[n] += rise / share[n]
        full = [r for r, v in enumerate(speed) if v > 0 and left[r] == rise * v]
        rising = {n for n in rising if tasks[n] != instance.tasks[n] and not any(instance.demand[n][r] > 0 for r in full)}
    return tasks


# Comparisons with a rule.

def against(case, halting):
    """The outcome's tasks of the agent, and its tasks under filling by whole tasks."""
    integral(case)
    reason = whole_domain(case.instance)
    require(reason is None, "instance", f"out of scope: {reason}")
    n = user(case, "agent")
    return case.outcome.tasks[n], whole.benchmark(case.instance, halting)[n]


def whole_domain(instance):
    """The reason why `drf-tasks` refuses the instance, or None."""
    if instance.servers > 1:
        return "more than one server"
    if instance.tree is not None:
        return "queues"
    return "rates" if instance.rate is not None else None


def over_by(case):
    """over-by.md: tasks more than under drf-tasks."""
    have, due = against(case, True)
    return have - due


def over_by_skip(case):
    """over-by-skip.md: tasks more than under drf-tasks-skip."""
    have, due = against(case, False)
    return have - due


def under_by(case):
    """under-by.md: tasks fewer than under drf-tasks."""
    have, due = against(case, True)
    return due - have


def under_by_skip(case):
    """under-by-skip.md: tasks fewer than under drf-tasks-skip."""
    have, due = against(case, False)
    return due - have


def by_more_than_one(short):
    """The violation of under-by-one: more than one task too few; the margin is the number of tasks."""
    require(short > 1, "witness.margin", f"short by {short}, which is not more than one task")
    return short


def under_by_one(case):
    """under-by-one.md: tasks fewer than under drf-tasks, if more than one."""
    return by_more_than_one(under_by(case))


def under_by_one_skip(case):
    """under-by-one-skip.md: tasks fewer than under drf-tasks-skip, if more than one."""
    return by_more_than_one(under_by_skip(case))


def agrees_with_pdrf(case):
    """agrees-with-pdrf.md: the difference from the tasks of the exact formula."""
    integral(case)
    reason = whole_domain(case.instance) or ("finite tasks" if case.instance.finite() else None)
    require(reason is None, "instance", f"out of scope: {reason}")
    n = user(case, "agent")
    return abs(case.outcome.tasks[n] - whole.precomputed(case.instance)[0][n])


def ends(case):
    """ends.md: the state on record returns; the margin is the number of rounds until then."""
    rounds = index(case.witness["rounds"], "witness.rounds", 100_000)
    period = index(case.witness["period"], "witness.period", 100_000)
    require(case.mechanism.recurs is not None, "mechanism", "no iteration that may go on for ever")
    require(period > 0, "witness.period", "0, which is no time later")
    again = case.mechanism.recurs(case.instance, case.outcome.placement, rounds, period)
    require(again, "witness", "the iteration is not twice in the state of the outcome")
    return Fraction(period)


# The part that the witness reads: "totals" if all placements with equal totals have one verdict, otherwise "placement".

def totals_only(case):
    """All placements with equal totals have one verdict."""
    return "totals"


def placement_read(case):
    """The verdict depends on the placement."""
    return "placement"


def nothing_read(case):
    """The witness is about another state."""
    return "nothing"


def ef_reads(case):
    """Totals decide only if the envious user is eligible everywhere, without rates and with divisible tasks."""
    instance, n = case.instance, case.witness["envious"]
    everywhere = len(instance.eligible[n]) == instance.servers
    return "totals" if everywhere and instance.rate is None and not case.mechanism.whole else "placement"


class Property:
    """The kind of witness, the inequality, whether infeasible outcomes are judged, the part that is read, and the derivation of the
    second run.
    """

    def __init__(self, kind, margin, reads=totals_only, infeasible=False, other=None, endless=False):
        self.kind, self.margin, self.reads, self.infeasible, self.other = kind, margin, reads, infeasible, other
        self.endless = endless


PROPERTIES = {
    "agrees-with-pdrf": Property("agent", agrees_with_pdrf, infeasible=True),
    "bbf": Property("agent", bbf),
    "bf": Property("complaint", bf),
    "bf-global": Property("complaint", bf_global),
    "bmf": Property("agent", bmf),
    "ef": Property("envy", ef, ef_reads),
    "ef-aggregate": Property("envy", ef_aggregate),
    "ef1": Property("envy", ef1, placement_read),
    "ef1-own": Property("envy", ef1_own, placement_read),
    "caps-kept": Property("node", caps_kept),
    "ends": Property("recurrence", ends, placement_read, infeasible=True, endless=True),
    "feasible": Property("outcome", feasible, placement_read, infeasible=True),
    "floors-kept": Property("node", floors_kept),
    "group-sp": Property("collusion", two_runs.group_sp, two_runs.lie_reads, other=two_runs.colluded),
    "group-sp-weak": Property("collusion", two_runs.group_sp_weak, placement_read, other=two_runs.colluded_weakly),
    "hier-share": Property("node", hier_share),
    "no-starvation": Property("state", no_starvation, nothing_read, infeasible=True),
    "non-wasteful": Property("agent", non_wasteful, placement_read),
    "over-by": Property("agent", over_by, infeasible=True),
    "over-by-skip": Property("agent", over_by_skip, infeasible=True),
    "po": Property("better", po),
    "population-monotone": Property("departure", two_runs.population_monotone, other=two_runs.departed),
    "resource-monotone": Property("sibling", two_runs.resource_monotone, other=two_runs.enlarged),
    "si": Property("agent", si),
    "si-contributed": Property("agent", si_contributed),
    "single-server": Property("complaint", single_server),
    "sp": Property("misreport", two_runs.sp, two_runs.lie_reads, other=two_runs.lied),
    "sp-demand": Property("misreport", two_runs.sp_demand, two_runs.lie_reads, other=two_runs.lied),
    "sp-eligibility": Property("misreport", two_runs.sp_eligibility, two_runs.lie_reads, other=two_runs.lied),
    "sp-time-slice": Property("misreport", two_runs.sp_time_slice, two_runs.slice_reads, other=two_runs.lied),
    "srf": Property("complaint", srf),
    "under-by": Property("agent", under_by, infeasible=True),
    "under-by-one": Property("agent", under_by_one, infeasible=True),
    "under-by-one-skip": Property("agent", under_by_one_skip, infeasible=True),
    "under-by-skip": Property("agent", under_by_skip, infeasible=True),
    "within-max-task": Property("envy", within_max_task),
}
