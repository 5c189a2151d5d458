"""The queue of experiments: files, builds, verdicts, what survives being killed, the log and its tables.

Programs are built from a small engine in Rust that these tests bring along, or stand ready as scripts.
"""

import errno
import hashlib
import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from patience import PATIENCE

from fukumi_tools.board.openings import shipped_list
from fukumi_tools.board.rules import Board, Rule
from fukumi_tools.cli import main
from fukumi_tools.files import WriteError
from fukumi_tools.folder import lock_folder
from fukumi_tools.organisers.match.play import play_match
from fukumi_tools.research.queue import report
from fukumi_tools.research.queue.build import Builder, failure_of
from fukumi_tools.research.queue.log import Log, LogError, read_records

SCRIPTS = Path(__file__).resolve().parent.parent
FAKE = Path(__file__).with_name("fake_engine.py")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the programs are scripts for a Unix shell")

MANIFEST = """\
[package]
name = "fukumi"
version = "0.1.0"
edition = "2021"

[features]
tune = []
"""
LOCK = """\
version = 3

[[package]]
name = "fukumi"
version = "0.1.0"
"""
ENGINE = r"""
//! Plays five in a row where STYLE is 1, and stones far from each other where it is 0.
use std::io::{self, BufRead, Write};

fn main() {
    if std::env::args().nth(1).as_deref() == Some("params") {
        if cfg!(feature = "tune") {
            println!(r#"[{{"name": "style", "default": {STYLE}, "min": 0, "max": 1, "step": 1}}]"#);
            return;
        }
        std::process::exit(2);
    }
    let (mut size, mut style, mut board) = (0, STYLE, Vec::new());
    let mut lines = io::stdin().lock().lines().map(|line| line.unwrap());
    while let Some(line) = lines.next() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "START" => {
                size = words[1].parse().unwrap();
                board = vec![0; size * size];
                say("OK");
            }
            "ABOUT" => say("name=\"Toy\""),
            "INFO" if cfg!(feature = "tune") && words[1] == "tune.style" => style = words[2].parse().unwrap(),
            "TURN" => {
                put(&mut board, size, &format!("{},2", words[1]));
                think(&mut board, size, style);
            }
            "BOARD" => {
                board.fill(0);
                for line in lines.by_ref().take_while(|line| line != "DONE") {
                    put(&mut board, size, &line);
                }
                think(&mut board, size, style);
            }
            "BEGIN" => think(&mut board, size, style),
            "END" => break,
            _ => {}
        }
    }
}

fn say(text: &str) {
    println!("{text}");
    io::stdout().flush().unwrap();
}

fn put(board: &mut [u8], size: usize, text: &str) {
    let numbers: Vec<usize> = text.split(',').map(|word| word.parse().unwrap()).collect();
    board[numbers[1] * size + numbers[0]] = numbers[2] as u8;
}

fn think(board: &mut [u8], size: usize, style: i32) {
    let mut best = (-1, 0);
    for start in 0..board.len() {
        let row = start..start + 5;
        if style == 1 && start % size + 5 <= size && board[row.clone()].iter().all(|&stone| stone != 2) {
            let own = board[row.clone()].iter().filter(|&&stone| stone == 1).count() as i32;
            if let Some(point) = row.clone().find(|&point| board[point] == 0).filter(|_| own > best.0) {
                best = (own, point);
            }
        }
    }
    if best.0 < 0 {
        best.1 = (0..board.len()).map(|i| i * 7 % board.len()).find(|&point| board[point] == 0).unwrap();
    }
    board[best.1] = 1;
    say(&format!("{},{}", best.1 % size, best.1 / size));
}

include!("style.rs");
"""
WEAK = "const STYLE: i32 = 0;\n"
STRONG = "const STYLE: i32 = 1;\n"
# Sides of a row, so that five of them fit and no game is long; 9 times 9 has no common factor with 7.
QUICK = """\
rules = ["freestyle 9"]
stages = [{nodes = 10}]
bounds = [0, 300]
model = "logistic"
alpha = 0.1
beta = 0.1
stones = 4
send = ""
"""


def git(repository: Path, *words: str) -> str:
    names = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"]
    return subprocess.run(
        ["git", "-C", repository, *names, *words], check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.fixture
def repository(tmp_path) -> Path:
    """A repository with the small engine, which plays badly."""
    folder = tmp_path / "repository"
    (folder / "src").mkdir(parents=True)
    for name, text in (
        ("Cargo.toml", MANIFEST),
        ("Cargo.lock", LOCK),
        ("src/main.rs", ENGINE),
        ("src/style.rs", WEAK),
        (".gitignore", "target\n"),
    ):
        (folder / name).write_text(text)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "first")
    return folder


def program(path: Path, arguments: str = "", parameters: str = "") -> str:
    """A program that is the fake engine with arguments, and lists `parameters` as its own."""
    listed = (
        f"import sys\nif sys.argv[1:] == ['params']:\n    print({parameters!r}), sys.exit()\n" if parameters else ""
    )
    path.write_text(
        f"#!{sys.executable} -I\n{listed}import os\n"
        f"os.execv({sys.executable!r}, [{sys.executable!r}, '-I', {str(FAKE)!r}, *{arguments.split()!r}])\n"
    )
    path.chmod(0o755)
    return str(path)


def run(*arguments, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["queue", *map(str, arguments)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, done.output
    return done.output


def experiments(folder: Path, text: str, *more, code: int = 0) -> tuple[str, list[dict]]:
    """Works through a file in a folder; the output and the log."""
    (folder / "plan.toml").write_text(text)
    log = folder / "log" / "log.jsonl"
    output = run("run", folder / "plan.toml", "--out", folder / "out", "--log", log, *more, code=code)
    return output, read_records(log)


def games(folder: Path) -> list[tuple]:
    """What tells all games of a queue apart."""
    return [
        (file.parent, record["encounter"], record["pair"], record["leg"])
        for file in folder.glob("matches/*/*/games.jsonl")
        for record in map(json.loads, file.read_text().split("\n")[:-1])
    ]


# Builds and verdicts


@pytest.mark.skipif(shutil.which("cargo") is None, reason="programs are built by Cargo")
def test_a_file_is_worked_through_to_the_verdict_of_each_experiment(tmp_path, repository):
    (tmp_path / "strong.rs").write_text(STRONG)
    (tmp_path / "strong.diff").write_text(
        f"--- a/src/style.rs\n+++ b/src/style.rs\n@@ -1 +1 @@\n-{WEAK}+{STRONG}".rstrip("\n")
    )
    (tmp_path / "lost.diff").write_text("--- a/src/style.rs\n+++ b/src/style.rs\n@@ -1 +1 @@\n-nothing\n+something\n")
    (tmp_path / "broken.rs").write_text("const STYLE: i32 = one;\n")
    plan = f"""{QUICK}
        guards = ["renju 9"]
        [[experiment]]
        name = "file"
        idea = "A file of its own."
        test = {{files = {{"src/style.rs" = "strong.rs"}}}}
        stages = [{{nodes = 10}}, {{depth = 2, on = "guards", bounds = [-300, 0]}}]
        [[experiment]]
        name = "patch"
        idea = "A patch
         in the base."
        base = {{patch = "strong.diff"}}
        test = {{commit = "HEAD"}}
        [[experiment]]
        name = "option"
        idea = "A number."
        test = {{options = {{tune.style = 1}}}}
        [[experiment]]
        name = "lost"
        idea = "A patch that does not apply."
        test = {{patch = "lost.diff"}}
        [[experiment]]
        name = "broken"
        idea = "A file that does not compile."
        test = {{files = {{"src/style.rs" = "broken.rs"}}}}
        [[experiment]]
        name = "no-such-number"
        idea = "A number that there is not."
        test = {{options = {{tune.stile = 1}}}}
        [[experiment]]
        name = "out-of-range"
        idea = "A number that is too large."
        test = {{options = {{tune.style = 2}}}}
        [[experiment]]
        name = "default"
        idea = "A number that it is anyway."
        test = {{options = {{tune.style = 0}}}}
    """.replace("A patch\n         in", "A patch in")
    output, records = experiments(tmp_path, plan, "--repository", repository, "--concurrency", 2)
    assert [(record["name"], record["verdict"]) for record in records] == [
        ("file", "accepted"),
        ("patch", "rejected"),
        ("option", "accepted"),
        ("lost", "failed"),
        ("broken", "failed"),
        ("no-such-number", "failed"),
        ("out-of-range", "failed"),
        ("default", "failed"),
    ], output
    reasons = {record["name"]: record["reason"] for record in records}
    assert "test: lost.diff does not apply: error: patch failed: src/style.rs:1" in reasons["lost"]
    assert "test: the build failed" in reasons["broken"] and "cannot find value `one`" in reasons["broken"]
    assert reasons["no-such-number"] == "test: the program has no tune.stile"
    assert reasons["out-of-range"] == "test: tune.style must be 0 to 1, got 2"
    assert reasons["default"] == "both sides are the same program with the same options"

    head = git(repository, "rev-parse", "HEAD")
    file, patch, option = records[:3]
    assert file["base"]["commit"] == file["test"]["commit"] == head and file["base"]["files"] == {}
    assert list(file["test"]["files"]) == ["src/style.rs"] and file["test"]["built"] != file["base"]["built"]
    assert patch["base"]["built"] == file["test"]["built"] and patch["test"]["built"] == file["base"]["built"]
    assert option["base"]["features"] == option["test"]["features"] == ["tune"]
    assert option["base"]["built"] == option["test"]["built"] and option["test"]["options"] == {"tune.style": "1"}
    assert [(s["rule"], s["board"], s["limit"], s["bounds"], s["on"], s["verdict"]) for s in file["stages"]] == [
        ("freestyle", "9", "10 nodes", [0.0, 300.0], "rules", "passed"),
        ("renju", "9", "depth 2", [-300.0, 0.0], "guards", "passed"),
    ]
    for record in records[:3]:
        for stage in record["stages"]:
            assert stage["games"] == stage["wins"] + stage["draws"] + stage["losses"] >= 2 * sum(stage["pentanomial"])
            assert abs(stage["llr"]) > 2 and stage["game_seconds"] > 0
    assert patch["stages"][0]["verdict"] == "failed" and patch["stages"][0]["elo"]["high"] < 0
    assert sum(record["games"] for r in records for record in r["stages"]) == len(games(tmp_path / "out"))
    # The weak one, the strong one by either way, and the one whose style can be set.
    assert len(list((tmp_path / "out" / "programs").glob("*/build.json"))) == 4

    before = (tmp_path / "log" / "log.jsonl").read_bytes()
    output, _ = experiments(tmp_path, plan, "--repository", repository)
    assert (tmp_path / "log" / "log.jsonl").read_bytes() == before
    assert output.count("in the log already") == 8


# Interruptions


def plan_of_fakes(folder: Path, names: tuple[str, ...], delay: float = 0.0, more: str = "", base_words="") -> str:
    """Experiments of engines that play at random, each game the same whatever was played before."""
    base = program(folder / "base", f"--forget --seed 1 --delay-all {delay} {base_words}")
    text = (
        QUICK.replace("freestyle 9", "freestyle 7").replace("[0, 300]", "[0, 1]")
        + f'games = 12\n{more}\nbase = {{program = "{base}"}}\n'
    )
    for number, name in enumerate(names):
        test = program(folder / name, f"--forget --seed {number + 2} --delay-all {delay}")
        text += f'[[experiment]]\nname = "{name}"\nidea = "Chance, {name}."\ntest = {{program = "{test}"}}\n'
    return text


def without_clocks(records: list[dict]) -> list[dict]:
    """Records without what is another time each time."""
    records = json.loads(json.dumps(records))
    for record in records:
        del record["date"]
        for stage in record["stages"]:
            del stage["game_seconds"]
    return records


def start(folder: Path, *more: str) -> subprocess.Popen:
    """The queue as a process of its own, with names from the folder it is started in."""
    words = ["run", "plan.toml", "--out", "out", "--log", "log/log.jsonl", *more]
    return subprocess.Popen(
        [sys.executable, "-m", "fukumi_tools", "queue", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_killed_again_and_again_it_has_one_record_for_each_and_no_game_twice(tmp_path):
    names = ("one", "two", "three")
    plan = plan_of_fakes(tmp_path, names, delay=0.002)
    (tmp_path / "plan.toml").write_text(plan)
    generator = random.Random(1)
    kills = 0
    while True:
        process = start(tmp_path)
        wanted = len(games(tmp_path / "out")) + generator.randint(1, 9)
        while process.poll() is None and (len(games(tmp_path / "out")) < wanted or kills == 5):
            time.sleep(0.01)
        process.kill()
        output, _ = process.communicate(timeout=PATIENCE)
        if process.returncode == 0:
            break
        assert process.returncode == -signal.SIGKILL, output
        kills += 1
        for file in (tmp_path / "out").glob("matches/*/*/games.jsonl"):
            with file.open("a") as half:
                half.write('{"game":99,"half')
    assert kills >= 2
    records = read_records(tmp_path / "log" / "log.jsonl")
    assert [record["name"] for record in records] == list(names)
    assert len(games(tmp_path / "out")) == len(set(games(tmp_path / "out"))) == 3 * 12
    assert {record["verdict"] for record in records} == {"undecided"}
    assert {record["reason"] for record in records} == {"stage 1 has its 12 games"}

    shutil.rmtree(tmp_path / "log")
    shutil.rmtree(tmp_path / "out")
    assert without_clocks(experiments(tmp_path, plan)[1]) == without_clocks(records)


def test_a_record_that_was_cut_off_is_written_again(tmp_path):
    plan = plan_of_fakes(tmp_path, ("one", "two"))
    _, records = experiments(tmp_path, plan)
    log = tmp_path / "log" / "log.jsonl"
    whole = log.read_bytes()
    log.write_bytes(whole[:-40])
    assert read_records(log) == records[:1]
    played = games(tmp_path / "out")
    _, again = experiments(tmp_path, plan)
    assert without_clocks(again) == without_clocks(records) and games(tmp_path / "out") == played
    # Only the end was lost, so all that was written before is as it was.
    assert log.read_bytes().startswith(whole[: whole.index(b"\n") + 1])


def test_interrupted_it_ends_soon_and_goes_on_later(tmp_path):
    gate = tmp_path / "gate"
    plan = plan_of_fakes(tmp_path, ("one",), base_words=f"--gate {gate} --gate-from 3")
    (tmp_path / "plan.toml").write_text(plan)
    process = start(tmp_path)
    while len(games(tmp_path / "out")) < 2:
        assert process.poll() is None, process.stdout.read()
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "the same command continues it" in output
    before = games(tmp_path / "out")
    assert len(before) == 2 and read_records(tmp_path / "log" / "log.jsonl") == []
    gate.touch()
    _, records = experiments(tmp_path, plan)
    assert len(records) == 1 and len(games(tmp_path / "out")) == 12 and set(before) < set(games(tmp_path / "out"))


@pytest.mark.skipif(shutil.which("cargo") is None, reason="programs are built by Cargo")
def test_a_build_is_interrupted_too(tmp_path, repository):
    waits = "fn main() { std::thread::sleep(std::time::Duration::from_secs(600)); }\n"
    (tmp_path / "build.rs").write_text(waits)
    plan = f'{QUICK}\n[[experiment]]\nname = "slow"\nidea = "Slow."\ntest = {{files = {{"build.rs" = "build.rs"}}}}\n'
    (tmp_path / "plan.toml").write_text(plan)
    process = start(tmp_path, "--repository", "repository")
    logs = tmp_path / "out" / "programs"
    while sum("build --release" in file.read_text() for file in logs.glob("*.log")) < 2:
        assert process.poll() is None, process.stdout.read()
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, output
    assert read_records(tmp_path / "log" / "log.jsonl") == []


def test_what_head_was_at_the_beginning_holds_to_the_end(tmp_path, repository, monkeypatch):
    built = []

    def make(self, source):
        built.append(source.commit)
        place = self._programs / source.to_dict()["files"].get("seed", "base")
        place.mkdir(parents=True, exist_ok=True)
        if not (place / "build.json").exists():
            program(place / "fukumi", f"--forget --delay-all 0.01 --seed {len(source.files)}")
            (place / "build.json").write_text(json.dumps({"program": "fukumi", "sha256": place.name}))
        return place.name

    monkeypatch.setattr(Builder, "make", make)
    (tmp_path / "seed").write_text("1")
    plan = QUICK + 'games = 8\n[[experiment]]\nname = "one"\nidea = "One."\ntest = {files = {"seed" = "seed"}}\n'
    first = git(repository, "rev-parse", "HEAD")
    monkeypatch.setattr("fukumi_tools.research.queue.queue.play_match", stopped := Stopped())
    with pytest.raises(Stopped.Now):
        experiments(tmp_path, plan, "--repository", repository)
    monkeypatch.setattr("fukumi_tools.research.queue.queue.play_match", stopped.real)
    git(repository, "commit", "--quiet", "--allow-empty", "--message", "second")
    second = plan + '[[experiment]]\nname = "two"\nidea = "Two."\nseed = 2\ntest = {files = {"seed" = "seed"}}\n'
    output, records = experiments(tmp_path, second, "--repository", repository)
    now = git(repository, "rev-parse", "HEAD")
    assert f"one base: HEAD is {first[:10]}, as when it was begun; now it is {now[:10]}" in output
    assert [record["base"]["commit"] for record in records] == [first, now] and first != now


class Stopped:
    """Stands in for a match, and ends it as if the machine had failed."""

    class Now(BaseException):
        pass

    def __init__(self):
        self.real = play_match

    def __call__(self, *_):
        raise Stopped.Now


# Limits and faults


def test_too_many_faults_end_an_experiment_and_are_in_its_record(tmp_path):
    plan = plan_of_fakes(tmp_path, ("good",)) + "max_faults = 3\n"
    plan = plan.replace('name = "good"', 'name = "bad"')
    program(tmp_path / "good", "--behaviour crash --at 2")
    output, (record,) = experiments(tmp_path, plan, "--report-every", 1)
    # One more game may have been begun when the third fault was counted.
    crashes = record["stages"][0]["faults"]["test"]["crash"]
    assert record["verdict"] == "failed" and crashes in (3, 4)
    assert record["reason"] == f"{crashes} faults; the last one: test lost by crash: ended by SIGABRT"
    assert "test (white) lost by crash" in output and "experiment 1/1 bad, stage 1/1: game 1/12" in output
    assert record["stages"][0]["faults"]["base"] == {"illegal": 0, "time": 0, "crash": 0}


def test_a_program_that_cannot_play_fails_and_the_next_experiment_has_its_turn(tmp_path):
    plan = plan_of_fakes(tmp_path, ("one", "two"))
    program(tmp_path / "one", "--behaviour refuse")
    _, records = experiments(tmp_path, plan)
    assert [record["verdict"] for record in records] == ["failed", "undecided"]
    assert records[0]["reason"].startswith("engine test cannot play: refused START") and records[0]["stages"] == []


def test_hours_that_are_used_up_leave_an_experiment_undecided(tmp_path):
    plan = plan_of_fakes(tmp_path, ("one",), delay=0.01, more="game_hours = 0.00001")
    _, (record,) = experiments(tmp_path, plan)
    assert (record["verdict"], record["reason"]) == ("undecided", "1e-05 hours of games are played")
    assert 0 < record["stages"][0]["games"] < 12


def test_a_disk_that_is_full_ends_the_queue_without_a_record(tmp_path, monkeypatch):
    def play_match(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    plan = plan_of_fakes(tmp_path, ("one",))
    with monkeypatch.context() as patch:
        patch.setattr("fukumi_tools.research.queue.queue.play_match", play_match)
        output, records = experiments(tmp_path, plan, code=74)
    assert "No space left on device" in output and records == []
    assert len(experiments(tmp_path, plan)[1]) == 1


def test_a_build_that_finds_no_room_says_nothing_of_its_source(tmp_path):
    log = tmp_path / "programs" / "a.log"
    log.parent.mkdir()
    log.write_text("+ cargo build\nerror: could not write output to a.o: No space left on device\n")
    failure = failure_of("the build failed", log)
    assert isinstance(failure, WriteError) and failure.filename == str(tmp_path)
    log.write_text("+ cargo build\nerror[E0308]: mismatched types\n")
    assert str(failure_of("the build failed", log)) == "the build failed: error[E0308]: mismatched types"


def test_a_folder_is_for_one_process(tmp_path):
    plan = plan_of_fakes(tmp_path, ("one",))
    lock = lock_folder(tmp_path / "out")
    output, records = experiments(tmp_path, plan, code=2)
    lock.release()
    assert "another process is at work" in output and records == []


def test_two_programs_that_are_the_same_are_no_experiment(tmp_path):
    plan = plan_of_fakes(tmp_path, ("one",))
    shutil.copy(tmp_path / "base", tmp_path / "one")
    output, _ = experiments(tmp_path, plan, code=2)
    assert "experiment 'one': both sides are the same" in output


# Files of experiments

ONE = '[[experiment]]\nname = "one"\nidea = "One."\n'
OPTION = 'test = {options = {"thread_num" = 2}}\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no [[experiment]] in it"),
        ("name = ", "plan.toml: Invalid value (at end of document)"),
        ("rulez = 1\n" + ONE + OPTION, "experiment 'one': unknown key 'rulez'; known are alpha"),
        ('idea = "x"\n' + ONE + OPTION, "idea belongs into an [[experiment]]"),
        ("[[experiment]]\n" + OPTION, "experiment 1: name is missing"),
        ('[[experiment]]\nname = "a b"\n', "experiment 1: name must be of letters"),
        ('[[experiment]]\nname = "one"\n' + OPTION, "experiment 'one': idea is missing"),
        (ONE, "experiment 'one': test is missing"),
        (ONE + 'test = "HEAD"\n', "experiment 'one': test must be a table, got 'HEAD'"),
        (ONE + "test = {}\n", "experiment 'one': both sides are the same"),
        (ONE + 'test = {commit = "no-such"}\n', "experiment 'one', test: commit 'no-such': no such commit"),
        (ONE + 'test = {patch = "no-such"}\n', "experiment 'one', test: 'no-such': No such file"),
        (ONE + 'test = {patch = "empty"}\n', "experiment 'one', test: patch 'empty' is empty"),
        (ONE + 'test = {files = {"../x" = "empty"}}\n', "files: '../x' is no path inside the source tree"),
        (ONE + 'test = {files = {".git/x" = "empty"}}\n', "files: '.git/x' is no path inside the source tree"),
        (ONE + 'test = {files = {"x" = 1}}\n', "experiment 'one', test: files: x must be a text, got 1"),
        (ONE + 'test = {program = "empty", patch = "empty"}\n', "experiment 'one', test: unknown key 'patch'"),
        (ONE + "test = {options = {a = [1]}}\n", "experiment 'one', test: options: a must be a number or a text"),
        (ONE + 'test = {options = {a = "1\\nEND"}}\n', "experiment 'one', test: options: a must be one printable line"),
        (ONE + OPTION + ONE + OPTION, "experiment 2: there is another one of the name 'one'"),
        (ONE + OPTION + ONE.replace("one", "two") + OPTION, "'two' is the same as 'one'; to play it again, give it"),
        (ONE + OPTION + 'rules = ["chess 15"]\n', "experiment 'one', stage 1: expected a rule and a board such as"),
        (ONE + OPTION + 'rules = ["renju 4"]\n', "experiment 'one', stage 1: 'renju 4': board width must be 5 to 22"),
        (ONE + OPTION + 'guards = ["renju"]\n', "experiment 'one', stage 4: expected a rule and a board"),
        (ONE + OPTION + "bounds = [0]\n", "experiment 'one', stage 1: bounds must be two numbers"),
        (ONE + OPTION + "bounds = [5, 0]\n", "experiment 'one', stage 1: elo0 must be below elo1, got 5 and 0"),
        (ONE + OPTION + "games = 3\n", "experiment 'one', stage 1: games must be even"),
        (ONE + OPTION + "games = true\n", "experiment 'one': games must be a whole number, got True"),
        (ONE + OPTION + "game_hours = 0\n", "experiment 'one': game_hours must be above 0, got 0"),
        (ONE + OPTION + "stages = [{}]\n", "experiment 'one', stage 1: no limit for a move"),
        (ONE + OPTION + 'stages = [{nodes = 1, on = "guards"}]\n', "experiment 'one': no stage is to be played"),
        (ONE + OPTION + 'stages = [{nodes = 1, on = "all"}]\n', "stage 1: on must be rules, main, guards or a list"),
        (ONE + OPTION + "stages = [{nodes = 1, node = 2}]\n", "experiment 'one', stage 1: unknown key 'node'"),
        (ONE + OPTION + 'openings = "no-such"\n', "/no-such: No such file or directory"),
        (ONE + OPTION + 'openings = {"renju" = "empty"}\n', "stage 1: openings: expected a rule and a board"),
        (ONE + OPTION + 'openings = "empty"\n', "no openings in it"),
    ],
)
def test_a_bad_file_is_refused_before_anything_is_built(tmp_path, repository, text, complaint):
    (tmp_path / "empty").write_text("")
    output, records = experiments(tmp_path, text, "--repository", repository, code=2)
    assert complaint in " ".join(output.split()), output
    assert records == [] and not (tmp_path / "out" / "programs").exists()


def test_a_file_of_an_editor_on_windows_is_read(tmp_path):
    plan = plan_of_fakes(tmp_path, ("one",)).replace("\n", "\r\n")
    (tmp_path / "plan.toml").write_text(plan, encoding="utf-8-sig", newline="")
    assert "one" in run("check", tmp_path / "plan.toml")
    (tmp_path / "plan.toml").write_bytes(b"games = 2\n# f\xfcnf\n")
    assert "line 2 is not in UTF-8" in " ".join(run("check", tmp_path / "plan.toml", code=2).split())


def test_a_check_says_what_is_asked_for_and_whether_patches_apply(tmp_path, repository):
    (tmp_path / "even.txt").write_text("h8 h9 i8\n")
    (tmp_path / "lost.diff").write_text("--- a/src/style.rs\n+++ b/src/style.rs\n@@ -1 +1 @@\n-nothing\n+something\n")
    plan = tmp_path / "plan.toml"
    plan.write_text('guards = ["renju 15"]\nopenings = {"renju 15" = "even.txt"}\n' + ONE + OPTION)
    output = run("check", plan, "--repository", repository)
    lines = [line.strip() for line in output.splitlines()]
    head = git(repository, "rev-parse", "HEAD")[:10]
    assert lines[:3] == ["one: One.", f"base: {head}", f"test: {head}, thread_num=2"]
    tests = [line.partition(", at most")[0] for line in lines[3:]]
    assert tests == [
        "freestyle 15, 5000 nodes: [0, 10] normalized",
        "freestyle 15, 20000 nodes: [0, 10] normalized",
        "freestyle 15, 0.1 s/move: [0, 10] normalized",
        "renju 15, 5000 nodes: [-5, 0] normalized",
    ]
    usual, timed = (shipped_list(Board(15, 15), Rule.FREESTYLE, timed) for timed in [False, True])
    for line, path in [(lines[3], usual), (lines[5], timed), (lines[6], tmp_path / "even.txt")]:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        assert line.endswith(f"openings kind file, sha256 {digest[:12]}, order sequential")
    plan.write_text("stones = 3\n" + ONE + OPTION)
    assert "openings kind random, stones 3, seed 1" in run("check", plan, "--repository", repository)
    plan.write_text(ONE + 'test = {patch = "lost.diff"}\n')
    output = run("check", plan, "--repository", repository, code=2)
    assert "experiment 'one', test: lost.diff does not apply: error: patch failed" in " ".join(output.split())
    assert git(repository, "status", "--porcelain") == ""


def test_the_example_is_worked_through_in_a_tiny_form(tmp_path, repository, monkeypatch):
    names = ("razoring_base", "futility_slope")
    parameters = [{"name": name, "default": 100, "min": 0, "max": 999, "step": 5} for name in names]

    def make(self, source):
        place = self._programs / "tune"
        place.mkdir(parents=True, exist_ok=True)
        program(place / "fukumi", "--forget", json.dumps(parameters))
        (place / "build.json").write_text(json.dumps({"program": "fukumi", "sha256": "0"}))
        return "tune"

    monkeypatch.setattr(Builder, "make", make)
    text = (SCRIPTS / "experiments.toml").read_text()
    assert text.count("games = 20_000") == 1
    tiny = 'games = 4\nbounds = [-900, 0]\nalpha = 0.499\nbeta = 0.499\nmodel = "logistic"\n'
    output, records = experiments(tmp_path, text.replace("games = 20_000\n", tiny), "--repository", repository)
    assert [record["name"] for record in records] == ["razoring-base-140", "futility-slope-62"]
    assert {record["verdict"] for record in records} == {"accepted"}, output
    assert [len(record["stages"]) for record in records] == [5, 7]
    assert records[0]["test"]["options"] == {"book": "0", "tune.razoring_base": "140"}


# The log and its tables


def test_a_log_has_one_record_of_an_experiment_and_names_a_damaged_line(tmp_path):
    log = Log(tmp_path / "new" / "log.jsonl")
    record = {"kind": "experiment", "key": "a", "name": "a", "idea": "\u2028", "date": "2026-11-25T00:00:00Z"}
    record |= {"stages": [], "verdict": "failed", "kept": None}
    assert log.append(record) and not log.append(record) and log.append(record | {"key": "b"})
    with log.path.open("a") as file:
        file.write('{"kind": "experiment", "key": "c"')
    assert list(log.records()) == ["a", "b"]
    assert log.append(record | {"key": "c"}) and list(log.records()) == ["a", "b", "c"]
    log.path.write_text("{}\n" + log.path.read_text())
    with pytest.raises(LogError, match="line 1: no record of an experiment"):
        log.append(record | {"key": "d"})


def note(name: str, idea: str, kept: str, rule: str = "freestyle", **more) -> dict:
    stage = {"rule": rule, "board": "15", "limit": "20k nodes", "games": 60, "wins": 16, "draws": 0, "losses": 44}
    stage |= {"elo": {"value": -176, "error": 93}, "bounds": None, "remark": None}
    record = {"kind": "note", "key": None, "name": name, "date": "2026-11-21", "idea": idea, "opponent": "before | it"}
    return record | {"stages": [stage], "verdict": None, "reason": None, "kept": kept} | more


def test_a_table_of_notes_and_experiments(tmp_path):
    _, records = experiments(tmp_path, plan_of_fakes(tmp_path, ("one",)))
    first = note("1", "fours", "no")
    second = note("2", "the same", "yes, faster", "renju", follows={"name": "1", "idea": "fours"})
    old = tmp_path / "old.jsonl"
    old.write_text("".join(json.dumps(record) + "\n" for record in (first, second)))
    log = tmp_path / "log" / "log.jsonl"
    assert run("table", old, log).startswith("## Others\n\n")
    lines = run("table", old, log).splitlines()[2:]
    assert lines[0].startswith("| Date | Idea | Opponent | Time control | Rule, board | Games | W-D-L | Elo | Norm")
    assert lines[2] == (
        "| 2026-11-21 | fours | before \\| it | 20k nodes | freestyle 15 | 60 | 16-0-44 | -176 ± 93 |  |  | no |"
    )
    assert lines[3].startswith("| 2026-11-21 | the same |") and lines[3].endswith("| yes, faster |")
    assert lines[4].startswith(
        f"| {records[0]['date'][:10]} | Chance, one. | {tmp_path}/base | 10 nodes | freestyle 7 |"
    )
    assert lines[4].endswith("| undecided: stage 1 has its 12 games |") and len(lines) == 5
    # Alone, a line that says "the same" says what is meant.
    assert "| the same (fours) |" in run("table", old, "--rule", "renju")
    assert run("table", old, "--rule", "renju 20") == ""
    assert run("table", old, log, "--kept", "no").count("\n") == 5
    assert run("table", old, log, "--since", records[0]["date"][:10]).count("\n") == 5
    rows = run("table", old, log, "--format", "csv").splitlines()
    assert len(rows) == 4 and rows[1].startswith("2026-11-21,fours,before | it,20k nodes,freestyle 15,60,16-0-44,")
    old.write_text("nothing\n")
    assert "old.jsonl, line 1: no record of an experiment" in " ".join(run("table", old, code=2).split())


KEPT = {
    "yes": ["yes", "yes: positive", "16", "weight 60"],
    "no": ["no", "no, not clear"],
    "open": ["open", "see below", "-", ""],
}


@pytest.mark.parametrize(("kept", "what"), [(kept, what) for what, texts in KEPT.items() for kept in texts])
def test_what_became_of_an_idea_is_told_by_how_the_note_begins(kept, what):
    assert report.became(note("1", "x", kept)) == what


def test_there_is_a_table_for_each_subject(tmp_path):
    log = tmp_path / "log.jsonl"
    bare = {"kind": "note", "name": "2", "idea": "sharper", "date": "2026-11-22"}
    bare |= {"subject": "training", "stages": [{"rule": "renju", "board": "15"}]}
    records = [note("1", "fours", "no", subject="solvers", reason="slower"), bare]
    log.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert run("table", log).split("\n\n")[::2] == ["## Training", "## Solvers"]
    assert "sharper" not in run("table", log, "--subject", "solvers")
    run("table", log, "--out", tmp_path / "pages")
    assert {path.name for path in (tmp_path / "pages").iterdir()} == {"training.md", "solvers.md"}
    page = (tmp_path / "pages" / "solvers.md").read_text()
    assert "| fours |" in page and page.endswith("| no | slower |\n")


LOG = SCRIPTS.parent / "docs" / "log"


def test_the_pages_of_the_log_are_made_from_its_records(tmp_path):
    run("table", *sorted(LOG.glob("*.jsonl")), "--out", tmp_path)
    made = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    kept = {name: (LOG / name).read_text(encoding="utf-8") for name in made}
    assert made == kept, "fukumi-tools queue table docs/log/*.jsonl --out docs/log"
    assert "others.md" not in made and len(made) == len(report.SUBJECTS)


def test_notes_leave_out_what_is_not_known():
    def has_null(value: object) -> bool:
        parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return value is None or any(has_null(part) for part in parts)

    for path in LOG.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            assert record["subject"] in report.SUBJECTS
            assert record["kind"] != "note" or not has_null(record), record["name"]
