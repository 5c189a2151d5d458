"""Lists of even openings."""

import json
import math
import sys
from pathlib import Path

import pytest
from programs import invoke

from fukumi_tools.board.openings import load_openings
from fukumi_tools.board.rules import Board, Rule
from fukumi_tools.engines.opinion import points
from fukumi_tools.folder import locked_list
from fukumi_tools.research.openings.cli import main

# Gives the side to move 10 points for each column that the last stone is to the right of the centre; 12 with few
# nodes.
JUDGE = """
import sys
nodes, last = 0, 0
for line in sys.stdin:
    words = line.strip().replace(",", " ").split()
    if words[0] == "START":
        print("OK", flush=True)
    elif words[:2] == ["INFO", "max_node"]:
        nodes = int(words[2])
    elif words[0] == "END":
        break
    elif words[0] == "DONE":
        print(f"MESSAGE depth 3-5 ev {(last - 7) * (10 if nodes >= 1000 else 12)} n 2K tm 50", flush=True)
        print("0,0", flush=True)
    elif words[0].isdigit():
        last = int(words[0])
"""
MUTE = JUDGE.replace("MESSAGE depth", "MESSAGE nothing of depth").replace(" ev ", " ")


@pytest.fixture
def make(tmp_path):
    def call(*arguments, program=JUDGE, own="", code=0) -> str:
        path = tmp_path / "judge.py"
        path.write_text(program)
        words = f"name=judge cmd={sys.executable} args='{path}' {own}"
        fixed = ["--engine", words, "--nodes", 1000, "--within", 10, "--stones", 5]
        return invoke(main, *fixed, *arguments, code=code)

    return call


def columns(path: Path) -> list[int]:
    openings, skipped = load_openings(path, Board(15, 15), Rule.FREESTYLE)
    assert not skipped
    return [opening.points[-1][0] for opening in openings]


@pytest.mark.parametrize(
    ("text", "expected"), [("12", 12.0), ("-7", -7.0), ("+M9", math.inf), ("-M4", -math.inf), ("M3", math.inf)]
)
def test_a_proven_result_is_not_even(text, expected):
    assert points(text) == expected


def test_all_openings_are_even_and_a_list_goes_on_where_it_ended(make, tmp_path):
    whole, pieces = tmp_path / "whole.txt", tmp_path / "pieces.txt"
    make("--count", 8, "--out", whole)
    make("--count", 3, "--out", pieces)
    assert len(columns(pieces)) == 3
    make("--count", 8, "--out", pieces)
    make("--count", 2, "--out", pieces)
    assert whole.read_text() == pieces.read_text()
    found = columns(whole)
    assert len(found) == 8 and all(abs(column - 7) <= 1 for column in found)


def test_two_runs_do_not_write_one_list(make, tmp_path):
    out, link = tmp_path / "list.txt", tmp_path / "link.txt"
    link.symlink_to(out)
    with locked_list(out):
        for name in (out, link):
            said = " ".join(make("--count", 2, "--out", name, code=2).split())
            assert f"another process writes {out}; wait for it or choose another file" in said
        assert not out.exists()
    make("--count", 2, "--out", link)
    assert {path.name for path in tmp_path.iterdir()} == {"judge.py", "list.txt", "link.txt"}


def test_a_list_of_other_settings_stays_as_it_is(make, tmp_path):
    out = tmp_path / "list.txt"
    make("--count", 2, "--out", out)
    before = out.read_text()
    assert "is another list" in make("--count", 4, "--stones", 7, "--out", out, code=2)
    assert out.read_text() == before


def test_a_list_whose_end_was_cut_off_stays_as_it_is(make, tmp_path):
    out = tmp_path / "list.txt"
    make("--count", 2, "--out", out)
    cut = out.read_text()[:-3]
    out.write_text(cut)
    assert "line 3" in make("--count", 4, "--out", out, code=2)
    assert out.read_text() == cut


def test_openings_of_a_file_are_chosen_from(make, tmp_path):
    source, out = tmp_path / "source.txt", tmp_path / "list.txt"
    source.write_text("h8 i9 k10\nh8 i9 h10\nh8 i9 a1\nh8 i9 i10\n")
    make("--count", 2, "--from", source, "--out", out)
    assert columns(out) == [7, 8]
    assert "no more than 4" in make("--count", 3, "--from", source, "--out", out, code=1)


def test_an_engine_may_have_its_own_nodes_and_the_list_says_so(make, tmp_path):
    source, out = tmp_path / "source.txt", tmp_path / "list.txt"
    source.write_text("h8 i9 k10\nh8 i9 i10\nh8 i9 h10\n")
    make("--count", 2, "--from", source, "--out", out)
    assert columns(out) == [8, 7]
    assert "after 1000 nodes of judge;" in out.read_text()
    out.unlink()
    # With less than 1000 nodes the engine gives 12 points for a column, which is too much.
    make("--count", 1, "--from", source, "--out", out, own="nodes=999 memory=8.5 threads=2")
    assert columns(out) == [7]
    assert "after 1000 nodes of judge (999 nodes, 8.5 MB, 2 threads);" in out.read_text()
    before = out.read_text()
    assert "is another list" in make("--count", 2, "--from", source, "--out", out, code=2)
    assert out.read_text() == before


@pytest.mark.parametrize("own", ["turn=1", "match=10", "nodes=none depth=3"])
def test_limits_that_would_have_no_effect_are_refused(make, tmp_path, own):
    out = tmp_path / "list.txt"
    said = make("--count", 1, "--out", out, own=own, code=2)
    name = own.split()[-1].partition("=")[0]
    assert f"{name} is not for this command" in " ".join(said.split()) and not out.exists()


@pytest.mark.parametrize(("fourth", "around"), [("", 30), ("a1", -30)])
def test_a_score_of_black_that_is_not_zero_may_count_as_even(make, tmp_path, fourth, around):
    source, out = tmp_path / "source.txt", tmp_path / "list.txt"
    source.write_text("".join(f"h8 h7 {fourth} {column}9\n" for column in "cdefghi"))
    make("--count", 3, "--around", around, "--from", source, "--out", out)
    assert columns(out) == [3, 4, 5]
    assert f"within 10 points of {around} for Black after" in out.read_text()


@pytest.fixture
def match(tmp_path):
    """Writes results as of a match: name of the folder, results by opening, its moves or those of `moves_of`."""

    def write(name: str, results: dict[str, str], moves_of: dict[str, str] | None = None, **settings):
        folder = tmp_path / name
        folder.mkdir()
        words = {"b": "black", "w": "white", "d": "draw"}
        games = [
            {
                "opening": f"line-{number}",
                "moves": [*(moves_of or {}).get(opening, opening).split(","), "a15"],
                "opening_moves": 3,
                "result": words[result],
            }
            for number, (opening, letters) in enumerate(results.items(), 1)
            for result in letters
        ]
        place = {"rule": "freestyle", "board": "15x15", "engines": {}}
        (folder / "settings.json").write_text(json.dumps(place | settings))
        (folder / "games.jsonl").write_text("".join(f"{json.dumps(game)}\n" for game in games))
        return folder

    return write


def test_an_opening_must_have_given_both_colors_something_in_each_match(make, match, tmp_path):
    source, out = tmp_path / "source.txt", tmp_path / "list.txt"
    names = ["both", "black", "white", "drawn", "half", "once", "never", "later", "turned", "far"]
    columns_of = dict(zip(names, "hhhhhhhgio", strict=True))
    moves_of = {name: f"a{number},h7,{columns_of[name]}9" for number, name in enumerate(names, 1)}
    source.write_text("".join(f"{name} size=15 turn=w moves={moves}\n" for name, moves in moves_of.items()))
    # The opening `turned`, mirrored.
    moves_of["mirrored"] = "o9,h7,g9"
    everywhere = {"both": "bw", "drawn": "dd", "half": "wd", "later": "wb", "far": "wb"}
    others = {"black": "bb", "white": "ww", "once": "d", "turned": "bb", "mirrored": "wb"}
    first = match("first", everywhere | others, moves_of)
    # Each match has played its openings in an order of its own.
    second = match("second", {"turned": "bd", "black": "bw", **everywhere, "later": "bb"}, moves_of)
    arguments = ["--from", source, "--count", 4, "--out", out]
    make(*arguments, "--played", first, "--played", second)
    assert columns(out) == [7, 7, 7, 8]
    head = out.read_text().splitlines()[0]
    assert head.startswith(
        "# freestyle, 15x15, within 10 points after 1000 nodes of judge, open to both colors in first, second;"
    )

    out.unlink()
    alone = ["--from", source, "--count", 5, "--played", first, "--played", second, "--out", out]
    invoke(main, *alone)
    assert columns(out) == [7, 7, 7, 8, 14]
    assert "no more than 10" in invoke(main, *alone, "--count", 6, code=1)
    assert columns(out) == [7, 7, 7, 8, 14]


def test_games_are_of_an_opening_by_its_moves(match, tmp_path):
    """The names of openings of a list without names are the numbers of its lines, so other lists have them too."""
    played = match("played", {"h8,h7,i9": "bb", "h8,h7,j9": "bw", "h8,h7,k9": "ww", "h8,h7,l9": "dd"})
    source, out = tmp_path / "source.txt", tmp_path / "list.txt"

    def chosen(*lines: str, code: int = 0, **settings) -> str:
        source.write_text("".join(f"{line}\n" for line in lines))
        out.unlink(missing_ok=True)
        arguments = [f"--{name}={value}" for name, value in settings.items()]
        return invoke(main, "--from", source, "--played", played, "--count", 2, "--out", out, *arguments, code=code)

    chosen("h8 h7 l9", "h8 h7 k9", "h8 h7 m9", "h8 h7 j9", "h8 h7 i9")
    assert columns(out) == [11, 9]
    assert "played has no game from an opening of the list" in chosen("h8 h7 a1", "h8 h7 a2", code=2)
    assert "has no games under the rule renju on 15x15" in chosen("h8 h7 l9", rule="renju", code=2)
    assert "has no games under the rule freestyle on 20x20" in chosen("h8 h7 l9", board=20, code=2)


def test_games_of_several_rules_are_told_apart(match, tmp_path):
    venues = [{"rule": rule, "board": "15x15"} for rule in ("renju", "freestyle")]
    played = match("played", {"h8,h7,i9": "bw", "h8,h7,j9": "bw"}, venues=venues)
    games = [json.loads(line) for line in (played / "games.jsonl").read_text().splitlines()]
    for venue, game in zip([0, 0, 1, 1], games, strict=True):
        game["venue"] = venue
    (played / "games.jsonl").write_text("".join(f"{json.dumps(game)}\n" for game in games))
    source, out = tmp_path / "source.txt", tmp_path / "list.txt"
    source.write_text("h8 h7 i9\nh8 h7 j9\n")
    invoke(main, "--from", source, "--played", played, "--count", 1, "--out", out)
    assert columns(out) == [9]
    (played / "games.jsonl").write_text('{"venue": 1, "moves": 5}\n')
    out.unlink()
    refused = invoke(main, "--from", source, "--played", played, "--out", out, code=2)
    assert "games.jsonl is damaged" in " ".join(refused.split()) and not out.exists()


def test_what_is_missing_to_judge_openings_by_is_told(match, tmp_path):
    def refusal(*arguments) -> str:
        return invoke(main, *arguments, "--out", tmp_path / "list.txt", code=2)

    assert "neither an engine nor a match" in refusal()
    assert "--played goes with --from" in refusal("--played", match("first", {"h8,h7,i9": "bw"}))
    source = tmp_path / "source.txt"
    source.write_text("h8 i9 k10\n")
    (tmp_path / "empty").mkdir()
    assert "is not the folder of a match" in refusal("--from", source, "--played", tmp_path / "empty")


def test_an_engine_that_says_nothing_of_a_position_is_an_error(make, tmp_path):
    said = make("--count", 1, "--out", tmp_path / "list.txt", program=MUTE, code=1)
    assert "judge says nothing of a position" in said


def test_numbers_of_stones_take_turns_and_no_opening_comes_twice(make, tmp_path):
    out = tmp_path / "list.txt"
    make("--count", 12, "--stones", "3-5", "--out", out)
    openings, _ = load_openings(out, Board(15, 15), Rule.FREESTYLE)
    assert {len(opening.points) for opening in openings} == {3, 4, 5}
    source, chosen = tmp_path / "source.txt", tmp_path / "chosen.txt"
    # The second is the first one mirrored, the third is it in another order.
    source.write_text("h8 i9 h10\nh8 g9 h10\nh10 i9 h8\nh8 i9 h11\n")
    make("--count", 2, "--from", source, "--out", chosen)
    assert chosen.read_text().splitlines()[1:] == ["h8i9h10", "h8i9h11"]


@pytest.mark.parametrize("text", ["", "5-4", "4-41", "four", "-3"])
def test_a_number_of_stones_that_is_none_is_refused(make, tmp_path, text):
    assert "number of stones" in make("--stones", text, "--out", tmp_path / "list.txt", code=2)


def test_a_list_that_is_not_of_these_candidates_stays_as_it_is(make, tmp_path):
    source, out = tmp_path / "source.txt", tmp_path / "list.txt"
    source.write_text("h8 i9 h10\nh8 i9 i10\n")
    make("--count", 1, "--from", source, "--out", out)
    out.write_text(out.read_text() + "h8i9g10\n")
    before = out.read_text()
    make("--count", 3, "--from", source, "--out", out, code=1)
    assert out.read_text() == before
