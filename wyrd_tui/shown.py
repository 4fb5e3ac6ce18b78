"""Lines on the state of a table: the parts that `show` tells in scripts and in the plain display."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from wyrd_tui.engine.dice import Refused, quote_briefly
from wyrd_tui.engine.line_spelling import spell_line
from wyrd_tui.engine.page import RULE
from wyrd_tui.engine.recap import waiting_bonuses
from wyrd_tui.engine.rod_order import lock_told, strikes_told
from wyrd_tui.engine.rules.all_games import command_of, hints, in_force, scene_frame
from wyrd_tui.engine.rules.games import game_of, games_played, house_rules
from wyrd_tui.engine.rules.shared.matters import pending
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.spelling import suggest_word
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.engine.voices import game_name, meaning, value_name, voice_of
from wyrd_tui.engine.words import SIDES, crowd_name, name_of, signed


def without_keys(sentence: str) -> str:
    """Write a sentence for those who write lines: the acts whose keys two backticks ask for are lines as others."""
    return sentence.replace("``", "`")


def show(session: Session, words: list[str], hinted: Callable[[str], str] = without_keys) -> Iterator[str]:
    """Yield lines on how a table stands, or on the part of it that is named; `hinted` words the hints among them.

    Raises:
        Refused: If there is no such part.
    """
    state = session.state
    shown: dict[str, Callable[[State], Iterator[str]]] = {**SHOWN, "open": partial(_open, hinted=hinted)}
    wanted = words[0].casefold() if words else "all"
    if wanted == "all":
        yield from (f"{state.title}: {place}" for place in [_place(state)] if place)
        for name in ("people", "order", "abacus", "open"):
            yield from shown[name](state)
    elif wanted in SHOWN:
        yield from shown[wanted](state)
    elif (rod := _challenge_named(state, words)) is not None:
        yield from _challenge(state, rod)
    else:
        meant = suggest_word(wanted, SHOWN)
        raise Refused(f"`show` has no part {quote_briefly(wanted)}.{meant} Possible: {', '.join(SHOWN)}.")


def _place(state: State) -> str:
    """Return the scene of the table in a line."""
    scene = f"scene {state.scene.number}" if not state.scene.between else "between scenes"
    return " · ".join(filter(None, (scene, state.scene.title)))


def _people(state: State) -> Iterator[str]:
    for actor in state.actors.values():
        yield f"{crowd_name(actor)} ({SIDES[actor.side]}): {_describe_actor(state, actor)}"


def _party(state: State) -> Iterator[str]:
    for actor in state.actors.values():
        if actor.side == "party":
            yield f"{crowd_name(actor)}: {_describe_actor(state, actor)}"


def _describe_actor(state: State, actor: Actor) -> str:
    """Describe an actor: down first, then each sheet by the name of its game where the table plays several."""
    down = ["down"] if actor.out else []
    facts = [*down, *_sheets(state, actor), *_conditions(actor), *waiting_bonuses(state, actor)]
    return "; ".join(facts) or ("unhurt" if actor.sheets else "no sheet")


def _sheets(state: State, actor: Actor) -> Iterator[str]:
    for game in actor.sheets:
        facts = list(voice_of(game).list_state(actor, game))
        if len(state.games) > 1:
            yield f"{game_name(game)}: {'; '.join(facts) or 'unhurt'}"
        else:
            yield from facts


def _conditions(actor: Actor) -> Iterator[str]:
    for condition in actor.conditions:
        yield condition.label + (f" – {note}" if (note := meaning(condition)) else "")


def _order(state: State) -> Iterator[str]:
    if state.order.places:
        yield f"Round {state.order.round}"
    for place in state.order.places:
        sign = "▶" if place.who == state.order.turn else " "
        score = "" if place.score is None else f" {signed(place.score)}"
        actor = state.actors.get(place.who)
        facts = (("down", actor is not None and actor.out), ("tied", place.tie))
        words = [word for word, on in (*facts, ("acted", place.acted), ("holds", place.held)) if on]
        if actor is not None and len(state.games) > 1:
            words = [*map(game_name, actor.sheets), *words]
        yield f"{sign} {name_of(state, place.who)}{score}" + (f" ({', '.join(words)})" if words else "")
    if not state.order.places:
        for game in games_played(state):
            yield from game.spotlight(state)


def _abacus(state: State) -> Iterator[str]:
    pools = {voice_of(game).rod_words.pool for game in state.games}
    yield from (f"{name}: {count}" for name, count in state.counters.items() if count or name in pools)
    calm = scene_frame(state).calm
    for challenge in state.challenges.values():
        facts: list[str] = [challenge.outcome_word] if challenge.outcome else []
        words = voice_of(challenge.game).rod_words
        facts += [met_by] if (met_by := words.met_by.get(challenge.met_by)) else []
        facts += [lock] if (lock := lock_told(state, challenge)) else []
        if strikes := strikes_told(challenge, calm):
            facts.append(f"strikes by itself {strikes}")
        yield f"{_rod(challenge)} {challenge.done}/{challenge.needed}{''.join(f', {fact}' for fact in facts)}"


def _rod(challenge: Challenge) -> str:
    value = f" {value_name(challenge.game, challenge.value)}" if challenge.value is not None else ""
    if challenge.type:
        return f"{challenge.title} ({challenge.type}{value}):"
    return f"{challenge.kind} {challenge.title}:{value}"


def _challenge_named(state: State, words: list[str]) -> Challenge | None:
    """Return the challenge, on the abacus or in the book, that words name by its id or the beginning of its title."""
    said = " ".join(words[1:] if words[0].casefold() == "challenge" else words).casefold()
    rods = list({**state.book.challenges, **state.challenges}.values()) if said else []
    exact = [rod for rod in rods if said in (rod.id.casefold(), rod.title.casefold())]
    found = exact or [rod for rod in rods if rod.title.casefold().startswith(said)]
    return found[0] if len(found) == 1 else None


def _challenge(state: State, rod: Challenge) -> Iterator[str]:
    """Yield all that is written of a challenge (WA-12)."""
    yield _rod(rod).removesuffix(":") + ("" if rod.id in state.challenges else ", not on the abacus")
    for label, text in (("", rod.text), ("Overcome: ", rod.win), ("Not overcome: ", rod.lose)):
        if text:
            yield f"{label}{' '.join(text.split())}"


def _ladder(state: State) -> Iterator[str]:
    tables: dict[tuple[str, ...], list[str]] = {}
    party = [actor for actor in state.actors.values() if actor.side == "party"]
    for game in games_played(state):
        for actor in party:
            if game.id in actor.sheets or game is game_of(state, actor):
                found = game.ladder(state, actor.id, game.best_rating(state, actor.id, ""), None)
                tables.setdefault(tuple(map(game.describe_rung, found.rungs)), []).append(found.title)
    for rungs, titles in tables.items():
        yield from titles
        yield from rungs


def _open(state: State, hinted: Callable[[str], str] = without_keys) -> Iterator[str]:
    for item in pending(state):
        command = command_of(item.command)
        yield f"Open: {item.sentence} (`{spell_line(command, item.answers, state) if command else item.command}`)"
    for hint in hints(state):
        yield f"Hint: {hinted(hint)}"


def _rules(state: State) -> Iterator[str]:
    for key, rule in house_rules().items():
        if rule.concerns(state):
            yield f"{key} = {str(rule.chosen(state)).lower()}  ({rule.help} Possible: {rule.possible(state)}.)"
    for page in state.book.pages:
        if page.kind == RULE:
            words = (
                f"{'evident' if page.public else 'hidden'}, {'in force' if in_force(state, page) else 'not in force'}"
            )
            yield f"stage rule {page.title} ({words})" + (f": {' '.join(page.text.split())}" if page.text else "")


SHOWN: dict[str, Callable[[State], Iterator[str]]] = {
    "party": _party,
    "people": _people,
    "order": _order,
    "abacus": _abacus,
    "ladder": _ladder,
    "open": _open,
    "rules": _rules,
}
