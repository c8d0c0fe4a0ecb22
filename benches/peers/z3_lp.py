"""A peer of the exact linear programmes: z3's optimiser over the rationals. Reads programmes, prints seconds and the exact
value of each."""
import sys
import time

from z3 import Optimize, Real, RealVal, Sum

words = iter(sys.stdin.read().split())
number = lambda: int(next(words))
for _ in range(number()):
    rows, columns = number(), number()
    objective = [number() for _ in range(columns)]
    read = []
    for _ in range(rows):
        count, bound = number(), number()
        read.append(([(number(), number()) for _ in range(count)], bound))
    start = time.perf_counter()
    x = [Real(f"x{c}") for c in range(columns)]
    optimizer = Optimize()
    optimizer.add([v >= 0 for v in x])
    optimizer.add([Sum([RealVal(a) * x[c] for c, a in terms]) <= bound for terms, bound in read])
    best = optimizer.maximize(Sum([RealVal(a) * v for a, v in zip(objective, x)]))
    optimizer.check()
    value = optimizer.upper(best)
    print(f"{time.perf_counter() - start:.9f} {value}", flush=True)
