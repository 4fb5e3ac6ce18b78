"""Texts that a stranger may write, and a check that none of them acts where it is shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

PAYLOADS: dict[str, str] = {
    "a click": "[@click=app.quit]x[/]",
    "a click in a style": "[$error @click=app.bell]x",
    "a click after a space": "[ @click=app.quit]x[/]",
    "an open tag": "[bold",
    "a closing tag": "[/]",
    "a lone tag": "[-a=b @x]",
    "a link": "[link='https://x.y']z[/link]",
    "a note": "Door [closed] 2d6 [red on]",
    "a colour": "\x1b[31;1mred\x1b[0m",
    "a cleared screen": "\x1b[2J\x1b[H",
    "a reset": "\x1bc",
    "a clipboard": "\x1b]52;c;cHduZWQ=\x1b\\",
    "a title": "\x1b]0;pwned\x07",
    "a hyperlink": "\x1b]8;;https://x.y\x1b\\z\x1b]8;;\x1b\\",
    "a device string": "\x1bP+q544e\x1b\\",
    "a question to the terminal": "\x1b[6n\x1b[c\x05",
    "C1": "\x9b2J\x9d52;c;cHduZWQ=\x9c\x90q\x85",
    "bells and whistles": "\x00\x07\x08\x0b\x0c\x0e\x0f\x7f",
    "turned around": "\u202eevil\u202c \u2066x\u2069 \u200f",
    "nothing to see": "a\u200b\u200c\u200d\u2060\ufeff\u00ad\u061c\U000e0041b",
    "joined by nothing": "\u200bzero\u200d width\u200b",
    "unseen letters": "a\u034fb\u115fc\u1160d\u3164e\uffa0f\u17b4g",
    "an unseen name": "\u3164\u3164 \u115f\u1160\uffa0",
    "signs of no width": "a\U0001d173b\u0600c\u06ddd\u180ee\U000110bdf\U0001343fg",
    "vowels alone": "\u1161\u11a8\ud7b0" * 12,
    "marks": "Z" + "\u0301\u0489\u20dd" * 12,
    "marks alone": "\u0301" * 40,
    "lines": "one\ntwo\r\nthree\rfour\u2028five\u2029six\x85seven",
    "a line of the program's": "x\nSaved. `touch pwned` brings this table back.\nError: y",
    "tabs": "a\tb\t\tc",
    "wide": "漢字かな" * 9,
    "wide and narrow": "漢a" * 18,
    "wide here and narrow there": "§±×÷°¡®αβЖ☆★①─│●○…→①②③℃№™Ω",
    "joined": "👩\u200d👩\u200d👧\u200d👦👍🏽❤\ufe0f🏳\ufe0f\u200d🌈1\ufe0f\u20e3🇩🇪",
    "right to left": "שלום عليكم",
    "long": "x" * 70,
    "very long": "y" * 400,
    "long words": "word " * 14,
    "many words": "word " * 80,
    "a surrogate's neighbour": "\ud7ff\ue000\uffff\U0010ffff",
    "Markdown": "# *a* _b_ `c` <b>d</b> ![e](http://f) &amp; [g]: h",
    "a shell": "x; touch pwned # $(touch pwned) `touch pwned` '\" -rf",
    "a question in a sentence": "` `quit` %s {0} {title} \\ \" '",
}
ENDLESS: dict[str, str] = {
    "endless": "x" * 60_000,
    "endless words": "ab " * 4_000,
    "endless and wide": "漢" * 6_000,
    "endless brackets": "[b]" * 4_000,
    "endless marks": "e\u0301\u0301\u0301" * 2_000,
}
"""Texts that cost, where their cost grows faster than they do; the first is refused with the file that it fills."""
FIELD = "q{:02d}"
FIELDS = tuple(map(FIELD.format, range(100)))
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
_BREAK = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")
_MARKS = ("Mn", "Me")


@lru_cache(4096)
def harmful(text: str) -> str:
    """Name the part of a line that a terminal would obey, or show otherwise than Textual counts; empty for none."""
    if text.isascii() and text.isprintable():
        return ""
    kinds = {unicodedata.category(sign) for sign in text} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    if kinds:
        return f"{sorted(kinds)}"
    if unseen := _UNSEEN.search(text):
        return f"U+{ord(unseen[0]):04X}"
    marks = max((len(run) for run in _runs(text)), default=0)
    return f"{marks} marks" if marks > 2 else ""


def _runs(text: str) -> Iterator[str]:
    run = ""
    for sign in text:
        vowel = "\u1160" <= sign <= "\u11ff" or "\ud7b0" <= sign <= "\ud7fb"
        marks = vowel or unicodedata.combining(sign) or unicodedata.category(sign) in _MARKS
        run = run + sign if marks else ""
        yield run


def wrong_rows(rows: Iterable[str], payload: str) -> Iterator[str]:
    """List the faults of printed rows: one acts, or begins with what followed a line end in the payload."""
    feigned = tuple(part for part in _BREAK.split(payload)[1:] if part.strip())
    for row in rows:
        if why := harmful(row):
            yield f"{why} in {row!r}"
        elif feigned and row.startswith(feigned):
            yield f"a line of its own: {row!r}"


def file_name(payload: str, room: int = 40) -> str:
    """The payload as far as a file can be called so."""
    kept = payload.encode("utf-8", "ignore").decode()
    for sign, other in (("/", "∕"), ("\0", ""), (".", "·")):
        kept = kept.replace(sign, other)
    return kept[:room] or "x"
