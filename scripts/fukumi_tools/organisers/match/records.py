"""What a match leaves on disk.

    settings.json     what the results are valid for; a resumed match must have the same
    games.jsonl       one line per finished game, appended as soon as the game is over
    games/*.sgf       SGF records; `fukumi convert` makes other formats of them
    faults/*.txt      whole conversations of games with a crash, a late, an illegal or a forbidden move
    logs/*.txt        whole conversations of the other games, with --keep-logs
    summary.json      standings
    about.json        preset, programs and time, see about.py
    lock              held by the process that plays the match

A line of games.jsonl comes after the other files of its game.
"""

import json
import os
from pathlib import Path

from fukumi_tools.board.notation import Point
from fukumi_tools.board.rules import RULE_NAMES
from fukumi_tools.board.size import parse_board
from fukumi_tools.engines.settings import Conditions
from fukumi_tools.files import LineFile, describe, make_folder, write_json, write_text, writing
from fukumi_tools.folder import SETTINGS_FILE, FolderError, damaged, keep_settings, lock_folder, read_object

from .game import FAULTS, GameResult, Reason
from .schedule import game_key

GAMES_FILE = "games.jsonl"
"""Name of the file with one line per finished game."""

SUMMARY_FILE = "summary.json"
"""Name of the file with the standings."""

_SGF_MOVES_PER_LINE = 10


class Store:
    """The output folder of one match."""

    def __init__(self, directory: Path, keep_logs: bool):
        self.directory = directory
        self._keep_logs = keep_logs
        self._games_file = directory / GAMES_FILE
        self._game_folder = str(directory / "games")
        self._games: LineFile | None = None
        self._lock = None

    def open(self, fingerprint: dict, resume: bool, may_join: bool = False) -> list[dict]:
        """Prepares the folder; returns the records of games already played.

        With `may_join` engines may be new, and in another order.

        Raises FolderError if the folder belongs to a match with other settings, if another process plays in it, if its
        records are damaged, or if `resume` finds nothing.
        """
        has_settings = (self.directory / SETTINGS_FILE).exists()
        if resume and not has_settings and not self._games_file.exists():
            raise FolderError(f"nothing to resume in {self.directory}")
        self._lock = lock_folder(self.directory)
        if self._games_file.exists() and not has_settings:
            raise FolderError(f"{self.directory} has games but no settings.json; choose another folder")
        # Where no engine may join, a game is known by the places of its engines.
        growing, ordered = ("engines", None) if may_join else (None, "engines")
        keep_settings(self.directory, fingerprint, "match", growing, ordered)
        records = self._read_games()
        for name in ("games", "faults", *(["logs"] if self._keep_logs else [])):
            make_folder(self.directory / name)
        self._games = LineFile(self._games_file)
        return records

    def close(self) -> None:
        if self._games is not None:
            self._games.close()
        if self._lock is not None:
            self._lock.release()

    def save(self, record: dict, result: GameResult, conditions: Conditions) -> Path | None:
        """Keeps a finished game; the path of its conversation if that was kept."""
        name = f"game-{record['game']:06d}"
        # Without a Path, which takes as long as half of the SGF.
        path = f"{self._game_folder}{os.sep}{name}.sgf"
        with writing(path), open(path, "w", encoding="utf-8") as file:
            file.write(to_sgf(record, result, conditions))
        log = None
        if result.reason in (*FAULTS, Reason.FOUL):
            log = self.directory / "faults" / f"{name}.txt"
        elif self._keep_logs:
            log = self.directory / "logs" / f"{name}.txt"
        if log is not None:
            write_text(log, to_conversation(record, result))
        self._games.append(json.dumps(record, separators=(",", ":")) + "\n")
        return log

    def write_summary(self, summary: dict) -> None:
        write_json(self.directory / SUMMARY_FILE, summary)

    def _read_games(self) -> list[dict]:
        """Finished games; a last line that was not written to its end is cut off."""
        if not self._games_file.exists():
            return []
        data = self._games_file.read_bytes()
        complete = data[: data.rfind(b"\n") + 1]
        if len(complete) < len(data):
            with writing(self._games_file), open(self._games_file, "rb+") as file:
                file.truncate(len(complete))
        try:
            records = [json.loads(line) for line in complete.decode().splitlines()]
            self._check_distinct(records)
        except (ValueError, KeyError, TypeError) as error:
            raise FolderError(f"{self._games_file} is damaged: {error!r}") from None
        return records

    def _check_distinct(self, records: list[dict]) -> None:
        lines: dict[tuple[int, int, int], int] = {}
        for number, record in enumerate(records, start=1):
            first = lines.setdefault(game_key(record), number)
            if first != number:
                raise FolderError(
                    f"{self._games_file}: line {number} holds game {record['game']} once more, after line {first}; "
                    "a game counts once, so delete one of the two lines"
                )


def read_settings(directory: Path) -> dict:
    """The settings of a match: engines by name, and one or several rules and boards.

    Raises FolderError if there is no such match, or they are damaged.
    """
    file = directory / SETTINGS_FILE
    try:
        settings = read_object(file)
    except OSError as error:
        raise FolderError(f"{directory} is not the folder of a match: {describe(error)}") from None
    try:
        for venue in venues_of(settings):
            parse_board(venue["board"])
            RULE_NAMES[venue["rule"]]
        engines = settings["engines"]
        if not (isinstance(engines, dict) and all(isinstance(engine, dict) for engine in engines.values())):
            raise damaged(file, "engines is no object of objects of JSON")
    except (KeyError, TypeError, ValueError) as error:
        raise damaged(file, error) from None
    return settings


def venues_of(settings: dict) -> list[dict]:
    """Rules and boards of a match. Older folders, and those of a match at one place, have them at the top."""
    return settings.get("venues") or [settings]


def read_records(directory: Path) -> list[dict]:
    """The games of a match that may still be played. Raises FolderError if there is no such match."""
    try:
        # A line that is being written does not count yet.
        complete = (directory / GAMES_FILE).read_bytes().rpartition(b"\n")[0]
        return [json.loads(line) for line in complete.decode().splitlines()]
    except OSError as error:
        raise FolderError(f"{directory} is not the folder of a match: {GAMES_FILE}: {error.strerror}") from None
    except ValueError as error:
        raise FolderError(f"{directory} is not the folder of a match: {error}") from None


def to_sgf(record: dict, result: GameResult, conditions: Conditions) -> str:
    """SGF, FF[4] GM[4]; points are two letters from the top left."""
    width, height = conditions.width, conditions.height
    properties = {
        "FF": "4",
        "GM": "4",
        "CA": "UTF-8",
        "SZ": f"{width}" if width == height else f"{width}:{height}",
        "GN": f"game {record['game']}, pair {record['pair'] + 1}",
        # The name alone, since some programs look for nothing else.
        "RU": conditions.rule.label,
        "PB": result.black.engine,
        "PW": result.white.engine,
        "RE": _sgf_result(result),
        "C": f"{result.reason.value}{': ' + result.detail if result.detail else ''}; opening {result.opening.id}",
    }
    header = "(;" + "".join(f"{key}[{_sgf_escape(value)}]" for key, value in properties.items())
    nodes = []
    for index, (point, move) in enumerate(zip(result.points, result.moves, strict=True)):
        comment = "opening" if move.milliseconds is None else _move_comment(move)
        nodes.append(f";{'BW'[index % 2]}[{_sgf_point(point)}]C[{_sgf_escape(comment)}]")
    rows = ["".join(nodes[i : i + _SGF_MOVES_PER_LINE]) for i in range(0, len(nodes), _SGF_MOVES_PER_LINE)]
    return "\n".join([header, *rows]) + ")\n"


def to_conversation(record: dict, result: GameResult) -> str:
    """Both engines' lines with seconds since the beginning of the game; `>` to the engine, `<` from it."""
    lines = [
        f"# game {record['game']}: {result.black.engine} (black) - {result.white.engine} (white)",
        f"# result: {record['result']}, {result.reason.value}{': ' + result.detail if result.detail else ''}",
        f"# opening {result.opening.id}: {' '.join(record['moves'][: record['opening_moves']]) or 'empty board'}",
        "# seconds, side, > to the engine, < from it, ! its standard error, # remark",
    ]
    for color, entry in result.transcript:
        text = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in entry.text)
        lines.append(f"{entry.time - result.start_clock:12.6f} {color} {entry.sign} {text}")
    return "\n".join(lines) + "\n"


def _sgf_result(result: GameResult) -> str:
    if result.winner is None:
        return "0"
    ending = {Reason.FIVE: "", Reason.PROOF: "", Reason.AGREEMENT: "R", Reason.TIME: "T"}.get(result.reason, "F")
    return f"{result.winner.value[0].upper()}+{ending}"


def _sgf_point(point: Point) -> str:
    return chr(ord("a") + point[0]) + chr(ord("a") + point[1])


def _sgf_escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _move_comment(move) -> str:
    parts = [f"{move.milliseconds:.0f} ms"]
    if move.eval is not None:
        parts.append(f"ev {move.eval}")
    if move.depth is not None:
        parts.append(f"depth {move.depth}")
    if move.nodes is not None:
        parts.append(f"nodes {move.nodes}")
    return ", ".join(parts)
