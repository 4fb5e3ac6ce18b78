"""A narrator's hands: scenes and rolls of the Wyrd Abacus by keys, each waited for until it is on disk."""

from __future__ import annotations

from collections.abc import Sequence

from tests.terminal.hands import AT_TABLE, GameMaster, asked, asked_any, choose, foot, go_to, only


class Narrator(GameMaster):
    """A narrator who runs a story of the Wyrd Abacus at a program."""

    def begin(self, scene: str, *, present: Sequence[str] = (), left: bool = False) -> None:
        """Begin a scene, with everybody or with these; what is left of the one before leaves as the table proposes."""
        self.program.type("B")
        asked(self.program, "Which scene")
        choose(self.program, scene)
        asked(self.program, "Present characters")
        if present:
            only(self.program, *present)
        if left:
            self.program.type("\r")
            asked(self.program, "Keep on the abacus")
        before = foot(self.program)
        self.program.type("\r")
        if asked_any(self.program, "Cast who stay", AT_TABLE) != AT_TABLE:
            self.program.type("\r")
        self.done(before)
        # The rules for the players stand in front until the next key.
        self.program.press("escape")

    def face(
        self, rod: str, who: Sequence[str], points: Sequence[str], die: int, *, toll: str = "", lent: str = ""
    ) -> None:
        """Face a challenge with those points and what a real die fell on; what the attempt itself costs is asked."""
        go_to(self.program, rod)
        self.program.type("r")
        asked(self.program, "Which characters")
        only(self.program, *who)
        self.program.type("\r")
        asked(self.program, "Points")
        for giver in points:
            self._give_point(giver)
        self.program.type("\r")
        if toll:
            asked(self.program, "Taker of the Wyrd")
            choose(self.program, toll.split()[0])
        if asked_any(self.program, "Lent by", "Die") == "Lent by":
            choose(self.program, *([lent] if lent else []))
            self.program.type("\r")
        asked(self.program, "Die")
        self.give(f"{die}\r")

    def _give_point(self, giver: str) -> None:
        """Give a point of the ability that is called for, or of another one that is named, which stands behind Tab."""
        other = giver.endswith(("Body", "Mind", "Soul"))
        if other:
            self.program.press("tab")
        choose(self.program, giver if other else giver.split()[0])
        if other:
            self.program.press("tab")

    def draw(self, *takers: str) -> None:
        """Answer a failure: a point of Wyrd by each of these in turn, or `accept it`."""
        for taker in takers:
            asked(self.program, "Draw or accept")
            before = foot(self.program)
            choose(self.program, taker)
            # More than one point missing: how many to draw is asked, and all that are short are suggested.
            self.program.type("1\r" if "› Points" in foot(self.program) else "\r")
            self.done(before)

    def suffer(self, who: str, ability: str, points: int, *, words: str = "", also: str = "") -> None:
        """Settle what comes of a failure: damage to one, and what happened in words."""
        asked(self.program, "Consequence")
        choose(self.program, *(["story"] if words else []), "damage")
        self.program.type("\r")
        if words:
            asked(self.program, "In words")
            self.program.type(f"{words}\r")
        asked(self.program, "Hurt characters")
        only(self.program, who)
        self.program.type("\r")
        asked(self.program, "Which ability")
        choose(self.program, ability)
        asked(self.program, "Points")
        if also:
            self.program.type(f"{points}\r")
            asked(self.program, "Another sufferer")
            self.pick(also)
        else:
            self.give(f"{points}\r")

    def tell(self, words: str) -> None:
        """Settle what comes of a failure in words alone."""
        asked(self.program, "Consequence")
        choose(self.program, "story")
        self.program.type("\r")
        asked(self.program, "In words")
        self.give(f"{words}\r")

    def wyrd(self, who: Sequence[str], dice: str, *, on: str = "") -> None:
        """A Wyrd roll of several with real dice."""
        self.program.type("w")
        asked(self.program, "Wyrd roll", "Who")
        only(self.program, *who)
        self.program.type("\r")
        if on:
            asked(self.program, "To meet")
            choose(self.program, on)
        asked(self.program, "Dice")
        self.give(f"{dice}\r")

    def recover(self, *abilities: str, bond: Sequence[str] = ()) -> None:
        """Give each who faced a challenge a point back, in the order in which the screen asks."""
        for ability in abilities:
            asked(self.program, "Ability")
            if ability in bond:
                choose(self.program, "yes, one more")
            choose(self.program, ability)
            self.give("\r")
