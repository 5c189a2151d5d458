"""Files of an output folder that are damaged: empty, cut off, or with something else in them. They are named, and stay
as they are.
"""

import json
import sys
from pathlib import Path

import pytest
from programs import invoke

from fukumi_tools.folder import FolderError, keep_settings
from fukumi_tools.organisers.match import about
from fukumi_tools.organisers.match.cli import main as match
from fukumi_tools.research.attacks.missed import read_match
from fukumi_tools.research.selfplay.cli import main as selfplay
from fukumi_tools.research.tune.folder import Folder
from fukumi_tools.research.tune.tuner import Gains, Parameter, Tuner

BROKEN = [b"", b'{"rule": ', b"[]", b"null", b'"text"', b'{"rule": "\xfc"}']
SETTINGS = {"rule": "renju", "board": "15x15", "engines": {"a": {}, "b": {}}}
STATE = {"pairs": 4, "next_trial": 4, "theta": {"depth": 5.0}}


@pytest.fixture(params=BROKEN, ids=repr)
def broken(request) -> bytes:
    return request.param


def refuse(action, file: Path) -> None:
    """The error names the file, which is as before."""
    before = file.read_bytes()
    with pytest.raises(FolderError, match=f"{file.name} is damaged"):
        action()
    assert file.read_bytes() == before


def test_settings_are_not_replaced(broken, tmp_path):
    file = tmp_path / "settings.json"
    file.write_bytes(broken)
    refuse(lambda: keep_settings(tmp_path, SETTINGS, "match"), file)


@pytest.mark.parametrize("setting", ["growing", "ordered"])
@pytest.mark.parametrize("value", [5, ["a"], None])
def test_settings_of_another_kind_are_not_replaced(setting, value, tmp_path):
    file = tmp_path / "settings.json"
    file.write_text(json.dumps(SETTINGS | {"engines": value}))
    refuse(lambda: keep_settings(tmp_path, SETTINGS, "match", **{setting: "engines"}), file)


def write_match(folder: Path, **files: bytes) -> None:
    """An empty match, and other contents of its files."""
    contents = {"games.jsonl": b"", "settings.json": json.dumps(SETTINGS).encode()}
    for name, content in (contents | files).items():
        (folder / name).write_bytes(content)


@pytest.mark.parametrize("name", ["settings.json", "summary.json", "about.json"])
def test_a_match_that_is_shown_names_the_file(broken, name, tmp_path):
    write_match(tmp_path, **{name: broken})
    said = invoke(match, "show", tmp_path, code=2)
    assert f"{name} is damaged" in " ".join(said.split())


@pytest.mark.parametrize(
    "different", [{"rule": "chess"}, {"board": 15}, {"engines": []}, {"engines": {"a": 1}}, {"venues": [1]}]
)
def test_settings_that_no_match_has_are_named(different, tmp_path):
    write_match(tmp_path, **{"settings.json": json.dumps(SETTINGS | different).encode()})
    file = tmp_path / "settings.json"
    refuse(lambda: read_match(tmp_path), file)
    said = invoke(match, "show", tmp_path, code=2)
    assert "settings.json is damaged" in " ".join(said.split())


@pytest.mark.parametrize("content", [{"begun": 5}, {"engines": []}, {"engines": {"a": 1}}, {"tie_breaks": 1}, {"x": 1}])
def test_facts_of_another_kind_are_named(content, tmp_path):
    file = tmp_path / about.ABOUT_FILE
    file.write_text(json.dumps(content))
    refuse(lambda: about.keep_about(tmp_path, about.About()), file)


def test_the_plan_of_games_for_training_is_not_replaced(broken, tmp_path):
    file = tmp_path / "plan.json"
    file.write_bytes(broken)
    said = invoke(selfplay, "--engine", sys.executable, "--games", 2, "--out", tmp_path, code=2)
    assert "plan.json is damaged" in " ".join(said.split()) and file.read_bytes() == broken


def tuner() -> Tuner:
    return Tuner([Parameter("depth", 5, 1, 9, 1)], Gains(8), seed=1)


def open_run(folder: Path) -> None:
    run = Folder(folder)
    try:
        run.open(SETTINGS, tuner())
    finally:
        run.close()


def test_the_state_of_a_run_is_not_replaced(broken, tmp_path):
    file = tmp_path / "state.json"
    file.write_bytes(broken)
    refuse(lambda: open_run(tmp_path), file)


@pytest.mark.parametrize(
    "different",
    [{"pairs": "4"}, {"pairs": -1}, {"next_trial": 1.5}, {"theta": []}, {"theta": {}}, {"theta": {"depth": None}}],
)
def test_a_state_that_no_run_has_is_not_replaced(different, tmp_path):
    file = tmp_path / "state.json"
    file.write_text(json.dumps(STATE))
    open_run(tmp_path)
    file.write_text(json.dumps(STATE | different))
    refuse(lambda: open_run(tmp_path), file)
