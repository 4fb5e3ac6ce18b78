"""Fields for choices: one of them, several, or points shared among them."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.commands import Answer, Answers, Ask, Choice, Portion, portions
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.state import State, slug
from wyrd_tui.screens.questions.editor import Editor
from wyrd_tui.screens.questions.field import Field, Taken
from wyrd_tui.widgets.question import PromptChoice, PromptPart

NO_LIMIT_FROM = 999
"""The greatest number of a question that names none."""


class OneField(Field):
    """Field for one of the choices, or for the GM's own words where the question takes them.

    Without a default no choice is highlighted, so that an Enter too many decides nothing.
    """

    nowhere = -1

    def __init__(self, ask: Ask, state: State, answers: Answers, given: Answer | None = None) -> None:
        self.sought: Editor | None = None
        self.own: Editor | None = None
        super().__init__(ask, state, answers, given)
        values = [choice.value for choice in self.choices]
        if isinstance(self.default, str) and self.default in values:
            self.at = values.index(self.default)
        elif len(values) == 1:
            self.at = 0
        elif ask.free and not values:
            self.own = Editor("")
        self._start = self.at

    def renew(self, answers: Answers) -> None:
        """Fetch the choices again; a default that no choice offers stands first, such as a skill not on the sheet."""
        super().renew(answers)
        usual = self.default if self.ask.free and isinstance(self.default, str) else ""
        if usual and self.choices and all(choice.value != usual for choice in self.choices):
            self.choices = (Choice(usual, usual, "not listed"), *self.choices)

    def found(self) -> list[int]:
        """Return the indexes of the choices that fit the word being sought."""
        if self.sought is None or not self.sought.text.strip():
            return list(range(len(self.choices)))
        wanted = slug(self.sought.text)
        words = [(slug(choice.label), slug(choice.value)) for choice in self.choices]
        first = [i for i, names in enumerate(words) if any(name.startswith(wanted) for name in names)]
        return first + [i for i, names in enumerate(words) if i not in first and any(wanted in n for n in names)]

    @property
    def types(self) -> bool:
        """True where the GM's own words or the name of a choice are being typed."""
        return self.own is not None or self.sought is not None

    @property
    def barren(self) -> bool:
        """True where nothing is offered and nothing may be typed."""
        return not self.choices and self.own is None

    @property
    def untouched(self) -> bool:
        """True before seeking or own words have begun."""
        return self.sought is None and (self.own is None or (not self.own.text and not self.choices))

    def key(self, key: str, character: str | None) -> Taken:
        """Take a key: letters take a choice, `/` seeks one, a quotation mark opens own words."""
        if self.own is not None:
            if key == "backspace" and not self.own.text:
                self.own = None if self.choices else self.own
                return "taken"
            return "taken" if self.own.key(key, character) else ""
        if self.sought is not None:
            return self._seek(key, character, self.sought)
        if self._move(key, len(self.choices)):
            return "taken"
        if (index := self._chosen(character)) is not None:
            self.at = index
            return "give"
        if self.begun:
            return "taken"
        if character == "/" and self.choices:
            self.sought, self.at = Editor(), -1
            return "taken"
        if character in ("'", '"') and self.ask.free:
            self.own = Editor()
            return "taken"
        return ""

    def _seek(self, key: str, character: str | None, sought: Editor) -> Taken:
        if key == "backspace" and not sought.text:
            self.sought, self.at = None, self.at if self.at >= 0 else self._start
            return "taken"
        if key in ("up", "down", "pageup", "pagedown") and self._move(key, len(self.found())):
            return "taken"
        if sought.key(key, character):
            self.at = 0 if sought.text.strip() else -1
            return "taken"
        return ""

    def answer(self) -> Answer:
        """The highlighted choice, or the own words.

        Raises:
            Refused: If nothing is chosen.
        """
        if self.own is not None:
            if text := self.own.text.strip():
                return text
            if self.default is not None and not self.choices:
                return self.default
            raise Refused(f"{self.ask.prompt}: type a word or two.")
        found = self.found()
        if found and self.at < 0:
            raise Refused(f"{self.ask.prompt}: choose one.")
        if found:
            return self.choices[found[min(self.at, len(found) - 1)]].value
        if self.sought is not None and self.choices:
            own = " Leave the search with esc, then ' begins your own words." if self.ask.free else ""
            raise Refused(f"Nothing here is called “{self.sought.text.strip()}”.{own}")
        raise Refused(f"There is nothing to choose for “{self.ask.prompt}”.")

    def paste(self, text: str) -> bool:
        """Paste text into own words or into the word being sought."""
        editor = self.own or self.sought
        if editor is None:
            return False
        editor.insert(text)
        return True

    def part(self, active: bool) -> PromptPart:
        """Draw the choices that fit, or the line of own words."""
        if self.own is not None:
            ghost = self.default if isinstance(self.default, str) and not self.choices else ""
            return PromptPart(self.ask.prompt, active, self.own.text, self.own.caret, ghost, note="in your own words")
        keys = self.keys() if self.sought is None else [""] * len(self.choices)
        found = self.found()
        offers = tuple(
            PromptChoice(
                keys[i], self.choices[i].label, self.choices[i].hint, self.choices[i].number, here=place == self.at
            )
            for place, i in enumerate(found)
        )
        note = "" if offers or not self.choices else "nothing is called that"
        if not self.choices:
            note = "nothing to choose: ⏎ or esc leaves"
        if self.sought is None:
            return PromptPart(self.ask.prompt, active, offers=offers, note=note, sight=self.at, keyed=True)
        text, caret = self.sought.text, self.sought.caret
        return PromptPart(self.ask.prompt, active, text, caret, "type a name", offers, note, self.at)


class ManyField(Field):
    """Field for any number of choices, at most one of each group; those that are on from the start stand first.

    In a form a default changes no order, such as that of fighters, where those who stand by are first.

    The first choice that is typed replaces a suggestion; numbers that count of themselves are none. Space behind a
    typed choice keeps it, so that `1 space 3` takes both. Enter takes the row that the cursor was moved to as well,
    except in a form, where the arrows only show hints.
    """

    nowhere = -1

    def __init__(self, ask: Ask, state: State, answers: Answers, given: Answer | None = None) -> None:
        self.on: set[str] = set()
        self._known: set[str] = set()
        self._first: set[str] = set()
        self._values: tuple[str, ...] = ()
        self._reached = False
        super().__init__(ask, state, answers, given)
        if isinstance(self.default, tuple):
            self.on = {choice.value for choice in self.choices if choice.value in self.default}
            if not ask.form:
                self._first = set(self.on)
                self._sort()
        self.suggested = not any(choice.on and choice.number is not None for choice in self.choices)
        self._kept = False
        if self.choices and (self.on or ask.form):
            self.at = 0

    def renew(self, answers: Answers) -> None:
        """Fetch the choices again: new ones start on or off as they say, and those that are gone count no more."""
        chosen = {self.ask.name: tuple(value for value in self._values if value in self.on)} if self._known else {}
        super().renew({**answers, **chosen})
        self._values = tuple(choice.value for choice in self.choices)
        new = {choice.value for choice in self.choices if choice.on and choice.value not in self._known}
        self.on |= new
        self._first |= new
        self._known |= set(self._values)
        self._sort()

    def _sort(self) -> None:
        # Choices switched later stay in place, or letters would move under the fingers.
        self.choices = sorted(self.choices, key=lambda choice: choice.value not in self._first)

    @property
    def taken(self) -> set[str]:
        """Values that Enter takes: those that are on, and the row that the cursor was moved to."""
        return self.on | {self.choices[self.at].value} if self._reached else set(self.on)

    def _toggle(self, index: int) -> None:
        choice = self.choices[index]
        self.at, self._reached, self.suggested = index, False, False
        if choice.value in self.on:
            self.on.discard(choice.value)
            return
        if choice.group:
            self.on -= {other.value for other in self.choices if other.group == choice.group}
        self.on.add(choice.value)

    def key(self, key: str, character: str | None) -> Taken:
        """Take a key: letters switch a choice on and off, space the highlighted one or keeps what was typed."""
        if self._move(key, len(self.choices)):
            self._reached = not self.ask.form and not self.choices[self.at].group
            self._kept = False
            return "taken"
        if (index := self._chosen(character)) is not None:
            if self.suggested:
                self.on = set()
            self._toggle(index)
            self._kept = self.choices[index].value in self.on
            return "taken"
        if key == "space" and self.choices:
            if not self._kept:
                self._toggle(max(0, self.at))
            self._kept = self.suggested = False
            return "taken"
        return "taken" if self.begun else ""

    def answer(self) -> Answer:
        """Return the choices that are on, in their order.

        Raises:
            Refused: If nothing is chosen.
        """
        found = tuple(value for value in self._values if value in self.taken)
        if self.ask.some and not found:
            raise Refused(self.ask.some)
        return found

    def part(self, active: bool) -> PromptPart:
        """Draw all choices, with those that are on."""
        shown, taken = active or self.moved, self.taken
        offers = tuple(
            PromptChoice(key, c.label, c.hint, c.number, c.value in taken, None, shown and index == self.at, c.then)
            for index, (key, c) in enumerate(zip(self.keys(), self.choices, strict=True))
        )
        return PromptPart(self.ask.prompt, active, offers=offers, sight=self.at, keyed=True)


class PartsField(Field):
    """Field for points shared among choices."""

    def __init__(self, ask: Ask, state: State, answers: Answers, given: Answer | None = None) -> None:
        self.points: dict[str, int] = {}
        self.last: list[str] = []
        self.all: Sequence[Choice] = ()
        self._behind = False
        super().__init__(ask, state, answers, given)
        self._stand()

    def _stand(self) -> None:
        """Put the cursor on the choice that Enter would take before any point is given."""
        values = [choice.value for choice in self.choices]
        named = [part.name for part in portions(self.default)]
        self.at = next((values.index(name) for name in named if name in values), 0)
        self.moved = False

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
        dealt = tuple(Portion(value, points) for value, points in self.points.items() if points)
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
        return None if self.total is None else self.total - sum(self.points.values())

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

    def _deal(self, choice: Choice) -> None:
        points = self.points.get(choice.value, 0)
        if choice.most is not None and points >= choice.most:
            raise Refused(f"{choice.label} has no more than {choice.most} to give.")
        if self.left is not None and self.left <= 0:
            raise Refused(f"{self.ask.prompt}: all {self.total} are dealt; a capital takes one back.")
        self.points[choice.value] = points + 1
        self.last.append(choice.value)
        self.renew(self.answers)

    def _back(self, value: str) -> None:
        if value in self.last:
            del self.last[len(self.last) - 1 - self.last[::-1].index(value)]
            self.points[value] -= 1
            self.renew(self.answers)
            if not self.last:
                self._stand()

    def answer(self) -> Answer:
        """Each choice that got points, or the default while none did.

        Raises:
            Refused: If nothing is chosen.
        """
        dealt = tuple(Portion(c.value, self.points[c.value]) for c in self.all if self.points.get(c.value))
        if dealt:
            return dealt
        if self.usual is not None:
            return self.usual
        raise Refused(f"{self.ask.prompt}: each letter gives a point.")

    def part(self, active: bool) -> PromptPart:
        """Draw the choices with their points, and the points left."""
        offers = tuple(
            PromptChoice(
                key, c.label, c.hint, c.number, points=self.points.get(c.value, 0), here=active and i == self.at
            )
            for i, (key, c) in enumerate(zip(self.keys(), self.choices, strict=True))
        )
        given = ", ".join(f"{c.label} {self.points[c.value]}" for c in self.all if self.points.get(c.value))
        note = (f"{sum(self.points.values())}: {given}" if given else "") if self.left is None else f"{self.left} left"
        if not self.choices:
            note = "nothing to choose: ⏎ or esc leaves"
        elif not self.last and (usual := portions(self.usual)):
            likely = ", ".join(f"{part.name} −{part.points}" for part in usual)
            note = f"{note}; ⏎ gives {likely}" if note else f"⏎ gives {likely}"
        return PromptPart(self.ask.prompt, active, offers=offers, note=note, sight=self.at, keyed=True)
