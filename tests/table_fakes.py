"""A table of twelve combatants and a few commands, so that screens can be looked at without the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Unpack

from tests.facts import ActorFacts
from wyrd_tui.engine import events as e
from wyrd_tui.engine import odds
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, many_of, number_of, parts_of, text_of
from wyrd_tui.engine.dice import Dice, LiveDice, Refused, parse_fudge
from wyrd_tui.engine.journal import Did, NoJournal, Saving
from wyrd_tui.engine.rules.game import Ladder, Pending, Rung, SceneFrame
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Effect, Hurt, Row, Sheet, Trait
from wyrd_tui.engine.state import Actor, Bonus, Challenge, Condition, Kind, Scene, State, Visibility
from wyrd_tui.engine.turn_order import Order, Place
from wyrd_tui.screens.table.protocols import Fresh

GAME = "wyrd_engine"


def track(
    stress: int = 0, mild: int = 0, moderate: int = 0, severe: int = 0, hurts: Mapping[str, int] | None = None
) -> tuple[Row, ...]:
    dealt = tuple(Hurt(name, by) for name, by in (hurts or {}).items())
    return (
        Row("stress", "Stress", 4, stress, clears="scene", counts=False),
        Row("mild", "Mild", 3, mild, penalty=1, hurts=dealt[:1]),
        Row("moderate", "Moderate", 2, moderate, penalty=2, hurts=dealt[1:2]),
        Row("severe", "Severe", 1, severe, penalty=3),
    )


def pc(
    name: str,
    rows: tuple[Row, ...],
    ratings: Mapping[str, int],
    traits: tuple[Trait, ...] = (),
    **more: Unpack[ActorFacts],
) -> Actor:
    key = name.split()[-1].casefold()
    sheet = Sheet(ratings, traits, rows, {"attack": "Shoot"})
    return Actor(key, name, "party", "pc", sheets={GAME: sheet}, visibility="open", **more)


def foe(
    key: str,
    name: str,
    stress: tuple[int, int],
    kind: Kind = "mook",
    count: int = 1,
    visibility: Visibility = "secret",
    **more: Unpack[ActorFacts],
) -> Actor:
    boxes, marks = stress
    rows = (Row("stress", "Stress", boxes, marks),) if boxes else ()
    sheet = Sheet({"Shoot": 1, "Athletics": 1}, track=rows)
    return Actor(key, name, "foes", kind, count, {GAME: sheet}, visibility=visibility, **more)


def tower() -> State:
    prototype = Trait("prototype", "Unstable Prototype", effects=(Effect("limited", uses=1),))
    crew = Trait("crew", "A Captain Never Abandons His Crew", effects=(Effect("limited", uses=1, used=1),))
    actors = [
        pc(
            "Elias Mercer",
            track(4, 3, 1, 0, {"Athletics": 1, "Awareness": 2}),
            {"Pilot": 3, "Shoot": 2, "Deception": 2, "Athletics": 1, "Awareness": 1, "Combat": 1},
            (crew,),
        ),
        pc("Felix Cavendish", track(1), {"Crafts": 3, "Investigate": 2, "Resources": 2, "Will": 1}, (prototype,)),
        pc("Isadora Lovelace", track(2, 1), {"Empathy": 3, "Investigate": 2, "Lore": 2}),
        pc(
            "Cornelius Flint",
            track(4, 3, 2, 1, {"Burglary": 1, "Deceive": 2}),
            {"Deceive": 3, "Burglary": 2},
            conditions=(Condition("out", "out of action", out=True),),
        ),
        foe("crewmen", "Crewmen", (0, 0), count=4, visibility="open"),
        foe("enforcers", "Gang enforcers", (0, 0), count=3),
        foe("graves", "Captain Evelyn Graves", (2, 1), "persona", visibility="known"),
        foe("drake", "Admiral Lucius Drake", (4, 2), "full", conditions=(Condition("grappled", "grappled"),)),
        foe("gunner", "Gunner", (1, 1), conditions=(Condition("out", "conceded", out=True),)),
        foe("engineer", "Chief engineer", (2, 0), "persona"),
        foe("stoker", "Stokers", (0, 0), count=2),
        foe("parrot", "The Admiral's clockwork parrot", (1, 0), "persona"),
    ]
    order = Order(
        "rolled",
        2,
        "mercer",
        (
            Place("graves", 6, acted=True, used=("primary", "minor")),
            Place("mercer", 5, used=("primary",)),
            Place("crewmen", 3, tie=True),
            Place("lovelace", 3, tie=True),
            Place("drake", 2, held=True),
            Place("cavendish", 1),
            Place("enforcers", 1),
            Place("flint", 0),
            Place("gunner", 0),
            Place("engineer", -1),
            Place("stoker", -2),
        ),
    )
    challenges = [
        Challenge("gangway", "Cross the burning gangway", "obstacle", value=2, who=("mercer",), visibility="open"),
        Challenge("door", "The captain's door", "obstacle", value=1, done=1, outcome="overcome", visibility="open"),
        Challenge("cipher", "Read the Admiral's cipher", "task", value=1, done=2, needed=4, visibility="known"),
        Challenge("engine", "Start the engine", "task", value=3, done=1, needed=6, who=("cavendish",)),
        Challenge("escape", "Away from the tower", "task", value=2, needed=3, after=("engine",)),
        Challenge("fire", "Fire reaches the gas", "clock", done=3, needed=8, visibility="known"),
    ]
    bonuses = [
        Bonus("aim", "careful aim", 2, "mercer", "advantage", against="drake"),
        Bonus("cover", "in cover", 1, "lovelace"),
    ]
    return State(
        title="Flight from the Tower",
        acts=14,
        scene=Scene(2, "Engine room", fight=True),
        actors={actor.id: actor for actor in actors},
        order=order,
        challenges={challenge.id: challenge for challenge in challenges},
        bonuses={bonus.id: bonus for bonus in bonuses},
    )


def crowd(count: int = 500) -> State:
    state = tower()
    actors = dict(state.actors)
    for number in range(count - len(actors)):
        actors[f"thug-{number}"] = foe(f"thug-{number}", f"Thug {number + 1}", (4, number % 5))
    places = [*state.order.places, *(Place(key, 0) for key in actors if key.startswith("thug-"))]
    return replace(state, actors=actors, order=replace(state.order, places=tuple(places)))


def people(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice(actor.id, actor.name) for actor in state.actors.values()]


def ratings(state: State, answers: Answers) -> Sequence[Choice]:
    actor = state.actors.get(text_of(answers, "who"))
    own = actor.sheets[GAME].ratings if actor else {}
    return [Choice(name, name, number=value) for name, value in own.items()]


def best(state: State, answers: Answers) -> str | None:
    found = ratings(state, answers)
    return found[0].value if found else None


def counted(state: State, answers: Answers) -> Sequence[Choice]:
    return (
        Choice("steady", "Steady Hand", "when aiming", 2, "trait", True),
        Choice("gear", "Brass sights", "", 2, "trait"),
        Choice("boost", "boost: smoke", "", 1),
    )


def strike(state: State, answers: Answers, dice: Dice) -> list[e.Event]:
    damage = number_of(answers, "damage")
    events: list[e.Event] = []
    for who in many_of(answers, "who"):
        actor = state.actors[who]
        rows = actor.sheets[GAME].track
        left, marks = damage, {}
        for row in rows:
            taken = min(left, row.free)
            marks[row.id] = row.marks + taken
            left -= taken
        events.append(e.Marked(who, GAME, marks, damage=damage, lost=left))
    return events


def throw(state: State, answers: Answers, dice: Dice) -> list[e.Event]:
    typed = text_of(answers, "dice")
    fallen = parse_fudge(typed) if typed else dice.fudge()
    name = state.actors[text_of(answers, "who")].name
    total = fallen.total + number_of(answers, "mod") + 2 * len(many_of(answers, "with"))
    words = f"{name} rolls {text_of(answers, 'skill')} against {number_of(answers, 'against'):+d}: {total:+d}"
    return [e.Said(words)]


def deal(state: State, answers: Answers, dice: Dice) -> list[e.Event]:
    hurts = tuple(Hurt(name, by) for name, by in parts_of(answers, "hurts"))
    if sum(hurt.by for hurt in hurts) != 1:
        raise Refused("A mild wound costs exactly one point.")
    return [e.Wounded(text_of(answers, "who"), GAME, "mild", hurts)]


def turn_over(state: State, answers: Answers, dice: Dice) -> list[e.Event]:
    order = state.order
    places = [place.who for place in order.places]
    at = places.index(order.turn)
    done = replace(order.places[at], acted=True)
    following = places[(at + 1) % len(places)]
    return [e.Placed(done), e.Turned(following, order.round + (at + 1 == len(places)))]


def bead(state: State, answers: Answers, dice: Dice) -> list[e.Event]:
    key = text_of(answers, "which")
    challenge = state.challenges[key]
    if challenge.done >= challenge.needed:
        raise Refused(f"{challenge.title} has no bead left to move.")
    return [e.Moved(key, challenge.done + 1)]


def rods(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice(challenge.id, challenge.title) for challenge in state.challenges.values()]


def preview(state: State, answers: Answers) -> str:
    return f"marks {number_of(answers, 'damage')} boxes" if number_of(answers, "damage") else ""


def chance(state: State, answers: Answers) -> str:
    return f"{number_of(answers, 'mod') + 40} % success"


def default_number(state: State, answers: Answers) -> int:
    return 0


def mild(state: State, answers: Answers) -> str:
    return "mild"


def nothing(state: State, answers: Answers) -> str:
    return ""


def bug(state: State, answers: Answers, dice: Dice) -> list[e.Event]:
    raise ZeroDivisionError("a bug")


WHO = Ask("who", "Who", "one", people, focus="actor")
COMMANDS: tuple[Command, ...] = (
    Command(
        "damage",
        "d",
        "damage",
        "Deal damage.",
        "Hurt",
        strike,
        (
            Ask("who", "Whom", "many", people, focus="ticked"),
            Ask("damage", "How much", "number", low=1, preview=preview),
        ),
    ),
    Command(
        "roll",
        "r",
        "roll",
        "Roll a rating.",
        "Rolls",
        throw,
        (
            WHO,
            Ask("skill", "Roll", "one", ratings, best, free=True),
            Ask("against", "Against", "number", focus="rung", low=-20, high=20),
            Ask("with", "Counting", "many", counted, form=True, adds=True),
            Ask("mod", "Situation", "number", default=default_number, low=-20, high=20, form=True),
            Ask("dice", "Dice", "dice", default=nothing, form=True, preview=chance),
        ),
    ),
    Command("next", "n", "next turn", "The next turn.", "Order", turn_over),
    Command(
        "bead",
        "m",
        "move bead",
        "Move a bead.",
        "Abacus",
        bead,
        (Ask("which", "Which", "one", rods, focus="challenge"),),
    ),
    Command(
        "wound",
        "w",
        "wound",
        "Deal out a wound.",
        "Hurt",
        deal,
        (
            WHO,
            Ask("row", "Which", "one", lambda state, answers: (Choice("mild", "Mild"),), quiet=True, default=mild),
            Ask("hurts", "It hurts", "parts", ratings, high=1),
        ),
    ),
    Command(
        "say",
        "t",
        "note",
        "Write a line into the log.",
        "Table",
        lambda state, answers, dice: [e.Said(text_of(answers, "text"))],
        (Ask("text", "What", "words"),),
    ),
    Command("never", "x", "end fight", "Ends it.", "Order", bug, when=lambda state: "Nobody is fighting."),
    Command("bug", "y", "bug", "Has a bug.", "Table", bug),
)


class FakeRules:
    """A few rules."""

    def all_commands(self) -> Sequence[Command]:
        """Return all of them."""
        return COMMANDS

    def commands_of(self, state: State) -> Sequence[Command]:
        """Return all commands."""
        return COMMANDS

    def pending(self, state: State) -> Sequence[Pending]:
        """Wounds whose penalty is not assigned yet."""
        found = []
        for actor in state.actors.values():
            for row in actor.sheets[GAME].track:
                if row.id == "mild" and row.marks and not row.hurts:
                    found.append(
                        Pending(
                            "wound", {"who": actor.id, "row": "mild"}, f"{actor.name}'s mild wound: what does it hurt?"
                        )
                    )
        return found

    def hints(self, state: State) -> Sequence[str]:
        """Return no hints."""
        return ()

    def reminders(self, state: State) -> Sequence[str]:
        """Return no reminders."""
        return ()

    def chances(self, state: State, who: str) -> Sequence[Choice]:
        """No targets."""
        return ()

    def why_no_odds(self, state: State, who: str) -> str:
        """No reason."""
        return ""

    def best_rating(self, state: State, who: str, challenge: str = "") -> str:
        """The highest."""
        return max(state.actors[who].sheets[GAME].ratings.items(), key=lambda pair: pair[1])[0]

    def scene_frame(self, state: State) -> SceneFrame:
        """Return an empty frame of the scene."""
        return SceneFrame()

    def turns(self, state: State) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Return two actions for each fighter."""
        return {place.who: (("primary", ""), ("minor", "")) for place in state.order.places}

    def asides_of_others(self, state: State, game: str) -> frozenset[str]:
        """No hint of another game."""
        return frozenset()

    def order_game(self, state: State, who: str) -> str:
        """No dice made the order."""
        return ""

    def front_pane(self, state: State) -> str:
        """The ladder stands in front."""
        return "ladder"

    def ladder(self, state: State, who: str, rating: str, followed: int | None = None) -> Ladder:
        """Return the bare rating against each rung; without an actor, the rungs of an untrained one."""
        if not who:
            return Ladder("", tuple(Rung(dr, odds.RUNGS[dr], o.success, o.tie, o.failure) for dr, o in odds.ladder(0)))
        value = state.actors[who].sheets[GAME].ratings.get(rating, 0)
        rungs = [Rung(dr, odds.RUNGS[dr], o.success, o.tie, o.failure) for dr, o in odds.ladder(value)]
        return Ladder(f"{state.actors[who].name}, {rating} {value:+d}", tuple(rungs))


def session(state: State | None = None) -> Session:
    """A table that is not saved, with dice that fall the same way every time, at a minute past eight."""
    clock = iter(range(1_700_000_000, 1_800_000_000, 60))
    return Session(state or tower(), dice=LiveDice(7), clock=lambda: float(next(clock)))


def played(state: State | None = None) -> Session:
    """Begin a session of the same table with four acts behind it."""
    table = session(state)
    rows = {row.id: row for row in COMMANDS}
    table.do(rows["say"], {"text": "The lights go out, and somebody laughs in the dark below the engine deck."})
    table.do(rows["roll"], {"who": "mercer", "skill": "Shoot", "against": 2, "with": (), "mod": 0, "dice": "++0-"})
    table.do(rows["damage"], {"who": ("drake",), "damage": 1})
    table.do(rows["bead"], {"which": "fire"})
    return table


class Disk(NoJournal):
    """A disk that can be full, and keeps nothing."""

    full = False

    def record(self, did: Did, turn: Act, after: State) -> None:
        """Take an act, or refuse it."""
        self.saving = Saving.REFUSED if self.full else Saving.ON_DISK
        self.reason = "No space left on device" if self.full else ""
        if self.full:
            raise OSError(28, self.reason)


class FakeStorage:
    """Storage in no file, which reports bugs, and reads a table again where it is told how."""

    table = None

    def __init__(
        self, report: Callable[[str], None] = print, refresh: Callable[[], Fresh | None] = lambda: None
    ) -> None:
        self._report, self._refresh = report, refresh

    def report(self, account: str) -> None:
        """Report a bug to the test."""
        self._report(account)

    def refresh(self) -> Fresh | None:
        """Read the table again as the test says."""
        return self._refresh()

    def messages(self) -> list[str]:
        """Return nothing."""
        return []
