"""Last time: a few sentences on where a table stands, told as it is opened again.

They hold only what players know, so that a GM may read them aloud.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.act import Step
from wyrd_tui.engine.known import STRANGER
from wyrd_tui.engine.player_view import PlayerView, player_view
from wyrd_tui.engine.players_recap import list_chapters
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import join_names

STEPS = 40
"""Acts that are looked through for what has happened."""
SENTENCES = 3
"""Most sentences on what has happened."""


def last_time(state: State, steps: Sequence[Step]) -> str:
    """Tell what happened last at a table and how it stands; empty where nothing is to be told.

    Args:
        state: The table now.
        steps: The last steps that were not undone, oldest first; `STEPS` of them are enough.
    """
    view = player_view(state)
    told = [*list_chapters(steps)][-1:]
    sentences = [*(told[0].sentences[-SENTENCES:] if told else ()), *_standing(view)]
    if not steps or not sentences:
        return ""
    return f"Last time ({told[0].title if told else view.scene}): " + " ".join(sentences)


def _standing(view: PlayerView) -> Iterator[str]:
    """Tell who of the party is hurt, which clocks run, and whose turn it is."""
    for how in ("out", "badly hurt", "hurt"):
        names = [one.name for one in view.party if one.hurt == how]
        if names:
            yield f"{join_names(names)} {'is' if len(names) == 1 else 'are'} {how}."
    clocks = [f"{rod.title} {rod.done} of {rod.needed}" for rod in view.challenges if rod.clock and rod.done]
    if clocks:
        yield f"{'; '.join(clocks)}."
    turn = next((place.name for place in view.order if place.turn and place.name != STRANGER), "")
    if turn:
        yield f"{turn} has the turn in round {view.round}."
