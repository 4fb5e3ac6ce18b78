"""Playing a table line by line: what `wyrd run` does with standard input, and the `:` words that are no commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.dice import Refused, counted, quoted
from wyrd_tui.engine.lines import find_command, parse, split_line, usage
from wyrd_tui.engine.rules.table import COMMANDS, best_rating, hints, ladder, pending
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.words import crowd_name, name_of, rung, signed, value_name

Say = Callable[[str], None]


def _undo(session: Session, words: list[str]) -> Iterator[str]:
    for _ in range(_times(words, len(session.done), "undone")):
        yield f"Undone: {session.undo().title}"


def _redo(session: Session, words: list[str]) -> Iterator[str]:
    for _ in range(_times(words, len(session.undone), "redone")):
        yield f"Redone: {session.redo().title}"


def _times(words: list[str], most: int, done: str) -> int:
    """How often, looked at before the first time, so that a refusal has changed nothing."""
    times = int(words[0]) if words and words[0].isascii() and words[0].isdecimal() and len(words[0]) < 7 else 0
    if words and not times:
        raise Refused(f"{quoted(words[0])} is not how often; a whole number from 1 on is.")
    # Where there is nothing at all, the session has a better sentence.
    if 0 < most < times:
        raise Refused(f"Only {counted(most, 'turn')} can be {done}, not {times}; nothing was changed.")
    return times or 1


def _help(session: Session, words: list[str]) -> Iterator[str]:
    if words:
        yield from _explained(find_command(words[0], COMMANDS))
        return
    for command in COMMANDS:
        yield f"{usage(command)}\n    {command.help}"
    yield "undo [N] · redo [N] · show [people|order|abacus|ladder|open|rules] · help [COMMAND]"


def _explained(command: Command) -> Iterator[str]:
    yield usage(command)
    yield f"    {command.help}"
    for ask in command.asks:
        needed = "may be left out" if ask.quiet or ask.form else "asked"
        yield f"    {ask.name}: {ask.prompt} ({ask.kind}, {needed})"


def _show(session: Session, words: list[str]) -> Iterator[str]:
    state = session.state
    wanted = words[0] if words else "all"
    parts: dict[str, Callable[[State], Iterator[str]]] = {
        "people": _people,
        "order": _order,
        "abacus": _abacus,
        "ladder": _ladder,
        "open": _open,
        "rules": _rules,
    }
    if wanted == "all":
        for name in ("people", "order", "abacus", "open"):
            yield from parts[name](state)
        return
    if wanted not in parts:
        raise Refused(f"There is no {wanted} to show: {', '.join(parts)}.")
    yield from parts[wanted](state)


def _people(state: State) -> Iterator[str]:
    for actor in state.actors.values():
        yield f"{crowd_name(actor)} ({actor.side}): {'; '.join(_facts(actor)) or 'unhurt'}"


def _facts(actor: Actor) -> Iterator[str]:
    for sheet in actor.sheets.values():
        for row in sheet.track:
            hurts = ", ".join(f"{hurt.name} −{hurt.by}" for hurt in row.hurts)
            yield f"{row.label.casefold()} {row.marks}/{row.boxes}" + (f" ({hurts})" if hurts else "")
    for condition in actor.conditions:
        yield condition.label + (f" – {condition.note}" if condition.note else "")


def _order(state: State) -> Iterator[str]:
    if state.order.places:
        yield f"Round {state.order.round}"
    for place in state.order.places:
        mark = "▶" if place.who == state.order.turn else " "
        score = "" if place.score is None else f" {signed(place.score)}"
        words = [word for word, on in (("tied", place.tie), ("acted", place.acted), ("holds", place.held)) if on]
        yield f"{mark} {name_of(state, place.who)}{score}" + (f" ({', '.join(words)})" if words else "")


def _abacus(state: State) -> Iterator[str]:
    for challenge in state.challenges.values():
        value = f" {value_name(challenge.game, challenge.value)}" if challenge.value is not None else ""
        outcome = f", {challenge.outcome}" if challenge.outcome else ""
        yield f"{challenge.kind} {challenge.title}:{value} {challenge.done}/{challenge.needed}{outcome}"


def _ladder(state: State) -> Iterator[str]:
    for actor in state.actors.values():
        if actor.side != "party":
            continue
        rungs = ladder(state, actor.id, best_rating(state, actor.id))
        yield rungs.title
        for row in rungs.rungs:
            yield (
                f"  {rung(row.value):<18} success {row.success.percent():>8}  tie {row.tie.percent():>8}"
                f"  failure {row.failure.percent():>8}"
            )


def _open(state: State) -> Iterator[str]:
    for item in pending(state):
        yield f"Open: {item.sentence} (`{item.command}`)"
    for hint in hints(state):
        yield f"Hint: {hint}"


def _rules(state: State) -> Iterator[str]:
    from wyrd_tui.engine.rules.readings import READINGS, rule

    for key, reading in READINGS.items():
        yield f"{key} = {str(rule(state, key)).lower()}  ({reading.help} {reading.source})"


WORDS: dict[str, Callable[[Session, list[str]], Iterator[str]]] = {
    "undo": _undo,
    "redo": _redo,
    "help": _help,
    "show": _show,
}


def play_line(session: Session, line: str) -> Iterator[str]:
    """Play one line and give what it says.

    Raises:
        Refused: If the line is not understood or cannot be done; nothing has changed.
        OSError: If the turn could not be written to disk; nothing has changed.
    """
    words = split_line(line)
    if words and words[0] in WORDS:
        yield from WORDS[words[0]](session, words[1:])
        return
    command, answers = parse(line, session.state, COMMANDS)
    yield from session.do(command, answers).lines


def play(session: Session, lines: Iterable[str], say: Say, complain: Say, *, go_on: bool) -> int:
    """Play lines of text; blank ones and those that begin with # are passed over.

    Args:
        session: The table.
        lines: What to do, one act a line.
        say: Takes what happened, a line at a time.
        complain: Takes refusals, as `line N: reason`.
        go_on: Whether a refused line is passed over, or ends the play.

    Returns:
        How many lines were refused.
    """
    refused = 0
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            for sentence in play_line(session, line.strip()):
                say(sentence)
        except Refused as reason:
            refused += 1
            complain(f"line {number}: {reason}")
            if not go_on:
                break
    return refused
