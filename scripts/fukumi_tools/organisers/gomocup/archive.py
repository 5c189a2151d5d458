"""The zip file of an engine: its size, names and programs, and which program plays which format."""

import re
import struct
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from fukumi_tools.board.rules import Rule
from fukumi_tools.files import describe, writing

from .findings import Report

MAX_ARCHIVE_BYTES = 8 << 20
_MAX_UNPACKED_BYTES = 1 << 30
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_MACHINES = {0x8664: 64, 0x014C: 32}
_CONSOLE = 3
_RULES = {
    Rule.FREESTYLE: "freestyle",
    Rule.STANDARD: "standard",
    Rule.RENJU: "renju",
    Rule.CARO: "caro",
    Rule.CARO_OVERLINE: "caro",
}
_SIZES = ("15", "20")
_FOR = re.compile(rf"_({'|'.join(sorted(set(_RULES.values())))})?(?:(?<=_)|-)?({'|'.join(_SIZES)})?$")


def unpack(archive: Path, folder: Path, report: Report) -> list[Path]:
    """Checks the archive and unpacks it; the programs in it, none if they cannot be had."""
    place = archive.name
    size = archive.stat().st_size
    if size > MAX_ARCHIVE_BYTES:
        report.problem(
            place,
            f"has {size / 2**20:.1f} MB; {MAX_ARCHIVE_BYTES >> 20} MB are taken",
            "Leave out what the engine does not need, or ask the organisers for an exception in writing.",
        )
    else:
        report.passed(place, f"{size / 2**20:.1f} of {MAX_ARCHIVE_BYTES >> 20} MB")
    if not _NAME.fullmatch(archive.name):
        report.problem(place, "the name has other characters than A-Z a-z 0-9 - _ .", "Rename the archive.")
    if archive.name.lower().startswith("pbrain"):
        report.warn(place, "the name begins with pbrain", "Only programs have that prefix, archives do not.")
    try:
        with zipfile.ZipFile(archive) as opened:
            members = opened.infolist()
            if outside := [info.filename for info in members if _leads_outside(info.filename)]:
                report.problem(place, f"{outside[0]!r} would be unpacked outside its folder", "Pack relative names.")
                return []
            if sum(info.file_size for info in members) > _MAX_UNPACKED_BYTES:
                report.problem(place, "has more than 1 GB unpacked", "Pack only what the engine needs.")
                return []
            with writing(folder):
                opened.extractall(folder)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        report.problem(
            place, f"cannot be unpacked: {describe(error)}", "Make a zip file without a password, with deflate."
        )
        return []
    programs = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix.lower() == ".exe")
    if not programs:
        report.problem(place, "has no .exe", "Gomocup runs on Windows: pack a program for it.")
    if programs and not any(program.parent == folder for program in programs):
        report.warn(place, "has no program at its root", "Pack the files, not the folder around them.")
    for program in programs:
        _check_program(program, len(programs) > 1, report)
    return programs


def program_for(programs: list[Path], rule: Rule, size: int) -> Path:
    """The one that the judge starts on a 64-bit system."""
    brains = [path for path in programs if _is_brain(path)] or programs

    def worth(path: Path) -> tuple[int, bool]:
        its_rule, its_size = named_for(path)
        fits = its_rule in (None, _RULES[rule]) and its_size in (None, str(size))
        points = (1 + 2 * (its_rule is not None) + (its_size is not None)) if fits else 0
        return points, "64" in path.name

    # Programs that are all for other formats are taken for any.
    if not any(worth(path)[0] for path in brains):
        return max(brains, key=lambda path: "64" in path.name)
    return max(brains, key=worth)


def named_for(path: Path) -> tuple[str | None, str | None]:
    """The rule and the size of the board that a name ends with, as in `pbrain-one_renju-15`."""
    stem = re.sub(r"[_-]?64$", "", path.stem.lower())
    found = _FOR.search(stem)
    return (found[1], found[2]) if found else (None, None)


def _check_program(program: Path, has_others: bool, report: Report) -> None:
    place = program.name
    if not _is_brain(program):
        advice = "Begin its name with pbrain-; without it the judge speaks the old protocol of files."
        (report.warn if has_others else report.problem)(place, "the name does not begin with pbrain-", advice)
        return
    if not _NAME.fullmatch(place):
        report.problem(place, "the name has other characters than A-Z a-z 0-9 - _ .", "Rename the program.")
    header = _header(program.read_bytes())
    if header is None:
        report.problem(place, "is no program for Windows", "Build for x86 or x86-64.")
        return
    bits, subsystem = header
    if subsystem != _CONSOLE:
        report.problem(place, "is no console program", "Link it for the subsystem console: the judge speaks by pipes.")
    elif bits == 64 and has_others and "64" not in place:
        report.warn(place, "is for 64 bits and its name has no 64", "With 64 in its name the judge prefers it.")
    elif bits == 32 and "64" in place:
        report.problem(place, "is for 32 bits, though its name has 64", "Rename it, or build for x86-64.")
    else:
        report.passed(place, f"a console program for {bits} bits")


def _is_brain(path: Path) -> bool:
    return path.name.lower().startswith("pbrain")


def _leads_outside(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or ":" in name


def _header(content: bytes) -> tuple[int, int] | None:
    """How many bits a program for Windows has, and its subsystem; None if it is none."""
    try:
        (start,) = struct.unpack_from("<I", content, 0x3C)
        (machine,) = struct.unpack_from("<H", content, start + 4)
        (subsystem,) = struct.unpack_from("<H", content, start + 24 + 68)
    except struct.error:
        return None
    if content[:2] != b"MZ" or content[start : start + 4] != b"PE\0\0" or machine not in _MACHINES:
        return None
    return _MACHINES[machine], subsystem
