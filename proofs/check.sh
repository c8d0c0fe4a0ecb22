#!/bin/sh
# Compiles all proofs and checks the assumptions of every listed theorem.
# Exit status: 0 all proved, 1 something is not, 2 Coq is missing or the set-up is broken.
# usage: check.sh [DIR [STEP..]]     DIR is the folder of the proofs, this one by default; without STEP all steps, in this order:
#        sample sources compile theorems cells settles claims statements assumptions
set -u
cd "${1:-$(dirname "$0")}" || exit 2
[ $# -eq 0 ] || shift
all='sample sources compile theorems cells settles claims statements assumptions'
for step in "$@"; do
  case " $all " in *" $step "*) ;; *) echo "check.sh: no step $step; the steps are $all" >&2; exit 2 ;; esac
done

command -v coqc >/dev/null 2>&1 || { echo "check.sh: coqc is missing; install Coq 8.16 or newer (package coq)" >&2; exit 2; }
command -v coq_makefile >/dev/null 2>&1 || { echo "check.sh: coq_makefile is missing; install Coq 8.16 or newer" >&2; exit 2; }
[ -f _CoqProject ] || { echo "check.sh: no _CoqProject in $(pwd)" >&2; exit 2; }
lists=$(ls theorems*.toml 2>/dev/null)
[ -n "$lists" ] || { echo "check.sh: no theorems*.toml in $(pwd)" >&2; exit 2; }

# The axioms of Coq's real numbers, classical logic, and extensionality of functions. Nothing else may be assumed.
allowed='ClassicalDedekindReals.sig_forall_dec
ClassicalDedekindReals.sig_not_dec
FunctionalExtensionality.functional_extensionality_dep
Classical_Prop.classic'

here=$(pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
fail=0
bad() { echo "check.sh: $*" >&2; fail=1; }

# The sample of the audit holds outcomes of the engine, which writes it; a copy of this folder alone has it already.
step_sample() {
  [ ! -f ../examples/coq_audit.rs ] || sh sample.sh || exit 2
}

step_sources() {
  sources=$(find . -name '*.v' | sed 's|^\./||' | sort)
  [ -n "$sources" ] || { echo "check.sh: no sources in $here" >&2; exit 2; }

  # 1. No proof has a gap and the sources assume nothing, not even in a comment.
  words='Admitted|admit|give_up|Axiom|Axioms|Parameter|Parameters|Conjecture|Conjectures|bypass_check'
  found=$(grep -nwE "$words" $sources)
  [ -z "$found" ] || bad "words that stand for something unproved:
$found"
  found=$(grep -nE 'Unset +(Guard|Positivity|Universe) +Checking|type-in-type' $sources _CoqProject)
  [ -z "$found" ] || bad "checks of the kernel switched off:
$found"

  # 2. Every source is compiled.
  for f in $sources; do
    grep -qxF "$f" _CoqProject || bad "$f is not in _CoqProject"
  done
}

# 3. Compile, as many files at once as there are processors.
step_compile() {
  make --no-print-directory -j "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)" all >/dev/null && return
  echo "check.sh: the proofs do not compile" >&2
  exit 1
}

# What step `assumptions` asks Coq about: a word and the name of a theorem in each line.
ask() {
  echo "$1 $2" >> "$work/asked"
  echo "Require ${2%.*}." >> "$work/Requires"
  echo "Redirect \"$1\" Print Assumptions $2." >> "$work/Prints"
}

step_theorems() {
  # 4. The theorems of the lists exist in the file that the list names, and rest on allowed axioms only.
  cat $lists | sed -n 's/^name *= *"\([^"]*\)".*/\1/p' > "$work/names"
  cat $lists | sed -n 's/^file *= *"\([^"]*\)".*/\1/p' > "$work/files"
  count=$(wc -l < "$work/names")
  [ "$count" -gt 0 ] || bad "the lists name no theorem"
  [ "$count" -eq "$(wc -l < "$work/files")" ] || bad "a theorem without file, or a file without theorem"
  twice=$(sort "$work/names" | uniq -d)
  [ -z "$twice" ] || bad "listed twice: $twice"

  n=0
  while read -r name && read -r file <&3; do
    n=$((n + 1))
    where=$(echo "${name%.*}" | sed 's|^Fair\.|proofs/|; s|\.|/|g').v
    [ "$where" = "$file" ] || bad "$name: the list says $file"
    if grep -qE "^ *(Theorem|Lemma|Corollary|Proposition|Fact|Remark) ${name##*.}([ :(]|\$)" "${where#proofs/}" 2>/dev/null; then
      ask "$n" "$name"
    else
      bad "$name: no such theorem in $where"
    fi
  done < "$work/names" 3< "$work/files"

  # 5. So do the lemmas that show that hypotheses can be met.
  cat $lists | sed -n 's/^witness *= *"\([^"]*\)".*/\1/p' | sort -u > "$work/witnesses"
  w=0
  while read -r name; do
    w=$((w + 1))
    where=$(echo "${name%.*}" | sed 's|^Fair\.||; s|\.|/|g').v
    if grep -qE "^ *(Theorem|Lemma|Corollary|Proposition|Fact|Remark|Example) ${name##*.}([ :(]|\$)" "$where" 2>/dev/null; then
      ask "w$w" "$name"
    else
      bad "witness $name: no such lemma in $where"
    fi
  done < "$work/witnesses"

  # 6. Every theorem of the lists names such a lemma.
  without=$(cat $lists | awk '/^\[\[theorem\]\]/ { if (name != "" && !met) print name; name = ""; met = 0 }
    /^name *=/ { name = $0; sub(/^name *= *"/, "", name); sub(/".*/, "", name) }
    /^witness *= *"[^"]/ { met = 1 }
    END { if (name != "" && !met) print name }')
  [ -z "$without" ] || bad "no lemma that the hypotheses can be met: $(echo "$without" | tr '\n' ' ')"
  said="$said$n theorems and $w witnesses proved, no assumption beyond the axioms of Coq's real numbers, classical logic and extensionality
"
}

# 7. cells.toml, which the program reads, agrees with the compiled files: each cell has a theorem of exactly its type.
step_cells() {
  if sh ./cells.sh . > "$work/cells.toml" 2> "$work/err"; then
    cmp -s "$work/cells.toml" cells.toml || bad "cells.toml is not what compiles (write it with sh cells.sh > cells.toml):
$(diff cells.toml "$work/cells.toml" | head -n 12)"
  else
    bad "$(cat "$work/err")"
  fi
}

# 8. Every cell that the lists call settled is in cells.toml, and rests on the theorem that the lists name.
step_settles() {
  awk '/^mechanism = / { split($0, a, "\""); m = a[2] } /^property = / { split($0, a, "\""); p = a[2] }
    /^hypothesis = / { split($0, a, "\""); h = a[2] } /^theorem = / { split($0, a, "\""); print a[2] > typed }
    /^rests-on = / { print m, p, h > cells; k = split($0, a, "\""); for (i = 2; i < k; i += 2) print m, p, h, a[i] }' \
    typed="$work/typed" cells="$work/known" cells.toml > "$work/rests"
  cat $lists | awk '/^name *= *"/ { split($0, a, "\""); name = a[2] }
    { line = $0
      while (match(line, /\{ *mechanism *= *"[^"]*", *property *= *"[^"]*", *hypothesis *= *"[^"]*" *\}/)) {
        split(substr(line, RSTART, RLENGTH), a, "\""); print a[2], a[4], a[6], name; line = substr(line, RSTART + RLENGTH) } }' \
    > "$work/settles"
  written=$(cat $lists | grep -oE 'mechanism *=' | wc -l)
  [ "$written" -eq "$(wc -l < "$work/settles")" ] \
    || bad "a cell under settles is not written as { mechanism = .., property = .., hypothesis = .. }"
  while read -r m p h name; do
    if ! grep -qxF "$m $p $h" "$work/known"; then
      bad "$name is said to settle $m x $p ($h): no theorem of that type in Cells/"
    elif ! grep -qxF "$m $p $h $name" "$work/rests"; then
      bad "$name is said to settle $m x $p ($h): the theorem of that type does not rest on it"
    fi
  done < "$work/settles"
  sed 's/ [^ ]*$//' "$work/settles" | sort -u > "$work/settled"
  while read -r cell; do
    grep -qxF "$cell" "$work/settled" || bad "the cell $cell has a theorem, and no theorem of the lists is said to settle it"
  done < "$work/known"
  c=0
  while read -r name; do
    c=$((c + 1))
    ask "c$c" "$name"
  done < "$work/typed"
  said="$c cells, each with a theorem of its own type and an instance that meets its hypotheses:
$(sed -n 's/^theorem = "Fair\.Cells\.\([A-Za-z]*\)\..*/\1/p' cells.toml | sort | uniq -c | while read -r k file; do
  echo "  $k of $(sed -n 's/^(\*\* Size: \(.*\)\. \*)$/\1/p' "Inhabited/$file.v")"
done)
$said"
}

# 9. Every claim that the lists link to a theorem is a cell that rests on it, or has a separate statement of that type.
step_claims() {
  linked=$(sh ./claims.sh 2> "$work/err") || bad "$(cat "$work/err")"
  said="$said$linked
"
}

# 10. No statement has changed unseen.
step_statements() {
  sh ./statements.sh > "$work/statements" || bad "statements.sh stopped"
  cmp -s "$work/statements" statements.txt || bad "statements have changed: if this is meant, sh statements.sh > statements.txt
$(diff statements.txt "$work/statements" | grep '^[<>]' | sed 's/^\([<>]\) [0-9a-f]* /\1 /' | head -n 12)"
}

strangers() {   # the axioms in an answer of Print Assumptions that are not allowed
  grep -E '^[^ ]' "$1" | grep -vE '^(Axioms:|Closed under the global context)' | sed 's/ .*//' | while read -r axiom; do
    echo "$allowed" | grep -qxF "$axiom" || echo "$axiom"
  done
}

# All theorems at once: the check is quick, and if it succeeds, every theorem is correct.
together() {
  { sort -u "$work/Requires"
    sed 's/^[^ ]* \(.*\)/Definition p := @\1./' "$work/asked" | awk '{ sub(/ p /, " p" NR " "); print } END {
      printf "Definition all := (tt"; for (i = 1; i <= NR; i++) printf ", p%d", i; print ")." }'
    echo 'Redirect "all" Print Assumptions all.'
  } > "$work/Together.v"
  (cd "$work" && coqc -q -R "$here" Fair Together.v) > /dev/null 2> "$work/err" && [ -s "$work/all.out" ] \
    && grep -qE '^(Axioms:|Closed under the global context)' "$work/all.out" && [ -z "$(strangers "$work/all.out")" ]
}

# One by one, to name the faulty theorem.
one_by_one() {
  { sort -u "$work/Requires"; cat "$work/Prints"; } > "$work/Probe.v"
  if ! (cd "$work" && coqc -q -R "$here" Fair Probe.v) > /dev/null 2> "$work/err"; then
    bad "Print Assumptions stopped: $(tail -n 2 "$work/err" | tr '\n' ' ')"
  fi
  while read -r k name; do
    out="$work/$k.out"
    [ -s "$out" ] || { bad "$name: no answer of Print Assumptions"; continue; }
    if grep -q '^Closed under the global context' "$out"; then continue; fi
    grep -q '^Axioms:' "$out" || bad "$name: the answer of Print Assumptions is not understood"
    strangers "$out" > "$work/extra"
    [ ! -s "$work/extra" ] || bad "$name rests on $(tr '\n' ' ' < "$work/extra")"
  done < "$work/asked"
}

step_assumptions() {
  # 11. The sample of the audit rests on the same axioms, and is counted.
  for f in $(ls Audit/Sample/*.v 2>/dev/null); do
    name="Fair.Audit.Sample.$(basename "$f" .v)"
    if grep -qE "^Theorem audit :" "$f" 2>/dev/null; then
      ask "a$(basename "$f" .v)" "$name.audit"
      echo "$name" >> "$work/samples"
    else
      bad "$f: no theorem audit"
    fi
  done
  [ -s "$work/asked" ] || return
  together || one_by_one
  [ "$fail" -eq 0 ] && [ -s "$work/samples" ] || return
  added() { sed "s/\$/.$1/" "$work/samples" | paste -sd+ | sed 's/+/ + /g'; }
  { echo "From Coq Require Import Arith ZArith. Open Scope nat_scope."
    sed 's/.*/Require &./' "$work/samples"
    for what in instances accepted refused; do
      echo "Redirect \"$what\" Eval vm_compute in Z.of_nat ($(added $what))."
    done
  } > "$work/Counts.v"
  (cd "$work" && coqc -q -R "$here" Fair Counts.v) > /dev/null 2>&1 || { echo "check.sh: the sample cannot be counted" >&2; exit 1; }
  counted() { sed -n 's/^ *= *\([0-9]*\).*/\1/p' "$work/$1.out"; }
  said="audit: $(wc -l < "$work/samples") mechanisms and properties, $(counted instances) instances, $(counted accepted) outcomes accepted, $(counted refused) others refused
$said"
}

said=
for step in ${*:-$all}; do
  "step_$step"
done
[ "$fail" -eq 0 ] || exit 1
printf '%s' "$said"
