"""Text of others on a terminal: names and answers of engines, and what files say.

It must neither control the terminal nor fill it. The console makes everything visible that it prints; `line` also keeps
a text short.
"""

import unicodedata

_LONGEST = 200
"""So many characters of a line are shown."""
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Categories of characters that control a terminal, the direction of writing or lines, or stand for none."""


def visible(text: str) -> str:
    """The text with a question mark for each character that controls a terminal; line ends stay."""
    return "".join(char if char == "\n" or unicodedata.category(char) not in _UNSEEN else "?" for char in text)


def line(text: str, longest: int = _LONGEST) -> str:
    """A text on one line, which is cut if it is long."""
    shown = visible(text).replace("\n", " ")
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"
