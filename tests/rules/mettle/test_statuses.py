"""The eleven statuses, Load, rounds and turns, house rules (ME-42 … ME-51, C-18, U-25)."""

from __future__ import annotations

import pytest

from tests.commands import BY_ID, HOUSE_RULES
from tests.rules.mettle.tables import CAST, CLERK, KIRIN, VIKTOR, Shop, task, with_status
from wyrd_tui.engine.nouns.mettle import STATUSES
from wyrd_tui.engine.rules.games import game_of
from wyrd_tui.engine.rules.mettle.modifiers import lost_actions
from wyrd_tui.engine.rules.mettle.statuses import load_status
from wyrd_tui.engine.state import METTLE


@pytest.mark.parametrize("name", [name for name in STATUSES if name != "cover"])
def test_me_51_every_status_can_be_given_and_taken(name: str) -> None:
    """Every status is given with its meaning and taken away by hand (ME-51, U-25)."""
    shop = Shop()
    told = shop.log(f"status kirin {name}")
    assert (STATUSES[name] if name != "dead" else "Kirin dies") in told
    assert shop.is_("kirin") == {name}
    shop(f"status kirin {name}" + (" level=0" if name in ("afflicted", "fatigued") else ""))
    assert shop.is_("kirin") == set()


def test_me_50_level_0_ends_any_status() -> None:
    """Level 0 ends any status, also one without levels, and begins none (ME-50)."""
    for name in STATUSES:
        if name == "dead":
            continue
        for level in ("0", "level=0"):
            shop = Shop(with_status(KIRIN, name), VIKTOR)
            assert "Kirin is no longer" in shop.log(f"status kirin {name} {level}")
            shop.refuses(f"status kirin {name} {level}", f"Kirin is not {name.capitalize()}")
            assert shop.is_("kirin") == set()


def test_me_38_a_status_without_levels_takes_none() -> None:
    """Only 0 is a level of Shaken, and words behind it are its note (ME-38)."""
    shop = Shop(KIRIN, VIKTOR)
    shop.refuses("status kirin shaken 2", "Shaken has no levels. Leave the level blank, or write 0 to end the status.")
    shop("status kirin shaken by the bell")
    assert [one.note for one in shop.state.actors["kirin"].conditions] == ["by the bell"]


def test_me_38_the_status_to_end_says_what_ends_it() -> None:
    """Shaken ends as it is chosen again, a Buildup by level 0 (ME-38, ME-42)."""
    shop = Shop(with_status(KIRIN, "shaken", afflicted=2), with_status(VIKTOR, "shaken"))
    told = shop.offered("status kirin shaken", "status")
    assert told["shaken"].hint == "Kirin has it: chosen again, it ends"
    assert told["afflicted"].hint == "Kirin has it: level 0 ends it"
    assert told["blinded"].hint == STATUSES["blinded"]
    told = shop.offered("status kirin,viktor shaken", "status")
    assert told["shaken"].hint == "all of them have it: chosen again, it ends"
    assert told["afflicted"].hint == STATUSES["afflicted"]


def test_me_42_one_act_raises_a_buildup() -> None:
    """The first point begins it; a note stays (ME-42)."""
    shop = Shop()
    shop.play('status kirin afflicted level=2 note="nightshade"', "buildup kirin,viktor")
    assert [c.label for c in shop.state.actors["kirin"].conditions] == ["Afflicted 3"]
    assert shop.state.actors["kirin"].conditions[0].note == "nightshade"
    assert [c.label for c in shop.state.actors["viktor"].conditions] == ["Afflicted 1"]
    assert shop.preview("buildup kirin", "who") == "Kirin: Afflicted 3→4"


def test_me_46_a_day_without_rest_is_one_act() -> None:
    """The whole party by itself, each a day more (ME-46)."""
    shop = Shop(with_status(KIRIN, fatigued=1), VIKTOR, CLERK)
    shop("no-rest")
    fatigue = {who: [c.level for c in actor.conditions] for who, actor in shop.state.actors.items()}
    assert fatigue == {"kirin": [2], "viktor": [1], "clerk": []}


def test_all_eleven_and_two_more_are_there() -> None:
    """ME-14, ME-26: cover stays on a figure, a Twist makes it falter, and the other eleven are those of the text."""
    assert len(STATUSES) == 13


def test_me_14_cover_stays_on_a_figure_for_the_scene() -> None:
    """Cover adds to Poise in every attack, a larger shield takes its place, and the scene's end clears it (ME-14)."""
    shop = Shop()
    shop("status clerk cover 2")
    assert [c.label for c in shop.state.actors["clerk"].conditions] == ["in cover 2"]
    for _ in range(2):
        shop("strike kirin clerk Poise dice=11111")
        assert (shop.roll.value, shop.roll.label) == (6, "Clerk’s Poise +2 cover (6)")
    shop("strike kirin clerk Poise cover=0 dice=11111")
    assert shop.roll.value == 4
    shop("contest kirin clerk Poise theirs=Motive dice=11111")
    assert shop.roll.value == 4
    shop("rate clerk Shield 3")
    shop("strike kirin clerk Poise dice=11111")
    assert shop.roll.value == 7
    shop("end scene")
    assert shop.is_("clerk") == set()


@pytest.mark.parametrize(("chosen", "turns"), [("lost", "viktor"), ("kept", "kirin")])
def test_c_19_the_fallen_may_keep_their_move(chosen: str, turns: str) -> None:
    """Under `fallen_move = kept` the Fallen have a turn with a Free Move and no Action (C-19)."""
    shop = Shop(CLERK, with_status(KIRIN, "fallen"), VIKTOR, fight=True, rules={"fallen_move": chosen})
    shop("next")
    assert shop.state.order.turn == turns
    if chosen == "kept":
        assert "Kirin has no Action: Fallen" in shop.hints()
        assert "free move" in shop.log('action kirin "free move"')
        shop.refuses("strike kirin clerk Poise", "Kirin is Fallen")


@pytest.mark.parametrize(("chosen", "places"), [("lost", ["viktor", "clerk"]), ("kept", ["kirin", "viktor", "clerk"])])
def test_c_19_the_fallen_who_keep_their_move_can_enter_orders(chosen: str, places: list[str]) -> None:
    """An order that begins under `fallen_move = kept` offers the Fallen, ticked, and one may enter it (C-19, ME-37)."""
    shop = Shop(CLERK, with_status(KIRIN, "fallen"), VIKTOR, rules={"fallen_move": chosen})
    assert ("kirin" in shop.offered("order gm", "who")) is (chosen == "kept")
    shop("order gm")
    assert [place.who for place in shop.state.order.places] == places
    late = Shop(CLERK, with_status(KIRIN, "fallen"), VIKTOR, rules={"fallen_move": chosen})
    late("order gm who=viktor")
    if chosen == "lost":
        late.refuses("enter kirin", "Kirin is Fallen")
        return
    late("enter kirin")
    assert late.state.order.places[-1].who == "kirin"


def test_me_42_a_buildup_grows_and_ends() -> None:
    """The level of a buildup, such as days without rest, stands in its label, and level 0 ends it (ME-42, ME-46)."""
    shop = Shop()
    shop.play("status kirin afflicted level=1", "status kirin afflicted level=3", "status kirin fatigued level=2")
    assert [c.label for c in shop.state.actors["kirin"].conditions] == ["Afflicted 3", "Fatigued 2"]
    assert "no longer Afflicted 3" in shop.log("status kirin afflicted level=0")
    shop.refuses("status kirin afflicted level=0", "Kirin is not Afflicted")


def test_several_get_a_status_together() -> None:
    """A status goes to those of several actors who lack it; if all have it, it ends for all."""
    shop = Shop(with_status(KIRIN, "blinded"), VIKTOR)
    assert shop.log("status kirin,viktor blinded").count("is Blinded") == 1
    assert shop.log("status kirin,viktor blinded").count("no longer Blinded") == 2
    shop.refuses("status none blinded", "Choose one character")


def test_me_39_shaken_and_broken_are_one_wound() -> None:
    """Shaken given by hand replaces Broken, and the other way round (ME-39)."""
    shop = Shop(with_status(KIRIN, "shaken"), VIKTOR)
    shop("status kirin broken")
    assert shop.is_("kirin") == {"broken"}
    shop("status kirin shaken")
    assert shop.is_("kirin") == {"shaken"}


@pytest.mark.parametrize(
    ("load", "status"),
    [(0, ""), (4, ""), (5, "encumbered"), (7, "encumbered"), (8, "incapacitated"), (20, "incapacitated")],
)
def test_me_45_load_encumbers_by_its_size(load: int, status: str) -> None:
    """A Load within Frame 4 is free, 5 to 7 is Encumbered, 8 is Incapacitated (ME-45)."""
    assert load_status(4, load) == status
    shop = Shop()
    if load:
        shop(f"load kirin {load}")
    assert shop.is_("kirin") == ({status} if status else set())


def test_me_45_a_lighter_load_frees_again() -> None:
    """A lighter Load or a larger Frame ends Encumbered, but not Incapacitated from another cause (ME-45)."""
    shop = Shop()
    shop.play("load kirin 9", "load kirin 6")
    assert shop.is_("kirin") == {"encumbered"}
    assert "no longer Encumbered: the Load is lighter" in shop.log("load kirin 3")
    shop.play("status kirin incapacitated", "load kirin 9", "load kirin 2")
    assert shop.is_("kirin") == {"incapacitated"}
    shop.refuses("load kirin 2", "already")
    shop.play("status kirin incapacitated", "load kirin 5", "pools kirin frame=6")
    assert shop.is_("kirin") == set()


@pytest.mark.parametrize(
    ("name", "gone"),
    [
        ("shaken", {"free move": "Shaken"}),
        ("broken", {"free move": "Broken"}),
        ("fallen", {"action": "Fallen", "free move": "Fallen"}),
        ("incapacitated", {"action": "Incapacitated", "free move": "Incapacitated"}),
        ("surprised", {"action": "Surprised"}),
        ("blinded", {}),
        ("encumbered", {}),
    ],
)
def test_me_47_statuses_take_their_parts_of_a_turn(name: str, gone: dict[str, str]) -> None:
    """ME-37 … ME-39, ME-47, ME-48, C-19: Incapacitated is a temporary Fallen."""
    actor = with_status(KIRIN, name)
    shop = Shop(actor, VIKTOR, fight=True)
    assert lost_actions(shop.state, actor) == gone
    assert shop.hints().count("Kirin has no ") == len(gone)
    marked = game_of(shop.state, actor).actions(shop.state, actor)
    assert {action for action, hint in marked.items() if hint.startswith("lost: ")} == set(gone)


def test_me_47_the_incapacitated_have_no_poise() -> None:
    shop = Shop(with_status(KIRIN, "incapacitated"), VIKTOR)
    assert (shop.pool("kirin", "Poise"), shop.pool("kirin", "Focus")) == (0, 4)


def test_me_48_the_surprised_act_again_in_the_second_round() -> None:
    """C-18: the text says Scene and surely means the round (ME-48)."""
    shop = Shop(*(with_status(actor, "surprised") for actor in CAST), fight=True)
    shop.play("next", "next")
    assert shop.is_("kirin") == {"surprised"}
    assert "Kirin is no longer Surprised: the first round is over" in shop.log("next")
    assert [shop.is_(actor.id) for actor in CAST] == [set(), set(), set()]


def test_c_18_surprised_may_last_until_the_scene_ends() -> None:
    """Under `surprised_for = scene` Surprised lasts until the scene's end (C-18)."""
    shop = Shop(with_status(KIRIN, "surprised"), VIKTOR, fight=True, rules={"surprised_for": "scene"})
    shop.play("next", "next", "next", "end fight")
    assert shop.is_("kirin") == {"surprised"}
    assert "no longer Surprised: the scene is over" in shop.log("end scene")


def test_c_18_a_fight_that_ends_at_once() -> None:
    shop = Shop(with_status(KIRIN, "surprised"), VIKTOR, fight=True)
    assert "no longer Surprised: the fight is over" in shop.log("end fight")


def test_me_50_a_refill_ends_no_status() -> None:
    """Statuses outlast a refill of Mettle and end by hand (ME-50, U-25)."""
    shop = Shop(with_status(KIRIN, "broken", "fallen", "blinded", fatigued=2), VIKTOR)
    shop("end scene")
    assert shop.is_("kirin") == {"broken", "fallen", "blinded", "fatigued"}


def test_me_51_an_action_and_a_free_move_in_a_turn() -> None:
    """Named and no more; each is marked by hand and comes back with the next turn (ME-51)."""
    shop = Shop(fight=True)
    assert list(shop.offered("action viktor all", "which")) == ["action", "free move", "all", "none"]
    assert shop.log('action viktor "free move"') == "Viktor uses the free move"
    assert shop.log("action viktor action") == "Viktor uses the action"
    assert shop.place("viktor").used == ("action", "free move")
    assert shop.log("action viktor none") == "Viktor has both actions again"
    shop.play("action viktor both", "next", "next", "next")
    assert shop.place("viktor").used == ()


def test_me_51_initiative_is_an_order_by_hand() -> None:
    """U-25."""
    shop = Shop()
    shop.play("order gm", "later viktor")
    assert shop.order() == ["kirin", "viktor", "clerk"]


@pytest.mark.parametrize("key", [key for key, rule in HOUSE_RULES.items() if rule.game == METTLE])
def test_every_house_rule_can_be_chosen(key: str) -> None:
    """C-16 … C-19, C-38, C-40, with the default that the checklist gives first."""
    shop = Shop()
    for value in HOUSE_RULES[key].values:
        told = value if isinstance(value, str) else "on" if value else "off"
        assert f"House rule {key.replace('_', ' ')}: {told}" in shop.log(f"reading {key} {str(value).lower()}")
    assert HOUSE_RULES[key].default == HOUSE_RULES[key].values[0]


def test_challenges_are_made_with_a_named_difficulty() -> None:
    """ME-09, U-24."""
    shop = Shop(CLERK, tasks=(task("door", 5),))
    assert "Daunting (6)" in shop.log("challenge obstacle 6 Lock")
    assert shop.state.challenges["lock"].game == METTLE


def test_me_14_cover_given_in_an_attack_stays_for_the_scene() -> None:
    """More cover than the target has stays on it, said before; less counts for the one attack (ME-14)."""
    shop = Shop()
    assert "cover 2 stays on Clerk for the scene" in shop.odds("strike kirin clerk Poise cover=2")
    told = shop.log("strike kirin clerk Poise cover=2 dice=11111")
    assert told.startswith("Clerk is in cover 2")
    assert shop.roll.value == 6
    shop("strike kirin clerk Poise dice=11111")
    assert shop.roll.value == 6
    assert "stays" not in shop.odds("strike kirin clerk Poise cover=1")
    shop("strike kirin clerk Poise cover=1 dice=11111")
    assert [c.label for c in shop.state.actors["clerk"].conditions] == ["in cover 2"]
    shop("end scene")
    assert shop.is_("clerk") == set()


def test_me_14_the_larger_of_shield_and_cover_counts() -> None:
    """Cover 1 beside a shield of 2 makes nothing easier; the log calls a shield a shield (ME-04, ME-14)."""
    shop = Shop()
    shop("rate clerk Shield 2")
    line = "strike kirin clerk Poise"
    assert "against Clerk’s Poise +2 shield (6)" in shop.log(f"{line} dice=11111")
    assert "shield 2 counts in place of 1" in shop.odds(f"{line} cover=1")
    assert "against Clerk’s Poise +2 shield (6)" in shop.log(f"{line} cover=1 dice=11111")
    assert "shield 2 left out" in shop.odds(f"{line} cover=0")
    assert "against Clerk’s Poise (4)" in shop.log(f"{line} cover=0 dice=11111")
    assert "against Clerk’s Poise +3 cover (7)" in shop.log(f"{line} cover=3 dice=11111")
    assert "cover 3 counts in place of 1" in shop.odds(f"{line} cover=1")
    shop("contest kirin clerk Poise theirs=Motive cover=2 dice=11111")
    assert shop.roll.label == "Clerk’s Motive +2 cover (6)"


def test_me_14_cover_against_another_pool_stays_on_nobody() -> None:
    shop = Shop()
    shop("contest kirin clerk Poise theirs=Motive cover=2 dice=11111")
    assert shop.is_("clerk") == set()


def test_me_01_numbers_without_names_are_answered_by_an_example() -> None:
    Shop().refuses("pools viktor 3 3 3 3 3", "each number with its name", "pools viktor focus=3 nature=3")


def test_me_21_nobody_alive_can_be_strained() -> None:
    """ME-21, ME-42, ME-45, ME-46: where all are dead, the act says so before it asks who."""
    shop = Shop(KIRIN)
    shop("status kirin dead")
    for act in ("strain", "buildup", "no-rest", "load"):
        assert BY_ID[act].when(shop.state) == "Nobody here who plays Mettle is alive."
