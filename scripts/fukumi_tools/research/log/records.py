"""The records of the log: JSON lines, one for each idea that was tried.

    subject     what it is about, one of `tables.SUBJECTS`
    name, idea  for people
    date        of the end
    opponent    what the idea was compared with
    stages      the matches, in order, from the view of the idea
    figures     of an idea that was tried on positions instead of games: what was counted, and the result
    kept        what became of it: yes, no or open, with words on it
    reason      why, if a word is not enough
    follows     name and idea of the earlier record that "the same" and the like refer to
    source      where it was written before

A stage has `rule`, `board`, `limit` of a move, `games`, `wins`, `draws`, `losses`, `pentanomial`, `elo`, `remark`, and
with a sequential test `bounds`, `llr` and `verdict`. What is not known is left out. Other fields are for readers alone.
"""

import json
from pathlib import Path

from fukumi_tools.files import describe

_NEEDED = ("name", "idea", "date", "kept")

_NUMBER = int | float
_KINDS = {
    **dict.fromkeys((*_NEEDED, "subject", "opponent", "reason"), str),
    "stages": list,
    "figures": dict,
    "follows": dict,
}
"""The kinds of values of a record, as far as tables have them."""
_STAGE_KINDS = {
    **dict.fromkeys(("rule", "board", "limit", "remark", "verdict"), str),
    **dict.fromkeys(("games", "wins", "draws", "losses"), int),
    **dict.fromkeys(("elo", "normalised_elo"), dict),
    "bounds": list,
    "llr": _NUMBER,
}
"""The same for a stage."""


class LogError(ValueError):
    """A log cannot be read; the text is meant for the user."""


def read_records(path: Path) -> list[dict]:
    """All records of a file in their order. Raises LogError, naming the line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LogError(describe(error)) from None
    return [_record(line, f"{path}, line {number}") for number, line in enumerate(lines, start=1)]


def _record(line: str, place: str) -> dict:
    try:
        record = json.loads(line)
        _check(record, _KINDS, _NEEDED)
        _check(record.get("follows", {}), {"name": str, "idea": str}, ("name", "idea") if "follows" in record else ())
    except ValueError as error:
        raise LogError(f"{place}: no record of the log: {error}") from None
    for number, stage in enumerate(record.get("stages", []), start=1):
        try:
            _check(stage, _STAGE_KINDS)
            for name in ("elo", "normalised_elo"):
                _check(stage.get(name, {}), {"value": _NUMBER, "error": _NUMBER})
            bounds = stage.get("bounds", [0, 0])
            if not (len(bounds) == 2 and all(isinstance(bound, _NUMBER) for bound in bounds)):
                raise ValueError("bounds are no two numbers")
        except ValueError as error:
            raise LogError(f"{place}: no record of the log: stage {number}: {error}") from None
    return record


def _check(found: object, kinds: dict, needed: tuple[str, ...] = ()) -> None:
    """Raises ValueError for what is no object, lacks a value that is needed, or has one of another kind."""
    if not isinstance(found, dict):
        raise ValueError("it is no object of JSON")
    if missing := [name for name in needed if name not in found]:
        raise ValueError(f"{missing[0]} is missing")
    for name, kind in kinds.items():
        if name in found and not isinstance(found[name], kind):
            raise ValueError(f"{name} is of another kind: {found[name]!r}")
