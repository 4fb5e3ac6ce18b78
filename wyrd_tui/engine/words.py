"""Sentences, numbers and names as the log, the recap and every question write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from wyrd_tui.engine.dice import count_noun
from wyrd_tui.engine.log_line import LogLine, Tone
from wyrd_tui.engine.state import Actor, Side, State

SIDES: Mapping[Side, str] = {"party": "party", "foes": "foes", "others": "neutral"}
"""The sides of a fight, as the screen names them."""


LASTING = "all that lasts for a scene"
"""The words for conditions and uses that end between scenes, where no scene ends."""


def with_details(head: str, details: str, first: str = "") -> LogLine:
    """Return a sentence with its details after a colon, or without a colon where it has none.

    The first of them stays where room is short.
    """
    return LogLine(head, f": {details}" if details else "", brief=f": {first}" if first else "")


def with_numbers(head: str, *numbers: str) -> LogLine:
    """Return a sentence with details after a colon, all but empty ones; the first stays where room is short."""
    told = [number for number in numbers if number]
    return with_details(head, ", ".join(told), told[0] if told else "")


def stake_words(state: State, challenge: str) -> str:
    """Tell what is at stake in a challenge; empty for none, and for a clock that is not full."""
    rod = state.challenges.get(challenge)
    if rod is None or rod.kind == "clock":
        return ""
    points = count_noun(rod.loss, "point") if rod.loss else ""
    told = f"{in_quotes(rod.lose)} ({points})" if rod.lose and points else in_quotes(rod.lose) if rod.lose else points
    return f"at stake: {told}" if told else ""


def stake_lost(state: State, challenge: str) -> str:
    """Tell after other words what is at stake in a challenge that a roll has failed; empty for none."""
    return f"; {words}" if (words := stake_words(state, challenge)) else ""


def tone_of(state: State, who: str, won: bool) -> Tone:
    """Tell whether an actor's success or failure is good or bad for the party; neither for a neutral one."""
    actor = state.actors.get(who)
    if actor is None or actor.side == "others":
        return ""
    return "gain" if won == (actor.side == "party") else "harm"


def signed(number: int) -> str:
    """Write a number with its sign, a true minus, and 0 bare."""
    return "0" if number == 0 else f"{number:+d}".replace("-", "−")


def spell_part(label: str, number: int, rating: str) -> str:
    """Write a part with its number; a part without one, such as a permission, is its name alone."""
    return f"{label} {signed(number)}" if number or label == rating else label


def plain_number(number: int) -> str:
    """Write a number with a true minus and no plus."""
    return str(number).replace("-", "−")


def name_of(state: State, who: str) -> str:
    """Return an actor's display name, told apart from others of that name, also where the actor has left the table."""
    actor = state.actors.get(who) or state.departed.get(who)
    return actor.name + distinction(state, actor) if actor else who


_TITLES = frozenset(
    {"abbess", "abbot", "admiral", "aunt", "baron", "baroness", "bishop", "brother", "captain"}
    | {"colonel", "commander", "commodore", "constable", "corporal", "count", "countess", "dame", "doctor"}
    | {
        "dr",
        "duchess",
        "duke",
        "earl",
        "ensign",
        "father",
        "general",
        "granny",
        "inspector",
        "judge",
        "king",
        "lady",
        "lieutenant",
        "lord",
    }
    | {"madame", "major", "master", "miss", "mister", "mother", "mr", "mrs", "ms", "prince", "princess"}
    | {"professor", "queen", "reverend", "saint", "sergeant", "sir", "sister", "uncle", "widow"}
)
_ARTICLES = frozenset(("a", "an", "her", "his", "the"))
_EPITHETS = frozenset(
    {"big", "black", "blind", "chief", "fat", "first", "great", "green", "grey", "head", "high"}
    | {"lame", "little", "long", "mad", "old", "one-eyed", "poor", "red", "second", "tall", "ugly"}
    | {"white", "young"}
)
"""Words before a noun that name nobody without it: *Old Ferryman*."""
_PARTICLES = frozenset({"al", "bin", "da", "de", "del", "den", "der", "di", "du", "ibn", "la", "le", "van", "von"})


_OWNERS = ("'s", "’s", "s'", "s’")


def is_titled(name: str) -> bool:
    """Tell whether a name has a title or an owner before it, as in *Ensign Fitch*, and so takes no article."""
    words = name.split()
    return is_owned(name) or (len(words) > 1 and words[0].casefold().rstrip(".") in _TITLES and words[1][:1].isupper())


def is_owned(name: str) -> bool:
    """Tell whether a name begins with that of an owner, as in *Pike’s lads*."""
    return name[:1].isupper() and any(word.endswith(_OWNERS) for word in _split_head(name)[0].split()[:-1])


def short_name(actor: Actor, among: Iterable[Actor]) -> str:
    """Return an actor's first name; after a title the last name, or all that follows where others have that one.

    The whole name stands where that would name nobody alone.
    """
    words = actor.name.split()
    # The number of *Inspector Graves 2* is no name by itself.
    if not words or words[0].casefold() in _ARTICLES or words[-1].isdecimal() or actor.kind == "mook":
        return actor.name
    # Words behind one in small letters describe somebody: *Mara Lund of the bridge*, *Patrolling crewman*.
    small = (at for at, word in enumerate(words) if at and word[:1].islower() and word not in _PARTICLES)
    name = words[: next(small, len(words))]
    if words[0].casefold() in _EPITHETS or len(name) == 1 < len(words):
        shorts = [_split_head(actor.name)[0]]
    elif len(name) > 1 and name[0].casefold().rstrip(".") in _TITLES:
        shorts = [name[-1], " ".join(name[1:])]
    else:
        shorts = [name[0]]
    # An initial, or the first half of *Agent: Zero*, is no name.
    if not all(short[-1:].isalnum() for short in shorts):
        return actor.name
    others = [one.name for one in among if one.id != actor.id]
    return next((short for short in shorts if not any(_holds(other, short) for other in others)), actor.name)


def _holds(name: str, short: str) -> bool:
    """Tell whether a short name stands in a name as whole words; most names are told by the first look."""
    return short in name and f" {short} " in f" {' '.join(name.split())} "


def short_name_of(state: State, who: str) -> str:
    """Return an actor's short name, told apart from others of that name; also where the actor has left."""
    actor = state.actors.get(who)
    if actor is None or distinction(state, actor):
        return name_of(state, who)
    return short_name(actor, state.actors.values())


def namesakes(state: State, name: str) -> list[Actor]:
    """List the actors at the table that share a name, in the order in which they came (C-32)."""
    return [state.actors[who] for who in _namesakes(state.actors).get(name, ())]


def distinction(state: State, actor: Actor) -> str:
    """Return the words that tell an actor from others of its name: its side, else a number; empty for none (C-32)."""
    same = _namesakes(state.actors).get(actor.name, {})
    if len(same) < 2 or actor.id not in same:
        return ""
    # Sides tell at most as many actors apart as there are sides.
    if len(same) <= len(get_args(Side)) and len({state.actors[who].side for who in same}) == len(same):
        return f" ({SIDES[actor.side]})"
    return f" ({same[actor.id]})"


_Namesakes = dict[str, dict[str, int]]
_looked_at: list[tuple[Mapping[str, Actor], list[list[str]], _Namesakes]] = []


def _namesakes(actors: Mapping[str, Actor]) -> _Namesakes:
    """Number the actors of each name; worked out anew only for other names, since each is asked for many times."""
    names: list[list[str]] = []
    for looked_at, known_names, known in _looked_at[:1]:
        if looked_at is actors:
            return known
        names = [[*actors], [actor.name for actor in actors.values()]]
        if names == known_names:
            _looked_at[:] = [(actors, names, known)]
            return known
    found: _Namesakes = {}
    for who, actor in actors.items():
        same = found.setdefault(actor.name, {})
        same[who] = len(same) + 1
    _looked_at[:] = [(actors, names, found)]
    return found


def crowd_name(actor: Actor) -> str:
    """Return an actor's name, with the number still up for a group."""
    shown = actor.count > 1 or (actor.count == 1 and is_plural(actor))
    return f"{actor.name} ×{actor.standing}" if actor.kind == "mook" and shown else actor.name


def crowd_and_verb(actor: Actor, verb: str) -> str:
    """Return an actor's name with the number still up, and a verb that fits: *Thugs ×2 enter*, *Thugs ×1 enters*."""
    return f"{crowd_name(actor)} {crowd_verb(actor, verb)}"


def crowd_verb(actor: Actor, verb: str) -> str:
    """Return a verb that fits an actor's name with the number still up, from that for one."""
    if actor.kind != "mook":
        return fit_verb(actor, verb)
    return verb if actor.standing == 1 else plural_verb(verb)


_PLURALS: Mapping[str, str] = {"is": "are", "has": "have", "tries": "try"}
_HEADS_END = frozenset({"of", "from", "with", "in", "at", "on", "by"})


def _ends_head(word: str) -> bool:
    """Tell whether a word comes after the noun that a name is about: *of the Watch*, *(2)*, or a number."""
    return word in _HEADS_END or word.startswith(("(", "[")) or word.isdecimal()


def _split_head(name: str) -> tuple[str, str]:
    """Part a name behind the noun that it is about: *Crew* and *of the Watch*."""
    words = name.split()
    end = next((at for at, word in enumerate(words) if at and _ends_head(word.casefold())), len(words))
    return " ".join(words[:end]), " ".join(words[end:])


def _head(name: str) -> str:
    """Return the noun that a name is about, in small letters: *crew* of *Crew of the Watch*."""
    return (_split_head(name)[0].split() or [""])[-1].casefold()


def plural_of(name: str) -> str:
    """Write the name of a member for several of them: *thugs*, *crewmen*, *spies of the Duke*."""
    head, rest = _split_head(name)
    if head.endswith("man") and not head.endswith(("human", "shaman")):
        head = f"{head[:-2]}en"
    elif head.endswith(("lf", "thief", "leaf", "loaf", "knife", "wife", "life")):
        head = f"{head.removesuffix('e')[:-1]}ves"
    elif head.endswith("y") and head[-2:-1] not in "aeiou":
        head = f"{head[:-1]}ies"
    else:
        head += "es" if head.endswith(("s", "x", "z", "ch", "sh")) else "s"
    return f"{head} {rest}".rstrip()


_COLLECTIVES = frozenset(
    {"army", "band", "brood", "clan", "company", "coven", "crew", "crowd", "cult", "escort", "family", "flock", "gang"}
    | {"garrison", "herd", "horde", "host", "legion", "militia", "mob", "pack", "pair", "party", "patrol", "posse"}
    | {"retinue", "squad", "staff", "swarm", "team", "throng", "tribe", "troop", "watch"}
)


def names_group(actor: Actor) -> bool:
    """Tell whether a name is that of a whole group and not of one of its members: *Constables*, *Crew of the Watch*."""
    return is_plural(actor) or _head(actor.name) in _COLLECTIVES


def common_noun(name: str) -> str:
    """Write a name within a sentence: small unless a later word or an owner has a capital: *Crew of the Watch*."""
    kept = is_owned(name) or any(word[:1].isupper() for word in name.split()[1:])
    return name if kept else name[:1].lower() + name[1:]


def begin_sentence(words: str) -> str:
    """Write words with a capital, as a sentence begins."""
    return words[:1].upper() + words[1:]


def in_quotes(title: str) -> str:
    """Write a title within a sentence."""
    return f"“{title}”"


def is_plural(actor: Actor) -> bool:
    """Tell whether a name takes a plural verb, such as *Constables* or *Men of the Watch*: they *come*."""
    if actor.kind != "mook":
        return False
    head = _head(actor.name)
    return head.endswith(("men", "people", "police", "folk")) or (head.endswith("s") and not head.endswith("ss"))


def fit_verb(actor: Actor | None, phrase: str) -> str:
    """Fit the verb that begins a phrase to the name of an actor: *takes 2 damage*, *take 2 damage*."""
    if actor is None or not is_plural(actor):
        return phrase
    adverb = next((word for word in ("now ", "no longer ") if phrase.startswith(word)), "")
    verb, space, rest = phrase.removeprefix(adverb).partition(" ")
    plain = verb.rstrip(",:;")
    return f"{adverb}{plural_verb(plain)}{verb[len(plain) :]}{space}{rest}"


def plural_verb(verb: str) -> str:
    """Write the verb of a single person for several: *take*, *are*, *relax*."""
    if verb in _PLURALS:
        return _PLURALS[verb]
    if verb.endswith(("sses", "shes", "ches", "xes")):
        return verb.removesuffix("es")
    return verb if verb.endswith("ss") else verb.removesuffix("s")


def name_and_verb(state: State, who: str, phrase: str) -> str:
    """Join an actor's short name and a phrase that begins with a verb."""
    return f"{short_name_of(state, who)} {fit_verb(state.actors.get(who), phrase)}"


_NO_VERBS = frozenset(
    {"as", "across", "always", "besides", "downstairs", "hers", "his", "hours", "indoors", "its", "miles", "outdoors"}
    | {"overseas", "perhaps", "sometimes", "this", "upstairs"}
)
"""First words of a condition that end as a verb does and are none."""
_MODALS = frozenset({"can", "can’t", "can't", "cannot", "could", "may", "might", "must", "should", "will", "would"})


def suits_is(condition: str) -> bool:
    """Tell whether *is* goes before a condition, as in *is on fire*; a phrase such as *hears the hum* stands alone."""
    first = condition.casefold().partition(" ")[0].rstrip(":,;")
    verb = first.endswith("s") and not first.endswith(("ss", "us", "’s", "'s")) and first not in _NO_VERBS
    return not (verb or first in _MODALS)


def as_owner(actor: Actor | None, name: str) -> str:
    """Write a name of an actor as an owner: *Ada’s*, and *Thugs’* for a plural name."""
    return f"{name}’" if actor is not None and is_plural(actor) and name.endswith("s") else f"{name}’s"


def possessive(state: State, who: str) -> str:
    """Write an actor's short name as an owner."""
    return as_owner(state.actors.get(who), short_name_of(state, who))


def join_names(names: Sequence[str]) -> str:
    """Join names as a sentence has them: `Ada, Bob and Cy`."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def few_names(names: Sequence[str], most: int) -> list[str]:
    """Return at most so many names, then how many more there are."""
    return [*names[:most], *([f"{len(names) - most} more"] if len(names) > most else [])]


def party_of(state: State) -> list[Actor]:
    """Return the actors that the number keys pick, in order."""
    return [actor for actor in state.actors.values() if actor.side == "party"]


def describe_excess(actor: Actor | None, game: str, lost: int) -> str:
    """Tell that damage found no free box: more than a track can hold, or no track at all; a group falls without."""
    sheet = actor.sheets.get(game) if actor and actor.kind != "mook" else None
    none = sheet is not None and not any(row.boxes for row in sheet.track)
    return "no track to mark" if none else f"{lost} more than the track can hold"


def turn_told(state: State, who: str, number: int, over: Sequence[str] = ()) -> LogLine:
    """Tell whose turn begins in which round, and which fighters it passes over since they no longer act (WE-52).

    Args:
        state: The table before the turn.
        who: Id of the actor whose turn it is; empty for nobody.
        number: The round.
        over: Ids of the fighters whom the turn passes over.
    """
    turn = f"{possessive(state, who)} turn" if who else "nobody’s turn yet"
    out = [state.actors[one] for one in over if one in state.actors]
    told = [f"{short_name(one, state.actors.values())} ({one.why_out or 'out'})" for one in out]
    passed = f"passes over {join_names(told)}" if told else ""
    if number != state.order.round:
        return with_details(f"Round {number}", "; ".join(filter(None, (turn, passed))))
    return with_details(turn, passed)
