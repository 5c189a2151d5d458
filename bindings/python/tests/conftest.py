"""What several tests use."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import fukumi

# A shell ignores Ctrl-C in what it runs in the background, and its children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def middle() -> fukumi.Board:
    """A board in the middle of a game, in which nothing is proven soon."""
    return fukumi.Board.from_moves(["h8", "i9", "j7", "g9"])


@pytest.fixture
def engine() -> fukumi.Engine:
    return fukumi.Engine(memory=8 << 20)


@contextmanager
def interrupted(seconds: float) -> Iterator[None]:
    """Presses Ctrl-C after this time."""
    timer = threading.Timer(seconds, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
