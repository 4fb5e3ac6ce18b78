"""Facts of a challenge that are changed by hand: title, value, type, stakes, who is in it (WA-11 … WA-14, C-25)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from wyrd_tui.engine.blank import no_items
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, always, many_of, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused, read_whole
from wyrd_tui.engine.events import Event, Laid, Settled
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.refusals import empty_text
from wyrd_tui.engine.rules.doubts import sure_asks
from wyrd_tui.engine.rules.games import games_played
from wyrd_tui.engine.rules.ground.basics import is_kept_counter, move_counter, overcome_if_full
from wyrd_tui.engine.rules.questions import actor_choices, anybody
from wyrd_tui.engine.rules.shared.game_choice import ratings_in
from wyrd_tui.engine.rules.shared.rods import (
    ABACUS,
    SIZES,
    beads_for,
    counter_choices,
    facts_of,
    game_events,
    no_challenge,
    own_counters,
    the_challenge,
    types_of,
    which_asks,
    within_range,
)
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.engine.voices import value_name
from wyrd_tui.engine.words import short_name_of

_PROSE = ("text", "win", "lose")
"""Fields that are too long to be told whole."""
_FIELDS = ("title", "value", "needed", "text", "win", "lose", "skills", "who", "after")


def _edit(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    challenge, field, text = the_challenge(state, answers), text_of(answers, "field"), text_of(answers, "to")
    names = tuple(_split_at_commas(text))
    match field:
        case "title" if not text.strip():
            raise Refused(empty_text("title", "The locked door"))
        case "title":
            challenge = replace(challenge, title=text)
        case "text":
            challenge = replace(challenge, text=text)
        case "win":
            challenge = replace(challenge, win=text)
        case "lose":
            challenge = replace(challenge, lose=text)
        case "value":
            what = "The value" if types_of(state, challenge) else "The difficulty"
            value = within_range(state, read_whole(text, -999, 999, what), challenge.game, what)
            needed = beads_for(state, challenge, value)
            challenge = replace(challenge, value=value, needed=needed, done=min(challenge.done, needed))
        case "needed":
            yield from _resized(state, challenge, read_whole(text, *SIZES, "The number of beads"))
            return
        case "skills":
            challenge = replace(challenge, skills=names)
        case "type":
            types = types_of(state, challenge)
            challenge = replace(challenge, type=types[_among(types, text)])
        case "who":
            challenge = replace(challenge, who=_known(names, state.actors, "at the table"))
        case _ if fact := next((one for one in facts_of(state, challenge) if one.field == field), None):
            challenge = fact.written(challenge, _among([choice.value for choice in fact.choices], text))
        case _:
            challenge = replace(challenge, after=_known(names, state.challenges, "on the abacus"))
            if _waits_for(state, challenge.after, challenge.id):
                raise Refused(f"“{challenge.title}” cannot wait for itself, nor for a challenge that waits for it.")
    yield _edited(state, challenge, field)


def _edited(state: State, challenge: Challenge, field: str) -> Laid:
    """Change a field of a challenge; the log tells what that held and what it holds now."""
    old, new = (_told(state, one, field) for one in (state.challenges[challenge.id], challenge))
    return Laid(challenge, f"new {field}" if field in _PROSE else f"{field} {f'{old}→' if old else ''}{new or 'none'}")


def _told(state: State, challenge: Challenge, field: str) -> str:
    """Tell what a field of a challenge holds; empty for nothing."""
    match field:
        case "title" | "text" | "win" | "lose" | "type":
            return str(getattr(challenge, field))
        case "value":
            return "" if challenge.value is None else value_name(challenge.game, challenge.value)
        case "needed":
            return str(challenge.needed)
        case "skills":
            return ", ".join(challenge.skills)
        case "who":
            return ", ".join(short_name_of(state, who) for who in challenge.who)
        case "after":
            return ", ".join(state.challenges[which].title for which in challenge.after if which in state.challenges)
        case _:
            return next((fact.read(challenge) for fact in facts_of(state, challenge) if fact.field == field), "")


def _can_be(state: State, answers: Answers) -> str:
    """Tell what a field holds, and what can be written into it; of one that is free the log tells the change."""
    challenge, field = state.challenges.get(text_of(answers, "which")), text_of(answers, "field")
    if challenge is None or field in _PROSE:
        return ""
    offered: Sequence[str] = ()
    match field:
        case "type":
            offered = [*types_of(state, challenge)]
        case "who":
            offered = [actor.name for actor in state.actors.values()]
        case "after":
            offered = [rod.title for rod in state.challenges.values() if rod.id != challenge.id]
        case _:
            offered = [
                choice.value for fact in facts_of(state, challenge) if fact.field == field for choice in fact.choices
            ]
    how = "separated by commas" if field in ("who", "after") else "one of"
    now = f"now: {_told(state, challenge, field) or 'none'}"
    if not offered:
        return "" if text_of(answers, "to").strip() else now
    return f"{now}; write, {how}: {', '.join(offered)}"


def _among(known: Collection[str], text: str) -> str:
    """Return the word among these that a text is.

    Raises:
        Refused: If it is none of them.
    """
    word = text.strip().casefold()
    if word not in known:
        raise Refused(f"{word} cannot be used here. Write one of: {', '.join(known)}.")
    return word


def _fields(state: State, answers: Answers) -> Sequence[Choice]:
    challenge = state.challenges.get(text_of(answers, "which"))
    more: list[str] = []
    if challenge is not None and types_of(state, challenge):
        more = ["type", *(fact.field for fact in facts_of(state, challenge))]
    return [Choice(field, field) for field in (*_FIELDS, *more)]


def _resized(state: State, challenge: Challenge, needed: int) -> Iterator[Event]:
    """Make a rod longer or shorter; one that is full now is overcome, one that is full no longer is live again."""
    if challenge.kind == "obstacle" and needed > 1:
        raise Refused(
            f"“{challenge.title}” is an obstacle, which one success overcomes. Tasks and clocks have several beads."
        )
    was_full = challenge.done >= challenge.needed
    challenge = replace(challenge, needed=needed, done=min(challenge.done, needed))
    yield Laid(challenge, "another number of beads")
    is_full = challenge.done >= needed
    if is_full and not challenge.outcome:
        yield from game_events(state, challenge, "overcome") or overcome_if_full(state, challenge)
    elif was_full and not is_full and challenge.outcome == "overcome":
        yield Settled(challenge.id, "")


def _waits_for(state: State, after: Sequence[str], which: str) -> bool:
    """Return whether a challenge comes after itself in the end."""
    seen: set[str] = set()
    waiting = list(after)
    while waiting:
        name = waiting.pop()
        if name == which:
            return True
        if name not in seen and name in state.challenges:
            seen.add(name)
            waiting += state.challenges[name].after
    return False


def _known(names: Sequence[str], there: Collection[str], where: str) -> tuple[str, ...]:
    ids = [slug(name) for name in names]
    for name in ids:
        if name not in there:
            raise Refused(f"{name} is not {where}.")
    return tuple(ids)


def _split_at_commas(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _known_skills(state: State, answers: Answers) -> Sequence[str]:
    """Return the ratings that the game of a challenge knows, where its skills are written (WE-10)."""
    challenge = state.challenges.get(text_of(answers, "which"))
    if challenge is None or text_of(answers, "field") != "skills":
        return ()
    return ratings_in(state, [game for game in games_played(state) if game.id == challenge.game])


EDIT_CHALLENGE = Command(
    "edit-challenge",
    "",
    "edit challenge",
    "Change a field of a challenge: its title, difficulty or value, beads, stakes, skills, characters or locks.",
    ABACUS,
    _edit,
    (
        which_asks(),
        Ask("field", "Field", "one", _fields),
        Ask("to", "New value", "words", preview=_can_be),
        sure_asks("to", _known_skills, new=always, several=lambda s, a: _split_at_commas(text_of(a, "to"))),
    ),
    no_challenge,
)


def _only_counter(state: State, answers: Answers) -> str | None:
    names = own_counters(state)
    return names[0] if len(names) == 1 else None


def _counter_preview(state: State, answers: Answers) -> str:
    name, by = text_of(answers, "which"), number_of(answers, "by", 1)
    now = state.counters.get(name, 0)
    return f"{name} {now}→{move_counter(state, name, by, '').value}"


def _count(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    name = text_of(answers, "which").strip()
    if is_kept_counter(state, name):
        raise Refused(f"“{name}” cannot be moved by hand: the game counts it.")
    yield from count_events(state, name, number_of(answers, "by"))


def count_events(state: State, name: str, by: int) -> Iterator[Event]:
    """Move a counter by hand.

    Raises:
        Refused: If it stays as it is.
    """
    moved = move_counter(state, name, by, "")
    if moved.value == state.counters.get(name):
        raise Refused(f"{name} stays at {moved.value}.")
    yield moved


COUNTER = Command(
    "counter",
    "number_sign",
    "counter",
    "Move a counter of the table up or down, or begin a new one.",
    ABACUS,
    _count,
    (
        Ask("which", "Which counter", "one", counter_choices, _only_counter, free=True, noun="counter"),
        Ask("by", "By", "number", default=lambda s, a: 1, low=-999, high=999, preview=_counter_preview, noun="change"),
    ),
    rules="WA-33, WA-59",
)


def _involve(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    yield _edited(state, replace(the_challenge(state, answers), who=many_of(answers, "who")), "who")


INVOLVE = Command(
    "involve",
    "",
    "who takes part",
    "Choose the characters who take part in a challenge.",
    ABACUS,
    _involve,
    (which_asks(), Ask("who", "Who", "many", actor_choices(anybody), no_items)),
    no_challenge,
)
