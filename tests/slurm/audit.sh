#!/usr/bin/env bash
# An audit of a real Slurm with accounts, shares and three nodes on this one machine: what is imported while jobs run, what the audit says
# of it, and what Slurm's own `sshare` says beside it.
#
# usage: tests/slurm/audit.sh PROGRAM     PROGRAM is the `verify` to test. Ends with 0 when all numbers are as derived here, else with 1;
#                                         with 77 where a daemon is not installed.
#
# Three nodes of 2 CPUs, tasks of 1 CPU. The account bio has 1 share and ml has 2, so their parts are 1/3 and 2/3: alone each could run 6
# tasks, and they are entitled to 2 and 4. bio submits 5 jobs, and when they run ml submits 4: one CPU is left, so ml runs 1 and lacks 3.
#
# Needs slurmctld, slurmd, slurmdbd, munged and mariadbd, and root. All daemons are its own: other ports than the usual ones, bound to the
# loopback, with configuration, keys and state in a temporary folder, and ended with it.
set -euo pipefail

program=$(realpath "$1")
host=$(hostname -s)
base=$(mktemp -d "${TMPDIR:-/tmp}/verify-slurm-audit.XXXXXX")
export SLURM_CONF=$base/slurm.conf
export PATH=$PATH:/usr/sbin
nodes="n1 n2 n3"

say() { printf '%4ds  %s\n' "$SECONDS" "$*"; }

fail() {
  say "FAILED: $*"
  for log in "$base"/*.log; do
    [ -s "$log" ] && { echo "-- $log"; tail -n 15 "$log"; }
  done
  exit 1
}

for tool in slurmctld slurmd slurmdbd sacctmgr sshare sacct munged mariadb mariadbd mariadb-install-db python3; do
  command -v "$tool" >/dev/null || {
    echo "$tool is missing: apt-get install slurm-wlm slurmdbd munge mariadb-server-core mariadb-client-core python3"
    rm -rf "$base"
    exit 77
  }
done
[ "$(id -u)" = 0 ] || fail "slurmd has to be started by root"

# Daemons are ended by the numbers that they left, and only those whose command is what it should be.
stop() { # stop PID NAME
  local pid=$1 name=$2
  [ -n "$pid" ] && [ -r "/proc/$pid/comm" ] || return 0
  case "$(cat "/proc/$pid/comm" 2>/dev/null)" in "$name"*) kill "${3:--9}" "$pid" 2>/dev/null || true ;; esac
}

pid_in() { [ -r "$1" ] && tr -d '\n' <"$1" || true; }

cleanup() {
  set +e
  trap - EXIT INT TERM
  timeout 5 scancel --quiet --signal=KILL --full --user=root >/dev/null 2>&1
  for node in $nodes; do stop "$(pid_in "$base/$node.pid")" slurmd; done
  stop "$(pid_in "$base/slurmctld.pid")" slurmctld
  stop "$(pid_in "$base/slurmdbd.pid")" slurmdbd
  for step in $(pgrep -x slurmstepd); do
    { tr '\0' '\n' <"/proc/$step/environ"; } 2>/dev/null | grep -qx "SLURM_CONF=$SLURM_CONF" && stop "$step" slurmstepd
  done
  stop "${database:-}" mariadbd
  wait "${database:-}" 2>/dev/null
  stop "$(pid_in "$base/munged.pid")" munged
  sleep 0.2
  rm -rf "$base"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Keys and sockets of munge have to stand in folders that only root can write to.
chmod 755 "$base"
head -c 1024 /dev/urandom >"$base/munge.key"
chmod 400 "$base/munge.key"
munged --force --num-threads=2 --key-file="$base/munge.key" --socket="$base/munge.socket" \
  --pid-file="$base/munged.pid" --log-file="$base/munged.log" --seed-file="$base/munged.seed" ||
  fail "munged does not start"

# Six ports that nobody listens at.
port=$(python3 -c '
import random, socket
def free(port):
    with socket.socket() as s:
        try:
            s.bind(("127.0.0.1", port))
            return True
        except OSError:
            return False
for _ in range(200):
    port = random.randrange(20000, 30000)
    if all(free(port + k) for k in range(6)):
        print(port)
        break
') && [ -n "$port" ] || fail "no ports are free"

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

cat >"$SLURM_CONF" <<END
ClusterName=verify
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$base/munge.socket
CredType=cred/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
PriorityType=priority/multifactor
PriorityWeightFairshare=1000
PriorityCalcPeriod=1
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePort=$((port + 4))
AccountingStoragePass=$base/munge.socket
AccountingStorageEnforce=associations
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SlurmdParameters=config_overrides
StateSaveLocation=$base/state
SlurmctldPidFile=$base/slurmctld.pid
SlurmctldLogFile=$base/slurmctld.log
SlurmdSpoolDir=$base/spool-%n
SlurmdPidFile=$base/%n.pid
SlurmdLogFile=$base/%n.log
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=2 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=2 State=UNKNOWN
NodeName=n3 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 3)) CPUs=2 State=UNKNOWN
PartitionName=main Nodes=n1,n2,n3 Default=YES MaxTime=INFINITE State=UP
END
mkdir -p "$base/state" "$base/spool-n1" "$base/spool-n2" "$base/spool-n3"

slurmdbd || fail "slurmdbd does not start"
for _ in $(seq 150); do timeout 5 sacctmgr --noheader --parsable2 show cluster >/dev/null 2>&1 && break; sleep 0.2; done
manage() { timeout 20 sacctmgr --immediate "$@" >>"$base/sacctmgr.log" 2>&1 || fail "sacctmgr $*: $(tail -n 3 "$base/sacctmgr.log")"; }
manage add cluster verify
manage add account bio fairshare=1 description=bio organization=verify
manage add account ml fairshare=2 description=ml organization=verify
manage add user root account=bio fairshare=1
manage add user root account=ml fairshare=1
# The account that sacctmgr makes for root beside them gets no part of the shares.
slurmctld || fail "slurmctld does not start"
for node in $nodes; do slurmd -N "$node" || fail "slurmd of $node does not start"; done
for _ in $(seq 100); do
  up=$(timeout 5 sinfo --noheader --Node --format='%N %t' 2>/dev/null | grep -c ' idle$' || true)
  [ "$up" = 3 ] && break
  sleep 0.2
done
[ "${up:-0}" = 3 ] || fail "Slurm did not come up with three nodes: $(timeout 5 sinfo --Node 2>&1 || true)"
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
grep -q '<title>ml runs 1 task; its share would run 4;' report.html ||
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
# The account of root has a share of its own in sshare; the two stand to each other as 1 to 2.
assert abs(shares["ml"] / shares["bio"] - 2) < Fraction(1, 1000), shares
verdicts = {line["property"]: line["verdict"] for line in audit["properties"]}
assert verdicts["feasible"] == "holds" and verdicts["si"] == "violated", verdicts
assert json.load(open("over.json"))["moments"] > 0
END
say "the audit says what was derived, and sshare weighs the accounts alike"
