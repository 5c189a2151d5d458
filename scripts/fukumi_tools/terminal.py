"""The console."""

import sys

from rich.console import Console
from rich.text import Text

_PLAIN_WIDTH = 120


def console() -> Console:
    """Standard output; as wide as the terminal, or of a fixed width elsewhere."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else _PLAIN_WIDTH)


def say(console: Console, text: str) -> None:
    """Prints a text as it is; where the output is a file, in one line."""
    console.print(Text(text), soft_wrap=True)
