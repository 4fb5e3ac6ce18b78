"""People of the Wyrd Engine and of Mettle at one table: each act means one game's sheet, and nobody of the other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.commands import BY_ID
from tests.rules.tables import Play
from tests.sheets import make_abilities, make_pools
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.rules.all_games import turns
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.rules.ground.tracks import rows_of
from wyrd_tui.engine.rules.mettle.modifiers import mettle_of, status_of
from wyrd_tui.engine.rules.wyrd_abacus.stake import participant_choices
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Actor, Kind, Side
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table.selection import Selection

BOTH = (WYRD_ENGINE, METTLE)
WE = Sheet({"Fight": 2, "Notice": 1}, track=rows_of("we"))


def _pools(**backgrounds: int) -> Sheet:
    return make_pools({"focus": 4, "nature": 3, "poise": 3}, 3, 3, 2, backgrounds)


def _one(who: str, side: Side = "party", **sheets: Sheet) -> Actor:
    kind: Kind = "pc" if side == "party" else "full"
    return Actor(who, who.capitalize(), side, kind, sheets=sheets, visibility="open")


ANN = _one("ann", wyrd_engine=WE, mettle=_pools(Fight=4))
WES = _one("wes", wyrd_engine=WE)
MEL = _one("mel", mettle=_pools())
BRUTE = _one("brute", "foes", wyrd_engine=WE, mettle=_pools())


def table(*people: Actor) -> Play:
    """Ann and Brute play both games, Wes the Wyrd Engine alone, Mel Mettle alone."""
    return Play(*(people or (ANN, WES, MEL, BRUTE)), games=BOTH)


# ------------------------------------------------------------------ who is met in which game


def test_u_34_wyrd_engine_damage_needs_its_own_sheet() -> None:
    """Wyrd Engine damage is refused for an actor of Mettle alone; one without a sheet falls (WE-66, WE-90, U-34)."""
    play = table()
    play.refuses("damage wes,mel 3", "Mel has no sheet of the Wyrd Engine", "Acts of Mettle")
    assert not play.state.actors["mel"].out
    assert mettle_of(play.state.actors["mel"]) == 5
    thug = Actor("thug", "Thug", "foes", "mook", 2)
    crowd = table(ANN, thug)
    crowd("damage thug 1")
    assert crowd.state.actors["thug"].count == 1


def test_u_34_an_attack_offers_and_suggests_nobody_of_another_game() -> None:
    """A foe with a sheet of Mettle alone is no target of an attack of the Wyrd Engine, though it is the only foe."""
    play = table(WES, replace(MEL, side="foes"))
    target = next(ask for ask in BY_ID["attack"].asks if ask.name == "target")
    assert "mel" not in [choice.value for choice in target.choices(play.state, {"who": "wes"})]
    assert not target.default(play.state, {"who": "wes"})
    play.refuses("attack wes mel", "takes two characters of the Wyrd Engine who can still act")


def test_u_34_the_last_target_of_another_game_is_forgotten() -> None:
    """Ann’s last target, of Mettle, is neither suggested nor named to Wes, nor to Ann where her keys play another."""
    foe = _one("crane", "foes", mettle=_pools())
    play = table(ANN, WES, BRUTE, foe)
    chosen = Selection(actor="wes", targets=(("party", "crane"),))
    asking = Asking(BY_ID["attack"], play.state, chosen.focus(play.state))
    asking.start()
    assert asking.aside == ""
    for game, target in ((METTLE, "crane"), (WYRD_ENGINE, None)):
        chosen = Selection(actor="ann", targets=(("party", "crane"),), games=(("ann", game),))
        assert chosen.focus(play.state).get("target") == target


def test_u_34_an_attacker_has_a_sheet_of_the_game() -> None:
    """WE-69: for one who has conceded only those are offered who can attack in the Wyrd Engine."""
    play = table()
    play("concede wes price=shame")
    (who,) = (ask for ask in BY_ID["attack"].asks if ask.name == "who")
    assert [row.value for row in who.choices(play.state, {})] == ["ann", "brute"]


def test_we_69_a_character_who_conceded_is_no_target_in_any_game() -> None:
    """WE-69, U-34: an attack of Mettle leaves out who conceded in the Wyrd Engine, until the fight ends."""
    play = table()
    play.play("concede brute price=shame")
    strike = BY_ID["strike"]
    (target,) = (ask for ask in strike.asks if ask.name == "target")
    assert [row.value for row in target.choices(play.state, {"who": "ann"})] == ["mel"]
    assert not GAMES[METTLE].aims(play.state, "ann", {"brute"})
    play.refuses("strike ann brute", "Brute has conceded")
    play("end fight")
    assert target.default(play.state, {"who": "ann"}) == "brute"


@pytest.mark.parametrize(
    ("line", "ask"),
    [
        ("help wes mel", "for"),
        ("boost wes preparation for=mel", "for"),
        ("manoeuvre wes push nobody for=mel", "for"),
        ("manoeuvre wes push mel", "target"),
        ("oppose wes mel", "target"),
    ],
)
def test_u_34_wyrd_engine_rolls_exclude_actors_of_other_games(line: str, ask: str) -> None:
    """A bonus of no use is promised to nobody, and nobody is chosen whom the last step would refuse (U-34)."""
    play = table()
    play.refuses(line, "Mel has no sheet of the Wyrd Engine", "Acts of Mettle")
    put = next(
        one for one in BY_ID[{"help": "help-ally"}.get(line.split()[0], line.split()[0])].asks if one.name == ask
    )
    offered = [choice.value for choice in put.choices(play.state, {"who": "wes"})]
    assert "mel" not in offered
    assert "ann" in offered


@pytest.mark.parametrize("line", ["boost mel preparation", "manoeuvre mel push wes", "help mel wes", "oppose mel wes"])
def test_u_34_a_character_of_another_game_is_refused(line: str) -> None:
    table().refuses(line, "Mel has no sheet of the Wyrd Engine")


def test_u_34_a_question_says_who_is_left_out_and_why() -> None:
    """Foes of another game are named with the reason, and their handle is refused with it (U-34)."""
    thugs, wolf = Actor("thugs", "Thugs", "foes", "mook", 2), replace(MEL, id="wolf", name="Wolf", side="foes")
    play = table(WES, MEL, thugs, wolf)
    for who, game, told, refused in (
        (
            "wes",
            WYRD_ENGINE,
            "Wolf is left out: no sheet of the Wyrd Engine, but one of Mettle",
            "Wolf has no sheet of the Wyrd Engine",
        ),
        (
            "mel",
            METTLE,
            "Thugs are left out: no sheet of Mettle",
            "Thugs have no sheet of Mettle: `:pools thugs focus=3`",
        ),
    ):
        act = {WYRD_ENGINE: "attack", METTLE: "strike"}[game]
        asking = Asking(BY_ID[act], play.state, Selection(actor=who).focus(play.state))
        asking.start()
        assert told in asking.question().preview
        handle = handles_of(play.state)[{"wes": "wolf", "mel": "thugs"}[who]]
        asking.key(handle, handle)
        assert asking.refused.startswith(refused)


def test_u_34_help_says_which_allies_are_left_out() -> None:
    play = table(WES, MEL)
    asking = Asking(BY_ID["help-ally"], play.state, Selection(actor="wes").focus(play.state))
    asking.start()
    assert "Mel is left out: no sheet of the Wyrd Engine" in asking.question().preview


@pytest.mark.parametrize("line", ["concede mel price=all", "fate mel concedes price=all"])
def test_we_69_nobody_concedes_in_a_game_that_they_do_not_play(line: str) -> None:
    play = table()
    play("order gm")
    play.refuses(line, "Mel has no sheet of the Wyrd Engine")
    assert "mel" in play.order()


@pytest.mark.parametrize(
    ("act", "ticked", "told"),
    [("damage", ("wes",), "Mel has no sheet of the Wyrd Engine"), ("hurt", ("mel",), "Wes has no sheet of Mettle")],
)
def test_u_34_only_ticked_actors_of_the_acts_game_are_suggested(act: str, ticked: tuple[str, ...], told: str) -> None:
    """Ticked actors that play the act's game are suggested, and the others are named as left out (U-34)."""
    play = table()
    chosen = Selection(actor="ann", ticked_actors=frozenset(("wes", "mel")))
    asking = Asking(BY_ID[act], play.state, chosen.focus(play.state))
    asking.start()
    shown = asking.question()
    on = [offer.label for offer in shown.parts[0].offers if offer.on]
    assert [name.casefold() for name in on] == list(ticked)
    assert told in shown.aside


# ------------------------------------------------------------------ which sheet is meant


def test_u_34_a_rating_is_written_in_the_game_that_is_meant() -> None:
    """A rating goes to the game named, else where it stands, else to the first game (ME-07, ME-34, U-34)."""
    play = table()
    play.play("rate ann Lockpicking 3 game=mettle", "rate ann Motive 5", "rate ann Crafts 2")
    own = play.state.actors["ann"].sheets
    assert own[METTLE].ratings["Lockpicking"] == 3
    assert own[METTLE].ratings["Motive"] == 5
    assert mettle_of(play.state.actors["ann"]) == 7
    assert own[WYRD_ENGINE].ratings == {"Fight": 2, "Notice": 1, "Crafts": 2}
    play.refuses("rate wes Fight 3 game=mettle", "game=")


def test_u_34_one_sheet_loses_a_rating_that_two_have() -> None:
    play = table()
    play("unrate ann Fight game=mettle")
    own = play.state.actors["ann"].sheets
    assert "Fight" not in own[METTLE].ratings
    assert "Fight" in own[WYRD_ENGINE].ratings
    play.undo()
    play("unrate ann Fight")
    own = play.state.actors["ann"].sheets
    assert "Fight" in own[METTLE].ratings
    assert "Fight" not in own[WYRD_ENGINE].ratings


@pytest.mark.parametrize("act", ["rate", "unrate", "give", "grant"])
def test_u_34_the_keys_answer_with_the_game_that_they_play(act: str) -> None:
    play = table()
    chosen = Selection(actor="ann").in_game(METTLE)
    asking = Asking(BY_ID[act], play.state, chosen.focus(play.state))
    asking.start()
    assert asking.answers["game"] == METTLE


def test_we_53_a_usual_rating_belongs_to_the_asking_game() -> None:
    """A usual rating is kept on the sheet of the game that is named or has it, and there alone (WE-53, U-34)."""
    play = Play(ANN, MEL, games=(METTLE, WYRD_ENGINE))
    play("usual ann attack Notice")
    own = play.state.actors["ann"].sheets
    assert own[WYRD_ENGINE].usual == {"attack": "Notice"}
    assert own[METTLE].usual == {}
    play("usual mel attack Poise")
    assert play.state.actors["mel"].sheets[METTLE].usual == {"attack": "Poise"}
    for line in ("usual ann attack Focus", "usual ann game=mettle attack focus", "usual ann attack skill=focus"):
        play("usual ann game=mettle attack Poise")
        play(line)
        own = play.state.actors["ann"].sheets
        assert (own[WYRD_ENGINE].usual, own[METTLE].usual) == ({"attack": "Notice"}, {"attack": "Focus"})


def test_c_30_a_bonus_counts_in_one_game() -> None:
    """A bonus of one game counts in that game's rolls alone (C-30, U-34)."""
    play = table()
    play("give ann 2 situation Rain game=mettle")
    play("roll ann Fight 0 dice=0000")
    assert play.total == 2
    assert [one.game for one in play.bonuses()] == [METTLE]
    play("give ann 1 situation Fog ends=use")
    assert "Fog" not in play.preview("check ann Focus 3", "dice")
    assert [choice.label for choice in play.offered("check ann Focus 3", "without").values()] == ["Rain"]
    play("give ann 1 boost Luck game=usual")
    assert [one.game for one in play.bonuses()] == [METTLE, WYRD_ENGINE, WYRD_ENGINE]


# ------------------------------------------------------------------ turns


def test_me_51_a_fighter_of_both_games_has_both_actions() -> None:
    """A fighter of two games has the actions of both, used up apart (WE-52, ME-51)."""
    play = table()
    play("order gm")
    assert [name for name, _ in turns(play.state)["ann"]] == ["primary", "minor", "action", "free move"]
    assert [name for name, _ in turns(play.state)["mel"]] == ["action", "free move"]
    play("action ann action")
    assert play.place("ann").used == ("action",)
    play("attack ann brute dice=0000 theirs=0000")
    assert set(play.place("ann").used) == {"action", "primary"}


@pytest.mark.parametrize(
    ("games", "actions"),
    [
        ((WYRD_ABACUS, METTLE), ["action", "free move"]),
        ((WYRD_ABACUS, WYRD_ENGINE), ["primary", "minor"]),
        ((WYRD_ENGINE, WYRD_ABACUS, METTLE), ["primary", "minor", "action", "free move"]),
        ((WYRD_ABACUS,), ["action"]),
    ],
)
def test_me_51_one_action_has_one_sign(games: tuple[str, ...], actions: list[str]) -> None:
    """ME-51, WE-52: the Wyrd Abacus names no actions of its own, and adds none to those of another game."""
    sheets = {WYRD_ENGINE: WE, WYRD_ABACUS: make_abilities(5, 4, 6), METTLE: _pools()}
    ann = replace(ANN, sheets={game: sheets[game] for game in games})
    play = Play(ann, replace(BRUTE, sheets=ann.sheets), games=games)
    play("order gm")
    assert [name for name, _ in turns(play.state)["ann"]] == actions
    which = next(ask for ask in BY_ID["action"].asks if ask.name == "which")
    several = ["all"] if actions[1:] else []
    assert [choice.value for choice in which.choices(play.state, {"who": "ann"})] == [*actions, *several, "none"]
    # The keys play one game, whose actions are offered; the Wyrd Abacus names none, so that all are.
    chosen = {"who": "ann", "game": games[-1]}
    offered = actions[-2:] if games[-1] != WYRD_ABACUS else actions
    assert [choice.value for choice in which.choices(play.state, chosen) if choice.value in actions] == offered
    again = {1: "the action", 2: "both actions"}.get(len(actions), "every action")
    play(f'action ann "{actions[0]}"')
    assert play("action ann none").lines == (f"Ann has {again} again",)


def test_u_25_initiative_is_rolled_by_those_who_play_for_it() -> None:
    """WE-51: the others have a place at the end, which the table moves by hand."""
    play = table()
    told = play("initiative", "++++", "0000", "----")
    assert "Mel" in " ".join(told.lines)
    assert play.order() == ["ann", "wes", "brute", "mel"]
    assert play.place("mel").score is None
    assert not any(play.place(who).tie for who in play.order())
    play("earlier mel")
    assert play.order() == ["ann", "wes", "mel", "brute"]
    table(MEL, replace(MEL, id="mia", name="Mia", side="foes")).refuses("initiative", "`order`")


# ------------------------------------------------------------------ groups


def test_u_12_groups_whose_members_suffer_differently_stay_apart() -> None:
    """ME-42, ME-43: neither are the sound made blind nor the blind sound."""
    smuts = replace(MEL, id="smuts", name="Smuts", side="foes", kind="mook", count=4)
    blind = replace(smuts, conditions=(status_of("blinded"),))
    other = replace(smuts, id="more", name="More", count=2)
    play = table(ANN, blind, other)
    play.refuses("merge smuts more", "Blinded")
    play.refuses("merge more smuts", "Blinded")
    play("status more blinded")
    play("merge more smuts")
    assert play.state.actors["smuts"].count == 6


def test_game_says_whose_damage_it_is() -> None:
    play = table()
    play("damage ann 2 game=mettle")
    assert mettle_of(play.state.actors["ann"]) == 3
    assert not any(row.marks for row in play.state.actors["ann"].sheets[WYRD_ENGINE].track)
    play("hurt ann 2 game=wyrd engine")
    assert mettle_of(play.state.actors["ann"]) == 3
    assert any(row.marks for row in play.state.actors["ann"].sheets[WYRD_ENGINE].track)


# ------------------------------------------------------------------ who is out, or elsewhere, in another game


SEA = make_abilities(5, 4, 6)


def _three() -> Play:
    people = (_one("ann", wyrd_engine=WE, mettle=_pools(), wyrd_abacus=SEA), WES, _one("eve", wyrd_abacus=SEA), BRUTE)
    return Play(*people, games=(WYRD_ENGINE, METTLE, WYRD_ABACUS))


@pytest.mark.parametrize(("line", "name"), [("initiative", "dice"), ("order gm", "who")])
def test_me_37_an_order_says_who_is_out_by_another_game(line: str, name: str) -> None:
    """ME-37, U-34: who has fallen has no turn; the line names them, with the reason."""
    play = _three()
    assert "Ann (Fallen)" not in play.preview(line, name)
    play("status ann fallen")
    assert "eft out: Ann (Fallen)" in play.preview(line, name)


@pytest.mark.parametrize(("act", "hint"), [("initiative", "absent; Notice +1"), ("order", "absent")])
def test_wa_20_an_absent_character_is_offered_for_a_fight_unticked(act: str, hint: str) -> None:
    """WA-20, WE-51: the GM may tick them all the same; the log names those who are left out."""
    play = _three()
    play("present ann")
    asks = next(one for one in BY_ID[act].asks if one.name == "who")
    assert asks.default(play.state, {}) == ("wes", "eve", "brute")
    assert play.offered(act, "who")["ann"].hint == hint
    assert any("Left out: Ann (absent)" in line for line in play("order sides").lines)
    play("order sides who=ann,brute")
    assert play.order() == ["ann", "brute"]


def test_u_34_the_abacus_says_who_is_out_by_another_game() -> None:
    """ME-37, U-34: they keep their place in it, and the question says what happened to them elsewhere."""
    play = _three()
    play("status ann fallen")
    hints = {one.value: one.hint for one in participant_choices(play.state, {})}
    assert hints == {"ann": "Fallen in Mettle", "eve": ""}
    play("challenge taint 6 Brine")
    assert play.offered("face brine ann,eve", "points")["ann"].hint == "6 of 6, Fallen in Mettle"
