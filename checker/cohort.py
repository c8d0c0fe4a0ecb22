"""The model `cohort` (properties/models/cohort.md): instances, decisions, states, and the preemption of
properties/mechanisms/kueue-preempt.md."""

from fractions import Fraction

from document import array, at_least_zero, grid, index, row, table, text, word
from verdict import require

MOST_PRIORITY = 2_147_483_647


class Node:
    """A queue or a cohort: its place, its own quota, its weight and its limits; None for no limit."""

    def __init__(self, parent, quota, weight, borrow, lend):
        self.parent, self.own, self.weight, self.borrow, self.lend = parent, quota, weight, borrow, lend
        self.children = []


class Cohort:
    """An instance: quota[queue][resource], weight[queue], workloads as (queue, request, priority), admitted in order, the asking
    workload, and the terms of the file: policies, limits, cohorts and labels of workloads.
    """

    def __init__(self, quota, weight, workload, admitted, incoming, terms):
        self.quota, self.weight, self.workload, self.admitted, self.incoming = quota, weight, workload, admitted, incoming
        self.terms, self.queues, self.resources = terms, len(quota), len(quota[0])
        none = [None] * self.resources
        borrow, lend = (terms.get(name) or [none] * self.queues for name in ("borrow", "lend"))
        names = [one["name"] for one in terms["cohorts"]] or ["all"]
        of = terms.get("cohort") or ["all"] * self.queues
        place = lambda name: self.queues + names.index(name) if name else None
        self.nodes = [Node(place(of[q]), quota[q], weight[q], borrow[q], lend[q]) for q in range(self.queues)]
        plain = {"name": "all", "parent": "", "quota": [Fraction(0)] * self.resources, "weight": Fraction(1), "borrow": none, "lend": none}
        for one in terms["cohorts"] or [plain]:
            self.nodes.append(Node(place(one["parent"]), one["quota"], one["weight"], one["borrow"], one["lend"]))
        for at, node in enumerate(self.nodes):
            if node.parent is not None:
                self.nodes[node.parent].children.append(at)
        tops = [at for at, node in enumerate(self.nodes) if node.parent is None]
        for top in tops:
            self.sum_up(top)
        for top in tops:
            self.reach(top)

    def sum_up(self, at):
        """The quota of a subtree, and what of it is lent to no other."""
        node = self.nodes[at]
        for child in node.children:
            self.sum_up(child)
        below = [self.nodes[child] for child in node.children]
        node.quota = [own + sum((one.quota[r] - one.kept[r] for one in below), Fraction(0)) for r, own in enumerate(node.own)]
        node.kept = [Fraction(0) if lend is None else max(Fraction(0), all_of_it - lend) for all_of_it, lend in zip(node.quota, node.lend)]

    def reach(self, at):
        """The most that a node could use without admitted workloads."""
        node = self.nodes[at]
        node.most = list(node.quota)
        if node.parent is not None:
            for r, limit in enumerate(node.borrow):
                most = node.kept[r] + self.nodes[node.parent].most[r]
                node.most[r] = most if limit is None else min(most, node.quota[r] + limit)
        for child in node.children:
            self.reach(child)

    @property
    def demand(self):
        """The requests, which are the demands of this model."""
        return [request for _, request, _ in self.workload]

    def pending(self):
        return [w for w in range(len(self.workload)) if w not in self.admitted]

    def asks(self):
        """The workload that asks; None without a pending workload."""
        return self.incoming if self.incoming is not None else next(iter(self.pending()), None)

    def label(self, w, name):
        return self.terms["labels"][w].get(name)

    def term(self, name, queue, default):
        return self.terms[name][queue] if self.terms.get(name) else default

    def usage(self, workloads):
        """usage[node][resource] by these workloads: a cohort counts what its children use beyond what they keep."""
        used = [[Fraction(0)] * self.resources for _ in self.nodes]
        for w in workloads:
            queue, request, _ = self.workload[w]
            used[queue] = [a + b for a, b in zip(used[queue], request)]
        self.gather([at for at, node in enumerate(self.nodes) if node.parent is None], used)
        return used

    def gather(self, nodes, used):
        for at in nodes:
            children = self.nodes[at].children
            self.gather(children, used)
            if at >= self.queues:
                beyond = [[max(Fraction(0), u - k) for u, k in zip(used[child], self.nodes[child].kept)] for child in children]
                used[at] = [sum(column, Fraction(0)) for column in zip(*beyond)] if beyond else used[at]

    def left(self, used, at, r):
        """What is left of a resource for a node; below zero if more is used than there is."""
        node = self.nodes[at]
        if node.parent is None:
            return node.quota[r] - used[at][r]
        lent = self.left(used, node.parent, r)
        if node.borrow[r] is not None:
            lent = min(lent, node.quota[r] - node.kept[r] - max(Fraction(0), used[at][r] - node.kept[r]) + node.borrow[r])
        return max(Fraction(0), node.kept[r] - used[at][r]) + lent

    def lacking(self, workloads, asking):
        """Resources too short to admit `asking` beside these workloads, with the amount that is lacking."""
        queue, request, _ = self.workload[asking]
        used = self.usage(workloads)
        by = [asked - max(Fraction(0), self.left(used, queue, r)) for r, asked in enumerate(request)]
        return [(r, amount) for r, amount in enumerate(by) if request[r] > 0 and amount > 0]

    def share(self, at, used):
        """The share of a node under the usage `used`: a pair, whose first entry says that it is endless."""
        node = self.nodes[at]
        if node.parent is None:
            return (False, Fraction(0))
        columns = self.terms.get("flavors") or [[r] for r in range(self.resources)]
        largest = Fraction(0)
        for flavors in columns:
            lendable = sum(self.nodes[node.parent].most[r] for r in flavors)
            borrowed = sum(max(Fraction(0), used[at][r] - node.quota[r]) for r in flavors)
            if lendable > 0:
                largest = max(largest, borrowed / lendable)
        if node.weight == 0:
            return (largest > 0, largest)
        return (False, largest / node.weight)

    def borrows(self, used, at, r):
        return used[at][r] > self.nodes[at].quota[r]

    def above(self, at):
        """The nodes above a node, the nearest first."""
        found = []
        while (at := self.nodes[at].parent) is not None:
            found.append(at)
        return found

    def apart(self, one, other):
        """The nodes below the lowest common cohort of two nodes; None for nodes of two trees."""
        over = self.above(one)
        common = next((at for at in self.above(other) if at in over), None)
        if common is None:
            return None
        below = lambda at: next(found for found in [at, *self.above(at)] if self.nodes[found].parent == common)
        return below(one), below(other)

    def short(self, asking):
        """Resources in short supply for a workload."""
        return [r for r, _ in self.lacking(self.admitted, asking)]

    def at(self, admitted):
        """The cohort in the state `admitted`, without a named asking workload."""
        return Cohort(self.quota, self.weight, self.workload, list(admitted), None, self.terms)

    def after(self, asking, targets):
        """The admitted workloads after a decision."""
        if targets is None:
            return list(self.admitted)
        gone = [w for w, _ in targets]
        return [w for w in self.admitted if w not in gone] + [asking]


def limit(value, field):
    """A limit, or None for the word "inf"."""
    return None if value == "inf" else at_least_zero(value, field)


TERMS = ["queues", "cohort", "cohorts", "flavors", "own", "reclaim", "borrow", "lend", "borrow-within", "stop"]


def read_cohorts(value, field, resources):
    """The cohorts, each with its parent's name, or "" for none; none stands above itself."""
    found = []
    for k, one in enumerate(array(value, field)):
        at = f"{field}[{k}]"
        table(one, at, ["name", "parent", "quota", "weight", "borrow", "lend"], ["parent", "quota", "weight", "borrow", "lend"])
        found.append({
            "name": text(one["name"], f"{at}.name"), "parent": text(one.get("parent", ""), f"{at}.parent"),
            "quota": row(one.get("quota", [0] * resources), f"{at}.quota", resources, at_least_zero),
            "weight": at_least_zero(one.get("weight", 1), f"{at}.weight"),
            "borrow": row(one.get("borrow", ["inf"] * resources), f"{at}.borrow", resources, limit),
            "lend": row(one.get("lend", ["inf"] * resources), f"{at}.lend", resources, limit),
        })
    parent = {one["name"]: one["parent"] for one in found}
    require(len(parent) == len(found), field, "a cohort stands twice")
    for one in found:
        at = one["parent"]
        for _ in found:
            require(at == "" or at in parent, field, f"no cohort {at}")
            require(at != one["name"], field, f"cohort {at} stands above itself")
            at = parent.get(at, "")
    return found


def read_terms(value, field, queues, resources):
    """The terms of queues; a missing one is left out."""
    terms = {"cohorts": read_cohorts(value.get("cohorts", []), f"{field}.cohorts", resources)}
    names = [one["name"] for one in terms["cohorts"]]
    words = {
        "own": ["never", "lower", "lower-or-newer"], "reclaim": ["never", "lower", "any"],
        "stop": ["none", "hold", "hold-and-drain"], "cohort": ["", *names],
    }
    for name, known in words.items():
        if name in value:
            terms[name] = row(value[name], f"{field}.{name}", queues, lambda cell, at, known=known: word(cell, at, known))
    for name in ("borrow", "lend"):
        if name in value:
            terms[name] = grid(value[name], f"{field}.{name}", queues, resources, limit)
    if "flavors" in value:
        each = lambda cell, at: row(cell, at, None, lambda r, place: index(r, place, resources))
        terms["flavors"] = row(value["flavors"], f"{field}.flavors", None, each)
        columns = sorted(r for flavors in terms["flavors"] for r in flavors)
        require(columns == list(range(resources)), f"{field}.flavors", "a column is missing or stands twice")
    for name in ("queues", "borrow-within"):
        array(value.get(name, [None] * queues), f"{field}.{name}", queues)
    return terms


def read_workload(value, field, queues, resources):
    """A workload as (queue, request, priority), and the table with its labels."""
    labels = ["uid", "reserved", "submitted", "evicted"]
    table(value, field, ["name", "queue", "request", "priority", *labels], optional=["name", *labels])
    for name in ("name", *labels[:3]):
        text(value.get(name, ""), f"{field}.{name}")
    require(value.get("evicted", True) is True, f"{field}.evicted", "a default value that is to be left out")
    request = row(value["request"], f"{field}.request", resources, at_least_zero)
    require(any(request), f"{field}.request", "a workload that asks for nothing")
    rank = value["priority"]
    require(type(rank) is int and abs(rank) <= MOST_PRIORITY, f"{field}.priority", "no whole number of 32 bits")
    return (index(value["queue"], f"{field}.queue", queues), request, rank), value


def read_instance(value, field):
    """Reads an instance from a record: weights only if some weight is not 1."""
    names = ["quota", "weight", *TERMS, "workload", "admitted", "incoming"]
    table(value, field, names, optional=["weight", *TERMS, "incoming"])
    rows = array(value["quota"], f"{field}.quota")
    require(rows, f"{field}.quota", "there is no queue")
    resources = len(array(rows[0], f"{field}.quota[0]"))
    require(resources, f"{field}.quota[0]", "there is no resource")
    quota = grid(rows, f"{field}.quota", len(rows), resources, at_least_zero)
    weight = [Fraction(1)] * len(rows)
    if "weight" in value:
        weight = row(value["weight"], f"{field}.weight", len(rows), at_least_zero)
        require(any(w != 1 for w in weight), f"{field}.weight", "a default value that is to be left out")
    terms = read_terms(value, field, len(rows), resources)
    read = row(value["workload"], f"{field}.workload", None, lambda one, at: read_workload(one, at, len(rows), resources))
    require(read, f"{field}.workload", "there is no workload")
    workload, terms["labels"] = [one for one, _ in read], [labels for _, labels in read]
    admitted = row(value["admitted"], f"{field}.admitted", None, lambda cell, at: index(cell, at, len(workload)))
    require(len(set(admitted)) == len(admitted), f"{field}.admitted", "a workload stands twice")
    incoming = None
    if "incoming" in value:
        incoming = index(value["incoming"], f"{field}.incoming", len(workload))
        require(incoming not in admitted, f"{field}.incoming", "this workload is admitted")
    return Cohort(quota, weight, workload, admitted, incoming, terms)


class Decision:
    """The targets, as pairs of a workload and a rule in the order in which they were chosen; None if the workload is rejected."""

    def __init__(self, targets):
        self.targets = targets


def read_outcome(value, field, instance):
    """A decision; without `targets` the workload is rejected."""
    table(value, field, ["targets"], optional=["targets"])
    if "targets" not in value:
        return Decision(None)
    targets = []
    for k, pair in enumerate(array(value["targets"], f"{field}.targets")):
        at = f"{field}.targets[{k}]"
        require(len(array(pair, at)) == 2, at, "not a pair")
        require(pair[1] in ("a", "b", "own", "nominal"), f"{at}[1]", "no rule")
        targets.append((index(pair[0], f"{at}[0]", len(instance.workload)), pair[1]))
    return Decision(targets)


def first_failure(instance, outcome, field):
    """The violated condition and its margin, or None; targets that are not admitted, or named twice, are refused."""
    if outcome.targets is None:
        return None
    named = [w for w, _ in outcome.targets]
    require(len(set(named)) == len(named), field, "a target stands twice")
    require(all(w in instance.admitted for w in named), field, "a target is not admitted")
    lacking = instance.lacking(instance.after(instance.asks(), outcome.targets)[:-1], instance.asks())
    return (f"resource {lacking[0][0] + 1} is used beyond what there is", lacking[0][1]) if lacking else None


def reclaims_below(instance, used, queue, r, amount):
    """True if the lowest node whose quota is not exceeded with `amount` more has a cohort above."""
    for at in [queue, *instance.above(queue)]:
        node = instance.nodes[at]
        if used[at][r] + amount <= node.quota[r]:
            return node.parent is not None
        amount -= max(Fraction(0), node.kept[r] - used[at][r])
    return False


def permitted(instance, asking, used, short):
    """The test whether a workload is a candidate."""
    own, _, rank = instance.workload[asking]

    def policy(w):
        queue, _, priority = instance.workload[w]
        if queue != own:
            reclaim = instance.term("reclaim", own, "any")
            return reclaim == "any" or (reclaim == "lower" and priority < rank)
        times = [instance.label(asking, "submitted"), instance.label(w, "submitted")]
        newer = times[0] < times[1] if all(times) else asking < w
        keeps = instance.term("own", own, "lower")
        return keeps != "never" and (priority < rank or (keeps == "lower-or-newer" and priority == rank and newer))

    def lends(queue):
        stopped = instance.term("stop", queue, "none") != "none"
        return not stopped and instance.apart(own, queue) and any(instance.borrows(used, queue, r) for r in short)

    def candidate(w):
        queue, asked, _ = instance.workload[w]
        return any(asked[r] > 0 for r in short) and policy(w) and (queue == own or lends(queue))

    return candidate


def decide(instance, asking, rules):
    """The targets of properties/mechanisms/kueue-preempt.md for a list of rules, such as "ab"; None if the workload is
    rejected."""
    own, request, rank = instance.workload[asking]
    if instance.term("stop", own, "none") != "none" or any(a > most for a, most in zip(request, instance.nodes[own].most)):
        return None
    short = instance.short(asking)
    if not short:
        return []
    used = instance.usage(instance.admitted)
    small = all(request[r] <= instance.quota[own][r] or reclaims_below(instance, used, own, r, request[r]) for r in short)
    if instance.term("reclaim", own, "any") == "never" and not small:
        return None
    candidate = permitted(instance, asking, used, short)
    place = {
        w: (not instance.label(w, "evicted"), instance.workload[w][0] == own, instance.workload[w][2], -k)
        for k, w in enumerate(instance.admitted)
    }
    candidates = sorted((w for w in instance.admitted if candidate(w)), key=place.get)
    running = list(instance.admitted)

    def count(w, sign):
        running.append(w) if sign > 0 else running.remove(w)
        used[:] = instance.usage(running)

    def fits():
        return not instance.lacking([w for w in running if w != asking], asking)

    def passes(rule, w):
        pair = instance.apart(own, instance.workload[w][0]) or (own, own)
        preemptor, other = (instance.share(at, used) for at in pair)
        if rule == "a":
            return preemptor <= instance.share(pair[1], instance.usage([one for one in running if one != w]))
        return rule != "b" or preemptor < other

    def heaviest(waiting, at=None):
        """The queue in which to preempt: at each cohort the child of highest share; of queues, the earliest first candidate."""
        if at is None:
            tops = instance.above(own)
            return heaviest(waiting, tops[-1]) if tops else (own if waiting.get(own) else None)
        queues, cohorts = [], []
        for child in instance.nodes[at].children:
            inside = child == own or child in instance.above(own)
            if not inside and not any(instance.borrows(used, child, r) for r in range(instance.resources)):
                continue
            if child >= instance.queues:
                if (found := heaviest(waiting, child)) is not None:
                    cohorts.append((instance.share(child, used), found))
            elif waiting.get(child):
                queues.append((instance.share(child, used), child))
        best = max((share for share, _ in queues + cohorts), default=None)
        first = next((found for share, found in cohorts if share == best), None)
        equal = [queue for share, queue in queues if share == best]
        return first if first is not None else min(equal, key=lambda queue: place[waiting[queue][0]], default=None)

    def split(workloads):
        return {q: [w for w in workloads if instance.workload[w][0] == q] for q in range(instance.queues)}

    count(asking, 1)
    nominal = not any(instance.borrows(used, own, r) for r in short)
    targets, left, done = [], [], False
    waiting = split(candidates)
    while not done and (queue := heaviest(waiting)) is not None:
        rule = "own" if queue == own else "nominal" if nominal else rules[0]
        while waiting[queue]:
            w = waiting[queue].pop(0)
            if passes(rule, w):
                count(w, -1)
                targets.append((w, rule))
                done = fits()
                break
            left.append(w)
    waiting = split(left) if len(rules) > 1 else {}
    while not done and (queue := heaviest(waiting)) is not None:
        w = waiting[queue][0]
        waiting[queue] = []
        if passes(rules[1], w):
            count(w, -1)
            targets.append((w, rules[1]))
            done = fits()
    if not done:
        return None
    for k in range(len(targets) - 2, -1, -1):
        count(targets[k][0], 1)
        if fits():
            del targets[k]
        else:
            count(targets[k][0], -1)
    return targets


def followed(rules):
    """Compares a decision with the rule, which is followed again."""
    def check(instance, outcome, field):
        due = decide(instance, instance.asks(), rules)
        require(outcome.targets == due, f"{field}.targets", f"the rule decides {'that it is turned down' if due is None else due}")
    return check


def step(instance, asking, rules):
    """The state after a pending workload asks and is admitted, with the number of preemptions; None if it is rejected."""
    targets = decide(instance, asking, rules)
    return None if targets is None else (instance.at(instance.after(asking, targets)), len(targets))


def turn(instance, rules):
    """The workload whose turn it is (properties/cohort/acyclic-in-turn.md); None at rest."""
    heads = {}
    for queue in range(instance.queues):
        waiting = [w for w in instance.pending() if instance.workload[w][0] == queue]
        for w in sorted(waiting, key=lambda w: (-instance.workload[w][2], w)):
            if decide(instance, w, rules) is not None:
                heads[queue] = w
                break
    rank = lambda w: (-instance.workload[w][2], w)

    def put_forward(at):
        """The workload of a node, which has won at every cohort below."""
        if at < instance.queues:
            return heads.get(at)

        def key(child):
            w = put_forward(child)
            used = instance.usage([*instance.admitted, w])
            borrows = any(a > 0 and instance.borrows(used, child, r) for r, a in enumerate(instance.workload[w][1]))
            return borrows, instance.share(child, used), rank(w)

        able = [child for child in instance.nodes[at].children if put_forward(child) is not None]
        return put_forward(min(able, key=key)) if able else None

    tops = [put_forward(at) for at, node in enumerate(instance.nodes) if node.parent is None]
    return min((w for w in tops if w is not None), key=rank, default=None)
