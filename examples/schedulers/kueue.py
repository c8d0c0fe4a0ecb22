#!/usr/bin/env python3
"""Kueue, fair sharing: the workload after which its queue has the lowest share of what it BORROWS goes first.

Source: kubernetes-sigs/kueue. The share: `dominantResourceShare` and `CompareDRS` in pkg/cache/scheduler/fair_sharing.go
(commit 02c5bf4), before in pkg/cache/fair_sharing.go (commit 887dddf); the tree of quotas: resource_node.go beside it
(commit 0d58178); the order: `less` in pkg/scheduler/fair_sharing_iterator.go (commit 00b0d4b); preemption:
pkg/scheduler/preemption/fairsharing, rules S2-a and S2-b of KEP-1714. In our own words.

Three roundings. `--rounding precise` (from pull request 6925, September 2025): floats, borrowed * 1000.0 / lendable, then
divided by the weight, compared as they are; only what is displayed is rounded, upwards. `--rounding milli` (before):
whole thousandths, both divisions of integers that cut off; a borrowing queue of weight 0 stands at the largest integer.
`--rounding milli-1` (pull request 6617, August 2025, for a month): the same, but a queue that borrows has at least 1.

A user is a ClusterQueue, the instance one flat cohort with one flavour. `--quota none` (default): all quota stands at the
cohort, so whatever runs is borrowed. `--quota slices`: every queue owns the whole part of capacity * weight / sum of
weights, the remainder stands at the cohort. `--rounds`: every queue is asked for one workload per round, as in one
scheduling cycle of the product; without it, picks follow one another as when room appears bit by bit.

Where it differs: a task fits where a server has room (Kueue counts quota, not servers); nothing is preempted; the
equal are served first come, first served as if all queues submitted in turn. Amounts are whole (int64 there). From pull
request 9484 (February 2026) a workload within its queue's own quota goes before all that borrow, whatever the share;
that is not restated. It shows with `--quota slices` and zero demands only.
"""
import argparse
import math

from filling import Refusal, fill, serve

MAX_INT = 2**63 - 1


class Node:
    """A ClusterQueue or a Cohort: quotas, limits and usage by (flavour, resource)."""

    def __init__(self, parent=None, nominal=None, weight=1, lending=None, borrowing=None):
        self.parent, self.children, self.weight = parent, [], weight
        self.nominal, self.lending, self.borrowing = dict(nominal or {}), dict(lending or {}), dict(borrowing or {})
        self.own_usage = {}
        if parent:
            parent.children.append(self)

    def quota(self, key):
        """The quota of the subtree: its own quota and the quota that children lend to it."""
        return self.nominal.get(key, 0) + sum(c.quota(key) - c.kept(key) for c in self.children)

    def kept(self, key):
        """The quota that a lending limit keeps from the parent."""
        return max(0, self.quota(key) - self.lending[key]) if key in self.lending else 0

    def usage(self, key):
        """The usage that counts against the quota: own usage and the usage of children beyond the quota that they keep."""
        return self.own_usage.get(key, 0) + sum(max(0, c.usage(key) - c.kept(key)) for c in self.children)

    def keys(self):
        """Every (flavour, resource) of the subtree."""
        return set(self.nominal) | {k for c in self.children for k in c.keys()}

    def potential(self, key):
        """The largest possible usage within borrowing limits if nothing is in use."""
        if not self.parent:
            return self.quota(key)
        most = self.kept(key) + self.parent.potential(key)
        return min(most, self.quota(key) + self.borrowing[key]) if key in self.borrowing else most

    def borrowed(self, request=None):
        """(borrowed, lendable) by resource with a request added; only resources that are borrowed."""
        total = {}
        for key in self.keys():
            over = (request or {}).get(key, 0) + self.usage(key) - self.quota(key)
            if over > 0:
                total[key[1]] = total.get(key[1], 0) + over
        root = self.parent
        while root.parent:
            root = root.parent
        lendable = {r: sum(self.parent.potential(k) for k in root.keys() if k[1] == r) for r in total}
        return total, lendable


def share(node, request=None, rounding="precise"):
    """(share, dominant resource). Precise: (weight is 0 and borrowing, number); milli: one integer."""
    nothing = (False, 0.0) if rounding == "precise" else 0
    if not node.parent:
        return nothing, ""
    borrowed, lendable = node.borrowed(request)
    if not borrowed:
        return nothing, ""
    ratio, name = (0.0, "") if rounding == "precise" else (-1, "")
    for resource in sorted(borrowed):
        if lendable[resource] > 0:
            if rounding == "precise":
                this = float(borrowed[resource]) * 1000.0 / float(lendable[resource])
            else:
                this = borrowed[resource] * 1000 // lendable[resource]
            if this > ratio:
                ratio, name = this, resource
    if rounding == "precise":
        return ((True, ratio) if node.weight == 0 else (False, ratio / float(node.weight))), name
    if node.weight == 0:
        return MAX_INT, name
    value = abs(ratio) * 1000 // math.ceil(node.weight * 1000) * (1 if ratio >= 0 else -1)
    return max(value, 1) if rounding == "milli-1" else value, name


def displayed(value):
    """The integer that represents a precise share in the display."""
    zero_weight, ratio = value
    return MAX_INT if zero_weight else math.ceil(ratio)


def may_preempt(preemptor_after, target_before, target_after, strategy):
    """True if a workload of one queue may preempt one of another by S2-a (`final`) or S2-b (`initial`)."""
    return preemptor_after <= target_after if strategy == "final" else preemptor_after < target_before


def cohort(pool, quota):
    """The flat cohort of an instance: its queues, with keys (`f`, resource index)."""
    keys = [("f", r) for r in range(pool.resources)]
    own = [[0] * pool.resources for _ in range(pool.users)]
    if quota == "slices":
        own = [[total * w // sum(pool.weight) for total in pool.total] for w in pool.weight]
    rest = [total - sum(row[r] for row in own) for r, total in enumerate(pool.total)]
    root = Node(nominal=dict(zip(keys, rest)))
    return [Node(root, dict(zip(keys, row)), w) for row, w in zip(own, pool.weight)]


def allocate(pool, rounding, quota, rounds):
    """Whole tasks, users x servers."""
    pool.whole("quantities")
    queues = cohort(pool, quota)
    lendable = [queues[0].parent.potential(("f", r)) for r in range(pool.resources)] if queues else []
    if any(total >= MAX_INT // 1000 for total in lendable):
        raise Refusal("quantities beyond what 64 bits hold a thousand times")

    def pick(waiting, usage, count):
        def key(user):
            queues[user].own_usage = {("f", r): x for r, x in enumerate(usage[user])}
            request = {("f", r): d for r, d in enumerate(pool.demand[user])}
            return share(queues[user], request, rounding)[0], count[user], user
        return min(waiting, key=key)

    return fill(pool, pick, rounds)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounding", choices=["precise", "milli", "milli-1"], default="precise")
    options.add_argument("--quota", choices=["none", "slices"], default="none")
    options.add_argument("--rounds", action="store_true")
    chosen = options.parse_args()
    name = "kueue" + ("" if chosen.rounding == "precise" else "-" + chosen.rounding) + ("-slices" if chosen.quota == "slices" else "")
    serve(name + ("-rounds" if chosen.rounds else ""),
          lambda pool: allocate(pool, chosen.rounding, chosen.quota, chosen.rounds))
