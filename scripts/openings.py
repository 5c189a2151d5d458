#!/usr/bin/env python3
"""Makes a list of openings that are even in the eyes of engines, for `match.py --openings`.

Needs Python 3.11 and the packages of requirements.txt:

    pip install -r scripts/requirements.txt

Example: 1,000 openings of exact five.

    scripts/openings.py --engine "cmd=target/release/fukumi info.book=0" --rule standard --out standard-15.txt

`scripts/openings.py --help` lists everything.
"""

from fukumi_openings.cli import run

if __name__ == "__main__":
    run()
