"""Parts made in a Ray cluster, whose machines need nothing of the project. Only what joins a cluster imports this."""

import subprocess
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path

import ray

from .cluster import LOSSES_IN_A_ROW
from .files import write_bytes
from .parts import PartError, Placing, content_of, last_line


@ray.remote(num_cpus=1, max_retries=LOSSES_IN_A_ROW)
def _make(program: bytes, place: Placing, part: int) -> bytes:
    """The file of a part. What is lost with a machine is made again."""
    with tempfile.TemporaryDirectory(prefix="fukumi-part-") as name:
        folder = Path(name)
        executable, file = folder / "fukumi", folder / "part"
        write_bytes(executable, program)
        executable.chmod(0o700)
        work = place(folder)
        done = subprocess.run(
            [executable, *work.arguments(part, file)],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        return work.whole(part, done.returncode, done.stderr, content_of(file))


class ClusterMaker:
    """Makes parts. `place` and the program travel once to each machine."""

    def __init__(self, program: Path, place: Placing, files: Mapping[int, Path]):
        self._program, self._place, self._files = ray.put(program.read_bytes()), ray.put(place), files
        self._stop = threading.Event()

    def make(self, part: int) -> bool:
        """Makes a part; False if it was stopped before the end, and is lost then."""
        task = _make.remote(self._program, self._place, part)
        while not self._stop.is_set():
            if not ray.wait([task], timeout=0.5)[0]:
                continue
            try:
                content = ray.get(task)
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None
            except ray.exceptions.RayError as error:
                raise PartError(f"part {part}: lost by the cluster: {last_line(str(error))}") from None
            write_bytes(self._files[part], content)
            return True
        ray.cancel(task, force=True)
        return False

    def stop(self) -> None:
        """Ends all parts soon; they are lost."""
        self._stop.set()
