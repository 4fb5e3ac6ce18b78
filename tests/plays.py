"""Evenings made by hypothesis: tables to begin with, and commands with answers, good, odd and bad."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hypothesis import strategies as st

from tests.commands import BY_ID, HOUSE_RULES
from tests.facts import Draw
from tests.rules.abacus.stories import STORIES
from tests.rules.mettle.tables import CLERK, KIRIN, VIKTOR, Shop
from tests.strategies import words
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answer, Ask, Command, Portion, next_ask
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.roll import Hit, Part, Roll, Score
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.setting import Setting
from wyrd_tui.engine.sheet import Clears, Effect, Row, Sheet, Trait
from wyrd_tui.engine.state import (
    WYRD_ENGINE,
    Actor,
    Bonus,
    BonusKind,
    Book,
    Challenge,
    Condition,
    Kind,
    RuleValue,
    Scene,
    Side,
    State,
)
from wyrd_tui.engine.turn_order import Order, Place

HOSTILE = (
    "",
    " ",
    "none",
    "[/]",
    "[@click=app.quit]x[/]",
    "\x1b]52;c;aGk=\x07",
    "two\nlines\r\u2028more",
    "\u202ereversed",
    "\x00\x9b\x7f",
    "\ud800",
    "who=mercer",
    "name:2",
    ":",
    "#2",
    "*",
    '"quoted"',
    "back\\slash",
    "a, b",
    "“Don’t”, said Mercer’s sister’s friend",
    "١٢",
    "²",
    "--5",
    "x" * 700,
)


# ------------------------------------------------------------------ tables


def rows(*boxes: int) -> tuple[Row, ...]:
    """The track of the text: stress, mild, moderate, severe."""
    kinds: tuple[tuple[str, int, Clears], ...] = (
        ("Stress", 0, "scene"),
        ("Mild", 1, "hours"),
        ("Moderate", 2, "days"),
        ("Severe", 3, "weeks"),
    )
    return tuple(
        Row(label.casefold(), label, count, penalty=penalty, clears=clears)
        for (label, penalty, clears), count in zip(kinds, boxes, strict=False)
    )


DRAFT = (
    Row("stress", "Stress", 5, clears="scene"),
    Row("minor", "Minor", 2, absorbs=2, penalty=1, clears="hours"),
    Row("major", "Major", 1, absorbs=4, penalty=2, clears="days"),
    Row("luck", "Luck", 3, counts=False),
)

_TRAITS = (
    Trait("sharp-eyes", "Sharp Eyes", when="looking", effects=(Effect("bonus", "Notice"), Effect("bonus", "Shoot"))),
    Trait("pistol", "Pistol, old", "gear", effects=(Effect("bonus", "Shoot", 1), Effect("permission", "Shoot"))),
    Trait("lucky", "Lucky", effects=(Effect("reroll"), Effect("limited", uses=2, per="scene", text="a coin"))),
    Trait("brute", "Brute", effects=(Effect("substitute", use="Fight", instead_of="Provoke"), Effect("special"))),
)
_SETTING = Setting(
    "Isles",
    {"body": ("Athletics", "Fight", "Shoot"), "mind": ("Notice", "Will", "Lore, old")},
    {"Awareness": "Notice"},
    ("Athletics", "Fight"),
)


def _actor(who: str, name: str, side: Side, sheet: Sheet, kind: Kind = "full", count: int = 1) -> Actor:
    return Actor(who, name, side, kind, count, {WYRD_ENGINE: sheet})


def _people() -> Iterator[Actor]:
    able = {"Fight": 2, "Shoot": 1, "Notice": 1, "Athletics": 0}
    yield _actor("mercer", "Elias Mercer", "party", Sheet(able, _TRAITS[:3], rows(4, 3, 2, 1)), kind="pc")
    yield _actor("mercer-2", "Elias Mercer", "party", Sheet({"Will": 3}, _TRAITS[3:], DRAFT, {"attack": "Will"}))
    yield _actor("thugs", "Thug [closed]", "foes", Sheet({"Combat": 1}, track=rows(1)), kind="mook", count=5)
    yield _actor("rats", "Rats", "foes", Sheet({"Combat": -1}), kind="mook", count=2)
    yield _actor("count", "The Count", "foes", Sheet({"Fight": 4}, track=rows(2, 1, 1)), kind="persona")
    yield Actor("stranger", "A Stranger")


def _wings() -> Book:
    guard = _actor("guard", "Guard", "foes", Sheet({"Combat": 2}), kind="mook", count=3)
    pages = (
        Page("act-1", "act", "The Door", brings=("guard", "nobody"), challenges=("lock", "nothing")),
        Page("act-2", "act", "The Roof"),
        Page("letter", "clue", "A letter", "Burnt.", "The Count wrote it.\nIn green ink.", "act-1"),
        Page("why", "truth", "Why"),
    )
    rods = {"lock": Challenge("lock", "Lock", value=2, skills=("Lore, old",), after=("door",))}
    return Book(pages, {"guard": guard, "count": replace(guard, id="count", kind="persona", count=1)}, rods)


def quiet_table() -> State:
    """Make a table with all characters present and no scene or fight begun."""
    challenges = {
        "door": Challenge("door", "Door [/]", value=1, skills=("Fight",)),
        "cipher": Challenge("cipher", "Cipher", "task", value=3, needed=3, done=1, after=("door",)),
        "ritual": Challenge("ritual", "Ritual", "clock", needed=4, done=3, lose="it wakes"),
    }
    people = {actor.id: actor for actor in _people()}
    return State("Flight", setting=_SETTING, actors=people, challenges=challenges, book=_wings())


def fight() -> State:
    """The middle of a fight: an order with a tie, wounds to assign, hits to take, every kind of bonus."""
    state = quiet_table()
    mercer = state.actors["mercer"]
    hurt = tuple(replace(row, marks=min(row.boxes, 2)) for row in rows(4, 3, 2, 1))
    hurt_sheet = replace(mercer.sheets[WYRD_ENGINE], track=hurt)
    count = replace(state.actors["count"], conditions=(Condition("out-of-action", "out of action", out=True),))
    people = {**state.actors, "mercer": replace(mercer, sheets={WYRD_ENGINE: hurt_sheet}), "count": count}
    places = (Place("mercer", 3, tie=True), Place("thugs", 3, tie=True), Place("count", 1), Place("rats", held=True))
    kinds: tuple[BonusKind, ...] = ("boon", "boost", "help", "help", "advantage", "situation")
    bonuses = {
        f"b{i}": Bonus(
            f"b{i}", f"bonus {i}", i - 3 or 2, "mercer", kind, against="thugs" if kind == "advantage" else ""
        )
        for i, kind in enumerate(kinds, 1)
    }
    shot = Score("mercer", "Shoot", 2, (1, 1, 0, 0), parts=(Part("Shoot", 1),), total=3)
    dodge = (Score("thugs", "Combat", 0, total=1), Score("count", "Athletics", -1, total=-1))
    hits = (Hit("thugs", 2), Hit("count", 4))
    roll = Roll("attack", WYRD_ENGINE, shot, dodge, outcome="success", margin=2, hits=hits)
    return replace(
        state,
        actors=people,
        order=Order("rolled", 2, "mercer", places),
        bonuses=bonuses,
        rolls=(roll,),
        scene=Scene(2, "Hall", fight=True),
    )


def mettle_fight() -> State:
    """Make a fight of Mettle against a foe who is hidden."""
    return Shop(VIKTOR, KIRIN, replace(CLERK, visibility="secret"), fight=True).session.state


BASES = {"empty": State(), "quiet": quiet_table(), "fight": fight(), "mettle": mettle_fight(), **STORIES}


def table(draw: Draw) -> State:
    """A table to begin with, under house rules that any scenario could have chosen."""
    base = BASES[draw(st.sampled_from(tuple(BASES)))]
    return replace(base, rules=draw(house_rules()))


def house_rules() -> st.SearchStrategy[dict[str, RuleValue]]:
    """House rules, each chosen or left as it is."""
    chosen = {key: st.sampled_from(rule.values) for key, rule in HOUSE_RULES.items() if rule.values}
    return st.fixed_dictionaries({}, optional=chosen)


# ------------------------------------------------------------------ answers

_odd_words = st.sampled_from(HOSTILE) | words()
_throws = ("", "", "", "++0-", "+1", "4 1 3 5", "----", "++0-; -1", "sum 2", "5", "+++", "x")
_figures = st.integers(-3, 6) | st.integers(-20, 20) | st.sampled_from((-999, 999, 60, 500, 0))
_any_answer = st.one_of(
    _odd_words,
    st.integers(-10_000, 10_000),
    st.lists(_odd_words, max_size=3).map(tuple),
    st.lists(st.sampled_from(("mercer", "Fight:1", "nobody", "Fight:x", ":", "Fight:-1")), max_size=3).map(tuple),
)


def _chosen(draw: Draw, choices: Sequence[Choice]) -> str:
    return draw(st.sampled_from([choice.value for choice in choices]))


def _parts(draw: Draw, choices: Sequence[Choice]) -> tuple[Portion, ...]:
    some = draw(st.lists(st.sampled_from([c.value for c in choices]), min_size=1, max_size=3, unique=True))
    return tuple(Portion(name, draw(st.integers(0, 3))) for name in some)


def answered(draw: Draw, ask: Ask, state: State, answers: dict[str, Answer]) -> Answer | None:
    """An answer that a screen or a line could give; None where there is none to give."""
    choices = ask.choices(state, answers)
    default = ask.default(state, answers)
    if default is not None and draw(st.booleans()):
        return default
    match ask.kind:
        case "one" if ask.free and draw(st.integers(0, 3)) == 0:
            return draw(_odd_words) or "something else"
        case "one":
            return _chosen(draw, choices) if choices else None
        case "many":
            some = [choice.value for choice in choices]
            return tuple(draw(st.lists(st.sampled_from(some), max_size=4, unique=True))) if some else ()
        case "number":
            return draw(_figures.filter(lambda number: ask.low <= number <= ask.high))
        case "dice":
            return draw(st.sampled_from(_throws))
        case "parts":
            return _parts(draw, choices) if choices else None
        case _:
            return draw(_odd_words)


def walk(draw: Draw, command: Command, state: State) -> dict[str, Answer] | None:
    """Good answers to all that a command asks; None where it cannot be answered."""
    answers: dict[str, Answer] = {}
    while (ask := next_ask(command, state, answers)) is not None:
        answer = answered(draw, ask, state, answers)
        if answer is None:
            return None
        answers[ask.name] = answer
    return answers


def usual_answer(ask: Ask, state: State, answers: dict[str, Answer]) -> Answer | None:
    """Return the answer of Enter, or else the first choice, or some word; None where there is nothing to choose."""
    default = ask.default(state, answers)
    if default is not None:
        return default
    values = [choice.value for choice in ask.choices(state, answers)]
    match ask.kind:
        case "one" | "parts" if not (values or ask.free):
            return None
        case "number":
            return max(ask.low, 1)
        case "many":
            return tuple(values[:2])
        case "parts":
            return tuple(Portion(value, 0) for value in values[:1])
        case _:
            return values[0] if values else "something"


def first_ask(command: Command) -> Ask:
    """The first question of a command that a later one does not tell."""
    return next(ask for ask in command.asks if not ask.told_later)


def usual_answers(command: Command, state: State, first: Answer | None = None) -> dict[str, Answer] | None:
    """Usual answers to all that a command asks, after a given one to its first question; None where there are none."""
    answers: dict[str, Answer] = {}
    while (ask := next_ask(command, state, answers)) is not None:
        begins = first is not None and ask.name == first_ask(command).name
        answer = first if begins else usual_answer(ask, state, answers)
        if answer is None:
            return None
        answers[ask.name] = answer
    return answers


def spoilt(draw: Draw, command: Command, answers: dict[str, Answer]) -> dict[str, Answer]:
    """The answers with one of them missing, of another kind, or for a question that nobody put."""
    names = [ask.name for ask in command.asks] or ["extra"]
    name = draw(st.sampled_from(names))
    if draw(st.booleans()):
        return {key: answer for key, answer in answers.items() if key != name}
    return {**answers, name: draw(_any_answer)}


# ------------------------------------------------------------------ play


def session(state: State, seed: int = 7) -> Session:
    """A table being played with dice that fall the same way every time."""
    return Session(state, dice=LiveDice(seed), clock=lambda: 1.0)


def try_act(draw: Draw, play: Session) -> Act | Refused | None:
    """Any command with any answers: its turn, or its refusal; None where there was nothing to answer with."""
    command = BY_ID[draw(st.sampled_from(tuple(BY_ID)))]
    try:
        answers = walk(draw, command, play.state)
        if answers is None or draw(st.integers(0, 4)) == 0:
            answers = spoilt(draw, command, answers or {})
        return play.do(command, answers)
    except Refused as refusal:
        return refusal


def evening(draw: Draw, play: Session, most: int = 12) -> Iterator[Act]:
    """The turns of an evening that somehow went on."""
    for _ in range(draw(st.integers(1, most))):
        did = try_act(draw, play)
        if isinstance(did, Act):
            yield did
