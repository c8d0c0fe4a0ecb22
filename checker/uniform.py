"""Weighted uniform allocation (properties/mechanisms/uniform.md): a formula, evaluated again."""

from verdict import require


def check(instance, outcome, field):
    """Checks that every total is the minimum of tau and the slice, and that no server holds more tasks of a user than its slice has room
    for.
    """
    together = sum(instance.weight)
    for n in range(instance.users):
        share = instance.weight[n] / together
        for i, x in enumerate(outcome.placement[n]):
            require(x <= share * instance.gamma[n][i], f"{field}.placement[{n}][{i}]", "more tasks than the slice has room for")
        due = share * sum(instance.gamma[n])
        if instance.tasks[n] is not None:
            due = min(due, instance.tasks[n])
        require(outcome.tasks[n] == due, f"{field}.tasks[{n}]", f"the formula gives {due}")
