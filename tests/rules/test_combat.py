"""Attacks, several targets, weapons (WE-48, WE-53 … WE-56, WE-63, WE-64, WE-77 … WE-80, C-34, U-01, U-09, U-10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.tables import (
    BLACKWOOD,
    CREWMAN,
    DRAKE,
    FELIX,
    GRAVES,
    HARGRAVE,
    MERCER,
    THUG,
    Play,
    bonus,
    someone,
    trait,
)
from wyrd_tui.engine.sheet import Hurt, Row
from wyrd_tui.engine.state import WYRD_ENGINE


def test_we_48_one_track_for_every_kind_of_harm() -> None:
    """Mental damage fills the same boxes; only the words differ (WE-48)."""
    play = Play(MERCER)
    act = play('damage mercer 3 "a psychic scream"')
    assert play.marks("mercer") == "3/0/0/0"
    assert "(a psychic scream)" in act.lines[0]


def test_we_53_usual_skills_of_attack_and_defence() -> None:
    """The best of Fight and Shoot attacks, Athletics or Fight defends, or what the sheet says (WE-53)."""
    play = Play(MERCER, DRAKE, FELIX)
    play("attack mercer drake dice=0000 theirs=0000")
    assert (play.roll.score.rating, play.roll.against[0].rating) == ("Shoot", "Combat")
    play("attack drake felix dice=0000 theirs=0000")
    assert play.roll.against[0].rating == "Athletics"
    play.play("usual felix defend Will", "attack drake felix dice=0000 theirs=0000")
    assert play.roll.against[0].total == 1
    play("attack drake felix defend=Crafts dice=0000 theirs=0000")
    assert play.roll.against[0].rating == "Crafts"


def test_we_53_a_fighter_unable_to_parry_dodges_untrained() -> None:
    """WE-53, WE-61: the best usual defence is the suggestion, written on the sheet or not."""
    nora = someone("nora", "Nora", {"Fight": 1, "Will": 3}, side="foes")
    track = (Row("mild", "Mild", 3, marks=1, penalty=3, hurts=(Hurt("Fight", 3),)),)
    wounded = replace(nora, sheets={WYRD_ENGINE: replace(nora.sheets[WYRD_ENGINE], track=track)})
    defences = []
    for one in (nora, wounded):
        play = Play(MERCER, one)
        play("attack mercer nora dice=0000 theirs=0000")
        defences.append((play.roll.against[0].rating, play.roll.against[0].total))
    assert defences == [("Fight", 1), ("Athletics", 0)]


@pytest.mark.parametrize(("theirs", "damage"), [("+000", []), ("0000", [1]), ("++00", [])])
def test_we_54_and_wed_03_a_hit_needs_more(theirs: str, damage: list[int]) -> None:
    """2 against 2 is the defender's, 2 against 1 is 1 damage (WE-54, WED-03)."""
    play = Play(BLACKWOOD, THUG)
    play(f"attack blackwood thug skill=Fight dice=0000 theirs={theirs}")
    assert [hit.damage for hit in play.roll.hits] == damage
    assert play.waiting() == (["damage"] if damage else [])


def test_we_55_and_wed_02_the_worked_attack() -> None:
    """Blackwood +++- and +2 is 4, the thug +--0 and +1 is 0: 4 damage (WE-55, WED-02, G-08)."""
    play = Play(BLACKWOOD, THUG)
    act = play("attack blackwood thug dice=+++- theirs=+--0")
    assert (play.total, play.roll.against[0].total, play.roll.hits[0].damage) == (4, 0, 4)
    assert act.lines[0].startswith("HIT 4 · ")


def test_we_55_a_weapon_counts_by_its_trait() -> None:
    """A sabre's +2 raises the attack, a coat's the defence (WE-55)."""
    ann = someone("ann", "Ann", {"Fight": 1}, trait("Sabre", bonus("Fight"), when="dueling", gear=True))
    bob = someone("bob", "Bob", {"Athletics": 0}, trait("Coat", bonus("Athletics"), gear=True), side="foes")
    play = Play(ann, bob)
    play("attack ann bob dice=+000 theirs=0000")
    assert not play.roll.hits
    play("attack ann bob dice=+000 theirs=0000 with=sabre")
    assert play.roll.hits[0].damage == 2
    play("attack ann bob dice=+000 theirs=0000 with=none,sabre")
    assert play.roll.hits[0].damage == 4


def test_we_56_damage_without_an_attack() -> None:
    """A shockwave of 3 is simply dealt, to several at once (WE-56)."""
    play = Play(MERCER, FELIX)
    play("damage mercer,felix 3 the shockwave")
    assert (play.marks("mercer"), play.marks("felix")) == ("3/0/0/0", "3/0/0/0")


def test_we_55_the_log_names_fighters_briefly() -> None:
    """Each has the short name of the rows of the order, for as long as no other has it too (WE-55)."""
    attack = "attack felix weir skill=Crafts defend=Fight dice=++0+ theirs=0000"
    play = Play(FELIX, someone("weir", "Witch of the Weir", {"Fight": 0}))
    assert play(attack).lines[0].startswith("HIT 6 · Felix attacks Witch: ")
    assert play("damage weir").lines[0] == "WOUND mild · Witch takes the hit: stress 0→4, mild 0→2"
    play = Play(FELIX, someone("weir", "Witch of the Weir", {"Fight": 0}), someone("other", "Felix Brown", {}))
    assert play(attack).lines[0].startswith("HIT 6 · Felix Cavendish attacks Witch: ")


def test_attack_on_several_targets() -> None:
    """An attack stands against each of several defences; a bonus bound to one foe is left out, and that is said."""
    play = Play(BLACKWOOD, DRAKE, GRAVES)
    play("give blackwood 2 advantage angle against=drake")
    assert play.preview("attack blackwood drake,graves", "dice").splitlines()[3:] == [
        "“angle” (+2) is left out: it needs Drake as the only target"
    ]
    assert "left out" not in play.preview("attack blackwood drake", "dice")
    act = play("attack blackwood drake,graves skill=Fight dice=0000 theirs=0000;----")
    assert play.total == 2
    assert [(hit.who, hit.damage) for hit in play.roll.hits] == [("graves", 5)]
    assert "attacks Drake (missed), Graves (hit 5): 0000, " in act.lines[0]
    assert "Drake 0000, Combat +2 = 2" in act.lines[0]
    assert act.lines[0].startswith("HIT 1 of 2 · ")
    assert play.waiting() == ["damage"]
    assert len(play.bonuses()) == 1


def test_we_55_two_hits_are_taken_together_or_singly() -> None:
    """Each target takes the damage of its own hit, unless the table says a number for all (WE-55)."""
    play = Play(BLACKWOOD, DRAKE, GRAVES)
    play("attack blackwood drake,graves skill=Fight dice=++++ theirs=0000;----")
    assert [item.answers["who"] for item in play.pending()] == [("drake", "graves")]
    play("damage drake,graves")
    assert (play.marks("drake"), play.waiting()) == ("4/0/0/0", ["fate"])
    assert "out-of-action" in play.is_("graves")
    play.session.undo()
    play("damage drake,graves 1 share=same")
    assert (play.marks("drake"), play.marks("graves"), play.waiting()) == ("1/0/0/0", "1", [])
    play.session.undo()
    assert "Graves, hit for 9, takes 1: " in play.preview("damage drake,graves 1", "points")
    play("damage drake,graves 1")
    assert (play.marks("drake"), play.marks("graves"), play.waiting()) == ("1/0/0/0", "1", [])
    play.session.undo()
    assert "(1)" in play('damage drake,graves "1"').lines[0], "in quotation marks it is a text"
    play.session.undo()
    play("damage drake")
    assert [item.answers["who"] for item in play.pending()] == [("graves",)]
    assert play.marks("drake") == "4/0/0/0"
    play("damage graves")
    assert "out-of-action" in play.is_("graves")


def test_we_77_weapons_have_no_damage() -> None:
    """A weapon's trait is +2 where it applies, for attack or defence, and nothing else (WE-77)."""
    ann = someone("ann", "Ann", {"Fight": 1}, trait("Cane", bonus("Fight"), gear=True))
    play = Play(ann, DRAKE)
    assert set(play.offered("attack ann drake skill=Fight")) >= {"cane"}
    assert "their:ann:cane" in play.offered("attack drake ann defend=Fight")


@pytest.mark.parametrize(("chosen", "waiting"), [("instead", []), ("with", ["damage"])])
def test_we_78_and_u_09_an_instant_wound(chosen: str, waiting: list[str]) -> None:
    """A well-placed shot marks a wound instead of its damage, or beside it (WE-78)."""
    play = Play(DRAKE, MERCER, rules={"instant_wound": chosen})
    play("attack drake mercer dice=++++ theirs=0000")
    told = " ".join(map(str, play("instant-wound mercer mild").log))
    assert ("a well-placed shot instead of the hit by Drake for 5: mild 0→1" in told) == (chosen == "instead")
    assert play.marks("mercer") == "0/1/0/0"
    assert [row for row in play.waiting() if row == "damage"] == waiting
    assert "wound" in play.waiting()


def test_we_78_a_box_is_marked_directly() -> None:
    """The GM marks any box past all rules, or moves a mark (WE-78)."""
    play = Play(MERCER)
    play("mark-box mercer mild 1")
    assert play.marks("mercer") == "0/1/0/0"
    play("move-mark mercer mild stress")
    assert play.marks("mercer") == "1/0/0/0"


@pytest.mark.parametrize(("value", "total"), [(-1, 1), (-3, -1)])
def test_we_79_and_u_10_improvised_weapons(value: int, total: int) -> None:
    """−1 by default, editable, and only where it is chosen (WE-79)."""
    play = Play(BLACKWOOD, THUG, rules={"improvised": value})
    play("attack blackwood thug dice=0000 theirs=0000")
    assert play.total == 2
    play("attack blackwood thug dice=0000 theirs=0000 with=improvised")
    assert play.total == total


def test_we_80_the_texts_weapons() -> None:
    """A sabre adds, a derringer works once per scene, a cane is what the table says (WE-80)."""
    play = Play(BLACKWOOD)
    play("grant blackwood Sabre kind=bonus skill=Fight note=dueling")
    play("grant blackwood Derringer kind=limited per=scene note=unnoticed")
    play('grant blackwood "Reinforced Cane" kind=special note="weapon and defence"')
    play("roll blackwood Fight 0 dice=0000 with=sabre")
    assert play.total == 4
    play("use blackwood derringer")
    play.refuses("use blackwood derringer", "used up until the scene ends")
    play.play("end scene", "use blackwood derringer")


@pytest.mark.parametrize(("chosen", "used"), [("free", False), ("primary", True)])
def test_c_34_and_u_01_is_defence_free(chosen: str, used: bool) -> None:
    """The defence roll is free; where it is not, it takes the round's primary action."""
    play = Play(BLACKWOOD, THUG, rules={"defence": chosen})
    play.play("order gm", "attack blackwood thug dice=0000 theirs=0000")
    assert "primary" in play.place("blackwood").used
    assert ("primary" in play.place("thug").used) is used
    play("next")
    assert ("primary" in play.place("thug").used) is used
    play("next")
    assert "primary" not in play.place("thug").used


def test_we_63_and_64_the_airship_fight() -> None:
    """Mercer's worked examples, box for box and penalty for penalty (WE-63, WE-64, G-09, G-10, G-11)."""
    play = Play(MERCER, CREWMAN)
    play('damage mercer 3 "a jab and a pistol whip"')
    assert play.marks("mercer") == "3/0/0/0"
    play("attack crewman mercer skill=Shoot defend=Athletics dice=++-0 theirs=+--0")
    assert (play.total, play.roll.against[0].total, play.roll.hits[0].damage) == (2, 0, 2)
    assert play.preview("damage mercer", "points") == ("Captain Elias Mercer: stress 3→4 of 4, mild 0→1 of 3")
    play("damage mercer")
    assert play.marks("mercer") == "4/1/0/0"
    assert play.waiting() == ["wound"]
    play("wound mercer mild Athletics")
    assert play.waiting() == []
    play("damage mercer 3 the shockwave")
    assert play.marks("mercer") == "4/3/1/0"
    play("wound mercer moderate Athletics:1,Awareness:1")
    act = play("roll mercer Athletics 0 dice=0000")
    assert play.total == -1
    assert "Athletics +1, mild wound −1, moderate wound −1 = −1" in act.lines[0]
    play("roll mercer Awareness 0 dice=0000")
    assert play.total == 0
    play.undo()
    assert play.marks("mercer") == "0/0/0/0"


def test_two_traits_of_the_defender() -> None:
    """The defender's traits are offered beside the attacker's, under the defender's name."""
    bob = someone(
        "bob", "Bob", {"Fight": 0}, trait("Parry", bonus("Fight")), trait("Guard", bonus("Fight")), side="foes"
    )
    play = Play(HARGRAVE, bob)
    assert play.offered("attack hargrave bob skill=Fight defend=Fight")["their:bob:parry"].label == "Bob: Parry"
    play.refuses("attack hargrave bob skill=Fight defend=Fight with=their:bob:parry,their:bob:guard", "do not add up")


def test_we_66_a_fall_has_a_verdict_in_the_colour_of_harm() -> None:
    """So it has for a character and for a foe without a track (WE-66, WE-90)."""
    play = Play(FELIX, THUG)

    def verdicts(line: str) -> list[tuple[str, str]]:
        return [(one.verdict, one.tone) for one in play(line).log if one.verdict]

    assert verdicts("damage felix 99")[-1] == ("OUT", "harm")
    assert verdicts("damage thug 1") == [("OUT", "harm")]
