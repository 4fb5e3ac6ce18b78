"""Sentences that reach a person keep the house rules of words, as far as a machine can tell."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.commands import COMMANDS, HOUSE_RULES
from tests.scans import report
from tests.sentences import PACKAGE, Sentence, collect, of_package
from wyrd_tui.store.files.folders import shipped_folder

NAMES = r"\{(?:crowd_name|(?:short_)?name_of|name_in|actor\.name|state\.actors\[\w+\]\.name)(?:\([^{}]*\))?\}"
VALUE = re.compile(r"\{(?:[^{}]|\{[^{}]*\})*\}")

RULES: dict[str, str] = {
    "a word that another word stands for": r"\b(?:invalid|lay out|laid out|bead (?:on|back)|deal(?:s|t)? out|"
    r"laps(?:e|es|ed)|comes on|leaves the scene|turns into|dramatis|look again|ask(?:s|ed)? (?:it |them )?again|"
    r"next part|(?:the|an|selected|each|every) actors?|befall\w*|parted by|please|sorry|users?|Situation \d|"
    r"Counting)\b",
    "a riddle for a subject": r"\b(?:whoever|whatever|whichever|somebody|someone|anyone|everyone|everybody)\b"
    r"|(?-i:(?:^|[.;] )(?:[Ww]hat|[Ww]ho|[Oo]ne) [^?\n]*\.|(?:^|\. )(?:It|That|They) [^?\n]*\.)",
    "an American spelling": r"\b(?:colors?|gray|honor|favor\w*|center\w*|defense|offense|dialog|maneuver\w*|canceled|"
    r"(?:real|organ|recogn|custom|minim|maxim|summar|initial)iz\w+|traveled|labeled|license[sd]? )\b",
    "an id of a rule alone": r"\b(?:WE|WED|WA|ME|C|U)-\d",
    "two blanks in a sentence": r"[a-z,;.] {2,}[a-z][^\n]*[.?]$",
    "the wrong article": r"\ba (?:[ai]|o(?!n(?:e|ce)\b)|e(?!u)|u[nmpr][^i])\w|\ban [bcdfgjklmnpqrstvwxyz]",
    "a sentence without an end": r"^[^\n#]*[a-z)][.?] [^\n:]*[a-z]\Z",
    "more than 180 letters without a break": r"[^\n]{181}",
    "a verb that fits no plural name": rf"(?<! of )(?<! for ){NAMES} (?:is|has|was|does|no longer \w+s|\w+[a-rt-z]s)\b",
    "an owner that fits no plural name": rf"{NAMES}’s",
    "a straight apostrophe": r"[a-z]'[a-z]",
    "a refused value without a word on what to write": r"^(?=[^\n]*\{quote_\w+\()(?=[^\n]*\.\Z)"
    r"(?!.*(?:write|such as|possible|did you mean|as in|can be|takes? |\{(?:meant|why|hint|told|suggest)|`))",
}
"""Patterns that no sentence may match, by the fault that they find."""

OF_PAGES = (
    "a word that another word stands for",
    "a riddle for a subject",
    "an American spelling",
    "the wrong article",
)
FOR_GMS = ("keys", "players", "scenarios", "trust")
TOMLLIB = ("Found invalid character", "Invalid value", "Invalid initial character for a key part", "Invalid statement")
"""Beginnings of messages of `tomllib`, which the program puts in other words."""
LONGEST_NAME = 10
"""Words that the name of a test may have beside `test` and the ids of rules."""
TEST = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)
"""Heads of tests."""
IDS = re.compile(r"_(?:wed?|wa|me|c|u)_\d+(?=_|$)")


def faults(sentences: list[Sentence], rules: Iterable[str] = RULES) -> Iterator[str]:
    """Find the faults of sentences, each with its place."""
    for sentence in sentences:
        for fault, pattern in ((fault, RULES[fault]) for fault in rules if sentence.text not in TOMLLIB):
            text = sentence.text if NAMES in pattern or "quote_" in pattern else VALUE.sub("{}", sentence.text)
            if found := re.search(pattern, text, re.MULTILINE | re.IGNORECASE):
                yield f"{fault} ({found[0].strip()[:40]!r}): {sentence}"


def of_pages() -> list[Sentence]:
    """Paragraphs of the pages for GMs, without their examples and their code."""
    pages = [PACKAGE.parent / "README.md", *(PACKAGE.parent / "docs" / f"{name}.md" for name in FOR_GMS)]
    texts = [(page.name, re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)) for page in pages]
    parts = [(name, part) for name, text in texts for part in re.split(r"\n\s*\n|\n(?=[-|#])", text)]
    return [Sentence(name, 0, re.sub(r"`[^`]*`", "{}", " ".join(part.split()))) for name, part in parts]


def declared() -> list[Sentence]:
    """Words of the declarations: labels and prompts of one word are no sentences of a module."""
    acts = [text for command in COMMANDS for text in (command.label, command.help, *(a.prompt for a in command.asks))]
    return [Sentence("a declaration", 0, text) for text in (*acts, *(rule.help for rule in HOUSE_RULES.values()))]


def long_names(source: str) -> Iterator[str]:
    """Find the names of a module's tests that have too many words."""
    for name in TEST.findall(source):
        _, *words = filter(None, IDS.sub("", name).split("_"))
        if len(words) > LONGEST_NAME:
            yield f"{len(words)} words: {name}"


def test_sentences_keep_the_house_rules_of_words() -> None:
    report(faults([*of_package(), *declared()]))


def test_pages_for_gms_keep_the_rules_of_words() -> None:
    paragraphs = of_pages()
    assert len(paragraphs) > 150
    report(faults(paragraphs, OF_PAGES))


def test_the_collection_holds_sentences_of_every_kind() -> None:
    found = {sentence.text for sentence in of_package()}
    assert {"The act failed; nothing was changed.", "{trait.name}: all uses are left."} <= found
    assert len(found) > 2000


@pytest.mark.parametrize(
    ("planted", "fault"),
    [
        ('raise Refused(f"{text} is invalid here.")', "a word that another word stands for"),
        ('yield Said("Whoever acts first wins.")', "a riddle for a subject"),
        ('raise Refused("The lock holds. It cannot be picked.")', "a riddle for a subject"),
        ('help = "Choose the color of a pane."', "an American spelling"),
        ('yield "A sheet has three traits (WE-82)."', "an id of a rule alone"),
        ('raise Refused("The table  is closed.")', "two blanks in a sentence"),
        ('raise Refused("Tick a ally or an foe.")', "the wrong article"),
        ('raise Refused("The table is closed. Open it again")', "a sentence without an end"),
        (f'help = "{"very " * 40}long"', "more than 180 letters without a break"),
        ('yield f"{name_of(state, who)} has no sheet."', "a verb that fits no plural name"),
        ('yield f"{actor.name}’s sheet"', "an owner that fits no plural name"),
        ('yield "the table\'s journal"', "a straight apostrophe"),
        ('raise Refused(f"{quote_briefly(text)} is no number.")', "a refused value without a word on what to write"),
    ],
)
def test_a_planted_fault_is_found(planted: str, fault: str) -> None:
    found = list(faults(list(collect(planted, "planted"))))
    assert [words for words in found if words.startswith(fault)], found


def test_names_of_tests_have_at_most_ten_words() -> None:
    modules = sorted(Path(__file__).parent.rglob("test_*.py"))
    report(f"{path.name}: {name}" for path in modules for name in long_names(path.read_text(encoding="utf-8")))


def test_a_planted_long_name_is_found() -> None:
    ten = "test_we_40_and_u_03_" + "_".join("abcdefghi")
    source = f"def {ten}(): ...\nclass C:\n    async def {ten}_j(self): ...\n"
    assert list(long_names(source)) == [f"11 words: {ten}_j"]


def test_docstrings_patterns_and_names_are_no_sentences() -> None:
    source = '"""A color."""\nimport re\nLINE = re.compile("a b")\nNAME: "a b" = key\ndef f():\n    "It is."\n'
    assert list(collect(source)) == []


def test_shipped_texts_have_curly_apostrophes() -> None:
    """As the sentences of the program do; ids and keys have none at all."""

    def texts(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for one in value.values():
                yield from texts(one)
        elif isinstance(value, list):
            for one in value:
                yield from texts(one)

    files = sorted(shipped_folder().rglob("*.toml"))
    assert files
    report(f"{path.name}: {text}" for path in files for text in texts(tomllib.loads(path.read_text())) if "'" in text)
