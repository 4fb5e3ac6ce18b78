"""The dice that a team keeps: chosen by hand, the best suggested (ME-30, ME-31, U-27, U-29)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine import pools
from wyrd_tui.engine.blank import no_text
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused, count_noun
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.mettle import roll_memory
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.rules.ground.basics import chain_steps, rolls_of, throw
from wyrd_tui.engine.rules.mettle.checks import CHECKS, follow_success, outcome
from wyrd_tui.engine.rules.mettle.house_rules import rule
from wyrd_tui.engine.rules.questions import roll_meant, unless, which_roll
from wyrd_tui.engine.state import METTLE, State


def unkept_rolls(state: State) -> list[Roll]:
    """Rolls of teams that have not chosen their dice, the oldest first."""
    return [roll for roll in rolls_of(state, METTLE) if roll.act == "team" and not roll.outcome]


def _meant(state: State, answers: Answers) -> Roll | None:
    return roll_meant(answers, unkept_rolls(state))


def usable_dice(roll: Roll) -> tuple[int, ...]:
    """The dice of a team's throw that wounds have not discarded, the leader's first (U-27)."""
    found: list[int] = []
    for score in (roll.score, *roll.against):
        gone = roll_memory(roll).discard if score is roll.score else roll_memory(roll).helper_discard
        found += [face for face in score.faces if face > gone]
    return tuple(found)


def number_kept(roll: Roll) -> int:
    """Return how many of the dice thrown are kept; raised ones are among those kept already (U-29)."""
    return max(0, roll_memory(roll).keeps - roll_memory(roll).raised)


def best_choices(
    faces: Sequence[int], keep: int, number: int, discard: int = 0, raised_too: int = 0
) -> dict[str, tuple[int, ...]]:
    """The best dice to keep, by what they are best for (ME-30, ME-33).

    `succeed` has the highest Score, `edge` the most Edge that will do. Where nothing succeeds, `edge` has the most of
    all, and `twist` is most likely to succeed by a Twist, if one may.

    Args:
        faces: The dice that may be kept.
        keep: Number of dice that are kept.
        number: The number that the Score must beat.
        discard: The highest face that wounds throw away of what a Twist throws again.
        raised_too: Raised dice that a Twist throws again (C-16).
    """
    low = sorted((face for face in faces if face <= 3), reverse=True)
    high = sorted((face for face in faces if face > 3), reverse=True)
    keep = min(keep, len(faces))
    ways = [(*low[:few], *high[: keep - few]) for few in range(keep + 1) if few <= len(low) and keep - few <= len(high)]
    found = {"succeed": max(ways, key=pools.score_and_edge)}
    winning = [way for way in ways if pools.score_and_edge(way)[0] > number]
    found["edge"] = max(winning or ways, key=lambda way: pools.score_and_edge(way)[::-1])
    if not winning:

        def turned(way: Sequence[int]) -> tuple[Chance, int]:
            """The chance of a Twist, and the Score to tell equals by."""
            score, edge = pools.score_and_edge(way)
            return pools.reroll(edge + raised_too, number - score, discard), score

        best = max(ways, key=turned)
        if not turned(best)[0].impossible:
            found["twist"] = best
    return found


def _best(state: State, roll: Roll) -> dict[str, tuple[int, ...]]:
    raised_too = 0 if rule(state, "twist_raised") == "keep" else roll_memory(roll).raised
    return best_choices(usable_dice(roll), number_kept(roll), roll.value or 0, roll_memory(roll).discard, raised_too)


_BEST_FOR = {"succeed": "highest Score", "edge": "most Edge", "twist": "for a Twist"}


def _kept_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """The dice to keep for the highest Score and for the most Edge, one choice where they are the same."""
    roll = _meant(state, answers)
    if roll is None:
        return []
    rows: dict[tuple[int, ...], Choice] = {}
    for word, dice in _best(state, roll).items():
        score, edge = pools.score_and_edge(dice)
        # The outcome stands first, since a narrow line is cut at its end.
        won = outcome(score, roll.value or 0) == "success"
        result = f"{'success' if won else 'fails'}, Score {score}, Edge {edge + roll_memory(roll).raised}"
        shown = f"{result}: {' '.join(map(str, dice)) or 'no dice'}"
        # The same dice are one choice, named for what they are best for, which comes last.
        rows.pop(dice, None)
        # Nobody keeps them for Edge that they do not have.
        best_for = "succeed" if word == "edge" and not edge else word
        rows[dice] = Choice(word, _BEST_FOR[best_for], shown)
    return list(rows.values())


def _usually_kept(state: State, answers: Answers) -> str | None:
    """Default dice to keep: the most Edge that succeeds, else the best Twist."""
    rows = _kept_choices(state, answers)
    return rows[-1].value if rows else None


_NOT_ROLLED = "No team has rolled dice to choose from. `team` rolls them."


def _keep(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    roll = _meant(state, answers)
    if roll is None:
        raise Refused(_NOT_ROLLED)
    every = usable_dice(roll)
    words = f"{text_of(answers, 'kept')} {text_of(answers, 'more')}".strip()
    best = _best(state, roll)
    yield from keep_events(state, roll, best[words] if words in best else _named(words, every, roll))


def _named(text: str, every: Sequence[int], roll: Roll) -> tuple[int, ...]:
    """The dice that a text names among those thrown.

    Raises:
        Refused: If it names others, too few or too many.
    """
    faces = text.replace(",", " ").replace(" ", "")
    if not (faces.isascii() and faces.isdecimal()):
        raise Refused("Write the faces to keep, such as 3 2 5.")
    left = list(every)
    for face in map(int, faces):
        if face not in left:
            raise Refused(
                f"The team rolled {' '.join(map(str, every))}: no {face} is left to keep. Write faces of these."
            )
        left.remove(face)
    if len(faces) != (keep := min(number_kept(roll), len(every))):
        example = " ".join(map(str, every[:keep]))
        raised = f" beside {roll_memory(roll).raised} raised" if roll_memory(roll).raised else ""
        raise Refused(
            f"{count_noun(keep, 'die is', 'dice are')} kept{raised}, not {len(faces)}. Write faces such as {example}."
        )
    return tuple(map(int, faces))


def keep_events(state: State, roll: Roll, faces: tuple[int, ...]) -> Iterator[Event]:
    """The team's result with these dice kept, raised ones beside them."""
    kept = (*faces, *(6,) * roll_memory(roll).raised)
    score, _ = pools.score_and_edge(kept)
    number = roll.value or 0
    done = replace(
        roll,
        score=replace(roll.score, faces=kept, thrown=score, total=score),
        against=(),
        # Dice that wounds have discarded score 0, which beats less than 0; no dice at all do not (U-27, U-28).
        outcome=outcome(score, number, roll_memory(roll).keeps),
        margin=score - number,
    )
    # The same dice, of which some are kept.
    yield from chain_steps(state, throw(done), partial(follow_success, roll=done))


KEEP_DICE = Command(
    "choose-dice",
    "",
    "dice to keep",
    "Choose the dice that a team keeps.",
    CHECKS,
    _keep,
    (
        which_roll(lambda state, answers: unkept_rolls(state), "Team"),
        Ask("kept", "Keep", "one", _kept_choices, _usually_kept, free=True, noun="die to keep"),
        Ask("more", "More dice", "words", default=no_text, quiet=True),
    ),
    unless(unkept_rolls, _NOT_ROLLED),
    METTLE,
    "ME-30, ME-31",
)
