#!/usr/bin/env bash
# A campaign as an array on a real Slurm with three nodes on this one machine, one of which is killed in the middle, and as jobs
# of GNU parallel: the merged results must be those of one thread, byte for byte.
#
# usage: tests/slurm/run.sh PROGRAM     PROGRAM is the `verify` to test. Ends with 0 when all of that holds, else with 1;
#                                       with 77 where a daemon is not installed.
set -euo pipefail

# shellcheck source=tests/slurm/daemons.sh
. "$(dirname "$0")/daemons.sh"
blocks=20 # of each of two cells
cells=(--mech drf --property ef,po --blocks "$blocks" --instances "${INSTANCES:-100000}" --seed 5)

worker_of() { # worker_of NODE: the process that does a block there
  local pid
  for pid in $(pgrep -x "$(basename "$program")"); do
    { tr '\0' '\n' <"/proc/$pid/environ"; } 2>/dev/null | grep -qx "SLURM_CONF=$SLURM_CONF" || continue
    { tr '\0' '\n' <"/proc/$pid/environ"; } 2>/dev/null | grep -qx "SLURMD_NODENAME=$1" && echo "$pid" && return
  done
  return 0
}

ends_first() {
  for node in $nodes; do stop "$(worker_of "$node")" "$(basename "$program")"; done
}

standing() { # standing FIELD FOLDER: the numbers of the blocks that are done, missing, spared or damaged
  "$program" campaign status "$2" --format json |
    python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]]["numbers"])' "$1"
}

needs "slurm-wlm munge parallel python3 procps" slurmctld slurmd sbatch scancel sinfo munged parallel python3 pgrep
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
for name in hunt alone apart; do "$program" campaign plan "$name" "${cells[@]}" >/dev/null; done
job=$("$program" campaign slurm hunt | sbatch --parsable --time=0:10:00) || fail "the job was not submitted"

# The process of n2 is stopped, so that it is seen in the middle of its block, and killed with its step and its slurmd.
lost=
for _ in $(seq 400); do
  sleep 0.1
  [ "$(find hunt/blocks -name '[0-9]*.toml' 2>/dev/null | wc -l)" -ge 6 ] || continue
  pid=$(worker_of n2)
  [ -n "$pid" ] && kill -STOP "$pid" 2>/dev/null || continue
  step=$(ps -o ppid= -p "$pid" | tr -d ' ')
  block=$(tr '\0' '\n' <"/proc/$pid/environ" | sed -n 's/^SLURM_ARRAY_TASK_ID=//p')
  if [ ! -e "hunt/blocks/$block.toml" ] && [ "$(cat "/proc/$step/comm")" = slurmstepd ]; then
    stop "$(pid_in "$base/n2.pid")" slurmd
    kill -9 "$pid" "$step"
    lost=$block
    break
  fi
  kill -CONT "$pid"
done
[ -n "$lost" ] || fail "no process of n2 was seen in the middle of a block"
say "n2 killed with its step and with the process of block $lost"

# Meanwhile one thread does the campaign in a folder of its own, and GNU parallel in another.
"$program" campaign run alone --threads 1 >/dev/null
"$program" campaign run apart --block 3,30-32 >/dev/null
"$program" campaign parallel apart | PARALLEL="--jobs 2" sh >/dev/null || fail "a job of GNU parallel failed"
[ -z "$(standing missing apart)" ] || fail "GNU parallel left blocks: $(standing missing apart)"
say "one thread and GNU parallel are done with the same campaign"

for _ in $(seq 600); do
  [ "$(standing missing hunt)" = "$lost" ] && break
  sleep 0.2
done
[ "$(standing missing hunt)" = "$lost" ] || fail "missing: $(standing missing hunt), and not just $lost"
say "the other nodes have done all blocks but $lost; a second job does what is missing"
scancel "$job"
"$program" campaign slurm hunt | grep -qx "#SBATCH --array=$lost" || fail "the second job is not for block $lost"
"$program" campaign slurm hunt | sbatch --wait --time=0:10:00 >/dev/null || fail "the second job failed"
[ -z "$(standing missing hunt)$(standing damaged hunt)" ] || fail "$("$program" campaign status hunt)"

for name in hunt alone apart; do "$program" campaign merge "$name" >/dev/null || [ $? = 1 ] || fail "$name does not merge"; done
for name in hunt apart; do
  diff -r "$name/blocks" alone/blocks || fail "blocks of $name differ from those of one thread"
  cmp "$name/results.toml" alone/results.toml || fail "the merged result of $name is not that of one thread"
done
say "merged: byte for byte the result of one thread"
