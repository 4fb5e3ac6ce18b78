"""Costs of wounds (WE-60 … WE-65, WED-09, C-07, C-35)."""

from __future__ import annotations

import pytest

from tests.commands import BY_ID
from tests.rules.tables import CASEBOOK, DRAKE, JOSEPHINE, MERCER, THUG, Play, bonus, on, someone, trait
from wyrd_tui.engine.commands import Answers, Portion
from wyrd_tui.engine.rules.wyrd_engine.attack import ATTACK
from wyrd_tui.engine.setting import Setting


@pytest.mark.parametrize(("row", "penalty"), [("mild", 1), ("moderate", 2), ("severe", 3)])
def test_we_60_penalties(row: str, penalty: int) -> None:
    """Mild, moderate and severe cost 1, 2 and 3 (WE-60)."""
    play = on("we")
    play.play(f"mark-box ann {row} 1", f"wound ann {row} Fight", "roll ann Fight 0 dice=0000")
    assert play.total == 2 - penalty


def test_we_61_a_penalty_may_be_split() -> None:
    """−2 Fight and −1 Athletics make a severe wound; −2 and −2 do not; nothing less does (WE-61)."""
    play = on("we")
    play("mark-box ann severe 1")
    play.refuses("wound ann severe Fight:2,Athletics:2", "costs 3", "4")
    play.refuses("wound ann severe Fight:2", "costs 3")
    play.refuses("wound ann severe Fight:4,Athletics:-1")
    play.refuses("wound ann mild Fight")
    play("wound ann severe Fight:2,Athletics:1")
    assert play.hurts("ann", "severe") == {"Fight": 2, "Athletics": 1}
    assert play.waiting() == []


def test_we_61_parts_without_a_number_share_the_rest() -> None:
    """Two names split a moderate wound evenly; one name takes all that is left (WE-61)."""
    play = on("we")
    play.play("mark-box ann moderate 1", "wound ann moderate Fight,Athletics")
    assert play.hurts("ann", "moderate") == {"Fight": 1, "Athletics": 1}
    play("wound ann moderate Fight")
    assert play.hurts("ann", "moderate") == {"Fight": 2}
    play.play("mark-box ann severe 1", "wound ann severe Will:1,Fight")
    assert play.hurts("ann", "severe") == {"Will": 1, "Fight": 2}
    play.refuses("wound ann severe Will,Fight", "name:points")


def test_we_61_a_penalty_that_moves_says_from_where_to_where() -> None:
    """An assigned wound says what it weighs on before another is chosen (WE-61)."""
    play = on("we")
    play("mark-box ann mild 1")
    assert play.preview("wound ann mild Fight", "hurts") == ""
    play("wound ann mild Fight")
    assert play.offered("wound ann mild Athletics", "row")["mild"].hint == "−1, now on Fight −1"
    assert play.preview("wound ann mild Athletics", "hurts") == "moves from Fight −1 to Athletics −1"


def test_we_62_once_per_category_and_categories_add() -> None:
    """Three mild boxes cost 1; mild and moderate on Athletics cost 2."""
    play = Play(MERCER)
    play.play("damage mercer 7", "wound mercer mild Athletics", "roll mercer Athletics 0 dice=0000")
    assert play.total == 0
    play.play("damage mercer 1", "wound mercer moderate Athletics:1,Awareness:1", "roll mercer Athletics 0 dice=0000")
    assert play.total == -1


def test_we_65_until_the_category_is_healed() -> None:
    """++00 with Athletics +1 and −2 is 1; after days of rest 3 (WE-65)."""
    play = Play(MERCER)
    play.play("mark-box mercer moderate 1", "wound mercer moderate Athletics", "roll mercer Athletics 0 dice=++00")
    assert play.total == 1
    play.play("rest days", "roll mercer Athletics 0 dice=++00")
    assert play.total == 3


def test_wed_09_a_penalty_in_full_on_each() -> None:
    """Josephine has −2 on Athletics and −2 on Fight, though neither is on her sheet (WED-09)."""
    play = Play(JOSEPHINE)
    play.play("mark-box josephine stress 5", "damage josephine 2")
    assert play.waiting() == ["wound"]
    play("wound josephine moderate each=Athletics,Fight")
    assert play.hurts("josephine", "moderate") == {"Athletics": 2, "Fight": 2}
    play("roll josephine Fight 0 dice=0000")
    assert play.total == -2
    assert play.waiting() == []


@pytest.mark.parametrize(
    ("track", "chosen", "style"),
    [
        ("we", "by-track", "split"),
        ("draft-rows", "by-track", "each"),
        ("draft-severity", "by-track", "each"),
        ("draft-severity-boxes", "by-track", "each"),
        ("we", "each", "each"),
        ("draft-rows", "split", "split"),
    ],
)
def test_c_35_split_or_each(track: str, chosen: str, style: str) -> None:
    """The text splits, the draft hurts each in full, and the table may read it otherwise."""
    play = on(track, penalty=chosen)
    play("mark-box ann moderate 1")
    if style == "split":
        play("wound ann moderate Fight,Athletics")
        assert play.hurts("ann", "moderate") == {"Fight": 1, "Athletics": 1}
    else:
        play("wound ann moderate each=Fight,Athletics")
        assert play.hurts("ann", "moderate") == {"Fight": 2, "Athletics": 2}


def test_c_35_a_table_of_the_draft() -> None:
    """At a table of draft tracks a wound hurts each rating in full (C-35)."""
    play = Play(someone("ann", "Ann", {"Fight": 2}, track="2/1"), rules={"track": "draft-rows"})
    play.play("mark-box ann mild 1", "wound ann mild each=Fight,Will")
    assert play.hurts("ann", "mild") == {"Fight": 1, "Will": 1}


def test_c_35_the_texts_own_track_at_a_table_of_the_draft() -> None:
    """Four, three, two and one box are the text's track wherever it is played: its penalties are split."""
    play = Play(someone("ann", "Ann", {"Fight": 2}, track="4/3/2/1"), rules={"track": "draft-rows"})
    play.play("mark-box ann mild 1", "wound ann mild Fight")
    assert play.hurts("ann", "mild") == {"Fight": 1}
    assert "mild wound costs 1" in play.refuses("wound ann mild Fight:1,Will:1")


def test_c_07_severe_on_all_that_is_physical() -> None:
    """−3 falls on every physical skill without being asked, by damage, by hand and by a shot alike."""
    for line in ("damage ann 10", "mark-box ann severe 1", "instant-wound ann severe"):
        play = on("we", severe="all-physical", out_at="overflow")
        play(line)
        assert play.hurts("ann", "severe") == {"Athletics": 3, "Fight": 3, "Shoot": 3}
        play("roll ann Fight 0 dice=0000")
        assert play.total == -1


def test_c_07_wound_asks_without_a_list_of_physical_skills() -> None:
    """With no list of physical skills, a severe wound hits in full the ratings that the GM names (C-07)."""
    ann = someone("ann", "Ann", {"Fight": 2})
    play = Play(ann, rules={"severe": "all-physical"}, setting=Setting())
    play("mark-box ann severe 1")
    assert play.waiting() == ["wound"]
    play("wound ann severe each='Fight,Climb")
    assert play.hurts("ann", "severe") == {"Fight": 3, "Climb": 3}


def test_a_wound_hurts_under_every_name_of_the_skill() -> None:
    """A penalty on Fight weighs on Mercer's Combat, which the setting says is the same (C-20)."""
    play = Play(MERCER)
    play.play("mark-box mercer mild 1", "wound mercer mild Fight", "roll mercer Combat 0 dice=0000")
    assert play.total == 0
    assert CASEBOOK.aliases["Combat"] == "Fight"


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("roll ogre Notice 0 dice=0000", 1),
        ("manoeuvre ogre push ann dice=0000 theirs=0000", 1),
        ("attack ogre ann skill=Fight dice=0000 theirs=0000", 1),
        ("oppose ogre ann Notice defend=Fight dice=0000 theirs=0000", 1),
        ("roll ogre Shoot 0 dice=0000", 3),
    ],
)
def test_we_65_a_wound_on_everything_lowers_all_it_stands_for(line: str, total: int) -> None:
    """WE-65, WE-90: in every act alike, but not what has a number of its own."""
    ogre = someone("ogre", "Ogre", {"Everything": 2, "Shoot": 3}, side="foes", kind="full")
    play = Play(ogre, someone("ann", "Ann", {"Fight": 2}))
    play.play("mark-box ogre mild 1", "wound ogre mild Everything")
    play(line)
    assert play.total == total


def test_we_65_a_wound_on_everything_slows_too() -> None:
    """WE-49, WE-65: initiative falls with the number for everything."""
    play = Play(someone("ogre", "Ogre", {"Everything": 2}, side="foes", kind="full"))
    play.play("mark-box ogre mild 1", "wound ogre mild Everything", "initiative dice=0000")
    assert play.place("ogre").score == 1


def test_we_65_a_wound_on_everything_costs_once() -> None:
    """WE-65, C-35: a trait that the wound does not name loses nothing beside the rating."""
    rage = trait("Rage", bonus("Fight"))
    play = Play(someone("ogre", "Ogre", {"Everything": 2}, rage, kind="full"))
    play.play("mark-box ogre mild 1", "wound ogre mild Everything", "roll ogre Fight 0 with=rage dice=0000")
    assert play.total == 2 - 1 + 2


def test_every_wound_that_counts_is_named() -> None:
    """The log names each category with its number."""
    play = on("we", out_at="overflow")
    play.play("damage ann 10", "wound ann mild Fight", "wound ann moderate Fight", "wound ann severe Fight")
    line = play("roll ann Fight 0 dice=0000").lines[0]
    assert "Fight +2, mild wound −1, moderate wound −2, severe wound −3 = −4" in line


@pytest.mark.parametrize(
    ("word", "meant"),
    [("Athletcs", "Athletics"), ("fihgt", "Fight"), ("Stelth", "Stealth"), ("Unstable Prototipe", "Prototype")],
)
@pytest.mark.parametrize("style", ["hurts", "each"])
def test_we_61_a_misspelt_skill_takes_no_wound(word: str, meant: str, style: str) -> None:
    """A word much like a skill or trait that is known but not one is refused: it would weigh on nothing."""
    cara = someone("cara", "Cara", {"Fight": 2, "Athletics": 1}, trait("Unstable Prototype"))
    play = Play(cara, rules={"penalty": "each" if style == "each" else "split"})
    play("mark-box cara mild 1")
    sentence = play.refuses(f'wound cara mild "{style}={word}"', word, "Did you mean", meant)
    assert "`rate`" in sentence


def test_we_61_a_wound_may_hurt_an_unlisted_skill() -> None:
    """Skills off the list are legal, other names of a skill are known, and an odd name is forced by rating it."""
    play = Play(MERCER)
    play.play("mark-box mercer mild 1", "wound mercer mild 'Ballooning")
    assert play.hurts("mercer", "mild") == {"Ballooning": 1}
    play("wound mercer mild Combat")
    play("wound mercer mild Deceive")
    assert play.hurts("mercer", "mild") == {"Deceive": 1}
    play.refuses("wound mercer mild Pilots", "Did you mean Pilot?")
    play.play("rate mercer Pilots 0 sure=yes", "wound mercer mild Pilots")
    assert play.hurts("mercer", "mild") == {"Pilots": 1}


@pytest.mark.parametrize(
    ("ratings", "defend", "found"),
    [
        ({"Lore": 3, "Shoot": 1}, "Athletics", "Shoot"),
        ({"Stealth": 1, "Lore": 3}, "Stealth", "Stealth"),
        ({"Lore": 3, "Athletics": 1}, "Lore", "Lore"),
        ({"Lore": 3, "Athletics": 1}, "", "Athletics"),
        ({"Lore": 4, "Physique": 1, "Shoot": 2}, "", "Shoot"),
        ({"Lore": 3, "Archery": 1}, "Athletics", "Archery"),
    ],
)
def test_we_61_a_penalty_is_suggested_that_fits_the_hit(ratings: dict[str, int], defend: str, found: str) -> None:
    """The rating of the last defence, else the usual one, else the best of the body on the sheet (WE-61, C-07)."""
    play = Play(someone("ann", "Ann", ratings, track="we"), DRAKE)
    if defend:
        play(f"attack drake ann defend={defend} dice=++++ theirs=0000")
    play("mark-box ann mild 1")
    ask = next(ask for ask in BY_ID["wound"].asks if ask.name == "hurts")
    assert ask.default(play.state, {"who": "ann", "row": "mild"}) == (Portion(found, 1),)


def test_we_61_a_line_names_the_penalty() -> None:
    """Nothing of a sheet goes unasked: a line that names no rating is refused (WE-61)."""
    play = Play(someone("ann", "Ann", {"Lore": 3, "Stealth": 1}, track="we"), DRAKE)
    play("mark-box ann mild 1")
    for line in ("wound ann", "wound ann mild"):
        play.refuses(line, "Which skill or trait? Lore, Stealth")
    play("wound ann mild Lore")
    assert play.hurts("ann", "mild") == {"Lore": 1}


def test_we_60_only_wounded_actors_are_asked_for_a_penalty() -> None:
    """A character without a wound is not on offer, and where nobody has one the act does not apply."""
    play = on("we")
    assert BY_ID["wound"].when(play.state) == "No character has a wound. `damage` marks the boxes of a hit."
    assert BY_ID["wound"].asks[0].why(play.state, "ann") == "Ann has no wound."
    play("mark-box ann severe 1")
    assert BY_ID["wound"].when(play.state) == ""
    assert [choice.value for choice in BY_ID["wound"].asks[0].choices(play.state, {})] == ["ann"]


def test_we_61_the_suggested_rating_heads_the_list() -> None:
    """Fight, with which Ann defended, stands before the better Lore (WE-61)."""
    play = Play(someone("ann", "Ann", {"Lore": 3, "Fight": 1}, track="we"), DRAKE)
    play.play("attack drake ann defend=Fight dice=++++ theirs=0000", "damage ann 5")
    ask = next(ask for ask in BY_ID["wound"].asks if ask.name == "hurts")
    assert next(iter(ask.choices(play.state, {"who": "ann", "row": "mild"}))).value == "Fight"


def test_we_53_a_wounded_attacker_is_told_of_a_better_rating() -> None:
    """WE-53, WE-61: the rating of the sheet stays; nothing is said of one that no wound lowers."""
    play = Play(MERCER, THUG)

    def told() -> str:
        usual: Answers = {"who": "mercer", "target": ("thug",), "skill": "Shoot", "mod": 0}
        return ATTACK.remark(play.state, usual)

    assert "better" not in told()
    play.play("damage mercer 7", "wound mercer mild Shoot", "damage mercer 2", "wound mercer moderate Shoot")
    assert told().splitlines()[0] == "Combat +1 is better now: wounds lower Shoot +2 to −1"
