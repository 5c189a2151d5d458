"""`fukumi play` in a terminal, here a pseudo-terminal: the sign that the engine thinks, and where there is none."""

import contextlib
import os
import select
import subprocess
import time

import pytest
from patience import PATIENCE
from programs import built

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

# Goes to the beginning of the line and clears it.
CLEAR = "\r\x1b[K"


def read_until(terminal: int, end: str) -> str:
    """What the terminal shows up to these words."""
    shown = b""
    deadline = time.monotonic() + PATIENCE
    while end.encode() not in shown:
        left = deadline - time.monotonic()
        assert left > 0, f"no {end!r} in {shown!r}"
        if select.select([terminal], [], [], left)[0]:
            shown += os.read(terminal, 65536)
    return shown.decode()


class Game:
    """A game in a terminal that it is in control of, so that Ctrl-C reaches it."""

    def __init__(self, *arguments: str):
        engine = built()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execv(engine, [engine, "play", "--color", "never", *arguments])

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def ended(self) -> int:
        """Waits for the end and returns the exit status."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                os.close(self.terminal)
                return os.waitstatus_to_exitcode(status)
            with contextlib.suppress(OSError):
                if select.select([self.terminal], [], [], 0.05)[0]:
                    os.read(self.terminal, 65536)
        os.kill(self.process, 9)
        pytest.fail("the game does not end")


CTRL_C = "\x03"
QUESTION = "leave the game?"


def test_ctrl_c_at_the_prompt_asks_and_the_game_goes_on():
    game = Game("--level", "1", "--size", "9")
    read_until(game.terminal, "Black> ")
    for answer in ("\n", "no\n"):
        game.type(CTRL_C)
        read_until(game.terminal, QUESTION)
        game.type(answer)
        read_until(game.terminal, "Black> ")
    game.type(CTRL_C)
    read_until(game.terminal, QUESTION)
    # A command is an answer, too.
    game.type("e5\n")
    assert "Fukumi plays " in read_until(game.terminal, "Black> ")
    game.type(CTRL_C)
    read_until(game.terminal, QUESTION)
    game.type("y\n")
    assert game.ended() == 0


def test_a_second_ctrl_c_leaves():
    game = Game("--level", "1", "--size", "9")
    read_until(game.terminal, "Black> ")
    game.type(CTRL_C)
    read_until(game.terminal, QUESTION)
    game.type(CTRL_C)
    assert game.ended() == 130


def test_ctrl_c_has_the_engine_move_and_asks_nothing():
    game = Game("--level", "12", "--time", "3000", "h8i9")
    read_until(game.terminal, "Black> ")
    game.type("j10\n")
    read_until(game.terminal, "thinking, ")
    game.type(CTRL_C)
    shown = read_until(game.terminal, "Black> ")
    assert "Fukumi plays " in shown and QUESTION not in shown
    game.type("quit\n")
    assert game.ended() == 0


def hint(*, is_output_seen: bool) -> tuple[str, str]:
    """Asks for a hint; returns what the terminal shows and what comes out of a pipe, if the output goes into one."""
    engine = built()
    terminal, inner = pty.openpty()
    output = inner if is_output_seen else subprocess.PIPE
    command = [engine, "play", "--level", "12", "--time", "1.5", "--color", "never", "h8i9"]
    process = subprocess.Popen(command, stdin=inner, stdout=output, stderr=inner)
    os.close(inner)
    try:
        os.write(terminal, b"hint\nquit\n")
        shown = read_until(terminal, "hint: ") if is_output_seen else ""
        piped, _ = process.communicate(timeout=PATIENCE)
        if not is_output_seen:
            # The echo of what is typed is all there is.
            shown = os.read(terminal, 65536).decode() if select.select([terminal], [], [], 0)[0] else ""
        assert process.returncode == 0
        return shown, (piped or b"").decode()
    finally:
        process.kill()
        process.wait()
        os.close(terminal)


def test_a_person_sees_that_the_engine_thinks() -> None:
    shown, _ = hint(is_output_seen=True)
    before, sign, behind = shown.rpartition(f"{CLEAR}thinking, ")
    assert sign, shown
    # The sign is gone when the answer comes.
    assert CLEAR in behind and "thinking" not in behind.rpartition(CLEAR)[2], shown
    assert "Black> " in before, shown


def test_output_in_a_pipe_is_clean() -> None:
    shown, piped = hint(is_output_seen=False)
    assert "hint: " in piped
    for text in (shown, piped):
        assert "thinking" not in text and "\x1b" not in text, text
