"""The command line."""

import sys
from concurrent.futures import ThreadPoolExecutor, as_completed

import click
from rich.console import Console
from rich.progress import Progress

from fukumi_tools import cluster, options
from fukumi_tools.engines.settings import SettingsError
from fukumi_tools.files import sha256_of
from fukumi_tools.terminal import EXIT_INTERRUPTED, on_interrupt

from .local import LocalMaker
from .parts import PartError, Plan, missing_parts

HELP = """\
Have the engine play games with itself on several processors or machines.

The games come in parts: files of `fukumi datagen`, part-00000.fkg and so on in --out, that `fukumi samples` takes
together. Part number N has the seed --seed + N, so the files do not depend on who plays which. The same command
continues a run that was interrupted, a larger --games extends it. Words behind `--` go to `fukumi datagen`.
"""

EPILOG = """\
Example:

\b
  fukumi-tools selfplay --games 100000 --concurrency 16 --out games/renju-3 -- \\
      --rule renju --nodes 400 --opening-nodes 1000

Exit status: 0 all games are there; 1 a part failed; 2 wrong usage; 130 interrupted.
"""


@click.command(help=HELP, epilog=EPILOG, context_settings=options.CONTEXT)
@options.engine(
    type=options.EXISTING_FILE,
    default="target/release/fukumi",
    show_default=True,
    metavar="FILE",
    help="The program.",
)
@click.option("--games", type=click.IntRange(min=1), required=True, help="Games, rounded up to whole parts.")
@click.option("--part-games", type=click.IntRange(min=1), default=500, show_default=True, help="Games of a part.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Seed of the first part.")
@options.concurrency(type=click.IntRange(1, 4096), help="Parts at the same time.")
@options.ray("The program is sent along.")
@click.option("--out", type=options.FOLDER, required=True, help="Folder of the files.")
@click.argument("words", metavar="[-- WORDS]", nargs=-1, type=click.UNPROCESSED)
def main(engine, games, part_games, seed, concurrency, ray, out, words):
    plan = Plan(sha256_of(engine), seed, part_games, words)
    console = Console(stderr=True)
    try:
        missing = missing_parts(out, plan, games)
        maker = maker_in_cluster(ray, engine, plan, out) if ray else LocalMaker(engine, plan, out)
    except (PartError, SettingsError) as error:
        raise click.UsageError(str(error)) from None
    interrupted = False

    def interrupt():
        nonlocal interrupted
        interrupted = True
        maker.stop()

    on_interrupt(interrupt)
    total = -(-games // part_games)
    with Progress(console=console) as progress, ThreadPoolExecutor(concurrency) as pool:
        bar = progress.add_task("parts", total=total, completed=total - len(missing))
        try:
            for future in as_completed([pool.submit(maker.make, part) for part in missing]):
                progress.advance(bar, future.result())
        except PartError as error:
            maker.stop()
            pool.shutdown(cancel_futures=True)
            raise click.ClickException(str(error)) from None
    if interrupted:
        sys.exit(EXIT_INTERRUPTED)
    click.echo(f"{total * part_games} games in {total} parts in {out}")


def maker_in_cluster(address, engine, plan, out):
    """Raises SettingsError if there is no such cluster."""
    cluster.join(address)
    # Ray is there now.
    from .cluster import ClusterMaker

    return ClusterMaker(engine, plan, out)
