#!/usr/bin/env python3
"""Collects positions in which an engine missed a long attack, from the games of matches, and settles which of them win.

Needs Python 3.11 and the packages of requirements.txt:

    pip install -r scripts/requirements.txt

Example: what fukumi missed in two matches.

    scripts/attacks.py matches/first matches/second --missed-by fukumi \\
        --engine "cmd=target/release/fukumi info.book=0 send=YXHASHCLEAR" --out attacks.txt

`scripts/attacks.py --help` lists everything.
"""

from fukumi_attacks.cli import run

if __name__ == "__main__":
    run()
