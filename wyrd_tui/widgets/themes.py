"""Themes: one table that gives every role of a pane its style, by the name of the theme.

Rows carry roles and no colours, so they stay as they are when the theme changes. Shape and words carry every meaning
first; the theme `plain` uses no colour at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Protocol, runtime_checkable

from rich.color import Color
from rich.console import Console
from rich.style import Style

from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.spans import Role
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.spans import fresh, raised


class Palette(NamedTuple):
    """Colours of a theme by what they mean, and greys.

    Rich rounds them where a terminal has 256 colours, a colour that is nearly grey to a grey. So the grounds are nearly
    grey, or so strong that a colour is near.

    Attributes:
        back: Under everything.
        raised: Under the selected row, and under questions.
        field: Under the selected choice of a question.
        text: Facts.
        strong: The name that is looked for first.
        dim: Labels and hints.
        faint: Empty boxes and rules.
        accent: The turn and the focus, and nothing else but keys.
        on_accent: Text on the accent.
        harm: Losses.
        scratch: Harm that costs nothing yet, or is less than half.
        gain: Gains and help.
        cool: The bars of the ladder.
        fresh: Under what the last act has changed.
    """

    back: str
    raised: str
    field: str
    text: str
    strong: str
    dim: str
    faint: str
    accent: str
    on_accent: str
    harm: str
    scratch: str
    gain: str
    cool: str
    fresh: str


Look = Mapping[Role, Style]
"""Styles by role."""


@runtime_checkable
class Looked(Protocol):
    """Part of the screen that is drawn with signs, and with styles by role."""

    look: Look
    glyphs: Glyphs


class Theme:
    """A theme, whose styles are made as it is first worn.

    Args:
        paint: Makes the styles of all roles.
        about: A few words on it.
        palette: The colours of the styles; None for the terminal's own.
    """

    def __init__(self, paint: Callable[[], Look], about: str, palette: Palette | None = None) -> None:
        self._paint = paint
        self.about = about
        self.palette = palette

    @cached_property
    def look(self) -> Look:
        """The styles of all roles."""
        return self._paint()


def make_theme(palette: Palette, about: str) -> Theme:
    """Make a theme of a palette and a few words on it."""
    return Theme(partial(_paint, palette), about, palette)


def _paint(palette: Palette) -> Look:
    def style(colour: str, on: str = "", *, bold: bool = False, strike: bool = False) -> Style:
        return Style(color=colour, bgcolor=on or palette.back, bold=bold or None, strike=strike or None)

    look: dict[Role, Style] = {
        "text": style(palette.text),
        "name": style(palette.text),
        "handle": style(palette.dim),
        "strong": style(palette.strong, bold=True),
        "open": style(palette.strong, bold=True),
        "dim": style(palette.dim),
        "faint": style(palette.faint),
        "accent": style(palette.accent),
        "key": style(palette.accent),
        "title": style(palette.dim, bold=True),
        "focus": style(palette.accent, bold=True),
        "hurt": style(palette.harm),
        "worst": style(palette.harm, bold=True),
        "scratch": style(palette.scratch),
        "gain": style(palette.gain),
        "bar": style(palette.cool),
        "gone": style(palette.dim, strike=True),
        # Phones read a QR code dark on white only.
        "code": Style(color="#000000", bgcolor="#ffffff"),
    }
    upper = {raised(role): each + Style(bgcolor=palette.raised) for role, each in look.items()}
    # Greys that are quiet on the back cannot be read on the grounds above it.
    upper |= {raised("faint"): upper[raised("dim")], raised("code"): look["code"]}
    # A filled box hides the ground under it, so a line tells too; empty boxes that are new are news.
    news = Style(bgcolor=palette.fresh, underline=True)
    changed = {fresh(role): (each if role in _LOUD else style(palette.strong)) + news for role, each in look.items()}
    blocks: dict[Role, Style] = {
        "turn": style(palette.on_accent, palette.accent, bold=True),
        "here": style(palette.strong, palette.raised, bold=True),
        "lost": style(palette.back, palette.harm, bold=True),
    }
    upper |= {raised("turn"): blocks["turn"], raised("lost"): blocks["lost"]}
    upper[raised("here")] = style(palette.strong, palette.field, bold=True)
    changed |= {fresh("here"): changed[fresh("strong")], fresh("lost"): blocks["lost"] + Style(underline=True)}
    changed[fresh("turn")] = style(palette.accent, palette.on_accent, bold=True)
    return {**look, **blocks, **upper, **changed}


_LOUD: frozenset[Role] = frozenset({"hurt", "worst", "scratch", "gain", "strong", "accent", "gone"})
"""Roles that keep their colour where the last act has changed them."""
_PLAIN: dict[Role, Style] = {
    "text": Style(),
    "name": Style(),
    "handle": Style(dim=True),
    "strong": Style(bold=True),
    "open": Style(bold=True),
    "dim": Style(dim=True),
    "faint": Style(dim=True),
    "accent": Style(bold=True),
    "key": Style(bold=True),
    "title": Style(dim=True),
    "focus": Style(bold=True, underline=True),
    "hurt": Style(bold=True),
    "worst": Style(bold=True, underline=True),
    "scratch": Style(),
    "gain": Style(),
    "bar": Style(),
    "gone": Style(strike=True),
    "lost": Style(reverse=True),
    "code": Style(reverse=True),
}

_SIXTEEN: dict[Role, Style] = {
    **_PLAIN,
    "faint": Style(color="bright_black"),
    "accent": Style(color="yellow", bold=True),
    "key": Style(color="yellow", bold=True),
    "focus": Style(color="yellow", bold=True, underline=True),
    "hurt": Style(color="bright_red", bold=True),
    "worst": Style(color="bright_red", bold=True),
    "scratch": Style(color="bright_red"),
    "gain": Style(color="bright_cyan"),
    "lost": Style(color="black", bgcolor="red", bold=True),
    "gone": Style(dim=True, strike=True),
    "code": Style(color="black", bgcolor="bright_white"),
}


def _flat(look: Look, bar: Style, turn: Style, here: Style) -> Look:
    """Return styles without grounds of their own: a selected row has those of any other, with those of a bar."""
    blocks: dict[Role, Style] = {"turn": turn, "here": here}
    upper = {raised(role): style + bar for role, style in look.items()}
    # Nor are empty boxes blocks of grey in a bar that is drawn in reverse.
    upper |= {raised("faint"): upper[raised("dim")]} | {raised(role): style for role, style in blocks.items()}
    changed = {fresh(role): style + Style(underline=True) for role, style in look.items()}
    changed |= {fresh(role): Style(bold=True, underline=True) for role in blocks}
    return {**look, **blocks, **upper, **changed}


_CALM = Palette(
    back="#15171c",
    raised="#2d3036",
    field="#484d55",
    text="#c3c7d0",
    strong="#f1f2f5",
    dim="#969cab",
    faint="#656d7b",
    accent="#e0b062",
    on_accent="#1a1408",
    harm="#ff4f87",
    scratch="#d85090",
    gain="#6db3f2",
    cool="#7c8698",
    fresh="#482a6c",
)

THEMES: Mapping[str, Theme] = {
    "calm": make_theme(_CALM, "dark and quiet"),
    "light": make_theme(
        Palette(
            back="#fbfaf6",
            raised="#d9d5c9",
            field="#bdb6a3",
            text="#2a2d33",
            strong="#0f1114",
            dim="#565b66",
            faint="#857f72",
            accent="#725200",
            on_accent="#fffdf5",
            harm="#c4005a",
            scratch="#c04878",
            gain="#1d5fb4",
            cool="#6f7683",
            fresh="#dcd0ef",
        ),
        "dark on pale, for a bright room",
    ),
    "contrast": make_theme(
        Palette(
            back="#000000",
            raised="#262a2e",
            field="#54585e",
            text="#ffffff",
            strong="#ffffff",
            dim="#c0c8d0",
            faint="#7a8490",
            accent="#ffd84a",
            on_accent="#000000",
            harm="#ff7aa8",
            scratch="#e05870",
            gain="#5aa0ff",
            cool="#a0a8b4",
            fresh="#482a6c",
        ),
        "white on black",
    ),
    "colour-blind": make_theme(
        _CALM._replace(accent="#f5e663", harm="#e8664a", scratch="#f0a48f", gain="#4aa8ff"),
        "harm, gain and turn distinct for colour-blind eyes",
    ),
    "sixteen": Theme(
        partial(
            _flat,
            _SIXTEEN,
            Style(reverse=True),
            turn=Style(color="black", bgcolor="yellow", bold=True),
            here=Style(reverse=True, bold=True),
        ),
        "the sixteen colours of the terminal",
    ),
    "plain": Theme(
        partial(
            _flat,
            _PLAIN,
            Style(),
            turn=Style(reverse=True, bold=True),
            here=Style(bold=True, underline=True),
        ),
        "no colours: bold, underlined and reversed",
    ),
}
DEFAULT = "calm"


class Looks(NamedTuple):
    """Looks of the program that the GM chooses, each by its name in `config.toml`.

    Attributes:
        theme: Name of the theme.
        glyphs: The signs to draw with: auto, unicode or ascii.
        density: Amount of text in a row of the table: full or short.
        mouse: False to leave the mouse to the terminal, from the next start on.
    """

    theme: str = DEFAULT
    glyphs: str = "auto"
    density: str = "full"
    mouse: bool = True


DEFAULT_LOOKS = Looks()


class Wardrobe(Protocol):
    """The looks that the program can wear; the app is one.

    Attributes:
        themes: All themes by name.
        worn: The looks that are worn.
        keep: Keeps a setting for the next time; returns the reason where that is refused, else nothing.
    """

    themes: Mapping[str, Theme]
    worn: Looks
    keep: Callable[[str, str | bool], str]

    def wear(self, looks: Looks) -> None:
        """Draw all that is on the screen in other looks, at once."""


def alter_theme(like: str, colours: Mapping[str, str]) -> Theme:
    """Make a theme that differs from one with a palette in the colours of some roles; `colours` by field of `Palette`.

    Raises:
        ValueError: If that theme has no palette.
    """
    palette = THEMES[like].palette
    if palette is None:
        raise ValueError(f"{like} has no colours to change")
    return make_theme(palette._replace(**colours), "your own")


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG 2 defines it, from 1 to 21."""

    def light(colour: str) -> float:
        parts = [part / 255 for part in Color.parse(colour).get_truecolor()]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


_READ_ON = {
    **dict.fromkeys(("text", "strong", "dim", "faint", "accent", "harm", "scratch", "gain", "cool"), "back"),
    "on_accent": "accent",
    "raised": "text",
    "field": "strong",
    "fresh": "strong",
}
"""Colour that each role must stand apart from; of a ground the words on it."""
_LEAST = 2.5
"""Least contrast of these, below which a colour can hardly be read."""


def doubtful_roles(like: str, colours: Mapping[str, str]) -> dict[str, str]:
    """Find roles that an own theme makes hard to read, each of those that it names with a sentence on it."""
    usual = THEMES[like].palette
    if usual is None:
        return {}
    palette, found = usual._replace(**colours)._asdict(), dict[str, str]()
    for role, other in _READ_ON.items():
        named = role if role in colours else other
        ratio = contrast(palette[role], palette[other])
        if named in colours and ratio < _LEAST:
            sentence = f"{role} ({palette[role]}) can hardly be told from {other} ({palette[other]})"
            found.setdefault(
                named, f'{sentence}; in {like} they are "{usual._asdict()[role]}" and "{usual._asdict()[other]}"'
            )
    return found


def fit_theme(wanted: str, environ: Mapping[str, str]) -> str:
    """Return the theme that a terminal can show: the plain one without colours, `sixteen` where there are no more."""
    if environ.get("NO_COLOR") or environ.get("TERM", "") in ("dumb", "unknown"):
        return "plain"
    few = Console(force_terminal=True, _environ=environ).color_system == "standard"
    return "sixteen" if few and wanted != "plain" else wanted


def look_of(theme: str = DEFAULT) -> Look:
    """Return the styles of a theme."""
    return THEMES[theme].look
