"""Has Cargo build the program and the shared library, maturin the wheel, and npm what runs in browsers."""

import os
import platform
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from fukumi_tools.files import make_folder
from fukumi_tools.repository import ROOT

from .target import Target

# Cargo takes flags from the first of these that is set. The first one may hold flags with spaces in them.
_FLAGS = "CARGO_ENCODED_RUSTFLAGS"
_SEPARATOR = "\x1f"
# The processors that Gomocup's machines are like: those with AVX2.
GOMOCUP_PROCESSOR = "x86-64-v3"
# What a profile is made of: games under every rule, with a fixed number of nodes for each move.
_GAMES = ("freestyle-15", "freestyle-20", "standard-15", "renju-15", "caro-15")
# The sets of kernels that get a profile, as far as this machine's processor has them.
_KERNELS = ("avx512", "avx2") if platform.machine() in ("x86_64", "AMD64") else ("",)


class BuildError(Exception):
    """A command failed or is missing."""


@dataclass(frozen=True)
class Builder:
    """Cargo, or what stands in for it; `arguments` go to each of its builds."""

    cargo: str
    arguments: tuple[str, ...]
    target_dir: Path
    # More flags for rustc.
    flags: tuple[str, ...] = ()

    def for_gomocup(self) -> "Builder":
        """The same for programs that need a processor like those of Gomocup, in a folder of their own."""
        flags = (*self.flags, f"-Ctarget-cpu={GOMOCUP_PROCESSOR}")
        return replace(self, flags=flags, target_dir=self.target_dir / "gomocup")

    def profiled(self) -> "Builder":
        """The same for programs that are optimised by a profile, which is made on this machine now.

        A program that counts what it executes plays some games. Rustc then knows which paths are the usual ones.
        """
        folder = self.target_dir / "profile"
        raw, games, merged = folder / "raw", folder / "games", folder / "merged.profdata"
        for part in (raw, games):
            shutil.rmtree(part, ignore_errors=True)
            make_folder(part)
        native = Target(native_triple())
        counting = Builder("cargo", (), folder, (f"-Cprofile-generate={raw}",))
        program = counting.program(native, is_native=True)
        for kernels in _KERNELS:
            for openings in _GAMES:
                command = [str(program), *_play(openings, games / f"{openings}{kernels}.fkg")]
                execute(command, os.environ | {"FUKUMI_KERNELS": kernels}, capture=True)
        execute([str(_profdata(native)), "merge", "--output", str(merged), str(raw)])
        return replace(self, flags=(*self.flags, f"-Cprofile-use={merged}"))

    def program(self, target: Target, is_native: bool) -> Path:
        """Builds the program."""
        self._run(target, is_native, "build", "--bin", "fukumi")
        return self._folder(target, is_native) / target.program

    def library(self, target: Target, is_native: bool) -> Path:
        """Builds the shared library with the C interface."""
        flags = ["--", *target.library_flags] if target.library_flags else []
        self._run(target, is_native, "rustc", "--package", "fukumi-c", "--lib", *flags)
        return self._folder(target, is_native) / target.library

    def wheel(self, target: Target, is_native: bool, folder: Path) -> Path:
        """Builds the wheel of the Python package, and puts it into an empty folder."""
        command = [
            sys.executable,
            "-m",
            "maturin",
            "build",
            "--manifest-path",
            str(ROOT / "bindings" / "python" / "Cargo.toml"),
        ]
        command += ["--release", "--locked", "--target-dir", str(self.target_dir / "python"), "--out", str(folder)]
        command += target.wheel_options
        if not is_native:
            command += ["--target", target.triple]
        print("+", shlex.join(command), file=sys.stderr, flush=True)
        # Maturin asks the first Python there for Zig.
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        own = {"PATH": path, "SOURCE_DATE_EPOCH": str(commit_time()), _FLAGS: _SEPARATOR.join(flags_of(target))}
        execute(command, os.environ | own)
        wheels = sorted(folder.glob("*.whl"))
        if len(wheels) != 1:
            raise BuildError(f"maturin made {len(wheels)} wheels")
        return wheels[0]

    def web(self) -> None:
        """Builds the engine and the board for browsers, for which npm installs what they need."""
        execute([str(ROOT / "scripts" / "web"), "build"])

    def npm_package(self, folder: Path) -> Path:
        """Packs the npm package, which was built, into an empty folder."""
        execute(["npm", "pack", str(ROOT / "bindings" / "web"), "--pack-destination", str(folder)], capture=True)
        packages = sorted(folder.glob("*.tgz"))
        if len(packages) != 1:
            raise BuildError(f"npm made {len(packages)} packages")
        return packages[0]

    def _run(self, target: Target, is_native: bool, verb: str, *arguments: str) -> None:
        command = [*shlex.split(self.cargo), verb, "--release", "--locked", "--target-dir", str(self.target_dir)]
        if not is_native:
            command += ["--target", target.triple]
        command += [*self.arguments, *arguments]
        print("+", shlex.join(command), file=sys.stderr, flush=True)
        execute(command, os.environ | {_FLAGS: _SEPARATOR.join([*flags_of(target), *self.flags])})

    def _folder(self, target: Target, is_native: bool) -> Path:
        return self.target_dir / ("" if is_native else target.triple) / "release"


def _play(openings: str, out: Path) -> list[str]:
    """Arguments for some games with openings of this list, which is named by a rule and the side of a board."""
    rule, side = openings.split("-")
    limits = ["--nodes", "2000", "--games", "2", "--threads", "1", "--seed", "1", "--out", str(out)]
    file = ROOT / "assets" / "openings" / f"{openings}.txt"
    return ["datagen", "--rule", rule, "--board", side, "--openings", str(file), *limits]


def _profdata(native: Target) -> Path:
    """LLVM's tool that merges profiles, of the version that rustc uses."""
    root = execute(["rustc", "--print", "sysroot"], capture=True).strip()
    suffix = ".exe" if native.is_windows else ""
    tool = Path(root) / "lib" / "rustlib" / native.triple / "bin" / f"llvm-profdata{suffix}"
    if not tool.is_file():
        raise BuildError("llvm-profdata is missing: rustup component add llvm-tools")
    return tool


def flags_of(target: Target) -> list[str]:
    """The flags of a build: those of the user, those of the target, and names of folders that reveal nothing."""
    if encoded := os.environ.get(_FLAGS):
        flags = encoded.split(_SEPARATOR)
    else:
        flags = (os.environ.get("RUSTFLAGS") or os.environ.get(target.flags_variable, "")).split()
    return flags + [flag for flag in [*target.flags, *remapping()] if flag not in flags]


def private_folders(root: Path = ROOT) -> dict[Path, str]:
    """Folders of this machine whose names must not get into a program, and what stands there instead.

    Rust puts the names of source files into its messages. Of several that fit, the last one counts.
    """
    home = Path.home()
    cargo = Path(os.environ.get("CARGO_HOME") or home / ".cargo")
    folders = {home: "~", cargo: "cargo", root: "fukumi"}
    # In some containers the root of the file system is somebody's home.
    return {folder: name for folder, name in folders.items() if folder != Path(folder.anchor)}


def remapping(root: Path = ROOT) -> list[str]:
    """Flags by which rustc leaves the names of this machine's folders out of a program."""
    return [f"--remap-path-prefix={folder}={name}" for folder, name in private_folders(root).items()]


def execute(command: list[str], environment: dict[str, str] | None = None, capture: bool = False) -> str:
    """Runs a command in the folder of the project and returns what it prints, if that is captured."""
    try:
        result = subprocess.run(
            command, cwd=ROOT, env=environment, check=True, text=True, stdout=subprocess.PIPE if capture else None
        )
    except OSError as error:
        raise BuildError(f"{command[0]}: {error.strerror}") from None
    except subprocess.CalledProcessError as error:
        raise BuildError(f"{shlex.join(command)} failed with status {error.returncode}") from None
    return result.stdout or ""


def native_triple() -> str:
    """The target of the machine this runs on."""
    lines = execute(["rustc", "-vV"], capture=True).splitlines()
    hosts = [line.removeprefix("host: ") for line in lines if line.startswith("host: ")]
    if not hosts:
        raise BuildError("rustc does not say what it builds for")
    return hosts[0]


def commit_time() -> int:
    """When the newest commit was made, in seconds since 1970, or what SOURCE_DATE_EPOCH says instead."""
    text = os.environ.get("SOURCE_DATE_EPOCH") or execute(["git", "log", "-1", "--format=%ct"], capture=True)
    try:
        return int(text)
    except ValueError:
        raise BuildError(f"SOURCE_DATE_EPOCH is no number of seconds: {text.strip()}") from None
