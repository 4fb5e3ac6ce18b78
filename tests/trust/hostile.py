"""Names and texts that strangers wrote, planted in every field of a scenario and looked for in every place.

`python -m tests.trust.hostile` tries every payload in every field and counts where each was seen.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import unicodedata
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import tomli_w
from wcwidth import wcswidth

from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.rules import table as rules
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.play import play_line
from wyrd_tui.screens.table import TableScreen
from wyrd_tui.widgets.glyphs import Glyphs
from wyrd_tui.widgets.look import Look

PAYLOADS: dict[str, str] = {
    "a click": "[@click=app.quit]x[/]",
    "a click in a style": "[$error @click=app.bell]x",
    "a click after a space": "[ @click=app.quit]x[/]",
    "an open tag": "[bold",
    "a closing tag": "[/]",
    "a lone tag": "[-a=b @x]",
    "a link": "[link='https://x.y']z[/link]",
    "a note": "Door [closed] 2d6 [red on]",
    "a colour": "\x1b[31;1mred\x1b[0m",
    "a cleared screen": "\x1b[2J\x1b[H",
    "a reset": "\x1bc",
    "a clipboard": "\x1b]52;c;cHduZWQ=\x1b\\",
    "a title": "\x1b]0;pwned\x07",
    "a hyperlink": "\x1b]8;;https://x.y\x1b\\z\x1b]8;;\x1b\\",
    "a device string": "\x1bP+q544e\x1b\\",
    "a question to the terminal": "\x1b[6n\x1b[c\x05",
    "C1": "\x9b2J\x9d52;c;cHduZWQ=\x9c\x90q\x85",
    "bells and whistles": "\x00\x07\x08\x0b\x0c\x0e\x0f\x7f",
    "turned around": "\u202eevil\u202c \u2066x\u2069 \u200f",
    "nothing to see": "a\u200b\u200c\u200d\u2060\ufeff\u00ad\u061c\U000e0041b",
    "marks": "Z" + "\u0301\u0489\u20dd" * 12,
    "marks alone": "\u0301" * 40,
    "lines": "one\ntwo\r\nthree\rfour\u2028five\u2029six\x85seven",
    "tabs": "a\tb\t\tc",
    "wide": "漢字かな" * 9,
    "wide and narrow": "漢a" * 18,
    "joined": "👩\u200d👩\u200d👧\u200d👦👍🏽❤\ufe0f🏳\ufe0f\u200d🌈1\ufe0f\u20e3🇩🇪",
    "right to left": "שלום عليكم",
    "long": "x" * 70,
    "long words": "word " * 14,
    "a surrogate's neighbour": "\ud7ff\ue000\uffff\U0010ffff",
    "Markdown": "# *a* _b_ `c` <b>d</b> ![e](http://f) &amp; [g]: h",
    "a question in a sentence": "` `quit` %s {0} {title} \\ \" '",
}
FIELD = "q{:02d}"
SIZES = ((80, 24), (120, 40), (200, 60))


class Seen(NamedTuple):
    """A field of a scenario that was seen in a place, whatever was planted in it."""

    field: str
    place: str


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
    path.write_text(tomli_w.dumps({**planted(payload), **more}), encoding="utf-8", newline="\n")
    return path


SCROLLING = {"grab", "release", "scroll_up", "scroll_down"}
"""What Textual's own scroll bars do when they are clicked."""
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
    quoted = '"' + payload.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'
    for line in (*(line.replace("{0}", quoted) for line in LINES), "show", "show rules", f"show {quoted}", quoted):
        try:
            said += play_line(session, line)
        except Refused as reason:
            said.append(str(reason))
    return session, said


# ------------------------------------------------------------------ what a place shows


def harmful(text: str) -> str:
    """What is in a line that a terminal would obey, or show otherwise than Textual counts; empty where nothing is."""
    kinds = {unicodedata.category(sign) for sign in text} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    marks = max((len(run) for run in _runs(text)), default=0)
    return f"{sorted(kinds)}" if kinds else f"{marks} marks" if marks > 2 else ""


def _runs(text: str) -> Iterator[str]:
    run = ""
    for sign in text:
        run = run + sign if unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Me") else ""
        yield run


def faults(app: WyrdApp, place: str) -> Iterator[str]:
    """What is wrong with the screen as it is drawn now."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()
    if len(strips) != height:
        yield f"{place}: {len(strips)} rows of {height}"
    for y, strip in enumerate(strips):
        text = strip.text
        if why := harmful(text):
            yield f"{place}, row {y}: {why} in {text!r}"
        if strip.cell_length != width or wcswidth(text) != width:
            yield f"{place}, row {y}: {strip.cell_length} and {wcswidth(text)} cells of {width} in {text!r}"
        for segment in strip:
            style = segment.style
            acts = {value for key, value in style.meta.items() if key.startswith("@")} if style is not None else set()
            if style is not None and (style.link or acts - SCROLLING):
                yield f"{place}, row {y}: {segment.text!r} does {style.meta or style.link}"


def seen(app: WyrdApp, place: str) -> set[Seen]:
    """The fields that can be read somewhere on the screen."""
    text = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
    return {Seen(field, place) for field in map(FIELD.format, range(100)) if field in text}


ACTS = "raodxwiytfgmhzSKcveI+-"
PLACES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("panes", ()),
    ("order", ("tab",)),
    ("ladder", ("1", "tab", "tab", "right")),
    ("abacus", ("tab", "tab", "tab", "down")),
    ("log", ("tab", "tab", "tab", "tab", "pageup")),
    ("sheet", ("1", "s")),
    ("sheet below", ("1", "s", "end")),
    ("book", ("b",)),
    ("book below", ("b", "end")),
    ("book found", ("b", "slash", "q", "enter")),
    *((f"book, page {number}", ("b", *("pagedown",) * number)) for number in range(1, 5)),
    *((f"page {number}", ("b", *("down",) * number, "enter")) for number in (1, 4, 9)),
    ("history", ("l",)),
    ("history below", ("l", "end")),
    ("odds", ("1", "o")),
    ("odds below", ("1", "o", "end")),
    ("help", ("question_mark",)),
    ("palette", ("ctrl+p", "d", "a", "m")),
    ("found", ("slash", "q")),
    ("command line", ("colon", *"damage", "space", "tab")),
    ("command line, refused", ("colon", *"damage", "space", "q", "9", "9", "enter")),
    ("words", ("colon", "x", "enter")),
    ("undone", ("u",)),
    ("settled", ("full_stop",)),
    *((f"question {key}", ("1", key)) for key in ACTS),
    *((f"question {key}, answered", ("1", key, "enter", "enter")) for key in "radxc"),
)


@asynccontextmanager
async def screen(session: Session, payload: str, size: tuple[int, int]) -> AsyncIterator[Any]:
    """The table's screen with the payload as a notice, too."""

    def first(look: Look, glyphs: Glyphs) -> TableScreen:
        return TableScreen(session, rules, notice=payload, look=look, glyphs=glyphs, report=print)

    app = WyrdApp(first)
    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        yield pilot


class Tried(NamedTuple):
    """What came of a payload: which fields were seen where, and what was wrong."""

    seen: set[Seen]
    wrong: list[str]


async def walk(state: State, payload: str, size: tuple[int, int], part: slice = slice(None)) -> Tried:
    """Open every place at a table and look at it."""
    session, _ = evening(state, payload)
    found = Tried(set(), [])
    async with screen(session, payload, size) as pilot:
        for place, keys in PLACES[part]:
            await pilot.press(*keys)
            if place == "words":
                pilot.app.post_message(_pasted(payload))
            await pilot.pause()
            if pilot.app._exception is not None or not pilot.app.is_running:
                found.wrong.append(f"{place}: the program ended")
                return found
            found.wrong.extend(faults(pilot.app, f"{place} {size[0]}x{size[1]}"))
            found.seen.update(seen(pilot.app, place))
            pilot.app.post_message(_pasted(payload))
            await pilot.pause()
            found.wrong.extend(faults(pilot.app, f"{place} {size[0]}x{size[1]}, pasted"))
            for _ in range(5):
                if isinstance(pilot.app.screen, TableScreen) and pilot.app.screen.asking is None:
                    break
                await pilot.press("escape")
            else:
                found.wrong.append(f"{place}: escape does not lead back")
                return found
    return found


def _pasted(text: str) -> Any:  # noqa: ANN401 - an event
    from textual.events import Paste

    return Paste(text)


def tried(payload: str, size: tuple[int, int] = (120, 40), part: slice = slice(None)) -> Tried:
    """Plant a payload, begin the scenario, play an evening and walk through every place."""
    from wyrd_tui.store.scenario import begin, load

    with tempfile.TemporaryDirectory() as folder:
        state = begin(load(lay(Path(folder), payload)))
    return asyncio.run(walk(state, payload, size, part))


def main() -> int:
    """Every payload at every size, or at the size whose number is given; gives the exit status."""
    triples, wrong = 0, 0
    which = [int(word) for word in sys.argv[1:]]
    for name, payload in PAYLOADS.items():
        places: set[Seen] = set()
        for size in [SIZES[number] for number in which] or SIZES:
            found = tried(payload, size)
            places |= found.seen
            wrong += len(found.wrong)
            for fault in found.wrong[:20]:
                print(f"{name}: {fault}")
        triples += len(places)
        print(f"{name}: {len(places)} fields in places, {len({one.field for one in places})} fields seen", flush=True)
    print(f"{triples} triples of payload, field and place, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
