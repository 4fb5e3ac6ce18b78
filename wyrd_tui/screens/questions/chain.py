"""The questions of a command one after another: which are put together, those answered, the outlook."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext, suppress
from types import MappingProxyType

from wyrd_tui.engine.account import Account
from wyrd_tui.engine.commands import Answer, Answers, Ask, Command, Focus, next_ask, portions, text_of
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.foresight import Foreseen, foresee
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.state import State
from wyrd_tui.screens.questions.choice_keys import give_keys
from wyrd_tui.screens.questions.choices import OneField
from wyrd_tui.screens.questions.field import Field
from wyrd_tui.screens.questions.folded import FoldedField, is_shut
from wyrd_tui.screens.questions.form import asks_together
from wyrd_tui.screens.questions.key_hints import key_hints
from wyrd_tui.screens.questions.key_order import first_typed_into
from wyrd_tui.screens.questions.many_choices import ManyField
from wyrd_tui.screens.questions.outcomes import AskingOutcome, Done, StillOpen
from wyrd_tui.screens.questions.selected import (
    answer_of_selection,
    answer_unasked,
    asks_more,
    tick_selected,
    why_left_out,
)
from wyrd_tui.screens.questions.typed import make_field
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.latest import Latest
from wyrd_tui.widgets.prompt import offer_pages
from wyrd_tui.widgets.question import Prompt, PromptPart, without_chances
from wyrd_tui.widgets.values import QUESTION_LINES

_SUGGESTED: Mapping[Focus, str] = {"thing": "made", "bead": "usual bead"}
"""Suggestions, to be confirmed all the same, where the selection answers nothing: the thing made last to be shown, and
beads of a clock or else of the challenge under the cursor of the abacus."""
_UNSEEN = {**dict.fromkeys(("challenge", "faced", "next"), "other challenge"), "rung": "other difficulty"}
"""Names of the questions to which Backspace leads behind one that was not put, by their focus."""


class Answered(NamedTuple):
    """Question already answered: the answers before it, its fields, and the index of the active one.

    It has no fields where the selection answered it.
    """

    answers: dict[str, Answer]
    asks: tuple[Ask, ...]
    fields: tuple[Field, ...]
    active: int = 0


class QuestionChain:
    """Questions of a command, put one after another, with the way back.

    Args:
        command: The command that asks them.
        state: The table.
        focus: The selected things on the screen, by the word that a question's `focus` uses.
        given: Answers known from the start, which are not asked for.
    """

    escape = "cancel"
    """Word for what Esc does."""
    undone: Answers = MappingProxyType({})
    """Answers of the same command that were just undone; its roll and its points are suggested again."""

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
        self._set_aside: dict[str, Field] = {}
        self._active = 0
        self._behind: list[Answered] = []
        self._early = ""
        """Dice that were typed before the question that takes them."""
        self._space = (80, UNICODE, QUESTION_LINES)
        self._foreseen = Latest[Foreseen]()

    # ------------------------------------------------------------------ going on and back

    def start(self) -> AskingOutcome:
        """Put the first question that the selection does not answer."""
        return self._advance()

    def _advance(self) -> AskingOutcome:
        while (ask := next_ask(self.command, self.state, self.answers)) is not None:
            known = answer_of_selection(ask, self.state, self.answers, self.focus)
            if known is None and ask.quiet:
                self.aside = why_left_out(ask, self.state, self.focus) or self.aside
            if (unasked := answer_unasked(ask, self.state, self.answers, known)) is not None:
                if not ask.told_later and (unasked is known or self._shows_other(ask)):
                    self._behind.append(Answered(dict(self.answers), (ask,), ()))
                self.answers[ask.name] = unasked
                continue
            if known is not None:
                self._put(self._together(ask), {ask.name: known})
                return StillOpen()
            ticked = tick_selected(ask, self.state, self.answers, self.focus)
            self.aside = ticked.aside if ask.kind == "many" else ticked.aside or self.aside
            self._put(self._together(ask), ticked.taken)
            if ask.kind == "one" and ticked.aside and not (ask.sole and len(self._fields[0].choices) == 1):
                # Nobody stands in for the selected actor by an Enter too many.
                self._fields[0].at = self._fields[0].nowhere
            return StillOpen()
        return Done(dict(self.answers))

    def _shows_other(self, ask: Ask) -> bool:
        """Tell if Backspace leads to a question that took its default: one that is told, and that had a choice."""
        return ask.shown and ask.focus in _UNSEEN and len(ask.plain_choices(self.state, self.answers)) > 1

    @property
    def _asks(self) -> tuple[Ask, ...]:
        return tuple(field.ask for field in self._fields)

    def _together(self, first: Ask) -> list[Ask]:
        return asks_together(self.command, first, self.state, self.answers, self.so_far())

    def _put(self, asks: list[Ask], given: Mapping[str, Answer] | None = None) -> None:
        self._fields, self._set_aside = [], {}
        for ask in asks:
            # The choices of a field of a form go with the answers of those before it.
            known = (given or {}).get(ask.name)
            if known is None and ask.put:
                known = answer_of_selection(ask, self.state, self.so_far(), self.focus)
            if known is None and (beside := self.focus.get(_SUGGESTED.get(ask.focus, ""))):
                known = answer_of_selection(ask, self.state, self.so_far(), {ask.focus: beside})
            known = self._undone_answer(ask) if known is None else self._with_undone(ask, known)
            if ask.kind == "dice" and self._early:
                known, self._early = self._early, ""
            self._fields.append(make_field(ask, self.state, self.so_far(), known))
        self._active = first_typed_into(self._fields, self.state)
        self._renew()

    def _undone_answer(self, ask: Ask) -> Answer | None:
        """Return what was just undone behind the same answers; None for a question that suggests none of it."""
        if not self._suggests_undone(ask):
            return None
        if ask.kind == "parts" and not portions(ask.default(self.state, self.answers)):
            # A suggestion of parts is a sum to be assigned whole, and this question takes any number.
            return None
        same = all(self.undone.get(name, answer) == answer for name, answer in self.answers.items())
        return self.undone.get(ask.name) if same else None

    def _with_undone(self, ask: Ask, known: Answer) -> Answer:
        """Return those whom the selection names, with others who were just undone beside them."""
        undone = self._undone_answer(ask)
        named = isinstance(known, tuple) and isinstance(undone, tuple) and known and set(known) <= set(undone)
        return undone if named and undone else known

    def _suggests_undone(self, ask: Ask) -> bool:
        rolled = any(one.kind == "dice" for one in self.command.asks)
        return ask.kind == "parts" or (rolled and (ask.kind == "one" or (ask.kind == "many" and ask.put)))

    def so_far(self, *, whole: bool = False) -> dict[str, Answer]:
        """Return the answers given, with those that the open fields would give now.

        Raises:
            Refused: If the `whole` is wanted and an open field gives no answer.
        """
        answers = dict(self.answers)
        for field in self._fields:
            if self._opened is not None and field.ask.kind == "many" and not field.choices:
                # Nothing was on offer before the choice in the opened field, so that what counts by itself counts.
                continue
            with nullcontext() if whole else suppress(Refused):
                answers[field.ask.name] = field.answer()
        return answers

    @property
    def bids(self) -> bool:
        """True where points are given now, a key each."""
        return any(field.ask.kind == "parts" for field in self._fields)

    def foreseen(self) -> Account | None:
        """Return the act as Enter would do it; None where an answer is missing, or where that hangs on dice."""
        return self._foresee().account

    def _foresee(self) -> Foreseen:
        try:
            answers = self.so_far(whole=True)
        except Refused:
            return Foreseen(None)
        return self._foreseen.of(answers, lambda: foresee(self.command, self.state, answers))

    def _ahead(self) -> Account | None:
        """Return the act that Enter does; None where another question follows, or dice decide."""
        return None if asks_more(self.command, self.state, self.so_far(), self.focus) else self.foreseen()

    def _tells_log(self) -> bool:
        """Tell if the log ahead stands in the place of the previews: typed dice decide the act, or it wants that."""
        if not (self.command.told_whole or self._foresee().by_dice):
            return False
        ahead = self._ahead()
        return ahead is not None and bool(ahead.log)

    def _renew(self) -> None:
        """Show and hide questions of a form, fetch their choices again, and give them keys.

        Behind an opened field the form stays as it is.
        """
        if self._opened is None and self._fields and self._fields[0].ask.in_form:
            here = self._fields[self._active] if self._active < len(self._fields) else self._fields[0]
            # A question that another choice hides and brings back keeps its answer.
            old = self._set_aside = {**self._set_aside, **{field.ask.name: field for field in self._fields}}
            answers = self.so_far()
            group = self._together(self._fields[0].ask)
            self._fields = [old.get(ask.name) or make_field(ask, self.state, answers) for ask in group]
            for field in self._fields:
                field.renew({name: answer for name, answer in answers.items() if name != field.ask.name})
            self._active = self._fields.index(here) if here in self._fields else 0
            if is_shut(self._fields[self._active]):
                # A list that was folded again gives the caret back.
                self._active = first_typed_into(self._fields, self.state)
        self._give_keys()

    def _give_keys(self) -> None:
        """Cut the choices into pages, and give each choice its key."""
        fields, active = self._in_sight()
        cuts = offer_pages(
            Prompt("", parts=self._parts(decided=self._tells_log()), keys=tuple(self._keys())), *self._space
        )
        give_keys(fields, active, cuts, handles_of(self.state))

    def _parts(self, *, decided: bool) -> tuple[PromptPart, ...]:
        """Draw the fields in sight; once typed dice have `decided` the act, no choice has a chance beside it."""
        fields, active = self._in_sight()
        parts = tuple(field.part(index == active) for index, field in enumerate(fields))
        return tuple(map(without_chances, parts)) if decided else parts

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
        answered = self._behind.pop()
        given = {} if answered.fields else {ask.name: self.answers[ask.name] for ask in answered.asks}
        self.answers = answered.answers
        if answered.fields:
            self._fields = list(answered.fields)
            self._active = answered.active
            for field in self._fields:
                if isinstance(field, ManyField):
                    field.settle()
            self._renew()
        else:
            self._put(list(answered.asks), given)
        return True

    def back_to_choices(self) -> bool:
        """Go to the question before, with the choice that a typed name found there; False where there is none.

        All choices are in sight again, so that their capitals choose.
        """
        went = self.back()
        for field in self._fields if went else ():
            if isinstance(field, OneField) and field.sought is not None:
                field.settle()
        self._give_keys()
        return went

    def _open_behind(self, key: str) -> bool:
        """Go from the dice back to the folded field that a key opened before, with the dice; False for other keys."""
        dice = next((field for field in self._fields if field.ask.kind == "dice"), None)
        behind = ((step, field) for step, one in enumerate(self._behind) for field in one.fields)
        found = [(step, field) for step, field in behind if is_shut(field) and key in field.letters]
        if dice is None or not found:
            return False
        (step, shut), self._early = found[-1], text_of({"dice": dice.answer()}, "dice")
        while len(self._behind) > step:
            self.back()
        shut.open()
        self._give_keys()
        return True

    def back_to_selected(self) -> bool:
        """Put the last question that the selection answered, with its answer; False where it answered none."""
        if not any(ask for answered in self._behind for ask in answered.asks if not ask.quiet):
            return False
        while self.back() and self._fields[0].ask.quiet:
            pass
        return True

    def _reopen(self) -> bool:
        """Open the last question that was asked again, with its answer; False where nothing was asked."""
        while self._behind and not self._behind[-1].fields:
            self.answers = self._behind.pop().answers
        return self.back()

    def _keys(self) -> list[tuple[str, str]]:
        escape = "back" if self._opened else self.escape
        behind = "" if self._opened else self._before()
        return key_hints(*self._in_sight(), escape, behind=behind, follows=self._follows)

    def _follows(self, name: str, answer: Answer) -> bool:
        """Tell if another question follows an answer to one of these."""
        return asks_more(self.command, self.state, {**self.so_far(), name: answer}, self.focus)

    def _before(self) -> str:
        """Return a word for the question before; its own name where the selection answered it and it was not seen."""
        if not self._behind:
            return ""
        answered = self._behind[-1]
        return "back" if answered.fields else _UNSEEN.get(answered.asks[0].focus, "back")
