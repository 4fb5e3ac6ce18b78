"""Effects of traits in the words of the texts: `+2 to Crafts checks when in a hurry`, `once per scene: reroll Fight`.

A table of keys stands for each effect, as a scenario may write it: `kind`, `skill`, `value`, `when` (WE-17 … WE-22).
"""

from __future__ import annotations

import re
from typing import TypeAlias

EffectKeys: TypeAlias = dict[str, str | int]

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
"""A bonus for rolls of one rating or several, such as “+2 to Crafts or Lore checks when …”."""
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


def split_published(text: str) -> tuple[str, str, str] | None:
    """Split a trait at the dash with which texts part its name from what it does; None where that is nothing known."""
    name, dash, rest = text.partition(" – ")
    known = dash and ": " not in name and all(effect["kind"] != "special" for effect in read_effects(rest))
    return (name, dash, rest) if known else None


def read_effects(text: str) -> list[EffectKeys]:
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


def _unlimited(text: str) -> list[EffectKeys]:
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


def _table(kind: str, match: re.Match[str], **more: str | int) -> EffectKeys:
    found = match.groupdict()
    table = {name: found[name] for name in ("skill", "use", "instead_of", "when") if found.get(name)}
    if "skill" in table:
        skill = re.sub(r"(?:^|\s+)(?:checks?|rolls?|tests?)$", "", table.pop("skill"), flags=re.IGNORECASE)
        table |= {"skill": skill} if skill else {}
    if "when" in table:
        table["when"] = re.sub(r"^when\s+", "", table["when"], flags=re.IGNORECASE)
    return {"kind": kind, **table, **more}
