"""Recovery, defeat and what comes after it (WA-45 … WA-51, C-24, U-21)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.commands import BY_ID, COMMANDS
from tests.rules.abacus.tables import (
    ADA,
    BOB,
    CREATURE,
    CY,
    FIEND,
    SHUTTERS,
    Story,
    character,
    denizen,
    hurt,
    rod,
    scratched,
    with_wyrd,
)
from wyrd_tui.engine.deeds import shares
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.nouns.wyrd_abacus import memory_of
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.wyrd_abacus.game import ladder
from wyrd_tui.engine.state import Actor


def faced(*people: Actor) -> Story:
    """A table whose scene is over, with a challenge that everybody faced in it."""
    story = Story(rod("mob", "Threat", 2), people=people or (ADA, BOB, CY))
    story.play("face mob * dice=6", "end scene")
    return story


def test_wa_45_a_character_turned_antagonist_is_a_challenge() -> None:
    """Body 6 is Threat 6, though fewer are left; another score may be meant, and another type (WA-45)."""
    story = Story(people=(hurt(character("dee", 6, 4, 5), body=4), BOB))
    assert story("antagonist dee threat").lines == (
        "New challenge Dee, turned: Threat 6",
        "Dee turns against the party",
    )
    assert story.state.actors["dee"].side == "foes"
    found = ladder(story.state, "dee", "Body")
    assert (found.rungs, found.title) == ((), "Dee: turned against the party, faces nothing")
    story.refuses("turned bob", "Which type of challenge?")
    story("antagonist bob wits ability=soul")
    assert story.state.challenges["bob-turned"].value == 6
    story.refuses("antagonist bob frightful", "“frightful”", "Possible")


def test_wa_46_facing_a_challenge_returns_a_point() -> None:
    """Each character who faced a challenge gets one lost point back, never above the start (WA-46)."""
    story = faced(hurt(ADA, body=2, soul=2), BOB, hurt(CY, mind=1))
    assert [item.answers["who"] for item in story.pending()] == ["ada", "cy"]
    assert story.log("restore-point ada ability=soul") == "Ada recovers: Soul 4→5"
    assert story.waiting() == ["restore-point"]
    story.refuses("restore-point ada", "has a point back already")
    story.refuses("restore-point cy ability=body", "“body”", "an ability that lacks points")
    assert list(story.offered("restore-point cy", "ability")) == ["mind", "nothing"]
    story("restore-point cy")
    assert story.now("cy") == "2/7/6"


def test_wa_46_no_point_without_facing_a_challenge() -> None:
    """A character gets no point back before the scene's end, and none without facing a challenge (WA-46)."""
    story = Story(rod("mob", "Threat", 2), people=(hurt(ADA, body=1), hurt(BOB, body=1)))
    story("face mob ada dice=6")
    story.refuses("restore-point ada", "come back after a scene")
    story("end scene")
    story.refuses("restore-point bob", "Bob faced no challenge")


def test_wa_46_nothing_is_owed_where_nothing_is_gone() -> None:
    """The whole, the scratched and the defeated have nothing to choose (WA-46)."""
    story = Story(rod("mob", "Threat", 2), people=(ADA, scratched(hurt(BOB, body=1), "body"), scratched(CY, "body")))
    story.play("face mob * dice=6", "lose cy body 1", "defeat cy dice=", "end scene")
    assert story.waiting() == []


def test_wa_47_a_strong_bond_gives_one_more() -> None:
    """A strong bond, at the narrator's word, restores one more point, never above the start (WA-47)."""
    story = faced(hurt(ADA, body=3), hurt(BOB, body=1))
    assert story.log("restore-point ada bond=yes") == "Ada recovers by a strong bond: Body 2→4"
    assert story.log("restore-point bob bond=yes") == "Bob recovers by a strong bond: Body 3→4"


def test_wa_47_the_bonds_point_may_go_to_another_ability() -> None:
    """The point for a bond goes to the ability that lacks most, or to another that the GM names (WA-47)."""
    story = faced(hurt(ADA, body=1, mind=2, soul=1), hurt(BOB, body=3, mind=1))
    assert story("restore-point ada ability=body bond=yes").lines == (
        "Ada recovers: Body 4→5",
        "Ada recovers by a strong bond: Mind 2→3",
    )
    story("restore-point bob ability=body bond=yes more=mind")
    assert story.now("bob") == "2/5/6"


def test_wa_46_one_point_comes_back_for_one_scene() -> None:
    """A consequence after a recovery gives no second recovery (U-22)."""
    story = Story(rod("mob", "Threat", 7), people=(hurt(ADA, body=1, mind=1), BOB))
    story.play("face mob ada dice=1", "draw accept", "end scene", "restore-point ada ability=mind")
    story("consequence damage who=ada points=1")
    assert story.waiting() == []
    story.refuses("restore-point ada", "come back after a scene")
    story.play("begin Next", "challenge threat 2 Dog", "face dog ada dice=6", "end scene")
    assert story.waiting() == ["restore-point"]


@pytest.mark.parametrize(("mind", "settled"), [(0, True), (1, False)])
def test_wa_48_one_ability_that_lacks_points_is_not_asked_for(mind: int, settled: bool) -> None:
    """A rest takes it without a question, and so does any reason of the story (WA-48, WA-49)."""
    story = Story(people=(hurt(ADA, soul=3, mind=mind), BOB), between=True)
    for name in ("recuperate", "regain"):
        (ask,) = (ask for ask in BY_ID[name].asks if ask.name == "ability")
        assert ask.settled(story.state, {"who": "ada"}) is settled


def test_wa_46_a_final_roll_says_that_no_point_comes_back() -> None:
    """Of those alone who faced a challenge and lack points; the end of the scene asks them nothing (WA-41, WA-46)."""
    story = Story(rod("mob", "Threat", 2), people=(hurt(ADA, soul=2), BOB, hurt(CY, mind=1)))
    story.play("face mob ada,bob dice=6")
    told = BY_ID["final"].remark
    assert told(story.state, {"who": ("ada", "bob", "cy")}) == "From now on no point comes back to Ada, Bob and Cy"
    assert told(story.state, {"who": ("bob",)}) == "From now on no point comes back to Bob"
    story.play("final", "end scene")
    assert story.waiting() == []


def test_wa_46_a_final_roll_says_that_the_open_question_goes() -> None:
    story = Story(rod("mob", "Threat", 2), people=(hurt(ADA, soul=2, mind=1), BOB))
    story.play("face mob ada,bob dice=6", "end scene")
    assert story.waiting() == ["restore-point"]
    told = BY_ID["final"].remark(story.state, {"who": ("ada", "bob")})
    assert told == "From now on no point comes back to Ada and Bob; the open question about one goes"
    assert ";" not in BY_ID["final"].remark(story.state, {"who": ("bob",)})
    story.play("final")
    assert story.waiting() == []


def test_wa_48_a_proper_rest_gives_a_point_for_every_six() -> None:
    """Soul 3 of 6, dice 6,6,2,3,1,4: 5 of 6; no 6, nothing (WA-48)."""
    story = Story(people=(hurt(ADA, soul=3), BOB), between=True)
    assert story.preview("recuperate ada soul", "dice") == "6 dice, a point or more in 67%"
    rolled = "Ada rests: Soul dice 6 6 2 3 1 4, 2 sixes"
    assert story.log("recuperate ada soul dice=662314").splitlines() == [rolled, "Ada regains: Soul 3→5"]
    assert story.log("recuperate ada soul dice=111111").splitlines() == [
        "Ada rests: Soul dice 1 1 1 1 1 1, no 6",
        "Ada’s Soul stays at 5 of 6",
    ]
    story("recuperate ada soul dice=666666")
    assert story.now("ada") == "5/4/6"
    story.refuses("recuperate ada soul", "No character lacks points")
    assert memory_of(story.state).sixes == 0


def test_wa_49_points_behind_a_scratch_are_there_again() -> None:
    """A scratch at once leaves the points, and mending it tells how many these are (WA-30, WA-49)."""
    story = Story(people=(hurt(ADA, body=2), BOB))
    story("scratch ada body")
    assert story.log("unscratch ada body") == "Ada’s Body is no longer scratched out: 3 of 5"


def test_wa_49_the_scratched_comes_back_by_the_story_alone() -> None:
    """No way to regain a point offers it, and each says what mends it; then the act that does (WA-49)."""
    people = (scratched(hurt(ADA, body=5, mind=1), "body"), BOB)
    story = faced(*people)
    for line in ("restore-point ada ability=body", "recuperate ada body", "regain ada body"):
        story.refuses(line, "“body”", "choose an ability", "unscratch")
    assert [list(story.offered(f"{word} ada", "ability")) for word in ("recuperate", "regain")] == [["mind"]] * 2
    story.refuses("unscratch bob body", "“bob”", "Possible: ada")
    story.refuses("unscratch ada mind", "“mind”", "Possible: body")
    assert story.log("unscratch ada body note=hospital") == "Ada’s Body is no longer scratched out (hospital): 0 of 5"
    story("regain ada body")
    assert story.now("ada") == "1/3/6"
    Story().refuses("unscratch ada", "No ability is scratched out")


def down(
    *, wyrd: int = 0, pool: int = 4, pages: tuple[Page, ...] = (), cast: tuple[Actor, ...] = (FIEND, CREATURE)
) -> Story:
    """A table where Cy is defeated."""
    people = (ADA, BOB, with_wyrd(scratched(CY, "body"), wyrd))
    story = Story(people=people, pool=pool, pages=pages, cast=cast)
    story("lose cy body 1")
    return story


def test_wa_28_the_ladder_of_the_defeated_is_empty() -> None:
    found = ladder(down().state, "cy", "Body")
    assert (found.rungs, found.title) == ((), "Cy: defeated: maimed, faces nothing")


def test_wa_40_a_roll_of_the_defeated_names_the_moved_countdown() -> None:
    """A Wyrd roll of the defeated moves countdowns too (WA-40, WA-50)."""
    story = down(wyrd=2)
    story("challenge countdown 4 Queen")
    assert "a 6 in 31%, each 6 moves Queen ·" in story.preview("defeat cy", "dice")


@pytest.mark.parametrize(("dice", "fate"), [("26", "a significant impediment"), ("55", "gone from the tale")])
def test_wa_50_the_defeated_roll_their_wyrd(dice: str, fate: str) -> None:
    """C-24: a 6, and they stand in the way of the others; with 2 dice that is 30.6% (WA-50)."""
    story = down(wyrd=2)
    assert story.waiting() == ["defeat"]
    fates = "on a 6 Cy comes back as an impediment, else gone from the tale"
    assert story.preview("defeat cy", "dice") == f"2 dice, a 6 in 31% · {fates}"
    assert fate in story.log(f"defeat cy dice={dice}")
    assert story.waiting() == []
    assert fate in next(c.note for c in story.state.actors["cy"].conditions if c.id == "defeated")


def test_wa_50_each_question_tells_the_roll_until_it_is_thrown() -> None:
    """The odds stand on the line until the last Enter throws the dice (WA-50, WA-51)."""
    story = down(wyrd=2)
    told = story.preview("defeat cy", "dice")
    assert story.preview("defeat cy player=later", "player") == told
    asked = story.preview('defeat cy player="new character" name=Ann', "name")
    assert asked == f"{told} · Ann enters · Kim plays Ann, who needs a Body, a Mind and a Soul"
    asked = story.preview("defeat cy player=denizen denizen=fiend", "denizen")
    assert asked.startswith(f"{told} · The Fiend enters · The Fiend is Kim’s character from now on")
    story("defeat cy dice=12")
    assert story.preview("defeat cy player=wyrd", "player") == ""


@pytest.mark.parametrize(("dice", "fate"), [("12", "2 · Cy is gone from"), ("26", "6 · Cy will be a significant")])
def test_wa_50_dice_that_have_fallen_have_no_odds(dice: str, fate: str) -> None:
    """WA-50: once the dice are typed, the line tells what they bring and no chance of a 6."""
    told = down(wyrd=2).preview(f'defeat cy dice={dice} player="new character" name=Ann', "name")
    assert told.startswith(fate)
    assert "a 6 in" not in told


def test_wa_36_no_six_is_foretold_of_no_dice() -> None:
    """Without Wyrd the result is 1: what a 6 would bring is left out (WA-36, WA-50, WA-57)."""
    story = down(wyrd=0)
    story.play('challenge foreboding 4 Sleeper springs="no six"', "challenge taint 4 Song springs=six")
    assert story.preview("defeat cy", "dice") == "no dice: the result is 1 · Cy is gone from the tale"
    assert story.preview("wyrd ada", "dice") == "no dice: the result is 1"
    assert "a 6" not in story.preview("final ada", "dice")


def test_wa_51_a_rating_makes_nobody_a_lender() -> None:
    """The GM corrects the Wyrd that a defeated player lends, and writes none for those who play on (WA-51)."""
    story = down(wyrd=2)
    story.refuses('rate ada "wyrd to lend" 3', "Ada has no Wyrd to lend: only a defeated character")
    story.play("defeat cy dice=12", "defeat cy player=wyrd")
    assert story.log('rate cy "wyrd to lend" 1') == "Cy’s Wyrd to lend: 2→1"


def test_wa_50_the_wyrd_is_rolled_once() -> None:
    """Deciding later what the player does rolls no second time (WA-50)."""
    story = down(wyrd=2)
    story("defeat cy dice=12")
    said = story.log("defeat cy player=wyrd")
    assert said == "Kim acts with the Wyrd from now on\nCy’s Wyrd to lend: 0→2"
    story.refuses("defeat cy", "Cy’s fate is decided: acting with the Wyrd", "recover cy")
    later = down(wyrd=2)
    later("defeat cy dice=12")
    later.refuses("defeat cy player=later", "“later”")
    later.refuses("defeat ada player=wyrd", "“ada”", "Ada is not defeated")
    Story().refuses("defeat", "No character is defeated")


def test_wa_51_two_points_a_scene_for_others() -> None:
    """A defeated player's two lent points pay for attempts or draws, and expire with the scene (WA-51, U-21)."""
    story = down(pool=1, wyrd=0)
    story("defeat cy player=wyrd")
    story.play("challenge logic 6 Lock", "challenge threat 7 Mob")
    story("face lock ada ada/body:2 lent=cy dice=6")
    assert (story.pool, story.own_wyrd("ada"), story.to_lend("cy")) == (1, 1, 1)
    story("face mob bob bob:2 dice=3")
    assert story.offers("draw bob", "taker") == ["accept", "bob", "cy/bob"]
    story.refuses("draw cy/bob points=2", "Cy has 1 to lend")
    story("draw cy/bob")
    assert (story.pool, story.own_wyrd("bob"), story.to_lend("cy"), story.own_wyrd("cy")) == (1, 1, 0, 0)
    story("draw bob")
    assert "OVERCOME" in story.session.done[-1].act.lines[0]


@pytest.mark.parametrize("line", ["lose cy body 1", "scratch cy body"])
def test_wa_31_a_defeat_that_ends_an_open_question_says_so(line: str) -> None:
    """WA-31, WA-46, WA-49: the point that was owed is not lost without a word, though another ability lacks one."""
    story = faced(ADA, scratched(hurt(CY, mind=2), "body"))
    story("begin Next")
    assert "restore-point" in story.waiting()
    assert story.log(line).endswith("No point comes back to Cy: defeated")
    assert "restore-point" not in story.waiting()


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ("ada/body:2", "costs 1 of 3 Wyrd (Ada takes 1), "),
        ("ada/body:2 lent=cy", "Cy lends 1 of 2, the scene keeps 3 (Ada takes 1), "),
        (
            "ada/body:1,ada/soul:1,bob/body:1 lent=cy",
            "Cy lends 2 of 2, the scene pays 1 of 3 (Ada takes 2 and Bob takes 1), ",
        ),
    ],
)
def test_wa_51_the_line_says_who_pays_for_the_attempt(points: str, told: str) -> None:
    """The scene pays what nobody lends, and only with a loan is it said who lends how much (WA-19, WA-51)."""
    story = down(pool=3, wyrd=0)
    story.play("defeat cy player=wyrd", "challenge logic 9 Lock")
    assert told in story.preview(f"face lock ada,bob {points}", "dice")


def test_wa_51_lent_points_expire_with_each_scene() -> None:
    """A defeated player's points to lend expire with the scene and are two again in the next (WA-51)."""
    story = down()
    story.play("defeat cy player=wyrd", "end scene")
    assert story.to_lend("cy") == 0
    story("begin Next")
    assert story.to_lend("cy") == 2


def test_wa_54_lent_wyrd_pays_no_toll() -> None:
    """The toll comes from the scene's pool, never from Wyrd that a defeated player lends (WA-54, WA-51)."""
    story = down(pool=0, pages=(SHUTTERS,))
    story.play("defeat cy player=wyrd", "challenge pressure 4 Vicar")
    story.refuses("face vicar ada dice=6", "no Wyrd left", "attempt at Pressure", "lent Wyrd does not count")
    story.refuses("face vicar ada ada/body:1 lent=cy dice=6", "no Wyrd left")
    story.play("pool 1", "face vicar ada ada/body:1 lent=cy dice=6")
    assert (story.pool, story.to_lend("cy"), story.own_wyrd("ada")) == (0, 1, 2)


def test_wa_54_the_line_of_a_toll_offers_no_loan() -> None:
    """WA-54: lent Wyrd pays for other abilities, and is named only where they are given."""
    story = down(pages=(SHUTTERS,))
    story.play("defeat cy player=wyrd", "challenge pressure 4 Vicar")
    points = next(ask for ask in BY_ID["face"].asks if ask.name == "points")

    def told(given: str) -> str:
        _, answers = parse_line(f"face vicar ada {given} dice=6", story.state, COMMANDS)
        return points.preview(story.state, {name: answer for name, answer in answers.items() if name != "lent"})

    assert "costs 1 of 4 Wyrd by Close The Shutters" in told("ada:1")
    assert "can be lent" not in told("ada:1")
    assert "2 can be lent" in told("ada/body:1")


def test_wa_51_a_denizen_is_adopted() -> None:
    """The new character may be a prepared denizen; if its abilities are missing, the log says so (WA-51)."""
    nell = denizen("nell", "Nell", 3, 6, 6)
    story = down(cast=(CREATURE, nell))
    said = story.log("defeat cy player=denizen denizen=nell")
    assert "Nell enters\nNell is Kim’s character from now on\nOpen to the players: Nell" in said
    assert "needs a Body" not in said
    assert (story.state.actors["nell"].side, story.state.actors["nell"].player) == ("party", "Kim")
    assert ("became Kim’s character",) in [deeds for name, deeds in shares(story.session.done) if name == "Nell"]
    story("influence nell body")
    other = down(cast=(CREATURE,))
    assert "The Beast needs a Body, a Mind and a Soul" in other.log("defeat cy player=denizen denizen=beast")
    other.play("abilities beast body=3 mind=6 soul=6", "influence beast body")


def test_wa_51_present_denizen_becomes_a_player_character() -> None:
    """The new character may be a denizen who is present, but none who is out of the tale (WA-51)."""
    story = Story(
        people=(ADA, scratched(CY, "body"), denizen("nell", "Nell", 3, 6, 6), denizen("tom", "Tom", 5, 5, 5)), cast=()
    )
    story.play("lose cy,tom body 9", "lose tom body 1", "defeat cy dice=")
    assert story.offers("defeat cy player=denizen denizen=nell", "denizen") == ["nell"]
    story("defeat cy player=denizen denizen=nell")
    assert story.state.actors["nell"].kind == "pc"


def test_wa_51_new_character_replaces_a_defeated_one() -> None:
    """A new character for a defeated player enters with the player's name; `abilities` gives it scores (WA-51)."""
    story = down()
    assert "Kim plays Dee" in story.log("defeat cy player=new name=Dee dice=")
    assert (story.state.actors["dee"].player, story.state.actors["dee"].kind) == ("Kim", "pc")
    assert "Dee has no Body, Mind and Soul yet" in story.hints()
    story.refuses("defeat cy player=wyrd", "replaced by Dee")
    story.play("abilities dee body=5 mind=5 soul=5", "end scene", "begin Next")
    assert story.pool == 4
    assert story.now("dee") == "5/5/5"


@pytest.mark.parametrize("first", ["wyrd", "denizen denizen=nell", '"new character" name=Dee'])
@pytest.mark.parametrize("second", ["wyrd", "denizen denizen=nell", '"new character" name=Eve'])
def test_wa_51_defeated_player_has_one_new_role(first: str, second: str) -> None:
    """A defeated player has one of three new roles; another is refused until the first is taken back (WA-51)."""
    story = down(cast=(CREATURE, denizen("nell", "Nell", 3, 6, 6)))
    story(f"defeat cy player={first} dice=")
    if "nell" not in second or "nell" not in first:
        story.refuses(f"defeat cy player={second}", "Cy’s fate is decided")
    chosen = next(condition.id for condition in story.state.actors["cy"].conditions if condition.id != "defeated")
    story(f"recover cy {chosen}")
    if "nell" not in first:
        story(f"defeat cy player={second}")


def test_wa_51_a_players_character_belongs_to_the_party() -> None:
    """An added player character joins the party, and any other stays neutral (WA-51)."""
    story = down()
    story.play("add Dee kind=pc", "add Rat")
    assert [story.state.actors[who].side for who in ("dee", "rat")] == ["party", "others"]


def test_defeated_characters_are_refused_everywhere() -> None:
    """Defeated characters are refused for challenges, Wyrd, presence, escape, Wyrd rolls and rest."""
    story = down()
    story("challenge threat 4 Mob")
    for line in ("face mob cy", "take cy", "present cy", "escape cy", "wyrd cy"):
        story.refuses(line, "“cy”")
    story("lose ada body 1")
    story.refuses("recuperate cy body", "Cy is defeated")


def test_wa_45_antagonists_have_different_titles() -> None:
    """A second antagonist of one character has its kind in the title; a second of the same kind is refused (WA-45)."""
    story = Story(people=(ADA, BOB))
    story.play("antagonist ada threat", "antagonist ada wits")
    assert [one.title for one in story.state.challenges.values()] == ["Ada, turned", "Ada, turned (Wits)"]
    story.refuses("antagonist ada wits", "“Ada, turned (Wits)” is on the abacus already")


def test_wa_45_defeated_character_may_become_an_antagonist() -> None:
    """The antagonist's value is the defeated character's former score, not the points left of it (WA-45)."""
    story = down()
    story.play("defeat cy dice=", "antagonist cy logic")
    assert story.state.challenges["cy-turned"].value == 7
    assert replace(story.state.actors["cy"], side="party").out


@pytest.mark.parametrize("where", ["scene", "evening"])
def test_wa_46_the_end_does_not_deny_a_point_that_is_open(where: str) -> None:
    """A point of Ada’s comes back by an answer; beside that question the end says what is true (WA-46)."""
    story = Story(rod("mob", "Threat", 7), pool=0)
    story.play("face mob ada ada:1 dice=6", *(["end scene"] if where == "evening" else []))
    first = ["Scene 1 ends"] if where == "scene" else []
    assert story.preview(f"end {where}", "what").splitlines() == [
        *first,
        "Open: Ada faced or suffered a challenge: which point comes back?",
        "Nothing expires and nothing comes back by itself",
    ]
