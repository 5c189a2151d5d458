"""`fukumi play` in a terminal, here a pseudo-terminal: the sign that the engine thinks, and where there is none."""

import os
import select
import shutil
import subprocess
import time
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

ROOT = Path(__file__).resolve().parent.parent.parent
BUILT = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target") / "release"
# Goes to the beginning of the line and clears it.
CLEAR = "\r\x1b[K"
# Within this time everything here ends, on a slow machine too.
DEADLINE = 60


def read_until(terminal: int, end: str) -> str:
    """What the terminal shows up to these words."""
    shown = b""
    deadline = time.monotonic() + DEADLINE
    while end.encode() not in shown:
        left = deadline - time.monotonic()
        assert left > 0, f"no {end!r} in {shown!r}"
        if select.select([terminal], [], [], left)[0]:
            shown += os.read(terminal, 65536)
    return shown.decode()


def hint(*, is_output_seen: bool) -> tuple[str, str]:
    """Asks for a hint; returns what the terminal shows and what comes out of a pipe, if the output goes into one."""
    engine = shutil.which("fukumi", path=BUILT)
    if engine is None:
        pytest.skip("target/release/fukumi is not built")
    terminal, inner = pty.openpty()
    output = inner if is_output_seen else subprocess.PIPE
    command = [engine, "play", "--time", "1.5", "--color", "never", "h8i9"]
    process = subprocess.Popen(command, stdin=inner, stdout=output, stderr=inner)
    os.close(inner)
    try:
        os.write(terminal, b"hint\nquit\n")
        shown = read_until(terminal, "hint: ") if is_output_seen else ""
        piped, _ = process.communicate(timeout=DEADLINE)
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
