"""Mechanisms, properties and measures of one's own: Python functions of an instance, or of an instance and an outcome."""

from __future__ import annotations

import ctypes
import json
import math
import os
import sys
import threading
import time
import traceback
import weakref
from fractions import Fraction
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union, overload

from . import _engine
from .errors import InputError, Refuse, raise_native
from .instances import KINDS
from .numbers import fraction

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
    if kind is str and exact:
        try:
            return str(Fraction(value))
        except (ValueError, ZeroDivisionError):
            raise _Malformed(f"{place} is {value!r}, which is no number") from None
    if kind is float:
        if exact and value.is_integer() and abs(value) < 2.0**53:
            return int(value)
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


class Outcome(Dict[str, Any]):
    """An outcome as a property or a measure receives it: the fields of its document, each with numbers as Fractions."""

    def __getattr__(self, name: str) -> Any:
        """A field, such as ``tasks`` or ``placement``."""
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the outcome has no {name!r}; it has {', '.join(self)}") from None


class Own:
    """A Python function that the engine calls. Calling it calls the function."""

    kind = "mechanism"

    def __init__(
        self, function: Callable[..., Any], greeting: Dict[str, Any], slack: str, timeout: float
    ) -> None:
        self.function = function
        self.id: str = greeting["id"]
        self.model: str = greeting["model"]
        #: The last exception that the function raised for the engine, with its traceback; None if it raised none.
        self.last_error: Optional[BaseException] = None
        self.__doc__ = function.__doc__
        self.__name__ = getattr(function, "__name__", self.id)
        self.__wrapped__ = function
        self.__module__ = getattr(function, "__module__", None) or __name__
        self.__qualname__ = getattr(function, "__qualname__", self.id)
        self._made = (function, greeting, slack, timeout)
        self._exact = greeting.get("numbers") != "float"
        self._timeout = timeout
        self._calls: List[_Call] = []
        #: The threads of stopped jobs, with the jobs: they call the function no more.
        self._ended: Dict[int, Any] = {}
        self._lock = threading.Lock()
        module = getattr(function, "__module__", None)
        self.name = f"Python function {f'{module}.' if module else ''}{getattr(function, '__qualname__', self.id)}"
        # The engine of a function does not keep it, else neither would ever go.
        answer = weakref.WeakMethod(self._answer)
        said: Callable[[str], Tuple[str, str, str]] = lambda line: (answer() or _gone)(line)
        self._registered = (self.name, json.dumps(greeting), said, slack)
        self._engine = engine_of([self])

    def __call__(self, *given: Any) -> Any:
        return self.function(*given)

    def __repr__(self) -> str:
        return f"<fairwitness {self.kind} {self.id} of model {self.model}>"

    def __reduce__(self) -> Any:
        """Pickles a decorated function by its name, as functions are, and others by the function within."""
        found: Any = sys.modules.get(self.__module__)
        for name in self.__qualname__.split("."):
            found = getattr(found, name, None)
        return self.__qualname__ if found is self else (type(self), self._made)

    # The engine calls the following methods, on its threads.

    def _ask(self, question: Dict[str, Any]) -> Dict[str, Any]:
        """The answer of the function to a question."""
        raise NotImplementedError

    def _answer(self, line: str) -> Tuple[str, str, str]:
        """The answer of the function to a question: a keyword, and one or two texts."""
        ended = self._ended.get(threading.get_ident())
        if ended is not None and not ended.wait(0):
            return "interrupted", "", ""
        try:
            question = json.loads(line)
            call = _Call(self._timeout)
            self._calls.append(call)
            try:
                said = self._ask(question)
            finally:
                with self._lock:
                    call.done = True
                    self._calls.remove(call)
            return "answer", json.dumps(said), ""
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

    def _look(self) -> None:
        """Ends calls that are late."""
        now = time.monotonic()
        with self._lock:
            for call in self._calls:
                if not call.done and now > call.until:
                    _throw(call.thread, _Late)
                    call.until = now + 1.0  # If it catches even this, it is thrown again.

    def _end(self, job: Any) -> None:
        """Ends all calls, of which those of a stopped job are its last ones."""
        with self._lock:
            self._ended = {thread: known for thread, known in self._ended.items() if not known.wait(0)}
            for call in self._calls:
                if not call.done:
                    self._ended[call.thread] = job
                    _throw(call.thread, _Stop)


class Mechanism(Own):
    """A Python function as a mechanism; made by :func:`mechanism`."""

    def _ask(self, question: Dict[str, Any]) -> Dict[str, Any]:
        said = self.function(KINDS[self.model]._of(question["instance"], self._exact))
        return {_OUTCOMES[self.model]: _outcome(said, self.model, self._exact)}


class _Judge(Own):
    """A function of an instance and an outcome."""

    def _judged(self, question: Dict[str, Any]) -> Any:
        instance = KINDS[self.model]._of(question["instance"], self._exact)
        return self.function(instance, Outcome(read(question["outcome"], self._exact)))


class Property(_Judge):
    """A Python function as a property; made by :func:`property`."""

    kind = "property"

    def _ask(self, question: Dict[str, Any]) -> Dict[str, Any]:
        said = self._judged(question)
        gap, witness = said if isinstance(said, tuple) and len(said) == 2 else (said, None)
        answer: Dict[str, Any] = {"gap": _text(int(gap) if isinstance(gap, bool) else gap, self._exact, "the gap")}
        if witness is not None:
            answer["witness"] = _plain(witness)
        return answer


class Measure(_Judge):
    """A Python function as a measure; made by :func:`measure`."""

    kind = "measure"

    def _ask(self, question: Dict[str, Any]) -> Dict[str, Any]:
        return {"value": _text(self._judged(question), self._exact, "the value")}


def read(value: Any, exact: bool) -> Any:
    """A document with its numbers as Fractions, or as floats; words stay words."""
    if isinstance(value, dict):
        return {name: read(inner, exact) for name, inner in value.items()}
    if isinstance(value, list):
        return tuple(read(inner, exact) for inner in value)
    if isinstance(value, str):
        try:
            return fraction(value) if exact else float(fraction(value))
        except (ValueError, ZeroDivisionError):
            return value
    return value if not exact or isinstance(value, bool) or not isinstance(value, int) else Fraction(value)


def _plain(value: Any) -> Any:
    """A witness as JSON: numbers as text, tuples as lists."""
    if isinstance(value, dict):
        return {str(name): _plain(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return str(value) if isinstance(value, Fraction) else value


def _place(error: BaseException, function: Any) -> str:
    """The place where an exception was raised: the last line in the function's own file, if there is one."""
    frames = traceback.extract_tb(error.__traceback__)[1:]
    file = getattr(getattr(function, "__code__", None), "co_filename", None)
    own = [frame for frame in frames if frame.filename == file]
    where = own or frames
    return f" ({os.path.basename(where[-1].filename)}, line {where[-1].lineno})" if where else ""


def _gone(_line: str) -> Tuple[str, str, str]:
    """The answer of a function that nothing uses any more."""
    return "interrupted", "", ""


def engine_of(mechanisms: Sequence[Own]) -> Any:
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
    takes: Iterable[str] = (),
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
        Other features do not occur in a search, and are refused before the function is called. Default: none of them,
        so that instances have demands and capacities alone.
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
        greeting: Dict[str, Any] = {"fairwitness": 1, "id": _named(function, id), "model": model}
        if model == "cluster":
            greeting.update(division=division, tasks=tasks)
        greeting["numbers"] = numbers
        greeting.update(_taken(takes))
        return Mechanism(function, greeting, *_limits(model, slack, timeout))

    return decorate if function is None else decorate(function)


def _named(function: Callable[..., Any], id: Optional[str]) -> str:
    return id if id is not None else getattr(function, "__name__", "").strip("_").replace("_", "-").lower()


def _taken(takes: Iterable[str]) -> Dict[str, List[str]]:
    """The features of instances that a function takes, for its greeting."""
    words = None if takes is None or isinstance(takes, str) else list(takes)
    if words is None or not all(isinstance(word, str) for word in words):
        raise InputError("arguments", "takes", f"{takes!r} is no list of words")
    return {"takes": words}


def _limits(model: str, slack: Union[float, str, Fraction], timeout: float) -> Tuple[str, float]:
    """The slack as text and the timeout, if they and the model are right."""
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
    return str(exact), float(timeout)


@overload
def property(function: Callable[[Any, Any], Any]) -> Property: ...


@overload
def property(
    *, model: str = "cluster", id: Optional[str] = None, takes: Iterable[str] = (), timeout: float = 10.0
) -> Callable[[Callable[[Any, Any], Any]], Property]: ...


def property(
    function: Optional[Callable[[Any, Any], Any]] = None,
    *,
    model: str = "cluster",
    id: Optional[str] = None,
    takes: Iterable[str] = (),
    timeout: float = 10.0,
) -> Union[Property, Callable[[Callable[[Any, Any], Any]], Property]]:
    """Makes a function from an instance and an outcome to a gap a property. A decorator.

    The function returns a number, by how much the property is violated: above 0 is a violation. It may return a pair of the
    number and a dict, the witness. It raises :class:`Refuse` where the property is not defined. The outcome has the fields that
    a mechanism returns, such as ``placement`` and ``tasks``. The other parameters are those of :func:`mechanism`.

    >>> import fairwitness as fw
    >>> @fw.property
    ... def equal_tasks(pool, outcome):
    ...     return max(outcome.tasks) - min(outcome.tasks)
    >>> fw.judge("drf", equal_tasks, fw.Pool([[9, 18]], [[1, 4], [3, 1]])).margin
    Fraction(1, 1)
    """

    def decorate(function: Callable[[Any, Any], Any]) -> Property:
        greeting = {"fairwitness": 1, "id": _named(function, id), "model": model, "kind": "property", **_taken(takes)}
        return Property(function, greeting, *_limits(model, 0, timeout))

    return decorate if function is None else decorate(function)


def measure_of(
    function: Callable[[Any, Any], Any], model: str, id: Optional[str], worse: str, takes: Iterable[str], timeout: float
) -> Measure:
    """The measure of a function."""
    kind = {"kind": "measure", "worse": worse}
    greeting = {"fairwitness": 1, "id": _named(function, id), "model": model, **kind, **_taken(takes)}
    return Measure(function, greeting, *_limits(model, 0, timeout))


__all__ = ["Measure", "Mechanism", "Outcome", "Property", "mechanism", "property"]
