"""Exact property verification and adversarial instances for fair multi-resource allocation.

Name a mechanism and a property: the engine searches for an instance on which the mechanism violates the property, shrinks
the instance, and reports the violation in exact numbers. If the engine finds none, it reports the instances that it searched,
and claims nothing beyond them.

>>> import fairwitness as fw
>>> fw.search("tsf", "bf").margin
Fraction(1, 6)

A rule of one's own is a function:

>>> @fw.mechanism(model="cluster", id="first-come")
... def first_come(pool):
...     if len(pool.capacity) != 1 or pool.limited:
...         raise fw.Refuse("needs one server, and users with unlimited tasks")
...     left, given = list(pool.capacity[0]), []
...     for user, demand in enumerate(pool.demand):
...         x = min(c / d for c, d in zip(left, demand) if d) if pool.runs_on(user, 0) else 0
...         left = [c - x * d for c, d in zip(left, demand)]
...         given.append(x)
...     return given
>>> fw.search(first_come, "ef").verdict
'violated'

Numbers are exact: ints, Fractions or text go in, Fractions come out. The page of every mechanism, property and measure
(:func:`explain`) names the paper and the place of its definition.
"""

from ._engine import __version__
from .errors import InputError, Interrupted, Refuse
from .instances import Arrivals, Cohort, Covering, Instance, Pool, Workload, load, parse
from .own import Measure, Mechanism, Outcome, Property, mechanism, property
from .pools import Pools
from .judging import judge
from .program import (
    Document, Documents, ask, audit, bound, census, cite, claims, export, family, import_kubernetes, import_kueue, import_slurm,
    import_yarn, impossible, matrix, number, prove,
)
from .questions import (
    explain, measure, measures, mechanisms, properties, replay, run, search, separate, shrink, strategies_of_search, worst,
)
from .results import Asked, Entry, Failure, Replay, Run, Searched, Separation, Verdict, Verdicts, Worst

__all__ = [
    "Arrivals", "Asked", "Document", "Documents", "ask", "audit", "bound", "census", "cite", "claims", "export", "family",
    "import_kubernetes", "import_kueue", "import_slurm", "import_yarn", "impossible", "matrix", "number", "prove", "shrink",
    "Cohort", "Covering", "Entry", "Failure", "InputError", "Instance", "Interrupted", "Measure", "Mechanism",
    "Outcome", "Pool", "Pools", "Property", "Refuse",
    "Replay", "Run", "Searched", "Separation", "Verdict", "Verdicts", "Workload", "Worst", "__version__", "explain", "judge", "load", "measure",
    "measures", "mechanism", "mechanisms", "parse", "properties", "property", "replay", "run", "search", "separate",
    "strategies_of_search", "worst",
]
