#!/usr/bin/env python3
"""Independent oracle for the mechanisms on trees of queues: prints the cases of a test.

The script gives the allocation of every mechanism on a fixed list of trees, some made by hand and 1,200 drawn at random.
It is an independent derivation, which follows the definition pages and shares no line with the crate.  Numbers are
`fractions.Fraction`; nothing outside the standard library is used.

    python3 trees.py                        derive every case
    python3 trees.py --seed N --cases M     as many other random cases

Where the crate computes vectors of queues from the leaves to the root, this script keeps numbers of tasks, one a user.

* hdrf: the direction of a stage is a vector of tasks.  It begins with one task for each user that is not frozen; then each
  node, from the lowest to the root, multiplies the tasks of each child's users so that the child's largest part of a resource
  is the child's weight.  The stage goes that way until a resource is full or a user is done.
* hdrf-tasks, hdrf-rescaled, hdrf-naive: a node's share is computed from virtual tasks of its users, which rescaling
  multiplies.
* hdrf-collapsed: the least dominant share over the product of the weights' parts.
* volcano-hdrf: the functions of Volcano's plugin drf at commit ed72c7c815a9fd547a787134676f73d42e9d049c, one by one: nodes
  with what is allocated, a share and a mark for saturated ones, updated after each task.
"""

import functools
import json
import random
import sys
from fractions import Fraction

ONE, NONE = Fraction(1), Fraction(0)


class Refused(Exception):
    """The mechanism refuses the instance."""


class Branch:
    """A node: a name, a weight, its children, and for a leaf its user."""

    def __init__(self, name, weight=ONE, user=None):
        self.name, self.weight, self.user, self.below = name, weight, user, []

    def leaves(self):
        """The users below the node, or the node itself if it is a user."""
        return [self.user] if self.user is not None else [u for child in self.below for u in child.leaves()]


class Instance:
    """One server, the users that can run part of a task and have one, and the tree of these users."""

    def __init__(self, fields, whole):
        if len(fields["capacity"]) != 1 or "rate" in fields:
            raise Refused
        self.capacity = [Fraction(c) for c in fields["capacity"][0]]
        self.demand = [[Fraction(d) for d in row] for row in fields["demand"]]
        self.count, self.resources = len(self.demand), range(len(self.capacity))
        weight = fields.get("weight", [1] * self.count)
        if isinstance(weight[0], list):
            raise Refused
        self.weight = [Fraction(w) for w in weight]
        limits = [None if t == "inf" else Fraction(t) for t in fields.get("tasks", ["inf"] * self.count)]
        self.limit = [t if t is None or not whole else t // 1 for t in limits]
        eligible = fields.get("eligible", [[0]] * self.count)
        self.alive = [u for u in range(self.count)
                      if eligible[u] and self.limit[u] != 0
                      and all(self.capacity[r] > 0 for r in self.resources if self.demand[u][r] > 0)]
        self.part = {u: [self.demand[u][r] / self.capacity[r] if self.demand[u][r] else NONE for r in self.resources]
                     for u in self.alive}
        self.path = [p.split("/") if p else [] for p in fields.get("path", [""] * self.count)]
        self.heavy = {p: Fraction(w) for p, w in fields.get("node-weight", {}).items()}
        self.root = self.grow()

    def grow(self):
        """The tree; children in the order of their first user, counting users that take no part as well."""
        root = Branch("")
        for u in range(self.count):
            at = root
            for depth, name in enumerate(self.path[u]):
                child = next((b for b in at.below if b.user is None and b.name == name), None)
                if child is None:
                    child = Branch(name, self.heavy.get("/".join(self.path[u][:depth + 1]), ONE))
                    at.below.append(child)
                at = child
            if u in self.alive:
                at.below.append(Branch(f"user {u}", self.weight[u], u))
            else:
                at.below.append(Branch("nobody"))
        prune(root)
        return root

    def used(self, tasks, r):
        return sum((tasks[u] * self.demand[u][r] for u in self.alive), NONE)

    def full(self, tasks):
        return [self.used(tasks, r) == self.capacity[r] for r in self.resources]

    def fits(self, u, tasks):
        return (self.limit[u] is None or tasks[u] + 1 <= self.limit[u]) and all(
            self.used(tasks, r) + self.demand[u][r] <= self.capacity[r] for r in self.resources if self.demand[u][r] > 0)

    def largest(self, amounts, over=None):
        """The largest part of a resource's total that these amounts of tasks, by user, use together."""
        over = self.resources if over is None else over
        return max((sum((x * self.part[u][r] for u, x in amounts.items()), NONE) for r in over), default=NONE)


def prune(branch):
    """Removes branches without users."""
    branch.below = [child for child in branch.below if child.user is not None or prune(child)]
    return bool(branch.below)


def hdrf(fields):
    inst = Instance(fields, whole=False)
    tasks = [NONE] * inst.count

    def direct(branch, free):
        """One direction of tasks for the free users of a branch, up to a factor."""
        if branch.user is not None:
            return {branch.user: ONE} if branch.user in free else {}
        found = {}
        for child in branch.below:
            inside = direct(child, free)
            if inside:
                size = inst.largest(inside)
                found.update({u: x * child.weight / size for u, x in inside.items()})
        return found

    while True:
        full = inst.full(tasks)
        free = {u for u in inst.alive
                if tasks[u] != inst.limit[u] and not any(full[r] and inst.demand[u][r] > 0 for r in inst.resources)}
        way = direct(inst.root, free)
        if not way:
            return tasks
        ends = [(inst.capacity[r] - inst.used(tasks, r)) / taken for r in inst.resources
                for taken in [sum((x * inst.demand[u][r] for u, x in way.items()), NONE)] if taken > 0]
        ends += [(inst.limit[u] - tasks[u]) / x for u, x in way.items() if inst.limit[u] is not None]
        for u, x in way.items():
            tasks[u] += x * min(ends)


def by_tasks(rule):
    """The rules that descend from the root to the child with the smallest weighted share."""
    def run(fields):
        inst = Instance(fields, whole=True)
        tasks = [NONE] * inst.count
        while True:
            open_users = {u for u in inst.alive if inst.fits(u, tasks)}
            full = inst.full(tasks)
            counted = [r for r in inst.resources if rule == "naive" or not full[r]]

            def virtual(branch):
                """The share of a branch, and the virtual tasks of its users that make up the share."""
                if branch.user is not None:
                    amounts = {branch.user: tasks[branch.user]}
                    return inst.largest(amounts), amounts
                children = [(child, *virtual(child)) for child in branch.below]

                def scaled(child):
                    return rule == "all" or rule == "free" and not open_users.isdisjoint(child.leaves())
                least = min((share / child.weight for child, share, _ in children if scaled(child)), default=NONE)
                together = {}
                for child, share, amounts in children:
                    factor = ONE
                    if scaled(child):
                        factor = least * child.weight / share if share else NONE
                    together.update({u: x * factor for u, x in amounts.items()})
                return inst.largest(together, counted), together

            at = inst.root
            while at is not None and at.user is None:
                going = [child for child in at.below if not open_users.isdisjoint(child.leaves())]
                at = min(going, key=lambda child: virtual(child)[0] / child.weight, default=None)
            if at is None:
                return tasks
            tasks[at.user] += 1
    return run


def collapsed(fields):
    inst = Instance(fields, whole=True)
    tasks, share = [NONE] * inst.count, {}

    def entitle(branch, part):
        if branch.user is not None:
            share[branch.user] = part
        total = sum(child.weight for child in branch.below)
        for child in branch.below:
            entitle(child, part * child.weight / total)

    entitle(inst.root, ONE)
    while True:
        going = [u for u in inst.alive if inst.fits(u, tasks)]
        if not going:
            return tasks
        tasks[min(going, key=lambda u: (inst.largest({u: tasks[u]}) / share[u], u))] += 1


class Attr:
    """drfAttr, with the mark `saturated` of hierarchicalNode."""

    def __init__(self, resources):
        self.allocated, self.share, self.saturated = [NONE] * resources, NONE, False


def volcano(fields):
    inst = Instance(fields, whole=True)
    if any(w != inst.weight[0] for w in inst.weight):
        raise Refused
    paths = inst.path
    if any(len(p) < len(q) and q[:len(p)] == p for p in paths for q in paths):
        raise Refused
    attr = {}
    tasks = [NONE] * inst.count

    def calculate_share(allocated):
        return max(a / c if c else NONE for a, c in zip(allocated, inst.capacity))

    def update(branch, demanding):
        node = attr.setdefault(id(branch), Attr(len(inst.capacity)))
        if branch.user is not None:
            u = branch.user
            node.allocated = [tasks[u] * d for d in inst.demand[u]]
            node.share = calculate_share(node.allocated)
            node.saturated = False
            for r in inst.resources:
                if inst.demand[u][r] == 0:
                    continue
                request = None if inst.limit[u] is None else inst.limit[u] * inst.demand[u][r]
                if request is not None and node.allocated[r] != 0 and node.allocated[r] >= request:
                    node.saturated = True
                if not demanding[r]:
                    node.saturated = True
            return
        mdr = ONE
        for child in branch.below:
            update(child, demanding)
            at = attr[id(child)]
            if at.share != 0 and not at.saturated:
                mdr = min(mdr, calculate_share(at.allocated))
        node.allocated = [NONE] * len(inst.capacity)
        node.saturated = True
        for child in branch.below:
            at = attr[id(child)]
            if not at.saturated:
                node.saturated = False
            if at.share != 0:
                factor = ONE if at.saturated else mdr / at.share
                node.allocated = [a + factor * b for a, b in zip(node.allocated, at.allocated)]
        node.share = calculate_share(node.allocated)

    def chain(path):
        found, at = [], inst.root
        for name in path:
            at = next(b for b in at.below if b.user is None and b.name == name)
            found.append(at)
        return found

    def compare(left, right):
        """compareQueues without the root, at which both are equal."""
        for a, b in zip(chain(left), chain(right)):
            one, other = attr[id(a)], attr[id(b)]
            if not one.saturated and other.saturated:
                return -1
            if one.saturated and not other.saturated:
                return 1
            x, y = one.share / max(a.weight, ONE), other.share / max(b.weight, ONE)
            if x != y:
                return -1 if x < y else 1
        return 0

    leaf = {}

    def index(branch):
        if branch.user is not None:
            leaf[branch.user] = branch
        for child in branch.below:
            index(child)

    index(inst.root)
    while True:
        update(inst.root, [not f for f in inst.full(tasks)])
        queues = []
        for u in range(inst.count):
            if paths[u] not in queues:
                queues.append(paths[u])
        going = {u for u in inst.alive if inst.fits(u, tasks)}
        waiting = [q for q in queues if any(paths[u] == q for u in going)]
        if not waiting:
            return tasks
        first = functools.reduce(lambda best, q: q if compare(q, best) < 0 else best, waiting)
        jobs = [u for u in sorted(going) if paths[u] == first]
        tasks[min(jobs, key=lambda u: attr[id(leaf[u])].share)] += 1


MECHANISMS = {
    "hdrf": hdrf,
    "hdrf-collapsed": collapsed,
    "hdrf-naive": by_tasks("naive"),
    "hdrf-rescaled": by_tasks("all"),
    "hdrf-tasks": by_tasks("free"),
    "volcano-hdrf": volcano,
}


def text(x):
    return int(x) if x.denominator == 1 else f"{x.numerator}/{x.denominator}"


def expected(fields):
    found = {}
    for name, allocate in MECHANISMS.items():
        try:
            found[name] = {"tasks": [text(x) for x in allocate(fields)]}
        except Refused:
            found[name] = None
    return found


def pool(capacity, demand, path, **more):
    return dict({"model": "cluster", "capacity": [capacity], "demand": demand, "path": path},
                **{name.replace("_", "-"): value for name, value in more.items()})


def by_hand():
    """Volcano's two tests, with and without the resource `pods`, and instances for one feature each."""
    half = {"sci": 50, "eng": 50, "eng/dev": 50, "eng/prod": 50}
    quarter = {"pg1": 25, "pg2": 25, "pg3": 25, "pg3/pg31": 50, "pg4": 25}
    blocking = ["pg1", "pg2", "pg3/pg31", "pg3/pg31", "pg4"]
    drawn = ["pg1", "pg2", "pg3/pg31", "pg3/pg32", "pg4"]
    five = [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1]]
    return [
        ("volcano, rescaling", pool([10, 10], [[1, 1], [1, 0], [0, 1]], ["sci", "eng/dev", "eng/prod"],
                                    tasks=[10] * 3, node_weight=half)),
        ("volcano, rescaling, with pods", pool([10, 10, 50], [[1, 1, 1], [1, 0, 1], [0, 1, 1]],
                                               ["sci", "eng/dev", "eng/prod"], tasks=[10] * 3, node_weight=half)),
        ("volcano, blocking nodes", pool([30, 30], five, blocking, tasks=[30] * 5, node_weight=quarter)),
        ("volcano, blocking nodes, with pods", pool([30, 30, 500], [row + [1] for row in five], blocking, tasks=[30] * 5,
                                                    node_weight=quarter)),
        ("volcano, blocking nodes, two queues", pool([30, 30], five, drawn, tasks=[30] * 5,
                                                     node_weight=dict(quarter, **{"pg3/pg32": 50}))),
        ("the example of the page hdrf", pool([1, 1], [[1, 1], [1, 0], [0, 1]], ["", "a", "a"])),
        ("no queue", pool([9, 18], [[1, 4], [3, 1]], ["", ""])),
        ("no queue, weights", pool([9, 18], [[1, 4], [3, 1]], ["", ""], weight=[2, "1/3"])),
        ("a weight of a queue below one", pool([12], [[1], [1]], ["a", "b"], node_weight={"a": "1/4"})),
        ("three levels", pool([20, 30], [[1, 2], [2, 1], [1, 0], [0, 1]], ["a/b", "a/b", "a", ""],
                              node_weight={"a": 2, "a/b": 3})),
        ("a user that can run nowhere", pool([6, 0], [[1, 1], [1, 0], [2, 0]], ["a", "a", ""])),
        ("a user without tasks", pool([6, 6], [[1, 1], [1, 0], [2, 0]], ["a", "a", ""], tasks=[0, "inf", "inf"])),
        ("half a task", pool([6, 6], [[1, 1], [1, 0], [2, 0]], ["a", "a", ""], tasks=["1/2", "5/2", "inf"])),
        ("a user with an empty list of servers", pool([6, 6], [[1, 1], [1, 0], [2, 0]], ["a", "a", ""],
                                                      eligible=[[], [0], [0]])),
        ("nobody can run", pool([0], [[1], [1]], ["a", ""])),
        ("weights per resource are refused", pool([4, 4], [[1, 1], [1, 1]], ["a", ""], weight=[[1, 2], [2, 1]])),
        ("two servers are refused", {"model": "cluster", "capacity": [[4], [4]], "demand": [[1], [1]], "path": ["a", ""]}),
        ("rates are refused", pool([4], [[1], [1]], ["a", ""], rate=[[1], [2]])),
    ]


def drawn(dice):
    """A random tree: up to six users, three resources and three levels of queues."""
    users, resources = dice.randint(1, 6), dice.randint(1, 3)
    top = dice.choice([2, 4, 9])
    zeros = dice.choice([0, 20, 50])
    demand = [[0 if dice.randint(1, 100) <= zeros else dice.randint(1, top) for _ in range(resources)] for _ in range(users)]
    for row in demand:
        if not any(row):
            row[dice.randrange(resources)] = 1
    capacity = [dice.randint(0 if dice.randint(1, 20) == 1 else 1, 4 * top) for _ in range(resources)]
    deep = dice.randint(0, 3)
    level = dice.randint(1, 2) == 1
    path = ["/".join(dice.choice("abc") for _ in range(deep if level else dice.randint(0, deep))) for _ in range(users)]
    made = pool(capacity, demand, path)
    nodes = sorted({"/".join(p.split("/")[:k + 1]) for p in path if p for k in range(len(p.split("/")))})
    heavy = {node: dice.choice([2, 3, 5, "1/2"]) for node in nodes if dice.randint(1, 3) == 1}
    if heavy:
        made["node-weight"] = heavy
    if dice.randint(1, 3) == 1:
        made["weight"] = [dice.choice([1, 1, 2, 3, "2/3"]) for _ in range(users)]
    if dice.randint(1, 3) == 1:
        made["tasks"] = [dice.choice(["inf", dice.randint(0, 6), "5/2"]) for _ in range(users)]
    return made


def cases(seed=32, count=1200):
    dice = random.Random(seed)
    instances = by_hand() + [(f"drawn {k + 1}", drawn(dice)) for k in range(count)]
    return [{"name": name, "instance": fields, "expected": expected(fields)} for name, fields in instances]


def main(arguments):
    """Prints the cases; `--seed` and `--cases` make as many others."""
    options = dict(zip(arguments[::2], arguments[1::2]))
    found = cases(int(options.get("--seed", 32)), int(options.get("--cases", 1200)))
    print("[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in found) + "\n]")


if __name__ == "__main__":
    main(sys.argv[1:])
