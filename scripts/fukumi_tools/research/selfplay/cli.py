"""The command line."""

from dataclasses import dataclass
from pathlib import Path

import click

from fukumi_tools import options
from fukumi_tools.engines.settings import SettingsError
from fukumi_tools.files import sha256_of
from fukumi_tools.folder import FolderError, lock_folder
from fukumi_tools.interruption import leave
from fukumi_tools.makers import maker_of
from fukumi_tools.parts import PartError, make_all
from fukumi_tools.refusals import resumable, resumption

from .parts import Plan, files_of, missing_parts, path_of

HELP = """\
Have the engine play games with itself on several processors or machines.

The games come in parts: files of `fukumi datagen`, part-00000.fkg and so on in --out, that `fukumi samples` takes
together. Part number N has the seed --seed + N, so the files do not depend on who plays which. The same command
continues a run that was interrupted, a larger --games extends it. Words after `--` go to `fukumi datagen`.
"""

EPILOG = """\
Example:

\b
  fukumi-tools selfplay --games 100000 --concurrency 16 --out games/renju-3 -- \\
      --rule renju --nodes 400 --opening-nodes 1000

Exit status: 0 all games are there; 1 a part failed; 2 wrong usage; 130 interrupted.
"""


@dataclass(frozen=True)
class Settings:
    """The options."""

    engine: Path
    games: int
    part_games: int
    seed: int
    concurrency: int
    ray: str | None
    out: Path
    words: tuple[str, ...]


@click.command(help=HELP, epilog=EPILOG, context_settings=options.CONTEXT)
@options.program()
@click.option("--games", type=options.whole(1), required=True, help="Games, rounded up to whole parts.")
@click.option("--part-games", type=options.whole(1), default=500, show_default=True, help="Games of a part.")
@click.option("--seed", type=options.whole(0), default=1, show_default=True, help="Seed of the first part.")
@options.concurrency(type=options.whole(1, 4096), help="Parts at the same time.")
@options.ray("The program is sent along.")
@click.option("--out", type=options.FOLDER, required=True, help="Folder of the files.")
@click.argument("words", metavar="[-- WORDS]", nargs=-1, type=click.UNPROCESSED)
@options.collected(Settings)
def main(settings: Settings) -> None:
    plan = Plan(
        sha256_of(settings.engine), settings.seed, settings.part_games, settings.words, files_of(settings.words)
    )
    total = -(-settings.games // settings.part_games)
    try:
        with lock_folder(settings.out):
            is_whole = _play(settings, plan, total)
    except FolderError as error:
        raise click.UsageError(str(error)) from None
    if not is_whole:
        leave(settings.out)
    click.echo(f"{total * settings.part_games} games in {total} parts in {settings.out}")


def _play(settings: Settings, plan: Plan, total: int) -> bool:
    """Makes the parts that are missing; False if it was interrupted. Raises FolderError for a damaged plan."""
    try:
        missing = missing_parts(settings.out, plan, settings.games)
        files = {part: path_of(settings.out, part) for part in missing}
        maker = maker_of(settings.engine, plan, files, settings.ray)
    except (PartError, SettingsError) as error:
        raise click.UsageError(str(error)) from None
    try:
        with resumable(settings.out):
            return make_all(maker, dict.fromkeys(missing, 1), "parts", total, settings.concurrency)
    except PartError as error:
        raise click.ClickException(f"{error}\n{resumption(settings.out)}") from None
