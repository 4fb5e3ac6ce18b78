"""Situations that a GM met in play: the first offer, those left out, and the words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.commands import BY_ID
from tests.rules.tables import (
    BLACKWOOD,
    DRAKE,
    ENFORCERS,
    FELIX,
    GRAVES,
    HARGRAVE,
    ISADORA,
    JOSEPHINE,
    MERCER,
    THUG,
    Play,
    someone,
    trait,
)
from wyrd_tui.engine.commands import Answers
from wyrd_tui.engine.nouns.wyrd_engine import EVERYTHING, TRAIT_ALONE
from wyrd_tui.engine.rules.all_games import ladder
from wyrd_tui.engine.rules.shared.newcomers import BRING
from wyrd_tui.engine.rules.wyrd_engine.chances import attack_preview
from wyrd_tui.engine.rules.wyrd_engine.questions import usual_rating
from wyrd_tui.engine.setting import Setting
from wyrd_tui.engine.sheet import Effect
from wyrd_tui.engine.state import METTLE, WYRD_ENGINE, Book
from wyrd_tui.engine.words import fit_verb, plural_of

DUVAL = someone("duval", "Madame Duval", {"Rapport": 2}, side="others", kind="persona")
CONSTABLES = replace(ENFORCERS, id="constables", name="Constables", count=5)


def default(play: Play, command: str, ask: str, **answers: str) -> object:
    """Return the answer of Enter to a question, with these answers before it."""
    return next(row for row in BY_ID[command].asks if row.name == ask).default(play.state, answers)


def offered(play: Play, command: str, ask: str, **answers: str) -> list[str]:
    """Return the choices of a question, in order."""
    row = next(row for row in BY_ID[command].asks if row.name == ask)
    return [choice.value for choice in row.choices(play.state, answers)]


# ------------------------------------------------------------------ whom an act is aimed at


@pytest.mark.parametrize("command", ["oppose", "attack", "manoeuvre"])
def test_we_36_the_likeliest_opponents_come_first(command: str) -> None:
    """Foes, then bystanders, one's own side last; without foes a bystander is the default, but of no attack."""
    play = Play(FELIX, MERCER, DUVAL, DRAKE)
    assert [who for who in offered(play, command, "target", who="mercer") if who != "nobody"] == [
        "drake",
        "duval",
        "felix",
    ]
    assert offered(play, command, "target", who="drake")[0] == "felix"
    assert "drake" in str(default(play, command, "target", who="mercer"))
    alone = default(Play(FELIX, MERCER, DUVAL), command, "target", who="mercer")
    assert alone is None if command == "attack" else "duval" in str(alone)
    assert "felix" in str(default(Play(FELIX, MERCER, DUVAL), command, "target", who="duval"))
    # Nobody opposes a friend without being told to.
    assert default(Play(FELIX, MERCER), command, "target", who="felix") in (None, "nobody")


def test_we_46_help_goes_to_ones_own_side_first() -> None:
    """The other way round for help."""
    # Nobody helps an enemy (WE-46).
    assert "drake" not in offered(Play(DRAKE, DUVAL, FELIX, MERCER), "help-ally", "for", who="mercer")
    assert offered(Play(DRAKE, DUVAL, FELIX, MERCER), "help-ally", "for", who="mercer")[0] == "felix"


def test_we_53_each_skill_says_its_chance_to_hit_the_chosen_target() -> None:
    """An attacker without a usual skill has the chance beside each one, as the line of the attack says it (WE-53)."""
    play = Play(ISADORA, DRAKE)
    given: Answers = {"who": "isadora", "target": ("drake",)}
    skill = next(ask for ask in BY_ID["attack"].asks if ask.name == "skill")
    rows = skill.choices(play.state, given)
    assert {"Empathy", TRAIT_ALONE} <= {row.value for row in rows}
    assert all(f"hits {row.then}," in attack_preview(play.state, {**given, "skill": row.value}) for row in rows)
    assert not any(row.then for row in skill.choices(play.state, {"who": "isadora"}))


def test_we_53_nobody_attacks_with_feelings_unasked() -> None:
    """A sheet without a rating for fighting suggests none; a mook's one number serves for everything."""
    play = Play(ISADORA, BLACKWOOD, THUG, MERCER, JOSEPHINE)
    assert default(play, "attack", "skill", who="isadora") is None
    assert default(play, "attack", "skill", who="blackwood") == "Fight"
    assert default(play, "attack", "skill", who="thug") == "Athletics"
    assert default(play, "attack", "skill", who="mercer") == "Shoot"
    assert default(play, "attack", "skill", who="josephine") is None
    play("usual isadora attack Empathy")
    assert default(play, "attack", "skill", who="isadora") == "Empathy"
    # The skill of a roll outside a fight is another matter.
    assert usual_rating(play.state, play.state.actors["isadora"], "") == "Empathy"


def test_we_53_setting_names_its_fighting_skills() -> None:
    """The setting's fighting skills stand first to choose from; none is suggested that the sheet lacks (WE-53)."""
    skills = {"Arms": ("Blades", "Guns"), "Combat theory": ("Lore",), "Other": ("Charm",)}
    oddly = Setting("Odd", skills, fighting=("Blades", "Guns"))
    aliased = Setting("Alias", {"All": ("Brawl", "Charm")}, {"Brawl": "Fight"})
    charmer = someone("ann", "Ann", {"Charm": 4, "Wit": 3})
    for setting, first in (
        (oddly, ["Blades", "Guns", "Charm"]),
        (aliased, ["Brawl", "Charm", "Wit"]),
        (Setting(), ["Fight", "Shoot", "Combat"]),
    ):
        play = Play(charmer, setting=setting)
        assert default(play, "attack", "skill", who="ann") is None
        assert offered(play, "attack", "skill", who="ann")[:3] == first
    swordsman = someone("bob", "Bob", {"Charm": 4, "Blades": 1})
    assert default(Play(swordsman, setting=oddly), "attack", "skill", who="bob") == "Blades"


def test_we_53_a_single_rating_is_no_skill_to_fight_with() -> None:
    """A character with Deceive alone is asked what to attack with, and asked once (WE-53)."""
    tess = someone("tess", "Tess", {"Deceive": 3})
    play = Play(tess, DRAKE)
    play.refuses(
        "attack tess drake dice=0000 theirs=0000", "Which skill? Fight, Shoot", "attack tess drake skill=Fight"
    )
    play("attack tess drake skill=fight dice=0000 theirs=0000")
    assert play.total == 0
    play("attack tess drake dice=0000 theirs=0000")
    assert play.roll.score.rating == "Fight"
    # Any rating of the sheet may be chosen, and a number for everything is no matter of choice (WE-90).
    play("attack tess drake skill=Deceive dice=0000 theirs=0000")
    assert default(play, "attack", "skill", who="tess") == "Deceive"
    assert default(Play(someone("it", "It", {EVERYTHING: 2})), "attack", "skill", who="it") == EVERYTHING


def test_we_53_a_substitute_for_fighting_is_suggested_unless_conditional() -> None:
    """Will for Fight is the usual attack of whoever has it at all times (WE-20, WE-53)."""
    stands_in = Effect("substitute", use="Will", instead_of="Fight")
    ann = someone("ann", "Ann", {"Will": 3}, trait("Iron", stands_in))
    assert default(Play(ann), "attack", "skill", who="ann") == "Will for Fight"
    bob = someone("bob", "Bob", {"Will": 3}, replace(trait("Iron", stands_in), when="in the dark"))
    assert default(Play(bob), "attack", "skill", who="bob") is None


def test_we_53_the_best_fighting_skill_of_the_sheet_attacks() -> None:
    """The best rating with a fighting name is the default attack, before Fight 0 (WE-53)."""
    knight = someone("ann", "Ann", {"Lore": 4, "Broadsword": 3, "Longbow": 2, "Fight": 0, "Athletics": 1})
    play = Play(knight, DRAKE)
    assert default(play, "attack", "skill", who="ann") == "Broadsword"
    play("attack ann drake dice=0000 theirs=0000")
    assert play.total == 3
    play("attack drake ann dice=0000 theirs=0000")
    assert play.roll.against[0].rating == "Broadsword"


def test_we_62_a_wounded_skill_yields_to_the_better_one() -> None:
    play = Play(MERCER, DRAKE)
    play.play(
        "attack mercer drake dice=0000 theirs=0000", "mark-box mercer moderate 1", "wound mercer moderate Shoot:2"
    )
    assert default(play, "attack", "skill", who="mercer") == "Combat"


@pytest.mark.parametrize("rating", ["Maul", "Bite", "Gore", "Rend", "Iron jaws", "Great hammer", "Javelin"])
def test_we_53_beasts_and_odd_weapons_fight(rating: str) -> None:
    """A rating that names a weapon, natural or not, is the one to attack with; `Trend` and `Ramble` name none."""
    ogre = someone("ogre", "Ogre", {rating: 4, "Roar": 6, "Trend": 9, "Ramble": 9})
    assert default(Play(ogre, DRAKE), "attack", "skill", who="ogre") == rating


def test_we_76_a_manoeuvre_takes_the_rating_that_fights() -> None:
    """Disarming and resisting it is done with the rating of attack and defence, where the sheet has no Fight."""
    brom = someone("brom", "Brom", {"Broadsword": 3, "Lore": 5})
    play = Play(brom, someone("ogre", "Ogre", {"Maul": 4, "Roar": 2}))
    play("manoeuvre brom disarm ogre dice=0000 theirs=0000")
    assert (play.roll.score.rating, play.roll.against[0].rating) == ("Broadsword", "Maul")


def test_we_53_an_attack_remembers_its_skill_and_no_defence() -> None:
    """A skill that was chosen is the usual one from then on; a defence that was chosen holds for its attack."""
    play = Play(FELIX, DRAKE)
    usual = play.sheet("felix").usual
    play("attack drake felix skill=Command defend=Will dice=0000 theirs=0000")
    assert (play.roll.score.rating, play.roll.against[0].rating) == ("Command", "Will")
    assert (play.sheet("drake").usual, play.sheet("felix").usual) == ({"attack": "Command"}, usual)
    play("attack drake felix dice=0000 theirs=0000")
    assert (play.roll.score.rating, play.roll.against[0].rating) == ("Command", "Athletics")


def test_we_53_the_defence_that_a_scenario_names_outlives_a_social_attack() -> None:
    """After an attack by words against Will, a shot is against Athletics again."""
    play = Play(MERCER, FELIX, someone("guard", "Guard", {"Athletics": 1, "Will": 0}, side="foes", kind="mook"))
    play("usual guard defend Athletics")
    play("attack felix guard skill=Rapport defend=Will dice=---- theirs=++++")
    assert play.sheet("guard").usual == {"defend": "Athletics"}
    play("attack mercer guard dice=0000 theirs=0000")
    assert play.roll.against[0].rating == "Athletics"


# ------------------------------------------------------------------ the order of a fight


def test_we_51_bystanders_are_named_and_may_be_ticked() -> None:
    """Bystanders are not ticked if foes are there; the preview says so, and all are on offer (WE-51)."""
    play = Play(FELIX, DUVAL, DRAKE)
    assert offered(play, "initiative", "who") == ["duval", "felix", "drake"]
    assert default(play, "initiative", "who") == ("felix", "drake")
    assert "left out: Madame Duval" in play.preview("initiative", "dice")
    act = play('initiative dice="0000; 0000"')
    assert play.order() == ["drake", "felix"]
    assert any("Left out: Madame Duval" in line for line in act.lines)
    act = play('initiative who=felix,duval,drake dice="0000; ++++; 0000"')
    assert play.order() == ["duval", "drake", "felix"]
    assert not any("Not in it" in line for line in act.lines)
    play.refuses("initiative who=none", "Tick one or more")


def test_we_51_neutral_actors_are_asked_about_and_never_ticked() -> None:
    """Neutral actors stand first in the list and are never ticked, with foes or without (WE-49, WE-51)."""
    for people in ((FELIX, DRAKE), (FELIX, DUVAL), (FELIX, DRAKE, DUVAL)):
        play = Play(*people)
        neutral = tuple(actor.id for actor in people if actor.side == "others")
        others = tuple(actor.id for actor in people if actor.side != "others")
        assert default(play, "initiative", "who") == others
        assert tuple(play.offered("initiative", "who")) == (*neutral, *others)


def test_we_50_an_order_says_who_stands_by() -> None:
    """The GM's order, sides and an ambush too; bystanders who strike first take part."""
    play = Play(FELIX, DUVAL, DRAKE)
    act = play("order gm")
    assert play.order() == ["felix", "drake"]
    assert any("Left out: Madame Duval" in line for line in act.lines)
    play("order gm who=duval,drake")
    assert play.order() == ["duval", "drake"]
    play("order ambush others")
    assert play.order() == ["duval", "felix", "drake"]


def test_we_52_a_second_primary_action_is_remarked_on() -> None:
    """A second primary action in a turn is played and remarked on, not refused (WE-52)."""
    play = Play(FELIX, DRAKE)
    play("order gm")
    first = play("attack felix drake skill=Fight dice=0000 theirs=0000")
    assert not any("second primary" in line for line in first.lines)
    second = play("manoeuvre felix push drake dice=0000 theirs=0000")
    assert any("Felix takes a second primary action this turn" in line for line in second.lines)
    play("next")
    assert not any("second primary" in line for line in play("attack drake felix dice=0000 theirs=0000").lines)


# ------------------------------------------------------------------ those who are out


def test_we_67_the_dead_do_not_rest() -> None:
    """The dead are not ticked for rest, and a scene's end clears none of their boxes, unless named (WE-67)."""
    play = Play(FELIX, MERCER, DRAKE)
    play.play("damage felix 12", "fate felix dead", "damage mercer 5")
    assert default(play, "rest", "who") == ("mercer",)
    ask = next(row for row in BY_ID["rest"].asks if row.name == "who")
    hints = {choice.value: (choice.hint, choice.on) for choice in ask.choices(play.state, {})}
    assert hints["felix"] == ("dead", False)
    play.play("end scene", "rest weeks")
    assert play.marks("felix") == "4/3/2/1"
    assert play.marks("mercer") == "0/0/0/0"
    play("rest hours who=felix")
    assert play.marks("felix").startswith("0/0")


def test_we_66_a_fighter_who_is_out_has_no_odds() -> None:
    """The ladder says why instead."""
    play = Play(FELIX, GRAVES, THUG)
    play.play("damage felix 12", "fate felix dead", "damage thug 1")
    shown = ladder(play.state, "felix", "Crafts")
    assert (shown.title, shown.rungs) == ("Felix Cavendish: dead, no roll", ())
    assert ladder(play.state, "thug", "Athletics").title == "Thug: fallen, no roll"
    assert ladder(play.state, "graves", "Pilot").rungs


def test_we_69_conceding_is_hinted_at_when_it_is_time() -> None:
    """Conceding is hinted at once wounds begin in a fight, and is one of the fates (WE-69)."""
    play = Play(MERCER, DRAKE)
    play.play("order gm", "damage mercer 4")
    assert "concede" not in play.hints()
    play("damage mercer 1")
    assert "Mercer may `concede`" in play.hints()
    assert "concedes" in offered(play, "fate", "fate", who="mercer")
    act = play('fate mercer concedes price="the ship"')
    assert act.lines[0] == "Mercer concedes: the ship"
    assert play.order() == ["drake"]
    assert "concedes" not in offered(play, "fate", "fate", who="mercer")
    play.refuses("fate mercer concedes nothing", "Fate cannot be “concedes”")
    play.refuses("fate drake concedes", "price")


# ------------------------------------------------------------------ names and words


def test_c_32_two_of_a_name_on_one_side_get_numbers() -> None:
    """The first as well, as the second enters, and every later one in turn."""
    play = Play(HARGRAVE)
    play.play("add Thug", "add Thug", "add Thug", "add Thug kind=mook count=3")
    assert [actor.name for actor in play.state.actors.values()][1:] == ["Thug 1", "Thug 2", "Thug 3", "Thug 4"]
    assert list(play.state.actors)[1:] == ["thug", "thug-2", "thug-3", "thug-4"]
    play("add Constables kind=mook count=2")
    assert play("add Constables kind=mook count=2").lines[-1] == "Constables 2 ×2 enter"


def test_counters_move_by_hand() -> None:
    """A counter of the table in any game; a new one begins where nothing is called so."""
    play = Play(HARGRAVE)
    assert play("counter Alarm 2").lines == ("Alarm: 0→2",)
    assert play.preview("counter Alarm 1", "by") == "Alarm 2→3"
    play("counter by=-1")
    assert play.state.counters == {"Alarm": 1}
    play.refuses("counter Alarm 0", "stays at 1")


def test_u_34_newcomers_have_the_sheet_of_their_game() -> None:
    """The kinds name the game, and those of each are offered; nothing said means the main one."""
    play = Play(HARGRAVE, games=(WYRD_ENGINE, METTLE))
    play.play("add Rat", 'add Ghoul game=mettle numbers="poise 4"', "add Bat kind=mettle-mook")
    sheets = [list(play.state.actors[who].sheets) for who in ("rat", "ghoul", "bat")]
    assert sheets == [[WYRD_ENGINE], [METTLE], [METTLE]]
    offered = play.offered("add Cat game=mettle kind=full", "kind")
    assert [offered[kind].label for kind in ("full", "wyrd-engine-full")] == ["full, Mettle", "full, Wyrd Engine"]


def test_c_32_two_of_one_name_are_remarked_on_and_told_apart() -> None:
    """Two actors of one name are remarked on, and listed and logged with their side or a number (C-32)."""
    other = replace(HARGRAVE, id="inspector", side="others")
    play = Play(HARGRAVE, DRAKE, book=Book((), {"inspector": other}))
    assert BRING.rules
    act = play("bring inspector")
    assert act.lines[1].startswith("2 characters are called Inspector Julian Hargrave now: hargrave and inspector")
    labels = [choice.label for choice in BY_ID["roll"].asks[0].choices(play.state, {})]
    assert labels[0] == "Inspector Julian Hargrave (party)"
    assert labels[-1] == "Inspector Julian Hargrave (neutral)"
    assert (
        play("roll inspector Notice 0 dice=0000")
        .lines[0]
        .startswith("SUCCESS by 2 · Inspector Julian Hargrave (neutral) rolls")
    )
    play("edit inspector name Hargrave the policeman")
    labels = [choice.label for choice in BY_ID["roll"].asks[0].choices(play.state, {})]
    assert labels[0] == "Inspector Julian Hargrave"


def test_c_32_groups_of_one_name_are_numbered() -> None:
    """A group that parts has a name of its own, with a number, from then on."""
    play = Play(CONSTABLES)
    play("split constables 2")
    labels = [choice.label for choice in BY_ID["roll"].asks[0].choices(play.state, {})]
    assert labels == ["Constables ×3", "Constables (2) ×2"]
    play("split constables-2 1")
    assert play.state.actors["constables-3"].name == "Constables (3)"
    assert play("condition constables-2 winded").lines[0] == "Constables (2) are winded until the scene ends"


def test_we_90_a_plural_name_has_a_plural_verb() -> None:
    """Constables come, attack, take and lose; a thug takes, however many there are."""
    play = Play(FELIX, book=Book((), {"constables": CONSTABLES}))
    assert play("bring constables").lines[0] == "Constables ×5 enter"
    told = play("attack constables felix dice=---- theirs=++++").lines[0]
    assert told.startswith("MISS · Constables attack Felix")
    play("attack felix constables skill=Fight dice=++++ theirs=----")
    assert play("damage constables").lines[0].startswith("Constables take ")
    assert play("condition constables winded").lines[0] == "Constables are winded until the scene ends"
    assert play("recover constables winded").lines[0] == "Constables are no longer winded"
    assert play("give constables 1 boost drill").lines[0] == "Constables gain +1: boost, drill"
    assert play("oppose constables felix Combat dice=---- theirs=++++").lines[0].startswith("LOSE by")


@pytest.mark.parametrize(
    ("name", "phrase", "said"),
    [
        ("Doormen", "has used both actions", "have used both actions"),
        ("Men of the Watch", "passes by", "pass by"),
        ("Crew of the watch", "holds", "holds"),
        ("Boss", "takes 2 damage", "takes 2 damage"),
        ("Thugs", "tries to push", "try to push"),
        ("Thugs", "no longer has Fight", "no longer have Fight"),
        ("Thugs", "may again use", "may again use"),
    ],
)
def test_verbs_follow_names(name: str, phrase: str, said: str) -> None:
    """The head of the name decides."""
    assert fit_verb(replace(ENFORCERS, name=name), phrase) == said


@pytest.mark.parametrize(
    ("one", "many"), [("knife", "knives"), ("housewife", "housewives"), ("wolf", "wolves"), ("chief", "chiefs")]
)
def test_a_plural_is_spelt_as_it_is_spoken(one: str, many: str) -> None:
    assert plural_of(one) == many


def test_only_groups_have_plural_names() -> None:
    """Mr Rivers is one man."""
    assert fit_verb(replace(DRAKE, name="Mr Rivers"), "takes a bow") == "takes a bow"


def test_a_bonus_is_named_once() -> None:
    """WE-43: a boost is a boost, and one without a source is refused with an example."""
    Play(FELIX).refuses("give felix 1 boost", "needs the source")
    assert Play(FELIX)("give felix 1 boost boost").lines[0] == "Felix gains +1: boost"
    # A label of the GM’s own that begins like the kind says no kind.
    assert Play(FELIX)("give felix 1 boost boosters").lines[0] == "Felix gains +1: boost, boosters"


def test_a_challenge_without_a_title_has_the_smallest_free_number() -> None:
    """WE-32: however many were ever put on the abacus."""
    play = Play(FELIX)
    play.play("challenge obstacle 0", "challenge task 1 3", "challenge obstacle 1", "remove-challenge obstacle-1")
    play("challenge obstacle 2")
    assert [c.title for c in play.state.challenges.values()] == ["Task 1", "Obstacle 2", "Obstacle 1"]


def test_we_41_a_ruling_that_brings_something_new_asks_what() -> None:
    """A ruling with a cost, a mixed one or a complication asks for words, which may be empty (WE-41)."""
    ask = next(row for row in BY_ID["ruling"].asks if row.name == "words")
    play = Play(FELIX)
    for ruling, wanted in [
        ("success", False),
        ("success at a cost", True),
        ("mixed success", True),
        ("complication", True),
        ("failure", False),
    ]:
        assert ask.when(play.state, {"ruling": ruling}) is wanted
    assert not ask.quiet
    assert ask.default(play.state, {}) == ""
    play.play("roll felix crafts 3 dice=0000 with=none")
    told = "The GM rules on Felix’s Crafts against Arduous (+3)"
    assert (
        play('ruling "success at a cost" a lamp falls').lines[0]
        == f"SUCCESS at a cost · {told}, at this price: a lamp falls"
    )
    play.play("roll felix crafts 3 dice=0000 with=none")
    assert play('ruling failure note="it jams"').lines[0] == f"FAILURE · {told}: it jams"


def test_minus_signs_are_true_ones() -> None:
    """A refusal writes negative numbers with the minus sign −, not a hyphen."""
    play = Play(FELIX)
    assert "−20 to 20" in play.refuses("roll felix crafts 0 mod=99")


def test_we_35_a_roll_takes_the_title_of_a_challenge() -> None:
    """WE-35: `help roll` promises it, and a word that is neither names both ways."""
    play = Play(MERCER)
    play('challenge obstacle 1 "Past the guard"')
    play("roll captain elias mercer pilot past the guard", "----")
    assert (play.roll.challenge, play.roll.value, play.roll.score.rating) == ("past-the-guard", 1, "Pilot")
    play.refuses("roll mercer pilot gate", "Possible: Trivial", "title of a challenge: Past the guard")


def test_initiative_in_a_running_fight_says_that_it_begins_again() -> None:
    """A new roll orders everybody anew (WE-51); who comes late joins by another act."""
    play = Play(MERCER, THUG)
    initiative = BY_ID["initiative"]
    assert initiative.remark(play.state, {}) == ""
    play("initiative dice=++00;0000")
    assert "round 1" in initiative.remark(play.state, {})


def test_a_challenge_whose_beads_have_moved_is_not_advanced_again() -> None:
    """Only challenges with beads to move are on offer (WE-32)."""
    play = Play(MERCER)
    play.play("challenge clock 4 title=Fuse", "challenge obstacle 0 title=Charge", "tick charge")
    assert list(play.offered("tick fuse", "which")) == ["fuse"]


@pytest.mark.parametrize(
    ("line", "done"), [("fuse", 1), ("fuse 2", 2), ("fuse beads=2", 2), ("deck 2", 1), ("deck 2 3", 3)]
)
def test_a_number_behind_a_challenge_is_its_beads(line: str, done: int) -> None:
    """C-25: a title that ends in a number keeps it."""
    play = Play(MERCER)
    play.play("challenge clock 4 title=Fuse", 'challenge clock 4 title="Deck 2"', f"tick {line}")
    assert [rod.done for rod in play.state.challenges.values() if rod.done] == [done]
    play.play(f"untick {line}")
    assert not any(rod.done for rod in play.state.challenges.values())
    play.refuses(f"tick {line} 2 2", "has no place for")


def test_we_53_targets_show_untrained_chances_where_no_rating_is_for_fighting() -> None:
    play = Play(DUVAL, DRAKE)
    target = next(ask for ask in BY_ID["attack"].asks if ask.name == "target")
    skill = usual_rating(play.state, play.state.actors["duval"], "attack")
    unchosen, chosen = {"who": "duval"}, {"who": "duval", "skill": skill}
    (drake,) = target.choices(play.state, unchosen)
    assert drake.then == "14%"
    assert [drake] == [*target.choices(play.state, chosen)]
    told = f"Chances with {skill} 0: no rating on the sheet is for fighting"
    assert target.preview(play.state, unchosen) == told
    assert target.preview(play.state, chosen) == target.preview(play.state, {"who": "drake"}) == ""
    play("manoeuvre duval feint drake dice=++++ theirs=----")
    (drake,) = target.choices(play.state, unchosen)
    assert drake.then == "26%"
    assert target.preview(play.state, unchosen) == told.replace(":", ", +1 feint:"), "the feint counts, and says so"


def test_we_76_one_act_ends_bonuses_and_conditions() -> None:
    """Both stand in its list, character by character, and a condition that the rules end stays (WE-76, U-08)."""
    play = Play(MERCER, FELIX)
    play.refuses("spend rope", "No character has a bonus or a condition")
    play.play("condition felix winded", "condition mercer winded", "give felix 1 rope", "give mercer 1 sand")
    rows = play.offered("spend rope", "bonus").values()
    assert [(row.label, row.hint) for row in rows] == [
        ("sand", "Captain Elias Mercer"),
        ("winded", "Captain Elias Mercer"),
        ("rope", "Felix Cavendish"),
        ("winded", "Felix Cavendish"),
    ]
    play.play("end a bonus rope", "spend felix:winded")
    assert not play.state.actors["felix"].conditions
    assert [bonus.label for bonus in play.state.bonuses.values()] == ["sand"]
    play.play("end a condition mercer winded", "damage mercer 11")
    play.refuses('spend "out of action"', "fate")
