"""The settings of a run as options of a command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import click

from fukumi_train.run import Plan


def plan_options(plan: type[Plan]) -> Callable[[Callable], Callable]:
    """An option for each setting of a plan, with its default."""

    def add(command: Callable) -> Callable:
        for field in reversed(fields(plan)):
            if field.name != "report":
                name = f"--{field.name.replace('_', '-')}"
                command = click.option(name, default=field.default, show_default=True)(command)
        return command

    return add
