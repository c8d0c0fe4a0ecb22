#!/usr/bin/env python3
"""Judges records of impossibilities and tables of rules again, with no code of the workbench: `python3 checker/impossible.py FILE..`.

A record of kind "impossible" states that no function from the profiles of its core to feasible allocations has the properties. Its case
split is followed again here: every feasible allocation is listed by trying all boxes of tasks, and every property is judged from its
definition page. A table of kind "rule" states that a rule has the properties. A record of kind "forced" states for every allocation at
one instance the reason why no rule with the properties chooses it, or a rule that does. The two kinds for divisible tasks are judged in
divisible.py. Exit status: 0 every file is accepted, 1 a file is refused, 2 usage.
"""

import argparse
import sys
import tomllib
from pathlib import Path

import divisible
from rules import (ONE_RUN, TWO_RUNS, all_profiles, fields, judge_function, read_head, read_profile, scope_profiles, whole)
from verdict import Refused, require

class Walk:
    """The case split of a record; `follow` refuses at the first step that does not hold."""

    def __init__(self, ids, profiles, splits):
        self.ids, self.profiles, self.splits = ids, profiles, splits
        self.used = 0

    def follow(self, fixed):
        at = self.used
        where = f"split[{at}]"
        require(at < len(self.splits), where, "is missing")
        split = self.splits[at]
        self.used += 1
        fields(split, where, ["profile", "cases"])
        number, cases = split["profile"], split["cases"]
        require(whole(number) and number < len(self.profiles) and number not in fixed, where,
                "splits no profile, or a profile a second time")
        require(isinstance(cases, list), where, "has no list of cases")
        p = self.profiles[number]
        left = [x for x in p.allocations() if all(ONE_RUN[name](p, x) for name in self.ids if name in ONE_RUN)]
        require(all(isinstance(case, dict) for case in cases), where, "has a case that is no table")
        require([case.get("placement") for case in cases] == left, where, "does not list the allocations that are left, in order")
        for i, case in enumerate(cases):
            self.end(f"{where}.cases[{i}]", case, number, {**fixed, number: case["placement"]})

    def end(self, where, case, number, fixed):
        if "next" in case:
            fields(case, where, ["placement", "next"])
            require(case["next"] == self.used and whole(case["next"]), where, "does not go on to the next split")
            self.follow(fixed)
            return
        fields(case, where, ["placement", "breaks", "from", "to"])
        name, one, two = case["breaks"], case["from"], case["to"]
        require(isinstance(name, str) and name in self.ids and name in TWO_RUNS, where, "names no property of two runs of the record")
        require(whole(one) and whole(two) and one in fixed and two in fixed, where, "compares profiles that are not fixed")
        require(number in (one, two), where, "ends at other profiles")
        holds = TWO_RUNS[name](self.profiles[one], fixed[one], self.profiles[two], fixed[two])
        require(not holds, where, f"{name} is not broken")


def judge_impossible(table):
    """Refuses a record that does not prove its impossibility, and describes the accepted proof in words."""
    ids, scope = read_head(table, "impossible",
                           ["format", "kind", "properties", "note", "scope", "profile", "split", "without"])
    for name in ("profile", "split", "without"):
        require(isinstance(table[name], list), name, "must be a list of tables")
    profiles = [read_profile(one, f"profile[{i}]", ids, scope) for i, one in enumerate(table["profile"])]
    for i, p in enumerate(profiles):
        require(p not in profiles[:i], f"profile[{i}]", "occurs twice")
    walk = Walk(ids, profiles, table["split"])
    walk.follow({})
    require(walk.used == len(table["split"]), f"split[{walk.used}]", "is reached by no case")
    without = table["without"]
    require(len(without) in (0, len(profiles)), "without", "must have one entry for every profile, or none")
    for i, one in enumerate(without):
        fields(one, f"without[{i}]", ["profile", "placements"])
        require(one["profile"] == i and whole(one["profile"]), f"without[{i}].profile", "must run through the profiles in order")
        require(isinstance(one["placements"], list), f"without[{i}].placements", "must be a list")
        judge_function(ids, profiles[:i] + profiles[i + 1:], one["placements"], f"without[{i}].placements")
    return f"impossible, {len(profiles)} profiles, {walk.used} splits{', minimal' if without else ''}"


def judge_rule(table):
    """Refuses a table that is not a rule over all profiles of its scope with its properties."""
    ids, scope = read_head(table, "rule", ["format", "kind", "properties", "note", "scope", "row"])
    require(isinstance(table["row"], list), "row", "must be a list of tables")
    profiles, placements = [], []
    for i, one in enumerate(table["row"]):
        fields(one, f"row[{i}]", ["profile", "placement"])
        profiles.append(read_profile(one["profile"], f"row[{i}].profile", ids, scope))
        placements.append(one["placement"])
    keys = {repr((p.capacity, p.demand)) for p in profiles}
    require(len(keys) == len(profiles), "row", "has a profile twice")
    require(len(profiles) == all_profiles(ids, scope), "row", "does not have every profile of the scope")
    judge_function(ids, profiles, placements, "row")
    return f"rule, {len(profiles)} profiles"


def alone(name, p, x):
    """True if the allocation violates the property at one profile alone."""
    return not (ONE_RUN[name](p, x) if name in ONE_RUN else TWO_RUNS[name](p, x, p, x))


def judge_denied(where, one, ids, scope, instance):
    """Refuses an invalid reason for which an allocation at the instance is excluded."""
    x = one["placement"]
    if "breaks" in one:
        fields(one, where, ["placement", "breaks"])
        name = one["breaks"]
        require(isinstance(name, str) and name in ids, where, "names no property of the record")
        require(alone(name, instance, x), where, f"{name} is not broken at the instance")
        return
    fields(one, where, ["placement", "profile", "split"])
    require(isinstance(one["profile"], list) and isinstance(one["split"], list), where, "has no lists of profiles and splits")
    profiles = [instance]
    for j, other in enumerate(one["profile"]):
        p = read_profile(other, f"{where}.profile[{j}]", ids, scope)
        require(p not in profiles, f"{where}.profile[{j}]", "occurs twice")
        profiles.append(p)
    walk = Walk(ids, profiles, one["split"])
    walk.follow({0: x})
    require(walk.used == len(one["split"]), f"{where}.split[{walk.used}]", "is reached by no case")


def judge_forced(table):
    """Refuses a record in which some allocation at its instance has neither a reason for exclusion nor a rule that chooses it."""
    table = {"denied": [], "allowed": [], **table}
    ids, scope = read_head(table, "forced",
                           ["format", "kind", "properties", "note", "scope", "instance", "denied", "allowed"])
    instance = read_profile(table["instance"], "instance", ids, scope)
    for name in ("denied", "allowed"):
        require(isinstance(table[name], list) and all(isinstance(one, dict) and "placement" in one for one in table[name]),
                name, "must be a list of tables with a placement")
    lists = [[one["placement"] for one in table[name]] for name in ("denied", "allowed")]
    for name, placements in zip(("denied", "allowed"), lists):
        require(all(instance.feasible(x) for x in placements) and sorted(placements) == placements, name, "is not feasible, or out of order")
    require(sorted(lists[0] + lists[1]) == instance.allocations(), "instance", "has an allocation that is not in exactly one list")
    for i, one in enumerate(table["denied"]):
        judge_denied(f"denied[{i}]", one, ids, scope, instance)
    if table["allowed"]:
        first = table["allowed"][0].get("placements")
        require(isinstance(first, list) and len(first) == all_profiles(ids, scope), "allowed[0].placements",
                "does not have one entry for each profile of the scope")
        profiles = scope_profiles(ids, scope)
    for i, one in enumerate(table["allowed"]):
        where = f"allowed[{i}]"
        fields(one, where, ["placement", "placements"])
        require(isinstance(one["placements"], list), where, "must have a list of placements")
        judge_function(ids, profiles, one["placements"], f"{where}.placements")
        require(one["placements"][profiles.index(instance)] == one["placement"], where, "takes another allocation at the instance")
    return f"forced, {len(table['denied'])} allocations excluded, {len(table['allowed'])} left"


KINDS = {"divisible-impossible": divisible.judge_impossible, "divisible-rule": divisible.judge_rule, "forced": judge_forced,
         "impossible": judge_impossible, "rule": judge_rule}


def judge(table):
    """The accepted statement in words; raises `Refused`."""
    known = isinstance(table, dict) and isinstance(table.get("kind"), str) and table["kind"] in KINDS
    require(known, "kind", f"must be one of {', '.join(KINDS)}")
    return KINDS[table["kind"]](table)


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Judges records of impossibilities again, from the definition pages alone.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a record, or a table of a rule")
    options = parser.parse_args(arguments)
    for path in options.files:
        if not path.is_file():
            parser.error(f"{path}: no such file")
    status = 0
    for path in options.files:
        try:
            with open(path, "rb") as handle:
                print(f"{path}: accepted: {judge(tomllib.load(handle))}")
        except (OSError, ValueError, RecursionError) as error:
            print(f"{path}: refused: file: {(str(error) or 'nested too deeply').splitlines()[0]}")
            status = 1
        except Refused as refusal:
            print(f"{path}: refused: {refusal.field}: {refusal.reason}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
