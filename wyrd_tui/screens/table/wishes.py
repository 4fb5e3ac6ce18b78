"""Lines that the panes of a table ask for, by what they list, so that no wound moves a pane."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from types import MappingProxyType

from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.page import PAGE_KINDS
from wyrd_tui.engine.rules.games import games_played
from wyrd_tui.engine.sheet import Trait, uses_left
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import party_of
from wyrd_tui.screens.table.scene_text import is_played, page_in_front
from wyrd_tui.widgets.values import Fact

LOW = 3
"""Lines of the shared place at least."""
LOG = (8, 12)
"""Lines of a log under two columns, at least and at most."""
UNTOLD = 2
"""Lines of a log that has nothing to tell."""
SHORT_LADDER = 7
"""Lines of a ladder that shows five rungs and the others in a line."""
SHORTENED = ("party", "order", "abacus")
"""Panes whose rows a GM can have short."""
LEAST_PANE = 4
"""Lines of a pane that may be left out; with fewer it is."""
NO_RODS = 3
"""Lines of an abacus without a challenge, its title among them."""
FRAMED = 3
"""Lines of a frame beside its storeys: the title, the stage rules in force, and the foot."""


class Wish(NamedTuple):
    """Lines that a pane asks for, its title among them.

    Attributes:
        least: Lines that it has in any case; a pane with none may be left out.
        rows: Lines with a row for all that it lists.
        fair: Lines with the rows that some need below.
        most: Lines with most of what is known of each row.
        full: Lines with all of it, in a column without prose.
        whole: Most lines that it can ever take; the number of columns is chosen by these. Of a ladder without rungs,
            the lines of the words in their place.
        rest: Whether it has what is left of a column without prose.
    """

    least: int
    rows: int
    fair: int
    most: int
    full: int = 0
    whole: int = 0
    rest: bool = False


NO_WISHES: Mapping[str, Wish] = MappingProxyType({})
SHEET = "sheet"
"""The wish of an inspector above the scene, by what it draws in that column."""
USUAL = Wish(4, 8, 8, 11)
"""Wish of a pane of which nothing is known."""
NOTHING = Wish(0, 0, 0, 0)
ASIDE = Wish(0, 6, 10, 16)
"""Wish of a pane that has what is left."""
AIMED = 2
"""Lines of the inspector with the chances against targets."""
READ_ACROSS = 56
"""Letters of prose that a line of such a pane holds, about."""
READ_ROW, READ_STAKE = 36, 26
"""Letters of prose that a line below a row of people holds, about, and one below a rod."""
USES = 18
"""Letters of what a trait is used for and of how many uses are left, about."""
SHORT_RATING = 3
"""Letters of a rating's number and of what parts it from the next, about."""


def wish_lines(
    state: State, told: Iterable[Fact], rungs: int, head: int = 1, *, short: bool = False, logged: bool = True
) -> Mapping[str, Wish]:
    """Count the lines that the parts of a table ask for; by what is listed, so that no wound moves a pane.

    Args:
        state: The table.
        told: The facts in the pane of the scene.
        rungs: Lines of the ladder under its title.
        head: Lines of the head, which has all of them.
        short: Whether rows stay short, and other panes have the room.
        logged: Whether the log has anything to tell; an act adds to it, so that later ones move no pane.
    """
    members = party_of(state)
    party = len(members)
    # Outside of a fight the order lists the party only where a game has a spotlight.
    listed = bool(state.order.places) or any(voice_of(game).rod_words.storeys for game in state.games)
    others = len(state.actors) - party
    people = others + party * listed
    # Outside of a fight nothing stands below the party in the order.
    more = people if state.order.places else others
    pointed = [voice_of(game).points is not None for game in state.games]
    # Points have a line for each game, boxes one for all.
    drawn = sum(pointed) + (not all(pointed))
    rods = len(state.challenges) + NO_RODS - 1
    # Before the first scene the book has more to tell than the log.
    begun = is_played(state) or any(page.kind == "act" and page.id in state.marks for page in state.book.pages)
    least = LOG[0] if logged else UNTOLD
    log = Wish(LOG[0], LOG[0], LOG[1], 2 * LOG[1]) if begun and logged else Wish(least, least, least, least)
    if begun and not logged:
        # A screen with a column for the log has it before the first act too.
        log = log._replace(whole=2 * LOG[1])
    wishes = {
        **with_head({}, head),
        "party": Wish(
            *(4, 1 + party, 1 + (1 + max(1, drawn)) * party, 1 + (6 + drawn) * party),
            full=1 + drawn * party + sum(map(_row_lines, members)),
        ),
        "order": Wish(
            *(4, 1 + people, 1 + people + more // 6, 1 + people + more),
            full=1 + people + sum(_row_lines(one, READ_ROW) for one in state.actors.values() if one.side != "party"),
        ),
        "ladder": Wish(LOW, SHORT_LADDER, max(SHORT_LADDER, 1 + rungs), 1 + rungs),
        "abacus": _abacus_wish(state, rods),
        "log": log,
        "inspector": _inspector_wish(state),
        "scene": _scene_wish(state, told),
    }
    for name in SHORTENED if short else ():
        wishes[name] = wishes[name]._replace(most=wishes[name].fair, full=0)
    return wishes


def _inspector_wish(state: State) -> Wish:
    """Return the wish of the inspector, by the fullest sheet of the party, so that no selection moves a pane."""
    targets = count_targets(state)
    sheets = [_sheet_lines(actor) for actor in party_of(state)]
    if not (any(sheets) or len(state.actors) > len(sheets) or state.challenges):
        return NOTHING
    lines = 1 + AIMED * bool(targets) + max(sheets, default=ASIDE.fair)
    rows, fair = (max(LEAST_PANE, min(most, lines)) for most in (ASIDE.rows, ASIDE.fair))
    return Wish(0, rows, fair, lines + targets)


def count_targets(state: State) -> int:
    """Count those whom the party may attack; none where no game has attacks."""
    aimed = any(game.has_aims for game in games_played(state))
    return sum(actor.side != "party" for actor in state.actors.values()) if aimed else 0


def _sheet_lines(actor: Actor) -> int:
    """Count the lines that the inspector has for what is known of an actor, about: ratings, traits, who it is."""
    lines = bool(actor.concept or actor.player) + bool(actor.notes) + len(actor.conditions)
    for sheet in actor.sheets.values():
        if sheet.ratings:
            lines += 1 + sum(len(name) + SHORT_RATING for name in sheet.ratings) // READ_ACROSS
        told = [trait for trait in sheet.traits if trait.when or _has_own_line(trait, {row.id for row in sheet.track})]
        lines += sum(1 + _letters(trait) // READ_ACROSS for trait in told)
        lines += len(told) < len(sheet.traits)
    return lines


def _letters(trait: Trait) -> int:
    """Count the letters of a trait in the inspector, about, with the uses that are left."""
    return len(trait.name) + len(trait.when) + (USES if uses_left(trait) is not None else 0)


def _has_own_line(trait: Trait, rows: Container[str]) -> bool:
    """Tell whether the effects of a trait are told; what an attribute is called stands in a line with others."""
    return any(one.kind != "special" or not one.skill or one.skill in rows for one in trait.effects)


def _row_lines(actor: Actor, across: int = READ_ACROSS) -> int:
    """Count the lines that a row of party or order has for an actor, about: who it is, ratings, traits, notes."""
    texts = [actor.concept, actor.notes]
    for sheet in actor.sheets.values():
        texts.append("".join(f"+0 {name} · " for name in sheet.ratings))
        texts.append("".join(f"{trait.name}: {trait.when} · " for trait in sheet.traits))
    return 1 + sum(1 + len(text) // across for text in texts if text)


def _scene_wish(state: State, told: Iterable[Fact]) -> Wish:
    """Return the wish of the scene's pane, by all its texts, so that a clue that is found moves no pane."""
    page = page_in_front(state)
    if page is None:
        return NOTHING
    if is_played(state):
        others = [part for part in state.book.pages if part is not page]
        kinds = {"act", *(kind for kind, sort in PAGE_KINDS.items() if sort.unbound == "always")}
        parts = (part for part in others if part.parent == page.id or part.kind in kinds)
        texts = [page.text, *(f"{part.title} {part.reveals or part.text}" for part in parts)]
    else:
        texts = [" ".join((label, *facts)) for label, facts, _ in told]
    lines = 1 + sum(1 + len(text) // READ_ACROSS for text in texts)
    rows, fair, most = (max(LEAST_PANE, min(each, lines)) for each in (ASIDE.rows, ASIDE.fair, lines))
    return Wish(0, rows, fair, most)


def _abacus_wish(state: State, rods: int) -> Wish:
    """Return the wish of an abacus, at most with all stakes; a frame has beams, and a few lines more for each rod."""
    frame = next((words for game in state.games if (words := voice_of(game).rod_words).storeys), None)
    # A mixed table without challenges shows no frame.
    if frame and (state.challenges or len(state.games) == 1):
        counted = len(state.counters.keys() - frame.unlisted)
        kinds = {rod.kind for rod in state.challenges.values() if not voice_of(rod.game).rod_words.storey(rod)}
        # The frame stands, with a fact below each rod, before others have small print.
        framed = FRAMED + counted + len(frame.storeys) + len(kinds) + 2 * len(state.challenges)
        fair = max(framed, 1 + 2 * rods)
        return Wish(4, 1 + rods, fair, max(fair, 1 + 4 * rods), max(fair, 1 + 6 * rods))
    challenges = state.challenges.values()
    fair = 1 + max(rods, len({rod.kind for rod in challenges}) + 2 * len(challenges))
    # The stakes of one that is over count too, so that its end moves no pane.
    stakes = [text for rod in challenges for text in (rod.win, rod.lose) if text]
    most = max(fair, 1 + rods + 2 * len(stakes))
    return Wish(4, 1 + rods, fair, most, max(most, 1 + rods + sum(1 + len(text) // READ_STAKE for text in stakes)))


def with_head(wishes: Mapping[str, Wish], lines: int) -> Mapping[str, Wish]:
    """The wishes with a head of so many lines."""
    return {**wishes, "head": Wish(lines, lines, lines, lines)}


def at_most(wishes: Mapping[str, Wish], name: str, lines: int, offered: int = 0) -> Mapping[str, Wish]:
    """The wishes with so many lines at most for a pane that has a row for all that it lists.

    One that fills all the lines that it is offered, at most, may have what others leave.
    """
    wish = wishes[name]
    fair, most, full = (max(wish.rows, min(lines, more)) for more in (wish.fair, wish.most, wish.full))
    return {**wishes, name: Wish(wish.least, wish.rows, fair, most, full, max(wish), rest=0 < offered <= lines)}
