"""Stage rules and what they refer to, read from the raw document (WA-52 … WA-59)."""

from __future__ import annotations

from wyrd_tui.engine.state import slug
from wyrd_tui.store.files.clean import clean, quoted
from wyrd_tui.store.files.positions import Path
from wyrd_tui.store.files.problems import nearest
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.references import References, Table, tables
from wyrd_tui.store.scenarios.stage_rules import COUNTED_BY_THE_GAME


class StageRules:
    """Everything in stage rules that must fit the rest of a scenario; `References` is told what does not."""

    def __init__(self, references: References, *, played: bool) -> None:
        self.references = references
        self.played = played
        self.shipped = presets.stage_rules()
        own = references.data.get("counters")
        self.counters = {clean(name) for name in own} if isinstance(own, dict) else set()

    def check(self) -> None:
        """Tell of each shipped rule, challenge, member of the cast and counter that is not there."""
        told = set()
        for path, rule in self.references.stage_rules():
            if not self.played and path[:-1] not in told:
                told.add(path[:-1])
                self.references.say(
                    path[:-1], 'stage rules belong to the Wyrd Abacus: add "wyrd_abacus" to "systems" to play it'
                )
            if isinstance(rule, dict):
                self._check(path, rule)
            elif isinstance(rule, str) and self._is_shipped(path, rule):
                self._asks(path, rule, {})

    def _is_shipped(self, path: Path, name: str) -> bool:
        if name in self.shipped or name != slug(name):
            return name in self.shipped
        hint = nearest(name, self.shipped) or f"; there are {', '.join(self.shipped)}"
        self.references.say(path, f"there is no shipped stage rule with the id {quoted(name)}{hint}")
        return False

    def _check(self, path: Path, rule: Table) -> None:
        references = self.references
        like = rule.get("like")
        if isinstance(like, str) and self._is_shipped((*path, "like"), like):
            self._asks(path, like, rule)
        references.check_laid(path, rule)
        if isinstance(rule.get("challenge"), str):
            references.refer((*path, "challenge"), rule["challenge"], references.challenges, "challenge")
            if not isinstance(like, str):
                self.references.say((*path, "challenge"), '"challenge" goes with "like"; here a trigger takes it')
        for place, trigger in tables(rule, "triggers", path):
            self._look_at(place, trigger, rule)

    def _look_at(self, path: Path, trigger: Table, rule: Table) -> None:
        references = self.references
        if isinstance(trigger.get("challenge"), str):
            references.refer((*path, "challenge"), trigger["challenge"], references.challenges, "challenge")
        elif trigger.get("do") == "rise" and not rule.get("challenges"):
            references.say(path, 'do = "rise" needs a "challenge", the one that rises')
        counter = trigger.get("counter")
        if isinstance(counter, str) and clean(counter) not in {*self.counters, *COUNTED_BY_THE_GAME}:
            hint = nearest(clean(counter), self.counters) or "; write it there with the number that it starts at"
            references.say((*path, "counter"), f'"counters" has no {quoted(counter)}{hint}')
        if trigger.get("do") == "spring" and not (rule.get("brings") or rule.get("challenges") or trigger.get("text")):
            references.say(path, 'do = "spring" brings nothing: the rule has neither "brings" nor "challenges"')

    def _asks(self, path: Path, like: str, rule: Table) -> None:
        """What a shipped rule does little without: an error where it could do nothing at all."""
        if rule.get("triggers"):
            return
        asked = self.shipped[like].get("asks", ())
        if "challenge" in asked and "challenge" not in rule and "challenges" not in rule:
            example = f'{{ like = "{like}", challenge = "…" }}'
            self.references.say(path, f"{quoted(like)} needs the challenge that rises: {example}")
        if "brings" in asked and not (rule.get("brings") or rule.get("challenges")):
            example = f'{{ like = "{like}", brings = ["…"] }}'
            self.references.say(path, f"{quoted(like)} brings nobody on: {example} does", warning=True)
