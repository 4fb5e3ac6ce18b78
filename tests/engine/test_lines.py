"""Lines of words: how they fall into words and lists, and how an answer is spelt so that it comes back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, Portion
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.line_commands import usage_line
from wyrd_tui.engine.line_spelling import spell_line
from wyrd_tui.engine.line_syntax import parse_line, read_beginning
from wyrd_tui.engine.line_words import split_line
from wyrd_tui.engine.state import State
from wyrd_tui.engine.typed_answers import values_in

_signs = st.sampled_from('ab,\\"# =:*')
_names = st.text(_signs, min_size=1, max_size=8).filter(lambda name: name == name.strip())


def _nothing(state: State, answers: Answers, dice: Dice) -> Iterable[Event]:
    return ()


def command(*asks: Ask) -> Command:
    return Command("take", "", "take", "Takes things.", "Tests", _nothing, asks)


def of(*names: str) -> Ask:
    return Ask("what", "What", "many", lambda state, answers: [Choice(name, name) for name in names])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("note foo\\", ["note", "foo\\"]),
        ("note c:\\temp\\new", ["note", "c:\\temp\\new"]),
        (r"note \"so-called\" art", ["note", '"so-called"', "art"]),
        (r'note "a \"b\" \\ c\d"', ["note", r'a "b" \ c\d']),
        (r"take sword\, rusty", ["take", r"sword\,", "rusty"]),
        ('a "" b""c', ["a", "", "bc"]),
        ("  # a remark", []),
        ("note #2 don't", ["note", "#2", "don't"]),
        ("", []),
    ],
)
def test_a_line_falls_into_words(line: str, words: list[str]) -> None:
    assert split_line(line) == words


@pytest.mark.parametrize("line", ['note "foo', 'note "foo\\"', 'note foo"'])
def test_a_quotation_mark_left_open_is_refused(line: str) -> None:
    with pytest.raises(Refused, match="is never closed"):
        split_line(line)


def test_a_comma_behind_a_backslash_belongs_to_its_value() -> None:
    assert values_in(r"Sword\, rusty, rope,,torch\\,") == ["Sword, rusty", "rope", "torch\\"]


def test_an_answer_with_a_comma_can_be_spelt() -> None:
    take = command(of("Sword, rusty", "Sword", "rusty"))
    answers = {"what": ("Sword, rusty", "rusty")}
    assert spell_line(take, answers, State()) == r'take what="Sword\, rusty,rusty"'
    assert parse_line(spell_line(take, answers, State()), State(), [take]) == (take, answers)


@given(st.lists(_names, min_size=1, max_size=4, unique=True), st.data())
def test_the_line_that_spells_an_answer_gives_it_back(names: list[str], data: st.DataObject) -> None:
    take = command(
        of(*names),
        Ask("which", "Which", "one", lambda state, answers: [Choice(name, name) for name in names]),
        Ask("deal", "Deal", "parts", lambda state, answers: [Choice(name, name) for name in names]),
        Ask("note", "Note", "words"),
    )
    some = data.draw(st.lists(st.sampled_from(names), max_size=3, unique=True))
    answers: Answers = {
        "what": tuple(some),
        "which": data.draw(st.sampled_from(names)),
        "deal": tuple(Portion(name, 2) for name in some),
        "note": data.draw(_names),
    }
    assert parse_line(spell_line(take, answers, State()), State(), [take]) == (take, answers)


_texts = (
    st.text(min_size=1, max_size=12).map(str.strip).filter(bool)
    | _names
    | st.sampled_from(
        ["'", "'tis", "Sword", "Sward", "swo", "'Sword", "'\"", 'a "b" c', "a=b", "#", "none", "#1", "yes"]
    )
)


@given(_texts, _texts, _texts, st.booleans())
def test_any_text_that_is_spelt_reads_back(name: str, page: str, note: str, own: bool) -> None:
    """The mark of own words and quotation marks are no part of a text; a text may begin with either."""
    free = Ask("page", "Page", "one", lambda s, a: [Choice("sword", "Sword"), Choice("ax", "Axe")], free=True, own=own)
    take = command(_words("name"), free, _words("note"))
    answers = {"name": name, "page": page, "note": note}
    assert parse_line(spell_line(take, answers, State()), State(), [take]) == (take, answers)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("take 'tis late", "tis late"),
        ("take text='tis late", "tis late"),
        ('take "\'tis late"', "'tis late"),
        ("take ''tis late", "'tis late"),
        ("take it 'tis", "it 'tis"),
    ],
)
def test_the_apostrophe_of_own_words_is_not_in_the_text(line: str, text: str) -> None:
    """One rule for all questions that take words; between quotation marks the sign is text."""
    assert parse_line(line, State(), [command(_words("text"))])[1] == {"text": text}


def test_own_words_are_never_a_choice() -> None:
    take = command(Ask("page", "Page", "one", lambda s, a: [Choice("sword", "Sword")], free=True))
    assert parse_line("take swo", State(), [take])[1] == {"page": "sword"}
    assert parse_line("take 'swo", State(), [take])[1] == {"page": "swo"}
    assert parse_line('take \'"swo rd"', State(), [take])[1] == {"page": "swo rd"}


def _words(name: str) -> Ask:
    return Ask(name, name.title(), "words")


def test_words_leave_room_for_the_questions_after_them() -> None:
    side = Ask("side", "Side", "one", lambda state, answers: [Choice("foes", "foes"), Choice("party", "party")])
    take = command(_words("name"), side, Ask("note", "Note", "words", default=lambda s, a: "", quiet=True))
    assert parse_line("take Gustav foes", State(), [take])[1] == {"name": "Gustav", "side": "foes", "note": ""}
    assert parse_line('take "Iron Gustav" foes of old', State(), [take])[1]["name"] == "Iron Gustav"
    # All words are taken where no other question waits for one.
    assert parse_line("take Iron Gustav side=foes", State(), [take])[1]["name"] == "Iron Gustav"
    with pytest.raises(Refused, match='Put more than one word for name in quotation marks: "Iron Gustav"'):
        parse_line("take Iron Gustav", State(), [take])


PEOPLE = ("Captain Elias Mercer", "Captain Ada", "Elias")


def test_labels_of_several_words_need_no_quotation_marks() -> None:
    """The longest label that fits is taken, in every kind of question."""

    def choices(*names: str) -> Ask:
        return Ask("who", "Whom", "one", lambda state, answers: [Choice(slug(name), name) for name in names])

    rest = (
        Ask("skill", "Skill", "one", lambda s, a: [Choice("Fine Motor", "Fine Motor"), Choice("Fine", "Fine")]),
        Ask("rung", "Against", "number", lambda s, a: [Choice("2", "Very Hard")]),
    )
    take = command(choices(*PEOPLE), *rest)
    expected = {"who": "captain-elias-mercer", "skill": "Fine Motor", "rung": 2}
    for line in (
        "take Captain Elias Mercer fine motor very hard",
        "take elias mer Fine Motor Very",
        "take who=captain elias mercer skill=fine motor rung=very hard",
        "take skill=Fine Motor who=captain-elias-mercer very hard",
    ):
        assert parse_line(line, State(), [take])[1] == expected, line
    assert parse_line("take elias fine 3", State(), [take])[1] == {"who": "elias", "skill": "Fine", "rung": 3}
    # A quoted word stands for itself.
    with pytest.raises(Refused, match="captain could be"):
        parse_line('take captain "elias" fine 3', State(), [take])


def test_an_article_alone_names_nothing() -> None:
    """The words behind it are what is misspelt, and the refusal names them."""
    take = command(Ask("on", "On", "one", lambda s, a: [Choice("a", "The Door"), Choice("b", "The Ledger")]))
    assert parse_line("take the led", State(), [take])[1] == {"on": "b"}
    with pytest.raises(Refused, match="cannot be “the clerk out”"):
        parse_line("take the clerk out", State(), [take])


def test_a_nickname_in_quotation_marks_belongs_to_its_name() -> None:
    """A name can be typed as the screen shows it."""
    who = Ask("who", "Whom", "one", lambda s, a: [Choice("isa", 'Isadora "Isa" Lovelace'), Choice("al", "Isadora Al")])
    take = command(who, Ask("much", "How much", "number"))
    for line in ('take Isadora "Isa" Lovelace 2', 'take who=isadora "isa" lovelace much=2'):
        assert parse_line(line, State(), [take])[1] == {"who": "isa", "much": 2}, line


def test_lists_and_points_take_labels_of_several_words() -> None:
    def named(state: State, answers: Answers) -> list[Choice]:
        return [Choice(slug(name), name) for name in PEOPLE]

    take = command(Ask("who", "Whom", "many", named), Ask("points", "Points", "parts", named))
    answers = parse_line("take Captain Ada, Captain Elias Mercer Captain Ada:2,Elias:1", State(), [take])[1]
    assert answers["who"] == ("captain-ada", "captain-elias-mercer")
    assert answers["points"] == (Portion("captain-ada", 2), Portion("elias", 1))


@pytest.mark.parametrize("word", ["1", "of=1"])
def test_a_number_means_no_longer_number(word: str) -> None:
    """A line that was spelt for roll 1 finds no roll 12 after it."""
    roll = Ask("of", "Roll", "one", lambda state, answers: [Choice("12", "12 Ada: Fight")])
    with pytest.raises(Refused):
        parse_line(f"take {word}", State(), [command(roll)])
    assert parse_line("take of=12", State(), [command(roll)])[1] == {"of": "12"}


def test_an_unknown_name_is_refused_and_never_taken_as_text() -> None:
    take = command(of("rope"), _words("note"))
    with pytest.raises(Refused, match=r"take has no nte=\. Did you mean note=\? Possible: what=, note=\."):
        parse_line("take rope nte=old", State(), [take])
    with pytest.raises(Refused, match="quotation marks"):
        parse_line("take rope Reads: e=mc2", State(), [take])
    assert parse_line('take rope Reads: "e=mc2"', State(), [take])[1]["note"] == "Reads: e=mc2"
    assert parse_line('take rope "note=Reads: x"', State(), [take])[1]["note"] == "Reads: x"
    assert parse_line("take rope 2+2=4", State(), [take])[1]["note"] == "2+2=4"
    with pytest.raises(Refused, match="what= is written twice"):
        parse_line("take what=rope what=rope old", State(), [take])


def test_game_says_whose_act_is_meant() -> None:
    one = Command("damage", "d", "damage", "Harms.", "Tests", _nothing, (of("ada"),), game="wyrd_engine")
    two = Command("hurt", "d", "damage", "Harms.", "Tests", _nothing, (of("ada"),), game="mettle")
    three = Command("roll", "r", "roll", "Rolls.", "Tests", _nothing, (of("ada"),), game="wyrd_engine")
    rows = [one, two, three]
    assert parse_line("damage ada game=mettle", State(), rows)[0] is two
    assert parse_line("damage game=wyrd engine ada", State(), rows)[0] is one
    assert parse_line("hurt ada game=Wyrd", State(), rows)[0] is one
    assert parse_line("damage ada", State(), rows)[0] is one
    assert parse_line("roll ada game=wyrd_engine", State(), rows)[0] is three
    with pytest.raises(Refused, match="roll belongs to the Wyrd Engine"):
        parse_line("roll ada game=mettle", State(), rows)
    with pytest.raises(Refused, match=r"Game cannot be “metle”\. Did you mean Mettle\?"):
        parse_line("damage ada game=metle", State(), rows)
    other = Command("lose", "d", "damage", "Harms.", "Tests", _nothing, (of("ada"),), game="wyrd_abacus")
    with pytest.raises(Refused, match=r"Write one of game=mettle .hurt., game=wyrd_abacus"):
        parse_line("damage ada", State(), [two, other])
    assert usage_line(one, rows) == "damage WHAT [game=…]"
    assert usage_line(three, rows) == "roll WHAT"


def test_named_text_goes_on_to_the_next_name() -> None:
    take = command(of("rope"), _words("text"), _words("note"))
    answers = parse_line("take rope text=Iron Gustav note=of old days", State(), [take])[1]
    assert (answers["text"], answers["note"]) == ("Iron Gustav", "of old days")
    side = Ask("side", "Side", "one", lambda state, answers: [Choice("foes", "foes")])
    add = command(_words("name"), side)
    assert parse_line("take name=Gustav foes", State(), [add])[1] == {"name": "Gustav", "side": "foes"}


def test_a_second_number_before_a_title_is_refused() -> None:
    """A kind without beads takes none, and they are no part of its title; between quotation marks a title begins so."""
    lay = Command("lay", "", "lay", "", "", _nothing, (Ask("value", "Value", "number"), Ask("title", "Title", "words")))
    for line in ('lay 6 1 "Door"', "lay 6 1 Door"):
        with pytest.raises(Refused, match=r"`lay` has no place for “1”\. Value is 6"):
            parse_line(line, State(), [lay])
    assert parse_line('lay 6 "1 Door"', State(), [lay])[1]["title"] == "1 Door"


def test_a_title_answers_the_question_beside() -> None:
    """The longest label wins; on equal terms the question's own does."""
    on = Ask("on", "Challenge", "one", lambda s, a: [Choice("guard", "Past the guard"), Choice("no", "none")])
    on = replace(on, default=lambda s, a: "no", quiet=True)
    skill = Ask("skill", "Skill", "one", lambda s, a: [Choice("Pilot", "Pilot")], lambda s, a: "Pilot", instead="on")
    rungs = [Choice("2", "Past"), Choice("4", "Hard")]
    rung = Ask("rung", "Against", "number", lambda s, a: rungs, when=lambda s, a: a["on"] == "no", instead="on")
    take = command(on, replace(skill, free=True), rung)
    faced = {"on": "guard", "skill": "Pilot"}
    for line in ("take pilot past the guard", "take past the guard", "take past the guard pilot", "take pilot guard"):
        assert parse_line(line, State(), [take])[1] == faced, line
    assert parse_line("take pilot past", State(), [take])[1] == {"on": "no", "skill": "Pilot", "rung": 2}
    with pytest.raises(Refused, match=r"`take` has no place for “foo”. Write take \[on=…\] SKILL RUNG"):
        parse_line("take pilot past the guard foo", State(), [take])
    assert read_beginning("take pilot past the guard", State(), [take])[1].answers == faced


def test_an_unknown_name_lists_game_among_the_known() -> None:
    one = Command("damage", "d", "damage", "Harms.", "Tests", _nothing, (of("ada"),), game="wyrd_engine")
    two = Command("hurt", "d", "damage", "Harms.", "Tests", _nothing, (of("ada"),), game="mettle")
    with pytest.raises(Refused, match=r"damage has no gmae=\. Did you mean game=\? Possible: what=, game=\."):
        parse_line("damage ada gmae=mettle", State(), [one, two])


def test_a_refusal_names_the_command_as_the_line_does() -> None:
    tick = Command("tick", "", "advance", "", "", _nothing, (Ask("beads", "Beads", "number"),))
    for word in ("tick", "advance"):
        with pytest.raises(Refused, match=rf"`{word}` has no place for “3”\. Write {word} BEADS\."):
            parse_line(f"{word} 2 3", State(), [tick])
        with pytest.raises(Refused, match=f"{word} has no foo="):
            parse_line(f"{word} foo=3", State(), [tick])
