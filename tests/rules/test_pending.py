"""Open questions after each kind of act, hints, undo, resets and typed dice (U-13, U-33)."""

from __future__ import annotations

import pytest

from tests.commands import BY_ID
from tests.rules.tables import (
    BLACKWOOD,
    DRAKE,
    ENFORCERS,
    FELIX,
    FLINT,
    GRAVES,
    HARGRAVE,
    MERCER,
    Play,
    once,
    someone,
    trait,
)
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.state import Book, Challenge


@pytest.mark.parametrize(
    ("lines", "waiting"),
    [
        (["roll mercer Pilot 0 dice=0000"], []),
        (["roll mercer Pilot +3 dice=0000"], ["ruling"]),
        (["roll mercer Pilot +5 dice=0000"], []),
        (["oppose mercer drake Pilot defend=Command dice=0000 theirs=+000"], ["ruling"]),
        (["oppose mercer drake Pilot defend=Command dice=+++0 theirs=0000"], ["boon"]),
        (["boost mercer preparation Pilot against=3 dice=0000"], ["ruling"]),
        (["help-ally mercer felix Pilot against=3 dice=0000"], ["ruling"]),
        (["attack mercer drake dice=0000 theirs=0000"], []),
        (["attack mercer drake dice=+000 theirs=0000"], ["damage"]),
        (["attack mercer drake dice=+000 theirs=0000", "damage drake"], []),
        (["damage drake 5"], ["wound"]),
        (["damage drake 8"], ["wound", "wound"]),
        (["damage drake 10"], ["fate", "wound", "wound", "wound"]),
        (["damage graves 2"], ["fate"]),
        (["damage enforcers 5"], []),
        (["damage drake 5", "wound drake mild Combat", "damage drake 1"], []),
        (["damage drake 5", "rest hours drake"], []),
        (["initiative dice=0000;0000;0000;0000;0000"], []),
    ],
)
def test_pending_after_each_kind_of_act(lines: list[str], waiting: list[str]) -> None:
    """Only open questions are asked, the most urgent first, each with an act that applies."""
    play = Play(MERCER, FELIX, DRAKE, GRAVES, ENFORCERS)
    play.play(*lines)
    assert play.waiting() == waiting
    for item in play.pending():
        command = BY_ID[item.command]
        assert command.when(play.state) == ""
        assert item.sentence
        assert set(item.answers) <= {ask.name for ask in command.asks}


def test_the_oldest_first_and_of_one_act_the_most_urgent() -> None:
    """WE-66: a fate is asked before the wounds of the same act."""
    play = Play(MERCER, DRAKE)
    play.play("damage mercer 9", "attack drake mercer dice=++++ theirs=0000")
    assert play.waiting() == ["wound", "wound", "damage"]
    play("damage mercer")
    assert play.waiting() == ["wound", "wound", "fate", "wound"]


def test_hints() -> None:
    """Rerolls, failures, beaten sides and the act to begin are hinted at, unasked."""
    play = Play(MERCER, GRAVES, book=Book((Page("one", "act", "The Lounge"),)))
    assert "`begin` opens The Lounge" in play.hints()
    play("roll mercer Deception +4 dice=0000")
    assert "`reroll` throws again" in play.hints()
    assert "`ruling` can still change Mercer’s roll" in play.hints()
    play.play("begin one cast=graves", "order gm", "damage graves 2", "fate graves retreats")
    assert "all foes are out" in play.hints()


def test_undo_takes_everything_back() -> None:
    """Spent boons, boosts and help, used traits, lost gear, marks, beads and the order are all as before."""
    play = Play(MERCER, FELIX, FLINT, DRAKE, challenges={"door": Challenge("door", "Door", value=0)})
    start = play.state
    lines = (
        "give flint 2 boon luck",
        "give flint 1 boost smoke",
        "help-ally felix flint Crafts dice=++++",
        "roll flint Burglary on=door dice=++++",
        "use flint sleight",
        "grant flint Lockpick kind=bonus skill=Burglary",
        "gear flint lockpick",
        "manoeuvre mercer feint drake dice=++++ theirs=----",
        "initiative dice=0000;0000;0000;0000",
        "attack drake mercer dice=++++ theirs=----",
        "damage mercer",
        "wound mercer mild Athletics",
        "fate drake stays",
        "concede drake his sword",
        "end scene",
        "end evening",
    )
    stood = [start]
    for line in lines:
        play(line)
        stood.append(play.state)
    for state in reversed(stood[:-1]):
        play.session.undo()
        assert play.state == state
    for state in stood[1:]:
        play.session.redo()
        assert play.state == state


def test_u_13_scenes_and_evenings_end_their_own_bonuses_and_uses() -> None:
    """A scene ends stress, boons and once-per-scene uses; an evening ends once-per-session ones."""
    ann = someone("ann", "Ann", {"Fight": 0}, trait("Coin", once("scene")), trait("Star", once("session")))
    play = Play(ann)
    play.play("use ann coin", "use ann star", "give ann 2 boon luck", "damage ann 2", "condition ann shaken")
    play.play("give ann 1 boost plan", "keep boost-plan session")
    play("end scene")
    assert [row.used for row in play.sheet("ann").traits] == [0, 1]
    assert ([b.id for b in play.bonuses()], play.marks("ann"), play.is_("ann")) == (["boost-plan"], "0/0/0/0", set())
    assert play.state.scene.number == 2
    play.play("damage ann 2", "end evening")
    assert [row.used for row in play.sheet("ann").traits] == [0, 0]
    assert (play.bonuses(), play.state.evening, play.marks("ann")) == ([], 2, "2/0/0/0")


def test_we_44_bonuses_stand_by_character_in_both_lists() -> None:
    play = Play(FLINT, FELIX)
    play.play("give felix 1 boost plan", "give flint 1 boost smoke", "condition flint hidden")
    kept, ended = ([one.label for one in BY_ID[word].asks[0].choices(play.state, {})] for word in ("keep", "spend"))
    assert kept == ["smoke", "plan"]
    assert ended == ["smoke", "hidden", "plan"]


def test_the_end_of_a_scene_is_previewed() -> None:
    """A short preview names everything that clears, expires and comes back (WE-70, WE-39, WE-26)."""
    play = Play(FLINT, FELIX)
    play.play(
        "damage flint 2", "damage felix 1", "give flint 2 boon luck", "use felix prototype", "condition flint hidden"
    )
    assert play.preview("end scene", "what") == (
        "Scene 1 ends\nStress clears for Cornelius and Felix\nCornelius no longer hidden\n"
        "1 bonus expires: Cornelius’s “luck”"
    )
    assert play.preview("end evening scene=goes-on", "scene") == "“Prototype, Unstable” may be used again"
    play("end scene")
    assert (
        play.preview("end scene", "what") == "All that lasts for a scene ends\nNothing expires and nothing comes back"
    )


def test_we_69_a_scenes_end_names_the_returning_and_their_price() -> None:
    """Preview and log name who is back and the price; the price stays in the notes."""
    play = Play(FLINT, FELIX)
    play.play("order gm", 'concede felix "they lock him in the coal cellar"')
    told = "Felix, who conceded, may act again; price, kept in the notes: they lock him in the coal cellar"
    assert play.preview("end scene", "what") == f"The fight is over · Scene 1 ends\n{told}"
    lines = play("end scene").lines
    assert told in lines
    assert sum("note" in line for line in lines) == 1
    assert "coal cellar" in play.state.actors["felix"].notes


# ------------------------------------------------------------------ dice from the table


LINES = {
    "roll": "roll mercer Pilot 0",
    "boost": "boost mercer preparation Pilot",
    "help-ally": "help-ally mercer felix Pilot",
    "oppose": "oppose mercer drake Pilot defend=Command theirs=0000",
    "attack": "attack mercer drake skill=Pilot theirs=0000",
    "manoeuvre": "manoeuvre mercer push drake Pilot Combat theirs=0000",
}


@pytest.mark.parametrize(("typed", "thrown"), [("++0-", 1), ('"6 5 3 1"', 1), ("6531", 1), ("+1", 1), ('"sum -2"', -2)])
@pytest.mark.parametrize("act", LINES)
def test_u_33_typed_dice_wherever_dice_roll(act: str, typed: str, thrown: int) -> None:
    """Faces, four d6 or the sum are taken, and bad dice are refused, with nothing changed."""
    play = Play(MERCER, FELIX, DRAKE)
    play(f"{LINES[act]} dice={typed}")
    assert (play.roll.score.thrown, play.roll.score.typed) == (thrown, True)
    play.refuses(f"{LINES[act]} dice=++0")
    play.refuses(f"{LINES[act]} dice=+9")


def test_u_33_typed_dice_for_the_other_side_and_again() -> None:
    """Dice of an opponent, of each defender and of a reroll can be typed (U-33)."""
    play = Play(MERCER, DRAKE, GRAVES)
    play("attack mercer drake,graves skill=Shoot dice=0000 theirs=+000;6531")
    assert [score.thrown for score in play.roll.against] == [1, 1]
    play.refuses("attack mercer drake skill=Shoot theirs=0000;0000", "write 1, one for each target, not 2")
    play.play("roll mercer Deception +5 dice=0000", 'reroll dice="sum +3"')
    assert play.roll.score.thrown == 3


@pytest.mark.parametrize("act", LINES)
def test_u_33_the_program_rolls_what_nobody_typed(act: str) -> None:
    """The program rolls four faces if none are typed, the same ones for the same seed (U-33)."""
    first, second = Play(MERCER, FELIX, DRAKE), Play(MERCER, FELIX, DRAKE)
    first(LINES[act])
    second(LINES[act])
    assert first.roll.score.faces == second.roll.score.faces
    assert len(first.roll.score.faces) == 4


def test_u_33_a_tray_of_dice() -> None:
    """Dice fed from a script fall in the order in which they are needed."""
    play = Play(BLACKWOOD, HARGRAVE, DRAKE)
    play("attack blackwood drake", "++00", "-000")
    assert (play.roll.score.thrown, play.roll.against[0].thrown) == (2, -1)
