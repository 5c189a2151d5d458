"""The package as a whole: what it promises in its documents, its types and its description."""

import doctest
import importlib
import inspect
import re
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path

import pytest
from conftest import ROOT

import fukumi

DOCUMENTS = ["bindings/python/README.md", "docs/python.md"]
MODULES = ["_analysis", "_board", "_data", "_engine", "_errors", "_picture", "_solver", "_types"]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_code_of_documents_runs(document, tmp_path):
    text = (ROOT / document).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert blocks
    # The pieces of a page belong together.
    script = tmp_path / "page.py"
    script.write_text("\n".join(blocks), encoding="utf-8")
    (tmp_path / "game.sgf").write_text(
        fukumi.Game(fukumi.Board.parse("h8i9h10h9g9f8f10a1e11d12i7"), black="Anna", white="Li").sgf(), encoding="utf-8"
    )
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["", *MODULES])
def test_the_examples_in_docstrings_are_true(name):
    module = importlib.import_module(f"fukumi.{name}".rstrip("."))
    results = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert results.failed == 0
    assert results.attempted or name not in ("", "_board", "_engine", "_solver")


def public() -> list[tuple[str, object]]:
    """Everything that users see, by its name."""
    found: list[tuple[str, object]] = []
    for name in fukumi.__all__:
        thing = getattr(fukumi, name)
        found.append((name, thing))
        if inspect.isclass(thing):
            own = [part for part in vars(thing).items() if not part[0].startswith("_")]
            found += [(f"{name}.{part}", value) for part, value in own]
    return found


def test_everything_public_is_documented():
    callables = [(name, thing) for name, thing in public() if callable(thing) or isinstance(thing, (property, type))]
    assert len(callables) > 80
    without = [name for name, thing in callables if not inspect.getdoc(thing) and "typing" not in str(thing)]
    assert without == []


def test_nothing_else_is_public():
    names = [name for name in vars(fukumi) if not name.startswith("_")]
    assert sorted(names) == sorted(name for name in fukumi.__all__ if not name.startswith("_"))


def test_types_are_checked_strictly(tmp_path):
    mypy = pytest.importorskip("mypy.api")
    user = tmp_path / "user.py"
    user.write_text(
        "import fukumi\n"
        "board = fukumi.Board('renju', (15, 15))\n"
        "board.play('h8', (8, 8))\n"
        "rate: float = [report.win_rate for report in fukumi.Engine().think(board, nodes=10)][0]\n"
        "move: fukumi.Point = fukumi.Engine(level=1).best_move(board)\n"
        "wrong: int = fukumi.Solver().solve(board).verdict\n"
    )
    examples = [str(path) for path in sorted((ROOT / "examples" / "python").glob("*.py"))]
    assert examples
    output, errors, status = mypy.run(["--strict", "--cache-dir", str(tmp_path / "cache"), "-p", "fukumi"])
    assert (status, errors) == (0, ""), output
    output, errors, status = mypy.run(["--strict", "--cache-dir", str(tmp_path / "cache"), str(user), *examples])
    mistakes = [line for line in output.splitlines() if ": error:" in line]
    assert len(mistakes) == 1 and "user.py:6" in mistakes[0], output


def test_the_first_program_says_what_the_engine_finds():
    moves = ["h8", "g9", "i9", "g7", "g8", "i7", "j10", "k11", "f7", "e6"]
    command = [sys.executable, ROOT / "examples" / "python" / "first.py", *moves]
    best, line, win, *marks = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert re.fullmatch(r"best: [a-o]\d+", best) and re.fullmatch(r"line:( [a-o]\d+)+", line)
    # A second is much for this win, but the machine may be busy.
    assert win in ("win by force: win", "win by force: unknown")
    assert all(re.fullmatch(r"[a-o]\d+: (inaccuracy|mistake|blunder)", mark) for mark in marks) and marks


def test_the_stub_agrees_with_the_module():
    stubtest = pytest.importorskip("mypy.stubtest")
    options = stubtest.parse_options(["fukumi._native"])
    assert stubtest.test_stubs(options) == 0


def test_the_package_says_what_it_is():
    described = metadata("fukumi")
    cargo = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    version = re.search(r'^version = "(.*)"', cargo, re.MULTILINE)
    assert version and fukumi.__version__ == described["Version"] == version[1]
    assert described["License-Expression"] == "MIT OR Apache-2.0"
    assert described["Requires-Python"] == ">=3.9"
    assert described.get_all("Requires-Dist") is None
    assert (Path(fukumi.__file__).parent / "py.typed").is_file()
    assert ROOT not in Path(fukumi.__file__).parents or "site-packages" in fukumi.__file__, "the installed package"


@pytest.mark.parametrize("name", ["LICENSE-APACHE", "LICENSE-MIT"])
def test_the_licences_are_those_of_the_engine(name):
    assert (ROOT / "bindings" / "python" / name).read_bytes() == (ROOT / name).read_bytes()
