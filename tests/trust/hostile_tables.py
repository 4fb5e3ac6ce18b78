"""Tables of strangers: a scenario in which every shown text is hostile, its evening, and forged files.

A scenario is cleaned as it is read. A save comes from the program itself, or from anybody who can reckon a checksum.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import tomli_w

from tests.trust.fuzz_changes import remade
from tests.trust.hostile_payloads import FIELD, file_name
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.play import play_line
from wyrd_tui.store.files import folders
from wyrd_tui.store.files.codec import to_plain
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.store.tables import journal_lines, save

_A_FIELD = re.compile(r"q\d\d")
TYPED = "q97"
LAST = 8
"""Number of acts that are shown raw."""
IDS = frozenset(("ada", "bob", "mob", "foe", "door", "bell", "wall", "maze", "first", "second", "omens", "end"))


def planted(payload: str) -> dict[str, Any]:
    """A scenario of all three games in which every text that is shown begins with a word of its own and goes on so."""
    numbers = iter(range(100))

    def text() -> str:
        return f"{FIELD.format(next(numbers))}{payload}"[:80]

    def told(name: str, *more: str) -> dict[str, Any]:
        return {"title": text(), "id": name, "text": text()} | {key: text() for key in more}

    skill, other, background = text(), text(), text()
    trait = {"name": text(), "when": text(), "kind": "bonus", "skill": skill, "value": 2}
    use = {"name": text(), "id": "use", "kind": "limited", "uses": 2, "per": "scene", "text": text()}
    track = [{"label": text(), "id": "grit", "boxes": 4, "clears": "scene"}, {"label": text(), "id": "cut", "boxes": 2}]
    track[1] |= {"penalty": 1, "marks": 1, "hurts": {skill: 1}}
    facets = {"body": [text()], "mind": [text()], "soul": [text()]}
    called = {"focus": text(), "poise": text()}
    sheets = {
        "wyrd_abacus": {"body": 5, "mind": 5, "soul": 4, "wyrd": 1, "facets": facets},
        "mettle": {"focus": 4, "nature": 3, "poise": 3, "frame": 2, "motive": 4, "backgrounds": {background: 2}}
        | {"called": called, "shield": 1, "tools": {background: 1}, "attack": background},
    }
    heroes = [
        {"name": text(), "id": "ada", "player": text(), "concept": text(), "appearance": text(), "notes": text()}
        | {"personality": text(), "backstory": text(), "ties": text(), "details": {text(): text()}, "sheets": sheets}
        | {"skills": {skill: 2, other: 1}, "traits": [trait, use], "gear": [text()], "track": track},
        {"name": text(), "id": "bob", "skills": {skill: 1}, "sheets": sheets},
    ]
    rule = told("rule") | {"evident": True, "triggers": [{"when": "scene ends", "text": text()}]}
    return {
        "title": text(),
        "systems": ["wyrd_engine", "wyrd_abacus", "mettle"],
        "premise": text(),
        "handout": text(),
        "truth": text(),
        "notes": text(),
        "hooks": [told("hook")],
        "handouts": [told("letter")],
        "setting": {"name": text(), "skills": {text(): [skill, other]}, "aliases": {text(): skill}},
        "counters": {text(): 3},
        "party": heroes,
        "cast": [
            {"name": text(), "id": "mob", "count": 4, "skills": {skill: 1}, "on_stage": True, "concept": text()},
            {"name": text(), "id": "foe", "like": "ada", "side": "foes", "on_stage": True, "visibility": "open"},
        ],
        "challenges": [
            {"title": text(), "id": "door", "dr": 2, "skills": [skill], "text": text(), "win": text(), "lose": text()}
            | {"on_stage": True, "visibility": "open", "who": ["ada"]},
            {"title": text(), "id": "bell", "clock": 4, "on_stage": True, "lose": text()},
            {"title": text(), "id": "wall", "type": "Threat", "value": 5, "on_stage": True, "after": ["door"]},
            {"title": text(), "id": "maze", "game": "mettle", "dr": 6, "skills": [background], "on_stage": True},
        ],
        "acts": [
            {"title": text(), "id": "first", "text": text(), "begins": True, "stage_rules": [rule]}
            | {f"{page}s": [told(page, "reveals")] for page in ("clue", "place", "proof")}
            | {"complications": [told("twist")], "resolutions": [told("end")]}
            | {"branches": [{"if": text(), "then": text(), "id": "branch"}]}
            | {"tables": [told("omens") | {"dice": "1d6", "rows": {"1-6": text()}}]},
            {"title": text(), "id": "second", "text": text()},
        ],
        # Backticks in a lesson hold the id of an act.
        "lessons": [{"text": text().replace("`", "|"), "until": "redo"}],
    }


def write_scenario(folder: Path, payload: str, **more: Any) -> Path:  # noqa: ANN401 - any TOML value
    """A scenario file with something planted in it."""
    path = folder / "hostile.toml"
    path.write_bytes(tomli_w.dumps({**planted(payload), **more}).encode("utf-8", "replace"))
    return path


LINES = (
    "begin first",
    "damage ada 3",
    "condition ada {0} note={0}",
    "give ada 2 label={0}",
    "edit mob concept {0}",
    "tick bell",
    "mark clue",
    "begin second",
    "challenge {0} 2",
    "roll ada against=+1 dice=++00 note={0}",
    "hurt ada 2",
    "scratch ada mind",
    "count {0} 2",
    "add {0}",
    "read omens",
    "undo",
)
"""An evening in which the payload is typed as well; what does not fit is refused with a sentence that quotes it."""


def evening(state: State, payload: str) -> tuple[Session, list[str]]:
    """The table after an evening, and everything that it said."""
    session = Session(state, dice=LiveDice(5), clock=lambda: 1_790_000_000.0)
    said: list[str] = []
    quoted = typed(payload)
    for line in (*(line.replace("{0}", quoted) for line in LINES), "show", "show rules", f"show {quoted}", quoted):
        try:
            said += play_line(session, line)
        except Refused as reason:
            said.append(str(reason))
    return session, said


def typed(text: str) -> str:
    """A text as it is typed on a line: in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


# ------------------------------------------------------------------ forged files


@cache
def played() -> Session:
    """An evening in which every text is one of the fields and nothing more; it is played once."""
    with tempfile.TemporaryDirectory() as folder:
        return evening(begin_table(load_scenario(write_scenario(Path(folder), ""))), TYPED)[0]


def _mapped(value: Any, change: Callable[[str], str]) -> Any:  # noqa: ANN401 - any value of the engine, or plain data
    """Copy a value with each of its texts changed, the keys of its tables, too; nothing cleans them."""
    return remade(value, lambda at, leaf: change(leaf) if isinstance(leaf, str) else leaf)


def raw(payload: str, *, before: bool = False) -> Session:
    """Make that evening of values that nothing has cleaned: each field, and the payload behind it.

    Args:
        payload: The hostile text.
        before: Whether it stands before the field instead, as a paragraph of its own.
    """

    def change(text: str) -> str:
        return _A_FIELD.sub(lambda field: f"{payload}\n\n{field[0]}" if before else field[0] + payload, text)

    session = played()
    changed = Session(_mapped(session.state, change), dice=session.dice, clock=session.clock)
    changed._done = [_mapped(step, change) for step in session.last(LAST)]
    return changed


def chained(bodies: list[bytes]) -> tuple[bytes, str]:
    """Make the lines of a journal, numbered and with checksums that fit; gives the last checksum, too."""
    log, crc = b"", 0
    for seq, body in enumerate(bodies):
        covered = b'"seq":%d,%b' % (seq, body)
        crc = zlib.crc32(covered, crc)
        log += b'{"crc":"%08x",%b\n' % (crc, covered)
    return log, f"{crc:08x}"


def forged(folder: Path, payload: str, *, ids: bool = False, name: str = "") -> Path:
    """A save and its journal, which agree, under a hostile name of their own; gives the save's path.

    Args:
        folder: Where they lie.
        payload: The text behind every field.
        ids: Whether it stands behind every id, too.
        name: Another name than the payload.
    """

    def spoilt(value: Any) -> Any:  # noqa: ANN401 - plain data
        return _mapped(
            to_plain(value),
            lambda text: text + payload if ids and text in IDS else _A_FIELD.sub(lambda one: one[0] + payload, text),
        )

    session = played()
    number = journal_lines.JOURNAL_FORMAT
    lines = [{"wyrd_journal": number, "table": "forged", "state": spoilt(session.done[0].before)}]
    lines += [{"do": spoilt(step.act)} for step in session.done]
    log, last = chained([json.dumps(line, separators=(",", ":")).removeprefix("{").encode() for line in lines])
    content = spoilt(session.state)
    tables = {name: value for name, value in content.items() if isinstance(value, dict)}
    about = {name: value for name, value in content.items() if name not in tables}
    head = {"format": number, **about, "place": payload}
    text = tomli_w.dumps({"table": head, **tables}).encode("utf-8", "replace").decode()
    path = folder / f"{name or file_name(payload)}.toml"
    path.with_suffix(".journal").write_bytes(log)
    path.write_bytes(save.seal(save._PREFACE + text, save.Origin("forged", len(lines) - 1, last)))
    return path


def broken(folder: Path, payload: str) -> Path:
    """A save by hand with hostile keys, values and names, and no journal."""
    path = folder / f"{file_name(payload, 30)}-broken.toml"
    strange = {"name": payload, payload: 1, "side": payload, "conditions": [{payload: payload}]}
    document = {
        "table": {"format": journal_lines.JOURNAL_FORMAT, "title": payload, "place": payload},
        "actors": {payload: {**strange}, "ada": strange},
        "order": {"turn": payload},
        payload: payload,
    }
    path.write_bytes(f"{tomli_w.dumps(document)}\n# end of the table\n".encode("utf-8", "replace"))
    return path


def keys(home: Path, payload: str) -> None:
    """A key file of acts and keys that are none."""
    folder = folders.config_folder()
    assert home in folder.parents, f"{folder} is nobody's own"
    folder.mkdir(parents=True, exist_ok=True)
    wishes = {payload: "x", "damage": payload, "undo": [payload, payload], "roll": []}
    (folder / "keys.toml").write_bytes(tomli_w.dumps({"keys": wishes, payload: payload}).encode("utf-8", "replace"))


def housed(home: Path) -> None:
    """Have the program keep everything in a folder."""
    home.mkdir(parents=True, exist_ok=True)
    os.environ["WYRD_HOME"] = str(home)
