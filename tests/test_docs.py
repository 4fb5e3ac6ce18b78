"""Pages for people: every path that they name exists, and the picture in the README is the screen as it is."""

from __future__ import annotations

import os
import re
import runpy
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.scans import report
from wyrd_tui.store.files.folders import shipped_scenarios

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "tests").rglob("*.md"))]
TOPS = {path.name for path in ROOT.iterdir()} | {path.name for path in (ROOT / "wyrd_tui").iterdir()}
FENCE = re.compile(r"```.*?```", re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)[^)]*\)")
QUOTED = re.compile(r"`([\w./-]+)(?:::?\w+)?`")
DEFINED = re.compile(r"`([\w/]+\.py)`, `(?:\w+\.)?(\w+)`")


def named(page: Path) -> Iterator[tuple[str, bool]]:
    """Paths that a page names in links and between backticks, and whether each is there.

    A link counts from its page. A path between backticks counts from the root or from the package; one that begins
    with neither's files is none.
    """
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for path in LINK.findall(text):
        yield path, (page.parent / path).exists()
    for path in QUOTED.findall(text):
        is_path = "/" in path or path.endswith(".py")
        if is_path and path.partition("/")[0] in TOPS:
            yield path, any((folder / path).exists() for folder in (ROOT, ROOT / "wyrd_tui", page.parent))


def test_every_path_that_a_page_names_exists() -> None:
    found = [(page, path, there) for page in PAGES for path, there in named(page)]
    assert len(found) > 20
    report(f"{page.relative_to(ROOT)} names {path}" for page, path, there in found if not there)


def test_every_definition_in_the_design_stands_in_its_module() -> None:
    found = DEFINED.findall((ROOT / "docs" / "design.md").read_text(encoding="utf-8"))
    assert found
    texts = {path: (ROOT / "wyrd_tui" / path).read_text(encoding="utf-8") for path, _ in found}
    report(f"{path} has no {name}" for path, name in found if not re.search(rf"(def|class) {name}\b", texts[path]))


def test_the_picture_in_the_readme_is_the_screen() -> None:
    readme = ROOT / "README.md"
    letters = runpy.run_path(str(ROOT / "docs" / "picture.py"))["letters"]()
    text = readme.read_text(encoding="utf-8")
    if os.environ.get("WYRD_GOLDEN") == "write":
        text = re.sub(r"(?<=```text\n).*?(?=\n```)", lambda _: letters, text, count=1, flags=re.DOTALL)
        readme.write_text(text, encoding="utf-8")
    assert f"```text\n{letters}\n```" in text, "WYRD_GOLDEN=write accepts the screen as it is now"


def test_the_readme_names_scenarios_that_are_shipped() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    titles = {tomllib.loads(path.read_text(encoding="utf-8"))["title"] for path in shipped_scenarios()}
    said = set(re.findall(r"\*([A-Z][^*]+)\*", text.partition("## Run it")[2].partition("##")[0]))
    assert said
    assert said <= titles
