"""Questions of a command, one after another: keys in, answers out, without a terminal.

Esc leaves at any point and nothing has happened. Backspace with nothing typed goes back to the question before, also
to one that the selection on the screen had answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from copy import copy
from typing import NamedTuple

from wyrd_tui.engine.commands import Answer, Answers, Ask, Command, answers_with, next_ask
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.state import State
from wyrd_tui.screens.questions.answered import answers_in_words, foretold
from wyrd_tui.screens.questions.choice_keys import give_keys, key_of
from wyrd_tui.screens.questions.early_dice import awaited_dice, typed_early
from wyrd_tui.screens.questions.editor import printable
from wyrd_tui.screens.questions.field import Field
from wyrd_tui.screens.questions.folded import FoldedField
from wyrd_tui.screens.questions.key_hints import key_hints
from wyrd_tui.screens.questions.key_order import first_typed_into, next_place, searched, takers
from wyrd_tui.screens.questions.outcomes import AskingOutcome, Cancelled, Done, StillOpen
from wyrd_tui.screens.questions.selected import answer_of_selection, newly_suggested, ticked_by_marks, why_left_out
from wyrd_tui.screens.questions.typed import DiceField, NumberField, make_field
from wyrd_tui.screens.questions.typed_run import NO_RUN, TypedRun, letter
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.prompt import offer_pages
from wyrd_tui.widgets.question import LINES, Prompt


class _Step(NamedTuple):
    """Question already answered: the answers before it, and its fields; none where the selection answered it."""

    answers: dict[str, Answer]
    asks: tuple[Ask, ...]
    fields: tuple[Field, ...]


class Asking:
    """Questions of a command, asked one after another.

    Args:
        command: Whose questions.
        state: The table.
        focus: What is selected on the screen, by the word that a question's `focus` uses.
        given: Answers known from the start, which are not asked for.
    """

    escape = "cancel"
    """Word for what Esc does."""
    own_keys: Sequence[str] = ()
    """Keys of the table that ask this question."""

    def __init__(
        self, command: Command, state: State, focus: Mapping[str, Answer] | None = None, given: Answers | None = None
    ) -> None:
        self.command = command
        self.state = state
        self.focus: Mapping[str, Answer] = focus or {}
        self.answers: dict[str, Answer] = dict(given or {})
        self.refused = ""
        self.aside = ""
        self._fields: list[Field] = []
        self._active = 0
        self._behind: list[_Step] = []
        self._changed = False
        self._run = NO_RUN
        self._early = ""
        self._space = (80, UNICODE, LINES)

    # ------------------------------------------------------------------ going on and back

    def start(self) -> AskingOutcome:
        """Put the first question that the selection does not answer."""
        return self._advance()

    def _advance(self) -> AskingOutcome:
        while (ask := next_ask(self.command, self.state, self.answers)) is not None:
            known = answer_of_selection(ask, self.state, self.answers, self.focus)
            if known is None and ask.quiet:
                self.aside = why_left_out(ask, self.state, self.focus) or self.aside
            if known is not None and not ask.put:
                self._behind.append(_Step(dict(self.answers), (ask,), ()))
                self.answers[ask.name] = known
                continue
            if ask.quiet and not ask.folded and (usual := ask.default(self.state, self.answers)) is not None:
                self.answers[ask.name] = usual
                continue
            if ask.kind == "many" and not ask.form and not ask.choices(self.state, self.answers):
                self.answers[ask.name] = ()
                continue
            if known is not None:
                self._put(self._together(ask), {ask.name: known})
                return StillOpen()
            marked = ticked_by_marks(ask, self.state, self.answers, self.focus)
            self.aside = marked.aside if ask.kind == "many" else marked.aside or self.aside
            self._put(self._together(ask), marked.taken)
            return StillOpen()
        return Done(dict(self.answers))

    def _together(self, first: Ask) -> list[Ask]:
        """Return a question with those of its form."""
        if not first.in_form:
            return [first]
        group: list[Ask] = []
        for ask in self.command.asks[self.command.asks.index(first) :]:
            unasked = ask.quiet and not ask.folded
            asked = ask.name not in self.answers and not unasked and ask.when(self.state, self.so_far())
            if asked and (ask.in_form or (group and all(one.folded for one in group))):
                group.append(ask)
            if not ask.in_form:
                break
        return group or [first]

    def _put(self, asks: list[Ask], given: Mapping[str, Answer] | None = None) -> None:
        self._fields = []
        for ask in asks:
            # The choices of a field of a form go with the answers of those before it.
            known = (given or {}).get(ask.name)
            if ask.kind == "dice" and self._early:
                known, self._early = self._early, ""
            self._fields.append(make_field(ask, self.state, self.so_far(), known))
        self._active = first_typed_into(self._fields, self.state)
        self._changed = False
        self._renew()

    def so_far(self, *, whole: bool = False) -> dict[str, Answer]:
        """Return the answers given, with those that the open fields would give now.

        Raises:
            Refused: If the `whole` is wanted and an open field gives no answer.
        """
        answers = dict(self.answers)
        for field in self._fields:
            with nullcontext() if whole else suppress(Refused):
                answers[field.ask.name] = field.answer()
        return answers

    def _renew(self) -> None:
        """Show and hide questions of a form, fetch their choices again, and give them letters."""
        if self._fields and self._fields[0].ask.in_form:
            here = self._fields[self._active] if self._active < len(self._fields) else self._fields[0]
            old = {field.ask.name: field for field in self._fields}
            answers = self.so_far()
            group = self._together(self._fields[0].ask)
            self._fields = [old.get(ask.name) or make_field(ask, self.state, answers) for ask in group]
            for field in self._fields:
                field.renew({name: answer for name, answer in answers.items() if name != field.ask.name})
            self._active = self._fields.index(here) if here in self._fields else 0
        self._letter()

    def _letter(self) -> None:
        """Cut the choices into pages, and give each choice its key."""
        fields, active = self._in_sight()
        parts = tuple(field.part(index == active) for index, field in enumerate(fields))
        cuts = offer_pages(Prompt("", parts=parts, keys=tuple(self._keys())), *self._space)
        give_keys(fields, active, cuts, handles_of(self.state))

    def _in_sight(self) -> tuple[list[Field], int]:
        """Return the fields that are drawn, and the index of the active one: of a form its opened field alone."""
        opened = self._opened
        return (self._fields, self._active) if opened is None else ([opened], 0)

    @property
    def _opened(self) -> FoldedField | None:
        """The folded field that stands in the place of its form; None where there is none."""
        return next((field for field in self._fields if isinstance(field, FoldedField) and field.opened), None)

    def back(self) -> bool:
        """Go to the question before; False where there is none."""
        if not self._behind:
            return False
        step = self._behind.pop()
        given = {} if step.fields else {ask.name: self.answers[ask.name] for ask in step.asks}
        self.answers = step.answers
        if step.fields:
            self._fields = list(step.fields)
            self._active = min(self._active, len(self._fields) - 1)
            self._changed = False
            self._renew()
        else:
            self._put(list(step.asks), given)
        return True

    @property
    def typed(self) -> bool:
        """True where something was typed into the open field, so that signs go on with it."""
        fields, active = self._in_sight()
        return bool(fields) and fields[active].types and not fields[active].untouched

    def refuse(self, sentence: str) -> bool:
        """Show why the answers are refused, and keep them; False where nothing was asked."""
        while self._behind:
            if self._behind[-1].fields:
                self.back()
                self.refused = sentence
                for field in self._fields:
                    field.refused()
                return True
            self.answers = self._behind.pop().answers
        return False

    # ------------------------------------------------------------------ keys

    def key(self, key: str, character: str | None = None) -> AskingOutcome:
        """Take a key press."""
        self.refused = self.aside = ""
        run, self._run = self._run, NO_RUN
        if (opened := self._opened) is not None:
            self._within(opened, key, character)
            return StillOpen()
        if key == "escape":
            return Cancelled()
        if not self._fields:
            return StillOpen()
        if (early := typed_early(self._early, key, character, self._fields)) is not None:
            self._keep_early(early)
            return StillOpen()
        if key == "enter" and run.missed:
            self.refused = f"“{run.word}” is not an answer here. ⏎ again takes the answer that is shown."
            return StillOpen()
        if key == "enter":
            return self._give()
        active = self._fields[self._active]
        if key in ("backspace", "ctrl+h") and active.untouched:
            # A name that was typed is gone with the run; nothing else is taken back with it.
            if not run.lost:
                self._go_back()
            return StillOpen()
        if key in ("tab", "shift+tab"):
            if not active.turn_over():
                self._active = next_place(self._fields, self._active, 1 if key == "tab" else -1, self.state)
            self._renew()
            return StillOpen()
        if not letter(character):
            return self._typed(key, character)
        run = run.with_letter(letter(character), len(self._behind), self._fields, self.own_keys)
        outcome = None if run.lost else self._offer(key, character, run)
        return self._name(run) if outcome is None else outcome

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
            elif (typed := printable(character)) and not (letter(typed) and opened.look_for(typed)):
                self.refused = f"{typed.strip() or key} does nothing here."
        except Refused as refusal:
            self.refused = str(refusal)
        self._changed = True
        if opened.opened:
            self._letter()
            return
        self._renew()
        self.aside = newly_suggested(before, self._fields)

    def _typed(self, key: str, character: str | None) -> AskingOutcome:
        """Take a key that types or chooses."""
        if (outcome := self._offer(key, character)) is not None:
            return outcome
        if character == "?":
            self.aside = f"{self.command.help} esc cancels; then ? shows every key."
        elif character and awaited_dice(self.command, self.answers, character):
            self._keep_early(character)
        elif typed := printable(character):
            first = "; esc first, then it lists the open questions" if typed == "." else ""
            self.refused = f"{typed.strip() or key} does nothing here{first}."
        return StillOpen()

    def _keep_early(self, dice: str) -> None:
        """Keep dice for the field that takes them, which is in a later question."""
        self._early = dice
        self.aside = f"{dice} stands in the dice field of the roll; ⌫ takes it back." if dice else ""

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
                    return self._give()
                self._changed = True
                if field.types != typing:
                    # Own words begin or end: typing goes where the caret is.
                    first = first_typed_into(self._fields, self.state)
                    self._active = self._fields.index(field) if field.types else first
                elif isinstance(field, DiceField):
                    self._active = self._fields.index(field)
                self._renew()
                return StillOpen()
        return None

    def _name(self, run: TypedRun) -> AskingOutcome:
        """Read letters that include no handle as the beginning of a name; the letters before it choose nothing.

        The key that asks this question is a slip until another letter follows it, since the question is open already.
        """
        if run.word in self.own_keys:
            self.aside = f"This question is open already: {self.command.label}."
            self._run = run._replace(lost=True, missed=True)
            return StillOpen()
        if run.step < len(self._behind):
            if any(field.look_for(run.word) for field in self._behind[run.step].fields):
                while len(self._behind) > run.step:
                    self.back()
            else:
                run = TypedRun(run.word[-1], len(self._behind), tuple(self._fields))
        elif len(run.word) > 1:
            self._fields = list(map(copy, run.before))
        fields = sorted(self._fields, key=lambda field: isinstance(field, FoldedField))
        found = next(((field, label) for field in fields if (label := field.look_for(run.word))), None)
        if found is None:
            self.refused = f"Nothing here is called “{run.word}”." if run.word[1:] else f"{run.word} does nothing here."
            if isinstance(self._fields[self._active], NumberField):
                self.refused = "Write a number here, such as 4."
        elif found[0].types:
            self._active = self._fields.index(found[0])
        else:
            self.aside = f"“{run.word}” finds {found[1]}; space {found[0].spaced}."
        self._run = run._replace(lost=True, missed=found is None)
        self._renew()
        return StillOpen()

    def _go_back(self) -> None:
        """Take Backspace on an empty field; the first press does not leave a form that was worked on."""
        if len(self._fields) > 1 and self._changed and self._behind:
            self._changed = False
            self.refused = "This field is empty; ⌫ again goes back to the question before."
            return
        self.back()

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
                return StillOpen()
        for index, field in enumerate(self._fields):
            if fault := field.ask.fault(self.state, {**self.answers, **given}):
                self.refused, self._active = fault, index
                return StillOpen()
        if found is not None:
            found.settle()
            self._active, self._changed = first_typed_into(self._fields, self.state), True
            self._renew()
            return StillOpen()
        self._behind.append(_Step(dict(self.answers), tuple(f.ask for f in self._fields), tuple(self._fields)))
        for field in self._fields:
            self.answers = answers_with(field.ask, self.answers, given[field.ask.name])
        self._fields = []
        return self._advance()

    # ------------------------------------------------------------------ what is shown

    def key_of(self, value: str) -> str:
        """Return the key of a choice in sight; empty where there is none."""
        return key_of(self._in_sight()[0], value)

    def question(self, width: int = 80, glyphs: Glyphs = UNICODE, most: int = LINES) -> Prompt:
        """Return the prompt for so many cells and lines; a key takes only choices in sight, and actors' handles."""
        if (width, glyphs, most) != self._space:
            self._space = (width, glyphs, most)
            self._letter()
        preview = foretold(self.command, [field.ask for field in self._fields], self.state, self.so_far())
        fields, active = self._in_sight()
        parts = tuple(field.part(index == active) for index, field in enumerate(fields))
        keys, answered = tuple(self._keys()), tuple(answers_in_words(self.command, self.state, self.answers))
        return Prompt(self.command.label, answered, parts, preview, self.refused, keys, self.aside)

    def _keys(self) -> list[tuple[str, str]]:
        escape = "back" if self._opened else self.escape
        return key_hints(*self._in_sight(), escape, behind=bool(self._behind) and not self._opened)
