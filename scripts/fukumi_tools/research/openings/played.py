"""Whether an opening is even, by the games that were played from it."""

from collections import defaultdict
from pathlib import Path

from fukumi_tools.board.notation import text_to_point
from fukumi_tools.board.openings import canonical
from fukumi_tools.board.rules import RULE_NAMES, Board, Rule
from fukumi_tools.board.size import full_size_text, parse_size
from fukumi_tools.folder import FolderError
from fukumi_tools.organisers.match.records import GAMES_FILE, read_records, read_settings, venues_of


def open_to_both(directory: Path, board: Board, rule: Rule) -> dict[tuple, bool]:
    """Whether both colors got something in the games from an opening, for those of the match in this folder under the
    rule and on the board. An opening is known by what is the same for all of its symmetries, as `canonical` gives it.

    With less than two games the answer is no. Raises FolderError if there are no such games.
    """
    size = (board.width, board.height)
    places = {
        index
        for index, venue in enumerate(venues_of(read_settings(directory)))
        if RULE_NAMES[venue["rule"]] is rule and parse_size(venue["board"]) == size
    }
    results = defaultdict(list)
    try:
        for game in read_records(directory):
            if game.get("venue", 0) in places:
                moves = game["moves"][: game["opening_moves"]]
                position = canonical([text_to_point(move, board.height) for move in moves], board)
                results[position].append(game["result"])
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise FolderError(f"{directory / GAMES_FILE} is damaged: {error!r}") from None
    if not results:
        raise FolderError(f"{directory} has no games under the rule {rule.label} on {full_size_text(board)}")
    return {
        position: len(of_one) > 1 and {*of_one} not in ({"black"}, {"white"}) for position, of_one in results.items()
    }
