"""Programs of others use the engine: they play with it, judge its games, and exchange games with it.

pygomo-lib speaks the protocol of Gomocup. renju is a referee, and reads and writes SGF. c-gomoku-cli runs matches; its
tests need it on the search path. What is not installed is left out.

What these programs do otherwise than the engine, as of the versions in constraints.txt:

- pygomo-lib counts the rows of labels from the top, as the protocol counts them. It reads the words of a message about
  a depth in one order only, so the chances (`wdl`) are in a message of their own, in which it finds nothing.
- renju counts the rows of SGF from the bottom, so in its files the board is mirrored. No rule knows the difference.
- Neither has Piskvork's format.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from documents import BUILT, ROOT
from patience import PATIENCE

from fukumi_tools.board.notation import text_to_point

REASON = "needs programs of others: scripts/test --with clients"
pygomo = pytest.importorskip("pygomo", reason=REASON)
renju = pytest.importorskip("renju", reason=REASON)

PROGRAM = BUILT / ("fukumi.exe" if os.name == "nt" else "fukumi")
SIDE = 15
RULES = pytest.mark.parametrize("rule", list(renju.Rule), ids=lambda rule: rule.name.lower())

Point = tuple[int, int]


@pytest.fixture(scope="module", autouse=True)
def program() -> None:
    """The engine as scripts/test builds it."""
    command = ["cargo", "build", "--profile", "quick", "--locked", "--workspace", "--bin", "fukumi"]
    subprocess.run(command, cwd=ROOT, check=True)


@pytest.fixture
def connect():
    """Returns a function that starts an engine by pygomo, with a limit on nodes alone."""
    clients = []

    def start(rule: int = 0, **options: int):
        client = pygomo.EngineClient(str(PROGRAM))
        clients.append(client)
        assert client.start(SIDE, timeout=PATIENCE)
        client.set_rule(rule)
        client.configure(timeout_turn=600_000, timeout_match=0, max_node=2_000, **options)
        return client

    yield start
    for client in clients:
        client.disconnect()


def fukumi(*words: object, text: str | None = None) -> str:
    done = subprocess.run([PROGRAM, *map(str, words)], input=text, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout


def read_by_fukumi(file: Path) -> dict:
    """What the engine reads in a file with a game."""
    return json.loads(fukumi("analyze", "--json", "--nodes", "100", file))


# The protocol.


def test_a_client_starts_talks_and_quits(connect):
    client = connect()
    version = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    assert version and f'version="{version[1]}"' in client.about(timeout=PATIENCE)
    first = client.begin(timeout=PATIENCE)
    assert first.move.to_tuple() == (7, 7)
    assert client.takeback(first.move, timeout=PATIENCE)
    assert client.restart(timeout=PATIENCE)
    assert client.begin(timeout=PATIENCE).move.to_tuple() == (7, 7)
    client.quit()
    assert not client.is_connected


def test_a_client_follows_the_search(connect):
    client = connect(book=0)
    seen = []
    client.begin(timeout=PATIENCE)
    result = client.turn((8, 8), timeout=PATIENCE, on_info=seen.append)
    info = result.search_info
    assert seen == result.all_info[: len(seen)]
    assert info.depth >= 1 and info.sel_depth >= info.depth and 0.0 < info.winrate < 1.0
    assert info.nodes > 0 and info.nps >= 0 and info.time_ms >= 0
    assert all(info.depth == 0 or (info.nodes > 0 and info.pv) for info in seen), seen
    # The engine names points as people do, from the bottom; the client counts its rows from the top.
    assert (info.pv[0].col, SIDE - 1 - info.pv[0].row) == result.move.to_tuple()


def test_a_client_sets_up_positions_and_asks_for_several_moves(connect):
    client = connect(rule=1)
    position = pygomo.BoardPosition()
    for column in range(4, 8):
        position.add_move(pygomo.Move((column, 7)), position.SELF)
        position.add_move(pygomo.Move((column, 0)), position.OPPONENT)
    assert client.board(position, timeout=PATIENCE).move.to_tuple() in {(3, 7), (8, 7)}
    assert client.restart(timeout=PATIENCE)
    client.begin(timeout=PATIENCE)
    result = client.nbest(3, timeout=PATIENCE)
    best = result.move.to_tuple()
    assert best != (7, 7) and all(index in range(SIDE) for index in best)
    assert {1, 2, 3} <= {info.multipv for info in result.all_info if info.nodes}


def test_a_client_hears_of_what_is_refused(connect):
    client = connect()
    for wrong, channel in (("TURN 15,15", "error"), ("TAKEBACK 3,3", "error"), ("NONSENSE", "output")):
        client.send_raw(wrong)
        assert client.receive_raw(channel, timeout=PATIENCE).startswith(("ERROR", "UNKNOWN")), wrong
    assert client.begin(timeout=PATIENCE).move.to_tuple() == (7, 7)


# The referee.

STATUS = {"black": renju.BoardStatus.BLACK_WIN, "white": renju.BoardStatus.WHITE_WIN}


@RULES
def test_a_referee_accepts_whole_games_of_two_engines(connect, rule):
    # A strong side and a weak one, so that games end.
    for strong_is_black in (True, False):
        board = renju.RenjuBoard(board_size=SIDE, rule=rule)
        strong, weak = connect(rule, book=0), connect(rule, strength=30, seed=5)
        black, white = (strong, weak) if strong_is_black else (weak, strong)
        move = black.begin(timeout=PATIENCE).move.to_tuple()
        mover = black
        # An illegal move is an exception here, and a forbidden one loses.
        while board.play_move(*move)[0] == renju.BoardStatus.ONGOING:
            mover = white if mover is black else black
            answer = mover.turn(move, timeout=PATIENCE)
            assert answer is not None, "the engine has not answered"
            move = answer.move.to_tuple()
        assert board.reason in (renju.WinReason.FIVE_IN_A_ROW, renju.WinReason.DRAW)
        assert board.status == STATUS["black" if strong_is_black else "white"]
        black.quit()
        white.quit()


def positions(count: int, chosen: random.Random):
    """Crowded boards on which nobody has won, Black to move."""
    while count:
        board = renju.RenjuBoard(board_size=SIDE, rule=renju.Rule.RENJU)
        points = [(x, y) for x in range(3, 12) for y in range(3, 12)]
        chosen.shuffle(points)
        for point in points[: chosen.randrange(16, 40)]:
            board.play_move(*point)
            if board.status != renju.BoardStatus.ONGOING:
                board.undo()
                break
        # The engine shows the points of the side to move.
        if len(board) % 2:
            board.undo()
        if len(board) >= 12:
            count -= 1
            yield board


def test_a_referee_forbids_the_same_points(connect):
    client = connect(renju.Rule.RENJU)
    forbidden = 0
    for board in positions(60, random.Random(7)):
        position = pygomo.BoardPosition()
        for number, (x, y) in enumerate(board.moves):
            position.add_move(pygomo.Move((x, y)), position.OPPONENT if number % 2 else position.SELF)
        client.board(position, start_thinking=False)
        client.send_raw("YXSHOWFORBID")
        line = client.receive_raw(timeout=PATIENCE)
        assert re.fullmatch(r"FORBID (\d{4})*\.", line)
        engine = {(int(pair[:2]), int(pair[2:])) for pair in re.findall(r"\d{4}", line)}
        assert engine == forbidden_by_referee(board), board
        forbidden += len(engine)
    assert forbidden >= 30, "the positions have such points"


def forbidden_by_referee(board) -> set[Point]:
    """The points near stones that Black may not take."""
    cells = [[0] * SIDE for _ in range(SIDE)]
    for number, (x, y) in enumerate(board.moves):
        cells[x][y] = 1 + number % 2
    near = {(x + dx, y + dy) for x, y in board.moves for dx in range(-4, 5) for dy in range(-4, 5)}
    empty = {(x, y) for x, y in near if x in range(SIDE) and y in range(SIDE) and not cells[x][y]}
    return {(x, y) for x, y in empty if renju.check_forbid.get_foul_type(cells, x, y)}


# Games as text.

GAME = [(7, 7), (8, 6), (6, 6), (9, 9), (0, 14), (14, 0)]


def points(analysis: dict) -> list[Point]:
    """The moves of a game that the engine has analysed, as the protocol counts them."""
    return [text_to_point(move["move"], analysis["height"]) for move in analysis["moves"]]


@RULES
def test_games_go_to_the_engine_as_sgf(tmp_path, rule):
    board = renju.RenjuBoard(moves=GAME, board_size=SIDE, rule=rule)
    file = tmp_path / "game.sgf"
    file.write_text(board.to_sgf("Anna] B", "C", date="2026-05-01", event="Cup"), encoding="utf-8")
    read = read_by_fukumi(file)
    assert points(read) == GAME
    assert (read["rule"], read["width"], read["height"]) == (rule.name.lower(), SIDE, SIDE)
    assert read["players"] == {"black": "Anna] B", "white": "C"}
    assert (read["event"], read["date"]) == ("Cup", "2026-05-01")


def test_a_pass_goes_to_the_engine_as_sgf(tmp_path):
    board = renju.RenjuBoard(moves=[*GAME[:2], (-1, -1), *GAME[2:4]], board_size=SIDE, rule=renju.Rule.RENJU)
    file = tmp_path / "game.sgf"
    file.write_text(board.to_sgf(), encoding="utf-8")
    read = read_by_fukumi(file)
    assert [(move["color"], point) for move, point in zip(read["moves"], points(read), strict=True)] == [
        ("black", GAME[0]), ("white", GAME[1]), ("white", GAME[2]), ("black", GAME[3])
    ]  # fmt: skip


@RULES
def test_games_come_from_the_engine_as_sgf_and_for_piskvork(tmp_path, rule):
    sgf, psq = tmp_path / "game.sgf", tmp_path / "game.psq"
    said = ["h8", "undo", "h8", "k10", f"save {sgf}", f"save {psq}", "quit"]
    fukumi("play", "--level", "1", "--seed", "3", "--rule", rule.name.lower(), text="\n".join(said) + "\n")
    board = renju.RenjuBoard.from_sgf(sgf.read_text(encoding="utf-8"))
    assert len(board) == 4 and board.rule == rule and board.moves[0] == [7, 7]
    read = read_by_fukumi(psq)
    assert read["rule"] == rule.name.lower()
    assert points(read) == [tuple(move) for move in board.moves] == points(read_by_fukumi(sgf))


@RULES
def test_games_of_a_match_come_as_sgf_that_becomes_psq(tmp_path, rule):
    out = tmp_path / "match"
    command = [sys.executable, "-m", "fukumi_tools", "match", "--engine", "name=a", "--engine", "name=b"]
    command += ["--each", f"cmd={PROGRAM}", "--rule", rule.name.lower(), "--nodes", "100", "--games", "2"]
    subprocess.run([*command, "--out", str(out)], check=True, capture_output=True, timeout=PATIENCE)
    files = sorted((out / "games").glob("*.sgf"))
    assert len(files) == 2
    for file in files:
        board = renju.RenjuBoard.from_sgf(file.read_text(encoding="utf-8"))
        moves = [tuple(move) for move in board.moves]
        assert board.status != renju.BoardStatus.ONGOING and board.rule == rule
        fukumi("convert", file, psq := file.with_suffix(".psq"))
        assert points(read_by_fukumi(psq)) == moves == points(read_by_fukumi(file))


# Matches of others.

MANAGER = shutil.which("c-gomoku-cli")


@pytest.mark.skipif(MANAGER is None, reason="c-gomoku-cli is not on the search path")
@RULES
def test_a_manager_plays_a_match(tmp_path, rule):
    sgf = tmp_path / "games.sgf"
    engines = ["-engine", "name=one", f"cmd={PROGRAM}", "-engine", "name=two", f"cmd={PROGRAM}"]
    command = [MANAGER, "-each", "tc=0/600", "tolerance=600", "nodes=200", *engines, "-rule", str(rule.value)]
    command += ["-boardsize", str(SIDE), "-games", "2", "-sgf", str(sgf), "-fatalerror"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    read = fukumi("analyze", "--json", "--nodes", "100", sgf).splitlines()
    assert len(read) == 2
    for text, analysis in zip(sgf.read_text().split("\n\n"), map(json.loads, read), strict=False):
        assert analysis["rule"] == rule.name.lower() and {*analysis["players"].values()} == {"one", "two"}
        winner = re.search(r"RE\[([BW0])", text)
        ended = analysis["ending"]["winner"] if analysis["ending"] else None
        assert winner and winner[1] == {"black": "B", "white": "W", None: "0"}[ended]
