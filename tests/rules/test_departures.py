"""Cast that leaves as the next scene begins, and cast that stays (U-22)."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.tables import DRAKE, MERCER, Play, someone
from tests.screens.desk import press, seat
from tests.screens.shipped import FLIGHT, begun, keyed, prompt
from wyrd_tui.engine.events import Said
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.shared.departures import departures, extras
from wyrd_tui.engine.state import Book, Challenge, Condition, State
from wyrd_tui.screens.questions.asking import Asking

GUARD, WITCH = someone("guard", "Guard", {"Combat": 1}, side="foes"), someone("witch", "Witch", {}, side="foes")
GATE = Page("gate", "act", "Gate", brings=("guard", "witch"))
HALL = Page("hall", "act", "Hall")
ROOF = Page("roof", "act", "Roof", brings=("witch",))


def at_the_gate(*pages: Page) -> Play:
    """A table in its first scene, whose cast is there; Drake was brought in by the GM."""
    play = Play(MERCER, DRAKE, book=Book(pages, cast={"guard": GUARD, "witch": WITCH}))
    play("begin gate")
    return play


def test_cast_leaves_that_the_scene_does_not_need() -> None:
    """The guard and the witch were for the gate, as was Drake, whom the GM added."""
    play = at_the_gate(GATE, HALL, ROOF)
    assert "Admiral Lucius Drake, Guard and Witch exit" in play("begin hall").lines
    assert set(play.state.actors) == {"mercer"}
    play.session.undo()
    assert "guard" in play.state.actors


def test_cast_of_the_scene_that_begins_is_not_asked_about() -> None:
    play = at_the_gate(GATE, replace(HALL, brings=("guard",)))
    play("begin hall")
    assert set(play.state.actors) == {"mercer", "guard"}


def test_fallen_fighters_leave_though_the_gm_brought_them() -> None:
    play = at_the_gate(GATE, HALL)
    down = replace(play.state.actors["drake"], conditions=(Condition("defeated", "defeated", out=True),))
    table, _ = seat(replace(play.state, actors={**play.state.actors, "drake": down}))
    press(table, "B", "enter")
    assert isinstance(table.asking, Asking)
    assert [part.prompt for part in table.asking.question().parts] == ["Cast who stay"]
    offers = table.asking.question().parts[0].offers
    assert [(offer.label, offer.hint, offer.on) for offer in offers] == [
        ("Admiral Lucius Drake", "defeated", False),
        ("Guard", "", False),
        ("Witch", "", False),
    ]
    press(table, offers[1].key, "enter")
    assert set(table.state.actors) == {"mercer", "guard"}


def test_a_character_who_enters_later_is_not_suggested_to_stay() -> None:
    """U-22: the scene that begins does not need the witch, and a later one brings her itself."""
    play = at_the_gate(GATE, HALL, ROOF)
    hints = {choice.value: (choice.on, choice.hint) for choice in extras(play.state, {"page": "hall"})}
    assert hints == {"drake": (False, ""), "guard": (False, ""), "witch": (False, "enters again as Roof begins")}
    doormen = replace(WITCH, id="doormen", name="Doormen", kind="mook", count=2)
    roof = replace(ROOF, brings=("doormen",))
    several = replace(play.state, actors={"doormen": doormen}, book=Book((GATE, HALL, roof)))
    assert [choice.hint for choice in extras(several, {"page": "hall"})] == ["enter again as Roof begins"]
    play("begin hall")
    assert "Witch enters" in play("begin roof").lines


def test_a_character_in_a_challenge_of_the_new_scene_stays() -> None:
    """U-22: the scene puts on the abacus what the guard is in; once that is overcome, nothing needs the guard."""
    play = at_the_gate(GATE, replace(HALL, challenges=("chase",)))
    book = replace(play.state.book, challenges={"chase": Challenge("chase", "Chase", who=("guard",))})
    for overcome, needed in (((), (True, "needed for Chase")), (("chase",), (False, ""))):
        state = replace(play.state, book=book, overcome=overcome)
        assert {one.value: (one.on, one.hint) for one in extras(state, {"page": "hall"})}["guard"] == needed


def test_an_open_question_keeps_its_actor() -> None:
    play = at_the_gate(GATE, HALL)
    play("attack mercer guard dice=++++ theirs=----")
    play("begin hall")
    assert set(play.state.actors) == {"mercer", "guard"}


def test_a_character_who_stays_unasked_is_told_with_the_reason() -> None:
    """U-22: the Clerk is named by a clock that stays, and the act says so before and after Enter."""
    table = begun("a-fine-patina", "B ⏎ ⏎ B C")
    told = "The Clerk (needed for The clerk’s patience) stays"
    assert told in prompt(table).preview
    keyed(table, "⏎")
    assert told in table.session.done[-1].act.lines
    assert "the-clerk" in table.state.actors


def test_a_challenge_that_is_put_off_keeps_nobody() -> None:
    """U-22: without the clock that names him, the Clerk is asked about, and not suggested."""
    table = begun("a-fine-patina", "B ⏎ ⏎ B C a ⏎")
    (part,) = prompt(table).parts
    assert (part.prompt, [(offer.label, offer.on) for offer in part.offers]) == (
        "Cast who stay",
        [("The Clerk", False)],
    )
    keyed(table, "⏎")
    assert "the-clerk" not in table.state.actors


def test_added_characters_are_there_for_the_first_scene() -> None:
    """A character whom the GM adds before the first scene stays, and no question asks about it."""
    play = Play(MERCER, DRAKE, book=Book((HALL,)))
    play("begin hall")
    assert set(play.state.actors) == {"mercer", "drake"}


def test_a_foe_made_up_in_play_joins_the_cast() -> None:
    """Nobody follows into the next scene unasked (U-22)."""
    table = begun(FLIGHT, "N =Cook ⏎ b a ⏎ ⏎ ⏎ e ⏎ B ⏎ ⏎")
    (part,) = prompt(table).parts
    assert [(offer.label, offer.on) for offer in part.offers] == [("Patrolling crewman", False), ("Cook", False)]
    keyed(table, f"{part.offers[1].key} ⏎")
    assert "cook" in table.state.actors
    assert "patrolling-crewman" not in table.state.actors


def test_cast_that_was_brought_in_is_asked_about() -> None:
    """U-22: no page brings Miss Lindqvist, who came by `bring in` in the scene that is over."""
    table = begun("a-fine-patina", "O D ⏎ B ⏎ ⏎")
    (part,) = prompt(table).parts
    assert (part.prompt, [(offer.label, offer.on) for offer in part.offers]) == (
        "Cast who stay",
        [("Miss Lindqvist", False)],
    )
    assert "Miss Lindqvist exits" in prompt(table).preview
    keyed(table, f"{part.offers[0].key} ⏎")
    assert "miss-lindqvist" in table.state.actors


def test_mooks_who_are_down_enter_fresh_in_their_scene() -> None:
    """U-22: those beaten in an earlier brawl exit, and the scene has its own ones."""
    table = begun("murder-at-the-brass-orchid", "B C ⏎ O =door ⏎ d 1 ⏎ b ⏎")
    assert table.state.actors["doormen"].out
    keyed(table, "B D")
    assert "Doormen exit" in prompt(table, 200).preview
    keyed(table, "⏎ ⏎")
    assert (table.state.actors["doormen"].count, table.state.actors["doormen"].fallen) == (2, 0)


def _with_witch_out(play: Play) -> State:
    witch = replace(play.state.actors["witch"], conditions=(Condition("defeated", "defeated", out=True),))
    return replace(play.state, actors={**play.state.actors, "witch": witch})


def test_a_kept_character_who_is_out_is_called_defeated() -> None:
    """U-22: a character with a name stays as the last scene left them."""
    state = _with_witch_out(at_the_gate(GATE, replace(HALL, brings=("witch",))))
    assert Said("Witch (defeated) stays") in [*departures(state, {"page": "hall"})]


def test_nobody_who_is_out_is_ticked_for_a_later_scene() -> None:
    state = _with_witch_out(at_the_gate(GATE, HALL, ROOF))
    rows = {row.value: (row.hint, row.on) for row in extras(state, {"page": "hall"})}
    assert rows["witch"] == ("defeated, enters again as Roof begins", False)
