#!/usr/bin/env python3
"""Has the engine play games with itself on several processors or machines.

Needs Python 3.11 and the packages of requirements.txt, for a cluster those of requirements-cluster.txt:

    pip install -r scripts/requirements.txt

Example: 100,000 games of renju, 16 parts at a time. The same command continues it later.

    scripts/datagen.py --games 100000 --concurrency 16 --out games/renju -- --rule renju --nodes 400

`scripts/datagen.py --help` lists everything.
"""

from fukumi_datagen.cli import run

if __name__ == "__main__":
    run()
