#!/usr/bin/env python3
"""Measures how soon engines reach a depth and see a win.

Needs Python 3.11 and the packages of requirements.txt:

    pip install -r scripts/requirements.txt

Example: one thread and two on the positions of a file, two seconds each.

    scripts/reach.py --engine "name=one cmd=target/release/fukumi" \\
        --engine "name=two cmd=target/release/fukumi info.thread_num=2" --positions openings.txt --turn 2

`scripts/reach.py --help` lists everything.
"""

from fukumi_reach.cli import run

if __name__ == "__main__":
    run()
