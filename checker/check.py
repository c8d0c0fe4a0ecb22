#!/usr/bin/env python3
"""Judges records of violations again, with no code of the workbench: `python3 checker/check.py [PATH..]`.

A path is a file of records, a folder of such files and of folders with them, or the name of a record, as in
`counterexamples/tsf-bf-2u2s2r.toml`; without a path it is counterexamples/ beside the checker. Exit status: 0 every record is
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
    """The files at the paths, folders in order of name: pairs of a file and the one record asked for, None for all of them."""
    found = []
    for path in paths:
        if path.is_dir():
            found += [(file, None) for file in sorted([*path.glob("*.toml"), *path.glob("*/*.toml")])]
        elif path.exists():
            found.append((path, None))
        else:
            file = holder(path)
            found.append((file, path.stem) if file else (path, None))
    return found


def holder(path):
    """The file of an archive that holds the record of that name, None if there is none."""
    for folder in (path.parent, path.parent.parent):
        for file in sorted(folder.glob("*/*.toml")) if folder.name == ARCHIVE.name else ():
            try:
                if path.stem in records_in(file):
                    return file
            except (Refused, OSError, ValueError, RecursionError, LookupError, TypeError):
                continue
    return None


def records_in(file):
    """The records of a file by name, each alone as read from TOML."""
    with open(file, "rb") as handle:
        read = tomllib.load(handle)
    return {record.own_name(alone): alone for _, alone in record.violations(read)}


def judge_file(path, asked=None):
    """The verdicts on a file, or on the record of the name `asked` in it, as tables: file, record, verdict, kind, field, reason."""
    blank = {"file": str(path), "record": None, "verdict": "refused", "kind": None, "field": None, "reason": None}
    if path.exists() and not path.is_file():
        return [{**blank, "field": "file", "reason": "is no regular file"}]
    try:
        with open(path, "rb") as handle:
            read = tomllib.load(handle)
    except (OSError, ValueError, RecursionError) as error:
        return [{**blank, "field": "file", "reason": (str(error) or "nested too deeply").splitlines()[0]}]
    try:
        violations = record.violations(read)
    except Refused as refusal:
        return [{**blank, "field": refusal.field, "reason": refusal.reason}]
    results, names = [], set()
    for at, alone in violations:
        result = dict(blank)
        try:
            # The file is named after its first violation.
            certificate, witness = record.judge(alone, path.stem if not at else None)
            name = record.own_name(alone)
            if name in names:
                raise Refused("violates", f"{name} is there already")
            names.add(name)
            result.update(verdict="accepted", kind=f"{certificate}, {witness}", record=name)
        except Refused as refusal:
            field = refusal.field if at is None else f"violates[{at}].{refusal.field}"
            result.update(field=field, reason=refusal.reason)
        except NotCovered as gap:
            result.update(verdict="not covered", kind=gap.kind, reason=gap.reason)
        results.append(result)
    return [result for result in results if asked in (None, result["record"])] or results


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
        if not path.exists() and not holder(path):
            parser.error(f"{path}: no such file or folder")
    sys.set_int_max_str_digits(0)
    results = [result for path, asked in files_of(options.paths or [ARCHIVE]) for result in judge_file(path, asked)]
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
