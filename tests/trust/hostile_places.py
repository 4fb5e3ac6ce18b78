"""The places of the screen where a hostile text may be seen, and what is looked for in each of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from textual.app import App
from textual.events import Key, Paste
from wcwidth import wcswidth

from tests.trust.hostile_payloads import FIELDS, harmful
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.widgets.values import PaletteAct


class Tried(NamedTuple):
    """Outcome of a payload: fields and the places where they were seen, and faults."""

    seen: set[tuple[str, str]]
    wrong: list[str]


class Place(NamedTuple):
    """A place of the table's screen and the keys that lead there; `PASTE` is no key."""

    name: str
    keys: tuple[str, ...] = ()


ENDLESS = 1000
"""Letters beyond which a text is tried for what it costs."""
PASTE = "paste!"
NOTIFY = "notify!"
SCROLLING = {"grab", "release", "scroll_up", "scroll_down"}
"""Actions of Textual's own scroll bars when they are clicked."""
ACTS = "raodxwiytfgmhzSKcveI+-"
PLACES: tuple[Place, ...] = (
    Place("panes"),
    Place("order", ("tab",)),
    Place("ladder", ("1", "tab", "tab", "right")),
    Place("abacus", ("tab", "tab", "tab", "down")),
    Place("log", ("tab", "tab", "tab", "tab", "pageup")),
    Place("sheet", ("1", "s")),
    Place("sheet below", ("1", "s", "end")),
    Place("sheet of a challenge", ("tab", "tab", "tab", "down", "s")),
    Place("book", ("b",)),
    Place("book below", ("b", "end")),
    Place("book found", ("b", "slash", "q", "enter")),
    *(Place(f"book, page {number}", ("b", *("pagedown",) * number)) for number in range(1, 5)),
    *(Place(f"page {number}", ("b", *("down",) * number, "enter")) for number in (1, 4, 9)),
    Place("history", ("l",)),
    Place("history below", ("l", "end")),
    Place("odds", ("1", "o")),
    Place("odds below", ("1", "o", "end")),
    Place("help", ("question_mark",)),
    Place("palette", ("ctrl+p", "d", "a", "m")),
    Place("palette of hostile acts", ("ctrl+p",)),
    Place("found", ("slash", "q")),
    Place("found nothing", ("slash", PASTE)),
    Place("command line", ("colon", *"damage", "space", "tab")),
    Place("command line, offers", ("colon", *"roll", "space", "q")),
    Place("command line, refused", ("colon", *"damage", "space", "q", "9", "9", "enter")),
    Place("a line that is none", ("colon", PASTE, "enter")),
    Place("saved elsewhere", ("colon", *"save", "space", "quotation_mark", PASTE, "quotation_mark", "enter")),
    Place("notified", (NOTIFY,)),
    Place("undone", ("u",)),
    Place("redone", ("U",)),
    Place("settled", ("full_stop",)),
    Place("leaving", ("q",)),
    *(Place(f"question {key}", ("1", key)) for key in ACTS),
    *(Place(f"question {key}, answered", ("1", key, "enter", "enter")) for key in "radxc"),
)
OURS = ("palette of hostile acts", "notified")
"""Places that show texts of the program alone, which are never endless."""
LOOKED_ON: tuple[Place, ...] = (
    *(place for place in PLACES if place.name in ("panes", "log", "sheet", "book", "history", "odds", "settled")),
    Place("refused", ("1", "d")),
    Place("looked again", ("j",)),
)
"""Places of a second window, which plays nothing."""
REFUSED: tuple[Place, ...] = (
    Place("not saved", ("1", "d", "3", "enter")),
    Place("in memory", ("colon", *"memory", "enter")),
    Place("in memory alone", ("1", "d", "3", "enter")),
    Place("saved in vain", ("colon", *"save", "enter")),
    Place("saved nowhere", ("colon", *"save", "space", "slash", "d", "e", "v", "slash", PASTE, "enter")),
    Place("leaving unsaved", ("q",)),
)
"""Places that show a disk which takes nothing any more."""
START: tuple[Place, ...] = (
    Place("start, tables"),
    Place("start, scenarios", ("pagedown",)),
    Place("start, what is wrong", ("end",)),
    Place("start, found", ("home", "slash", "q")),
    Place("start, found nothing", ("escape", "slash", PASTE)),
    Place("start, keys", ("escape", "question_mark")),
    Place("start, a table that is none", ("escape", "slash", *"broken", "enter", "down", "enter")),
)
PARTY = (Place("new table"), Place("somebody chosen", ("down", "space", "plus")), Place("below", ("end",)))


# ------------------------------------------------------------------ what is wrong with a screen


_width = lru_cache(8192)(wcswidth)


def faults(app: App[Any], place: str) -> Iterator[str]:
    """List the faults of the screen as it is drawn now."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()
    if len(strips) != height:
        yield f"{place}: {len(strips)} rows of {height}"
    for y, strip in enumerate(strips):
        text = strip.text
        if why := harmful(text):
            yield f"{place}, row {y}: {why} in {text!r}"
        if strip.cell_length != width or _width(text) != width:
            yield f"{place}, row {y}: {strip.cell_length} and {_width(text)} cells of {width} in {text!r}"
        for segment in strip:
            style = segment.style
            acts = {value for key, value in style.meta.items() if key.startswith("@")} if style is not None else set()
            if style is not None and (style.link or acts - SCROLLING):
                yield f"{place}, row {y}: {segment.text!r} does {style.meta or style.link}"


# ------------------------------------------------------------------ keys, as fast as they are answered


async def press(pilot: Any, payload: str, *keys: str) -> None:  # noqa: ANN401 - Textual's own
    """Press keys one after another, each as soon as the one before was answered."""
    app = pilot.app
    for key in keys:
        if key == PASTE:
            app.post_message(Paste(payload))
        elif key == NOTIFY:
            app.notify(payload, title=payload)
            await pilot.pause(0.05)
        else:
            event = Key(key, _character(key))
            event.set_sender(app)
            app._driver.send_message(event)
        await answered(pilot)


def _character(key: str) -> str | None:
    named = {"space": " ", "slash": "/", "colon": ":", "question_mark": "?", "full_stop": ".", "quotation_mark": '"'}
    return named.get(key, key if len(key) == 1 else None)


async def answered(pilot: Any) -> None:  # noqa: ANN401 - Textual's own
    """Wait until nothing on the screen has a message left; Textual's own pause sleeps as well, which adds up."""
    app = pilot.app
    for _ in range(50):
        await pilot._wait_for_screen()
        await asyncio.sleep(0)
        if not app.is_running or app._exception is not None:
            return
        nodes = [app, *app.screen.walk_children(with_self=True)]
        if not any(node.message_queue_size or node._next_callbacks for node in nodes):
            break
    app.screen._on_timer_update()


# ------------------------------------------------------------------ a walk


async def walk(pilot: Any, payload: str, places: Sequence[Place], found: Tried) -> None:  # noqa: ANN401 - Textual's own
    """Open every place of a screen and look at it; at a table, paste there and look again, and go back."""
    app = pilot.app
    at_a_table = isinstance(app.screen, TableScreen)
    size = f"{app.size.width}x{app.size.height}"
    for place, keys in places:
        if place in OURS and len(payload) > ENDLESS:
            continue
        if place == "palette of hostile acts":
            acts = [PaletteAct(f"q98{payload}", "of a stranger", "x", lambda: None)]
            app.screen.controller.palette_acts = lambda acts=acts: acts
        await press(pilot, payload, *keys)
        if place.startswith("palette"):
            await pilot.pause(0.1)
        if app._exception is not None or not app.is_running:
            found.wrong.append(f"{place}: the program ended: {app._exception!r}")
            return
        found.wrong.extend(faults(app, f"{place} {size}"))
        text = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        found.seen.update((field, place) for field in FIELDS if field in text)
        if at_a_table:
            await press(pilot, payload, PASTE)
            found.wrong.extend(faults(app, f"{place} {size}, pasted"))
            if not await _back(pilot):
                found.wrong.append(f"{place}: escape does not lead back")
                return


async def _back(pilot: Any) -> bool:  # noqa: ANN401 - Textual's own
    for _ in range(5):
        screen = pilot.app.screen
        if isinstance(screen, TableScreen) and screen.controller.asking is None:
            # A one-time offer is not made any more.
            vars(screen.controller).pop("palette_acts", None)
            return True
        await press(pilot, "", "escape")
    return False
