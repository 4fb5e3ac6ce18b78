"""Words that the screen draws of a controller: the status line, the warning of the head, and what waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wyrd_tui.engine.voices import game_name, the_game
from wyrd_tui.screens.table import sentences
from wyrd_tui.screens.table.keys import with_keys
from wyrd_tui.widgets.cells import clean_line
from wyrd_tui.widgets.values import Around, HeadRod, Status, Taught

if TYPE_CHECKING:
    from wyrd_tui.screens.table.controller import Controller
    from wyrd_tui.screens.table.matters import OpenMatters


def status_line(table: Controller) -> Status:
    """The status line: the last sentence, and an open question or advice beside it."""
    status = table.speech.status
    pending = "" if table.read_only else banner(table.matters)
    # Opening words have the line for themselves, since they may be long.
    if table.speech.notice and status.said == table.speech.notice and not pending:
        return status
    acts = table.named_acts()
    quiet = table.rules.asides_of_others(table.state, table.cursor.game) if table.speech.news else ()
    advice = tuple(with_keys(hint, acts) for hint in table.speech.news if hint not in quiet)
    if (game := table.cursor.back_in) and game == table.cursor.game:
        advice = (*advice, f"the keys play {the_game(game)} in this fight")
    if table.speech.in_front and table.cursor.lower != "log":
        # The log has come to the front by itself.
        advice = (*advice, f"esc shows the {table.cursor.lower}")
    put_off = table.matters.first is None
    logged = status.said == table.speech.summary != "" and table.cursor.in_sight("log")
    waiting = len(table.matters.waiting) if pending else 0
    return status._replace(pending=pending, advice=advice, put_off=put_off, logged=logged, waiting=waiting)


def why_no_odds(table: Controller) -> str:
    """Why the ladder is empty though a character is selected; empty where none is, or it has a ladder."""
    chosen = table.cursor.selection
    if table.cursor.ladder.odds is not None:
        return ""
    return with_keys(table.rules.why_no_odds(chosen.state_in_game(table.state), chosen.actor), table.named_acts())


def banner(matters: OpenMatters) -> str:
    """Words on the open questions: their number, and the first that is not put off; else the first of all."""
    if not matters.waiting:
        return ""
    first = matters.first or matters.waiting[0]
    return f"{len(matters.waiting)} open{'' if matters.first else ', put off'} · {first.sentence}"


def taught(table: Controller) -> Taught:
    """The lessons, their keys in the place of acts, until all are finished."""
    lessons = table.state.book.lessons
    if (
        not lessons
        or table.read_only
        or table.display.small
        or (at := table.progress.finished(table.session)) == len(lessons)
    ):
        return Taught()
    acts = table.named_acts()
    texts = (with_keys(f"{lesson.text} (`skip-lesson` skips)", acts, bare=True) for lesson in lessons)
    return Taught(tuple(map(clean_line, texts)), at)


def game_in_play(table: Controller) -> str:
    """The name of the game that the keys play; empty at a table of one game."""
    return game_name(table.cursor.game) if len(table.state.games) > 1 else ""


def head_warning(table: Controller) -> str:
    """The words of the head beside the facts: what is not on disk, else the opening words."""
    if unsaved := sentences.unsaved(table.session.journal):
        return unsaved
    # The foot's words are not said twice, but the reason why nothing can change stands here from the first.
    notice = table.speech.notice
    if table.read_only and table.read_only in notice:
        return table.read_only
    return "" if table.asking is None and table.speech.status.said == notice else notice


def head_rods(table: Controller, *, near: bool, around: Around | None = None) -> tuple[HeadRod, ...]:
    """The challenges of the head: those in play, or those near their end alone."""
    return tuple(sentences.list_rods(table.state, table.cursor, near=near, again=table.frame.again, around=around))
