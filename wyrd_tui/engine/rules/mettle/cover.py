"""Shield and cover against an attack on Poise: the larger of them counts (ME-04, ME-14)."""

from __future__ import annotations

from wyrd_tui.engine.commands import Answers, number_of, text_of
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.nouns.mettle import SHIELD, STRAINABLE
from wyrd_tui.engine.rules.mettle.modifiers import cover_of, rating
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.words import name_of, signed

POISE_NAME = STRAINABLE["poise"]


class Shielding(NamedTuple):
    """Points that a target adds to the number to beat, and their name."""

    points: int
    name: str

    def in_words(self) -> str:
        """Word the points behind the name of a pool, such as ` +2 shield`; empty for none."""
        return f" {signed(self.points)} {self.name}" if self.points else ""


def _is_on_poise(answers: Answers) -> bool:
    return text_of(answers, "theirs", POISE_NAME) == POISE_NAME


def usual_cover(state: State, answers: Answers) -> int:
    """Return what shields the target against an attack on its Poise: its shield, or its cover (ME-14)."""
    target = state.actors.get(text_of(answers, "target"))
    return cover_of(target) if target is not None and _is_on_poise(answers) else 0


def lasting_cover(state: State, answers: Answers) -> int:
    """Return the cover given in an attack that stays on its target: more than the target has; else 0 (ME-14)."""
    cover, known = number_of(answers, "cover"), text_of(answers, "target") in state.actors
    return cover if known and _is_on_poise(answers) and cover > usual_cover(state, answers) else 0


def _given(state: State, answers: Answers) -> int:
    """Return the cover given; the target's own until some is, as where nothing is said of it."""
    return number_of(answers, "cover") if "cover" in answers else usual_cover(state, answers)


def counted_cover(state: State, answers: Answers) -> Shielding:
    """Return what counts: the larger of the cover given and of the target's own, or nothing for 0 (ME-04, ME-14)."""
    given = _given(state, answers)
    points = max(given, usual_cover(state, answers)) if given > 0 else given
    target = state.actors.get(text_of(answers, "target"))
    return Shielding(points, _name(target, points) if _is_on_poise(answers) else "cover")


def _name(target: Actor | None, points: int) -> str:
    """Name the points by their source: a shield of that size, or else cover."""
    return "shield" if target is not None and points and points == rating(target, SHIELD) else "cover"


def remark_on_cover(state: State, answers: Answers) -> str:
    """Remark on cover that stays on the target, and on a shield or cover that counts in place of what is given."""
    target, given, usual = text_of(answers, "target"), _given(state, answers), usual_cover(state, answers)
    if lasting := lasting_cover(state, answers):
        return f"cover {lasting} stays on {name_of(state, target)} for the scene"
    own = f"{_name(state.actors.get(target), usual)} {usual}"
    if 0 < given < usual:
        return f"{own} counts in place of {given}"
    return f"{own} left out" if usual and not given else ""
