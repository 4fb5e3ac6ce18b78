"""The page of odds of Mettle: Raises, Twists, teams, and the numbers that each target asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine import pools
from wyrd_tui.engine.chance import Chance, Ratio
from wyrd_tui.engine.dice import count_noun
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.nouns.mettle import MOTIVE, STRAINABLE
from wyrd_tui.engine.rules.mettle.check_parts import calls_twists, hint, ratings_of, standing_pool
from wyrd_tui.engine.rules.mettle.cover import POISE_NAME
from wyrd_tui.engine.rules.mettle.house_rules import rule
from wyrd_tui.engine.rules.mettle.modifiers import cover_of, has_status, is_written, pool_of
from wyrd_tui.engine.rules.mettle.teams import LINKS, team_of
from wyrd_tui.engine.rules.mettle.teamwork import MOST_TWISTED, odds_of
from wyrd_tui.engine.rules.pages import COLUMN_CELLS, Aim, Dial, OddsPage, bar_beside, percents, step_through
from wyrd_tui.engine.spans import (
    BLANK,
    Block,
    PageLine,
    Piece,
    Role,
    Span,
    bar_head,
    bar_spans,
    heading_line,
    make_line,
)
from wyrd_tui.engine.state import METTLE, Actor, State
from wyrd_tui.engine.words import crowd_name, plain_number

MODERATE = 3
"""The Difficulty that is looked at first (ME-09)."""
NARROW = 5
"""Cells for a chance in whole percents."""
MOST_RAISES = 4
"""Raises that are weighed."""
FEWER_RAISES = 3
"""Raises that the ladder weighs on a narrow screen."""
SHORT = ("OK", "Good", "Great", "Exc.", "Amaz.", "Leg.")
"""Grades as the heads of columns."""
GRADE_CELLS = 6
"""Cells for the chance of a grade."""
RAISES = 9 + 3 * COLUMN_CELLS + len(SHORT) * GRADE_CELLS + 2
WOUNDS = 12 + 2 * COLUMN_CELLS
TEAM = 41 + 4 * COLUMN_CELLS
"""Cells that a row of the Raises, of the wounds and of the teams takes without its bar."""
GAP = 5
"""Cells between parts that stand beside each other."""
BEST = "◂"
WOUND_NAMES = ("sound", "Shaken", "Broken")
"""Names of the wounds that discard 0, 1 and 2 dice (ME-38, ME-39)."""
TARGET_POOLS = (*STRAINABLE.values(), MOTIVE)
"""Pools that may be the number to beat (ME-10)."""
NAME_CELLS = 18
WIDE_FROM = 112
"""Cells from which on there is room beside the Raises."""


class ThrownPool(NamedTuple):
    """Dice as they would be thrown.

    Attributes:
        dice: Their number.
        discard: The highest face that is discarded.
        keeps: Whether a Twist leaves raised dice alone.
        twist: The head of the chances with a Twist; empty where no player decides on one.
    """

    dice: int
    discard: int
    keeps: bool
    twist: str = "Twist"

    @property
    def at_once(self) -> str:
        """The head of the chances without a Twist."""
        return "plain" if self.twist else "success"

    def plain(self, number: int, raised: int = 0) -> Chance:
        """The chance to beat a number at once."""
        return pools.check(self.dice, number, raised, self.discard)

    def twisted(self, number: int, raised: int = 0) -> Chance:
        """The chance to beat it at once or by a Twist."""
        return pools.twist_chance(self.dice, number, raised, self.discard, self.keeps)


def first_aim(state: State, aim: Aim) -> Aim:
    """Fill in the aim: the largest pool, against Moderate."""
    pools = _pools(state, aim.who)
    rating = aim.rating if aim.rating in pools else next(iter(pools), "")
    return aim._replace(rating=rating, number=MODERATE if aim.number is None else max(0, aim.number))


def _pools(state: State, who: str) -> list[str]:
    return [name for name, _ in ratings_of(state.actors[who])] if who in state.actors else []


def turn_pool(state: State, aim: Aim, step: int) -> Aim:
    """Take the next pool."""
    return aim._replace(rating=step_through(_pools(state, aim.who), aim.rating, step))


def turn_number(state: State, aim: Aim, step: int) -> Aim:
    """Make the Difficulty harder or easier by one."""
    return aim._replace(number=max(0, _number(aim) + step))


def _number(aim: Aim) -> int:
    return MODERATE if aim.number is None else aim.number


def subject(state: State, aim: Aim) -> Sequence[Span]:
    """Name the pool with what counts in it, the Difficulty, and whether a success may be assumed."""
    actor = state.actors.get(aim.who)
    if actor is None or not aim.rating:
        return []
    ready = standing_pool(state, actor, aim.rating)
    words = [summed(state, actor, aim.rating), pools.difficulty_name(_number(aim))]
    words += filter(None, [hint(state, ready.dice, _number(aim), ready.discard)])
    return [piece for word in words for piece in ((" · ", "dim"), (word, "strong"))]


def blocks(state: State, aim: Aim, width: int) -> Sequence[Block]:
    """Arrange Raises, wounds, the ladder, targets, Edge and teams; the order follows the width."""
    actor = state.actors.get(aim.who)
    if actor is None or not aim.rating:
        return [[BLANK, make_line(("No pool is written on this sheet yet, so there are no odds.", "dim"))]]
    number, throw = _number(aim), pool_to_throw(state, actor, aim.rating)
    wide = width >= WIDE_FROM
    bar = bar_beside(width, RAISES + (GAP + WOUNDS if wide else 0))
    raises = raise_lines(throw, number, bar)
    wounds = wound_lines(throw, number, bar_beside(width, RAISES + bar + GAP + WOUNDS) if wide else bar)
    ladder = ladder_lines(throw, width)
    team = team_lines(state, actor, aim.rating, number, bar_beside(width, TEAM))
    targets = target_lines(state, actor, aim.rating)
    # Beside each other where they fit; on a narrow screen what is asked most stands first.
    parts = [raises, wounds, ladder, targets, joint_lines(throw), team]
    if not wide:
        parts = [raises, ladder, targets, team, wounds, joint_lines(throw)]
    return [[BLANK, *part] for part in parts if part]


def pool_to_throw(state: State, actor: Actor, name: str, against: str = "") -> ThrownPool:
    """The dice that a character would throw now, against a target if one is named (ME-13, ME-38, ME-39, C-16)."""
    ready = standing_pool(state, actor, name, against)
    keeps = rule(state, "twist_raised") == "keep"
    return ThrownPool(ready.dice, ready.discard, keeps, "Twist" if calls_twists(actor) else "")


def summed(state: State, actor: Actor, name: str) -> str:
    """A pool and what counts with it, such as `Poise 4 Afflicted −2 = 2 dice`."""
    ready = standing_pool(state, actor, name)
    return ready.in_words() + (f" = {count_noun(ready.dice, 'die', 'dice')}" if len(ready.parts) > 1 else "")


def _shorts(chances: Sequence[Chance], wide: int = NARROW) -> str:
    return "".join(f"{'·' if chance.impossible else chance.short():>{wide}}" for chance in chances)


def _heads(throw: ThrownPool, wide: int = COLUMN_CELLS, between: int = 0) -> str:
    """The heads over the chances at once and, of those who call for one, with a Twist."""
    twist = f"{'':{between}}{throw.twist:>{wide}}" if throw.twist else ""
    return f"{throw.at_once:>{wide}}{twist}"


def _chances(bar: int, throw: ThrownPool, number: int, raised: int = 0, role: Role = "strong") -> list[Span]:
    """The chance at once and that with a Twist, as a bar and in percents."""
    plain = throw.plain(number, raised)
    twisted = throw.twisted(number, raised) if throw.twist else plain
    drawn = [*bar_spans(bar, float(plain), float(twisted)), (percents(plain), role)]
    return [*drawn, (percents(twisted), "text" if role == "strong" else role)] if throw.twist else drawn


def raise_lines(throw: ThrownPool, number: int, bar: int = 0) -> list[PageLine]:
    """A row for each number of Raises: success, with a Twist, each grade, and the Edge to expect (ME-11, ME-28)."""
    rows = range(min(throw.dice, MOST_RAISES) + 1)
    edges = [pools.mean_edge(throw.dice, number, raised, throw.discard) for raised in rows]
    most = max(edges)
    heads = "".join(f"{head:>{GRADE_CELLS}}" for head in SHORT)
    heads = f"{_heads(throw)}{heads}{'Edge':>{COLUMN_CELLS}}"
    lines = [
        heading_line(f"Raises against {pools.difficulty_name(number)}", f"{BEST} most Edge on average"),
        make_line((f"  {'raised':<7}", "dim"), bar_head(bar, throw.at_once, throw.twist), (heads, "dim")),
    ]
    for raised, edge in zip(rows, edges, strict=True):
        best = edge == most and edge > Ratio(0, 1)
        grades = pools.grades(throw.dice, number, raised, throw.discard)
        lines.append(
            make_line(
                (f"  {raised or 'none':<7}", "strong"),
                *_chances(bar, throw, number, raised),
                (_shorts(grades, GRADE_CELLS), "dim"),
                (f"{edge.text(2):>{COLUMN_CELLS}}", "strong" if best else "text"),
                (f" {BEST}" if best else "", "strong"),
            )
        )
    return lines


def ladder_lines(throw: ThrownPool, width: int) -> list[PageLine]:
    """List the named Difficulties with their chances by Raises, plain and with a Twist (ME-09, ME-19, ME-28)."""
    rows = range(min(throw.dice, MOST_RAISES if width >= WIDE_FROM else FEWER_RAISES) + 1)
    wide = NARROW * len(rows)
    bar = bar_beside(width, NAME_CELLS + 7 + 2 * wide)
    raises = "".join(f"{raised or 'none':>{NARROW}}" for raised in rows)
    heads = f"{raises}   {raises}" if throw.twist else raises
    lines = [
        heading_line("The ladder", "by raised dice" + (", then with a Twist" if throw.twist else "")),
        make_line((" " * (NAME_CELLS + 4 + bar) + _heads(throw, wide, 3), "dim")),
        make_line((" " * (NAME_CELLS + 4), "dim"), bar_head(bar, throw.at_once, throw.twist), (heads, "dim")),
    ]
    for number, name in reversed(list(pools.DIFFICULTY_NAMES.items())):
        plain = _shorts([throw.plain(number, raised) for raised in rows])
        twisted = _shorts([throw.twisted(number, raised) for raised in rows]) if throw.twist else ""
        reach = throw.twisted(number) if throw.twist else throw.plain(number)
        lines.append(
            make_line(
                (f"  {number:>2} ", "strong"),
                f"{name:<{NAME_CELLS - 1}}",
                *bar_spans(bar, float(throw.plain(number)), float(reach)),
                (plain, "strong"),
                f"   {twisted}",
            )
        )
    return lines


def joint_lines(throw: ThrownPool) -> list[PageLine]:
    """Score and Edge together: the Score by which Difficulty it just beats (ME-07, ME-11)."""
    steps = [0, *(number + 1 for number in pools.DIFFICULTY_NAMES)]
    top = 3 * throw.dice
    steps = [step for step in steps if step <= top]
    spans = [(low, high - 1) for low, high in zip(steps, [*steps[1:], top + 1], strict=True)]
    ways = pools.joint_ways(throw.dice, throw.discard)
    whole = 6**throw.dice
    words = "".join(f"{f'{low}–{high}' if low < high else low:>{COLUMN_CELLS}}" for low, high in spans)
    lines = [
        heading_line("Score and Edge", f"{count_noun(throw.dice, 'die', 'dice')}, none raised"),
        make_line((f"  {'Edge':<12}{words}{'all':>{COLUMN_CELLS}}", "dim")),
    ]
    for edge in range(min(throw.dice, pools.LEGENDARY) + 1):
        mine = {score: n for (score, own), n in ways.items() if min(own, pools.LEGENDARY) == edge}
        cells = [Chance(sum(n for score, n in mine.items() if low <= score <= high), whole) for low, high in spans]
        row = "".join(f"{'·' if chance.impossible else chance.percent():>{COLUMN_CELLS}}" for chance in cells)
        label = f"{edge}{'+' if edge == pools.LEGENDARY else ''} {pools.GRADES[edge]}"
        lines.append(make_line((f"  {label:<12}", "strong"), row, (percents(Chance(sum(mine.values()), whole)), "dim")))
    return lines


def wound_lines(throw: ThrownPool, number: int, bar: int = 0) -> list[PageLine]:
    """Tabulate the cost of being Shaken or Broken for the Check (ME-38, ME-39, U-27)."""
    lines = [
        heading_line("Shaken, Broken"),
        make_line(
            (" " * 12, "dim"),
            bar_head(bar, throw.at_once, throw.twist),
            (_heads(throw), "dim"),
        ),
    ]
    for discard, word in enumerate(WOUND_NAMES):
        now = throw._replace(discard=discard)
        here = discard == throw.discard
        chances = _chances(bar, now, number, role="strong" if here else "dim")
        lines.append(make_line((f"{'▸' if here else ' '} {word:<10}", "strong"), *chances))
    return lines


# ------------------------------------------------------------------ others


def _others(state: State, actor: Actor) -> Iterator[Actor]:
    """Other actors who play and are not dead, in the order of the table."""
    for other in state.actors.values():
        if other.id != actor.id and METTLE in other.sheets and not has_status(other, "dead"):
            yield other


def team_lines(state: State, actor: Actor, name: str, number: int, bar: int = 0) -> list[PageLine]:
    """Teamwork with each friend, with the best dice kept: a weakest link and a strongest (ME-30 … ME-33)."""
    friends = [other for other in _others(state, actor) if other.side == actor.side and not other.out]
    if not friends:
        return []
    twist = "Twist" if calls_twists(actor) else ""
    heads = "".join(f"{head:>{COLUMN_CELLS}}" for head in filter(None, ("wins", twist, "Good+", "Great+")))
    lines = [
        heading_line("Teamwork", f"{name} against {pools.difficulty_name(number)}, the best dice kept"),
        make_line((" " * (NAME_CELLS + 23), "dim"), bar_head(bar, "wins", twist), (heads, "dim")),
    ]
    able = [friend for friend in friends if is_written(friend, name) and standing_pool(state, friend, name).dice]
    if not able or not standing_pool(state, actor, name).dice:
        return [lines[0], make_line((f"  Nobody else here has dice in {name}." if not able else "  No dice.", "dim"))]
    left_out = False
    for friend in able:
        label = crowd_name(friend)[: NAME_CELLS - 1]
        for link in LINKS:
            team = team_of(state, {"who": (actor.id, friend.id), "rating": name, "link": link})
            left_out = left_out or (bool(twist) and team.thrown > MOST_TWISTED)
            added = f"+{team.helping.dice}" if team.helper else ""
            head = f"  {label:<{NAME_CELLS}}{link:<10}{f'{team.ready.dice}{added} keep {team.keep}':<11}"
            wins, twisted = odds_of(state, team, number)
            lines.append(make_line(head, *_team_chances(bar, wins, twisted, twist)))
            label = ""
    if left_out:
        lines.append(make_line((f"  –  no odds for a Twist of more than {MOST_TWISTED} dice", "dim")))
    return lines


def _team_chances(bar: int, found: pools.KeptChances | None, twisted: Chance | None, twist: str) -> list[Piece]:
    if found is None:
        return [("  too many dice for odds", "dim")]
    again = (percents(twisted) if twisted is not None else f"{'–':>{COLUMN_CELLS}}") if twist else ""
    drawn = bar_spans(bar, float(found.success), float((twist and twisted) or found.success))
    return [*drawn, (percents(found.success), "strong"), again, (percents(*found.edges[1:3]), "dim")]


def target_lines(state: State, actor: Actor, rating: str) -> list[PageLine]:
    """The chance against each pool of each other (ME-10): an attack must beat Poise with its shield or cover."""
    # A foe who is down may still be hit; a friend who is down is neither attacked nor talked round.
    standing = [other for other in _others(state, actor) if not other.out or other.side != actor.side]
    others = sorted(standing, key=lambda other: (other.out, other.side == actor.side))
    if not others:
        return []
    cell = COLUMN_CELLS + 2
    lines = [
        heading_line("Against a character’s pool", "Poise with shield or cover"),
        make_line((f"  {'':<{NAME_CELLS}}" + "".join(f"{word:>{cell}}" for word in TARGET_POOLS), "dim")),
    ]
    for other in others:
        cells, throw = "", pool_to_throw(state, actor, rating, other.id)
        for word in TARGET_POOLS:
            known = is_written(other, word)
            value = pool_of(other, word) + (cover_of(other) if word == POISE_NAME else 0)
            odds = f"{plain_number(value)}: {throw.plain(value).short()}" if known else "–"
            cells += f"{odds:>{cell}}"
        out = next((f" {condition.label}" for condition in other.conditions if condition.out), "")
        label = f"{crowd_name(other)[: NAME_CELLS - 1 - len(out)]}{out}"
        lines.append(make_line(f"  {label:<{NAME_CELLS}}", cells))
    return lines


ODDS = OddsPage(
    first_aim, (Dial("pool", "sides", turn_pool), Dial("Difficulty", "brackets", turn_number)), subject, blocks
)
