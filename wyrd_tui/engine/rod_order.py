"""Order of challenges: how they hang on the abacus and in every list, and which come after others (WA-14)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from wyrd_tui.engine.page import Page
from wyrd_tui.engine.state import Challenge, ChallengeKind, State
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import join_names

KINDS: tuple[ChallengeKind, ...] = ("obstacle", "task", "clock")
"""The kinds of challenge outside the frame, from the top of the abacus."""


def storey_of(challenge: Challenge) -> str:
    """Return the storey of the abacus that a challenge hangs on; empty outside the frame (WA-11)."""
    return voice_of(challenge.game).rod_words.storey(challenge)


def is_counted(challenge: Challenge) -> bool:
    """Tell if a challenge is a clock that is drawn as the sixes that it counts (WA-40)."""
    return bool(challenge.type) and challenge.type == voice_of(challenge.game).rod_words.counted


def in_abacus_order(state: State) -> list[Challenge]:
    """List the challenges as they hang on the abacus; one that is over stays in its place, so that letters do too."""
    rods = [*state.challenges.values()]
    framed = bool(state.games) and bool(voice_of(state.games[0]).rod_words.storeys)
    games = ["", *dict.fromkeys(_values_of(rod) for rod in rods)]

    def height(rod: Challenge) -> tuple[bool, int, bool, int, int]:
        if storey := storey_of(rod):
            return not framed, [*voice_of(rod.game).rod_words.storeys].index(storey), False, 0, 0
        return framed, 0, not is_counted(rod), KINDS.index(rod.kind), games.index(_values_of(rod))

    return sorted(rods, key=height)


def _values_of(challenge: Challenge) -> str:
    """Return the game that gives a challenge's value its meaning; empty without a value."""
    return challenge.game if challenge.value is not None else ""


def locking_titles(state: State, after: Iterable[str]) -> list[str]:
    """Return the titles of these challenges that are still open or have never been on the abacus (WA-14, U-22)."""
    found = []
    for which in dict.fromkeys(after):
        rod = state.challenges.get(which)
        if rod is None and not state.is_over(which) and which not in state.withdrawn:
            rod = state.book.challenges.get(which)
        if rod is not None and rod.outcome != "overcome":
            found.append(rod.title)
    return found


def lock_told(state: State, challenge: Challenge) -> str:
    """Say which challenges a locked one comes after; empty for one that can be faced (WA-14)."""
    titles = [] if challenge.outcome else locking_titles(state, challenge.after)
    return f"after {join_names(titles)}" if titles else ""


def strikes_told(challenge: Challenge, calm: Collection[str]) -> str:
    """Say when a challenge strikes by itself; empty where it is met or failed, or among the calm ones (WA-14)."""
    moment = voice_of(challenge.game).rod_words.springs.get(challenge.springs, "")
    return "" if challenge.outcome or challenge.id in calm else moment


def opens_told(state: State, which: str, before: str) -> str:
    """Say which locked challenges and scenes this one opens once it is overcome, behind a separator; empty for none."""
    locked: list[Challenge | Page] = [rod for rod in state.challenges.values() if not rod.outcome]
    locked += (page for page in state.book.pages if page.kind == "act" and page.id not in state.marks)
    waiting = (one for one in locked if which in one.after)
    opened = [one.title for one in waiting if not locking_titles(state, {*one.after} - {which})]
    return f"{before}opens {join_names(opened)}" if opened else ""
