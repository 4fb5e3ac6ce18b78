"""Selection of the table screen, and the answers that it gives to questions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from wyrd_tui.engine.commands import Answer, Answers, Command, many_of
from wyrd_tui.engine.fights import scene_game
from wyrd_tui.engine.frozen import Frozen, replace
from wyrd_tui.engine.rules.game import SceneFrame
from wyrd_tui.engine.rules.ground.arrivals import followed_into_party
from wyrd_tui.engine.rules.shared.rods import own_counters
from wyrd_tui.engine.state import Side, State
from wyrd_tui.screens.table.next_challenge import (
    NO_FRAME,
    NextRolls,
    can_be_next,
    first_to_face,
    is_clock,
    is_kept_for_roll,
    next_in,
    takes_hand,
    with_next,
)

SHIFTS = ("earlier", "later")
"""The acts that move a fighter in the order, who stays selected, so that one takes back what the other has moved."""


class Selection(Frozen):
    """The cursor of each pane, and how it came there.

    Attributes:
        actor: Cursor in the party and the order.
        targets: Id of the target at which each side aimed last, by side.
        rung: Cursor on the ladder.
        rating: The rating that the ladder shows, by actor; the best where none was chosen.
        challenge: Cursor on the abacus: a challenge, or a counter by its name.
        faced: The challenge that the next roll of each game is for, where the GM put the cursor there, made it or
            rolled for it; none of a game once a rung is chosen in that, or another roll of it is made.
        new_challenge: The challenge that the last act put on the abacus; empty for none.
        newcomer: The one whom the last act brought into a fight, where somebody else has the turn; empty for none.
        beads: The challenge or counter whose beads the GM moved or chose last; one that has ended or left since keeps
            `+` and `-` from every other until the GM chooses again.
        ticked_actors: Rows ticked for the next act.
        games: The game that the keys play, by actor, where the GM chose one or an act has played it since; else the
            first of the table's.
        touched: The pane to which the GM went, or in which something was selected, last.
        stood_in: The actor who was selected, and the one who stands in while the keys are in a pane.
        strayed: The challenge on which the cursor of the abacus stands though nobody chose it, and the game that the
            keys play there.
        left_rod: The challenge that the cursor left as the keys looked at the abacus, and where it stands for that.
    """

    actor: str = ""
    targets: tuple[tuple[Side, str], ...] = ()
    rung: int = 0
    rating: tuple[tuple[str, str], ...] = ()
    challenge: str = ""
    faced: NextRolls = ()
    new_challenge: str = ""
    newcomer: str = ""
    beads: str = ""
    ticked_actors: frozenset[str] = frozenset()
    games: tuple[tuple[str, str], ...] = ()
    touched: str = "party"
    stood_in: tuple[str, str] = ("", "")
    strayed: tuple[str, str] = ("", "")
    left_rod: tuple[str, str] = ("", "")

    def without_missing(self, state: State, frame: SceneFrame = NO_FRAME) -> Selection:
        """The selection with nothing in it that is not on the table."""
        actor = self.actor if self.actor in state.actors else state.order.turn
        if actor not in state.actors:
            first = next((a.id for a in state.actors.values() if a.side == "party"), "")
            actor = first or next(iter(state.actors), "")
        movable = {*state.challenges, *own_counters(state)}
        challenge = self.challenge if self.challenge in movable else first_to_face(state, frame)
        beads = self.beads if self.beads in {*movable, *state.overcome, *state.withdrawn} else ""
        # Those who are out are aimed at only where the GM chooses them again.
        standing = {who for who, one in state.actors.items() if not one.out}
        targets = tuple(aimed for aimed in self.targets if aimed[1] in standing)
        ticked = self.ticked_actors.intersection(state.actors)
        faced = tuple((game, rod) for game, rod in self.faced if can_be_next(state, rod, frame))
        settled = replace(self, actor=actor, targets=targets, challenge=challenge, faced=faced, beads=beads)
        settled = replace(settled, ticked_actors=ticked)
        return self if settled == self else settled

    def acting(self, state: State) -> str:
        """Return who acts: the selected actor; in the turn of a party member a selected foe is the target instead."""
        turn, chosen = state.actors.get(state.order.turn), state.actors.get(self.actor)
        if turn is None or turn.side != "party" or chosen is None or chosen.side == "party":
            return self.actor
        return turn.id

    def last_target(self, state: State, who: str) -> str:
        """Return the target at which the side of an actor aimed last; empty for none."""
        actor = state.actors.get(who)
        return dict(self.targets).get(actor.side, "") if actor is not None else ""

    def game(self, state: State, pane: str = "") -> str:
        """The game of what was selected last: with the keys in the abacus that of the challenge, else of the actor.

        A clock has none. Of the games of the table an actor's is the one chosen for it, else that of all challenges of
        the scene, else the first of which the actor has a sheet; the main one where it has none.
        """
        rod = state.challenges.get(self.challenge) if pane == self.touched == "abacus" else None
        if rod is not None and rod.game in state.games and not is_clock(state, rod.id):
            return rod.game
        own = self.may_play(state)
        chosen = dict(self.games).get(self.actor) or scene_game(state)
        return chosen if chosen in own else next(iter(own), next(iter(state.games), ""))

    def may_play(self, state: State) -> Sequence[str]:
        """The games of the table that the selected actor has a sheet of."""
        actor = state.actors.get(self.actor)
        return [game for game in state.games if actor is not None and game in actor.sheets]

    def other_games(self, state: State, now: str) -> Sequence[str]:
        """The other games of the selected actor than the one of the keys, in the order in which a key goes to them."""
        own = self.may_play(state)
        # Of a challenge the keys play its game, which the actor may not play.
        at = own.index(now if now in own else self.game(state)) if own else 0
        return [game for game in (*own[at + 1 :], *own[: at + 1]) if game != now]

    def in_or_for_game(self, state: State, game: str) -> Selection:
        """The selection in a game: of its actor, or of the first of the party who plays that."""
        party = (a.id for a in state.actors.values() if a.side == "party" and game in a.sheets)
        other = "" if game in self.may_play(state) else next(party, "")
        chosen = replace(self, actor=other) if other else self
        return chosen if chosen.game(state) == game else chosen.in_game(game)

    def in_game(self, game: str) -> Selection:
        """The selection with a game chosen for its actor, whose ladder begins with the best rating of that."""
        return replace(self.with_rating(self.actor, ""), games=tuple({**dict(self.games), self.actor: game}.items()))

    def in_games(self, played: Iterable[tuple[str, str]], state: State) -> Selection:
        """The selection with the games that actors have played, as `games_by_actor` tells them; the last one counts."""
        chosen = self
        for who, game in played:
            other = replace(chosen, actor=who)
            if game in other.may_play(state):
                left = chosen if game == other.game(state) else other.with_rating(who, "")
                chosen = replace(left, actor=self.actor, games=other.in_game(game).games)
        return chosen

    def in_game_of_new_challenge(self, state: State, order_game: str) -> Selection:
        """The selection in the game of the new challenge, since the next roll faces that.

        In a fight that goes on in another game the keys stay in theirs.
        """
        rod = state.challenges.get(self.new_challenge)
        if rod is None or rod.value is None or order_game not in ("", rod.game):
            return self
        return self.in_games(((self.actor, rod.game),), state)

    def state_in_game(self, state: State) -> State:
        """The table as the ladder and the odds take it: the game chosen for the actor is the main one."""
        game = self.game(state)
        if game not in self.may_play(state) or state.games[0] == game:
            return state
        return replace(state, games=(game, *(other for other in state.games if other != game)))

    def at_scene_start(self, before: State, now: State, frame: SceneFrame = NO_FRAME) -> Selection:
        """The selection as a scene begins or ends: who is selected, and the challenge that is to be overcome first.

        As a scene begins, a member of the party is selected. A challenge that the GM chose stays so while it is open,
        and until the next scene begins also one that failed and may be faced again. `+` goes to no other than before.
        """
        chosen = now.actors.get(self.actor)
        stays = chosen is not None and (chosen.side == "party" or now.scene.between)
        actor = self.actor if stays else ""
        failed = () if now.scene.between else {rod.id for rod in before.challenges.values() if rod.outcome}
        faced = tuple((game, rod) for game, rod in self.faced if can_be_next(now, rod, frame) and rod not in failed)
        challenge = self.challenge if self.challenge in dict(faced).values() else first_to_face(now, frame)
        held = self.bead(before)
        beads = held if held in {*before.challenges, *own_counters(before)} else self.beads
        return replace(self, actor=actor, challenge=challenge, faced=faced, beads=beads).without_missing(now, frame)

    def with_outcomes(self, before: State, now: State, frame: SceneFrame) -> Selection:
        """The selection off a challenge that came to its end, or on one that is live again, as undo makes it.

        On one that failed and may be faced again it stays. The challenge whose beads were at hand stays so itself
        once it has ended or left, so that no key moves those of another.
        """
        held = self.bead(before) or self.beads
        gone = now.challenges[held].outcome if held in now.challenges else held in (*now.overcome, *now.withdrawn)
        return replace(self, beads=held if gone else self.beads)._off_ended(before, now, frame)

    def _off_ended(self, before: State, now: State, frame: SceneFrame) -> Selection:
        old, new = before.challenges, now.challenges
        # A challenge that was overcome may have been off the abacus, too.
        over = {*before.overcome} - old.keys() | {rod.id for rod in old.values() if rod.outcome}
        if live := next((rod.id for rod in new.values() if not rod.outcome and rod.id in over), ""):
            return replace(self, challenge=live)
        if (chosen := self.challenge) in frame.again:
            return self
        ended = chosen in old and not old[chosen].outcome and (chosen not in new or new[chosen].outcome)
        return replace(self, challenge=first_to_face(now, frame)) if ended else self

    def bead(self, state: State, pane: str = "") -> str:
        """Return the challenge or counter whose beads `+` and `-` move: with the keys in the abacus that of its cursor.

        Where the GM has chosen none, a clock comes first, since rolls move the beads of the others. Both keys ask where
        it has ended, unless the cursor stands on it, and where it has left.
        """
        if pane == "abacus":
            return self.challenge
        held = state.challenges.get(self.beads)
        over = held.outcome if held is not None else self.beads not in own_counters(state)
        return ("" if over else self.beads) if self.beads else self._usual_bead(state)

    def _usual_bead(self, state: State) -> str:
        """The first clock, else the challenge under the cursor; none of a game of types, whose rolls move it."""
        rod = state.challenges.get(self.challenge)
        passed = rod is not None and rod.type
        return next((rod for rod in state.challenges if is_clock(state, rod)), "" if passed else self.challenge)

    def rolls_for(self, game: str, pane: str, state: State, frame: SceneFrame) -> str:
        """Return the challenge that the next roll of a game is for with the keys in a pane; empty for none.

        In the abacus it is the one under its cursor, where that is of the game. A foe faces one of a game of types
        alone, where the party rolls.
        """
        rod = state.challenges.get(self.challenge) if pane == "abacus" else None
        if rod is None or rod.game != game or rod.kind == "clock":
            rod = state.challenges.get(next_in(game, self.faced, state, frame))
        return rod.id if rod is not None and (rod.type or not self.is_of_foe(state)) else ""

    def is_of_foe(self, state: State) -> bool:
        """Tell if a foe is selected, who faces no challenge."""
        chosen = state.actors.get(self.actor)
        return chosen is not None and chosen.side == "foes"

    def focus(self, state: State, pane: str = "", rolled: str = "") -> Mapping[str, Answer]:
        """The answers that the selection gives, by the word that a question's `focus` uses.

        The next roll is for the challenge `rolled`; more than a roll is meant for that where the GM chose it, or has
        the keys in the abacus, and by no foe. With the keys in the abacus the challenge under its cursor is revealed,
        elsewhere the selected actor, which is asked of one of the party. Ticked opponents are aimed at, and nobody who
        is on the same side; of friends it is the one whose turn it is who is helped. An attack suggests the last target
        of its side, an act against an opponent takes the selected foe alone. A newcomer follows another into the party,
        and in a fight is the last in the order.
        """
        acting, turn = self.acting(state), state.order.turn
        other = self.actor if self.actor != acting else ""
        ally = turn if self.actor != turn and are_allies(state, self.actor, turn) else ""
        fighters = [place.who for place in state.order.places]
        # Forget the last target when a fight starts.
        last = self.last_target(state, acting)
        gone = acting in fighters and last not in fighters
        target = "" if gone or _plays_apart(state, acting, last, self.game(state)) else last
        hostile = [who for who in (other, target) if who and not are_allies(state, acting, who)]
        chosen = state.actors.get(self.actor)
        unseen = chosen is not None and chosen.side != "party"
        new = self.new_challenge or self.newcomer in state.actors
        rod = state.challenges.get(rolled)
        own = pane == "abacus" or (rolled in dict(self.faced).values() and rod is not None and not rod.outcome)
        answers: dict[str, Answer] = {"rung": self.rung}
        for word, value in (
            ("actor", self.actor),
            ("game", self.game(state, pane)),
            ("acting", acting),
            ("target", next((who for who in hostile if who != acting), "")),
            ("opponent", other if other in hostile else ""),
            ("ally", ally),
            ("challenge", self.challenge),
            ("bead", self.bead(state, pane)),
            ("usual bead", self._usual_bead(state) or self.challenge),
            ("rating", self.rated(self.actor)),
            ("next", rolled),
            ("faced", rolled if own and not self.is_of_foe(state) else ""),
            ("made", self.new_challenge or self.newcomer),
            ("thing", self.challenge if pane == "abacus" else self.actor if unseen and not new else ""),
            ("side", "party" if followed_into_party(state) else ""),
            ("order", "last" if state.order.places else ""),
        ):
            if value:
                answers[word] = value
        # The attacker may be changed to one of another side.
        answers |= {last_target_of(side): who for side, who in self.targets if who in (fighters or state.actors)}
        # In the order of the table, so that the log names them as they stand.
        ticked = tuple(who for who in state.actors if who in self.ticked_actors)
        if aimed := tuple(who for who in ticked if who != acting and not are_allies(state, acting, who)):
            answers["target"] = aimed
        if ticked or self.actor:
            answers["ticked"] = ticked or (self.actor,)
        if ticked:
            answers["only ticked"] = ticked
        return answers

    def after(self, command: Command, answers: Answers, before: State, now: State) -> Selection:
        """Return the selection after an act.

        Its side keeps the target, used ticks are off, and the cursor goes with the turn where that passed on, or while
        nobody has a turn to a character that came. A new challenge is under the cursor, no clock in place of one that
        is next to be faced, and at hand where no roll alone overcomes it; the one whose beads moved stays at hand.
        """
        targets, ticked, challenge, beads = dict(self.targets), self.ticked_actors, self.challenge, self.beads
        keeps = is_kept_for_roll(before, self.faced, challenge)
        who = answers.get("who", self.acting(before))
        actor = str(who[0]) if isinstance(who, tuple) and who else str(who)
        for ask in command.asks:
            answer = answers.get(ask.name)
            if ask.focus in ("target", "opponent") and answer:
                aimed = str(answer[0]) if isinstance(answer, tuple) else str(answer)
                if actor in before.actors and not are_allies(before, actor, aimed):
                    targets[before.actors[actor].side] = aimed
            aims = many_of(answers, ask.name) if ask.focus == "target" else ()
            if ask.focus in ("ticked", "only ticked") or not ticked.isdisjoint(aims):
                ticked = frozenset()
            if ask.focus == "bead" and answer:
                beads = str(answer)
                challenge = challenge if keeps else beads
        turn = now.order.turn
        put = [rod for rod in now.challenges if rod not in before.challenges] if command.puts else []
        added = next((who for who in now.actors if command.id in ("add", "bring") and who not in before.actors), "")
        shown = next((answers.get(ask.name) for ask in command.asks if ask.focus == "thing"), "")
        passed = turn != before.order.turn and command.id not in SHIFTS
        selected = (turn if passed else self.actor) if turn else added or self.actor
        held = next((rod for rod in put if takes_hand(now.challenges[rod])), "")
        rods = [rod for rod in put if not (keeps and now.challenges[rod].kind == "clock")]
        came = (turn and added) or (self.newcomer if shown == self.newcomer in now.actors else "")
        return replace(
            self,
            actor=selected,
            touched=self.touched if selected == self.actor else "party",
            targets=tuple(targets.items()),
            challenge=rods[0] if rods else challenge,
            beads=held or beads,
            new_challenge=put[0] if put else "",
            newcomer="" if put else came,
            ticked_actors=ticked,
        )

    def with_cursor(self, pane: str, key: str, state: State) -> Selection:
        """The selection with the cursor of a pane on a key."""
        match pane:
            case "party" | "order":
                return replace(self, actor=key, new_challenge="", newcomer="")
            case "ladder":
                game = self.game(state)
                followed = state.challenges.get(dict(self.faced).get(game, ""))
                # In a game of types every roll is for a challenge.
                typed = followed is not None and followed.type
                return replace(self, rung=int(key), faced=self.faced if typed else with_next(self.faced, game, ""))
            case "abacus":
                rod = state.challenges.get(key)
                beads = key if rod is None or takes_hand(rod) else self.beads
                return replace(self.facing(key, state), beads=beads, strayed=("", ""), left_rod=("", ""))
        return self

    def facing(self, challenge: str, state: State) -> Selection:
        """The selection with the cursor of the abacus on a challenge, for which the next roll of its game is, too."""
        rod = state.challenges.get(challenge)
        chosen = rod is not None and rod.kind != "clock"
        faced = with_next(self.faced, rod.game, rod.id) if rod is not None and chosen else self.faced
        return replace(self, challenge=challenge, faced=faced)

    def on_rungs(self, steps: Collection[int], known: int | None = None) -> Selection:
        """The selection with its rung on a ladder: the one known of it, or the nearest step to the present one."""
        rung = self.rung if known is None else known
        if not steps or (rung in steps and rung == self.rung):
            return self
        return replace(self, rung=min(steps, key=lambda step: abs(step - rung)))

    def rated(self, who: str) -> str:
        """The rating that was chosen for an actor's ladder; empty where none was."""
        return dict(self.rating).get(who, "")

    def with_rating(self, who: str, rating: str) -> Selection:
        """The selection with a rating chosen for an actor's ladder."""
        return replace(self, rating=tuple({**dict(self.rating), who: rating}.items()))


def _plays_apart(state: State, who: str, target: str, game: str) -> bool:
    """Tell if an actor cannot mean the last target, who plays other games alone."""
    one, two = state.actors.get(who), state.actors.get(target)
    return one is not None and two is not None and bool(one.sheets and two.sheets) and game not in two.sheets


def last_target_of(side: Side) -> str:
    """Return the word by which a question finds the target at which a side aimed last."""
    return f"last target of {side}"


def are_allies(state: State, who: str, other: str) -> bool:
    """Tell if two actors are on one side; neutral ones are nobody's allies."""
    one, two = state.actors.get(who), state.actors.get(other)
    return one is not None and two is not None and one.side == two.side != "others"
