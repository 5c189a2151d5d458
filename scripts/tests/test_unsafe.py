"""docs/architecture.md names each file that may have unsafe code, and no other."""

import re

from documents import ROOT

ALLOWED = re.compile(r"\b(?:expect|allow)\([^\])]*\bunsafe_code\b")
FOLDERS = ["crates", "src", "bindings/c/src", "bindings/python/src", "bindings/web/wasm/src"]


def test_the_page_names_the_files_with_unsafe_code():
    files = [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.rs"))]
    has_exception = [file for file in files if ALLOWED.search(file.read_text(encoding="utf-8"))]
    allowing = {file.relative_to(ROOT).as_posix() for file in has_exception}
    rules = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("Unsafe code is denied but in", 1)[1]
    named = re.findall(r"`([\w/]+\.rs)`", rules.split("\n\n", 1)[0])
    assert len(named) == len(set(named)) == 5
    assert set(named) == allowing
