"""The peer of `verify judge --mech drf --property si,ef`: reads instances of one pool, a JSON line each, and prints
a line of verdicts with margins for each, exact, in plain Python with Fraction. Summary on stderr."""
import json
import sys
from collections import Counter
from fractions import Fraction as F

from drf import drf


def si(cap, dem, x):
    """The tasks that the first user below its fair share lacks; 0 if there is no such user."""
    n = len(dem)
    short = (min(c / n / d for c, d in zip(cap, dem[u]) if d) - x[u] for u in range(n))
    return next((lacks for lacks in short if lacks > 0), F(0))


def ef(cap, dem, x):
    """The largest number of tasks that a user would gain with the bundle of another."""
    fits = lambda u, v: min(x[v] * b / a for a, b in zip(dem[u], dem[v]) if a)
    users = range(len(dem))
    return max(fits(u, v) - x[u] for u in users for v in users if v != u)


def ruling(margin):
    verdict = "violated" if margin > 0 else "holds"
    return {"verdict": verdict, "margin": str(margin) if margin > 0 else None}


if __name__ == "__main__":
    counts = Counter()
    for number, line in enumerate(open(sys.argv[1]), 1):
        pool = json.loads(line)
        [cap] = [[F(c) for c in row] for row in pool["capacity"]]
        dem = [[F(d) for d in row] for row in pool["demand"]]
        x = drf(cap, dem)
        verdicts = {"si": ruling(si(cap, dem, x)), "ef": ruling(ef(cap, dem, x))}
        counts.update((name, said["verdict"]) for name, said in verdicts.items())
        print(json.dumps({"line": number, "verdicts": verdicts}))
    print(dict(counts), file=sys.stderr)
