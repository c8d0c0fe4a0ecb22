"""Every property decided a second time from its page, on random instances and random outcomes, and compared with `verify judge`.

    python3 checker/definitions.py VERIFY [COUNT] [SEED]   compares COUNT instances of each model and kind of mechanism (350)
    python3 checker/definitions.py answer KIND             is the mechanism, a program that `verify` asks

The mechanism's answers are random feasible outcomes: empty, full, divided by weight, or a mixture. A property is violated if one of
all witnesses of its page has a margin above zero: the users, pairs, queues or agents are gone through, and the best outcome instead
is found by a linear programme or by trying all. Shares no code with the workbench. Exit status: 1 if a verdict differs.
"""

import itertools
import json
import random
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from fractions import Fraction
from math import floor

import arrivals
import cluster
import covering
import on_cluster
import queues
from mechanisms import read_instance
from record import PROPERTIES, Case
from verdict import Refused

#: For each kind of program: model, whether it divides time, whether tasks are whole, and the features that it takes.
KINDS = {
    "divided": ("cluster", "resource", False),
    "timed": ("cluster", "time", False),
    "whole": ("cluster", "resource", True),
    "history": ("arrivals", "resource", False),
    "assigned": ("covering", "resource", True),
}
#: Without a word, the program refuses the instance. Rates need time division (properties/README.md).
TAKES = {
    "divided": ["weights", "resource-weights", "eligible", "limits", "trees", "quotas", "owners"],
    "timed": ["weights", "resource-weights", "eligible", "limits", "rates", "trees", "quotas", "owners"],
    "whole": ["weights", "resource-weights", "eligible", "limits", "trees", "quotas", "owners"],
    "assigned": ["sizes"],
}
#: Properties that depend on more than one run, on a state, or on an iteration: a program has no second outcome on file.
OTHERWISE = {
    "ends", "no-starvation", "group-sp", "group-sp-weak", "population-monotone", "resource-monotone", "sp", "sp-demand",
    "sp-eligibility", "sp-time-slice",
}
#: properties/README.md: what queues may have where a property is in scope; with either, all others are out of scope.
BOTH = {"floors", "caps", "own-terms"}
BESIDE_QUOTAS = {"caps-kept": BOTH, "feasible": BOTH, "floors-kept": BOTH, "hier-share": BOTH, "non-wasteful": BOTH, "si": BOTH, "po": {"floors", "own-terms"}}
#: Needs the least ratio of a linear programme over all ratios.
LEFT = {"rounding-bound", "relaxation"}


class Rule:
    """What a property asks about the mechanism."""

    def __init__(self, kind):
        self.model, self.division, self.whole = KINDS[kind]
        self.keeps, self.recurs = False, None


# ---- instances and outcomes -------------------------------------------------------------------------------------------------------------


def amount(dice, least, most):
    """A small number, sometimes a fraction."""
    if dice.random() < 0.2:
        return Fraction(dice.randint(2 * least + (least == 0), 2 * most), 2)
    return Fraction(dice.randint(least, most))


def written(value):
    """A number, or lists and tables of numbers, as JSON."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    if isinstance(value, dict):
        return {name: written(part) for name, part in value.items()}
    return [written(part) for part in value] if isinstance(value, list) else value


def demands(dice, count, resources):
    """Rows that are positive somewhere."""
    rows = [[amount(dice, 0, 3) if dice.random() < 0.8 else Fraction(0) for _ in range(resources)] for _ in range(count)]
    for row in rows:
        if not any(row):
            row[dice.randrange(resources)] = Fraction(1)
    return rows


def random_cluster(dice):
    """A cluster with each feature in some draws."""
    users, servers, resources = dice.randint(1, 3), dice.choice([1, 1, 2]), dice.randint(1, 2)
    pool = {"capacity": [[amount(dice, 0, 4) for _ in range(resources)] for _ in range(servers)],
            "demand": demands(dice, users, resources)}
    if dice.random() < 0.2:  # The resource is dominant for every user.
        pool["demand"] = [[row[0] + 1, *[Fraction(0)] * (resources - 1)] for row in pool["demand"]]
    chosen = dice.random()
    if chosen < 0.25:
        pool["weight"] = [Fraction(dice.randint(1, 3)) for _ in range(users)]
    elif chosen < 0.35:
        pool["weight"] = [[Fraction(dice.randint(1, 3)) for _ in range(resources)] for _ in range(users)]
    if dice.random() < 0.3:
        pool["eligible"] = [sorted(dice.sample(range(servers), dice.randint(1, servers))) for _ in range(users)]
    if dice.random() < 0.3:
        pool["tasks"] = [dice.choice([amount(dice, 0, 3), "inf"]) for _ in range(users)]
    if dice.random() < 0.1 and not isinstance(pool.get("weight", [1])[0], list):
        pool["rate"] = [[Fraction(dice.randint(0, 3)) for _ in range(servers)] for _ in range(users)]
    if dice.random() < 0.25 and "rate" not in pool:
        pool["path"] = [dice.choice(["", "a", "b", "a/c", "a/d"]) for _ in range(users)]
        nodes = dict.fromkeys("/".join(path.split("/")[:k + 1]) for path in pool["path"] if path for k in range(len(path.split("/"))))
        table = {}
        for node in nodes:
            entry, own = {}, dice.random() < 0.2
            if dice.random() < 0.3:
                entry["weight"] = Fraction(dice.randint(2, 3) if not own else 0)
            lowest = [Fraction(dice.randint(0, 1)) for _ in range(resources)]
            if dice.random() < 0.3 and any(lowest):
                entry["floor"] = lowest
            highest = [dice.choice([Fraction(dice.randint(1, 3)), "inf"]) for _ in range(resources)]
            if dice.random() < 0.3 and set(highest) != {"inf"}:
                entry["cap"] = highest
            if own:
                entry["own-terms"] = True
            if entry:
                table[node] = entry
        if table:
            pool["queue"] = table
    if dice.random() < 0.2 and "path" not in pool:
        own_servers(dice, pool, users, servers)
    return plain(pool, users, servers)


def own_servers(dice, pool, users, servers):
    """Gives servers owners, and often the weights that make up for what users contributed."""
    pool["owner"] = [dice.randrange(users) for _ in range(servers)]
    pool.pop("weight", None)
    instance = read_instance("cluster", written(plain(dict(pool), users, servers)), "instance")
    own = [sum(instance.gamma[n][i] for i in range(servers) if instance.owner[i] == n) for n in range(users)]
    if all(own) and dice.random() < 0.8:
        whole = [sum(instance.fits(n, i) if instance.rate is None else instance.rate[n][i] for i in range(servers)) for n in range(users)]
        pool["weight"] = [part / every for part, every in zip(own, whole)]


def plain(pool, users, servers):
    """The fields in the order of the model's page, without those that say nothing."""
    if pool.get("weight") and all(w == 1 for w in pool["weight"]):
        del pool["weight"]
    if all(len(row) == servers for row in pool.get("eligible", [range(servers)])):
        pool.pop("eligible", None)
    if all(limit == "inf" for limit in pool.get("tasks", ["inf"])):
        pool.pop("tasks", None)
    if not any(pool.get("path", [])):
        pool.pop("path", None)
        pool.pop("queue", None)
    if "queue" in pool and all(list(entry) == ["weight"] for entry in pool["queue"].values()):
        weights = {node: entry["weight"] for node, entry in pool.pop("queue").items()}
        pool["node-weight"] = weights
    return {name: pool[name] for name in cluster.FIELDS if name in pool}


def random_arrivals(dice):
    """A sequence of arrivals."""
    count, resources = dice.randint(1, 3), dice.randint(1, 2)
    sequence = {"demand": demands(dice, count, resources)}
    return {"agents": Fraction(count + 1), **sequence} if dice.random() < 0.2 else sequence


def random_covering(dice):
    """A stock of up to five resources."""
    resources, tasks = dice.randint(1, 5), dice.randint(1, 2)
    stock = {"cost": [amount(dice, 1, 4) for _ in range(resources)], "size": [Fraction(1)] * resources}
    if dice.random() < 0.3:
        stock["size"] = [amount(dice, 1, 2) for _ in range(resources)]
    due = Fraction(dice.randint(1, max(1, resources // tasks)))
    stock["demand"] = [min(due if dice.random() < 0.8 else amount(dice, 1, 2), sum(stock["size"])) for _ in range(tasks)]
    if all(size == 1 for size in stock["size"]):
        del stock["size"]
    return stock


DRAW = {"cluster": random_cluster, "arrivals": random_arrivals, "covering": random_covering}


def dice_for(instance, kind):
    """Random numbers that depend on the instance alone."""
    parts = instance.parts() if isinstance(instance, cluster.Cluster) else sorted(vars(instance).items())
    return random.Random(zlib.crc32(f"{kind} {parts}".encode()))


def place(instance, rule, dice):
    """A feasible placement: users are given, in a random order, a random part of what fits, often all of it."""
    cells = [(n, i) for n in range(instance.users) for i in range(instance.servers) if instance.gamma[n][i] > 0]
    placement = [[Fraction(0)] * instance.servers for _ in range(instance.users)]
    taste = dice.choice(["empty", "weight", "greedy", "greedy", "mixed", "mixed"])
    timed = rule.division == "time" or instance.rate is not None
    if taste == "empty":
        return placement
    dice.shuffle(cells)
    for n, i in cells * (2 if taste == "mixed" else 1):
        if timed:
            sold = sum((placement[m][i] / instance.gamma[m][i] for m in range(instance.users) if placement[m][i]), Fraction(0))
            fits = (1 - sold) * instance.gamma[n][i]
        else:
            left = [c - sum(placement[m][i] * instance.demand[m][r] for m in range(instance.users))
                    for r, c in enumerate(instance.capacity[i])]
            fits = min(left[r] / d for r, d in enumerate(instance.demand[n]) if d > 0)
        if instance.tasks[n] is not None:
            fits = min(fits, instance.tasks[n] - sum(placement[n]))
        if taste == "weight" and not instance.weight_per_resource:
            fits = min(fits, instance.gamma[n][i] * instance.weight[n] / sum(instance.weight))
        if taste == "mixed":
            fits *= Fraction(dice.randint(0, 3), 3)
        placement[n][i] += floor(fits) if rule.whole else fits
    return placement


def history(instance, dice):
    """Shares that fit at every step: often those before, raised."""
    shares = []
    for k in range(instance.agents):
        now = (shares[-1] if shares and dice.random() < 0.8 else [Fraction(0)] * k) + [Fraction(0)]
        if len(now) != k + 1:
            now = [Fraction(0)] * (k + 1)
        for i in dice.sample(range(k + 1), k + 1):
            room = min((instance.released(k) - instance.used(now, r)) / d for r, d in enumerate(instance.demand[i]) if d > 0)
            now[i] += room * Fraction(dice.randint(0, 3), 3)
        shares.append(now)
    return shares


def assignment(instance, dice):
    """Resources in a random order, each to a task that is not covered, or to none."""
    for _ in range(50):
        held, holder = [Fraction(0)] * instance.tasks, [None] * instance.resources
        for i in dice.sample(range(instance.resources), instance.resources):
            lacking = [j for j, due in enumerate(instance.demand) if held[j] < due]
            if lacking:
                holder[i] = dice.choice(lacking)
                held[holder[i]] += instance.size[i]
        if all(held[j] >= due for j, due in enumerate(instance.demand)):
            return covering.Assignment(instance, holder)
    return None


def outcome_of(instance, kind):
    """The outcome of the program, or None if it refuses."""
    rule, dice = Rule(kind), dice_for(instance, kind)
    if rule.model == "cluster":
        return cluster.Placement(place(instance, rule, dice))
    return history(instance, dice) if rule.model == "arrivals" else assignment(instance, dice)


def bare(value):
    """A value in which whole numbers are no text."""
    if isinstance(value, dict):
        return {name: bare(part) for name, part in value.items()}
    if isinstance(value, list):
        return [bare(part) for part in value]
    return int(value) if isinstance(value, str) and value.isdigit() else value


def answer(kind):
    """Answers questions as a program, by the protocol of programs."""
    model, division, whole = KINDS[kind]
    greeting = {"fairwitness": 1, "id": f"random-{kind}", "model": model, "numbers": "exact"}
    if model == "cluster":
        greeting |= {"division": division, "tasks": "whole" if whole else "divisible"}
    greeting["takes"] = TAKES.get(kind, [])
    sys.stdin.readline()
    print(json.dumps(greeting), flush=True)
    for line in sys.stdin:
        asked = {name: bare(value) for name, value in json.loads(line)["instance"].items() if name != "model"}
        outcome = outcome_of(read_instance(model, asked, "instance"), kind)
        if outcome is None:
            said = {"refuse": "no random assignment covers the tasks"}
        elif model == "cluster":
            said = {"placement": outcome.placement}
        elif model == "arrivals":
            said = {"shares": outcome}
        else:
            said = {"assignment": outcome.holder}
        print(json.dumps(written(said)), flush=True)


# ---- linear programmes ------------------------------------------------------------------------------------------------------------------


def greatest(aim, rows, right, least=()):
    """The largest aim.x over x >= 0 with rows.x <= right and, for pairs in `least`, row.x >= bound; None if there is no such x."""
    rows = [list(row) for row in rows] + [[-a for a in row] for row, _ in least]
    right = list(right) + [-bound for _, bound in least]
    width, count = len(aim), len(rows)
    table, base = [], []
    short = [k for k in range(count) if right[k] < 0]
    for k, (row, bound) in enumerate(zip(rows, right)):
        sign = -1 if bound < 0 else 1
        slack = [Fraction(sign) if j == k else Fraction(0) for j in range(count)]
        helper = [Fraction(1) if j == k else Fraction(0) for j in short]
        table.append([sign * Fraction(a) for a in row] + slack + helper + [sign * Fraction(bound)])
        base.append(width + count + short.index(k) if bound < 0 else width + k)

    def exchange(leave, enter):
        pivot = table[leave][enter]
        table[leave] = [value / pivot for value in table[leave]]
        for k in range(count):
            if k != leave and table[k][enter]:
                factor = table[k][enter]
                table[k] = [a - factor * b for a, b in zip(table[k], table[leave])]
        base[leave] = enter

    def improve(goal, columns):
        while True:
            gain = [goal[j] - sum(goal[base[k]] * table[k][j] for k in range(count)) for j in range(columns)]
            enter = next((j for j in range(columns) if gain[j] > 0), None)
            if enter is None:
                return sum(goal[base[k]] * table[k][-1] for k in range(count))
            ways = [(table[k][-1] / table[k][enter], base[k], k) for k in range(count) if table[k][enter] > 0]
            exchange(min(ways)[2], enter)

    columns = width + count + len(short)
    if short and improve([0] * (width + count) + [-1] * len(short), columns) < 0:
        return None
    for k in range(count):
        # A helper that stays in the base at zero is exchanged; the row itself has a slack.
        if base[k] >= width + count:
            exchange(k, next(j for j in range(width + count) if table[k][j]))
    return improve([Fraction(a) for a in aim] + [0] * (count + len(short)), width + count)


class Feasible:
    """The feasible placements of an instance, as the rows of a linear programme over the cells where users run."""

    def __init__(self, instance, division):
        self.instance = instance
        self.cells = [(n, i) for n in range(instance.users) for i in range(instance.servers) if instance.gamma[n][i] > 0]
        timed = division == "time" or instance.rate is not None
        self.rows, self.right = [], []
        for i in range(instance.servers):
            if timed:
                self.add(lambda n, j: 1 / instance.gamma[n][i] if j == i else 0, 1)
                continue
            for r in range(instance.resources):
                self.add(lambda n, j: instance.demand[n][r] if j == i else 0, instance.capacity[i][r])
        for n, limit in enumerate(instance.tasks):
            if limit is not None:
                self.add(lambda m, _: int(m == n), limit)

    def add(self, entry, bound):
        self.rows.append([Fraction(entry(n, i)) for n, i in self.cells])
        self.right.append(Fraction(bound))

    def most(self, users, floors):
        """The most tasks of `users` together if user m has at least floors[m]."""
        if not self.cells:
            return Fraction(0)
        total = [([Fraction(n == m) for n, _ in self.cells], bound) for m, bound in floors.items() if bound > 0]
        return greatest([Fraction(n in users) for n, _ in self.cells], self.rows, self.right, total)


def whole_totals(instance):
    """The totals of every placement of whole tasks."""
    def on_server(i):
        most = [floor(instance.gamma[n][i]) for n in range(instance.users)]
        for tasks in itertools.product(*[range(m + 1) for m in most]):
            if all(sum(x * instance.demand[n][r] for n, x in enumerate(tasks)) <= c for r, c in enumerate(instance.capacity[i])):
                yield tasks
    sums = {tuple([0] * instance.users)}
    for i in range(instance.servers):
        sums = {tuple(map(sum, zip(total, tasks))) for total in sums for tasks in set(on_server(i))}
    return [total for total in sums if all(t is None or x <= t for x, t in zip(total, instance.tasks))]


# ---- verdicts ---------------------------------------------------------------------------------------------------------------------------


def gains(case):
    """po.md: whether others gain while no user loses."""
    instance, tasks = case.instance, case.outcome.tasks
    if case.mechanism.whole:
        if instance.rate is not None:
            return None
        return any(all(map(lambda a, b: a >= b, other, tasks)) and sum(other) > sum(tasks) for other in whole_totals(instance))
    space = Feasible(instance, case.mechanism.division)
    return space.most(set(range(instance.users)), dict(enumerate(tasks))) > sum(tasks)


def complains(case, level, division):
    """Whether some user could have more while every user who then has less stands higher."""
    tasks, space = case.outcome.tasks, Feasible(case.instance, division)
    for n in range(case.instance.users):
        keep = {m: x for m, x in enumerate(tasks) if m != n and not level(m, x) > level(n, tasks[n])}
        if space.most({n}, keep) > tasks[n]:
            return True
    return False


def fair_by(resources):
    """Of bf.md, bf-global.md and srf.md: a complaint in the levels of one of the resources."""
    def decide(case):
        instance = case.instance
        on_cluster.divisible(case)
        on_cluster.no_rate(case)
        on_cluster.side_by_side(case)
        if resources is only and instance.resources > 1:
            raise Refused("instance", "more than one resource")
        found = resources(instance)
        if any(map(instance.runs, range(instance.users))) and not found:
            raise Refused("instance", "no resource is common to all")
        return any(complains(case, lambda n, x: x * instance.demand[n][r] / (instance.weight_of(n, r) * instance.total(r)),
                             case.mechanism.division) for r in found)
    return decide


def common(instance):
    """bf.md: dominant for every user on every usable server."""
    return [r for r in range(instance.resources) if instance.total(r) > 0 and all(
        on_cluster.dominant(instance.demand[n], instance.capacity[i], r)
        for n in range(instance.users) for i in range(instance.servers) if instance.gamma[n][i] > 0)]


def common_in_pool(instance):
    """bf-global.md: dominant in the pool for every user that can run."""
    pool = [instance.total(r) for r in range(instance.resources)]
    return [r for r in range(instance.resources) if pool[r] > 0 and all(
        on_cluster.dominant(instance.demand[n], pool, r) for n in range(instance.users) if instance.runs(n))]


def only(instance):
    """srf.md: the only resource."""
    return [0] if instance.resources == 1 and instance.total(0) > 0 else []


def reduces(case):
    """single-server.md: a complaint in dominant shares, with divided resources."""
    instance = case.instance
    on_cluster.divisible(case)
    on_cluster.no_rate(case)
    on_cluster.side_by_side(case)
    if instance.servers > 1:
        raise Refused("instance", "more than one server")

    def level(n, x):
        return x * (cluster.dominant_share(instance, n) or 0)
    return complains(case, level, "resource")


def cheaper(step):
    """greedy-bound.md, and with a step of 0 the printed one: an assignment whose ratio is by the factor smaller."""
    def decide(case):
        instance = case.instance
        units = all(s == 1 for s in instance.size) and all(d.denominator == 1 for d in instance.demand)
        if not units or len(set(instance.demand)) > 1 or min(instance.cost) < 1:
            raise Refused("instance", "out of scope")
        costs = sorted(instance.cost)
        eps = max((b - a for a, b in zip(costs, costs[1:])), default=0) if step else 0
        choices = itertools.product([None, *range(instance.tasks)], repeat=instance.resources)
        every = [covering.Assignment(instance, list(holder)) for holder in choices]
        best = min((other.ratio for other in every if not covering.first_failure(instance, other)), default=None)
        return best is not None and case.outcome.ratio > (1 + eps) * best
    return decide


def never(_):
    """non-wasteful.md: what a feasible placement uses is used by the tasks that it holds."""
    return False


DECIDE = {
    ("cluster", "non-wasteful"): never,
    ("cluster", "po"): gains, ("cluster", "bf"): fair_by(common), ("cluster", "bf-global"): fair_by(common_in_pool),
    ("cluster", "srf"): fair_by(only), ("cluster", "single-server"): reduces,
    ("covering", "greedy-bound"): cheaper(True), ("covering", "greedy-bound-literal"): cheaper(False),
}


def quotas(instance):
    """Which of floors, caps and terms of their own the queues have."""
    given = list(instance.tree[2].values()) if instance.tree else []
    floors, caps = any(any(floor) for floor, *_ in given), any(c is not None for _, cap, _ in given for c in cap)
    own = any(own for *_, own in given)
    return {word for word, there in (("floors", floors), ("caps", caps), ("own-terms", own)) if there}


def witnesses(case, kind):
    """All witnesses of a kind that lists users or agents."""
    instance = case.instance
    if kind == "outcome":
        return [{}]
    count = instance.users if isinstance(instance, cluster.Cluster) else instance.agents
    if kind == "agent":
        return [{"agent": n} for n in range(count)]
    if kind == "envy":
        return [{"envious": n, "envied": m} for n in range(count) for m in range(count) if n != m]
    if instance.tree is None:
        return [{"agent": 0, "depth": 0}]
    leaf = queues.Tree(instance, case.mechanism.whole).leaf
    return [{"agent": n, "depth": depth} for n in range(count) for depth in range(1, len(leaf[n]) + 1)]


def verdict(case, name):
    """The word for a property: violated, holds, or out-of-scope."""
    model = case.mechanism.model
    if model == "cluster" and quotas(case.instance) - BESIDE_QUOTAS.get(name, set()):
        return "out-of-scope"
    decide = DECIDE.get((model, name))
    try:
        if decide:
            return {True: "violated", False: "holds", None: None}[decide(case)]
        prop = PROPERTIES[model][name]
    except Refused:
        return "out-of-scope"
    given = witnesses(case, prop.kind)
    if not given:
        return None
    needs = {"floors-kept": "floors", "caps-kept": "caps"}.get(name)
    if needs and needs not in quotas(case.instance):
        return "out-of-scope"
    applies = False
    for witness in given:
        case.witness = witness
        try:
            if prop.margin(case) > 0:
                return "violated"
            applies = True
        except Refused as refused:
            # A witness that proves nothing, where the property speaks of the instance.
            applies |= refused.field in ("witness", "outcome") or refused.field.startswith("witness.") and prop.kind != "node"
    return "holds" if applies else "out-of-scope"


def compare(verify, kind, count, seed):
    """The verdicts that differ, and how often each property is violated and holds."""
    rule, dice = Rule(kind), random.Random(f"{seed} {kind}")
    names = [name for name in PROPERTIES[rule.model] if name not in OTHERWISE | LEFT]
    drawn = [written(DRAW[rule.model](dice)) for _ in range(count)]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps({"model": rule.model, **instance}) + "\n" for instance in drawn)
        file.flush()
        command = f"{sys.executable} {__file__} answer {kind}"
        said = subprocess.run([verify, "judge", "--mech-command", command, "--property", ",".join(names), "--instances", file.name,
                               "--slack", "0", "--format", "json"], capture_output=True, text=True, check=False).stdout
    lines = [json.loads(line) for line in said.splitlines()]
    assert len(lines) == count, f"{kind}: {len(lines)} answers to {count} instances"
    counts, differ = Counter(), []
    for line, fields in zip(lines, drawn):
        instance = read_instance(rule.model, fields, "instance")
        outcome = outcome_of(instance, kind)
        if outcome is None or kind in ("divided", "whole") and instance.rate is not None:
            continue
        for name in names:
            own = verdict(Case(rule, instance, outcome, {}, f"random-{kind}"), name)
            theirs = line["verdicts"][name]["verdict"]
            counts[name, theirs] += 1
            if own not in (theirs, None):
                differ.append(f"{kind} {name}: {own} from the page, {theirs} by verify: {json.dumps(fields)}")
    return differ, counts


def main(verify, count="350", seed="1"):
    """Compares all kinds; returns the exit status."""
    differ = []
    for kind in KINDS:
        wrong, counts = compare(verify, kind, int(count), seed)
        differ += wrong
        for name in PROPERTIES[KINDS[kind][0]]:
            seen = [f"{counts[name, word]} {word}" for word in ("violated", "holds", "out-of-scope", "undecided") if counts[name, word]]
            print(f"{kind} {name}: {', '.join(seen) or 'not compared'}")
    print(*differ[:40], sep="\n")
    print(f"{len(differ)} verdicts differ")
    return 1 if differ else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["answer"]:
        answer(sys.argv[2])
    else:
        sys.exit(main(*sys.argv[1:]))
