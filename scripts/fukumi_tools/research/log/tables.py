"""Tables made from records: one for each subject, with a row for each stage of an idea."""

from collections.abc import Iterator

YES, NO, OPEN = "yes", "no", "open"
"""What became of an idea, as far as a filter can say."""

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
"""The heading of records without a subject."""

_OPTIONAL = ("Normalised", "Test", "Remark")
"""Columns that a table has only where something is in them."""

Row = dict[str, str]
"""The cells of a line by the headings of their columns."""


def selected(records: list[dict], rules: tuple[str, ...] = (), kept: tuple[str, ...] = ()) -> list[dict]:
    """The records of the kinds wanted, in order of date, with the stages of the rules alone.

    `rules` are such as `renju` or `renju 15`; `kept` are some of YES, NO and OPEN.
    """
    result = []
    for record in sorted(records, key=lambda record: record["date"][:10]):
        stages = [stage for stage in record.get("stages", []) if not rules or _is_of(stage, rules)]
        if (stages or not rules) and (not kept or became(record) in kept):
            result.append({**record, "stages": stages})
    return result


def became(record: dict) -> str:
    """What became of the idea: YES, NO or OPEN, by how `kept` begins."""
    first = record["kept"].split(maxsplit=1)[0].strip(",.:;") if record["kept"].strip() else ""
    if first in (NO, OPEN, "see", "-", ""):
        return NO if first == NO else OPEN
    # "yes", or what was kept in its place, such as "weight 60".
    return YES


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
    rows = list(_rows(records))
    shown = [name for name in rows[0] if name not in _OPTIONAL or any(row[name] for row in rows)]
    lines = [shown, *([_plain(row[name]) for name in shown] for row in rows)]
    head, *texts = [f"| {' | '.join(line)} |" for line in lines]
    rule = f"|{'|'.join('-' * (len(name) + 2) for name in shown)}|"
    return "\n".join([head, rule, *texts]) + "\n"


def _plain(cell: str) -> str:
    """Text of a cell without links and code, which have their meaning where they were written."""
    return cell.replace("|", "\\|").replace("`", "").replace("](", "] (")


def _rows(records: list[dict]) -> Iterator[Row]:
    """The rows of records that follow each other in a table."""
    before = None
    for record in records:
        idea = _idea(record, before)
        for number, stage in enumerate(record["stages"] or [{}]):
            yield _row(record, stage, idea if number == 0 else "the same")
        before = record


def _idea(record: dict, before: dict | None) -> str:
    """The idea; where it means that of an earlier line which does not stand before it, with that."""
    idea, meant = record["idea"], record.get("follows")
    if meant is None or (before and (before["name"] == meant["name"] or before.get("follows") == meant)):
        return idea
    return f"{idea} ({meant['idea']})"


def _row(record: dict, stage: dict, idea: str) -> Row:
    return {
        "Date": record["date"][:10],
        "Idea": idea,
        "Opponent": record.get("opponent", ""),
        "Time control": stage.get("limit", ""),
        "Rule, board": _venue(stage),
        "Games": f"{stage['games']:,}" if "games" in stage else "",
        "W-D-L": _score(stage),
        "Elo": _estimate(stage.get("elo")),
        "Normalised": _estimate(stage.get("normalised_elo")),
        "Test": _test(stage) or _figures(record),
        "Kept": record["kept"],
        "Remark": record.get("reason", ""),
    }


def _is_of(stage: dict, rules: tuple[str, ...]) -> bool:
    return any(rule in (stage.get("rule"), _place(stage)) for rule in rules)


def _venue(stage: dict) -> str:
    return ", ".join(filter(None, [_place(stage), stage.get("remark")]))


def _place(stage: dict) -> str:
    """Such as `renju 15`, as far as it is known."""
    return " ".join(stage[name] for name in ("rule", "board") if name in stage)


def _score(stage: dict) -> str:
    names = ("wins", "draws", "losses")
    return "-".join(str(stage[name]) for name in names) if all(name in stage for name in names) else ""


def _estimate(estimate: dict | None) -> str:
    """Such as `+12 ± 5`."""
    if estimate is None or "value" not in estimate:
        return ""
    value = round(estimate["value"])
    text = f"{value:+d}" if value else "0"
    return f"{text} ± {round(estimate['error'])}" if "error" in estimate else text


def _test(stage: dict) -> str:
    """Such as `[0, 10] passed, LLR 2.96`."""
    if "bounds" not in stage:
        return ""
    low, high = stage["bounds"]
    bounds = " ".join(filter(None, [f"[{low:g}, {high:g}]", stage.get("verdict")]))
    return f"{bounds}, LLR {stage['llr']:.2f}" if "llr" in stage else bounds


def _figures(record: dict) -> str:
    """Of an idea that was tried on positions."""
    return "; ".join(f"{name}: {text}" for name, text in record.get("figures", {}).items())
