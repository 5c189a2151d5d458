"""Which league of Gomocup a match was played in, and how Gomocup's rating scripts name its file of results.

The suffixes are those of rules.json and of the folder records in GomocupEloRating
(https://github.com/Gomocup/GomocupEloRating): 2026_2.txt is the second league of freestyle.
"""

from collections import defaultdict
from types import MappingProxyType

from fukumi_tools.folder import FolderError
from fukumi_tools.organisers.match.presets import PREFIX, PRESETS
from fukumi_tools.organisers.match.results import Results

LEAGUES = MappingProxyType(
    {
        "freestyle": "1",
        "freestyle-2": "2",
        "fastgame": "f",
        "freestyle15": "o",
        "freestyle15-2": "p",
        "standard": "s",
        "standard-2": "t",
        "renju": "r",
        "caro": "c",
    }
)
"""The suffix of each league by its name, which is that of its preset without the prefix."""

_TIMES = ("turn", "match")


def split_by_suffix(results: Results, suffix: str | None) -> tuple[dict[str, list[int]], list[str]]:
    """The venues of a match by the suffix of their file, and remarks on what was assumed for it.

    `suffix` is that of a match in one league whatever its records say. Raises FolderError for a venue whose league
    cannot be decided.
    """
    if suffix is not None:
        if len({results.venue_label(index) for index in range(len(results.venues))}) > 1:
            raise FolderError("--league and --suffix are for matches under one rule on one board")
        return {suffix: list(range(len(results.venues)))}, []
    venues: defaultdict[str, list[int]] = defaultdict(list)
    remarks = []
    for index in range(len(results.venues)):
        league, remark = _league_of(results, index)
        venues[LEAGUES[league]].append(index)
        if remark and remark not in remarks:
            remarks.append(remark)
    return dict(venues), remarks


def _league_of(results: Results, index: int) -> tuple[str, str | None]:
    """The league of a venue, and a remark if the match does not record its preset."""
    label = results.venue_label(index)
    possible = _leagues_at(results.venues[index])
    if not possible:
        raise FolderError(f"Gomocup does not play {label}: name it with --suffix")
    preset = results.about.preset
    played = None if preset is None else preset.removeprefix(PREFIX)
    if played in possible:
        return played, None
    if len(possible) == 1:
        return possible[0], None
    # The venues of a match share its times, which are those of one league at each.
    times = _times_of_match(results) if played is None else _times_of_league(played)
    fitting = [league for league in possible if _times_of_league(league) == times]
    if len(fitting) != 1:
        raise FolderError(f"{_unknown(preset)}; choose the league of {label} with --league: {', '.join(possible)}")
    return fitting[0], f"{label}: the league {fitting[0]} is assumed by the times of the match" if not played else None


def _unknown(preset: str | None) -> str:
    return "the match does not record a preset" if preset is None else f"the match was played by {preset}"


def _leagues_at(venue: dict) -> list[str]:
    """The leagues with the rule and the board of a venue."""
    found = []
    for league in LEAGUES:
        preset = PRESETS[PREFIX + league]
        size = preset["board"]
        if (preset["rule"], f"{size}x{size}") == (venue["rule"], venue["board"]):
            found.append(league)
    return found


def _times_of_league(league: str) -> tuple[float, ...]:
    return tuple(PRESETS[PREFIX + league][name] for name in _TIMES)


def _times_of_match(results: Results) -> tuple[float, ...] | None:
    """The times that all engines had; None if they differ or are not recorded."""
    limits = [engine.get("limits", {}) for engine in results.settings["engines"].values()]
    times = {tuple(limit.get(name) for name in _TIMES) for limit in limits}
    return times.pop() if len(times) == 1 else None
