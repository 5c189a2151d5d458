"""The command line."""

import math
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from fukumi_tools import options
from fukumi_tools.board.listed import read_list
from fukumi_tools.board.notation import Point, point_to_text
from fukumi_tools.board.openings import begin_list, canonical
from fukumi_tools.board.rules import Board, Rule
from fukumi_tools.board.size import full_size_text, size_text
from fukumi_tools.engines.dialogue import Player
from fukumi_tools.engines.process import EngineFailed
from fukumi_tools.engines.settings import ENGINE_SYNTAX, Conditions, EngineSpec, Limits, SettingsError, parse_searcher
from fukumi_tools.files import append_lines
from fukumi_tools.folder import FolderError, locked_list
from fukumi_tools.refusals import resumable

from .missed import Criteria, Game, missed_attacks, quiet_position, read_match
from .truth import Finding, search, solve

HELP = """\
Collect positions in which an engine missed a long attack, from the folders of matches.

An attack is missed in a position if one engine says that it wins (or loses, if it is not to move) in so many plies or
more, and the other, whose misses count, does not see it at its own move next to that. Fukumi then settles whether the
first and the last such position of each game are won. Its solver, which knows wins by threats alone, is asked about
the games first. Where it proves neither, a search follows.

A position that is won has result=win, by=solver or by=search, plies= of that win and nodes= up to the proof; one in
which the search found no win has result=open and its score=. No more of a game is kept than one that is won, or those
that are open before it.

With --controls there are also positions with result=quiet: of the same games, some moves earlier, level in the eyes
of both players, and without a win for the side to move as far as that search sees; if it sees more than the points of
--blind, the result is open.

Each position is written at once. A list that is not complete is continued by the same command, also with further
matches.
"""


USUAL_MEMORY, USUAL_BLIND, USUAL_QUIET = 256.0, 1000.0, 200.0


@dataclass(frozen=True)
class Settings:
    """The options."""

    matches: tuple[Path, ...]
    blind_engine: str
    engine: str
    limits: Limits
    solver_nodes: int
    plies: int
    blind: float
    quiet: float
    count: int
    controls: int
    out: Path


@click.command(help=HELP, epilog=ENGINE_SYNTAX, context_settings=options.CONTEXT)
@click.argument("matches", nargs=-1, required=True, type=options.EXISTING_FOLDER)
@click.option("--missed-by", "blind_engine", required=True, metavar="NAME", help="The engine whose misses count.")
@options.engine(required=True, help="The Fukumi that settles who wins; as in `match`.")
@click.option("--nodes", default=10_000_000, show_default=True, type=options.whole(1), help="Of each search.")
@click.option("--solver-nodes", default=2_000_000, show_default=True, type=options.whole(1), help="Of each question.")
@click.option(
    "--memory", default=USUAL_MEMORY, show_default=True, type=options.number(), help="Megabytes of the engine."
)
@click.option("--plies", default=17, show_default=True, type=options.whole(1), help="Of the shortest attack.")
@click.option(
    "--blind",
    default=USUAL_BLIND,
    show_default=True,
    type=options.number(),
    help="Points for the attacker from which on an attack is seen.",
)
@click.option(
    "--quiet",
    default=USUAL_QUIET,
    show_default=True,
    type=options.number(),
    help="Points that either side of a quiet position may have.",
)
@click.option("--count", default=100, show_default=True, type=options.whole(0), help="Positions that are won.")
@click.option("--controls", default=0, show_default=True, type=options.whole(0), help="Quiet positions.")
@click.option("--out", required=True, type=options.FILE, help="The list.")
@options.collected(Settings)
def main(settings: Settings) -> None:
    try:
        with locked_list(settings.out):
            _make(settings)
    except FolderError as error:
        raise click.UsageError(str(error)) from None


def _make(settings: Settings) -> None:
    """Begins the list or goes on with it. Raises FolderError for matches that cannot be used."""
    try:
        games, board, rule = _read_games(settings.matches, settings.blind_engine)
        spec = parse_searcher(settings.engine, settings.limits)
        venue = f"{rule.label}, {full_size_text(board)}"
        positions = Positions.open(settings.out, _head(settings, venue, spec), board, rule, settings.blind)
    except (SettingsError, ValueError) as error:
        raise click.UsageError(str(error)) from None
    player = Player(spec, Conditions(width=board.width, height=board.height, rule=rule))
    try:
        with resumable(settings.out):
            _collect(settings, games, positions, player)
    except EngineFailed as error:
        raise click.ClickException(str(error)) from None
    finally:
        player.finish_process()
        click.echo(", ".join(f"{positions.count(result)} {result}" for result in RESULTS), err=True)


def _head(settings: Settings, venue: str, spec: EngineSpec) -> str:
    """The first line of a list, which says what is in it. It does not state what is usual."""
    blind = settings.blind_engine
    engine = spec.described(replace(spec.limits, memory=USUAL_MEMORY, threads=None))
    seen = "" if settings.blind == USUAL_BLIND else f"; seen from {settings.blind:g} points on"
    quiet = "" if settings.quiet == USUAL_QUIET else f"; quiet up to {settings.quiet:g} points"
    return (
        f"# {venue}: attacks of {settings.plies} plies or more that an opponent of "
        f"{blind} saw and {blind} did not; won or open, and quiet positions of the same games, by "
        f"{spec.limits.nodes} nodes of {engine} or {settings.solver_nodes} of its solver{seen}{quiet}"
    )


def _collect(settings: Settings, games: list[Game], positions: "Positions", player: Player) -> None:
    """Asks the solver about all games, then the search about those that it did not settle, then takes quiet ones."""
    criteria = Criteria(settings.blind_engine, settings.plies, settings.blind, settings.quiet)
    found = [(game, missed_attacks(game, criteria)) for game in games]
    attacked = [(game, _first_and_last(counts)) for game, counts in found if counts]
    for game, counts in attacked:
        if positions.count("win") < settings.count and not positions.is_won(game, counts):
            any(positions.solve(player.spec, game.moves[:moves], settings.solver_nodes) for moves in counts)
    for game, counts in attacked:
        if positions.count("win") < settings.count and not positions.is_won(game, counts):
            any(positions.search(player, game.moves[:moves], "open") for moves in counts)
    for game, counts in attacked:
        moves = quiet_position(game, counts[0], criteria)
        if positions.count("quiet") < settings.controls and moves is not None:
            positions.search(player, game.moves[:moves], "quiet")


RESULTS = ("win", "open", "quiet")


def _first_and_last(counts: list[int]) -> list[int]:
    return list(dict.fromkeys((counts[0], counts[-1])))


def _read_games(matches: tuple[Path, ...], engine: str) -> tuple[list[Game], Board, Rule]:
    """Raises FolderError if the matches differ in board or rule, or the engine plays in none of their games."""
    read = [read_match(directory) for directory in matches]
    first = read[0]
    for directory, match in zip(matches, read, strict=True):
        if (match.board.width, match.board.height, match.rule) != (first.board.width, first.board.height, first.rule):
            raise FolderError(f"{directory} has another board or rule than {matches[0]}")
    games = [game for match in read for game in match.games if engine in game.players]
    if not games:
        raise FolderError(f"there is no game of {engine!r} in these matches")
    return games, first.board, first.rule


@dataclass
class Positions:
    """The list, and how each of its positions came out, by what is the same for all of their symmetries."""

    path: Path
    board: Board
    rule: Rule
    blind: float
    """Points for the side to move from which on a position is not quiet."""
    results: dict[tuple, str] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path, head: str, board: Board, rule: Rule, blind: float) -> "Positions":
        """Reads what the list has already, or begins it. Raises ValueError if it is another list, or damaged."""
        positions = cls(path, board, rule, blind)
        begin_list(path, head)
        for entry in read_list(path, board):
            result = entry.fields.get("result")
            if result not in RESULTS or not entry.moves or None in entry.moves:
                raise ValueError(f"{path}, line {entry.line}: it is not from such a list")
            if entry.size != (board.width, board.height):
                raise ValueError(f"{path}, line {entry.line}: the position is on another board")
            positions.results[canonical(entry.moves, board)] = result
        return positions

    def count(self, result: str) -> int:
        return sum(known == result for known in self.results.values())

    def is_won(self, game: Game, counts: list[int]) -> bool:
        """Whether one of the positions of the game after so many moves is known to be won."""
        return any(self._known(game.moves[:moves]) == "win" for moves in counts)

    def solve(self, spec: EngineSpec, moves: tuple[Point, ...], nodes: int) -> bool:
        """Whether the position is won, as far as the solver knows. It is written down if it is."""
        if self._known(moves) is None:
            finding = solve(spec, self._position(moves), nodes)
            if finding.plies is not None:
                self._add(moves, "win", finding)
        return self._known(moves) == "win"

    def search(self, player: Player, moves: tuple[Point, ...], unless_won: str) -> bool:
        """Whether the position is won, as far as a search sees. It is written down, a quiet one only if it is not."""
        if self._known(moves) is None:
            finding = search(player, moves)
            if finding.plies is None:
                is_seen = finding.score is not None and finding.score > self.blind
                self._add(moves, "open" if is_seen else unless_won, finding)
            elif unless_won != "quiet":
                self._add(moves, "win", finding)
        return self._known(moves) == "win"

    def _known(self, moves: tuple[Point, ...]) -> str | None:
        return self.results.get(canonical(moves, self.board))

    def _add(self, moves: tuple[Point, ...], result: str, finding: Finding) -> None:
        self.results[canonical(moves, self.board)] = result
        number = len(self.results)
        name = f"{'control' if result == 'quiet' else 'attack'}-{number}"
        facts = [f"result={result}", f"by={finding.by}"]
        if finding.plies is not None:
            facts += [f"plies={finding.plies}", f"nodes={finding.nodes}"]
        elif finding.score is not None:
            facts.append(f"score={finding.score:g}" if math.isfinite(finding.score) else "score=lost")
        append_lines(self.path, f"{name} {self._position(moves)} {' '.join(facts)}\n")
        click.echo(f"{name}: {' '.join(facts)}", err=True)

    def _position(self, moves: tuple[Point, ...]) -> str:
        size = size_text(self.board)
        text = ",".join(point_to_text(point, self.board.height) for point in moves)
        return f"size={size} rule={self.rule.label} turn={'w' if len(moves) % 2 else 'b'} moves={text}"
