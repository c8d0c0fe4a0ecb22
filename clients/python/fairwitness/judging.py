"""Judgements: of one instance at once, and of many instances in one call."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, List, Mapping, Sequence, Tuple, Union, overload

from . import _engine
from .errors import InputError
from .instances import KINDS, Instance, Pool, load, of_fields
from .numbers import fraction
from .own import Own
from .pools import Pools
from .questions import AnyMechanism, AnyProperty, _ask, _engine_for, _given, _known, _verdict, _wait, counted, limit_of
from .results import Asked, Verdict, Verdicts

#: One instance: an object, the fields of an instance file, or the path of one.
One = Union[Instance, Mapping[str, Any], str, "os.PathLike[str]"]
#: Many instances: a list, an array or a generator of instances, :class:`Pools`, or a DataFrame with a column for each field.
Many = Union[Pools, Iterable[Instance], Iterable[Mapping[str, Any]]]
#: Several properties.
Several = Union[List[str], List[AnyProperty], Tuple[AnyProperty, ...]]

#: The time that a judgement may take in the calling thread, in seconds; a longer one goes to a thread that Ctrl-C can end.
_AT_ONCE = 0.05


@overload
def judge(mechanism: AnyMechanism, property: AnyProperty, instance: One, *, seconds: float = ...) -> Verdict: ...


@overload
def judge(mechanism: AnyMechanism, property: Several, instance: One, *, seconds: float = ...) -> List[Verdict]: ...


@overload
def judge(
    mechanism: AnyMechanism, property: AnyProperty, instance: Many, *, seconds: float = ..., threads: int = ...
) -> Verdicts: ...


@overload
def judge(
    mechanism: AnyMechanism, property: Several, instance: Many, *, seconds: float = ..., threads: int = ...
) -> List[Verdicts]: ...


def judge(mechanism: AnyMechanism, property: Any, instance: Any, *, seconds: float = 60.0, threads: int = 0) -> Any:
    """Judges the mechanism by a property on one instance, or on many.

    :param property: an id or a decorated function, or a list of them, for which a list of answers is returned.
    :param instance: a Pool, Arrivals, Cohort or Covering, a dict with the fields of an instance file, or its path. Many instances are a list, an array
        or a generator of them, :class:`Pools`, or a DataFrame with a column for each field of an instance.
    :param seconds: the time for each instance; one that takes longer is ``undecided``.
    :param threads: for many instances; 0 for all cores.
    :returns: a :class:`Verdict`: ``violated``, ``holds``, ``out-of-scope`` or ``undecided``; of many instances :class:`Verdicts`.
    :raises InputError: when an argument is wrong.

    >>> judge("tsf", "bf", Pool([[1, 1], [0, 1]], [[1, 1], [0, 1]])).margin
    Fraction(1, 6)
    >>> judge("drf", "si", Pools([[9, 18]], [[[1, 4], [3, 1]], [[1, 1], [2, 1]]])).counts
    {'holds': 2}
    """
    several = not isinstance(property, (str, Own)) and not callable(property)
    asked: List[AnyProperty] = list(property) if several else [property]
    engine, own, ids = _engine_for(mechanism, *asked)
    seconds, threads = limit_of(seconds), counted("threads", threads, 0)
    for one in ids[1:]:
        _known(engine, "property", one)
    if isinstance(instance, (Instance, Mapping, str, os.PathLike)):
        found: Sequence[Any] = _of_one(engine, own, ids, instance, seconds)
    else:
        found = _of_many(engine, own, ids, instance, seconds, threads)
    return list(found) if several else found[0]


def _of_one(engine: Any, own: List[Own], ids: List[str], instance: Any, seconds: float) -> List[Verdict]:
    text = _given(engine, instance)

    def whole(property: str) -> Verdict:
        question = {
            "ask": "judge", "mechanism": ids[0], "property": property, "instance": text, "seconds": seconds,
        }
        verdict: Verdict = _ask(engine, own, question, lambda answer, asked: _verdict(answer, asked, ids[0], property))
        return verdict

    # A function is called in a thread of its own, so that a call that hangs can be ended.
    try:
        quick = None if own else engine.judge_now(ids[0], ids[1:], text, min(seconds, _AT_ONCE))
    except ValueError:
        quick = None  # The whole question gives the error with its place.
    if quick is None:
        return [whole(property) for property in ids[1:]]
    return [
        Verdict._soon(ids[0], property, word, margin and fraction(margin), reason, lambda property=property: whole(property))  # type: ignore[misc]
        for property, (word, margin, reason) in zip(ids[1:], quick)
    ]


def _of_many(engine: Any, own: List[Own], ids: List[str], given: Any, seconds: float, threads: int) -> List[Verdicts]:
    # Python functions run one at a time.
    limits = (1 if own else threads or os.cpu_count() or 1, seconds)

    def wrapped(instances: Sequence[Instance], answer: List[Dict[str, Any]], asked: Asked) -> List[Verdicts]:
        as_given = {one.id: one for one in own}

        def of(property: str, one: Dict[str, Any]) -> Verdicts:
            question = (as_given.get(ids[0], ids[0]), as_given.get(property, property), seconds)
            return Verdicts(ids[0], property, instances, one, asked, question)

        return [of(property, one) for property, one in zip(ids[1:], answer)]

    pools = given if isinstance(given, Pools) else Pools._alike(given) if engine.model == "cluster" else None
    if pools is not None:
        if engine.model != "cluster":
            raise InputError("arguments", "instance", f"are pools, and the mechanism allocates `{engine.model}`")
        job = engine.judge_arrays(ids[0], ids[1:], pools._capacity, pools._demand, pools.sizes, limits)
        found: List[Verdicts] = _wait(engine, own, job, lambda answer, asked: wrapped(pools, answer, asked))
        # What is wrong with a dict or a row is said when it is read by itself.
        if pools is given or not any("error" in one.counts for one in found):
            return found
    instances = _list(engine, given)
    kind = KINDS[engine.model]
    # An instance that has its text is not asked for it.
    texts = [one._text if type(one) is kind and one._text and one.exact else _given(engine, one) for one in instances]
    job = engine.judge_texts(ids[0], ids[1:], texts, limits)
    found = _wait(engine, own, job, lambda answer, asked: wrapped(instances, answer, asked))
    return found


def _list(engine: Any, given: Any) -> List[Instance]:
    """The instances of a list, an array, a generator or a DataFrame."""
    if hasattr(given, "columns") and hasattr(given, "to_dict"):
        rows: List[Dict[str, Any]] = given.to_dict("records")
        return [_row(engine, row, at) for at, row in enumerate(rows)]
    try:
        items = list(given)
    except TypeError:
        raise InputError("arguments", "instance", f"{given!r} is no Pool, Arrivals, Cohort or Covering, and no path") from None
    for at, one in enumerate(items):
        # Dicts come by the thousand, and the questions below take longer than one that is plain.
        if type(one) is dict:
            items[at] = of_fields(one)
        elif isinstance(one, Instance):
            continue
        elif isinstance(one, (str, os.PathLike)):
            items[at] = load(one)
        elif isinstance(one, Mapping):
            items[at] = of_fields(one)
        else:
            hint = "arrays of numbers are given as Pools(capacity, demand)"
            raise InputError("arguments", f"instance[{at}]", f"is {type(one).__name__}, and no instance; {hint}")
    return items


def _is_empty(cell: Any) -> bool:
    """True for a cell without a value: None, or a mark of pandas, none of which equals itself."""
    if cell is None or isinstance(cell, str) or hasattr(cell, "__len__"):
        return cell is None
    try:
        return bool(cell != cell)
    except TypeError:  # pandas.NA
        return True


def _row(engine: Any, row: Dict[str, Any], at: int) -> Instance:
    """The instance of a row: its fields by the names of the columns; empty cells are left out."""
    fields = {name: value for name, value in row.items() if not _is_empty(value)}
    text = _engine.plain_text(fields, engine.model)
    if text is not None:
        pool: Instance = Pool._of(None, text=text)
        return pool
    try:
        made: Instance = KINDS[engine.model](**fields)
    except TypeError as error:
        raise InputError("DataFrame", f"row {at}", str(error)) from None
    except InputError as error:
        raise InputError("DataFrame", f"row {at}: {error.field}", error.reason) from None
    return made


__all__ = ["judge"]
