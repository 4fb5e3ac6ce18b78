"""Causes are values: no module decides by a sentence. `tests/evenings/test_reworded.py` rewords sentences, too."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import pytest

import wyrd_tui
from tests.scans import parsed, walked

PACKAGE = Path(wyrd_tui.__file__).parent
PROSE = frozenset(
    {"why", "label", "note", "text", "tail", "head", "lines", "headline", "title", "hint", "trouble"}
    | {"chance", "help", "lose", "phrase", "place", "preview", "prompt", "remark", "rest", "sentence", "verb"}
)
"""Attributes that hold words for a reader."""
SPOKEN = frozenset({"phrase", "result", "sentence", "words"})
"""Names of variables and parameters that hold a sentence, whatever they were given."""
HOLDING = SPOKEN | {"told", "said", "outcome", "lines", "message", "preview", "remark", "heard", "fact", "besides"}
"""Names of those in which sentences are looked for, one among many or within another."""
READING = frozenset(
    {"startswith", "endswith", "partition", "rpartition", "removeprefix", "removesuffix", "split", "find", "index"}
    | {"count"}
)
ENDS = frozenset({"startswith", "endswith", "removeprefix", "removesuffix"})
MATCHING = frozenset({"match", "search", "fullmatch", "sub", "findall"})
ALLOWED = frozenset(
    {
        "screens/questions/typed.py: re.fullmatch('[+-]?(0|[1-9][0-9]*)', self.text)",  # A number as it is typed.
        "screens/palette.py: matcher.match(act.label)",  # The palette finds acts by their words.
        "screens/palette.py: matcher.match(act.help)",
        "engine/recap_scenes.py: page.text in old",  # A page that players have read is not read out again.
        "store/scenarios/check.py: lesson.text.split('`')",  # Ids that an author writes between backticks.
        "screens/table/name_search.py: c.title in twice",  # Titles that two things have.
        "screens/table/name_search.py: p.title in twice",
        "screens/table/keys.py: re.sub('`+([^`]+)`+', named, sentence)",  # Words of commands, shown by their keys.
        # Two people who are something share no deed.
        "engine/storytelling.py: first.verb not in ('is', 'are', 'has', 'have')",
        "engine/storytelling.py: pattern.sub(once, sentence)",  # Short names for whole ones.
    }
    # A sentence loses its full stop before another.
    | {"screens/questions/answered.py: fact.removesuffix('.')"}
    # An adverb before a verb that is fitted to its name.
    | {"engine/words.py: phrase.startswith(word)", "engine/words.py: phrase.removeprefix(adverb)"}
    # What argparse and the TOML parser say in words alone.
    | {
        "parser.py: message.partition('unrecognized arguments: ')",
        "store/files/tomlfile.py: _WHERE.fullmatch(message)",
    }
    # Pages, moments, log entries and names of answers that have been told or said, as values.
    | {
        "engine/line_syntax.py: word.name in said",
        "engine/rules/brief.py: rule.page in said",
        "engine/rules/mettle/check_parts.py: name.casefold() in told",
        "engine/rules/shared/matters.py: event.page in told",
        "plain.py: entry not in told",
        "screens/table/scene_text.py: sort.unbound in told",
    }
    # Words to choose from, and words that the GM looks for.
    | {
        "parser.py: text not in words",
        "screens/book_pages.py: wanted.casefold() in words.casefold()",
        "screens/help.py: wanted.casefold() in ' '.join(words).casefold()",
        "shown.py: rod.title.casefold().startswith(said)",
        "store/files/codec.py: data in words",
        "store/settings.py: value in words",
    }
    # Sentences that have the same words are joined.
    | {
        f"engine/storytelling.py: {code}"
        for code in (
            "(one.verb, one.rest) == (alike.verb, alike.rest)",
            "before.verb == deed.verb",
            "deed.phrase == last.phrase",
            "first.verb != second.verb",
            "first.verb == second.verb",
            "one.rest == before.rest",
            "one.verb == before.verb",
        )
    }
    # Acts of several games that a line knows by one word, and numbers in a column under their name.
    | {"engine/line_commands.py: row.label == command.label", "widgets/point_rows.py: fact.label == name"}
    | {"widgets/short_labels.py: label.split(' ')"}  # A label is cut between words.
    | {
        "engine/recap_people.py: fate_words(one).removesuffix(f' {one.level}')",  # A level behind its label.
        "shown.py: _rod(rod).removesuffix(':')",  # A colon that nothing follows.
        "screens/questions/plain.py: part.prompt.endswith(('.', '?'))",  # A sentence takes no colon.
    }
    # Words and lines that the GM types.
    | {f"cli.py: '{option}' in words" for option in ("-h", "--help")}
    | {
        f"screens/questions/command_line.py: {code}"
        for code in ("' ' in self.editor.text.strip()", "self.editor.text.endswith(' ')")
    }
    | {
        "engine/line_syntax.py: DICE_WORDS.fullmatch(' '.join(line.loose))",
        "screens/table/storage.py: said.partition('/')",
        "engine/untaken_words.py: ';' in word",
        "engine/untaken_words.py: DICE_WORDS.fullmatch(word)",
        "engine/untaken_words.py: first.text.casefold() in _ARTICLES",
        "engine/untaken_words.py: f'\"{word.text.casefold()}\"' in names",
        "engine/line_words.py: self.text.removeprefix(OWN)",
        "engine/typed_answers.py: 'none' not in words",
    }
)


def _pairs(left: ast.AST, right: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Pair what a comparison compares: each item with its like, where both sides are tuples."""
    if isinstance(left, ast.Tuple) and isinstance(right, ast.Tuple):
        yield from zip(left.elts, right.elts, strict=False)
    else:
        yield left, right


def _is_title(node: ast.AST) -> bool:
    """Tell whether an expression is a title, by which a thing is known."""
    return "title" in (getattr(node, "attr", ""), getattr(node, "id", ""))


class Reader:
    """Finder of the expressions of a module that decide by prose.

    Args:
        source: The code of the module.
        constants: Names of the package's constants that are words.
    """

    def __init__(self, source: str, constants: frozenset[str] = frozenset()) -> None:
        self.tree = parsed(source)
        self.constants = constants
        self.functions = [node for node in walked(self.tree) if isinstance(node, ast.FunctionDef)]
        self.told = frozenset[str]()
        self.names: dict[ast.AST, frozenset[str]] = {}

    def find_prose_functions(self, imported: frozenset[str]) -> frozenset[str]:
        """Find the functions that return prose, where others of the module or `imported` ones may give it to them."""
        own: frozenset[str] | None = None
        found = frozenset[str]()
        while own != found:
            own, self.told = found, imported | found
            found = frozenset(function.name for function in self.functions if self._returns_prose(function))
        return found

    def _prose(self, node: ast.AST, at: ast.AST) -> bool:
        """Tell whether an expression is prose, or the name of a variable that holds some."""
        while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
            node = node.func.value
        if isinstance(node, ast.Name):
            return node.id in SPOKEN or node.id in self.names.get(at, frozenset())
        return isinstance(node, ast.Attribute) and node.attr in PROSE

    def _holds(self, node: ast.AST) -> bool:
        """Tell whether an expression holds sentences by its name, or joins some."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return node.func.attr == "join" or (not node.args and self._holds(node.func.value))
        return isinstance(node, ast.Name) and node.id in HOLDING

    def _is_end(self, node: ast.AST) -> bool:
        """Tell whether an expression is the end of a line, which is layout."""
        return isinstance(node, ast.Constant) and node.value == "\n"

    def _is_told(self, node: ast.AST) -> bool:
        """Tell whether an expression is the call of a function that returns prose."""
        called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        return called in self.told

    def _holds_prose(self, node: ast.AST) -> bool:
        return any(
            (isinstance(part, ast.Attribute) and part.attr in PROSE) or self._is_told(part) for part in walked(node)
        )

    def _given_prose(self, function: ast.AST) -> frozenset[str]:
        """Find the variables of a function that are given prose."""
        given = [
            (target, node.value)
            for node in walked(function)
            if isinstance(node, ast.Assign | ast.NamedExpr)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        ]
        taken = [(node.target, node.iter) for node in walked(function) if isinstance(node, ast.For | ast.comprehension)]
        targets = [target for target, value in given if self._holds_prose(value)]
        lists = {target.id for target in targets if isinstance(target, ast.Name)}
        targets += [target for target, value in taken if isinstance(value, ast.Name) and value.id in lists]
        return frozenset(target.id for target in targets if isinstance(target, ast.Name))

    def _returns_prose(self, function: ast.FunctionDef) -> bool:
        if not isinstance(function.returns, ast.Name) or function.returns.id != "str":
            return False
        given = self._given_prose(function)
        values = [node.value for node in walked(function) if isinstance(node, ast.Return) and node.value]
        names = [part.id for value in values for part in walked(value) if isinstance(part, ast.Name)]
        return any(map(self._holds_prose, values)) or not given.isdisjoint(names)

    def words(self, node: ast.AST) -> bool:
        """Tell whether an expression is a constant of words, alone or among others; ends of lines are layout."""
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            return any(map(self.words, node.elts))
        if isinstance(node, ast.JoinedStr):
            return True
        if isinstance(node, ast.Name):
            return node.id in self.constants
        return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value.strip("\n"))

    def decisions(self, imported: frozenset[str]) -> Iterator[str]:
        """Find the expressions that decide by prose, where `imported` names functions that return some."""
        self.find_prose_functions(imported)
        tops = [node for node in self.tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        given = [(top, self._given_prose(top)) for top in tops]
        self.names = {part: prose for top, prose in given for part in walked(top)}
        for node in walked(self.tree):
            prose = partial(self._prose, at=node)
            match node:
                case ast.Compare(left=left, comparators=right, ops=ops):
                    sides = [left, *right]
                    held = any(map(self._holds, right)) and not self._is_end(left)
                    within = any(isinstance(op, ast.In | ast.NotIn) for op in ops) and (held or all(map(prose, sides)))
                    pairs = [pair for pair in _pairs(left, right[0]) if any(map(prose, pair))]
                    alike = any(all(map(prose, pair)) and not any(map(_is_title, pair)) for pair in pairs)
                    if within or alike or any(any(map(self.words, pair)) for pair in pairs):
                        yield ast.unparse(node)
                case ast.Call(func=ast.Attribute(value=value, attr=attr), args=[first, *_] as args):
                    reads = attr in READING and (prose(value) or self._is_told(value)) and self.words(first)
                    reads = reads or (attr in READING and self._holds(value) and self.words(first))
                    reads = reads or (attr in ENDS and (self._holds(value) or self._holds(first)))
                    if reads or (attr in MATCHING and any(prose(arg) or self._holds(arg) for arg in args)):
                        yield ast.unparse(node)
                case ast.Match(subject=subject) if prose(subject):
                    yield f"match {ast.unparse(subject)}"
                case _:
                    continue


def constants_of_words(sources: Iterable[str]) -> frozenset[str]:
    """Find the names of constants that are words, alone or several, in some modules."""
    words = Reader("").words
    assigned = [
        (node.targets[0], node.value)
        for source in sources
        for node in parsed(source).body
        if isinstance(node, ast.Assign)
    ]
    return frozenset(
        target.id for target, value in assigned if isinstance(target, ast.Name) and target.id.isupper() and words(value)
    )


def prose_functions(sources: Iterable[str]) -> frozenset[str]:
    """Find the public functions of some modules that return prose, their own or that of another one."""
    readers, known, found = [Reader(source) for source in sources], frozenset[str](), None
    while known != found:
        found = known
        names = (name for reader in readers for name in reader.find_prose_functions(known))
        known = frozenset(name for name in names if not name.startswith("_"))
    return known


def decisions(
    source: str, constants: frozenset[str] = frozenset(), imported: frozenset[str] = frozenset()
) -> list[str]:
    """Return the expressions of a module that decide by prose."""
    return list(Reader(source, constants).decisions(imported))


PARTING = frozenset({"split", "rsplit", "partition", "rpartition"})
WORDS_IN_PATTERN = re.compile(r"(?<![\\\w])[A-Za-z]{3,}")
ALLOWED_PARTS = frozenset(
    {
        "screens/table/storage.py: said.partition('/')[0]",  # A path that is typed.
        "widgets/facts.py: text.rpartition(' ')[0]",  # Texts are cut between words.
        "widgets/ladder.py: label.partition(' ')[2]",  # Labels are shortened alike where all end alike.
        "widgets/ladder.py: label.partition(' ')[0]",
        "widgets/point_rows.py: _figures(fact, True).partition('(')[0]",  # Figures in a column end where a note begins.
        "widgets/tracks.py: clean_line(one.label).partition(' ')[0]",  # The first word of a label, to shorten it.
    }
)


def parts_by_words(source: str) -> Iterator[str]:
    """Find the places of a module that take a part of a text by its place, or by a pattern that holds words."""
    for node in walked(parsed(source)):
        match node:
            case ast.Subscript(value=ast.Call(func=ast.Attribute(attr=attr)), slice=index) if attr in PARTING:
                if not isinstance(index, ast.Slice):
                    yield ast.unparse(node)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[ast.Constant(value=str(pattern)), *_]):
                if WORDS_IN_PATTERN.search(pattern):
                    yield pattern
            case _:
                continue


def test_nothing_that_is_shown_is_found_by_its_words() -> None:
    """A part of a sentence that a pane needs is handed to it as a value, so that no new wording loses it."""
    shown = [path for path in PACKAGE.rglob("*.py") if path.is_relative_to(PACKAGE / "widgets")]
    shown += [path for name in ("screens", "engine/rules/shared") for path in (PACKAGE / name).rglob("*.py")]
    found = {
        f"{path.relative_to(PACKAGE)}: {part}" for path in shown for part in parts_by_words(path.read_text("utf-8"))
    }
    assert found == ALLOWED_PARTS


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ("text.partition(' ')[0]", "text.partition(' ')[0]"),
        ("game_name(game).split()[-1]", "game_name(game).split()[-1]"),
        ("re.compile('against [0-9]+')", "against [0-9]+"),
    ],
)
def test_a_part_that_is_found_by_its_words_is_seen(source: str, part: str) -> None:
    assert list(parts_by_words(source)) == [part]


def test_no_module_decides_by_prose() -> None:
    """An event carries its cause as a value, so that no code has to read a sentence."""
    sources = {str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    constants = constants_of_words(sources.values())
    public = prose_functions(sources.values())
    found = {f"{name}: {code}" for name, source in sources.items() for code in decisions(source, constants, public)}
    assert found == ALLOWED


@pytest.mark.parametrize(
    "code",
    [
        "event.why.startswith('uses')",
        "'fall' in event.why",
        "roll.label.partition(' (')",
        "one.note == 'x'",
        "deed.verb in ('hit', 'hits')",
        "deed.phrase.count(' for ')",
        "f' {whom} for ' in deed.phrase",
        "event.text == FIGHT_OVER",
        "table.place.split(' · ')",
        "'used up' in words",
        "match event.why",
        "re.search(f'an? {noun}', heard)",
        "line.head not in told",
        "one not in '\\n'.join(lines)",
        "question.preview in message",
        "preview.removeprefix(message)",
        "told.endswith(one)",
        "fallen.note == OUT_AFTER_ACT.note",
        "(bonus.kind, bonus.label) == ('advantage', FIGHT_OVER)",
        "(bonus.owner, bonus.label) == (owner, memory.label)",
    ],
)
def test_a_decision_by_prose_is_found(code: str) -> None:
    source = f"{code}:\n    case 'x': pass" if code.startswith("match") else code
    assert decisions(source, frozenset({"FIGHT_OVER"})) == [code]


@pytest.mark.parametrize("code", ["'\\n' in told", "told.partition('\\n')", "one in two"])
def test_layout_is_no_decision_by_prose(code: str) -> None:
    assert decisions(code) == []


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("def is_out(one):\n    label = one.label\n    return label == 'out'", "label == 'out'"),
        ("def told(now, result):\n    title = now.title('x')\n    return title not in result", "title not in result"),
        (
            "def said(one) -> str:\n    return one.label\ndef done(one):\n    told = said(one)\n    return told in D",
            "told in D",
        ),
        (
            "def f(act):\n    remark = act.remark(1)\n    return remark.partition(': ')",
            "remark.partition(': ')",
        ),
        (
            "def stake(rod) -> str:\n    return f'; {rod.lose}'\nstake(rod).removeprefix('; ')",
            "stake(rod).removeprefix('; ')",
        ),
        (
            "def short(one) -> str:\n    return said(one)[:9]\ndef said(one) -> str:\n    return one.label\n"
            "short(1).startswith('x')",
            "short(1).startswith('x')",
        ),
        ("def f(asks):\n    told = [a.label for a in asks]\n    return [t for t in told if t in D]", "t in D"),
    ],
)
def test_prose_is_followed_through_variables_and_functions(source: str, code: str) -> None:
    assert decisions(source, frozenset({"D"})) == [code]


def test_prose_is_followed_through_modules() -> None:
    sources = ("def long(one) -> str:\n    return short(one)", "def short(one) -> str:\n    return one.label")
    assert prose_functions(sources) == {"long", "short"}


def test_constants_of_words_are_known() -> None:
    sources = ("OVER = 'It is over'\nMANY = ('x', 'y')\nNUMBER = 5", "FIELDS = {'a': 1}")
    assert constants_of_words(sources) == {"OVER", "MANY"}
