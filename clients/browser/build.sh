#!/bin/sh
# Builds the engines for pages, one for each model and one for the engineers' page, and puts them, with the modules of the pages,
# where mdBook copies them from: book/text/live. A page loads the engine of its model alone, so that each is small.
#
#   rustup target add wasm32-unknown-unknown     once
#   sh clients/browser/build.sh
#
# With wasm-opt (package binaryen) the engines are a twentieth smaller. Build products are kept outside the checkout, in
# FAIRWITNESS_CACHE (default ~/.cache/fairwitness).
set -eu
cd "$(dirname "$0")"
cache=${FAIRWITNESS_CACHE:-$HOME/.cache/fairwitness}
target=wasm32-unknown-unknown
out=$cache/target-browser
made=$out/$target/release/fairwitness_browser.wasm

if [ ! -d "$(rustc --print target-libdir --target $target)" ]; then
  echo "the compiler has no standard library for $target: rustup target add $target" >&2
  exit 1
fi

smaller() { # smaller FROM TO : the engine as wasm-opt shortens it, where Binaryen is installed
  if command -v wasm-opt >/dev/null; then
    wasm-opt -Oz --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
      --enable-multivalue --enable-reference-types "$1" -o "$2"
  else
    echo "wasm-opt is missing (package binaryen): the engine is a twentieth larger" >&2
    cp "$1" "$2"
  fi
}

live=../../book/text/live
mkdir -p $live
rm -f $live/*.wasm $live/*.js
# The compiler's last step takes one core, so the engine before is shortened meanwhile; the smallest engine comes last.
shortening=
for engine in cluster audit arrivals covering cohort; do
  CARGO_TARGET_DIR=$out RUSTFLAGS=-Dwarnings cargo build --release --target $target --features $engine
  cp "$made" "$out/$engine.wasm"
  smaller "$out/$engine.wasm" $live/$engine.wasm &
  shortening="$shortening $!"
done
for one in $shortening; do wait "$one"; done
cp page/*.js $live/
for engine in arrivals cluster cohort covering audit; do
  echo "$live: $engine.wasm has $(wc -c < $live/$engine.wasm) bytes, $(gzip -9 -c $live/$engine.wasm | wc -c) compressed"
done
