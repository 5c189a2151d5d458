"""Parts played in a Ray cluster, whose machines need nothing of the project: the program travels with the work."""

import subprocess
import tempfile
import threading
from pathlib import Path

import ray

from fukumi_tools.cluster import LOSSES_IN_A_ROW

from .local import last_line
from .parts import PartError, Plan, path_of


@ray.remote(num_cpus=1, max_retries=LOSSES_IN_A_ROW)
def _play(program: bytes, plan: Plan, part: int) -> bytes:
    """The file of a part. What is lost with a machine is played again."""
    with tempfile.TemporaryDirectory() as folder:
        executable, file = Path(folder, "fukumi"), Path(folder, "part")
        executable.write_bytes(program)
        executable.chmod(0o700)
        done = subprocess.run(
            [executable, *plan.arguments(part, file)], stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise PartError(f"part {part}: {last_line(done.stderr) or f'status {done.returncode}'}")
        return file.read_bytes()


class ClusterMaker:
    """Plays parts; several threads may do so at once."""

    def __init__(self, program: Path, plan: Plan, folder: Path):
        self._program, self._plan, self._folder = ray.put(program.read_bytes()), plan, folder
        self._stop = threading.Event()

    def make(self, part: int) -> bool:
        """Plays a part; False if it was stopped before the end."""
        task = _play.remote(self._program, self._plan, part)
        while not self._stop.is_set():
            if not ray.wait([task], timeout=0.5)[0]:
                continue
            try:
                content = ray.get(task)
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None
            except ray.exceptions.RayError as error:
                raise PartError(f"part {part}: lost by the cluster: {last_line(str(error))}") from None
            unfinished = path_of(self._folder, part).with_suffix(".unfinished")
            unfinished.write_bytes(content)
            unfinished.rename(path_of(self._folder, part))
            return True
        ray.cancel(task, force=True)
        return False

    def stop(self) -> None:
        """Ends all parts soon; they are lost."""
        self._stop.set()
