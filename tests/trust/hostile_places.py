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


class Spot(NamedTuple):
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
SPOTS: tuple[Spot, ...] = (
    Spot("panes"),
    Spot("order", ("tab",)),
    Spot("ladder", ("1", "tab", "tab", "right")),
    Spot("abacus", ("tab", "tab", "tab", "down")),
    Spot("log", ("tab", "tab", "tab", "tab", "pageup")),
    Spot("sheet", ("1", "s")),
    Spot("sheet below", ("1", "s", "end")),
    Spot("sheet of a challenge", ("tab", "tab", "tab", "down", "s")),
    Spot("book", ("b",)),
    Spot("book below", ("b", "end")),
    Spot("book found", ("b", "slash", "q", "enter")),
    *(Spot(f"book, page {number}", ("b", *("pagedown",) * number)) for number in range(1, 5)),
    *(Spot(f"page {number}", ("b", *("down",) * number, "enter")) for number in (1, 4, 9)),
    Spot("history", ("l",)),
    Spot("history below", ("l", "end")),
    Spot("odds", ("1", "o")),
    Spot("odds below", ("1", "o", "end")),
    Spot("help", ("question_mark",)),
    Spot("palette", ("ctrl+p", "d", "a", "m")),
    Spot("palette of hostile acts", ("ctrl+p",)),
    Spot("found", ("slash", "q")),
    Spot("found nothing", ("slash", PASTE)),
    Spot("command line", ("colon", *"damage", "space", "tab")),
    Spot("command line, offers", ("colon", *"roll", "space", "q")),
    Spot("command line, refused", ("colon", *"damage", "space", "q", "9", "9", "enter")),
    Spot("a line that is none", ("colon", PASTE, "enter")),
    Spot("saved elsewhere", ("colon", *"save", "space", "quotation_mark", PASTE, "quotation_mark", "enter")),
    Spot("notified", (NOTIFY,)),
    Spot("undone", ("u",)),
    Spot("redone", ("U",)),
    Spot("settled", ("full_stop",)),
    Spot("leaving", ("q",)),
    *(Spot(f"question {key}", ("1", key)) for key in ACTS),
    *(Spot(f"question {key}, answered", ("1", key, "enter", "enter")) for key in "radxc"),
)
OURS = ("palette of hostile acts", "notified")
"""Places that show texts of the program alone, which are never endless."""
LOOKED_ON: tuple[Spot, ...] = (
    *(place for place in SPOTS if place.name in ("panes", "log", "sheet", "book", "history", "odds", "settled")),
    Spot("refused", ("1", "d")),
    Spot("refreshed", ("j",)),
)
"""Places of a second window, which plays nothing."""
REFUSED: tuple[Spot, ...] = (
    Spot("not saved", ("1", "d", "3", "enter")),
    Spot("in memory", ("colon", *"memory", "enter")),
    Spot("in memory alone", ("1", "d", "3", "enter")),
    Spot("saved in vain", ("colon", *"save", "enter")),
    Spot("saved nowhere", ("colon", *"save", "space", "slash", "d", "e", "v", "slash", PASTE, "enter")),
    Spot("leaving unsaved", ("q",)),
)
"""Places that show a disk which takes nothing any more."""
START: tuple[Spot, ...] = (
    Spot("start, tables"),
    Spot("start, scenarios", ("pagedown",)),
    Spot("start, what is wrong", ("end",)),
    Spot("start, found", ("home", "slash", "q")),
    Spot("start, found nothing", ("escape", "slash", PASTE)),
    Spot("start, keys", ("escape", "question_mark")),
    Spot("start, a table that is none", ("escape", "slash", *"broken", "enter", "down", "enter")),
)
PARTY = (Spot("new table"), Spot("a chosen character", ("down", "space", "plus")), Spot("below", ("end",)))


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


async def walk(pilot: Any, payload: str, places: Sequence[Spot], found: Tried) -> None:  # noqa: ANN401 - Textual's own
    """Open every place of a screen and look at it; at a table, paste there and look once more, and go back."""
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
