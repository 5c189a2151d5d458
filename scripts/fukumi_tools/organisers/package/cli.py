"""The command line."""

import functools
import io
import os
import subprocess
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

import click

from fukumi_tools import options
from fukumi_tools.files import make_folder, write_bytes
from fukumi_tools.parts import last_line
from fukumi_tools.repository import ROOT

from . import licences
from .archive import Member, write_sums, write_tar_gz, write_zip
from .build import Builder, BuildError, commit_time, execute, native_triple, private_folders
from .links import relink
from .target import Target, TargetError

# What Gomocup accepts.
GOMOCUP_LIMIT = 8_000_000
GOMOCUP_ARCHIVE = "fukumi.zip"
GOMOCUP_PROGRAM = "pbrain-fukumi.exe"
# How the completions of a shell are called where it looks for them.
COMPLETIONS = {"bash": "fukumi.bash", "zsh": "_fukumi", "fish": "fukumi.fish", "powershell": "fukumi.ps1"}
NOTES = ("README.md", "LICENSE-MIT", "LICENSE-APACHE")
# The C header, which is in a folder of its own there.
HEADER = ROOT / "bindings" / "c" / "include" / "fukumi.h"
# What else is in the archive for people: files, and whole folders.
MORE = ("CHANGELOG.md", "SECURITY.md", "docs", "examples")

HELP = """\
Build the engine for a target and put the archives of a release into a folder, with their checksums in SHA256SUMS.

The archive for people has the program, the documents, the C header, the examples and the shared library:
fukumi-VERSION-PLATFORM.zip for Windows, .tar.gz elsewhere. For Windows there is fukumi.zip as well, which has the
program under the name that Gomocup wants, pbrain-fukumi.exe; it must be smaller than 8 MB, and its program needs a
processor with AVX2, as Gomocup's have. Every archive has the
notices of the crates that are built into it. Links of the documents to files that are not in an archive lead to the
web. The same files make the same archives: every file in them has the time of the newest commit, or that of
SOURCE_DATE_EPOCH.

With --profile the program and the library are optimised by a profile of games that a first build plays, which makes
them some 5 % faster. It takes LLVM's tools (rustup component add llvm-tools), and the archives are no longer the same
bytes each time.

With --wheel there is the wheel of the Python package as well, which takes maturin, and for Linux Zig: the extra wheel
of these tools has both. With --web there are the npm package of the engine, and fukumi-VERSION-board.zip, the page of
the board for any web server; these take Node.js.
"""


@click.command(help=HELP, context_settings=options.CONTEXT)
@click.option("--out", required=True, type=options.FOLDER, help="Folder of the archives.")
@click.option("--target", "triple", help="As Rust names it; if left out, this machine.")
@click.option("--cargo", default="cargo", show_default=True, help='Another command, such as "cargo zigbuild".')
@click.option("--cargo-arg", "arguments", multiple=True, help="One more argument of its builds; can be repeated.")
@click.option("--profile", "more", flag_value="profile", multiple=True, help="Optimise by a profile of games.")
@click.option("--wheel", "more", flag_value="wheel", multiple=True, help="Make the Python wheel as well.")
@click.option("--web", "more", flag_value="web", multiple=True, help="Make the npm package and the board as well.")
@click.option("--program", type=options.EXISTING_FILE, help="Do not build, take this.")
@click.option("--library", type=options.EXISTING_FILE, help="The same for the library.")
def main(out, triple, cargo, arguments, more, program, library) -> None:
    try:
        target = Target(triple or native_triple())
        target_dir = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").resolve()
        builder = Builder(cargo, arguments, target_dir)
        if "profile" in more:
            builder = builder.profiled()
        gomocup = program
        if target.is_windows and program is None:
            gomocup = builder.for_gomocup().program(target, triple is None)
        program = program or builder.program(target, triple is None)
        library = library or builder.library(target, triple is None)
        paths = write_archives(out, target, program, library, commit_time())
        if target.is_windows:
            paths.append(write_gomocup(out, target, gomocup, commit_time()))
        if "wheel" in more:
            paths.append(write_wheel(out, builder, target, triple is None))
        if "web" in more:
            paths += write_web(out, builder, ROOT / "board" / "dist", commit_time())
    except (BuildError, TargetError, PackageError) as error:
        raise click.ClickException(str(error)) from None
    for path in [*paths, write_sums(out)]:
        click.echo(f"{path} {path.stat().st_size}")


class PackageError(Exception):
    """An archive that may not be handed out."""


def write_archives(out: Path, target: Target, program: Path, library: Path, seconds: int) -> list[Path]:
    """Makes the archives of a target and returns where they are."""
    for file in (program, library):
        refuse_private_names(file)
    make_folder(out)
    name = f"fukumi-{version()}-{target.platform}"
    notices = licences.of_program(target.triple)
    members = [
        Member(f"{name}/{target.program}", program.read_bytes(), is_program=True),
        Member(f"{name}/lib/{target.library}", library.read_bytes(), is_program=target.is_windows),
        Member(f"{name}/include/{HEADER.name}", HEADER.read_bytes()),
        *(
            Member(f"{name}/{member.name}", member.content)
            for member in [*notes(*NOTES, *MORE), *notices, *pages(program)]
        ),
    ]
    path = out / f"{name}{'.zip' if target.is_windows else '.tar.gz'}"
    (write_zip if target.is_windows else write_tar_gz)(path, members, seconds)
    return [path]


def pages(program: Path) -> list[Member]:
    """The pages of the manual and the completions for shells, as the program prints them.

    A program of another system cannot be asked; its archive then lacks them, and a line says so.
    """
    members = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            subprocess.run([program.resolve(), "man", "--out", folder], check=True, capture_output=True)
            for shell, file in COMPLETIONS.items():
                done = subprocess.run([program.resolve(), "completions", shell], check=True, capture_output=True)
                members.append(Member(f"completions/{file}", done.stdout))
        except subprocess.CalledProcessError as error:
            raise PackageError(f"{program} makes no manual: {last_line(error.stderr.decode())}") from None
        except OSError:
            click.echo(f"left out: manual and completions, for {program} does not run here", err=True)
            return []
        members += [Member(f"man/{page.name}", page.read_bytes()) for page in sorted(Path(folder).iterdir())]
    return members


def write_wheel(out: Path, builder: Builder, target: Target, is_native: bool) -> Path:
    """Makes the wheel of the Python package for a target and returns where it is."""
    with tempfile.TemporaryDirectory() as folder:
        notices = licences.of_wheel(target.triple)
        with licences.placed(notices, licences.PYTHON.parent):
            wheel = builder.wheel(target, is_native, Path(folder))
        with zipfile.ZipFile(wheel) as archive:
            require(wheel, archive.namelist(), notices)
            for name in archive.namelist():
                refuse_private_names(Path(name), archive.read(name))
        path = out / wheel.name
        write_bytes(path, wheel.read_bytes())
    return path


def write_web(out: Path, builder: Builder, page: Path, seconds: int) -> list[Path]:
    """Makes the npm package and the archive of the board's page, and returns where they are.

    `page` is the folder in which the page is built.
    """
    # The licences are those of what npm installs for it.
    builder.web()
    notices = licences.of_web()
    with tempfile.TemporaryDirectory() as folder:
        with licences.placed(notices, licences.ENGINE):
            built = builder.npm_package(Path(folder))
        content = built.read_bytes()
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            require(built, archive.getnames(), notices)
            for member in archive.getmembers():
                file = archive.extractfile(member)
                refuse_private_names(Path(member.name), file.read() if file else b"")
    package = out / built.name
    write_bytes(package, content)
    name = f"fukumi-{version()}-board"
    files = sorted(path for path in page.rglob("*") if path.is_file())
    if page / "index.html" not in files:
        raise PackageError(f"there is no page in {page}")
    for file in files:
        refuse_private_names(file)
    members = [Member(f"{name}/{file.relative_to(page).as_posix()}", file.read_bytes()) for file in files]
    notices += notes("LICENSE-MIT", "LICENSE-APACHE")
    members += [Member(f"{name}/{note.name}", note.content) for note in notices]
    path = out / f"{name}.zip"
    write_zip(path, members, seconds)
    return [package, path]


def require(archive: Path, names: list[str], notices: list[Member]) -> None:
    """Refuses an archive that lacks one of the notices."""
    for notice in notices:
        if not any(name.endswith(f"/{notice.name}") for name in names):
            raise PackageError(f"{archive.name} has no {notice.name}")


def refuse_private_names(file: Path, content: bytes | None = None) -> None:
    """Refuses a program that names where it was built; `content` is what is in the file, if it is known."""
    content = file.read_bytes() if content is None else content
    for folder in private_folders():
        if f"{folder}{os.sep}".encode() in content:
            raise PackageError(f"{file} has the name of the folder {folder} in it")


def write_gomocup(out: Path, target: Target, program: Path, seconds: int) -> Path:
    """Makes the archive for Gomocup; there is none if it would be too large."""
    refuse_private_names(program)
    path = out / GOMOCUP_ARCHIVE
    members = [
        Member(GOMOCUP_PROGRAM, program.read_bytes(), is_program=True),
        *notes(*NOTES),
        *licences.of_program(target.triple),
    ]
    write_zip(path, members, seconds)
    size = path.stat().st_size
    if size >= GOMOCUP_LIMIT:
        path.unlink()
        raise PackageError(f"{path.name} has {size} bytes, and must have fewer than {GOMOCUP_LIMIT}")
    return path


def notes(*names: str) -> list[Member]:
    """Files of the repository and those of whole folders, the links of documents led to the web if need be."""
    listed = execute(["git", "ls-files", "-z", "--error-unmatch", "--", *names], capture=True).split("\0")
    files = sorted(name for name in listed if name)
    members = []
    for name in files:
        content = (ROOT / name).read_bytes()
        if name.endswith(".md"):
            content = relink(content.decode(), name, files, web_address).encode()
        members.append(Member(name, content))
    return members


def web_address(path: str) -> str:
    """Where a file or folder of the repository is on the web, as of this version."""
    kind = "tree" if (ROOT / path).is_dir() else "blob"
    return f"{package()['repository']}/{kind}/v{version()}/{path}"


def version() -> str:
    """The version of the engine."""
    return package()["version"]


@functools.cache
def package() -> dict[str, str]:
    """What Cargo.toml says of the package of the program."""
    manifest = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    return manifest["package"] | manifest["workspace"]["package"]
