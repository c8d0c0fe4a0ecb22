"""Conversion of numbers between Python and the engine: fractions here, text there."""

from __future__ import annotations

import math
import operator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from typing import Any, Union

#: The accepted forms of a number: an int, a Fraction, a Decimal, a float without a fraction, or text such as "3/4", "0.25", "1e-05".
Number = Union[int, float, Fraction, Decimal, str]

#: Integers of this size and beyond are not all floats, so a float may stand for another number.
_EXACT_FLOATS = 2.0**53


#: Python's own conversion of digits to an int has a limit that no process may set below this number.
_DIGITS = 640
#: The binary digits of the longest number that the engine reads.
_BITS = 13_288


def _whole(digits: str) -> int:
    """The int with these digits, however many there are."""
    half = len(digits) // 2
    if len(digits) <= _DIGITS:
        return int(digits)
    power: int = 10**half
    return _whole(digits[:-half]) * power + _whole(digits[-half:])


@lru_cache(maxsize=1 << 16)
def fraction(text: str) -> Fraction:
    """The number that the engine writes, in lowest terms."""
    if len(text) <= _DIGITS:
        return Fraction(text)
    upper, _, lower = text.removeprefix("-").partition("/")
    return Fraction(_whole(upper), _whole(lower or "1")) * (-1 if text.startswith("-") else 1)


def limit(text: Any) -> Any:
    """A number that may be ``"inf"``, which becomes ``math.inf``."""
    return math.inf if text == "inf" else fraction(text)


def rows(value: Any, read: Any) -> Any:
    """Nested lists as nested tuples, every number read."""
    return tuple([rows(item, read) for item in value]) if isinstance(value, list) else read(value)


def _text(text: str) -> str:
    """A number in text, as the engine reads it: a decimal with an exponent as a fraction."""
    if "e" not in text.lower() or not text.lower().replace("e", "").strip("+-.0123456789") == "":
        return text
    try:
        return str(Fraction(text)) if abs(int(text.lower().partition("e")[2])) <= 300 else text
    except ValueError:
        return text


def spelled(value: Any, place: str) -> Any:
    """A number, or lists of numbers at any depth, as the engine reads them.

    Numbers of numpy and pandas are taken as those of Python. A float is taken if it is a whole number. Raises
    :class:`TypeError` with the place of an entry that is no exact number; other floats are refused, since ``0.1`` is not 1/10.
    """
    # Lists of small ints are by far the most frequent, and the questions below take longer.
    if type(value) is int and value.bit_length() < 64:
        return str(value)
    if type(value) is list or type(value) is tuple:
        return [spelled(item, f"{place}[{at}]") for at, item in enumerate(value)]
    if isinstance(value, str):
        return _text(value.strip())
    if isinstance(value, bool) or value is None:
        raise TypeError(f"{place}: {value!r} is no number")
    if isinstance(value, Rational):
        parts = int(value.numerator), int(value.denominator)
        if max(part.bit_length() for part in parts) > _BITS:
            raise TypeError(f"{place}: the number is too long (at most 4000 digits)")
        return str(Fraction(*parts))
    if isinstance(value, Decimal) and value.is_finite():
        return str(Fraction(value))
    if isinstance(value, float):
        if value == math.inf:
            return "inf"
        if not math.isfinite(value):
            raise TypeError(f"{place}: {float.__repr__(value)} is no number")
        if value.is_integer() and abs(value) < _EXACT_FLOATS:
            return str(int(value))
        written = float.__repr__(value)
        raise TypeError(
            f"{place}: {written} is a float; write \"{written}\" for exactly that decimal, or a Fraction"
        )
    if hasattr(value, "to_numpy"):
        return spelled(value.to_numpy(), place)
    if hasattr(value, "tolist"):
        return spelled(value.tolist(), place)
    try:
        return spelled(operator.index(value), place)
    except TypeError:
        pass
    try:
        items = list(value)
    except TypeError:
        raise TypeError(f"{place}: {value!r} is no number") from None
    return [spelled(item, f"{place}[{at}]") for at, item in enumerate(items)]
