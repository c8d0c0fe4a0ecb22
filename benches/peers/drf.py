"""The peer that the speed figures are measured against: DRF, sharing incentive and envy-freeness on one pool
of 3 users x 2 resources, exact, in plain Python with Fraction. Prints the seconds an instance takes; with `sp` as a second
argument, the seconds a lie takes."""
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


def lies(cap, dem, user):
    """Every resource of the user's demand halved and doubled."""
    for r in range(len(cap)):
        for factor in (F(1, 2), F(2)):
            yield [d * factor if s == r else d for s, d in enumerate(dem[user])]


if __name__ == "__main__":
    rounds = int(sys.argv[1])
    lying = sys.argv[2:] == ["sp"]
    cap = [F(9), F(18)]
    told = 0
    start = time.perf_counter()
    for k in range(rounds):
        dem = [[F(1), F(4 + k % 5)], [F(3), F(1)], [F(2), F(1 + k % 3)]]
        if lying:
            honest = drf(cap, dem)
            for user in range(3):
                for lie in lies(cap, dem, user):
                    said = [lie if u == user else row for u, row in enumerate(dem)]
                    x = drf(cap, said)[user]
                    assert min(x * b / a for a, b in zip(dem[user], lie) if a) <= honest[user]
                    told += 1
        else:
            assert judge(cap, dem)
    print((time.perf_counter() - start) / (told or rounds))
