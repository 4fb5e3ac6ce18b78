"""The act that ends a fight, a scene or an evening, and the open questions that go with it (WE-70, WE-71)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine.apply import fold
from wyrd_tui.engine.blank import no_items
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, many_of, text_of
from wyrd_tui.engine.dice import Dice, Refused, count_noun
from wyrd_tui.engine.events import (
    Event,
    Opened,
    Said,
)
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rules.games import games_played
from wyrd_tui.engine.rules.ground.basics import NO_SCENE, chain_steps
from wyrd_tui.engine.rules.shared.end_events import (
    changes_at_end,
    end_events,
    fight_runs,
    is_interlude,
    scene_runs,
)
from wyrd_tui.engine.rules.shared.end_preview import describe_end, describe_first_end, outliving
from wyrd_tui.engine.rules.shared.matters import dismissal_events, left_open, pending
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import LASTING

SCENES = "Scene"


def _end_choices(state: State, answers: Answers) -> Sequence[Choice]:
    last = {"fight": "no more turns", "scene": "unused bonuses expire"}
    scene = LASTING if is_interlude(state) else "" if _pauses(state) else "the scene"
    words = {"fight": "the fight" if fight_runs(state) else "", "scene": scene, "evening": "the evening"}
    return [
        Choice(what, words[what], ", ".join(filter(None, (*_ends_with(state, what), last.get(what, "")))), place=place)
        for place, what in enumerate(words)
        if words[what]
    ]


def _ends_in_sight(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the ends. While nothing has happened in the scene, no key ends it, and Enter confirms any other end."""
    rows = _end_choices(state, answers)
    return [replace(row, grave=True) for row in rows if row.value != "scene"] if _idle(state) else rows


def _no_scene_ends(state: State, word: str) -> str:
    """Return why a word of a line ends no scene: none runs, and the time until the next is none (WA-42)."""
    return NO_SCENE if word == "scene" and _pauses(state) else ""


def _usual_end(state: State, answers: Answers) -> str | None:
    """Suggest what ends: a fight only where it has an order; nothing where the end of no scene changes anything.

    Behind the last scene of the book its evening ends, but by no second Enter another one.
    """
    if _idle(state):
        return "evening" if _was_last(state) else None
    return "fight" if state.order.places else "evening" if _pauses(state) else "scene"


def _idle(state: State) -> bool:
    """Tell if nothing has happened that the end of a scene changes, at a table where one could end."""
    if scene_runs(state) or _pauses(state) or (state.open and not state.scene.between):
        return False
    return not changes_at_end(state)


def _was_last(state: State) -> bool:
    """Tell if the scene that has ended this evening was the last one of the book."""
    acts = [page for page in state.book.pages if page.kind == "act"]
    ended = state.scene.between and state.scene.evening == state.evening
    return ended and bool(acts) and all(page.id in state.marks for page in acts)


def _pauses(state: State) -> bool:
    """Tell if no scene can end, since it is between scenes and every game has a time of its own there (WA-42)."""
    return state.scene.between and not is_interlude(state)


def _ends_with(state: State, what: str) -> list[str]:
    """Return what ends or comes back in each game; with the time between scenes, nothing of a game that has one."""
    paused = what == "scene" and state.scene.between
    games = [game for game in games_played(state) if what in game.end_words and not (paused and game.pauses)]
    return list(dict.fromkeys(game.end_words[what] for game in games))


def _end_preview(state: State, answers: Answers) -> str:
    what = text_of(answers, "what", "scene")
    if "what" not in answers and _idle(state):
        return "No scene is under way" if state.scene.between else f"Nothing has happened in scene {state.scene.number}"
    first = describe_first_end(state, what) if what == "evening" and text_of(answers, "scene") != _GOES_ON else ""
    return first or describe_end(state, what)


def _left(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer to let each open matter go with the scene, or to answer it at once where its rules want an answer."""
    rows = []
    for one in outliving(state):
        later = f"; {one.at_end[:1].lower()}{one.at_end[1:]}" if one.at_end else ""
        rows.append(Choice(one.matter, one.sentence, (_GO if one.dismissal is not None else _ANSWER) + later))
    return rows


_GO, _ANSWER = "ticked: let go for good", "ticked: asked at once"


def _ends_and_opens(state: State, answers: Answers) -> str:
    """List the questions that end with the scene by their rules, and those that its end raises."""
    left = outliving(state)
    try:
        after = fold(state, end_events(state, "scene"))
    except Refused as refusal:
        return str(refusal)
    ends = [f"Ends with the scene: {one.sentence}" for one in pending(state) if one not in left]
    known = {one.matter for one in left}
    opens = [f"Opens: {one.sentence}" for one in pending(after, left_open(after)) if one.matter not in known]
    return "\n".join((*ends, *opens))


def dismissed_events(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    """Let go the open matters that the GM ticked before the end of a scene, or raise them anew to be answered."""
    chosen = many_of(answers, "dismiss")
    dropped = (partial(dismissal_events, matter=matter, dice=dice) for matter in chosen)
    yield from chain_steps(state, *dropped)
    asked = {one.matter for one in pending(state) if one.dismissal is None}
    yield from (Opened(one) for one in state.open if one.id in chosen and one.id in asked)


def _end(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    endings = _endings(state, answers)
    dropped = partial(dismissed_events, answers=answers, dice=dice)
    ends = (partial(end_events, what=what) for what in endings)
    told = (partial(_still_open, chosen=many_of(answers, "dismiss")),) if "scene" in endings else ()
    return chain_steps(state, dropped, *ends, *told)


def _still_open(state: State, chosen: Sequence[str]) -> Iterator[Event]:
    """Say which older questions the end of a scene has left open."""
    still = {one.id for one in left_open(state)}
    left = [one.sentence for one in outliving(state) if one.matter in still and one.matter not in chosen]
    if left:
        yield Said(count_noun(len(left), "question stays open", "questions stay open"), f": {' · '.join(left)}")


_ENDS, _GOES_ON = "ends", "goes-on"


def _asks_for_scene(state: State, answers: Answers) -> bool:
    return text_of(answers, "what") == "evening" and scene_runs(state)


def _endings(state: State, answers: Answers) -> tuple[str, ...]:
    """Return all that ends, in order: before an evening its scene, unless it goes on another evening."""
    first = _asks_for_scene(state, answers) and text_of(answers, "scene") != _GOES_ON
    return (*(("scene",) if first else ()), text_of(answers, "what"))


DISMISS = Ask(
    "dismiss",
    "Open questions; unticked ones stay open",
    "many",
    _left,
    no_items,
    when=lambda s, a: "scene" in _endings(s, a),
    preview=_ends_and_opens,
    lists_open=True,
    noun="open question",
)
"""The question which open matters go with a scene that ends, and which are answered at once."""

END = Command(
    "end",
    "e",
    "end",
    "End the scene, the fight or the evening; a preview lists all changes.",
    SCENES,
    _end,
    (
        Ask(
            "what",
            "End",
            "one",
            _ends_in_sight,
            _usual_end,
            preview=_end_preview,
            lists_open=True,
            why=_no_scene_ends,
            plain=_end_choices,
        ),
        Ask(
            "scene",
            "The scene",
            "one",
            lambda s, a: [Choice(_ENDS, "ends too"), Choice(_GOES_ON, "goes on another evening", "nothing clears")],
            lambda s, a: _ENDS,
            when=_asks_for_scene,
            preview=_end_preview,
            lists_open=True,
            noun="scene",
        ),
        DISMISS,
    ),
    rules="WE-39, WE-70, WE-71, WA-09, WA-14, C-08, U-13",
    formerly="end the scene",
)
