"""Links of documents that leave their place: to a file that comes along, or else to the web."""

import posixpath
import re
from collections.abc import Callable, Collection

_FENCE = re.compile(r"^(```.*?^```[^\n]*$)", re.MULTILINE | re.DOTALL)
_TARGET = re.compile(r"(?<=\]\()(?P<path>[^)\s#:]+)(?P<anchor>#[^)\s]*)?(?=\))")


def relink(text: str, name: str, members: Collection[str], address: Callable[[str], str]) -> str:
    """A Markdown document whose links to files that do not come along lead to the web.

    `name` is the document's own name and `members` are those of the files that come along, as paths in the
    repository; `address` tells where on the web a path in the repository is.
    """

    def target(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), match["path"]))
        is_there = path in members or any(member.startswith(f"{path}/") for member in members)
        return match[0] if is_there else address(path) + (match["anchor"] or "")

    # Every other piece is a fenced block.
    pieces = _FENCE.split(text)
    return "".join(piece if number % 2 else _TARGET.sub(target, piece) for number, piece in enumerate(pieces))
