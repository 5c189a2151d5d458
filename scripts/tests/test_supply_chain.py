"""What the project takes from elsewhere has one version, and somebody who looks for newer ones."""

import json
import re
import tomllib

import pytest
from documents import ROOT, documents

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


def asked_for(tool: str) -> set[str]:
    """The versions of a tool that scripts, examples and pages ask for; those of a measurement have three numbers."""
    # The package for Python needs less than the tools do.
    of_the_package = {"bindings/python/README.md", "docs/python.md", "scripts/check-python"}
    scripts = [ROOT / ".ci" / "run", *(path for path in (ROOT / "scripts").iterdir() if path.is_file())]
    names = {path.relative_to(ROOT).as_posix() for path in (*scripts, *(ROOT / "examples" / "ctypes").glob("*.py"))}
    names |= {name for name in documents() if not name.startswith("docs/log/")}
    asked = re.compile(rf"\b{tool} (\d+\.\d+)(?![\d.]*\d| and later)")
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in names - of_the_package]
    return {version for text in texts for version in asked.findall(text)}


def test_scripts_and_pages_ask_for_the_tools_that_the_packages_need():
    board = json.loads((ROOT / "board" / "package.json").read_text(encoding="utf-8"))
    tools = tomllib.loads((ROOT / "scripts" / "pyproject.toml").read_text(encoding="utf-8"))
    python = tools["project"]["requires-python"].removeprefix(">=")
    assert tools["tool"]["ruff"]["target-version"] == f"py{python.replace('.', '')}"
    test = (ROOT / "scripts" / "test").read_text(encoding="utf-8")
    assert f"sys.version_info < ({python.replace('.', ', ')})" in test
    assert asked_for("Rust") == {CARGO["rust-version"]}
    assert asked_for("Python") == {python}
    assert asked_for(r"Node\.js") == {board["engines"]["node"].removeprefix(">=")}


def test_the_wheel_needs_one_python():
    folder = ROOT / "bindings" / "python"
    needed = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    cargo = tomllib.loads((folder / "Cargo.toml").read_text(encoding="utf-8"))
    [abi] = [feature for feature in cargo["dependencies"]["pyo3"]["features"] if feature.startswith("abi3")]
    digits = needed.removeprefix(">=").replace(".", "")
    assert (needed, abi) == (">=3.9", f"abi3-py{digits}")
    for page in ("README.md", "docs/python.md", "bindings/python/README.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert re.findall(r"Python (3\.\d+) and later", text) == ["3.9"], page
        assert set(re.findall(r"-(cp\d+)-abi3", text)) <= {f"cp{digits}"}, page


def test_pages_and_the_citation_have_the_version_of_the_engine():
    version = CARGO["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    pages = [name for name in documents() if name != "CHANGELOG.md" and not name.startswith("docs/log/")]
    text = "".join((ROOT / name).read_text(encoding="utf-8") for name in pages)
    named = re.findall(r'\bfukumi-(\d+\.\d+\.\d+)|Fukumi (\d+\.\d+\.\d+)|version="(\d+\.\d+\.\d+)"', text)
    assert len(named) > 5
    assert {"".join(found) for found in named} == {version}
    crates = MANIFEST["workspace"]["dependencies"].values()
    assert {crate["version"] for crate in crates if "path" in crate} == {version}


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
