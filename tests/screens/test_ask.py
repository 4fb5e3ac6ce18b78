"""The questions of a command, key by key, without a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.commands import BY_ID
from tests.properties import examples
from tests.table_fakes import COMMANDS, tower
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answer, Answers, Ask, AskKind, Command, Portion
from wyrd_tui.engine.roll import Roll, Score
from wyrd_tui.engine.state import State
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.questions.outcomes import AskingOutcome, Cancelled, Done, StillOpen
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.prompt import prompt_lines

ROWS = {row.id: row for row in COMMANDS}
STATE = tower()
FOCUS: Mapping[str, Answer] = {"actor": "mercer", "rung": 2, "challenge": "fire", "ticked": ("drake", "graves")}
SPECIAL = {
    "enter",
    "escape",
    "backspace",
    "up",
    "down",
    "left",
    "right",
    "tab",
    "home",
    "end",
    "ctrl+w",
    "pageup",
    "pagedown",
}


def letters(*names: str) -> Callable[[State, Answers], Sequence[Choice]]:
    return lambda state, answers: tuple(Choice(name, name.title()) for name in names)


def asked(*asks: Ask, focus: Mapping[str, Answer] | None = None, state: State = STATE) -> Asking:
    asking = Asking(Command("test", "", "test", "", "", lambda s, a, d: (), asks), state, focus)
    assert isinstance(asking.start(), StillOpen)
    return asking


def press(asking: Asking, keys: str) -> AskingOutcome:
    outcome: AskingOutcome = StillOpen()
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


def test_ticked_rows_answer_for_several() -> None:
    asking = Asking(ROWS["damage"], STATE, FOCUS)
    assert asking.start() == StillOpen()
    assert answer(asking, "3 enter") == {"who": ("drake", "graves"), "damage": 3}


def test_a_selection_that_is_no_choice_is_asked() -> None:
    asking = Asking(ROWS["bead"], STATE, {"challenge": "gone"})
    assert asking.start() == StillOpen()


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
    done = answer(asking, "B c down down + 1 enter")
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
    keys = [offer.key for offer in asking.question(160).parts[0].offers]
    assert keys[:6] == ["1", "2", "3", "4", "a", "b"]
    assert answer(asking, "3 enter") == {"who": "lovelace"}


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
    assert answer(asking, "backspace backspace backspace b enter") == {"x": "shoot"}


def test_own_words_where_they_may_be() -> None:
    free = Ask("x", "X", "one", letters("fight"), free=True)
    assert answer(asked(free), "' B r a g enter") == {"x": "Brag"}
    strict = asked(Ask("x", "X", "one", letters("fight")))
    press(strict, "'")
    assert strict.refused


def test_no_choices_is_said_and_can_be_left() -> None:
    asking = asked(Ask("x", "X", "one"))
    assert "nothing to choose" in asking.question().parts[0].note
    assert ("enter", "cancel") in asking.question().keys
    assert press(asking, "enter") == Cancelled()
    assert asked(Ask("x", "X", "one")).key("escape") == Cancelled()
    assert press(asked(Ask("x", "X", "parts")), "enter") == Cancelled()


def test_number() -> None:
    number = Ask("x", "X", "number", low=-5, high=9)
    assert answer(asked(number), "- 3 enter") == {"x": -3}
    assert answer(asked(number), "up up enter") == {"x": 2}
    asking = asked(number)
    press(asking, "1 0 enter")
    assert "write −5 to 9" in asking.refused
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
    assert answer(asked(parts), "a a b enter") == {"x": (Portion("a", 2), Portion("b", 1))}
    assert answer(asked(parts), "a a a a A b enter") == {"x": (Portion("a", 2), Portion("b", 1))}
    assert answer(asked(parts), "a b backspace enter") == {"x": (Portion("a", 1),)}
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
    assert asking.question().parts[-1].typed == "++0"
    assert answer(asking, "backspace 0 - enter")["dice"] == "++0-"


def test_a_forgotten_die_joins_those_that_were_refused() -> None:
    """No die that was typed is lost: ⌫ alone takes one back."""
    asking = Asking(ROWS["roll"], STATE, FOCUS)
    asking.start()
    answer(asking, "enter + + 0 enter")
    assert asking.refuse("3 faces instead of 4")
    assert answer(asking, "- enter")["dice"] == "++0-"
    assert asking.refuse("as a test")
    assert answer(asking, "backspace backspace 0 0 enter")["dice"] == "++00"


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
    assert asking.refused == "Write a number here, such as 4."


KEYS = st.one_of(
    st.sampled_from(sorted(SPECIAL)),
    st.sampled_from([*"abcxyzABC0123456789+-/'\"? .", "−"]),
    st.characters(),
)


@pytest.mark.parametrize("name", sorted(ROWS))
@examples(60)
@given(keys=st.lists(KEYS, max_size=30), focused=st.booleans())
def test_no_keys_break_a_question_and_escape_always_leaves(name: str, keys: list[str], focused: bool) -> None:
    asking = Asking(ROWS[name], STATE, FOCUS if focused else {})
    outcome: AskingOutcome = asking.start()
    for key in keys:
        if not isinstance(outcome, StillOpen):
            break
        outcome = asking.key(key, key if len(key) == 1 else None)
        asking.question()
    if isinstance(outcome, Done) and not asking.refuse("no"):
        return
    if not isinstance(outcome, Cancelled):
        assert asking.key("escape") == Cancelled()


# ------------------------------------------------------------------ only what is in sight can be taken

FORTY = tuple(f"choice {n}" for n in range(40))


def shown_keys(asking: Asking, width: int = 80) -> dict[str, str]:
    """The choices that stand on the screen with a key, by that key."""
    question = asking.question(width)
    rows = "".join(text for line in prompt_lines(question, width, UNICODE) for text, _ in line)
    rows = rows.replace("[ ] ", "").replace("[x] ", "")
    return {o.key: o.label for part in question.parts for o in part.offers if o.key and f"{o.key} {o.label} " in rows}


@pytest.mark.parametrize("kind", ["one", "many", "parts"])
@pytest.mark.parametrize("width", [80, 120, 200])
def test_a_letter_takes_only_a_choice_that_is_seen(kind: AskKind, width: int) -> None:
    asking = asked(Ask("x", "X", kind, letters(*FORTY), high=99))
    for _ in range(6):
        question = asking.question(width)
        keys = {offer.key: offer.label for offer in question.parts[0].offers if offer.key}
        assert keys
        assert keys == shown_keys(asking, width)
        press(asking, "pagedown")


@pytest.mark.parametrize(("key", "label"), [("A", "Choice 26"), ("N", "Choice 39")])
def test_a_letter_of_another_page_turns_to_it(key: str, label: str) -> None:
    """The letter searches nothing and takes no choice out of sight; pressed again, or by Enter, it takes it."""
    asking = asked(Ask("x", "X", "one", letters(*FORTY)))
    assert key not in shown_keys(asking)
    assert press(asking, key) == StillOpen()
    assert shown_keys(asking)[key] == label
    assert asking.aside == f"{label}: ⏎ or {key} takes it."
    assert answer(asking, f"{key} enter") == {"x": label.casefold()}


def test_a_capital_of_another_page_is_no_search() -> None:
    """Though names of the list have that letter."""
    names = [f"Nettle {number} of the long way round" for number in range(20)]
    asking = asked(Ask("x", "X", "one", letters(*names), named=True))
    assert "N" not in shown_keys(asking)
    press(asking, "N")
    assert shown_keys(asking)["N"].startswith("Nettle 13")
    assert not asking.typed


def test_each_page_has_its_own_letters_and_arrows_turn_it() -> None:
    one = Ask("x", "X", "one", letters(*FORTY))
    first = shown_keys(asked(one))
    asking = asked(one)
    press(asking, " ".join(["down"] * (len(first) + 1)))
    second = shown_keys(asking)
    assert "a" in first
    assert not set(first) & set(second)
    assert not set(first.values()) & set(second.values())
    assert press(asking, "a down") == StillOpen()
    assert answer(asking, f"{next(iter(second))} enter") == {"x": f"choice {len(first)}"}
    asking = asked(one)
    press(asking, "pagedown")
    assert shown_keys(asking) == second
    press(asking, "pageup")
    assert shown_keys(asking) == first


def test_a_form_turns_pages_while_dice_are_typed() -> None:
    many = Ask("x", "X", "many", letters(*FORTY), form=True)
    asking = asked(many, Ask("dice", "Dice", "dice", lambda s, a: (), lambda s, a: "", form=True))
    assert shown_keys(asking)["a"] == "Choice 0"
    press(asking, "pagedown")
    second = shown_keys(asking)["a"]
    assert second not in ("Choice 0", "Choice 1")
    assert answer(asking, "a space space right space + + 0 - enter") == {
        "x": (f"choice {int(second.split()[-1]) + 1}",),
        "dice": "++0-",
    }


def test_chosen_choices_stand_first_and_keep_their_order() -> None:
    many = Ask("x", "X", "many", letters("a", "b", "c", "d"), lambda s, a: ("c",))
    asking = asked(many)
    assert [offer.label for offer in asking.question().parts[0].offers] == ["C", "A", "B", "D"]
    press(asking, "d")
    assert [offer.label for offer in asking.question().parts[0].offers] == ["C", "A", "B", "D"]
    assert answer(asking, "space b enter") == {"x": ("a", "d")}


# ------------------------------------------------------------------ an Enter too many decides nothing


def test_without_a_default_nothing_is_highlighted_until_the_cursor_moves() -> None:
    one = Ask("x", "X", "one", letters("a", "b", "c"))
    asking = asked(one)
    assert press(asking, "enter enter") == StillOpen()
    assert asking.refused == "X: choose one, such as a."
    assert not any(offer.here for offer in asking.question().parts[0].offers)
    assert answer(asking, "down enter") == {"x": "a"}
    assert answer(asked(one), "up enter") == {"x": "c"}
    assert answer(asked(one), "b enter") == {"x": "b"}
    assert answer(asked(Ask("x", "X", "one", letters("only"))), "enter") == {"x": "only"}


def test_a_prompt_of_whole_sentences_is_not_said_again() -> None:
    asking = asked(Ask("sure", "Leave the table? Everything is saved.", "one", letters("a", "b")))
    assert press(asking, "enter") == StillOpen()
    assert asking.refused == "Choose one, such as a."


def test_an_enter_too_many_rules_on_no_tie() -> None:
    asking = Asking(BY_ID["ruling"], after_a_tie())
    asking.start()
    assert press(asking, "enter") == StillOpen()
    assert "choose one" in asking.refused


def after_a_tie() -> State:
    score = Score("mercer", "Pilot", 0, (0, 0, 0, 0), False, (), 2)
    return replace(STATE, rolls=(Roll("check", "wyrd_engine", score, value=2, outcome="tie", number=1),))


def test_an_answer_that_no_choice_offers_stands_first_among_them() -> None:
    free = Ask("x", "They roll", "one", letters("fight", "shoot"), lambda s, a: "Empathy", free=True)
    asking = asked(free)
    part = asking.question().parts[0]
    assert part.typed is None
    assert [(offer.label, offer.here) for offer in part.offers] == [
        ("Empathy", True),
        ("Fight", False),
        ("Shoot", False),
    ]
    assert answer(asking, "enter") == {"x": "Empathy"}
    assert answer(asked(free), "B enter") == {"x": "fight"}
    assert answer(asked(free), "' L o r e enter") == {"x": "Lore"}


def test_numbers_have_the_true_minus() -> None:
    number = Ask("x", "X", "number", default=lambda s, a: -1)
    asking = asked(number, Ask("y", "Y", "number", default=lambda s, a: 0))
    assert asking.question().parts[0].ghost == "−1"
    press(asking, "- 2")
    assert asking.question().parts[0].typed == "−2"
    press(asking, "enter")
    assert asking.question().answered == ("−2",)
    assert asking.question().parts[0].ghost == "0"


def test_points_stop_where_none_is_left_and_say_so() -> None:
    few = Ask("x", "X", "parts", lambda s, a: (Choice("a", "Ada", most=1), Choice("b", "Bob")), high=2)
    asking = asked(few)
    press(asking, "a a")
    assert asking.refused == "Ada has only 1 to give."
    press(asking, "b b")
    assert asking.refused == "X: all 2 points are assigned. ⌫ takes one back."
    assert ("enter", "twice to confirm") in asking.question().keys
    assert answer(asking, "enter enter") == {"x": (Portion("a", 1), Portion("b", 1))}


def test_a_single_point_goes_where_the_last_letter_says() -> None:
    asking = asked(Ask("x", "X", "parts", letters("ada", "bob"), high=1))
    press(asking, "a a b")
    assert not asking.refused
    assert answer(asking, "enter") == {"x": (Portion("bob", 1),)}


# ------------------------------------------------------------------ what game masters stumbled over


def rows_of(asking: Asking, width: int = 80) -> list[str]:
    lines = prompt_lines(asking.question(width), width, UNICODE)
    return ["".join(text for text, _ in line).rstrip() for line in lines]


WHO = Ask("who", "Who", "one", letters("ada", "bob"))
THROW = Ask("dice", "Dice", "dice", default=lambda s, a: "", form=True)
EXTRA = Ask("mod", "Situation", "number", default=lambda s, a: 0, form=True)
TICKS = Ask("with", "Counting", "many", letters("rope", "lamp"), form=True)
PRICE = Ask("price", "The Twist", "one", letters("strain", "delay"), lambda s, a: "strain", free=True, form=True)


def penalty(points: int = 1) -> Asking:
    skills = letters("fight", "shoot", "athletics")
    return asked(Ask("x", "Deal out", "parts", skills, lambda s, a: (Portion("athletics", points),)))


def test_the_cursor_stands_on_what_enter_gives() -> None:
    asking = penalty()
    assert [offer.here for offer in asking.question().parts[0].offers] == [False, False, True]
    assert answer(asking, "enter") == {"x": (Portion("athletics", 1),)}
    asking = penalty(2)
    press(asking, "up")
    assert "⏎ takes shoot −2" in rows_of(asking)[0]
    assert answer(asking, "enter") == {"x": (Portion("shoot", 2),)}
    asking = penalty()
    press(asking, "a A")
    assert "⏎ takes athletics −1" in rows_of(asking)[0]
    assert "▸c [ ] Athletics" in rows_of(asking)[1]


def test_a_question_mark_explains_the_act_and_the_keys() -> None:
    row = ROWS["damage"]
    asking = Asking(row, STATE, FOCUS)
    asking.start()
    assert press(asking, "?") == StillOpen()
    told = " ".join(" ".join(rows_of(asking)).split())
    assert row.help in told
    assert "For all keys press esc, then ?." in told
    press(asking, "3")
    assert row.help not in " ".join(rows_of(asking))


def test_a_space_typed_into_a_number_ticks_nothing() -> None:
    asking = asked(TICKS, EXTRA, THROW)
    assert answer(asking, "tab 2 space enter") == {"with": (), "mod": 2, "dice": ""}
    asking = asked(TICKS, EXTRA)
    asking.key("space", " ")
    assert asking.refused == "space does nothing here."
    assert answer(asking, "right space enter")["with"] == ("lamp",)
    assert answer(asked(TICKS, EXTRA), "right 2 space enter")["with"] == ()


def test_own_words_are_typed_where_the_caret_is() -> None:
    asking = asked(PRICE, THROW)
    assert ("'", "type your own") in asking.question().keys
    press(asking, "' h e")
    asking.key("space", " ")
    press(asking, "i s 1")
    parts = asking.question().parts
    assert [(part.active, part.typed) for part in parts] == [(True, "he is1"), (False, "")]
    assert answer(asking, "tab 6 4 enter") == {"price": "he is1", "dice": "64"}


def test_after_own_words_are_taken_back_dice_are_typed_again() -> None:
    asking = asked(PRICE, THROW)
    press(asking, "' backspace")
    assert answer(asking, "B 6 4 enter") == {"price": "delay", "dice": "64"}


def test_a_search_in_a_form_is_typed_at_the_caret() -> None:
    asking = asked(replace(PRICE, choices=letters(*FORTY), default=lambda s, a: None), THROW)
    assert answer(asking, "left / 7 down enter enter") == {"price": "choice 17", "dice": ""}


def test_own_words_and_tab_are_named_at_80_columns() -> None:
    many = replace(PRICE, choices=letters("strain", "accept the failure", *FORTY[:8]))
    asking = asked(WHO, many, THROW)
    press(asking, "a")
    assert "' type your own" in rows_of(asking)[-1]
    asking = asked(WHO, replace(TICKS, choices=letters(*FORTY)), EXTRA, THROW)
    press(asking, "a")
    assert "tab next field" in rows_of(asking)[-1]
    assert "1/" in rows_of(asking)[-1]


def test_emptying_a_field_does_not_leave_the_form() -> None:
    asking = asked(WHO, TICKS, EXTRA)
    press(asking, "b a 4 backspace backspace")
    assert len(asking.question().parts) == 2
    assert "⌫ again" in asking.refused
    press(asking, "backspace")
    assert asking.question().parts[0].prompt == "Who"
    press(asking, "enter backspace")
    assert asking.question().parts[0].prompt == "Who"


@pytest.mark.parametrize("keys", ["a", "a b a", "up", "a up", "4 backspace b"])
def test_a_form_with_nothing_typed_is_left_at_once(keys: str) -> None:
    """The foot says “back” and “confirm”, and each key does it the first time."""
    asking = asked(WHO, TICKS, EXTRA, THROW)
    press(asking, f"b {keys} backspace")
    assert not asking.refused
    assert asking.question().parts[0].prompt == "Who"


def test_the_closing_choice_is_in_sight_beside_four_others() -> None:
    names = ("Nora Marl", "Captain Elias Mercer", "Isadora Lovelace", "Cornelius Flint")
    takers = tuple(Choice(name, f"{name} takes 1 Wyrd", "3 of 5") for name in names)
    accept = Choice("accept", "accept it", "consequences follow")
    asking = asked(WHO, Ask("x", "Who draws", "one", lambda s, a: (*takers, accept)))
    press(asking, "a")
    assert "e accept it consequences follow" in " ".join(rows_of(asking))
    assert answer(asking, "e enter")["x"] == "accept"


# ------------------------------------------------------------------ handles, suggestions, impossible answers


def people(default: tuple[str, ...] = (), some: str = "") -> Ask:
    def names(state: State, answers: Answers) -> list[Choice]:
        return [Choice(key, actor.name) for key, actor in state.actors.items()]

    return Ask("who", "Who", "many", names, lambda s, a: default, some=some)


def test_typed_choices_replace_the_suggestion() -> None:
    everyone = tuple(STATE.actors)
    assert answer(asked(people(everyone)), "enter")["who"] == everyone
    assert answer(asked(people(everyone)), "1 2 3 enter")["who"] == everyone[:3]
    assert answer(asked(people(everyone)), "1 2 2 enter")["who"] == everyone[:1]


def test_space_adds_to_the_suggestion_or_takes_away() -> None:
    first, second, *_ = STATE.actors
    assert answer(asked(people((first,))), "down space enter")["who"] == (first, second)
    assert answer(asked(people((first, second))), "space enter")["who"] == (second,)
    assert answer(asked(people((first,))), "space enter")["who"] == (first,)


def test_enter_takes_the_row_under_the_cursor() -> None:
    first, second, *_ = STATE.actors
    asking = asked(people((first,)))
    press(asking, "down")
    assert [offer.on for offer in asking.question().parts[0].offers][:2] == [False, True]
    assert answer(asking, "enter")["who"] == (second,)
    assert answer(asked(people((first, second))), "down enter")["who"] == (first, second)
    assert answer(asked(people()), "down down enter")["who"] == (second,)
    assert answer(asked(people()), "enter")["who"] == ()
    assert answer(asked(people((first,))), "down space space enter")["who"] == (first,)


def test_a_search_that_finds_nothing_is_no_answer() -> None:
    free = asked(Ask("x", "X", "one", letters("story", "dead"), free=True))
    assert press(free, "/ g n o enter") == StillOpen()
    assert "No choice is called “gno”" in free.refused


def test_an_empty_list_is_refused_in_its_field() -> None:
    asking = asked(people(some="Choose the characters who roll."), Ask("n", "N", "number"))
    assert press(asking, "enter") == StillOpen()
    assert (asking.refused, asking.question().parts[0].prompt) == ("Choose the characters who roll.", "Who")


def test_answers_that_cannot_stand_together_are_refused_in_the_field() -> None:
    first = Ask("side", "First", "one", letters("party", "foes"))
    who = replace(people(), fault=lambda s, a: f"Nobody of {a['side']}." if not a["who"] else "")
    asking = asked(first, who)
    assert press(asking, "b enter") == StillOpen()
    assert asking.refused == "Nobody of foes."


def test_a_handle_of_two_letters_takes_two_keys() -> None:
    crowd = {f"c{n}": replace(STATE.actors["drake"], id=f"c{n}", name=f"Clerk {n}") for n in range(30)}
    state = replace(STATE, actors=crowd)
    asking = asked(people(), state=state)
    assert answer(asking, "a A b enter")["who"] == ("c0", "c27")


def test_dice_are_typed_beside_actors_that_are_ticked() -> None:
    who = replace(people(tuple(STATE.actors)), form=True)
    done = answer(asked(who, THROW), "1 2 + 0 0 ; 4 enter")
    assert done == {"who": tuple(STATE.actors)[:2], "dice": "+00;4"}
    assert answer(asked(who, THROW), "tab 1 ; 2 enter") == {"who": tuple(STATE.actors), "dice": "1;2"}


def test_tab_back_from_the_dice_gives_actors_their_handles_again() -> None:
    _, *others = everyone = tuple(STATE.actors)[:3]
    who = replace(people(everyone), form=True)
    asking = asked(who, THROW)
    press(asking, "tab")
    keys = [offer.key for offer in asking.question().parts[0].offers]
    assert keys[:4] == ["", "", "", ""], "digits are dice here, and no letter stands in for a handle"
    assert answer(asking, "tab 2 3 enter") == {"who": tuple(others), "dice": ""}


def test_dice_typed_as_a_number_are_refused() -> None:
    for typed in ("- - 0 0", "- 0 0", "0 0 + -", "+ -"):
        asking = asked(Ask("modifier", "Modifier", "number", default=lambda s, a: 0))
        assert press(asking, f"{typed} enter") == StillOpen()
        assert "is not a number" in asking.refused


def test_space_keeps_a_choice_and_adds_the_next() -> None:
    ask = Ask("who", "Who", "many", letters("ada", "bob", "eve"), default=lambda s, a: ("ada",))
    assert answer(asked(ask), "b space c enter") == {"who": ("bob", "eve")}
    assert answer(asked(ask), "c enter") == {"who": ("eve",)}


def test_space_takes_the_only_one_of_a_whole_list_off() -> None:
    """The one that a whole list suggests, such as what stays on the abacus, is no choice that others join."""
    ask = Ask("stay", "Keep", "many", letters("ada", "bob"), default=lambda s, a: ("ada",), whole=True)
    assert ("a", "tick alone · space tick, untick") in asked(ask).question().keys
    assert answer(asked(ask), "space enter") == {"stay": ()}
    assert answer(asked(ask), "space b enter") == {"stay": ("bob",)}


def test_the_key_line_says_how_a_letter_counts() -> None:
    ask = Ask("who", "Who", "many", letters("ada", "bob"), default=lambda s, a: ("ada",))
    asking = asked(ask)
    assert ("a", "tick alone · space keep it") in asking.question().keys
    press(asking, "space")
    assert asking.question().parts[0].note == "Ada stays ticked; the next key adds"
    press(asking, "down")
    assert ("a", "tick, untick") in asking.question().keys
    asking = asked(ask)
    press(asking, "down")
    assert ("a", "tick alone · space add") in asking.question().keys
    press(asking, "b")
    assert ("a", "tick, untick") in asking.question().keys


def test_small_letters_type_names_where_capitals_choose() -> None:
    """A letter that is in no name does nothing, and names the capital."""
    asking = asked(Ask("rating", "With", "one", letters("Ride", "Swim"), named=True))
    keys = [choice.key for choice in asking.question().parts[0].offers]
    assert keys == ["A", "B"]
    press(asking, "b")
    assert asking.refused == "b does nothing here. Press capital B."
    assert "rating" not in asking.so_far()
    press(asking, "s")
    assert asking.typed
    assert asking.so_far()["rating"] == "Swim"


def test_a_refused_letter_is_gone() -> None:
    """The right key after a slip does what it says; Enter right after the slip takes nothing, and the line says so."""
    asking = asked(Ask("x", "X", "one", letters("Ride", "Swim")), Ask("n", "N", "number"))
    press(asking, "x")
    assert "x does nothing here" in asking.refused
    assert press(asking, "enter") == StillOpen()
    assert asking.refused == "X: choose one, such as a."
    press(asking, "B")
    assert asking.refused == "B does nothing here. Press small b."
    press(asking, "x b")
    assert asking.answers["x"] == "Swim"
    sure = asked(Ask("x", "X", "one", letters("Ride", "Swim"), lambda s, a: "Ride"), Ask("n", "N", "number"))
    press(sure, "x")
    assert ("enter", "twice to confirm") in sure.question().keys
    press(sure, "enter")
    assert sure.refused == "Press ⏎ again to confirm what is shown."
    assert ("enter", "confirm") in sure.question().keys
    press(sure, "enter")
    assert sure.answers["x"] == "Ride"


def test_enter_behind_a_slip_opens_the_unanswered_list() -> None:
    folded = Ask("x", "X", "one", letters("Ride", "Swim"), folded=True)
    asking = asked(folded, Ask("n", "N", "number", default=lambda s, a: 1, form=True))
    press(asking, "tab x")
    assert ("enter", "choose X") in asking.question().keys
    press(asking, "enter")
    assert [offer.label for part in asking.question().parts for offer in part.offers] == ["Ride", "Swim"]
