#!/usr/bin/env python3
"""What each scheduler's rule keeps and breaks, measured: VERIFY=target/release/verify python3 table.py [POOLS]

Prints three tables in Markdown. The first: for each rule and property the smallest instance that a search ends with (small
scopes are gone through first), or how many were looked at in vain. The second: how often on pools like those of a real cluster. The third: how often rounding alone changes
what is allocated on these pools. Seeds are fixed, so the tables are the same each time. `--yarn COMMAND` adds the class of
YARN itself, by the command that yarn/build.sh prints.

The pools: 4 to 8 servers drawn from the classes of wang2013, Table I (a cluster of Google's), by their numbers; the largest
server has 64 cores and 100 units of memory. 3 to 6 users; a task takes 1, 2, 4 or 8 cores and 1, 2, 4, 8 or 16 units of memory.
No user's tasks end. Weights are 1; in the second half of the table, for rules that know them, 1 to 4.
"""
import argparse
import json
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile
from fractions import Fraction

import rounding
from filling import Pool

HERE = pathlib.Path(__file__).resolve().parent
VERIFY = os.environ.get("VERIFY", "verify")
#: Scopes that are enumerated, the smallest first; and the scope of the search after them.
SMALL = ["users=2,servers=1,resources=1,max=3", "users=2,servers=1,resources=2,max=3", "users=2,servers=2,resources=1,max=3",
         "users=3,servers=1,resources=1,max=3"]
SCOPE = "users=3,servers=2,resources=2,max=4"
#: Property, and the number of instances in a search: each instance has many lies.
PROPERTIES = {"si": 20_000, "ef": 20_000, "ef1": 20_000, "sp": 2_000, "po": 5_000}
HOW_OFTEN = ["si", "ef", "ef1", "po"]
#: Name, program, True if it has weights.
RULES = [
    ("Kueue", "kueue.py", True),
    ("Kueue, whole thousandths", "kueue.py --rounding milli", True),
    ("YARN, calculator", "yarn.py", False),
    ("YARN, Fair Scheduler", "yarn.py --rule fair", True),
    ("Mesos", "mesos.py", True),
    ("Volcano", "volcano.py", False),
    ("Volcano, hierarchy", "volcano.py --hierarchy", True),
    ("Slurm, sum", "slurm.py", True),
    ("Slurm, MAX_TRES", "slurm.py --billing max", True),
]
#: Classes of servers: number, cores of 64, memory of 100 (wang2013, Table I, rounded down to integers).
SERVERS = [(6732, 32, 50), (3863, 32, 25), (1001, 32, 75), (795, 64, 100), (126, 16, 25), (52, 32, 12), (5, 32, 3), (5, 32, 97),
           (3, 64, 50), (1, 32, 6)]


def realistic(number, weights):
    """The pool with the index `number`."""
    rng = random.Random(f"pool {number}")
    servers = rng.choices(SERVERS, [count for count, _, _ in SERVERS], k=rng.randint(4, 8))
    users = rng.randint(3, 6)
    pool = {"model": "cluster", "capacity": [[cores, memory] for _, cores, memory in servers],
            "demand": [[rng.choice([1, 2, 4, 8]), rng.choice([1, 2, 4, 8, 16])] for _ in range(users)]}
    drawn = [rng.randint(1, 4) for _ in range(users)]
    return {**pool, "weight": drawn} if weights else pool


def verify(*arguments):
    """The output of `verify` as JSON documents, one per line; an error of it is raised here."""
    done = subprocess.run([VERIFY, "--format", "json", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False)
    if done.returncode == 2 or not done.stdout:
        sys.exit(f"{shlex.join(done.args)}: {done.stderr.strip()}")
    return done.stdout


def short(row):
    """A row of numbers as text."""
    return "(" + ", ".join(str(x) for x in row) + ")"


def written(instance):
    """An instance in a few words: servers; demands; weights and limits if it has any."""
    parts = [" ".join(map(short, instance["capacity"])), " ".join(map(short, instance["demand"]))]
    if any(str(w) != "1" for w in instance.get("weight", [])):
        parts.append("weights " + short(instance["weight"]))
    if "eligible" in instance:
        parts.append("on " + " ".join(short([i + 1 for i in row]) for row in instance["eligible"]))
    if "tasks" in instance:
        parts.append("tasks " + short(instance["tasks"]))
    return "; ".join(parts)


def keeps(command, prop):
    """The cell of the first table."""
    looked = 0
    for scope, strategy in [(scope, "exhaustive") for scope in SMALL] + [(SCOPE, "auto")]:
        said = json.loads(verify("--mech-command", command, "--property", prop, "--no-archive", "--scope", scope, "--seed", "0",
                                 "--threads", "1", "--budget", str(PROPERTIES[prop]), "--strategy", strategy))
        if said["verdict"] == "violated":
            return f"no: {written(said['instance'])}"
        searched = said["searched"]
        looked += searched["instances"] - searched["refused"] - searched["out_of_scope"]
    return f"unrefuted, {looked} looked at"


def how_often(command, pools, properties):
    """For each property the number of pools that violate it, the largest margin, and the number of undecided pools."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(pool) + "\n" for pool in pools)
        file.flush()
        said = verify("judge", "--mech-command", command, "--property", ",".join(properties), "--instances", file.name,
                      "--threads", "1")
    counts = {prop: [0, Fraction(0), 0] for prop in properties}
    for line in said.splitlines():
        document = json.loads(line)
        for prop in properties:
            ruling = document["verdicts"][prop]
            if ruling["verdict"] == "violated":
                counts[prop][0] += 1
                counts[prop][1] = max(counts[prop][1], Fraction(ruling["margin"]))
            counts[prop][2] += ruling["verdict"] not in ("violated", "holds")
    return counts


def main():
    """The three tables."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("pools", type=int, nargs="?", default=200)
    options.add_argument("--yarn", help="the command that yarn/build.sh prints")
    chosen = options.parse_args()
    rules = [(name, f"{shlex.quote(sys.executable)} {HERE}/{program}", weights) for name, program, weights in RULES]
    if chosen.yarn:
        rules.insert(3, ("YARN itself, 3.3.4", chosen.yarn, False))

    print(f"| rule | {' | '.join(PROPERTIES)} |")
    print("|---|" + "---|" * len(PROPERTIES))
    for name, command, _ in rules:
        print(f"| {name} | {' | '.join(keeps(command, prop) for prop in PROPERTIES)} |", flush=True)

    print("\n| rule | weights | si | worst, in tasks | ef | ef1 | po | po undecided |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    for weights in (False, True):
        pools = [realistic(number, weights) for number in range(chosen.pools)]
        for name, command, knows in rules:
            if weights and not knows:
                continue
            # Non-wastefulness takes longest to decide, and does not depend on weights.
            counts = how_often(command, pools, HOW_OFTEN[:-1] if weights else HOW_OFTEN)
            si, po = counts["si"], counts.get("po")
            cells = [si[0], si[1], counts["ef"][0], counts["ef1"][0], *((po[0], po[2]) if po else ("", ""))]
            print(f"| {name} | {'1 to 4' if weights else 'equal'} | {' | '.join(map(str, cells))} |", flush=True)

    print("\n| restatement | equal weights | weights 1 to 4 |")
    print("|---|--:|--:|")
    for name, (restated, twin, widths, knows) in rounding.PAIRS.items():
        cells = []
        for weights in (False, True) if 2 in widths else ():
            pools = [Pool(realistic(number, weights)) for number in range(chosen.pools)]
            cells.append(sum(restated(pool) != twin(pool) for pool in pools) if knows or not weights else "")
        if cells:
            print(f"| {name} | {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main()
