"""Words on the line before Enter: nothing is spent, left out or decided that a game master did not see there."""

from __future__ import annotations

import pytest

from tests.screens.desk import press
from tests.screens.shipped import FLIGHT, asking, begun, commands, keyed, prompt
from tests.widgets.stage import shown
from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.events import Changed
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.rules.all_games import commands_of
from wyrd_tui.screens.questions.command_line import CommandLine
from wyrd_tui.screens.table.outlook import ladder_asked, rung_asked
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.ladder import LadderPane
from wyrd_tui.widgets.prompt import prompt_lines

PATINA = "a-fine-patina"
BEES = "nobody-told-the-bees"
RATS = "N =Rats ⏎ ⏎ b ⏎"
"""A foe who is made up at the table and has no numbers; it is selected."""


@pytest.mark.parametrize("key", ["a", "r", "x", "m a"])
def test_me_07_a_foe_without_dice_is_named_in_the_question(key: str) -> None:
    """ME-07: another character is asked for, since the selected one cannot Check."""
    shown = prompt(begun(PATINA, f"{RATS} {key}"))
    assert shown.aside == "Rats has no dice for a Check: `:pools rats focus=3` writes some."
    assert not any(offer.here for offer in shown.parts[0].offers)


@pytest.mark.parametrize("keys", ["a ⏎", "r ⏎", "x ⏎ ⏎ ⏎"])
def test_we_52_every_check_out_of_turn_says_so(keys: str) -> None:
    """WE-52, ME-51: the act of another is told before Enter, and that of the turn itself is not."""
    told = "Jonah acts out of turn: it is Viktor’s turn, no action used · "
    assert prompt(begun(PATINA, f"I c ⏎ ⏎ 4 {keys}")).preview.startswith(told)
    assert "out of turn" not in prompt(begun(PATINA, f"I c ⏎ ⏎ 1 {keys}")).preview


@pytest.mark.parametrize(
    ("scenario", "keys", "told"),
    [
        (FLIGHT, "2 h ⏎ ⏎", "Felix acts out of turn: it is Mercer’s turn, no action used · 4dF"),
        (FLIGHT, "2 r Z ⏎ ⏎", "Felix acts out of turn: it is Mercer’s turn, no action used · 4dF"),
        (PATINA, "m b 1 3 ⏎ ⏎", "Magda acts out of turn: it is Viktor’s turn, no action used · Magda 4 dice · "),
        (PATINA, "n n m b 1 ⏎ ⏎", "Magda 4 dice · "),
    ],
)
def test_we_52_teamwork_out_of_turn_says_so(scenario: str, keys: str, told: str) -> None:
    """WE-52, ME-31: as every other roll does; of a team it is its leader who acts."""
    assert prompt(begun(scenario, f"I c ⏎ ⏎ {keys}")).preview.startswith(told)


def test_me_51_an_attack_says_which_action_it_takes() -> None:
    """ME-51: before Enter, as in the Wyrd Engine; one that is lost is named with its reason alone."""
    assert prompt(begun(PATINA, "I c ⏎ ⏎ a ⏎ A")).preview.startswith("Action · 4 dice")
    assert prompt(begun(PATINA, "a ⏎ A")).preview.startswith("4 dice")
    table = begun(PATINA, "I c ⏎ ⏎")
    press(table, ":", "=status viktor surprised", "enter", "a", "enter", "A")
    lost = prompt(table).preview
    assert lost.startswith("4 dice")
    assert "no Action: Surprised" in lost


@pytest.mark.parametrize(
    ("scenario", "keys", "told"),
    [
        (
            FLIGHT,
            "2 a ⏎ =+++++",
            "Felix acts out of turn: it is Mercer’s turn, no action used · “+++++” has 5 dice instead of 8. ",
        ),
        (
            PATINA,
            "2 r Z ⏎ ⏎ tab tab tab =99",
            "Kirin acts out of turn: it is Viktor’s turn, no action used · Modifier: write −20",
        ),
        (
            PATINA,
            "2 r Z ⏎ ⏎ tab 9",
            "Kirin acts out of turn: it is Viktor’s turn, no action used · 5 dice cannot take 9 Raises: ",
        ),
    ],
)
def test_we_52_a_refusal_leaves_the_word_on_the_turn(scenario: str, keys: str, told: str) -> None:
    """WE-52: dice and numbers that cannot stand take the place of the odds alone."""
    assert prompt(begun(scenario, f"I c ⏎ ⏎ {keys}")).preview.startswith(told)


@pytest.mark.parametrize("keys", ["1 r Z ⏎ ⏎ tab 9 ⏎", "2 r Z ⏎ ⏎ tab 9 ⏎", "2 a ⏎ 9 ⏎"])
def test_me_28_a_refusal_is_told_once(keys: str) -> None:
    """ME-28: where Enter refuses a number or dice, the line of the odds does not say so again."""
    shown = prompt(begun(PATINA, f"I c ⏎ ⏎ {keys}"))
    assert shown.refused
    assert shown.refused.removesuffix(".") not in shown.preview


def test_me_51_a_second_action_is_told_once_beside_the_log() -> None:
    """ME-51: the log of typed dice says so itself, in the words of the line before Enter."""
    table = begun(PATINA, "I c ⏎ ⏎ a ⏎ =1111 ⏎ esc 1 a ⏎")
    told = "Viktor takes a second Action this turn"
    assert prompt(table).preview.startswith(f"{told} · ")
    keyed(table, "=1111")
    assert prompt(table).preview.splitlines().count(told) == 1


@pytest.mark.parametrize(
    ("scenario", "keys"), [(PATINA, "2 space F"), (PATINA, "1 w a ⏎ 2 w a ⏎ 2 space t"), (FLIGHT, "2 space t a")]
)
def test_ticked_rows_are_meant_where_the_whole_party_is_else(scenario: str, keys: str) -> None:
    """README: a tick is for the next act; an act for the whole party is for all only where nobody is ticked."""
    ticked = prompt(table := begun(scenario, keys)).parts[-1]
    assert [offer.key for offer in ticked.offers if offer.on] == ["2"]
    keyed(table, "⏎")
    assert not table.cursor.selection.ticked_actors


def test_letters_find_the_names_in_sight_not_ids() -> None:
    """The id of the first of the two challenges is `over-the-counter`."""
    part = prompt(begun(PATINA, "B B ⏎ 3 r Z =c")).parts[-1]
    assert [offer.label for offer in part.offers] == ["The curtains"]


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("I c ⏎ ⏎ 1 a ⏎ =3_2_6_6", "Action"),
        ("I c ⏎ ⏎ 2 a ⏎ =3_2_2_4_4", "Kirin acts out of turn: it is Viktor’s turn, no action used"),
        ("I c ⏎ ⏎ 2 C K ⏎ r ⏎ =1_2_3_4_4", "no Action: Surprised"),
        ("I c ⏎ ⏎ 3 d 9 ⏎ f a Z 2 ⏎ ⏎ =1_1_3_4_4", "Kirin acts out of turn: it is Viktor’s turn, no action used"),
    ],
)
def test_we_52_typed_dice_keep_what_is_said_of_the_turn(keys: str, told: str) -> None:
    """WE-52, ME-51: the log ahead, which stands in place of the odds, leaves it out."""
    facts = prompt(begun(PATINA, keys)).preview.replace("\n", " · ").split(" · ")
    assert facts.count(told) == 1


NEUTRAL = "N =Rats ⏎ ⏎ b ⏎"
"""A newcomer who is neutral, as usual."""


@pytest.mark.parametrize("keys", ["I c ⏎", "I d"])
def test_we_49_an_order_says_why_an_actor_is_left_out(keys: str) -> None:
    """WE-49: a neutral actor has no place unless the GM ticks it."""
    table = begun(PATINA, f"{NEUTRAL} {keys}")
    assert prompt(table, 120).preview.endswith("Left out: Rats (neutral)")
    keyed(table, "⏎")
    assert "Left out: Rats (neutral)" in [line.head for line in table.session.last(1)[0].act.log]


@pytest.mark.parametrize(
    ("keys", "told"),
    [(f"{NEUTRAL} @ e B ⏎", "Rats joins the foes"), ("1 @ e B ⏎", "Viktor turns against the party")],
)
def test_only_one_of_the_party_turns_against_it(keys: str, told: str) -> None:
    assert begun(PATINA, keys).session.last(1)[0].act.log[0].head == told


@pytest.mark.parametrize("width", [80, 120])
def test_every_challenge_of_a_scene_is_named_before_it_begins(width: int) -> None:
    """The letter of a scene skips the page that names them, so the last question does."""
    lines = prompt_lines(prompt(begun(PATINA, "B C"), width), width, UNICODE)
    told = " ".join("".join(text for text, _ in line).strip() for line in lines)
    assert "Mrs Orlova’s hand at Daunting (6)" in told
    assert "The note on the samovar at Routine (1) are new challenges; Players see" in told


FALTER = "I c ⏎ ⏎ n 2 a ⏎ =44111 ⏎ G =11 ⏎ ⏎"
"""An attack of Kirin in her turn, by dice that fell, and the Twist that costs her next Action."""


def test_me_26_falter_loses_the_next_action() -> None:
    """ME-26: the Action of this round is used up, so that of the next round is lost, and then no more."""
    table = begun(PATINA, FALTER)
    kirin = table.state.actors["kirin"]
    assert [condition.label for condition in kirin.conditions] == ["Faltering"]
    told = [str(line) for step in table.session.last(2) for line in step.act.log]
    at = told.index("The Twist – Falter")
    assert told[at + 1] == "Kirin is Faltering: the Action of round 2 is lost"
    keyed(table, "n n n n n")
    assert (table.state.order.round, table.state.order.turn) == (2, "kirin")
    assert dict(table.turns["kirin"])["action"] == "Faltering"
    assert "Kirin has no Action: Faltering" in table.speech.advice
    keyed(table, "n n n n n")
    assert (table.state.order.round, table.state.order.turn) == (3, "kirin")
    assert dict(table.turns["kirin"])["action"] == ""


@pytest.mark.parametrize("turns", ["", "n"])
def test_me_26_falter_after_a_plain_check_loses_the_next_action(turns: str) -> None:
    """ME-26: the Check in a turn, which marks no Action, was what its owner did in it; the line names the round."""
    table = begun(PATINA, f"I c ⏎ ⏎ {turns} 1 r ⏎ =1444 ⏎ G")
    row = next(row for part in prompt(table).parts for row in part.offers if row.label == "Falter")
    assert row.hint == "the Action of round 2 is lost"
    keyed(table, "=444 ⏎")
    assert not any(place.used for place in table.state.order.places)
    assert not dict(table.turns["viktor"])["action"]
    keyed(table, " ".join("nnnnn"[len(turns) :]))
    assert (table.state.order.round, table.state.order.turn) == (2, "viktor")
    assert dict(table.turns["viktor"])["action"] == "Faltering"
    keyed(table, "n n n n n")
    assert dict(table.turns["viktor"])["action"] == ""


def test_me_26_falter_out_of_a_fight_is_told_only() -> None:
    """ME-26: where no Action is counted, no status comes, and the words say so before Enter and in the log."""
    table = begun(PATINA, "r ⏎ =1456 ⏎ G")
    row = next(row for part in prompt(table).parts for row in part.offers if row.label == "Falter")
    assert row.hint == "next Action lost (no status)"
    keyed(table, "=444")
    told = "The Twist – Falter: next Action lost (no status: the GM keeps it)"
    assert prompt(table).preview.endswith(told)
    keyed(table, "⏎")
    assert str(table.session.last(1)[0].act.log[-1]) == told
    assert not table.state.actors["viktor"].conditions


def test_me_26_a_falter_given_by_hand_loses_the_next_action() -> None:
    """ME-26: after the turn, the Action of the next round is lost, by a price as by the GM’s own word."""
    table = begun(PATINA, "I c ⏎ ⏎ n :")
    press(table, "=status viktor faltering", "enter")
    assert not dict(table.turns["viktor"])["action"]
    keyed(table, "n n n n")
    assert (table.state.order.round, table.state.order.turn) == (2, "viktor")
    assert dict(table.turns["viktor"])["action"] == "Faltering"


def test_me_26_a_falter_in_a_fight_shows_its_status_before_enter() -> None:
    table = begun(PATINA, "I c ⏎ ⏎ n 2 a ⏎ =44111 ⏎ G =11")
    assert "Kirin is Faltering: the Action of round 2 is lost" in prompt(table).preview


@pytest.mark.parametrize("dice", ["", "=63"])
def test_wa_51_a_player_choice_is_told_without_dice_too(dice: str) -> None:
    """WA-51: what acting with the Wyrd brings hangs on no throw, so blank dice tell it too."""
    table = begun(BEES, f"B C ⏎ 1 D a ⏎ D a ⏎ {dice} ⏎ c")
    told = prompt(table).preview
    assert "Nora’s player acts with the Wyrd from now on" in told
    assert "Nora’s Wyrd to lend: 0→2" in told


def test_wa_51_the_digit_of_an_adopted_denizen_is_told() -> None:
    """WA-51: before Enter and in the log; the letter goes to no newcomer while others are free."""
    table = begun(BEES, "B B ⏎ ⏎ esc 1 D a ⏎ D a ⏎ ⏎ b ⏎ a")
    told = "Dilys is a player’s character from now on, key 5 instead of a"
    assert told in prompt(table).preview
    keyed(table, "⏎")
    assert told in table.session.done[-1].act.lines
    press(table, ":", "=bring peg-lowther", "enter")
    assert (handles_of(table.state)["dilys-bright"], handles_of(table.state)["peg-lowther"]) == ("5", "b")


def test_the_digit_of_a_character_who_changes_kind_is_told() -> None:
    """Also where the GM makes a neutral character a player's by hand."""
    table = begun(BEES, "B B ⏎ ⏎ esc")
    press(table, ":", "=edit dilys-bright side party", "enter", ":", "=edit dilys-bright kind pc", "enter")
    assert table.session.done[-1].act.lines == ("Dilys is now a pc, key 5 instead of a",)


def test_wa_31_an_adopted_denizen_who_left_enters_under_another_key() -> None:
    """WA-31: as one who is present."""
    table = begun(BEES, "B A ⏎ ⏎ e ⏎ , B B ⏎ ⏎ ⏎ ⏎ 4 D a ⏎ D a ⏎ ⏎ b f")
    assert "Peg Lowther enters, key 5 instead of b" in prompt(table).preview


@pytest.mark.parametrize("end", ["=end fight", "=end scene"])
def test_me_26_an_open_falter_ends_with_the_fight(end: str) -> None:
    """ME-26: without turns there is no Action to lose."""
    table = begun(PATINA, f"{FALTER} :")
    press(table, end, "enter")
    assert commands(table)[-1] == "end"
    assert not table.state.actors["kirin"].conditions


@pytest.mark.parametrize("keys", ["1 d", "1 a ⏎ =3326 ⏎"])
def test_me_38_a_damage_question_offers_no_own_words(keys: str) -> None:
    """ME-38: a hit is taken or cancelled, and no third way is typed."""
    table = begun(PATINA, keys)
    assert commands(table)[-1:] != ["hurt"]
    assert "type your own" not in [words for _, words in prompt(table).keys]
    keyed(table, "tab '")
    assert "in your own words" not in [part.note for part in prompt(table).parts]


TEAM = "1 m b 2 ⏎"
"""A strongest link of the selected Viktor and Kirin."""


def test_me_31_a_team_is_asked_against_whom_by_a_key_alone() -> None:
    """ME-10, ME-31: a plain difficulty needs no answer, and a target takes its place."""
    table = begun(PATINA, TEAM)
    assert [part.prompt for part in prompt(table).parts] == ["Challenge", "Against", "Check"]
    keyed(table, "⏎")
    assert "against Challenging (3)" in prompt(table).preview
    keyed(table, "esc")
    keyed(table, f"{TEAM} Y a ⏎ ⏎")
    assert "against The Clerk’s Motive (4)" in prompt(table).preview


@pytest.mark.parametrize(("keys", "leader"), [("3 m b 2 ⏎", "Magda"), ("2 m b 3 ⏎", "Kirin")])
def test_me_33_the_selected_one_of_equal_pools_leads(keys: str, leader: str) -> None:
    """ME-33: both have Nature 3; who leads is named before the dice fall and after."""
    table = begun(PATINA, f"] {keys} C")
    assert f" · {leader} leads · " in prompt(table, 120).preview
    keyed(table, "=114;156")
    assert f"strongest link: {leader} 1 1 4" in prompt(table).preview
    keyed(table, "⏎ ⏎")
    assert f"{leader}’s team keeps" in str(table.session.last(1)[0].act.log[0])


def test_me_30_the_helper_of_a_background_has_own_pools() -> None:
    """ME-30, ME-33: none larger is suggested, which would take over the roll; a larger one that is chosen leads."""
    table = begun(PATINA, "3 m b 2 ⏎ E")
    assert " · Magda leads · " in prompt(table, 120).preview
    keyed(table, "A")
    offers = {offer.label: offer.key for part in prompt(table).parts for offer in part.offers}
    assert {"Poise", "Nature", "Crowds", "Locks and Latches"} <= offers.keys()
    assert "Dressing Wounds" not in offers
    keyed(table, offers["Poise"])
    assert " · Kirin leads · " in prompt(table, 120).preview


def test_me_31_the_ladder_of_one_is_no_ladder_of_a_team() -> None:
    """ME-31: no odds stand there as long as the team’s Check is asked for."""
    table = begun(PATINA, "1")
    usual = table.cursor.ladder.odds
    assert usual is not None
    for keys, title in ((TEAM, "the line tells the team’s odds"), ("esc r", usual.title)):
        keyed(table, keys)
        shown = ladder_asked(table.questions, table.rules, table.state, usual)
        assert shown is not None
        assert (shown.title, bool(shown.rungs)) == (title, keys != TEAM)


def test_a_mark_that_comes_back_is_told_in_a_sentence() -> None:
    """WE-97: the scene that is played loses its mark and gets it again."""
    table = begun(PATINA)
    page = table.state.scene.page
    table.play(table.commands["mark-page"], {"page": page, "mark": "none"})
    assert table.speech.status.said == "Scene no longer marked: Just Looking"
    table.play(table.commands["mark-page"], {"page": page, "mark": "begun"})
    assert table.speech.status.said == "Marked: Just Looking"
    keyed(table, "u")
    assert table.speech.status.said == "Undone: Marked: Just Looking"


@pytest.mark.parametrize(("who", "last"), [("1", "3"), ("2", "4")], ids=["4 dice", "5 dice"])
async def test_me_28_the_ladder_has_no_column_without_a_chance(who: str, last: str) -> None:
    """ME-28: of four dice the fourth Raise leaves none to throw."""
    ladder = begun(PATINA, f"{who} C A ⏎").cursor.ladder.odds
    heading = (await shown(LadderPane(), (80, 7), ladder=ladder, rung=1))[1]
    assert heading.split()[:-3] == ["as", "is", "1", "raised", "2", "3", "4"][: 3 + int(last)]


def test_the_log_names_the_player_of_a_character() -> None:
    table = begun(PATINA, "1 @ b")
    press(table, "=Anna", "enter")
    assert table.session.last(1)[0].act.log[0].head == "Viktor is now played by Anna"
    assert str(describe(Changed("viktor", player=""), table.state)) == "Viktor has no player now"


def test_chances_are_gone_once_typed_dice_have_decided() -> None:
    """Beside the outcome a chance of what is off says nothing; it is back once a die is taken away."""

    def chances() -> list[str]:
        return [offer.then for part in prompt(table).parts for offer in part.offers if offer.then]

    table = begun("flight-from-the-tower", "⏎ 1 a ⏎")
    assert chances() == ["86%", "42%"]
    keyed(table, "=++00")
    before = chances()
    assert before == ["100%", "81%"], "the dice of the defence are thrown yet"
    keyed(table, "tab =0000")
    assert prompt(table).preview.startswith("HIT")
    assert chances() == []
    keyed(table, "⌫")
    assert chances() == before


def test_a_choice_of_challenges_has_no_empty_line() -> None:
    table = begun("flight-from-the-tower", "B B ⏎ ⏎ r Z")
    asked = prompt(table)
    assert asked.parts[0].prompt == "Challenge"
    assert all(line.strip() for line in asked.preview.splitlines())
    assert not asked.preview


@pytest.mark.parametrize(
    ("name", "keys", "asks", "first"),
    [
        ("flight-from-the-tower", "1 d 6", "wound", "wound"),
        ("flight-from-the-tower", "2 d 1 0", "fate and wound ×3", "fate"),
        ("flight-from-the-tower", "1 d 3", "", ""),
        ("nobody-told-the-bees", "B ⏎ ⏎ X b", "consequences", "consequences"),
        ("nobody-told-the-bees", "B ⏎ ⏎ r ⏎ ⏎ =1 ⏎ 1 =1", "draw or accept", "draw or accept"),
    ],
)
def test_we_60_an_act_without_dice_names_the_questions_that_it_opens(
    name: str, keys: str, asks: str, first: str
) -> None:
    """WE-60, WE-66, WA-20, WA-22: what is certain before Enter is told there, behind what the act does."""
    table = begun(name, keys)
    assert prompt(table).preview.endswith(f"then asks: {asks}") == bool(asks)
    assert ("then asks" in prompt(table).preview) == bool(asks)
    keyed(table, "⏎")
    assert (prompt(table).label if table.asking else "") == first


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ("", "Hester’s House ends · short: asks draw or accept · at stake: “She puts down the pot."),
        ("1 1 1", "Hester’s House ends · short: asks draw or accept · at stake: “She puts down the pot."),
        ("1 1 1 1", "sure · overcome: Hester’s House ends"),
    ],
)
def test_wa_22_draw_is_asked_only_where_the_die_falls_short(points: str, told: str) -> None:
    """WA-22, WA-25: the question of Wyrd stands with the short die alone; points that make it sure ask nothing."""
    assert "asks" not in prompt(begun(BEES, f"B ⏎ ⏎ r ⏎ {points}")).preview
    asked = prompt(begun(BEES, f"B ⏎ ⏎ r ⏎ {points} ⏎")).preview
    assert told in asked
    assert "then asks" not in asked
    assert ("short" in asked) == ("stake" in asked) == (points != "1 1 1 1")


@pytest.mark.parametrize(("points", "draws"), [("a b", False), ("a 1", True)])
def test_wa_23_an_attempt_that_takes_the_last_wyrd_draws_none(points: str, draws: bool) -> None:
    """WA-19, WA-21, WA-23: a short die is judged by the scene’s Wyrd, of which 4 are left, once the attempt is paid."""
    sleeper = f"r ⌫ C ⏎ tab {points} ⏎"
    table = begun(BEES, f"B ⏎ 1 2 ⏎ r ⌫ C ⏎ tab 1 ⏎ =6 ⏎ {sleeper}")
    told = prompt(table).preview
    assert f"short: {'asks draw or accept' if draws else 'not overcome'}" in told
    assert ("not overcome: Names taken +1" in told) != draws
    keyed(table, "=1 ⏎")
    assert ("no Wyrd left: Names taken +1" in prompt(table).preview) != draws


@pytest.mark.parametrize(("points", "short"), [(":1", True), (":4", False)])
def test_wa_22_a_line_tells_the_question_of_a_short_die(points: str, short: bool) -> None:
    """WA-22: as the act's own question does."""
    table = begun(BEES, "B ⏎ ⏎")
    press(table, ":", f"=face good nora nora{points}")
    assert table.question is not None
    preview = table.question(200, UNICODE, 5).preview
    assert ("short: asks draw or accept" in preview) == short
    assert "then asks" not in preview


@pytest.mark.parametrize("line", ["damage felix 10", "damage elias 10"])
def test_we_60_a_line_names_the_questions_that_it_opens(line: str) -> None:
    """WE-60, WE-66: as the act's own question does."""
    table = begun("flight-from-the-tower")
    press(table, ":", f"={line}")
    assert table.question is not None
    assert " · then asks: fate and wound ×3" in table.question(200, UNICODE, 5).preview


def test_wa_20_the_end_of_a_scene_lists_its_questions_once() -> None:
    """WA-20: what the end has told as open is not named again as asked next."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ e")
    assert "Open: Not overcome: The sleeper upstairs. Which consequence?" in prompt(table).preview
    assert "then asks" not in prompt(table).preview


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("escape nora", "Nora escapes from the tale\nno longer asks: restore a point"),
        ("antagonist nora threat", "\nno longer asks: restore a point"),
        ("restore-point nora", ""),
    ],
)
def test_wa_46_a_line_names_the_questions_that_it_closes(line: str, told: str) -> None:
    """WA-46: a point that is owed to a character who leaves the tale is lost without a word else."""
    table = begun(BEES, "B C ⏎ ⏎")
    faced = ("face tobys-come-home nora nora:2 dice=1", "draw accept", "consequence nothing", "end scene")
    for before in faced:
        press(table, ":", f"={before}", "enter", "escape")
    press(table, ":", f"={line}")
    assert table.question is not None
    preview = table.question(200, UNICODE, 9).preview
    assert told in preview
    assert ("no longer asks" in preview) == bool(told)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("take edith 2", "Scene Wyrd: 5→3, Edith takes 2\nEdith’s Wyrd: 0→2"),
        ("edit-challenge tobys-come-home value 9", "Toby’s come home: value 7→9"),
    ],
)
def test_wa_10_a_change_is_told_before_it_is_made(line: str, told: str) -> None:
    """WA-10, WA-13: with what it was and what it comes to."""
    table = begun(BEES, "B C ⏎ ⏎")
    press(table, ":", f"={line}")
    assert table.question is not None
    assert told in table.question(200, UNICODE, 9).preview


def test_me_10_the_ladder_follows_the_pool_of_a_check_against_somebody() -> None:
    """ME-10: a Check against a character’s pool shows the odds of the pool that is rolled."""
    table = begun(PATINA, "1 x ⏎ D ⏎")
    shown = ladder_asked(table.questions, table.rules, table.state, table.cursor.ladder.odds)
    assert shown is not None
    assert shown.title == "Viktor Sorokin, Poise 2"


def test_an_order_by_sides_names_all_and_the_neutral() -> None:
    table = begun(PATINA, "O =mis ⏎ I c b")
    assert prompt(table, 120).preview.splitlines() == [
        "Order by sides, foes first: The Clerk, Viktor, Kirin, Magda, Jonah",
        "Left out: Miss Lindqvist (neutral)",
    ]


@pytest.mark.parametrize(
    ("keys", "title", "beaten"),
    [
        ("3 w a ⏎ a ⏎", "Magda Brandt, Focus 3", (3, "The Clerk’s Poise (3)")),
        ("3 w a ⏎ a ⏎ B A ⏎", "Magda Brandt, Focus 3", (3, "The Clerk’s Focus (3)")),
        ("3 w a ⏎ a ⏎ B B ⏎", "Magda Brandt, Focus 3", (4, "The Clerk’s Nature (4)")),
        ("3 x ⏎ C ⏎", "Magda Brandt, Nature 3", (4, "The Clerk’s Motive (4)")),
    ],
)
def test_me_10_the_selected_rung_is_the_pool_of_the_target(keys: str, title: str, beaten: tuple[int, str]) -> None:
    """ME-10: an attack, and a Check against an actor, show odds of the rolled pool and select the number to beat."""
    table = begun(PATINA, keys)
    rung, faced = rung_asked(table.questions, table.state, table.cursor.selection.rung, table.cursor.followed)
    assert (rung, faced) == (beaten[0], beaten)
    shown = ladder_asked(table.questions, table.rules, table.state, table.cursor.ladder.odds, rung)
    assert shown is not None
    assert shown.title == title
    assert rung in {one.value for one in shown.rungs}


def test_me_10_the_ladder_follows_another_pool_of_an_attack() -> None:
    """ME-10: the line and the ladder show the odds of the pool that is chosen, also where it is not the usual one."""
    table = begun(PATINA, "1 a a A B")
    shown = ladder_asked(table.questions, table.rules, table.state, table.cursor.ladder.odds)
    assert shown is not None
    assert shown.title == "Viktor Sorokin, Focus 3"


@pytest.mark.parametrize(
    ("keys", "pool", "chance"),
    [
        ("2 r Z ⏎ ⏎ tab tab 2", "Poise 5 tools +2", "67%"),
        ("2 r Z ⏎ ⏎ tab 1 tab 2", "Poise 5 tools +2", "67%"),
        ("2 r Z ⏎ ⏎ tab tab tab - 2", "Poise 5 situation −2", "12%"),
        ("2 r Z ⏎ ⏎", "Poise 5", "41%"),
    ],
)
def test_me_13_the_ladder_counts_the_tools_that_are_typed(keys: str, pool: str, chance: str) -> None:
    """ME-13, ME-28: the line and the ladder show the same odds; a Raise has a column of its own."""
    table = begun(PATINA, keys)
    shown = ladder_asked(table.questions, table.rules, table.state, table.cursor.ladder.odds, 5)
    assert shown is not None
    assert shown.title == f"Kirin, {pool}"
    assert next(rung.success.short() for rung in shown.rungs if rung.value == 5) == chance


RAISES_FIELD = "x ⏎ ⏎ ⏎ tab"
"""A Check against a target, with the keys in the field for its Raises."""


def test_me_28_a_number_is_replaced_where_tab_comes_back() -> None:
    """ME-28: and goes on where Tab has not left the field."""
    table = begun(PATINA, f"{RAISES_FIELD} =1 tab tab tab tab tab =0")
    assert [part.typed for part in prompt(table).parts if part.prompt == "Raises"] == ["0"]


@pytest.mark.parametrize("keys", ["tab tab tab =3226", "tab tab tab =-21"])
def test_a_modifier_out_of_bounds_is_told_at_once(keys: str) -> None:
    shown = prompt(begun(PATINA, f"{RAISES_FIELD} {keys}"))
    assert shown.preview.startswith("Modifier: write −20 to 20, not ")
    assert not shown.refused


def test_me_38_the_list_tells_which_statuses_the_target_has() -> None:
    """ME-38, ME-48: chosen again, a status ends, so the list names it; of several targets, one that all have."""
    table = begun(PATINA, "1 C A ⏎ 1 C K ⏎ 1 C")
    labels = [offer.label for part in prompt(table).parts for offer in part.offers]
    assert [label for label in labels if "(" in label] == ["Shaken (has it)", "Surprised (has it)"]
    keyed(table, "A ⏎")
    assert [one.label for one in table.state.actors["viktor"].conditions] == ["Surprised"]


def test_wa_23_a_die_without_wyrd_left_tells_what_its_failure_brings() -> None:
    """WA-22, WA-23: no Wyrd can be drawn; the failure is told before Enter accepts it."""
    empty = "B ⏎ ⏎ esc r ⏎ ⏎ =1 ⏎ =1 ⏎ ⏎ r ⏎ ⏎ =5 ⏎ ⏎ =1 ⏎ ⏎ esc r ⏎ ⏎ =1"
    table = begun(BEES, f"{empty} ⏎")
    assert asking(table).command.id == "draw"
    told = ["Not overcome, since the scene has no Wyrd left: everybody +1 Wyrd", "then asks: consequences"]
    assert prompt(table).preview.splitlines()[-2:] == told
    keyed(table, "⏎")
    assert asking(table).command.id == "consequence"


def test_wa_14_the_line_before_a_die_tells_what_a_success_opens() -> None:
    """WA-14: a locked challenge, before the die that opens it."""
    told = prompt(begun(BEES, "B B ⏎ ⏎ esc r ⏎ 1 1 1 1 ⏎")).preview
    assert " · overcome: opens Behind the hedge · " in told


def test_wa_52_a_rule_ends_with_a_word_as_its_challenge_leaves() -> None:
    """WA-52: on the line and in the log, as a scene begins; and once where the challenge is overcome."""
    ends, both = "Stage rule Hester’s House ends", "Stage rules Hester’s House and They Count Back end"
    table = begun(BEES, "B ⏎ ⏎ r ⌫ B ⏎ ⏎ =1 ⏎ ⏎ _ ⏎ _ ⏎ e ⏎ esc esc B ⏎ ⏎ ⏎")
    assert both in prompt(table).preview
    keyed(table, "⏎")
    assert table.session.done[-1].act.lines.count(both) == 1
    overcome = begun(BEES, "B ⏎ ⏎ esc r ⏎ 1 1 ⏎ =5 ⏎ ⏎")
    assert overcome.session.done[-1].act.lines.count(ends) == 1


def test_wa_57_the_line_of_a_wyrd_roll_names_who_is_hunted() -> None:
    """WA-57: who rolled the most sixes, also where the line tells the log in brief."""
    table = begun(BEES, "B B ⏎ ⏎ esc r ⏎ ⏎ =1 ⏎ _ ⏎ e ⏎ 3 ⏎ =4 ⏎ 3 w ⏎ =6124")
    assert (
        "; Something Barefoot: It is over the hedge, and it is Toby. Most sixes: Edith (one); " in prompt(table).preview
    )


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("oppose mercer", "Captain Elias Mercer · Patrolling crewman · Pilot · Shoot"),
        ("roll mercer", "Captain Elias Mercer · Pilot"),
        ("boost mercer", "Captain Elias Mercer · preparation · Pilot"),
        ("attack mercer", "Captain Elias Mercer · Patrolling crewman"),
    ],
)
def test_a_line_names_all_that_it_leaves_to_the_program(line: str, named: str) -> None:
    """WE-36, WE-43: the opponent, the ratings and the label stand before the act, as the questions head them."""
    table = begun(FLIGHT)
    typed = CommandLine(commands_of(table.state), table.state)
    typed.paste(line)
    assert typed.outcome().splitlines()[0] == named


def test_a_line_that_says_all_names_nothing_twice() -> None:
    """WE-56: the answers of the line stand in it, and the outcome is told alone."""
    table = begun(FLIGHT)
    typed = CommandLine(commands_of(table.state), table.state)
    typed.paste("damage mercer 3")
    assert typed.outcome().splitlines()[0] == "Captain Elias Mercer: stress 0→3 of 4"
