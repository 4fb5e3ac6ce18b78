"""Panes to read, which no cursor enters: the inspector of what is selected, and the text of the scene."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from textual import events

from wyrd_tui.engine.rod_order import locking_titles, strikes_told
from wyrd_tui.engine.sheet import Row, Sheet, Trait, uses_left
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.engine.voices import game_name, value_name, voice_of
from wyrd_tui.widgets.assets import bonus_parts, ratings_by_level
from wyrd_tui.widgets.cells import clean_line
from wyrd_tui.widgets.facts import wrap_facts
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs, with_sign
from wyrd_tui.widgets.pane import GUTTER, MARGIN, Pane
from wyrd_tui.widgets.pane_items import PaneItem
from wyrd_tui.widgets.spans import Line
from wyrd_tui.widgets.themes import Look
from wyrd_tui.widgets.tracks import condition_with_sign, is_spotlit, shown_games
from wyrd_tui.widgets.values import Fact, Target

NAMED_FROM = 14
"""Rows from which on the inspector names each target on a row of its own."""
FEW = 3
"""The most targets that it names in any case where it has fewer rows; more of them in half of its rows at most."""


class ReadingPane(Pane):
    """Facts folded to the width; a label stands out before its text."""

    def facts(self) -> Iterator[Fact]:
        """Yield what there is to read."""
        yield from ()

    def draw(self, width: int) -> Sequence[PaneItem]:
        """Fold each fact into lines."""
        return [PaneItem("", self._folded(fact, width)) for fact in self.facts()]

    def _folded(self, fact: Fact, width: int) -> tuple[Line, ...]:
        label, facts, role = fact
        label, (first, *others) = clean_line(label), map(clean_line, facts)
        rows = self._wrapped((f"{label} {first}" if label else first, *others), width - 2)
        lines: list[Line] = []
        for number, row in enumerate(rows):
            told = row[len(label) :] if label and not number and row.startswith(label) else row
            before: Line = ((label, "strong"),) if told is not row else ()
            lines.append((*((("  ", "text"),) if number else ()), *before, (told, role)))
        return tuple(lines)

    def _wrapped(self, facts: Iterable[str], width: int) -> list[str]:
        return wrap_facts(facts, max(10, width), f" {self.glyphs.dot} ")

    def on_click(self, event: events.Click) -> None:
        """Leave the keys where they are."""
        event.stop()


class InspectorPane(ReadingPane):
    """The selected character or challenge, whole."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__("Selected", look=look, glyphs=glyphs, id="inspector")
        self._shown: Actor | Challenge | None = None
        self._aims: Sequence[Target] = ()
        self._calm: Sequence[str] = ()
        self._state = State()

    def show(
        self,
        state: State,
        chosen: Actor | Challenge | None,
        aims: Sequence[Target] = (),
        calm: Sequence[str] = (),
    ) -> None:
        """Show a character, with the chance to hit each target, or a challenge; None where nothing is selected.

        The `calm` challenges strike by themselves no more.
        """
        self._shown, self._state, self._aims, self._calm = chosen, state, aims, calm
        if self.differs(chosen, state.actors, state.games, state.bonuses, aims, calm):
            self.top = 0
            self.redraw()

    def heading(self) -> str:
        """The name of what is shown."""
        shown = self._shown
        if shown is None:
            return self.title
        return clean_line(shown.name if isinstance(shown, Actor) else shown.title) or shown.id

    def facts(self) -> Iterator[Fact]:
        """Yield the ratings, traits and gear of a character, or the stakes of a challenge."""
        if isinstance(self._shown, Actor):
            yield from self._character(self._shown)
        elif self._shown is not None:
            yield from self._challenge(self._shown)

    def _character(self, actor: Actor) -> Iterator[Fact]:
        # Bonuses of the party stand in its own pane.
        own = [one for one in self._state.bonuses.values() if one.owner == actor.id and actor.side != "party"]
        yield from (("", (text,), role) for text, role in bonus_parts(own, self._state, self.glyphs))
        yield from self._aimed()
        yield from self._known(actor)

    def count_lines(self, actor: Actor, width: int) -> int:
        """Count the lines of what is known of a character of the party, in a pane of so many cells."""
        return sum(len(self._folded(fact, width - GUTTER - MARGIN)) for fact in self._known(actor))

    def _known(self, actor: Actor) -> Iterator[Fact]:
        """Yield ratings, traits, conditions, and who the character is."""
        games = shown_games(actor, self._state.games)
        for game in games:
            named = f"{game_name(game)}: " if len(games) > 1 else ""
            yield from self._sheet(actor.sheets[game], game, named)
        for condition in actor.conditions:
            if not is_spotlit(condition, actor):
                label = condition_with_sign(condition, actor, self.glyphs)
                yield label, ("", condition.note) if condition.note else ("",), "text"
        played = f"played by {actor.player}" if actor.player else ""
        if about := "; ".join(filter(None, (actor.concept, played))):
            yield "", (about,), "dim"
        if actor.notes:
            yield "Notes:", (actor.notes,), "dim"

    def _aimed(self) -> Iterator[Fact]:
        """The chance to hit each target by its name; of many in a low pane by the handles that share a chance.

        Names of many would cost the lines of the sheet, and the bytes of every key that moves the cursor.
        """
        if self.room >= NAMED_FROM and self._aims:
            yield "", ("Chance to hit",), "text"
            for aim in self._aims:
                yield "", (f"{aim.chance} {aim.handle} {clean_line(aim.name)}",), "text"
        elif self._aims:
            named, width = self._alike(named=True), self.space.width - GUTTER - MARGIN - 2
            few = len(self._aims) <= FEW or 3 * len(self._wrapped(named, width)) <= self.room + 1
            # A single style for all: each other one costs forty bytes.
            yield "", named if few else self._alike(named=False), "text"

    def _alike(self, *, named: bool) -> tuple[str, ...]:
        """Return the chances, each with the targets that share it: with their names, or by their handles alone."""
        alike: dict[str, list[str]] = {}
        for aim in self._aims:
            who = f"{aim.handle} {clean_line(aim.short or aim.name)}".strip() if named or not aim.handle else aim.handle
            alike.setdefault(aim.hit, []).append(who)
        between = ", " if named else " "
        first, *others = (f"{hit} {between.join(who)}" for hit, who in alike.items())
        return f"Chance to hit: {first}", *others

    def _sheet(self, sheet: Sheet, game: str, named: str) -> Iterator[Fact]:
        if levels := ratings_by_level(sheet, game, self.glyphs):
            first, *others = (f"{level} {', '.join(names)}" for level, names in levels.items())
            yield "", (named + first, *others), "text"
        named_only: list[str] = []
        rows = {row.id: row for row in sheet.track}
        for trait in sheet.traits:
            # Name and effect share a style: each other one costs forty bytes of every key that moves the cursor.
            name, told = clean_line(trait.name), self._trait(trait, rows)
            if told:
                yield "", (f"{name}: {told[0]}", *told[1:]), "dim" if trait.lost else "text"
            else:
                named_only.append(name)
        if named_only:
            yield "", tuple(named_only), "text"

    def _trait(self, trait: Trait, rows: Mapping[str, Row]) -> Sequence[str]:
        left = uses_left(trait)
        # A trait that is used for points of a row, such as a facet, names the row.
        row = next((rows[effect.skill] for effect in trait.effects if effect.skill in rows), None)
        count = "" if left is None else f"{left} of {left + trait.used} left"
        if row is not None and row.struck:
            # Nothing comes back there.
            count = "scratched out"
        given = [
            with_sign(effect.value, self.glyphs) + (f" {effect.skill}" if effect.skill else "")
            for effect in trait.effects
            if effect.kind == "bonus"
        ]
        parts = (
            trait.source if trait.source == "gear" else "",
            row.label if row else "",
            ", ".join(given),
            trait.when,
            count,
        )
        return ("lost",) if trait.lost else tuple(filter(None, parts))

    def _challenge(self, rod: Challenge) -> Iterator[Fact]:
        words = voice_of(rod.game).rod_words
        value = "" if rod.value is None else value_name(rod.game, rod.value)
        beads = f"{rod.done} of {rod.needed}" if rod.needed > 1 else ""
        facts = (rod.type or rod.kind, value, beads, rod.outcome_word or rod.visibility)
        yield "", tuple(filter(None, facts)), "dim"
        if rod.text:
            yield "", (rod.text,), "text"
        for label, text in (("Won:", rod.win), ("Full:" if rod.kind == "clock" else "Lost:", rod.lose)):
            if text:
                yield label, (text,), "text"
        who = [actor.name for one in rod.who if (actor := self._state.actors.get(one))]
        after = [] if rod.outcome else locking_titles(self._state, rod.after)
        for label, several in (("Suits:", rod.skills), ("In it:", who), ("After:", after)):
            if several:
                yield label, (", ".join(several),), "text"
        if strikes := strikes_told(rod, self._calm):
            yield "Strikes", (strikes,), "text"
        if met_by := words.met_by.get(rod.met_by):
            yield "", (met_by,), "text"


class ScenePane(ReadingPane):
    """The text of the scene that is played, and what the book still holds for it."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__("Scene", look=look, glyphs=glyphs, id="scene")
        self._told: Sequence[Fact] = ()
        self._further: Sequence[Fact] = ()
        self._named = ""

    def show(self, title: str, facts: Sequence[Fact], further: Sequence[Fact] = ()) -> None:
        """Show the title of a scene and the facts of its page; further ones as far as they have room whole."""
        self._named, self._told, self._further = title, facts, further
        if self.differs(title, facts, further):
            self.redraw()

    def draw(self, width: int) -> Sequence[PaneItem]:
        """Fold each fact into lines."""
        items = [*super().draw(width)]
        left = self.room - sum(len(item.lines) for item in items)
        for fact in self._further:
            lines = self._folded(fact, width)
            left -= len(lines)
            if left < 0:
                break
            items.append(PaneItem("", lines))
        return items

    def heading(self) -> str:
        """The title of the scene."""
        return clean_line(self._named) or self.title

    def facts(self) -> Iterator[Fact]:
        """Yield the facts of the page."""
        yield from self._told
