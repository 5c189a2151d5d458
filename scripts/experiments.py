#!/usr/bin/env python3
"""Works through a file of experiments without anybody watching: builds both sides of each, plays a sequential test,
stops at the verdict, keeps a record and goes on.

Needs Python 3.11, the packages of requirements.txt, Git and, for what is built, Cargo:

    pip install -r scripts/requirements.txt

Example: what a file asks for, two games at a time. The same command continues it, however it ended.

    scripts/experiments.py check scripts/experiments.toml
    scripts/experiments.py run scripts/experiments.toml --concurrency 2 --out matches/queue
    scripts/experiments.py table docs/log/*.jsonl

`scripts/experiments.py run --help` tells what a file of experiments holds.
"""

from fukumi_experiments.cli import main

if __name__ == "__main__":
    main(prog_name="experiments.py")
