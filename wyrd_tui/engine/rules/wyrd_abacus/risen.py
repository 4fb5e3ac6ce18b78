"""Challenges whose value rises, and those that a stage rule has of its own (WA-44, WA-58)."""

from __future__ import annotations

from wyrd_tui.engine.events import Laid
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.rules.wyrd_abacus.abilities import ability_of_type
from wyrd_tui.engine.state import WYRD_ABACUS, Challenge

FIRST_VALUE = 4
"""Value with which a rule's own challenge comes."""


def own_challenge(page: Page, trigger: Trigger) -> Challenge | None:
    """Return the challenge that a rule has of its own, as it comes first; None where it names another, or no type."""
    if trigger.do != "rise" or trigger.challenge or page.challenges or not trigger.type:
        return None
    return Challenge(
        page.id,
        page.title,
        game=WYRD_ABACUS,
        value=FIRST_VALUE,
        needed=FIRST_VALUE,
        text=page.text,
        visibility="open" if page.public else "secret",
        type=trigger.type,
    )


def with_value(challenge: Challenge, value: int) -> Challenge:
    """A challenge with another value, and as many beads."""
    needed = max(1, value) if ability_of_type(challenge) else challenge.needed
    return replace(challenge, value=value, needed=needed, done=min(challenge.done, needed - 1))


def raise_value(challenge: Challenge, by: int, why: str = "") -> Laid:
    """Make the event that raises the value of a challenge."""
    value = (challenge.value or 0) + by
    told = f"value {challenge.value or 0}→{value}"
    return Laid(with_value(challenge, value), ", ".join(filter(None, (told, why))))
