"""Scenes in the players' recap: fights, challenges that come into sight, and pages, all from the players' view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wyrd_tui.engine.letters import end_sentence
from wyrd_tui.engine.page import PAGE_KINDS
from wyrd_tui.engine.player_view import PlayerView, SeenChallenge, SeenPage
from wyrd_tui.engine.storytelling import number_word
from wyrd_tui.engine.told_deed import Deed
from wyrd_tui.engine.words import begin_sentence, in_quotes, join_names


class Heard:
    """All that players have read in a story, so that nothing is told twice."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._pages: dict[str, str] = {}
        self._words: set[str] = set()
        self._rods: set[str] = set()

    def keep(self, view: PlayerView) -> None:
        """Keep what players see before an act; the premise opens a story, also where it was shown from the start."""
        self._rods.update(rod.title for rod in view.challenges)
        for page in view.pages:
            if page.kind != "premise":
                self._pages.setdefault(page.title, page.text)

    def keep_words(self, words: str) -> None:
        """Keep words that were told, such as stakes; a clue may reveal the same."""
        self._words.add(words)

    def list_pages(self, pages: Iterable[SeenPage]) -> Iterator[tuple[str, Deed]]:
        """Tell the pages that are new, and new words of the others, each with its title."""
        for page in pages:
            old = self._pages.get(page.title)
            # A page that is shown again is no news.
            if PAGE_KINDS[page.kind].lead is None or (old is not None and page.text in old):
                continue
            self._pages[page.title] = page.text
            parts = (" ".join(part.split()) for part in page.text.removeprefix(old or "").split("\n\n"))
            new = [part for part in parts if part and begin_sentence(part) not in self._words]
            if told := _page_words(page, " ".join(new)):
                yield page.title, Deed(rest=told, opens=bool(page.text), closes=bool(page.text))

    def list_premises(self, view: PlayerView) -> Iterator[tuple[str, Deed]]:
        """Tell the premise, if it has not been told."""
        return self.list_pages(page for page in view.pages if page.kind == "premise")

    def list_faced(self, view: PlayerView) -> Iterator[tuple[str, Deed]]:
        """Tell the challenges that come into sight, each deed with the title if it is about one alone."""
        new = [rod for rod in view.challenges if rod.title not in self._rods]
        self._rods.update(rod.title for rod in new)
        live = [rod for rod in new if not rod.outcome]
        tasks, clocks = ([rod for rod in live if rod.clock is clock] for clock in (False, True))
        # Of some challenges players know that they are there, and nobody has come before them.
        heard, faced = ([rod for rod in tasks if rod.open is open_] for open_ in (False, True))
        for verb, rods in (("faces", faced), ("hears of", heard), ("", clocks)):
            if titles := [rod.title for rod in rods]:
                names = join_names([in_quotes(title) for title in titles])
                begin = "begins" if len(titles) == 1 else "begin"
                deed = Deed("The party", verb, names) if verb else Deed(rest=f"{names} {begin} to run")
                yield "" if len(titles) > 1 else titles[0], deed
        for rod in live:
            if stakes := _stakes(rod):
                yield "", Deed(rest=stakes)
        for rod in new:
            if rod.outcome:
                yield "", Deed(rest=f"It comes out that {_decided(rod)}")


def tell_fight(before: PlayerView, after: PlayerView) -> Deed | None:
    """Tell that a fight begins, or after how many rounds it ends; None where it does neither."""
    if after.round and not before.round:
        return Deed(rest="A fight breaks out", opens=True)
    if before.round and not after.round:
        rounds = "one round" if before.round == 1 else f"{number_word(before.round)} rounds"
        return Deed(rest=f"The fight is over after {rounds}", closes=True)
    return None


def _page_words(page: SeenPage, words: str) -> str:
    sort = PAGE_KINDS[page.kind]
    lead = sort.found_lead if page.found else sort.lead
    named = f"{lead} {in_quotes(page.title)}".strip() if page.titled else lead
    # Only the lead of a kind is a story without words.
    return ": ".join(filter(None, (named, words))) if words or lead else ""


def _stakes(rod: SeenChallenge) -> str:
    """Tell the stakes that players read before a challenge is decided."""
    win, lose = (begin_sentence(" ".join(words.split())) for words in (rod.win, rod.lose))
    title = in_quotes(rod.title)
    if rod.clock:
        return f"Once {title} is full: {lose}" if lose else ""
    told = f"If {title} goes well: {end_sentence(win)}" if win else ""
    return f"{told} If it does not: {lose}".strip() if win and lose else told or (lose and f"If {title} fails: {lose}")


def _decided(rod: SeenChallenge) -> str:
    how = {"overcome": "was overcome", "full": "has run full"}.get(rod.outcome, "was not overcome")
    brought = rod.win if rod.outcome == "overcome" else rod.lose
    return ": ".join(filter(None, (f"{in_quotes(rod.title)} {how}", begin_sentence(" ".join(brought.split())))))
