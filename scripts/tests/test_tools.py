"""The command `fukumi-tools`: what it lists, what it loads, and what it says where something is missing."""

import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from programs import engine

from fukumi_tools import cli, cluster, options
from fukumi_tools.cli import COMMANDS, main
from fukumi_tools.engines.settings import Limits, SettingsError
from fukumi_tools.folder import FolderError, keep_settings

SCRIPTS = Path(__file__).resolve().parent.parent


def run(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, words, prog_name="fukumi-tools")
    assert done.exit_code == code, done.output
    return done.output


A, B = engine("a"), engine("b")


@pytest.mark.parametrize(
    "words",
    [["match", "--nodes", "5", *A, *B], ["openings", *A], ["selfplay", "--engine", sys.executable, "--games", "2"]],
    ids=lambda words: words[0],
)
def test_a_place_that_cannot_be_written_is_named_without_a_number(tmp_path, words):
    (tmp_path / "plain").write_text("")
    out = tmp_path / "plain" / "out"
    advice = "Choose another place, or mend that and repeat the command."
    assert run(*words, "--out", str(out), code=74).startswith(f"Error: cannot write {out}: Not a directory. {advice}\n")


def test_a_folder_without_a_match_is_named(tmp_path):
    shown = run("match", "show", str(tmp_path), code=2)
    assert "is not the folder of a match: games.jsonl: No such file or directory" in " ".join(shown.split())


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("match --seed x", "'--seed': 'x' is not a whole number\n"),
        ("match --turn nan", "'--turn': 'nan' is not a number\n"),
        ("match --hang-timeout inf", "'--hang-timeout': 'inf' is not a number\n"),
        ("match --games 2.5", "'--games': '2.5' is not a whole number of at least 2\n"),
        ("match --event event.toml", "'--games': '2.5' is not a whole number of at least 2\n"),
        ("match --concurrency 0", "'--concurrency': '0' is not a whole number from 1 to 256\n"),
        ("openings --nodes 0", "'--nodes': '0' is not a whole number of at least 1\n"),
        ("gomocup check --turn 0 a", "'--turn': '0' is not a number above 0\n"),
    ],
)
def test_what_is_no_number_or_out_of_bounds_is_said_in_words(tmp_path, monkeypatch, words, complaint):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "event.toml").write_text("games = 2.5\n")
    assert f"Error: Invalid value for {complaint}" in run(*words.split(), code=2)


@pytest.mark.parametrize("name", COMMANDS)
def test_numbers_are_of_a_type_of_the_tools(name):
    if name == "teacher":
        pytest.importorskip("optax", reason="the command teacher needs optax: scripts/test --with teacher")
    commands = [main.get_command(None, name)]
    for command in commands:
        commands += getattr(command, "commands", {}).values()
        kinds = [parameter.type for parameter in command.params]
        assert not [kind for kind in kinds if isinstance(kind, type(click.INT) | type(click.FLOAT))], command.name


def test_help_names_every_command_and_loads_none():
    program = "import sys; from fukumi_tools.cli import main; main(['--help'], standalone_mode=False); " + (
        "print(*sorted(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    *shown, modules = done.stdout.splitlines()
    assert all(any(line.strip().startswith(f"{name} ") for line in shown) for name in COMMANDS)
    assert {"jax", "numpy", "rich", "scipy", "ray"}.isdisjoint(modules.split())


def test_help_has_organisers_commands_apart_from_those_of_research():
    shown = run("--help")
    organisers, research = shown.index("Commands for organisers:"), shown.index("Commands for research:")
    places = {name: shown.index(f"\n  {name} ") for name in COMMANDS}
    assert {name for name in COMMANDS if organisers < places[name] < research} == set(cli.ORGANISERS)
    assert {"match", "gomocup", "positions", "package"} == set(cli.ORGANISERS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there(name):
    if name == "teacher":
        pytest.importorskip("optax", reason="the command teacher needs optax: scripts/test --with teacher")
    assert run(name, "--help").startswith(f"Usage: fukumi-tools {name} ")
    assert (SCRIPTS / cli.module_of(name).replace(".", "/")).with_suffix(".py").is_file()


def test_the_version_is_that_of_the_package():
    project = tomllib.loads((SCRIPTS / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert run("--version") == f"fukumi-tools, version {project['version']}\n"


def test_a_command_that_does_not_exist_is_an_error():
    assert "No such command 'mtach'" in run("mtach", code=2)


@pytest.mark.parametrize(
    ("module", "advice"),
    [
        ("scipy.sparse", "the package scipy: pip install -e 'scripts[fit]' -c"),
        ("psutil", "the package psutil: pip install -e scripts -c"),
    ],
)
def test_a_package_that_is_missing_is_named_with_its_extra(monkeypatch, module, advice):
    def missing(name: str):
        raise ModuleNotFoundError(f"No module named {name!r}", name=module)

    monkeypatch.setattr(cli.importlib, "import_module", missing)
    assert f"fit needs {advice}" in run("fit", "--help", code=1)


def test_only_fit_and_teacher_need_packages_that_are_large():
    program = """
import importlib, sys
for module in sys.argv[1:]:
    importlib.import_module(module)
print(sorted({"jax", "numpy", "scipy", "matplotlib", "ray"} & sys.modules.keys()))
"""
    others = [cli.module_of(name) for name in cli.COMMANDS if name not in ("fit", "teacher")]
    done = subprocess.run([sys.executable, "-c", program, *others], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_cluster_without_its_package_tells_what_to_install(monkeypatch):
    def missing(name: str):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(cluster.importlib, "import_module", missing)
    with pytest.raises(SettingsError, match=r"needs the package ray: pip install -e 'scripts\[cluster\]'"):
        cluster.join("auto")


def test_a_folder_keeps_its_settings(tmp_path):
    keep_settings(tmp_path, {"rule": "renju", "sizes": (15, 20)}, "run")
    keep_settings(tmp_path, {"rule": "renju", "sizes": [15, 20]}, "run")
    with pytest.raises(FolderError, match=r"holds a run with other settings(.|\n)*rule +renju +caro"):
        keep_settings(tmp_path, {"rule": "caro", "sizes": [15, 20]}, "run")


@pytest.mark.parametrize(
    ("before", "now", "shown"),
    [
        ({"words": ["a b"]}, {"words": ["a", "b"]}, r'words +\["a b"\] +\["a", "b"\]'),
        ({"env": [["A", "b=c"]]}, {"env": [["A=b", "c"]]}, r'env +\[\["A", "b=c"\]\] +\[\["A=b", "c"\]\]'),
        ({"a": {"b c": 1}}, {"a b": {"c": 1}}, r"a b c +1 +-\n *a b c +- +1"),
        ({"sha256": {"x": "0" * 64}}, {"sha256": {"x": "0" * 63 + "1"}}, r"sha256 x"),
        ({"name": "-"}, {"name": None}, r'name +"-" +null'),
    ],
)
def test_settings_that_look_the_same_are_different(tmp_path, before, now, shown):
    keep_settings(tmp_path, before, "run")
    with pytest.raises(FolderError, match=rf"holds a run with other settings(.|\n)*{shown}"):
        keep_settings(tmp_path, now, "run")


def test_what_an_earlier_version_did_not_keep_counts_as_the_same(tmp_path):
    now = {"engines": {"a": {"eol": "lf"}}, "venues": [{"rule": "renju", "hang_timeout": 9.0}], "empty": []}
    keep_settings(tmp_path, {"engines": {"a": {}}, "venues": [{"rule": "renju"}]}, "match")
    keep_settings(tmp_path, now, "match")
    # From then on it is kept.
    now["engines"]["a"]["eol"] = "crlf"
    with pytest.raises(FolderError, match=r"engines a eol +lf +crlf"):
        keep_settings(tmp_path, now, "match")


def test_a_command_gets_its_options_as_one_value():
    @dataclass(frozen=True)
    class Settings:
        others: tuple[str, ...]
        limits: Limits

    @click.command()
    @click.option("--turn", default=0.5)
    @click.option("--nodes", type=int)
    @click.argument("others", nargs=-1)
    @options.collected(Settings)
    def command(settings: Settings) -> None:
        """What it is for."""
        click.echo(settings == Settings(("a", "b"), Limits(turn=0.5, nodes=5)))

    assert command.help == "What it is for."
    assert CliRunner().invoke(command, ["--nodes", "5", "a", "b"]).output == "True\n"
