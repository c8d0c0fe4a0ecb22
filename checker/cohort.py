"""The model `cohort` (properties/models/cohort.md): instances, decisions, states, and the preemption of
properties/mechanisms/kueue-preempt.md."""

from fractions import Fraction

from document import above_zero, array, at_least_zero, grid, index, row, table
from verdict import require

MOST_PRIORITY = 2_147_483_647


class Cohort:
    """An instance: quota[queue][resource], weight[queue], workloads as (queue, request, priority), admitted in order, and the asking
    workload.
    """

    def __init__(self, quota, weight, workload, admitted, incoming):
        self.quota, self.weight, self.workload, self.admitted, self.incoming = quota, weight, workload, admitted, incoming
        self.queues, self.resources = len(quota), len(quota[0])
        self.total = [sum((r[k] for r in quota), Fraction(0)) for k in range(self.resources)]

    @property
    def demand(self):
        """The requests, which are the demands of this model."""
        return [request for _, request, _ in self.workload]

    def pending(self):
        return [w for w in range(len(self.workload)) if w not in self.admitted]

    def asks(self):
        """The workload that asks; None without a pending workload."""
        return self.incoming if self.incoming is not None else next(iter(self.pending()), None)

    def usage(self, workloads):
        """usage[queue][resource] by these workloads."""
        used = [[Fraction(0)] * self.resources for _ in range(self.queues)]
        for w in workloads:
            queue, request, _ = self.workload[w]
            used[queue] = [a + b for a, b in zip(used[queue], request)]
        return used

    def over(self, workloads):
        """Resources of which these workloads use more than the total quota, with the excess."""
        used = self.usage(workloads)
        by = [sum(column) - total for column, total in zip(zip(*used), self.total)]
        return [(r, amount) for r, amount in enumerate(by) if amount > 0]

    def share(self, queue, used):
        """The share of a queue with the usage `used`."""
        parts = [(u - q) / total for u, q, total in zip(used, self.quota[queue], self.total) if total > 0]
        return max([Fraction(0), *parts]) / self.weight[queue]

    def share_with(self, queue, workloads):
        return self.share(queue, self.usage(workloads)[queue])

    def short(self, asking):
        """Resources in short supply for a workload."""
        request = self.workload[asking][1]
        return [r for r, _ in self.over([*self.admitted, asking]) if request[r] > 0]

    def at(self, admitted):
        """The cohort in the state `admitted`, without a named asking workload."""
        return Cohort(self.quota, self.weight, self.workload, list(admitted), None)

    def after(self, asking, targets):
        """The admitted workloads after a decision."""
        if targets is None:
            return list(self.admitted)
        gone = [w for w, _ in targets]
        return [w for w in self.admitted if w not in gone] + [asking]


def read_instance(value, field):
    """Reads an instance from a record: weights only if some weight is not 1."""
    table(value, field, ["quota", "weight", "workload", "admitted", "incoming"], optional=["weight", "incoming"])
    rows = array(value["quota"], f"{field}.quota")
    require(rows, f"{field}.quota", "there is no queue")
    resources = len(array(rows[0], f"{field}.quota[0]"))
    require(resources, f"{field}.quota[0]", "there is no resource")
    quota = grid(rows, f"{field}.quota", len(rows), resources, at_least_zero)
    weight = [Fraction(1)] * len(rows)
    if "weight" in value:
        weight = row(value["weight"], f"{field}.weight", len(rows), above_zero)
        require(any(w != 1 for w in weight), f"{field}.weight", "a default value that is to be left out")
    workload = []
    for k, one in enumerate(array(value["workload"], f"{field}.workload")):
        at = f"{field}.workload[{k}]"
        table(one, at, ["queue", "request", "priority"])
        request = row(one["request"], f"{at}.request", resources, at_least_zero)
        require(any(request), f"{at}.request", "a workload that asks for nothing")
        rank = one["priority"]
        require(type(rank) is int and abs(rank) <= MOST_PRIORITY, f"{at}.priority", "no whole number of 32 bits")
        workload.append((index(one["queue"], f"{at}.queue", len(rows)), request, rank))
    require(workload, f"{field}.workload", "there is no workload")
    admitted = row(value["admitted"], f"{field}.admitted", None, lambda cell, at: index(cell, at, len(workload)))
    require(len(set(admitted)) == len(admitted), f"{field}.admitted", "a workload stands twice")
    incoming = None
    if "incoming" in value:
        incoming = index(value["incoming"], f"{field}.incoming", len(workload))
        require(incoming not in admitted, f"{field}.incoming", "this workload is admitted")
    read = Cohort(quota, weight, workload, admitted, incoming)
    require(not read.over(admitted), f"{field}.admitted", "together they use more than all quotas come to")
    return read


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
    over = instance.over(instance.after(instance.asks(), outcome.targets))
    return (f"resource {over[0][0] + 1} is used beyond what there is", over[0][1]) if over else None


def decide(instance, asking, rules):
    """The targets of properties/mechanisms/kueue-preempt.md for a list of rules, such as "ab"; None if the workload is
    rejected."""
    own, request, rank = instance.workload[asking]
    if any(asked > total for asked, total in zip(request, instance.total)):
        return None
    short = instance.short(asking)
    if not short:
        return []
    used = instance.usage(instance.admitted)

    def borrows(queue, r):
        return used[queue][r] > instance.quota[queue][r]

    def candidate(w):
        queue, asked, priority = instance.workload[w]
        takes = any(asked[r] > 0 for r in short)
        return takes and (priority < rank if queue == own else any(borrows(queue, r) for r in short))

    place = {w: (instance.workload[w][0] == own, instance.workload[w][2], -k) for k, w in enumerate(instance.admitted)}
    candidates = sorted((w for w in instance.admitted if candidate(w)), key=place.get)

    def count(w, sign):
        queue, asked, _ = instance.workload[w]
        used[queue] = [u + sign * a for u, a in zip(used[queue], asked)]

    def fits():
        return all(a == 0 or sum(column) <= total for a, column, total in zip(request, zip(*used), instance.total))

    def share(queue):
        return instance.share(queue, used[queue])

    def passes(rule, w):
        queue, asked, _ = instance.workload[w]
        if rule == "a":
            return share(own) <= instance.share(queue, [u - a for u, a in zip(used[queue], asked)])
        return rule != "b" or share(own) < share(queue)

    def heaviest(waiting):
        """The queue in which to preempt: the highest share, then the earliest first candidate."""
        able = [q for q in waiting if waiting[q] and (q == own or any(borrows(q, r) for r in range(instance.resources)))]
        return min(able, key=lambda q: (-share(q), place[waiting[q][0]]), default=None)

    def split(workloads):
        return {q: [w for w in workloads if instance.workload[w][0] == q] for q in range(instance.queues)}

    count(asking, 1)
    nominal = not any(borrows(own, r) for r in short)
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
    heads = []
    for queue in range(instance.queues):
        waiting = [w for w in instance.pending() if instance.workload[w][0] == queue]
        for w in sorted(waiting, key=lambda w: (-instance.workload[w][2], w)):
            if decide(instance, w, rules) is not None:
                _, request, rank = instance.workload[w]
                used = instance.usage([*instance.admitted, w])[queue]
                borrows = any(a > 0 and u > q for a, u, q in zip(request, used, instance.quota[queue]))
                heads.append((borrows, instance.share(queue, used), -rank, w))
                break
    return min(heads)[-1] if heads else None
