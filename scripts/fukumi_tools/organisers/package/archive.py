"""Archives that are the same bytes whenever and wherever they are made of the same files.

Names are sorted, times are one given time, there are no owners, and modes depend on nothing but what a file is for.
"""

import gzip
import io
import tarfile
import time
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fukumi_tools.files import replacing, sha256_of, write_text

_EARLIEST_ZIP = 315532800  # 1980-01-01, before which there are no dates in such archives
_UNIX = 3

SUMS = "SHA256SUMS"


@dataclass(frozen=True)
class Member:
    """A file in an archive."""

    name: str
    content: bytes
    is_program: bool = False

    @property
    def mode(self) -> int:
        return 0o755 if self.is_program else 0o644


def write_zip(path: Path, members: Iterable[Member], seconds: int) -> None:
    """Writes a zip archive; `seconds` since 1970 is the time of every file in it, cut to even numbers."""
    date = time.gmtime(max(seconds, _EARLIEST_ZIP))[:6]
    with (
        replacing(path) as unfinished,
        zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive,
    ):
        for member in sorted(members, key=lambda member: member.name):
            info = zipfile.ZipInfo(member.name, date)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = _UNIX
            info.external_attr = (0o100000 | member.mode) << 16
            archive.writestr(info, member.content)


def write_tar_gz(path: Path, members: Iterable[Member], seconds: int) -> None:
    """Writes a compressed tar archive; `seconds` since 1970 is the time of every file in it."""
    with (
        replacing(path) as unfinished,
        unfinished.open("wb") as file,
        gzip.GzipFile("", "wb", compresslevel=9, fileobj=file, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for member in sorted(members, key=lambda member: member.name):
            info = tarfile.TarInfo(member.name)
            info.size, info.mode, info.mtime = len(member.content), member.mode, seconds
            archive.addfile(info, io.BytesIO(member.content))


def write_sums(folder: Path) -> Path:
    """Writes the checksums of all archives and packages in a folder, in the form that `sha256sum --check` reads."""
    endings = (".zip", ".tar.gz", ".tgz", ".whl")
    archives = sorted(path for path in folder.iterdir() if path.name.endswith(endings))
    path = folder / SUMS
    write_text(path, "".join(f"{sha256_of(archive)}  {archive.name}\n" for archive in archives))
    return path
