"""The model `cluster` (properties/models/cluster.md; conventions of properties/README.md): instances, placements, feasibility."""

from fractions import Fraction

import queues
from document import above_zero, array, at_least_zero, grid, index, number, row, table, text
from verdict import Refused, require

FIELDS = ["capacity", "demand", "weight", "eligible", "tasks", "rate", "running", "path", "team", "owner", "users", "servers", "resources",
          "node-weight", "queue"]


class Cluster:
    """An instance: capacity[server][resource], demand[user][resource], weight[user] or weight[user][resource], eligible[user] as a set of
    servers, tasks[user] (None for infinitely many), rate[user][server] or None, labels, running[user][server] or None (ignored by rules),
    the paths of the users with the weights and the floors and caps of queues, or None, owner[server] (None without an owner) or None, and team[user] or None
    (ignored by rules).
    """

    def __init__(self, capacity, demand, weight, eligible, tasks, rate=None, labels=(None, None, None), running=None, tree=None,
                 owner=None, team=None):
        self.owner, self.team = owner, team
        self.capacity, self.demand, self.weight, self.eligible = capacity, demand, weight, eligible
        self.tasks, self.rate, self.labels, self.running, self.tree = tasks, rate, labels, running, tree
        self.users, self.servers, self.resources = len(demand), len(capacity), len(capacity[0])
        self.weight_per_resource = isinstance(weight[0], list)
        self.gamma = [[self._alone(n, i) if i in eligible[n] else Fraction(0) for i in range(self.servers)]
                      for n in range(self.users)]

    def _alone(self, n, i):
        if self.rate is not None:
            return self.rate[n][i]
        return self.fits(n, i)

    def fits(self, n, i):
        """Tasks of user n that fill server i alone, eligible or not: the minimum of c/d over d > 0."""
        return min(self.capacity[i][r] / d for r, d in enumerate(self.demand[n]) if d > 0)

    def runs(self, n):
        """True if user n can run on some server."""
        return any(self.gamma[n])

    def total(self, r):
        """The capacity of resource r in the whole pool."""
        return sum(server[r] for server in self.capacity)

    def weight_of(self, n, r):
        """The weight of user n for resource r, for both forms of weights."""
        return self.weight[n][r] if self.weight_per_resource else self.weight[n]

    def restricted(self):
        """True if some user is ineligible on some server."""
        return any(len(servers) < self.servers for servers in self.eligible)

    def finite(self):
        """True if some user has finitely many tasks."""
        return any(limit is not None for limit in self.tasks)

    def parts(self):
        """All data of the instance, for comparison."""
        return (self.capacity, self.demand, self.weight, self.eligible, self.tasks, self.rate, self.labels, self.running, self.tree,
                self.owner, self.team)

    def __eq__(self, other):
        return isinstance(other, Cluster) and self.parts() == other.parts()

    def without(self, leaver):
        """The instance without user `leaver`: its rows are deleted, all other data stay."""
        def keep(rows):
            return None if rows is None else [entry for n, entry in enumerate(rows) if n != leaver]
        users, servers, resources = self.labels
        owner = self.owner and [None if o in (None, leaver) else o - (o > leaver) for o in self.owner]
        return Cluster(self.capacity, keep(self.demand), keep(self.weight), keep(self.eligible), keep(self.tasks), keep(self.rate),
                       (keep(users), servers, resources), keep(self.running), queues.remaining(self.tree, keep), owner, keep(self.team))

    def reporting(self, by, report):
        """The instance in which user `by` reports the given (demand, eligible, rate); None leaves a part unchanged."""
        def put(rows, entry):
            return rows if entry is None else [entry if n == by else old for n, old in enumerate(rows)]
        demand, eligible, rate = report
        return Cluster(self.capacity, put(self.demand, demand), self.weight, put(self.eligible, eligible), self.tasks,
                       put(self.rate, rate), self.labels, self.running, self.tree, self.owner, self.team)


def read_demand(value, field, resources):
    """A row of demands: at least 0 and not all 0."""
    demand = row(value, field, resources, at_least_zero)
    require(any(demand), field, "demands are all 0")
    return demand


def read_eligible(value, field, servers):
    """A set of servers, each named once."""
    listed = row(value, field, None, lambda cell, where: index(cell, where, servers))
    require(len(set(listed)) == len(listed), field, "a server is named twice")
    return set(listed)


def read_limit(value, field):
    """A number of tasks, None for "inf"."""
    return None if value == "inf" else at_least_zero(value, field)


def read_instance(value, field):
    """Reads an instance from a record: fields with their default values must be missing."""
    table(value, field, FIELDS, optional=FIELDS[2:])
    rows = array(value["capacity"], f"{field}.capacity")
    require(rows, f"{field}.capacity", "there is no server")
    resources = len(array(rows[0], f"{field}.capacity[0]"))
    require(resources, f"{field}.capacity[0]", "there is no resource")
    capacity = grid(rows, f"{field}.capacity", len(rows), resources, at_least_zero)
    demand = row(value["demand"], f"{field}.demand", None, lambda cells, where: read_demand(cells, where, resources))
    require(demand, f"{field}.demand", "there is no user")
    users, servers = len(demand), len(capacity)
    weight, eligible = [Fraction(1)] * users, [set(range(servers)) for _ in range(users)]
    tasks, rate = [None] * users, None
    if "weight" in value:
        given = array(value["weight"], f"{field}.weight", users)
        if isinstance(given[0], list):
            weight = grid(given, f"{field}.weight", users, resources, above_zero)
        else:
            weight = row(given, f"{field}.weight", users, above_zero)
            require(any(w != 1 for w in weight), f"{field}.weight", "a default value that is to be left out")
    if "eligible" in value:
        eligible = row(value["eligible"], f"{field}.eligible", users, lambda cells, where: read_eligible(cells, where, servers))
        require(any(len(e) < servers for e in eligible), f"{field}.eligible", "a default value that is to be left out")
    if "tasks" in value:
        tasks = row(value["tasks"], f"{field}.tasks", users, read_limit)
        require(any(limit is not None for limit in tasks), f"{field}.tasks", "a default value that is to be left out")
    if "rate" in value:
        rate = grid(value["rate"], f"{field}.rate", users, servers, at_least_zero)
    running = None
    if "running" in value:
        running = grid(value["running"], f"{field}.running", users, servers, at_least_zero)
    labels = tuple(row(value[name], f"{field}.{name}", length, text) if name in value else None
                   for name, length in (("users", users), ("servers", servers), ("resources", resources)))
    for name, label in zip(("users", "servers", "resources"), labels):
        require(label is None or len(set(label)) == len(label), f"{field}.{name}", "a label stands twice")
    team = row(value["team"], f"{field}.team", users, text) if "team" in value else None
    require(team is None or "" not in team, f"{field}.team", "a team without a name")
    owner = None
    if "owner" in value:
        owner = row(value["owner"], f"{field}.owner", servers, lambda cell, where: None if cell == "none" else index(cell, where, users))
    return Cluster(capacity, demand, weight, eligible, tasks, rate, labels, running, queues.read(value, field, users, resources), owner, team)


class Placement:
    """An outcome: placement[user][server] and the sums of its rows."""

    def __init__(self, placement):
        self.placement = placement
        self.tasks = [sum(cells) for cells in placement]


def read_outcome(value, field, instance):
    """Reads a placement with its totals, which must be the sums of its rows."""
    table(value, field, ["placement", "tasks"])
    outcome = Placement(grid(value["placement"], f"{field}.placement", instance.users, instance.servers, number))
    for n, written in enumerate(row(value["tasks"], f"{field}.tasks", instance.users, number)):
        require(written == outcome.tasks[n], f"{field}.tasks[{n}]", f"{written} is not the sum of the row, {outcome.tasks[n]}")
    return outcome


def first_failure(instance, placement, division, whole):
    """The first condition of properties/cluster/feasible.md that fails, in the order of that page, as (name, margin), or None.

    The margin is None if the page gives no unit: a fraction of a task under a mechanism for whole tasks.
    """
    timed = division == "time" or instance.rate is not None
    for n, cells in enumerate(placement):
        for i, x in enumerate(cells):
            if x < 0:
                return f"user {n} has negative tasks on server {i}", -x
            if x > 0 and instance.gamma[n][i] == 0:
                return f"user {n} cannot run on server {i}", x
            if whole and x.denominator > 1:
                return f"user {n} has a fraction of a task on server {i}", None
        limit = instance.tasks[n]
        if limit is not None and sum(cells) > limit:
            return f"user {n} has more tasks than it has to run", sum(cells) - limit
    for i in range(instance.servers):
        if timed:
            sold = sum(cells[i] / instance.gamma[n][i] for n, cells in enumerate(placement) if cells[i] > 0)
            if sold > 1:
                return f"the time of server {i} is sold more than once", sold - 1
            continue
        for r in range(instance.resources):
            over = sum(cells[i] * instance.demand[n][r] for n, cells in enumerate(placement)) - instance.capacity[i][r]
            if over > 0:
                return f"server {i} hands out more of resource {r} than it has", over
    return None


def require_feasible(instance, placement, division, whole, field):
    """Refuses an infeasible placement."""
    failure = first_failure(instance, placement, division, whole)
    if failure:
        raise Refused(field, failure[0])


def dominant_share(instance, n):
    """s of properties/mechanisms/drf-tasks.md on one server: the weighted share of one task of user n; None for a user that takes
    no part."""
    if instance.gamma[n][0] == 0:
        return None
    return max(d / (instance.weight_of(n, r) * instance.capacity[0][r]) for r, d in enumerate(instance.demand[n]) if d > 0)
