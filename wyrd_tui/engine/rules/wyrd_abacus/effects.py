"""Effects of rules in few words before they come: points, defeats, arrivals, counters, and what opens or ends."""

from __future__ import annotations

from collections.abc import Iterable

from wyrd_tui.engine.apply import AppliedEvent, apply_each
from wyrd_tui.engine.events import Befell, Counted, Event, Joined, Laid, Marked, Rated, Settled, Struck
from wyrd_tui.engine.nouns.wyrd_abacus import ABILITIES, COUNTDOWN, WYRD
from wyrd_tui.engine.rod_order import opens_told
from wyrd_tui.engine.rules.wyrd_abacus.abilities import characters, is_present
from wyrd_tui.engine.rules.wyrd_abacus.stage_rules import announce_rules, rules_in_force
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.engine.words import (
    begin_sentence,
    crowd_and_verb,
    join_names,
    name_and_verb,
    possessive,
    short_name_of,
    signed,
)


class Effects:
    """Effects of some events, as they are told before they come.

    Attributes:
        after: The table behind the events.
    """

    def __init__(self, state: State, events: Iterable[Event]) -> None:
        self.after = state
        self._before = state
        self._told: dict[str, list[str]] = {}
        for applied in apply_each(state, events):
            self._add(applied)
            self.after = applied.after

    def words(self, *, endings: bool = True) -> list[str]:
        """Tell each effect, the same on several characters in one, then the rules that end where these are wanted."""
        told = [f"{self._named(who)} {effect}" if who else effect for effect, who in self._told.items()]
        ruled = rules_in_force(self.after)
        told += [f"{said.text[:1].lower()}{said.text[1:]}" for said in announce_rules(self.after, self._before)]
        ends = [page.title for page in rules_in_force(self._before) if page not in ruled] if endings else []
        return [*told, *(f"{title} ends" for title in ends)]

    def _named(self, who: list[str]) -> str:
        here = [actor.id for actor in characters(self._before) if is_present(actor)]
        whole = len(here) > 1 and set(here) <= set(who)
        return "everybody" if whole else join_names([short_name_of(self._before, one) for one in who])

    def _add(self, applied: AppliedEvent) -> None:
        event, state = applied.event, applied.before
        match event:
            case Marked() if event.damage is not None:
                for ability in event.marks:
                    self._told.setdefault(f"−{event.damage} {ABILITIES[ability]}", []).append(event.who)
            case Rated() if event.rating == WYRD and event.value is not None:
                before = state.actors[event.who].sheets[event.game].ratings.get(WYRD, 0)
                self._told.setdefault(f"{signed(event.value - before)} {WYRD}", []).append(event.who)
            case _:
                if words := _alone(event, state):
                    self._told.setdefault(words, [])


def _alone(event: Event, state: State) -> str:
    """Tell an effect that is told by itself; empty for one that is not told."""
    match event:
        case Struck() if event.struck:
            return f"{possessive(state, event.who)} {ABILITIES[event.row]} scratched out"
        case Befell() if event.condition.out:
            return name_and_verb(state, event.who, f"is {event.condition.label}")
        case Counted():
            change = event.value - state.counters.get(event.name, 0)
            return f"{begin_sentence(event.name)} {signed(change)}" if change else ""
        case Joined():
            return crowd_and_verb(event.actor, "enters") + _hidden(event.actor)
        case Laid():
            return _laid(event.challenge, state)
        case Settled() if event.outcome == "overcome":
            return opens_told(state, event.challenge, "")
        case _:
            return ""


def _laid(rod: Challenge, state: State) -> str:
    if rod.type == COUNTDOWN:
        return ""
    before = state.challenges.get(rod.id)
    if before is not None:
        return "" if before.value == rod.value else f"{rod.title} {before.value}→{rod.value}"
    return f"new: {rod.title}, {rod.type} {rod.value}{_hidden(rod)}"


def _hidden(thing: Actor | Challenge) -> str:
    """Say in a word that players see nothing of what comes (WE-97)."""
    return " (hidden)" if thing.visibility == "secret" else ""
