"""What the project takes from elsewhere has one version, and somebody who looks for newer ones."""

import json
import re
import tomllib

import pytest
from documents import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MANIFEST = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
CARGO = MANIFEST["workspace"]["package"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_those_of_a_commit_and_say_which_version_that_is(workflow):
    used = re.findall(r"uses:\s*(.*)", workflow.read_text(encoding="utf-8"))
    assert used
    for line in used:
        assert re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line


def test_an_action_has_one_version():
    used = re.findall(r"uses:\s*(\S+)@(\S+)", "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS))
    assert len({name for name, _ in used}) == len(set(used))


@pytest.mark.parametrize(
    "path",
    [*WORKFLOWS, ROOT / ".ci" / "run", *(ROOT / "scripts" / name for name in ("check-python", "fuzz", "test"))],
    ids=lambda path: path.name,
)
def test_tools_that_are_installed_have_a_version(path):
    script = path.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in script.splitlines():
        if "cargo install" in line:
            assert re.search(r"--version \d+\.\d+\.\d+ ", line) and "--locked" in line, line
        if re.search(r"\bpip install\b", line):
            assert "-c scripts/constraints.txt" in line or "--no-index" in line, line
        if match := re.search(r"^\s+tool: (.*)", line):
            assert all(re.fullmatch(r"[\w-]+@\d+\.\d+\.\d+", tool) for tool in match[1].split(",")), line
        if match := re.search(r"^\s+(?:RUSTUP_)?TOOLCHAIN: (.*)", line):
            assert re.fullmatch(r"nightly-\d{4}-\d\d-\d\d|\"\d+\.\d+\.\d+\"", match[1]), line


def test_the_compiler_has_a_version_and_is_not_older_than_promised():
    toolchain = tomllib.loads((ROOT / "rust-toolchain.toml").read_text(encoding="utf-8"))["toolchain"]
    version = re.fullmatch(r"(\d+)\.(\d+)\.\d+", toolchain["channel"])
    assert version and {"clippy", "rustfmt"} <= set(toolchain["components"])
    oldest = CARGO["rust-version"]
    assert tuple(map(int, version.groups())) >= tuple(map(int, oldest.split(".")))
    assert f'RUSTUP_TOOLCHAIN: "{oldest}.0"' in (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")


def test_somebody_looks_for_newer_versions():
    text = (ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8")
    assert {"cargo", "github-actions", "npm", "pip"} <= set(re.findall(r"package-ecosystem: (\S+)", text))
    folders = {
        folder
        for listed in re.findall(r"director(?:y|ies): (.*)", text)
        for folder in re.findall(r'"/([^"]*)"', listed)
    }
    for folder in ("", "fuzz", "bindings/python", "scripts", "board", "bindings/web"):
        assert folder in folders


@pytest.mark.parametrize("folder", ["scripts", "bindings/python"])
def test_the_packages_have_the_version_of_the_engine(folder):
    project = tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == CARGO["version"]


@pytest.mark.parametrize("folder", ["bindings/web", "board"])
def test_the_packages_of_npm_have_the_version_of_the_engine_and_name_no_host(folder):
    package = json.loads((ROOT / folder / "package.json").read_text(encoding="utf-8"))
    lock = (ROOT / folder / "package-lock.json").read_text(encoding="utf-8")
    assert package["version"] == json.loads(lock)["version"] == CARGO["version"]
    # Where packages come from is a matter of the machine; their checksums say what they are.
    assert '"resolved": "http' not in lock and '"integrity"' in lock


def test_the_wheel_is_built_by_the_version_that_was_tried():
    project = tomllib.loads((ROOT / "bindings" / "python" / "pyproject.toml").read_text(encoding="utf-8"))
    pins = (ROOT / "scripts" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert set(project["build-system"]["requires"]) <= set(pins)
    cargo = tomllib.loads((ROOT / "bindings" / "python" / "Cargo.toml").read_text(encoding="utf-8"))["package"]
    assert (cargo["version"], cargo["rust-version"]) == (CARGO["version"], CARGO["rust-version"])


def test_archives_of_a_release_are_attested():
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    build = text[text.index("  build:") : text.index("  publish:")]
    assert "actions/attest-build-provenance@" in build
    assert {"id-token: write", "attestations: write"} <= set(re.findall(r"[\w-]+: write", build))


def test_the_package_says_where_it_comes_from():
    repository = CARGO["repository"]
    assert CARGO["homepage"].startswith(repository)
    for path in [ROOT / "Cargo.toml", *(ROOT / "crates").glob("*/Cargo.toml")]:
        package = tomllib.loads(path.read_text(encoding="utf-8"))["package"]
        if package.get("publish", True):
            assert package["documentation"] == f"https://docs.rs/{package['name']}"
            assert all(package[key] == {"workspace": True} for key in ("version", "repository", "homepage"))
    others = [ROOT / "SECURITY.md", ROOT / "README.md"]
    for path in others:
        for address in re.findall(r"https://github\.com/[\w-]*fukumi[\w-]*/[\w-]+", path.read_text(encoding="utf-8")):
            assert address == repository, path
