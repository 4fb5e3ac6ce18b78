"""Packages as they are published: their content, their metadata, and the program that is installed from them."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from pathlib import Path, PurePosixPath

import pytest

import wyrd_tui

pytestmark = pytest.mark.long
ROOT = Path(__file__).parent.parent
PLAYED = b"damage mercer 3\nroll mercer athletics difficult dice=++00\nshow\n"


def run(*words: str | Path, given: bytes = b"", cwd: Path | None = None) -> str:
    """The output of a command that must end well."""
    done = subprocess.run(words, input=given, capture_output=True, cwd=cwd, timeout=600, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source package and the wheel that is built from it, without what lies in the source."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as archive:
        yield archive


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> Message:
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(wheel.read(name).decode("utf-8"))


def test_the_wheel_has_the_package_its_data_and_the_licence(wheel: zipfile.ZipFile) -> None:
    names = [PurePosixPath(name) for name in wheel.namelist()]
    info = f"wyrd_tui-{wyrd_tui.__version__}.dist-info"
    assert {name.parts[0] for name in names} == {"wyrd_tui", info}
    inside = {"/".join(name.parts[1:]) for name in names if name.parts[0] == "wyrd_tui"}
    package = ROOT / "wyrd_tui"
    files = (path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    assert inside == {path.relative_to(package).as_posix() for path in files}
    assert {name.suffix for name in names if name.parts[0] == "wyrd_tui"} == {".html", ".py", ".toml", ".typed"}
    assert PurePosixPath(info, "licenses", "LICENSE") in names


def test_the_source_package_can_be_tested(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = ("LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml", ".ci/run", "docs/trust.md")
    assert {*wanted, "tests/test_package.py", "benchmarks/screen.py"} <= names
    assert not any(name.startswith((".git/", ".venv", "dist")) or "__pycache__" in name for name in names)


def test_the_metadata_is_whole(metadata: Message) -> None:
    assert metadata["Version"] == wyrd_tui.__version__
    assert metadata["License-Expression"] == "MIT"
    assert metadata.get_all("License-File") == ["LICENSE"]
    assert "the wyrd_tui authors" in metadata["Author"]
    assert metadata["Keywords"]
    pythons = {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13, 14)}
    assert pythons <= set(metadata.get_all("Classifier", []))


def test_an_index_shows_the_readme_whole(metadata: Message) -> None:
    """Files of the repository have no address there: no picture and no link may lead to one."""
    readme = str(metadata.get_payload())
    assert "─ Order" in readme, "the picture in letters"
    assert "](docs/" not in readme
    assert "![" not in readme


def test_the_installed_program_works_alone(built: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv")
    scripts = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    pip = (sys.executable, "-m", "pip", "--python", scripts / "python")
    # Of what it needs the program compiles what it uses.
    run(*pip, "install", "--quiet", "--no-compile", next(built.glob("*.whl")))
    wyrd = scripts / "wyrd"
    assert run(wyrd, "--version", cwd=tmp_path) == f"wyrd {wyrd_tui.__version__}\n"
    assert "murder-at-the-brass-orchid" in run(wyrd, "check", "murder-at-the-brass-orchid", cwd=tmp_path)
    played = run(wyrd, "run", "flight-from-the-tower", given=PLAYED, cwd=tmp_path)
    assert "Mercer takes 3 damage" in played
    opened = "import asyncio; from wyrd_tui import app, launch; print(app.__name__, launch.__name__)"
    assert run(scripts / "python", "-c", opened, cwd=tmp_path) == "wyrd_tui.app wyrd_tui.launch\n"
