"""Questions of a command, one after another: keys in, answers out, without a terminal.

Esc leaves at any point and nothing has happened. Backspace with nothing typed goes back to the question before, also
to one that the selection on the screen had answered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy

from wyrd_tui.engine.account import Account
from wyrd_tui.engine.commands import Answer, Answers, Ask, Command, answers_with
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.ids import slug
from wyrd_tui.screens.questions.answered import answers_in_words, foretold, join_facts
from wyrd_tui.screens.questions.chain import Answered, QuestionChain
from wyrd_tui.screens.questions.choice_keys import key_of
from wyrd_tui.screens.questions.choices import OneField
from wyrd_tui.screens.questions.early_dice import awaited_dice, digit_as_dice, ends_name, typed_early
from wyrd_tui.screens.questions.editor import printable
from wyrd_tui.screens.questions.field import Field, places_named
from wyrd_tui.screens.questions.folded import FoldedField, is_shut
from wyrd_tui.screens.questions.key_order import (
    first_typed_into,
    lost_behind_ticks,
    next_place,
    place_behind,
    searched,
    takers,
)
from wyrd_tui.screens.questions.many_choices import why_not_empty
from wyrd_tui.screens.questions.outcomes import AskingOutcome, Cancelled, Done, StillOpen
from wyrd_tui.screens.questions.selected import newly_suggested
from wyrd_tui.screens.questions.typed import ERASERS, DiceField, NumberField, out_of_bounds
from wyrd_tui.screens.questions.typed_run import NO_RUN, TypedRun, letter
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.question import Prompt
from wyrd_tui.widgets.values import QUESTION_LINES


class Asking(QuestionChain):
    """Questions of a command, asked by keys."""

    own_keys: Sequence[str] = ()
    """Keys of the table that ask this question."""
    is_act: Callable[[str], bool] = staticmethod(lambda character: False)
    """Tells whether a key is that of an act of the table, which a hand may press in a question."""
    way_out: Callable[[str, str], str] = staticmethod(lambda character, leave: "")
    """Tells by which keys the act of a key is done instead; empty for none, and for one that would be refused."""
    beside: Callable[[Command, Answers, Account | None], str] = staticmethod(lambda command, answers, ahead: "")
    """Tells what the screen will do besides, as the act is foreseen; empty for nothing."""
    _run = NO_RUN
    _entered = False
    _emptied = False
    _ticked_by_dice: Field | None = None

    @property
    def typed(self) -> bool:
        """True where something was typed into the open field, so that signs go on with it."""
        fields, active = self._in_sight()
        return bool(fields) and fields[active].types and not fields[active].untouched

    def refuse(self, sentence: str) -> bool:
        """Show why the answers are refused, and keep them; False where nothing was asked."""
        if not self._reopen():
            return False
        self.refused = sentence
        return True

    # ------------------------------------------------------------------ keys

    def key(self, key: str, character: str | None = None) -> AskingOutcome:
        """Take a key press; Enter behind a wrong key acts when it is pressed again."""
        slip = self._slipped
        self.refused = self.aside = ""
        self._entered = key == "enter"
        run, self._run = self._run, NO_RUN
        emptied, self._emptied = self._emptied, False
        if (opened := self._opened) is not None:
            self._within(opened, key, character)
            return StillOpen()
        if key == "escape":
            return Cancelled()
        if not self._fields:
            return StillOpen()
        if missing := self._not_among(character) if key.isdecimal() else "":
            self.refused = missing
            return StillOpen()
        if (early := typed_early(self._early, key, character, self._fields)) is not None:
            self._early = early
            return StillOpen()
        active = self._fields[self._active]
        if key == "enter" or (key == "tab" and active.ask.next_answer and not self._fields[1:]):
            return self._held_back() if slip and key == "enter" else self._give()
        if key in ("backspace", "ctrl+h") and active.untouched:
            # A name that was typed is gone with the run, and the cursor stands where it stood before.
            dice = next((field for field in self._fields if isinstance(field, DiceField) and field.text), None)
            if dice is not None:
                # Dice that were typed beside a list are taken back before the list is left.
                dice.key(key, character)
                self._active, self._emptied = self._fields.index(dice), dice.untouched
                self._renew()
            elif not run.lost or (run.refused and not run.slip):
                self._go_back(emptied=emptied)
            else:
                self._fields = list(map(copy, run.before))
                self._renew()
            return StillOpen()
        if key in ("tab", "shift+tab"):
            if not active.turn_over():
                self._active = next_place(self._fields, self._active, 1 if key == "tab" else -1, self.state)
                self._ticked_by_dice = None
            self._renew()
            return StillOpen()
        if not letter(character):
            return self._typed(key, character)
        run = run.with_letter(letter(character), len(self._behind), self._fields)
        outcome = None if run.lost else self._offer(key, character, run)
        if outcome is None and not run.lost and self._turn_to(character, self._fields):
            return StillOpen()
        return self._name(run) if outcome is None else outcome

    @property
    def _slipped(self) -> bool:
        """True behind a key that was refused, until Enter or another key is pressed."""
        return bool(self.refused) and not self._entered and self._opened is None

    def _held_back(self) -> AskingOutcome:
        """Take Enter behind a wrong key: nothing is done yet, and what the answers lack is said."""
        if not self._answered():
            return self._give()
        self.refused = "Press ⏎ again to confirm what is shown."
        return StillOpen()

    def _within(self, opened: FoldedField, key: str, character: str | None) -> None:
        """Give a key to the opened field; Enter and Esc fold it, and other fields suggest what goes with its choice."""
        before = {field.ask.name: field.suggestion for field in self._fields}
        try:
            if key in ("enter", "escape"):
                opened.fold(keep=key == "enter")
            elif key in ("backspace", "ctrl+h") and opened.untouched:
                opened.fold(keep=False)
            elif opened.key(key, character):
                pass
            elif self._turn_to(character, (opened,)) or self._thrown_beside(key, character):
                return
            elif (typed := printable(character)) and not (letter(typed).islower() and opened.look_for(typed)):
                self.refused = self._slip(typed.strip() or key)
        except Refused as refusal:
            self.refused = str(refusal)
        self._renew()
        if not opened.opened:
            self.aside = newly_suggested(before, self._fields)

    def _thrown_beside(self, key: str, character: str | None) -> bool:
        """Keep dice that are typed beside the opened field for the form behind it."""
        dice = next((field for field in self._fields if isinstance(field, DiceField)), None)
        if dice is None or character == " " or not dice.key(key, character):
            return False
        self.aside = f"Dice of the roll: {dice.text}."
        return True

    def _typed(self, key: str, character: str | None) -> AskingOutcome:
        """Take a key that types or chooses."""
        if character == " " and (behind := place_behind(self._fields, self._active)) is not None:
            self._active = behind
            self._renew()
            return StillOpen()
        active = self._fields[self._active]
        if lost_behind_ticks(self._fields, active, character, begun=self._ticked_by_dice is active):
            self._ticked_by_dice = active
            self.refused = f"Press tab, then type the dice: in this list {character} does nothing."
            return StillOpen()
        awaited = character and awaited_dice(self.command, self.state, self.answers, character)
        if character and awaited and ends_name(active, character):
            if not self._thrown_beside(key, character):
                self._early += character
            return StillOpen()
        if (outcome := self._offer(key, character)) is not None:
            return outcome
        if character == "?":
            self.aside = f"{self.command.help} For all keys press esc, then ?."
        elif character and awaited:
            self._early = character
        elif typed := printable(character):
            self.refused = self._slip(typed.strip() or key)
        return StillOpen()

    def _offer(self, key: str, character: str | None, run: TypedRun = NO_RUN) -> AskingOutcome | None:
        """Offer a key to the fields that may take it; None where none does."""
        for field in takers(self._fields, self._active, key, character):
            typing = field.types
            try:
                taken = field.key(key, character)
            except Refused as refusal:
                self.refused = str(refusal)
                taken = "taken"
            if taken:
                self._run = NO_RUN if typing and field.types else run
                if taken == "give" and (len(self._fields) == 1 or not field.ask.in_form):
                    return self._go_on(field.ask)
                self._emptied = key in ERASERS and field.untouched
                if field.types != typing:
                    # Own words begin or end: typing goes where the caret is.
                    first = first_typed_into(self._fields, self.state)
                    self._active = self._fields.index(field) if field.types else first
                elif isinstance(field, DiceField):
                    self._active = self._fields.index(field)
                self._renew()
                if field.types:
                    excess = self._foresee().excess if isinstance(field, DiceField) else ""
                    self.refused = field.ask.excess(self.state, self.so_far()) or excess
                    self.aside = digit_as_dice(field, self._fields)
                return StillOpen()
        return None

    def _go_on(self, chosen: Ask) -> AskingOutcome:
        """Go on behind a choice that a key took; where no question follows, Enter acts, so that the line is read."""
        outcome = self._give()
        if isinstance(outcome, Done) and not chosen.at_once:
            self._reopen()
            return StillOpen()
        return outcome

    def _turn_to(self, character: str | None, fields: Sequence[Field]) -> bool:
        """Turn to the page of the choice that a letter takes there; False for other letters.

        It takes the choice once that is in sight.
        """
        for field in fields:
            if character and character in field.elsewhere and not field.types:
                field.at, field.moved = field.elsewhere[character], True
                self.aside = f"{field.choices[field.at].label}: ⏎ or {character} takes it."
                self._give_keys()
                return True
        return False

    def _slip(self, typed: str) -> str:
        """Say that a key does nothing, and what was meant: its other case, a letter more, or Esc and an act.

        An opened field is left by one Esc more.
        """
        meant, fields = typed.swapcase(), self._in_sight()[0]
        if meant != typed and any(meant in field.letters or meant in field.elsewhere for field in fields):
            sought = typed.islower() and any(field.ask.by_name and not field.searches for field in fields)
            case, name = "capital" if meant.isupper() else "small", ", or / to type a name" if sought else ""
            return f"{typed} does nothing here. Press {case} {meant}{name}."
        # Capitals choose; small letters begin a name.
        searched_in = (field for field in fields if field.searches)
        named = (one.choices[at].label for one in searched_in for at in places_named(typed, one.choices)[:1])
        begun = next(named, "") if typed.islower() else ""
        does = f"alone does nothing here; a second letter may find “{begun}”." if begun else "does nothing here."
        return f"{typed} {does}{self.way_out(typed, 'esc twice' if self._opened else 'esc')}"

    def _answered(self) -> bool:
        """Tell if every field gives an answer as it stands, which can stand beside the others, with no die too many."""
        try:
            answers = self.so_far(whole=True)
        except Refused:
            return False
        wrong = any(ask.fault(self.state, answers) or ask.excess(self.state, answers) for ask in self._asks)
        return not wrong and not self._foresee().excess

    def _name(self, run: TypedRun) -> AskingOutcome:
        """Read letters that include no handle as the beginning of a name; where they begin one, none of them chooses.

        The key that asks this question is a slip until another letter follows it, since the question is open already.
        """
        if run.word in self.own_keys:
            already = f"You are in “{self.command.label}” already. Answer it, or press esc."
            self.refused, self._run = already, run._replace(lost=True, missed=True)
            return StillOpen()
        capital = run.word.isupper() and not run.word[1:]
        if capital and self._open_behind(run.word):
            return StillOpen()
        if capital and not self._fields[self._active].ask.next_answer:
            # Capitals choose; small letters begin a name, and so does this one if more follow.
            self.refused, self._run = self._slip(run.word), run._replace(lost=True, missed=True)
            return StillOpen()
        if run.step < len(self._behind):
            behind = self._behind[run.step].fields
            if any(places_named(run.word, field.choices) and field.look_for(run.word) for field in behind):
                while len(self._behind) > run.step:
                    self.back()
            else:
                run = TypedRun(run.word[-1], len(self._behind), tuple(self._fields))
        elif run.behind_choices:
            run = TypedRun(run.word[-1], len(self._behind), tuple(self._fields))
        elif len(run.word) > 1:
            self._fields = list(map(copy, run.before))
        if missing := self._not_among(run.word):
            self.refused, self._run = missing, run._replace(lost=True, missed=True)
            return StillOpen()
        fields = sorted(self._fields, key=lambda field: isinstance(field, FoldedField))
        if self._means_act(run.word):
            # Only a list of one choice finds a letter in the midst of a name.
            fields = [field for field in fields if not isinstance(field, OneField)]
        found = next(((field, label) for field in fields if (label := field.look_for(run.word))), None)
        if found is None:
            self.refused = f"No choice is called “{run.word}”." if run.word[1:] else self._slip(run.word)
            if isinstance(number := self._fields[self._active], NumberField):
                self.refused = number.refuse_letters(self.way_out(run.word, "esc"))
        elif found[0].types:
            self._active = self._fields.index(found[0])
            run = run.with_slip(found[0])
        else:
            self.aside = f"“{run.word}” finds {found[1]}. Space {found[0].spaced}."
        self._run = run._replace(lost=True, missed=found is None)
        self._renew()
        return StillOpen()

    def _means_act(self, word: str) -> bool:
        """Tell if a small letter alone is the key of an act of the table, and begins no word of a choice's label."""
        begun = {part[:1] for field in self._fields for one in field.choices for part in slug(one.label).split("-")}
        return len(word) == 1 and word.islower() and word not in begun and self.is_act(word)

    def _not_among(self, typed: str | None) -> str:
        """Say that the actor whose handle was typed is not offered; empty for other signs, and where dice are typed."""
        who = next((who for who, handle in handles_of(self.state).items() if handle == typed), "")
        choices = [one for field in self._fields if not isinstance(field, FoldedField) for one in field.choices]
        offers_actors = any((one.whose or one.value) in self.state.actors for one in choices)
        typing = self._fields[self._active].types
        if not who or not offers_actors or typing or any(who in (one.whose, one.value) for one in choices):
            return ""
        return self._fields[self._active].why_missing(who)

    def _go_back(self, *, emptied: bool) -> None:
        """Take Backspace on an empty field; of a form, the press behind the one that emptied it does not leave."""
        if len(self._fields) > 1 and emptied and self._behind:
            self.refused = "This field is empty. Press ⌫ again for the question before."
            return
        if not self.back_to_choices():
            self.aside = "No question comes before this one. Press esc to leave it."

    def paste(self, text: str) -> None:
        """Take pasted text where text is typed."""
        self.refused = ""
        if self._fields and self._fields[self._active].paste(text):
            self._renew()

    def _give(self) -> AskingOutcome:
        if len(self._fields) == 1 and self._fields[0].barren:
            return Cancelled()
        given: dict[str, Answer] = {}
        found = searched(self._fields, self._active)
        for index, field in enumerate(self._fields):
            try:
                given[field.ask.name] = field.answer()
            except Refused as refusal:
                self.refused, self._active = str(refusal), index
                if isinstance(field, FoldedField):
                    field.open()
                    self._give_keys()
                return StillOpen()
        for index, field in enumerate(self._fields):
            if fault := field.ask.fault(self.state, {**self.answers, **given}):
                self.refused, self._active = fault, index
                return StillOpen()
        if found is not None:
            found.settle()
            self._active = first_typed_into(self._fields, self.state)
            self._renew()
            return StillOpen()
        self._behind.append(Answered(dict(self.answers), self._asks, tuple(self._fields), self._active))
        for field in self._fields:
            self.answers = answers_with(field.ask, self.answers, given[field.ask.name])
        self._fields = []
        return self._advance()

    # ------------------------------------------------------------------ what is shown

    def key_of(self, value: str) -> str:
        """Return the key of a choice in sight; empty where there is none."""
        return key_of(self._in_sight()[0], value)

    def question(self, width: int = 80, glyphs: Glyphs = UNICODE, most: int = QUESTION_LINES) -> Prompt:
        """Return the prompt for so many cells and lines; a key takes only choices in sight, and actors' handles."""
        if (width, glyphs, most) != self._space:
            self._space = (width, glyphs, most)
            self._give_keys()
        asks, answers = [field.ask for field in self._fields if not is_shut(field)], self.so_far()
        decided = self._tells_log()
        fault = why_not_empty(self._fields, self.state, answers) or out_of_bounds(self._fields)
        ahead = foretold(
            self.command, asks, self.state, answers, self._ahead, instead=decided, refused=self.refused, fault=fault
        )
        preview = join_facts(ahead, self.beside(self.command, answers, self.foreseen()))
        parts = self._parts(decided=decided)
        told = {"enter": "twice to confirm"} if self._slipped and self._answered() else {}
        keys = tuple((key, told.get(key, label)) for key, label in self._keys())
        answered = tuple(answers_in_words(self.command, self.state, self.answers))
        held = f"Dice of the roll: {self._early}. ⌫ removes them." if self._early else ""
        # Of refusal and aside the refusal alone is drawn.
        refused, aside = self.refused and f"{self.refused} {held}".rstrip(), f"{self.aside} {held}".strip()
        return Prompt(self.command.label, answered, parts, preview, refused, keys, aside)
