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

ends_last() {
  stop "$(pid_in "$base/slurmdbd.pid")" slurmdbd
  stop "${database:-}" mariadbd
  wait "${database:-}" 2>/dev/null
}

needs "slurm-wlm slurmdbd munge mariadb-server-core mariadb-client-core python3" \
  slurmctld slurmd slurmdbd sacctmgr sshare sacct munged mariadb mariadbd mariadb-install-db python3
start_munge
find_ports

mariadb-install-db --no-defaults --user=root --datadir="$base/data" --auth-root-authentication-method=normal \
  --skip-test-db >"$base/install.log" 2>&1 || fail "the data base is not installed"
mariadbd --no-defaults --user=root --datadir="$base/data" --socket="$base/mariadb.socket" --pid-file="$base/mariadb.pid" \
  --bind-address=127.0.0.1 --port=$((port + 5)) --innodb-buffer-pool-size=64M --innodb-flush-log-at-trx-commit=0 \
  >"$base/mariadb.log" 2>&1 &
database=$!
sql() { mariadb --no-defaults --socket="$base/mariadb.socket" --user=root -e "$1" >/dev/null 2>&1; }
for _ in $(seq 150); do sql 'select 1' && break; sleep 0.2; done
sql "create user 'slurm'@'%' identified by 'slurm'; create user 'slurm'@'localhost' identified by 'slurm';
     grant all on *.* to 'slurm'@'%'; grant all on *.* to 'slurm'@'localhost'" || fail "the data base does not answer"

cat >"$base/slurmdbd.conf" <<END
AuthType=auth/munge
AuthInfo=socket=$base/munge.socket
DbdHost=$host
DbdAddr=127.0.0.1
DbdPort=$((port + 4))
CommunicationParameters=NoInAddrAny
SlurmUser=root
LogFile=$base/slurmdbd.log
PidFile=$base/slurmdbd.pid
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort=$((port + 5))
StorageUser=slurm
StoragePass=slurm
StorageLoc=slurm_audit
END
chmod 600 "$base/slurmdbd.conf"

configure_slurm 2 <<END
PriorityType=priority/multifactor
PriorityWeightFairshare=1000
PriorityCalcPeriod=1
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePort=$((port + 4))
AccountingStoragePass=$base/munge.socket
AccountingStorageEnforce=associations
END

slurmdbd || fail "slurmdbd does not start"
for _ in $(seq 150); do timeout 5 sacctmgr --noheader --parsable2 show cluster >/dev/null 2>&1 && break; sleep 0.2; done
manage() { timeout 20 sacctmgr --immediate "$@" >>"$base/sacctmgr.log" 2>&1 || fail "sacctmgr $*: $(tail -n 3 "$base/sacctmgr.log")"; }
manage add cluster verify
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
