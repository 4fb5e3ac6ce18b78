"""The questions of a command, key by key, without a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table_fakes import COMMANDS, tower
from wyrd_tui.engine.commands import Answer, Answers, Ask, Choice, Command
from wyrd_tui.engine.state import State
from wyrd_tui.screens.ask import Asking, Cancelled, Done, Open, Outcome

ROWS = {row.id: row for row in COMMANDS}
STATE = tower()
FOCUS: Mapping[str, Answer] = {"actor": "mercer", "rung": 2, "challenge": "fire", "marked": ("drake", "graves")}
SPECIAL = {"enter", "escape", "backspace", "up", "down", "left", "right", "tab", "home", "end", "ctrl+w"}


def letters(*names: str) -> Callable[[State, Answers], Sequence[Choice]]:
    return lambda state, answers: tuple(Choice(name, name.title()) for name in names)


def asked(*asks: Ask, focus: Mapping[str, Answer] | None = None, state: State = STATE) -> Asking:
    asking = Asking(Command("test", "", "test", "", "", lambda s, a, d: (), asks), state, focus)
    assert isinstance(asking.start(), Open)
    return asking


def press(asking: Asking, keys: str) -> Outcome:
    outcome: Outcome = Open()
    for key in keys.split():
        outcome = asking.key(key, None) if key in SPECIAL or len(key) > 1 else asking.key(key, key)
    return outcome


def answer(asking: Asking, keys: str) -> dict[str, Answer]:
    outcome = press(asking, keys)
    assert isinstance(outcome, Done), (outcome, asking.refused)
    return dict(outcome.answers)


def test_selection_answers_without_asking() -> None:
    asking = Asking(ROWS["bead"], STATE, FOCUS)
    assert asking.start() == Done({"which": "fire"})


def test_marked_rows_answer_for_several() -> None:
    asking = Asking(ROWS["damage"], STATE, FOCUS)
    assert asking.start() == Open()
    assert answer(asking, "3 enter") == {"who": ("drake", "graves"), "damage": 3}


def test_a_selection_that_is_no_choice_is_asked() -> None:
    asking = Asking(ROWS["bead"], STATE, {"challenge": "gone"})
    assert asking.start() == Open()


def test_roll_takes_two_enters() -> None:
    asking = Asking(ROWS["roll"], STATE, FOCUS)
    asking.start()
    done = answer(asking, "enter enter")
    assert done == {"who": "mercer", "skill": "Pilot", "against": 2, "with": ("steady",), "mod": 0, "dice": ""}


def test_real_dice_on_the_same_path() -> None:
    asking = Asking(ROWS["roll"], STATE, FOCUS)
    asking.start()
    assert answer(asking, "enter + + 0 - enter")["dice"] == "++0-"


def test_form_keys_go_where_they_belong() -> None:
    asking = Asking(ROWS["roll"], STATE, FOCUS)
    asking.start()
    done = answer(asking, "b c down down + 1 enter")
    assert done["skill"] == "Shoot"
    assert done["with"] == ("steady", "boost")
    assert done["mod"] == -2
    assert done["dice"] == "+1"


def test_choices_of_a_group_exclude_each_other() -> None:
    asking = Asking(ROWS["roll"], STATE, FOCUS)
    asking.start()
    assert answer(asking, "enter b enter")["with"] == ("gear",)


def test_tab_goes_to_the_next_part_that_types() -> None:
    asking = Asking(ROWS["roll"], STATE, FOCUS)
    asking.start()
    done = answer(asking, "enter tab - 3 enter")
    assert (done["mod"], done["dice"]) == (-3, "")


def test_party_members_have_digits_and_others_letters() -> None:
    asking = asked(Ask("who", "Who", "one", lambda s, a: [Choice(k, v.name) for k, v in s.actors.items()]))
    keys = [offer.key for offer in asking.question().parts[0].offers]
    assert keys[:6] == ["1", "2", "3", "4", "a", "b"]
    assert answer(asking, "3") == {"who": "lovelace"}


def test_highlight_and_default() -> None:
    one = Ask("x", "X", "one", letters("a", "b", "c"), lambda s, a: "b")
    assert answer(asked(one), "enter") == {"x": "b"}
    assert answer(asked(one), "down enter") == {"x": "c"}
    assert answer(asked(one), "up up up enter") == {"x": "a"}


def test_seeking_by_name() -> None:
    one = Ask("x", "X", "one", letters("fight", "shoot", "sail"))
    assert answer(asked(one), "/ s a enter") == {"x": "sail"}
    assert answer(asked(one), "/ s down enter") == {"x": "sail"}
    asking = asked(one)
    press(asking, "/ z z enter")
    assert "zz" in asking.refused
    assert answer(asking, "backspace backspace backspace b") == {"x": "shoot"}


def test_own_words_where_they_may_be() -> None:
    free = Ask("x", "X", "one", letters("fight"), free=True)
    assert answer(asked(free), "' B r a g enter") == {"x": "Brag"}
    strict = asked(Ask("x", "X", "one", letters("fight")))
    press(strict, "'")
    assert strict.refused


def test_no_choices_is_said_and_can_be_left() -> None:
    asking = asked(Ask("x", "X", "one"))
    press(asking, "enter")
    assert "nothing to choose" in asking.refused
    assert asking.key("escape") == Cancelled()


def test_number() -> None:
    number = Ask("x", "X", "number", low=-5, high=9)
    assert answer(asked(number), "- 3 enter") == {"x": -3}
    assert answer(asked(number), "up up enter") == {"x": 2}
    asking = asked(number)
    press(asking, "1 0 enter")
    assert "outside" in asking.refused
    assert answer(asking, "backspace enter") == {"x": 1}


def test_number_preview_is_live() -> None:
    asking = Asking(ROWS["damage"], STATE, FOCUS)
    asking.start()
    press(asking, "3")
    assert asking.question().preview == "marks 3 boxes"


def test_words_are_edited() -> None:
    words = Ask("x", "X", "words")
    assert answer(asked(words), "a b left c enter") == {"x": "acb"}
    assert answer(asked(words), "a ctrl+u b enter") == {"x": "b"}
    asking = asked(words)
    asking.paste("two words\nof\x1b[2J it")
    assert answer(asking, "ctrl+w enter") == {"x": "two words of [2J"}
    press(empty := asked(words), "enter")
    assert empty.refused


def test_points_are_dealt_out() -> None:
    parts = Ask("x", "X", "parts", letters("a", "b"), high=3)
    assert answer(asked(parts), "a a b enter") == {"x": ("a:2", "b:1")}
    assert answer(asked(parts), "a a a a A b enter") == {"x": ("a:2", "b:1")}
    assert answer(asked(parts), "a b backspace enter") == {"x": ("a:1",)}
    asking = asked(parts)
    assert asking.question().parts[0].note == "3 left"


def test_backspace_goes_back_and_keeps_what_was_given() -> None:
    one = Ask("x", "X", "one", letters("a", "b"))
    number = Ask("y", "Y", "number")
    asking = asked(one, number)
    press(asking, "b 4 backspace backspace")
    assert asking.question().parts[0].prompt == "X"
    assert answer(asking, "enter 5 enter") == {"x": "b", "y": 5}


def test_backspace_asks_what_the_selection_answered() -> None:
    asking = Asking(ROWS["damage"], STATE, FOCUS)
    asking.start()
    press(asking, "backspace")
    assert asking.question().parts[0].prompt == "Whom"
    assert [offer.label for offer in asking.question().parts[0].offers if offer.on] == [
        "Captain Evelyn Graves",
        "Admiral Lucius Drake",
    ]


def test_a_refusal_keeps_all_that_was_typed() -> None:
    asking = Asking(ROWS["roll"], STATE, FOCUS)
    asking.start()
    answer(asking, "enter + + 0 enter")
    assert asking.refuse("too few dice")
    assert asking.question().refused == "too few dice"
    assert answer(asking, "- enter")["dice"] == "++0-"


def test_a_refusal_without_a_question_is_for_the_status_line() -> None:
    asking = Asking(ROWS["bead"], STATE, FOCUS)
    asking.start()
    assert not asking.refuse("no bead left")


def test_quiet_questions_take_their_default() -> None:
    asking = Asking(
        Command(
            "t", "", "t", "", "", lambda s, a, d: (), (Ask("x", "X", "number", default=lambda s, a: 4, quiet=True),)
        ),
        STATE,
    )
    assert asking.start() == Done({"x": 4})


def test_unknown_keys_are_never_silent() -> None:
    asking = Asking(ROWS["damage"], STATE, FOCUS)
    asking.start()
    press(asking, "z")
    assert asking.refused == "z does nothing here."


KEYS = st.one_of(
    st.sampled_from(sorted(SPECIAL)),
    st.sampled_from([*"abcxyzABC0123456789+-/'\"? .", "−"]),
    st.characters(),
)


@pytest.mark.parametrize("name", sorted(ROWS))
@settings(max_examples=60, deadline=None)
@given(keys=st.lists(KEYS, max_size=30), focused=st.booleans())
def test_no_keys_break_a_question_and_escape_always_leaves(name: str, keys: list[str], focused: bool) -> None:
    asking = Asking(ROWS[name], STATE, FOCUS if focused else {})
    outcome: Outcome = asking.start()
    for key in keys:
        if not isinstance(outcome, Open):
            break
        outcome = asking.key(key, key if len(key) == 1 else None)
        asking.question()
    if isinstance(outcome, Done) and not asking.refuse("no"):
        return
    if not isinstance(outcome, Cancelled):
        assert asking.key("escape") == Cancelled()
