"""CPU time of `verify judge` beside that of a plain Python script, `peers/judge.py`, on the same instances of one pool.

    python3 benches/judge.py target/release/verify                  200,000 instances, mechanism drf
    python3 benches/judge.py target/release/verify 20000 tsf        fewer, and another mechanism

Both read the file of instances and print a line for each, on one thread; the lines must agree. The times are user and system
time of the processes, and the two take turns, so that a busy machine slows both. Exit status: 0 the lines agree, 1 they do not."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from guard import Draw

HERE = Path(__file__).parent
TURNS = 4
PROPERTIES = "si,ef"


def timed(command, out):
    """Seconds of CPU time that a command takes."""
    with open(out, "wb") as lines:
        process = subprocess.Popen(command, stdout=lines, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{' '.join(map(str, command))}: {os.waitstatus_to_exitcode(status)}")
    return used.ru_utime + used.ru_stime


def disagreement(ours, theirs):
    """The first pair of lines that differ; those of ours name their format, too."""
    with open(ours) as ours, open(theirs) as theirs:
        for pair in zip(ours, theirs, strict=True):
            if json.loads(pair[0]) != {"format": 1, **json.loads(pair[1])}:
                return pair
    return None


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    verify, mechanism = sys.argv[1], (sys.argv[3:] or ["drf"])[0]
    count = int((sys.argv[2:] or ["200000"])[0])
    draw, each = Draw(1), count // TURNS
    total = {"verify judge": 0.0, "Python, Fraction": 0.0}
    with tempfile.TemporaryDirectory() as folder:
        pools, *printed = (Path(folder) / name for name in ("pools.jsonl", "ours", "theirs"))
        ours = [verify, "judge", "--threads", "1", "--mech", mechanism, "--property", PROPERTIES, "--instances", pools]
        theirs = [sys.executable, HERE / "peers" / "judge.py", pools]
        for _ in range(TURNS):
            with open(pools, "w") as file:
                for _ in range(each):
                    pool = {"model": "cluster", "capacity": draw.table(1, 2, 20, 60), "demand": draw.table(3, 2, 1, 9)}
                    file.write(json.dumps(pool) + "\n")
            total["verify judge"] += timed(ours, printed[0])
            total["Python, Fraction"] += timed(theirs, printed[1])
            if differ := disagreement(*printed):
                print("\n".join(differ), file=sys.stderr)
                return 1
    for name, seconds in total.items():
        print(f"{name:<18} {1e6 * seconds / (each * TURNS):8.3f} us an instance, reading and printing included")
    print(f"ratio              {total['Python, Fraction'] / total['verify judge']:8.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
