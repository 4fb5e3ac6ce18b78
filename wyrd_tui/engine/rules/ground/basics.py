"""Functions that the rules of every game need: actors by id, challenges that wait, beads, chains of events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Counted, Event, Moved, Noted, Rolled, Settled
from wyrd_tui.engine.rod_order import locking_titles, opens_told
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.state import Actor, Bonus, Challenge, State
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import begin_sentence, join_names

NO_SCENE = "No scene is being played. `begin` opens the next one."
"""Why a scene cannot end in the time between scenes."""


def is_being_played(state: State, page: str) -> bool:
    """Return whether a page is that of the scene under way."""
    return page == state.scene.page and page in state.marks and not state.scene.between


def the_actor(state: State, who: str) -> Actor:
    """Return the actor of an id.

    Raises:
        Refused: If nobody at the table has it.
    """
    actor = state.actors.get(who)
    if actor is None:
        raise Refused(f"Nobody here is called “{who}”.")
    return actor


def forbidding_act(state: State, challenge: Challenge) -> str:
    """Return the act that answers a matter which forbids attempts at a challenge; empty where none is open."""
    return next((one.act for one in state.open if one.forbids == "challenge" and one.about == challenge.id), "")


def meant_rating(state: State, rating: str) -> str:
    """Return the one name by which all names of a rating are known, the setting's aliases observed (C-20)."""
    return state.setting.aliases.get(rating, rating).casefold()


def rod_of(state: State, which: str) -> Challenge:
    """Return the challenge of an id.

    Raises:
        Refused: If it is not on the abacus.
    """
    challenge = state.challenges.get(which)
    if challenge is None:
        raise Refused("The challenge is not on the abacus.")
    return challenge


def why_nobody(state: State) -> str:
    """Return the reason why there is no actor to act on; empty where there is one."""
    return "" if state.actors else "No character is at the table yet: `bring` has prepared ones, `add` makes one."


def locked_by(state: State, challenge: Challenge) -> str:
    """Return the titles of the challenges that must be overcome first; empty where none must (WA-14)."""
    return join_names(locking_titles(state, challenge.after))


def why_shut(state: State, which: str) -> str:
    """Return the reason why a challenge cannot be faced just now; empty where it can, or there is none."""
    rod = state.challenges.get(which)
    if rod is None:
        return ""
    if rod.outcome:
        return f"{begin_sentence(rod.outcome_word)} already: {rod.title}."
    lock = locked_by(state, rod)
    return tell_locked(rod, lock) if lock else ""


def tell_locked(challenge: Challenge, lock: str) -> str:
    """Return that a challenge waits for another (WA-14)."""
    return f"Locked: {challenge.title}. First overcome {lock}."


def must_be_open(state: State, challenge: Challenge) -> None:
    """Let nobody try a challenge, with dice or without, that comes later or is over.

    Raises:
        Refused: If another must be overcome first, or if this one is settled.
    """
    if lock := locked_by(state, challenge):
        raise Refused(tell_locked(challenge, lock))
    if challenge.outcome:
        raise Refused(f"Over already: {challenge.title}. `settle` makes it live again.")


def last_roll(state: State, game: str) -> Roll | None:
    """Return the last roll, if it follows the rules of a game: no game asks anything of another's."""
    return state.roll if state.roll is not None and state.roll.game == game else None


def still_to_lose(state: State, roll: Roll | None) -> str:
    """Return the id of the challenge that a failed roll leaves open though a loss is at stake; empty for none."""
    rod = state.challenges.get(roll.challenge) if roll is not None else None
    return rod.id if rod is not None and rod.lose and not rod.outcome else ""


def rolls_of(state: State, game: str) -> tuple[Roll, ...]:
    """Return the rolls by the rules of a game that the table still has, the oldest first."""
    return tuple(roll for roll in state.rolls if roll.game == game)


def bring(*events: Event) -> EventMaker:
    """Return a step for `chain_steps` that yields these events at any table."""
    return lambda state: iter(events)


def throw(roll: Roll) -> EventMaker:
    """Return the step of an act in which dice fall."""
    return bring(Rolled(roll))


def used_up(state: State, counting: Iterable[str]) -> list[Bonus]:
    """Return the bonuses that a roll uses up: those that count in it and last for one use."""
    counted = (state.bonuses.get(which) for which in counting)
    return [bonus for bonus in counted if bonus is not None and bonus.ends == "use"]


def move_bead(state: State, challenge: Challenge, step: int, why: str = "") -> Iterator[Event]:
    """Move beads along a rod; the last one settles it, and one taken back opens it again.

    A clue that is won by a roll has its own page in the book, under the same id: it is found with the last bead.
    """
    done = min(challenge.needed, max(0, challenge.done + step))
    if done == challenge.done:
        return
    yield Moved(challenge.id, done, why)
    if done >= challenge.needed:
        yield from overcome_if_full(state, challenge)
    elif challenge.outcome:
        yield Settled(challenge.id, "")


def bead_told(state: State, challenge: Challenge) -> str:
    """Say what a success makes of a challenge, such as `1 of 2 done`; empty where nothing is left to move."""
    done = challenge.done + 1
    if done == challenge.needed:
        found = ", clue found" if _stands_for_clue(state, challenge) else ""
        return f"challenge overcome{found}{opens_told(state, challenge.id, ', ')}"
    return f"{done} of {challenge.needed} done" if done < challenge.needed else ""


def overcome_if_full(state: State, challenge: Challenge) -> Iterator[Event]:
    """Overcome a challenge whose beads have all moved, and find the clue that it stood for."""
    yield Settled(challenge.id, "overcome")
    if _stands_for_clue(state, challenge):
        yield Noted(challenge.id, "found")


def _stands_for_clue(state: State, challenge: Challenge) -> bool:
    """Tell if a challenge stands for a clue of the book that nobody has found."""
    return challenge.id not in state.marks and state.book.page(challenge.id, "clue") is not None


def move_counter(state: State, name: str, by: int, why: str) -> Counted:
    """Change a counter; a counter compared with low Wyrd rolls stops at 0 (WA-33)."""
    after = state.counters.get(name, 0) + by
    held_to = any(t.when == "low" and t.counter == name for page in state.book.pages for t in page.triggers)
    return Counted(name, max(0, after) if held_to else after, why)


def is_kept_counter(state: State, name: str) -> bool:
    """Tell if a game of the table keeps a counter of that name, also before it is there (WA-33, WA-59)."""
    kept = (own for game in state.games for own in voice_of(game).rod_words.unlisted)
    return name.casefold() in map(str.casefold, kept)


EventMaker = Callable[[State], Iterator[Event]]
"""A step of an act: it makes its events from the table as the steps before left it."""


def chain_steps(state: State, *steps: EventMaker) -> Iterator[Event]:
    """Chain the events of several steps, each of which sees the table as the steps before left it."""
    for step in steps:
        for event in step(state):
            yield event
            state = apply(state, event)
