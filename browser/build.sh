#!/bin/sh
# Builds the engine for pages and puts it, with the modules of the page, where mdBook copies it from: book/text/live.
#
#   sh browser/build.sh          needs rustup's target wasm32-unknown-unknown, or Debian's rustc for the web
#
# With rustup: `rustup target add wasm32-unknown-unknown`. Where that target cannot be had, Debian's packages rustc-web,
# libstd-rust-web-1.96, rust-web-src and libllvm22, unpacked and not installed, give a compiler of the same age. What is built is
# kept outside the checkout, in FAIRWITNESS_CACHE (default ~/.cache/fairwitness).
set -eu
cd "$(dirname "$0")"
cache=${FAIRWITNESS_CACHE:-$HOME/.cache/fairwitness}
target=wasm32-unknown-unknown
out=$cache/target-browser
made=$out/$target/release/fairwitness_browser.wasm

if [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ] || rustup target add $target 2>/dev/null; then
  CARGO_TARGET_DIR=$out cargo build --release --target $target
else
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
  linker=$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin/rust-lld
  RUSTC=$wrapper RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$out CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker \
    cargo build --release --target $target -Z build-std=std,panic_abort
fi

live=../book/text/live
mkdir -p $live
cp "$made" $live/engine.wasm
for module in bench engine grid live map state trace worker; do cp page/$module.js $live/; done
echo "$live: engine.wasm has $(wc -c < $live/engine.wasm) bytes, $(gzip -9 -c $live/engine.wasm | wc -c) compressed"
