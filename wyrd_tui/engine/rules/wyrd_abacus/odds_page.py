"""The page of odds of the Wyrd Abacus: what a challenge would cost, what the Wyrd would buy, and what it may bring."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine import sixes
from wyrd_tui.engine.chance import Chance, Ratio
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.nouns.wyrd_abacus import ABILITIES
from wyrd_tui.engine.rules.pages import COLUMN_CELLS, Aim, Dial, OddsPage, bar_beside, percents, step_through
from wyrd_tui.engine.rules.wyrd_abacus import countdowns, stage_rules
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    abilities,
    ability_of_type,
    characters,
    dice_for,
    met_by_wyrd,
    scene_pool,
    wyrd_lent,
    wyrd_of,
)
from wyrd_tui.engine.rules.wyrd_abacus.chances import cheapest_way, gifts_of
from wyrd_tui.engine.rules.wyrd_abacus.stake import spare_wyrd
from wyrd_tui.engine.spans import (
    BLANK,
    Block,
    FoldedProse,
    PageLine,
    Role,
    Span,
    bar_head,
    bar_spans,
    heading_line,
    make_line,
)
from wyrd_tui.engine.state import Actor, Challenge, State

HALF_CELLS = 56
"""Cells of a block, as far as its words are folded."""
WYRD_CELLS = 8
"""Cells for a chance once Wyrd is drawn, and for its head, “+1 Wyrd”."""
RIGHT = 26 + 3 * COLUMN_CELLS
FACING = 14 + COLUMN_CELLS + 3 * WYRD_CELLS
"""Cells that a row of the right side, and one of the left, takes without its bar."""
GAP = 5
"""Cells between the left side and the right."""
WANTED: tuple[tuple[str, Ratio | None], ...] = (
    ("even", Ratio(1, 2)),
    ("likely", Ratio(5, 6)),
    ("sure", None),
)


def first_aim(state: State, aim: Aim) -> Aim:
    """Fill in the challenge: the first that can be faced."""
    rods = _rods(state)
    return aim._replace(challenge=aim.challenge if aim.challenge in rods else next(iter(rods), ""))


def _rods(state: State) -> list[str]:
    return [rod.id for rod in state.challenges.values() if ability_of_type(rod) and rod.outcome != "overcome"]


def turn_challenge(state: State, aim: Aim, step: int) -> Aim:
    """Take the next challenge."""
    return aim._replace(challenge=step_through(_rods(state), aim.challenge, step))


def subject(state: State, aim: Aim) -> Sequence[Span]:
    """Name the challenge."""
    rod = state.challenges.get(aim.challenge)
    return [(" · ", "dim"), (f"{rod.title}, {rod.type} {rod.value}", "strong")] if rod else []


def blocks(state: State, aim: Aim, width: int) -> Sequence[Block]:
    """Arrange what a challenge takes on the left, the Wyrd and influence on the right."""
    actor, rod = state.actors.get(aim.who), state.challenges.get(aim.challenge)
    beside = width >= HALF_CELLS + GAP + RIGHT
    # Beside each other the challenge has its bars first.
    bar = bar_beside(width - (GAP + RIGHT if beside else 0), FACING)
    other_bar = bar_beside(width - (max(HALF_CELLS, FACING + bar) + GAP if beside else 0), RIGHT)
    right: list[PageLine | FoldedProse] = [BLANK, *wyrd_lines(state, other_bar)]
    if actor is not None and abilities(actor):
        right += [BLANK, *influence_lines(state, actor, other_bar)]
    return [[BLANK, *(rod_lines(state, rod, bar) if rod else dice_lines())], right]


def rod_lines(state: State, rod: Challenge, bar: int = 0) -> list[PageLine | FoldedProse]:
    """Tell the chances of a challenge: a die and points, or a Wyrd roll where nothing else meets it (WA-16, C-25)."""
    if met_by_wyrd(rod):
        return [*meeting_lines(state, rod, bar)]
    return [*facing_lines(state, rod, bar), BLANK, *cheapest_lines(state, rod)]


def facing_lines(state: State, rod: Challenge, bar: int = 0) -> list[PageLine]:
    """The chance with so many points, alone and with Wyrd drawn after a failure (WA-16, WA-22, WA-25)."""
    value, pool = rod.value or 0, spare_wyrd(state, rod)
    sure = sixes.points_for_certainty(value)
    draws = list(dict.fromkeys(drawn for drawn in (1, 2, pool) if 0 < drawn <= pool))
    columns = "".join(f"{f'+{drawn} Wyrd':>{WYRD_CELLS}}" for drawn in draws)
    lines = [
        heading_line(f"Facing {rod.title}", f"{rod.type} {value}; {_wyrd_there(state)}"),
        make_line(
            (f"  {'points':<12}", "dim"),
            bar_head(bar, "die", "Wyrd" if draws else ""),
            (f"{'the die':>{COLUMN_CELLS}}{columns}", "dim"),
        ),
    ]
    for points in range(max(0, value - 6 - pool), sure + 1):
        alone = sixes.chance_to_overcome(value, points)
        role: Role = "strong" if alone.sure else "text"
        later = [sixes.after_draw(value, points, drawn) for drawn in draws]
        drawn_bar = bar_spans(bar, float(alone), float(max([alone, *later])))
        more: Span = (percents(*later, wide=WYRD_CELLS), "dim")
        lines.append(make_line((f"  {points:<12}", "strong"), *drawn_bar, (percents(alone), role), more))
    return lines


def dice_lines() -> list[PageLine]:
    """Tabulate values against points where no challenge lies there (WA-13, WA-16)."""
    columns = "".join(f"{points:>{COLUMN_CELLS}}" for points in range(6))
    lines = [heading_line("A die and points", "no challenge waits"), make_line((f"  {'value':<8}{columns}", "dim"))]
    for value in range(2, 13):
        row = percents(*(sixes.chance_to_overcome(value, points) for points in range(6)))
        lines.append(make_line((f"  {value:<8}", "strong"), (row, "text"), (f"  {sixes.value_word(value)}", "dim")))
    return lines


def _wyrd_there(state: State) -> str:
    lent = wyrd_lent(state)
    return f"{scene_pool(state)} Wyrd in the scene" + (f", {lent} to lend" if lent else "")


def meeting_lines(state: State, rod: Challenge, bar: int = 0) -> list[PageLine]:
    """The chance that a Wyrd roll meets a challenge that nothing else can meet: the highest die counts (C-25)."""
    value = rod.value or 0
    lines = [
        heading_line(f"Meeting {rod.title}", f"{rod.type} {value}, by a Wyrd roll"),
        make_line((f"  {'':<18}{'dice':>5}{' ' * (bar and bar + 1)}{f'{value} or more':>{COLUMN_CELLS + 3}}", "dim")),
    ]
    pools = {actor.name: wyrd_of(actor) for actor in characters(state)}
    rows = [*pools.items(), *([("all", sum(pools.values()))] if len(pools) > 1 else [])]
    for name, dice in rows:
        chance = sixes.chance_at_least(dice, value)
        words: Span = (percents(chance, wide=COLUMN_CELLS + 3), "strong" if dice else "dim")
        lines.append(make_line(f"  {name[:20]:<20}{dice:>3}", *_bar(bar, chance), words))
    if toll := stage_rules.toll_of(state, rod):
        lines.append(make_line((f"  {toll} Wyrd is the price of the attempt", "dim")))
    return lines


def cheapest_lines(state: State, rod: Challenge) -> list[PageLine | FoldedProse]:
    """The cheapest ways to a chance that is even, likely or sure, with the points and the Wyrd that they take."""
    toll = stage_rules.toll_of(state, rod)
    note = f"{toll} Wyrd is the price of the attempt" if toll else "with the fewest points and Wyrd"
    lines: list[PageLine | FoldedProse] = [heading_line("Cheapest way to be", note)]
    for word, wanted in WANTED:
        best = cheapest_way(state, rod, characters(state), wanted)
        if best is None:
            lines.append(
                make_line((f"  {word:<8}", "strong"), ("out of reach with the points and Wyrd at hand", "dim"))
            )
            continue
        told = f"{best.chance.percent()}: {gifts_of(best) or 'no points at all'}"
        lines.append(FoldedProse(told, 10, HALF_CELLS, label=((f"  {word:<8}", "strong"),)))
    return lines


def _bar(size: int, chance: Chance, reach: Chance | None = None) -> list[Span]:
    """Draw a bar of a chance behind a number."""
    drawn = bar_spans(size, float(chance), float(reach or chance))
    return [(" ", "text"), *drawn] if size else []


def wyrd_lines(state: State, bar: int = 0) -> list[PageLine]:
    """Tabulate the Wyrd roll of each and of all, and the countdowns (WA-38 … WA-41)."""
    lines = [
        heading_line("The Wyrd", "rolled by each, and by all together"),
        make_line(
            (f"  {'':<18}{'dice':>5}{' ' * (bar and bar + 1)}{'a 6':>{COLUMN_CELLS}}{'1 or 2':>{COLUMN_CELLS}}", "dim")
        ),
    ]
    pools: list[int] = []
    for actor in characters(state):
        dice = wyrd_of(actor)
        pools.append(dice)
        six = sixes.chance_of_six(dice)
        chances: Span = (percents(six, sixes.chance_of_low(dice, 2)), "strong" if dice else "dim")
        lines.append(make_line(f"  {actor.name[:20]:<20}{dice:>3}", *_bar(bar, six), chances))
    if len(pools) > 1:
        six = sixes.chance_of_any_six(pools)
        lines.append(make_line(f"  {'all':<20}{sum(pools):>3}", *_bar(bar, six), (percents(six), "strong")))
    for clock in countdowns.running_clocks(state):
        left = clock.needed - clock.done
        ends = f"{left} more, ends now in {sixes.countdown_chance(left, pools).percent()}" if left else "full"
        lines.append(make_line(("  ", "text"), (f"{clock.title}: {ends}", "strong")))
    return lines


def influence_lines(state: State, actor: Actor, bar: int = 0) -> list[PageLine]:
    """Head to head with each other character, ability against the same ability (WA-34, WA-35, WA-43)."""
    others = [other for other in characters(state) if other.id != actor.id]
    if not others:
        return []
    lines = [heading_line("Influence", "highest die, then how often")]
    lines.append(
        make_line(
            (" " * (25 + (bar and 1)), "dim"),
            bar_head(bar, "wins", "even"),
            ("".join(f"{head:>{COLUMN_CELLS}}" for head in ("wins", "even", "loses")), "dim"),
        )
    )
    for other in others:
        name = other.name[:17]
        for ability, label in ABILITIES.items():
            if ability not in abilities(actor) or ability not in abilities(other):
                continue
            try:
                chances = sixes.head_to_head(dice_for(state, actor, ability), dice_for(state, other, ability))
            except Refused:
                lines.append(
                    make_line((f"  {name:<18}{label:>5}{'too many dice for odds':>{3 * COLUMN_CELLS}}", "dim"))
                )
                continue
            lines.append(
                make_line(
                    f"  {name:<18}{label:>5}",
                    *_bar(bar, chances[0], chances[0] + chances[1]),
                    (percents(chances[0]), "strong"),
                    percents(*chances[1:]),
                )
            )
            name = ""
    return lines


ODDS = OddsPage(first_aim, (Dial("challenge", "sides", turn_challenge),), subject, blocks)
