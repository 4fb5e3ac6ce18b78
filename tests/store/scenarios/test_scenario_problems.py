"""Errors and warnings of scenarios of any game: all at once, each at its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.problems import check_scenario
from wyrd_tui.store.files.problems import Broken
from wyrd_tui.store.scenarios.scenario import load_scenario

Write = Callable[[str], Path]


@pytest.fixture
def said(checked: Callable[[str], list[str]]) -> Callable[[str], list[str]]:
    """Check a scenario with a title on its first line."""
    return lambda text: checked(f'title = "T"\n{text}')


EVERYTHING_WRONG = """\
titel = "x"
title = ""
systems = ["wyrd_engin"]
players = [5, 3]
hours = "two"
setting = "grand-casebok"
format = "oneshot"
premise = 5
npcs = []
party = ["elias-merser", "felix-cavendish", { player = "Ann" }]
truth = 2024-01-01

[rules]
tie = "sucess"
tei = "ask"
boosts = 1
track = "wee"

[[cast]]
name = "Thug"
count = "playrs + 1"
skills = { Fight = 1.5, Shoot = "x", Notice = 99 }
track = [4, "nope", { label = "S", boxes = -1, clears = "scen" }]
traits = ["X: +2 Fihgt when drunk", { nam = "y" }, 5]

[[cast]]
name = "Thug"

[[cast]]
name = "Long"
id = "Not An Id"
like = "longg"
kind = "mok"

[[acts]]
title = "One"
brings = ["thugg", "thug"]
challenges = ["nothing", { title = "C", dr = "Formidible", clok = 3 }]
clues = [{ dr = 1 }, { title = "Clue", reveal = "x" }]

[[challenges]]
title = "Both"
successes = 2
clock = 3
after = ["d"]
dr = true
[counters]
x = "y"
[zzz]
a = 1
"""
WRONG_KEYS = """\
1:1: unknown key "titel"; did you mean "title"?
2:1: "title": must not be empty; write a few letters, such as "Mercer"
3:12: "systems", item 1: must be "wyrd_engine", "wyrd_abacus" or "mettle"; did you mean "wyrd_engine"?
4:1: "players": the smaller number comes first
5:1: "hours": must be a number or a list such as [3, 5], not text
7:1: "format": must be "one-shot", "episodic" or "campaign"; did you mean "one-shot"?
8:1: "premise": must be text, not a whole number: write premise = "a few words"
9:1: unknown key "npcs"; did you mean "cast"?
10:45: "party", item 3: needs a "name"
11:1: "truth": must be text, not a date or a time: write truth = "a few words"
14:1: "tie": must be "ask", "success" or "failure"; did you mean "success"?
15:1: unknown key "tei"; did you mean "tie"?
16:1: "boosts": must be true or false, not a whole number: write boosts = true
21:1: "count": must be a whole number, or an amount such as "players + 1": "playrs" is not a number; \
did you mean "players"?
22:12: "Fight": must be a whole number, or an amount such as "players + 1"
22:25: "Shoot": must be a whole number, or an amount such as "players + 1": \
"x" is not a number, "players", "max" or "min"
22:38: "Notice": must be from -20 to 20
23:36: "boxes": must be from 0 to 60
23:48: "clears": must be "scene", "hours", "days", "weeks" or "never"; did you mean "scene"?
24:37: "name" is missing: write name = "a few words"
24:39: unknown key "nam"; did you mean "name"?
24:52: "traits", item 3: must be text or a table, not a whole number: write traits = ["Lucky"]
31:1: "id": must be lower case words joined by hyphens, such as "not-an-id"
33:1: "kind": must be "pc", "mook", "persona" or "full"; did you mean "mook"?
38:41: "dr": "Formidible" is not a rung; did you mean "Formidable"?
38:60: unknown key "clok"; did you mean "clock"?
39:10: "title" is missing: write title = "a few words"
39:40: unknown key "reveal"; did you mean "reveals"?
46:1: "dr": must be a whole number, a rung such as "Formidable", or an amount such as "players + 1"
48:1: "x": must be a whole number, not text: write x = 2
49:2: unknown key "zzz"
"""
WRONG_REFERENCES = """\
title = "T"
setting = "grand-casebok"
party = ["elias-merser", "felix-cavendish"]

[rules]
track = "wee"

[[cast]]
name = "Thug"
track = [4, "poole"]
traits = ["X: +2 Fihgt when drunk"]

[[cast]]
name = "Thug"

[[cast]]
name = "Long"
like = "longg"

[[acts]]
title = "One"
brings = ["thugg", "thug"]
challenges = ["nothing"]

[[challenges]]
title = "Alone"
after = ["d"]
"""
MISSING = """\
2:1: there is no setting with the id "grand-casebok"; did you mean "grand-casebook"?
3:10: there is no character with the id "elias-merser"; did you mean "elias-mercer"?
6:1: there is no track with the id "wee"; did you mean "we"?
10:13: there is no track with the id "poole"; did you mean "pool"?
11:11: warning: no skill list and no sheet has "Fihgt"; did you mean "Fight"?
14:1: the id "thug" is taken; give one of the two an id of its own; see line 8
18:1: there is no character with the id "longg"
22:11: there is no member of the cast with the id "thugg"; did you mean "thug"?
23:15: there is no challenge with the id "nothing"
27:10: there is no challenge with the id "d"
"""


@pytest.mark.parametrize(("text", "expected"), [(EVERYTHING_WRONG, WRONG_KEYS), (WRONG_REFERENCES, MISSING)])
def test_reports_all_errors_in_file_order(write: Write, text: str, expected: str) -> None:
    """Keys and values come first; references are checked once these are sound."""
    path = write(text)
    told = [str(problem).removeprefix(f"{path}:").partition("; possible")[0] for problem in check_scenario(path)]
    assert told == expected.splitlines()
    with pytest.raises(Broken) as broken:
        load_scenario(path)
    assert list(broken.value.problems) == check_scenario(path)


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", []),
        (
            "[[challenges]]\ntitle='x'\nclock=2\nsuccesses=2",
            ['2:1: "challenges", item 1: has both "successes" (a task) and "clock"; it can be only one of them'],
        ),
        (
            "[[cast]]\nname='A'\nlike='b'\n[[cast]]\nname='B'\nlike='a'",
            ['4:1: "a" copies itself, at once or through others; remove one "like"'],
        ),
        (
            "cast=[{like='x'}]",
            [
                '2:8: there is no character with the id "x"; possible: cornelius-flint, elias-mercer, evelyn-graves, '
                "felix-cavendish, gang-enforcer, isadora-lovelace, jonathan-blackwood, julian-hargrave, lucius-drake"
            ],
        ),
        (
            "cast=[{name='A'}]\nacts=[{title='B', brings=['x']}]",
            ['3:27: there is no member of the cast with the id "x"; possible: a'],
        ),
        ("acts=[{title='a', begins=true}, {title='b', begins=true}]", ["2:45: only one act or scene can begin"]),
        ("hours=[1]", ['2:1: "hours": must have at least 2 entries: write hours = [1, 1] or hours = 1']),
        (
            "[[cast]]\nname='A'\nusual={a=1}",
            ['4:1: unknown key "usual"; write the skill of its attacks as attack = "Fight"'],
        ),
        ("hours=inf", ['2:1: "hours": must be a finite number']),
        ("players=0", ['2:1: "players": must be at least 1']),
        ("cast=5", ['2:1: "cast": must be a list, not a whole number: write cast = ["gang-enforcer"]']),
        ("rules=[]", ['2:1: "rules": must be a table, not a list: write rules = { hints = false }']),
        ("premise=true", ['2:1: "premise": must be text, not true or false: write premise = "a few words"']),
        (f"notes='{'x' * 20_001}'", ['2:1: "notes": must have at most 20000 characters']),
        (f"cast=[{{name='{'x' * 81}'}}]", ['2:8: "name": must have at most 80 characters']),
        (
            f"cast=[{{name='a',traits=['{'x' * 501}']}}]",
            ['2:25: "traits", item 1: is too long for the short form; write a table'],
        ),
        ("party=['felix-cavendish','felix-cavendish']", ['2:26: the id "felix-cavendish" is taken']),
        ('cast=[{name="\\t"}]', ['2:8: "name": must not be empty; write a few letters, such as "Mercer"']),
        ("tracks.a=[{label='x'}]", ['2:11: "boxes" is missing: write boxes = 4']),
        ("tracks.a=['b']\ntracks.b=[1]", ['2:11: there is no shipped track with the id "b"']),
        ("[setting]\nskils=['a']", ['3:1: unknown key "skils"; did you mean "skills"?']),
        pytest.param("[[cast]]\nname='a'\ngear=[{name='Rope', weight=3}]", ['4:21: unknown key "weight"'], id="WE-25"),
        ("cast=[{name='a',sheets={fate={}}}]", []),
        ("clues=[{title='x',id='y'}]\nhooks=[{title='z',id='y'}]", ['3:19: the id "y" is taken; see line 2']),
        ("cast=[{name='a'}]\nchallenges=[{title='a'}]", ['3:14: the id "a" is taken']),
        ("challenges=[{title='a'}]\nclues=[{title='a',dr=1}]", ['3:9: the id "a" is taken']),
    ],
)
def test_reports_each_kind_of_error(said: Callable[[str], list[str]], text: str, problems: list[str]) -> None:
    found = said(text)
    if "fate" in text:
        assert found[0].startswith('2:25: "fate": must be "wyrd_engine", "wyrd_abacus" or "mettle"')
        return
    assert len(found) >= len(problems)
    assert bool(found) == bool(problems)
    for problem in problems:
        assert any(line.startswith(problem) for line in found), found


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        pytest.param(
            "[[party]]\nname='A'\nskills={X=3,Y=2}\ntraits=['a']",
            [
                "2:1: warning: a new character of the Wyrd Engine has three pieces of gear; A has none",
                "4:1: warning: a new character of the Wyrd Engine has one Expert (3), two Skilled (2) and three Novice "
                "skills (1)",
                "5:1: warning: a new character of the Wyrd Engine has three traits; A has 1",
            ],
            id="WE-16 WE-82 WE-83 WE-84",
        ),
        ("party=['julian-hargrave', {like='jonathan-blackwood', player='Ann'}]", []),
        ("systems=['mettle']\n[[party]]\nname='A'", []),
        pytest.param(
            "[[cast]]\nname='A'\nside='others'\nskills={Fight=4, Lore=-3}\ntraits=['a','b','c','d']", [], id="WE-88"
        ),
        (
            "cast=[{name='A', count='players - 4'}]",
            ["2:18: warning: with 3 players this is -1; 0 to 500 is possible"],
        ),
        ("players=[5,6]\ncast=[{name='A', count='players - 4'}]", []),
        (
            "cast=[{name='A', attack='Fihgt', skills={Quickness=1}, gear=['x: use Quicknes for Fight']}]",
            [
                '2:8: warning: "A" is neutral in a fight; write side = "foes" to have them fight the party',
                '2:18: warning: no skill list and no sheet has "Fihgt"; did you mean "Fight"?',
                '2:34: warning: "A" has one skill alone: kind = "mook" rolls it for everything, '
                'kind = "persona" rolls all others at 0',
                '2:62: warning: no skill list and no sheet has "Quicknes"; did you mean "Quickness"?',
            ],
        ),
        (
            "setting={skills=['Fly']}\nclues=[{title='x', skills=['Fly', 'Notice']}]",
            ['3:35: warning: no skill list and no sheet has "Notice"'],
        ),
        pytest.param(
            "setting={skills=['Fly', 'Notice']}\n[rules]\ninitiative='Notise'\ntie='ask'",
            ['4:1: warning: no skill list and no sheet has "Notise"; did you mean "Notice"?'],
            id="WE-51",
        ),
        (
            "setting={skills=['Fly', 'Blades'], physical=['Fly', 'Run'], fighting=['Blads']}",
            [
                '2:53: warning: no skill list and no sheet has "Run"',
                '2:71: warning: no skill list and no sheet has "Blads"; did you mean "Blades"?',
            ],
        ),
    ],
)
def test_reports_each_kind_of_warning(said: Callable[[str], list[str]], text: str, warnings: list[str]) -> None:
    assert said(text.replace("'", '"')) == warnings


def test_unknown_keys_hide_no_wrong_references(said: Callable[[str], list[str]]) -> None:
    """A misspelt list of entries is told alone, since all that it holds would seem to be missing."""
    wrong = "scenes=[{title='a', brings=['nobody'], txt='b'}]"
    assert said(wrong) == [
        '2:29: there is no member of the cast with the id "nobody"',
        '2:40: unknown key "txt"; did you mean "text"?',
    ]
    assert said(f"{wrong}\n[[csat]]\nname='Nobody'")[1:] == ['3:3: unknown key "csat"; did you mean "cast"?']


def test_unknown_keys_hide_no_missing_ones(said: Callable[[str], list[str]]) -> None:
    assert said("cast=[{zzz=1}]") == [
        '2:7: "cast", item 1: needs a "name"',
        '2:8: unknown key "zzz"; write a rating into skills: skills = { "zzz" = 1 }',
    ]


def test_empty_files_lack_a_title(write: Write) -> None:
    path = write("")
    assert [str(problem) for problem in check_scenario(path)] == [
        f'{path}:1:1: "title" is missing: write title = "a few words"'
    ]


def test_messages_have_no_control_characters(write: Write) -> None:
    path = write('title="x"\n"\\u001b]52;c;x\\u0007" = 1\n[[cast]]\nname="\\u001b[2J"\nkind="\\u009b2J"\nid="\\u001b"')
    text = "\n".join(map(str, check_scenario(path)))
    assert not set(text) & {"\x1b", "\x07", "\x9b"}
    assert "unknown key" in text


CYCLE = """
[[challenges]]
title = "The gate"
after = ["the-moat", "the-key"]

[[challenges]]
title = "The moat"

[[acts]]
title = "Inside"

[[acts.challenges]]
title = "The key"
after = ["the-vault"]

[[acts.challenges]]
title = "The vault"
after = ["the-gate"]

[[acts.challenges]]
title = "Itself"
after = ["itself"]
"""


def test_wa_14_reports_challenges_that_wait_for_each_other(said: Callable[[str], list[str]]) -> None:
    """A circle of `after` is an error where it begins, and names its challenges."""
    assert said(CYCLE) == [
        '5:22: "the-gate" can never be attempted: it waits for "the-key", that for "the-vault", that for "the-gate"',
        '23:10: "itself" can never be attempted: it waits for "itself"',
    ]


def test_wa_14_shortens_long_circles(said: Callable[[str], list[str]]) -> None:
    """A long circle names three challenges and the way back."""
    rows = "".join(f'[[challenges]]\ntitle = "c{n}"\nafter = ["c{(n + 1) % 90}"]\n' for n in range(90))
    (problem,) = said(rows)
    assert problem.endswith('it waits for "c1", that for "c2", that for "c3", and so on to "c0"')


def test_wa_14_accepts_several_ways_to_one_challenge(said: Callable[[str], list[str]]) -> None:
    """Two challenges may wait for one, and one for two."""
    rows = "".join(
        f'[[challenges]]\ntitle = "{name}"\nafter = {list(after)}\n'
        for name, after in (("a", ""), ("b", "a"), ("c", "a"), ("d", "bc"), ("e", "dab"))
    )
    assert said(rows) == []


def test_reports_chains_of_likeness_that_are_too_long(said: Callable[[str], list[str]]) -> None:
    chain = "".join(f'[[cast]]\nid = "m{n}"\nlike = "m{n + 1}"\n' for n in range(50))
    assert said(f'{chain}[[cast]]\nid = "m50"\nname = "M"') == [
        '4:1: "m0" copies more than 50 characters in a row; write the sheet out'
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "players='3-5'",
            '2:1: "players": must be a number or a list such as [3, 5], not text: write players = [3, 5]',
        ),
        ("players='4'", '2:1: "players": must be a number or a list such as [3, 5], not text: write players = 4'),
        ("party='ada'", '2:1: "party": must be a list, not text: write party = ["ada"]'),
        (
            "[[cast]]\nname='A'\nside='foes'\ntrack='3/1/1/1'",
            '5:1: "track": boxes are written as a list: track = [3, 1, 1, 1]',
        ),
        ("[[cast]]\nname='A'\nhp=12", '4:1: unknown key "hp"; damage goes to a track: track = [4, 3, 2, 1]'),
        (
            "systems=['mettle']\n[[cast]]\nname='A'\nhp=12",
            '5:1: unknown key "hp"; Mettle is as much as Motive: motive = 3',
        ),
        (
            "[[cast]]\nname='A'\nac=15",
            '4:1: unknown key "ac"; a skill defends: skills = { Athletics = 2 } and defend = "Athletics"',
        ),
        (
            "[[cast]]\nname='A'\nsecret=true",
            '4:1: unknown key "secret"; write what players see as visibility = "secret", "known" or "open"',
        ),
        (
            "[[cast]]\nname='A'\nfail='x'",
            '4:1: unknown key "fail"; only a challenge can fail; write lose = "The door stays shut." there',
        ),
        (
            "[[challenges]]\ntitle='D'\nfail='x'",
            '4:1: unknown key "fail"; write the words of a failure as lose = "The door stays shut."',
        ),
        (
            "[[challenges]]\ntitle='D'\nsecret=true",
            '4:1: unknown key "secret"; write what players see as visibility = "secret", "known" or "open"',
        ),
        (
            "[[challenges]]\ntitle='D'\nhp=3",
            '4:1: unknown key "hp"; a challenge has no hp; write successes = 3',
        ),
        ("[[challenges]]\ntitle='D'\nbeads=5", '4:1: unknown key "beads"; write successes = 5'),
        ("[[challenges]]\ntitle='D'\ntask=5", '4:1: unknown key "task"; write successes = 5'),
        (
            "[[challenges]]\ntitle='D'\nac=3",
            '4:1: unknown key "ac"; write the difficulty as dr = "Difficult" or dr = 2',
        ),
        (
            "systems=['wyrd_engine','mettle']\n[[cast]]\nname='A'\n[cast.sheets.mettle]\nhp=3",
            '6:1: unknown key "hp"; Mettle is as much as Motive: motive = 3',
        ),
        (
            "[[cast]]\nname='A'\n'First Aid'=1",
            '4:1: unknown key "First Aid"; write a rating into skills: skills = { "First Aid" = 1 }',
        ),
        (
            "systems=['mettle']\n[[cast]]\nname='A'\nChemistry=2",
            '5:1: unknown key "Chemistry"; write a rating into backgrounds: backgrounds = { "Chemistry" = 2 }',
        ),
        ("[[cast]]\nname='A'\ndr=2", '4:1: unknown key "dr"; it belongs to [[clues]] or [[challenges]]'),
        ("hours='2 to 4'", '2:1: "hours": must be a number or a list such as [3, 5], not text: write hours = [2, 4]'),
        (
            "[[cast]]\nname='A'\nside='foes'\nskills='Fight 2'",
            '5:1: "skills": must be a table, not text: write skills = { "Fight" = 2 }',
        ),
        (
            "[[cast]]\nname='A'\non_stage='yes'",
            '4:1: "on_stage": must be true or false, not text: write on_stage = true',
        ),
        (
            "party=['ann']\n[[cast]]\nname='Ann'\nskills={Lore=1, Will=2}",
            '2:8: "ann" has its own sheet: write the sheet here, in place of the id; see line 3',
        ),
    ],
)
def test_habits_of_other_games_are_answered_by_an_example(
    said: Callable[[str], list[str]], text: str, problem: str
) -> None:
    assert [line for line in said(text) if "warning" not in line] == [problem]


def test_wrong_values_are_told_before_what_follows_from_them(said: Callable[[str], list[str]]) -> None:
    """References, sides and the bounds of a game's difficulties are looked at once every value can be read."""
    text = """\
hours='two'
[[party]]
name='Ada'
skills={Fight=3, Notice='x'}
traits=5
[[cast]]
name='Bob'
kind='boss'
side='foes'
attack='Swords'
[[cast]]
name='Eve'
skills={Fight=1, Will=1}
[[scenes]]
title='S'
brings=['nobody']
challenges=[{title='Door', dr=99}, {title='Wall', dr=true}]
[[challenges]]
skills=['Fihgt']"""
    assert said(text) == [
        '2:1: "hours": must be a number or a list such as [3, 5], not text',
        '5:18: "Notice": must be a whole number, or an amount such as "players + 1": '
        '"x" is not a number, "players", "max" or "min"',
        '6:1: "traits": must be a list, not a whole number: write traits = ["Lucky"]',
        '9:1: "kind": must be "pc", "mook", "persona" or "full"',
        '18:51: "dr": must be a whole number, a rung such as "Formidable", or an amount such as "players + 1"',
        '19:1: "title" is missing: write title = "a few words"',
    ]


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        pytest.param(
            "[[cast]]\nname='A'\nside='foes'\nskills={Fight=2, Will=1}\nattack='Shoot'\ndefend='Fight'",
            [
                '6:1: warning: "A" has no "Shoot" and rolls 0 for an attack; write a level, '
                'such as skills = { "Shoot" = 2 }'
            ],
            id="WE-09",
        ),
        pytest.param(
            "[[cast]]\nname='A'\nside='foes'\nskills={Fight=2, Will=1}\ninitiative='Notice'",
            [
                '6:1: warning: "A" has no "Notice" and rolls 0 for initiative; write a level, '
                'such as skills = { "Notice" = 2 }'
            ],
            id="WE-51",
        ),
        ("[[cast]]\nname='A'\nside='foes'\nskills={Fight=2, Deceive=1}\nattack='Combat'", []),
        ("[[cast]]\nname='A'\ncount=3\nskills={Fight=2}\ndefend='Athletics'", []),
        pytest.param(
            "[[cast]]\nname='Ann'\nskills={Combat=2, Will=1}",
            ['3:1: warning: "Ann" is neutral in a fight; write side = "foes" to have them fight the party'],
            id="WE-87",
        ),
        (
            "setting={skills=['Brawl', 'Will'], fighting=['Brawl']}\n[[cast]]\nname='Ann'\nskills={Brawl=2, Will=1}",
            ['4:1: warning: "Ann" is neutral in a fight; write side = "foes" to have them fight the party'],
        ),
        ("setting={skills=['Fight', 'Will'], fighting=['Will']}\n[[cast]]\nname='A'\nskills={Fight=2, Lore=1}", []),
        ("[[cast]]\nname='Ann'\nskills={Lore=2, Clubs=1}", []),
        ("[[cast]]\nname='Ann'\nside='others'\nskills={Fight=2, Will=1}", []),
        pytest.param(
            "[[cast]]\nid='x'\nlike='julian-hargrave'\nattack='Pilot'\n[[cast]]\nname='B'\nskills={Pilot=1}\ntrack=[1]\n"
            "kind='full'",
            [
                '4:1: warning: "x" is neutral in a fight; write side = "foes" to have them fight the party',
                '5:1: warning: "x" has no "Pilot" and rolls 0 for an attack; write a level, '
                'such as skills = { "Pilot" = 2 }',
            ],
            id="WE-09 like another",
        ),
        ("[[cast]]\nid='x'\nlike='gang-enforcer'\nattack='Combat'", []),
        (
            "systems=['mettle','wyrd_engine']\n[[cast]]\nname='A'\nside='foes'\n[cast.sheets.wyrd_engine]\n"
            "skills={Fight=2, Will=1}\ndefend='Athletics'\n[[cast]]\nname='B'\n"
            "[cast.sheets.wyrd_engine]\nskills={Athletics=1, Lore=1}",
            [
                '8:1: warning: "A" has no "Athletics" and rolls 0 for a defence; write a level, '
                'such as skills = { "Athletics" = 2 }',
            ],
        ),
        pytest.param(
            "systems=['mettle']\n[[cast]]\nname='Ann'\nmotive=3\narmour=2\n[[cast]]\nname='B'\nmotive=3\n"
            "[[cast]]\nname='C'\nside='others'\nshield=1",
            ['4:1: warning: "Ann" is neutral in a fight; write side = "foes" to have them fight the party'],
            id="ME-34",
        ),
    ],
)
def test_warns_of_fighters_without_a_skill_or_a_side(
    said: Callable[[str], list[str]], text: str, warnings: list[str]
) -> None:
    assert said(text) == warnings


_EXAMPLES = {
    "hooks": "[1]",
    "players": "[3]",
    "setting.aliases": "['a']",
    "tracks": "['a']",
    "challenges": "5",
    "party": "[1]",
    "cast": "3",
    "stage_rules": "[5]",
    "rules": "[]",
    "counters": "'x'",
    "systems": "3",
    "setting.skills": "3",
    "rules.hints": "'x'",
    "rules.initiative": "3",
    "counters.Torches": "'x'",
}


@pytest.mark.parametrize("key", _EXAMPLES)
def test_a_refusal_gives_an_example_that_its_key_takes(said: Callable[[str], list[str]], key: str) -> None:
    (sentence, *_) = said(f"{key} = {_EXAMPLES[key]}")
    *tables, _ = key.split(".")
    _, found, written = sentence.rpartition("write ")
    assert found
    assert not [one for one in said(".".join([*tables, written])) if "must be" in one]


@pytest.mark.parametrize("key", ["facets", "details", "sheets", "tools"])
def test_a_refusal_gives_an_example_that_a_sheet_takes(said: Callable[[str], list[str]], key: str) -> None:
    begun = "[[cast]]\nname = 'A'\n"
    (sentence,) = said(f"{begun}{key} = ['a']")
    _, found, written = sentence.rpartition("write ")
    assert found
    assert not [one for one in said(begun + written) if "must be" in one]


def test_an_unknown_rule_lists_those_that_there_are(said: Callable[[str], list[str]]) -> None:
    (sentence,) = said("[rules]\nfoo = 1")
    assert sentence.startswith('3:1: unknown key "foo"; possible here: assume, ')
    assert sentence.endswith(", wyrd_pool")
