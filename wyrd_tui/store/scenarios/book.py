"""A validated scenario's pages and challenges, as the table carries them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wyrd_tui.engine.page import Page, PageKind
from wyrd_tui.engine.rules.mettle.numbers import STRAINABLE
from wyrd_tui.engine.rules.wyrd_abacus.stage_rules import OVER
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, Challenge, ChallengeKind, fresh_id, slug
from wyrd_tui.store.scenarios import presets, random_tables, stage_rules
from wyrd_tui.store.scenarios.amounts import difficulty, reckon

if TYPE_CHECKING:
    from wyrd_tui.store.scenarios import rule_models
    from wyrd_tui.store.scenarios import scenario_models as models

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

    def __init__(self, scenario: models.ScenarioFile, players: int, cast: Iterable[str], party: Iterable[str]) -> None:
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
        for challenge in _challenges(scenario):
            self._rules(challenge.stage_rules, challenge.id or slug(challenge.title))
        for member in scenario.cast:
            self._rules(member.stage_rules if member.own_id in self.people else (), member.own_id)
        if WYRD_ABACUS in scenario.systems:
            self._waiting(scenario)
        if METTLE in scenario.systems:
            for name, table in presets.random_tables().items():
                if name not in self._taken:
                    self._page(random_tables.shipped(table, self._id(name, name)))

    def _front(self, scenario: models.ScenarioFile) -> None:
        for key, kind, title in _OPENING:
            text = getattr(scenario, key)
            if text:
                self._page(Page(self._id(None, key), kind, title, text, public=key == "handout"))
        for page in scenario.hooks:
            self._page(Page(self._id(page.id, page.title), "hook", page.title, page.text))
        for page in scenario.handouts:
            self._page(Page(self._id(page.id, page.title), "handout", page.title, page.text))

    def _act(self, act: models.Scene, parent: str) -> None:
        name = self._id(act.id, act.title)
        laid = [item if isinstance(item, str) else self._challenge(item) for item in act.challenges]
        laid += [clue.id or slug(clue.title) for clue in act.clues if clue.dr is not None]
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

    def _chapter(self, chapter: models.Chapter, parent: str, *, before_acts: bool | None = None) -> None:
        """The pages of a chapter. The whole scenario's endings come after its acts, the rest before them."""
        late = {"proofs", "branches", "resolutions"}
        for key, kind in _KINDS.items():
            if before_acts is None or before_acts != (key in late):
                for entry in getattr(chapter, key):
                    self._entry(entry, kind, parent)
        if not before_acts:
            for table in chapter.tables:
                self._page(random_tables.page(table, self._id(table.id, table.title), parent))

    def _entry(self, entry: models.Page, kind: PageKind, parent: str) -> None:
        challenges: Sequence[str] = getattr(entry, "challenges", ())
        dr = getattr(entry, "dr", None)
        if dr is None:
            name = self._id(entry.id, entry.title)
        else:
            name = entry.id or slug(entry.title)
            self._taken[name] = entry
            challenges = (name,)
            typed = getattr(entry, "type", None) or ""
            game = WYRD_ABACUS if typed else self.game
            value = difficulty(dr, self.players, game)
            self.challenges[name] = Challenge(
                name,
                entry.title,
                game=game,
                value=value,
                needed=max(1, value) if typed else 1,
                skills=_ratings(getattr(entry, "skills", ()), game),
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

    def _rules(self, entries: Iterable[rule_models.StageRule], parent: str) -> None:
        """Stage rules as pages that belong to what they were written with; whom they bring may come to nobody."""
        for entry in entries:
            page = stage_rules.page(entry, self._id(entry.id, stage_rules.called(entry)), parent)
            self._page(replace(page, brings=self._present(page.brings)))

    def _waiting(self, scenario: models.ScenarioFile) -> None:
        """The shipped stage rules that the scenario does not name, at hand but not in force."""
        named = {rule.like for rule in _stage_rules(scenario)}
        for like in presets.stage_rules():
            if like not in named:
                name = self._id(None, like)
                self._page(stage_rules.waiting(like, name))
                self.marks[name] = OVER

    def _challenge(self, entry: models.Challenge) -> str:
        name = entry.id or slug(entry.title)
        game = entry.game or (WYRD_ABACUS if entry.type else self.game)
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
            skills=_ratings(entry.skills, game),
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

    def _beads(self, entry: models.Challenge, value: int | None) -> tuple[int, ChallengeKind]:
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


def _ratings(names: Iterable[str], game: str) -> tuple[str, ...]:
    """What suits a challenge as the sheets have it: Mettle's attributes have a spelling of their own."""
    if game != METTLE:
        return tuple(names)
    return tuple(STRAINABLE.get(name.casefold(), name) for name in names)


def _acts(scenario: models.ScenarioFile) -> list[models.Scene]:
    acts: list[models.Scene] = [*scenario.acts, *(scene for act in scenario.acts for scene in act.scenes)]
    return acts + scenario.scenes


def _challenges(scenario: models.ScenarioFile) -> Iterable[models.Challenge]:
    """Every challenge that is written out, wherever it stands."""
    for challenge in (*scenario.challenges, *(item for act in _acts(scenario) for item in act.challenges)):
        if not isinstance(challenge, str):
            yield challenge


def _stage_rules(scenario: models.ScenarioFile) -> Iterable[rule_models.StageRule]:
    """Every stage rule that is named or written out, wherever it stands."""
    chapters: list[models.ScenarioFile | models.Scene] = [scenario, *_acts(scenario)]
    for chapter in chapters:
        yield from chapter.stage_rules
        for place in chapter.places:
            yield from place.stage_rules
    for challenge in _challenges(scenario):
        yield from challenge.stage_rules
    for member in scenario.cast:
        yield from member.stage_rules


def _chosen(scenario: models.ScenarioFile) -> Iterable[str]:
    """Ids of everything in the file that somebody may refer to, and those that were written down for pages."""
    acts = _acts(scenario)
    for challenge in _challenges(scenario):
        yield challenge.id or slug(challenge.title)
    chapters: list[models.Chapter] = [scenario, *acts]
    pages: list[models.Page | models.RandomTable] = [*scenario.hooks, *scenario.handouts]
    pages += [page for chapter in chapters for key in (*_KINDS, "tables") for page in getattr(chapter, key)]
    for page in pages:
        if page.id or getattr(page, "dr", None) is not None:
            yield page.id or slug(page.title)
    yield from (act.id for act in acts if act.id)
    yield from (rule.id for rule in _stage_rules(scenario) if rule.id)
