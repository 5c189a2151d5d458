#!/usr/bin/env python3
"""Makes a list of openings that are even in the eyes of engines, for `match.py --openings`.

Needs Python 3.11 and the packages of requirements.txt:

    pip install -r scripts/requirements.txt

Example: 100 openings of renju.

    scripts/openings.py --engine "cmd=target/release/fukumi info.book=0" --rule renju --count 100 --out renju.txt

`scripts/openings.py --help` lists everything.
"""

from fukumi_openings.cli import run

if __name__ == "__main__":
    run()
