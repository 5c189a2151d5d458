"""Ctrl-C and requests to end, from the first line of ours on. Imports nothing that takes time.

While modules are imported nothing has begun, and the process ends at once. From then on `Interrupted` is raised, so
that whatever was started is ended. A command with work that can end in good order takes over by `on_interrupt`.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

EXIT_INTERRUPTED = 130

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_NOTHING_BEGUN = b"Interrupted before anything was begun.\n"


class Interrupted(BaseException):
    """The command is to end. No `Exception` and no `KeyboardInterrupt`, so that only the entry catches it."""


def end_at_once() -> None:
    """Has a signal end the process without further ado, with a sentence and `EXIT_INTERRUPTED`."""
    _handle(_end_now)


def end_in_order() -> None:
    """Has a signal raise `Interrupted` in the main thread. Further signals do not disturb what ends then.

    Only after `end_at_once`: in a process that was not begun by us, such as a test, signals are those of others.
    """
    if signal.getsignal(signal.SIGINT) is _end_now:
        _handle(_raise_interrupted)


def on_interrupt(action: Callable[[], None]) -> None:
    """Has a signal call `action`, which has to end the work soon."""
    _handle(lambda *_: action())


def leave(out: Path) -> NoReturn:
    """Ends the process after `on_interrupt`, where the same command continues what is in `out`."""
    sys.stderr.write(f"Interrupted; the same command with --out {out} goes on from what is finished.\n")
    sys.exit(EXIT_INTERRUPTED)


def ignore() -> None:
    """Has signals do nothing, for what is about to end anyway."""
    _handle(signal.SIG_IGN)


def _end_now(*_) -> None:
    # An exception could be swallowed in the middle of an import.
    os.write(2, _NOTHING_BEGUN)
    os._exit(EXIT_INTERRUPTED)


def _raise_interrupted(*_) -> None:
    ignore()
    raise Interrupted


def _handle(handler) -> None:
    for number in _SIGNALS:
        signal.signal(number, handler)
