"""Open questions at the table: which one asks by itself, the banner, `.` and `,`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.abacus.tables import Story, rod
from tests.rules.mettle.tables import CLERK, KIRIN, Shop
from tests.rules.tables import DRAKE, MERCER, Play
from tests.screens.desk import press, seat
from tests.screens.shipped import FLIGHT, GANNET, asking, begun, commands, keyed, prompt
from tests.screens.test_controller import question, said
from tests.screens.test_doorway import quiet
from wyrd_tui.engine.nouns.wyrd_abacus import POOL
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table.captions import status_line
from wyrd_tui.screens.table.controller import Controller


def banner(table: Controller) -> str:
    return status_line(table).pending


def line(table: Controller, words: str) -> None:
    """Play a line, and leave what it asks."""
    press(table, ":", f"={words}", "enter", "escape")


def asked(table: Controller) -> Asking:
    assert isinstance(table.asking, Asking)
    return table.asking


def answered(table: Controller) -> tuple[str, ...]:
    assert isinstance(table.asking, Asking)
    return table.asking.question().answered


def two_ties() -> Controller:
    """Two ties are open, that of Felix and then that of Elias."""
    table, _ = seat(quiet(), "0000", "0000", "0000", "0000")
    line(table, "roll felix will difficult")
    line(table, "roll elias will 0")
    assert len(table.matters.waiting) == 2
    return table


def test_wa_27_an_undone_consequence_is_suggested_again() -> None:
    """WA-27: what was ticked and typed, each under the letter that it had; after another act nothing is."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ 3 r ⌫ =book ⏎ ⏎ 3 ⏎ =1 ⏎ _ ⏎ b e ⏎ ⏎ ⏎ =2 ⏎ ⏎ ⏎ u .")
    ticked = [(offer.key, offer.label) for offer in prompt(table).parts[0].offers if offer.on]
    assert ticked == [("b", "damage"), ("e", "wyrd")]
    keyed(table, "⏎ ⏎ ⏎ ⏎ ⏎ ⏎")
    assert table.session.done[-1].act.lines[0] == "Edith loses 2 (The hive book): Mind 5→3"
    keyed(table, "u 3 w ⏎ ⏎ .")
    assert not [offer for offer in prompt(table).parts[0].offers if offer.on]


def test_only_the_question_of_the_act_itself_opens() -> None:
    table = two_ties()
    press(table, "quotation_mark", "=tea", "enter")
    assert table.asking is None
    press(table, ":", "=damage felix 6", "enter")
    assert question(table) == "wound"
    press(table, "escape", "n")
    assert table.asking is None, "a key of the table is for the table"


def test_the_banner_counts_and_comma_shows_the_next() -> None:
    table = two_ties()
    assert banner(table).startswith("2 open · Felix ties with Difficult")
    press(table, ",")
    assert banner(table).startswith("2 open · Mercer ties with")
    press(table, ",")
    assert banner(table).startswith("2 open, put off · Felix ties with")
    press(table, ",")
    assert "put off" in said(table)
    assert len(table.matters.waiting) == 2, "nothing is decided by putting it off"


def test_a_period_lists_several_and_asks_the_chosen() -> None:
    table = two_ties()
    press(table, ".")
    assert question(table) == "Open questions"
    press(table, "down", "enter")
    assert question(table) == "ruling"
    press(table, "enter")
    assert question(table) == "ruling", "Enter alone rules nothing"
    assert "Captain Elias Mercer, will" in answered(table), "the question says which roll it is about"
    press(table, "a")
    assert question(table) == "ruling", "the key chooses, Enter rules"
    press(table, "enter")
    (left,) = table.matters.waiting
    assert left.sentence.startswith("Felix ties")
    press(table, ".")
    assert question(table) == "ruling", "one alone is asked at once"


def test_a_comma_in_the_list_puts_off_the_cursors_row() -> None:
    table = two_ties()
    first, second = (one.matter for one in table.matters.waiting)
    press(table, ".")
    assert (",", "put off") in asked(table).question().keys
    press(table, ",")
    assert asked(table).question().aside == "The question is put off."
    assert [one.matter for one in table.matters.waiting] == [second, first]
    rows = asked(table).question().parts[0].offers
    assert [(row.key, row.hint, row.here) for row in rows] == [("a", "put off", False), ("b", "", True)]
    press(table, "up", ",")
    assert asked(table).question().aside == "The question is put off already."
    assert banner(table).startswith("2 open · Mercer ties with")
    press(table, "enter")
    assert question(table) == "ruling", "the list goes on as before"


def test_hits_of_one_attack_are_one_question() -> None:
    """WE-55: each takes the damage of its own hit; once left, the question waits."""
    table, _ = seat(quiet())
    line(table, "roll felix will difficult dice=0000")
    press(table, ":", "=attack elias felix,drake dice=+000 theirs=0000;----", "enter")
    assert question(table) == "damage"
    press(table, "escape", "quotation_mark", "=tea", "enter")
    assert table.asking is None
    assert [one.command for one in table.matters.waiting] == ["ruling", "damage"]
    press(table, ".", "b", "enter", "enter")
    assert not any(hit.taken is False for roll in table.state.rolls for hit in roll.hits)
    assert "damage" not in [one.command for one in table.matters.waiting]


def test_undo_and_redo_open_no_question() -> None:
    table, _ = seat(quiet(), "0000")
    line(table, "roll felix will difficult")
    press(table, "u", "U", "quotation_mark", "=tea", "enter")
    assert table.asking is None
    assert banner(table).startswith("1 open")


def test_a_settled_question_is_gone_from_the_banner() -> None:
    table = two_ties()
    press(table, ",")
    line(table, "ruling success")
    line(table, "ruling failure")
    assert banner(table) == ""


def test_the_end_of_a_scene_asks_about_every_open_question() -> None:
    """WE-66: a hit may be let go, and a fate or a tie is answered at once or waits for `.`."""
    table, _ = seat(quiet(), "0000")
    line(table, "damage felix 12")
    line(table, "roll elias will 0")
    line(table, "attack drake elias dice=++++ theirs=----")
    press(table, "e", "enter")
    assert isinstance(table.asking, Asking)
    asked = table.asking.question()
    offers = asked.parts[0].offers
    assert [one.sentence for one in table.matters.waiting] == [offer.label for offer in offers]
    assert [offer.hint.partition(";")[0] for offer in offers] == [
        *["ticked: asked at once"] * 5,
        "ticked: let go for good",
    ]
    press(table, "enter")
    assert table.asking is None
    assert banner(table).startswith("6 open · Felix is out of action")
    assert "6 questions stay open" in "".join(map(str, table.session.done[-1].act.lines))
    press(table, "u", "e", "enter", "e", "f", "enter")
    assert question(table) == "ruling", "the tie that was ticked asks by itself"
    assert [one.command for one in table.matters.waiting] == ["fate", *["wound"] * 3, "ruling"]
    assert "4 questions stay open: Felix is out of action" in "".join(map(str, table.session.done[-1].act.lines))


def test_the_end_of_a_scene_asks_all_ticked_questions() -> None:
    """One after the other, also those put off before; `,` goes on to the next, and asks none twice."""
    table = two_ties()
    press(table, ",", ",", "e", "enter", "a", "b", "enter")
    for who in ("Felix", "Captain Elias Mercer"):
        assert question(table) == "ruling"
        assert answered(table)[0].startswith(who)
        press(table, ",")
    assert table.asking is None
    assert banner(table).startswith("2 open, put off")


def test_an_open_questions_own_key_does_not_filter_its_names() -> None:
    """A wound asks by itself, so `w` is pressed for what is open already; more letters still name a rating."""
    table, _ = seat(quiet())
    press(table, ":", "=damage felix 5", "enter", "w")
    assert isinstance(table.asking, Asking)
    assert table.asking.question().refused == "You are in “wound” already. Answer it, or press esc."
    assert not table.asking.question().answered[2:]
    press(table, "i")
    assert [offer.label for offer in table.asking.question().parts[0].offers if offer.here] == ["Will"]


def test_damage_names_its_hit_or_leaves_it_open() -> None:
    """WE-55, WE-56: the hit stands on the line with a key; other damage leaves it open."""
    table, _ = seat(quiet())
    press(table, ":", "=attack drake elias dice=++++ theirs=----", "enter", "escape")
    press(table, "1", "d")
    assert isinstance(table.asking, Asking)
    of, points = table.asking.question().parts
    damage = table.state.rolls[-1].hits[0].damage
    assert (of.prompt, [offer.label for offer in of.offers]) == (
        "Answers",
        [f"the hit by Drake for {damage}", "no hit"],
    )
    assert points.ghost == str(damage)
    press(table, "_")
    of, points = table.asking.question().parts
    assert ([offer.label for offer in of.offers], points.ghost) == (["no hit"], "")
    press(table, "2", "enter")
    assert [one.command for one in table.matters.waiting] == ["damage"]
    assert sum(row.marks for row in table.state.actors["elias-mercer"].sheets["wyrd_engine"].track) == 2


@pytest.mark.parametrize("keys", [(), ("A",), ("tab",)])
def test_comma_puts_off_the_question_that_asks(keys: tuple[str, ...]) -> None:
    """Whichever of its questions is asked; in text that was begun it is a sign."""
    table, _ = seat(quiet())
    line(table, "roll felix will difficult dice=0000")
    press(table, ":", "=damage elias 6", "enter")
    assert question(table) == "wound"
    assert (",", "put off") in asked(table).question().keys
    press(table, *keys, ",")
    assert table.asking is None
    assert len(table.matters.waiting) == 2
    assert banner(table).startswith("2 open · Felix ties"), "the one that was put off comes last"


def test_comma_in_words_that_were_begun_is_a_sign() -> None:
    table, _ = seat(quiet())
    line(table, "roll felix will difficult dice=0000")
    press(table, ".", "c", "=Ruin", ",")
    assert table.asking is not None
    assert "Ruin," in str(asked(table).question().parts)


def test_the_end_says_that_a_hit_left_open_weighs_less() -> None:
    """WE-55, WE-71: stress clears, so a hit that is taken later marks the boxes that are free again."""
    table, _ = seat(quiet())
    line(table, "damage elias 2")
    line(table, "attack drake elias dice=++++ theirs=----")
    press(table, "e")
    assert isinstance(table.asking, Asking)
    hit = table.state.rolls[-1].hits[0].damage
    told = table.asking.question().preview.splitlines()
    later = "Dealt after the scene’s end, this damage finds the stress boxes free again"
    assert told[:2] == ["The fight is over · Scene 2 ends: Engine room", f"Open: Drake hits Mercer for {hit}. {later}"]
    press(table, "enter")
    (row,) = table.asking.question().parts[0].offers
    assert row.hint == f"ticked: let go for good; d{later[1:]}"


def test_the_end_lists_new_questions_beside_dismissible_ones() -> None:
    """WA-14, WA-24: a challenge that strikes as the scene ends has consequences, which stay open too."""
    story = Story(rod("chairs", "Wits", 4), rod("sleeper", "Foreboding", 4, springs="scene"))
    story.play("face chairs ada dice=1", "draw accept")
    table, _ = seat(story.state)
    press(table, "e", "enter")
    assert isinstance(table.asking, Asking)
    asked = table.asking.question()
    assert [offer.label for offer in asked.parts[0].offers] == ["Not overcome: Chairs. Which consequence?"]
    assert "Opens: Not overcome: Sleeper. Which consequence?" in asked.preview.splitlines()


def test_a_postponed_question_leads_to_others_of_its_act() -> None:
    """WA-46: the points of a scene are restored one after another, at once or once `.` has opened the first."""
    story = Story(rod("chairs", "Wits", 4))
    story.play("damage ada body 1", "damage bob body 1", "face chairs ada,bob dice=6", "end scene")
    table, _ = seat(story.state)
    press(table, ".", "enter")
    for who in ("ada", "bob"):
        assert isinstance(table.asking, Asking)
        assert table.asking.answers["who"] == who
        press(table, "enter")
    assert table.asking is None


def missed() -> Controller:
    """A Check that failed asks for its Twist, with the dice to throw again beside it (ME-31)."""
    table, _ = seat(Shop(KIRIN, CLERK).state, "1111")
    press(table, ":", "=check kirin focus 6 dice=6666", "enter")
    assert question(table) == "Twist"
    return table


def test_me_31_a_letter_and_enter_throw_no_dice_unseen() -> None:
    """A letter chooses no row; an arrow does, the first Enter takes it, and the second one throws."""
    table = missed()
    acts = table.state.acts
    press(table, "r", "enter")
    assert table.state.acts == acts
    press(table, "/", "r", "e", "v", "down", "enter")
    assert table.state.acts == acts
    assert isinstance(table.asking, Asking)
    (twist, _) = table.asking.question().parts
    assert next(offer.label for offer in twist.offers if offer.here) == "Reveal"
    press(table, "enter")
    assert table.state.acts == acts + 1


def test_a_word_after_an_open_questions_key_begins_anew() -> None:
    table = missed()
    press(table, "y", "/", "c")
    assert isinstance(table.asking, Asking)
    assert table.asking.question().parts[0].typed == "c"


@pytest.mark.parametrize(
    ("opened", "done"),
    [
        ("mark-box mercer mild 1", "wound mercer mild Shoot:1"),
        ("mark-box mercer mild 1", "mark-box mercer mild 0"),
        ("roll mercer Pilot 3 dice=0000", "ruling success"),
        ("oppose mercer drake dice=++++ theirs=----", "boon high"),
    ],
)
def test_a_postponed_question_goes_once_it_is_answered(opened: str, done: str) -> None:
    table, _ = seat(Play(MERCER, DRAKE).state)
    line(table, opened)
    press(table, *(["escape"] if table.asking else []), ",")
    assert banner(table).startswith("1 open, put off")
    line(table, done)
    assert (banner(table), table.matters.waiting) == ("", [])


def test_a_reopened_table_opens_no_question() -> None:
    """Questions of all kinds wait in the banner, also those of the last act and those of an end that was begun."""
    table, _ = seat(quiet(), "0000")
    line(table, "damage felix 12")
    line(table, "roll elias will 0")
    line(table, "attack drake elias dice=++++ theirs=----")
    press(table, "e")
    assert table.asking is not None
    again, _ = seat(table.state)
    assert again.asking is None
    assert banner(again) == banner(table)


def test_enter_behind_a_letter_of_the_list_rules_nothing() -> None:
    """The letter of the list leads to its question, which names the roll; the Enter of a habit confirms that."""
    table = two_ties()
    press(table, ".", "b", "enter")
    assert asked(table).question().preview.startswith("TIE: Mercer rolls will")
    assert len(table.matters.waiting) == 2


def test_the_key_for_putting_off_is_named_only_where_useful() -> None:
    """U-07: once all are put off, neither the banner nor their questions name it."""
    table = begun(FLIGHT, "1 d =5 ⏎ esc")
    assert not status_line(table).put_off
    for put_off in (False, True):
        keyed(table, ".")
        assert ((",", "put off") in prompt(table).keys) is not put_off
        keyed(table, ",")
        assert status_line(table).put_off


def test_the_list_of_open_questions_names_the_rows_key() -> None:
    table = begun(FLIGHT, "1 d =10 ⏎ esc . ,")
    assert (",", "put off") in prompt(table).keys
    keyed(table, "↑")
    assert (",", "put off") not in prompt(table).keys


def test_wa_49_the_damage_that_ends_an_open_question_says_so() -> None:
    """WA-46, WA-49: what comes back was asked as the scene ended; the loss scratches out the one ability that lacks."""
    table = begun(GANNET, "B B ⏎ ⏎ ⏎ 3 r ⏎ 3 3 3 3 3 ⏎ =6 ⏎ e ⏎ b ⏎ 3 ⏎ ⏎")
    lost = "No point comes back to Isadora: nothing else is spent"
    assert f"scratched out (2 by the scenario) · {lost} · The taste" in prompt(table).preview
    assert [one.command for one in table.matters.waiting] == ["consequence", "restore-point"]
    keyed(table, "⏎")
    assert [str(line) for line in table.session.done[-1].act.log][-1] == lost
    assert not table.matters.waiting


def test_wa_02_the_final_rolls_announce_the_question_how_the_tale_ends() -> None:
    """WA-02, WA-41: the last of the final rolls opens it; one of several does not."""
    table = begun(GANNET, "B ⏎ ⏎ ⏎ 2 \\ F")
    told = "Open: The tale is told: which resolution? "
    assert told in prompt(table).preview
    keyed(table, "3 ⏎")
    assert told not in prompt(table).preview
    keyed(table, "⌫ 1 2 ⏎")
    assert told in prompt(table).preview
    keyed(table, "⏎ ⏎")
    assert f"Open: {table.matters.waiting[0].sentence}".startswith(told)


@pytest.mark.parametrize("key", ["y", "."])
def test_wa_23_a_failure_without_wyrd_is_accepted_by_enter_alone(key: str) -> None:
    """The failure was put off and the pool spent elsewhere: the key shows the line, and only Enter acts."""
    missed = begun("nobody-told-the-bees", "B ⏎ ⏎ r ⏎ ⏎ =1 ⏎ ,").state
    table, _ = seat(replace(missed, counters={**missed.counters, POOL: 0}))
    keyed(table, key)
    assert asking(table).command.id == "draw"
    assert "Not overcome, since the scene has no Wyrd left" in prompt(table).preview
    assert [offer.label for part in prompt(table).parts for offer in part.offers] == ["accept it"]
    assert table.state.challenges
    assert not any(rod.outcome for rod in table.state.challenges.values())
    keyed(table, "⏎")
    assert any(rod.outcome == "failed" for rod in table.state.challenges.values())


def test_wa_23_a_miss_without_wyrd_asks_before_it_fails() -> None:
    state = begun("nobody-told-the-bees", "B ⏎ ⏎").state
    table, _ = seat(replace(state, counters={**state.counters, POOL: 0}))
    keyed(table, "r ⏎ ⏎")
    assert "short: not overcome" in prompt(table).preview
    keyed(table, "=1 ⏎")
    assert asking(table).command.id == "draw"
    keyed(table, "⏎")
    assert asking(table).command.id == "consequence"
    assert commands(table) == ["face", "draw"]


def test_a_wyrd_roll_that_meets_nothing_asks_for_nothing() -> None:
    """WA-10, C-25: a question with one answer is skipped where nothing is decided by it."""
    table = begun("nobody-told-the-bees", "B E ⏎ ⏎ 1 w ⏎")
    assert [part.prompt for part in prompt(table).parts] == ["Dice"]


def test_an_older_fate_waits_after_another_is_answered() -> None:
    """WE-66: the answer to a fate that `.` opened does not open that of another character, raised by another act."""
    table = begun(FLIGHT, "1 d =12 ⏎ esc 2 d =12 ⏎ esc")
    fates = [one for one in table.matters.waiting if one.command == "fate"]
    assert len(fates) == 2
    table.ask_open(fates[0])
    keyed(table, "A ⏎")
    assert commands(table)[-1] == "fate"
    assert not isinstance(table.asking, Asking) or asking(table).command.id != "fate"
    assert fates[1].matter in [one.matter for one in table.matters.waiting]
