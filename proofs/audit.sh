#!/bin/sh
# The whole audit of the definitions: random instances and the engine's outcomes on them, as closed theorems.
# Exit status: 0 all close, 1 one does not, 2 Coq or cargo is missing or the set-up is broken.
# usage: audit.sh [COUNT [SEED [DIR]]]     COUNT instances per mechanism (100), and all examples; DIR keeps the files
set -u
cd "$(dirname "$0")" || exit 2
count=${1:-100}
seed=${2:-1}
here=$(pwd)

command -v coqc >/dev/null 2>&1 || { echo "audit.sh: coqc is missing; install Coq 8.16 or newer (package coq)" >&2; exit 2; }
command -v cargo >/dev/null 2>&1 || { echo "audit.sh: cargo is missing" >&2; exit 2; }
make --no-print-directory all >/dev/null || { echo "audit.sh: the proofs do not compile" >&2; exit 1; }

if [ $# -ge 3 ]; then
  mkdir -p "$3" && work=$(cd "$3" && pwd) || exit 2
else
  work=$(mktemp -d) || exit 2
  trap 'rm -rf "$work"' EXIT
fi
(cd .. && cargo run --quiet --example coq_audit -- "$work" "$count" "$seed") || { echo "audit.sh: no cases" >&2; exit 2; }

fail=0
n=0
: > "$work/names"
for file in "$work"/[A-Z]*.v; do
  name=$(basename "$file" .v)
  [ "$name" != Together ] || continue
  n=$((n + 1))
  echo "$name" >> "$work/names"
  (cd "$work" && coqc -q -R "$here" Fair -R . Cases "$name.v") >/dev/null 2>"$work/err" || {
    echo "audit.sh: $name does not close: $(tail -n 3 "$work/err" | tr '\n' ' ')" >&2
    fail=1
  }
done
[ "$n" -gt 0 ] || { echo "audit.sh: no files" >&2; exit 2; }
[ "$fail" -eq 0 ] || exit 1

sum() { sed "s/.*/Cases.&.$1/" "$work/names" | paste -sd+ | sed 's/+/ + /g'; }
{ echo "From Coq Require Import Arith ZArith. Open Scope nat_scope."
  sed 's/.*/Require Cases.&./' "$work/names"
  for what in instances accepted refused; do
    echo "Redirect \"$what\" Eval vm_compute in Z.of_nat ($(sum $what))."
  done
} > "$work/Together.v"
(cd "$work" && coqc -q -R "$here" Fair -R . Cases Together.v) >/dev/null 2>&1 || { echo "audit.sh: no counts" >&2; exit 1; }
number() { sed -n 's/^ *= *\([0-9]*\).*/\1/p' "$work/$1.out"; }
echo "$n mechanisms, $(number instances) instances: $(number accepted) outcomes accepted, $(number refused) others refused"
