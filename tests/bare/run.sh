#!/usr/bin/env bash
# The README's two commands on a bare machine: a Debian that has gcc and the Rust of this machine, and nothing else. They run as a
# user without rights, offline and without a terminal, in a Turkish locale, from a read-only source folder whose path has spaces
# and umlauts. Afterwards the folder for temporary files is empty, and no process is left.
#
# usage: tests/bare/run.sh FOLDER     FOLDER keeps the Debian and the builds for the next run. Needs root and debootstrap; ends
#                                     with 0 when all of that holds, else with another status.
set -euo pipefail
cd "$(dirname "$0")/../.."

mkdir -p "$1"
root=$(realpath "$1")/root
home="/home/Zoë Übel"
source="$home/fair witness"
say() { printf '%4ds  %s\n' "$SECONDS" "$*"; }

if [ ! -e "$root.done" ]; then
  rm -rf "$root"
  debootstrap --variant=minbase --include=gcc,libc6-dev,locales bookworm "$root" >"$root.log" || { tail "$root.log"; exit 1; }
  chroot "$root" localedef -i tr_TR -f UTF-8 tr_TR.UTF-8
  chroot "$root" useradd --uid 4321 --home-dir "$home" zoe
  touch "$root.done"
fi
rm -rf "${root:?}$source" "$root/vendor" "$root$home/.cargo"
mkdir -p "$root$source" "$root$home/.cargo" "$root$home/Bau ä" "$root/toolchain" "$root/vendor"
git ls-files -z | tar --create --null --files-from=- | tar --extract --directory="$root$source"
cargo vendor --quiet --locked --versioned-dirs "$root/vendor" >/dev/null
cat >"$root$home/.cargo/config.toml" <<'END'
[source.crates-io]
replace-with = "vendored"
[source.vendored]
directory = "/vendor"
END
chown 4321 "$root$home" "$root$home/Bau ä" "$root$home/.cargo"
say "Debian with $(cd "$root$source" && find . -type f | wc -l) files of the project"

cat >"$root/commands" <<'END'
set -eu
cd "$HOME/fair witness"
! touch written 2>/dev/null
status=0
cargo run --release -- tsf bf >"$HOME/first" || status=$?
[ "$status" = 1 ] && grep -qx 'tsf violates bf (bottleneck fairness)' "$HOME/first"
cargo test >"$HOME/second" 2>&1 || { tail -n 200 "$HOME/second"; exit 1; }
grep '^[0-9]* skipped: ' "$HOME/second"
left=$(find /tmp -mindepth 1)
[ -z "$left" ] || { echo "left in /tmp: $left"; exit 1; }
for process in /proc/[0-9]*; do
  case ${process#/proc/} in 1 | $$) continue ;; esac
  echo "left running: $(tr '\0' ' ' <"$process/cmdline" 2>/dev/null)"
  exit 1
done
END

# The mounts, the processes and the absence of a network end with the shell that makes them.
export root home source
export toolchain=${TOOLCHAIN:-$(rustc --print sysroot)}
# shellcheck disable=SC2016
unshare --mount --net --pid --fork --kill-child bash -euc '
  python3 -c "
import fcntl, socket, struct
flags = struct.pack(\"16sh14x\", b\"lo\", 0x41)
fcntl.ioctl(socket.socket(), 0x8914, flags)" # The loopback device is up.
  read_only() { mount --bind "$1" "$2" && mount -o remount,bind,ro "$2"; }
  read_only "$toolchain" "$root/toolchain"
  read_only "$root$source" "$root$source"
  read_only "$root/vendor" "$root/vendor"
  mount -t proc proc "$root/proc"
  mount -t tmpfs -o mode=1777 tmp "$root/tmp"
  for device in null zero full random urandom; do mount --bind "/dev/$device" "$root/dev/$device"; done
  exec chroot "$root" setpriv --reuid=4321 --regid=4321 --clear-groups --no-new-privs setsid --wait \
    env -i HOME="$home" USER=zoe PATH=/toolchain/bin:/usr/bin:/bin LANG=tr_TR.UTF-8 LC_ALL=tr_TR.UTF-8 \
    CARGO_TARGET_DIR="$home/Bau ä" CARGO_NET_OFFLINE=true ${CARGO_BUILD_JOBS:+CARGO_BUILD_JOBS="$CARGO_BUILD_JOBS"} \
    sh /commands </dev/null
' || { say "FAILED"; exit 1; }
say "both commands pass, and leave nothing"
