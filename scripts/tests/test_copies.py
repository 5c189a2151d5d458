"""Facts that the code of Rust has, and that a tool, an example or a document has to write down once more."""

import ctypes
import importlib.util
import re
from enum import IntEnum
from types import ModuleType

import pytest
from documents import ROOT, documents, tracked_files

from fukumi_tools.board.rules import MAX_SIZE, MIN_SIZE, Rule
from fukumi_tools.organisers.gomocup.archive import MAX_ARCHIVE_BYTES
from fukumi_tools.organisers.match.page import COLUMNS
from fukumi_tools.organisers.package.cli import GOMOCUP_LIMIT
from fukumi_tools.research.fit import cli as fit
from fukumi_tools.research.fit.model import CLASSES, THREAT_BITS, code_of
from fukumi_tools.research.score import POINTS_PER_LOGIT

HEADER = (ROOT / "bindings" / "c" / "include" / "fukumi.h").read_text(encoding="utf-8")
C_TYPES = {
    "double": ctypes.c_double,
    "int32_t": ctypes.c_int32,
    "size_t": ctypes.c_size_t,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
}


def text_of(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def number_in_rust(name: str, path: str) -> float:
    """The number that a constant is."""
    found = re.findall(rf"const {name}: \w+ = ([\d_.]+);", text_of(path))
    assert len(found) == 1, f"{name} of {path}"
    return float(found[0].replace("_", ""))


def enumeration_in_c(name: str) -> dict[str, int]:
    """The values of an enumeration of the C interface by their names."""
    found = re.findall(rf"FUKUMI_{name}_(\w+) = (\d+),", HEADER)
    assert found, name
    return {value: int(number) for value, number in found}


@pytest.fixture(scope="module")
def example() -> ModuleType:
    """The C interface in Python."""
    spec = importlib.util.spec_from_file_location("fukumi_c", ROOT / "examples" / "ctypes" / "fukumi_c.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Rules and boards


def test_rules_have_the_numbers_of_the_engine():
    numbers = {rule.name: rule.value for rule in Rule}
    assert numbers == enumeration_in_c("RULE")
    table = text_of("README.md").split("| Rule | `INFO rule` | Who wins |", 1)[1].split("\n\n", 1)[0]
    rows = re.findall(r"^\| (\w+)(?:[^|]*\(`([\w-]+)`\))?[^|]* \| (\d+) \|", table, re.MULTILINE)
    said = {(name or word.lower(), int(number)) for word, name, number in rows}
    assert said == {(rule.label, rule.value) for rule in Rule}


def test_boards_have_the_sizes_of_the_engine():
    sides = tuple(number_in_rust(f"{bound}_SIDE", "crates/core/src/geometry.rs") for bound in ("MIN", "MAX"))
    assert sides == (MIN_SIZE, MAX_SIZE)
    from_to = re.compile(r"from (\d+) \u00d7 \1 to\s+(\d+) \u00d7 \2")
    said = [found for page in documents() for found in from_to.findall(text_of(page))]
    assert len(said) > 1
    assert set(said) == {(str(MIN_SIZE), str(MAX_SIZE))}
    sources = [name for name in tracked_files() if name.endswith((".h", ".md", ".py", ".rs", ".ts"))]
    largest = [side for name in sources for side in re.findall(rf"\b{MIN_SIZE} to (2\d)\b(?! %)", text_of(name))]
    assert len(largest) > 40
    assert set(largest) == {str(MAX_SIZE)}


# Scores and the classical evaluation


def test_the_unit_of_scores_is_that_of_the_engine():
    unit = number_in_rust("POINTS_PER_LOGIT", "crates/core/src/score.rs")
    assert unit == POINTS_PER_LOGIT
    said = [
        points
        for path in (*documents(), "bindings/c/include/fukumi.h", "examples/ctypes/fukumi_c.py")
        for points in re.findall(r"(\d+) (?:points )?are a 73 % chance of winning", text_of(path))
    ]
    assert len(said) > 2
    assert set(map(float, said)) == {unit}


def test_weights_are_fitted_in_the_form_that_the_engine_reads():
    assert number_in_rust("THREAT_BITS", "crates/core/src/eval/features.rs") == THREAT_BITS
    assert number_in_rust("UNITS_PER_POINT", "crates/core/src/eval.rs") == fit.UNITS_PER_POINT
    assert number_in_rust("UNITS_OF_APPEAL", "crates/core/src/eval.rs") == fit.APPEAL_PER_LOGIT
    bits = re.search(r"const BIAS: i32 = 1 << (\d+);", text_of("crates/core/src/pattern/shape_value.rs"))
    assert 2 ** int(bits[1]) - 1 == fit.LARGEST_VALUE
    classes = re.search(r"pub enum LineClass \{(.*?)\n\}", text_of("crates/core/src/pattern.rs"), re.DOTALL)[1]
    assert len(re.findall(r"^    \w+( = \d+)?,$", classes, re.MULTILINE)) == CLASSES
    # `a_code_is_the_place_among_all_combinations` of the engine has the same number.
    assert code_of((3, 0, 14, 3)) == 2396


def test_the_package_for_python_has_the_signs_of_bad_moves():
    rust = re.findall(r"Self::(\w+) => \"([?!]+)\"", text_of("crates/core/src/analysis/judgement.rs"))
    python = re.findall(r"Mark\.(\w+): \"([?!]+)\"", text_of("bindings/python/fukumi/_types.py"))
    assert len(rust) == 3
    assert dict(python) == {name.upper(): sign for name, sign in rust}


# The C interface


def test_the_example_in_python_has_the_numbers_of_the_header(example):
    assert re.findall(r"^#define FUKUMI_ABI (\d+)$", HEADER, re.MULTILINE) == [str(example.ABI)]
    mirrored = [one for one in vars(example).values() if isinstance(one, type) and issubclass(one, IntEnum)]
    names = {one.__name__: one for one in mirrored if one is not IntEnum}
    assert {"Rule", "Cell", "Ending", "Threats", "Verdict"} <= names.keys()
    for name, one in names.items():
        assert {value.name: value.value for value in one} == enumeration_in_c(name.upper()), name


def test_the_example_in_python_has_the_structures_of_the_header(example):
    structures = re.findall(r"typedef struct \{(.*?)\} Fukumi(\w+);", HEADER, re.DOTALL)
    assert len(structures) == 7
    for text, name in structures:
        fields = re.findall(r"^    (?:const )?(\w+) (\*?)(\w+);$", text, re.MULTILINE)
        own = vars(example)[f"_{name}"]._fields_
        assert [field for _, _, field in fields] == [field for field, _ in own], name
        for (kind, star, field), (_, mirrored) in zip(fields, own, strict=True):
            # What is neither is an enumeration.
            expected = C_TYPES.get(kind) or vars(example).get(f"_{kind.removeprefix('Fukumi')}", ctypes.c_int32)
            assert mirrored is (ctypes.POINTER(expected) if star else expected), f"{name}.{field}"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("CHANNELS", r"a row of (\d+) numbers"),
        ("CHANNELS", r"This gives (\d+) features of the cell"),
        ("HIDDEN", r"go through layers of (\d+), \d+ and 2 units"),
        ("HIDDEN", r"go through layers of \d+, (\d+) and 2 units"),
        ("POOLED", r"A layer computes (\d+) units from the features"),
        ("FEATURE_MAX", r"rows are bytes \(1\s+is (\d+)\)"),
    ],
)
def test_the_page_of_the_network_has_its_sizes(name, said):
    number = number_in_rust(name, "crates/core/src/eval/network/layout.rs")
    assert re.findall(said, text_of("docs/network.md")) == [f"{number:.0f}"]


# Limits and defaults

MIB = 1 << 20
RECORDS = "crates/records/src/limits.rs"
ANALYSIS_NODES = ("crates/core/src/analysis.rs", "DEFAULT_NODES: u64 = ([^;]+);")
TABLE = ("crates/core/src/search.rs", "DEFAULT_TABLE_BYTES: usize = ([^;]+);")
WEB_MEMORY = ("bindings/web/wasm/src/session.rs", r"memory_bytes: (\d[^,]*),")
SCORE = "crates/core/src/score.rs"
WIN = (SCORE, r"\bWIN: Self = Self\(([\d_]+)\)")
# Where the code has a number, where a text or other code has it, and the unit of the second.
NUMBERS = [
    (*ANALYSIS_NODES, "docs/analysis.md", r"`--nodes N`, by default ([\d,]+) ", 1),
    (*ANALYSIS_NODES, "docs/json.md", r"by default ([\d,]+) nodes", 1),
    (*ANALYSIS_NODES, "bindings/python/fukumi/_analysis.py", r"([\d,]+) if there is no limit", 1),
    (*ANALYSIS_NODES, "bindings/web/wasm/src/request/analysis.rs", r"Default: (\d+) if there is no", 1),
    ("src/engine/options.rs", "DEFAULT_MEMORY: u64 = ([^;]+);", "docs/options.md", r"\| (\d+) \(350 MiB\)", 1),
    ("src/engine/options.rs", "DEFAULT_MEMORY: u64 = ([^;]+);", "docs/options.md", r"\| \d+ \((\d+) MiB\)", MIB),
    ("src/engine/options.rs", "MAX_THREADS: usize = ([^;]+);", "docs/options.md", r"processors, at most (\d+) \|", 1),
    ("src/engine/options.rs", "MAX_TABLE: u64 = ([^;]+);", "docs/options.md", r"1 MiB to (\d+) GiB of it", 1 << 30),
    (
        "src/engine/clock.rs",
        r"DEFAULT_TURN: Duration = Duration::from_secs\((\d+)\)",
        "docs/options.md",
        r"`timeout_turn` .*\| (\d+)000, or",
        1,
    ),
    (*TABLE, "docs/embedding.md", r"takes (\d+) MiB for tables", MIB),
    (*TABLE, "crates/core/src/embed/engine.rs", r"with one thread and (\d+) MiB", MIB),
    (*WEB_MEMORY, "docs/web.md", r"Tables take (\d+) MiB unless", MIB),
    (*WEB_MEMORY, "bindings/web/src/types.ts", r"search first needs them\. Default: (\d+) MiB", MIB),
    (*WEB_MEMORY, "bindings/web/src/connection.ts", r"const MEMORY_BYTES = ([^;]+);", 1),
    ("crates/core/src/book/format.rs", "MAX_BYTES: usize = ([^;]+);", "docs/reliability.md", r"book (\d+) MiB", MIB),
    ("crates/core/src/eval/own.rs", "MAX_BYTES: u64 = ([^;]+);", "docs/reliability.md", r"network (\d+) MiB", MIB),
    ("src/protocol/settings.rs", "MAX_BYTES: u64 = ([^;]+);", "docs/reliability.md", r"options (\d+) KiB", 1 << 10),
    (*WIN, "docs/database-commands.md", r"A value of ([\d,]+) \u2212 \*n\* is a win", 1),
    (*WIN, "docs/files.md", r"proven win in ([\d,]+) - s plies", 1),
    (SCORE, r"EVAL_MAX: Self = Self\(([\d_]+)\)", "bindings/c/include/fukumi.h", r"Beyond (\d+) in either", 1),
    (RECORDS, "MAX_BYTES: usize = ([^;]+);", "docs/convert.md", r"A record may have (\d+) MB", MIB),
    (RECORDS, "MAX_FILE_BYTES: usize = ([^;]+);", "docs/convert.md", r"files above (\d+) MB", MIB),
    (RECORDS, "MAX_GAMES: usize = ([^;]+);", RECORDS, r"at most (\d+) games", 1),
    ("src/commands/serve/outbox.rs", "MAX_BYTES: usize = ([^;]+);", "docs/json.md", r"(\d+) MB of lines wait", MIB),
    (
        "scripts/fukumi_tools/engines/process.py",
        r"MAX_OUTPUT_BYTES = (.+)",
        "docs/matches.md",
        r"writes more than (\d+) MB in it",
        MIB,
    ),
    (
        "scripts/fukumi_tools/engines/process.py",
        r"_KEPT_LINE_BYTES = (.+)",
        "docs/matches.md",
        r"each line counts (\d+) bytes besides its text",
        1,
    ),
]


def amount(text: str) -> int:
    """A number in code or in a text, such as `16 << 20` or `100,000`."""
    number, *shift = re.sub("[_,]", "", text).split("<<")
    return int(number) << int(shift[0]) if shift else int(number)


@pytest.mark.parametrize(("code", "is_there", "copy", "stands", "unit"), NUMBERS)
def test_a_number_of_the_code_is_the_same_elsewhere(code, is_there, copy, stands, unit):
    [own] = re.findall(is_there, text_of(code))
    [said] = re.findall(stands, text_of(copy))
    assert amount(own) == amount(said) * unit


def test_the_page_of_a_match_reads_the_keys_that_are_written():
    interface = re.search(r"interface MatchGame \{(.*?)\n\}", text_of("board/src/match/read.ts"), re.DOTALL)[1]
    read = re.findall(r"readonly (\w+):", interface)
    assert set(read) == {*COLUMNS, "venue", "is_swap2", "pv"}


# Results


def test_the_readme_has_the_first_rows_of_the_ladder():
    readme, page = (
        text_of(path).split("<!-- ratings -->\n")[1].split("\n\n<!-- end of ratings -->")[0]
        for path in ("README.md", "docs/strength.md")
    )
    assert len(readme.splitlines()) > 5
    assert page.startswith(f"{readme}\n")


# Gomocup


def test_an_archive_that_is_made_passes_the_check_of_gomocup():
    assert GOMOCUP_LIMIT <= MAX_ARCHIVE_BYTES
