"""What differs between the systems that the engine is built for."""

from dataclasses import dataclass

# Names of systems in the names of archives, by a part of the target's name.
_SYSTEMS = {"windows": "windows", "linux": "linux", "darwin": "macos"}
_PROCESSORS = {"x86_64": "x86-64", "aarch64": "arm64"}


class TargetError(Exception):
    """A target for which there are no archives."""


@dataclass(frozen=True)
class Target:
    """A target as Rust names it, such as x86_64-unknown-linux-gnu."""

    triple: str

    def __post_init__(self):
        if self.triple.split("-")[0] not in _PROCESSORS or self._system is None:
            raise TargetError(f"no archives are made for {self.triple}")

    @property
    def _system(self) -> str | None:
        return next((name for part, name in _SYSTEMS.items() if part in self.triple), None)

    @property
    def platform(self) -> str:
        """For people, such as linux-x86-64."""
        return f"{self._system}-{_PROCESSORS[self.triple.split('-')[0]]}"

    @property
    def is_windows(self) -> bool:
        return self._system == "windows"

    @property
    def program(self) -> str:
        """What Cargo calls the program."""
        return "fukumi.exe" if self.is_windows else "fukumi"

    @property
    def library(self) -> str:
        """What Cargo calls the shared library."""
        return {"windows": "fukumi.dll", "linux": "libfukumi.so", "macos": "libfukumi.dylib"}[self._system]

    @property
    def flags(self) -> list[str]:
        """What rustc needs to know.

        With Microsoft's tools, to put the C library into the program, and of the file with its symbols the name alone.
        """
        if not self.triple.endswith("-msvc"):
            return []
        return ["-Ctarget-feature=+crt-static", "-Clink-arg=/PDBALTPATH:%_PDB%"]

    @property
    def library_flags(self) -> list[str]:
        """The same for the library alone: Apple's linker would call it by the path it was built at."""
        return [f"-Clink-arg=-Wl,-install_name,@rpath/{self.library}"] if self._system == "macos" else []

    @property
    def wheel_options(self) -> list[str]:
        """What maturin needs to know: for Linux, to link for systems of 2014 and later, which Zig can."""
        return ["--zig", "--compatibility", "manylinux2014"] if self._system == "linux" else []

    @property
    def flags_variable(self) -> str:
        """Where Cargo finds the user's flags for this target."""
        return f"CARGO_TARGET_{self.triple.upper().replace('-', '_')}_RUSTFLAGS"
