"""Field for points that are shared among choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answer, Answers, Ask, Portion, portions
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.state import State
from wyrd_tui.screens.questions.field import Field, Taken, places_named
from wyrd_tui.widgets.question import PromptChoice, PromptPart

NO_LIMIT_FROM = 999
"""The greatest number of a question that names none."""


class PartsField(Field):
    """Field for points shared among choices."""

    def __init__(self, ask: Ask, state: State, answers: Answers, given: Answer | None = None) -> None:
        self.last: tuple[str, ...] = ()
        self.all: Sequence[Choice] = ()
        self._behind = False
        super().__init__(ask, state, answers, given)
        self._stand()

    @property
    def spaced(self) -> str:
        """Use of space on the choice under the highlight, in words."""
        return "gives it a point"

    def _stand(self) -> None:
        """Put the cursor on the choice that Enter would take before any point is given."""
        values = [choice.value for choice in self.choices]
        named = [part.name for part in portions(self.default)]
        self.at = next((values.index(name) for name in named if name in values), 0)
        # On the other side Enter takes the row under the cursor, since what is suggested stands on this one.
        self.moved = self._behind

    @property
    def points(self) -> Counter[str]:
        """The points given so far, by choice."""
        return Counter(self.last)

    @property
    def usual(self) -> Answer | None:
        """Answer of Enter before any point is given: a default on one choice follows the cursor."""
        found = portions(self.default)
        if not (self.moved and self.choices and len(found) == 1):
            return self.default
        choice, points = self.choices[self.at], found[0].points
        return (Portion(choice.value, points),) if choice.most is None or points <= choice.most else self.default

    @property
    def barren(self) -> bool:
        """True where points could be given to nothing."""
        return not self.choices and self.default is None

    def renew(self, answers: Answers) -> None:
        """Fetch the choices again; what a choice has left depends on the points that it was given."""
        dealt = tuple(Portion(value, points) for value, points in self.points.items())
        super().renew({**answers, self.ask.name: dealt})
        self.all = self.choices
        if any(choice.behind for choice in self.all) and not all(choice.behind for choice in self.all):
            self.choices = tuple(choice for choice in self.all if bool(choice.behind) == self._behind)
            self.at = max(0, min(self.at, len(self.choices) - 1))

    @property
    def hidden(self) -> str:
        """Name of the choices on the other side of Tab; empty for none."""
        if len(self.choices) == len(self.all):
            return ""
        return "back" if self._behind else next(choice.behind for choice in self.all if choice.behind)

    def turn_over(self) -> bool:
        """Show the choices on the other side; False where there are none."""
        if not self.hidden:
            return False
        self._behind, self.at = not self._behind, 0
        self.renew(self.answers)
        if not self.last:
            self._stand()
        return True

    @property
    def total(self) -> int | None:
        """Number of points to give, where the question says so."""
        dealt = [part.points for part in portions(self.default)]
        if dealt and all(dealt):
            return sum(dealt)
        return self.ask.high if self.ask.high < NO_LIMIT_FROM else None

    @property
    def left(self) -> int | None:
        """Points not given yet; None where the question has no total."""
        return None if self.total is None else self.total - len(self.last)

    @property
    def untouched(self) -> bool:
        """True before any point is given."""
        return not self.last

    def key(self, key: str, character: str | None) -> Taken:
        """A letter gives a point, its capital or Backspace takes one back.

        Raises:
            Refused: If no point is left to give.
        """
        if self._move(key, len(self.choices)):
            return "taken"
        if key == "backspace" and self.last:
            self._back(self.last[-1])
            return "taken"
        index = self._chosen(character)
        if index is not None or (key == "space" and self.choices):
            self.at = self.at if index is None else index
            self._deal(self.choices[self.at])
            return "taken"
        if self.begun:
            return "taken"
        if character is not None and character.lower() in self.letters:
            self.at = self.letters[character.lower()]
            self._back(self.choices[self.at].value)
            return "taken"
        return ""

    def why_missing(self, who: str) -> str:
        """Say that the actor has no points on this page."""
        more = f" Tab shows {self.hidden}." if self.hidden else ""
        return f"{self.state.actors[who].name} gives no points here.{more}"

    def look_for(self, word: str) -> str:
        """Move the highlight to the choice that letters name, also to one on the other side, and return its label."""
        if places_named(word, self.all) and not places_named(word, self.choices):
            self.turn_over()
        return self._go_to(word)

    def _deal(self, choice: Choice) -> None:
        if choice.most is not None and self.points[choice.value] >= choice.most:
            none = f"{choice.label} can give none ({choice.hint})."
            raise Refused(f"{choice.label} has only {choice.most} to give." if choice.most else none)
        if self.left is not None and self.left <= 0:
            if self.total != 1:
                raise Refused(f"{self.ask.prompt}: all {self.total} points are assigned. ⌫ takes one back.")
            # The only point goes where the last letter says, as the choice among several does.
            self.last = ()
        self.last = (*self.last, choice.value)
        self.renew(self.answers)

    def _back(self, value: str) -> None:
        if value in self.last:
            at = len(self.last) - 1 - self.last[::-1].index(value)
            self.last = (*self.last[:at], *self.last[at + 1 :])
            self.renew(self.answers)
            if not self.last:
                self._stand()

    def answer(self) -> Answer:
        """Each choice that got points, or the default while none did.

        Raises:
            Refused: If nothing is chosen, or points are left of a default that assigns them all.
        """
        points = self.points
        dealt = tuple(Portion(c.value, points[c.value]) for c in self.all if points[c.value])
        if dealt and self.left and portions(self.default):
            again = "Press the key of a choice for each point."
            raise Refused(f"{self.ask.prompt}: {self.left} of {self.total} points left. {again}")
        if dealt:
            return dealt
        if self.usual is not None:
            return self.usual
        raise Refused(f"{self.ask.prompt}: press a letter for each point.")

    def _given(self) -> str:
        """Tell all points given, also those of another page, and whom they bring in; empty while none are given."""
        points = self.points
        inside, joining = (
            [f"{c.label} {points[c.value]}" for c in self.all if points[c.value] and c.apart == apart]
            for apart in (False, True)
        )
        also = f"{', '.join(joining)}, who {'take' if joining[1:] else 'takes'} part too" if joining else ""
        told = "; ".join(filter(None, (", ".join(inside), also)))
        return f"{len(self.last)}: {told}" if told else ""

    def part(self, active: bool) -> PromptPart:
        """Draw the choices with their points, and the points left."""
        points = self.points
        offers = tuple(
            PromptChoice(key, c.label, c.hint, c.number, points=points[c.value], here=active and i == self.at)
            for i, (key, c) in enumerate(zip(self.keys(), self.choices, strict=True))
        )
        note = self._given() if self.left is None else f"{self.left} left"
        if not self.choices:
            note = "nothing to choose; ⏎ or esc cancels"
        elif not self.last and (usual := portions(self.usual)):
            likely = ", ".join(f"{part.name} −{part.points}" for part in usual)
            each = ", 1 for each press" if self.total and self.total > 1 else ""
            note = f"{note}{each}; ⏎ takes {likely}" if note else f"⏎ takes {likely}"
        elif not self.last and self.ask.unassigned:
            note = self.ask.unassigned
        return PromptPart(self.ask.prompt, active, offers=offers, note=note, sight=self.at, keyed=True)
