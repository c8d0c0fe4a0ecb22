"""A peer of random search: Hypothesis draws pools for the DRF script and judges them. Prints the seconds per instance."""
import sys
import time
from fractions import Fraction as F

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from drf import judge

AMOUNT = st.integers(1, 9).map(F)
examples = int(sys.argv[1])
seen = 0


@settings(
    max_examples=examples,
    phases=[Phase.generate],
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
@given(st.tuples(AMOUNT, AMOUNT), st.lists(st.tuples(AMOUNT, AMOUNT), min_size=3, max_size=3))
def holds(capacity, demand):
    global seen
    seen += 1
    assert judge(list(capacity), [list(row) for row in demand])


start = time.perf_counter()
holds()
print((time.perf_counter() - start) / seen)
