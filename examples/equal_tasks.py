import json, sys
from fractions import Fraction

for line in sys.stdin:
    asked = json.loads(line)
    if "fairwitness" in asked:
        answer = {"fairwitness": 1, "id": "equal-tasks", "model": "cluster", "division": "resource",
                  "tasks": "divisible", "numbers": "exact"}
    elif len(asked["instance"]["capacity"]) > 1:
        answer = {"refuse": "one server only"}
    else:  # Every user runs as many tasks as every other user.
        demand = [[Fraction(x) for x in row] for row in asked["instance"]["demand"]]
        full = [Fraction(c) / sum(d) for c, d in zip(asked["instance"]["capacity"][0], zip(*demand)) if sum(d)]
        answer = {"placement": [[str(min(full))] for _ in demand]}
    print(json.dumps(answer), flush=True)
