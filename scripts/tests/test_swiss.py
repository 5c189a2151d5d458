"""Swiss tournaments, tie-breaks and events of some pairings: rounds by all that could be paired, points by hand."""

import itertools
import json
import random
import sys
from pathlib import Path

from matches import games, play
from programs import FAKE, invoke

from fukumi_tools.organisers.match.cli import main
from fukumi_tools.organisers.match.event import read_event
from fukumi_tools.organisers.match.matching import matching_size
from fukumi_tools.organisers.match.schedule import Schedule, Tournament
from fukumi_tools.organisers.match.scores import GAME_POINTS, MATCH_POINTS, Rounds, Scores
from fukumi_tools.organisers.match.swiss import pair_round


def matchings(engines: list[int]):
    """All ways to pair them."""
    if not engines:
        yield []
        return
    first, *others = engines
    for second in others:
        for rest in matchings([other for other in others if other != second]):
            yield [(first, second), *rest]


def largest_by_trying(neighbours: list[list[int]]) -> int:
    best = 0
    for count in range(len(neighbours) // 2 + 1):
        for chosen in itertools.combinations(range(len(neighbours)), 2 * count):
            if any(all(b in neighbours[a] for a, b in pairs) for pairs in matchings(list(chosen))):
                best = count
                break
    return best


def test_matchings_are_as_large_as_can_be():
    generator = random.Random(1)
    for _ in range(300):
        vertices, density = generator.randint(1, 7), generator.random()
        neighbours: list[list[int]] = [[] for _ in range(vertices)]
        for a, b in itertools.combinations(range(vertices), 2):
            if generator.random() < density:
                neighbours[a].append(b)
                neighbours[b].append(a)
        for others in neighbours:
            generator.shuffle(others)
        assert matching_size(neighbours) == largest_by_trying(neighbours), neighbours


def repeated(pairs: list[tuple[int, int]], met: dict[frozenset[int], int]) -> tuple[int, ...]:
    """How many of the pairs have met at least four times, three times, twice and once."""
    counts = [met.get(frozenset(pair), 0) for pair in pairs]
    return tuple(sum(count >= times for count in counts) for times in (4, 3, 2, 1))


def test_no_round_has_a_rematch_that_can_be_avoided():
    """Against all ways to pair two to eight engines that have met at random."""
    generator = random.Random(2)
    for _ in range(400):
        engines, most, density = generator.randint(2, 8), generator.choice((1, 1, 2, 3)), generator.random()
        met = {
            frozenset(pair): generator.randint(1, most)
            for pair in itertools.combinations(range(engines), 2)
            if generator.random() < density
        }
        points = [generator.randint(0, 4) for _ in range(engines)]
        byes = [generator.randint(0, 1) for _ in range(engines)]
        pairs, bye = pair_round(points, met, byes)
        assert sorted([*itertools.chain(*pairs), *([] if bye is None else [bye])]) == list(range(engines))
        possible = [bye for bye in range(engines) if byes[bye] == min(byes)] if engines % 2 else [None]
        assert bye in possible
        best = min(
            repeated(other, met)
            for out in possible
            for other in matchings([engine for engine in range(engines) if engine != out])
        )
        assert repeated(pairs, met) == best, (points, met, byes)


def games_of(round_: int, encounter: int, first: str, second: str, results: str) -> list[dict]:
    """Games of two engines in turns of colour; `results` are those of the first one: + = -."""
    found = []
    for number, result in enumerate(results):
        own, other = ("black", "white") if number % 2 == 0 else ("white", "black")
        winner = {"+": own, "=": "draw", "-": other}[result]
        found.append({own: first, other: second, "encounter": 2 * round_ + encounter, "result": winner})
    return found


# Three rounds of five engines, four games a meeting. Byes: e, d, c.
PLAYED = [
    *games_of(0, 0, "a", "c", "++=-"),
    *games_of(0, 1, "b", "d", "++++"),
    *games_of(1, 0, "b", "a", "+-=="),
    *games_of(1, 1, "e", "c", "--=-"),
    *games_of(2, 0, "b", "e", "+++-"),
    *games_of(2, 1, "a", "d", "+=+="),
]


def scored(records: list[dict], *arguments) -> Scores:
    scores = Scores("abcde", Rounds(encounters=2, games=4, has_byes=True), *arguments)
    for record in records:
        scores.add(record)
    return scores


def test_points_and_tie_breaks_are_those_counted_by_hand():
    scores = scored(PLAYED)
    # a 2.5 + 2 + 3, b 4 + 2 + 3, c 1.5 + 3.5 + a bye, d 0 + a bye + 1, e a bye + 0.5 + 1.
    assert {name: scores.points(name) for name in "abcde"} == {"a": 7.5, "b": 9, "c": 9, "d": 5, "e": 5.5}
    assert {name: scores.byes(name) for name in "abcde"} == {"a": 0, "b": 0, "c": 1, "d": 1, "e": 1}
    # A meeting won counts 1, one drawn 1/2, a bye 1.
    matches = {name: scores.value(name, MATCH_POINTS) for name in "abcde"}
    assert matches == {"a": 2.5, "b": 2.5, "c": 2, "d": 1, "e": 1}
    # The opponents of a: c, b, d. Those of c: a, e, and in the bye one with its own points.
    assert scores.value("a", "buchholz") == 9 + 9 + 5 and scores.value("c", "buchholz") == 7.5 + 5.5 + 9
    assert scores.value("a", "sonneborn-berger") == 2.5 * 9 + 2 * 9 + 3 * 5
    assert scores.value("c", "sonneborn-berger") == 1.5 * 7.5 + 3.5 * 5.5 + 4 * 9
    # b and c have 9 points, and the opponents of b 7.5 + 5 + 5.5, those of c 22.
    assert scores.ranked() == ["c", "b", "a", "e", "d"]
    by_matches = scored(PLAYED, MATCH_POINTS, (GAME_POINTS, "buchholz"))
    assert by_matches.ranked() == ["b", "a", "c", "e", "d"]
    assert by_matches.value("a", "sonneborn-berger") == 1 * 2 + 0.5 * 2.5 + 1 * 1


def test_a_meeting_counts_when_it_is_over_and_a_bye_when_the_others_play():
    assert scored([]).byes("e") == 0
    begun = scored([PLAYED[0], PLAYED[4]])
    assert (begun.byes("e"), begun.points("e"), begun.value("a", MATCH_POINTS)) == (1, 4, 0)
    assert scored(PLAYED[:4]).byes("e") == 0 and scored(PLAYED[:4]).value("a", MATCH_POINTS) == 1


def test_a_round_that_was_paired_otherwise_is_continued():
    """As by an earlier version: the second encounter of the round is of 0 and 1, one game of it is played."""
    played = {"encounter": 1, "pair": 0, "leg": 1, "black": "b", "white": "a", "result": "black"}
    by_swap2 = {**played, "black": "a", "white": "b", "swap2": ["b: 1,1 2,2 3,3", "a: SWAP"]}
    for record in (played, by_swap2):
        schedule = Schedule(Tournament("swiss", 4, given_rounds=1), list("abcd"), 1, [record])
        tasks = [schedule.next_task() for _ in range(3)]
        assert {(task.encounter, task.leg, task.black, task.white) for task in tasks} == {
            (0, 0, 2, 3),
            (0, 1, 3, 2),
            (1, 0, 0, 1),
        }


def test_a_round_goes_on_as_it_was_paired_whichever_games_are_finished():
    tournament, names, generator = Tournament("swiss", 14, given_rounds=4), list("abcdefghijklmn"), random.Random(5)
    schedule, records = Schedule(tournament, names, 1, []), []
    while len(records) < schedule.total_games:
        task = schedule.next_task()
        own = {"encounter": task.encounter, "pair": task.pair, "leg": task.leg}
        colors = {"black": names[task.black], "white": names[task.white]}
        records.append(own | colors | {"result": generator.choice(("black", "white", "draw"))})
        schedule.add(records[-1])
    for round_ in range(4):
        before, own = records[: 14 * round_], records[14 * round_ : 14 * (round_ + 1)]
        for _ in range(20):
            finished = generator.sample(own, generator.randint(0, 13))
            resumed = Schedule(tournament, names, 1, before + finished)
            tasks = [resumed.next_task() for _ in range(14 - len(finished))]
            left = {(task.encounter, task.leg, names[task.black], names[task.white]) for task in tasks}
            assert left == {(r["encounter"], r["leg"], r["black"], r["white"]) for r in own if r not in finished}


def plan(folder: Path, head: str, engines: int = 5) -> Path:
    lines = [head, "games = 2", "turn = 60", "board = 7"]
    for number in range(engines):
        lines += ["[[engine]]", f'name = "E{number}"', f"cmd = {json.dumps(sys.executable)}"]
        lines += [f'args = "-I {FAKE} --forget --seed {number}"']
    path = folder / "event.toml"
    path.write_text("\n".join(lines))
    return path


def shown(folder: Path, *arguments) -> str:
    return invoke(main, "show", folder, *arguments)


def test_the_table_of_a_swiss_tournament_is_by_points_and_shows_byes(tmp_path):
    head = 'tournament = "swiss"\nrounds = 3\ntie-breaks = ["match-points", "buchholz"]'
    output = play("--event", plan(tmp_path, head), "--out", tmp_path / "out")
    assert "game points" in output and "Buchholz" in output
    rows = json.loads(shown(tmp_path / "out", "--json"))["standings"]
    assert list(rows[0])[:7] == ["rank", "engine", "game_points", "byes", "match_points", "buchholz", "games"]
    order = [(row["game_points"], row["match_points"], row["buchholz"]) for row in rows]
    assert order == sorted(order, reverse=True) and [row["rank"] for row in rows] == [1, 2, 3, 4, 5]
    assert sum(row["byes"] for row in rows) == 3 and max(row["byes"] for row in rows) == 1
    for row in rows:
        assert row["game_points"] == row["tally"]["points"] + 2 * row["byes"]
        assert row["games"] == 6 - 2 * row["byes"]
    text = shown(tmp_path / "out")
    assert text.index("Standings") < text.index("Ratings") < text.index("Crosstable")
    crosstable = shown(tmp_path / "out", "--csv", "crosstable").splitlines()[1:]
    assert [line.split(",")[1] for line in crosstable] == [row["engine"] for row in rows]
    # Other tie-breaks order the same games.
    again = play("--event", tmp_path / "event.toml", "--tie-breaks", "sonneborn-berger", "--out", tmp_path / "out")
    assert "Sonneborn-Berger" in again and "Buchholz" not in shown(tmp_path / "out")


def test_match_points_are_counted_where_the_plan_says_so(tmp_path):
    head = 'tournament = "swiss"\nrounds = 2\npoints = "match-points"\ntie-breaks = "game-points"'
    play("--event", plan(tmp_path, head), "--out", tmp_path / "out")
    rows = json.loads(shown(tmp_path / "out", "--json"))["standings"]
    assert list(rows[0])[2:5] == ["match_points", "byes", "game_points"]
    assert sum(row["match_points"] for row in rows) == 2 * 3
    other = plan(tmp_path, head.replace('"match-points"', '"game-points"'))
    assert "points" in play("--event", other, "--out", tmp_path / "out", code=2)


def test_an_event_of_listed_pairings(tmp_path):
    path = plan(tmp_path, 'pairing = [["E0", "E1"], ["E3", "E2"]]', engines=4)
    assert read_event(path)["pairing"] == ["E0 E1", "E3 E2"]
    play("--event", path, "--out", tmp_path / "out")
    assert [(r["black"], r["white"]) for r in games(tmp_path / "out")[::2]] == [("E0", "E1"), ("E3", "E2")]
    others = ["--pairing", "E0 E2", "--pairing", "E1 E3"]
    assert "pairs" in play("--event", path, *others, "--out", tmp_path / "out", code=2)


def test_an_event_of_engines_that_are_close(tmp_path):
    head = "elo-within = 400\nratings = {E0 = 2000, E1 = 1600, E2 = 1599.5, E3 = 1300}"
    play("--event", plan(tmp_path, head, engines=4), "--out", tmp_path / "out")
    met = {frozenset((r["black"], r["white"])) for r in games(tmp_path / "out")}
    assert met == {frozenset(pair) for pair in (("E0", "E1"), ("E1", "E2"), ("E1", "E3"), ("E2", "E3"))}
