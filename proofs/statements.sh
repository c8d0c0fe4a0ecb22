#!/bin/sh
# A digest of each statement on which the meaning of a cell or a claim depends: definitions, and theorems about cells.
# A changed statement is seen in statements.txt, even if all proofs still hold.
# usage: statements.sh [DIR] > statements.txt     DIR is the folder of the proofs, this one by default
set -eu
cd "${1:-$(dirname "$0")}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Sentences without comments and without proofs, a line each: file, name, text. What changes the reading of names and signs (imports,
# scopes, notations, variables of sections) is gathered under the name `reading`.
LC_ALL=C awk '
  function put(   words, w) {
    gsub(/[ \t\n]+/, " ", text); sub(/^ /, "", text)
    split(text, words, /[ :(]/); w = words[1] == "Local" || words[1] == "Global" ? words[2] : words[1]
    if (w ~ /^Proof\.?$/) proof = 1
    if (!proof && w ~ /^(Definition|Record|Inductive|Fixpoint|Theorem|Fact)$/) print file "\t" words[2] "\t" text
    if (!proof && w ~ /^(From|Require|Import|Open|Notation|Section|End|Variable|Variables|Hypothesis|Context|Let|Coercion)$/)
      reading[file] = reading[file] " " text
    if (w ~ /^(Qed|Defined)\.$/) proof = 0
    text = ""
  }
  FNR == 1 { file = FILENAME; proof = 0; depth = 0; text = "" }
  {
    line = $0 " "
    for (i = 1; i <= length(line); i++) {
      two = substr(line, i, 2)
      if (two == "(*") { depth++; i++; continue }
      if (depth && two == "*)") { depth--; i++; continue }
      if (depth) continue
      text = text substr(line, i, 1)
      if (two == ". ") put()
    }
  }
  END { for (f in reading) print f "\treading\t" reading[f] }' Cluster/Model.v Cells/*.v Claims/*.v Inhabited/*.v | LC_ALL=C sort > "$work/statements"
mkdir "$work/each"
awk -F '\t' -v to="$work/each" '{ f = sprintf("%s/%05d", to, NR); print $3 > f; close(f) }' "$work/statements"
(cd "$work/each" && sha256sum -- *) | cut -c1-16 > "$work/digests"
cut -f1,2 "$work/statements" | paste -d ' ' "$work/digests" - | tr '\t' ' '
