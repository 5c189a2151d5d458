"""Whether an opening is even, by the games that were played from it."""

from collections import defaultdict
from pathlib import Path

from fukumi_tools.board.openings import unturned_id
from fukumi_tools.folder import FolderError
from fukumi_tools.organisers.match.records import read_records


def open_to_both(directory: Path) -> set[str]:
    """Names of the openings from which both colors got something in the games of the match in this folder.

    An opening with less than two games is not among them. Raises FolderError if there is no such match.
    """
    results = defaultdict(list)
    try:
        for game in read_records(directory):
            results[unturned_id(game["opening"])].append(game["result"])
    except KeyError as error:
        raise FolderError(f"{directory} is not the folder of a match: {error}") from None
    return {name for name, of_one in results.items() if len(of_one) > 1 and {*of_one} not in ({"black"}, {"white"})}
