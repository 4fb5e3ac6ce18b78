"""Lines of a script and of the `:` line: read into a command and its answers, and spelt from them.

An act that several games of a table know by one word, such as `damage`, takes `game=`, which says whose rules count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Protocol

from wyrd_tui.engine.choices import Choice, offered_words
from wyrd_tui.engine.commands import YES, Answer, Answers, Ask, Command, answers_with, many_of, next_ask, portions
from wyrd_tui.engine.dice import Refused, quote_briefly
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.line_commands import (
    GAME,
    GameInDoubt,
    Unanswered,
    acts_of_games,
    find_command,
    is_label,
    part_name,
    usage_line,
)
from wyrd_tui.engine.line_spelling import spell_answer
from wyrd_tui.engine.line_words import Word, escape_item, quote_word, read_words
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.question_nouns import noun_of
from wyrd_tui.engine.spelling import suggest_word
from wyrd_tui.engine.state import State
from wyrd_tui.engine.typed_answers import read_answer
from wyrd_tui.engine.untaken_words import DICE_WORDS, UntakenWords, act_of_actor, actors_of_line
from wyrd_tui.engine.voices import game_name, the_game

# ------------------------------------------------------------------ the command


class UsualAnswer(Protocol):
    """The answer to a question that a line leaves out; None where the line must give it."""

    def __call__(self, ask: Ask, state: State, answers: Answers, /) -> Answer | None:
        """Return the usual answer."""


def _default(ask: Ask, state: State, answers: Answers) -> Answer | None:
    return None if ask.needed(state, answers) else ask.default(state, answers)


def _command_meant(word: Word, rows: Sequence[Command], line: UntakenWords) -> Command:
    """Find the command of a line by its first word and by its `game=`, which is taken from the line.

    Raises:
        Refused: If there is none, or the word is the label of several games' acts and no game is named.
    """
    text = f"{word.name}={word.text}" if word.name else word.text
    command = find_command(text, rows)
    acts = acts_of_games(command, rows)
    line.serve(command)
    if not command.game or any(ask.name == GAME for ask in command.asks):
        return command
    if not line.has(GAME):
        if len(acts) > 1 and command.id != text and command is acts[0] and slug(command.label) == text.casefold():
            which = ", ".join(f"{GAME}={row.game} ({row.id})" for row in acts)
            raise Refused(f"Several games of this table have the act {text}. Write one of {which}.")
        return command
    played = dict.fromkeys(row.game for row in rows if row.game)
    asked = Ask(GAME, "Game", "one", lambda state, answers: [Choice(one, game_name(one)) for one in played])
    game = line.take(asked, State(), {})
    if found := [row for row in (command, *acts) if row.game == game]:
        return found[0]
    own = next((row for row in rows if row.game == game and row.key and row.key == command.key), None)
    beside = f" In {the_game(str(game))} the same key is {own.id}. Write {usage_line(own)}." if own else ""
    raise Refused(f"{command.id} belongs to {the_game(command.game)}.{beside}")


def _makes_sense(command: Command, words: Sequence[Word], state: State) -> bool:
    """Tell whether words answer all questions of a command, for an actor with a sheet of its game."""
    line = UntakenWords(words)
    line.serve(command)
    try:
        who = many_of(_answered(command, state, line), "who")
    except Refused:
        return False
    return not command.when(state) and any(
        command.game in state.actors[name].sheets for name in who if name in state.actors
    )


# ------------------------------------------------------------------ reading a line


def parse_line(
    line: str, state: State, commands: Iterable[Command], usual: UsualAnswer = _default
) -> tuple[Command, Answers]:
    """Read a command and its answers from a line such as `damage mercer 3` or `roll mercer pilot against=+2 dice=++0-`.

    Words answer the questions in order; `name=value` answers one by name, the only way for those that a screen does not
    put or puts together with others. Questions without an answer get their `usual` one. A question in words takes
    the rest of the line where no other question waits for some of it, and a note at the end needs no name.

    Raises:
        Refused: If the command does not apply, a word is not understood, or an answer is missing that has no default;
            Unanswered where nothing else is amiss, GameInDoubt where the actor has sheets of several games.
    """
    rows = list(commands)
    command, rest, behind = _begun(line, state, rows, whole=True)
    # The reason why nothing can be done comes before a missing answer.
    if reason := command.when(state):
        raise Refused(reason)
    _refuse_unknown_names(command, rest, rows)
    _refuse_numbers_for_people(command, rest.words, state)
    try:
        return command, _answered(command, state, rest, usual)
    except Unanswered as missing:
        missing.example = partial(example_line, command, state, missing.answers)
        if rest.words:
            raise Refused(str(missing)) from None
        raise
    except Refused as refusal:
        if behind is None or command is next(iter(acts_of_games(command, rows)), command):
            raise
        # The form of the line is not that of the same act in the main game.
        example = example_line(command, state, actors_of_line(command, behind, state))
        raise Refused(f"{refusal} Write {example.replace(command.id, slug(command.label), 1)}.") from None


def _refuse_unknown_names(command: Command, line: UntakenWords, rows: Iterable[Command]) -> None:
    """Refuse a name that no question of a command has, and one that stands twice.

    Raises:
        Refused: If there is such a name.
    """
    known = [ask.name for ask in command.asks if not ask.unsaid]
    known += [GAME] if len(acts_of_games(command, rows)) > 1 else []
    takes_words = any(ask.kind == "words" for ask in command.asks)
    said: set[str] = set()
    for word in line.words:
        if word.name in said:
            raise Refused(f"{word.name}= is written twice on this line. Keep one of the two.")
        if word.name and word.name not in known:
            names = ", ".join(f"{name}=" for name in known)
            meant = suggest_word(word.name, known).removesuffix("?")
            text = ' Put text that has an equals sign in quotation marks: "a = b".' if takes_words else ""
            raise Refused(
                f"{line.called} has no {word.name}=.{meant + '=?' if meant else ''}"
                + (f" Possible: {names}.{text}" if names else text)
            )
        said |= {word.name} - {""}


def _refuse_numbers_for_people(command: Command, words: Sequence[Word], state: State) -> None:
    """Refuse a word under the name of a number, such as against=drake, where another name takes the target.

    Without it the next word would be taken for the target.

    Raises:
        Refused: If there is such a word, with the name that takes a character.
    """
    target = next((ask for ask in command.asks if ask.focus in ("target", "opponent")), None)
    numbers = {ask.name: ask for ask in command.asks if ask.kind == "number"}
    for word in words if target is not None else ():
        ask = numbers.get(word.name)
        if ask is None or target is None or not any(map(str.isalpha, word.text)):
            continue
        try:
            read_answer(ask, state, {}, word.text)
        except Refused:
            meant = f"{target.name}={quote_word(word.text)}"
            raise Refused(
                f"{word.name}= takes a number, and {quote_briefly(word.text)} is none. For a character write {meant}."
            ) from None


class LineAnswers(NamedTuple):
    """Answers that the words of a line give.

    Attributes:
        answers: The answers so far.
        ask: The question that the next word would answer; None where all are answered.
        names: The names of the questions that only `name=value` answers, and that got their default.
    """

    answers: dict[str, Answer]
    ask: Ask | None
    names: list[str]


def _begun(
    line: str, state: State, commands: Sequence[Command], *, whole: bool = False
) -> tuple[Command, UntakenWords, Sequence[Word] | None]:
    """Read the command of a line, and the words behind it, once more where a label is written without its game.

    Of several games that know the act by that label, a whole line is for the one in which alone it makes sense; else
    a line is for the game of its actor.

    Raises:
        Refused: If the line is empty, or no command or more than one is meant; GameInDoubt where a whole line makes
            sense in several games of which the actor has sheets.
    """
    if not (words := read_words(line)):
        raise Refused("The line is empty.")
    named, behind = part_name(words, commands)
    rest = UntakenWords(behind)
    said = rest.has(GAME)
    command = _command_meant(named, commands, rest)
    labelled = is_label(named.text, command)
    rest.called = slug(command.label) if labelled else command.id
    if said or not labelled:
        return command, rest, None
    acts = acts_of_games(command, commands)
    meant = [row for row in acts if _makes_sense(row, behind, state)] if whole and len(acts) > 1 else []
    if len(meant) > 1:
        which = " or ".join(f"{GAME}={row.game}" for row in meant)
        raise GameInDoubt(f"Several games of this table have the act {command.label}. Add {which}.", meant)
    command = meant[0] if meant else act_of_actor(command, acts, behind, state)
    rest.serve(command)
    return command, rest, behind


def command_of_line(line: str, state: State, commands: Sequence[Command]) -> Command:
    """Return the command of a line that is still being typed; of several games' acts that of its actor's game.

    Raises:
        Refused: If no command or more than one is meant.
    """
    return _begun(line, state, commands)[0]


def read_beginning(line: str, state: State, commands: Sequence[Command]) -> tuple[Command, LineAnswers]:
    """Read a line that is still being typed, as far as it goes.

    Raises:
        Refused: If a word is not understood.
    """
    said = any(word.name == GAME for word in read_words(line))
    command, rest, _ = _begun(line, state, commands)
    answers: dict[str, Answer] = {}
    names: list[str] = []
    while (ask := next_ask(command, state, answers)) is not None:
        default = ask.default(state, answers)
        if other := _named_instead(command, ask, state, answers, rest):
            answers[other.name] = rest.take(other, state, answers)
        elif rest.has(ask.name):
            answers = answers_with(ask, answers, rest.take(ask, state, answers))
        elif ask.amends:
            names.append(ask.name)
            break
        elif ask.for_number and rest.begins_with_number:
            answers[ask.name] = ask.for_number
        elif ask.optional and default is not None:
            names += [] if ask.unsaid else [ask.name]
            answers[ask.name] = default
        elif default is not None and rest.begins_a_later(ask, state, answers):
            answers[ask.name] = default
        elif rest.loose and not (ask.quiet and ask.folded):
            answers[ask.name] = rest.take(ask, state, answers)
        else:
            break
    if not said and len(acts_of_games(command, commands)) > 1:
        names.append(GAME)
    return command, LineAnswers(answers, ask, names)


def _needed(command: Command, ask: Ask, state: State, answers: Answers) -> str:
    """Ask for the answer that a line lacks, with its choices."""
    if not (choices := ask.plain_choices(state, answers)):
        return f"`{command.id}` needs the {noun_of(ask)}."
    every = "; * for all" if ask.kind == "many" and len(choices) > 1 else ""
    return f"Which {noun_of(ask)}? {offered_words(choices)}{every}.".replace("….", "…")


def example_line(command: Command, state: State, answers: Answers) -> str:
    """Spell a line with these answers and an example of each that it lacks; its form where no example fits."""
    given: dict[str, Answer] = {}
    words: list[str] = []
    named: list[str] = []
    try:
        while (ask := next_ask(command, state, given)) is not None:
            usual = _default(ask, state, given)
            given[ask.name] = answers.get(ask.name, _example(ask, state, given) if usual is None else usual)
            if given[ask.name] != usual or (ask.name in answers and usual and not ask.optional):
                text = quote_word(spell_answer(ask, given[ask.name]))
                # Behind a question that is left out, words would answer that one.
                by_name = ask.optional or len(words) < len(given) - 1
                words.append(f"{ask.name}={text}" if by_name else text)
                named.append(f"{ask.name}={text}")
        for line in (" ".join([command.id, *words]), " ".join([command.id, *named])):
            if _means(command, state, line, given):
                return line
    except Refused:
        pass
    return usage_line(command)


def _means(command: Command, state: State, line: str, answers: Answers) -> bool:
    """Tell whether a line gives these answers to the questions of a command."""
    rest = UntakenWords(read_words(line)[1:])
    rest.serve(command)
    try:
        return _answered(command, state, rest) == answers
    except Refused:
        return False


def _example(ask: Ask, state: State, answers: Answers) -> Answer:
    """Return an answer to a question, as an example."""
    choices = ask.plain_choices(state, answers)
    if choices:
        text = next((one.value for one in choices if not (one.apart or one.none or one.grave)), choices[0].value)
        return read_answer(ask, state, answers, f"{text}:1" if ask.kind == "parts" else escape_item(text))
    return max(ask.low, min(2, ask.high)) if ask.kind == "number" else "a few words"


def _answered(command: Command, state: State, line: UntakenWords, usual: UsualAnswer = _default) -> dict[str, Answer]:
    answers: dict[str, Answer] = {}
    hint = ""
    while (ask := next_ask(command, state, answers)) is not None:
        default = usual(ask, state, answers)
        loose = line.loose
        if other := _named_instead(command, ask, state, answers, line):
            answers[other.name] = line.take(other, state, answers)
        elif line.has(ask.name) and ask.kind == "words" and not _wanted_after(ask, command, line):
            answers[ask.name] = line.take_text(ask.name).strip()
        elif line.has(ask.name):
            answers = answers_with(ask, answers, line.take(ask, state, answers))
        elif ask.givers_of and line.has(ask.givers_of) and not loose:
            answers[ask.name] = _givers(command, ask, state, answers, line)
        elif ask.amends:
            raise Refused(f"{ask.preview(state, answers)} To keep it as written, add “{ask.name}={YES}”.")
        elif ask.for_number and line.begins_with_number:
            answers[ask.name] = ask.for_number
        elif loose and ask is command.asks[-1] and ask.kind == "words":
            line.refuse_numbers_before_text(command, answers)
            # Words left at the end of a line are the note that many commands take.
            answers[ask.name] = line.take_all()
        elif default is not None and (ask.optional or line.begins_a_later(ask, state, answers)):
            answers[ask.name] = default
        elif loose and ask.kind == "words" and not _wanted_after(ask, command, line):
            answers[ask.name] = line.take_all()
        elif loose and not (ask.quiet and ask.folded):
            if ask.kind == "words":
                hint = f' Put more than one word for {ask.name} in quotation marks: "{" ".join(loose[:2])}".'
            try:
                answers[ask.name] = line.take(ask, state, answers)
            except Refused as refusal:
                shown = line.show_list(loose[0], command, state, answers)
                raise Refused(f"{refusal}{shown or _other_way(command, ask, state, answers) + hint}") from None
        elif default is not None:
            answers[ask.name] = default
        else:
            raise Unanswered(_needed(command, ask, state, answers), command, answers)
    spare = [(ask.name, YES) for ask in command.asks if ask.amends]
    if unasked := next((word for word in line.words if word.name and (word.name, word.text) not in spare), None):
        unused = f"`{line.called or command.id}` does not use {unasked.name}={unasked.text}"
        raise Refused(f"{unused} with these answers. Leave it out.")
    hands = {ask.name: answers[ask.name] for ask in command.asks if ask.kind == "dice" and ask.name in answers}
    if "" in hands.values() and line.loose and DICE_WORDS.fullmatch(" ".join(line.loose)):
        answers[next(name for name in hands if not hands[name])] = line.take_all()
    if line.loose:
        named = [f"{name}={faces}{''.join(line.loose)}" for name, faces in hands.items() if faces]
        hint = (
            f" Write the dice of one hand together: {named[0]}." if named and "".join(line.loose).isdecimal() else hint
        )
        unused = f"`{line.called or command.id}` has no place for “{' '.join(line.loose)}”."
        hint = line.show_list(line.loose[0], command, state, answers) or hint
        raise Refused(f"{unused} Write {usage_line(command, called=line.called)}.{hint}")
    return answers


def _named_instead(command: Command, ask: Ask, state: State, answers: Answers, line: UntakenWords) -> Ask | None:
    """Return the earlier question, with its default so far, that the next words answer in place of a question."""
    other = next((one for one in command.asks if one.name == ask.instead), None)
    if other is None or answers.get(other.name) != other.default(state, answers):
        return None
    return other if line.names_instead(ask, other, state, answers) else None


def _givers(command: Command, ask: Ask, state: State, answers: Answers, line: UntakenWords) -> tuple[str, ...]:
    """Return the actors who give points by the words of a later question, which stay on the line."""
    dealt = next(other for other in command.asks if other.name == ask.givers_of)
    points = portions(line.peek(dealt, state, {**answers, ask.name: ()}))
    owners = {choice.value: choice.whose for choice in dealt.plain_choices(state, answers)}
    return tuple(dict.fromkeys(owners[part.name] for part in points))


def _other_way(command: Command, ask: Ask, state: State, answers: Answers) -> str:
    """Say which words a line takes in place of an answer to a question; empty where there are none."""
    other = next((one for one in command.asks if one.name == ask.instead), None)
    titles = (
        [choice for choice in other.plain_choices(state, answers) if choice.value in state.challenges] if other else ()
    )
    return f" Or write the title of a challenge: {', '.join(one.label for one in titles[:4])}." if titles else ""


def _wanted_after(ask: Ask, command: Command, line: UntakenWords) -> bool:
    """Tell whether a later question could take a word of the line that has no name."""
    later = command.asks[command.asks.index(ask) + 1 :]
    return any(not (other.optional or other.amends or line.has(other.name)) for other in later)
