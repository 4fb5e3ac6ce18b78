"""The Wyrd Abacus as a game of the table: its commands, what it leaves open, and its ladder of values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from wyrd_tui.engine import sixes
from wyrd_tui.engine.blank import no_items
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Event, Moved, Settled
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.nouns.wyrd_abacus import (
    ABILITIES,
    BY_WYRD,
    COUNTDOWN,
    TYPES,
    WYRD,
    AbacusMemory,
    AbacusRoll,
)
from wyrd_tui.engine.rules.game import (
    CLOCK,
    ChallengeFact,
    Game,
    KindOfRod,
    Ladder,
    MatterQuestion,
    Pending,
    Rung,
    SceneFrame,
    SceneRule,
    describe_rung,
)
from wyrd_tui.engine.rules.pages import OddsPage
from wyrd_tui.engine.rules.wyrd_abacus import countdowns, epilogue, stage_rule_acts, stage_rules
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    abilities,
    ability_of_type,
    counts_for_pool,
    is_facet,
    is_players,
    met_by_wyrd,
    points_left,
    scene_pool,
    wyrd_in_reach,
    wyrd_of,
)
from wyrd_tui.engine.rules.wyrd_abacus.aftermath import (
    drop_consequences,
    due_challenges,
    failed_roll,
    failed_rolls,
    title_of,
)
from wyrd_tui.engine.rules.wyrd_abacus.characters import CHARACTER_COMMANDS
from wyrd_tui.engine.rules.wyrd_abacus.consequences import CONSEQUENCE
from wyrd_tui.engine.rules.wyrd_abacus.drawing import DRAW
from wyrd_tui.engine.rules.wyrd_abacus.epilogue import FINAL, RESOLUTION, had_last_roll, resolution_question
from wyrd_tui.engine.rules.wyrd_abacus.facing import FACE, fail_with_consequences, overcome_events
from wyrd_tui.engine.rules.wyrd_abacus.fates import FATE_COMMANDS, without_decision, without_wyrd_roll
from wyrd_tui.engine.rules.wyrd_abacus.house_rules import HOUSE_RULES
from wyrd_tui.engine.rules.wyrd_abacus.influence import INFLUENCE_COMMANDS
from wyrd_tui.engine.rules.wyrd_abacus.omens import describe_strikes, is_averted
from wyrd_tui.engine.rules.wyrd_abacus.owed import owed_points, owed_recovery
from wyrd_tui.engine.rules.wyrd_abacus.points import POINT_COMMANDS
from wyrd_tui.engine.rules.wyrd_abacus.recovery import NO_POINT, RECOVERY_COMMANDS
from wyrd_tui.engine.rules.wyrd_abacus.scenes import (
    OPENING_ASKS,
    SCENE_COMMANDS,
    close_scene,
    open_scene,
    pool_at_start,
    remind_of_wyrd,
    spotlight,
)
from wyrd_tui.engine.rules.wyrd_abacus.sheet_edits import NEWCOMER, WRITING_COMMANDS, rating_events
from wyrd_tui.engine.rules.wyrd_abacus.sheet_page import sheet_lines
from wyrd_tui.engine.rules.wyrd_abacus.stake import live_rods, why_all_barred
from wyrd_tui.engine.rules.wyrd_abacus.trigger_words import rule_words
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, Challenge, State
from wyrd_tui.engine.words import name_and_verb, possessive, short_name_of

LADDER_VALUES = range(2, 12)
"""The values on the ladder: from trivial to the most potent (WA-13)."""
USUALLY_SHOWN, MOST_SHOWN = 5, 6
"""Points beyond the die whose chances the ladder shows, where nobody is selected and at most."""


def open_matters(state: State) -> Iterator[Open]:
    """Yield dice that fell short, defeats, consequences, points to restore, and the resolution of the tale."""
    short = failed_rolls(state)
    for roll in short:
        yield Open(WYRD_ABACUS, "draw", roll.score.who, roll.challenge, roll.number, "challenge", "scene")
    for actor in without_wyrd_roll(state):
        yield Open(WYRD_ABACUS, "defeat", actor.id)
    for which in due_challenges(state):
        if which not in [roll.challenge for roll in short]:
            yield Open(WYRD_ABACUS, "consequence", about=which, forbids="challenge")
    for actor in owed_recovery(state):
        if not had_last_roll(actor):
            yield from (Open(WYRD_ABACUS, "restore-point", actor.id, point) for point in owed_points(state, actor))
    if resolution_question(state):
        yield Open(WYRD_ABACUS, "resolution")


def _draw_question(state: State, one: Open) -> Pending | None:
    roll = failed_roll(state, one.about)
    if roll is None:
        return None
    there = wyrd_in_reach(state)
    may = f"draw Wyrd ({scene_pool(state)} in the scene) or accept?" if there else "accept, since no Wyrd is left?"
    title = title_of(state, roll.challenge)
    met = f"Overcome now, at {roll.value}: {title}. Take the success, or accept the failure"
    return Pending("draw", {"of": one.about}, f"{title}, {-roll.margin} short: {may}" if roll.margin < 0 else met)


def _defeat_question(state: State, one: Open) -> Pending | None:
    actor = state.actors.get(one.who)
    words = f"{name_and_verb(state, actor.id, 'is')} defeated: roll their Wyrd" if actor is not None else ""
    return Pending("defeat", {"who": one.who}, words) if words else None


def _consequence_question(state: State, one: Open) -> Pending | None:
    words = f"Not overcome: {title_of(state, one.about)}. Which consequence?"
    of = {"of": one.about}
    return (
        Pending("consequence", of, words, {**of, "what": ("nothing",)}) if one.about in due_challenges(state) else None
    )


def _restore_question(state: State, one: Open) -> Pending | None:
    actor = state.actors.get(one.who)
    met = f"faced or suffered a challenge{' in another scene' if one.about else ''}: which point comes back?"
    words = f"{short_name_of(state, actor.id)} {met}" if actor is not None else ""
    who: Answers = {"who": one.who}
    return Pending("restore-point", who, words, {**who, "ability": NO_POINT}) if words else None


def _resolution_question(state: State, one: Open) -> Pending | None:
    words = resolution_question(state)
    return Pending("resolution", {}, words) if words else None


QUESTIONS: Mapping[str, MatterQuestion] = {
    "draw": _draw_question,
    "defeat": _defeat_question,
    "consequence": _consequence_question,
    "restore-point": _restore_question,
    "resolution": _resolution_question,
}
"""The wording of open matters, the most urgent first."""


def hints(state: State) -> Iterator[str]:
    """Yield hints for the narrator."""
    for actor in without_decision(state):
        yield f"{actor.player or f'{possessive(state, actor.id)} player'} has not chosen yet: `defeat`"
    if state.scene.between:
        if epilogue.may_end_tale(state):
            yield "to end the tale: `final`"
        return
    for actor in state.actors.values():
        if counts_for_pool(state, actor) and not abilities(actor):
            yield f"{name_and_verb(state, actor.id, 'has')} no Body, Mind and Soul yet: `abilities`"
    yield from describe_strikes(state)


def scene_frame(state: State) -> SceneFrame:
    """The stage rules in force, with the hidden ones told, and how large the scene's pool was (WA-07, WA-08)."""
    rules = tuple(
        SceneRule(
            page.title,
            not page.public,
            tuple(word for one in page.triggers for word in (one.type, one.challenge)),
            page.id,
        )
        for page in stage_rules.rules_in_force(state)
    )
    calm = tuple(rod.id for rod in {**state.book.challenges, **state.challenges}.values() if is_averted(state, rod))
    live = live_rods(state)
    again = tuple(rod.id for rod in live if rod.outcome == "failed")
    barred = tuple(rod.id for rod in live if why_all_barred(state, rod))
    return SceneFrame(rules, 0 if state.scene.between else pool_at_start(state), calm, again, barred)


def best_rating(state: State, who: str, challenge: str = "") -> str:
    """The ability with the most points left; what a challenge calls for is known by its type."""
    actor = state.actors.get(who)
    rows = abilities(actor) if actor else {}
    return max(rows.values(), key=points_left).label if rows else ""


def ability_called_for(challenge: Challenge) -> str:
    """The ability that a challenge calls for (WA-11)."""
    return ABILITIES.get(ability_of_type(challenge), "")


def ladder(state: State, who: str, rating: str, followed: int | None = None) -> Ladder:
    """Values with the odds of a die and of each point more that is paid (WA-13, WA-16, WA-25, C-26)."""
    actor = state.actors.get(who)
    if actor is not None and actor.out:
        return Ladder(f"{actor.name}: {actor.why_out or 'gone'}, faces nothing", ())
    if actor is not None and actor.kind == "pc" and not is_players(actor):
        return Ladder(f"{actor.name}: turned against the party, faces nothing", ())
    row = next((row for row in abilities(actor).values() if row.label == rating), None) if actor else None
    left = points_left(row) if row else 0
    rated = f"{row.label} {left} of {row.boxes}" if row else ""
    title = f"{actor.name}, {rated}" if actor and row else "a die and points"
    shown = min(MOST_SHOWN, left) if row else USUALLY_SHOWN
    # A challenge beyond the ladder has a rung of its own.
    beyond = {rod.value for rod in state.challenges.values() if ability_of_type(rod) and rod.value}
    values = sorted({*LADDER_VALUES, *beyond})
    columns = ("die", *(f"+{points}" for points in range(1, shown + 1)))
    return Ladder(title, tuple(_rung(value, shown) for value in values), columns, rated=rated)


def _rung(value: int, shown: int) -> Rung:
    chance = sixes.chance_to_overcome(value, 0)
    sure = sixes.points_for_certainty(value)
    none = Chance(0, 1)
    more = tuple(sixes.chance_to_overcome(value, points) for points in range(1, shown + 1))
    return Rung(value, sixes.value_word(value), chance, none, Chance(6 - chance.top, 6), (f"sure with {sure}",), more)


def ratings(state: State, actor: Actor) -> Sequence[Choice]:
    """The three abilities with what is left of them, and the Wyrd."""
    rows = [Choice(row.label, row.label, f"of {row.boxes}", points_left(row)) for row in abilities(actor).values()]
    return [*rows, Choice(WYRD, WYRD, "", wyrd_of(actor))] if rows else []


def value_choices() -> Sequence[Choice]:
    """Return no named values; values of this game are plain numbers."""
    return []


def follow_challenge(state: State, challenge: Challenge, outcome: str) -> Iterator[Event]:
    """Follow up a challenge that is overcome, failed, live again or gone by hand (WA-23, WA-24, WA-40).

    Raises:
        Refused: If a challenge would be gone before what comes of its failure is answered.
    """
    if challenge.type == COUNTDOWN:
        yield from _counted_out(state, challenge, outcome)
        return
    if not ability_of_type(challenge):
        return
    match outcome:
        case "overcome":
            yield from overcome_events(state, challenge)
        case "failed":
            yield from fail_with_consequences(state, challenge, challenge.who)
        case "gone" if challenge.id in due_challenges(state):
            answer = "`consequence` chooses it, such as “nothing”. Then remove the challenge."
            raise Refused(f"The consequence of {challenge.title} is still open. {answer}")
        case "gone":
            return
        case _:
            yield from drop_consequences(state, challenge.id)
            yield Settled(challenge.id, "")


def _counted_out(state: State, clock: Challenge, outcome: str) -> Iterator[Event]:
    if outcome == "overcome":
        if clock.done < clock.needed:
            yield Moved(clock.id, clock.needed)
        yield from countdowns.end_countdown(state, clock)
    elif outcome == "gone" and clock not in countdowns.own_clocks(state):
        yield from countdowns.store_beads(state, clock)


FACTS = (
    ChallengeFact(
        "springs",
        "springs",
        "Strikes by itself",
        (
            Choice("never", "never", "waits to be faced"),
            Choice("scene", "scene", "as the scene ends, unless it was dealt with"),
            Choice("six", "six", "when a Wyrd roll shows a 6"),
            Choice("no six", "no six", "as the scene ends, if no 6 in the story"),
        ),
        lambda challenge, word: replace(challenge, springs="" if word == "never" else word),
        lambda challenge: challenge.springs or "never",
    ),
    ChallengeFact(
        "wyrd",
        "by-wyrd",
        "Met by a Wyrd roll",
        (Choice("no", "no"), Choice("yes", "yes")),
        lambda challenge, word: replace(challenge, met_by=BY_WYRD if word == "yes" else "", skills=()),
        lambda challenge: "yes" if met_by_wyrd(challenge) else "no",
    ),
)
"""Two facts of a challenge: when it strikes by itself, and whether only a Wyrd roll meets it (WA-14, WA-59, C-25)."""

KINDS = {
    **{
        word.casefold(): KindOfRod("obstacle", word, f"{ABILITIES[of]}: {hint}", typed=True, by_value=True, facts=FACTS)
        for word, (of, hint) in TYPES.items()
    },
    "countdown": KindOfRod(
        "clock", COUNTDOWN, "beads that sixes on Wyrd rolls move", typed=True, valued=False, sized=True
    ),
    "clock": CLOCK,
}

COMMANDS: tuple[Command, ...] = (
    FACE,
    DRAW,
    CONSEQUENCE,
    *POINT_COMMANDS,
    *RECOVERY_COMMANDS,
    *CHARACTER_COMMANDS,
    *WRITING_COMMANDS,
    *INFLUENCE_COMMANDS,
    FINAL,
    RESOLUTION,
    *SCENE_COMMANDS,
    *FATE_COMMANDS,
)


def _odds_page() -> OddsPage:
    from wyrd_tui.engine.rules.wyrd_abacus.odds_page import ODDS

    return ODDS


GAME = Game(
    id=WYRD_ABACUS,
    commands=COMMANDS,
    open_matters=open_matters,
    hints=hints,
    asides=remind_of_wyrd,
    ladder=ladder,
    best_rating=best_rating,
    ratings=ratings,
    value_choices=value_choices,
    on_end=close_scene,
    kinds=KINDS,
    scene_start_asks=OPENING_ASKS,
    on_scene_start=open_scene,
    pauses=True,
    scene_frame=scene_frame,
    front_pane="abacus",
    on_outcome=follow_challenge,
    rating_called_for=ability_called_for,
    usual_value=4,
    difficulties=(1, 60),
    end_words={"scene": "the rest of the pool is lost"},
    own_conditions={
        "absent": "present",
        "faced": "face",
        "defeated": "lose",
        "escaped": "escape",
        "caught": "final",
        "freed": "final",
    },
    bonuses=no_items,
    describe_rung=partial(describe_rung, first="die "),
    spotlight=spotlight,
    on_rating_edit=rating_events,
    is_auto_consumed=is_facet,
    memory=AbacusMemory,
    questions=QUESTIONS,
    roll_memory=AbacusRoll,
    footer=("face", "draw", "consequence", "lose", "wyrd", "influence", "end", "next", "challenge", "tick"),
    odds_page=_odds_page,
    rule_act="stage-rule",
    sheet_lines=sheet_lines,
    in_force=stage_rules.applies,
    on_act=stage_rule_acts.tell_rule_changes,
    rule_words=rule_words,
    example="lose {who} body 1",
    house_rules=HOUSE_RULES,
    harm_act="lose",
    unrated="Body, Mind or Soul: `abilities` writes them",
    newcomer=NEWCOMER,
)
