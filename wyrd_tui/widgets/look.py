"""How each part of a pane is to look: roles by name, and the three sets of styles that fill them.

Rows carry roles and no colours, so they stay as they are when the theme changes. Shape and words carry every meaning
first; `PLAIN` uses no colour at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.style import Style


class Palette(NamedTuple):
    """The colours of a theme: one accent, one for harm, and greys."""

    back: str
    raised: str
    text: str
    strong: str
    dim: str
    faint: str
    accent: str
    on_accent: str
    hurt: str


CALM = Palette(
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
CONTRAST = Palette(
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

Look = Mapping[str, Style]


def coloured(palette: Palette) -> Look:
    """The styles of every role in these colours."""
    back = palette.back

    def style(colour: str, *, on: str = back, bold: bool = False, strike: bool = False) -> Style:
        return Style(color=colour, bgcolor=on, bold=bold or None, strike=strike or None)

    return {
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


PLAIN: Look = {
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
LOOKS: Mapping[str, Look] = {"calm": coloured(CALM), "contrast": coloured(CONTRAST), "plain": PLAIN}
