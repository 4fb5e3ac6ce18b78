"""The actors, pages and challenges of a validated scenario, as the table carries them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.ids import fresh_id
from wyrd_tui.engine.page import PAGE_KINDS, Page, PageKind
from wyrd_tui.engine.rules.games import named_difficulties
from wyrd_tui.engine.rules.ground.arrivals import usual_side
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import Actor, Challenge, ChallengeKind, Kind
from wyrd_tui.engine.voices import VOICES
from wyrd_tui.store.scenarios.amounts import Formula, compute_amount
from wyrd_tui.store.scenarios.fields import Identified, completed
from wyrd_tui.store.scenarios.games import PREPS
from wyrd_tui.store.scenarios.page_models import (
    ChallengeEntry,
    ClueEntry,
    PageEntry,
    SceneEntry,
    StageRuleEntry,
    StoryLists,
    first_words,
)
from wyrd_tui.store.scenarios.scenario_models import CastEntry, CharacterEntry, ScenarioFile, shipped_people
from wyrd_tui.store.scenarios.story_models import ancestry
from wyrd_tui.store.scenarios.tracks import Measure

_HEADINGS = ("appearance", "personality", "backstory", "ties")
"""The keys of a character that are headings of its details."""
_LISTS = {kind: row for kind, row in PAGE_KINDS.items() if row.key and not row.title}
"""The kinds of page that a chapter has lists of; those of the whole scenario stand before its acts or after them."""


class Builder(Measure):
    """A maker of actors out of entries, for a main game.

    Attributes:
        game: The game whose sheet the keys of a character itself are.
        entries: Every entry that another may be `like`, by id.
    """

    game: str = ""
    entries: Mapping[str, CharacterEntry] = field(default_factory=dict)

    def player(self, name: str, entry: CharacterEntry) -> Actor:
        """Make a player's character, open to all."""
        player = getattr(entry, "player", None) or ""
        return replace(self._actor(name, entry), kind="pc", side="party", visibility="open", count=1, player=player)

    def member(self, name: str, entry: CastEntry) -> Actor:
        """Make a member of the cast; a group that comes to nobody has a count of 0."""
        last = ancestry(entry, self.entries, shipped_people())[-1]
        # An entry that is like a shipped NPC takes the kind of that NPC; like anybody else, it is a whole character.
        shipped: Kind | None = None if self.entries.get(last.own_id) is last else getattr(last, "kind", None)
        like: Kind = shipped or ("full" if entry.like else "persona")
        kind = entry.kind or ("mook" if entry.count is not None else like)
        people = self if kind == "full" else replace(self, default=())
        actor = people._actor(name, entry)
        if entry.kind is None and any(PREPS[game].rolls_as_one(sheet) for game, sheet in actor.sheets.items()):
            kind = "mook"
        count = 1 if entry.count is None else max(0, compute_amount(entry.count, self.players))
        side = "others" if entry.side == "neutral" else entry.side or usual_side(kind)
        return replace(actor, kind=kind, side=side, visibility=entry.visibility, count=count, player="")

    def _actor(self, name: str, entry: CharacterEntry) -> Actor:
        """Make an actor with what its entry says on top of the characters that it is like."""
        ancestors = ancestry(entry, self.entries, shipped_people())
        whole = completed(ancestors) or entry
        headings = {key.capitalize(): text for key in _HEADINGS if (text := getattr(whole, key))}
        details = headings | whole.details
        sheets: dict[str, Sheet] = {}
        for game, prep in PREPS.items():
            written = completed([sheet for one in ancestors for sheet in one.sheets_of(prep.keys, game, self.game)])
            if written is not None:
                sheets[game] = prep.sheet(written, self)
        conditions = tuple(one for game, sheet in sheets.items() for one in PREPS[game].conditions(sheet))
        return whole.make(
            Actor, id=name, name=whole.name or name, details=details, sheets=sheets, conditions=conditions
        )


class PageCollector:
    """A walk over a scenario that collects its pages, their page marks and its challenges, in the order of the file."""

    def __init__(self, scenario: ScenarioFile, players: int, cast: Iterable[str], party: Iterable[str]) -> None:
        self.players = players
        self.game = scenario.systems[0]
        self.cast = frozenset(cast)
        self.people = self.cast | frozenset(party)
        self.pages: list[Page] = []
        self.challenges: dict[str, Challenge] = {}
        # The page that the table opens with, if one does.
        self.begins: Page | None = None
        self.marks: dict[str, str] = {}
        for challenge in scenario.challenges:
            self._challenge(challenge)
        # Ids that were chosen go before titles, wherever they stand.
        given = (entry.own_id for entry in scenario.all(Identified) if entry.id)
        self._taken = {*self.people, *(entry.own_id for entry in scenario.on_abacus), *given}
        for kind, row in PAGE_KINDS.items():
            if row.title and (text := getattr(scenario, row.key)):
                named = (self._id(None, row.key), kind, row.title, text)
                self.pages.append(Page(*named, public=kind == "handout", titled=False))
        for page in scenario.hooks:
            self._page(page, "hook", "")
        for page in scenario.handouts:
            self._page(page, "handout", "")
        self._rules(scenario.stage_rules, "")
        self._lists(scenario, "", late=False)
        for chapter in (*scenario.acts, *scenario.scenes):
            self._act(chapter, "")
        self._lists(scenario, "", late=True)
        for challenge in scenario.all(ChallengeEntry):
            self._rules(challenge.stage_rules, challenge.own_id)
        for member in scenario.cast:
            self._rules(member.stage_rules if member.own_id in self.people else (), member.own_id)
        for game in scenario.systems:
            for made, mark in PREPS[game].pages(scenario):
                name = self._id(None, made.id)
                self.pages.append(replace(made, id=name))
                if mark:
                    self.marks[name] = mark

    @property
    def counters(self) -> dict[str, int]:
        """The counters that stage rules in force move or look at and that no game keeps by itself, at 0."""
        kept = {name for voice in VOICES.values() for name in voice.rod_words.unlisted}
        rules = (page for page in self.pages if page.id not in self.marks)
        named = [trigger.counter for page in rules for trigger in page.triggers if trigger.counter]
        return dict.fromkeys((name for name in named if name not in kept), 0)

    def _act(self, act: SceneEntry, parent: str) -> None:
        page = self._page(act, "act", parent, clues=[clue.own_id for clue in act.clues if clue.dr is not None])
        if act.begins:
            self.begins = page
        self._lists(act, page.id)
        for scene in getattr(act, "scenes", ()):
            self._act(scene, page.id)

    def _lists(self, lists: StoryLists, parent: str, *, late: bool | None = None) -> None:
        """Add the pages of the lists, or of the early or the late ones; its random tables come last."""
        for kind, row in _LISTS.items():
            for entry in getattr(lists, row.key) if late in (None, row.late) else ():
                self._page(entry, kind, parent)
        for table in () if late is False else lists.tables:
            self.pages.append(table.page(self._id(table.id, table.title), parent))

    def _page(self, entry: PageEntry | SceneEntry, kind: PageKind, parent: str, clues: Iterable[str] = ()) -> Page:
        """Add a page, with the challenges and the stage rules that it holds."""
        own = None
        if isinstance(entry, ClueEntry) and entry.dr is not None:
            shared = {key: getattr(entry, key) for key in ("id", "title", "dr", "type", "skills", "text")}
            own = ChallengeEntry.model_construct(**shared, win=entry.reveals)
        written = [own] if own else getattr(entry, "challenges", ())
        challenges = [item if isinstance(item, str) else self._challenge(item) for item in written]
        name = self._id(entry.own_id if own else entry.id, entry.title)
        brings = self._present(getattr(entry, "brings", ()))
        skills = tuple(map(PREPS[self.game].rating, getattr(entry, "skills", ())))
        held = (*challenges, *clues)
        lists = {"skills": skills, "brings": brings, "challenges": held}
        page = entry.make(
            Page, id=name, kind=kind, parent=parent, titled=entry.title != first_words(entry.text), **lists
        )
        self.pages.append(page)
        self._rules(getattr(entry, "stage_rules", ()), page.id)
        return page

    def _rules(self, entries: Iterable[StageRuleEntry], parent: str) -> None:
        """Add a page for each stage rule under its parent."""
        for entry in entries:
            page = entry.page(self._id(entry.id, entry.own_id), parent)
            self.pages.append(replace(page, brings=self._present(page.brings)))

    def _challenge(self, entry: ChallengeEntry) -> str:
        """Add a challenge, and give its id; a typed one has as many beads as its value (WA-12)."""
        game = entry.game_at(self.game)
        # The games' names for difficulties differ in their numbers (C-30).
        dr = named_difficulties()[game][entry.dr] if isinstance(entry.dr, str) else entry.dr
        value = None if dr is None else compute_amount(dr, self.players)
        beads: int | Formula = max(1, value or 0) if entry.type else 1
        kind: ChallengeKind = "obstacle"
        if entry.clock is not None:
            beads, kind = entry.clock, "clock"
        elif entry.successes is not None:
            beads, kind = entry.successes, "task"
        needed = max(1, compute_amount(beads, self.players))
        challenge = entry.make(
            Challenge,
            id=entry.own_id,
            kind=kind,
            game=game,
            value=value,
            done=min(entry.done, needed - 1 if entry.type else needed),
            needed=needed,
            skills=tuple(map(PREPS[game].rating, entry.skills)),
            who=tuple(who for who in entry.who if who in self.people),
        )
        self.challenges[entry.own_id] = PREPS[game].challenge(entry, challenge)
        return entry.own_id

    def _present(self, names: Iterable[str]) -> tuple[str, ...]:
        """Leave out groups that come to nobody with so few players."""
        return tuple(name for name in names if name in self.cast)

    def _id(self, given: str | None, title: str) -> str:
        name = given or fresh_id(title, self._taken)
        self._taken.add(name)
        return name
