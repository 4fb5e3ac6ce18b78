"""The direction of imports, what a start may load, how large things grow, and how outside text may be shown."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.plays import fight
from tests.scans import parsed, report, walked
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.state import DEAD, METTLE, WYRD_ABACUS, WYRD_ENGINE
from wyrd_tui.engine.voices import VOICES
from wyrd_tui.store.scenarios.games import PREPS
from wyrd_tui.store.tables import opening

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "wyrd_tui"
MODULES = sorted(PACKAGE.rglob("*.py"))

PLAIN = {
    *(
        "__future__",
        "collections",
        "dataclasses",
        "difflib",
        "fnmatch",
        "functools",
        "html",
        "itertools",
        "math",
        "operator",
    ),
    *("contextlib", "enum", "re", "shlex", "typing", "unicodedata"),
}
"""Modules of the standard library that rules may import: no files, no clock, no chance, no network."""

SCREEN = frozenset(("textual", "rich"))
NETWORK = frozenset(("aiohttp", "segno"))
FILES = frozenset(("pydantic", "pydantic_core", "platformdirs", "tomli_w", "tomlkit"))


class Layer(NamedTuple):
    """The imports that modules below a name may make: of the package, by prefix, and of other people's libraries."""

    name: str
    own: tuple[str, ...]
    others: frozenset[str] = frozenset()
    types: tuple[str, ...] = ()


LAYERS = (
    # Rules stand on the engine's nouns, and on nothing else.
    Layer("engine", ("engine",)),
    Layer("store", ("engine", "store"), FILES),
    # A pane draws values: State and what is in it, the names of rungs, a chance. It is told which rungs and offers
    # there are, so that of the rules it knows only what the rows of a ladder are called.
    Layer(
        "widgets",
        (
            *(
                "engine.state",
                "engine.turn_order",
                "engine.sheet",
                "engine.words",
                "engine.nouns",
                "engine.voices",
                "engine.chance",
            ),
            *(
                "engine.fights",
                "engine.handles",
                "engine.harm",
                "engine.key_spelling",
                "engine.letters",
                "engine.log_line",
                "engine.named_tuple",
                "engine.rod_order",
                "engine.roll",
                "engine.spans",
                "widgets",
            ),
        ),
        SCREEN,
        ("engine.rules.game",),
    ),
    Layer("players", ("engine", "players"), NETWORK),
    Layer("screens", ("engine", "store", "players", "widgets", "screens"), SCREEN),
    Layer("terminal", ("terminal",), SCREEN),
    Layer("app", ("engine", "store", "terminal", "widgets", "screens"), SCREEN),
    Layer("quick", ("engine", "quick")),
    Layer("shown", ("engine",)),
    Layer("play", ("engine", "shown")),
    Layer("parser", ("engine", "store", "quick", "printed"), frozenset(("shtab",))),
    Layer("printed", ("engine", "store")),
    Layer("preferences", ("engine", "screens", "store", "widgets")),
    Layer("written", ("engine", "preferences", "printed", "screens", "store")),
    Layer(
        "launch",
        ("app", "engine", "parser", "preferences", "printed", "store", "terminal", "widgets", "screens"),
        frozenset(("textual",)),
    ),
    Layer("openable", ("printed", "screens")),
    Layer("plain", ("engine", "launch", "play", "printed", "screens", "shown", "store", "widgets")),
    Layer(
        "cli",
        ("engine", "store", "quick", "openable", "plain", "play", "parser", "printed", "launch", "written", "__init__"),
        frozenset(("shtab",)),
    ),
    Layer("__main__", ("cli",)),
    Layer("__init__", ()),
)


class Import(NamedTuple):
    """An import: the module that is named, its line, and whether only a type checker follows it."""

    name: str
    line: int
    typing: bool


@cache
def dotted(path: Path) -> str:
    """A module's name below the package, such as `engine.state`."""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


def layer_of(path: Path) -> Layer:
    first = dotted(path).partition(".")[0]
    return next(layer for layer in LAYERS if layer.name == first)


@cache
def tree(path: Path) -> ast.Module:
    return parsed(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> tuple[Import, ...]:
    return tuple(_imports(tree(path), False))


def _imports(node: ast.AST, typing: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            continue
        if isinstance(child, ast.Import):
            yield from (Import(alias.name, child.lineno, typing) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert not child.level, f"relative import in line {child.lineno}"
            yield from (Import(_meant(child.module or "", alias.name), child.lineno, typing) for alias in child.names)
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            yield from _imports(child, True)
        else:
            yield from _imports(child, typing)


@cache
def _meant(module: str, name: str) -> str:
    """The module that `from module import name` reads: `name` itself where it is one."""
    inner = PACKAGE.joinpath(*module.split(".")[1:], name)
    return f"{module}.{name}" if inner.is_dir() or inner.with_suffix(".py").exists() else module


def _below(name: str, prefixes: tuple[str, ...]) -> bool:
    return any(name == prefix or name.startswith(f"{prefix}.") for prefix in prefixes)


def imports_of(paths: list[Path]) -> Iterator[tuple[Path, Import, str]]:
    """Give all imports of some modules, each with its module and a sentence that names its place."""
    for path in paths:
        for found in imports(path):
            yield path, found, f"{dotted(path)}:{found.line} imports {found.name}"


def test_imports_go_one_way() -> None:
    def allowed(path: Path, found: Import) -> bool:
        layer = layer_of(path)
        first, _, rest = found.name.partition(".")
        if first == "wyrd_tui":
            return _below(rest or "__init__", layer.own + layer.types if found.typing else layer.own)
        return first in sys.stdlib_module_names or first in layer.others

    report(told for path, found, told in imports_of(MODULES) if not allowed(path, found))


ENGINE = [path for path in MODULES if dotted(path).startswith("engine.")]


def test_the_engine_knows_no_file_no_clock_and_no_chance() -> None:
    def allowed(path: Path, first: str) -> bool:
        # Live dice are the one door for chance, and open it only where they are made.
        if (dotted(path), first) == ("engine.dice", "random"):
            return "random" not in _at_import(path)
        # A recap writes down times that it is given; it reads no clock.
        if (dotted(path), first) == ("engine.recap", "time"):
            return _used(path, "time") <= {"strftime", "localtime"}
        return first in ("wyrd_tui", *PLAIN)

    report(told for path, found, told in imports_of(ENGINE) if not allowed(path, found.name.partition(".")[0]))


CORE = [path for path in ENGINE if not dotted(path).startswith("engine.rules.")]


def test_states_turns_and_words_stand_below_the_rules() -> None:
    report(told for _, found, told in imports_of(CORE) if "engine.rules" in found.name)


def _at_import(path: Path) -> set[str]:
    """Modules that are loaded with a module, not by calling something in it."""
    return {alias.name for node in tree(path).body if isinstance(node, ast.Import) for alias in node.names}


def _used(path: Path, module: str) -> set[str]:
    return {
        node.attr
        for node in walked(tree(path))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == module
    }


@pytest.mark.parametrize(
    ("module", "by"),
    [
        ("cli", {"__main__"}),
        ("app", {"launch"}),
        ("launch", {"cli", "plain"}),
        ("openable", {"cli"}),
        ("plain", {"cli"}),
        ("play", {"cli", "plain"}),
        ("parser", {"cli", "launch"}),
    ],
)
def test_modules_at_the_top_are_imported_from_above_only(module: str, by: set[str]) -> None:
    found = {dotted(path) for path in MODULES for i in imports(path) if _below(i.name, (f"wyrd_tui.{module}",))}
    assert found == by


WIDGETS = [path for path in MODULES if dotted(path).startswith("widgets.")]


def test_a_widget_never_reaches_up() -> None:
    world = {"os", "pathlib", "io", "time", "random"}
    above = {"app", "screen", "parent"}
    report(
        [
            *(told for _, found, told in imports_of(WIDGETS) if found.name.partition(".")[0] in world),
            *(f"{dotted(path)} uses self.{name}" for path in WIDGETS for name in _used(path, "self") & above),
        ]
    )


def test_modules_are_imported_by_name_only() -> None:
    """A name made up at run time would slip past these tests."""
    assert [dotted(path) for path in MODULES if any(found.name == "importlib" for found in imports(path))] == []


# ------------------------------------------------------------------ what is really loaded


def loaded(code: str, *arguments: str) -> set[str]:
    """The modules, by first name, that some code has loaded in a Python of its own."""
    script = f"{code}\nimport sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in run.stdout.splitlines()[-1].split()}


@pytest.mark.parametrize(
    ("modules", "never"),
    [
        ("engine.rules.all_games", SCREEN | FILES | {"random", "asyncio", "sqlite3", "json"}),
        ("engine.session", SCREEN | FILES | {"random"}),
        ("cli quick", SCREEN | FILES | {"dataclasses", "argparse", "inspect", "pathlib"}),
        ("play screens.table.controller", SCREEN | FILES),
        (
            "store.tables.opening store.tables.listing store.tables.names",
            SCREEN | {"pydantic", "pydantic_core", "platformdirs"},
        ),
        ("store.scenarios.scenario", SCREEN | {"platformdirs"}),
        # Textual itself brings platformdirs.
        ("app screens.table.screen", NETWORK | FILES - {"platformdirs"}),
        ("screens.start", FILES - {"platformdirs"}),
    ],
)
def test_a_start_loads_no_more_than_it_needs(modules: str, never: frozenset[str]) -> None:
    """Modules of one row share a Python: what none of them loads, none loads alone."""
    assert not loaded("\n".join(f"import wyrd_tui.{module}" for module in modules.split())) & never


def test_lines_stories_and_the_players_view_load_when_asked_for() -> None:
    code = "import wyrd_tui.screens.table.screen, wyrd_tui.engine.rules.all_games, sys\nprint(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    seen = ("engine.player_view", "screens.watch", "screens.public_lines", "store.tables.following", "players.server")
    words = ("engine.storytelling", "engine.told_harm", "engine.line_syntax", "screens.questions.command_line")
    assert not {f"wyrd_tui.{name}" for name in (*seen, *words)} & set(told)


PAINTED = """
import asyncio, sys
from tests.table_fakes import session, tower
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.rules import all_games
from wyrd_tui.screens.table.screen import TableScreen

async def play():
    played = session(tower())
    app = WyrdApp(lambda look, glyphs: TableScreen(played, all_games, look=look, glyphs=glyphs))
    async with app.run_test(size=(120, 40)) as pilot:
        for key in ("down", "r"):
            await pilot.press(key)
            await pilot.pause()
            print(*sys.modules)

asyncio.run(play())
"""
"""A table as it is painted, and then its first question."""


def test_modules_of_questions_load_with_the_first_question() -> None:
    run = subprocess.run([sys.executable, "-c", PAINTED], capture_output=True, text=True, check=True, cwd=ROOT)
    table, asked = (set(line.split()) for line in run.stdout.splitlines())
    late = {f"wyrd_tui.{name}" for name in ("screens.questions.asking", "widgets.prompt", "engine.foresight")}
    later = {f"wyrd_tui.{name}" for name in ("engine.expression", "engine.line_words", "screens.table.recaps")}
    assert not {name for name in table if name in late | later or name.startswith("wyrd_tui.screens.questions")}
    assert late <= asked


ROOMS = ("engine.rules", "engine.nouns", "engine.voices", "store.scenarios.games")
MATHEMATICS = {
    WYRD_ENGINE: ("engine.odds", "engine.duel"),
    WYRD_ABACUS: ("engine.sixes",),
    METTLE: ("engine.pools",),
}
"""The modules of odds that belong to one game; `wyrd odds` loads them without its rules."""


def rooms(game: str) -> tuple[str, ...]:
    """Return the modules of a game, each with all that is below it."""
    own = (*(f"{room}.{game}" for room in ROOMS), *MATHEMATICS.get(game, ()))
    return tuple(f"wyrd_tui.{name}" for name in own)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_loads_no_game_that_it_does_not_play(game: str) -> None:
    code = (
        "from wyrd_tui.engine.dice import LiveDice\n"
        "from wyrd_tui.engine.rules import all_games\n"
        "from wyrd_tui.engine.session import Session\n"
        "from wyrd_tui.engine.state import State\n"
        "from wyrd_tui.screens.table.screen import TableScreen\n"
        f"TableScreen(Session(State(games=({game!r},)), dice=LiveDice(7), clock=float), all_games)\n"
        "import sys\nprint(*sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert [one for one in GAMES if any(_below(name, rooms(one)) for name in told)] == [game]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_opened_again_loads_no_other_game(game: str) -> None:
    """The last acts, a new challenge and a roll among them, tell what is chosen."""
    code = (
        "from wyrd_tui.engine.act import Act\n"
        "from wyrd_tui.engine.events import Laid, Rolled\n"
        "from wyrd_tui.engine.roll import Roll, Score\n"
        "from wyrd_tui.engine.state import Challenge, State\n"
        "from wyrd_tui.screens.table.selection import Selection\n"
        "from wyrd_tui.screens.table.traces import as_played\n"
        f"rod = Challenge('door', 'Door', 'obstacle', {game!r}, value=2, needed=1)\n"
        f"roll = Rolled(Roll('check', {game!r}, Score('ada', 'Fight', 0)))\n"
        "acts = [Act(1, 'challenge', '', (), (Laid(rod), roll))]\n"
        f"as_played(Selection(), acts, State(games=({game!r},), challenges={{'door': rod}}))\n"
        "import sys\nprint(*sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert [one for one in GAMES if any(_below(name, rooms(one)) for name in told)] == [game]


def test_a_table_opens_without_pydantic(tmp_path: Path) -> None:
    table = opening.create_table(fight(), "Fight", folder=tmp_path)
    table.close()
    imported = "from wyrd_tui.store.tables.opening import open_table"
    code = f"import pathlib, sys\n{imported}\nopen_table(pathlib.Path(sys.argv[1]))"
    assert not loaded(code, str(table.path)) & {"pydantic", "pydantic_core", *SCREEN}


# ------------------------------------------------------------------ the disk

STORE = [path for path in MODULES if dotted(path).startswith("store.")]
UNSEEN = {"open", "fdopen", "write_bytes", "write_text", "rename", "renames", "touch", "symlink_to", "hardlink_to"}


def test_the_disk_of_the_tests_can_refuse_every_write() -> None:
    """The harnesses see only calls of `os`; a write by another way would never be refused, nor missed when unsynced."""

    def seen(node: ast.Call) -> bool:
        name = _called(node)
        by_os = isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "os"
        # A file that is read is opened by its descriptor.
        reading = name == "fdopen" and [getattr(arg, "value", "") for arg in node.args[1:]] == ["rb"]
        return name not in UNSEEN or (by_os and name == "open") or reading

    # The account of a fault is no part of a table.
    paths = [path for path in STORE if dotted(path) != "store.files.fault"]
    calls = ((path, node) for path in paths for node in walked(tree(path)) if isinstance(node, ast.Call))
    report(f"{dotted(path)}:{node.lineno} calls {_called(node)}" for path, node in calls if not seen(node))


# ------------------------------------------------------------------ size

LONGEST_MODULE = 400
LONGEST_FUNCTION = 60


def test_nothing_grows_too_large_to_be_read() -> None:
    def too_large(path: Path) -> Iterator[str]:
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > LONGEST_MODULE:
            yield f"{dotted(path)} has {lines} lines"
        for node in walked(tree(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > LONGEST_FUNCTION:
                    yield f"{dotted(path)}.{node.name} has {length} lines"

    report(told for path in MODULES for told in too_large(path))


# ------------------------------------------------------------------ outside text

SHOWN = [path for path in MODULES if dotted(path).partition(".")[0] in ("widgets", "screens", "app", "launch")]
TITLES = {"border_title", "border_subtitle", "tooltip", "placeholder"}
# Each of these takes a string for markup, and what stands in it for orders.
PARSING = {
    *("Static", "Label", "Button", "Checkbox", "RadioButton", "Tab", "TabPane", "Collapsible", "Select", "Option"),
    *("SelectionList", "OptionList", "Markdown", "DataTable", "Tree", "RichLog", "HelpPanel", "KeyPanel", "notify"),
    *("add_row", "add_column", "add_leaf", "add_option", "SystemCommand"),
}
# The sole makers of what is drawn, and where they may stand: text is cleaned there.
MAKERS = {
    "Content": set(),
    "Text": set(),
    "Segment": {"widgets.lines", "screens.scroll"},
}


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _made_up(value: ast.expr) -> bool:
    """Return True for a string that is put together from parts, so that outside words may be among them."""
    return any(isinstance(part, ast.JoinedStr | ast.BinOp) for part in ast.walk(value)) or (
        isinstance(value, ast.Call) and _called(value) in ("format", "join", "str")
    )


def _parsed_as_markup(path: Path) -> Iterator[str]:
    """Places of a module at which outside text could be taken for markup."""
    for node in walked(tree(path)):
        if not isinstance(node, ast.Call | ast.Assign | ast.AnnAssign | ast.AugAssign):
            continue
        told = f"{dotted(path)}:{node.lineno}"
        if isinstance(node, ast.Call):
            name = _called(node)
            if name in ("from_markup", "escape", "from_ansi"):
                yield f"{told} calls {name}"
            values = [*node.args, *(keyword.value for keyword in node.keywords)]
            if name in PARSING and any(_made_up(value) for value in values):
                yield f"{told} hands {name} a string put together"
            if name in MAKERS and dotted(path) not in MAKERS[name]:
                yield f"{told} makes {name} where text is not cleaned"
        elif node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            titles = [t.attr for t in targets if isinstance(t, ast.Attribute) and t.attr in TITLES]
            if titles and not (isinstance(node.value, ast.Constant) or _is_content(node.value)):
                yield f"{told} sets {titles[0]} to something else than content(…)"


def test_outside_text_is_never_taken_for_markup() -> None:
    report(told for path in SHOWN for told in _parsed_as_markup(path))


def _is_content(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and _called(value) == "content"


# ------------------------------------------------------------------ one door to a game

OF_A_GAME = tuple(name for game in GAMES for name in rooms(game))
"""The modules of the games."""
LISTS_OF_GAMES = {
    *("engine.rules.games", "engine.voices.__init__", "store.scenarios.games.__init__"),
}
"""The lists that name every game: its record, its voice, and its part in scenarios."""
GAME_NAMES = {*GAMES, *(game.upper() for game in GAMES)}


def game_names(path: Path) -> Iterator[str]:
    """Places at which a module names a game's id or imports from a game's rooms."""
    for found in imports(path):
        if _below(found.name, OF_A_GAME):
            yield f"{dotted(path)}:{found.line} imports {found.name}"
    for node in walked(tree(path)):
        if isinstance(node, ast.Name) and node.id in GAME_NAMES:
            yield f"{dotted(path)}:{node.lineno} names {node.id}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in GAME_NAMES:
            yield f"{dotted(path)}:{node.lineno} names {node.value}"


def test_the_lists_of_games_name_the_same_games() -> None:
    assert list(GAMES) == list(VOICES) == list(PREPS)


def test_a_game_writes_each_field_of_its_records_by_name() -> None:
    calls = ((path, node) for path in MODULES for node in walked(tree(path)) if isinstance(node, ast.Call))
    records = ((path, node) for path, node in calls if _called(node) in ("Game", "Voice"))
    report(f"{dotted(path)}:{node.lineno} {_called(node)} by position" for path, node in records if node.args)


NAME_A_GAME = {
    "engine.state",
    "quick.__init__",
    *("quick.fudge", "quick.pools", "quick.sixes"),  # `wyrd odds` imports the mathematics of each game.
}
"""Modules outside the games' rooms that name a game all the same; the list only shrinks."""


def test_a_game_is_named_in_its_own_rooms_only() -> None:
    outside = [path for path in MODULES if not _below(f"wyrd_tui.{dotted(path)}", OF_A_GAME)]
    found = {dotted(path): list(game_names(path)) for path in outside if dotted(path) not in LISTS_OF_GAMES}
    naming = {module for module, told in found.items() if told}
    report(told for module in sorted(naming - NAME_A_GAME) for told in found[module])
    assert not NAME_A_GAME - naming, "these name no game any more: take them off the list"


OWN_ACTS = {command.id for game in GAMES.values() for command in game.commands}
OWN_HOUSE_RULES = {rule.key for game in GAMES.values() for rule in game.house_rules}
SHELL_WORDS = ("cli", "parser", "plain", "quick", "written")
"""Modules whose words a shell takes, such as `wyrd check` and `wyrd roll wyrd`."""
WORDS_TOO = {
    *("boon", "boost"),  # Kinds of bonus.
    *("hurt", "scratch"),  # Roles of colour, and health.
    *("die", "face", "have", "strike", "take", "team"),  # Nouns and verbs in sentences.
    *("attack", "damage", "lose", "manoeuvre", "roll", "ruling", "wyrd"),  # Fields, questions, causes, labels.
    *("escape", "pool", "rise", "spring"),  # A key, moments and deeds of stage rules.
    *("reroll", "resolution", "track"),  # A kind of effect, a kind of page, a key of scenarios.
}
"""Ids of acts that mean something else, too; elsewhere they may stand where no act is meant."""
NAME_AN_ACT = {
    ("engine.rules.shared.order", "initiative"),  # A line may hold the word where nobody plays its game.
    # Advice to authors who write keys of other tools.
    *(("store.scenarios.explain", word) for word in ("facets", "initiative")),
}
ACT_OF = {"act", "command", "id"}
"""Attributes that hold the id of an act."""


def _texts(*nodes: ast.AST) -> set[str]:
    parts = (part for node in nodes for part in walked(node) if isinstance(part, ast.Constant))
    return {part.value for part in parts if isinstance(part.value, str)}


def own_names(path: Path) -> Iterator[tuple[str, str]]:
    """Find the acts and house rules of a single game that a module names, each with its module."""
    own: set[str] = set()
    for node in walked(tree(path)):
        if isinstance(node, ast.Constant):
            own |= _texts(node) & (OWN_ACTS - WORDS_TOO)
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            attributes = {side.attr for side in sides if isinstance(side, ast.Attribute)}
            own |= _texts(*sides) & OWN_ACTS if attributes & ACT_OF else set()
            own |= _texts(*sides) & OWN_HOUSE_RULES if "key" in attributes else set()
        elif isinstance(node, ast.Call) and _called(node) in ("_ask", "_play", "ask_about", "command_of"):
            own |= _texts(*node.args[:1]) & OWN_ACTS
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-2:] == ["rules", "get"]:
            own |= _texts(*node.args[:1]) & OWN_HOUSE_RULES
    return ((dotted(path), name) for name in sorted(own))


def test_acts_and_house_rules_are_named_in_own_rooms() -> None:
    outside = [path for path in MODULES if not _below(f"wyrd_tui.{dotted(path)}", OF_A_GAME)]
    found = {name for path in outside if not _below(dotted(path), SHELL_WORDS) for name in own_names(path)}
    report(f"{module} names {name}" for module, name in sorted(found - NAME_AN_ACT))
    assert not NAME_AN_ACT - found, "these name no act any more: take them off the list"


def test_no_shared_module_names_conditions_that_differ_between_games() -> None:
    """A voice says which conditions are chosen or have a meaning; only *dead* means the same in all games."""
    own = {one for voice in VOICES.values() for one in (*voice.chosen_fates, *voice.meanings)} - {DEAD}
    shared = [path for path in ENGINE if not _below(f"wyrd_tui.{dotted(path)}", OF_A_GAME)]
    nodes = ((path, node) for path in shared for node in walked(tree(path)) if isinstance(node, ast.Constant))
    report(
        f"{dotted(path)}:{node.lineno} names {node.value}"
        for path, node in nodes
        if isinstance(node.value, str) and node.value in own
    )


def circles() -> list[list[str]]:
    """Find the groups of modules that import each other in a circle, late imports and those for types counted."""
    ids = {f"wyrd_tui.{dotted(path)}".removesuffix(".__init__"): path for path in MODULES}
    graph = {name: {i.name for i in imports(path)} & ids.keys() for name, path in ids.items()}
    reach: dict[str, set[str]] = {}
    for name in graph:
        reached: set[str] = set()
        waiting = [name]
        while waiting:
            fresh = graph[waiting.pop()] - reached
            reached |= fresh
            waiting.extend(fresh)
        reach[name] = reached
    rings = {tuple(sorted(other for other in reach[name] if name in reach[other])) for name in graph}
    return [list(ring) for ring in sorted(rings) if ring]


def test_no_modules_import_each_other_in_a_circle() -> None:
    report(" ".join(ring) for ring in circles())


NAMED_IMPORT = re.compile(r"^ *from (wyrd_tui[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)


def named_imports(path: Path) -> set[tuple[str, str, str]]:
    """Find the names of the package that a module imports: the module asked, the name there, the name here."""
    found = NAMED_IMPORT.findall(path.read_text(encoding="utf-8"))
    named = ((module, re.findall(r"(\w+)(?: as (\w+))?", re.sub(r"#.*", "", names))) for module, names in found)
    return {(module, name, alias or name) for module, pairs in named for name, alias in pairs}


def test_names_are_imported_from_where_they_are_defined() -> None:
    """A package and the list of the games may hand names on; every other module gives only its own."""
    doors = ("__init__", "engine.rules.games")
    inner = [path for path in MODULES if not dotted(path).endswith(doors)]
    detours = {(f"wyrd_tui.{dotted(path)}", here) for path in inner for _, _, here in named_imports(path)}
    report(
        f"{path.relative_to(ROOT)} imports {name} from {module}, which only imports it"
        for path in (*MODULES, *sorted((ROOT / "tests").rglob("*.py")))
        for module, name, _ in sorted(named_imports(path))
        if (module, name) in detours
    )


def test_records_change_through_the_fast_replace() -> None:
    """One function for all records; that of `dataclasses` takes twice as long."""
    told = {
        (dotted(path), alias.name)
        for path in MODULES
        for node in walked(tree(path))
        if isinstance(node, ast.ImportFrom) and node.module == "dataclasses"
        for alias in node.names
        if alias.name == "replace"
    }
    # For a type checker alone it stands for the fast one.
    assert told == {("engine.frozen", "replace")}
    assert "replace" not in {name for path in MODULES for name in _used(path, "dataclasses")}


def test_only_the_lowest_acts_read_the_registry() -> None:
    """Everywhere else `rules.games` is imported, so that the registry is never empty."""
    by = {dotted(path) for path, found, _ in imports_of(MODULES) if found.name.endswith(".rules.registry")}
    assert by == {"engine.rules.games", "engine.rules.ground.places", "engine.rules.ground.turn_passing"}


# ------------------------------------------------------------------ the rules

GAMELESS = [path for path in MODULES if dotted(path).startswith(("engine.rules.shared.", "engine.rules.ground."))]


def test_modules_that_all_games_share_know_no_game() -> None:
    """A game is known by its record alone, so that the next one need not bend what the first one shares."""
    rules = tuple(f"wyrd_tui.engine.{where}.{game}" for game in GAMES for where in ("rules", "nouns", "voices"))
    ids = {"WYRD_ENGINE", "WYRD_ABACUS", "METTLE"}
    nodes = ((path, node) for path in GAMELESS for node in walked(tree(path)) if isinstance(node, ast.Name))
    report(
        [
            *(told for _, found, told in imports_of(GAMELESS) if _below(found.name, rules)),
            *(f"{dotted(path)}:{node.lineno} names {node.id}" for path, node in nodes if node.id in ids),
        ]
    )


STOREYS: tuple[tuple[str, ...], ...] = (
    ("__init__", "ground", "house_rules", "pages", "game", "registry", "doubts", "questions"),
    tuple(GAMES),
    ("games",),
    ("shared",),
    ("all_games",),
    ("brief",),
)
"""The rules from below: what all games stand on, each game, their list, acts of all games, a whole table, briefs."""


def storey(name: str) -> int:
    """Return the storey of a module of the rules.

    Raises:
        StopIteration: If it has none yet.
    """
    part = name.removeprefix("wyrd_tui.").removeprefix("engine.rules.").partition(".")[0]
    return next(at for at, parts in enumerate(STOREYS) if part in parts)


RULES = [path for path in MODULES if dotted(path).startswith("engine.rules.")]


def test_rules_stand_on_what_is_below_them() -> None:
    def allowed(path: Path, found: Import) -> bool:
        if ".engine.rules." not in found.name:
            return True
        here, there = storey(dotted(path)), storey(found.name)
        own = dotted(path).split(".")[2]
        return there < here or (there == here and (own not in GAMES or found.name.split(".")[3] == own))

    report(told for path, found, told in imports_of(RULES) if not allowed(path, found))


def test_each_storey_of_the_rules_has_all_its_modules() -> None:
    parts = [part for storey in STOREYS for part in storey]
    assert sorted(parts) == sorted({dotted(path).split(".")[2] for path in RULES})
