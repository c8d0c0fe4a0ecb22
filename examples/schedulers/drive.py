#!/usr/bin/env python3
"""Starts a program, greets it, and sends it instance files: python3 drive.py 'python3 mesos.py' pool.toml ..

Instances are TOML as in properties/models/cluster.md, or JSON with these fields, one file each.
"""
import json
import shlex
import subprocess
import sys
from fractions import Fraction

NUMBERS = {"capacity", "demand", "weight", "rate", "tasks"}


def exact(value):
    """Numbers as text, at any depth; `inf` stays."""
    if isinstance(value, list):
        return [exact(v) for v in value]
    return value if value == "inf" else str(Fraction(value))


def floating(value):
    """Numbers as floats, at any depth; `inf` stays."""
    if isinstance(value, list):
        return [floating(v) for v in value]
    return value if value == "inf" else float(Fraction(value))


class Program:
    """A program that speaks the protocol; use it in a `with`."""

    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.greeting = self.ask({"fairwitness": 1})
        self.write = floating if self.greeting.get("numbers") == "float" else exact

    def ask(self, message):
        """One line there, one line back."""
        print(json.dumps(message), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the program ended with {self.process.wait()} and no answer")
        return json.loads(line)

    def answer(self, instance):
        """The answer to an instance, its numbers ints, floats or text."""
        fields = {k: self.write(v) if k in NUMBERS else v for k, v in instance.items()}
        return self.ask(({"number": 0} if self.greeting.get("numbered") else {}) | {"instance": fields})

    def tasks(self, instance):
        """The placement in fractions, or None if the program refuses."""
        answer = self.answer(instance)
        return None if "refuse" in answer else [[Fraction(x) for x in row] for row in answer["placement"]]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def read(path):
    """An instance file; of a record, its instance."""
    with open(path, "rb") as file:
        if str(path).endswith(".json"):
            content = json.load(file)
        else:
            import tomllib                                  # Python 3.11
            content = tomllib.load(file)
    return content.get("instance", content)


def main():
    """One line per file."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with Program(sys.argv[1]) as program:
        print(json.dumps(program.greeting))
        for path in sys.argv[2:]:
            print(f"{path}: {json.dumps(program.answer(read(path)))}")


if __name__ == "__main__":
    main()
