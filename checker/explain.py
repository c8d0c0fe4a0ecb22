"""The reasons for which a changed record may be accepted: the rules by which `mutate.py` explains it.

- an equal record: sets of servers or lies in another order, or demands of arrivals with an equal normalised form.
- another proof: only multipliers, the ratio of an `at-least`, or the names of bottlenecks differ. These numbers are no claims; they prove
  the claims, or they do not. Levels, orders, cycles, splits and the number of rounds are claims and are not covered.
- another witness: only the parts of the witness and the second run that follows from them differ, with equal margin and stands. A witness
  is one of possibly many.
- another outcome: only the outcome and its certificate differ, and the specification leaves the outcome open.
- another cell: mechanism or property differs, and `verify judge` says that the instance violates the new cell.
- another instance, a second way: the instance differs, and following the rule of the mechanism's page gives the outcome, without the
  certificate.
- another instance, judged alone: the instance differs, and no second way is implemented. This rests on the checker itself.
"""

import copy
import json
import os
import subprocess
from fractions import Fraction
from functools import cache
from pathlib import Path

import arrivals
import psdsf_printed
import whole
from mechanisms import MECHANISMS, read_instance, read_outcome
from record import PROPERTIES

#: The workbench as built, or as the variable VERIFY says. It is asked which cells an instance violates, and judges no record here.
BUILT = Path(__file__).resolve().parent.parent / os.environ.get("CARGO_TARGET_DIR", "target")
PROGRAMS = [Path(os.environ.get("VERIFY", "verify")), BUILT / "release" / "verify", BUILT / "debug" / "verify"]

CLAIMED_NOWHERE = {"weights", "capacity", "tasks", "resource", "cover", "pay", "price"}

FILLING = {
    "drf-tasks": ("higher", 0, True),
    "drf-tasks-index": ("index", 0, True),
    "drf-tasks-lower": ("lower", 0, True),
    "drf-tasks-skip": ("higher", 0, False),
    "drf-tasks-skip-index": ("index", 0, False),
    "drf-tasks-skip-lower": ("lower", 0, False),
    "seq-minmax": ("index", 1, False),
}


def claims_of(certificate):
    """A certificate without the numbers that are no claims."""
    if not isinstance(certificate, dict):
        return certificate
    kind = certificate.get("kind")

    def bare(value):
        if isinstance(value, list):
            return [bare(entry) for entry in value]
        if isinstance(value, dict):
            return {key: bare(inner) for key, inner in value.items() if key not in CLAIMED_NOWHERE}
        return value
    if kind == "cycles":
        return certificate
    if kind == "at-least":
        return kind
    return bare(certificate)


def without_proofs(made):
    """A record in which certificates are reduced to their claims."""
    made = copy.deepcopy(made)
    for part in (made, made.get("other", {})):
        if "certificate" in part:
            part["certificate"] = claims_of(part["certificate"])
    return made


def in_order(made):
    """A record with sets in order and the demands of arrivals normalised."""
    made = copy.deepcopy(made)
    instances = [made["instance"], made.get("other", {}).get("instance", {}), made["witness"].get("becomes", {})]
    for instance in instances:
        if "eligible" in instance:
            instance["eligible"] = [sorted(servers) for servers in instance["eligible"]]
        if made["model"] == "arrivals" and "demand" in instance:
            instance["demand"] = [[Fraction(d) / max(map(Fraction, row)) for d in row] for row in instance["demand"]]
    lies = made["witness"].get("lies", [])
    for lie in [made["witness"], *lies]:
        if "report" in lie and "eligible" in lie["report"]:
            lie["report"]["eligible"].sort()
    lies.sort(key=lambda lie: lie["by"])
    return made


def without_witness(made):
    """A record without the parts of the witness and the second run that follows from them."""
    left = {name: value for name, value in made.items() if name != "other"}
    left["witness"] = {name: made["witness"].get(name) for name in ("kind", "margin", "stands")}
    return left


def rest(made):
    """A record without its outcome and certificate."""
    return {name: value for name, value in made.items() if name not in ("outcome", "certificate")}


@cache
def verdicts(mechanism, properties, instance):
    """The verdicts of the workbench on an instance as JSON: a word for each property, none if there is no program."""
    program = next((path for path in PROGRAMS if path.is_file()), None)
    if program is None:
        return {}
    asked = [program, "judge", "--mech", mechanism, "--property", ",".join(properties), "--instances", "-"]
    said = subprocess.run(asked, input=instance + "\n", capture_output=True, text=True, check=False).stdout
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    return {name: told["verdict"] for line in lines for name, told in line.get("verdicts", {}).items()}


def violated(made):
    """True if the instance violates the cell of this record."""
    instance = json.dumps({"model": made["model"], **made["instance"]}, sort_keys=True)
    return verdicts(made["mechanism"], tuple(PROPERTIES[made["model"]]), instance).get(made["property"]) == "violated"


def second_way(mechanism, model, part):
    """True if following the rule gives the outcome of a run; None if no second way is implemented."""
    instance = read_instance(model, part["instance"], "instance")
    outcome = read_outcome(MECHANISMS[mechanism], part["outcome"], "outcome", instance)
    if mechanism in FILLING:
        return whole.follow_filling(instance, *FILLING[mechanism]) == outcome.tasks
    if mechanism in ("drf", "drf-per-server") and not instance.finite() and not instance.weight_per_resource:
        filled = [psdsf_printed.fill_server(instance, i) for i in range(instance.servers)]
        return all(filled[i].get(n, 0) == x for n, cells in enumerate(outcome.placement) for i, x in enumerate(cells))
    if mechanism in ("ddrf", "ddrf-linear", "ddrf-lp", "ddrf-water"):
        return arrivals.closed_form(instance) == outcome
    if mechanism == "drf-offline":
        return [fill_step(instance, k) for k in range(instance.agents)] == outcome
    return None


def fill_step(instance, k):
    """drf-offline at step k by progressive filling: all agents present rise at one pace until a resource that they demand is full."""
    active, shares = set(range(k + 1)), [Fraction(0)] * (k + 1)
    while active:
        speed = [sum(instance.demand[i][r] for i in active) for r in range(instance.resources)]
        free = [instance.released(k) - instance.used(shares, r) for r in range(instance.resources)]
        rise = min(f / v for f, v in zip(free, speed) if v > 0)
        for i in active:
            shares[i] += rise
        full = {r for r, v in enumerate(speed) if v > 0 and free[r] == rise * v}
        active = {i for i in active if not any(instance.demand[i][r] > 0 for r in full)}
    return shares


def explain(made, new):
    """The rule by which an accepted change is explained, or None."""
    if in_order(new) == in_order(made):
        return "the same record"
    if without_proofs(new) == without_proofs(made):
        return "another proof"
    if new["mechanism"] != made["mechanism"] or new["property"] != made["property"]:
        return "another cell" if violated(new) else None
    if new["instance"] == made["instance"] and without_proofs(without_witness(new)) == without_proofs(without_witness(made)):
        return "another witness"
    if new["outcome"] != made["outcome"] and rest(new) == rest(made):
        mechanism = MECHANISMS[new["mechanism"]]
        settled = mechanism.settles(read_instance(new["model"], new["instance"], "instance"))
        return "another outcome" if settled != "placement" else None
    if new["instance"] != made["instance"]:
        ways = [second_way(new["mechanism"], new["model"], part) for part in (new, new.get("other")) if part]
        if False in ways:
            return None
        return "another instance, judged alone" if None in ways else "another instance, a second way"
    return None
