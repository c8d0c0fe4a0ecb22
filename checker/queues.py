"""Queues in trees (properties/models/cluster.md): entitlements of nodes, and the rules of properties/mechanisms/hdrf*.md and
volcano-hdrf.md.

A node is a tuple: the names of the queues from the root down to it, and for a user its index last. The root is the empty tuple.
"""

from fractions import Fraction
from functools import cached_property
from math import floor

import quota
from document import above_zero, at_least_zero, row, table, text
from verdict import NotCovered, require

STEPS = 20_000


def read_path(value, field):
    """The names of the queues above a user."""
    text(value, field)
    names = value.split("/") if value else []
    require(all(names), field, "a name between two slashes is empty")
    return tuple(names)


def read_quotas(value, field, resources):
    """One queue of the field `queue`: its weight, its floors, its caps, and whether its own terms alone entitle it; default values
    must be missing."""
    table(value, field, ["weight", "floor", "cap", "own-terms"], optional=["weight", "floor", "cap", "own-terms"])
    require(value, field, "an empty table")
    weight = at_least_zero(value.get("weight", 1), f"{field}.weight")
    require("weight" not in value or weight != 1, f"{field}.weight", "a default value that is to be left out")
    floor = row(value["floor"], f"{field}.floor", resources, at_least_zero) if "floor" in value else [Fraction(0)] * resources
    cap = row(value["cap"], f"{field}.cap", resources, read_cap) if "cap" in value else [None] * resources
    require("floor" not in value or any(floor), f"{field}.floor", "a default value that is to be left out")
    require("cap" not in value or any(c is not None for c in cap), f"{field}.cap", "a default value that is to be left out")
    above = [r for r in range(resources) if cap[r] is not None and floor[r] > cap[r]]
    require(not above, f"{field}.floor", "above the cap")
    require(value.get("own-terms", True) is True, f"{field}.own-terms", "must be true, or be left out")
    return weight, floor, cap, "own-terms" in value


def read_cap(value, field):
    """A cap, None for "inf"."""
    return None if value == "inf" else at_least_zero(value, field)


def read(value, field, users, resources):
    """The fields `path`, `node-weight` and `queue` as (paths, weights by path, floors, caps and own-terms by path), or None without the
    fields; default values must be missing."""
    if "path" not in value:
        require("node-weight" not in value, f"{field}.node-weight", "weights of queues without queues")
        require("queue" not in value, f"{field}.queue", "terms of queues without queues")
        return None
    paths = row(value["path"], f"{field}.path", users, read_path)
    require(any(paths), f"{field}.path", "a default value that is to be left out")
    queues = list(dict.fromkeys(path[:k + 1] for path in paths for k in range(len(path))))
    given = value.get("node-weight", {})
    require(isinstance(given, dict) and ("node-weight" not in value or given), f"{field}.node-weight", "no table of weights")
    heavy = {}
    for name, weight in given.items():
        where = f"{field}.node-weight.{name}"
        queue = tuple(name.split("/"))
        require(queue in queues, where, "there is no such queue")
        heavy[queue] = above_zero(weight, where)
        require(heavy[queue] != 1, where, "a default value that is to be left out")
    due = [queue for queue in queues if queue in heavy]
    require(list(heavy) == due, f"{field}.node-weight", "queues stand in another order")
    given, quotas, there = value.get("queue", {}), {}, []
    require(isinstance(given, dict) and ("queue" not in value or not heavy), f"{field}.queue", "weights stand in two places")
    for name, terms in given.items():
        where, queue = f"{field}.queue.{name}", tuple(name.split("/"))
        require(queue in queues, where, "there is no such queue")
        weight, *others = read_quotas(terms, where, resources)
        there.append(queue)
        if weight != 1:
            heavy[queue] = weight
        if set(terms) - {"weight"}:
            quotas[queue] = others
    require("queue" not in value or quotas, f"{field}.queue", "no queue has more than a weight")
    require(there == [queue for queue in queues if queue in there], f"{field}.queue", "queues stand in another order")
    return paths, heavy, quotas


def remaining(queues, keep):
    """The paths and weights of the users that are kept."""
    if queues is None:
        return None
    paths = keep(queues[0])
    there = {path[:k + 1] for path in paths for k in range(len(path))}
    kept = [{queue: terms for queue, terms in of.items() if queue in there} for of in queues[1:]]
    return (paths, *kept) if there else None


class Tree:
    """The tree of an instance, as a mechanism with whole or divisible tasks counts."""

    def __init__(self, instance, whole):
        self.instance, self.whole = instance, whole
        paths, self.heavy, self.quotas = instance.tree or ([()] * instance.users, {}, {})
        self.leaf = [path + (n,) for n, path in enumerate(paths)]
        self.below = {(): []}
        for leaf in self.leaf:
            for k in range(len(leaf)):
                above, node = leaf[:k], leaf[:k + 1]
                if node not in self.below[above]:
                    self.below[above].append(node)
                if k + 1 < len(leaf):
                    self.below.setdefault(node, [])

    def limit(self, n):
        """The number of tasks of the user; None for infinitely many."""
        has = self.instance.tasks[n]
        return floor(has) if self.whole and has is not None else has

    def users(self, node):
        """The users in the node."""
        return [n for n, leaf in enumerate(self.leaf) if leaf[:len(node)] == node]

    @cached_property
    def wanting(self):
        """The users with a demand."""
        return {n for n in range(self.instance.users) if self.instance.runs(n) and self.limit(n) != 0}

    def demanding(self, node):
        """The children with a demand."""
        return [child for child in self.below[node] if self.wanting.intersection(self.users(child))]

    def is_user(self, node):
        """True if the node is a user."""
        return bool(node) and isinstance(node[-1], int)

    def weight(self, node, r=0):
        """The weight of a node."""
        return self.instance.weight_of(node[-1], r) if self.is_user(node) else self.heavy.get(node, Fraction(1))

    def entitled(self, node, r=0):
        """The hierarchical share of a node."""
        return self.divided(node, r, quota.level)

    def most(self, node, r, wanted):
        """The largest part of a resource that the node can take, None without a limit; of a user it is `wanted(n)`. Where `wanted` is
        None, the largest part that it is entitled to."""
        if self.is_user(node):
            return wanted and wanted(node[-1])
        floor, own, alone = [terms[r] for terms in self.quotas[node][:2]] + [self.quotas[node][2] and not wanted] \
            if node in self.quotas else (0, None, False)
        below = [None] if alone else [self.most(child, r, wanted) for child in self.demanding(node)]
        own = floor if alone and self.weight(node) == 0 else own
        own = None if own is None or self.instance.total(r) == 0 else own / self.instance.total(r)
        together = None if None in below else sum(below, Fraction(0))
        return min((x for x in (own, together) if x is not None), default=None)

    def wanted(self, r):
        """The part of a resource that all tasks of a user take, by user; None without a limit."""
        def of(n):
            demand, total = self.instance.demand[n][r], self.instance.total(r)
            if demand == 0 or total == 0:
                return Fraction(0)
            return None if self.instance.tasks[n] is None else self.instance.tasks[n] * demand / total
        return of

    def floor(self, node, r):
        """The floor of a node as a part of a resource."""
        total = self.instance.total(r)
        return self.quotas[node][0][r] / total if node in self.quotas and total > 0 else Fraction(0)

    def divided(self, node, r, rule, wanted=None):
        """The part of a resource that `rule` gives a node, from the root down."""
        part = Fraction(1)
        for k in range(len(node)):
            among = self.demanding(node[:k])
            if node[:k + 1] not in among:
                return Fraction(0)
            caps = [self.most(child, r, wanted) for child in among]
            floors = [self.floor(child, r) if cap is None else min(self.floor(child, r), cap) for child, cap in zip(among, caps)]
            terms = [(self.weight(child, r), floor, cap) for child, floor, cap in zip(among, floors, caps)]
            part = rule(part, terms)[among.index(node[:k + 1])]
        return part

    def largest(self, amounts, over=None):
        """The largest part of a resource's total that the amounts of tasks, by user, use together."""
        resources = [r for r in range(self.instance.resources) if self.instance.total(r) > 0 and (over is None or r in over)]
        return max((sum((x * self.instance.demand[n][r] for n, x in amounts.items()), Fraction(0)) / self.instance.total(r)
                    for r in resources), default=Fraction(0))

    def left(self, counts):
        """The amounts of each resource of the only server that these tasks leave."""
        return [free - sum(x * self.instance.demand[n][r] for n, x in enumerate(counts))
                for r, free in enumerate(self.instance.capacity[0])]

    def open(self, counts):
        """The users with one more task that fits."""
        left = self.left(counts)
        return {n for n in self.wanting if (self.limit(n) is None or counts[n] + 1 <= self.limit(n))
                and all(d <= left[r] for r, d in enumerate(self.instance.demand[n]) if d > 0)}


def entitlement(instance, n, r, whole):
    """The hierarchical share of user n on a resource."""
    tree = Tree(instance, whole)
    return tree.entitled(tree.leaf[n], r)


# Divisible tasks.

def fill(instance):
    """hdrf.md: stages until no user moves."""
    tree = Tree(instance, False)
    tasks = [Fraction(0)] * instance.users
    while True:
        left = tree.left(tasks)
        moving = {n for n in tree.wanting if tasks[n] != tree.limit(n)
                  and all(left[r] > 0 for r, d in enumerate(instance.demand[n]) if d > 0)}
        if not moving:
            return tasks
        speed = move(tree, (), moving)
        ends = [free / used for r, free in enumerate(left)
                for used in [sum(x * instance.demand[n][r] for n, x in speed.items())] if used > 0]
        ends += [(tree.limit(n) - tasks[n]) / x for n, x in speed.items() if tree.limit(n) is not None]
        for n, x in speed.items():
            tasks[n] += x * min(ends)


def move(tree, node, moving):
    """The tasks of a node's moving users when its largest part of a resource grows by 1; zero for a frozen node."""
    if tree.is_user(node):
        together = {node[-1]: Fraction(1)} if node[-1] in moving else {}
    else:
        together = {n: tree.weight(child) * x for child in tree.below[node] for n, x in move(tree, child, moving).items()}
    return {n: x / tree.largest(together) for n, x in together.items()}


def check_fill(instance, outcome, field):
    """hdrf: the stages, followed again."""
    require_tasks(outcome, fill(instance), field)


def quota_refuses(instance):
    """quota-tree: refuses servers that are not in proportion, or not open to all, if there are several; or None."""
    if instance.servers == 1:
        return None
    sizes = [[cells[r] / instance.total(r) for r in range(instance.resources) if instance.total(r) > 0] for cells in instance.capacity]
    if instance.restricted() or any(len(set(parts)) > 1 for parts in sizes):
        return "servers that are not in proportion are refused"
    return None


def check_quota(rule):
    """quota-tree and quota-tree-over: the division, evaluated again."""
    def check(instance, outcome, field):
        tree = Tree(instance, False)
        for n, leaf in enumerate(tree.leaf):
            demand = [(r, d) for r, d in enumerate(instance.demand[n]) if d > 0]
            tasks = min(tree.divided(leaf, r, rule, tree.wanted(r)) * instance.total(r) / d for r, d in demand)
            for i, cells in enumerate(instance.capacity):
                size = next((cells[r] / instance.total(r) for r in range(instance.resources) if instance.total(r) > 0), 0)
                require(outcome.placement[n][i] == tasks * size, f"{field}.placement[{n}][{i}]", f"the rule gives {tasks * size}")
    return check


# Whole tasks.

def shares(tree, counts, rule):
    """The share of every node with a demand, by the rule for the usage of queues; and the open users."""
    free, left = tree.open(counts), tree.left(counts)
    counted = [r for r, rest in enumerate(left) if rule == "naive" or rest > 0]
    found = {}

    def count(node):
        if tree.is_user(node):
            amounts = {node[-1]: counts[node[-1]]}
            found[node] = tree.largest(amounts)
            return amounts
        children = [(child, count(child)) for child in tree.demanding(node)]
        rescaled = [child for child, _ in children
                    if rule == "rescaled" or rule == "tasks" and free.intersection(tree.users(child))]
        least = min((found[child] / tree.weight(child) for child in rescaled), default=None)
        together = {}
        for child, amounts in children:
            factor = Fraction(1)
            if child in rescaled:
                factor = least * tree.weight(child) / found[child] if found[child] > 0 else Fraction(0)
            together.update({n: factor * x for n, x in amounts.items()})
        found[node] = tree.largest(together, counted)
        return together

    count(())
    return found, free


def next_down(rule):
    """hdrf-tasks, hdrf-naive and hdrf-rescaled: from the root to the smallest weighted share."""
    def pick(tree, counts):
        found, free = shares(tree, counts, rule)
        node = ()
        while not tree.is_user(node):
            going = [child for child in tree.demanding(node) if free.intersection(tree.users(child))]
            if not going:
                return None
            node = min(going, key=lambda child: found[child] / tree.weight(child))
        return node[-1]
    return pick


def next_collapsed(tree, counts):
    """hdrf-collapsed: the smallest quotient of dominant share and hierarchical share."""
    return min(sorted(tree.open(counts)), default=None,
               key=lambda n: tree.largest({n: counts[n]}) / tree.entitled(tree.leaf[n]))


def next_volcano(tree, counts):
    """volcano-hdrf: queues along their paths, users of a queue by their shares."""
    instance, left = tree.instance, tree.left(counts)
    use, share, saturated = {}, {}, {}

    def update(node):
        if tree.is_user(node):
            n = node[-1]
            use[node] = [counts[n] * d for d in instance.demand[n]]
            full = any(d > 0 and left[r] == 0 for r, d in enumerate(instance.demand[n]))
            saturated[node] = full or counts[n] > 0 and counts[n] == tree.limit(n)
        else:
            children = tree.demanding(node)
            for child in children:
                update(child)
            scaled = [child for child in children if share[child] > 0 and not saturated[child]]
            least = min([share[child] for child in scaled], default=Fraction(1))
            use[node] = [sum((use[child][r] * (least / share[child] if child in scaled else 1) for child in children), Fraction(0))
                         for r in range(instance.resources)]
            saturated[node] = all(saturated[child] for child in children)
        share[node] = max((x / c for x, c in zip(use[node], instance.capacity[0]) if c > 0), default=Fraction(0))

    update(())
    free = tree.open(counts)

    def comes_first(one, other):
        for k in range(1, min(len(one), len(other)) + 1):
            a, b = ((saturated[q[:k]], share[q[:k]] / max(tree.weight(q[:k]), 1)) for q in (one, other))
            if a != b:
                return a < b
        return False

    queues = list(dict.fromkeys(leaf[:-1] for leaf in tree.leaf))
    first = None
    for queue in queues:
        if any(tree.leaf[n][:-1] == queue for n in free) and (first is None or comes_first(queue, first)):
            first = queue
    jobs = [n for n in sorted(free) if tree.leaf[n][:-1] == first]
    return min(jobs, key=lambda n: share[tree.leaf[n]], default=None)


NEXT = {
    "hdrf-collapsed": next_collapsed,
    "hdrf-naive": next_down("naive"),
    "hdrf-rescaled": next_down("rescaled"),
    "hdrf-tasks": next_down("tasks"),
    "volcano-hdrf": next_volcano,
}


def follow(instance, pick):
    """The tasks of each user under a rule, pick by pick."""
    tree = Tree(instance, True)
    counts = [Fraction(0)] * instance.users
    for _ in range(STEPS):
        n = pick(tree, counts)
        if n is None:
            return counts
        counts[n] += 1
    raise NotCovered("long filling", f"more than {STEPS} picks")


def checked(name):
    """The check of an outcome by following the rule again."""
    return lambda instance, outcome, field: require_tasks(outcome, follow(instance, NEXT[name]), field)


def require_tasks(outcome, tasks, field):
    """Refuses an outcome with other totals."""
    for n, due in enumerate(tasks):
        require(outcome.tasks[n] == due, f"{field}.tasks[{n}]", f"the rule gives {due}")


def volcano_refuses(instance):
    """The reason why volcano-hdrf refuses the instance, besides weights per resource, rates and several servers; or None."""
    if any(w != instance.weight[0] for w in instance.weight):
        return "users of different weights are refused"
    tree = Tree(instance, True)
    mixed = any(len({tree.is_user(child) for child in children}) > 1 for children in tree.below.values())
    return "a node with queues and users is refused" if mixed else None


# Properties.

def parts(tree, outcome, node):
    """What the users of a node use of each resource that they demand, as a part of what there is."""
    users, instance = tree.users(node), tree.instance
    demanded = [r for r in range(instance.resources) if instance.total(r) > 0 and any(instance.demand[n][r] for n in users)]
    return {r: sum(outcome.tasks[n] * instance.demand[n][r] for n in users) / instance.total(r) for r in demanded}


def wants(tree, outcome, node):
    """True if a user in the node has fewer tasks than it wants."""
    return any(n in tree.wanting and (tree.limit(n) is None or outcome.tasks[n] < tree.limit(n)) for n in tree.users(node))


def below(tree, outcome, node, due):
    """The smallest part that the node misses of `due(r)`, and of what it can take, over the resources that it demands."""
    found = []
    for r, has in parts(tree, outcome, node).items():
        most = tree.most(node, r, tree.wanted(r))
        found.append((due(r) if most is None else min(due(r), most)) - has)
    return min(found, default=None)


def over_cap(tree, outcome, node):
    """caps-kept.md: the largest part by which the node exceeds a cap; None if it has none."""
    caps = tree.quotas.get(node, (None, []))[1]
    return max((has - caps[r] / tree.instance.total(r) for r, has in parts(tree, outcome, node).items()
                if caps and caps[r] is not None), default=None)


def floors_fit(tree):
    """True if the floors of the queues in a queue sum to no more than its own, and those of the first level to no more than the pool."""
    queues = [node for node in tree.below if node]
    for r in range(tree.instance.resources):
        floor = {node: tree.quotas[node][0][r] if node in tree.quotas else 0 for node in queues}
        for above in tree.below:
            most = floor[above] if above else tree.instance.total(r)
            if sum(floor[node] for node in queues if node[:-1] == above) > most:
                return False
    return True


def repeats(tree, node):
    """True if no sibling of the node has a demand, so that its parent has an equal condition."""
    return len(node) > 1 and len(tree.demanding(node[:-1])) == 1


def short(tree, outcome, node):
    """hier-share.md: the shortfall of the node; None if no user in it demands more."""
    users = tree.users(node)
    wants = [n for n in users if n in tree.wanting and (tree.limit(n) is None or outcome.tasks[n] < tree.limit(n))]
    if not wants:
        return None
    if tree.quotas:
        return below(tree, outcome, node, lambda r: tree.entitled(node, r))
    has = tree.largest({n: outcome.tasks[n] for n in users})
    task = max(tree.largest({n: Fraction(1)}) for n in wants) if tree.whole else 0
    return tree.entitled(node) - has - task


def passed_over(tree, pick, waits, counts, field):
    """no-starvation.md: the excess of a queue of the user served next over its share while `waits` waits."""
    require(counts[waits] == 0 and waits in tree.open(counts), f"{field}.waits", "holds a task, or none of its tasks fits")
    served = pick(tree, counts)
    require(served != waits, f"{field}.waits", "is served")
    require(counts[served] > 0, f"{field}.running", f"user {served}, who is served, holds nothing either")
    leaf = tree.leaf[served]
    nodes = [leaf[:k] for k in range(1, len(leaf) + 1) if leaf[:k] != tree.leaf[waits][:k]]
    return max(tree.largest({n: counts[n] for n in tree.users(node)}) - tree.entitled(node) for node in nodes)
