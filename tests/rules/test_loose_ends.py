"""Leftovers of an act that are never lost silently: hits, boons, uses, turns, locks and beads."""

from __future__ import annotations

import pytest

from tests.rules.tables import (
    BLACKWOOD,
    DRAKE,
    ENFORCERS,
    FELIX,
    GRAVES,
    HARGRAVE,
    MERCER,
    Play,
    once,
    someone,
    trait,
)
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.commands import Answer
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.wyrd_engine.chances import attack_preview
from wyrd_tui.engine.sheet import Effect, uses_left
from wyrd_tui.engine.state import Actor, Book, Challenge
from wyrd_tui.store.files.codec import from_plain, to_plain

# ------------------------------------------------------------------ uses


def test_c_23_uses_of_one_trait_are_counted_apart() -> None:
    """A trait with a use a scene and a use a session counts, refuses and restores each by itself (C-23)."""
    play = Play(someone("ann", "Ann", {"Fight": 0}, trait("Star", once("session"), once("scene"))))
    star = play.sheet("ann").traits[0]
    assert uses_left(star) == 2
    play.play("use ann star per=session", "use ann star")
    play.refuses("use ann star per=scene", "used up until the scene ends")
    play("end scene")
    assert [effect.used for effect in play.sheet("ann").traits[0].effects] == [1, 0]
    play.refuses("use ann star per=session", "used up until the session ends")
    play("use ann star")
    play("end evening")
    assert [effect.used for effect in play.sheet("ann").traits[0].effects] == [0, 1]
    play("restore ann star")
    assert uses_left(play.sheet("ann").traits[0]) == 2


def test_we_19_a_roll_uses_the_effect_that_was_chosen() -> None:
    """Two limited effects of a trait are offered one by one, and each spends its own use."""
    first, second = Effect("limited", per="session", text="a hatch"), Effect("limited", per="scene", text="a rope")
    play = Play(someone("ann", "Ann", {"Fight": 0}, trait("Plan", first, second)))
    play("roll ann Fight 0 dice=0000 with=plan-limited")
    assert [effect.used for effect in play.sheet("ann").traits[0].effects] == [0, 1]
    play.undo()
    play("roll ann Fight 0 dice=0000 with=plan,plan-limited")
    assert uses_left(play.sheet("ann").traits[0]) == 0


# ------------------------------------------------------------------ challenges


def locked() -> Play:
    """A gate that comes after a door."""
    doors = {"door": Challenge("door", "Door", value=1), "gate": Challenge("gate", "Gate", value=1, after=("door",))}
    return Play(HARGRAVE, challenges=doors)


def test_wa_14_a_locked_challenge_is_not_advanced() -> None:
    """WA-14: beads move on it once its lock is overcome; an outcome may be set all the same."""
    play = locked()
    vault = next(rod for rod in play.state.challenges.values() if rod.after)
    play.refuses(f"tick {vault.id}", "Locked: ")
    play.refuses(f"tick {vault.id}", "`settle` sets an outcome all the same.")
    play(f"settle {vault.id} overcome")
    assert play.state.challenges[vault.id].outcome == "overcome"


@pytest.mark.parametrize("outcome", ["success", "failure"])
def test_we_35_no_automatic_success_past_a_lock(outcome: str) -> None:
    """An act without dice is refused for the same reason as a roll."""
    play = locked()
    play.refuses(f"automatic hargrave {outcome} on=gate", "First overcome Door")
    play("automatic hargrave success on=door")
    play(f"automatic hargrave {outcome} on=gate")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("door value 61", "−20 to 60"),
        ("door value -21", "−20 to 60"),
        ("door needed 61", "1 to 60"),
        ("door needed 2", "Tasks and clocks have several beads"),
        ("door after door", "cannot wait for itself"),
        ("door after gate", "cannot wait for itself"),
    ],
)
def test_u_24_editing_a_challenge_keeps_its_bounds(line: str, words: str) -> None:
    """Difficulty and beads stay in bounds, an obstacle has one bead, and nothing comes after itself."""
    locked().refuses(f"edit-challenge {line}", words)


def test_we_32_a_full_rod_is_over_and_others_are_live() -> None:
    """Fewer beads may end a task, with its clue; more open it again; live again means a bead to go."""
    page = Page("hunt", "clue", "Hunt")
    task = Challenge("hunt", "Hunt", "task", value=0, done=2, needed=3)
    play = Play(HARGRAVE, challenges={"hunt": task}, book=Book((page,)))
    play("edit-challenge hunt needed 2")
    assert (play.state.challenges["hunt"].outcome, play.state.marks["hunt"]) == ("overcome", "found")
    play("settle hunt live")
    assert (play.state.challenges["hunt"].outcome, play.state.challenges["hunt"].done) == ("", 1)
    play("tick hunt")
    play("edit-challenge hunt needed 4")
    assert (play.state.challenges["hunt"].outcome, play.state.challenges["hunt"].done) == ("", 2)


# ------------------------------------------------------------------ people and turns


def test_we_69_and_we_92_retreated_actors_return_after_the_scene() -> None:
    """A retreat ends with the scene, for players' characters and foes (WE-69, WE-92)."""
    play = Play(MERCER, GRAVES)
    play.play("fate mercer retreats", "damage graves 2", "fate graves retreats")
    assert play.state.actors["mercer"].out
    play("end scene")
    assert not any(actor.out for actor in play.state.actors.values())


@pytest.mark.parametrize("style", ["gm", "elective"])
@pytest.mark.parametrize(
    "line",
    [
        "merge enforcers-2 enforcers",
        "dismiss enforcers-2",
        "withdraw enforcers-2",
        "concede enforcers-2 surrender",
        "fate enforcers-2 retreats",
    ],
)
def test_u_11_turn_passes_on_when_its_fighter_leaves(line: str, style: str) -> None:
    """Once the fighter in turn leaves, the next has the turn, or nobody in popcorn order (U-11)."""
    twin = someone("enforcers-2", "Others", {"Combat": 1}, side="foes", kind="mook", count=2, track="none")
    play = Play(HARGRAVE, ENFORCERS, twin, MERCER)
    play.play("order elective" if style == "elective" else "order gm")
    play("act enforcers-2")
    places = play.order()
    play(line)
    left = [who for who in play.order() if not play.state.actors[who].out]
    if style == "elective":
        assert play.state.order.turn == ""
    else:
        assert play.state.order.turn == left[places.index("enforcers-2")]
    assert play.state.order.round == 1


def test_u_11_another_s_turn_stays_theirs() -> None:
    """A fighter who leaves on another's turn takes nothing along, and the last to leave leaves no turn."""
    play = Play(HARGRAVE, FELIX)
    play.play("order gm", "fate felix retreats")
    assert play.state.order.turn == "hargrave"
    play("dismiss hargrave")
    assert play.state.order.turn == ""


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (someone("mob", "Mob", {"Combat": 1}, kind="mook", count=3, track="none"), "different sides"),
        (someone("mob", "Mob", {"Combat": 2}, side="foes", kind="mook", count=3, track="none"), "ratings or boxes"),
        (someone("mob", "Mob", {"Combat": 1}, side="foes", kind="mook", count=3, track="1"), "ratings or boxes"),
    ],
)
def test_we_91_only_groups_of_one_kind_merge(other: Actor, words: str) -> None:
    """A group fights for one side, with one rating, and falls alike."""
    Play(ENFORCERS, other).refuses("merge mob enforcers", words)


def test_we_20_substitutes_are_no_ratings() -> None:
    """A substitute cannot be rated; Eye for Detail is a rating like any other (WE-20)."""
    play = Play(FELIX)
    play.refuses('rate felix "Will for Athletics" 2', "a trait of Felix Cavendish")
    play('rate felix "Eye for Detail" 2')


# ------------------------------------------------------------------ odds before the dice


def test_we_34_a_check_tells_the_odds_with_one_more_point() -> None:
    """Success and tie, and the success with a helper’s +1 if an ally could help (WE-46)."""
    line, alone = "roll hargrave Notice +2", "4dF +2 against Formidable (+2): success 38%, tie 23%: you rule"
    assert Play(HARGRAVE).preview(line, "dice") == alone
    play = Play(HARGRAVE, FELIX)
    assert play.preview(line, "dice") == f"{alone}; 62% with a helper’s +1"
    play.play("give hargrave 1 help Felix")
    assert "a helper’s" not in play.preview(f"{line} with=felix", "dice"), "one helper a roll (WE-47)"
    assert Play(HARGRAVE, FELIX, rules={"teamwork": False}).preview(line, "dice") == alone
    play = Play(HARGRAVE)
    assert play.preview("roll hargrave Notice -4", "dice") == "4dF +2 against Trivial (−4): success 100%, tie 0%"
    play("reading tie failure")
    assert play.preview("roll hargrave Notice +2", "dice") == "4dF +2 against Formidable (+2): success 38%"


def test_u_05_a_check_counts_the_roll_that_may_be_taken_again() -> None:
    """The odds with a reroll trait are those of two throws: by itself, or once asked for where its uses are few."""
    bare, twice = (
        "4dF 0 against Challenging (0): success 38%, tie 23%: you rule",
        "4dF 0 against Challenging (0), reroll: success 53%, tie 32%: you rule",
    )
    play = Play(someone("lou", "Lou", {"Will": 0}, trait("Lucky", Effect("reroll"), once("scene"))))
    assert play.preview("roll lou Will 0", "dice") == bare
    assert play.offered("roll lou Will 0")["lucky"].then == "53%"
    assert play.preview("roll lou Will 0 with=lucky", "dice") == twice
    play("use lou lucky")
    assert "lucky" not in play.offered("roll lou Will 0")
    play = Play(someone("lou", "Lou", {"Will": 0}, trait("Lucky", Effect("reroll"))))
    assert play.preview("roll lou Will 0", "dice") == twice


def test_we_75_and_we_76_a_manoeuvre_shows_its_odds() -> None:
    """A manoeuvre shows opposed odds against a target, and odds of a check without one (WE-75, WE-76)."""
    play = Play(BLACKWOOD, DRAKE)
    line = "manoeuvre blackwood grapple drake Fight"
    assert play.preview(f"{line} Combat", "dice").startswith("4dF +2 against Combat +2: wins ")
    assert play.preview(f"{line} nobody +2", "dice").startswith(
        "4dF +2 against Formidable (+2): success 38%, tie 23%: you rule"
    )
    play("give drake 1 boost wind")
    assert any(value.startswith("their:") for value in play.offered(f"{line} Combat"))
    assert not any(value.startswith("their:") for value in play.offered(f"{line} nobody +2"))
    play(f"{line} nobody +2 dice=0000")
    assert (play.roll.outcome, len(play.bonuses())) == ("tie", 1)
    alone = Play(BLACKWOOD)
    assert alone.preview("manoeuvre blackwood push against=+2", "dice").startswith("4dF 0 against Formidable (+2): ")


def test_we_53_an_attack_on_several_ignores_bonuses_against_one() -> None:
    """Preview and roll agree: an advantage against the first does not count against a crowd."""
    play = Play(BLACKWOOD, DRAKE, GRAVES)
    play("give blackwood 2 advantage high against=drake")
    assert play.preview("attack blackwood drake", "dice").startswith("4dF +4 against")
    told = "4dF +2, one throw against both\nDrake: hits 42%, mean 0.9, "
    assert play.preview("attack blackwood drake,graves", "dice").startswith(told)
    unchosen: dict[str, Answer] = {
        "who": "blackwood",
        "target": ("drake", "graves"),
        "skill": "Fight",
        "defend": "usual",
    }
    assert attack_preview(play.state, unchosen).startswith(told)


# ------------------------------------------------------------------ what undo calls an act


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("damage agent-zero 3", "Agent: Zero takes 3 damage"),
        ("damage agent-zero,other 3", "Agent: Zero takes 3 damage, Other: One too"),
        ('damage agent-zero 3 "the trap: spikes"', "Agent: Zero takes 3 damage (the trap: spikes)"),
        ("settle act-1 overcome", "Overcome: Act 1: The door"),
        ("roll agent-zero Lore +1 dice=0000", "Agent: Zero rolls Lore"),
        ('roll agent-zero "Lore: Old" +1 dice=0000', "Agent: Zero rolls Lore: Old"),
        ("give agent-zero 1 situation the edge: sharp", "Agent: Zero gains +1"),
        ("dismiss agent-zero", "Agent: Zero exits"),
        ("edit agent-zero name Zero: Again", "Agent: Zero is now called Zero: Again"),
    ],
)
def test_undo_calls_an_act_by_its_whole_name(line: str, title: str) -> None:
    """DESIGN 2.1: a title is made from the events, so a colon in a name is part of it."""
    people = (someone("agent-zero", "Agent: Zero", {"Lore": 1, "Lore: Old": 2}), someone("other", "Other: One", {}))
    rod = Challenge("act-1", "Act 1: The door", value=1, win="It opens: slowly.")
    play = Play(*people, challenges={"act-1": rod})
    act = play(line)
    assert from_plain(Act, to_plain(act)).title == play.session.undo().title == title


def test_we_89_attack_warns_of_a_missing_skill() -> None:
    """A skill of no sheet is at 0 (WE-08); before Enter its name and the sheet's want of it are told."""
    play = Play(FELIX, ENFORCERS)
    answers: dict[str, Answer] = {"who": "felix", "target": ("enforcers",), "skill": "Fight", "defend": "usual"}
    assert attack_preview(play.state, answers).startswith("Fight is not on the sheet: ")
    assert attack_preview(play.state, {**answers, "skill": "Crafts"}).startswith("4dF")
