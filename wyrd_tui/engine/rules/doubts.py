"""Question for a rating that may be misspelt, put after the answer that is in doubt (WE-08, WE-10)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches

from wyrd_tui.engine.blank import never
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import YES, Answers, Ask, text_of
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import join_names

MOST_NEAR, NEAR = 3, 0.7
"""The most names that are offered for a misspelt one, and how much alike they are at least, as a share of one."""


def sure_asks(
    amends: str,
    known: Callable[[State, Answers], Sequence[str]],
    name: str = "sure",
    *,
    new: Callable[[State, Answers], bool] = never,
    several: Callable[[State, Answers], Sequence[str]] | None = None,
) -> Ask:
    """Ask whether a rating is meant that stands on no sheet and no list, or one much like it (WE-08, WE-10).

    Args:
        amends: The question whose answer is in doubt.
        known: All names that it may have; none where it is in no doubt.
        name: Key of the answer.
        new: Whether a name of no list may stand, so that only one much like another is in doubt.
        several: The names in an answer that may have several of them; None where the whole answer is one.
    """

    def words(state: State, answers: Answers) -> Sequence[str]:
        return several(state, answers) if several else list(filter(None, (text_of(answers, amends).strip(),)))

    def near(state: State, answers: Answers) -> dict[str, list[str]]:
        """Return the names in doubt, each with those that are much like it."""
        names = {one.casefold(): one for one in known(state, answers)}
        strange = [word for word in words(state, answers) if names and word.casefold() not in names]
        alike = {word: get_close_matches(word.casefold(), names, MOST_NEAR, NEAR) for word in strange}
        stands = new(state, answers)
        return {word: [names[one] for one in found] for word, found in alike.items() if found or not stands}

    def meant(state: State, answers: Answers) -> list[str]:
        """Return the answers that may be meant instead; of several names each is the likeliest."""
        found = near(state, answers)
        if not several:
            return [one for likely in found.values() for one in likely]
        text = text_of(answers, amends)
        for word, likely in found.items():
            text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", next(iter(likely), word), text)
        return [text] if any(found.values()) else []

    def choices(state: State, answers: Answers) -> Sequence[Choice]:
        hint = "as written" if new(state, answers) else "as written, counts 0"
        return [*(Choice(one, one) for one in meant(state, answers)), Choice(YES, text_of(answers, amends), hint)]

    def doubt(state: State, answers: Answers) -> str:
        strange, likely = list(near(state, answers)), meant(state, answers)
        question = f" Did you mean {likely[0]}?" if likely else ""
        are = ("is a new name" if new(state, answers) else "counts 0") if len(strange) < 2 else "are new names"
        names = join_names([f"“{word}”" for word in strange])
        return f"{names} {are}: no sheet and no list has {'this name' if len(strange) < 2 else 'them'}.{question}"

    return Ask(
        name,
        "Which rating",
        "one",
        choices,
        when=lambda state, answers: bool(near(state, answers)),
        preview=doubt,
        amends=amends,
    )
