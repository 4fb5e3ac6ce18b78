"""Acts that show a thing to the players, step by step, and hide it (WE-97)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Event, Said, Shown
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.page import IN_FORCE, SCENE_TITLE, Page
from wyrd_tui.engine.refusals import nothing_called
from wyrd_tui.engine.rules.games import games_played
from wyrd_tui.engine.rules.questions import unless
from wyrd_tui.engine.rules.shared.rods import ABACUS
from wyrd_tui.engine.state import State, Visibility
from wyrd_tui.engine.words import crowd_name, join_names

SEEN: Mapping[Visibility, str] = {
    "secret": "hidden from players",
    "known": "players know of it",
    "open": "open to players",
}
"""Words for what players know of a thing."""


_NEXT_SEEN: dict[Visibility, Visibility] = {"secret": "known", "known": "open", "open": "secret"}


def _things(state: State, answers: Answers) -> Sequence[Choice]:
    rods = [_thing(c.id, c.title, c.visibility) for c in state.challenges.values()]
    # A party member who came from the wings may still be hidden.
    hidden = [a for a in state.actors.values() if a.side != "party" or a.visibility != "open"]
    actors = [_thing(a.id, a.name, a.visibility) for a in hidden]
    # A rule that has a clock on the abacus is shown and hidden with it.
    rules = [_thing(page.id, _rule_title(state, page), _seen(page.public)) for page in _rules(state)]
    titles = [_thing(SCENE_TITLE, f"Scene: {state.scene.title}", _seen(state.scene.public))] if _own(state) else []
    seen = {*state.challenges, *state.actors}
    return [*rods, *actors, *(rule for rule in rules if rule.value not in seen), *titles]


def _own(state: State) -> str:
    """Return the title that the GM gave the scene; that of a prepared scene is shown with its page."""
    scene = state.scene
    return "" if any((page.id, page.title) == (scene.page, scene.title) for page in state.book.pages) else scene.title


def _thing(value: str, label: str, seen: Visibility) -> Choice:
    return Choice(value, label, SEEN[seen], seen=seen)


def _seen(shown: bool) -> Visibility:
    return "open" if shown else "secret"


def _undecided(state: State, answers: Answers) -> Sequence[Choice]:
    """Leave out challenges that have ended and that players see; the selection shows and hides these too.

    A stage rule that is not in force, such as one of a scene to come, is left to a line.
    """
    ended = {rod.id for rod in state.challenges.values() if rod.outcome and rod.visibility == "open"}
    games = games_played(state)
    rules = [page for page in _rules(state) if page.id not in state.challenges]
    ended |= {page.id for page in rules if not any(game.in_force(state, page) for game in games)}
    return [row for row in _things(state, answers) if row.value not in ended]


def _rule_title(state: State, rule: Page) -> str:
    """Return the title of a stage rule, with that of what it belongs to where several rules share it."""
    titles = {page.id: page.title for page in state.book.pages} | {
        rod.id: rod.title for rod in (*state.book.challenges.values(), *state.challenges.values())
    }
    shared = sum(page.title == rule.title for page in _rules(state)) > 1
    return f"{rule.title} ({titles[rule.parent]})" if shared and rule.parent in titles else rule.title


def _rules(state: State) -> list[Page]:
    return [page for page in state.book.pages if page.kind == "rule"]


def _shown(state: State, what: str, to: Visibility | Literal["next"]) -> Iterator[Event]:
    """Let players see a thing as far as is said, or one step further than now.

    Raises:
        Refused: If there is no such thing, or players see it so already.
    """
    thing = state.challenges.get(what) or state.actors.get(what)
    page = next((p for p in _rules(state) if p.id == what), None)
    shown = state.scene.public if what == SCENE_TITLE else page is not None and page.public
    now: Visibility = "open" if shown else "secret"
    if thing is not None:
        now = thing.visibility
    elif page is None and what != SCENE_TITLE:
        raise Refused(nothing_called("character, challenge or page", what))
    step = _NEXT_SEEN[now] if thing is not None else "secret" if now == "open" else "open"
    seen: Visibility = step if to == "next" else to
    if seen == now:
        name = next(choice.label for choice in _things(state, {}) if choice.value == what)
        raise Refused(f"{SEEN[now].capitalize()} already: {name}.")
    yield Shown(what, seen)
    if page is not None and seen == "open" and not page.public and page.text:
        yield Said(page.title, f": {' '.join(page.text.split())}")


def tell_hidden(before: State, after: State, *, named: bool) -> str:
    """Tell what an act has put on the table and players see nothing of; empty where they see all of it (WE-97).

    Args:
        before: The table before the act.
        after: The table after it.
        named: Whether a single thing is named, since the act tells of others beside it.
    """
    begun = [page for page in _rules(after) if after.marks.get(page.id) == IN_FORCE != before.marks.get(page.id)]
    things: dict[str, tuple[str, Visibility]] = {page.id: (page.title, _seen(page.public)) for page in begun}
    # A rule that has a clock is hidden with it.
    things |= {rod.id: (rod.title, rod.visibility) for rod in after.challenges.values()}
    things |= {actor.id: (crowd_name(actor), actor.visibility) for actor in after.actors.values()}
    there = before.challenges.keys() | before.actors.keys()
    if (title := _own(after)) and (title, after.scene.number) != (before.scene.title, before.scene.number):
        things[SCENE_TITLE] = (title, _seen(after.scene.public))
    hidden = [name for which, (name, seen) in things.items() if which not in there and seen == "secret"]
    if not hidden:
        return ""
    names = f": {join_names(hidden)}" if named or len(hidden) > 1 else ""
    return f"{SEEN['secret']}{names}; ``visibility`` shows {'it' if len(hidden) == 1 else 'them'}"


def shown_next(state: State, what: str) -> str:
    """Tell what one step further does to a challenge or an actor; empty where there is none of that id."""
    if (rod := state.challenges.get(what)) is not None:
        title, seen = rod.title, rod.visibility
    elif (actor := state.actors.get(what)) is not None:
        title, seen = actor.name, actor.visibility
    else:
        return ""
    return f"{'hide' if seen == 'open' else 'reveal'} {title}"


_VISIBILITIES: Mapping[str, Visibility] = {"open": "open", "known": "known", "secret": "secret"}


_nothing_shown = unless(lambda state: _things(state, {}), "Nothing at the table can be revealed or hidden.")


_WHAT = Ask("what", "What", "one", _things, focus="thing", noun="thing")

SHOW_NEXT = Command(
    "visibility",
    "v",
    "reveal, hide",
    "Show players the selected thing one step further: hidden, known by name, open to players, hidden again.",
    ABACUS,
    lambda state, answers, dice: _shown(state, text_of(answers, "what"), "next"),
    (replace(_WHAT, choices=_undecided, plain=_things),),
    _nothing_shown,
    rules="WE-97",
)

REVEAL = Command(
    "reveal",
    "",
    "reveal",
    "Show players a thing: open, or only known by name.",
    ABACUS,
    lambda state, answers, dice: _shown(state, text_of(answers, "what"), _VISIBILITIES[text_of(answers, "to")]),
    (
        _WHAT,
        Ask(
            "to",
            "Visibility",
            "one",
            lambda s, a: [Choice(name, name, SEEN[seen]) for name, seen in _VISIBILITIES.items()],
            lambda s, a: "open",
            quiet=True,
        ),
    ),
    _nothing_shown,
    rules="WE-97",
)

HIDE = Command(
    "hide",
    "",
    "hide",
    "Hide a thing from players.",
    ABACUS,
    lambda state, answers, dice: _shown(state, text_of(answers, "what"), "secret"),
    (_WHAT,),
    _nothing_shown,
    rules="WE-97",
)
