"""Bad input of every kind is refused with a sentence, and nothing changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import wyrd_tui
from tests.rules.tables import BLACKWOOD, DRAKE, ENFORCERS, FELIX, FLINT, GRAVES, HARGRAVE, MERCER, Play
from tests.scans import report
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.line_commands import Unanswered
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.question_nouns import USUAL_NOUNS, noun_of
from wyrd_tui.engine.rules.all_games import all_commands, commands_of
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario

BAD = [
    "",
    "frobnicate",
    "r mercer",
    'roll "mercer',
    "roll nobody-here Pilot 0",
    "roll mercer Pilot Frightful",
    "roll mercer Pilot 100",
    "roll mercer Pilot 1.5",
    "roll mercer Pilot 0 0 0",
    "roll mercer Pilot 0 with=luck",
    "roll mercer Pilot 0 mod=x",
    "roll mercer Pilot 0 mod=99",
    "roll mercer Pilot 0 dice=++",
    "roll mercer Pilot 0 dice=+-0-+",
    "roll mercer Pilot 0 dice=7777",
    "roll mercer Pilot 0 dice=++00=3",
    'roll mercer "Shoot for Pilot" 0',
    "roll mercer Pilot on=nothing",
    "roll mercer Pilot on=gate",
    "roll dead Pilot 0",
    "oppose mercer mercer Pilot",
    "oppose mercer dead Pilot",
    "attack mercer mercer",
    "attack mercer nobody-here",
    "attack mercer dead",
    "attack mercer none",
    "attack mercer drake theirs=0000;0000",
    "attack mercer drake theirs=x",
    "manoeuvre mercer grapple mercer",
    "manoeuvre mercer grapple drake value=9",
    "damage drake -1",
    "damage drake 100",
    "damage drake lots",
    "damage drake",
    "damage none 3",
    "damage fallen 1",
    "damage nobody-here 3",
    "mark-box drake mild 4",
    "mark-box drake mild -1",
    "mark-box drake luck 1",
    "move-mark drake stress mild",
    "instant-wound dead severe",
    "instant-wound drake stress",
    "wound drake mild Combat",
    "wound drake stress Combat",
    "track drake 4/x/2",
    "treat drake mild",
    "rest forever",
    "rest hours nobody-here",
    "fate nobody-here dead",
    "concede drake",
    "concede dead surrender",
    "reroll",
    "ruling success",
    "boon luck",
    "boost mercer preparation Pilot value=3",
    "help-ally mercer mercer Pilot",
    "help-ally mercer",
    "give mercer 0 boost air",
    "give mercer 30 boost air",
    "give mercer 1 boost air against=nobody-here",
    "spend air",
    "keep air",
    "use mercer ahead",
    "use flint sleight",
    "restore felix prototype",
    "gear mercer ahead",
    "grant mercer",
    "grant mercer Coat kind=substitute skill=Stealth",
    "grant mercer Coat kind=armour",
    "rate mercer",
    "rate mercer Pilot many",
    "unrate mercer Singing",
    "usual mercer dance Pilot",
    'edit mercer name ""',
    "edit mercer side nowhere",
    "edit mercer kind dragon",
    "edit mercer hat blue",
    "bring drake",
    'add ""',
    "add Bob kind=dragon",
    "add Bob kind=mook count=0",
    "dismiss nobody-here",
    "count enforcers 4",
    "count mercer 2",
    "split enforcers 4",
    "split enforcers 0",
    "split mercer 1",
    "merge enforcers enforcers",
    "merge enforcers mercer",
    "condition drake",
    "recover mercer shaken",
    "next",
    "back",
    "act mercer",
    "hold mercer",
    "earlier mercer",
    "later mercer",
    "enter mercer",
    "withdraw mercer",
    "settle-ties",
    "action mercer primary",
    "order backwards",
    "order ambush nobody",
    "initiative dice=0000;0000;0000;0000;0000;0000;0000;0000;0000",
    "initiative dice=x",
    "challenge riddle",
    "challenge obstacle 99",
    "tick nothing",
    "tick door 0",
    "untick door",
    "settle door broken",
    "settle door live",
    "remove-challenge nothing",
    "edit-challenge door value hard",
    "edit-challenge door needed 0",
    'edit-challenge door title ""',
    "edit-challenge door who nobody-here",
    "edit-challenge door after nothing",
    "involve door nobody-here",
    "reveal nothing",
    "begin",
    "mark-page letter",
    "end fight",
    "end world",
    "note",
    "reading tie maybe",
    "reading boon_value two",
    "reading helpers 9",
]


def table() -> Play:
    """Make a table with a dead foe, a fallen group, a used-up trait and a locked challenge."""
    doors = {"door": Challenge("door", "Door", value=1), "gate": Challenge("gate", "Gate", value=1, after=("door",))}
    dead = DRAKE.__class__("dead", "The Late Count", "foes", "full", sheets=DRAKE.sheets)
    fallen = DRAKE.__class__("fallen", "Fallen Thugs", "foes", "mook", 0, ENFORCERS.sheets)
    play = Play(MERCER, FELIX, FLINT, DRAKE, GRAVES, ENFORCERS, dead, fallen, challenges=doors)
    play.play("damage dead 10", "fate dead dead", "use flint sleight")
    return play


@pytest.mark.parametrize("line", BAD)
def test_bad_lines_are_refused_in_words(line: str) -> None:
    """Each is refused with a sentence that ends like one, and the table is as it was."""
    sentence = table().refuses(line)
    assert len(sentence.split()) > 2
    assert "Traceback" not in sentence


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("rolll mercer", "Did you mean"),
        ("attac mercer drake dice=x", "Write four Fudge faces"),
        ("damage merser 3", "Did you mean"),
        ("roll mercer Pilot Formidble", "Did you mean"),
        ("roll mercer Pilot on=gate", "Door"),
        ("damage fallen 1", "Fallen Thugs have fallen already"),
        ("use flint sleight", "used up until the session ends"),
        ("wound drake mild Combat", "Drake has no wound"),
        ("mark-box drake mild 4", "has 3 boxes"),
        ("concede drake", 'needs the price of conceding. Write concede drake "a few words"'),
        ("next", "No fight is running"),
        ("bring drake", "No prepared character is left"),
        ("grant mercer Coat kind=substitute skill=Stealth", "two ratings"),
        ("reading tie maybe", "ask, success, failure"),
    ],
)
def test_refusals_help(line: str, words: str) -> None:
    """The sentence says what would do, or why not."""
    table().refuses(line, words)


def test_acts_are_refused_on_an_empty_table() -> None:
    """On an empty table each act that needs an actor is refused."""
    play = Play()
    for line in ("roll", "attack", "damage", "manoeuvre", "boost", "initiative", "order", "rate", "give", "condition"):
        play.refuses(line)


def test_rolls_are_refused_where_everybody_is_out() -> None:
    """If every character is out, each roll is refused with the reason."""
    play = Play(BLACKWOOD, HARGRAVE)
    play.play("fate blackwood dead", "fate hargrave dead")
    for line in ("roll blackwood", "boost blackwood", "help-ally blackwood", "attack blackwood", "oppose", "concede"):
        play.refuses(line)


def test_a_refusal_takes_no_typed_dice() -> None:
    """Faults of an attack are found before its dice fall."""
    play = Play(BLACKWOOD, DRAKE)
    play.refuses("attack blackwood drake dice=++++ theirs=0000 with=nothing")
    assert play.state.roll is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("edit-challenge door value ٣", "is not a whole number"),
        ("edit-challenge door value 1e2", "is not a whole number"),
        ("edit-challenge door value 9999", "write −999 to 999"),
        ("reading improvised ٣", "is not a whole number"),
        ("reading improvised -99", "write −9 to 9, not −99"),
        ("challenge obstacle ٣", "is not a whole number"),
    ],
)
def test_numbers_are_read_the_same_way_everywhere(line: str, reason: str) -> None:
    """A question, a fact and a house rule read numbers alike: figures, bounds and words (U-33, C-12)."""
    Play(MERCER, challenges={"door": Challenge("door", "Door", value=1)}).refuses(line, reason)


_SHIPPED = sorted((Path(wyrd_tui.__file__).parent / "data" / "scenarios").glob("*.toml"))


def _without_example(state: State) -> Iterator[str]:
    """Find the commands whose refusal names no line of theirs that can be played as it stands."""
    rows = commands_of(state)
    lacking = 0
    for row in rows:
        try:
            parse_line(row.id, state, rows)
        except Unanswered as refused:
            lacking += 1
            question, _, example = str(refused).removesuffix(".").rpartition(" Write ")
            # Names of answers are for the example.
            if "=" in question or parse_line(example, state, rows)[0] is not row:
                yield f"{row.id}: {refused}"
        except Refused as refused:
            if not row.when(state):
                yield f"{row.id}: {refused}"
    if lacking <= 5:
        yield "few commands lack an answer"


def test_a_line_that_lacks_an_answer_gets_an_example() -> None:
    """The example in the refusal can be played as it stands, and is a line of the same act."""
    report(f"{path.stem}: {fault}" for path in _SHIPPED for fault in _without_example(begin_table(load_scenario(path))))


def test_every_question_has_a_noun() -> None:
    """Sentences name a question by a noun, not by the words on the screen that begin one."""
    strange = {"who", "what", "which", "how", "with", "for", "from", "by", "in", "to", "until", "only", "against"}
    nouns = {noun_of(ask) for command in all_commands() for ask in command.asks if not ask.amends}
    assert not [noun for noun in nouns if noun.split()[0].casefold() in strange]


def test_a_question_worded_anew_keeps_its_noun() -> None:
    asks = [ask for command in all_commands() for ask in command.asks if ask.noun or ask.name in USUAL_NOUNS]
    assert {ask.name for ask in asks} >= USUAL_NOUNS.keys()
    assert [noun_of(replace(ask, prompt="Which of them")) for ask in asks] == [noun_of(ask) for ask in asks]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("rest felix", "Length cannot be “felix”. Possible: hours, days, weeks."),
        ("order maybe", "Kind of order cannot be “maybe”. Possible: ambush, gm, sides, popcorn, none."),
        ("damage nobody-here 3", "Nobody here is called “nobody-here”."),
        ("hide zork", "Nothing here is called “zork”."),
    ],
)
def test_an_answer_that_is_none_is_refused_by_one_sentence(line: str, sentence: str) -> None:
    Play(FELIX, DRAKE).refuses(line, sentence)
