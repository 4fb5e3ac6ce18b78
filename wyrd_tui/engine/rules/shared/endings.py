"""The end of a fight, a scene and an evening: bonuses expire, uses come back (WE-39, WE-70, WE-71, U-13)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from wyrd_tui.engine.apply import apply_each, fold
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, many_of, text_of
from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.dice import Dice, Refused, count_noun
from wyrd_tui.engine.events import (
    Counted,
    Event,
    Marked,
    Opened,
    Ordered,
    Rated,
    Recovered,
    Said,
    Settled,
    Spent,
    Staged,
    Traited,
)
from wyrd_tui.engine.rules.game import Pending
from wyrd_tui.engine.rules.games import GAMES, games_played
from wyrd_tui.engine.rules.ground.basics import NO_SCENE, chain_steps
from wyrd_tui.engine.rules.shared.belongings import traits_of
from wyrd_tui.engine.rules.shared.matters import dismissal_events, left_open, pending
from wyrd_tui.engine.sheet import with_uses
from wyrd_tui.engine.state import Order, Scene, State
from wyrd_tui.engine.words import begin_sentence, join_names, name_of, possessive_short, suits_is

SCENES = "Scene"
MOST_NAMED, MOST_PEOPLE = 2, 4
"""Greatest number of things, and of people, that are named before an end is confirmed; more are counted."""


def _fight_over(state: State) -> Iterator[Event]:
    if state.order.places or state.order.round or state.scene.fight:
        yield Ordered(Order(), "The fight is over")


def _expire(state: State, ends: Sequence[str], when: Literal["scene", "session"]) -> Iterator[Event]:
    for bonus in state.bonuses.values():
        if bonus.ends in ends:
            yield Spent(bonus.id, "scene ends" if when == "scene" else "session ends")
    for actor in state.actors.values():
        for condition in actor.conditions:
            if condition.ends in ends:
                yield Recovered(actor.id, condition.id, f"the {when} ends", game=condition.game)


def _uses_back(state: State, per: str) -> Iterator[Event]:
    for actor in state.actors.values():
        for game, trait in traits_of(actor):
            # A use per session stays used when a scene ends, on the same trait too (C-23).
            fresh = trait
            for number, effect in trait.limits:
                fresh = with_uses(fresh, number, 0) if effect.used and effect.per == per else fresh
            if fresh is not trait:
                yield Traited(actor.id, game, fresh, "freed")


def end_events(state: State, what: str) -> Iterator[Event]:
    """End the fight, the scene or the evening: bonuses expire, and uses come back."""
    scene = state.scene
    match what:
        case "fight":
            yield from _fight_over(state)
            for game in games_played(state):
                yield from game.on_end(state, "fight")
            yield Staged(replace(scene, fight=False), state.evening)
        case "scene" if _interlude(state):
            yield from _fight_over(state)
            for game in games_played(state):
                yield from () if game.pauses else game.on_end(state, "scene")
            yield from _expire(state, ("use", "scene"), "scene")
            yield from _uses_back(state, "scene")
            yield Staged(replace(scene, fight=False), state.evening)
            yield Said("The pause ends for games without a time between scenes")
        case "scene":
            yield from _fight_over(state)
            for game in games_played(state):
                yield from game.on_end(state, "scene")
            yield from _expire(state, ("use", "scene"), "scene")
            yield from _uses_back(state, "scene")
            left = tuple(state.challenges)
            between = any(game.pauses for game in games_played(state))
            yield Staged(Scene(scene.number + 1, between=between, left=left), state.evening, "ends")
        case _:
            yield from _expire(state, ("session",), "session")
            yield from _uses_back(state, "session")
            yield Staged(scene, state.evening + 1, "evening ends")


def scene_runs(state: State) -> bool:
    """Return whether a scene or a fight runs, which ends before another scene begins or the evening ends (WE-71)."""
    return _fight_runs(state) or (bool(state.scene.page or state.scene.title) and not state.scene.between)


def describe_first_end(state: State, *later: str) -> str:
    """Name the scene and the fight that end first, and list all that expires with these ends and later ones.

    Empty where none runs.
    """
    if not scene_runs(state):
        return ""
    scene = state.scene.title or f"scene {state.scene.number}"
    first = f"Ends {'the fight and ' if _fight_runs(state) else ''}{scene} first"
    open_still, told = _end_lines(state, "scene", *later)
    told = (*open_still, *told)
    return "\n".join((f"{first}:", *told)) if told else first


def _interlude(state: State) -> bool:
    """Return whether it is the time between scenes, at a table that also plays a game without one (WA-42, U-34)."""
    return state.scene.between and any(not game.pauses for game in games_played(state))


def _end_choices(state: State, answers: Answers) -> Sequence[Choice]:
    last = {"fight": "no more turns", "scene": "unused bonuses expire"}
    scene = "the time between scenes" if _interlude(state) else "" if state.scene.between else "the scene"
    words = {"fight": "the fight" if _fight_runs(state) else "", "scene": scene, "evening": "the evening"}
    return [
        Choice(what, words[what], ", ".join(filter(None, (*_ends_with(state, what), last.get(what, "")))), place=place)
        for place, what in enumerate(words)
        if words[what]
    ]


def _no_scene_ends(state: State, word: str) -> str:
    """Return why a word of a line ends no scene: none runs, and the time until the next is none (WA-42)."""
    return NO_SCENE if word == "scene" and state.scene.between and not _interlude(state) else ""


def _fight_runs(state: State) -> bool:
    return state.scene.fight or bool(state.order.places)


def _usual_end(state: State, answers: Answers) -> str | None:
    """Suggest what ends; nothing where no scene has begun and the end of one would change nothing."""
    if _idle(state):
        return None
    return "fight" if _fight_runs(state) else "evening" if state.scene.between else "scene"


def _idle(state: State) -> bool:
    """Tell if no scene has begun since the last one ended, and nothing has happened that the end of one changes."""
    if scene_runs(state) or state.scene.between or state.open:
        return False
    try:
        return all(isinstance(event, Staged) for event in end_events(state, "scene"))
    except Refused:
        return False


def _ends_with(state: State, what: str) -> list[str]:
    return list(dict.fromkeys(game.end_words[what] for game in games_played(state) if what in game.end_words))


def _end_preview(state: State, answers: Answers) -> str:
    what = text_of(answers, "what", "scene")
    if "what" not in answers and _idle(state):
        return f"Nothing has happened in scene {state.scene.number} that its end would change: choose what ends"
    first = describe_first_end(state, what) if what == "evening" and text_of(answers, "scene") != _GOES_ON else ""
    return first or describe_end(state, what)


def _bonus_told(state: State, event: Spent) -> str:
    bonus = state.bonuses[event.bonus]
    return f"{possessive_short(state, bonus.owner)} {bonus.label}"


def _expired_told(bonuses: Sequence[str]) -> str:
    """Tell how many bonuses expire, and which where they are few."""
    number = count_noun(len(bonuses), "bonus expires", "bonuses expire")
    return f"{number}: {join_names(bonuses)}" if len(bonuses) <= MOST_NAMED else number


def describe_end(state: State, what: str) -> str:
    """List the questions that stay open, then all that expires, comes back and strikes: a line for each."""
    nothing = "Nothing expires and nothing comes back"
    if what != "evening" and state.order.places:
        nothing = "The order of turns ends; nothing more expires or comes back"
    open_still, told = _end_lines(state, what)
    # What an open question gives back, such as a point, comes back by its answer.
    nothing += " by itself" if open_still else ""
    over = ["The fight is over"] if told and what != "evening" and _fight_runs(state) else []
    return "\n".join((*open_still, *over, *(told or [nothing])))


def _end_lines(state: State, *ends: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the questions that are open behind one end after another, and what each of these does."""
    told: list[str] = []
    now = state
    for what in ends:
        try:
            lines, now = _end_told(now, what)
        except Refused as refusal:
            return (), (*told, str(refusal))
        told += lines
    return [*_stays_open(state, now)], [*map(begin_sentence, told)]


def _end_told(state: State, what: str) -> tuple[list[str], State]:
    """Return what an end does, a line for each, and the table behind it."""
    rested: dict[str, list[str]] = {}
    over: dict[str, list[str]] = {}
    facts: list[tuple[Event, State]] = []
    fresh: list[str] = []
    expired: list[str] = []
    after = state
    for event, before, now in apply_each(state, end_events(state, what)):
        after = now
        line = describe(event, before).head
        match event:
            case Marked() if event.damage is None and line:
                words = GAMES[event.game].end_words.get(what, "comes back")
                rested.setdefault(words, []).append(name_of(state, event.who))
            case Recovered() if line:
                label = next(one.label for one in before.actors[event.who].conditions if event.ends(one))
                over.setdefault(label, []).append(name_of(state, event.who))
            case Spent():
                expired += [_bonus_told(before, event)] if line else []
            case Traited():
                fresh += [event.trait.name] if line else []
            case Staged() | Ordered():
                continue
            case _ if line:
                facts.append((event, before))
    told = [f"{words} for {_named(names)}" for words, names in rested.items()]
    told += [
        f"{_named(names)} no longer {label}" if suits_is(label) else f"“{label}” ends for {_named(names)}"
        for label, names in over.items()
    ]
    told += [_expired_told(expired)] if expired else []
    told += [f"{join_names(fresh)} may be used again"] if 0 < len(fresh) <= MOST_NAMED else []
    told += [f"{len(fresh)} uses come back"] if len(fresh) > MOST_NAMED else []
    told += _facts_told(facts, {one.about for one in left_open(after)})
    told += _stay_out(after) if what != "evening" else ()
    return told, after


def _facts_told(facts: Sequence[tuple[Event, State]], asked: Collection[str]) -> list[str]:
    """Tell a rule by what it changes, or else in its own words; open questions tell the failures of `asked` ones."""
    told: list[str] = []
    said = ""
    for event, before in facts:
        line = describe(event, before)
        match event:
            case Counted() | Rated() if said and said == event.why:
                told[-1] = str(line)
            case Counted() | Rated():
                told.append(str(describe(replace(event, why=""), before)))
            case Said():
                told.append(str(line).removesuffix("."))
            case _ if not (isinstance(event, Settled) and event.challenge in asked):
                told.append(line.head)
        said = event.text if isinstance(event, Said) else ""
    return told


def _stay_out(state: State) -> list[str]:
    """Name the living whom no end of a fight or scene brings back, each with the reason (WE-66, WA-31, U-25)."""
    reasons = {
        actor.id: next((one.label for one in actor.conditions if one.out), "") for actor in state.actors.values()
    }
    out = [f"{name_of(state, who)} ({why})" for who, why in reasons.items() if why and not state.actors[who].dead]
    return [f"out of action still: {_named(out)}"] if out else []


def _stays_open(before: State, after: State) -> Iterator[str]:
    """List the questions that are still open once a scene is over, each with what the end changes of it."""
    changes = {question.matter: question.at_end for question in pending(before)}
    for question in pending(after, left_open(after)):
        change = changes.get(question.matter, "")
        yield f"Open: {question.sentence}{change and f'. {change}'}"


def _outliving(state: State) -> list[Pending]:
    """Return the open questions that do not end with the scene."""
    ended = {one.id for one in state.open if one.ends == "scene"}
    return [one for one in pending(state) if one.matter not in ended]


def _left(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer to let each open matter go with the scene, or to answer it at once where its rules want an answer."""
    rows = []
    for one in _outliving(state):
        later = f"; {one.at_end[:1].lower()}{one.at_end[1:]}" if one.at_end else ""
        rows.append(Choice(one.matter, one.sentence, (_GO if one.dismissal is not None else _ANSWER) + later))
    return rows


_GO, _ANSWER = "ticked: let go for good", "ticked: asked at once"


def _ends_and_opens(state: State, answers: Answers) -> str:
    """List the questions that end with the scene by their rules, and those that its end raises."""
    left = _outliving(state)
    try:
        after = fold(state, end_events(state, "scene"))
    except Refused as refusal:
        return str(refusal)
    ends = [f"Ends with the scene: {one.sentence}" for one in pending(state) if one not in left]
    known = {one.matter for one in left}
    opens = [f"Opens: {one.sentence}" for one in pending(after, left_open(after)) if one.matter not in known]
    return "\n".join((*ends, *opens))


def _named(names: Sequence[str]) -> str:
    more = [f"{len(names) - MOST_PEOPLE} more"] if len(names) > MOST_PEOPLE else []
    return join_names([*names[:MOST_PEOPLE], *more])


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
    left = [one.sentence for one in _outliving(state) if one.matter in still and one.matter not in chosen]
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
    lambda s, a: (),
    when=lambda s, a: "scene" in _endings(s, a),
    preview=_ends_and_opens,
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
            _end_choices,
            _usual_end,
            preview=_end_preview,
            why=_no_scene_ends,
        ),
        Ask(
            "scene",
            "The scene",
            "one",
            lambda s, a: [Choice(_ENDS, "ends too"), Choice(_GOES_ON, "goes on another evening", "nothing clears")],
            lambda s, a: _ENDS,
            when=_asks_for_scene,
            preview=_end_preview,
        ),
        DISMISS,
    ),
    rules="WE-39, WE-70, WE-71, WA-09, WA-14, C-08, U-13",
    formerly="end the scene",
)
