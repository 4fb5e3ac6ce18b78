"""Outside text in Markdown is inert, and carries no backslash that nothing needs."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.properties import examples
from wyrd_tui.engine.markdown import escape_heading, escape_inline, escape_line_start


@pytest.mark.parametrize(
    "text",
    [
        "The half-finished drink",
        "+--0, Crafts +3 = 4 against Difficult (+1), success by 3",
        'Isadora "Isa" Lovelace’s boon; wait! (really?) {no}',
        "a_b, 3 > 2, 1 < 2, Smith & Sons, #4, £5, ~3 hours, a | b, x@y.z",
    ],
)
def test_plain_text_stays_as_it_is(text: str) -> None:
    """Dice, hyphens and brackets within a line are no markup."""
    assert escape_inline(text) == text


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("*bold* `code`", "\\*bold\\* \\`code\\`"),
        ("_low_ a_b", "\\_low\\_ a_b"),
        ("[x](javascript:1)", "\\[x\\](javascript:1)"),
        ("![x]", "!\\[x\\]"),
        ("<b> </b> <!-- --> <?x?>", "\\<b> \\</b> \\<!-- --> \\<?x?>"),
        ("&lt; &#42; A & B", "\\&lt; \\&#42; A & B"),
        ("~~gone~~", "\\~\\~gone\\~\\~"),
        ("a\\", "a\\\\"),
    ],
)
def test_markdown_signs_are_escaped(text: str, marked: str) -> None:
    """Signs of emphasis, code, links, tags, entities, strikethrough and backslashes are escaped."""
    assert escape_inline(text) == marked


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("- a list", "\\- a list"),
        ("+ a list", "\\+ a list"),
        ("++00 is luck", "++00 is luck"),
        ("# a heading", "\\# a heading"),
        ("#4", "#4"),
        ("> quoted", "\\> quoted"),
        ("12. a list", "12\\. a list"),
        ("1) a list", "1\\) a list"),
        ("1.5 miles", "1.5 miles"),
        ("---", "\\---"),
        ("===", "\\==="),
        ("-", "\\-"),
    ],
)
def test_only_markup_is_escaped_at_the_start_of_a_line(text: str, marked: str) -> None:
    """Lists, headings, quotations and lines are markup only there."""
    assert escape_line_start(text) == marked


def test_a_heading_is_not_closed_by_its_own_text() -> None:
    """Marks at its end would be dropped."""
    assert escape_heading("Door #") == "Door \\#"
    assert escape_heading("Door ##") == "Door \\##"
    assert escape_heading("C#") == "C#"


_SIGNS = st.text("<>@.&;#-=+*_~`[]()!\\|:/'\" \t\nab19é", min_size=1, max_size=24)
_WORDS = st.lists(
    st.sampled_from([*"-=+*_~`<>[]()!\\|#&;:. ab1", "- ", "<0@e.x>", "<a:b>", "&#42;", "1. ", "![", "](x)", "---"]),
    min_size=1,
    max_size=12,
).map("".join)


def _read(source: str) -> tuple[list[str], str]:
    """The blocks that strict Markdown makes of a source, and its text, which must be nothing but text."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(source)
    inside = [child for token in tokens for child in token.children or ()]
    assert {child.type for child in inside} <= {"text", "text_special"}, source
    return [token.type for token in tokens], "".join(child.content for child in inside)


@examples(600)
@given(_SIGNS | _WORDS)
@example("See <0@evil.example>")
@example("<&x@evil.example>")
@example("-- -")
@example("- - -")
def test_a_reader_of_markdown_finds_only_the_text(text: str) -> None:
    """A strict parser reads only the text, in a paragraph, in an item of a list and in a heading."""
    words = " ".join(text.split())
    if not words:
        return
    assert _read(escape_line_start(text)) == (["paragraph_open", "inline", "paragraph_close"], words)
    assert _read(f"- {escape_line_start(text)}")[1] == words
    assert _read(f"# {escape_heading(text)}") == (["heading_open", "inline", "heading_close"], words)
    assert _read(f"Then {escape_inline(text)}")[1] == f"Then {words}"
