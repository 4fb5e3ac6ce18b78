"""Short forms of tables, such as `"Master Duelist: +2 Fight when fencing"`.

Each function turns text into the table that it stands for; the models judge the table.
"""

from __future__ import annotations

import re
from typing import Any

from wyrd_tui.store.files.clean import clean
from wyrd_tui.store.scenarios.presets import shipped_belongings

Table = dict[str, Any]
LONGEST_SHORTHAND = 500
_TITLE_LETTERS = 60
_HEAD_LETTERS = 50

_WORDS = r"(?:when|whenever|where|while|if|in|at|on|against|with|during|to|for|from)\b"
_SINCE = rf"(?:(?:,\s*|\s+(?={_WORDS}))(?P<when>.*))?"
_SKILL = rf"(?:\s+(?!{_WORDS})(?P<skill>[^,]+?))?"
_BONUS = re.compile(rf"(?P<value>[-+−]\s?\d{{1,2}})(?:\s+to)?{_SKILL}{_SINCE}", re.IGNORECASE)
_ROLLS = r"(?:-based|\s+based)?\s+(?:checks?|rolls?|tests?|attempts?)"
_UNLESS = r"\b(?:when|whenever|where|while|if|against|during)\b"
_RATINGS = re.compile(
    rf"(?P<value>[-+−]\s?\d{{1,2}})\s+(?:to|on)\s+(?P<skill>(?:(?!{_UNLESS}).)+?){_ROLLS}(?:,?\s+(?P<when>.*))?",
    re.IGNORECASE,
)
"""A bonus for rolls of one rating or several, such as `+2 to Crafts or Lore checks when …`."""
_LEADING = (
    (re.compile(r"(?:gains?|gets?|grants?|gives?)\s+(?=[-+−]\s?\d|a\s+bonus\b)", re.IGNORECASE), ""),
    (re.compile(r"can\s+(?=re-?rolls?\b)", re.IGNORECASE), ""),
    (re.compile(r"a\s+bonus\b", re.IGNORECASE), "+2"),
    (re.compile(r"([-+−]\s?\d{1,2})\s+bonus\b", re.IGNORECASE), r"\1"),
)
"""Words in which texts lead up to a number or a second throw; a bonus without a number is +2 (WE-22)."""
_REROLL = re.compile(rf"re-?rolls?(?:\s+(?P<any>any))?(?:\s+a)?(?:\s+failed)?{_SKILL}{_SINCE}", re.IGNORECASE)
_SUBSTITUTE = re.compile(
    rf"use\s+(?P<use>[^,]+?)\s+(?:for|instead of)\s+(?P<instead_of>[^,]+?){_SINCE}",
    re.IGNORECASE,
)
_USES = r"(?:(?P<word>once|twice)|(?P<uses>\d{1,2})\s+times?)\s+(?:per|a|each|every)\s+(?P<per>scene|session)"
_LIMIT = re.compile(rf"(?:^|,?\s+)(?:{_USES}|\({_USES.replace('?P<', '?P<in_')}\))(?=$|[\s,:])", re.IGNORECASE)
_PERMISSION = re.compile(rf"may\s+(?:use|roll){_SKILL}{_SINCE}", re.IGNORECASE)


def expand_trait(text: str) -> Table:
    """Turn `Name`, `Name: effect; effect`, or the id of a shipped trait or piece of gear, into a table.

    Raises:
        ValueError: If the text is too long for the short form.
    """
    text = _clean(text)
    text = shipped_belongings().get(text, text)
    name, _, rest = _published(text) or text.partition(": ")
    effects = [each for part in rest.split(";") if part.strip() for each in _effects(part.strip())]
    if len(effects) == 1:
        return {"name": name, **effects[0]}
    return {"name": name, "effects": effects} if effects else {"name": name}


def expand_effect(text: str) -> Table:
    """Turn one effect in words into a table; of several the first, since lists were split before.

    Raises:
        ValueError: If the text is too long for the short form.
    """
    return _effects(_clean(text))[0]


def split_effects(value: object) -> object:
    """Split words in a list that stand for two effects into both of them; leave any other entry as it is."""
    if not isinstance(value, list):
        return value
    short = (
        [one] if not isinstance(one, str) or len(one) > LONGEST_SHORTHAND else _effects(_clean(one)) for one in value
    )
    return [effect for effects in short for effect in effects]


def expand_like(text: str) -> Table:
    """Turn the id of an entry into one that is like it."""
    return {"like": text}


def expand_note(text: str) -> Table:
    """Turn `Title`, `Title: text` or plain text into a table; the first words of a long text become its title."""
    text = clean(text, lines=True)
    head, colon, rest = text.partition(": ")
    if colon and rest.strip() and "\n" not in head and len(head) <= _HEAD_LETTERS:
        return {"title": head, "text": rest}
    if "\n" not in text and len(text) <= _TITLE_LETTERS:
        return {"title": text}
    first = clean(text, most=_TITLE_LETTERS)
    if first.endswith("…"):
        first = f"{first[:-1].rpartition(' ')[0] or first[:-1]}…"
    return {"title": first, "text": text}


def _clean(text: str) -> str:
    if len(text) > LONGEST_SHORTHAND:
        raise ValueError("is too long for the short form; write a table")
    return clean(text, most=LONGEST_SHORTHAND)


def _published(text: str) -> tuple[str, str, str] | None:
    """Split a trait at the dash with which texts part its name from what it does; None where that is nothing known."""
    name, dash, rest = text.partition(" – ")
    known = dash and ": " not in name and all(effect["kind"] != "special" for effect in _effects(rest))
    return (name, dash, rest) if known else None


def _effects(text: str) -> list[Table]:
    """Read an effect; what has a limit, and a bonus for several ratings, is more than one."""
    limit = _LIMIT.search(text)
    if limit is None:
        return _unlimited(text)
    found = {name.removeprefix("in_"): word.casefold() for name, word in limit.groupdict().items() if word}
    uses = int(found["uses"]) if "uses" in found else 2 if found["word"] == "twice" else 1
    limited = {"kind": "limited", "uses": uses, "per": found["per"]}
    rest = (text[: limit.start()] + text[limit.end() :]).strip(" ,:")
    if known := [one for one in _unlimited(rest) if one["kind"] in ("bonus", "substitute", "reroll")]:
        return [*known, limited]
    return _unlimited(text) if limit.start() else [{**limited, "text": rest}]


def _unlimited(text: str) -> list[Table]:
    """Read an effect without a limit; a bonus is one for each rating that it names."""
    plain = text
    for words, instead in _LEADING:
        if found := words.match(plain):
            plain = found.expand(instead) + plain[found.end() :]
    for pattern, joints in ((_RATINGS, r"\s*(?:,|/|\bor\b|\band\b)\s*"), (_BONUS, r"\s*/\s*|\s+or\s+")):
        if match := pattern.fullmatch(plain.rstrip(".")):
            bonus = _table("bonus", match, value=int(match["value"].replace(" ", "").replace("−", "-")))
            names = re.split(joints, match["skill"] or "", flags=re.IGNORECASE)
            return [bonus | {"skill": name} for name in names if name] or [bonus]
    if match := _REROLL.fullmatch(plain):
        return [_table("reroll", match, after="any" if match["any"] else "failed")]
    for kind, pattern in (("substitute", _SUBSTITUTE), ("permission", _PERMISSION)):
        if match := pattern.fullmatch(text):
            return [_table(kind, match)]
    return [{"kind": "permission" if text.casefold().startswith("may ") else "special", "text": text}]


def _table(kind: str, match: re.Match[str], **more: Any) -> Table:  # noqa: ANN401 - any TOML value
    named = {name: match[name] for name in ("skill", "use", "instead_of", "when") if match.re.groupindex.get(name)}
    table = {name: text for name, text in named.items() if text}
    if "skill" in table:
        skill = re.sub(r"(?:^|\s+)(?:checks?|rolls?|tests?)$", "", table.pop("skill"), flags=re.IGNORECASE)
        table |= {"skill": skill} if skill else {}
    if "when" in table:
        table["when"] = re.sub(r"^when\s+", "", table["when"], flags=re.IGNORECASE)
    return {"kind": kind, **table, **more}
