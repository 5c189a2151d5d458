"""The commands that the documents print: each runs as printed in a fresh clone, and prints what the document says.

Every fenced block marked `sh` runs in a copy of what a clone would have, with the `.venv` of these tests, those of a
document one after the other. A block that takes too long is run in a short form, and one that needs what is not there
is not run; `FORMS` lists both with the reason. What is not listed is run as it is. The options and files of all
commands are checked, those of blocks that are not run as well.

A block whose first line is a command behind `$ ` shows its output, which must be what the command prints. After a
change to the program

    UPDATE_DOCUMENTS=1 .venv/bin/python -m pytest scripts/tests/test_commands.py -k prints

writes the new output into the documents, conversations apart; the tests of what it changed fail once.
"""

import functools
import importlib.util
import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from documents import ROOT, TARGET, Block, blocks, code_in_sentences, documents, tracked_files
from patience import PATIENCE

from fukumi_tools.organisers.package.build import remapping

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the commands are written for a Unix shell")

CHECKOUT = TARGET / "documents"
KEPT = {".git", ".venv", "target"}
UPDATES = bool(os.environ.get("UPDATE_DOCUMENTS"))


@dataclass(frozen=True)
class Form:
    """How a block is run that is not run as it is printed.

    `changes` are pieces of its text and what stands in their place; without any, and without `before`, nothing of it
    is run. `before` is run first, and makes what a reader would have. Where a package of a group of `scripts/test` is
    missing, `needs` names it and the group, and the block is left out.
    """

    reason: str
    changes: dict[str, str] = field(default_factory=dict)
    before: str = ""
    needs: tuple[str, str] | None = None

    @property
    def is_run(self) -> bool:
        return bool(self.changes or self.before)


HAS_ENVIRONMENT = "the environment is there already"
OTHER_SYSTEM = "needs another system, or the tools that build for it"
MEASUREMENT = "the record of a measurement, of hours, with programs and lists that are not part of the project"
TRAINING = "trains for hours on games of days"

# By document and a piece of the block.
FORMS = {
    ("SECURITY.md", "gh attestation verify"): Form("needs a release, and the network"),
    ("README.md", "scripts/test\n"): Form("the tests, of which this is one"),
    ("docs/analysis.md", "fukumi analyze game.sgf"): Form(
        "games of the reader's own, in which each position takes a second",
        {"fukumi analyze": "fukumi analyze --nodes 1000"},
        before="""
            printf '(;SZ[15];B[hh];W[ii];B[hi];W[hg])' > game.sgf
            mkdir games && cp game.sgf games/one.sgf && printf 'a moves=h8,i9,h9,h10\\n' > games.txt
        """,
    ),
    ("docs/board.md", "make web"): Form("serves until it is stopped; the step of the board in .ci/run builds the same"),
    ("docs/training.md", "fukumi-tools fit"): Form(
        "minutes, on games of days",
        {"--out crates/core/src/eval/weights/": "--epochs 1 --out fitted-"},
        before="""
            rm -rf freestyle15-1.fkg games/renju
            fukumi datagen --rule freestyle --games 8 --nodes 100 --out freestyle15-1.fkg
            mkdir -p games/renju
            fukumi datagen --rule renju --games 8 --nodes 60 --opening-nodes 1000 --out games/renju/1.fkg
        """,
    ),
    ("CONTRIBUTING.md", "cargo fmt --all\n"): Form(
        "the tests, of which this is one, and lints that .ci/run looks at",
        {
            "cargo clippy --profile quick --workspace --all-targets -- -D warnings\nscripts/test\n": "",
            "-- bench": "-- bench 4",
        },
    ),
    ("docs/matches.md", '--each "send=YXHASHCLEAR nodes=5000"'): Form(
        "100,000 games", {"nodes=5000": "nodes=50", "--sprt": "--games 2 --sprt"}
    ),
    ("docs/matches.md", "gomocup check"): Form(
        "days",
        {
            "check target": "check --turn 0.02 --match 2 --format caro target",
            "gomocup-renju": "gomocup-renju --games 2 --turn 0.02 --match 2",
        },
    ),
    ("docs/matches.md", "fukumi-tools positions"): Form(
        "needs a cluster; test_positions.py makes one up",
        {"--ray auto --concurrency 64": "--concurrency 2"},
        before="printf 'a moves=h8,i9\\nb moves=h8,h10\\n' > positions.txt",
    ),
    ("docs/tuning.md", "for idea in"): Form("hours, and a build of its own"),
    ("docs/positions.md", "fukumi-tools openings"): Form(
        "half an hour", {"--out freestyle": "--count 1 --out freestyle"}
    ),
    ("docs/positions.md", "fukumi-tools attacks"): Form("needs a match; test_attacks.py makes one up"),
    ("docs/positions.md", "fukumi-tools reach"): Form(
        "minutes, with a program of the reader's own",
        {"--turn 1.5": "--turn 0.02 --every 30"},
        before="mkdir -p matches && cp target/release/fukumi matches/old",
    ),
    ("docs/tuning.md", '--only "razoring_*" --nodes 5000'): Form(
        "days, and a build of its own; test_tune.py tunes a small engine"
    ),
    ("docs/tuning.md", "info.tune.razoring_base=140"): Form("hours, and a build of its own"),
    ("CONTRIBUTING.md", "--target x86_64-pc-windows-gnu"): Form(
        OTHER_SYSTEM, {".venv/bin/fukumi-tools package --out dist --target x86_64-pc-windows-gnu\n": ""}
    ),
    ("docs/embedding.md", "gcc -std=c11"): Form(OTHER_SYSTEM),
    ("docs/learning.md", "fukumi database query"): Form(
        "a file of the reader's own",
        {"FOLDER": "learnt", "OTHER.db": "other.db"},
        before="""
            mkdir learnt
            target/release/fukumi database set other.db h8 --label w
            .venv/bin/fukumi-tools match --engine name=a --engine name=b \\
                --each "cmd=target/release/fukumi info.learning=2 info.folder=$PWD/learnt" \\
                --board 7 --nodes 20 --games 2 --out matches/learnt
        """,
    ),
    ("docs/database.md", "fukumi database set"): Form(
        "files of the reader's own",
        before="""
            printf '(;GM[4]FF[4]SZ[15];B[hh];W[ii])' > games.sgf
            fukumi convert games.sgf library.lib
            fukumi database import other.db games.sgf
        """,
    ),
    ("docs/learning.md", "fukumi book build"): Form(
        "hours", {"--nodes 4000000 --entries 500": "--nodes 500 --entries 3"}
    ),
    ("docs/matches.md", "scripts/ladder.toml"): Form(
        "hours", {"--out matches/ladder\n": "--rounds 2 --out matches/ladder\n"}
    ),
    ("docs/testing.md", "fukumi-tools soak games"): Form("half an hour", {"--games 20000": "--games 4 --tolerance 60"}),
    ("docs/testing.md", "fukumi-tools soak delay"): Form("minutes", {"--samples 2000": "--samples 2"}),
    ("docs/testing.md", "scripts/fuzz"): Form("hours, and a fuzzer that is built first"),
    ("docs/strength.md", "cargo test -p fukumi-core --release --lib -- --ignored fouls"): Form(MEASUREMENT),
    ("docs/strength.md", "cargo test --release --test collections"): Form(MEASUREMENT),
    ("docs/speed.md", "cargo bench --bench position"): Form(MEASUREMENT),
    ("docs/speed.md", "cargo bench --bench solver"): Form(MEASUREMENT),
    ("docs/speed.md", "cargo bench --bench threads"): Form("minutes", {"2 15": "2 6", "2 12 4": "2 6 4"}),
    ("crates/types/README.md", "UPDATE_TYPES=1"): Form(
        "builds all once more, which the release has built", {"cargo test -p": "cargo test --release -p"}
    ),
    ("docs/strength.md", "--out matches/rapfi\n"): Form(MEASUREMENT),
    ("docs/matches.md", "info.evaluation=classical"): Form(
        HAS_ENVIRONMENT + "; 200 games",
        {
            "python3 -m venv .venv && .venv/bin/pip install -e scripts -c scripts/constraints.txt\n": "",
            "--turn 0.5": "--turn 0.02",
            "--games 200": "--games 2",
        },
    ),
    ("docs/training.md", "--out freestyle15-1.fkg\n"): Form("hours", {"--games 100000": "--games 8 --nodes 100"}),
    ("docs/training.md", "--out games-freestyle-15.fkg\n"): Form(
        "a minute on a busy machine", {"--games 300": "--games 8", "--nodes 400": "--nodes 60"}
    ),
    ("docs/training.md", "fukumi-tools selfplay --games 100000"): Form(
        "hours on a cluster",
        {
            "--games 100000 --concurrency 64 --ray auto": "--games 8 --concurrency 2 --part-games 4",
            "--nodes 400": "--nodes 60",
        },
    ),
    ("docs/training.md", "fukumi-train validate"): Form(
        "an hour",
        {
            # The engine is built already, and with the trainer's features it would be built once more.
            "-p fukumi -p fukumi-trainer": "-p fukumi-trainer",
            "--games 88000 --concurrency 2": "--games 40 --concurrency 2 --part-games 20",
            "--nodes 400": "--nodes 60",
            "--out run\n": "--batch 64 --check-every 4 --out run\n",
            "    --attacks": "    --nodes 500 --attacks",
        },
    ),
    ("docs/training.md", "--out run-renju\n"): Form(TRAINING),
    ("docs/training.md", "--out run-taught\n"): Form(
        "days, and a GPU",
        {
            "7101:19600 7201:44476 $(seq -f %g:4622 5001 5015)": "7101:3 7201:3 $(seq -f %g:3 5001 5002)",
            "--nodes 200 --opening-nodes 300": "--nodes 60 --opening-nodes 60",
            "--out deep/$file": "--nodes 200 --out deep/$file",
            "--out teacher\n": "--blocks 1 --channels 8 --samples 128 --batch 64 --precision f32 --out teacher\n",
            "--out labels": "--precision f32 --batch 64 --out labels",
            "--score-share 1": "--score-share 1 --batch 64 --check-every 4",
        },
        needs=("optax", "teacher"),
    ),
    ("docs/training.md", "--out teacher-renju\n"): Form(
        "an hour and more",
        {
            "--games 2600": "--games 8",
            "--nodes 200 --opening-nodes 300": "--nodes 60 --opening-nodes 60",
            "renju.fkg --out deep": "renju.fkg --nodes 200 --every 1 --out deep",
            "--batch 64": "--batch 8",
            "--samples 19200": "--samples 8",
        },
        needs=("optax", "teacher"),
    ),
    ("docs/training.md", "--out new-standard.net\n"): Form(
        "an hour",
        {
            "6101 6102 6103 6104 6105 6106": "6101",
            "--nodes 200 --opening-nodes 300 --games 4622": "--nodes 60 --opening-nodes 60 --games 8",
            "--precision int8": "--precision int8 --batch 64",
            "--decay 0": "--decay 0 --batch 64 --check-every 4",
        },
        before="cp crates/core/src/eval/weights/standard.net .",
        needs=("optax", "teacher"),
    ),
    ("docs/web.md", "npm run build"): Form("needs Node, and a compiler for WebAssembly; .ci/run does the same"),
    ("docs/windows.md", "rustup target add"): Form(OTHER_SYSTEM),
    ("docs/windows.md", "matches/wine-nodes"): Form(OTHER_SYSTEM),
}

# By document and a piece of the block: how the block begins that shows the first lines of its output.
SHOWN = {("docs/embedding.md", "-o target/embed "): "Fukumi 0.1.0\n"}

# By document and a piece of the command whose output is shown: what comes before it.
BEFORE = {
    ("docs/matches.md", "match show"): ".venv/bin/fukumi-tools match --event scripts/event.toml --out matches/cup"
}

ALL = [block for document in documents() for block in blocks(document)]
SHELL = [block for block in ALL if block.language in ("sh", "bash", "shell", "console")]
FIRST = next(block for block in SHELL if block.document == "README.md")
PRINTED = [block for block in ALL if not block.language and block.text.startswith("$ ")]


def form_of(block: Block) -> Form | None:
    """The form of a block, None if it is run as it is."""
    forms = [form for (document, piece), form in FORMS.items() if document == block.document and piece in block.text]
    assert len(forms) <= 1, f"{block.name} has {len(forms)} forms"
    return forms[0] if forms else None


# Running


class Checkout:
    """A copy of what a clone would have."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.document: str | None = None
        if not (folder / ".git").exists():
            shutil.rmtree(folder, ignore_errors=True)
            subprocess.run(["git", "clone", "--quiet", "--no-checkout", ROOT, folder], check=True)
        venv = folder / ".venv"
        venv.unlink(missing_ok=True)
        venv.symlink_to(sys.prefix)
        self._lay()
        # What most blocks begin with.
        self.run("cargo build --release --locked")

    def begin(self, document: str) -> None:
        """Makes the copy fresh for the blocks of another document."""
        if self.document != document:
            self.document = document
            self._lay()

    def _lay(self) -> None:
        for path in self.folder.iterdir():
            if path.name not in KEPT:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        for name in tracked_files():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            # With its date, or Cargo would build everything again.
            shutil.copy2(ROOT / name, self.folder / name)
        subprocess.run(["git", "add", "--all"], cwd=self.folder, check=True)

    def run(self, script: str, typed: str = "") -> str:
        """Runs commands and returns what they print on standard output."""
        venv = str(Path(sys.prefix) / "bin")
        path = [folder for folder in os.environ["PATH"].split(os.pathsep) if folder != venv]
        flags = {"CARGO_TARGET_DIR", "RUSTFLAGS", "VIRTUAL_ENV", "RUST_LOG"}
        environment = {name: value for name, value in os.environ.items() if name not in flags} | {
            "PATH": os.pathsep.join([str(self.folder / "target" / "release"), *path]),
            # Optimising across crates takes minutes and makes no difference to what is checked here.
            "CARGO_PROFILE_RELEASE_LTO": "off",
            "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
            # Those of `fukumi-tools package`, so that nothing is built twice.
            "CARGO_ENCODED_RUSTFLAGS": "\x1f".join(remapping(self.folder)),
            "NO_COLOR": "1",
            # A clone's environment has the tools of the clone; this one is lent and has others.
            "PYTHONPATH": str(self.folder / "scripts"),
        }
        command = ["bash", "-euo", "pipefail", "-c", script]
        done = subprocess.run(
            command, cwd=self.folder, env=environment, input=typed, capture_output=True, text=True, timeout=1800
        )
        assert done.returncode == 0, (
            f"status {done.returncode} of\n{script}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        )
        return done.stdout


@pytest.fixture(scope="module")
def checkout() -> Checkout:
    return Checkout(CHECKOUT)


@pytest.mark.parametrize("block", SHELL, ids=lambda block: block.name)
def test_a_block_runs(block, checkout):
    form = form_of(block)
    script = block.text
    if form is not None:
        for old, new in form.changes.items():
            assert old in script, f"{block.name} has no {old!r} to be replaced"
            script = script.replace(old, new)
        if not form.is_run:
            pytest.skip(f"not run, but its options and files are checked: {form.reason}")
        if form.needs is not None:
            package, group = form.needs
            pytest.importorskip(package, reason=f"{block.name} needs {package}: scripts/test --with {group}")
    checkout.begin(block.document)
    if form is not None and form.before:
        checkout.run(form.before)
    output = checkout.run(script)
    if block == FIRST:
        check_first_output(output)
    for (document, piece), start in SHOWN.items():
        if document == block.document and piece in block.text:
            text = next(other.text for other in ALL if other.document == document and other.text.startswith(start))
            expected = comparable(text)
            assert comparable(output)[: len(expected)] == expected


def check_first_output(output: str) -> None:
    """The first command of the README answers as shown there, whatever it says of its search."""
    printed = next(block.text for block in blocks("README.md") if not block.language)
    answers, expected = (
        [line for line in text.splitlines() if not line.startswith("MESSAGE")] for text in (output, printed)
    )
    # The last move depends on the machine.
    assert answers[:-1] == expected[:-1]
    assert all(re.fullmatch(r"\d+,\d+", lines[-1]) for lines in (answers, expected))


# Output

TYPED = re.compile(r"^\w+> (.*)$", re.MULTILINE)


def comparable(text: str) -> list[str]:
    """The lines of an output without what depends on the machine."""
    text = re.sub(r"in [\d.]+ s, \d+ nodes/s", "in … s, … nodes/s", text)
    return [line.rstrip() for line in text.rstrip().splitlines()]


@pytest.mark.parametrize("block", PRINTED, ids=lambda block: block.name)
def test_a_command_prints_what_is_shown(block, checkout):
    checkout.begin(block.document)
    first, rest = block.text.split("\n", 1)
    for (document, piece), script in BEFORE.items():
        if document == block.document and piece in first:
            checkout.run(script)
    typed = TYPED.findall(rest)
    output = checkout.run(first.removeprefix("$ "), "".join(f"{line}\n" for line in typed))
    expected = comparable(TYPED.sub("\0", rest).replace("\0\n", ""))
    actual = comparable(output)
    if typed:
        # The game goes on.
        actual = actual[: len(expected)]
    elif expected[-1] == "…":
        actual[len(expected) - 1 :] = ["…"]
    if UPDATES and actual != expected and not typed:
        path = ROOT / block.document
        shown_now = "\n".join([first, *(output.rstrip().splitlines() if expected[-1] != "…" else actual), ""])
        path.write_text(path.read_text(encoding="utf-8").replace(block.text, shown_now), encoding="utf-8")
    assert actual == expected


def test_programs_of_a_release_name_no_folder_of_this_machine(checkout):
    checkout.begin("README.md")
    # Without the flags of these tests; the command has to set them.
    checkout.run("unset CARGO_ENCODED_RUSTFLAGS; .venv/bin/fukumi-tools package --out dist")
    archive = next(path for path in (checkout.folder / "dist").iterdir() if path.name.startswith("fukumi-"))
    shutil.unpack_archive(archive, checkout.folder / "dist" / "unpacked")
    built = [
        path for path in (checkout.folder / "dist" / "unpacked").rglob("*fukumi*") if path.stat().st_size > 1 << 20
    ]
    assert len(built) == 2
    for path in built:
        content = path.read_bytes()
        assert b"src/main.rs" in content or b"bindings/c/src" in content, "there are no names of files at all"
        for folder in (Path.home(), checkout.folder, ROOT):
            assert f"{folder}/".encode() not in content


# Options and files


def commands(script: str) -> list[list[str]]:
    """The words of each command."""
    found: list[list[str]] = [[]]
    for line in script.replace("\\\n", " ").splitlines():
        lexer = shlex.shlex(line, posix=True, punctuation_chars=";&|<>")
        lexer.whitespace_split = True
        for word in lexer:
            if set(word) <= set(";&|<>"):
                found.append([])
            else:
                found[-1].append(word)
        found.append([])
    return [words for words in found if words]


@functools.cache
def help_of(command: tuple[str, ...]) -> str:
    """What a command says of its options."""
    environment = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1"}
    done = subprocess.run(
        [*command, "--help"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    return done.stdout


def program_of(words: list[str]) -> tuple[str, ...] | None:
    """The command whose help has the options of another one; None if it is none of the project's or of Cargo's."""
    words = list(words)
    while re.fullmatch(r"[A-Z_]+=\S*", words[0]):
        words.pop(0)
    if words[0] == ".venv/bin/python":
        words.pop(0)
    verbs = [word for word in words[1:3] if re.fullmatch(r"[a-z]+", word)]
    if words[0].endswith(".py"):
        return (sys.executable, words[0])
    if Path(words[0]).name == "fukumi-tools" and verbs:
        has_verbs = verbs[0] in ("gomocup", "soak", "teacher") or verbs == ["match", "show"]
        return (sys.executable, "-m", "fukumi_tools", *verbs[: 2 if has_verbs else 1])
    if Path(words[0]).name in ("fukumi", "fukumi.exe") and verbs:
        return ("fukumi", verbs[0], *(verbs[1:2] if verbs[0] in ("book", "database") else []))
    if words[0] == "cargo" and verbs and verbs[0] in ("bench", "build", "doc", "run", "rustc", "test"):
        return ("cargo", verbs[0])
    return None


def check(script: str, checkout: Checkout) -> None:
    """Fails if a command has an option that its program does not know, or names a file that is not there."""
    for words in commands(script):
        for before, word in itertools.pairwise(["", *words]):
            if re.fullmatch(r"(scripts|examples|include|protocol-tests|assets|src)/[\w./-]+", word):
                is_made = before in ("--out", ">") or words[0] == "cp"
                assert is_made or (ROOT / word).exists(), word
        program = program_of(words)
        if program is None or ("teacher" in program and not importlib.util.find_spec("optax")):
            continue
        if program[0] == "fukumi":
            program = (str(checkout.folder / "target" / "release" / "fukumi"), *program[1:])
        known = help_of(program)
        own = words[: words.index("--")] if "--" in words else words
        for option in (word.split("=")[0] for word in own if word.startswith("--")):
            assert re.search(rf"(?<![\w-]){option}(?![\w-])", known), f"{shlex.join(words)}: no {option}"


@pytest.mark.parametrize("block", SHELL, ids=lambda block: block.name)
def test_options_and_files_of_a_block_exist(block, checkout):
    subprocess.run(["bash", "-n", "-c", block.text], check=True)
    check(block.text, checkout)


@pytest.mark.parametrize("document", documents())
def test_commands_in_sentences_exist(document, checkout):
    # Only a build for tuning has this one.
    for text in [text for text in code_in_sentences(document) if text != "fukumi params"]:
        if re.match(r"(fukumi|fukumi-tools|cargo|scripts/\S+|\.venv/\S+|target/\S+) \S", text):
            check(text, checkout)


# The list of forms


def test_every_form_is_that_of_one_block():
    for document, piece in FORMS:
        found = [block.name for block in SHELL if block.document == document and piece in block.text]
        assert len(found) == 1, f"{piece!r} of {document} is in {found}"


def test_blocks_of_commands_are_marked():
    program = re.compile(
        r"(cargo|fukumi-tools|gh|git|make|pip|python3|scripts/\S*|\.venv/\S*|target/\S*) ", re.MULTILINE
    )
    for block in ALL:
        assert block.language or not program.match(block.text), block.name


@pytest.mark.parametrize(
    "script", ["fukumi-tools match --enigne x", "ls | .venv/bin/python scripts/none.py", "cargo build --relase"]
)
def test_a_mistake_in_a_command_is_found(script, checkout):
    with pytest.raises(AssertionError, match=r"no --|none.py"):
        check(script, checkout)


def test_commands_are_taken_apart():
    text = 'a --x "b c" \\\n    d  # e --f\nG=1 h | i > j && k\n'
    assert commands(text) == [["a", "--x", "b c", "d"], ["G=1", "h"], ["i"], ["j"], ["k"]]
