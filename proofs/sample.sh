#!/bin/sh
# Writes the sample of the audit into Audit/Sample/: a few instances for each mechanism, and the engine's outcomes on them. Files
# that would not change are left alone, so that make compiles no file twice.
# Exit status: 0 written, 2 cargo is missing or the engine does not build. usage: sample.sh
set -u
cd "$(dirname "$0")" || exit 2
command -v cargo >/dev/null 2>&1 || { echo "sample.sh: cargo is missing" >&2; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
(cd .. && cargo run --quiet --example coq_audit -- "$work" 6 1) >/dev/null || { echo "sample.sh: no cases" >&2; exit 2; }
mkdir -p Audit/Sample
for file in Audit/Sample/*.v; do
  [ -f "$work/${file##*/}" ] || rm -f "$file"
done
for file in "$work"/*.v; do
  kept=Audit/Sample/${file##*/}
  cmp -s "$file" "$kept" || cp "$file" "$kept"
done
