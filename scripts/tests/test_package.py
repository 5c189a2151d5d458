"""The archives of a release."""

import functools
import json
import random
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from documents import ROOT, links, tracked_files
from programs import invoke
from test_links import broken

from fukumi_tools.files import sha256_of
from fukumi_tools.organisers.package import build, cli, licences
from fukumi_tools.organisers.package.archive import Member, write_sums, write_tar_gz, write_zip
from fukumi_tools.organisers.package.build import Builder, BuildError, flags_of, native_triple, remapping
from fukumi_tools.organisers.package.cli import main, version
from fukumi_tools.organisers.package.links import relink
from fukumi_tools.organisers.package.target import Target, TargetError

WINDOWS = "x86_64-pc-windows-msvc"
LINUX = "x86_64-unknown-linux-gnu"
APPLE = "aarch64-apple-darwin"
COMMIT = 1_700_000_001


@pytest.fixture(autouse=True)
def one_target(monkeypatch):
    """The notices of every target are those of this machine: only its crates are here for certain."""
    crates, triple = functools.cache(licences.crates), native_triple()
    monkeypatch.setattr(licences, "crates", lambda *_: crates(ROOT / "Cargo.toml", "fukumi", triple))


@pytest.fixture
def built(tmp_path):
    """A program and a library as Cargo might have built them."""
    tracked_files()  # Archives are made in a clone.
    program, library = tmp_path / "built-program", tmp_path / "built-library"
    program.write_bytes(b"program")
    library.write_bytes(b"library")
    return program, library


@pytest.fixture
def built_with(monkeypatch):
    """The commands that are run, each with the flags that it gives to rustc; none of them does anything."""
    commands = []

    def run(command, env=None, **_):
        commands.append((command, (env or {}).get("CARGO_ENCODED_RUSTFLAGS", "").split("\x1f")))
        return subprocess.CompletedProcess(command, 0, stdout="")

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(build, "native_triple", lambda: LINUX)
    return commands


def package(out, triple, built, code: int = 0) -> str:
    """Makes the archives of a target; what the command prints."""
    program, library = built
    arguments = ["--out", out, "--target", triple, "--program", program, "--library", library]
    return invoke(main, *arguments, code=code, env={"SOURCE_DATE_EPOCH": str(COMMIT)})


@pytest.mark.parametrize(
    ("triple", "platform", "program", "library"),
    [
        (LINUX, "linux-x86-64", "fukumi", "libfukumi.so"),
        ("aarch64-unknown-linux-gnu", "linux-arm64", "fukumi", "libfukumi.so"),
        (APPLE, "macos-arm64", "fukumi", "libfukumi.dylib"),
        (WINDOWS, "windows-x86-64", "fukumi.exe", "fukumi.dll"),
    ],
)
def test_a_target_has_names_of_its_own(triple, platform, program, library):
    target = Target(triple)
    assert (target.platform, target.program, target.library) == (platform, program, library)


@pytest.mark.parametrize("triple", ["x86_64-unknown-freebsd", "riscv64gc-unknown-linux-gnu", "", "linux"])
def test_a_target_without_archives_is_refused(triple, tmp_path, built):
    with pytest.raises(TargetError):
        Target(triple)
    if triple:
        assert triple in package(tmp_path / "dist", triple, built, code=1)


def test_the_library_for_apple_is_called_by_its_name(tmp_path, built_with):
    builder = Builder("cargo", (), tmp_path)
    for triple in (APPLE, LINUX):
        builder.program(Target(triple), False)
        builder.library(Target(triple), False)
    assert [command[-2:] for command, _ in built_with if "--" in command] == [
        ["--", "-Clink-arg=-Wl,-install_name,@rpath/libfukumi.dylib"]
    ]


def test_only_the_tools_of_microsoft_need_a_flag():
    assert Target("x86_64-pc-windows-gnu").flags == []
    assert Target(WINDOWS).flags == ["-Ctarget-feature=+crt-static", "-Clink-arg=/PDBALTPATH:%_PDB%"]


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        (None, None, []),
        ("RUSTFLAGS", "-Cpanic=abort  -g", ["-Cpanic=abort", "-g"]),
        ("CARGO_ENCODED_RUSTFLAGS", "-C\x1flinker=a b", ["-C", "linker=a b"]),
        ("CARGO_TARGET_X86_64_PC_WINDOWS_MSVC_RUSTFLAGS", "-g", ["-g"]),
        ("CARGO_ENCODED_RUSTFLAGS", "-Ctarget-feature=+crt-static", ["-Ctarget-feature=+crt-static"]),
    ],
)
def test_a_build_has_the_flags_of_the_user_and_names_no_folder(monkeypatch, name, value, expected):
    for variable in ("RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", Target(WINDOWS).flags_variable):
        monkeypatch.delenv(variable, raising=False)
    if name:
        monkeypatch.setenv(name, value)
    flags = flags_of(Target(WINDOWS))
    assert flags[: len(expected)] == expected
    assert flags.count("-Ctarget-feature=+crt-static") == 1
    assert flags[-3:] == remapping()
    assert remapping()[-1] == f"--remap-path-prefix={ROOT}=fukumi"


@pytest.mark.parametrize("folder", [Path.home(), ROOT])
def test_a_program_that_tells_where_it_was_built_is_refused(tmp_path, built, folder):
    for file in built:
        content = file.read_bytes()
        file.write_bytes(b"panicked at " + str(folder / "src" / "lib.rs").encode())
        assert str(folder) in package(tmp_path / "dist", LINUX, built, code=1)
        assert not (tmp_path / "dist").exists()
        file.write_bytes(content)
    package(tmp_path / "dist", LINUX, built)


def test_the_archives_for_windows_have_everything_in_them(tmp_path, built):
    package(tmp_path / "dist", WINDOWS, built)
    with zipfile.ZipFile(tmp_path / "dist" / cli.GOMOCUP_ARCHIVE) as archive:
        legal = ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE-RUST.html", "LICENSE-THIRD-PARTY.txt"]
        assert sorted(archive.namelist()) == [*legal, "README.md", "pbrain-fukumi.exe"]
        assert archive.read("pbrain-fukumi.exe") == b"program"
    assert cli.GOMOCUP_ARCHIVE == "fukumi.zip"
    name = f"fukumi-{version()}-windows-x86-64"
    with zipfile.ZipFile(tmp_path / "dist" / f"{name}.zip") as archive:
        assert archive.read(f"{name}/fukumi.exe") == b"program"
        assert archive.read(f"{name}/lib/fukumi.dll") == b"library"
        assert f"{name}/include/fukumi.h" in archive.namelist()


def test_the_archive_for_linux_has_a_program_that_can_be_run(tmp_path, built):
    package(tmp_path / "dist", LINUX, built)
    name = f"fukumi-{version()}-linux-x86-64"
    assert sorted(path.name for path in (tmp_path / "dist").iterdir()) == ["SHA256SUMS", f"{name}.tar.gz"]
    with tarfile.open(tmp_path / "dist" / f"{name}.tar.gz") as archive:
        modes = {member.name: member.mode for member in archive}
        assert modes[f"{name}/fukumi"] == 0o755
        assert modes[f"{name}/README.md"] == 0o644
        assert {(member.mtime, member.uid, member.uname) for member in archive} == {(COMMIT, 0, "")}


def unpacked(out, triple, built) -> list[Path]:
    """Makes the archives of a target and unpacks them; returns their folders."""
    package(out, triple, built)
    archives = [path for path in sorted(out.iterdir()) if path.name != "SHA256SUMS"]
    for path in archives:
        shutil.unpack_archive(path, out / f"{path.name}.unpacked")
    return [out / f"{path.name}.unpacked" for path in archives]


@pytest.mark.parametrize("triple", [WINDOWS, LINUX])
def test_links_in_an_archive_lead_to_what_is_in_it_or_to_the_web(tmp_path, built, triple):
    folders = unpacked(tmp_path / "dist", triple, built)
    assert len(folders) == (2 if triple == WINDOWS else 1)
    for folder in folders:
        notes = sorted(folder.rglob("*.md"))
        assert "README.md" in {note.name for note in notes}
        assert {note.name: broken(note) for note in notes if broken(note)} == {}


def test_links_to_the_web_are_those_of_this_version(tmp_path, built):
    folder = next(
        folder for folder in unpacked(tmp_path / "dist", WINDOWS, built) if folder.name.startswith("fukumi.zip")
    )
    inside = set(links((folder / "README.md").read_text(encoding="utf-8")))
    base = f"https://github.com/fukumi-engine/fukumi/blob/v{version()}"
    assert {"LICENSE-MIT", f"{base}/docs/guide.md", f"{base}/docs/guide.md#options"} <= inside
    for link in inside:
        if link.startswith(base):
            assert (ROOT / link.removeprefix(f"{base}/").split("#")[0]).is_file()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](b.md) ![c](images/d.png)", "[a](b.md) ![c](images/d.png)"),
        ("[a](../src/x.rs#L1), [b](../src)", "[a](web/src/x.rs#L1), [b](web/src)"),
        ("[a](images) [b](#c) [d](https://e/f)", "[a](images) [b](#c) [d](https://e/f)"),
        ("```\n[a](x)\n```\n[a](x)\n", "```\n[a](x)\n```\n[a](web/docs/x)\n"),
    ],
)
def test_a_link_to_what_does_not_come_along_leads_to_the_web(text, expected):
    members = ["docs/a.md", "docs/b.md", "docs/images/d.png"]
    assert relink(text, "docs/a.md", members, lambda path: f"web/{path}") == expected


def test_the_same_files_make_the_same_archives(tmp_path, built):
    sums = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        for triple in (WINDOWS, LINUX):
            package(folder, triple, built)
        for path in built:
            path.touch()
        sums.append((folder / "SHA256SUMS").read_text())
    assert sums[0] == sums[1]
    assert len(sums[0].splitlines()) == 3


def test_the_order_of_the_files_does_not_matter(tmp_path):
    members = [Member("a", b"1", is_program=True), Member("b", b"2")]
    for name, write in (("zip", write_zip), ("tar", write_tar_gz)):
        write(tmp_path / f"{name}1", members, COMMIT)
        write(tmp_path / f"{name}2", reversed(members), COMMIT)
        assert (tmp_path / f"{name}1").read_bytes() == (tmp_path / f"{name}2").read_bytes()


def filled(template: str, values: dict[str, str]) -> str:
    return re.sub(r"{ ([\w-]+) }", lambda match: values[match[1]], template)


def test_cargo_binstall_finds_the_program(tmp_path, built):
    metadata = cli.package()["metadata"]["binstall"]["overrides"]
    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert set(metadata) == set(re.findall(r"- { target: ([\w-]+),", workflow))
    for triple, found in metadata.items():
        target = Target(triple)
        values = {"repo": cli.package()["repository"], "name": "fukumi", "version": version(), "bin": "fukumi"}
        values["binary-ext"] = ".exe" if target.is_windows else ""
        url, program = (filled(found[key], values) for key in ("pkg-url", "bin-dir"))
        package(tmp_path / triple, triple, built)
        base, _, archive = url.rpartition("/")
        assert base == f"{cli.package()['repository']}/releases/download/v{version()}"
        shutil.unpack_archive(tmp_path / triple / archive, tmp_path / triple / "unpacked")
        assert (tmp_path / triple / "unpacked" / program).read_bytes() == b"program"
        assert found["pkg-fmt"] == {".zip": "zip", ".gz": "tgz"}[Path(archive).suffix]


# Stands in for maturin.
FAKE_MATURIN = """\
import pathlib, sys, zipfile
out = pathlib.Path(sys.argv[sys.argv.index("--out") + 1])
python = pathlib.Path(sys.argv[sys.argv.index("--manifest-path") + 1]).parent
for number in range({count}):
    with zipfile.ZipFile(out / f"fukumi-{{number}}.whl", "w") as archive:
        archive.writestr("fukumi/_native.so", {content!r})
        for licence in python.glob({licences!r}):
            archive.write(licence, f"fukumi.dist-info/licenses/{{licence.name}}")
"""


@pytest.fixture
def make_wheel(tmp_path, monkeypatch):
    """Returns a function that has a wheel made, and returns its archive."""

    def make(triple: str, count: int = 1, content: str = "code", licences: str = "LICENSE-*") -> Path:
        fake = tmp_path / "fake"
        fake.mkdir(exist_ok=True)
        (fake / "maturin.py").write_text(FAKE_MATURIN.format(count=count, content=content, licences=licences))
        monkeypatch.setenv("PYTHONPATH", str(fake))
        out = tmp_path / "dist"
        out.mkdir(exist_ok=True)
        return cli.write_wheel(out, Builder("cargo", (), tmp_path), Target(triple), False)

    return make


def test_a_wheel_is_made_without_names_of_folders(make_wheel, monkeypatch):
    commands = []
    run = subprocess.run
    monkeypatch.setattr(subprocess, "run", lambda command, **more: commands.append(command) or run(command, **more))
    for triple, is_linked_by_zig in ((LINUX, True), (APPLE, False), (WINDOWS, False)):
        wheel = make_wheel(triple)
        assert wheel.name == "fukumi-0.whl" and wheel.parent.name == "dist"
        assert ("--zig" in commands[-1]) == is_linked_by_zig and "--locked" in commands[-1]
        assert commands[-1][-2:] == ["--target", triple]
    assert write_sums(wheel.parent).read_text() == f"{sha256_of(wheel)}  fukumi-0.whl\n"
    with pytest.raises(cli.PackageError, match="has no LICENSE-THIRD-PARTY"):
        make_wheel(LINUX, licences="LICENSE-MIT")
    assert not list((ROOT / "bindings" / "python").glob("LICENSE-*.*")), "they are there while the wheel is made"
    with pytest.raises(cli.PackageError, match="has the name of the folder"):
        make_wheel(LINUX, content=f"panicked at {ROOT / 'src' / 'lib.rs'}")
    for count in (0, 2):
        with pytest.raises(BuildError, match=f"maturin made {count} wheels"):
            make_wheel(LINUX, count)


class FakeWeb:
    """Stands in for the builder: packs a file with this content. The build makes a folder, as npm does."""

    def __init__(self, content: str, installed: Path | None = None):
        self.content = content.encode()
        self.installed = installed

    def web(self) -> None:
        if self.installed is not None:
            self.installed.mkdir(parents=True)

    def npm_package(self, folder: Path) -> Path:
        path = folder / "fukumi-0.tgz"
        notices = [Member(f"package/{file.name}", file.read_bytes()) for file in licences.ENGINE.glob("LICENSE-*")]
        write_tar_gz(path, [Member("package/dist/fukumi.wasm", self.content), *notices], 0)
        return path


def test_the_page_and_the_npm_package_are_made_without_names_of_folders(tmp_path, monkeypatch):
    # The tests do not install the packages of the board.
    page, out, board = tmp_path / "page", tmp_path / "out", tmp_path / "board"
    board.mkdir()
    lock = {"packages": {"node_modules/gif": {"version": "1.0.0", "license": "MIT"}}}
    (board / "package-lock.json").write_text(json.dumps(lock))
    monkeypatch.setattr(licences, "BOARD", board)
    (page / "assets").mkdir(parents=True)
    out.mkdir()
    with pytest.raises(BuildError, match=r"the sources of gif 1\.0\.0 are missing"):
        cli.write_web(out, FakeWeb("code"), page, 0)
    with pytest.raises(cli.PackageError, match="there is no page"):
        cli.write_web(out, FakeWeb("code", board / "node_modules" / "gif"), page, 0)
    (page / "index.html").write_text("<p>board")
    (page / "assets" / "fukumi.wasm").write_text("code")
    package, archive = cli.write_web(out, FakeWeb("code"), page, 0)
    name = f"fukumi-{version()}-board"
    assert (package.name, archive.name) == ("fukumi-0.tgz", f"{name}.zip")
    legal = ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE-RUST.html", "LICENSE-THIRD-PARTY.txt"]
    files = [*legal, "assets/fukumi.wasm", "index.html"]
    with tarfile.open(package) as opened:
        assert {f"package/{file}" for file in legal[2:]} <= set(opened.getnames())
        notices = opened.extractfile(f"package/{licences.CRATES}").read().decode()
        # The C library of the engine with threads.
        assert "\nwasi-libc " in notices and "Rich Felker" in notices and "Nuxi" in notices
        assert "\ngif 1.0.0: MIT\n" in notices
    with zipfile.ZipFile(archive) as opened:
        assert sorted(opened.namelist()) == [f"{name}/{file}" for file in files]
    assert len(write_sums(out).read_text().splitlines()) == 2
    private = str(ROOT / "src" / "lib.rs")
    with pytest.raises(cli.PackageError, match="has the name of the folder"):
        cli.write_web(out, FakeWeb(private), page, 0)
    (page / "assets" / "fukumi.wasm").write_text(private)
    with pytest.raises(cli.PackageError, match="has the name of the folder"):
        cli.write_web(out, FakeWeb("code"), page, 0)


def test_every_archive_has_the_notices_of_what_is_built_in(tmp_path, built):
    for folder in unpacked(tmp_path / "dist", WINDOWS, built):
        notices = next(folder.rglob(licences.CRATES)).read_text(encoding="utf-8")
        # The licence of this crate asks for its notice in programs as well.
        assert "\nencoding_rs " in notices and "Copyright © WHATWG" in notices
        assert "\nrusqlite " in notices and "Copyright (c) 2014" in notices
        assert "\ncriterion " not in notices, "only tests need it"
        assert "\nfukumi " not in notices, "that is no other's"
        assert "Rust Standard Library" in next(folder.rglob(licences.STANDARD_LIBRARY)).read_text(encoding="utf-8")


def licensed(folder: Path, licence: str, **files: str) -> licences.Package:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("_", "-")).write_text(text)
    return licences.Package(folder.name, "1.0", licence, ("A. Writer",), folder)


def test_a_text_of_a_licence_stands_once_and_of_several_it_is_mit(tmp_path):
    one = licensed(tmp_path / "one", "MIT OR Apache-2.0", LICENSE_MIT="mit", LICENSE_APACHE="apache")
    two = licensed(tmp_path / "two", "MIT", LICENSE="mit  \n")
    three = licensed(tmp_path / "three", "Apache-2.0", LICENSE_APACHE="apache", NOTICE="notice")
    text = licences.write([two, three, one])
    pieces = [piece.strip() for piece in text.split("-" * 80)][1:]
    assert pieces == [
        "one 1.0: MIT OR Apache-2.0\ntwo 1.0: MIT\n\nmit",
        "three 1.0: Apache-2.0\n\napache",
        "three 1.0: Apache-2.0\n\nnotice",
    ]


def test_a_package_without_a_text_gets_that_of_mit_or_is_refused(tmp_path):
    text = licences.write([licensed(tmp_path / "bare", "Zlib OR MIT")])
    assert "Copyright (c) A. Writer\n\nPermission is hereby granted" in text
    with pytest.raises(BuildError, match="has no text of its licence, Zlib"):
        licences.write([licensed(tmp_path / "bare", "Zlib")])


def test_npm_packages_that_get_into_the_page_are_found(tmp_path):
    found = {
        "": {"name": "page"},
        "../bindings/web": {"name": "fukumi"},
        "node_modules/fukumi": {"link": True},
        "node_modules/vite": {"version": "8.0.0", "license": "MIT", "dev": True},
        "node_modules/@a/b": {"version": "1.2.3", "license": "ISC"},
        "node_modules/@a/b/node_modules/c": {"version": "2.0.0", "license": "MIT"},
    }
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": found}))
    packages = licences.npm_packages(tmp_path)
    assert [(package.name, package.version, package.licence) for package in packages] == [
        ("@a/b", "1.2.3", "ISC"),
        ("c", "2.0.0", "MIT"),
    ]
    assert packages[1].folder == tmp_path / "node_modules/@a/b/node_modules/c"


def test_an_archive_too_large_for_gomocup_is_not_made(tmp_path, built, monkeypatch):
    monkeypatch.setattr(cli, "GOMOCUP_LIMIT", 100_000)
    built[0].write_bytes(random.Random(1).randbytes(100_000))
    assert "fewer than 100000" in package(tmp_path / "dist", WINDOWS, built, code=1)
    assert not (tmp_path / "dist" / cli.GOMOCUP_ARCHIVE).exists()


def test_the_checksums_are_those_of_the_archives(tmp_path):
    (tmp_path / "a.zip").write_bytes(b"abc")
    (tmp_path / "other").write_bytes(b"not an archive")
    assert sha256_of(tmp_path / "a.zip") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert write_sums(tmp_path).read_text() == f"{sha256_of(tmp_path / 'a.zip')}  a.zip\n"


@pytest.mark.parametrize(("is_native", "folder"), [(True, "release"), (False, f"{LINUX}/release")])
def test_cargo_is_told_the_target_unless_it_is_its_own(tmp_path, built_with, is_native, folder):
    builder = Builder("cargo zigbuild", ("--offline",), tmp_path)
    assert builder.program(Target(LINUX), is_native) == tmp_path / folder / "fukumi"
    assert builder.library(Target(LINUX), is_native) == tmp_path / folder / "libfukumi.so"
    assert all(command[:2] == ["cargo", "zigbuild"] and "--offline" in command for command, _ in built_with)
    assert ["--target" in command for command, _ in built_with] == [not is_native] * 2


def test_a_profile_is_made_of_games_under_every_rule_and_used_by_later_builds(tmp_path, built_with, monkeypatch):
    monkeypatch.setattr(build, "_profdata", lambda _: tmp_path / "llvm-profdata")
    builder = Builder("cargo", (), tmp_path).profiled()
    built_with_profile = f"-Cprofile-use={tmp_path / 'profile' / 'merged.profdata'}"
    (counting, flags), *games, (merge, _) = built_with
    assert "--bin" in counting and f"-Cprofile-generate={tmp_path / 'profile' / 'raw'}" in flags
    played = {command[command.index("--rule") + 1] for command, _ in games}
    assert played == {"freestyle", "standard", "renju", "caro"}
    outs = [command[command.index("--out") + 1] for command, _ in games]
    assert len(set(outs)) == len(games), "a file that is there gets no more games"
    assert all(Path(command[command.index("--openings") + 1]).is_file() for command, _ in games)
    assert merge[:2] == [str(tmp_path / "llvm-profdata"), "merge"]
    builder.program(Target(LINUX), True)
    builder.library(Target(LINUX), True)
    assert all(built_with_profile in flags for _, flags in built_with[-2:])


def test_a_profile_needs_the_tools_of_llvm(tmp_path, built_with):
    with pytest.raises(BuildError, match="llvm-tools"):
        Builder("cargo", (), tmp_path).profiled()


def test_only_the_program_for_gomocup_needs_a_processor_with_avx2(tmp_path, built_with):
    builder = Builder("cargo", (), tmp_path)
    program = builder.program(Target(WINDOWS), True)
    gomocup = builder.for_gomocup().program(Target(WINDOWS), True)
    assert program != gomocup and gomocup.name == "fukumi.exe"
    assert ["-Ctarget-cpu=x86-64-v3" in flags for _, flags in built_with] == [False, True]


def test_a_build_that_fails_is_an_error(tmp_path):
    arguments = ["--out", tmp_path, "--target", LINUX, "--cargo", "false"]
    assert "failed with status 1" in invoke(main, *arguments, code=1, env={"CARGO_TARGET_DIR": str(tmp_path)})


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a program for a Unix shell")
def test_an_archive_has_the_manual_and_the_completions_of_a_program_that_runs_here(tmp_path, built):
    program, _ = built
    program.write_text('#!/bin/sh\nif [ "$1" = man ]; then echo page > "$3/fukumi.1"; else echo "for $2"; fi\n')
    program.chmod(0o755)
    package(tmp_path / "out", LINUX, built)
    (archive,) = (tmp_path / "out").glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        folder = opened.getnames()[0].split("/")[0]
        members = {
            name: opened.extractfile(f"{folder}/{name}").read().decode()
            for name in ("man/fukumi.1", "completions/fukumi.bash", "completions/_fukumi", "completions/fukumi.fish")
        }
    assert list(members.values()) == ["page\n", "for bash\n", "for zsh\n", "for fish\n"]
