"""Hypothesis strategies: every draw is an instance, and properties hold where they are proved."""

import pytest

pytest.importorskip("hypothesis")

from hypothesis import HealthCheck, find, given, settings

import fairwitness as fw
from fairwitness import strategies as st

FEW = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@FEW
@given(st.pools(weights=True, constraints=True, finite=True, fractions=True))
def test_pools(pool):
    assert fw.parse(pool.to_toml()) == pool
    assert fw.run("tsf", pool).outcome is not None or fw.run("tsf", pool).refused


@FEW
@given(st.pools(max_servers=1, positive=True))
def test_drf_keeps_the_slice_and_is_free_of_envy(pool):
    """Theorems of Ghodsi et al., NSDI 2011, on one server with positive demands."""
    assert all(x > 0 for row in pool.demand for x in row)
    assert not any(verdict.violated for verdict in fw.judge("drf", ["si", "ef"], pool))


@FEW
@given(st.arrivals(late=True, fractions=True))
def test_arrivals(arrivals):
    assert fw.run("ddrf", arrivals).outcome is not None


@FEW
@given(st.coverings(sizes=True))
def test_coverings(stock):
    assert fw.parse(stock.to_toml()) == stock


def test_they_shrink_to_the_same_instance(asset_fairness):
    """Hypothesis shrinks its finding to the instance with which the engine's own search and shrinking end."""
    violates = lambda pool: fw.judge(asset_fairness, "si", pool).violated  # noqa: E731
    found = find(st.pools(max_servers=1), violates, settings=settings(FEW, max_examples=2000, database=None))
    assert violates(found) and len(found.demand) == 2 and len(found.capacity[0]) == 2
