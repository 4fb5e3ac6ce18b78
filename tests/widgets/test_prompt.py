"""The typed text is in sight, however many answers stand before it and however long the preview is."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table_fakes import track
from wyrd_tui.widgets.glyphs import ASCII, UNICODE, Glyphs
from wyrd_tui.widgets.listed_words import list_items, list_keys, pack_items
from wyrd_tui.widgets.prompt import offer_pages, prompt_lines
from wyrd_tui.widgets.prompt_rows import GROWTH
from wyrd_tui.widgets.question import Prompt, PromptChoice, PromptPart
from wyrd_tui.widgets.spans import width_of
from wyrd_tui.widgets.values import QUESTION_LINES

ANSWERS = ("Captain Evelyn Graves of the Royal Fleet", "suppressing fire", "The Admiral's clockwork parrot", "Combat")
LONG = "he swings from the chandelier, lands on the table and kicks the lamp over before anybody can draw a pistol"


def shown(question: Prompt, width: int = 80, glyphs: Glyphs = UNICODE, most: int = QUESTION_LINES) -> list[str]:
    lines = prompt_lines(question, width, glyphs, most)
    assert [width_of(line) for line in lines] == [width] * len(lines)
    assert len(lines) <= most + GROWTH
    return ["".join(text for text, _ in line) for line in lines]


@pytest.mark.parametrize("preview", ["", "+2 vs +1: hits 58.4%, mean 1.5, out 58.4%", LONG])
@pytest.mark.parametrize("offers", [(), tuple(PromptChoice("a", f"Choice number {n}") for n in range(30))])
def test_answers_stand_whole_before_what_is_typed(preview: str, offers: tuple[PromptChoice, ...]) -> None:
    part = PromptPart("They answer with", True, "Athletics and a lot of", 22, offers=offers)
    told = " ".join(" ".join(shown(Prompt("manoeuvre", ANSWERS, (part,), preview))).split())
    assert told.startswith(f"manoeuvre › {' › '.join(ANSWERS)}")
    assert "They answer with Athletics and a lot of▏" in told
    assert preview in told


@pytest.mark.parametrize("caret", [0, 20, 60, len(LONG)])
def test_a_long_line_shows_the_part_around_the_caret(caret: int) -> None:
    first = shown(Prompt("note", (), (PromptPart("What", True, LONG, caret),)))[0]
    assert "▏" in first
    assert LONG[max(0, caret - 12) : caret] + "▏" + LONG[caret : caret + 12] in first


def test_dice_of_both_sides_stay_visible_while_typing() -> None:
    for active in (0, 1):
        parts = [PromptPart("Situation", False, "-2", 2), PromptPart("Dice", active == 0, "++0-", 4)]
        parts.append(PromptPart("Their dice", active == 1, "-" * 60, 60))
        last = shown(Prompt("attack", ANSWERS, tuple(parts), LONG, keys=(("enter", "does it"), ("esc", "leave"))))
        assert any("Dice ++0-" in row for row in last)
        assert any(f"Their dice {'-' * 60}" in row for row in last)
        assert sum("▏" in row for row in last) == 1


def test_every_field_shows_the_answer_of_enter() -> None:
    parts = (PromptPart("Dice", True, "", 0, "roll for me"), PromptPart("Their dice", False, "", 0, "roll for me"))
    assert "Their dice roll for me " in " ".join(shown(Prompt("attack", ANSWERS, parts)))


@given(
    st.lists(st.text(max_size=50), max_size=6),
    st.text(max_size=200),
    st.integers(0, 200),
    st.text(max_size=200),
    st.integers(80, 200),
    st.sampled_from([UNICODE, ASCII]),
)
def test_the_caret_is_always_in_sight(
    answers: list[str], typed: str, caret: int, preview: str, width: int, glyphs: Glyphs
) -> None:
    typed = typed.replace(glyphs.caret, "")
    part = PromptPart("From what", True, typed, min(caret, len(typed)))
    question = Prompt("give a bonus", tuple(answers), (part,), preview)
    lines = prompt_lines(question, width, glyphs)
    assert any(role == "accent" and text.strip() == glyphs.caret for line in lines for text, role in line)


# ------------------------------------------------------------------ what is never cut away

OFFERS = tuple(PromptChoice("a", f"Choice number {n}", f"hint {n}") for n in range(30))
REFUSAL = "9 are too few dice, or too many: four Fudge dice are typed as ++0-, as 4 d6 or as their sum from -4 to 4"


@pytest.mark.parametrize("width", [80, 120, 200])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_a_refusal_is_always_seen_whole(width: int, glyphs: Glyphs) -> None:
    keys = (("enter", "does it"), ("tab", "next part"), ("↑↓", "modifier"), ("backspace", "back"), ("esc", "leave"))
    many = PromptPart("Counting", False, offers=OFFERS, keyed=True)
    dice = PromptPart("Dice", True, "9", 1, "roll for me")
    for parts in ((dice,), (many,), (many, dice), (PromptPart("Situation", False, "", 0, "0"), dice, many)):
        rows = shown(Prompt("roll", ANSWERS, parts, LONG, REFUSAL, keys), width, glyphs)
        assert REFUSAL in " ".join(" ".join(rows).split())


def test_a_refusal_leaves_the_typed_text_in_sight() -> None:
    parts = (PromptPart("Counting", False, offers=OFFERS, keyed=True), PromptPart("Dice", True, "9", 1))
    assert "Dice 9▏" in " ".join(shown(Prompt("roll", ANSWERS, parts, "", REFUSAL)))
    amount = PromptPart("Damage", True, "9", 1)
    assert "Damage 9▏" in " ".join(shown(Prompt("damage", ANSWERS, (amount,), "", REFUSAL)))


DAMAGE = (
    "out of action, stress 1→4 of 4, mild 0→3 of 3, moderate 0→2 of 2, severe 0→1 of 1, 3 more than the track can hold"
)


def test_a_preview_has_all_the_lines_that_are_free() -> None:
    rows = shown(Prompt("damage", ("Captain Elias Mercer",), (PromptPart("How much", True, "13", 2),), DAMAGE))
    assert DAMAGE in " ".join(" ".join(rows[1:]).split())
    assert "How much 13▏" in rows[0]


def test_a_long_preview_loses_its_end() -> None:
    many = ", ".join(("out of action", *(f"stress of crewman {n} 1→4 of 4" for n in range(40))))
    rows = shown(Prompt("damage", (), (PromptPart("Whom", offers=OFFERS, keyed=True),), many))
    assert rows[1].startswith(" out of action, stress of crewman 0 1→4 of 4")
    assert any(row.rstrip().endswith("…") for row in rows)


def test_each_item_of_a_listed_preview_begins_a_line() -> None:
    items = ("Isadora’s mild wound, −1: what does it hurt?", LONG, "stress clears for 4 people", "LAST")
    rows = shown(Prompt("end the scene", (), (PromptPart("What ends", offers=OFFERS, keyed=True),), "\n".join(items)))
    assert [row.strip() for row in rows[1:3]] == [items[0], LONG[:76].rsplit(" ", 1)[0]]
    assert {items[2], items[3]} <= {row.strip() for row in rows}


RANKED = "55% Good · Twist 86% · Raise 1: 37/69 · 2: 17/38 · 3: 3/7 · roll optional · 4 dice vs 3"


@pytest.mark.parametrize("width", [80, 120])
def test_the_odds_stand_whole_between_answers_and_choices(width: int) -> None:
    tools = tuple(PromptChoice(key, f"tools +{n}", on=False) for n, key in enumerate("abc", 1))
    parts = (
        PromptPart("Counting", False, offers=tools, keyed=True),
        PromptPart("Raises", False, "", 0, "0"),
        PromptPart("Situation", False, "", 0, "0"),
        PromptPart("Dice", True, "", 0, "roll for me"),
    )
    keys = (("enter", "does it"), ("tab", "next part"), ("esc", "leave"))
    answers = ("Viktor Sorokin", "The Salle", "Challenging")
    first, *rest = shown(Prompt("check", answers, parts, RANKED, keys=keys), width, most=4)
    assert first.rstrip() == " check › Viktor Sorokin › The Salle › Challenging"
    assert " ".join(" ".join(rest).replace(" · ", " ").split()).startswith(f"{RANKED} Counting".replace(" · ", " "))


def test_names_of_forty_letters_are_whole() -> None:
    part = PromptPart("Their dice", True, "++0-", 4)
    rows = shown(Prompt("attack", ("Wilhelmina Bartholomew-Fortescue of Leeds", *ANSWERS), (part,), LONG))
    assert "…" not in "".join(rows)
    assert all(answer in " ".join(" ".join(rows).split()) for answer in ANSWERS)


def test_the_actor_stands_first_among_too_many_answers() -> None:
    attack = Prompt(
        "attack", ("Captain Elias Mercer", *ANSWERS * 4), (PromptPart("Their dice", True, "++0-", 4),), LONG
    )
    assert shown(attack)[0].startswith(" attack › Captain")
    assert len(shown(attack)) <= QUESTION_LINES + 2


# ------------------------------------------------------------------ choices


def test_the_highlight_has_a_shape() -> None:
    offers = (PromptChoice("a", "Fight"), PromptChoice("b", "Shoot", here=True))
    part = PromptPart("With", offers=offers, keyed=True)
    assert shown(Prompt("roll", (), (part,)))[1].rstrip() == "  a Fight  ▸b Shoot".removeprefix(" ")
    assert ">b Shoot" in shown(Prompt("roll", (), (part,)), glyphs=ASCII)[1]


def test_hints_stand_where_they_fit_and_the_highlighted_one_first() -> None:
    hint = "when the captain is sober"
    offers = tuple(PromptChoice("a", f"Trait {n}", f"{hint} {n}", here=n == 3) for n in range(7))
    rows = shown(Prompt("roll", (), (PromptPart("With", offers=offers, keyed=True),), keys=(("esc", "leave"),)))
    assert f"▸a Trait 3 {hint}" in " ".join(rows)
    assert all(f"a Trait {n}" in " ".join(rows) for n in range(7))


def test_a_field_shows_its_count_and_its_page_keys() -> None:
    offers = tuple(PromptChoice("a", f"A trait with a long name {n}", number=2, on=n < 3) for n in range(30))
    dice = PromptPart("Dice", True, "", 0, "roll for me")
    first = shown(Prompt("roll", (), (PromptPart("Counting", False, offers=offers, keyed=True), dice)))
    assert " ".join(first).count("[x]") == 3
    assert first[-1].rstrip().endswith("3 on  1/3 PgDn")
    last = shown(Prompt("roll", (), (PromptPart("Counting", False, offers=offers, sight=29, keyed=True), dice)))
    assert last[-1].rstrip().endswith("3/3 PgUp")
    assert " on: A trait with" in last[-1]


@given(st.lists(st.text(max_size=40), min_size=1, max_size=60), st.integers(0, 59), st.integers(80, 200))
def test_each_choice_is_on_one_numbered_page(labels: list[str], sight: int, width: int) -> None:
    offers = tuple(PromptChoice("a", label, "a hint", here=n == sight) for n, label in enumerate(labels))
    question = Prompt("x", ANSWERS, (PromptPart("X", offers=offers, sight=sight, keyed=True),))
    made = offer_pages(question, width, UNICODE)[0]
    assert [index for page in made for index in page] == list(range(len(labels)))
    here = next((page for page in made if sight in page), made[0])
    rows = prompt_lines(question, width, UNICODE)
    assert sum(role == "key" and text == "a " for row in rows for text, role in row) == len(here)


def test_a_shortened_choice_keeps_its_distinguishing_part() -> None:
    labels = ("Captain Elias Mercer’s pistol", *(f"Captain Elias Mercer’s {n}. clockwork eye" for n in range(12)))
    offers = tuple(PromptChoice("a", label, number=2, on=False) for label in labels)
    parts = (PromptPart("Counting", False, offers=offers, keyed=True), PromptPart("Dice", True, "", 0, "roll for me"))
    rows = shown(Prompt("roll", (), parts), 100)
    assert "+2 Captain Elia…pistol" in rows[1]
    assert all(f"…{n}. clockwork eye" in " ".join(rows) for n in range(12))


def test_a_shortened_choice_like_no_other_keeps_both_ends() -> None:
    names = ("Anna", "Bert", "Cora", "Dora", "Emil", "Fred", "Gert", "Hans")
    offers = tuple(PromptChoice(name[0], f"{name} the Magnificent lamp", number=2, on=False) for name in names)
    parts = (PromptPart("Counting", False, offers=offers, keyed=True), PromptPart("Dice", True, "", 0, "roll for me"))
    rows = " ".join(shown(Prompt("roll", (), parts), 60))
    assert all(f"+2 {name} the M…lamp" in rows for name in names)


def test_a_form_shows_the_highlighted_choices_hint() -> None:
    offers = tuple(PromptChoice("a", f"Number {n}", f"when it is {n} sharp", on=False, here=n == 3) for n in range(5))
    parts = (PromptPart("Counting", False, offers=offers, keyed=True), PromptPart("Dice", True, "", 0, "roll for me"))
    rows = shown(Prompt("roll", (), parts, "40% success"))
    assert "▸a [ ] Number 3 when it is 3 sharp" in " ".join(rows)
    crowd = tuple(offer._replace(label=f"{offer.label}, which is a long one") for offer in offers * 4)
    many = (parts[0]._replace(offers=crowd), parts[1])
    said, *rows = shown(Prompt("roll", (), many, "40% success"))[1:]
    assert said.rstrip() == " 40% success"
    assert "▸a [ ] Number 3, which is a long one when it is 3 sharp" in " ".join(rows)


NAMES = ("a long rope of silk", "a map of the cellars", "a friend in the guild")


def test_a_hint_of_scattered_choices_names_all_of_them() -> None:
    """A hint that counted a part of those who share it would say that the others differ."""
    hints = {"A": "open", "B": "hidden", "C": "open", "D": "open", "E": "known", "F": "hidden", "G": "open"}
    offers = tuple(PromptChoice(key, f"Thing {key}", f"{hint} to players") for key, hint in hints.items())
    rows = shown(Prompt("reveal, hide", (), (PromptPart("What", offers=offers, keyed=True),)))
    words = " ".join(" ".join(rows).split())
    assert "G Thing G (A, C, D, G: open to players)" in words
    assert "E Thing E known to players" in words
    assert words.count("hidden to players") == 2


def test_a_hint_of_ticked_choices_leaves_none_of_them_out() -> None:
    """U-25: a fighter without the hint that stands behind others would seem to roll."""
    last = "does not roll, acts last"
    fighters = ("Rosa", "Tam", "Ida", "Hugh of the Weir", "Drowned men", "Grappler", "Mattis", "Otter", "Ambrose")
    for size in range(3, 12):
        people = (*fighters, "Constables", "Captain")[:size]
        rolls = {"Rosa": "Notice 0", "Tam": "Notice +1", "Grappler": "Notice +2"}
        offers = tuple(
            PromptChoice(key, name, rolls.get(name, last), on=True, here=name == "Rosa")
            for key, name in zip("123abcdefgh", people, strict=False)
        )
        parts = (PromptPart("Fighters", True, offers=offers, keyed=True), PromptPart("Dice", True, "", 0, "rolled"))
        words = " ".join(" ".join(shown(Prompt("initiative", (), parts, "4 dice each"))).split())
        keys = [one.key for one in offers if one.hint == last]
        assert words.count(last) == len(keys) or f"({list_keys(keys)}: {last})" in words, words


def test_a_hint_of_several_choices_is_told_once() -> None:
    offers = tuple(PromptChoice(key, name, "or leverage", on=False) for key, name in zip("abc", NAMES, strict=True))
    parts = (PromptPart("Counting", False, offers=offers, keyed=True), PromptPart("Dice", True, "", 0, "roll for me"))
    assert " ".join(shown(Prompt("check", (), parts))).count("leverage") == 3
    crowd = tuple(PromptChoice(key, f"{NAMES[0]}, {key}", "or leverage", on=False) for key in "abcdefghijkl")
    rows = shown(Prompt("check", (), (parts[0]._replace(offers=crowd), parts[1])))
    assert " ".join(rows).count("leverage") == 1
    assert "a–l: or leverage" in " ".join(rows)


def test_hints_that_distinguish_choices_outrank_lesser_keys() -> None:
    hints = ("success, Score 6, Edge 1: 2 2 1 1 6", "success, Score 4, Edge 2: 2 2 6 5 1")
    offers = (PromptChoice("a", "highest Score", hints[0]), PromptChoice("b", "most Edge", hints[1], here=True))
    keys = (("enter", "gives it"), ("'", "own words"), ("backspace", "back"), ("esc", "leave"))
    rows = shown(Prompt("dice to keep", (), (PromptPart("Keep", offers=offers, keyed=True),), keys=keys))
    assert all(hint in " ".join(rows) for hint in hints)
    assert "⏎ gives it" in rows[3]


def test_the_questions_of_a_form_are_parted_and_named() -> None:
    people = tuple(
        PromptChoice(key, name) for key, name in zip("abcd", ("nobody", "The Clerk", "Rat", "Aunt Zola"), strict=True)
    )
    tools = tuple(PromptChoice(key, f"tools +{n} or leverage", on=False) for n, key in enumerate("efg", 1))
    parts = (
        PromptPart("Against whom", False, offers=people, keyed=True),
        PromptPart("Counting", False, offers=tools, keyed=True),
        PromptPart("Dice", True, "", 0, "roll for me"),
    )
    for width in (80, 120, 200):
        rows = shown(Prompt("teamwork", (), parts), width)
        assert rows[1].startswith(" Against whom ")
        assert "  · Counting " in rows[1] or rows[2].startswith(" Counting ")


def test_a_prompt_is_parted_from_its_choices() -> None:
    parts = (
        PromptPart("They", False, offers=(PromptChoice("a", "take it", here=True),), keyed=True),
        PromptPart("Dice", True, "", 0),
    )
    assert shown(Prompt("damage", (), parts))[1].startswith(" They ▸a take it")


ODDS = "2 dice again, a hit in 56%, a miss in 44%, raised once 20%, raised twice 3%, 1.2 on average, Broken in 3%"


def test_a_preview_continues_in_free_rows_of_a_form() -> None:
    offers = (PromptChoice("a", "take it", here=True), PromptChoice("b", "be Shaken"))
    parts = (PromptPart("They", False, offers=offers, keyed=True), PromptPart("Dice", True, "", 0, "roll for me"))
    rows = shown(Prompt("damage", ANSWERS, parts, ODDS))
    assert all(word in " ".join(rows) for word in ODDS.split())
    assert rows[0].startswith(" damage › ")


def test_a_hint_has_all_the_room_that_is_free() -> None:
    long = "and lose the next Action, until somebody rallies them"
    offers = (PromptChoice("a", "take it"), PromptChoice("b", "be Shaken", long, here=True))
    assert long in " ".join(shown(Prompt("damage", (), (PromptPart("They", offers=offers, keyed=True),))))


PRICES = {
    "Strain Focus": "3→2",
    "Strain Nature": "3→2",
    "Strain Poise": "2→1",
    "no Twist": "the failure stands",
    "Confuse": "lost or half understood",
    "Delay": "a Round or a Montage more",
    "Dismay": "a Contact or friend put off",
    "Falter": "next Action lost",
    "Imperil": "a friend hit, unwanted eyes",
    "Reveal": "cover lost, a secret out",
    "a random seed": "a die chooses one of the six that the scenario lists, or of those that the Guide has",
}


def test_hints_with_room_are_whole_beside_a_cut_one() -> None:
    offers = tuple(PromptChoice(key, *words) for key, words in zip("ABCDEFGHIJK", PRICES.items(), strict=True))
    parts = (PromptPart("Price", offers=offers, keyed=True), PromptPart("Dice again", False, "", 0, "rolled for you"))
    told = " ".join(shown(Prompt("Twist", (), parts), most=6))
    assert [hint for hint in PRICES.values() if hint not in told] == [PRICES["a random seed"]]


WHEN = "shaking off pursuit or laying a trap"


@pytest.mark.parametrize("rating", ["Pilot", "Empathy, foretelling"])
@pytest.mark.parametrize("width", [80, 120, 200])
def test_when_a_trait_counts_is_told_without_the_arrows(width: int, rating: str) -> None:
    offers = (
        PromptChoice(
            "a", "A Captain Never Abandons His Crew", "once per session; he is not parted from them", on=False
        ),
        PromptChoice("b", "Always One Step Ahead", WHEN, 2, True),
    )
    parts = (
        PromptPart("Counting", False, offers=offers, keyed=True),
        PromptPart("Situation", False, "", 0, "0"),
        PromptPart("Dice", True, "", 0, "roll for me"),
    )
    keys = (("enter", "does it"), ("tab", "next part"), ("↑↓", "modifier"), ("backspace", "back"), ("esc", "leave"))
    answers = ("Captain Elias Mercer", rating, "Challenging")
    rows = shown(Prompt("roll", answers, parts, "+5 vs 0: 100%, tie 0%", keys=keys), width)
    assert WHEN in " ".join(rows)
    assert "Dice ▏roll for me" in " ".join(rows)


def test_the_wounded_fighter_is_the_last_answer_to_go() -> None:
    part = PromptPart("Penalty on", offers=OFFERS, keyed=True, note="1 left; ⏎ gives Athletics −1")
    assert shown(Prompt("wound", ("Captain Elias Mercer", "mild"), (part,)))[0].startswith(" wound › Captain E")


def test_crowded_choices_have_their_own_rows() -> None:
    offers = (
        PromptChoice("a", "Captain Elias Mercer: Always One Step Ahead", number=2, on=False),
        PromptChoice("b", "Felix Cavendish: A Calculated Risk", number=2, on=False),
    )
    parts = (PromptPart("Counting", False, offers=offers, keyed=True), PromptPart("Dice", True, "", 0, "roll for me"))
    first, second = shown(Prompt("opposed", (), parts))[1:3]
    assert first.rstrip() == " Counting  a [ ] +2 Captain Elias Mercer: Always One Step Ahead"
    assert second.rstrip() == " b [ ] +2 Felix Cavendish: A Calculated Risk"


# ------------------------------------------------------------------ room from 30 rows up

KEYS = (("enter", "does it"), ("tab", "next field"), ("↑↓", "modifier"), ("backspace", "back"), ("esc", "leave"))


@pytest.mark.parametrize("width", [80, 120])
def test_roomy_questions_cut_nothing(width: int) -> None:
    part = PromptPart("With", offers=OFFERS[:20], keyed=True)
    rows = " ".join(" ".join(shown(Prompt("manoeuvre", ANSWERS, (part,), LONG, keys=KEYS), width, most=13)).split())
    assert " › ".join(ANSWERS) in rows
    assert LONG in rows
    assert all(offer.label in rows for offer in part.offers)
    assert all(meaning in rows for _, meaning in KEYS)


def test_act_answers_odds_and_choices_stand_in_that_order() -> None:
    offers = (PromptChoice("a", "a long rope", on=False), PromptChoice("b", "a lamp", on=False))
    parts = (PromptPart("Include", False, offers=offers, keyed=True), PromptPart("Dice", True, "", 0, "roll for me"))
    question = Prompt("attack", ("Elias Mercer", "Crewmen ×4", "Shoot"), parts, "4dF+2 vs +1: hits 58%", keys=KEYS)
    for most in (4, 5, 10):
        rows = [row.rstrip() for row in shown(question, 80, most=most)]
        assert rows[:2] == [" attack › Elias Mercer › Crewmen ×4 › Shoot", " 4dF+2 vs +1: hits 58%"]
        assert "a [ ] a long rope" in rows[2]
        assert rows[3].startswith(" Dice ▏")


def test_folded_choices_say_whose_skill_each_is() -> None:
    skills = [
        PromptPart(name, False, offers=(PromptChoice(key, "Combat", number=1),), keyed=True, folded=True)
        for key, name in (("a", "With"), ("b", "Against"))
    ]
    part = PromptPart("Dice", True, "", 0, "roll for me")
    first, second, _ = shown(Prompt("attack", ("Captain Elias Mercer", "Patrolling crewman"), (*skills, part)), most=4)
    assert first.rstrip() == " attack › Captain Elias Mercer › Patrolling crewman"
    assert second.rstrip() == " a With: Combat +1  · b Against: Combat +1"
    assert "a With: Combat +1" in shown(Prompt("attack", ("Ada", "Bob"), (*skills, part)), most=4)[0]


@pytest.mark.parametrize("most", [4, 5, 10, 13, 20])
def test_the_rating_stands_before_the_odds_at_every_size(most: int) -> None:
    skills = [
        PromptPart(name, False, offers=(PromptChoice(key, "Combat", number=1),), keyed=True, folded=True)
        for key, name in (("a", "With"), ("b", "Against"))
    ]
    include = PromptPart("Include", False, offers=(PromptChoice("c", "a long rope", on=False),), keyed=True)
    parts = (*skills, include, PromptPart("Dice", True, "", 0, "roll for me"))
    told = "\n".join(shown(Prompt("attack", ("Ada", "Bob"), parts, "4dF+2 vs +1: hits 58%", keys=KEYS), most=most))
    order = ("attack › Ada › Bob", "a With: Combat +1", "b Against: Combat +1", "hits 58%", "a long rope", "Dice ▏")
    places = [told.index(part) for part in order]
    assert places == sorted(places)


def test_a_long_choice_is_whole_where_its_page_has_room() -> None:
    label = "Strain a die of Focus, Nature or Perception to throw again"
    part = PromptPart("Twist", offers=(PromptChoice("a", label), PromptChoice("b", "Leave it " + "x" * 40)))
    assert label in " ".join(shown(Prompt("twist", (), (part,)), 120, most=12))


def test_the_cursors_hint_is_whole_beside_cut_ones() -> None:
    offers = tuple(PromptChoice(key, f"Name {key}", LONG, on=True, here=key == "c") for key in "abcde")
    parts = (PromptPart("Who", offers=offers), PromptPart("Dice", True, "", 0, "roll for me"))
    rows = [row.strip() for row in shown(Prompt("i", (), parts, "Mercer 4"), 120)]
    assert rows[1] == "Mercer 4"
    assert LONG in " ".join(rows[rows.index(next(row for row in rows if "Name c" in row)) :])


def test_a_hint_longer_than_a_row_continues_on_free_rows() -> None:
    offers = tuple(PromptChoice(key, f"Trait {key} of a long name", LONG, number=2, on=False) for key in "abc")
    parts = (PromptPart("Include", False, offers=offers, keyed=True), PromptPart("Dice", True, "", 0, "roll for me"))
    rows = shown(Prompt("roll", (), parts))
    assert [row.rstrip()[:13] for row in (rows[3], rows[5])] == [" b [ ] +2 Tra", " c [ ] +2 Tra"]
    assert [row[:7].isspace() for row in rows[1:6]] == [False, True, False, True, False]


def test_a_condition_is_whole_on_a_second_row() -> None:
    """The condition of an unanswered trait is read before it is ticked (WE-21)."""
    trait = PromptChoice("A", "Always One Step Ahead", f"{WHEN} for the whole crew", number=2, on=False, then="100%")
    parts = (PromptPart("Include", False, offers=(trait,), keyed=True), PromptPart("Dice", True, "", 0, "roll for me"))
    rows = [row.strip() for row in shown(Prompt("roll", (), parts))]
    assert f"{rows[1]} {rows[2]}".endswith(f"{WHEN} for the whole crew")
    assert sum("crew" in row for row in rows) == 1


def test_typed_fields_without_room_go_on_to_another_row() -> None:
    names = ("Raises", "Tools", "Helper’s tools", "Modifier")
    numbers = (PromptPart(name, False, "", 0, "0") for name in names)
    dice = PromptPart("Dice, separated by ;", True, "", 0, "roll for me")
    rows = shown(Prompt("teamwork", (), (*numbers, dice)))
    assert rows[1].rstrip() == " Raises 0   Tools 0   Helper’s tools 0   Modifier 0"
    assert rows[2].rstrip() == " Dice, separated by ; ▏roll for me"


def test_long_lists_are_whole_where_rows_are_free() -> None:
    labels = [f"Strain a die of Focus, Nature or Poise, in way {n}" for n in range(10)]
    offers = tuple(PromptChoice(key, label) for key, label in zip("abcdefghij", labels, strict=True))
    parts = (PromptPart("Twist", False, offers=offers, keyed=True), PromptPart("Dice", True, "", 0, "roll for me"))
    rows = " ".join(shown(Prompt("twist", (), parts), 120, most=12))
    assert all(label in rows for label in labels)


def test_a_long_list_shares_lines_before_any_are_left_out() -> None:
    """Every part is in sight; of a list without end the last line counts the others."""
    offers = tuple(PromptChoice(key, f"the {what}") for key, what in (("a", "scene"), ("b", "evening")))
    part = PromptPart("What ends", True, offers=offers)
    items = [f"Boon number {number} of Isadora Lovelace" for number in range(16)]
    told = "\n".join(shown(Prompt("end the scene", (), (part,), "\n".join(items))))
    assert all(item in told for item in items)
    assert "more" not in told
    told = "\n".join(shown(Prompt("end the scene", (), (part,), "\n".join(items * 3))))
    seen = sum(told.count(item) for item in items)
    assert f"… {len(items) * 3 - seen} more" in told


def test_chances_are_whole_where_all_have_room() -> None:
    """The hints have no room, but the words for the fall of one of a group have."""
    crew = PromptChoice(
        "b", "Crew of the watch", "hint " * 9, on=False, then="58%, one falls 58%", brief="58%, falls 58%"
    )
    one = PromptChoice("1", "Inspector Julian Hargrave", "hint " * 9, on=False, then="58%")
    page = PromptPart("Target", offers=(*[one] * 5, crew), keyed=True)
    assert "58%, one falls 58%" in " ".join(shown(Prompt("attack", (), (page,))))


def test_twelve_targets_show_both_chances_on_a_small_screen() -> None:
    """Boxes, which other panes show too, are left out before a target loses a chance or the word for it."""
    names = [
        f"Captain Alexander Mercer the {word}" for word in ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")
    ]
    names += [f"Guard {number}" for number in range(6)]
    targets = tuple(
        PromptChoice(
            key, name, on=not at, here=not at, then="62%, out 12%", brief="62%, out 12%", track=track(3, at % 2)
        )
        for at, (key, name) in enumerate(zip("abcdefghijkl", names, strict=True))
    )
    page = PromptPart("Target", offers=targets, keyed=True)
    for sight in range(len(targets)):
        rows = " ".join(shown(Prompt("attack", (), (page._replace(sight=sight),))))
        key = targets[sight].key
        assert re.search(rf" ?{key} \[.\] [^%]* 62%, out 12%", rows), (key, rows)
        assert "/10" not in rows
    alone = shown(Prompt("attack", (), (PromptPart("Target", offers=targets[:2], keyed=True),)))
    assert all("62%, out 12% ■■■□ ◇◇◇ ◇◇ ◇" in row or "62%, out 12% ■■■□ ◆◇◇ ◇◇ ◇" in row for row in alone[1:3])


@pytest.mark.parametrize(("remark", "beside"), [("A second primary action this turn", True), (LONG, False)])
def test_a_remark_on_targets_stands_beside_the_act(remark: str, *, beside: bool) -> None:
    """Without room for it whole, it has lines of its own."""
    target = PromptChoice("a", "Guard", on=True, then="62%, out 12%")
    part = PromptPart("Target", offers=(target,), keyed=True)
    first, second, *_ = shown(Prompt("attack", ("Elias Mercer",), (part,), remark))
    assert first.startswith(" attack › Elias Mercer › Target")
    assert first.endswith(f" {remark} ") is beside
    assert second.startswith(" a [x] Guard: 62%" if beside else f" {remark[:40]}")


def test_a_fact_of_a_preview_begins_a_line_without_cost() -> None:
    odds, gain = "4dF +3 against Challenging (0): success 94%, tie 5%", "success: +1 for Captain Elias Mercer, once"
    assert list_items(f"{odds} · {gain} · no action", 78) == [f"{odds} ·", f"{gain} · no action"]
    assert list_items(f"{odds} · {gain} · no action", 110) == [f"{odds} · {gain} · no action"]
    long = "one fact that is longer than any line of so few cells"
    assert list_items(f"a · {long} · b", 20)[0].startswith("a · one fact")


def test_a_sign_parts_two_facts_wherever_a_line_ends() -> None:
    """Behind the first line of an item, too, which is indented, and between the items of a list that is packed."""
    facts = ("Only on any rating", "Only against anyone", "Only in any act", "Ends with the scene", "counts by itself")
    folded = list_items(f"Viktor gains +2\n{' · '.join(facts)}", 60)
    assert folded[1:] == [
        "Only on any rating · Only against anyone · Only in any act ·",
        "  Ends with the scene · counts by itself",
    ]
    assert list_items(f"First\n{' · '.join(facts)}", 50)[2:] == ["  any act · Ends with the scene · counts by itself"]
    assert pack_items("\n".join(facts[:3]), 42, 5, UNICODE) == [
        "Only on any rating · Only against anyone ·",
        "Only in any act",
    ]


def test_keys_stand_whole_below_many_conditions() -> None:
    """Six things may count at 80×24: each says when, on a row of its own where it must, and the keys are all there."""
    offers = tuple(
        PromptChoice(key, f"Trait {key}", f"{WHEN} {key}", number=1, on=False, then="62%") for key in "ABCDEF"
    )
    sides = (PromptPart("With", False, offers=(PromptChoice("X", "Fight"),), keyed=True, folded=True),)
    typed = (PromptPart("Modifier", False, "", 0, "0"), PromptPart("Dice", True, "", 0, "blank = rolled for you"))
    keys = (("enter", "confirm"), ("tab", "next field"), ("↑↓", "modifier"), ("backspace", "back"), ("esc", "cancel"))
    counted = PromptPart("Include", False, offers=offers, keyed=True)
    preview = "4dF +3 vs +1: hits 62%, mean 1.8, out 26% · Felix uses up disarm, rope and a good deal of other things"
    for width, most in ((80, 5), (100, 10), (120, 13)):
        asked = Prompt("attack", ("Felix Cavendish", "Crewman"), (*sides, counted, *typed), preview, keys=keys)
        rows = [row.rstrip() for row in shown(asked, width, most=most)]
        assert len(rows) <= most + GROWTH
        assert rows[-1].endswith("⏎ confirm  tab next field  ↑↓ modifier  ⌫ back  esc cancel")
        assert all(f"{WHEN} {key}" in " ".join(rows) for key in "ABCDEF")


def test_ticked_choices_stay_in_sight_and_others_are_counted() -> None:
    """The odds against each target are told whole; choices that do not count give way to them."""
    names = ("Ann", "Bob", "Cy", "Dee")
    odds = "\n".join(f"{name}: 4dF +2 against Athletics +1: mean 1.5, out 58%" for name in names)
    words = " ".join(" ".join(shown(asked_with("ABCDEFGHIJ", "AJ", odds))).split())
    assert all(f"{name}: 4dF +2" in words for name in names)
    assert all(f"{key} [x] +1 A trait" in words for key in "AJ")
    off = re.search(r"… (\d+) off", words)
    assert off is not None
    assert int(off[1]) + words.count("[ ]") == 8


def test_choices_stay_in_sight_of_a_long_preview() -> None:
    """A preview that would be cut all the same has the lines that the choices leave; none of them is counted alone."""
    offers = tuple(PromptChoice(key, f"Guest {key}", on=False) for key in "ab")
    preview = "Mr Tarn exits, and there is a good deal more to tell of this. " * 14
    rows = shown(Prompt("begin a scene", ("The Lane",), (PromptPart("Cast who stay", offers=offers),), preview))
    words = " ".join(" ".join(rows).split())
    assert "a [ ] Guest a b [ ] Guest b" in words
    assert " off" not in words


def test_choices_ticked_on_another_page_are_named() -> None:
    rows = shown(asked_with("ABCDEFGHIJKLMN", "AN", "4dF +2 against Athletics +1"))
    assert any(re.search(r"on: A trait.*N  1/2 PgDn", row) for row in rows)
    rows = shown(asked_with("ABCDEFGHIJKLMN", "A", "4dF +2 against Athletics +1"))
    assert any("1 on  1/2 PgDn" in row for row in rows)


def asked_with(keys: str, on: str, preview: str) -> Prompt:
    """A form with choices of which some are on."""
    offers = tuple(
        PromptChoice(key, f"A trait of some length {key}", number=1, on=key in on, then="62%") for key in keys
    )
    counted = PromptPart("Include", False, offers=offers, keyed=True)
    typed = (PromptPart("Modifier", False, "", 0, "0"), PromptPart("Dice", True, "", 0, "blank = rolled for you"))
    sides = (PromptPart("With", False, offers=(PromptChoice("X", "Fight"),), keyed=True, folded=True),)
    third = PromptPart("Targets’ dice", False, "", 0, "Ann; Bob; Cy; Dee (blank = rolled for you)")
    return Prompt("attack", ("Felix Cavendish", "Ann, Bob, Cy, Dee"), (*sides, counted, *typed, third), preview)


def test_a_hint_without_room_hides_no_choice_of_its_neighbour() -> None:
    ability = PromptPart(
        "Ability",
        offers=(PromptChoice("b", "Mind 4/5", here=True), PromptChoice("d", "nothing", "forgo the point")),
        keyed=True,
    )
    bond = PromptPart("A strong bond", offers=(PromptChoice("e", "no", here=True), PromptChoice("f", "yes, one more")))
    rows = shown(Prompt("restore a point", ("Nora Marl",), (ability, bond), "Mind 4→5"))
    assert any("f yes, one more" in row for row in rows)


@pytest.mark.parametrize("width", [10, 20, 30, 40])
@pytest.mark.parametrize("most", [5, 12])
def test_a_form_is_drawn_where_no_choice_fits_its_row(width: int, most: int) -> None:
    """On a screen too narrow for any form the row of the prompt stays, and the keys below it."""
    offers = tuple(PromptChoice(key, key * 24, on=True) for key in "ab")
    parts = (PromptPart("Fighters of this order", True, offers=offers, keyed=True), PromptPart("Dice", False, ""))
    lines = prompt_lines(Prompt("initiative", (), parts), width, UNICODE, most)
    assert all(width_of(line) <= width for line in lines)
    shown = ["".join(text for text, _ in line).strip() for line in lines]
    assert any(line.startswith("Fighters"[: width - 2]) for line in shown)


def test_no_fragment_of_a_hint_stands_behind_the_typed_dice() -> None:
    offers = tuple(PromptChoice(key, f"{key} {LONG[:40]}", f"{LONG} {key}", on=False) for key in "abcdef")
    parts = (PromptPart("Include", False, offers=offers, keyed=True), PromptPart("Dice", True, "", 0, "blank = rolled"))
    rows = shown(Prompt("attack", ANSWERS, parts, LONG, keys=(("enter", "confirm"),)))
    assert ["…" in row for row in rows if "Dice ▏blank = rolled" in row] == [False]


def test_a_long_list_stands_in_two_columns() -> None:
    """A wide screen has room for each hint in two columns; a narrow one has a single column."""
    offers = tuple(PromptChoice(key, f"Fate {key}", "what comes of it and is told") for key in "ABCDEFGHIJ")
    listed = PromptPart("Fate", True, offers=offers, keyed=True, listed=True)
    wide, narrow = (shown(Prompt("fate", (), (listed,)), width, most=20) for width in (120, 60))
    assert [line.split()[1] for line in wide[1:6]] == ["Fate"] * 5
    assert [("F Fate F" in wide[1]), ("J Fate J what comes of it and is told" in wide[5])] == [True, True]
    assert len(narrow) - len(wide) == 5
    few = listed._replace(offers=offers[:6])
    assert len(shown(Prompt("fate", (), (few,)), 120, most=20)) > 6


@pytest.mark.parametrize("others", range(3))
def test_a_hint_longer_than_a_row_is_always_whole(others: int) -> None:
    """Whichever row the highlight stands on, so that no row changes as it moves; few others take it no room."""
    fights = [PromptChoice("a", f"the fight {number}", "stress clears, no more turns") for number in range(others)]
    first = PromptChoice("b", "the time between scenes", LONG[:78])
    second = PromptChoice("c", "the evening", "what works once per session comes back")
    for here in range(others + 2):
        offers = tuple(one._replace(here=at == here) for at, one in enumerate((*fights, first, second)))
        lines = shown(Prompt("end", (), (PromptPart("End", True, offers=offers, keyed=True),), "Nothing expires"))
        assert LONG[:78] in " ".join(" ".join(lines).split())
