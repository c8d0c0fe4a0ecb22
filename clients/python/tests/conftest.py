"""Rules that several tests judge. Their properties are worked out by hand, or in the papers."""

from fractions import Fraction

import pytest

import fairwitness as fw


def one_server(pool):
    """Tasks per unit of share are needed only for one server, one weight per user and no limits."""
    if pool.queues or len(pool.capacity) != 1 or pool.limited or pool.rate or any(isinstance(w, tuple) for w in pool.weight):
        raise fw.Refuse("needs one server, one weight a user, no queues, no rates and no finite tasks")
    return pool.capacity[0]


def asset_fairness_of(pool):
    """Equal sums of shares of all resources (Ghodsi et al., NSDI 2011, 4.1)."""
    capacity = one_server(pool)
    speed = [
        w / sum(d / c for d, c in zip(demand, capacity) if d) if pool.runs_on(u, 0) else Fraction(0)
        for u, (demand, w) in enumerate(zip(pool.demand, pool.weight))
    ]
    load = [sum(s * demand[r] for s, demand in zip(speed, pool.demand)) for r in range(len(capacity))]
    level = min((c / x for c, x in zip(capacity, load) if x), default=Fraction(0))
    return [level * s for s in speed]


def drf_of(pool):
    """Dominant resource fairness on one server, by filling: equal dominant shares grow until a resource is full."""
    capacity, demand, weight = one_server(pool), pool.demand, pool.weight
    left, tasks = list(capacity), [Fraction(0)] * len(demand)
    share = {
        u: max(d / c for d, c in zip(row, capacity) if d) / weight[u] for u, row in enumerate(demand) if pool.runs_on(u, 0)
    }
    while share:
        use = [sum(demand[u][r] / share[u] for u in share) for r in range(len(left))]
        step = min(x / used for x, used in zip(left, use) if used)
        for u in share:
            tasks[u] += step / share[u]
        left = [x - step * used for x, used in zip(left, use)]
        share = {u: s for u, s in share.items() if all(left[r] or not demand[u][r] for r in range(len(left)))}
    return tasks


@pytest.fixture(scope="session")
def asset_fairness():
    return fw.mechanism(model="cluster", id="asset-fairness")(asset_fairness_of)


@pytest.fixture(scope="session")
def drf_again():
    return fw.mechanism(model="cluster", id="drf-again")(drf_of)
