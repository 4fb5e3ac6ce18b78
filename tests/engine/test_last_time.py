"""Last time tells a GM in a few sentences where a table was left, from its last acts alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.plays import fight, quiet_table, session
from tests.rules.abacus.tables import ADA, BOB, Story, rod, with_wyrd
from tests.rules.mettle.tables import VIKTOR, Shop, someone
from tests.screens.shipped import FLIGHT, begun
from wyrd_tui.engine.last_time import last_time
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import Challenge, Scene
from wyrd_tui.play import play_line


def left(play: Session) -> tuple[str, ...]:
    """Return the sentences on a table that is left as it is."""
    return last_time(play.state, [step.act for step in play.done])


def after(play: Session, *lines: str) -> Session:
    """Play lines at a table."""
    for line in lines:
        list(play_line(play, line))
    return play


def test_a_new_table_has_no_last_time() -> None:
    assert last_time(fight(), ()) == ()


def test_a_fight_is_left_in_its_round_on_a_turn() -> None:
    play = session(replace(fight(), scene=Scene(2, "The ford"), evening=3))
    first, *_ = left(after(play, "next"))
    whose = play.state.actors[play.state.order.turn].name.split()[0]
    assert first.startswith("Last time you stopped on evening 3, in scene 2, The ford, in round 2 of a fight, on ")
    assert whose in first


def test_a_table_left_after_a_scene_names_that_scene() -> None:
    play = session(replace(quiet_table(), scene=Scene(2, "The ford")))
    assert left(after(play, "end scene"))[0] == "Last time you stopped after scene 2."
    assert left(after(play, 'scene "The mill"'))[0] == "Last time you stopped in scene 3, The mill."


def test_an_evening_that_just_ended_is_named() -> None:
    play = after(session(replace(quiet_table(), scene=Scene(1, "The ford"))), "end evening")
    assert left(play)[0] == "Last time you stopped at the end of evening 1, after scene 1."
    assert (
        left(after(play, 'note "Bring candles."'))[0] == "Last time you stopped at the end of evening 1, after scene 1."
    )
    assert "evening 2, in scene 2, The mill" in left(after(play, 'begin "The mill"', 'note "Rain."'))[0]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("wyrd ada dice=6",), "Ada rolls"),
        (("wyrd ada dice=6", "wyrd bob dice=4"), "Bob rolls"),
        (("end scene", "final"), "Ada rolls"),
        (("influence ada mind dice=6666",), "Ada rolls 6 for Influence with Mind."),
    ],
)
def test_wa_38_a_wyrd_roll_is_a_result_by_its_number(lines: tuple[str, ...], told: str) -> None:
    story = Story(people=(with_wyrd(ADA, 1), with_wyrd(BOB, 1)))
    story.play(*lines)
    results = [sentence for sentence in left(story.session) if "result" in sentence]
    assert told in results[0]
    assert "for " in results[0]


def test_wa_35_the_winner_of_an_influence_roll_is_a_result() -> None:
    """The tiebreak counts, and a roll by one alone behind it is told as well (WA-35, U-23)."""
    story = Story(people=(with_wyrd(ADA, 1), with_wyrd(BOB, 1)))
    story.play("influence ada,bob mind dice=6611;61111", "influence bob mind dice=22111")
    assert left(story.session)[1] == (
        "The last results: Ada rolls 6 for Influence with Mind, Bob 6, and Ada wins; "
        "Bob rolls 2 for Influence with Mind."
    )


def test_a_challenge_that_strikes_at_scene_end_adds_no_result() -> None:
    """WA-14: what nobody has faced strikes by itself."""
    mob, mine = rod("mob", "Threat", 5), rod("mine", "Obstruction", 6, springs="scene", lose="it falls in")
    story = Story(mob, mine, people=(ADA,))
    story.play("face mob ada dice=6", "end scene")
    found = [sentence for sentence in left(story.session) if "result" in sentence]
    assert len(found) == 1
    assert "Scene" not in found[0]
    assert found[0].startswith("The last result: Ada ")


def test_last_results_and_the_hurt_are_told() -> None:
    play = after(session(fight()), "damage mercer-2 1", "roll mercer Combat against=+3 dice=----")
    _, result, hurt, *_ = left(play)
    assert result.startswith("The last result: Elias Mercer 1 fails with Combat.")
    assert hurt == "The Count is out of action; Elias Mercer (1) is badly hurt; Elias Mercer (2) is hurt."


@pytest.mark.parametrize(
    ("fate", "told"),
    [("injury", "marked by a permanent injury"), ("captured", "captured"), ("retreats", "out")],
)
def test_we_66_the_fate_of_the_fallen_is_told(fate: str, told: str) -> None:
    """WE-66: a fate that befell one is told, and one that is a deed of theirs leaves them out."""
    play = after(session(fight()), "damage mercer-2 9", f"fate mercer-2 {fate}")
    assert f"Elias Mercer (2) is {told}; " in left(play)[1]


def test_me_40_a_foe_who_is_out_is_told() -> None:
    """ME-40: of the others only those who are out, and of the dead that they died."""
    shop = Shop()
    for line, told in (
        ("damage clerk 2", ()),
        ("damage clerk 9", ("Clerk is out.",)),
        ("rise clerk dies", ("Clerk is dead.",)),
    ):
        shop(line)
        assert last_time(shop.state, [step.act for step in shop.session.done])[1:2] == told


def test_me_19_a_check_and_its_twist_are_one_result() -> None:
    shop = Shop()
    for line in ("check viktor Poise 5 dice=666", "check kirin Poise 5 dice=12256", "twist strain dice=36"):
        shop(line)
    assert "The last results: Viktor fails with Poise; Kirin succeeds with Poise (Good)." in last_time(
        shop.state, [step.act for step in shop.session.done]
    )


def test_the_last_result_has_the_name_of_today() -> None:
    play = after(session(fight()), "roll rats Combat against=+3 dice=----", 'edit rats name "Great hounds"')
    assert left(play)[1].startswith("The last result: The great hounds fail.")


def test_a_target_has_the_name_of_today() -> None:
    """ME-10: the number to beat is that of a target."""
    shop = Shop(VIKTOR, someone("clerk", 2, 3, 4, 5, 4, side="foes"))
    for line in ("strike viktor clerk dice=6633", 'edit clerk name "Peter Vane"'):
        shop(line)
    assert "The last result: Viktor hits Peter (Great)." in left(shop.session)


def test_two_results_are_one_sentence_with_short_names() -> None:
    """WE-55."""
    table = replace(fight(), rolls=(), open=())
    lines = ("attack rats mercer skill=Combat dice=---- theirs=++++", "roll rats Combat against=+3 dice=----")
    shop = Shop(replace(VIKTOR, name="Viktor Sorokin"), someone("clerk", 2, 3, 4, 5, 4, side="foes"))
    for line in ("strike viktor clerk dice=6633", "strike viktor clerk dice=1111"):
        shop(line)
    assert "The last results: Viktor hits Clerk (Great); Viktor misses Clerk." in left(shop.session)
    assert "; the rats fail." in left(after(session(table), *lines))[1]


def test_open_challenges_are_told_nearest_first_and_counted() -> None:
    rods = {
        name: Challenge(name, title=name.capitalize(), kind="clock", done=done, needed=6)
        for name, done in (("hum", 0), ("bank", 5), ("river", 2), ("sleeper", 0))
    }
    rods["won"] = Challenge("won", title="Won", needed=1, outcome="overcome")
    play = after(session(replace(quiet_table(), challenges=rods)), "note tea")
    assert left(play)[-1] == "Open challenges: Bank (5 of 6), River (2 of 6), Hum (0 of 6) and 1 more."
    rods = {
        "bank": rods["bank"],
        "lock": Challenge("lock", title="Lock", value=4, outcome="failed"),
        "won": rods["won"],
    }
    play = after(session(replace(quiet_table(), challenges=rods)), "note tea")
    told = last_time(play.state, [step.act for step in play.done], ("lock",))
    assert told[-1] == "Open challenges: Bank (5 of 6) and Lock (failed)."


def test_a_long_history_is_never_played_for_it() -> None:
    play = after(session(fight()), *["note tea"] * 80)
    acts = [step.act for step in play.done]
    assert last_time(play.state, acts) == last_time(play.state, acts[-60:])


def test_foes_who_are_out_are_told() -> None:
    """WE-66, WE-90: with their fate, and a group that is all down."""
    table = begun("murder-at-the-brass-orchid", "B C ⏎ O =door ⏎ d 1 ⏎ b ⏎")
    hurt = left(table.session)[1]
    assert hurt == "Doormen are down."


def test_results_name_everybody_in_short() -> None:
    """WE-41: the GM's ruling, in whose line the name is short, and the roll before it alike."""
    table = begun(FLIGHT, "1 r Z A =dec ⏎ =---- ⏎ F a ⏎ 1 r Z A =dec ⏎ =++++ ⏎")
    told = left(table.session)[1]
    assert "Mercer" in told
    assert "Elias" not in told
