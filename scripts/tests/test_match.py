"""Whole matches through the command line: schedule, results, resume, interruption, SPRT, usage errors."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys

import pytest
from matches import TWO, command, games, play, summary
from patience import PATIENCE, wait_for
from programs import FAKE, built, engine, invoke, script

from fukumi_tools.organisers.match.cli import join_sprt_words, main
from fukumi_tools.organisers.match.schedule import Schedule, Tournament
from fukumi_tools.repository import ROOT

BOOK = ROOT / "assets" / "openings" / "freestyle-15.txt"


def test_schedule_of_pairs_and_colours():
    finished = [{"encounter": 0, "pair": 0, "leg": 1}]
    schedule = Schedule(Tournament("round-robin", 3), ["a", "b", "c"], pairs=2, records=finished)
    tasks = list(iter(schedule.next_task, None))
    assert len(tasks) == schedule.total_games - 1 == 11
    assert [(t.number, t.black, t.white, t.pair) for t in tasks[:4]] == [
        (1, 0, 1, 0),
        (3, 0, 2, 0),
        (4, 2, 0, 0),
        (5, 1, 2, 0),
    ]
    assert Tournament("gauntlet", 4).all_pairs() == [(0, 1), (0, 2), (0, 3)]


def test_a_match_with_swapped_colours_and_everything_written(tmp_path):
    output = play(*TWO, "--games", 6, "--concurrency", 3, "--out", tmp_path, "--report-every", 2, "--keep-logs")
    assert "game 6/6" in output and "finished" in output
    records = games(tmp_path)
    assert [record["game"] for record in records] == [1, 2, 3, 4, 5, 6]
    for first, second in zip(records[0::2], records[1::2], strict=True):
        assert (first["black"], first["white"]) == ("a", "b") == (second["white"], second["black"])
        assert first["moves"][:5] == second["moves"][:5] and first["opening"] == second["opening"]
    assert len({record["opening"] for record in records}) == 3
    names = [f"game-{number:06d}" for number in range(1, 7)]
    assert sorted(path.stem for path in (tmp_path / "games").glob("*.sgf")) == names
    assert sorted(path.stem for path in (tmp_path / "logs").iterdir()) == names
    total = summary(tmp_path)
    assert (total["status"], total["games"]) == ("finished", 6)
    first, second = total["engines"]
    assert first["wins"] == second["losses"] and first["draws"] == second["draws"]
    assert sum(total["pairings"][0]["pentanomial"]) == 3
    assert first["pentanomial"] == second["pentanomial"][::-1]
    assert first["peak_memory_bytes"] > 0 and first["depth_mean"] == 3
    assert total["processor_seconds"]["runner"] > 0
    if os.name == "posix":
        assert total["processor_seconds"]["engines"] > 0


def test_resume_after_interruption_plays_only_what_is_missing(tmp_path):
    # As one word: a file that is an argument would belong to the engine.
    gate = tmp_path / "gate"
    waiting = engine("a", f"--seed 1 --gate={gate} --gate-from 3")
    slow = [*waiting, *engine("b", "--seed 2"), "--turn", "600", "--board", "7"]
    arguments = [*slow, "--games", "16", "--concurrency", "2", "--out", str(tmp_path)]
    process = subprocess.Popen(command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    wait_for(lambda: (tmp_path / "games.jsonl").exists() and len(games(tmp_path)) >= 4, process)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "interrupted" in output
    before = games(tmp_path)
    gate.touch()
    assert len(before) == 4 and summary(tmp_path)["status"] == "interrupted"

    # A line that was cut off by a crash of the machine does not count.
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write('{"game":99,"half')
    assert f"{len(before)} games are finished" in play(*arguments, "--resume")
    after = games(tmp_path)
    assert [record["game"] for record in after] == list(range(1, 17))
    assert [record for record in after if record["game"] in {b["game"] for b in before}] == before
    assert summary(tmp_path)["games"] == 16

    # More games of the same match are fine, other settings are not.
    play(*slow, "--games", "18", "--out", str(tmp_path))
    assert len(games(tmp_path)) == 18
    changed = play(*slow, "--games", "18", "--rule", "renju", "--turn", "2", "--out", tmp_path, code=2)
    assert "other settings" in changed
    table = [line.split() for line in changed.splitlines()]
    for line in (
        ["setting", "before", "now"],
        ["rule", "freestyle", "renju"],
        ["engines", "a", "limits", "turn", "600.0", "2.0"],
        ["engines", "b", "limits", "turn", "600.0", "2.0"],
    ):
        assert line in table, changed
    assert "{" not in changed


def test_engines_keep_their_order(tmp_path):
    a, b, c = (engine(name) for name in "abc")
    settings = ["--turn", "60", "--board", "7", "--games", "2"]
    play(*a, *b, *c, *settings, "--out", tmp_path / "match")
    changed = play(*c, *b, *a, *settings, "--out", tmp_path / "match", code=2)
    assert "holds a match with other settings" in changed
    assert re.search(r"order of engines +a, b, c +c, b, a\n", changed)

    # Engines may join a ladder, which knows them by their names, but not a test of two.
    settings += ["--tournament", "ladder", "--rounds"]
    play(*a, *b, *settings, "1", "--out", tmp_path / "ladder")
    play(*b, *a, *settings, "2", "--out", tmp_path / "ladder")
    assert len(games(tmp_path / "ladder")) == 4
    settings += ["1", "--sprt", "elo1=300", "--out", tmp_path / "test"]
    play(*a, *b, *settings)
    assert "order of engines" in play(*b, *a, *settings, code=2)


def test_faults_are_counted_reported_and_kept(tmp_path):
    engines = [*engine("good"), *engine("bad", "--behaviour crash --at 3")]
    output = play(*engines, "--board", 9, "--turn", 5, "--games", 4, "--out", tmp_path)
    assert "bad (white) lost by crash: ended by SIGABRT" in output
    total = summary(tmp_path)
    assert len(total["faults"]) == 4 and total["engines"][1]["faults"]["crash"] == 4
    assert len(list((tmp_path / "faults").iterdir())) == 4
    text = (tmp_path / "faults" / "game-000001.txt").read_text()
    assert "result: black, crash: ended by SIGABRT" in text and "white > TURN" in text


def test_stop_on_fault(tmp_path):
    arguments = [*engine("good"), *engine("bad", "--behaviour garbage"), "--turn", 60, "--games", 40]
    play(*arguments, "--stop-on-fault", "--out", tmp_path, code=3)
    assert len(games(tmp_path)) == 1 and summary(tmp_path)["status"] == "fault"


def test_round_robin_and_gauntlet(tmp_path):
    three = [*engine("a", "--seed 1"), *engine("b", "--seed 2"), *engine("c", "--seed 3"), "--turn", 60, "--board", 7]
    play(*three, "--games", 2, "--out", tmp_path / "all")
    assert [(p["first"], p["second"], p["games"]) for p in summary(tmp_path / "all")["pairings"]] == [
        ("a", "b", 2),
        ("a", "c", 2),
        ("b", "c", 2),
    ]
    play(*three, "--games", 2, "--tournament", "gauntlet", "--restart", "--out", tmp_path / "gauntlet")
    assert [engine["games"] for engine in summary(tmp_path / "gauntlet")["engines"]] == [4, 2, 2]


def test_sprt_stops_and_stays_decided(tmp_path):
    arguments = [*engine("good"), *engine("bad", "--behaviour garbage --at 2"), "--turn", 60, "--concurrency", 2]
    arguments += ["--sprt", "elo0=0", "elo1=300", "alpha=0.1", "beta=0.1", "--out", tmp_path]
    output = play(*arguments)
    assert "H1 accepted" in output
    total = summary(tmp_path)
    assert total["status"] == "sprt" and total["sprt"]["decision"] == "H1"
    assert total["sprt"]["llr"] >= total["sprt"]["upper_bound"]
    played = total["games"]
    play(*arguments)
    assert summary(tmp_path)["games"] == played


@pytest.mark.parametrize("rule", ["renju", "caro", "caro-overline", "standard", "8"])
def test_every_rule_plays(tmp_path, rule):
    play(*TWO, "--rule", rule, "--games", 2, "--out", tmp_path)
    assert {record["reason"] for record in games(tmp_path)} <= {"five", "foul", "full-board"}


@pytest.mark.parametrize("rule", ["caro", "caro-overline", "renju"])
def test_the_engine_analyses_each_game_once_and_under_its_rule(tmp_path, rule):
    program = built()
    play(*TWO, "--rule", rule, "--games", 2, "--out", tmp_path)
    folder = tmp_path / "games"
    for what in (folder, *folder.glob("*.sgf")):
        arguments = [program, "analyze", "--json", "--nodes", "20", what]
        told = subprocess.run(arguments, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout
        assert [json.loads(line)["rule"] for line in told.splitlines()] == [rule] * (2 if what is folder else 1)


def test_an_opening_file(tmp_path):
    book = tmp_path / "book.txt"
    book.write_text("d4 e5 e4\nd4d5e5\n")
    play(*TWO, "--games", 4, "--openings", book, "--out", tmp_path / "out")
    assert [record["moves"][:3] for record in games(tmp_path / "out")] == 2 * [["d4", "e5", "e4"]] + 2 * [
        ["d4", "d5", "e5"]
    ]


def test_openings_that_repeat_are_announced(tmp_path):
    book = tmp_path / "book.txt"
    book.write_text("d4 e5 e4\n")
    arguments = [*TWO, "--openings", book, "--out", tmp_path / "out"]
    words = "openings repeat exactly"
    output = play(*arguments, "--games", 16)
    assert "8 pairs need more: openings are used again, turned" in output and words not in output
    assert f"after 8 pairs {words}" in play(*arguments, "--games", 18)


def test_an_option_of_openings_is_for_the_venues_that_follow_it(tmp_path):
    swap2 = [*engine("a", "--swap2 0,0/SWAP"), *engine("b", "--swap2 0,0/SWAP"), "--turn", "60", "--games", "2"]
    venues = ["--venue", f"openings={BOOK}", "--venue", "board=9 swap2=1", "--venue", "board=9"]
    play(*swap2, *venues, "--stones", "3", "--out", tmp_path)
    kinds = [venue["openings"]["kind"] for venue in json.loads((tmp_path / "settings.json").read_text())["venues"]]
    assert kinds == ["file", "swap2", "random"]


FOUR = [*engine("a"), *engine("B"), *engine("c"), *engine("d"), "--turn", "60"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "at least two engines"),
        ([*TWO, "--games", "3"], "even"),
        ([*TWO, "--rule", "chess"], "chess"),
        ([*TWO, "--board", "4"], "5 to 22"),
        ([*TWO, "--board", "big"], "no board size"),
        ([*engine("a"), *engine("b")], "no limit for a move"),
        ([*TWO, "--sprt", "elo0=5 elo1=0"], "elo0 must be below elo1"),
        ([*TWO, "--sprt", "elo=5"], "expected elo0="),
        ([*TWO, *engine("c"), "--sprt", "elo1=5"], "exactly two engines"),
        ([*TWO, "--resume"], "--resume needs --out"),
        ([*TWO, "--openings", "no-such-file"], "does not exist"),
        ([*TWO, "--memory", "much"], "not a number"),
        ([*TWO, "--rounds", "3"], "--rounds goes with"),
        ([*TWO, "--tournament", "swiss"], "--rounds goes with"),
        ([*TWO, "--venue", "rule=chess"], "unknown rule 'chess'"),
        ([*TWO, "--venue", "board=4"], "5 to 22"),
        ([*TWO, "--venue", "board=big"], "no board size"),
        ([*TWO, "--venue", "order=odd"], "order must be"),
        ([*TWO, "--venue", "stones=few"], "few"),
        ([*TWO, "--venue", "colour=red"], "unknown key 'colour'"),
        ([*TWO, "--venue", "board=7", "--venue", "board=9", "--sprt", "elo1=5"], "one venue"),
        ([*engine("a", extra="threads=0"), *engine("b"), "--turn", "5"], "threads must be positive"),
        ([*TWO, "--agreed-win", "moves=0"], "--agreed-win: numbers must be positive"),
        ([*TWO, "--agreed-win", "score=5"], "--agreed-win: unknown key 'score'"),
        ([*TWO, "--agreed-draw", "moves=many"], "--agreed-draw"),
        ([*TWO, "--proven-win", "nodes=5"], "--proven-win needs cmd"),
        ([*TWO, "--proven-win", "cmd=./no-such-program"], "not found"),
        ([*TWO, "--openings", BOOK, "--stones", "5"], "--stones is for random openings"),
        ([*TWO, "--openings", BOOK, "--venue", "stones=6"], "stones is for random openings"),
        ([*TWO, "--openings", BOOK, "--venue", "swap2=1 stones=6"], "stones has no effect where engines make"),
        ([*TWO, "--venue", f"swap2=1 openings={BOOK}"], "openings has no effect where engines make the opening"),
        ([*TWO, "--swap2", "--openings", BOOK], "--openings has no effect: openings are made by the engines"),
        ([*TWO, "--swap2", "--stones", "0"], "--stones has no effect: openings are made by the engines"),
        ([*TWO, "--swap2", "--balance", "cmd=sh"], "--balance has no effect: openings are made by the engines"),
        (
            [*TWO, "--board", "15", "--openings", BOOK, "--balance", "cmd=sh"],
            "--balance has no effect: openings are those of a file",
        ),
        ([*TWO, "--stones", "5", "--venue", f"board=15 openings={BOOK}"], "--stones has no effect: openings are those"),
        ([*TWO, "--stones", "5", "--venue", "stones=6"], "--stones has no effect: each venue has its own"),
        (
            [*TWO, "--openings", BOOK, "--venue", f"board=15 openings={BOOK}"],
            "--openings has no effect: each venue has its own",
        ),
        ([*TWO, "--balance", "nodes=5"], "cmd=PROGRAM is missing"),
        ([*TWO, "--balance", "cmd=sh nodes=none turn=1"], "--balance needs nodes"),
        ([*FOUR, "--pairing", "a"], "expected the names of two engines"),
        ([*FOUR, "--pairing", "a x"], "there is no engine 'x'"),
        ([*FOUR, "--pairing", "a a"], "does not play against itself"),
        ([*FOUR, "--pairing", "a B", "--pairing", "B a"], "are paired already"),
        ([*FOUR, "--pairing", "a B"], "c is in no --pairing"),
        ([*FOUR, "--elo-within", "400"], "go together"),
        ([*FOUR, "--elo-within", "400", "--ratings", "a=1 B=2 c=3"], "there is none of d"),
        ([*FOUR, "--elo-within", "400", "--ratings", "a=1 B=2 c=3 d=x"], "expected NAME=ELO, got 'd=x'"),
        ([*FOUR, "--elo-within", "400", "--ratings", "a=1 B=2 c=3 d=999"], "d has no opponent within 400 Elo"),
        ([*FOUR, "--pairing", "a B", "--tournament", "gauntlet"], "go with --tournament round-robin"),
        ([*FOUR, "--tie-breaks", "buchholz koya"], "'koya' is none of game-points, match-points"),
        ([*FOUR, "--points", "match-points"], "--points goes with --tournament swiss"),
    ],
)
def test_usage_errors(arguments, complaint):
    assert complaint in invoke(main, *arguments, code=2)


def test_an_engine_that_cannot_start_ends_the_match_before_it_begins(tmp_path):
    output = play(*engine("a"), *engine("b", "--behaviour refuse"), "--turn", 1, "--out", tmp_path, code=1)
    assert "engine b cannot play: refused START" in output


def test_a_program_that_is_gone_ends_the_match_and_loses_no_game(tmp_path):
    # It is started before the match and for each game, and is gone once the second one has begun.
    starts, backup = tmp_path / "starts", tmp_path / "backup"
    text = f"echo >> {starts}\n[ $(wc -l < {starts}) = 3 ] && rm $0\nexec {sys.executable} -I {FAKE}"
    program = script(tmp_path / "program", text)
    shutil.copy(program, backup)
    arguments = [*engine("a"), "--engine", f"name=b cmd={program}", "--turn", 60, "--board", 7, "--restart"]
    arguments += ["--games", 4, "--out", tmp_path / "out"]
    output = play(*arguments, code=1)
    assert f"cannot start {program}: No such file or directory. The game does not count.\n" in output
    assert f"the same command with --out {tmp_path / 'out'} goes on from there" in output
    assert summary(tmp_path / "out")["status"] == "failed"
    before = games(tmp_path / "out")
    assert [record["game"] for record in before] == [1, 2]
    shutil.copy(backup, program)
    play(*arguments)
    assert games(tmp_path / "out")[:2] == before and len(games(tmp_path / "out")) == 4
    assert summary(tmp_path / "out")["faults"] == []


@pytest.mark.parametrize("behaviour", ["refuse-info", "late-refuse-info"])
def test_an_engine_that_refuses_its_own_setting_ends_the_match_before_it_begins(behaviour, tmp_path):
    b = engine("b", f"--behaviour {behaviour}", "info.evaluation=x.net")
    output = play(*engine("a"), *b, "--turn", 1, "--out", tmp_path / "refused", code=1)
    assert "engine b cannot play: refused a setting: ERROR cannot read evaluation x.net" in output
    # What it says to lines that nobody chose is not asked for.
    b = engine("b", f"--behaviour {behaviour}", "info.color=red")
    play(*engine("a"), *b, "--turn", 60, "--games", 2, "--out", tmp_path / "played")
    assert summary(tmp_path / "played")["games"] == 2


def test_an_engine_that_is_not_ready_for_the_next_game_is_asked_again(tmp_path):
    play(*engine("a"), *engine("b", "--behaviour busy"), "--turn", 60, "--games", 4, "--keep-logs", "--out", tmp_path)
    assert summary(tmp_path)["faults"] == []
    logs = [path.read_text() for path in sorted((tmp_path / "logs").iterdir())]
    assert ["once more in" in text for text in logs] == [False, True, True, True]


def test_nothing_to_resume(tmp_path):
    assert "nothing to resume" in play(*TWO, "--resume", "--out", tmp_path / "new", code=2)


def test_help_names_every_part():
    output = invoke(main, "--help")
    for text in ("--engine", "info.KEY=VALUE", "Example", "Exit status", "--sprt"):
        assert text in output


def test_words_of_sprt_need_no_quotes():
    joined = join_sprt_words(["--sprt", "elo0=0", "elo1=5", "model=logistic", "--games", "4"])
    assert joined == ["--sprt", "elo0=0 elo1=5 model=logistic", "--games", "4"]
