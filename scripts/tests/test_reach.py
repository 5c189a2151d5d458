"""The measure of time to depth and to the solution."""

import pytest
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
    moves, stones, short, passed = load_positions(path, 15, 15)
    assert moves == [((7, 7), Color.BLACK), ((8, 6), Color.WHITE), ((9, 5), Color.BLACK)]
    assert stones == [((7, 7), Color.BLACK), ((8, 6), Color.WHITE), ((7, 6), Color.BLACK)]
    assert short == [((0, 14), Color.BLACK)]
    assert passed == [((7, 7), Color.BLACK), ((8, 6), Color.BLACK)]


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


def test_positions_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_bytes(b"h8,i9\n# f\xfcnf\n")
    assert "line 2 is not in UTF-8" in " ".join(invoke(main, *engine("a"), "--positions", path, code=2).split())
