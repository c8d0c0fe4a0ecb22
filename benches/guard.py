"""Instructions that a fixed small set of commands takes, against those on file: a doubling fails, noise does not.

    python3 benches/guard.py target/release/verify            compare with benches/guard.toml
    python3 benches/guard.py target/release/verify --bless    write the counts of this build

Counted by valgrind (cachegrind without a model of caches), on one thread, so that a busy machine changes nothing. Exit
status: 0 all within the bound, 1 some count is more than twice the one on file, 2 something is missing or does not run.
A count below half of the one on file is said: the file should then be renewed, so that the bound follows the speed."""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
BOUND = 2.0


class Draw:
    """Small whole numbers in a fixed order: a linear congruence modulo 2^31 - 1."""

    def __init__(self, seed):
        self.state = seed

    def number(self, low, high):
        self.state = self.state * 48271 % (2**31 - 1)
        return low + self.state % (high - low + 1)

    def table(self, rows, columns, low, high):
        return [[self.number(low, high) for _ in range(columns)] for _ in range(rows)]


def cluster(seed, users, servers, resources):
    draw = Draw(seed)
    return {
        "model": "cluster",
        "capacity": draw.table(servers, resources, 20, 60),
        "demand": draw.table(users, resources, 1, 9),
    }


def arrivals(seed, agents, resources):
    return {"model": "arrivals", "demand": Draw(seed).table(agents, resources, 1, 9)}


def covering(seed, resources, tasks):
    draw = Draw(seed)
    return {
        "model": "covering",
        "cost": [draw.number(1, 9) for _ in range(resources)],
        "demand": [draw.number(1, 3) for _ in range(tasks)],
    }


def commands(folder):
    """The measured commands: a name, and the arguments."""

    def kept(name, instance):
        path = folder / f"{name}.json"
        path.write_text(json.dumps(instance))
        return str(path)

    def many(name, instances):
        path = folder / f"{name}.jsonl"
        path.write_text("".join(json.dumps(instance) + "\n" for instance in instances))
        return str(path)

    small = [cluster(seed, 3, 1, 2) for seed in range(1, 101)]
    pools = [cluster(seed, 3, 2, 2) for seed in range(1, 31)]
    yield "run drf, 200 users", ["run", "--mech", "drf", "--instance", kept("drf", cluster(1, 200, 1, 4))]
    yield "run tsf, 8 x 8", ["run", "--mech", "tsf", "--instance", kept("tsf", cluster(2, 8, 8, 3))]
    yield "run ps-dsf, 6 x 6", ["run", "--mech", "ps-dsf", "--instance", kept("ps-dsf", cluster(3, 6, 6, 3))]
    yield "run ddrf, 60 arrivals", ["run", "--mech", "ddrf", "--instance", kept("ddrf", arrivals(4, 60, 3))]
    yield "run rounding, 40 x 8", ["run", "--mech", "rounding", "--instance", kept("rounding", covering(5, 40, 8))]
    judge = ["judge", "--threads", "1", "--property", "si,ef", "--instances"]
    yield "judge drf, 100 pools", [*judge, many("small", small), "--mech", "drf"]
    yield "judge tsf, 30 pools", [*judge, many("pools", pools), "--mech", "tsf"]
    lies = ["judge", "--threads", "1", "--mech", "drf", "--property", "sp-demand", "--instances"]
    yield "lies on drf, 20 pools", [*lies, many("lies", small[:20])]
    # As JSON: the text also names a theorem, which takes as long as the search.
    search = ["--format", "json", "--no-archive", "--threads", "1", "--strategy", "random", "--budget"]
    yield "random search, drf by ef", ["--mech", "drf", "--property", "ef", *search, "5000"]
    yield "random search, tsf by ef", [
        "--mech", "tsf", "--property", "ef", *search, "1000", "--scope", "users=3,servers=2,resources=2,max=4",
    ]  # fmt: skip


def count(verify, arguments):
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", verify, *arguments]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    counted = re.search(r"I\s+refs:\s+([\d,]+)", ended.stderr)
    if ended.returncode not in (0, 1, 3) or not counted:
        sys.exit(f"{' '.join(arguments)}: exit {ended.returncode}\n{ended.stderr[-2000:]}")
    return int(counted[1].replace(",", ""))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if not shutil.which("valgrind"):
        print("valgrind is missing: apt-get install valgrind", file=sys.stderr)
        return 2
    path = HERE / "guard.toml"
    known = tomllib.loads(path.read_text())["instructions"] if path.exists() else {}
    found, slow = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in commands(Path(folder)):
            found[name] = now = count(sys.argv[1], arguments)
            before = known.get(name)
            ratio = now / before if before else None
            word = "new" if ratio is None else f"{ratio:.2f} times the count on file"
            if ratio and ratio > BOUND:
                slow += 1
                word += ": too many"
            elif ratio and ratio < 1 / BOUND:
                word += ": renew it with --bless"
            print(f"{name:<28} {now / 1e6:>10.1f} million  {word}")
    if "--bless" in sys.argv:
        lines = [f'"{name}" = {now}' for name, now in found.items()]
        text = "# Instructions a command takes in a release build. Renewed by `python3 benches/guard.py target/release/verify --bless`.\n"
        path.write_text(text + "[instructions]\n" + "\n".join(lines) + "\n")
        return 0
    missing = [name for name in found if name not in known]
    if missing:
        print(f"without a count on file: {', '.join(missing)}", file=sys.stderr)
        return 2
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
