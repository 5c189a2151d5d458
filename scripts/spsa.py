#!/usr/bin/env python3
"""Tunes numbers of the search by games of the engine against itself.

Needs Python 3.11, the packages of requirements.txt, and the engine built with its numbers settable:

    pip install -r scripts/requirements.txt
    cargo build --release --features tune --target-dir target/tune

Example: the margins of razoring and futility, at 5,000 nodes a move. The same command continues it later.

    scripts/spsa.py --engine target/tune/release/fukumi --only "razoring_*" --only "futility_*" \\
        --nodes 5000 --rule freestyle --rule renju --pairs 20000 --concurrency 2 --out matches/margins

`scripts/spsa.py --help` lists everything.
"""

from fukumi_spsa.cli import run

if __name__ == "__main__":
    run()
