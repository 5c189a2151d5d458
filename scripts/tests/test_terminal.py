"""What engines and files of others say cannot control a terminal, nor fill it."""

from pathlib import Path

import pytest
from matches import play
from programs import engine
from rich.table import Table

from fukumi_tools import shown, terminal

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


def match(out: Path) -> str:
    return play(*engine("a", "--wicked"), *engine("b"), "--board", 7, "--turn", 30, "--games", 2, "--out", out)


def test_the_answer_to_about_is_shown_as_a_line(tmp_path):
    said = match(tmp_path)
    (line,) = [line for line in said.splitlines() if "Fake" in line and line.startswith("a:")]
    assert "?[2Jxxx" in line and len(line) < 300 and is_safe(said)


def test_names_in_the_folder_of_a_match_are_shown_safely(tmp_path):
    match(tmp_path)
    for file in (path for path in tmp_path.iterdir() if path.is_file()):
        file.write_text(file.read_text().replace('"a"', r'"a\u001b[2J"'))
    for options in ([], ["--csv", "ratings"], ["--json"]):
        said = play("show", tmp_path, *options)
        assert "[2J" in said and is_safe(said)
    said = play("show", tmp_path, "--anchor", "c", code=2)
    assert "[2J" in said and is_safe(said)
