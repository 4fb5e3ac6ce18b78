"""Nouns of questions: what an answer is called in a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from wyrd_tui.engine.commands import Ask
from wyrd_tui.engine.dice import quote_briefly
from wyrd_tui.engine.words import begin_sentence

USUAL_NOUNS: Mapping[str, str] = {
    "ability": "ability",
    "bonus": "bonus",
    "condition": "condition",
    "counter": "counter",
    "defend": "defence",
    "dice": "throw of dice",
    "manoeuvre": "manoeuvre",
    "note": "text",
    "page": "page",
    "scratched": "ability",
    "skill": "skill",
    "sure": "rating",
    "surely": "rating",
    "trait": "trait",
    "who": "character",
    "with": "bonus",
}
"""The nouns of answers that many commands ask for, by the keys of the answers."""


def noun_of(ask: Ask) -> str:
    """Return the noun of a question, as it stands within a sentence: its own, the usual one, or its prompt."""
    return ask.noun or USUAL_NOUNS.get(ask.name) or ask.prompt[:1].lower() + ask.prompt[1:]


def cannot_be(ask: Ask, text: str) -> str:
    """Begin the sentence that refuses an answer to a question: *Length cannot be “felix”*."""
    return f"{begin_sentence(noun_of(ask))} cannot be {quote_briefly(text.strip())}"
