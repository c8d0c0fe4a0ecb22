"""The program within the package, and the questions that it answers."""

import pathlib
import pickle
import subprocess
import sys
from fractions import Fraction as F

import pytest

import fairwitness as fw

#: The checkout, whose records are read.
ROOT = pathlib.Path(__file__).resolve().parents[3]
TSF = fw.Pool([[1, 1], [0, 1]], [[1, 1], [0, 1]])


def test_the_package_is_the_program():
    def typed(*words):
        return subprocess.run([sys.executable, "-m", "fairwitness", *words], capture_output=True, text=True)

    found = typed("tsf", "bf")
    assert found.returncode == 1 and "margin: 1/6" in found.stdout
    assert typed("drf", "ef", "-b", "200").returncode == 0
    wrong = typed("tsf", "bg")
    assert wrong.returncode == 2 and "did you mean" in wrong.stderr


def test_what_is_known():
    cells = fw.matrix("cluster")
    cell = next(one for one in cells if one.mechanism == "tsf" and one.property == "bf")
    assert cell.state == "violated" and cell.to_dict()["model"] == "cluster"
    assert {one.source for one in fw.claims("khamse2017")} == {"khamse2017"}
    assert any(row["mechanism"] == "drf" for row in fw.ask("si & ef").mechanisms)
    assert "khamse2017" in fw.cite("tsf-bf-2u2s2r").bibtex


def test_answers_go_to_other_processes():
    for answer in (fw.ask("si & ef"), fw.claims("khamse2017"), fw.cite("tsf-bf-2u2s2r")):
        assert pickle.loads(pickle.dumps(answer)) == answer
    with pytest.raises(AttributeError, match="the answer has no 'nothing'; it has format"):
        fw.cite("tsf").nothing


def test_scopes_as_a_whole():
    """Two users of one resource who each may ask for 1 or 2: equal shares are half of what is there, so no ratio is below 1."""
    scope = {"users": 2, "servers": 1, "resources": 1, "max": 2}
    proved = fw.bound("drf", "si-ratio", scope)
    assert proved.closed and fw.number(proved.value) == fw.number(proved.bound) == 1
    assert fw.census("drf", "si", scope=scope)["searched"]["exhausted"]
    # One unit for two users cannot be divided in whole tasks so that both hold half.
    assert fw.impossible(["po", "si", "sp"], "users=2,servers=1,resources=1,capacity=2,max=2").verdict == "impossible"


def test_a_census_of_a_function():
    """Equal tasks t leave user u below c / (2 d_u) where its demand d_u is the smaller one: nowhere if all demands are 1."""

    @fw.mechanism(id="evenly")
    def evenly(pool):
        return [pool.capacity[0][0] / sum(demand[0] for demand in pool.demand)] * pool.agents

    scope = {"users": 2, "servers": 1, "resources": 1, "max": 1}
    counted = fw.census(evenly, "si", scope=scope)
    assert counted.status == 0 and counted.searched["exhausted"] and counted.mechanisms[0]["properties"][0]["violated"] == 0
    assert fw.census(evenly, ["si"], scope={**scope, "max": 2}).status == 1
    with pytest.raises(fw.InputError, match="`worst` is `closed` where"):
        fw.bound(evenly, "si-ratio", scope)


def test_an_audit():
    """User 2 runs nothing of a server on which each of two users may run two tasks."""
    pool = fw.parse('model = "cluster"\ncapacity = [[4]]\ndemand = [[1], [1]]\nrunning = [[4], [0]]\n')
    told = fw.audit(pool)
    assert told.status == 1 and [F(user["tasks"]) for user in told.users] == [4, 0]


def test_an_audit_of_a_placement_that_one_has():
    """Half of four units is two tasks of one unit, and user 2 runs none."""
    told = fw.audit(fw.Pool([[4]], [[1], [1]]), running=[[4], [0]])
    assert told.status == 1 and [F(user["short"]) for user in told.users] == [0, 2]
    assert "  - user: user 1\n    tasks: 4\n" in str(told) and repr(told).startswith("<format=1, sentence=")
    pytest.importorskip("pandas")
    assert list(told.to_frame("users")["tasks"]) == ["4", "0"]
    with pytest.raises(fw.InputError, match="running"):
        fw.audit({"model": "cluster", "capacity": [[4]], "demand": [[1]]}, running=[[4]])


def test_a_census_of_all_properties():
    counted = fw.census("drf", scope="users=2,servers=1,resources=1,max=1")
    assert len(counted.mechanisms[0]["properties"]) > 10
    pytest.importorskip("pandas")
    frame = counted.to_frame()
    assert len(frame) == len(counted.mechanisms[0]["properties"]) and set(frame["mechanism"]) == {"drf"}
    with pytest.raises(fw.InputError, match="`counts` is no list of the answer; lists: mechanisms"):
        counted.to_frame("counts")


def test_forms_of_a_verdict(tmp_path):
    verdict = fw.judge("tsf", "bf", TSF)
    assert r"\begin{tabular}" in verdict.to_latex() and "verify replay tsf-bf.toml" in verdict.to_latex()
    assert "Theorem" in verdict.to_coq()
    assert verdict.to_svg().startswith("<svg") and verdict.to_dict()["witness"]["margin"] == "1/6"
    pandas = pytest.importorskip("pandas")
    assert isinstance(verdict.to_frame(), pandas.DataFrame) and fw.claims("li2019").to_frame().shape[0] > 3


def test_shrinking():
    """Twice the pool of the README, with a user more: the smaller violation is found in it."""
    large = fw.judge("tsf", "bf", fw.Pool([[2, 2], [0, 2]], [[1, 1], [0, 1]]))
    small = fw.shrink(large)
    assert small.violated and small.instance == TSF
    assert fw.shrink(large.record) == small
    several = ROOT / "counterexamples/tsf/tsf-bf-2u2s2r.toml"
    assert fw.shrink(several).instance == TSF and fw.shrink(several, "cdrf", "bf").mechanism == "cdrf"


@pytest.mark.parametrize("ask, words", [
    (lambda: fw.census("tsff", "si"), "did you mean"),
    (lambda: fw.claims("nobody2000"), "nobody2000"),
    (lambda: fw.audit(TSF), "^instance: running"),
    (lambda: fw.number("1/0"), "no number"),
    (lambda: fw.prove(fw.mechanism(id="own")(len), "si"), "mech: is the function `own`"),
    (lambda: fw.impossible("po,bf", "users=2,servers=1,resources=1,capacity=2,max=2"), "`bf` is a property"),
    (lambda: fw.export(fw.judge("drf", "si", fw.Pool([[1]], [[1]])), "latex"), "only a violation"),
])
def test_errors_of_the_program(ask, words):
    with pytest.raises(fw.InputError, match=words):
        ask()
