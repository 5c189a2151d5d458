"""`fukumi-tools gomocup records`: results as Gomocup's rating scripts read them, by the league that was played."""

import json
import re
from pathlib import Path

import pytest
from programs import engine, invoke

from fukumi_tools.organisers.gomocup.cli import main
from fukumi_tools.organisers.match.cli import main as match
from fukumi_tools.organisers.match.presets import PRESETS


def run(*words, code: int = 0) -> str:
    return invoke(main, "records", *words, code=code)


def match_folder(
    folder: Path, games: list[tuple[str, str, str]], rule: str = "renju", board: int = 15, **limits: float
) -> Path:
    """A match without a recorded preset, as those of earlier versions."""
    folder.mkdir()
    engines = {name: {"limits": limits} for name in ("A1", "B-2.X", "C")}
    settings = {"rule": rule, "board": f"{board}x{board}", "engines": engines}
    (folder / "settings.json").write_text(json.dumps(settings))
    side = {"moves": 0, "time_ms": 0.0, "slowest_ms": 0.0, "worst_over_limit_ms": None}
    side |= {"match_time_share": None, "peak_memory_bytes": 0}
    shared = {"plies": 3, "reason": "five", "detail": "", "seconds": 1.0, "opening": "o", "opening_moves": 0}
    shared |= {key: [] for key in ("moves", "depth", "nodes", "ms", "over_limit_ms")}
    shared |= {"encounter": 0, "sides": {"black": side, "white": side}}
    records = [
        {"game": i, "pair": i, "leg": 0, "black": black, "white": white, "result": result, **shared}
        for i, (black, white, result) in enumerate(games)
    ]
    (folder / "games.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    return folder


GAMES = [
    ("A1", "B-2.X", "black"),
    ("B-2.X", "A1", "white"),
    ("A1", "C", "draw"),
    ("C", "A1", "black"),
    ("B-2.X", "C", "white"),
    ("C", "B-2.X", "draw"),
]


def test_results_are_written_as_the_rating_scripts_read_them(tmp_path):
    folder = match_folder(tmp_path / "match", GAMES)
    run(folder, "--year", 2026, "--out", tmp_path / "out")
    text = (tmp_path / "out" / "2026_r.txt").read_text()
    assert text == "A1 - B-2.X: 2 : 0\nA1 - C: 0 : 1\nB-2.X - C: 0 : 1\n"
    games = re.findall(
        r'\[White "(.+)"\]\n\[Black "(.+)"\]\n\[Result "(.+)"\]\n\n1\. d4 d5 \3\n\n',
        (tmp_path / "out" / "2026_r.pgn").read_text(),
    )
    assert games[:3] == [("A1", "B-2.X", "1-0"), ("B-2.X", "A1", "0-1"), ("A1", "C", "1/2-1/2")] and len(games) == 6


@pytest.mark.parametrize(
    ("games", "rule", "complaint"),
    [
        (GAMES[:-1], "renju", "missing games would count as draws"),
        (GAMES, "caro-overline", "Gomocup does not play caro-overline 15x15: name it with --suffix"),
    ],
)
def test_results_that_would_be_read_otherwise_are_refused(tmp_path, games, rule, complaint):
    assert complaint in run(match_folder(tmp_path / "match", games, rule), "--out", tmp_path, code=2)


def recorded(folder: Path, preset: str) -> Path:
    (folder / "about.json").write_text(json.dumps({"preset": preset}))
    return folder


SUFFIXES = {"freestyle": "1", "freestyle-2": "2", "fastgame": "f", "freestyle15": "o", "freestyle15-2": "p"}
SUFFIXES |= {"standard": "s", "standard-2": "t", "renju": "r", "caro": "c"}


def test_every_preset_has_a_league():
    assert {f"gomocup-{league}" for league in SUFFIXES} == PRESETS.keys()


@pytest.mark.parametrize(("league", "suffix"), SUFFIXES.items())
def test_the_preset_that_was_played_names_the_file(tmp_path, league, suffix):
    preset = PRESETS[f"gomocup-{league}"]
    # Other times than those of the preset: an option came before it.
    folder = match_folder(tmp_path / "match", GAMES, preset["rule"], int(preset["board"]), turn=0.1, match=None)
    run(recorded(folder, f"gomocup-{league}"), "--year", 2026, "--out", tmp_path / "out")
    files = {path.name for path in (tmp_path / "out").iterdir()}
    assert files == {f"2026_{suffix}.txt", f"2026_{suffix}.pgn"}


def test_a_match_records_the_preset_by_which_it_was_played(tmp_path):
    engines = [*engine("A", "--forget"), *engine("B", "--forget")]
    limits = ["--turn", 60, "--no-enforce", "--games", 2, "--max-moves", 30]
    out = tmp_path / "match"
    invoke(match, "--preset", "gomocup-fastgame", *engines, *limits, "--out", out)
    assert "2026_f.txt" in run(out, "--year", 2026, "--out", tmp_path)


def test_files_that_exist_are_not_overwritten(tmp_path):
    first = recorded(match_folder(tmp_path / "first", GAMES, "freestyle", 20), "gomocup-freestyle-2")
    run(first, "--year", 2026, "--out", tmp_path)
    before = (tmp_path / "2026_2.txt").read_text()
    (tmp_path / "2026_2.pgn").unlink()
    other = recorded(match_folder(tmp_path / "other", [("A1", "C", "draw")], "freestyle", 20), "gomocup-freestyle-2")
    assert "2026_2.txt exists already" in run(other, "--year", 2026, "--out", tmp_path, code=2)
    # All files or none.
    assert (tmp_path / "2026_2.txt").read_text() == before and not (tmp_path / "2026_2.pgn").exists()


def test_without_a_preset_the_league_is_assumed_by_the_times_or_asked_for(tmp_path):
    fast = match_folder(tmp_path / "fast", GAMES, "freestyle", 20, turn=5.0, match=120.0)
    said = run(fast, "--year", 2026, "--out", tmp_path / "fast-out")
    assert "2026_f.txt" in said and "the league fastgame is assumed by the times" in said
    other = match_folder(tmp_path / "other", GAMES, "freestyle", 20, turn=1.0, match=120.0)
    said = run(other, "--year", 2026, "--out", tmp_path, code=2)
    assert "does not record a preset" in said and "freestyle, freestyle-2, fastgame" in said
    assert "2026_2.txt" in run(other, "--year", 2026, "--league", "freestyle-2", "--out", tmp_path)


def with_venues(folder: Path, venues: list[tuple[str, str]]) -> Path:
    """The folder with its games played at each of the venues."""
    settings = json.loads((folder / "settings.json").read_text())
    settings["venues"] = [{"rule": rule, "board": board} for rule, board in venues]
    (folder / "settings.json").write_text(json.dumps(settings))
    lines = (folder / "games.jsonl").read_text().splitlines()
    records = [json.loads(line) | {"venue": venue} for venue in range(len(venues)) for line in lines]
    (folder / "games.jsonl").write_text("".join(json.dumps(r | {"game": i}) + "\n" for i, r in enumerate(records)))
    return folder


def test_each_league_of_a_match_has_its_own_files(tmp_path):
    venues = [("freestyle", "20x20"), ("standard", "15x15"), ("freestyle", "20x20"), ("renju", "15x15")]
    folder = with_venues(match_folder(tmp_path / "match", GAMES), venues)
    run(recorded(folder, "gomocup-freestyle-2"), "--year", 2026, "--out", tmp_path)
    texts = {path.name: path.read_text() for path in tmp_path.glob("*.txt")}
    once = "A1 - B-2.X: 2 : 0\nA1 - C: 0 : 1\nB-2.X - C: 0 : 1\n"
    twice = "A1 - B-2.X: 4 : 0\nA1 - C: 0 : 2\nB-2.X - C: 0 : 2\n"
    assert texts == {"2026_2.txt": twice, "2026_t.txt": once, "2026_r.txt": once}
    assert "are for matches under one rule" in run(folder, "--league", "renju", "--out", tmp_path, code=2)
