"""Decisions of fair-sharing preemption on random cohorts, and whether preemption comes to rest; shares no code with the workbench.

Written from the documentation and the code of kubernetes-sigs/kueue at commit ff69552e79ad21652c36caa97038382e55625cf7 (concepts: fair
sharing, preemption; KEP-1714; pkg/scheduler/preemption): a snapshot of the running workloads, from which shares are computed again each
time.

`python3 tests/oracle/cohort.py 1000` prints the cases of a test: one case per line, with the decisions of both rules, of S2-a and of S2-b
alone, with true if some order of asking returns to a state, and with the end of the run in turn: the number of preemptions until rest, or
null if a state returns. `python3 tests/oracle/cohort.py check tests/claims/kueue-own-cases.json`
compares with the product's own cases.
"""
import json
import random
import sys
from fractions import Fraction

REASONS = {"a": "InCohortFairSharing", "b": "InCohortFairSharing", "own": "InClusterQueue", "nominal": "InCohortReclamation"}
LISTS = {"kueue-preempt": ["a", "b"], "kueue-preempt-a": ["a"], "kueue-preempt-b": ["b"]}


class Snapshot:
    """A cohort and its running workloads."""

    def __init__(self, case, running):
        self.quota = [[Fraction(x) for x in row] for row in case["quota"]]
        self.weight = [Fraction(w) for w in case.get("weight", [1] * len(self.quota))]
        self.all = [(w["queue"], [Fraction(x) for x in w["request"]], w.get("priority", 0)) for w in case["workload"]]
        self.lendable = [sum(column) for column in zip(*self.quota)]
        self.running = set(running)

    def usage(self, queue, r):
        return sum(self.all[w][1][r] for w in self.running if self.all[w][0] == queue)

    def available(self, r):
        return self.lendable[r] - sum(self.usage(q, r) for q in range(len(self.quota)))

    def borrowed(self, queue, r):
        return max(Fraction(0), self.usage(queue, r) - self.quota[queue][r])

    def share(self, queue):
        ratios = [self.borrowed(queue, r) / self.lendable[r] for r in range(len(self.lendable)) if self.lendable[r]]
        return max(ratios, default=Fraction(0)) / self.weight[queue]

    def borrowing(self, queue):
        return any(self.borrowed(queue, r) for r in range(len(self.lendable)))

    def fits(self, w):
        """True if w, whose usage is not counted, fits."""
        return all(x <= self.available(r) for r, x in enumerate(self.all[w][1]) if x)


def decide(case, running, asks, rules):
    """The targets as pairs, [] if the workload fits, None if it is rejected; `running` is in order of admission."""
    snap = Snapshot(case, running)
    mine, request, rank = snap.all[asks]
    if any(x > snap.lendable[r] for r, x in enumerate(request)):
        return None
    contested = [r for r, x in enumerate(request) if x > snap.available(r)]
    if not contested:
        return []
    pool = []
    for w in running:
        queue, uses, priority = snap.all[w]
        if not any(uses[r] for r in contested):
            continue
        if queue == mine and priority < rank or queue != mine and any(snap.borrowed(queue, r) for r in contested):
            pool.append(w)
    seat = {w: ((snap.all[w][0] == mine), snap.all[w][2], -running.index(w)) for w in pool}
    pool.sort(key=lambda w: seat[w])
    snap.running.add(asks)
    reclaims = all(not snap.borrowed(mine, r) for r in contested)

    def room():
        snap.running.discard(asks)
        fits = snap.fits(asks)
        snap.running.add(asks)
        return fits

    def heaviest(lists):
        """The next queue in the product's order of cluster queues."""
        best = None
        for queue, waiting in lists.items():
            if not waiting or (queue != mine and not snap.borrowing(queue)):
                continue
            if best is None or snap.share(queue) > snap.share(best):
                best = queue
            elif snap.share(queue) == snap.share(best) and seat[waiting[0]] < seat[lists[best][0]]:
                best = queue
        return best

    def grouped(workloads):
        lists = {}
        for w in workloads:
            lists.setdefault(snap.all[w][0], []).append(w)
        return dict(sorted(lists.items()))

    gone, retry = [], []

    def out(w, why):
        snap.running.discard(w)
        gone.append((w, why))

    def first():
        lists = grouped(pool)
        while (queue := heaviest(lists)) is not None:
            if queue == mine or reclaims:
                out(lists[queue].pop(0), "own" if queue == mine else "nominal")
                if room():
                    return True
                continue
            while lists[queue]:
                w = lists[queue].pop(0)
                preemptor, old = snap.share(mine), snap.share(queue)
                snap.running.discard(w)
                new = snap.share(queue)
                snap.running.add(w)
                if preemptor <= new if rules[0] == "a" else preemptor < old:
                    out(w, rules[0])
                    if room():
                        return True
                    break
                retry.append(w)
        return False

    def second():
        lists = grouped(retry)
        while (queue := heaviest(lists)) is not None:
            w = lists[queue].pop(0)
            if snap.share(mine) < snap.share(queue):
                out(w, "b")
                if room():
                    return True
            del lists[queue]
        return False

    if not first() and not (len(rules) > 1 and second()):
        return None
    for w, why in list(reversed(gone))[1:]:
        snap.running.add(w)
        if room():
            gone.remove((w, why))
        else:
            snap.running.discard(w)
    return gone


def after(running, asks, targets):
    return [w for w in running if w not in {t for t, _ in targets}] + [asks]


def returns(case, rules):
    """True if some order of asking returns to a state: a depth-first search with three colours."""
    colour = {}
    stack = [(tuple(case["admitted"]), None)]
    while stack:
        state, ways = stack.pop()
        if ways is None:
            if colour.get(state) == "done":
                continue
            colour[state] = "open"
            ways = []
            for w in range(len(case["workload"])):
                if w not in state and (targets := decide(case, list(state), w, rules)) is not None:
                    ways.append(tuple(after(list(state), w, targets)))
        if not ways:
            colour[state] = "done"
            continue
        way = ways.pop()
        stack.append((state, ways))
        if colour.get(way) == "open":
            return True
        if way not in colour:
            stack.append((way, None))
    return False


def in_turn(case, rules):
    """The number of preemptions until rest if workloads ask in turn; None if a state returns."""
    state, seen, count = list(case["admitted"]), set(), 0
    while tuple(state) not in seen:
        seen.add(tuple(state))
        snap = Snapshot(case, state)
        heads = []
        for queue in range(len(snap.quota)):
            waiting = [w for w in range(len(snap.all)) if w not in state and snap.all[w][0] == queue]
            for w in sorted(waiting, key=lambda w: (-snap.all[w][2], w)):
                if (targets := decide(case, state, w, rules)) is not None:
                    snap.running.add(w)
                    borrows = any(x and snap.borrowed(queue, r) for r, x in enumerate(snap.all[w][1]))
                    heads.append((borrows, snap.share(queue), -snap.all[w][2], w, targets))
                    snap.running.discard(w)
                    break
        if not heads:
            return count
        *_, w, targets = min(heads, key=lambda head: head[:4])
        count += len(targets)
        state = after(state, w, targets)
    return None


def random_case(rng):
    """A cohort of two to four queues, one or two resources and three to seven workloads; some have fractions and weights."""
    queues, resources, workloads = rng.randint(2, 4), rng.randint(1, 2), rng.randint(3, 7)
    top = rng.randint(2, 6)
    part = lambda n: f"{n}/2" if rng.random() < 0.1 else n
    quota = [[part(rng.randint(0, top)) if rng.random() < 0.8 else 0 for _ in range(resources)] for _ in range(queues)]
    case = {"quota": quota}
    if rng.random() < 0.4:
        case["weight"] = [rng.choice([1, 1, 2, 3, "1/2"]) for _ in range(queues)]
    ranks = rng.random() < 0.4
    case["workload"] = []
    while len(case["workload"]) < workloads:
        request = [part(rng.randint(0, top)) if rng.random() < 0.8 else 0 for _ in range(resources)]
        if any(Fraction(x) for x in request):
            case["workload"].append({"queue": rng.randrange(queues), "request": request, "priority": rng.randint(0, 2) if ranks else 0})
    snap, admitted = Snapshot(case, []), []
    order = list(range(workloads))
    rng.shuffle(order)
    for w in order[:-1]:
        if snap.fits(w) and rng.random() < 0.9:
            snap.running.add(w)
            admitted.append(w)
    case["admitted"] = admitted
    case["incoming"] = rng.choice([w for w in range(workloads) if w not in admitted])
    return case


def answers(case):
    """The results of each list of rules."""
    found = {}
    for name, rules in LISTS.items():
        targets = decide(case, case["admitted"], case["incoming"], rules)
        found[name] = {
            "targets": None if targets is None else [list(pair) for pair in targets],
            "returns": returns(case, rules), "in_turn": in_turn(case, rules),
        }
    return found


def main(arguments):
    if arguments[0] == "check":
        cases = json.load(open(arguments[1]))["cases"]
        for case in cases:
            rules = LISTS[case["mechanism"]]
            targets = decide(case["instance"], case["instance"]["admitted"], case["instance"]["incoming"], rules)
            got = None if targets is None else sorted([w, REASONS[why]] for w, why in targets)
            want = None if case["targets"] is None else sorted(case["targets"])
            print("agrees" if got == want else f"DIFFERS: {got}, expected {want}", "-", case["name"])
        return
    rng, lines = random.Random(32), []
    while len(lines) < int(arguments[0]):
        case = random_case(rng)
        found = answers(case)
        # Decisions without a target are frequent; two in three of them are omitted.
        if any(answer["targets"] for answer in found.values()) or rng.random() < 0.33:
            lines.append(json.dumps({"instance": case, "expected": found}, separators=(",", ":")))
    print("[\n" + ",\n".join(lines) + "\n]")


if __name__ == "__main__":
    main(sys.argv[1:])
