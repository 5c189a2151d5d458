"""Where parts are made: here, or in a cluster."""

from collections.abc import Callable, Mapping
from pathlib import Path

import click

from . import cluster
from .parts import LocalMaker, Maker, Placing, Work


def maker_of(
    program: Path,
    work: Work,
    files: Mapping[int, Path],
    ray: str | None,
    placing: Callable[[], Placing] | None = None,
) -> Maker:
    """What makes the parts in `files`, here or in the cluster at `ray`.

    `placing` is for work that reads files, and is called only for a cluster. Raises SettingsError if there is none.
    """
    if not ray:
        return LocalMaker(program, work, files)
    click.echo(cluster.join(ray), err=True)
    # Ray is there now.
    from .cluster_parts import ClusterMaker

    return ClusterMaker(program, placing() if placing else lambda folder: work, files)
