"""What scripts/test installs: little by itself, the packages of a group of tests when that is asked for."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "scripts" / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
OPTIONAL = {"jax", "matplotlib", "maturin", "optax", "pygomo-lib", "ray", "renju"}

# Stands in for Python and for Cargo: notes how it was called, and a new environment has it as its interpreter.
FAKE = """\
#!/bin/sh
echo "${0##*/} $*" >> "$LOG"
if [ "$*" = "-m venv .venv" ]; then
    mkdir -p .venv/bin && cp "$0" .venv/bin/python
fi
"""


@pytest.fixture
def set_up(tmp_path):
    """Returns a function that runs scripts/test --set-up in a checkout without an environment and returns what pip
    was told to install, or what it said when it failed.
    """
    checkout, log = tmp_path / "checkout", tmp_path / "log"
    (checkout / "scripts").mkdir(parents=True)
    for name in ["test", "constraints.txt", "pyproject.toml"]:
        shutil.copy(ROOT / "scripts" / name, checkout / "scripts" / name)
    for name in ("python", "cargo"):
        (tmp_path / name).write_text(FAKE)
        (tmp_path / name).chmod(0o700)

    def run(*words: str) -> list[str] | str:
        log.write_text("")
        environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "PYTHON": str(tmp_path / "python"), "LOG": str(log)}
        command = [checkout / "scripts" / "test", "--set-up", *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            return done.stderr
        assert "cargo test --profile quick --locked --workspace --no-run" in log.read_text()
        calls = [line for line in log.read_text().splitlines() if " -m pip install " in line]
        assert all("-c scripts/constraints.txt" in line for line in calls)
        return re.findall(r"-[er] (\S+)", " ".join(calls))

    return run


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are programs for a Unix shell")


def test_only_what_the_tests_need_is_installed_and_only_once(set_up):
    assert set_up() == ["scripts[dev]"]
    assert set_up() == []


def test_a_group_is_installed_when_it_is_asked_for(set_up):
    assert set_up() == ["scripts[dev]"]
    assert set_up("--with", "plot,clients") == ["scripts[plot]", "scripts[clients]"]
    assert set_up("--all") == ["scripts[cluster]", "scripts[teacher]"]
    assert set_up("--all") == []


def test_lists_that_changed_are_installed_again(set_up, tmp_path):
    assert set_up("--with", "cluster") == ["scripts[dev]", "scripts[cluster]"]
    with (tmp_path / "checkout" / "scripts" / "constraints.txt").open("a") as file:
        file.write("another==1\n")
    assert set_up() == ["scripts[dev]"]


@pytest.mark.parametrize("words", [["--with", "plto"], ["--with"], ["--wiht", "plot"]])
def test_a_group_or_an_option_that_does_not_exist_is_an_error(set_up, words):
    assert re.search(
        "no such group of tests: plto; there are|needs the names of groups|no such option: --wiht", set_up(*words)
    )


def names(requirements: list[str]) -> set[str]:
    """The packages that a list names."""
    return {match[0] for line in requirements if (match := re.match(r"[A-Za-z0-9_.-]+", line)) and line[0] != "-"}


def test_the_packages_of_the_groups_are_not_in_the_list_of_all_tests():
    assert names(PROJECT["project"]["dependencies"] + EXTRAS["dev"]) & OPTIONAL == set()
    others = [extra for name, extra in EXTRAS.items() if name != "dev"]
    assert set().union(*map(names, others)) >= OPTIONAL


def test_every_package_has_one_version():
    lines = (ROOT / "scripts" / "constraints.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9.]+", pin) for pin in pins)
    pinned = {pin.split("==")[0].lower() for pin in pins}
    for requirements in (PROJECT["project"]["dependencies"], *EXTRAS.values()):
        assert names(requirements) <= pinned
    # Constraints do not reach what a build takes.
    assert all(re.fullmatch(r"[a-z-]+==[0-9.]+", name) for name in PROJECT["build-system"]["requires"])
