#!/usr/bin/env bash
# A campaign on a real Slurm with three nodes on this one machine, one of which is killed in the middle: the merged result
# must be that of one thread, byte for byte, with no block lost and at most one done twice.
#
# usage: tests/slurm/run.sh PROGRAM     PROGRAM is the `verify` to test. Ends with 0 when all of that holds, else with 1;
#                                       with 77 where a daemon is not installed.
set -euo pipefail

# shellcheck source=tests/slurm/daemons.sh
. "$(dirname "$0")/daemons.sh"
blocks=160 # of each of two cells
cells=(--mech drf --property ef,po --blocks "$blocks" --instances "${INSTANCES:-25000}" --seed 5)

worker_of() { # worker_of NODE: the number of the process that works there; its diary is named after both
  local diary
  for diary in "$base"/hunt/leases/"$1"-*.worker; do
    case "$diary" in *.left.worker | *'*'*) continue ;; esac
    diary=${diary##*/}
    diary=${diary#"$1"-}
    echo "${diary%%-*}"
  done
}

ends_first() {
  for node in $nodes; do
    for pid in $(worker_of "$node"); do
      step=$(ps -o ppid= -p "$pid" 2>/dev/null | tr -d ' ')
      stop "$pid" "$(basename "$program")"
      stop "$step" slurmstepd
    done
  done
}

needs "slurm-wlm munge python3" slurmctld slurmd sbatch scancel sinfo munged python3
start_munge
find_ports
configure_slurm 1 <<END
AccountingStorageType=accounting_storage/none
SlurmdTimeout=10
JobRequeue=1
END
start_slurm
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
    # At once, because a worker whose step is gone would be notified, and return its lease.
    kill -9 "$pid" "$step"
    killed=$pid
    break
  fi
  kill -CONT "$pid"
done
[ -n "$killed" ] || fail "the worker of n2 was never seen at work: $("$program" campaign status hunt)"
total=$((2 * blocks))
[ "$done_then" -lt $((total - 30)) ] || fail "$done_then of $total blocks were done already when n2 was killed"
# A worker that is killed while it writes a block leaves a draft, which no other worker takes for a block.
echo 'unit = 71' >"$base/hunt/blocks/0/.draft-of-n2"
say "n2 killed with its step and its worker, which held the lease $held; $done_then of $total blocks were done"

# Meanwhile one thread runs the campaign in a separate folder.
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
