"""All results of a match, from its folder: one that is finished, was interrupted, or is being played."""

from dataclasses import dataclass, field
from pathlib import Path

from fukumi_tools.board.openings import unturned_id
from fukumi_tools.folder import FolderError, is_abandoned, read_object

from .about import About, read_about
from .records import SUMMARY_FILE, read_records, read_settings, venues_of
from .schedule import ROUND_ROBIN, Tournament
from .scores import GAME_POINTS
from .standings import Standings, Tally, half_points_of, scores_of


@dataclass
class OpeningStats:
    """The games from one opening, turned or mirrored ones included. `black` has the results of Black."""

    venue: int
    name: str
    moves: list[str]
    black: Tally = field(default_factory=Tally)
    engines: dict[str, Tally] = field(default_factory=dict)


class Results:
    """The games of a match added up. `settings` are those of its folder, `status` says how far it is."""

    def __init__(
        self, settings: dict, records: list[dict], status: str, planned: int | None, about: About | None = None
    ):
        self.settings, self.records, self.status, self.planned = settings, records, status, planned
        self.about = about or About()
        self.names = list(settings["engines"])
        self.venues = venues_of(settings)
        tournament = Tournament(
            settings.get("tournament", ROUND_ROBIN),
            len(self.names),
            len(self.venues),
            points=settings.get("points", GAME_POINTS),
        )
        scores = scores_of(tournament, self.names, settings.get("games"), self.about.tie_breaks)
        self.standings = Standings(self.names, [], scores)
        self.openings: dict[tuple[int, str], OpeningStats] = {}
        self.by_venue = {name: [Tally() for _ in self.venues] for name in self.names}
        for record in sorted(records, key=lambda record: record["game"]):
            self._add(record)

    def venue_label(self, index: int) -> str:
        """As in `renju 15x15`."""
        return f"{self.venues[index]['rule']} {self.venues[index]['board']}"

    def _add(self, record: dict) -> None:
        self.standings.add(record)
        venue = record.get("venue", 0)
        name = unturned_id(record["opening"])
        moves = record["moves"][: record["opening_moves"]]
        opening = self.openings.setdefault((venue, name), OpeningStats(venue, name, moves))
        opening.black.add(half_points_of(record, "black"))
        for color in ("black", "white"):
            half_points = half_points_of(record, color)
            opening.engines.setdefault(record[color], Tally()).add(half_points)
            self.by_venue[record[color]][venue].add(half_points)


def read_results(directory: Path) -> Results:
    """Raises FolderError if there is no match, or its files are damaged."""
    records, settings = read_records(directory), read_settings(directory)
    summary = directory / SUMMARY_FILE
    state = read_object(summary) if summary.exists() else {}
    about = read_about(directory)
    status = state.get("status", "running")
    # A process that was killed could not write that it ended.
    if status == "running" and is_abandoned(directory):
        status = "interrupted"
    try:
        return Results(settings, records, status, state.get("games_planned"), about)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise FolderError(f"{directory} is not the folder of a match: {error!r}") from None
