"""Commands: one declaration makes key, footer, palette entry, `:` line, script line and help.

A command asks typed questions (`Ask`), then `run` turns a state, the answers and the dice into events. It writes
nothing, so a refusal or a bug leaves the table as it was. Screens put the questions one by one; a script line gives the
same answers as words. Both end in the same `Answers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from wyrd_tui.engine.blank import never, no_items, no_text, no_value
from wyrd_tui.engine.choices import Choice, pick_choice
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import name_and_verb, short_name_of, suits_is


class Portion(NamedTuple):
    """Points that are given to a choice; a line writes it as `name:points`."""

    name: str
    points: int

    def __str__(self) -> str:
        return f"{self.name}:{self.points}"


Answer = str | int | tuple[str, ...] | tuple[Portion, ...]
Answers = Mapping[str, Answer]
AskKind = Literal["one", "many", "number", "words", "dice", "parts"]
Focus = Literal[
    "",
    "actor",
    "acting",
    "target",
    "opponent",
    "ally",
    "ticked",
    "only ticked",
    "challenge",
    "bead",
    "faced",
    "next",
    "thing",
    "made",
    "page",
    "rung",
    "rating",
    "rolled",
    "game",
    "side",
    "order",
]

YES = "yes"
"""The answer that lets an answer in doubt stand as it is."""


def always(state: State, answers: Answers) -> bool:
    """Return True."""
    return True


_TITLED = frozenset({"challenge", "bead", "faced", "next", "page", "thing"})


def actor_named(state: State, word: str) -> Actor | None:
    """Return the actor whom a word names alone; None where it names none or several."""
    try:
        return state.actors[pick_choice(word, [Choice(one.id, one.name) for one in state.actors.values()], "").value]
    except Refused:
        return None


def why_unable(state: State, word: str) -> str:
    """Return the reason why the actor that a word names can do nothing; empty where they can, or no actor is meant."""
    actor = actor_named(state, word)
    if actor is None:
        return ""
    if actor.count <= 0:
        return f"{name_and_verb(state, actor.id, 'has')} fallen."
    condition = next((condition for condition in actor.conditions if condition.out), None)
    if condition is None:
        return ""
    verb = "has" if condition.id in voice_of(condition.game).chosen_fates else "is"
    if not suits_is(condition.label):
        return f"{short_name_of(state, actor.id)}: {condition.label}."
    return f"{name_and_verb(state, actor.id, verb)} {condition.label}."


def say_or_refuse(say: Callable[[State, Answers], str], state: State, answers: Answers) -> str:
    """Return what a preview, remark or hint says of answers so far, or why those cannot be taken as they stand."""
    try:
        return say(state, answers)
    except Refused as refusal:
        return str(refusal)


class Ask(Frozen):
    """A question that a command puts.

    Attributes:
        name: Key of the answer.
        prompt: A few words, shown before the choices.
        noun: The name of the answer within a sentence; where it is empty, `question_nouns` has one.
        kind: one (of the choices, or any words where `free`), many (a tuple of choices), number, words (free text),
            dice (what fell on the table; empty lets the program roll), or parts (a number split over choices, as
            `name:points`).
        choices: Answers on offer, given the answers so far.
        plain: The same choices without the chances beside them, where those take long to reckon.
        default: Answer of Enter; None where an answer must be typed.
        focus: Part of the screen's selection that answers without asking, such as the selected actor or rung. None
            answers `rolled`, the rating of a roll that seldom takes the one in sight: that comes into sight instead.
        when: Whether the question comes up at all.
        low: Least number.
        high: Greatest number.
        free: Whether words that no choice offers are an answer too.
        unworded: Whether no field takes such words, which a line may have only to be told why they cannot stand.
        own: Whether a line has `'` before such words, since a slip among its choices would be taken for them.
        worded: Whether letters that find no choice are such words on a screen, without the `'` that else begins them.
        slip_of: The name that such a word is much like, so that it cannot stand behind `'` either; empty where it can.
        named: Whether the GM knows its choices by name, such as ratings and traits.
        quiet: Whether a screen takes the default without asking; a script may still say otherwise.
        settled: Whether the answers before it leave its default alone, so that a screen takes that without asking.
        shown: Whether a screen shows its answer even where it was not asked for.
        told_later: Whether a later answer tells its own, so that a screen never shows it.
        unsaid: Whether only the selection answers it, so that no line names it.
        form: Whether it is put together with the questions beside it of which this is true.
        in_turn: Whether a line answers it in its turn, though it has a default and is quiet or stands in a form.
        folded: Whether a screen shows its default alone in the form or question that follows, with a key that opens it.
        put: Whether a screen puts it though the selection answers it; the selection is its suggestion then.
        sole: Whether its only choice is suggested where the selection is no choice; else that choice waits for its key.
        whole: Whether its default is a whole list, through which the arrows pass without taking a row.
        stands: Whether each tick stands by itself, as of those who stay: the first key adds its row or takes it away,
            too, and replaces nothing.
        next_answer: The answer that comes after a number, such as the title, for words that are typed too early.
        listed: Whether its choices stand one a line with all their hints, where there is room.
        preview: Outcome of the answers so far, in words.
        lists_open: Whether the preview lists the questions that the act opens.
        unoffered: Why some of its choices are not on offer, shown where it is put.
        hint: Words in an empty field for dice or words: what blank means; None for dice that are rolled then.
        begins: Words with which a field for words begins, to be edited or typed anew.
        called: Name of a field for dice or words where the answers change it; empty for the prompt.
        unassigned: Words where no point is assigned yet.
        why: Reason why the actor that a word names is not on offer; empty for none.
        adds: Whether the words of a line come on top of the default, which `none` among them leaves out; so a line that
            asks for one thing more in a roll drops nothing.
        instead: Name of an earlier question that words of a line may answer in its place, such as the title of a
            challenge in place of a number; a line also takes a label of that question where this one is put.
        amends: Name of an earlier question whose answer is in doubt and which this one replaces; `yes` lets it stand. A
            line answers it by name alone.
        fitting: Value of the choice that suits the answers beside it; a folded field names it and opens there.
        needed: Whether a line must answer it, though a screen suggests its default.
        givers_of: Name of a later question that deals points, whose words on a line tell this one, too: those who give.
        skipped_for: Whether a line takes its default before a word that is none of its choices, nor spelt like one:
            that word begins the text behind it.
        for_number: The choice that a bare number on a line makes, which a later question then takes; empty for none.
        at_once: Whether the key of a choice acts where no question follows; else Enter does, once the line is read.
        some: Reason why a question that takes many wants at least one answer; empty where it may have none.
        excess: Reason why what is typed can be no beginning of an answer; empty where it can.
        fault: Reason why this answer cannot stand beside the others that are given; empty where it can.
    """

    name: str
    prompt: str
    kind: AskKind = "one"
    choices: Callable[[State, Answers], Sequence[Choice]] = no_items
    default: Callable[[State, Answers], Answer | None] = no_value
    focus: Focus = ""
    when: Callable[[State, Answers], bool] = always
    low: int = -999
    high: int = 999
    free: bool = False
    unworded: bool = False
    own: bool = False
    worded: bool = False
    slip_of: Callable[[State, Answers, str], str] = no_text
    named: bool = False
    quiet: bool = False
    settled: Callable[[State, Answers], bool] = never
    shown: bool = False
    told_later: bool = False
    unsaid: bool = False
    form: bool = False
    in_turn: bool = False
    folded: bool = False
    put: bool = False
    sole: bool = False
    whole: bool = False
    stands: bool = False
    listed: bool = False
    next_answer: str = ""
    preview: Callable[[State, Answers], str] = no_text
    lists_open: bool = False
    unoffered: Callable[[State, Answers], str] = no_text
    hint: Callable[[State, Answers], str] | None = None
    begins: Callable[[State, Answers], str] = no_text
    called: Callable[[State, Answers], str] = no_text
    unassigned: str = ""
    why: Callable[[State, str], str] = why_unable
    adds: bool = False
    instead: str = ""
    amends: str = ""
    needed: Callable[[State, Answers], bool] = never
    givers_of: str = ""
    skipped_for: Callable[[str], bool] = never
    for_number: str = ""
    at_once: bool = False
    some: str = ""
    excess: Callable[[State, Answers], str] = no_text
    fault: Callable[[State, Answers], str] = no_text
    fitting: Callable[[State, Answers], str] = no_text
    plain: Callable[[State, Answers], Sequence[Choice]] | None = None
    noun: str = ""

    def plain_choices(self, state: State, answers: Answers) -> Sequence[Choice]:
        """Return the choices as words are read against them, with no chance reckoned that is not shown."""
        return (self.plain or self.choices)(state, answers)

    @property
    def by_name(self) -> bool:
        """True where capitals choose, so that small letters type a name: of ratings, challenges, pages, own words."""
        return self.named or self.free or self.focus in _TITLED

    @property
    def in_form(self) -> bool:
        """True where it stands beside other questions."""
        return self.form or self.folded

    @property
    def optional(self) -> bool:
        """True where a line answers it by its name or leaves it out."""
        return (self.quiet or self.form) and not self.in_turn


class Command(Frozen):
    """An act of the table, declared in one place.

    Attributes:
        id: The word of the `:` line and of scripts.
        key: Its default key, in Textual's spelling; empty where it has none.
        label: Two or three words for footer and palette.
        help: One sentence.
        group: Heading on the help page.
        run: Makes the events, or raises `Refused`.
        asks: Its questions, in order.
        when: Reason why the command does not apply just now; empty where it does.
        game: The game whose rules it plays; empty where all games share it.
        rules: Ids of the rules that it carries out.
        formerly: An earlier label, which the `:` line still takes.
        instead_of: Words that are no act here, such as one of another game; a refusal of one names this act.
        foreseen_die: The number that a die counts for in what is shown before it is thrown; None where nothing is.
        puts: Whether a challenge that it puts on the abacus is next to be faced.
        told_whole: Whether its last question tells all that the log will say, in place of previews.
        remark: Words on what the answers so far bring besides their outcome, told before the act; a line for each fact.
        turn_remark: Words on the turn of its actor, beside its outcome, also where the answers so far are refused.
        beside_log: Words of its previews that the log leaves out, told where the log stands in their place.
        beside_previews: Words of the log that its previews leave out, told where these stand.
        stake: Id of the challenge whose stake the remark tells; empty for none.
        is_late: Whether it stands behind the others in the footer just now, since it is seldom wanted.
        whose: Id of the actor whose roll it takes up, whoever is selected; empty for none.
    """

    id: str
    key: str
    label: str
    help: str
    group: str
    run: Callable[[State, Answers, Dice], Iterable[Event]]
    asks: tuple[Ask, ...] = ()
    when: Callable[[State], str] = no_text
    game: str = ""
    rules: str = ""
    formerly: str = ""
    instead_of: tuple[str, ...] = ()
    foreseen_die: int | None = None
    puts: bool = False
    told_whole: bool = False
    remark: Callable[[State, Answers], str] = no_text
    turn_remark: Callable[[State, Answers], str] = no_text
    beside_log: Callable[[State, Answers], str] = no_text
    beside_previews: Callable[[State, Answers], str] = no_text
    stake: Callable[[State, Answers], str] = no_text
    is_late: Callable[[State], bool] = never
    whose: Callable[[State], str] = no_text


def screen_question(id: str, label: str, help: str, ask: Ask) -> Command:
    """Make a question of the screen itself, which makes no events."""
    return Command(id=id, key="", label=label, help=help, group="", run=lambda state, answers, dice: (), asks=(ask,))


def next_ask(command: Command, state: State, answers: Answers) -> Ask | None:
    """Return the first open question, or None once everything is answered."""
    for ask in command.asks:
        if ask.name not in answers and ask.when(state, answers):
            return ask
    return None


def answers_with(ask: Ask, answers: Answers, answer: Answer) -> dict[str, Answer]:
    """Add an answer; also overwrite the question that it amends."""
    more: dict[str, Answer] = {ask.name: answer}
    if ask.amends and answer != YES:
        more[ask.amends] = answer
    return {**answers, **more}


def text_of(answers: Answers, name: str, default: str = "") -> str:
    """Return an answer in words."""
    value = answers.get(name, default)
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def number_of(answers: Answers, name: str, default: int = 0) -> int:
    """Return an answer that is a number."""
    value = answers.get(name, default)
    return value if isinstance(value, int) else default


def many_of(answers: Answers, name: str) -> tuple[str, ...]:
    """Return an answer that is several values."""
    value = answers.get(name, ())
    return tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)


def parts_of(answers: Answers, name: str) -> tuple[Portion, ...]:
    """Return an answer that shares out points."""
    return portions(answers.get(name))


def portions(answer: Answer | None) -> tuple[Portion, ...]:
    """Return the points of an answer that shares them out; none for any other answer."""
    return tuple(part for part in answer if isinstance(part, Portion)) if isinstance(answer, tuple) else ()
