"""Lists of positions in which a long attack was missed."""

import json
import sys
from pathlib import Path

import pytest
from points import points
from programs import invoke

from fukumi_tools.board.openings import canonical
from fukumi_tools.board.rules import Board
from fukumi_tools.folder import locked_list
from fukumi_tools.research.attacks.cli import main
from fukumi_tools.research.attacks.missed import Criteria, Game, missed_attacks, quiet_position

CRITERIA = Criteria(engine="blind", plies=17, blind=1000, quiet=200)

# The solver wins where the last move is in row 9 (19 plies), the search where it is in row 10 (21 plies); elsewhere
# the side to move has 7 points, or in row 13 many. Both note what they are asked.
ENGINE = """
import json, pathlib, sys
asked = pathlib.Path(__file__).with_suffix(".asked")
def note(what):
    with asked.open("a") as file:
        file.write(what + "\\n")
if sys.argv[1:2] == ["solve"]:
    record, option, nodes = sys.argv[2:5]
    last = record.split("moves=")[1].split(",")[-1]
    note("solve " + last)
    if last == "o15":
        sys.exit("no such position")
    won = last[1:] == "9"
    print(json.dumps({"verdict": "win" if won else "unknown", "plies": 19 if won else None, "nodes": int(nodes) // 2}))
    sys.exit(0 if won else 3)
last = ""
for line in sys.stdin:
    words = line.strip().replace(",", " ").split()
    if words[0] == "START":
        print("OK", flush=True)
    elif words[0] == "END":
        break
    elif words[0] == "DONE":
        note("search " + last)
        score = {"10": "+M21", "13": "27993"}.get(last[1:], "7")
        print(f"MESSAGE depth 3-5 ev {score} n 3K tm 50", flush=True)
        print("0,0", flush=True)
    elif words[0].isdigit():
        last = "abcdefghijklmno"[int(words[0])] + str(15 - int(words[1]))
"""

# White, who sees it, wins from move 5 on.
FIRST = ["h8", "h7", "i7", "g9", "i9", "i10", "j10", "j11", "k11", "l12"]


def game(evals: list[str | None], moves: list[str] = FIRST, players=("blind", "other")) -> Game:
    count = len(evals)
    return Game("a game", tuple(points(",".join(moves[:count]), 15)), tuple((players * count)[:count]), tuple(evals))


@pytest.mark.parametrize(
    ("evals", "found"),
    [
        # The other side says that it wins, and the move before says nothing of it.
        ([None, None, "30", "-20", "-40", "+M17"], [5]),
        ([None, None, "30", "-20", "-40", "+M15"], []),
        ([None, None, "30", "-20", "-M18", "+M17"], []),
        ([None, None, "30", "-20", "-27998", "+M17"], []),
        ([None, None, "30", "-20", None, "+M17"], []),
        # It stays unseen.
        ([None, None, "30", "-20", "-40", "+M25", "-90", "+M23", "-M20", "+M19"], [5, 7]),
        # The other side says that it loses, and the one to move does not see its win.
        ([None, None, "30", "-M18", "40", "-30"], [4]),
        ([None, None, "30", "-M16", "40", "-30"], []),
        ([None, None, "30", "-M18", "+M19", "-30"], []),
        ([None, None, "30", "-M18", "1001", "-30"], []),
        # Whose misses count sees it itself.
        ([None, None, "+M19", "-30"], []),
        ([None, None, "-M18", "30"], []),
    ],
)
def test_an_attack_is_missed_if_only_the_other_engine_sees_it(evals, found):
    assert missed_attacks(game(evals), CRITERIA) == found


def test_a_quiet_position_is_the_last_level_one_with_the_same_side_to_move():
    evals = [None, None, "30", "-20", "199", "-200", "10", "250", "-40", "+M17"]
    assert quiet_position(game(evals), 9, CRITERIA) == 5
    assert quiet_position(game(evals), 8, CRITERIA) == 6
    assert quiet_position(game(evals), 3, CRITERIA) is None
    assert quiet_position(game(["-M8", "30", "20"]), 3, CRITERIA) is None


def test_positions_are_the_same_under_symmetries_and_in_other_orders():
    board = Board(15, 15)
    first = canonical(points("h8,h9,j8", 15), board)
    assert canonical(points("h8,i8,h6", 15), board) == first
    assert canonical(points("j8,h9,h8", 15), board) == first
    assert canonical(points("h8,i8,h7", 15), board) != first


@pytest.fixture
def folder(tmp_path):
    """Writes results as of a match."""

    def write(name: str, *games: tuple[list[str], list[str | None]], board: str = "15x15") -> Path:
        path = tmp_path / name
        path.mkdir()
        (path / "settings.json").write_text(json.dumps({"board": board, "rule": "renju", "engines": {}}))
        records = [
            {"game": number, "black": "blind", "white": "other", "moves": moves, "eval": evals}
            for number, (moves, evals) in enumerate(games, 1)
        ]
        (path / "games.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
        return path

    return write


@pytest.fixture
def collect(tmp_path):
    """Makes a list; what the command prints, the words of its records, and what the engine was asked."""
    program = tmp_path / "engine.py"
    program.write_text(ENGINE)

    def call(*arguments, own="", code=0):
        path, asked = tmp_path / "list.txt", program.with_suffix(".asked")
        asked.write_text("")
        engine = f"name=judge cmd={sys.executable} args='{program}' {own}"
        words = [*arguments, "--missed-by", "blind", "--engine", engine, "--solver-nodes", 1000, "--out", path]
        said = invoke(main, *words, code=code)
        lines = path.read_text().splitlines()[1:] if path.exists() else []
        return said, [line.split() for line in lines], asked.read_text().splitlines()

    return call


BY_SOLVER = FIRST[:6], [None, None, "30", "-20", "-40", "+M17"]
BY_SEARCH = ["h8", "h7", "i7", "g9", "i10", "a1"], [None, None, "30", "-20", "-40", "+M17"]
LATER = (
    ["h8", "h7", "i7", "g9", "i11", "i12", "j9", "a1"],
    [None, None, "30", "-20", "-40", "+M25", "-90", "+M23"],
)
NEVER = (
    ["h8", "h7", "i7", "g9", "i12", "i13", "j11", "a1"],
    [None, None, "30", "-20", "-40", "+M25", "-90", "+M23"],
)


def test_the_solver_is_asked_first_and_a_search_follows(collect, folder):
    match = folder("match", BY_SOLVER, BY_SEARCH, LATER, NEVER)
    said, records, asked = collect(match)
    head = "size=15 rule=renju turn=w moves=h8,h7,i7,g9"
    assert [" ".join(words) for words in records] == [
        f"attack-1 {head},i9 result=win by=solver plies=19 nodes=500",
        f"attack-2 {head},i11,i12,j9 result=win by=solver plies=19 nodes=500",
        f"attack-3 {head},i10 result=win by=search plies=21 nodes=3000",
        f"attack-4 {head},i12 result=open by=search score=7",
        f"attack-5 {head},i12,i13,j11 result=open by=search score=7",
    ]
    solved = ["solve i9", "solve i10", "solve i11", "solve j9", "solve i12", "solve j11"]
    assert asked == [*solved, "search i10", "search i12", "search j11"]
    assert "3 win, 2 open, 0 quiet" in said


def test_a_list_goes_on_where_it_ended_and_has_no_position_twice(collect, folder):
    mirrored = [f"{chr(ord('a') + ord('o') - ord(move[0]))}{move[1:]}" for move in BY_SOLVER[0]], BY_SOLVER[1]
    match = folder("match", BY_SOLVER, mirrored, NEVER)
    collect(match)
    _, records, asked = collect(match, folder("more", BY_SEARCH))
    assert [words[0] for words in records] == ["attack-1", "attack-2", "attack-3", "attack-4"]
    assert asked == ["solve i10", "search i10"]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("size=15", "size=19", "line 2: the position is on another board"),
        ("i7,g9,i9", "i7,g9,i16", "line 2: "),
        ("i7,g9,i9", "i7,pass,i9", "line 2: it is not from such a list"),
    ],
)
def test_a_list_with_positions_of_another_kind_is_not_continued(collect, folder, tmp_path, before, after, message):
    match, path = folder("match", BY_SOLVER), tmp_path / "list.txt"
    collect(match)
    path.write_text(path.read_text().replace(before, after))
    said, _, asked = collect(match, code=2)
    assert message in said and asked == []


def test_a_list_says_what_it_was_made_with(collect, folder, tmp_path):
    match, path = folder("match", BY_SOLVER), tmp_path / "list.txt"
    collect(match)
    head = path.read_text().splitlines()[0]
    assert head.endswith("by 10000000 nodes of judge or 1000 of its solver")
    for own, options, end in [
        ("nodes=500", [], "by 500 nodes of judge or 1000 of its solver"),
        ("memory=none threads=2", [], "nodes of judge (no limit of memory, 2 threads) or 1000 of its solver"),
        ("", ["--memory", 64], "nodes of judge (64 MB) or 1000 of its solver"),
        ("", ["--blind", 900, "--quiet", 100], "solver; seen from 900 points on; quiet up to 100 points"),
    ]:
        assert "is another list" in collect(match, *options, own=own, code=2)[0]
        path.unlink()
        collect(match, *options, own=own)
        assert path.read_text().splitlines()[0].endswith(end)
        path.write_text(f"{head}\n")
    assert "turn is not for this command" in " ".join(collect(match, own="turn=1", code=2)[0].split())


def test_two_runs_do_not_write_one_list(collect, folder, tmp_path):
    match = folder("match", BY_SOLVER)
    with locked_list(tmp_path / "list.txt"):
        said, records, asked = collect(match, code=2)
        assert "another process writes" in said and records == asked == []
    collect(match)
    assert not list(tmp_path.glob("*.lock"))


def test_as_many_are_collected_as_are_asked_for(collect, folder):
    _, records, asked = collect(folder("match", BY_SOLVER, BY_SEARCH, NEVER), "--count", 1)
    assert len(records) == 1 and asked == ["solve i9"]


def test_a_control_is_quiet_and_not_won(collect, folder):
    quiet = ["h8", "h7", "i7", "g9", "i12", "i13", "j9", "a1"], [None, "5", "30", "-20", "-40", "10", "-40", "+M23"]
    won = ["h8", "h7", "i7", "g9", "g10", "i13", "j9", "a1"], [None, "5", "30", "-20", "-40", "10", "-40", "+M23"]
    seen = ["h8", "h7", "i7", "g9", "i13", "g13", "j9", "a1"], [None, "5", "30", "-20", "-40", "10", "-40", "+M23"]
    _, records, _ = collect(folder("match", won, quiet, seen), "--controls", 5)
    assert [words[0] for words in records] == ["attack-1", "attack-2", "attack-3", "control-4", "attack-5"]
    assert records[4][-3:] == ["result=open", "by=search", "score=27993"]
    assert " ".join(records[3]).endswith("turn=w moves=h8,h7,i7,g9,i12 result=quiet by=search score=7")


def test_what_cannot_be_used_is_told_and_nothing_is_lost(collect, folder, tmp_path):
    match = folder("match", BY_SOLVER)
    collect(match)
    before = (tmp_path / "list.txt").read_text()
    for arguments, message in [
        ((match, "--plies", 19), "is another list"),
        ((match, folder("large", BY_SOLVER, board="20x20")), "another board or rule"),
        ((tmp_path,), "is not the folder of a match"),
    ]:
        assert message in collect(*arguments, code=2)[0]
    (tmp_path / "list.txt").write_text(before[:-30])
    assert "line 2" in collect(match, code=2)[0]
    assert (tmp_path / "list.txt").read_text() == before[:-30]


def test_a_match_without_the_engine_is_an_error(collect, folder):
    match = folder("match", BY_SOLVER)
    file = match / "games.jsonl"
    file.write_text(file.read_text().replace('"blind"', '"somebody"'))
    assert "no game of 'blind'" in collect(match, code=2)[0]


def test_a_solver_that_fails_ends_the_work(collect, folder):
    broken = ["h8", "h7", "i7", "g9", "o15", "i10"], BY_SOLVER[1]
    said, records, _ = collect(folder("match", BY_SOLVER, broken), code=1)
    assert "no such position" in said
    assert len(records) == 1
