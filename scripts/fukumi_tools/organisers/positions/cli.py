"""The command line."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import click

from fukumi_tools import options
from fukumi_tools.engines.settings import SettingsError
from fukumi_tools.files import make_folder, replacing, sha256_of
from fukumi_tools.folder import FolderError, keep_settings, lock_folder
from fukumi_tools.interruption import leave
from fukumi_tools.makers import maker_of
from fukumi_tools.parts import PartError, make_all
from fukumi_tools.refusals import resumable, resumption

from .parcel import Parcel
from .question import Portions, Question, QuestionError, portions_of, split_id

RESULTS = "results.jsonl"

HELP = """\
Solve or analyse the positions of files on several processors or machines.

WORDS are a command of the program as it is typed without this tool: `solve` or `analyze`, files or folders, then
options. --out gets results.jsonl, which is what the program would write by its own --out. The same command continues a
run that was interrupted.
"""

EPILOG = """\
Example:

\b
  fukumi-tools positions --ray auto --concurrency 64 --out solved \\
      solve positions.txt --rule renju --nodes 1000000

Exit status: 0 all results are there; 1 some positions cannot be read, or a part failed; 2 wrong usage; 130 interrupted.
"""


@dataclass(frozen=True)
class Settings:
    """The options."""

    engine: Path
    part_positions: int | None
    concurrency: int
    ray: str | None
    out: Path
    words: tuple[str, ...]


@click.command(help=HELP, epilog=EPILOG, context_settings=options.CONTEXT | {"allow_interspersed_args": False})
@options.program()
@click.option("--part-positions", type=options.whole(1), help="Positions of a part. [default: a thousandth of them]")
@options.concurrency(type=options.whole(1, 4096), help="Parts at the same time, of one thread each.")
@options.ray("The program and the files are sent along.")
@click.option("--out", type=options.FOLDER, required=True, help="Folder of the results.")
@click.argument("words", metavar="WORDS...", nargs=-1, required=True, type=click.UNPROCESSED)
@options.collected(Settings)
def main(settings: Settings) -> None:
    try:
        question = Question.of(settings.words)
        portions, complaints = portions_of(question, settings.engine, settings.part_positions)
        with lock_folder(settings.out):
            keep_settings(settings.out, _fingerprint(settings, portions), "run")
            click.echo(complaints, nl=False, err=True)
            with resumable(settings.out):
                is_whole = (settings.out / RESULTS).exists() or _work(settings, portions)
    except (QuestionError, FolderError, SettingsError) as error:
        raise click.UsageError(str(error)) from None
    except PartError as error:
        raise click.ClickException(f"{error}\n{resumption(settings.out)}") from None
    if not is_whole:
        leave(settings.out)
    click.echo(f"{sum(portions.lines)} results in {settings.out / RESULTS}")
    if unreadable := portions.total - sum(portions.lines):
        raise click.ClickException(f"cannot be read: {unreadable} of {portions.total} positions")


def _work(settings: Settings, portions: Portions) -> bool:
    """Makes the parts that are missing, and one file of all; False if it was interrupted."""
    folder = settings.out / "parts"
    make_folder(folder)
    files = {part: folder / f"{part:06d}.jsonl" for part in range(len(portions.lines))}
    missing = {part: file for part, file in files.items() if not file.exists()}
    sizes = {part: portions.positions(part) for part in missing}
    maker = maker_of(settings.engine, portions, missing, settings.ray, lambda: Parcel.of(portions))
    if not make_all(maker, sizes, "positions", portions.total, settings.concurrency):
        return False
    with replacing(settings.out / RESULTS) as unfinished, unfinished.open("wb") as results:
        for file in files.values():
            with file.open("rb") as part:
                shutil.copyfileobj(part, results)
    shutil.rmtree(folder)
    return True


def _fingerprint(settings: Settings, portions: Portions) -> dict:
    """What must be the same for parts to belong together."""
    question = portions.question
    paths = [Path(split_id(name)[0]) for name in question.inputs]
    files = [file for path in paths for file in (sorted(path.iterdir()) if path.is_dir() else [path])]
    return {
        "program": sha256_of(settings.engine),
        "words": question.words,
        "part positions": portions.size,
        "files": {str(file): sha256_of(file) for file in files if file.is_file()},
    }
