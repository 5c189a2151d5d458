"""The command `fukumi-tools`. A sub-command is loaded when it is called, so that help comes at once and a package that
is missing stops only what needs it.
"""

import importlib
import sys

import click

from . import interruption, shown
from .refusals import EXIT_UNWRITTEN, refusal_of

ORGANISERS = {
    "match": "Play engines against each other and referee the games.",
    "gomocup": "Check an engine for Gomocup; write results for its ratings.",
    "positions": "Solve or analyse many positions on several processors or machines.",
    "package": "Build the engine and make the archives of a release.",
}
"""Sub-commands for organisers of matches and releases, and what each is for."""

RESEARCH = {
    "tune": "Tune numbers of the search by games.",
    "log": "Make tables of the experiments that were tried.",
    "selfplay": "Play games for training on several processors or machines.",
    "fit": "Fit the numbers of the classical evaluation.",
    "teacher": "Train a large network on deep searches, and label positions with it.",
    "openings": "Make a list of even openings.",
    "attacks": "Collect positions with an attack that an engine missed.",
    "soak": "Look for faults in thousands of very fast games.",
    "reach": "Measure how soon engines reach a depth and see a win.",
}
"""The same for work on the engine itself."""

COMMANDS = ORGANISERS | RESEARCH


def module_of(command: str) -> str:
    """The module that has a sub-command as `main`."""
    house = "organisers" if command in ORGANISERS else "research"
    return f"fukumi_tools.{house}.{command}.cli"


EXTRAS = {"jax": "teacher", "numpy": "fit", "optax": "teacher", "scipy": "fit"}
"""The extra of pyproject.toml that brings a package which not every command needs."""


class _Tools(click.Group):
    """The sub-commands in `COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        try:
            module = importlib.import_module(module_of(cmd_name))
        except ModuleNotFoundError as error:
            name = (error.name or "").partition(".")[0]
            if name == "fukumi_tools":
                raise
            extra = f"'scripts[{EXTRAS[name]}]'" if name in EXTRAS else "scripts"
            raise click.ClickException(
                f"{cmd_name} needs the package {name}: pip install -e {extra} -c scripts/constraints.txt"
            ) from None
        interruption.end_in_order()
        return module.main

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            # It may quote names and answers of others.
            error.message = shown.visible(error.message)
            raise

    def main(self, *args, **settings) -> object:
        try:
            return super().main(*args, **settings)
        except OSError as error:
            refusal = refusal_of(error)
            if refusal is None:
                raise
            refusal.show()
            sys.exit(refusal.exit_code)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, commands in (("Commands for organisers", ORGANISERS), ("Commands for research", RESEARCH)):
            with formatter.section(heading):
                formatter.write_dl(list(commands.items()))


@click.group(
    cls=_Tools,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog=f"Exit status of all commands: {EXIT_UNWRITTEN} something cannot be written, such as on a full disk; "
    f"{interruption.EXIT_INTERRUPTED} interrupted. COMMAND --help has the others.",
)
@click.version_option(package_name="fukumi-tools")
def main() -> None:
    """Matches, tuning, self-play, tests and releases of the engine Fukumi."""
