"""Tournaments of several engines: Swiss pairings, files of events, venues, going on after a kill."""

import itertools
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from matches import TWO, command, games, play, summary
from patience import wait_for
from programs import FAKE, invoke

from fukumi_tools.board.listed import ListError, content_lines
from fukumi_tools.organisers.match.cli import main
from fukumi_tools.organisers.match.event import EventError, read_event
from fukumi_tools.organisers.match.ladder import pair_next
from fukumi_tools.organisers.match.likelihood import Meetings, likeliest
from fukumi_tools.organisers.match.markdown import to_markdown
from fukumi_tools.organisers.match.pairs import expected
from fukumi_tools.organisers.match.schedule import Schedule, Tournament
from fukumi_tools.organisers.match.swiss import pair_round
from fukumi_tools.organisers.match.table import Column, Table


def met_in(rounds: list[list[tuple[int, int]]]) -> dict[frozenset[int], int]:
    met: dict[frozenset[int], int] = {}
    for pair in itertools.chain.from_iterable(rounds):
        met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return met


def test_equals_meet_and_the_upper_half_meets_the_lower_one():
    assert pair_round([0] * 6, {}, [0] * 6) == ([(0, 3), (1, 4), (2, 5)], None)
    points = [2, 2, 2, 2, 0, 0, 0, 0]
    assert pair_round(points, met_in([[(0, 2), (4, 6)]]), [0] * 8) == ([(0, 3), (1, 2), (4, 7), (5, 6)], None)
    # The first one has met all of its equals.
    assert pair_round([4, 4, 2, 2], met_in([[(0, 1)]]), [0] * 4) == ([(0, 2), (1, 3)], None)


def test_the_last_of_those_with_fewest_byes_sits_out():
    assert pair_round([2, 1, 0], {}, [0, 0, 0]) == ([(0, 1)], 2)
    assert pair_round([2, 1, 2], met_in([[(0, 1)]]), [0, 0, 1])[1] == 1


@pytest.mark.parametrize("engines", [2, 5, 7, 8, 9, 11, 13, 24])
def test_no_two_meet_again_before_they_must(engines):
    generator = random.Random(engines)
    points, byes, rounds = [0.0] * engines, [0] * engines, []
    for _ in range(engines - 1 if engines < 8 else engines // 2):
        pairs, bye = pair_round(points, met_in(rounds), byes)
        rounds.append(pairs)
        if bye is not None:
            byes[bye] += 1
            points[bye] += 2
        assert sorted([*itertools.chain(*pairs), *([] if bye is None else [bye])]) == list(range(engines))
        for pair in pairs:
            points[generator.choice(pair)] += 2
    assert set(met_in(rounds).values()) == {1} and max(byes) <= 1


def record(task, black_points: float) -> dict:
    result = {0: "white", 0.5: "draw", 1: "black"}[black_points]
    found = {"encounter": task.encounter, "pair": task.pair, "leg": task.leg, "result": result}
    return found | {"black": "abcd"[task.black], "white": "abcd"[task.white]}


def test_a_swiss_round_begins_when_the_one_before_is_over():
    tournament = Tournament("swiss", 4, venues=2, given_rounds=3)
    schedule = Schedule(tournament, list("abcd"), 1, [])
    assert schedule.total_games == 3 * 2 * 2 * 2
    records = []
    for number in range(3):
        tasks = [schedule.next_task() for _ in range(8)]
        assert [task.number for task in tasks] == list(range(8 * number + 1, 8 * number + 9))
        assert [task.encounter // 4 for task in tasks] == [number] * 8
        assert {task.opening for task in tasks} == {number} and {task.venue for task in tasks} == {0, 1}
        if number == 1:
            # a and b have won all.
            assert {(task.black, task.white) for task in tasks} == {(0, 1), (1, 0), (2, 3), (3, 2)}
        for task in tasks:
            records.append(record(task, float(task.black < task.white)))
            schedule.add(records[-1])
    assert schedule.next_task() is None
    # The records in any order lead to the same place.
    lost = records[-1]
    random.Random(1).shuffle(records)
    resumed = Schedule(tournament, list("abcd"), 1, [r for r in records if r is not lost])
    assert record(resumed.next_task(), float(lost["result"] == "black")) == lost
    assert resumed.next_task() is None


def test_waiting_for_a_round_ends_with_the_match():
    schedule = Schedule(Tournament("swiss", 2, given_rounds=2), ["a", "b"], 1, [])
    assert schedule.next_task() and schedule.next_task()
    schedule.close()
    assert schedule.next_task() is None


def event(folder: Path, arguments: str = "") -> Path:
    """A Swiss tournament of five small engines at two venues."""
    folder.mkdir(exist_ok=True)
    (folder / "openings.txt").write_text("d4 e5 e4\nd4 d5 e5\nc3 d4 e5\n")
    tables = []
    for number in range(5):
        program = {"name": f"e{number}", "cmd": sys.executable}
        program["args"] = f"-I {FAKE} --forget --seed {number} {arguments}"
        lines = [f"{key} = {json.dumps(value)}" for key, value in program.items()]
        tables.append("\n".join(["[[engine]]", *lines, "threads = 3", "info = {colour = true, size = 4}"]))
    venues = """
        [[venue]]
        openings = "openings.txt"
        board = 7
        [[venue]]
        rule = "renju"
        board = "9"
        stones = 4
        max_moves = 60
    """
    head = 'tournament = "swiss"\nrounds = 3\ngames = 2\nturn = 5\nmemory = 200\nkeep-logs = true\n'
    path = folder / "event.toml"
    path.write_text("\n".join([head, *tables, venues]))
    return path


def test_a_swiss_tournament_from_a_file_at_two_venues(tmp_path):
    path, out = event(tmp_path), tmp_path / "out"
    play("--event", path, "--concurrency", 2, "--out", out)
    records = games(out)
    assert [r["game"] for r in records] == list(range(1, 3 * 2 * 2 * 2 + 1))
    assert {r["venue"] for r in records} == {0, 1}
    for r in records:
        assert (r["opening_moves"], r["opening"][:4]) == ((3, "line") if r["venue"] == 0 else (4, "rand"))
        sgf = (out / "games" / f"game-{r['game']:06d}.sgf").read_text()
        assert ("SZ[7]" in sgf, "RU[renju]" in sgf) == ((True, False) if r["venue"] == 0 else (False, True))
    meetings = {(r["encounter"] // 4, frozenset((r["black"], r["white"]))) for r in records}
    assert len(meetings) == 6 and len({pair for _, pair in meetings}) == 6
    assert sum(pairing["games"] for pairing in summary(out)["pairings"]) == 24
    text = next((out / "logs").iterdir()).read_text()
    assert "INFO max_memory 209715200" in text
    assert "INFO thread_num 3" in text and "INFO colour 1" in text and "INFO size 4" in text
    # A further round follows from the ones before; the number of games is fixed.
    play("--event", path, "--rounds", 4, "--out", out)
    assert games(out)[:24] == records and len(games(out)) == 32
    assert "games" in play("--event", path, "--games", 4, "--out", out, code=2)


@pytest.mark.skipif(os.name != "posix", reason="the end of the engines needs its guard")
def test_a_tournament_that_was_killed_goes_on_and_ends_as_if_it_had_not_been(tmp_path):
    path, out = event(tmp_path, "--delay-all 0.005"), tmp_path / "out"
    arguments = ["--event", str(path), "--concurrency", "2", "--out"]
    for count in (3, 11):
        process = subprocess.Popen(command(*arguments, str(out)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(lambda count=count: (out / "games.jsonl").exists() and len(games(out)) >= count, process)
        process.kill()
        process.wait()
    play(*arguments, out, "--resume")
    play(*arguments, tmp_path / "whole")
    key = ("game", "encounter", "black", "white", "result", "moves")
    assert len(games(out)) == 24
    assert [[r[k] for k in key] for r in games(out)] == [[r[k] for k in key] for r in games(tmp_path / "whole")]


def test_a_folder_from_before_venues_and_threads_is_continued(tmp_path):
    play(*TWO, "--games", 2, "--out", tmp_path)
    settings = json.loads((tmp_path / "settings.json").read_text())
    del settings["hang_timeout"]
    for engine in settings["engines"].values():
        del engine["directory"], engine["eol"]
        assert sorted(engine) == ["arguments", "env", "info", "limits", "name", "sha256"]
        assert "threads" not in engine["limits"]
    old_keys = "board engines max_moves openings restart rule sprt tolerance tournament"
    assert sorted(settings) == old_keys.split()
    (tmp_path / "settings.json").write_text(json.dumps(settings))
    old = [{key: value for key, value in r.items() if key != "venue"} for r in games(tmp_path)]
    (tmp_path / "games.jsonl").write_text("".join(json.dumps(r) + "\n" for r in old))
    play(*TWO, "--games", 4, "--out", tmp_path, "--resume")
    assert games(tmp_path)[:2] == old and len(games(tmp_path)) == 4
    # From then on the folder has all settings.
    changed = play(*TWO, "--games", 4, "--out", tmp_path, "--hang-timeout", 9, "--each", "eol=crlf", code=2)
    assert re.search(r"hang_timeout +600\.0 +9\.0\n", changed) and re.search(r"engines b eol +lf +crlf\n", changed)


def test_a_file_of_an_event_is_read_as_options(tmp_path):
    path = tmp_path / "event.toml"
    path.write_text(
        """
        max-moves = 90
        restart = true
        openings = "lists/a.txt"
        sprt = {elo0 = 0, elo1 = 5.5}
        [[engine]]
        cmd = "./bin/a -x 'b c'"
        info = {a = "b c", on = true}
        [[engine]]
        cmd = "b"
        dir = "/tmp"
        """
    )
    assert read_event(path) == {
        "max_moves": 90,
        "restart": True,
        "openings": f"{tmp_path}/lists/a.txt",
        "sprt": "elo0=0 elo1=5.5",
        "engine": [f"""'cmd={tmp_path}/bin/a -x '"'"'b c'"'"'' 'info.a=b c' info.on=1""", "cmd=b dir=/tmp"],
    }


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a = [1]", "a cannot be a list"),
        ("[engine]\ncmd = 'a'", r"write \[\[engine]]"),
        ("[[engine]]\ncmd = ['a']", "engine 1: cmd is neither"),
        ("[[venue]]\na = {b = {c = 1}}", "a: b is neither"),
        ("a = 1979-05-27", "neither a text nor a number"),
        ("a = ", "event.toml"),
        ('[[engine]]\ncmd = "it\'s"', "No closing quotation"),
        ("a = 1\nb = 'f\xfcnf'", "event.toml: line 2 is not in UTF-8"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path, text, complaint):
    (tmp_path / "event.toml").write_text(text, encoding="latin-1")
    with pytest.raises(EventError, match=complaint):
        read_event(tmp_path / "event.toml")


def test_files_of_editors_on_windows_are_read(tmp_path):
    for name, text in (("event.toml", 'rounds = 5\r\nrule = "renju"\r\n'), ("openings.txt", "h8i9\r\nh8h9\r\n")):
        (tmp_path / name).write_text(text, encoding="utf-8-sig", newline="")
    assert read_event(tmp_path / "event.toml") == {"rounds": 5, "rule": "renju"}
    assert list(content_lines(tmp_path / "openings.txt")) == [(1, "h8i9"), (2, "h8h9")]
    (tmp_path / "openings.txt").write_bytes(b"h8i9\nh8h9 f\xfcnf\n")
    with pytest.raises(ListError, match=r"openings.txt: line 2 is not in UTF-8"):
        list(content_lines(tmp_path / "openings.txt"))


def test_an_unknown_option_of_a_file_is_named(tmp_path):
    path = tmp_path / "event.toml"
    for text in ("rond = 3", 'event = "other.toml"'):
        path.write_text(text)
        assert f"unknown option {text.split()[0]}" in invoke(main, "--event", path, code=2)


def strong_by_index(tasks: list, points: float = 1.0) -> list[dict]:
    """Records of tasks of a ladder in which the engine with the greater index wins."""
    return [record(task, points if task.black > task.white else 1 - points) for task in tasks]


def played(schedule: Schedule, rounds: int) -> list[dict]:
    """Plays rounds of one pair of games each."""
    records = []
    for _ in range(rounds):
        tasks = [schedule.next_task(), schedule.next_task()]
        # Wins of the stronger one, and a draw now and then.
        first = 0.5 if tasks[0].number % 6 == 1 else 1.0
        records += strong_by_index(tasks[:1], first) + strong_by_index(tasks[1:])
        for found in records[-2:]:
            schedule.add(found)
    return records


def ladder(rounds: int, names: str = "abcd", records: list[dict] | None = None) -> Schedule:
    return Schedule(Tournament("ladder", len(names), given_rounds=rounds), list(names), 1, records or [])


def names_of(records: list[dict]) -> list[str]:
    return ["".join(sorted((found["black"], found["white"]))) for found in records[::2]]


def test_in_a_ladder_everyone_plays_before_anyone_plays_much():
    names = names_of(played(ladder(2), 2))
    assert sorted("".join(names)) == list("abcd"), names


def test_in_a_ladder_those_meet_whose_games_make_the_ratings_surest():
    generator = random.Random(1)
    for _ in range(20):
        met = [
            Meetings(i, j, {(2, generator.randint(0, 4) / 2): generator.randint(1, 20)})
            for i, j in itertools.combinations(range(5), 2)
            if generator.random() < 0.6
        ]
        believed = [*met, *(Meetings(engine, 5, {(2, 1.0): 0.1}) for engine in range(5))]
        values = likeliest(6, believed).values

        def variances(pair: tuple[int, int], values=values, believed=believed) -> float:
            # The expected result changes no rating.
            points = 2 * expected(values[pair[0]] - values[pair[1]])
            spread = likeliest(6, [*believed, Meetings(*pair, {(2, points): 1})]).spread
            return sum(spread[engine][engine] for engine in range(5))

        chosen = pair_next(5, met)
        assert variances(chosen) == pytest.approx(min(map(variances, itertools.combinations(range(5), 2))))


def test_a_ladder_goes_on_where_it_was_and_takes_new_engines():
    whole = played(ladder(9), 9)
    resumed = ladder(9, records=whole[:11])
    assert record(resumed.next_task(), 0.5)["white"] == whole[11]["white"]
    assert names_of(whole[:10]) + names_of(played(ladder(9, records=whole[:10]), 4)) == names_of(whole)
    joined = ladder(12, "xabcd", [found for found in whole if found is not whole[17]])
    # A pair that was begun is finished by the engines that began it.
    last = joined.next_task()
    assert "xabcd"[last.black] == whole[17]["black"] and "xabcd"[last.white] == whole[17]["white"]
    joined.add(whole[17])
    assert 0 in {(task := joined.next_task()).black, task.white}


@pytest.mark.parametrize("leg", [0, 1])
@pytest.mark.parametrize("is_swapped", [False, True])
def test_by_swap2_each_engine_of_a_pair_proposes_once(leg, is_swapped):
    tasks = list(iter(ladder(1).next_task, None))
    played = tasks[leg]
    found = record(played, 1)
    # Whoever proposes has Black only if the other engine does not take it.
    found["swap2"] = [f"{found['black']}: 5,5 6,6 7,7", f"{found['white']}: {'SWAP' if is_swapped else '9,9'}"]
    if is_swapped:
        found["black"], found["white"] = found["white"], found["black"]
    assert list(iter(ladder(1, records=[found]).next_task, None)) == [tasks[1 - leg]]


def test_a_ladder_from_a_file_may_grow(tmp_path):
    path, out = event(tmp_path), tmp_path / "out"
    whole = path.read_text().replace('"swiss"', '"ladder"')
    tables = whole.split("[[engine]]\n")
    fewer = "[[engine]]\n".join(tables[:5]) + "[[venue]]" + tables[5].split("[[venue]]", 1)[1]
    path.write_text(fewer)
    play("--event", path, "--out", out)
    records = games(out)
    assert len(records) == 3 * 2 * 2 and all(r["encounter"] // 2 == (r["game"] - 1) // 4 for r in records)
    path.write_text(whole)
    play("--event", path, "--rounds", 4, "--out", out)
    assert games(out)[:12] == records and "e4" in {r["black"] for r in games(out)[12:]}
    path.write_text(fewer)
    assert "engines e4" in play("--event", path, "--rounds", 5, "--out", out, code=2)
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- ratings -->\nold\n<!-- end of ratings -->\nafter\n")
    shown = ["show", out, "--anchor", "e1", "--elo", 100, "--markdown", page]
    play(*shown)
    lines = page.read_text().splitlines()
    assert lines[:4] == ["before", "<!-- ratings -->", "", "|#|engine|rating|games|score|"]
    assert len(lines) == 15 and "old" not in lines and "|e1|+100|" in page.read_text()
    first = page.read_text()
    play(*shown)
    assert page.read_text() == first
    play(*shown, "--top", 2)
    assert page.read_text().splitlines() == [*lines[:7], *lines[10:]] and lines[11].startswith("Openings favour")
    page.write_text("no place\n")
    assert "expected one line <!-- ratings -->" in play(*shown, code=2)


def test_a_name_in_markdown_is_what_it_is_elsewhere():
    name = "<b>|a*b*_c_`d`[e](f) &lt; \\| ~g~"
    text = to_markdown(Table("ratings", "Ratings", [Column("engine", "engine"), Column("games", "games")], [[name, 5]]))
    tokens = MarkdownIt("gfm-like", {"html": True, "linkify": False}).parse(text)
    cells = ["".join(child.content for child in token.children) for token in tokens if token.type == "inline"]
    assert cells == ["engine", "games", name, "5"]
    assert {child.type for token in tokens for child in token.children or ()} <= {"text", "text_special"}
