"""The act that chooses a house rule: the point that a text leaves open, in words, and its value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Dice
from wyrd_tui.engine.events import Event, Read
from wyrd_tui.engine.rules.doubts import sure_asks
from wyrd_tui.engine.rules.games import GAMES, house_rules
from wyrd_tui.engine.rules.shared.end_act import SCENES
from wyrd_tui.engine.state import State
from wyrd_tui.engine.voices import the_game


def _rule_choices(state: State, answers: Answers) -> Sequence[Choice]:
    return [
        Choice(key, rule.label, " – ".join(filter(None, (_value_label(str(rule.chosen(state))), rule.ways))))
        for key, rule in house_rules().items()
        if rule.concerns(state)
    ]


def _rule_ids(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice(choice.value, choice.value) for choice in _rule_choices(state, answers)]


def _value_label(value: str) -> str:
    return {"true": "yes", "false": "no"}.get(value.lower(), value)


def _elsewhere(state: State, word: str) -> str:
    rule = house_rules().get(word)
    if rule is None or rule.concerns(state):
        return ""
    return f"it is a house rule of {the_game(rule.game)}, which this table does not play."


def _value_choices(state: State, answers: Answers) -> Sequence[Choice]:
    rule = house_rules().get(text_of(answers, "rule"))
    if rule is None:
        return []
    old = {new: former for former, new in rule.formerly.items()}
    values = (str(value).lower() for value in rule.values_at(state))
    return [Choice(value, _value_label(value), formerly=old.get(value, "")) for value in values]


def _known_ratings(state: State, answers: Answers) -> Sequence[str]:
    """Return the ratings that the game of a house rule knows, where its value is one of them (WE-51)."""
    rule = house_rules().get(text_of(answers, "rule"))
    return GAMES[rule.game].newcomer.known(state) if rule is not None and rule.is_rating else ()


def _set_house_rule(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    key = text_of(answers, "rule")
    yield Read(key, house_rules()[key].accepts(state, text_of(answers, "value").strip()))


HOUSE_RULE = Command(
    "reading",
    "",
    "house rule",
    "Choose a house rule where the rules leave a point open.",
    SCENES,
    _set_house_rule,
    (
        Ask("rule", "Which rule", "one", _rule_choices, named=True, why=_elsewhere, plain=_rule_ids, noun="rule"),
        Ask("value", "Value", "one", _value_choices, free=True),
        sure_asks("value", _known_ratings),
    ),
    rules="C-01 … C-36, U-01 … U-16",
)
