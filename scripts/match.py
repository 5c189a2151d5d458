#!/usr/bin/env python3
"""Plays two or more Gomocup engines against each other and referees the games.

Needs Python 3.11 and the packages of requirements.txt:

    pip install -r scripts/requirements.txt

Example: two versions, renju, 0.3 s per move, 200 games, two at a time. The same command continues it later.

    scripts/match.py --engine "name=new cmd=target/release/fukumi" --engine "name=old cmd=baseline/fukumi" \\
        --rule renju --turn 0.3 --games 200 --concurrency 2 --out runs/new-old

`scripts/match.py --help` lists everything.
"""

from fukumi_match.cli import run

if __name__ == "__main__":
    run()
