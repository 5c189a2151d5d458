"""The measure of time to depth and to the solution."""

import os
import signal
import subprocess
import sys

import pytest
from patience import PATIENCE, wait_for
from programs import engine, invoke

from fukumi_tools.board.rules import Color
from fukumi_tools.engines.process import TranscriptEntry
from fukumi_tools.research.reach.cli import main
from fukumi_tools.research.reach.course import Course, depth_ratios, mean_time, read_course
from fukumi_tools.research.reach.positions import PositionError, load_positions


def transcript(*lines):
    sent = TranscriptEntry(10.0, ">", "BEGIN")
    return [TranscriptEntry(1.0, "<", "MESSAGE depth 30 ev +M3"), sent] + [
        TranscriptEntry(10.0 + seconds, "<", text) for seconds, text in lines
    ]


def test_depths_count_from_the_line_that_reports_them_and_wins_only_if_they_last():
    course = read_course(
        transcript(
            (0.1, "MESSAGE depth 3-5 ev 12"),
            (0.2, "MESSAGE depth 5-9 ev +M9"),
            (0.4, "MESSAGE depth 6-9 ev 9999"),
            (0.8, "MESSAGE Depth 7-20 | Eval +M19 | Time 800ms"),
            (0.9, "MESSAGE depth 8-20 ev 27991"),
        ),
        10_000,
    )
    assert course.reached[3] == pytest.approx(0.1)
    assert course.reached[4] == course.reached[5] == pytest.approx(0.2)
    assert course.solved == pytest.approx(0.8)


def test_ratios_are_of_the_deepest_common_depth():
    ours = [Course({1: 0.01, 2: 0.1, 3: 0.4}), Course({1: 0.001}), Course()]
    theirs = [Course({1: 0.01, 2: 0.3}), Course({1: 0.001}), Course({1: 0.5})]
    assert depth_ratios(ours, theirs, 0.02) == [pytest.approx(3.0)]


def test_what_is_not_solved_counts_as_the_limit():
    assert mean_time([Course(solved=0.04), Course()], 1.0) == pytest.approx(0.2)


def test_positions_are_moves_or_stones(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_text(
        "# a remark\n\nh8,i9 j10\nname turn=w black=h8,h9 white=i9\nname moves=a1\n"
        "name size=20 moves=a1\n1. h8 pass i9\n"
    )
    positions = load_positions(path, 15, 15)
    moves, stones, short, passed = (position.stones for position in positions)
    assert moves == [((7, 7), Color.BLACK), ((8, 6), Color.WHITE), ((9, 5), Color.BLACK)]
    assert stones == [((7, 7), Color.BLACK), ((8, 6), Color.WHITE), ((7, 6), Color.BLACK)]
    assert short == [((0, 14), Color.BLACK)]
    assert passed == [((7, 7), Color.BLACK), ((8, 6), Color.BLACK)]
    # A pass is a move as well.
    assert [position.to_move for position in positions] == [Color.WHITE] * 4


def test_the_side_to_move_may_be_stated(tmp_path):
    path = tmp_path / "positions.txt"
    lines = ["black=h8 white=i9", "x turn=w black=h8 white=i9", "x turn=b black=h8 white=", "x turn=w moves=h8,i9"]
    path.write_text("".join(f"{line}\n" for line in lines))
    colors = [position.to_move for position in load_positions(path, 15, 15)]
    assert colors == [Color.BLACK, Color.WHITE, Color.BLACK, Color.WHITE]


@pytest.mark.parametrize("text", ["", "h8,zz", "h8,h8", "h8,h16", "black=h8,h9 white=", "black=h8 white=h8"])
def test_a_line_that_is_no_position_is_named(tmp_path, text):
    path = tmp_path / "positions.txt"
    path.write_text(text)
    with pytest.raises(PositionError, match="positions"):
        load_positions(path, 15, 15)


def test_engines_are_compared_on_all_positions(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_text("h8,i9\nh8\n")
    assert invoke(main, *engine("a"), *engine("b"), "--positions", path).count("0 of 2") == 2


# Notes which stones are whose and its time for a move. Where White has the only stone it exits or waits.
ENGINE = """
import pathlib, sys, time
log, last = pathlib.Path(sys.argv[1]), sys.argv[2]
stones, limit = [], ""
for line in sys.stdin:
    words = line.split()
    if words[0] == "START":
        print("OK", flush=True)
    elif words[:2] == ["INFO", "timeout_turn"]:
        limit = words[2]
    elif words[0] == "END":
        break
    elif words[0][0].isdigit():
        stones.append(words[0])
    elif words[0] == "DONE":
        with log.open("a") as file:
            file.write(" ".join([limit, *stones]) + "\\n")
        if stones == ["7,7,2"] and last == "exit":
            sys.exit(1)
        if stones == ["7,7,2"] and last == "wait":
            time.sleep(600)
        print("MESSAGE depth 3 ev +M5", flush=True)
        print("0,0", flush=True)
"""


@pytest.fixture
def asked(tmp_path):
    """An engine, what it does at the end, and what it was asked."""
    (tmp_path / "engine.py").write_text(ENGINE)
    log = tmp_path / "log.txt"

    def words(name: str, last: str = "move", extra: str = "") -> list[str]:
        program = f"'{tmp_path / 'engine.py'}' '{log}' {last}"
        return ["--engine", f'name={name} cmd={sys.executable} args="{program}" {extra}']

    return words, log


def test_each_engine_has_its_own_time_and_the_right_side(tmp_path, asked):
    words, log = asked
    path = tmp_path / "positions.txt"
    path.write_text("h8 pass i9\nx turn=b black=h8 white=\n")
    said = invoke(main, *words("a"), *words("b", extra="turn=5"), "--positions", path, "--turn", 3)
    assert said.count("2 of 2") == 2
    stones = ["7,7,2 8,6,2", "7,7,1"]
    assert log.read_text().splitlines() == [f"{limit} {text}" for text in stones for limit in (3000, 5000)]
    for extra in ("turn=none nodes=5", "match=9"):
        assert "own time" in invoke(main, *words("a", extra=extra), "--positions", path, code=2)


def test_a_search_that_is_not_solved_counts_with_the_time_of_its_engine(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_text("h8\n")
    said = invoke(main, *engine("a"), *engine("b", extra="turn=7"), "--positions", path, "--turn", 3)
    assert "3.000 s" in said and "7.000 s" in said


def test_an_engine_that_fails_loses_no_result(tmp_path, asked):
    words, _ = asked
    path = tmp_path / "positions.txt"
    path.write_text("h8,i9\nh8,i9,h9\nh8\n")
    said = invoke(main, *words("a"), *words("b", "exit"), "--positions", path, code=1)
    assert said.count("2 of 2") == 2 and "b: exited with status 1" in said


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_an_interrupted_run_prints_what_it_has(tmp_path, asked):
    words, log = asked
    path = tmp_path / "positions.txt"
    path.write_text("h8,i9\nh8\nh8,i9,h9\n")
    command = [sys.executable, "-m", "fukumi_tools", "reach", *words("a"), *words("b", "wait"), "--positions", path]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: log.exists() and len(log.read_text().splitlines()) == 4, process, "the second search")
    process.send_signal(signal.SIGINT)
    printed, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and printed.count("1 of 1") == 2
    assert "Interrupted" in said and "Traceback" not in said


def test_positions_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_bytes(b"h8,i9\n# f\xfcnf\n")
    assert "line 2 is not in UTF-8" in " ".join(invoke(main, *engine("a"), "--positions", path, code=2).split())
