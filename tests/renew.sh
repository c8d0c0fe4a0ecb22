#!/bin/sh
# Searches every cell of a mechanism or property that has been written, and renews what follows from the tables of ids: the
# results of the search, the further cells that records violate, the outputs that tests hold, and the engines
# of live pages.
#
#   sh tests/renew.sh ID [ARGUMENT..]     the arguments go to `verify campaign plan`; --instances 10000 unless given
#
# Read the difference afterwards: `git diff`.
set -eu
cd "$(dirname "$0")/.."
id=${1:?the id of a mechanism or property}
shift
[ $# -gt 0 ] || set -- --instances 10000

page=$(ls properties/mechanisms/"$id".md properties/[!m]*/"$id".md 2>/dev/null | head -1)
case $page in
  properties/mechanisms/*)
    asked="--mech $id"
    model=$(sed -n 's/^model = "\(.*\)"$/\1/p' "$page")
    ;;
  properties/*)
    asked="--property $id"
    model=$(basename "$(dirname "$page")")
    ;;
  *)
    echo "$id: neither properties/mechanisms/$id.md nor properties/MODEL/$id.md is there; \`verify new\` writes them" >&2
    exit 2
    ;;
esac

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck disable=SC2086
cargo run --quiet --bin verify -- campaign plan "$folder/hunt" --model "$model" $asked "$@"
cargo run --quiet --bin verify -- campaign run "$folder/hunt"
# Status 1 says that violations were found.
cargo run --quiet --bin verify -- campaign merge "$folder/hunt" || test $? -eq 1
cp "$folder/hunt/results.toml" "properties/evidence/campaigns/$id.toml"
# The outputs are those of a program that knows the files written before it.
BLESS=1 cargo test --quiet --test all what_else
BLESS=1 cargo test --quiet --test all first_user
cargo run --quiet --bin verify -- book
# The engines of the live pages, where this checkout has them.
if [ -d book/text/live ]; then sh clients/browser/build.sh; fi
