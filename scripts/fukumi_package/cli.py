"""The command line."""

import os
import sys
import tomllib
from pathlib import Path

import click

from .archive import Member, write_sums, write_tar_gz, write_zip
from .build import ROOT, Builder, BuildError, commit_time, native_triple
from .target import Target, TargetError

EXIT_FAILED = 1
# What Gomocup accepts.
GOMOCUP_LIMIT = 8_000_000
GOMOCUP_ARCHIVE = "pbrain-fukumi.zip"
GOMOCUP_PROGRAM = "pbrain-fukumi.exe"
NOTES = ("README.md", "LICENSE-MIT", "LICENSE-APACHE")
MORE_NOTES = ("CHANGELOG.md", "docs/embedding.md")
HEADER = "include/fukumi.h"

HELP = """\
Build the engine for a target and put the archives of a release into a folder, with their checksums in SHA256SUMS.

The archive for people has the program, the notes, the C header and the shared library: fukumi-VERSION-PLATFORM.zip for
Windows, .tar.gz elsewhere. For Windows there is pbrain-fukumi.zip as well, which has the program under the name that
Gomocup wants; it must be smaller than 8 MB. The same files make the same archives: every file in them has the time of
the newest commit, or that of SOURCE_DATE_EPOCH.
"""


@click.command(help=HELP, context_settings={"max_content_width": 110})
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path), help="Folder of the archives.")
@click.option("--target", "triple", help="As Rust names it; if left out, this machine.")
@click.option("--cargo", default="cargo", show_default=True, help='Another command, such as "cargo zigbuild".')
@click.option("--cargo-arg", "arguments", multiple=True, help="One more argument of its builds; can be repeated.")
@click.option(
    "--program", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Do not build, take this."
)
@click.option(
    "--library", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The same for the library."
)
def run(out, triple, cargo, arguments, program, library) -> None:
    try:
        target = Target(triple or native_triple())
        target_dir = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").resolve()
        builder = Builder(cargo, arguments, target_dir)
        program = program or builder.program(target, triple is None)
        library = library or builder.library(target, triple is None)
        paths = write_archives(out, target, program, library, commit_time())
    except (BuildError, TargetError, PackageError, OSError) as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(EXIT_FAILED)
    for path in [*paths, write_sums(out)]:
        click.echo(f"{path} {path.stat().st_size}")


class PackageError(Exception):
    """An archive that may not be handed out."""


def write_archives(out: Path, target: Target, program: Path, library: Path, seconds: int) -> list[Path]:
    """Makes the archives of a target and returns where they are."""
    out.mkdir(parents=True, exist_ok=True)
    name = f"fukumi-{version()}-{target.platform}"
    members = [
        Member(f"{name}/{target.program}", program.read_bytes(), is_program=True),
        Member(f"{name}/lib/{target.library}", library.read_bytes(), is_program=target.is_windows),
        *(Member(f"{name}/{note}", (ROOT / note).read_bytes()) for note in (*NOTES, *MORE_NOTES, HEADER)),
    ]
    path = out / f"{name}{'.zip' if target.is_windows else '.tar.gz'}"
    (write_zip if target.is_windows else write_tar_gz)(path, members, seconds)
    return [path, write_gomocup(out, program, seconds)] if target.is_windows else [path]


def write_gomocup(out: Path, program: Path, seconds: int) -> Path:
    """Makes the archive for Gomocup; there is none if it would be too large."""
    path = out / GOMOCUP_ARCHIVE
    members = [
        Member(GOMOCUP_PROGRAM, program.read_bytes(), is_program=True),
        *(Member(note, (ROOT / note).read_bytes()) for note in NOTES),
    ]
    write_zip(path, members, seconds)
    size = path.stat().st_size
    if size >= GOMOCUP_LIMIT:
        path.unlink()
        raise PackageError(f"{path.name} has {size} bytes, and must have fewer than {GOMOCUP_LIMIT}")
    return path


def version() -> str:
    """The version of the engine."""
    return tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["package"]["version"]
