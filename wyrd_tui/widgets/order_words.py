"""Words and signs of the Order pane: the kind of order, what stands before a name and behind it, and below a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.fights import fight_game
from wyrd_tui.engine.spans import Role, Span
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.turn_order import Place
from wyrd_tui.engine.voices import the_game, voice_of
from wyrd_tui.engine.words import is_plural, short_name_of
from wyrd_tui.widgets.assets import bonus_parts, further_facts
from wyrd_tui.widgets.cells import cells, clean_line, cut, wrap
from wyrd_tui.widgets.facts import fits_in_lines, flow_facts, fold_facts
from wyrd_tui.widgets.glyphs import Glyphs, with_sign
from wyrd_tui.widgets.order_plan import NAME_WIDTHS, OrderPlan
from wyrd_tui.widgets.point_rows import points_cells
from wyrd_tui.widgets.purses import storeys_of
from wyrd_tui.widgets.spans import Line, stretched_name, trim_line, width_of
from wyrd_tui.widgets.tracks import (
    Tracks,
    brief_name,
    condition_with_sign,
    counted_name,
    had_spotlight,
    is_away,
    shown_games,
    shown_track,
    statuses,
    track_line,
    track_widths,
    troubles,
)
from wyrd_tui.widgets.values import Turns, Waits

STYLES = {
    "none": "",
    "gm": "set by hand",
    "ambush": "ambush",
    "rolled": "rolled",
    "sides": "by sides",
    "elective": "popcorn",
}


def describe_order(state: State) -> str:
    """Name how the order was made and, at a table of several games, by whose numbers; empty without an order."""
    order = state.order
    if not order.places:
        return ""
    return " ".join(filter(None, (STYLES.get(order.style, ""), _game_of_scores(state))))


def row_label(
    state: State, actor: Actor, glyphs: Glyphs, short: bool = False, most: int = 0, *, tight: bool = False
) -> str:
    """Return the name with the number of a group; where that has more cells, how many they were gives way first.

    In a tight list the short name stands before a whole one is cut.
    """
    first = short_name_of(state, actor.id) if short and actor.side == "party" else actor.name
    label = counted_name(clean_line(first), actor, glyphs)
    if not most or cells(label) <= most:
        return label
    label = counted_name(clean_line(first), actor, glyphs, whole=False)
    if not tight or cells(label) <= most:
        return label
    brief = brief_name(actor, state, glyphs)
    return brief if cells(brief) <= most else label


def least_name(state: State, actors: Sequence[Actor], glyphs: Glyphs) -> int:
    """Return the fewest cells of a name beside a track: no more than the longest of the short names needs."""
    briefs = [cells(brief_name(actor, state, glyphs)) for actor in actors]
    return min(NAME_WIDTHS[0], max(briefs, default=NAME_WIDTHS[0]))


def order_word(actor: Actor, place: Place | None, turns: Turns, width: int, glyphs: Glyphs) -> Span | None:
    """Tell in a word what keeps an actor from acting: out, down, unable, holding; None for nothing."""
    for condition in actor.conditions:
        if condition.out:
            return cut(condition_with_sign(condition, actor, glyphs), width - 2, glyphs.more), "strong"
    if actor.count <= 0:
        return "all down" if is_plural(actor) else "down", "strong"
    if place is not None and (why := reason_unable(actor, place, turns)):
        return cut(clean_line(why), width - 2, glyphs.more), "text"
    return ("holds", "strong") if place is not None and place.held else None


def games_of_order(state: State) -> Sequence[str]:
    """Return the games whose tracks an order shows: of several the one in which the fight goes on."""
    return (game,) if len(state.games) > 1 and (game := fight_game(state)) else state.games


def order_note(state: State, threat: str, room: int, glyphs: Glyphs) -> Span:
    """Return the note beside the title: how the order was made and the foe who acts next, as far as there is room."""
    kind = describe_order(state)
    if (foe := state.actors.get(threat)) is None:
        return kind, "dim"
    told = f"next foe {clean_line(foe.name)}"
    # Where the name has no room, the sign at its row tells enough.
    ways = (f"{kind} {glyphs.dot} {told}", told)
    return next(((way, "text") for way in ways if cells(way) <= room), (kind, "dim"))


def _game_of_scores(state: State) -> str:
    """Name the game whose numbers made the order, at a table of several: the one that all with a score play."""
    scored = [state.actors[one.who] for one in state.order.places if one.score is not None and one.who in state.actors]
    if len(state.games) < 2 or not scored:
        return ""
    shared = [game for game in state.games if all(game in actor.sheets for actor in scored)]
    return f"by {the_game(shared[0])}" if len(shared) == 1 else ""


def list_spotlight(state: State) -> list[Actor]:
    """List the party where somebody in it faces challenges of an abacus, those in the scene first; none in an order."""
    if state.order.places:
        return []
    found = [a for a in state.actors.values() if a.side == "party" and _is_in_spotlight(a, state)]
    return sorted(found, key=lambda actor: (actor.out, is_away(actor)))


def _is_in_spotlight(actor: Actor, state: State) -> bool:
    """Tell if an actor is in the spotlight: by the storeys on its sheet, or as a player's beside such a one (WA-51)."""
    if storeys_of(actor, state.games):
        return True
    listed = any(storeys_of(other, state.games) for other in state.actors.values() if other.side == "party")
    return actor.kind == "pc" and listed


def heading_outside_fights(state: State, glyphs: Glyphs) -> str:
    """Return the heading while there is no order."""
    if not list_spotlight(state):
        return "NPCs & foes"
    return f"Spotlight {glyphs.dot} between scenes" if state.scene.between else "Spotlight"


def row_start(
    actor: Actor,
    place: Place | None,
    plan: OrderPlan,
    handle: str,
    glyphs: Glyphs,
    *,
    turn: bool,
    quiet: bool,
    next: bool,
) -> Line:
    """Draw the part before a name: the sign for turn, act, faced challenge or absence, and the score, the handle."""
    spans: list[Span] = []
    if plan.signs:
        acted = place is not None and place.acted
        acted = acted or (not plan.fight and had_spotlight(actor))
        outside = place is None if plan.fight else is_away(actor)
        coming = glyphs.coming if next else " "
        sign = glyphs.turn if turn else glyphs.acted if acted else glyphs.outside if outside else coming
        spans.append((f"{sign} ", "turn" if turn else "dim" if acted or outside else "strong"))
    if plan.score:
        score = "" if place is None or place.score is None else with_sign(place.score, glyphs)
        spans.append((f"{score:>{plan.score}}", "dim" if quiet else "text"))
        spans.append((glyphs.tied if place and place.tie else glyphs.column, "dim"))
    spans.append((f"{handle:<{plan.handle}}", "handle"))
    return tuple(spans)


def spotlight_word(actor: Actor, state: State, *, wide: bool) -> Span:
    """Describe an actor's place in the spotlight; of one who faces no challenge of an abacus only an absence."""
    if is_away(actor):
        return "absent", "dim"
    if had_spotlight(actor):
        return "has faced a challenge" if wide else "faced one", "dim"
    waits = not state.scene.between and (storeys_of(actor, state.games) or not actor.sheets)
    return ("not yet" if waits else ""), "dim"


def turn_signs(actor: Actor, place: Place | None, turns: Turns, glyphs: Glyphs) -> str:
    """Draw the greater and the lesser action that an actor has used in this turn or has lost, each in its own cell.

    A fighter of two games has two of each, in the same cells.
    """
    if place is None:
        return "  "
    may = turns.get(actor.id, ())
    return "".join(
        sign
        if any(action in place.used for action, _ in may[at::2])
        else glyphs.lock
        if any(lost for _, lost in may[at::2]) and not actor.out
        else " "
        for at, sign in enumerate((glyphs.primary, glyphs.minor))
    )


def reason_unable(actor: Actor, place: Place, turns: Turns) -> str:
    """Return the reason why an actor has lost an action of this turn; empty for none."""
    return next((why for action, why in turns.get(actor.id, ()) if why and action not in place.used), "")


def list_troubles(
    actor: Actor, state: State, waits: Waits, told: tuple[Span, Span | None], glyphs: Glyphs, was: Actor | None = None
) -> list[Span]:
    """List what is the matter besides a word; of the party statuses alone, as wounds stand in its own pane.

    Args:
        actor: The actor.
        state: The table.
        waits: The rows that the table waits for something about.
        told: The word that the row has, and harm on a sheet that it does not draw, which stands first.
        glyphs: The signs.
        was: The actor before the last act.
    """
    word, unseen = told
    found = [unseen] if unseen and not actor.out else []
    if actor.side == "party":
        found += statuses(actor, glyphs, was)
    else:
        found += [*troubles(actor, state.games, waits, glyphs, was), *list_bonuses(actor, state, glyphs)]
    return [part for part in found if part[0] != word[0]]


def list_bonuses(actor: Actor, state: State, glyphs: Glyphs) -> Iterator[Span]:
    """Yield the bonuses of an actor."""
    return bonus_parts([one for one in state.bonuses.values() if one.owner == actor.id], state, glyphs)


def word_beside(drawn: Line, word: Span, wide: int, glyphs: Glyphs) -> Line:
    """Put a word into the cells that a track leaves of its columns, or in the place of a missing track.

    A quiet word, for which the row has a sign as well, takes no room from a name.
    """
    track = trim_line(drawn)
    if not word[0] or (track and word[1] == "dim"):
        return drawn
    if not track:
        return ((cut(word[0], wide, glyphs.more), word[1]),)
    left = wide - width_of(track) - 1 - cells(word[0])
    return (*track, (" ", "text"), word, (" " * left, "text")) if left >= 0 else drawn


def troubles_beside(drawn: Line, parts: list[Span], wide: int, glyphs: Glyphs, *, below: bool) -> Line:
    """Put troubles into the cells that a track leaves of its columns, or the first in the place of a missing one.

    Those troubles are taken from the list. Troubles that a missing track leaves no room for have lines `below` if the
    row has any.
    """
    track, gap = trim_line(drawn), f" {glyphs.dot} "
    left = wide - (width_of(track) + 1 if track else 0)
    if not parts or not fits_in_lines(parts, left, gap):
        if not parts or track or below:
            return drawn
        (text, role), *others = parts
        sign = f" {glyphs.more}" if others else ""
        return (cut(text, left - cells(sign), glyphs.more), role), (sign, "dim")
    told = flow_facts(parts, left, gap, 1, glyphs.more)[0]
    parts.clear()
    return (*track, (" ", "text"), *told) if track else told


def name_and_word(label: str, role: Role, word: Span, column: int) -> Line:
    """Draw a name and a word at the end of the column of names, before the track; empty without room for both."""
    blank = column - cells(label) - 1 - cells(word[0])
    return ((label, role), (" " * blank, "text"), (f"{word[0]} ", word[1])) if word[0] and blank > 1 else ()


def line_of(
    state: State, actor: Actor, label: str, column: int, role: Role, after: Sequence[Span], space: int, glyphs: Glyphs
) -> Line:
    """Draw a name and the columns after it; a short name stands in the place of one that would be cut."""
    return stretched_name(label, column, role, after, space, glyphs.more, brief=brief_name(actor, state, glyphs))


def told_lines(
    actor: Actor, parts: Sequence[Span], plan: OrderPlan, games: Sequence[str], glyphs: Glyphs
) -> Iterator[Line]:
    """Yield the lines below a row: the troubles of an actor, then who they are and what they can do.

    The party has lines for the latter in its own pane.
    """
    gap, room = f" {glyphs.dot} ", plan.width - plan.indent
    indent: Span = (" " * plan.indent, "text")
    harmed = _harm_elsewhere(actor, games, glyphs) if actor.side == "party" and not plan.fight and plan.harm > 1 else ()
    if harmed and width_of(harmed) <= room:
        yield (indent, *harmed)
    for line in flow_facts(parts, room, gap, plan.harm, glyphs.more, spare=True) if parts else ():
        yield (indent, *line)
    count, most = plan.facts
    facts = further_facts(actor, games, glyphs) if count and actor.side != "party" else []
    for fact in sorted(facts, key=lambda fact: fact[0][0] != clean_line(actor.concept))[:count]:
        text, role = fact[0]
        told = wrap(text, room) if len(fact) == 1 else []
        cut_short = (*told[: most - 1], cut(" ".join(told[most - 1 :]), room, glyphs.more))
        folded = fold_facts(fact, room)
        # A fact longer than a line is broken where there are lines for all of it.
        fact = folded if fits_in_lines(folded, room, gap, most) else fact
        flowed = flow_facts(fact, room, gap, most, glyphs.more, spare=True)
        for line in [((row, role),) for row in cut_short if row] if told else flowed:
            yield (indent, *line)


def _harm_elsewhere(actor: Actor, games: Sequence[str], glyphs: Glyphs) -> Line:
    """Draw what harm took in the games whose figures a row of the spotlight has no room for."""
    rows = shown_track(actor, games)
    track = track_line(Tracks(rows), track_widths([rows], glyphs, initials=False), glyphs, initials=False)
    spans = [*track] if any(row.marks for row in rows) else []
    pointed = [game for game in shown_games(actor, games) if voice_of(game).points]
    # The row itself has the figures of the first.
    for game in pointed[1:]:
        if (points := voice_of(game).points) and not voice_of(game).points_are_spent:
            told = zip(points(actor, actor.sheets[game]), points_cells(actor, game, glyphs), strict=True)
            spans += [(f"{cell.brief}{cell.figures} ", cell.role) for one, cell in told if one.hollow]
    return tuple(spans)
