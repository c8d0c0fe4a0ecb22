#!/bin/sh
# Builds the engines for pages, one for each model and one for the engineers' page, and puts them, with the modules of the pages,
# where mdBook copies them from: book/text/live. A page loads the engine of its model alone, so that each is small.
#
#   sh clients/browser/build.sh          needs rustup's target wasm32-unknown-unknown, or Debian's rustc for the web
#
# With rustup: `rustup target add wasm32-unknown-unknown`, and `rustup component add rust-src`, so that the standard library can be
# built too: without the texts of panics, which no page shows, and optimised for size, the engine is a tenth smaller. If the target
# is not available, Debian's packages rustc-web, libstd-rust-web-1.96, rust-web-src and libllvm22, unpacked and not installed, give a
# compiler of equal age. With wasm-opt (package binaryen) the engines are a twentieth smaller. Build products are kept outside the checkout, in FAIRWITNESS_CACHE (default ~/.cache/fairwitness).
set -eu
cd "$(dirname "$0")"
cache=${FAIRWITNESS_CACHE:-$HOME/.cache/fairwitness}
target=wasm32-unknown-unknown
out=$cache/target-browser
made=$out/$target/release/fairwitness_browser.wasm

# Builds with the standard library's sources. The options that select its parts are unstable, so stable compilers accept them only
# with RUSTC_BOOTSTRAP.
small() { # small ARGUMENT..
  RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zunstable-options -Cpanic=immediate-abort -Dwarnings" CARGO_TARGET_DIR=$out \
    cargo build --release --target $target -Z build-std=std,panic_abort -Z build-std-features=optimize_for_size \
    -Z panic-immediate-abort --config 'profile.release.panic="immediate-abort"' "$@"
}

sysroot=$(rustc --print sysroot)
build() { # build ARGUMENT.. : the engine that the arguments of cargo choose, in $made
  if [ -d "$sysroot/lib/rustlib/$target/lib" ] || rustup target add $target 2>/dev/null; then
    if [ -d "$sysroot/lib/rustlib/src/rust/library" ] || rustup component add rust-src 2>/dev/null; then
      small "$@"
    else
      echo "rust-src cannot be had: the engine is built with the standard library as it comes, and is larger" >&2
      CARGO_TARGET_DIR=$out cargo build --release --target $target "$@"
    fi
  else
    debian "$@"
  fi
}

# Builds with Debian's compiler, which is fetched once.
debian() {
  root=$cache/rustc-web
  if [ ! -x "$root/usr/bin/rustc-web" ] && [ ! -d "$root/usr/lib" ]; then
    mkdir -p "$root/packages"
    (cd "$root/packages" && apt-get download rustc-web libstd-rust-web-1.96 rust-web-src libllvm22)
    for package in "$root"/packages/*.deb; do dpkg-deb -x "$package" "$root"; done
  fi
  compiler=$(find "$root/usr" -name 'rustc' -type f -o -name 'rustc-web' | head -1)
  wrapper=$root/rustc.sh
  printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' \
    "$(find "$root/usr/lib" -name 'libLLVM*.so*' -printf '%h\n' | head -1):$(dirname "$compiler")/../lib" "$compiler" > "$wrapper"
  chmod +x "$wrapper"
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$sysroot/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin/rust-lld
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER
  (RUSTC=$wrapper && export RUSTC && small "$@")
}

smaller() { # smaller FROM TO : the engine as wasm-opt shortens it, where Binaryen is installed
  if command -v wasm-opt >/dev/null; then
    wasm-opt --flatten --rereloop -Oz -Oz --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
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
  build --features $engine
  cp "$made" "$out/$engine.wasm"
  smaller "$out/$engine.wasm" $live/$engine.wasm &
  shortening="$shortening $!"
done
for one in $shortening; do wait "$one"; done
cp page/*.js $live/
for engine in arrivals cluster cohort covering audit; do
  echo "$live: $engine.wasm has $(wc -c < $live/$engine.wasm) bytes, $(gzip -9 -c $live/$engine.wasm | wc -c) compressed"
done
