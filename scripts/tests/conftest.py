"""Shared fixtures: the public position data, when it lies beside the checkout, and a cluster on this machine."""

from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent

DATA = SCRIPTS.parent.parent / "shared" / "data"


@pytest.fixture
def data_records():
    """Returns a function that reads the records of a file of the position data; skips where the data is missing."""

    def read(name: str) -> list[dict[str, str]]:
        path = DATA / name
        if not path.is_file():
            pytest.skip(f"position data {name} is not in ../shared/data beside the checkout")
        lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
        return [{"id": line.split()[0], **dict(f.split("=", 1) for f in line.split()[1:])} for line in lines]

    return read


@pytest.fixture
def cluster(monkeypatch):
    """A Ray cluster whose head plays nothing; tests add nodes to it."""
    ray = pytest.importorskip("ray", reason="the tests of clusters need ray: scripts/test --with cluster")
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    yield cluster
    ray.shutdown()
    cluster.shutdown()
