"""Where the process begins. Until the command is loaded a signal ends it at once; afterwards in good order."""

import sys

from . import interruption


def main() -> None:
    """The command `fukumi-tools`."""
    interruption.end_at_once()
    from .cli import main as tools

    try:
        tools(prog_name="fukumi-tools")
    except interruption.Interrupted:
        sys.stderr.write("Interrupted; no engine is left running.\n")
        sys.exit(interruption.EXIT_INTERRUPTED)
    finally:
        interruption.ignore()
