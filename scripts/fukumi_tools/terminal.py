"""The console."""

import sys
from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.text import Text

from .shown import visible

_PLAIN_WIDTH = 120


class _SafeConsole(Console):
    """A console that nothing written to it can control."""

    def render(self, renderable: RenderableType, options=None) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))


def console(stderr: bool = False) -> Console:
    """Standard output or error; as wide as the terminal, or of a fixed width elsewhere."""
    stream = sys.stderr if stderr else sys.stdout
    return _SafeConsole(stderr=stderr, highlight=False, width=None if stream.isatty() else _PLAIN_WIDTH)


def say(console: Console, text: str) -> None:
    """Prints a text as it is; where the output is a file, in one line."""
    console.print(Text(text), soft_wrap=True)
