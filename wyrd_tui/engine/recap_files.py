"""Recaps as files: Markdown for the GM and for players, and a page of HTML for players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from wyrd_tui.engine.act import Step
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.markdown import escape_heading, escape_line_start
from wyrd_tui.engine.players_recap import Chapter, PlayersRecap, recap_for_players
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
    for chapter in _chapters(told):
        lines += ["", f"## {escape_heading(chapter.title)}"] if chapter.title else []
        for paragraph in chapter.paragraphs:
            lines += ["", escape_line_start(" ".join(paragraph))]
    return "\n".join(lines) + "\n"


def write_html(told: PlayersRecap) -> str:
    """Write the recap as a page of HTML that needs nothing else."""
    parts = [f"<h1>{escape(told.title)}</h1>"]
    for chapter in _chapters(told):
        parts += [f"<h2>{escape(chapter.title)}</h2>"] if chapter.title else []
        parts += [f"<p>{escape(' '.join(paragraph))}</p>" for paragraph in chapter.paragraphs]
    style = ":root{color-scheme:light dark}body{max-width:38em;margin:2em auto;padding:0 1em;font:1.1em/1.6 serif}"
    wide = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f'<meta charset="utf-8">{wide}<title>{escape(told.title)}</title><style>{style}</style>'
    return "\n".join(("<!doctype html>", f'<html lang="en"><head>{head}</head><body>', *parts, "</body></html>")) + "\n"


def _chapters(told: PlayersRecap) -> Iterator[Chapter]:
    """Yield the chapters, and one more on how things stand at the end."""
    yield from told.chapters
    if ends := tuple(filter(None, (told.people, told.challenges))):
        yield Chapter("How things stand", ends)
