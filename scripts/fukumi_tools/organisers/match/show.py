"""`fukumi-tools match show`: the results of a match that is finished, was interrupted, or is being played."""

from dataclasses import dataclass
from pathlib import Path

import click

from fukumi_tools import options, terminal
from fukumi_tools.files import write_text
from fukumi_tools.folder import FolderError
from fukumi_tools.shown import visible

from . import tables
from .display import render
from .estimates import Estimate, Reading
from .export import to_csv, to_json
from .likelihood import Scale
from .markdown import MarkdownError, replace_ratings
from .page import to_page
from .results import Results, read_results

_MOST_OPENINGS = 24
"""Openings that are listed on a terminal."""

_TABLES = [
    "standings",
    "ratings",
    "crosstable",
    "pairings",
    "colors",
    "venues",
    "times",
    "endings",
    "openings",
    "games",
]


@dataclass(frozen=True)
class _Shown:
    """The options."""

    folder: Path
    anchor: str | None
    elo: float
    scale: str
    as_json: bool
    page: Path | None
    as_csv: str | None
    markdown: Path | None
    top: int | None


@click.command(context_settings=options.CONTEXT)
@click.argument("folder", type=options.EXISTING_FOLDER)
@click.option("--anchor", metavar="ENGINE", help="The engine whose rating is fixed. [default: the mean of all is]")
@click.option("--elo", type=options.number(), default=0.0, show_default=True, help="Rating of the anchor, or the mean.")
@click.option(
    "--scale",
    type=click.Choice([scale.value for scale in Scale]),
    default=Scale.EVEN.value,
    show_default=True,
    help="Ratings as by even openings, estimated from pairs, or those of Ordo, which counts all openings as even.",
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option("--html", "page", type=options.FILE, help="Write a page with all games, played through on a board.")
@click.option("--csv", "as_csv", type=click.Choice(_TABLES), help="Print one table as CSV.")
@click.option(
    "--markdown",
    type=options.EXISTING_FILE,
    help="Write the ratings into a document, between the lines <!-- ratings --> and <!-- end of ratings -->.",
)
@click.option("--top", type=options.whole(1), help="Rows of --markdown. [default: all]")
@options.collected(_Shown)
def show(wanted: _Shown) -> None:
    """Show the results of the match in FOLDER, also while it is being played.

    Ratings are by maximum likelihood on the scale of Elo, with errors of 95 %. "> +420" is the least rating that an
    engine without a lost point has at that confidence. Engines with such a bound follow those with a rating in the
    order of their points, with a letter for a rank. "island 2": no games connect it with the rated engines.
    """
    folder, anchor, scale = wanted.folder, wanted.anchor, Scale(wanted.scale)
    try:
        results = read_results(folder)
    except FolderError as error:
        raise click.UsageError(str(error)) from None
    if anchor is not None and anchor not in results.names:
        raise click.UsageError(f"no engine {anchor!r} in {folder}; there are {', '.join(results.names)}")
    if anchor is not None and results.records and _is_alone(results.standings.ratings(anchor).readings, anchor):
        click.echo(f"no ratings yet, only bounds: the anchor {anchor!r} has not both won and lost points", err=True)
    shown = tables.all_tables(results, anchor, wanted.elo, scale)
    if wanted.page is not None:
        write_text(wanted.page, to_page(results, shown, folder.resolve().name))
        click.echo(f"{results.standings.games} games are in {wanted.page}")
    elif wanted.markdown is not None:
        try:
            replace_ratings(wanted.markdown, _named("ratings", shown), wanted.top)
        except MarkdownError as error:
            raise click.UsageError(str(error)) from None
        click.echo(f"{results.standings.games} games are rated in {wanted.markdown}")
    elif wanted.as_json:
        click.echo(to_json(results, shown), nl=False)
    elif wanted.as_csv:
        click.echo(visible(to_csv(_named(wanted.as_csv, shown))), nl=False)
    else:
        _print(results, shown)


def _named(name: str, shown: list[tables.Table]) -> tables.Table:
    for table in shown:
        if table.name == name:
            return table
    raise click.UsageError(f"there are no {name}: the match is no Swiss tournament and has no tie-breaks")


def _is_alone(ratings: dict[str, Reading], anchor: str) -> bool:
    """Whether no other engine has an estimate beside the anchor."""
    return not any(isinstance(rating, Estimate) for name, rating in ratings.items() if name != anchor)


def _print(results: Results, shown: list[tables.Table]) -> None:
    console = terminal.console()
    planned = "" if results.planned is None else f" of {results.planned}"
    terminal.say(console, f"{results.status}: {results.standings.games}{planned} games")
    for table in shown:
        if table.name == "games":
            continue
        if table.name == "openings" and len(table.rows) > _MOST_OPENINGS:
            terminal.say(console, f"{len(table.rows)} openings: --csv openings")
            continue
        terminal.say(console, table.title)
        for part in render(table, console.width):
            console.print(part, soft_wrap=True)
        for line in table.legend:
            terminal.say(console, line)
