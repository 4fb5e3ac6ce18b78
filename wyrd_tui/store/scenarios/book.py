"""The pages and challenges of a validated scenario, as the table carries them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wyrd_tui.engine.page import Page, PageKind
from wyrd_tui.engine.state import Challenge, ChallengeKind, fresh_id
from wyrd_tui.store.scenarios import random_tables, rule_pages
from wyrd_tui.store.scenarios.amounts import difficulty, reckon
from wyrd_tui.store.scenarios.games import PREPS, game_of_type

if TYPE_CHECKING:
    from wyrd_tui.store.scenarios.rule_models import StageRule
    from wyrd_tui.store.scenarios.scenario_models import ChallengeEntry, Chapter, PageEntry, ScenarioFile, SceneEntry

_KINDS: dict[str, PageKind] = {
    "places": "place",
    "clues": "clue",
    "complications": "complication",
    "proofs": "proof",
    "branches": "branch",
    "resolutions": "resolution",
}
_OPENING: tuple[tuple[str, PageKind, str], ...] = (
    ("premise", "premise", "Premise"),
    ("handout", "handout", "Hand-out"),
    ("truth", "truth", "What really happened"),
    ("notes", "note", "Notes"),
)


class Pages:
    """Walks a scenario once and collects its pages and challenges, in the order of the file.

    Attributes:
        pages: The pages so far.
        challenges: The challenges so far, by id.
        laid: Challenges that lie on the abacus from the start.
        begins: The page that the table opens with, if one does.
        marks: What is the matter with pages from the start.
    """

    def __init__(self, scenario: ScenarioFile, players: int, cast: Iterable[str], party: Iterable[str]) -> None:
        self.players = players
        self.game = scenario.systems[0]
        self.cast = frozenset(cast)
        self.people = self.cast | frozenset(party)
        self.pages: list[Page] = []
        self.challenges: dict[str, Challenge] = {}
        self.laid: list[str] = []
        self.begins: Page | None = None
        self.marks: dict[str, str] = {}
        for challenge in scenario.challenges:
            self._challenge(challenge)
        # Ids that were chosen go before titles, wherever they stand.
        self._taken: dict[str, object] = dict.fromkeys((*self.people, *_chosen(scenario)))
        self._front(scenario)
        self._rules(scenario.stage_rules, "")
        self._chapter(scenario, "", before_acts=True)
        for chapter in (*scenario.acts, *scenario.scenes):
            self._act(chapter, "")
        self._chapter(scenario, "", before_acts=False)
        for challenge in scenario.all_challenges:
            self._rules(challenge.stage_rules, challenge.own_id)
        for member in scenario.cast:
            self._rules(member.stage_rules if member.own_id in self.people else (), member.own_id)
        for game in scenario.systems:
            for page, mark in PREPS[game].pages(scenario):
                name = self._id(None, page.id)
                self._page(replace(page, id=name))
                if mark:
                    self.marks[name] = mark

    def _front(self, scenario: ScenarioFile) -> None:
        for key, kind, title in _OPENING:
            text = getattr(scenario, key)
            if text:
                self._page(Page(self._id(None, key), kind, title, text, public=key == "handout"))
        for page in scenario.hooks:
            self._page(Page(self._id(page.id, page.title), "hook", page.title, page.text))
        for page in scenario.handouts:
            self._page(Page(self._id(page.id, page.title), "handout", page.title, page.text))

    def _act(self, act: SceneEntry, parent: str) -> None:
        name = self._id(act.id, act.title)
        laid = [item if isinstance(item, str) else self._challenge(item) for item in act.challenges]
        laid += [clue.own_id for clue in act.clues if clue.dr is not None]
        page = Page(
            name,
            "act",
            act.title,
            act.text,
            parent=parent,
            brings=self._present(act.brings),
            challenges=tuple(laid),
            after=tuple(act.after),
        )
        self._page(page)
        self._rules(act.stage_rules, name)
        if act.begins:
            self.begins = page
        self._chapter(act, name)
        for scene in getattr(act, "scenes", ()):
            self._act(scene, name)

    def _chapter(self, chapter: Chapter, parent: str, *, before_acts: bool | None = None) -> None:
        """The pages of a chapter. The whole scenario's endings come after its acts, the rest before them."""
        late = {"proofs", "branches", "resolutions"}
        for key, kind in _KINDS.items():
            if before_acts is None or before_acts != (key in late):
                for entry in getattr(chapter, key):
                    self._entry(entry, kind, parent)
        if not before_acts:
            for table in chapter.tables:
                self._page(random_tables.page(table, self._id(table.id, table.title), parent))

    def _entry(self, entry: PageEntry, kind: PageKind, parent: str) -> None:
        challenges: Sequence[str] = getattr(entry, "challenges", ())
        dr = getattr(entry, "dr", None)
        if dr is None:
            name = self._id(entry.id, entry.title)
        else:
            name = entry.own_id
            self._taken[name] = entry
            challenges = (name,)
            typed = getattr(entry, "type", None) or ""
            game = game_of_type(typed) or self.game
            value = difficulty(dr, self.players, game)
            self.challenges[name] = Challenge(
                name,
                entry.title,
                game=game,
                value=value,
                needed=max(1, value) if typed else 1,
                skills=tuple(map(PREPS[game].rating, getattr(entry, "skills", ()))),
                text=entry.text,
                win=getattr(entry, "reveals", ""),
                type=typed,
            )
        self._page(
            Page(
                name,
                kind,
                entry.title,
                entry.text,
                getattr(entry, "reveals", ""),
                parent,
                self._present(getattr(entry, "brings", ())),
                tuple(challenges),
            )
        )
        self._rules(getattr(entry, "stage_rules", ()), name)

    def _rules(self, entries: Iterable[StageRule], parent: str) -> None:
        """Stage rules as pages that belong to what they were written with; whom they bring may come to nobody."""
        for entry in entries:
            page = rule_pages.page(entry, self._id(entry.id, entry.own_id), parent)
            self._page(replace(page, brings=self._present(page.brings)))

    def _challenge(self, entry: ChallengeEntry) -> str:
        name = entry.own_id
        game = entry.game or game_of_type(entry.type or "") or self.game
        value = None if entry.dr is None else difficulty(entry.dr, self.players, game)
        beads, kind = self._beads(entry, value)
        self.challenges[name] = Challenge(
            id=name,
            title=entry.title,
            kind=kind,
            game=game,
            value=value,
            done=min(entry.done, beads - 1 if entry.type else beads),
            needed=beads,
            skills=tuple(map(PREPS[game].rating, entry.skills)),
            text=entry.text,
            win=entry.win,
            lose=entry.lose,
            who=tuple(who for who in entry.who if who in self.people),
            after=tuple(entry.after),
            visibility=entry.visibility,
            type=entry.type or "",
            springs=entry.springs or "",
            met_by="wyrd" if entry.by_wyrd else "",
        )
        if entry.on_stage:
            self.laid.append(name)
        return name

    def _beads(self, entry: ChallengeEntry, value: int | None) -> tuple[int, ChallengeKind]:
        """How many beads a challenge has, and what moves them; a typed one has as many as its value (WA-12)."""
        if entry.clock is not None:
            return max(1, reckon(entry.clock, self.players)), "clock"
        if entry.successes is not None:
            return max(1, reckon(entry.successes, self.players)), "task"
        return max(1, value or 0) if entry.type else 1, "obstacle"

    def _present(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(name for name in names if name in self.cast)

    def _page(self, page: Page) -> None:
        self.pages.append(page)

    def _id(self, given: str | None, title: str) -> str:
        name = given or fresh_id(title, self._taken)
        self._taken[name] = title
        return name


def counters(pages: Iterable[Page]) -> dict[str, int]:
    """Give the counters that stage rules move or look at and that no game keeps by itself, at 0."""
    kept = {name for prep in PREPS.values() for name in prep.counters}
    named = [trigger.counter for page in pages for trigger in page.triggers if trigger.counter]
    return dict.fromkeys((name for name in named if name not in kept), 0)


def _chosen(scenario: ScenarioFile) -> Iterator[str]:
    """Give the ids of everything that the scenario may refer to, and those that were written down for pages."""
    for challenge in (*scenario.all_challenges, *scenario.clues_on_the_abacus):
        yield challenge.own_id
    for entry in scenario.entries_with_ids:
        if getattr(entry, "id", None):
            yield entry.own_id
