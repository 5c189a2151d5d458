"""The queue of experiments: files, builds, verdicts, what survives being killed, the log and its tables.

Programs are built from a small engine in Rust that these tests bring along, or stand ready as scripts.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from fukumi_experiments.cli import main
from fukumi_experiments.log import read_records

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
    done = CliRunner().invoke(main, [str(argument) for argument in arguments])
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
        for record in map(json.loads, file.read_text().splitlines())
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
    assert patch["stages"][0]["verdict"] == "failed" and patch["stages"][0]["elo"]["value"] < 0
    assert sum(record["games"] for r in records for record in r["stages"]) == len(games(tmp_path / "out"))
    # The weak one, the strong one by either way, and the one whose style can be set.
    assert len(list((tmp_path / "out" / "programs").glob("*/build.json"))) == 4

    before = (tmp_path / "log" / "log.jsonl").read_bytes()
    output, _ = experiments(tmp_path, plan, "--repository", repository)
    assert (tmp_path / "log" / "log.jsonl").read_bytes() == before
    assert output.count("in the log already") == 8
