"""Sentences for the parts of a stage rule, as the book shows them."""

from __future__ import annotations

from collections.abc import Mapping

from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.rules.wyrd_abacus.risen import FIRST_VALUE
from wyrd_tui.engine.state import State

_WHEN: Mapping[str, str] = {
    "scene begins": "As a scene begins",
    "scene ends": "As the scene ends",
    "attempt": "Before {what} is attempted",
    "overcome": "When {what} is overcome",
    "failed": "When {what} is not overcome",
    "loss": "When a character loses points by {what}",
    "six": "When a Wyrd roll shows a 6",
    "sixes": "Once {by} on Wyrd rolls in the whole story",
    "low": "When a Wyrd roll comes to {most} or less",
    "escape": "When a character tries to escape",
}
_UNLESS = {
    "six": "unless a 6 has been rolled in the story",
    "six in scene": "unless a 6 has been rolled in the scene",
    "others scratched": "until all others are scratched",
}
_WITHOUT = {"six": "no 6 in the story so far", "six in scene": "no 6 in this scene"}


def strike_reason(page: Page, trigger: Trigger) -> str:
    """Name a rule that strikes, with the 6 that would have kept it from doing so (WA-59)."""
    return ", ".join(filter(None, (page.title, _WITHOUT.get(trigger.unless))))


def rule_words(state: State, page: Page) -> list[str]:
    """Put each part of a stage rule into a sentence."""
    return [trigger_text(trigger, state) for trigger in page.triggers]


def rule_in_brief(state: State, page: Page) -> str:
    """Tell what a stage rule does in a few words; parts that differ in their types alone in one.

    Texts are left out, except those that are all that a part does.
    """
    alike: dict[Trigger, list[str]] = {}
    for trigger in page.triggers:
        text = trigger.text if trigger.do == "remind" else ""
        alike.setdefault(replace(trigger, type="", text=text), []).append(trigger.type)
    told = []
    for trigger, types in alike.items():
        one = replace(trigger, type=" or ".join(types))
        deed = f"the GM is reminded: “{' '.join(one.text.split())}”" if one.text else _deed(one, state)
        told.append(f"{_moment(one, state)}, {deed}")
    return "; ".join(f"{words[:1].lower()}{words[1:]}" for words in told)


def trigger_text(trigger: Trigger, state: State) -> str:
    """Put a trigger into a sentence: its moment, what holds it back, what comes of it (WA-52 … WA-59)."""
    text = f" – {' '.join(trigger.text.split())}" if trigger.text else ""
    return f"{_moment(trigger, state)}: {_deed(trigger, state)}{text}"


def _moment(trigger: Trigger, state: State) -> str:
    when = _WHEN[trigger.when].format(
        what=_what(trigger, state),
        by=_counted(trigger.by, "six", "sixes"),
        most=trigger.counter if trigger.at_most is None else trigger.at_most,
    )
    unless = f", {_UNLESS[trigger.unless]}" if trigger.unless else ""
    once = ", once" if trigger.once else ""
    return f"{when}{once}{unless}"


def _what(trigger: Trigger, state: State) -> str:
    if trigger.challenge and trigger.do != "rise":
        return _title(trigger.challenge, state)
    article = "an" if trigger.type[:1] in tuple("AEIOU") else "a"
    return f"{article} {trigger.type} challenge" if trigger.type else "a challenge"


def _title(which: str, state: State) -> str:
    rod = state.challenges.get(which) or state.book.challenges.get(which)
    return rod.title if rod else which


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if abs(number) == 1 else many}"


def _deed(trigger: Trigger, state: State) -> str:
    by = trigger.by
    match trigger.do:
        case "toll":
            return f"{by} Wyrd must be taken from the scene just for the attempt"
        case "another":
            return "one more character loses the same"
        case "rise":
            rod = _title(trigger.challenge, state) if trigger.challenge else "its challenge"
            if trigger.type and not trigger.challenge:
                rod = f"its {trigger.type} challenge comes at {FIRST_VALUE}, then"
            return f"{rod} rises by {by}" if by >= 0 else f"{rod} falls by {-by}"
        case "spring":
            return "everything that it brings enters"
        case "count":
            return f"{trigger.counter} {'rises' if by >= 0 else 'falls'} by {abs(by)}"
        case "forbid":
            return "nobody escapes"
        case "lose":
            who = "the character who rolled it" if trigger.when == "low" else "every character there"
            return f"{who} loses {by} {trigger.ability.capitalize()}"
        case "wyrd":
            return f"all personal Wyrd {'rises' if by >= 0 else 'falls'} by {abs(by)}"
        case "pool":
            return f"the scene’s pool {'gains' if by >= 0 else 'loses'} {abs(by)}"
        case _:
            return "the GM is reminded of the rule"
