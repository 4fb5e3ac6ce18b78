"""A validated scenario's pages and challenges, as the table carries them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from wyrd_tui.engine.state import Challenge, ChallengeKind, Page, fresh_id, slug
from wyrd_tui.store.amounts import reckon

if TYPE_CHECKING:
    from wyrd_tui.store import scenario_models as models

_KINDS = {
    "places": "place",
    "clues": "clue",
    "complications": "complication",
    "proofs": "proof",
    "branches": "branch",
    "resolutions": "resolution",
}
_OPENING = (("premise", "Premise"), ("handout", "Hand-out"), ("truth", "What really happened"), ("notes", "Notes"))


class Pages:
    """Walks a scenario once and collects its pages and challenges, in the order of the file.

    Attributes:
        pages: The pages so far.
        challenges: The challenges so far, by id.
        laid: Challenges that lie on the abacus from the start.
        begins: The page that the table opens with, if one does.
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
        for challenge in scenario.challenges:
            self._challenge(challenge)
        # Ids that were chosen go before titles, wherever they stand.
        self._taken: dict[str, object] = dict.fromkeys((*self.people, *_chosen(scenario)))
        self._front(scenario)
        self._chapter(scenario, "", before_acts=True)
        for chapter in (*scenario.acts, *scenario.scenes):
            self._act(chapter, "")
        self._chapter(scenario, "", before_acts=False)

    def _front(self, scenario: models.ScenarioFile) -> None:
        for key, title in _OPENING:
            text = getattr(scenario, key)
            if text:
                kind = "note" if key == "notes" else key
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
            name, "act", act.title, act.text, parent=parent, brings=self._present(act.brings), challenges=tuple(laid)
        )
        self._page(page)
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

    def _entry(self, entry: models.Page, kind: str, parent: str) -> None:
        challenges: Sequence[str] = getattr(entry, "challenges", ())
        dr = getattr(entry, "dr", None)
        if dr is None:
            name = self._id(entry.id, entry.title)
        else:
            name = entry.id or slug(entry.title)
            self._taken[name] = entry
            challenges = (name,)
            self.challenges[name] = Challenge(
                name,
                entry.title,
                game=self.game,
                value=reckon(dr, self.players),
                skills=tuple(getattr(entry, "skills", ())),
                text=entry.text,
                win=getattr(entry, "reveals", ""),
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

    def _challenge(self, entry: models.Challenge) -> str:
        name = entry.id or slug(entry.title)
        beads, kind = 1, "obstacle"
        if entry.clock is not None:
            beads, kind = max(1, reckon(entry.clock, self.players)), "clock"
        elif entry.successes is not None:
            beads, kind = max(1, reckon(entry.successes, self.players)), "task"
        kinds: dict[str, ChallengeKind] = {"obstacle": "obstacle", "clock": "clock", "task": "task"}
        self.challenges[name] = Challenge(
            id=name,
            title=entry.title,
            kind=kinds[kind],
            game=entry.game or self.game,
            value=None if entry.dr is None else reckon(entry.dr, self.players),
            done=min(entry.done, beads),
            needed=beads,
            skills=tuple(entry.skills),
            text=entry.text,
            win=entry.win,
            lose=entry.lose,
            who=tuple(who for who in entry.who if who in self.people),
            after=tuple(entry.after),
            visibility=entry.visibility,
        )
        if entry.on_stage:
            self.laid.append(name)
        return name

    def _present(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(name for name in names if name in self.cast)

    def _page(self, page: Page) -> None:
        self.pages.append(page)

    def _id(self, given: str | None, title: str) -> str:
        name = given or fresh_id(title, self._taken)
        self._taken[name] = title
        return name


def _chosen(scenario: models.ScenarioFile) -> Iterable[str]:
    """Ids of everything in the file that somebody may refer to, and those that were written down for pages."""
    acts: list[models.Scene] = [*scenario.acts, *(scene for act in scenario.acts for scene in act.scenes)]
    acts += scenario.scenes
    for challenge in (*scenario.challenges, *(item for act in acts for item in act.challenges)):
        if not isinstance(challenge, str):
            yield challenge.id or slug(challenge.title)
    chapters: list[models.Chapter] = [scenario, *acts]
    pages: list[models.Page] = [*scenario.hooks, *scenario.handouts]
    pages += [page for chapter in chapters for key in _KINDS for page in getattr(chapter, key)]
    for page in pages:
        if page.id or getattr(page, "dr", None) is not None:
            yield page.id or slug(page.title)
    yield from (act.id for act in acts if act.id)
