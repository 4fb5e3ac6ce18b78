"""Pages for people: every path that they name exists, and the picture in the README is the screen as it is."""

from __future__ import annotations

import os
import re
import runpy
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands import COMMANDS
from tests.scans import report
from tests.trust.monkey import KEYS_AN_ACT
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.preferences import read_config, read_keys
from wyrd_tui.screens.table.verbs import VERBS
from wyrd_tui.store.files.folders import shipped_scenarios
from wyrd_tui.widgets.key_names import shown_key
from wyrd_tui.widgets.themes import THEMES, Palette

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "tests").rglob("*.md"))]
TOPS = {path.name for path in ROOT.iterdir()} | {path.name for path in (ROOT / "wyrd_tui").iterdir()}
ARROWS = {"up": "↑", "down": "↓"}
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


def test_the_design_names_every_part_of_the_package() -> None:
    design = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    parts = [path for path in (ROOT / "wyrd_tui").iterdir() if path.name[0] not in "_." and path.name != "py.typed"]
    report(f"{path.name} is not there" for path in parts if not re.search(rf"`{path.stem}(\.py|/|`)", design))


def test_the_picture_in_the_readme_is_the_screen() -> None:
    readme = ROOT / "README.md"
    letters = runpy.run_path(str(ROOT / "docs" / "picture.py"))["letters"]()
    text = readme.read_text(encoding="utf-8")
    if os.environ.get("WYRD_GOLDEN") == "write":
        text = re.sub(r"(?<=```text\n).*?(?=\n```)", lambda _: letters, text, count=1, flags=re.DOTALL)
        readme.write_text(text, encoding="utf-8")
    assert f"```text\n{letters}\n```" in text, "WYRD_GOLDEN=write accepts the screen as it is now"


def readme_keys() -> Iterator[tuple[str, str, str]]:
    """Keys in the tables of the README: each with its game or none, and the words beside it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Keys")[2].partition("Some examples")[0]
    parts = [re.findall(r"^\| (`.*) \|$", part, re.MULTILINE) for part in text.split("The other letters")]
    shared, own = ([[cell.strip() for cell in row.split("|")] for row in rows] for rows in parts)
    for cells in shared:
        for keys, words in zip(cells[::2], cells[1::2], strict=True):
            yield from ((key, "", words) for quoted in re.findall(r"`([^`]+)`", keys) for key in quoted.split())
    for key, *cells in own:
        yield from ((key.strip("`"), game, words) for game, words in zip(GAMES, cells, strict=True) if words)


def test_the_readme_has_the_keys_of_the_acts() -> None:
    """A row's words have one in common with the label or the help of each act that its key plays."""

    def stems(text: str) -> set[str]:
        return {word[:4] for word in re.findall(r"[a-z]{4,}", text.casefold())} | {"up", "in"} & {*text.split()}

    acts = [(command.key, command.game, f"{command.label} {command.help}") for command in COMMANDS]
    acts += [
        (key, "", f"{verb.label} {verb.help}")
        for verb in VERBS
        for key in (verb.keys.split(",") if len(verb.keys) > 1 else verb.keys)
    ]
    rows = list(readme_keys())
    assert len(rows) > 60

    def plays(key: str, game: str, words: str) -> bool:
        of_key = [(own, told) for named, own, told in acts if key in (shown_key(named), ARROWS.get(named))]
        told = [told for own, told in of_key if own == game] or [told for own, told in of_key if not own]
        return any(stems(words) & stems(one) for one in told)

    report(f"{key} plays nothing like {words}" for key, game, words in rows if not plays(key, game, words))


def test_the_readme_names_scenarios_that_are_shipped() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    titles = {tomllib.loads(path.read_text(encoding="utf-8"))["title"] for path in shipped_scenarios()}
    said = set(re.findall(r"\*([A-Z][^*]+)\*", text.partition("## Run it")[2].partition("##")[0]))
    assert said
    assert said <= titles


def test_the_harness_of_random_keys_wants_the_acts_it_names() -> None:
    text = (ROOT / "tests" / "trust" / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"one key in (\w+) at least must end in an act", text) == [str(KEYS_AN_ACT)]


def test_the_settings_in_the_readme_are_read_without_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    (tmp_path / "config").mkdir()
    for name, mark in (("config.toml", "[themes."), ("keys.toml", "[keys]")):
        settings = next(block for block in blocks if mark in block)
        (tmp_path / "config" / name).write_text(settings, encoding="utf-8")
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))
    config, wrong = read_config()
    keys, faults = read_keys()
    assert (config.theme, config.mouse, list(config.themes), wrong) == ("dusk", False, ["dusk"], [])
    assert (faults, keys["damage"]) == ([], "x")
    said = text.partition("Its colours are named")[2].partition(". The program")[0]
    assert set(re.findall(r"`(\w+)`", said)) == set(Palette._fields)
    shown = text.partition("`F2` lists the themes:")[2].partition(". The screen")[0]
    assert re.findall(r"`([\w-]+)`", shown) == [*THEMES]
