"""Recap of a table for its players: the story scene by scene, of what they may see alone.

Every name comes from `KnownNames` and every fact from the players' view as it stood after the act, so that nothing is
told that players did not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from wyrd_tui.engine import events as e
from wyrd_tui.engine.act import Step
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.known import STRANGER, KnownNames, is_known
from wyrd_tui.engine.markdown import escape_heading, escape_inline
from wyrd_tui.engine.page import PAGE_KINDS, RULE
from wyrd_tui.engine.player_view import PlayerView, SeenPage, SeenPerson, hurt_words, player_view
from wyrd_tui.engine.recap import recap as recap_for_gm
from wyrd_tui.engine.state import Actor, State

MOST_JOINED = 3
"""Deeds of one person that stand in one sentence."""


class Chapter(NamedTuple):
    """A scene as players know it: its heading and its sentences."""

    title: str
    sentences: tuple[str, ...]


class PlayersRecap(NamedTuple):
    """The recap: title of the table, chapters of the story, and the facts that stand at its end."""

    title: str
    chapters: tuple[Chapter, ...]
    people: tuple[str, ...]
    challenges: tuple[str, ...]


def recap_for_players(state: State, steps: Iterable[Step]) -> PlayersRecap:
    """Tell a table to its players.

    Args:
        state: The table now.
        steps: Steps done and not undone, oldest first.
    """
    view = player_view(state)
    return PlayersRecap(
        view.title or "The table",
        tuple(list_chapters(steps)),
        tuple(map(_standing, view.party)),
        tuple(
            f"{rod.title}: {rod.done} of {rod.needed}"
            for rod in view.challenges
            if rod.open and rod.needed and not rod.outcome
        ),
    )


# ------------------------------------------------------------------ the story


def list_chapters(steps: Iterable[Step]) -> Iterator[Chapter]:
    """Tell steps scene by scene; a scene of which players saw nothing is left out."""
    found: dict[tuple[int, int, bool], tuple[str, dict[str, str]]] = {}
    state, after = State(), PlayerView()
    for step in steps:
        before = after if step.before is state else player_view(step.before)
        state, after = step.after, player_view(step.after)
        begins = (step.before.scene.number, step.before.evening) != (step.after.scene.number, step.after.evening)
        there, view = (step.before, before) if begins else (step.after, after)
        scene = there.evening, there.scene.number, there.scene.between
        _, told = found.get(scene, ("", {}))
        title = view.scene if there.evening == 1 else f"Evening {there.evening}: {view.scene}"
        found[scene] = title, told
        for key, sentence in _told(step, before, after):
            # Dice that are thrown again tell their own result in place of the first.
            told[key] = sentence
    for title, told in found.values():
        if told:
            yield Chapter(title, tuple(_joined(list(told.values()))))


def _told(step: Step, before: PlayerView, after: PlayerView) -> Iterator[tuple[str, str]]:
    """Tell what players saw of an act, each sentence with a key of its own."""
    number = step.act.number
    rolled = any(isinstance(event, e.Rolled | e.Ruled) for event in step.act.events)
    result = after.last if rolled else ""
    if result and step.after.roll is not None:
        yield f"roll {step.after.roll.number}", result
    for at, sentence in enumerate((*_people(step), *_outcomes(step, result), *_pages(before.pages, after.pages))):
        yield f"{number} {at}", sentence


def _people(step: Step) -> Iterator[str]:
    was, now = KnownNames(step.before), KnownNames(step.after)
    for who, actor in step.after.actors.items():
        old, new = was.name(who), now.name(who)
        if not new or new == STRANGER:
            continue
        earlier = step.before.actors.get(who)
        if not old or old == STRANGER or earlier is None:
            if actor.side != "party":
                yield now.does(who, "appears")
        else:
            if earlier.name != actor.name:
                yield f"{old} is called {new} from now on"
            yield from _harm(earlier, actor, new, now)
    for who, actor in step.before.actors.items():
        if who not in step.after.actors and is_known(actor):
            yield was.does(who, "leaves")


def _harm(earlier: Actor, actor: Actor, name: str, now: KnownNames) -> Iterator[str]:
    fallen = earlier.count - actor.count if actor.kind == "mook" else 0
    if actor.out and not earlier.out:
        yield now.does(actor.id, "is out of the fight")
    elif fallen > 0:
        yield f"{'One' if fallen == 1 else fallen} of {name} {'falls' if fallen == 1 else 'fall'}"
    elif earlier.out and not actor.out:
        yield now.does(actor.id, "is up again")
    elif hurt_words(actor) == "badly hurt" != hurt_words(earlier):
        yield now.does(actor.id, "is badly hurt")


def _outcomes(step: Step, result: str) -> Iterator[str]:
    """Tell the outcomes of challenges, but those that the result of the act's roll has told."""
    was, now = KnownNames(step.before), KnownNames(step.after)
    for event in step.act.events:
        if isinstance(event, e.Settled) and event.outcome:
            rod = step.after.challenges.get(event.challenge) or step.before.challenges.get(event.challenge)
            title = now.title(event.challenge) or was.title(event.challenge)
            if rod is not None and title and title not in result:
                full = "runs full" if rod.kind == "clock" else "is overcome"
                yield f"{title} {full if event.outcome == 'overcome' else 'fails'}"


def _pages(before: Sequence[SeenPage], after: Sequence[SeenPage]) -> Iterator[str]:
    known = {page.title: page.text for page in before}
    for page in after:
        if page.kind != PAGE_KINDS[RULE].word and known.get(page.title) != page.text:
            text = " ".join(page.text.removeprefix(known.get(page.title, "")).split())
            yield f"{page.title}: {text}" if text else page.title


def _joined(sentences: Sequence[str]) -> Iterator[str]:
    """Join sentences of one subject that follow each other: *Ada hits Bob, then misses Cy*."""
    run: list[str] = []
    for sentence in sentences:
        same = _shared_words(run[0], sentence) if run else ""
        if same and len(run) < MOST_JOINED:
            run.append(sentence[len(same) :])
            continue
        if run:
            yield _sentence(run)
        run = [sentence]
    if run:
        yield _sentence(run)


def _shared_words(one: str, other: str) -> str:
    """Return the name with which both sentences begin, before their verbs; empty where they begin otherwise."""
    shared: list[str] = []
    for word, again in zip(one.split(" "), other.split(" "), strict=False):
        if word != again or not word[:1].isupper():
            break
        shared.append(word)
    rest = other[len(" ".join(shared)) :]
    return f"{' '.join(shared)} " if shared and rest.startswith(" ") and rest[1:2].islower() and ":" not in one else ""


def _sentence(run: Sequence[str]) -> str:
    words = ", then ".join(run)
    return words if words.endswith((".", "!", "?", "…", "”")) else f"{words}."


def _standing(person: SeenPerson) -> str:
    wounds = [f"{row.label.casefold()} {row.lost} of {row.left + row.lost}" for row in person.rows if row.lost]
    return f"{person.name}: {', '.join((person.hurt, *wounds, *person.conditions))}"


# ------------------------------------------------------------------ as a file


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
    return recap_for_gm


def write_markdown(recap: PlayersRecap) -> str:
    """Write the recap as Markdown."""
    lines = [f"# {escape_heading(recap.title)}"]
    for chapter in recap.chapters:
        lines += ["", f"## {escape_heading(chapter.title)}", "", escape_inline(" ".join(chapter.sentences))]
    for title, rows in _ends(recap):
        lines += ["", f"## {title}", "", *(f"- {escape_inline(row)}" for row in rows)]
    return "\n".join(lines) + "\n"


def write_html(recap: PlayersRecap) -> str:
    """Write the recap as a page of HTML that needs nothing else."""
    parts = [f"<h1>{escape(recap.title)}</h1>"]
    for chapter in recap.chapters:
        parts += [f"<h2>{escape(chapter.title)}</h2>", f"<p>{escape(' '.join(chapter.sentences))}</p>"]
    for title, rows in _ends(recap):
        parts += [f"<h2>{title}</h2>", "<ul>", *(f"<li>{escape(row)}</li>" for row in rows), "</ul>"]
    style = ":root{color-scheme:light dark}body{max-width:38em;margin:2em auto;padding:0 1em;font:1.1em/1.6 serif}"
    head = f'<meta charset="utf-8"><title>{escape(recap.title)}</title><style>{style}</style>'
    return "\n".join(("<!doctype html>", f'<html lang="en"><head>{head}</head><body>', *parts, "</body></html>")) + "\n"


def _ends(recap: PlayersRecap) -> Iterator[tuple[str, Sequence[str]]]:
    if recap.people:
        yield "How you stand", recap.people
    if recap.challenges:
        yield "Still open", recap.challenges
