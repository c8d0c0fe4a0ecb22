"""PS-DSF, Algorithm I as printed (properties/mechanisms/ps-dsf-printed.md, ps-dsf-tdm-printed.md): the iteration is run again, in
exact arithmetic. With `timed` the time of each server is its only resource.

If the text leaves a choice that the page does not settle (among several resources, or several users of largest level), the lowest index
is taken.
"""

from fractions import Fraction

from verdict import NotCovered, Refused

STEPS = 2_000


def loads(instance, i, timed):
    """The capacities of server i, and for each user that can run there what a task takes of them."""
    present = [n for n in range(instance.users) if instance.gamma[n][i] > 0]
    if timed:
        return [Fraction(1)], {n: [1 / instance.gamma[n][i]] for n in present}
    return instance.capacity[i], {n: instance.demand[n] for n in present}


def fill_server(instance, i, timed=False):
    """DRF on server i alone (properties/mechanisms/drf.md, drf-per-server.md): every user rises at one pace until a resource that
    it demands is full.
    """
    capacity, demand = loads(instance, i, timed)
    active = set(demand)
    pace = {n: instance.weight[n] * instance.gamma[n][i] for n in active}
    tasks = {n: Fraction(0) for n in active}
    free = list(capacity)
    while active:
        speed = [sum(pace[n] * demand[n][r] for n in active) for r in range(len(capacity))]
        rise = min(free[r] / v for r, v in enumerate(speed) if v > 0)
        for n in active:
            tasks[n] += rise * pace[n]
        free = [f - rise * v for f, v in zip(free, speed)]
        full = {r for r, v in enumerate(speed) if v > 0 and free[r] == 0}
        active = {n for n in active if not any(demand[n][r] > 0 for r in full)}
    return tasks


def states(instance, timed):
    """The placements before each round; the last one is that with which the algorithm ends."""
    x = [[Fraction(0)] * instance.servers for _ in range(instance.users)]
    for i in range(instance.servers):
        for n, tasks in fill_server(instance, i, timed).items():
            x[n][i] = tasks
    steps = 0
    while True:
        yield tuple(map(tuple, x))
        quiet = True
        for i in range(instance.servers):
            inside = [n for n in range(instance.users) if instance.gamma[n][i] > 0]
            while inside:
                steps += 1
                if steps > STEPS:
                    raise NotCovered("long run", f"the printed algorithm takes more than {STEPS} steps")
                inside, updated = visit(instance, x, i, inside, timed)
                quiet = quiet and not updated
        if quiet:
            return


def run(instance, timed):
    """The placement with which the algorithm ends."""
    seen = set()
    for state in states(instance, timed):
        if state in seen:
            raise Refused("outcome", "the printed algorithm does not end on this instance")
        seen.add(state)
        last = state
    return last


def recurs(instance, placement, rounds, period, timed=False):
    """True if the placement is the state after `rounds` rounds, and again `period` rounds later."""
    met = []
    for at, state in enumerate(states(instance, timed)):
        if at in (rounds, rounds + period):
            met.append(state == tuple(map(tuple, placement)))
        if at == rounds + period:
            break
    return met == [True, True]


def visit(instance, x, i, inside, timed):
    """One pass of the inner loop at server i: steps 1 to 3 of the page. Returns the users that stay, and True if x was changed."""
    scale = {n: instance.weight[n] * instance.gamma[n][i] for n in inside}
    level = {n: sum(x[n]) / scale[n] for n in inside}
    smallest = min(level.values())
    lowest = [n for n in inside if level[n] == smallest]
    capacity, demand = loads(instance, i, timed)
    free = [c - sum(x[m][i] * demand[m][r] for m in demand) for r, c in enumerate(capacity)]
    saturated = [r for r, f in enumerate(free) if f == 0 and any(demand[n][r] > 0 for n in lowest)]
    holders = {r: [n for n in inside if x[n][i] * demand[n][r] > 0] for r in saturated}
    for r in saturated:
        if max((level[n] for n in holders[r]), default=smallest) == smallest:
            return [n for n in inside if demand[n][r] == 0], False
    chosen = {r: max(holders[r], key=lambda n: (level[n], -n)) for r in saturated}
    released = list(free)
    for n in chosen.values():
        released = [f + x[n][i] * d for f, d in zip(released, demand[n])]
    together = [sum(scale[n] * demand[n][r] for n in lowest) for r in range(len(capacity))]
    z = min(released[r] / total for r, total in enumerate(together) if total > 0)
    beta = Fraction(1)
    for n in chosen.values():
        slope = z + x[n][i] / scale[n]
        if slope > 0:
            beta = min(beta, (level[n] - smallest) / slope)
    for n in lowest:
        x[n][i] += beta * scale[n] * z
    for n in set(chosen.values()):
        x[n][i] *= 1 - beta
    return inside, True


def check(instance, outcome, field, timed=False):
    """Checks that the recorded placement is the one with which the run ends."""
    due = run(instance, timed)
    for n, cells in enumerate(due):
        for i, tasks in enumerate(cells):
            if outcome.placement[n][i] != tasks:
                raise Refused(f"{field}.placement[{n}][{i}]", f"the printed algorithm gives {tasks}")
