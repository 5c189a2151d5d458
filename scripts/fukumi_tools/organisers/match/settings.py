"""The options of a match as one value, and the match that they ask for."""

from dataclasses import dataclass, replace
from pathlib import Path

import click

from fukumi_tools.board.openings import DEFAULT_STONES, BookChoice, OpeningError
from fukumi_tools.board.rules import RULE_NAMES, Board, Rule
from fukumi_tools.board.size import parse_board
from fukumi_tools.engines.settings import (
    Adjudication,
    Agreement,
    Conditions,
    Limits,
    SettingsError,
    Solver,
    confined,
    find_program,
    parse_engine,
    parse_words,
    with_distinct_names,
)
from fukumi_tools.files import describe

from .balance import Balance, BalancedBook
from .pairings import Pairs, close_pairs, listed_pairs
from .play import Manner, MatchSettings
from .schedule import PAIRED_BY_RESULTS, ROUND_ROBIN, SWISS
from .scores import GAME_POINTS, TIE_BREAKS
from .stats import SprtSettings
from .venue import EmptyBook, Venue

DEFAULT_GAMES = 100
DEFAULT_SPRT_GAMES = 100_000
ORDERS = ["sequential", "random"]

_NUMBERS = ("stones", "seed", "max_moves", "swap2")
"""Words of a venue that are whole numbers."""

_OPENING_WORDS = {"openings", "order", "stones", "seed"}
"""Words of a venue that say where its openings come from."""

_KINDS = {
    "balanced": "found by --balance",
    "file": "those of a file",
    "random": "random",
    "swap2": "made by the engines",
}
"""Where the openings of a venue come from, for people."""

_BALANCE_NODES, _BALANCE_MEGABYTES = 40_000, 16.0


@dataclass(frozen=True)
class Settings:
    """The options."""

    engines: tuple[str, ...]
    each: str
    tournament: str
    rounds: int | None
    preset: str | None
    points: str
    tie_breaks: str
    pairings: tuple[str, ...]
    ratings: str | None
    elo_within: float | None
    venues: tuple[str, ...]
    rule: str
    board: Board
    limits: Limits
    tolerance: float
    max_moves: int | None
    swap2: bool
    balance: str | None
    within: float
    agreed_win: str | None
    agreed_draw: str | None
    proven_win: str | None
    restart: bool
    start_timeout: float
    hang_timeout: float
    enforce: bool | None
    cores: int | None
    games: int | None
    book: BookChoice
    sprt: SprtSettings | None
    ray: str | None
    out: Path | None
    resume: bool
    manner: Manner

    def venue(self, text: str, timed: bool) -> Venue:
        """The one of these words, for games with time or without. Raises SettingsError or OpeningError."""
        fields = parse_words(text, "--venue")
        given = set(fields)
        values = {name: fields.pop(name, None) for name in ("rule", "board", "openings", *_NUMBERS)}
        order = fields.pop("order", self.book.order)
        if fields:
            raise SettingsError(f"--venue {text!r}: unknown key {next(iter(fields))!r}")
        try:
            rule = RULE_NAMES[values["rule"] or self.rule]
            board = parse_board(values["board"]) if values["board"] else self.board
            numbers = {name: int(values[name]) for name in _NUMBERS if values[name] is not None}
        except KeyError:
            raise SettingsError(f"--venue {text!r}: unknown rule {values['rule']!r}") from None
        except ValueError as error:
            raise SettingsError(f"--venue {text!r}: {error}") from None
        if order not in ORDERS:
            raise SettingsError(f"--venue {text!r}: order must be {' or '.join(ORDERS)}, got {order!r}")
        choice = BookChoice(
            openings=Path(values["openings"]) if values["openings"] else self.book.openings,
            order=order,
            stones=numbers.get("stones", self.book.stones),
            seed=numbers.get("seed", self.book.seed),
            timed=timed,
        )
        conditions = replace(
            self._conditions(board, rule),
            max_moves=numbers.get("max_moves", self.max_moves),
            swap2=bool(numbers.get("swap2", self.swap2)),
        )
        if conditions.swap2 and (idle := given & _OPENING_WORDS):
            raise SettingsError(f"--venue {text!r}: {min(idle)} has no effect where engines make the opening")
        if choice.openings is not None and "stones" in given:
            raise SettingsError(f"--venue {text!r}: stones is for random openings, not for those of a file")
        if conditions.swap2:
            return Venue(conditions, EmptyBook(), {"kind": "swap2"})
        if self.balance is not None and choice.openings is None:
            return self._balanced(conditions, board, choice)
        book = choice.open(board, rule)
        return Venue(conditions, book, choice.describe(book))

    def _balanced(self, conditions: Conditions, board: Board, choice: BookChoice) -> Venue:
        """A venue whose openings an engine finds even."""
        spec = parse_engine(self.balance, Limits(nodes=_BALANCE_NODES, memory=_BALANCE_MEGABYTES), option="--balance")
        if spec.limits.nodes is None:
            raise SettingsError("--balance needs nodes, those of a search")
        balance = Balance(spec, self.within)
        stones = DEFAULT_STONES if choice.stones is None else choice.stones
        book = BalancedBook(board, conditions, stones, choice.seed, balance)
        return Venue(
            conditions, book, {"kind": "balanced", "stones": stones, "seed": choice.seed, **balance.fingerprint()}
        )

    @property
    def adjudication(self) -> Adjudication:
        """When games end that are decided. Raises SettingsError."""
        proof = None
        if self.proven_win is not None:
            fields = parse_words(self.proven_win, "--proven-win")
            values = _numbers(fields, "--proven-win", {"nodes": 10_000}, {"cmd"})
            if "cmd" not in fields:
                raise SettingsError("--proven-win needs cmd=PROGRAM, a Fukumi")
            proof = Solver(str(find_program(fields["cmd"])[0]), values["nodes"])
        win = _agreement(self.agreed_win, "--agreed-win", {"moves": 3, "points": 1000, "after": 0})
        draw = _agreement(self.agreed_draw, "--agreed-draw", {"moves": 10, "points": 20, "after": 100})
        return Adjudication(win, draw, proof)

    def _conditions(self, board: Board, rule: Rule) -> Conditions:
        return Conditions(
            width=board.width,
            height=board.height,
            rule=rule,
            tolerance=self.tolerance,
            adjudication=self.adjudication,
            restart=self.restart,
            start_timeout=self.start_timeout,
            hang_timeout=self.hang_timeout,
        )

    @property
    def criteria(self) -> tuple[str, ...]:
        """The tie-breaks. Raises SettingsError."""
        words = tuple(self.tie_breaks.replace(",", " ").split())
        if unknown := [word for word in words if word not in TIE_BREAKS]:
            raise SettingsError(f"--tie-breaks: {unknown[0]!r} is none of {', '.join(TIE_BREAKS)}")
        return words

    def pairs(self, names: list[str]) -> Pairs:
        """The only engines that meet, none if all do. Raises SettingsError."""
        if self.elo_within is not None:
            return close_pairs(self.ratings, self.elo_within, names)
        return listed_pairs(self.pairings, names) if self.pairings else ()

    @property
    def is_enforced(self) -> bool:
        """Whether engines are held to their limits; a number of cores says so by itself."""
        return self.cores is not None if self.enforce is None else self.enforce

    def check(self) -> None:
        """Raises click.UsageError for options that do not go together."""
        if len(self.engines) < 2:
            raise click.UsageError("give at least two engines with --engine")
        if self.games is not None and self.games % 2:
            raise click.UsageError(
                f"--games must be even, for each opening is played with both colours; got {self.games}"
            )
        if (self.rounds is not None) != (self.tournament in PAIRED_BY_RESULTS):
            raise click.UsageError("--rounds goes with --tournament swiss and ladder")
        self._check_pairs()
        if self.resume and self.out is None:
            raise click.UsageError("--resume needs --out")
        if self.is_enforced and self.ray:
            raise click.UsageError("limits are enforced on this machine only: give --no-enforce with --ray")

    def check_openings(self, venues: list[Venue]) -> None:
        """Raises click.UsageError for options of openings that none of the venues follows."""
        kinds = [venue.openings["kind"] for venue in venues]
        own = [parse_words(text, "--venue") for text in self.venues or ("",)]
        for option, value, followers in (
            ("openings", self.book.openings, {"file"}),
            ("stones", self.book.stones, {"random", "balanced"}),
            ("balance", self.balance, {"balanced"}),
        ):
            is_followed = [kind in followers for kind in kinds]
            if value is None or any(
                follows and option not in words for follows, words in zip(is_followed, own, strict=True)
            ):
                continue
            if any(is_followed):
                raise click.UsageError(f"--{option} has no effect: each venue has its own")
            found = " or ".join(_KINDS[kind] for kind in sorted(set(kinds)))
            raise click.UsageError(f"--{option} has no effect: openings are {found}")

    def _check_pairs(self) -> None:
        if self.points != GAME_POINTS and self.tournament != SWISS and not self.tie_breaks:
            raise click.UsageError("--points goes with --tournament swiss or --tie-breaks")
        if (self.elo_within is None) != (self.ratings is None):
            raise click.UsageError("--elo-within and --ratings go together")
        if self.pairings and self.elo_within is not None:
            raise click.UsageError("give --pairing or --elo-within, not both")
        if (self.pairings or self.elo_within is not None) and self.tournament != ROUND_ROBIN:
            raise click.UsageError("--pairing and --elo-within go with --tournament round-robin")


def _numbers(fields: dict[str, str], option: str, usual: dict[str, int], others: set[str] = frozenset()) -> dict:
    """The whole numbers of some words, or what is usual. Raises SettingsError."""
    if unknown := fields.keys() - usual.keys() - others:
        raise SettingsError(f"{option}: unknown key {min(unknown)!r}")
    try:
        values = {name: int(fields.get(name, value)) for name, value in usual.items()}
    except ValueError as error:
        raise SettingsError(f"{option}: {error}") from None
    if any(value < (name != "after") for name, value in values.items()):
        raise SettingsError(f"{option}: numbers must be positive")
    return values


def _agreement(text: str | None, option: str, usual: dict[str, int]) -> Agreement | None:
    return None if text is None else Agreement(**_numbers(parse_words(text, option), option, usual))


def match_of(settings: Settings) -> MatchSettings:
    """The match that is asked for. Raises click.UsageError if the options make no match."""
    settings.check()
    try:
        settings.book.check()
        specs = with_distinct_names([parse_engine(text, settings.limits, settings.each) for text in settings.engines])
        if settings.is_enforced:
            specs = [confined(spec, settings.cores) for spec in specs]
        timed = any(spec.limits.is_timed for spec in specs)
        venues = [settings.venue(text, timed) for text in settings.venues or [""]]
        pairs = settings.pairs([spec.name for spec in specs])
        tie_breaks = settings.criteria
    except (SettingsError, OpeningError, OSError) as error:
        raise click.UsageError(describe(error)) from None
    settings.check_openings(venues)
    if settings.sprt and (len(specs) != 2 or len(venues) != 1):
        raise click.UsageError("--sprt needs exactly two engines, and one venue")
    return MatchSettings(
        specs=specs,
        venues=venues,
        games=settings.games or (DEFAULT_SPRT_GAMES if settings.sprt else DEFAULT_GAMES),
        sprt=settings.sprt,
        kind=settings.tournament,
        rounds=settings.rounds or 1,
        preset=settings.preset,
        points=settings.points,
        tie_breaks=tie_breaks,
        pairs=pairs,
    )
