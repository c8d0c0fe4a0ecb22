"""Many instances at once, numbers from other packages, and properties and measures of one's own."""

import multiprocessing
import pickle
from fractions import Fraction as F

import pytest

import fairwitness as fw

#: TSF gives 2/3 and 4/3 of a resource that both need most, where 1 and 1 are possible (README): violated by 1/6.
TSF = fw.Pool([[1, 1], [0, 1]], [[1, 1], [0, 1]])
ALONE = fw.Pool([[1, 1], [0, 1]], [[1, 1]])


@fw.mechanism
def first_takes_all(pool):
    """User 1 takes all that it can, and no other user anything."""
    return [min(c / d for c, d in zip(pool.capacity[0], pool.demand[0]) if d)] + [0] * (pool.agents - 1)


@fw.property
def equal_tasks(pool, outcome):
    """Every user runs equally many tasks."""
    most, least = max(outcome.tasks), min(outcome.tasks)
    return most - least, {"most": outcome.tasks.index(most)}


@fw.measure(worse="smaller")
def fewest(pool, outcome):
    return min(outcome.tasks)


def test_a_list_is_judged_as_its_instances():
    verdicts = fw.judge("tsf", "bf", [TSF, ALONE, TSF])
    assert verdicts.verdicts == ["violated", "holds", "violated"] and verdicts.counts == {"violated": 2, "holds": 1}
    assert verdicts.margins == [F(1, 6), None, F(1, 6)] and verdicts.violated == [0, 2]
    assert verdicts.worst.margin == F(1, 6) and [one.verdict for one in verdicts] == verdicts.verdicts
    assert verdicts[0] == fw.judge("tsf", "bf", TSF) and verdicts[-1].tasks == (F(2, 3), F(4, 3))
    assert fw.replay(verdicts[2].record).verified
    si, bf = fw.judge("tsf", ["si", "bf"], [TSF])
    assert si.property == "si" and bf.violated == [0]


def test_arrays_of_pools():
    numpy = pytest.importorskip("numpy")
    random = numpy.random.default_rng(1)
    demand = random.integers(1, 10, (300, 3, 2))
    pools = fw.Pools(numpy.array([[9, 18], [12, 3]]), demand)
    assert len(pools) == 300 and pools[7] == fw.Pool([[9, 18], [12, 3]], demand[7].tolist())
    verdicts = fw.judge("drfh", "bf", pools)
    assert verdicts.verdicts == [fw.judge("drfh", "bf", pool).verdict for pool in pools]
    assert fw.Pools([[[9, 18]]], [[[1, 4]]])[0] == fw.Pool([[9, 18]], [[1, 4]])
    # A pool with a user that needs nothing is no instance, and says so; the others are judged.
    none = fw.judge("drf", "si", fw.Pools([[1, 1]], numpy.array([[[1.0, 1.0]], [[0.0, 0.0]]])))
    assert none.verdicts == ["holds", "error"]


@pytest.mark.parametrize("capacity, demand, field, words", [
    ([[9, 18]], [[[1, 0.5]]], "demand[0][0][1]", '"0.5"'),
    ([[9, 18]], [[1, 1]], "demand", "pools x users x resources"),
    ([[9, 18, 1]], [[[1, 1]]], "capacity", "differ"),
    ([[9, 18]], [[[1, 1], [1]]], "demand", "several lengths"),
])
def test_arrays_that_are_no_pools(capacity, demand, field, words):
    with pytest.raises(fw.InputError) as caught:
        fw.Pools(capacity, demand)
    assert caught.value.field == field and words in caught.value.reason


def test_dicts():
    """Fields as ints, and as an instance file has them, are one instance; what is wrong in a dict is named as in a file."""
    plain = {"model": "cluster", "capacity": [[9, 18]], "demand": [[1, 4], [3, 1]]}
    texts = {"model": "cluster", "capacity": [["9", "18"]], "demand": [["1", "8/2"], ["3", "1"]], "weight": [1, 1]}
    assert fw.judge("drf", "si", plain).instance == fw.Pool([[9, 18]], [[1, 4], [3, 1]])
    verdicts = fw.judge("drf", "si", [plain, texts])
    assert verdicts.counts == {"holds": 2} and verdicts.instances[0] == verdicts.instances[1]
    with pytest.raises(fw.InputError, match="demand: there must be at least one user"):
        fw.judge("drf", "si", {**plain, "demand": []})


def test_frames():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"capacity": [[[9, 18]]] * 2, "demand": [[[1, 4], [3, 1]]] * 2, "weight": [None, [2, 1]]})
    verdicts = fw.judge("drf", "si", frame)
    assert verdicts.instances[1].weight == (2, 1) and verdicts.instances[0].weight == (1, 1)
    assert list(verdicts.to_frame()["verdict"]) == verdicts.verdicts
    assert fw.Pool(pandas.DataFrame([[9, 18]]), pandas.DataFrame([[1.0, 4.0], [3.0, 1.0]])) == fw.Pool(
        [[9, 18]], [[1, 4], [3, 1]]
    )


def test_frames_of_arrays_and_with_empty_cells():
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    columns = {"capacity": [numpy.array([[9, 18]])] * 3, "demand": [numpy.array([[1, 4], [3, 1]])] * 3}
    frame = pandas.DataFrame({**columns, "tasks": [numpy.array([2, 1]), pandas.NA, float("nan")]})
    assert [one.limited for one in fw.judge("drf", "si", frame).instances] == [True, False, False]


def test_numbers():
    assert fw.Pool([["1e-05"]], [["2.5e1"]]).capacity[0][0] == F(1, 100_000)
    assert fw.Pool([[9.0]], [[1.0]]) == fw.Pool([[9]], [[1]])
    with pytest.raises(fw.InputError, match='write "0.1"'):
        fw.Pool([[0.1]], [[1]])
    with pytest.raises(fw.InputError, match="float"):
        fw.Pool([[2.0**60]], [[1]])
    numpy = pytest.importorskip("numpy")
    assert fw.Pool([[numpy.float32(9)]], [[numpy.int8(1)]]) == fw.Pool([[9]], [[1]])


def test_functions_take_plain_instances_by_default():
    assert "weights" in fw.run(first_takes_all, fw.Pool([[1]], [[1], [1]], weight=[1, 2])).refused


def test_a_property_of_ones_own():
    """3 and 2 tasks (Ghodsi et al., Figure 3) differ by 1."""
    pool = fw.Pool([[9, 18]], [[1, 4], [3, 1]])
    verdict = fw.judge("drf", equal_tasks, pool)
    assert verdict.violated and verdict.margin == 1
    found = fw.search("drf", equal_tasks, instances=2000)
    tasks = fw.run("drf", found.instance).tasks
    assert found.violated and found.margin == max(tasks) - min(tasks)
    assert fw.judge(first_takes_all, [equal_tasks, "si"], pool)[0].margin == F(9, 2)
    assert fw.judge(first_takes_all, equal_tasks, [pool, pool]).counts == {"violated": 2}


def test_a_measure_of_ones_own():
    assert fw.measure("drf", fewest, fw.Pool([[9, 18]], [[1, 4], [3, 1]])) == 2
    assert fw.worst(first_takes_all, fewest, scope="users=2,servers=1,resources=1,max=2", instances=200).value == 0


def _judged(rule):
    return fw.judge(rule, "si", fw.Pool([[2]], [[1], [1]])).margin


def test_decorated_functions_run_in_processes():
    assert pickle.loads(pickle.dumps(first_takes_all)) is first_takes_all
    twin = fw.mechanism(id="twin")(plain)
    assert pickle.loads(pickle.dumps(twin)).id == "twin"
    with multiprocessing.get_context("spawn").Pool(1) as workers:
        assert workers.map(_judged, [first_takes_all]) == [1]
    verdict = fw.judge("tsf", "bf", TSF)
    assert pickle.loads(pickle.dumps(verdict)) == verdict
    pools = fw.Pools([[2]], [[[1], [1]], [[1], [2]]])
    many = pickle.loads(pickle.dumps(fw.judge(first_takes_all, "si", pools)))
    assert many.instances == pools and [one.margin for one in many] == [1, F(1, 2)] and "User 2" in many[1].story


def plain(pool):
    return [0] * pool.agents
