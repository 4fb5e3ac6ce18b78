"""Field for one of several choices."""

from __future__ import annotations

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answer, Answers, Ask
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import begin_sentence
from wyrd_tui.screens.questions.editor import Editor
from wyrd_tui.screens.questions.field import Field, Taken, drawn_choice, near_places, places_named
from wyrd_tui.widgets.question import PromptPart


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
        elif len(values) == 1 and not self.choices[0].grave:
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
        wanted = slug(word)
        # A person comes before a thing that has the word in its name, unless that is its whole name.
        first = sorted(
            places_named(word, self.choices),
            key=lambda at: not self.choices[at].whose and slug(self.choices[at].label) != wanted,
        )
        others = [(i, c) for i, c in enumerate(self.choices) if not c.none]
        inside = [i for i, c in others if wanted in slug(c.label)]
        inside = inside or [i for i, c in others if not first and wanted in slug(c.value)]
        meant = [i for i, c in enumerate(self.choices) if c.whose and handles_of(self.state).get(c.whose) == word]
        return list(dict.fromkeys((*meant, *first, *inside)))

    def _begins_a_word(self, sign: str) -> bool:
        words = (word for choice in self.choices for word in slug(choice.label).split("-"))
        return bool(wanted := slug(sign)) and any(word.startswith(wanted) for word in words)

    @property
    def fits(self) -> bool:
        """True where a choice fits the word being sought."""
        return bool(self._fits())

    @property
    def _sought_word(self) -> str:
        return self.sought.text.strip() if self.sought is not None else ""

    @property
    def _worded(self) -> bool:
        """True where the letters that are typed find no choice, and so are the GM's own words."""
        return self.ask.worded and bool(self._sought_word) and not self.found()

    @property
    def takes_words(self) -> bool:
        """True where the GM's own words may be typed in place of a choice."""
        return self.ask.free and not self.ask.unworded

    @property
    def types(self) -> bool:
        """True where the GM's own words or the name of a choice are being typed."""
        return self.own is not None or self.sought is not None

    @property
    def searches(self) -> bool:
        """True where letters find a choice by its name; among choices of which one is grave `/` begins a name."""
        return super().searches and not any(choice.grave for choice in self.choices)

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
    def lacking(self) -> bool:
        """True where own words are still to be typed, in whose place nothing is taken."""
        return self.own is not None and not self.own.text.strip() and (self.default is None or bool(self.choices))

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
        if character in ("'", '"') and self.takes_words:
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

        It takes every word, since `found` offers what is spelt alike, but no letter alone that is in no name, or that
        begins no word of one and is a choice's without its capital. In any other list `/` begins a name, so that a
        letter too many changes nothing.
        """
        slip = word.upper() in self.letters and not self._begins_a_word(word)
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
        before = sought.text
        if sought.key(key, character):
            if before and not sought.text:
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
        if self._worded:
            return self._sought_word
        if self._sought_word and (fits := self._fits()):
            raise Refused(f"“{self._sought_word}” finds {self.choices[fits[0]].label}. ↓ chooses it.")
        if self._sought_word and self.choices:
            meant = f" Did you mean {self.choices[found[0]].label}? ↓ chooses it." if found else ""
            own = " For your own words clear the field with ⌫, then press '." if self.takes_words and not found else ""
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
            note = "in your own words" if self._worded else note
        if found and self.at >= 0 and self.choices[found[self.at]].grave:
            note = f"⏎ confirms “{self.choices[found[self.at]].label}”"
        if self.sought is None:
            return PromptPart(
                self.ask.prompt, active, offers=offers, note=note, sight=self.at, keyed=True, listed=self.ask.listed
            )
        text, caret = self.sought.text, self.sought.caret
        return PromptPart(self.ask.prompt, active, text, caret, "type a name", offers, note, self.at, words=True)
