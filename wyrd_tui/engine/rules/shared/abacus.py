"""The abacus: laying challenges out, moving their beads, settling and showing them (WE-29, WE-32, WE-76, C-25)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Literal

from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, many_of, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Cleared, Event, Laid, Noted, Settled, Shown
from wyrd_tui.engine.rules.asks import actor_choices, anybody
from wyrd_tui.engine.rules.game import Rod
from wyrd_tui.engine.rules.games import played, value_choices
from wyrd_tui.engine.rules.shared.basics import bead, full
from wyrd_tui.engine.state import Challenge, State, Visibility, fresh_id, slug
from wyrd_tui.engine.words import plain_number, value_name

ABACUS = "Abacus"

_VALUES, _SIZES = (-20, 20), (1, 60)
"""The least and the most that a difficulty and a number of beads can be."""


def challenge_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Every challenge on the abacus."""
    rows = state.challenges.values()
    return [
        Choice(c.id, c.title, c.outcome or (value_name(c.game, c.value) if c.value is not None else c.kind))
        for c in rows
    ]


def _which(prompt: str = "Which challenge") -> Ask:
    def default(state: State, answers: Answers) -> str | None:
        return next(iter(state.challenges)) if len(state.challenges) == 1 else None

    return Ask("which", prompt, "one", challenge_choices, default, focus="challenge")


def _the(state: State, answers: Answers) -> Challenge:
    challenge = state.challenges.get(text_of(answers, "which"))
    if challenge is None:
        raise Refused("That challenge is not on the abacus.")
    return challenge


def no_challenge(state: State) -> str:
    """Why no bead can move."""
    return "" if state.challenges else "The abacus is empty: `c` lays a challenge out."


def _rods(state: State) -> dict[str, tuple[str, Rod]]:
    """The kinds of challenge that the games of a table lay, each with its game; the main game's come first."""
    rods: dict[str, tuple[str, Rod]] = {}
    for game in played(state):
        for word, rod in game.rods.items():
            rods.setdefault(word, (game.id, rod))
    return rods


def _kinds(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice(word, rod.label, rod.hint) for word, (_, rod) in _rods(state).items()]


def _rod(state: State, answers: Answers) -> Rod:
    return _rods(state)[text_of(answers, "kind")][1]


def beads_for(state: State, challenge: Challenge, value: int | None) -> int:
    """How many beads a challenge has with another value: as many as that where its game counts so."""
    game = next((game for game in played(state) if game.id == challenge.game), None)
    rod = game.rods.get(challenge.type.casefold()) if game and challenge.type else None
    return max(1, value) if rod is not None and rod.by_value and value is not None else challenge.needed


def _numbered(state: State, label: str) -> str:
    """A title for what got none: the label with the smallest number that no other has."""
    taken = {challenge.title for challenge in state.challenges.values()}
    return next(title for number in count(1) if (title := f"{label} {number}") not in taken)


def _lay(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    game, rod = _rods(state)[text_of(answers, "kind")]
    title = text_of(answers, "title") or (rod.label if rod.typed else _numbered(state, rod.label.capitalize()))
    value = number_of(answers, "value") if rod.valued else None
    needed = number_of(answers, "needed", 1) if rod.sized else 1
    name = fresh_id(title, {**state.book.challenges, **state.challenges})
    challenge = Challenge(name, title, rod.kind, game, value, needed=needed, type=rod.label if rod.typed else "")
    yield Laid(replace(challenge, needed=max(1, beads_for(state, challenge, value))))


LAY = Command(
    "challenge",
    "c",
    "challenge",
    "Lay a challenge of one of the table's games, or a clock, on the abacus.",
    ABACUS,
    _lay,
    (
        Ask("kind", "Kind", "one", _kinds),
        Ask(
            "value",
            "Difficulty",
            "number",
            value_choices,
            lambda s, a: 0 if not _rod(s, a).by_value else 4,
            when=lambda s, a: _rod(s, a).valued,
            low=_VALUES[0],
            high=_VALUES[1],
        ),
        Ask(
            "needed",
            "Beads",
            "number",
            default=lambda s, a: 4 if _rod(s, a).kind == "clock" else 3,
            when=lambda s, a: _rod(s, a).sized,
            low=_SIZES[0],
            high=_SIZES[1],
        ),
        Ask("title", "Title", "words", default=lambda s, a: ""),
    ),
    rules="WE-29, WE-32, WA-11, WA-12, U-24",
)


def _step(state: State, answers: Answers, step: int) -> Iterator[Event]:
    challenge = _the(state, answers)
    events = list(bead(state, challenge, step * number_of(answers, "beads", 1)))
    if not events:
        where = "has all its beads moved" if step > 0 else "has no bead to take back"
        raise Refused(f"{challenge.title} {where}.")
    yield from events


_BEADS = Ask("beads", "Beads", "number", default=lambda s, a: 1, low=_SIZES[0], high=_SIZES[1], quiet=True)

FORWARD = Command(
    "tick",
    "plus",
    "bead on",
    "Move a bead of the selected challenge on.",
    ABACUS,
    lambda state, answers, dice: _step(state, answers, 1),
    (_which(), _BEADS),
    no_challenge,
)

BACKWARD = Command(
    "untick",
    "minus",
    "bead back",
    "Move a bead of the selected challenge back.",
    ABACUS,
    lambda state, answers, dice: _step(state, answers, -1),
    (_which(), _BEADS),
    no_challenge,
)

_OUTCOMES: dict[str, Literal["", "overcome", "failed"]] = {"overcome": "overcome", "failed": "failed", "live": ""}


def _settle(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    challenge, outcome = _the(state, answers), _OUTCOMES[text_of(answers, "outcome")]
    if challenge.outcome == outcome:
        raise Refused(f"{challenge.title} is {outcome or 'live'} already.")
    if not outcome and challenge.done >= challenge.needed:
        # With all its beads moved it would be over; the last one goes back, and that makes it live.
        yield from bead(state, challenge, -1)
        return
    yield Settled(challenge.id, outcome)


SETTLE = Command(
    "settle",
    "X",
    "settle",
    "Say that a challenge is overcome, has failed, or is live again.",
    ABACUS,
    _settle,
    (_which(), Ask("outcome", "It is", "one", lambda s, a: [Choice(k, k) for k in _OUTCOMES])),
    no_challenge,
    rules="WE-35, WE-41",
)


def _clear(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    challenge = _the(state, answers)
    yield Cleared(challenge.id)
    # What waits for it goes by this mark once it is gone; and a stage rule is over with the clock that counts for it.
    kinds = {page.kind for page in state.book.pages if page.id == challenge.id}
    mark = "over" if "rule" in kinds else challenge.outcome if challenge.outcome == "overcome" and not kinds else ""
    if mark and state.marks.get(challenge.id) != mark:
        yield Noted(challenge.id, mark)


CLEAR = Command(
    "remove-challenge",
    "",
    "clear challenge",
    "Take a challenge off the abacus.",
    ABACUS,
    _clear,
    (_which(),),
    no_challenge,
)

_FIELDS = ("title", "value", "needed", "text", "win", "lose", "skills", "who", "after")


def _edit(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    challenge, field, text = _the(state, answers), text_of(answers, "field"), text_of(answers, "to")
    names = tuple(word.strip() for word in text.split(",") if word.strip())
    match field:
        case "title" if not text.strip():
            raise Refused("A challenge cannot be without a title.")
        case "title" | "text" | "win" | "lose":
            challenge = replace(challenge, **{field: text})  # type: ignore[arg-type]
        case "value":
            value = _number(text, *_VALUES, "The difficulty")
            needed = beads_for(state, challenge, value)
            challenge = replace(challenge, value=value, needed=needed, done=min(challenge.done, needed))
        case "needed":
            yield from _resized(state, challenge, _number(text, *_SIZES, "The number of beads"))
            return
        case "skills":
            challenge = replace(challenge, skills=names)
        case "who":
            challenge = replace(challenge, who=_known(names, state.actors, "at the table"))
        case _:
            challenge = replace(challenge, after=_known(names, state.challenges, "on the abacus"))
            if _waits_for(state, challenge.after, challenge.id):
                raise Refused(f"{challenge.title} cannot wait for itself, and nor can what it waits for wait for it.")
    yield Laid(challenge, f"has a new {field}" if field != "who" else "involves others now")


def _number(text: str, low: int, high: int, what: str) -> int:
    digits = text.strip().replace("−", "-").removeprefix("+")
    if not digits.removeprefix("-").isdecimal() or len(digits) > 3:
        raise Refused(f"{text} is not a whole number.")
    if not low <= int(digits) <= high:
        raise Refused(
            f"{what} goes from {plain_number(low)} to {plain_number(high)}; {plain_number(int(digits))} is outside."
        )
    return int(digits)


def _resized(state: State, challenge: Challenge, needed: int) -> Iterator[Event]:
    """A rod gets longer or shorter; one that is full now is overcome, one that no longer is lives again."""
    if challenge.kind == "obstacle" and needed > 1:
        raise Refused(f"{challenge.title} is an obstacle, which one success overcomes; a task takes several.")
    was_full = challenge.done >= challenge.needed
    challenge = replace(challenge, needed=needed, done=min(challenge.done, needed))
    yield Laid(challenge, "has a new number of beads")
    is_full = challenge.done >= needed
    if is_full and not challenge.outcome:
        yield from full(state, challenge)
    elif was_full and not is_full and challenge.outcome == "overcome":
        yield Settled(challenge.id, "")


def _waits_for(state: State, after: Sequence[str], which: str) -> bool:
    """Whether a challenge, in the end, comes after itself."""
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


def _known(names: Sequence[str], there: object, where: str) -> tuple[str, ...]:
    ids = [slug(name) for name in names]
    for name in ids:
        if name not in there:  # type: ignore[operator]
            raise Refused(f"{name} is not {where}.")
    return tuple(ids)


EDIT = Command(
    "edit-challenge",
    "",
    "edit challenge",
    "Change a fact of a challenge: its title, difficulty, beads, stakes, skills, who is in it, what comes before.",
    ABACUS,
    _edit,
    (
        _which(),
        Ask("field", "Which fact", "one", lambda s, a: [Choice(f, f) for f in _FIELDS]),
        Ask("to", "To what", "words"),
    ),
    no_challenge,
)


def _involve(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    yield Laid(replace(_the(state, answers), who=many_of(answers, "who")), "involves others now")


INVOLVE = Command(
    "involve",
    "",
    "who is in it",
    "Say who takes part in a challenge.",
    ABACUS,
    _involve,
    (_which(), Ask("who", "Who", "many", actor_choices(anybody), lambda s, a: ())),
    no_challenge,
)


# ------------------------------------------------------------------ what players see


_NEXT_SEEN: dict[Visibility, Visibility] = {"secret": "known", "known": "open", "open": "secret"}


def _things(state: State, answers: Answers) -> Sequence[Choice]:
    actors = [Choice(a.id, a.name, a.visibility) for a in state.actors.values() if a.side != "party"]
    return [Choice(c.id, c.title, c.visibility) for c in state.challenges.values()] + actors


def _reveal(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    what, to = text_of(answers, "what"), text_of(answers, "to")
    thing = state.challenges.get(what) or state.actors.get(what)
    if thing is None:
        raise Refused(f"There is nothing called {what}.")
    sights: dict[str, Visibility] = {"secret": "secret", "known": "known", "open": "open"}
    yield Shown(what, sights.get(to, _NEXT_SEEN[thing.visibility]))


REVEAL = Command(
    "reveal",
    "v",
    "reveal, hide",
    "Let players see the selected thing: secret, known to be there, open.",
    ABACUS,
    _reveal,
    (
        Ask("what", "What", "one", _things, focus="thing"),
        Ask(
            "to",
            "As",
            "one",
            lambda s, a: [Choice(k, k) for k in ("secret", "known", "open", "next")],
            lambda s, a: "next",
            quiet=True,
        ),
    ),
    lambda state: "" if _things(state, {}) else "There is nothing to reveal.",
    rules="WE-97",
)

ABACUS_COMMANDS = (LAY, FORWARD, BACKWARD, SETTLE, REVEAL, EDIT, INVOLVE, CLEAR)
