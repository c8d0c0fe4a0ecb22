"""Questions that the program answers with a JSON document: proofs, rules as such, audits, what is known.

They are asked of ``python -m fairwitness`` in a process of its own, so they know the built-in mechanisms, and no functions;
a census of a function is asked in this process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from fractions import Fraction
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union

from .errors import InputError
from .instances import Instance, Pool, of_fields
from .numbers import spelled
from .own import Mechanism, Own, Property
from .results import Verdict, _frame

#: A record or an instance: an object that has one, the fields of an instance file, or the path of a file.
Given = Union[Instance, Mapping[str, Any], Verdict, str, "os.PathLike[str]"]

#: The exit status of wrong input.
_WRONG = 2


#: The most characters of a value in a line, and the most entries of a list that are printed.
_WIDE, _LONG = 100, 30


def _short(value: Any) -> str:
    """A value in one line; a long one by its size."""
    text = value if isinstance(value, str) else json.dumps(value)
    if len(text) <= _WIDE:
        return text
    return f"{len(value)} entries" if isinstance(value, (list, dict)) else text[: _WIDE - 2] + ".."


def _lines(value: Any, indent: str) -> Iterator[str]:
    """A document as lines of text: fields below each other, and the entries of a list after hyphens."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if isinstance(inner, (list, Mapping)) and inner and len(json.dumps(inner)) > _WIDE:
                yield f"{indent}{name}:"
                yield from _lines(inner, indent + "  ")
            elif inner is not None:
                yield f"{indent}{name}: {inner if isinstance(inner, str) else json.dumps(inner)}"
        return
    for inner in value[:_LONG]:
        if isinstance(inner, Mapping):
            first, *more = list(_lines(inner, indent + "  ")) or [indent + "  "]
            yield f"{indent}- {first[len(indent) + 2 :]}"
            yield from more
        else:
            yield f"{indent}- {inner if isinstance(inner, str) else json.dumps(inner)}"
    if len(value) > _LONG:
        yield f"{indent}- and {len(value) - _LONG} more"


class Document(Mapping[str, Any]):
    """An answer of the program: the fields of its JSON document, which are attributes too; :func:`number` reads its numbers."""

    def __init__(self, fields: Dict[str, Any], status: int) -> None:
        self._fields = fields
        #: The exit status: 0 nothing found or as expected, 1 violated, 3 undecided.
        self.status = status

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __getattr__(self, name: str) -> Any:
        # An object that is being read from a pickle has no fields yet.
        known: Dict[str, Any] = self.__dict__.get("_fields", {})
        if name not in known:
            raise AttributeError(f"the answer has no {name!r}; it has {', '.join(known)}")
        return known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def to_dict(self) -> Dict[str, Any]:
        """The document, numbers as text."""
        copy: Dict[str, Any] = json.loads(json.dumps(self._fields))
        return copy

    def to_frame(self, field: Optional[str] = None) -> Any:
        """A DataFrame of pandas with a row for each entry of a list of the answer: by default of the first list of entries
        with names, such as the mechanisms of a census. A list within the entries, such as the properties of each mechanism,
        gives a row for each of its entries.
        """
        tables = [name for name, value in self._fields.items() if _is_table(value)]
        chosen = field or next(iter(tables), None)
        if chosen is None or not isinstance(self._fields.get(chosen), list):
            lists = ", ".join(name for name, value in self._fields.items() if isinstance(value, list)) or "none"
            raise InputError("arguments", "field", f"{'is missing' if field is None else f'`{field}` is no list of the answer'}; lists: {lists}")
        return _frame(_unfolded(self.to_dict()[chosen]))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={_short(value)}" for name, value in self._fields.items() if value is not None)
        return f"<{fields}>"

    def __str__(self) -> str:
        return "\n".join(_lines(self._fields, ""))


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _unfolded(rows: List[Any]) -> List[Any]:
    """Rows with a list of entries unfolded, where each row has one such list."""
    within = {name for row in rows if isinstance(row, dict) for name, value in row.items() if _is_table(value)}
    if len(within) != 1:
        return rows
    (name,) = within
    return [{**{k: v for k, v in row.items() if k != name}, **inner} for row in rows for inner in row[name] or [{}]]


class Documents(List[Document]):
    """A list of answers."""

    def __str__(self) -> str:
        return "\n".join(_lines(list(self), ""))

    def to_frame(self) -> Any:
        """A DataFrame of pandas with a row for each answer."""
        return _frame([one.to_dict() for one in self])


def number(text: Union[str, int]) -> Fraction:
    """The exact number that a document writes as text."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise InputError("number", "", f"{text!r} is no number") from None


def program(*words: str, given: Optional[str] = None, hidden: str = "") -> Any:
    """Runs the program with these words and ``--format json``, and returns its document, read from JSON, with the exit status.

    :param given: the standard input.
    :param hidden: the folder of a file that was made for the question, which answers leave out.
    :raises InputError: when the program does not accept the words or a file.
    """
    command = [sys.executable, "-m", "fairwitness", *words, "--format", "json"]
    ended = subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8")
    try:
        document = json.loads(ended.stdout.replace(hidden, "") if hidden else ended.stdout)
    except ValueError:
        reason = ended.stderr.strip() or f"the program ended with status {ended.returncode}"
        raise InputError("program", "", reason) from None
    if ended.returncode == _WRONG and isinstance(document, dict) and "error" in document:
        error = document["error"]
        raise InputError(error.get("file") or "arguments", error.get("field") or "", error["message"])
    if isinstance(document, list):
        return Documents(Document(one, ended.returncode) for one in document)
    return Document(document, ended.returncode)


def _options(options: Mapping[str, Any]) -> List[str]:
    """Options of the program: ``True`` for a switch, a dict or a list with commas; ``None`` and ``False`` are left out."""
    words: List[str] = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if isinstance(value, Own):
            hint = "`search`, `judge`, `worst`, `census` and `separate` take functions"
            if name == "measure" or "measure" in options:
                hint += "; `worst` is `closed` where no instance of the scope is worse"
            raise InputError("arguments", name, f"is the function `{value.id}`, which only this process has; {hint}")
        if isinstance(value, Mapping):
            value = ",".join(f"{key}={inner}" for key, inner in value.items())
        elif isinstance(value, (list, tuple)):
            value = ",".join(map(str, value))
        words += [option] if value is True else [option, os.fspath(value) if hasattr(value, "__fspath__") else str(value)]
    return words


class _File:
    """The path of what is given: an object that has a text is written into a file for as long as it is needed."""

    def __init__(self, given: Given) -> None:
        if isinstance(given, Mapping):
            given = of_fields(given)
        text = given.to_toml() if isinstance(given, Instance) else given.record if isinstance(given, Verdict) else None
        self.hidden = ""
        if isinstance(given, Verdict) and text is None:
            raise InputError("arguments", "record", f"the verdict is {given.verdict}: only a violation has a record")
        self._text = text
        self._name = f"{given.mechanism}-{given.property}.toml" if isinstance(given, Verdict) else "instance"
        if text is None and not isinstance(given, (str, os.PathLike)):
            raise InputError("arguments", "instance", f"{given!r} is no instance, no record and no path")
        self.path = "" if text is not None else os.fspath(given)  # type: ignore[arg-type]

    def __enter__(self) -> "_File":
        if self._text is not None:
            self._folder = tempfile.TemporaryDirectory()
            self.hidden = os.path.join(self._folder.name, "")
            self.path = self.hidden + self._name
            with open(self.path, "w", encoding="utf-8") as file:
                file.write(self._text)
        return self

    def __exit__(self, *_: object) -> None:
        if self._text is not None:
            self._folder.cleanup()


def census(
    mechanism: Union[str, Mechanism], property: Union[str, Property, Sequence[Union[str, Property]], None] = None, **options: Any
) -> Document:
    """Judges every instance of a scope and counts the verdicts, as ``verify census``: ``scope``, ``budget``, ``threads``.

    :param mechanism: an id, or a decorated function, with ``scope``, ``instances`` and ``seconds`` as for :func:`search`.
    :param property: an id or a list of ids; None for all properties of the model.
    """
    several = [property] if isinstance(property, (str, Own)) else list(property or [])
    if isinstance(mechanism, Own) or any(isinstance(one, Own) for one in several):
        return _census(mechanism, several, **options)
    found: Document = program("census", *_options({"mech": mechanism, "property": property, **options}))
    return found


def _census(
    mechanism: Any, several: List[Any], *, scope: Union[None, str, Dict[str, Any]] = None, instances: Optional[int] = None,
    seconds: Optional[float] = 60.0,
) -> Document:
    """A census with functions, asked in this process."""
    from .questions import _ask, _engine_for, _ids, _known, _plan

    engine, own, ids = _engine_for(mechanism, *several)
    for id in ids[1:]:
        _known(engine, "property", id)
    plan = _plan(own, scope, instances, seconds, 0, "auto", None, False)
    question = {"ask": "census", "mechanism": ids[0], "properties": ids[1:] or sorted(_ids(engine)["property"]), **plan}

    def wrap(answer: Dict[str, Any], _: Any) -> Document:
        violated = any(one["violated"] for counted in answer["mechanisms"] for one in counted["properties"])
        return Document(answer, 1 if violated else 0 if answer["searched"]["exhausted"] else 3)

    found: Document = _ask(engine, own, question, wrap)
    return found


def prove(mechanism: str, property: str, **options: Any) -> Document:
    """Proves a property for every instance of a size by a solver, as ``verify prove``: ``scope``, ``solver``, ``budget``."""
    found: Document = program("prove", *_options({"mech": mechanism, "property": property, **options}))
    return found


def impossible(property: Union[str, Sequence[str]], scope: Union[str, Mapping[str, Any]], **options: Any) -> Document:
    """Decides if any rule has the properties, as ``verify impossible``: ``division="divisible"``, ``all=True``."""
    found: Document = program("impossible", *_options({"property": property if isinstance(property, str) else list(property), "scope": scope, **options}))
    return found


def bound(mechanism: str, measure: str, scope: Union[str, Mapping[str, Any]], **options: Any) -> Document:
    """The worst value of a measure in a scope with a proved bound, as ``verify worst --bound``: ``value``, ``bound``, ``closed``.

    >>> bound("drf", "si-ratio", "users=2,servers=1,resources=1,max=2").closed
    True
    """
    options = {"mech": mechanism, "measure": measure, "scope": scope, "bound": True, "no_archive": True, **options}
    found: Document = program("worst", *_options(options))
    return found


def ask(query: str, instance: Optional[Given] = None, **options: Any) -> Document:
    """The mechanisms with some properties and without others, by theorems and records or on one instance.

    >>> ask("si & ef & !po").model
    'cluster'
    """
    if instance is None:
        found: Document = program("ask", query, *_options(options))
        return found
    with _File(instance) as file:
        found = program("ask", query, *_options({"instance": file.path, **options}), hidden=file.hidden)
    return found


def family(record: Given, **options: Any) -> Document:
    """Families of instances that get worse as k grows, from a record or an instance with ``mech`` and ``measure``."""
    with _File(record) as file:
        found: Document = program("family", file.path, *_options(options), hidden=file.hidden)
    return found


def audit(instance: Given, running: Optional[Sequence[Sequence[int]]] = None, **options: Any) -> Document:
    """Audits an allocation: users below their share, and repairs; ``property``, ``mech``, ``plan=True``.

    :param running: the tasks of user u that run on server s, users x servers. Without it, the field ``running`` of the instance.

    >>> audit(Pool([[9, 18]], [[1, 4], [3, 1]]), running=[[1], [2]]).users[0]["short"]
    '1'
    """
    if running is not None:
        if not isinstance(instance, Instance):
            raise InputError("arguments", "running", "goes with a Pool; an instance file has the field `running` itself")
        instance = {**instance.to_dict(), "running": spelled(running, "running")}
    with _File(instance) as file:
        found: Document = program("audit", *_options({"instance": file.path, **options}), hidden=file.hidden)
    return found


def import_kubernetes(nodes: Union[str, "os.PathLike[str]"], pods: Union[str, "os.PathLike[str]"], **options: Any) -> Document:
    """The instance of a Kubernetes cluster, from what ``kubectl get .. -o json`` prints; ``by="namespace"``."""
    found: Document = program("import", "kubernetes", *_options({"nodes": nodes, "pods": pods, **options}))
    return found


def import_slurm(**options: Any) -> Document:
    """The instance of a Slurm cluster, by the options of ``verify import slurm``."""
    found: Document = program("import", "slurm", *_options(options))
    return found


def import_yarn(**options: Any) -> Document:
    """The instance of a YARN cluster, by the options of ``verify import yarn``."""
    found: Document = program("import", "yarn", *_options(options))
    return found


def import_kueue(*files: str, **options: Any) -> Document:
    """The cohort of a Kueue snapshot, by the options of ``verify import kueue``."""
    found: Document = program("import", "kueue", *files, *_options(options))
    return found


def claims(source: Optional[str] = None, **options: Any) -> Documents:
    """What the papers say, and where the evidence leaves it; of one source by its key."""
    found: Documents = program("claims", *_options({"source": source, **options}))
    return found


def matrix(model: str = "cluster", **options: Any) -> Documents:
    """Mechanisms x properties, each cell with its evidence."""
    found: Documents = program("matrix", *_options({"model": model, **options}))
    return found


def cite(id: str) -> Document:
    """How an id is cited: ``bibtex``, ``latex``, ``address``."""
    found: Document = program("cite", id)
    return found


def export(record: Given, form: str) -> str:
    """A record as text in the form ``latex``, ``svg`` or ``coq``."""
    if form not in ("latex", "svg", "coq"):
        raise InputError("arguments", "form", f"`{form}` is none of latex, svg, coq")
    with _File(record) as file:
        text: str = program("export", file.path, f"--{form}", hidden=file.hidden).text
    return text


__all__ = [
    "Document", "Documents", "ask", "audit", "bound", "census", "cite", "claims", "export", "family", "import_kubernetes",
    "import_kueue", "import_slurm", "import_yarn", "impossible", "matrix", "number", "prove",
]
