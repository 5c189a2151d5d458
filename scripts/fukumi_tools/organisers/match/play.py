"""One match from its settings to its verdict, in a folder that it is continued from when it was interrupted."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from fukumi_tools import shown
from fukumi_tools.board.openings import FileBook, OpeningError
from fukumi_tools.board.size import full_size_text
from fukumi_tools.engines import confinement
from fukumi_tools.engines.dialogue import StartFailed
from fukumi_tools.engines.process import EngineExited, NotStarted, stamp_promptly
from fukumi_tools.engines.settings import EngineSpec
from fukumi_tools.folder import FolderError
from fukumi_tools.interruption import on_interrupt
from fukumi_tools.refusals import resumable, resumption

from .about import About, keep_about
from .balance import BalancedBook
from .display import Display
from .records import Store
from .runner import Match, Runner
from .schedule import LADDER, PAIRED_BY_RESULTS, ROUND_ROBIN, Schedule, Tournament
from .scores import GAME_POINTS
from .seats import SeatMaker, Seats, check_engine
from .standings import Standings, scores_of
from .stats import Sprt, SprtSettings
from .venue import Venue


class CannotPlay(Exception):
    """An engine cannot be started or refuses the board; the text is meant for the user."""


@dataclass(frozen=True)
class MatchSettings:
    """What a match is. A folder holds the results of one.

    `games` is the number of games of each encounter, at most with `sprt`, which needs exactly two engines and
    one venue. `rounds` counts for the Swiss system and ladders. `preset` is the name of the one that was chosen.
    `points` and `tie_breaks` order the engines, see scores.py, and `pairs` are the only ones that meet, if there are
    any.
    """

    specs: list[EngineSpec]
    venues: list[Venue]
    games: int
    sprt: SprtSettings | None = None
    kind: str = ROUND_ROBIN
    rounds: int = 1
    preset: str | None = None
    points: str = GAME_POINTS
    tie_breaks: tuple[str, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()

    @property
    def tournament(self) -> Tournament:
        return Tournament(self.kind, len(self.specs), len(self.venues), self.rounds, self.points, self.pairs)

    @property
    def may_join(self) -> bool:
        """Whether engines may join later. A sequential test is always of the same two."""
        return self.kind == LADDER and self.sprt is None

    def fingerprint(self) -> dict:
        """What must be the same for results to belong to the same match.

        The number of games may grow, or that of rounds where who meets whom follows from all games of the one before.
        """
        venues = [venue.fingerprint() for venue in self.venues]
        return {
            **(venues[0] if len(venues) == 1 else {"venues": venues}),
            "tournament": self.kind,
            **({"games": self.games} if self.kind in PAIRED_BY_RESULTS else {}),
            # What is usual is left out, as in the folders of earlier versions.
            **({"points": self.points} if self.points != GAME_POINTS else {}),
            **({"pairs": [list(pair) for pair in self.pairs]} if self.pairs else {}),
            "engines": {spec.name: spec.fingerprint() for spec in self.specs},
            "sprt": vars(self.sprt).copy() if self.sprt else None,
        }


@dataclass(frozen=True)
class Manner:
    """How a match is played, which makes no difference to its results."""

    concurrency: int = 1
    make_seats: SeatMaker = Seats
    keep_logs: bool = False
    stop_on_fault: bool = False
    report_every: int = 10


def play_match(settings: MatchSettings, out: Path, manner: Manner, resume: bool = False) -> str:
    """Plays the games that the folder `out` lacks, all of them if it is new; the status is that of `Runner.run`.

    Raises FolderError for a folder that cannot be used, or, with `resume`, one without a match; CannotPlay;
    SettingsError where a machine of a cluster lacks a program.
    """
    store = Store(out, manner.keep_logs)
    balanced = {
        index: venue.book for index, venue in enumerate(settings.venues) if isinstance(venue.book, BalancedBook)
    }
    try:
        records = store.open(settings.fingerprint(), resume, settings.may_join)
        for index, book in balanced.items():
            book.keep_in(store.directory / f"openings-{index + 1}.txt")
        with resumable(out):
            return _play(settings, store, records, manner)
    except OpeningError as error:
        raise FolderError(str(error)) from None
    finally:
        store.close()
        for book in balanced.values():
            book.close()


def _play(settings: MatchSettings, store: Store, records: list[dict], manner: Manner) -> str:
    specs, tournament = settings.specs, settings.tournament
    names = [spec.name for spec in specs]
    scores = scores_of(tournament, names, settings.games, settings.tie_breaks)
    standings = Standings(names, tournament.all_pairs(), scores)
    test = Sprt(settings.sprt) if settings.sprt else None
    for record in records:
        if standings.add(record) and test:
            test.update(standings.pairings[0].pentanomial)
    schedule = Schedule(tournament, names, settings.games // 2, records)
    display = Display(standings, test, schedule.total_games, manner.report_every)
    if records:
        display.message(f"continuing the match in {store.directory}: {len(records)} games are finished")
    engines = _announce(display, settings)
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    keep_about(store.directory, About(settings.preset, now, engines, list(settings.tie_breaks)))

    match = Match(settings.venues, schedule, manner.concurrency, test, manner.stop_on_fault)
    runner = Runner(match, lambda: manner.make_seats(specs), store, standings, display, settings.fingerprint())
    on_interrupt(runner.interrupt)
    stamp_promptly()
    try:
        with display:
            status = runner.run()
    except NotStarted as error:
        raise CannotPlay(f"{error}. The game does not count.\n{resumption(store.directory)}") from None
    display.message(f"{status}; results in {store.directory}")
    return status


def _announce(display: Display, settings: MatchSettings) -> dict[str, str | None]:
    """Prints what will be played and starts each engine once; their answers to ABOUT. Raises CannotPlay."""
    games = settings.games
    pairs = settings.tournament.rounds * games // 2
    for venue in settings.venues:
        conditions, book = venue.conditions, venue.book
        if isinstance(book, FileBook):
            note = f", {book.skipped} of another board size left out" if book.skipped else ""
            display.message(f"{len(book)} openings{note}")
            if pairs > len(book):
                display.message(f"{pairs} pairs need more: openings are used again, turned and mirrored")
            if pairs > book.period:
                display.message(
                    f"after {book.period} pairs openings repeat exactly; engines that always play the same moves "
                    "then repeat their games, which count but say nothing new"
                )
        display.message(f"{conditions.rule.label}, {full_size_text(conditions)}, {games} games per pairing")
    if any(spec.confinement for spec in settings.specs):
        display.message(confinement.describe())
    answers = {}
    for spec in settings.specs:
        try:
            abouts = [check_engine(spec, venue.conditions) for venue in settings.venues]
        except (StartFailed, EngineExited) as error:
            raise CannotPlay(f"engine {spec.name} cannot play: {error}") from None
        about = answers[spec.name] = abouts[0]
        answer = shown.line(about) if about else "no answer to ABOUT"
        display.message(f"{spec.name}: {spec.limits.describe()}; {answer}")
    return answers
