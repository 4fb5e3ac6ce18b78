"""Page for players in a real browser: pictures of it, its delay, and its return after the line was gone.

    pip install playwright && python -m benchmarks.browser [--chromium /usr/bin/chromium] [--pictures FOLDER]

Plays a fight by key in a real pseudo-terminal and follows it in headless Chromium, at the size of a phone and of a
television, dark and light. Prints the time from the key to the changed page in ms, and what it checked; exit status 1
where a check fails or the median passes its budget.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.screen import Terminal
from benchmarks.watchers import hundred_acts, open_page, prepare

BUDGET = 200.0
SIZES = {"phone": (360, 740), "television": (1920, 1080)}
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
WATCH = """() => { window.seen = 0; new MutationObserver(() => { window.seen = Date.now(); })
    .observe(document.getElementById("main"), { childList: true }); }"""

PLACES = """others => { const one = { count: 1, hurt: "hurt", player: "", rows: [], conditions: [] };
    const named = names => names.map(name => ({ ...one, name }));
    draw({ title: "Tale", scene: "Scene 1", round: 0, last: "Ada is hurt", party: named(["Ada", "Bob"]), order: [],
        others: named(others), challenges: [], pools: [], pages: [{ kind: "clue", title: "Ash", text: "Burnt." }] });
    return [...document.querySelectorAll("section")].map(part =>
        [part.id, Math.floor(3 * part.getBoundingClientRect().x / innerWidth)]); }"""
"""Draws a table with some foes; returns the parts of the page with the columns where they stand."""


def visit(browser: Browser, address: str, size: str, scheme: str = "dark") -> Page:
    """Open the page in a window of a size."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    page.goto(address)
    page.wait_for_selector("section")
    return page


def delays(page: Page, terminal: Terminal) -> list[float]:
    """Play a hundred different acts as `:` lines; return the ms from each Enter to the changed page."""
    page.evaluate(WATCH)
    found = []
    for line in hundred_acts():
        os.write(terminal.master, f":{line}".encode())
        terminal.quiet(0.05)
        page.evaluate("window.seen = 0")
        begun = time.time()
        os.write(terminal.master, b"\r")
        while not (seen := page.evaluate("window.seen")) and time.time() - begun < 2:
            terminal.read(0.001)
        found.append(seen - 1000 * begun if seen else 2000.0)
        terminal.quiet(0.05)
    return found


def press(terminal: Terminal, *keys: bytes) -> None:
    """Press keys and wait until the screen is quiet after each."""
    for key in keys:
        os.write(terminal.master, key)
        terminal.quiet(0.5)


def measure(browser: Browser, terminal: Terminal, pictures: Path | None) -> bool:
    """Check everything, printing each result; return True where all is well."""
    address = open_page(terminal)
    faults: list[str] = []
    results: list[bool] = []

    def check(what: str, good: bool) -> None:
        results.append(good)
        print(f"{'ok ' if good else 'BAD'} {what}", flush=True)

    for size, (width, height) in SIZES.items():
        for scheme in ("dark", "light"):
            page = visit(browser, address, size, scheme)
            page.on("console", lambda message: faults.append(message.text))
            page.on("pageerror", lambda error: faults.append(str(error)))
            if pictures:
                page.screenshot(path=pictures / f"{size}-{scheme}.png", full_page=size == "phone")
            check(f"{size}, {scheme}: nothing beyond its width", page.evaluate("document.body.scrollWidth") <= width)
            if size == "television":
                check("all of it in sight", page.evaluate("document.documentElement.scrollHeight") <= height)
            page.close()
    screen, phone = visit(browser, address, "television"), visit(browser, address, "phone")
    check("no sign of pages where none is shown", not phone.is_visible("#new"))
    phone.evaluate("window.scrollTo(0, 200)")
    found = delays(screen, terminal)
    print(f"key to page: median {statistics.median(found):.0f} ms, most {max(found):.0f} ms")
    check("every act reached the page", max(found) < 2000)
    check(f"median within {BUDGET:.0f} ms", statistics.median(found) <= BUDGET)
    fresh = visit(browser, address, "television")
    time.sleep(0.5)
    check(f"after {len(found)} acts the page is as one that is loaded anew", screen.screenshot() == fresh.screenshot())
    check(
        "no part leaves its column as a foe is hidden",
        fresh.evaluate(PLACES, [*"ABCDEFGHIJKL"]) == fresh.evaluate(PLACES, [*"ABCDEFGHIJK"]),
    )
    check("a phone keeps its place", phone.evaluate("window.scrollY") == 200)
    press(terminal, b"P", b"c")
    check("a closed page says so", "closed" in screen.inner_text("#line"))
    press(terminal, b"m", b"\x1b")
    check("it comes back when it is opened again", _soon(lambda: not screen.is_visible("#line")))
    terminal.close()
    check("a lost line is told", _soon(lambda: "lost" in screen.inner_text("#line")))
    check("the picture stays", screen.is_visible("#order"))
    check(f"nothing in the browser's console: {faults}", not faults)
    return all(results)


def _soon(condition: Callable[[], bool]) -> bool:
    end = time.time() + 8
    while not condition():
        if time.time() > end:
            return False
        time.sleep(0.1)
    return True


def main() -> int:
    """Measure; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--pictures", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        terminal = Terminal(prepare(Path(name)))
        terminal.until("command")
        terminal.quiet()
        browser = playwright.chromium.launch(executable_path=chosen.chromium, args=list(FLAGS))
        try:
            return 0 if measure(browser, terminal, chosen.pictures) else 1
        finally:
            browser.close()


if __name__ == "__main__":
    sys.exit(main())
