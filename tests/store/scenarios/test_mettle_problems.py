"""Errors and warnings of scenarios of Mettle, each at its place and with a way out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from wyrd_tui.engine.table_rows import list_results

Said = Callable[[str, str], list[str]]

ALONE = '["mettle"]'
ENGINE = '["wyrd_engine"]'
ABACUS = '["wyrd_abacus"]'
MIXED = '["wyrd_engine", "mettle"]'
TURNED = '["mettle", "wyrd_engine"]'
TALE = '["mettle", "wyrd_abacus"]'
RUNGS = "Mettle has Routine, Challenging, Daunting, Formidable, Nigh Impossible"
KEYS = (
    "a character here has focus, nature, poise, frame, motive, armor, shield, tools, backgrounds, called, attack, load"
)
ADDED = 'put it under "sheets.{0}", and add "{0}" to "systems"'
ENGINE_KEYS = "skills, traits, gear, track, attack, defend, initiative"
CREATION = "warning: a new character"


@pytest.fixture
def said(checked: Callable[[str], list[str]]) -> Said:
    """Check a scenario with title and systems on its first two lines; leave out advice on new characters."""

    def found(systems: str, text: str) -> list[str]:
        every = checked(f'title = "T"\nsystems = {systems}\n{text}'.replace("'", '"'))
        return [line for line in every if CREATION not in line]

    return found


@pytest.mark.parametrize(
    ("systems", "more", "problems"),
    [
        (ALONE, "difficulty='Daunting'", []),
        (ALONE, "difficulty='nigh  impossible'\nsuccesses=2", []),
        (ALONE, "difficulty=0", []),
        (ALONE, "difficulty=-3\nskills=['poise']", []),
        (ALONE, "dr='Difficult'", [f'5:1: "Difficult" is a rung of the Wyrd Engine; {RUNGS}']),
        (
            ALONE,
            "difficulty='Dauntin'",
            ['5:1: "difficulty": "Dauntin" is not a rung; did you mean "Daunting"?'],
        ),
        (ALONE, "difficulty=99", ['5:1: "difficulty": must be from -20 to 60']),
        (
            ALONE,
            "difficulty='players * 20'",
            ["5:1: warning: with 4 players this is 80; -20 to 60 is possible"],
        ),
        (ALONE, "difficulty=3\ndr=4", ['5:1: "dr" and "difficulty" are two names of one key: keep one of them']),
        (ALONE, "dc=3", ['5:1: unknown key "dc"; did you mean "difficulty"?']),
        (
            ENGINE,
            "dr='Daunting'",
            [
                '5:1: "Daunting" is a rung of Mettle; the Wyrd Engine has Trivial, Simple, Easy, Basic, Challenging, '
                "Difficult, Formidable, Arduous, Extreme, Impossible"
            ],
        ),
        (MIXED, "game='mettle'\ndifficulty='Arduous'", [f'6:1: "Arduous" is a rung of the Wyrd Engine; {RUNGS}']),
        (MIXED, "game='mettle'\ndifficulty='Formidable'", []),
        (TURNED, "game='wyrd_engine'\ndr='Arduous'", []),
        (
            TALE,
            "type='Threat'\nvalue='Daunting'",
            ['6:1: "Daunting" is a rung of Mettle; a challenge of the Wyrd Abacus takes a number'],
        ),
        (
            TALE,
            "type='Threat'\ndifficulty=3",
            ['6:1: "difficulty" belongs to other games; a typed challenge has a "value"'],
        ),
        (
            ABACUS,
            "successes=2\ndr='Difficult'",
            ['6:1: "Difficult" is a rung of the Wyrd Engine; a challenge of the Wyrd Abacus takes a number'],
        ),
        (
            ALONE,
            "difficulty=3\nsprings='six'",
            ['6:1: "springs" belongs to the Wyrd Abacus, and this is a challenge of another game'],
        ),
        (
            ALONE,
            "difficulty=3\nskills=['Poise','Pois','Fight']",
            [
                '6:17: warning: no skill list and no sheet has "Pois"; did you mean "Poise"?',
                '6:24: warning: no skill list and no sheet has "Fight"',
            ],
        ),
    ],
)
def test_me_09_c_30_reports_faults_of_challenges(said: Said, systems: str, more: str, problems: list[str]) -> None:
    assert said(systems, f"[[challenges]]\ntitle='A'\n{more}") == problems


def test_me_09_reports_faults_of_clues_on_the_abacus(said: Said) -> None:
    clue = "clues=[{title='A', difficulty='%s', skills=['Focus', 'Fokus']}]"
    assert said(ALONE, clue % "Daunting") == [
        '3:60: warning: no skill list and no sheet has "Fokus"; did you mean "Focus"?'
    ]
    assert said(ALONE, clue % "Difficult")[0] == f'3:20: "Difficult" is a rung of the Wyrd Engine; {RUNGS}'


WHOLE = (
    "focus=4\nnature=3\npoise=2\nframe=3\nmotive=4\narmor=1\nload=2\n"
    "called={nature='Curmudgeon', focus='Fencing'}\nbackgrounds={'Kitchen Russian'=2}"
)


@pytest.mark.parametrize(
    ("systems", "text", "problems"),
    [
        (ALONE, WHOLE, []),
        (ALONE, "motive=4", []),
        (ALONE, "armour='players - 1'", []),
        (
            ALONE,
            "skills={Fight=1}",
            [f'5:1: "skills" belongs to the Wyrd Engine; {ADDED.format("wyrd_engine")}; {KEYS}'],
        ),
        (ALONE, "body=5", [f'5:1: "body" belongs to the Wyrd Abacus; {ADDED.format("wyrd_abacus")}; {KEYS}']),
        (TURNED, "track='we'", ['5:1: "track" belongs to the Wyrd Engine; put it under "sheets.wyrd_engine"']),
        (
            ENGINE,
            "motive=4",
            [f'5:1: "motive" belongs to Mettle; {ADDED.format("mettle")}; a character here has {ENGINE_KEYS}'],
        ),
        (MIXED, "armour=1", ['5:1: "armour" belongs to Mettle; put it under "sheets.mettle"']),
        (
            ABACUS,
            "poise=3",
            [
                f'5:1: "poise" belongs to Mettle; {ADDED.format("mettle")}; '
                "a character here has body, mind, soul, wyrd, facets"
            ],
        ),
        (
            MIXED,
            "sheets.mettle={skills={Motive=4}}",
            ['5:16: "skills" belongs to the Wyrd Engine; write it on the character itself'],
        ),
        (MIXED, "sheets.wyrd_engine={poise=4}", ['5:21: "poise" belongs to Mettle; put it under "sheets.mettle"']),
        (
            TURNED,
            "sheets.wyrd_engine={poise=4}",
            ['5:21: "poise" belongs to Mettle; write it on the character itself'],
        ),
        (
            ENGINE,
            "sheets.mettle={motive=4}",
            ['5:8: warning: nobody plays Mettle at this table: add "mettle" to "systems" to play it'],
        ),
        (ALONE, "fokus=4", ['5:1: unknown key "fokus"; did you mean "focus"?']),
        (ALONE, "mettle=6", ['5:1: unknown key "mettle"; did you mean "motive"?']),
        (ALONE, "armor=1\narmour=2", ['6:1: "armor" and "armour" are two names of one key: keep one of them']),
        (ALONE, "focus=-1", ['5:1: "focus": must be from 0 to 60']),
        (ALONE, "motive='players * 30'", ["5:1: warning: with 3 players this is 90; 0 to 60 is possible"]),
        (
            ALONE,
            "attack='The Salle'",
            ['5:1: warning: no skill list and no sheet has "The Salle"'],
        ),
        (ALONE, "load='x'", ['5:1: "load": must be a whole number, not text: write load = 2']),
        (
            ALONE,
            "nature=3\ncalled={natur='X'}",
            ['6:9: "natur": must be "focus", "nature", "poise", "frame" or "motive"; did you mean "nature"?'],
        ),
        (
            ALONE,
            "nature=3\ncalled='X'",
            ['6:1: "called": must be a table, not text: write called = { nature = "Curmudgeon" }'],
        ),
        (
            ALONE,
            "nature=3\ncalled={nature=''}",
            ['6:9: "nature": must not be empty; write a few letters, such as "Mercer"'],
        ),
        (ALONE, "called={nature='X'}", ["5:9: warning: this sheet has no nature that could be called so"]),
        (
            ALONE,
            "backgrounds={Nature=2}",
            ['5:14: "Nature" is not a background. Write it beside them: nature = 3'],
        ),
        (ALONE, "backgrounds={River=-1}", ['5:14: "River": must be from 0 to 60']),
        (
            ALONE,
            "backgrounds={River='players * 40'}",
            ["5:14: warning: with 3 players this is 120; 0 to 60 is possible"],
        ),
        (ALONE, "attack='Natur'", ['5:1: warning: no skill list and no sheet has "Natur"; did you mean "Nature"?']),
        (
            ALONE,
            "backgrounds=['River']",
            ['5:1: "backgrounds": must be a table, not a list: write backgrounds = { "Kitchen Russian" = 2 }'],
        ),
    ],
)
def test_me_07_me_34_reports_faults_of_sheets(said: Said, systems: str, text: str, problems: list[str]) -> None:
    assert said(systems, f"[[party]]\nname='A'\n{text}") == problems


NEEDS = 'needs "rows", each with its result, or "entries", one for each result'
DICE = 'such as "d66", "2d6" or "1d6"'


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("dice='1d6'\nrows={'1'='a','2-4'='b','5–6'='c'}", []),
        ("dice='2d6+1'\nrows={'3-13'='a'}", []),
        ("dice='1d66'\nrows={'11-66'='a'}", []),
        ("dice='d66'\nrows={'6,2'='a','11-61'='b','63-66'='c'}", []),
        ("dice='1d3'\nentries=['a','b','c']", []),
        ("", ['3:1: "dice" is missing: write dice = "1d6"']),
        ("dice='1d6'", [f"3:1: {NEEDS}"]),
        ("dice='1d6'\nrows={}", [f"3:1: {NEEDS}"]),
        ("dice='1d6'\nresults={'1-6'='a'}", ['6:1: unknown key "results"; did you mean "rows"?']),
        ("dice='d6 please'\nentries=['a']", [f'5:1: "dice": must be dice, {DICE}']),
        ("dice='4dF'\nentries=['a']", [f'5:1: "dice": must be d66, or dice that add up, {DICE}']),
        ("dice='2d66'\nentries=['a']", [f'5:1: "dice": must be d66, or dice that add up, {DICE}']),
        ("dice='2d6kh1'\nentries=['a']", [f'5:1: "dice": must be d66, or dice that add up, {DICE}']),
        ("dice='6'\nentries=['a']", [f'5:1: "dice": must be d66, or dice that add up, {DICE}']),
        ("dice='2d6-4'\nentries=['a']", ['5:1: "dice": must have at most 300 results, and none below 0']),
        ("dice='d1000'\nentries=['a']", ['5:1: "dice": must have at most 300 results, and none below 0']),
        ("dice=6\nentries=['a']", ['5:1: "dice": must be text, not a whole number: write dice = "1d6"']),
        ("dice='1d6'\nrows={'1-4'='a','4-6'='b'}", ['6:17: "4-6": 4 has a row already, "1-4"']),
        (
            "dice='1d6'\nrows={'1'='a','01'='b','3'='c'}",
            ['6:15: "01": 1 has a row already, "1"'],
        ),
        ("dice='1d6'\nrows={'0'='a','2-8'='b'}", ['6:7: "0": 1d6 gives 1 to 6', '6:15: "2-8": 1d6 gives 1 to 6']),
        ("dice='1d6'\nrows={'4-2'='a'}", ['6:7: "4-2": the smaller result comes first']),
        (
            "dice='1d6'\nrows={'x'='a','1, 2'='b'}",
            [
                '6:7: "x": must be a result or a span of results, such as "4" or "2-4"',
                '6:15: "1, 2": must be a result or a span of results, such as "4" or "2-4"',
            ],
        ),
        ("dice='d66'\nrows={'11-17'='a'}", ['6:7: "11-17": d66 gives 11 to 66 with faces from 1 to 6']),
        ("dice='d66'\nrows={'11-36'='a','45'='b'}", ["6:1: warning: no row for 41-44, 46-66"]),
        (
            "dice='1d6'\nentries=['a','b','c','d','e','f','g']",
            ["6:34: 7 entries, but only 6 results: 1 to 6"],
        ),
        ("dice='1d6'\nentries=['a','b','c']", ["6:1: warning: no row for 4-6"]),
        (
            "dice='1d6'\nentries=['a']\nrows={'1'='a'}",
            ['6:1: there are "rows" already; a table has one of the two'],
        ),
        (
            "dice='1d6'\nrows=['a']",
            ['6:1: "rows": must be a table, not a list: write rows = { "1-6" = "A door opens." }'],
        ),
        ("dice='1d6'\nrows={'1-6'=5}", ['6:7: "1-6": must be text, not a whole number: write 1-6 = "a few words"']),
    ],
)
def test_me_06_reports_faults_of_random_tables(said: Said, text: str, problems: list[str]) -> None:
    assert said(ALONE, f"[[tables]]\ntitle='A'\n{text}") == problems


def test_me_06_checks_random_tables_of_scenes(said: Said) -> None:
    scene = "[[scenes]]\ntitle='A'\ntables=[{title='B',dice='1d6',rows={'1-5'='a'}}]"
    assert said(ALONE, scene) == ["5:31: warning: no row for 6"]


def test_me_06_every_game_has_random_tables(said: Said) -> None:
    assert said(ENGINE, "[[tables]]\ntitle='A'\ndice='1d6'\nrows={'1-6'='x'}\n") == []


def test_me_06_lists_results_of_dice() -> None:
    assert list(list_results("d66"))[:7] == [11, 12, 13, 14, 15, 16, 21]
    assert len(list_results(" D66 ")) == 36
    assert list(list_results("10-1d6")) == [4, 5, 6, 7, 8, 9]
    with pytest.raises(ValueError, match="must be dice"):
        list_results("")


def test_reports_wrong_house_rules(said: Said) -> None:
    assert said(ALONE, "[rules]\ntwist_raised='keeps'\nsurge_stack=true") == [
        '4:1: "twist_raised": must be "keep" or "reroll"; did you mean "keep"?',
        '5:1: unknown key "surge_stack"; did you mean "surge_stacks"?',
    ]


def test_reports_stage_rules_without_the_abacus(said: Said) -> None:
    assert said(ALONE, "stage_rules=['bloody']") == [
        '3:1: stage rules belong to the Wyrd Abacus: add "wyrd_abacus" to "systems" to play it'
    ]
