"""A peer for the speed figures: DRF, sharing incentive and envy-freeness on one pool of 3 users x 2 resources, exact, in plain Python
with Fraction. Prints the seconds per instance.
"""
import sys
import time
from fractions import Fraction as F


def drf(cap, dem):
    n, m = len(dem), len(cap)
    share = [max(d / c for d, c in zip(row, cap)) for row in dem]
    x, free, active = [F(0)] * n, list(cap), set(range(n))
    while active:
        rate = [sum(dem[u][r] / share[u] for u in active) for r in range(m)]
        step = min(free[r] / rate[r] for r in range(m) if rate[r])
        for u in active:
            x[u] += step / share[u]
        free = [f - step * q for f, q in zip(free, rate)]
        active = {u for u in active if all(free[r] or not dem[u][r] for r in range(m))}
    return x


def judge(cap, dem):
    x, n = drf(cap, dem), len(dem)
    si = all(x[u] >= min(c / n / d for c, d in zip(cap, dem[u]) if d) for u in range(n))
    fits = lambda u, v: min(x[v] * b / a for a, b in zip(dem[u], dem[v]) if a)
    ef = all(x[u] >= fits(u, v) for u in range(n) for v in range(n))
    return si and ef


if __name__ == "__main__":
    rounds = int(sys.argv[1])
    cap = [F(9), F(18)]
    start = time.perf_counter()
    for k in range(rounds):
        assert judge(cap, [[F(1), F(4 + k % 5)], [F(3), F(1)], [F(2), F(1 + k % 3)]])
    print((time.perf_counter() - start) / rounds)
