"""Results of a match as Gomocup's rating scripts read them.

GomocupEloRating (https://github.com/Gomocup/GomocupEloRating, merge.py) reads files such as `2026_r.txt` with a line
for each pair of engines, `A - B: 15 : 1`, and takes what is missing to the longest encounter of the file for draws.
BayesElo reads games as PGN; Black begins here, so Black is the White of chess.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from fukumi_tools.files import WriteError, make_folder, writing
from fukumi_tools.folder import FolderError
from fukumi_tools.organisers.match.results import Results

_RESULTS = {"black": "1-0", "white": "0-1", "draw": "1/2-1/2"}


def check_names(results: Results) -> None:
    """Raises FolderError for names that the scripts would read otherwise."""
    for name in results.names:
        if not re.fullmatch(r"[A-Za-z0-9._-]+", name):
            raise FolderError(f"the engine {name!r} needs a name of A-Z a-z 0-9 - _ . for Gomocup's scripts")


def to_records(results: Results, venues: Collection[int]) -> str:
    """A line for each pair of engines, of their games at these venues.

    Raises FolderError where games are missing, which would be counted as draws.
    """
    wins: Counter[tuple[str, str]] = Counter()
    games: Counter[tuple[str, str]] = Counter()
    for record in _played_at(results, venues):
        black, white = record["black"], record["white"]
        games[_pair(results, black, white)] += 1
        if record["result"] != "draw":
            winner, loser = (black, white) if record["result"] == "black" else (white, black)
            wins[winner, loser] += 1
    most = max(games.values(), default=0)
    for (first, second), played in games.items():
        if played < most:
            raise FolderError(
                f"{first} and {second} played {played} games, others {most}; missing games would count as draws"
            )
    return "".join(f"{a} - {b}: {wins[a, b]} : {wins[b, a]}\n" for a, b in games)


def to_pgn(results: Results, venues: Collection[int]) -> str:
    """All games at these venues, without their moves."""
    return "".join(
        f'[White "{record["black"]}"]\n[Black "{record["white"]}"]\n[Result "{result}"]\n\n1. d4 d5 {result}\n\n'
        for record in _played_at(results, venues)
        for result in (_RESULTS[record["result"]],)
    )


def write_new(texts: Mapping[Path, str]) -> list[Path]:
    """Writes the files, all or none of them, and returns their paths. Raises FolderError if one exists already.

    Raises WriteError where there is no room, for instance.
    """
    taken = [path for path in texts if path.exists()]
    if taken:
        raise FolderError(f"{taken[0]} exists already; move it away, or choose another --out or --year")
    written: list[Path] = []
    try:
        for path, text in texts.items():
            make_folder(path.parent)
            with writing(path), path.open("x", encoding="utf-8") as file:
                written.append(path)
                file.write(text)
    except WriteError:
        for path in written:
            path.unlink(missing_ok=True)
        raise
    return written


def _played_at(results: Results, venues: Collection[int]) -> Iterable[dict]:
    return (record for record in results.records if record.get("venue", 0) in venues)


def _pair(results: Results, one: str, other: str) -> tuple[str, str]:
    first, second = sorted((one, other), key=results.names.index)
    return first, second
