"""Recaps as files: Markdown for the GM and for players, and a page of HTML for players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from wyrd_tui.engine.act import Step
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.markdown import escape_heading, escape_inline
from wyrd_tui.engine.players_recap import PlayersRecap, recap_for_players
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.state import State


def recap_writer(*, players: bool, html: bool) -> Callable[[State, Sequence[Step]], str]:
    """Return the writer of a recap, for the GM or for players.

    Raises:
        Refused: If the GM's recap is wanted as HTML.
    """
    if players:
        write = write_html if html else write_markdown
        return lambda state, steps: write(recap_for_players(state, steps))
    if html:
        raise Refused("Only the recap for players is a page of HTML: write `wyrd recap --players --html TABLE`.")
    return recap


def write_markdown(told: PlayersRecap) -> str:
    """Write the recap as Markdown."""
    lines = [f"# {escape_heading(told.title)}"]
    for chapter in told.chapters:
        lines += ["", f"## {escape_heading(chapter.title)}", "", escape_inline(" ".join(chapter.sentences))]
    for title, rows in _ends(told):
        lines += ["", f"## {title}", "", *(f"- {escape_inline(row)}" for row in rows)]
    return "\n".join(lines) + "\n"


def write_html(told: PlayersRecap) -> str:
    """Write the recap as a page of HTML that needs nothing else."""
    parts = [f"<h1>{escape(told.title)}</h1>"]
    for chapter in told.chapters:
        parts += [f"<h2>{escape(chapter.title)}</h2>", f"<p>{escape(' '.join(chapter.sentences))}</p>"]
    for title, rows in _ends(told):
        parts += [f"<h2>{title}</h2>", "<ul>", *(f"<li>{escape(row)}</li>" for row in rows), "</ul>"]
    style = ":root{color-scheme:light dark}body{max-width:38em;margin:2em auto;padding:0 1em;font:1.1em/1.6 serif}"
    wide = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f'<meta charset="utf-8">{wide}<title>{escape(told.title)}</title><style>{style}</style>'
    return "\n".join(("<!doctype html>", f'<html lang="en"><head>{head}</head><body>', *parts, "</body></html>")) + "\n"


def _ends(told: PlayersRecap) -> Iterator[tuple[str, Sequence[str]]]:
    if told.people:
        yield "How you stand", told.people
    if told.challenges:
        yield "Still open", told.challenges
