"""The odds: everything that can be said exactly about what a character is about to do, and to whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from wyrd_tui.engine import odds
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.duel import Bout
from wyrd_tui.engine.rules.wyrd_engine import chances
from wyrd_tui.engine.rules.wyrd_engine.asks import ratings_of, suitable, usual_rating
from wyrd_tui.engine.rules.wyrd_engine.numbers import bare, reckon, summary
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.words import crowd_name
from wyrd_tui.screens.odds_leaf import COLUMN, OddsLeaf, percents, stepped
from wyrd_tui.screens.prose import BLANK, Line, Piece, beside, heading, line, paragraph
from wyrd_tui.widgets.glyphs import UNICODE, signed

TIE_WORDS = {"ask": "you rule on ties", "success": "a tie succeeds", "failure": "a tie fails"}

SUM = 56
"""How wide a sum may become before it is folded."""
MOST_POINTS = 7
"""Damage above this is one row."""


class OddsScreen(OddsLeaf):
    """Exact odds for an actor: left and right change the skill, up and down the target.

    Args:
        state: The table as it stands.
        who: Whose odds.
        target: Against whom; empty for the first of the other side.
        skill: With which rating; empty for the usual one.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "skill(-1)", "skill", id="odds-skill-before", priority=True),
        Binding("right,l", "skill(1)", "skill", id="odds-skill-after", priority=True),
        Binding("up", "target(-1)", "target", id="odds-target-before", priority=True),
        Binding("down", "target(1)", "target", id="odds-target-after", priority=True),
        Binding("j", "scroll(1)", "scroll", id="odds-down", priority=True),
        Binding("k", "scroll(-1)", "scroll", id="odds-up", priority=True),
    ]

    def __init__(self, state: State, who: str, target: str = "", skill: str = "") -> None:
        super().__init__(state, who)
        self._targets = self._in_reach()
        self.target = target if target in self._targets else self._targets[0] if self._targets else ""
        self._skills = [rating for rating, _ in ratings_of(state, state.actors[who])] if who in state.actors else []
        self.skill = skill if skill in self._skills else self._first_skill()

    def _in_reach(self) -> list[str]:
        """Everybody else who stands, the other side first."""
        actor = self._state.actors.get(self.who)
        side = actor.side if actor else ""
        standing = [other for other in self._state.actors.values() if other.id != self.who and not other.out]
        return [other.id for other in sorted(standing, key=lambda other: other.side == side)]

    def _first_skill(self) -> str:
        actor = self._state.actors.get(self.who)
        usual = usual_rating(self._state, actor, "attack" if self.target else "") if actor else ""
        return usual if usual in self._skills else next(iter(self._skills), "")

    def action_skill(self, step: int) -> None:
        """Take the next skill."""
        if self._skills:
            self.skill = stepped(self._skills, self.skill, step)
            self._show()

    def action_target(self, step: int) -> None:
        """Take the next target."""
        if self._targets:
            self.target = stepped(self._targets, self.target, step)
            self._show()

    def _subject(self) -> Sequence[Piece]:
        target = self._state.actors.get(self.target)
        pieces: list[Piece] = [(" · ", "dim"), (self.skill, "strong")] if self.skill else []
        return [*pieces, (" against ", "dim"), (crowd_name(target), "strong")] if target else pieces

    def _page(self, width: int) -> Sequence[Line]:
        actor = self._state.actors.get(self.who)
        if actor is None or not self.skill:
            return [BLANK, line(("Nothing is rated on this sheet yet, so there are no odds.", "dim"))]
        target = self._state.actors.get(self.target)
        right = [*opposed_lines(self._state, actor, self.skill, target), BLANK] if target else []
        left = ladder_lines(self._state, actor, self.skill)
        if target:
            right += attack_lines(self._state, actor, self.skill, target)
            left += [BLANK, *duel_lines(self._state, actor, self.skill, target)]
        blocks = [[BLANK, *left], [BLANK, *right]] if right else [[BLANK, *left]]
        return beside(blocks, width, indent=0, gap=5)


def ladder_lines(state: State, actor: Actor, skill: str) -> list[Line]:
    """All rungs for a skill: the three chances, and the chance of success with more."""
    reckoning = reckon(state, actor.id, skill)
    number = reckoning.modifier
    tie = chances.tie_of(state)
    again = chances.reroll_of(state, actor.id, skill)
    columns = "success     tie    fail      +1      +2" + (" reroll" if again != "none" else "")
    lines = [
        heading("Against the ladder", TIE_WORDS[tie]),
        *paragraph(summary(reckoning), SUM, indent=2),
        line(("  " + " " * 15 + f"{columns:>{COLUMN * 5}}", "dim")),
    ]
    for dr, outcome in reversed(odds.ladder(number, tie=tie)):
        helps = odds.what_helps(number, dr, (("one more point", 1), ("a trait", 2)), tie=tie)
        more = [option.outcome.success for option in helps]
        if again != "none":
            more.append(odds.check(number, dr, tie=tie, reroll=again).success)
        lines.append(
            line(
                (f"  {signed(dr, UNICODE):>2} ", "accent"),
                f"{odds.RUNGS[dr]:<12}",
                (percents(outcome.success), "strong"),
                percents(outcome.tie, outcome.failure),
                (percents(*more), "dim"),
            )
        )
    lines.append(line(("  +1 is one more point or a helper, +2 a trait", "dim")))
    return lines


def opposed_lines(state: State, actor: Actor, skill: str, target: Actor) -> list[Line]:
    """The chances of an opposed roll against the rating that the target would use."""
    theirs = suitable(state, target, (bare(skill),)) or usual_rating(state, target, "")
    mine = reckon(state, actor.id, skill, against=target.id, act="opposed")
    other = reckon(state, target.id, theirs, against=actor.id, act="opposed")
    now = odds.opposed(mine.modifier, other.modifier)
    more = [odds.opposed(mine.modifier + bonus, other.modifier) for bonus in (1, 2)]
    lines = [heading("Opposed"), *paragraph(summary(mine), SUM, 2), *paragraph(summary(other), SUM, 2, "dim")]
    lines.append(line(("  " + " " * 18 + f"{'now':>{COLUMN}}{'+1':>{COLUMN}}{'+2':>{COLUMN}}", "dim")))
    rows: tuple[tuple[str, Callable[[odds.Contest], Chance], str], ...] = (
        ("wins", lambda contest: contest.win, "strong"),
        ("by 3: a boon", lambda contest: contest.boon, "text"),
        ("tie", lambda contest: contest.tie, "text"),
        ("loses", lambda contest: contest.lose, "text"),
    )
    for word, chance, role in rows:
        later = (percents(*(chance(contest) for contest in more)), "dim")
        lines.append(line(f"  {word:<18}", (percents(chance(now)), role), later))
    return lines


def attack_lines(state: State, actor: Actor, skill: str, target: Actor) -> list[Line]:
    """The chance of each damage of one attack, and of taking the target out at once."""
    mine, other = chances.blow(state, actor.id, skill, target.id)
    fells = chances.fells(state, target.id)
    now, more = odds.attack(mine, other, fells), [odds.attack(mine + bonus, other, fells) for bonus in (1, 2)]
    defence = usual_rating(state, target, "defend")
    crowd = target.kind == "mook" and target.count > 1
    lines = [heading("Attack", f"{signed(mine, UNICODE)} against {defence} {signed(other, UNICODE)}")]
    lines.append(line(("  " + " " * 18 + f"{'now':>{COLUMN}}{'+1':>{COLUMN}}{'+2':>{COLUMN}}", "dim")))

    def row(word: str, role: str, chances: Sequence[Chance]) -> Line:
        return line(f"  {word:<18}", (percents(chances[0]), role), (percents(*chances[1:]), "dim"))

    every = [now, *more]
    lines.append(row("hits", "strong", [attack.hit for attack in every]))
    fallen = [attack.out for attack in every if attack.out is not None]
    lines.append(row("fells one now" if crowd else "takes out now", "strong", fallen))
    means = "".join(f"{attack.mean.text(2):>{COLUMN}}" for attack in more)
    lines.append(line(f"  {'damage to expect':<18}{now.mean.text(2):>{COLUMN}}", (means, "dim")))
    highest = min(MOST_POINTS, max(every[-1].damage, default=0))
    for points in range(1, highest + 1):
        last = points == highest and max(every[-1].damage) > highest
        word = f"{points} damage" + (" or more" if last else "")
        lines.append(row(word, "text", [_dealing(attack, points, last) for attack in every]))
    return lines


def _dealing(attack: odds.Attack, points: int, or_more: bool) -> Chance:
    """The chance of so much damage."""
    total = Chance(0, odds.PAIRS)
    for amount, chance in attack.damage.items():
        if amount == points or (or_more and amount > points):
            total = total + chance
    return total


def duel_lines(state: State, actor: Actor, skill: str, target: Actor) -> list[Line]:
    """Who wins a fight to the end between the two, with and without the first blow."""
    theirs = usual_rating(state, target, "attack")
    lines = [heading("Duel to the end", f"{bare(skill)} against {theirs}; new wounds not counted")]
    try:
        fought = chances.duel_of(state, actor.id, skill, target.id)
    except Refused as problem:
        return [*lines, *paragraph(str(problem), SUM, 2, "dim")]
    if fought is None:
        return [*lines, line(("  Neither can ever hit the other.", "dim"))]
    lines.append(line(("  " + " " * 24 + f"{'wins':>{COLUMN}}{'rounds':>{COLUMN}}", "dim")))
    bouts: tuple[tuple[str, Bout, str], ...] = (
        ("strikes first", fought.first_blow, "strong"),
        ("is struck first", fought.second_blow, "text"),
        ("either, by lot", fought.coin_toss, "dim"),
    )
    for word, bout, role in bouts:
        lines.append(line((f"  {word:<24}{percents(bout.win)}{bout.rounds.text(1):>{COLUMN}}", role)))
    return lines
