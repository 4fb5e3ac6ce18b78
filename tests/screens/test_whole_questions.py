"""Every question of every command at 80×24 and 120×40: nothing that decides is cut off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest

from tests.scans import report
from tests.screens.abacus_tables import abacus_table
from tests.screens.desk import Desk
from tests.screens.mettle_tables import mettle_table
from tests.screens.shipped import FLIGHT, begun
from tests.table_fakes import tower
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.rules import all_games as rules
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.spans import Span
from wyrd_tui.engine.state import State
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.widgets.cells import clean_line
from wyrd_tui.widgets.glyphs import UNICODE, with_sign
from wyrd_tui.widgets.prompt import offer_pages, prompt_lines
from wyrd_tui.widgets.question import Prompt, PromptChoice
from wyrd_tui.widgets.values import QUESTION_LINES

SIZES = ((80, QUESTION_LINES), (120, 12))
"""Cells of a question, and its lines, on a screen of 80×24 and of 120×40."""
STEPS = 6
LETTERS = " of the Forty Letters and More"


def long_names(state: State) -> State:
    actors = {who: replace(actor, name=f"{actor.name}{LETTERS}"[:40]) for who, actor in state.actors.items()}
    return replace(state, actors=actors)


def questions(state: State, act: str, width: int, most: int) -> Iterator[Prompt]:
    """The questions of a command, each answered with what Enter gives, as far as it gives anything."""
    desk = Desk(state)
    desk.width, desk.tabbed = width, width < 120
    play = Session(state, dice=LiveDice(5), clock=lambda: 0.0)
    table = Controller(play, rules, desk)
    table.open()
    table.perform(act)
    for _ in range(STEPS):
        if table.question is None or play.state is not state:
            return
        asked = table.question(width, UNICODE, most)
        yield asked
        table.key("enter", None)


def words(text: str) -> str:
    return " ".join(clean_line(text).split())


def told_after(key: str, spans: list[Span]) -> str:
    """The text of a choice: from its key to the next one."""
    at = next((number for number, (text, role) in enumerate(spans) if role == "key" and text.strip() == key), -1)
    if at < 0:
        return ""
    end = next((number for number in range(at + 1, len(spans)) if spans[number][1] == "key"), len(spans))
    return "".join(text for text, _ in spans[at + 1 : end])


def faults(asked: Prompt, width: int, most: int) -> Iterator[str]:
    lines = prompt_lines(asked, width, UNICODE, most)
    spans = [span for line in lines for span in (*line, ("\n", "text"))]
    told = words("".join(text for text, _ in spans).replace("\n", " "))
    head = words(" › ".join((asked.label, *asked.answered)))
    if not told.startswith(head):
        yield f"act and answers: {head}"
    preview = asked.refused or asked.aside or asked.preview
    # A fact that begins a line has no dot before it.
    facts = told.replace(" ·", "")
    yield from (f"outcome: {item}" for item in map(words, preview.splitlines()) if item.replace(" ·", "") not in facts)
    shown = [part for part in asked.parts if part.offers or part.typed is not None]
    yield from (f"question: {part.prompt}" for part in shown if words(part.prompt) not in told)
    for part, pages in zip(asked.parts, offer_pages(asked, width, UNICODE, most), strict=True):
        page = next((page for page in pages if part.sight in page), next(iter(pages), range(0)))
        yield from choice_faults([part.offers[at] for at in page], spans)


def choice_faults(offers: Sequence[PromptChoice], spans: list[Span]) -> Iterator[str]:
    for offer in (offer for offer in offers if offer.key):
        choice = told_after(offer.key, spans)
        if not choice:
            yield f"key {offer.key} of {offer.label}"
        elif offer.number is not None and (with_sign(offer.number, UNICODE) if offer.number else "0") not in choice:
            yield f"size of {offer.label}: {choice}"


@pytest.mark.parametrize(
    "named", [long_names, pytest.param(lambda state: state, marks=pytest.mark.long)], ids=["long", "short"]
)
@pytest.mark.parametrize("table", [tower, mettle_table, abacus_table], ids=["engine", "mettle", "abacus"])
def test_act_answers_odds_keys_and_sizes_are_whole(table: Callable[[], State], named: Callable[[State], State]) -> None:
    state = named(table())
    found = [
        f"{command.id} at {width}: {fault}"
        for command in rules.commands_of(state)
        for width, most in SIZES
        for asked in questions(state, command.id, width, most)
        for fault in faults(asked, width, most)
    ]
    report(found)


@pytest.mark.parametrize(("width", "most"), SIZES)
def test_a_reason_that_several_choices_share_stands_once(width: int, most: int) -> None:
    """WE-08: a rating that is not on the sheet counts 0, unlike one that is there with 0."""
    table = begun(FLIGHT, "2 h ⏎")
    assert table.question is not None
    lines = prompt_lines(table.question(width, UNICODE, most), width, UNICODE, most)
    told = "\n".join("".join(text for text, _ in line) for line in lines)
    assert "R Burglary 0 (M–R: not on the sheet)" in told
    assert told.count("not on the sheet") == 1
