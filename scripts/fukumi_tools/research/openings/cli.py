"""The command line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from fukumi_tools import options
from fukumi_tools.board.openings import Opening, OpeningError, canonical, load_openings
from fukumi_tools.board.rules import RULE_NAMES, Board, Rule
from fukumi_tools.board.size import full_size_text
from fukumi_tools.engines.dialogue import Player
from fukumi_tools.engines.process import EngineFailed
from fukumi_tools.engines.settings import ENGINE_SYNTAX, Conditions, EngineSpec, Limits, SettingsError, parse_searcher
from fukumi_tools.folder import FolderError, locked_list
from fukumi_tools.organisers.match.candidates import Candidates, ListedCandidates, RandomCandidates, Selection
from fukumi_tools.organisers.match.even import Judge, is_even
from fukumi_tools.refusals import resumable

from .played import open_to_both

MOST_STONES = 40
USUAL_MEMORY = 16.0
"""Megabytes of an engine, which a list does not state."""

HELP = """\
Make a list of openings that are even in the eyes of engines.

An opening belongs to the list if every engine, after so many nodes, gives neither side more than a few points, or Black
the points of --around, give or take a few. Of two engines that are to play each other neither has then
chosen alone. First looks with fewer nodes drop what is far from even. Candidates are random openings
near the centre, their numbers of stones in turn, or those of a file. No two openings of a list are the same position,
turned or mirrored.

What looks even may still be won for one side. With --played, an opening of the file must also have given both colors
something in the games of these matches, which are best of an engine against itself; engines need not look then.

Each opening is written at once, its points one after the other in a line. A list that is not complete is continued by
the same command.
"""


class RangeType(click.ParamType):
    """`5` or `4-12`."""

    name = "N|A-B"

    def convert(self, value, param, ctx):
        if isinstance(value, range):
            return value
        match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", value)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
        if not first <= last <= MOST_STONES:
            self.fail(f"{value!r} is no number of stones up to {MOST_STONES}, such as 5 or 4-12", param, ctx)
        return range(first, last + 1)


@dataclass(frozen=True)
class Settings:
    """The options."""

    engines: tuple[str, ...]
    rule: str
    board: Board
    count: int
    stones: range
    limits: Limits
    within: float
    around: float
    seed: int
    source: Path | None
    played: tuple[Path, ...]
    out: Path

    def check(self) -> None:
        """Raises click.UsageError for options that do not go together."""
        if not self.engines and not self.played:
            raise click.UsageError("neither an engine nor a match to judge openings by")
        if self.played and self.source is None:
            raise click.UsageError("--played goes with --from")


@click.command(help=HELP, epilog=ENGINE_SYNTAX, context_settings=options.CONTEXT)
@options.engines()
@options.rule()
@options.board()
@click.option("--count", default=1000, show_default=True, type=options.whole(1), help="Openings of the list.")
@click.option("--stones", default="4-12", show_default=True, type=RangeType(), help="Of random openings.")
@click.option("--nodes", default=40_000, show_default=True, type=options.whole(1), help="Of each search.")
@click.option(
    "--within", default=50.0, show_default=True, type=options.number(), help="Points that a side may have, at most."
)
@click.option(
    "--around",
    default=0.0,
    show_default=True,
    type=options.number(),
    help="Points for Black that count as even, where engines rate Black too high, or too low.",
)
@click.option("--memory", default=USUAL_MEMORY, show_default=True, type=options.number(), help="Megabytes an engine.")
@click.option("--seed", default=1, show_default=True, type=options.whole(), help="Of the random openings.")
@click.option(
    "--from",
    "source",
    type=options.EXISTING_FILE,
    help="Openings to choose from instead of random ones, as in `match`.",
)
@click.option(
    "--played",
    multiple=True,
    metavar="DIRECTORY",
    type=options.EXISTING_FOLDER,
    help="Results of a match with the openings of --from, in whatever order.",
)
@click.option("--out", required=True, type=options.FILE, help="The list.")
@options.collected(Settings)
def main(settings: Settings) -> None:
    settings.check()
    try:
        with locked_list(settings.out):
            _make(settings)
    except FolderError as error:
        raise click.UsageError(str(error)) from None


def _make(settings: Settings) -> None:
    """Begins the list or goes on with it. Raises FolderError for a match that says nothing of its openings."""
    board, rule = settings.board, RULE_NAMES[settings.rule]
    conditions = Conditions(width=board.width, height=board.height, rule=rule)
    try:
        specs = [parse_searcher(text, settings.limits) for text in settings.engines]
        listed = load_openings(settings.source, board, rule)[0] if settings.source else None
        in_play = [_in_play(directory, listed, board, rule) for directory in settings.played]
        judges = [Judge(Player(spec, conditions), spec.limits.nodes) for spec in specs]

        def is_wanted(opening: Opening) -> bool:
            position = canonical(opening.points, board)
            return all(is_open.get(position, False) for is_open in in_play) and is_even(
                judges, opening.points, settings.within, settings.around
            )

        selection = Selection(board, rule, _candidates(settings, rule, listed), is_wanted)
        selection.keep_in(settings.out, _head(specs, settings))
    except (SettingsError, OpeningError) as error:
        raise click.UsageError(str(error)) from None
    try:
        with resumable(settings.out):
            while len(selection.openings) < settings.count:
                selection.extend()
                click.echo(f"{len(selection.openings)} of {settings.count}", err=True)
    except (EngineFailed, OpeningError) as error:
        raise click.ClickException(str(error)) from None
    finally:
        for judge in judges:
            judge.player.finish_process()


def _in_play(directory: Path, listed: list[Opening], board: Board, rule: Rule) -> dict[tuple, bool]:
    """What `open_to_both` says of a match. Raises FolderError if it was played from other openings than the list's."""
    is_open = open_to_both(directory, board, rule)
    if not any(canonical(opening.points, board) in is_open for opening in listed):
        raise FolderError(f"{directory} has no game from an opening of the list")
    return is_open


def _candidates(settings: Settings, rule: Rule, listed: list[Opening] | None) -> Candidates:
    if listed is None:
        return RandomCandidates(settings.board, rule, settings.stones, settings.seed)
    return ListedCandidates(str(settings.source), listed)


def _head(specs: list[EngineSpec], settings: Settings) -> str:
    """The first line of a list, which says what is in it."""
    size = full_size_text(settings.board)
    return f"# {settings.rule}, {size}, {', '.join(_criteria(specs, settings))}; from {_origin(settings)}"


def _criteria(specs: list[EngineSpec], settings: Settings) -> Iterator[str]:
    """What the openings of a list have in common."""
    if specs:
        center = f" of {settings.around:g} for Black" if settings.around else ""
        usual = Limits(nodes=settings.limits.nodes, memory=USUAL_MEMORY)
        names = ", ".join(spec.described(usual) for spec in specs)
        yield f"within {settings.within:g} points{center} after {settings.limits.nodes} nodes of {names}"
    if settings.played:
        yield f"open to both colors in {', '.join(directory.name for directory in settings.played)}"


def _origin(settings: Settings) -> str:
    if settings.source is not None:
        return str(settings.source)
    stones = settings.stones
    counts = f"{stones[0]}" if len(stones) == 1 else f"{stones[0]} to {stones[-1]}"
    return f"{counts} random stones, seed {settings.seed}"
