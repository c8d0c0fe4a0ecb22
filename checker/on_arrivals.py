"""The properties of the model `arrivals` (properties/arrivals/*.md): one function each that reads the witness and returns the margin.

If a page says "at the step where it is largest", the margin is the maximum over the steps at which the formula is defined.
"""

import arrivals
from document import index, table
from on_cluster import Property
from verdict import require


def agent(case, name):
    """An agent named by the witness."""
    return index(case.witness[name], f"witness.{name}", case.instance.agents)


def pair(case, first, second):
    """Two different agents named by the witness."""
    i, j = agent(case, first), agent(case, second)
    require(i != j, f"witness.{second}", "the same agent twice")
    return i, j


def agrees_with_lp(case):
    """agrees-with-lp.md: the largest difference from the history of the closed form."""
    i, right = agent(case, "agent"), arrivals.closed_form(case.instance)
    return max(abs(case.outcome[k][i] - right[k][i]) for k in range(i, case.instance.agents))


def unexcused(case):
    """The number of def.md and lemma-3.md for i (envious) and j (envied)."""
    i, j = pair(case, "envious", "envied")
    shares, found = case.outcome, []
    for k in range(max(i, j), case.instance.agents):
        ahead = shares[k][j] - shares[k][i]
        found.append(ahead if j > i else min(ahead, abs(shares[k][j] - shares[i - 1][j])))
    return max(found)


def dpo(case):
    """dpo.md: the smallest distance of a resource from being used up to its released amount, at the step of the named agent."""
    k = agent(case, "agent")
    instance = case.instance
    return min(abs(instance.released(k) - instance.used(case.outcome[k], r)) for r in range(instance.resources))


def dynamic_po(case):
    """dynamic-po.md: the largest rise of an agent at no cost for others."""
    i, instance = agent(case, "agent"), case.instance
    return max(min((instance.released(k) - instance.used(case.outcome[k], r)) / d
                   for r, d in enumerate(instance.demand[i]) if d > 0) for k in range(i, instance.agents))


def dynamic_si(case):
    """dynamic-si.md: the largest shortfall compared with an equal split."""
    i = agent(case, "agent")
    return instance_share(case) - min(case.outcome[k][i] for k in range(i, case.instance.agents))


def instance_share(case):
    """An equal split, one n-th."""
    return case.instance.released(0)


def made_of(case, i, j):
    """The share of i that the bundle of one unit of the share of j makes."""
    return min(case.instance.demand[j][r] / d for r, d in enumerate(case.instance.demand[i]) if d > 0)


def ef(case):
    """ef.md: the largest share that i would gain with the bundle of j."""
    i, j = pair(case, "envious", "envied")
    return max(case.outcome[k][j] * made_of(case, i, j) - case.outcome[k][i] for k in range(max(i, j), case.instance.agents))


def feasible(case):
    """feasible.md: the amount by which the first condition fails."""
    failure = arrivals.first_failure(case.instance, case.outcome, case.mechanism.keeps)
    require(failure, "outcome", "the outcome is feasible")
    return failure[1]


def irrevocable(case):
    """irrevocable.md: the largest loss in one step."""
    i = agent(case, "agent")
    losses = [case.outcome[k - 1][i] - case.outcome[k][i] for k in range(i + 1, case.instance.agents)]
    require(losses, "witness.agent", "the last agent has no step to lose at")
    return max(losses)


def lemma_1(case):
    """lemma-1.md: the largest difference from the larger of the newcomer's share and the old one."""
    i, shares = agent(case, "agent"), case.outcome
    gaps = [abs(shares[k][i] - max(shares[k][k], shares[k - 1][i])) for k in range(i + 1, case.instance.agents)]
    require(gaps, "witness.agent", "the last agent is never an old one")
    return max(gaps)


def lemma_2(case):
    """lemma-2.md: the largest lead of a later agent over an earlier one."""
    i, j = pair(case, "envious", "envied")
    require(i < j, "witness.envied", "the one with the larger share must have come later")
    return max(case.outcome[k][j] - case.outcome[k][i] for k in range(j, case.instance.agents))


def lied(case):
    """The instance of the second run: the first with the demand that the witness reports."""
    by = agent(case, "by")
    report = table(case.witness["report"], "witness.report", ["demand"])
    demand = arrivals.read_demand(report["demand"], "witness.report.demand", case.instance.resources)
    other = case.instance.reporting(by, demand)
    require(other.demand[by] != case.instance.demand[by], "witness.report", "the report is the truth, or a multiple of it")
    return other


def sp(case):
    """sp.md: the largest gain in true dominant share at a step."""
    i, truth, lie = agent(case, "by"), case.instance, case.other.instance
    each = min(lie.demand[i][r] / d for r, d in enumerate(truth.demand[i]) if d > 0)
    return max(case.other.outcome[k][i] * each - case.outcome[k][i] for k in range(i, truth.agents))


def whole_history(case):
    """Every share at every step may be read."""
    return "placement"


def judged(kind, margin, infeasible=False, other=None):
    """An entry of the table; every property reads the history, which every mechanism here determines."""
    return Property(kind, margin, whole_history, infeasible, other)


PROPERTIES = {
    "agrees-with-lp": judged("agent", agrees_with_lp, infeasible=True),
    "def": judged("envy", unexcused),
    "dpo": judged("agent", dpo, infeasible=True),
    "dynamic-po": judged("agent", dynamic_po),
    "dynamic-si": judged("agent", dynamic_si, infeasible=True),
    "ef": judged("envy", ef),
    "feasible": judged("outcome", feasible, infeasible=True),
    "irrevocable": judged("agent", irrevocable, infeasible=True),
    "lemma-1": judged("agent", lemma_1, infeasible=True),
    "lemma-2": judged("envy", lemma_2, infeasible=True),
    "lemma-3": judged("envy", unexcused, infeasible=True),
    "sp": judged("misreport", sp, other=lied),
}
