"""Errors and warnings of scenarios of the Wyrd Abacus, each at its place and with a way out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Said = Callable[[str, str], list[str]]

ALONE = '["wyrd_abacus"]'
ENGINE = '["wyrd_engine"]'
MIXED = '["wyrd_engine", "wyrd_abacus"]'
TURNED = '["wyrd_abacus", "wyrd_engine"]'
TYPES = "Obstruction, Pursuit, Threat, Logic, Pressure, Wits, Foreboding, Invocation or Taint"
QUOTED = '"Obstruction", "Pursuit", "Threat", "Logic", "Pressure", "Wits", "Foreboding", "Invocation" or "Taint"'
SCORES = "body=5\nmind=5\nsoul=5"


@pytest.fixture
def said(checked: Callable[[str], list[str]]) -> Said:
    """Check a scenario with title and systems on its first two lines."""
    return lambda systems, text: checked(f'title = "T"\nsystems = {systems}\n{text}'.replace("'", '"'))


def challenge(more: str) -> str:
    return f"[[challenges]]\ntitle='A'\n{more}"


@pytest.mark.parametrize(
    ("systems", "more", "problem"),
    [
        (ALONE, "", f'3:1: a challenge of the Wyrd Abacus needs a "type": {TYPES}; or a "clock"'),
        (ALONE, "type='Thret'\nvalue=3", f'5:1: "type": must be {QUOTED}; did you mean "Threat"?'),
        (
            ALONE,
            "type='Threat'",
            '3:1: a typed challenge needs a "value", which a die and points must reach: '
            "2 is trivial, 5 an obstacle, 7 and more grave",
        ),
        (ALONE, "type='Threat'\ndr=3", '6:1: "dr" belongs to the Wyrd Engine; a typed challenge has a "value"'),
        (ALONE, "dr=3\ntype='Wits'", '5:1: "dr" belongs to the Wyrd Engine; a typed challenge has a "value"'),
        (
            ALONE,
            "type='Threat'\nvalue='Difficult'",
            '6:1: "Difficult" is a rung of the Wyrd Engine; a challenge of the Wyrd Abacus takes a number',
        ),
        (ALONE, "type='Threat'\nvalue=0", '6:1: "value": must be from 1 to 60'),
        (ALONE, "type='Threat'\nvalue=99", '6:1: "value": must be from 1 to 60'),
        (ALONE, "type='Threat'\nvalue=-40", '6:1: "value": must be from 1 to 60'),
        (
            ALONE,
            "type='Threat'\nby_wyrd=true\nvalue=7",
            "7:1: warning: no Wyrd roll can meet it: its result is the highest die, 6 at most",
        ),
        (
            ALONE,
            "type='Threat'\nvalue='players - 3'",
            "6:1: warning: with 3 players this is 0; 1 to 60 is possible",
        ),
        (
            ALONE,
            "type='Threat'\nvalue=3\nclock=3",
            '3:1: "challenges", item 1: has both "type" and "clock"; a typed challenge has as many beads as its value',
        ),
        (
            ALONE,
            "type='Threat'\nvalue=3\nskills=['Fight']",
            '7:1: "skills" belongs to the Wyrd Engine; here the type says which ability counts',
        ),
        (ALONE, "type='Threat'\nvalue=3\nspring='six'", '7:1: unknown key "spring"; did you mean "springs"?'),
        (
            ALONE,
            "type='Threat'\nvalue=3\nsprings='sixes'",
            '7:1: "springs": must be "scene", "six" or "no six"; did you mean "six"?',
        ),
        (
            ALONE,
            "type='Threat'\nvalue=3\ndifficulty=3",
            '7:1: "value" and "difficulty" are two names of one key: keep one of them',
        ),
        (ALONE, "clock=3\nby_wyrd=true", '6:1: "by_wyrd" goes with a "type" and a "value"'),
        (
            ENGINE,
            "type='Threat'\nvalue=3",
            '5:1: "type" belongs to the Wyrd Abacus: add "wyrd_abacus" to "systems" to play it',
        ),
        (
            ENGINE,
            "dr=1\nsprings='six'",
            '6:1: "springs" belongs to the Wyrd Abacus, and this is a challenge of another game',
        ),
        (
            MIXED,
            "type='Threat'\nvalue=3\ngame='wyrd_engine'",
            '5:1: "type" belongs to the Wyrd Abacus, and this is a challenge of another game',
        ),
    ],
)
def test_wa_11_wa_12_reports_faults_of_typed_challenges(said: Said, systems: str, more: str, problem: str) -> None:
    assert said(systems, challenge(more)) == [problem]


@pytest.mark.parametrize(
    ("systems", "more"),
    [
        (ALONE, "type='threat'\nvalue=7\nsprings='no six'"),
        (ALONE, "clock=3\nsprings='scene'"),
        (ALONE, "successes=3"),
        (MIXED, "dr='Difficult'\nskills=['Fight']"),
        (MIXED, "type='Taint'\nvalue='players + 3'"),
        (TURNED, "game='wyrd_engine'\ndr='Difficult'"),
    ],
)
def test_accepts_sound_challenges(said: Said, systems: str, more: str) -> None:
    assert said(systems, challenge(more)) == []


def test_reports_faults_of_clues_on_the_abacus(said: Said) -> None:
    assert said(ALONE, "clues=[{title='A', dr=3}]") == [
        f'3:20: a clue on the abacus needs a "type", too: {TYPES}',
    ]
    assert said(ENGINE, "clues=[{title='A', type='Logic', value=3}]") == [
        '3:20: "type" belongs to the Wyrd Abacus: add "wyrd_abacus" to "systems" to play it',
    ]
    assert said(ALONE, "clues=[{title='A', type='Logic', value=3}, 'B']") == []


@pytest.mark.parametrize(
    ("systems", "text", "problems"),
    [
        (
            ALONE,
            f"[[party]]\nname='A'\nskills={{Fight=1}}\n{SCORES}",
            [
                '5:1: "skills" belongs to the Wyrd Engine; put it under "sheets.wyrd_engine", and add "wyrd_engine" to '
                '"systems"; a character here has body, mind, soul, wyrd, facets'
            ],
        ),
        (
            TURNED,
            f"[[party]]\nname='A'\ntrack='we'\n{SCORES}",
            ['5:1: "track" belongs to the Wyrd Engine; put it under "sheets.wyrd_engine"'],
        ),
        (
            ENGINE,
            "[[cast]]\nname='A'\nbody=5",
            [
                '5:1: "body" belongs to the Wyrd Abacus; put it under "sheets.wyrd_abacus", '
                'and add "wyrd_abacus" to "systems"; '
                "a character here has skills, traits, gear, track, attack, defend, initiative"
            ],
        ),
        (
            MIXED,
            "[[cast]]\nname='A'\nfacets.body=['x']",
            ['5:1: "facets" belongs to the Wyrd Abacus; put it under "sheets.wyrd_abacus"'],
        ),
        (
            MIXED,
            "[[cast]]\nname='A'\nsheets.wyrd_abacus={skills={Fight=1}}",
            ['5:21: "skills" belongs to the Wyrd Engine; write it on the character itself'],
        ),
        (
            MIXED,
            "[[cast]]\nname='A'\nsheets.wyrd_engine={body=3}",
            ['5:21: "body" belongs to the Wyrd Abacus; put it under "sheets.wyrd_abacus"'],
        ),
        (
            ENGINE,
            "[[cast]]\nname='A'\nsheets.wyrd_abacus={body=3}",
            ['5:8: warning: nobody plays the Wyrd Abacus at this table: add "wyrd_abacus" to "systems" to play it'],
        ),
        (
            ALONE,
            "[[cast]]\nname='A'\nbody=0\nfacets={bodi=['x'], mind='y'}",
            [
                '5:1: "body": must be at least 1',
                '6:9: "bodi": must be "body", "mind" or "soul"; did you mean "body"?',
                '6:21: "mind": must be a list, not text: write mind = ["y"]',
            ],
        ),
        (ALONE, "[[cast]]\nname='A'\nwyrd=-1", ['5:1: "wyrd": must be at least 0']),
        (ALONE, "cast=[{name='A', body=12}, {name='B'}]", []),
    ],
)
def test_reports_keys_of_another_game_on_a_sheet(said: Said, systems: str, text: str, problems: list[str]) -> None:
    assert said(systems, text) == problems


NEW = "warning: a new character of the Wyrd Abacus has abilities from 3 to 9, 15 in all – here"


@pytest.mark.parametrize(
    ("systems", "text", "warnings"),
    [
        (ALONE, "body=5\nmind=4\nsoul=6", []),
        (ALONE, "body=9\nmind=3\nsoul=3", []),
        (ALONE, "body=5\nmind=4\nsoul=5", [f"5:1: {NEW} the sum is 14: 1 point unassigned"]),
        (ALONE, "body=5\nmind=6\nsoul=6", [f"5:1: {NEW} the sum is 17: 2 points over"]),
        (
            ALONE,
            "body=10\nmind=3\nsoul=2",
            [f"5:1: {NEW} 10 is not from 3 to 9", f"5:1: {NEW} 2 is not from 3 to 9"],
        ),
        (
            ALONE,
            "body=5",
            ["3:1: warning: a new character of the Wyrd Abacus has Body, Mind and Soul; this one lacks Mind and Soul"],
        ),
        (ALONE, "like='elias-mercer'", []),
        (MIXED, "sheets.wyrd_abacus={body=5,mind=4,soul=6}", []),
        (
            MIXED,
            "sheets.wyrd_abacus={body=5,mind=4,soul=5}",
            [f"5:21: {NEW} the sum is 14: 1 point unassigned"],
        ),
    ],
)
def test_wa_03_warns_of_unusual_new_characters(said: Said, systems: str, text: str, warnings: list[str]) -> None:
    assert said(systems, f"[[party]]\nname='A'\n{text}") == warnings


def test_wa_01_warns_of_more_than_four_players(said: Said) -> None:
    assert said(ALONE, "players=[2,5]") == ["3:1: warning: the Wyrd Abacus is for 1 to 4 players"]
    party = ",".join(f"{{name='P{number}',body=5,mind=5,soul=5}}" for number in range(5))
    assert said(ALONE, f"party=[{party}]") == ["3:140: warning: the Wyrd Abacus is for 1 to 4 players"]
    assert said(ALONE, "players=[1,4]") == said(MIXED, "players=[3,5]") == []


SHIPPED = "bloody, close-the-shutters, devils-due, kill-count, old-mine, only-one, prowling-beast, rolling-fog"
FOG = "\n[[challenges]]\ntitle='Fog'\ntype='Foreboding'\nvalue=3"


@pytest.mark.parametrize(
    ("systems", "text", "problems"),
    [
        (
            ALONE,
            "stage_rules=['blody', 'nobody']",
            [
                '3:14: there is no shipped stage rule with the id "blody"; did you mean "bloody"?',
                f'3:23: there is no shipped stage rule with the id "nobody"; possible: {SHIPPED}',
            ],
        ),
        (
            ALONE,
            "stage_rules=['Only One']",
            ['3:14: "stage_rules", item 1: must be lower case words joined by hyphens, such as "only-one"'],
        ),
        (
            ALONE,
            "stage_rules=['rolling-fog','prowling-beast']",
            [
                '3:28: warning: "prowling-beast" brings nobody in: { like = "prowling-beast", brings = ["…"] } does',
            ],
        ),
        (
            ALONE,
            f"stage_rules=[{{like='rolling-fog',challenge='fogg'}}]{FOG}",
            ['3:34: there is no challenge with the id "fogg"; did you mean "fog"?'],
        ),
        (ALONE, f"stage_rules=[{{like='rolling-fog',challenge='fog'}}]{FOG}", []),
        (
            ENGINE,
            "stage_rules=['bloody','only-one']",
            ['3:1: stage rules belong to the Wyrd Abacus: add "wyrd_abacus" to "systems" to play it'],
        ),
        (
            MIXED,
            "places=[{title='A',stage_rules=['blody']}]",
            ['3:33: there is no shipped stage rule with the id "blody"; did you mean "bloody"?'],
        ),
        (
            ALONE,
            "stage_rules=[{text='x'}]",
            ['3:14: "stage_rules", item 1: needs a "title", or "like" with a shipped rule'],
        ),
        (ALONE, "stage_rules=[{title='x', text='Only words.'}]", []),
        (
            ALONE,
            "stage_rules='bloody'",
            ['3:1: "stage_rules": must be a list, not text: write stage_rules = ["bloody"]'],
        ),
        (
            ALONE,
            "stage_rules=[5]",
            [
                '3:14: "stage_rules", item 1: must be text or a table, not a whole number: '
                'write stage_rules = ["bloody"]'
            ],
        ),
        (
            ALONE,
            "stage_rules=[{title='A',brings=['x'],challenges=['y'],challenge='z',id='a'},{title='B',id='a'}]",
            [
                '3:33: there is no member of the cast with the id "x"',
                '3:50: there is no challenge with the id "y"',
                '3:55: there is no challenge with the id "z"',
                '3:55: "challenge" goes with "like"; here a trigger takes it',
                '3:88: the id "a" is taken; see line 3',
            ],
        ),
    ],
)
def test_wa_52_reports_faults_of_stage_rules(said: Said, systems: str, text: str, problems: list[str]) -> None:
    assert said(systems, text) == problems


MOMENTS = '"scene begins", "scene ends", "attempt", "overcome", "failed", "loss", "six", "sixes", "low" or "escape"'


@pytest.mark.parametrize(
    ("trigger", "problem"),
    [
        ("wen='six'", '4:46: "when" is missing: write when = "scene ends"'),
        ("when='sixs'", f'4:47: "when": must be {MOMENTS}; did you mean "sixes"?'),
        (
            "when='six',do='spring'",
            '4:46: do = "spring" brings nothing: the rule has neither "brings" nor "challenges"',
        ),
        ("when='six',do='toll'", '4:46: "triggers", item 1: do = "toll" goes with when = "attempt"'),
        ("when='six',do='forbid'", '4:46: "triggers", item 1: do = "forbid" goes with when = "escape" or "attempt"'),
        ("when='loss'", '4:46: "triggers", item 1: when = "loss" goes with do = "another"'),
        ("when='six',do='lose'", '4:46: "triggers", item 1: do = "lose" needs an "ability": body, mind or soul'),
        (
            "when='six',do='lose',ability='bodi'",
            '4:68: "ability": must be "body", "mind" or "soul"; did you mean "body"?',
        ),
        ("when='six',do='count'", '4:46: "triggers", item 1: do = "count" needs a "counter"'),
        ("when='six',do='count',counter='Bels'", '4:69: "counters" has no "Bels"; did you mean "Bells"?'),
        (
            "when='six',do='count',counter='Zz'",
            '4:69: "counters" has no "Zz"; write it there with the number that it starts at',
        ),
        (
            "when='low'",
            '4:46: "triggers", item 1: when = "low" needs "at_most", a result from 1 to 6, or a "counter"',
        ),
        ("when='low',at_most=7", '4:58: "at_most": must be at most 6'),
        ("when='six',at_most=3", '4:46: "triggers", item 1: "at_most" goes with when = "low"'),
        (
            "when='six',type='Threat'",
            '4:46: "triggers", item 1: "type" means nothing with when = "six", which is not about one challenge',
        ),
        ("when='failed',type='Danger'", f'4:61: "type": must be {QUOTED}'),
        ("when='failed',challenge='x'", '4:61: there is no challenge with the id "x"'),
        ("when='six',do='rise'", '4:46: do = "rise" needs a "challenge", the one that rises'),
        (
            "when='six',unless='others scratched'",
            '4:46: "triggers", item 1: unless = "others scratched" goes with when = "escape"',
        ),
        ("when='sixes',by=0", '4:46: "triggers", item 1: "by" must be at least 1 here'),
    ],
)
def test_wa_59_reports_faults_of_triggers(said: Said, trigger: str, problem: str) -> None:
    found = said(ALONE, f"counters={{Bells=0}}\nstage_rules=[{{title='A', text='x', triggers=[{{{trigger}}}]}}]")
    assert found[0] == problem
    assert len(found) == (2 if "wen" in trigger else 1)


def test_triggers_may_use_counters_of_the_game(said: Said) -> None:
    for counter in ("sixes on Wyrd rolls", "scene Wyrd"):
        assert said(ALONE, f"stage_rules=[{{title='A',triggers=[{{when='low',counter='{counter}'}}]}}]") == []


def test_wa_14_reports_missing_challenges_that_scenes_wait_for(said: Said) -> None:
    text = "[[scenes]]\ntitle='A'\nafter=['x','c']\nchallenges=[{title='C',type='Threat',value=3}]"
    assert said(ALONE, text) == [
        '5:8: there is no challenge with the id "x"; possible: c',
        '5:12: warning: "c": the scene puts it on the abacus itself, so something else must have put it there before',
    ]


def test_an_unknown_key_is_answered_by_its_game(said: Said) -> None:
    """C-30: no key of another game is proposed."""
    (usual,) = said(ALONE, "[[cast]]\nname='Mob'\nusual='Fight'")
    assert usual == (
        '5:1: unknown key "usual"; the Wyrd Abacus has no usual skill; write body = 5, mind = 5 and soul = 5'
    )
    (other,) = said(ALONE, "[[cast]]\nname='Mob'\nqqqq='Fight'")
    keys = other.removeprefix('5:1: unknown key "qqqq"; possible here in the Wyrd Abacus: ').split(", ")
    assert {"body", "mind", "soul", "side"} <= {*keys}
    assert not {"skills", "attack", "motive"} & {*keys}
