"""Nouns of questions: what an answer is called in a sentence, where the words on the screen are no noun."""

from __future__ import annotations

from collections.abc import Mapping

from wyrd_tui.engine.commands import Ask
from wyrd_tui.engine.dice import quote_briefly
from wyrd_tui.engine.words import begin_sentence

NOUNS: Mapping[str, str] = {
    **dict.fromkeys(("Who", "Who dies", "Who enters or exits", "Who gets out", "Whose", "Whose scratch"), "character"),
    **dict.fromkeys(("Change the Wyrd of", "Dice of", "Hurt characters", "Characters"), "character"),
    **dict.fromkeys(("Present characters", "Which characters"), "character"),
    **dict.fromkeys(("By", "Up or down by"), "change"),
    **dict.fromkeys(("Dice, separated by ;", "Dice again"), "throw of dice"),
    **dict.fromkeys(("Full penalty on", "Penalty on"), "skill or trait"),
    **dict.fromkeys(("Once per", "Uses per"), "span of time"),
    **dict.fromkeys(("Only on", "On rating (blank = any)"), "rating"),
    **dict.fromkeys(("To meet", "Keep on the abacus"), "challenge"),
    **dict.fromkeys(("Until", "Ends with"), "end"),
    **dict.fromkeys(("From row", "To row"), "row"),
    **dict.fromkeys(("Rolled by", "Wyrd roll by"), "roller"),
    "A strong bond": "bond",
    "Another sufferer": "other sufferer",
    "Cast who stay": "member of the cast",
    "Dice": "throw of dice",
    "Draw or accept": "taker of the Wyrd",
    "Fighters": "fighter",
    "For": "ally",
    "From": "source",
    "Group loses": "reach",
    "Harder by": "amount of cover",
    "Hit by": "hit",
    "How long": "length",
    "How many": "number",
    "How much": "amount",
    "In words": "text",
    "Include": "bonus",
    "Include for the helper": "bonus of the helper",
    "Keep": "die to keep",
    "Leave out": "bonus to leave out",
    "Lent by": "lender",
    "Only against": "opponent",
    "Only in": "act",
    "Open questions; unticked ones stay open": "open question",
    "Source, such as rope or rain": "source",
    "Strength from": "ability",
    "Targets": "target",
    "The Recover Check": "result of the Recover Check",
    "The bond’s point": "point of the bond",
    "The scene": "scene",
    "Their Wyrd": "Wyrd of the others",
    "They roll": "defence",
    "Use": "act",
    "What": "thing",
    "What for": "purpose",
    "When it applies": "condition",
    "Where": "place",
    "Worth": "value",
}
"""Nouns by the words of a question."""
NOUNS_BY_NAME: Mapping[tuple[str, str], str] = {
    ("Against", "against"): "difficulty",
    ("Against", "defend"): "defence",
    ("Against", "target"): "target",
    ("How", "note"): "text",
    ("How", "style"): "kind of order",
    ("With", "ability"): "ability",
    ("With", "rating"): "rating",
    ("With", "skill"): "skill",
}
"""Nouns of questions whose words several share, by their names too."""
_ASKED = frozenset({"Act again", "Again", "Confirm", "Each takes", "Joins the fight", "Met by a Wyrd roll"})
_ASKED |= {"Out of action", "Strikes by itself", "Then"}
"""Questions whose answers have no noun of their own."""
_PROPER = ("Wyrd", "Mettle")


def noun_of(ask: Ask) -> str:
    """Return the noun of a question, as it stands within a sentence."""
    prompt = ask.prompt
    if prompt in _ASKED:
        return f"answer to “{prompt}”"
    noun = NOUNS_BY_NAME.get((prompt, ask.name)) or NOUNS.get(prompt) or prompt.removeprefix("Which ")
    return noun if noun.startswith(_PROPER) else noun[:1].lower() + noun[1:]


def cannot_be(ask: Ask, text: str) -> str:
    """Begin the sentence that refuses an answer to a question: *Length cannot be “felix”*."""
    return f"{begin_sentence(noun_of(ask))} cannot be {quote_briefly(text.strip())}"
