"""Outside text made harmless: letters keep few marks, and nothing modifies a symbol."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wyrd_tui.engine.letters import clean, few_combining, unwrap, without_controls

ANYTHING = st.text(st.characters(), max_size=200)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Grim", "Grim"),
        ("AA\x1b[2JBB", "AA\N{REPLACEMENT CHARACTER}[2JBB"),
        ("a\u202eb\u2066c", "abc"),
        ("Z" + "\u0301" * 20 + "algo", "\u0179\u0301\u0301algo"),
        ("👨\u200d👩\u200d👧 fam", "👨👩👧 fam"),
        ("❤\ufe0f", "❤"),
        ("👍🏽", "👍"),
        ("e\u0301", "é"),
        ("e\u200d\u0301", "é"),
        ("x\u0323\u0301\U0001f3fd\u0301", "x\u0323\u0301"),
        ("漢字", "漢字"),
        ("🇩🇪", "DE"),
        ("  a\tb\nc  d ", "a b c d"),
        ("\ufeffx", "x"),
        ("\ud83d", "\N{REPLACEMENT CHARACTER}"),
        ("\u0301x", "x"),
        ("[@click=app.quit]x[/]", "[@click=app.quit]x[/]"),
        ("Door [closed]", "Door [closed]"),
        ("no\u00a0break", "no break"),
        ("soft\u00adhyphen", "softhyphen"),
        ("x\U000e0041y", "xy"),
    ],
)
def test_a_name_is_made_harmless(before: str, after: str) -> None:
    assert clean(before) == after


def test_lines_and_indents_stay_where_they_are_wanted() -> None:
    assert clean(" one \r\n  two\x07\n\n\n", lines=True) == "one\n  two\N{REPLACEMENT CHARACTER}"


def test_a_text_of_too_many_letters_is_cut() -> None:
    assert clean("x" * 30, most=10) == "x" * 9 + "…"
    assert clean("x" * 10, most=10) == "x" * 10


@given(ANYTHING, st.booleans(), st.integers(2, 100))
def test_no_harmful_letter_passes_cleaning(text: str, lines: bool, most: int) -> None:
    after = clean(text, lines=lines, most=most)
    kinds = {unicodedata.category(character) for character in after.replace("\n", "" if lines else "\n")}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert len(after) <= most
    assert after == after.strip()
    assert clean(after, lines=lines, most=most) == after


def test_paragraphs_are_unwrapped_and_lists_are_not() -> None:
    assert unwrap("one\ntwo\n\nthree\n- a\n- b\n1. c\n  indented") == "one two\n\nthree\n- a\n- b\n1. c\n  indented"


def test_harmless_text_keeps_its_spaces() -> None:
    assert without_controls("  a  \x1bb\u202ec\n") == "  a  \N{REPLACEMENT CHARACTER}bc "
    assert without_controls("a\n\tb", lines=True) == "a\n b"


@given(ANYTHING, st.booleans())
def test_cleaned_texts_stay_as_they_are(text: str, lines: bool) -> None:
    after = without_controls(text, lines=lines)
    assert without_controls(after, lines=lines) == after


def test_a_letter_keeps_few_combining_marks_and_modifiers() -> None:
    assert few_combining("Zoë – −2 · ●○") == "Zoë – −2 · ●○"
    assert few_combining("e\u0301\u0301\u0301x\u0301 ❤\ufe0f 👍🏽 नि 🇩🇪") == "e\u0301\u0301x\u0301 ❤ 👍 नि DE"
    assert few_combining("\u0301x") == "x"
    korean = "한글 \u1112\u1161\u11ab"
    assert few_combining(korean + "\u11ab\u1161 x\ud7b0\ud7b0\ud7b0") == korean + " x\ud7b0\ud7b0"
