"""Tables of results on terminals of several widths: no row loses its name, no value is missing, nothing is too wide."""

import io
from itertools import combinations, permutations

import pytest
from rich.cells import cell_len
from rich.console import Console
from test_ratings import results_of

from fukumi_tools.organisers.match.display import render
from fukumi_tools.organisers.match.game import Reason
from fukumi_tools.organisers.match.layout import parts, shortened
from fukumi_tools.organisers.match.results import Results
from fukumi_tools.organisers.match.table import Column, Table
from fukumi_tools.organisers.match.tables import all_tables

LONG = "fukumi-2026-11-28-with-network-of-renju-and-a-name-that-does-not-end-number-{}"
CHINESE = "五子棋引擎测试版本名称很长{}号"


def results_of_all(names: list[str]) -> Results:
    """A game of each against each, with all kinds of results and endings."""
    records = []
    for number, colors in enumerate(permutations(names, 2), start=1):
        (record,) = results_of(list(colors)).records
        result = ("black", "white", "draw")[number % 3]
        reason = list(Reason)[number % len(Reason)].value
        own = {"game": number, "pair": number, "result": result, "reason": reason, "opening": f"opening-{number % 5}"}
        records.append(record | own)
    settings = results_of(names[:2]).settings
    settings["engines"] = dict.fromkeys(names, settings["engines"][names[0]])
    return Results(settings, records, "finished", len(records))


def printed(table: Table, width: int) -> list[str]:
    text = io.StringIO()
    console = Console(file=text, width=width, highlight=False, no_color=True)
    for part in render(table, width):
        console.print(part, soft_wrap=True)
    return text.getvalue().splitlines()


@pytest.mark.parametrize("pattern", ["e{}", "engine-{}", LONG, CHINESE], ids=["short", "usual", "long", "chinese"])
@pytest.mark.parametrize("count", [2, 7, 16])
@pytest.mark.parametrize("width", [80, 120])
def test_every_row_has_its_name_and_every_value_at_any_width(width, count, pattern):
    results = results_of_all([pattern.format(index) for index in range(count)])
    for table in all_tables(results)[:-1]:
        lines = printed(table, width)
        assert max(map(cell_len, lines)) <= width, table.name
        shown = parts(table, width)
        names = [[row[index] for row in shown[0].rows] for index in names_of(table)]
        assert all([[row[index] for row in part.rows] for index in names_of(table)] == names for part in shown)
        for column, texts in zip(names_of(table), names, strict=True):
            # Shortened, but different where the names are, and whole in the printed lines of each part.
            assert len(set(texts)) == len({row[column] for row in table.rows})
            assert all(cell_len(text) >= min(7, cell_len(pattern) - 1) for text in texts if text != "o")
            assert all(sum(text in line for line in lines) >= len(shown) for text in texts), table.name
        keys = [column.key for part in shown for column in part.columns]
        assert list(dict.fromkeys(keys)) == [column.key for column in table.columns]
        assert all(
            text in "\n".join(lines) for row in table.texts() for text in row[len(names) + 1 :] if " " not in text
        )


def names_of(table: Table) -> list[int]:
    """The columns with the names of the rows."""
    return [index for index, column in enumerate(table.columns[:2]) if column.key in ("engine", "first", "second")]


def test_seven_engines_keep_their_names_beside_their_endings():
    engines = [f"engine-{index}" for index in range(7)]
    kinds = [
        "won by five",
        "won by time",
        "won by agreement",
        "lost by five",
        "lost by time",
        "lost by illegal",
        "drawn",
    ]
    columns = [Column("engine", "engine"), *(Column(kind.replace(" ", "_"), kind) for kind in kinds)]
    columns += [Column(f"lost_by_{kind}", f"lost by {kind}") for kind in ("crash", "agreement", "foul")]
    table = Table("endings", "Endings", columns, [[name, *range(len(columns) - 1)] for name in engines])
    first, second = parts(table, 120)
    assert second.columns[0].heading == "engine"
    assert [row[0] for row in first.rows] == [row[0] for row in second.rows] == engines
    assert len(first.columns) + len(second.columns) == len(columns) + 1


def test_a_table_that_has_room_is_left_as_it_is():
    table = Table("results", "Results", [Column("engine", "engine"), Column("games", "games")], [["a" * 50, 7]])
    assert parts(table, 80) == [table]


@pytest.mark.parametrize(
    ("names", "width", "expected"),
    [
        (["short", "engine-of-somewhere-1", "engine-of-somewhere-2"], 11, ["short", "engin…ere-1", "engin…ere-2"]),
        (["1-engine-of-somewhere", "2-engine-of-somewhere"], 9, ["1-en…here", "2-en…here"]),
        (["same", "same"], 3, ["s…e", "s…e"]),
        (["aaaaaaaa-1-bbbbbbbb", "aaaaaaaa-2-bbbbbbbb"], 8, ["aaaaaa…1", "aaaaaa…2"]),
    ],
)
def test_names_are_shortened_and_stay_different(names, width, expected):
    assert shortened(names, width) == expected
    for first, second in combinations(zip(names, expected, strict=True), 2):
        assert (first[0] == second[0]) == (first[1] == second[1])
