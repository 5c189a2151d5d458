"""Ends games that are decided: by agreement of both engines, or by a proof of a solver."""

import json
import subprocess
from collections.abc import Sequence

from fukumi_tools.board.notation import Point, point_to_text
from fukumi_tools.board.rules import Color
from fukumi_tools.board.size import full_size_text
from fukumi_tools.engines import family, opinion
from fukumi_tools.engines.settings import Agreement, Conditions, SettingsError, Solver
from fukumi_tools.files import describe

_SOLVER_TIMEOUT = 600.0


class Agreements:
    """Follows what both engines say of a game after each of their moves. One that says nothing agrees with nothing."""

    def __init__(self, win: Agreement | None, draw: Agreement | None):
        self._win, self._draw = win, draw
        self._winning = {color: 0 for color in Color}
        self._losing = {color: 0 for color in Color}
        self._even = {color: 0 for color in Color}

    @property
    def is_possible(self) -> bool:
        """Whether games end by agreement at all."""
        return self._win is not None or self._draw is not None

    def add(self, color: Color, evaluation: str | None) -> None:
        """What an engine said with a move, from its own side."""
        points = None if evaluation is None else opinion.points(evaluation)
        for streaks, is_so in (
            (self._winning, points is not None and self._win is not None and points >= self._win.points),
            (self._losing, points is not None and self._win is not None and points <= -self._win.points),
            (self._even, points is not None and self._draw is not None and abs(points) <= self._draw.points),
        ):
            streaks[color] = streaks[color] + 1 if is_so else 0

    def winner(self, stones: int) -> Color | None:
        """Who wins by agreement with so many stones on the board."""
        if self._win is None or stones < self._win.after:
            return None
        for color in Color:
            if min(self._winning[color], self._losing[color.other]) >= self._win.moves:
                return color
        return None

    def is_draw(self, stones: int) -> bool:
        """Whether the game is a draw by agreement with so many stones on the board."""
        return (
            self._draw is not None
            and stones >= self._draw.after
            and min(self._even[color] for color in Color) >= self._draw.moves
        )


def proven_line(solver: Solver, conditions: Conditions, moves: Sequence[Point]) -> str | None:
    """The line by which the side to move wins after these moves, None if that is not proven.

    Raises SettingsError if the solver cannot be asked.
    """
    points = " ".join(point_to_text(point, conditions.height) for point in moves)
    size = full_size_text(conditions)
    arguments = ["--rule", conditions.rule.label, "--size", size, "--nodes", str(solver.nodes), "--memory", "16"]
    command = [solver.program, "solve", "--json", *arguments, points]
    try:
        # The exit status says whether there is a win.
        # Ctrl-C in the terminal is for the match.
        done = family.run(command, capture_output=True, text=True, timeout=_SOLVER_TIMEOUT, start_new_session=True)
        answer = json.loads(done.stdout)
        return " ".join(answer["line"]) if answer["verdict"] == "win" else None
    except (OSError, subprocess.SubprocessError, ValueError, KeyError) as error:
        raise SettingsError(f"{solver.program} solves nothing: {describe(error)}") from None
