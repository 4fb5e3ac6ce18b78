"""Words that are spelt like a misspelt one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST_NEAR, MOST_NEAR, _MOST_PARTS, _TRIED = 80, 2000, 6, 20


def suggest_word(word: str, words: Iterable[str], least: float = 0.6) -> str:
    """Ask whether a known word so much like a misspelt one was meant, 1 for the same; empty where none is like it."""
    meant = nearest_word(word, words, least)
    return f" Did you mean {meant}?" if meant else ""


def suggest_in_problem(word: str, words: Iterable[str], least: float = 0.6) -> str:
    """Suggest the likeliest of some words as `; did you mean …?`.

    Nothing where none is at `least` so much like it, 1 for the same, or where there are too many.
    """
    # Only a slip needs it.
    from wyrd_tui.engine.letters import quote_text

    by_fold = {known.casefold(): known for known in words}
    close = nearest_word(word.casefold(), by_fold, least)
    return f"; did you mean {quote_text(by_fold[close])}?" if close else ""


def nearest_word(word: str, words: Iterable[str], least: float = 0.6) -> str:
    """Return the known word that is most like a misspelt one, at least so much; empty where none is."""
    # Slow to import, and only a slip needs it.
    from wyrd_tui.engine.ids import slug

    known = [name for name in words if len(name) <= LONGEST_NEAR]
    # Among very many names a guess would take too long.
    if len(known) > MOST_NEAR or len(word) > LONGEST_NEAR:
        return ""
    if close := _closest(word, known, least):
        return close
    # People type one part of a name that has several.
    parts = {part: name for name in reversed(known) for part in slug(name).split("-")[:_MOST_PARTS] if len(part) > 1}
    return parts.get(_closest(slug(word), parts, 0.75), "")


def is_respelt(word: str, other: str) -> bool:
    """Tell if two words differ by a slip of the pen alone: *Blakc*, *Black*."""
    return bool(_closest(word, [other], 0.85))


def _closest(word: str, known: Iterable[str], least: float) -> str:
    """Return the word that is most like another, at least so much; empty where none is."""
    import difflib

    matcher = difflib.SequenceMatcher(b=word)
    likely: list[tuple[float, str]] = []
    for name in known:
        matcher.set_seq1(name)
        if matcher.real_quick_ratio() >= least:
            likely.append((matcher.quick_ratio(), name))
    # To compare in earnest takes long, and a file may hold many words that only look alike.
    tried = [name for _, name in sorted(likely, reverse=True)[:_TRIED]]
    return next(iter(difflib.get_close_matches(word, tried, 1, least)), "")
