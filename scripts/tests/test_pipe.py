"""Reading the output of a process, by waiting for it and by a thread."""

import select
import subprocess
import sys
import time

import pytest
from patience import PATIENCE

from fukumi_tools.engines import pipe

KINDS = [pipe._ThreadedPipe, *([pipe._PolledPipe] if hasattr(select, "poll") else [])]


def started(program: str) -> subprocess.Popen:
    return subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)


@pytest.mark.parametrize("kind", KINDS)
def test_pieces_come_in_order_with_their_times_and_then_the_end(kind):
    process = started("print(input(), flush=True); print(input(), flush=True)")
    output = kind(process.stdout)
    assert output.get(0) is None and output.get(0.01) is None
    times = []
    for text in (b"one\n", b"two\n"):
        asked = time.monotonic()
        process.stdin.write(text)
        piece = output.get(PATIENCE)
        while not piece.data.endswith(b"\n"):
            piece = pipe.Piece(piece.time, piece.data + output.get(PATIENCE).data)
        assert piece.data.split() == text.split() and asked <= piece.time <= time.monotonic()
        times.append(piece.time)
    assert times == sorted(times)
    assert output.get(PATIENCE).data == b""
    process.wait()
    output.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_pipe_is_closed_with_output_that_is_not_read(kind):
    process = started("import os\nfor _ in range(64): os.write(1, b'x' * 65536)")
    output = kind(process.stdout)
    assert output.get(PATIENCE).data
    process.kill()
    process.wait()
    output.close()
    assert process.stdout.closed
