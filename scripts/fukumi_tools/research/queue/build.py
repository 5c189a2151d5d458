"""Builds programs from commits, patches and files: each once, in a clone of the repository of its own.

The programs are kept in a folder by the hash of all that makes them. They are built in one place, one after the
other, and share what Cargo has made of the dependencies; the package itself is compiled anew each time, so that no
date of a file decides what goes into a program.
"""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from fukumi_tools.engines.family import Family
from fukumi_tools.files import SHORTAGES, WriteError, make_folder, write_bytes, write_json, writing

from .plan import Source, hash_of

PROGRAM = "fukumi"

_BUILD_VARIABLES = ("CARGO_PROFILE_", "CARGO_BUILD_", "CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS", "RUSTUP_TOOLCHAIN")
"""Variables of the environment that change what Cargo makes, by how they begin."""
_REASON_LINES = 12
_POLL_SECONDS = 0.1


class BuildFailed(Exception):
    """A program cannot be made of its source; the text is meant for the user."""


class BuildStopped(Exception):
    """The build was ended by `Builder.stop`."""


class ToolMissing(Exception):
    """A tool that every build needs cannot be run; the text is meant for the user."""


def resolve_commit(repository: Path, name: str) -> str:
    """The full hash of a commit. Raises ValueError if there is none of that name, or no repository."""
    words = ["git", "-C", str(repository), "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"]
    try:
        done = subprocess.run(words, capture_output=True, text=True)
    except OSError as error:
        raise ValueError(f"git cannot be run: {error.strerror}") from None
    if done.returncode != 0:
        raise ValueError(f"no such commit in {repository}")
    return done.stdout.strip()


def patch_complaint(repository: Path, source: Source) -> str | None:
    """Why the patch of a source does not apply, None if it does. Touches no work tree."""
    if source.patch is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "GIT_INDEX_FILE": str(Path(folder, "index"))}
        for words, given in (
            (["read-tree", source.commit], b""),
            (["apply", "--cached", "--check"], _patch_of(source)),
        ):
            command = ["git", "-C", str(repository), *words]
            done = subprocess.run(command, env=environment, input=given, capture_output=True)
            if done.returncode != 0:
                return f"{source.patch.name} does not apply: {_last_lines(done.stderr.decode(errors='replace'))}"
    return None


class Builder:
    """Makes programs in `folder`; one at a time. `say` gets a line about each that has to be built."""

    def __init__(self, repository: Path, folder: Path, say: Callable[[str], None]):
        self._repository = repository
        self._programs = folder / "programs"
        self._tree = folder / "source"
        self._target = folder / "target"
        self._say = say
        self._stopped = threading.Event()
        self._compiler: str | None = None

    def stop(self) -> None:
        """Ends a build soon, and all later ones at once. May be called from a signal handler."""
        self._stopped.set()

    def program(self, key: str) -> Path | None:
        """The program of a key that `make` returned, if it is still there."""
        record = self._programs / key / "build.json"
        if not record.is_file():
            return None
        return self._programs / key / json.loads(record.read_text(encoding="utf-8"))["program"]

    def make(self, source: Source) -> str:
        """The key of the program of a source, which is there afterwards.

        Raises BuildFailed, BuildStopped, or ToolMissing where git or Cargo cannot be run at all.
        """
        if source.program is not None:
            return self._keep(source.program.sha256, source, Path(source.program.name).name, source.program.content)
        made_of = {**source.to_dict(), "compiler": self._describe_compiler()}
        key = hash_of(made_of)
        if self.program(key) is None:
            log = self._programs / f"{key}.log"
            self._say(f"building {source.commit[:10]}, log in {log}")
            make_folder(self._programs)
            with writing(log), log.open("wb") as file:
                self._lay_out(source, file)
                program = self._compile(source, file, log)
            self._keep(key, source, program.name, program.read_bytes())
        return key

    def _keep(self, key: str, source: Source, name: str, content: bytes) -> str:
        """Puts a program into its folder, which appears at once or not at all."""
        final = self._programs / key
        if self.program(key) is None:
            new = self._programs / f"{key}.new"
            shutil.rmtree(new, ignore_errors=True)
            shutil.rmtree(final, ignore_errors=True)
            make_folder(new)
            write_bytes(new / name, content)
            (new / name).chmod(0o755)
            sha256 = hashlib.sha256(content).hexdigest()
            write_json(new / "build.json", {"program": name, "sha256": sha256, "source": source.to_dict()})
            os.replace(new, final)
        return key

    def _describe_compiler(self) -> str:
        """What compiles, and all of the environment that affects it."""
        if self._compiler is None:
            try:
                done = subprocess.run(["rustc", "-vV"], cwd=self._repository, capture_output=True, text=True)
            except OSError as error:
                raise ToolMissing(f"rustc cannot be run: {error.strerror}") from None
            if done.returncode != 0:
                raise ToolMissing(f"rustc cannot be run: {_last_lines(done.stderr)}")
            flags = sorted(item for item in os.environ.items() if item[0].startswith(_BUILD_VARIABLES))
            self._compiler = "\n".join([done.stdout, *("=".join(item) for item in flags)])
        return self._compiler

    def _lay_out(self, source: Source, log) -> None:
        """Makes the tree that of the source, whatever it was before."""
        try:
            self._check_out(source.commit, log)
        except BuildFailed:
            # Somebody was killed at work in it.
            shutil.rmtree(self._tree, ignore_errors=True)
            self._check_out(source.commit, log)
        if source.patch is not None:
            complaint = f"{source.patch.name} does not apply"
            self._git(["apply", "--whitespace=nowarn"], log, complaint, given=_patch_of(source))
        for place, file in source.files:
            target = self._tree / place
            try:
                make_folder(target.parent)
                write_bytes(target, file.content)
            except WriteError as error:
                if error.is_shortage:
                    raise
                raise BuildFailed(f"{place}: {error.strerror}") from None
        # All files are newer than what was built before.
        for folder, folders, names in os.walk(self._tree):
            if ".git" in folders:
                folders.remove(".git")
            for name in names:
                os.utime(Path(folder, name), follow_symlinks=False)

    def _check_out(self, commit: str, log) -> None:
        if not (self._tree / ".git" / "HEAD").exists():
            shutil.rmtree(self._tree, ignore_errors=True)
            make_folder(self._tree)
            # Shares the objects, so that it sees all commits, now and later.
            words = ["clone", "--quiet", "--shared", "--no-checkout", str(self._repository.resolve()), "."]
            self._git(words, log, f"{self._repository} cannot be cloned")
        (self._tree / ".git" / "index.lock").unlink(missing_ok=True)
        self._git(["checkout", "--quiet", "--force", "--detach", commit], log, f"{commit} cannot be checked out")
        self._git(["clean", "--quiet", "-ffdx"], log, "the source tree cannot be cleaned")

    def _git(self, words: list[str], log, complaint: str, given: bytes = b"") -> None:
        output = self._run(["git", *words], log, given)
        if output is None:
            raise failure_of(complaint, Path(log.name))

    def _compile(self, source: Source, log, log_path: Path) -> Path:
        """The program that Cargo has made."""
        words = ["build", "--release", "--locked", "--bin", PROGRAM, "--target-dir", str(self._target.resolve())]
        words += ["--features", ",".join(source.features)] if source.features else []
        output = self._run(["cargo", *words, "--message-format", "json-render-diagnostics"], log)
        if output is None:
            raise failure_of("the build failed", log_path)
        for line in output.decode().splitlines():
            message = json.loads(line)
            if message["reason"] == "compiler-artifact" and message["executable"]:
                return Path(message["executable"])
        raise BuildFailed(f"the build made no program {PROGRAM}")

    def _run(self, command: list[str], log, given: bytes = b"") -> bytes | None:
        """What a command in the tree prints, None if it fails. It ends with the queue, even if that is killed."""
        if self._stopped.is_set():
            raise BuildStopped
        log.write(f"+ {' '.join(command)}\n".encode())
        log.flush()
        with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout:
            stdin.write(given)
            stdin.seek(0)
            family = Family()
            try:
                process = subprocess.Popen(
                    command,
                    cwd=self._tree,
                    env={**os.environ, **family.environment},
                    stdin=stdin,
                    stdout=stdout,
                    stderr=log,
                    start_new_session=True,
                )
                family.begin(process.pid)
                while True:
                    try:
                        status = process.wait(_POLL_SECONDS)
                        break
                    except subprocess.TimeoutExpired:
                        if self._stopped.is_set():
                            process.kill()
                            process.wait()
                            raise BuildStopped from None
            except OSError as error:
                raise ToolMissing(f"{command[0]} cannot be run: {error.strerror}") from None
            finally:
                family.end()
            stdout.seek(0)
            return stdout.read() if status == 0 else None


def _patch_of(source: Source) -> bytes:
    """A last line without its end is none to git."""
    content = source.patch.content
    return content if content.endswith(b"\n") else content + b"\n"


def failure_of(complaint: str, log: Path) -> BuildFailed | WriteError:
    """What a tool's end means: nothing for the source if there was no room on the disk."""
    text = log.read_text(encoding="utf-8", errors="replace")
    for number in SHORTAGES:
        if (reason := os.strerror(number)) in text:
            return WriteError(number, reason, str(log.parent.parent))
    return BuildFailed(f"{complaint}: {_last_lines(text)}")


def _last_lines(text: str) -> str:
    """What a tool complained about: its errors, else its last lines."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("+ ")]
    errors = [line for line in lines if line.lower().startswith("error")]
    return " / ".join((errors or lines)[-_REASON_LINES:])
