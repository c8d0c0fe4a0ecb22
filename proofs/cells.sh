#!/bin/sh
# The list of proved cells, from the compiled files: Coq checks that each theorem in Cells/ has exactly the type of its cell, and
# prints its proof, which is searched for the listed theorems on which it rests.
# usage: cells.sh [DIR] > cells.toml     after make; DIR is the folder of the proofs, this one by default
# Exit status: 0 all have their types, 1 one has not, 2 Coq is missing or the set-up is broken.
set -u
cd "${1:-$(dirname "$0")}" || exit 2
command -v coqc >/dev/null 2>&1 || { echo "cells.sh: coqc is missing; install Coq 8.16 or newer (package coq)" >&2; exit 2; }
here=$(pwd)
sources=$(ls Cells/*.v 2>/dev/null)
[ -n "$sources" ] || { echo "cells.sh: no Cells/*.v in $here" >&2; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# Lines of the sources: word, module, name, mechanism, property, hypothesis. Coq checks the contents of each line below.
for f in $sources; do
  m=$(basename "$f" .v)
  sed -n 's/^\(Theorem\|Fact\) \([a-z0-9_]*__[a-z0-9_]*\) : cell "\([^"]*\)" "\([^"]*\)" "\([^"]*\)"\.$/\1 Fair.Cells.'"$m"' \2 \3 \4 \5/p' "$f"
done > "$work/cells"
[ -s "$work/cells" ] || { echo "cells.sh: no cell in Cells/" >&2; exit 1; }
# A theorem about a cell in another form would be missed.
for f in $sources; do
  written=$(grep -cE '__[a-z0-9_]*[^A-Za-z0-9_]*:' "$f")
  read=$(grep -c "^[A-Za-z]* Fair\.Cells\.$(basename "$f" .v) " "$work/cells")
  [ "$written" -eq "$read" ] || { echo "cells.sh: $f has $written cells, and $read of them are written on a line of their own" >&2; exit 1; }
done
# What a cell consists of has a name of its own in every file.
local=$(grep -nE '^ *Let +' $sources)
[ -z "$local" ] || { echo "cells.sh: Let in place of Definition: $local" >&2; exit 1; }
# Each file of cells has one of instances that meet the hypotheses, and that file says of which size.
for f in $sources; do
  of=Inhabited/$(basename "$f")
  [ -f "$of" ] || { echo "cells.sh: $f has no $of" >&2; exit 1; }
  grep -q '^(\*\* Size: ..*\. \*)$' "$of" || { echo "cells.sh: $of has no line (** Size: .. *)" >&2; exit 1; }
done
# The name consists of the ids, so that a cell has one theorem.
awk '{ n = $4 "__" $5 "__" $6; gsub("-", "_", n); if (n != $3) { print "cells.sh: " $3 " is about " $4 " x " $5 " (" $6 ")"; bad = 1 } } END { exit bad }' \
  "$work/cells" >&2 || exit 1
# Lemmas in between, through which a proof may go.
for f in $sources; do
  sed -n 's/^ *\(Theorem\|Lemma\|Fact\) \([A-Za-z0-9_]*\)[^A-Za-z0-9_].*/Fair.Cells.'"$(basename "$f" .v)"'.\2/p' "$f"
done > "$work/inner"
cat theorems*.toml 2>/dev/null | sed -n 's/^name *= *"\([^"]*\)".*/\1/p' > "$work/listed"

{ echo "From Coq Require Import String. Local Open Scope string_scope. Set Printing Depth 1000000."
  for f in $sources; do echo "Require Fair.Cells.$(basename "$f" .v)."; done
  awk '{ printf "Check (%s.%s : %s.cell \"%s\" \"%s\" \"%s\").\n", $2, $3, $2, $4, $5, $6 }' "$work/cells"
  # The list of Inhabited/ has each cell: its hypotheses can be met by an instance of the size that the file names.
  for f in $sources; do
    m=$(basename "$f" .v)
    echo "Require Fair.Inhabited.$m."
    echo "Check (Fair.Inhabited.$m.every_cell : List.Forall (fun c : string * string * string => let '(m, p, h) := c in Fair.Inhabited.$m.inhabited m p h) Fair.Inhabited.$m.cells)."
    awk -v m="Fair.Inhabited.$m" -v of="Fair.Cells.$m" '$2 == of { printf "Check (eq_refl : List.existsb (fun c : string * string * string => let (mp, h) := c in let (m, p) := mp in andb (String.eqb m \"%s\") (andb (String.eqb p \"%s\") (String.eqb h \"%s\"))) %s.cells = true).\n", $4, $5, $6, m }' "$work/cells"
  done
  awk '{ printf "Redirect \"%d\" Print %s.\n", NR, $1 }' "$work/inner"
} > "$work/Probe.v"
(cd "$work" && coqc -q -R "$here" Fair Probe.v) > /dev/null 2> "$work/err" || {
  line=$(sed -n 's/^File "[^"]*", line \([0-9]*\),.*/\1/p' "$work/err" | head -n 1)
  echo "cells.sh: not of its type, or not inhabited: $(sed -n "${line:-1}p" "$work/Probe.v")" >&2
  exit 1
}

# The names in a printed proof: a name is printed by an end of its path, of two parts at least.
i=0
while read -r name; do
  i=$((i + 1))
  tr -c "A-Za-z0-9_.'" '\n' < "$work/$i.out" | sort -u | sed "s|^|$name |"
done < "$work/inner" > "$work/words"
awk -v cells="$work/cells" -v inner="$work/inner" -v listed="$work/listed" '
  function last(s) { sub(/.*\./, "", s); return s }
  function ends(full, part) { return full == part || substr(full, length(full) - length(part)) == "." part }
  BEGIN {
    while ((getline line < inner) > 0) { known[last(line)] = known[last(line)] " " line }
    while ((getline line < listed) > 0) { known[last(line)] = known[last(line)] " " line; stands[line] = 1 }
  }
  NF == 2 && $2 ~ /[^.]\.[^.]/ && (last($2) in known) {
    k = split(known[last($2)], full, " ")
    for (j = 1; j <= k; j++) if (full[j] != $1 && ends(full[j], $2)) uses[$1] = uses[$1] " " full[j]
  }
  END {
    while ((getline line < cells) > 0) {
      split(line, c, " ")
      split("", seen); list = c[2] "." c[3]; seen[list] = 1; found = ""; from = 1; n = 1; queue[1] = list
      while (from <= n) {
        k = split(uses[queue[from]], next_, " ")
        for (j = 1; j <= k; j++) if (!(next_[j] in seen)) {
          seen[next_[j]] = 1
          if (next_[j] in stands) found = found " " next_[j]; else queue[++n] = next_[j]
        }
        from++
      }
      print c[4], c[5], c[6], c[2] "." c[3], (c[1] == "Fact" ? "definition" : "theorem") found
    }
  }' "$work/words" | LC_ALL=C sort > "$work/out"

cat <<'HEAD'
# The cells with a theorem of Coq: written by `sh cells.sh > cells.toml` from the compiled files, and compared by check.sh.
# by: `definition` if the property restates a clause of the specification, `theorem` if an argument is needed.
# rests-on: theorems of the lists that the proof mentions.
HEAD
awk '{
  printf "\n[[cell]]\nmechanism = \"%s\"\nproperty = \"%s\"\nhypothesis = \"%s\"\ntheorem = \"%s\"\nby = \"%s\"\nrests-on = [", $1, $2, $3, $4, $5
  n = 0
  for (i = 6; i <= NF; i++) names[++n] = $i
  for (i = 2; i <= n; i++) { x = names[i]; for (j = i - 1; j > 0 && names[j] > x; j--) names[j + 1] = names[j]; names[j + 1] = x }
  for (i = 1; i <= n; i++) printf "%s\"%s\"", (i > 1 ? ", " : ""), names[i]
  print "]"
}' "$work/out"
