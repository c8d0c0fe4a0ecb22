"""Functions as mechanisms: exact ones, floats, refusals, failures, and functions with two answers to one question."""

import gc
import itertools
import json
import pathlib
import time
import weakref
from fractions import Fraction as F

import pytest

import fairwitness as fw
from conftest import asset_fairness_of, drf_of, one_server

POOL = fw.Pool([[9, 18]], [[1, 4], [3, 1]])


def test_worked_by_hand(asset_fairness):
    """Capacities (9, 18): sums per task are 1/3 and 7/18; the CPUs, 3 s + 54 s / 7 = 9, are full at s = 21/25."""
    result = fw.run(asset_fairness, POOL)
    assert result.tasks == (F(63, 25), F(54, 25))
    assert result.certified is None and "no certificate" in result.reason
    assert asset_fairness(POOL) == [F(63, 25), F(54, 25)]


def test_asset_fairness_loses_its_slice(asset_fairness):
    """One task of (1, 1) and one of (1, 0) in a pool of (1, 1): sums 2 and 1, so 1/3 and 2/3 tasks; half is 1/2.

    A violation needs two users and two resources, and no smaller integers violate.
    """
    begun = time.monotonic()
    verdict = fw.search(asset_fairness, "si")
    assert time.monotonic() - begun < 10
    assert verdict.violated and verdict.stands == "for what the program returned"
    assert verdict.instance == fw.Pool([[1, 1]], [[1, 1], [1, 0]])
    assert verdict.tasks == (F(1, 3), F(2, 3)) and verdict.margin == F(1, 6)
    again = fw.search(asset_fairness, "si", archive=False).instance
    assert again.capacity == verdict.instance.capacity and sorted(again.demand) == sorted(verdict.instance.demand)
    assert fw.judge(asset_fairness, "si", fw.Pool([[30, 30]], [[1, 3], [1, 1]])).margin == 3  # 12 tasks; half gives 15


def test_asset_fairness_and_envy(asset_fairness):
    """No user envies under equal sums of shares: the bundle of another user gives no more tasks, since the cost of a task is its sum."""
    verdict = fw.search(asset_fairness, "ef", instances=3000)
    assert verdict.verdict == "unrefuted"
    assert verdict.searched.instances == 3000 and verdict.searched.decided > 1000
    assert verdict.asked.questions > 2000 and not verdict.asked.failures and verdict.asked.function


def test_agrees_with_what_is_built_in(drf_again):
    """A second implementation of drf: no instance separates the two, and every value is equal."""
    told = fw.separate(drf_again, "drf", scope="users=3,servers=1,resources=2,max=4", instances=2000)
    assert not told.found and told.searched.instances > 500


def test_two_functions_are_told_apart(asset_fairness, drf_again):
    told = fw.separate(asset_fairness, drf_again)
    assert told.amounts == (tuple(asset_fairness_of(told.instance)), tuple(drf_of(told.instance)))
    assert told.amounts[0] != told.amounts[1]


def test_worst_value(asset_fairness):
    found = fw.worst(asset_fairness, "si-ratio", scope="users=2,servers=1,max=2", instances=2000)
    assert found.value < 1 and fw.measure(asset_fairness, "si-ratio", found.instance) == found.value


def test_records_say_which_function_they_are_of(asset_fairness):
    verdict = fw.search(asset_fairness, "si")
    assert "format = 3" in verdict.record and "Python function conftest.asset_fairness_of" in verdict.record
    assert fw.replay(verdict.record, asset_fairness).verified
    with pytest.raises(fw.InputError, match="asset_fairness_of"):
        fw.replay(verdict.record)
    other = fw.mechanism(drf_of, id="asset-fairness")
    answer = fw.replay(verdict.record, other)
    assert not answer.verified and "another outcome" in answer.reason


def test_the_same_instance_as_the_program(asset_fairness):
    """The record of the program, examples/asset-fairness/mine.py, judged with the function in its place."""
    root = pathlib.Path(__file__).resolve().parents[3]
    if not (root / "examples").is_dir():
        pytest.skip("no checkout")
    import importlib.util

    source = (root / "examples" / "asset-fairness" / "mine.py").read_text()
    program = {"__name__": "mine"}
    exec(compile(source.split("\nfor line in sys.stdin")[0], "mine.py", "exec"), program)
    for capacity in itertools.product((1, 2, 3), repeat=2):
        for demand in itertools.product((0, 1, 2), repeat=4):
            rows = [demand[:2], demand[2:]]
            if all(any(row) for row in rows):
                answer = program["allocate"]({"capacity": [list(map(str, capacity))], "demand": [list(map(str, r)) for r in rows]})
                assert [[F(x) for x in row] for row in answer["placement"]] == [
                    [x] for x in asset_fairness_of(fw.Pool([capacity], rows))
                ]


def test_other_models():
    @fw.mechanism(model="arrivals")
    def half_of_it(arrivals):
        """Every agent gets 1/(2n) of its dominant resource, which always fits."""
        share = F(1, 2 * arrivals.declared)
        return [[share] * (k + 1) for k in range(arrivals.agents)]

    assert fw.run(half_of_it, fw.Arrivals([[1, 2], [2, 1]])).shares == ((F(1, 4),), (F(1, 4), F(1, 4)))
    assert fw.judge(half_of_it, "feasible", fw.Arrivals([[1, 2], [2, 1]])).verdict == "holds"

    @fw.mechanism(model="covering")
    def nothing(stock):
        return [None] * len(stock.cost)

    assert fw.judge(nothing, "feasible", fw.Covering([1], [1])).violated

    @fw.mechanism(model="covering", id="in-turn")
    def in_turn(stock):
        if stock.demand != (1, 1) or len(stock.cost) != 2:
            raise fw.Refuse("two tasks of one")
        return [0, 1]

    assert fw.run(in_turn, fw.Covering([1, 2], [1, 1])).assignment == (0, 1)


def test_what_a_function_may_return(drf_again):
    as_run = fw.mechanism(lambda pool: fw.run("drf", pool), id="as-run")  # the engine within the engine
    assert fw.run(as_run, POOL).tasks == (3, 2)
    as_rows = fw.mechanism(lambda pool: (([3],), ([2],)) and [(3,), (F(2),)], id="as-rows")
    assert fw.run(as_rows, POOL).tasks == (3, 2)
    numpy = pytest.importorskip("numpy")
    as_array = fw.mechanism(lambda pool: numpy.array([[3.0], [2.0]]), id="as-array", numbers="float")
    assert fw.run(as_array, POOL).tasks == (3, 2)


def test_numbers_as_text_and_whole_floats_are_exact():
    said = fw.mechanism(lambda pool: [["3"], [2.0]], id="said")
    assert fw.run(said, POOL).tasks == (3, 2)


@pytest.mark.parametrize("said, words", [
    (None, "is None"), (3, "is expected"), ([1.5, 2], "declared exact"), ([[3, 2]], "user"), ([1], "user"),
    ([["a"], [1]], "no number"), ([[None], [1]], "no number"), ([[True], [1]], "no number"),
])
def test_answers_that_cannot_be_read_are_refusals(said, words):
    wrong = fw.mechanism(lambda pool: said, id="wrong")
    result = fw.run(wrong, POOL)
    assert words in result.refused
    assert [(f.kind, f.count) for f in result.asked.failures] == [("an answer that cannot be read", 1)]
    assert fw.judge(wrong, "ef", POOL).verdict == "undecided"


def test_numbers_that_are_none_are_refusals():
    for x in (float("nan"), float("inf")):
        wrong = fw.mechanism(lambda pool: [x, 1.0], id="wrong", numbers="float")
        assert "no number" in fw.run(wrong, POOL).refused


def test_exceptions_are_named_and_counted():
    @fw.mechanism
    def fragile(pool):
        one_server(pool)
        if pool.demand[0][0] == 0:
            return [1 / pool.demand[0][0]]
        if len(pool.demand) == 3:
            raise LookupError("three is too many")
        return drf_of(pool)

    verdict = fw.search(fragile, "ef", instances=2000, archive=False)
    kinds = {failure.kind: failure for failure in verdict.asked.failures}
    assert set(kinds) == {"raised ZeroDivisionError", "raised LookupError"}
    assert "three is too many (test_mechanisms.py, line " in kinds["raised LookupError"].first
    counted = sum(failure.count for failure in kinds.values())
    assert verdict.verdict == "unrefuted" and counted <= verdict.searched.refused and verdict.searched.decided > 100
    assert isinstance(fragile.last_error, (ZeroDivisionError, LookupError)) and fragile.last_error.__traceback__
    assert "raised LookupError" in str(verdict)
    # Failures are counted for one question.
    assert not fw.run(fragile, fw.Pool([[1]], [[1]])).asked.failures


def test_a_rule_that_always_fails_decides_nothing():
    broken = fw.mechanism(lambda pool: 1 / 0, id="broken")
    verdict = fw.search(broken, "ef", instances=200)
    assert verdict.verdict == "undecided" and verdict.searched.decided == 0 and "ZeroDivisionError" in verdict.reason


def test_what_answers_in_two_ways_is_no_function():
    turns = itertools.count()
    dice = fw.mechanism(lambda pool: [[next(turns) % 3] * len(pool.capacity) for _ in pool.demand], id="dice")
    verdict = fw.search(dice, "po", instances=2000)
    assert not verdict.asked.function and "not a function" in verdict.reason


def test_a_call_that_takes_too_long_is_ended():
    @fw.mechanism(timeout=0.2)
    def sleeps_or_spins(pool):
        while True:
            pass

    begun = time.monotonic()
    result = fw.run(sleeps_or_spins, POOL)
    assert "did not answer within 200ms" in result.refused and time.monotonic() - begun < 5
    verdict = fw.search(sleeps_or_spins, "ef", instances=2000)
    assert verdict.asked.given_up and verdict.searched.decided == 0 and time.monotonic() - begun < 30


def drf_in_floats(pool):
    return [float(x) for x in drf_of(fw.Pool(*[[[str(x) for x in row] for row in rows] for rows in (pool.capacity, pool.demand)],
                                             weight=[str(w) for w in pool.weight], eligible=pool.eligible))]


def test_floats_have_a_slack():
    """1/3 and 2/3 in floats: the rounding error is within the slack, and a violation without slack."""
    thirds = fw.Pool([[1]], [[1], [1], [1]])
    loose = fw.mechanism(drf_in_floats, id="drf-in-floats", numbers="float")
    assert loose(thirds) == [1 / 3] * 3
    strict = fw.mechanism(drf_in_floats, id="drf-in-floats", numbers="float", slack=0)
    assert not fw.judge(loose, "po", thirds).violated
    verdict = fw.judge(strict, "po", thirds)
    assert verdict.violated and verdict.slack == 0 and verdict.margin < F(1, 10**15)
    assert fw.run(strict, thirds).tasks[0] == F(1 / 3)  # the very number that the float is
    assert type(fw.run(loose, thirds).tasks[0]) is F
    with pytest.raises(fw.InputError, match="slack"):
        fw.mechanism(drf_in_floats, id="drf-in-floats", numbers="float", slack=2)


def test_functions_get_floats_when_they_ask_for_them():
    seen = []

    def look(pool):
        seen.append((pool.exact, pool.capacity, pool.weight, pool.tasks))
        return [0.0]

    fw.run(fw.mechanism(look, id="look", numbers="float"), fw.Pool([["1/3"]], [[1]]))
    fw.run(fw.mechanism(look, id="look"), fw.Pool([["1/3"]], [[1]]))
    assert seen[0] == (False, ((1 / 3,),), (1.0,), (float("inf"),)) and isinstance(seen[0][1][0][0], float)
    assert seen[1][1] == ((F(1, 3),),)


def test_whole_tasks():
    @fw.mechanism(tasks="whole")
    def halves(pool):
        return [[F(1, 2)] * len(pool.capacity) for _ in pool.demand]

    assert fw.judge(halves, "feasible", fw.Pool([[1]], [[1]])).violated


@pytest.mark.parametrize("options, field, words", [
    ({"id": "drf"}, "", "taken"), ({"id": "Mine!"}, "id", "a-z"), ({"model": "queue"}, "model", "no model"),
    ({"tasks": "some"}, "tasks", "whole"), ({"division": "space"}, "division", "time"), ({"numbers": "double"}, "numbers", "float"),
    ({"timeout": 0}, "timeout", "above 0"),
])
def test_errors_of_the_decorator(options, field, words):
    with pytest.raises(fw.InputError) as caught:
        fw.mechanism(drf_of, **{"id": "mine", **options})
    assert caught.value.field == field and words in caught.value.reason


def test_several_threads(drf_again):
    one = fw.search(drf_again, "sp", instances=300, threads=1)
    two = fw.search(drf_again, "sp", instances=300, threads=2)
    assert (one.verdict, one.searched) == (two.verdict, two.searched)


def test_results_can_be_serialised(asset_fairness):
    assert json.dumps(fw.search(asset_fairness, "si").instance.to_dict())


def test_what_a_function_takes():
    """Features outside `takes` are refused before the function is called, and no search draws them."""
    sent = []

    @fw.mechanism(takes=["weights"])
    def weighted(pool):
        sent.append(pool)
        return [[0] * len(pool.capacity) for _ in pool.demand]

    refused = fw.judge(weighted, "feasible", fw.Pool([[1], [1]], [[1], [1]], eligible=[[0], [0, 1]]))
    assert refused.verdict == "out-of-scope" and "takes no restricted eligibility" in refused.reason and not sent
    assert fw.judge(weighted, "feasible", fw.Pool([[1]], [[1], [1]], weight=[1, 2])).verdict == "holds"
    assert len(sent) >= 1
    assert fw.search(weighted, "feasible", instances=300, archive=False).searched.refused == 0
    assert all(pool.eligible == tuple(tuple(range(len(pool.capacity))) for _ in pool.demand) for pool in sent)
    with pytest.raises(fw.InputError, match="did you mean `weights`"):
        fw.mechanism(id="mine", takes=["weigths"])(lambda pool: [])
    with pytest.raises(fw.InputError, match="no list of words"):
        fw.mechanism(id="mine", takes="weights")(lambda pool: [])


def test_rules_on_cohorts():
    """Every workload is preempted, so a target that could have stayed beside the asking workload is one too many."""

    @fw.mechanism(model="cohort", id="all-go", takes=["priorities"])
    def all_go(cohort):
        return [(workload, "own") for workload in cohort.admitted]

    cohort = fw.Cohort([[2]], [(0, [1]), (0, [1]), (0, [1], 1)], [0, 1])
    assert fw.run(all_go, cohort).targets == ((0, "own"), (1, "own"))
    assert fw.judge(all_go, "feasible", cohort).verdict == "holds"
    assert fw.judge(all_go, "minimal-victims", cohort).violated

    @fw.mechanism(model="cohort", id="nobody-comes")
    def nobody_comes(cohort):
        return None

    assert fw.run(nobody_comes, cohort).targets is None


def test_a_function_goes_with_its_last_use():
    """A notebook defines a rule hundreds of times: neither the functions nor their engines stay."""

    class Table:
        """Data that a rule reads."""

    def asked_of():
        table = Table()

        @fw.mechanism
        def none(pool, table=table):
            return [[0] * len(pool.capacity) for _ in pool.demand]

        @fw.property
        def always(pool, outcome, table=table):
            return 1 if table is None else 0

        assert fw.judge(none, "si", fw.Pool([[1]], [[1], [1]])).violated
        assert fw.judge(none, always, fw.Pool([[1]], [[1], [1]])).verdict == "holds"
        return weakref.ref(table)

    gone = [asked_of() for _ in range(20)]
    gc.collect()
    assert [table() for table in gone[:2]] == [None, None]
