"""Effects of a running fight on defaults and words (WE-49 … WE-54, WE-66 … WE-75, WE-90, U-08, U-11)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.commands import BY_ID
from tests.rules.tables import DRAKE, ENFORCERS, FELIX, GRAVES, MERCER, Play, someone
from tests.rules.test_material import shipped, table
from wyrd_tui.engine.act import Step
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answer
from wyrd_tui.engine.deeds import shares
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Book, Challenge
from wyrd_tui.engine.words import short_name_of
from wyrd_tui.shown import SHOWN

DUVAL = someone("duval", "Madame Duval", {"Will": 1}, side="others", kind="persona")
THUGS = replace(ENFORCERS, id="thugs", name="Thugs", count=3)
LURKER = replace(GRAVES, id="lurker", name="Lurker")


def default(play: Play, command: str, ask: str, **answers: Answer) -> object:
    """Return the answer of Enter to a question."""
    return next(row for row in BY_ID[command].asks if row.name == ask).default(play.state, answers)


def offered(play: Play, command: str, ask: str, **answers: Answer) -> dict[str, Choice]:
    """Return the choices of a question, by value."""
    row = next(row for row in BY_ID[command].asks if row.name == ask)
    return {choice.value: choice for choice in row.choices(play.state, answers)}


# ------------------------------------------------------------------ who is in it


def test_u_11_new_order_keeps_the_fighters_of_the_old() -> None:
    """A new order has the bystander who fights and the latecomer ticked, as the old one had (U-11)."""
    play = Play(FELIX, MERCER, DUVAL, DRAKE)
    play.play("order gm who=felix,mercer,drake", "enter duval")
    assert default(play, "order", "who", style="gm") == ("felix", "mercer", "drake", "duval")
    play("initiative dice=sum+1;sum+2;sum+3;sum+4")
    assert set(play.order()) == {"felix", "mercer", "duval", "drake"}
    play("withdraw mercer")
    ask = next(row for row in BY_ID["initiative"].asks if row.name == "who")
    assert ask.when(play.state, {}), "who stands by now is asked about"


@pytest.mark.parametrize("command", ["attack", "oppose", "manoeuvre"])
def test_we_53_in_a_fight_one_aims_at_whoever_is_in_it(command: str) -> None:
    """Enemies in the order come first, then those outside, then friends; an attack takes any foe before a neutral."""
    play = Play(FELIX, MERCER, DUVAL, LURKER, DRAKE)
    assert "lurker" in str(default(play, command, "target", who="felix"))
    play("order gm who=felix,mercer,drake")
    assert "drake" in str(default(play, command, "target", who="felix"))
    play("enter duval")
    assert "drake" in str(default(play, command, "target", who="felix"))
    play.play("withdraw drake")
    assert ("lurker" if command == "attack" else "duval") in str(default(play, command, "target", who="felix"))
    play.play("withdraw duval")
    assert "lurker" in str(default(play, command, "target", who="felix"))


def test_we_51_a_tie_is_hinted_at() -> None:
    """A tie in the order is hinted at with the tied, by their handles, and the acts that settle it (WE-51)."""
    play = Play(FELIX, DRAKE, MERCER)
    play("initiative who=felix,drake,mercer dice=sum+1;sum+0;sum+4")
    tied = [place.who for place in play.state.order.places if place.tie]
    assert set(tied) == {"felix", "drake"}
    key = f"``{'later' if tied[0] == 'felix' else 'earlier'} 1`` swaps the two"
    names = {"felix": "1 Felix", "drake": "a Drake"}
    assert f"tie: {key}, ``settle-ties`` keeps this order: {', '.join(names[who] for who in tied)}" in play.hints()
    (hint,) = [line for line in SHOWN["open"](play.state) if "tie:" in line]
    assert f"`{'later' if tied[0] == 'felix' else 'earlier'} 1` swaps the two, `settle-ties` keeps this order" in hint
    play("settle-ties")
    assert "tie: " not in play.hints()
    play("initiative who=felix,drake,mercer dice=sum+1;sum+0;sum+0")
    assert len([place for place in play.state.order.places if place.tie]) == 3
    assert "``settle-ties`` keeps all" in play.hints()


def test_the_log_names_the_order_after_a_fighter_leaves() -> None:
    """The numbers behind a fighter who leaves are those of the order, and nothing that others have lost."""
    play = Play(FELIX, DRAKE, MERCER)
    play("initiative who=felix,drake,mercer dice=sum+4;sum+3;sum-4")
    assert play("withdraw drake").lines[0].startswith("Drake leaves the fight: the order is Felix")


def test_we_51_turns_that_were_taken_settle_a_tie() -> None:
    """A fighter who has acted ties with nobody more, and no line names them."""
    play = Play(FELIX, DRAKE, MERCER)
    play("initiative who=felix,drake,mercer dice=sum+1;sum+0;sum+0")
    assert "tie: " in play.hints()
    assert all(name in play.hints() for name in ("Felix", "Drake", "Mercer"))
    first = play.state.order.turn
    play("next")
    assert "tie: " in play.hints()
    assert short_name_of(play.state, first) not in play.hints()
    play("next")
    assert play.state.order.round == 1
    assert "tie: " not in play.hints()


def test_refusals_say_why_somebody_is_not_offered() -> None:
    """Out of action, dead, fallen: in the words of the table."""
    play = Play(FELIX, MERCER, DRAKE, THUGS, GRAVES)
    play.play("fate mercer dead", "count thugs 0", "damage felix 12")
    play.refuses("roll felix", "Felix is out of action.")
    play.refuses("attack drake merc", "Mercer is dead.")
    play.refuses("attack drake thugs", "Thugs have fallen.")
    play.refuses("roll nobody", "Possible: drake")


# ------------------------------------------------------------------ menus


def test_a_wound_moves_no_letter_of_a_menu() -> None:
    """Ratings stand in the order of the sheet's own numbers, in rolls and in wounds (WE-65)."""
    play = Play(FELIX)
    before = [list(offered(play, "roll", "skill", who="felix")), list(offered(play, "wound", "hurts", who="felix"))]
    play.play("mark-box felix mild 1", "mark-box felix moderate 1", "wound felix moderate Crafts:2")
    play("wound felix mild Crafts")
    after = [list(offered(play, "roll", "skill", who="felix")), list(offered(play, "wound", "hurts", who="felix"))]
    assert after == before
    assert default(play, "roll", "skill", who="felix") == "Investigate", "the best is still the best now"


def test_we_08_a_rating_is_set_from_what_the_sheet_says() -> None:
    """`rate` offers the sheet's rating without wounds, and no trait in place of a rating (WE-08)."""
    play = Play(someone("felix", "Felix", {"Crafts": 3}, *FELIX.sheets[WYRD_ENGINE].traits))
    play.play("mark-box felix mild 1", "wound felix mild Crafts")
    found = offered(play, "rate", "rating", who="felix")
    assert found["Crafts"].number == 3
    assert not {"a trait alone", "Will for Athletics"} & set(found)
    assert "a trait alone" in offered(play, "roll", "skill", who="felix")


def test_a_bonus_is_only_offered_where_it_counts() -> None:
    """The Abacus knows none (WA-16); dice pools know no boosts."""
    play = Play(FELIX, games=(WYRD_ABACUS,))
    play.refuses("give felix 1", "has no bonuses")
    pooled = replace(FELIX, sheets={METTLE: FELIX.sheets[WYRD_ENGINE]})
    play = Play(pooled, games=(METTLE,))
    play("give felix 2 rope")
    assert [(one.kind, one.value) for one in play.bonuses()] == [("situation", 2)]


def test_nobody_comes_on_twice() -> None:
    """A character at the table, dead or alive, no longer waits in the wings; groups may come again."""
    play = Play(DRAKE, THUGS, book=Book((), {"drake": DRAKE, "duval": DUVAL, "thugs": THUGS}))
    play("fate drake dead")
    assert list(offered(play, "bring", "who")) == ["duval", "thugs"]
    play.refuses("bring drake", "at the table already")


def test_we_98_a_clue_that_is_found_needs_no_roll() -> None:
    """A clue marked as found settles its challenge, then tells its stake, which may be long, once (WE-98)."""
    page = Page("ash", "clue", "The ash", reveals="Somebody burnt letters.")
    rod = Challenge("ash", "The ash", value=1, win="Somebody burnt letters.")
    play = Play(FELIX, book=Book((page,)), challenges={"ash": rod})
    act = play("mark-page ash found")
    assert (play.state.challenges["ash"].outcome, play.state.challenges["ash"].done) == ("overcome", 1)
    assert act.lines[1] == "The ash: 0→1 of 1"
    assert [number for number, line in enumerate(act.lines) if "burnt letters" in line] == [2]
    play.refuses("roll felix Lore on=ash")


# ------------------------------------------------------------------ after it


@pytest.mark.parametrize(("fate", "label"), [("defeated", "defeated"), ("left-for-dead", "left for dead")])
def test_u_08_fighters_who_act_again_are_not_called_defeated(fate: str, label: str) -> None:
    """The cost of the fate stays in the notes; captivity and injuries go on."""
    play = Play(MERCER, FELIX)
    play.play("damage mercer 10", f"fate mercer {fate} note=limps", "damage felix 10", "fate felix injury")
    act = play("end scene")
    assert f"Mercer, who was {label}, may act again; kept in the notes: limps" in act.lines
    assert play.is_("mercer") == set()
    assert "limps" in play.state.actors["mercer"].notes
    assert play.is_("felix") == {"injury"}
    assert not play.state.actors["felix"].out


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("what", "said", "done"),
    [
        ("suppressing fire", "tries suppressing fire on Drake:", "laid suppressing fire on Drake"),
        ("feint", "tries to feint against Drake:", "managed to feint against Drake"),
        ("disarm", "tries to disarm Drake:", "managed to disarm Drake"),
        (
            "steam in his eyes",
            "tries “steam in his eyes” against Drake:",
            "brought off “steam in his eyes” against Drake",
        ),
    ],
)
def test_we_75_manoeuvres_in_words(what: str, said: str, done: str) -> None:
    """A manoeuvre is told in natural words in the log and the recap, with each name and rating once (WE-75)."""
    play = Play(FELIX, replace(DRAKE, name="Drake"))
    before = play.state
    act = play(f'manoeuvre felix "{what}" drake skill=Will defend=Awareness dice=++++ theirs=----')
    assert said in act.lines[0]
    assert act.lines[0].endswith(" = 5 against ----, Awareness +1 = −3")
    assert ("Felix Cavendish", (done,)) in shares([Step(act, before, play.state)])


def test_c_32_groups_own_things_and_are_counted() -> None:
    """Thugs’ turn; Thugs ×1 while one of them stands; a use names what was used before what for."""
    play = Play(FELIX, THUGS)
    play("order gm")
    assert "Thugs’ turn" in play("next").lines
    play("count thugs 1")
    assert "Thugs ×1" in [choice.label for choice in offered(play, "attack", "target", who="felix").values()]
    play("count thugs 3")
    (line,) = play("split thugs 1").lines
    assert re.fullmatch(r"Thugs split off 1 as Thugs \(2\), \d→\d", line)
    assert play("use felix Prototype note=smoke").lines[0] == "Felix uses “Prototype, Unstable” (smoke)"


def test_we_97_a_fight_ends_with_its_scene() -> None:
    """Beginning a scene ends the fight; the preview and the log say so, and newcomers have no old place (WE-97)."""
    page = Page("hall", "act", "The hall", brings=("lurker",))
    play = Play(FELIX, DRAKE, book=Book((page,), {"lurker": LURKER}))
    play.play("scene Deck", "order gm")
    told = ("The fight is over · Scene 1 ends: Deck", "Brings Lurker · Players see: Lurker")
    assert play.preview("begin hall", "page") == "\n".join(told)
    lines = play("begin hall").lines
    assert lines == (
        "Scene 1 ends: Deck",
        "The fight is over",
        "Admiral Lucius Drake exits",
        "The hall begins",
        "Lurker enters",
        "Players see: Lurker",
    )
    assert (play.order(), play.state.scene.number, play.state.scene.fight) == ([], 2, False)
    assert play.preview("begin hall", "page") == ""


def test_a_fight_without_an_order_ends_with_a_sentence() -> None:
    """The log says that the fight is over where nobody had a place in it (WE-97)."""
    play = Play(FELIX, DRAKE)
    play("attack felix drake skill=Fight dice=----;0000")
    assert play.state.scene.fight
    assert "The fight is over" in play("end fight").lines
    assert not play.state.scene.fight


def test_prepared_pages_have_the_name_of_their_game() -> None:
    """A prepared page is an “act” in the Wyrd Engine and a “scene” in other games, as in their texts."""
    book = Book((Page("hall", "act", "The hall"),))
    assert offered(Play(FELIX, book=book), "begin", "page")["hall"].hint == "act"
    assert offered(Play(FELIX, games=(METTLE,), book=book), "begin", "page")["hall"].hint == "scene"


def test_we_71_beginning_a_scene_ends_the_one_that_runs() -> None:
    """Stress and bonuses end with the scene, said before and in the log; one undo takes all back (WE-39, WE-71)."""
    play = table(shipped("flight-from-the-tower"))
    play.play("damage felix 2", "give felix 2 boost Steady", "damage elias 5")
    before = play.state
    *said, brings = play.preview("begin", "page").splitlines()
    assert brings == (
        "Brings Crew of the watch ×4 · On the abacus: Past the watch, Sound the alarm and The cut fuse"
        " · Players see: Past the watch by title"
    )
    assert said[0] == "Scene 1 ends: The Engine Room"
    assert "Open: Mercer’s mild wound, −1: which skill or trait?" in said
    assert "Stress clears for Mercer and Felix" in said
    assert "1 bonus expires: Felix’s “Steady”" in said
    act = play("begin")
    assert (act.title, play.marks("felix-cavendish"), play.state.bonuses) == ("Below Decks begins", "0/0/0/0", {})
    assert "Scene 1 ends: The Engine Room" in act.lines
    assert (play.state.scene.number, play.state.scene.title) == (2, "Below Decks")
    play.session.undo()
    assert play.state == before


def test_beginning_a_scene_asks_about_its_open_questions() -> None:
    """An open matter that may be dismissed is offered as `end` offers it, and goes only when it is chosen."""
    play = table(shipped("flight-from-the-tower"))
    play("attack patrolling-crewman elias dice=++++ theirs=----")
    (matter,) = offered(play, "begin", "dismiss")
    play("begin")
    assert [one.id for one in play.state.open] == [matter]
    play.session.undo()
    play(f"begin dismiss={matter}")
    assert not play.state.open


def test_we_71_the_evening_ends_its_scene_unless_it_goes_on() -> None:
    """Stress clears with the scene that ends before the evening; a scene that goes on keeps it (WE-71)."""
    play = table(shipped("flight-from-the-tower"))
    play.play("damage felix 2", "damage elias 5")
    said = play.preview("end evening", "scene").splitlines()
    assert said[0] == "Scene 1 ends: The Engine Room"
    assert "Stress clears for Mercer and Felix" in said
    assert len(set(said)) == len(said), "each line is told once"
    assert "Nothing expires and nothing comes back" not in said
    act = play("end evening")
    assert (act.title, play.marks("felix-cavendish"), play.state.evening) == ("Evening 1 ends", "0/0/0/0", 2)
    assert "Scene 1 ends: The Engine Room" in act.lines
    play.session.undo()
    play("end evening scene=goes-on")
    assert (play.marks("felix-cavendish"), play.state.scene.number, play.state.evening) == ("2/0/0/0", 1, 2)


def test_the_fighter_who_acts_now_is_told_before_the_order() -> None:
    """WE-51: the numbers behind it are those of the order."""
    play = Play(MERCER, FELIX)
    play("initiative dice=++++;----")
    now = next(who for who in play.state.actors if who != play.state.order.turn)
    assert " acts now: the order is " in play(f"act {now}").lines[0]
    play.refuses(f"act {now}", f"{short_name_of(play.state, now)} has the turn already.")


def test_we_92_one_alone_of_a_group_enters() -> None:
    """WE-92: ×1 takes a singular verb and ×2 a plural one."""
    cast = {"one": replace(THUGS, id="one", count=1), "two": replace(THUGS, id="two", name="Bravos", count=2)}
    play = Play(FELIX, book=Book(cast=cast))
    assert play("bring one").lines[0] == "Thugs ×1 enters"
    assert play("bring two").lines[0] == "Bravos ×2 enter"
