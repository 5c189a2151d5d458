"""What the system refuses, in words: what could not be written, why, and how to go on."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from .files import SHORTAGES, WriteError, describe
from .shown import visible

EXIT_UNWRITTEN = 74
"""Something could not be written: `EX_IOERR` of the system's header `sysexits.h`."""

_FAULTS_OF_OURS = (errno.EPIPE, errno.EBADF, errno.EINVAL)


@contextmanager
def resumable(out: Path) -> Iterator[None]:
    """Around work whose results in `out` are continued by the same command."""
    try:
        yield
    except OSError as error:
        error.add_note(resumption(out))
        raise


def resumption(out: Path) -> str:
    """How to go on after an error, where the same command continues what is in `out`."""
    return f"What is finished is kept: the same command with --out {out} goes on from there."


class Refused(click.ClickException):
    """An error of the system; the text is meant for the user, whatever names of files are in it."""

    def __init__(self, message: str, exit_code: int):
        super().__init__(visible(message))
        self.exit_code = exit_code


def refusal_of(error: OSError) -> Refused | None:
    """The error for the user; None if it is a fault of ours, or a reader of the output that is gone."""
    if isinstance(error, WriteError):
        return _unwritten(describe(error), error)
    if error.filename is not None:
        return Refused(describe(error), 1)
    if error.errno in SHORTAGES:
        # Files are named by what writes them.
        return _unwritten(f"the output: {error.strerror}", error)
    return None if error.errno in _FAULTS_OF_OURS else Refused(describe(error), 1)


def _unwritten(what: str, error: OSError) -> Refused:
    sentences = [f"cannot write {what}. {_advice(error)}", *getattr(error, "__notes__", [])]
    return Refused("\n".join(sentences), EXIT_UNWRITTEN)


def _advice(error: OSError) -> str:
    if error.errno == errno.EFBIG:
        return "Allow larger files (ulimit -f), then repeat the command."
    if error.errno in SHORTAGES:
        return "Make room, then repeat the command."
    return "Choose another place, or mend that and repeat the command."
