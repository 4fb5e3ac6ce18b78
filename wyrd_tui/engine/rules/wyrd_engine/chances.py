"""Exact odds of an act of the Wyrd Engine with everything counted that counts in the act itself.

The reckoning is the one that the roll uses and the damage is dealt by the rules themselves, so what is shown before an
act is what the act will do (WE-34, WE-36, WE-54, WE-58, WE-66).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from wyrd_tui.engine import odds
from wyrd_tui.engine.blank import no_names
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, many_of, number_of, text_of
from wyrd_tui.engine.dice import FUDGE_DICE, Refused
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.wyrd_engine import TRAIT_ALONE
from wyrd_tui.engine.rules.ground.basics import the_actor
from wyrd_tui.engine.rules.ground.turn_passing import remark_on_turn
from wyrd_tui.engine.rules.questions import EXTRA, NAMED, Choices, counts_asks
from wyrd_tui.engine.rules.wyrd_engine.damage import takes_out
from wyrd_tui.engine.rules.wyrd_engine.foretold import foretell, tie_told
from wyrd_tui.engine.rules.wyrd_engine.house_rules import rule
from wyrd_tui.engine.rules.wyrd_engine.modifiers import Reckoning, reckon_roll
from wyrd_tui.engine.rules.wyrd_engine.questions import NOT_WRITTEN, usual_rating
from wyrd_tui.engine.rules.wyrd_engine.ratings import is_rated
from wyrd_tui.engine.rules.wyrd_engine.rolls import PRIMARY, typed_sums
from wyrd_tui.engine.rules.wyrd_engine.sides import opponent_reckoning, own_reckoning, unopposed
from wyrd_tui.engine.state import WYRD_ENGINE, State
from wyrd_tui.engine.voices import value_name
from wyrd_tui.engine.words import short_name_of, signed

FEW = 2
"""Targets of an attack that have a line each; of more, the chances to hit come first."""
_PARTS = " · "
"""The sign between the parts of a preview."""
_TIES: dict[str, odds.Tie] = {"ask": "ask", "success": "success", "failure": "failure"}


def tie_of(state: State) -> odds.Tie:
    """Return the table's house rule for a tie against a difficulty (C-01)."""
    return _TIES.get(str(rule(state, "tie")), "ask")


def attack_sides(state: State, who: str, rating: str, target: str) -> tuple[Reckoning, Reckoning]:
    """Reckon an attack, and the usual defence against it, with what counts by itself.

    Raises:
        Refused: If either is not at the table, or the rating is a trait.
    """
    return reckon_roll(state, who, rating, against=target, act="attack"), usual_defence(state, who, target)


def usual_defence(state: State, who: str, target: str) -> Reckoning:
    """Reckon the usual defence of a target against an attacker, with what counts by itself.

    Raises:
        Refused: If either is not at the table.
    """
    defence = usual_rating(state, the_actor(state, target), "defend")
    return reckon_roll(state, target, defence, against=who, act="defence")


# ------------------------------------------------------------------ before the dice fall


def check_outcome(state: State, answers: Answers, act: str = "check") -> odds.Outcome:
    """Reckon the odds of a roll against a rung, a number or a challenge, by the answers so far.

    Raises:
        Refused: If something chosen excludes another that was chosen.
    """
    ours = own_reckoning(state, answers, act, _foe(answers, act))
    return odds.check(ours.modifier, opposition(state, answers), tie=tie_of(state), reroll=ours.reroll)


def opposition(state: State, answers: Answers) -> int:
    """Return the difficulty by the answers so far: the value of a challenge, or else a rung or a number."""
    challenge = state.challenges.get(text_of(answers, "on"))
    value = challenge.value if challenge is not None else None
    return number_of(answers, "against") if value is None else value


def _foe(answers: Answers, act: str) -> str:
    """Return the target of the acting side; empty for a plain check, or against several."""
    targets = many_of(answers, "target") if act in ("opposed", "manoeuvre", "attack") else ()
    return targets[0] if len(targets) == 1 and targets[0] != "nobody" else ""


def check_preview(act: str = "check") -> Callable[[State, Answers], str]:
    """Return the preview of a roll against a rung, a number or a challenge."""

    def preview(state: State, answers: Answers) -> str:
        try:
            ours = own_reckoning(state, answers, act, _foe(answers, act))
            now = check_outcome(state, answers, act)
            more = check_outcome(state, {**answers, "mod": number_of(answers, "mod") + 1}, act)
        except Refused as reason:
            return str(reason)
        rung = value_name(WYRD_ENGINE, opposition(state, answers))
        words = f"{_dice(ours)} against {rung}{_again(ours.reroll)}: success {now.success.short()}"
        words += tie_told(now.tie) if tie_of(state) == "ask" else ""
        # A helper who is helped as well counts in no roll that matters.
        if act != "help" and not now.success.sure and _may_be_helped(state, text_of(answers, "who"), ours):
            words += f"; {more.success.short()} with a helper’s +1"
        return _PARTS.join((words, *foretell(state, answers, act, (text_of(answers, "who"), ours))))

    return preview


def _may_be_helped(state: State, who: str, ours: Reckoning) -> bool:
    """Tell if another character could help in a roll: fewer helpers count in it than may (WE-46, WE-47)."""
    side = the_actor(state, who).side
    helpers = (one for one in state.actors.values() if one.id != who and not one.out and one.side in (side, "others"))
    counted = sum(state.bonuses[bonus].kind == "help" for bonus in ours.bonuses)
    return bool(rule(state, "teamwork")) and any(helpers) and counted < int(rule(state, "helpers"))


def _fallen(answers: Answers, target: str) -> odds.Fallen:
    """Return the sums of the typed dice of the acting side and of a target; None for those that are thrown."""
    sums = typed_sums(answers, many_of(answers, "target"))
    return sums.get(text_of(answers, "who")), sums.get(target)


def _both(ours: Reckoning, other: Reckoning, fallen: odds.Fallen) -> str:
    """Tell the dice of both sides, thrown or typed, with what counts on either."""
    return f"{_dice(ours, fallen[0])} against {_theirs(other, fallen[1])}{_again(ours.reroll, other.reroll)}"


def _theirs(other: Reckoning, fallen: int | None) -> str:
    """Name the rating of the other side, with all that counts in it; its total where its dice are typed."""
    if fallen is None:
        return f"{other.rating} {signed(other.modifier)}"
    return f"{other.rating}, {_typed(other, fallen)}"


def _dice(ours: Reckoning, fallen: int | None = None) -> str:
    """Tell the dice of the acting side, with what counts; its total where they are typed."""
    return f"{FUDGE_DICE}dF {signed(ours.modifier)}" if fallen is None else _typed(ours, fallen)


def _typed(side: Reckoning, fallen: int) -> str:
    return f"{signed(fallen + side.modifier)} with dice {signed(fallen)}"


def _again(ours: odds.Reroll, theirs: odds.Reroll = "none") -> str:
    """Tell which sides throw again."""
    return (", reroll" if ours != "none" else "") + (", they reroll" if theirs != "none" else "")


def manoeuvre_preview(state: State, answers: Answers) -> str:
    """The odds of the manoeuvre that the answers so far describe: against a rung, or against a character.

    A manoeuvre in the GM's own words by an actor without a rating above 0 has no odds until its rating is chosen.
    """
    if not text_of(answers, "skill"):
        return _no_skill(state, answers, "rolls", "above 0")
    preview = check_preview if unopposed(state, answers) else opposed_preview
    return preview("manoeuvre")(state, answers)


def _no_skill(state: State, answers: Answers, verb: str, lacking: str) -> str:
    """Ask for the rating of an actor who has none that is suggested, in the place of odds (WE-53, WE-76)."""
    who = short_name_of(state, text_of(answers, "who"))
    return f"Choose what {who} {verb}: no rating on the sheet is {lacking}"


def opposed_preview(act: str = "opposed") -> Callable[[State, Answers], str]:
    """Return the preview of a roll against a character who resists."""

    def preview(state: State, answers: Answers) -> str:
        sides = _sides(state, answers, act, text_of(answers, "target"))
        if isinstance(sides, str):
            return sides
        ours, other = sides
        fallen = _fallen(answers, text_of(answers, "target"))
        contest = odds.opposed(ours.modifier, other.modifier, ours.reroll, other.reroll, fallen)
        words = f"{_both(ours, other, fallen)}: wins {contest.win.short()}{tie_told(contest.tie)}"
        rolling = _rolling(answers, ours, other, text_of(answers, "target"))
        return _PARTS.join((words, *foretell(state, answers, act, *rolling)))

    return preview


def attack_preview(state: State, answers: Answers) -> str:
    """The odds of the attack that the answers so far describe; of several targets the hits, then a line for each."""
    targets = many_of(answers, "target")
    if targets and not text_of(answers, "skill"):
        return _no_skill(state, answers, "attacks with", "for fighting")
    before = _not_written(state, answers)
    if len(targets) < 2:
        hit, thrown, chances = _attack_odds(state, answers, next(iter(targets), ""))
        return f"{before}{thrown}: hits {hit}, {chances}" if hit else thrown
    left_out = _left_out(state, text_of(answers, "who"), targets)
    if len(targets) == FEW:
        return "\n".join((f"{before}{_two_told(state, answers, targets)}", *left_out))
    told = [(short_name_of(state, who), *_attack_odds(state, answers, who)) for who in targets[:NAMED]]
    hits = ", ".join(f"{name} {hit}" for name, hit, *_ in told if hit)
    lines = [f"{name}: {': '.join(filter(None, (thrown, chances)))}" for name, _, thrown, chances in told]
    more = [f"{len(targets) - NAMED} more"] if len(targets) > NAMED else []
    return "\n".join((f"{before}{f'one throw; hits: {hits}' if hits else lines.pop(0)}", *lines, *more, *left_out))


def _two_told(state: State, answers: Answers, targets: Sequence[str]) -> str:
    """Tell all chances against each of two targets on a line of its own, behind the dice, which are thrown once."""
    thrown, lines, behind = "", [], []
    for target in targets:
        told = sides = _sides(state, answers, "attack", target)
        if not isinstance(sides, str):
            ours, other = sides
            hit, chances, used = _chances(state, answers, target, ours, other)
            own, theirs = _fallen(answers, target)
            told = f"hits {hit}, {chances}, against {_theirs(other, theirs)}{_again(ours.reroll, other.reroll)}"
            behind += [_PARTS.join(used)] if used else []
            thrown = thrown or f"{_dice(ours, own)}, one throw against both\n"
        lines.append(f"{short_name_of(state, target)}: {told}")
    return thrown + "\n".join((*lines, *behind))


def _left_out(state: State, who: str, targets: Sequence[str]) -> Iterator[str]:
    """Name the bonuses of an attacker that would count against one of several targets if it were the only one."""
    for bonus in state.bonuses.values():
        if bonus.owner == who and bonus.against in targets and bonus.game in ("", WYRD_ENGINE):
            only = short_name_of(state, bonus.against)
            yield f"“{bonus.label}” ({signed(bonus.value)}) is left out: it needs {only} as the only target"


def _attack_odds(state: State, answers: Answers, target: str) -> tuple[str, str, str]:
    """Tell the chance to hit one of an attack's targets, what is thrown, and other chances with what the roll uses up.

    Without a chance only the second is told: the reason why there is none.
    """
    sides = _sides(state, answers, "attack", target)
    if isinstance(sides, str):
        return "", sides, ""
    ours, other = sides
    hit, chances, used = _chances(state, answers, target, ours, other)
    return hit, _both(ours, other, _fallen(answers, target)), _PARTS.join((chances, *used))


def _chances(
    state: State, answers: Answers, target: str, ours: Reckoning, other: Reckoning
) -> tuple[str, str, tuple[str, ...]]:
    """Tell the chance to hit a target, other chances, and what the roll uses up."""
    chance = attack_chances(answers, target, ours, other, takes_out(state, target))
    used = foretell(state, answers, "attack", *_rolling(answers, ours, other, target))
    return chance.hit.short(), beside_hit(state, target, chance), used


def beside_hit(state: State, target: str, chance: odds.Attack) -> str:
    """Tell what an attack does on average, and the chance that it takes its target out."""
    out = f", {chance.out.felling(state.actors[target].count)}" if chance.out is not None else ""
    return f"mean {chance.mean.text(1)}{out}"


def attack_chances(
    answers: Answers, target: str, ours: Reckoning, other: Reckoning, fells: Callable[[int], bool] | None = None
) -> odds.Attack:
    """Reckon one of an attack's targets, with the dice that are typed already."""
    fallen = _fallen(answers, target)
    return odds.attack(ours.modifier, other.modifier, fells, ours.reroll, other.reroll, fallen)


def hit_told(answers: Answers, target: str, ours: Reckoning, other: Reckoning) -> str:
    """Tell the chance to hit one of an attack's targets; how it ends, where typed dice decide that."""
    chance = attack_chances(answers, target, ours, other)
    if None in _fallen(answers, target) or len(chance.damage) > 1:
        return chance.hit.short()
    (points,) = chance.damage
    return f"hit {points}" if points else "miss"


def _rolling(answers: Answers, ours: Reckoning, other: Reckoning, target: str) -> list[tuple[str, Reckoning]]:
    """Pair a target with what counts for it, behind the actor, who rolls once and stands with the first target."""
    first = target == many_of(answers, "target")[0]
    return [(text_of(answers, "who"), ours), (target, other)] if first else [(target, other)]


def remark_on_primary(state: State, answers: Answers) -> str:
    """Say that an act comes out of turn, or at its dice that it takes a primary action; a second at once (WE-52)."""
    first = "Primary action" if EXTRA.name in answers else ""
    return remark_on_turn(state, text_of(answers, "who"), PRIMARY, "primary action", first)


def _not_written(state: State, answers: Answers) -> str:
    """Say that the sheet of the attacker lacks the skill, which then rolls at 0 (WE-08, WE-89)."""
    who, skill = text_of(answers, "who"), text_of(answers, "skill")
    if skill == TRAIT_ALONE or is_rated(state, who, skill):
        return ""
    return f"{skill} is {NOT_WRITTEN}: "


def _sides(state: State, answers: Answers, act: str, target: str) -> tuple[Reckoning, Reckoning] | str:
    """The reckonings of both sides, or the sentence that says why there are none."""
    if text_of(answers, "who") not in state.actors or target not in state.actors:
        return ""
    try:
        ours = own_reckoning(state, answers, act, _foe(answers, act))
        return ours, opponent_reckoning(state, answers, act, target)
    except Refused as reason:
        return str(reason)


# ------------------------------------------------------------------ what each addition would change

MOST_NAMED = 3
"""Targets that are named with the chance of each at most."""
_OfOpponents = Callable[[State, Answers], Mapping[str, Sequence[Choice]]]


def include_asks(choices: Choices, act: str, theirs: _OfOpponents = no_names) -> Ask:
    """Question of what counts in an act, for opponents too; each choice that is off says the chance with it."""

    def of_sides(state: State, answers: Answers) -> list[tuple[str, Choice]]:
        sides = {"": choices(state, answers), **theirs(state, answers)}
        return [(opponent, row) for opponent, rows in sides.items() for row in rows]

    def plain(state: State, answers: Answers) -> Sequence[Choice]:
        return [row for _, row in of_sides(state, answers)]

    def with_chances(state: State, answers: Answers) -> Sequence[Choice]:
        rows, given = of_sides(state, answers), answers.get("with")
        chosen = tuple(row.value for _, row in rows if (row.value in given if isinstance(given, tuple) else row.on))
        told = []
        for opponent, row in rows:
            beside = {other.value for _, other in rows if row.group and other.group == row.group}
            taken = (*(value for value in chosen if value not in beside), row.value)
            now = {**answers, "with": chosen}
            told.append(row if row.value in chosen else _with_chance(state, now, act, row, taken, opponent))
        return told

    return replace(counts_asks(plain), choices=with_chances, plain=plain)


def _with_chance(state: State, answers: Answers, act: str, row: Choice, taken: tuple[str, ...], foe: str) -> Choice:
    """Return a choice with the chance of success that the roll would have if it counted too.

    Of several targets it is that of the one for whom the choice counts, whose name begins the label, else that of each,
    whose name stands beside it; of many that of the first few.
    """
    targets = many_of(answers, "target")
    now: list[Chance] = []
    then: list[Chance] = []
    whom = (foe,) if foe else targets[:MOST_NAMED] or ("",)
    try:
        for target in whom:
            now.append(_chance(state, answers, act, target))
            then.append(_chance(state, {**answers, "with": taken}, act, target))
    except Refused:
        return row
    if row.number is None and now == then:
        return row
    told = [chance.short() for chance in then]
    if len(whom) > 1:
        told = [f"{short_name_of(state, target)} {chance}" for target, chance in zip(whom, told, strict=True)]
    return replace(row, then=", ".join(told) + (" …" if targets[MOST_NAMED:] and not foe else ""))


def with_chances(state: State, answers: Answers, act: str, rows: Sequence[Choice]) -> Sequence[Choice]:
    """Return the ratings of an act, each with the chance of success that the roll has with it."""
    target = text_of(answers, "target")
    if target not in state.actors and not unopposed(state, answers):
        return rows
    told = []
    for row in rows:
        # Offers that count with one rating may be missing with another.
        given = {name: answer for name, answer in answers.items() if name != "with"} | {"skill": row.value}
        try:
            told.append(replace(row, then=_chance(state, given, act, target).short()))
        except Refused:
            told.append(row)
    return told


def _chance(state: State, answers: Answers, act: str, target: str) -> Chance:
    """The chance of success of the acting side against a target by the answers so far.

    Raises:
        Refused: If something chosen excludes another that was chosen, or nobody is aimed at.
    """
    if act not in ("opposed", "manoeuvre", "attack") or unopposed(state, answers):
        return check_outcome(state, answers, act).success
    ours = own_reckoning(state, answers, act, _foe(answers, act))
    other = opponent_reckoning(state, answers, act, target)
    if act == "attack":
        return attack_chances(answers, target, ours, other).hit
    fallen = _fallen(answers, target)
    return odds.opposed(ours.modifier, other.modifier, ours.reroll, other.reroll, fallen).win
