#!/usr/bin/env bash
# An audit of a real Slurm with accounts, shares and three nodes on this one machine: the import while jobs run, the audit, and a
# comparison with the output of Slurm's `sshare`.
#
# usage: tests/slurm/audit.sh PROGRAM     PROGRAM is the `verify` to test. Ends with 0 if all numbers are as derived here, else with 1;
#                                         with 77 if a daemon is not installed.
#
# Three nodes of 2 CPUs, tasks of 1 CPU. The account bio has 1 share and ml has 2, so their parts are 1/3 and 2/3: alone each could run 6
# tasks, and they are entitled to 2 and 4. bio submits 5 jobs, and when they run ml submits 4: one CPU is left, so ml runs 1 and lacks 3.
#
# Needs slurmdbd and mariadbd beside Slurm and munge, and root.
set -euo pipefail

# shellcheck source=tests/slurm/daemons.sh
. "$(dirname "$0")/daemons.sh"

needs_accounts
keep_accounts

accounted associations | configure_slurm 2

start_accounts
manage add account bio fairshare=1 description=bio organization=verify
manage add account ml fairshare=2 description=ml organization=verify
manage add user root account=bio fairshare=1
manage add user root account=ml fairshare=1
# The account that sacctmgr makes for root beside them gets no part of the shares.
start_slurm
say "Slurm $(slurmctld -V | cut -d' ' -f2) with accounts and three nodes"

printf '#!/bin/sh\nexec sleep 300\n' >"$base/job.sh"
submit() { timeout 10 sbatch --quiet --account="$1" --ntasks=1 --output=/dev/null --chdir="$base" "$base/job.sh" || fail "sbatch of $1"; }
standing() { timeout 5 squeue --noheader --format='%a %t' | sort | uniq -c | tr -s ' \n' ' ,'; }
for _ in 1 2 3 4 5; do submit bio; done
for _ in $(seq 100); do [ "$(standing)" = " 5 bio R," ] && break; sleep 0.2; done
for _ in 1 2 3 4; do submit ml; done
for _ in $(seq 100); do [ "$(standing)" = " 5 bio R, 3 ml PD, 1 ml R," ] && break; sleep 0.2; done
[ "$(standing)" = " 5 bio R, 3 ml PD, 1 ml R," ] || fail "the jobs do not stand as expected: $(standing)"

cd "$base"
sinfo --json >nodes.json
squeue --json >jobs.json
sshare --all --parsable2 --format=Account,User,RawShares,NormShares,RawUsage,EffectvUsage >shares.txt
sacct --allusers --allocations --parsable2 \
  --format=JobID,Account,Partition,Submit,Start,End,NNodes,NodeList,AllocTRES,ReqTRES >log.txt
"$program" import slurm --nodes nodes.json --jobs jobs.json --shares shares.txt >cluster.toml || fail "the files are not imported"
"$program" audit --instance cluster.toml --html report.html --format json >audit.json || [ $? = 1 ] || fail "the audit does not end well"
"$program" audit --over log.txt --nodes nodes.json --moments 5 --property feasible --format json >over.json ||
  [ $? -le 1 ] || fail "the audit of the log does not end well: $(cat over.json)"
grep -q '<title>ml takes .*, and its share is 66.67 %: .* for 3 tasks;' report.html ||
  fail "the page does not begin as it should: $(grep -o '<title>.*</title>' report.html)"

python3 - <<'END' || fail "the numbers are not those that were derived"
import json
from fractions import Fraction

audit = json.load(open("audit.json"))
users = {user["user"]: user for user in audit["users"]}
lines = [line.rstrip("\n").split("|") for line in open("shares.txt")]
rows = [dict(zip(lines[0], line)) for line in lines[1:]]
accounts = {row["Account"].strip(): row for row in rows if not row["User"].strip()}
print("        account   part   sshare   runs   entitled   takes now   usage in sshare")
for name in ("bio", "ml"):
    user, row = users[name], accounts[name]
    print(f"        {name:9} {user['part']:6} {row['NormShares']:8} {user['tasks']:6} {user['entitled']:10} {user['share']:11} {row['EffectvUsage']}")
expected = {"bio": ("1/3", "5", "2", "0", "5/6"), "ml": ("2/3", "1", "4", "3", "1/6")}
found = {name: tuple(users[name][field] for field in ("part", "tasks", "entitled", "short", "share")) for name in expected}
assert found == expected, found
shares = {name: Fraction(accounts[name]["NormShares"]) for name in expected}
# The account of root has a separate share in sshare; the proportion of the two accounts is 1 to 2.
assert abs(shares["ml"] / shares["bio"] - 2) < Fraction(1, 1000), shares
verdicts = {line["property"]: line["verdict"] for line in audit["properties"]}
assert verdicts["feasible"] == "holds" and verdicts["si"] == "violated", verdicts
assert json.load(open("over.json"))["moments"] > 0
END
say "the audit says what was derived, and sshare weighs the accounts alike"
