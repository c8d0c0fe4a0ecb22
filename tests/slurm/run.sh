#!/usr/bin/env bash
# A campaign on a real Slurm with three nodes on this one machine, one of which is killed in the middle: the merged result
# has to be one thread's, byte for byte, with no block lost and at most one done twice.
#
# usage: tests/slurm/run.sh PROGRAM     PROGRAM is the `verify` to test. Ends with 0 when all of that holds, else with 1.
#
# Needs slurmctld, slurmd, sbatch and munged, and root; no systemd, no cgroups. All daemons are its own: other ports than
# the usual ones, bound to the loopback, with configuration, key and state in a temporary folder, and ended with it.
set -euo pipefail

program=$(realpath "$1")
host=$(hostname -s)
base=$(mktemp -d "${TMPDIR:-/tmp}/verify-slurm.XXXXXX")
export SLURM_CONF=$base/slurm.conf
export PATH=$PATH:/usr/sbin
nodes="n1 n2 n3"
blocks=160 # of each of two cells
cells=(--mech drf --property ef,po --blocks "$blocks" --instances "${INSTANCES:-25000}" --seed 5)

say() { printf '%4ds  %s\n' "$SECONDS" "$*"; }

fail() {
  say "FAILED: $*"
  for log in "$base"/*.log "$base"/hunt/slurm/*.log; do
    [ -s "$log" ] && { echo "-- $log"; tail -n 15 "$log"; }
  done
  exit 1
}

# Daemons and workers are ended by the numbers that they left, and only those whose command is what it should be.
stop() { # stop PID NAME
  local pid=$1 name=$2
  [ -n "$pid" ] && [ -r "/proc/$pid/comm" ] || return 0
  case "$(cat "/proc/$pid/comm" 2>/dev/null)" in "$name"*) kill -9 "$pid" 2>/dev/null || true ;; esac
}

pid_in() { [ -r "$1" ] && tr -d '\n' <"$1" || true; }

worker_of() { # worker_of NODE: the number of the process that works there; its diary is named after both
  local diary
  for diary in "$base"/hunt/leases/"$1"-*.worker; do
    case "$diary" in *.left.worker | *'*'*) continue ;; esac
    diary=${diary##*/}
    diary=${diary#"$1"-}
    echo "${diary%%-*}"
  done
}

cleanup() {
  set +e
  trap - EXIT INT TERM
  timeout 5 scancel --quiet --signal=KILL --full --user=root >/dev/null 2>&1
  for node in $nodes; do
    for pid in $(worker_of "$node"); do
      step=$(ps -o ppid= -p "$pid" 2>/dev/null | tr -d ' ')
      stop "$pid" "$(basename "$program")"
      stop "$step" slurmstepd
    done
    stop "$(pid_in "$base/$node.pid")" slurmd
  done
  stop "$(pid_in "$base/slurmctld.pid")" slurmctld
  # Steps that are still about were started with this configuration, and with no other.
  for step in $(pgrep -x slurmstepd); do
    tr '\0' '\n' <"/proc/$step/environ" 2>/dev/null | grep -qx "SLURM_CONF=$SLURM_CONF" && stop "$step" slurmstepd
  done
  stop "$(pid_in "$base/munged.pid")" munged
  sleep 0.2
  rm -rf "$base"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

for tool in slurmctld slurmd sbatch scancel sinfo munged python3; do
  command -v "$tool" >/dev/null || fail "$tool is missing: apt-get install slurm-wlm munge python3"
done
[ "$(id -u)" = 0 ] || fail "slurmd has to be started by root"

# Keys and sockets of munge have to stand in folders that only root can write to.
chmod 755 "$base"
head -c 1024 /dev/urandom >"$base/munge.key"
chmod 400 "$base/munge.key"
munged --force --num-threads=2 --key-file="$base/munge.key" --socket="$base/munge.socket" \
  --pid-file="$base/munged.pid" --log-file="$base/munged.log" --seed-file="$base/munged.seed" ||
  fail "munged does not start"

# Three ports and one that nobody listens at.
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
    if all(free(port + k) for k in range(4)):
        print(port)
        break
') && [ -n "$port" ] || fail "no ports are free"

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
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SlurmdTimeout=10
JobRequeue=1
SlurmdParameters=config_overrides
StateSaveLocation=$base/state
SlurmctldPidFile=$base/slurmctld.pid
SlurmctldLogFile=$base/slurmctld.log
SlurmdSpoolDir=$base/spool-%n
SlurmdPidFile=$base/%n.pid
SlurmdLogFile=$base/%n.log
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1 State=UNKNOWN
NodeName=n3 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 3)) CPUs=1 State=UNKNOWN
PartitionName=main Nodes=n1,n2,n3 Default=YES MaxTime=INFINITE State=UP
END
mkdir -p "$base/state" "$base/spool-n1" "$base/spool-n2" "$base/spool-n3"

slurmctld || fail "slurmctld does not start"
for node in $nodes; do slurmd -N "$node" || fail "slurmd of $node does not start"; done
for _ in $(seq 100); do
  up=$(timeout 5 sinfo --noheader --Node --format='%N %t' 2>/dev/null | grep -c ' idle$' || true)
  [ "$up" = 3 ] && break
  sleep 0.2
done
[ "${up:-0}" = 3 ] || fail "Slurm did not come up with three nodes: $(timeout 5 sinfo --Node 2>&1 || true)"
say "Slurm $(slurmctld -V | cut -d' ' -f2) with three nodes"

cd "$base"
"$program" campaign slurm hunt --nodes 3 --time 0:10:00 --lease 6s -- "${cells[@]}" || fail "the job was not submitted"

standing() { # standing EXPRESSION: of the status `s`
  "$program" campaign status hunt --format json |
    python3 -c 'import json, sys; s = json.load(sys.stdin); print(eval(sys.argv[1]))' "$1"
}

# The worker of n2 is stopped, so that it can be seen to hold a block, and then killed with its step and its slurmd.
killed=
for _ in $(seq 400); do
  sleep 0.1
  pid=$(worker_of n2)
  [ -n "$pid" ] && [ "$(standing "s['blocks']['done']")" -ge 60 ] || continue
  kill -STOP "$pid" || continue
  step=$(ps -o ppid= -p "$pid" | tr -d ' ')
  diary=$(ls "$base"/hunt/leases/n2-"$pid"-*.worker)
  held=$(find "$base/hunt/leases" -samefile "$diary" ! -name '*.worker' -printf '%f ')
  done_then=$(standing "s['blocks']['done']")
  if [ -n "$held" ] && [ "$(cat "/proc/$step/comm")" = slurmstepd ]; then
    stop "$(pid_in "$base/n2.pid")" slurmd
    # At once: a worker whose step is gone would be told so, and give its lease back.
    kill -9 "$pid" "$step"
    killed=$pid
    break
  fi
  kill -CONT "$pid"
done
[ -n "$killed" ] || fail "the worker of n2 was never seen at work: $("$program" campaign status hunt)"
total=$((2 * blocks))
[ "$done_then" -lt $((total - 30)) ] || fail "$done_then of $total blocks were done already when n2 was killed"
# What a worker leaves that is killed while it writes a block: a draft, which nobody takes for a block.
echo 'unit = 71' >"$base/hunt/blocks/0/.draft-of-n2"
say "n2 killed with its step and its worker, which held the lease $held; $done_then of $total blocks were done"

# One thread does the same meanwhile, in a folder of its own.
"$program" campaign alone --threads 1 "${cells[@]}" >/dev/null || [ $? = 1 ] || fail "one thread does not end well"
say "one thread is done with the same campaign"

for _ in $(seq 300); do
  [ "$(standing "s['blocks']['done'] + s['blocks']['spared']")" = "$total" ] && break
  sleep 0.2
done
say "all blocks: $("$program" campaign status hunt --format json | python3 -c 'import json, sys; s = json.load(sys.stdin); print(s["blocks"], "taken over", s["taken_over"], "repeated", s["repeated"])')"
verdict=$(standing "(s['blocks']['done'] + s['blocks']['spared'], s['blocks']['done'] >= 300, s['taken_over'] >= 1, s['repeated'] <= 1, s['differing'])")
[ "$verdict" = "($total, True, True, True, [])" ] || fail "expected ($total, True, True, True, []), found $verdict"
workers=$(standing "sorted({w['name'].split('-')[0] for w in s['workers'] if w['done']})")
[ "$workers" = "['n1', 'n2', 'n3']" ] || fail "not all nodes have worked: $workers"

"$program" campaign merge hunt >/dev/null || [ $? = 1 ] || fail "the campaign does not merge"
cmp hunt/results.toml alone/results.toml || fail "the merged result is not that of one thread"
for shelf in alone/blocks/*; do
  diff -r --brief --exclude='.draft*' "$shelf" "hunt/blocks/${shelf##*/}" || fail "blocks differ from those of one thread"
done
say "merged: byte for byte the result of one thread"
