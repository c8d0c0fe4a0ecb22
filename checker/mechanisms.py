"""The mechanisms: division, domain, settled part, and the check of an outcome.

One entry for each page of properties/mechanisms/. `settles` is the part that the Specification determines on an instance: "placement" (or the whole
outcome), "totals" (the ratio, for covering), or "nothing". A mechanism that is run as printed has no certificate; it is run again, from
its start on record if the text leaves a start open (kind `start`).
"""

from functools import partial

import arrivals
import bottleneck
import cluster
import cohort
import covering
import leximin
import market
import placing
import psdsf_printed
import rounding_printed
import queues
import quota
import uniform
import whole
from document import number, table
from verdict import Refused, require


class Mechanism:
    """The statements of a page of properties/mechanisms/, as values and functions."""

    def __init__(self, model, tasks, refuses, settles, kinds, printed=None, started=None, division="resource", keeps=False,
                 recurs=None, trees=False, rules=""):
        self.model, self.tasks, self.division, self.keeps, self.trees = model, tasks, division, keeps, trees
        self.rules = rules
        self.refuses, self.settles, self.kinds, self.printed, self.started = refuses, settles, kinds, printed, started
        self.recurs = recurs

    @property
    def whole(self):
        """True if tasks are whole."""
        return self.tasks == "whole"


# Domains: each returns the reason for which an instance is refused, or None.

def one_weight(instance):
    """Refuses weights per resource and `rate`."""
    if instance.weight_per_resource:
        return "weights per resource are refused"
    return "rates are refused" if instance.rate is not None else None


def weighted_tree(instance):
    """Mechanisms on trees with weights alone: refuses floors and caps of queues, and the instances of `one_pool`."""
    floors = instance.tree is not None and instance.tree[2]
    return one_pool(instance) or ("floors and caps of queues are refused" if floors else None)


def quota_pool(instance):
    """quota-tree, quota-tree-over: refuses `rate`, and several servers that are not in proportion or not open to all."""
    return "rates are refused" if instance.rate is not None else queues.quota_refuses(instance)


def volcano_pool(instance):
    """volcano-hdrf: refuses further instances besides those of `weighted_tree`."""
    return weighted_tree(instance) or queues.volcano_refuses(instance)


def unrestricted(instance):
    """Refuses restricted eligibility, and the instances of `one_weight`."""
    return one_weight(instance) or ("restricted eligibility is refused" if instance.restricted() else None)


def endless(instance):
    """Refuses finite tasks, and the instances of `one_weight`."""
    return one_weight(instance) or ("finite tasks are refused" if instance.finite() else None)


def time_shared(instance):
    """Refuses weights per resource and finite tasks, and accepts `rate`."""
    if instance.weight_per_resource:
        return "weights per resource are refused"
    return "finite tasks are refused" if instance.finite() else None


def one_server(instance):
    """Refuses more than one server, and `rate`."""
    if instance.servers > 1:
        return "more than one server is refused"
    return "rates are refused" if instance.rate is not None else None


def one_pool(instance):
    """asset-fair, bmf: refuses weights per resource, and the instances of `one_server`."""
    return one_server(instance) or one_weight(instance)


def market_pool(instance):
    """ceei: refuses finite tasks, and the instances of `one_pool`."""
    return one_pool(instance) or ("finite tasks are refused" if instance.finite() else None)


def precomputed(instance):
    """Refuses finite tasks, and the instances of `one_server`."""
    return one_server(instance) or ("finite tasks are refused" if instance.finite() else None)


def first_demanded(instance):
    """best-fit-drfh: refuses a user that does not demand the first resource, and the instances of `one_weight`."""
    missing = any(demand[0] == 0 for demand in instance.demand)
    return one_weight(instance) or ("a user does not demand the first resource" if missing else None)


def anything(_):
    """Refuses nothing."""
    return None


def asked(instance):
    """Refuses a cohort without a pending workload."""
    return "every workload is admitted" if instance.asks() is None else None


def unit_covering(instance):
    """Refuses sizes other than 1, demands that are not whole, and more demand than resources."""
    if not instance.unit():
        return "sizes other than 1, or demands that are not whole, are refused"
    return "there is more demand than there are resources" if sum(instance.demand) > instance.resources else None


def enough(instance):
    """Refuses more demand than resources, by size."""
    return "there is more demand than there are resources" if sum(instance.demand) > sum(instance.size) else None


# The settled part of an outcome.

def all_of_it(_):
    """The specification admits one outcome."""
    return "placement"


def totals(_):
    """Totals are unique, the placement is a selection."""
    return "totals"


def nothing(_):
    """The outcome is a selection."""
    return "nothing"


def nothing_or_one_way(instance):
    """bmf: with one resource or one user that can run the allocation is determined; otherwise there may be several."""
    running = sum(instance.runs(n) for n in range(instance.users))
    return "placement" if instance.resources == 1 or running <= 1 else "nothing"


def totals_or_one_server(instance):
    """ps-dsf-tdm: totals, and with one server the placement."""
    return "placement" if instance.servers == 1 else "totals"


def nothing_or_one_server(instance):
    """ps-dsf: with one server the specification is that of drf; with several not even totals are unique."""
    return "placement" if instance.servers == 1 else "nothing"


def totals_or_endless(instance):
    """uniform: the server on which a user with finitely many tasks is trimmed is open."""
    return "totals" if instance.finite() and instance.servers > 1 else "placement"


# Certificates. Each takes (instance, outcome, certificate, field, outcome_field).

def rule(check):
    """Kind `rule`: the formula or rule is followed again."""
    def judge(instance, outcome, certificate, field, outcome_field):
        table(certificate, field, ["kind"])
        check(instance, outcome, outcome_field)
    return {"rule": judge}


def filling(ties, halting, ahead=0):
    """Progressive filling of whole tasks on one server."""
    return rule(lambda instance, outcome, field: whole.check_filling(instance, outcome, field, ties, ahead, halting))


def bottlenecks(level_of, timed=False):
    """Kind `bottlenecks` on a cluster."""
    return {"bottlenecks": lambda instance, outcome, certificate, field, _:
            bottleneck.check(instance, outcome, certificate, field, level_of, timed)}


def alone(kind, check):
    """A certificate of that kind, checked by itself."""
    return {kind: lambda instance, outcome, certificate, field, _: check(instance, outcome, certificate, field)}


def rounds(yardstick):
    """Kind `leximin`."""
    return {"leximin": lambda instance, outcome, certificate, field, _:
            leximin.check(instance, outcome, certificate, field, yardstick)}


def placements(pool):
    """Kind `placements`."""
    return {"placements": lambda instance, outcome, certificate, field, outcome_field:
            placing.check(instance, outcome, certificate, field, outcome_field, pool(instance))}


def multipliers(programme):
    """Kind `multipliers`: the fractions solve the programme, and no smaller ratio does."""
    def judge(instance, outcome, certificate, field, outcome_field):
        covering.require_solution(instance, outcome, programme, outcome_field)
        proof = covering.read_multipliers(certificate, field, instance, ["kind"])
        covering.check_multipliers(instance, proof, programme, outcome.ratio, field)
    return {"multipliers": judge}


def bound(instance, outcome, certificate, field, outcome_field):
    """Kind `bound`: the pruned programme has no solution below the ratio of the optimum."""
    table(certificate, field, ["kind", "multipliers"])
    proof = covering.read_multipliers(certificate["multipliers"], f"{field}.multipliers", instance)
    covering.check_multipliers(instance, proof, "pruned", outcome.ratio, f"{field}.multipliers")


def at_least(instance, certificate, field):
    """Kind `at-least`: the value of the pruned programme is at least the named ratio, which is returned."""
    table(certificate, field, ["kind", "ratio", "multipliers"])
    ratio = number(certificate["ratio"], f"{field}.ratio")
    proof = covering.read_multipliers(certificate["multipliers"], f"{field}.multipliers", instance)
    covering.check_multipliers(instance, proof, "pruned", ratio, f"{field}.multipliers")
    return ratio


def rounded(instance, outcome, certificate, field, outcome_field):
    """properties/mechanisms/rounding.md: every task pays less than twice the value of the programme times its isolation cost."""
    ratio = at_least(instance, certificate, field)
    for j, paid in enumerate(outcome.cost):
        require(paid < 2 * ratio * instance.isolation[j], f"{outcome_field}.cost[{j}]", "not below twice the ratio proved")


def bisected(instance, outcome, certificate, field, outcome_field):
    """properties/mechanisms/lp-bisection.md: fractions for the upper end of the last interval, and none for its lower end unless
    that is 1."""
    covering.require_solution(instance, outcome, "pruned", outcome_field)
    low, high = covering.bisection(instance, outcome.ratio, f"{outcome_field}.ratio")
    ratio = at_least(instance, certificate, field)
    require(ratio <= high, f"{field}.ratio", f"above the upper end {high}")
    require(ratio > low or ratio == low == 1, f"{field}.ratio", f"not above the lower end {low}")


def tree(instance, outcome, certificate, field, _):
    """Kind `tree`."""
    covering.check_tree(instance, outcome.ratio, certificate, field)


def followed(last):
    """The greedy rule, followed again."""
    def check(instance, outcome, field):
        due = covering.greedy(instance, last)
        for i, to in enumerate(due):
            require(outcome.holder[i] == to, f"{field}.assignment[{i}]", f"the rule gives it to {'nobody' if to is None else to}")
    return rule(check)


# Mechanisms run as printed. Each takes (instance, outcome, outcome_field).

def doubles(simplified):
    """The formulas of metin in floating point."""
    return lambda instance, outcome, field: whole.follow_doubles(instance, simplified, outcome, field)


def on_cluster(tasks, refuses, settles, kinds, **more):
    """A mechanism of the model cluster."""
    return Mechanism("cluster", tasks, refuses, settles, kinds, **more)


def dynamic():
    """Dynamic DRF, by any algorithm."""
    return Mechanism("arrivals", "divisible", anything, all_of_it, {"tight": arrivals.check_tight}, keeps=True)


def on_covering(tasks, refuses, settles, kinds, **more):
    """A mechanism of the model covering."""
    return Mechanism("covering", tasks, refuses, settles, kinds, division="none", **more)


def preemption(rules):
    """Fair-sharing preemption with a list of rules, followed again."""
    return Mechanism("cohort", "whole", asked, all_of_it, {}, printed=cohort.followed(rules), rules=rules)


MECHANISMS = {
    "asset-fair": on_cluster("divisible", one_pool, all_of_it, bottlenecks(bottleneck.asset_level)),
    "best-fit-drfh": on_cluster("whole", first_demanded, all_of_it, placements(lambda c: placing.Resources(c, True))),
    "bmf": on_cluster("divisible", one_pool, nothing_or_one_way, alone("bottlenecks", market.check_bottlenecks)),
    "c-drfh": on_cluster("divisible", one_weight, totals, rounds(leximin.global_yardstick)),
    "cdrf": on_cluster("divisible", unrestricted, totals, rounds(leximin.alone_yardstick)),
    "ceei": on_cluster("divisible", market_pool, all_of_it, alone("prices", market.check_prices)),
    "ddrf": dynamic(),
    "ddrf-linear": dynamic(),
    "ddrf-lp": dynamic(),
    "ddrf-printed": Mechanism("arrivals", "divisible", anything, all_of_it, {}, printed=arrivals.check_printed, keeps=True),
    "ddrf-water": dynamic(),
    "drf": on_cluster("divisible", one_server, all_of_it, bottlenecks(bottleneck.dominant_level)),
    "drf-offline": Mechanism("arrivals", "divisible", anything, all_of_it, {
        "bottlenecks": lambda instance, outcome, certificate, field, _:
            arrivals.check_bottlenecks(instance, outcome, certificate, field)}),
    "drf-per-server": on_cluster("divisible", endless, all_of_it, bottlenecks(bottleneck.per_server_level)),
    "drf-tasks": on_cluster("whole", one_server, all_of_it, filling("higher", True)),
    "drf-tasks-index": on_cluster("whole", one_server, all_of_it, filling("index", True)),
    "drf-tasks-lower": on_cluster("whole", one_server, all_of_it, filling("lower", True)),
    "drf-tasks-skip": on_cluster("whole", one_server, all_of_it, filling("higher", False)),
    "drf-tasks-skip-index": on_cluster("whole", one_server, all_of_it, filling("index", False)),
    "drf-tasks-skip-lower": on_cluster("whole", one_server, all_of_it, filling("lower", False)),
    "drfh": on_cluster("divisible", unrestricted, totals, rounds(leximin.global_yardstick)),
    "drfh-eligible": on_cluster("divisible", one_weight, totals, rounds(leximin.eligible_yardstick)),
    "first-fit-drfh": on_cluster("whole", one_weight, all_of_it, placements(lambda c: placing.Resources(c, False))),
    "greedy": on_covering("whole", unit_covering, all_of_it, followed(False)),
    "greedy-last": on_covering("whole", unit_covering, all_of_it, followed(True)),
    "hdrf": on_cluster("divisible", weighted_tree, all_of_it, rule(queues.check_fill), trees=True),
    "hdrf-collapsed": on_cluster("whole", weighted_tree, all_of_it, rule(queues.checked("hdrf-collapsed")), trees=True),
    "hdrf-naive": on_cluster("whole", weighted_tree, all_of_it, rule(queues.checked("hdrf-naive")), trees=True),
    "hdrf-rescaled": on_cluster("whole", weighted_tree, all_of_it, rule(queues.checked("hdrf-rescaled")), trees=True),
    "hdrf-tasks": on_cluster("whole", weighted_tree, all_of_it, rule(queues.checked("hdrf-tasks")), trees=True),
    "kueue-preempt": preemption("ab"),
    "kueue-preempt-a": preemption("a"),
    "kueue-preempt-b": preemption("b"),
    "lp-bisection": on_covering("divisible", unit_covering, totals, {"at-least": bisected}),
    "lp-naive": on_covering("divisible", enough, totals, multipliers("naive")),
    "lp-pruned": on_covering("divisible", enough, totals, multipliers("pruned")),
    "lp-sized": on_covering("divisible", anything, totals, multipliers("sized")),
    "optimum": on_covering("whole", anything, totals, {"bound": bound, "tree": tree}),
    "pdrf": on_cluster("whole", precomputed, all_of_it, {"level": whole.check_level}),
    "pdrf-cycles": on_cluster("whole", precomputed, all_of_it, {"cycles": whole.check_cycles}),
    "pdrf-f64": on_cluster("whole", precomputed, all_of_it, {}, printed=doubles(False)),
    "pdrf-final": on_cluster("whole", precomputed, all_of_it, rule(whole.check_final)),
    "pdrf-simplified": on_cluster("whole", precomputed, all_of_it, {"level": whole.check_level}),
    "pdrf-simplified-f64": on_cluster("whole", precomputed, all_of_it, {}, printed=doubles(True)),
    "ps-dsf": on_cluster("divisible", endless, nothing_or_one_server, bottlenecks(bottleneck.virtual_level)),
    "ps-dsf-printed": on_cluster("divisible", endless, all_of_it, {}, printed=psdsf_printed.check,
                                 recurs=psdsf_printed.recurs),
    "ps-dsf-tdm": on_cluster("divisible", time_shared, totals_or_one_server, bottlenecks(bottleneck.virtual_level, True),
                             division="time"),
    "ps-dsf-tdm-printed": on_cluster("divisible", time_shared, all_of_it, {}, division="time",
                                     printed=partial(psdsf_printed.check, timed=True),
                                     recurs=partial(psdsf_printed.recurs, timed=True)),
    "quota-tree": on_cluster("divisible", quota_pool, all_of_it, rule(queues.check_quota(quota.level)), trees=True),
    "quota-tree-over": on_cluster("divisible", quota_pool, all_of_it, rule(queues.check_quota(quota.over)), trees=True),
    "rounding": on_covering("whole", unit_covering, nothing, {"at-least": rounded}),
    "rounding-printed": on_covering("whole", unit_covering, nothing, {}, started=rounding_printed.check),
    "seq-minmax": on_cluster("whole", one_server, all_of_it, filling("index", False, 1)),
    "slots": on_cluster("whole", one_weight, all_of_it, placements(placing.Slots)),
    "tsf": on_cluster("divisible", one_weight, totals, rounds(leximin.alone_yardstick)),
    "uniform": on_cluster("divisible", one_weight, totals_or_endless, rule(uniform.check)),
    "volcano-hdrf": on_cluster("whole", volcano_pool, all_of_it, rule(queues.checked("volcano-hdrf")), trees=True),
}


def read_instance(model, value, field):
    """An instance of the model."""
    return {"cluster": cluster, "arrivals": arrivals, "cohort": cohort, "covering": covering}[model].read_instance(value, field)


def read_outcome(mechanism, value, field, instance):
    """Reads an outcome in the form of the mechanism."""
    if mechanism.model == "cluster":
        return cluster.read_outcome(value, field, instance)
    if mechanism.model == "arrivals":
        return arrivals.read_outcome(value, field, instance)
    if mechanism.model == "cohort":
        return cohort.read_outcome(value, field, instance)
    read = covering.read_assignment if mechanism.whole else covering.read_fractions
    return read(value, field, instance)


def require_feasible(mechanism, instance, outcome, field):
    """Refuses an infeasible outcome."""
    failure = failure_of(mechanism, instance, outcome)
    if failure:
        raise Refused(field, failure[0])


def failure_of(mechanism, instance, outcome):
    """The first condition of the model's page `feasible` that fails, as (name, margin), or None."""
    if mechanism.model == "cluster":
        return cluster.first_failure(instance, outcome.placement, mechanism.division, mechanism.whole)
    if mechanism.model == "arrivals":
        return arrivals.first_failure(instance, outcome, mechanism.keeps)
    if mechanism.model == "cohort":
        return cohort.first_failure(instance, outcome, "outcome")
    return covering.first_failure(instance, outcome)


def require_domain(mechanism, instance, field):
    """Refuses an instance outside the mechanism's domain."""
    reason = mechanism.refuses(instance)
    if mechanism.model == "cluster" and instance.tree is not None and not mechanism.trees:
        reason = "queues are refused"
    require(reason is None, field, f"outside the mechanism's domain: {reason}")


def check_outcome(mechanism, instance, outcome, certificate, instance_field, outcome_field, field):
    """Checks that the instance is in the domain, and that the outcome meets the specification or is the printed algorithm's."""
    require_domain(mechanism, instance, instance_field)
    if mechanism.printed:
        require(certificate is None, field, "a mechanism that is run as printed has no certificate")
        mechanism.printed(instance, outcome, outcome_field)
        return
    require(certificate is not None, field, "missing field")
    if mechanism.started:
        mechanism.started(instance, outcome, outcome_field, certificate, field)
        return
    require(isinstance(certificate, dict) and "kind" in certificate, f"{field}.kind", "missing field")
    kind = certificate["kind"]
    require(isinstance(kind, str) and kind in mechanism.kinds, f"{field}.kind", f"{kind!r} is no certificate of this mechanism")
    require_feasible(mechanism, instance, outcome, outcome_field)
    mechanism.kinds[kind](instance, outcome, certificate, field, outcome_field)
