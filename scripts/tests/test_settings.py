"""Engine specifications and limits."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from fukumi_tools.board.rules import Rule
from fukumi_tools.engines import settings
from fukumi_tools.engines.settings import Conditions, Limits, SettingsError, parse_engine, with_distinct_names

LIMITS = Limits(turn=1.0)


def test_a_full_specification(tmp_path):
    text = (
        f"name='my engine' cmd={sys.executable} args='-u \"a b\"' dir={tmp_path} turn=0.5 match=60 nodes=1000 "
        "memory=none info.thread_num=2 info.Key=v env.MODE=x send='FORGET all' eol=crlf"
    )
    spec = parse_engine(text, LIMITS)
    assert spec.name == "my engine"
    assert spec.argv == (sys.executable, "-u", "a b")
    assert spec.directory == tmp_path
    assert spec.limits == Limits(turn=0.5, match=60.0, nodes=1000, memory=None)
    assert spec.info == (("thread_num", "2"), ("Key", "v"))
    assert spec.env == (("MODE", "x"),)
    assert spec.before_game == "FORGET all"
    assert spec.line_end == b"\r\n"


def test_words_for_each_engine_give_way_to_its_own():
    each = "turn=2 info.thread_num=4"
    spec = parse_engine(f"cmd={sys.executable} turn=3", LIMITS, each)
    assert spec.limits.turn == 3.0 and spec.info == (("thread_num", "4"),)


def test_the_working_directory_is_the_programs_folder_if_a_path_was_given():
    spec = parse_engine(f"cmd={sys.executable}", LIMITS)
    assert spec.directory == Path(sys.executable).parent
    assert parse_engine("cmd=sh", LIMITS).directory == Path.cwd()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("name=a", "cmd=PROGRAM is missing"),
        ("cmd=./there-is-no-such-engine", "not found"),
        ("cmd=/", "is a folder"),
        ("cmd=sh wings=2", "unknown key 'wings'"),
        ("cmd=sh turn=fast", "turn must be a number"),
        ("cmd=sh turn=-1", "turn must be positive"),
        ("cmd=sh turn=inf", "turn must be positive"),
        ("cmd=sh memory=nan", "memory must be positive"),
        ("cmd=sh turn=none", "no limit for a move"),
        ("cmd=sh increment=1", "increment needs a match time"),
        ("cmd=sh dir=/no/such/folder", "is no directory"),
        ("cmd=sh oops", "expected key=value"),
        ("cmd='sh", "No closing quotation"),
        ("cmd=sh eol=cr", "eol must be"),
    ],
)
def test_bad_specifications_say_what_is_wrong(text, complaint):
    with pytest.raises(SettingsError, match=complaint):
        parse_engine(text, LIMITS)


def test_a_windows_program_runs_through_wine(tmp_path, monkeypatch):
    program = tmp_path / "pbrain-x64.exe"
    program.touch()
    monkeypatch.setattr(settings.shutil, "which", lambda name: "/usr/bin/wine" if name == "wine" else None)
    spec = parse_engine(f"cmd={program}", LIMITS)
    assert spec.argv == ("/usr/bin/wine", str(program))
    assert spec.name == "pbrain-x64" and spec.line_end == b"\r\n"
    monkeypatch.setattr(settings.shutil, "which", lambda name: None)
    with pytest.raises(SettingsError, match="wine"):
        parse_engine(f"cmd={program}", LIMITS)


def test_repeated_names_are_told_apart():
    specs = with_distinct_names([parse_engine("cmd=sh", LIMITS)] * 3)
    assert [spec.name for spec in specs] == ["sh", "sh-2", "sh-3"]


def test_the_fingerprint_notices_a_rebuilt_program(tmp_path):
    program = tmp_path / "engine"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    spec = parse_engine(f"cmd={program}", LIMITS)
    before = spec.fingerprint()
    program.write_text("#!/bin/sh\n# new\n")
    assert spec.fingerprint() != before


def test_the_fingerprint_notices_another_folder_and_other_line_ends(tmp_path):
    def fingerprint(words: str = "") -> dict:
        return parse_engine(f"cmd={sys.executable} {words}", LIMITS).fingerprint()

    usual = fingerprint()
    assert fingerprint(f"dir={Path(sys.executable).parent} eol=lf") == usual
    assert fingerprint(f"dir={tmp_path}") == usual | {"directory": str(tmp_path)}
    assert fingerprint("eol=crlf") == usual | {"eol": "crlf"}
    # The current directory is not named, as that of a program in the search path.
    assert parse_engine("cmd=sh", LIMITS).fingerprint()["directory"] is None


def test_the_fingerprint_notices_how_long_a_move_is_waited_for():
    conditions = Conditions(15, 15, Rule.FREESTYLE)
    assert replace(conditions, hang_timeout=5.0).fingerprint() == conditions.fingerprint() | {"hang_timeout": 5.0}


def test_the_fingerprint_notices_another_file_of_a_setting(tmp_path):
    network = tmp_path / "run.net"
    words = f"cmd={sys.executable} dir={tmp_path} info.evaluation="
    spec = parse_engine(f"{words}run.net", LIMITS)
    before = spec.fingerprint()
    network.write_text("trained")
    trained = spec.fingerprint()
    network.write_text("trained again")
    again = spec.fingerprint()
    files = [list(found["sha256"]) for found in (before, trained, again)]
    assert files == [[sys.executable], *[[sys.executable, str(network)]] * 2]
    assert again["sha256"] != trained["sha256"]
    assert parse_engine(words + str(network), LIMITS).fingerprint()["sha256"] == again["sha256"]
    # A value that is no file changes nothing.
    for value in ("classical", ".", "", "x" * 5000):
        assert parse_engine(words + value, LIMITS).fingerprint()["sha256"] == before["sha256"]
