"""Themes: one table that gives every role of a pane its style, by the name of the theme.

Rows carry roles and no colours, so they stay as they are when the theme changes. Shape and words carry every meaning
first; the theme `plain` uses no colour at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.style import Style


class Palette(NamedTuple):
    """Colours of a theme: one accent, one for harm, and greys."""

    back: str
    raised: str
    text: str
    strong: str
    dim: str
    faint: str
    accent: str
    on_accent: str
    hurt: str


Look = Mapping[str, Style]
"""Styles by role."""


class Theme(NamedTuple):
    """A theme: the styles of all roles, and the palette that they are made of; None where it has no colours."""

    look: Look
    palette: Palette | None = None


def make_theme(palette: Palette) -> Theme:
    """Make a theme of a palette."""
    back = palette.back

    def style(colour: str, *, on: str = back, bold: bool = False, strike: bool = False) -> Style:
        return Style(color=colour, bgcolor=on, bold=bold or None, strike=strike or None)

    look = {
        "text": style(palette.text),
        "name": style(palette.text),
        "strong": style(palette.strong, bold=True),
        "dim": style(palette.dim),
        "faint": style(palette.faint),
        "accent": style(palette.accent),
        "key": style(palette.accent),
        "title": style(palette.dim, bold=True),
        "focus": style(palette.accent, bold=True),
        "hurt": style(palette.hurt),
        "gone": style(palette.dim, strike=True),
        "turn": style(palette.on_accent, on=palette.accent, bold=True),
        "here": style(palette.strong, on=palette.raised, bold=True),
    }
    return Theme(look, palette)


THEMES: Mapping[str, Theme] = {
    "calm": make_theme(
        Palette(
            back="#15171c",
            raised="#20242c",
            text="#c3c7d0",
            strong="#f1f2f5",
            dim="#858b98",
            faint="#474e5b",
            accent="#e0b062",
            on_accent="#1a1408",
            hurt="#e08075",
        )
    ),
    "contrast": make_theme(
        Palette(
            back="#000000",
            raised="#1c2a3a",
            text="#ffffff",
            strong="#ffffff",
            dim="#c0c8d0",
            faint="#7a8490",
            accent="#5cc8ff",
            on_accent="#000000",
            hurt="#ffb000",
        )
    ),
    "plain": Theme(
        {
            "text": Style(),
            "name": Style(),
            "strong": Style(bold=True),
            "dim": Style(),
            "faint": Style(),
            "accent": Style(bold=True),
            "key": Style(bold=True),
            "title": Style(),
            "focus": Style(bold=True, underline=True),
            "hurt": Style(bold=True),
            "gone": Style(strike=True),
            "turn": Style(reverse=True, bold=True),
            "here": Style(bold=True, underline=True),
        }
    ),
}
DEFAULT = "calm"
PLAIN_THEME = "plain"
"""The theme where the environment wants no colours."""


def look_of(theme: str = DEFAULT) -> Look:
    """Return the styles of a theme."""
    return THEMES[theme].look
