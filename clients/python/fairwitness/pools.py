"""Many pools of one size from arrays."""

from __future__ import annotations

from array import array
from typing import Any, Iterator, List, Optional, Sequence, Tuple, Union, overload

from . import _engine
from .errors import InputError
from .instances import Pool
from .numbers import spelled

#: Whole floats below this size stand for themselves alone.
_EXACT_FLOATS = 2.0**53


def _whole(value: Any, place: str) -> Tuple[bytes, Tuple[int, ...]]:
    """Whole numbers as bytes, 8 each, and the shape of the array."""
    if hasattr(value, "to_numpy"):
        value = value.to_numpy()
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    if kind in ("i", "u", "f"):
        whole = value.astype("int64")
        wrong = (whole != value) | (abs(value) >= _EXACT_FLOATS) if kind == "f" else (whole < 0) & (value > 0)
        if wrong.any():
            at = tuple(int(i) for i in next(zip(*wrong.nonzero())))
            entry = value[at].item()
            spelled(entry, place + "".join(f"[{i}]" for i in at))  # A float is refused with the way to write it.
            raise TypeError(f"{place}{list(at)}: {entry!r} is too large; use a list of Pool")
        return whole.tobytes(), tuple(int(size) for size in whole.shape)
    plain = _engine.table(value)
    if plain:
        return plain
    texts = spelled(value, place)
    shape: List[int] = []
    level = texts
    while isinstance(level, list):
        shape.append(len(level))
        level = level[0] if level else None
    flat = [texts]
    for size in shape:
        if any(not isinstance(item, list) or len(item) != size for item in flat):
            raise TypeError(f"{place}: the rows have several lengths")
        flat = [inner for item in flat for inner in item]
    try:
        return array("q", [int(text) for text in flat]).tobytes(), tuple(shape)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{place}: whole numbers below 2^63 are expected; other pools are given as a list of Pool") from None


class Pools(Sequence[Pool]):
    """Many pools of one size, as arrays of whole numbers; judged at once by :func:`fairwitness.judge`.

    :param capacity: pools x servers x resources, or servers x resources if all pools have the same servers.
    :param demand: pools x users x resources, per task.
    :raises InputError: for a number that is not whole, or for arrays that do not fit each other.

    >>> len(Pools([[9, 18]], [[[1, 4], [3, 1]], [[1, 1], [2, 1]]]))
    2
    """

    def __init__(self, capacity: Any, demand: Any) -> None:
        try:
            self._take(_whole(capacity, "capacity"), _whole(demand, "demand"))
        except TypeError as error:
            place, _, reason = str(error).partition(": ")
            raise InputError("Pools", place, reason) from None

    @classmethod
    def _alike(cls, given: Any) -> Optional["Pools"]:
        """Pools of one size from dicts, or a DataFrame, with capacities and demands in ints alone; None of anything else."""
        names = ("capacity", "demand")
        if hasattr(given, "columns") and set(given.columns) == set(names):
            capacity, demand = (_engine.table(given[name].tolist()) for name in names)
        elif type(given) is list:
            capacity, demand = _engine.tables(given) or (None, None)
        else:
            return None
        if capacity is None or demand is None or len(capacity[1]) != 3:
            return None
        made = cls.__new__(cls)
        try:
            made._take(capacity, demand)
        except InputError:
            return None
        return made

    def _take(self, capacity: Tuple[bytes, Tuple[int, ...]], demand: Tuple[bytes, Tuple[int, ...]]) -> None:
        (self._capacity, servers), (self._demand, users) = capacity, demand
        if len(users) != 3:
            raise InputError("Pools", "demand", f"has the shape {users}; pools x users x resources are expected")
        shared = len(servers) == 2
        if not shared and (len(servers) != 3 or servers[0] != users[0]):
            reason = f"has the shape {servers}; servers x resources are expected, or {users[0]} such tables"
            raise InputError("Pools", "capacity", reason)
        if servers[-1] != users[-1] or 0 in servers or 0 in users[1:]:
            raise InputError("Pools", "capacity", f"has the shape {servers}, and demand {users}: the resources differ")
        self._shared, self._count = shared, users[0]
        #: Servers, users, resources of each pool.
        self.sizes: Tuple[int, int, int] = (servers[-2], users[1], users[2])

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Pool: ...

    @overload
    def __getitem__(self, at: slice) -> List[Pool]: ...

    def __getitem__(self, at: Union[int, slice]) -> Union[Pool, List[Pool]]:
        if isinstance(at, slice):
            return [self[k] for k in range(*at.indices(self._count))]
        k = at + self._count if at < 0 else at
        if not 0 <= k < self._count:
            raise IndexError(f"there are {self._count} pools")
        servers, users, resources = self.sizes
        capacity = _rows(self._capacity, 0 if self._shared else k * servers, servers, resources)
        return Pool(capacity, _rows(self._demand, k * users, users, resources))

    def __iter__(self) -> Iterator[Pool]:
        return (self[k] for k in range(self._count))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pools):
            return NotImplemented
        return (self.sizes, self._shared, self._capacity, self._demand) == (
            other.sizes, other._shared, other._capacity, other._demand
        )

    def __hash__(self) -> int:
        return hash((self.sizes, self._capacity, self._demand))

    def __repr__(self) -> str:
        servers, users, resources = self.sizes
        return f"<{self._count} pools of {users} users, {servers} servers and {resources} resources>"


def _rows(numbers: bytes, first: int, rows: int, width: int) -> List[List[int]]:
    """A matrix of the bytes, from row ``first``."""
    found = array("q")
    found.frombytes(numbers[first * width * 8 : (first + rows) * width * 8])
    return [list(found[row * width : (row + 1) * width]) for row in range(rows)]


__all__ = ["Pools"]
