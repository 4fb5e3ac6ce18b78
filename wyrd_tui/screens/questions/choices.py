"""Fields for choices: one of them, or several."""

from __future__ import annotations

from wyrd_tui.engine.choices import Choice, goes_with
from wyrd_tui.engine.commands import Answer, Answers, Ask
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.state import State, slug
from wyrd_tui.engine.words import begin_sentence
from wyrd_tui.screens.questions.editor import Editor
from wyrd_tui.screens.questions.field import Field, Taken, drawn_choice, near_places, places_named
from wyrd_tui.widgets.question import PromptPart

SEVERAL = 2
"""Choices from which on a suggestion is a set that others join."""


class OneField(Field):
    """Field for one of the choices, or for the GM's own words where the question takes them.

    Without a default no choice is highlighted, so that an Enter too many decides nothing.
    """

    nowhere = -1
    _suggests = False

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
        self._kept = self.at
        self._suggests = given is None

    def renew(self, answers: Answers) -> None:
        """Fetch the choices again, with the suggestion that goes with the answers beside it until one is chosen.

        A default that no choice offers stands first, such as a skill not on the sheet.
        """
        suggested = bool(self.suggestion) and not self.types
        super().renew(answers)
        if suggested and (default := self.ask.default(self.state, answers)) != self.default:
            self.default = default
            self.at = next((at for at, choice in enumerate(self.choices) if choice.value == default), self.at)
        usual = self.default if self.ask.free and isinstance(self.default, str) else ""
        if usual and self.choices and all(choice.value != usual for choice in self.choices):
            self.choices = (Choice(usual, usual, "not listed"), *self.choices)

    def found(self) -> list[int]:
        """Return the indexes of the choices that fit the word being sought, or else are spelt much like it."""
        return self._fits() or (near_places(self._sought_word, self.choices) if self._sought_word else [])

    def _fits(self) -> list[int]:
        every = (at for at, choice in enumerate(self.choices) if not choice.sought)
        return self._named(self._sought_word) if self._sought_word else [*every]

    def _named(self, word: str) -> list[int]:
        first = places_named(word, self.choices)
        wanted = slug(word)
        others = ((i, c) for i, c in enumerate(self.choices) if not c.none)
        inside = (i for i, c in others if any(wanted in slug(name) for name in (c.label, c.value)))
        meant = [i for i, c in enumerate(self.choices) if c.whose and handles_of(self.state).get(c.whose) == word]
        return list(dict.fromkeys((*meant, *first, *inside)))

    def _begins_a_word(self, sign: str) -> bool:
        words = (word for choice in self.choices for word in slug(choice.label).split("-"))
        return bool(wanted := slug(sign)) and any(word.startswith(wanted) for word in words)

    @property
    def _sought_word(self) -> str:
        return self.sought.text.strip() if self.sought is not None else ""

    @property
    def types(self) -> bool:
        """True where the GM's own words or the name of a choice are being typed."""
        return self.own is not None or self.sought is not None

    @property
    def suggestion(self) -> str:
        """Label of the choice that is suggested, as long as it is taken; empty where there is none."""
        chosen = self.choices[self.at] if self._suggests and 0 <= self.at < len(self.choices) else None
        return chosen.label if chosen is not None and chosen.value == self.default else ""

    @property
    def barren(self) -> bool:
        """True where nothing is offered and nothing may be typed."""
        return not self.choices and self.own is None

    @property
    def undecided(self) -> bool:
        """True where choices are offered and none is highlighted."""
        return bool(self.choices) and self.at < 0 and self.own is None

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
            if character == "'" and not self.own.text and not self.choices:
                # The words are open without the key that opens them elsewhere.
                return "taken"
            return "taken" if self.own.key(key, character) else ""
        if self.sought is not None:
            return self._seek(key, character, self.sought)
        if self._move(key, len(self.choices)):
            self._suggests = False
            return "taken"
        if (index := self._chosen(character)) is not None:
            self.at, self._suggests = index, False
            return "taken" if self.choices[index].grave else "give"
        if self.begun:
            return "taken"
        if character == "/" and self.choices:
            self.seek("")
            return "taken"
        if character in ("'", '"') and self.ask.free:
            self.own = Editor()
            return "taken"
        return ""

    def settle(self) -> None:
        """Choose the row that the typed name found, and show all choices again.

        Raises:
            Refused: If nothing is chosen.
        """
        value = self.answer()
        self.at = next((at for at, choice in enumerate(self.choices) if choice.value == value), self.at)
        self.sought = None

    def seek(self, word: str) -> None:
        """Begin to type the name of a choice."""
        self._kept, self.sought = self.at, Editor(word)
        self.at = self._place_found()

    def _place_found(self) -> int:
        """Return the place of the first that the word names; −1 for none, and for one that kills or costs."""
        fits = self._fits() if self._sought_word else []
        return 0 if fits and not self.choices[fits[0]].grave else -1

    def look_for(self, word: str) -> str:
        """Begin to type the name of a choice, and return the first that fits; only a list of names takes letters.

        It takes every word, since `found` offers what is spelt alike, but no letter alone that is in no name, that
        begins no word of one and is a choice's without its capital, or among choices of which one is grave. In any
        other list `/` begins a name, so that a letter too many changes nothing.
        """
        slip = word.upper() in self.letters and not self._begins_a_word(word)
        slip = slip or any(choice.grave for choice in self.choices)
        if not self.searches or not (word[1:] or (self._named(word) and not slip)):
            return ""
        before = self.sought, self.at
        self.seek(word)
        if self.choices:
            return self.choices[next(iter(self._fits()), 0)].label
        self.sought, self.at = before
        return ""

    def _seek(self, key: str, character: str | None, sought: Editor) -> Taken:
        if key == "backspace" and not sought.text:
            self.sought, self.at = None, self.at if self.at >= 0 else self._kept
            return "taken"
        if key in ("up", "down", "pageup", "pagedown") and self._move(key, len(self.found())):
            return "taken"
        if sought.key(key, character):
            if key == "backspace" and not sought.text:
                # The letters of the choices come back with the last of the word.
                self.sought, self.at = None, self._kept
                return "taken"
            self.at = self._place_found()
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
        if found and self.at >= 0:
            return self.choices[found[min(self.at, len(found) - 1)]].value
        if self._sought_word and (fits := self._fits()):
            raise Refused(f"“{self._sought_word}” finds {self.choices[fits[0]].label}. ↓ chooses it.")
        if self._sought_word and self.choices:
            meant = f" Did you mean {self.choices[found[0]].label}? ↓ chooses it." if found else ""
            own = " For your own words clear the field with ⌫, then press '." if self.ask.free and not found else ""
            raise Refused(f"No choice is called “{self._sought_word}”.{meant}{own}")
        if found:
            key = self.keys()[found[0]]
            told = f"choose one{f', such as {key}' if key else ''}."
            # A prompt that is a sentence is in sight already.
            raise Refused(begin_sentence(told) if self.ask.prompt[-1:] in ".?" else f"{self.ask.prompt}: {told}")
        raise Refused(f"“{self.ask.prompt}” has nothing to choose. Press esc.")

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
            text, caret, note = self.own.text, self.own.caret, "in your own words"
            return PromptPart(self.ask.prompt, active, text, caret, ghost, note=note, words=True)
        # A handle finds the actor whose name is sought.
        handles = handles_of(self.state) if self.sought is not None else {}
        keys = self.keys() if self.sought is None else [handles.get(c.whose, "") for c in self.choices]
        found = self.found()
        offers = tuple(
            drawn_choice(c, keys[i], here=place == self.at)
            for place, (i, c) in enumerate((i, self.choices[i]) for i in found)
        )
        note = "" if self.choices else "nothing to choose; ⏎ or esc cancels"
        if self.choices and self._sought_word and not self._fits():
            note = f"no choice matches “{self._sought_word}”{'; did you mean' if offers else ''}"
        if found and self.at >= 0 and self.choices[found[self.at]].grave:
            note = f"⏎ confirms “{self.choices[found[self.at]].label}”"
        if self.sought is None:
            return PromptPart(
                self.ask.prompt, active, offers=offers, note=note, sight=self.at, keyed=True, listed=self.ask.listed
            )
        text, caret = self.sought.text, self.sought.caret
        return PromptPart(self.ask.prompt, active, text, caret, "type a name", offers, note, self.at, words=True)


class ManyField(Field):
    """Field for any number of choices, at most one of each group; those that are on from the start stand first.

    In a form a default changes no order, such as that of fighters, where those who stand by are first.

    The first choice that is typed replaces what is suggested, and each further one is added or taken away; only what
    counts in a roll of itself is no suggestion, and one that cannot stand alone is joined, as the first of a team.
    Space adds the row under the cursor or takes it away; behind a choice that stands alone it keeps that, so that
    `1 space 3` takes both. Enter takes the row that the cursor was moved to as well, except in a form and in a whole
    list, where the arrows only show hints.
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
        self.suggested = not ask.adds
        self._kept, self._noted = False, ""
        if self.choices and (self.on or ask.form):
            self.at = 0

    def renew(self, answers: Answers) -> None:
        """Fetch the choices again: new ones start on or off as they say, and those that are gone count no more."""
        chosen = {self.ask.name: self._on_now()} if self._known else {}
        super().renew({**answers, **chosen})
        self._values = tuple(choice.value for choice in self.choices)
        new = {choice.value for choice in self.choices if choice.on and choice.value not in self._known}
        self.on = self.on | new
        self._first |= new
        self._known |= set(self._values)
        self._sort()

    def _sort(self) -> None:
        # Choices switched later stay in place, or letters would move under the fingers.
        self.choices = sorted(self.choices, key=lambda choice: choice.value not in self._first)

    @property
    def taken(self) -> set[str]:
        """Values that Enter takes: those that are on, and the row that the cursor was moved to.

        As a typed choice does, that row stands alone in place of the one that is suggested.
        """
        if not self._reached:
            return set(self.on)
        return {self.choices[self.at].value} if self._suggests_one else self._with(self.choices[self.at])

    @property
    def _suggests_one(self) -> bool:
        return self.suggested and len(self.on) < SEVERAL

    @property
    def space_keeps(self) -> bool:
        """Tell if space keeps the row under the cursor, the only one that is suggested."""
        return self._suggests_one and self.choices[max(0, self.at)].value in self.on

    @property
    def begins_answer(self) -> bool:
        """Tell if the one that is suggested cannot stand alone, such as a character who wants a team."""
        return self._suggests_one and bool(self.ask.fault(self.state, {**self.answers, self.ask.name: self._on_now()}))

    def _on_now(self) -> tuple[str, ...]:
        return tuple(value for value in self._values if value in self.on)

    def _names_on(self) -> str:
        return ", ".join(choice.label for choice in self.choices if choice.value in self.on)

    def _with(self, choice: Choice) -> set[str]:
        """Return what is on once a choice is on too, without what does not go with it."""
        kept = {one.value for one in self.choices if one.value in self.on and goes_with(one, choice)}
        return kept | {choice.value}

    def _toggle(self, index: int) -> None:
        choice = self.choices[index]
        self.at, self._reached, self.suggested = index, False, False
        self.on = self.on - {choice.value} if choice.value in self.on else self._with(choice)

    @property
    def spaced(self) -> str:
        """Use of space on the row that letters have found, in words."""
        if self.choices[self.at].value in self.on:
            return "takes it off"
        return "keeps it ticked" if self._reached else "ticks it"

    def _reach(self) -> None:
        """Have Enter take the row that the cursor was moved to, where rows are added rather than taken off."""
        self._reached = not (self.ask.form or self.ask.whole or self.choices[self.at].group)
        self._kept = False

    def look_for(self, word: str) -> str:
        """Move the highlight to the choice that letters name, and return its label; empty where none is named."""
        if label := self._go_to(word):
            self._reach()
        return label

    def key(self, key: str, character: str | None) -> Taken:
        """Take a key: letters switch a choice on and off, space the highlighted one or keeps what was typed."""
        self._noted = ""
        # The last of many is as near as the first to the hand that leaves one out.
        if self._move("end" if key == "up" and self.at <= 0 and not self.moved else key, len(self.choices)):
            self._reach()
            return "taken"
        if (index := self._chosen(character)) is not None:
            begun = self.begins_answer
            if self.suggested and not begun:
                self.on = set()
            if begun and self.choices[index].value in self.on:
                # Who types the whole answer names the one that begins it, too.
                self.at, self.suggested = index, False
            else:
                self._noted = f"{self._names_on()} stays ticked" if begun else ""
                self._toggle(index)
            self._kept = self.choices[index].value in self.on
            return "taken"
        if key == "space" and self.choices:
            here = max(0, self.at)
            # Behind what is suggested it keeps that, so that the next choice joins it.
            kept = self.choices[here].label if self._kept or self.space_keeps else ""
            self._noted = f"{kept} stays ticked; the next key adds" if kept else ""
            if not kept:
                self._toggle(here)
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
            drawn_choice(c, key, on=c.value in taken, here=shown and index == self.at)
            for index, (key, c) in enumerate(zip(self.keys(), self.choices, strict=True))
        )
        return PromptPart(self.ask.prompt, active, offers=offers, note=self._noted, sight=self.at, keyed=True)
