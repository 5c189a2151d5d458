"""The soak test: it finds nothing where nothing is wrong, and everything that is."""

import json
import random
import sys

import pytest
from patience import PATIENCE
from programs import OBEDIENT, invoke

from fukumi_tools.board.rules import Color, Rule
from fukumi_tools.engines.settings import Limits, parse_engine
from fukumi_tools.research.soak.cli import main
from fukumi_tools.research.soak.draw import draw_plan
from fukumi_tools.research.soak.fault import Fault
from fukumi_tools.research.soak.figures import Figures, Health, percentiles
from fukumi_tools.research.soak.grammar import breach, is_log
from fukumi_tools.research.soak.referee import Referee
from fukumi_tools.research.soak.report import memory_curve
from fukumi_tools.research.soak.session import Task
from fukumi_tools.research.soak.workers import sessions


def soak(tmp_path, *arguments, fault="", after=0, games=12, code=1) -> str:
    words = f"cmd={sys.executable} args='-I {OBEDIENT} --fault {fault or 'none'} --after {after}'"
    # A busy machine may keep an engine of Python waiting; nothing here is about speed.
    options = ["--engine", words, "--games", games, "--tolerance", 20, "--out", tmp_path]
    return invoke(main, "games", *options, *arguments, code=code)


def test_an_engine_without_fault_passes(tmp_path):
    soak(tmp_path, games=20, code=0)
    report = json.loads((tmp_path / "soak.json").read_text())
    assert report["games"] == report["counts"]["games"] == 20
    assert report["faults"] == []
    assert report["counts"]["moves"] > 100
    for kind in ("stops", "analyses", "annoyances", "swap2 openings", "interrupted by restart", "detours by replay"):
        assert report["counts"][kind] > 0, kind
    assert report["at_rest"] == [], "no process has played fifty games"
    assert not list(tmp_path.glob("fault-*"))


def test_the_choices_depend_on_the_seed_and_the_number_alone(tmp_path):
    plans = [[draw_plan(random.Random(f"{seed}/{n}"), tmp_path) for n in range(30)] for seed in (1, 1, 2)]
    assert plans[0] == plans[1] != plans[2]
    assert len({(plan.width, plan.height) for plan in plans[0]}) > 20
    assert {plan.rule for plan in plans[0]} == set(Rule)


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("blind", "blind: "),
        ("taken", "is taken"),
        ("stray", "stray: '0,0'"),
        ("pieces", "came in pieces"),
        ("carriage-return", "holds a CR"),
        ("stderr", "on standard error"),
        ("exit", "exited with status 7"),
        ("forgets-block", "is blocked"),
        ("foul", "forbidden-"),
        ("wrong-foul", "forbidden are ["),
    ],
)
def test_a_fault_is_found_and_written_down(tmp_path, fault, expected):
    assert expected in soak(tmp_path, "--stop-on-fault", fault=fault, after=10, games=60)
    text = min(tmp_path.glob("fault-*")).read_text()
    assert "repeated by --seed 1 --first 0 --games " in text
    assert "START " in text and " < OK" in text, "the conversation from the beginning"


def test_an_answer_that_does_not_come_or_comes_late_is_a_fault(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("fukumi_tools.research.soak.contender.PATIENCE", 2.0)
        patch.setattr("fukumi_tools.research.soak.contender.OVERRUN_WAIT", 2.0)
        assert "silent: no answer" in soak(tmp_path, "--tolerance", 0.5, fault="silent", after=3, games=1)
    monkeypatch.setattr("fukumi_tools.research.soak.contender.OVERRUN_WAIT", PATIENCE)
    assert "late: " in soak(tmp_path, "--stop-on-fault", "--tolerance", 0.05, fault="late", after=3, games=12)


@pytest.mark.skipif(sys.platform == "win32", reason="a handle is counted differently")
def test_file_handles_that_grow_are_a_fault(tmp_path, monkeypatch):
    monkeypatch.setattr("fukumi_tools.research.soak.session.CHECKUP_EVERY", 2)
    monkeypatch.setattr("fukumi_tools.research.soak.session.SETTLED_GAMES", 4)
    assert "leak: Health(" in soak(tmp_path, fault="handles", games=8)


def test_delays_are_those_of_stops_and_deadlines():
    # The engine answers at once, long before the stop; it logs that it was a millisecond late.
    words = f"cmd={sys.executable} args='-I {OBEDIENT} --fault logs-delay'"
    rows = json.loads(invoke(main, "delay", "--engine", words, "--threads", 1, "--samples", 3, "--turn", 20, "--json"))
    assert rows["the same by the engine's clock, threads 1"]["count"] == 3
    assert rows["the same by the engine's clock, threads 1"]["100"] == 1.0
    assert "answer beyond the limit of the turn, threads 1" in rows
    alone = rows["a loop that only looks at the clock, beyond the same limits"]
    assert alone["count"] == 3 and alone["50"] >= 0


def test_sessions_begin_at_multiples(tmp_path):
    spec = parse_engine(f"cmd={sys.executable}", Limits(nodes=1))
    tasks = sessions(Task(spec, 1, 90, 0, 0.5, True, False, tmp_path), 120, 50)
    assert [(task.first, task.count) for task in tasks] == [(90, 10), (100, 50), (150, 50), (200, 10)]


@pytest.mark.parametrize("line", [b"", b" OK", b"7,7 ", b"07,7", b"MESSAGE", b"7,7\r", b"MESSAGE \xc3\xa4", b"4,5,6"])
def test_lines_of_no_form_are_refused(line):
    assert breach(line)


@pytest.mark.parametrize("line", [b"OK", b"7,7", b"7,7 8,8 0,21", b"SWAP", b"FORBID .", b"FORBID 0707.", b"MESSAGE x"])
def test_lines_of_the_protocol_are_taken(line):
    assert breach(line) is None
    assert is_log(line) is line.startswith(b"MESSAGE")


def position(rule: Rule, black: str, white: str) -> Referee:
    """Points such as `7,7` in turn; both sides have equally many or Black has one more."""
    referee = Referee(15, 15, rule, True)
    stones = [[tuple(map(int, p.split(","))) for p in side.split()] for side in (black, white)]
    for index in range(len(stones[0]) + len(stones[1])):
        referee.play(stones[index % 2][index // 2])
    return referee


def test_fives_are_seen_with_and_without_gaps():
    referee = position(Rule.FREESTYLE, "1,1 2,1 4,1 5,1", "0,14 1,14 2,14 3,14")
    assert referee.fives(Color.BLACK) == {(3, 1)}
    assert referee.fives(Color.WHITE) == {(4, 14)}
    with pytest.raises(Fault, match="win at once"):
        referee.check((4, 14), set(), is_best=True)
    referee.check((4, 14), set(), is_best=False)
    referee.check((3, 1), set(), is_best=True)


def test_a_four_has_to_be_stopped_where_that_is_possible():
    one_end = position(Rule.FREESTYLE, "0,0 1,0 2,0 3,0", "5,5 8,8 5,9")
    with pytest.raises(Fault, match="the opponent wins at"):
        one_end.check((10, 10), set(), is_best=True)
    both_ends = position(Rule.FREESTYLE, "1,0 2,0 3,0 4,0", "5,5 8,8 5,9")
    both_ends.check((10, 10), set(), is_best=True)


def test_forbidden_and_blocked_points_are_refused():
    referee = position(Rule.RENJU, "6,7 8,7 7,6 7,8", "0,0 14,0 0,14 14,14")
    with pytest.raises(Fault, match="forbidden-33"):
        referee.check((7, 7), set(), is_best=False)
    with pytest.raises(Fault, match="blocked"):
        referee.check((3, 3), {(3, 3)}, is_best=True)


def test_percentiles_are_those_of_the_nearest_rank():
    result = percentiles([float(n) for n in range(1, 1001)])
    assert (result["50"], result["99.9"], result["100"]) == (500.0, 999.0, 1000.0)


def test_the_memory_curve_is_that_of_the_median_process():
    figures = Figures(health=[Health(50, size, 3, 5) for size in (1, 2, 90)] + [Health(100, 4, 3, 5)])
    assert memory_curve(figures) == [Health(50, 2, 3, 5), Health(100, 4, 3, 5)]
