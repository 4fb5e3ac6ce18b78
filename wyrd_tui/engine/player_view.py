"""View of a table for its players: a value of its own, made of what they may see and of nothing else.

Each field is taken here by name, so that whatever is new at a table stays hidden until somebody takes it up. No id is
in it, since an id is made of a name. `tests/engine/test_player_view.py` lists every field of the engine as shown or
hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from wyrd_tui.engine.frozen import Frozen, replace
from wyrd_tui.engine.harm import Health, health_of, is_told
from wyrd_tui.engine.known import STAKES, KnownNames, is_known, short_names
from wyrd_tui.engine.page import FOUND, IN_FORCE, PAGE_KINDS, RULE, VISITED, Page, PageKind
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.engine.storytelling import shorten
from wyrd_tui.engine.told_harm import tell_harm
from wyrd_tui.engine.told_rolls import ids_in, public_result, public_roll
from wyrd_tui.engine.turn_order import Order
from wyrd_tui.engine.voices import page_word, value_name, voice_of


class SeenRow(Frozen):
    """A row of a track: boxes that are free and marked, or points that are left and gone.

    Attributes:
        label: Its name.
        figures: The same in figures.
        left: Boxes or points that are left.
        lost: Those that are marked or gone.
        below: Points below 0, of which none is left.
        wound: Whether its marks cost more than the box, as a wound does; of points, that they are scratched out.
        points: Whether points are told that are left, and not boxes that are marked.
        loud: `hurt` for a number that is harm, `strong` for one above 0 that players watch, such as Wyrd; else empty.
        brief: Letters that tell the name from rows of the table’s other games; empty for its first one.
    """

    label: str
    figures: str
    left: int = 0
    lost: int = 0
    wound: bool = False
    points: bool = False
    loud: Literal["", "strong", "hurt"] = ""
    below: int = 0
    brief: str = ""


class SeenPerson(Frozen):
    """A character, foe or group whom the players know.

    Attributes:
        name: The name; a group has its number of members in `count`.
        count: Number of members who are up; 1 for a single person.
        health: The degree of harm.
        player: Name of the player; empty for nobody's character.
        rows: The track, where it is the party's or open.
        conditions: Labels of conditions, likewise.
        harmless: Those of them that are no harm.
        fates: Those of them that say as much as that it is out.
    """

    name: str
    count: int = 1
    health: Health = "unhurt"
    player: str = ""
    rows: tuple[SeenRow, ...] = ()
    conditions: tuple[str, ...] = ()
    harmless: tuple[str, ...] = ()
    fates: tuple[str, ...] = ()


class SeenPlace(Frozen):
    """A place in the order.

    Attributes:
        name: The name, or `A stranger`.
        count: Number of members of a group who are up; 1 for a single person.
        party: Whether it is a member of the party.
        turn: Whether it is this one's turn.
        acted: Whether it has acted in this round.
        health: As for a person; empty for a stranger.
    """

    name: str
    count: int = 1
    party: bool = False
    turn: bool = False
    acted: bool = False
    health: Health | Literal[""] = ""


class SeenChallenge(Frozen):
    """A challenge or a clock.

    Attributes:
        title: Its title, which is all that is seen of one that is only known.
        clock: Whether time moves its beads.
        open: Whether players see the rest.
        value: The opposition by name.
        done: Beads that have moved.
        needed: Beads on the rod; 0 for one that is only known.
        win: Stakes if it is overcome, once it is, or where the table tells stakes before.
        lose: Stakes if it is not, likewise; of a clock those when it is full.
        who: Names of those who are in it.
        outcome: overcome, failed, or empty while it is live.
        near: Whether a clock is near its end.
    """

    title: str
    clock: bool = False
    open: bool = False
    value: str = ""
    done: int = 0
    needed: int = 0
    win: str = ""
    lose: str = ""
    who: tuple[str, ...] = ()
    outcome: str = ""
    near: bool = False


class SeenPool(Frozen):
    """A pool of points that everybody shares, such as the scene's Wyrd."""

    label: str
    points: int


class SeenPage(Frozen):
    """A page of the book that the GM has shown.

    Attributes:
        kind: Its kind, such as a clue.
        word: The word for its kind.
        title: Its title.
        text: The text for players.
        found: Whether the party has found the clue, or has been at the place.
        titled: Whether it has a title of its own.
    """

    kind: PageKind
    word: str
    title: str
    text: str = ""
    found: bool = False
    titled: bool = True


class PlayerView(Frozen):
    """Everything that players may see of a table.

    Attributes:
        title: The title of the table.
        scene: The title of the scene, where it or its page is shown; else its number.
        round: The round of a fight; 0 where none is fought.
        last: The last public result as a sentence; empty for none.
        party: Members of the party.
        others: All others whom players know.
        order: The order of a fight.
        challenges: Challenges and clocks that are known or open.
        pools: Pools that a game plays openly.
        pages: Pages that are shown, the latest shown last.
    """

    title: str = ""
    scene: str = ""
    round: int = 0
    last: str = ""
    party: tuple[SeenPerson, ...] = ()
    others: tuple[SeenPerson, ...] = ()
    order: tuple[SeenPlace, ...] = ()
    challenges: tuple[SeenChallenge, ...] = ()
    pools: tuple[SeenPool, ...] = ()
    pages: tuple[SeenPage, ...] = ()


def player_view(state: State) -> PlayerView:
    """Make the players' view of a table."""
    known, mixed = KnownNames(state), len(state.games) > 1
    people = [actor for actor in state.actors.values() if is_known(actor)]
    order = _public_order(state, known)
    return PlayerView(
        title=state.title,
        scene=_scene(state),
        round=order.round,
        last=last_result(state, known),
        party=tuple(_person(actor, known, tracked=True, mixed=mixed) for actor in people if actor.side == "party"),
        others=tuple(
            _person(actor, known, tracked=actor.visibility == "open", mixed=mixed)
            for actor in people
            if actor.side != "party"
        ),
        order=tuple(_places(state, order, known)),
        challenges=tuple(_challenges(state.challenges.values(), known, told=state.rules.get(STAKES) is True)),
        pools=tuple(_pools(state)),
        pages=tuple(_pages(state)),
    )


# ------------------------------------------------------------------ people


def _person(actor: Actor, known: KnownNames, *, tracked: bool, mixed: bool) -> SeenPerson:
    return SeenPerson(
        name=known.name(actor.id),
        count=_crowd(actor),
        health=health_of(actor),
        player=actor.player if actor.side == "party" else "",
        rows=tuple(_rows(actor, mixed=mixed or len(actor.sheets) > 1)) if tracked else (),
        conditions=tuple(_conditions(actor)) if tracked else (),
        harmless=tuple(_harmless(actor)) if tracked else (),
        fates=tuple(_fates(actor)) if tracked else (),
    )


def _crowd(actor: Actor) -> int:
    """Return the number of a group that players may count: their own, and an open one."""
    counted = actor.side == "party" or actor.visibility == "open"
    return actor.count if actor.kind == "mook" and counted else 1


def _conditions(actor: Actor) -> Iterator[str]:
    for one in actor.conditions:
        if is_told(one, actor) and one.id not in voice_of(one.game).silent_conditions:
            yield one.label


def _harmless(actor: Actor) -> Iterator[str]:
    return (one.label for one in actor.conditions if one.id in voice_of(one.game).harmless_conditions)


def _fates(actor: Actor) -> Iterator[str]:
    """Return the labels of the conditions that put an actor out, except those that were chosen, such as conceding."""
    told = (one for one in actor.conditions if one.out and is_told(one, actor))
    return (one.label for one in told if one.id not in voice_of(one.game).chosen_fates)


def _rows(actor: Actor, *, mixed: bool) -> Iterator[SeenRow]:
    for game, sheet in actor.sheets.items():
        if points := voice_of(game).points:
            for one in points(actor, sheet):
                told = "lost" if one.struck else one.figures
                brief = one.brief if mixed else ""
                loud: Literal["", "strong", "hurt"] = one.role if one.role in ("strong", "hurt") else ""
                yield SeenRow(one.label, told, one.full, one.hollow, one.struck, True, loud, max(0, -one.left), brief)
        else:
            for row in sheet.track:
                yield SeenRow(row.label, f"{row.marks}/{row.boxes}", row.free, row.boxes - row.free, row.penalty > 0)


# ------------------------------------------------------------------ the order, the abacus, the book


def _public_order(state: State, known: KnownNames) -> Order:
    """Return the order without hidden fighters; while one of them acts, the last one seen who can act seems to.

    At the beginning of a fight that is nobody yet: then the first one seen who can act has the turn already, since a
    fight in which nobody has it would tell players that somebody hides.
    """
    order = state.order
    seen = [place for place in order.places if known.name(place.who)]
    public = replace(order, places=tuple(seen), turn=order.turn if known.name(order.turn) else "")
    hidden = next((at for at, place in enumerate(order.places) if place.who == order.turn and place not in seen), None)
    if hidden is None:
        return public
    up = [place.who for place in seen if not state.actors[place.who].out]
    # In a popcorn order those who have acted were before it, wherever they stand.
    popcorn = order.style == "elective"
    earlier = [place for place in order.places if place.acted] if popcorn else order.places[:hidden]
    before = [place.who for place in earlier if place.who in up]
    # There the one whom players saw last keeps the turn, or the bar would jump to another row.
    kept = order.seen if popcorn and order.seen in up else ""
    begun = order.round < 2 or any(place.acted for place in seen)
    if before or begun or not up:
        return replace(public, turn=kept or next(iter([*before[-1:], *up]), ""))
    # The round begins for players with the first one whom they see.
    places = tuple(replace(place, acted=True) for place in seen)
    return replace(public, places=places, turn=kept or up[-1], round=order.round - 1)


def _places(state: State, order: Order, known: KnownNames) -> Iterator[SeenPlace]:
    for place in order.places:
        actor = state.actors[place.who]
        turn, seen = order.turn == place.who, is_known(actor)
        yield SeenPlace(
            name=known.name(place.who),
            count=_crowd(actor) if seen else 1,
            party=seen and actor.side == "party",
            turn=turn,
            acted=place.acted and not turn,
            health=health_of(actor) if seen else "",
        )


def _challenges(rods: Iterable[Challenge], known: KnownNames, *, told: bool) -> Iterator[SeenChallenge]:
    for rod in rods:
        if rod.visibility == "known":
            yield SeenChallenge(rod.title, rod.kind == "clock")
        elif rod.visibility == "open":
            yield SeenChallenge(
                title=rod.title,
                clock=rod.kind == "clock",
                open=True,
                value="" if rod.value is None else value_name(rod.game, rod.value),
                done=rod.done,
                needed=rod.needed,
                win=rod.win if told or came_true(rod, rod.outcome) == rod.win else "",
                lose=rod.lose if told or came_true(rod, rod.outcome) == rod.lose else "",
                who=tuple(name for who in rod.who if (name := known.name(who))),
                # Nobody overcomes a clock: it fills against the players.
                outcome=rod.outcome_word,
                near=rod.threatens and rod.done < rod.needed,
            )


def came_true(rod: Challenge, outcome: str) -> str:
    """Return the stakes of an open challenge that come true with an outcome; empty before, and for any other one."""
    if not outcome or rod.visibility != "open":
        return ""
    # A clock that is full has run out on the players.
    return rod.win if outcome == "overcome" and rod.kind != "clock" else rod.lose


def _pools(state: State) -> Iterator[SeenPool]:
    for game in state.games:
        words = voice_of(game).rod_words
        if words.pool and not state.scene.between:
            yield SeenPool(words.pool_label, state.counters.get(words.pool, 0))


def _scene(state: State) -> str:
    if state.scene.between:
        return "Between scenes"
    # A title that the GM has typed since is not what was shown.
    page = state.book.page(state.scene.page)
    own = state.scene.title if state.scene.public else ""
    return own or (page.title if page and page.public else "") or f"Scene {state.scene.number}"


def _pages(state: State) -> Iterator[SeenPage]:
    place = {which: number for number, which in enumerate(state.shown, 1)}
    for page in sorted(state.book.pages, key=lambda page: place.get(page.id, 0)):
        never = PAGE_KINDS[page.kind].shown_to_players == "never"
        if page.public and not never and (page.kind != RULE or _is_felt(state, page)):
            words = (page_word(page, state), page.title, public_text(state, page))
            yield SeenPage(page.kind, *words, found=_is_found(state, page), titled=page.titled)


def public_text(state: State, page: Page) -> str:
    """Return the words that players read of a page that is shown.

    The reveal of a clue or a place belongs to them once it is found or visited: its page mark reads it out.
    """
    text = page.text if PAGE_KINDS[page.kind].shown_to_players == "text" else ""
    return "\n\n".join(part for part in (text, page.reveals if _is_found(state, page) else "") if part)


def _is_found(state: State, page: Page) -> bool:
    return page.kind in ("clue", "place") and state.marks.get(page.id) in (FOUND, VISITED)


def _is_felt(state: State, rule: Page) -> bool:
    """Tell whether players meet an evident stage rule now: not while what it belongs to is hidden or yet to come."""
    if mark := state.marks.get(rule.id):
        return mark == IN_FORCE
    owner = state.challenges.get(rule.parent) or state.actors.get(rule.parent)
    return owner.visibility != "secret" if owner else rule.parent in ("", state.scene.page)


def last_result(state: State, known: KnownNames) -> str:
    """Tell players the last roll of which they know something, or harm that was done since; empty for none."""
    roll, harm = public_roll(state), tell_harm(state, known)
    deed = None if roll is None else public_result(roll, known)
    if roll is None or deed is None or not harm:
        return harm if deed is None else deed.sentence
    since = state.harms[0].number - roll.number
    if since in (0, 1) and {one.who for one in state.harms} & {*ids_in(roll)}:
        # Harm that a roll has just brought is half of its result.
        told = (deed.sentence, tell_harm(state, known, deed))
        return ". ".join(shorten(filter(None, told), short_names(state)))
    return harm if since >= 0 else deed.sentence
