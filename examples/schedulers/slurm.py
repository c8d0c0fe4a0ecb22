#!/usr/bin/env python3
"""Slurm, fair tree on one level: the association with the highest shares over usage goes first.

Source: SchedMD/slurm, src/plugins/priority/multifactor/fair_tree.c, `_calc_assoc_fs` and `_cmp_level_fs` (commit
0aa99c1), and https://slurm.schedmd.com/fair_tree.html; what a job is billed: https://slurm.schedmd.com/tres.html,
version 25.11. In our own words. LF = S / U with S the norm shares and U the usage as a part of that of all siblings; no
usage counts as infinite, no shares as 0.

It maps with these choices: a user is an association below the root, its weight its shares; a task is billed for one
unit of time; the billing weight of a resource is one over the capacity of the cluster. By default the weighted amounts
are added, and the program is asset fairness by whole tasks; with `--billing max` (PriorityFlags=MAX_TRES) the largest
one counts, and the dominant share is compared, as in DRF.

Where it differs: usage there is that of the past and decays; fair share is one of several factors of a job's priority,
and backfill may overtake it; an account's tree of users is left out, with its merging of equal accounts. Equal users get
the same rank there; here the lower index goes first. Long doubles there, doubles here.
"""
import argparse

from filling import Refusal, fill, lowest, serve


def billing(weights, amounts, kind="sum", everywhere=()):
    """The billing of a job: the sum of weighted amounts, or the largest of those that belong to a node.

    `everywhere` are the weighted amounts that belong to no node, such as licences; they are always added.
    """
    weighted = [w * a for w, a in zip(weights, amounts)]
    return (max(weighted, default=0.0) if kind == "max" else sum(weighted)) + sum(everywhere)


def level_fs(shares, all_shares, usage, all_usage):
    """The level fair share of an association."""
    if shares == 0:
        return 0.0
    if usage == 0 or all_usage == 0:
        return float("inf")
    return (float(shares) / float(all_shares)) / (float(usage) / float(all_usage))


def allocate(pool, kind):
    """Whole tasks, users x servers."""
    if any(w % 1 for w in pool.weight):
        raise Refusal("shares are whole numbers")
    inverse = [1.0 / float(t) if t else 0.0 for t in pool.total]
    bill = [billing(inverse, [float(d) for d in row], kind) for row in pool.demand]

    def compare(a, b, _, count):
        all_usage = sum(x * c for x, c in zip(bill, count))
        left, right = (level_fs(pool.weight[n], sum(pool.weight), bill[n] * count[n], all_usage) for n in (a, b))
        return (left < right) - (left > right)

    return fill(pool, lowest(compare))


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--billing", choices=["sum", "max"], default="sum")
    chosen = options.parse_args()
    serve("slurm-fair-tree-" + chosen.billing, lambda pool: allocate(pool, chosen.billing))
