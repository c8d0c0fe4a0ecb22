#!/usr/bin/env python3
"""Mesos, DRF sorter: the client with the lowest dominant share per weight is first; then fewest allocations, then name.

Source: apache/mesos, src/master/allocator/mesos/sorter/drf/sorter.cpp, `DRFSorter::calculateShare` (commit 2b4f908), and
`Node::compareDRF` in sorter.hpp beside it (commit 04ef1dc). In our own words. The share is the largest quotient of
doubles over the resources of which there is any, divided by the weight; shares are equal when the doubles are.

Where it differs: one level of clients, no roles within roles; the first client gets one task, not an offer of all that
an agent has left; agents come by index (in random order there); no quota, reservations or declined offers. Names are
user 0, user 1 and so on, compared by number. Amounts have at most three decimals, as scalars do there.
"""
from filling import Refusal, fill, serve


def share(total, allocated, weight):
    """The weighted dominant share of a client, both amounts per resource."""
    return max([0.0] + [float(a) / float(t) for a, t in zip(allocated, total) if t > 0]) / float(weight)


def order(total, clients):
    """Names of clients, (name, allocated, weight, number of allocations), in the order of the sorter."""
    return [c[0] for c in sorted(clients, key=lambda c: (share(total, c[1], c[2]), c[3], c[0]))]


def allocate(pool):
    """Whole tasks, users x servers."""
    for row in pool.capacity + pool.demand:
        if any((x * 1000) % 1 for x in row):
            raise Refusal("scalars have three decimals")
    return fill(pool, lambda waiting, usage, count: order(
        pool.total, [(n, usage[n], pool.weight[n], count[n]) for n in waiting])[0])


if __name__ == "__main__":
    serve("mesos-drf-sorter", allocate)
