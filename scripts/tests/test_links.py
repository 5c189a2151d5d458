"""Links between the documents lead to files and headings that exist, and no page is longer than a reader wants."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from documents import ROOT, anchors, documents, links


def broken(document: Path) -> list[str]:
    """The links of a document that lead to nothing in its folder tree."""
    text = document.read_text(encoding="utf-8")
    found = []
    for link in links(text):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = document.parent / unquote(parts.path) if parts.path else document
        if not target.exists() or (
            parts.fragment
            and target.suffix == ".md"
            and parts.fragment not in anchors(target.read_text(encoding="utf-8"))
        ):
            found.append(link)
    return found


@pytest.mark.parametrize("document", documents())
def test_links_lead_somewhere(document):
    assert broken(ROOT / document) == []


def test_links_that_lead_nowhere_are_found(tmp_path):
    (tmp_path / "other.md").write_text("# The `first`, and *only*\n\n## Twice\n\n## Twice\n")
    page = tmp_path / "page.md"
    page.write_text(
        "# Here\n[a](other.md#the-first-and-only) [b](other.md#twice-1) [c](#here) [d](https://example.org/x)\n\n"
        "[e](other.md#twice-2) [f](missing.md) ![g](missing.png) [h](#there) `[i](in-code.md)`\n"
    )
    assert broken(page) == ["other.md#twice-2", "missing.md", "missing.png", "#there"]


LONGEST = 1500


def pages() -> list[str]:
    """The pages for readers: neither the changelog nor the log of experiments."""
    names = [name for name in documents() if Path(name).parent in (Path(), Path("docs"))]
    return [name for name in names if name != "CHANGELOG.md"]


@pytest.mark.parametrize("page", pages())
def test_a_page_is_short_enough_to_be_read(page):
    words = len((ROOT / page).read_text(encoding="utf-8").split())
    assert words <= LONGEST, f"{words} words, at most {LONGEST}"
