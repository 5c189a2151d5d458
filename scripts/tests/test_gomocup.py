"""`fukumi-tools gomocup`: what it finds in archives and engines, and results for Gomocup's scripts."""

import json
import re
import shlex
import shutil
import struct
import sys
import zipfile
from pathlib import Path

import pytest
from patience import PATIENCE
from programs import FAKE, OBEDIENT, invoke, script

from fukumi_tools.board.notation import point_to_text
from fukumi_tools.board.rules import Board, Rule, Verdict, judge
from fukumi_tools.engines.process import TranscriptEntry
from fukumi_tools.engines.settings import parse_engine
from fukumi_tools.organisers.gomocup import positions
from fukumi_tools.organisers.gomocup.archive import program_for, unpack
from fukumi_tools.organisers.gomocup.cli import main
from fukumi_tools.organisers.gomocup.drill import CHECKS, Drill
from fukumi_tools.organisers.gomocup.findings import Evidence, Finding, Level, Report, describe
from fukumi_tools.organisers.gomocup.formats import formats

KNOWING, RANDOM = f"{sys.executable} {OBEDIENT}", f"{sys.executable} -I {FAKE}"
"""Commands of engines, one that knows all rules and one that plays at random."""


def check(engine: str, *words, code: int = 0) -> list[tuple[str, str]]:
    """Levels and texts of the findings."""
    report = json.loads(invoke(main, "check", engine, "--turn", 60, "--match", 600, "--json", *words, code=code))
    return [(finding["level"], finding["text"]) for finding in report["findings"]]


def program(machine: int = 0x8664, subsystem: int = 3) -> bytes:
    """The headers of a program for Windows."""
    headers = bytearray(256)
    headers[:2] = b"MZ"
    struct.pack_into("<I", headers, 0x3C, 64)
    headers[64:68] = b"PE\0\0"
    struct.pack_into("<H", headers, 68, machine)
    struct.pack_into("<H", headers, 64 + 24 + 68, subsystem)
    return bytes(headers)


def packed(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def findings(archive: Path, folder: Path) -> list[tuple[Level, str]]:
    report = Report("it")
    unpack(archive, folder, report)
    return [(finding.level, finding.text) for finding in report.findings if finding.level is not Level.PASSED]


def test_a_good_archive_passes(tmp_path):
    archive = packed(tmp_path / "One.zip", **{"pbrain-one.exe": program(0x14C), "pbrain-one64.exe": program()})
    assert findings(archive, tmp_path / "out") == []


@pytest.mark.parametrize(
    ("name", "members", "expected"),
    [
        ("One.zip", {"readme.txt": b""}, "has no .exe"),
        ("One.zip", {"one.exe": program()}, "the name does not begin with pbrain-"),
        ("One.zip", {"pbrain-one.exe": b"#!/bin/sh"}, "is no program for Windows"),
        ("One.zip", {"pbrain-one.exe": program(subsystem=2)}, "is no console program"),
        ("One.zip", {"pbrain-one64.exe": program(0x14C)}, "is for 32 bits, though its name has 64"),
        ("One.zip", {"pbrain-öne.exe": program()}, "the name has other characters than A-Z a-z 0-9 - _ ."),
        ("One 2.zip", {"pbrain-one.exe": program()}, "the name has other characters than A-Z a-z 0-9 - _ ."),
        ("One.zip", {"One/pbrain-one.exe": program()}, "has no program at its root"),
        ("One.zip", {"../pbrain-one.exe": program()}, "'../pbrain-one.exe' would be unpacked outside its folder"),
        ("One.zip", {"pbrain-one.exe": program(), "w": bytes(9 << 20)}, "has 9.0 MB; 8 MB are taken"),
    ],
)
def test_what_is_wrong_with_an_archive_is_a_problem(tmp_path, name, members, expected):
    level = Level.WARNING if "root" in expected else Level.PROBLEM
    assert findings(packed(tmp_path / name, **members), tmp_path / "out") == [(level, expected)]


def test_a_file_that_is_no_archive_is_a_problem(tmp_path):
    (tmp_path / "One.zip").write_bytes(b"PK no")
    ((level, text),) = findings(tmp_path / "One.zip", tmp_path / "out")
    assert level is Level.PROBLEM and text.startswith("cannot be unpacked")


@pytest.mark.parametrize(
    ("rule", "size", "chosen"),
    [
        (Rule.RENJU, 15, "pbrain-a_renju-15.exe"),
        (Rule.STANDARD, 15, "pbrain-a_15.exe"),
        (Rule.FREESTYLE, 20, "pbrain-a_64.exe"),
        (Rule.CARO, 15, "pbrain-a_caro_64.exe"),
    ],
)
def test_the_program_is_chosen_by_its_name_as_the_judge_does(rule, size, chosen):
    names = ["a.exe", "pbrain-a.exe", "pbrain-a_64.exe", "pbrain-a_15.exe", "pbrain-a_renju.exe"]
    names += ["pbrain-a_renju-15.exe", "pbrain-a_caro.exe", "pbrain-a_caro_64.exe"]
    assert program_for([Path(name) for name in names], rule, size).name == chosen


def test_programs_for_other_formats_alone_are_taken_for_any():
    assert program_for([Path("pbrain-a_caro.exe"), Path("pbrain-a_renju.exe")], Rule.STANDARD, 15)


ANSWERS = {
    "a row of five wins": (["d8", "i8"], ["h7"]),
    "six in a row win": (["g8"], ["k4"]),
    "six of Black in a row win nothing": (["k8"], ["g8", "a1"]),
    "Black may not make two threes": (["k4", "g7"], ["h8"]),
    "Black may not make two fours": (["i8", "h9"], ["h8"]),
    "six of White in a row win": (["g8"], ["c8"]),
    "a five with both ends closed wins nothing": (["k8"], ["g8"]),
}


@pytest.mark.parametrize(
    ("rule", "position"), [(rule, position) for rule, several in positions.POSITIONS.items() for position in several]
)
def test_a_position_tells_right_answers_from_wrong_ones(rule, position):
    right, wrong = ANSWERS[position.shows]
    board = Board(15, 15)
    for point, color in position.moves(15):
        assert judge(board, rule, color, point) is Verdict.NONE, "no stone of the position ends the game"
        board.place(point, color)
    by_text = {point_to_text(point, 15): point for point in board.points()}
    assert [position.complaint(rule, 15, by_text[text]) for text in right] == [None] * len(right)
    for x, y in map(by_text.get, wrong):
        assert position.complaint(rule, 15, (x, y)).startswith(f"{x},{y} ({point_to_text((x, y), 15)}) ")


def test_an_engine_that_knows_everything_is_ready():
    found = check(KNOWING, "--tolerance", 60)
    assert {level for level, _ in found} == {"passed"}
    assert sum(text == "names itself" for _, text in found) == 1, "the protocol is the same in all formats"


def test_an_engine_that_plays_at_random_learns_what_it_does_not_know():
    found = check(RANDOM, "--format", "renju", code=1)
    assert any(level == "problem" and "does not know that a row of five wins: " in text for level, text in found)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("--fault exit", r"fails where a row of five wins: exited with status 7"),
        ("--fault taken", r"answers '\d+,\d+' where a row of five wins"),
        ("--fault foul", r"is forbidden \(forbidden-33\)"),
        ("--fault exit --after 4", r"loses to itself by crash at move \d+: exited with status 7"),
    ],
)
def test_what_an_engine_does_wrong_is_a_problem(arguments, expected):
    found = check(f"{KNOWING} {arguments}", "--format", "renju", code=1)
    assert any(level == "problem" and re.search(expected, text) for level, text in found)


FAULTS = [
    ("line-ends", "plays when all comes at once, with CR LF", "problem", "answers 'UNKNOWN command' to BOARD"),
    (
        "banner",
        "writes OK and nothing before it",
        "warning",
        r"prints 'Obedient 1, process \d+' before its first answer",
    ),
    ("long-banner", "writes OK and nothing before it", "warning", "prints 'Obedient' and 1 more before"),
    ("blanks", "writes OK and nothing before it", "warning", "answers ' OK' to START 15, not OK"),
    ("plain-about", "names itself", "warning", "answers 'Obedient 1 by its tests' to ABOUT"),
    ("short-about", "names itself", "warning", "does not give its author in ABOUT"),
    ("equals-about", "names itself", "warning", "a comma or an equals sign in the version of ABOUT"),
    ("any-size", "refuses boards that it cannot play", "warning", "answers 'OK' to START 1000, not ERROR"),
    ("no-rectangles", "answers RECTSTART", "warning", "does not answer RECTSTART 15,14"),
    ("no-restart", "knows RESTART", "warning", "answers 'UNKNOWN command' to RESTART, not OK"),
    ("half-restart", "knows RESTART", "warning", r"answers 'ERROR cannot be played' to TURN \d+,\d+"),
    ("no-takeback", "knows TAKEBACK", "warning", r"answers 'UNKNOWN command' to TAKEBACK \d+,\d+, not OK"),
    ("few-stones", "plays on a board that is nearly full", "problem", "exited with status 5 after BOARD"),
    ("answers-info", "answers no INFO", "warning", "answers 'UNKNOWN key' to START 15, not OK"),
    ("ignores-unknown", "survives unknown commands", "warning", "does not answer NONSENSE 1"),
    ("slow", "moves at once if it has no time", "warning", "has no move 1 s after BEGIN"),
    ("deaf", "looks at the time that is left", "problem", "has no move 1.5 s after TURN 0,0"),
    ("deaf", "ends while it thinks", "warning", "still there 1 s after END, which came while it thought"),
    ("stays-at-end", "ends", "warning", "is still there 1 s after END"),
    ("stays-at-close", "ends with its input", "warning", "is still there 1 s after the end of its input"),
]


def drill_of(fault: str, folder: Path, turn: float = 60.0, tolerance: float = 1.0) -> tuple[Drill, Report]:
    report = Report("it")
    form = next(form for form in formats(turn) if form.name == "standard")
    spec = parse_engine(f"cmd={shlex.quote(f'{KNOWING} --fault {fault}')}", form.limits)
    return Drill(spec, form, tolerance, folder, report, "protocol"), report


@pytest.mark.parametrize(("fault", "shows", "level", "expected"), FAULTS)
def test_a_fault_of_the_protocol_is_found(fault, shows, level, expected, tmp_path):
    # The shorter the turn, the sooner silence is one; what answers does so within it on any machine.
    drill, report = drill_of(fault, tmp_path, 15.0 if "does not answer" in expected else 60.0)
    (check,) = [check for check in CHECKS if check.shows == shows]
    drill.hold(check)
    (finding,) = report.findings
    assert finding.level.value == level and re.search(expected, finding.text), finding
    assert finding.evidence.sent and finding.evidence.organisers == check.organisers


def test_every_check_can_fail():
    unseen = {check.shows for check in CHECKS} - {shows for _, shows, _, _ in FAULTS}
    # The same conversation with the other line ends.
    assert unseen == {"plays when all comes at once, with LF"}


@pytest.mark.parametrize(
    ("fault", "level", "expected"),
    [
        ("alone", "problem", "exited with status 4"),
        ("ascii", "problem", "exited with status 3"),
        ("litters", "warning", "writes log.txt into its working folder"),
        ("shares", "warning", "writes data.bin into the folder of INFO folder itself"),
        ("errors", "warning", "writes 'cannot open book' to standard error"),
        ("noise", "warning", "writes 'thinking', which is no line of the protocol"),
        ("blanks", "warning", "writes ' OK', which is no line of the protocol"),
    ],
)
def test_what_an_engine_does_to_its_surroundings_is_found(fault, level, expected, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    drill, report = drill_of(fault, folder)
    if fault == "alone":
        drill.hold_two()
    else:
        drill.hold_elsewhere()
    drill.judge_output()
    (finding,) = [finding for finding in report.findings if finding.level is not Level.PASSED]
    assert finding.level.value == level and expected in finding.text


@pytest.mark.parametrize("fault", ["banner", "long-banner", "blanks"])
def test_what_is_printed_before_the_first_answer_is_held_against_no_other_check(fault, tmp_path):
    drill, report = drill_of(fault, tmp_path, tolerance=PATIENCE)
    for check in CHECKS:
        drill.hold(check)
    drill.judge_output()
    found = [finding.text for finding in report.findings if finding.level is not Level.PASSED]
    again = ["writes ' OK', which is no line of the protocol"] if fault == "blanks" else []
    assert len(found) == 1 + len(again) and found[1:] == again, found


def test_a_finding_shows_what_was_sent_and_what_came():
    patient = ["--format", "standard", "--tolerance", 60, "--json"]
    report = json.loads(invoke(main, "check", f"{KNOWING} --fault short-about", *patient))
    (finding,) = [finding for finding in report["findings"] if "author" in finding["text"]]
    assert finding["sent"] == ["ABOUT"]
    assert finding["came"] == ['name="Obedient", version="1", country="none"']
    entries = [TranscriptEntry(0.0, *line) for line in [("<", "OK"), (">", "BOARD")]]
    entries += [TranscriptEntry(0.0, ">", str(i)) for i in range(20)]
    entries += [TranscriptEntry(0.0, "<", text) for text in ("MESSAGE depth 1", "MESSAGE depth 2", "x" * 999)]
    evidence = Evidence.of(entries, "They send it back.")
    found = Finding(Level.PROBLEM, "renju", "does not move", "Move.", evidence)
    assert describe(found).splitlines() == [
        "problem  renju: does not move",
        "         sent: BOARD / 0 / 1 / 2 / 3 / 4 / (9 lines) / 14 / 15 / 16 / 17 / 18 / 19",
        f"         came: (2 remarks) / {'x' * 199}…",
        "         They send it back.",
        "         Move.",
    ]


def test_an_engine_with_too_much_memory_loses_to_itself():
    found = check(f"{RANDOM} --behaviour hog --at 3 --megabytes 400", "--format", "fastgame", code=1)
    assert any("loses to itself by crash" in text and "of 350 MB" in text for _, text in found)


def test_an_engine_that_refuses_the_board_is_not_asked_further():
    found = check(f"{RANDOM} --behaviour refuse", "--format", "caro", code=1)
    assert found == [("problem", "does not start: refused START: ERROR unsupported size")]


def test_a_path_with_blanks_is_one_word(tmp_path):
    (tmp_path / "my engine").mkdir()
    program = script(tmp_path / "my engine" / "pbrain one", f'exec {RANDOM} --behaviour refuse "$@"')
    expected = [("problem", "does not start: refused START: ERROR unsupported size")]
    assert check(str(program), "--format", "caro", code=1) == expected


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("{}/no such engine", "no' not found"),
        ("{}", "is a folder"),
        ("{}/plain", "plain is not executable"),
        ("'open quote", "No closing quotation"),
    ],
)
def test_a_command_that_cannot_run_is_refused_at_once(tmp_path, command, complaint):
    (tmp_path / "plain").write_text("no program")
    said = " ".join(invoke(main, "check", command.format(tmp_path), code=2).split())
    assert said.count(complaint) == 1 and "give a zip file, or a command that runs here" in said


def test_a_program_for_windows_without_wine_is_a_problem_of_this_machine(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr("os.name", "posix")
    archive = packed(tmp_path / "One.zip", **{"pbrain-one.exe": program()})
    found = check(str(archive), "--format", "caro", code=1)
    assert [level for level, _ in found] == ["passed", "passed", "problem"]
    assert "install wine" in found[-1][1]
