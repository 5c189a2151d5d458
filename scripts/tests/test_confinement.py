"""Engines that are held to their memory and cores, and Gomocup's conditions by name."""

import json
import os
import sys
from pathlib import Path

import pytest
from matches import games
from programs import FAKE, engine, invoke, script

from fukumi_tools.engines import confinement
from fukumi_tools.engines.confinement import Cell, Confinement
from fukumi_tools.engines.process import EngineProcess, NotStarted
from fukumi_tools.engines.settings import Limits, confined, parse_engine
from fukumi_tools.organisers.match.cli import main
from fukumi_tools.organisers.match.presets import PRESETS

IS_LINUX = sys.platform.startswith("linux")


def run(*words, code: int = 0) -> str:
    return invoke(main, *words, code=code)


def test_an_engine_with_too_much_memory_loses(tmp_path):
    words = [*engine("good"), *engine("hog", "--behaviour hog --at 2 --megabytes 80"), "--turn", 60]
    words += ["--board", 10, "--games", 2, "--memory", 70]
    output = run(*words, "--enforce", "--out", tmp_path / "held")
    assert confinement.describe() in output
    for record in games(tmp_path / "held"):
        assert record["reason"] == "crash" and record[record["result"]] == "good"
        assert "MB of memory" in record["detail"]
    run(*words, "--no-enforce", "--out", tmp_path / "free")
    assert {record["reason"] for record in games(tmp_path / "free")} <= {"five", "full-board"}


@pytest.mark.skipif(not IS_LINUX, reason="an rlimit is for Linux")
def test_an_rlimit_ends_what_takes_far_too_much_at_once(tmp_path):
    words = [*engine("good"), *engine("hog", "--behaviour hog --at 2 --megabytes 5000"), "--turn", 60]
    run(*words, "--games", 2, "--memory", 70, "--enforce", "--out", tmp_path)
    assert {record["reason"] for record in games(tmp_path)} == {"crash"}
    assert all(record[record["result"]] == "good" for record in games(tmp_path))


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no affinity here")
def test_an_engine_runs_on_its_cores_only(monkeypatch):
    monkeypatch.setattr(confinement, "_parent_group", lambda: confinement.find_parent(Path("/nowhere"), "/"))
    before = os.sched_getaffinity(0)
    spec = confined(parse_engine(f"cmd={sys.executable} args='-I {FAKE}'", Limits(turn=1)), 1)
    process = EngineProcess(spec)
    try:
        (pid,) = process._pids()
        assert len(os.sched_getaffinity(pid)) == 1 and os.sched_getaffinity(pid) <= before
        assert os.sched_getaffinity(0) == before
    finally:
        process.stop()
        process.close()


def test_a_program_that_is_gone_is_not_started_within_limits_either(tmp_path):
    program = script(tmp_path / "program", "cat")
    spec = confined(parse_engine(f"cmd={program}", Limits(turn=1)), 1)
    program.unlink()
    with pytest.raises(NotStarted, match=r"cannot start \S+program: No such file"):
        EngineProcess(spec)


def test_a_program_for_windows_that_is_gone_is_not_started_through_wine(tmp_path, monkeypatch):
    script(tmp_path / "wine", "cat")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    program = tmp_path / "pbrain.exe"
    program.touch()
    spec = parse_engine(f"cmd={program}", Limits(turn=1))
    program.unlink()
    for each in (spec, confined(spec, 1)):
        with pytest.raises(NotStarted, match=r"cannot start \S+pbrain.exe: No such file"):
            EngineProcess(each)


def group_folder(mount: Path, delegated: str, pids: str = "") -> Path:
    """What the kernel shows of a group, as plain files."""
    folder = mount / "user.slice"
    folder.mkdir(parents=True)
    (mount / "cgroup.controllers").write_text("cpu memory\n")
    (folder / "cgroup.subtree_control").write_text(delegated)
    (folder / "cgroup.procs").write_text(pids)
    return folder


def test_a_cgroup_gets_the_limits_and_the_process(tmp_path, monkeypatch):
    folder = group_folder(tmp_path, "cpu memory\n")
    parent = confinement.find_parent(tmp_path, "/user.slice")
    assert parent.folder == folder
    monkeypatch.setattr(confinement, "_parent_group", lambda: parent)
    assert f"cgroup v2 in {folder}" in confinement.describe()
    cell = Cell(Confinement(350 << 20, 2))
    (group,) = (path for path in folder.iterdir() if path.is_dir())
    assert (group / "memory.max").read_text() == str(350 << 20)
    assert (group / "cpu.max").read_text() == "200000 100000"
    with cell.starting(("/bin/sh", "-c", "exit 0")) as command:
        assert command[3] == str(group) and command[4:] == ["/bin/sh", "-c", "exit 0"]
    assert cell.complaint([]) is None
    (group / "memory.events").write_text("low 0\nmax 7\noom 1\noom_kill 1\n")
    assert cell.complaint([]) == "ended for more than 350 MB of memory"


def test_a_group_with_this_process_alone_is_prepared(tmp_path):
    folder = group_folder(tmp_path, "", f"{os.getpid()}\n")
    assert confinement.find_parent(tmp_path, "/user.slice").folder == folder
    assert (folder / "runner" / "cgroup.procs").read_text() == str(os.getpid())
    assert (folder / "cgroup.subtree_control").read_text() == "+memory +cpu"


def test_it_is_said_why_there_is_no_cgroup(tmp_path):
    assert "there is no cgroup v2 at" in confinement.find_parent(tmp_path, "/").reason
    group_folder(tmp_path, "cpu memory")
    assert "cannot be written: No such file" in confinement.find_parent(tmp_path, "/other.slice").reason


def test_a_preset_sets_what_no_option_does(tmp_path):
    event = tmp_path / "event.toml"
    event.write_text('turn = 2\npreset = "gomocup-renju"\n')
    shared = [*engine("a"), *engine("b"), "--match", 4, "--games", 2, "--max-moves", 9]
    for number, words in enumerate((["--preset", "gomocup-renju", "--turn", 2], ["--event", event])):
        run(*shared, *words, "--out", tmp_path / str(number))
        settings = json.loads((tmp_path / str(number) / "settings.json").read_text())
        assert (settings["rule"], settings["board"], settings["tolerance"]) == ("renju", "15x15", 1.0)
        assert settings["max_moves"] == 9
        limits = settings["engines"]["a"]["limits"]
        assert (limits["turn"], limits["match"], limits["memory"]) == (2.0, 4.0, 350.0)
        assert settings["engines"]["a"]["enforced"] == {"memory_bytes": 350 << 20, "cores": 1}


def test_every_preset_is_made_of_options(tmp_path):
    names = {parameter.name for parameter in main.params}
    for preset in PRESETS.values():
        assert preset.keys() <= names


def test_limits_are_not_enforced_in_a_cluster():
    assert "--no-enforce" in run(*engine("a"), *engine("b"), "--turn", 1, "--enforce", "--ray", "auto", code=2)
