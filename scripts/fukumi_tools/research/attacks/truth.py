"""Whether a position is won: by Fukumi's solver for wins by threats, or by a long search."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from fukumi_tools.board.notation import Point
from fukumi_tools.engines import family
from fukumi_tools.engines.dialogue import Player
from fukumi_tools.engines.opinion import ask, plies_to_win, points
from fukumi_tools.engines.process import EngineFailed
from fukumi_tools.engines.settings import EngineSpec


class SolverFailed(EngineFailed):
    """`fukumi solve` did not answer; the text says why."""


@dataclass(frozen=True)
class Finding:
    """What was found out for the side to move."""

    by: str
    """`solver` or `search`."""
    plies: int | None
    """Length of the win that was proved; None if none was."""
    nodes: int | None
    """Positions that were looked at, as the engine reports them; a proof of a win ends the work."""
    score: float | None = None
    """Points of a search, infinite if the result is certain."""


def solve(spec: EngineSpec, record: str, nodes: int) -> Finding:
    """Has the solver look at so many positions, at most, for a win by threats in the position of a record.

    Raises SolverFailed.
    """
    command = [*spec.argv, "solve", record, "--nodes", str(nodes), "--json"]
    try:
        answer = family.run(command, cwd=spec.directory, capture_output=True, text=True, check=False)
        # The status is 3 if the solver does not know.
        if answer.returncode not in (0, 3):
            raise SolverFailed(f"{spec.name} solve: {answer.stderr.strip() or f'exit status {answer.returncode}'}")
        found = json.loads(answer.stdout)
        return Finding("solver", found["plies"] if found["verdict"] == "win" else None, found["nodes"])
    except (OSError, ValueError, KeyError) as error:
        raise SolverFailed(f"{spec.name} solve: {error!r}") from None


def search(player: Player, moves: Sequence[Point]) -> Finding:
    """Has the engine search the position after these moves, Black's first, up to its limit of nodes.

    Raises NoEvaluation, and what Player raises.
    """
    reply = ask(player, moves)
    evaluation = reply.info.eval
    plies = plies_to_win(evaluation)
    won = plies if plies is not None and plies > 0 else None
    return Finding("search", won, reply.info.nodes, points(evaluation))
