"""DRF on one pool of 3 users x 2 resources in plain Python with Fraction: `judge N` prints the CPU seconds for sharing incentive and
envy-freeness of an instance, `lie N` those for a lie: another allocation, and a count of true tasks.
"""
import sys
import time
from fractions import Fraction as F

from drf import drf, judge

CAP = [F(9), F(18)]


def pool(k):
    return [[F(1), F(4 + k % 5)], [F(3), F(1)], [F(2), F(1 + k % 3)]]


def lies(dem, u):
    for r in range(2):
        for by in (F(2), F(1, 2), F(3, 2), F(5, 4), F(3, 4)):
            lie = list(dem[u])
            lie[r] *= by
            yield lie


def gain(dem, honest, u, lie):
    x = drf(CAP, dem[:u] + [lie] + dem[u + 1:])
    return x[u] * min(b / a for a, b in zip(dem[u], lie) if a) - honest[u]


if __name__ == "__main__":
    mode, rounds, count = sys.argv[1], int(sys.argv[2]), 0
    start = time.process_time()
    k = 0
    while count < rounds:
        dem = pool(k)
        k += 1
        if mode == "judge":
            assert judge(CAP, dem)
            count += 1
            continue
        honest = drf(CAP, dem)
        for u in range(3):
            for lie in lies(dem, u):
                assert gain(dem, honest, u, lie) <= 0
                count += 1
    print((time.process_time() - start) / count)
