"""The command line of the log."""

from pathlib import Path

import click

from fukumi_tools import files, options

from .records import LogError, read_records
from .tables import NO, OPEN, YES, pages, selected, to_markdown


@click.command(context_settings=options.CONTEXT)
@click.argument("logs", metavar="LOG...", nargs=-1, required=True, type=options.EXISTING_FILE)
@click.option("--rule", "rules", multiple=True, metavar="RULE", help="Only of this rule: renju, or renju 15.")
@click.option(
    "--kept",
    multiple=True,
    type=click.Choice([YES, NO, OPEN]),
    help="Only ideas that were kept, or not, or about which nothing is decided.",
)
@click.option("--out", type=options.FOLDER, help="Write a page for each subject into this folder instead.")
def main(logs: tuple[Path, ...], rules: tuple[str, ...], kept: tuple[str, ...], out: Path | None) -> None:
    """Print the records of the log as tables, one for each subject, with a line for each match."""
    try:
        records = [record for path in logs for record in read_records(path)]
    except LogError as error:
        raise click.UsageError(str(error)) from None
    chosen = selected(records, rules, kept)
    if out is None:
        click.echo(to_markdown(chosen), nl=False)
        return
    files.make_folder(out)
    for name, text in pages(chosen).items():
        files.write_text(out / name, text)
