"""The Wyrd Abacus in scenarios: keys and sheets, and checks of challenges, stage rules and new characters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.letters import quote_text
from wyrd_tui.engine.nouns.wyrd_abacus import ABILITIES, BY_WYRD, TYPES, WYRD
from wyrd_tui.engine.page import OVER, Page
from wyrd_tui.engine.rules.wyrd_abacus.abilities import ability_row
from wyrd_tui.engine.rules.wyrd_abacus.points import creation_faults
from wyrd_tui.engine.sheet import Effect, Sheet, Trait
from wyrd_tui.engine.spelling import suggest_in_problem
from wyrd_tui.engine.state import WYRD_ABACUS
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import join_names
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.amounts import compute_amount
from wyrd_tui.store.scenarios.fields import Entry, Few, Name, OneOf, StartingScore, option
from wyrd_tui.store.scenarios.page_models import (
    ChallengeEntry,
    Opposed,
    RuledEntry,
    SceneEntry,
    StageRuleEntry,
    TriggerEntry,
)
from wyrd_tui.store.scenarios.prep import Examination, GamePrep, Habit
from wyrd_tui.store.scenarios.story_models import StoryModel
from wyrd_tui.store.scenarios.tracks import Measure, with_unique_ids

MOST_FACETS = 40
_NEW = "a new character of the Wyrd Abacus"
MOST_CHARACTERS = 4
"""The most players that the game is for (WA-01)."""
HIGHEST = 6
"""The greatest result of a Wyrd roll (WA-38)."""
_ADD = 'add "wyrd_abacus" to "systems" to play it'
_TYPES = f"{', '.join([*TYPES][:-1])} or {[*TYPES][-1]}"

Facets = dict[Annotated[str, OneOf(lambda: ABILITIES)], Annotated[list[Name], Field(max_length=MOST_FACETS)]]


class AbilityKeys(Entry):
    """The keys of a sheet of the Wyrd Abacus."""

    body: StartingScore | None = option("Starting Body, 3 to 9 for a new character.")
    mind: StartingScore | None = option("Starting Mind.")
    soul: StartingScore | None = option("Starting Soul.")
    wyrd: Few | None = option("Points in the personal Wyrd pool when play begins; 0 as a rule.")
    facets: Facets | None = option(
        "Facets by ability, such as “Strong as an ox”; a facet truly shown gives a point back."
    )


def report(check: Examination) -> None:
    """Report what does not fit in challenges, stage rules, new characters and scenes (WA-14)."""
    _stage_rules(check)
    for entry in check.file.on_abacus:
        _challenge(check, entry)
    _creation(check)
    for scene in check.file.all(SceneEntry):
        own = {item.own_id for item in (*scene.challenges, *scene.clues) if not isinstance(item, str)}
        for index, name in enumerate(scene.after):
            if name in own:
                only = "the scene puts it on the abacus itself, so something else must have put it there before"
                check.warn(f"{quote_text(name)}: {only}", scene, "after", index)


def _challenge(check: Examination, challenge: Opposed) -> None:
    own = [key for key in ("type", "springs", "by_wyrd", "loss") if key in challenge.model_fields_set]
    if challenge.game_at(check.main) != WYRD_ABACUS:
        # A moment to strike at may be a word of that game, too, so the checks of all games look at it.
        for key in (key for key in own if key != "springs"):
            fault = f"{quote_text(key)} belongs to the Wyrd Abacus, and this is a challenge of another game"
            check.error(fault, challenge, key)
        return
    if own and WYRD_ABACUS not in check.file.systems:
        check.error(f"{quote_text(own[0])} belongs to the Wyrd Abacus: {_ADD}", challenge, own[0])
    if challenge.type is not None:
        _typed(check, challenge)
    elif not isinstance(challenge, ChallengeEntry):
        check.error(f'a clue on the abacus needs a "type", too: {_TYPES}', challenge, "dr")
    elif challenge.clock is None and challenge.successes is None:
        check.error(f'a challenge of the Wyrd Abacus needs a "type": {_TYPES}; or a "clock"', challenge)
    elif "by_wyrd" in own:
        check.error('"by_wyrd" goes with a "type" and a "value"', challenge, "by_wyrd")


def _typed(check: Examination, challenge: Opposed) -> None:
    """Report what a challenge of one of the nine types lacks, and what it has of other games (WA-12)."""
    if "skills" in challenge.model_fields_set:
        fault = '"skills" belongs to the Wyrd Engine; here the type says which ability counts'
        check.error(fault, challenge, "skills")
    if challenge.dr is None:
        reach = "which a die and points must reach: 2 is trivial, 5 an obstacle, 7 and more grave"
        check.error(f'a typed challenge needs a "value", {reach}', challenge)
        return
    written = check.path(challenge, "dr")[-1]
    if written != "value":
        whose = "the Wyrd Engine" if written == "dr" else "other games"
        check.error(f'{quote_text(written)} belongs to {whose}; a typed challenge has a "value"', challenge, "dr")
    if isinstance(challenge, ChallengeEntry) and challenge.by_wyrd and not isinstance(challenge.dr, str):
        least = min(compute_amount(challenge.dr, players) for players in range(1, MOST_CHARACTERS + 1))
        if least > HIGHEST:
            never = f"no Wyrd roll can meet it: its result is the highest die, {HIGHEST} at most"
            check.warn(never, challenge, "dr")


def _creation(check: Examination) -> None:
    """Warn of new characters that break the rules of creation; the GM may know better (WA-03)."""
    for sheet in check.newcomers(AbilityKeys, WYRD_ABACUS):
        scores = [score for name in ABILITIES if (score := getattr(sheet, name)) is not None]
        if len(scores) == len(ABILITIES):
            for fault in creation_faults(scores):
                rule = f"has abilities from 3 to 9, 15 in all – here {fault}"
                check.warn(f"{_NEW} {rule}", sheet, "body")
        else:
            lacks = join_names([label for name, label in ABILITIES.items() if getattr(sheet, name) is None])
            check.warn(f"{_NEW} has Body, Mind and Soul; this one lacks {lacks}", sheet)
    few = "the Wyrd Abacus is for 1 to 4 players"
    if check.main == WYRD_ABACUS and max(check.file.players or (0,)) > MOST_CHARACTERS:
        check.warn(few, check.file, "players")
    if check.main == WYRD_ABACUS and len(check.party) > MOST_CHARACTERS:
        check.warn(few, check.file, "party", MOST_CHARACTERS)


def _stage_rules(check: Examination) -> None:
    """Report each shipped rule, challenge, member of the cast and counter that a stage rule names in vain."""
    played = WYRD_ABACUS in check.file.systems
    for holder in () if played else (check.file, *check.file.all(RuledEntry)):
        if holder.stage_rules:
            check.error(f"stage rules belong to the Wyrd Abacus: {_ADD}", holder, "stage_rules")
    for rule in check.file.all(StageRuleEntry):
        needed = presets.shipped("stage_rules").get(rule.like or "", {}).get("needs", ())
        if "brings" in needed and not (rule.triggers or rule.brings or rule.challenges):
            example = f'{{ like = "{rule.like}", brings = ["…"] }}'
            check.warn(f"{quote_text(rule.like)} brings nobody in: {example} does", rule)
        if rule.challenge is not None and rule.like is None:
            check.error('"challenge" goes with "like"; here a trigger takes it', rule, "challenge")
        for trigger in rule.triggers:
            _trigger(check, trigger, rule)


def _trigger(check: Examination, trigger: TriggerEntry, rule: StageRuleEntry) -> None:
    if trigger.do == "rise" and trigger.challenge is None and trigger.type is None and not rule.challenges:
        check.error('do = "rise" needs a "challenge", the one that rises', trigger)
    counters = check.file.counters
    if trigger.counter is not None and trigger.counter not in {*counters, *voice_of(WYRD_ABACUS).rod_words.unlisted}:
        hint = suggest_in_problem(trigger.counter, counters) or "; write it there with the number that it starts at"
        check.error(f'"counters" has no {quote_text(trigger.counter)}{hint}', trigger, "counter")
    if trigger.do == "spring" and not (rule.brings or rule.challenges or trigger.text):
        check.error('do = "spring" brings nothing: the rule has neither "brings" nor "challenges"', trigger)


def shipped_pages(file: StoryModel) -> Iterator[tuple[Page, str]]:
    """Give the shipped stage rules that the scenario does not name, at hand but not in force."""
    named = {rule.like for rule in file.all(StageRuleEntry)}
    for like in presets.shipped("stage_rules"):
        if like not in named:
            yield StageRuleEntry.model_validate({"like": like}).page(like), OVER


def make_sheet(entry: AbilityKeys, measure: Measure) -> Sheet:
    """Make the sheet: a row for each ability, and a pool wherever there is any (WA-03 … WA-05)."""
    scores = ((name, getattr(entry, name)) for name in ABILITIES)
    track = tuple(ability_row(name, score) for name, score in scores if score is not None)
    wyrd, facets = entry.wyrd or 0, entry.facets or {}
    # A facet gives a point of its ability back once in a scene (U-20).
    traits = with_unique_ids(
        Trait(slug(facet), facet, effects=(Effect("limited", skill=ability, uses=1, per="scene"),))
        for ability in ABILITIES
        for facet in facets.get(ability, ())
    )
    return Sheet({WYRD: wyrd} if track or wyrd else {}, traits, track)


PREP = GamePrep(
    id=WYRD_ABACUS,
    habits=(
        Habit("body", "hp", "damage takes points of an ability: body = 5, mind = 5 and soul = 5"),
        Habit("body", "ac", 'a challenge has the number to reach: type = "Threat" and value = 4'),
        Habit("body", "usual", "the Wyrd Abacus has no usual skill; write body = 5, mind = 5 and soul = 5"),
    ),
    keys=AbilityKeys,
    sheet=make_sheet,
    report=report,
    challenge=lambda entry, challenge: replace(challenge, met_by=BY_WYRD if entry.by_wyrd else ""),
    pages=shipped_pages,
)
