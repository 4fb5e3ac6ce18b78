"""Names that players know: of actors and challenges that are known or open, and of nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.told_deed import Deed
from wyrd_tui.engine.turn_order import Order
from wyrd_tui.engine.words import (
    common_noun,
    fit_verb,
    in_quotes,
    is_titled,
    join_names,
    names_group,
    plural_of,
    plural_verb,
    short_name,
)

STRANGERS = "strangers"
"""The house rule by which a hidden fighter stands in the players' order as a stranger."""
STAKES = "stakes_told"
"""The house rule by which players read the stakes of an open challenge before it is decided."""
STRANGER = "A stranger"


class KnownNames:
    """Names of a table as its players know them; whatever they do not know has an empty name."""

    def __init__(self, state: State, *, unseen: Collection[str] = (), quoted: bool = False) -> None:
        """Prepare the names.

        Args:
            state: The table.
            unseen: Actors of whom players know nothing all the same, such as those in a secret roll.
            quoted: Whether titles of challenges stand in quotation marks, as in prose.
        """
        self._state = state
        self._unseen = unseen
        self._quoted = quoted
        self._strangers = state.rules.get(STRANGERS) is True

    def name(self, who: str) -> str:
        """Return the name of an actor, numbered among those of its name that players know."""
        actor = self._state.actors.get(who)
        if actor is None:
            return ""
        if who in self._unseen or not is_known(actor):
            return STRANGER if self._strangers and self._fights(who) else ""
        same = [one.id for one in self._state.actors.values() if one.name == actor.name and is_known(one)]
        return f"{actor.name} {same.index(who) + 1}" if len(same) > 1 else self.own_name(actor)

    def own_name(self, actor: Actor) -> str:
        """Return an actor's name, without a number that only a hidden one of its name has given it."""
        plain = _plain(actor.name)
        if plain == actor.name:
            return plain
        others = [one for one in self._state.actors.values() if one.id != actor.id and _plain(one.name) == plain]
        return plain if others and not any(map(is_known, others)) else actor.name

    def of_roll(self, roll: Roll) -> KnownNames:
        """Return the names for a roll: whom players did not know as it was thrown it never names."""
        return KnownNames(self._state, unseen=roll.unseen, quoted=self._quoted) if roll.unseen else self

    def _fights(self, who: str) -> bool:
        return any(place.who == who for place in self._state.order.places)

    def subject(self, who: str) -> str:
        """Return a name as it begins a sentence: *A patrolling crewman*."""
        return self._with_article(who, "A")

    def whom(self, who: str) -> str:
        """Return a name within a sentence: *the patrolling crewman*."""
        return self._with_article(who, "the") if self.name(who) != STRANGER else "a stranger"

    def _with_article(self, who: str, article: str) -> str:
        """Put an article before the name of a crowd or of a single member of one, which is no name of its own."""
        name, actor = self.name(who), self._state.actors.get(who)
        first = name.partition(" ")[0]
        if article == first.casefold() == "the":
            return f"the{name[len(first) :]}"
        if actor is None or actor.kind != "mook" or name != self.own_name(actor) or is_titled(name):
            return name
        if first.casefold() in ("a", "an", "the") or not first[:1].isupper() or name[-1:].isdigit():
            return name
        if actor.count <= 1 and not names_group(actor) and _is_personal(name):
            return name
        noun = common_noun(name)
        if names_group(actor) or actor.count > 1:
            return f"{article if article == 'the' else 'The'} {noun if names_group(actor) else plural_of(noun)}"
        return f"{'An' if article == 'A' and noun[:1].casefold() in 'aeiou' else article} {noun}"

    def deed(self, who: str, verb: str, rest: str = "") -> Deed | None:
        """Return a deed of an actor, its verb fitted to the name; None where players know no name."""
        return Deed(self.subject(who), self.fit(who, verb), rest) if self.name(who) else None

    def fit(self, who: str, verb: str) -> str:
        """Fit a verb to the name of an actor; a stranger takes the singular, also where it hides a group."""
        actor, name = self._state.actors.get(who), self.name(who)
        if actor is None or name == STRANGER:
            return verb
        # *The great dogs appear*: the name of a member stands for several.
        several = actor.kind == "mook" and actor.count > 1 and not names_group(actor) and self.subject(who) != name
        return plural_verb(verb) if several else fit_verb(actor, verb)

    def names(self, whose: Sequence[str]) -> str:
        """Join the names of those that players know."""
        return join_names([name for who in whose if (name := self.name(who))])

    def people(self, whose: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of those whom players know, each once; strangers are one, since nobody tells them apart."""
        known = ((who, self.name(who)) for who in whose)
        return tuple(dict.fromkeys(STRANGER if name == STRANGER else who for who, name in known if name))

    def title(self, challenge: str) -> str:
        """Return the title of a challenge."""
        rod = self._state.challenges.get(challenge)
        return self._title(rod.title) if rod is not None and rod.visibility != "secret" else ""

    def _title(self, title: str) -> str:
        return in_quotes(title) if title and self._quoted else title

    def goal(self, roll: Roll) -> str:
        """Return the title of a roll's challenge, also of one that has left the abacus since."""
        return self.title(roll.challenge) if roll.challenge in self._state.challenges else self._title(roll.title)

    def is_ours(self, who: str) -> bool:
        """Tell whether an actor is a known member of the party."""
        actor = self._state.actors.get(who)
        return actor is not None and actor.side == "party" and is_known(actor)


def _is_personal(name: str) -> bool:
    """Tell whether each of several words has a capital, as in *Old Tom*."""
    words = name.split()
    return len(words) > 1 and all(word[:1].isupper() for word in words)


def _plain(name: str) -> str:
    """Return a name without the number that tells it from others."""
    plain, _, number = name.rpartition(" ")
    return plain if plain and number.isdecimal() else name


def short_names(state: State) -> dict[str, str]:
    """Return the short names of single people whom players know, by their whole names."""
    known = [actor for actor in state.actors.values() if is_known(actor)]
    names = KnownNames(state)
    return {actor.name: short_name(actor, known) for actor in known if names.name(actor.id) == actor.name}


def keep_seen(state: State, order: Order) -> Order:
    """Keep in an order whose turn players have seen last."""
    actor = state.actors.get(order.turn)
    return replace(order, seen=order.turn) if actor is not None and is_known(actor) else order


def is_known(actor: Actor) -> bool:
    """Tell whether players know that an actor is there."""
    return actor.visibility != "secret"
