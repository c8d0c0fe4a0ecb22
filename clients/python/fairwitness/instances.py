"""Instances of the four models, on which mechanisms decide.

Numbers go in as ints, whole floats, Fractions, Decimals or text such as ``"3/4"``, also from numpy and pandas, and come out as
:class:`fractions.Fraction`. The pages of the models, ``fairwitness.explain("cluster")`` and so on, define the fields.
"""

from __future__ import annotations

import json
import os
import stat
from fractions import Fraction
from typing import Any, ClassVar, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _engine
from .errors import InputError, raise_native
from .numbers import Number, fraction, limit, rows, spelled

Matrix = Tuple[Tuple[Fraction, ...], ...]


def _canonical(name: str, text: str, is_json: bool) -> Tuple[Dict[str, Any], str]:
    """The fields of an instance, and its text with whole numbers bare, which the engine reads fastest."""
    answer = json.loads(_engine.read_instance(name, text, is_json))
    if "error" in answer:
        error = answer["error"]
        raise InputError(error["file"], error["field"], error["reason"])
    return answer["instance"], answer["text"]


class Instance:
    """An instance of a model. Instances are immutable; equal instances have equal fields."""

    model: ClassVar[str] = ""
    #: What the rows and the entries of its matrices are.
    _shapes: ClassVar[Mapping[str, str]] = {}
    #: The fields as the engine writes them; None until they are asked for, if there is a text.
    _known: Optional[Dict[str, Any]]
    _read: Any
    _text: Optional[str]

    @property
    def _fields(self) -> Dict[str, Any]:
        if self._known is None:
            self._known, _ = _canonical(type(self).__name__, self._text or "", True)
        return self._known

    @classmethod
    def _of(cls, fields: Optional[Dict[str, Any]], exact: bool = True, text: Optional[str] = None) -> Any:
        """An instance from the fields that the engine writes; floats in them stay floats."""
        self = cls.__new__(cls)
        self._text = text
        self._known = fields
        self._read = fraction if exact else float
        return self

    def _begin(self, **fields: Any) -> None:
        self._read = fraction
        # The text of a valid pool of whole numbers needs no further look.
        self._text, self._known = _engine.plain_text(fields, self.model), None
        if self._text is not None:
            return
        given: Dict[str, Any] = {"model": self.model}
        for name, value in fields.items():
            if value is None:
                continue
            try:
                _need_lists(name, value, self._shapes.get(name))
                given[name] = _spelled_field(name, value)
            except (TypeError, ValueError) as error:
                place, _, reason = str(error).partition(": ")
                if isinstance(error, ValueError):
                    place, reason = name, str(error)
                raise InputError(type(self).__name__, place, reason) from None
        self._known, self._text = _canonical(type(self).__name__, json.dumps(given), True)

    @property
    def exact(self) -> bool:
        """True if its numbers are Fractions. A mechanism that is declared to compute in floats receives floats."""
        return self._read is fraction

    @property
    def agents(self) -> int:
        """The number of agents: users, arrivals, workloads or tasks."""
        return len(self._fields["demand"])

    def _line(self) -> str:
        """The text of an instance file in JSON."""
        if self._text is None:
            self._text = json.dumps(self._fields)
        return self._text

    def to_dict(self) -> Dict[str, Any]:
        """The fields of an instance file, with numbers as text and without fields that have their default value."""
        copy: Dict[str, Any] = json.loads(json.dumps(self._fields))
        return copy

    def to_toml(self) -> str:
        """The text of an instance file, as ``verify --instance`` reads it."""
        try:
            return _engine.instance_toml(json.dumps(self._fields))
        except ValueError as error:
            raise_native(error)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes an instance file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.to_toml())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Instance) and type(self) is type(other) and self._fields == other._fields

    def __hash__(self) -> int:
        return hash(json.dumps(self._fields, sort_keys=True))

    def __repr__(self) -> str:
        parts = (f"{name}={_plain(value)}" for name, value in self._fields.items() if name != "model")
        return f"{type(self).__name__}({', '.join(parts)})"


def _plain(value: Any) -> str:
    """A field as Python: integers bare, other numbers as text."""
    if isinstance(value, list):
        return "[" + ", ".join(map(_plain, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name!r}: {_plain(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, str) and value.lstrip("-").isdigit():
        return value
    return repr(value)


_LABELS = {"users", "servers", "resources"}


def _need_lists(name: str, value: Any, shape: Optional[str]) -> None:
    """Raises TypeError where a field is no list, or where a row of a matrix is none."""
    def single(one: Any) -> bool:
        return isinstance(one, str) or not hasattr(one, "__iter__")

    if name in ("agents", "incoming"):
        return
    if single(value):
        expected = f"rows, {shape}, such as [[1, 2]]" if shape else "entries, such as [1, 2]"
        raise TypeError(f"{name}: {value!r} is no list; it is a list of {expected}")
    plain = value.tolist() if hasattr(value, "tolist") else value
    for at, row in enumerate(plain if shape and isinstance(plain, (list, tuple)) else ()):
        if single(row):
            raise TypeError(f"{name}[{at}]: {row!r} is no row; {name} is a list of rows, {shape}, such as [[1, 2]]")


def _spelled_field(name: str, value: Any) -> Any:
    if name in _LABELS:
        return [str(label) for label in value]
    if name == "eligible":
        return [[int(i) for i in servers] for servers in value]
    if name in ("agents", "incoming"):
        return int(value)
    if name == "admitted":
        return [int(workload) for workload in value]
    if name == "workload":
        return [_workload(one, f"workload[{at}]") for at, one in enumerate(value)]
    if name == "owner":
        return ["none" if user is None else int(user) for user in value]
    if name == "tasks":
        return [("inf" if count is None else spelled(count, f"tasks[{at}]")) for at, count in enumerate(value)]
    return spelled(value, name)


class Pool(Instance):
    """Users share servers: an instance of the model ``cluster``.

    :param capacity: servers x resources, >= 0.
    :param demand: users x resources, per task, >= 0 and not all 0.
    :param weight: one per user, > 0; or users x resources, for mechanisms for one pool. Default: all 1.
    :param eligible: the indexes, from 0, of the eligible servers of each user. Default: all.
    :param tasks: the number of tasks of each user; ``None`` or ``math.inf`` for no limit. Default: no limit.
    :param rate: users x servers, for time division: tasks per whole server.
    :param owner: the index of the user that contributed each server, or ``None``; only ``si-contributed`` reads owners.
    :param users, servers, resources: labels.
    :raises InputError: for an invalid argument, with field and position.

    >>> Pool([[9, 18]], [[1, 4], [3, 1]]).demand[0][1]
    Fraction(4, 1)
    """

    model = "cluster"
    _shapes = {"capacity": "servers x resources", "demand": "users x resources", "rate": "users x servers"}

    def __init__(
        self,
        capacity: Sequence[Sequence[Number]],
        demand: Sequence[Sequence[Number]],
        *,
        weight: Optional[Sequence[Any]] = None,
        eligible: Optional[Sequence[Iterable[int]]] = None,
        tasks: Optional[Sequence[Any]] = None,
        rate: Optional[Sequence[Sequence[Number]]] = None,
        owner: Optional[Sequence[Optional[int]]] = None,
        users: Optional[Sequence[str]] = None,
        servers: Optional[Sequence[str]] = None,
        resources: Optional[Sequence[str]] = None,
    ) -> None:
        self._begin(
            capacity=capacity, demand=demand, weight=weight, eligible=eligible, tasks=tasks, rate=rate,
            owner=owner, users=users, servers=servers, resources=resources,
        )

    @property
    def capacity(self) -> Matrix:
        """Servers x resources."""
        value: Matrix = rows(self._fields["capacity"], self._read)
        return value

    @property
    def demand(self) -> Matrix:
        """Users x resources, of one task."""
        value: Matrix = rows(self._fields["demand"], self._read)
        return value

    @property
    def weight(self) -> Tuple[Any, ...]:
        """One per user, 1 by default; or one row per user with one entry per resource."""
        given = self._fields.get("weight")
        return (self._read("1"),) * self.agents if given is None else rows(given, self._read)

    @property
    def eligible(self) -> Tuple[Tuple[int, ...], ...]:
        """The indexes of the eligible servers of each user."""
        given = self._fields.get("eligible")
        everywhere = tuple(range(len(self._fields["capacity"])))
        return (everywhere,) * self.agents if given is None else rows(given, int)

    @property
    def tasks(self) -> Tuple[Any, ...]:
        """The number of tasks of each user; ``math.inf`` without a limit."""
        given = self._fields.get("tasks")
        unlimited = (limit("inf"),) * self.agents
        return unlimited if given is None else rows(given, limit if self.exact else float)

    @property
    def rate(self) -> Optional[Matrix]:
        """Users x servers, or None: tasks per whole server, under time division."""
        given = self._fields.get("rate")
        return None if given is None else rows(given, self._read)

    @property
    def owner(self) -> Optional[Tuple[Optional[int], ...]]:
        """The user that contributed each server, or None; None for all by default."""
        given = self._fields.get("owner")
        return None if given is None else tuple(None if user == "none" else int(user) for user in given)

    @property
    def queues(self) -> bool:
        """True if users are in a tree of queues (the field ``path``)."""
        return "path" in self._fields

    @property
    def limited(self) -> bool:
        """True if some user has a finite number of tasks."""
        return "tasks" in self._fields

    def runs_on(self, user: int, server: int) -> bool:
        """True if the server can run part of a task of the user: it is eligible, and has all that a task demands."""
        demand, capacity = self._fields["demand"][user], self._fields["capacity"][server]
        given = self._fields.get("eligible")
        may = given is None or server in given[user]
        return bool(may) and all(_is_zero(d) or not _is_zero(c) for d, c in zip(demand, capacity))


def _is_zero(written: Any) -> bool:
    """True if a number, as it is written, is zero."""
    return bool(written == "0" or written == 0)


class Arrivals(Instance):
    """Agents arrive one by one and stay: an instance of the model ``arrivals``.

    :param demand: agents x resources, in the order of arrival, >= 0 and not all 0.
    :param agents: the declared number of agents. Default: as many as arrive.
    :raises InputError: for an invalid argument, with field and position.
    """

    model = "arrivals"
    _shapes = {"demand": "agents x resources"}

    def __init__(self, demand: Sequence[Sequence[Number]], *, agents: Optional[int] = None) -> None:
        self._begin(agents=agents, demand=demand)

    @property
    def demand(self) -> Matrix:
        """Agents x resources, in the order of arrival."""
        value: Matrix = rows(self._fields["demand"], self._read)
        return value

    @property
    def declared(self) -> int:
        """The declared number of agents n: after step k the part k/n of every resource may be in use."""
        return int(self._fields.get("agents", self.agents))


class Covering(Instance):
    """Tasks receive whole resources at a cost: an instance of the model ``covering``.

    :param cost: of each resource, > 0.
    :param demand: of each task, > 0: the total size of resources that it needs.
    :param size: of each resource, > 0. Default: all 1.
    :raises InputError: for an invalid argument, with field and position.
    """

    model = "covering"

    def __init__(
        self, cost: Sequence[Number], demand: Sequence[Number], *, size: Optional[Sequence[Number]] = None
    ) -> None:
        self._begin(cost=cost, size=size, demand=demand)

    @property
    def cost(self) -> Tuple[Fraction, ...]:
        """Cost of each resource."""
        value: Tuple[Fraction, ...] = rows(self._fields["cost"], self._read)
        return value

    @property
    def size(self) -> Tuple[Fraction, ...]:
        """Size of each resource, 1 by default."""
        given = self._fields.get("size")
        return (self._read("1"),) * len(self._fields["cost"]) if given is None else rows(given, self._read)

    @property
    def demand(self) -> Tuple[Fraction, ...]:
        """Demand of each task: the total size of resources that it needs."""
        value: Tuple[Fraction, ...] = rows(self._fields["demand"], self._read)
        return value


class Workload(NamedTuple):
    """A request that is submitted to a queue of a cohort, and is admitted as a whole or not at all."""

    queue: int  #: The index of its queue, from 0.
    request: Tuple[Any, ...]  #: Of each resource, >= 0 and not all 0.
    priority: int = 0  #: A whole number; larger ones come first.


def _workload(one: Any, place: str) -> Dict[str, Any]:
    """A workload as the engine reads it, from a :class:`Workload`, a tuple or a mapping."""
    fields: Mapping[str, Any]
    if isinstance(one, Mapping):
        fields = one
    else:
        try:
            fields = Workload(*one)._asdict()
        except TypeError:
            raise TypeError(f"{place}: {one!r} is no workload: a queue, a request and perhaps a priority") from None
    given: Dict[str, Any] = {name: value for name, value in fields.items() if name != "request"}
    for name in ("queue", "priority"):
        if name in given:
            given[name] = int(given[name])
    if "request" in fields:
        given["request"] = spelled(fields["request"], f"{place}.request")
    return given


class Cohort(Instance):
    """Queues borrow quota from each other, and workloads are preempted: an instance of the model ``cohort``.

    :param quota: queues x resources, >= 0: the nominal quota.
    :param workload: in the order of submission, each a :class:`Workload`, a tuple ``(queue, request)`` or ``(queue, request,
        priority)``, or a mapping with these names.
    :param admitted: the indexes of the workloads that run, the longest admitted first. Default: none.
    :param weight: of each queue, > 0. Default: all 1.
    :param incoming: the index of the workload that asks. Default: the first that does not run.
    :raises InputError: for an invalid argument, with field and position.

    >>> Cohort([[1], [3]], [(0, [1]), (0, [3]), (1, [4])], [0, 1]).workload[2].request
    (Fraction(4, 1),)
    """

    model = "cohort"

    def __init__(
        self,
        quota: Sequence[Sequence[Number]],
        workload: Sequence[Any],
        admitted: Sequence[int] = (),
        *,
        weight: Optional[Sequence[Number]] = None,
        incoming: Optional[int] = None,
    ) -> None:
        self._begin(quota=quota, weight=weight, workload=workload, admitted=admitted, incoming=incoming)

    @property
    def agents(self) -> int:
        """The number of workloads."""
        return len(self._fields["workload"])

    @property
    def quota(self) -> Matrix:
        """Queues x resources: the nominal quota."""
        value: Matrix = rows(self._fields["quota"], self._read)
        return value

    @property
    def weight(self) -> Tuple[Any, ...]:
        """Weight of each queue, 1 by default."""
        given = self._fields.get("weight")
        return (self._read("1"),) * len(self._fields["quota"]) if given is None else rows(given, self._read)

    @property
    def workload(self) -> Tuple[Workload, ...]:
        """Workloads in the order of submission."""
        return tuple(
            Workload(int(one["queue"]), rows(one["request"], self._read), int(one.get("priority", 0)))
            for one in self._fields["workload"]
        )

    @property
    def admitted(self) -> Tuple[int, ...]:
        """The indexes of the workloads that run, the longest admitted first."""
        return tuple(int(one) for one in self._fields["admitted"])

    @property
    def incoming(self) -> Optional[int]:
        """The index of the workload that asks; None if all workloads run."""
        given = self._fields.get("incoming")
        waiting = (one for one in range(self.agents) if one not in self.admitted)
        return next(waiting, None) if given is None else int(given)


KINDS: Dict[str, Any] = {kind.model: kind for kind in (Arrivals, Pool, Cohort, Covering)}


def parse(text: str, name: str = "text", is_json: Optional[bool] = None) -> Any:
    """The instance in the text of an instance file or of a record, TOML or JSON.

    :returns: a :class:`Pool`, :class:`Arrivals`, :class:`Cohort` or :class:`Covering`.
    :raises InputError: with field and position.
    """
    if not isinstance(text, str):
        raise InputError(name, "", f"{text!r} is no text")
    guess = text.lstrip().startswith("{") if is_json is None else is_json
    fields, line = _canonical(name, text, guess)
    return KINDS[fields["model"]]._of(fields, text=line)


#: The largest number of bytes of a file, as for the program.
_MOST_BYTES = 64 << 20


def opened(path: Union[str, "os.PathLike[str]"]) -> str:
    """The text of a regular file that is not too large: a pipe would wait, and a device may never end.

    :raises InputError: for another file. :raises OSError: when the file cannot be read.
    """
    name = os.fspath(path)
    about = os.stat(path)
    if stat.S_ISDIR(about.st_mode):
        raise InputError(name, "", "is a folder")
    if not stat.S_ISREG(about.st_mode):
        raise InputError(name, "", "is no regular file")
    if about.st_size > _MOST_BYTES:
        raise InputError(name, "", f"has {about.st_size} bytes, and at most {_MOST_BYTES} are read")
    with open(path, "rb") as file:
        content = file.read(_MOST_BYTES)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(name, "", "is no UTF-8 text") from None


def load(path: Union[str, "os.PathLike[str]"]) -> Any:
    """The instance in a file: an instance file or a record, TOML, or JSON if the name ends in ``.json``.

    :raises InputError: for an invalid file, with field and position. :raises OSError: when the file cannot be read.
    """
    return parse(opened(path), os.fspath(path), os.fspath(path).lower().endswith(".json"))


def of_fields(fields: Mapping[str, Any]) -> Any:
    """The instance with the fields of an instance file, with numbers in any form that instances take.

    :raises InputError: with field and position.
    """
    text = _engine.plain_text(fields)
    if text is not None:
        return Pool._of(None, text=text)

    def plain(value: Any, place: str) -> Any:
        if isinstance(value, Mapping):
            return {str(name): plain(inner, f"{place}.{name}".lstrip(".")) for name, inner in value.items()}
        if isinstance(value, (list, tuple)):
            return [plain(inner, f"{place}[{at}]") for at, inner in enumerate(value)]
        return value if isinstance(value, (str, bool, int)) else spelled(value, place)

    try:
        return parse(json.dumps(plain(fields, "")), "instance", True)
    except TypeError as error:
        place, _, reason = str(error).partition(": ")
        raise InputError("instance", place, reason) from None


def wrapped(fields: Optional[Dict[str, Any]]) -> Any:
    """The instance of an answer."""
    return None if fields is None else KINDS[fields["model"]]._of(fields)


__all__: List[str] = ["Arrivals", "Cohort", "Covering", "Instance", "Pool", "Workload", "load", "parse"]
