"""Questions of the Wyrd Abacus: which character, which ability."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from wyrd_tui.engine.blank import no_value
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, actor_named, always, many_of, why_unable
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.wyrd_abacus import ABILITIES, WYRD
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    abilities,
    characters,
    is_absent,
    is_character,
    is_present,
    points_left,
    told_aside,
    wyrd_of,
)
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.words import join_names, name_and_verb, short_name_of

When = Callable[[State, Answers], bool]


def why_not_playing(state: State, word: str) -> str:
    """Return why the actor that a word names can do nothing in this game; empty where they can (WA-03)."""
    actor, why = actor_named(state, word), why_unable(state, word)
    if why or actor is None or abilities(actor):
        return why
    return f"{name_and_verb(state, actor.id, 'has')} no Body, Mind and Soul yet: `abilities` writes them."


def character_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """The characters that play on, those in the scene first."""
    rows = sorted(characters(state), key=is_absent)
    return [Choice(actor.id, actor.name, told_aside(actor)) for actor in rows]


def sheet_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Actors with a sheet of this game, the party first."""
    rows = sorted((a for a in state.actors.values() if abilities(a)), key=lambda a: not is_character(a))
    return [Choice(actor.id, actor.name, actor.concept) for actor in rows]


def everyone(state: State, answers: Answers) -> tuple[str, ...]:
    """Characters in the scene, or all who play on where none is."""
    here = tuple(actor.id for actor in characters(state) if is_present(actor))
    return here or tuple(actor.id for actor in characters(state))


def all_who_play(state: State, answers: Answers) -> tuple[str, ...]:
    """Characters who play on, in the scene or elsewhere (WA-32)."""
    return tuple(actor.id for actor in characters(state))


def one_asks(
    choices: Callable[[State, Answers], Sequence[Choice]] = sheet_choices,
    why: Callable[[State, str], str] = why_not_playing,
) -> Ask:
    """Ask for one character with a sheet of this game; the default is the selected one, or the only one on offer."""

    def default(state: State, answers: Answers) -> str | None:
        rows = choices(state, answers)
        return rows[0].value if len(rows) == 1 else None

    return Ask("who", "Who", "one", choices, default, focus="actor", why=why)


def some_asks() -> Ask:
    """Ask for any number of the characters: those selected on the screen, or all who are present."""
    return Ask(
        "who",
        "Who",
        "many",
        character_choices,
        everyone,
        focus="ticked",
        put=True,
        some="Choose who rolls.",
        why=why_not_playing,
    )


def ability_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """The three abilities, each with what is left of it to those who are meant."""
    who = _meant(state, answers)
    return [Choice(key, label, _scores(state, who, partial(_left, ability=key))) for key, label in ABILITIES.items()]


def _meant(state: State, answers: Answers) -> list[Actor]:
    named = dict.fromkeys((*many_of(answers, "who"), *many_of(answers, "whom")))
    return [state.actors[one] for one in named if one in state.actors]


def _scores(state: State, who: Sequence[Actor], score: Callable[[Actor], str]) -> str:
    """Tell the score of each, by name where there are several; empty for those who have none."""
    scores = [(one, told) for one in who if (told := score(one))]
    return ", ".join(f"{short_name_of(state, one.id)} {told}" if len(who) > 1 else told for one, told in scores)


def harm_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """The three abilities, each with those whom a loss of it defeats, since it is scratched out already (WA-31).

    The names of the defeated come before what is left to the others.
    """
    hurt, rows = _meant(state, answers), []
    for choice in ability_choices(state, answers):
        struck = [one for one in hurt if _is_struck(one, choice.value)]
        if struck:
            defeats = f"defeats {join_names([short_name_of(state, one.id) for one in struck])}"
            left = [f"{short_name_of(state, one.id)} {_left(one, choice.value)}" for one in hurt if one not in struck]
            hint = "; ".join((defeats, *left)) if len(hurt) > 1 else f"{choice.hint}: {defeats}"
            choice = replace(choice, hint=hint)
        rows.append(choice)
    return rows


def _is_struck(actor: Actor, ability: str) -> bool:
    row = abilities(actor).get(ability)
    return row is not None and row.struck


def _left(actor: Actor, ability: str) -> str:
    row = abilities(actor).get(ability)
    if row is None:
        return ""
    return "scratched out" if row.struck else f"{points_left(row)} of {row.boxes}"


def ability_asks(
    name: str = "ability",
    prompt: str = "Which ability",
    default: Callable[[State, Answers], str | None] = no_value,
    when: When = always,
    choices: Callable[[State, Answers], Sequence[Choice]] = ability_choices,
) -> Ask:
    """Question of one of the three abilities."""
    return Ask(name, prompt, "one", choices, default, when=when)


def trait_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the dice of an influence roll: an ability, or the Wyrd (WA-34, WA-38)."""
    own = Choice("wyrd", WYRD, _scores(state, _meant(state, answers), lambda one: str(wyrd_of(one))))
    return [*ability_choices(state, answers), own]
