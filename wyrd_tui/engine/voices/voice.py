"""Voices: a game's words for the log, the recap and the panes.

The log, the recap and every list know a game’s words only as this record. A part that a game leaves out is said
plainly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal

from wyrd_tui.engine.act import Step
from wyrd_tui.engine.blank import no_text
from wyrd_tui.engine.events import Befell, Marked, Noted, Rated, Recovered, Ruled, Settled, Tracked
from wyrd_tui.engine.frozen import Frozen, replace
from wyrd_tui.engine.known import KnownNames
from wyrd_tui.engine.log_line import SILENCE, LogLine, few_words
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.sheet import Row, Sheet, Trait
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.engine.told_deed import Deed
from wyrd_tui.engine.voices.panes import PLAIN_ROD_WORDS, RodWords, ShownPoints
from wyrd_tui.engine.words import (
    common_noun,
    describe_excess,
    is_owned,
    name_and_verb,
    name_of,
    names_group,
    plain_number,
    plural_of,
    possessive,
    short_name_of,
    signed,
    suits_is,
    tone_of,
    with_numbers,
)

DeedWords = tuple[str, str]
"""An actor, by id, and its deed in the past tense."""


def row_in(state: State, who: str, game: str, row: str) -> Row | None:
    """Find a row of an actor’s track by its id; None where there is none."""
    actor = state.actors.get(who)
    if actor is None or game not in actor.sheets:
        return None
    return next((old for old in actor.sheets[game].track if old.id == row), None)


def name_in(step: Step, who: str) -> str:
    """Return an actor’s name after a step, or before it where the step took the actor from the table."""
    return name_of(step.after if who in step.after.actors else step.before, who)


def rod_in(step: Step, which: str) -> Challenge | None:
    """Find a challenge as a step has left it, else as the step found it."""
    return step.after.challenges.get(which) or step.before.challenges.get(which)


def moved_rows(event: Marked, step: Step) -> Iterator[tuple[Row, int]]:
    """Return the rows that a step has marked, as they were, each with the number of marks added."""
    actor = step.before.actors.get(event.who)
    for row in actor.sheets[event.game].track if actor is not None and event.game in actor.sheets else ():
        if more := event.marks.get(row.id, row.marks) - row.marks:
            yield row, more


def roll_plainly(roll: Roll, state: State) -> LogLine:
    """Tell a roll: the dice as numbers, the parts that counted, the outcome."""
    score = roll.score
    dice = " ".join(map(str, score.faces)) or plain_number(score.thrown)
    parts = "".join(f", {part.label} {signed(part.value)}" for part in score.parts)
    against = f" against {roll.label}" if roll.label else ""
    head = f"{name_and_verb(state, score.who, 'rolls')} {score.rating}"
    tone = tone_of(state, score.who, roll.outcome == "success") if roll.outcome in ("success", "failure") else ""
    result = f"{plain_number(score.total)}{against}"
    return LogLine(head, f": {dice}{parts} = {result}", roll.outcome.upper(), tone, brief=f": {result}")


def deeds_plainly(roll: Roll, step: Step, ruled: Ruled | None) -> Iterator[DeedWords]:
    """Tell that a roll was won or lost."""
    words = {"success": "won", "failure": "failed", "tie": "tied"}
    against = f" against {roll.label}" if roll.label else ""
    yield roll.score.who, f"{words.get(roll.outcome, 'rolled')} {roll.score.rating}{against}"


def describe_attempt(roll: Roll, step: Step, outcome: str, how: str = "") -> str:
    """Tell the outcome of a check: for its challenge, else against its number; `how` replaces the rating."""
    rating = roll.score.rating
    rod = rod_in(step, roll.challenge)
    if rod is None:
        words = {"success": "won", "failure": "failed"}.get(outcome, "tied")
        return f"{words} {how or rating} against {roll.label}"
    if outcome != "success":
        return f"{'failed' if outcome == 'failure' else 'tied'} at {rod.title} ({rating})"
    events = step.act.events
    if any(isinstance(event, Noted) and event.page == rod.id and event.mark == "found" for event in events):
        return f"found {rod.title} ({rating})"
    over = any(isinstance(event, Settled) and event.challenge == rod.id and event.outcome for event in events)
    return f"{'overcame' if over else 'got further with'} {rod.title} ({rating})"


_ENDS = {
    "success": ("succeeds", ""),
    "failure": ("fails", ""),
    "tie": ("ties", ""),
    "complication": ("meets", "a complication"),
}
"""A verb and the words behind it, by outcome."""


def public_plainly(roll: Roll, known: KnownNames) -> Deed | None:
    """Tell players who rolled, for what they know of, and the outcome; None where that is none of theirs."""
    if roll.outcome not in _ENDS:
        return None
    title = known.goal(roll)
    rating = f"with {roll.score.rating}" if known.is_ours(roll.score.who) and roll.score.rating else ""
    verb, what = _ENDS[roll.outcome]
    rest = " ".join(filter(None, (what, title and f"at {title}", rating)))
    deed = known.deed(roll.score.who, verb, rest)
    return deed and deed._replace(challenge=roll.challenge if title else "", manner=not what)


def _penalty_gone(row: Row) -> list[str]:
    """Name the penalties that go with a wound; one that was still to be assigned needs no answer any more."""
    assigned = sum(hurt.by for hurt in row.hurts)
    parts = [f"{hurt.name} −{hurt.by}" for hurt in row.hurts]
    parts += [f"the unassigned −{row.penalty - assigned}"] if row.penalty > assigned else []
    return [f"{' and '.join(parts)} {'end' if parts[1:] else 'ends'}"] if parts else []


def marked_plainly(event: Marked, state: State) -> LogLine:
    """Tell the boxes that were marked or cleared, as numbers before and after, and which wounds are new."""
    actor = state.actors.get(event.who)
    if event.cause == "next" and actor is not None:
        hit = [(row, event.marks.get(row.id)) for row in actor.sheets[event.game].track]
        numbers = [f"{row.label.casefold()} {marks} of {row.boxes}" for row, marks in hit if marks]
        return describe_next(actor, *numbers, hit=bool(numbers))
    changes: list[str] = []
    wounds: list[str] = []
    for row_id, marks in event.marks.items():
        row = row_in(state, event.who, event.game, row_id)
        if row is not None and row.marks != marks:
            changes += [f"{row.label.casefold()} {row.marks}→{marks}", *([] if marks else _penalty_gone(row))]
            wounds += [row.label.casefold()] if row.penalty and marks > row.marks else []
    if event.damage is not None:
        if event.lost:
            changes.append(describe_excess(state.actors.get(event.who), event.game, event.lost))
        line = with_numbers(describe_damage(event, state), *changes)
        return replace(line, verdict=f"WOUND {', '.join(wounds)}", tone="harm", brief="") if wounds else line
    if not changes:
        return SILENCE
    if event.cause == "recovers":
        line = with_numbers(name_and_verb(state, event.who, f"recovers {event.why}"), *changes)
        return replace(line, brief=few_words(line.tail))
    return with_numbers(f"{short_name_of(state, event.who)}, {event.why or 'marks'}", *changes)


def member_words(group: Actor) -> tuple[str, str]:
    """Return the words behind *one* and behind *two*, for members of a group: *of the constables*; *thug*, *thugs*."""
    noun = common_noun(group.name)
    if is_owned(noun):
        of_them = f"of {noun if names_group(group) else plural_of(noun)}"
    elif noun.casefold().startswith("the "):
        of_them = f"of the {noun[len('the ') :]}"
    elif names_group(group):
        of_them = f"of the {noun}"
    else:
        return noun, plural_of(noun)
    return of_them, of_them


def describe_next(group: Actor, *numbers: str, hit: bool = False) -> LogLine:
    """Tell that the next member of a group stands in front: unhurt, or hit too by points left over (U-12)."""
    return with_numbers(f"The next {member_words(group)[0]} steps up, {'hit too' if hit else 'unhurt'}", *numbers)


def describe_damage(event: Marked, state: State) -> str:
    """Tell damage: the actor, the points and the source."""
    source = f" ({event.why})" if event.why else ""
    return name_and_verb(state, event.who, f"takes {event.damage} damage") + source


def mended_plainly(event: Marked, step: Step, verb: str = "healed") -> Iterator[DeedWords]:
    """Tell the rows that have healed."""
    if healed := [row.label for row, more in moved_rows(event, step) if more < 0]:
        yield event.who, f"{verb} {', '.join(healed)}"


def rated_plainly(event: Rated, state: State) -> LogLine:
    """Tell a rating by its old and its new value; one that did not change by its value alone."""
    actor = state.actors.get(event.who)
    before = actor.sheets[event.game].ratings.get(event.rating, 0) if actor and event.game in actor.sheets else 0
    now = plain_number(event.value or 0)
    change = now if event.value == before else f"{plain_number(before)}→{now}"
    return with_numbers(f"{possessive(state, event.who)} {event.rating}", change, event.why)


def tracked_plainly(event: Tracked, state: State) -> LogLine:
    """Tell a track by the boxes of its rows; of one that was there only the rows that change, where any do."""
    actor = state.actors.get(event.who)
    sheet = actor.sheets.get(event.game) if actor is not None else None
    before = {row.id: row.boxes for row in sheet.track} if sheet is not None else {}
    changed = [row for row in event.track if before.get(row.id) != row.boxes]
    rows = ", ".join(f"{row.label} {row.boxes}" for row in changed or event.track)
    return LogLine(name_and_verb(state, event.who, f"now has {rows or 'nothing to mark'}"))


def stands_plainly(actor: Actor, game: str) -> Iterator[str]:
    """Tell the rows that have marks."""
    for row in actor.sheets[game].track:
        if row.marks:
            yield f"{row.label.casefold()} {row.marks} of {row.boxes}"


def challenge_plainly(challenge: Challenge, value: str) -> LogLine:
    """Tell a challenge with its value, or its number of beads."""
    if challenge.kind == "clock":
        return with_numbers(f"clock {challenge.title}", f"{challenge.needed} beads")
    needed = f"{challenge.needed} successes" if challenge.needed > 1 else ""
    return with_numbers(f"{challenge.kind} {challenge.title}", value, needed)


def gains_plainly(trait: Trait) -> str:
    """Return the verb for a trait that is gained."""
    return "gains"


def befell_plainly(event: Befell) -> str:
    """Return the recap's words for a condition."""
    return f"was {event.condition.label}" if suits_is(event.condition.label) else event.condition.label


def recovered_plainly(event: Recovered) -> str:
    """Return the recap's words for a condition that is over."""
    return f"was {event.condition} no longer"


def damage_taken(points: int) -> str:
    """Tell the sum of a scene’s damage."""
    return f"took {points} damage"


def is_rerolled(roll: Roll) -> bool:
    """Tell whether dice of a roll were thrown again."""
    return roll.rerolled


class Voice(Frozen):
    """A game's words: its name, and its sentences in the log, the recap and lists.

    Attributes:
        name: The name of the game.
        short_name: The word that tells it from the other games; empty for its whole name.
        chapter: The word for a prepared part of a story.
        describe_roll: The log’s sentence for a roll.
        describe_rolls: The log’s line for all rolls of one act, by the kind of roll; each other roll has its own line.
        attack_acts: Kinds of rolls that hit or miss, so that a ruling on one names no winner.
        usual_verbs: Verbs of routine acts, by their names, where an `s` makes none of them.
        list_deeds: The recap’s deeds of those who had a part in a roll, once it is ruled on.
        public_result: The outcome of a roll as players may read it, by the names that they know; None for none. Its
            fields, not its words, say whom it hits and which challenge it names.
        untold_rolls: Kinds of rolls that the players' recap leaves out, since what comes of them is told.
        is_continuation: Whether a roll stands in the place of the one before it, in a recap.
        describe_marks: The log’s sentence for marks on a track.
        list_mended: The recap’s deeds where marks changed without damage.
        describe_damage: The recap’s deed for the sum of an actor’s damage in a scene.
        describe_rating: The log’s sentence for a rating that was set.
        describe_track: The log’s sentence for a track with new boxes.
        value_name: A difficulty by name and number.
        rung_names: Names of difficulties, by number.
        list_marks: The state of a sheet for a recap: its marks alone.
        list_state: The same in full, for a list.
        describe_challenge: The log’s sentence for a challenge that is put on the abacus, with the name of its value.
        failed_verb: The players’ verb for a challenge that was not overcome.
        failed_word: The log’s verdict on it.
        stakes_later: Whether an act of its own applies the stakes of an obstacle that was not overcome.
        gain_verb: The verb for a trait that is gained.
        condition_words: The recap's words for a condition that a cause of the game's own brought about.
        recovery_words: The recap's words for a condition that a cause of the game's own ended.
        meanings: Meanings of conditions by the rules, by id.
        silent_conditions: Conditions by which the rules only remember something, and of which a recap says nothing.
        rests: Verbs of the acts without a roll by which characters rest, by the id of the command.
        chosen_fates: Verbs of the conditions by which an actor leaves a fight by choice, by id: *retreats*; the actor
            may act again after it.
        fates_done: Verbs of other conditions that players read as a deed, by id: *falls*, not *is fallen*.
        harmless_conditions: Conditions that are no harm, such as a happy end.
        harms: Conditions that the stripe of a row tells beside points, by id: as a hurt, or as a bad one.
        points: The points that are left of the rows of a sheet, in games where these are told and not the marks.
        spotlit_condition: The condition that the spotlight shows as a sign: its owner has had a turn in this scene.
        away_condition: The condition of an actor who is elsewhere in this scene.
        points_are_spent: Whether points are spent by choice as well as lost by harm.
        tells_fate: Whether panes show the note of a condition that puts out of action.
        gift_words: Something that an actor can give to others, in a few words; empty for nothing.
        lists_traits: Whether panes list traits by name where there is room, rather than count their uses.
        rod_words: Its words for challenges, and how they hang on the abacus.
    """

    name: str = ""
    short_name: str = ""
    chapter: str = "scene"
    describe_roll: Callable[[Roll, State], LogLine] = roll_plainly
    describe_rolls: Mapping[str, Callable[[Sequence[Roll], State], LogLine]] = field(default_factory=dict)
    attack_acts: frozenset[str] = frozenset()
    usual_verbs: Mapping[str, str] = field(default_factory=dict)
    list_deeds: Callable[[Roll, Step, Ruled | None], Iterator[DeedWords]] = deeds_plainly
    public_result: Callable[[Roll, KnownNames], Deed | None] = public_plainly
    untold_rolls: frozenset[str] = frozenset()
    is_continuation: Callable[[Roll], bool] = is_rerolled
    describe_marks: Callable[[Marked, State], LogLine] = marked_plainly
    list_mended: Callable[[Marked, Step], Iterator[DeedWords]] = mended_plainly
    describe_damage: Callable[[int], str] = damage_taken
    describe_rating: Callable[[Rated, State], LogLine] = rated_plainly
    describe_track: Callable[[Tracked, State], LogLine] = tracked_plainly
    value_name: Callable[[int], str] = plain_number
    rung_names: Mapping[int, str] = field(default_factory=dict)
    list_marks: Callable[[Actor, str], Iterator[str]] = stands_plainly
    list_state: Callable[[Actor, str], Iterator[str]] = stands_plainly
    describe_challenge: Callable[[Challenge, str], LogLine] = challenge_plainly
    failed_verb: str = "has failed"
    failed_word: str = "Failed"
    stakes_later: bool = False
    gain_verb: Callable[[Trait], str] = gains_plainly
    condition_words: Callable[[Befell], str] = befell_plainly
    recovery_words: Callable[[Recovered], str] = recovered_plainly
    meanings: Mapping[str, str] = field(default_factory=dict)
    silent_conditions: frozenset[str] = frozenset()
    rests: Mapping[str, str] = field(default_factory=dict)
    chosen_fates: Mapping[str, str] = field(default_factory=dict)
    fates_done: Mapping[str, str] = field(default_factory=dict)
    harmless_conditions: frozenset[str] = frozenset()
    harms: Mapping[str, Literal["hurt", "badly"]] = field(default_factory=dict)
    points: Callable[[Actor, Sheet], Sequence[ShownPoints]] | None = None
    spotlit_condition: str = ""
    away_condition: str = ""
    points_are_spent: bool = False
    tells_fate: bool = False
    gift_words: Callable[[Actor], str] = no_text
    lists_traits: bool = False
    rod_words: RodWords = PLAIN_ROD_WORDS


PLAIN_VOICE = Voice()
"""The voice of a game that says everything plainly."""
