"""The judgement of a complete record (counterexamples/README.md).

The order of judging: the form, the names, the instance, the outcome and its certificate, the second run, the witness and its margin, the
outcomes for which the violation stands, the hypothesis, and the name of the file.
"""

import mechanisms
import on_arrivals
import on_cluster
import on_cohort
import on_covering
from document import array, index, number, table, text, word
from mechanisms import MECHANISMS
from verdict import NotCovered, require

PROPERTIES = {
    "cluster": on_cluster.PROPERTIES, "arrivals": on_arrivals.PROPERTIES, "cohort": on_cohort.PROPERTIES, "covering": on_covering.PROPERTIES,
}

FIELDS = ["format", "model", "mechanism", "property", "claims", "note", "instance", "outcome", "certificate", "witness", "other", "found"]

PARTS = {
    "outcome": [],
    "agent": ["agent"],
    "envy": ["envious", "envied"],
    "better": ["instead"],
    "complaint": ["by", "instead"],
    "misreport": ["by", "report"],
    "collusion": ["lies"],
    "departure": ["leaves", "loses"],
    "sibling": ["loses", "becomes"],
    "recurrence": ["rounds", "period"],
    "node": ["agent", "depth"],
    "state": ["waits", "running"],
    "cycle": ["before", "cycle"],
}

STRATEGIES = {"anneal", "archive", "auto", "climb", "exhaustive", "given", "mutate", "random"}


def violations(read):
    """The violations of a file as read from TOML, each as a record alone: pairs of its place in the file and its fields.

    A file holds the records of one instance (format 3, with `violates`), or one record alone. The cells in `also` have no witness: they
    are listed for the workbench, which judges them, and only their form is checked here.
    """
    if "violates" not in read:
        return [(None, read)]
    table(read, "", ["format", "model", "instance", "violates", "also"], optional=["also"])
    require(type(read["format"]) is int and read["format"] == 3, "format", "not 3")
    model = word(read["model"], "model", PROPERTIES)
    for mechanism, properties in (read.get("also") or {}).items():
        require(mechanism in MECHANISMS and MECHANISMS[mechanism].model == model, f"also.{mechanism}", "not a mechanism of the model")
        for at, prop in enumerate(array(properties, f"also.{mechanism}")):
            word(prop, f"also.{mechanism}[{at}]", PROPERTIES[model])
    require(read["violates"], "violates", "there is no violation")
    found = []
    for at, fields in enumerate(array(read["violates"], "violates")):
        require(isinstance(fields, dict), f"violates[{at}]", "not a table")
        alone = {"format": 2, "model": model}
        for name, value in fields.items():
            require(name not in ("format", "model", "instance"), f"violates[{at}].{name}", "unknown field")
            if name == "outcome":
                alone["instance"] = read["instance"]
            alone[name] = value
        found.append((at, alone))
    return found


class Run:
    """The outcome of a mechanism on an instance."""

    def __init__(self, instance, outcome):
        self.instance, self.outcome = instance, outcome


class Case:
    """The subject of a property: the mechanism, the run on record, the witness, and the second run if there is one."""

    def __init__(self, mechanism, instance, outcome, witness, name=None):
        self.mechanism, self.instance, self.outcome, self.witness, self.name = mechanism, instance, outcome, witness, name
        self.other = None


def judge(record, name):
    """Judges a record as read from TOML; `name` is the file's name without its ending, None if it is not to be judged. Returns the kinds
    of certificate and witness.

    Raises Refused at the first error, or NotCovered if there is no error but a part could not be settled.
    """
    for field, role in (("program", "mechanism"), ("judge", "property")):
        if field in record:
            raise NotCovered(field, f"the {role} is a program outside, which is not run here")
    table(record, "", FIELDS, optional=["certificate", "other"])
    require(type(record["format"]) is int and record["format"] == 2, "format", "not 2")
    model = word(record["model"], "model", PROPERTIES)
    mechanism_id = word(record["mechanism"], "mechanism", MECHANISMS)
    mechanism = MECHANISMS[mechanism_id]
    require(mechanism.model == model, "mechanism", f"not of the model {model}")
    prop = PROPERTIES[model][word(record["property"], "property", PROPERTIES[model])]
    for at, claim in enumerate(array(record["claims"], "claims")):
        text(claim, f"claims[{at}]")
    text(record["note"], "note")

    instance = mechanisms.read_instance(model, record["instance"], "instance")
    outcome = mechanisms.read_outcome(mechanism, record["outcome"], "outcome", instance)
    open_questions = []
    if getattr(prop, "endless", False):
        mechanisms.require_domain(mechanism, instance, "instance")
        require("certificate" not in record, "certificate", "a state of a run without end has none")
    else:
        settle(open_questions, mechanism, instance, outcome, record.get("certificate"), "instance", "outcome", "certificate")
    if not prop.infeasible:
        mechanisms.require_feasible(mechanism, instance, outcome, "outcome")

    witness = table(record["witness"], "witness", ["kind", *PARTS.get(prop.kind, []), "margin", "stands"])
    require(witness["kind"] == prop.kind, "witness.kind", f"{witness['kind']!r}, where the property has {prop.kind!r}")
    case = Case(mechanism, instance, outcome, witness, mechanism_id)
    if prop.other is None:
        require("other" not in record, "other", "unknown field: this witness compares no runs")
    else:
        require("other" in record, "other", "missing field")
        due = prop.other(case)
        case.other = second_run(open_questions, mechanism, model, record["other"], due)
    margin = prop.margin(case)
    written = number(witness["margin"], "witness.margin")
    require(margin > 0, "witness", f"no violation: the margin is {margin}")
    require(written == margin, "witness.margin", f"{written} is written, the margin is {margin}")
    stands = word(witness["stands"], "witness.stands", {"every", "chosen"})
    due = stands_for(prop, case)
    require(stands == due, "witness.stands", f"{stands!r} is written, the specification makes it {due!r}")

    found = table(record["found"], "found", ["strategy", "seed", "hypothesis", "minimality"])
    word(found["strategy"], "found.strategy", STRATEGIES)
    index(found["seed"], "found.seed", 2**64)
    word(found["minimality"], "found.minimality", {"given", "local", "proven in scope"})
    hypothesis = word(found["hypothesis"], "found.hypothesis", {"none", "positive", "unit", "user-weights"})
    require_hypothesis(model, hypothesis, instance, "instance")
    if case.other:
        require_hypothesis(model, hypothesis, case.other.instance, "other.instance")
    due = file_name(record, instance, hypothesis)
    require(name in (due, None), "file", f"named {name}, where it holds {due}")
    if open_questions:
        raise open_questions[0]
    return record.get("certificate", {}).get("kind", "as printed"), prop.kind


def settle(open_questions, mechanism, instance, outcome, certificate, *fields):
    """Compares an outcome with its specification; questions that the pages leave open are collected in `open_questions`."""
    try:
        mechanisms.check_outcome(mechanism, instance, outcome, certificate, *fields)
    except NotCovered as open_question:
        open_questions.append(open_question)


def second_run(open_questions, mechanism, model, value, due):
    """The second run of a witness: the instance that follows from the witness, and an outcome that is compared with its specification.

    For a mechanism that is run as printed, the outcome must also be feasible (properties/README.md, "Two pieces of code").
    """
    table(value, "other", ["instance", "outcome", "certificate"], optional=["certificate"])
    instance = mechanisms.read_instance(model, value["instance"], "other.instance")
    require(instance == due, "other.instance", "not the instance that follows from the witness")
    outcome = mechanisms.read_outcome(mechanism, value["outcome"], "other.outcome", instance)
    settle(open_questions, mechanism, instance, outcome, value.get("certificate"), "other.instance", "other.outcome", "other.certificate")
    mechanisms.require_feasible(mechanism, instance, outcome, "other.outcome")
    return Run(instance, outcome)


def stands_for(prop, case):
    """`every` if the specification settles all that the witness reads, on both instances; else `chosen`."""
    strength = {"nothing": 0, "totals": 1, "placement": 2}
    reads = strength[prop.reads(case)]
    runs = [case.instance] + ([case.other.instance] if case.other else [])
    settled = min(strength[case.mechanism.settles(instance)] for instance in runs)
    return "every" if settled >= reads else "chosen"


def require_hypothesis(model, hypothesis, instance, field):
    """Checks the hypothesis on this instance: `positive` demands, `unit` sizes with whole demands, or one weight per user."""
    if hypothesis == "positive" and model != "covering":
        require(all(all(d > 0 for d in demand) for demand in instance.demand), f"{field}.demand", "a demand is 0, against the hypothesis")
    if hypothesis == "unit":
        require(model == "covering", "found.hypothesis", "this hypothesis is of the model covering")
        require(instance.unit(), field, "a size is not 1 or a demand not whole, against the hypothesis")
    if hypothesis == "user-weights":
        require(model == "cluster", "found.hypothesis", "this hypothesis is of the model cluster")
        require(not instance.weight_per_resource, f"{field}.weight", "there are weights per resource, against the hypothesis")


def own_name(record):
    """The name of a record from its contents, for a record whose instance can be read."""
    instance = mechanisms.read_instance(record.get("model"), record.get("instance"), "instance")
    return file_name(record, instance, record["found"]["hypothesis"])


def file_name(record, instance, hypothesis):
    """The name of the record's file without its ending."""
    if record["model"] == "cluster":
        size = f"{instance.users}u{instance.servers}s{instance.resources}r"
    elif record["model"] == "arrivals":
        declared = f"of{instance.declared}" if instance.declared > instance.agents else ""
        size = f"{instance.agents}a{declared}{instance.resources}r"
    elif record["model"] == "cohort":
        size = f"{instance.queues}q{len(instance.workload)}w{instance.resources}r"
    else:
        size = f"{instance.tasks}t{instance.resources}r"
    ending = "" if hypothesis == "none" else f"-{hypothesis}"
    if record["found"]["minimality"] == "given":
        ending += "-given"
    return f"{record['mechanism']}-{record['property']}-{size}{ending}"
