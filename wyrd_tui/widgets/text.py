"""Outside text for the screen: the only two ways by which it is shown.

Textual and Rich both take strings for markup, so a name may hold a click action, a crash or nothing at all. Text was
cleaned where it came in; what is left of control characters is replaced here once more.
"""

from __future__ import annotations

from rich.text import Text
from textual.content import Content

from wyrd_tui.widgets.cells import clean_line


def content(text: str) -> Content:
    """Outside text for Textual's widgets, shown letter by letter."""
    return Content("\n".join(clean_line(line) for line in text.split("\n")))


def text(text: str) -> Text:
    """Outside text for widgets built on Rich, shown letter by letter."""
    return Text("\n".join(clean_line(line) for line in text.split("\n")))
