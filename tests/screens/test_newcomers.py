"""Characters who are made up or brought in: selected at once, and the key that shows them to players."""

from __future__ import annotations

import pytest

from tests.screens.desk import press, seat
from tests.screens.shipped import FLIGHT, asking, begun, commands, keyed, prompt
from tests.sheets import make_abilities
from tests.test_every_command import SHIPPED
from wyrd_tui.engine.commands import Answers
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.rules.all_games import commands_of
from wyrd_tui.engine.rules.mettle.sheet_edits import read_sheet as read_pools
from wyrd_tui.engine.rules.wyrd_abacus.sheet_edits import read_sheet
from wyrd_tui.engine.rules.wyrd_engine.ratings import sheet_of
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, State
from wyrd_tui.screens.table.keys import FOOTER_FIRST
from wyrd_tui.store.scenarios.scenario import begin_empty, begin_table, load_scenario
from wyrd_tui.widgets.glyphs import ASCII, UNICODE, Glyphs
from wyrd_tui.widgets.order_words import list_spotlight
from wyrd_tui.widgets.prompt import prompt_lines


def test_a_newcomer_to_a_popcorn_order_has_no_place() -> None:
    """WE-51: each fighter names the next there, so that nobody is first or last."""
    table = begun("a-fine-patina", "I d ⏎ O =mis ⏎")
    assert [offer.label for offer in prompt(table).parts[0].offers] == ["not yet", "yes"]
    keyed(table, "b ⏎")
    assert table.state.order.places[-1].who == "miss-lindqvist"


def test_me_07_beginnings_of_attributes_are_understood() -> None:
    """ME-07: `fr4` is Frame, and an initial alone stays what panes mean by it."""
    sheet = read_pools(State(), "f3 n4 po3 fr4 mo4 me5 fencing 2")
    assert sheet.ratings == {"Frame": 4, "Motive": 4, "Fencing": 2}
    assert {row.id: row.boxes for row in sheet.track} == {"mettle": 5, "focus": 3, "nature": 4, "poise": 3}


@pytest.mark.parametrize(("keys", "who"), [("N =Cook ⏎ b a ⏎ ⏎ ⏎", "cook"), ("O B ⏎", "lucius-drake")])
def test_a_newcomer_is_selected_and_the_key_shows_them(keys: str, who: str) -> None:
    """WE-97: secret, then known by name, then open, as the sentence at the foot says."""
    table = begun(FLIGHT, keys)
    assert table.cursor.selection.actor == who
    for seen in ("known", "open", "secret"):
        keyed(table, "v")
        assert table.asking is None
        assert table.state.actors[who].visibility == seen
    assert commands(table)[1:] == ["visibility"] * 3


@pytest.mark.parametrize("keys", ["N =Cook ⏎ b a ⏎ ⏎ ⏎ ⏎", "O B ⏎"])
@pytest.mark.parametrize("turns", ["", "n n "])
def test_u_11_a_newcomer_leaves_the_turn_its_selection(turns: str, keys: str) -> None:
    """WE-52, WE-97: who has the turn acts next, and the key that shows characters suggests the newcomer until then."""
    table = begun(FLIGHT, f"⏎ I c ⏎ ⏎ {turns}{keys}")
    turn = table.state.order.turn
    assert turn
    assert table.asking is None
    assert table.cursor.selection.actor == turn
    came = [*table.state.actors][-1]
    for seen in ("known", "open", "secret"):
        keyed(table, "v")
        assert asking(table).so_far()["what"] == came
        keyed(table, "⏎")
        assert table.state.actors[came].visibility == seen
    assert table.cursor.selection.actor == turn


def test_we_97_the_key_shows_the_foe_selected_after_a_newcomer() -> None:
    table = begun(FLIGHT, "⏎ I c ⏎ ⏎ n n N =Cook ⏎ b a ⏎ ⏎ ⏎ ⏎")
    turn = table.state.order.turn
    assert table.state.actors[turn].side == "foes"
    seen = table.state.actors[turn].visibility
    table.choose("order", turn)
    keyed(table, "v")
    assert table.state.actors[turn].visibility != seen


def test_a_new_foe_is_said_to_be_hidden() -> None:
    table = begun(FLIGHT, "N =Cook ⏎ b a")
    assert table.question is not None
    assert table.question(80, UNICODE, 5).preview == "A mook of the foes with no boxes."
    keyed(table, "⏎ =3")
    told = "\nA mook of the foes with Combat +3 and no boxes.\nhidden from players; ``visibility`` shows it"
    assert prompt(table).preview.endswith(told)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_we_97_each_row_of_the_list_has_its_sign(glyphs: Glyphs) -> None:
    """WE-97: open, hidden or known by name, with the signs of the abacus."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ v")
    lines = prompt_lines(prompt(table), 80, glyphs, 8)
    told = " ".join("".join(text for text, _ in line) for line in lines)
    assert f"A {glyphs.open} Hester" in told
    assert f"B {glyphs.hidden} Count the chairs" in told
    assert f"C {glyphs.known} The hive book" in told


def test_the_key_asks_while_one_of_the_party_is_selected() -> None:
    table = begun(FLIGHT, "1 v")
    assert prompt(table).label == "reveal, hide"


@pytest.mark.parametrize(
    ("typed", "told", "ratings"),
    [
        ("", "such as Fight 2 Notice 1, or 2 alone for everything; blank rolls 0; later:", {}),
        ("2", "Everything 2", {"Everything": 2}),
        ("fight 2 notice -1", "Fight 2, Notice −1", {"Fight": 2, "Notice": -1}),
    ],
)
def test_we_92_a_named_npc_is_asked_for_numbers(typed: str, told: str, ratings: dict[str, int]) -> None:
    """WE-88, WE-89: the line says what the figure rolls, and a figure without numbers is as good as before."""
    table = begun(FLIGHT)
    press(table, "N", "=Cook", "enter", "enter", "enter", f"={typed}")
    assert prompt(table).preview.startswith(told)
    press(table, "enter")
    assert sheet_of(table.state.actors["cook"]).ratings == ratings


def test_we_92_a_named_npc_has_stress_and_no_wounds() -> None:
    """Enter at each question gives as many boxes as Graves has."""
    table = begun(FLIGHT, "N =Cook ⏎ ⏎ ⏎ ⏎")
    assert [(row.id, row.boxes) for row in sheet_of(table.state.actors["cook"]).track] == [("stress", 2)]


def test_we_92_a_misspelt_number_of_a_newcomer_asks() -> None:
    """The rating that was meant is offered, and the one that was typed, with the other numbers kept (WE-92, C-20)."""
    table = begun(FLIGHT)
    press(table, "N", "=Cook", "enter", "enter", "enter", "=athletcs 2, drive 1", "enter")
    assert prompt(table).preview.startswith("“athletcs” is a new name")
    assert [offer.label for offer in prompt(table).parts[0].offers] == ["Athletics 2, drive 1", "athletcs 2, drive 1"]
    press(table, "a", "enter")
    assert sheet_of(table.state.actors["cook"]).ratings == {"Athletics": 2, "drive": 1}


def test_we_10_a_number_on_no_list_is_confirmed() -> None:
    """The line before Enter says that no list has the name, and Enter takes it (WE-10, WE-89)."""
    table = begun(FLIGHT)
    press(table, "N", "=Cook", "enter", "enter", "enter", "=Drive 2 Crafts 1")
    assert prompt(table).preview.startswith("Drive 2 (on no list), Crafts 1")
    press(table, "enter")
    assert sheet_of(table.state.actors["cook"]).ratings == {"Drive": 2, "Crafts": 1}


def test_a_refusal_that_the_line_tells_already_stands_once() -> None:
    table = begun(FLIGHT)
    press(table, "N", "=Cook", "enter", "enter", "enter", "=Drive", "enter")
    assert prompt(table).refused
    told = " ".join(text for line in prompt_lines(prompt(table), 120, UNICODE) for text, _ in line)
    assert told.count("has no number") == 1


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("N =Rats ⏎ b a =5 ⏎ =2", "A group of foes with Combat +2 and no boxes."),
        ("N =Cook ⏎ c b", "A neutral character with 2 boxes of stress · hidden from players"),
        ("N =Cook ⏎ b c", "A foe with boxes 4/3/2/1 · hidden from players"),
        ("N =Cook ⏎ a d", "A character of the party with boxes 4/3/2/1."),
    ],
)
def test_we_90_a_newcomer_s_rating_and_boxes_are_told(keys: str, told: str) -> None:
    """WE-91, WE-93."""
    assert told in prompt(begun(FLIGHT, keys)).preview


@pytest.mark.parametrize(
    ("numbers", "told"), [("9 9 9", "Ann’s abilities are unusual: the sum is 27: 12 points over"), ("5 5 5", "")]
)
def test_wa_03_a_new_character_s_unusual_abilities_are_told(numbers: str, told: str) -> None:
    """WA-03: before Enter and in the log, as where the abilities are written later."""
    table = begun("nobody-told-the-bees", "N =Ann ⏎ a ⏎")
    press(table, f"={numbers}")
    assert prompt(table).preview.endswith(f"A character of the party. {told}." if told else "A character of the party.")
    keyed(table, "⏎")
    assert [line.head for line in table.session.last(1)[0].act.log] == ["Ann enters", *filter(None, [told])]


def test_we_87_the_first_character_of_a_table_is_a_player_s() -> None:
    """Enter at each question makes a whole character of the party, and another, until a scene or a fight runs."""
    table, _ = seat(State())
    keyed(table, "N =Ann ⏎ ⏎ ⏎ ⏎ N =Ben ⏎")
    assert prompt(table).preview == "To the party, like Ann."
    keyed(table, "⏎ ⏎ ⏎")
    press(table, ":", "=scene Brig", "enter")
    assert table.state.scene.title == "Brig"
    keyed(table, "N =Cook ⏎ ⏎ ⏎ ⏎")
    ann, ben, cook = table.state.actors.values()
    assert {(one.side, one.kind, bool(sheet_of(one).track)) for one in (ann, ben)} == {("party", "pc", True)}
    assert (cook.side, cook.kind) == ("others", "persona")


def test_we_87_after_a_neutral_newcomer_the_next_is_as_usual() -> None:
    table, _ = seat(State())
    keyed(table, "N =Ann ⏎ ⏎ ⏎ ⏎ N =Cook ⏎ c ⏎ ⏎ N =Ben ⏎")
    assert prompt(table).preview == ""
    assert next(offer.label for offer in prompt(table).parts[0].offers if offer.here) == "as usual"


def test_we_90_a_mooks_own_ratings_are_listed_first() -> None:
    """WE-90, WE-91: then the number for all others, and behind both what is not on the sheet."""
    offers = prompt(begun(FLIGHT, "/ a ⏎ S")).parts[0].offers
    assert [offer.label for offer in offers][:3] == ["Shoot", "Everything", "Investigate"]


@pytest.mark.parametrize("fight", ["", "I ⏎ ⏎ "])
def test_we_90_a_foe_made_up_is_a_mook(fight: str) -> None:
    """WE-90: in a fight and outside one; the line says so."""
    table = begun(FLIGHT, f"{fight}N =Rats ⏎ b")
    assert bool(table.state.order.places) == bool(fight)
    assert next(offer.label for offer in prompt(table).parts[0].offers if offer.here) == "mook"
    assert prompt(table).preview.startswith("A mook of the foes with no boxes")
    keyed(table, "b")
    assert prompt(table).preview.split(" · ")[1].startswith("A foe with 2 boxes of stress")


def test_u_34_a_newcomer_at_an_empty_table_has_all_games() -> None:
    """The kinds of all games are offered, each with its game; Enter takes that of the main one."""
    games = (WYRD_ENGINE, WYRD_ABACUS, METTLE)
    table, _ = seat(State(games=games))
    keyed(table, "N =Vik ⏎ a")
    labels = [offer.label for offer in prompt(table).parts[0].offers]
    assert labels[:4] == [f"{kind}, Wyrd Engine" for kind in ("mook", "named NPC", "full", "pc")]
    assert [label for label in labels if label.startswith("pc, ")] == [
        f"pc, {game}" for game in ("Wyrd Engine", "Wyrd Abacus", "Mettle")
    ]
    for number, game in enumerate(games):
        table, _ = seat(State(games=games))
        keyed(table, f"N =Vik ⏎ a {'adhl'[number + 1]}")
        while table.asking is not None:
            keyed(table, "⏎")
        (vik,) = table.state.actors.values()
        assert (vik.kind, tuple(vik.sheets)) == ("pc", (game,))


def test_wa_03_a_character_of_the_abacus_is_asked_for_abilities() -> None:
    """WA-04, WA-28: no boxes are told of, since this game has none; a name that is no ability is refused."""
    table, _ = seat(State(games=(WYRD_ENGINE, WYRD_ABACUS, METTLE)))
    keyed(table, "N =Tom ⏎ a h")
    assert prompt(table).parts[0].prompt == "Known numbers"
    assert prompt(table).preview.startswith("such as Body 5 Mind 6 Soul 4; blank leaves them out; later: `:abilities`")
    assert "any damage" not in prompt(table).preview
    press(table, "=Body 5 Fight 6", "enter")
    assert (
        prompt(table).refused
        == "No ability is called “fight”. Write Body, Mind and Soul, such as Body 5 Mind 6 Soul 4."
    )
    press(table, *["backspace"] * len("Fight 6"), "=Mind 6 Soul 4")
    assert prompt(table).preview.startswith("Body 5, Mind 6, Soul 4")
    press(table, "enter")
    (tom,) = table.state.actors.values()
    assert table.asking is None
    assert tom.sheets == {WYRD_ABACUS: make_abilities(5, 6, 4)}


def test_wa_01_a_denizen_of_the_abacus_is_asked_for_no_numbers() -> None:
    table, _ = seat(State(games=(WYRD_ABACUS,)))
    keyed(table, "N =Tom ⏎ b b")
    assert prompt(table).preview.endswith("\nA foe.\nhidden from players; ``visibility`` shows it")
    keyed(table, "⏎")
    assert table.asking is None


def test_u_34_the_kinds_of_a_newcomer_keep_their_letters() -> None:
    """U-34: the selection changes the suggestion, which is of its game, and no letter."""
    table, _ = seat(State(games=(WYRD_ENGINE, WYRD_ABACUS, METTLE)))
    found = []
    for letter, name in zip("dhl", ("Wyrd Engine", "Wyrd Abacus", "Mettle"), strict=True):
        keyed(table, f"N =A{letter} ⏎ a {letter} ⏎ N =Vik ⏎ a")
        offers = prompt(table).parts[0].offers
        found.append([(offer.key, offer.label) for offer in offers])
        assert [offer.label for offer in offers if offer.here] == [f"pc, {name}"]
        keyed(table, "d")
        assert prompt(table).answered == ("Vik", "party", "pc, Wyrd Engine")
        keyed(table, "esc")
    assert found[0] == found[1] == found[2]


def test_we_92_a_character_of_the_rules_is_listed_as_such() -> None:
    """WE-90: what the figure is comes first, and no word of the program's files is used."""
    hints = {offer.label: offer.hint for offer in prompt(begun(FLIGHT, "O")).parts[0].offers}
    assert hints["Gang Enforcer"] == "Paid to stand in the way; from the rules"


@pytest.mark.parametrize("width", [80, 120])
def test_a_search_without_letters_lists_neither_rules_nor_tables(width: int) -> None:
    """The letters of a name find them all the same, behind people and challenges."""
    table, _ = seat(begin_empty((WYRD_ENGINE, WYRD_ABACUS, METTLE)))
    keyed(table, "/")
    (part,) = prompt(table, width).parts
    assert part.offers == ()
    assert part.note == ""
    press(table, "=fog")
    assert [offer.label for offer in prompt(table, width).parts[0].offers] == ["Rolling Fog"]


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ("N =Pike ⏎ b b ⏎", "last in the order"),
        ("N =Pike ⏎ a ⏎ ⏎", "last in the order"),
        ("N =Pike ⏎ c b ⏎", "not yet"),
        ("O B", "last in the order"),
    ],
)
def test_u_11_a_newcomer_is_asked_into_a_fight_alike(keys: str, place: str) -> None:
    """Foes and the party come last in the order, neutral ones stay out of it, and the question stands open."""
    table = begun(FLIGHT, f"⏎ I c ⏎ ⏎ {keys}")
    part = prompt(table).parts[-1]
    assert part.prompt == "Joins the fight"
    assert [offer.label for offer in part.offers if offer.here] == [place]
    keyed(table, "⏎")
    assert (len(table.state.order.places) == 4) is (place != "not yet")


ORCHID = "murder-at-the-brass-orchid"


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("B", "The Yard arrives with 6 beads, Conflicting accounts at Challenging (0) for 3 successes, "),
        ("B ⏎ B D ⏎", "; Beatrice Langley and Doormen ×2 enter; "),
    ],
)
def test_a_scene_in_brief_has_sizes_and_fitting_verbs(keys: str, told: str) -> None:
    assert told in " ".join(prompt(begun(ORCHID, f"⏎ {keys}")).preview.split())


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("B", "Players see: Madame Yvette Duval; The Yard arrives by title"),
        ("O / =Edward", "Players see: Edward Mercer"),
        ("O / =Insp", ""),
    ],
)
def test_we_97_the_part_of_newcomers_that_players_see_is_told(keys: str, told: str) -> None:
    """The question says it before Enter, and the log after it; nothing is said of what is hidden."""
    table = begun(ORCHID, f"⏎ {keys}")
    before = prompt(table).preview
    assert told in before
    assert ("Players see" in before) is bool(told)
    keyed(table, "⏎")
    assert [line for line in table.session.done[-1].act.lines if "Players see" in line] == [told] * bool(told)


def test_undo_of_a_newcomer_selects_who_was_selected_before() -> None:
    table = begun(FLIGHT, "⏎ 2")
    before = table.cursor.selection.actor
    keyed(table, "N =X ⏎ ⏎ ⏎ ⏎")
    assert table.cursor.selection.actor == "x"
    keyed(table, "u")
    assert table.cursor.selection.actor == before == "felix-cavendish"


@pytest.mark.parametrize(
    "moves", ["tab tab tab", "tab tab tab ↓", "tab tab tab ↓ ↓ ↑", "tab tab tab tab tab tab tab tab"]
)
def test_we_97_the_foot_names_the_row_that_is_revealed(moves: str) -> None:
    """WE-97: with the keys in the abacus, whether the GM chose the row or only came by."""
    table = begun("nobody-told-the-bees", f"B ⏎ ⏎ {moves}")
    rod = table.state.challenges[table.cursor.selection.challenge]
    does = "hide" if rod.visibility == "open" else "reveal"
    labels = [hint.label for hint in table.hints[:FOOTER_FIRST]]
    assert f"{does} {rod.title}" in labels
    keyed(table, "v")
    assert commands(table)[-1] == "visibility"
    assert table.state.challenges[rod.id].visibility != rod.visibility


def test_we_97_a_key_elsewhere_leaves_the_abacus_alone() -> None:
    """WE-97: with the keys in another pane, a party member is selected, and the key asks."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ tab tab tab tab v")
    assert prompt(table).label == "reveal, hide"
    assert not any(hint.label.startswith(("reveal ", "hide ")) for hint in table.hints)


@pytest.mark.parametrize("numbers", ["4 6 5", "4, 6, 5", "b4 m6 s5", "Body 4 Mind 6 Soul 5", "S5 body=4 m 6"])
def test_wa_03_abilities_are_typed_as_panes_write_them(numbers: str) -> None:
    """WA-03: in their order, by initials or by name."""
    sheet = read_sheet(State(), numbers)
    assert [(row.label, row.boxes) for row in sheet.track] == [("Body", 4), ("Mind", 6), ("Soul", 5)]


@pytest.mark.parametrize("numbers", ["4 2 3 3 3 1", "4, 2, 3, 3, 3, 1", "f4 n2 p=3 frame 3 Motive3 armor 1"])
def test_me_07_pools_are_typed_as_panes_write_them(numbers: str) -> None:
    """ME-07, ME-34: all six in their order, by initials or by name."""
    sheet = read_pools(State(), numbers)
    pools = [(row.label, row.boxes) for row in sheet.track]
    assert pools == [("Mettle", 4), ("Focus", 4), ("Nature", 2), ("Poise", 3)]
    assert dict(sheet.ratings) == {"Frame": 3, "Motive": 3, "Armor": 1}


@pytest.mark.parametrize("numbers", ["4 2 3", "focus 4 2", "4"])
def test_me_07_a_number_without_a_name_is_refused(numbers: str) -> None:
    """ME-07: and makes no background with a figure for its name."""
    with pytest.raises(Refused, match=r"has no name\. Write each number with its name, such as focus 3"):
        read_pools(State(), numbers)


def test_me_07_names_are_understood_where_pools_are_written() -> None:
    """ME-07: as they are where a newcomer is made up."""
    table = begun("a-fine-patina", "1 S")
    press(table, "=focus 5 nature 2 p4", "enter")
    assert [row.boxes for row in table.state.actors["viktor"].sheets[METTLE].track] == [5, 5, 2, 4]
    press(table, "S", "=claws 2", "enter")
    assert "“claws” is none of these pools" in prompt(table).refused


def test_wa_12_the_abacus_alone_asks_for_a_value() -> None:
    """WA-12: the word for a number to reach is that of the game."""
    for games, asked in (
        ((WYRD_ABACUS,), "Value"),
        ((WYRD_ENGINE, WYRD_ABACUS), "Difficulty or value"),
        ((METTLE,), "Difficulty"),
    ):
        command = next(row for row in commands_of(begin_empty(games)) if row.id == "challenge")
        assert next(ask.prompt for ask in command.asks if ask.name == "value") == asked


def test_me_10_a_new_challenge_has_the_difficulty_of_the_rung() -> None:
    """ME-10: the rung that stands is suggested, first the usual one, and another number is typed over it."""
    for keys, number in (("", "3"), ("[ ", "1"), ("] ", "6")):
        assert prompt(begun("a-fine-patina", f"{keys}c a")).parts[0].ghost == number


BEES = next(path for path in SHIPPED if path.stem == "nobody-told-the-bees")
THREE = ("nora", "hal", "colin")


def test_wa_07_a_character_whom_nobody_plays_yet_is_brought_in() -> None:
    """WA-07: others of the scenario's party can join later, with their own sheets, and are at once in the scene."""
    state = begin_table(load_scenario(BEES), party=THREE)
    assert "edith" in state.book.cast
    table, _ = seat(state)
    keyed(table, "B ⏎ ⏎ O =edith ⏎ ⏎")
    edith = table.state.actors["edith"]
    assert (edith.side, edith.kind, edith.visibility) == ("party", "pc", "open")
    assert [row.boxes for row in edith.sheets[WYRD_ABACUS].track] == [3, 6, 6]


def test_wa_51_a_character_whom_nobody_plays_is_the_new_one() -> None:
    """WA-51: suggested by name to the player of a defeated character, and no denizen to adopt."""
    table, _ = seat(begin_table(load_scenario(BEES), party=THREE))
    keyed(table, "B ⏎ ⏎")
    press(table, ":", "=scratch nora body", "enter", ":", "=scratch nora body", "enter")
    command = next(one for one in table.commands_in_order if one.id == "defeat")
    given: Answers = {"who": "nora", "player": "new character"}
    asks = {ask.name: ask for ask in command.asks}
    assert asks["name"].default(table.state, given) == "Edith Pruett"
    assert "edith" not in [row.value for row in asks["denizen"].choices(table.state, given)]
    press(table, "escape", ":", '=defeat nora dice= player="new character" name="Edith Pruett"', "enter")
    assert table.state.actors["edith"].sheets[WYRD_ABACUS].track
    assert "needs a Body" not in "\n".join(map(str, table.session.last(1)[0].act.log))


def test_wa_41_a_character_without_numbers_is_in_the_spotlight_and_rolls() -> None:
    """WA-41, WA-51: a character without numbers rolls as one whose Wyrd is 0; one who plays no Abacus does not."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎")
    press(table, ":", "=add Dee side=party", "enter")
    assert "dee" in [actor.id for actor in list_spotlight(table.state)]
    final = next(one for one in table.commands_in_order if one.id == "final")
    assert "dee" in [row.value for row in final.asks[0].choices(table.state, {})]
    keyed(table, "e ⏎ esc")
    press(table, ":", "=final dee", "enter")
    assert table.state.actors["dee"].suffered(WYRD_ABACUS, "freed") is not None


def test_wa_23_a_draw_tells_what_rules_remind_of() -> None:
    """WA-23, WA-33: before the stake, whose end is cut where the screen is low."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ esc r ⏎ ⏎ =1 ⏎")
    reminder = "Hester’s House – From here on no door on the farm is opened for you."
    assert f"each Wyrd adds 1. Not overcome: {reminder} The scene has" in prompt(table).preview


def test_wa_23_a_draw_tells_the_rule_that_strikes() -> None:
    """WA-23, WA-52: beside what is at stake, wherever the cursor stands."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ r ⌫ B ⏎ ⏎ =1 ⏎")
    assert prompt(table).label == "draw or accept"
    assert "Not overcome: everybody +1 Wyrd. The scene has 5 Wyrd left" in prompt(table).preview


def test_we_89_a_name_without_a_number_is_refused_at_its_question() -> None:
    """WE-89: Enter keeps the question open, since the line above it says that the name has no number."""
    table = begun(FLIGHT, "I ⏎ ⏎ N =Rat ⏎ ⏎ d =Stealth ⏎")
    assert prompt(table).parts[0].prompt == "Known numbers"
    assert prompt(table).refused.startswith("Stealth has no number.")


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("E C", "\nhidden from players: Devil’s Due; ``visibility`` shows it"),
        ("E D", "\nhidden from players; ``visibility`` shows it"),
        ("E A", "\nhidden from players; ``visibility`` shows it"),
    ],
)
def test_wa_07_a_stage_rule_is_said_to_be_hidden(keys: str, told: str) -> None:
    """WA-07: a rule of the game is not evident until the GM shows it."""
    table, _ = seat(begin_empty((WYRD_ABACUS,)))
    keyed(table, f"N =Ann ⏎ a ⏎ ⏎ {keys}")
    assert prompt(table).preview.endswith(told)
    keyed(table, "⏎")
    assert not any(page.public for page in table.state.book.pages)


def test_wa_52_an_evident_stage_rule_is_not_said_to_be_hidden() -> None:
    """WA-07, WA-52: players read of it at once."""
    assert "hidden" not in prompt(begun("nobody-told-the-bees", "B ⏎ ⏎ E F")).preview


def test_wa_12_a_prepared_challenge_says_what_players_see() -> None:
    """WA-12, WE-97."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎")
    for title, told in (
        ("behind the hedge", "hidden from players; v shows it"),
        ("the wagon across the lane", "Players see: The wagon across the lane"),
    ):
        press(table, ":", f"=lay {title}")
        assert table.question is not None
        assert told in table.question(80, UNICODE, 5).preview
        keyed(table, "esc")


def test_wa_57_cast_of_a_rule_is_said_to_be_hidden() -> None:
    """WA-40, WA-57: with its name, since the line tells of more."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎")
    press(table, ":", "=advance the queen stirs beads=4")
    assert table.question is not None
    assert "\nhidden from players: The Old Queen; v shows it\n" in table.question(80, UNICODE, 5).preview


def test_we_97_a_scene_of_ones_own_is_said_to_be_hidden() -> None:
    """WE-97: its title, until the GM shows it; that of a prepared scene is shown with its page."""
    table, _ = seat(State(games=(WYRD_ENGINE,)))
    keyed(table, "B =Attic")
    assert prompt(table).preview == "Attic begins\nhidden from players; ``visibility`` shows it"
    press(table, "enter", ":", '=scene "The loft"')
    assert table.question is not None
    assert "hidden from players; v shows it" in table.question(80, UNICODE, 5).preview


@pytest.mark.parametrize(("load", "told"), [(3, ""), (4, " Cara is Encumbered."), (6, " Cara is Incapacitated.")])
def test_me_45_a_newcomer_s_load_is_told(load: int, told: str) -> None:
    """ME-45: what it brings stands before Enter."""
    table = begun("a-fine-patina", "N =Cara ⏎ a ⏎")
    press(table, f"=poise 2 frame 3 load {load}")
    assert prompt(table).preview.endswith(f"A character of the party.{told}")
