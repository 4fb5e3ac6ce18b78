"""Stage rules at the narrator's word, and challenges that strike by themselves (WA-07, WA-14, WA-52 … WA-59)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine.blank import nothing
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Dice
from wyrd_tui.engine.events import Counted, Event, Noted, Said
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.ground.basics import bring, chain_steps, rod_of
from wyrd_tui.engine.rules.wyrd_abacus import countdowns, omens, stage_rules
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    ability_of_type,
    why_no_scene,
)
from wyrd_tui.engine.state import WYRD_ABACUS, State
from wyrd_tui.engine.voices import voice_of

SCENES = "Scenes, rules"


def _rules(state: State, answers: Answers) -> Sequence[Choice]:
    return [
        # In the name, since a long list has no room for hints.
        Choice(page.id, f"{page.title}{_whose(state, page)}{' (on)' * stage_rules.applies(state, page)}")
        for page in state.book.pages
        if page.kind == stage_rules.RULE
    ]


def _whose(state: State, page: Page) -> str:
    """Name the owner of a rule, where another goes by the same title."""
    if sum(other.title == page.title for other in state.book.pages if other.kind == stage_rules.RULE) < 2:
        return ""
    rod = state.challenges.get(page.parent) or state.book.challenges.get(page.parent)
    actor = state.actors.get(page.parent) or state.book.cast.get(page.parent)
    act = state.book.page(page.parent)
    name = rod.title if rod else actor.name if actor else act.title if act else "the story"
    return f" of {name}"


_DOES = {"in force": "it applies", "over": "it applies no longer", "fires": "it strikes now"}


def _deeds(state: State, answers: Answers) -> Sequence[Choice]:
    page = state.book.page(text_of(answers, "which"))
    so = stage_rules.IN_FORCE if page is not None and stage_rules.applies(state, page) else stage_rules.OVER
    return [Choice(k, k, h) for k, h in _DOES.items() if k != so and (k != "fires" or not state.scene.between)]


def _why_not_so(state: State, word: str) -> str:
    said = next((deed for deed in _DOES if deed.startswith(word.casefold())), "")
    if said == "fires" and state.scene.between:
        return "nothing strikes between scenes. `begin` opens the next scene."
    return "nothing would change." if said else ""


def _usual_deed(state: State, answers: Answers) -> str:
    page = state.book.page(text_of(answers, "which"))
    return "over" if page is not None and stage_rules.applies(state, page) else "in force"


def _stage_rule(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    which, does = text_of(answers, "which"), text_of(answers, "does")
    page = next(page for page in state.book.pages if page.id == which)
    if does == "fires":
        yield from stage_rules.strike_rule(state, page)
        return
    begins = does == stage_rules.IN_FORCE
    yield from chain_steps(
        state,
        partial(countdowns.restart_countdown, page=page) if begins else nothing,
        partial(stage_rules.renew_rule, page=page) if begins else nothing,
        bring(Noted(page.id, does)),
        partial(_make_counters, page=page) if begins else nothing,
        countdowns.update_clocks,
        partial(_in_force_now, page=page) if begins else nothing,
    )


def _make_counters(state: State, page: Page) -> Iterator[Event]:
    """Begin the counters at 0 that a rule moves or looks at and that neither the table nor the game keeps (WA-59)."""
    kept = {*state.counters, *voice_of(WYRD_ABACUS).rod_words.unlisted}
    for name in dict.fromkeys(trigger.counter for trigger in page.triggers if trigger.counter):
        if name not in kept:
            yield Said(f"New counter {name}: 0")
            yield Counted(name, 0, quiet=True)


def _in_force_now(state: State, page: Page) -> Iterator[Event]:
    """Put a rule in force: tell the players, and begin its work if a scene is on (WA-07, WA-40, WA-58)."""
    if page.text:
        yield from stage_rules.announce_rule(state, page)
    if not state.scene.between:
        yield from chain_steps(state, partial(stage_rules.begin_rule, page=page), countdowns.strike_full)


def tell_rule_changes(state: State, before: State) -> Iterator[Said]:
    """Tell of the rules that an act put in force, and of those that it ended (WA-07, WA-52).

    A scene that ends has told already of those that end with it.
    """
    yield from stage_rules.announce_rules(state, before)
    if state.scene.number == before.scene.number:
        yield from stage_rules.tell_ended(state, before)


STAGE_RULE = Command(
    "stage-rule",
    "E",
    "stage rule",
    "Put a stage rule in force, end it, or let it strike.",
    SCENES,
    _stage_rule,
    (
        Ask("which", "Which stage rule", "one", _rules, focus="page", noun="stage rule"),
        Ask("does", "Change", "one", _deeds, _usual_deed, why=_why_not_so),
    ),
    lambda state: "" if _rules(state, {}) else "No stage rule is prepared.",
    WYRD_ABACUS,
    "WA-07, WA-52 … WA-59",
)


def _waiting(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice(c.id, c.title, c.type) for c in state.challenges.values() if ability_of_type(c) and not c.outcome]


def _spring(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    yield from omens.strike_challenge(state, rod_of(state, text_of(answers, "which")), "it was never dealt with")


SPRING = Command(
    "spring",
    "",
    "let it strike",
    "Let a challenge strike by itself.",
    SCENES,
    _spring,
    (Ask("which", "Which challenge", "one", _waiting, focus="faced", noun="challenge"),),
    lambda state: why_no_scene(state) or ("" if _waiting(state, {}) else "No challenge can strike now."),
    WYRD_ABACUS,
    "WA-14, WA-23, WA-59",
)


STAGING_COMMANDS = (STAGE_RULE, SPRING)
