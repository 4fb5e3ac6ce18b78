"""Handles: one key for each actor, kept as actors enter and exit."""

from __future__ import annotations

from dataclasses import replace

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.events import Changed, Joined, Left
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.store.files.codec import from_plain, to_plain


def table(*foes: str) -> State:
    party = (Actor(name, name.title(), "party", "pc") for name in ("wren", "marit"))
    return State(actors={actor.id: actor for actor in (*party, *(Actor(foe, foe, "foes") for foe in foes))})


def test_party_has_digits_and_others_letters() -> None:
    assert handles_of(table("thug", "dog")) == {"wren": "1", "marit": "2", "thug": "a", "dog": "b"}


def test_handles_stay_as_others_exit_and_enter() -> None:
    state = apply(table("thug", "dog"), Left("thug"))
    assert handles_of(state) == {"wren": "1", "marit": "2", "dog": "b"}
    state = apply(state, Joined(Actor("cat", "Cat", "foes")))
    assert handles_of(state)["cat"] == "c"
    state = apply(state, Joined(Actor("thug", "thug", "foes")))
    assert handles_of(state)["thug"] == "a"
    state = apply(apply(state, Left("wren")), Joined(Actor("jory", "Jory", "party")))
    assert (handles_of(state)["marit"], handles_of(state)["jory"]) == ("2", "3")


def test_a_change_of_sides_moves_no_handle() -> None:
    state = apply(table("thug", "dog"), Changed("thug", side="party"))
    assert handles_of(state) == {"wren": "1", "marit": "2", "thug": "a", "dog": "b"}


def test_an_adopted_denizen_has_a_digit() -> None:
    """WA-51: the letter of a denizen may be that of an act; it goes to no newcomer while others are free."""
    state = apply(table("thug", "dog"), Changed("thug", side="party", kind="pc"))
    assert handles_of(state) == {"wren": "1", "marit": "2", "thug": "3", "dog": "b"}
    state = apply(state, Joined(Actor("cat", "Cat", "foes")))
    assert (handles_of(state)["thug"], handles_of(state)["cat"]) == ("3", "c")
    for number in range(24):
        state = apply(state, Joined(Actor(f"rat {number}", "Rat", "foes")))
    assert handles_of(state)["rat 23"] == "a"
    crowd = State(actors={f"pc{n}": Actor(f"pc{n}", f"Pc {n}", "party", "pc") for n in range(9)})
    state = apply(apply(crowd, Joined(Actor("thug", "thug", "foes"))), Changed("thug", side="party", kind="pc"))
    assert handles_of(state)["thug"] == "a"


def test_the_letter_of_an_adopted_denizen_survives_a_file() -> None:
    """A spare letter is a value of its own: the handles hold actors alone, also in a table without the field."""
    state = apply(table("thug", "dog"), Changed("thug", side="party", kind="pc"))
    assert (state.handles.keys(), state.spare_letters) == (state.actors.keys(), ("a",))
    written = to_plain(state)
    read = apply(from_plain(State, written), Joined(Actor("cat", "Cat", "foes")))
    assert handles_of(read)["cat"] == "c"
    del written["spare_letters"]
    assert handles_of(from_plain(State, written)) == handles_of(state)


def test_a_change_of_kind_alone_keeps_the_letter_free() -> None:
    """The digit of a party member who becomes a player's leaves the letter to later newcomers."""
    state = apply(table("thug"), Changed("thug", side="party"))
    state = apply(apply(state, Changed("thug", kind="pc")), Joined(Actor("cat", "Cat", "foes")))
    assert (handles_of(state)["thug"], handles_of(state)["cat"]) == ("3", "b")


def test_handles_survive_a_file() -> None:
    state = apply(table("thug", "dog"), Left("thug"))
    assert handles_of(from_plain(State, to_plain(state))) == handles_of(state)


def test_beyond_26_handles_have_two_letters() -> None:
    handles = list(handles_of(table(*(f"foe {n}" for n in range(60)))).values())
    assert handles[2:4] == ["a", "b"]
    assert handles[27:30] == ["z", "Aa", "Ab"]
    assert len(set(handles)) == len(handles)


def test_a_full_alphabet_reuses_handles_of_exited_characters() -> None:
    state = apply(table(*(f"foe {n}" for n in range(26))), Left("foe 3"))
    state = apply(state, Joined(Actor("cat", "Cat", "foes")))
    assert handles_of(state)["cat"] == "d"


def test_forged_handles_are_dealt_anew() -> None:
    state = replace(table("thug"), handles={"wren": "zzz", "marit": "a", "thug": "a"})
    assert handles_of(state) == {"wren": "1", "marit": "2", "thug": "b"}
