"""What the log says of a roll: each game draws its dice and names its outcomes in its own way."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wyrd_tui.engine.state import WYRD_ENGINE, Roll, Score, State
from wyrd_tui.engine.words import name_of, plain_number, signed


def roll_told(roll: Roll, state: State) -> str:
    """The sentence for a roll, by the game whose rules it follows."""
    return _TOLD.get(roll.game, _plainly)(roll, state)


def _plainly(roll: Roll, state: State) -> str:
    """A roll of a game that has no words of its own: the dice as numbers, what counted, what came of it."""
    score = roll.score
    dice = " ".join(map(str, score.faces)) or plain_number(score.thrown)
    parts = "".join(f", {part.label} {signed(part.value)}" for part in score.parts)
    against = f" against {roll.label}" if roll.label else ""
    head = f"{name_of(state, score.who)} rolls {score.rating}"
    return f"{head}: {dice}{parts} = {plain_number(score.total)}{against}, {roll.outcome}".removesuffix(", ")


# ------------------------------------------------------------------ the Wyrd Engine


def faces(score: Score) -> str:
    """The dice as they fell, such as `++-0`, or only their sum where no more was called out."""
    if score.faces:
        return "".join({1: "+", -1: "-"}.get(face, "0") for face in score.faces)
    return f"dice {signed(score.thrown)}"


def score_line(score: Score) -> str:
    """One side of a roll: dice, every number that counted by name, and the total."""
    parts = "".join(f", {part.label} {signed(part.value)}" for part in score.parts)
    return f"{faces(score)}{parts} = {plain_number(score.total)}"


_VERBS = {
    "check": "rolls",
    "opposed": "rolls",
    "boost": "sets up a boost with",
    "help": "helps with",
}


def _wyrd_engine(roll: Roll, state: State) -> str:
    who = name_of(state, roll.score.who)
    again = " again" if roll.rerolled else ""
    if roll.act == "initiative":
        return f"{who} rolls initiative: {score_line(roll.score)}"
    if roll.act == "attack":
        return f"{who} attacks{again} {_against_names(roll, state)}: {score_line(roll.score)}; {_defences(roll, state)}"
    if roll.act == "manoeuvre":
        what = roll.detail.get("manoeuvre", "a manoeuvre")
        head = f"{who} tries{again} to {what}" + (f" {_against_names(roll, state)}" if roll.against else "")
    else:
        head = f"{who} {_VERBS.get(roll.act, 'rolls')}{again} {roll.score.rating}"
        if roll.challenge:
            challenge = state.challenges.get(roll.challenge)
            head += f" for {challenge.title if challenge else roll.challenge}"
    return f"{head}: {score_line(roll.score)} against {_opposition(roll, state)}, {_verdict(roll, state)}"


def _against_names(roll: Roll, state: State) -> str:
    return ", ".join(name_of(state, score.who) for score in roll.against)


def _opposition(roll: Roll, state: State) -> str:
    if roll.against:
        theirs = roll.against[0]
        return f"{name_of(state, theirs.who)} {theirs.rating} {score_line(theirs)}"
    return roll.label


def _verdict(roll: Roll, state: State) -> str:
    """What came of it, with the margin."""
    if roll.margin == 0 and not roll.against and roll.outcome != "tie":
        return f"a tie, read as {roll.outcome}"
    if roll.outcome == "tie":
        return "a tie"
    size = abs(roll.margin)
    if roll.against:
        winner = f"{name_of(state, roll.against[0].who)} wins" if roll.outcome == "failure" else "wins"
        grade = (
            ""
            if roll.act == "manoeuvre"
            else ", a boon is possible"
            if "boon" in roll.offers
            else ", a minor advantage"
        )
        return f"{winner} by {size}{grade}"
    return f"{roll.outcome} by {size}"


def _defences(roll: Roll, state: State) -> str:
    hits = {hit.who: hit.damage for hit in roll.hits}
    lines = []
    for theirs in roll.against:
        damage = hits.get(theirs.who, 0)
        result = f"hit for {damage}" if damage else "no hit"
        lines.append(f"{name_of(state, theirs.who)} defends with {score_line(theirs)}, {result}")
    return "; ".join(lines)


_TOLD: Mapping[str, Callable[[Roll, State], str]] = {WYRD_ENGINE: _wyrd_engine}
