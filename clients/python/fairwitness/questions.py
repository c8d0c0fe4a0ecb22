"""Questions: run, measure, search, worst, separate, replay; and lists of mechanisms, properties and measures."""

from __future__ import annotations

import json
import os
import time
import re
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, Callable, Dict, FrozenSet, Iterable, List, Mapping, Optional, Sequence, Tuple, Union, overload
from weakref import WeakKeyDictionary

from . import _engine
from .errors import InputError, Interrupted
from .instances import Instance, of_fields, opened
from .own import Measure, Mechanism, Own, Property, engine_of, measure_of
from .numbers import fraction, rows
from .results import Asked, Entry, Replay, Run, Searched, Separation, Verdict, Worst, _parts, searched

#: A mechanism: the id of a built-in one, or a function decorated with :func:`fairwitness.mechanism`.
AnyMechanism = Union[str, Mechanism]
#: A property: the id of a built-in one, or a function decorated with :func:`fairwitness.property`.
AnyProperty = Union[str, Property]
#: A measure: the id of a built-in one, or a function decorated with :func:`fairwitness.measure`.
AnyMeasure = Union[str, Measure]
AnyOwn = Union[str, Own]

_ENGINES: Dict[str, Any] = {model: _engine.Engine.of_model(model) for model in _engine.models()}
_OWN: Dict[Tuple[int, ...], Tuple[Any, List[Own]]] = {}
#: The number of engines of several functions that are kept for the next question.
_MOST_JOINED = 16
_IDS: "WeakKeyDictionary[Any, Dict[str, FrozenSet[str]]]" = WeakKeyDictionary()
_ONE = Searched(instances=1, undecided=1)
#: The longest time, in seconds: ten years.
_LONGEST = 10.0 * 365 * 24 * 3600


def _entries(kind: str, plural: str, model: Optional[str]) -> List[Entry]:
    if model is not None and model not in _ENGINES:
        raise InputError("arguments", "model", f"`{model}` is no model; there are {', '.join(_ENGINES)}")
    found = []
    for name, engine in _ENGINES.items():
        if model in (None, name):
            found += [Entry(e["id"], e["name"], name, kind, e["page"]) for e in json.loads(engine.entries())[plural]]
    return found


def mechanisms(model: Optional[str] = None) -> List[Entry]:
    """The built-in mechanisms, of a model or of all. :raises InputError: for an unknown model."""
    return _entries("mechanism", "mechanisms", model)


def properties(model: Optional[str] = None) -> List[Entry]:
    """The properties, of a model or of all. :raises InputError: for an unknown model."""
    return _entries("property", "properties", model)


def measures(model: Optional[str] = None) -> List[Entry]:
    """The measures, of a model or of all. :raises InputError: for an unknown model."""
    return _entries("measure", "measures", model)


def explain(id: str) -> str:
    """The pages of a mechanism, property, measure or model, in Markdown: definition, reading, source.

    :raises InputError: for an unknown id.
    """
    pages = [entry.page for entry in [*mechanisms(), *properties(), *measures()] if entry.id == id]
    if id in _ENGINES:
        pages.append(json.loads(_ENGINES[id].entries())["page"])
    if not pages:
        raise _unknown("id", id, [e.id for e in [*mechanisms(), *properties(), *measures()]] + list(_ENGINES))
    return "\n\n".join(pages)


def _unknown(what: str, id: str, known: Sequence[str]) -> InputError:
    near = get_close_matches(id, known, 2)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(sorted(set(known)))}"
    return InputError("arguments", what, f"`{id}` is unknown; {hint}")


def _engine_for(*things: AnyOwn) -> Tuple[Any, List[Own], List[str]]:
    """The engine that has the functions among the things, or else the first thing, a built-in mechanism; the functions, and
    the ids of all things."""
    own: List[Own] = []
    for one in things:
        if isinstance(one, Own):
            if all(one is not other for other in own):
                own.append(one)
        elif not isinstance(one, str):
            hint = "decorate it with fairwitness.mechanism" if callable(one) else "an id or a decorated function is expected"
            place = "mechanism" if one is things[0] else "property or measure"
            raise InputError("arguments", place, f"{one!r} is none: {hint}")
    ids = [one.id if isinstance(one, Own) else one for one in things]
    if len(own) > 1:
        key = tuple(id(one) for one in own)
        if key not in _OWN:
            _OWN[key] = (engine_of(own), own)
            if len(_OWN) > _MOST_JOINED:
                del _OWN[next(iter(_OWN))]
        return _OWN[key][0], own, ids
    if own:
        return own[0]._engine, own, ids
    for engine in _ENGINES.values():
        if ids[0] in _ids(engine)["mechanism"]:
            return engine, own, ids
    raise _unknown("mechanism", ids[0], [entry.id for entry in mechanisms()])


def _ids(engine: Any) -> Dict[str, FrozenSet[str]]:
    """The ids of the engine by kind; its pages are read once."""
    found = _IDS.get(engine)
    if found is None:
        entries = json.loads(engine.entries())
        kinds = {"mechanism": "mechanisms", "property": "properties", "measure": "measures"}
        found = {kind: frozenset(entry["id"] for entry in entries[plural]) for kind, plural in kinds.items()}
        _IDS[engine] = found
    return found


def _known(engine: Any, kind: str, id: str) -> None:
    """Raises an error unless the engine's model has such a property, measure or mechanism."""
    known = _ids(engine)[kind]
    others = [name for name, other in _ENGINES.items() if id in _ids(other)[kind]]
    if id not in known and others:
        raise InputError("arguments", kind, f"`{id}` is of the model {' and '.join(others)}, and `{engine.model}` is asked about")
    if id not in known:
        raise _unknown(kind, id, sorted(known))


def _ask(
    engine: Any, own: Sequence[Own], question: Dict[str, Any], wrap: Callable[[Any, Asked], Any]
) -> Any:
    """Asks a question, and waits for the answer in a way that Ctrl-C can end."""
    return _wait(engine, own, engine.start(json.dumps(question)), wrap)


def _wait(engine: Any, own: Sequence[Own], job: Any, wrap: Callable[[Any, Asked], Any]) -> Any:
    """Waits for a job."""
    pause = 0.0005
    try:
        while not job.wait(pause):
            pause = min(pause * 2, 0.05)
            for mechanism in own:
                mechanism._look()
    except BaseException as cause:
        job.stop()
        ended = _ended(job, own)
        if isinstance(cause, KeyboardInterrupt):
            raise Interrupted(_wrapped(engine, job, wrap) if ended else None) from None
        raise
    return _wrapped(engine, job, wrap)


#: The time in seconds for which a stopped job waits for a call of a function that does not run Python code, such as a sleep.
_GRACE = 2.0


def _ended(job: Any, own: Sequence[Own]) -> bool:
    """Waits for a stopped job; False if a call of a function goes on, which then is the job's last one."""
    until = time.monotonic() + _GRACE
    while not job.wait(0.02):
        for mechanism in own:
            mechanism._end(job)
        if own and time.monotonic() > until:
            return False
    return True


def _wrapped(engine: Any, job: Any, wrap: Callable[[Any, Asked], Any]) -> Any:
    answer = json.loads(job.answer())
    if isinstance(answer, dict) and "error" in answer:
        error = answer["error"]
        raise InputError(error["file"], error["field"], error["reason"])
    return wrap(answer, Asked.of(json.loads(engine.tally())))


def _given(engine: Any, instance: Any) -> str:
    """The text of an instance of the engine's model."""
    if isinstance(instance, (str, os.PathLike)):
        from .instances import load

        instance = load(instance)
    elif isinstance(instance, Mapping):
        instance = of_fields(instance)
    if not isinstance(instance, Instance) or not instance.exact:
        raise InputError("arguments", "instance", f"{instance!r} is no Pool, Arrivals, Cohort or Covering, and no path")
    if instance.model != engine.model:
        reason = f"is of the model `{instance.model}`, and the mechanism allocates `{engine.model}`"
        raise InputError("arguments", "instance", reason)
    return instance._line()


def run(mechanism: AnyMechanism, instance: Any, *, seconds: float = 60.0) -> Run:
    """Allocates an instance by the mechanism.

    :param instance: a Pool, Arrivals, Cohort or Covering, or the path of an instance file.
    :param seconds: the time for the allocation.
    :raises InputError: when an argument is wrong. A mechanism that refuses is no error: see ``refused``.

    >>> run("drf", Pool([[9, 18]], [[1, 4], [3, 1]])).tasks
    (Fraction(3, 1), Fraction(2, 1))
    """
    engine, own, ids = _engine_for(mechanism)
    question = {"ask": "run", "mechanism": ids[0], "instance": _given(engine, instance), "seconds": limit_of(seconds)}

    def wrap(answer: Dict[str, Any], asked: Asked) -> Run:
        cut = answer.get("cut")
        result = Run(
            **_parts(answer, asked), mechanism=ids[0], refused=cut or answer["refused"],
            certified=answer.get("certified"), reason=answer.get("reason"),
        )
        result._keep(answer)
        return result

    result: Run = _ask(engine, own, question, wrap)
    return result


def _verdict(answer: Dict[str, Any], asked: Asked, mechanism: str, property: str) -> Verdict:
    if "cut" in answer or "never" in answer:
        verdict, reason = ("undecided", answer["cut"]) if "cut" in answer else ("out-of-scope", answer["never"])
        looked = _ONE if "cut" in answer else Searched()
        return Verdict(
            None, None, (), asked, mechanism, property, verdict, reason, None, None, None, None, None, looked, None
        )
    from .results import exact

    witness = exact(answer["witness"])
    stands = witness and ("for what the program returned" if answer["outside"] else witness["stands"])
    looked = searched(answer["searched"])
    if not asked.function:
        answer["reason"] = "the mechanism is not a function: it answered the same question in two ways"
    slack = None if answer["slack"] is None else fraction(answer["slack"])
    result = Verdict(
        **_parts(answer, asked), mechanism=mechanism, property=property, verdict=answer["verdict"], reason=answer["reason"],
        witness=witness, story=answer["story"], stands=stands, slack=slack, strategy=answer["strategy"],
        searched=looked, record=answer.get("record"),
    )
    result._keep(answer)
    return result


@overload
def measure(mechanism: AnyMechanism, measure: AnyMeasure, instance: Any, *, seconds: float = ...) -> Optional[Fraction]: ...


@overload
def measure(mechanism: Callable[[Any, Any], Any]) -> Measure: ...


@overload
def measure(
    *, model: str = ..., id: Optional[str] = ..., worse: str = ..., takes: Iterable[str] = ..., timeout: float = ...
) -> Callable[[Callable[[Any, Any], Any]], Measure]: ...


def measure(
    mechanism: Any = None, measure: Any = None, instance: Any = None, *, seconds: float = 60.0, model: str = "cluster",
    id: Optional[str] = None, worse: str = "larger", takes: Iterable[str] = (), timeout: float = 10.0,
) -> Any:
    """The exact value of a measure on one instance; None if it is not defined, or was not found in time.

    As a decorator, it makes a function from an instance and an outcome to a number a measure of one's own: ``worse`` is
    ``larger`` or ``smaller``, and the other parameters are those of :func:`fairwitness.mechanism`.

    :raises InputError: when an argument is wrong.

    >>> @measure(worse="smaller")
    ... def fewest(pool, outcome):
    ...     return min(outcome.tasks)
    >>> measure("drf", fewest, Pool([[9, 18]], [[1, 4], [3, 1]]))
    Fraction(2, 1)
    """
    if measure is None:
        def made(function: Callable[[Any, Any], Any]) -> Measure:
            return measure_of(function, model, id, worse, takes, timeout)

        return made if mechanism is None else made(mechanism)
    engine, own, ids = _engine_for(mechanism, measure)
    _known(engine, "measure", ids[1])
    question = {
        "ask": "measure", "mechanism": ids[0], "measure": ids[1], "instance": _given(engine, instance),
        "seconds": limit_of(seconds),
    }
    value = _ask(engine, own, question, lambda answer, asked: answer.get("value"))
    return None if value is None else fraction(value)


def counted(name: str, number: Any, least: int = 1) -> int:
    """A whole number that is given as the argument ``name``."""
    if not isinstance(number, bool) and hasattr(number, "__int__") and int(number) == number and number >= least:
        return int(number)
    raise InputError("arguments", name, f"{number!r} is no whole number {'above zero' if least else 'from 0 on'}")


def limit_of(seconds: Any) -> float:
    """A time in seconds; one without an end is as long as a thread can wait."""
    if isinstance(seconds, bool) or not hasattr(seconds, "__float__") or not float(seconds) > 0:
        raise InputError("arguments", "seconds", f"{seconds!r} is no time above zero")
    return min(float(seconds), _LONGEST)


def _word(value: Any) -> str:
    whole = hasattr(value, "is_integer") and value.is_integer()
    return str(int(value)) if whole else str(value)


def _plan(
    own: Sequence[Own], scope: Union[None, str, Dict[str, Any]], instances: Optional[int], seconds: Optional[float],
    seed: int, strategy: str, threads: Optional[int], archive: bool,
) -> Dict[str, Any]:
    if isinstance(scope, dict):
        scope = ",".join(f"{str(name).replace('_', '-')}={_word(value)}" for name, value in scope.items())
    if scope is not None and not isinstance(scope, str):
        raise InputError("arguments", "scope", f"{scope!r} is no text such as users=3,servers=2 and no dict")
    for name, number in (("instances", instances), ("threads", threads)):
        if number is not None:
            counted(name, number)
    seconds = None if seconds is None else limit_of(seconds)
    if instances is None and seconds is None:
        raise InputError("arguments", "instances", "is None, and `seconds` too: nothing would end the search")
    seed = counted("seed", seed, 0)
    if seed >= 1 << 64:
        raise InputError("arguments", "seed", f"{seed!r} is no whole number from 0 and below 2^64")
    # Python functions run one at a time, so more than one thread would only wait.
    threads = threads or (1 if own else os.cpu_count() or 1)
    return {
        "scope": scope, "instances": instances and int(instances), "seconds": seconds, "seed": seed, "strategy": strategy, "threads": threads,
        "archive": archive,
    }


def search(
    mechanism: AnyMechanism,
    property: AnyProperty,
    *,
    scope: Union[None, str, Dict[str, Any]] = None,
    instances: Optional[int] = 20_000,
    seconds: Optional[float] = 60.0,
    seed: int = 0,
    strategy: str = "auto",
    threads: Optional[int] = None,
    archive: bool = True,
) -> Verdict:
    """Searches for an instance on which the mechanism violates the property, and shrinks it.

    :param scope: the largest size of instances, as in ``"users=3,servers=2,resources=2,max=4"`` or a dict; missing keys
        have these values. ``demands=positive`` and so on as for ``verify --scope``.
    :param instances, seconds: the limits of the search, of which the first that is reached counts; None for no limit.
    :param seed: of random choices: the same seed gives the same answer on any number of threads, unless time ends it.
    :param strategy: the source of instances; see :func:`strategies_of_search`.
    :param threads: default: all cores; 1 for a Python function, since such functions run one at a time.
    :param archive: True if the instances of known violations are tried first.
    :returns: a :class:`Verdict`: ``violated``, or ``unrefuted`` with the counts of the search.
    :raises InputError: when an argument is wrong. :raises Interrupted: at Ctrl-C, with the verdict so far in ``result``.

    >>> search("tsf", "si").margin
    Fraction(1, 6)
    """
    engine, own, ids = _engine_for(mechanism, property)
    _known(engine, "property", ids[1])
    plan = _plan(own, scope, instances, seconds, seed, strategy, threads, archive)
    question = {"ask": "search", "mechanism": ids[0], "property": ids[1], **plan}
    found: Verdict = _ask(engine, own, question, lambda answer, asked: _verdict(answer, asked, ids[0], ids[1]))
    return found


def worst(
    mechanism: AnyMechanism,
    measure: AnyMeasure,
    *,
    scope: Union[None, str, Dict[str, Any]] = None,
    instances: Optional[int] = 20_000,
    seconds: Optional[float] = 60.0,
    seed: int = 0,
    threads: Optional[int] = None,
    archive: bool = True,
) -> Worst:
    """The worst exact value of a measure that a search finds, with its instance.

    It is the worst of the scope, and no instance of the scope is worse, if the result is ``closed``: every instance of a small
    scope is looked at. Parameters and errors are those of :func:`search`.

    >>> found = worst("drf", "si-ratio", scope="users=2,servers=1,resources=1,max=2")
    >>> (found.value, found.closed)
    (Fraction(1, 1), True)
    """
    engine, own, ids = _engine_for(mechanism, measure)
    _known(engine, "measure", ids[1])
    plan = _plan(own, scope, instances, seconds, seed, "auto", threads, archive)
    question = {"ask": "worst", "mechanism": ids[0], "measure": ids[1], **plan}

    def wrap(answer: Dict[str, Any], asked: Asked) -> Worst:
        value = None if answer["value"] is None else fraction(answer["value"])
        sizes = {of["agents"]: fraction(of["value"]) for of in answer["by_size"]}
        return Worst(
            **_parts(answer, asked), mechanism=ids[0], measure=ids[1], value=value, by_size=sizes,
            searched=searched(answer["searched"]), reason=answer.get("reason"),
        )

    found: Worst = _ask(engine, own, question, wrap)
    return found


def separate(
    first: AnyMechanism,
    second: AnyMechanism,
    *,
    scope: Union[None, str, Dict[str, Any]] = None,
    instances: Optional[int] = 20_000,
    seconds: Optional[float] = 60.0,
    seed: int = 0,
    threads: Optional[int] = None,
    archive: bool = True,
) -> Any:
    """Searches for an instance that separates two mechanisms: they give some agent different amounts. For two properties, by
    their ids, a pair is returned: for each order, an instance on which some mechanism violates one and satisfies the other.

    Parameters and errors are those of :func:`search`.

    :returns: a :class:`Separation`, whose ``instance`` is None if none was found; for two properties, a pair of them.
    """
    own: List[Own] = []
    if isinstance(first, str) and isinstance(second, str) and first not in [entry.id for entry in mechanisms()]:
        known = properties()
        models = [e.model for e in known if e.id == first and any(o.id == second and o.model == e.model for o in known)]
        for id in (first, second):
            if id not in [entry.id for entry in known]:
                raise _unknown("mechanism or property", id, [entry.id for entry in [*mechanisms(), *known]])
        if not models:
            raise InputError("arguments", "second", f"`{first}` and `{second}` are properties of two models")
        engine, ids = _ENGINES[models[0]], [first, second]
        of_properties = True
    else:
        # The engine of a function, if one of the two is a function, has the built-in mechanisms too.
        engine, own, ids = _engine_for(*sorted((first, second), key=lambda one: isinstance(one, str)))
        ids = [one.id if isinstance(one, Own) else one for one in (first, second)]
        for id in ids:
            _known(engine, "mechanism", id)
        of_properties = False
    if ids[0] == ids[1]:
        raise InputError("arguments", "second", f"`{ids[0]}` twice: nothing tells a thing from itself")
    plan = _plan(own, scope, instances, seconds, seed, "auto", threads, archive)
    question = {"ask": "separate", "mechanism": ids[0], "other": ids[1], **plan}

    def one(answer: Dict[str, Any], asked: Asked) -> Separation:
        how = answer["how"] or {}
        amounts = rows(how["amounts"], fraction) if "amounts" in how else None
        return Separation(
            **_parts(answer, asked), question=answer["question"], amounts=amounts, mechanism=how.get("mechanism"),
            searched=searched(answer["searched"]), reason=answer.get("reason"),
        )

    def wrap(answers: List[Dict[str, Any]], asked: Asked) -> Any:
        all_ways = tuple(one(answer, asked) for answer in answers)
        return all_ways if of_properties else all_ways[0]

    return _ask(engine, own, question, wrap)


def replay(
    record: Union[Verdict, str, "os.PathLike[str]"], mechanism: Optional[Mechanism] = None, *, seconds: float = 60.0
) -> Replay:
    """Judges a record again, from its text alone: instance, outcome, certificate, witness, margin, minimality.

    :param record: a verdict with a violation, the text of a record, or the path of its file.
    :param mechanism: the mechanism for the id of the record, if the id is not built in. No code in a record is run.
    :raises InputError: when it is no record, or its mechanism is unknown.
    """
    text, engine, own, id = _recorded(record, mechanism)
    question = {"ask": "replay", "mechanism": id, "record": text, "seconds": limit_of(seconds)}

    def wrap(answer: Dict[str, Any], asked: Asked) -> Replay:
        return Replay(answer.get("verified", False), answer.get("reason") or answer.get("cut"))

    result: Replay = _ask(engine, own, question, wrap)
    return result


def _recorded(
    record: Union[Verdict, str, "os.PathLike[str]"], mechanism: Optional[Mechanism]
) -> Tuple[str, Any, List[Own], str]:
    """The text of a record, and the engine, the functions and the id of its mechanism."""
    if isinstance(record, Verdict) and record.record is None:
        raise InputError("arguments", "record", f"the verdict is {record.verdict}: only a violation has a record")
    text = record.record or "" if isinstance(record, Verdict) else os.fspath(record)
    if "\n" not in text and text:
        text = opened(text)
    named = re.search(r'^mechanism = "([^"\n]*)"$', text, re.MULTILINE)
    if named is None:
        raise InputError("record", "mechanism", "is missing")
    program = re.search(r'^command = "((?:[^"\\\n]|\\.)*)"$', text, re.MULTILINE)
    # A rule of one's own may have the id of a built-in mechanism of another model.
    if mechanism is None and (program or named[1] not in [entry.id for entry in mechanisms()]):
        of = f", {program[1]}" if program else ""
        raise InputError("record", "mechanism", f"`{named[1]}` is none that is built in{of}; say what it is with `mechanism`")
    if mechanism is not None and mechanism.id != named[1]:
        raise InputError("record", "mechanism", f"is `{named[1]}`, and `{mechanism.id}` was given")
    engine, own, ids = _engine_for(mechanism or named[1])
    return text, engine, own, ids[0]


def shrink(
    record: Union[Verdict, str, "os.PathLike[str]"], mechanism: Union[None, str, Mechanism] = None,
    property: Optional[str] = None, *, seconds: float = 60.0,
) -> Verdict:
    """Makes the violation of a record smaller; the same violation if nothing smaller violates.

    :param record: a verdict with a violation, the text of a record, or the path of its file.
    :param mechanism: the function, if the record is of one; or the id of a mechanism, for a file with several violations.
    :param property: the id of the property. Default: of a file with several violations, that of the first of the mechanism.
    :raises InputError: when there is no violation, or its mechanism is unknown.
    """
    function = None if isinstance(mechanism, str) else mechanism
    text, _, _, first = _recorded(record, function)
    cells = re.findall(r'^mechanism = "([^"\n]*)"\n+property = "([^"\n]*)"$', text, re.MULTILINE)
    id = mechanism if isinstance(mechanism, str) else first
    named = next((p for m, p in cells if m == id and property in (None, p)), property or "")
    engine, own, _ = _engine_for(function or id)
    question = {"ask": "shrink", "mechanism": id, "record": text, "cell": f"{id} with {named}", "seconds": limit_of(seconds)}
    found: Verdict = _ask(engine, own, question, lambda answer, asked: _verdict(answer, asked, id, named))
    return found


def strategies_of_search() -> Dict[str, str]:
    """The strategies of a search: ids, and the proposals of each."""
    return dict(_engine.strategies())


__all__ = [
    "explain", "measure", "measures", "mechanisms", "properties", "replay", "run", "search", "separate", "shrink",
    "strategies_of_search", "worst",
]
