#!/usr/bin/env python3
"""Changes records in ways that change their meaning, and counts the changed records that the checker refuses.

`python3 checker/mutate.py [PATH..]`; deterministic. The name of the file is not judged, so that a changed id or hypothesis is not refused
by the name alone.

Changes: every leaf of instance, outcome, certificate, witness, other and found.hypothesis (numbers by 1, by a factor, by a thousandth, in
sign; indexes by 1; words to every other known word), neighbouring entries of lists exchanged, lists made shorter and longer, tables and
fields removed, two users exchanged in one part of the record, ids exchanged for every other id of the model, and certificates from other
records. If a number follows from others (totals of a placement, costs of an assignment, the second instance), a change is also made with
all its consequences, so that it is not refused for the sum alone.

Unchanged, because they are not judged: claims, note, labels, found.strategy, found.seed, and found.minimality.

Every accepted change is listed with the rule of explain.py that explains it, or as unexplained, and so is every change that the checker
does not cover.
"""

import argparse
import copy
import sys
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path

import check
import explain
import record
from mechanisms import MECHANISMS
from verdict import NotCovered, Refused

JUDGED = ["instance", "outcome", "certificate", "witness", "other"]
INDEXES = {"before", "cycle", "admitted", "incoming", "queue", "agent", "envious", "envied", "by", "leaves", "loses", "resource", "eligible", "order", "split", "assignment", "owner"}
WORDS = {
    "stands": ["every", "chosen"],
    "hypothesis": ["none", "positive", "unit", "user-weights"],
    "kind": sorted({*record.PARTS, "start", *(kind for mechanism in MECHANISMS.values() for kind in mechanism.kinds)}),
}


def written(value):
    """A number as records write it."""
    return int(value) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def as_number(value):
    """A leaf as a number, or None."""
    if isinstance(value, int):
        return Fraction(value)
    try:
        return Fraction(value)
    except ValueError:
        return None


def walk(value, path=()):
    """Every value inside, with its path, the outermost first."""
    yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from walk(inner, path + (key,))


def at(value, path):
    """The value at a path."""
    for key in path:
        value = value[key]
    return value


def replaced(made, path, new):
    """A copy with another value at the path; without it if `new` is LEFT_OUT."""
    made = copy.deepcopy(made)
    inside = at(made, path[:-1])
    if new is LEFT_OUT:
        del inside[path[-1]]
    else:
        inside[path[-1]] = new
    return made


LEFT_OUT = object()


def is_index(path):
    """True if a leaf is an index or a number of users, servers, resources or tasks. Multipliers inside covering certificates are called
    `resource` too.
    """
    names = [key for key in path if isinstance(key, str)]
    return bool(names) and names[-1] in INDEXES and not ({"multipliers", "root"} & set(names) and names[-1] == "resource")


def leaf_variants(path, value):
    """Other values for one leaf."""
    if path[-1] in WORDS:
        return [word for word in WORDS[path[-1]] if word != value]
    amount = None if isinstance(value, bool) else as_number(value)
    if amount is None:
        return [0, 1] if value in ("inf", "none") else []
    if is_index(path):
        return [value + 1, value - 1] + (["none"] if {"resource", "assignment"} & set(path) else [])
    found = [amount + 1, amount - 1, amount * 2, amount / 2, amount + Fraction(1, 1000), amount - Fraction(1, 1000), -amount]
    return [written(new) for new in dict.fromkeys(found) if new != amount]


def list_variants(value):
    """A list with neighbours exchanged, one entry fewer, or one more."""
    for k in range(len(value) - 1):
        if value[k] != value[k + 1]:
            yield f"exchange {k} and {k + 1}", value[:k] + [value[k + 1], value[k]] + value[k + 2:]
    for k in range(len(value)):
        yield f"without {k}", value[:k] + value[k + 1:]
    if value:
        yield "one more", value + value[-1:]


def single_changes(made):
    """Changes at one place."""
    for part in JUDGED:
        for path, value in walk(made.get(part, {}), (part,)):
            if isinstance(value, dict):
                for key in value:
                    yield f"{name_of(path)}: without {key}", replaced(made, path + (key,), LEFT_OUT), path
            elif isinstance(value, list):
                for what, new in list_variants(value):
                    yield f"{name_of(path)}: {what}", replaced(made, path, new), path
            else:
                for new in leaf_variants(path, value):
                    yield f"{name_of(path)}: {value} -> {new}", replaced(made, path, new), path
        if part in made:
            yield f"without {part}", replaced(made, (part,), LEFT_OUT), (part,)
    for new in WORDS["hypothesis"]:
        if new != made["found"]["hypothesis"]:
            yield f"found.hypothesis: {new}", replaced(made, ("found", "hypothesis"), new), ("found", "hypothesis")


def name_of(path):
    """A path as text."""
    return ".".join(map(str, path))


def id_changes(made):
    """Every other mechanism and property of the model, and the other models."""
    for new, mechanism in MECHANISMS.items():
        if mechanism.model == made["model"] and new != made["mechanism"]:
            yield f"mechanism: {new}", replaced(made, ("mechanism",), new), ("mechanism",)
    for new in record.PROPERTIES[made["model"]]:
        if new != made["property"]:
            yield f"property: {new}", replaced(made, ("property",), new), ("property",)
    for new in record.PROPERTIES:
        if new != made["model"]:
            yield f"model: {new}", replaced(made, ("model",), new), ("model",)


def follow_up(made):
    """Corrects the numbers that follow from others: totals, costs, ratios."""
    instances = [(made["outcome"], made["instance"]), (made.get("other", {}).get("outcome", {}), made.get("other", {}).get("instance")),
                 (made["witness"].get("instead", {}), made["instance"])]
    for outcome, instance in instances:
        if "placement" in outcome:
            outcome["tasks"] = [written(sum(map(Fraction, cells))) for cells in outcome["placement"]]
        if "assignment" in outcome:
            paid = [sum(Fraction(c) for c, to in zip(instance["cost"], outcome["assignment"]) if to == j)
                    for j in range(len(outcome["cost"]))]
            outcome["cost"] = [written(Fraction(amount)) for amount in paid]
            outcome["ratio"] = written(max(Fraction(p) / Fraction(alone) for p, alone in zip(paid, outcome["isolation"])))
    return made


def consistent_changes(made):
    """Changes at one place with all their consequences."""
    for path, value in walk(made):
        if len(path) < 2 or isinstance(value, (dict, list)):
            continue
        if "placement" in path or "assignment" in path:
            for new in leaf_variants(path, value):
                try:
                    yield f"{name_of(path)}: {value} -> {new}, and what follows", follow_up(replaced(made, path, new)), path
                except (ValueError, TypeError):
                    continue
    if "other" in made:
        for path, value in walk(made["instance"], ("instance",)):
            if isinstance(value, (dict, list)) or {"users", "servers", "resources"} & set(path):
                continue
            for new in leaf_variants(path, value):
                both = replaced(made, path, new)
                for there in (("other",) + path, ("witness", "becomes") + path[1:]):
                    try:
                        if at(both, there) == value:
                            both = replaced(both, there, new)
                    except (KeyError, IndexError, TypeError):
                        pass
                yield f"{name_of(path)}: {value} -> {new}, in both instances", both, path
        if "becomes" in made["witness"]:
            for path, value in walk(made["witness"]["becomes"]["capacity"], ("capacity",)):
                for new in leaf_variants(path, value) if path[1:] and not isinstance(value, list) else ():
                    both = replaced(made, ("witness", "becomes") + path, new)
                    yield f"becomes.{name_of(path)}: {value} -> {new}, in both", replaced(both, ("other", "instance") + path, new), path
        lies = ([("witness", made["witness"])] if "report" in made["witness"] else
                [(f"witness.lies.{k}", lie) for k, lie in enumerate(made["witness"].get("lies", []))])
        for where, lie in lies:
            for r, value in enumerate(lie["report"]["demand"]):
                for new in leaf_variants(("demand",), value):
                    both = copy.deepcopy(made)
                    inside = both["witness"] if where == "witness" else both["witness"]["lies"][int(where[-1])]
                    inside["report"]["demand"][r] = new
                    both["other"]["instance"]["demand"][lie["by"]][r] = new
                    yield f"{where}.report.demand.{r}: {value} -> {new}, in both", both, ("witness", "report")


def users_exchanged(made):
    """Two users exchanged in one part of the record, if they differ there."""
    count = len(made["instance"].get("demand", ()))
    for first in range(count):
        for second in range(first + 1, count):
            for part in ("instance", "outcome", "certificate"):
                new = copy.deepcopy(made)
                for path, value in list(walk(new.get(part, {}), (part,))):
                    if isinstance(value, list) and len(value) == count and path[-1] not in ("capacity", "order", "rounds", "shares"):
                        value[first], value[second] = value[second], value[first]
                if new.get(part) != made.get(part):
                    yield f"{part}: users {first} and {second} exchanged", new, (part,)


def transplants(made, others):
    """The certificate of every other record of the mechanism, up to five that differ."""
    if "certificate" not in made:
        return
    taken = 0
    for name, other in others:
        if other["mechanism"] == made["mechanism"] and other.get("certificate") != made["certificate"] and taken < 5:
            taken += 1
            yield f"certificate of {name}", replaced(made, ("certificate",), other["certificate"]), ("certificate",)


def changes(made, others):
    """All changes of one record, each once."""
    seen = []
    for source in (single_changes(made), id_changes(made), consistent_changes(made), users_exchanged(made), transplants(made, others)):
        for what, new, path in source:
            if new != made and not any(new == old for old in seen[-400:]):
                seen.append(new)
                yield what, new, path


def judged(made, name=None):
    """accepted, refused or not covered."""
    try:
        record.judge(made, name)
        return "accepted"
    except Refused:
        return "refused"
    except NotCovered:
        return "not covered"


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Counts how many changed records the checker refuses.")
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="a record or a folder of records")
    parser.add_argument("--list", action="store_true", help="name every change that is not refused, with its explanation")
    options = parser.parse_args(arguments)
    records = [(name, alone) for path, asked in check.files_of(options.paths or [check.ARCHIVE])
               for name, alone in check.records_in(path).items() if asked in (None, name)]
    counts, reasons, unexplained = Counter(), Counter(), 0
    for name, made in records:
        before = judged(made, name)
        if before == "refused":
            print(f"{name}: refused as it stands", file=sys.stderr)
            continue
        for what, new, path in changes(made, records):
            verdict = judged(new, name if path[0] == "found" else None)
            counts[verdict] += 1
            if verdict == "refused":
                continue
            if verdict == "not covered":
                reason = "not covered, as the record itself" if before == verdict else "not covered, and said to be"
            else:
                reason = explain.explain(made, new)
            reasons[reason or "unexplained"] += 1
            unexplained += reason is None
            if options.list or reason is None:
                print(f"{verdict}: {name}: {what}: {reason or 'unexplained'}")
    for reason, count in sorted(reasons.items()):
        print(f"{count:6} {reason}")
    print(f"{sum(counts.values())} changes: " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    return 1 if unexplained or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
