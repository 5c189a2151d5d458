"""Ratings against the conditions of a maximum, against Ordo, and against simulation."""

import json
import math
import random
import re
import shutil
import statistics
import subprocess
import sys
from itertools import combinations

import pytest
from click.testing import CliRunner
from test_match import engine, games, run

from fukumi_tools.match.cli import main
from fukumi_tools.match.game import Side
from fukumi_tools.match.likelihood import Meetings
from fukumi_tools.match.page import to_page
from fukumi_tools.match.ratings import Rating, rate
from fukumi_tools.match.results import Results
from fukumi_tools.match.tables import all_tables

# Pairs of six engines by the points of the first one: 0, 1/2, 1, 3/2, 2.
FIELD = {
    (0, 1): [1, 2, 5, 1, 2],
    (0, 2): [0, 0, 1, 1, 3],
    (0, 3): [1, 0, 1, 0, 3],
    (0, 4): [0, 0, 2, 3, 0],
    (0, 5): [0, 0, 1, 1, 8],
    (1, 2): [1, 1, 3, 0, 5],
    (1, 3): [0, 1, 0, 2, 2],
    (1, 4): [0, 0, 0, 2, 4],
    (1, 5): [0, 0, 1, 3, 1],
    (2, 3): [1, 0, 1, 1, 2],
    (2, 4): [1, 0, 1, 2, 3],
    (2, 5): [0, 3, 2, 3, 1],
    (3, 4): [1, 0, 2, 2, 0],
    (3, 5): [1, 0, 2, 2, 0],
    (4, 5): [0, 0, 3, 0, 1],
}

# What Ordo 1.2.6 says of the same games on the scale of Elo: -z 200.24, -a 0; and with -a 1000 -A for the third.
ORDO = [164.83, 141.44, -14.58, -79.47, -97.89, -114.35]
ORDO_ANCHORED = [1179.41, 1156.02, 1000.00, 935.11, 916.69, 900.23]


def meetings_of(field: dict[tuple[int, int], list[int]]) -> list[Meetings]:
    return [Meetings(*engines, {(2, i / 2): n for i, n in enumerate(counts) if n}) for engines, counts in field.items()]


def surplus(values: list[float], field: dict[tuple[int, int], list[int]]) -> list[float]:
    """Points less those expected, by engine: the gradient of the likelihood, which vanishes at its maximum."""
    found = [0.0] * len(values)
    for (a, b), counts in field.items():
        points = sum(count * half / 2 for half, count in enumerate(counts))
        expected = 2 * sum(counts) / (1 + 10 ** ((values[b] - values[a]) / 400))
        found[a] += points - expected
        found[b] -= points - expected
    return found


def values_of(ratings: list[Rating]) -> list[float]:
    return [rating.value for rating in ratings]


def test_the_ratings_of_a_field_are_those_of_ordo():
    assert values_of(rate(6, meetings_of(FIELD))) == pytest.approx(ORDO, abs=0.02)
    anchored = rate(6, meetings_of(FIELD), anchor=2, elo=1000)
    assert values_of(anchored) == pytest.approx(ORDO_ANCHORED, abs=0.02)
    assert anchored[2].error is None and all(rating.error > 0 for rating in anchored if rating is not anchored[2])


def test_every_engine_has_the_points_that_its_rating_expects():
    values = values_of(rate(6, meetings_of(FIELD)))
    assert surplus(values, FIELD) == pytest.approx([0] * 6, abs=1e-6)
    assert sum(values) == pytest.approx(0, abs=1e-6)
    # The condition is one that other ratings fail.
    assert max(map(abs, surplus([value + (i == 0) for i, value in enumerate(values)], FIELD))) > 0.01


def test_two_engines_have_the_difference_of_their_score():
    first, second = rate(2, [Meetings(0, 1, {(2, 2.0): 3, (2, 1.0): 2, (2, 0.5): 1})])
    score = 8.5 / 12
    assert first.value - second.value == pytest.approx(400 * math.log10(score / (1 - score)))
    # A game whose pair is not complete counts as well.
    more, less = rate(2, [Meetings(0, 1, {(2, 2.0): 3, (2, 1.0): 2, (2, 0.5): 1, (1, 0.0): 1})])
    assert more.value - less.value == pytest.approx(400 * math.log10(8.5 / 4.5))


def test_who_won_all_is_above_the_rating_at_which_that_was_likely():
    even = Meetings(0, 1, {(2, 1.0): 4, (2, 2.0): 1, (2, 0.0): 1})
    best, worst = Meetings(2, 0, {(2, 2.0): 2}), Meetings(1, 3, {(2, 2.0): 3})
    ratings = rate(5, [even, best, worst])
    assert values_of(ratings[:2]) == pytest.approx([0, 0])
    assert (ratings[2].bound, ratings[3].bound, ratings[4]) == ("above", "below", Rating(None))
    assert (1 / (1 + 10 ** (-ratings[2].value / 400))) ** 4 == pytest.approx(0.05)
    assert (1 / (1 + 10 ** (ratings[3].value / 400))) ** 6 == pytest.approx(0.05)


def test_without_games_or_a_loser_that_won_there_are_no_ratings():
    assert rate(3, []) == [Rating(None)] * 3
    assert rate(2, [Meetings(0, 1, {})]) == [Rating(None)] * 2
    assert {rating.value for rating in rate(2, [Meetings(0, 1, {(2, 2.0): 5})])} == {None}


def test_pairs_that_are_all_alike_have_no_error():
    assert [rating.error for rating in rate(2, [Meetings(0, 1, {(2, 1.0): 9})])] == [None, None]


def test_errors_are_those_of_many_tournaments():
    """Of 300 tournaments of four engines: an interval of 95 % has 1.96 deviations on either side."""
    generator = random.Random(5)
    true = [120.0, 30.0, -30.0, -120.0]
    values, errors = [], []
    for _ in range(300):
        field = {}
        for a, b in combinations(range(4), 2):
            counts = field[a, b] = [0] * 5
            score = 1 / (1 + 10 ** ((true[b] - true[a]) / 400))
            draws = score * (1 - score)
            for _ in range(15):
                # Half of the openings are won for one side, so the games of a pair depend on each other.
                if generator.random() < 0.5:
                    counts[2] += 1
                    continue
                halves = 0
                for x in (generator.random(), generator.random()):
                    halves += 2 if x < score - draws / 2 else x < score + draws / 2
                counts[halves] += 1
        ratings = rate(4, meetings_of(field))
        values.append(ratings[0].value)
        errors.append(ratings[0].error)
    assert statistics.mean(errors) == pytest.approx(1.96 * statistics.stdev(values), rel=0.12)


THREE = [*engine("a", "--seed 1"), *engine("b", "--seed 2"), *engine("c", "--behaviour crash --at 3")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("match")
    arguments = ["--turn", 5, "--venue", "board=7 stones=3", "--venue", "board=9 stones=4 max_moves=50"]
    run(*THREE, *arguments, "--games", 4, "--out", out)
    return out


def show(folder, *arguments) -> str:
    result = CliRunner().invoke(main, ["show", str(folder), *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_results_are_shown_as_text(folder):
    text = show(folder)
    assert text.startswith("finished: 24 of 24 games\n")
    for title in ("Ratings", "Crosstable", "Pairings", "By colour", "By rule and board", "Endings", "By opening"):
        assert f"\n{title}\n" in text
    assert "lost by crash" in text and "freestyle 9x9" in text


def test_the_numbers_of_the_tables_are_those_of_the_games(folder):
    data, records = json.loads(show(folder, "--json")), games(folder)
    assert (data["status"], data["games_played"], len(data["games"])) == ("finished", 24, len(records))
    for row in data["ratings"]:
        own = [r for r in records if row["engine"] in (r["black"], r["white"])]
        color = [next(c for c in ("black", "white") if r[c] == row["engine"]) for r in own]
        wins = sum(r["result"] == c for r, c in zip(own, color, strict=True))
        draws = sum(r["result"] == "draw" for r in own)
        assert row["tally"] == {
            "games": len(own),
            "wins": wins,
            "draws": draws,
            "losses": len(own) - wins - draws,
            "points": wins + draws / 2,
        }
        assert row["lost_crash"] == (16 if row["engine"] == "c" else 0)
        by_color = next(other for other in data["colors"] if other["engine"] == row["engine"])
        assert by_color["black_tally"]["games"] == color.count("black")
        assert by_color["black_tally"]["wins"] + by_color["white_tally"]["wins"] == wins
    assert next(row for row in data["ratings"] if row["engine"] == "c")["rating"]["bound"] == "below"
    openings = data["openings"]
    assert len(openings) == 4 and sum(row["black_tally"]["games"] for row in openings) == 24
    black_wins = sum(r["result"] == "black" for r in records)
    assert sum(row["black_tally"]["wins"] for row in openings) == black_wins
    assert all(row["a"]["games"] == 4 for row in openings)


def test_a_table_is_printed_as_csv(folder):
    lines = show(folder, "--csv", "crosstable").splitlines()
    assert lines[0].split(",")[:2] == ["rank", "engine"] and len(lines) == 4
    assert {line.count("8/8") for line in lines[1:]} == {0, 1}
    heads, first, *_ = show(folder, "--csv", "ratings").splitlines()
    row = dict(zip(heads.split(","), first.split(","), strict=True))
    assert row["rank"] == "1" and row["tally_games"] == "16" and float(row["rating_value"]) > 0
    assert len(show(folder, "--csv", "games").splitlines()) == 25


def data_of(page: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="game">(.*?)</script>', page)[1])


def test_a_page_has_the_tables_and_all_games(folder, tmp_path):
    path = tmp_path / "match.html"
    assert "24 games are in" in show(folder, "--html", path)
    page = path.read_text(encoding="utf-8")
    assert "{{" not in page and "<caption>Crosstable</caption>" in page and "finished: 24 games" in page
    data = data_of(page)
    assert data["venues"] == [
        {"rule": "freestyle", "width": 7, "height": 7},
        {"rule": "freestyle", "width": 9, "height": 9},
    ]
    assert data["engines"]["a"] == {"match": None, "increment": 0.0}
    records = games(folder)
    assert [game["moves"] for game in data["games"]] == [record["moves"] for record in records]
    assert [game["ms"] for game in data["games"]] == [record["ms"] for record in records]
    # The line of the small engine is another one than what it plays.
    assert {line for record in records for line in record["pv"]} == {None, "H8 I9"}


def results_of(names: list[str], **columns) -> Results:
    record = {
        **dict(zip(("black", "white"), names, strict=True)),
        **{"game": 1, "encounter": 0, "pair": 0, "leg": 0, "result": "draw", "reason": "max-moves", "detail": ""},
        **{"opening": "o", "opening_moves": 1, "plies": 3, "moves": ["h8", "i9", "a1"], "seconds": 1.0},
        **{key: [None] * 3 for key in ("ms", "over_limit_ms", "depth", "nodes", "eval")},
        "sides": {color: vars(Side("")) for color in ("black", "white")},
    }
    engines = {name: {"limits": {"match": None, "increment": 0.0}} for name in names}
    settings = {"engines": engines, "rule": "renju", "board": "15x12"}
    return Results(settings, [record | columns], "finished", 1)


def test_lines_are_counted_from_the_side_that_fits_what_was_played():
    lines = [None, "I9 J10 h1", "A12 B11 c12"]
    (game,) = data_of(to_page(results_of(["a", "b"], pv=lines), [], "x"))["games"]
    assert game["pv"] == [None, "i9 j10 h1", "a1 b2 c1"]
    for wrong in ("H8 H9", "I9 P1", "I9 A13", "I9 A0"):
        (game,) = data_of(to_page(results_of(["a", "b"], pv=[None, wrong, None]), [], "x"))["games"]
        assert game["pv"] == [None, None, None]


def test_a_folder_without_lines_makes_a_page():
    results = results_of(["a", "b"])
    (game,) = data_of(to_page(results, all_tables(results), "x"))["games"]
    assert game["pv"] == [None] * 3


def test_names_do_not_become_markup():
    name = "<img src=x onerror=alert(1)></script>{{data}}"
    results = results_of([name, "b"])
    page = to_page(results, all_tables(results), name)
    assert "<img" not in page and page.count("</script>") == 2
    assert data_of(page)["games"][0]["black"] == name


def test_the_anchor_has_its_rating(folder):
    rows = json.loads(show(folder, "--anchor", "b", "--elo", "1500", "--json"))["ratings"]
    assert next(row for row in rows if row["engine"] == "b")["rating"]["value"] == 1500
    refused = CliRunner().invoke(main, ["show", str(folder), "--anchor", "x"])
    assert refused.exit_code == 2 and "no engine 'x'" in refused.output


def test_an_anchor_that_has_no_rating_yet_is_named(folder, tmp_path):
    shutil.copytree(folder, tmp_path / "match")
    records = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    for record in records:
        record["result"] = next((color for color in ("black", "white") if record[color] == "b"), record["result"])
    (tmp_path / "match" / "games.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    shown = CliRunner().invoke(main, ["show", str(tmp_path / "match"), "--anchor", "b", "--json"])
    assert shown.exit_code == 0 and shown.stderr.startswith("no ratings yet: the anchor 'b' ")
    assert all(row["rating"]["value"] is None for row in json.loads(shown.stdout)["ratings"])


def test_a_match_is_shown_while_it_is_played_and_a_line_is_written(folder, tmp_path):
    for name in ("settings.json", "games.jsonl"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write('{"game":25,"enc')
    assert show(tmp_path).startswith("running: 24 games\n")


def test_what_is_no_match_is_not_shown(tmp_path):
    result = CliRunner().invoke(main, ["show", str(tmp_path)])
    assert result.exit_code == 2 and "not the folder of a match" in result.output


def test_the_table_of_a_running_tournament_has_ratings_and_opponents(folder):
    arguments = [sys.executable, "-m", "fukumi_tools", "match", *THREE, "--turn", "5", "--out", str(folder)]
    arguments += ["--venue", "board=7 stones=3", "--venue", "board=9 stones=4 max_moves=50", "--games", "4"]
    output = subprocess.run(arguments, capture_output=True, text=True, check=True, timeout=120).stdout
    heading = next(line for line in output.splitlines() if "rating" in line).split()
    assert heading[:3] == ["#", "engine", "rating"] and heading[-3:] == ["1", "2", "3"]
