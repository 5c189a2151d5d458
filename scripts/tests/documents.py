"""The Markdown documents of the project as data: their fenced blocks, links and anchors."""

import itertools
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[2]
# Where Cargo builds.
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").resolve()
# Where scripts/test puts the program.
BUILT = TARGET / "quick"

_PARSER = MarkdownIt("commonmark").enable("table")
_HTML_ANCHOR = re.compile(r"""<a\s+(?:id|name)=["']([^"']+)["']""")


@dataclass(frozen=True)
class Block:
    """A fenced block."""

    document: str
    line: int
    language: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.document}:{self.line}"


def tracked_files() -> list[str]:
    """What a clone would have, with what is not committed yet; the tests that ask are skipped outside of a clone."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone, so that nobody knows which files belong to it", allow_module_level=True)
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return sorted(name for name in names if name and (ROOT / name).is_file())


def documents() -> list[str]:
    """All Markdown documents."""
    return [name for name in tracked_files() if name.endswith(".md")]


def blocks(document: str) -> list[Block]:
    """The fenced blocks of a document, in order."""
    tokens = _PARSER.parse((ROOT / document).read_text(encoding="utf-8"))
    fences = [token for token in tokens if token.type == "fence"]
    return [Block(document, token.map[0] + 1, token.info.strip(), token.content) for token in fences]


def code_in_sentences(document: str) -> list[str]:
    """The pieces of code that stand in the text of a document."""
    tokens = _inline(_PARSER.parse((ROOT / document).read_text(encoding="utf-8")))
    return [token.content for token in tokens if token.type == "code_inline"]


def links(text: str) -> list[str]:
    """Where the links and pictures of a text lead."""
    found = []
    for token in _inline(_PARSER.parse(text)):
        if token.type == "link_open":
            found.append(str(token.attrs["href"]))
        elif token.type == "image":
            found.append(str(token.attrs["src"]))
    return found


def anchors(text: str) -> set[str]:
    """What links may point to behind a `#`: the headings as GitHub names them, and anchors in HTML."""
    found: dict[str, int] = {}
    tokens = _PARSER.parse(text)
    for head, inline in itertools.pairwise(tokens):
        if head.type == "heading_open":
            plain = "".join(part.content for part in inline.children or [] if part.type in ("text", "code_inline"))
            name = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
            found[name] = found.get(name, -1) + 1
    repeated = {f"{name}-{number}" for name, count in found.items() for number in range(1, count + 1)}
    return set(found) | repeated | set(_HTML_ANCHOR.findall(text))


def _inline(tokens: list[Token]) -> list[Token]:
    return [part for token in tokens for part in [token, *_inline(token.children or [])]]
