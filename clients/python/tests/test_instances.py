"""Instances: accepted forms, refusals with their words, and the values read back."""

import math
from decimal import Decimal
from fractions import Fraction as F

import pytest

import fairwitness as fw


def test_numbers_stay_what_they_are():
    pool = fw.Pool([["1/3", F(5, 7), Decimal("0.1")]], [[1, "0.25", 0]])
    assert pool.capacity == ((F(1, 3), F(5, 7), F(1, 10)),)
    assert pool.demand == ((F(1), F(1, 4), F(0)),)


def test_what_is_left_out_has_its_default():
    pool = fw.Pool([[1], [2]], [[1], [1]])
    assert pool.weight == (1, 1)
    assert pool.eligible == ((0, 1), (0, 1))
    assert pool.tasks == (math.inf, math.inf) and not pool.limited
    assert pool.rate is None
    assert fw.Covering([1, 2], [1]).size == (1, 1)
    assert fw.Arrivals([[1], [2]]).declared == 2
    assert fw.Arrivals([[1], [2]], agents=5).declared == 5


def test_all_fields():
    pool = fw.Pool(
        [[4, 4], [0, 4]], [[1, 1], [0, 2]], weight=[1, "3/2"], eligible=[[0], {0, 1}], tasks=[None, 5], users=["ann", "ben"]
    )
    assert pool.weight == (1, F(3, 2))
    assert pool.eligible == ((0,), (0, 1))
    assert pool.tasks == (math.inf, 5) and pool.limited
    assert [pool.runs_on(u, i) for u in (0, 1) for i in (0, 1)] == [True, False, True, True]
    assert fw.Pool([[1, 1]], [[1, 1]], weight=[[1, 2]]).weight == ((1, 2),)


def test_files_go_there_and_back(tmp_path):
    for number, one in enumerate([
        fw.Pool([["1/2", 3]], [[1, 1]], weight=[2], tasks=["inf"]), fw.Arrivals([[2, 1], [1, 2]], agents=3), fw.Covering([1, 4], [2], size=[1, 3]),
    ]):
        path = tmp_path / f"{number}.toml"
        one.save(path)
        assert fw.load(path) == one and hash(fw.load(path)) == hash(one)
        assert fw.parse(one.to_toml()) == one
        assert eval(repr(one), vars(fw)) == one
    assert fw.Pool([[1]], [[1]]) != fw.Pool([[2]], [[1]])


def test_cohorts():
    cohort = fw.Cohort(
        [[1, "1/2"], [3, 0]], [(0, [1, 0]), fw.Workload(0, (3, "1/2"), -1), {"queue": 1, "request": [4, 0]}], [1], weight=[1, 2]
    )
    assert cohort.quota == ((1, F(1, 2)), (3, 0)) and cohort.weight == (1, 2) and cohort.agents == 3
    assert cohort.workload[1] == (0, (3, F(1, 2)), -1) and cohort.workload[2].priority == 0
    assert cohort.admitted == (1,) and cohort.incoming == 0
    assert eval(repr(cohort), vars(fw)) == cohort and fw.parse(cohort.to_toml()) == cohort
    assert fw.Cohort([[2]], [(0, [1])]).weight == (1,) and fw.Cohort([[2]], [(0, [1])], [0]).incoming is None
    assert fw.Cohort([[2]], [(0, [1]), (0, [2])], incoming=1).incoming == 1


@pytest.mark.parametrize("make, file, field, words", [
    (lambda: fw.Cohort([[2]], [(1, [1])]), "Cohort", "workload[0].queue", "no index of a queue"),
    (lambda: fw.Cohort([[2]], [(0, [0.5])]), "Cohort", "workload[0].request[0]", "is a float"),
    (lambda: fw.Cohort([[2]], [(0, [1], 0, 7)]), "Cohort", "workload[0]", "is no workload"),
    (lambda: fw.Cohort([[2]], [{"queue": 0, "request": [1], "size": 1}]), "Cohort", "workload[0].size", "size"),
    (lambda: fw.Cohort([[2]], [(0, [3])], [1]), "Cohort", "admitted[0]", ""),
    (lambda: fw.Pool([[1, 1]], [[1, 0.1]]), "Pool", "demand[0][1]", "is a float"),
    (lambda: fw.Pool([[1, 1]], [[1, None]]), "Pool", "demand[0][1]", "no number"),
    (lambda: fw.Pool([[1, 1]], [[0, 0]]), "Pool", "demand[0]", "zero"),
    (lambda: fw.Pool([[1, 1]], [[1]]), "Pool", "demand[0]", "expected 2 entries"),
    (lambda: fw.Pool([[-1]], [[1]]), "Pool", "capacity[0][0]", "negative"),
    (lambda: fw.Pool([["1/0"]], [[1]]), "Pool", "capacity[0][0]", ""),
    (lambda: fw.Pool([[1]], [[1]], eligible=[[1]]), "Pool", "eligible[0][0]", ""),
    (lambda: fw.Pool([[float("nan")]], [[1]]), "Pool", "capacity[0][0]", "nan is no number"),
    (lambda: fw.Pool([[10**5000]], [[1]]), "Pool", "capacity[0][0]", "too long"),
    (lambda: fw.Pool([[1]], [[1]], eligible=[["a"]]), "Pool", "eligible", "'a'"),
    (lambda: fw.parse(None, "mine"), "mine", "", "no text"),
    (lambda: fw.Covering([1], [2]), "Covering", "demand[0]", ""),
    (lambda: fw.Pool(3, [[1]]), "Pool", "capacity", "3 is no list"),
    (lambda: fw.Pool([3], [[1]]), "Pool", "capacity[0]", "3 is no row"),
    (lambda: fw.Pool([[3]], [[1]], weight="ab"), "Pool", "weight", "'ab' is no list"),
    (lambda: fw.parse('model = "cluster"\ncapacity = [[1]]\ndemand = [[1]]\ncolour = 1', "mine"), "mine", "colour", "colour"),
    (lambda: fw.parse('model = "queue"', "mine"), "mine", "model", "queue"),
])
def test_errors_say_where(make, file, field, words):
    with pytest.raises(fw.InputError) as caught:
        make()
    assert (caught.value.file, caught.value.field) == (file, field)
    assert words in caught.value.reason and caught.value.reason in str(caught.value)


def test_files_say_which_they_are(tmp_path):
    path = tmp_path / "pool.toml"
    path.write_text('model = "cluster"\ncapacity = [[1]]\ndemand = [[-1]]\n')
    with pytest.raises(fw.InputError, match="pool.toml: demand"):
        fw.load(path)
    path.write_text('model = \n')
    with pytest.raises(fw.InputError, match="line 1"):
        fw.load(path)
    with pytest.raises(FileNotFoundError):
        fw.load(tmp_path / "none.toml")


def test_long_numbers_come_back():
    """Numbers of more digits than Python converts by itself."""
    long = fw.Pool([[10**3000 + 1]], [[3**4000], [F(7**3000, 2**4001)]])
    shares = fw.run("drf", long).tasks
    assert sum(x * d[0] for x, d in zip(shares, long.demand)) == 10**3000 + 1


def test_arrays_are_taken():
    numpy = pytest.importorskip("numpy")
    pool = fw.Pool(numpy.array([[9, 18]]), numpy.array([[1, 4], [3, 1]]))
    assert pool == fw.Pool([[9, 18]], [[1, 4], [3, 1]])
