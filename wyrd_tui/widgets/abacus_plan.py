"""Manners of drawing an abacus, from roomy to tight, and the groups of its rods."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.rod_order import KINDS, is_counted, storey_of
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.engine.voices import game_name, voice_of
from wyrd_tui.engine.voices.panes import PLAIN_ROD_WORDS, RodWords
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.rods import Slide
from wyrd_tui.widgets.values import Around


class RodGroup(NamedTuple):
    """Rods of one storey or of one kind.

    Attributes:
        heading: The name of the storey or of the kind.
        rods: The rods.
        storey: The storey of the frame; empty for rods outside it.
        initial: The heading where room is short.
    """

    heading: str
    rods: tuple[Challenge, ...]
    storey: str = ""
    initial: str = ""


class Manner(NamedTuple):
    """Manner of drawing, from roomy to tight.

    Attributes:
        lines: Lines of a rod at least.
        headed: Whether headings have lines of their own, as beams of a closed frame.
        bare: Whether rods without beads are drawn.
        settled: Whether settled rods are drawn rather than counted in a line.
        typed: Whether a type may have a line of its own.
        rules: Lines for the stage rules in force.
        facts: Which facts may have a line below a rod: "all" of them, those that "warn", or "none".
    """

    lines: int = 1
    headed: bool = True
    bare: bool = True
    settled: bool = True
    typed: bool = True
    rules: int = 2
    facts: str = "all"


MANNERS = (
    Manner(11, rules=3),
    Manner(8, rules=3),
    Manner(6, rules=3),
    Manner(4, rules=3),
    Manner(3, rules=3),
    Manner(2, rules=3),
    Manner(2, typed=False),
    Manner(),
    Manner(bare=False, rules=1),
    Manner(bare=False, settled=False, rules=1),
    Manner(headed=False),
    Manner(headed=False, settled=False),
    Manner(headed=False, settled=False, rules=0),
    Manner(headed=False, settled=False, rules=0, facts="warn"),
    Manner(headed=False, settled=False, rules=0, facts="none"),
    Manner(headed=False, bare=False, settled=False, rules=1),
)
"""Manners from the most room to the least."""


TYPES = (11, 8, 5, 4)
"""Cells of a column of types: for the longest one, then for the first letters, which tell each from the others."""


class Form(NamedTuple):
    """Form of the list: its manner, and for which room.

    The points of the party may stand `beside` the rods. Types of challenges have a column of `typed` cells at most, and
    a `rod` that gave cells to that column does not grow again.
    """

    manner: Manner
    beside: bool
    room: int = 0
    typed: int = TYPES[0]
    rod: int = 0


ROOMIEST = Form(MANNERS[0], True)
"""The form with the most room."""


def is_tried(challenge: Challenge, state: State) -> bool:
    """Tell if the beads of a challenge are those of its last attempt, which count for nothing at the next (WA-22).

    While a roll leaves open whether Wyrd is drawn, they still count.
    """
    return bool(storey_of(challenge)) and not any(one.roll and one.about == challenge.id for one in state.open)


def roll_ahead(challenge: Challenge, state: State, then: State) -> Roll | None:
    """Return the roll for a challenge that the open question would make or add to; None for none."""
    rolls = then.rolls if then is not state else ()
    return next((one for one in rolls if one.challenge == challenge.id and one not in state.rolls), None)


def slide_of(challenge: Challenge, state: State, around: Around) -> Slide:
    """Return the beads of a challenge before the last act, now, and as the open question would leave them.

    A new roll counts from nothing where beads are those of an attempt, and what a roll overcomes has all beads moved.
    """
    before, left = (one.challenges.get(challenge.id) for one in around)
    roll = roll_ahead(challenge, state, around.then) if storey_of(challenge) else None
    if roll is not None and state.roll_of(roll.number) is None:
        was = done = 0
    else:
        was, done = challenge.done if before is None else before.done, challenge.done
    if left is not None:
        return Slide(was, done, left.done)
    return Slide(was, done, min(roll.score.total, challenge.needed) if roll else done)


def frame_of(state: State) -> tuple[str, RodWords]:
    """Return the game of the table whose challenges hang in a frame, and its words; empty where there is none."""
    spoken = ((game, voice_of(game).rod_words) for game in state.games)
    return next((one for one in spoken if one[1].storeys), ("", PLAIN_ROD_WORDS))


def group_rods(state: State, glyphs: Glyphs, is_over: Callable[[Challenge], bool]) -> list[RodGroup]:
    """Group challenges by storey and by kind, those that are over last in each."""
    all_rods = sorted(state.challenges.values(), key=is_over)
    game, words = frame_of(state)
    storeys = words.storeys.items()
    frame = [RodGroup(name, tuple(rod for rod in all_rods if storey_of(rod) == at), at, name) for at, name in storeys]
    if state.games != (game,) and not any(group.rods for group in frame):
        frame = []
    others = [rod for rod in all_rods if storey_of(rod) not in words.storeys]
    counted = [rod for rod in others if is_counted(rod)]
    kinds = [
        RodGroup(f"{type_}s", tuple(rod for rod in counted if rod.type == type_), "", glyphs.six)
        for type_ in dict.fromkeys(rod.type for rod in counted)
    ]
    for kind in KINDS:
        found = [rod for rod in others if rod.kind == kind and not is_counted(rod)]
        kinds += _by_game(kind.capitalize(), found, state, glyphs)
    return [*frame, *kinds] if state.games[:1] == (game,) else [*kinds, *frame]


def _by_game(kind: str, rods: Sequence[Challenge], state: State, glyphs: Glyphs) -> Iterator[RodGroup]:
    """Yield the rods of a kind; at a table of several games those with values by game, which says what these mean."""
    groups: dict[str, list[Challenge]] = {}
    for rod in rods:
        game = rod.game if len(state.games) > 1 and rod.value is not None else ""
        groups.setdefault(game, []).append(rod)
    for number, (game, found) in enumerate(groups.items()):
        heading = f"{kind}s {glyphs.dot} {game_name(game)}" if game else f"{kind}s"
        yield RodGroup(heading, tuple(found), "", "" if number else kind)
