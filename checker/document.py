"""Strict reading of the values in a record (counterexamples/README.md, "Fields").

A number is an integer or a quoted fraction in lowest terms. An integer beyond 64 bits is quoted, and no other is. A bare float, a truth
value and a fraction that can be reduced are refused. Tables have exactly the fields named, in the order named. Every refusal names the
field.
"""

import re
from fractions import Fraction
from math import gcd

from verdict import Refused, require

WHOLE = re.compile(r"-?[1-9][0-9]*")
#: The smallest bare integer; the largest one is its opposite less 1.
LEAST = -(2**63)
FRACTION = re.compile(r"(-?)(0|[1-9][0-9]*)/([1-9][0-9]*)")


def number(value, field):
    """Reads an exact number: an integer, quoted beyond 64 bits, or "p/q" in lowest terms with q above 1."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        kind = "a bare float; quote it as a fraction" if isinstance(value, float) else f"not a number: {value!r}"
        raise Refused(field, kind)
    if isinstance(value, int):
        require(LEAST <= value < -LEAST, field, "an integer beyond 64 bits is quoted")
        return Fraction(value)
    match = FRACTION.fullmatch(value)
    require(match or WHOLE.fullmatch(value), field, f"neither an integer nor a quoted fraction p/q: {value!r}")
    try:
        if not match:
            whole = int(value)
            require(not LEAST < whole < -LEAST, field, f"an integer of 64 bits stands bare: {value!r}")
            return Fraction(whole)
        top, bottom = int(match[2]), int(match[3])
    except ValueError:
        raise Refused(field, "the number has too many digits") from None
    require(bottom > 1 and gcd(top, bottom) == 1, field, f"not in lowest terms: {value!r}")
    return Fraction(-top if match[1] else top, bottom)


def at_least_zero(value, field):
    """A number that is not negative."""
    read = number(value, field)
    require(read >= 0, field, f"must not be negative: {value!r}")
    return read


def above_zero(value, field):
    """A number above zero."""
    read = number(value, field)
    require(read > 0, field, f"must be above zero: {value!r}")
    return read


def index(value, field, bound):
    """Reads a whole number below the bound."""
    require(isinstance(value, int) and not isinstance(value, bool), field, f"not an index: {value!r}")
    require(0 <= value < bound, field, f"index {value} is out of range, there are {bound}")
    return value


def index_or_none(value, field, bound):
    """An index, or None for the word "none"."""
    return None if value == "none" else index(value, field, bound)


def text(value, field):
    """One line of text."""
    require(isinstance(value, str), field, f"not a text: {value!r}")
    require("\n" not in value and "\r" not in value, field, "more than one line")
    return value


def word(value, field, words):
    """One of the given words."""
    require(isinstance(value, str) and value in words, field, f"{value!r} is none of {', '.join(sorted(words))}")
    return value


def array(value, field, length=None):
    """A list, of the given length if one is given."""
    require(isinstance(value, list), field, "not a list")
    if length is not None:
        require(len(value) == length, field, f"{len(value)} entries where {length} are due")
    return value


def row(value, field, length, entry):
    """A list of the given length whose entries are read by `entry(value, field)`."""
    return [entry(cell, f"{field}[{at}]") for at, cell in enumerate(array(value, field, length))]


def grid(value, field, rows, columns, entry):
    """A list of `rows` rows with `columns` entries each."""
    return row(value, field, rows, lambda cells, where: row(cells, where, columns, entry))


def table(value, field, names, optional=()):
    """A table with the given fields in the given order; those in `optional` may be missing."""
    require(isinstance(value, dict), field or "file", "not a table")
    prefix = f"{field}." if field else ""
    for name in value:
        require(name in names, prefix + name, "unknown field")
    for name in names:
        require(name in value or name in optional, prefix + name, "missing field")
    due = [name for name in names if name in value]
    for found, expected in zip(value, due):
        require(found == expected, prefix + found, f"out of order, {expected} comes first")
    return value


def plain(value):
    """A number as records write it: an integer, or a fraction as text."""
    return str(value) if isinstance(value, Fraction) and value.denominator > 1 else str(int(value))
