"""Manoeuvres and the advantages that they bring (WE-75, WE-76)."""

from __future__ import annotations

import pytest

from tests.commands import BY_ID
from tests.rules.tables import BLACKWOOD, DRAKE, FELIX, GRAVES, MERCER, Play, someone


@pytest.mark.parametrize(
    ("what", "own", "theirs", "condition"),
    [
        ("disarm", "Fight", "Fight", "disarmed"),
        ("grapple", "Fight", "Athletics", "grappled"),
        ("push", "Athletics", "Athletics", "pushed"),
        ("feint", "Deceive", "Notice", None),
        ('"suppressing fire"', "Shoot", "Will", "pinned-in-cover"),
        ("intimidate", "Provoke", "Will", "demoralised"),
    ],
)
def test_we_75_six_manoeuvres(what: str, own: str, theirs: str, condition: str | None) -> None:
    """Skills, an effect for the scene, an advantage with owner, target and end, and no damage (WE-75)."""
    able = someone("ann", "Ann", {own: 2})
    foe = someone("bob", "Bob", {theirs: 1}, side="foes", kind="full")
    play = Play(able, foe)
    play(f"manoeuvre ann {what} bob dice=+000 theirs=0000")
    assert (play.roll.score.rating, play.roll.against[0].rating) == (own, theirs)
    assert (play.total, play.roll.against[0].total, play.roll.hits) == (3, 1, ())
    assert play.is_("bob") == ({condition} if condition else set())
    advantage = play.bonuses()[0]
    assert (advantage.owner, advantage.against, advantage.value, advantage.ends) == ("ann", "bob", 1, "use")
    play("end scene")
    assert (play.is_("bob"), play.bonuses()) == (set(), [])


def test_we_75_the_log_says_how_long_a_condition_lasts() -> None:
    """Also of one in the GM's own words, which may last longer (WE-75, WE-76)."""
    play = Play(MERCER, FELIX, DRAKE)
    done = play("manoeuvre mercer push drake dice=++++ theirs=----")
    assert "Drake is pushed until the scene ends" in done.lines
    assert play("condition felix hidden").lines[0] == "Felix is hidden until the scene ends"
    assert "scene" not in play("condition drake lame ends=never").lines[0]


def test_we_75_names_of_one_skill_are_one() -> None:
    """Mercer feints with Deception, which the setting calls Deceive (C-20)."""
    play = Play(MERCER, DRAKE)
    play("manoeuvre mercer feint drake dice=0000 theirs=0000")
    assert (play.roll.score.rating, play.total) == ("Deception", 2)
    assert (play.roll.against[0].rating, play.roll.against[0].total) == ("Awareness", 1)


def test_we_76_the_advantage_counts_once_against_its_target() -> None:
    """The advantage is offered at the next roll against its target, gone after it, and back on undo (WE-76)."""
    play = Play(BLACKWOOD, DRAKE, GRAVES)
    play.play("manoeuvre blackwood grapple drake dice=++++ theirs=0000")
    play("attack blackwood graves dice=0000 theirs=0000")
    assert play.total == 2
    play("attack blackwood drake dice=0000 theirs=0000")
    assert play.total == 3
    assert play.bonuses() == []
    play.session.undo()
    assert len(play.bonuses()) == 1


@pytest.mark.parametrize("whose", ["graves", "drake"])
@pytest.mark.parametrize(
    "line", ["fate graves captured", "fate graves dead", "concede graves gold", "dismiss graves", "damage graves 5"]
)
def test_we_75_a_grappler_who_is_out_lets_go(line: str, whose: str) -> None:
    """WE-75: nobody is held by one who acts no longer; the advantage, also an ally's, goes with the hold."""
    play = Play(BLACKWOOD, GRAVES, DRAKE)
    play(f"manoeuvre graves grapple blackwood for={whose} dice=++++ theirs=----")
    play("fate drake captured" if whose == "graves" else "damage drake 1")
    assert play.is_("blackwood") == {"grappled"}, "the other foe holds nobody"
    assert "Jonathan is no longer grappled: Graves lets go" in play(line).lines
    assert play.is_("blackwood") == set()
    assert play.bonuses() == []
    play.session.undo()
    assert play.is_("blackwood") == {"grappled"}


def test_we_75_an_advantage_in_the_gms_words_holds_nobody() -> None:
    """WE-75: it stays as a grappler lets go, though it is called a grapple."""
    play = Play(BLACKWOOD, GRAVES, DRAKE)
    play("give drake 2 advantage grapple against=blackwood")
    play("manoeuvre graves grapple blackwood dice=++++ theirs=----")
    play("fate graves dead")
    assert [(bonus.owner, bonus.label) for bonus in play.bonuses()] == [("drake", "grapple")]


def test_we_76_a_weak_fighter_stacks_bonuses() -> None:
    """Advantages of several manoeuvres add up in one attack, also for another character (WE-76)."""
    play = Play(FELIX, BLACKWOOD, DRAKE)
    play("manoeuvre felix feint drake for=blackwood dice=++++ theirs=----")
    play("manoeuvre felix push drake for=blackwood value=2 dice=++++ theirs=----")
    play("attack blackwood drake dice=0000 theirs=0000")
    assert play.total == 5


def test_we_76_free_manoeuvres() -> None:
    """A manoeuvre in the GM's own words works against a target or a rung, and may hinder the target (WE-76)."""
    play = Play(FELIX, DRAKE)
    play('manoeuvre felix "swing the lamp" drake Crafts nobody against=2 dice=0000 with=none')
    assert (play.roll.label, play.roll.outcome) == ("Formidable (+2)", "success")
    assert play.bonuses()[0].label == "swing the lamp"
    play('manoeuvre felix "blind him" drake Crafts Athletics for=drake value=-2 dice=0000 theirs=0000 with=none')
    play("attack drake felix dice=0000 theirs=0000")
    assert play.total == 0


@pytest.mark.parametrize(
    ("ratings", "rolled"),
    [
        ({"Lore": 2, "Empathy": 1}, "Lore"),
        ({"Shoot": 0, "Lore": 2}, "Lore"),
        ({"Fight": 1, "Lore": 3}, "Fight"),
    ],
)
def test_we_76_an_own_manoeuvre_suggests_no_untrained_rating(ratings: dict[str, int], rolled: str) -> None:
    """WE-08, WE-76: what one fights with, else the best of the sheet; nothing that counts 0."""
    play = Play(someone("tam", "Tam", ratings), DRAKE)
    play("manoeuvre tam 'chant drake dice=0000 theirs=0000")
    assert play.roll.score.rating == rolled


def test_we_76_a_failed_manoeuvre_brings_nothing_and_a_tie_asks() -> None:
    """A failed manoeuvre brings nothing; a tie waits for the GM's ruling (WE-76)."""
    play = Play(BLACKWOOD, DRAKE)
    play("manoeuvre blackwood disarm drake dice=---- theirs=0000")
    assert play.bonuses() == []
    play("manoeuvre blackwood disarm drake dice=0000 theirs=0000")
    assert play.waiting() == ["ruling"]
    play("ruling success")
    assert play.is_("drake") == {"disarmed"}


def test_we_76_situation_modifiers() -> None:
    """A free modifier counts in one roll, a lasting hindrance until its end (WE-76)."""
    play = Play(BLACKWOOD)
    play("roll blackwood Fight 0 dice=0000 mod=-3")
    assert play.total == -1
    play("give blackwood -1 situation darkness")
    play.play("roll blackwood Fight 0 dice=0000", "roll blackwood Fight 0 dice=0000")
    assert play.total == 1
    play("end scene")
    assert play.bonuses() == []


def test_we_76_a_manoeuvre_against_nobody() -> None:
    """An obstacle that nobody answers is a target too: a rung is asked for, and the advantage is against anybody."""
    play = Play(FELIX, DRAKE)
    act = play('manoeuvre felix "swing the lamp" nobody Crafts against=2 dice=0000 with=none')
    assert (play.roll.against, play.roll.label, play.roll.outcome) == ((), "Formidable (+2)", "success")
    assert act.lines == (
        "SUCCESS by 1 · Felix tries “swing the lamp”: 0000, Crafts +3 = 3 against Formidable (+2)",
        "Felix gains +1: advantage, swing the lamp",
    )
    assert play.bonuses()[0].against == ""
    play("attack felix drake skill=Crafts dice=0000 theirs=0000 with=tinkerer,advantage-swing-the-lamp")
    assert play.total == 6
    assert "against Formidable (+2)" in play.preview('manoeuvre felix "swing the lamp" nobody Crafts against=2', "dice")


def test_we_76_a_manoeuvre_needs_nobody_else() -> None:
    """A lone character still tries one; a named manoeuvre then puts nobody into a condition."""
    play = Play(FELIX)
    act = play("manoeuvre felix push against=0 dice=++++ mod=1")
    assert act.lines[0].startswith("SUCCESS by 5 · ")
    assert play.is_("felix") == set()
    play.refuses("manoeuvre felix push drake", "drake", "nobody")


def test_we_75_a_manoeuvre_needs_its_own_rating() -> None:
    """Suppressing fire rolls Shoot and disarming rolls Fight, untrained where the sheet lacks them (WE-09, WE-75)."""
    corn = someone("corn", "Corn", {"Fight": 1, "Lore": 3})
    isa = someone("isa", "Isa", {"Lore": 3, "Will": 2})
    play = Play(corn, isa, DRAKE)
    play("attack isa drake skill=Lore dice=---- theirs=++++")
    for who, what, rating in (
        ("corn", "disarm", "Fight"),
        ("corn", '"suppressing fire"', "Shoot"),
        ("isa", "disarm", "Fight"),
        ("isa", "grapple", "Fight"),
    ):
        play(f"manoeuvre {who} {what} drake dice=0000 theirs=0000")
        assert play.roll.score.rating == rating


def test_a_manoeuvre_names_the_rating_that_it_rolls() -> None:
    """WE-10, WE-75: where the sheet knows Fight as Combat, the list says Combat."""
    play = Play(MERCER, DRAKE)
    which = BY_ID["manoeuvre"].asks[1].choices(play.state, {"who": "mercer"})
    assert {c.value: c.hint for c in which}["disarm"] == "Combat"


def test_we_76_ratings_of_a_manoeuvre_have_their_odds() -> None:
    """The list of ratings tells the chance of each against the target or the rung, as the preview does (WE-76)."""
    play = Play(FELIX, DRAKE)
    for line in ('manoeuvre felix "oil" drake', 'manoeuvre felix "oil" nobody against=2'):
        rows = play.offered(f"{line} skill=Crafts", "skill")
        for skill in ("Crafts", "Investigate"):
            assert f" {rows[skill].then}" in play.preview(f"{line} skill={skill} with=none", "dice")
        assert rows["Crafts"].then != rows["Investigate"].then


def test_initiative_names_the_rating_that_all_roll() -> None:
    """WE-51: Awareness on every sheet stands for Notice in the question too."""
    play = Play(MERCER, someone("crew", "Crew", {"Shoot": 1}, side="foes", kind="mook"))
    first = BY_ID["initiative"].asks[0].choices(play.state, {})[0]
    assert (first.value, first.label) == ("usual", "Awareness")


def test_we_51_initiative_says_what_each_fighter_rolls() -> None:
    """The rating of each, and what counts in it, stands beside the name; another rating for all changes it."""
    play = Play(MERCER, someone("crew", "Crew", {"Shoot": 1}, side="foes", kind="mook"))
    play("give mercer 2 boost alert act=initiative")
    asked = BY_ID["initiative"].asks[1].choices
    assert {c.value: c.hint for c in asked(play.state, {})} == {
        "mercer": "Awareness +1, alert +2 = +3",
        "crew": "Notice +1",
    }
    assert [c.hint for c in asked(play.state, {"skill": "Pilot"})][-1].startswith("Pilot")


def test_we_76_a_target_under_the_name_of_the_difficulty_is_refused() -> None:
    """A slip for `target=` takes no other word for the target, and names the right one (WE-76)."""
    play = Play(MERCER, DRAKE, FELIX)
    for word in ("drake", "Drak", "admiral lucius"):
        written = f'"{word}"' if " " in word else word
        told = play.refuses(
            f"manoeuvre mercer disarm against={written} felix", f"For a character write target={written}."
        )
        assert told.startswith("against= takes a number, and ")
    play("manoeuvre mercer disarm target=drake dice=0000 theirs=0000")
    play("manoeuvre mercer disarm nobody against=Difficult dice=0000")
    assert play.roll.value == 1
