"""What engines and files of others say cannot control a terminal, nor fill it."""

import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE
from rich.table import Table

from fukumi_tools import shown, terminal

FAKE = Path(__file__).with_name("fake_engine.py")
WICKED = "a\x1b[2J\x9b31m\x07\r\u202eb\u2028\u200f"


def is_safe(text: str) -> bool:
    return not any(char in text for char in WICKED if char not in "ab[2J31m")


def test_characters_that_control_a_terminal_are_question_marks():
    assert shown.visible(WICKED) == "a?[2J?31m???b??"
    for plain in ("", "plain text", "五子棋 \u3000 é", "two\nlines"):
        assert shown.visible(plain) == plain


def test_a_text_of_others_is_a_short_line():
    assert shown.line("two\nlines") == "two lines"
    assert shown.line(" 7,7") == " 7,7"
    long = shown.line("\x1b" + "x" * 4096)
    assert long == "?" + "x" * 198 + "…"


@pytest.mark.parametrize("kind", ["text", "cell", "say"])
def test_the_console_is_safe(capsys, kind):
    console = terminal.console()
    if kind == "text":
        console.print(WICKED, markup=False)
    elif kind == "cell":
        table = Table()
        table.add_column(WICKED)
        table.add_row(WICKED)
        console.print(table)
    else:
        terminal.say(console, WICKED)
    out = capsys.readouterr().out
    assert "a?[2J?31" in out and is_safe(out)


def match(out: Path) -> subprocess.CompletedProcess:
    engines = []
    for engine, extra in (("a", "--wicked"), ("b", "")):
        engines += ["--engine", f"name={engine} cmd={sys.executable} args='-I {FAKE} {extra}'"]
    command = [sys.executable, "-m", "fukumi_tools", "match", *engines, "--board", "7", "--turn", "30"]
    return subprocess.run([*command, "--games", "2", "--out", out], capture_output=True, text=True, timeout=PATIENCE)


def test_the_answer_to_about_is_shown_as_a_line(tmp_path):
    done = match(tmp_path)
    assert done.returncode == 0, done.stderr
    (line,) = [line for line in done.stdout.splitlines() if "Fake" in line and line.startswith("a:")]
    assert "?[2Jxxx" in line and len(line) < 300 and is_safe(done.stdout)


def test_names_in_the_folder_of_a_match_are_shown_safely(tmp_path):
    assert match(tmp_path).returncode == 0
    for file in (path for path in tmp_path.iterdir() if path.is_file()):
        file.write_text(file.read_text().replace('"a"', r'"a\u001b[2J"'))
    for options in ([], ["--csv", "ratings"], ["--json"]):
        command = [sys.executable, "-m", "fukumi_tools", "match", "show", tmp_path, *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        assert "[2J" in done.stdout and is_safe(done.stdout)
    command = [sys.executable, "-m", "fukumi_tools", "match", "show", tmp_path, "--anchor", "c"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2 and "[2J" in done.stderr and is_safe(done.stderr)
