#!/usr/bin/env python3
"""Three reports reproduced by the models, each at its smallest: python3 reports.py

kubernetes-sigs/kueue#6774: two queues of weight 0, or of a very large weight, preempt each other's workloads without end.
YARN-11745: a comparator of queues that is not transitive, so that sorting many queues throws an exception.
YARN-11482: a comparator that reads the first queue's usage twice, so that each of two queues may come first.
"""
import itertools

import kueue
import yarn

KEY = ("f", "cpu")


def cycle(quota, workloads, weight, rounding):
    """The states on a cycle of preemptions, (workloads of a, of b), or None if there is no cycle.

    Two queues without their own quota in a cohort of `quota`, each with `workloads` workloads of size 1, running or waiting. The pool is
    full. In turn each queue with a waiting workload preempts one of the other's if S2-a allows it.
    """
    root = kueue.Node(nominal={KEY: quota})
    queues = [kueue.Node(root, weight=weight, nominal={KEY: 0}) for _ in range(2)]

    def share(queue, running):
        queues[queue].own_usage = {KEY: running}
        return kueue.share(queues[queue], rounding=rounding)[0]

    running, turn, path = [min(quota, workloads), quota - min(quota, workloads)], 0, []
    while (tuple(running), turn) not in path:
        path.append((tuple(running), turn))
        me, other = (1, 0) if turn == 0 else (0, 1)
        turn = 1 - turn
        if running[me] < workloads and running[other] > 0 and kueue.may_preempt(
                share(me, running[me] + 1), share(other, running[other]), share(other, running[other] - 1), "final"):
            running[me] += 1
            running[other] -= 1
    states = [state for state, _ in path[path.index((tuple(running), turn)):]]
    return states if len(set(states)) > 1 else None


def smallest_cycle(weight, rounding, most=6):
    """The smallest (quota, workloads of each queue) with a cycle, up to `most`."""
    for quota in range(1, most + 1):
        for workloads in range((quota + 1) // 2, quota + 1):
            if cycle(quota, workloads, weight, rounding):
                return quota, workloads
    return None


def smallest_intransitive(mended):
    """Three queues, the first equal to the second and that to the third, but not the first to the third."""
    queues = [(minimum, 1.0) for minimum in ([0, 0], [1, 1], [2, 2])]
    for first, second, third in itertools.permutations(queues):
        if (yarn.queue_order(first, second, mended) == 0 == yarn.queue_order(second, third, mended)
                and yarn.queue_order(first, third, mended) != 0):
            return first, second, third
    return None


def smallest_asymmetric(most=2):
    """(cluster, first, second) of the Fair Scheduler's comparator for two resources, each to come before the other, or neither before the
    other though they are not equal; (usage, weight, minimum) with amounts up to `most`.
    """
    amounts = sorted(itertools.product(range(most + 1), repeat=2), key=lambda a: (sum(a), a))
    for first, second, low, high in sorted(itertools.product(amounts, repeat=4), key=lambda q: sum(map(sum, q))):
        left, right = (first, 1, low), (second, 1, high)
        sign = yarn.compare_fair_two([most, most], left, right)
        if sign != 0 and sign == yarn.compare_fair_two([most, most], right, left):
            return [most, most], left, right
    return None


def main():
    """Prints the text of README.md."""
    print("kueue#6774: smallest quota of the cohort and number of workloads of size 1 in each of two queues")
    for weight, rounding in itertools.product((0, 1, 10_000_000), ("milli", "milli-1", "precise")):
        found = smallest_cycle(weight, rounding)
        states = " -> ".join(map(str, dict.fromkeys(cycle(*found, weight, rounding)))) if found else "none up to 6"
        print(f"  weight {weight}, {rounding}: {found or ''} {states}")
    print(f"YARN-11482: cluster, and (usage, weight, minimum) of two: {smallest_asymmetric()}")
    print("YARN-11745: (minimum, absolute capacity) of three queues")
    print(f"  as it was: {smallest_intransitive(False)}")
    print(f"  mended: {smallest_intransitive(True)}")


if __name__ == "__main__":
    main()
