"""A scenario and an evening in which every text that is shown somewhere is hostile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tomli_w

from tests.trust.hostile_payloads import FIELD
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.play import play_line


def planted(payload: str) -> dict[str, Any]:
    """A scenario of all three games in which every text that is shown begins with a word of its own and goes on so."""
    numbers = iter(range(100))

    def text() -> str:
        return f"{FIELD.format(next(numbers))}{payload}"[:80]

    def page(name: str) -> dict[str, Any]:
        return {"title": text(), "id": name, "text": text(), "reveals": text()}

    def told(name: str) -> dict[str, Any]:
        return {"title": text(), "id": name, "text": text()}

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
        | {"called": called},
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
            | {"clues": [page("clue")], "places": [page("place")], "proofs": [page("proof")]}
            | {"complications": [told("twist")], "resolutions": [told("end")]}
            | {"branches": [{"if": text(), "then": text(), "id": "branch"}]}
            | {"tables": [told("omens") | {"dice": "1d6", "rows": {"1-6": text()}}]},
            {"title": text(), "id": "second", "text": text()},
        ],
    }


def lay(folder: Path, payload: str, **more: Any) -> Path:  # noqa: ANN401 - any TOML value
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
