#!/usr/bin/env bash
# Random states of a real Slurm: accounts with shares in a tree, jobs with CPUs, GPUs and several nodes, and a limit of an account. The
# import of each is compared with what Slurm itself says: CPUs and GPUs in use on each node, shares of accounts, and the work that waits.
#
# usage: tests/slurm/states.sh PROGRAM [COUNT]     COUNT states (3) of PROGRAM, the `verify` to test. Ends with 0 if all agree, else with
#                                                  1; with 77 if a daemon is not installed.
#
# Needs slurmdbd and mariadbd beside Slurm and munge, and root.
set -euo pipefail

# shellcheck source=tests/slurm/daemons.sh
. "$(dirname "$0")/daemons.sh"

needs_accounts
keep_accounts
accounted associations,limits | (cat; printf "GresTypes=gpu\nAccountingStorageTRES=gres/gpu\n") | configure_slurm 8 Gres=gpu:2
touch "$base/gpu0" "$base/gpu1"
echo "Name=gpu File=$base/gpu[0-1]" >"$base/gres.conf"
start_accounts
for account in a b c; do manage add account $account description=$account organization=verify; done
for account in c1 c2; do manage add account $account parent=c description=$account organization=verify; done
for account in a b c1 c2; do manage add user root account=$account fairshare=1; done
start_slurm
say "Slurm $(slurmctld -V | cut -d' ' -f2) with five accounts and three nodes"

cd "$base"
printf '#!/bin/sh\nexec sleep 300\n' >job.sh
for state in $(seq "${2:-3}"); do
  # The draw of a state: a line for each share, the limit, and each job.
  python3 - "$state" >draw <<'END'
import random, sys
draw = random.Random(int(sys.argv[1]))
for account in ("a", "b", "c", "c1", "c2"):
    print("share", account, draw.randint(1, 5))
print("limit", draw.choice(("a", "b")), draw.randint(2, 9))
for _ in range(draw.randint(4, 16)):
    account, nodes = draw.choice(("a", "b", "c1", "c2")), draw.choice((1, 1, 1, 2, 3))
    gpu = f" --gres=gpu:{draw.randint(1, 2)}" if draw.random() < 0.4 else ""
    print(f"job --account={account} --nodes={nodes} --ntasks={nodes} --ntasks-per-node=1 --cpus-per-task={draw.randint(1, 5)}{gpu}")
END
  for account in a b; do manage modify account $account set GrpTRES=cpu=-1; done
  while read -r what rest; do
    # shellcheck disable=SC2086
    case $what in
      share) manage modify account ${rest% *} set fairshare="${rest#* }" ;;
      limit) manage modify account ${rest% *} set GrpTRES=cpu="${rest#* }" ;;
      job) timeout 10 sbatch --quiet --output=/dev/null --chdir="$base" $rest job.sh || fail "sbatch $rest" ;;
    esac
  done <draw
  # At rest no job is between two states, and each that waits has a reason.
  before=
  for _ in $(seq 60); do
    sleep 1
    now=$(timeout 5 squeue --noheader --format='%i %t %r')
    [ "$now" = "$before" ] && ! grep -qE ' (CF|CG) | PD None$' <<<"$now" && break
    before=$now
  done
  sinfo --json >nodes.json
  squeue --json >jobs.json
  squeue --noheader --format='%a|%t|%r|%D|%C|%b' >jobs.txt
  scontrol show node -o >nodes.txt
  sshare --all --parsable2 --format=Account,User,RawShares,NormShares,RawUsage,EffectvUsage >shares.txt
  "$program" import slurm --nodes nodes.json --jobs jobs.json --shares shares.txt >cluster.toml 2>notes.txt || fail "no import: $(cat notes.txt)"
  "$program" audit --instance cluster.toml --format json >audit.json || [ $? = 1 ] || [ $? = 3 ] || fail "no audit"
  python3 - "$state" <<'END' || fail "state $state differs: $(cat draw) $(cat jobs.txt)"
import json, re, sys, tomllib
from collections import Counter
from fractions import Fraction

cluster, audit = tomllib.load(open("cluster.toml", "rb")), json.load(open("audit.json"))
resources, servers = cluster["resources"], cluster["servers"]
gpu = next((k for k, name in enumerate(resources) if "gpu" in name), None)
of = lambda row: (Fraction(row[resources.index("CPU")]), Fraction(row[gpu]) if gpu is not None else Fraction(0))

# What runs on each node, by Slurm's own count of the node.
runs = {name: [Fraction(0), Fraction(0)] for name in servers}
for demand, row in zip(cluster["demand"], cluster["running"]):
    for server, tasks in zip(servers, row):
        runs[server] = [have + Fraction(tasks) * each for have, each in zip(runs[server], of(demand))]
for line in open("nodes.txt"):
    name, cpus = re.search(r"NodeName=(\S+)", line)[1], int(re.search(r"CPUAlloc=(\d+)", line)[1])
    gpus = re.search(r"AllocTRES=\S*gres/gpu=(\d+)", line)
    assert runs[name] == [cpus, int(gpus[1]) if gpus else 0], (name, runs[name], line)

# What each account has and wants, by squeue; what a limit holds is no work.
wants = Counter()
for line in open("jobs.txt"):
    account, state, reason, nodes, cpus, gres = line.rstrip("\n").split("|")
    if state == "R" or not reason.startswith("Assoc"):
        each = re.search(r"gpu:(\d+)", gres)
        wants[account, "cpu"] += int(cpus)
        wants[account, "gpu"] += int(nodes) * (int(each[1]) if each else 0)
found = Counter()
for k, demand in enumerate(cluster["demand"]):
    team = cluster.get("team", cluster["users"])[k].split("/")[-1]
    tasks = Fraction(cluster["tasks"][k])
    for what, amount in zip(("cpu", "gpu"), of(demand)):
        found[team, what] += tasks * amount
assert +wants == +found, (wants, found)

# The part of each account with work: shares of siblings with work, level by level.
lines = [line.rstrip("\n").split("|") for line in open("shares.txt")]
shares = {row[0].strip(): int(row[2]) for row in lines[1:] if not row[1].strip() and row[2].strip().isdigit()}
above = {"c1": "c", "c2": "c"}
with_work = {name for name, _ in +wants} | {above[name] for name, _ in +wants if name in above}
def part(name):
    siblings = [other for other in with_work if above.get(other) == above.get(name)]
    own = Fraction(shares[name], sum(shares[other] for other in siblings))
    return own * (part(above[name]) if name in above else 1)
parts = {user["user"].split("/")[-1]: Fraction(user["part"]) for user in audit["users"]}
expected = {name: part(name) for name, _ in +wants}
assert parts == expected, (parts, expected, shares)
held = sum(1 for line in open("jobs.txt") if "|PD|Assoc" in line)
assert (held == 0) == ("Assoc" not in open("cluster.toml").read()), held
print(f"        state {sys.argv[1]}: {sum(1 for _ in open('jobs.txt'))} jobs, {held} held by a limit; parts "
      + ", ".join(f"{name} {value}" for name, value in sorted(parts.items())))
END
  timeout 20 scancel --quiet --user=root
  for _ in $(seq 150); do [ -z "$(timeout 5 squeue --noheader)" ] && break; sleep 0.2; done
  for _ in $(seq 150); do [ "$(timeout 5 sinfo --noheader --Node --format='%t' | sort -u)" = idle ] && break; sleep 0.2; done
done
say "every state is imported as Slurm counts it"
