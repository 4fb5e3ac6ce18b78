"""The evening as Markdown: scene by scene what happened, then how everybody and everything stands."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from wyrd_tui.engine.events import Staged
from wyrd_tui.engine.session import Turn
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.engine.words import signed, value_name

_SPECIAL = set("\\`*_{}[]()<>#+-.!|~&$@^=:\"'")


def inert(text: str) -> str:
    """Outside text as Markdown that means nothing but itself: every mark that could act is escaped."""
    return "".join(f"\\{mark}" if mark in _SPECIAL and not _harmless(mark) else mark for mark in text)


def _harmless(mark: str) -> bool:
    # These act only in company of others that are escaped, and read badly with a backslash before each.
    return mark in ".,'\":=^@$()"


def recap(state: State, turns: Iterable[Turn]) -> str:
    """The whole table as Markdown.

    Args:
        state: How it stands now.
        turns: What was done and not undone, oldest first.
    """
    lines = [f"# {inert(state.title or 'The table')}"]
    lines += _story(turns)
    lines += ["## How things stand", ""]
    lines += _people(state)
    lines += _abacus(state)
    lines += _pages(state)
    return "\n".join(lines).rstrip() + "\n"


def _story(turns: Iterable[Turn]) -> Iterator[str]:
    """Bullets under a heading for each scene; a scene's heading is written once it has its title."""
    scene = (1, "")
    current = 1
    headed: tuple[int, int, str] = (0, 0, "")
    for turn in turns:
        begun = next((event for event in turn.events if isinstance(event, Staged)), None)
        ends = begun is not None and begun.scene.number != scene[0]
        if begun is not None and not ends:
            scene = (begun.scene.number, begun.scene.title)
        number, title, evening = scene[0], scene[1], current
        if headed != (evening, number, title):
            if headed[0] != evening:
                yield from ("", f"## Evening {evening}")
            yield from ("", f"### Scene {number}" + (f": {inert(title)}" if title else ""), "")
            headed = (evening, number, title)
        yield from _bullets(turn)
        if begun is not None:
            scene = (begun.scene.number, begun.scene.title)
            current = begun.evening
    yield ""


def _bullets(turn: Turn) -> Iterator[str]:
    stamp = time.strftime("%H:%M", time.localtime(turn.at)) if turn.at else ""
    for index, line in enumerate(turn.lines):
        if index == 0:
            yield f"- {stamp + ' ' if stamp else ''}{inert(line)}"
        else:
            yield f"  - {inert(line)}"


def _people(state: State) -> Iterator[str]:
    actors = [actor for actor in state.actors.values() if actor.side == "party" or _marked(actor)]
    if not actors:
        return
    yield from ("### People", "")
    for actor in actors:
        facts = [*_tracks(actor), *(_condition(c.label, c.note) for c in actor.conditions), *_bonuses(state, actor)]
        group = f" ×{actor.count}" if actor.kind == "mook" else ""
        yield f"- **{inert(actor.name)}**{group}: {'; '.join(facts) or 'unhurt'}"
    yield ""


def _marked(actor: Actor) -> bool:
    return bool(actor.conditions) or any(row.marks for sheet in actor.sheets.values() for row in sheet.track)


def _condition(label: str, note: str) -> str:
    return inert(label) + (f" – {inert(note)}" if note else "")


def _tracks(actor: Actor) -> Iterator[str]:
    for sheet in actor.sheets.values():
        for row in sheet.track:
            if row.marks:
                yield f"{inert(row.label.casefold())} {row.marks} of {row.boxes}{_penalty(row)}"


def _penalty(row: Row) -> str:
    hurts = ", ".join(f"{inert(hurt.name)} −{hurt.by}" for hurt in row.hurts)
    return f" ({hurts})" if hurts else ""


def _bonuses(state: State, actor: Actor) -> Iterator[str]:
    for bonus in state.bonuses.values():
        if bonus.owner == actor.id:
            yield f"{bonus.kind} {inert(bonus.label)} {signed(bonus.value)}"


def _abacus(state: State) -> Iterator[str]:
    if not state.challenges:
        return
    yield from ("### Challenges and clocks", "")
    for challenge in state.challenges.values():
        yield f"- **{inert(challenge.title)}**: {_standing(challenge)}"
    yield ""


def _standing(challenge: Challenge) -> str:
    value = f", {value_name(challenge.game, challenge.value)}" if challenge.value is not None else ""
    outcome = f", {challenge.outcome}" if challenge.outcome else ""
    return f"{challenge.kind}{value}, {challenge.done} of {challenge.needed}{outcome}"


def _pages(state: State) -> Iterator[str]:
    marked = [page for page in state.book.pages if page.id in state.marks]
    if not marked:
        return
    yield from ("### From the scenario", "")
    for page in marked:
        yield f"- {inert(page.title)}: {inert(state.marks[page.id])}"
    yield ""
