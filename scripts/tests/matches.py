"""Matches of fake engines through the command line, each in a process of its own, and what is in their folders."""

import json
import subprocess
import sys
from pathlib import Path

from patience import PATIENCE
from programs import engine

TWO = [*engine("a", "--seed 1"), *engine("b", "--seed 2"), "--turn", "60", "--board", "7"]
"""Two engines and the shortest games."""


def command(*arguments) -> list[str]:
    return [sys.executable, "-m", "fukumi_tools", "match", *map(str, arguments)]


def play(*arguments, code: int = 0) -> str:
    """Runs the command; what it prints."""
    done = subprocess.run(command(*arguments), capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def games(out: Path) -> list[dict]:
    """The records of a match, by number."""
    return sorted(map(json.loads, (out / "games.jsonl").read_text().splitlines()), key=lambda record: record["game"])


def summary(out: Path) -> dict:
    return json.loads((out / "summary.json").read_text())
