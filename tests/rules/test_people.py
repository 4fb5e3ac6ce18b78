"""Characters and figures (WE-81 … WE-93, C-10, C-20, C-32, C-33, C-36)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.commands import BY_ID
from tests.rules.tables import BLACKWOOD, DRAKE, ENFORCERS, FELIX, HARGRAVE, ISADORA, MERCER, Play
from wyrd_tui.engine.rules.ground.tracks import rows_of
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Book


def test_we_81_words_of_a_character() -> None:
    """Concept, player, name and notes are text that can be written at the table (WE-81)."""
    play = Play(HARGRAVE)
    play.play('edit hargrave concept "a rigid detective"', "edit hargrave player Kim", "edit hargrave name Hargrave")
    play("edit hargrave notes owes Flint a favour")
    actor = play.state.actors["hargrave"]
    assert (actor.concept, actor.player, actor.name) == ("a rigid detective", "Kim", "Hargrave")
    assert actor.notes == "owes Flint a favour"


def test_we_82_and_c_10_ten_points_in_six_skills() -> None:
    """The text's characters have the shape {3, 2, 2, 1, 1, 1} (WE-82)."""
    for actor in (HARGRAVE, ISADORA, MERCER):
        levels = sorted((v for v in actor.sheets[WYRD_ENGINE].ratings.values() if v), reverse=True)
        assert levels == [3, 2, 2, 1, 1, 1]


def test_we_83_and_84_traits_and_gear_can_be_given() -> None:
    """Missing traits and gear are granted at the table, three of each (WE-83, WE-84)."""
    play = Play(HARGRAVE)
    for name in ("One", "Two", "Three"):
        play(f"grant hargrave {name} source=trait kind=special")
        play(f"grant hargrave Gear-{name} kind=special")
    sources = [row.source for row in play.sheet("hargrave").traits]
    assert (sources.count("trait"), sources.count("gear")) == (3, 3)


@pytest.mark.parametrize(("track", "shape"), [("we", "4/3/2/1"), ("draft-rows", "5/3/2/1")])
def test_we_85_and_c_03_the_standard_track(track: str, shape: str) -> None:
    """Whole characters made up get the table's track, named NPCs stress alone, mooks none (WE-85, WE-92)."""
    play = Play(rules={"track": track})
    play.play("add Ann kind=pc side=party", "add Villain kind=full", "add Clerk kind=persona", "add Rats kind=mook")
    assert play.sheet("ann").track == play.sheet("villain").track == rows_of(shape)
    assert play.sheet("clerk").track == rows_of("2")
    play("add Captain kind=persona boxes=none")
    assert play.sheet("captain").track == play.sheet("rats").track == ()


def test_we_87_three_kinds_of_figures() -> None:
    """Mook, persona and full figure come from the wings or are made up."""
    play = Play(BLACKWOOD, book=Book(cast={"drake": DRAKE, "enforcers": ENFORCERS}))
    play.play("bring drake", "bring enforcers count=2", "bring enforcers")
    assert play.state.actors["enforcers"].count == 2
    assert play.state.actors["gang-enforcer"].count == 4
    play.refuses("bring drake", "at the table already")


def test_we_88_rules_of_creation_do_not_bind_figures() -> None:
    """Drake has fourteen points, a +4 and any traits (WE-88)."""
    play = Play(DRAKE)
    assert sum(play.sheet("drake").ratings.values()) == 14
    play("roll drake Strategy 0 dice=0000 with=none")
    assert play.total == 4


def test_we_89_missing_numbers_are_filled_in() -> None:
    """An unrated figure defends at 0, until the table says more (WE-89)."""
    clerk = Actor("clerk", "Clerk", "foes", "persona")
    play = Play(BLACKWOOD, clerk)
    play("attack blackwood clerk dice=0000 theirs=0000")
    assert (play.roll.against[0].total, play.roll.against[0].rating) == (0, "Athletics")
    play.play("rate clerk Fight 2", "attack blackwood clerk dice=0000 theirs=0000")
    assert play.roll.against[0].total == 2
    play("unrate clerk Fight")
    assert play.sheet("clerk").ratings == {}
    play("damage clerk 1")
    assert "out-of-action" in play.is_("clerk")


def test_we_93_a_whole_figure_has_stress_and_wounds() -> None:
    """Drake is 4/3/2/1 and his wounds hurt like anybody's (WE-93)."""
    play = Play(DRAKE)
    play.play("damage drake 5", "wound drake mild Combat", "roll drake Combat 0 dice=0000")
    assert (play.marks("drake"), play.total) == ("4/1/0/0", 1)


def test_c_20_skills_are_free_words() -> None:
    """Off-list names are legal, synonyms of the setting are one skill, and names may hold the word for."""
    play = Play(MERCER)
    play("roll mercer Notice 0 dice=0000")
    assert play.total == 1
    play.play('rate mercer "Care for Animals" 2', 'roll mercer "Care for Animals" 0 dice=0000')
    assert play.total == 2
    play('roll mercer "Ear for Lies" 0 dice=0000 sure=yes')
    assert play.total == 0
    play.refuses('rate mercer "a trait alone" 3', "another name")


def test_c_32_names_collide_and_ids_do_not() -> None:
    """Two Hargraves stand at one table, and each is reached by id."""
    other = replace(HARGRAVE, id="inspector", side="foes")
    play = Play(HARGRAVE, other)
    play("damage inspector 2")
    assert (play.marks("inspector"), play.marks("hargrave")) == ("2/0/0/0", "0/0/0/0")
    play.refuses('damage "Julian" 1', "could be")
    play.play("add Felix kind=persona", "add Felix kind=persona")
    assert {"felix", "felix-2"} <= set(play.state.actors)


def test_c_33_any_whole_number() -> None:
    """Skills may have any whole number, with no floor (C-33)."""
    play = Play(HARGRAVE)
    play.play("rate hargrave Shoot -2", "roll hargrave Shoot 0 dice=0000")
    assert play.total == -2


def test_c_36_incomplete_sheets_play() -> None:
    """Characters without traits, gear or a sheet can roll (C-36)."""
    play = Play(HARGRAVE, Actor("stranger", "Stranger"), FELIX)
    play("roll stranger Notice 0 dice=+000")
    assert play.total == 1
    assert Sheet().track == ()


def test_we_87_a_character_made_for_the_party_is_whole() -> None:
    """The party gets a player's character with boxes unless the GM says otherwise; others a named NPC (WE-87)."""
    play = Play(FELIX)
    play.play("add Marla party", "add Otto others", "add Kit party persona")
    marla, otto, kit = (play.state.actors[who] for who in ("marla", "otto", "kit"))
    assert (marla.kind, otto.kind, kit.kind) == ("pc", "persona", "persona")
    assert [len(one.sheets[WYRD_ENGINE].track) for one in (marla, otto, kit)] == [4, 1, 1]


def test_we_08_a_rating_suggests_its_own_value_under_a_steady_letter() -> None:
    """Numbers are set one after the other, and none of them moves another rating in the list (WE-08, WE-89)."""
    play = Play(HARGRAVE)
    ask = next(one for one in BY_ID["rate"].asks if one.name == "value")
    assert ask.default(play.state, {"who": "hargrave", "rating": "Investigate"}) == 3
    assert ask.default(play.state, {"who": "hargrave", "rating": "Juggling"}) == 0
    before = list(play.offered("rate hargrave Lore 0", "rating"))
    play.play("rate hargrave Lore 4", "rate hargrave Investigate 0", "rate hargrave Juggling 2")
    after = list(play.offered("rate hargrave Lore 0", "rating"))
    assert after == [*before, "Juggling"]
