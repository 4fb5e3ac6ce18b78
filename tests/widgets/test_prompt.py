"""What is being typed is in sight, however much was answered before and however long the preview is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wyrd_tui.widgets.glyphs import ASCII, UNICODE, Glyphs
from wyrd_tui.widgets.lines import width_of
from wyrd_tui.widgets.prompt import prompt_lines
from wyrd_tui.widgets.question import Offer, Part, Question

ANSWERS = ("Captain Evelyn Graves of the Royal Fleet", "suppressing fire", "The Admiral's clockwork parrot", "Combat")
LONG = "he swings from the chandelier, lands on the table and kicks the lamp over before anybody can draw a pistol"


def shown(question: Question, width: int = 80, glyphs: Glyphs = UNICODE) -> list[str]:
    lines = prompt_lines(question, width, glyphs)
    assert [width_of(line) for line in lines] == [width] * 3
    return ["".join(text for text, _ in line) for line in lines]


@pytest.mark.parametrize("preview", ["", "+2 vs +1: hits 58.4 %, mean 1.5, out 58.4 %", LONG])
@pytest.mark.parametrize("offers", [(), tuple(Offer("a", f"Choice number {n}") for n in range(30))])
def test_answers_give_way_to_what_is_typed(preview: str, offers: tuple[Offer, ...]) -> None:
    part = Part("They answer with", True, "Athletics and a lot of", 22, offers=offers)
    first = shown(Question("manoeuvre", ANSWERS, (part,), preview))[0]
    assert first.startswith(" manoeuvre › ")
    assert "They answer with" in first
    assert "a lot of▏" in first


@pytest.mark.parametrize("caret", [0, 20, 60, len(LONG)])
def test_of_a_long_line_the_part_about_the_caret_is_in_sight(caret: int) -> None:
    first = shown(Question("note", (), (Part("What", True, LONG, caret),)))[0]
    assert "▏" in first
    assert LONG[max(0, caret - 12) : caret] + "▏" + LONG[caret : caret + 12] in first


def test_dice_of_both_sides_are_in_sight_while_either_is_typed() -> None:
    for active in (0, 1):
        parts = [Part("Situation", False, "-2", 2), Part("Dice", active == 0, "++0-", 4)]
        parts.append(Part("Their dice", active == 1, "-" * 60, 60))
        last = shown(Question("attack", ANSWERS, tuple(parts), LONG, keys=(("enter", "does it"), ("esc", "leave"))))
        assert any("++0-" in row and "---" in row and "▏" in row for row in last)


def test_what_enter_gives_is_told_for_every_part_of_a_form() -> None:
    parts = (Part("Dice", True, "", 0, "roll for me"), Part("Their dice", False, "", 0, "roll for me"))
    assert "Their dice roll for me " in " ".join(shown(Question("attack", ANSWERS, parts)))


@given(
    st.lists(st.text(max_size=50), max_size=6),
    st.text(max_size=200),
    st.integers(0, 200),
    st.text(max_size=200),
    st.integers(80, 200),
    st.sampled_from([UNICODE, ASCII]),
)
def test_the_caret_is_always_in_sight(
    answers: list[str], typed: str, caret: int, preview: str, width: int, glyphs: Glyphs
) -> None:
    typed = typed.replace(glyphs.caret, "")
    part = Part("From what", True, typed, min(caret, len(typed)))
    question = Question("give a bonus", tuple(answers), (part,), preview)
    before = prompt_lines(question, width, glyphs)[0]
    assert any(role == "accent" and text.strip() == glyphs.caret for text, role in before)
