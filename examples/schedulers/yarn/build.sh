#!/bin/sh
# Fetches YARN's jars (in pyspark 3.5.1 from PyPI, 317 MB, of which 50 MB are kept) and compiles YarnDrf.java.
# Needs pip, tar, and a JDK 11 or newer. All of it goes to a cache folder; a second run downloads nothing.
# Prints the command that runs the program.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/fairwitness/yarn-3.3.4
mkdir -p "$cache"
jars="hadoop-client-api-3.3.4.jar hadoop-client-runtime-3.3.4.jar slf4j-api-2.0.7.jar"
missing=
for jar in $jars; do [ -f "$cache/$jar" ] || missing=yes; done
if [ -n "$missing" ]; then
    scratch=$(mktemp -d "$cache/fetch.XXXXXX")
    trap 'rm -rf "$scratch"' EXIT
    python3 -m pip download pyspark==3.5.1 --no-deps --no-binary pyspark --no-cache-dir -q -d "$scratch" >&2
    for jar in $jars; do
        tar xzf "$scratch/pyspark-3.5.1.tar.gz" -C "$scratch" "pyspark-3.5.1/deps/jars/$jar"
        mv "$scratch/pyspark-3.5.1/deps/jars/$jar" "$cache/$jar"
    done
fi
classes=$cache/classes-$(cksum < "$here/YarnDrf.java" | cut -d ' ' -f 1)
path=$classes
for jar in $jars; do path=$path:$cache/$jar; done
if [ ! -f "$classes/YarnDrf.class" ]; then
    mkdir -p "$classes"
    javac -Xlint:-options -cp "$path" -d "$classes" "$here/YarnDrf.java" >&2
fi
echo "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp $path YarnDrf"
