#!/usr/bin/env python3
"""Plants overflows in a copy of the sources and lists the tests that fail: `python3 tests/plants/plant.py [ID..]`.

`plants.toml` beside this file lists the plants and their places. The copy has all plants at once, each behind a switch, and is built
once; then the tests run without a plant (all must pass) and with one plant at a time (one of those under `red` must fail). The checkout
is not changed. Exit status: 0 each plant was detected, 1 one was not, 2 the copy could not be made.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SWITCH = """
#[doc(hidden)]
pub mod planted {
    //! Which plant is switched on, by its number.
    static CHOSEN: std::sync::LazyLock<usize> =
        std::sync::LazyLock::new(|| std::env::var("PLANT").ok().and_then(|n| n.parse().ok()).unwrap_or(0));
    /// Whether it is this one.
    #[inline]
    pub fn is(number: usize) -> bool {
        *CHOSEN == number
    }
}
"""


def put(path, text):
    """Writes a text only if it differs from the present one, so that unchanged files are not built again."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def copied(to, left):
    """Copies the present files of the checkout, tracked or new, except those in `left`; removes sources that no longer exist."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout
    for source in [*(to / "src").rglob("*.rs"), *(to / "crates").rglob("*.rs")]:
        if not (ROOT / source.relative_to(to)).is_file():
            source.unlink()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file() and name not in left:
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)


def planted(text, edit, number, name):
    """The text with the plant behind its switch."""
    if text.count(edit["find"]) != 1:
        sys.exit(f"{name}: {edit['file']} has {text.count(edit['find'])} times: {edit['find']}")
    switch = f"crate::planted::is({number})"
    if "PLANTED" in edit["plant"]:
        return text.replace(edit["find"], edit["plant"].replace("PLANTED", switch))
    # Parentheses are needed in some places and cause a warning in others.
    return text.replace(edit["find"], f"(if {switch} {{ {edit['plant']} }} else {{ {edit['find']} }})")


def build(copy, target):
    """Builds the program with the law's tests in the copy."""
    modules = "".join(f'#[path = "all/{name}.rs"]\nmod {name};\n' for name in ["rescaling", "rescaling_clusters", "word_bounds"])
    put(copy / "tests" / "law.rs", f"#![allow(clippy::unwrap_used, clippy::panic)]\n{modules}")
    command = ["cargo", "test", "-j1", "--test", "law", "--no-run", "--message-format", "json", "--target-dir", target]
    made = subprocess.run(command, cwd=copy, stdout=subprocess.PIPE, text=True)
    if made.returncode:
        sys.exit(2)
    lines = [json.loads(line) for line in made.stdout.splitlines() if line.startswith("{")]
    programs = [line["executable"] for line in lines if line.get("executable") and line["target"]["name"] == "law"]
    return programs[-1]


def failed(program, copy, number, tests, limit):
    """The tests that fail with the plant, and the seconds of processor time; `None` in place of the tests if they do not end."""
    before, env = os.times(), {**os.environ, "PLANT": str(number), "RUST_BACKTRACE": "0"}
    try:
        ran = subprocess.run([program, "--test-threads", "1", *tests], cwd=copy, env=env, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, limit
    after = os.times()
    red = sorted(set(re.findall(r"^test (\S+) \.\.\. FAILED", ran.stdout, re.M)))
    if ran.returncode and not red:
        red = ["the program ends"]
    return red, after.children_user - before.children_user


def main():
    parser = argparse.ArgumentParser(description="Plants overflows in a copy and looks which tests turn red.")
    parser.add_argument("ids", nargs="*", metavar="ID", help="plants [default: all]")
    parser.add_argument("--tests", default="", help="the tests that are run, by a part of their names [default: all]")
    parser.add_argument("--target", default=str(ROOT / "target" / "plants"), help="where the copy is built; not where the checkout is")
    parser.add_argument("--limit", type=float, default=300, help="seconds after which a run is taken to have no end")
    options = parser.parse_args()
    plants = tomllib.loads((HERE / "plants.toml").read_text())["plant"]
    unknown = set(options.ids) - {plant["id"] for plant in plants}
    if unknown:
        parser.error("no such plant: " + ", ".join(sorted(unknown)))
    copy = Path(options.target) / "copy"
    texts = {}
    for crate in sorted({edit["file"].split("/src/")[0] for plant in plants for edit in plant["edit"]}):
        lines = (ROOT / crate / "src" / "lib.rs").read_text().split("\n")
        last = max(k for k, line in enumerate(lines) if line.startswith("//!")) + 1
        switched = "\n".join([*lines[:last], "#![allow(unused_parens)]", *lines[last:]])
        texts[f"{crate}/src/lib.rs"] = switched + SWITCH
    for number, plant in enumerate(plants, 1):
        for edit in plant["edit"]:
            text = texts.get(edit["file"]) or (ROOT / edit["file"]).read_text()
            texts[edit["file"]] = planted(text, edit, number, plant["id"])
    copied(copy, texts)
    for name, text in texts.items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        put(copy / name, text)
    program = build(copy, options.target)
    red, seconds = failed(program, copy, 0, [options.tests], 10 * options.limit)
    print(f"no plant: {seconds:.1f} s, " + ("all pass" if red == [] else f"FAILS: {red}"), flush=True)
    unseen = 0 if red == [] else 1
    for number, plant in enumerate(plants, 1):
        if options.ids and plant["id"] not in options.ids:
            continue
        red, seconds = failed(program, copy, number, [options.tests], options.limit)
        seen = red is None or bool(red)
        due = plant["seen"]
        unseen += due != "open" and seen != due
        what = "does not end" if red is None else ", ".join(red) or "green"
        print(f"{plant['id']}: {what} ({seconds:.1f} s){'' if due in (seen, 'open') else '  <- not as written'}", flush=True)
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())
