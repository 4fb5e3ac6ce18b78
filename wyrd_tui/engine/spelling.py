"""Words that are spelt like a misspelt one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST_NEAR, MOST_NEAR, _MOST_PARTS = 80, 2000, 6


def suggest_word(word: str, words: Iterable[str]) -> str:
    """Ask whether a known word much like a misspelt one was meant; empty where none is like it."""
    meant = nearest_word(word, words)
    return f" Did you mean {meant}?" if meant else ""


def nearest_word(word: str, words: Iterable[str]) -> str:
    """Return the known word that is most like a misspelt one; empty where none is."""
    # Slow to import, and only a slip needs them.
    import difflib

    from wyrd_tui.engine.state import slug

    known = [name for name in words if len(name) <= LONGEST_NEAR]
    # Among very many names a guess would take too long.
    if len(known) > MOST_NEAR or len(word) > LONGEST_NEAR:
        return ""
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    if not close:
        # People type one part of a name that has several.
        parts = {part: name for name in reversed(known) for part in slug(name).split("-")[:_MOST_PARTS]}
        close = [parts[part] for part in difflib.get_close_matches(slug(word), parts, n=1, cutoff=0.75)]
    return close[0] if close else ""
