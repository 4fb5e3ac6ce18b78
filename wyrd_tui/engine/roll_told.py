"""What the log says of a roll: each game draws its dice and names its outcomes in its own way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from wyrd_tui.engine import pools
from wyrd_tui.engine.dice import counted
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Roll, Score, State
from wyrd_tui.engine.words import does, doing, listed, name_of, plain_number, signed


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
    again = " again" if roll.rerolled else ""
    if roll.act == "initiative":
        return f"{doing(state, roll.score.who, 'rolls initiative')}: {score_line(roll.score)}"
    if roll.act == "attack":
        head = doing(state, roll.score.who, f"attacks{again} {_against_names(roll, state)}")
        return f"{head}: {score_line(roll.score)}; {_defences(roll, state)}"
    if roll.act == "manoeuvre":
        what = roll.detail.get("manoeuvre", "") or "manoeuvre"
        tried = aimed(what, _against_names(roll, state))
        head = doing(state, roll.score.who, f"tries{again} {tried if is_thing(what) else f'to {tried}'}")
    else:
        head = doing(state, roll.score.who, f"{_VERBS.get(roll.act, 'rolls')}{again} {roll.score.rating}")
        if roll.challenge:
            challenge = state.challenges.get(roll.challenge)
            head += f" for {challenge.title if challenge else roll.challenge}"
    return f"{head}: {score_line(roll.score)} against {_opposition(roll, state)}, {_verdict(roll, state)}"


_NOUNS: Mapping[str, str] = {"suppressing fire": "on"}
_BESIDE: Mapping[str, str] = {**_NOUNS, "feint": "against"}
"""What stands between some manoeuvres and whom they are aimed at (WE-75)."""


def is_thing(manoeuvre: str) -> bool:
    """Whether a manoeuvre is called by a noun, and not by what one does."""
    return manoeuvre in _NOUNS


def aimed(manoeuvre: str, whom: str) -> str:
    """A manoeuvre and whom it is aimed at: *disarm Drake*, *feint against Drake*, *suppressing fire on Drake*."""
    # A few words of the GM's own may have an object of their own.
    between = _BESIDE.get(manoeuvre, "against" if " " in manoeuvre else "")
    return " ".join(part for part in (manoeuvre, between, whom) if part) if whom else manoeuvre


def _against_names(roll: Roll, state: State) -> str:
    return ", ".join(name_of(state, score.who) for score in roll.against)


def _opposition(roll: Roll, state: State) -> str:
    if roll.against:
        theirs = roll.against[0]
        named = theirs.parts and theirs.parts[0].label == theirs.rating
        return f"{name_of(state, theirs.who)} {'' if named else f'{theirs.rating} '}{score_line(theirs)}"
    return roll.label


def _verdict(roll: Roll, state: State) -> str:
    """What came of it, with the margin."""
    if roll.margin == 0 and not roll.against and roll.outcome != "tie":
        return f"a tie, read as {roll.outcome}"
    if roll.outcome == "tie":
        return "a tie"
    size = abs(roll.margin)
    if roll.against:
        actor = state.actors.get(roll.score.who)
        winner = doing(state, roll.against[0].who, "wins") if roll.outcome == "failure" else does(actor, "wins")
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
        lines.append(f"{doing(state, theirs.who, 'defends with')} {score_line(theirs)}, {result}")
    return "; ".join(lines)


# ------------------------------------------------------------------ the Wyrd Abacus


def _wyrd_abacus(roll: Roll, state: State) -> str:
    if roll.act == "challenge":
        return _challenge_told(roll, state)
    many = "; ".join(_pool_told(score, state) for score in (roll.score, *roll.against))
    match roll.act:
        case "wyrd":
            head = "Final Wyrd roll" if roll.detail.get("final") else "Wyrd roll"
        case "sabotage":
            head = f"{name_of(state, roll.score.who)} works against {roll.detail.get('on', 'the others')}"
        case "rest":
            head = f"{name_of(state, roll.score.who)} rests"
        case _:
            head = "Influence roll"
    return f"{head}: {many}{_winner_told(roll, state)}"


def _challenge_told(roll: Roll, state: State) -> str:
    score = roll.score
    value = roll.value or 0
    result = "overcome" if roll.outcome == "success" else f"{value - score.total} short"
    title = roll.label.partition(" (")[0]
    if drew := roll.detail.get("drew"):
        before = score.total - score.parts[-1].value
        return f"{name_of(state, drew)} draws on the Wyrd for {title}: {before}→{score.total} against {value}, {result}"
    names = listed([name_of(state, who) for who in roll.detail.get("in", score.who).split()])
    faces = "face" if " " in roll.detail.get("in", "") else "faces"
    parts = "".join(f", {part.label} {signed(part.value)}" for part in score.parts)
    return f"{names} {faces} {roll.label}: die {score.thrown}{parts} = {score.total}, {result}"


def _pool_told(score: Score, state: State) -> str:
    """One throw of a pool: the dice, the highest, how often it shows, and the sixes."""
    who = f"{name_of(state, score.who)} {score.rating}"
    if not score.faces:
        return f"{who} no dice = {score.total}"
    dice = " ".join(map(str, score.faces))
    sixes = score.faces.count(6)
    if sixes:
        return f"{who} {dice} = 6, {'one six' if sixes == 1 else f'{sixes} sixes'}"
    often = score.faces.count(score.total)
    return f"{who} {dice} = {score.total}" + (f" ({often} times)" if often > 1 else "")


def _winner_told(roll: Roll, state: State) -> str:
    """Who rolled highest where several did: the highest die, then how often it shows (WA-35, U-23)."""
    if not roll.against or roll.detail.get("final"):
        return ""
    ranked = {score.who: (score.total, score.faces.count(score.total)) for score in (roll.score, *roll.against)}
    best = max(ranked.values())
    first = [name_of(state, who) for who, rank in ranked.items() if rank == best]
    if len(first) > 1:
        again = "" if roll.act == "wyrd" else ": roll again, or the narrator says"
        return f"; {listed(first)} are even{again}"
    tiebreak = " on the tiebreak" if sum(rank[0] == best[0] for rank in ranked.values()) > 1 else ""
    return f"; {first[0]} is highest{tiebreak}"


# ------------------------------------------------------------------ Mettle


def _mettle(roll: Roll, state: State) -> str:
    score = roll.score
    if roll.act == "team" and not roll.outcome:
        return _team_told(roll, state)
    if roll.rerolled:
        article = "" if score.rating.startswith("The ") else "the "
        head = f"{doing(state, score.who, 'twists')} {article}{score.rating} Check: {_again_told(roll)}"
    elif roll.act == "team":
        head = f"{doing(state, score.who, 'keeps')} of the team’s dice: {_scored(roll)}"
    else:
        verb = {"attack": "attacks with", "recover": _recover_told(roll, state)}.get(roll.act, "checks")
        head = f"{doing(state, score.who, verb)} {_pool_told_by_name(score)} against {roll.label}: {_scored(roll)}"
    _, edge = pools.read(score.faces)
    grade = f": {pools.grade(edge)}" if roll.outcome == "success" else ""
    return f"{head} = Score {score.total}, Edge {edge}, {roll.outcome}{grade}"


def _recover_told(roll: Roll, state: State) -> str:
    """Whose Recover Check it is: one's own, or that of somebody who is tended (ME-37)."""
    target = roll.detail.get("target", "")
    whose = "the" if target in ("", roll.score.who) else f"{name_of(state, target)}’s"
    return f"makes {whose} Recover Check with"


def _pool_told_by_name(score: Score) -> str:
    """What made a pool: `Nature 3, tools +1`."""
    base = f"{score.parts[0].label} {score.parts[0].value}" if score.parts else score.rating
    return base + "".join(f", {part.label} {signed(part.value)}" for part in score.parts[1:])


def _figure(roll: Roll, name: str) -> int:
    text = roll.detail.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() else 0


def _scored(roll: Roll) -> str:
    """The dice that score in brackets, the Edge dice behind them, then those raised and those that wounds discard."""
    every = roll.score.faces
    own = every[: len(every) - _figure(roll, "raised")]
    # What a team keeps has lost its discarded dice already.
    return _dice_told(own, _figure(roll, "raised"), 0 if roll.act == "team" else _figure(roll, "discard"))


def _dice_told(own: Sequence[int], raised: int, discard: int) -> str:
    scoring = [face for face in own if discard < face <= 3]
    words = [f"[{_faces_told(scoring)}]"] if scoring else []
    words += [_faces_told(edge)] if (edge := [face for face in own if face > 3]) else []
    if raised:
        words.append(f"raised {_faces_told((6,) * raised)}")
    gone = [face for face in own if face <= discard]
    if gone and not words:
        return f"{_faces_told(gone)} discarded"
    told = " ".join(words) or "no dice"
    return f"{told}, discarded {_faces_told(gone)}" if gone else told


def _faces_told(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


def _again_told(roll: Roll) -> str:
    """A Twist: the dice that were kept, and what the others show now."""
    kept, again = _figure(roll, "kept"), _figure(roll, "again")
    discard = 0 if roll.act == "team" else _figure(roll, "discard")
    faces = roll.score.faces
    stays = _dice_told(faces[:kept], _figure(roll, "raised"), discard) if kept or _figure(roll, "raised") else "nothing"
    return f"keeps {stays}, throws {again} again: {_dice_told(faces[kept : kept + again], 0, _figure(roll, 'discard'))}"


def _team_told(roll: Roll, state: State) -> str:
    """A team's throw before its dice are chosen: what everybody has thrown."""
    raised = _figure(roll, "raised")
    names = [name_of(state, who) for who in roll.detail.get("in", roll.score.who).split()]
    throws = [f"{name_of(state, s.who)} {_faces_told(s.faces) or 'no dice'}" for s in (roll.score, *roll.against)]
    more = f", raised {_faces_told((6,) * raised)}" if raised else ""
    what = f"check {_pool_told_by_name(roll.score)} against {roll.label}"
    head = f"{listed(names)} {what}, {roll.detail.get('link', '')} link"
    return f"{head}: {'; '.join(throws)}{more}, {counted(_figure(roll, 'keep'), 'die is', 'dice are')} kept"


_TOLD: Mapping[str, Callable[[Roll, State], str]] = {
    WYRD_ENGINE: _wyrd_engine,
    WYRD_ABACUS: _wyrd_abacus,
    METTLE: _mettle,
}
