"""What has come of an experiment: the record that goes into the log.

    kind        "experiment"
    subject     what it is about, one of `report.SUBJECTS`; written by hand
    key         hash of `settings`, see `Experiment.deciding`
    name, idea  for people
    date        day and time of the end, UTC
    base, test  both sides: commit, hashes of patch, files and program, features, options; `named` for people, and
                `built`, the hash of the program that played
    settings    all that decides
    stages      those that were begun, in order: what was played and what came of it, from the view of `test`
    verdict     accepted, rejected, undecided or failed
    reason      of the last two
    kept        what was made of it later, by hand; null

A note, of kind "note", is about what was tried by other means. It has `stages` of the same fields without those that
are not known, `kept` as it was written, and besides

    opponent    what the idea was compared with
    figures     of an idea tried on positions instead of games: what was counted, and the result
    follows     name and idea of the earlier note that "the same" and the like refer to
    source      where it was written before
"""

import time

from fukumi_tools.organisers.match import stats
from fukumi_tools.organisers.match.estimates import as_dict
from fukumi_tools.organisers.match.play import Played

from .plan import Experiment, Stage

PASSED, FAILED, UNDECIDED = "passed", "failed", "undecided"
"""Verdicts of a stage: H1, H0, or neither."""

BASE, TEST = "base", "test"
"""Names of the engines in a match; the first one of it is the test."""


def stage_record(stage: Stage, played: Played) -> dict:
    """What a stage has come to."""
    pairing = played.standings.pairings[0]
    verdict = {"H1": PASSED, "H0": FAILED, None: UNDECIDED}[played.test.decision]
    return {
        **stage.to_dict(),
        "games": pairing.games,
        "pentanomial": list(pairing.pentanomial),
        "wins": pairing.wins,
        "draws": pairing.draws,
        "losses": pairing.losses,
        "elo": as_dict(stats.logistic_elo(pairing.pentanomial)),
        "normalised_elo": as_dict(stats.normalised_elo(pairing.pentanomial)),
        "llr": round(played.test.llr, 4),
        "verdict": verdict,
        "faults": {name: dict(played.standings.engines[name].faults) for name in (BASE, TEST)},
        "game_seconds": round(played.standings.seconds, 3),
    }


def experiment_record(experiment: Experiment, stages: list[dict], verdict: str, reason: str, sha256: dict) -> dict:
    """The record of a finished experiment. `sha256` are the hashes of the programs by side, if they were built."""
    sides = {BASE: experiment.base, TEST: experiment.test}
    return {
        "kind": "experiment",
        "key": experiment.key,
        "name": experiment.name,
        "idea": experiment.idea,
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        **{
            name: {**side.to_dict(), "named": side.describe(), "built": sha256.get(name)}
            for name, side in sides.items()
        },
        "settings": experiment.deciding(),
        "stages": stages,
        "verdict": verdict,
        "reason": reason,
        "kept": None,
    }
