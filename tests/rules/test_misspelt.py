"""Misspelt ratings, and ratings that no sheet and no list has (WE-08, WE-10, C-20)."""

from __future__ import annotations

import pytest

from tests.commands import BY_ID
from tests.rules.tables import MERCER, Play, bonus, someone, trait
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.state import WYRD_ENGINE
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.questions.outcomes import Done, StillOpen

ANN = someone("ann", "Ann", {"Fight": 2, "Athletics": 1, "Navigation": 2})
BOB = someone("bob", "Bob", {"Fight": 1}, side="foes")
THUG = someone("thug", "Thug", {"Combat": 1}, side="foes", kind="mook", track="none")


@pytest.mark.parametrize(
    ("line", "word", "meant"),
    [
        ("roll ann athletcs 0", "athletcs", "Athletics"),
        ("roll bob navigaton 0", "navigaton", "Navigation"),
        ("attack ann bob skill=Figth", "Figth", "Fight"),
        ("attack ann bob defend=Athletcs", "Athletcs", "Athletics"),
        ("oppose ann bob Notise", "Notise", "Notice"),
        ("oppose ann bob Notice defend=Wlil", "Wlil", "Will"),
        ("manoeuvre ann push bob skill=Athletcs", "Athletcs", "Athletics"),
        ("manoeuvre ann push bob defend=Athletcs", "Athletcs", "Athletics"),
        ("boost ann preparation Notise", "Notise", "Notice"),
        ("boost ann preparation Notice only=Figth", "Figth", "Fight"),
        ("help-ally bob thug Notise", "Notise", "Notice"),
        ("initiative skill=Notise", "Notise", "Notice"),
        ("reading initiative Notise", "Notise", "Notice"),
        ("give ann 1 boost luck skill=Notise", "Notise", "Notice"),
        ("grant ann Lens kind=bonus skill=Notise", "Notise", "Notice"),
        ("usual ann attack Figth", "Figth", "Fight"),
        ("roll thug Shoto 0", "Shoto", "Shoot"),
        ("attack thug ann skill=Shoto", "Shoto", "Shoot"),
        ("manoeuvre ann push thug defend=Fihgt", "Fihgt", "Fight"),
        ("edit-challenge door skills Fihgt", "Fihgt", "Fight"),
        ("edit-challenge door skills Fihgt, Basketry", "Fihgt", "Fight, Basketry"),
        ("edit-challenge door skills Notise, Fihgt", "Notise” and “Fihgt", "Notice, Fight"),
    ],
)
def test_every_act_asks_about_a_misspelt_rating(line: str, word: str, meant: str) -> None:
    """The line is refused with the name that was meant; nothing rolls at 0, nor by a mook's number (WE-90)."""
    play = Play(ANN, BOB, THUG)
    play("challenge obstacle 2 Door")
    play.refuses(line, f"“{word}”", f"Did you mean {meant}?")


def test_a_rating_of_no_list_is_confirmed() -> None:
    """Said to be meant, it rolls at 0; on a sheet or a list it needs no word."""
    play = Play(ANN, BOB)
    play.refuses("roll ann Basketry 0", "“Basketry” counts 0", "no sheet and no list", "“sure=yes”")
    play("roll ann Basketry 0 sure=yes dice=0000")
    assert play.total == 0
    play("roll ann Stealth 0 dice=0000")
    play("roll bob Navigation 0 dice=0000")
    assert play.total == 0


def test_new_ratings_are_accepted_unless_likely_misspelt() -> None:
    """A new name needs no word; a slip of a known one asks first."""
    play = Play(ANN, BOB)
    play("rate ann Basketry 2")
    play.refuses("rate ann Notise 2", "Did you mean Notice?")
    play("rate ann Notise 2 sure=yes")
    assert play.sheet("ann").ratings["Notise"] == 2


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("roll ann usual 0", "usual"),
        ("roll ann nobody 0", "nobody"),
        ("roll ann any 0", "any"),
        ("oppose ann bob usual", "usual"),
        ("oppose ann bob Notice defend=usual", "usual"),
        ("attack ann bob skill=usual", "usual"),
        ("usual ann attack any", "any"),
        ("grant ann Lens kind=bonus skill=any", "any"),
    ],
)
def test_a_word_for_no_rating_is_confirmed_as_any_other(line: str, word: str) -> None:
    """A word such as `nobody` counts 0 in other questions only after it is confirmed (WE-08)."""
    Play(ANN, BOB).refuses(line, f"“{word}” counts 0", "no sheet and no list")


def test_words_for_no_rating_stand_where_they_are_offered() -> None:
    """WE-43, WE-51, WE-53, WE-76."""
    play = Play(ANN, BOB, THUG)
    play("initiative skill=usual dice=0000;0000;0000")
    play("attack ann bob defend=usual dice=0000 theirs=0000")
    play("manoeuvre ann push bob defend=nobody against=0 dice=0000")
    play("boost ann preparation Notice only=any against=0 dice=0000")
    play("give ann 1 boost luck skill=any")
    play.refuses("roll ann nobodi 0", "“nobodi” counts 0: no sheet and no list has this name. To keep")


def test_skills_of_a_challenge_are_kept_where_meant() -> None:
    """A slip said to be meant, a new name and a list without slips are written (WE-10)."""
    play = Play(ANN, BOB)
    play("challenge obstacle 2 Door")
    play("edit-challenge door skills fight, Basketry")
    play("edit-challenge door to=Fihgt field=skills sure=yes")
    assert play.state.challenges["door"].skills == ("Fihgt",)
    play("edit-challenge door title Fihgt")


def test_a_rating_of_no_list_for_initiative_is_confirmed() -> None:
    """The house rule takes a slip or a name of no list only where it is meant; other rules ask nothing (WE-51)."""
    play = Play(ANN, BOB)
    play.refuses("reading initiative Basketry", "“Basketry” counts 0", "no sheet and no list", "“sure=yes”")
    play("reading initiative Notise sure=Notice")
    assert play.state.rules["initiative"] == "Notice"
    play("reading initiative Notise sure=yes")
    assert play.state.rules["initiative"] == "Notise"
    play("reading initiative Navigation")
    play("reading track pool")


def test_a_line_may_name_the_rating_that_was_meant() -> None:
    """The second answer stands in the place of the first."""
    play = Play(ANN)
    play("roll ann athletcs 0 sure=athletics dice=0000")
    assert (play.roll.score.rating, play.total) == ("Athletics", 1)


def test_we_90_a_mooks_number_serves_for_any_word() -> None:
    """A mook's only rating is rolled for any word, so no roll is at 0 (WE-90)."""
    play = Play(THUG, ANN)
    play("roll thug Smashing 0 dice=0000")
    assert play.total == 1


@pytest.mark.parametrize("rating", ["lens", "Lens", "lens sure=yes", "Lens sure=yes"])
@pytest.mark.parametrize("who", ["ann", "bob"])
def test_we_16_a_trait_is_no_rating_for_anybody(who: str, rating: str) -> None:
    """The owner is told how the trait counts, and everybody else that it is a trait, sure or not."""
    play = Play(someone("ann", "Ann", {"Fight": 2}, trait("Lens", bonus("Fight"))), BOB)
    advice = "`with=lens` counts it" if who == "ann" else "such as Will"
    play.refuses(f"roll {who} {rating} against=0", "Lens is a trait of Ann, not a rating. Write a rating", advice)
    play.refuses(f"oppose bob ann Will defend={rating}", "Lens is a trait of Ann, not a rating")


def test_prompt_suggests_the_misspelt_rating() -> None:
    """A misspelt rating brings a question with the nearest name first, and one key takes it."""
    asking = Asking(BY_ID["roll"], Play(ANN).state, {"actor": "ann", "rung": 0})
    asking.start()
    for key in ("'", *"athletcs", "enter"):
        assert asking.key(key, key if len(key) == 1 else None) == StillOpen()
    question = asking.question()
    assert [choice.label for choice in question.parts[0].offers] == ["Athletics", "athletcs"]
    assert "Did you mean Athletics?" in question.preview
    assert asking.key("a", "a") == StillOpen()
    done = asking.key("enter")
    assert isinstance(done, Done)
    assert done.answers["skill"] == "Athletics"


def test_answers_much_like_a_choice_are_refused() -> None:
    play = Play(ANN, THUG)
    play.refuses("manoeuvre ann disram thug", "Manoeuvre cannot be “disram”. Did you mean disarm?", "write 'disram.")
    play('manoeuvre ann "disram" thug dice=0000 theirs=0000')
    play("manoeuvre ann 'tickle thug dice=0000 theirs=0000")


@pytest.mark.parametrize(
    ("line", "marked"), [("wound ann mild zorb", "wound ann mild 'zorb"), ("fate ann gno", "fate ann 'gno")]
)
def test_own_words_need_an_apostrophe_where_a_slip_would_harm(line: str, marked: str) -> None:
    """WE-61, WE-66."""
    play = Play(ANN, THUG)
    play("mark-box ann mild 1")
    play.refuses(line, "cannot be “", "Possible: ", f"write {marked.split()[-1]}.")
    play(marked)
    assert play.state.acts == 2


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("Figth", "Fight"),
        ("athletcs", "Athletics"),
        ("Kombat", "Combat"),
        ("Alwys", "Ahead, Always One Step"),
    ],
)
@pytest.mark.parametrize(("track", "line"), [("we", "{}:1"), ("we", "Zorb:1,{}:1"), ("draft-severity", "Zorb,{}")])
def test_we_61_a_slip_for_a_wound_leads_to_the_known_name(track: str, line: str, slip: str, meant: str) -> None:
    """Names of no sheet are known, too; own words are advised only where they are taken (WE-61, C-20)."""
    sheet = MERCER.sheets[WYRD_ENGINE]
    play = Play(someone("ann", "Ann", sheet.ratings, *sheet.traits, track=track))
    play("mark-box ann mild 1")
    with pytest.raises(Refused) as refused:
        play(f"wound ann mild {line.format(slip)}")
    assert str(refused.value) == f"Skill or trait cannot be “{slip}”. Did you mean {meant}?"
    play.refuses(f"wound ann mild '{slip}", f"Ann has no skill or trait called {slip}. Did you mean {meant}?")
    play("wound ann mild Fight")
    assert [hurt.name for row in play.sheet("ann").track for hurt in row.hurts] == ["Fight"]


def test_dice_at_the_lines_end_are_typed_dice() -> None:
    """WE-01."""
    play = Play(ANN, THUG)
    play("roll ann Fight 0 ++00")
    assert play.state.rolls[-1].score.faces == (1, 1, 0, 0)
    play.refuses("roll ann Fight 0 zz", "has no place for “zz”")


def test_a_word_that_begins_several_acts_names_their_labels_too() -> None:
    """`set` is more often meant for a rating than for an act whose name happens to begin with it."""
    Play(ANN).refuses("set ann athletics 2", "“set a rating”. Write one of them")


def test_rename_leads_to_the_command_for_names() -> None:
    Play(ANN).refuses("rename ann Bob", "There is no command “rename”. Write edit: Change a name")


def test_we_61_a_second_skill_without_a_comma_shows_the_comma() -> None:
    """WE-61: a penalty is split by a list, whose names a line joins by commas."""
    play = Play(MERCER)
    play("damage mercer 9")
    play.refuses("wound mercer moderate shoot athletics", "Write a comma between several: Shoot,athletics.")
