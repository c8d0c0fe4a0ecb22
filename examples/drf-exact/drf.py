#!/usr/bin/env python3
"""Extended DRF on one server in exact fractions: weights, also per resource, zero demands, finite tasks.

The rule is that of properties/mechanisms/drf.md, by progressive filling: the weighted dominant shares of all users rise together.
A user stops at its task limit, or when a resource that it demands is full; the others continue.
"""
import json
import sys
from fractions import Fraction as F

GREETING = {"fairwitness": 1, "id": "drf-exact", "model": "cluster", "division": "resource", "tasks": "divisible", "numbers": "exact",
            "numbered": True, "takes": ["weights", "resource-weights", "eligible", "limits"]}


def per_resource(weight, resources):
    """The weight of one user as a list over resources."""
    return [F(w) for w in weight] if isinstance(weight, list) else [F(weight)] * resources


def allocate(pool):
    """The answer to one instance."""
    if len(pool["capacity"]) != 1:
        return {"refuse": "needs one server"}
    if pool.get("rate") is not None:
        return {"refuse": "knows no rates"}
    free = [F(c) for c in pool["capacity"][0]]
    demand = [[F(d) for d in row] for row in pool["demand"]]
    users, resources = range(len(demand)), range(len(free))
    eligible = pool.get("eligible") or [[0]] * len(demand)
    limit = [None if t == "inf" else F(t) for t in pool.get("tasks") or ["inf"] * len(demand)]
    weight = [per_resource(w, len(free)) for w in pool.get("weight") or [1] * len(demand)]
    unit = [F(0)] * len(demand)                             # tasks per unit of weighted dominant share
    for n in users:
        if 0 in eligible[n] and all(free[r] > 0 for r in resources if demand[n][r] > 0):
            unit[n] = min(weight[n][r] * free[r] / demand[n][r] for r in resources if demand[n][r] > 0)
    given = [F(0)] * len(demand)
    level = F(0)
    rising = {n for n in users if unit[n] > 0 and limit[n] != 0}
    while rising:
        load = [sum(unit[n] * demand[n][r] for n in rising) for r in resources]
        room = [free[r] / load[r] for r in resources if load[r] > 0]
        room += [limit[n] / unit[n] - level for n in rising if limit[n] is not None]
        step = min(room)
        level += step
        for n in rising:
            given[n] += step * unit[n]
        free = [f - step * l for f, l in zip(free, load)]
        full = [free[r] == 0 and load[r] > 0 for r in resources]
        rising = {n for n in rising
                  if given[n] != limit[n] and not any(full[r] and demand[n][r] > 0 for r in resources)}
    return {"placement": [[str(x)] for x in given]}


if __name__ == "__main__":
    for line in sys.stdin:
        message = json.loads(line)
        answer = GREETING if "fairwitness" in message else allocate(message["instance"]) | {"number": message["number"]}
        print(json.dumps(answer), flush=True)
