#!/usr/bin/env python3
"""A property and a measure of one's own, on one server: the fair share of a user is 1/n of what it could run alone.

`judge.py property` asks that each user has at least half of its fair share; `judge.py measure` is the smallest part that a
user has of it.
"""
import json
import sys
from fractions import Fraction as F

MEASURE = sys.argv[1:] == ["measure"]
GREETING = {"fairwitness": 1, "id": "fair-part" if MEASURE else "half-share", "model": "cluster", "takes": [],
            **({"kind": "measure", "worse": "smaller"} if MEASURE else {"kind": "property"})}

def judge(pool, outcome):
    if len(pool["capacity"]) != 1:
        return {"refuse": "it is about one server"}
    capacity, demand = [F(c) for c in pool["capacity"][0]], [[F(d) for d in row] for row in pool["demand"]]
    fair = [min(c / d for c, d in zip(capacity, row) if d > 0) / len(demand) for row in demand]
    tasks = [F(x) for x in outcome["tasks"]]
    if MEASURE:
        return {"value": str(min(x / f for x, f in zip(tasks, fair) if f > 0))} if any(fair) else {"refuse": "no task fits"}
    user = max(range(len(fair)), key=lambda u: fair[u] / 2 - tasks[u])
    says = f"User {user + 1} runs {tasks[user]} tasks, and half of its fair share is {fair[user] / 2}."
    return {"gap": str(fair[user] / 2 - tasks[user]), "witness": {"user": user, "says": says}}

for line in sys.stdin:
    message = json.loads(line)
    print(json.dumps(GREETING if "fairwitness" in message else judge(message["instance"], message["outcome"])), flush=True)
