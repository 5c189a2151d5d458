#!/usr/bin/env python3
"""Has an engine play thousands of very fast games against itself and checks every line it says; measures delays.

Needs Python 3.11 and the packages of requirements.txt:

    pip install -r scripts/requirements.txt

Example: 1,000 games on two workers. The status is 1 if there was a fault; each is written to a file in --out.

    scripts/soak.py games --engine "cmd=target/release/fukumi" --games 1000 --workers 2 --out runs/soak

`scripts/soak.py --help` lists everything.
"""

from fukumi_soak.cli import main

if __name__ == "__main__":
    main(prog_name="soak.py")
