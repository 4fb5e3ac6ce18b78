"""The pages of a prepared book in lines: the list of all that there is, and each page to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.page import FOUND, IN_FORCE, PAGE_KINDS, RULE, TABLE, VISITED, Page
from wyrd_tui.engine.rod_order import strikes_told
from wyrd_tui.engine.rules.all_games import in_force, page_act, rule_words, scene_frame
from wyrd_tui.engine.rules.shared.scenes import describe_lock
from wyrd_tui.engine.rules.shared.showing import SEEN
from wyrd_tui.engine.spans import BLANK, PageLine, Role, RowId, heading_line, make_line
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.engine.voices import chapter_word, page_word
from wyrd_tui.engine.words import crowd_name, join_names
from wyrd_tui.screens.challenge import kind_words
from wyrd_tui.screens.prose import labelled_prose, paragraph, section
from wyrd_tui.widgets.cells import cells
from wyrd_tui.widgets.spans import Line, two_sided, width_of

PUBLIC_PART = "For the players"
CAST_PART = "Cast"
ROD_PART = "Challenges"


class CastRow(Frozen):
    """Row of a member of the cast."""

    who: str


class RodRow(Frozen):
    """Row of a prepared challenge."""

    which: str


def page_mark(page: Page, state: State) -> str:
    """Return the page mark of a page; of a stage rule, that it is in force."""
    if page.kind == RULE:
        return "in force" if in_force(state, page) else ""
    return state.marks.get(page.id, "")


def lock_word(page: Page, state: State) -> str:
    """Return “locked” for a scene that waits for a challenge and has not begun (WA-14)."""
    waits = page.id not in state.marks and page.id != state.scene.page
    return "locked" if waits and describe_lock(state, page) else ""


def usual_page_mark(page: Page) -> str:
    """Return the page mark that space notes: the first of its kind; empty for none."""
    return IN_FORCE if page.kind == RULE else next(iter(PAGE_KINDS[page.kind].page_marks), "")


def space_word(state: State, row: Page | RowId) -> str:
    """Return what space does to a row; empty where it would be refused."""
    match row:
        case CastRow(who):
            return "" if who in state.actors else "bring in"
        case RodRow(which):
            return "" if which in state.challenges or state.is_over(which) else "put on abacus"
        case Page():
            marked = bool(page_mark(row, state))
            words = {TABLE: ("roll", "roll"), RULE: ("put in force", "end rule")}
            fire = "fire, bring in" if any(who not in state.actors for who in row.brings) else "fire"
            marks = (fire if row.kind == "complication" else "mark", "unmark")
            return words.get(row.kind, marks)[marked] if page_act(state, row) else ""
    return ""


def list_pages(state: State, wanted: str, width: int) -> list[PageLine]:
    """The list of all pages that hold a word, by part, acts with what belongs to them."""
    parts = [(part, [_row(state, page, deep, width) for page, deep in rows]) for part, rows in _parts(state, wanted)]
    rods = {**state.book.challenges, **state.challenges}.values()
    # A countdown is read with the rule that counts by it.
    rules = {page.id for page in state.book.pages if page.kind == RULE}
    challenges = [_rod_row(state, rod, width) for rod in rods if rod.id not in rules and _holds(wanted, rod)]
    cast = [_cast_row(state, who, actor, width) for who, actor in state.book.cast.items() if _holds(wanted, actor)]
    parts += [(ROD_PART, challenges), (CAST_PART, cast)]
    return [line for part, rows in parts if rows for line in (BLANK, heading_line(part), *rows)][1:]


def _parts(state: State, wanted: str) -> Iterator[tuple[str, list[tuple[Page, bool]]]]:
    """Each part of the list with its pages, and whether each stands under an act."""
    pages = state.book.pages
    acts = {page.id for page in pages if page.kind == "act"}
    alone = [page for page in pages if page.parent not in acts]
    fits = [page for page in alone if _holds(wanted, page)]
    yield PUBLIC_PART, [(page, False) for page in fits if page.public and page.kind != "act"]
    for part in dict.fromkeys(sort.part for sort in PAGE_KINDS.values()):
        if part == "Acts":
            yield f"{chapter_word(state).capitalize()}s", list(_acts(pages, wanted))
        else:
            inside = [page for page in fits if not page.public and PAGE_KINDS[page.kind].part == part]
            yield part, [(page, False) for page in inside]


def _acts(pages: Sequence[Page], wanted: str) -> Iterator[tuple[Page, bool]]:
    for act in pages:
        if act.kind != "act":
            continue
        children = [page for page in pages if page.parent == act.id and page.kind != "act" and _holds(wanted, page)]
        if children or _holds(wanted, act):
            yield act, False
        yield from ((page, True) for page in children)


def _holds(wanted: str, thing: Page | Actor | Challenge) -> bool:
    """Tell if a page, a challenge or a member of the cast holds a word."""
    if not wanted:
        return True
    if isinstance(thing, Page):
        words = f"{thing.title} {thing.text} {thing.reveals} {thing.kind}"
    elif isinstance(thing, Challenge):
        words = f"{thing.title} {thing.type} {thing.text} {thing.win} {thing.lose}"
    else:
        words = f"{thing.name} {thing.concept} {thing.notes}"
    return wanted.casefold() in words.casefold()


def _row(state: State, page: Page, deep: bool, width: int) -> PageLine:
    mark = page_mark(page, state)
    here = page.kind == "act" and state.scene.page == page.id
    sign = "▶ " if here else "✓ " if mark else "  "
    title: Role = "dim" if mark and not here else "strong" if page.kind == "act" else "text"
    words = (page_word(page, state), mark or lock_word(page, state), "players" if page.public else "")
    left: Line = (("  " if deep else "", "text"), (sign, "accent"), (page.title, title))
    return PageLine(_titled(left, words, "accent" if page.public else "dim", width), page.id)


def _titled(left: Line, words: Sequence[str], role: Role, width: int) -> Line:
    """Put words behind a title that is whole where there is room: words give way to it, the first of them first."""
    right = [word for word in words if word]
    while right and width_of(left) + 1 + cells(" · ".join(right)) > width:
        del right[0]
    return two_sided(left, ((f" {' · '.join(right)}", role),), width)


def _rod_row(state: State, rod: Challenge, width: int) -> PageLine:
    there = rod.id in state.challenges
    mark = "in play" if there else "overcome" if rod.id in state.overcome else state.marks.get(rod.id, "")
    left: Line = (("✓ " if mark else "  ", "accent"), (rod.title, "dim" if mark and not there else "text"))
    past = rod.past_word if mark != "overcome" else ""
    return PageLine(_titled(left, (kind_words(rod), rod.outcome_word or mark, past), "dim", width), RodRow(rod.id))


def _cast_row(state: State, who: str, actor: Actor, width: int) -> PageLine:
    present = who in state.actors
    actor = state.people.get(who, actor)
    left: Line = (("✓ " if present else "  ", "accent"), (crowd_name(actor), "dim" if present else "text"))
    return PageLine(two_sided(left, ((" on stage" if present else " in the wings", "dim"),), width), CastRow(who))


def page_lines(state: State, page: Page, width: int) -> list[PageLine]:
    """A page to read: what players may know apart from what is for the game master alone."""
    width = min(width, 96)
    mark = page_mark(page, state)
    cast, rods = state.book.cast, state.book.challenges
    known = {who: state.actors.get(who) or cast.get(who) for who in page.brings}
    names = [crowd_name(actor) if actor else who for who, actor in known.items()]
    brings = f"brings in {join_names(names)}" if names and not mark else ""
    fact = " · ".join(word for word in (page_word(page, state), mark, brings) if word)
    lines = [make_line((page.title, "strong")), *paragraph(fact, width, role="dim"), BLANK]
    told = PAGE_KINDS[page.kind].shown_to_players == "text"
    if page.public and told:
        lines += [heading_line("Players may read this"), *paragraph(page.text, width, indent=2, bar="┃")]
    else:
        empty = "" if page.rows else "Nothing more is written here."
        note = "players read the title" if page.public else "v shows the page to players" if told else ""
        lines += [heading_line("For you alone", note), *paragraph(page.text or empty, width, indent=2)]
    if page.rows:
        lines += [BLANK, heading_line("Rows", f"{page.dice}; space rolls"), *_rows(page, width)]
    if does := [row for sentence in rule_words(state, page) for row in paragraph(sentence, width, indent=2)]:
        lines += [BLANK, heading_line("What it does", "evident" if page.public else "hidden from players"), *does]
    if page.after:
        gates = [rods[which].title if which in rods else which for which in page.after]
        lines += [BLANK, heading_line("Opens once overcome"), *(make_line(f"  {gate}") for gate in gates)]
    if page.skills:
        lines += [BLANK, *paragraph(f"Suits: {', '.join(page.skills)}", width)]
    if page.reveals:
        read = page.public and mark in (FOUND, VISITED)
        shown = "" if page.public else "v shows the page"
        until = " and ".join(filter(None, ("" if mark else usual_page_mark(page), shown))) if told else ""
        note = "players read this too" if read else f"for you alone until {until or 'read out'}"
        lines += section("Reveals", page.reveals, width, note)
    if page.brings:
        lines += [BLANK, heading_line("Brings in")]
    for name, actor in zip(names, known.values(), strict=True):
        lines += [make_line(f"  {name}", (_seen(actor), "dim"))]
    if page.challenges:
        lines += [BLANK, heading_line("Puts on the abacus")]
    calm = scene_frame(state).calm if page.challenges else ()
    for which in page.challenges:
        rod = rods.get(which)
        words = f"  {kind_words(rod)}{_seen(state.challenges.get(which, rod))}" if rod else ""
        lines += [make_line(f"  {rod.title if rod else which}", (words, "dim"))]
        if rod and (moment := strikes_told(state.challenges.get(which, rod), calm)):
            lines += paragraph(f"strikes {moment}", width, indent=4)
        lines += paragraph(rod.text, width, indent=4, role="dim") if rod and rod.text not in ("", page.text) else []
    return lines


def _seen(thing: Actor | Challenge | None) -> str:
    """Say what players see of what a page brings; empty where it is hidden."""
    hidden = thing is None or thing.visibility == "secret" or (isinstance(thing, Actor) and thing.side == "party")
    return "" if thing is None or hidden else f"  {SEEN[thing.visibility]}"


def _rows(page: Page, width: int) -> list[PageLine]:
    """The rows of a random table under each other, by result (ME-06)."""
    wide = max(cells(result) for result in page.rows) + 4
    return [
        row
        for result, text in page.rows.items()
        for row in labelled_prose([(f"  {result:<{wide - 2}}", "accent")], text, width, wide)
    ]
