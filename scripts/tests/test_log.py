"""The log of experiments: its records, its tables, and that the pages of docs/log are made from it."""

import json
from pathlib import Path

import pytest
from documents import ROOT
from programs import invoke

from fukumi_tools.cli import main
from fukumi_tools.research.log import tables

LOG = ROOT / "docs" / "log"


def run(*arguments, code: int = 0) -> str:
    return invoke(main, "log", *arguments, code=code)


def note(name: str, idea: str, kept: str, rule: str = "freestyle", **more) -> dict:
    stage = {"rule": rule, "board": "15", "limit": "20k nodes", "games": 60, "wins": 16, "draws": 0, "losses": 44}
    stage |= {"elo": {"value": -176, "error": 93}}
    record = {"name": name, "date": "2026-11-21", "idea": idea, "opponent": "before | it", "stages": [stage]}
    return record | {"kept": kept} | more


@pytest.fixture
def written(tmp_path):
    """Returns a function that writes records as a log."""

    def write(*records: dict) -> Path:
        path = tmp_path / "log.jsonl"
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        return path

    return write


def test_a_table_has_a_line_for_each_match_and_what_came_of_it(written):
    tested = {"bounds": [0, 10], "llr": -2.9954, "verdict": "failed", "normalised_elo": {"value": -122.1, "error": 38}}
    first, second = note("1", "fours", "no"), note("3", "a `test`", "yes")
    second["stages"].append(second["stages"][0] | tested)
    log = written(first, note("2", "the same", "yes, faster", "renju", follows={"name": "1", "idea": "fours"}), second)
    lines = run(log).splitlines()
    assert lines[0] == "## Others"
    assert lines[2].startswith("| Date | Idea | Opponent | Time control | Rule, board | Games | W-D-L | Elo | Norm")
    match = "before \\| it | 20k nodes | freestyle 15 | 60 | 16-0-44 | -176 ± 93"
    assert lines[4] == f"| 2026-11-21 | fours | {match} |  |  | no |"
    assert lines[5].startswith("| 2026-11-21 | the same |") and lines[5].endswith("| yes, faster |")
    assert lines[6].startswith("| 2026-11-21 | a test |")
    assert lines[7] == f"| 2026-11-21 | the same | {match} | -122 ± 38 | [0, 10] failed, LLR -3.00 | yes |"
    # Alone, a line that says "the same" says what is meant.
    assert "| the same (fours) |" in run(log, "--rule", "renju")
    assert run(log, "--rule", "renju 20") == ""
    assert "| fours |" in run(log, "--kept", "no") and "faster" not in run(log, "--kept", "no")


def test_what_is_not_known_of_a_stage_is_left_out(written):
    record = note("1", "fours", "no")
    record["stages"] = [{"games": 60}, {"board": "15", "remark": "by hand"}, {"bounds": [0, 5]}]
    log = written(record, note("2", "threes", "no", "renju"))
    cells = [[cell.strip() for cell in line.split("|")[5:11]] for line in run(log).splitlines()[4:7]]
    assert cells == [["", "", "60", "", "", ""], ["", "15, by hand", "", "", "", ""], ["", "", "", "", "", "[0, 5]"]]
    assert "fours" not in run(log, "--rule", "freestyle") and "threes" in run(log, "--rule", "renju 15")


@pytest.mark.parametrize(
    ("different", "complaint"),
    [
        ({"date": 2026}, "date is of another kind: 2026"),
        ({"stages": {}}, "stages is of another kind: {}"),
        ({"follows": {"name": "1"}}, "idea is missing"),
        ({"stages": [{}, 5]}, "stage 2: it is no object"),
        ({"stages": [{"rule": 4}]}, "stage 1: rule is of another kind: 4"),
        ({"stages": [{"elo": {"value": "12"}}]}, "stage 1: value is of another kind: '12'"),
        ({"stages": [{"bounds": [0]}]}, "stage 1: bounds are no two numbers"),
    ],
)
def test_a_value_of_another_kind_is_named(written, different, complaint):
    log = written(note("1", "fours", "no"), note("2", "threes", "no") | different)
    assert f"log.jsonl, line 2: no record of the log: {complaint}" in " ".join(run(log, code=2).split())


@pytest.mark.parametrize("line", ["nothing", "[]", '{"name": "a", "idea": "b"}'])
def test_a_line_that_is_no_record_is_named(tmp_path, line):
    (tmp_path / "log.jsonl").write_text(f"{json.dumps(note('a', 'b', 'no'))}\n{line}\n")
    assert "log.jsonl, line 2: no record of the log: " in " ".join(run(tmp_path / "log.jsonl", code=2).split())


KEPT = {
    "yes": ["yes", "yes: positive", "16", "weight 60"],
    "no": ["no", "no, not clear"],
    "open": ["open", "see below", "-", ""],
}


@pytest.mark.parametrize(("kept", "what"), [(kept, what) for what, texts in KEPT.items() for kept in texts])
def test_what_became_of_an_idea_is_how_the_word_on_it_begins(kept, what):
    assert tables.became(note("1", "x", kept)) == what


def test_there_is_a_page_for_each_subject(written, tmp_path):
    bare = {"name": "2", "idea": "sharper", "date": "2026-11-22", "kept": "open", "subject": "training"}
    log = written(note("1", "fours", "no", subject="solvers", reason="slower"), bare)
    assert run(log).split("\n\n")[::2] == ["## Training", "## Solvers"]
    run(log, "--out", tmp_path / "pages")
    assert {path.name for path in (tmp_path / "pages").iterdir()} == {"training.md", "solvers.md"}
    page = (tmp_path / "pages" / "solvers.md").read_text()
    assert "| fours |" in page and page.endswith("| no | slower |\n")


def test_the_pages_of_the_log_are_made_from_its_records(tmp_path):
    run(*sorted(LOG.glob("*.jsonl")), "--out", tmp_path)
    made = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    kept = {name: (LOG / name).read_text(encoding="utf-8") for name in made}
    assert made == kept, "fukumi-tools log docs/log/*.jsonl --out docs/log"
    assert "others.md" not in made and len(made) == len(tables.SUBJECTS)


def test_records_leave_out_what_is_not_known():
    def has_null(value: object) -> bool:
        parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return value is None or any(has_null(part) for part in parts)

    for path in LOG.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            assert record["subject"] in tables.SUBJECTS and not has_null(record), record["name"]
