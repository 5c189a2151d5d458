"""Results of a match as Gomocup's rating scripts read them.

GomocupEloRating (https://github.com/Gomocup/GomocupEloRating, merge.py) reads files such as `2026_r.txt` with a line
for each pair of engines, `A - B: 15 : 1`, and takes what is missing to the longest encounter of the file for draws.
BayesElo reads games as PGN; Black begins here, so Black is the White of chess.
"""

import re
from collections import Counter
from collections.abc import Iterable

from fukumi_tools.folder import FolderError
from fukumi_tools.match.results import Results

_SUFFIXES = {
    ("freestyle", "20x20"): "1",
    ("freestyle", "15x15"): "o",
    ("standard", "15x15"): "s",
    ("renju", "15x15"): "r",
    ("caro", "15x15"): "c",
}
_RESULTS = {"black": "1-0", "white": "0-1", "draw": "1/2-1/2"}


def suffix_of(results: Results, venue: int) -> str | None:
    """What a file of this rule and board is called after the year; None if Gomocup has no such tournament."""
    settings = results.venues[venue]
    return _SUFFIXES.get((settings["rule"], settings["board"]))


def check_names(results: Results) -> None:
    """Raises FolderError for names that the scripts would read otherwise."""
    for name in results.names:
        if not re.fullmatch(r"[A-Za-z0-9._-]+", name):
            raise FolderError(f"the engine {name!r} needs a name of A-Z a-z 0-9 - _ . for Gomocup's scripts")


def to_records(results: Results, venue: int) -> str:
    """A line for each pair. Raises FolderError where games are missing, which would be counted as draws."""
    wins: Counter[tuple[str, str]] = Counter()
    games: Counter[tuple[str, str]] = Counter()
    for record in _of_venue(results, venue):
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


def to_pgn(results: Results, venue: int) -> str:
    """All games, without their moves."""
    return "".join(
        f'[White "{record["black"]}"]\n[Black "{record["white"]}"]\n[Result "{result}"]\n\n1. d4 d5 {result}\n\n'
        for record in _of_venue(results, venue)
        for result in (_RESULTS[record["result"]],)
    )


def _of_venue(results: Results, venue: int) -> Iterable[dict]:
    return (record for record in results.records if record.get("venue", 0) == venue)


def _pair(results: Results, one: str, other: str) -> tuple[str, str]:
    first, second = sorted((one, other), key=results.names.index)
    return first, second
