"""Harm as players read it: that of the last act which harmed somebody whom they knew, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.harm import HEALTH_WORDS, health_by_loss
from wyrd_tui.engine.known import STRANGER, KnownNames
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.roll import Harm
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.state import DEAD, Actor, Condition, State
from wyrd_tui.engine.storytelling import tell_fall
from wyrd_tui.engine.told_deed import Deed, Fall
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.voices.voice import member_words
from wyrd_tui.engine.words import begin_sentence, common_noun, join_names, names_group, plural_verb


class Phrase(NamedTuple):
    """A verb of one person and the words behind it; `counted` as for `Deed`."""

    verb: str
    rest: str
    counted: tuple[int, str] | None = None


def tell_harm(state: State, known: KnownNames, hit: Deed | None = None) -> str:
    """Tell the harm that was remembered, those who suffer alike in one sentence; empty where players know nothing.

    Behind the `hit` that brought it, the target has been named, and damage that the hit tells is not told again.
    """
    alike: dict[tuple[Phrase, ...], list[str]] = {}
    sentences: list[str] = []
    for harm in state.harms:
        actor, name = state.actors.get(harm.who), known.name(harm.who)
        if actor is None or name in ("", STRANGER):
            continue
        if is_fall(actor, actor.count, harm.fallen):
            sentences.append(tell_fall(make_fall(replace(actor, name=known.own_name(actor)), harm.fallen, actor.count)))
            continue
        if hit is not None and hit.hits == harm.who and _is_all_of(hit.deals, harm):
            harm = replace(harm, rows=(), damage=0)
        if phrases := tuple(_phrases(harm, actor, known)):
            alike.setdefault(phrases, []).append(harm.who)
    target = hit.hits if hit is not None else ""
    return ". ".join([*(_sentence(whose, phrases, known, target) for phrases, whose in alike.items()), *sentences])


def _is_all_of(dealt: int, harm: Harm) -> bool:
    """Tell whether the damage of a hit says as much as the harm: as many marks, and no wound."""
    wound = any(row.penalty or row.struck for row in harm.rows)
    return dealt == harm.damage and not wound and sum(row.marks for row in harm.rows) in (0, dealt)


def _sentence(whose: Sequence[str], phrases: Sequence[Phrase], known: KnownNames, target: str) -> str:
    if len(whose) == 1:
        subject, fitted = known.subject(whose[0]), [known.fit(whose[0], one.verb) for one in phrases]
        if whose[0] == target:
            subject = known.whom(target)
            subject = begin_sentence(subject)
    else:
        subject, fitted = known.names(whose), [plural_verb(one.verb) for one in phrases]
    told = (f"{verb} {one.rest}".rstrip() for verb, one in zip(fitted, phrases, strict=True))
    return f"{subject} {' and '.join(told)}"


def _phrases(harm: Harm, actor: Actor, known: KnownNames) -> Iterator[Phrase]:
    """Tell harm in figures where the track is seen, and else how hurt its owner is."""
    ours = known.is_ours(actor.id)
    if not ours and actor.visibility != "open":
        if (health := health_by_loss(actor)) != "unhurt":
            yield Phrase("is", "out of the fight" if health == "out" else HEALTH_WORDS[health])
        return
    if harm.damage or harm.rows:
        yield from loss_phrases(harm.game, harm.rows, harm.damage)
    fates = [one for one in actor.conditions if one.id in harm.fates and (ours or is_status(one))]
    if fates:
        yield from fate_phrases(fates)
    elif actor.out and (harm.fates or harm.fallen):
        yield Phrase("is", "out of the fight")


def loss_phrases(game: str, rows: Sequence[Row], damage: int) -> Iterator[Phrase]:
    """Tell rows by the marks that harm has added to them; a new wound stands for all of it.

    Args:
        game: The game of the sheet.
        rows: The rows, each with the added marks alone.
        damage: The points, which are told where no row was marked.
    """
    if voice_of(game).points:
        if lost := [(row.marks, row.label) for row in rows if row.marks]:
            yield count_phrase("loses", lost)
        if struck := [row.label for row in rows if row.struck]:
            yield Phrase("has", f"{join_names(struck)} scratched out")
    elif wounds := [f"a {row.label.casefold()}" for row in rows if row.penalty]:
        yield Phrase("suffers", f"{join_names(wounds)} wound")
    elif marked := [(row.marks, row.label.casefold()) for row in rows if row.marks]:
        yield count_phrase("takes", marked)
    elif damage:
        yield count_phrase("takes", [(damage, "damage")])


def count_phrase(verb: str, counted: Sequence[tuple[int, str]]) -> Phrase:
    """Make a phrase of numbers and nouns: *takes 1 stress*."""
    words = join_names([f"{number} {noun}" for number, noun in counted])
    return Phrase(verb, words, counted[0] if len(counted) == 1 else None)


def fate_phrases(fates: Sequence[Condition]) -> Iterator[Phrase]:
    """Tell fates together, and each of those that are deeds of their owner by a verb of its own: *retreats*."""
    if words := [fate_words(one) for one in fates if not _deed_verb(one)]:
        yield Phrase("is", join_names(words))
    yield from (Phrase(verb, "") for one in fates if (verb := _deed_verb(one)))


def fate_words(fate: Condition) -> str:
    """Return the label of a fate; a status is a word like any other, several words of the table stay as typed."""
    return (common_noun(fate.label) if is_status(fate) else fate.label).replace(": ", ", ")


def is_status(fate: Condition) -> bool:
    """Tell if a fate is a status of the rules, and no words of the table."""
    return fate.id in voice_of(fate.game).meanings or fate.id == fate.label.casefold()


def _deed_verb(fate: Condition) -> str:
    """Return the verb of a fate that is a deed of its owner; empty for a deed of others, such as captivity."""
    voice = voice_of(fate.game)
    dies = "dies" if fate.id == DEAD and fate.out else ""
    return voice.chosen_fates.get(fate.id) or voice.fates_done.get(fate.id, dies)


def is_fall(group: Actor, left: int, fallen: int) -> bool:
    """Tell whether members of a group fall; the last of one that is named as a single person goes out of the fight."""
    return group.kind == "mook" and fallen > 0 and (left > 0 or fallen > 1 or names_group(group))


def make_fall(group: Actor, fallen: int, left: int, *, struck: bool = False) -> Fall:
    """Make the fall of members of a group of whom so many are left."""
    return Fall(*member_words(group), fallen, left, group.id, struck)
