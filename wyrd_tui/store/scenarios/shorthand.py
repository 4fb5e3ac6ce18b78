"""Short forms of tables, such as `"Master Duelist: +2 Fight when fencing"`.

Each function turns text into the table that it stands for, and leaves everything else for the models to judge.
"""

from __future__ import annotations

import re
from typing import Any

from wyrd_tui.store.files.clean import clean
from wyrd_tui.store.scenarios.presets import shipped

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
    rf"(?P<value>[-+−]\s?\d{{1,2}})\s+(?:to|on)\s+(?P<skills>(?:(?!{_UNLESS}).)+?){_ROLLS}(?:,?\s+(?P<when>.*))?",
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
_LIMITED = re.compile(rf"{_USES}[,:]?\s*(?P<text>.*)", re.IGNORECASE | re.DOTALL)
_LIMIT = re.compile(rf"(?:^|,?\s+)(?:{_USES}|\({_USES.replace('?P<', '?P<in_')}\))(?=$|[\s,:])", re.IGNORECASE)
_PERMISSION = re.compile(rf"may\s+(?:use|roll){_SKILL}{_SINCE}", re.IGNORECASE)


def expand_trait(value: object) -> object:
    """Turn `Name`, `Name: effect; effect`, or the id of a shipped trait or piece of gear, into a table."""
    if isinstance(value, dict) and isinstance(value.get("effects"), list):
        return {**value, "effects": [each for one in value["effects"] for each in _listed(one)]}
    if not isinstance(value, str) or len(value) > LONGEST_SHORTHAND:
        return value
    text = clean(value, most=LONGEST_SHORTHAND)
    text = shipped("belongings").get(text, text)
    name, _, rest = _published(text) or text.partition(": ")
    table: dict[str, Any] = {"name": name}
    effects = [each for part in rest.split(";") if part.strip() for each in _effects(part.strip())]
    if len(effects) == 1:
        table |= effects[0]
    elif effects:
        table["effects"] = effects
    return table


def expand_effect(value: object) -> object:
    """Turn one effect in words into a table; of several the first, since lists were split before."""
    if not isinstance(value, str) or len(value) > LONGEST_SHORTHAND:
        return value
    return _effects(clean(value, most=LONGEST_SHORTHAND))[0]


def expand_like(value: object) -> object:
    """Turn the id of what an entry is like into a table."""
    return {"like": value} if isinstance(value, str) else value


def expand_note(value: object) -> object:
    """Turn `Title`, `Title: text` or plain text into a table; the first words of a long text become its title."""
    if not isinstance(value, str):
        return value
    text = clean(value, lines=True)
    head, colon, rest = text.partition(": ")
    if colon and rest.strip() and "\n" not in head and len(head) <= _HEAD_LETTERS:
        return {"title": head, "text": rest}
    if "\n" not in text and len(text) <= _TITLE_LETTERS:
        return {"title": text}
    first = clean(text, most=_TITLE_LETTERS)
    if first.endswith("…"):
        first = f"{first[:-1].rpartition(' ')[0] or first[:-1]}…"
    return {"title": first, "text": text}


def _listed(value: object) -> list[object]:
    """Split words that stand for two effects into both of them; leave any other entry as it is."""
    if not isinstance(value, str) or len(value) > LONGEST_SHORTHAND:
        return [value]
    effects = _effects(clean(value, most=LONGEST_SHORTHAND))
    return [*effects] if len(effects) > 1 else [value]


def _published(text: str) -> tuple[str, str, str] | None:
    """Split a trait at the dash with which texts part its name from what it does; None where that is nothing known."""
    name, dash, rest = text.partition(" – ")
    known = dash and ": " not in name and all(effect["kind"] != "special" for effect in _effects(rest))
    return (name, dash, rest) if known else None


def _effects(text: str) -> list[dict[str, Any]]:
    """Read an effect; what has a limit, and a bonus for several ratings, is more than one."""
    limit = _LIMIT.search(text)
    if limit is not None:
        rest = (text[: limit.start()] + text[limit.end() :]).strip(" ,:")
        found = _bonuses(rest) or [one for one in [_effect(rest)] if one["kind"] in ("substitute", "reroll")]
        if found:
            return [*found, _limited(limit)]
    return _bonuses(text) or [_effect(text)]


def _without_lead(text: str) -> str:
    for words, instead in _LEADING:
        if found := words.match(text):
            text = found.expand(instead) + text[found.end() :]
    return text


def _bonuses(text: str) -> list[dict[str, Any]]:
    """Read a bonus, one for each rating that it names; empty where it is none."""
    text = _without_lead(text).rstrip(".")
    if match := _RATINGS.fullmatch(text):
        names = re.split(r"\s*(?:,|/|\bor\b|\band\b)\s*", match["skills"], flags=re.IGNORECASE)
        return [_bonus(match, name) for name in names if name]
    if match := _BONUS.fullmatch(text):
        names = re.split(r"\s*/\s*|\s+or\s+", match["skill"] or "", flags=re.IGNORECASE)
        return [_bonus(match, name) for name in names]
    return []


def _bonus(match: re.Match[str], skill: str) -> dict[str, Any]:
    table = _table("bonus", match, value=int(match["value"].replace(" ", "").replace("−", "-")))
    return table | ({"skill": skill} if skill else {})


def _limited(match: re.Match[str]) -> dict[str, Any]:
    found = {name.removeprefix("in_"): text for name, text in match.groupdict().items() if text}
    uses = int(found["uses"]) if "uses" in found else 2 if found["word"].casefold() == "twice" else 1
    return {"kind": "limited", "uses": uses, "per": found["per"].casefold()}


def _effect(text: str) -> dict[str, Any]:
    if match := _REROLL.fullmatch(_without_lead(text)):
        return _table("reroll", match, after="any" if match["any"] else "failed")
    if match := _SUBSTITUTE.fullmatch(text):
        return _table("substitute", match)
    if match := _LIMITED.fullmatch(text):
        return {**_limited(match), "text": match["text"]}
    if match := _PERMISSION.fullmatch(text):
        return _table("permission", match)
    if text.casefold().startswith("may "):
        return {"kind": "permission", "text": text}
    return {"kind": "special", "text": text}


def _table(kind: str, match: re.Match[str], **more: Any) -> dict[str, Any]:  # noqa: ANN401 - any TOML value
    named = {name: match[name] for name in ("skill", "use", "instead_of", "when") if match.re.groupindex.get(name)}
    table = {name: text for name, text in named.items() if text}
    if "skill" in table:
        skill = re.sub(r"(?:^|\s+)(?:checks?|rolls?|tests?)$", "", table.pop("skill"), flags=re.IGNORECASE)
        table |= {"skill": skill} if skill else {}
    if "when" in table:
        table["when"] = re.sub(r"^when\s+", "", table["when"], flags=re.IGNORECASE)
    return {"kind": kind, **table, **more}
