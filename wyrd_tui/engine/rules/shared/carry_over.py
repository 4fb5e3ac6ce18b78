"""Challenges that stay on the abacus from one scene to the next, and those that leave it (U-22, WA-14)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, many_of, text_of
from wyrd_tui.engine.events import Event, Laid, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rod_order import lock_told
from wyrd_tui.engine.rules.games import games_played
from wyrd_tui.engine.rules.ground.basics import chain_steps
from wyrd_tui.engine.rules.questions import Choices, on_by_default
from wyrd_tui.engine.rules.shared.abacus import clear_challenge
from wyrd_tui.engine.rules.shared.end_events import scene_runs
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.engine.words import join_names


def challenges_brought(state: State, answers: Answers) -> tuple[str, ...]:
    """Return the challenges that the scene which begins brings itself."""
    act = state.book.page(text_of(answers, "page"), "act")
    return act.challenges if act else ()


def _counts_for_a_rule(state: State, rod: Challenge) -> bool:
    return state.book.page(rod.id, "rule") is not None


def unfinished_challenges(state: State, answers: Answers) -> Sequence[Choice]:
    """Return the challenges that nobody has overcome and that might matter in the next scene (U-22)."""
    brought = challenges_brought(state, answers)
    rods = [rod for rod in state.challenges.values() if rod.outcome != "overcome" and rod.id not in brought]
    rods = [rod for rod in rods if not _is_asked_about(state, rod)]
    return [
        Choice(rod.id, rod.title, _known(state, answers, rod), on=_outlasts(state, answers, rod))
        for rod in rods
        if not _counts_for_a_rule(state, rod)
    ]


def _is_asked_about(state: State, rod: Challenge) -> bool:
    """Return whether an open question is about a challenge, which then stays until it is answered."""
    return any(one.about == rod.id for one in state.open)


def kept_for_questions(state: State, answers: Answers) -> tuple[str, ...]:
    """Return the failed challenges that stay in the scene that begins only until their question is answered (U-22)."""
    brought = challenges_brought(state, answers)
    rods = (rod for rod in state.challenges.values() if rod.outcome == "failed" and rod.id not in brought)
    return tuple(rod.id for rod in rods if _is_asked_about(state, rod) and not _outlasts(state, answers, rod))


def kept_unasked(state: State, answers: Answers) -> tuple[str, ...]:
    """Return the titles of challenges that stay unasked: for the next scene, for an open question, or for the story."""
    brought = challenges_brought(state, answers)
    there = (rod for rod in state.challenges.values() if rod.outcome != "overcome")
    story = on_by_default(unfinished_challenges)(state, answers) if "stay" not in answers else ()
    rods = (rod for rod in there if rod.id in (*brought, *story) or _is_asked_about(state, rod))
    return tuple(rod.title for rod in rods if not _counts_for_a_rule(state, rod))


def _known(state: State, answers: Answers, rod: Challenge) -> str:
    facts = [rod.outcome_word or f"{rod.done} of {rod.needed}"]
    facts += [lock] if (lock := lock_told(state, rod)) else []
    if waiting := _waiting_for(state, answers, rod):
        facts.append(f"{join_names(waiting)} {'comes' if len(waiting) == 1 else 'come'} after it")
    return ", ".join(facts)


def _outlasts(state: State, answers: Answers, rod: Challenge) -> bool:
    """Return whether the story says that a challenge is not of one scene alone (WA-14, U-22).

    A challenge stays, failed or not, while a scene or challenge to come waits for it. No other failed challenge stays,
    nor a clock whose owners are all dead. Of the rest these stay: a clock; a challenge that a rule speaks of; one that
    the table put there between scenes; and one that no scene so far has brought, but a stage rule or the table before
    the first scene.
    """
    if _waiting_for(state, answers, rod):
        return True
    if rod.outcome:
        return False
    if rod.kind == "clock" and rod.who and all(who in state.actors and state.actors[who].dead for who in rod.who):
        return False
    if rod.kind == "clock" or (state.scene.number == 1 and not scene_runs(state)):
        return True
    if rod.id in _ruled(state, answers) or (state.scene.between and rod.id not in state.scene.left):
        return True
    acts = (page for page in state.book.pages if page.kind == "act")
    begun = [page for page in acts if page.id in state.marks or page.id == state.scene.page]
    return rod.id in state.book.challenges and not any(rod.id in page.challenges for page in begun)


def _waiting_for(state: State, answers: Answers, rod: Challenge, seen: Collection[str] = ()) -> list[str]:
    """Return the titles of scenes and challenges that are still to come and wait for a challenge (WA-14)."""
    to_come = _to_come(state, answers)
    scenes = [page.title for page in to_come if page.kind == "act" and rod.id in page.after]
    later = {**state.book.challenges, **state.challenges}.values()
    rods = [
        other.title
        for other in later
        if rod.id in other.after
        and other.id not in seen
        and (
            _comes(state, other, to_come)
            if other.id not in state.challenges
            else _remains(state, answers, other, (*seen, rod.id))
        )
    ]
    return [*scenes, *rods]


def _to_come(state: State, answers: Answers) -> list[Page]:
    """Return the pages whose moment may still come: the scene that begins, and those without a page mark."""
    which = text_of(answers, "page")
    begun = {page.id for page in state.book.pages if page.kind == "act" and page.id in state.marks and page.id != which}
    return [
        page
        for page in state.book.pages
        if page.id == which or (page.id not in state.marks and page.parent not in begun) or page.kind == "rule"
    ]


def _comes(state: State, rod: Challenge, to_come: Sequence[Page]) -> bool:
    """Return whether a challenge that is not on the abacus may yet be put there."""
    if state.is_over(rod.id) or rod.id in state.withdrawn:
        return False
    holding = [page for page in state.book.pages if rod.id in page.challenges]
    return not holding or any(rod.id in page.challenges for page in to_come)


def _remains(state: State, answers: Answers, rod: Challenge, seen: Collection[str]) -> bool:
    """Return whether a challenge on the abacus will be there in the scene that begins."""
    if rod.outcome == "overcome":
        return False
    return rod.id in challenges_brought(state, answers) or bool(_waiting_for(state, answers, rod, seen))


def _ruled(state: State, answers: Answers) -> set[str]:
    """Return the challenges on which a stage rule will act in the scene that begins, but for rules of their own."""
    then = replace(state, scene=replace(state.scene, page=text_of(answers, "page"), between=False))
    pages = {rule.page for game in games_played(then) for rule in game.scene_frame(then).rules}
    found: set[str] = set()
    for page in state.book.pages:
        if page.kind == "rule" and page.id in pages:
            named = {trigger.challenge or next(iter(page.challenges), "") for trigger in page.triggers}
            found |= named - {page.parent}
    return found


def describe_removal(state: State, answers: Answers) -> str:
    """Name the challenges that the scene which begins removes from the abacus; empty for none."""
    rods = challenges_to_remove(state, answers)
    return "".join(_removal_told(rods)) if rods else ""


def _removal_told(rods: Sequence[Challenge]) -> tuple[str, str]:
    """Tell which challenges leave the abacus: a head, which tells how many where it stands alone, and their titles."""
    head = f"{len(rods)} challenges removed from the abacus" if rods[1:] else "Removed from the abacus"
    return head, f": {join_names([rod.title for rod in rods])}"


def stay_asks(name: str, prompt: str, noun: str, left: Choices, preview: Callable[[State, Answers], str]) -> Ask:
    """Ask as a scene begins which of those left of an earlier one stay, unless all of them do."""

    def undecided(state: State, answers: Answers) -> bool:
        return not all(choice.on for choice in left(state, answers))

    usual = on_by_default(left)
    return Ask(name, prompt, "many", left, usual, when=undecided, preview=preview, whole=True, stands=True, noun=noun)


STAY = stay_asks("stay", "Keep on the abacus", "challenge", unfinished_challenges, describe_removal)
"""Asked as a scene begins, if unfinished challenges of the last scene remain whose stay no rule decides."""


def challenges_to_remove(state: State, answers: Answers) -> tuple[Challenge, ...]:
    """Return the challenges that leave the abacus as a scene begins: overcome, or left and not staying."""
    asked = {choice.value for choice in unfinished_challenges(state, answers)}
    staying = many_of(answers, "stay") if "stay" in answers else on_by_default(unfinished_challenges)(state, answers)
    return tuple(
        rod
        for rod in state.challenges.values()
        if (rod.outcome == "overcome" and not _counts_for_a_rule(state, rod))
        or (rod.id in asked and rod.id not in staying)
    )


def remove_challenges(state: State, rods: Sequence[Challenge]) -> Iterator[Event]:
    """Remove challenges from the abacus in one line, but for those of which the beginning of the scene made more."""
    there = [rod for rod in rods if state.challenges.get(rod.id) == rod]
    if there:
        yield Said(*_removal_told(there))
    yield from chain_steps(state, *(partial(clear_challenge, which=rod.id, quiet=True) for rod in there))


def reopen_challenges(state: State, answers: Answers) -> Iterator[Event]:
    """Open again what failed in an earlier scene and belongs to this one (U-22)."""
    brought = challenges_brought(state, answers)
    for rod in state.challenges.values():
        if rod.outcome != "failed" or _counts_for_a_rule(state, rod):
            continue
        if _is_asked_about(state, rod):
            continue
        fresh = state.book.challenges.get(rod.id) if rod.id in brought else None
        yield Laid(replace(fresh or rod, outcome="", failed_before=True), "open to be faced again")
