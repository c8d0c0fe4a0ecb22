#!/usr/bin/env python3
"""Volcano, plugin drf: the job with the lowest dominant share of all that can be allocated goes first.

Source: volcano-sh/volcano, pkg/scheduler/plugins/drf/drf.go (commit 0069b39): `calculateShare`, the job order of
`OnSessionOpen`, `compareQueues` and `updateHierarchicalShare`; `Share` in pkg/scheduler/api/helpers/helpers.go (commit
05fdc66); one task per turn as in pkg/scheduler/actions/allocate/allocate.go. In our own words. A share is a quotient of
doubles, 1 of a resource that no node has and some job holds. Two jobs are equal when their doubles are; then the older
job goes first, here the lower index. `shareDelta` = 1e-6 stands in preemption alone (`may_preempt`), not in the order.

Jobs have no weights; unequal ones are refused. `--hierarchy`: every user is a queue of its own below the root, with one
job; weights are those of queues, and less than 1 counts as 1 there. Jobs in a queue share by HDRF: unsaturated children
are scaled down to the lowest of their shares before they are added up, so that a queue is not charged for shares that
its own blocked jobs hold.

Where it differs: no gangs, no priorities, no other plugin; nodes come by index (by score there); amounts are compared
exactly when asking whether a task fits (with a small slack there).
"""
import argparse

from filling import fill, lowest, serve

SHARE_DELTA = 0.000001


def share(total, allocated):
    """The dominant share, both amounts per resource."""
    return max([0.0] + [float(a) / float(t) if t else float(a > 0) for a, t in zip(allocated, total)])


def sign(x):
    """-1, 0 or 1."""
    return (x > 0) - (x < 0)


def may_preempt(preemptor_after, target_after):
    """True if a job's task may preempt another's, from the shares after the exchange."""
    return preemptor_after < target_after or abs(preemptor_after - target_after) <= SHARE_DELTA


class Node:
    """A queue, or as a leaf a job, in the tree of HDRF."""

    def __init__(self, name, parent=None, weight=1, request=None):
        self.name, self.parent, self.children = name, parent, []
        self.weight = max(1.0, float(weight))
        self.request, self.allocated, self.share, self.saturated = request, None, 0.0, False
        if parent:
            parent.children.append(self)

    def update(self, total, demanding):
        """Recomputes the tree below: usage, share, and the saturated nodes."""
        if self.request is not None:
            self.share = share(total, self.allocated)
            self.saturated = any(q > 0 and (0 < q <= a or not d)
                                 for a, q, d in zip(self.allocated, self.request, demanding))
            return
        for child in self.children:
            child.update(total, demanding)
        least = min([1.0] + [c.share for c in self.children if c.share != 0 and not c.saturated])
        self.allocated = [0.0] * len(total)
        for child in self.children:
            if child.share != 0:
                scale = 1.0 if child.saturated else least / child.share
                self.allocated = [x + scale * float(a) for x, a in zip(self.allocated, child.allocated)]
        self.share = share(total, self.allocated)
        self.saturated = all(c.saturated for c in self.children)

    def path(self):
        """The nodes from the root down to this one."""
        return (self.parent.path() if self.parent else []) + [self]


def compare_queues(left, right):
    """The order of two queues: from the root down, saturated ones last, then by share per weight."""
    for a, b in zip(left.path(), right.path()):
        if a.saturated != b.saturated:
            return 1 if a.saturated else -1
        if a.share / a.weight != b.share / b.weight:
            return sign(a.share / a.weight - b.share / b.weight)
    return 0


def allocate_tree(pool, root, queues, jobs):
    """HDRF: `queues[n]` and `jobs[n]` are the nodes of user n."""
    def pick(waiting, usage, _):
        for job, held in zip(jobs, usage):
            job.allocated = held
        used = [sum(column) for column in zip(*usage)]
        root.update(pool.total, [u < t for u, t in zip(used, pool.total)])
        return lowest(lambda a, b, *_: compare_queues(queues[a], queues[b]) or
                      (sign(jobs[a].share - jobs[b].share) if queues[a] is queues[b] else 0))(waiting, usage, None)
    return fill(pool, pick)


def allocate(pool, hierarchy=False):
    """Whole tasks, users x servers."""
    if not hierarchy:
        pool.unweighted("a job")
        return fill(pool, lowest(lambda a, b, usage, _: sign(share(pool.total, usage[a]) - share(pool.total, usage[b]))))
    root = Node("root")
    queues = [Node(f"queue {n}", root, pool.weight[n]) for n in range(pool.users)]
    most = [[float("inf") if pool.tasks[n] is None and d else d * (pool.tasks[n] or 0) for d in row]
            for n, row in enumerate(pool.demand)]
    jobs = [Node(f"job {n}", queue, request=row) for n, (queue, row) in enumerate(zip(queues, most))]
    return allocate_tree(pool, root, queues, jobs)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--hierarchy", action="store_true")
    chosen = options.parse_args()
    serve("volcano-hdrf" if chosen.hierarchy else "volcano-drf", lambda pool: allocate(pool, chosen.hierarchy))
