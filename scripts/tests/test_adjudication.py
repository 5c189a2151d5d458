"""Games that are ended early, openings by swap2, and openings that a third engine finds even."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from matches import TWO, command, games, play
from patience import PATIENCE, wait_for
from programs import FAKE, built, engine, script

from fukumi_tools.board.rules import Color
from fukumi_tools.engines.settings import Agreement
from fukumi_tools.organisers.match.adjudication import Agreements

BLACK, WHITE = Color.BLACK, Color.WHITE


def after(said: list[tuple[Color, str | None]], win: Agreement | None = None, draw: Agreement | None = None):
    agreements = Agreements(win, draw)
    for color, evaluation in said:
        agreements.add(color, evaluation)
    return agreements


def test_a_win_needs_both_engines_and_enough_moves_in_a_row():
    win = Agreement(moves=2, points=500, after=10)
    agreed = [(BLACK, "500"), (WHITE, "-600"), (BLACK, "+M9"), (WHITE, "-M8")]
    assert after(agreed, win).winner(10) is BLACK
    assert after([(color.other, text) for color, text in agreed], win).winner(12) is WHITE
    assert after(agreed, win).winner(9) is None
    assert after(agreed[:3], win).winner(10) is None
    for place, text in ((0, "499"), (1, "-499"), (2, None), (3, "600")):
        changed = [(color, text if index == place else said) for index, (color, said) in enumerate(agreed)]
        assert after(changed, win).winner(10) is None
    assert after(agreed).winner(10) is None


def test_a_draw_needs_both_engines_and_enough_stones():
    draw = Agreement(moves=2, points=20, after=30)
    even = [(BLACK, "20"), (WHITE, "-20"), (BLACK, "0"), (WHITE, "7")]
    assert after(even, draw=draw).is_draw(30)
    assert not after(even, draw=draw).is_draw(29)
    assert not after([*even, (WHITE, "21")], draw=draw).is_draw(31)
    assert not after([*even, (BLACK, None)], draw=draw).is_draw(31)
    assert not after(even, Agreement(1, 0)).is_draw(99)


def test_games_end_when_both_engines_agree(tmp_path):
    players = [*engine("a", "--eval 1500"), *engine("b", "--eval -1500"), "--turn", 60, "--stones", 4]
    play(*players, "--games", 2, "--agreed-win", "moves=2", "--out", tmp_path / "win")
    records = games(tmp_path / "win")
    assert [(r[r["result"]], r["reason"], r["plies"]) for r in records] == [("a", "agreement", 8)] * 2
    sgf = [path.read_text() for path in sorted((tmp_path / "win" / "games").glob("*.sgf"))]
    assert "RE[B+R]" in sgf[0] and "RE[W+R]" in sgf[1]
    players = [*engine("a", "--eval 3"), *engine("b", "--eval -4"), "--turn", 60, "--stones", 4]
    play(*players, "--games", 2, "--agreed-draw", "moves=2 points=5 after=11", "--out", tmp_path / "draw")
    assert [(r["result"], r["reason"], r["plies"]) for r in games(tmp_path / "draw")] == [("draw", "agreement", 11)] * 2


def test_other_conditions_of_an_end_are_another_match(tmp_path):
    arguments = [*TWO, "--games", 2, "--out", tmp_path]
    play(*arguments, "--agreed-win", "moves=2")
    refused = play(*arguments, "--agreed-win", "moves=3", code=2)
    assert "agreed_win moves" in refused
    assert "agreed_win" in play(*arguments, code=2)


@pytest.mark.parametrize(("rule", "result"), [("freestyle", "black"), ("renju", "white")])
def test_a_game_ends_when_a_solver_proves_a_win(tmp_path, rule, result):
    # Who is to move has an open three.
    moves = {"black": "h8 a1 i8 c1 j8 e1", "white": "h8 d4 h9 e4 o15 f4 o1"}[result]
    openings = tmp_path / "openings.txt"
    openings.write_text(f"{moves}\n")
    proof = ["--proven-win", f"cmd={built()} nodes=1000"]
    play(*TWO[:-2], "--rule", rule, *proof, "--openings", openings, "--games", 2, "--out", tmp_path / "out")
    for record in games(tmp_path / "out"):
        assert (record["result"], record["reason"], record["moves"]) == (result, "proof", moves.split())
        assert record["detail"].split()[0] not in moves.split()


@pytest.mark.skipif(os.name != "posix", reason="the solver is a script of the shell")
def test_a_solver_that_solves_nothing_ends_the_match(tmp_path):
    solver = script(tmp_path / "solver", "echo no")
    output = play(*TWO, "--proven-win", f"cmd={solver}", "--out", tmp_path / "out", code=1)
    assert "solves nothing" in output


def play_swap2(folder: Path, first: str, second: str) -> list[dict]:
    """Two games by swap2; in the first one `first` makes the proposal."""
    players = [*engine("first", f'--swap2 "{first}"'), *engine("second", f'--swap2 "{second}"')]
    play(*players, "--turn", 60, "--board", 9, "--games", 2, "--swap2", "--out", folder, "--keep-logs")
    return games(folder)


THREE = "3,3 4,4 3,4"
STONES = ["d6", "e5", "d5"]


@pytest.mark.parametrize(
    ("answer", "reply", "black", "added"),
    [
        ("SWAP", "SWAP", "second", []),
        ("5,5", "SWAP", "first", ["f4"]),
        ("5,5 6,6", "SWAP", "first", ["f4", "g3"]),
        ("5,5 6,6", "0,0", "second", ["f4", "g3", "a9"]),
    ],
)
def test_engines_choose_colours_by_swap2(tmp_path, answer, reply, black, added):
    script = f"{THREE}/{answer}/{reply}"
    first, second = play_swap2(tmp_path, script, script)
    assert first["black"] == black and second["black"] == ("first" if black == "second" else "second")
    for record in (first, second):
        assert record["moves"][: 3 + len(added)] == STONES + added
        own = 5 if answer == "5,5 6,6" else 3
        assert record["opening_moves"] == own
        assert record["opening"] == "swap2-" + "".join((STONES + added)[:own])
        # The stones of the opening have no time, the move in place of a swap has one.
        assert [ms is None for ms in record["ms"][: own + 1]] == [True] * own + [False]
        assert len(record["swap2"]) == (3 if own == 5 else 2) and record["reason"] == "five"
    assert first["swap2"][:2] == [f"first: {THREE}", f"second: {answer}"]
    assert second["swap2"][0] == f"second: {THREE}"
    # Each engine has the whole position before its first move.
    text = (tmp_path / "logs" / "game-000001.txt").read_text()
    assert text.count("> BOARD") == 2 and text.count("> BEGIN") == 0


@pytest.mark.parametrize(
    ("first", "second", "loser", "detail"),
    [
        ("3,3 4,4", "", "first", "in answer to 0 stones"),
        ("SWAP", "", "first", "'SWAP' in answer to 0 stones"),
        ("3,3 4,4 3,3", "", "first", "is no opening"),
        ("3,3 4,4 3,9", "", "first", "is no opening"),
        (THREE, "/1,1 2,2 1,2", "second", "in answer to 3 stones"),
        (THREE, "/4,4", "second", "4,4 is taken"),
        (f"{THREE}//5,5 6,6", "/5,5 6,6", "first", "in answer to 5 stones"),
    ],
)
def test_a_wrong_answer_to_swap2_loses(tmp_path, first, second, loser, detail):
    script = [f'--swap2 "{text}"' if text else "" for text in (first, second)]
    players = [*engine("first", script[0]), *engine("second", script[1])]
    play(*players, "--turn", 60, "--board", 9, "--games", 2, "--swap2", "--stop-on-fault", "--out", tmp_path, code=3)
    record = games(tmp_path)[0]
    assert record["reason"] == "illegal" and detail in record["detail"]
    winner = record[record["result"]]
    assert {winner, loser} == {"first", "second"}


def test_an_engine_plays_swap2_at_one_of_two_venues(tmp_path):
    program = built()
    players = [arg for name in "ab" for arg in ("--engine", f"name={name} cmd={program} nodes=20")]
    play(*players, "--turn", 60, "--venue", "swap2=1", "--venue", "board=20", "--games", 2, "--out", tmp_path)
    assert ["swap2" in record for record in games(tmp_path)] == [True, True, False, False]
    assert {record["reason"] for record in games(tmp_path)} <= {"five", "full-board"}


def judge(arguments: str, within: int = 50) -> list[str]:
    balance = f"cmd={sys.executable} args='-I {FAKE} {arguments}' nodes=64"
    return ["--balance", balance, "--within", str(within), "--stones", "3"]


def test_openings_of_a_third_engine_are_kept(tmp_path):
    out = tmp_path / "out"
    players = [*engine("a", "--seed 1"), *engine("b", "--seed 2"), "--turn", 60, "--board", 9]
    play(*players, *judge("--eval 12"), "--games", 4, "--out", out)
    first = games(out)
    assert [r["opening"] for r in first] == ["balanced-1"] * 2 + ["balanced-2"] * 2
    text = (out / "openings-1.txt").read_text()
    play(*players, *judge("--eval 12"), "--games", 6, "--out", out)
    longer = (out / "openings-1.txt").read_text().splitlines()
    assert longer[:3] == text.splitlines() and len(longer) == 4
    assert [r["moves"][:3] for r in games(out)[:4]] == [r["moves"][:3] for r in first]
    for line, record in zip(longer[1:], games(out)[::2], strict=True):
        assert line == "".join(record["moves"][:3])
    assert len(set(longer)) == 4
    assert "within" in play(*players, *judge("--eval 12", within=60), "--games", 6, "--out", out, code=2)


def test_where_nothing_is_even_the_match_ends(tmp_path):
    players = [*engine("a"), *engine("b"), "--turn", 60, "--board", 5]
    output = play(*players, *judge("--eval 900"), "--out", tmp_path, code=1)
    assert "no further balanced opening" in output
    output = play(*players, *judge("--behaviour crash"), "--out", tmp_path / "crash", code=1)
    assert "no further balanced opening" in output


@pytest.mark.skipif(os.name != "posix", reason="there is no such signal")
def test_a_match_that_looks_for_an_opening_can_be_interrupted(tmp_path):
    started = tmp_path / "started"
    hanging = judge(f"--behaviour spin --started {started}")
    arguments = [*engine("a"), *engine("b"), "--turn", "60", *hanging, "--out", str(tmp_path / "out")]
    process = subprocess.Popen(command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    wait_for(started.exists, process)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "interrupted" in output
