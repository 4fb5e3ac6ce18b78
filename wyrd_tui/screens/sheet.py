"""Character sheet: all that the table knows of an actor, on one page to scroll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from wyrd_tui.engine.commands import Answers
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.rules.shared.showing import SEEN
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Effect, Row, Sheet, Trait, uses_left
from wyrd_tui.engine.spans import BLANK, PageLine, Piece, Role, Span, heading_line, make_line
from wyrd_tui.engine.state import Actor, Bonus, State
from wyrd_tui.engine.voices import game_name, voice_of
from wyrd_tui.engine.words import begin_sentence
from wyrd_tui.screens.base import BaseScreen
from wyrd_tui.screens.prose import arrange_blocks, labelled_prose, paragraph, place_beside, section
from wyrd_tui.widgets.cells import cells, pad
from wyrd_tui.widgets.glyphs import UNICODE, with_sign
from wyrd_tui.widgets.spans import width_of
from wyrd_tui.widgets.tracks import box_spans

SIDES = {"party": "the party", "foes": "foes", "others": "neutral"}
KIND_WORDS = {"pc": "player’s character", "mook": "mooks", "persona": "named NPC", "full": "full character"}
CLEARS = {
    "scene": "clears when the scene ends",
    "hours": "heals with a few hours’ rest",
    "days": "heals in days",
    "weeks": "heals in weeks",
    "never": "never heals by itself",
}
ENDS = {"use": "for one roll", "scene": "until the scene ends", "session": "until the evening ends", "never": "lasting"}


def penalties(sheet: Sheet) -> dict[str, int]:
    """Return the penalties of a track's wounds, by the rating that they fall on (WE-62)."""
    cost = Counter[str]()
    for hurt in (hurt for row in sheet.track if row.marks for hurt in row.hurts):
        cost[hurt.name] += hurt.by
    return cost


def effect_words(effect: Effect) -> str:
    """Describe an effect in a phrase."""
    skill = effect.skill or "any roll"
    match effect.kind:
        case "bonus":
            words = f"{with_sign(effect.value, UNICODE)} {skill}"
        case "permission":
            words = f"may roll {skill} where others may not"
        case "limited":
            times = "once" if effect.uses == 1 else f"{effect.uses} times"
            words = f"{times} a {effect.per}"
        case "substitute":
            words = f"{effect.use or 'another rating'} instead of {effect.instead_of or 'what is asked'}"
        case "reroll":
            which = "a failed roll" if effect.after == "failed" else "any roll"
            words = f"reroll {which}" + (f" of {effect.skill}" if effect.skill else "")
        case _:
            words = ""
    return ": ".join(part for part in (words, effect.text) if part)


class SheetScreen(BaseScreen):
    """The sheet of one actor; left and right turn to the others.

    Args:
        session: The table.
        actor_id: The actor whose sheet is shown first.
        ask: Puts the questions of an act of the table, by its id, with answers known already.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "turn(-1)", "previous", id="sheet-previous", priority=True),
        Binding("right,l", "turn(1)", "next", id="sheet-next", priority=True),
        Binding("e", "ask('edit')", "edit", id="sheet-edit"),
        Binding("S", "ask('rate')", "set a rating", id="sheet-rate"),
    ]

    def __init__(self, session: Session, actor_id: str, ask: Callable[[str, Answers], None] | None = None) -> None:
        super().__init__()
        self._session = session
        self.actor_id = actor_id
        self._ask = ask

    def on_screen_resume(self) -> None:
        """Show what became of the actor meanwhile."""
        if self.composed:
            self._title()
            self.scroll.rebuild()

    def action_turn(self, step: int) -> None:
        """Turn to the next or the previous actor."""
        ids = list(self._session.state.actors)
        if not ids:
            return
        here = ids.index(self.actor_id) if self.actor_id in ids else 0
        self.actor_id = ids[(here + step) % len(ids)]
        self._title()
        self.scroll.rebuild(top=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer acts only where a table can be asked for them."""
        return action != "ask" or self._ask is not None

    def action_ask(self, name: str) -> None:
        """Go back to the table and let it put the questions of an act about this actor."""
        if self._ask is not None:
            self.dismiss()
            self._ask(name, {"who": self.actor_id})

    def _title(self) -> None:
        state = self._session.state
        actor = state.actors.get(self.actor_id)
        ids = list(state.actors)
        where = f"{ids.index(self.actor_id) + 1} of {len(ids)}" if actor else ""
        name = actor.name if actor else self.actor_id
        self.entitle("Sheet", (name, "strong"), right=where)

    def _lines(self, width: int) -> Sequence[PageLine]:
        state = self._session.state
        actor = state.actors.get(self.actor_id)
        if actor is None:
            return [make_line(("This character is no longer at the table.", "dim"))]
        return compose_sheet(state, actor, width)


def compose_sheet(state: State, actor: Actor, width: int) -> list[PageLine]:
    """Compose the whole sheet of an actor for a width."""
    page = [BLANK, *_who(actor, width), *_conditions(actor, width)]
    for game in actor.sheets:
        if len(actor.sheets) > 1 or state.games != (game,):
            page += [BLANK, make_line((game_name(game), "focus"), (" " + "─" * 20, "dim"))]
        page += _sheet(state, game, actor, width)
    if not actor.sheets:
        page += [BLANK, make_line(("No sheet: this character has no numbers yet.", "dim"))]
    page += _bonuses(state, [bonus for bonus in state.bonuses.values() if bonus.owner == actor.id], width)
    page += section("Notes", actor.notes, min(width, 100), "for you alone")
    for title, text in actor.details.items():
        page += section(begin_sentence(title), text, min(width, 100))
    return page


def _sheet(state: State, game: str, actor: Actor, width: int) -> list[PageLine]:
    """Compose the sheet of a game as its record says, else as a sheet of skills."""
    sheet = actor.sheets[game]
    if game not in GAMES:
        return _skills(sheet, {}, width)
    if (rows := GAMES[game].sheet_lines) is not None:
        return [line for row in rows(actor, sheet) for line in arrange_blocks(row, width)]
    # A sheet of the book may belong to a character who is not at the table.
    seated = replace(state, actors={**state.actors, actor.id: actor})
    return _skills(sheet, {row.value: row.number for row in GAMES[game].ratings(seated, actor)}, width)


def _who(actor: Actor, width: int) -> list[PageLine]:
    # One who fell alone is told by the words beside the name.
    group = actor.count > 1 or (actor.kind == "mook" and actor.count + actor.fallen > 1)
    count = f" ×{actor.standing}" if group else ""
    facts = [f"played by {actor.player}" if actor.player else "", KIND_WORDS[actor.kind], SIDES[actor.side]]
    lines = [make_line((actor.name + count, "strong"), ("   out of action" if actor.out else "", "hurt"))]
    if actor.concept:
        lines += paragraph(actor.concept, width)
    facts.append(SEEN[actor.visibility])
    return [*lines, *paragraph(" · ".join(fact for fact in facts if fact), width, role="dim")]


def _skills(sheet: Sheet, now: Mapping[str, int | None], width: int) -> list[PageLine]:
    cost = penalties(sheet)
    # Players ask for the harm of a character more often than for anything else on the sheet.
    track = [BLANK, heading_line("Track", _track_note(sheet.track)), *_track(sheet.track, width)] if sheet.track else []
    lines = [*track, BLANK, heading_line("Skills"), *_ratings(sheet, cost, now, width)]
    for title, source in (("Traits", "trait"), ("Gear", "gear")):
        carried = [trait for trait in sheet.traits if trait.source == source]
        if carried:
            lines += [BLANK, heading_line(title), *_traits(carried, cost, width)]
    if sheet.usual:
        usual = " · ".join(f"{act}: {rating}" for act, rating in sheet.usual.items())
        lines += [BLANK, *labelled_prose(["  ", ("usually  ", "dim")], usual, width, 11)]
    return lines


def _ratings(sheet: Sheet, cost: dict[str, int], now: Mapping[str, int | None], width: int) -> list[PageLine]:
    """Ratings in columns, a column for each level that counts, the highest first.

    Args:
        sheet: The sheet.
        cost: The penalties of its wounds, by name.
        now: The numbers with which its game rolls each rating, also one that only a wound names.
        width: The width of the page.
    """
    if not sheet.ratings and not cost:
        return [make_line(("  none written down", "dim"))]
    levels: dict[int, list[tuple[str, int]]] = {}
    for name, value in sheet.ratings.items():
        acts = now.get(name)
        level = value - cost.get(name, 0) if acts is None else acts
        levels.setdefault(level, []).append((name, value - level))
    for name, by in cost.items():
        acts = now.get(name)
        if name not in sheet.ratings and acts is not None:
            levels.setdefault(acts, []).append((name, by))
    blocks = []
    for value in sorted(levels, reverse=True):
        level_words = f"{with_sign(value, UNICODE):>3} "
        block = []
        for name, by in levels[value]:
            block.append(make_line((level_words, "hurt" if by else "strong"), *_rating(name, value + by, by)))
            level_words = "    "
        blocks.append(block)
    return place_beside(blocks, width, indent=1)


def _rating(name: str, value: int, cost: int) -> tuple[Span, ...]:
    if not cost:
        return ((name, "text"),)
    return ((f"{name} ", "text"), (f"({with_sign(value, UNICODE)}, wound −{cost})", "hurt"))


def _traits(traits: Sequence[Trait], cost: dict[str, int], width: int) -> list[PageLine]:
    lines = []
    wide = min(max(24, width * 48 // 100), max(cells(trait.name) for trait in traits) + 4)
    for trait in traits:
        name: Span = (trait.name, "dim" if trait.lost else "strong")
        words = "; ".join(filter(None, (effect_words(effect) for effect in trait.effects)))
        text = ", ".join(part for part in (words, trait.when) if part) or "for the story alone"
        state: list[Span] = [("lost: no effect until given back", "hurt")] if trait.lost else []
        left = uses_left(trait)
        if left is not None and not trait.lost:
            state.append((f"{left} of {left + trait.used} left", "gain") if left else ("used up", "hurt"))
        if trait.name in cost:
            state.append((f"−{cost[trait.name]} from a wound", "hurt"))
        lines += labelled_prose(["  ", name], text, width, wide, "dim" if trait.lost else "text")
        lines += [make_line(" " * wide, span) for span in state]
    return lines


def _track_note(track: Iterable[Row]) -> str:
    counted = [row for row in track if row.counts]
    left = sum(row.free for row in counted)
    return f"{left} of {sum(row.boxes for row in counted)} boxes free"


def _track(track: Sequence[Row], width: int) -> list[PageLine]:
    names = max(cells(row.label) for row in track)
    dots = max(width_of(box_spans(row, UNICODE)) for row in track)
    indent = names + dots + 10
    lines = []
    for row in track:
        cost = f"−{row.penalty}" if row.penalty else ""
        absorbs = f"a box soaks up {row.absorbs}" if row.absorbs != 1 else ""
        counts = "" if row.counts else "never puts out of action"
        label: list[Piece] = [
            f"  {pad(row.label, names)}  ",
            *box_spans(row, UNICODE),
            " " * (dots - width_of(box_spans(row, UNICODE)) + 2),
            (cost, "hurt" if row.marks else "dim"),
        ]
        text = " · ".join(part for part in (CLEARS[row.clears], absorbs, counts) if part)
        lines += labelled_prose(label, text, width, indent, "dim")
        if row.hurts and row.marks:
            lines += labelled_prose(
                [], ", ".join(f"{hurt.name} −{hurt.by}" for hurt in row.hurts), width, indent, "hurt"
            )
    return lines


def _conditions(actor: Actor, width: int) -> list[PageLine]:
    if not actor.conditions:
        return []
    meanings = {key: text for game in actor.sheets for key, text in voice_of(game).meanings.items()}
    lines = [BLANK, heading_line("Statuses" if meanings and len(actor.sheets) == 1 else "Conditions")]
    for condition in actor.conditions:
        until = "" if condition.ends == "never" else ENDS[condition.ends]
        out = "no longer acts" if condition.out else ""
        parts = dict.fromkeys((meanings.get(condition.id, ""), condition.note, out, until))
        text = " · ".join(part for part in parts if part)
        role: Role = "hurt" if condition.out else "strong"
        lines += labelled_prose(["  ", (condition.label, role)], text, width, 24, "dim")
    return lines


def _bonuses(state: State, bonuses: Sequence[Bonus], width: int) -> list[PageLine]:
    if not bonuses:
        return []
    lines = [BLANK, heading_line("Waiting for a roll")]
    for bonus in bonuses:
        against = state.actors[bonus.against].name if bonus.against in state.actors else bonus.against
        bound = (("on", bonus.skill), ("in", bonus.act), ("against", against))
        parts = (bonus.kind, *(f"{word} {name}" for word, name in bound if name))
        text = " · ".join(part for part in (*parts, ENDS[bonus.ends]) if part)
        lines += labelled_prose(
            [(f" {with_sign(bonus.value, UNICODE):>3} ", "gain"), (bonus.label, "strong")], text, width, 34, "dim"
        )
    return lines
