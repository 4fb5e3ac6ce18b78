"""Two games at one table: each keeps its own effects on a character, and drops no open question in silence (U-34)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.commands import COMMANDS
from tests.rules.tables import Play, someone
from tests.sheets import make_abilities, make_pools
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.events import Befell, Recovered
from wyrd_tui.engine.line_commands import find_command
from wyrd_tui.engine.nouns.wyrd_abacus import POOL
from wyrd_tui.engine.rules.all_games import commands_of, hints
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.rules.shared.matters import pending
from wyrd_tui.engine.rules.wyrd_abacus.abilities import is_defeated
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import (
    DEAD,
    METTLE,
    WYRD_ABACUS,
    WYRD_ENGINE,
    Actor,
    Challenge,
    Condition,
    Side,
    State,
)

BOXES = (Row("stress", "Stress", 3, clears="scene"), Row("mild", "Mild", 1, penalty=1, clears="days"))
FIGHTER = Sheet({"Fight": 2, "Athletics": 1}, track=BOXES)
POOLS = make_pools({"focus": 4, "nature": 3, "poise": 2}, frame=3, motive=3, armor=1)


def person(name: str, side: Side = "party", **sheets: Sheet) -> Actor:
    return replace(someone(name.casefold(), name, {}, side=side), sheets=sheets)


def mix() -> Play:
    """Ada plays both games of Wyrd, Vik and the thug the Wyrd Engine and Mettle."""
    return Play(
        person("Ada", wyrd_engine=FIGHTER, wyrd_abacus=make_abilities(5, 5, 5, 2)),
        person("Vik", wyrd_engine=FIGHTER, mettle=POOLS),
        person("Thug", "foes", wyrd_engine=FIGHTER, mettle=POOLS),
        games=(WYRD_ENGINE, WYRD_ABACUS, METTLE),
        challenges={
            "mob": Challenge("mob", "Mob", "obstacle", WYRD_ABACUS, 9, needed=9, type="Threat"),
            "dog": Challenge("dog", "Dog", "obstacle", WYRD_ABACUS, 1, needed=1, type="Wits"),
        },
        counters={POOL: 4},
    )


def mettle() -> Play:
    """A table of Mettle alone."""
    return Play(person("Vik", mettle=POOLS), person("Thug", "foes", mettle=POOLS), games=(METTLE,))


def conditions(play: Play, who: str) -> list[tuple[str, str]]:
    return [(one.game, one.id) for one in play.state.actors[who].conditions]


# ------------------------------------------------------------------ conditions


def test_wa_31_a_rest_of_another_game_revives_no_defeat() -> None:
    """WE-72, U-08, WA-50."""
    play = mix()
    play.play("damage ada 4", "lose ada body 5", "lose ada body 1", "defeat ada dice=1,2", "rest days ada")
    assert is_defeated(play.state.actors["ada"])
    assert (WYRD_ABACUS, "defeated") in conditions(play, "ada")
    assert play.state.actors["ada"].out


def test_we_66_a_fate_of_the_wyrd_engine_asks_for_no_wyrd() -> None:
    """WA-31, WA-50: the fate is called defeated, too, and Body, Mind and Soul are whole."""
    play = mix()
    play.play("damage ada 10", "fate ada defeated")
    assert conditions(play, "ada") == [(WYRD_ENGINE, "defeated")]
    assert "defeat" not in [item.command for item in pending(play.state)]
    play.refuses("defeat ada dice=1", "No character is defeated")


def test_both_defeats_go_their_own_ways() -> None:
    """WE-66, WA-31: the second does not take the place of the first, and either can be ended by hand."""
    play = mix()
    play.play("lose ada body 5", "lose ada body 1", "fate ada defeated")
    assert sorted(conditions(play, "ada")) == [(WYRD_ABACUS, "defeated"), (WYRD_ENGINE, "defeated")]
    play("recover ada wyrd_engine-defeated")
    assert conditions(play, "ada") == [(WYRD_ABACUS, "defeated")]


def test_me_37_characters_without_a_mettle_sheet_have_no_status() -> None:
    play = mix()
    play("condition ada fallen")
    assert not any("rise" in hint for hint in hints(play.state))
    play.refuses("rise ada dies")


def test_u_34_statuses_need_a_sheet_of_their_game() -> None:
    """A status of a game cannot be given to an actor without that game's sheet (U-34)."""
    play = Play(person("Ann"), games=(WYRD_ENGINE, METTLE))
    play.refuses("condition ann fallen", "Fallen is a status of the rules")


def test_u_34_condition_without_a_game_counts_in_each() -> None:
    """A condition without a game, as in an old save, is read by each game that its owner plays (U-34)."""
    old = Condition("fallen", "Fallen", out=True)
    play = Play(replace(person("Vik", mettle=POOLS), conditions=(old,)), games=(METTLE,))
    play("rise vik lives")
    assert play.state.actors["vik"].conditions == ()


@pytest.mark.parametrize("game", ["", WYRD_ENGINE])
def test_u_34_resets_touch_their_own_game_and_the_unnamed(game: str) -> None:
    old, other = Condition("defeated", "defeated", game=game), Condition("defeated", "lost", game=WYRD_ABACUS)
    table = State(actors={"ada": replace(person("Ada"), conditions=(old, other))})
    new = replace(old, label="beaten", game=WYRD_ENGINE)
    assert apply(table, Befell("ada", new)).actors["ada"].conditions == (other, new)
    assert apply(table, Recovered("ada", "defeated", game=WYRD_ENGINE)).actors["ada"].conditions == (other,)


@pytest.mark.parametrize(("line", "dead"), [("fate vik dead", WYRD_ENGINE), ("die vik", METTLE)])
def test_death_alone_is_the_same_in_every_game(line: str, dead: str) -> None:
    """A character that one game has killed is neither healed nor hurt by another (WE-67, ME-40)."""
    play = mix()
    play.play("damage vik 2 game=wyrd_engine", "hurt vik 2", line)
    assert (dead, DEAD) in conditions(play, "vik")
    before = play.state.actors["vik"].sheets
    play("end scene")
    assert play.state.actors["vik"].sheets == before
    play.refuses("hurt vik 1")


def test_only_defeat_and_death_are_words_of_two_games() -> None:
    """Two games share the condition words for defeat and death alone, no others (WE-66, WA-31, ME-40)."""
    words = [word for game in GAMES.values() for word in game.own_conditions]
    assert {word for word in words if words.count(word) > 1} == {"defeated", DEAD}


# ------------------------------------------------------------------ what made a condition


def test_me_45_a_note_ending_in_by_load_is_only_a_note() -> None:
    play = mettle()
    play.play('status vik encumbered note="pinned by Load"', "load vik 1")
    assert conditions(play, "vik") == [(METTLE, "encumbered")]


def test_me_45_a_load_ends_what_a_load_has_brought() -> None:
    play = mettle()
    assert "by Load" not in play("load vik 4").lines[-1]
    assert conditions(play, "vik") == [(METTLE, "encumbered")]
    play("load vik 1")
    assert conditions(play, "vik") == []


def test_wa_50_a_note_beside_a_defeat_says_nothing_of_the_roll() -> None:
    """A hand that writes into the save how it came about has rolled no Wyrd."""
    play = mix()
    play.play("lose ada body 5", "lose ada body 1")
    ada = play.state.actors["ada"]
    noted = replace(ada.conditions[0], note="under the wheels")
    table = Play(replace(ada, conditions=(noted,)), games=(WYRD_ABACUS,))
    assert [item.command for item in pending(table.state)] == ["defeat"]
    table("defeat ada dice=1,2")
    assert table.state.actors["ada"].conditions[0].note == "under the wheels; gone from the tale"
    assert pending(table.state) == ()


# ------------------------------------------------------------------ matters of several games


@pytest.mark.parametrize(
    ("opens", "answer"),
    [
        ("strike vik thug Nature dice=333", "hurt thug 2"),
        ("attack ada thug dice=++++ theirs=0000", "damage thug"),
        ("roll ada Fight 2 dice=0000", "ruling success"),
        ("face mob ada dice=1", "draw accept"),
        ("check vik Focus 10 dice=4456", "twist price=delay"),
        ("team strongest vik,thug Focus 3 dice=1,2,4,5;2,3,5,6", "choose-dice"),
    ],
)
@pytest.mark.parametrize(
    "between", ["roll vik Fight 0 dice=++++", "check vik Focus 1 dice=3333", "face dog ada dice=6"]
)
def test_no_roll_of_any_game_closes_a_matter(opens: str, answer: str, between: str) -> None:
    """WE-41, WE-55, WA-22, ME-19, ME-30, ME-41."""
    play = mix()
    play(opens)
    asked = pending(play.state)
    play(between)
    assert pending(play.state) == asked != ()
    play(answer)
    assert asked[0].matter not in [one.matter for one in pending(play.state)]


# ------------------------------------------------------------------ what a roll and a rod say


def test_c_25_a_rod_says_that_a_wyrd_roll_meets_it() -> None:
    gate = Challenge("gate", "Gate", "obstacle", WYRD_ABACUS, 5, needed=5, type="Invocation", met_by="wyrd")
    play = Play(person("Ada", wyrd_abacus=make_abilities(5, 5, 5, 2)), games=(WYRD_ABACUS,), challenges={"gate": gate})
    play.refuses("face gate ada dice=6", "Met by a Wyrd roll")
    play("edit-challenge gate by-wyrd no")
    play("face gate ada dice=6")
    assert play.state.challenges == {}


# ------------------------------------------------------------------ words


def test_u_34_those_without_a_sheet_of_the_game_cannot_concede() -> None:
    """WE-69: the act does not apply, rather than ask what nobody can answer."""
    play = Play(person("Vik", mettle=POOLS), games=(WYRD_ENGINE, METTLE))
    play("order gm who=vik")
    play.refuses("concede vik", "No character is left to concede")


def test_a_word_is_one_act_at_any_table() -> None:
    """Keys may be shared by games, words may not."""
    words = [command.id for game in GAMES.values() for command in game.commands]
    assert len(words) == len(set(words))
    assert len({command.id for command in COMMANDS}) == len(COMMANDS)


@pytest.mark.parametrize(
    ("word", "command"), [("attack", "strike"), ("damage", "hurt"), ("Relax-Montage", "relax"), ("teamwork", "team")]
)
def test_a_unique_label_is_a_word_of_the_line(word: str, command: str) -> None:
    assert find_command(word, commands_of(mettle().state)).id == command


def test_a_word_that_is_an_act_goes_before_a_label() -> None:
    """A command's id goes before another command's label; a label that two have means neither."""
    both = commands_of(State(games=(WYRD_ENGINE, METTLE)))
    assert find_command("attack", both).id == "attack"
    assert find_command("rest", commands_of(State(games=(WYRD_ABACUS,)))).id == "recuperate"


def test_a_line_in_doubt_between_two_games_asks_for_one() -> None:
    """An act that an actor can take in both says nothing of a game; words that only one understands leave no doubt."""
    play = mix()
    play.refuses("damage vik 2", "game=mettle", "game=wyrd_engine")
    play("damage vik 2 game=mettle")
    play("attack ada vik dice=++++ theirs=----")
    play("damage vik")
    assert play.session.done[-1].act.command == "damage"


def test_a_line_takes_the_one_game_that_its_actor_plays() -> None:
    """Though another game of the table comes first."""
    play = Play(person("Ada", wyrd_engine=FIGHTER), person("Mel", mettle=POOLS), games=(WYRD_ENGINE, METTLE))
    play("damage mel 2")
    assert play.session.done[-1].act.command == "hurt"


def test_me_37_no_hand_takes_away_what_a_recover_check_decides() -> None:
    play = mettle()
    play("status vik fallen")
    play.refuses("recover vik fallen", "Fallen ends by the rules: write `rise vik`")
    play("rise vik lives")
    assert conditions(play, "vik") == []


def test_we_66_no_hand_takes_away_what_a_fate_decides() -> None:
    play = Play(person("Ada", wyrd_engine=FIGHTER))
    play("damage ada 9")
    play.refuses("recover ada out-of-action", "`fate ada`")
    play.play("fate ada captured", "recover ada captured")
    assert conditions(play, "ada") == []


def test_wa_08_the_fallen_of_mettle_still_count_in_the_abacus() -> None:
    """The Fallen of Mettle count for the scene’s pool and may face a challenge; the dead do not (WA-08, U-34)."""
    people = (person(name, mettle=POOLS, wyrd_abacus=make_abilities(5, 5, 5, 2)) for name in ("Ada", "Vik"))
    play = Play(*people, games=(METTLE, WYRD_ABACUS))
    play.play("hurt ada 12", "end scene", "begin Shore")
    assert play.state.actors["ada"].out
    assert play.state.counters[POOL] == 3
    play.play("challenge threat 2 Mob", "face mob ada dice=1")
    play.play("die ada", "end scene", "begin Hills")
    assert play.state.counters[POOL] == 2
