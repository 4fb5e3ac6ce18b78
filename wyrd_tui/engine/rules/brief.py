"""An act that has many lines in the log, in few before it is done: who enters together, challenges together."""

from __future__ import annotations

from collections.abc import Iterator

from wyrd_tui.engine.account import Account
from wyrd_tui.engine.dice import count_noun
from wyrd_tui.engine.events import Joined, Laid, Said, Staged
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.engine.page import PAGE_KINDS, RULE
from wyrd_tui.engine.rules.all_games import scene_frame
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.engine.voices import value_name
from wyrd_tui.engine.words import crowd_name, crowd_verb, join_names, plain_number


def lines_in_brief(state: State, account: Account) -> Iterator[LogLine]:
    """Yield the lines of an act that a table has not seen yet, alike ones in one.

    The scene that begins is named by the answers. Of several stage rules that begin, one line tells the titles; of one
    with a countdown, which has a line of its own, the title alone is told.
    """
    in_force = {rule.page for rule in scene_frame(state).rules}
    actors = [event.actor for event in account.events if isinstance(event, Joined)]
    enters = crowd_verb(actors[0], "enters") if actors else ""
    people = [crowd_name(actor) for actor in actors]
    laid = (event.challenge for event in account.events if isinstance(event, Laid))
    # The countdown of a rule has a line of its own, which says when it ends.
    new = [rod for rod in laid if rod.id not in state.challenges]
    rods, counted = [rod for rod in new if rod.id not in in_force], {rod.id for rod in new} & in_force
    said = {event.page for event in account.events if isinstance(event, Said)}
    begun = {rule.page: rule for rule in scene_frame(account.after).rules if rule.page in said}
    several = len(begun.keys() - counted) > 1
    rules = [f"{rule.title}{' (hidden)' * rule.hidden}" for rule in begun.values()]
    for event, line in zip(account.events, account.log, strict=True):
        if isinstance(event, Joined):
            yield from _together(people, f" {enters}", " enter")
            people = []
        elif isinstance(event, Laid) and event.challenge.id in in_force and event.challenge.id not in state.challenges:
            yield line
        elif isinstance(event, Laid) and event.challenge.id not in state.challenges:
            yield from _together(_named(rods), " is a new challenge", " are new challenges")
            rods = []
        elif several and isinstance(event, Said) and event.page in begun:
            yield from _together(rules, "", " begin", f"{PAGE_KINDS[RULE].part} ")
            rules = []
        elif not (isinstance(event, Staged) and event.cause == "begins"):
            bare = isinstance(event, Said) and event.page in counted
            yield replace(line, tail="", brief="") if bare else line


def _together(names: list[str], one: str, several: str, lead: str = "") -> Iterator[LogLine]:
    if names:
        yield LogLine(lead + join_names(names) + (one if len(names) == 1 else several))


def _named(rods: list[Challenge]) -> list[str]:
    return [rod.title + _value_told(rod) + _size_told(rod) for rod in rods]


def _value_told(rod: Challenge) -> str:
    """Tell a difficulty by the name that the log gives it, or else as a number."""
    if rod.value is None:
        return ""
    value = value_name(rod.game, rod.value)
    return f" {value}" if value == plain_number(rod.value) else f" at {value}"


def _size_told(rod: Challenge) -> str:
    """Tell how many beads a clock has, or successes a task needs; nothing where the value says so."""
    if rod.kind == "clock":
        return f" with {count_noun(rod.needed, 'bead')}"
    return f" for {rod.needed} successes" if rod.needed not in (1, rod.value) else ""
