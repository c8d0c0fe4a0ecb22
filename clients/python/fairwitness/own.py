"""Mechanisms of one's own: a Python function from an instance to an allocation."""

from __future__ import annotations

import ctypes
import json
import math
import os
import threading
import time
import traceback
from fractions import Fraction
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple, Union

from . import _engine
from .errors import InputError, Refuse, raise_native
from .instances import KINDS

_OUTCOMES = {"cluster": "placement", "arrivals": "shares", "cohort": "targets", "covering": "assignment"}


class _Malformed(Exception):
    """The function returned a value that is no outcome."""


class _Late(BaseException):
    """Thrown into a call that takes too long."""


class _Stop(BaseException):
    """Thrown into a call when the search is stopped."""


class _Call:
    """A call in progress: its thread, and its deadline."""

    __slots__ = ("thread", "until", "done")

    def __init__(self, seconds: float) -> None:
        self.thread, self.until, self.done = threading.get_ident(), time.monotonic() + seconds, False


def _throw(thread: int, what: type) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(what))


def _text(value: Any, exact: bool, place: str) -> Any:
    """A number of an outcome as the engine reads it."""
    kind = type(value)
    if kind is Fraction:
        return str(value) if exact else float(value)
    if kind is int:
        return value
    if kind is float:
        if exact:
            raise _Malformed(
                f"{place} is the float {value!r}, and the mechanism is declared exact: compute with Fractions, or "
                "declare numbers=\"float\""
            )
        if not math.isfinite(value):
            raise _Malformed(f"{place} is {value!r}, which is no number")
        return value
    if isinstance(value, bool) or value is None:
        raise _Malformed(f"{place} is {value!r}, which is no number")
    if hasattr(value, "numerator") and hasattr(value, "denominator"):
        return _text(Fraction(int(value.numerator), int(value.denominator)), exact, place)
    if isinstance(value, float) or hasattr(value, "__float__"):
        return _text(float(value), exact, place)
    raise _Malformed(f"{place} is {value!r}, which is no number")


def _row(value: Any, exact: bool, place: str) -> List[Any]:
    try:
        items = list(value)
    except TypeError:
        raise _Malformed(f"{place} is {value!r}, and a row of numbers is expected") from None
    return [_text(item, exact, f"{place}[{at}]") for at, item in enumerate(items)]


def _task(value: Any, place: str) -> Optional[int]:
    if value is None or value == "none":
        return None
    try:
        return int(value.__index__())
    except AttributeError:
        raise _Malformed(f"{place} is {value!r}; the index of a task or None is expected") from None


def _target(value: Any, place: str) -> List[Any]:
    try:
        workload, rule = value
        return [int(workload.__index__()), str(rule)]
    except (AttributeError, TypeError, ValueError):
        raise _Malformed(f"{place} is {value!r}; the index of a workload and a rule are expected") from None


def _outcome(value: Any, model: str, exact: bool) -> Any:
    """The return value of the function as the engine reads it: nested lists."""
    name = _OUTCOMES[model]
    value = getattr(value, name, value)
    if hasattr(value, "tolist"):
        value = value.tolist()
    if value is None and model == "cohort":
        return None  # the workload is turned down
    if value is None:
        raise _Malformed(f"it is None; the {name} is expected")
    try:
        items = list(value)
    except TypeError:
        raise _Malformed(f"it is {value!r}; the {name} is expected") from None
    if model == "cohort":
        return [_target(item, f"{name}[{at}]") for at, item in enumerate(items)]
    if model == "covering":
        return [_task(item, f"{name}[{at}]") for at, item in enumerate(items)]
    if model == "cluster" and items and not isinstance(items[0], (list, tuple)) and not hasattr(items[0], "__iter__"):
        return [[x] for x in _row(items, exact, name)]  # one number a user: there is one server
    return [_row(item, exact, f"{name}[{at}]") for at, item in enumerate(items)]


class Mechanism:
    """A Python function as a mechanism; made by :func:`mechanism`. Calling it calls the function."""

    def __init__(
        self, function: Callable[[Any], Any], greeting: Dict[str, Any], slack: str, timeout: float
    ) -> None:
        self.function = function
        self.id: str = greeting["id"]
        self.model: str = greeting["model"]
        #: The last exception that the function raised for the engine, with its traceback; None if it raised none.
        self.last_error: Optional[BaseException] = None
        self.__doc__ = function.__doc__
        self.__name__ = getattr(function, "__name__", self.id)
        self.__wrapped__ = function
        self._exact = greeting.get("numbers") != "float"
        self._timeout = timeout
        self._calls: List[_Call] = []
        self._lock = threading.Lock()
        module = getattr(function, "__module__", None)
        self.name = f"Python function {f'{module}.' if module else ''}{getattr(function, '__qualname__', self.id)}"
        self._registered = (self.name, json.dumps(greeting), self._answer, slack)
        self._engine = engine_of([self])

    def __call__(self, instance: Any) -> Any:
        return self.function(instance)

    def __repr__(self) -> str:
        return f"<fairwitness mechanism {self.id} of model {self.model}>"

    # The engine calls the following methods, on its threads.

    def _answer(self, line: str) -> Tuple[str, str, str]:
        """The answer of the function for the instance in a question: a keyword, and one or two texts."""
        try:
            instance = KINDS[self.model]._of(json.loads(line)["instance"], self._exact)
            call = _Call(self._timeout)
            self._calls.append(call)
            try:
                said = self.function(instance)
            finally:
                with self._lock:
                    call.done = True
                    self._calls.remove(call)
            return "answer", json.dumps({_OUTCOMES[self.model]: _outcome(said, self.model, self._exact)}), ""
        except Refuse as why:
            return "answer", json.dumps({"refuse": str(why) or "it does not say why"}), ""
        except _Malformed as what:
            return "malformed", str(what), ""
        except _Late:
            return "late", repr(self._timeout), ""
        except _Stop:
            return "interrupted", "", ""
        except BaseException as error:  # noqa: B902 - whatever it is, it is the function's, and is counted by name
            self.last_error = error
            return "raised", type(error).__name__, f"{error}{_place(error, self.function)}"

    def _look(self, stop: bool = False) -> None:
        """Ends calls that are late, or all calls."""
        now = time.monotonic()
        with self._lock:
            for call in self._calls:
                if not call.done and (stop or now > call.until):
                    _throw(call.thread, _Stop if stop else _Late)
                    call.until = now + 1.0  # If it catches even this, it is thrown again.


def _place(error: BaseException, function: Any) -> str:
    """The place where an exception was raised: the last line in the function's own file, if there is one."""
    frames = traceback.extract_tb(error.__traceback__)[1:]
    file = getattr(getattr(function, "__code__", None), "co_filename", None)
    own = [frame for frame in frames if frame.filename == file]
    where = own or frames
    return f" ({os.path.basename(where[-1].filename)}, line {where[-1].lineno})" if where else ""


def engine_of(mechanisms: List[Mechanism]) -> Any:
    """The engine of these mechanisms' model, with the mechanisms in it."""
    try:
        return _engine.Engine.of_functions([mechanism._registered for mechanism in mechanisms])
    except ValueError as error:
        raise_native(error)


def mechanism(
    function: Optional[Callable[[Any], Any]] = None,
    *,
    model: str = "cluster",
    id: Optional[str] = None,
    division: str = "resource",
    tasks: str = "divisible",
    numbers: str = "exact",
    takes: Optional[Iterable[str]] = None,
    slack: Union[float, str, Fraction] = 1e-9,
    timeout: float = 10.0,
) -> Any:
    """Makes a function from an instance to an allocation a mechanism, for everything in this package. A decorator.

    The function receives a :class:`Pool`, :class:`Arrivals`, :class:`Cohort` or :class:`Covering`. It returns

    - ``cluster``: tasks of each user on each server, users x servers; or one number per user if there is one server,
    - ``arrivals``: the dominant shares after each step; row k has k + 1 numbers, one for each agent present,
    - ``cohort``: for each preempted workload its index and the rule; None if the asking workload is rejected,
    - ``covering``: for each resource the index of its task, or None,

    as lists, tuples or arrays, or what :func:`fairwitness.run` returned. It raises :class:`Refuse` for an instance that the
    rule is not meant for. Any other exception is a refusal too, is counted by its type, and is kept in ``last_error``. The
    function must give one answer to each instance; otherwise it is reported as not a function.

    :param model: ``cluster``, ``arrivals``, ``cohort`` or ``covering``.
    :param id: 1 to 64 of a-z, 0-9 and -; not the id of an existing mechanism. Default: the function's name.
    :param division: ``resource``, or ``time`` if servers are divided in time (``cluster``).
    :param tasks: ``divisible``, or ``whole`` (``cluster``).
    :param numbers: ``exact``: Fractions in and out. ``float``: floats in and out; each is the exact number that it is.
    :param takes: optional features of instances, as in ``["weights", "eligible"]``, by the words of the page on programs.
        Other features do not occur in a search, and are refused before the function is called. Default: all features.
    :param slack: for a mechanism that computes in floats, the relative tolerance for its numbers. A violation
        counts when its margin is larger.
    :param timeout: seconds for an answer. A call that takes longer is ended, as soon as it runs Python code, and counted.
    :raises InputError: when an argument is wrong, or the id is in use.

    >>> import fairwitness as fw
    >>> @fw.mechanism(model="cluster")
    ... def nothing_for_all(pool):
    ...     return [[0] * len(pool.capacity) for _ in pool.demand]
    >>> fw.judge(nothing_for_all, "po", fw.Pool([[1]], [[1]])).verdict
    'violated'
    """

    def decorate(function: Callable[[Any], Any]) -> Mechanism:
        name = id if id is not None else getattr(function, "__name__", "").strip("_").replace("_", "-").lower()
        greeting: Dict[str, Any] = {"fairwitness": 1, "id": name, "model": model}
        if model == "cluster":
            greeting.update(division=division, tasks=tasks)
        greeting["numbers"] = numbers
        if takes is not None:
            words = None if isinstance(takes, str) else list(takes)
            if words is None or not all(isinstance(word, str) for word in words):
                raise InputError("arguments", "takes", f"{takes!r} is no list of words")
            greeting["takes"] = words
        if model not in _OUTCOMES:
            raise InputError("arguments", "model", f"`{model}` is no model; there are {', '.join(sorted(_OUTCOMES))}")
        try:
            exact = Fraction(repr(slack) if isinstance(slack, float) else slack)
        except (ValueError, TypeError, ZeroDivisionError):
            exact = Fraction(-1)
        if not 0 <= exact < 1:
            raise InputError("arguments", "slack", f"{slack!r} is no number from 0 and below 1")
        if not 0 < timeout < 1e6:
            raise InputError("arguments", "timeout", f"{timeout!r} is no number of seconds above 0")
        return Mechanism(function, greeting, str(exact), float(timeout))

    return decorate if function is None else decorate(function)


__all__ = ["Mechanism", "mechanism"]
