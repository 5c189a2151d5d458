"""What an engine did wrong."""

from enum import Enum


class Kind(Enum):
    """The value is the word for it in reports."""

    FORM = "form"
    """A line that is malformed, came in pieces, or on standard error."""
    STRAY = "stray"
    """A line that was not asked for, or another one than was asked for."""
    SILENT = "silent"
    """No answer at all."""
    LATE = "late"
    """An answer beyond the limit."""
    ILLEGAL = "illegal"
    """A move that cannot or may not be played."""
    BLIND = "blind"
    """A five that was not taken, or a four that was not stopped."""
    EXIT = "exit"
    """A process that ended by itself, in the wrong way, or not at all."""
    LEAK = "leak"
    """Memory, threads or file handles that grew."""


class Fault(Exception):
    """Something an engine did wrong."""

    def __init__(self, kind: Kind, text: str):
        super().__init__(f"{kind.value}: {text}")
        self.kind = kind
