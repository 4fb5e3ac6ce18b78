"""The end of the tale: each character's final Wyrd roll, and what is told of it afterwards (WA-02, WA-41)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine import sixes
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, many_of, text_of
from wyrd_tui.engine.dice import Dice, count_noun
from wyrd_tui.engine.events import Befell, Event, Noted, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.page import REACHED
from wyrd_tui.engine.rules.ground.arrivals import page_arrival_events
from wyrd_tui.engine.rules.ground.basics import chain_steps
from wyrd_tui.engine.rules.questions import dice_of_each, note_asks
from wyrd_tui.engine.rules.wyrd_abacus import countdowns
from wyrd_tui.engine.rules.wyrd_abacus.abilities import abilities, counts_for_pool, is_defeated, wyrd_of
from wyrd_tui.engine.rules.wyrd_abacus.influence import INFLUENCE, roll_wyrd, wyrd_hands
from wyrd_tui.engine.rules.wyrd_abacus.omens import describe_held_off, describe_spared
from wyrd_tui.engine.rules.wyrd_abacus.recovery import lost_by_a_last_roll
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, Condition, State
from wyrd_tui.engine.words import join_names

CAUGHT = Condition("caught", "caught in the tale", game=WYRD_ABACUS)
FREED = Condition("freed", "freed from the tale", game=WYRD_ABACUS)


def _last(state: State) -> list[Actor]:
    """Characters whose final Wyrd roll has not been made (WA-41).

    Characters who got out, are elsewhere, or have turned against the others still owe a final roll, too.
    """
    # A character whose numbers are not written yet is one all the same.
    every = state.actors.values()
    own = (one for one in every if (one.kind == "pc" and abilities(one)) or counts_for_pool(state, one))
    return [actor for actor in own if not is_defeated(actor) and not had_last_roll(actor)]


def had_last_roll(actor: Actor) -> bool:
    """Return whether the final Wyrd roll of a character is made, so that nothing more is asked of it (WA-41)."""
    return actor.suffered(WYRD_ABACUS, CAUGHT.id, FREED.id) is not None


def may_end_tale(state: State) -> bool:
    """Tell whether every prepared scene has begun, so that the final rolls end the tale (WA-02, WA-41)."""
    acts = [page for page in state.book.pages if page.kind == "act"]
    return bool(acts) and all(page.id in state.marks for page in acts) and bool(_last(state))


def _nobody_is_left(state: State) -> str:
    if _last(state):
        return ""
    if not any(map(had_last_roll, state.actors.values())):
        return "No character with Body, Mind and Soul is left for a final roll."
    return "Every character has had a final Wyrd roll. `undo` takes one back."


def _opens(state: State, answers: Answers) -> str:
    """Tell that the last of the final rolls opens the question how the tale ends."""
    asked = _question(state) if {a.id for a in _last(state)} <= {*many_of(answers, "who")} else ""
    return asked and f"Open: {asked}"


def resolution_question(state: State) -> str:
    """Ask which of the book's resolutions is reached, once the last Wyrd roll is made; empty where one is (WA-02)."""
    over = any(map(had_last_roll, state.actors.values()))
    return _question(state) if over and not _last(state) else ""


def _question(state: State) -> str:
    """Ask which resolution the tale has reached; empty where the book has none, or one is reached."""
    pages = [page for page in state.book.pages if page.kind == "resolution"]
    reached = not pages or any(page.id in state.marks for page in pages)
    return "" if reached else f"The tale is told: which resolution? {join_names([page.title for page in pages])}"


def _resolve(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    page = next(page for page in state.book.pages if page.id == text_of(answers, "which"))
    yield Noted(page.id, REACHED)
    if page.text:
        # The mark has told the title.
        yield Said(" ".join(page.text.split()))
    yield from page_arrival_events(state, page)


def _resolutions(state: State, answers: Answers) -> Sequence[Choice]:
    return [
        Choice(page.id, page.title)
        for page in state.book.pages
        if page.kind == "resolution" and state.marks.get(page.id) != REACHED
    ]


def _resolution_text(state: State, answers: Answers) -> str:
    page = state.book.page(text_of(answers, "which"))
    return " ".join(page.text.split()) if page else ""


RESOLUTION = Command(
    "resolution",
    "",
    "resolution",
    "Mark the resolution that the tale has reached.",
    INFLUENCE,
    _resolve,
    (Ask("which", "Which resolution", "one", _resolutions, named=True, preview=_resolution_text, noun="resolution"),),
    lambda state: "" if _resolutions(state, {}) else "The scenario has no resolution that is not reached.",
    WYRD_ABACUS,
    "WA-02, WA-41",
)


def _final(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who = many_of(answers, "who")
    rolls = partial(roll_wyrd, answers=answers, dice=dice, who=who, final=True)
    yield from chain_steps(state, rolls, partial(_fates, who=who))
    if epilogue := text_of(answers, "note").strip():
        yield Said(f"Epilogue – {epilogue}")


def _fates(state: State, who: Sequence[str]) -> Iterator[Event]:
    """Decide fates by final Wyrd rolls: a 6 catches the character in the tale, less frees them (WA-41)."""
    if state.roll is None:
        return
    for score in (state.roll.score, *state.roll.against):
        if score.who in who:
            yield Befell(score.who, CAUGHT if score.total == 6 else FREED)


def _final_preview(state: State, answers: Answers) -> str:
    who_roll = many_of(answers, "who")
    words = [count_noun(n, "die", "dice") for n in wyrd_hands(state, who_roll).values()] if len(who_roll) == 1 else []
    for who in who_roll:
        if who in state.actors:
            actor = state.actors[who]
            words.append(f"{actor.name} caught: {sixes.chance_of_six(wyrd_of(actor)).short()}")
    pools = [wyrd_of(state.actors[who]) for who in who_roll if who in state.actors]
    held = (*describe_spared(state), *describe_held_off(state)) if any(pools) else ()
    told = [", ".join([*words, *countdowns.moves_told(state, pools, final=True)]), *held, _opens(state, answers)]
    return " · ".join(filter(None, told))


FINAL = Command(
    "final",
    "F",
    "final Wyrd rolls",
    "End the story: a last Wyrd roll decides for each character, caught in the tale or freed.",
    INFLUENCE,
    _final,
    (
        Ask(
            "who",
            "Who",
            "many",
            lambda s, a: [Choice(actor.id, actor.name, f"Wyrd {wyrd_of(actor)}") for actor in _last(s)],
            lambda s, a: tuple(actor.id for actor in _last(s)),
            some="Choose who rolls.",
            preview=_opens,
            lists_open=True,
        ),
        replace(dice_of_each(lambda s, a: wyrd_hands(s, many_of(a, "who")), _final_preview), lists_open=True),
        note_asks("Epilogue", noun="epilogue"),
    ),
    _nobody_is_left,
    WYRD_ABACUS,
    "WA-02, WA-41, WA-46",
    remark=lost_by_a_last_roll,
)
