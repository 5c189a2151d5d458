"""Tables made from logs: one for each subject, with a row for each stage of an experiment, and for each note."""

import csv
import io
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields

from fukumi_tools.organisers.match.estimates import describe, from_dict

YES, NO, OPEN = "yes", "no", "open"
"""What became of an idea, as far as a filter can say."""

_DASH = "-"

SUBJECTS = {
    "search": "Search",
    "clock": "Time",
    "network": "Form of the network",
    "training": "Training",
    "teacher": "Teachers",
    "solvers": "Solvers",
    "threads": "Threads",
    "speed": "Speed",
    "size": "Size",
    "openings": "Openings of matches",
    "strength": "Strength",
    "runner": "Runner of matches",
}
"""What an experiment can be about, and the heading of its table."""
OTHERS = "Others"
"""The heading of experiments whose subject nobody has named yet."""


@dataclass(frozen=True)
class Row:
    """One line of a table, as text. `limit` is the time control or the number of nodes for a move."""

    date: str
    idea: str
    opponent: str
    limit: str
    venue: str
    games: str
    score: str
    elo: str
    normalised: str
    test: str
    kept: str
    remark: str


_HEADINGS = Row(
    "Date",
    "Idea",
    "Opponent",
    "Time control",
    "Rule, board",
    "Games",
    "W-D-L",
    "Elo",
    "Normalised",
    "Test",
    "Kept",
    "Remark",
)
_OPTIONAL = ("normalised", "test", "remark")
"""Columns that a Markdown table has only where something is in them."""


def selected(
    records: list[dict], rules: tuple[str, ...] = (), kept: tuple[str, ...] = (), since: str | None = None
) -> list[dict]:
    """The records of the kinds wanted, in order of date; of experiments only the stages of the rules.

    `rules` are such as `renju` or `renju 15`; `kept` are some of YES, NO and OPEN; `since` is a day such as 2026-11-25.
    """
    result = []
    for record in sorted(records, key=lambda record: record["date"][:10]):
        stages = [stage for stage in record["stages"] if not rules or _is_of(stage, rules)]
        if rules and not stages:
            continue
        if (kept and became(record) not in kept) or (since and record["date"][:10] < since):
            continue
        result.append({**record, "stages": stages})
    return result


def became(record: dict) -> str:
    """What became of the idea: YES, NO or OPEN. What was decided by hand goes before the verdict."""
    kept = record["kept"]
    if kept is None:
        return {"accepted": YES, "rejected": NO}.get(record["verdict"], OPEN)
    first = kept.split(maxsplit=1)[0].strip(",.:;") if kept.strip() else ""
    if first in (NO, OPEN, "see", _DASH, ""):
        return NO if first == NO else OPEN
    # "yes", or what was kept in its place, such as "weight 60".
    return YES


def rows(records: list[dict]) -> Iterator[Row]:
    """The rows of records that stand in this order."""
    before = None
    for record in records:
        idea = _idea(record, before)
        for number, stage in enumerate(record["stages"] or [{}]):
            yield _row(record, stage, idea if number == 0 else "the same")
        before = record


def by_subject(records: list[dict]) -> dict[str, list[dict]]:
    """The records by heading, in the order of `SUBJECTS`."""
    found: dict[str, list[dict]] = {heading: [] for heading in (*SUBJECTS.values(), OTHERS)}
    for record in records:
        found[SUBJECTS.get(record.get("subject"), OTHERS)].append(record)
    return {heading: own for heading, own in found.items() if own}


def to_markdown(records: list[dict]) -> str:
    """A table for each subject, with its heading."""
    return "\n".join(f"## {heading}\n\n{_table(own)}" for heading, own in by_subject(records).items())


def pages(records: list[dict]) -> dict[str, str]:
    """A page for each subject that has records, by the name of its file."""
    own = by_subject(records)
    return {f"{name}.md": _page(heading, own[heading]) for name, heading in SUBJECTS.items() if heading in own}


def _page(heading: str, records: list[dict]) -> str:
    lead = (
        "Everything that was tried, under which conditions, and what came of it. This page is made from the records\n"
        "of this folder, see [the log](README.md)."
    )
    return f"# {heading}\n\n{lead}\n\n{_table(records)}"


def _table(records: list[dict]) -> str:
    names = [field.name for field in fields(Row)]
    table = list(rows(records))
    shown = [name for name in names if name not in _OPTIONAL or any(getattr(row, name) for row in table)]
    lines = [[getattr(row, name) for name in shown] for row in (_HEADINGS, *table)]
    lines = [[_plain(cell) for cell in line] for line in lines]
    lines.insert(1, ["-" * len(cell) for cell in lines[0]])
    return "\n".join(f"| {' | '.join(line)} |" if i != 1 else _rule(line) for i, line in enumerate(lines)) + "\n"


def _plain(cell: str) -> str:
    """Text of a cell without links and code, which have their meaning where they were written."""
    return cell.replace("|", "\\|").replace("`", "").replace("](", "] (")


def to_csv(records: list[dict]) -> str:
    """The same rows in CSV, with a line of headings."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([field.name for field in fields(Row)])
    writer.writerows(astuple(row) for row in rows(records))
    return text.getvalue()


def _rule(line: list[str]) -> str:
    return "|" + "|".join("-" * (len(cell) + 2) for cell in line) + "|"


def _is_of(stage: dict, rules: tuple[str, ...]) -> bool:
    return any(rule in (stage["rule"], f"{stage['rule']} {stage['board']}") for rule in rules)


def _idea(record: dict, before: dict | None) -> str:
    """The idea; where it means that of an earlier line which does not stand before it, with that."""
    idea, meant = record["idea"], record.get("follows")
    if meant is None or (before and (before["name"] == meant["name"] or before.get("follows") == meant)):
        return idea
    return f"{idea} ({meant['idea']})"


def _row(record: dict, stage: dict, idea: str) -> Row:
    kept = record["kept"]
    reason = record["reason"] or ""
    if kept is None:
        kept = (record["verdict"] or "") + (f": {reason}" if reason else "")
        reason = ""
    return Row(
        date=record["date"][:10],
        idea=idea,
        opponent=record.get("opponent") or _opponent(record),
        limit=stage.get("limit") or "",
        venue=_venue(stage),
        games=_number(stage.get("games")),
        score=_score(stage),
        elo=_estimate(stage.get("elo")),
        normalised=_estimate(stage.get("normalised_elo")),
        test=_test(stage) or _figures(record),
        kept=kept,
        remark=reason,
    )


def _opponent(record: dict) -> str:
    return (record.get("base") or {}).get("named") or ""


def _venue(stage: dict) -> str:
    if not stage:
        return ""
    remark = f", {stage['remark']}" if stage.get("remark") else ""
    return f"{stage['rule']} {stage['board']}{remark}"


def _score(stage: dict) -> str:
    counts = [stage.get(name) for name in ("wins", "draws", "losses")]
    return "" if None in counts else "-".join(map(str, counts))


def _estimate(estimate: dict | None) -> str:
    """Such as `+12 ± 5`, or `> +300` where all games were won."""
    if estimate is not None and estimate.get("bound"):
        return describe(from_dict(estimate))
    if estimate is None or estimate.get("value") is None:
        return ""
    value = round(estimate["value"])
    text = f"{value:+d}" if value else "0"
    return text if estimate.get("error") is None else f"{text} ± {round(estimate['error'])}"


def _test(stage: dict) -> str:
    """Such as `[0, 10] passed, LLR 2.96`."""
    if stage.get("bounds") is None:
        return ""
    low, high = stage["bounds"]
    return f"[{low:g}, {high:g}] {stage['verdict']}, LLR {round(stage['llr'], 2) or 0:.2f}"


def _figures(record: dict) -> str:
    """Of a note on positions instead of games."""
    return "; ".join(f"{name}: {text}" for name, text in (record.get("figures") or {}).items())


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"
