"""Hypothesis strategies for instances of the models but ``cohort``. Needs `hypothesis`.

    from hypothesis import given
    from fairwitness import strategies as st

    @given(st.pools(max_users=3, max_servers=2))
    def test_nothing_is_wasted(pool):
        assert not fw.judge(mine, "po", pool).violated

Small numbers are drawn often, and examples shrink to few agents and small integers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Dict, List, Optional

try:
    from hypothesis import strategies as st
except ImportError as error:
    raise ImportError("fairwitness.strategies needs hypothesis: pip install hypothesis") from error

from .instances import Arrivals, Covering, Pool


def amounts(max_value: int = 4, min_value: int = 0, fractions: bool = False) -> "st.SearchStrategy[Fraction]":
    """Numbers from `min_value` to `max_value`: whole, or with denominators up to 4."""
    whole = st.integers(min_value, max_value).map(Fraction)
    if not fractions:
        return whole
    parts = st.fractions(min_value, max_value, max_denominator=4).filter(lambda x: x > 0 or min_value <= 0)
    return st.one_of(whole, parts)


def _demand(draw: Any, resources: int, max_value: int, positive: bool, fractions: bool) -> List[Fraction]:
    row = [draw(amounts(max_value, int(positive), fractions)) for _ in range(resources)]
    if not any(row):
        row[draw(st.integers(0, resources - 1))] = Fraction(1)
    return row


@st.composite
def pools(
    draw: Any,
    max_users: int = 3,
    max_servers: int = 2,
    max_resources: int = 2,
    max_value: int = 4,
    *,
    users: Optional[int] = None,
    servers: Optional[int] = None,
    resources: Optional[int] = None,
    min_users: int = 1,
    positive: bool = False,
    weights: bool = False,
    constraints: bool = False,
    finite: bool = False,
    fractions: bool = False,
) -> Pool:
    """Pools: users share servers.

    :param max_users, max_servers, max_resources: the largest numbers; the smallest is one.
    :param users, servers, resources: the exact numbers, in place of the largest ones.
    :param max_value: the largest capacity, demand, weight and number of tasks.
    :param positive: True if every demand is above zero. Capacities may be zero.
    :param weights: True if users may have weights. :param constraints: True if users may be ineligible on servers.
    :param finite: True if users may have finitely many tasks. :param fractions: True if amounts may be fractions.
    """
    users = users or draw(st.integers(min_users, max_users))
    servers = servers or draw(st.integers(1, max_servers))
    resources = resources or draw(st.integers(1, max_resources))
    more: Dict[str, Any] = {}
    if weights:
        more["weight"] = [draw(amounts(max_value, 1)) for _ in range(users)]
    if constraints:
        subsets = st.lists(st.integers(0, servers - 1), unique=True).map(sorted)
        more["eligible"] = [draw(st.one_of(st.just(list(range(servers))), subsets)) for _ in range(users)]
    if finite:
        more["tasks"] = [draw(st.one_of(st.none(), amounts(max_value))) for _ in range(users)]
    return Pool(
        [[draw(amounts(max_value, 0, fractions)) for _ in range(resources)] for _ in range(servers)],
        [_demand(draw, resources, max_value, positive, fractions) for _ in range(users)],
        **more,
    )


@st.composite
def arrivals(
    draw: Any,
    max_agents: int = 3,
    max_resources: int = 2,
    max_value: int = 4,
    *,
    positive: bool = False,
    fractions: bool = False,
    late: bool = False,
) -> Arrivals:
    """Agents who arrive one by one.

    :param late: True if more agents may be declared than arrive. The other parameters are those of :func:`pools`.
    """
    agents = draw(st.integers(1, max_agents))
    resources = draw(st.integers(1, max_resources))
    demand = [_demand(draw, resources, max_value, positive, fractions) for _ in range(agents)]
    return Arrivals(demand, agents=agents + draw(st.integers(0, 2)) if late else None)


@st.composite
def coverings(
    draw: Any, max_tasks: int = 3, max_resources: int = 4, max_value: int = 4, *, sizes: bool = False
) -> Covering:
    """Resources at a cost for tasks, each of which can be covered when it is alone.

    :param sizes: True if resources may have sizes other than 1.
    """
    resources = draw(st.integers(1, max_resources))
    cost = [draw(amounts(max_value, 1)) for _ in range(resources)]
    size = [draw(amounts(max_value, 1)) for _ in range(resources)] if sizes else None
    there = int(sum(size)) if size else resources
    demand = [draw(amounts(min(max_value, there), 1)) for _ in range(draw(st.integers(1, max_tasks)))]
    return Covering(cost, demand, size=size)


__all__ = ["amounts", "arrivals", "coverings", "pools"]
