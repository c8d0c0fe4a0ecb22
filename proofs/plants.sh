#!/bin/sh
# Plants wrong links and wrong cells in a copy of this folder; the named steps of check.sh must refuse each with the reason.
# Exit status: 0 all refused, 1 one is not, 2 the set-up is broken. usage: plants.sh     after make
set -u
cd "$(dirname "$0")" || exit 2
here=$(pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
fail=0
# The copy has the compiled files with their times: only what a plant touches is compiled again.
mkdir -p "$work/properties" && cp -rp "$here" "$work/proofs" && cp -rp "$here/../properties/claims" "$work/properties/claims" || exit 2
steps='sources compile theorems cells settles claims statements'
sh "$work/proofs/check.sh" "$work/proofs" $steps > "$work/said" 2>&1 || {
  echo "plants.sh: refused before anything was planted:" >&2
  head -n 5 "$work/said" >&2
  exit 2
}

plant() {   # plant NAME STEPS REASON FILE SED-SCRIPT: in FILE of the copy; REASON must occur in what those steps of check.sh say
  touch "$work/before"
  sed "$5" "$here/$4" > "$work/proofs/$4"
  cmp -s "$here/$4" "$work/proofs/$4" && { echo "plants.sh: $1: nothing was planted" >&2; exit 2; }
  if sh "$work/proofs/check.sh" "$work/proofs" $2 > "$work/said" 2>&1; then
    echo "plants.sh: $1: not refused" >&2
    fail=1
  elif ! grep -qF "$3" "$work/said"; then
    echo "plants.sh: $1: refused for another reason:" >&2
    head -n 5 "$work/said" >&2
    fail=1
  else
    echo "refused: $1"
  fi
  (cd "$work/proofs" && find . -type f -newer "$work/before") | while read -r f; do   # Whatever has changed, as it was.
    [ ! -f "$here/$f" ] || cp -p "$here/$f" "$work/proofs/$f"
  done
}

plant 'a cell that no theorem is about' settles \
  'Fair.Cluster.TaskShare.tsf_envy_free is said to settle tsf x bf (none): no theorem of that type' \
  theorems.toml 's/mechanism = "tsf", property = "ef",/mechanism = "tsf", property = "bf",/'
plant 'a cell under a theorem that does not say it' settles \
  'Fair.Cluster.Drfh.c_drfh_pareto is said to settle c-drfh x ef (none): the theorem of that type does not rest on it' \
  theorems.toml 's/mechanism = "c-drfh", property = "po",/mechanism = "c-drfh", property = "ef",/'
plant 'a theorem of another type than its cell' compile \
  'the proofs do not compile' \
  Cells/Cluster.v 's/: cell "tsf" "ef" "none"\./: cell "tsf" "si" "none"./'
plant 'a cell that was put into the list by hand' cells \
  'cells.toml is not what compiles' \
  cells.toml 's/^property = "srf"/property = "bf"/'
plant 'a cell without the hypothesis that it needs' compile \
  'the proofs do not compile' \
  Cells/Cluster.v 's/: cell "cdrf" "bf" "positive"\./: cell "cdrf" "bf" "none"./'
plant 'a claim under a theorem that does not say it' claims \
  'Fair.Papers.Mukherjee.theorem_3 is listed with mukherjee-theorem-5: no definition' \
  theorems-papers.toml 's/"mukherjee-theorem-3"/"mukherjee-theorem-5"/'
plant 'a claim whose theorem says less than its statement' 'compile claims' \
  'not of this type: Check (Fair.Papers.Mukherjee.naive_gap' \
  Claims/Mukherjee.v 's/(2 - 1 \/ INR m)/(2 - 2 \/ INR m)/'
plant 'a factor below the least one' 'compile claims' \
  'not of this type: Check (Fair.Covering.GreedyFactor.greedy_factor' \
  Claims/Mukherjee.v 's/(2 - 1 \/ (INR D - 1)) \* opt\./(2 - 2 \/ INR D) * opt./'
plant 'an assumption without a proof' sources \
  'words that stand for something unproved' \
  Cluster/Model.v '$a Axiom more : False.'
plant 'a cell that nobody has shown to be about something' 'compile cells' \
  'not of its type, or not inhabited' \
  Inhabited/Cluster.v 's/("tsf", "ef", "none"); //'
