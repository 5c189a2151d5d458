"""Ctrl-C and requests to end, at any moment: a status, a sentence, and no engine that is left."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from patience import PATIENCE, wait_for
from programs import engine, script

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such signals")


def started(words: list[str], folder: Path, *python: str) -> subprocess.Popen:
    """The command, with its standard error in a file of the folder."""
    with (folder / "errors").open("wb") as errors:
        return subprocess.Popen(
            [sys.executable, *python, "-m", "fukumi_tools", *words],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            start_new_session=True,
        )


def errors_of(folder: Path) -> list[str]:
    return (folder / "errors").read_text().splitlines()


def imported(folder: Path) -> list[str]:
    """The modules that Python has reported, in order; the last one may be cut short."""
    return [line.rpartition(" ")[2] for line in errors_of(folder) if line.startswith("import time:")]


def silent_program(folder: Path) -> Path:
    """A program that does nothing for a long time, whatever it is called with."""
    return script(folder / "silent", "echo started >> started\nexec sleep 600")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("module", ["fukumi_tools.entry", "click.core", "fukumi_tools.options", "rich.text"])
def test_a_signal_while_modules_are_imported_ends_the_process_with_a_sentence(tmp_path, module, number):
    silent_program(tmp_path)
    words = ["match", "--nodes", "5", "--engine", "cmd=./silent", "--engine", "cmd=./silent"]
    process = started(words, tmp_path, "-X", "importtime")
    # Python reports each module when it has been imported. The one after `entry` is the first that is imported once
    # signals are handled.
    wait_for(lambda: module in imported(tmp_path)[:-1], process, f"the import after {module}")
    process.send_signal(number)
    assert process.wait(PATIENCE) == 130
    said = [line for line in errors_of(tmp_path) if not line.startswith("import time:")]
    assert len(said) == 1 and said[0].startswith("Interrupted"), said


COMMANDS = [
    ["match", "--nodes", "5", "--engine", "name=a cmd=./silent", "--engine", "name=b cmd=./silent", "--out", "out"],
    ["gomocup", "check", "./silent"],
    ["openings", "--engine", "cmd=./silent", "--out", "list.txt"],
    ["reach", "--engine", "cmd=./silent", "--positions", "positions.txt"],
    ["tune", "--engine", "./silent", "--pairs", "2", "--nodes", "5", "--out", "out"],
    ["selfplay", "--engine", "./silent", "--games", "1", "--out", "out"],
    ["positions", "--engine", "./silent", "--out", "out", "solve", "positions.txt"],
    ["soak", "games", "--engine", "cmd=./silent", "--games", "1", "--out", "out"],
    ["soak", "delay", "--engine", "cmd=./silent", "--samples", "1"],
]
"""Commands that wait for an engine: for its OK, or for its end."""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_signal_while_an_engine_starts_ends_both(tmp_path, words, number):
    silent_program(tmp_path)
    (tmp_path / "positions.txt").write_text("h8\n")
    process = started(words, tmp_path)
    wait_for((tmp_path / "started").exists, process, "the engine started")
    # Processes that have ended and are not yet waited for are none.
    family = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(number)
    assert process.wait(PATIENCE) == 130, errors_of(tmp_path)
    said = [line for line in errors_of(tmp_path) if "Interrupted" in line]
    assert len(said) == 1 and not any("Traceback" in line for line in errors_of(tmp_path)), errors_of(tmp_path)
    wait_for(lambda: not any(is_running(member) for member in family), what="the end of the engine")


def is_running(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def test_a_match_that_plays_ends_without_the_games_in_progress(tmp_path):
    engines = [*engine("a", "--behaviour silent"), *engine("b", "--behaviour silent")]
    process = started(["match", "--nodes", "5", *engines, "--out", "out"], tmp_path)
    wait_for((tmp_path / "out" / "games.jsonl").exists, process, "there was a folder")
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 130
    assert (tmp_path / "out" / "games.jsonl").read_text() == ""
