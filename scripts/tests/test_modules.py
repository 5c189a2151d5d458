"""Which Python file imports which: there are no circles. Imports within functions count as well."""

import ast
import graphlib
from pathlib import Path

import pytest

from fukumi_tools.repository import ROOT

PACKAGES = ["scripts/fukumi_tools", "bindings/python/fukumi"]


def modules(package: Path) -> dict[str, str]:
    """The modules of a package with their texts."""
    found = {}
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.pyi")]):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path.read_text(encoding="utf-8")
    return found


def imports(name: str, is_package: bool, text: str, known: set[str]) -> set[str]:
    """The known modules that a module imports, or takes a name from."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            up = name.split(".")[: len(name.split(".")) - node.level + is_package] if node.level else []
            base = ".".join(up + [node.module] * (node.module is not None))
            below = {alias.name: f"{base}.{alias.name}" for alias in node.names}
            found |= {path if path in known else base for path in below.values()}
    return (found & known) - {name}


def circle(texts: dict[str, str]) -> list[str]:
    """The modules of a circle, with the first one repeated at the end; empty if there is none."""
    packages = {name.rpartition(".")[0] for name in texts}
    graph = {name: imports(name, name in packages, text, set(texts)) for name, text in texts.items()}
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return error.args[1]
    return []


@pytest.mark.parametrize("package", PACKAGES)
def test_modules_make_no_circle(package):
    texts = modules(ROOT / package)
    assert len(texts) > 5
    assert circle(texts) == []


def test_commands_for_organisers_need_nothing_of_research():
    texts = modules(ROOT / "scripts/fukumi_tools")
    packages = {name.rpartition(".")[0] for name in texts}
    research = {name for name in texts if name.startswith("fukumi_tools.research")}
    assert len(research) > 50
    for name, text in texts.items():
        if name not in research:
            assert not imports(name, name in packages, text, set(texts)) & research, name


@pytest.mark.parametrize(
    "back",
    [
        "from . import first",
        "from .first import play",
        "import tools.match.first",
        "from tools.match import first as other",
        "from tools.match.first import play",
        "def late():\n    from ..match.first import play",
    ],
)
def test_a_circle_is_seen(back):
    texts = {"tools": "", "tools.match": "", "tools.match.first": "from .second import pause"}
    assert circle(texts | {"tools.match.second": "import json\nfrom .third import draw"}) == []
    found = circle(texts | {"tools.match.second": back})
    assert set(found) == {"tools.match.first", "tools.match.second"}
    assert len(found) == 3


def test_a_package_may_gather_what_its_modules_have():
    texts = {"board": "from ._stone import Stone\nfrom . import _game", "board._stone": "", "board._game": ""}
    assert circle(texts) == []
    assert len(circle(texts | {"board._game": "from board import Stone"})) == 3
    assert len(circle(texts | {"board._game": "from . import Stone"})) == 3
