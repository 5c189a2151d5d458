"""Which positions of a game have a long attack that one side saw and the other did not, by what both said of it."""

from dataclasses import dataclass
from pathlib import Path

from fukumi_tools.board.notation import Point, text_to_point
from fukumi_tools.board.rules import RULE_NAMES, Board, Rule
from fukumi_tools.board.size import parse_board
from fukumi_tools.engines.opinion import plies_to_win, points
from fukumi_tools.files import describe
from fukumi_tools.folder import FolderError
from fukumi_tools.organisers.match.records import read_records, read_settings, venues_of


@dataclass(frozen=True)
class Criteria:
    """What counts as missed."""

    engine: str
    """Name of the engine whose misses count."""
    plies: int
    """Length of the shortest attack that counts, from the first move of the attacker on."""
    blind: float
    """Points that this engine may give the attacker, at most, and still not have seen the attack."""
    quiet: float
    """Points that either side may have, at most, where nothing is going on."""


@dataclass(frozen=True)
class Game:
    """A game and what was said at each of its moves; None for a move of the opening or one without a word."""

    name: str
    moves: tuple[Point, ...]
    players: tuple[str, ...]
    """Who made each move."""
    evals: tuple[str | None, ...]


@dataclass(frozen=True)
class Match:
    """The games of a folder that `fukumi-tools match` has written."""

    board: Board
    rule: Rule
    games: tuple[Game, ...]


def read_match(directory: Path) -> Match:
    """Raises FolderError if there is no such match in the folder, or what it holds is damaged."""
    venue, *others = venues_of(read_settings(directory))
    if others:
        raise FolderError(f"{directory} has games of several rules or boards")
    board = parse_board(venue["board"])
    try:
        games = tuple(_read_game(directory, record, board.height) for record in read_records(directory))
        return Match(board, RULE_NAMES[venue["rule"]], games)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FolderError(f"{directory} is not the folder of a match: {describe(error)}") from None


def _read_game(directory: Path, record: dict, height: int) -> Game:
    moves, evals = record["moves"], record["eval"]
    if len(evals) != len(moves):
        raise ValueError(f"game {record['game']} has {len(moves)} moves and {len(evals)} evaluations")
    return Game(
        name=f"game {record['game']} of {directory.name}",
        moves=tuple(text_to_point(move, height) for move in moves),
        players=tuple((record["black"], record["white"])[index % 2] for index in range(len(moves))),
        evals=tuple(evals),
    )


def missed_attacks(game: Game, criteria: Criteria) -> list[int]:
    """The numbers of moves after which the attacker is to move, in order.

    Either the other engine is the attacker and says so, or it is the defender and said at its last move that it is
    lost; the engine whose misses count moved before, or is to move, and says nothing of the kind.
    """
    return [count for count in range(1, len(game.moves)) if _is_missed(game, count, criteria)]


def _is_missed(game: Game, count: int, criteria: Criteria) -> bool:
    before, now = game.evals[count - 1], game.evals[count]
    if before is None or now is None:
        return False
    if game.players[count - 1] == criteria.engine:
        seen, points_of_attacker = plies_to_win(now), -points(before)
    else:
        loss = plies_to_win(before)
        seen, points_of_attacker = None if loss is None else -loss, points(now)
    return seen is not None and seen >= criteria.plies and points_of_attacker <= criteria.blind


def quiet_position(game: Game, before: int, criteria: Criteria) -> int | None:
    """The last number of moves below `before`, and with the same side to move, after which nothing is going on.

    Both engines, one before and one after that move, give neither side more than a few points.
    """
    for count in range(before - 2, 0, -2):
        evals = game.evals[count - 1 : count + 1]
        if all(text is not None and abs(points(text)) <= criteria.quiet for text in evals):
            return count
    return None
