"""The check of the public interface finds types that promise nothing in signatures that do."""

import importlib.util
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest
from documents import ROOT

SCRIPT = Path(__file__).resolve().parent.parent / "public-api"

FUNCTION = """<a class="src" href="../../src/fukumi_core/embed.rs.html#1">Source</a>
<pre class="rust item-decl"><code>pub fn look(board:
&amp;<a class="struct" href="{href}" title="struct {item}">{name}</a>)</code></pre>"""
TRAIT = """<a class="src" href="../../src/fukumi_core/embed.rs.html#9">Source</a>
<pre class="rust item-decl"><code>pub struct Reports</code></pre>
<div id="trait-implementations-list"><section id="impl-{text}"><h3 class="code-header">impl
<a class="trait" href="../far/trait.Far.html" title="trait fukumi_core::far::Far">Far</a> for X</h3></section></div>"""
ITEM = '<a class="src" href="../../src/fukumi_core/{source}">Source</a><pre class="rust item-decl"><code>x</code></pre>'


@pytest.fixture
def api():
    loader = SourceFileLoader("public_api", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("public_api", loader))
    loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path):
    """The documentation of a crate, whose `embed` exports `near::Near`, but not `far::Far`."""
    folder = tmp_path / "fukumi_core"
    pages = {
        "near/struct.Near.html": ITEM.format(source="near.rs.html#3"),
        "far/struct.Far.html": ITEM.format(source="far.rs.html#5"),
        "far/trait.Far.html": ITEM.format(source="far.rs.html#7"),
        "embed/struct.Near.html": ITEM.format(source="near.rs.html#3"),
    }
    for name, text in pages.items():
        write(folder, name, text)
    return folder


def write(folder, name, text):
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    pages = sorted(path.relative_to(folder) for path in folder.glob("*/*.html"))
    links = "".join(f'<a href="{page.as_posix()}">' for page in pages)
    (folder / "all.html").write_text(links, encoding="utf-8")


def function(module, name):
    item = f"fukumi_core::{module}::{name}"
    return FUNCTION.format(href=f"../{module}/struct.{name}.html", item=item, name=name)


def test_a_signature_may_name_what_is_exported_again(api, folder):
    write(folder, "embed/fn.look.html", function("near", "Near"))
    pages = api.pages(folder)
    assert api.leaks(pages) == []
    assert "fukumi_core::embed: pub fn look(board: &Near)" in api.interface(pages)


def test_a_signature_may_not_name_anything_else(api, folder):
    write(folder, "embed/fn.look.html", function("far", "Far"))
    assert api.leaks(api.pages(folder)) == [
        "fukumi_core::embed: fn.look names fukumi_core::far::Far, which is not part of the stable interface"
    ]


def test_a_trait_counts_if_it_is_the_item_s_own(api, folder):
    write(folder, "embed/struct.Reports.html", TRAIT.format(text="Far-for-Reports%3C'_%3E"))
    assert len(api.leaks(api.pages(folder))) == 1
    assert "fukumi_core::embed::Reports: impl Far for Reports<'_>" in api.interface(api.pages(folder))
    write(folder, "embed/struct.Reports.html", TRAIT.format(text="Far-for-Others"))
    assert api.leaks(api.pages(folder)) == []


def test_the_program_of_the_page_is_an_example_that_is_built():
    page = (ROOT / "docs" / "embedding.md").read_text(encoding="utf-8")
    program = (ROOT / "examples" / "game.rs").read_text(encoding="utf-8").split("\n\n", 1)[1]
    assert f"```rust\n{program}```" in page
