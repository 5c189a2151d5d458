"""The command line."""

import itertools
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click

from fukumi_match.cli import BoardType
from fukumi_match.dialogue import NoReply, Player, StartFailed, UnaskedMove
from fukumi_match.engine import EngineExited
from fukumi_match.openings import Opening, OpeningError, RandomBook, content_lines, load_openings
from fukumi_match.records import RecordError
from fukumi_match.rules import RULE_NAMES, Board, Rule
from fukumi_match.settings import ENGINE_SYNTAX, Conditions, EngineSpec, Limits, SettingsError, parse_engine

from .even import Judge, NoEvaluation, even_scores
from .played import open_to_both

EXIT_FAILED = 1

HELP = """\
Make a list of openings that are even in the eyes of engines.

An opening belongs to the list if every engine, after so many nodes, gives neither side more than a few points, or the
side to move the points of --around, give or take a few. Of two engines that are to play each other neither has then
chosen alone. A first look with a sixteenth of the nodes drops what is far from even. Candidates are random openings
near the centre, or those of a file.

What looks even may still be won for one side. With --played, an opening of the file must also have given both colors
something in the games of these matches, which are best of an engine against itself; engines need not look then.

Each opening is written at once. A list that is not complete is continued by the same command.
"""


@click.command(help=HELP, epilog=ENGINE_SYNTAX, context_settings={"max_content_width": 110})
@click.option("--engine", "engines", multiple=True, metavar="WORDS", help="As in match.py.")
@click.option("--rule", default="freestyle", show_default=True, type=click.Choice(sorted(RULE_NAMES)))
@click.option("--board", default="15", show_default=True, type=BoardType(), help="15, or 20x15.")
@click.option("--count", default=100, show_default=True, type=click.IntRange(min=1), help="Openings of the list.")
@click.option("--stones", default=5, show_default=True, type=click.IntRange(0, 40), help="Of a random opening.")
@click.option("--nodes", default=200_000, show_default=True, type=click.IntRange(min=1), help="Of each search.")
@click.option("--within", default=50.0, show_default=True, help="Points that a side may have, at most.")
@click.option(
    "--around",
    default=0.0,
    show_default=True,
    help="Points for the side to move that count as even, where engines rate that side too low or high.",
)
@click.option("--memory", default=64.0, show_default=True, help="Megabytes an engine.")
@click.option("--seed", default=1, show_default=True, help="Of the random openings.")
@click.option(
    "--from",
    "source",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Openings to choose from instead of random ones, as in match.py.",
)
@click.option(
    "--played",
    multiple=True,
    metavar="DIRECTORY",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Results of a match with the openings of --from.",
)
@click.option("--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The list.")
def run(engines, rule, board, count, stones, nodes, within, around, memory, seed, source, played, out) -> None:
    if not engines and not played:
        raise click.UsageError("neither an engine nor a match to judge openings by")
    if played and source is None:
        raise click.UsageError("--played goes with --from")
    conditions = Conditions(width=board.width, height=board.height, rule=RULE_NAMES[rule])
    try:
        specs = [parse_engine(text, Limits(nodes=nodes, memory=memory)) for text in engines]
        candidates = _candidates(source, board, RULE_NAMES[rule], stones, seed)
        even_in_play = [open_to_both(directory) for directory in played]
        origin = source or f"{stones} random stones, seed {seed}"
        head = _head(_criteria(specs, nodes, within, around, played), rule, board, origin)
        places = _places(out, head)
    except (SettingsError, OpeningError, RecordError, OSError) as error:
        raise click.UsageError(str(error)) from None
    judges = [Judge(Player(spec, conditions), nodes) for spec in specs]
    found = len(places)
    try:
        with out.open("a", encoding="utf-8") as file:
            if out.stat().st_size == 0:
                file.write(f"{head}\n")
            for place in itertools.count(max(places, default=0) + 1):
                if found >= count:
                    break
                opening = candidates(place)
                if not all(opening.id in names for names in even_in_play):
                    continue
                scores = even_scores(judges, opening.points, within, around)
                if scores is not None:
                    found += 1
                    file.write(f"{_record(place, opening, board, rule, scores)}\n")
                    file.flush()
                    click.echo(f"{found} of {count}, {place} looked at", err=True)
    except (EngineExited, NoReply, StartFailed, UnaskedMove, NoEvaluation, OpeningError, OSError) as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(EXIT_FAILED)
    finally:
        for judge in judges:
            judge.player.finish_process()


def _candidates(source: Path | None, board: Board, rule: Rule, stones: int, seed: int) -> Callable[[int], Opening]:
    """The candidate at each place, counted from 1. The function raises OpeningError where there are no more."""
    if source is None:
        book = RandomBook(board, rule, stones, seed)
        return lambda place: book.get(place - 1)
    openings, _ = load_openings(source, board, rule)

    def get(place: int) -> Opening:
        if place > len(openings):
            raise OpeningError(f"{source}: no more than {len(openings)} openings in it")
        return openings[place - 1]

    return get


def _criteria(
    specs: list[EngineSpec], nodes: int, within: float, around: float, played: Sequence[Path]
) -> Iterator[str]:
    """What the openings of a list have in common."""
    if specs:
        center = f" of {around:g}" if around else ""
        yield f"within {within:g} points{center} after {nodes} nodes of {', '.join(spec.name for spec in specs)}"
    if played:
        yield f"open to both colors in {', '.join(directory.name for directory in played)}"


def _head(criteria: Iterator[str], rule: str, board: Board, origin: object) -> str:
    """The first line of a list, which tells what is in it."""
    return f"# {rule}, {board.width}x{board.height}, {', '.join(criteria)}; from {origin}"


def _places(out: Path, head: str) -> list[int]:
    """The places of the candidates that are in the list already. Raises OpeningError if it is another list."""
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    if not lines:
        return []
    if lines[0] != head:
        raise OpeningError(f"{out} is another list, which begins with {lines[0]!r}")
    places = []
    for number, line in content_lines(out):
        match = re.match(r"even-(\d+) .*points=", line)
        if not match:
            raise OpeningError(f"{out}, line {number}: {line!r} is not from this list, or not all of it is there")
        places.append(int(match[1]))
    return places


def _record(place: int, opening: Opening, board: Board, rule: str, scores: list[float]) -> str:
    turn = "w" if len(opening.points) % 2 else "b"
    points = ",".join(f"{score:g}" for score in scores) or "-"
    size = f"size={board.width} " if board.width == board.height else ""
    return f"even-{place} {size}rule={rule} turn={turn} moves={opening.text(board.height) or '-'} points={points}"
