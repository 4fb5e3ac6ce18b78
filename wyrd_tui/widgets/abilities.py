"""What is left of somebody, in a row: Body, Mind and Soul with the Wyrd, or Mettle with Focus, Nature and Poise.

Each is a row of a track like any other, but of what a box says the opposite counts: not what was marked, but what is
left to spend (WA-04, WA-17, WA-28, ME-21, ME-34).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wyrd_tui.engine.nouns.mettle import METTLE_ROW, left_of
from wyrd_tui.engine.nouns.wyrd_abacus import WYRD
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, Actor
from wyrd_tui.widgets.cells import cells, clean, pad
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.spans import Line, Span
from wyrd_tui.widgets.tracks import POINTED, shown_games

MOST_POINTS = 12
"""A higher score is written as a number alone."""
GAP = 2


class Fact(NamedTuple):
    """Something of which an actor has points.

    Attributes:
        label: What it is called.
        told: What is left of it, in figures.
        role: How these look.
        left: Beads for what is left.
        gone: Beads for what is not.
        roles: How these two look.
    """

    label: str
    told: str
    role: str = "text"
    left: str = ""
    gone: str = ""
    roles: tuple[str, str] = ("accent", "faint")


class Columns(NamedTuple):
    """How the facts of several people of one game stand under each other, in cells.

    Attributes:
        game: Whose facts these are.
        beads: Beads of each column, where points are drawn as such.
        number: Cells of each column's figures.
        label: Cells of each column's label.
        letters: Whether a letter stands for each label.
    """

    game: str
    beads: tuple[int, ...] = ()
    number: tuple[int, ...] = ()
    label: tuple[int, ...] = ()
    letters: bool = False

    @property
    def width(self) -> int:
        """Cells of a row in these columns."""
        beads = sum(size + 1 for size in self.beads if size)
        between = (1 if self.letters else GAP) * max(0, len(self.label) - 1)
        return sum(self.label) + (0 if self.letters else len(self.label)) + beads + sum(self.number) + between


Across = tuple[Columns, ...]
"""The columns of a table, by game."""


def abilities_of(actor: Actor, games: Sequence[str]) -> tuple[Row, ...]:
    """The abilities of an actor, where the table shows them; none for who does not play the Wyrd Abacus."""
    return actor.sheets[WYRD_ABACUS].track if WYRD_ABACUS in shown_games(actor, games) else ()


def left(row: Row) -> int:
    """Points that can be spent."""
    return 0 if row.struck else row.free


def is_absent(actor: Actor) -> bool:
    """Whether somebody is elsewhere in this scene."""
    return actor.suffered(WYRD_ABACUS, "absent") is not None


# ------------------------------------------------------------------ what is told


def facts_of(actor: Actor, game: str, glyphs: Glyphs) -> tuple[Fact, ...]:
    """What one game tells of an actor's points."""
    quiet = actor.out or is_absent(actor)
    sheet = actor.sheets[game]
    if game == METTLE:
        return tuple(_mettle(row, actor, quiet, glyphs) for row in sheet.track)
    wyrd = sheet.ratings.get(WYRD, 0)
    told = Fact(WYRD, str(wyrd), "dim" if quiet or not wyrd else "strong")
    return (*(_ability(row, quiet, glyphs) for row in sheet.track), told)


def _ability(row: Row, quiet: bool, glyphs: Glyphs) -> Fact:
    """An ability: what is left of it, or that it is scratched out (WA-28)."""
    label = clean(row.label)
    role = "dim" if quiet else "hurt" if not left(row) else "text"
    told = glyphs.lost if row.struck else f"{left(row)}/{row.boxes}"
    if row.boxes > MOST_POINTS:
        return Fact(label, told, role)
    if row.struck:
        return Fact(label, told, role, "", glyphs.struck * row.boxes, ("", "dim" if quiet else "hurt"))
    shining, hollow = glyphs.full * left(row), glyphs.free * (row.boxes - left(row))
    return Fact(label, told, role, shining, hollow, ("dim" if quiet else "accent", "faint"))


def _mettle(row: Row, actor: Actor, quiet: bool, glyphs: Glyphs) -> Fact:
    """Mettle as beads, which may be less than none; a pool in figures, with what strain leaves of it (ME-21, ME-35)."""
    label = clean(row.label)
    if row.id != METTLE_ROW:
        now = left_of(actor, row.id, row.free)
        told = f"{row.boxes} ({now})" if now != row.boxes else str(row.boxes)
        return Fact(label, told, "dim" if quiet or not row.boxes else "hurt" if now != row.boxes else "text")
    now = row.boxes - row.marks
    told = f"{glyphs.minus if now < 0 else ''}{abs(now)}/{row.boxes}"
    role = "dim" if quiet else "hurt" if now <= 0 else "text"
    if row.boxes > MOST_POINTS:
        return Fact(label, told, role)
    shining, hollow = glyphs.full * row.free, glyphs.free * min(row.marks, row.boxes)
    return Fact(label, told, role, shining, hollow, ("dim" if quiet else "accent", "faint"))


# ------------------------------------------------------------------ in columns


def columns(
    actors: Sequence[Actor], games: Sequence[str], glyphs: Glyphs, *, drawn: bool = False, letters: bool = False
) -> Across:
    """The columns that hold the facts of all of these, by game; none where nobody's points are shown."""
    found: list[Columns] = []
    for game in POINTED:
        told = [facts_of(actor, game, glyphs) for actor in actors if game in shown_games(actor, games)]
        if most := max(map(len, told), default=0):
            each = [[facts[index] for facts in told if index < len(facts)] for index in range(most)]
            found.append(
                Columns(
                    game,
                    tuple(max(len(f.left) + len(f.gone) for f in facts) if drawn else 0 for facts in each),
                    tuple(max(len(_figures(f, letters)) for f in facts) for facts in each),
                    tuple(1 if letters else max(cells(f.label) for f in facts) for facts in each),
                    letters,
                )
            )
    return tuple(found)


def width_across(across: Across) -> int:
    """Cells that the widest row in such columns takes."""
    return max((each.width for each in across), default=0)


def fact_lines(actor: Actor, games: Sequence[str], across: Across, glyphs: Glyphs) -> tuple[Line, ...]:
    """The points of an actor in columns, a line for each game."""
    shown = shown_games(actor, games)
    return tuple(_line(facts_of(actor, each.game, glyphs), each) for each in across if each.game in shown)


def _figures(fact: Fact, letters: bool) -> str:
    return fact.told.replace(" ", "") if letters else fact.told


def _line(facts: Sequence[Fact], across: Columns) -> Line:
    spans: list[Span] = []
    for index, fact in enumerate(facts):
        size = across.beads[index]
        label = fact.label[:1] if across.letters else pad(fact.label, across.label[index]) + " "
        told = _figures(fact, across.letters)
        shining, hollow = (fact.left, fact.gone) if size else ("", "")
        last = index == len(facts) - 1
        gap = 0 if last else across.number[index] - len(told) + (1 if across.letters else GAP)
        spans += [
            (label, "dim"),
            (shining, fact.roles[0]),
            (hollow, fact.roles[1]),
            (" " * (size - len(shining) - len(hollow) + (1 if size else 0)), "text"),
            (told, fact.role),
            (" " * gap, "text"),
        ]
    return tuple(span for span in spans if span[0])


def purse(actor: Actor, ability: str, glyphs: Glyphs, *, first: bool = False) -> Span | None:
    """What somebody can give of an ability, by (first) name, in brackets if elsewhere; None where they have none."""
    sheet = actor.sheets.get(WYRD_ABACUS)
    row = next((row for row in sheet.track if row.id == ability), None) if sheet and not actor.out else None
    if row is None:
        return None
    name = clean(actor.name)
    told = f"{name.split()[0] if first and name.strip() else name} {glyphs.lost if row.struck else left(row)}"
    if is_absent(actor):
        return f"({told})", "dim"
    return told, "text" if left(row) else "dim"
