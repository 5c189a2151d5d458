"""What tests run: the programs of the project as they were built, the small engines of this folder, and scripts."""

import os
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from documents import BUILT

FAKE = Path(__file__).with_name("fake_engine.py")
OBEDIENT = Path(__file__).with_name("obedient_engine.py")


def words(name: str, arguments: str = "", extra: str = "") -> str:
    """The fake engine as a value of `--engine`."""
    return f"name={name} cmd={sys.executable} args='-I {FAKE} {arguments}' {extra}"


def engine(name: str, arguments: str = "", extra: str = "") -> list[str]:
    """The same with the option before it."""
    return ["--engine", words(name, arguments, extra)]


def built(name: str = "fukumi") -> Path:
    """A program where scripts/test builds it; the test is skipped if it is not there."""
    program = BUILT / (f"{name}.exe" if os.name == "nt" else name)
    if not program.is_file():
        pytest.skip(f"{program} is not built")
    return program


def script(path: Path, text: str, interpreter: str = "/bin/sh") -> Path:
    """A program that is a text."""
    path.write_text(f"#!{interpreter}\n{text}\n")
    path.chmod(0o755)
    return path


def invoke(command: click.Command, *arguments, code: int = 0, env: dict[str, str] | None = None) -> str:
    """Runs a command of the tools in this process; what it prints."""
    done = CliRunner().invoke(command, [str(argument) for argument in arguments], env=env)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, done.output
    return done.output
