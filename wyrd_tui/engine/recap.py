"""Recap of a table as Markdown: the deeds of each scene, the state of actors and challenges, and the log."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

from wyrd_tui.engine import events as e
from wyrd_tui.engine.act import Step
from wyrd_tui.engine.deeds import shares
from wyrd_tui.engine.last_time import PLAYED
from wyrd_tui.engine.markdown import escape_heading, escape_inline, escape_line_start
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.page import PAGE_KINDS, Page
from wyrd_tui.engine.state import Actor, Challenge, Scene, State
from wyrd_tui.engine.voices import value_name, voice_of
from wyrd_tui.engine.voices.voice import rod_in
from wyrd_tui.engine.words import name_of, signed


class Episode(NamedTuple):
    """A scene, or the time after one, with its steps."""

    evening: int
    title: str
    steps: list[Step]
    scene: bool


def recap(state: State, steps: Sequence[Step]) -> str:
    """Write the whole table as Markdown.

    Args:
        state: The table now.
        steps: Steps done and not undone, oldest first.
    """
    episodes = list_episodes(steps)
    lines = [f"# {escape_heading(state.title or 'The table')}"]
    lines += _story(episodes)
    lines += ["", "## How things stand", ""]
    lines += _ends(state)
    lines += _people(state, _sizes(steps))
    lines += _abacus(state, steps)
    lines += _pages(state, steps)
    lines += _log(episodes)
    return "\n".join(lines).rstrip() + "\n"


# ------------------------------------------------------------------ scenes


def scene_of(step: Step) -> tuple[int, Scene]:
    """Return the evening and the scene of a step; the steps that begin and end a scene are part of it.

    A step that ends one scene and begins the next is part of the next.
    """
    before, after = step.before, step.after
    same = before.scene.number == after.scene.number and before.evening == after.evening
    begins = _begins(step)
    return (after if begins else before).evening, (after if same or begins else before).scene


def _begins(step: Step) -> bool:
    return any(isinstance(event, e.Staged) and event.cause == "begins" for event in step.act.events)


def list_episodes(steps: Iterable[Step]) -> list[Episode]:
    """Group steps by scene; a scene is headed by its last title, or by all where several acts began in it.

    Steps before a scene begins stand after the scene before it, and notes that are written after an evening are
    part of that evening.
    """
    steps = list(steps)
    waiting = {step.after.scene.number for step in steps if _begins(step)}
    found: dict[tuple[int, int, bool], tuple[list[str], list[Step]]] = {}
    over = False
    for step in steps:
        evening, scene = scene_of(step)
        over = over and not any(isinstance(event, PLAYED) for event in step.act.events)
        evening -= over
        over = over or any(isinstance(event, e.Staged) and event.cause == "evening ends" for event in step.act.events)
        if _begins(step):
            waiting.discard(scene.number)
        between = scene.between or (scene.number in waiting and not scene.title)
        titles, own = found.setdefault((evening, scene.number, between), ([], []))
        own.append(step)
        if scene.title and scene.title not in titles:
            titles.append(scene.title)
    played: set[int] = set()
    episodes = []
    for (evening, number, between), (titles, own) in found.items():
        quiet = not titles and not any(_rolls(step) for step in own)
        is_scene = not (between or (quiet and number > 1))
        if not is_scene:
            title = f"After scene {number - 1}" if number > 1 else "Before the first scene"
        else:
            again = ", continued" if number in played else ""
            title = f"Scene {number}{again}" + (f": {', then '.join(titles)}" if titles else "")
            played.add(number)
        episodes.append(Episode(evening, title, own, is_scene))
    return episodes


def _rolls(step: Step) -> bool:
    return any(isinstance(event, e.Rolled) for event in step.act.events)


def _story(episodes: Iterable[Episode]) -> Iterator[str]:
    """Write the deeds of each scene; a scene without deeds is only named, and rest without deeds is left out."""
    evening = 0
    for episode in episodes:
        if episode.evening != evening:
            evening = episode.evening
            yield from ("", f"## Evening {evening}")
        rows = shares(episode.steps)
        if not (rows or episode.scene):
            continue
        yield from ("", f"### {escape_heading(episode.title)}", "")
        for name, deeds in rows:
            lead = f"**{escape_inline(name)}**" if name else "Also"
            yield f"- {lead}: {escape_inline('; '.join(deeds))}"
        if not rows:
            yield "Nothing to tell."


def _log(episodes: Iterable[Episode]) -> Iterator[str]:
    """Write every line of the log."""
    for index, episode in enumerate(episodes):
        if not index:
            yield "## The log"
        yield from (
            "",
            f"### Evening {episode.evening}, {escape_heading(episode.title[0].lower() + episode.title[1:])}",
            "",
        )
        for step in episode.steps:
            yield from _bullets(step)
    yield ""


def _bullets(step: Step) -> Iterator[str]:
    act = step.act
    stamp = time.strftime("%H:%M", time.localtime(act.at)) if act.at else ""
    for index, line in enumerate(act.lines):
        if index == 0:
            yield f"- {stamp} {escape_inline(line)}" if stamp else f"- {escape_line_start(line)}"
        else:
            yield f"  - {escape_line_start(line)}"


# ------------------------------------------------------------------ people


def _sizes(steps: Iterable[Step]) -> dict[str, int]:
    """Return the size of each group before any of it fell."""
    sizes: dict[str, int] = {}
    for step in steps:
        changed = step.before.actors is not step.after.actors
        for state in (step.before, step.after) if changed or not sizes else ():
            groups = {actor.id: actor.count for actor in state.actors.values() if actor.kind == "mook"}
            sizes |= {who: max(sizes.get(who, 0), count) for who, count in groups.items()}
        if any(map(_regroups, step.act.events)):
            sizes |= {actor.id: actor.count for actor in step.after.actors.values() if actor.kind == "mook"}
    return sizes


def _regroups(event: e.Event) -> bool:
    """Tell whether an event splits or merges groups."""
    return (isinstance(event, e.Joined) and event.cause == "split") or (isinstance(event, e.Left) and bool(event.into))


def _people(state: State, sizes: dict[str, int]) -> Iterator[str]:
    actors = sorted(state.actors.values(), key=lambda actor: actor.side != "party")
    if not actors:
        return
    yield from ("### People", "")
    for actor in actors:
        facts = [
            *_group(actor, sizes.get(actor.id, actor.count)),
            *(fact for game in actor.sheets for fact in voice_of(game).list_marks(actor, game)),
            *(_condition(c.label, c.note) for c in actor.conditions if c.id not in voice_of(c.game).silent_conditions),
            *waiting_bonuses(state, actor),
        ]
        yield f"- **{escape_inline(name_of(state, actor.id))}**: {escape_inline('; '.join(facts)) or 'unhurt'}"
    yield ""


def _group(actor: Actor, size: int) -> Iterator[str]:
    if actor.kind != "mook":
        return
    if actor.standing < size:
        yield f"{actor.standing} of {size} stand" if actor.standing > 0 else "none left standing"
    elif size > 1:
        yield f"all {size} stand"


def _condition(label: str, note: str) -> str:
    return f"{label} – {note}" if note else label


def waiting_bonuses(state: State, actor: Actor) -> Iterator[str]:
    """Name the bonuses that wait for an actor's rolls."""
    for bonus in state.bonuses.values():
        if bonus.owner == actor.id:
            # Help is called after its giver, and a bonus without a name of its own after its kind.
            label = bonus.label if bonus.kind in ("help", bonus.label) else f"{bonus.kind} {bonus.label}"
            yield f"{label} {signed(bonus.value)}"


# ------------------------------------------------------------------ challenges


def _abacus(state: State, steps: Iterable[Step]) -> Iterator[str]:
    gone = _gone(state, steps)
    pools = [f"{name}: {value}" for name, value in state.counters.items()]
    if not (state.challenges or gone or pools):
        return
    yield from ("### Challenges and clocks", "")
    for challenge in state.challenges.values():
        yield f"- **{escape_inline(challenge.title)}**: {escape_inline(_standing(challenge))}"
    for title, outcome in gone.items():
        yield f"- **{escape_inline(title)}**: {outcome}"
    for line in pools:
        yield f"- {escape_line_start(line)}"
    yield ""


def _gone(state: State, steps: Iterable[Step]) -> dict[str, str]:
    """Return the outcomes of the challenges that have left the abacus, by title."""
    outcomes: dict[str, str] = {}
    for step in steps:
        for event in step.act.events:
            if isinstance(event, e.Settled) and event.challenge not in state.challenges:
                rod = rod_in(step, event.challenge)
                full = rod is not None and rod.kind == "clock" and event.outcome == "overcome"
                outcomes[rod.title if rod else event.challenge] = "ran full" if full else event.outcome
    return {title: outcome for title, outcome in outcomes.items() if outcome}


def _standing(challenge: Challenge) -> str:
    if challenge.kind == "clock":
        full = ", full" if challenge.done >= challenge.needed else ""
        return f"{challenge.type.casefold() or 'clock'}, {challenge.done} of {challenge.needed}{full}"
    kind = challenge.type or challenge.kind
    value = "" if challenge.value is None else value_name(challenge.game, challenge.value)
    what = f"{kind} {value}" if challenge.type and value else f"{kind}, {value}" if value else kind
    if challenge.outcome:
        return f"{what}, {challenge.outcome_word}"
    return (
        f"{what}, {challenge.done} of {challenge.needed}" if challenge.needed > 1 or challenge.done else f"{what}, open"
    )


# ------------------------------------------------------------------ the book


def _pages_with_a_mark(state: State, *kinds: str) -> list[Page]:
    return [page for page in state.book.pages if page.id in state.marks and page.kind in kinds]


def _ends(state: State) -> Iterator[str]:
    """Write the ending that was reached, in its own words."""
    for page in _pages_with_a_mark(state, "resolution"):
        yield from (f"### {escape_heading(page.title)}", "")
        for paragraph in page.text.strip().split("\n\n"):
            yield from (escape_line_start(" ".join(paragraph.split())), "")


def _pages(state: State, steps: Iterable[Step]) -> Iterator[str]:
    """Write the page marks; a stage rule that was never in force is no part of the story (WA-52)."""
    noted_here = {event.page for step in steps for event in step.act.events if isinstance(event, e.Noted)}
    pages = [page for page in state.book.pages if page.id in state.marks]
    pages = [page for page in pages if page.kind != "rule" or page.id in noted_here]
    kinds = dict.fromkeys(page.kind for page in pages if page.kind not in ("resolution", "act"))
    if not kinds:
        return
    yield from ("### From the scenario", "")
    for kind in kinds:
        rows = [f"{page.title} ({state.marks[page.id]})" for page in pages if page.kind == kind]
        yield f"- {PAGE_KINDS[kind].heading}: {escape_inline('; '.join(rows))}"
    yield ""
