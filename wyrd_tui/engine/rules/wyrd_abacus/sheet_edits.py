"""A sheet written by hand at the table: an ability as a rating, the Wyrd, and facets (WA-03 … WA-05, WA-32)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Rated, Said, Tracked, Traited
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.ids import fresh_id
from wyrd_tui.engine.nouns.wyrd_abacus import ABILITIES, LENT, WYRD
from wyrd_tui.engine.rules.game import Newcomer
from wyrd_tui.engine.rules.ground.basics import the_actor, why_nobody
from wyrd_tui.engine.rules.ground.tracks import read_numbers
from wyrd_tui.engine.rules.wyrd_abacus.abilities import abilities, ability_row, acts_with_the_wyrd, facets, sheet_of
from wyrd_tui.engine.rules.wyrd_abacus.points import POINTS, SUM, creation_faults, nobody_has_a_sheet
from wyrd_tui.engine.rules.wyrd_abacus.questions import ability_asks, sheet_choices
from wyrd_tui.engine.sheet import Effect, Row, Sheet, Trait
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, State
from wyrd_tui.engine.words import as_owner, name_and_verb, plain_number, possessive

EXAMPLE = "Body 5 Mind 6 Soul 4"
HIGHEST_SCORE = 30
"""Most points of an ability that the table takes; the rules have fewer (WA-03)."""
_OWN_NAMES = {name.casefold(): name for name in (*ABILITIES.values(), WYRD, LENT)}


def read_sheet(state: State, text: str) -> Sheet:
    """Read a sheet of the abilities that are known, such as `Body 5 Mind 6 Soul 4` (WA-03, WA-04).

    `5 6 4` are all three in their order, and `B5 M6 S4` names them by their initials, as panes do.

    Raises:
        Refused: If a name has no number or is no ability, or a number is out of bounds.
    """
    known = {word.casefold(): name for name, label in ABILITIES.items() for word in (label, label[0])}
    bare = text.replace(",", " ").split()
    if len(bare) == len(ABILITIES) and all(word.isdecimal() for word in bare):
        text = " ".join(f"{label} {score}" for label, score in zip(ABILITIES.values(), bare, strict=True))
    spaced = re.sub(r"(?i)\b([a-z]+)(?=[0-9])", r"\1 ", text)
    typed = {name.casefold(): score for name, score in read_numbers(spaced, 0, HIGHEST_SCORE, EXAMPLE).items()}
    for name in typed:
        if name not in known:
            raise Refused(f"No ability is called “{name}”. Write Body, Mind and Soul, such as {EXAMPLE}.")
    scores = {known[name]: score for name, score in typed.items()}
    return Sheet({WYRD: 0}, track=tuple(ability_row(name, scores[name]) for name in ABILITIES if name in scores))


NEWCOMER = Newcomer(
    numbers=read_sheet,
    example=EXAMPLE,
    blank="leaves them out; later: `:abilities`",
    boxed=False,
    every_kind=False,
    advice=lambda actor: unusual_scores(actor, tuple(abilities(actor).values())),
)
"""The sheet of a player's character; others of this game have no numbers (WA-01)."""


def with_score(actor: Actor, ability: str, score: int) -> Row:
    """An ability with another starting score, with as many points gone as before where it has so many (WA-03)."""
    old = abilities(actor).get(ability)
    return replace(old, boxes=score, marks=min(old.marks, score)) if old else ability_row(ability, score)


def write_abilities(actor: Actor, rows: Sequence[Row]) -> Iterator[Event]:
    """Write abilities into a sheet, and tell scores that are unusual (WA-03)."""
    new = {row.id: row for row in rows}
    everything = {**abilities(actor), **new}
    ordered = tuple(everything[name] for name in ABILITIES if name in everything)
    others = tuple(row for row in sheet_of(actor).track if row.id not in ABILITIES)
    yield Tracked(actor.id, WYRD_ABACUS, (*ordered, *others))
    yield from map(Said, unusual_scores(actor, ordered))


def unusual_scores(actor: Actor, rows: Sequence[Row]) -> Iterator[str]:
    """Tell unusual starting scores of a player's character, once all three are there (WA-03)."""
    if actor.kind == "pc" and len(rows) == len(ABILITIES):
        for fault in creation_faults(tuple(row.boxes for row in rows)):
            yield f"{as_owner(actor, actor.name)} abilities are unusual: {fault}"


def rating_events(state: State, actor: Actor, name: str, value: int | None) -> Iterator[Event]:
    """Write or strike a rating by hand: an ability is a row of the track, and no pool is below 0 (WA-03, WA-32).

    Raises:
        Refused: If it is below 0, an ability is struck, or the character has no Wyrd to lend (WA-51).
    """
    name = _OWN_NAMES.get(name.casefold(), name)
    if name == LENT and value is not None and not acts_with_the_wyrd(actor):
        reason = "only a defeated character that acts with the Wyrd has it. `defeat` makes one."
        raise Refused(f"{name_and_verb(state, actor.id, 'has')} no Wyrd to lend: {reason}")
    ability = next((key for key, label in ABILITIES.items() if label == name), "")
    if value is None:
        if ability:
            raise Refused(f"{name} stays on the sheet, as every character has it; `abilities` writes another number.")
    elif value < 0 and name in _OWN_NAMES.values():
        raise Refused(f"{name} is 0 or more, not {plain_number(value)}.")
    elif ability:
        yield from write_abilities(actor, [with_score(actor, ability, value)])
        return
    yield Rated(actor.id, WYRD_ABACUS, name, value)


# ------------------------------------------------------------------ facets


_NAMES = ("first", "second")
"""The facets of an ability, of which a character has two (WA-05)."""


def _own(actor: Actor, ability: str) -> list[Trait]:
    """The facets of an ability."""
    return [trait for trait, of in facets(actor) if of == ability]


def _now(number: int) -> Callable[[State, Answers], str]:
    """Return a facet's name; empty where there is none."""

    def default(state: State, answers: Answers) -> str:
        actor = state.actors.get(text_of(answers, "who"))
        own = _own(actor, text_of(answers, "ability")) if actor else []
        return own[number].name if number < len(own) else ""

    return default


def _write(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    actor, ability = the_actor(state, text_of(answers, "who")), text_of(answers, "ability")
    own = _own(actor, ability)
    taken = {trait.id: trait for trait in sheet_of(actor).traits}
    nothing = True
    for number, name in enumerate(_NAMES):
        words = text_of(answers, name, _now(number)(state, answers)).strip()
        old = own[number] if number < len(own) else None
        if words == (old.name if old else ""):
            continue
        nothing = False
        if old is not None:
            # A card whose words change is shown as often as before.
            changed = replace(old, name=words) if words else replace(old, lost=True)
            yield Traited(actor.id, WYRD_ABACUS, changed, "renamed" if words else "dropped")
            continue
        effect = Effect("limited", skill=ability, uses=1, per="scene")
        new = Trait(fresh_id(words, taken), words, effects=(effect,))
        taken[new.id] = new
        yield Traited(actor.id, WYRD_ABACUS, new, "gained")
    if nothing:
        raise Refused(f"{possessive(state, actor.id)} facets of {ABILITIES[ability]} are these already.")


FACETS = Command(
    "facets",
    "",
    "write facets",
    "Write the facets of an ability; a blank one is removed.",
    POINTS,
    _write,
    (
        Ask("who", "Who", "one", sheet_choices, focus="actor"),
        ability_asks(),
        *(Ask(name, f"{name.capitalize()} facet", "words", default=_now(n)) for n, name in enumerate(_NAMES)),
    ),
    nobody_has_a_sheet,
    WYRD_ABACUS,
    "WA-05",
)


def score_of(ability: str) -> Callable[[State, Answers], int]:
    """The score of an ability as it is, or else an even share of the points (WA-03)."""

    def default(state: State, answers: Answers) -> int:
        actor = state.actors.get(text_of(answers, "who"))
        row = abilities(actor).get(ability) if actor else None
        return row.boxes if row else SUM // len(ABILITIES)

    return default


def _set_abilities(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    actor = the_actor(state, text_of(answers, "who"))
    rows = [with_score(actor, name, number_of(answers, name)) for name in ABILITIES]
    if rows == list(abilities(actor).values()):
        raise Refused(f"{name_and_verb(state, actor.id, 'has')} these scores already.")
    yield from write_abilities(actor, rows)


def _anybody(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice(actor.id, actor.name, actor.concept) for actor in state.actors.values()]


SCORES = Command(
    "abilities",
    "S",
    "abilities",
    "Write a character’s starting Body, Mind and Soul.",
    POINTS,
    _set_abilities,
    (
        Ask("who", "Who", "one", _anybody, focus="actor"),
        *(
            Ask(name, label, "number", default=score_of(name), low=0, high=HIGHEST_SCORE, form=True)
            for name, label in ABILITIES.items()
        ),
    ),
    why_nobody,
    WYRD_ABACUS,
    "WA-03, WA-04",
)

WRITING_COMMANDS = (SCORES, FACETS)
