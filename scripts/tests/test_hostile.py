"""Engines that flood, hide or hang, and two runners at once: games count once, and nothing is left behind."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent
FAKE = Path(__file__).with_name("fake_engine.py")
PATIENCE = 60.0
MEGABYTE = 1 << 20
ONLY_LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")


def match(out: Path, behaviour: str, *arguments: str) -> list[str]:
    """The command of a match in which engine b behaves like that."""
    fake = f"cmd={sys.executable} args='-I {FAKE} --seed"
    engines = ["--engine", f"name=a {fake} 1'", "--engine", f"name=b {fake} 2 {behaviour}'"]
    command = [sys.executable, str(SCRIPTS / "match.py"), *engines, "--board", "7", "--turn", "30", "--games", "2"]
    return [*command, "--out", str(out), *arguments]


def games(out: Path) -> list[dict]:
    return [json.loads(line) for line in (out / "games.jsonl").read_text().splitlines()]


def wait_for(condition):
    """Waits until the condition gives something true, and returns that."""
    deadline = time.monotonic() + PATIENCE
    while not (result := condition()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return result


@ONLY_LINUX
@pytest.mark.parametrize("kind", ["lines", "blank-lines", "without-lines", "stderr", "stderr-without-lines"])
def test_an_engine_that_floods_is_stopped_and_the_runner_stays_small(tmp_path, kind):
    arguments = match(tmp_path, f"--behaviour flood-{kind} --at 2")
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    try:
        pid, status, usage = wait_for(lambda: (ended := os.wait4(process.pid, os.WNOHANG))[0] and ended)
    finally:
        process.kill()
    assert (pid, status) == (process.pid, 0)
    # That of the largest of all processes.
    assert usage.ru_maxrss * 1024 < 300 * MEGABYTE
    for record in games(tmp_path):
        loser = record["black"] if record["result"] == "white" else record["white"]
        assert (loser, record["reason"]) == ("b", "crash")
        assert record["detail"] == "stopped: more than 16 MB of output in one game"
