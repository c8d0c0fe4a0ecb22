#!/usr/bin/env sh
# Runs all targets, one after another: `sh tests/fuzz/run.sh [EXECUTIONS [SECONDS [TARGET..]]]`, each target up to the given number of
# executions or seconds. Findings are written to tests/fuzz/artifacts, and the run then ends with a status other than 0.
set -eu
cd "$(dirname "$0")/.."
runs=${1:-10000000}
seconds=${2:-900}
[ $# -lt 2 ] && shift $# || shift 2
targets=${*:-documents cluster arrivals covering records replay campaigns scenarios rows protocol}
for target in $targets; do
  echo "== $target"
  mkdir -p "tests/fuzz/corpus/$target"
  cargo +nightly fuzz run "$target" -s none -O "tests/fuzz/corpus/$target" "tests/fuzz/seeds/$target" -- \
    -runs="$runs" -max_total_time="$seconds" -max_len=1500 -timeout=10 -rss_limit_mb=1024 \
    -dict=tests/fuzz/words.dict -print_final_stats=1 -verbosity=0
done
