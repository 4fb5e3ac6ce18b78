"""The command line completes a word so that the line reads back to the answer that was offered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.commands import BY_ID, COMMANDS
from tests.rules.tables import DRAKE, FELIX, GRAVES, MERCER, Play
from tests.screens.desk import press
from tests.screens.shipped import FLIGHT, begun
from tests.screens.tables import table, track
from tests.sheets import make_abilities, make_pools
from wyrd_tui.engine import odds
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, AskKind, Command, Portion
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.line_commands import find_command, part_name
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.line_words import last_word, read_words
from wyrd_tui.engine.rules.all_games import commands_of
from wyrd_tui.engine.sheet import Effect, Sheet, Trait
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Actor, State
from wyrd_tui.play import play_line
from wyrd_tui.screens.questions.command_line import CommandLine
from wyrd_tui.screens.questions.field import not_listed
from wyrd_tui.screens.questions.outcomes import CommandEntered, StillOpen
from wyrd_tui.widgets.glyphs import UNICODE

NAMES = ("Sword, rusty", "rope", "torch", 'The "Duke"', "back\\slash", "two words", "what=3", "Rank: high", "#2")


def take(*names: str, kind: AskKind = "many") -> Command:
    ask = Ask("what", "What", kind, lambda state, answers: [Choice(name, name) for name in names])
    return Command("take", "", "take", "Takes things.", "Tests", lambda s, a, d: (), (ask,))


def typed(text: str, *commands: Command, tabs: int = 1) -> CommandLine:
    line = CommandLine(commands, State())
    line.paste(text)
    for _ in range(tabs):
        assert line.key("tab") == StillOpen()
    return line


def answer(line: CommandLine) -> object:
    given_ = line.key("enter")
    assert isinstance(given_, CommandEntered), line.refused
    return given_.answers["what"]


@pytest.mark.parametrize("start", ["take ", "take what="])
@pytest.mark.parametrize("kind", ["one", "many", "parts"])
def test_every_value_that_is_offered_reads_back(start: str, kind: AskKind) -> None:
    for at, name in enumerate(NAMES):
        got = answer(typed(start, take(*NAMES, kind=kind), tabs=at + 1))
        assert got == {"one": name, "many": (name,), "parts": (Portion(name, 0),)}[kind]


@given(st.text(st.sampled_from('ab,\\"# =:*'), min_size=1, max_size=8).filter(lambda name: name == name.strip()))
def test_any_name_reads_back(name: str) -> None:
    for kind in ("one", "many", "parts"):
        expected = {"one": name, "many": (name,), "parts": (Portion(name, 0),)}[kind]
        assert answer(typed("take ", take(name, kind=kind))) == expected


@pytest.mark.parametrize(
    ("before", "first"),
    [
        ("rope,", "rope"),
        (r"two\,,", "two,"),
        ('"two words",', "two words"),
        ('"two words,', "two words"),
        (r'"Sword\, rusty,', "Sword, rusty"),
        ("what=rope,", "rope"),
    ],
)
def test_a_value_goes_on_a_list_that_was_begun(before: str, first: str) -> None:
    known = take(*NAMES, "two,")
    assert answer(typed(f"take {before}to", known)) == (first, "torch")
    assert answer(typed(f"take {before}back", known)) == (first, "back\\slash")


@pytest.mark.parametrize("text", ["tw", '"tw', '"two wo', "what=tw", 'what="two w', "TW"])
def test_a_word_is_completed_in_its_quotation_marks(text: str) -> None:
    line = typed(f"take {text}", take(*NAMES))
    assert line.editor.text in ('take "two words" ', 'take what="two words" ')
    assert answer(line) == ("two words",)


@pytest.mark.parametrize(
    ("game", "line"),
    [(WYRD_ENGINE, "damage ada 3"), (WYRD_ABACUS, "lose ada body 1"), (METTLE, "hurt ada 3")],
)
def test_the_example_is_a_line_of_the_tables_main_game(game: str, line: str) -> None:
    sheets = {
        WYRD_ENGINE: Sheet(track=track()),
        WYRD_ABACUS: make_abilities(5, 4, 6),
        METTLE: make_pools({"poise": 3}, 3, 4, 1),
    }
    ada = Actor("ada", "Ada", "party", "pc", sheets=sheets)
    state = State(games=(game,), actors={"ada": ada})
    shown = CommandLine(COMMANDS, state)
    assert line in shown.question().parts[0].ghost
    command, answers = parse_line(line, state, commands_of(state))
    assert answers["who"] == ("ada",)
    assert command.game == game


def test_offers_are_shown_by_name_without_quotation_marks() -> None:
    line = CommandLine([take(*NAMES)], State())
    line.paste('take "two words",S')
    assert [offer.label for offer in line.question().parts[0].offers] == ["Sword, rusty"]


def test_bonuses_on_offer_show_their_effect() -> None:
    """The number and the chance of success stand beside each addition that a line may ask for (WE-17)."""
    trait = Trait("half-sword", "Half-sword", when="fencing", effects=(Effect("bonus", "Fight"),))
    sheet = Sheet({"Fight": 2}, (trait,))
    line = CommandLine(COMMANDS, State(actors={"ann": Actor("ann", "Ann", "party", "pc", sheets={WYRD_ENGINE: sheet})}))
    line.paste("roll ann Fight 2 with=")
    offers = line.question().parts[0].offers
    assert [(offer.label, offer.hint) for offer in offers] == [("half-sword", "Half-sword +2: 81%")]


def test_commands_and_names_of_answers_are_completed() -> None:
    line = CommandLine(COMMANDS, table())
    line.paste("dama")
    line.key("tab")
    assert line.editor.text == "damage "
    line.paste("felix-cavendish 2 fr")
    line.key("tab")
    assert line.editor.text == "damage felix-cavendish 2 from="


@pytest.mark.parametrize(
    ("line", "head", "word"),
    [
        ("take", "", "take"),
        ("take ", "take ", ""),
        ('take "two w', "take ", "two w"),
        ('take "two words" x', 'take "two words" ', "x"),
        (r"take a\b", "take ", r"a\b"),
        (r'take "say \"ho', "take ", 'say "ho'),
        ("", "", ""),
    ],
)
def test_the_word_that_is_being_typed(line: str, head: str, word: str) -> None:
    assert last_word(line) == (head, word)


def test_game_is_completed_where_several_games_know_the_act() -> None:
    sheets = {WYRD_ENGINE: Sheet(track=track()), METTLE: make_pools({"poise": 3}, 3, 4, 1)}
    state = State(
        games=(WYRD_ENGINE, METTLE), actors={"ada": Actor("ada", "Ada Byron King", "party", "pc", sheets=sheets)}
    )
    line = CommandLine(commands_of(state), state)
    line.paste("damage ada 2 ga")
    assert line.question().preview.endswith("[game=…]")
    line.key("tab")
    line.paste("m")
    line.key("tab")
    assert line.editor.text == "damage ada 2 game=mettle "
    given_ = line.key("enter")
    assert isinstance(given_, CommandEntered)
    assert given_.command.id == "hurt"


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("damage ada 2", ["game=mettle", "game=wyrd_engine"]),
        ("damage ada 2 ", ["game=mettle", "game=wyrd_engine"]),
        ("damage ada 2 game=", ["mettle", "wyrd_engine"]),
        ("damage bob 2", []),
        ("damage bob 2 ", ["from=", "game="]),
    ],
)
def test_tab_offers_the_games_that_a_line_leaves_open(text: str, offered: list[str]) -> None:
    """U-34: a whole line lacks the game first, and only games that its actor plays can follow."""
    engine, pools = Sheet(track=track()), make_pools({"poise": 3}, 3, 4, 1)
    actors = {
        "ada": Actor("ada", "Ada", "party", "pc", sheets={WYRD_ENGINE: engine, METTLE: pools}),
        "bob": Actor("bob", "Bob", "party", "pc", sheets={WYRD_ENGINE: engine}),
    }
    state = State(games=(WYRD_ENGINE, WYRD_ABACUS, METTLE), actors=actors)
    line = CommandLine(commands_of(state), state)
    line.paste(text)
    assert [offer.label for offer in line.question().parts[0].offers] == offered
    line.key("tab")
    assert line.editor.text.endswith("game=mettle ") == ("mettle" in "".join(offered))


@pytest.mark.parametrize("begun", ["Ada By", "who=Ada Byron", "ada byron K"])
def test_a_label_of_several_words_is_completed(begun: str) -> None:
    state = State(games=(WYRD_ENGINE,), actors={"ada": Actor("ada", "Ada Byron King", "party", "pc")})
    line = CommandLine(commands_of(state), state)
    line.paste(f"damage {begun}")
    line.key("tab")
    assert line.editor.text in ("damage ada ", "damage who=ada ")


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("mark a box mercer mild 1", "mark-box"),
        ("end the scene scene", "end"),
        ("Give a bonus mercer 1 boost rope", "give"),
    ],
)
def test_labels_of_several_words_begin_a_line(line: str, command: str) -> None:
    play = Play(MERCER, DRAKE)
    play("damage mercer 1")
    assert parse_line(line, play.state, commands_of(play.state))[0].id == command


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("do I have it? felix rope", "have"),
        ("do I have it felix rope", "have"),
        ("treat, heal mercer", "treat"),
        ("treat heal mercer", "treat"),
        ("reveal, hide mercer", "visibility"),
        ("present, absent hal", "present"),
        ("mend nora", "unscratch"),
        ("help ally mercer", "help-ally"),
        ("roll ? mercer", "roll"),
    ],
)
def test_labels_need_no_punctuation_and_no_end(line: str, command: str) -> None:
    words = read_words(line)
    rows = [row for row in COMMANDS if row.game != METTLE]
    assert find_command(part_name(words, rows)[0].text, rows).id == command


def test_several_begun_labels_are_all_named() -> None:
    with pytest.raises(Refused, match=r"^put could be “put on abacus”, “put away”\. Write one of them in full\.$"):
        find_command("put", [BY_ID["lay"], replace(BY_ID["note"], label="put away")])


def test_a_script_plays_an_act_whose_label_begins_with_help() -> None:
    play = Play(MERCER, DRAKE)
    with pytest.raises(Refused) as refused:
        list(play_line(play.session, "help ally mercer"))
    assert "There is no command" not in str(refused.value)


def test_help_takes_a_label_of_several_words() -> None:
    assert next(iter(play_line(Play(MERCER).session, "help put on abacus"))).startswith("lay ")


def test_a_word_much_unlike_every_command_suggests_none() -> None:
    play = Play(MERCER)
    assert "Did you mean" not in play.refuses("open 3", "There is no command “open”.")
    assert "Did you mean roll?" in play.refuses("rolll mercer", "There is no command “rolll”.")


def test_a_mistyped_act_names_the_keys_of_all_commands() -> None:
    table = begun(FLIGHT, ":")
    press(table, "=zork", "enter")
    assert table.question is not None
    assert table.question(80, UNICODE, 5).refused == "There is no command “zork”. For all commands: esc, then ?."


def test_we_61_a_wound_takes_a_skill_in_small_letters() -> None:
    play = Play(MERCER)
    play.play("mark-box mercer mild 1", "wound mercer mild fight:1")
    assert play.hurts("mercer", "mild") == {"Fight": 1}


def test_undo_in_words_names_the_acts_before_and_after() -> None:
    """The last act stands first, since it goes first."""
    table = begun(FLIGHT, "d 3 ⏎ 2 d 2 ⏎")
    press(table, ":", "=undo 2")
    assert table.question is not None
    felix, mercer = "Felix takes 2 damage", "Mercer takes 3 damage"
    assert f"Takes back: {felix}; {mercer}" in table.question(80, UNICODE, 5).preview
    press(table, "enter")
    assert table.speech.status.said == f"2 acts undone: {felix}; {mercer}"
    press(table, ":", "=redo 2")
    assert table.question is not None
    assert f"Brings back: {mercer}; {felix}" in table.question(80, UNICODE, 5).preview
    press(table, "enter")
    assert table.state.acts == 2


def test_the_longest_command_name_wins_over_a_pane_word() -> None:
    """`show` alone goes to a pane; with more words it may be an act, which the foot tells and Enter does."""
    asked = begun("nobody-told-the-bees", "B ⏎ ⏎ :")
    press(asked, "=show a facet hal knows")
    assert asked.question is not None
    assert "show-a-facet" in asked.question(120, UNICODE, 5).preview
    press(asked, "enter")
    assert asked.question(120, UNICODE, 5).refused.startswith("No facet can give a point back now")
    moved = begun("nobody-told-the-bees", ":")
    press(moved, "=show log", "enter")
    assert moved.cursor.pane == "log"


@pytest.mark.parametrize("line", ["undo 2", "Undo  2", "undo 9", "undo two", "undo 2 3"])
def test_undo_in_words_foretells_what_enter_does(line: str) -> None:
    """The preview and Enter name the same acts to undo, or the same refusal."""
    table = begun(FLIGHT, "d 3 ⏎ 2 d 2 ⏎")
    press(table, ":", f"={line}")
    assert table.question is not None
    ahead = table.question(80, UNICODE, 5).preview.partition("\n")[0]
    press(table, "enter")
    if table.state.acts:
        assert ahead == table.question(80, UNICODE, 5).refused
    else:
        assert ahead.removeprefix("Takes back: ") == table.speech.status.said.removeprefix("2 acts undone: ")


def test_a_line_computes_no_odds_beyond_those_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a skill is typed the foot shows the odds of the attack alone, not those of each target and skill."""
    play = Play(MERCER, DRAKE, GRAVES, FELIX)
    reckoned: list[object] = []
    attack = odds.attack

    def counted(*values: Any) -> odds.Attack:  # noqa: ANN401 - the numbers of both sides
        reckoned.append(values)
        return attack(*values)

    monkeypatch.setattr(odds, "attack", counted)
    for typed, most in (("attack mercer drake Shoot dice=", 1), ("attack mercer dr", 5)):
        reckoned.clear()
        line = CommandLine(commands_of(play.state), play.state)
        line.paste(typed)
        line.question(80)
        assert len(reckoned) <= most, typed


def test_plain_choices_are_the_choices_without_their_chances() -> None:
    """A word is read against the same values and labels that a screen shows."""
    play = Play(MERCER, DRAKE, GRAVES, FELIX)
    row = next(row for row in commands_of(play.state) if row.id == "attack")
    answers: Answers = {"who": "mercer", "target": ("drake",), "skill": "Shoot", "defend": "usual"}
    lighter = [ask for ask in row.asks if ask.plain]
    assert {"target", "skill", "with"} <= {ask.name for ask in lighter}
    for ask in lighter:
        shown, plain = ask.choices(play.state, answers), ask.plain_choices(play.state, answers)
        assert [(one.value, one.label) for one in shown] == [(one.value, one.label) for one in plain]


@pytest.mark.parametrize(
    "label", ["redraw", "open questions", "Players’ view", "put off", "clear ticks", "clear marks", "looks", "theme"]
)
def test_the_line_does_the_screens_own_acts_by_their_labels(label: str) -> None:
    table = begun(FLIGHT, ":")
    press(table, f"={label}", "enter")
    assert table.question is None


def test_a_word_that_stands_alone_is_told_so() -> None:
    table = begun(FLIGHT, ":")
    press(table, "=theme light", "enter")
    assert table.question is not None
    told = table.question(80, UNICODE, 5).refused
    assert told == "`:themes` takes no other words. Write `:themes` alone."


def test_an_actor_of_another_list_is_named() -> None:
    assert not_listed([MERCER]) == "Captain Elias Mercer is not in this list."
    assert not_listed([MERCER, FELIX]) == "Captain Elias Mercer and Felix Cavendish are not in this list."


def test_a_line_that_gives_tells_its_points_and_its_source() -> None:
    """Whole before Enter; the sign that closes words of one's own is none of them (WE-76)."""
    table = begun("a-fine-patina")
    press(table, ":", "=give viktor 2 situation 'the stick'")
    assert isinstance(table.asking, CommandLine)
    assert table.asking.outcome().splitlines()[1:] == [
        "Only on any rating · Only against anyone · Only in any act · Ends with the scene",
        "Viktor gains +2: situation, the stick",
        "counts by itself in every roll",
    ]
    press(table, "enter")
    assert [bonus.label for bonus in table.state.bonuses.values()] == ["the stick"]


ONE = "Character cannot be “mercer,felix”: the act takes one. Write a line for each of them."


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("give mercer,felix 1", ONE),
        ('give mercer,felix 1 boost "a ro', ONE),
        ("give mercer,felix", ""),
        ("give a bo", ""),
        ("treat mercer", "No character has a marked box."),
        ("advance zzz 2", "Challenge cannot be “zzz”. Possible: set-the-last-charge, the-fuse."),
        ("advance the ", ""),
        ("undo 4 x", ""),
    ],
)
def test_a_refusal_is_told_before_enter(line: str, told: str) -> None:
    """WE-76: of words that are finished, not of one that may still become a name or a label."""
    table = begun(FLIGHT, ":")
    press(table, f"={line}")
    assert isinstance(table.asking, CommandLine)
    (ahead, *_) = table.asking.question().preview.splitlines()
    assert ahead == told if told else "cannot be" not in ahead
    if told and '"' not in line:
        press(table, "enter")
        assert table.asking.refused == told


def test_a_line_for_several_names_handles_too() -> None:
    table = begun(FLIGHT, ":")
    press(table, "=give 1,2 1 boost rope", "enter")
    assert isinstance(table.asking, CommandLine)
    assert table.asking.refused == ONE.replace("mercer,felix", "1,2")
