"""The notices that licences ask for, of all that is built into what a release has.

Licences such as MIT and BSD let a program be handed on if their text and the name of the author come along. The texts
lie in the sources of the crates, as Cargo has fetched them; Rust brings those of its standard library.
"""

import json
import re
from collections.abc import Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fukumi_tools.files import write_bytes
from fukumi_tools.repository import ROOT

from .archive import Member
from .build import BuildError, execute

CRATES = "LICENSE-THIRD-PARTY.txt"
STANDARD_LIBRARY = "LICENSE-RUST.html"

WASM = "wasm32-unknown-unknown"
PYTHON = ROOT / "bindings" / "python" / "Cargo.toml"
ENGINE = ROOT / "bindings" / "web"
BOARD = ROOT / "board"

_TEXTS = re.compile(r"(un)?licen[cs]e|copying|copyright|notice", re.IGNORECASE)
# Where MIT may be chosen, these need not come along.
_OTHERS = re.compile(r"apache|unlicense|zlib|boost|copying", re.IGNORECASE)
_GRANT = "Permission is hereby granted"
_RULE = "-" * 80
_HEAD = f"""\
Fukumi contains the packages below. Each is used under its licence, whose text follows; where MIT may be chosen, it is.
The standard library of Rust has its notices in {STANDARD_LIBRARY}.
"""


@dataclass(frozen=True)
class Package:
    """A package and the folder of its sources."""

    name: str
    version: str
    licence: str
    authors: tuple[str, ...]
    folder: Path

    def texts(self) -> list[str]:
        """The texts of its licence and its notices."""
        if not self.folder.is_dir():
            raise BuildError(f"the sources of {self.name} {self.version} are missing: {self.folder}")
        files = sorted(path for path in self.folder.iterdir() if path.is_file() and _TEXTS.match(path.name))
        if self._is_mit and any("mit" in path.name.lower() for path in files):
            files = [path for path in files if not _OTHERS.search(path.name)]
        if files:
            return [file.read_text(encoding="utf-8", errors="replace").strip() for file in files]
        if not self._is_mit:
            raise BuildError(f"{self.name} {self.version} has no text of its licence, {self.licence}")
        own = (ROOT / "LICENSE-MIT").read_text(encoding="utf-8")
        owners = ", ".join(self.authors) or f"the authors of {self.name}"
        return [f"MIT License\n\nCopyright (c) {owners}\n\n{own[own.index(_GRANT) :].strip()}"]

    @property
    def _is_mit(self) -> bool:
        """Whether MIT is one of its licences. What comes with it by an "and" has a text of its own."""
        return "MIT" in re.split(r"[\s()/]+", self.licence)


def crates(manifest: Path, package: str, triple: str) -> list[Package]:
    """The crates that are built into a package for a target, and those that write code of it."""
    common = ["--locked", "--manifest-path", str(manifest)]
    tree = ["cargo", "tree", *common, "--package", package, "--target", triple]
    lines = execute([*tree, "--edges", "normal", "--prefix", "none", "--format", "{p}"], capture=True).splitlines()
    wanted = {tuple(line.split()[:2]) for line in lines}
    command = ["cargo", "metadata", *common, "--format-version", "1", "--filter-platform", triple]
    found = json.loads(execute(command, capture=True))["packages"]
    return [
        Package(
            crate["name"],
            crate["version"],
            crate["license"] or "",
            tuple(crate["authors"]),
            Path(crate["manifest_path"]).parent,
        )
        for crate in found
        # What has no source is a package of this repository.
        if crate["source"] and (crate["name"], f"v{crate['version']}") in wanted
    ]


def npm_packages(folder: Path) -> list[Package]:
    """The npm packages that get into what is built in a folder: those that are not for the build alone."""
    lock = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))
    return [
        Package(path.rpartition("node_modules/")[2], found["version"], found.get("license", ""), (), folder / path)
        for path, found in lock["packages"].items()
        if path.startswith("node_modules/") and not found.get("dev") and not found.get("link")
    ]


def write(packages: Iterable[Package]) -> str:
    """The notices of packages; a text that several have stands once."""
    owners: dict[str, list[str]] = {}
    for package in sorted(packages, key=lambda package: (package.name, package.version)):
        for text in package.texts():
            text = "\n".join(line.rstrip() for line in text.splitlines())
            owners.setdefault(text, []).append(f"{package.name} {package.version}: {package.licence}")
    pieces = ["\n".join([_RULE, *names, "", text, ""]) for text, names in owners.items()]
    return "\n".join([_HEAD, *pieces])


def standard_library() -> bytes:
    """The notices of Rust's standard library, as the compiler brings them."""
    path = Path(execute(["rustc", "--print", "sysroot"], capture=True).strip())
    path = path / "share" / "doc" / "rust" / "COPYRIGHT-library.html"
    try:
        return path.read_bytes()
    except OSError as error:
        raise BuildError(f"{path}: {error.strerror}") from None


def _members(packages: Iterable[Package]) -> list[Member]:
    return [Member(CRATES, write(packages).encode()), Member(STANDARD_LIBRARY, standard_library())]


def of_program(triple: str) -> list[Member]:
    """The notices of the program and the shared library."""
    return _members(crates(ROOT / "Cargo.toml", "fukumi", triple))


def of_wheel(triple: str) -> list[Member]:
    """The notices of the Python package."""
    return _members(crates(PYTHON, "fukumi-python", triple))


def of_web() -> list[Member]:
    """The notices of the npm package, and of the page, which has it in it."""
    # What Rust links into the engine with threads, whose crates are the same.
    library = Package("wasi-libc", "for threads", "MIT AND BSD-2-Clause", (), ENGINE / "wasi-libc")
    return _members([*crates(ROOT / "Cargo.toml", "fukumi-web", WASM), library, *npm_packages(BOARD)])


@contextmanager
def placed(members: Iterable[Member], folder: Path):
    """Puts files into a folder for a while."""
    paths = [folder / member.name for member in members]
    try:
        for path, member in zip(paths, members, strict=True):
            write_bytes(path, member.content)
        yield
    finally:
        for path in paths:
            path.unlink(missing_ok=True)
