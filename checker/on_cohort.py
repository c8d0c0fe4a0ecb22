"""The properties of the model `cohort` (properties/cohort/*.md): one function each that reads the witness and returns the margin."""

from fractions import Fraction

import cohort
from document import array, index
from on_cluster import Property, placement_read
from verdict import require


def feasible(case):
    """feasible.md: the excess of usage over the total quota of a resource."""
    failure = cohort.first_failure(case.instance, case.outcome, "outcome")
    require(failure, "outcome", "the decision can be carried out")
    return failure[1]


def target(case, *rules):
    """The target that the witness names, which was preempted by one of the rules."""
    instance = case.instance
    named = index(case.witness["agent"], "witness.agent", len(instance.workload))
    rule = dict(case.outcome.targets or []).get(named)
    require(rule in rules, "witness.agent", "not a target by a rule that the property speaks of")
    return named


def afterwards(case):
    """The admitted workloads after the decision."""
    return case.instance.after(case.instance.asks(), case.outcome.targets)


def shares(case, named, compared):
    """The excess of the preemptor's share afterwards over that of the target's queue in a state."""
    instance = case.instance
    own, other = instance.apart(instance.workload[instance.asks()][0], instance.workload[named][0])
    shares = instance.share(own, instance.usage(afterwards(case))), instance.share(other, instance.usage(compared))
    require(not any(endless for endless, _ in shares), "witness.agent", "a share is endless")
    return shares[0][1] - shares[1][1]


def legal_net(case):
    """legal-net.md: compared with the target's queue before."""
    return shares(case, target(case, "a", "b"), case.instance.admitted)


def legal_after(case):
    """legal-after.md: compared with the target's queue afterwards."""
    return shares(case, target(case, "a"), afterwards(case))


def minimal_victims(case):
    """minimal-victims.md: 1 if the workload fits beside the target."""
    named = target(case, "a", "b", "own", "nominal")
    beside = [*afterwards(case)[:-1], named]
    require(not case.instance.lacking(beside, case.instance.asks()), "witness.agent", "without this preemption the workload does not fit")
    return Fraction(1)


def no_return(case):
    """no-return.md: 1 if the target, asking next, preempts its preemptor."""
    named = target(case, "a", "b", "own", "nominal")
    state = case.instance.at(afterwards(case))
    back = cohort.decide(state, named, case.mechanism.rules)
    require(case.instance.asks() in [w for w, _ in back or []], "witness.agent", "it does not preempt the workload that it went for")
    return Fraction(1)


def quota_kept(case):
    """quota-kept.md: the target's request of resources in short supply, if its queue would be within its quota."""
    named, instance = target(case, "a", "b", "nominal"), case.instance
    queue, request, _ = instance.workload[named]
    short = instance.short(instance.asks())
    used = instance.usage([*afterwards(case), named])[queue]
    require(all(used[r] <= instance.quota[queue][r] for r in short), "witness.agent", "its queue borrows something short")
    return max(request[r] for r in short)


def loop(case, in_turn):
    """The number of preemptions in the loop; each workload is pending, is admitted, and, if `in_turn`, asks in its turn."""
    rules = case.mechanism.rules
    state, evictions, start = case.instance.at(case.instance.admitted), 0, None
    count = len(case.instance.workload)
    for part in ("before", "cycle"):
        if part == "cycle":
            start, evictions = state.admitted, 0
        for k, cell in enumerate(array(case.witness[part], f"witness.{part}")):
            at = f"witness.{part}[{k}]"
            asking = index(cell, at, count)
            require(asking not in state.admitted, at, "this workload is not pending when it asks")
            require(not in_turn or asking == cohort.turn(state, rules), at, "it is not its turn")
            after = cohort.step(state, asking, rules)
            require(after, at, "this workload is turned down")
            state, gone = after
            evictions += gone
    require(case.witness["cycle"] and state.admitted == start, "witness.cycle", "the state does not return")
    return Fraction(evictions)


def acyclic(case):
    """acyclic.md: preemptions in the loop."""
    return loop(case, False)


def acyclic_in_turn(case):
    """acyclic-in-turn.md: preemptions in the loop."""
    return loop(case, True)


PROPERTIES = {
    "acyclic": Property("cycle", acyclic, placement_read),
    "acyclic-in-turn": Property("cycle", acyclic_in_turn, placement_read),
    "feasible": Property("outcome", feasible, placement_read, infeasible=True),
    "legal-after": Property("agent", legal_after, placement_read),
    "legal-net": Property("agent", legal_net, placement_read),
    "minimal-victims": Property("agent", minimal_victims, placement_read),
    "no-return": Property("agent", no_return, placement_read),
    "quota-kept": Property("agent", quota_kept, placement_read),
}
