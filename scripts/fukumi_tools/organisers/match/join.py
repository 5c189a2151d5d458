"""The way into a Ray cluster, for matches. Only who goes it needs Ray."""

import click

from fukumi_tools import cluster

from .seats import SeatMaker


def join_cluster(address: str, carries_programs: bool = False) -> SeatMaker:
    """Joins the cluster and says what it has; returns what makes a worker's seats in it. Raises SettingsError.

    With `carries_programs` the machines of the cluster get the programs of the engines with the work.
    """
    click.echo(cluster.join(address))
    # Ray is there now.
    from .cluster import Carrier, RemoteSeats

    return Carrier() if carries_programs else RemoteSeats
