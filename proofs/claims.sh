#!/bin/sh
# The links between theorems and claims. A claim about a cell is linked by the cell, which rests on the theorem. Any other
# claim is a proposition in Claims/, beside its words, and Coq checks that the theorem has exactly that type.
# usage: claims.sh          after make and cells.sh; 0 all links hold, 1 one does not, 2 the set-up is broken
#        claims.sh propose  prints a definition for each link that has none, to be compared with the claim and put into Claims/
set -u
cd "$(dirname "$0")" || exit 2
here=$(pwd)
ledger=../properties/claims
command -v coqc >/dev/null 2>&1 || { echo "claims.sh: coqc is missing; install Coq 8.16 or newer (package coq)" >&2; exit 2; }
[ -d "$ledger" ] || { echo "claims.sh: no $ledger beside $here" >&2; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
fail=0
bad() { echo "claims.sh: $*" >&2; fail=1; }

# Claims with the cell that they name, if they do: id mechanism property hypothesis.
cat "$ledger"/*.toml | awk '
  function put() { if (id != "") print id, (m == "" ? "-" : m), (p == "" ? "-" : p), (h == "" ? "none" : h) }
  function of() { split($0, a, "\""); return a[2] }
  /^\[\[claim\]\]/ { put(); id = m = p = h = ""; head = 1 }
  /^\[\[claim.evidence\]\]/ { head = 0 }
  head && /^id = / { id = of() } head && /^mechanism = / { m = of() } head && /^property = / { p = of() }
  head && /^hypothesis = / { h = of() }
  END { put() }' > "$work/claims"
# Links: claim theorem word, the word being proves or refutes.
cat theorems*.toml | awk '
  function ids(text, list,   n, a, k) { n = split(text, a, "\""); for (k = 2; k <= n; k += 2) list[a[k]] = 1 }
  function put(   i) { for (i in claims) print i, name, ((i in refutes) ? "refutes" : "proves"); split("", claims); split("", refutes) }
  /^\[\[theorem\]\]/ { put(); name = ""; list = "" }
  /^name *= *"/ { split($0, a, "\""); name = a[2] }
  /^claims *= *\[/ { list = "claims" } /^refutes *= *\[/ { list = "refutes" }
  list == "claims" { ids($0, claims) } list == "refutes" { ids($0, refutes) }
  list != "" && /\]/ { list = "" }
  END { put() }' | LC_ALL=C sort > "$work/links"
[ -s "$work/links" ] || { echo "claims.sh: the lists name no claim" >&2; exit 2; }
awk '/^mechanism = / { split($0, a, "\""); m = a[2] } /^property = / { split($0, a, "\""); p = a[2] }
  /^hypothesis = / { split($0, a, "\""); h = a[2] }
  /^rests-on = / { k = split($0, a, "\""); for (i = 2; i < k; i += 2) print m, p, h, a[i] }' cells.toml > "$work/rests"

# Existing statements: name and module.
for f in Claims/*.v; do
  sed -n 's/^Definition \([a-z0-9_]*__[A-Za-z0-9_]*\) : Prop :=.*/\1 Fair.Claims.'"$(basename "$f" .v)"'/p' "$f"
done > "$work/stated" 2>/dev/null

awk -v claims="$work/claims" -v rests="$work/rests" -v stated="$work/stated" '
  BEGIN {
    while ((getline line < claims) > 0) { split(line, a, " "); cell[a[1]] = a[2] " " a[3]; under[a[1]] = a[4]; known[a[1]] = 1 }
    while ((getline line < rests) > 0) on[line] = 1
    while ((getline line < stated) > 0) { split(line, a, " "); where[a[1]] = a[2] }
  }
  {
    if (!($1 in known)) { print "unknown", $1, $2; next }
    if ($3 == "proves" && (((cell[$1] " none " $2) in on) || ((cell[$1] " " under[$1] " " $2) in on))) { print "cell", $1, $2; next }
    n = $1; gsub("-", "_", n); t = $2; sub(/.*\./, "", t); n = n "__" t
    if (n in where) { print "typed", $1, $2, where[n] "." n; used[n] = 1 } else print "missing", $1, $2, n
  }
  END { for (n in where) if (!(n in used)) print "unused", n, "-" }' "$work/links" > "$work/kinds"

if [ "${1:-}" = propose ]; then
  grep '^missing ' "$work/kinds" > "$work/missing" || { echo "claims.sh: nothing is missing" >&2; exit 0; }
  { echo "From Coq Require Import Reals. Open Scope R_scope. Set Printing Width 116. Set Printing Depth 1000000."
    awk '{ t = $3; sub(/\.[^.]*$/, "", t); print "Require " t "." }' "$work/missing" | sort -u
    awk '{ printf "Redirect \"%d\" Check %s.\n", NR, $3 }' "$work/missing"
  } > "$work/Propose.v"
  (cd "$work" && coqc -q -R "$here" Fair Propose.v) > /dev/null || exit 1
  i=0
  while read -r _ claim theorem name; do
    i=$((i + 1))
    printf '\n(** %s (%s) *)\nDefinition %s : Prop :=\n' "$claim" "$theorem" "$name"
    awk 'seen { sub(/^     /, ""); print } /^     : / { seen = 1; sub(/^     : /, "  "); print }' "$work/$i.out" | sed '$s/$/./'
  done < "$work/missing"
  exit 0
fi

while read -r kind claim theorem rest; do
  case $kind in
    unknown) bad "$theorem names $claim, which is no claim" ;;
    missing) bad "$theorem is listed with $claim: no definition $rest in Claims/ (claims.sh propose)" ;;
    unused) bad "the definition $claim in Claims/ belongs to no link of the lists" ;;
  esac
done < "$work/kinds"
{ for f in Claims/*.v; do echo "Require Fair.Claims.$(basename "$f" .v)."; done
  awk '$1 == "typed" { t = $3; sub(/\.[^.]*$/, "", t); print "Require " t "." }' "$work/kinds" | sort -u
  awk '$1 == "typed" { printf "Check (%s : %s).\n", $3, $4 }' "$work/kinds"
} > "$work/Probe.v"
(cd "$work" && coqc -q -R "$here" Fair Probe.v) > /dev/null 2> "$work/err" || {
  line=$(sed -n 's/^File "[^"]*", line \([0-9]*\),.*/\1/p' "$work/err" | head -n 1)
  bad "not of this type: $(sed -n "${line:-1}p" "$work/Probe.v")"
}
[ "$fail" -eq 0 ] || exit 1
echo "$(grep -c '^cell ' "$work/kinds") links from theorems to claims by their cells, $(grep -c '^typed ' "$work/kinds") by a statement of the claim's own"
