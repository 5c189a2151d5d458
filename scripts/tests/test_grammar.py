"""The grammars of replies read recorded lines as `crates/driver/replies.txt` says.

The test `replies` of the crate fukumi-driver holds the grammar of Rust against the same file.
"""

import re

import pytest
from documents import ROOT

from fukumi_tools.engines import grammar as lenient
from fukumi_tools.engines.grammar import Sense
from fukumi_tools.research.soak import grammar as strict
from fukumi_tools.research.soak.grammar import Breach, Form, Reading


def unescaped(text: str) -> bytes:
    return re.sub(r"\\x(..)", lambda match: chr(int(match[1], 16)), text).encode("latin-1")


LINES = (ROOT / "crates" / "driver" / "replies.txt").read_text().splitlines()
REPLIES = [line.split("|", 1) for line in LINES if line and not line.startswith("#")]


def shown(reading: Reading | Breach) -> str:
    if isinstance(reading, Breach):
        return "bad " + "".join(word.title() for word in reading.name.split("_"))
    return str(reading)


def meant(reading: Reading) -> Sense:
    """What a manager that waits for a move takes a sound line for."""
    match reading.form:
        case Form.MOVES if len(reading.points) == 1:
            return Sense.MOVE
        case Form.PASS:
            return Sense.MOVE
        case Form.MOVES | Form.SWAP:
            return Sense.ANSWER
        case Form.SUGGEST:
            return Sense.SUGGESTION
        case Form.ERROR | Form.UNKNOWN:
            return Sense.COMPLAINT
        case _:
            return Sense.REMARK


@pytest.mark.parametrize(("expected", "line"), REPLIES)
def test_every_line_is_read_as_recorded(expected, line):
    assert shown(strict.read(unescaped(line))) == expected


def test_every_form_and_every_breach_is_recorded():
    readings = [strict.read(unescaped(line)) for _, line in REPLIES]
    assert {reading.form for reading in readings if isinstance(reading, Reading)} == set(Form)
    assert {reading for reading in readings if isinstance(reading, Breach)} == set(Breach)


def test_the_lines_of_the_log_are_recognised():
    for expected, line in REPLIES:
        if not expected.startswith("bad"):
            is_log = expected.split()[0] in ("message", "debug", "info")
            assert strict.is_log(unescaped(line)) == is_log, line


def test_the_lenient_grammar_takes_sound_lines_for_the_same():
    for _, line in REPLIES:
        reading = strict.read(unescaped(line))
        if isinstance(reading, Breach):
            continue
        said = lenient.read(unescaped(line).decode())
        assert said.sense == meant(reading), line
        points = {Form.PASS: ((-1, -1),)}.get(reading.form, reading.points)
        assert said.point == (points[0] if said.sense is Sense.MOVE else None), line


@pytest.mark.parametrize(("line", "point"), [("7 , 8", (7, 8)), (" 7,8\t", (7, 8)), ("007,-1", (7, -1))])
def test_the_lenient_grammar_reads_moves_as_others_write_them(line, point):
    assert isinstance(strict.read(line.encode()), Breach)
    assert lenient.read(line) == lenient.Reading(Sense.MOVE, line.strip(), point)
