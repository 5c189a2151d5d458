#!/usr/bin/env python3
"""Builds the engine and makes the archives of a release.

Needs Cargo, Git, Python 3.11 and the packages of requirements.txt:

    pip install -r scripts/requirements.txt

Example: for the machine it runs on, and for Windows where Rust has that target.

    scripts/package.py --out dist
    scripts/package.py --out dist --target x86_64-pc-windows-gnu

`scripts/package.py --help` lists everything.
"""

from fukumi_package.cli import run

if __name__ == "__main__":
    run()
