"""Small facts of a row, folded or set one after another over a few lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wyrd_tui.engine.spans import Span
from wyrd_tui.widgets.cells import cells, cut_counted, wrap
from wyrd_tui.widgets.pane_items import PaneItem
from wyrd_tui.widgets.spans import EMPTY, Line, width_of

SPARE = ("dim", "gain")
"""Roles of facts that give way where there is no room for all."""


def fold_facts(parts: Sequence[Span], width: int) -> list[Span]:
    """Break facts that are longer than a line; the last word of one never stands alone."""
    folded: list[Span] = []
    for text, role in parts:
        *rows, last = wrap(text, width)
        if rows and " " not in last and " " in rows[-1]:
            rows[-1], _, word = rows[-1].rpartition(" ")
            last = f"{word} {last}" if cells(word) + 1 + cells(last) <= width else last
        folded += [(row, role) for row in (*rows, last)]
    return folded


def wrap_facts(facts: Iterable[str], width: int, gap: str) -> list[str]:
    """Wrap small facts between these, so that a number stays with what it counts.

    One that is longer than a line is broken between its words.
    """
    lines: list[str] = []
    for fact in facts:
        if lines and cells(lines[-1]) + cells(gap) + cells(fact) <= width:
            lines[-1] += gap + fact
        else:
            lines += wrap(fact, width)
    return lines


def flow_facts(
    parts: Sequence[Span], width: int, gap: str, most: int, more: str, *, spare: bool = False
) -> tuple[Line, ...]:
    """Small facts set one after another over at most `most` lines of a width; the last says how many are missing.

    Where some are `spare`, dim ones take what the others leave, in their order, and a sign says that more have no room.
    """
    if spare and not fits_in_lines(parts, width, gap, most):
        return _with_spare(parts, width, gap, most, more)
    lines: list[Line] = []
    line: list[Span] = []
    used = 0
    for index, (text, role) in enumerate(parts):
        size = cells(text)
        if line and used + cells(gap) + size > width:
            if len(lines) + 1 == most:
                missing = f"{gap}{more}{len(parts) - index} more"
                if len(line) == 1 and used + cells(missing) > width > used + cells(more):
                    # A fact that stands alone is not cut for the number of others.
                    missing = f" {more}"
                kept = _trimmed(tuple(line), width - cells(missing), more)
                return (*lines, (*kept, (missing, "dim")))
            lines.append(tuple(line))
            line, used = [], 0
        if line:
            line.append((gap, "faint"))
            used += cells(gap)
        line.append((cut_counted(text, width, more), role))
        used += min(size, width)
    if line:
        lines.append(tuple(line))
    return tuple(lines) or (EMPTY,)


def fits_in_lines(parts: Sequence[Span], width: int, gap: str, most: int = 1) -> bool:
    """Tell if small facts have room in so many lines."""
    lines, used = 1, 0
    for text, _ in parts:
        used += cells(text) + (cells(gap) if used else 0)
        if used > width:
            lines, used = lines + 1, cells(text)
    return lines <= most


def _with_spare(parts: Sequence[Span], width: int, gap: str, most: int, more: str) -> tuple[Line, ...]:
    """Set small facts over lines, the dim ones in what the others leave, and harm before gains.

    Of facts that are all dim, the first may be cut.
    """
    needed = [part for part in parts if part[1] != "dim"]
    if not fits_in_lines(needed, width, gap, most):
        needed = [part for part in needed if part[1] != "gain"]
    if not fits_in_lines(needed, width, gap, most):
        return flow_facts([*needed, *(part for part in parts if part not in needed)], width, gap, most, more)
    lines = list(flow_facts(needed, width, gap, most, more)) if needed else []
    for part in (part for part in parts if part not in needed):
        size = cells(part[0])
        if lines and width_of(lines[-1]) + cells(gap) + size <= width:
            lines[-1] = (*lines[-1], (gap, "faint"), part)
        elif len(lines) < most and (size <= width or not lines):
            lines.append(((cut_counted(part[0], width, more), part[1]),))
        else:
            # A lesser rating in place of a greater one would say that the greater is not there.
            while width_of(lines[-1]) + 1 + cells(more) > width and lines[-1][-1][1] == "dim" and len(lines[-1]) > 1:
                lines[-1] = lines[-1][:-2]
            if width_of(lines[-1]) + 1 + cells(more) > width and len(lines[-1]) == 1:
                ((text, role),) = lines[-1]
                lines[-1] = ((text.rpartition(" ")[0] or text, role),)
            if width_of(lines[-1]) + 1 + cells(more) <= width:
                lines[-1] = (*lines[-1], (f" {more}", "faint"))
            break
    return tuple(lines)


def _trimmed(line: Line, room: int, more: str) -> Line:
    kept: list[Span] = []
    for text, role in line:
        if cells(text) > room:
            kept.append((cut_counted(text, max(0, room), more), role))
            break
        kept.append((text, role))
        room -= cells(text)
    return tuple(kept)


def spend_rows(items: list[PaneItem], fuller: Sequence[PaneItem], left: int) -> int:
    """Put fuller items in place of others as far as rows are left, from the first on; return how many are left then."""
    for index, item in enumerate(fuller):
        more = len(item.lines) - len(items[index].lines)
        if 0 <= more <= left:
            items[index], left = item, left - more
    return left
