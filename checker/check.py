#!/usr/bin/env python3
"""Judges records of violations again, with no code of the workbench: `python3 checker/check.py [PATH..]`.

A path is a record or a folder of records; without a path it is counterexamples/ beside the checker. Exit status: 0 every record is
accepted or not covered, 1 a record is refused or there is none, 2 usage.
"""

import argparse
import json
import sys
import tomllib
from collections import Counter
from pathlib import Path

import record
from verdict import NotCovered, Refused

ARCHIVE = Path(__file__).resolve().parent.parent / "counterexamples"


def files_of(paths):
    """The records at the paths, folders in order of name."""
    found = []
    for path in paths:
        found += sorted(path.glob("*.toml")) if path.is_dir() else [path]
    return found


def judge_file(path):
    """The verdict on one file as a table: file, verdict, kind, field, reason."""
    result = {"file": str(path), "verdict": "refused", "kind": None, "field": None, "reason": None}
    if path.exists() and not path.is_file():
        result.update(field="file", reason="is no regular file")
        return result
    try:
        with open(path, "rb") as handle:
            read = tomllib.load(handle)
    except (OSError, ValueError, RecursionError) as error:
        result.update(field="file", reason=(str(error) or "nested too deeply").splitlines()[0])
        return result
    try:
        certificate, witness = record.judge(read, path.stem)
        result.update(verdict="accepted", kind=f"{certificate}, {witness}")
    except Refused as refusal:
        result.update(field=refusal.field, reason=refusal.reason)
    except NotCovered as gap:
        result.update(verdict="not covered", kind=gap.kind, reason=gap.reason)
    return result


def summary(results):
    """The number of records of each verdict, in total and by kind."""
    verdicts = Counter(result["verdict"] for result in results)
    kinds = {verdict: dict(sorted(Counter(result["kind"] for result in results if result["verdict"] == verdict).items()))
             for verdict in ("accepted", "not covered")}
    return {verdict: verdicts[verdict] for verdict in ("accepted", "refused", "not covered")}, kinds


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Judges records of violations again, from the definition pages alone.")
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="a record or a folder of records")
    parser.add_argument("--format", choices=["text", "json"], default="text")
    options = parser.parse_args(arguments)
    for path in options.paths:
        if not path.exists():
            parser.error(f"{path}: no such file or folder")
    sys.set_int_max_str_digits(0)
    results = [judge_file(path) for path in files_of(options.paths or [ARCHIVE])]
    verdicts, kinds = summary(results)
    if options.format == "json":
        print(json.dumps({"records": results, "verdicts": verdicts, "kinds": kinds}, indent=1))
    else:
        for result in results:
            if result["verdict"] == "refused":
                print(f"{result['file']}: refused: {result['field']}: {result['reason']}")
            elif result["verdict"] == "not covered":
                print(f"{result['file']}: not covered: {result['kind']}: {result['reason']}")
        for verdict, counts in kinds.items():
            for kind, count in counts.items():
                print(f"{count:5} {verdict}: {kind}")
        print(", ".join(f"{count} {verdict}" for verdict, count in verdicts.items()) if results else "no record found")
    return 1 if verdicts["refused"] or not results else 0


if __name__ == "__main__":
    sys.exit(main())
