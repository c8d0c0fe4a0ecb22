"""Answers of the engine as objects: exact numbers as Fractions, a text for a terminal and a picture for a notebook."""

from __future__ import annotations

import builtins
import importlib
import json
import math
import os
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple, Union, cast, overload

from . import _engine
from .errors import InputError
from .instances import KINDS, Instance
from .numbers import limit, rows

_NUMBERS = {
    "capacity", "cost", "demand", "fraction", "isolation", "margin", "placement", "rate", "ratio", "shares", "size", "tasks",
    "weight",
}


def exact(value: Any, name: str = "") -> Any:
    """A document of the engine with its numbers as Fractions."""
    if isinstance(value, dict):
        return {key: exact(inner, key) for key, inner in value.items()}
    if name in _NUMBERS:
        return rows(value, _number)
    return [exact(item) for item in value] if isinstance(value, list) else value


def _number(value: Any) -> Any:
    try:
        return limit(value) if isinstance(value, str) else value
    except ValueError:
        return value  # a function of eps


def _grid(table: Dict[str, Any]) -> str:
    """A table as text."""
    lines = [table["head"], *table["rows"]]
    widths = [max(len(str(line[at])) for line in lines if at < len(line)) for at in range(len(table["head"]))]
    drawn = ["  ".join(str(cell).ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines]
    drawn.insert(1, "-" * (sum(widths) + 2 * (len(widths) - 1)))
    return "\n".join([table["title"], *drawn])


@dataclass(frozen=True)
class Searched:
    """Counts of the instances that a search examined; no statement beyond them."""

    instances: int = 0  #: Instances looked at: refused, out of scope, screened, judged and undecided ones.
    trials: int = 0  #: What the property decided: instances, or instances each with a lie, a second instance or a state.
    refused: int = 0  #: Of the instances, refused by the mechanism.
    out_of_scope: int = 0  #: Of the instances, outside of what the property speaks of.
    screened: int = 0  #: Of the instances, found harmless by exact arithmetic in machine words.
    judged: int = 0  #: Of the instances, judged by the property.
    undecided: int = 0  #: Of the instances, left undecided.
    exhausted: bool = False  #: Whether every candidate there was has been judged.
    seed: int = 0  #: Of random choices.
    refusals: Tuple[Tuple[str, int], ...] = ()  #: The reasons of refusals, and how often each occurred.
    scope: Optional[str] = None  #: How large instances could get.
    ended: str = "done"  #: ``done``, or what ended it: ``instances``, ``time``, ``interrupted``.

    @property
    def decided(self) -> int:
        """Number of instances for which the property was decided."""
        return self.screened + self.judged

    @property
    def interrupted(self) -> bool:
        """True if the search was stopped from outside."""
        return self.ended == "interrupted"

    def __str__(self) -> str:
        counts = [(self.screened, "found harmless by a screen"), (self.refused, "refused"),
                  (self.out_of_scope, "outside the property's scope"), (self.undecided, "undecided")]
        parts = [f"{self.instances} instance{'' if self.instances == 1 else 's'}"]
        parts += [f"{count} {what}" for count, what in counts if count]
        whole = "listed to the end" if self.refused + self.undecided else "the whole scope"
        parts += [whole] * self.exhausted + [f"seed {self.seed}"]
        parts += [f"scope {self.scope}"] * (self.scope is not None)
        parts += [f"ended by {self.ended}"] * (self.ended != "done")
        return ", ".join(parts)


@dataclass(frozen=True)
class Failure:
    """A kind of failure of a mechanism of one's own; every such instance was refused."""

    mechanism: str  #: Which mechanism.
    kind: str  #: In a few words, such as ``raised ZeroDivisionError``.
    count: int  #: How often.
    first: str  #: The first in full.

    def __str__(self) -> str:
        return f"{self.mechanism}: {self.count} x {self.kind}; the first: it {self.first}"


@dataclass(frozen=True)
class Asked:
    """The numbers of questions to mechanisms of one's own for this answer, and of their failures."""

    questions: int = 0
    failures: Tuple[Failure, ...] = ()
    given_up: bool = False  #: Whether one of them was not asked any more, after too many failures in a row.

    @property
    def function(self) -> bool:
        """False if one question was answered in two ways."""
        return all(failure.kind != "another answer to the same question" for failure in self.failures)

    @staticmethod
    def of(tally: List[Dict[str, Any]]) -> Asked:
        """Reads the engine's counts."""
        failures = tuple(
            Failure(one["mechanism"], kind["kind"], kind["count"], kind["first"])
            for one in tally for kind in one["failures"]
        )
        return Asked(sum(one["asked"] for one in tally), failures, any(one["given_up"] for one in tally))

    def __str__(self) -> str:
        return "\n".join([*map(str, self.failures), *["it was not asked any more"] * self.given_up])


@dataclass(frozen=True)
class _Result:
    instance: Any  #: The instance: a Pool, Arrivals, Cohort or Covering; None where there is none.
    outcome: Optional[Dict[str, Any]] = field(repr=False)  #: The outcome on it, as a document; None of a refusal.
    tables: Tuple[str, ...] = field(repr=False)  #: Instance and outcome as tables.
    asked: Asked = field(repr=False)

    @property
    def placement(self) -> Any:
        """``cluster``: tasks of each user on each server, users x servers, as Fractions."""
        return (self.outcome or {}).get("placement")

    @property
    def tasks(self) -> Any:
        """``cluster``: total tasks of each user."""
        return (self.outcome or {}).get("tasks")

    @property
    def shares(self) -> Any:
        """``arrivals``: the dominant shares after each step; row k has k + 1 of them."""
        return (self.outcome or {}).get("shares")

    @property
    def assignment(self) -> Any:
        """``covering``: for each resource the index of its task, or None."""
        given = (self.outcome or {}).get("assignment")
        return None if given is None else tuple(None if task == "none" else task for task in given)

    @property
    def targets(self) -> Any:
        """``cohort``: the preempted workloads, each an index and the rule by which it is preempted; None if the workload is rejected."""
        given = (self.outcome or {}).get("targets")
        return None if given is None else tuple((int(workload), str(rule)) for workload, rule in given)

    def to_svg(self) -> Optional[str]:
        """The outcome as bars, a file in SVG; None without numbers to draw."""
        return self._repr_svg_()

    def to_dict(self) -> Dict[str, Any]:
        """The fields as a document for JSON: numbers as text."""
        return {field.name: _written(getattr(self, field.name)) for field in fields(self)}

    def to_frame(self) -> Any:
        """A DataFrame of pandas: the numbers of the outcome, a row for each user, step or task."""
        rows = next((found for found in (self.placement, self.shares) if found is not None), None)
        if rows is not None:
            return _frame([list(row) for row in rows])
        return _frame([{"value": one} for one in self.assignment or self.targets or ()])

    def _repr_svg_(self) -> Optional[str]:
        """The outcome as bars, for a notebook; None without numbers to draw."""
        raw = getattr(self, "_raw", None)
        return None if not raw else _engine.picture(*raw)

    def _keep(self, answer: Dict[str, Any]) -> None:
        if answer.get("instance") and answer.get("outcome"):
            raw = (json.dumps(answer["instance"]), json.dumps(answer["outcome"]))
            object.__setattr__(self, "_raw", raw)


def _frame(rows: Sequence[Any]) -> Any:
    """A DataFrame of pandas, which is needed for that alone."""
    return importlib.import_module("pandas").DataFrame(rows)


def _written(value: Any) -> Any:
    """A value as JSON writes it."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Instance):
        return value.to_dict()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _written(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {str(name): _written(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_written(inner) for inner in value]
    return "inf" if value == math.inf else value


def _parts(answer: Dict[str, Any], asked: Asked) -> Dict[str, Any]:
    fields = answer.get("instance")
    try:
        instance = KINDS[fields["model"]]._of(fields) if fields else None
    except KeyError:
        instance = None
    tables = tuple(_grid(table) for table in answer.get("tables", ()))
    return {"instance": instance, "outcome": exact(answer.get("outcome")), "tables": tables, "asked": asked}


@dataclass(frozen=True)
class Run(_Result):
    """The outcome of a mechanism on an instance."""

    mechanism: str
    refused: Optional[str]  #: Why it allocates nothing; None when it allocates something.
    certified: Optional[bool]  #: Whether a certificate shows that it meets the specification; None where there is none.
    reason: Optional[str]  #: Why it is not certified.

    def __str__(self) -> str:
        if self.refused is not None:
            last = f"{self.mechanism} allocates nothing: {self.refused}"
        elif self.certified:
            last = f"certified: the allocation meets the specification of {self.mechanism}"
        else:
            last = self.reason or "not certified"
        return "\n\n".join([*self.tables, last])


@dataclass(frozen=True)
class Verdict(_Result):
    """The verdict on a mechanism and a property, on one instance or after a search.

    ``verdict`` is ``violated`` (there is a witness, confirmed as one exact inequality), ``unrefuted`` (a search ended without
    a violation; it proves nothing beyond the searched instances), ``holds``, ``out-of-scope`` or ``undecided`` (of one instance).
    """

    mechanism: str
    property: str
    verdict: str
    reason: Optional[str]  #: Why, where the verdict needs a reason.
    witness: Optional[Dict[str, Any]] = field(repr=False)  #: Of a violation: kind, parts, margin, stands.
    story: Optional[str] = field(repr=False)  #: The violation in words.
    stands: Optional[str]  #: For which outcomes: ``every``, ``chosen``, or ``for what the program returned``.
    slack: Optional[Fraction]  #: By how much, relatively, the mechanism's floats may be off; None of exact numbers.
    strategy: Optional[str] = field(repr=False)  #: Which strategy proposed the instance.
    searched: Searched = field(repr=False)
    record: Optional[str] = field(repr=False)  #: Of a violation: the text of its record.

    @classmethod
    def _soon(
        cls, mechanism: str, property: str, verdict: str, margin: Optional[Fraction], reason: Optional[str],
        whole: Callable[[], Verdict],
    ) -> Verdict:
        """A verdict of which the rest is computed when it is asked for."""
        self = cls.__new__(cls)
        known = {"mechanism": mechanism, "property": property, "verdict": verdict, "reason": reason}
        self.__dict__.update(known, _margin=margin, _whole=whole)
        return self

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """The parts that are computed later."""
            whole = None if name.startswith("__") else self.__dict__.pop("_whole", None)
            if whole is None:
                raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")
            try:
                found = whole()
            except BaseException:
                self.__dict__["_whole"] = whole
                raise
            self.__dict__.update(found.__dict__)
            return getattr(self, name)

    def __getstate__(self) -> Dict[str, Any]:
        getattr(self, "witness")
        return dict(self.__dict__)

    @builtins.property
    def violated(self) -> bool:
        """True if there is a violation."""
        return self.verdict == "violated"

    @builtins.property
    def margin(self) -> Optional[Fraction]:
        """The margin of the violation; the page of the property gives the unit."""
        if "_margin" in self.__dict__:
            return cast(Optional[Fraction], self.__dict__["_margin"])
        return None if self.witness is None else self.witness["margin"]

    def to_latex(self) -> str:
        """Instance, allocation and margin as a LaTeX table (with the package booktabs), from the record of a violation."""
        return self._exported("latex")

    def to_coq(self) -> str:
        """The violation as a closed theorem that ``coqc`` compiles without other files."""
        return self._exported("coq")

    def _exported(self, form: str) -> str:
        from .program import export

        return export(self, form)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the record of a violation. :raises ValueError: without a violation."""
        if self.record is None:
            raise ValueError(f"the verdict is {self.verdict}: only a violation can be put on record")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.record)

    def __str__(self) -> str:
        parts = [f"{self.mechanism}, {self.property}: {self.verdict}", *self.tables]
        if self.violated:
            parts += [self.story or "", f"margin: {self.margin}\nstands: {self.stands}"]
            parts += [f"slack: {self.slack}"] * (self.slack is not None)
        parts += [self.reason or ""]
        parts += [f"searched: {self.searched}", str(self.asked)]
        return "\n\n".join(part for part in parts if part)


_WORDS = {"v": "violated", "h": "holds", "o": "out-of-scope", "u": "undecided", "e": "error"}


class Verdicts(Sequence[Verdict]):
    """The verdicts on many instances, in their order; a verdict is completed when it is looked at."""

    def __init__(
        self, mechanism: str, property: str, instances: Sequence[Instance], answer: Dict[str, Any], asked: Asked,
        question: Tuple[Any, Any, float],
    ) -> None:
        self.mechanism, self.property, self.instances, self.asked = mechanism, property, instances, asked
        self._letters: str = answer["letters"]
        self._margins: Dict[str, str] = answer["margins"]
        self._reasons: Dict[str, str] = answer["reasons"]
        # The mechanism and the property as they were given, and the time for each instance.
        self._question = question

    def _whole(self, at: int) -> Verdict:
        from .judging import judge

        mechanism, property, seconds = self._question
        found: Verdict = judge(mechanism, property, self.instances[at], seconds=seconds)
        return found

    def __len__(self) -> int:
        return len(self._letters)

    @overload
    def __getitem__(self, at: int) -> Verdict: ...

    @overload
    def __getitem__(self, at: slice) -> List[Verdict]: ...

    def __getitem__(self, at: Union[int, slice]) -> Union[Verdict, List[Verdict]]:
        if isinstance(at, slice):
            return [self[k] for k in range(*at.indices(len(self)))]
        k = at + len(self) if at < 0 else at
        word, key = _WORDS[self._letters[k]], str(k)
        margin = self._margins.get(key)
        return Verdict._soon(
            self.mechanism, self.property, word, None if margin is None else Fraction(margin), self._reasons.get(key),
            lambda: self._whole(k),
        )

    @builtins.property
    def verdicts(self) -> List[str]:
        """The word for each instance; ``error`` for one that is no instance."""
        return [_WORDS[letter] for letter in self._letters]

    @builtins.property
    def margins(self) -> List[Optional[Fraction]]:
        """The margin of each violation; None where there is none."""
        found: List[Optional[Fraction]] = [None] * len(self)
        for at, margin in self._margins.items():
            found[int(at)] = Fraction(margin)
        return found

    @builtins.property
    def violated(self) -> List[int]:
        """The indexes of the instances that violate the property."""
        return [at for at, letter in enumerate(self._letters) if letter == "v"]

    @builtins.property
    def counts(self) -> Dict[str, int]:
        """How often each verdict occurs."""
        return {word: self._letters.count(letter) for letter, word in _WORDS.items() if letter in self._letters}

    @builtins.property
    def worst(self) -> Optional[Verdict]:
        """The violation with the largest margin."""
        if not self._margins:
            return None
        return self[int(max(self._margins, key=lambda at: Fraction(self._margins[at])))]

    def to_frame(self) -> Any:
        """A DataFrame of pandas: verdict, margin and reason of each instance."""
        reasons = [self._reasons.get(str(at)) for at in range(len(self))]
        columns = zip(self.verdicts, self.margins, reasons)
        return _frame([{"verdict": word, "margin": margin, "reason": why} for word, margin, why in columns])

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {word}" for word, count in self.counts.items())
        return f"<{self.mechanism}, {self.property}: {counts or 'no instances'}>"


@dataclass(frozen=True)
class Worst(_Result):
    """The worst value of a measure that a search found. If ``closed``, it is the worst of the whole scope, otherwise no bound."""

    mechanism: str
    measure: str
    value: Optional[Fraction]  #: None when no instance had a value.
    by_size: Dict[int, Fraction] = field(repr=False)  #: The worst value found for each number of agents.
    searched: Searched = field(repr=False)
    reason: Optional[str] = None  #: Why there is no value.

    @property
    def closed(self) -> bool:
        """True if every instance of the scope was looked at, and none was refused or left undecided."""
        return self.value is not None and self.searched.exhausted and self.searched.refused + self.searched.undecided == 0

    def __str__(self) -> str:
        if self.value is None:
            head = f"{self.measure} of {self.mechanism}: no instance that was searched has a value\n{self.reason}"
            return "\n\n".join(part for part in [head, f"searched: {self.searched}", str(self.asked)] if part)
        sizes = ", ".join(f"{size}: {value}" for size, value in self.by_size.items())
        how = ": exactly" if self.closed else " found:"
        head = f"worst {self.measure} of {self.mechanism}{how} {self.value}"
        head += " over every instance of the scope" if self.closed else ""
        last = f"by number of agents: {sizes}\nsearched: {self.searched}"
        return "\n\n".join(part for part in [head, *self.tables, last, str(self.asked)] if part)


@dataclass(frozen=True)
class Separation(_Result):
    """An instance that separates two mechanisms or two properties; ``instance`` is None if none was found."""

    question: str  #: In words.
    amounts: Optional[Tuple[Tuple[Fraction, ...], Tuple[Fraction, ...]]]  #: Of two mechanisms: what each agent gets of each.
    mechanism: Optional[str]  #: Of two properties: whose outcome violates the first and has the second.
    searched: Searched = field(repr=False)
    reason: Optional[str] = None  #: Why nothing was decided.

    @property
    def found(self) -> bool:
        """True if there is such an instance."""
        return self.instance is not None

    def __str__(self) -> str:
        last = f"searched: {self.searched}"
        if self.reason is not None:
            last = f"undecided: {self.reason}\n{last}"
        if self.amounts is not None:
            last = "\n".join("(" + ", ".join(map(str, row)) + ")" for row in self.amounts)
        elif self.mechanism is not None:
            last = f"for the outcome of {self.mechanism}"
        return "\n\n".join(part for part in [self.question, *self.tables, last, str(self.asked)] if part)


@dataclass(frozen=True)
class Replay:
    """The result of judging a record again from its text alone."""

    verified: bool
    reason: Optional[str]  #: Why it is refused.


@dataclass(frozen=True)
class Entry:
    """A mechanism, a property or a measure."""

    id: str
    name: str
    model: str
    kind: str  #: ``mechanism``, ``property`` or ``measure``.
    page: str = field(repr=False)  #: Its page, in Markdown: definition, reading, source.


def searched(document: Dict[str, Any]) -> Searched:
    """The counts of a search, from the engine's document."""
    reasons = tuple((one["reason"], one["count"]) for one in document.get("refusals", ()))
    known = {field.name: document[field.name] for field in fields(Searched) if field.name in document}
    return Searched(**{**known, "refusals": reasons})


__all__ = ["Asked", "Entry", "Failure", "InputError", "Instance", "Replay", "Run", "Searched", "Separation", "Verdict", "Verdicts", "Worst"]
