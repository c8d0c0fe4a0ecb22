"""The properties of the model `covering` (properties/covering/*.md): one function each that reads the witness and returns the margin."""

import covering
from on_cluster import Property, placement_read, totals_only
from verdict import require


def integral(case):
    """Refuses outcomes other than assignments, for which the property is not defined."""
    require(case.mechanism.whole, "mechanism", "the property is out of scope for linear programmes")


def other_assignment(case):
    """The assignment in the witness, which must cover every task."""
    other = covering.read_assignment(case.witness["instead"], "witness.instead", case.instance)
    covering.require_feasible(case.instance, other, "witness.instead")
    return other


def feasible(case):
    """feasible.md: the amount by which the first condition fails."""
    failure = covering.first_failure(case.instance, case.outcome)
    require(failure, "outcome", "the outcome is feasible")
    return failure[1]


def equal_tasks(case):
    """The domain of the greedy bound: sizes 1, one whole demand for all tasks, costs of 1 or more."""
    integral(case)
    instance = case.instance
    require(instance.unit(), "instance", "out of scope: sizes other than 1, or demands that are not whole")
    require(len(set(instance.demand)) == 1, "instance.demand", "out of scope: demands differ")
    require(min(instance.cost) >= 1, "instance.cost", "out of scope: a cost below 1")


def greedy_bound(case):
    """greedy-bound.md: the excess of the ratio over 1 + eps times that of another assignment."""
    equal_tasks(case)
    costs = sorted(case.instance.cost)
    step = max((after - before for before, after in zip(costs, costs[1:])), default=0)
    return case.outcome.ratio - (1 + step) * other_assignment(case).ratio


def greedy_bound_literal(case):
    """greedy-bound-literal.md: the excess of the ratio over that of another assignment."""
    equal_tasks(case)
    return case.outcome.ratio - other_assignment(case).ratio


def relaxation(case):
    """relaxation.md: the excess of the value over the ratio of an assignment."""
    require(not case.mechanism.whole, "mechanism", "the property is out of scope for integral mechanisms")
    return case.outcome.ratio - other_assignment(case).ratio


def rounding_bound(case):
    """rounding-bound.md: the largest excess of a task's payment over twice the amount that fractions for some ratio allow."""
    integral(case)
    other = covering.read_fractions(case.witness["instead"], "witness.instead", case.instance)
    covering.require_solution(case.instance, other, "pruned", "witness.instead")
    return max(paid - 2 * other.ratio * alone for paid, alone in zip(case.outcome.cost, case.instance.isolation))


PROPERTIES = {
    "feasible": Property("outcome", feasible, placement_read, infeasible=True),
    "greedy-bound": Property("better", greedy_bound, totals_only),
    "greedy-bound-literal": Property("better", greedy_bound_literal, totals_only),
    "relaxation": Property("better", relaxation, totals_only),
    "rounding-bound": Property("better", rounding_bound, totals_only, infeasible=True),
}
