"""Engines that flood, hide or hang, and two runners at once: games count once, and nothing is left behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from matches import command, games
from patience import PATIENCE, wait_for
from programs import engine, invoke, script

from fukumi_tools.engines.family import Family
from fukumi_tools.organisers.match.cli import main

MEGABYTE = 1 << 20
PEAK_OF_CHILDREN = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
ONLY_LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")


def match(out: Path, behaviour: str, *arguments: str) -> list[str]:
    """The command of a match in which engine b behaves like that."""
    engines = [*engine("a", "--seed 1"), *engine("b", f"--seed 2 {behaviour}")]
    return command(*engines, "--board", 7, "--turn", 30, "--games", 2, "--out", out, *arguments)


def marked(out: Path) -> list[psutil.Process]:
    """The processes whose environment has the word that the tests give the runner for this folder."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("FUKUMI_TEST") == str(out) and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            pass
    return found


def environment(out: Path) -> dict[str, str]:
    return {**os.environ, "FUKUMI_TEST": str(out)}


@ONLY_LINUX
@pytest.mark.parametrize("kind", ["lines", "blank-lines", "without-lines", "stderr", "stderr-without-lines"])
def test_an_engine_that_floods_is_stopped_and_the_runner_stays_small(tmp_path, kind):
    arguments = match(tmp_path, f"--behaviour flood-{kind} --at 2")
    # A process inherits the peak of the one that it is a copy of, and that of the tests may be large.
    command = [sys.executable, "-I", "-c", PEAK_OF_CHILDREN, *arguments]
    peak = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=PATIENCE).stdout
    # That of the largest of all processes.
    assert int(peak) * 1024 < 300 * MEGABYTE
    for record in games(tmp_path):
        loser = record["black"] if record["result"] == "white" else record["white"]
        assert (loser, record["reason"]) == ("b", "crash")
        line = "a line counts 256 bytes besides its text"
        assert record["detail"] == f"stopped: more than 16 MB of output in one game, where {line}"


@ONLY_LINUX
def test_a_child_with_a_session_of_its_own_ends_with_its_engine(tmp_path):
    subprocess.run(match(tmp_path, "--behaviour child"), env=environment(tmp_path), check=True, timeout=PATIENCE)
    assert {record["reason"] for record in games(tmp_path)} == {"five"}
    assert marked(tmp_path) == []


@ONLY_LINUX
@pytest.mark.parametrize("behaviour", ["spin", "child-and-spin"])
def test_engines_end_with_a_runner_that_is_killed(tmp_path, behaviour):
    started = tmp_path / "started"
    arguments = match(tmp_path / "out", f"--behaviour {behaviour} --started {started}")
    runner = subprocess.Popen(arguments, env=environment(tmp_path), stdout=subprocess.DEVNULL)
    try:
        wait_for(started.exists)
        assert len(marked(tmp_path)) > 2
        assert invoke(main, "show", tmp_path / "out").startswith("running: ")
        runner.send_signal(signal.SIGKILL)
        runner.wait()
        wait_for(lambda: marked(tmp_path) == [])
        assert invoke(main, "show", tmp_path / "out").startswith("interrupted: ")
    finally:
        for process in marked(tmp_path):
            process.kill()


@ONLY_LINUX
def test_what_wine_shares_among_engines_is_left_alone(tmp_path):
    server = script(tmp_path / "wineserver", "read line")
    family = Family()
    marked = {**os.environ, **family.environment}
    shared, own = (
        subprocess.Popen([program], stdin=subprocess.PIPE, env=marked, start_new_session=True)
        for program in (server, "/bin/cat")
    )
    try:
        # The script has its name once it runs, and a program its environment a moment after it is started.
        wait_for(lambda: psutil.Process(shared.pid).name() == server.name)
        wait_for(lambda: all(psutil.Process(process.pid).environ() for process in (shared, own)))
        family.end()
        wait_for(lambda: own.poll() is not None)
        assert shared.poll() is None
    finally:
        for process in (shared, own):
            process.kill()
            process.communicate()


def test_two_runners_do_not_play_one_match(tmp_path):
    out, started = tmp_path / "out", tmp_path / "started"
    first = subprocess.Popen(match(out, f"--behaviour spin --at 1 --started {started}"), stdout=subprocess.DEVNULL)
    try:
        wait_for(started.exists)
        second = subprocess.run(match(out, ""), capture_output=True, text=True, timeout=PATIENCE)
        assert second.returncode == 2
        assert f"another process is at work in {out}" in " ".join(second.stderr.split())
    finally:
        first.send_signal(signal.SIGINT)
        first.wait(PATIENCE)
    # The folder is free again, and that of the first is as it was.
    again = subprocess.run(match(out, "", "--resume"), capture_output=True, text=True, timeout=PATIENCE)
    assert "other settings" in again.stderr


def test_a_game_that_is_recorded_twice_is_refused(tmp_path):
    arguments = match(tmp_path, "")
    subprocess.run(arguments, check=True, timeout=PATIENCE, stdout=subprocess.DEVNULL)
    file = tmp_path / "games.jsonl"
    first, second = file.read_text().splitlines(keepends=True)
    for text, complaint in [
        (first + second + first, "line 3 holds game 1 once more, after line 1"),
        (first + '{"game":2}\n', "games.jsonl is damaged: KeyError('encounter')"),
        (first + "[]\n", "games.jsonl is damaged"),
    ]:
        file.write_text(text)
        refused = subprocess.run(arguments, capture_output=True, text=True, timeout=PATIENCE)
        assert refused.returncode == 2
        assert complaint in " ".join(refused.stderr.split())
        assert file.read_text() == text
