"""Every line of the Wyrd Abacus has a test that names it, and every act says which lines it carries out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.commands import COMMANDS
from tests.rules.abacus.tables import Story, rod
from tests.work import count_calls
from wyrd_tui.engine.state import WYRD_ABACUS

HERE = Path(__file__).parent
LINES = (
    *(f"WA-{number:02}" for number in range(1, 60)),
    *(f"C-{number}" for number in (14, 15, 24, 25, 26, 27, 29, 37)),
    *(f"U-{number}" for number in range(17, 25)),
)


def _named() -> set[str]:
    """The lines that tests of this folder cite, in their names or in their docstrings."""
    text = "\n".join(
        path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py")) if path != Path(__file__)
    )
    in_names = {f"{family.upper()}-{number}" for family, number in re.findall(r"def test_(wa|c|u)_(\d\d)_", text)}
    in_words = {
        mention
        for words in re.findall(r'"""(.*?)"""', text, re.DOTALL)
        for mention in re.findall(r"\b(?:WA|C|U)-\d\d\b", words)
    }
    return in_names | in_words


def test_every_line_has_a_test() -> None:
    assert set(LINES) - _named() == set()


def test_every_line_about_acts_is_some_acts() -> None:
    mentions = ", ".join(command.rules for command in COMMANDS if command.game in ("", WYRD_ABACUS))
    carried = set()
    for first, last in re.findall(r"WA-(\d\d)(?: … WA-(\d\d))?", mentions):
        carried |= set(range(int(first), int(last or first) + 1))
    # 1 and 6 are about who plays, 13 is the ladder's.
    assert set(range(1, 60)) - carried <= {1, 6, 13}


@pytest.mark.parametrize(
    ("line", "ask"),
    [
        ("face mob-1 ada,bob,cy ada/mind:1", "points"),
        ("influence ada,bob,cy soul", "dice"),
        ("wyrd ada,bob,cy", "dice"),
        ("final", "dice"),
    ],
)
def test_every_preview_is_quick(line: str, ask: str) -> None:
    """A screen asks for them at every key; the dearest makes 8,500 calls in 3 ms."""
    story = Story(*(rod(f"mob-{n}", "Threat", 12) for n in range(9)), pool=9)
    assert count_calls(lambda: story.preview(line, ask)) < 15_000
