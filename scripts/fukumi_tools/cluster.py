"""Joining a Ray cluster (Moritz et al., "Ray: A distributed framework for emerging AI applications", 2018).

Ray is imported when somebody joins a cluster; what runs in one lies in modules that are imported after that.
"""

import importlib
import logging
import socket
from urllib.parse import urlsplit

import fukumi_tools

from .engines.settings import SettingsError
from .files import describe

CONNECT_SECONDS = 10.0

LOSSES_IN_A_ROW = 20
"""So many machines or processes lost without a result in between are no accident."""


def join(address: str) -> str:
    """Joins a running cluster: `auto`, HOST:PORT or ray://HOST:PORT. Returns what it has, for people.

    The code of the tools travels with the work, so the other machines need no copy of it.
    Raises SettingsError if there is no such cluster, or no package ray.
    """
    try:
        ray = importlib.import_module("ray")
    except ModuleNotFoundError:
        advice = "pip install -e 'scripts[cluster]' -c scripts/constraints.txt"
        raise SettingsError(f"--ray needs the package ray: {advice}") from None
    ray.cloudpickle.register_pickle_by_value(fukumi_tools)
    try:
        _check_reachable(address)
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
    except (OSError, ValueError, RuntimeError) as error:
        raise SettingsError(f"no Ray cluster at {address}: {describe(error)}") from None
    nodes = sum(node["Alive"] for node in ray.nodes())
    return f"Ray cluster of {nodes} nodes with {ray.cluster_resources().get('CPU', 0):g} processors"


def _check_reachable(address: str) -> None:
    """Ray itself would wait for minutes, and end the process. Raises OSError or ValueError."""
    if address != "auto":
        place = urlsplit(address if "://" in address else f"ray://{address}")
        with socket.create_connection((place.hostname, place.port), timeout=CONNECT_SECONDS):
            pass
