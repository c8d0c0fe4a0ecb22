"""Conversion of numbers between Python and the engine: fractions here, text there."""

from __future__ import annotations

import math
import operator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from typing import Any, Union

#: The accepted forms of a number: an int, a Fraction, a Decimal, or text such as "3/4" and "0.25".
Number = Union[int, Fraction, Decimal, str]


@lru_cache(maxsize=1 << 16)
def fraction(text: str) -> Fraction:
    """The number that the engine writes, in lowest terms."""
    return Fraction(text)


def limit(text: Any) -> Any:
    """A number that may be ``"inf"``, which becomes ``math.inf``."""
    return math.inf if text == "inf" else fraction(text)


def rows(value: Any, read: Any) -> Any:
    """Nested lists as nested tuples, every number read."""
    return tuple([rows(item, read) for item in value]) if isinstance(value, list) else read(value)


def spelled(value: Any, place: str) -> Any:
    """A number, or lists of numbers at any depth, as the engine reads them.

    Raises :class:`TypeError` with the place of an entry that is no exact number; floats are refused, since ``0.1`` is not 1/10.
    """
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool) or value is None:
        raise TypeError(f"{place}: {value!r} is no number")
    if isinstance(value, Rational):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Decimal) and value.is_finite():
        return str(Fraction(value))
    if isinstance(value, float):
        if value == math.inf:
            return "inf"
        raise TypeError(f"{place}: {value!r} is a float; write an exact number, such as \"{value!r}\" or a Fraction")
    if hasattr(value, "tolist"):
        return spelled(value.tolist(), place)
    try:
        return str(operator.index(value))
    except TypeError:
        pass
    try:
        items = list(value)
    except TypeError:
        raise TypeError(f"{place}: {value!r} is no number") from None
    return [spelled(item, f"{place}[{at}]") for at, item in enumerate(items)]
