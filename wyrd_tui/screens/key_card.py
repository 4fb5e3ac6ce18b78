"""The key card: every act that has a key, by group, for the help page and for paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual.keys import format_key

from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.voices import game_name
from wyrd_tui.screens.table.verbs import BY_ID, VERBS

VERB_GROUP = "The table"
PAIRS: Mapping[str, tuple[str, str]] = {
    "page-up": ("page-down", "by a page"),
    "first": ("last", "first, last"),
    "harder": ("easier", "difficulty"),
    "rating-next": ("rating-last", "other rating"),
}
"""Verbs that share a row with their opposite, and the label of both."""
MEMBER = "member-"


class KeyRow(NamedTuple):
    """An act with its keys as a keyboard shows them, and the id of its game only where several are played."""

    keys: str
    label: str
    help: str
    game: str = ""


class KeyGroup(NamedTuple):
    """Acts that belong together, under a title."""

    title: str
    rows: tuple[KeyRow, ...]


PROGRAM_ROWS = (
    KeyRow("^q", "leave at once", "Leave the program from any screen; everything is saved."),
    KeyRow("^z", "suspend", "Go back to the shell for a while; fg brings the table back."),
)
"""Keys of the program itself, which no settings change."""


def key_name(keys: str) -> str:
    """Spell keys as a keyboard shows them: `?` for `question_mark`, `^r` for `ctrl+r`; several are apart by spaces."""
    return " ".join(_one_key(key) for key in keys.split())


def _one_key(key: str) -> str:
    if len(key) == 1:
        return key
    held, plus, last = key.rpartition("+")
    return f"{held}{plus}".replace("ctrl+", "^") + format_key(last or key)


def written_keys(act: str, default: str, keys: Mapping[str, str]) -> str:
    """Return the keys of an act, apart by spaces: those of the table where it names any."""
    if keys:
        return keys.get(act, "")
    return default if default == "," else default.replace(",", " ")


def make_card(commands: Iterable[Command], keys: Mapping[str, str]) -> list[KeyGroup]:
    """Collect the acts that have a key, by the headings of the help page.

    Args:
        commands: The commands of the table.
        keys: Keys by the id of a command or verb; their own keys where this is empty.
    """
    rows = [(command, written_keys(command.id, command.key, keys)) for command in commands]
    several = len({command.game for command, given in rows if given and command.game}) > 1
    groups: dict[str, list[KeyRow]] = {}
    for command, given in rows:
        if given:
            row = KeyRow(key_name(given), command.label, command.help, command.game if several else "")
            groups.setdefault(command.group, []).append(row)
    return [KeyGroup(title, tuple(each)) for title, each in groups.items()] + [KeyGroup(VERB_GROUP, verb_rows(keys))]


def verb_rows(keys: Mapping[str, str]) -> tuple[KeyRow, ...]:
    """Return the acts of the table screen itself; the nine that select a member are one row.

    A lesson shows the key that skips it.
    """
    rows: list[KeyRow] = []
    members = [key_name(written_keys(verb.id, verb.keys, keys)) for verb in VERBS if verb.id.startswith(MEMBER)]
    opposites = {opposite for opposite, _ in PAIRS.values()}
    for verb in VERBS:
        if verb.id == "skip-lesson" or verb.id in opposites:
            continue
        if verb.id in PAIRS:
            opposite, label = PAIRS[verb.id]
            both = (verb, BY_ID[opposite])
            names = " ".join(key_name(written_keys(one.id, one.keys, keys)) for one in both).strip()
            rows.append(KeyRow(names, label, " ".join(one.help for one in both)))
        elif not verb.id.startswith(MEMBER):
            rows.append(KeyRow(key_name(written_keys(verb.id, verb.keys, keys)), verb.label, verb.help))
        elif members:
            ends = " … ".join(dict.fromkeys((members[0], members[-1])))
            rows.append(KeyRow(ends, "member", "Select a member of the party by number."))
            members = []
    return (*(row for row in rows if row.keys), *PROGRAM_ROWS)


def write_markdown(title: str, groups: Iterable[KeyGroup]) -> str:
    """Write a card as Markdown, one table for each group."""
    lines = [f"# {title}", ""]
    for group in groups:
        lines += [f"## {group.title}", "", "| key | act | what it does |", "|---|---|---|"]
        for row in group.rows:
            # A bar would end the cell, also inside a code span.
            keys = " ".join(f"`{key}`".replace("|", "\\|") for key in row.keys.split())
            game = f" ({game_name(row.game)})" if row.game else ""
            lines.append(f"| {keys} | {row.label}{game} | {row.help} |")
        lines.append("")
    return "\n".join(lines)


_CSS = (
    "body{font:11pt/1.35 sans-serif;columns:2;margin:1.2cm}h1{column-span:all}h2{margin:.6em 0 .2em;font-size:1.1em}"
    "table{border-collapse:collapse;break-inside:avoid}td{padding:.1em .5em .1em 0;vertical-align:top}"
    "kbd{font:bold 1em monospace;white-space:nowrap}"
)


def write_html(title: str, groups: Iterable[KeyGroup]) -> str:
    """Write a card as one HTML page in two columns, fit to be printed."""
    from xml.etree.ElementTree import Element, SubElement, tostring

    page = Element("html", lang="en")
    head, body = SubElement(page, "head"), SubElement(page, "body")
    SubElement(head, "meta", charset="utf-8")
    SubElement(head, "title").text = SubElement(body, "h1").text = title
    SubElement(head, "style").text = _CSS
    for group in groups:
        SubElement(body, "h2").text = group.title
        table = SubElement(body, "table")
        for row in group.rows:
            line = SubElement(table, "tr")
            SubElement(SubElement(line, "td"), "kbd").text = row.keys
            SubElement(line, "td").text = f"{row.label} ({game_name(row.game)})" if row.game else row.label
            SubElement(line, "td").text = row.help
    return f"<!doctype html>\n{tostring(page, encoding='unicode', method='html')}\n"
