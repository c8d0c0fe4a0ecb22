#!/usr/bin/env python3
"""Mutants of the statements on which cells and claims rest: is an emptied or changed statement noticed?

Each mutant changes one definition of Cluster/Model.v, Cells/ or Claims/, or the statement of one theorem about a cell: a conjunct or a
hypothesis is dropped, `<` and `<=` are exchanged, `False ->` or a bound on users or resources is added, ids are exchanged, a command is
renamed. A mutant that is no statement, because its own text has an error of syntax or type, does not count. Of the others it is
asked in this order whether

  compiles   the file and the proofs that depend on it fail to compile,
  inhabited  Inhabited/ fails: no instance meets the hypotheses of a cell, or a property refuses nothing,
  cells      the list of cells, which cells.sh makes, would differ,
  claims     a theorem has no longer the type of its claim,
  digest     nothing but statements.txt notices the change.

usage: mutants.py run [--count N] [--seed S] [--minutes M] [--only TEXT]   judges mutants that mutants.txt does not have, and adds them
       mutants.py check [--sample N] [--seed S]    the score of mutants.txt; a sample is judged again, and must come out as on file
Exit status: 0 all are noticed, 1 one is not, 2 the set-up is broken. After make.
"""
import argparse, hashlib, os, random, re, shutil, subprocess, sys, tempfile, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
KEPT = HERE / "mutants.txt"
KINDS = ("compiles", "inhabited", "cells", "claims", "digest")
SECONDS = 240  # The longest that one file may take.
# What stands before the arrow of a type, where an arrow is no implication.
TYPE = re.compile(r"(^|[ (])(nat|R|Prop|bool|inst|placement|table|string|job|stock|outcome|cohort|tree|option \w+|list \w+)\)?\s*$")


def sentences(text):
    """(start, end) of each sentence that is a statement, comments and proofs left out; `end` is that of the statement."""
    found, depth, start, proof, i = [], 0, None, False, 0
    while i < len(text):
        if text.startswith("(*", i):
            depth, i = depth + 1, i + 2
        elif depth and text.startswith("*)", i):
            depth, i = depth - 1, i + 2
        elif depth:
            i += 1
        else:
            if start is None and not text[i].isspace():
                start = i
            if start is not None and text[i] == "." and (i + 1 == len(text) or text[i + 1].isspace()):
                word = re.match(r"\w+", text[start:])
                word = word.group() if word else ""
                proof = proof or word == "Proof"
                if not proof and word in ("Definition", "Record", "Inductive", "Fixpoint", "Theorem", "Fact"):
                    found.append((start, i + 1))
                proof = proof and word not in ("Qed", "Defined")
                start = None
            i += 1
    return found


def operand_end(text, at):
    """The end of the formula that begins at `at`: the next sign of weaker binding outside its brackets."""
    depth = 0
    for i in range(at, len(text)):
        if text[i] in "([{":
            depth += 1
        elif text[i] in ")]}":
            depth -= 1
            if depth < 0:
                return i
        elif depth == 0 and (text[i] in ",;|." and not text[i].isdigit() and re.match(r"[,;|]|\.(\s|$)", text[i:])
                             or re.match(r"/\\|\\/|->|<->|\bthen\b|\belse\b|\bend\b|=>", text[i:])):
            return i
    return len(text)


def operand_start(text, at):
    """The start of the formula that ends before `at`."""
    depth = 0
    for i in range(at - 1, -1, -1):
        if text[i] in ")]}":
            depth += 1
        elif text[i] in "([{":
            depth -= 1
            if depth < 0:
                return i + 1
        elif depth == 0 and text[i] in ",;|" or depth == 0 and re.search(r"(/\\|\\/|->|:=|=>|:)$", text[:i + 1]):
            return i + 1
    return 0


def mutations(text):
    """(operator, mutated statement) for one statement."""
    for m in re.finditer(r"/\\", text):
        a, b = operand_start(text, m.start()), operand_end(text, m.end())
        yield "drop the conjunct before", text[:a] + " " + text[m.end():]
        yield "drop the conjunct after", text[:m.start()] + text[b:]
    for m in re.finditer(r"(?<![<-])<=(?![>])", text):
        yield "< for <=", text[:m.start()] + "<" + text[m.end():]
    for m in re.finditer(r"(?<![<>-])<(?![=>-])", text):
        yield "<= for <", text[:m.start()] + "<=" + text[m.end():]
    for m in re.finditer(r"(?<!<)->", text):
        a = operand_start(text, m.start())
        if TYPE.search(text[a:m.start()]):
            continue
        yield "drop a hypothesis", text[:a] + " " + text[m.end():]
        yield "add False ->", text[:m.end()] + " False ->" + text[m.end():]
    for m in re.finditer(r"forall ([^,]*),", text):
        names = re.findall(r"\b\w+\b", m.group(1))
        yield "add False ->", text[:m.end()] + " False ->" + text[m.end():]
        for name in ("I", "J"):
            if name in names:
                for what in (f"users {name} = 0%nat", f"users {name} = 2%nat", f"resources {name} = 1%nat"):
                    yield f"add {what} ->", text[:m.end()] + f" {what} ->" + text[m.end():]
        for name in ("n", "m", "N"):
            if name in names:
                size = 1 if name == "m" else 2
                yield f"add {name} = {size} ->", text[:m.end()] + f" {name} = {size}%nat ->" + text[m.end():]
    ids = list(re.finditer(r'"[a-z0-9-]+"', text))
    for a, b in zip(ids, ids[1:]):
        if a.group() != b.group():
            yield "exchange two ids", text[:a.start()] + b.group() + text[a.end():b.start()] + a.group() + text[b.end():]
    for old, new in (("Theorem", "Fact"), ("Fact", "Theorem"), ("Theorem", "Lemma"), ("Definition", "Let")):
        if text.startswith(old + " "):
            yield "rename the command", new + text[len(old):]
    for old, new in (("Rmin", "Rmax"), ("Rmax", "Rmin"), ("exists ", "forall "), ("0 < ", "1 < "), (" + ", " - "), ("/\\", "\\/")):
        for m in re.finditer(re.escape(old), text):
            yield f"{new.strip()} for {old.strip()}", text[:m.start()] + new + text[m.end():]


def key(file, old, new):
    return hashlib.sha256("\n".join((file, " ".join(old.split()), " ".join(new.split()))).encode()).hexdigest()[:16]


def targets():
    return ["Cluster/Model.v"] + sorted(f"{d}/{p.name}" for d in ("Cells", "Claims") for p in (HERE / d).glob("*.v"))


def all_mutants():
    """(key, file, name, operator, place of the statement, new statement) of every mutant, each once."""
    seen = set()
    for file in targets():
        text = (HERE / file).read_text()
        for start, end in sentences(text):
            old = text[start:end]
            name = re.match(r"\w+\s+([\w']+)", old).group(1)
            for operator, new in mutations(old):
                k = key(file, old, new)
                if k not in seen and " ".join(new.split()) != " ".join(old.split()):
                    seen.add(k)
                    yield k, file, name, operator, (start, end), new


class Judge:
    """A tree of links to the compiled files, in which one file is changed at a time."""

    def __init__(self):
        self.root = Path(tempfile.mkdtemp())
        listed = [f for f in (HERE / "_CoqProject").read_text().split() if f.endswith(".v")]
        self.files = [f for f in listed if "/Sample/" not in f and "Plants" not in f]  # The sample may not be there.
        for f in self.files:
            if not (HERE / f).with_suffix(".vo").exists():
                print(f"mutants.py: {f} is not compiled (make)", file=sys.stderr)
                sys.exit(2)
        made = subprocess.run(["coqdep", "-R", ".", "Fair"] + self.files, cwd=HERE, capture_output=True, text=True).stdout
        self.needs = {}
        for line in made.splitlines():
            m = re.match(r"(\S+)\.vo .*?: (.*)", line)
            if m:
                self.needs[m.group(1) + ".v"] = {w[:-1] for w in m.group(2).split() if w.endswith(".vo")}
        self.listed = (HERE / "cells.toml").read_text()
        self.statements = (HERE / "statements.txt").read_text()

    def users(self, file):
        """The files that a mutant of a file can reach and that lead to the tables of cells, in the order of compilation."""
        goals = [f for f in self.files if f.startswith(("Cells/", "Inhabited/")) and f in self.needs]
        if file == "Cluster/Model.v":
            goals = ["Inhabited/Cluster.v", "Inhabited/Refused.v"]
        reached, order = {}, []

        def visit(f):
            """True if the file depends on the changed one."""
            if f not in reached:
                reached[f] = f == file
                if any([visit(g) for g in sorted(self.needs.get(f, ()))]):
                    reached[f] = True
                    order.append(f)
            return reached[f]
        for goal in goals:
            visit(goal)
        return order

    def lay(self):
        for f in self.files:
            there, here = self.root / f, HERE / f
            there.parent.mkdir(parents=True, exist_ok=True)
            for suffix in (".v", ".vo"):
                link = there.with_suffix(suffix)
                if link.exists() or link.is_symlink():
                    link.unlink()
                if here.with_suffix(suffix).exists():
                    link.symlink_to(here.with_suffix(suffix))

    def compile(self, file):
        path = self.root / file
        vo = path.with_suffix(".vo")
        if vo.is_symlink() or vo.exists():
            vo.unlink()
        command = ["coqc", "-q", "-R", ".", "Fair", file]
        try:
            run = subprocess.run(command, cwd=self.root, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return False
        at = re.search(r"line (\d+)", run.stderr)
        self.failed_at = int(at.group(1)) if at else 0
        return run.returncode == 0

    def judge(self, file, name, place, new):
        """What notices a mutant; None if nothing does, and `malformed` if it is no statement."""
        self.lay()
        text = (HERE / file).read_text()
        text = text[:place[0]] + new + text[place[1]:]
        path = self.root / file
        path.unlink()
        path.write_text(text)
        if not self.compile(file):
            lines = (text[:place[0]].count("\n") + 1, text[:place[0] + len(new)].count("\n") + 1)
            return "malformed" if lines[0] <= self.failed_at <= lines[1] else "compiles"
        if file.startswith("Claims/"):
            return "claims" if unread(text) != unread((HERE / file).read_text()) or self.mistyped(file, name) else self.digest()
        if file.startswith("Cells/") and self.relisted(file, text):
            return "cells"
        for user in self.users(file):
            if not self.compile(user):
                return "inhabited" if user.startswith("Inhabited/") else "compiles"
        return self.digest()

    def relisted(self, file, text):
        """True if cells.sh would refuse the file or list other cells."""
        if re.search(r"^ *Let\b", text, re.M):
            return True
        module = "Fair.Cells." + Path(file).stem
        found = set()
        for word, name, m, p, h in re.findall(r'^(Theorem|Fact) ([a-z0-9_]*__[a-z0-9_]*) : cell "([^"]*)" "([^"]*)" "([^"]*)"\.$', text, re.M):
            if name != f"{m}__{p}__{h}".replace("-", "_"):
                return True
            found.add((f"{module}.{name}", "theorem" if word == "Theorem" else "definition", m, p, h))
        kept = set()
        for part in self.listed.split("[[cell]]")[1:]:
            of = dict(re.findall(r'^([a-z-]+) = "([^"]*)"', part, re.M))
            if of["theorem"].startswith(module + "."):
                kept.add((of["theorem"], of["by"], of["mechanism"], of["property"], of["hypothesis"]))
        return found != kept

    def mistyped(self, file, name):
        """True if the theorem of a claim has no longer the type of the claim. The lists have the theorem's full name."""
        theorem = name.split("__")[-1]
        lists = "".join(p.read_text() for p in HERE.glob("theorems*.toml"))
        full = re.findall(rf'^name *= *"([^"]*\.{re.escape(theorem)})"', lists, re.M)
        probe = self.root / "Probe.v"
        for whole in full:
            probe.write_text(f"Require {whole.rsplit('.', 1)[0]}. Require Fair.Claims.{Path(file).stem}.\n"
                             f"Check ({whole} : Fair.Claims.{Path(file).stem}.{name}).\n")
            if subprocess.run(["coqc", "-q", "-R", ".", "Fair", "Probe.v"], cwd=self.root, capture_output=True).returncode == 0:
                return False
        return bool(full)

    def digest(self):
        now = subprocess.run(["sh", str(HERE / "statements.sh"), str(self.root)], capture_output=True, text=True).stdout
        return "digest" if now != self.statements else None


def unread(text):
    """The statements of claims that claims.sh reads."""
    return re.findall(r"^Definition ([a-z0-9_]*__[A-Za-z0-9_]*) : Prop :=", text, re.M)


def kept():
    if not KEPT.exists():
        return {}
    return {line.split()[0]: line.split(maxsplit=4) for line in KEPT.read_text().splitlines() if line and line[0] != "#"}


def write(found):
    head = ("# Mutants of statements and what notices each: written by `python3 mutants.py run`, judged again in part by `mutants.py check`.\n"
            "# digest of the mutant, what notices it, file, name of the statement, what was changed\n")
    KEPT.write_text(head + "".join(" ".join(row) + "\n" for row in sorted(found.values(), key=lambda r: (r[2], r[3], r[4], r[0]))))


def mixed(mutants, seed):
    """Mutants in random order, files in turn, so that a part is about every file; the order is fixed by the seed."""
    random.seed(seed)
    groups = {}
    for mutant in mutants:
        groups.setdefault((mutant[1], mutant[3].split()[0]), []).append(mutant)
    for group in groups.values():
        random.shuffle(group)
    rows = list(groups.values())
    random.shuffle(rows)
    while rows:
        for group in rows:
            yield group.pop()
        rows = [group for group in rows if group]


def score(found):
    counts = {kind: sum(row[1] == kind for row in found.values()) for kind in KINDS}
    noticed = sum(counts.values())
    print(f"{noticed} of {len(found)} mutants noticed: " + ", ".join(f"{n} by {kind}" for kind, n in counts.items()))
    return noticed == len(found)


def main():
    args = argparse.ArgumentParser(description="Mutants of the statements on which cells and claims rest.")
    args.add_argument("what", choices=("run", "check"))
    args.add_argument("--count", type=int, default=10**9)
    args.add_argument("--sample", type=int, default=12)
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--minutes", type=float, default=10**9)
    args.add_argument("--only", default="")
    args = args.parse_args()
    found, judge, start, fine = kept(), Judge(), time.time(), True
    mutants = {m[0]: m for m in all_mutants()}
    gone = [k for k in found if k not in mutants]
    for k in gone:
        del found[k]
    if args.what == "run":
        fresh = [m for m in mixed(mutants.values(), args.seed) if m[0] not in found and args.only in m[1]]
        for k, file, name, operator, place, new in fresh[:args.count]:
            if time.time() - start > 60 * args.minutes:
                break
            verdict = judge.judge(file, name, place, new) or "nothing"
            if verdict == "malformed":
                continue
            found[k] = [k, verdict, file, name, operator]
            print(f"{time.time() - start:6.0f} s  {' '.join(found[k])}", flush=True)
            write(found)
        write(found)
    else:
        for k, file, name, operator, place, new in [m for m in mixed(mutants.values(), args.seed) if m[0] in found][:args.sample]:
            verdict = judge.judge(file, name, place, new) or "nothing"
            if verdict != found[k][1]:
                print(f"mutants.py: {file}, {name}, {operator}: on file {found[k][1]}, now {verdict}", file=sys.stderr)
                fine = False
        if gone:
            print(f"{len(gone)} mutants on file are of statements that have changed (mutants.py run)")
        if len(found) < 200:
            print(f"mutants.py: {len(found)} mutants on file, fewer than 200 (mutants.py run)", file=sys.stderr)
            fine = False
    shutil.rmtree(judge.root)
    return 0 if score(found) and fine else 1


if __name__ == "__main__":
    sys.exit(main())
