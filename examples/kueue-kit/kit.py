#!/usr/bin/env python3
"""Cohorts as cases for the product's own tests: `python3 kit.py [--go] [--mechanism ID] FILE..`.

A file is an instance of the model `cohort` or a record of a violation (TOML or JSON). Each decision becomes a case: one for an instance
and for most records, and for a loop one for each step from the instance on. A case gives the state in the product's terms and the
decision that our model expects. Without `--go` the cases are one JSON document; with it, entries for the table `cases` of
`TestFairPreemptions` in pkg/scheduler/preemption/preemption_fair_test.go, written for commit ff69552e79ad21652c36caa97038382e55625cf7.
Targets are computed by the checker's code (checker/cohort.py), from the page of the mechanism. Needs Python 3.11 and no other package.
"""

import argparse
import json
import sys
import tomllib
from fractions import Fraction
from math import lcm
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "checker"))

import cohort  # noqa: E402

COMMIT = "ff69552e79ad21652c36caa97038382e55625cf7"
RULES = {"kueue-preempt": "ab", "kueue-preempt-a": "a", "kueue-preempt-b": "b"}
STRATEGIES = {"a": "LessThanOrEqualToFinalShare", "b": "LessThanInitialShare"}
REASONS = {"a": "InCohortFairSharing", "b": "InCohortFairSharing", "own": "InClusterQueue", "nominal": "InCohortReclamation"}


def load(path):
    """The documents of a file with their names: an instance, or each violation on record of an instance."""
    with open(path, "rb") as handle:
        document = json.load(handle) if path.suffix == ".json" else tomllib.load(handle)
    violations = document.pop("violates", None)
    if violations is None:
        return [(path.stem, document)]
    name = lambda one: f"{path.stem}, {one['mechanism']} {one['property']}" if len(violations) > 1 else path.stem
    return [(name(one), {**document, **one}) for one in violations]


def exact(value):
    """A number of a file."""
    if isinstance(value, float):
        raise ValueError(f"{value}: a bare float is not exact")
    return Fraction(value)


def read(fields):
    """The cohort of an instance file; a record's instance has these fields too."""
    given = [name for name in cohort.TERMS if name in fields]
    given += [name for w in fields["workload"] for name in ("uid", "reserved", "submitted", "evicted") if name in w]
    if given:
        raise ValueError(f"a case has no place for `{given[0]}`")
    quota = [[exact(x) for x in row] for row in fields["quota"]]
    weight = [exact(w) for w in fields.get("weight", [1] * len(quota))]
    workload = [(w["queue"], [exact(x) for x in w["request"]], w.get("priority", 0)) for w in fields["workload"]]
    terms = {"cohorts": [], "labels": [{} for _ in workload]}
    return cohort.Cohort(quota, weight, workload, list(fields["admitted"]), fields.get("incoming"), terms)


def whole(rows):
    """Numbers in a unit in which all are integers: the product's quantities are decimal, and only proportions matter."""
    unit = lcm(*(x.denominator for row in rows for x in row))
    return [[int(x * unit) for x in row] for row in rows]


def resource(r):
    """The name of a resource: the product has names for the first two."""
    return ["cpu", "memory"][r] if r < 2 else f"example.com/r{r + 1}"


def case(name, state, asking, rules):
    """One decision."""
    columns = []
    for r in range(state.resources):
        amounts = [[row[r] for row in state.quota] + [request[r] for _, request, _ in state.workload]]
        columns.append(whole(amounts)[0])
    quota = [[column[q] for column in columns] for q in range(state.queues)]
    request = [[column[state.queues + w] for column in columns] for w in range(len(state.workload))]
    weight = whole([state.weight])[0]

    def asks_for(row):
        return {resource(r): str(x) for r, x in enumerate(row) if x}

    def entry(w):
        queue, _, priority = state.workload[w]
        return {"name": f"w{w + 1}", "clusterQueue": f"q{queue + 1}", "requests": asks_for(request[w]), "priority": priority}

    targets = cohort.decide(state, asking, rules)
    return {
        "name": name,
        "strategies": [STRATEGIES[rule] for rule in rules],
        "cohort": "all",
        "preemption": {"withinClusterQueue": "LowerPriority", "reclaimWithinCohort": "Any"},
        "clusterQueues": [
            {"name": f"q{q + 1}", "weight": str(weight[q]), "nominal": {resource(r): str(x) for r, x in enumerate(quota[q])}}
            for q in range(state.queues)
        ],
        "admitted": [{**entry(w), "reservedAtSecond": age} for age, w in enumerate(state.admitted)],
        "incoming": entry(asking),
        "fits": targets == [],
        "resourcesNeedingPreemption": [resource(r) for r in state.short(asking)],
        "wantPreempted": [{"workload": f"w{w + 1}", "reason": REASONS[rule]} for w, rule in targets or []],
    }


def cases(path, mechanism):
    """The cases of a file."""
    return [one for name, document in load(path) for one in cases_of(name, document, mechanism)]


def cases_of(name, document, mechanism):
    """The cases of a document."""
    record = document if "witness" in document else {}
    rules = RULES[mechanism or record.get("mechanism", "kueue-preempt")]
    fields = record.get("instance", document)
    if (record or document).get("model") != "cohort":
        raise ValueError("not of the model `cohort`")
    state = read(fields)
    witness = record.get("witness", {})
    if witness.get("kind") != "cycle":
        found = [case(name, state, state.asks(), rules)]
        if record.get("property") == "no-return":
            after = state.at(state.after(state.asks(), cohort.decide(state, state.asks(), rules)))
            found.append(case(f"{name}, in return", after, witness["agent"], rules))
        return found
    found = []
    state = state.at(state.admitted)
    for k, asking in enumerate([*witness["before"], *witness["cycle"]]):
        found.append(case(f"{name}, step {k + 1}", state, asking, rules))
        state = state.at(state.after(asking, cohort.decide(state, asking, rules)))
    return found


GO_NAMES = {"cpu": "corev1.ResourceCPU", "memory": "corev1.ResourceMemory"}
GO_REASONS = {"InCohortFairSharing": "kueue.InCohortFairSharingReason", "InClusterQueue": "kueue.InClusterQueueReason",
              "InCohortReclamation": "kueue.InCohortReclamationReason"}


def go(one):
    """An entry of the table. A case in which the workload fits in the present state expects no preemption."""
    tab = "\t" * 3

    def amounts(method, row):
        return "".join(f".{method}({GO_NAMES.get(name, json.dumps(name))}, {json.dumps(x)})" for name, x in row.items())

    def workload(entry):
        made = f'utiltestingapi.MakeWorkload("{entry["name"]}", "").Priority({entry["priority"]})'
        return made + amounts("Request", entry["requests"])

    lines = [f"\t\t{json.dumps(one['name'])}: {{", f"{tab}clusterQueues: []*kueue.ClusterQueue{{"]
    for queue in one["clusterQueues"]:
        quotas = "".join(
            f".\n{tab}\t\t\tResource({GO_NAMES.get(name, json.dumps(name))}, {json.dumps(x)})" for name, x in queue["nominal"].items())
        lines.append(
            f'{tab}\tutiltestingapi.MakeClusterQueue("{queue["name"]}").Cohort("all").FairWeight(resource.MustParse("{queue["weight"]}")).\n'
            f'{tab}\t\tResourceGroup(*utiltestingapi.MakeFlavorQuotas("default"){quotas}.Obj()).\n'
            f"{tab}\t\tPreemption(kueue.ClusterQueuePreemption{{\n"
            f"{tab}\t\t\tWithinClusterQueue:  kueue.PreemptionPolicyLowerPriority,\n"
            f"{tab}\t\t\tReclaimWithinCohort: kueue.PreemptionPolicyAny,\n{tab}\t\t}}).Obj(),")
    strategies = ", ".join(f"config.{name}" for name in one["strategies"])
    lines += [f"{tab}}},", f"{tab}strategies: []config.PreemptionStrategy{{{strategies}}},", f"{tab}admitted: []kueue.Workload{{"]
    for entry in one["admitted"]:
        at = f"now.Add({entry['reservedAtSecond']} * time.Second)"
        lines.append(f'{tab}\t*{workload(entry)}.SimpleReserveQuota("{entry["clusterQueue"]}", "default", {at}).Obj(),')
    lines += [f"{tab}}},", f"{tab}incoming: {workload(one['incoming'])}.Obj(),", f'{tab}targetCQ: "{one["incoming"]["clusterQueue"]}",']
    wanted = ", ".join(f'targetKeyReason("/{t["workload"]}", {GO_REASONS[t["reason"]]})' for t in one["wantPreempted"])
    lines += [f"{tab}wantPreempted: sets.New[string]({wanted}),", "\t\t},"]
    return "\n".join(lines)


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Cohorts as cases for the product's own tests.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="an instance or a record of the model cohort")
    parser.add_argument("--go", action="store_true", help="entries for the product's table of cases")
    parser.add_argument("--mechanism", choices=sorted(RULES), help="the rules, of an instance; default: kueue-preempt")
    options = parser.parse_args(arguments)
    found = []
    for path in options.files:
        try:
            found += cases(path, options.mechanism)
        except (OSError, KeyError, IndexError, TypeError, ValueError) as error:
            parser.error(f"{path}: {error}")
    if options.go:
        print(f"// Cases for kubernetes-sigs/kueue at commit {COMMIT}. Expected by a restatement of its documentation.")
        print("\n".join(go(one) for one in found if not one["fits"]))
    else:
        print(json.dumps({"product": "kubernetes-sigs/kueue", "commit": COMMIT, "cases": found}, indent=1))


if __name__ == "__main__":
    main()
