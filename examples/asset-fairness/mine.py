#!/usr/bin/env python3
"""Asset fairness on one server: all users have equal sums of their shares of all resources (Ghodsi et al., NSDI 2011, 4.1)."""
import json
import sys
from fractions import Fraction as F

GREETING = {"fairwitness": 1, "id": "asset-fairness", "model": "cluster", "division": "resource", "tasks": "divisible", "numbers": "exact",
            "takes": ["weights", "eligible"]}

def allocate(pool):
    if len(pool["capacity"]) != 1:
        return {"refuse": "needs one server"}
    if "rate" in pool or any(t != "inf" for t in pool.get("tasks", [])) or any(isinstance(w, list) for w in pool.get("weight", [])):
        return {"refuse": "knows no rates, no finite tasks and no weights per resource"}
    capacity = [F(c) for c in pool["capacity"][0]]
    speed = []                                            # tasks per unit of summed shares
    for user, demand in enumerate(pool["demand"]):
        needs = [(F(d), c) for d, c in zip(demand, capacity) if F(d) > 0]
        runs = 0 in pool.get("eligible", [[0]] * (user + 1))[user] and all(c > 0 for _, c in needs)
        speed.append(F(pool.get("weight", [1] * (user + 1))[user]) / sum(d / c for d, c in needs) if runs else F(0))
    load = [sum(s * F(d[r]) for s, d in zip(speed, pool["demand"])) for r in range(len(capacity))]
    level = min((c / l for c, l in zip(capacity, load) if l > 0), default=F(0))
    return {"placement": [[str(level * s)] for s in speed]}

for line in sys.stdin:
    message = json.loads(line)
    print(json.dumps(GREETING if "fairwitness" in message else allocate(message["instance"])), flush=True)
