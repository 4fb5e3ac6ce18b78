"""The abacus: putting challenges on it, moving their beads, settling them (WE-29, WE-32, WE-76, C-25)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import count
from typing import Literal

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.blank import no_text
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, always, number_of, text_of
from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Cleared, Event, Laid, Noted, Settled
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.ids import fresh_id
from wyrd_tui.engine.rules.game import ChallengeFact, Game, KindOfRod
from wyrd_tui.engine.rules.games import GAMES, games_played
from wyrd_tui.engine.rules.ground.arrivals import with_what_players_see
from wyrd_tui.engine.rules.ground.basics import forbidding_act, locked_by, move_bead, tell_locked
from wyrd_tui.engine.rules.shared.challenge_edits import COUNTER, EDIT_CHALLENGE, INVOLVE, count_events
from wyrd_tui.engine.rules.shared.rods import (
    ABACUS,
    SIZES,
    beads_for,
    challenge_choices,
    challenge_hint,
    counter_choices,
    game_events,
    kind_asks,
    kinds_of,
    no_challenge,
    own_counters,
    the_challenge,
    which_asks,
    within_range,
)
from wyrd_tui.engine.rules.shared.showing import HIDE, REVEAL, SHOW_NEXT
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.engine.voices import voice_of


def _kind(state: State, answers: Answers) -> KindOfRod:
    return kinds_of(state, answers)[text_of(answers, "kind")][1]


def _game(state: State, answers: Answers) -> Game:
    return GAMES[kinds_of(state, answers)[text_of(answers, "kind")][0]]


def _numbered(state: State, label: str) -> str:
    """Make a title for a challenge without one: its label with the smallest free number."""
    taken = {challenge.title for challenge in state.challenges.values()}
    return next(title for number in count(1) if (title := f"{label} {number}") not in taken)


def _made(state: State, answers: Answers) -> Challenge:
    game, kind = kinds_of(state, answers)[text_of(answers, "kind")]
    title = text_of(answers, "title") or (kind.label if kind.typed else _numbered(state, kind.label.capitalize()))
    what = "The value" if kind.typed else "The difficulty"
    value = within_range(state, number_of(answers, "value"), game, what) if kind.valued else None
    needed = number_of(answers, "needed", 1) if kind.sized else 1
    name = fresh_id(title, {**state.book.challenges, **state.challenges})
    challenge = Challenge(name, title, kind.kind, game, value, needed=needed, type=kind.label if kind.typed else "")
    for fact in kind.facts:
        challenge = fact.written(challenge, text_of(answers, fact.name, fact.choices[0].value))
    return replace(challenge, needed=max(1, beads_for(state, challenge, value)))


def _put(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    yield Laid(_made(state, answers))


def _made_ahead(state: State, answers: Answers) -> str:
    """Tell the challenge as the log will, with the title of one that the GM gives none."""
    made = _made(state, answers)
    blank = "" if text_of(answers, "title") else f"blank: {made.title}"
    return " · ".join(filter(None, (blank, str(describe(Laid(made), state)))))


def _fact_asks(games: Sequence[Game]) -> Iterator[Ask]:
    """Return the questions that games ask of their own challenges, each where such a one is put on the abacus."""
    kinds = (kind for game in games for kind in game.kinds.values())
    return map(_fact_ask, {fact.name: fact for kind in kinds for fact in kind.facts}.values())


def _fact_ask(fact: ChallengeFact) -> Ask:
    return Ask(
        fact.name,
        fact.prompt,
        "one",
        lambda s, a: fact.choices,
        lambda s, a: fact.choices[0].value,
        when=lambda s, a: fact in _kind(s, a).facts,
        quiet=True,
        noun=f"answer to “{fact.prompt}”",
    )


def _challenge_command(games: Sequence[Game]) -> Command:
    """Make the act that puts a challenge on the abacus; what it asks depends on the games."""
    storeys = [bool(voice_of(game.id).rod_words.storeys) for game in games]
    return Command(
        "challenge",
        "c",
        "challenge",
        "Put a challenge of one of the table’s games, or a clock, on the abacus.",
        ABACUS,
        _put,
        (
            *kind_asks(),
            Ask(
                "value",
                "Value" if all(storeys) else "Difficulty or value" if any(storeys) else "Difficulty",
                "number",
                lambda s, a: _game(s, a).value_choices(),
                lambda s, a: _game(s, a).usual_value,
                # The rung of the ladder is a difficulty, and no value of a type.
                focus="" if any(storeys) else "rung",
                put=True,
                when=lambda s, a: _kind(s, a).valued,
                next_answer="the title",
            ),
            Ask(
                "needed",
                "Beads",
                "number",
                default=lambda s, a: 4 if _kind(s, a).kind == "clock" else 3,
                when=lambda s, a: _kind(s, a).sized,
                low=SIZES[0],
                high=SIZES[1],
            ),
            *_fact_asks(games),
            Ask("title", "Title", "words", default=no_text, preview=_made_ahead),
        ),
        rules="WE-29, WE-32, WA-11, WA-12, WA-14, C-25, U-24",
        puts=True,
    )


def prepared_challenges(state: State, answers: Answers) -> Sequence[Choice]:
    """Return the challenges of the book that are not on the abacus and not overcome."""
    return [
        Choice(rod.id, rod.title, challenge_hint(state, rod))
        for rod in state.book.challenges.values()
        if rod.id not in state.challenges and not state.is_over(rod.id)
    ]


def _why_unprepared(state: State, word: str) -> str:
    for rod in (*state.challenges.values(), *state.book.challenges.values()):
        if word.casefold() in (rod.id.casefold(), rod.title.casefold()):
            return f"{'On the abacus' if rod.id in state.challenges else 'Overcome'} already: {rod.title}."
    return ""


def _nothing_prepared(state: State) -> str:
    if prepared_challenges(state, {}):
        return ""
    return "No prepared challenge is left. `challenge` puts one of your own on the abacus."


PREPARED = Command(
    "lay",
    "",
    "put on abacus",
    "Put a challenge of the scenario on the abacus, for the first time or again.",
    ABACUS,
    lambda state, answers, dice: with_what_players_see((Laid(state.book.challenges[text_of(answers, "which")]),)),
    (
        Ask(
            "which",
            "Which prepared challenge",
            "one",
            prepared_challenges,
            named=True,
            why=_why_unprepared,
            noun="prepared challenge",
        ),
    ),
    _nothing_prepared,
    rules="WA-12, WA-14, U-22",
    puts=True,
)


def _step(state: State, answers: Answers, step: int) -> Iterator[Event]:
    if (name := text_of(answers, "which")) not in state.challenges and name in own_counters(state):
        yield from count_events(state, name, step * number_of(answers, "beads", 1))
        return
    challenge = the_challenge(state, answers)
    if step > 0 and (lock := locked_by(state, challenge)):
        raise Refused(f"{tell_locked(challenge, lock)} `settle` sets an outcome all the same.")
    if step > 0 and (act := forbidding_act(state, challenge)):
        raise Refused(f"{challenge.title} waits for an answer: `{act}` comes first.")
    events = list(move_bead(state, challenge, step * number_of(answers, "beads", 1)))
    if not events:
        where = "has all its beads moved already" if step > 0 else "has no bead to take back"
        raise Refused(f"{challenge.title} {where}.")
    moved, *plainly = events
    yield moved
    state = apply(state, moved)
    outcome = next((event.outcome for event in plainly if isinstance(event, Settled)), "")
    yield from (game_events(state, state.challenges[challenge.id], outcome) if plainly else ()) or plainly


def _movable(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer challenges, whose beads move, and counters."""
    return [*challenge_choices(state, answers), *counter_choices(state, answers)]


def _advancing(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer what can be advanced; a challenge that has ended only where nothing else is there."""
    ended = {rod.id for rod in state.challenges.values() if rod.outcome or rod.done >= rod.needed}
    rows = _movable(state, answers)
    return [row for row in rows if row.value not in ended] or rows


def _nothing_moves(state: State) -> str:
    return "" if own_counters(state) else no_challenge(state)


_WHICH = replace(which_asks(), choices=_movable, focus="bead")
_BEADS = Ask("beads", "Beads", "number", default=lambda s, a: 1, low=SIZES[0], high=SIZES[1], quiet=True, in_turn=True)

FORWARD = Command(
    "tick",
    "plus",
    "advance",
    "Advance the challenge or counter that the key row names; a clock that you moved stays named there.",
    ABACUS,
    lambda state, answers, dice: _step(state, answers, 1),
    (replace(_WHICH, choices=_advancing), _BEADS),
    _nothing_moves,
    formerly="bead on",
)

BACKWARD = Command(
    "untick",
    "minus",
    "move back",
    "Move the selected challenge back by a bead, or lower the selected counter.",
    ABACUS,
    lambda state, answers, dice: _step(state, answers, -1),
    (_WHICH, _BEADS),
    _nothing_moves,
    formerly="bead back",
)

_OUTCOMES: dict[str, Literal["", "overcome", "failed"]] = {"overcome": "overcome", "failed": "failed", "live": ""}


def _settle(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    challenge, outcome = the_challenge(state, answers), _OUTCOMES[text_of(answers, "outcome")]
    if challenge.outcome == outcome:
        raise Refused(f"{(outcome or 'live').capitalize()} already: {challenge.title}.")
    if not outcome and challenge.done >= challenge.needed:
        # With all its beads moved it would be over; the last one goes back, and that makes it live.
        yield from move_bead(state, challenge, -1)
        return
    yield from game_events(state, challenge, outcome) or (Settled(challenge.id, outcome),)


def _usual_outcome(state: State, answers: Answers) -> str | None:
    """Suggest that a challenge has failed after a failed roll for it, where a loss is at stake (WE-35, ME-08)."""
    which = text_of(answers, "which")
    return "failed" if which and which in {game.still_to_lose(state) for game in games_played(state)} else None


SETTLE = Command(
    "settle",
    "X",
    "set outcome",
    "Set a challenge to overcome, failed or live again.",
    ABACUS,
    _settle,
    (
        which_asks(),
        Ask(
            "outcome",
            "Outcome",
            "one",
            lambda s, a: [Choice(outcome, outcome) for outcome in _OUTCOMES],
            _usual_outcome,
            needed=always,
        ),
    ),
    no_challenge,
    rules="WE-35, WE-41",
)


def clear_challenge(state: State, which: str, *, quiet: bool = False) -> Iterator[Event]:
    """Remove a challenge from the abacus, with the events that its game adds."""
    challenge = state.challenges[which]
    yield from (before := game_events(state, challenge, "gone"))
    state = reduce(apply, before, state)
    yield Cleared(challenge.id, quiet=quiet, left="overcome" if challenge.outcome == "overcome" else "withdrawn")
    # A stage rule ends with its clock.
    if state.book.page(challenge.id, "rule") and state.marks.get(challenge.id) != "over":
        yield Noted(challenge.id, "over")


CLEAR = Command(
    "remove-challenge",
    "",
    "remove challenge",
    "Remove a challenge from the abacus.",
    ABACUS,
    lambda state, answers, dice: clear_challenge(state, the_challenge(state, answers).id),
    (which_asks(),),
    no_challenge,
    formerly="clear challenge",
)


def abacus_commands(games: Sequence[Game]) -> tuple[Command, ...]:
    """Make the acts of the abacus for some games."""
    return (
        _challenge_command(games),
        PREPARED,
        FORWARD,
        BACKWARD,
        SETTLE,
        SHOW_NEXT,
        REVEAL,
        HIDE,
        COUNTER,
        EDIT_CHALLENGE,
        INVOLVE,
        CLEAR,
    )
