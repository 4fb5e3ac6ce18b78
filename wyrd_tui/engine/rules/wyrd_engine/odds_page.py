"""The page of odds of the Wyrd Engine: the ladder, an opposed roll, an attack and a duel to the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wyrd_tui.engine import odds
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.duel import Bout
from wyrd_tui.engine.rules.pages import COLUMN_CELLS, Aim, Dial, OddsPage, bar_beside, percents, step_through
from wyrd_tui.engine.rules.wyrd_engine import chances, duels
from wyrd_tui.engine.rules.wyrd_engine.damage import takes_out
from wyrd_tui.engine.rules.wyrd_engine.foretold import unassigned_told
from wyrd_tui.engine.rules.wyrd_engine.modifiers import reckon_most, reckon_roll, sum_in_words
from wyrd_tui.engine.rules.wyrd_engine.questions import attack_rating, ratings_of, resisting_rating, usual_rating
from wyrd_tui.engine.rules.wyrd_engine.ratings import rolled_rating
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
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.words import crowd_name, short_name_of

TIE_WORDS = {"ask": "you rule on ties", "success": "a tie succeeds", "failure": "a tie fails"}

SUM, SHORT_SUM = 56, 41
"""Cells that a sum may take before it is folded, on the left and on the right."""
LADDER, BLOW = 17 + 6 * COLUMN_CELLS, 20 + 3 * COLUMN_CELLS
"""Cells that a row of the ladder and one of the right side takes without its bar."""
GAP = 5
"""Cells between the left side and the right."""
MOST_DAMAGE = 7
"""Damage above this is one row."""


def first_aim(state: State, aim: Aim) -> Aim:
    """Fill in the aim: the first who can be attacked, and the rating that the actor attacks with."""
    targets, skills = _in_reach(state, aim.who), _skills(state, aim.who)
    target = aim.target if aim.target in targets else next(iter(targets), "")
    actor = state.actors.get(aim.who)
    usual = usual_rating(state, actor, "attack" if target else "") if actor else ""
    rating = next((name for name in (aim.rating, usual) if name in skills), next(iter(skills), ""))
    return aim._replace(target=target, rating=rating)


def _skills(state: State, who: str) -> list[str]:
    return [rating for rating, _ in ratings_of(state, state.actors[who])] if who in state.actors else []


def _in_reach(state: State, who: str) -> list[str]:
    """Actors standing but this one, the other side first."""
    actor = state.actors.get(who)
    side = actor.side if actor else ""
    standing = [other for other in state.actors.values() if other.id != who and not other.out]
    return [other.id for other in sorted(standing, key=lambda other: other.side == side)]


def turn_skill(state: State, aim: Aim, step: int) -> Aim:
    """Take the next skill."""
    return aim._replace(rating=step_through(_skills(state, aim.who), aim.rating, step))


def turn_target(state: State, aim: Aim, step: int) -> Aim:
    """Take the next target."""
    return aim._replace(target=step_through(_in_reach(state, aim.who), aim.target, step))


def subject(state: State, aim: Aim) -> Sequence[Span]:
    """Name the skill and the target."""
    target = state.actors.get(aim.target)
    pieces: list[Span] = [(" · ", "dim"), (aim.rating, "strong")] if aim.rating else []
    return [*pieces, (" against ", "dim"), (crowd_name(target), "strong")] if target else pieces


def blocks(state: State, aim: Aim, width: int) -> Sequence[Block]:
    """Arrange the ladder and the duel on the left, the opposed roll and the attack on the right."""
    actor = state.actors.get(aim.who)
    if actor is None or not aim.rating:
        return [[BLANK, make_line(("Nothing is rated on this sheet yet, so there are no odds.", "dim"))]]
    target = state.actors.get(aim.target)
    both = LADDER + GAP + BLOW
    if width < both:
        bar, other_bar = bar_beside(width, LADDER), bar_beside(width, LADDER)
    else:
        # Beside each other the ladder has its bars first.
        bar = bar_beside(width, both)
        other_bar = bar_beside(width, both + bar)
    left = [BLANK, *ladder_lines(state, actor, aim.rating, bar)]
    if target is None:
        return [left]
    right = [BLANK, *opposed_lines(state, actor, aim.rating, target, other_bar), BLANK]
    strikes = attack_rating(state, actor, aim.rating)
    right += attack_lines(state, actor, strikes, target, other_bar)
    return [[*left, BLANK, *duel_lines(state, actor, strikes, target, bar)], right]


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−")


def ladder_lines(state: State, actor: Actor, skill: str, bar: int = 0) -> list[PageLine | FoldedProse]:
    """List the rungs for a skill, each with its three chances, and the chance of success with more.

    Args:
        state: The table.
        actor: The character who rolls.
        skill: The skill.
        bar: Cells of the bar of each rung; 0 for none.
    """
    reckoning = reckon_roll(state, actor.id, skill)
    number = reckoning.modifier
    tie = chances.tie_of(state)
    again, full = reckoning.reroll, reckon_most(state, actor.id, skill)
    counts = full != reckoning
    columns = ("success", "tie", "fail", "+1", "+2", *(("most",) if counts else ()))
    lines: list[PageLine | FoldedProse] = [
        heading_line("Against the ladder", TIE_WORDS[tie] + (", reroll counted" if again != "none" else "")),
        FoldedProse(sum_in_words(reckoning), 2, SUM),
        *([FoldedProse(left, 2, SUM, "hurt")] if (left := unassigned_told(state, actor.id)) else ()),
        make_line(
            (" " * 17, "dim"),
            bar_head(bar, "won", "tie"),
            ("".join(f"{name:>{COLUMN_CELLS}}" for name in columns), "dim"),
        ),
    ]
    for dr, outcome in reversed(odds.ladder(number, tie=tie, reroll=again)):
        helps = odds.gains_of_help(number, dr, (("one more point", 1), ("a trait", 2)), tie=tie, reroll=again)
        more = [option.outcome.success for option in helps]
        if counts:
            more.append(odds.check(full.modifier, dr, tie=tie, reroll=full.reroll).success)
        lines.append(
            make_line(
                (f"  {_signed(dr):>2} ", "strong"),
                f"{odds.RUNGS[dr]:<12}",
                *bar_spans(bar, float(outcome.success), float(outcome.success + outcome.tie)),
                (percents(outcome.success), "strong"),
                percents(outcome.tie, outcome.failure),
                (percents(*more), "dim"),
            )
        )
    lines.append(make_line(("  +1 is a helper, +2 a trait", "dim")))
    if counts:
        lines.append(FoldedProse(f"most: {sum_in_words(full)}", 2, SUM, "dim"))
    return lines


def opposed_lines(state: State, actor: Actor, skill: str, target: Actor, bar: int = 0) -> list[PageLine | FoldedProse]:
    """The chances of an opposed roll against the rating that the act suggests for the target."""
    theirs = resisting_rating(state, target, rolled_rating(state, actor, skill))
    mine = reckon_roll(state, actor.id, skill, against=target.id, act="opposed")
    other = reckon_roll(state, target.id, theirs, against=actor.id, act="resist")
    now, *more = (odds.opposed(mine.modifier + bonus, other.modifier, mine.reroll, other.reroll) for bonus in (0, 1, 2))
    lines: list[PageLine | FoldedProse] = [
        heading_line("Opposed"),
        FoldedProse(sum_in_words(mine), 2, SHORT_SUM),
        FoldedProse(f"{short_name_of(state, target.id)}: {sum_in_words(other)}", 2, SHORT_SUM, "dim"),
        _with_more(bar),
    ]
    rows: tuple[tuple[str, Callable[[odds.Contest], Chance], Role], ...] = (
        ("wins", lambda contest: contest.win, "strong"),
        ("by 3: a boon", lambda contest: contest.boon, "text"),
        ("tie", lambda contest: contest.tie, "text"),
        ("loses", lambda contest: contest.lose, "text"),
    )
    for word, chance, role in rows:
        lines.append(_row(word, role, bar, [chance(now), *(chance(contest) for contest in more)]))
    return lines


def _with_more(bar: int) -> PageLine:
    """Head the columns of the chance now, with +1 and with +2."""
    heads = "".join(f"{head:>{COLUMN_CELLS}}" for head in ("now", "+1", "+2"))
    return make_line((" " * (20 + bar) + heads, "dim"))


def _row(word: str, role: Role, bar: int, found: Sequence[Chance]) -> PageLine:
    """A chance as a bar and in percents, and those with more."""
    drawn = bar_spans(bar, float(found[0])) if found else ()
    return make_line(f"  {word:<18}", *drawn, (percents(*found[:1]), role), (percents(*found[1:]), "dim"))


def attack_lines(state: State, actor: Actor, skill: str, target: Actor, bar: int = 0) -> list[PageLine | FoldedProse]:
    """The chance of each damage of one attack, and of taking the target out at once."""
    ours, guard = chances.attack_sides(state, actor.id, skill, target.id)
    mine, other = ours.modifier, guard.modifier
    fells = takes_out(state, target.id)
    now, *more = (odds.attack(mine + bonus, other, fells, ours.reroll, guard.reroll) for bonus in (0, 1, 2))
    defence = usual_rating(state, target, "defend")
    crowd = target.kind == "mook" and target.count > 1
    lines: list[PageLine | FoldedProse] = [
        heading_line("Attack", f"{skill} {_signed(mine)} against {defence} {_signed(other)}"),
        _with_more(bar),
    ]
    every = [now, *more]
    lines.append(_row("hits", "strong", bar, [attack.hit for attack in every]))
    fallen = [attack.out for attack in every if attack.out is not None]
    lines.append(_row("fells one now" if crowd else "takes out now", "strong", bar, fallen))
    means = "".join(f"{attack.mean.text(2):>{COLUMN_CELLS}}" for attack in more)
    lines.append(make_line(f"  {'damage to expect':<18}{' ' * bar}{now.mean.text(2):>{COLUMN_CELLS}}", (means, "dim")))
    highest = min(MOST_DAMAGE, max(every[-1].damage, default=0))
    for points in range(1, highest + 1):
        last = points == highest and max(every[-1].damage) > highest
        word = f"{points} damage" + (" or more" if last else "")
        lines.append(_row(word, "text", bar, [_dealing(attack, points, last) for attack in every]))
    return lines


def _dealing(attack: odds.Attack, points: int, or_more: bool) -> Chance:
    """The chance of so much damage."""
    total = Chance(0, attack.hit.of)
    for amount, chance in attack.damage.items():
        if amount == points or (or_more and amount > points):
            total = total + chance
    return total


def duel_lines(state: State, actor: Actor, skill: str, target: Actor, bar: int = 0) -> list[PageLine | FoldedProse]:
    """Tell the chances of a fight to the end between the two, with and without the first blow."""
    # With a bar the numbers stand below the last of the ladder's.
    word_cells = LADDER - 2 - 2 * COLUMN_CELLS if bar else 24
    rolled, theirs = rolled_rating(state, actor, skill), usual_rating(state, target, "attack")
    lines: list[PageLine | FoldedProse] = [
        heading_line("Duel to the end", f"{rolled} against {theirs}; new wounds not counted")
    ]
    try:
        fought = duels.duel_of(state, actor.id, skill, target.id)
    except Refused as problem:
        return [*lines, FoldedProse(str(problem), 2, SUM, "dim")]
    if fought is None:
        return [*lines, make_line(("  Neither can ever hit the other.", "dim"))]
    lines.append(
        make_line((" " * (2 + word_cells + bar) + f"{'wins':>{COLUMN_CELLS}}{'rounds':>{COLUMN_CELLS}}", "dim"))
    )
    bouts: tuple[tuple[str, Bout, Role], ...] = (
        ("strikes first", fought.first_blow, "strong"),
        ("target strikes first", fought.second_blow, "text"),
        ("coin toss", fought.coin_toss, "dim"),
    )
    for word, bout, role in bouts:
        numbers = f"{percents(bout.win)}{bout.rounds.text(1):>{COLUMN_CELLS}}"
        lines.append(make_line((f"  {word:<{word_cells}}", role), *bar_spans(bar, float(bout.win)), (numbers, role)))
    return lines


ODDS = OddsPage(first_aim, (Dial("skill", "sides", turn_skill), Dial("target", "arrows", turn_target)), subject, blocks)
