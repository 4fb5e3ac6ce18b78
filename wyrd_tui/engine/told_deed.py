"""Deeds that players saw, and falls of members of a group, as a story and a result are told of them."""

from __future__ import annotations

from wyrd_tui.engine.named_tuple import NamedTuple


class Fall(NamedTuple):
    """Members of a group that fall.

    Attributes:
        one: Words behind the number of a single member: *of the crew of the watch* or *thug*.
        many: Words behind any other number: *of the crew of the watch* or *thugs*.
        fallen: Their number.
        left: Members who still stand.
        who: Id of the group.
        struck: Whether damage felled them, and not the GM's count.
    """

    one: str
    many: str
    fallen: int
    left: int
    who: str = ""
    struck: bool = False


class Deed(NamedTuple):
    """A deed that players saw.

    Attributes:
        who: The names of those who did it, as a sentence begins with them; empty for an event that nobody did.
        verb: The verb, fitted to the names.
        rest: The words behind the verb; the whole sentence where `who` is empty.
        hits: Id of the actor that it hits, if it is aimed at nobody else.
        fells: The verb in place of the first, and of all behind it, if members of a group fall to the hit.
        challenge: Id of the challenge that its words name.
        at_once: Whether the next deed happens with it: *appears and hits Bob*.
        grade: The grade of its success, for the result alone; a story does without.
        fall: Members of a group that it fells.
        deals: Damage that the hit deals, as its words say; 0 where they do not.
        counted: The number in `rest` and the noun behind it, if that is all of `rest`: *takes 1 stress*.
        last: Whether no later deed stands in its sentence, as behind a fate, or behind words that name others.
        whose: Id of the one who does it, or to whom it happens.
        manner: Whether `rest` tells at what and with what alone, so that the verb can do without.
        explains: Whether `rest` tells what came of the deed before, if that was about the same challenge.
        opens: Whether it begins a paragraph.
        closes: Whether it ends a paragraph.
        later: Whether it begins one on the time after a scene.
        people: Those whom its words name, by what players tell them apart by, `who` first: `KnownNames.people`.
    """

    who: str = ""
    verb: str = ""
    rest: str = ""
    hits: str = ""
    fells: str = ""
    challenge: str = ""
    at_once: bool = False
    grade: str = ""
    fall: Fall | None = None
    deals: int = 0
    counted: tuple[int, str] | None = None
    last: bool = False
    whose: str = ""
    manner: bool = False
    explains: bool = False
    opens: bool = False
    closes: bool = False
    later: bool = False
    people: tuple[str, ...] = ()

    @property
    def phrase(self) -> str:
        """The words behind the names."""
        return " ".join(filter(None, (self.verb, self.rest)))

    @property
    def sentence(self) -> str:
        """The whole sentence, without its full stop."""
        return " ".join(filter(None, (self.who, self.phrase, self.grade)))
