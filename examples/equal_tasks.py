import json, sys
from fractions import Fraction

for line in sys.stdin:
    pool = json.loads(line).get("instance")
    if pool is None:
        answer = {"fairwitness": 1, "id": "equal-tasks", "model": "cluster", "division": "resource",
                  "tasks": "divisible", "numbers": "exact"}
    elif len(pool["capacity"]) > 1:
        answer = {"refuse": "one server only"}
    else:  # Every user runs as many tasks as every other user.
        needed = [sum(map(Fraction, column)) for column in zip(*pool["demand"])]
        tasks = min(Fraction(c) / n for c, n in zip(pool["capacity"][0], needed) if n)
        answer = {"placement": [[str(tasks)] for _ in pool["demand"]]}
    print(json.dumps(answer), flush=True)
