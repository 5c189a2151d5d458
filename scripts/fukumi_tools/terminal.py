"""What tools share with whoever starts them: the console, exit codes, the wish to end soon."""

import signal
import sys
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

EXIT_INTERRUPTED = 130

_PLAIN_WIDTH = 120


def console() -> Console:
    """Standard output; as wide as the terminal, or of a fixed width elsewhere."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else _PLAIN_WIDTH)


def say(console: Console, text: str) -> None:
    """Prints a text as it is; where the output is a file, in one line."""
    console.print(Text(text), soft_wrap=True)


def on_interrupt(action: Callable[[], None]) -> None:
    """Has Ctrl-C and a request to end call `action`, which has to end the work soon."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: action())
