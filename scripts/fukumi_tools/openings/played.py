"""Whether an opening is even, by the games that were played from it."""

import json
from collections import defaultdict
from pathlib import Path

from fukumi_tools.board.openings import unturned_id
from fukumi_tools.match.records import GAMES_FILE, RecordError


def open_to_both(directory: Path) -> set[str]:
    """Names of the openings from which both colors got something in the games of the match in this folder.

    An opening with less than two games is not among them. Raises RecordError if there is no such match.
    """
    results = defaultdict(list)
    try:
        for line in (directory / GAMES_FILE).read_text(encoding="utf-8").splitlines():
            game = json.loads(line)
            results[unturned_id(game["opening"])].append(game["result"])
    except (OSError, ValueError, KeyError) as error:
        raise RecordError(f"{directory} is not the folder of a match: {error}") from None
    return {name for name, of_one in results.items() if len(of_one) > 1 and {*of_one} not in ({"black"}, {"white"})}
