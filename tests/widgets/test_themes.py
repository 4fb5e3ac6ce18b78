"""Themes: every role is there, and every colour can be read and told apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import get_args

import pytest
from rich.color import Color, ColorSystem

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.spans import Role
from wyrd_tui.parser import THEME_NAMES
from wyrd_tui.preferences import choose_looks
from wyrd_tui.store.settings import Config
from wyrd_tui.widgets.footer import RULED_FROM, Foot
from wyrd_tui.widgets.question import Prompt, PromptPart
from wyrd_tui.widgets.spans import FRESH, SELECTED, fresh, raised
from wyrd_tui.widgets.themes import DEFAULT, THEMES, Palette, contrast, doubtful_roles

PALETTES = {name: theme.palette for name, theme in THEMES.items() if theme.palette is not None}
BLIND: dict[str, tuple[tuple[float, ...], ...]] = {
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Linear sRGB as colour-blind eyes see it (Machado, Oliveira and Fernandes 2009, severity 1)."""


def linear(colour: str) -> list[float]:
    """Linear sRGB of a colour."""
    parts = (channel / 255 for channel in Color.parse(colour).get_truecolor())
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(rgb: Sequence[float]) -> tuple[float, float, float]:
    """CIE L*a*b* of linear sRGB under D65."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in rgb)

    def bent(part: float) -> float:
        return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116

    x = bent((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    y = bent(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = bent((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str, eye: str) -> float:
    """Difference of two colours for a kind of eye (CIE 1976)."""
    seen = [
        [sum(k * c for k, c in zip(row, linear(colour), strict=True)) for row in BLIND[eye]] for colour in (one, other)
    ]
    return float(sum((a - b) ** 2 for a, b in zip(lab(seen[0]), lab(seen[1]), strict=True)) ** 0.5)


def rounded(colour: Color | None) -> str:
    """Return a colour as Rich sends it to a terminal that has 256 of them."""
    assert colour is not None
    return colour.downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex


def exact(colour: Color | None) -> str:
    """Return a colour as a terminal that has them all shows it."""
    assert colour is not None
    return colour.get_truecolor().hex


LEAST = {
    **dict.fromkeys(("text", "name", "strong", "open", "here"), 7.0),
    **dict.fromkeys(("dim", "handle", "title", "key", "accent", "focus", "turn"), 4.5),
}
"""Least contrast of a role on any of its grounds; of all others it is 3."""


@pytest.mark.parametrize("shown", [exact, rounded])
@pytest.mark.parametrize("name", PALETTES)
def test_every_role_can_be_read_on_every_ground(name: str, shown: Callable[[Color | None], str]) -> None:
    """In the selected row, in questions and where news are, also as a terminal of 256 colours shows them."""
    wrong = []
    for role, style in THEMES[name].look.items():
        found = contrast(shown(style.color), shown(style.bgcolor))
        if found < LEAST.get(role.rstrip(SELECTED + FRESH), 3):
            wrong.append(f"{role} {found:.1f}")
    assert wrong == []


@pytest.mark.parametrize("shown", [exact, rounded])
@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_grounds_stand_apart(palette: Palette, shown: Callable[[Color | None], str]) -> None:
    """The selected row is a bar, the selected choice a bar on the ground of questions, and news have a tint."""
    back, raised, field, fresh = (shown(Color.parse(one)) for one in (palette.back, *palette[1:3], palette.fresh))
    for one, other in ((raised, back), (field, raised), (fresh, back)):
        assert contrast(one, other) >= 1.35, (one, other)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_text_and_harm_are_clear_on_the_back(palette: Palette) -> None:
    for colour in (palette.harm, palette.gain, palette.accent):
        assert contrast(colour, palette.back) >= 4.5, colour


@pytest.mark.parametrize("eye", BLIND)
@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_harm_gain_and_accent_differ_for_colour_blind_eyes(palette: Palette, eye: str) -> None:
    pairs = [*combinations((palette.harm, palette.gain, palette.accent), 2), (palette.scratch, palette.accent)]
    for one, other in pairs:
        assert distance(one, other, eye) >= 30, (one, other)


def test_the_command_line_offers_every_theme() -> None:
    assert tuple(THEMES) == THEME_NAMES
    assert THEME_NAMES[0] == DEFAULT


def test_an_unknown_theme_is_refused_with_what_to_write() -> None:
    known = "Write --theme calm, or another of light, contrast, colour-blind, sixteen, plain."
    with pytest.raises(Refused, match=f"^No theme is called “foo”. {known}$"):
        choose_looks("foo", Config(), {})


def test_every_theme_has_every_role_also_raised_and_fresh() -> None:
    roles: tuple[Role, ...] = get_args(Role)
    wanted = {shown for role in roles for shown in (role, raised(role), fresh(role))}
    assert {name: wanted ^ set(theme.look) for name, theme in THEMES.items()} == {name: set() for name in THEMES}


@pytest.mark.parametrize(("theme", "ruled"), [("calm", False), ("light", False), ("plain", True)])
def test_a_question_stands_on_a_ground_or_under_a_rule(theme: str, ruled: bool) -> None:
    prompt = Prompt("note", (), (PromptPart("What", True, "Rain", 4),))
    plain, asked = (Foot(look=THEMES[name].look).ask(lambda *_: prompt, 60, RULED_FROM) for name in ("plain", theme))
    assert plain - asked == (0 if ruled else 1)


@pytest.mark.parametrize("name", ["sixteen", "plain"])
def test_secondary_text_is_dim_without_a_palette(name: str) -> None:
    look = THEMES[name].look
    roles: tuple[Role, ...] = ("dim", "handle", "title", "text", "name", "open")
    assert {role for role in roles if look[role].dim} == {"dim", "handle", "title"}


def test_in_sixteen_colours_the_whole_row_is_a_bar() -> None:
    look = THEMES["sixteen"].look
    roles: tuple[Role, ...] = ("text", "dim", "hurt", "scratch", "gain", "faint")
    assert all(look[raised(role)].reverse for role in roles)


@pytest.mark.parametrize(
    ("colours", "told"),
    [
        ({"harm": "#15171d"}, ["harm"]),
        ({"back": "#c3c7d0"}, ["back"]),
        ({"raised": "#c0c0c0", "field": "#505050"}, ["raised"]),
        ({"accent": "#201810"}, ["accent"]),
        ({"back": "#1a1410", "accent": "#f0c674"}, []),
        ({}, []),
    ],
)
def test_an_own_theme_tells_roles_that_can_hardly_be_read(colours: dict[str, str], told: list[str]) -> None:
    assert [*doubtful_roles("calm", colours)] == told


@pytest.mark.parametrize("name", PALETTES)
def test_no_theme_of_the_program_is_doubtful(name: str) -> None:
    assert doubtful_roles("calm", PALETTES[name]._asdict()) == {}
