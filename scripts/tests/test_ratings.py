"""Ratings against the conditions of a maximum, against Ordo, and against simulation."""

import json
import math
import re
import shutil

import pytest
from matches import games, play
from programs import engine, invoke
from rating_coverage import Rating, Setting, simulate

from fukumi_tools.folder import lock_folder
from fukumi_tools.organisers.match.cli import main
from fukumi_tools.organisers.match.estimates import AtLeast, AtMost, Estimate, Reading, Unknown
from fukumi_tools.organisers.match.game import Side
from fukumi_tools.organisers.match.likelihood import Meetings, Scale
from fukumi_tools.organisers.match.page import to_page
from fukumi_tools.organisers.match.pairs import SCALE, outcomes
from fukumi_tools.organisers.match.ranking import notes_on
from fukumi_tools.organisers.match.ratings import Rated, rate
from fukumi_tools.organisers.match.results import Results
from fukumi_tools.organisers.match.tables import all_tables

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


def rated(engines: int, meetings: list[Meetings], **settings) -> list[Reading]:
    return list(rate(engines, meetings, **settings).readings.values())


def by_ordo(engines: int, meetings: list[Meetings], **settings) -> list[Reading]:
    return rated(engines, meetings, scale=Scale.ORDO, **settings)


def values_of(ratings: list[Reading]) -> list[float]:
    assert all(isinstance(rating, Estimate) for rating in ratings)
    return [rating.value for rating in ratings]


# Wins, draws and losses in the second league of standard at Gomocup 2022, of the engines that had all their games:
# records/2022_t.txt of GomocupEloRating. Games that its lines lack to 24 are draws.
GOMOCUP = {
    (0, 1): (12, 2, 10), (0, 2): (12, 0, 12), (0, 3): (14, 0, 10), (0, 4): (17, 0, 7), (0, 5): (21, 0, 3),
    (0, 6): (24, 0, 0), (0, 7): (19, 1, 4), (1, 2): (12, 5, 7), (1, 3): (13, 0, 11), (1, 4): (14, 2, 8),
    (1, 5): (17, 0, 7), (1, 6): (22, 0, 2), (1, 7): (23, 0, 1), (2, 3): (12, 0, 12), (2, 4): (14, 1, 9),
    (2, 5): (18, 1, 5), (2, 6): (21, 0, 3), (2, 7): (23, 0, 1), (3, 4): (11, 1, 12), (3, 5): (19, 0, 5),
    (3, 6): (19, 0, 5), (3, 7): (22, 0, 2), (4, 5): (16, 1, 7), (4, 6): (16, 1, 7), (4, 7): (19, 0, 5),
    (5, 6): (13, 0, 11), (5, 7): (16, 1, 7), (6, 7): (15, 0, 9),
}  # fmt: skip

# What Ordo 1.2.6 says of them: -z 200.24 -a 0 -N 2 -d 0 -s 3000. By -d 0 its simulations, which give the errors, are of
# games that end decided and do not depend on each other.
GOMOCUP_ORDO = [165.74, 142.32, 119.58, 92.97, 30.34, -112.73, -181.37, -256.85]
GOMOCUP_ORDO_ERRORS = [55.33, 53.68, 52.09, 51.24, 52.69, 54.81, 57.00, 65.06]


def test_the_ratings_of_a_league_of_gomocup_are_those_of_ordo():
    meetings = [
        Meetings(*two, {(1, 1.0): wins, (1, 0.5): draws, (1, 0.0): losses})
        for two, (wins, draws, losses) in GOMOCUP.items()
    ]
    assert values_of(by_ordo(8, meetings)) == pytest.approx(GOMOCUP_ORDO, abs=0.02)


def test_errors_are_those_of_ordo_where_games_do_not_depend_on_each_other():
    meetings = []
    for first, second in GOMOCUP:
        p = 1 / (1 + 10 ** ((GOMOCUP_ORDO[second] - GOMOCUP_ORDO[first]) / 400))
        pairs = {(2, 2.0): 12 * p * p, (2, 1.0): 24 * p * (1 - p), (2, 0.0): 12 * (1 - p) ** 2}
        meetings.append(Meetings(first, second, pairs))
    errors = [rating.error for rating in by_ordo(8, meetings)]
    assert errors == pytest.approx(GOMOCUP_ORDO_ERRORS, rel=0.04)


def test_pairs_that_hang_together_have_errors_of_their_own():
    """Twice the variance where an engine wins both games of a pair or none."""
    independent = Meetings(0, 1, {(2, 2.0): 25, (2, 1.0): 50, (2, 0.0): 25})
    together = Meetings(0, 1, {(2, 2.0): 50, (2, 0.0): 50})
    error = rated(2, [independent])[0].error
    # The rating is half the difference, whose deviation is that of the score times the slope of Elo.
    slope = 400 / math.log(10) / 0.25
    assert error == pytest.approx(1.966 * slope * math.sqrt(0.25 / 200) / 2, rel=0.01)
    assert rated(2, [together])[0].error == pytest.approx(math.sqrt(2) * error)


def test_the_ratings_of_a_field_are_those_of_ordo():
    assert values_of(by_ordo(6, meetings_of(FIELD))) == pytest.approx(ORDO, abs=0.02)
    anchored = by_ordo(6, meetings_of(FIELD), anchor=2, elo=1000)
    assert values_of(anchored) == pytest.approx(ORDO_ANCHORED, abs=0.02)
    assert anchored[2].error is None and all(rating.error > 0 for rating in anchored if rating is not anchored[2])


def test_every_engine_has_the_points_that_its_rating_expects():
    values = values_of(by_ordo(6, meetings_of(FIELD)))
    assert surplus(values, FIELD) == pytest.approx([0] * 6, abs=1e-6)
    assert sum(values) == pytest.approx(0, abs=1e-6)
    # The condition is one that other ratings fail.
    assert max(map(abs, surplus([value + (i == 0) for i, value in enumerate(values)], FIELD))) > 0.01


def test_two_engines_have_the_difference_of_their_score():
    first, second = by_ordo(2, [Meetings(0, 1, {(2, 2.0): 3, (2, 1.0): 2, (2, 0.5): 1})])
    score = 8.5 / 12
    assert first.value - second.value == pytest.approx(400 * math.log10(score / (1 - score)))
    # A game whose pair is not complete counts as well.
    more, less = by_ordo(2, [Meetings(0, 1, {(2, 2.0): 3, (2, 1.0): 2, (2, 0.5): 1, (1, 0.0): 1})])
    assert more.value - less.value == pytest.approx(400 * math.log10(8.5 / 4.5))


def chance(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def test_who_won_all_is_above_the_rating_at_which_that_was_likely():
    even = Meetings(0, 1, {(2, 1.0): 4, (2, 2.0): 1, (2, 0.0): 1})
    best, worst = Meetings(2, 0, {(2, 2.0): 2}), Meetings(1, 3, {(2, 2.0): 3})
    ratings = rated(5, [even, best, worst])
    assert values_of(ratings[:2]) == pytest.approx([0, 0])
    assert isinstance(ratings[2], AtLeast) and isinstance(ratings[3], AtMost)
    assert chance(ratings[2].least) ** 4 == pytest.approx(0.05)
    assert chance(-ratings[3].most) ** 6 == pytest.approx(0.05)
    assert ratings[4] == Unknown("no games")


def test_a_bound_follows_from_the_bound_of_an_opponent():
    even = Meetings(0, 1, {(2, 1.0): 4, (2, 2.0): 1, (2, 0.0): 1})
    won = {(2, 2.0): 2}
    ratings = rated(5, [even, Meetings(2, 0, won), Meetings(3, 2, won), Meetings(3, 4, won)])
    assert chance(ratings[3].least - ratings[2].least) ** 4 == pytest.approx(0.05)
    # Of one that lost to an engine which may be anywhere above, nothing follows.
    assert isinstance(ratings[4], Unknown)


def test_groups_without_a_game_between_them_are_islands():
    even = {(2, 1.0): 4, (2, 2.0): 1, (2, 0.0): 1}
    ratings = rated(
        8, [Meetings(2, 3, even), Meetings(3, 4, even), Meetings(0, 1, even), Meetings(5, 6, {(2, 2.0): 1})]
    )
    assert [rating.short for rating in ratings[:2]] == ["island 2"] * 2
    assert [rating.short for rating in ratings[5:7]] == ["island 3"] * 2
    assert all(isinstance(rating, Estimate) for rating in ratings[2:5]) and ratings[7] == Unknown("no games")
    # The island of the anchor is the first.
    assert isinstance(rated(8, [Meetings(0, 1, even), Meetings(2, 3, even)], anchor=2)[0], Unknown)


def test_without_games_there_are_no_ratings():
    assert rated(3, []) == [Unknown("no games")] * 3
    assert rated(2, [Meetings(0, 1, {})]) == [Unknown("no games")] * 2


def test_of_two_engines_one_of_which_won_all_both_have_a_bound():
    for meeting in (Meetings(0, 1, {(2, 2.0): 5}), Meetings(1, 0, {(2, 0.0): 5})):
        winner, loser = rated(2, [meeting], elo=100)
        assert chance(winner.least - 100) ** 10 == pytest.approx(0.05)
        assert loser.most - 100 == pytest.approx(100 - winner.least)
    anchored = rated(2, [Meetings(0, 1, {(2, 2.0): 5})], anchor=1, elo=1000)
    assert anchored == [AtLeast(pytest.approx(1000 + winner.least - 100)), Estimate(1000)]


def test_pairs_that_are_all_alike_have_no_error():
    assert [rating.error for rating in rated(2, [Meetings(0, 1, {(2, 1.0): 9})])] == [None, None]


@pytest.mark.parametrize(
    ("first", "second", "bias"), [(0, 0, 0), (0, 0, 200), (150, 0, 120), (0, 900, 60), (3000, 0, 2000)]
)
def test_a_pair_has_the_chances_of_two_games_with_an_opening_that_favours_a_side(first, second, bias):
    wins = [chance(first - second + side) for side in (bias, -bias)]
    losses = [chance(second - first - side) for side in (bias, -bias)]
    expected = [math.prod(wins), wins[0] * losses[1] + wins[1] * losses[0], math.prod(losses)]
    measure = math.log(math.cosh(SCALE * bias))
    of_pair, of_game = (outcomes(games, first - second, measure) for games in (2, 1))
    assert [math.exp(own.log_chance) for own in of_pair] == pytest.approx(expected)
    assert [math.exp(own.log_chance) for own in of_game] == pytest.approx([sum(wins) / 2, sum(losses) / 2])


@pytest.mark.parametrize("games", [1, 2])
def test_the_derivatives_of_chances_are_those_of_small_steps(games):
    for elo, bias in ((0.0, 0.0), (120.0, 0.3), (-400.0, 1.0)):
        for index, own in enumerate(outcomes(games, elo, bias)):
            more, less = (outcomes(games, elo + step, bias)[index].log_chance for step in (0.01, -0.01))
            assert own.by_elo == pytest.approx((more - less) / 0.02, rel=1e-5, abs=1e-9)
            more, less = (outcomes(games, elo, bias + step)[index].log_chance for step in (1e-5, -1e-5))
            assert own.by_bias == (pytest.approx((more - less) / 2e-5, rel=1e-5, abs=1e-9) if games == 2 else 0)


def test_wins_of_both_games_give_the_difference_whatever_openings_favour():
    """Three pairs won for each one lost: 400 log10(3) / 2 Elo, for which Ordo counts the split pairs as even games."""
    for split in (400, 2000, 10000):
        pairs = {(2, 2.0): 300, (2, 1.0): split, (2, 0.0): 100}
        rated_field = rate(2, [Meetings(0, 1, pairs)])
        first, second = rated_field.readings.values()
        assert first.value - second.value == pytest.approx(200 * math.log10(3), rel=0.01)
        cosh = split / 2 / math.sqrt(300 * 100)
        assert rated_field.bias == pytest.approx(math.acosh(cosh) / SCALE, rel=0.02)
    (ordo, _) = by_ordo(2, [Meetings(0, 1, pairs)])
    assert 2 * ordo.value == pytest.approx(400 * math.log10(10600 / 10200))


def test_a_drawn_pair_counts_as_two_coins_and_not_as_a_split_pair():
    pairs = {(2, 2.0): 100, (2, 1.0): 400, (2, 0.0): 100}
    assert rate(2, [Meetings(0, 1, pairs)]).bias > 100
    assert rate(2, [Meetings(0, 1, pairs, drawn=400)]).bias == 0


def test_where_openings_favour_no_side_both_scales_are_the_same():
    pairs = {(2, 2.0): 40, (2, 1.5): 9, (2, 1.0): 30, (2, 0.5): 9, (2, 0.0): 20, (1, 1.0): 1}
    even = rate(2, [Meetings(0, 1, pairs, drawn=9)])
    (ordo, _) = by_ordo(2, [Meetings(0, 1, pairs)])
    assert even.bias == 0 and even.readings[0].value == pytest.approx(ordo.value)
    assert even.readings[0].error == pytest.approx(ordo.error)


def test_games_without_pairs_are_rated_as_by_ordo():
    meetings = [Meetings(*two, {(1, 1.0): won, (1, 0.0): lost}) for two, (won, _, lost) in GOMOCUP.items()]
    assert rated(8, meetings) == by_ordo(8, meetings)


def test_pairs_that_are_all_split_have_ratings():
    field = [Meetings(*two, {(2, 1.0): 30}) for two in ((0, 1), (1, 2), (0, 2))]
    assert values_of(rated(3, field)) == pytest.approx([0] * 3, abs=1e-6)


@pytest.mark.parametrize("bias", [0, 100, 200])
def test_many_games_give_the_difference_by_even_openings(bias):
    """Ordo's is 74 of 100 Elo where openings favour a side by 200."""
    setting = Setting(engines=4, pairs=300, width=300, bias=bias)
    found = simulate(setting, tournaments=20, seed=5)
    by_games = simulate(setting, tournaments=20, seed=5, how=Rating(Scale.ORDO))
    assert found.mean_width == pytest.approx(300, abs=10)
    assert by_games.mean_width == pytest.approx({0: 300, 100: 280, 200: 231}[bias], abs=10)


@pytest.mark.parametrize(
    ("setting", "how"),
    [
        (Setting(engines=4, pairs=3, width=0, bias=100), Rating()),
        (Setting(engines=4, pairs=10, width=200, bias=200), Rating()),
        (Setting(engines=4, pairs=10, width=0, bias=200), Rating(anchor=0)),
        (Setting(engines=6, pairs=5, width=200, bias=200), Rating(anchor=0)),
        (Setting(engines=4, pairs=25, width=300, bias=200, spread_of_bias=100), Rating()),
        (Setting(engines=8, pairs=3, width=300, bias=0), Rating()),
        (Setting(engines=4, pairs=10, width=200, bias=200), Rating(Scale.ORDO)),
        (Setting(engines=4, pairs=2, width=200, bias=0), Rating(Scale.ORDO)),
    ],
)
def test_errors_hold_95_of_100_ratings(setting, how):
    """By few tournaments; rating_coverage.py has a table by many."""
    assert simulate(setting, tournaments=400, seed=3, how=how).share == pytest.approx(0.95, abs=0.015)


def test_errors_on_the_scale_of_ordo_do_not_hold_the_ratings_of_even_openings():
    setting = Setting(engines=4, pairs=50, width=300, bias=200)
    limit = Rating(Scale.ORDO, limit=Scale.EVEN)
    assert simulate(setting, tournaments=100, seed=3, how=limit).share < 0.7


@pytest.mark.parametrize(("pairs", "bias"), [(10, 0), (10, 200), (25, 200)])
def test_the_elo_of_two_engines_has_an_interval_of_95(pairs, bias):
    setting = Setting(engines=4, pairs=pairs, width=100, bias=bias)
    assert simulate(setting, tournaments=400, seed=4).share_of_pairings == pytest.approx(0.95, abs=0.015)


THREE = [*engine("a", "--seed 1"), *engine("b", "--seed 2"), *engine("c", "--behaviour crash --at 3")]
AT_TWO_VENUES = ["--turn", 60, "--venue", "board=7 stones=3", "--venue", "board=9 stones=4 max_moves=50", "--games", 4]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("match")
    play(*THREE, *AT_TWO_VENUES, "--out", out)
    return out


def show(folder, *arguments) -> str:
    return invoke(main, "show", folder, *arguments)


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


@pytest.fixture(scope="module")
def lopsided(folder, tmp_path_factory):
    """The match with the games of `c` won by it, and an island of two more engines."""
    out = tmp_path_factory.mktemp("lopsided")
    settings = json.loads((folder / "settings.json").read_text())
    settings["engines"] |= {name: settings["engines"]["a"] for name in ("d", "e")}
    (out / "settings.json").write_text(json.dumps(settings))
    records = games(folder)
    for record in records:
        color = next((color for color in ("black", "white") if record[color] == "c"), None)
        record["result"] = color or record["result"]
    first = next(record for record in records if {record["black"], record["white"]} == {"a", "b"})
    for number, colors in enumerate(("de", "ed"), start=len(records) + 1):
        own = {"game": number, "encounter": 99, "leg": number % 2, "result": "black"}
        records.append(first | own | dict(zip(("black", "white"), colors, strict=True)))
    (out / "games.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    return out


@pytest.mark.parametrize(
    ("errors", "named"), [([None, 9, 8], None), ([None, None, 8], "a, b"), ([None] * 3, "a, b, c"), ([None], None)]
)
def test_estimates_without_an_interval_say_why(errors, named):
    readings = {name: Estimate.around(0, error) for name, error in zip("abc", errors, strict=False)}
    notes = notes_on(Rated(readings))
    assert notes == (
        (f"{named}: the results are too few or too much alike for intervals of the ratings.",) if named else ()
    )


def test_bounds_follow_the_estimates_in_every_output(lopsided, tmp_path):
    data = json.loads(show(lopsided, "--json"))
    rows = data["ratings"]
    assert [row["engine"] for row in rows[2:]] == ["c", "d", "e"] and {row["engine"] for row in rows[:2]} == {"a", "b"}
    assert [row["rank"] for row in rows] == [1, 2, None, None, None]
    winner = rows[2]["rating"]
    assert winner["value"] is None and winner["bound"] == "above" and winner["low"] > 200
    note = "d, e: island 2, which no games connect with the rated engines"
    assert data["notes"] == [note] and rows[3]["rating"]["why"] in note
    bound = f"> {winner['low']:+.0f}"
    text = show(lopsided)
    lines = [line.split() for line in text.splitlines() if " c " in line]
    assert lines[0][:4] == ["a", "c", *bound.split()] and f"\n{note}\n" in text
    assert [row["engine"] for row in data["crosstable"]] == [row["engine"] for row in rows]
    cells = show(lopsided, "--csv", "ratings").splitlines()
    third = dict(zip(cells[0].split(","), cells[3].split(","), strict=True))
    assert (third["rank"], third["engine"], third["rating_value"], third["rating_bound"]) == ("", "c", "", "above")
    document = tmp_path / "page.md"
    document.write_text("<!-- ratings -->\n<!-- end of ratings -->\n")
    show(lopsided, "--markdown", document)
    assert f"|a|c|\\{bound}|16|" in document.read_text() and note in document.read_text()
    page = tmp_path / "page.html"
    show(lopsided, "--html", page)
    assert f"<td>{bound.replace('>', '&gt;')}</td>" in page.read_text(encoding="utf-8") and note in page.read_text()


def test_two_engines_one_of_which_won_all_are_shown_with_bounds(folder, tmp_path):
    settings = json.loads((folder / "settings.json").read_text())
    settings["engines"].pop("b")
    (tmp_path / "settings.json").write_text(json.dumps(settings))
    records = [record for record in games(folder) if {record["black"], record["white"]} == {"a", "c"}]
    assert all(record[record["result"]] == "a" for record in records) and len(records) == 8
    (tmp_path / "games.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    data = json.loads(show(tmp_path, "--json"))
    assert [(row["engine"], row["rating"]["bound"]) for row in data["ratings"]] == [("a", "above"), ("c", "below")]
    assert data["pairings"][0]["elo"]["bound"] == "above" and data["pairings"][0]["elo"]["value"] is None
    assert "> +137" in show(tmp_path)


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
    assert (
        "{{" not in page and "<caption>Crosstable</caption>" in page and "finished: 24 of 24 games of 3 engines" in page
    )
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


def test_a_page_says_what_was_played(folder, tmp_path):
    shutil.copytree(folder, tmp_path / "match")
    about = json.loads((tmp_path / "match" / "about.json").read_text())
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d", about["begun"])
    about |= {"begun": "2026-11-28T09:15:00+00:00", "preset": "gomocup-fastgame"}
    about["engines"]["c"] = 'name="<i>C</i>", version="2", author="\x1b[2JZ"'
    (tmp_path / "match" / "about.json").write_text(json.dumps(about))
    show(tmp_path / "match", "--html", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    facts = re.search(r"<header>.*?<p class=.quiet.>(.*?)</p>", page, re.DOTALL)[1]
    for fact in (
        "begun 2026-11-28 at 09:15",
        "preset gomocup-fastgame",
        "round-robin",
        "freestyle 7x7, random openings",
    ):
        assert fact in facts
    first = re.search(r"<table>.*?</table>", page, re.DOTALL)[0]
    assert "<caption>Engines</caption>" in first and "60 s/move, 350 MB" in first
    assert "<td class=name>Fake</td><td class=name>1</td><td class=name>its tests</td>" in first
    assert "&lt;i&gt;C&lt;/i&gt;" in first and "\x1b" not in page
    for words in ("LL LD = WD WW: pairs of games", "normalised: Elo in units", "LOS: likelihood of superiority"):
        assert words in page and words in show(folder)


def test_cells_of_the_crosstable_lead_to_the_games_of_the_two_engines():
    names = ["a/b", "<c> d"]
    results = results_of(names)
    page = to_page(results, all_tables(results), "x")
    assert set(re.findall("<a href='#between/(.*?)'>0.5/1</a>", page)) == {"a%2Fb/%3Cc%3E%20d", "%3Cc%3E%20d/a%2Fb"}


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


@pytest.mark.parametrize("swap2", [{}, {"swap2": ["a: 1,1 2,2 3,3", "b: SWAP"]}])
def test_the_page_knows_where_the_engines_made_the_opening(swap2):
    (game,) = data_of(to_page(results_of(["a", "b"], **swap2), [], "x"))["games"]
    assert game["is_swap2"] == bool(swap2)


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
    assert "no engine 'x'" in invoke(main, "show", folder, "--anchor", "x", code=2)


def test_an_anchor_that_has_no_rating_yet_is_named(folder, tmp_path):
    shutil.copytree(folder, tmp_path / "match")
    records = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    for record in records:
        record["result"] = next((color for color in ("black", "white") if record[color] == "b"), record["result"])
    (tmp_path / "match" / "games.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    warning, data = show(tmp_path / "match", "--anchor", "b", "--json").split("\n", 1)
    assert warning.startswith("no ratings yet, only bounds: the anchor 'b' ")
    rows = json.loads(data)["ratings"]
    assert [row["rank"] for row in rows] == [1, None, None] and rows[0]["engine"] == "b"
    assert [row["rating"]["bound"] for row in rows] == [None, "below", "below"]


def test_a_match_is_shown_while_it_is_played_and_a_line_is_written(folder, tmp_path):
    for name in ("settings.json", "games.jsonl"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write('{"game":25,"enc')
    assert show(tmp_path).startswith("running: 24 games\n")
    lock = lock_folder(tmp_path)
    assert show(tmp_path).startswith("running: 24 games\n")
    lock.release()
    assert show(tmp_path).startswith("interrupted: 24 games\n")
    shutil.copy(folder / "summary.json", tmp_path)
    assert show(tmp_path).startswith("finished: 24 of 24 games\n")


def test_what_is_no_match_is_not_shown(tmp_path):
    assert "not the folder of a match" in invoke(main, "show", tmp_path, code=2)


def test_the_table_of_a_running_tournament_has_ratings_and_opponents(folder):
    output = play(*THREE, *AT_TWO_VENUES, "--out", folder)
    heading = next(line for line in output.splitlines() if "rating" in line).split()
    assert heading[:3] == ["#", "engine", "rating"] and heading[-3:] == ["1", "2", "a"]
