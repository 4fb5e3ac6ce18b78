"""A challenge as lines: its rod with the beads, its number, its title, and what else is known of it.

In the smallest manner all of it stands in a line, and below it what must not be missed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.rod_order import is_counted, storey_of
from wyrd_tui.engine.spans import Role, Span
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import plain_number
from wyrd_tui.widgets.abacus_plan import is_tried, roll_ahead, slide_of
from wyrd_tui.widgets.cells import cells, clean_line, cut, pad, wrap
from wyrd_tui.widgets.facts import fits_in_lines, flow_facts
from wyrd_tui.widgets.glyphs import Glyphs, visibility_sign, with_sign
from wyrd_tui.widgets.pane_items import PaneItem
from wyrd_tui.widgets.rods import BARE, Slide, rod_line, sixes_line
from wyrd_tui.widgets.spans import Line, name_column, width_of
from wyrd_tui.widgets.values import Around

ROOMY = 3
"""Lines of a challenge that has what is at stake below it."""
UNDER = 3
"""Cells by which a title that goes on below stands to the right of facts, where these have a number above them."""
FACES = 6
"""Faces of the die that closes the gap on a rod."""
FACT_CELLS = 10
"""Cells that what is known of a challenge has below it at least."""


class RowPlan(NamedTuple):
    """The columns of the list, in cells.

    Attributes:
        width: Cells of a line.
        rod: Cells between the sides of the frame.
        named: Whether a value has its name beside it.
        value: Cells of the value.
        counted: Cells of how many beads are done.
        type: Cells of the type.
        lines: Lines that a challenge takes at least.
        typed: Whether a type without a column stands below the title.
        beside: Whether types without a column stand beside their titles, where each has room.
        tight: Whether headings stand before the rods and not above them.
        facts: Which facts may have a line below, as a manner says.
    """

    width: int
    rod: int
    named: bool
    value: int
    counted: int
    type: int
    lines: int = 1
    typed: bool = True
    tight: bool = False
    beside: bool = False
    facts: str = "all"


class Known(NamedTuple):
    """Facts of a challenge that the table gives: its value, the challenges before it, who is in it, calm, and again.

    `calm` is a challenge that will not strike by itself any more, `again` one that failed and may be faced again.
    `slide` tells its beads before the last act and after the open question; `leaves` is a challenge that this would
    remove from the abacus, and `faced` one whose die it throws, unless that is typed. `tried` is one whose beads are
    those of an attempt.
    """

    value: str
    waits: tuple[str, ...]
    names: tuple[str, ...]
    calm: bool = False
    again: bool = False
    slide: Slide | None = None
    leaves: bool = False
    faced: bool = False
    tried: bool = False

    def slide_of(self, challenge: Challenge) -> Slide:
        """Return the beads of the challenge as they were, are and would be."""
        return self.slide or Slide(challenge.done, challenge.done, challenge.done)

    def is_over(self, challenge: Challenge) -> bool:
        """Tell if the challenge is settled for good."""
        return bool(challenge.outcome) and not self.again


def with_states(told: Known, challenge: Challenge, state: State, around: Around) -> Known:
    """Add to the facts of a challenge its beads before the last act and after the open question."""
    roll = roll_ahead(challenge, state, around.then)
    faced = roll is not None and not roll.score.typed and state.roll_of(roll.number) is None
    slide, leaves = slide_of(challenge, state, around), challenge.id not in around.then.challenges
    return told._replace(slide=slide, leaves=leaves, faced=faced, tried=is_tried(challenge, state))


def value_words(challenge: Challenge, rungs: Mapping[int, str], state: State, glyphs: Glyphs, *, named: bool) -> str:
    """Write the value of a challenge, with the name of its rung where values are named; empty where it has none."""
    if challenge.value is None:
        return ""
    if storey_of(challenge):
        return f"{challenge.value:>2}"
    name = rungs.get(challenge.value, "") if named else ""
    if len(state.games) > 1 and named:
        # The ladder may be that of another game, in which a number has another name (C-30).
        name = voice_of(challenge.game).rung_names.get(challenge.value, "")
    if not voice_of(challenge.game).rod_words.signed_values:
        return f"{plain_number(challenge.value).replace('−', glyphs.minus):>2} {name}".rstrip()
    return f"{with_sign(challenge.value, glyphs)} {name}".rstrip()


TO_SCALE: Span = ("beads to scale", "dim")
"""Stands beside a rod that has fewer beads than its challenge."""


def is_to_scale(challenge: Challenge, rod: int) -> bool:
    """Tell if a rod of so many beads shows fewer of them than there are."""
    return not is_counted(challenge) and challenge.needed > max(2, rod - BARE)


def scale_note(challenges: Iterable[Challenge], plan: RowPlan, glyphs: Glyphs) -> str:
    """Explain rods with fewer beads than their challenges where rows have no line for it; empty where none has."""
    live = (challenge for challenge in challenges if not challenge.outcome)
    few = plan.lines == 1 and any(is_to_scale(challenge, plan.rod) for challenge in live)
    return f"{glyphs.scale} one bead stands for several" if few else ""


def outcome_name(challenge: Challenge) -> str:
    """Name the outcome of a settled challenge."""
    return "fired" if is_counted(challenge) else challenge.outcome_word


def count_settled(settled: Iterable[Challenge]) -> Span:
    """Count the settled challenges in a sentence."""
    counts = {"overcome": 0, "failed": 0, "fired": 0, "full": 0}
    for rod in settled:
        counts[outcome_name(rod)] += 1
    return ", ".join(f"{number} {name}" for name, number in counts.items() if number), "dim"


def _stakes(challenge: Challenge, room: int, most: int, glyphs: Glyphs) -> list[Line]:
    """Draw the stakes of both ends, whole where there are lines for it, else each cut to a line of its own.

    Where there is one line for both, it is what is lost. A clock is full, for good or ill.
    """
    last = "full:" if challenge.kind == "clock" else "lost:"
    told = [f"{end} {clean_line(text)}" for end, text in (("won:", challenge.win), (last, challenge.lose)) if text]
    whole = [("  " if row else "") + line for text in told for row, line in enumerate(wrap(text, room - 2))]
    if len(told) < len(whole) <= most:
        return [((line, "dim"),) for line in whole]
    both = f" {glyphs.dot} ".join(told)
    if most == 1 and cells(both) <= room:
        told = [both]
    kept = told[max(0, len(told) - most) :] if most > 0 else []
    return [((cut(text, room, glyphs.more), "dim"),) for text in kept]


def choose_stakes(
    rods: Iterable[tuple[Challenge, PaneItem, PaneItem]], here: str, spare: int
) -> tuple[frozenset[str], bool]:
    """Choose the challenges whose stakes fill free lines: the one under the cursor, then those nearest to it.

    Args:
        rods: Each challenge, and its row without and with its stakes.
        here: The challenge under the cursor.
        spare: The free lines.

    Returns:
        These challenges, and whether there are others whose stakes have no room.
    """
    grows = [(rod, len(roomy.lines) - len(plain.lines)) for rod, plain, roomy in rods]
    start = next((at for at, (rod, _) in enumerate(grows) if rod.id == here), 0)
    chosen: list[str] = []
    for _, (rod, more) in sorted(enumerate(grows), key=lambda pair: abs(pair[0] - start)):
        if not (rod.win or rod.lose) or storey_of(rod) or more <= 0:
            continue
        if more > spare:
            return frozenset(chosen), True
        chosen.append(rod.id)
        spare -= more
    return frozenset(chosen), False


def _seen(challenge: Challenge, known: Known, glyphs: Glyphs) -> Line:
    """Draw how much players may see, behind the outcome if there is one."""
    sign, role = visibility_sign(challenge.visibility, glyphs)
    if known.leaves:
        return (("  leaves", "strong"),)
    if challenge.outcome:
        return (f"  {outcome_name(challenge)}", "strong"), (f" {sign}", role)
    return ((f" {sign}", role),)


def _warnings(challenge: Challenge, known: Known, glyphs: Glyphs) -> list[tuple[str, str]]:
    """List what must not be missed, each with its sign before its words: locks, and when the challenge strikes."""
    found = [(glyphs.lock, f"after {', '.join(known.waits)}")] if known.waits else []
    strikes = voice_of(challenge.game).rod_words.springs.get(challenge.springs)
    if strikes and not known.calm and not challenge.outcome:
        found.append((glyphs.flag, f"strikes {strikes}"))
    return found


def _facts(challenge: Challenge, known: Known, glyphs: Glyphs, which: str) -> list[Span]:
    """List what must not be missed, or which of it has room: the last try, locks, when it strikes, who is in it."""
    # A warning comes before all, since the end of the line is cut; the beads tell how far an attempt came.
    warned: list[Span] = [(f"{sign} {words}", "hurt") for sign, words in _warnings(challenge, known, glyphs)]
    if which != "all":
        return warned if which == "warn" else []
    reached = bool(storey_of(challenge) and challenge.done and not known.leaves)
    parts: list[Span] = [(f"reached {challenge.done}", "dim")] if reached else []
    parts += [("may be retried", "text")] if known.again else []
    parts += [(challenge.past_word, "text")] if challenge.past_word else []
    if met_by := voice_of(challenge.game).rod_words.met_by.get(challenge.met_by):
        parts.append((met_by, "text"))
    if known.names:
        parts.append((", ".join(known.names), "text"))
    return [*warned, *parts]


def _warned(challenge: Challenge, known: Known, glyphs: Glyphs, which: str) -> str:
    """Return the title, behind the signs of warnings that have no line below it."""
    warned = _warnings(challenge, known, glyphs) if which == "none" and not known.is_over(challenge) else ()
    return " ".join((*(sign for sign, _ in warned), clean_line(challenge.title) or challenge.id))


def _drawn(challenge: Challenge, plan: RowPlan, known: Known, glyphs: Glyphs) -> list[Span]:
    """Draw the part before the title: the rod and its numbers."""
    over = known.is_over(challenge) or known.leaves
    if is_counted(challenge):
        spans = [*sixes_line(challenge.done, challenge.needed, plan.rod + 2, glyphs, known.slide_of(challenge).was)]
    else:
        role: Role = "dim" if over or known.tried else "hurt" if challenge.threatens else "strong"
        waits = over or bool(known.waits)
        slide = known.slide_of(challenge)
        # The face that the die must show for the points that are bid, where it decides anything.
        missing = challenge.needed - slide.then
        gap = f"{missing}+" if known.faced and 1 < missing <= FACES else ""
        size, tried = plan.rod, known.tried
        spans = [*rod_line(slide, challenge.needed, size, glyphs, moved_role=role, waits=waits, gap=gap, tried=tried)]
    if storey_of(challenge):
        spans.append((f" {known.value} ", "dim" if over else "strong"))
        if plan.type:
            spans.append((pad(challenge.type[: plan.type], plan.type) + " ", "dim"))
        return spans
    spans.append((f" {challenge.done}/{challenge.needed}".ljust(plan.counted + 1) + " ", "dim"))
    if known.value:
        spans.append((pad(known.value, plan.value, glyphs.more) + " ", "dim"))
    elif plan.value and not plan.type:
        spans.append((" " * (plan.value + 1), "dim"))
    return spans


def _fits_title(challenge: Challenge, plan: RowPlan, facts: Sequence[Span], room: int, gap: str) -> bool:
    """Tell if facts have room under their title, where it is plain which challenge they belong to."""
    stakes = plan.lines >= ROOMY and bool(challenge.win or challenge.lose)
    return not stakes and bool(facts) and not facts[0][0].startswith(" ") and fits_in_lines(facts, room, gap)


def rod_rows(challenge: Challenge, plan: RowPlan, known: Known, glyphs: Glyphs) -> tuple[Line, ...]:
    """The lines of a challenge: rod, numbers, title, whether it is seen; below, what must not be missed.

    A title that needs it goes on below, and with three lines what is at stake stands there.
    """
    over = known.is_over(challenge)
    title_role: Role = "gone" if over or known.leaves else "hurt" if challenge.threatens else "name"
    spans = _drawn(challenge, plan, known, glyphs)
    ahead = width_of(tuple(spans))
    indent = min(ahead, plan.rod + 3 if storey_of(challenge) else plan.rod + 4 + plan.counted)
    left = plan.width - indent
    facts = [] if over else _facts(challenge, known, glyphs, plan.facts)
    untyped = bool(storey_of(challenge)) and not plan.type and not over
    typed: list[Span] = [(challenge.type, "dim")] if untyped and plan.typed and plan.lines > 1 else []
    scaled = [TO_SCALE] if plan.lines > 1 and is_to_scale(challenge, plan.rod) and not over else []
    if known.leaves:
        facts = [(text, "dim") for text, _ in facts]
    right, title = _seen(challenge, known, glyphs), _warned(challenge, known, glyphs, plan.facts)
    narrow = plan.width - ahead - width_of(right) < cells(title)
    gap = f" {glyphs.dot} "
    # A word stands apart from the title, or below it, a sign needs no more than one cell.
    seen = (right[0][0].strip(), right[0][1])
    whole = cells(title) <= plan.width - ahead - width_of(right[1:])
    # In a tight list the outcome word takes the line that the title would need.
    below = narrow and cells(seen[0]) > 1 and (plan.lines > 1 or whole)
    # A challenge that may be faced again has a line below in any case, and its outcome there.
    below = below or (known.again and plan.facts == "all" and not known.leaves)
    below = below and fits_in_lines([seen, *facts], left, gap)
    right = right[1:] if below else right
    room = plan.width - ahead - width_of(right)
    who = "" if over or below else ", ".join(known.names)
    rest: list[Span] = []
    if who and not known.waits and cells(who) <= room - cells(title) - 2:
        spans += [(title, title_role), ("  " + pad(who, room - cells(title) - 2), "dim")]
        facts = _facts(challenge, known._replace(names=()), glyphs, plan.facts)
    elif untyped and not typed and plan.beside and cells(challenge.type) <= room - cells(title) - 2:
        spans += [(title, title_role), ("  " + pad(challenge.type, room - cells(title) - 2), "dim")]
    else:
        if not below and cells(title) > room:
            # A title is never cut; it goes on below.
            title, *rows = wrap(title, room)
            rest = [(" " * min(UNDER, ahead - indent) + row, title_role) for row in rows]
            if fits_in_lines([rest[-1], *facts], left, gap):
                facts.insert(0, rest.pop())
        spans.extend(name_column(title, room, title_role, glyphs.more))
    spans.extend(right)
    facts = [*([seen] if below else ()), *facts, *typed, *scaled]
    most = plan.lines - 1 if typed else 1
    indent = ahead if not below and _fits_title(challenge, plan, facts, plan.width - ahead, gap) else indent
    under: list[Line] = [(row,) for row in rest]
    under += list(flow_facts(facts, max(FACT_CELLS, left), gap, most, glyphs.more)) if facts else []
    if plan.lines > ROOMY and not over:
        under += _stakes(challenge, left, plan.lines - 1 - len(under), glyphs)
    elif plan.lines == ROOMY and not under and not over:
        under = _stakes(challenge, left, 1, glyphs)
    side: Span = (glyphs.side if storey_of(challenge) else " ", "dim")
    frame: Line = (side, (" " * plan.rod, "text"), side, (" " * (indent - plan.rod - 2), "text"))
    return (tuple(spans), *((*frame, *line) for line in under))


def indent_group(items: Sequence[PaneItem], first: Line) -> list[PaneItem]:
    """Put what rods belong to before the first of them, and blanks before the others."""
    found: list[PaneItem] = []
    blank: Line = ((" " * width_of(first), "text"),)
    for item in items:
        lines = tuple((*(blank if row or found else first), *line) for row, line in enumerate(item.lines))
        found.append(PaneItem(item.key, lines))
    return found
