"""Whole tasks allocated one by one: the common part of all models of schedulers in this folder.

A program of this folder picks the next user; this module does the rest: it reads an instance, places the picked user's task on the first
server that has room, skips users whose tasks fit nowhere, and speaks the protocol. A product places tasks by node reports, scores or
offers and not by index; these parts are not modelled.
"""
import json
import sys
from fractions import Fraction
from math import lcm

MOST_PICKS = 200_000


class Refusal(Exception):
    """The reason why a program refuses an instance."""


def number(text):
    """A number of an instance: an int if it is an integer, else a Fraction."""
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else value


class Pool:
    """An instance of the model `cluster` in numbers."""

    def __init__(self, instance):
        if instance.get("rate") is not None:
            raise Refusal("knows no rates")
        self.capacity = [[number(c) for c in row] for row in instance["capacity"]]
        self.demand = [[number(d) for d in row] for row in instance["demand"]]
        self.users = len(self.demand)
        self.resources = len(self.capacity[0])
        self.total = [sum(row[r] for row in self.capacity) for r in range(self.resources)]
        weight = instance.get("weight") or [1] * self.users
        if any(isinstance(w, list) for w in weight):
            raise Refusal("knows one weight per user, not weights per resource")
        self.weight = [number(w) for w in weight]
        every = list(range(len(self.capacity)))
        self.eligible = instance.get("eligible") or [every] * self.users
        tasks = instance.get("tasks") or ["inf"] * self.users
        self.tasks = [None if t == "inf" else int(Fraction(t)) for t in tasks]

    def whole(self, what):
        """Counts each resource in a unit so small that all its amounts are integers, as the product does.

        An imported file has GiB and CPUs where the product has bytes or megabytes and thousandths.
        """
        rows = self.capacity + self.demand
        scale = [lcm(*(Fraction(row[r]).denominator for row in rows)) for r in range(self.resources)]
        if max(scale) > 2**40:
            raise Refusal(f"{what} in whole numbers only, and no unit makes these whole")
        for row in rows + [self.total]:
            row[:] = [int(x * s) for x, s in zip(row, scale)]

    def unweighted(self, who):
        """Refuses unequal weights for a rule that has none."""
        if len(set(self.weight)) > 1:
            raise Refusal(f"{who} knows no weights")

    def most_tasks(self, user):
        """The tasks of one user that would fit if it were alone."""
        fits = 0
        for server in self.eligible[user]:
            need = [(d, c) for d, c in zip(self.demand[user], self.capacity[server]) if d > 0]
            fits += min(c // d for d, c in need)
        return fits if self.tasks[user] is None else min(fits, self.tasks[user])


def fill(pool, pick, rounds=False):
    """Allocates whole tasks. `pick(waiting, usage, count)` names the next user; returns tasks, users x servers.

    With `rounds`, every waiting user has one turn before any user has a second turn.
    """
    if sum(pool.most_tasks(n) for n in range(pool.users)) > MOST_PICKS:
        raise Refusal(f"more than {MOST_PICKS} picks")
    free = [list(row) for row in pool.capacity]
    usage = [[0] * pool.resources for _ in range(pool.users)]
    count = [0] * pool.users
    placement = [[0] * len(free) for _ in range(pool.users)]
    waiting = [n for n in range(pool.users) if pool.tasks[n] != 0]
    asked = set()
    while waiting:
        if not rounds or asked.issuperset(waiting):
            asked = set()
        user = pick([n for n in waiting if n not in asked], usage, count)
        asked.add(user)
        need = pool.demand[user]
        room = (s for s in sorted(pool.eligible[user]) if all(d <= f for d, f in zip(need, free[s])))
        server = next(room, None)
        if server is None:
            waiting.remove(user)
            continue
        free[server] = [f - d for f, d in zip(free[server], need)]
        usage[user] = [x + d for x, d in zip(usage[user], need)]
        placement[user][server] += 1
        count[user] += 1
        if count[user] == pool.tasks[user]:
            waiting.remove(user)
    return placement


def lowest(compare):
    """A pick by a comparator `compare(left, right, usage, count)`: a linear scan that keeps the first of equals."""
    def pick(waiting, usage, count):
        best = waiting[0]
        for user in waiting[1:]:
            if compare(user, best, usage, count) < 0:
                best = user
        return best
    return pick


def serve(name, allocate):
    """Speaks the protocol: `allocate(pool)` returns tasks, users x servers, or raises a `Refusal`."""
    for line in sys.stdin:
        message = json.loads(line)
        if "fairwitness" in message:
            answer = {"fairwitness": 1, "id": name, "model": "cluster", "division": "resource",
                      "tasks": "whole", "numbers": "exact", "takes": ["weights", "eligible", "limits"]}
        else:
            try:
                placement = allocate(Pool(message["instance"]))
                answer = {"placement": [[str(x) for x in row] for row in placement]}
            except Refusal as why:
                answer = {"refuse": str(why)}
        print(json.dumps(answer), flush=True)
