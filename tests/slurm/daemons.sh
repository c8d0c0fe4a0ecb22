# shellcheck shell=bash
# Slurm with three nodes on this one machine, for the scripts beside this file, which source it. All daemons are their own: other
# ports than the usual ones, bound to the loopback, with configuration, keys and state in a temporary folder, and ended with it.
#
# Needs slurmctld, slurmd and munged, and root; no systemd, no cgroups. A script may define `ends_first` and `ends_last`, which
# end what it started before Slurm's daemons end and after.

# Variables: `program` is the `verify` to test, `base` the temporary folder, `nodes` the names of the nodes.
program=$(realpath "$1")
host=$(hostname -s)
base=$(mktemp -d "${TMPDIR:-/tmp}/verify-slurm.XXXXXX")
export SLURM_CONF=$base/slurm.conf
export PATH=$PATH:/usr/sbin
nodes="n1 n2 n3"

say() { printf '%4ds  %s\n' "$SECONDS" "$*"; }

fail() {
  say "FAILED: $*"
  for log in "$base"/*.log "$base"/*/slurm/*.log; do
    [ -s "$log" ] && { echo "-- $log"; tail -n 15 "$log"; }
  done
  exit 1
}

# Daemons are ended by the numbers that they left, and only those whose command is what it should be.
stop() { # stop PID NAME [SIGNAL]
  local pid=$1 name=$2
  [ -n "$pid" ] && [ -r "/proc/$pid/comm" ] || return 0
  case "$(cat "/proc/$pid/comm" 2>/dev/null)" in "$name"*) kill "${3:--9}" "$pid" 2>/dev/null || true ;; esac
}

pid_in() { [ -r "$1" ] && tr -d '\n' <"$1" || true; }

ends_first() { :; }
ends_last() { :; }

cleanup() {
  set +e
  trap - EXIT INT TERM
  timeout 5 scancel --quiet --signal=KILL --full --user=root >/dev/null 2>&1
  ends_first
  for node in $nodes; do stop "$(pid_in "$base/$node.pid")" slurmd; done
  stop "$(pid_in "$base/slurmctld.pid")" slurmctld
  # Steps that are still about were started with this configuration, and with no other.
  for step in $(pgrep -x slurmstepd); do
    { tr '\0' '\n' <"/proc/$step/environ"; } 2>/dev/null | grep -qx "SLURM_CONF=$SLURM_CONF" && stop "$step" slurmstepd
  done
  ends_last
  stop "$(pid_in "$base/munged.pid")" munged
  sleep 0.2
  rm -rf "$base"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

needs() { # needs PACKAGES TOOL..: ends with 77 where a tool is missing
  local packages=$1 tool
  shift
  for tool in "$@"; do
    command -v "$tool" >/dev/null || {
      echo "$tool is missing: apt-get install $packages"
      exit 77
    }
  done
  [ "$(id -u)" = 0 ] || fail "slurmd has to be started by root"
}

start_munge() {
  # Keys and sockets of munge have to stand in folders that only root can write to.
  chmod 755 "$base"
  head -c 1024 /dev/urandom >"$base/munge.key"
  chmod 400 "$base/munge.key"
  munged --force --num-threads=2 --key-file="$base/munge.key" --socket="$base/munge.socket" \
    --pid-file="$base/munged.pid" --log-file="$base/munged.log" --seed-file="$base/munged.seed" ||
    fail "munged does not start"
}

# The first of six ports in a row that nobody listens at: of slurmctld, of the nodes, and two for a script's own daemons.
find_ports() {
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
}

configure_slurm() { # configure_slurm CPUS [OPTION..]: CPUs of a node and more of it; further lines of the configuration come from standard input
  local cpus=$1
  shift
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
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=$cpus $* State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=$cpus $* State=UNKNOWN
NodeName=n3 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 3)) CPUs=$cpus $* State=UNKNOWN
PartitionName=main Nodes=n1,n2,n3 Default=YES MaxTime=INFINITE State=UP
END
  cat >>"$SLURM_CONF"
  mkdir -p "$base/state" "$base/spool-n1" "$base/spool-n2" "$base/spool-n3"
}

start_slurm() {
  local node up
  slurmctld || fail "slurmctld does not start"
  for node in $nodes; do slurmd -N "$node" || fail "slurmd of $node does not start"; done
  for _ in $(seq 100); do
    up=$(timeout 5 sinfo --noheader --Node --format='%N %t' 2>/dev/null | grep -c ' idle$' || true)
    [ "$up" = 3 ] && break
    sleep 0.2
  done
  [ "${up:-0}" = 3 ] || fail "Slurm did not come up with three nodes: $(timeout 5 sinfo --Node 2>&1 || true)"
}

# Accounts, for the scripts that need them: slurmdbd with a data base of its own.
needs_accounts() {
  needs "slurm-wlm slurmdbd munge mariadb-server-core mariadb-client-core python3" \
    slurmctld slurmd slurmdbd sacctmgr sshare sacct munged mariadb mariadbd mariadb-install-db python3
  start_munge
  find_ports
}

end_accounts() {
  stop "$(pid_in "$base/slurmdbd.pid")" slurmdbd
  stop "${database:-}" mariadbd
  wait "${database:-}" 2>/dev/null
}

sql() { mariadb --no-defaults --socket="$base/mariadb.socket" --user=root -e "$1" >/dev/null 2>&1; }

keep_accounts() {
  ends_last() { end_accounts; }
  mariadb-install-db --no-defaults --user=root --datadir="$base/data" --auth-root-authentication-method=normal \
    --skip-test-db >"$base/install.log" 2>&1 || fail "the data base is not installed"
  mariadbd --no-defaults --user=root --datadir="$base/data" --socket="$base/mariadb.socket" --pid-file="$base/mariadb.pid" \
    --bind-address=127.0.0.1 --port=$((port + 5)) --innodb-buffer-pool-size=64M --innodb-flush-log-at-trx-commit=0 \
    >"$base/mariadb.log" 2>&1 &
  database=$!
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
}

accounted() { # accounted ENFORCE: lines of the configuration for accounts, and what Slurm enforces of them
  cat <<END
PriorityType=priority/multifactor
PriorityWeightFairshare=1000
PriorityCalcPeriod=1
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePort=$((port + 4))
AccountingStoragePass=$base/munge.socket
AccountingStorageEnforce=$1
END
}

manage() { timeout 20 sacctmgr --immediate "$@" >>"$base/sacctmgr.log" 2>&1 || fail "sacctmgr $*: $(tail -n 3 "$base/sacctmgr.log")"; }

start_accounts() {
  slurmdbd || fail "slurmdbd does not start"
  for _ in $(seq 150); do timeout 5 sacctmgr --noheader --parsable2 show cluster >/dev/null 2>&1 && break; sleep 0.2; done
  manage add cluster verify
}
